//! From arrays and objects to a tree.

use kifu_span::{LimitKind, Span, TooLarge};
use kifu_tree::{Forest, NodeId};

use super::{Attach, Container, Shape, Stand, Tree};
use crate::codes;
use crate::findings::Findings;
use crate::json::{Elements, Value, scan};
use crate::node::{Node, read_plain};
use crate::object::{Cx, Object, read_object};
use crate::raw::Members;
use crate::spelling::Around;

/// Reads the value of `tree`.
pub(super) fn read(key: &str, value: Value<'_>, cx: &mut Cx<'_>) -> Tree {
    let mut tree = Tree::default();
    if let Some(nodes) = &mut cx.nodes {
        // Of several trees the last one counts.
        nodes.clear();
    }
    if value.is_array() {
        tree.nodes = read_nodes(value, cx);
        if tree.nodes.is_empty() {
            tree.spelling.set_empty_object();
        }
        return tree;
    }
    tree.spelling.set_odd(value.to_raw());
    match value.text() {
        Some(text) => {
            cx.found(
                &codes::TREE_AS_TEXT,
                value.span(),
                "the tree is a text of JSON; it is read",
            );
            let before = cx.findings.place_all(Some(value.span()));
            match scan(&text, &cx.limits, cx.findings) {
                Ok(tape) => {
                    if let Some(root) = tape.roots().next().filter(|root| root.is_array()) {
                        tree.nodes = read_nodes(root, cx);
                    }
                }
                Err(beyond) => {
                    let at = value.span().start as usize;
                    cx.beyond = Some(TooLarge { at, ..beyond });
                }
            }
            cx.findings.place_all(before);
        }
        None => cx.wrong_type(value, key, "an array"),
    }
    tree
}

/// An array that is being read.
enum Frame<'t> {
    /// Nodes one after the other.
    Line(Line<'t>),
    /// Variations.
    Variations(Variations<'t>),
}

struct Line<'t> {
    elements: Elements<'t>,
    /// The node that the next one follows.
    last: Option<NodeId>,
    /// How the first one is put into the tree.
    first: First,
}

struct Variations<'t> {
    elements: Elements<'t>,
    parent: NodeId,
    container: Container,
    /// What the first variation gets.
    opening: Opening,
    /// A variation without an array was found here already.
    flattened: bool,
}

/// How the first node of an array is put into the tree.
#[derive(Default)]
struct First {
    parent: Option<NodeId>,
    shape: Shape,
    around: Around,
}

/// What belongs to a container, not to one of its variations.
#[derive(Default)]
struct Opening {
    apart: bool,
    around: Around,
}

fn read_nodes(value: Value<'_>, cx: &mut Cx<'_>) -> Forest<Node> {
    let mut forest = Forest::new();
    forest.reserve_exact(value.elements().count().min(cx.nodes_left));
    if let Some(nodes) = &mut cx.nodes {
        nodes.clear();
    }
    let mut reader = Reader {
        forest,
        frames: vec![Frame::Line(Line {
            elements: value.elements(),
            last: None,
            first: First::default(),
        })],
        cx,
    };
    while let Some(frame) = reader.frames.last_mut() {
        let (Frame::Line(Line { elements, .. }) | Frame::Variations(Variations { elements, .. })) =
            frame;
        match elements.next() {
            None => {
                reader.frames.pop();
            }
            Some(element) => reader.element(element),
        }
        if reader.cx.beyond.is_some() {
            break;
        }
    }
    reader.forest
}

struct Reader<'t, 'c, 'f> {
    forest: Forest<Node>,
    frames: Vec<Frame<'t>>,
    cx: &'c mut Cx<'f>,
}

impl<'t> Reader<'t, '_, '_> {
    fn element(&mut self, element: Value<'t>) {
        match self.frames.last() {
            Some(Frame::Line(_)) => self.in_line(element),
            _ => self.in_variations(element),
        }
    }

    fn found(&mut self, code: &'static kifu_span::Code, span: Span, message: &'static str) {
        self.cx.found(code, span, message);
    }

    /// Notes where the node stands that is put into the forest next. They come in the order
    /// of the text, which is that of the tree.
    fn place(&mut self, span: Span) {
        let span = self.cx.findings.place().unwrap_or(span);
        if self.forest.made() >= self.cx.nodes_left {
            self.cx.beyond.get_or_insert(TooLarge {
                kind: LimitKind::Nodes,
                limit: self.cx.limits.nodes,
                at: span.start as usize,
            });
        }
        if let Some(nodes) = &mut self.cx.nodes {
            nodes.push(span);
        }
    }

    // ---- an element of a line ----

