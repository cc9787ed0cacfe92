//! Converts a file to another charset.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use kifu_charset::{Charset, CharsetSource, Confidence};
use kifu_span::{Diagnostic, Span};

use super::edit::closed_value;
use super::{Document, Game, is_structure};
use crate::fault::{Fault, Finding};
use crate::property::{Property, Value};
use crate::undecodable::{Decoder, Undecodable};
use crate::utf16::Utf16;

/// The error for a file that cannot be converted to another charset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecodeError {
    /// The span in [`Document::text`] of the value that cannot be converted.
    pub span: Span,
    /// The reason why the value cannot be converted.
    pub kind: RecodeErrorKind,
}

/// A file converted to another charset.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recoded {
    /// The bytes of the file.
    pub bytes: Vec<u8>,
    /// Notes on text that did not decode, and how it was written; spans refer to
    /// [`Document::text`].
    pub notes: Vec<Diagnostic>,
}

/// The reason of a [`RecodeError`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RecodeErrorKind {
    /// The text does not decode in the charset of its game.
    Undecodable(Charset),
    /// The charset of the text is only guessed, and too uncertain for recoding: see
    /// [`DetectedCharset::is_sure`](kifu_charset::DetectedCharset::is_sure).
    Unsure(Charset, Confidence),
    /// The target charset lacks this character.
    Unencodable(char),
    /// Files cannot be written in this charset.
    NotWritten(Charset),
    /// The written file would be read differently: in another charset, or with text that is taken
    /// for structure.
    Misread,
}

impl fmt::Display for RecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            RecodeErrorKind::Undecodable(charset) => {
                write!(
                    f,
                    "this text is not valid {charset}, the charset of its game"
                )
            }
            RecodeErrorKind::Unsure(charset, confidence) => write!(
                f,
                "the charset is only guessed ({charset}, {confidence}), which is too uncertain to recode the text"
            ),
            RecodeErrorKind::Unencodable(c) => {
                write!(f, "the target charset lacks `{c}` (U+{:04X})", u32::from(c))
            }
            RecodeErrorKind::NotWritten(charset) => {
                write!(f, "{charset} can be read but not written")
            }
            RecodeErrorKind::Misread => {
                f.write_str("the game would be read differently in this charset")
            }
        }
    }
}

impl core::error::Error for RecodeError {}

impl Document {
    /// Returns the bytes of the file in another charset.
    ///
    /// Each value is decoded in the charset of its game and encoded in the new one, and each `CA`
    /// is updated. A game without a `CA` gets one at the start of its root, unless it is ASCII.
    /// Nothing else changes, except that a UTF-8 byte order mark is removed where it would be
    /// wrong, and UTF-16 always has a byte order mark.
    ///
    /// ```
    /// use kifu_sgf::{Document, charset::Charset};
    ///
    /// let fox = Document::parse(b"(;PB[\xC4\xF4\xCE\xC0\xC6\xBD]PW[\xC2\xED\xCF\xFE\xB4\xBA])")?;
    /// let utf8 = fox.recode(Charset::UTF_8).unwrap();
    /// assert_eq!(utf8, "(;CA[UTF-8]PB[聂卫平]PW[马晓春])".as_bytes());
    /// # Ok::<(), kifu_sgf::TooLarge>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`RecodeError`] for the first value that does not decode, or contains a character that the
    /// new charset lacks: nothing is replaced. [`Document::recode_with`] offers other choices.
    pub fn recode(&self, to: Charset) -> Result<Vec<u8>, RecodeError> {
        let recoded = self.recode_with(to, Undecodable::Refuse)?;
        Ok(recoded.bytes)
    }

