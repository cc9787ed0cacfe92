//! The outline of a game: its lines in sections, as people read them.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use kifu_core::{Move, Size};
use kifu_tree::NodeId;

use crate::{Document, Property, value};

/// A run of nodes of one line, up to a node with alternatives or to the end of the line.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Section {
    /// The depth of the line: 0 for the main line, 1 for its variations, 2 for theirs.
    pub level: usize,
    /// The nodes, at least one.
    pub nodes: Vec<NodeId>,
    /// The number of alternatives to the last node that the outline leaves out, because they are too deep.
    pub hidden: usize,
}

/// An iterator over the sections of a game. The variations at a node come directly after the section that ends with
/// it, and the rest of the line after them.
///
/// ```
/// use kifu_sgf::{Document, Outline};
///
/// let document = Document::parse("(;B[aa](;W[bb];B[cc])(;W[dd](;B[ee])(;B[ff])))")?;
/// let root = document.roots().next().unwrap();
/// let addresses = document.addresses(root);
/// let sections = Outline::new(&document, root, None).map(|section| {
///     let first = addresses.get(section.nodes[0]).unwrap().to_string();
///     (section.level, first, section.nodes.len())
/// });
/// let expected = [(0, "m1", 2), (1, "m2:1", 2), (2, "m2:1.2:1", 1), (0, "m3", 1)];
/// assert!(sections.eq(expected.map(|(level, first, len)| (level, first.to_owned(), len))));
/// # Ok::<(), kifu_sgf::TooLarge>(())
/// ```
#[derive(Clone, Debug)]
pub struct Outline<'d> {
    document: &'d Document,
    depth: usize,
    /// The starts of the sections still to visit; the next one is last.
    starts: Vec<Start>,
}

#[derive(Clone, Copy, Debug)]
enum Start {
    /// The first node of a line.
    Line(NodeId, usize),
    /// The node after which a line continues.
    After(NodeId, usize),
}

impl<'d> Outline<'d> {
    /// Creates the outline of the game with this root, with variations that are nested up to `depth` levels deep: 0 is
    /// the main line alone.
    pub fn new(document: &'d Document, root: NodeId, depth: Option<usize>) -> Outline<'d> {
        Outline {
            document,
            depth: depth.unwrap_or(usize::MAX),
            starts: vec![Start::Line(root, 0)],
        }
    }

    fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + use<'d> {
        let document = self.document;
        let children = document.forest().children(id);
        children.filter(|child| !document.node(*child).is_empty_variation())
    }
}

impl Iterator for Outline<'_> {
    type Item = Section;

    fn next(&mut self) -> Option<Section> {
        loop {
            let (mut at, level, mut nodes) = match self.starts.pop()? {
                Start::Line(first, level) => (first, level, vec![first]),
                Start::After(node, level) => (node, level, Vec::new()),
            };
            let mut hidden = 0;
            loop {
                let mut children = self.children(at);
                let Some(next) = children.next() else {
                    break;
                };
                nodes.push(next);
                at = next;
                let first = self.starts.len();
                let alternatives = children.map(|start| Start::Line(start, level + 1));
                self.starts.extend(alternatives);
                let count = self.starts.len() - first;
                if count > 0 {
                    if level >= self.depth {
                        self.starts.truncate(first);
                        hidden = count;
                    }
                    self.starts.push(Start::After(at, level));
                    self.starts[first..].reverse();
                    break;
                }
            }
            if !nodes.is_empty() {
                return Some(Section {
                    level,
                    nodes,
                    hidden,
                });
            }
        }
    }
}

impl Property<'_> {
    /// Returns the point of a move as on a board of this size, such as `Q16`, or `pass`. A value that cannot be read
    /// is returned as it is written, in brackets.
    ///
    /// ```
    /// use kifu_sgf::{Document, Size};
    ///
    /// let document = Document::parse("(;B[pd];W[];B[+])")?;
    /// let root = document.roots().next().unwrap();
    /// let moves = document.main_line(root).filter_map(|node| node.properties().next());
    /// let names: Vec<String> = moves.map(|property| property.move_name(Size::default())).collect();
    /// assert_eq!(names, ["Q16", "pass", "[+]"]);
    /// # Ok::<(), kifu_sgf::TooLarge>(())
    /// ```
    pub fn move_name(&self, size: Size) -> String {
        const MAX_LEN: usize = 8;
        let value = self.value();
        let raw = value.as_ref().map_or(&b""[..], |value| value.raw());
        let name = match value::action(raw, size).map(|read| read.value) {
            Ok(Move::Pass) => Some("pass".to_string()),
            Ok(Move::Play(point)) => size.western(point).map(|name| name.to_string()),
            Err(_) => None,
        };
        name.unwrap_or_else(|| {
            let raw = raw.trim_ascii();
            format!(
                "[{}]",
                String::from_utf8_lossy(&raw[..raw.len().min(MAX_LEN)])
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use super::*;

    #[test]
    fn variations_follow_the_node_that_they_replace() {
        let outline = |text: &str, depth| {
            let document = Document::parse(text).unwrap();
            let root = document.roots().next().unwrap();
            let shown = Outline::new(&document, root, depth).map(|section| {
                let nodes = section.nodes.iter();
                let names = nodes.map(|id| document.node(*id).get("N").unwrap().value().unwrap());
                let names: String = names.map(|name| char::from(name.raw()[0])).collect();
                let hidden = if section.hidden > 0 { "+" } else { "" };
                format!("{}{names}{hidden}", section.level)
            });
            shown.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(outline("(;N[a])", None), "0a");
        let both = "(;N[a](;N[b](;N[c];N[d])(;N[e]))()(;N[f];N[g](;N[h])(;N[i];N[j])))";
        assert_eq!(outline(both, None), "0ab 1fgh 2ij 0c 1e 0d");
        assert_eq!(outline(both, Some(1)), "0ab 1fgh+ 0c 1e 0d");
        assert_eq!(outline(both, Some(0)), "0ab+ 0c+ 0d");
        assert_eq!(outline("(;N[a](;N[b])(;N[c]))", None), "0ab 1c");
    }
}
