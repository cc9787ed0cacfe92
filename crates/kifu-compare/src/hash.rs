//! Hashes for finding copies of a game. They depend only on the moves or on the final position.
//!
//! All hashes are computed from the main line, and any program can compute them:
//!
//! | [`HashKind`] | definition |
//! | --- | --- |
//! | `dyer` | Dave Dyer's signature: the two letters of SGF for each of the moves 20, 40, 60, 31, 51 and 71, or `??` for a pass or a missing move |
//! | `moves` | the MD5 of the two letters of SGF for each move, `tt` for a pass, and a line feed at the end |
//! | `final` | the MD5 of the final position: a line for each row from the top, with `X` for Black, `O` for White, `.` for an empty point, and a line feed |
//! | `dyer-sym`, `moves-sym`, `final-sym` | the smallest text of the eight hashes for the turned and mirrored boards |
//!
//! A move is a `B` or `W` property, including passes. Western coordinates such as `D4` are read as the point that they
//! name.
//!
//! A value is unreadable if it is not a point of the board, or if there are several values where one is expected. Its
//! meaning is unknown, so games with unreadable values have the same hash only if these values are the same. The text
//! of `moves` contains such a value as written, with its brackets. The text of `final` ends with a line for each
//! unreadable value, with its identifier (`B[zz]`, or `AB[zz]` for setup). If there are unreadable values, `moves-sym`
//! and `final-sym` use only the original orientation, and if one of the six moves for `dyer` is unreadable, there is no
//! `dyer` and no `dyer-sym`.
//!
//! Setup, such as handicap stones, does not count as moves. So in a handicap game, White's first move is number 1, as
//! in Dyer's definition. The final position is that of [`Replayer::forward`]: it includes setup, captured stones are
//! removed, and illegal moves are played as far as possible.
//!
//! For example, the text of `moves` for a game of 200 moves has 401 bytes, and `printf 'pdqp\n' | md5sum` prints the
//! hash of a game of two moves.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::OnceCell;
use core::fmt;
use core::str::FromStr;

use kifu_core::{Color, Move, Point, Size};
use kifu_replay::Replayer;
use kifu_rules::{Board, Rules, Signature, Symmetry};
use kifu_sgf::value::western;
use kifu_sgf::{Document, GameContext, GameType, NodeId, NodeRef, Visit};

use crate::moves::brackets;

/// The kind of a hash.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum HashKind {
    /// Dyer's signature of six moves.
    Dyer,
    /// Dyer's signature, independent of the orientation of the board.
    DyerSym,
    /// A hash of all moves.
    Moves,
    /// A hash of all moves, independent of the orientation of the board.
    MovesSym,
    /// A hash of the final position.
    Final,
    /// A hash of the final position, independent of the orientation of the board.
    FinalSym,
}

impl HashKind {
    /// All kinds.
    pub const ALL: [HashKind; 6] = [
        HashKind::Dyer,
        HashKind::DyerSym,
        HashKind::Moves,
        HashKind::MovesSym,
        HashKind::Final,
        HashKind::FinalSym,
    ];

    /// The name of the kind: `dyer`, `dyer-sym`, `moves`, `moves-sym`, `final` or `final-sym`.
    pub const fn name(self) -> &'static str {
        match self {
            HashKind::Dyer => "dyer",
            HashKind::DyerSym => "dyer-sym",
            HashKind::Moves => "moves",
            HashKind::MovesSym => "moves-sym",
            HashKind::Final => "final",
            HashKind::FinalSym => "final-sym",
        }
    }
}

impl fmt::Display for HashKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error of parsing a [`HashKind`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownHash;

impl fmt::Display for UnknownHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected ")?;
        let [first, rest @ ..] = HashKind::ALL;
        write!(f, "`{first}`")?;
        rest.iter().try_for_each(|kind| write!(f, ", `{kind}`"))
    }
}

impl core::error::Error for UnknownHash {}

impl FromStr for HashKind {
    type Err = UnknownHash;

