use kifu_core::Color;

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

/// A coordinate below 52 and what follows it in a move, with the length of that, padded.
macro_rules! coordinates {
    ($behind:literal $one_digit:literal $two_digits:literal) => {
        coordinates! {
            $behind
            $one_digit 0 1 2 3 4 5 6 7 8 9;
            $two_digits 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33
            34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51;
        }
    };
    ($behind:literal $($blanks:literal $($number:literal)*;)*) => {
        [$($((
            concat!($number, $behind).len(),
            concat!($number, $behind, $blanks),
        ),)*)*]
    };
}

static BEHIND_X: [(usize, &str); 52] = coordinates!(r#","y":"# "  " " ");
static BEHIND_Y: [(usize, &str); 52] = coordinates!("}}" "     " "    ");

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

    /// `{"move":{"color":"black","x":15,"y":3}}`, of which long records are full: as `open`, `name`,
    /// `word` … write it, in fewer pieces.
    #[inline]
    pub(crate) fn plain_move(&mut self, color: Color, x: u8, y: u8) {
        self.separate();
        match color {
            Color::Black => self.text.push_str(r#"{"move":{"color":"black","x":"#),
            Color::White => self.text.push_str(r#"{"move":{"color":"white","x":"#),
        }
        match (BEHIND_X.get(usize::from(x)), BEHIND_Y.get(usize::from(y))) {
            (Some(behind_x), Some(behind_y)) => {
                self.padded(behind_x);
                self.padded(behind_y);
            }
            _ => {
                self.digits(x);
                self.text.push_str(r#","y":"#);
                self.digits(y);
                self.text.push_str("}}");
            }
        }
    }

    /// A text of eight bytes without the blanks at its end: that many are copied at once.
    #[inline]
    fn padded(&mut self, (length, text): &(usize, &'static str)) {
        let end = self.text.len() + length;
        self.text.push_str(&text[..8]);
        self.text.truncate(end);
    }

    /// A small number.
    pub(crate) fn number(&mut self, number: u8) {
        self.separate();
        self.digits(number);
    }

    #[inline]
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
