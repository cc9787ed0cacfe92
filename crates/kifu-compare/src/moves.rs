//! The setup and moves of a main line, in a form small enough to keep those of many games in memory.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use kifu_core::{Color, Move, Point, Size};
use kifu_rules::Symmetry;
use kifu_sgf::value::western;
use kifu_sgf::{Document, GameContext, GameType, NodeId, NodeRef, Property, Visit};

use kifu_transform::Transform;

/// A step of a game in two bytes: a stone that is set up, a point that is emptied, a move, or an unreadable value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step(u16);

/// The kind of a [`Step`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepKind {
    /// A stone of this colour is set up, or the point is emptied.
    Setup(Option<Color>),
    /// A move or a pass of this colour.
    Move(Color),
    /// An unreadable value of a move of this colour, or of setup.
    Unreadable(Option<Color>),
}

impl Step {
    // The row is in the lowest six bits, the column in the next six, and the kind above them.
    const PASS: u16 = 0xFFF;
    const FIRST_MOVE: u16 = 3 << 12;
    const FIRST_UNREADABLE: u16 = 5 << 12;

    fn new(what: StepKind, point: Option<Point>) -> Step {
        let kind = match what {
            StepKind::Setup(Some(Color::Black)) => 0,
            StepKind::Setup(Some(Color::White)) => 1,
            StepKind::Setup(None) => 2,
            StepKind::Move(Color::Black) => 3,
            StepKind::Move(Color::White) => 4,
            StepKind::Unreadable(None) => 5,
            StepKind::Unreadable(Some(Color::Black)) => 6,
            StepKind::Unreadable(Some(Color::White)) => 7,
        };
        Step(kind << 12 | point.map_or(Step::PASS, Step::place))
    }

    fn play(color: Color, point: Point) -> Step {
        Step::new(StepKind::Move(color), Some(point))
    }

    fn place(point: Point) -> u16 {
        u16::from(point.col) << 6 | u16::from(point.row)
    }

    /// The kind of the step.
    pub const fn kind(self) -> StepKind {
        match self.0 >> 12 {
            0 => StepKind::Setup(Some(Color::Black)),
            1 => StepKind::Setup(Some(Color::White)),
            2 => StepKind::Setup(None),
            3 => StepKind::Move(Color::Black),
            4 => StepKind::Move(Color::White),
            5 => StepKind::Unreadable(None),
            6 => StepKind::Unreadable(Some(Color::Black)),
            _ => StepKind::Unreadable(Some(Color::White)),
        }
    }

    /// The point of the step; `None` for a pass and for an unreadable value.
    pub const fn point(self) -> Option<Point> {
        match self.0 & Step::PASS {
            Step::PASS => None,
            _ if self.is_unreadable() => None,
            place => Some(Point::new((place >> 6) as u8, (place & 63) as u8)),
        }
    }

    /// Whether the step is a move, including passes and unreadable moves.
    pub const fn is_move(self) -> bool {
        self.0 >= Step::FIRST_MOVE && self.0 >> 12 != 5
    }

    /// Whether the step is a pass.
    pub const fn is_pass(self) -> bool {
        self.is_move() && !self.is_unreadable() && self.0 & Step::PASS == Step::PASS
    }

    /// Whether the value of the step cannot be read, so that its meaning is unknown.
    pub const fn is_unreadable(self) -> bool {
        self.0 >= Step::FIRST_UNREADABLE
    }

    /// Whether the step is readable setup, whose order makes no difference.
    pub(super) const fn is_setup(self) -> bool {
        self.0 < Step::FIRST_MOVE
    }

    /// The number of unreadable values that steps can distinguish.
    const UNREADABLE_NUMBERS: usize = Step::PASS as usize - 1;

    /// Returns the step of an unreadable value with this number. Numbers above the limit get
    /// different steps in the two games, so these steps never compare as equal.
    fn numbered(self, number: usize, is_first: bool) -> Step {
        let place = if number < Step::UNREADABLE_NUMBERS {
            number as u16
        } else {
            Step::PASS - u16::from(is_first)
        };
        Step(self.0 & !Step::PASS | place)
    }

    /// The index of the step in tables.
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number of possible steps.
    pub(super) const COUNT: usize = 8 << 12;

    /// Transforms the step on a board of this size.
    pub(super) fn transformed(self, by: Transform, size: Size) -> Step {
        /// The kinds in the order of their numbers, with the colours swapped.
        const SWAPPED: [u16; 8] = [1, 0, 2, 4, 3, 5, 7, 6];
        let kind = self.0 >> 12;
        let kind = if by.swaps_colors {
            SWAPPED[usize::from(kind)]
        } else {
            kind
        };
        let place = self.point().map_or(self.0 & Step::PASS, |point| {
            Step::place(by.symmetry.point(point, size))
        });
        Step(kind << 12 | place)
    }
}

impl fmt::Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {:?}", self.kind(), self.point())
    }
}

