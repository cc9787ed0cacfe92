//! Builds a document from bytes.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use kifu_lex::{Lexer, ShortNodes, Sniffer};
use kifu_span::{LimitKind, Limits, TooLarge};
use kifu_tree::{Forest, NodeId};

use super::{Document, Game};
use crate::fault::Finding;
use crate::machine::{Item, Machine, Searches};
use crate::utf16::Utf16;

pub(super) fn parse(source: Vec<u8>, limits: &Limits) -> Result<Document, TooLarge> {
    TooLarge::check_bytes(source.len(), limits.bytes)?;
    let utf16 = Utf16::sniff(&source);
    parse_as(source, utf16, Sniffer::new, limits)
}

/// Parses a source whose charset is known.
#[cfg(feature = "charset-backend")]
pub(super) fn parse_in(
    source: Vec<u8>,
    charset: kifu_charset::Charset,
) -> Result<Document, TooLarge> {
    use kifu_charset::Charset;

    if matches!(charset, Charset::UTF_16LE | Charset::UTF_16BE) {
        let utf16 = Utf16::of_known(&source, charset == Charset::UTF_16BE);
        return parse_as(source, Some(utf16), Sniffer::new, &Limits::default());
    }
    text_in(source, charset)
}

/// Parses a text in this charset, regardless of what the text declares.
#[cfg(feature = "charset-backend")]
fn text_in(text: Vec<u8>, charset: kifu_charset::Charset) -> Result<Document, TooLarge> {
    use kifu_lex::Scheme;

    let scheme = Scheme::for_label(charset.name().as_bytes()).unwrap_or_default();
    let mut document = build_text(
        text,
        None,
        |_| Sniffer::with_scheme(scheme),
        &Limits::default(),
    )?;
    document.specified_charset = Some(charset);
    Ok(document)
}

fn parse_as(
    source: Vec<u8>,
    utf16: Option<Utf16>,
    sniffer: impl Fn(&[u8]) -> Sniffer,
    limits: &Limits,
) -> Result<Document, TooLarge> {
    let text = match utf16 {
        None => source,
        Some(utf16) => utf16.decode(&source),
    };
    build_text(text, utf16, sniffer, limits)
}

/// Parses a decoded text into a document with the same charset and form as another one.
pub(super) fn like(document: &Document, text: Vec<u8>) -> Result<Document, TooLarge> {
    #[cfg(feature = "charset-backend")]
    if let Some(charset) = document.specified_charset {
        return text_in(text, charset);
    }
    build_text(text, document.utf16, Sniffer::new, &Limits::default())
}

fn build_text(
    text: Vec<u8>,
    utf16: Option<Utf16>,
    sniffer: impl Fn(&[u8]) -> Sniffer,
    limits: &Limits,
) -> Result<Document, TooLarge> {
    TooLarge::check_bytes(text.len(), MAX_LEN)?;
    let sniffer = match utf16 {
        Some(_) => Sniffer::utf8(),
        None => sniffer(&text),
    };
    let mut machine = Machine::new(&text, sniffer, Searches::ALL);
    // The UTF-8 form of UTF-16 may be longer than the source.
    let limits = Limits {
        bytes: MAX_LEN,
        ..*limits
    };
    let built = build(&mut machine, Until::End, &limits)?;
    #[cfg(feature = "charset-backend")]
    let found = machine.found();
    let document = built.into_document(text, utf16);
    #[cfg(feature = "charset-backend")]
    if let Some(found) = found {
        document.know_charset(found);
    }
    Ok(document)
}

pub(super) fn empty() -> Document {
    Built::new(0).into_document(Vec::new(), None)
}

/// Parses one game tree: returns a document of the bytes from `start` to the end of the tree, and
/// the offset of that end. The last game tree includes the rest of the source. A game tree that
/// ends with a value without `]` includes the next one, since only the next game determines where
/// that value ends.
pub(crate) fn parse_game(
    source: &[u8],
    sniffer: Sniffer,
    searches: &mut Searches,
    start: usize,
    limits: &Limits,
) -> Result<(Document, usize), TooLarge> {
    let rest = &source[start..];
    let rest = &rest[..rest.len().min(MAX_LEN)];
    let in_source = |error: TooLarge| TooLarge {
        at: start + error.at,
        ..error
    };
    let mut machine = Machine::new(rest, sniffer, searches.from(start));
    let built = build(&mut machine, Until::Game, limits).map_err(in_source)?;
    *searches = machine.searches().back_to(start);
    let len = if machine.has_next_game() {
        machine.offset()
    } else {
        rest.len()
    };
    let cut_off = len == rest.len() && start + len < source.len();
    let at_least = len + usize::from(cut_off);
    TooLarge::check_bytes(at_least, limits.bytes.min(MAX_LEN)).map_err(in_source)?;
    Ok((built.into_document(rest[..len].to_vec(), None), start + len))
}

#[derive(Clone, Copy, PartialEq)]
enum Until {
    End,
    Game,
}

