//! Lines: where they are broken.

use alloc::string::String;

use super::node::Node;
use super::property::Property;
use super::{Layout, LineBreak, Style};

/// The file as far as it is written.
pub(super) struct Page<'s> {
    text: String,
    style: &'s Style,
    /// How many characters stand on the last line.
    column: usize,
}

impl<'s> Page<'s> {
    pub(super) fn new(style: &'s Style) -> Page<'s> {
        Page {
            text: String::new(),
            style,
            column: 0,
        }
    }

    pub(super) fn finish(self) -> String {
        self.text
    }

    pub(super) fn header(&mut self, header: &str) {
        self.push(header);
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

    /// Opens a variation, or a game tree.
    pub(super) fn open(&mut self) {
        if self.style.layout != Layout::Compact {
            self.break_line();
        }
        self.push("(");
    }

    pub(super) fn close(&mut self) {
        self.push(")");
    }

    /// A node that is a move alone, as [`Page::node`] would write it.
    pub(super) fn plain_move(&mut self, node: &str) {
        let opens = self.start_node();
        self.make_room(node.len(), !opens);
        self.text.push_str(node);
        self.column += node.len();
        self.piece("", !opens);
    }

    /// Whether a node follows its `(`.
    fn start_node(&mut self) -> bool {
        let opens = self.text.ends_with('(');
        if self.style.layout == Layout::OneMovePerLine && !opens {
            self.break_line();
        }
        opens
    }

    pub(super) fn node(&mut self, node: &Node<'_>, is_root: bool) {
        let lines = self.style.layout != Layout::Compact;
        let opens = self.start_node();
        let mut start = ";";
        let mut of_the_game = false;
        for property in &node.properties {
            let own_line = is_root && property.place.0.is_of_the_game();
            if lines && start.is_empty() && (own_line || of_the_game) {
                self.break_line();
            }
            of_the_game = own_line;
            // Apart from its `(` a node is never looked for.
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
        for value in &property.values {
            let width = name.iter().map(|part| part.len()).sum::<usize>() + 2;
            self.make_room(width + first_line(value), before);
            for part in name {
                self.push(part);
            }
            self.push("[");
            self.push(value);
            self.push("]");
            name = ["", ""];
            before = true;
        }
    }

    fn piece(&mut self, piece: &str, may_break: bool) {
        self.make_room(piece.len(), may_break);
        self.push(piece);
    }

    /// Starts a line if so many characters do not fit on this one.
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
        self.text.push_str(text);
        self.column = match text.rsplit_once('\n') {
            Some((_, last)) => last.chars().count(),
            None => self.column + text.chars().count(),
        };
    }
}

/// How many characters a value has on its first line.
fn first_line(value: &str) -> usize {
    value.split('\n').next().unwrap_or_default().chars().count()
}

/// Text with its line breaks written as the style has them.
pub(super) fn broken(text: &str, line_break: LineBreak) -> String {
    let text = crate::text::text_lines(text);
    match line_break {
        LineBreak::Lf => text,
        LineBreak::CrLf => text.replace('\n', "\r\n"),
    }
}