    fn in_line(&mut self, element: Value<'t>) {
        if let Some(node) = self.read_plain(element) {
            self.check(&node, element.span());
            self.add(node, Stand::Node, element.span());
            return;
        }
        if let Some((variations, around)) = as_container(element) {
            let parent = self.last_of_line(element.span());
            return self.open(variations, parent, around);
        }
        if element.is_object() {
            let node = self.read_node(element);
            let id = self.add(node, Stand::Node, element.span());
            return self.open_inside(id, element);
        }
        let parent = self.last_of_line(element.span());
        self.add_stray(parent, Attach::Next, Opening::default(), element);
    }

    fn read_node(&mut self, element: Value<'t>) -> Node {
        let node: Node = read_object("tree", element, self.cx);
        self.check(&node, element.span());
        node
    }

    /// A move and nothing else.
    fn read_plain(&mut self, element: Value<'t>) -> Option<Node> {
        let node = read_plain(element, self.cx)?;
        if cfg!(debug_assertions) {
            let mut silent = Findings::silent();
            let by_members: Node =
                read_object("tree", element, &mut Cx::new(self.cx.style, &mut silent));
            assert_eq!(by_members, node);
            assert!(by_members.spelling.is_usual());
            assert_eq!(by_members.shape.digits(), node.shape.digits());
        }
        Some(node)
    }

    fn check(&mut self, node: &Node, span: Span) {
        let cx = &mut *self.cx;
        if node.play.is_some() && !node.setup.is_empty() {
            cx.found(
                &codes::SETUP_WITH_MOVE,
                span,
                "a node with a move and a setup",
            );
        }
        if node.play.is_some() && node.turn.is_some() {
            let message = "a node with a move states whose turn it is";
            cx.found(&codes::TURN_WITH_MOVE, span, message);
        }
        let is_root = self.forest.is_empty();
        if node.root == Some(true) && !is_root {
            cx.found(
                &codes::ROOT_FLAG,
                span,
                "a node that is not the first calls itself the root",
            );
        }
        if is_root && node.play.is_some() {
            cx.found(&codes::ROOT_MOVE, span, "a move in the root");
        }
    }

