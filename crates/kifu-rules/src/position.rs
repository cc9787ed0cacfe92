use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use kifu_core::{Action, ByColor, Color, Move, Point, Setup, Size};

use crate::board::{Change, SavedCell};
use crate::history::{Again, History, Kept, Kind, Ply, State};
use crate::illegal::lower;
use crate::repetition::repeated;
use crate::{Board, Changes, Illegal, Played, Repetition, Rules, Suicide};

/// A game of Go under a ruleset: the board, the turn, the ko, the prisoners and the history.
///
/// [`play`](Position::play) plays legal moves and refuses others. [`force`](Position::force) plays any action of a
/// record and reports how it breaks the rules. Each is one *ply*, which [`undo`](Position::undo) undoes.
///
/// ```
/// use kifu_core::{Color, Move, Point, Size};
/// use kifu_rules::{Illegal, Position, Rules};
///
/// let mut game = Position::new(Size::square(9).unwrap(), Rules::JAPANESE);
/// let point = Move::Play(Point::new(2, 6));
/// game.play(Color::Black, point).unwrap();
/// assert_eq!(game.to_play(), Color::White);
/// assert_eq!(game.play(Color::White, point), Err(Illegal::Occupied(Color::Black)));
/// assert!(game.undo());
/// assert_eq!(game.to_play(), Color::Black);
/// ```
pub struct Position {
    board: Board,
    rules: Rules,
    to_play: Color,
    // The number of passes at the end of the history.
    passes: u8,
    // The index of the forbidden point, or 0.
    ko: u16,
    // The prisoners that each player holds.
    prisoners: ByColor<u32>,
    history: History,
    // For each edit in the history, the number of plies including it. Positions before the latest edit cannot be
    // repeated.
    restarts: Vec<usize>,
    // The board before each ply with a change that a play cannot make.
    snapshots: Vec<Board>,
    // The cells of the chains from which forced plays removed a stone: see `Kept::Chain`.
    saved: Vec<SavedCell>,
}

/// The result of [`Position::force`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Forced {
    /// The effects of a move; the default for other actions.
    pub played: Played,
    /// The rules that the action broke; empty for a legal move.
    pub breaches: Vec<Breach>,
}

/// A breach of the rules by a forced action.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Breach {
    /// The point is not on the board, so no stone was put.
    OffBoard(Point),
    /// The move replaced a stone of this colour.
    Overwrote(Color),
    /// The move removed the player's own stones, against the rules.
    Suicide {
        /// The number of removed stones.
        stones: u16,
    },
    /// The move retook a ko immediately.
    KoTakenBack,
    /// The move repeated an earlier position, against the rules.
    Repeats {
        /// The number of plies after which that position occurred; 0 is the start.
        ply: usize,
        /// The number of plies from that position to its repetition.
        cycle: usize,
    },
    /// It was the other player's turn.
    OutOfTurn,
    /// The game was over.
    AfterEnd,
    /// The setup left the chain of the stone on this point without a liberty.
    NoLiberty(Point),
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Breach::OffBoard(_) => f.write_str("the point is not on the board"),
            Breach::Overwrote(color) => {
                write!(f, "the point is occupied by a {} stone", lower(*color))
            }
            Breach::Suicide { stones: 1 } => f.write_str("suicide of one stone"),
            Breach::Suicide { stones } => write!(f, "suicide of {stones} stones"),
            Breach::KoTakenBack => f.write_str("the ko was retaken immediately"),
            Breach::Repeats { ply: 0, cycle } => {
                write!(f, "the starting position is repeated after {cycle} moves")
            }
            Breach::Repeats { ply, cycle } => {
                write!(
                    f,
                    "the position after move {ply} is repeated after {cycle} moves"
                )
            }
            Breach::OutOfTurn => f.write_str("it was the other player's turn"),
            Breach::AfterEnd => f.write_str("the game was over"),
            Breach::NoLiberty(_) => f.write_str("the setup leaves a chain without a liberty"),
        }
    }
}

impl Position {
    /// Creates a game with an empty board and Black to play.
    pub fn new(size: Size, rules: Rules) -> Position {
        Position::start(Board::new(size), rules)
    }

