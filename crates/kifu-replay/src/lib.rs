// The README links to the cookbook as a file; the documentation has it as a module.
#![doc = "[cookbook]: crate::cookbook\n"]
#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod codes;
#[cfg(feature = "score")]
pub mod scoring;

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use kifu_core::{ByColor, Color, Move, Point, Size};
use kifu_rules::{Breach, Grid, Planes, Played, Position, Repetition, Rules, StoneChange};
use kifu_sgf::value::{Area, ValueError, ValueErrorKind, rules as rules_name, western};
use kifu_sgf::{Document, GameContext, GameType, Ident, NodeRef, Property, Value};
use kifu_span::{Code, Diagnostic, Span};
use kifu_tree::NodeId;

pub use codes::CODES;
pub use kifu_rules as rules;
pub use kifu_sgf as sgf;

/// The result of playing a record up to a node.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The position after the node. Its history may lack the start of the line: under rules that allow repetition, at most
    /// about 65,536 plies can be undone, and fewer if setup takes much memory.
    pub position: Position,
    /// The number of moves up to and including the node: properties `B` and `W`, including passes.
    pub number: u32,
    /// The last move; `None` if there was none, or if its value was not a point.
    pub last: Option<(Color, Move)>,
    /// The number of prisoners of each player.
    pub prisoners: ByColor<u32>,
    /// The findings, in the order of the record.
    pub findings: Vec<Finding>,
}

/// A breach of the rules, or an action that is impossible on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The node that contains the action.
    pub node: NodeId,
    /// The number of the move; for setup, the number of moves before it.
    pub number: u32,
    /// The player and the move, if a move can be read.
    pub moved: Option<(Color, Move)>,
    /// The position in the text, if the action comes from the text.
    pub span: Option<Span>,
    /// The kind of fault.
    pub fault: Fault,
}

/// The kind of fault that a [`Finding`] reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Fault {
    /// A breach of the rules, or an action that is impossible on the board. [`Breach::Repeats`],
    /// which counts in plies, is replaced by [`Fault::Repeats`].
    Breach(Breach),
    /// The move repeats an earlier position, against the rules.
    Repeats {
        /// The number of the move that led to the earlier position; 0 for the start.
        number: u32,
    },
    /// The move repeats an earlier position with the same player to move, under rules that only forbid retaking a
    /// ko immediately. The move is legal, and the players may agree that the game has no result. Only the first of
    /// a run of such moves is reported.
    Cycle {
        /// The number of the move that led to the earlier position; 0 for the start.
        number: u32,
    },
    /// The value is not a point, or not a player.
    Unusable,
    /// `GM` names another game, so the record is not played.
    NotGo(GameType),
    /// Setup and overwritten stones would take too much memory, so the rest of the line is not played.
    TooMuchSetup,
}

/// Returns the rules that the text of `RU` names; `None` if they are unknown.
///
/// The text may be KataGo's notation, as parsed by [`Rules`], or a name, as parsed by
/// [`kifu_sgf::value::rules`], with or without a description after it.
///
/// ```
/// use kifu_replay::rules::Rules;
/// use kifu_replay::stated_rules;
///
/// assert_eq!(stated_rules("Chinese 2002"), Some(Rules::CHINESE));
/// assert_eq!(stated_rules("house rules"), None);
/// ```
pub fn stated_rules(text: &str) -> Option<Rules> {
    let named = || Some(rules_name(text).ok()?.value.ruleset.into());
    text.parse().ok().or_else(named)
}

/// Plays the line from the root to a node.
pub fn replay(document: &Document, node: NodeId, rules: &Rules) -> Replay {
    let mut way: Vec<NodeId> = document.forest().ancestors(node).collect();
    way.reverse();
    way.push(node);
    let mut replayer = Replayer::forward(document, way[0], rules);
    let mut findings = Vec::new();
    for id in way {
        findings.extend_from_slice(replayer.enter(id));
    }
    replayer.into_replay(findings)
}

/// A replayer that plays the lines of a game tree, forward and back.
///
/// ```
/// use kifu_replay::Replayer;
/// use kifu_rules::Rules;
///
/// let document = kifu_sgf::Document::parse("(;SZ[9];B[ee];W[ed](;B[dd])(;B[fd]))")?;
/// let root = document.roots().next().unwrap();
/// let mut game = Replayer::new(&document, root, &Rules::JAPANESE);
/// while let Some(node) = game.advance() {
///     println!("{} {:?}", game.number(), node);
/// }
/// assert_eq!(game.number(), 3);
/// game.leave();
/// assert_eq!(game.number(), 2);
/// # Ok::<(), kifu_sgf::TooLarge>(())
/// ```
#[derive(Clone, Debug)]
pub struct Replayer<'d> {
    document: &'d Document,
    root: NodeId,
    position: Position,
    other_game: Option<GameType>,
    reports_cycles: bool,
    handicap: bool,
    /// The node entered last.
    node: Option<NodeId>,
    at: State,
    /// The node and the state before the first frame: `None` and the default unless the history was discarded.
    start: (Option<NodeId>, State),
    frames: Vec<Frame>,
    /// Whether the last frame is that of a node that may join the run above it.
    is_new: bool,
    /// Whether a legal move of the player to move, which repeats no position, continues the run of the last frame.
    is_steady: bool,
    /// The prisoners that were counted before the history was last discarded.
    before: ByColor<u32>,
    /// Whether the replayer only moves forward.
    forward: bool,
    findings: Vec<Finding>,
    /// The moves of the node that are still to be played, for [`Replayer::step`].
    rest: vec::IntoIter<Property<'d>>,
    /// The stones that the last step changed.
    changes: Vec<StoneChange>,
}

/// A step along the main line of a game: see [`Replayer::step`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Stones were set up or removed, or the turn was set.
    Setup,
    /// A move of this player; `None` if its value is not a point. A move off the board does not change any stones.
    Move(Color, Option<Move>),
}

/// The state of the replayer at a node, in addition to the position.
#[derive(Clone, Copy, Debug, Default)]
struct State {
    number: u32,
    last: Option<(Color, Move)>,
    flags: Flags,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Flags {
    white_moved: bool,
    turn_known: bool,
    /// Whether the rest of the line is not played.
    cut: bool,
    /// Whether the last play repeated an earlier position.
    cycling: bool,
}

impl Flags {
    /// The flags in the middle of a game.
    const STEADY: Flags = Flags {
        white_moved: true,
        turn_known: true,
        cut: false,
        cycling: false,
    };
}

/// An entered node and a run of similar nodes below it, with the data for leaving them.
///
/// Nearly all nodes of a long line are in a run, so that they take no memory here.
#[derive(Clone, Copy, Debug)]
struct Frame {
    /// The plies before the first node.
    plies: u32,
    /// The state after the first node, if it is not the node entered last.
    state: State,
    /// The number of nodes below the first one that are in the run.
    run: u32,
    /// Whether each node of the run is one move, as one ply. Otherwise, they have no plies.
    run_moves: bool,
}

impl Frame {
    /// The state after the last node. In a run of moves, `last` is that of the first node.
    #[inline]
    fn end(&self) -> State {
        let moves = if self.run_moves { self.run } else { 0 };
        State {
            number: self.state.number + moves,
            ..self.state
        }
    }

