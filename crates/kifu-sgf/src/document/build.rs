//! From bytes to a document.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use kifu_lex::{Lexer, ShortNodes, Sniffer};
use kifu_span::{Amount, Limits, TooLarge};
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

/// As [`parse`], where the charset is known.
#[cfg(feature = "charset")]
pub(super) fn parse_in(
    source: Vec<u8>,
    charset: kifu_charset::Charset,
) -> Result<Document, TooLarge> {
    use kifu_charset::Charset;

    if matches!(charset, Charset::UTF_16LE | Charset::UTF_16BE) {
        let utf16 = Utf16::given(&source, charset == Charset::UTF_16BE);
        return parse_as(source, Some(utf16), Sniffer::new, &Limits::default());
    }
    text_in(source, charset)
}

/// A document of a text in this charset, whatever it says itself.
#[cfg(feature = "charset")]
fn text_in(text: Vec<u8>, charset: kifu_charset::Charset) -> Result<Document, TooLarge> {
    use kifu_lex::Scheme;

    let scheme = Scheme::for_label(charset.name().as_bytes()).unwrap_or_default();
    let mut document = build_text(text, None, |_| Sniffer::given(scheme), &Limits::default())?;
    document.given = Some(charset);
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

/// A document of a text that is decoded already, read and written as another one is.
pub(super) fn like(document: &Document, text: Vec<u8>) -> Result<Document, TooLarge> {
    #[cfg(feature = "charset")]
    if let Some(charset) = document.given {
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
    TooLarge::check_bytes(text.len(), LONGEST)?;
    let sniffer = match utf16 {
        Some(_) => Sniffer::utf8(),
        None => sniffer(&text),
    };
    let mut machine = Machine::new(&text, sniffer, Searches::ALL);
    // What UTF-16 is decoded to may be longer than the source.
    let limits = Limits {
        bytes: LONGEST,
        ..*limits
    };
    let built = build(&mut machine, Until::End, &limits)?;
    #[cfg(feature = "charset")]
    let found = machine.found();
    let document = built.into_document(text, utf16);
    #[cfg(feature = "charset")]
    if let Some(found) = found {
        document.know_charset(found);
    }
    Ok(document)
}

pub(super) fn empty() -> Document {
    Built::new(0).into_document(Vec::new(), None)
}

/// Reads one game tree off the machine, which stands outside of any: a document of
/// the bytes from `start` to the tree's end, and the offset of that end. The last one
/// takes the rest of the source, and one that ends with a value without `]` the next game
/// tree, which that value would swallow or not.
pub(crate) fn parse_game(
    source: &[u8],
    sniffer: Sniffer,
    searches: &mut Searches,
    start: usize,
    limits: &Limits,
) -> Result<(Document, usize), TooLarge> {
    let rest = &source[start..];
    let rest = &rest[..rest.len().min(LONGEST)];
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
    TooLarge::check_bytes(at_least, limits.bytes.min(LONGEST)).map_err(in_source)?;
    Ok((built.into_document(rest[..len].to_vec(), None), start + len))
}

#[derive(Clone, Copy, PartialEq)]
enum Until {
    End,
    Game,
}

impl Until {
    /// Up to where more is expected, at an offset in a source of so many bytes. Where a game ends
    /// nobody knows: as much again, so that the games behind it get no room.
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
            #[cfg(feature = "charset")]
            given: None,
            forest: self.forest,
            marks: self.marks,
            games: self.games,
            findings: self.findings,
            edited: BTreeMap::new(),
            moved: None,
        }
    }
}

/// What offsets of 32 bits reach.
const LONGEST: usize = u32::MAX as usize;

/// Of parentheses, and of nodes with many properties, as roots are.
const FEW_MARKS: usize = 32;

/// How many nodes a game is expected to have at least, before any were seen.
const FIRST_NODES: usize = 64;

/// And at most: from there on it counts how close together they stand.
const MOST_FIRST_NODES: usize = 1 << 16;

/// How many nodes to make room for at once: as many as a source can have, going by its `;` and, as
/// text can be full of those, by how short nodes are.
fn first_nodes(source: &[u8]) -> usize {
    let semicolons = memchr::memchr_iter(b';', source).count();
    let nodes = semicolons.min(source.len() / Lexer::SHORT_NODE) + 1;
    nodes.min(MOST_FIRST_NODES)
}

