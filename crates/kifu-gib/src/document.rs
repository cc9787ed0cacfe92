use alloc::borrow::Cow;
use alloc::vec::Vec;

use kifu_charset::{Charset, CharsetSource, Confidence, DetectedCharset, Hint, find_in_texts};
use kifu_core::Point;
use kifu_span::{Diagnostic, Limits, Span, TooLarge};

use crate::codes;
use crate::header::{self, Header};
use crate::scan::{self, Field, Parts, Review, Statement, StatementContent, is_key_start};

/// Whether a source looks like GIB: it begins with `\HS`, with a key such as `\[GIBOKIND=`, or with `\GS`.
///
/// ```
/// assert!(kifu_gib::is_gib(b"\\HS\n\\[GIBOKIND=Korea\\]\n\\HE\n\\GS\n\\GE\n"));
/// assert!(!kifu_gib::is_gib(b"(;SZ[9];B[cg])"));
/// ```
pub fn is_gib(source: &[u8]) -> bool {
    let source = source
        .strip_prefix(b"\xEF\xBB\xBF")
        .unwrap_or(source)
        .trim_ascii_start();
    let starts = |word: &[u8]| {
        let after = source.strip_prefix(word);
        after.is_some_and(|after| after.first().is_none_or(u8::is_ascii_whitespace))
    };
    let is_field = || is_key_start(source) && source[2..].starts_with(b"G");
    starts(b"\\HS") || starts(b"\\GS") || is_field()
}

/// A file: all of its bytes, and their meaning.
///
/// ```
/// use kifu_gib::{Document, StatementContent};
///
/// let source = "\\HS\n\\[GAMEBLACKNAME=Sato (4D)\\]\n\\HE\n\\GS\nINI 0 1 0 &4\nSTO 0 2 1 15 3\n\\GE\n";
/// let document = Document::parse(source)?;
/// let black = &document.header().players.black;
/// assert_eq!(black.name.as_deref(), Some("Sato"));
/// assert_eq!(black.rank.unwrap().to_string(), "4d");
/// assert!(matches!(document.statements()[1].content, StatementContent::Play { .. }));
/// assert_eq!(document.to_bytes(), source.as_bytes());
/// # Ok::<(), kifu_gib::TooLarge>(())
/// ```
#[derive(Clone, Debug)]
pub struct Document {
    source: Vec<u8>,
    charset: DetectedCharset,
    parts: Parts,
    header: Header,
}

impl Document {
    /// Reads any bytes as a file, and detects the charset.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] if the file has 4 GiB or more.
    pub fn parse(source: impl Into<Vec<u8>>) -> Result<Document, TooLarge> {
        Document::parse_within(source, &Limits::default())
    }

    /// Reads a file within limits. `nodes` counts moves, `values` fields and other lines; there is no depth.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] for the first limit that is exceeded.
    ///
    /// ```
    /// use kifu_gib::{Document, Limits};
    ///
    /// let limits = Limits { nodes: 1, ..Limits::default() };
    /// assert!(Document::parse_within("\\GS\nSTO 0 2 1 3 3\n", &limits).is_ok());
    /// assert!(Document::parse_within("\\GS\nSTO 0 2 1 3 3\nSKI 0 3\n", &limits).is_err());
    /// ```
    pub fn parse_within(source: impl Into<Vec<u8>>, limits: &Limits) -> Result<Document, TooLarge> {
        Document::read(source.into(), limits, None)
    }

    /// Reads a file in a charset that the caller knows.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] for the first limit that is exceeded.
    pub fn parse_in(
        source: impl Into<Vec<u8>>,
        charset: Charset,
        limits: &Limits,
    ) -> Result<Document, TooLarge> {
        Document::read(source.into(), limits, Some(charset))
    }

    fn read(
        source: Vec<u8>,
        limits: &Limits,
        given: Option<Charset>,
    ) -> Result<Document, TooLarge> {
        let most = limits.bytes.min(Limits::default().bytes);
        TooLarge::check_bytes(source.len(), most)?;
        let mut parts = scan::scan(&source, limits)?;
        let charset = match given {
            Some(charset) => DetectedCharset {
                charset,
                source: CharsetSource::Given,
                confidence: Confidence::CERTAIN,
            },
            None => detect(&source, &parts),
        };
        let header = header::read(&source, charset.charset, &mut parts);
        for statement in &parts.statements {
            check_statement(statement, &header, &mut parts.diagnostics);
        }
        kifu_span::sort_by_span(&mut parts.diagnostics);
        Ok(Document {
            source,
            charset,
            parts,
            header,
        })
    }

    /// The information of the header.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The charset of the file, and how it was determined.
    pub fn charset(&self) -> DetectedCharset {
        self.charset
    }

    /// The fields of the header, in order.
    pub fn fields(&self) -> &[Field] {
        &self.parts.fields
    }

    /// The first field with a key.
    pub fn field(&self, key: &str) -> Option<&Field> {
        let mut fields = self.parts.fields.iter();
        fields.find(|field| field.key.of(&self.source) == key.as_bytes())
    }

    /// The lines of the game, in order.
    pub fn statements(&self) -> &[Statement] {
        &self.parts.statements
    }

    /// The blocks of the review after the game, in order.
    pub fn reviews(&self) -> &[Review] {
        &self.parts.reviews
    }

    /// The findings, in the order of the file.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.parts.diagnostics
    }

    /// The text of a part of the file, with U+FFFD for bytes that do not decode.
    pub fn text(&self, span: Span) -> Cow<'_, str> {
        self.charset.charset.decode(span.of(&self.source)).text
    }

    /// The text of the whole file, with U+FFFD for bytes that do not decode.
    pub fn whole_text(&self) -> Cow<'_, str> {
        self.charset.charset.decode(&self.source).text
    }

    /// The bytes of the file, unchanged.
    pub fn to_bytes(&self) -> &[u8] {
        &self.source
    }
}

fn check_statement(statement: &Statement, header: &Header, diagnostics: &mut Vec<Diagnostic>) {
    match statement.content {
        StatementContent::Play { point, .. } if !header.size.contains(point) => {
            let Point { .. } = point;
            let message = "this point is not on the board";
            diagnostics.push(codes::BAD_MOVE.at(statement.span, message));
        }
        StatementContent::Undo => {
            let message = "the last move is taken back; it is kept as a variation";
            diagnostics.push(codes::UNDO.at(statement.span, message));
        }
        _ => {}
    }
}

/// Detects the charset from the values of the header, the lines that are not moves, and the comments.
fn detect(source: &[u8], parts: &Parts) -> DetectedCharset {
    let fields = parts.fields.iter().map(|field| field.value);
    let others = parts.statements.iter().filter(|statement| {
        let is_move = matches!(statement.content, StatementContent::Play { .. });
        !is_move
    });
    let others = others.map(|statement| statement.span);
    let reviews = parts.reviews.iter().filter_map(|review| review.explanation);
    let texts = fields
        .chain(others)
        .chain(reviews)
        .chain(parts.stray.iter().copied());
    let kind = parts
        .fields
        .iter()
        .find(|field| field.key.of(source) == b"GIBOKIND");
    let hint = match kind.map(|field| field.value.of(source)) {
        Some(b"China") => Hint::for_label("cn"),
        Some(b"Korea") => Hint::for_label("kr"),
        Some(b"Taiwan") => Hint::for_label("tw"),
        _ => None,
    };
    find_in_texts(source, texts.map(|span| span.of(source)), hint)
}