    /// Whether the last node is one of a run of moves.
    #[inline]
    fn ends_with_moves(&self) -> bool {
        self.run_moves && self.run > 0
    }
}

/// The number of plies after which a forward replayer discards a history without an effect.
const MANY_PLIES: usize = 1 << 16;

/// The maximum total size of the boards and chains that [`Replayer::leave`] needs, in bytes.
const MAX_COPIES_SIZE: usize = 128 << 20;

/// The reason why the positions of a game cannot be shown.
///
/// The text begins with a verb, for a sentence such as `game 3 is not Go, but Chess`.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NotShown {
    /// The game is not Go.
    OtherGame(GameType),
    /// The board is too large for kifu, or has no points.
    Board(ValueError),
}

impl fmt::Display for NotShown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotShown::OtherGame(game) => write!(f, "is not Go, but {game}"),
            NotShown::Board(error) => write!(f, "has a board that cannot be shown: `SZ`: {error}"),
        }
    }
}

impl core::error::Error for NotShown {}

impl<'d> Replayer<'d> {
    /// Creates a replayer that starts before the root of a game tree.
    pub fn new(document: &'d Document, root: NodeId, rules: &Rules) -> Replayer<'d> {
        let context = GameContext::of(document.node(root));
        Replayer::of_game(document, root, &context, rules)
    }

    /// Creates a replayer like [`new`](Replayer::new), for callers that already know the context of the game.
    pub fn of_game(
        document: &'d Document,
        root: NodeId,
        context: &GameContext,
        rules: &Rules,
    ) -> Replayer<'d> {
        let node = document.node(root);
        let handicap = || node.get("HA")?.value()?.number().ok();
        let position = Position::new(context.size, *rules);
        Replayer {
            document,
            root,
            other_game: Some(context.game).filter(|&game| game != GameType::GO),
            reports_cycles: rules.repetition == Repetition::SimpleKo,
            handicap: handicap().is_some_and(|stones| stones.value > 1),
            node: None,
            at: State::default(),
            start: (None, State::default()),
            frames: Vec::new(),
            is_new: false,
            is_steady: false,
            before: ByColor::default(),
            forward: false,
            findings: Vec::new(),
            rest: Vec::new().into_iter(),
            changes: Vec::new(),
            position,
        }
    }

