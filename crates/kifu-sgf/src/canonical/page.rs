//! Breaks the output into lines.

use alloc::string::String;
use alloc::vec::Vec;

use kifu_lex::Lexer;

use super::node::Node;
use super::property::Property;
use super::{Layout, LineBreak, Style};

/// The output so far.
pub(super) struct Page<'s> {
    text: Vec<u8>,
    style: &'s Style,
    /// The number of characters on the last line.
    column: usize,
}

impl<'s> Page<'s> {
    /// Creates an empty page with room for `capacity` bytes.
    pub(super) fn new(style: &'s Style, capacity: usize) -> Page<'s> {
        Page {
            text: Vec::with_capacity(capacity),
            style,
            column: 0,
        }
    }

    pub(super) fn finish(self) -> Vec<u8> {
        self.text
    }

    pub(super) fn header(&mut self, header: &[u8]) {
        self.push_bytes(header);
        self.break_line();
    }

    pub(super) fn start_game(&mut self) {
        if !self.text.is_empty() && self.style.layout != Layout::Compact {
            self.end_line();
        }
    }

    pub(super) fn end_game(&mut self) {
        self.end_line();
    }

    /// Opens a variation or a game tree.
    pub(super) fn open(&mut self) {
        if self.style.layout != Layout::Compact {
            self.break_line();
        }
        self.push("(");
    }

    pub(super) fn close(&mut self) {
        self.push(")");
    }

    /// Writes a node that contains only a move, like [`Page::node`]. The node is ASCII without a line break.
    pub(super) fn plain_move(&mut self, node: &[u8; Lexer::SHORT_NODE]) {
        let opens = self.start_node();
        self.make_room(node.len(), !opens);
        self.text.extend_from_slice(node);
        self.column += node.len();
        self.make_room(0, !opens);
    }

    /// Starts a node, and returns whether it directly follows a `(`.
    fn start_node(&mut self) -> bool {
        let opens = self.text.ends_with(b"(");
        if self.style.layout == Layout::OneMovePerLine && !opens {
            self.break_line();
        }
        opens
    }

    pub(super) fn node(&mut self, node: &Node<'_>, is_root: bool) {
        let lines = self.style.layout != Layout::Compact;
        let opens = self.start_node();
        let mut start = ";";
        let mut had_own_line = false;
        for property in &node.properties {
            let own_line = is_root && property.place.0.has_own_lines();
            if lines && start.is_empty() && (own_line || had_own_line) {
                self.break_line();
            }
            had_own_line = own_line;
            // A reader only finds a node directly after its `(`.
            self.property(start, property, !opens || start.is_empty());
            start = "";
        }
        self.piece(start, !opens);
        if is_root && lines {
            self.break_line();
        }
    }

    fn property(&mut self, start: &str, property: &Property<'_>, may_break: bool) {
        let mut before = may_break;
        let mut name: [&str; 2] = [start, &property.ident];
        for (at, value) in property.values.iter().enumerate() {
            let value = match property.bytes.get(&at) {
                Some(bytes) => bytes,
                None => value.as_bytes(),
            };
            let width = name.iter().map(|part| part.len()).sum::<usize>() + 2;
            self.make_room(width + first_line(value), before);
            for part in name {
                self.push(part);
            }
            self.push("[");
            self.push_bytes(value);
            self.push("]");
            name = ["", ""];
            before = true;
        }
    }

    fn piece(&mut self, piece: &str, may_break: bool) {
        self.make_room(piece.len(), may_break);
        self.push(piece);
    }

    /// Starts a new line if `width` characters do not fit on this one.
    fn make_room(&mut self, width: usize, may_break: bool) {
        let wrap = match self.style.layout {
            Layout::Compact => None,
            _ => self.style.wrap,
        };
        if may_break && wrap.is_some_and(|wrap| self.column + width > wrap) {
            self.break_line();
        }
    }

    fn break_line(&mut self) {
        if self.column > 0 {
            self.end_line();
        }
    }

    fn end_line(&mut self) {
        self.push(match self.style.line_break {
            LineBreak::Lf => "\n",
            LineBreak::CrLf => "\r\n",
        });
    }

    fn push(&mut self, text: &str) {
        self.push_bytes(text.as_bytes());
    }

    fn push_bytes(&mut self, text: &[u8]) {
        self.text.extend_from_slice(text);
        self.column = match memchr::memrchr(b'\n', text) {
            Some(last) => characters(&text[last + 1..]),
            None => self.column + characters(text),
        };
    }
}

/// Returns the number of characters on the first line of a value.
fn first_line(value: &[u8]) -> usize {
    let end = memchr::memchr(b'\n', value).unwrap_or(value.len());
    characters(&value[..end])
}

/// Returns the number of UTF-8 characters in these bytes.
fn characters(text: &[u8]) -> usize {
    text.iter().filter(|byte| *byte & 0xC0 != 0x80).count()
}

/// Returns text with line breaks in the form of the style.
pub(super) fn with_line_breaks(text: &str, line_break: LineBreak) -> String {
    let text = crate::text::text_lines(text);
    match line_break {
        LineBreak::Lf => text,
        LineBreak::CrLf => text.replace('\n', "\r\n"),
    }
}
