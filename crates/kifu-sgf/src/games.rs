use core::iter::FusedIterator;

use kifu_lex::Sniffer;

use crate::document::{Document, TooLarge, parse_game};
use crate::machine::Searches;
use crate::utf16::Utf16;

/// The game trees of a collection, each as a document of its own, with one of them in
/// memory at a time.
///
/// Each document starts where the one before it ended, so text between games belongs
/// to the game after it, text after the last one to the last, and the documents'
/// bytes together are the source. A source without a game is one document without a
/// root; an empty source is none. Where the last value of a game is not closed, only the
/// next game tells where it ends: then that one is in the same document.
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
    }
}

/// Iterator of [`games()`].
#[derive(Clone, Debug)]
pub struct Games<'s> {
    source: &'s [u8],
    sniffer: Sniffer,
    searches: Searches,
    offset: usize,
}

impl Games<'_> {
    /// The offset in the source at which the next document starts.
    pub fn offset(&self) -> usize {
        self.offset
    }
}

impl Iterator for Games<'_> {
    /// One game tree, or [`TooLarge`] if a single one has 4 GiB or more, which ends
    /// the iteration.
    type Item = Result<Document, TooLarge>;

    fn next(&mut self) -> Option<Result<Document, TooLarge>> {
        if self.offset >= self.source.len() {
            return None;
        }
        if self.offset == 0 && Utf16::sniff(self.source).is_some() {
            // UTF-16 is read whole: its text is another than its bytes.
            self.offset = self.source.len();
            return Some(Document::parse(self.source));
        }
        let sniffer = self.sniffer.clone();
        match parse_game(self.source, sniffer, &mut self.searches, self.offset) {
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
