//! Differences between two records of the same game, except differences in the moves.

use alloc::collections::{BTreeMap, VecDeque};
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::OnceCell;

use kifu_core::Size;
use kifu_sgf::properties::PropertyClass;
use kifu_sgf::{Address, Document, GameContext, NodeId, NodeRef, Property, PropertyInfo};

use super::comparison::Side;
use super::moves::{Step, Unreadable, push};
use kifu_transform::Transform;

/// A property that differs between two records, with each value as one line of text.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct PropertyDifference {
    /// The identifier in FF\[4\], or the original identifier if FF\[4\] does not have the property. Serialized as
    /// `property`.
    #[cfg_attr(feature = "serde", serde(rename = "property"))]
    pub ident: String,
    /// The values in the first record.
    pub first: Vec<String>,
    /// The values in the second record.
    pub second: Vec<String>,
}

/// Compares the game information and root properties of two records, such as names, dates, result and charset. Returns
/// the differences sorted by identifier.
///
/// If a property appears several times on the main line, the first one counts.
///
/// ```
/// use kifu_compare::metadata;
/// use kifu_compare::sgf::Document;
///
/// let one = Document::parse("(;PlayerBlack[Sato]KM[6.5];B[pd])")?;
/// let other = Document::parse("(;PB[Sato]KM[5.5];B[pd]RE[B+R])")?;
/// let root = |document: &Document| document.roots().next().unwrap();
/// let differ = metadata((&one, root(&one)), (&other, root(&other)));
/// let names: Vec<&str> = differ.iter().map(|field| field.ident.as_str()).collect();
/// assert_eq!(names, ["KM", "RE"]);
/// # Ok::<(), kifu_compare::sgf::TooLarge>(())
/// ```
pub fn metadata(
    first: (&Document, NodeId),
    second: (&Document, NodeId),
) -> Vec<PropertyDifference> {
    let (first, second) = (head(first.0, first.1), head(second.0, second.1));
    fields(first, second)
}

/// The game information and root properties on the main line of a record.
pub(super) fn head(document: &Document, root: NodeId) -> BTreeMap<String, Vec<String>> {
    let context = GameContext::of(document.node(root));
    let charset = document.charset(root).charset;
    let mut head = BTreeMap::new();
    for node in document.main_line(root) {
        for property in node.properties() {
            let info = if node.id() == root {
                PropertyInfo::of(property.ident(), &context)
            } else {
                PropertyInfo::below_root(property.ident(), &context)
            };
            let Some(info) = info else {
                continue;
            };
            if matches!(info.class, PropertyClass::Root | PropertyClass::GameInfo) {
                let ident = String::from(info.alias.unwrap_or(info.ident));
                head.entry(ident)
                    .or_insert_with(|| texts(&property, charset));
            }
        }
    }
    head
}

/// The values of a property, each on one line.
pub(super) fn texts(property: &Property<'_>, charset: kifu_charset::Charset) -> Vec<String> {
    let text = |value: kifu_sgf::Value<'_>| {
        let text = value.simple_text(charset).text;
        let words: Vec<&str> = text.split_whitespace().collect();
        words.join(" ")
    };
    property.values().map(text).collect()
}

/// The properties that differ.
fn fields(
    mut first: BTreeMap<String, Vec<String>>,
    mut second: BTreeMap<String, Vec<String>>,
) -> Vec<PropertyDifference> {
    let idents: alloc::collections::BTreeSet<String> =
        first.keys().chain(second.keys()).cloned().collect();
    let field = |ident: String| {
        let first = first.remove(&ident).unwrap_or_default();
        let second = second.remove(&ident).unwrap_or_default();
        (first != second).then_some(PropertyDifference {
            ident,
            first,
            second,
        })
    };
    idents.into_iter().filter_map(field).collect()
}

