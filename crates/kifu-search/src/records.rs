//! Games and patterns of SGF records.

use std::fmt;

use kifu_replay::{Fault, Replayer};
use kifu_rules::Rules;
use kifu_sgf::value;
use kifu_sgf::{Document, GameContext, GameType, NodeId, NodeRef, Value, Visit};

use crate::{
    Action, Anchor, Cell, Color, Line, Move, Outcome, Pattern, Point, Sides, Size, Winner,
};

/// A game of a record, ready for searching.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// The number of the game in the record, from 1, counting games other than Go too.
    pub number: u32,
    /// The root of the game.
    pub root: NodeId,
    /// The main line.
    pub line: Line,
    /// The winner according to `RE`.
    pub winner: Winner,
}

/// Returns an iterator over the games of Go in a record. Each is built when the iterator reaches it.
///
/// ```
/// use kifu_search::sgf::Document;
/// use kifu_search::{Pattern, Query, Searcher, games};
///
/// let document = Document::parse("(;SZ[19]RE[B+R];B[pd];W[dp];B[pp])")?;
/// let (pattern, findings) = Pattern::parse("X . . |\n. . . |\n. . . |\n------+\n");
/// assert!(findings.is_empty());
/// let query = Query { any_symmetry: true, ..Query::new(pattern.unwrap()) };
/// let mut searcher = Searcher::new(query);
/// for game in games(&document) {
///     assert!(searcher.search(&game.line).is_empty());
/// }
/// # Ok::<(), kifu_search::sgf::TooLarge>(())
/// ```
pub fn games(document: &Document) -> impl Iterator<Item = Game> + '_ {
    let roots = (1..).zip(document.roots());
    roots.filter_map(|(number, root)| {
        Some(Game {
            number,
            root,
            line: line(document, root)?,
            winner: winner(document, root),
        })
    })
}

/// The maximum number of points that one line may set up. The line ends before the node that would exceed it.
const MOST_SETUP: usize = 1 << 22;

/// Returns the main line of the game with this root; `None` if it is not Go.
///
/// Moves and positions are those of [`Replayer::forward`], but the line ends once it has set up four million
/// points. A move that cannot be read or is off the board counts as a move and leaves the stones as they are, but
/// is not a pass: see [`Reply::Unreadable`](crate::Reply::Unreadable).
pub fn line(document: &Document, root: NodeId) -> Option<Line> {
    let context = GameContext::of(document.node(root));
    if context.game != GameType::GO {
        return None;
    }
    let mut line = Line::new(context.size, []);
    let mut plays = Vec::new();
    let mut setup = Vec::new();
    let mut left = MOST_SETUP;
    for visit in document.visit_main_line(root, context.size) {
        let node = match visit {
            Visit::Plays(plays) => {
                for (color, point) in plays {
                    line.push_play(color, point);
                }
                continue;
            }
            Visit::Node(node) => node,
        };
        if let Some((color, point)) = node.plain_play(context.size) {
            line.push_play(color, point);
            continue;
        }
        read(node, context.size, &mut plays, &mut setup);
        match left.checked_sub(setup.len()) {
            Some(rest) => left = rest,
            None => break,
        }
        line.push_node(&mut plays, &mut setup);
    }
    Some(line)
}

impl Line {
    /// Appends the contents of a node, and clears the lists.
    fn push_node(&mut self, plays: &mut Vec<(Color, Option<Move>)>, setup: &mut Vec<Action>) {
        // The stones are set up before the first move.
        self.extend(setup.drain(..));
        for (color, action) in plays.drain(..) {
            match action {
                Some(action) => self.extend([Action::Play(color, action)]),
                None => self.push_unreadable(color),
            }
        }
    }
}

/// A line of a game tree: the main line, or a variation from its branching to its end. Returned by [`lines`].
#[derive(Clone, Debug)]
pub struct TreeLine {
    line: Line,
    /// The nodes, each with the number of moves played up to and including it.
    nodes: Vec<(u32, NodeId)>,
}

impl TreeLine {
    /// The moves and positions, for [`Searcher::search`](crate::Searcher::search). The hits in a variation are
    /// those that begin after its branching; their numbers count all moves of the game.
    pub const fn line(&self) -> &Line {
        &self.line
    }

    /// The first node with the position after this many moves.
    pub fn node(&self, number: u32) -> Option<NodeId> {
        let at = self.nodes.partition_point(|node| node.0 < number);
        self.nodes.get(at).map(|node| node.1)
    }
}

