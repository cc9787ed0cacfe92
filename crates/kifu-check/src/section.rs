//! Sections of a file: groups of game trees that can be checked independently of the rest of the file.

use alloc::vec;
use alloc::vec::Vec;

use kifu_sgf::{Document, NodeId, codes};

/// The sections of a document's text.
///
/// A section ends where a game tree is closed and only white space separates it from the `(` of the next one:
/// the text before such a place does not change how the text after it is read. From the first game tree that is
/// never closed, the rest of the file is one section, because it may be part of that game.
pub(crate) struct Sections {
    /// The offsets of all sections except the first, which starts at 0.
    starts: Vec<u32>,
}

impl Sections {
    pub(crate) fn of(document: &Document) -> Sections {
        let text = document.text();
        let is_unclosed = |code| [codes::UNCLOSED_TREE, codes::UNCLOSED_VALUE].contains(&code);
        let unclosed = document.faults().filter(|(code, _)| is_unclosed(*code));
        let first_unclosed = unclosed.map(|(_, span)| span.start).min();
        let last = first_unclosed.unwrap_or(u32::MAX);
        let mut games = document.games_in_text().map(|(_, span)| span);
        let Some(mut before) = games.next() else {
            return Sections { starts: Vec::new() };
        };
        let mut starts = Vec::new();
        for game in games {
            if before.end > last {
                break;
            }
            let between = &text[before.end as usize..game.start as usize];
            let is_closed = text[..before.end as usize].ends_with(b")");
            let opens = text[game.start as usize..].starts_with(b"(");
            if is_closed && opens && between.trim_ascii().is_empty() {
                starts.push(game.start);
            }
            before = game;
        }
        Sections { starts }
    }

    /// The number of sections.
    fn count(&self) -> usize {
        self.starts.len() + 1
    }

    /// Returns the index of the section that contains an offset.
    pub(crate) fn at(&self, offset: u32) -> usize {
        self.starts.partition_point(|start| *start <= offset)
    }
}

/// The sections in which no repair is safe, because their structure is damaged and one of their values contains
/// a bracket. The end of such a value depends on the text after it, so a repair there can change the value.
pub(crate) struct DoubtfulSections {
    sections: Sections,
    is_doubtful: Vec<bool>,
}

impl DoubtfulSections {
    /// Returns the doubtful sections of a document, or `None` if there are none.
    pub(crate) fn of(document: &Document) -> Option<DoubtfulSections> {
        let mut faults = document.faults().peekable();
        faults.peek()?;
        let sections = Sections::of(document);
        let mut is_damaged = vec![false; sections.count()];
        for (_, span) in faults {
            is_damaged[sections.at(span.start)] = true;
        }
        let mut is_doubtful = vec![false; sections.count()];
        for root in document.roots() {
            let start = document.node(root).start().unwrap_or_default();
            let section = sections.at(start);
            if is_damaged[section] && !is_doubtful[section] {
                is_doubtful[section] = contains_brackets(document, root);
            }
        }
        is_doubtful.contains(&true).then_some(DoubtfulSections {
            sections,
            is_doubtful,
        })
    }

    /// Whether an offset is in a doubtful section.
    pub(crate) fn contains(&self, offset: u32) -> bool {
        self.is_doubtful[self.sections.at(offset)]
    }
}

/// Whether the text of any value of a game tree contains a bracket.
fn contains_brackets(document: &Document, root: NodeId) -> bool {
    let nodes = document.forest().preorder(root);
    // Skip nodes with only a move, because their value is a point.
    let nodes = nodes
        .map(|id| document.node(id))
        .filter(|node| node.only_move().is_none());
    let mut values = nodes
        .flat_map(|node| node.properties())
        .flat_map(|property| property.values());
    values.any(|value| value.raw().contains(&b'['))
}
