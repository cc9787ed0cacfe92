//! Hashes by which copies of a game are found, whatever else is written about it.
//!
//! All of them go by the main line, and are defined so that any program can compute them:
//!
//! | [`Kind`] | what it is |
//! | --- | --- |
//! | `dyer` | Dave Dyer's signature: SGF's two letters for each of moves 20, 40, 60, 31, 51 and 71, `??` for one that is a pass or does not exist |
//! | `moves` | the MD5 of all moves: SGF's two letters for each, `tt` for a pass, and one line feed at the end |
//! | `final` | the MD5 of the position at the end: a line for each row from the top, with `X` for Black, `O` for White, `.` for nothing, and a line feed behind each |
//! | `dyer-sym`, `moves-sym`, `final-sym` | the least, by its text, of the eight that the game has when its board is turned and mirrored |
//!
//! Moves are what `B` and `W` have, one each, passes among them. Western coordinates such as `D4` count as
//! the point that they name.
//!
//! Nobody knows what a value does that cannot be read: one that is not a point of the board, or several where
//! there should be one. So that games with such values have the same hash only if they have the same ones, in
//! the text of `moves` such a value stands as it is in the file, brackets included, and the text of `final` ends with a
//! line for each, with its identifier (`B[zz]`, or `AB[zz]` for setup). `moves-sym` and `final-sym` are those of the board
//! as it lies, then. There is no `dyer` if one of the six moves cannot be read, and no `dyer-sym`.
//!
//! Stones that are set up, as for a handicap, are no moves and do not count as such, so
//! that in a handicap game White's first move is number 1, as Dyer has it. Positions are those of
//! [`Replayer::forward`]: setup counts, captured stones are gone, and what the rules forbid is played
//! as far as it can be.
//!
//! A game of 200 moves has a text of 401 bytes for `moves`; `printf 'pdqp\n' | md5sum` prints
//! that of a game of two.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use kifu_core::{Color, Move, Point, Size};
use kifu_replay::Replayer;
use kifu_rules::{Board, Rules, Signature, Symmetry};
use kifu_sgf::value::{action, western};
use kifu_sgf::{Document, GameContext, GameType, NodeId, NodeRef};

use crate::moves::brackets;

/// Which hash.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// Of six moves in the middle of the game.
    Dyer,
    /// The same, however the board is turned.
    DyerSym,
    /// Of all moves.
    Moves,
    /// The same, however the board is turned.
    MovesSym,
    /// Of the last position.
    Final,
    /// The same, however the board is turned.
    FinalSym,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 6] = [
        Kind::Dyer,
        Kind::DyerSym,
        Kind::Moves,
        Kind::MovesSym,
        Kind::Final,
        Kind::FinalSym,
    ];

    /// Its name: `dyer`, `dyer-sym` and so on.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Dyer => "dyer",
            Kind::DyerSym => "dyer-sym",
            Kind::Moves => "moves",
            Kind::MovesSym => "moves-sym",
            Kind::Final => "final",
            Kind::FinalSym => "final-sym",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// There is no hash of this name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownKind;

impl fmt::Display for UnknownKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected ")?;
        let [first, rest @ ..] = Kind::ALL;
        write!(f, "`{first}`")?;
        rest.iter().try_for_each(|kind| write!(f, ", `{kind}`"))
    }
}

impl core::error::Error for UnknownKind {}

impl FromStr for Kind {
    type Err = UnknownKind;

    fn from_str(name: &str) -> Result<Kind, UnknownKind> {
        let mut all = Kind::ALL.into_iter();
        all.find(|kind| kind.name() == name).ok_or(UnknownKind)
    }
}

/// The main line of a game, as far as hashes go by it.
///
/// ```
/// use kifu_compare::hash::{Kind, Line};
/// use kifu_compare::sgf::Document;
///
/// let document = Document::parse("(;SZ[19]PB[Sato];B[pd];W[qp])")?;
/// let root = document.roots().next().unwrap();
/// let line = Line::of(&document, root, None).unwrap();
/// // printf 'pdqp\n' | md5sum
/// assert_eq!(line.hash(Kind::Moves).as_deref(), Some("8e525f65412fd5337dfe6e90007cc053"));
///
/// let document = Document::parse("(;SZ[19]AP[another program];B[dd];W[cp])")?;
/// let root = document.roots().next().unwrap();
/// let other = Line::of(&document, root, None).unwrap();
/// assert_ne!(other.hash(Kind::Moves), line.hash(Kind::Moves));
/// assert_eq!(other.hash(Kind::MovesSym), line.hash(Kind::MovesSym));
/// # Ok::<(), kifu_compare::sgf::TooLarge>(())
/// ```
#[derive(Clone, Debug)]
pub struct Line {
    size: Size,
    moves: Vec<Played>,
    board: Board,
    /// Values that cannot be read, of setup and of moves, with their identifiers.
    unreadable: Vec<Vec<u8>>,
}