    /// Creates a replayer like [`forward`](Replayer::forward), for programs that show positions.
    /// Fails for games other than Go, and for board sizes that kifu does not support, because kifu
    /// would show a board of another size.
    ///
    /// ```
    /// use kifu_replay::{Replayer, rules::Rules, sgf::Document};
    ///
    /// let document = Document::parse("(;GM[1]SZ[99];B[aa])")?;
    /// let root = document.roots().next().unwrap();
    /// let why = Replayer::to_show(&document, root, &Rules::LENIENT).unwrap_err();
    /// assert!(why.to_string().starts_with("has a board that cannot be shown: `SZ`: out of range"));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`NotShown`] if the positions cannot be shown.
    pub fn to_show(
        document: &'d Document,
        root: NodeId,
        rules: &Rules,
    ) -> Result<Replayer<'d>, NotShown> {
        let replayer = Replayer::forward(document, root, rules);
        if let Some(other) = replayer.other_game() {
            return Err(NotShown::OtherGame(other));
        }
        let size = document.node(root).get("SZ").and_then(|size| size.value());
        let error = size.and_then(|value| kifu_sgf::value::size(value.raw()).err());
        match error.filter(|error| error.kind == ValueErrorKind::OutOfRange) {
            Some(error) => Err(NotShown::Board(error)),
            None => Ok(replayer),
        }
    }

    /// Creates a replayer that only moves forward along one line, which may have any amount of setup.
    ///
    /// It forgets its history when setup takes too much memory or, under rules that allow repetition, after about 65,536
    /// plies. Then [`leave`](Replayer::leave) returns only to later nodes, and [`Position::undo`] only to later positions.
    pub fn forward(document: &'d Document, root: NodeId, rules: &Rules) -> Replayer<'d> {
        Replayer {
            forward: true,
            ..Replayer::new(document, root, rules)
        }
    }

    /// Enters the next node of the line and returns it: the root, then the first child that is not an empty
    /// variation. Returns `None` at the end of the line.
    pub fn advance(&mut self) -> Option<NodeId> {
        let next = self.next_node()?;
        self.enter(next);
        Some(next)
    }

    /// The node of the main line after the node entered last.
    #[inline]
    fn next_node(&self) -> Option<NodeId> {
        match self.node() {
            None => Some(self.root),
            Some(id) => self.document.forest().children(id).find(|&child| {
                let child = self.document.node(child);
                !child.is_empty_variation()
            }),
        }
    }

    /// Plays the next move or the next setup of the main line; returns `None` at the end of the
    /// line. In contrast to [`advance`](Replayer::advance), this method skips nodes without moves
    /// and setup, and plays the setup of a node and each of its moves in separate steps.
    /// [`changes`](Replayer::changes) returns the changed stones. Entering another node between two
    /// steps skips the moves that are left in the node.
    ///
    /// ```
    /// use kifu_replay::rules::{Grid, Rules};
    /// use kifu_replay::sgf::Document;
    /// use kifu_replay::{Replayer, Step};
    ///
    /// let document = Document::parse("(;SZ[3:2]AB[aa]C[A small board.];W[ba];C[?];W[ab])")?;
    /// let mut game = Replayer::forward(&document, document.roots().next().unwrap(), &Rules::JAPANESE);
    /// let mut grid = Grid::new(game.position().board().size());
    /// let mut taken = 0;
    /// while let Some(step) = game.step() {
    ///     grid.apply(game.changes().iter().copied());
    ///     if let Step::Move(color, _) = step {
    ///         let captured = game.changes().iter().filter(|change| change.before == Some(!color));
    ///         taken += captured.count();
    ///     }
    /// }
    /// assert_eq!(grid.as_bytes(), [0, 2, 0, 2, 0, 0]);
    /// assert_eq!(taken, 1);
    /// # Ok::<(), kifu_replay::sgf::TooLarge>(())
    /// ```
    pub fn step(&mut self) -> Option<Step> {
        self.findings.clear();
        self.changes.clear();
        loop {
            if let Some(property) = self.rest.next() {
                let id = self.node()?;
                let Some(step) = self.play_property(id, property) else {
                    self.rest = Vec::new().into_iter();
                    continue;
                };
                self.changes.extend(self.position.changes());
                return Some(step);
            }
            let id = self.next_node()?;
            let node = self.document.node(id);
            if let Some((color, point, span)) = self.only_move(node) {
                if self.enter_only_move(id, color, point, span) {
                    self.changes.extend(self.position.changes());
                    return Some(Step::Move(color, Some(Move::Play(point))));
                }
            } else if self.begin(id) {
                let plies = self.position.plies();
                self.prepare(node, true);
                let moves = node.properties();
                let moves =
                    moves.filter(|one| matches!(Role::of(one.ident()), Some(Role::Move(_))));
                self.rest = moves.collect::<Vec<_>>().into_iter();
                if self.position.plies() > plies {
                    return Some(Step::Setup);
                }
            }
        }
    }

    /// The stones that the last [`step`](Replayer::step) changed, each only once. After a move, the stone that was
    /// played comes first. Empty if the replayer was last moved by another method.
    pub fn changes(&self) -> &[StoneChange] {
        &self.changes
    }

    /// Plays on along the main line, and writes the position before each move as the bytes of a [`Grid`], one after
    /// another, as long as `out` has room. Returns the number of positions, and appends the moves to `moves`. If `out`
    /// has room for another position afterwards, the line has ended.
    ///
    /// `grid` must show the current position: at the start of a line, it must be new or [cleared](Grid::clear).
    /// Afterwards, it shows the position after the last move.
    ///
    /// Moves that cannot be read, are off the board or break the rules are included; [`Replayer::step`] reports them.
    ///
    /// ```
    /// use kifu_replay::Replayer;
    /// use kifu_replay::rules::{Color, Grid, Rules};
    /// use kifu_replay::sgf::Document;
    ///
    /// let document = Document::parse("(;SZ[2]AB[aa];W[bb];B[ab];W[])")?;
    /// let mut game = Replayer::forward(&document, document.roots().next().unwrap(), &Rules::JAPANESE);
    /// let mut grid = Grid::new(game.position().board().size());
    /// let (mut positions, mut moves) = ([0; 4 * 16], Vec::new());
    /// assert_eq!(game.fill_positions(&mut grid, &mut positions, &mut moves), 3);
    /// assert_eq!(positions[..12], [1, 0, 0, 0, /* move 2 */ 1, 0, 0, 2, /* move 3 */ 1, 0, 1, 2]);
    /// assert_eq!(moves[0].0, Color::White);
    /// # Ok::<(), kifu_replay::sgf::TooLarge>(())
    /// ```
    pub fn fill_positions(
        &mut self,
        grid: &mut Grid,
        out: &mut [u8],
        moves: &mut Vec<(Color, Option<Move>)>,
    ) -> usize {
        let len = grid.as_bytes().len();
        self.fill(out, len, moves, |game, _, out| {
            if let Some(out) = out {
                out.copy_from_slice(grid.as_bytes());
            }
            grid.apply(game.changes.iter().copied());
        })
    }

    /// Does the same as [`fill_positions`](Replayer::fill_positions) for [`Planes`], which must
    /// have been started with the current position. The side to move is the player of the move, even if the move is
    /// out of turn.
    ///
    /// ```
    /// use kifu_replay::Replayer;
    /// use kifu_replay::rules::{PlaneKinds, PlaneLayout, Planes, Points, Rules, Symmetry};
    /// use kifu_replay::sgf::Document;
    ///
    /// let document = Document::parse("(;SZ[2];B[aa];W[bb];B[ab])")?;
    /// let mut game = Replayer::forward(&document, document.roots().next().unwrap(), &Rules::JAPANESE);
    /// let size = game.position().board().size();
    /// let kinds = PlaneKinds { last_moves: 1, ..PlaneKinds::default() };
    /// let mut planes = Planes::new(size, kinds, PlaneLayout::Bits, Symmetry::IDENTITY);
    /// planes.start(game.position(), Points::whole(7));
    /// let (mut positions, mut moves) = ([0; 9], Vec::new());
    /// assert_eq!(game.fill_planes(&mut planes, &mut positions, &mut moves), 3);
    /// // The stones of the side to move, of the other side, and the last move.
    /// assert_eq!(positions, [0, 0, 0, /* move 2 */ 0, 1, 1, /* move 3 */ 1, 8, 8]);
    /// # Ok::<(), kifu_replay::sgf::TooLarge>(())
    /// ```
    pub fn fill_planes(
        &mut self,
        planes: &mut Planes,
        out: &mut [u8],
        moves: &mut Vec<(Color, Option<Move>)>,
    ) -> usize {
        self.fill(out, planes.len(), moves, |game, step, out| {
            if let (Some(out), Step::Move(color, _)) = (out, step) {
                planes.set_to_play(color);
                planes.write(out);
            }
            match step {
                Step::Setup => planes.set_up(&game.position, &game.changes),
                Step::Move(_, action) => {
                    let point = action.and_then(Move::point);
                    planes.advance(&game.position, &game.changes, point);
                }
            }
        })
    }

    /// Plays on as long as `out` has room for another `len` bytes. Calls `follow` after each step.
    /// For a move, `follow` also gets the part of `out` for the position before the move.
    #[inline]
    fn fill(
        &mut self,
        out: &mut [u8],
        len: usize,
        moves: &mut Vec<(Color, Option<Move>)>,
        mut follow: impl FnMut(&Self, Step, Option<&mut [u8]>),
    ) -> usize {
        let before = moves.len();
        for next in out.chunks_exact_mut(len) {
            loop {
                let Some(step) = self.step() else {
                    return moves.len() - before;
                };
                if let Step::Move(color, action) = step {
                    moves.push((color, action));
                    follow(self, step, Some(next));
                    break;
                }
                follow(self, step, None);
            }
        }
        moves.len() - before
    }

    /// Enters a node, plays its setup and moves, and returns its findings. The node must be a child of the node
    /// entered last, or the root at the start.
    pub fn enter(&mut self, id: NodeId) -> &[Finding] {
        let node = self.document.node(id);
        if let Some((color, point, span)) = self.only_move(node) {
            return self.enter_move(id, color, point, span);
        }
        self.findings.clear();
        if self.begin(id) {
            self.play(node);
        }
        &self.findings
    }

    /// Returns the move of a node if the node contains only a move on the board.
    #[inline(always)] // Returning the move through memory takes as long as playing it.
    fn only_move(&self, node: NodeRef<'d>) -> Option<(Color, Point, Span)> {
        let (color, letters, span) = node.only_move()?;
        // A point off the board can mean a pass, such as `tt`.
        let on_board = |point: &Point| self.position.board().size().contains(*point);
        let point = Point::from_sgf(&letters).filter(on_board)?;
        Some((color, point, span))
    }

    /// Enters a node like [`enter`](Replayer::enter), for callers that know from [`NodeRef::only_move`] that the
    /// node contains only this move on the board.
    #[inline]
    pub fn enter_move(&mut self, id: NodeId, color: Color, point: Point, span: Span) -> &[Finding] {
        self.findings.clear();
        self.enter_only_move(id, color, point, span);
        &self.findings
    }

    /// Enters a node that contains only this move on the board. Returns `false` if the move is not to be played.
    #[inline]
    fn enter_only_move(&mut self, id: NodeId, color: Color, point: Point, span: Span) -> bool {
        if self.is_new {
            self.settle();
        }
        let is_steady = self.is_steady && !(self.forward && self.is_history_useless());
        if !is_steady && !self.begin(id) {
            return false;
        }
        let action = Move::Play(point);
        let played = self.play_legal(color, action);
        if is_steady {
            match (&played, self.frames.last_mut()) {
                (Some(played), Some(frame)) => {
                    self.node = Some(id);
                    self.changes.clear();
                    if !played.revisits {
                        frame.run += 1;
                        self.at.number += 1;
                        self.at.last = Some((color, action));
                        return true;
                    }
                    self.push_frame(self.position.plies() - 1);
                }
                _ => {
                    if !self.begin(id) {
                        return false;
                    }
                }
            }
        }
        self.complete(id, color, action, Some(span), played);
        true
    }

    /// Enters a node. Returns `false` if its contents are not to be played.
    #[inline]
    fn begin(&mut self, id: NodeId) -> bool {
        if self.is_new {
            self.settle();
        }
        if self.forward
            && (!self.has_room_for(self.position.board().memory()) || self.is_history_useless())
        {
            self.forget_history();
        }
        self.push_frame(self.position.plies());
        self.node = Some(id);
        self.changes.clear();
        let is_played = self.other_game.is_none() && self.has_room_for(0);
        if !is_played {
            self.skip(id);
        }
        is_played
    }

    /// Whether the copies of boards and chains would not reach their limit with so many more bytes.
    #[inline]
    fn has_room_for(&self, bytes: usize) -> bool {
        self.position.copies_memory() + bytes < MAX_COPIES_SIZE
    }

    /// Adds the frame of a new node, before which there were this many plies.
    #[inline]
    fn push_frame(&mut self, plies: usize) {
        self.frames.push(Frame {
            plies: plies as u32,
            state: self.at,
            run: 0,
            run_moves: false,
        });
        self.is_new = true;
        self.is_steady = false;
    }

    /// Completes the frame of the node entered last, or adds the node to the run above it, if they are similar.
    fn settle(&mut self) {
        self.is_new = false;
        if !self.rest.as_slice().is_empty() {
            self.rest = Vec::new().into_iter();
        }
        let has_room = self.has_room_for(0);
        let Some((this, above)) = self.frames.split_last_mut() else {
            return;
        };
        this.state = self.at;
        let Some(above) = above.last_mut() else {
            return;
        };
        let moves = self.at.number - above.end().number;
        let is_similar = moves <= 1
            && (above.run == 0 || above.run_moves == (moves == 1))
            && self.position.plies() as u32 - this.plies == moves
            && self.at.flags == above.state.flags;
        if is_similar {
            above.run += 1;
            above.run_moves = moves == 1;
            self.is_steady = above.run_moves && has_room && self.at.flags == Flags::STEADY;
            self.frames.pop();
        }
    }

    #[cold]
    fn skip(&mut self, id: NodeId) {
        let node = self.document.node(id);
        match self.other_game {
            Some(game) if id == self.root => {
                let named = node.get("GM").or(node.get("GK"));
                let span = named.and_then(|gm| gm.value()?.span());
                self.report(id, None, span, Fault::NotGo(game));
            }
            Some(_) => {}
            None if !self.at.flags.cut => {
                self.at.flags.cut = true;
                self.report(id, None, node.span(), Fault::TooMuchSetup);
            }
            None => {}
        }
    }

    /// Leaves the node entered last and undoes its setup and moves. Returns `false` if no node is left, or if a replayer
    /// that only moves [`forward`](Replayer::forward) cannot return to the node before; then nothing changes.
    pub fn leave(&mut self) -> bool {
        // A history that was discarded within a node begins in the middle of it.
        if self.node == self.start.0 {
            return false;
        }
        let Some(frame) = self.frames.last_mut() else {
            return false;
        };
        (self.is_new, self.is_steady) = (false, false);
        if frame.run > 0 {
            frame.run -= 1;
            if frame.run_moves {
                self.position.undo();
            }
        } else {
            self.position.undo_to(frame.plies as usize);
            self.frames.pop();
        }
        let parent = |id| self.document.forest().parent(id);
        (self.node, self.at) = match self.frames.last() {
            Some(frame) => (self.node.and_then(parent), frame.end()),
            None => self.start,
        };
        if self.frames.last().is_some_and(Frame::ends_with_moves) {
            self.at.last = self.node.and_then(|node| self.move_of(node));
        }
        self.findings.clear();
        self.changes.clear();
        self.rest = Vec::new().into_iter();
        true
    }

    /// The node entered last; `None` before the root.
    pub fn node(&self) -> Option<NodeId> {
        self.node
    }

    /// The position after the node entered last.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The number of moves up to and including the node entered last.
    pub fn number(&self) -> u32 {
        self.at.number
    }

    /// The last move; `None` if there was none, or if its value was not a point.
    pub fn last(&self) -> Option<(Color, Move)> {
        self.at.last
    }

    /// The first move of a node; `None` if its value is not a point.
    fn move_of(&self, node: NodeId) -> Option<(Color, Move)> {
        let size = self.position.board().size();
        let mut properties = self.document.node(node).properties();
        properties.find_map(|property| match Role::of(property.ident())? {
            Role::Move(color) => Some((color, action(&property.value()?, size)?)),
            Role::Stones(_) | Role::Turn => None,
        })
    }

    /// The number of prisoners of each player.
    pub fn prisoners(&self) -> ByColor<u32> {
        let now = self.position.prisoners();
        ByColor::new_with(|color| self.before[color] + now[color])
    }

    /// The findings in the node entered last; after [`step`](Replayer::step), those since the previous step.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// The game that `GM` names, if it is not Go.
    pub fn other_game(&self) -> Option<GameType> {
        self.other_game
    }

    fn into_replay(self, findings: Vec<Finding>) -> Replay {
        Replay {
            number: self.at.number,
            last: self.at.last,
            prisoners: self.prisoners(),
            findings,
            position: self.position,
        }
    }

    /// Whether the history is long, and nothing in it affects the moves that follow.
    #[inline]
    fn is_history_useless(&self) -> bool {
        self.position.plies() >= MANY_PLIES
            && self.position.passes() == 0
            && self.position.rules().repetition == Repetition::Allowed
    }

    /// Discards the history, so that a forward replayer never reaches the memory limit.
    fn forget_history(&mut self) {
        self.before = self.prisoners();
        let rules = *self.position.rules();
        self.position = match Position::from_setup(&self.position.to_setup(), rules) {
            Ok(position) => position,
            Err(error) => error.keep_dead_stones(),
        };
        self.frames.clear();
        (self.is_new, self.is_steady) = (false, false);
        self.start = (self.node, self.at);
    }

    fn play(&mut self, node: NodeRef<'d>) {
        if !self.prepare(node, false) {
            return;
        }
        for property in node.properties() {
            if matches!(Role::of(property.ident()), Some(Role::Move(_)))
                && self.play_property(node.id(), property).is_none()
            {
                break;
            }
        }
    }

    /// Plays the setup of a node and sets the turn. Returns whether the node has moves. With `keeps_changes`, also
    /// stores the stones that the setup changes.
    fn prepare(&mut self, node: NodeRef<'d>, keeps_changes: bool) -> bool {
        let id = node.id();
        let (mut setup, mut turn, mut mover) = (false, None, None);
        for property in node.properties() {
            match Role::of(property.ident()) {
                Some(Role::Stones(_)) => setup = true,
                Some(Role::Turn) => turn = turn.or(Some(property)),
                Some(Role::Move(color)) => mover = mover.or(Some(color)),
                None => {}
            }
        }
        if setup {
            self.set_up(node, keeps_changes);
        }
        if let Some(value) = turn.and_then(|turn| turn.value()) {
            match value.color().map(|read| read.value) {
                // If the node also has a move by the other player, `PL` names the player after that
                // move, who has the turn anyway.
                Ok(color) if mover.is_none_or(|mover| mover == color) => {
                    self.position.set_to_play(color);
                    self.at.flags.turn_known = true;
                }
                Ok(_) => {}
                Err(_) => self.report(id, None, value.span(), Fault::Unusable),
            }
        }
        mover.is_some()
    }

    /// Plays one move of a node; `None` if the rest of the line is not played, or the property is not a move.
    fn play_property(&mut self, id: NodeId, property: Property<'d>) -> Option<Step> {
        let Some(Role::Move(color)) = Role::of(property.ident()) else {
            return None;
        };
        // A single node can reach the limit, because it can contain any number of moves that
        // overwrite stones.
        if !self.has_room_for(0) {
            if !self.forward {
                self.at.flags.cut = true;
                self.report(id, None, property.span(), Fault::TooMuchSetup);
                return None;
            }
            let this = self.frames.pop();
            self.forget_history();
            if this.is_some() {
                self.push_frame(0);
            }
        }
        let value = property.value();
        let span = match &value {
            Some(value) => value.span(),
            None => property.span(),
        };
        let action = value.and_then(|value| action(&value, self.position.board().size()));
        self.play_move(id, color, action, span);
        Some(Step::Move(color, action))
    }

    /// Plays one move of a node; `action` is `None` if its value is not a point.
    fn play_move(&mut self, id: NodeId, color: Color, action: Option<Move>, span: Option<Span>) {
        if let Some(action) = action {
            // Nearly all moves are legal, and playing a legal move is cheaper than forcing a move.
            let played = self.play_legal(color, action);
            self.complete(id, color, action, span, played);
            return;
        }
        self.at.number += 1;
        self.report(id, None, span, Fault::Unusable);
        self.position.set_to_play(!color);
        self.at.last = None;
        self.at.flags.white_moved |= color == Color::White;
        self.at.flags.turn_known = true;
    }

    /// Completes a move, which is forced unless it was legal and was played.
    #[inline]
    fn complete(
        &mut self,
        id: NodeId,
        color: Color,
        action: Move,
        span: Option<Span>,
        played: Option<Played>,
    ) {
        self.at.number += 1;
        match played {
            Some(played) if played.revisits => self.look_for_cycle(id, color, action, span),
            Some(_) => self.at.flags.cycling &= action == Move::Pass,
            None => self.force(id, color, action, span),
        }
        self.at.last = Some((color, action));
        self.at.flags.white_moved |= color == Color::White;
        self.at.flags.turn_known = true;
    }

    /// Plays a move if it is legal; otherwise returns `None` and plays nothing.
    #[inline]
    fn play_legal(&mut self, color: Color, action: Move) -> Option<Played> {
        let in_turn = self.turn_is_free(color) || color == self.position.to_play();
        in_turn.then(|| self.position.play_any_turn(color, action).ok())?
    }

    /// Whether the player may move regardless of the turn.
    #[inline]
    fn turn_is_free(&self, color: Color) -> bool {
        !self.at.flags.turn_known || (color == Color::Black && !self.at.flags.white_moved)
    }

    #[cold]
    fn force(&mut self, id: NodeId, color: Color, action: Move, span: Option<Span>) {
        let turn_is_free = self.turn_is_free(color);
        let forced = self.position.force(kifu_core::Action::Play(color, action));
        let has_better_name = forced.breaches.iter().any(|breach| {
            matches!(
                breach,
                Breach::KoTakenBack
                    | Breach::Suicide { .. }
                    | Breach::Overwrote(_)
                    | Breach::OffBoard(_)
            )
        });
        for breach in forced.breaches {
            let fault = match breach {
                Breach::OutOfTurn if turn_is_free => continue,
                Breach::Repeats { .. } if has_better_name => continue,
                Breach::Repeats { ply, .. } => Fault::Repeats {
                    number: self.number_after(ply),
                },
                _ => Fault::Breach(breach),
            };
            self.report(id, Some((color, action)), span, fault);
        }
        if !has_better_name && action.point().is_some() {
            self.look_for_cycle(id, color, action, span);
        }
    }

    /// Reports the last play if it repeats an earlier position, unless the play before it did, too.
    /// Applies only to rules that only forbid retaking a ko immediately. Not inlined, because few
    /// plays repeat a position.
    #[cold]
    fn look_for_cycle(&mut self, id: NodeId, color: Color, action: Move, span: Option<Span>) {
        if !self.reports_cycles {
            return;
        }
        // The suicide of a single stone repeats the previous position. Like a pass, it is not a
        // cycle.
        let before = self.position.plies() - 1;
        let repeated = self.position.repeats().filter(|&ply| ply < before);
        let was_cycling = core::mem::replace(&mut self.at.flags.cycling, repeated.is_some());
        if let Some(ply) = repeated.filter(|_| !was_cycling) {
            let number = self.number_after(ply);
            self.report(id, Some((color, action)), span, Fault::Cycle { number });
        }
    }

    /// The number of the move that led to the position after some plies, or the number at the start. Below a node, the
    /// moves are its last plies.
    fn number_after(&self, plies: usize) -> u32 {
        let next = self
            .frames
            .partition_point(|frame| (frame.plies as usize) < plies);
        let (last, end) = match self.frames.get(next) {
            Some(below) => (self.number_before(next), below.plies as usize),
            None => (self.at.number, self.position.plies()),
        };
        let first = self.number_before(next.saturating_sub(1));
        last.saturating_sub((end - plies) as u32).max(first)
    }

    /// The number of moves before a frame.
    fn number_before(&self, frame: usize) -> u32 {
        match frame.checked_sub(1) {
            Some(above) => self.frames[above].end().number,
            None => self.start.1.number,
        }
    }

    /// Applies all setup of a node as one change.
    fn set_up(&mut self, node: NodeRef<'d>, keeps_changes: bool) {
        let size = self.position.board().size();
        let mut edits: Edits = Edits::default();
        let mut span: Option<Span> = None;
        for property in node.properties() {
            let Some(Role::Stones(stone)) = Role::of(property.ident()) else {
                continue;
            };
            span = span.or(property.span());
            for value in property.values() {
                let (area, fault) = on_board(&value, size);
                if let Some(fault) = fault {
                    self.report(node.id(), None, value.span(), fault);
                }
                if let Some(area) = area {
                    edits.put(size, area, stone);
                }
            }
        }
        if edits.points.is_empty() {
            return;
        }
        let black_only = edits
            .points
            .iter()
            .all(|&point| edits.at(size, point) == Some(Color::Black));
        let breaches = self.position.edit(
            edits
                .points
                .iter()
                .map(|&point| (point, edits.at(size, point))),
        );
        if keeps_changes {
            // Finding the changes takes a comparison of all points.
            self.changes.extend(self.position.changes());
        }
        if let Some(&breach) = breaches.first() {
            self.report(node.id(), None, span, Fault::Breach(breach));
        }
        if self.handicap && black_only && self.at.number == 0 {
            self.position.set_to_play(Color::White);
        }
        self.at.flags.turn_known = false;
    }

    fn report(
        &mut self,
        node: NodeId,
        moved: Option<(Color, Move)>,
        span: Option<Span>,
        fault: Fault,
    ) {
        self.findings.push(Finding {
            node,
            number: self.at.number,
            moved,
            span,
            fault,
        });
    }
}