fn build(machine: &mut Machine<'_>, until: Until, limits: &Limits) -> Result<Built, TooLarge> {
    let len = machine.source().len();
    let mut built = Built::new(match until {
        Until::End => first_nodes(machine.source()).min(limits.nodes),
        // What follows the game is not looked at.
        Until::Game => FIRST_NODES.min(len / 4),
    });
    let Built {
        forest,
        marks,
        games,
        findings,
    } = &mut built;
    // The node that the next one continues, and those to go back to at each `)` of a variation; of a game
    // tree it is none.
    let mut at: Option<NodeId> = None;
    let mut back: Vec<Option<NodeId>> = Vec::new();
    let mut depth = 0;
    // Since the last `(` that has no node yet.
    let mut opened: Option<u32> = None;
    let mut values = 0;
    loop {
        if let Some(parent) = at {
            let room = Limits {
                bytes: limits.bytes.saturating_sub(machine.offset()),
                nodes: limits.nodes - forest.made(),
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
                below(forest.made(), limits.nodes, Amount::Nodes, offset)?;
                if let Item::Short { .. } = item {
                    below(values, limits.values, Amount::Values, offset)?;
                    values += 1;
                }
                if forest.made() == forest.capacity() {
                    let end = until.expected_end(offset, len);
                    forest.reserve_exact(expected(forest.made(), offset, end));
                }
                let first = marks.len() as u32;
                at = Some(match at {
                    Some(parent) => forest.push_child(parent, first),
                    None => {
                        if let Some(game) = games.last_mut() {
                            game.wrapped |= forest.made() > game.first as usize;
                        }
                        forest.push_root(first)
                    }
                });
                opened = None;
                match item {
                    Item::Short { .. } => marks.extend([offset as u32, offset as u32 + 1]),
                    Item::Node { written: true, .. } => marks.push(offset as u32),
                    // Where the `;` is missing, the mark of the property is the node's.
                    _ => {}
                }
            }
            Item::Property { at: offset } => {
                below(values, limits.values, Amount::Values, offset)?;
                values += 1;
                marks.push(offset as u32);
            }
            Item::Open {
                at: offset,
                written,
            } => {
                below(depth, limits.depth, Amount::Depth, offset)?;
                if depth > 0 {
                    back.push(at);
                } else {
                    games.push(Game {
                        first: forest.made() as u32,
                        first_mark: marks.len() as u32,
                        wrapped: false,
                        unclosed: false,
                        scheme: machine.scheme(),
                        #[cfg(feature = "charset")]
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
                    below(forest.made(), limits.nodes, Amount::Nodes, offset)?;
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
    if forest.capacity() > forest.made() + forest.made() / 4 + FIRST_NODES {
        forest.shrink_to_fit();
    }
    if marks.capacity() > marks.len() + marks.len() / 4 + 2 * FIRST_NODES {
        marks.shrink_to_fit();
    }
    Ok(built)
}

/// So many bytes a node in a line of such takes at most, with its line break.
const LINE: usize = Lexer::SHORT_NODE + 2;

/// Reads the nodes of the commonest shape that stand next, and returns the last of them and how many
/// they are.
#[inline]
fn line(
    machine: &mut Machine<'_>,
    parent: NodeId,
    forest: &mut Forest<u32>,
    marks: &mut Vec<u32>,
    until: Until,
    room: &Limits,
) -> (NodeId, usize) {
    let most = room.nodes.min(room.values).min(room.bytes / LINE);
    let ShortNodes { count, step } = machine.short_line(most);
    if count == 0 {
        return (parent, 0);
    }
    let end = machine.offset();
    let len = until.expected_end(end, machine.source().len());
    let start = end - count * step;
    let (nodes, of_marks) = (forest.made() + count, marks.len() + 2 * count);
    if nodes > forest.capacity() {
        forest.reserve_exact(count + expected(nodes, end, len));
    }
    if of_marks > marks.capacity() {
        marks.reserve_exact(2 * count + expected(of_marks, end, len));
    }
    let first = marks.len() as u32;
    let last = forest.push_line(parent, (0..count as u32).map(|node| first + 2 * node));
    // Each at its `;` and at its property.
    let (start, step) = (start as u32, step as u32);
    marks.extend((0..2 * count as u32).map(|mark| start + (mark / 2) * step + mark % 2));
    (last, count)
}

/// Whether there may be one more of what there are so many of.
#[inline]
fn below(count: usize, limit: usize, what: Amount, at: usize) -> Result<(), TooLarge> {
    match count < limit {
        true => Ok(()),
        false => Err(TooLarge { what, limit, at }),
    }
}

/// How many more of something to make room for, going by how many there were up to
/// `offset`; an eighth more at least, so that a wrong guess costs linear time too.
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

#[cfg(all(test, feature = "charset"))]
mod tests {
    use kifu_charset::{Charset, CharsetSource};

    use super::*;

    #[test]
    fn another_text_is_read_in_the_charset_that_was_given() {
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
