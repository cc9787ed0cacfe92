//! Removes properties and variations from documents and changes nothing else.
//!
//! ```
//! use kifu_sgf::Document;
//! use kifu_sgf::strip::{StripOptions, strip};
//!
//! let mut doc = Document::parse("(;KM[6.5]C[A final.];B[pd]BL[100]C[!]\n(;W[dd]WL[99])(;W[dp]))")?;
//! let what = StripOptions {
//!     properties: vec!["BL".into(), "WL".into()],
//!     comments: true,
//!     variations: true,
//!     keep_head: true,
//!     ..StripOptions::default()
//! };
//! let done = strip(&mut doc, &what);
//! assert_eq!(doc.to_bytes(), b"(;KM[6.5]C[A final.];B[pd]\n(;W[dd]))");
//! assert_eq!((done.properties, done.nodes), (3, 1));
//! # Ok::<(), kifu_sgf::TooLarge>(())
//! ```

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use kifu_tree::NodeId;

use crate::context::GameContext;
use crate::document::{Document, EditError, NodeRef};
use crate::ident::Ident;
use crate::properties::{PropertyInfo, Versions};

/// The data to remove from the games of a document.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StripOptions {
    /// The identifiers, in capitals, of the properties to remove.
    pub properties: Vec<String>,
    /// Whether to remove comments: `C` and `GC`.
    pub comments: bool,
    /// Whether to remove marks, labels, lines, arrows and dimmed points: `CR` `SQ` `TR` `MA` `SL`
    /// `LB` `LN` `AR` `DD`, and the older `M` and `L`. Territory is not included.
    pub markup: bool,
    /// Whether to remove marks on the stone that the node plays. Programs show the last move with
    /// them.
    pub last_move_marks: bool,
    /// Whether to remove properties that are unknown for the type of game.
    pub unknown: bool,
    /// Whether to remove properties that exist only in versions before FF\[4\].
    pub obsolete: bool,
    /// Whether to remove nodes without properties, except roots; their children move up. Nodes are
    /// removed after properties. An empty node at the end of a line stays if a sibling variation
    /// would otherwise take its place.
    pub empty: bool,
    /// Whether to remove all variations except the main line.
    pub variations: bool,
    /// The conditions that a node must all satisfy for properties to be removed from it.
    pub conditions: Vec<Condition>,
    /// Whether to keep all properties of roots.
    pub keep_head: bool,
    /// Whether to keep all properties of nodes other than roots and the last nodes of main lines.
    pub keep_middle: bool,
    /// Whether to keep all properties of the last nodes of main lines.
    pub keep_tail: bool,
}

/// A condition on a property of a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    /// The identifier of the property, in capitals.
    pub ident: String,
    /// The test that one of its values must pass.
    pub test: ValueTest,
}

/// A test of the value of a property, read as one line and compared without case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ValueTest {
    /// The property exists, with any value.
    Present,
    /// The value contains this text.
    Contains(String),
    /// The value equals this text.
    Is(String),
}

/// The result of [`strip()`]: the numbers of removed items, and the properties that remain.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct StripResult {
    /// The number of properties removed, plus the number of values removed from properties that
    /// stay. The properties of removed nodes are not counted.
    pub properties: usize,
    /// The number of nodes removed.
    pub nodes: usize,
    /// The nodes whose property could not be removed, and the reason: a `CA` that the text needs.
    pub refused: Vec<(NodeId, EditError)>,
}

const COMMENTS: [&str; 2] = ["C", "GC"];
const MARKUP: [&str; 11] = [
    "CR", "SQ", "TR", "MA", "SL", "LB", "LN", "AR", "DD", "M", "L",
];
/// The properties with which programs mark the last move.
const MARKS: [&str; 5] = ["CR", "SQ", "TR", "MA", "M"];

/// Removes the data that `what` selects. The rest of the document stays the same byte for byte.
pub fn strip(document: &mut Document, what: &StripOptions) -> StripResult {
    strip_games(document, what, |_| true)
}

/// Does the same as [`strip()`], but only in games for whose root `wanted` returns `true`.
///
/// ```
/// use kifu_sgf::Document;
/// use kifu_sgf::strip::{StripOptions, strip_games};
///
/// let mut doc = Document::parse("(;C[a];B[pd]C[b])(;C[c])")?;
/// let last = doc.roots().last();
/// let what = StripOptions { comments: true, ..StripOptions::default() };
/// strip_games(&mut doc, &what, |root| Some(root) == last);
/// assert_eq!(doc.to_bytes(), b"(;C[a];B[pd]C[b])(;)");
/// # Ok::<(), kifu_sgf::TooLarge>(())
/// ```
pub fn strip_games(
    document: &mut Document,
    what: &StripOptions,
    wanted: impl Fn(NodeId) -> bool,
) -> StripResult {
    let mut done = StripResult::default();
    let roots: Vec<NodeId> = document.roots().filter(|root| wanted(*root)).collect();
    for root in roots {
        if what.variations {
            done.nodes += cut_variations(document, root);
        }
        let tail = document.main_line(root).last().map(|node| node.id());
        let context = GameContext::of(document.node(root));
        let nodes: Vec<NodeId> = document.forest().preorder(root).collect();
        for id in nodes {
            let (head, tail) = (id == root, Some(id) == tail);
            let keep = (head && what.keep_head)
                || (tail && what.keep_tail)
                || (!head && !tail && what.keep_middle);
            if !keep && what.applies(document, id) {
                what.strip_node(document, id, &context, &mut done);
            }
        }
        if what.empty {
            done.nodes += cut_empty_nodes(document, root);
        }
    }
    done
}