    /// Returns the bytes of the file in another charset, like [`Document::recode`], but lets the
    /// caller choose what happens with text that does not decode. [`Undecodable::Replace`] also
    /// recodes unexpected bytes inside a game, which could otherwise contradict the new charset.
    ///
    /// # Errors
    ///
    /// [`RecodeError`] for text that does not decode, if it is refused or if its bytes cannot be
    /// kept because they would be read differently; and for a character that the new charset lacks,
    /// including the U+FFFD that replaces such text.
    pub fn recode_with(
        &self,
        to: Charset,
        undecodable: Undecodable,
    ) -> Result<Recoded, RecodeError> {
        if !to.is_writable() {
            return Err(RecodeError {
                span: Span::default(),
                kind: RecodeErrorKind::NotWritten(to),
            });
        }
        if self.is_edited() {
            return self.reread().recode_with(to, undecodable);
        }
        let whole = match undecodable {
            Undecodable::Replace => self.with_whole_units(),
            Undecodable::Refuse | Undecodable::Keep => None,
        };
        if let Some(whole) = whole {
            let mut recoded = whole.recode_with(to, undecodable)?;
            self.note_half_unit(&mut recoded.notes);
            return Ok(recoded);
        }
        let mut out = Recoder::new(self, to, undecodable);
        for game in 0..self.games.len() {
            out.game(game)?;
        }
        out.take_up_to(self.text.len());
        let (declared, mut notes) = (out.declared, core::mem::take(&mut out.notes));
        let help = undecodable.help();
        notes.extend(
            self.half_unit()
                .zip(help)
                .map(|(found, help)| found.with_help(help)),
        );
        let bytes = out.finish()?;
        self.check_recoded(&bytes, to, declared, undecodable)?;
        Ok(Recoded { bytes, notes })
    }

    /// Returns the document that is read from the bytes with the edits applied.
    fn reread(&self) -> Document {
        let bytes = self.to_bytes();
        let given = (0..self.games.len())
            .map(|game| self.charset_of(game))
            .find(|found| found.source == CharsetSource::Given);
        match given {
            Some(found) => Document::parse_in(bytes, found.charset),
            None => Document::parse(bytes),
        }
        // A written document is never too large.
        .unwrap_or_default()
    }

    /// Checks that the new bytes are read as intended: bytes between properties are kept as they
    /// are, and can have another meaning in the new charset.
    fn check_recoded(
        &self,
        bytes: &[u8],
        to: Charset,
        declared: usize,
        undecodable: Undecodable,
    ) -> Result<(), RecodeError> {
        let misread = |at: Option<usize>| RecodeError {
            span: Span::at(at.unwrap_or(0) as u32),
            kind: RecodeErrorKind::Misread,
        };
        let Ok(read) = Document::parse(bytes) else {
            return Ok(());
        };
        let utf16 = matches!(to, Charset::UTF_16LE | Charset::UTF_16BE);
        if read.utf16.is_some() != utf16
            || read.games.len() != self.games.len()
            || read.forest.id_count() != self.forest.id_count()
            || read.marks.len() != self.marks.len() + declared
        {
            return Err(misread(None));
        }
        for (game, this) in self.games.iter().enumerate() {
            let found = read.charset_of(game);
            let known =
                found.source != CharsetSource::Default && found.confidence != Confidence::NONE;
            let is_other = known && !utf16 && !same_family(found.charset, to);
            // If all text other than ASCII is kept as bytes, no text is misread.
            if is_other && !(undecodable == Undecodable::Keep && self.keeps_all(game)) {
                return Err(misread(self.mark(this.first_mark)));
            }
            if let Some(at) = self.first_difference(&read, game, to, undecodable) {
                return Err(misread(Some(at)));
            }
        }
        Ok(())
    }

    /// Whether [`Undecodable::Keep`] keeps every value of a game that is not ASCII.
    fn keeps_all(&self, game: usize) -> bool {
        let decoder = self.decoder(game);
        let properties = self.written(game).filter(|p| !p.ident().is("CA"));
        let mut values = properties.flat_map(|property| property.values());
        values.all(|value| is_plain(&value) || decoder.decode(value.raw()).1)
    }

