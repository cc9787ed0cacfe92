//! From a tree to arrays and objects.

use kifu_tree::{Forest, NodeId};

use super::{Attach, Container, Stand, Tree, is_last};
use crate::node::Node;
use crate::object::{Object, write_members, write_object};
use crate::out::Out;
use crate::raw::Members;
use crate::style::Form;

/// What a move alone takes.
pub(crate) const MOVE: usize = r#"{"move":{"color":"black","x":15,"y":15}},"#.len();

/// Writes a tree as an array.
pub(super) fn write(tree: &Tree, out: &mut Out) {
    out.text.reserve(tree.id_count().saturating_mul(MOVE));
    out.open('[');
    let form = out.style.form;
    let mut writer = Writer {
        tree,
        // The form of nodes that have none of their own.
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
            // A node before them all keeps them variations.
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

/// What is being written.
enum Frame {
    /// Nodes one after the other: the next child of the last one.
    Line {
        child: Option<NodeId>,
        /// The array ends with the line.
        closes: bool,
    },
    /// Variations in a container: the next one.
    Variations {
        child: Option<NodeId>,
        first: bool,
        /// What follows the array, without the comma before it.
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
    out: &'o mut Out,
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
                // The line around it goes on with what is left.
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

    /// Whether it stands in the array of its parent, as the last child can.
    fn continues_line(&self, id: NodeId) -> bool {
        if !is_last(self.tree, id) || self.tree[id].is_placeholder() || self.is_root(id) {
            return false;
        }
        let before = self.tree.prev_sibling(id);
        match (self.tree[id].shape.attach, before) {
            (_, None) if self.respelled() => true,
            _ if self.respelled() => false,
            // Behind a node that is not written it would be that node.
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

    /// Whether it is a value that is no node, between nodes.
    fn is_stray_of_line(&self, id: NodeId) -> bool {
        let node = &self.tree[id];
        node.shape.attach == Attach::Next && self.is_bare_stand(id, Stand::Stray)
    }

    /// Whether it stands for this, and nothing was put there since.
    fn is_bare_stand(&self, id: NodeId, stand: Stand) -> bool {
        let node = &self.tree[id];
        let leaf = stand == Stand::Implied || self.tree.first_child(id).is_none();
        node.shape.stand == stand && leaf && node.is_blank()
    }

    /// Whether it stands in the same container as the variation before it.
    fn joins(&self, id: NodeId) -> bool {
        let apart = self.tree[id].shape.apart && !self.respelled();
        !apart && !self.continues_line(id) && !self.is_stray_of_line(id)
    }

    /// Whether it can be written as a variation without an array: if nothing follows it but
    /// one container that it holds itself.
    fn is_bare_variation(&self, id: NodeId) -> bool {
        let node = &self.tree[id];
        if node.shape.attach != Attach::Bare || self.respelled() {
            return false;
        }
        let mut children = self.tree.children(id);
        match children.next() {
            None => !self.is_bare_stand(id, Stand::Implied),
            Some(first) => {
                let holds = node.shape.inside || self.is_bare_stand(id, Stand::Implied);
                let container = !self.continues_line(first) && !self.is_stray_of_line(first);
                holds && container && children.all(|child| self.joins(child))
            }
        }
    }

    /// Whether it only holds variations that come first where they stand.
    fn is_unwritten(&self, id: NodeId) -> bool {
        let holds = self.tree.first_child(id).is_some();
        self.is_bare_stand(id, Stand::Implied) && !(holds && self.respelled())
    }

    // ---- writing ----

    /// Writes a node, and puts what follows it into the line on top.
    fn node_of_line(&mut self, id: NodeId) {
        let mut last = id;
        if !self.is_unwritten(id) {
            if self.open_node(id) {
                return;
            }
            last = self.moves_behind(id);
        }
        let next = self.tree.first_child(last);
        if let Some(Frame::Line { child, .. }) = self.frames.last_mut() {
            *child = next;
        }
    }

    /// Writes the moves that follow a node in its line, up to the first node that holds more than a
    /// move or has variations; returns the last of them. They are most of every record.
    fn moves_behind(&mut self, id: NodeId) -> NodeId {
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

    /// Writes a node. If variations stand inside of it, they are opened, and it is not
    /// finished yet.
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
            node.shape.inside && !line && !self.respelled()
        });
        let Some(first) = first else {
            if node.shape.inside {
                let mut alone = node.clone();
                alone.shape.inside = false;
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
        if self.is_bare_stand(id, Stand::NoVariations) {
            // The container around it says so.
        } else if self.is_bare_stand(id, Stand::Stray) {
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
            if !self.is_bare_stand(id, Stand::NoNodes) {
                self.node_of_line(id);
            }
        }
    }

    fn stray(&mut self, id: NodeId) {
        if let Some(odd) = self.tree[id].spelling.odd() {
            self.out.json(odd.json());
        }
    }
}

fn write_all(members: &Members, out: &mut Out) {
    for (name, value) in members.iter() {
        out.member(name, value.json());
    }
}
