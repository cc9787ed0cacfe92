use core::iter::FusedIterator;

use kifu_lex::Sniffer;

use kifu_span::{Limits, TooLarge};

use crate::document::{Document, parse_game};
use crate::machine::Searches;
use crate::utf16::Utf16;

/// Returns an iterator over the game trees of a collection, each as a document of its own. Only one
/// of them is in memory at a time.
///
/// Each document starts where the previous one ended: text between games belongs to the next game,
/// and text after the last game belongs to the last game. The bytes of all documents together are
/// the source. A source without a game is one document without a root; an empty source yields no
/// document. If the last value of a game is not closed, only the next game determines its end; both
/// are then in the same document.
///
/// ```
/// let collection = b"(;PB[Sato];B[pd])\n(;PB[Lee];B[dd];W[pp])";
/// let moves: Vec<usize> = kifu_sgf::games(collection)
///     .map(|game| {
///         let game = game.unwrap();
///         game.main_line(game.roots().next().unwrap()).count() - 1
///     })
///     .collect();
/// assert_eq!(moves, [1, 2]);
/// ```
pub fn games(source: &[u8]) -> Games<'_> {
    Games {
        source,
        sniffer: Sniffer::new(source),
        searches: Searches::ALL,
        offset: 0,
        limits: Limits::default(),
    }
}

/// The iterator returned by [`games()`].
#[derive(Clone, Debug)]
pub struct Games<'s> {
    source: &'s [u8],
    sniffer: Sniffer,
    searches: Searches,
    offset: usize,
    limits: Limits,
}

impl Games<'_> {
    /// Applies limits to each game, including the text before it. The source itself may have any
    /// length.
    ///
    /// ```
    /// let limits = kifu_sgf::Limits { nodes: 1, ..Default::default() };
    /// let mut games = kifu_sgf::games(b"(;B[pd])(;B[pd];W[dd])").within(&limits);
    /// assert!(games.next().unwrap().is_ok());
    /// let error = games.next().unwrap().unwrap_err();
    /// assert_eq!(error.to_string(), "more than 1 nodes (at byte 15)");
    /// assert!(games.next().is_none());
    /// ```
    #[must_use]
    pub fn within(self, limits: &Limits) -> Self {
        let limits = *limits;
        Games { limits, ..self }
    }

    /// Returns the offset in the source at which the next document starts.
    pub fn offset(&self) -> usize {
        self.offset
    }
}

impl Iterator for Games<'_> {
    /// A game tree, or [`TooLarge`] if a single one exceeds the limits, by default 4 GiB. An error
    /// ends the iteration.
    type Item = Result<Document, TooLarge>;

    fn next(&mut self) -> Option<Result<Document, TooLarge>> {
        if self.offset >= self.source.len() {
            return None;
        }
        if self.offset == 0 && Utf16::sniff(self.source).is_some() {
            // UTF-16 is read as a whole, because offsets in its text differ from offsets in the
            // source.
            self.offset = self.source.len();
            return Some(Document::parse_within(self.source, &self.limits));
        }
        let sniffer = self.sniffer.clone();
        let searches = &mut self.searches;
        match parse_game(self.source, sniffer, searches, self.offset, &self.limits) {
            Ok((document, end)) => {
                self.offset = end;
                Some(Ok(document))
            }
            Err(error) => {
                self.offset = self.source.len();
                Some(Err(error))
            }
        }
    }
}

impl FusedIterator for Games<'_> {}
