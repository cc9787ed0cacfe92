//! The lines of a text.

/// A line: its text, where it starts, and where the next one does.
pub(crate) struct Line<'t> {
    pub(crate) text: &'t str,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// The lines of a text; LF, CR and CRLF each end one.
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
