//! Games that stand in one file with others.

use kifu::charset::Charset;
use kifu::sgf::Document;
use kifu::sgf::event::{Event, Reader};

/// The games of one piece of SGF, so that others may stand behind them: the bytes, and what they lack at
/// their end. `charsets` are those that the games are in, `head` what the file begins with.
///
/// # Errors
///
/// If they would not be read as the same games there.
pub(crate) fn beside(head: &[u8], games: &[u8], charsets: &[Charset]) -> Result<Vec<u8>, String> {
    let end = match ends_in_value(games) {
        true => b"]".as_slice(),
        false => b"",
    };
    let open = open_at_end(games);
    for open in [open, open + 1] {
        let whole = [games, end, &b")".repeat(open)].concat();
        let beside = [head, &whole, b"\n(;)".as_slice()].concat();
        let read = Document::parse(beside).map_err(|why| why.to_string())?;
        let mut roots = read.roots();
        let is_same = |charset: &Charset| {
            let root = roots.next();
            root.is_some_and(|root| read.charset(root).charset == *charset)
        };
        let are_same = charsets.iter().all(is_same);
        let next = roots.next();
        let is_apart = next.is_some_and(|next| read.node(next).properties().count() == 0);
        if are_same && is_apart && roots.next().is_none() {
            return Ok(whole);
        }
    }
    Err("it cannot stand beside other games: kifu fix or kifu charset first".to_owned())
}

/// Whether the last value of a text is never closed.
fn ends_in_value(text: &[u8]) -> bool {
    let last = Reader::new(text).filter_map(|event| match event {
        Event::Property(property) => Some(property),
        _ => None,
    });
    let last = last.last().and_then(|property| property.values().last());
    last.is_some_and(|value| !value.is_closed())
}

/// How many parentheses are open at the end of a text, where reading closes them by itself; one less if a
/// value before it ends like one that is closed.
fn open_at_end(text: &[u8]) -> usize {
    let mut reader = Reader::new(text);
    let (mut open, mut at) = (0, 0);
    while let Some(event) = reader.next() {
        let before = std::mem::replace(&mut at, reader.offset());
        let is_written = at > before && text[..at].ends_with(b")");
        if is_written || !matches!(event, Event::Close) {
            open = reader.depth();
        }
    }
    open
}