    /// Creates a game from a setup. Black is to play unless the setup states the turn.
    ///
    /// # Errors
    ///
    /// [`SetupError`] if a chain has no liberty. The error contains the position, with two ways to continue.
    pub fn from_setup(setup: &Setup, rules: Rules) -> Result<Position, SetupError> {
        let mut board = Board::from_setup(setup);
        let ko = setup.ko.and_then(|point| board.index(point));
        let ko = ko.filter(|&at| board.is_empty(at)).unwrap_or(0);
        let to_play = setup.to_play.unwrap_or(Color::Black);
        if ko != 0 {
            board.mark_vacated(ko, to_play);
        }
        let position = Position {
            to_play,
            ko: ko as u16,
            ..Position::start(board, rules)
        };
        let dead = position
            .board
            .chains()
            .find(|chain| !chain.has_liberty())
            .and_then(|chain| chain.stones().next());
        match dead {
            None => Ok(position),
            Some(point) => Err(SetupError {
                point,
                position: Box::new(position),
            }),
        }
    }

    /// Converts the stones, the turn and the ko to a setup, without the history.
    pub fn to_setup(&self) -> Setup {
        let mut setup = self.board.to_setup();
        setup.to_play = Some(self.to_play);
        setup.ko = self.ko();
        setup
    }

    /// The board.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the board and drops the rest of the game.
    pub fn into_board(self) -> Board {
        self.board
    }

    /// The memory that the game uses in bytes, including unused capacity for the history.
    pub fn memory(&self) -> usize {
        let snapshots = self.snapshots.iter().map(Board::memory);
        size_of::<Position>() - size_of::<Board>()
            + self.board.memory()
            + self.history.memory()
            + self.restarts.capacity() * size_of::<usize>()
            + self.saved.capacity() * size_of::<SavedCell>()
            + snapshots.sum::<usize>()
    }

    /// The part of [`memory`](Position::memory) for boards and chains that [`undo`](Position::undo) needs, because an edit
    /// or a move onto a stone changed them. A game without such plies keeps none. This takes constant time.
    ///
    /// ```
    /// use kifu_core::{Action, Color, Move, Point, Size};
    /// use kifu_rules::{Position, Rules};
    ///
    /// let mut game = Position::new(Size::square(9).unwrap(), Rules::JAPANESE);
    /// let point = Point::new(2, 6);
    /// game.play(Color::Black, Move::Play(point)).unwrap();
    /// assert_eq!(game.copies_memory(), 0);
    /// game.force(Action::Play(Color::White, Move::Play(point)));
    /// assert!((1..100).contains(&game.copies_memory()));
    /// game.edit([(point, None)]);
    /// assert!(game.copies_memory() > game.board().memory());
    /// ```
    pub fn copies_memory(&self) -> usize {
        self.snapshots.len() * self.board.memory() + self.saved.len() * size_of::<SavedCell>()
    }

    /// The ruleset.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The player whose turn it is.
    #[inline]
    pub fn to_play(&self) -> Color {
        self.to_play
    }

    /// The point that a simple ko rule forbids to the side to move, whatever the ruleset allows.
    pub fn ko(&self) -> Option<Point> {
        (self.ko != 0).then(|| self.board.point(usize::from(self.ko)))
    }

    /// The prisoners that each player holds: captured stones, stones that the opponent lost by suicide, and pass stones
    /// if the rules have them.
    pub fn prisoners(&self) -> ByColor<u32> {
        self.prisoners
    }

    /// The number of passes at the end of the history; at most 255.
    pub fn passes(&self) -> u8 {
        self.passes
    }

    /// Whether the players have ended the game by passing.
    #[inline]
    pub fn is_over(&self) -> bool {
        let enough = self.rules.passes_to_end;
        enough != 0
            && self.passes >= enough
            && !(self.rules.white_passes_last && self.to_play == Color::White)
    }

    /// The number of plies: plays, passes, edits and changes of turn.
    pub fn plies(&self) -> usize {
        self.history.len()
    }