impl Until {
    /// Returns the offset up to which more nodes are expected, for allocations. The end of a game
    /// is unknown, so the game is expected to be twice as long as it is at `offset`, so that no
    /// space is reserved for the games after it.
    fn expected_end(self, offset: usize, len: usize) -> usize {
        match self {
            Until::End => len,
            Until::Game => len.min(offset.saturating_mul(2)),
        }
    }
}

struct Built {
    forest: Forest<u32>,
    marks: Vec<u32>,
    games: Vec<Game>,
    findings: Vec<Finding>,
}

impl Built {
    fn new(nodes: usize) -> Built {
        let mut forest = Forest::new();
        forest.reserve_exact(nodes);
        Built {
            forest,
            marks: Vec::with_capacity(2 * nodes + FEW_MARKS),
            games: Vec::new(),
            findings: Vec::new(),
        }
    }

    fn into_document(self, text: Vec<u8>, utf16: Option<Utf16>) -> Document {
        Document {
            text,
            utf16,
            #[cfg(feature = "charset-backend")]
            specified_charset: None,
            forest: self.forest,
            marks: self.marks,
            games: self.games,
            findings: self.findings,
            edited: BTreeMap::new(),
            moved: None,
        }
    }
}

/// The maximum length of a text, whose offsets have 32 bits.
const MAX_LEN: usize = u32::MAX as usize;

/// The number of marks to reserve for parentheses and for nodes with many properties, such as
/// roots.
const FEW_MARKS: usize = 32;

/// The number of nodes to reserve for one game before reading it.
const FIRST_NODES: usize = 64;

/// The maximum number of nodes to reserve before reading; later reservations follow the density of
/// nodes so far.
const MAX_FIRST_NODES: usize = 1 << 16;

/// Returns the number of nodes to reserve before reading: the number of `;` in the source, limited
/// by the length of short nodes, since text can contain many `;`.
fn first_nodes(source: &[u8]) -> usize {
    let semicolons = memchr::memchr_iter(b';', source).count();
    let nodes = semicolons.min(source.len() / Lexer::SHORT_NODE) + 1;
    nodes.min(MAX_FIRST_NODES)
}

fn build(machine: &mut Machine<'_>, until: Until, limits: &Limits) -> Result<Built, TooLarge> {
    let len = machine.source().len();
    let mut built = Built::new(match until {
        Until::End => first_nodes(machine.source()).min(limits.nodes),
        // The text after the game is not examined.
        Until::Game => FIRST_NODES.min(len / 4),
    });
    let Built {
        forest,
        marks,
        games,
        findings,
    } = &mut built;
    // The parent of the next node, and the nodes to return to at each `)`; `None` for the `)` of a
    // game tree.
    let mut at: Option<NodeId> = None;
    let mut back: Vec<Option<NodeId>> = Vec::new();
    let mut depth = 0;
    // The last `(`, if it has no node yet.
    let mut opened: Option<u32> = None;
    let mut values = 0;
    loop {
        if let Some(parent) = at {
            let room = Limits {
                bytes: limits.bytes.saturating_sub(machine.offset()),
                nodes: limits.nodes - forest.id_count(),
                values: limits.values - values,
                ..*limits
            };
            let (last, count) = line(machine, parent, forest, marks, until, &room);
            if count > 0 {
                at = Some(last);
                values += count;
                continue;
            }
        }
        let Some(item) = machine.next(findings) else {
            break;
        };
        if marks.len() + 1 >= marks.capacity() {
            let end = until.expected_end(item.at(), len);
            marks.reserve_exact(expected(marks.len(), item.at(), end));
        }
        TooLarge::check_bytes(item.at(), limits.bytes)?;
        match item {
            Item::Node { at: offset, .. } | Item::Short { at: offset } => {
                below(forest.id_count(), limits.nodes, LimitKind::Nodes, offset)?;
                if let Item::Short { .. } = item {
                    below(values, limits.values, LimitKind::Values, offset)?;
                    values += 1;
                }
                if forest.id_count() == forest.capacity() {
                    let end = until.expected_end(offset, len);
                    forest.reserve_exact(expected(forest.id_count(), offset, end));
                }
                let first = marks.len() as u32;
                at = Some(match at {
                    Some(parent) => forest.push_child(parent, first),
                    None => {
                        if let Some(game) = games.last_mut() {
                            game.wrapped |= forest.id_count() > game.first as usize;
                        }
                        forest.push_root(first)
                    }
                });
                opened = None;
                match item {
                    Item::Short { .. } => marks.extend([offset as u32, offset as u32 + 1]),
                    Item::Node { written: true, .. } => marks.push(offset as u32),
                    // If the `;` is missing, the mark of the property is also that of the node.
                    _ => {}
                }
            }
            Item::Property { at: offset } => {
                below(values, limits.values, LimitKind::Values, offset)?;
                values += 1;
                marks.push(offset as u32);
            }
            Item::Open {
                at: offset,
                written,
            } => {
                below(depth, limits.depth, LimitKind::Depth, offset)?;
                if depth > 0 {
                    back.push(at);
                } else {
                    games.push(Game {
                        first: forest.id_count() as u32,
                        first_mark: marks.len() as u32,
                        wrapped: false,
                        unclosed: false,
                        scheme: machine.scheme(),
                        #[cfg(feature = "charset-backend")]
                        charset: Default::default(),
                    });
                }
                depth += 1;
                opened = Some(marks.len() as u32);
                if written {
                    marks.push(offset as u32);
                }
            }
            Item::Close {
                at: offset,
                written,
            } => {
                if let (Some(open), Some(parent)) = (opened.take(), at) {
                    below(forest.id_count(), limits.nodes, LimitKind::Nodes, offset)?;
                    forest.push_child(parent, open);
                }
                at = back.pop().flatten();
                depth -= 1;
                if written {
                    marks.push(offset as u32);
                } else if let Some(game) = games.last_mut() {
                    game.unclosed = true;
                }
                if depth == 0 && until == Until::Game && !machine.ends_open() {
                    break;
                }
            }
        }
    }
    if forest.capacity() > forest.id_count() + forest.id_count() / 4 + FIRST_NODES {
        forest.shrink_to_fit();
    }
    if marks.capacity() > marks.len() + marks.len() / 4 + 2 * FIRST_NODES {
        marks.shrink_to_fit();
    }
    Ok(built)
}