/// The setup and moves of the main line of a game, in order.
///
/// The order of stones that are set up between two moves has no meaning, so the stones are sorted.
///
/// An unreadable value becomes a step that equals only steps of the same bytes, because its meaning
/// is unknown. So games with such values are equal only if their boards have the same orientation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moves {
    size: Size,
    steps: Box<[Step]>,
    unreadable: Box<[Unreadable]>,
}

/// An unreadable value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Unreadable {
    /// The index of the step with this value.
    at: usize,
    bytes: Box<[u8]>,
    /// The transform of the game, whose effect on the value is unknown.
    by: Transform,
}

impl Unreadable {
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The key to compare unreadable values.
    pub(super) fn key(&self) -> (usize, &[u8], usize) {
        (self.at, &self.bytes, number_of(self.by))
    }
}

impl Moves {
    /// The maximum number of stones that a game may set up.
    pub const MAX_SETUP: usize = 1 << 16;

    /// Returns the setup and moves of the main line below a root. Western coordinates such as `D4` are read as the
    /// points that they name.
    ///
    /// `None` if the game is not Go, or sets up more than [`MAX_SETUP`](Moves::MAX_SETUP) stones.
    pub fn of(document: &Document, root: NodeId) -> Option<Moves> {
        Moves::in_context(document, root, &GameContext::of(document.node(root)))
    }

    /// The same as [`of`](Moves::of), for a root with this context.
    pub(crate) fn in_context(
        document: &Document,
        root: NodeId,
        context: &GameContext,
    ) -> Option<Moves> {
        if context.game != GameType::GO {
            return None;
        }
        let size = context.size;
        let mut steps = Vec::new();
        let mut unreadable = Vec::new();
        let mut setup = 0;
        for visit in document.visit_main_line(root, size) {
            match visit {
                Visit::Plays(plays) => {
                    steps.extend(plays.iter().map(|(color, point)| Step::play(color, point)));
                }
                Visit::Node(node) => {
                    let max = Moves::MAX_SETUP - setup;
                    setup += push(node, size, max, &mut steps, &mut unreadable)?;
                }
            }
        }
        sort_setup(&mut steps);
        Some(Moves {
            size,
            steps: steps.into(),
            unreadable: unreadable.into(),
        })
    }

    /// The size of the board.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// All steps, in order.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Whether there are unreadable values.
    pub fn has_unreadable(&self) -> bool {
        !self.unreadable.is_empty()
    }

    /// The bytes of the value of the step with this index, if the value is unreadable. For setup, the bytes start with
    /// the identifier.
    pub fn unreadable(&self, step: usize) -> Option<&[u8]> {
        let found = self.unreadable.binary_search_by_key(&step, |one| one.at);
        Some(&self.unreadable[found.ok()?].bytes)
    }

    pub(super) fn all_unreadable(&self) -> &[Unreadable] {
        &self.unreadable
    }

    /// The steps, in which equal unreadable values have the same number.
    pub(super) fn numbered<'m>(&'m self, numbers: &mut Numbers<'m>, is_first: bool) -> Vec<Step> {
        let mut steps = self.steps.to_vec();
        for one in &self.unreadable {
            let next = numbers.len();
            let key = (&*one.bytes, number_of(one.by));
            let number = *numbers.entry(key).or_insert(next);
            steps[one.at] = steps[one.at].numbered(number, is_first);
        }
        steps
    }

    /// The number of moves, including passes.
    pub fn count(&self) -> usize {
        self.steps.iter().filter(|step| step.is_move()).count()
    }

    /// The move number of each step; for setup, the number of the move before it.
    pub fn numbers(&self) -> Vec<usize> {
        let mut number = 0;
        let mut next = |step: &Step| {
            number += usize::from(step.is_move());
            number
        };
        self.steps.iter().map(&mut next).collect()
    }

    /// Transforms the game.
    pub fn transformed(&self, by: Transform) -> Moves {
        let size = self.size;
        let mut steps: Box<[Step]> = self
            .steps
            .iter()
            .map(|step| step.transformed(by, size))
            .collect();
        sort_setup(&mut steps);
        let turned = |one: &Unreadable| Unreadable {
            by: one.by.then(by),
            ..one.clone()
        };
        Moves {
            size: by.symmetry.size(size),
            steps,
            unreadable: self.unreadable.iter().map(turned).collect(),
        }
    }

    /// The transform to the canonical form, which is the same for all sixteen orientations and colourings of a game.
    /// The canonical form of the start of a game is the start of the canonical form of the game.
    pub fn to_canonical(&self) -> Transform {
        let mut left: Vec<Transform> = all().collect();
        keep_least(&mut left, |by| {
            let size = by.symmetry.size(self.size);
            (size.cols(), size.rows())
        });
        for run in runs(&self.steps) {
            if left.len() == 1 {
                break;
            }
            let steps = &self.steps[run];
            match steps {
                [one] => keep_least(&mut left, |by| one.transformed(by, self.size)),
                several => keep_least(&mut left, |by| {
                    let turned = several.iter().map(|step| step.transformed(by, self.size));
                    let mut turned: Vec<Step> = turned.collect();
                    turned.sort_unstable();
                    turned
                }),
            }
        }
        if let Some(one) = self.unreadable.first() {
            keep_least(&mut left, |by| number_of(one.by.then(by)));
        }
        left.first().copied().unwrap_or(Transform::IDENTITY)
    }
}