    /// An iterator over the points from which the latest ply removed stones of either colour, in no particular order.
    /// It is empty after an edit.
    pub fn removed(&self) -> impl Iterator<Item = Point> + '_ {
        self.history
            .last()
            .into_iter()
            .flat_map(|ply| self.board.removed_by(&ply.change))
    }

    /// An iterator over the points whose stones the latest ply changed: the point of a play first, then the removed
    /// stones in no particular order. After an edit, the points are in the order of the board. No point is listed twice.
    /// It is empty after a pass and after a change of turn.
    ///
    /// This is the difference between two positions, which [`Grid`](crate::Grid), [`Planes`](crate::Planes) and
    /// [`SymmetricHashes`](crate::SymmetricHashes) need. In most plies, it is a single stone.
    ///
    /// ```
    /// use kifu_core::{Color, Move, Point, Size};
    /// use kifu_rules::{Position, Rules};
    ///
    /// let mut game = Position::new(Size::new(3, 1).unwrap(), Rules::JAPANESE);
    /// for (color, col) in [(Color::Black, 0), (Color::White, 1)] {
    ///     game.play(color, Move::Play(Point::new(col, 0))).unwrap();
    /// }
    /// let changes: Vec<_> = game.changes().map(|one| (one.point.col, one.after)).collect();
    /// assert_eq!(changes, [(1, Some(Color::White)), (0, None)]);
    /// ```
    #[inline]
    pub fn changes(&self) -> Changes<'_> {
        match self.history.last() {
            Some(ply) if matches!(ply.kind, Kind::Play | Kind::Edit) && ply.kept != Kept::Same => {
                Changes::of(&self.board, ply, self.snapshots.last())
            }
            _ => Changes::none(&self.board),
        }
    }

    /// The number of plies after which the same position with the same player to move last occurred, if it did; 0 is
    /// the start. This does not depend on the rules of repetition. If only simple ko is forbidden, players can declare
    /// a game with such a cycle void.
    #[inline]
    pub fn repeats(&self) -> Option<usize> {
        // Most plays put a stone on a point that had no stone of that colour before.
        let is_new = self.history.last().is_some_and(|ply| {
            ply.kind == Kind::Play && !ply.change.was_vacated() && !ply.change.is_suicide
        });
        if is_new { None } else { self.same_before() }
    }

    /// Plays a move of the side to move, if it is legal.
    ///
    /// # Errors
    ///
    /// [`Illegal`] with the reason; the position is unchanged.
    #[inline]
    pub fn play(&mut self, color: Color, action: Move) -> Result<Played, Illegal> {
        if color != self.to_play && !self.is_over() {
            return Err(Illegal::NotYourTurn);
        }
        self.play_any_turn(color, action)
    }

    /// Plays a move of either side, regardless of the turn, if it is otherwise legal. Afterwards it is the other
    /// player's turn.
    ///
    /// # Errors
    ///
    /// [`Illegal`] with the reason; the position is unchanged.
    #[inline]
    pub fn play_any_turn(&mut self, color: Color, action: Move) -> Result<Played, Illegal> {
        if self.is_over() {
            return Err(Illegal::GameOver);
        }
        let Move::Play(point) = action else {
            self.pass(color);
            return Ok(Played::default());
        };
        let at = self.board.index(point).ok_or(Illegal::OffBoard)?;
        if let Some(stone) = self.board.at(at) {
            return Err(Illegal::Occupied(stone));
        }
        // A ko or a repetition requires suicide, or a point that a stone of the same colour left before.
        let vacated = self.board.was_vacated(at, color);
        if vacated && self.is_ko_forbidden(at, color) {
            return Err(Illegal::Ko);
        }
        let hash = self.board.hash();
        let change = match self.attempt(at, point, color, self.rules.suicide, hash, Kept::Nothing) {
            Ok(change) => change,
            Err(stones) => {
                self.history.pop();
                return Err(Illegal::Suicide { stones });
            }
        };
        let revisits = vacated || change.is_suicide;
        if revisits {
            let earlier = self.history.len() - 1;
            if let Some(ply) = self.repeated(earlier, hash, color, self.board.hash()) {
                if let Some(ply) = self.history.pop() {
                    self.board.revert(&ply.change, hash);
                }
                return Err(self.superko(at, color, ply));
            }
        }
        Ok(self.commit(color, revisits))
    }

    /// Checks whether a move by the side to move is legal, without playing it.
    ///
    /// # Errors
    ///
    /// [`Illegal`] with the reason.
    pub fn judge(&self, action: Move) -> Result<(), Illegal> {
        if self.is_over() {
            return Err(Illegal::GameOver);
        }
        let Move::Play(point) = action else {
            return Ok(());
        };
        let color = self.to_play;
        let at = self.board.index(point).ok_or(Illegal::OffBoard)?;
        if let Some(stone) = self.board.at(at) {
            return Err(Illegal::Occupied(stone));
        }
        let vacated = self.board.was_vacated(at, color);
        if !vacated && self.board.has_empty_neighbour(at) {
            return Ok(());
        }
        if self.is_ko_forbidden(at, color) {
            return Err(Illegal::Ko);
        }
        let (hash, suicide) = self.board.foresee(at, color);
        if let Some(stones) = suicide.filter(|&stones| !self.rules.suicide.allows(stones)) {
            return Err(Illegal::Suicide { stones });
        }
        if vacated || suicide.is_some() {
            let earlier = self.history.len();
            if let Some(ply) = self.repeated(earlier, self.board.hash(), color, hash) {
                return Err(self.superko(at, color, ply));
            }
        }
        Ok(())
    }

    /// An iterator over the points where the side to move may play, row by row from the top. Passing is also legal
    /// until the game is over.
    pub fn legal_points(&self) -> impl Iterator<Item = Point> + '_ {
        self.board
            .size()
            .points()
            .filter(|&point| self.judge(Move::Play(point)).is_ok())
    }

    /// Plays an action of a record even if it is illegal, and reports how it breaks the rules.
    ///
    /// A move can replace another stone. Then it removes the opponent's chains without a liberty, and after that the
    /// player's own chain if it has none. A move off the board is reported and only changes the turn. To set up several
    /// stones at once, use [`edit`](Position::edit), which checks the result as a whole.
    ///
    /// ```
    /// use kifu_core::{Action, Color, Move, Point, Size};
    /// use kifu_rules::{Breach, Position, Rules};
    ///
    /// let mut game = Position::new(Size::square(9).unwrap(), Rules::JAPANESE);
    /// let point = Move::Play(Point::new(2, 6));
    /// game.force(Action::Play(Color::Black, point));
    /// let forced = game.force(Action::Play(Color::White, point));
    /// assert_eq!(forced.breaches[..], [Breach::Overwrote(Color::Black)]);
    /// ```
    pub fn force(&mut self, action: Action) -> Forced {
        match action {
            Action::Play(color, action) => self.force_move(color, action),
            Action::Put(point, stone) => Forced {
                played: Played::default(),
                breaches: self.edit([(point, stone)]),
            },
            Action::ToPlay(color) => {
                self.set_to_play(color);
                Forced::default()
            }
        }
    }

    /// Puts and removes stones as one ply, for example handicap stones, a problem or a correction. It does not capture,
    /// and does not change the turn, but ends a ko and a run of passes. Earlier positions can no longer be repeated.
    ///
    /// Returns [`Breach::NoLiberty`] with one stone of each chain without a liberty, and [`Breach::OffBoard`] for each
    /// point that was skipped.
    pub fn edit(&mut self, edits: impl IntoIterator<Item = (Point, Option<Color>)>) -> Vec<Breach> {
        let mut breaches = Vec::new();
        let mut edits = edits.into_iter();
        let size = self.board.size();
        let (first, second) = (edits.next(), edits.next());
        let hash = self.board.hash();
        self.restarts.push(self.history.len() + 1);
        match (first, second) {
            // A single stone on an empty point can be undone like a play.
            (Some((point, Some(color))), None) if self.is_empty(point) => {
                let at = self.board.index(point).unwrap_or(0);
                let change = self.board.set(at, point, color);
                self.push(hash, change, Kind::Edit, Kept::Nothing);
            }
            _ => {
                self.snapshots.push(self.board.clone());
                let edits = first.into_iter().chain(second).chain(edits);
                self.board.edit(edits.inspect(|&(point, _)| {
                    if !size.contains(point) {
                        breaches.push(Breach::OffBoard(point));
                    }
                }));
                self.push(hash, Change::none(self.to_play), Kind::Edit, Kept::Board);
            }
        }
        self.passes = 0;
        self.ko = 0;
        for chain in self.board.chains().filter(|chain| !chain.has_liberty()) {
            breaches.extend(chain.stones().next().map(Breach::NoLiberty));
        }
        breaches
    }

    /// Sets the player whose turn it is, as one ply.
    pub fn set_to_play(&mut self, color: Color) {
        self.turn(color, false);
    }

    /// Sets the turn; `resumes` is whether the passes no longer count.
    fn turn(&mut self, color: Color, resumes: bool) {
        let change = Change::turn(color, resumes);
        self.push(self.board.hash(), change, Kind::Turn, Kept::Nothing);
        if resumes {
            self.passes = 0;
        }
        if color != self.to_play {
            self.ko = 0;
        }
        self.to_play = color;
    }

    /// Undoes the latest ply. Returns `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let Some(ply) = self.history.pop() else {
            return false;
        };
        if ply.kind == Kind::Play {
            if ply.change.removed() > 0 {
                let holder = self.holder(&ply.change);
                self.prisoners[holder] -= u32::from(ply.change.removed());
            }
        } else if ply.kind == Kind::Pass && self.rules.pass_stones {
            self.prisoners[!ply.change.color()] -= 1;
        }
        if ply.kind == Kind::Edit {
            self.restarts.pop();
        }
        if ply.kept == Kept::Board {
            if let Some(board) = self.snapshots.pop() {
                self.board = board;
            }
        } else if matches!(ply.kind, Kind::Play | Kind::Edit) && ply.kept != Kept::Same {
            self.board.revert(&ply.change, ply.hash());
            if let Kept::Chain(_) = ply.kept {
                self.board.join_again(ply.change.at(), &mut self.saved);
            }
        }
        self.to_play = ply.to_play;
        self.passes = ply.passes;
        self.ko = ply.ko;
        if let Some((state, plies)) = self.history.unpack() {
            self.play_again(state, plies);
        }
        true
    }

    /// Undoes plies until at most `plies` are left, for example to go back from a variation to the node where it
    /// begins.
    pub fn undo_to(&mut self, plies: usize) {
        while self.plies() > plies {
            self.undo();
        }
    }

    /// Resumes a game that passes ended, as one ply. The passes no longer count, and the turn does not change.
    pub fn resume(&mut self) {
        self.turn(self.to_play, true);
    }
}