    fn from_str(name: &str) -> Result<HashKind, UnknownHash> {
        let mut all = HashKind::ALL.into_iter();
        all.find(|kind| kind.name() == name).ok_or(UnknownHash)
    }
}

/// The data of a main line that hashes depend on.
///
/// ```
/// use kifu_compare::hash::{HashKind, MainLine};
/// use kifu_compare::sgf::Document;
///
/// let document = Document::parse("(;SZ[19]PB[Sato];B[pd];W[qp])")?;
/// let root = document.roots().next().unwrap();
/// let line = MainLine::of(&document, root, None).unwrap();
/// // printf 'pdqp\n' | md5sum
/// assert_eq!(line.hash(HashKind::Moves).as_deref(), Some("8e525f65412fd5337dfe6e90007cc053"));
///
/// let document = Document::parse("(;SZ[19]AP[another program];B[dd];W[cp])")?;
/// let root = document.roots().next().unwrap();
/// let other = MainLine::of(&document, root, None).unwrap();
/// assert_ne!(other.hash(HashKind::Moves), line.hash(HashKind::Moves));
/// assert_eq!(other.hash(HashKind::MovesSym), line.hash(HashKind::MovesSym));
/// # Ok::<(), kifu_compare::sgf::TooLarge>(())
/// ```
#[derive(Clone, Debug)]
pub struct MainLine<'d> {
    document: &'d Document,
    root: NodeId,
    size: Size,
    /// The moves; `None` for an unreadable value.
    moves: Vec<Option<Move>>,
    /// The number of nodes up to the last move.
    nodes: usize,
    /// The final position, which few hashes need.
    board: OnceCell<Board>,
    /// The unreadable values of setup and moves.
    unreadable: Vec<Unreadable>,
}

/// An unreadable value.
#[derive(Clone, Debug)]
struct Unreadable {
    /// `B`, `W`, `AB`, `AW` or `AE`.
    ident: &'static str,
    /// The value as written, in brackets. The values of a move are one.
    bytes: Vec<u8>,
}

