//! Builds an index of the JSON values in any text.

use alloc::vec::Vec;

use kifu_span::{LimitKind, Limits, Span, TooLarge};

use crate::fault::Fault;
use crate::lexeme::{StringScan, strict_number};
use crate::value::{Value, ValueKind};

/// The maximum length of a text, 512 MiB: offsets have 32 bits, and a byte of damaged text can become six bytes
/// when it is written as JSON.
pub const MAX_BYTES: usize = 1 << 29;

/// The maximum number of values.
const MAX_VALUES: usize = (1 << 29) - 1;

/// An index of the values in a text, in order, each container before its contents.
///
/// The index is well formed for any text: missing parts are added, unmatched closing brackets are ignored, and
/// both are reported.
#[derive(Debug)]
pub struct Index<'t> {
    pub(crate) text: &'t str,
    pub(crate) tokens: Vec<Token>,
    roots: Vec<usize>,
    /// Whether the text has no faults.
    pub(crate) is_strict: bool,
}

/// A value or a key, in 12 bytes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Token {
    start: u32,
    end: u32,
    /// The index of the token after this value, and in the lower three bits the kind of the value.
    link: u32,
}

const KIND_BITS: u32 = 3;

impl Token {
    fn new(kind: ValueKind, start: usize, end: usize, next: usize) -> Token {
        Token {
            start: start as u32,
            end: end as u32,
            link: (next as u32) << KIND_BITS | kind as u32,
        }
    }

    /// Sets the end of a container, and the index of the token after its contents.
    #[inline]
    fn close(&mut self, end: usize, next: usize) {
        let kind = self.link & ((1 << KIND_BITS) - 1);
        self.end = end as u32;
        self.link = (next as u32) << KIND_BITS | kind;
    }

    #[inline]
    pub(crate) fn kind(self) -> ValueKind {
        ValueKind::ALL[(self.link & ((1 << KIND_BITS) - 1)) as usize]
    }

    /// The index of the token after this value and its contents.
    #[inline]
    pub(crate) fn next(self) -> usize {
        (self.link >> KIND_BITS) as usize
    }

    #[inline]
    pub(crate) fn span(self) -> Span {
        Span::new(self.start, self.end)
    }
}

impl<'t> Index<'t> {
    /// Creates an index without values.
    pub(crate) fn empty(text: &'t str) -> Index<'t> {
        Index {
            text,
            tokens: Vec::new(),
            roots: Vec::new(),
            is_strict: false,
        }
    }

    /// The outermost values: one, or several documents in a row.
    pub fn roots(&self) -> impl Iterator<Item = Value<'_>> {
        self.roots.iter().map(|at| Value {
            index: self,
            at: *at,
        })
    }
}

/// Builds the index of a text, and reports where the text deviates from strict JSON.
///
/// Of the limits, `values` counts values and keys, and `depth` open containers; `bytes` is the concern of the caller,
/// who may have decoded the text.
///
/// # Errors
///
/// [`TooLarge`] for the first limit that is exceeded, and for a text of more than [`MAX_BYTES`].
///
/// ```
/// use kifu_json::{Fault, Limits, scan};
///
/// let mut faults = Vec::new();
/// let index = scan("{\"moves\": [[3, 3], [15, 3]", &Limits::default(), &mut |fault, _| faults.push(fault))?;
/// assert_eq!(faults, [Fault::Unclosed(2)]);
/// let moves = index.roots().next().unwrap().get("moves").unwrap();
/// assert_eq!(moves.elements().count(), 2);
/// # Ok::<(), kifu_json::TooLarge>(())
/// ```
pub fn scan<'t>(
    text: &'t str,
    limits: &Limits,
    report: &mut dyn FnMut(Fault, Span),
) -> Result<Index<'t>, TooLarge> {
    scan_by::<true>(text, limits, report)
}