/// The effect of a property on a position.
#[derive(Clone, Copy)]
enum Role {
    /// `AB`, `AW`, `AE`: stones are placed or removed.
    Stones(Option<Color>),
    /// `PL`: the next player is set.
    Turn,
    /// `B`, `W`: a move is played.
    Move(Color),
}

impl Role {
    #[inline]
    fn of(ident: Ident<'_>) -> Option<Role> {
        let written = ident.as_bytes();
        if written.iter().any(u8::is_ascii_lowercase) {
            Role::with_lower_case(ident)
        } else {
            Role::named(written)
        }
    }

    #[inline]
    fn named(name: &[u8]) -> Option<Role> {
        Some(match name {
            b"B" => Role::Move(Color::Black),
            b"W" => Role::Move(Color::White),
            b"AB" => Role::Stones(Some(Color::Black)),
            b"AW" => Role::Stones(Some(Color::White)),
            b"AE" => Role::Stones(None),
            b"PL" => Role::Turn,
            _ => return None,
        })
    }

    #[cold]
    fn with_lower_case(ident: Ident<'_>) -> Option<Role> {
        let names = ["B", "W", "AB", "AW", "AE", "PL"];
        let name = names.into_iter().find(|name| ident.is(name))?;
        Role::named(name.as_bytes())
    }
}

