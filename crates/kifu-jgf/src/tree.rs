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
use crate::object::{Cx, Member};
use crate::out::Out;
use crate::spelling::Spelling;
use crate::style::{Form, Style};

/// The nodes of a record: one tree, used as a [`Forest`].
///
/// A node follows its parent; where several nodes do, they are variations, and the first one
/// is the main line. That is all there is to the structure: how a file puts it into arrays
/// and objects is kept beside it, in the [`Shape`] of each node.
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
/// More than one root is written as variations in the first place of the tree.
#[derive(Clone, Default)]
pub struct Tree {
    /// The nodes.
    pub nodes: Forest<Node>,
    /// How the tree was spelled, if it was not an array: ngGo reads a text of JSON as well.
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
                    if this != that || this.shape.stand != that.shape.stand {
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

/// How a node stood in its tree: in which array or object, under which spelling of points.
///
/// Leave it alone, or at its default: then the node follows its parent in the same array if
/// it is the only one that does, and else is a variation. Whatever is done to the tree, a
/// shape that does not fit any more is passed over.
#[derive(Clone, Copy, Default)]
pub struct Shape {
    attach: Attach,
    container: Container,
    stand: Stand,
    pub(crate) form: Form,
    /// Its variations stand in the node itself.
    inside: bool,
    /// Its container is another one than that of the variation before it.
    apart: bool,
}

/// How a node follows its parent.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Attach {
    /// As is usual.
    #[default]
    Auto,
    /// In the same array.
    Next,
    /// As the first of a variation.
    Variation,
    /// As a variation without an array of its own.
    Bare,
}

/// What holds variations.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Container {
    #[default]
    Auto,
    /// `[[…], […]]`.
    Array,
    /// `{"variations": [[…], […]]}`.
    Object,
}

/// What a node without content is in the file.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Stand {
    /// A node.
    #[default]
    Node,
    /// Nothing: variations stand where a node is to come first.
    Implied,
    /// A variation without nodes.
    NoNodes,
    /// A container without variations.
    NoVariations,
    /// A value that is no node.
    Stray,
}

impl Shape {
    /// Whether nothing about it has to be minded.
    pub(crate) fn is_usual(self) -> bool {
        self.attach == Attach::Auto
            && self.container == Container::Auto
            && self.stand == Stand::default()
            && self.form == Form::Auto
            && !self.inside
            && !self.apart
    }

    /// Of a variation without nodes.
    pub(crate) fn no_nodes() -> Shape {
        Shape {
            stand: Stand::NoNodes,
            ..Shape::default()
        }
    }

    pub(crate) fn is_without_nodes(self) -> bool {
        self.stand == Stand::NoNodes
    }

    /// All of it as digits.
    pub(crate) fn digits(self) -> String {
        let Shape {
            attach,
            container,
            stand,
            form,
            inside,
            apart,
        } = self;
        let parts = [
            attach as u8,
            container as u8,
            stand as u8,
            form as u8,
            inside.into(),
            apart.into(),
        ];
        parts.map(|part| char::from(b'0' + part)).iter().collect()
    }

    /// A shape from its digits.
    pub(crate) fn of_digits(digits: &str) -> Option<Shape> {
        let &[attach, container, stand, form, inside, apart] = digits.as_bytes() else {
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
            stand: one(
                &[
                    Stand::Node,
                    Stand::Implied,
                    Stand::NoNodes,
                    Stand::NoVariations,
                    Stand::Stray,
                ],
                stand,
            )?,
            form: one(
                &[Form::Auto, Form::Letters, Form::Numbers, Form::Objects],
                form,
            )?,
            inside: flag(inside)?,
            apart: flag(apart)?,
        })
    }

    pub(crate) fn stands_for_something_else(self) -> bool {
        self.stand != Stand::Node
    }
}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Shape")
    }
}

/// Shapes never make a difference between nodes.
impl PartialEq for Shape {
    fn eq(&self, _: &Shape) -> bool {
        true
    }
}

/// Of a node, the field `variations`: whether it has one of its own.
impl Member for Shape {
    const EXACT: bool = true;

    fn is_absent(&self) -> bool {
        !self.inside
    }

    fn read(&mut self, key: &str, value: Value<'_>, cx: &mut Cx<'_>) {
        self.inside = value.is_array();
        if !self.inside {
            cx.wrong_type(value, key, "an array");
        }
    }

    /// The tree writes them.
    fn write(&self, _: &'static str, _: &mut Out) {}
}

impl Member for Tree {
    const EXACT: bool = true;

    fn is_absent(&self) -> bool {
        self.is_empty() && !self.spelling.is_empty_object() && self.spelling.odd().is_none()
    }

    fn read(&mut self, key: &str, value: Value<'_>, cx: &mut Cx<'_>) {
        *self = read::read(key, value, cx);
    }

    fn write(&self, field: &'static str, out: &mut Out) {
        let same = |odd: &&crate::Raw| {
            let mut silent = Findings::silent();
            let mut again = Tree::default();
            odd.read(|value| again.read(field, value, &mut Cx::new(Style::V1, &mut silent)));
            again == *self
        };
        match self.spelling.odd().filter(same) {
            Some(odd) => out.json(odd.json()),
            None => write::write(self, out),
        }
    }
}

/// The children of a node of a tree, to see how they are to be written.
fn is_last(tree: &Forest<Node>, id: NodeId) -> bool {
    tree.next_sibling(id).is_none()
}

impl Tree {
    /// Whether a node stands in the file as one of its tree would that was never in a file.
    pub(crate) fn is_usual(&self, id: NodeId, style: Style) -> bool {
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
        let stand = match shape.stand {
            Stand::Node => true,
            Stand::NoNodes => self.first_child(id).is_none() && self.parent(id).is_some(),
            _ => false,
        };
        let form = shape.form == Form::Auto || shape.form == style.form;
        attach
            && container
            && stand
            && form
            && !shape.inside
            && !shape.apart
            && self[id].spelling.around().is_none()
    }
}