/// Removes nodes without properties and returns their number.
fn cut_empty_nodes(document: &mut Document, root: NodeId) -> usize {
    let has_no_properties = |id: &NodeId| {
        let node = document.node(*id);
        *id != root && !node.is_empty_variation() && node.properties().next().is_none()
    };
    let nodes = document.forest().preorder(root);
    let empty: Vec<NodeId> = nodes.filter(has_no_properties).collect();
    // Nodes are removed from top to bottom, so that each node moves up only once.
    let gone = empty
        .into_iter()
        .filter(|id| !ends_a_first_variation(document, *id) && document.dissolve_node(*id));
    gone.count()
}

/// Whether a line ends with this node, and another variation would take its place.
fn ends_a_first_variation(document: &Document, id: NodeId) -> bool {
    let forest = document.forest();
    forest.first_child(id).is_none()
        && forest.prev_sibling(id).is_none()
        && forest.next_sibling(id).is_some()
}

/// Removes all variations except the main line, and returns the number of removed nodes.
fn cut_variations(document: &mut Document, root: NodeId) -> usize {
    let line: Vec<NodeId> = document.main_line(root).map(NodeRef::id).collect();
    let mut gone = 0;
    for (at, id) in line.iter().enumerate() {
        let next = line.get(at + 1);
        let others: Vec<NodeId> = document
            .forest()
            .children(*id)
            .filter(|child| Some(child) != next)
            .collect();
        // An empty variation has no meaning without an alternative.
        for other in others {
            let below = document.forest().preorder(other);
            gone += below
                .filter(|id| !document.node(*id).is_empty_variation())
                .count();
            document.remove_node(other);
        }
    }
    gone
}

impl StripOptions {
    fn applies(&self, document: &Document, id: NodeId) -> bool {
        self.conditions
            .iter()
            .all(|condition| condition.holds(document, id))
    }

    fn strip_node(
        &self,
        document: &mut Document,
        id: NodeId,
        context: &GameContext,
        done: &mut StripResult,
    ) {
        let is_root = document.forest().parent(id).is_none();
        let mut going: Vec<Cow<'_, str>> = Vec::new();
        let mut count = 0;
        for property in document.node(id).properties() {
            let ident = property.ident();
            let named = self.names().find(|name| ident.is(name)).map(Cow::Borrowed);
            let named = named.or_else(|| self.is_of_no_use(ident, is_root, context));
            // Below the root `CA` does not declare a charset; removing it there would only cost
            // time.
            if let Some(name) = named.filter(|name| is_root || *name != "CA") {
                count += 1;
                if !going.contains(&name) {
                    going.push(name);
                }
            }
        }
        for name in going {
            if let Err(error) = document.node_mut(id).remove(&name) {
                count -= 1;
                done.refused.push((id, error));
            }
        }
        done.properties += count;
        if self.last_move_marks {
            done.properties += strip_move_marks(document, id);
        }
    }

    /// Returns the identifier of a property that is to be removed as unknown or obsolete.
    fn is_of_no_use(
        &self,
        ident: Ident<'_>,
        is_root: bool,
        context: &GameContext,
    ) -> Option<Cow<'static, str>> {
        if !self.unknown && !self.obsolete {
            return None;
        }
        let info = if is_root {
            PropertyInfo::of(ident, context)
        } else {
            PropertyInfo::below_root(ident, context)
        };
        let goes = match info {
            None => self.unknown,
            Some(info) => {
                let now = info.versions.intersects(Versions::FF4.and(Versions::DRAFT));
                self.obsolete && !info.versions.is_empty() && !now
            }
        };
        let name: String = ident.significant().map(char::from).collect();
        (goes && !name.is_empty()).then_some(Cow::Owned(name))
    }

    /// Returns the identifiers of the properties to remove.
    fn names(&self) -> impl Iterator<Item = &str> {
        let of = |asked: bool, all: &'static [&'static str]| if asked { all } else { &[] };
        let known = of(self.comments, &COMMENTS)
            .iter()
            .chain(of(self.markup, &MARKUP));
        let named = self.properties.iter().map(String::as_str);
        named.chain(known.copied())
    }
}

/// Removes the marks on the stone that a node plays and returns their number.
fn strip_move_marks(document: &mut Document, id: NodeId) -> usize {
    let marks = move_marks(document.node(id));
    let gone = |(mark, at)| matches!(document.node_mut(id).remove_value(mark, at), Ok(true));
    marks.into_iter().map(gone).filter(|gone| *gone).count()
}

/// Returns the marks on the stone that a node plays, each with the index of its value.
fn move_marks(node: NodeRef<'_>) -> Vec<(&'static str, usize)> {
    let mut moves = node
        .properties()
        .filter(|property| property.ident().player().is_some());
    let played = moves.next().and_then(|played| played.value());
    let Some(played) = played.filter(|value| !value.raw().is_empty()) else {
        return Vec::new();
    };
    let at = |mark: &&'static str| {
        let mut values = node.get(mark)?.values();
        let at = values.position(|value| value.raw() == played.raw())?;
        Some((*mark, at))
    };
    MARKS.iter().filter_map(at).collect()
}

impl Condition {
    fn holds(&self, document: &Document, id: NodeId) -> bool {
        let Some(property) = document.node(id).get(&self.ident) else {
            return false;
        };
        let (text, inside) = match &self.test {
            ValueTest::Present => return true,
            ValueTest::Contains(text) => (text, true),
            ValueTest::Is(text) => (text, false),
        };
        let text = text.to_lowercase();
        let charset = document.charset(id).charset;
        property.values().any(|value| {
            let value = value.simple_text(charset).text.to_lowercase();
            if inside {
                value.contains(&text)
            } else {
                value == text
            }
        })
    }
}
