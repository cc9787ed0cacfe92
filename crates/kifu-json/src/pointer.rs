use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

use kifu_span::Limits;

use crate::lexeme::unquote;
use crate::scan::{Index, MAX_BYTES, scan};
use crate::value::ValueKind;

/// Converts offsets in a JSON text to JSON pointers (RFC 6901).
///
/// The search continues from the last offset, so converting offsets in ascending order takes one pass over the
/// text in total.
///
/// ```
/// use kifu_json::Pointers;
///
/// let text = r#"{"game": {"komi": "much"}, "tree": [{}, {"move": {"B": 5}}]}"#;
/// let mut pointers = Pointers::new(text);
/// let offsets = ["much", "5"].map(|part| text.find(part).unwrap() as u32);
/// assert_eq!(offsets.map(|offset| pointers.at(offset)), ["/game/komi", "/tree/1/move/B"]);
/// ```
///
/// If the text has several documents, the first part of a pointer is the number of the document, starting at 0.
#[derive(Debug)]
pub struct Pointers<'t> {
    index: Index<'t>,
    /// The next token of the index.
    next: usize,
    /// The values around the next token, the outermost first.
    open: Vec<Open>,
    documents: usize,
}

#[derive(Debug)]
struct Open {
    /// The token of the value.
    token: usize,
    /// The offset of the value, or of its key.
    start: usize,
    name: Name,
    /// The number of elements that were visited.
    passed: usize,
}

#[derive(Clone, Copy, Debug)]
enum Name {
    Document(usize),
    /// The token of the key.
    Key(usize),
    Element(usize),
}

impl<'t> Pointers<'t> {
    /// Creates a converter for a text.
    pub fn new(text: &'t str) -> Pointers<'t> {
        let text = text.get(..MAX_BYTES).unwrap_or(text);
        let index = scan(text, &Limits::default(), &mut |_, _| {});
        Pointers {
            index: index.unwrap_or_else(|_| Index::empty(text)),
            next: 0,
            open: Vec::new(),
            documents: 0,
        }
    }

    /// Returns the pointer to the innermost value around an offset; empty for the whole text.
    pub fn at(&mut self, offset: u32) -> String {
        self.go_to(offset as usize);
        self.pointer(offset as usize)
    }

    /// Like [`at`](Pointers::at), but returns `None` if the pointer has more than `steps` parts, because
    /// writing many pointers to deeply nested values takes time in proportion to their number times the depth.
    pub fn at_within(&mut self, offset: u32, steps: usize) -> Option<String> {
        self.go_to(offset as usize);
        (self.open.len() <= steps).then(|| self.pointer(offset as usize))
    }

    fn go_to(&mut self, offset: usize) {
        if self.open.last().is_some_and(|last| last.start > offset) {
            (self.next, self.documents) = (0, 0);
            self.open.clear();
        }
        while self.start(self.next).is_some_and(|start| start <= offset) {
            self.go_on();
        }
    }

    fn pointer(&self, offset: usize) -> String {
        let several = self.index.roots().nth(1).is_some();
        let mut pointer = String::new();
        for open in &self.open {
            let span = self.index.tokens[open.token].span();
            if offset < open.start || offset >= (span.end as usize).max(open.start + 1) {
                break;
            }
            match open.name {
                Name::Document(number) if several => write!(pointer, "/{number}"),
                Name::Document(_) => Ok(()),
                Name::Element(number) => write!(pointer, "/{number}"),
                Name::Key(key) => write!(pointer, "/{}", self.escaped(key)),
            }
            .expect("writing to a string cannot fail");
        }
        pointer
    }

    fn start(&self, token: usize) -> Option<usize> {
        Some(self.index.tokens.get(token)?.span().start as usize)
    }

    /// Moves to the next value, which is inside of the current one or follows it.
    fn go_on(&mut self) {
        let at = self.next;
        while self
            .open
            .last()
            .is_some_and(|open| self.index.tokens[open.token].next() <= at)
        {
            self.open.pop();
        }
        let (token, name) = match self.open.last_mut() {
            None => {
                self.documents += 1;
                (at, Name::Document(self.documents - 1))
            }
            Some(parent) if self.index.tokens[parent.token].kind() == ValueKind::Object => {
                (at + 1, Name::Key(at))
            }
            Some(parent) => {
                parent.passed += 1;
                (at, Name::Element(parent.passed - 1))
            }
        };
        let start = self.index.tokens[at].span().start as usize;
        self.open.push(Open {
            token,
            start,
            name,
            passed: 0,
        });
        self.next = token + 1;
    }

    fn escaped(&self, key: usize) -> String {
        let source = &self.index.text[self.index.tokens[key].span().range()];
        let key = if source.starts_with(['"', '\'']) {
            unquote(source)
        } else {
            source.into()
        };
        key.replace('~', "~0").replace('/', "~1")
    }
}
