use kifu_core::{Color, Point};

use crate::json::quote;
use crate::style::Style;

/// Strict JSON without white space, as it is written.
#[derive(Debug)]
pub(crate) struct Out {
    pub(crate) text: String,
    pub(crate) style: Style,
    /// Whether a comma comes before the next value.
    comma: bool,
}

impl Out {
    pub(crate) fn new(style: Style) -> Out {
        Out {
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

    /// A key that has nothing to escape.
    #[inline]
    pub(crate) fn name(&mut self, name: &'static str) {
        self.separate();
        self.text.push('"');
        self.text.push_str(name);
        self.text.push_str("\":");
        self.comma = false;
    }

    /// A text that has nothing to escape.
    #[inline]
    pub(crate) fn word(&mut self, word: &str) {
        self.separate();
        self.text.push('"');
        self.text.push_str(word);
        self.text.push('"');
    }

    /// A key, and a value that is known to be JSON.
    pub(crate) fn member(&mut self, key: &str, json: &str) {
        self.key(key);
        self.json(json);
    }

    pub(crate) fn string(&mut self, text: &str) {
        self.separate();
        quote(text, &mut self.text);
    }

    /// Writes moves, and takes them out.
    pub(crate) fn moves(&mut self, moves: &mut Moves) {
        let text = std::str::from_utf8(&moves.0).unwrap_or_default();
        // The first may need no comma.
        let from = usize::from(!self.comma && !text.is_empty());
        self.text.push_str(&text[from..]);
        self.comma |= !text.is_empty();
        moves.0.clear();
    }

    /// A small number.
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

    /// What is known to be JSON.
    pub(crate) fn json(&mut self, json: &str) {
        self.separate();
        self.text.push_str(json);
    }

    /// After something was taken off: the object goes on, with a comma if it has a member.
    pub(crate) fn go_on_in_object(&mut self) {
        self.comma = !self.text.ends_with('{');
    }

    /// Takes off what was written from here on.
    pub(crate) fn split_off(&mut self, at: usize) -> String {
        self.text.split_off(at)
    }
}

/// Nodes that hold a move alone, as `open`, `name`, `word` … would write them, each with a comma
/// before it. Long records are full of them.
pub(crate) struct Moves(Vec<u8>);

impl Default for Moves {
    fn default() -> Moves {
        Moves(Vec::with_capacity(Moves::ROOM))
    }
}

impl Moves {
    const ROOM: usize = 4096;

    /// Whether it is time to write them.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.0.len() > Moves::ROOM - TEMPLATE
    }

    #[inline]
    pub(crate) fn push(&mut self, color: Color, at: Point) {
        let start = self.0.len();
        self.0.extend_from_slice(match color {
            Color::Black => br#",{"move":{"color":"black","x":...,"y":...}}  "#,
            Color::White => br#",{"move":{"color":"white","x":...,"y":...}}  "#,
        });
        let Some(text) = self.0.last_chunk_mut::<TEMPLATE>() else {
            return;
        };
        let y = put_digits(text, br#",{"move":{"color":"black","x":"#.len(), at.col);
        text[y..y + 5].copy_from_slice(br#","y":"#);
        let end = put_digits(text, y + 5, at.row);
        text[end..end + 2].copy_from_slice(b"}}");
        self.0.truncate(start + end + 2);
    }
}

/// The most that a move takes, and room behind its numbers.
const TEMPLATE: usize = br#",{"move":{"color":"black","x":...,"y":...}}  "#.len();

/// Puts the digits of a number into a text, and perhaps a blank; returns where they end.
#[inline]
fn put_digits(text: &mut [u8; TEMPLATE], at: usize, number: u8) -> usize {
    const TWO: [[u8; 2]; 100] = {
        let mut two = [[b' '; 2]; 100];
        let mut number = 0;
        while number < 100 {
            two[number] = match number as u8 {
                one @ 0..10 => [b'0' + one, b' '],
                both => [b'0' + both / 10, b'0' + both % 10],
            };
            number += 1;
        }
        two
    };
    if let Some(two) = TWO.get(usize::from(number)) {
        text[at..at + 2].copy_from_slice(two);
        return at + 1 + usize::from(number >= 10);
    }
    text[at] = b'0' + number / 100;
    text[at + 1..at + 3].copy_from_slice(&[b'0' + number / 10 % 10, b'0' + number % 10]);
    at + 3
}
