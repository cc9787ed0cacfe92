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
use kifu_sgf::properties::{PropertyClass, ValueKind};
use kifu_sgf::{
    Dialect, Document, GameContext, GameType, NodeId, Plays, Property, PropertyInfo, TooLarge,
    Visit,
};
use kifu_span::{Edit, Span};

pub use canonical::{Colors, canonical};
use colors::Swapper;
pub use kifu_rules as rules;
pub use kifu_sgf as sgf;
use points::Turner;

/// A symmetry of the board, with or without an exchange of the colours: one of sixteen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Transform {
    /// The symmetry of the board.
    pub symmetry: Symmetry,
    /// Whether to exchange the colours.
    pub swaps_colors: bool,
}

impl Transform {
    /// The transform that changes nothing.
    pub const IDENTITY: Transform = Transform::of(Symmetry::IDENTITY);

    /// Creates a transform that applies a symmetry and keeps the colours.
    pub const fn of(symmetry: Symmetry) -> Transform {
        Transform {
            symmetry,
            swaps_colors: false,
        }
    }

    /// Returns the transform with an additional exchange of colours.
    pub const fn with_colors_swapped(self) -> Transform {
        Transform {
            swaps_colors: !self.swaps_colors,
            ..self
        }
    }

    /// Returns the transform that undoes this one.
    pub const fn inverse(self) -> Transform {
        Transform {
            symmetry: self.symmetry.inverse(),
            ..self
        }
    }

    /// Returns the composition: this transform, then the other.
    pub const fn then(self, other: Transform) -> Transform {
        Transform {
            symmetry: self.symmetry.then(other.symmetry),
            swaps_colors: self.swaps_colors != other.swaps_colors,
        }
    }
}

/// The result of [`transform`].
#[derive(Debug)]
pub struct Transformed {
    /// The transformed document.
    pub document: Document,
    /// The values and properties that were left unchanged although they may refer to points or colours, in the
    /// order of the text.
    pub untransformed: Vec<Untransformed>,
}

/// A value or a property that was left unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Untransformed {
    /// The node of the original document with the value or property.
    pub node: NodeId,
    /// The span of the value or property in the [`Document::text`] of the original document. For a game other than
    /// Go, the span of its root.
    pub span: Span,
    /// The reason why it was not transformed.
    pub why: UntransformedReason,
}

/// The reason why a value, a property or a whole game was left unchanged.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum UntransformedReason {
    /// The game is not Go, so nothing in it was changed.
    OtherGame(GameType),
    /// The value should be a point, but is not a point of this board.
    NoPoint,
    /// The values of an unknown property look like points.
    Unknown,
    /// An analysis in a program's own format, which may refer to points and players.
    Analysis,
    /// A handicap, which SGF supports only for Black.
    Handicap,
    /// A handicap on the usual points (`HD`), which do not depend on the orientation of the board.
    FixedHandicap,
    /// The value refers to a colour in words that kifu does not understand.
    NoColor,
}

impl fmt::Display for UntransformedReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            UntransformedReason::OtherGame(game) => return write!(f, "the game is {game}, not Go"),
            UntransformedReason::NoPoint => "not a point of this board",
            UntransformedReason::Unknown => "an unknown property whose values look like points",
            UntransformedReason::Analysis => "an analysis in a program's own format",
            UntransformedReason::Handicap => "SGF cannot express a handicap for White",
            UntransformedReason::FixedHandicap => {
                "the handicap stones are on the usual points in every orientation of the board"
            }
            UntransformedReason::NoColor => {
                "the value refers to a colour in words that kifu does not understand"
            }
        })
    }
}

/// Transforms the games of a document, each by the transform that `choose` returns for its root.
///
/// The transform applies to the original text. To transform an edited document, write it and read it again first.
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
/// [`TooLarge`] if the text grew to 4 GiB or more.
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
        untransformed: changes.untransformed,
    })
}

