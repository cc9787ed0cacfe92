//! The tree of a record.

mod read;
mod write;

pub(crate) use write::MOVE;

use std::fmt;
use std::ops::{Deref, DerefMut};

use kifu_tree::{Forest, NodeId, Step};

use crate::findings::Findings;
use crate::json::Value;
use crate::node::Node;
use crate::object::{Member, ReadContext};
use crate::out::JsonBuffer;
use crate::spelling::Spelling;
use crate::style::{Form, Style};

/// The nodes of a record: a tree, used as a [`Forest`].
///
/// A node follows its parent; if several nodes follow the same parent they are variations, and the first one is
/// the main line. The [`Shape`] of each node records how a file arranges the nodes in arrays and objects.
///
/// ```
/// use kifu_core::{Color, Move, Point};
/// use kifu_jgf::{Node, Options, Play, Record, v1};
///
/// let mut record = v1::Record::default();
/// let root = record.tree.push_root(Node::default());
/// for point in [Point::new(3, 3), Point::new(15, 15)] {
///     let play = Some(Play::new(Color::Black, Move::Play(point)));
///     record.tree.push_child(root, Node { play, ..Node::default() });
/// }
/// assert_eq!(
///     Record::from(record).to_json(&Options::COMPACT),
///     r#"{"tree":[{},[[{"move":{"B":"dd"}}],[{"move":{"B":"pp"}}]]]}"#
/// );
/// ```
///
/// Several roots are written as variations at the start of the tree.
#[derive(Clone, Default)]
pub struct Tree {
    /// The nodes of the tree.
    pub nodes: Forest<Node>,
    /// The spelling of the tree, if it was not an array: ngGo also reads a string of JSON.
    pub spelling: Spelling,
}

impl Deref for Tree {
    type Target = Forest<Node>;

    fn deref(&self) -> &Forest<Node> {
        &self.nodes
    }
}

impl DerefMut for Tree {
    fn deref_mut(&mut self) -> &mut Forest<Node> {
        &mut self.nodes
    }
}

impl fmt::Debug for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.nodes.fmt(f)
    }
}

/// Trees are equal if they have the same nodes in the same structure.
impl PartialEq for Tree {
    fn eq(&self, other: &Tree) -> bool {
        let steps = |tree| {
            all_steps(tree).map(|step| match step {
                Step::Enter(id) => Some(id),
                Step::Leave(_) => None,
            })
        };
        let mut these = steps(self);
        let mut those = steps(other);
        loop {
            match (these.next(), those.next()) {
                (None, None) => return true,
                (Some(Some(this)), Some(Some(that))) => {
                    let (this, that) = (&self[this], &other[that]);
                    if this != that || this.shape.role != that.shape.role {
                        return false;
                    }
                }
                (Some(None), Some(None)) => {}
                _ => return false,
            }
        }
    }
}

fn all_steps(tree: &Tree) -> impl Iterator<Item = Step> {
    tree.roots().flat_map(|root| tree.traverse(root))
}

/// The place of a node in its file: in which array or object it was, and how its points were spelled.
///
/// Usually there is no need to change it. By default a node follows its parent in the same array if it is the
/// only child, and otherwise it is a variation. After any edit of the tree, shapes that no longer fit are
/// ignored.
#[derive(Clone, Copy, Default)]
pub struct Shape {
    attach: Attach,
    container: Container,
    role: Role,
    pub(crate) form: Form,
    /// Whether the variations of the node are in the node itself.
    has_variations: bool,
    /// Whether the node is in another container than the variation before it.
    own_container: bool,
}

/// The way in which a node follows its parent.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Attach {
    /// The node is attached in the default way.
    #[default]
    Auto,
    /// The node follows its parent in the same array.
    Next,
    /// The node is the first one of a variation.
    Variation,
    /// The node is a variation without an array of its own.
    Bare,
}

/// The container of variations.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Container {
    #[default]
    Auto,
    /// `[[…], […]]`.
    Array,
    /// `{"variations": [[…], […]]}`.
    Object,
}

/// The role of a node in the file.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Role {
    /// An actual node.
    #[default]
    Node,
    /// A placeholder where variations come first and a node is missing.
    Implied,
    /// A placeholder for a variation without nodes.
    NoNodes,
    /// A placeholder for a container without variations.
    NoVariations,
    /// A placeholder for a value that is not a node.
    Stray,
}

impl Shape {
    /// Whether the shape is the default one.
    pub(crate) fn is_default(self) -> bool {
        self.attach == Attach::Auto
            && self.container == Container::Auto
            && self.role == Role::default()
            && self.form == Form::Auto
            && !self.has_variations
            && !self.own_container
    }

