use alloc::borrow::Cow;
use alloc::format;
use alloc::vec::Vec;

use kifu_charset::{
    Charset, CharsetSource, Confidence, DetectedCharset, Hint, find, find_in_texts,
};
use kifu_span::{Diagnostic, Limits, Span, TooLarge};

use crate::codes;
use crate::header::{self, Header, Reading};
use crate::scan::{self, Field, Line, LineContent, Parts, Section, is_move};

/// Whether a source looks like UGF: a header with keys of this format, or a section of moves or of a review.
///
/// ```
/// assert!(kifu_ugf::is_ugf(b"[Header]\nVer=UGF3,200\nLang=SJIS\n"));
/// assert!(!kifu_ugf::is_ugf(b"[Header]\nname=settings\n"));
/// assert!(!kifu_ugf::is_ugf(b"(;SZ[9];B[cg])"));
/// ```
pub fn is_ugf(source: &[u8]) -> bool {
    /// The greatest length of the start of a file.
    const HEAD: usize = 4096;
    /// Keys that other formats hardly have in a section of this name.
    const KEYS: [&[u8]; 8] = [
        b"Ver=UGF",
        b"Ver=REVIEW",
        b"Crypt=",
        b"CoordinateType=",
        b"Hdcp=",
        b"Ptime=",
        b"PlayerB=",
        b"PlayerW=",
    ];
    let source = source.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(source);
    let head = &source[..source.len().min(HEAD)];
    let lines = head.split(|byte| matches!(byte, b'\n' | b'\r'));
    let mut lines = lines.map(<[u8]>::trim_ascii).filter(|line| {
        // Remarks can be before the header.
        !line.is_empty() && !line.starts_with(b"#")
    });
    let Some(first) = lines.next() else {
        return false;
    };
    let is_key = |line: &[u8], keys: &[&[u8]]| {
        keys.iter().any(|key| {
            let start = line.get(..key.len());
            start.is_some_and(|start| start.eq_ignore_ascii_case(key))
        })
    };
    let mut next = || lines.next().unwrap_or_default();
    match Section::of_heading(first) {
        // The heading can be missing.
        None => is_key(first, &KEYS[..2]),
        Some(Section::Header) => lines.any(|line| is_key(line, &KEYS) || is_move(line)),
        Some(Section::Data) => is_move(next()),
        Some(Section::ReviewNode) => next().starts_with(b"NODE,"),
        _ => false,
    }
}

/// Returns the text of a file with another value of `Lang`, the key that names its charset.
///
/// ```
/// use kifu_ugf::{Charset, with_lang};
///
/// let text = "[Header]\nLang=SJIS\nSize=19\n";
/// assert_eq!(with_lang(text, Charset::UTF_8), "[Header]\nLang=UTF8\nSize=19\n");
/// ```
pub fn with_lang(text: &str, charset: Charset) -> Cow<'_, str> {
    let parts = scan::scan(text.as_bytes(), &Limits::default());
    let field = parts.ok().and_then(|parts| {
        let mut fields = parts.fields.into_iter();
        fields.find(|field| is_key(text.as_bytes(), field, "Lang"))
    });
    let Some(field) = field else {
        return Cow::Borrowed(text);
    };
    let name = match charset {
        Charset::UTF_8 => "UTF8",
        Charset::SHIFT_JIS => "SJIS",
        other => other.name(),
    };
    let (before, after) = (
        &text[..field.value.start as usize],
        &text[field.value.end as usize..],
    );
    Cow::Owned([before, name, after].concat())
}

/// A file: all of its bytes, and their meaning.
///
/// ```
/// use kifu_ugf::{Color, Document, LineContent, Move, Point};
///
/// let source = "[Header]\nSize=19\nHdcp=0,6.50\nWinner=B,C\nCoordinateType=IGS\n\
///     PlayerB=Ito,9d,,\nPlayerW=Sato,7d,,\n[Data]\nQP,B1,1,0\n";
/// let document = Document::parse(source)?;
/// let black = &document.header().players[0];
/// assert_eq!(black.name.as_deref(), Some("Ito"));
/// assert_eq!(document.header().result.unwrap().to_string(), "B+R");
/// let first = LineContent::Play(Color::Black, Move::Play(Point::new(16, 3)));
/// assert_eq!(document.lines()[2].content, first);
/// assert_eq!(document.to_bytes(), source.as_bytes());
/// # Ok::<(), kifu_ugf::TooLarge>(())
/// ```
#[derive(Clone, Debug)]
pub struct Document {
    source: Vec<u8>,
    charset: DetectedCharset,
    parts: Parts,
    reading: Reading,
}

impl Document {
    /// Reads any bytes as a file. The charset is the one that the file names, unless the text contradicts it.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] if the file has 4 GiB or more.
    pub fn parse(source: impl Into<Vec<u8>>) -> Result<Document, TooLarge> {
        Document::parse_within(source, &Limits::default())
    }

