//! Taking properties and variations out of documents, and nothing else.
//!
//! ```
//! use kifu_sgf::Document;
//! use kifu_sgf::strip::{Strip, strip};
//!
//! let mut doc = Document::parse("(;KM[6.5]C[A final.];B[pd]BL[100]C[!]\n(;W[dd]WL[99])(;W[dp]))")?;
//! let what = Strip {
//!     properties: vec!["BL".into(), "WL".into()],
//!     comments: true,
//!     variations: true,
//!     keep_head: true,
//!     ..Strip::default()
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

/// What is to be taken out of the games of a document.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Strip {
    /// Properties, by their identifiers in capitals.
    pub properties: Vec<String>,
    /// Comments: `C` and `GC`.
    pub comments: bool,
    /// Marks, labels, lines and arrows, and what is greyed out: `CR` `SQ` `TR` `MA` `SL` `LB` `LN`
    /// `AR` `DD`, and the older `M` and `L`. Territory is none.
    pub markup: bool,
    /// Marks on the stone that the node plays, which programs put there to show it.
    pub last_move_marks: bool,
    /// Properties that no table knows in that game.
    pub unknown: bool,
    /// Properties that only versions before FF\[4\] have.
    pub obsolete: bool,
    /// Nodes without a property, but for roots; what is below them moves up. They go last. The end of a
    /// line stays where the variation beside it would take its place.
    pub empty: bool,
    /// All variations: the main line stays.
    pub variations: bool,
    /// Only in nodes where all of these hold properties are taken out.
    pub conditions: Vec<Condition>,
    /// No property is taken out of roots.
    pub keep_head: bool,
    /// None out of nodes that are neither head nor tail.
    pub keep_middle: bool,
    /// None out of the last nodes of main lines.
    pub keep_tail: bool,
}

/// Something that a node says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    /// The identifier of the property, in capitals.
    pub ident: String,
    /// What a value of it must be.
    pub test: Test,
}

/// What the value of a property must be, on one line and whether in capitals or not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Test {
    /// Anything: the property is there.
    Present,
    /// This text, or one with it inside.
    Contains(String),
    /// This text.
    Is(String),
}

/// What was taken out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Stripped {
    /// How many properties went, and values of those that stay; without those of nodes that went.
    pub properties: usize,
    /// How many nodes went.
    pub nodes: usize,
    /// What had to stay, and why: a `CA` that the texts need.
    pub refused: Vec<(NodeId, EditError)>,
}

const COMMENTS: [&str; 2] = ["C", "GC"];
const MARKUP: [&str; 11] = [
    "CR", "SQ", "TR", "MA", "SL", "LB", "LN", "AR", "DD", "M", "L",
];
/// What programs mark the last move with.
const MARKS: [&str; 5] = ["CR", "SQ", "TR", "MA", "M"];

/// Takes out what is asked for. The rest of the document stays byte for byte.
pub fn strip(document: &mut Document, what: &Strip) -> Stripped {
    strip_games(document, what, |_| true)
}

/// The same, of the games only whose roots are `wanted`.
///
/// ```
/// use kifu_sgf::Document;
/// use kifu_sgf::strip::{Strip, strip_games};
///
/// let mut doc = Document::parse("(;C[a];B[pd]C[b])(;C[c])")?;
/// let last = doc.roots().last();
/// let what = Strip { comments: true, ..Strip::default() };
/// strip_games(&mut doc, &what, |root| Some(root) == last);
/// assert_eq!(doc.to_bytes(), b"(;C[a];B[pd]C[b])(;)");
/// # Ok::<(), kifu_sgf::TooLarge>(())
/// ```
pub fn strip_games(
    document: &mut Document,
    what: &Strip,
    wanted: impl Fn(NodeId) -> bool,
) -> Stripped {
    let mut done = Stripped::default();
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

/// Takes nodes without properties out, and counts them.
fn cut_empty_nodes(document: &mut Document, root: NodeId) -> usize {
    let says_nothing = |id: &NodeId| {
        let node = document.node(*id);
        *id != root && !node.is_empty_variation() && node.properties().next().is_none()
    };
    let nodes = document.forest().preorder(root);
    let empty: Vec<NodeId> = nodes.filter(says_nothing).collect();
    // From above: what moves up moves once.
    let gone = empty
        .into_iter()
        .filter(|id| !ends_a_first_variation(document, *id) && document.dissolve_node(*id));
    gone.count()
}

/// Whether another variation would take the place of this node, with which a line ends.
fn ends_a_first_variation(document: &Document, id: NodeId) -> bool {
    let forest = document.forest();
    forest.first_child(id).is_none()
        && forest.prev_sibling(id).is_none()
        && forest.next_sibling(id).is_some()
}

/// Takes all but the main line out, and counts the nodes that go.
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
        // With nothing to choose from, "the game may end here" says nothing.
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

impl Strip {
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
        done: &mut Stripped,
    ) {
        let is_root = document.forest().parent(id).is_none();
        let mut going: Vec<Cow<'_, str>> = Vec::new();
        let mut count = 0;
        for property in document.node(id).properties() {
            let ident = property.ident();
            let named = self.names().find(|name| ident.is(name)).map(Cow::Borrowed);
            let named = named.or_else(|| self.is_of_no_use(ident, is_root, context));
            // Elsewhere it tells no charset, and asking whether it does takes long.
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

    /// The identifier of a property that is unknown or obsolete, if those go.
    fn is_of_no_use(
        &self,
        ident: Ident<'_>,
        is_root: bool,
        context: &GameContext,
    ) -> Option<Cow<'static, str>> {
        if !self.unknown && !self.obsolete {
            return None;
        }
        let info = match is_root {
            true => PropertyInfo::of(ident, context),
            false => PropertyInfo::below_root(ident, context),
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

    /// The identifiers of all properties that go.
    fn names(&self) -> impl Iterator<Item = &str> {
        let of = |asked: bool, all: &'static [&'static str]| if asked { all } else { &[] };
        let known = of(self.comments, &COMMENTS)
            .iter()
            .chain(of(self.markup, &MARKUP));
        let named = self.properties.iter().map(String::as_str);
        named.chain(known.copied())
    }
}

/// Takes the marks off the stones that a node plays.
fn strip_move_marks(document: &mut Document, id: NodeId) -> usize {
    let marks = move_marks(document.node(id));
    let gone = |(mark, at)| matches!(document.node_mut(id).remove_value(mark, at), Ok(true));
    marks.into_iter().map(gone).filter(|gone| *gone).count()
}

/// The marks on the stone that a node plays, and which value of theirs it is.
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
            Test::Present => return true,
            Test::Contains(text) => (text, true),
            Test::Is(text) => (text, false),
        };
        let text = text.to_lowercase();
        let charset = document.charset(id).charset;
        property.values().any(|value| {
            let value = value.simple_text(charset).text.to_lowercase();
            match inside {
                true => value.contains(&text),
                false => value == text,
            }
        })
    }
}