impl Position {
    /// Searches the history for [`Position::repeats`].
    fn same_before(&self) -> Option<usize> {
        // A stone that is still on the board, on a point that had no stone of that colour before, was on no earlier
        // board. Most searches end at the latest such play.
        let recent = self.history.recent(RECENT.min(self.plies() - self.since()));
        let is_new = |ply: &Ply| {
            ply.kind == Kind::Play
                && !ply.change.was_vacated()
                && self.board.at(ply.change.at()) == Some(ply.change.color())
        };
        let since = match recent.iter().rev().position(is_new) {
            Some(later) => self.plies() - later,
            None => self.since(),
        };
        self.history
            .latest_before(self.board.hash(), since..self.plies(), |ply| {
                self.history.to_play(ply) == self.to_play
            })
    }

    fn start(board: Board, rules: Rules) -> Position {
        Position {
            // Reserves enough for most games, because growing the history step by step would take longer than playing.
            history: History::with_capacity(board.size().area().min(TYPICAL_PLIES)),
            board,
            rules,
            to_play: Color::Black,
            passes: 0,
            ko: 0,
            prisoners: ByColor::default(),
            restarts: Vec::new(),
            snapshots: Vec::new(),
            saved: Vec::new(),
        }
    }

    fn pass(&mut self, color: Color) {
        self.push(
            self.board.hash(),
            Change::none(color),
            Kind::Pass,
            Kept::Nothing,
        );
        if self.rules.pass_stones {
            self.prisoners[!color] += 1;
        }
        self.passes = self.passes.saturating_add(1);
        self.ko = 0;
        self.to_play = !color;
    }

