//! Reading without a tree: an event for each parenthesis, node and property.
//!
//! Nothing is allocated, values are looked at only if asked for, and a variation or
//! a whole game can be skipped. There is no limit on size or depth.
//!
//! ```
//! use kifu_sgf::event::{Event, Reader};
//!
//! // How many moves Black made on main lines.
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
//! The events are balanced: every [`Event::Open`] has its [`Event::Close`], also where
//! the file lacks a parenthesis, and a property always belongs to a node. What is
//! wrong with the file is told by [`Document::diagnostics`](crate::Document::diagnostics).

use core::iter::FusedIterator;

use kifu_lex::{Lexer, Scheme, ShortNodes, Sniffer};

use crate::machine::{Item, Machine, Searches};
use crate::property::Property;

/// A piece of a game tree.
#[derive(Clone, Copy, Debug)]
pub enum Event<'s> {
    /// A game tree begins (at depth 1) or a variation (deeper).
    Open,
    /// A node begins; its properties follow.
    Node,
    /// A property of the last node.
    Property(Property<'s>),
    /// The game tree or variation ends.
    Close,
}

/// Reads events; an iterator over them.
#[derive(Clone, Debug)]
pub struct Reader<'s> {
    machine: Machine<'s>,
    depth: usize,
    /// How many events are still to be told of nodes like `;B[pd]` that were taken together, two of each.
    /// They end where the machine is.
    ahead: usize,
    /// How far apart those nodes start.
    step: usize,
}

/// So many of such nodes are taken together at most, that nothing is read far beyond where
/// somebody stops.
const LINE: usize = 64;

impl<'s> Reader<'s> {
    /// A reader at the start of the source. UTF-16 must be transcoded first.
    pub fn new(source: &'s [u8]) -> Reader<'s> {
        Reader {
            machine: Machine::new(source, Sniffer::new(source), Searches::ALL),
            depth: 0,
            ahead: 0,
            step: Lexer::SHORT_NODE,
        }
    }

    /// How many parentheses are open after the last event.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// The offset in the source up to which it has been read.
    pub fn offset(&self) -> usize {
        self.machine.offset() - self.ahead / 2 * self.step
    }

    /// How values of the current game are cut.
    pub fn scheme(&self) -> Scheme {
        self.machine.scheme()
    }

    /// The charset of the current game, decided anew at each call: keep the answer.
    #[cfg(feature = "charset")]
    pub fn charset(&self) -> kifu_charset::DetectedCharset {
        /// A game's first text decides; a guess needs no more.
        const WINDOW: usize = 1 << 16;
        let game = &self.machine.source()[self.machine.game()..];
        let declared = kifu_lex::declared_charset(game);
        kifu_charset::find(whole_characters(&game[..game.len().min(WINDOW)]), declared)
    }

    /// Skips the rest of the innermost open variation, or of the game tree at depth 1:
    /// the next event is its [`Event::Close`]. Outside of game trees it does nothing.
    pub fn skip_variation(&mut self) {
        self.ahead = 0;
        self.machine.skip();
    }

    /// Skips the rest of the game tree: the next event is the [`Event::Close`] that
    /// ends it, and the depth is 1 until then.
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
    /// The next event of the nodes that were taken together.
    #[inline]
    fn of_line(&mut self) -> Event<'s> {
        self.ahead -= 1;
        if self.ahead % 2 == 1 {
            return Event::Node;
        }
        let behind = (self.ahead / 2 + 1) * self.step;
        self.property(self.machine.offset() - behind + 1)
    }

    /// Takes as many such nodes together as come next, or what else comes.
    #[inline(never)]
    fn more(&mut self) -> Option<Event<'s>> {
        let ShortNodes { count, step } = self.machine.short_line(LINE);
        (self.ahead, self.step) = (2 * count, step);
        match count {
            0 => self.other(),
            _ => Some(self.of_line()),
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

/// The bytes without a character of UTF-8 that is cut off at their end.
#[cfg(feature = "charset")]
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
            _ => Some(self.of_line()),
        }
    }

    /// Goes over lines of such nodes without keeping count for somebody who could stop.
    fn fold<B, F: FnMut(B, Event<'s>) -> B>(mut self, init: B, mut f: F) -> B {
        let mut result = init;
        loop {
            while self.ahead > 0 {
                result = f(result, self.of_line());
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
