use core::iter::FusedIterator;

use crate::outside;
use crate::scheme::Scheme;
use crate::sniff::Sniffer;
use crate::token::{Inside, Kind, Token};
use crate::value::{self, is_blank};

/// Cuts a source into tokens; an iterator over them.
///
/// It keeps count of the parentheses, to know where game trees end, and sets the
/// [`Scheme`] at the start of each game tree by a [`Sniffer`].
#[derive(Clone, Debug)]
pub struct Lexer<'s> {
    source: &'s [u8],
    offset: usize,
    /// How many parentheses are open; 0 outside of the game trees.
    depth: usize,
    scheme: Scheme,
    sniffer: Option<Sniffer>,
    /// Where the next game tree starts; known once it was looked for.
    game: Option<usize>,
}

impl<'s> Lexer<'s> {
    /// A lexer at the start of the source, which takes each game tree's scheme
    /// from its `CA`.
    pub fn new(source: &'s [u8]) -> Lexer<'s> {
        Lexer {
            sniffer: Some(Sniffer::new(source)),
            ..Lexer::with_scheme(source, Scheme::AsciiSafe)
        }
    }

    /// A lexer that uses this scheme until [`Lexer::set_scheme`] is called.
    pub fn with_scheme(source: &'s [u8], scheme: Scheme) -> Lexer<'s> {
        Lexer {
            source,
            offset: 0,
            depth: 0,
            scheme,
            sniffer: None,
            game: None,
        }
    }

    /// A lexer inside a game tree at `offset`, for reading a part again. An offset
    /// past the end is the end.
    pub fn resume(source: &'s [u8], offset: usize, scheme: Scheme) -> Lexer<'s> {
        Lexer {
            offset: offset.min(source.len()),
            depth: 1,
            ..Lexer::with_scheme(source, scheme)
        }
    }

    /// The source, whole.
    #[inline]
    pub fn source(&self) -> &'s [u8] {
        self.source
    }

    /// The offset of the next token.
    #[inline]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// How many parentheses are open at the next token; 0 outside of game trees.
    #[inline]
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// The scheme in use.
    #[inline]
    pub fn scheme(&self) -> Scheme {
        self.scheme
    }

    /// Uses another scheme from the next token on.
    pub fn set_scheme(&mut self, scheme: Scheme) {
        self.scheme = scheme;
    }

    /// Starts a game tree here: the next token is inside of it.
    pub fn start_game(&mut self) {
        self.depth = 1;
    }

    /// Ends the game tree here, however many parentheses are open: the next token is
    /// outside of any.
    pub fn end_game(&mut self) {
        self.depth = 0;
    }

    /// Outside of the game trees: the offset where the next one starts, if any does.
    ///
    /// The lexer stays where it is.
    pub fn next_game(&mut self) -> Option<usize> {
        match self.game {
            Some(game) if game >= self.offset => {}
            _ => {
                self.game =
                    Some(outside::next_game(self.source, self.offset).unwrap_or(self.source.len()))
            }
        }
        self.game.filter(|game| *game < self.source.len())
    }

    fn rest(&self) -> &'s [u8] {
        // The offset never passes the end.
        self.source.get(self.offset..).unwrap_or_default()
    }

    /// Takes the next `len` bytes as a token.
    #[inline]
    fn take(&mut self, kind: Kind, len: usize) -> Token {
        let start = self.offset;
        self.offset += len;
        Token {
            kind,
            start,
            end: self.offset,
        }
    }

    fn outside(&mut self) -> Option<Token> {
        let game = self.next_game();
        let rest = self.rest();
        if game == Some(self.offset) {
            if let Some(sniffer) = &self.sniffer {
                self.scheme = sniffer.scheme(self.source, self.offset).unwrap_or_default();
            }
            self.depth = 1;
            return match rest[0] {
                b'(' => Some(self.take(Kind::Open, 1)),
                _ => self.next(),
            };
        }
        let text = &rest[..game.unwrap_or(self.source.len()) - self.offset];
        let blanks = text.iter().take_while(|b| is_blank(**b)).count();
        match (blanks, text.len()) {
            (_, 0) => None,
            (0, len) => Some(self.take(Kind::Text, len)),
            (len, _) => Some(self.take(Kind::Whitespace, len)),
        }
    }
}

impl Iterator for Lexer<'_> {
    type Item = Token;