    /// Goes back to a state, and plays the plies after it again, which are in the hash table of the history.
    #[cold]
    fn play_again(&mut self, state: State, plies: Range<usize>) {
        self.board = state.board;
        self.to_play = state.to_play;
        self.passes = state.passes;
        self.ko = state.ko;
        self.prisoners = state.prisoners;
        for ply in plies {
            match self.history.packed(ply) {
                Again::Pass(color) => self.pass(color),
                Again::Turn(color, resumes) => self.turn(color, resumes),
                Again::Play(color, at) if !self.board.is_empty(at) => {
                    self.play_same(color, at);
                }
                Again::Play(color, at) => {
                    let (point, hash) = (self.board.point(at), self.board.hash());
                    // Any suicide is allowed, so no play is refused.
                    let _ = self.attempt(at, point, color, Suicide::Any, hash, Kept::Nothing);
                    self.commit(color, false);
                }
            }
        }
    }

    /// Plays a stone onto one of the same colour, which changes nothing on the board.
    fn play_same(&mut self, color: Color, at: usize) -> Played {
        let change = self.board.unchanged(at, color);
        self.push(self.board.hash(), change, Kind::Play, Kept::Same);
        self.commit(color, true)
    }

    /// Adds a ply and plays its stone on the board; `hash` is the hash before it. If the play is refused, the ply
    /// remains.
    #[inline]
    fn attempt(
        &mut self,
        at: usize,
        point: Point,
        color: Color,
        suicide: Suicide,
        hash: u128,
        kept: Kept,
    ) -> Result<&Change, u16> {
        self.push(hash, self.board.change(at, color), Kind::Play, kept);
        let ply = self.history.last_mut().ok_or(0u16)?;
        self.board
            .attempt(at, point, color, suicide, &mut ply.change)?;
        Ok(&ply.change)
    }

