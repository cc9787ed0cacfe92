use alloc::collections::BTreeSet;
use alloc::format;
use alloc::vec::Vec;

use kifu_span::{Diagnostic, Span};
use kifu_tree::NodeId;

use crate::codes;
use crate::document::{Document, NodeRef};
use crate::ident::Ident;

/// Reports all errors in the syntax of a document's source, in the order of the text: the errors
/// found while reading ([`Document::diagnostics`]), properties that occur twice in a node, and,
/// with the feature `charset`, text that does not decode in its charset.
///
/// Edits are not checked: to check them, parse the written bytes.
///
/// ```
/// let doc = kifu_sgf::Document::parse("(;KM[0.5]KM[6.5]").unwrap();
/// let codes: Vec<_> = kifu_sgf::check(&doc).iter().map(|d| d.code.name).collect();
/// assert_eq!(codes, ["sgf/unclosed-tree", "sgf/duplicate-property"]);
/// ```
pub fn check(document: &Document) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    check_each(document, |diagnostic| found.push(diagnostic));
    kifu_span::sort_by_span(&mut found);
    found
}

/// Reports the findings of [`check()`] one at a time, in no particular order. A hostile file can
/// have a finding every few bytes; a caller that only counts them need not store them.
pub fn check_each(document: &Document, mut found: impl FnMut(Diagnostic)) {
    document.diagnostics().for_each(&mut found);
    let mut nodes = NodeCheck::new(document);
    for root in document.roots() {
        nodes.enter_game(root, &mut found);
        for id in document.forest().preorder(root) {
            nodes.check(document.node(id), &mut found);
        }
    }
}

/// Reports the findings of [`check_each()`] that are not in [`Document::diagnostics`], for code
/// that visits the nodes itself: call [`NodeCheck::enter_game`], then [`NodeCheck::check`] for the
/// nodes of that game tree in any order.
///
/// ```
/// use kifu_sgf::{Document, NodeCheck};
///
/// let document = Document::parse("(;KM[0.5]KM[6.5])").unwrap();
/// let root = document.roots().next().unwrap();
/// let mut nodes = NodeCheck::new(&document);
/// let mut codes = Vec::new();
/// nodes.enter_game(root, &mut |finding| codes.push(finding.code.name));
/// nodes.check(document.node(root), &mut |finding| codes.push(finding.code.name));
/// assert_eq!(codes, ["sgf/duplicate-property"]);
/// ```
#[derive(Debug)]
pub struct NodeCheck<'d> {
    document: &'d Document,
    /// The charset in which text must decode; `None` if all text is known to decode.
    #[cfg(feature = "charset-backend")]
    charset: Option<kifu_charset::Charset>,
    #[cfg(feature = "charset-backend")]
    is_utf8: bool,
}

impl<'d> NodeCheck<'d> {
    /// Creates a check that has not entered a game tree yet.
    pub fn new(document: &'d Document) -> NodeCheck<'d> {
        NodeCheck {
            document,
            #[cfg(feature = "charset-backend")]
            charset: None,
            #[cfg(feature = "charset-backend")]
            is_utf8: core::str::from_utf8(document.text()).is_ok(),
        }
    }

    /// Enters a game tree and checks the charset that it declares.
    #[cfg_attr(not(feature = "charset-backend"), expect(unused_variables))]
    pub fn enter_game(&mut self, root: NodeId, found: &mut dyn FnMut(Diagnostic)) {
        #[cfg(feature = "charset-backend")]
        {
            let root = self.document.node(root);
            self.charset = charset::check_root(root, self.document, self.is_utf8, found);
        }
    }

    /// Checks a node of the game tree entered last.
    pub fn check(&self, node: NodeRef<'_>, found: &mut dyn FnMut(Diagnostic)) {
        // A node with only a move has no duplicates and no text.
        if node.only_move().is_some() {
            return;
        }
        duplicates(node, self.document, found);
        #[cfg(feature = "charset-backend")]
        if let Some(charset) = self.charset {
            charset::check_node(node, charset, found);
        }
    }
}

fn duplicates(node: NodeRef<'_>, document: &Document, found: &mut dyn FnMut(Diagnostic)) {
    if node.properties().nth(1).is_none() {
        return;
    }
    let mut idents = Idents::default();
    // A property without a value is already reported as such.
    for property in node
        .properties()
        .filter(|property| property.value().is_some())
    {
        let ident = property.ident();
        if idents.insert(ident) {
            continue;
        }
        if let Some(start) = property.start(document.text()) {
            let span = Span::new(start, start + ident.as_bytes().len() as u32);
            let message = format!("`{ident}` occurs twice in this node");
            found(
                codes::DUPLICATE_PROPERTY
                    .at(span, message)
                    .with_help("programs disagree on which of them to use"),
            );
        }
    }
}

/// A set of identifiers.
#[derive(Default)]
struct Idents {
    /// A bit for each identifier of one or two capitals; nearly all have two.
    short: [u64; 11],
    others: BTreeSet<Vec<u8>>,
}

impl Idents {
    /// Adds an identifier. Returns `false` if it was there.
    fn insert(&mut self, ident: Ident<'_>) -> bool {
        let letter = |byte: &u8| usize::from(byte - b'A');
        let bit = match ident.as_bytes() {
            [one @ b'A'..=b'Z'] => letter(one),
            [first @ b'A'..=b'Z', second @ b'A'..=b'Z'] => {
                26 * (1 + letter(first)) + letter(second)
            }
            _ => {
                let name: Vec<u8> = ident.significant().collect();
                let is_short = name.len() <= 2 && name.iter().all(u8::is_ascii_uppercase);
                if is_short && !name.is_empty() {
                    return self.insert(Ident::new(&name));
                }
                return self.others.insert(name);
            }
        };
        let (word, mask) = (&mut self.short[bit / 64], 1 << (bit % 64));
        let is_new = *word & mask == 0;
        *word |= mask;
        is_new
    }
}

#[cfg(feature = "charset-backend")]
mod charset {
    use alloc::format;
    use alloc::string::String;