/// The combined setup of one node.
#[derive(Default)]
struct Edits {
    points: Vec<Point>,
    /// The new contents of each point, if the setup changes it; allocated when first needed.
    stones: Vec<Option<Option<Color>>>,
}

impl Edits {
    fn put(&mut self, size: Size, area: Area, stone: Option<Color>) {
        let (from, to) = (area.from(), area.to());
        if self.stones.is_empty() {
            self.stones = vec![None; size.area()];
        }
        for row in from.row..=to.row.min(size.rows() - 1) {
            for col in from.col..=to.col.min(size.cols() - 1) {
                let point = Point::new(col, row);
                let slot = &mut self.stones[index(size, point)];
                if slot.replace(stone).is_none() {
                    self.points.push(point);
                }
            }
        }
    }

    fn at(&self, size: Size, point: Point) -> Option<Color> {
        self.stones[index(size, point)].flatten()
    }
}

fn index(size: Size, point: Point) -> usize {
    usize::from(point.row) * usize::from(size.cols()) + usize::from(point.col)
}

/// Reads a value of `B` or `W`, in the same way as [`value::action`](kifu_sgf::value::action). A point off the
/// board is also a move, but an illegal one. Western coordinates such as `D4` are accepted. Returns `None` if the
/// value is not a point.
pub fn action(value: &Value<'_>, size: Size) -> Option<Move> {
    match western::action(value.raw(), size) {
        Ok(read) => Some(read.value),
        Err(error) => off_board(&error).map(Move::Play),
    }
}

