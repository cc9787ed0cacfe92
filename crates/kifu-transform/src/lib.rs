#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod canonical;
mod colors;
mod points;

use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use kifu_rules::Symmetry;
use kifu_sgf::properties::{Class, Kind};
use kifu_sgf::{Dialect, Document, Game, GameContext, NodeId, Property, PropertyInfo, TooLarge};
use kifu_span::{Edit, Span};

pub use canonical::{Colors, canonical};
use colors::Swapper;
pub use kifu_rules as rules;
pub use kifu_sgf as sgf;
use points::Turner;

/// A symmetry of the board, with or without an exchange of the colours: one of sixteen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Transform {
    /// How the board is turned and mirrored.
    pub symmetry: Symmetry,
    /// Whether Black becomes White and White Black.
    pub swaps_colors: bool,
}

impl Transform {
    /// Leaves everything as it is.
    pub const IDENTITY: Transform = Transform::of(Symmetry::IDENTITY);

    /// A symmetry that leaves the colours.
    pub const fn of(symmetry: Symmetry) -> Transform {
        Transform {
            symmetry,
            swaps_colors: false,
        }
    }

    /// The same, and the colours exchanged besides.
    pub const fn with_colors_swapped(self) -> Transform {
        Transform {
            swaps_colors: !self.swaps_colors,
            ..self
        }
    }

    /// What takes everything back.
    pub const fn inverse(self) -> Transform {
        Transform {
            symmetry: self.symmetry.inverse(),
            ..self
        }
    }

    /// This one, then the other.
    pub const fn then(self, other: Transform) -> Transform {
        Transform {
            symmetry: self.symmetry.then(other.symmetry),
            swaps_colors: self.swaps_colors != other.swaps_colors,
        }
    }
}

/// What [`transform`] made of a document.
#[derive(Debug)]
pub struct Transformed {
    /// The document with every game as it was chosen.
    pub document: Document,
    /// What stayed as it was though it may speak of points or colours, in the order of the
    /// text.
    pub left: Vec<Left>,
}

/// Something that stayed as it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Left {
    /// The node.
    pub node: NodeId,
    /// The value, the property, or of another game its root, in the [`Document::text`]
    /// of the document before.
    pub span: Span,
    /// Why.
    pub why: Why,
}

/// Why something stayed as it was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Why {
    /// The game is not Go, and nothing of it was touched.
    OtherGame(Game),
    /// It should be a point, and is none of this board.
    NoPoint,
    /// It looks like points, in a property that is not known.
    Unknown,
    /// An analysis in a program's own form, which can name points and players.
    Analysis,
    /// Handicap stones, which SGF knows of Black alone.
    Handicap,
    /// Handicap stones that readers put where it is usual (`HD`), however the board lies.
    FixedHandicap,
    /// It names a colour or counts for one, in words that were not understood.
    NoColor,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Why::OtherGame(game) => return write!(f, "a game of {game}, not of Go"),
            Why::NoPoint => "not a point of this board",
            Why::Unknown => "not known, though it looks like points",
            Why::Analysis => "an analysis in a form of its own",
            Why::Handicap => "SGF has no word for a handicap of White's",
            Why::FixedHandicap => "its stones stand where it is usual, however the board lies",
            Why::NoColor => "a colour or an amount in words that were not understood",
        })
    }
}

/// Turns, mirrors and recolours the games of a document, each as `choose` says for its root.
///
/// It goes by the text as it was read: write and read a document that was edited first.
///
/// ```
/// use kifu_transform::rules::Symmetry;
/// use kifu_transform::sgf::Document;
/// use kifu_transform::{Transform, transform};
///
/// let document = Document::parse("(;SZ[9]RE[B+R]AB[aa:cb] ;B[gc]LB[gc:1];W[])")?;
/// let turned = transform(&document, |_| Transform::of(Symmetry::TURN_RIGHT))?;
/// assert_eq!(turned.document.text(), b"(;SZ[9]RE[B+R]AB[ha:ic] ;B[gg]LB[gg:1];W[])");
/// let swapped = transform(&document, |_| Transform::IDENTITY.with_colors_swapped())?;
/// assert_eq!(swapped.document.text(), b"(;SZ[9]RE[W+R]AW[aa:cb] ;W[gc]LB[gc:1];B[])");
/// # Ok::<(), kifu_transform::sgf::TooLarge>(())
/// ```
///
/// # Errors
///
/// If the text grew to 4 GiB or more.
pub fn transform(
    document: &Document,
    mut choose: impl FnMut(NodeId) -> Transform,
) -> Result<Transformed, TooLarge> {
    let mut changes = Changes::default();
    for root in document.roots() {
        changes.game(document, root, choose(root));
    }
    let text = changes.made_in(document.text(), 0..document.text().len());
    Ok(Transformed {
        document: document.with_text(text)?,
        left: changes.left,
    })
}