/// Returns an iterator over all lines of the game with this root: the main line, then the variations in the order
/// of the record. No position is in two lines, so each node is searched once. `None` if the game is not Go.
///
/// ```
/// use kifu_search::sgf::Document;
/// use kifu_search::{Pattern, Query, Searcher, lines};
///
/// let document = Document::parse("(;SZ[9];B[aa](;W[ba])(;W[ii];B[hh]))")?;
/// let (pattern, _) = Pattern::parse("X .|\n. O|\n---+\n");
/// let mut searcher = Searcher::new(Query::new(pattern.unwrap()));
/// let mut found = Vec::new();
/// for line in lines(&document, document.roots().next().unwrap()).unwrap() {
///     let hits = searcher.search(line.line());
///     found.extend(hits.hits().map(|hit| (hit.first, line.node(hit.first).unwrap())));
/// }
/// assert_eq!(found.len(), 1);
/// let (number, node) = found[0];
/// assert_eq!((number, document.node(node).get("B").is_some()), (3, true));
/// # Ok::<(), kifu_search::sgf::TooLarge>(())
/// ```
pub fn lines(
    document: &Document,
    root: NodeId,
) -> Option<impl Iterator<Item = TreeLine> + use<'_>> {
    let context = GameContext::of(document.node(root));
    (context.game == GameType::GO).then(|| Lines {
        document,
        size: context.size,
        replayer: Replayer::new(document, root, &Rules::LENIENT),
        next: vec![root],
        left: MOST_SETUP,
        plays: Vec::new(),
        setup: Vec::new(),
    })
}

struct Lines<'d> {
    document: &'d Document,
    size: Size,
    /// The replayer, which is at the end of the last line.
    replayer: Replayer<'d>,
    /// The first nodes of the lines to come; each has its parent on the line of the replayer.
    next: Vec<NodeId>,
    left: usize,
    plays: Vec<(Color, Option<Move>)>,
    setup: Vec<Action>,
}

impl Iterator for Lines<'_> {
    type Item = TreeLine;

    fn next(&mut self) -> Option<TreeLine> {
        let first = self.next.pop()?;
        let parent = self.document.forest().parent(first);
        while self.replayer.node() != parent && self.replayer.leave() {}
        let mut line = match parent {
            None => Line::new(self.size, []),
            Some(_) => Line::after(self.replayer.position().board(), self.replayer.number()),
        };
        let mut nodes = Vec::new();
        let mut at = Some(first);
        while let Some(id) = at {
            let node = self.document.node(id);
            let findings = self.replayer.enter(id);
            let is_cut = findings
                .iter()
                .any(|found| found.fault == Fault::TooMuchSetup);
            let play = node.plain_play(self.size);
            if play.is_none() {
                read(node, self.size, &mut self.plays, &mut self.setup);
            }
            match self.left.checked_sub(self.setup.len()) {
                Some(left) if !is_cut => self.left = left,
                _ => {
                    self.plays.clear();
                    self.setup.clear();
                    self.next.clear();
                    break;
                }
            }
            match play {
                Some((color, point)) => line.push_play(color, point),
                None => line.push_node(&mut self.plays, &mut self.setup),
            }
            nodes.push((self.replayer.number(), id));
            let children = self.document.forest().children(id);
            let is_variation = |id: &NodeId| !self.document.node(*id).is_empty_variation();
            let mut children = children.filter(is_variation);
            at = children.next();
            let others = self.next.len();
            self.next.extend(children);
            // `next` is a stack, so reverse the order to search the first variation first.
            self.next[others..].reverse();
        }
        Some(TreeLine { line, nodes })
    }
}

/// Reads the move and the setup of a node.
fn read(
    node: NodeRef<'_>,
    size: Size,
    plays: &mut Vec<(Color, Option<Move>)>,
    setup: &mut Vec<Action>,
) {
    for property in node.properties() {
        let ident = property.ident();
        if let Some(color) = ident.player() {
            let value = property.value();
            let action = value.and_then(|value| kifu_replay::action(&value, size));
            plays.push((color, action));
            continue;
        }
        let stone = if ident.is("AB") {
            Some(Color::Black)
        } else if ident.is("AW") {
            Some(Color::White)
        } else if ident.is("AE") {
            None
        } else {
            continue;
        };
        let points = property.values().flat_map(|value| points(&value, size));
        // One point more than allowed is enough to detect the excess.
        let room = (MOST_SETUP + 1).saturating_sub(setup.len());
        setup.extend(points.take(room).map(|point| Action::Put(point, stone)));
    }
}

/// The points on the board that a value names.
fn points(value: &Value<'_>, size: Size) -> impl Iterator<Item = Point> + use<> {
    let area = kifu_replay::area(value, size);
    area.into_iter().flat_map(move |area| {
        let (from, to) = (area.from(), area.to());
        let rows = from.row..=to.row.min(size.rows() - 1);
        rows.flat_map(move |row| {
            (from.col..=to.col.min(size.cols() - 1)).map(move |col| Point::new(col, row))
        })
    })
}

/// Returns the winner of the game with this root, according to `RE`.
pub fn winner(document: &Document, root: NodeId) -> Winner {
    let result = document.node(root).simple_text("RE");
    let outcome = result.and_then(|text| value::result(&text).ok());
    outcome.map_or(Winner::Unknown, |read| Outcome::into(read.value))
}