    #[inline]
    fn next(&mut self) -> Option<Token> {
        if self.depth == 0 {
            return self.outside();
        }
        let mut inside = logos::Lexer::<Inside>::with_extras(self.rest(), self.scheme);
        let kind = match inside.next()? {
            Ok(Inside::Open) => {
                self.depth += 1;
                Kind::Open
            }
            Ok(Inside::Close) => {
                self.depth -= 1;
                Kind::Close
            }
            Ok(Inside::Semicolon) => Kind::Semicolon,
            Ok(Inside::Ident) => Kind::Ident,
            Ok(Inside::Value(true)) => Kind::Value,
            Ok(Inside::Value(false)) => Kind::Unclosed,
            Ok(Inside::Whitespace) => Kind::Whitespace,
            // The patterns cover every byte; if one did not, it would be junk.
            Ok(Inside::Junk) | Err(()) => Kind::Junk,
        };
        Some(self.take(kind, inside.span().end))
    }
}

impl FusedIterator for Lexer<'_> {}

/// Shapes that most of every record consists of, taken whole.
///
/// Each of these methods does nothing unless its shape stands next inside a game
/// tree; then it takes just the bytes that [`Lexer::next`](Iterator::next) would cut
/// into the tokens that it names.
impl Lexer<'_> {
    /// A node with one short value, as `;B[pd]`: `;`, a capital, and two ASCII letters
    /// or digits in brackets. [`Kind::Semicolon`], [`Kind::Ident`], [`Kind::Value`].
    #[inline]
    pub fn short_node(&mut self) -> bool {
        let short = self.depth > 0 && is_short_node(self.source, self.offset);
        if short {
            self.offset += Lexer::SHORT_NODE;
        }
        short
    }

    /// As many of such nodes as stand behind one another, but not more than `most`: with nothing
    /// between them, or with a line break behind each, which is taken too ([`Kind::Whitespace`],
    /// of which more may follow the last).
    #[inline]
    pub fn short_nodes(&mut self, most: usize) -> ShortNodes {
        let rest = match self.depth {
            0 => &[],
            _ => self.rest(),
        };
        let found = match rest.get(Lexer::SHORT_NODE..) {
            Some([b'\n', ..]) => ShortNodes::in_lines::<7>(rest, most),
            Some([b'\r', b'\n', ..]) => ShortNodes::in_lines::<8>(rest, most),
            _ => ShortNodes::in_lines::<6>(rest, most),
        };
        self.offset += found.count * found.step;
        found
    }

    /// The start of a node. [`Kind::Semicolon`].
    #[inline]
    pub fn semicolon(&mut self) -> bool {
        let starts = self.depth > 0 && self.source.get(self.offset) == Some(&b';');
        self.offset += usize::from(starts);
        starts
    }

    /// How many bytes [`Lexer::short_node`] takes.
    pub const SHORT_NODE: usize = b";B[pd]".len();

    /// An identifier of one or two capitals with such a value, as `BL[1791.5]`.
    /// [`Kind::Ident`], [`Kind::Value`].
    #[inline]
    pub fn short_property(&mut self) -> bool {
        let Some(&[first, second, third]) = self.rest().first_chunk::<3>() else {
            return false;
        };
        let ident = match (second, third) {
            (b'[', _) => 1,
            (b'A'..=b'Z', b'[') => 2,
            _ => return false,
        };
        if !first.is_ascii_uppercase() || self.depth == 0 {
            return false;
        }
        self.value_after(ident)
    }

    /// A value that is closed, and has no bracket in its text that would have to be told
    /// from the end. [`Kind::Value`].
    #[inline]
    pub fn closed_value(&mut self) -> bool {
        self.depth > 0 && self.source.get(self.offset) == Some(&b'[') && self.value_after(0)
    }

    /// White space. [`Kind::Whitespace`].
    #[inline]
    pub fn blanks(&mut self) -> bool {
        let start = self.offset;
        while self.depth > 0 && self.source.get(self.offset).copied().is_some_and(is_blank) {
            self.offset += 1;
        }
        self.offset > start
    }

    #[inline(always)]
    fn value_after(&mut self, ident: usize) -> bool {
        let text = self.offset + ident + 1;
        match self
            .source
            .get(text..)
            .and_then(|rest| value::plain_end(rest, self.scheme))
        {
            Some(bracket) => {
                self.offset = text + bracket + 1;
                true
            }
            None => false,
        }
    }
}