/// A difference between the trees of two records.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// Nodes that only one record has.
    Nodes {
        /// The record with the nodes.
        side: Side,
        /// The first of the nodes; the others are below this node.
        node: NodeId,
        /// The address of that node.
        address: Address,
        /// The number of nodes above this node.
        depth: usize,
        /// The number of nodes.
        count: usize,
    },
    /// A node with different properties.
    Node {
        /// The node in the first record.
        first: NodeId,
        /// The node in the second record.
        second: NodeId,
        /// The address in the first record.
        address: Address,
        /// The number of nodes above this node.
        depth: usize,
        /// The properties that differ.
        fields: Vec<PropertyDifference>,
    },
}

/// Serialized as the address, the depth, the number of nodes, the properties that differ, and, for nodes that only one
/// record has, that record.
#[cfg(feature = "serde")]
impl serde::Serialize for Change {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use alloc::string::ToString;
        use serde::ser::SerializeStruct;
        let (address, depth, only, nodes, fields) = match self {
            Change::Nodes {
                side,
                address,
                depth,
                count,
                ..
            } => {
                let only = match side {
                    Side::First => "first",
                    Side::Second => "second",
                };
                (address, depth, Some(only), *count, &[][..])
            }
            Change::Node {
                address,
                depth,
                fields,
                ..
            } => (address, depth, None, 1, fields.as_slice()),
        };
        let mut out = serializer.serialize_struct("Change", 4 + usize::from(only.is_some()))?;
        out.serialize_field("node", &address.to_string())?;
        out.serialize_field("depth", depth)?;
        match only {
            Some(only) => out.serialize_field("only", only)?,
            None => out.skip_field("only")?,
        }
        out.serialize_field("nodes", &nodes)?;
        out.serialize_field("properties", fields)?;
        out.end()
    }
}

/// Compares the trees of two records. Returns the nodes that only one record has, and the nodes with different
/// properties.
///
/// Two nodes correspond if their parents do and they have the same moves and setup. Text is compared after decoding,
/// and the order of properties makes no difference.
///
/// ```
/// use kifu_compare::{Change, changes};
/// use kifu_compare::sgf::Document;
///
/// let one = Document::parse("(;SZ[9];B[ee]C[!](;W[cc])(;W[gg];B[cc]))")?;
/// let other = Document::parse("(;SZ[9];B[ee];W[cc]TR[cc])")?;
/// let root = |document: &Document| document.roots().next().unwrap();
/// let found = changes((&one, root(&one)), (&other, root(&other)));
/// assert!(matches!(found[0], Change::Node { depth: 1, .. }));
/// assert!(matches!(found[1], Change::Nodes { count: 2, depth: 2, .. }));
/// assert!(matches!(found[2], Change::Node { depth: 2, .. }));
/// # Ok::<(), kifu_compare::sgf::TooLarge>(())
/// ```
pub fn changes(first: (&Document, NodeId), second: (&Document, NodeId)) -> Vec<Change> {
    let size = |of: (&Document, NodeId)| GameContext::of(of.0.node(of.1)).size;
    let sizes = (size(first), size(second));
    let addresses = [OnceCell::new(), OnceCell::new()];
    let address = |side, id| {
        let (at, (document, root)) = match side {
            Side::First => (0, first),
            Side::Second => (1, second),
        };
        let addresses = addresses[at].get_or_init(|| document.addresses(root));
        addresses.get(id).unwrap_or(Address::of_move(0))
    };
    let only = |side, node, depth| {
        let document = match side {
            Side::First => first.0,
            Side::Second => second.0,
        };
        Change::Nodes {
            side,
            node,
            address: address(side, node),
            depth,
            count: document.forest().preorder(node).count(),
        }
    };
    let mut found = Vec::new();
    let mut todo = Vec::from([(first.1, second.1, 0)]);
    while let Some((one, other, depth)) = todo.pop() {
        let fields = fields(
            values(first.0, first.1, one),
            values(second.0, second.1, other),
        );
        if !fields.is_empty() {
            found.push(Change::Node {
                first: one,
                second: other,
                address: address(Side::First, one),
                depth,
                fields,
            });
        }
        let depth = depth + 1;
        let mut theirs: BTreeMap<NodeKey, VecDeque<NodeId>> = BTreeMap::new();
        for child in children(second.0, other) {
            let key = key(second.0.node(child), sizes.1);
            theirs.entry(key).or_default().push_back(child);
        }
        let mut both = Vec::new();
        for child in children(first.0, one) {
            let key = key(first.0.node(child), sizes.0);
            match theirs.get_mut(&key).and_then(VecDeque::pop_front) {
                Some(same) => both.push((child, same, depth)),
                None => found.push(only(Side::First, child, depth)),
            }
        }
        let mut rest: Vec<NodeId> = theirs.into_values().flatten().collect();
        rest.sort_unstable();
        found.extend(
            rest.into_iter()
                .map(|child| only(Side::Second, child, depth)),
        );
        todo.extend(both.into_iter().rev());
    }
    found
}