/// The error of [`pattern`]: the reason why a game does not describe a pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NoPattern {
    /// The game is not Go.
    NotGo,
    /// The game has no stones, no `AE`, no marks and no view.
    Empty,
}

impl fmt::Display for NoPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoPattern::NotGo => "the game is not Go",
            NoPattern::Empty => {
                "the game does not describe a pattern: it has no stones, `AE`, marks or `VW`"
            }
        })
    }
}

impl core::error::Error for NoPattern {}

/// Returns the pattern that the game with this root describes:
///
/// | in the record | required on the point |
/// | --- | --- |
/// | a stone, set up or played, at the end of the main line | that stone |
/// | `AE`, and no stone at the end | no stone |
/// | `TR` | a black stone or none |
/// | `SQ` | a white stone or none |
/// | `CR` | a stone of either colour |
/// | `MA` | any contents |
/// | none of these, with a view (`VW`) | no stone |
/// | none of these, without a view | any contents |
///
/// With a view, the pattern is the visible part of the board, and touches the edges that the view touches. Without
/// one, the pattern is the whole board, so that stones match only in place.
///
/// ```
/// use kifu_search::sgf::Document;
/// use kifu_search::{Anchor, Cell, Point, pattern};
///
/// let document = Document::parse("(;SZ[19]AB[cc]VW[aa:ee]TR[ce])")?;
/// let pattern = pattern(&document, document.roots().next().unwrap()).unwrap();
/// assert_eq!(pattern.size().to_string(), "5x5");
/// assert_eq!(pattern.cell(Point::new(2, 2)), Some(Cell::BLACK));
/// assert_eq!(pattern.cell(Point::new(2, 4)), Some(Cell::BLACK | Cell::EMPTY));
/// assert_eq!(pattern.cell(Point::new(0, 0)), Some(Cell::EMPTY));
/// assert!(matches!(pattern.anchor(), Anchor::Sides(on) if on.left && on.top && !on.right));
/// # Ok::<(), kifu_search::sgf::TooLarge>(())
/// ```
///
/// # Errors
///
/// [`NoPattern`] if the game does not describe a pattern.
pub fn pattern(document: &Document, root: NodeId) -> Result<Pattern, NoPattern> {
    let context = GameContext::of(document.node(root));
    if context.game != GameType::GO {
        return Err(NoPattern::NotGo);
    }
    let size = context.size;
    let mut replayer = Replayer::forward(document, root, &Rules::LENIENT);
    let mut required: Vec<Option<Cell>> = vec![None; size.area()];
    let mut view: Option<(Point, Point)> = None;
    while let Some(node) = replayer.advance() {
        let node = document.node(node);
        let mut put = |ident: &str, cell: Cell| {
            for point in kifu_replay::points(node, ident, size) {
                required[index(size, point)] = Some(cell);
            }
        };
        put("AE", Cell::EMPTY);
        put("TR", Cell::BLACK | Cell::EMPTY);
        put("SQ", Cell::WHITE | Cell::EMPTY);
        put("CR", Cell::STONE);
        put("MA", Cell::ANY);
        for point in kifu_replay::points(node, "VW", size) {
            let (from, to) = view.get_or_insert((point, point));
            *from = Point::new(from.col.min(point.col), from.row.min(point.row));
            *to = Point::new(to.col.max(point.col), to.row.max(point.row));
        }
    }
    let board = replayer.position().board();
    if view.is_none() && board.stones().next().is_none() && required.iter().all(Option::is_none) {
        return Err(NoPattern::Empty);
    }
    let unmarked = if view.is_some() {
        Cell::EMPTY
    } else {
        Cell::ANY
    };
    let last = Point::new(size.cols() - 1, size.rows() - 1);
    let (from, to) = view.unwrap_or((Point::new(0, 0), last));
    let mut cells = Vec::new();
    for row in from.row..=to.row {
        for col in from.col..=to.col {
            let point = Point::new(col, row);
            let stone = board.stone(point).map(|color| Cell::of(Some(color)));
            // A stone that was placed later overrides `AE` on its point.
            let marked = required[index(size, point)].filter(|&cell| cell != Cell::EMPTY);
            let cell = marked.or(stone).or(required[index(size, point)]);
            cells.push(cell.unwrap_or(unmarked));
        }
    }
    let part = Size::new(to.col - from.col + 1, to.row - from.row + 1);
    let sides = Sides {
        left: from.col == 0,
        right: to.col == last.col,
        top: from.row == 0,
        bottom: to.row == last.row,
    };
    let pattern = Pattern::new(part.unwrap_or(size), cells, Anchor::Sides(sides));
    pattern.map_err(|_| NoPattern::Empty)
}

fn index(size: Size, point: Point) -> usize {
    usize::from(point.row) * usize::from(size.cols()) + usize::from(point.col)
}