fn off_board(error: &ValueError) -> Option<Point> {
    match error.kind {
        ValueErrorKind::OffBoard(point, _) => Some(point),
        _ => None,
    }
}

/// Reads the points that a value of a list such as `AB` names. Western coordinates such as `D4` are
/// accepted. A rectangle may extend beyond the board; only its points on the board count. Returns
/// `None` if the value is neither a point nor a rectangle.
pub fn area(value: &Value<'_>, size: Size) -> Option<Area> {
    on_board(value, size).0
}

/// Reads the points of a value like [`area`], together with the fault of the value.
fn on_board(value: &Value<'_>, size: Size) -> (Option<Area>, Option<Fault>) {
    match western::area(value.raw(), size) {
        Ok(read) => (Some(read.value), None),
        Err(error) => match off_board(&error) {
            Some(point) => {
                let area = value.area(Size::LARGEST).ok().map(|read| read.value);
                (area, Some(Fault::Breach(Breach::OffBoard(point))))
            }
            None => (None, Some(Fault::Unusable)),
        },
    }
}

/// Returns the points on the board in the values of a property such as `TB`, which are read by
/// [`area`].
pub fn points(node: NodeRef<'_>, ident: &str, size: Size) -> Vec<Point> {
    let mut edits = Edits::default();
    for property in node.properties().filter(|p| p.ident().is(ident)) {
        for area in property
            .values()
            .filter_map(|value| on_board(&value, size).0)
        {
            edits.put(size, area, None);
        }
    }
    edits.points
}