    /// The shape of a variation without nodes.
    pub(crate) fn no_nodes() -> Shape {
        Shape {
            role: Role::NoNodes,
            ..Shape::default()
        }
    }

    pub(crate) fn is_without_nodes(self) -> bool {
        self.role == Role::NoNodes
    }

    /// Encodes the shape as digits.
    pub(crate) fn digits(self) -> String {
        let Shape {
            attach,
            container,
            role,
            form,
            has_variations,
            own_container,
        } = self;
        let parts = [
            attach as u8,
            container as u8,
            role as u8,
            form as u8,
            has_variations.into(),
            own_container.into(),
        ];
        parts.map(|part| char::from(b'0' + part)).iter().collect()
    }

    /// Decodes a shape from its digits.
    pub(crate) fn of_digits(digits: &str) -> Option<Shape> {
        let &[attach, container, role, form, has_variations, own_container] = digits.as_bytes()
        else {
            return None;
        };
        let flag = |digit| match digit {
            b'0' => Some(false),
            b'1' => Some(true),
            _ => None,
        };
        fn one<T: Copy>(all: &[T], digit: u8) -> Option<T> {
            all.get(usize::from(digit.checked_sub(b'0')?)).copied()
        }
        Some(Shape {
            attach: one(
                &[Attach::Auto, Attach::Next, Attach::Variation, Attach::Bare],
                attach,
            )?,
            container: one(
                &[Container::Auto, Container::Array, Container::Object],
                container,
            )?,
            role: one(
                &[
                    Role::Node,
                    Role::Implied,
                    Role::NoNodes,
                    Role::NoVariations,
                    Role::Stray,
                ],
                role,
            )?,
            form: one(
                &[Form::Auto, Form::Letters, Form::Numbers, Form::Objects],
                form,
            )?,
            has_variations: flag(has_variations)?,
            own_container: flag(own_container)?,
        })
    }

    pub(crate) fn is_placeholder(self) -> bool {
        self.role != Role::Node
    }
}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Shape")
    }
}

/// Shapes are always equal, so they never make nodes different.
impl PartialEq for Shape {
    fn eq(&self, _: &Shape) -> bool {
        true
    }
}

/// The field `variations` of a node: present if the node has variations in itself.
impl Member for Shape {
    const EXACT: bool = true;

    fn is_absent(&self) -> bool {
        !self.has_variations
    }

    fn read(&mut self, key: &str, value: Value<'_>, cx: &mut ReadContext<'_>) {
        self.has_variations = value.is_array();
        if !self.has_variations {
            cx.wrong_type(value, key, "an array");
        }
    }

    /// The tree writes the variations.
    fn write(&self, _: &'static str, _: &mut JsonBuffer) {}
}

impl Member for Tree {
    const EXACT: bool = true;

    fn is_absent(&self) -> bool {
        self.is_empty() && !self.spelling.is_empty_object() && self.spelling.verbatim().is_none()
    }

    fn read(&mut self, key: &str, value: Value<'_>, cx: &mut ReadContext<'_>) {
        *self = read::read(key, value, cx);
    }

    fn write(&self, field: &'static str, out: &mut JsonBuffer) {
        let same = |verbatim: &&crate::RawJson| {
            let mut silent = Findings::silent();
            let mut again = Tree::default();
            verbatim.read(|value| {
                again.read(field, value, &mut ReadContext::new(Style::V1, &mut silent))
            });
            again == *self
        };
        match self.spelling.verbatim().filter(same) {
            Some(verbatim) => out.json(verbatim.json()),
            None => write::write(self, out),
        }
    }
}

/// Whether a node is the last child of its parent.
fn is_last(tree: &Forest<Node>, id: NodeId) -> bool {
    tree.next_sibling(id).is_none()
}

impl Tree {
    /// Whether a node is placed in the file as a new node of the same tree would be.
    pub(crate) fn has_default_shape(&self, id: NodeId, style: Style) -> bool {
        let shape = self[id].shape;
        let alone = self.prev_sibling(id).is_none() && self.next_sibling(id).is_none();
        let attach = match shape.attach {
            Attach::Auto => true,
            Attach::Next => alone && !self[id].is_placeholder(),
            Attach::Variation => !alone || self[id].is_placeholder(),
            Attach::Bare => false,
        };
        let container = match shape.container {
            Container::Auto => true,
            Container::Array => !style.variations_in_objects,
            Container::Object => style.variations_in_objects,
        };
        let role = match shape.role {
            Role::Node => true,
            Role::NoNodes => self.first_child(id).is_none() && self.parent(id).is_some(),
            _ => false,
        };
        let form = shape.form == Form::Auto || shape.form == style.form;
        attach
            && container
            && role
            && form
            && !shape.has_variations
            && !shape.own_container
            && self[id].spelling.around().is_none()
    }
}
