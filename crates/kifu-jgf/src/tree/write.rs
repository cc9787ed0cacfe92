//! Writes a tree as arrays and objects.

use kifu_tree::{Forest, NodeId};

use super::{Attach, Container, Role, Tree, is_last};
use crate::node::Node;
use crate::object::{Object, write_members, write_object};
use crate::out::JsonBuffer;
use crate::raw::Members;
use crate::style::Form;

/// The space that a node with only a move takes.
pub(crate) const MOVE: usize = r#"{"move":{"color":"black","x":15,"y":15}},"#.len();

/// Writes a tree as an array.
pub(super) fn write(tree: &Tree, out: &mut JsonBuffer) {
    out.text.reserve(tree.id_count().saturating_mul(MOVE));
    out.open('[');
    let form = out.style.form;
    let mut writer = Writer {
        tree,
        // The form of nodes that have no form of their own.
        form,
        frames: Vec::new(),
        out,
    };
    if let Some(root) = tree.first_root() {
        if is_last(tree, root) {
            writer.frames.push(Frame::Line {
                child: None,
                closes: false,
            });
            writer.node_of_line(root);
        } else {
            // With an implied node before them, the roots remain variations.
            writer.frames.push(Frame::Line {
                child: Some(root),
                closes: false,
            });
        }
        while let Some(frame) = writer.frames.pop() {
            writer.go_on(frame);
        }
    }
    out.style.form = form;
    out.close(']');
}

/// A container that is being written.
enum Frame {
    /// Nodes that follow each other; `child` is the next child of the last one.
    Line {
        child: Option<NodeId>,
        /// Whether the array ends with the line.
        closes: bool,
    },
    /// Variations in a container; `child` is the next one.
    Variations {
        child: Option<NodeId>,
        first: bool,
        /// The text after the array, without the comma before it.
        end: End,
    },
}

enum End {
    Array,
    /// The rest of the object around the array.
    Object(String),
}

struct Writer<'t, 'o> {
    tree: &'t Forest<Node>,
    form: Form,
    frames: Vec<Frame>,
    out: &'o mut JsonBuffer,
}

impl Writer<'_, '_> {
    fn go_on(&mut self, frame: Frame) {
        match frame {
            Frame::Line {
                child: None,
                closes,
            } => {
                if closes {
                    self.out.close(']');
                }
            }
            Frame::Line {
                child: Some(child),
                closes,
            } => {
                if self.continues_line(child) {
                    self.frames.push(Frame::Line {
                        child: None,
                        closes,
                    });
                    self.node_of_line(child);
                } else if self.is_stray_of_line(child) {
                    let child_after = self.tree.next_sibling(child);
                    self.frames.push(Frame::Line {
                        child: child_after,
                        closes,
                    });
                    self.stray(child);
                } else {
                    self.frames.push(Frame::Line {
                        child: None,
                        closes,
                    });
                    self.open_container(child);
                }
            }
            Frame::Variations {
                child: Some(child),
                first,
                end,
            } if first || self.joins(child) => {
                let child_after = self.tree.next_sibling(child);
                self.frames.push(Frame::Variations {
                    child: child_after,
                    first: false,
                    end,
                });
                self.variation(child);
            }
            Frame::Variations {
                child: rest, end, ..
            } => {
                self.close_container(end);
                // The line around it continues with the remaining children.
                if let Some(Frame::Line { child, .. }) = self.frames.last_mut() {
                    *child = rest;
                }
            }
        }
    }

    fn respelled(&self) -> bool {
        self.out.style.respell.is_some()
    }

    // ---- how a child follows its parent ----

    /// Whether a node is in the array of its parent, which is possible for the last child.
    fn continues_line(&self, id: NodeId) -> bool {
        if !is_last(self.tree, id) || self.tree[id].is_placeholder() || self.is_root(id) {
            return false;
        }
        let before = self.tree.prev_sibling(id);
        match (self.tree[id].shape.attach, before) {
            (_, None) if self.respelled() => true,
            _ if self.respelled() => false,
            // If the parent is not written, the node would take its place.
            (Attach::Auto | Attach::Next, None) => {
                let parent = self.tree.parent(id);
                !parent.is_some_and(|parent| self.is_unwritten(parent))
            }
            (Attach::Next, Some(before)) => {
                let before_it = self.tree[before].shape.attach;
                matches!(before_it, Attach::Variation | Attach::Bare)
                    || self.is_stray_of_line(before)
            }
            _ => false,
        }
    }

    fn is_root(&self, id: NodeId) -> bool {
        self.tree.parent(id).is_none()
    }

    /// Whether a node is a placeholder for a value between nodes that is not a node.
    fn is_stray_of_line(&self, id: NodeId) -> bool {
        let node = &self.tree[id];
        node.shape.attach == Attach::Next && self.is_placeholder_as(id, Role::Stray)
    }

    /// Whether a node is a placeholder with this role and has not been given content.
    fn is_placeholder_as(&self, id: NodeId, role: Role) -> bool {
        let node = &self.tree[id];
        let leaf = role == Role::Implied || self.tree.first_child(id).is_none();
        node.shape.role == role && leaf && node.is_blank()
    }

    /// Whether a node is in the same container as the variation before it.
    fn joins(&self, id: NodeId) -> bool {
        let own_container = self.tree[id].shape.own_container && !self.respelled();
        !own_container && !self.continues_line(id) && !self.is_stray_of_line(id)
    }