    /// Completes the latest ply, which is a play. `revisits` is the same as in [`Played`].
    #[inline]
    fn commit(&mut self, color: Color, revisits: bool) -> Played {
        self.passes = 0;
        self.ko = 0;
        self.to_play = !color;
        let Some(ply) = self.history.last().filter(|ply| ply.change.removed() > 0) else {
            return Played {
                revisits,
                ..Played::default()
            };
        };
        let holder = self.holder(&ply.change);
        self.prisoners[holder] += u32::from(ply.change.removed());
        self.ko = self.board.ko_after(&ply.change).unwrap_or(0) as u16;
        self.board.played(&ply.change)
    }

    #[inline]
    fn push(&mut self, hash: u128, change: Change, kind: Kind, kept: Kept) {
        let mut ply = Ply::new(hash, change, kind, self.to_play);
        ply.ko = self.ko;
        ply.passes = self.passes;
        ply.kept = kept;
        if self.history.push(ply) {
            self.divide();
        }
    }

    /// Divides a long history; the latest ply has not been played yet.
    #[cold]
    fn divide(&mut self) {
        self.history.divide(self.board.cells(), || State {
            board: self.board.clone(),
            to_play: self.to_play,
            passes: self.passes,
            ko: self.ko,
            prisoners: self.prisoners,
        });
    }

    /// The number of plies before the first position that can be repeated.
    #[inline]
    fn since(&self) -> usize {
        self.restarts.last().copied().unwrap_or(0)
    }

    /// The player who gets the removed stones as prisoners.
    #[inline]
    fn holder(&self, change: &Change) -> Color {
        if change.is_suicide {
            !change.color()
        } else {
            change.color()
        }
    }