    fn line(&mut self) -> &mut Line<'t> {
        match self.frames.last_mut() {
            Some(Frame::Line(line)) => line,
            _ => unreachable!("an element of a line is being read"),
        }
    }

    /// Puts a node at the end of the line.
    fn add(&mut self, mut node: Node, stand: Stand, span: Span) -> NodeId {
        let line = self.line();
        let (parent, around) = match line.last {
            Some(last) => {
                node.shape.attach = Attach::Next;
                (Some(last), None)
            }
            None => {
                let first = std::mem::take(&mut line.first);
                node.shape = Shape {
                    form: node.shape.form,
                    inside: node.shape.inside,
                    ..first.shape
                };
                (first.parent, first.around)
            }
        };
        node.shape.stand = stand;
        set_around(&mut node, around);
        if node.shape.attach == Attach::Next && self.has_variations(parent) {
            let message =
                "a node behind the variations of its parent; it is read as one variation more";
            self.found(&codes::NODE_AFTER_VARIATIONS, span, message);
        }
        self.place(span);
        let id = match parent {
            Some(parent) => self.forest.push_child(parent, node),
            None => self.forest.push_root(node),
        };
        self.line().last = Some(id);
        id
    }

    /// Whether the last child of a node stands in a container.
    fn has_variations(&self, parent: Option<NodeId>) -> bool {
        let last = parent.and_then(|parent| self.forest.last_child(parent));
        last.is_some_and(|last| {
            matches!(
                self.forest[last].shape.attach,
                Attach::Variation | Attach::Bare
            )
        })
    }

    /// The node before this place of the line; one is made up if there is none.
    fn last_of_line(&mut self, span: Span) -> NodeId {
        if let Some(last) = self.line().last {
            return last;
        }
        let message = "there is no node before this; it is read as if an empty one stood there";
        self.found(&codes::NO_FIRST_NODE, span, message);
        self.add(Node::default(), Stand::Implied, span)
    }

    // ---- an element of a container ----

    fn in_variations(&mut self, element: Value<'t>) {
        let Some(Frame::Variations(frame)) = self.frames.last_mut() else {
            unreachable!("a variation is being read");
        };
        let (parent, container) = (frame.parent, frame.container);
        let opening = std::mem::take(&mut frame.opening);
        let mut shape = Shape {
            attach: Attach::Variation,
            container,
            apart: opening.apart,
            ..Shape::default()
        };
        if element.is_array() {
            if element.elements().next().is_none() {
                let message =
                    "a variation without nodes; it is kept as a place where the game may end";
                self.found(&codes::EMPTY_VARIATION, element.span(), message);
                shape.stand = Stand::NoNodes;
                self.add_placeholder(parent, shape, opening.around, element.span());
                return;
            }
            let first = First {
                parent: Some(parent),
                shape,
                around: opening.around,
            };
            self.frames.push(Frame::Line(Line {
                elements: element.elements(),
                last: None,
                first,
            }));
            return;
        }
        if !element.is_object() {
            self.add_stray(parent, Attach::Bare, opening, element);
            let last = self.forest.last_child(parent).expect("it was just added");
            self.forest[last].shape.container = container;
            return;
        }
        if !frame.flattened {
            frame.flattened = true;
            let message = "a variation that is no array, as Seki wrote them before August 2026; \
                each such node is read as a variation of its own, which is perhaps not what it was";
            self.found(&codes::FLATTENED_VARIATIONS, element.span(), message);
        }
        shape.attach = Attach::Bare;
        if let Some((variations, around)) = as_container(element) {
            shape.stand = Stand::Implied;
            let id = self.add_placeholder(parent, shape, opening.around, element.span());
            return self.open(variations, id, around);
        }
        let mut node = self.read_node(element);
        node.shape = Shape {
            form: node.shape.form,
            inside: node.shape.inside,
            ..shape
        };
        set_around(&mut node, opening.around);
        self.place(element.span());
        let id = self.forest.push_child(parent, node);
        self.open_inside(id, element);
    }

    fn add_placeholder(
        &mut self,
        parent: NodeId,
        shape: Shape,
        around: Around,
        span: Span,
    ) -> NodeId {
        let mut node = Node {
            shape,
            ..Node::default()
        };
        set_around(&mut node, around);
        self.place(span);
        self.forest.push_child(parent, node)
    }

    fn add_stray(&mut self, parent: NodeId, attach: Attach, opening: Opening, value: Value<'t>) {
        let message = "this is neither a node nor variations; it is kept as it is";
        self.found(&codes::STRAY_ELEMENT, value.span(), message);
        let shape = Shape {
            attach,
            stand: Stand::Stray,
            apart: opening.apart,
            ..Shape::default()
        };
        let id = self.add_placeholder(parent, shape, opening.around, value.span());
        self.forest[id].spelling.set_odd(value.to_raw());
    }

    // ---- containers ----

    /// Goes on with the variations of a container.
    fn open(&mut self, value: Value<'t>, parent: NodeId, around: Around) {
        let container = match around {
            None => Container::Array,
            Some(_) => Container::Object,
        };
        let strangers = around.filter(|around| !around.0.is_empty() || !around.1.is_empty());
        if strangers.is_some() {
            let message = "members beside `variations`; they are kept";
            self.found(&codes::VARIATIONS_WITH_MEMBERS, value.span(), message);
        }
        self.cx.style.variations_in_objects = container == Container::Object;
        let opening = Opening {
            apart: self.has_variations(Some(parent)),
            around: strangers,
        };
        if value.elements().next().is_none() {
            self.found(
                &codes::EMPTY_VARIATION,
                value.span(),
                "a list of variations without any",
            );
            let shape = Shape {
                attach: Attach::Variation,
                container,
                stand: Stand::NoVariations,
                apart: opening.apart,
                ..Shape::default()
            };
            self.add_placeholder(parent, shape, opening.around, value.span());
            return;
        }
        self.frames.push(Frame::Variations(Variations {
            elements: value.elements(),
            parent,
            container,
            opening,
            flattened: false,
        }));
    }

    /// Goes on with the variations that stand in the node itself.
    fn open_inside(&mut self, id: NodeId, element: Value<'t>) {
        if !self.forest[id].shape.inside {
            return;
        }
        if let Some(variations) = element.get("variations") {
            let message = "variations inside of a node; they follow it";
            self.found(&codes::VARIATIONS_IN_NODE, variations.span(), message);
            self.open(variations, id, Some(Box::default()));
        }
    }
}

fn set_around(node: &mut Node, around: Around) {
    if around.is_some() {
        node.spelling.set_around(around);
    }
}

/// The variations of an element that is nothing else, and for version 2 the other members
/// of its object: those before and those behind.
fn as_container(element: Value<'_>) -> Option<(Value<'_>, Around)> {
    if element.is_array() {
        return Some((element, None));
    }
    let mut variations = None;
    let (mut before, mut after) = (Members::default(), Members::default());
    for (key, value) in element.members() {
        if key == "variations" {
            if variations.is_some() || !value.is_array() {
                return None;
            }
            variations = Some(value);
            continue;
        }
        if Node::FIELDS.iter().any(|names| names.spec == key) {
            return None;
        }
        // Only looked at once it is clear that these are variations.
        let list = if variations.is_some() {
            &mut after
        } else {
            &mut before
        };
        list.push(&key, value.to_raw());
    }
    variations.map(|variations| (variations, Some(Box::new((before, after)))))
}