    use kifu_charset::Charset;
    use kifu_span::Diagnostic;

    use crate::codes;
    use crate::document::{Document, NodeRef};

    /// Checks the charset that a game tree declares. Returns the charset in which its text must
    /// decode, or `None` if all text is known to decode.
    pub(super) fn check_root(
        root: NodeRef<'_>,
        document: &Document,
        utf8: bool,
        found: &mut dyn FnMut(Diagnostic),
    ) -> Option<Charset> {
        let of = document.charset(root.id());
        let declared = root.get("CA").and_then(|property| property.value());
        let declared = declared.filter(|value| !value.raw().trim_ascii().is_empty());
        if let Some((value, span)) = declared.and_then(|value| Some((value, value.span()?))) {
            let label = String::from_utf8_lossy(value.raw());
            match Charset::for_label(value.raw()) {
                None => found(
                    codes::UNKNOWN_CHARSET
                        .at(span, format!("unknown charset `{}`", label.escape_debug()))
                        .with_help(format!("read as {}", of.charset)),
                ),
                Some(charset) if charset != of.charset && document.utf16().is_none() => found(
                    codes::CHARSET_CONTRADICTED
                        .at(
                            span,
                            format!("`CA` declares {charset}, but the text is {}", of.charset),
                        )
                        .with_help(format!("read as {}", of.charset)),
                ),
                _ => {}
            }
        }
        // Half a code unit at the end of the file is reported with the last game.
        let half = document.half_unit();
        if let Some(half) = half.filter(|_| document.roots().last() == Some(root.id())) {
            found(half.with_help("kept as is"));
        }
        let clear = of.charset == Charset::UTF_8 && utf8;
        (!clear).then_some(of.charset)
    }

    pub(super) fn check_node(
        node: NodeRef<'_>,
        charset: Charset,
        found: &mut dyn FnMut(Diagnostic),
    ) {
        for value in node.properties().flat_map(|property| property.values()) {
            let raw = value.raw();
            // Half a character before the `]` is reported as `sgf/dangling-byte`.
            let dangles = value.is_closed() && node.scheme().splits_character(raw, b']');
            let raw = &raw[..raw.len() - usize::from(dangles)];
            let plain = raw
                .iter()
                .all(|b| b.is_ascii() && !matches!(b, 0x0E | 0x0F | 0x1B));
            if plain || !charset.decode(raw).malformed {
                continue;
            }
            let message = if node.in_utf16() {
                "unpaired surrogate, which is not a character of UTF-16".into()
            } else {
                format!("this text is not valid {charset}, the charset of its game")
            };
            if let Some(span) = value.span() {
                found(
                    codes::UNDECODABLE_TEXT
                        .at(span, message)
                        .with_help("kept as is; undecodable bytes are shown as U+FFFD"),
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;

    #[test]
    fn identifiers_are_found_in_any_spelling() {
        let letters = || ('A'..='Z').map(String::from);
        let pairs =
            letters().flat_map(|first| letters().map(move |second| format!("{first}{second}")));
        let names: Vec<String> = letters()
            .chain(pairs)
            .chain(["ABC", "B2", "2B"].map(String::from))
            .collect();
        let mut idents = Idents::default();
        for name in &names {
            assert!(idents.insert(Ident::new(name.as_bytes())), "{name}");
        }
        for name in &names {
            let lowercase = name.to_lowercase();
            let (first, rest) = name.split_at(1);
            for again in [name.clone(), lowercase, format!("{first}xy{rest}z")] {
                assert!(!idents.insert(Ident::new(again.as_bytes())), "{again}");
            }
        }
        assert!(idents.insert(Ident::new(b"ABCD")));
    }
}