/// Numbers for the unreadable values of two games, by their bytes and the transforms of their games.
pub(super) type Numbers<'m> = BTreeMap<(&'m [u8], usize), usize>;

/// The number of a transform, from 0.
fn number_of(by: Transform) -> usize {
    all().take_while(|one| *one != by).count()
}

/// All sixteen transforms, the simplest first.
pub(super) fn all() -> impl Iterator<Item = Transform> {
    let eight = || Symmetry::ALL.into_iter().map(Transform::of);
    eight().chain(eight().map(Transform::with_colors_swapped))
}

/// Keeps the transforms with the smallest key.
pub(super) fn keep_least<K: Ord>(left: &mut Vec<Transform>, key: impl Fn(Transform) -> K) {
    let mut least: Option<K> = None;
    let mut kept = 0;
    for at in 0..left.len() {
        let key = key(left[at]);
        match least.as_ref().map(|least| key.cmp(least)) {
            Some(core::cmp::Ordering::Greater) => continue,
            Some(core::cmp::Ordering::Equal) => {}
            _ => {
                least = Some(key);
                kept = 0;
            }
        }
        left[kept] = left[at];
        kept += 1;
    }
    left.truncate(kept);
}

/// Adds the steps of a node: first setup, then moves. Returns the number of stones that it sets up, or `None` if there
/// are more than `max`.
pub(super) fn push(
    node: NodeRef<'_>,
    size: Size,
    max: usize,
    steps: &mut Vec<Step>,
    unreadable: &mut Vec<Unreadable>,
) -> Option<usize> {
    let moved = |color: Color, played: Move| Step::new(StepKind::Move(color), played.point());
    if let Some((color, point)) = node.plain_play(size) {
        steps.push(Step::play(color, point));
        return Some(0);
    }
    let mut moves = Vec::new();
    // The bytes of unreadable setup.
    let mut odd: Vec<Vec<u8>> = Vec::new();
    let mut setup = 0;
    for property in node.properties() {
        let ident = property.ident();
        if let Some(color) = ident.player() {
            moves.push(match property.single_move(size) {
                Some(played) => (moved(color, played), None),
                None => {
                    let what = StepKind::Unreadable(Some(color));
                    (Step::new(what, None), Some(brackets(&property)))
                }
            });
            continue;
        }
        let (name, stone) = if ident.is("AB") {
            ("AB", Some(Color::Black))
        } else if ident.is("AW") {
            ("AW", Some(Color::White))
        } else if ident.is("AE") {
            ("AE", None)
        } else {
            continue;
        };
        for value in property.values() {
            let step = |point| Step::new(StepKind::Setup(stone), Some(point));
            match western::area(value.raw(), size) {
                Ok(area) => {
                    setup += area.value.len();
                    if setup > max {
                        return None;
                    }
                    steps.extend(area.value.points().map(step));
                }
                Err(_) => odd.push([name.as_bytes(), b"[", value.raw(), b"]"].concat()),
            }
        }
    }
    odd.sort();
    let odd = odd.into_iter();
    let odd = odd.map(|bytes| (Step::new(StepKind::Unreadable(None), None), Some(bytes)));
    for (step, bytes) in odd.chain(moves) {
        unreadable.extend(bytes.map(|bytes| Unreadable {
            at: steps.len(),
            bytes: bytes.into(),
            by: Transform::IDENTITY,
        }));
        steps.push(step);
    }
    Some(setup)
}

/// Returns an iterator over ranges of steps: runs of setup, and all other steps one by one.
fn runs(steps: &[Step]) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut start = 0;
    core::iter::from_fn(move || {
        let first = steps.get(start)?;
        let length = if first.is_setup() {
            steps[start..]
                .iter()
                .take_while(|step| step.is_setup())
                .count()
        } else {
            1
        };
        let run = start..start + length;
        start = run.end;
        Some(run)
    })
}

/// Sorts each run of setup.
fn sort_setup(steps: &mut [Step]) {
    let mut rest = steps;
    while let Some(start) = rest.iter().position(|step| step.is_setup()) {
        let (_, from) = rest.split_at_mut(start);
        let length = from.iter().take_while(|step| step.is_setup()).count();
        let (setup, after) = from.split_at_mut(length);
        setup.sort_unstable();
        rest = after;
    }
}

/// The bytes of the values of a property, each in brackets.
pub(crate) fn brackets(property: &Property<'_>) -> Vec<u8> {
    let values = property.values();
    values
        .flat_map(|value| [b"[", value.raw(), b"]"].concat())
        .collect()
}