    fn decoder(&self, game: usize) -> Decoder {
        // Every game has a root.
        let root = kifu_tree::NodeId::from_index(self.games[game].first as usize);
        Decoder::of(
            self,
            root.unwrap_or_else(|| unreachable!("every game has a root")),
        )
    }

    /// Returns the offset of the first property of a game, except `CA`, that differs in `read`:
    /// junk in one charset can be a letter or a bracket in another.
    fn first_difference(
        &self,
        read: &Document,
        game: usize,
        to: Charset,
        undecodable: Undecodable,
    ) -> Option<usize> {
        let from = self.decoder(game);
        let to = match to {
            Charset::UTF_16LE | Charset::UTF_16BE => Charset::UTF_8,
            to => to,
        };
        let is_same = |a: Value<'_>, b: Value<'_>| {
            if a.raw() == b.raw() && is_plain(&a) {
                return true;
            }
            let (text, is_lost) = from.decode(a.raw());
            if is_lost && undecodable == Undecodable::Keep && !is_plain(&a) {
                return a.raw() == b.raw();
            }
            crate::text(&text) == crate::text(&to.decode(b.raw()).text)
        };
        let mut there = read.written(game).filter(|p| !p.ident().is("CA"));
        let mut end = 0;
        for property in self.written(game).filter(|p| !p.ident().is("CA")) {
            let same = there.next().is_some_and(|other| {
                let (mut a, mut b) = (property.values(), other.values());
                let are_same = loop {
                    match (a.next(), b.next()) {
                        (None, None) => break true,
                        (Some(a), Some(b)) if is_same(a, b) => {}
                        _ => break false,
                    }
                };
                other.ident() == property.ident() && are_same
            });
            let span = property.span().unwrap_or_default();
            if !same {
                return Some(span.start as usize);
            }
            end = span.end as usize;
        }
        there.next().map(|_| end)
    }

    /// Returns the properties in the text of a game, in order.
    fn written(&self, game: usize) -> impl Iterator<Item = Property<'_>> {
        let this = &self.games[game];
        let next = self.games.get(game + 1);
        let end = next.map_or(self.marks.len() as u32, |next| next.first_mark);
        (this.first_mark..end)
            .filter(|mark| !is_structure(self.byte(*mark)))
            .map(|mark| self.property_at(mark, this.scheme))
    }
}

fn same_family(a: Charset, b: Charset) -> bool {
    let gb = |charset| matches!(charset, Charset::GBK | Charset::GB18030);
    a == b || gb(a) && gb(b)
}

struct Recoder<'d> {
    document: &'d Document,
    to: Charset,
    /// The charset in which the bytes are assembled: UTF-8 if the target is UTF-16.
    form: Charset,
    out: Vec<u8>,
    /// The offset up to which the text has been copied.
    taken: usize,
    /// The number of games that were given a `CA`.
    declared: usize,
    undecodable: Undecodable,
    /// The findings of junk that is still to be written as text; the next one is last.
    junk: Vec<Finding>,
    notes: Vec<Diagnostic>,
}

