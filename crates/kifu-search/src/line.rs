//! Games in the form that the search uses.

use kifu_core::{Action, Color, Move, Outcome, Point, Size};

use crate::grid::{self, Ever};

/// A game: the size of its board and its actions in order.
///
/// The positions of a game are the position before its first move and the position after each move. Stones that are
/// set up or removed between two moves form one additional position; stones before the first move belong to the
/// first position. A move that cannot be read or is off the board counts as a move and leaves the stones as they
/// are, but is not a pass. Moves that break the rules are played as far as possible, as by
/// [`Position::force`](kifu_rules::Position::force).
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
    start: Option<Box<Start>>,
}

/// The branching from which a variation is searched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Start {
    /// The number of moves before the branching.
    pub(crate) number: u32,
    /// The stones at the branching, as setup.
    pub(crate) stones: Vec<Step>,
}

impl Line {
    /// Creates a game from actions. [`Action::ToPlay`] does not change the position and is ignored.
    pub fn new(size: Size, actions: impl IntoIterator<Item = Action>) -> Line {
        let mut line = Line {
            size,
            steps: Vec::new(),
            start: None,
        };
        line.extend(actions);
        line
    }

    /// Creates a line without moves that continues a position.
    #[cfg(feature = "sgf")]
    pub(crate) fn after(board: &kifu_rules::Board, number: u32) -> Line {
        let stones = board.stones();
        let stones = stones.map(|(point, color)| Step::put(grid::number(point), Some(color)));
        Line {
            size: board.size(),
            steps: Vec::new(),
            start: Some(Box::new(Start {
                number,
                stones: stones.collect(),
            })),
        }
    }

    /// The branching from which the line continues; `None` for a line from the start of a game.
    pub(crate) fn start(&self) -> Option<&Start> {
        self.start.as_deref()
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Appends a move of this player to a point of the board.
    #[cfg(feature = "sgf")]
    pub(crate) fn push_play(&mut self, color: Color, point: Point) {
        debug_assert!(self.size.contains(point));
        self.steps.push(Step::play(color, grid::number(point)));
    }

    /// Appends a move of this player that cannot be read, such as a move to a point off the board.
    pub fn push_unreadable(&mut self, color: Color) {
        self.steps.push(Step::unreadable(color));
    }

    /// The number of moves, including passes and unreadable moves.
    pub fn moves(&self) -> usize {
        let moves = self.steps.iter().filter(|step| step.is_move());
        moves.count()
    }

    pub(crate) fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Collects the points where each colour puts a stone within the first `moves` moves.
    pub(crate) fn ever(&self, moves: u32, ever: &mut Ever) {
        ever.clear(self.size);
        let mut left = moves;
        if let Some(start) = self.start() {
            for step in &start.stones {
                if let (Some(color), Some(at)) = (step.stone(), step.at()) {
                    ever.add(color, at);
                }
            }
            left = left.saturating_sub(start.number);
        }
        for step in &self.steps {
            if step.is_move() {
                if left == 0 {
                    // Only the next move ends the range, because setup after a move has the number
                    // of the move.
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

/// A move or a setup stone in two bytes: the kind, and the point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Step(u16);

const AT: u16 = (1 << 12) - 1;
const PASS: u16 = AT;
// More than the number of points of any board.
const UNREADABLE: u16 = AT - 1;
const WHITE: u16 = 1 << 12;
const PUT: u16 = 1 << 13;
const CLEAR: u16 = 1 << 14;

impl Step {
    /// Stands for stones that are set up, whatever they are.
    pub(crate) const SETUP: Step = Step(PUT);

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

    /// Decodes a stone that is set up or removed.
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

    /// The point; `None` for a pass and for an unreadable move.
    #[inline]
    pub(crate) fn at(self) -> Option<u16> {
        (self.0 & AT < UNREADABLE).then_some(self.0 & AT)
    }

    /// The colour of the stone or of the player; `None` if a point is cleared.
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

/// The winner of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Winner {
    /// Black won.
    Black,
    /// White won.
    White,
    /// The game was a draw.
    Nobody,
    /// The result is missing or unknown, or the game ended without a result.
    #[default]
    Unknown,
}

impl Winner {
    /// Returns the winner with the colours swapped.
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