/// A move of a line.
#[derive(Clone, Debug)]
enum Played {
    Move(Move),
    /// What cannot be read, as it is written, in brackets.
    Unreadable(Vec<u8>),
}

impl Line {
    /// The main line of the game of a root, without what comes after move `at` if it has more.
    /// `None` if the game is not Go.
    pub fn of(document: &Document, root: NodeId, at: Option<usize>) -> Option<Line> {
        let context = GameContext::of(document.node(root));
        if context.game != GameType::GO {
            return None;
        }
        let mut replayer = Replayer::forward(document, root, &Rules::LENIENT);
        let mut moves = Vec::new();
        let mut unreadable = Vec::new();
        for node in document.main_line(root) {
            let before = moves.len();
            let mut odd = Vec::new();
            // Nearly all nodes are such, and their moves can be read.
            let plain = node.only_move().and_then(|(_, letters, _)| {
                let read = action(&letters, context.size).ok()?;
                Some(Played::Move(read.value))
            });
            match plain {
                Some(played) => moves.push(played),
                None => read(node, context.size, &mut moves, &mut odd),
            }
            if at.is_some_and(|at| moves.len() > at) {
                moves.truncate(before);
                break;
            }
            unreadable.append(&mut odd);
            replayer.advance();
        }
        Some(Line {
            size: context.size,
            moves,
            board: replayer.position().board().clone(),
            unreadable,
        })
    }

    /// How many moves it has, passes among them.
    pub fn moves(&self) -> usize {
        self.moves.len()
    }

    /// Whether there are values that cannot be read, so that nobody knows what they do.
    pub fn has_unreadable(&self) -> bool {
        !self.unreadable.is_empty()
    }

    /// A hash of the line, as text; `None` if it has no such hash, for a move of it cannot be read.
    pub fn hash(&self, kind: Kind) -> Option<String> {
        let moves = || {
            self.moves.iter().map(|played| match played {
                Played::Move(played) => *played,
                Played::Unreadable(_) => Move::Pass,
            })
        };
        let least = |of: &dyn Fn(Symmetry) -> String| match self.has_unreadable() {
            true => of(Symmetry::IDENTITY),
            false => {
                let all = Symmetry::ALL.into_iter().map(of);
                all.min().unwrap_or_default()
            }
        };
        Some(match kind {
            Kind::Dyer | Kind::DyerSym if !self.has_dyer() => return None,
            Kind::Dyer => Signature::of(self.size, moves()).to_string(),
            Kind::DyerSym => Signature::canonical(self.size, moves()).to_string(),
            Kind::Moves => self.of_moves(Symmetry::IDENTITY),
            Kind::MovesSym => least(&|symmetry| self.of_moves(symmetry)),
            Kind::Final => self.of_board(&self.board),
            Kind::FinalSym => least(&|symmetry| match symmetry {
                Symmetry::IDENTITY => self.of_board(&self.board),
                symmetry => self.of_board(&self.board.transformed(symmetry)),
            }),
        })
    }

    /// Whether the six moves of Dyer's signature can be read.
    fn has_dyer(&self) -> bool {
        let mut six = [20, 31, 40, 51, 60, 71].into_iter();
        !six.any(|number| matches!(self.moves.get(number - 1), Some(Played::Unreadable(_))))
    }

    fn of_moves(&self, symmetry: Symmetry) -> String {
        let mut text = Vec::with_capacity(2 * self.moves.len() + 1);
        for played in &self.moves {
            match played {
                Played::Move(played) => {
                    let point = played.point();
                    let letters = point.and_then(|point| symmetry.point(point, self.size).to_sgf());
                    text.extend(letters.unwrap_or(*b"tt"));
                }
                Played::Unreadable(bytes) => text.extend(bytes),
            }
        }
        text.push(b'\n');
        format!("{:x}", md5::compute(text))
    }

    fn of_board(&self, board: &Board) -> String {
        let mut text = position(board);
        for value in &self.unreadable {
            text.extend(value);
            text.push(b'\n');
        }
        format!("{:x}", md5::compute(text))
    }
}

/// Adds the moves of a node, and what of them and its setup cannot be read.
fn read(node: NodeRef<'_>, size: Size, moves: &mut Vec<Played>, unreadable: &mut Vec<Vec<u8>>) {
    for property in node.properties() {
        let ident = property.ident();
        if let Some(color) = ident.player() {
            moves.push(match property.single_move(size) {
                Some(played) => Played::Move(played),
                None => {
                    let bytes = brackets(&property);
                    let letter = color.letter() as u8;
                    unreadable.push([&[letter][..], &bytes].concat());
                    Played::Unreadable(bytes)
                }
            });
        } else if let Some(name) = ["AB", "AW", "AE"].into_iter().find(|name| ident.is(name)) {
            let values = property.values();
            let odd = values.filter(|value| western::area(value.raw(), size).is_err());
            let bytes = odd.map(|value| [name.as_bytes(), b"[", value.raw(), b"]"].concat());
            unreadable.extend(bytes);
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
