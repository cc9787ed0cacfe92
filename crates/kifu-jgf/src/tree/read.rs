//! Reads a tree from arrays and objects.

use kifu_span::{LimitKind, Span, TooLarge};
use kifu_tree::{Forest, NodeId};

use super::{Attach, Container, Role, Shape, Tree};
use crate::codes;
use crate::findings::Findings;
use crate::json::{Elements, Value, scan};
use crate::node::{Node, read_plain};
use crate::object::{Object, ReadContext, read_object};
use crate::raw::{Members, RawJson};
use crate::spelling::Around;

/// Reads the value of `tree`.
pub(super) fn read(key: &str, value: Value<'_>, cx: &mut ReadContext<'_>) -> Tree {
    let mut tree = Tree::default();
    if let Some(nodes) = &mut cx.nodes {
        // If there are several trees, the last one is used.
        nodes.clear();
    }
    if value.is_array() {
        tree.nodes = read_nodes(value, cx);
        if tree.nodes.is_empty() {
            tree.spelling.set_empty_object();
        }
        return tree;
    }
    tree.spelling.set_verbatim(RawJson::of(value));
    match value.text() {
        Some(text) => {
            cx.found(
                codes::TREE_AS_TEXT,
                value.span(),
                "the tree is a string of JSON; its content is read",
            );
            let before = cx.findings.override_span(Some(value.span()));
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
            cx.findings.override_span(before);
        }
        None => cx.wrong_type(value, key, "an array"),
    }
    tree
}

/// An array that is being read.
enum Frame<'t> {
    /// An array of nodes that follow each other.
    Line(Line<'t>),
    /// A container of variations.
    Variations(Variations<'t>),
}

struct Line<'t> {
    elements: Elements<'t>,
    /// The node that the next element follows.
    last: Option<NodeId>,
    /// The place of the first node in the tree.
    first: First,
}

struct Variations<'t> {
    elements: Elements<'t>,
    parent: NodeId,
    container: Container,
    /// The data for the first variation.
    opening: Opening,
    /// Whether a variation without an array was reported for this container.
    flattened: bool,
}

/// The place in the tree of the first node of an array.
#[derive(Default)]
struct First {
    parent: Option<NodeId>,
    shape: Shape,
    around: Around,
}

/// The data of a container rather than of one of its variations.
#[derive(Default)]
struct Opening {
    own_container: bool,
    around: Around,
}

