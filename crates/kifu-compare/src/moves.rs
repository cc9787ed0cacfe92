//! What a main line puts on the board, small enough to hold that of many games.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use kifu_core::{Color, Move, Point, Size};
use kifu_rules::Symmetry;
use kifu_sgf::value::western;
use kifu_sgf::{Document, GameContext, GameType, NodeId, NodeRef, Property};

use kifu_transform::Transform;

/// A stone set up, a point emptied, a move, or something of these that cannot be read: two bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step(u16);

/// What a [`Step`] does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// A stone is put, or whatever is there taken away.
    Setup(Option<Color>),
    /// A move, or a pass.
    Move(Color),
    /// A value that cannot be read: of a move of this colour, or of setup.
    Unreadable(Option<Color>),
}

impl Step {
    /// Six bits for the row, six for the column, and above them the kind.
    const PASS: u16 = 0xFFF;
    const FIRST_MOVE: u16 = 3 << 12;
    const FIRST_UNREADABLE: u16 = 5 << 12;

    fn new(what: What, point: Option<Point>) -> Step {
        let kind = match what {
            What::Setup(Some(Color::Black)) => 0,
            What::Setup(Some(Color::White)) => 1,
            What::Setup(None) => 2,
            What::Move(Color::Black) => 3,
            What::Move(Color::White) => 4,
            What::Unreadable(None) => 5,
            What::Unreadable(Some(Color::Black)) => 6,
            What::Unreadable(Some(Color::White)) => 7,
        };
        let place = point.map_or(Step::PASS, |point| {
            u16::from(point.col) << 6 | u16::from(point.row)
        });
        Step(kind << 12 | place)
    }

    /// What it does.
    pub const fn what(self) -> What {
        match self.0 >> 12 {
            0 => What::Setup(Some(Color::Black)),
            1 => What::Setup(Some(Color::White)),
            2 => What::Setup(None),
            3 => What::Move(Color::Black),
            4 => What::Move(Color::White),
            5 => What::Unreadable(None),
            6 => What::Unreadable(Some(Color::Black)),
            _ => What::Unreadable(Some(Color::White)),
        }
    }

    /// Where; `None` for a pass, and for what cannot be read.
    pub const fn point(self) -> Option<Point> {
        match self.0 & Step::PASS {
            Step::PASS => None,
            _ if self.is_unreadable() => None,
            place => Some(Point::new((place >> 6) as u8, (place & 63) as u8)),
        }
    }

    /// Whether it is a move, including passes and moves that cannot be read.
    pub const fn is_move(self) -> bool {
        self.0 >= Step::FIRST_MOVE && self.0 >> 12 != 5
    }

    /// Whether it is a pass.
    pub const fn is_pass(self) -> bool {
        self.is_move() && !self.is_unreadable() && self.0 & Step::PASS == Step::PASS
    }

    /// Whether its value cannot be read, so that nobody knows what it does.
    pub const fn is_unreadable(self) -> bool {
        self.0 >= Step::FIRST_UNREADABLE
    }

    /// Whether it is setup that can be read: its order makes no difference.
    pub(super) const fn is_setup(self) -> bool {
        self.0 < Step::FIRST_MOVE
    }

    /// How many unreadable values can be told apart by steps alone.
    const UNREADABLE_NUMBERS: usize = Step::PASS as usize - 1;

    /// The same, for an unreadable value with this number; numbers that are too high are those of
    /// different values in the two games, so that these never count as equal.
    fn numbered(self, number: usize, is_first: bool) -> Step {
        let place = match number < Step::UNREADABLE_NUMBERS {
            true => number as u16,
            false => Step::PASS - u16::from(is_first),
        };
        Step(self.0 & !Step::PASS | place)
    }

    /// The number under which tables hold it.
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// How many of those there are.
    pub(super) const KINDS: usize = 8 << 12;

    /// The same on a board of this size that is transformed.
    pub(super) fn transformed(self, by: Transform, size: Size) -> Step {
        let recolored = |color: Color| match by.swaps_colors {
            true => !color,
            false => color,
        };
        let what = match self.what() {
            What::Setup(color) => What::Setup(color.map(recolored)),
            What::Move(color) => What::Move(recolored(color)),
            What::Unreadable(color) => {
                let what = What::Unreadable(color.map(recolored));
                return Step(Step::new(what, None).0 & !Step::PASS | self.0 & Step::PASS);
            }
        };
        let point = self.point();
        Step::new(what, point.map(|point| by.symmetry.point(point, size)))
    }
}

impl fmt::Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {:?}", self.what(), self.point())
    }
}

/// What the main line of a game puts on the board, in its order. Stones that are set up
/// between two moves have none, and stand in one that does not depend on the record.
///
/// A value that cannot be read is a step of its own, and the same only as a value with the same bytes:
/// nobody knows what it does. So games with such values are equal only if they lie the same way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moves {
    size: Size,
    steps: Box<[Step]>,
    unreadable: Box<[Unreadable]>,
}

/// A value that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Unreadable {
    /// The index of its step.
    at: usize,
    bytes: Box<[u8]>,
    /// How the game was transformed. What that does to the value is unknown.
    by: Transform,
}

impl Unreadable {
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// What two of them are compared by.
    pub(super) fn key(&self) -> (usize, &[u8], usize) {
        (self.at, &self.bytes, number_of(self.by))
    }
}

impl Moves {
    /// How many stones can be set up in a game, before it is taken for something else.
    pub const MOST_SETUP: usize = 1 << 16;