impl Finding {
    /// The code of the finding.
    pub fn code(&self) -> &'static Code {
        codes::of(&self.fault)
    }

    /// A message that names the move and the fault.
    pub fn message(&self, size: Size) -> String {
        let number = self.number;
        let wrong = match self.fault {
            Fault::Breach(breach) => format!("{breach}"),
            Fault::Repeats { number: 0, .. } => "the starting position is repeated".into(),
            Fault::Repeats { number, .. } => {
                format!("the position after move {number} is repeated")
            }
            Fault::Cycle { number: 0, .. } => {
                "the starting position is repeated; the players may agree that the game has no result".into()
            }
            Fault::Cycle { number, .. } => format!(
                "the position after move {number} is repeated; the players may agree that the game has no result"
            ),
            Fault::Unusable => "the value is neither a point nor a player".into(),
            Fault::NotGo(game) => return format!("the game is {game}, not Go, so it is not played"),
            Fault::TooMuchSetup => {
                "too much setup and too many overwritten stones; the rest of the line is not played".into()
            }
        };
        match self.moved {
            Some((color, action)) => {
                let letter = color.letter();
                let point = action.point();
                match point.and_then(|point| size.western(point)) {
                    Some(point) => format!("move {number}, {letter} {point}: {wrong}"),
                    None if point.is_none() => format!("move {number}, {letter} pass: {wrong}"),
                    None => format!("move {number}, {letter}: {wrong}"),
                }
            }
            None if number == 0 => format!("before the first move: {wrong}"),
            None => format!("at move {number}: {wrong}"),
        }
    }

    /// Converts the finding to a diagnostic; `None` if it does not come from the text.
    pub fn diagnostic(&self, size: Size) -> Option<Diagnostic> {
        Some(self.code().at(self.span?, self.message(size)))
    }
}

#[cfg(test)]
mod tests {
    use kifu_tree::Step;

    use super::*;

    fn end(source: &str, rules: &Rules) -> Replay {
        let document = Document::parse(source).unwrap();
        let root = document.roots().next().unwrap();
        let end = document.main_line(root).last().unwrap().id();
        replay(&document, end, rules)
    }