fn read_nodes(value: Value<'_>, cx: &mut ReadContext<'_>) -> Forest<Node> {
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
    cx: &'c mut ReadContext<'f>,
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

    /// Records the span of the node that is added next. Nodes are added in the order of the text, which is the
    /// order of the tree.
    fn record_span(&mut self, span: Span) {
        let span = self.cx.findings.span_override().unwrap_or(span);
        if self.forest.id_count() >= self.cx.nodes_left {
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
            self.add(node, Role::Node, element.span());
            return;
        }
        if let Some((variations, around)) = as_container(element) {
            let parent = self.last_of_line(element.span());
            return self.open(variations, parent, around);
        }
        if element.is_object() {
            let node = self.read_node(element);
            let id = self.add(node, Role::Node, element.span());
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

    /// Reads a node that has only a move.
    fn read_plain(&mut self, element: Value<'t>) -> Option<Node> {
        let node = read_plain(element, self.cx)?;
        if cfg!(debug_assertions) {
            let mut silent = Findings::silent();
            let by_members: Node = read_object(
                "tree",
                element,
                &mut ReadContext::new(self.cx.style, &mut silent),
            );
            assert_eq!(by_members, node);
            assert!(by_members.spelling.is_default());
            assert_eq!(by_members.shape.digits(), node.shape.digits());
        }
        Some(node)
    }

    fn check(&mut self, node: &Node, span: Span) {
        let cx = &mut *self.cx;
        if node.play.is_some() && !node.setup.is_empty() {
            cx.found(
                codes::SETUP_WITH_MOVE,
                span,
                "a node with both a move and setup",
            );
        }
        if node.play.is_some() && node.turn.is_some() {
            let message = "a node with a move states whose turn it is";
            cx.found(codes::TURN_WITH_MOVE, span, message);
        }
        let is_root = self.forest.is_empty();
        if node.root == Some(true) && !is_root {
            cx.found(
                codes::ROOT_FLAG,
                span,
                "a node other than the first is marked as the root",
            );
        }
        if is_root && node.play.is_some() {
            cx.found(codes::ROOT_MOVE, span, "a move in the root");
        }
    }

    fn line(&mut self) -> &mut Line<'t> {
        match self.frames.last_mut() {
            Some(Frame::Line(line)) => line,
            _ => unreachable!("the reader is in a line"),
        }
    }

    /// Adds a node at the end of the line.
    fn add(&mut self, mut node: Node, role: Role, span: Span) -> NodeId {
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
                    has_variations: node.shape.has_variations,
                    ..first.shape
                };
                (first.parent, first.around)
            }
        };
        node.shape.role = role;
        set_around(&mut node, around);
        if node.shape.attach == Attach::Next && self.has_variations(parent) {
            let message =
                "a node after the variations of its parent; it is read as one more variation";
            self.found(codes::NODE_AFTER_VARIATIONS, span, message);
        }
        self.record_span(span);
        let id = match parent {
            Some(parent) => self.forest.push_child(parent, node),
            None => self.forest.push_root(node),
        };
        self.line().last = Some(id);
        id
    }

    /// Whether the last child of a node is in a container.
    fn has_variations(&self, parent: Option<NodeId>) -> bool {
        let last = parent.and_then(|parent| self.forest.last_child(parent));
        last.is_some_and(|last| {
            matches!(
                self.forest[last].shape.attach,
                Attach::Variation | Attach::Bare
            )
        })
    }

    /// Returns the last node of the line; adds an implied one if the line has none.
    fn last_of_line(&mut self, span: Span) -> NodeId {
        if let Some(last) = self.line().last {
            return last;
        }
        let message = "variations without a node before them; an empty node is assumed";
        self.found(codes::NO_FIRST_NODE, span, message);
        self.add(Node::default(), Role::Implied, span)
    }

    // ---- an element of a container ----

    fn in_variations(&mut self, element: Value<'t>) {
        let Some(Frame::Variations(frame)) = self.frames.last_mut() else {
            unreachable!("the reader is in a container");
        };
        let (parent, container) = (frame.parent, frame.container);
        let opening = std::mem::take(&mut frame.opening);
        let mut shape = Shape {
            attach: Attach::Variation,
            container,
            own_container: opening.own_container,
            ..Shape::default()
        };
        if element.is_array() {
            if element.elements().next().is_none() {
                let message = "a variation without nodes; it is kept, as it can mean that the game may end here";
                self.found(codes::EMPTY_VARIATION, element.span(), message);
                shape.role = Role::NoNodes;
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
            let last = self
                .forest
                .last_child(parent)
                .expect("a child was just added");
            self.forest[last].shape.container = container;
            return;
        }
        if !frame.flattened {
            frame.flattened = true;
            let message = "a variation that is not an array, as Seki wrote them before August 2026; \
                each such node is read as a separate variation, which may be wrong";
            self.found(codes::FLATTENED_VARIATIONS, element.span(), message);
        }
        shape.attach = Attach::Bare;
        if let Some((variations, around)) = as_container(element) {
            shape.role = Role::Implied;
            let id = self.add_placeholder(parent, shape, opening.around, element.span());
            return self.open(variations, id, around);
        }
        let mut node = self.read_node(element);
        node.shape = Shape {
            form: node.shape.form,
            has_variations: node.shape.has_variations,
            ..shape
        };
        set_around(&mut node, opening.around);
        self.record_span(element.span());
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
        self.record_span(span);
        self.forest.push_child(parent, node)
    }

    fn add_stray(&mut self, parent: NodeId, attach: Attach, opening: Opening, value: Value<'t>) {
        let message = "this value is neither a node nor variations; it is kept unchanged";
        self.found(codes::STRAY_ELEMENT, value.span(), message);
        let shape = Shape {
            attach,
            role: Role::Stray,
            own_container: opening.own_container,
            ..Shape::default()
        };
        let id = self.add_placeholder(parent, shape, opening.around, value.span());
        self.forest[id].spelling.set_verbatim(RawJson::of(value));
    }

    // ---- containers ----

    /// Starts reading the variations of a container.
    fn open(&mut self, value: Value<'t>, parent: NodeId, around: Around) {
        let container = match around {
            None => Container::Array,
            Some(_) => Container::Object,
        };
        let other_members = around.filter(|around| !around.0.is_empty() || !around.1.is_empty());
        if other_members.is_some() {
            let message =
                "`variations` should be the only member of this object; the others are kept";
            self.found(codes::VARIATIONS_WITH_MEMBERS, value.span(), message);
        }
        self.cx.style.variations_in_objects = container == Container::Object;
        let opening = Opening {
            own_container: self.has_variations(Some(parent)),
            around: other_members,
        };
        if value.elements().next().is_none() {
            self.found(
                codes::EMPTY_VARIATION,
                value.span(),
                "an empty list of variations",
            );
            let shape = Shape {
                attach: Attach::Variation,
                container,
                role: Role::NoVariations,
                own_container: opening.own_container,
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

    /// Starts reading the variations in the node itself.
    fn open_inside(&mut self, id: NodeId, element: Value<'t>) {
        if !self.forest[id].shape.has_variations {
            return;
        }
        if let Some(variations) = element.get("variations") {
            let message = "variations inside a node; they are read as if they followed it";
            self.found(codes::VARIATIONS_IN_NODE, variations.span(), message);
            self.open(variations, id, Some(Box::default()));
        }
    }
}

fn set_around(node: &mut Node, around: Around) {
    if around.is_some() {
        node.spelling.set_around(around);
    }
}

/// The variations of an element that contains nothing else. For version 2, also the other members of its
/// object: those before `variations` and those after it.
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
        // These members matter only if the element turns out to have variations.
        let list = if variations.is_some() {
            &mut after
        } else {
            &mut before
        };
        list.push(&key, RawJson::of(value));
    }
    variations.map(|variations| (variations, Some(Box::new((before, after)))))
}