/// Builds an index, with the shortcut for strict JSON or without it.
fn scan_by<'t, const SHORTCUT: bool>(
    text: &'t str,
    limits: &Limits,
    report: &mut dyn FnMut(Fault, Span),
) -> Result<Index<'t>, TooLarge> {
    TooLarge::check_bytes(text.len(), MAX_BYTES)?;
    let values = limits.values.min(MAX_VALUES);
    // In strict JSON, one of these bytes precedes each value and key except the first. A sum of few bytes fits in
    // one, so that many are counted at a time.
    let is_before = |byte: &u8| u8::from(matches!(byte, b',' | b':' | b'[' | b'{'));
    let chunks = text.as_bytes().chunks(usize::from(u8::MAX));
    let counts = chunks.map(|chunk| usize::from(chunk.iter().map(is_before).sum::<u8>()));
    let count = 1 + counts.sum::<usize>();
    let mut scanner = Scanner {
        text,
        limits: Limits { values, ..*limits },
        at: 0,
        index: Index {
            text,
            tokens: Vec::with_capacity(count.min(limits.values)),
            roots: Vec::new(),
            is_strict: true,
        },
        open: Vec::new(),
        open_objects: 0,
        in_object: false,
        want: Want::Item,
        comma: None,
        no_more: [false; 2],
        assigned: false,
        report,
    };
    scanner.documents::<SHORTCUT>()?;
    Ok(scanner.index)
}

/// The expected next token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Want {
    /// An element of an array, or its end.
    Item,
    /// A key of an object, or its end.
    Key,
    /// The `:` after a key.
    Colon,
    /// The value after a `:`.
    Value,
    /// A comma, or the end of the container.
    Comma,
}

struct Scanner<'t, 'f> {
    text: &'t str,
    limits: Limits,
    at: usize,
    index: Index<'t>,
    /// The open containers, as indices of their tokens.
    open: Vec<usize>,
    open_objects: usize,
    /// Whether the innermost open container is an object.
    in_object: bool,
    want: Want,
    /// The offset of the last comma, if nothing follows it yet.
    comma: Option<usize>,
    /// Whether an unclosed string was found, for `"` and for `'`. If so, all later strings end on their line at the
    /// latest, so that the total time stays linear.
    no_more: [bool; 2],
    /// Whether the first document is the value of an assignment.
    assigned: bool,
    report: &'f mut dyn FnMut(Fault, Span),
}

