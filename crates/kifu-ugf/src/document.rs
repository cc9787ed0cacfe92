use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use kifu_core::Size;
use kifu_span::{Diagnostic, LimitKind, Limits, Span, TooLarge};

use crate::codes;
use crate::line::{self, Line, LineContent};

/// Whether a source looks like UGF: its first line that is not empty and not a comment is the size.
///
/// ```
/// assert!(kifu_ugf::is_ugf(b"# a game\nsize 9\nB C3\n"));
/// assert!(!kifu_ugf::is_ugf(b"(;SZ[9];B[cg])"));
/// ```
pub fn is_ugf(source: &[u8]) -> bool {
    let mut lines = source.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with(b"#"));
    first.is_some_and(|line| line.starts_with(b"size "))
}

/// A file: all of its bytes, and the meaning of its lines.
///
/// ```
/// use kifu_ugf::{Document, LineContent, Size};
///
/// let document = Document::parse("size 9\r\n\r\nB C3\r\n").unwrap();
/// assert_eq!(document.lines()[0].content, LineContent::Size(Size::square(9).unwrap()));
/// assert_eq!(document.to_bytes(), b"size 9\r\n\r\nB C3\r\n");
/// ```
#[derive(Clone, Debug)]
pub struct Document {
    source: Vec<u8>,
    lines: Vec<Line>,
    diagnostics: Vec<Diagnostic>,
}

impl Document {
    /// Reads any bytes as a file.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] if the file has 4 GiB or more.
    pub fn parse(source: impl Into<Vec<u8>>) -> Result<Document, TooLarge> {
        Document::parse_within(source, &Limits::default())
    }

    /// Reads a file within limits. `values` counts lines; there is no depth.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] for the first limit that is exceeded.
    ///
    /// ```
    /// use kifu_ugf::{Document, Limits};
    ///
    /// let limits = Limits { nodes: 1, ..Limits::default() };
    /// assert!(Document::parse_within("B Q16\n", &limits).is_ok());
    /// assert_eq!(Document::parse_within("B Q16\nW D4\n", &limits).unwrap_err().at, 6);
    /// ```
    pub fn parse_within(source: impl Into<Vec<u8>>, limits: &Limits) -> Result<Document, TooLarge> {
        let source = source.into();
        let most = limits.bytes.min(Limits::default().bytes);
        TooLarge::check_bytes(source.len(), most)?;
        let (mut lines, mut diagnostics) = (Vec::new(), Vec::new());
        let (mut size, mut in_nodes) = (Size::default(), false);
        let (mut nodes, mut start) = (0, 0);
        while start < source.len() {
            let rest = &source[start..];
            let length = rest
                .iter()
                .position(|&byte| byte == b'\n')
                .unwrap_or(rest.len());
            let bytes = without_returns(&rest[..length]);
            let span = Span::new(start as u32, (start + bytes.len()) as u32);
            let text = String::from_utf8_lossy(bytes);
            if let Cow::Owned(_) = text {
                diagnostics.push(codes::NOT_UTF8.at(span, codes::NOT_UTF8.summary));
            }
            let content = line::read(&text, size, in_nodes).unwrap_or_else(|code| {
                diagnostics.push(code.at(span, code.summary));
                LineContent::Nothing
            });
            in_nodes |= line::is_of_nodes(&text);
            match content {
                LineContent::Size(content) => size = content,
                LineContent::Node(_) => nodes += 1,
                _ => {}
            }
            lines.push(Line { span, content });
            check(LimitKind::Nodes, nodes, limits.nodes, start)?;
            check(LimitKind::Values, lines.len(), limits.values, start)?;
            start += length + 1;
        }
        Ok(Document {
            source,
            lines,
            diagnostics,
        })
    }

    /// The lines, in order.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The findings, in the order of the file.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// The text of a line, with U+FFFD for bytes that are not UTF-8.
    pub fn text(&self, line: &Line) -> Cow<'_, str> {
        String::from_utf8_lossy(line.span.of(&self.source))
    }

    /// The bytes of the file, unchanged.
    pub fn to_bytes(&self) -> &[u8] {
        &self.source
    }
}

fn without_returns(mut line: &[u8]) -> &[u8] {
    while let Some(rest) = line.strip_suffix(b"\r") {
        line = rest;
    }
    line
}

fn check(kind: LimitKind, count: usize, limit: usize, at: usize) -> Result<(), TooLarge> {
    match count <= limit {
        true => Ok(()),
        false => Err(TooLarge { kind, limit, at }),
    }
}
