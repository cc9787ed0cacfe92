//! What findings point into.

use kifu::charset::Charset;
use kifu::jgf::Pointers;
use kifu::sgf::Document;
use kifu::span::Span;

/// A file that was checked.
#[derive(Clone, Copy)]
pub(crate) enum Source<'d> {
    Sgf(&'d Document),
    /// The text of JGF.
    Jgf(&'d str),
    /// The text of positions.
    Positions(&'d str),
}

impl<'d> Source<'d> {
    pub(crate) fn text(self) -> &'d [u8] {
        match self {
            Source::Sgf(document) => document.text(),
            Source::Jgf(text) | Source::Positions(text) => text.as_bytes(),
        }
    }

    /// Where game trees start, and their charsets; nothing where all is UTF-8.
    pub(crate) fn charsets(self) -> Vec<(u32, Charset)> {
        let Source::Sgf(document) = self else {
            return Vec::new();
        };
        let charset_of = |root| {
            let start = document.node(root).span().map_or(0, |span| span.start);
            (start, document.charset(root).charset)
        };
        document.roots().map(charset_of).collect()
    }

    /// Names for places in JSON.
    pub(crate) fn pointers(self) -> Option<Pointers<'d>> {
        match self {
            Source::Sgf(_) | Source::Positions(_) => None,
            Source::Jgf(text) => Some(Pointers::new(text)),
        }
    }
}

/// The JSON pointer of a place; `None` of the whole text, and where it would be longer than
/// anybody reads.
pub(crate) fn pointer(pointers: &mut Pointers<'_>, span: Span) -> Option<String> {
    const STEPS: usize = 256;
    pointers
        .at_within(span.start, STEPS)
        .filter(|pointer| !pointer.is_empty())
}