impl<'d> MainLine<'d> {
    /// Reads the main line below a root, up to move `at` if it is given. `None` if the game is not Go.
    pub fn of(document: &'d Document, root: NodeId, at: Option<usize>) -> Option<MainLine<'d>> {
        let context = GameContext::of(document.node(root));
        if context.game != GameType::GO {
            return None;
        }
        let mut line = MainLine {
            document,
            root,
            size: context.size,
            moves: Vec::new(),
            nodes: 0,
            board: OnceCell::new(),
            unreadable: Vec::new(),
        };
        for visit in document.visit_main_line(root, context.size) {
            let node = match visit {
                Visit::Plays(plays) => {
                    let left = at.map_or(usize::MAX, |at| at.saturating_sub(line.moves.len()));
                    let count = plays.len().min(left);
                    let moves = plays.iter().take(count);
                    let moves = moves.map(|(_, point)| Some(Move::Play(point)));
                    line.moves.extend(moves);
                    line.nodes += count;
                    if count < plays.len() {
                        break;
                    }
                    continue;
                }
                Visit::Node(node) => node,
            };
            let before = line.moves.len();
            let mut odd = Vec::new();
            match node.plain_play(context.size) {
                Some((_, point)) => line.moves.push(Some(Move::Play(point))),
                None => read(node, context.size, &mut line.moves, &mut odd),
            }
            if at.is_some_and(|at| line.moves.len() > at) {
                line.moves.truncate(before);
                break;
            }
            line.unreadable.append(&mut odd);
            line.nodes += 1;
        }
        Some(line)
    }

    /// The final position.
    fn board(&self) -> &Board {
        self.board.get_or_init(|| {
            let mut replayer = Replayer::forward(self.document, self.root, &Rules::LENIENT);
            for _ in 0..self.nodes {
                replayer.advance();
            }
            replayer.position().board().clone()
        })
    }

    /// The number of moves, including passes.
    pub fn moves(&self) -> usize {
        self.moves.len()
    }

    /// Whether there are unreadable values.
    pub fn has_unreadable(&self) -> bool {
        !self.unreadable.is_empty()
    }

    /// Computes a hash as text; `None` if an unreadable move makes the hash undefined.
    pub fn hash(&self, kind: HashKind) -> Option<String> {
        let moves = || self.moves.iter().map(|played| played.unwrap_or(Move::Pass));
        let smallest = |of: &dyn Fn(Symmetry) -> String| {
            if self.has_unreadable() {
                of(Symmetry::IDENTITY)
            } else {
                let all = Symmetry::ALL.into_iter().map(of);
                all.min().unwrap_or_default()
            }
        };
        Some(match kind {
            HashKind::Dyer | HashKind::DyerSym if !self.has_dyer() => return None,
            HashKind::Dyer => Signature::of(self.size, moves()).to_string(),
            HashKind::DyerSym => Signature::canonical(self.size, moves()).to_string(),
            HashKind::Moves => self.of_moves(Symmetry::IDENTITY),
            HashKind::MovesSym => smallest(&|symmetry| self.of_moves(symmetry)),
            HashKind::Final => self.of_board(self.board()),
            HashKind::FinalSym => smallest(&|symmetry| match symmetry {
                Symmetry::IDENTITY => self.of_board(self.board()),
                symmetry => self.of_board(&self.board().transformed(symmetry)),
            }),
        })
    }

    /// Whether the six moves of Dyer's signature can be read.
    fn has_dyer(&self) -> bool {
        let mut six = [20, 31, 40, 51, 60, 71].into_iter();
        !six.any(|number| self.moves.get(number - 1) == Some(&None))
    }

    fn of_moves(&self, symmetry: Symmetry) -> String {
        let mut text = Vec::with_capacity(2 * self.moves.len() + 1);
        let mut unreadable = self.unreadable.iter().filter(|value| value.is_move());
        for played in &self.moves {
            match played {
                Some(played) => {
                    let point = played.point();
                    let letters = point.and_then(|point| symmetry.point(point, self.size).to_sgf());
                    text.extend(letters.unwrap_or(*b"tt"));
                }
                None => text.extend(unreadable.next().map_or(&[][..], |value| &value.bytes)),
            }
        }
        text.push(b'\n');
        format!("{:x}", md5::compute(text))
    }

    fn of_board(&self, board: &Board) -> String {
        let mut text = position(board);
        for value in &self.unreadable {
            text.extend(value.ident.as_bytes());
            text.extend(&value.bytes);
            text.push(b'\n');
        }
        format!("{:x}", md5::compute(text))
    }
}

impl Unreadable {
    fn is_move(&self) -> bool {
        matches!(self.ident, "B" | "W")
    }
}

/// Adds the moves of a node, and the unreadable values of its moves and setup.
fn read(
    node: NodeRef<'_>,
    size: Size,
    moves: &mut Vec<Option<Move>>,
    unreadable: &mut Vec<Unreadable>,
) {
    for property in node.properties() {
        let ident = property.ident();
        if let Some(color) = ident.player() {
            let played = property.single_move(size);
            moves.push(played);
            if played.is_none() {
                unreadable.push(Unreadable {
                    ident: match color {
                        Color::Black => "B",
                        Color::White => "W",
                    },
                    bytes: brackets(&property),
                });
            }
        } else if let Some(ident) = ["AB", "AW", "AE"].into_iter().find(|name| ident.is(name)) {
            let values = property.values();
            let odd = values.filter(|value| western::area(value.raw(), size).is_err());
            unreadable.extend(odd.map(|value| Unreadable {
                ident,
                bytes: [b"[", value.raw(), b"]"].concat(),
            }));
        }
    }
}

fn position(board: &Board) -> Vec<u8> {
    let size = board.size();
    let sign = |point: Point| match board.stone(point) {
        Some(Color::Black) => b'X',
        Some(Color::White) => b'O',
        None => b'.',
    };
    let mut text = Vec::with_capacity(size.area() + usize::from(size.rows()));
    for row in 0..size.rows() {
        text.extend((0..size.cols()).map(|col| sign(Point::new(col, row))));
        text.push(b'\n');
    }
    text
}