    /// Whether a play takes the ko back. The ko point is forbidden only to the side to move: a stone that is played
    /// there out of turn fills the ko.
    #[inline]
    fn takes_ko_back(&self, at: usize, color: Color) -> bool {
        at == usize::from(self.ko) && color == self.to_play
    }

    /// Whether taking the ko back is forbidden independently of the history.
    #[inline]
    fn is_ko_forbidden(&self, at: usize, color: Color) -> bool {
        self.takes_ko_back(at, color)
            && match self.rules.repetition {
                Repetition::Allowed | Repetition::NaturalSituational => false,
                Repetition::SimpleKo => true,
                // The history decides: retaking a ko does not repeat a board if the ko was taken by replacing a stone,
                // or next to stones without a liberty. A ko in the setup does not have a history.
                Repetition::Positional | Repetition::Situational => self.is_ko_of_setup(),
            }
    }

    /// Whether the ko is from the setup: since then, only the turn was changed.
    #[cold]
    fn is_ko_of_setup(&self) -> bool {
        let mut since = (self.since()..self.plies()).rev();
        since.all(|ply| self.history.kind(ply) == Kind::Turn)
    }

    /// The latest of the first `plies` positions that a play from `now` to `hash` repeats, if the rules forbid it.
    #[inline]
    fn repeated(&self, plies: usize, now: u128, color: Color, hash: u128) -> Option<usize> {
        if matches!(
            self.rules.repetition,
            Repetition::Allowed | Repetition::SimpleKo
        ) {
            return None;
        }
        let plies = self.since()..plies;
        repeated(
            self.rules.repetition,
            &self.history,
            plies,
            now,
            self.to_play,
            color,
            hash,
        )
    }

    /// The error for a repetition. An immediately retaken ko is reported as a ko under all rules.
    fn superko(&self, at: usize, color: Color, ply: usize) -> Illegal {
        if self.takes_ko_back(at, color) {
            Illegal::Ko
        } else {
            Illegal::Superko { ply }
        }
    }

    fn force_move(&mut self, color: Color, action: Move) -> Forced {
        let mut breaches = Vec::new();
        if color != self.to_play {
            breaches.push(Breach::OutOfTurn);
        }
        if self.is_over() {
            breaches.push(Breach::AfterEnd);
        }
        let Move::Play(point) = action else {
            self.pass(color);
            let played = Played::default();
            return Forced { played, breaches };
        };
        let Some(at) = self.board.index(point) else {
            breaches.push(Breach::OffBoard(point));
            self.set_to_play(!color);
            let played = Played::default();
            return Forced { played, breaches };
        };
        let hash = self.board.hash();
        let overwritten = self.board.at(at);
        if let Some(stone) = overwritten {
            breaches.push(Breach::Overwrote(stone));
            if stone == color && self.board.is_settled(at) {
                let played = self.play_same(color, at);
                return Forced { played, breaches };
            }
            self.board.cut(at, point, stone, &mut self.saved);
        }
        let vacated = self.board.was_vacated(at, color);
        let is_ko_forbidden = self.is_ko_forbidden(at, color);
        let takes_ko_back = self.takes_ko_back(at, color);
        if is_ko_forbidden {
            breaches.push(Breach::KoTakenBack);
        }
        let earlier = self.history.len();
        let kept = overwritten.map_or(Kept::Nothing, Kept::Chain);
        let (is_suicide, stones) = match self.attempt(at, point, color, Suicide::Any, hash, kept) {
            Ok(change) => (change.is_suicide, change.removed()),
            Err(_) => unreachable!("any suicide is allowed"),
        };
        if is_suicide && !self.rules.suicide.allows(stones) {
            breaches.push(Breach::Suicide { stones });
        }
        // The rules of repetition are only about plays on empty points.
        if (vacated || is_suicide) && overwritten.is_none() {
            if let Some(ply) = self.repeated(earlier, hash, color, self.board.hash()) {
                if takes_ko_back && !is_ko_forbidden {
                    breaches.push(Breach::KoTakenBack);
                }
                let cycle = earlier + 1 - ply;
                breaches.push(Breach::Repeats { ply, cycle });
            }
        }
        let played = self.commit(color, vacated || is_suicide);
        Forced { played, breaches }
    }