    fn codes(source: &str) -> Vec<&'static str> {
        let replay = end(source, &Rules::JAPANESE);
        replay
            .findings
            .iter()
            .map(|finding| finding.code().name)
            .collect()
    }

    fn stone(replay: &Replay, point: &[u8]) -> Option<Color> {
        replay
            .position
            .board()
            .stone(Point::from_sgf(point).unwrap())
    }

    #[test]
    fn snapback_is_legal() {
        let source = "(;SZ[6]AB[ab][bb][cb][ca]AW[da][db][ac][bc][cc];W[ba];B[aa];W[ba])";
        let replay = end(source, &Rules::JAPANESE);
        assert_eq!(replay.findings, []);
        assert_eq!(replay.prisoners[Color::Black], 1);
        assert_eq!(replay.prisoners[Color::White], 5);
    }

    #[test]
    fn setup_is_one_change_and_may_come_later() {
        // If the setup were applied stone by stone, the first stone would have no liberty.
        let whole = "(;SZ[9]AW[aa]AB[ba][ab]AE[aa];W[cc])";
        assert_eq!(codes(whole), [""; 0]);
        let later = end(
            "(;SZ[9];B[aa];W[bb];AE[aa]AW[ca:ee]AddBlack[ii];B[aa])",
            &Rules::CHINESE,
        );
        assert_eq!(later.findings, []);
        assert_eq!(later.position.board().stones().count(), 18);
        assert_eq!(stone(&later, b"ii"), Some(Color::Black));
        assert_eq!(later.number, 3);
        assert_eq!(
            codes("(;SZ[9]AB[zz][a-1][aa:zz])"),
            [
                "rules/off-board",
                "rules/unusable-value",
                "rules/off-board",
                "rules/no-liberty"
            ]
        );
    }

    #[test]
    fn western_coordinates_are_played_set_up_and_marked() {
        let replay = end(
            "(;SZ[9]AB[D4][B2:C3]AW[E5:f4]AE[c2];B[D5])",
            &Rules::CHINESE,
        );
        assert_eq!(replay.findings, []);
        let letters = end(
            "(;SZ[9]AB[df][bg:ch]AW[ee:ff]AE[ch];B[de])",
            &Rules::CHINESE,
        );
        assert_eq!(replay.position.to_setup(), letters.position.to_setup());
        assert_eq!(
            codes("(;SZ[9]AB[D4:zz][K4][D10])"),
            [
                "rules/off-board",
                "rules/unusable-value",
                "rules/unusable-value",
            ]
        );
        let document = Document::parse("(;SZ[9]TR[D4:E4][aa])").unwrap();
        let root = document.node(document.roots().next().unwrap());
        let marked = points(root, "TR", Size::square(9).unwrap());
        let named: Vec<_> = marked.iter().filter_map(|point| point.to_sgf()).collect();
        assert_eq!(named, [*b"df", *b"ef", *b"aa"]);
    }

    #[test]
    fn passes_long_names_and_all_sizes_are_read() {
        let replay = end("(;SZ[9];Black[aa];White[tt];B[];W[bb])", &Rules::JAPANESE);
        assert_eq!(
            (replay.number, replay.position.board().stones().count()),
            (4, 2)
        );
        let large = end("(;SZ[52];B[tt];W[ZZ])", &Rules::JAPANESE);
        assert_eq!(stone(&large, b"tt"), Some(Color::Black));
        assert_eq!(stone(&large, b"ZZ"), Some(Color::White));
        let odd = end("(;SZ[none];B[ss])", &Rules::JAPANESE);
        assert_eq!(odd.position.board().size(), Size::default());
        assert_eq!(
            codes("(;SZ[7:3];B[gc];W[ad];B[ha])"),
            ["rules/off-board", "rules/off-board"]
        );
    }

    #[test]
    fn other_games_are_not_played() {
        assert_eq!(codes("(;GM[11];B[aa];W[aa])"), ["rules/not-go"]);
        assert_eq!(codes("(;GM[5.5];B[aa];W[aa])"), ["rules/occupied"]);
    }

    #[test]
    fn the_record_determines_the_turn() {
        assert_eq!(codes("(;HA[3];B[aa];B[bb];B[cc];W[dd];B[ee])"), [""; 0]);
        assert_eq!(codes("(;HA[2]AB[aa][bb];W[dd];B[ee])"), [""; 0]);
        assert_eq!(codes("(;PL[W];B[aa])"), [""; 0]);
        assert_eq!(codes("(;PL[B];W[aa])"), ["rules/wrong-turn"]);
        assert_eq!(codes("(;B[aa];W[bb];W[cc])"), ["rules/wrong-turn"]);
        let start = end("(;HA[2]AB[aa][bb])", &Rules::JAPANESE);
        assert_eq!(start.position.to_play(), Color::White);
    }

    #[test]
    fn a_repetition_names_the_move() {
        let source = "(;SZ[5]AB[ba][ab][bc]AW[ca][bb][cc][db];C[x];B[cb];W[ed];B[ee];W[bb];B[de];W[dd];B[cb])";
        let replay = end(source, &Rules::CHINESE);
        assert_eq!(replay.findings, []);
        let replay = end(&format!("{TRIPLE_KO})"), &Rules::CHINESE);
        let [finding] = replay.findings[..] else {
            panic!("{:?}", replay.findings);
        };
        assert_eq!(finding.fault, Fault::Repeats { number: 0 });
        let message = finding.message(Size::new(12, 3).unwrap());
        assert_eq!(message, "move 6, W K2: the starting position is repeated");
        // A move on a stone is reported only as such, not as a repetition.
        let source = "(;B[aa];W[dd];B[ab];W[dd])";
        let replay = end(source, &Rules::CHINESE);
        let names: Vec<&str> = replay.findings.iter().map(|f| f.code().name).collect();
        assert_eq!(names, ["rules/occupied"]);
    }

    /// A triple ko, and one round of moves in it.
    const TRIPLE_KO: &str = "(;SZ[12:3]AB[ba][fa][ja][ab][eb][gb][ib][bc][fc][jc]\
                             AW[ca][ga][ka][bb][db][hb][jb][lb][cc][gc][kc]\
                             ;B[cb];W[fb];B[kb];W[bb];B[gb];W[jb]";

    #[test]
    fn a_cycle_is_reported_once_where_only_simple_ko_is_forbidden() {
        // Two moves of a second round, two moves that fill eyes, and then another round.
        let again = ";B[cb];W[fb];B[aa];W[la];B[kb];W[bb];B[gb];W[jb];B[cb];W[fb]";
        let source = format!("{TRIPLE_KO}{again})");
        let replay = end(&source, &Rules::KOREAN);
        let [first, second] = replay.findings[..] else {
            panic!("{:?}", replay.findings);
        };
        assert_eq!(first.fault, Fault::Cycle { number: 0 });
        assert_eq!(second.fault, Fault::Cycle { number: 10 });
        assert_eq!((first.number, second.number), (6, 16));
        assert_eq!(first.code().name, "rules/cycle");
        assert_eq!(end(&source, &Rules::LENIENT).findings, []);
        // Passes and points off the board repeat the position, but are not a cycle.
        assert_eq!(codes("(;SZ[9];B[aa];W[bb];B[];W[])"), [""; 0]);
        assert_eq!(codes("(;SZ[9];B[aa];W[zz];B[zz])"), ["rules/off-board"; 2]);
    }

    #[test]
    fn leaving_restores_the_previous_state() {
        let document = Document::parse(
            "(;SZ[9]AB[aa:cc];B[ee](;W[ee];AE[aa:cc]AB[dd][ff];W[])(;W[de](;PL[B])(;B[zz]B[xy])))",
        )
        .unwrap();
        let root = document.roots().next().unwrap();
        let mut walker = Replayer::new(&document, root, &Rules::CHINESE);
        for step in document.forest().traverse(root) {
            match step {
                Step::Enter(id) => {
                    walker.enter(id);
                    let fresh = replay(&document, id, &Rules::CHINESE);
                    assert_eq!(walker.position().to_setup(), fresh.position.to_setup());
                    assert_eq!(walker.number(), fresh.number);
                    assert_eq!(walker.last(), fresh.last);
                    assert_eq!(walker.prisoners(), fresh.prisoners);
                }
                Step::Leave(_) => assert!(walker.leave()),
            }
        }
        assert!(!walker.leave());
    }

    #[test]
    fn too_much_setup_is_discarded_or_reported() {
        let many = 2 * MAX_COPIES_SIZE
            / Position::new(Size::new(52, 52).unwrap(), Rules::LENIENT)
                .board()
                .memory();
        let source = format!("(;SZ[52]{})", ";AB[aa][bb]".repeat(many));
        let document = Document::parse(source.as_str()).unwrap();
        let root = document.roots().next().unwrap();
        let mut walker = Replayer::new(&document, root, &Rules::JAPANESE);
        let found: Vec<Finding> = document
            .forest()
            .preorder(root)
            .flat_map(|id| walker.enter(id).to_vec())
            .collect();
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].fault, Fault::TooMuchSetup);
        assert_eq!(found[0].code().name, "rules/too-much");
        assert_eq!(end(&source, &Rules::JAPANESE).findings, []);
    }

    #[test]
    fn moves_in_one_node_count_towards_the_limit() {
        // Each move of White is onto a stone of a chain of 2,702 stones, and keeps all of its cells.
        const PAIRS: usize = 6_000;
        let moves = "W[bb]B[bb]".repeat(PAIRS);
        let source = format!("(;SZ[52]AB[aa:ZZ]AE[aa][ZZ];{moves};W[aa])");
        let document = Document::parse(source.as_str()).unwrap();
        let root = document.roots().next().unwrap();
        let mut walker = Replayer::new(&document, root, &Rules::JAPANESE);
        walker.advance();
        let node = walker.advance();
        let too_much = |found: &&Finding| found.fault == Fault::TooMuchSetup;
        assert_eq!(walker.findings().iter().filter(too_much).count(), 1);
        // A cell takes ten bytes.
        let room = 2 * MAX_COPIES_SIZE / (2_702 * 10);
        assert!(walker.number().abs_diff(room as u32) < 4);
        assert!(walker.leave());
        let mut walker = Replayer::forward(&document, root, &Rules::JAPANESE);
        walker.advance();
        assert_eq!(walker.advance(), node);
        assert_eq!(walker.findings().iter().filter(too_much).count(), 0);
        assert_eq!(walker.number() as usize, 2 * PAIRS);
        assert_eq!(walker.node(), node);
        walker.advance();
        assert_eq!(walker.position().board().stones().count(), 2_702);
    }

    #[test]
    fn moves_that_change_nothing_have_no_limit() {
        let source = format!("(;SZ[52]PL[B];{};W[bb])", "B[aa]".repeat(100_000));
        let document = Document::parse(source.as_str()).unwrap();
        let root = document.roots().next().unwrap();
        let mut walker = Replayer::new(&document, root, &Rules::JAPANESE);
        while walker.advance().is_some() {}
        assert_eq!(walker.number(), 100_001);
        assert_eq!(walker.position().board().stones().count(), 2);
    }
}

#[cfg(doc)]
#[doc = include_str!("../COOKBOOK.md")]
pub mod cookbook {}