    /// Whether a node can be written as a variation without an array, which requires that nothing follows it
    /// except one container inside of it.
    fn is_bare_variation(&self, id: NodeId) -> bool {
        let node = &self.tree[id];
        if node.shape.attach != Attach::Bare || self.respelled() {
            return false;
        }
        let mut children = self.tree.children(id);
        match children.next() {
            None => !self.is_placeholder_as(id, Role::Implied),
            Some(first) => {
                let holds = node.shape.has_variations || self.is_placeholder_as(id, Role::Implied);
                let container = !self.continues_line(first) && !self.is_stray_of_line(first);
                holds && container && children.all(|child| self.joins(child))
            }
        }
    }

    /// Whether a node is only the implied parent of variations that come first in their array.
    fn is_unwritten(&self, id: NodeId) -> bool {
        let holds = self.tree.first_child(id).is_some();
        self.is_placeholder_as(id, Role::Implied) && !(holds && self.respelled())
    }

    // ---- writing ----

    /// Writes a node, and makes its first child the next one of the line on top.
    fn node_of_line(&mut self, id: NodeId) {
        let mut last = id;
        if !self.is_unwritten(id) {
            if self.open_node(id) {
                return;
            }
            last = self.moves_after(id);
        }
        let next = self.tree.first_child(last);
        if let Some(Frame::Line { child, .. }) = self.frames.last_mut() {
            *child = next;
        }
    }

    /// Writes the moves that follow a node in its line, up to the first node that has more than a move or has
    /// variations; returns the last of them. Most of a record consists of such moves.
    fn moves_after(&mut self, id: NodeId) -> NodeId {
        let mut last = id;
        if self.respelled() || self.form != Form::Objects {
            return last;
        }
        while let Some(next) = self.tree.first_child(last) {
            let alone = self.tree.next_sibling(next).is_none();
            let play = self.tree[next].only_play().filter(|_| alone);
            let Some((play, at)) = play.and_then(|play| Some((play, play.only_point()?))) else {
                break;
            };
            self.out.node_of_move(play.color, at);
            last = next;
        }
        last
    }

    /// Writes a node. If variations are inside of it, opens them, leaves the node unfinished, and returns
    /// `true`.
    fn open_node(&mut self, id: NodeId) -> bool {
        let node = &self.tree[id];
        let own = node.shape.form;
        self.out.style.form = if own == Form::Auto || self.respelled() {
            self.form
        } else {
            own
        };
        let first = self.tree.first_child(id);
        let first = first.filter(|first| {
            let line = self.continues_line(*first) || self.is_stray_of_line(*first);
            node.shape.has_variations && !line && !self.respelled()
        });
        let Some(first) = first else {
            if node.shape.has_variations {
                let mut alone = node.clone();
                alone.shape.has_variations = false;
                write_object(&alone, self.out);
            } else {
                write_object(node, self.out);
            }
            return false;
        };
        self.out.open('{');
        let place = write_members(node, self.out, Some(Node::VARIATIONS));
        let place = place.unwrap_or(self.out.text.len());
        let rest = self.out.split_off(place);
        self.open_array_of_object(first, rest);
        true
    }

    fn open_container(&mut self, first: NodeId) {
        let node = &self.tree[first];
        let objects = match node.shape.container {
            _ if self.respelled() => self.out.style.variations_in_objects,
            Container::Auto => self.out.style.variations_in_objects,
            container => container == Container::Object,
        };
        if !objects {
            self.out.open('[');
            self.frames.push(Frame::Variations {
                child: Some(first),
                first: true,
                end: End::Array,
            });
            return;
        }
        self.out.open('{');
        let mut rest = String::new();
        if let Some((before, after)) = node.spelling.around() {
            write_all(before, self.out);
            let place = self.out.text.len();
            write_all(after, self.out);
            rest = self.out.split_off(place);
        }
        self.open_array_of_object(first, rest);
    }

    fn open_array_of_object(&mut self, first: NodeId, rest: String) {
        self.out.go_on_in_object();
        self.out.key("variations");
        self.out.open('[');
        let end = End::Object(rest);
        self.frames.push(Frame::Variations {
            child: Some(first),
            first: true,
            end,
        });
    }

    fn close_container(&mut self, end: End) {
        self.out.close(']');
        if let End::Object(rest) = end {
            if let Some(rest) = rest
                .strip_prefix(',')
                .or(Some(&*rest))
                .filter(|rest| !rest.is_empty())
            {
                self.out.json(rest);
            }
            self.out.close('}');
        }
    }

    fn variation(&mut self, id: NodeId) {
        if self.is_placeholder_as(id, Role::NoVariations) {
            // Only the empty container is written.
        } else if self.is_placeholder_as(id, Role::Stray) {
            self.stray(id);
        } else if self.is_bare_variation(id) {
            self.frames.push(Frame::Line {
                child: None,
                closes: false,
            });
            self.node_of_line(id);
        } else {
            self.out.open('[');
            self.frames.push(Frame::Line {
                child: None,
                closes: true,
            });
            if !self.is_placeholder_as(id, Role::NoNodes) {
                self.node_of_line(id);
            }
        }
    }

    fn stray(&mut self, id: NodeId) {
        if let Some(verbatim) = self.tree[id].spelling.verbatim() {
            self.out.json(verbatim.json());
        }
    }
}

fn write_all(members: &Members, out: &mut JsonBuffer) {
    for (name, value) in members.iter() {
        out.member(name, value.json());
    }
}
