//! What a main line puts on the board, small enough to hold that of many games.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use kifu_core::{Color, Point, Size};
use kifu_rules::Symmetry;
use kifu_sgf::value::action;
use kifu_sgf::{Document, Game, GameContext, NodeId, NodeRef};

use crate::transform::Transform;

/// A stone set up, a point emptied, or a move: two bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step(u16);

/// What a [`Step`] does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// A stone is put, or whatever is there taken away.
    Setup(Option<Color>),
    /// A move, or a pass.
    Move(Color),
}

impl Step {
    /// Six bits for the row, six for the column, and above them the kind.
    const PASS: u16 = 0xFFF;
    const FIRST_MOVE: u16 = 3 << 12;

    fn new(what: What, point: Option<Point>) -> Step {
        let kind = match what {
            What::Setup(Some(Color::Black)) => 0,
            What::Setup(Some(Color::White)) => 1,
            What::Setup(None) => 2,
            What::Move(Color::Black) => 3,
            What::Move(Color::White) => 4,
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
            _ => What::Move(Color::White),
        }
    }

    /// Where; `None` for a pass.
    pub const fn point(self) -> Option<Point> {
        match self.0 & Step::PASS {
            Step::PASS => None,
            place => Some(Point::new((place >> 6) as u8, (place & 63) as u8)),
        }
    }

    /// Whether it is a move, passes among them.
    pub const fn is_move(self) -> bool {
        self.0 >= Step::FIRST_MOVE
    }

    /// Whether it is a pass.
    pub const fn is_pass(self) -> bool {
        self.is_move() && self.0 & Step::PASS == Step::PASS
    }

    /// The number under which tables hold it.
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// How many of those there are.
    pub(super) const KINDS: usize = 5 << 12;

    /// The same on a board of this size that is transformed.
    pub(super) fn transformed(self, by: Transform, size: Size) -> Step {
        let recolored = |color: Color| match by.swaps_colors {
            true => !color,
            false => color,
        };
        let what = match self.what() {
            What::Setup(color) => What::Setup(color.map(recolored)),
            What::Move(color) => What::Move(recolored(color)),
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
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moves {
    size: Size,
    steps: Box<[Step]>,
}

impl Moves {
    /// How many stones can be set up in a game, before it is taken for something else.
    pub const MOST_SETUP: usize = 1 << 16;

    /// The main line of the game of a root. What is no point of the board counts as a pass.
    ///
    /// `None` if the game is not Go, or sets up more than [`MOST_SETUP`](Moves::MOST_SETUP)
    /// stones.
    pub fn of(document: &Document, root: NodeId) -> Option<Moves> {
        let context = GameContext::of(document.node(root));
        if context.game != Game::GO {
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
        let mut setup = 0;
        for node in nodes {
            setup += push(node, size, Moves::MOST_SETUP - setup, &mut steps)?;
        }
        put_setup_in_order(&mut steps);
        Some(Moves {
            size,
            steps: steps.into(),
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
        Moves {
            size: by.symmetry.size(size),
            steps,
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
        left.first().copied().unwrap_or(Transform::IDENTITY)
    }
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
) -> Option<usize> {
    // Nearly all nodes are such.
    if let Some((color, letters, _)) = node.only_move() {
        let read = action(&letters, size).ok();
        let point = read.and_then(|read| read.value.point());
        steps.push(Step::new(What::Move(color), point));
        return Some(0);
    }
    let mut moves = Vec::new();
    let mut setup = 0;
    for property in node.properties() {
        let ident = property.ident();
        if let Some(color) = ident.player() {
            let read = property.value().and_then(|value| value.action(size).ok());
            let point = read.and_then(|read| read.value.point());
            moves.push(Step::new(What::Move(color), point));
            continue;
        }
        let stone = match () {
            () if ident.is("AB") => Some(Color::Black),
            () if ident.is("AW") => Some(Color::White),
            () if ident.is("AE") => None,
            () => continue,
        };
        for area in property.values().filter_map(|value| value.area(size).ok()) {
            setup += area.value.len();
            if setup > most {
                return None;
            }
            let points = area.value.points();
            steps.extend(points.map(|point| Step::new(What::Setup(stone), Some(point))));
        }
    }
    steps.append(&mut moves);
    Some(setup)
}

/// Stretches of setup, and single moves.
fn runs(steps: &[Step]) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut start = 0;
    core::iter::from_fn(move || {
        let first = steps.get(start)?;
        let length = match first.is_move() {
            true => 1,
            false => steps[start..]
                .iter()
                .take_while(|step| !step.is_move())
                .count(),
        };
        let run = start..start + length;
        start = run.end;
        Some(run)
    })
}

fn put_setup_in_order(steps: &mut [Step]) {
    let mut rest = steps;
    while let Some(start) = rest.iter().position(|step| !step.is_move()) {
        let (_, from) = rest.split_at_mut(start);
        let length = from.iter().take_while(|step| !step.is_move()).count();
        let (setup, behind) = from.split_at_mut(length);
        setup.sort_unstable();
        rest = behind;
    }
}
