//! Games, as the search sees them.

use kifu_core::{Action, Color, Move, Outcome, Point, Size};

use crate::grid::{self, Ever};

/// A game: the size of its board, and what was done one after the other.
///
/// The positions of a game are the one before its first move and the one after each move. Stones
/// that are put up or taken away between two moves make one position more, all of them
/// together; those before the first move belong to the position before it. A move that cannot be read,
/// or to a point off the board, is a move that leaves the stones as they are, but is not a pass:
/// nobody knows what was played. What the rules forbid is played as far as it can be, as
/// [`Position::force`](kifu_rules::Position::force) does.
///
/// ```
/// use kifu_core::{Action, Color, Move, Point, Size};
/// use kifu_search::Line;
///
/// let moves = [(Color::Black, Point::new(15, 3)), (Color::White, Point::new(3, 15))];
/// let moves = moves.map(|(color, point)| Action::Play(color, Move::Play(point)));
/// let line = Line::new(Size::default(), moves);
/// assert_eq!(line.moves(), 2);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    size: Size,
    steps: Vec<Step>,
}

impl Line {
    /// A game of these actions. [`Action::ToPlay`] changes no position and is left out.
    pub fn new(size: Size, actions: impl IntoIterator<Item = Action>) -> Line {
        let mut line = Line {
            size,
            steps: Vec::new(),
        };
        line.extend(actions);
        line
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Adds a move of this player that cannot be read, as is a move to a point off the board.
    pub fn push_unreadable(&mut self, color: Color) {
        self.steps.push(Step::unreadable(color));
    }

    /// How many moves there are, passes and unreadable moves among them.
    pub fn moves(&self) -> usize {
        let moves = self.steps.iter().filter(|step| step.is_move());
        moves.count()
    }

    pub(crate) fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Where each colour puts a stone in so many moves.
    pub(crate) fn ever(&self, moves: u32, ever: &mut Ever) {
        ever.clear(self.size);
        let mut left = moves;
        for step in &self.steps {
            if step.is_move() {
                if left == 0 {
                    // What is set up behind the last move belongs to its number.
                    break;
                }
                left -= 1;
            }
            if let (Some(color), Some(at)) = (step.stone(), step.at()) {
                ever.add(color, at);
            }
        }
    }
}

impl Extend<Action> for Line {
    fn extend<I: IntoIterator<Item = Action>>(&mut self, actions: I) {
        let size = self.size;
        let steps = actions
            .into_iter()
            .filter_map(|action| Step::of(action, size));
        self.steps.extend(steps);
    }
}

/// A move, or a stone that is put up, in two bytes: what is done, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Step(u16);

const AT: u16 = (1 << 12) - 1;
const PASS: u16 = AT;
// No board has as many points.
const UNREADABLE: u16 = AT - 1;
const WHITE: u16 = 1 << 12;
const PUT: u16 = 1 << 13;
const CLEAR: u16 = 1 << 14;

impl Step {
    fn of(action: Action, size: Size) -> Option<Step> {
        let number = |point: Point| size.contains(point).then(|| grid::number(point));
        match action {
            Action::Play(color, action) => Some(match action {
                Move::Play(point) => match number(point) {
                    Some(at) => Step::play(color, at),
                    None => Step::unreadable(color),
                },
                Move::Pass => Step::pass(color),
            }),
            Action::Put(point, stone) => number(point).map(|at| Step::put(at, stone)),
            Action::ToPlay(_) => None,
        }
    }

    #[inline]
    pub(crate) fn play(color: Color, at: u16) -> Step {
        Step(at | white(color))
    }

    pub(crate) fn pass(color: Color) -> Step {
        Step(PASS | white(color))
    }

    pub(crate) fn unreadable(color: Color) -> Step {
        Step(UNREADABLE | white(color))
    }

    pub(crate) fn put(at: u16, stone: Option<Color>) -> Step {
        Step(at | PUT | stone.map_or(CLEAR, white))
    }

    /// A stone that is put up or taken away, by its bits.
    pub(crate) fn from_bits(bits: u16) -> Option<Step> {
        let is_put = bits & PUT != 0 && Step(bits).at().is_some() && bits >> 15 == 0;
        is_put.then_some(Step(bits))
    }

    pub(crate) fn to_bits(self) -> u16 {
        self.0
    }

    #[inline]
    pub(crate) fn is_move(self) -> bool {
        self.0 & PUT == 0
    }

    pub(crate) fn is_pass(self) -> bool {
        self.is_move() && self.0 & AT == PASS
    }

    /// The point; `None` for a pass and for a move that cannot be read.
    #[inline]
    pub(crate) fn at(self) -> Option<u16> {
        (self.0 & AT < UNREADABLE).then_some(self.0 & AT)
    }

    /// The colour of the stone or of the player; `None` where a point is cleared.
    #[inline]
    pub(crate) fn stone(self) -> Option<Color> {
        match self.0 & (WHITE | CLEAR) {
            0 => Some(Color::Black),
            WHITE => Some(Color::White),
            _ => None,
        }
    }
}

fn white(color: Color) -> u16 {
    match color {
        Color::Black => 0,
        Color::White => WHITE,
    }
}

/// Who won a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Winner {
    /// Black did.
    Black,
    /// White did.
    White,
    /// It is a tie.
    Nobody,
    /// That is not known, or there was no result.
    #[default]
    Unknown,
}

impl Winner {
    /// The same with the colours exchanged.
    #[must_use]
    pub const fn swapped(self) -> Winner {
        match self {
            Winner::Black => Winner::White,
            Winner::White => Winner::Black,
            other => other,
        }
    }
}

impl From<Outcome> for Winner {
    fn from(outcome: Outcome) -> Winner {
        match (outcome, outcome.winner()) {
            (_, Some(Color::Black)) => Winner::Black,
            (_, Some(Color::White)) => Winner::White,
            (Outcome::Draw, _) => Winner::Nobody,
            _ => Winner::Unknown,
        }
    }
}
