use std::fmt::{Display, Write};

use kifu_core::{Color, Point};

use crate::json::quote;
use crate::member::color_name;
use crate::point::write_xy;
use crate::style::{Form, Style};

/// Strict JSON without white space, while it is written.
#[derive(Debug)]
pub(crate) struct JsonBuffer {
    pub(crate) text: String,
    pub(crate) style: Style,
    /// Whether a comma is needed before the next value.
    comma: bool,
}

impl JsonBuffer {
    pub(crate) fn new(style: Style) -> JsonBuffer {
        JsonBuffer {
            text: String::new(),
            style,
            comma: false,
        }
    }

    #[inline]
    fn separate(&mut self) {
        if self.comma {
            self.text.push(',');
        }
        self.comma = true;
    }

    #[inline]
    pub(crate) fn open(&mut self, bracket: char) {
        self.separate();
        self.text.push(bracket);
        self.comma = false;
    }

    #[inline]
    pub(crate) fn close(&mut self, bracket: char) {
        self.text.push(bracket);
        self.comma = true;
    }

    pub(crate) fn key(&mut self, key: &str) {
        self.separate();
        quote(key, &mut self.text);
        self.text.push(':');
        self.comma = false;
    }

    /// Writes a key that needs no escapes.
    #[inline]
    pub(crate) fn name(&mut self, name: &'static str) {
        self.separate();
        self.text.push('"');
        self.text.push_str(name);
        self.text.push_str("\":");
        self.comma = false;
    }

    /// Writes a string that needs no escapes.
    #[inline]
    pub(crate) fn word(&mut self, word: &str) {
        self.separate();
        self.text.push('"');
        self.text.push_str(word);
        self.text.push('"');
    }

    /// Writes a key and a value that is known to be JSON.
    pub(crate) fn member(&mut self, key: &str, json: &str) {
        self.key(key);
        self.json(json);
    }

    pub(crate) fn string(&mut self, text: &str) {
        self.separate();
        quote(text, &mut self.text);
    }

    /// Writes a node that has only a move, with the same result as `open`, `name`, `word` … Long records
    /// consist mostly of such nodes.
    #[inline]
    pub(crate) fn node_of_move(&mut self, color: Color, at: Point) {
        let columns = match color {
            Color::Black => &BLACK,
            Color::White => &WHITE,
        };
        let (col, row) = (usize::from(at.col), usize::from(at.row));
        match (columns.get(col), ROWS.get(row)) {
            (Some(col), Some(row)) if self.comma => {
                self.text.push_str(col);
                self.text.push_str(row);
            }
            _ => self.node_of_any_move(color, at),
        }
    }

    /// Writes a node that has only a move, if it is the first node of a list or its point is not on the largest board.
    #[cold]
    fn node_of_any_move(&mut self, color: Color, at: Point) {
        self.open('{');
        self.name("move");
        self.open('{');
        self.name("color");
        self.word(color_name(color, Form::Objects));
        write_xy(at, self);
        self.close('}');
        self.close('}');
    }

    /// Writes a small number.
    pub(crate) fn number(&mut self, number: u8) {
        self.separate();
        self.digits(number);
    }

    fn digits(&mut self, number: u8) {
        let digit = |number: u8| char::from(b'0' + number % 10);
        if number >= 100 {
            self.text.push(digit(number / 100));
        }
        if number >= 10 {
            self.text.push(digit(number / 10));
        }
        self.text.push(digit(number));
    }

    /// Writes a number or a boolean, which Rust formats as JSON does.
    pub(crate) fn display(&mut self, value: impl Display) {
        self.separate();
        write!(self.text, "{value}").expect("writing to a string cannot fail");
    }

    /// Writes an object with this name, unless it has no members.
    pub(crate) fn section(&mut self, name: &'static str, members: impl FnOnce(&mut JsonBuffer)) {
        let (start, comma) = (self.text.len(), self.comma);
        self.name(name);
        self.open('{');
        let empty = self.text.len();
        members(self);
        if self.text.len() > empty {
            return self.close('}');
        }
        self.text.truncate(start);
        self.comma = comma;
    }

    /// Writes a value that is known to be JSON.
    pub(crate) fn json(&mut self, json: &str) {
        self.separate();
        self.text.push_str(json);
    }

    /// Continues an object whose end was split off: with a comma if it has a member.
    pub(crate) fn go_on_in_object(&mut self) {
        self.comma = !self.text.ends_with('{');
    }

    /// Removes and returns the text from an offset on.
    pub(crate) fn split_off(&mut self, at: usize) -> String {
        self.text.split_off(at)
    }
}

/// An array of strings, one for each column or row.
macro_rules! numbered {
    ($before:literal, $after:literal) => {
        numbered!($before, $after,
            0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25
            26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51)
    };
    ($before:literal, $after:literal, $($number:literal)*) => {
        [$(concat!($before, $number, $after)),*]
    };
}

/// The text of a node with only a move, split in three: from the comma to the column, up to the row, and the
/// rest.
static BLACK: [&str; 52] = numbered!(r#",{"move":{"color":"black","x":"#, r#","y":"#);
static WHITE: [&str; 52] = numbered!(r#",{"move":{"color":"white","x":"#, r#","y":"#);
static ROWS: [&str; 52] = numbered!("", "}}");