/// Nodes with one short value each, at equal distances.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShortNodes {
    /// How many they are.
    pub count: usize,
    /// How many bytes the start of one is behind the start of the one before it.
    pub step: usize,
}

impl ShortNodes {
    /// The nodes at the start of `rest` that take `STEP` bytes with the line break behind them.
    #[inline]
    fn in_lines<const STEP: usize>(rest: &[u8], most: usize) -> ShortNodes {
        let frame = const { Frame::of(STEP) };
        let mut count = 0;
        while count < most && rest.get(count * STEP) == Some(&b';') {
            let block = rest[count * STEP..].first_chunk();
            if count + BLOCK / STEP <= most && block.is_some_and(|block| frame.holds(block)) {
                count += BLOCK / STEP;
                continue;
            }
            let node = rest.get(count * STEP..(count + 1) * STEP);
            let is_one = |node: &[u8]| is_short_node(node, 0) && frame.breaks(&node[6..]);
            if !node.is_some_and(is_one) {
                break;
            }
            count += 1;
        }
        ShortNodes { count, step: STEP }
    }
}

/// So many bytes are compared at once.
const BLOCK: usize = 32;

/// What as many short nodes as fit into a block look like there, in words of eight bytes; the first
/// byte is the lowest.
struct Frame {
    /// What lifts the lowest byte that may stand somewhere to its top bit.
    from: [u64; BLOCK / 8],
    /// What lifts the first one beyond the highest there.
    beyond: [u64; BLOCK / 8],
    /// The top bits of the bytes that matter: not of those behind the last node.
    tops: [u64; BLOCK / 8],
    line_break: [u8; 2],
}

impl Frame {
    const fn of(step: usize) -> Frame {
        let line_break = if step == 7 { *b"\n\0" } else { *b"\r\n" };
        let mut frame = Frame {
            from: [0; BLOCK / 8],
            beyond: [0; BLOCK / 8],
            tops: [0; BLOCK / 8],
            line_break,
        };
        let mut at = 0;
        while at < BLOCK / step * step {
            let (lowest, highest) = match at % step {
                0 => (b';', b';'),
                1 => (b'A', b'Z'),
                2 => (b'[', b'['),
                // Capitals and digits are rare, and compared one by one.
                3 | 4 => (b'a', b'z'),
                5 => (b']', b']'),
                of_break => (line_break[of_break - 6], line_break[of_break - 6]),
            };
            let (word, shift) = (at / 8, at % 8 * 8);
            frame.from[word] |= (0x80 - lowest as u64) << shift;
            frame.beyond[word] |= (0x7F - highest as u64) << shift;
            frame.tops[word] |= 0x80 << shift;
            at += 1;
        }
        frame
    }

    /// Whether this is what stands behind each node.
    #[inline]
    fn breaks(&self, line_break: &[u8]) -> bool {
        *line_break == self.line_break[..line_break.len()]
    }

    #[inline]
    fn holds(&self, block: &[u8; BLOCK]) -> bool {
        const LOW: u64 = u64::from_ne_bytes([0x7F; 8]);
        let mut differs = 0;
        for (at, bytes) in block.chunks_exact(8).enumerate() {
            let word = bytes
                .first_chunk()
                .map_or(0, |word| u64::from_le_bytes(*word));
            let low = word & LOW;
            let within = (low + self.from[at]) & !(low + self.beyond[at]) & !word;
            differs |= !within & self.tops[at];
        }
        differs == 0
    }
}

#[inline]
fn is_short_node(source: &[u8], offset: usize) -> bool {
    let Some(&[semicolon, ident, open, col, row, close]) =
        source.get(offset..).and_then(|rest| rest.first_chunk())
    else {
        return false;
    };
    let frame = u32::from_le_bytes([semicolon, open, close, 0])
        == u32::from_le_bytes([b';', b'[', b']', 0]);
    frame
        && ident.is_ascii_uppercase()
        && col.is_ascii_alphanumeric()
        && row.is_ascii_alphanumeric()
}