/// The children of a node, without empty variations.
pub(super) fn children(document: &Document, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    let children = document.forest().children(node);
    children.filter(|child| !document.node(*child).is_empty_variation())
}

/// The moves and setup of a node, which identify the node among its siblings when records are compared.
///
/// Different spellings of the same moves have equal keys. A node without moves and setup has an empty key.
///
/// ```
/// use kifu_compare::NodeKey;
/// use kifu_compare::sgf::{Document, GameContext};
///
/// let document = Document::parse("(;AB[aa:ab]C[one];AB[ab][aa])")?;
/// let root = document.roots().next().unwrap();
/// let size = GameContext::of(document.node(root)).size;
/// let mut keys = document.main_line(root).map(|node| NodeKey::of(node, size));
/// assert_eq!(keys.next(), keys.next());
/// # Ok::<(), kifu_compare::sgf::TooLarge>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct NodeKey {
    pub(super) steps: Vec<Step>,
    /// The bytes of unreadable values.
    unreadable: Vec<Vec<u8>>,
}

impl NodeKey {
    /// Returns the key of a node in a game with a board of this size.
    pub fn of(node: NodeRef<'_>, size: Size) -> NodeKey {
        key(node, size)
    }

    /// Replaces the key with that of another node.
    pub(super) fn read(&mut self, node: NodeRef<'_>, size: Size) {
        self.steps.clear();
        let mut unreadable = Vec::new();
        let max = 4 * Size::LARGEST.area();
        let _ = push(node, size, max, &mut self.steps, &mut unreadable);
        self.sort_setup();
        let bytes = |one: &Unreadable| one.bytes().to_vec();
        self.unreadable = unreadable.iter().map(bytes).collect();
    }

    /// Transforms the key.
    pub(super) fn transform(&mut self, by: Transform, size: Size) {
        for step in &mut self.steps {
            *step = step.transformed(by, size);
        }
        self.sort_setup();
    }

    fn sort_setup(&mut self) {
        let setup = self.steps.iter().take_while(|step| step.is_setup()).count();
        self.steps[..setup].sort_unstable();
    }

    /// The content of the key as numbers.
    pub(super) fn numbers(&self) -> impl DoubleEndedIterator<Item = u64> + '_ {
        let steps = self.steps.iter().map(|step| step.index() as u64);
        let bytes = self.unreadable.iter().flatten();
        steps.chain(bytes.map(|byte| u64::from(*byte) << 32))
    }

    /// Whether the node has setup, and no moves.
    pub fn is_setup(&self) -> bool {
        !self.is_empty() && !self.steps.iter().any(|step| step.is_move())
    }

    /// Whether the node has neither moves nor setup.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }
}

/// The moves and setup of a node.
pub(super) fn key(node: NodeRef<'_>, size: Size) -> NodeKey {
    let mut key = NodeKey::default();
    key.read(node, size);
    key
}

/// The values of a node by identifier.
fn values(document: &Document, root: NodeId, id: NodeId) -> BTreeMap<String, Vec<String>> {
    let charset = document.charset(root).charset;
    let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for property in document.node(id).properties() {
        let ident = property.ident();
        let ident: String = ident.significant().map(char::from).collect();
        let values = property.values();
        let values = values.map(|value| value.text(charset).text.into_owned());
        all.entry(ident).or_default().extend(values);
    }
    all
}
