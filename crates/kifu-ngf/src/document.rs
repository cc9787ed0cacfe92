use alloc::borrow::Cow;
use alloc::vec::Vec;

use kifu_charset::{Charset, CharsetSource, Confidence, DetectedCharset, find_in_texts};
use kifu_span::{Diagnostic, Limits, Span, TooLarge};
use memchr::memchr_iter;

use crate::header::{self, Header};
use crate::scan::{self, Field, Key, Layout, Line, LineContent, Parts, is_move, number};

/// Whether a source looks like NGF: a move is among its first lines, or it has a header without moves.
///
/// ```
/// assert!(kifu_ngf::is_ngf(b"Rated game\n19\nIto  9DP\nSato  7D*\nPMABBQEEQ\n"));
/// assert!(!kifu_ngf::is_ngf(b"(;SZ[9];B[cg])"));
/// ```
pub fn is_ngf(source: &[u8]) -> bool {
    /// The greatest length of a header, and its number of lines with some that should not be there.
    const HEAD: (usize, usize) = (4096, 20);
    let source = source.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(source);
    let head = &source[..source.len().min(HEAD.0)];
    let lines = || lines(head).map(<[u8]>::trim_ascii);
    if lines().take(HEAD.1).any(is_move) {
        return true;
    }
    let is_number = |line: usize| {
        let line = lines().nth(line);
        line.is_some_and(|line| number::<f32>(line).is_some())
    };
    [1, 5, 6, 7, 9, 11].into_iter().all(is_number) && lines().skip(12).all(<[u8]>::is_empty)
}

/// Returns an iterator over the lines of a text, without their line breaks.
fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let ends = memchr_iter(b'\n', text).chain([text.len()]);
    let mut start = 0;
    ends.map(move |end| {
        let line = &text[start..end];
        start = end + 1;
        line
    })
}

/// A file: all of its bytes, and their meaning.
///
/// ```
/// use kifu_ngf::{Color, Document, LineContent, Move, Point};
///
/// let source = "Rated game\n19\nIto        9DP\nSato       7D*\nwww.cyberoro.com\n0\n0\n6\n\
///     20170316 [09:37]\n180\nWhite wins by resign!\n1\nPMABBREER\n";
/// let document = Document::parse(source)?;
/// let white = &document.header().players.white;
/// assert_eq!(white.name.as_deref(), Some("Ito"));
/// assert_eq!(white.rank.unwrap().to_string(), "9p");
/// let first = LineContent::Play(Color::Black, Move::Play(Point::new(16, 3)));
/// assert_eq!(document.lines()[0].content, first);
/// assert_eq!(document.to_bytes(), source.as_bytes());
/// # Ok::<(), kifu_ngf::TooLarge>(())
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

    /// Reads a file within limits. `nodes` counts moves, `values` other lines; there is no depth.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] for the first limit that is exceeded.
    ///
    /// ```
    /// use kifu_ngf::{Document, Limits};
    ///
    /// let limits = Limits { nodes: 1, ..Limits::default() };
    /// assert!(Document::parse_within("PMABBREER\n", &limits).is_ok());
    /// assert!(Document::parse_within("PMABBREER\nPMACWEEEE\n", &limits).is_err());
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
        let (header, found) = header::read(&source, charset.charset, &parts);
        parts.diagnostics.extend(found);
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

    /// The layout of the header.
    pub fn layout(&self) -> Layout {
        self.parts.layout
    }

    /// The charset of the file, and how it was determined.
    pub fn charset(&self) -> DetectedCharset {
        self.charset
    }

    /// The lines of the header, in order.
    pub fn fields(&self) -> &[Field] {
        &self.parts.fields
    }

    /// The line of the header with a meaning.
    pub fn field(&self, key: Key) -> Option<&Field> {
        self.parts.fields.iter().find(|field| field.key == key)
    }

    /// The lines after the header, in order.
    pub fn lines(&self) -> &[Line] {
        &self.parts.lines
    }

    /// The findings, in the order of the file.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.parts.diagnostics
    }

    /// The text of a part of the file, with U+FFFD for bytes that do not decode.
    pub fn text(&self, span: Span) -> Cow<'_, str> {
        self.charset.charset.decode(span.of(&self.source)).text
    }

    /// The bytes of the file, unchanged.
    pub fn to_bytes(&self) -> &[u8] {
        &self.source
    }
}

/// Detects the charset from the header and the lines that are not moves.
fn detect(source: &[u8], parts: &Parts) -> DetectedCharset {
    let fields = parts.fields.iter().map(|field| field.span);
    let lines = parts.lines.iter();
    let others = lines.filter(|line| !matches!(line.content, LineContent::Play(..)));
    let texts = fields.chain(others.map(|line| line.span));
    find_in_texts(source, texts.map(|span| span.of(source)), None)
}