/// Turns, mirrors and recolours the game of one root, and returns its root in the new document. `None` if the node is not
/// a root.
///
/// ```
/// use kifu_transform::rules::Symmetry;
/// use kifu_transform::sgf::Document;
/// use kifu_transform::{Transform, transform_game};
///
/// let document = Document::parse("(;SZ[9];B[aa])(;SZ[9];B[aa])")?;
/// let second = document.roots().nth(1).unwrap();
/// let by = Transform::of(Symmetry::HALF_TURN);
/// let (turned, root) = transform_game(&document, second, by)?.unwrap();
/// assert_eq!(turned.text(), b"(;SZ[9];B[aa])(;SZ[9];B[ii])");
/// assert_eq!(turned.roots().nth(1), Some(root));
/// # Ok::<(), kifu_transform::sgf::TooLarge>(())
/// ```
///
/// # Errors
///
/// If the text grew to 4 GiB or more.
pub fn transform_game(
    document: &Document,
    root: NodeId,
    by: Transform,
) -> Result<Option<(Document, NodeId)>, TooLarge> {
    let Some(at) = document.roots().position(|one| one == root) else {
        return Ok(None);
    };
    let choose = |one: NodeId| if one == root { by } else { Transform::IDENTITY };
    let transformed = transform(document, choose)?.document;
    let root = transformed.roots().nth(at);
    Ok(root.map(|root| (transformed, root)))
}

/// What has to change, and what should but cannot.
#[derive(Default)]
struct Changes {
    edits: Vec<Edit>,
    left: Vec<Left>,
}

impl Changes {
    fn game(&mut self, document: &Document, root: NodeId, by: Transform) {
        if by == Transform::IDENTITY {
            return;
        }
        let context = GameContext::of(document.node(root));
        if context.game != Game::GO {
            let span = document.node(root).span().unwrap_or_default();
            self.leave(root, span, Why::OtherGame(context.game));
            return;
        }
        let turner = Turner {
            size: context.size,
            symmetry: by.symmetry,
        };
        for id in document.forest().preorder(root) {
            let node = document.node(id);
            for property in node.properties() {
                let ident = property.ident();
                let info = match id == root {
                    true => PropertyInfo::of(ident, &context),
                    false => PropertyInfo::below_root(ident, &context),
                };
                let known = Known {
                    node: id,
                    property,
                    info,
                };
                if by.symmetry != Symmetry::IDENTITY {
                    self.turn(&known, &turner);
                }
                if by.swaps_colors {
                    let charset = || document.charset(root).charset;
                    Swapper {
                        context: &context,
                        charset: &charset,
                    }
                    .swap(&known, self);
                }
            }
        }
    }

    fn turn(&mut self, known: &Known<'_>, turner: &Turner) {
        let Some(info) = known.info else {
            if turner.looks_like_points(&known.property) {
                self.leave_property(known, Why::Unknown);
            }
            return;
        };
        match info.values.first {
            Kind::Point | Kind::Stone | Kind::Move | Kind::Moves => {
                for value in known.property.values() {
                    let Some(span) = value.span() else {
                        continue;
                    };
                    let before = self.edits.len();
                    if !turner.value(value.raw(), span.start + 1, info, &mut self.edits) {
                        self.edits.truncate(before);
                        self.leave(known.node, span, Why::NoPoint);
                    }
                }
            }
            Kind::Size if info.class == Class::Root && turner.symmetry.transposes() => {
                for value in known.property.values() {
                    if let Some(span) = value.span() {
                        turner.exchange_sides(value.raw(), span.start + 1, &mut self.edits);
                    }
                }
            }
            _ if info.ident == "HD" => self.leave_property(known, Why::FixedHandicap),
            _ if is_analysis(info) => self.leave_property(known, Why::Analysis),
            _ => {}
        }
    }

    fn leave(&mut self, node: NodeId, span: Span, why: Why) {
        // A property is left once, be it for its points or for its colours.
        if self.left.last().is_none_or(|last| last.span != span) {
            self.left.push(Left { node, span, why });
        }
    }

    fn leave_property(&mut self, known: &Known<'_>, why: Why) {
        self.leave(known.node, known.property.span().unwrap_or_default(), why);
    }

    /// A part of the text with the edits made that lie in it.
    fn made_in(&mut self, text: &[u8], part: Range<usize>) -> Vec<u8> {
        self.edits.sort_by_key(|edit| edit.span.start);
        let mut made = Vec::with_capacity(part.len() + 64);
        let mut done = part.start;
        for edit in &self.edits {
            made.extend_from_slice(&text[done..edit.span.start as usize]);
            made.extend_from_slice(&edit.replacement);
            done = edit.span.end as usize;
        }
        made.extend_from_slice(&text[done..part.end]);
        made
    }
}

/// A property, and what the table says of it.
struct Known<'d> {
    node: NodeId,
    property: Property<'d>,
    info: Option<&'static PropertyInfo>,
}

/// Whether it holds what an engine thinks, in a form that only its program reads.
fn is_analysis(info: &PropertyInfo) -> bool {
    info.values.first == Kind::Raw
        && matches!(
            info.origin,
            Dialect::Lizzie | Dialect::KaTrain | Dialect::Q5Go
        )
}