    /// The point of the latest ply, if it was a play on an empty point and not suicide.
    #[inline]
    pub(crate) fn latest_play(&self) -> Option<Point> {
        let is_plain = |ply: &&Ply| {
            ply.kind == Kind::Play && ply.kept == Kept::Nothing && !ply.change.is_suicide
        };
        let ply = self.history.last().filter(is_plain)?;
        Some(self.board.point(ply.change.at()))
    }

    /// Whether the chains that the latest ply did not touch have kept their heads.
    #[inline]
    pub(crate) fn keeps_chains(&self) -> bool {
        self.history
            .last()
            .is_some_and(|ply| ply.kept == Kept::Nothing)
    }

    /// Whether the latest ply merged chains.
    #[inline]
    pub(crate) fn has_merged(&self) -> bool {
        self.history
            .last()
            .is_some_and(|ply| ply.change.has_merged())
    }

    fn is_empty(&self, point: Point) -> bool {
        self.board
            .index(point)
            .is_some_and(|at| self.board.is_empty(at))
    }
}

/// The initial capacity of the history. Nearly all of 36,000 server games are shorter.
const TYPICAL_PLIES: usize = 400;

/// The number of plies in which [`Position::repeats`] looks for a reason not to search the history.
const RECENT: usize = 32;

impl Clone for Position {
    fn clone(&self) -> Position {
        Position {
            board: self.board.clone(),
            history: self.history.clone(),
            restarts: self.restarts.clone(),
            snapshots: self.snapshots.clone(),
            saved: self.saved.clone(),
            ..*self
        }
    }

    /// Allocates nothing if the boards have the same size and the history fits, in games of up to 512 plies.
    fn clone_from(&mut self, source: &Position) {
        self.board.clone_from(&source.board);
        self.history.clone_from(&source.history);
        self.snapshots.clone_from(&source.snapshots);
        self.saved.clone_from(&source.saved);
        self.rules = source.rules;
        self.to_play = source.to_play;
        self.passes = source.passes;
        self.ko = source.ko;
        self.prisoners = source.prisoners;
        self.restarts.clone_from(&source.restarts);
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to play, ", self.to_play)?;
        write!(f, "{} plies\n{}", self.history.len(), self.board)
    }
}

/// The error of a setup with chains without liberties.
///
/// Such a position cannot arise in play. The error contains the position for callers that want to continue with it.
///
/// ```
/// use kifu_core::{Color, Point, Setup, Size};
/// use kifu_rules::{Position, Rules, SetupError};
///
/// let mut setup = Setup::empty(Size::new(2, 1).unwrap());
/// setup.put(Point::new(0, 0), Some(Color::Black));
/// setup.put(Point::new(1, 0), Some(Color::White));
/// let position = Position::from_setup(&setup, Rules::JAPANESE)
///     .unwrap_or_else(SetupError::remove_dead_stones);
/// assert_eq!(position.board().stones().count(), 0);
/// ```
#[derive(Clone, Debug)]
pub struct SetupError {
    point: Point,
    position: Box<Position>,
}

impl SetupError {
    /// A stone of a chain without liberties.
    pub fn point(&self) -> Point {
        self.point
    }

    /// Returns the position with all stones, including those without liberties. They stay until a neighbouring chain is
    /// captured or an edit removes them.
    pub fn keep_dead_stones(self) -> Position {
        *self.position
    }

    /// Returns the position without the chains that have no liberty. The removed stones are not prisoners.
    pub fn remove_dead_stones(self) -> Position {
        let mut position = *self.position;
        let dead: Vec<Point> = position
            .board
            .chains()
            .filter(|chain| !chain.has_liberty())
            .flat_map(|chain| chain.stones())
            .collect();
        position
            .board
            .edit(dead.into_iter().map(|point| (point, None)));
        position
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a chain of the setup has no liberty")?;
        if let Some(name) = self.position.board.size().western(self.point) {
            write!(f, ": the chain at {name}")?;
        }
        Ok(())
    }
}

impl core::error::Error for SetupError {}