impl Scanner<'_, '_> {
    fn report(&mut self, fault: Fault, span: Span) {
        self.index.is_strict &= fault == Fault::SeveralDocuments;
        (self.report)(fault, span);
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn here(&self, width: usize) -> Span {
        Span::new(self.at as u32, (self.at + width) as u32)
    }

    /// The span of the next character; empty at the end of the text.
    fn this(&self) -> Span {
        self.here(
            self.text[self.at..]
                .chars()
                .next()
                .map_or(0, char::len_utf8),
        )
    }

    // ---- the documents and the text around them ----

    fn documents<const SHORTCUT: bool>(&mut self) -> Result<(), TooLarge> {
        self.start();
        while let Some(b'{' | b'[') = self.peek() {
            if self.index.roots.len() == 1 {
                self.report(Fault::SeveralDocuments, self.here(1));
            }
            let root = self.index.tokens.len();
            self.index.roots.push(root);
            self.open_container()?;
            while !self.open.is_empty() {
                if SHORTCUT {
                    self.strict()?;
                }
                if !self.open.is_empty() {
                    self.step()?;
                }
            }
            self.trivia();
            while self.peek() == Some(b';') {
                if !self.assigned {
                    self.report(Fault::Assignment, self.here(1));
                    self.assigned = true;
                }
                self.at += 1;
                self.trivia();
            }
        }
        let rest = &self.text[self.at..];
        if !self.index.roots.is_empty() && !rest.is_empty() {
            let span = self.here(rest.len());
            self.report(Fault::TextAround, span);
        }
        Ok(())
    }

    /// Moves to the opening bracket of the first document, or to the end.
    fn start(&mut self) {
        if self.text.starts_with('\u{FEFF}') {
            self.report(Fault::ByteOrderMark, self.here(3));
            self.at = 3;
        }
        self.trivia();
        let Some(start) = start_of_document(&self.text[self.at..]) else {
            let span = self.here(self.text.len() - self.at);
            self.report(Fault::NoDocument, span);
            self.at = self.text.len();
            return;
        };
        let before = &self.text[self.at..self.at + start];
        let line = before.rfind('\n').map_or(0, |at| at + 1);
        let (before, last_line) = before.split_at(line);
        let assignment = is_assignment(last_line);
        let around = if assignment {
            before
        } else {
            &self.text[self.at..self.at + start]
        };
        if !around.trim().is_empty() {
            let span = self.here(around.trim_end().len());
            self.report(Fault::TextAround, span);
        }
        self.assigned = assignment;
        if assignment {
            self.at += line;
            self.report(Fault::Assignment, self.here(last_line.trim_end().len()));
            self.at += last_line.len();
        } else {
            self.at += start;
        }
    }

    /// Skips white space and comments.
    fn trivia(&mut self) {
        loop {
            match self.peek() {
                Some(b' ' | b'\t' | b'\n' | b'\r') => self.at += 1,
                Some(b'/') => {
                    let rest = &self.text[self.at..];
                    let end = if rest.starts_with("//") {
                        rest.find(['\n', '\r']).unwrap_or(rest.len())
                    } else if let Some(comment) = rest.strip_prefix("/*") {
                        comment.find("*/").map_or(rest.len(), |end| end + 4)
                    } else {
                        return;
                    };
                    self.report(Fault::Comment, self.here(end));
                    self.at += end;
                }
                Some(0x0B | 0x0C | 0x80..) => {
                    let char = self.text[self.at..]
                        .chars()
                        .next()
                        .expect("there is a byte");
                    if !char.is_whitespace() && char != '\u{FEFF}' {
                        return;
                    }
                    self.report(Fault::WhiteSpace, self.here(char.len_utf8()));
                    self.at += char.len_utf8();
                }
                _ => return,
            }
        }
    }

    // ---- inside of a container ----

    /// Reads strict JSON up to the end of the document, or to the first token that only [`step`](Scanner::step) reads.
    fn strict(&mut self) -> Result<(), TooLarge> {
        let bytes = self.text.as_bytes();
        let any_closed = !self.no_more[0];
        while let Some(byte) = bytes.get(self.at).copied() {
            match (byte, self.want) {
                (b' ' | b'\t' | b'\n' | b'\r', _) => self.at += 1,
                (b',', Want::Comma) => self.comma(),
                (b'"', Want::Key) if any_closed => match end_of_plain_string(bytes, self.at) {
                    Some(end) if bytes.get(end) == Some(&b':') => {
                        self.push(ValueKind::Text, self.at, end)?;
                        (self.want, self.comma, self.at) = (Want::Value, None, end + 1);
                    }
                    _ => return Ok(()),
                },
                (b'"', Want::Item | Want::Value) if any_closed => {
                    let Some(end) = end_of_plain_string(bytes, self.at) else {
                        return Ok(());
                    };
                    self.value(ValueKind::Text, end)?;
                }
                (b'0'..=b'9', Want::Item | Want::Value) => {
                    let Some(width) = small_number(&bytes[self.at..]) else {
                        return Ok(());
                    };
                    self.value(ValueKind::Number, self.at + width)?;
                }
                (b'{' | b'[', Want::Item | Want::Value) => self.open_container()?,
                (b'}' | b']', Want::Item | Want::Key | Want::Comma)
                    if self.comma.is_none() && self.in_object == (byte == b'}') =>
                {
                    self.at += 1;
                    self.pop(self.at);
                    if self.open.is_empty() {
                        return Ok(());
                    }
                }
                _ => return Ok(()),
            }
        }
        Ok(())
    }

    /// Adds a value other than a container, where one is expected.
    #[inline]
    fn value(&mut self, kind: ValueKind, end: usize) -> Result<(), TooLarge> {
        self.push(kind, self.at, end)?;
        (self.want, self.comma, self.at) = (Want::Comma, None, end);
        Ok(())
    }

    fn step(&mut self) -> Result<(), TooLarge> {
        self.trivia();
        match self.peek() {
            None => self.end_of_text(),
            Some(b'{' | b'[') => {
                self.make_room_for_value()?;
                self.open_container()
            }
            Some(b @ (b'}' | b']')) => self.close(b == b'}'),
            Some(b',') => self.pass_comma(),
            Some(b':') => self.pass_colon(),
            Some(quote @ (b'"' | b'\'')) => self.string(quote),
            Some(_) => self.word(),
        }
    }

    #[inline]
    fn push(&mut self, kind: ValueKind, start: usize, end: usize) -> Result<(), TooLarge> {
        let next = self.index.tokens.len() + 1;
        if next > self.limits.values {
            return Err(TooLarge {
                kind: LimitKind::Values,
                limit: self.limits.values,
                at: start,
            });
        }
        self.index.tokens.push(Token::new(kind, start, end, next));
        Ok(())
    }

    #[inline]
    fn open_container(&mut self) -> Result<(), TooLarge> {
        if self.open.len() >= self.limits.depth {
            return Err(TooLarge {
                kind: LimitKind::Depth,
                limit: self.limits.depth,
                at: self.at,
            });
        }
        let object = self.peek() == Some(b'{');
        let kind = if object {
            ValueKind::Object
        } else {
            ValueKind::Array
        };
        self.open.push(self.index.tokens.len());
        self.open_objects += usize::from(object);
        self.in_object = object;
        self.push(kind, self.at, self.at)?;
        self.want = if object { Want::Key } else { Want::Item };
        self.comma = None;
        self.at += 1;
        Ok(())
    }

    /// Adds the tokens that are missing before a value.
    fn make_room_for_value(&mut self) -> Result<(), TooLarge> {
        if self.want == Want::Comma {
            self.missing_comma();
        }
        match self.want {
            Want::Key => {
                self.report(Fault::MissingKey, self.this());
                self.push(ValueKind::Loose, self.at, self.at)?;
            }
            Want::Colon => self.missing_colon(),
            Want::Item | Want::Value | Want::Comma => {}
        }
        Ok(())
    }

    fn missing_comma(&mut self) {
        self.report(Fault::MissingComma, self.this());
        self.want = if self.in_object {
            Want::Key
        } else {
            Want::Item
        };
    }

    fn missing_colon(&mut self) {
        self.report(Fault::MissingColon, self.this());
    }

    /// Adds a key, or a value other than a container.
    fn scalar(&mut self, kind: ValueKind, end: usize) -> Result<(), TooLarge> {
        if self.want == Want::Comma {
            self.missing_comma();
        }
        let key = self.want == Want::Key;
        if self.want == Want::Colon {
            self.missing_colon();
        }
        // A key is always a string, whatever it would be as a value.
        let kind = if key && kind != ValueKind::Text {
            ValueKind::Loose
        } else {
            kind
        };
        self.push(kind, self.at, end)?;
        self.want = if key { Want::Colon } else { Want::Comma };
        self.comma = None;
        self.at = end;
        if key && self.peek() == Some(b':') {
            self.want = Want::Value;
            self.at += 1;
        }
        Ok(())
    }

    fn string(&mut self, quote: u8) -> Result<(), TooLarge> {
        if quote == b'"' && !self.no_more[0] {
            if let Some(end) = end_of_plain_string(self.text.as_bytes(), self.at) {
                return self.scalar(ValueKind::Text, end);
            }
        }
        self.any_string(quote)
    }

    fn any_string(&mut self, quote: u8) -> Result<(), TooLarge> {
        let never = usize::from(quote == b'\'');
        let line = |from: usize| {
            let rest = &self.text[from..];
            from + rest.find(['\n', '\r']).unwrap_or(rest.len())
        };
        let mut found;
        if self.no_more[never] {
            found = StringScan::at(self.text, self.at, line(self.at));
        } else {
            found = StringScan::at(self.text, self.at, self.text.len());
            if !found.closed {
                self.no_more[never] = true;
                found = StringScan::at(self.text, self.at, line(self.at));
            }
        }
        let span = self.here(found.end - self.at);
        if !found.closed {
            self.report(Fault::UnclosedString, span);
        }
        if quote == b'\'' {
            self.report(Fault::SingleQuotes, span);
        }
        if found.control {
            self.report(Fault::ControlCharacter, span);
        }
        if found.escape {
            self.report(Fault::BadEscape, span);
        }
        if found.surrogate {
            self.report(Fault::LoneSurrogate, span);
        }
        let strict = quote == b'"' && found.is_strict();
        self.scalar(
            if strict {
                ValueKind::Text
            } else {
                ValueKind::Loose
            },
            found.end,
        )
    }

    /// A number, `true`, `false`, `null`, or a word without quotation marks.
    fn word(&mut self) -> Result<(), TooLarge> {
        if matches!(self.want, Want::Item | Want::Value) {
            if let Some(width) = small_number(&self.text.as_bytes()[self.at..]) {
                return self.scalar(ValueKind::Number, self.at + width);
            }
        }
        let rest = &self.text[self.at..];
        let width = rest.find(|char: char| !is_word(char)).unwrap_or(rest.len());
        if width == 0 {
            return self.junk();
        }
        let word = &rest[..width];
        let span = self.here(width);
        let key = match self.want {
            Want::Comma => self.in_object,
            want => want == Want::Key,
        };
        let kind = match word {
            _ if key => {
                self.report(Fault::UnquotedKey, span);
                ValueKind::Loose
            }
            "true" => ValueKind::True,
            "false" => ValueKind::False,
            "null" => ValueKind::Null,
            _ => match strict_number(word) {
                Some(number) => {
                    if number != word {
                        self.report(Fault::NumberSpelling, span);
                    }
                    ValueKind::Number
                }
                None => {
                    self.report(Fault::BareWord, span);
                    ValueKind::Loose
                }
            },
        };
        self.scalar(kind, self.at + width)
    }

    /// Skips characters that cannot start a value.
    fn junk(&mut self) -> Result<(), TooLarge> {
        let rest = &self.text[self.at..];
        let means_something =
            |char: char| is_word(char) || char.is_whitespace() || "{}[],:\"'/".contains(char);
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let width = rest[first..]
            .find(means_something)
            .map_or(rest.len(), |at| first + at);

        self.report(Fault::Junk, self.here(width));
        self.at += width;
        Ok(())
    }

    fn pass_comma(&mut self) -> Result<(), TooLarge> {
        match self.want {
            Want::Comma => {}
            Want::Colon | Want::Value => self.missing_value()?,
            Want::Item | Want::Key => {
                self.report(Fault::StrayComma, self.here(1));
            }
        }
        self.comma();
        Ok(())
    }

    #[inline]
    fn comma(&mut self) {
        self.comma = Some(self.at);
        self.want = if self.in_object {
            Want::Key
        } else {
            Want::Item
        };
        self.at += 1;
    }

    fn pass_colon(&mut self) -> Result<(), TooLarge> {
        match self.want {
            Want::Colon => self.want = Want::Value,
            Want::Key => {
                self.report(Fault::MissingKeyBeforeColon, self.this());
                self.push(ValueKind::Loose, self.at, self.at)?;
                self.want = Want::Value;
                self.comma = None;
            }
            Want::Item | Want::Value | Want::Comma => {
                self.report(Fault::StrayColon, self.here(1));
            }
        }
        self.at += 1;
        Ok(())
    }

    fn missing_value(&mut self) -> Result<(), TooLarge> {
        self.report(Fault::MissingValue, self.this());
        self.push(ValueKind::Null, self.at, self.at)
    }

    // ---- ends ----

    fn close(&mut self, object: bool) -> Result<(), TooLarge> {
        let arrays = self.open.len() - self.open_objects;
        let any = if object { self.open_objects } else { arrays };
        if any == 0 {
            self.report(Fault::StrayClose, self.here(1));
            self.at += 1;
            return Ok(());
        }
        if self.in_object != object {
            self.report(Fault::MismatchedClose, self.here(1));
        }
        while self.in_object != object {
            self.close_top(self.at)?;
        }
        self.close_top(self.at + 1)?;
        self.at += 1;
        Ok(())
    }

    /// Closes the innermost container at `end`, and reports what is missing.
    fn close_top(&mut self, end: usize) -> Result<(), TooLarge> {
        if matches!(self.want, Want::Colon | Want::Value) {
            self.missing_value()?;
        }
        if let Some(comma) = self.comma.take() {
            let span = Span::new(comma as u32, comma as u32 + 1);
            self.report(Fault::TrailingComma, span);
        }
        self.pop(end);
        Ok(())
    }

    /// Closes the innermost container at `end`.
    #[inline]
    fn pop(&mut self, end: usize) {
        let top = self.open.pop().expect("a container is open");
        let next = self.index.tokens.len();
        self.index.tokens[top].close(end, next);
        self.open_objects -= usize::from(self.in_object);
        let outer = self.open.last().map(|top| self.index.tokens[*top].kind());
        self.in_object = outer == Some(ValueKind::Object);
        self.want = Want::Comma;
    }

    fn end_of_text(&mut self) -> Result<(), TooLarge> {
        let innermost = self
            .open
            .last()
            .map(|top| self.index.tokens[*top].span().start);
        let at = innermost.unwrap_or_default();
        self.report(Fault::Unclosed(self.open.len()), Span::new(at, at + 1));
        while !self.open.is_empty() {
            self.close_top(self.at)?;
        }
        Ok(())
    }
}

/// The end of a string in `"` that has neither escape sequences nor control characters.
#[inline]
fn end_of_plain_string(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    while let Some(word) = bytes.get(at..).and_then(|rest| rest.first_chunk()) {
        let special = special_bytes(u64::from_le_bytes(*word));
        if special != 0 {
            at += special.trailing_zeros() as usize / 8;
            return (bytes[at] == b'"').then_some(at + 1);
        }
        at += word.len();
    }
    let rest = bytes.get(at..)?;
    let len = rest
        .iter()
        .position(|byte| matches!(byte, 0..=0x1F | b'"' | b'\\'))?;
    (rest[len] == b'"').then_some(at + len + 1)
}

/// Sets the top bit of the first byte that is a quotation mark, a backslash or a control character, and perhaps of bytes after
/// it; 0 if there is none.
#[inline]
fn special_bytes(word: u64) -> u64 {
    const EACH: u64 = u64::from_ne_bytes([1; 8]);
    // A byte below the limit borrows from its top bit.
    let below = |word: u64, limit: u8| word.wrapping_sub(EACH * u64::from(limit)) & !word;
    let equal = |byte: u8| below(word ^ (EACH * u64::from(byte)), 1);
    (equal(b'"') | equal(b'\\') | below(word, 0x20)) & (EACH << 7)
}

/// The length of the number of strict JSON at the start, if it has only a few digits.
#[inline]
fn small_number(bytes: &[u8]) -> Option<usize> {
    let mut len = 0;
    loop {
        match bytes.get(len) {
            Some(b'0'..=b'9') if len < 9 => len += 1,
            Some(b',' | b']' | b'}' | b' ' | b'\t' | b'\n' | b'\r') => break,
            _ => return None,
        }
    }
    let is_strict = len == 1 || (len > 1 && bytes[0] != b'0');
    is_strict.then_some(len)
}

/// Whether a character can be part of a word without quotation marks.
fn is_word(char: char) -> bool {
    matches!(char, 'a'..='z' | 'A'..='Z' | '0'..='9' | '_' | '$' | '.' | '+' | '-')
        || (!char.is_ascii() && char.is_alphanumeric())
}

/// The offset of the first document: a `{`, or a `[` that is preceded on its line by nothing except an
/// assignment.
fn start_of_document(text: &str) -> Option<usize> {
    let mut line = 0;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => return Some(at),
            b'[' => {
                let before = text[line..at].trim();
                if before.is_empty() || before.ends_with('=') || before.ends_with('(') {
                    return Some(at);
                }
            }
            b'\n' | b'\r' => line = at + 1,
            _ => {}
        }
    }
    None
}

