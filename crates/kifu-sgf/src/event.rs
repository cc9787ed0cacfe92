//! Reads a source without building a tree: an event for each parenthesis, node and property.
//!
//! The reader does not allocate, reads values only when requested, and can skip a variation or a
//! whole game. It has no limit on size or depth.
//!
//! ```
//! use kifu_sgf::event::{Event, Reader};
//!
//! // Count Black's moves on main lines.
//! let mut reader = Reader::new(b"(;GM[1];B[pd](;W[dd];B[pp])(;W[qq];B[aa];W[bb];B[cc]))");
//! let mut moves = 0;
//! let mut seen_variation = false;
//! while let Some(event) = reader.next() {
//!     match event {
//!         Event::Open if reader.depth() > 1 && seen_variation => reader.skip_variation(),
//!         Event::Close => seen_variation = true,
//!         Event::Property(property) if property.ident().is("B") => moves += 1,
//!         _ => {}
//!     }
//! }
//! assert_eq!(moves, 2);
//! ```
//!
//! Events are balanced: every [`Event::Open`] has an [`Event::Close`], even if the file lacks a
//! parenthesis, and a property always belongs to a node.
//! [`Document::diagnostics`](crate::Document::diagnostics) reports the errors in a file.

use core::iter::FusedIterator;

use kifu_lex::{Lexer, Scheme, ShortNodes, Sniffer};

use crate::machine::{Item, Machine, Searches};
use crate::property::Property;

/// An element of a game tree.
#[derive(Clone, Copy, Debug)]
pub enum Event<'s> {
    /// A game tree (at depth 1) or a variation (deeper) begins.
    Open,
    /// A node begins; its properties follow.
    Node,
    /// A property of the current node.
    Property(Property<'s>),
    /// A game tree or variation ends.
    Close,
}

/// An iterator over the events of a source.
#[derive(Clone, Debug)]
pub struct Reader<'s> {
    machine: Machine<'s>,
    depth: usize,
    /// The number of events still to return for nodes such as `;B[pd]` that were read together, two
    /// for each node. These nodes end at the offset of the machine.
    ahead: usize,
    /// The distance in bytes between the starts of those nodes.
    step: usize,
}

/// The maximum number of short nodes that are read together, so that the reader does not read far
/// beyond the events that the caller takes.
const LINE: usize = 64;

impl<'s> Reader<'s> {
    /// Creates a reader for a source. UTF-16 must be converted to UTF-8 first.
    pub fn new(source: &'s [u8]) -> Reader<'s> {
        Reader {
            machine: Machine::new(source, Sniffer::new(source), Searches::ALL),
            depth: 0,
            ahead: 0,
            step: Lexer::SHORT_NODE,
        }
    }

    /// Returns the number of parentheses that are open after the last event.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Returns the offset in the source up to which it has been read.
    pub fn offset(&self) -> usize {
        self.machine.offset() - self.ahead / 2 * self.step
    }

    /// Returns the scheme by which the current game is read.
    pub fn scheme(&self) -> Scheme {
        self.machine.scheme()
    }

    /// Returns the charset of the current game. Each call determines it again, so keep the result.
    #[cfg(feature = "charset-backend")]
    pub fn charset(&self) -> kifu_charset::DetectedCharset {
        /// The number of bytes of the game that a guess examines.
        const WINDOW: usize = 1 << 16;
        let game = &self.machine.source()[self.machine.game()..];
        let declared = kifu_lex::declared_charset(game);
        kifu_charset::find(whole_characters(&game[..game.len().min(WINDOW)]), declared)
    }

    /// Skips the rest of the innermost open variation, or of the game tree at depth 1: the next
    /// event is its [`Event::Close`]. Does nothing outside game trees.
    pub fn skip_variation(&mut self) {
        self.ahead = 0;
        self.machine.skip();
    }

    /// Skips the rest of the game tree: the next event is the [`Event::Close`] that ends it. The
    /// depth is 1 until then.
    pub fn skip_game(&mut self) {
        while self.depth > 1 {
            self.skip_variation();
            if self.next().is_none() {
                return;
            }
        }
        self.skip_variation();
    }
}

impl<'s> Reader<'s> {
    /// Returns the next event of the nodes that were read together.
    #[inline]
    fn next_ahead(&mut self) -> Event<'s> {
        self.ahead -= 1;
        if self.ahead % 2 == 1 {
            return Event::Node;
        }
        let distance = (self.ahead / 2 + 1) * self.step;
        self.property(self.machine.offset() - distance + 1)
    }

    /// Reads as many short nodes as come next and returns the first event, or the next other event.
    #[inline(never)]
    fn more(&mut self) -> Option<Event<'s>> {
        let ShortNodes { count, step } = self.machine.short_line(LINE);
        (self.ahead, self.step) = (2 * count, step);
        match count {
            0 => self.other(),
            _ => Some(self.next_ahead()),
        }
    }

    fn other(&mut self) -> Option<Event<'s>> {
        Some(match self.machine.next(&mut ())? {
            Item::Short { .. } => {
                (self.ahead, self.step) = (1, Lexer::SHORT_NODE);
                Event::Node
            }
            Item::Node { .. } => Event::Node,
            Item::Property { at } => self.property(at),
            Item::Open { .. } => {
                self.depth += 1;
                Event::Open
            }
            Item::Close { .. } => {
                self.depth -= 1;
                Event::Close
            }
        })
    }

    #[inline]
    fn property(&self, at: usize) -> Event<'s> {
        Event::Property(Property::in_source(
            self.machine.source(),
            at,
            self.machine.scheme(),
        ))
    }
}

/// Returns the bytes without an incomplete UTF-8 character at their end.
#[cfg(feature = "charset-backend")]
fn whole_characters(bytes: &[u8]) -> &[u8] {
    match core::str::from_utf8(bytes) {
        Err(error) if error.error_len().is_none() => &bytes[..error.valid_up_to()],
        _ => bytes,
    }
}

impl<'s> Iterator for Reader<'s> {
    type Item = Event<'s>;

    #[inline]
    fn next(&mut self) -> Option<Event<'s>> {
        match self.ahead {
            0 => self.more(),
            _ => Some(self.next_ahead()),
        }
    }

    /// Reads runs of short nodes without a limit, since the caller cannot stop early.
    fn fold<B, F: FnMut(B, Event<'s>) -> B>(mut self, init: B, mut f: F) -> B {
        let mut result = init;
        loop {
            while self.ahead > 0 {
                result = f(result, self.next_ahead());
            }
            let ShortNodes { count, step } = self.machine.short_line(usize::MAX);
            let mut at = self.machine.offset() - count * step;
            for _ in 0..count {
                result = f(result, Event::Node);
                result = f(result, self.property(at + 1));
                at += step;
            }
            if count == 0 {
                match self.other() {
                    Some(event) => result = f(result, event),
                    None => return result,
                }
            }
        }
    }
}

impl FusedIterator for Reader<'_> {}
