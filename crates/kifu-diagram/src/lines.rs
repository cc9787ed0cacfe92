//! The lines of a text.

/// A line: its text, its start, and the start of the next line.
pub(crate) struct Line<'t> {
    pub(crate) text: &'t str,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// Splits a text into lines, which end with LF, CR or CRLF.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut start = 0;
    std::iter::from_fn(move || {
        let rest = text.get(start..).filter(|rest| !rest.is_empty())?;
        let len = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let ending = match &rest.as_bytes()[len..] {
            [] => 0,
            [b'\r', b'\n', ..] => 2,
            _ => 1,
        };
        let line = Line {
            text: &rest[..len],
            start,
            end: start + len + ending,
        };
        start = line.end;
        Some(line)
    })
}