/// The maximum length of a short node with its line break.
const LINE: usize = Lexer::SHORT_NODE + 2;

/// Reads the short nodes that come next, and returns the last of them and their number.
#[inline]
fn line(
    machine: &mut Machine<'_>,
    parent: NodeId,
    forest: &mut Forest<u32>,
    marks: &mut Vec<u32>,
    until: Until,
    room: &Limits,
) -> (NodeId, usize) {
    let max = room.nodes.min(room.values).min(room.bytes / LINE);
    let ShortNodes { count, step } = machine.short_line(max);
    if count == 0 {
        return (parent, 0);
    }
    let end = machine.offset();
    let len = until.expected_end(end, machine.source().len());
    let start = end - count * step;
    let (nodes, of_marks) = (forest.id_count() + count, marks.len() + 2 * count);
    if nodes > forest.capacity() {
        forest.reserve_exact(count + expected(nodes, end, len));
    }
    if of_marks > marks.capacity() {
        marks.reserve_exact(2 * count + expected(of_marks, end, len));
    }
    let first = marks.len() as u32;
    let last = forest.push_line(parent, (0..count as u32).map(|node| first + 2 * node));
    // Two marks for each node: its `;` and its property.
    let (start, step) = (start as u32, step as u32);
    marks.extend((0..2 * count as u32).map(|mark| start + (mark / 2) * step + mark % 2));
    (last, count)
}

/// Checks that another element stays within a limit.
#[inline]
fn below(count: usize, limit: usize, kind: LimitKind, at: usize) -> Result<(), TooLarge> {
    if count < limit {
        return Ok(());
    }
    Err(TooLarge { kind, limit, at })
}

/// Estimates the number of further elements from their number up to `offset`; at least an eighth of
/// that number, so that growth takes linear time even if the estimate is wrong.
fn expected(count: usize, offset: usize, len: usize) -> usize {
    let offset = offset.max(1);
    let rest = len.saturating_sub(offset);
    let more = (count as u64 * rest as u64 / offset as u64) as usize;
    (more + more / 16).max(count / 8).min(rest) + 16
}

impl Item {
    fn at(self) -> usize {
        match self {
            Item::Open { at, .. }
            | Item::Short { at }
            | Item::Node { at, .. }
            | Item::Property { at }
            | Item::Close { at, .. } => at,
        }
    }
}

#[cfg(all(test, feature = "charset-backend"))]
mod tests {
    use kifu_charset::{Charset, CharsetSource};

    use super::*;

    #[test]
    fn another_text_is_read_in_the_specified_charset() {
        // The second half of the last character is a `]`.
        let text = b"(;PB[\x83]]PW[\x83]])";
        let given = Document::parse_in(&text[..], Charset::SHIFT_JIS).unwrap();
        let same = given.with_text(text.to_vec()).unwrap();
        for document in [given, same] {
            let root = document.roots().next().unwrap();
            let of = document.charset(root);
            assert_eq!(
                (of.charset, of.source),
                (Charset::SHIFT_JIS, CharsetSource::Given)
            );
            assert_eq!(document.node(root).simple_text("PW").unwrap(), "ゾ");
        }
        let wide = Document::parse_in(&b"(\0;\0)\0"[..], Charset::UTF_16LE).unwrap();
        let other = wide.with_text(b"(;FF[4])".to_vec()).unwrap();
        assert_eq!(other.utf16(), Some(("UTF-16LE", false)));
    }
}