/// Transforms the game with this root, and keeps the other games of the document. Returns the new document and the
/// root of the game in it, or `None` if the node is not a root.
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
/// [`TooLarge`] if the text grew to 4 GiB or more.
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

/// The edits of a transform, and the values and properties that should change but cannot.
#[derive(Default)]
struct Changes {
    edits: Vec<Edit>,
    untransformed: Vec<Untransformed>,
}

impl Changes {
    fn game(&mut self, document: &Document, root: NodeId, by: Transform) {
        if by == Transform::IDENTITY {
            return;
        }
        let context = GameContext::of(document.node(root));
        if context.game != GameType::GO {
            let span = document.node(root).span().unwrap_or_default();
            self.leave(root, span, UntransformedReason::OtherGame(context.game));
            return;
        }
        let turner = Turner {
            size: context.size,
            symmetry: by.symmetry,
        };
        for visit in document.visit_tree(root, context.size) {
            let node = match visit {
                Visit::Plays(plays) => {
                    self.plays(&plays, &turner, by.swaps_colors);
                    continue;
                }
                Visit::Node(node) => node,
            };
            let id = node.id();
            for property in node.properties() {
                let ident = property.ident();
                let info = if id == root {
                    PropertyInfo::of(ident, &context)
                } else {
                    PropertyInfo::below_root(ident, &context)
                };
                let known = KnownProperty {
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

    /// Transforms consecutive plays with one edit.
    fn plays(&mut self, plays: &Plays<'_>, turner: &Turner, swaps_colors: bool) {
        let text = plays.replaced(|color, point| {
            let color = if swaps_colors { !color } else { color };
            (color, turner.symmetry.point(point, turner.size))
        });
        self.edits.push(Edit::replace(plays.span(), text));
    }

    fn turn(&mut self, known: &KnownProperty<'_>, turner: &Turner) {
        let Some(info) = known.info else {
            if turner.looks_like_points(&known.property) {
                self.leave_property(known, UntransformedReason::Unknown);
            }
            return;
        };
        match info.values.first {
            ValueKind::Point | ValueKind::Stone | ValueKind::Move | ValueKind::Moves => {
                for value in known.property.values() {
                    let Some(span) = value.span() else {
                        continue;
                    };
                    let before = self.edits.len();
                    if !turner.value(value.raw(), span.start + 1, info, &mut self.edits) {
                        self.edits.truncate(before);
                        self.leave(known.node, span, UntransformedReason::NoPoint);
                    }
                }
            }
            ValueKind::Size
                if info.class == PropertyClass::Root && turner.symmetry.transposes() =>
            {
                for value in known.property.values() {
                    if let Some(span) = value.span() {
                        turner.exchange_sides(value.raw(), span.start + 1, &mut self.edits);
                    }
                }
            }
            _ if info.ident == "HD" => {
                self.leave_property(known, UntransformedReason::FixedHandicap)
            }
            _ if is_analysis(info) => self.leave_property(known, UntransformedReason::Analysis),
            _ => {}
        }
    }

    fn leave(&mut self, node: NodeId, span: Span, why: UntransformedReason) {
        // Report a property only once, even if neither its points nor its colours can be changed.
        if self
            .untransformed
            .last()
            .is_none_or(|last| last.span != span)
        {
            self.untransformed.push(Untransformed { node, span, why });
        }
    }

    fn leave_property(&mut self, known: &KnownProperty<'_>, why: UntransformedReason) {
        self.leave(known.node, known.property.span().unwrap_or_default(), why);
    }

    /// Applies the edits to a part of the text and returns the result.
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

/// A property and its entry in the table.
struct KnownProperty<'d> {
    node: NodeId,
    property: Property<'d>,
    info: Option<&'static PropertyInfo>,
}

/// Whether the property contains an analysis by an engine, in the format of one program.
fn is_analysis(info: &PropertyInfo) -> bool {
    info.values.first == ValueKind::Raw
        && matches!(
            info.origin,
            Dialect::Lizzie | Dialect::KaTrain | Dialect::Q5Go
        )
}