/// Whether a line only names the value that follows: `JGF =`, `export default`.
fn is_assignment(line: &str) -> bool {
    let line = line.trim();
    let name = line
        .strip_suffix('=')
        .or_else(|| line.strip_suffix("export default"));
    name.is_some_and(|name| {
        name.len() < 80 && name.chars().all(|char| is_word(char) || char == ' ')
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;

    /// The tokens and roots of a scan and whether the text is strict, or the limit that it exceeds; and the faults.
    type Scanned = (
        Result<(Vec<Token>, Vec<usize>, bool), TooLarge>,
        Vec<(Fault, Span)>,
    );

    fn scanned<const SHORTCUT: bool>(text: &str, limits: &Limits) -> Scanned {
        let mut faults = Vec::new();
        let mut report = |fault, span| faults.push((fault, span));
        let index = scan_by::<SHORTCUT>(text, limits, &mut report);
        let index = index.map(|index| (index.tokens, index.roots, index.is_strict));
        (index, faults)
    }

    #[test]
    fn shortcuts_change_nothing() {
        const PARTS: [&str; 32] = [
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            "\"a\":",
            "\"long name\":",
            "\"b\"",
            "\"12345678\"",
            "\"\\u00e9\"",
            "\"é\"",
            "'c'",
            "\"open",
            "\"\u{1}\"",
            "0",
            "12",
            "007",
            "-1",
            "1e5",
            "1234567890",
            "true",
            "word",
            " ",
            "\n\t",
            "// x\n",
        ];
        let mut state = 1u64;
        let mut random = |below: usize| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state % below as u64) as usize
        };
        for _ in 0..20_000 {
            let mut text = String::from(["{", "["][random(2)]);
            for _ in 0..random(12) {
                // Half of the parts continue strict JSON.
                let part = match (random(2), text.as_bytes()[text.len() - 1]) {
                    (0, b'{') => "\"key\":",
                    (0, b':' | b'[') => ["{", "[", "\"text\"", "19"][random(4)],
                    (0, b',') => ["\"next\":", "7"][random(2)],
                    (0, _) => [",", "}", "]"][random(3)],
                    _ => PARTS[random(PARTS.len())],
                };
                text.push_str(part);
            }
            let few = Limits {
                values: random(6),
                depth: random(4),
                ..Limits::default()
            };
            for limits in [Limits::default(), few] {
                assert_eq!(
                    scanned::<true>(&text, &limits),
                    scanned::<false>(&text, &limits),
                    "{text}"
                );
            }
        }
    }
}