    /// The main line of the game of a root. Western coordinates such as `D4` are read as the points
    /// that they name.
    ///
    /// `None` if the game is not Go, or sets up more than [`MOST_SETUP`](Moves::MOST_SETUP)
    /// stones.
    pub fn of(document: &Document, root: NodeId) -> Option<Moves> {
        let context = GameContext::of(document.node(root));
        if context.game != GameType::GO {
            return None;
        }
        Moves::of_nodes(document.main_line(root), context.size)
    }

    /// The same for any line of a game on a board of this size.
    pub(super) fn of_nodes<'d>(
        nodes: impl Iterator<Item = NodeRef<'d>>,
        size: Size,
    ) -> Option<Moves> {
        let mut steps = Vec::new();
        let mut unreadable = Vec::new();
        let mut setup = 0;
        for node in nodes {
            let most = Moves::MOST_SETUP - setup;
            setup += push(node, size, most, &mut steps, &mut unreadable)?;
        }
        put_setup_in_order(&mut steps);
        Some(Moves {
            size,
            steps: steps.into(),
            unreadable: unreadable.into(),
        })
    }

    /// The board.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// All of it.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Whether there are values that cannot be read.
    pub fn has_unreadable(&self) -> bool {
        !self.unreadable.is_empty()
    }

    /// The bytes of the value of a step, by its index, if it cannot be read. Setup has its identifier
    /// before them.
    pub fn unreadable(&self, step: usize) -> Option<&[u8]> {
        let found = self.unreadable.binary_search_by_key(&step, |one| one.at);
        Some(&self.unreadable[found.ok()?].bytes)
    }

    pub(super) fn all_unreadable(&self) -> &[Unreadable] {
        &self.unreadable
    }

    /// The steps, with the same number for the same unreadable value.
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

    /// How many moves there are, passes among them.
    pub fn count(&self) -> usize {
        self.steps.iter().filter(|step| step.is_move()).count()
    }

    /// The number of each step's move; of a stone that is set up, that of the move before it.
    pub fn numbers(&self) -> Vec<usize> {
        let mut number = 0;
        let mut next = |step: &Step| {
            number += usize::from(step.is_move());
            number
        };
        self.steps.iter().map(&mut next).collect()
    }

    /// The same game, transformed.
    pub fn transformed(&self, by: Transform) -> Moves {
        let size = self.size;
        let mut steps: Box<[Step]> = self
            .steps
            .iter()
            .map(|step| step.transformed(by, size))
            .collect();
        put_setup_in_order(&mut steps);
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

    /// The transform to the form that all sixteen have in common. What a game begins with has a
    /// form that the game's begins with.
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

/// Numbers for unreadable values, in two games: of their bytes, and of how their games lie.
pub(super) type Numbers<'m> = BTreeMap<(&'m [u8], usize), usize>;

/// The number of a transform, from 0.
fn number_of(by: Transform) -> usize {
    all().take_while(|one| *one != by).count()
}

/// All sixteen, the plainest first.
pub(super) fn all() -> impl Iterator<Item = Transform> {
    let eight = || Symmetry::ALL.into_iter().map(Transform::of);
    eight().chain(eight().map(Transform::with_colors_swapped))
}

/// Keeps those with the least key.
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

/// Adds what a node does: setup, then moves. Returns how many stones it sets up.
pub(super) fn push(
    node: NodeRef<'_>,
    size: Size,
    most: usize,
    steps: &mut Vec<Step>,
    unreadable: &mut Vec<Unreadable>,
) -> Option<usize> {
    let moved = |color: Color, played: Move| Step::new(What::Move(color), played.point());
    // Nearly all nodes are such.
    if let Some((color, letters, _)) = node.only_move() {
        if let Ok(read) = western::action(&letters, size) {
            steps.push(moved(color, read.value));
            return Some(0);
        }
    }
    let mut moves = Vec::new();
    // Each with its bytes.
    let mut odd: Vec<Vec<u8>> = Vec::new();
    let mut setup = 0;
    for property in node.properties() {
        let ident = property.ident();
        if let Some(color) = ident.player() {
            moves.push(match property.single_move(size) {
                Some(played) => (moved(color, played), None),
                None => {
                    let what = What::Unreadable(Some(color));
                    (Step::new(what, None), Some(brackets(&property)))
                }
            });
            continue;
        }
        let (name, stone) = match () {
            () if ident.is("AB") => ("AB", Some(Color::Black)),
            () if ident.is("AW") => ("AW", Some(Color::White)),
            () if ident.is("AE") => ("AE", None),
            () => continue,
        };
        for value in property.values() {
            let step = |point| Step::new(What::Setup(stone), Some(point));
            match western::area(value.raw(), size) {
                Ok(area) => {
                    setup += area.value.len();
                    if setup > most {
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
    let odd = odd.map(|bytes| (Step::new(What::Unreadable(None), None), Some(bytes)));
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

/// Stretches of setup, and single moves.
fn runs(steps: &[Step]) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut start = 0;
    core::iter::from_fn(move || {
        let first = steps.get(start)?;
        let length = match first.is_setup() {
            false => 1,
            true => steps[start..]
                .iter()
                .take_while(|step| step.is_setup())
                .count(),
        };
        let run = start..start + length;
        start = run.end;
        Some(run)
    })
}

fn put_setup_in_order(steps: &mut [Step]) {
    let mut rest = steps;
    while let Some(start) = rest.iter().position(|step| step.is_setup()) {
        let (_, from) = rest.split_at_mut(start);
        let length = from.iter().take_while(|step| step.is_setup()).count();
        let (setup, behind) = from.split_at_mut(length);
        setup.sort_unstable();
        rest = behind;
    }
}

/// The bytes of the values of a property, each in brackets.
pub(crate) fn brackets(property: &Property<'_>) -> Vec<u8> {
    let values = property.values();
    values
        .flat_map(|value| [b"[", value.raw(), b"]"].concat())
        .collect()
}