    /// Reads a file within limits. `nodes` counts moves and nodes of reviews, `values` other lines, and `depth` open
    /// variations.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] for the first limit that is exceeded.
    ///
    /// ```
    /// use kifu_ugf::{Document, Limits};
    ///
    /// let limits = Limits { nodes: 1, ..Limits::default() };
    /// assert!(Document::parse_within("[Data]\nQP,B1,1,0\n", &limits).is_ok());
    /// assert!(Document::parse_within("[Data]\nQP,B1,1,0\nDP,W1,2,0\n", &limits).is_err());
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
        let mut wrong = None;
        let charset = match given {
            Some(charset) => DetectedCharset {
                charset,
                source: CharsetSource::Given,
                confidence: Confidence::CERTAIN,
            },
            None => detect(&source, &parts, &mut wrong),
        };
        let (reading, found) = header::read(&source, charset.charset, &parts, texts(&parts));
        parts.diagnostics.extend(found);
        parts.diagnostics.extend(wrong);
        let stones = reading.header.handicap;
        if let Some(first) = parts.white_starts().filter(|_| stones > 1) {
            let message = format!("the {stones} handicap stones are not in the file");
            let found = codes::GUESSED_HANDICAP.at(first, message);
            parts.diagnostics.push(found);
        }
        if parts.count == 0 {
            // Other findings about the lines of an encrypted file would be consequences.
            let encrypted = parts.diagnostics.iter();
            let mut encrypted = encrypted.filter(|found| found.code == codes::ENCRYPTED);
            if let Some(encrypted) = encrypted.next().cloned() {
                parts.diagnostics = Vec::from([encrypted]);
            }
        }
        kifu_span::sort_by_span(&mut parts.diagnostics);
        Ok(Document {
            source,
            charset,
            parts,
            reading,
        })
    }

    /// The information of the header.
    pub fn header(&self) -> &Header {
        &self.reading.header
    }

    /// Whether the handicap stones are not in the file, so that they are put on the usual points.
    pub(crate) fn guesses_handicap(&self) -> bool {
        self.header().handicap > 1 && self.parts.white_starts().is_some()
    }

    pub(crate) fn reading(&self) -> &Reading {
        &self.reading
    }

    /// The charset of the file, and how it was determined.
    pub fn charset(&self) -> DetectedCharset {
        self.charset
    }

    /// The fields of the header, in order.
    pub fn fields(&self) -> &[Field] {
        &self.parts.fields
    }

    /// The first field of the header with a key.
    pub fn field(&self, key: &str) -> Option<&Field> {
        let mut fields = self.parts.fields.iter();
        fields.find(|field| is_key(&self.source, field, key))
    }

    /// The other lines, in order.
    pub fn lines(&self) -> &[Line] {
        &self.parts.lines
    }

    /// The number of moves of the game, without those of a review.
    pub fn move_count(&self) -> usize {
        self.parts.count
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

fn is_key(source: &[u8], field: &Field, key: &str) -> bool {
    let found = field.key.of(source);
    found.eq_ignore_ascii_case(key.as_bytes())
}

/// The parts of a file that can have other characters than ASCII.
fn texts(parts: &Parts) -> impl Iterator<Item = Span> + Clone {
    let fields = parts.fields.iter();
    let fields = fields.map(|field| Span::new(field.key.start, field.value.end));
    let lines = parts.lines.iter().filter(|line| {
        matches!(
            line.content,
            LineContent::Text
                | LineContent::Label(..)
                | LineContent::FigureStart(_)
                | LineContent::Heading(Section::Other)
                | LineContent::Other
        )
    });
    fields.chain(lines.map(|line| line.span))
}

/// Detects the charset: the one that `Lang` names if all text is valid in it, and otherwise by the text, which is
/// probably Japanese.
fn detect(source: &[u8], parts: &Parts, wrong: &mut Option<Diagnostic>) -> DetectedCharset {
    let bytes = texts(parts).map(|span| span.of(source));
    let mut fields = parts.fields.iter();
    let field = fields.find(|field| is_key(source, field, "Lang") && !field.value.is_empty());
    let label = field.map(|field| field.value.of(source));
    let named = label.and_then(Charset::for_label);
    let hint = named.map(Hint::from).or_else(|| Hint::for_label("jp"));
    let found = find_in_texts(source, bytes.clone(), hint);
    let (Some(field), Some(label)) = (field, label) else {
        return found;
    };
    let Some(named) = named else {
        *wrong = Some(codes::UNKNOWN_VALUE.at(field.value, "this charset is not known"));
        return found;
    };
    let is_contradicted = match found.source {
        CharsetSource::Bom | CharsetSource::Content => true,
        _ => bytes.clone().any(|text| named.decode(text).malformed),
    };
    if found.charset == named && is_contradicted {
        return found;
    }
    if !is_contradicted {
        // The result for a name that no text contradicts.
        return find(b"", Some(label));
    }
    let message = "the text is not in this charset";
    *wrong = Some(codes::WRONG_CHARSET.at(field.value, message));
    found
}