impl<'d> Recoder<'d> {
    fn new(document: &'d Document, to: Charset, undecodable: Undecodable) -> Recoder<'d> {
        let utf16 = matches!(to, Charset::UTF_16LE | Charset::UTF_16BE);
        let bom = document.utf16.is_none() && document.text.starts_with(b"\xEF\xBB\xBF");
        Recoder {
            document,
            to,
            form: if utf16 { Charset::UTF_8 } else { to },
            out: Vec::with_capacity(document.text.len() + document.text.len() / 2 + 16),
            taken: if bom && to != Charset::UTF_8 { 3 } else { 0 },
            declared: 0,
            undecodable,
            junk: match undecodable {
                Undecodable::Replace => junk(document),
                _ => Vec::new(),
            },
            notes: Vec::new(),
        }
    }

    fn game(&mut self, game: usize) -> Result<(), RecodeError> {
        let document = self.document;
        let this = &document.games[game];
        let properties = || document.written(game);
        let declares = properties().any(|p| p.ident().is("CA") && p.value().is_some());
        let plain = || {
            properties()
                .flat_map(|p| p.values())
                .all(|value| is_plain(&value))
        };
        let needs_label = !declares && (self.to != self.form || !plain());
        let mut place = if needs_label { self.place(this) } else { None };
        let from = document.decoder(game);
        for property in properties() {
            let start = property.span().map_or(0, |span| span.start as usize);
            if let Some(place) = place.take_if(|place| *place <= start) {
                self.declare(place);
            }
            self.property(property, &from)?;
        }
        if let Some(place) = place {
            self.declare(place);
        }
        Ok(())
    }

    /// Returns the offset at which to insert the `CA` of a game: at the start of its root, or after
    /// the root's properties if the first one has no identifier, since its value would be added to
    /// the `CA`. `None` for a game without a node.
    fn place(&self, game: &Game) -> Option<usize> {
        let root = kifu_tree::NodeId::from_index(game.first as usize)?;
        let first = self.document.forest[root];
        let at = self.document.mark(first)?;
        let mut marks = self.document.property_marks(first);
        let nameless = marks
            .clone()
            .next()
            .is_some_and(|mark| self.document.byte(mark) == b'[');
        match self.document.text[at] {
            _ if nameless => Some(self.document.end_of(marks.next_back()?, game.scheme)),
            b'(' | b')' => None,
            b';' => Some(at + 1),
            // The `;` of the root is missing.
            _ => Some(at),
        }
    }

    fn declare(&mut self, place: usize) {
        self.take_up_to(place);
        self.out.extend_from_slice(b"CA[");
        self.label();
        self.out.push(b']');
        self.declared += 1;
    }

    fn label(&mut self) {
        let name = match self.to {
            Charset::UTF_16LE | Charset::UTF_16BE => "UTF-16",
            to => to.name(),
        };
        self.out.extend_from_slice(name.as_bytes());
    }

    fn property(&mut self, property: Property<'d>, from: &Decoder) -> Result<(), RecodeError> {
        let is_label = property.ident().is("CA");
        for value in property.values() {
            let Some(span) = value.span() else {
                continue;
            };
            if is_label {
                self.take_up_to(span.start as usize + 1);
                self.label();
                self.taken += value.raw().len();
            } else if !is_plain(&value) {
                self.take_up_to(span.start as usize);
                let (text, is_lost) = from.decode(value.raw());
                if is_lost {
                    let Some(help) = self.undecodable.help() else {
                        let kind = from.error();
                        return Err(RecodeError { span, kind });
                    };
                    let note = from.diagnostic(property.ident(), &value).with_help(help);
                    self.notes.push(note);
                }
                let result = if is_lost && self.undecodable == Undecodable::Keep {
                    self.keep(&value)
                } else {
                    self.value(&value, &text)
                };
                result.map_err(|kind| RecodeError { span, kind })?;
                self.taken = span.end as usize;
            }
        }
        Ok(())
    }

    /// Writes a value with its original bytes. [`Document::check_recoded`] verifies that the value
    /// still ends in the same place. UTF-16 cannot contain such bytes.
    fn keep(&mut self, value: &Value<'d>) -> Result<(), RecodeErrorKind> {
        if self.to != self.form || self.document.utf16.is_some() {
            return Err(RecodeErrorKind::Misread);
        }
        self.out.push(b'[');
        self.out.extend_from_slice(value.raw());
        if value.is_closed() {
            self.out.push(b']');
        }
        Ok(())
    }

    fn value(&mut self, value: &Value<'d>, text: &str) -> Result<(), RecodeErrorKind> {
        let text = sealed(text);
        let encoded = self
            .form
            .encode(&text)
            .map_err(|error| RecodeErrorKind::Unencodable(error.character))?;
        let mut bytes = vec![b'['];
        bytes.extend_from_slice(&encoded);
        bytes.push(b']');
        let scheme = kifu_lex::Scheme::for_label(self.form.name().as_bytes()).unwrap_or_default();
        let Some(bytes) = closed_value(bytes, scheme) else {
            return Err(RecodeErrorKind::Misread);
        };
        let open = usize::from(!value.is_closed());
        self.out.extend_from_slice(&bytes[..bytes.len() - open]);
        Ok(())
    }

    fn take_up_to(&mut self, at: usize) {
        let is_before = |junk: &&Finding| junk.span.start as usize <= at;
        while let Some(junk) = self.junk.last().filter(is_before).copied() {
            self.junk.pop();
            self.copy_up_to(junk.span.start as usize);
            self.junk(junk);
        }
        self.copy_up_to(at);
    }

    /// Writes junk as the text that it would be in a value: the original bytes could contradict the
    /// new charset.
    fn junk(&mut self, junk: Finding) {
        let document = self.document;
        let game = document.games_before(junk.span.end).saturating_sub(1);
        let (text, _) = document.decoder(game).decode(junk.span.of(&document.text));
        if let Ok(encoded) = self.form.encode(&text) {
            let help = "written as text; undecodable bytes are replaced by U+FFFD";
            let note = junk.diagnostic(&document.text).with_help(help);
            self.notes.push(note);
            self.out.extend_from_slice(&encoded);
            self.taken = junk.span.end as usize;
        }
    }

    fn copy_up_to(&mut self, at: usize) {
        if let Some(text) = self.document.text.get(self.taken..at) {
            self.out.extend_from_slice(text);
            self.taken = at;
        }
    }

    fn finish(mut self) -> Result<Vec<u8>, RecodeError> {
        let utf16 = match self.to {
            Charset::UTF_16LE => Some(Utf16::new(false)),
            Charset::UTF_16BE => Some(Utf16::new(true)),
            _ => None,
        };
        let odd = self.document.utf16.and_then(Utf16::odd_byte);
        match (utf16, odd) {
            (None, Some(byte)) if self.undecodable == Undecodable::Keep => {
                self.out.push(byte);
                Ok(self.out)
            }
            (None, Some(_)) => Err(RecodeError {
                span: Span::at(self.document.text.len() as u32),
                kind: RecodeErrorKind::Undecodable(Charset::UTF_16LE),
            }),
            (None, None) => Ok(self.out),
            (Some(utf16), odd) => {
                let mut bytes = utf16.encode(&self.out);
                bytes.extend(odd);
                Ok(bytes)
            }
        }
    }
}

/// Returns the findings of junk that is not ASCII, in reverse order.
fn junk(document: &Document) -> Vec<Finding> {
    let is_it =
        |junk: &&Finding| junk.fault == Fault::Junk && !junk.span.of(&document.text).is_ascii();
    document
        .findings
        .iter()
        .rev()
        .filter(is_it)
        .copied()
        .collect()
}

fn is_plain(value: &Value<'_>) -> bool {
    let shifts = |b: &u8| matches!(b, 0x0E | 0x0F | 0x1B);
    value.raw().is_ascii() && !value.raw().iter().any(shifts)
}

/// Escapes text again so that its value neither ends early nor escapes its closing bracket: text
/// that is safe in one charset need not be safe in another.
fn sealed(text: &str) -> Cow<'_, str> {
    let mut escaped = false;
    let mut bare = false;
    for c in text.chars() {
        bare |= c == ']' && !escaped;
        escaped = c == '\\' && !escaped;
    }
    let text = if escaped {
        &text[..text.len() - 1]
    } else {
        text
    };
    if !bare {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    let mut escaped = false;
    for c in text.chars() {
        if c == ']' && !escaped {
            out.push('\\');
        }
        escaped = c == '\\' && !escaped;
        out.push(c);
    }
    Cow::Owned(out)
}
