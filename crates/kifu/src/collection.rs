//! Sources of any size: what they contain, and their games one chunk after another.
//!
//! [`Collection`] reads a file, a pipe or bytes in memory, says what is in there, and yields records in
//! chunks of whole games, so that a collection of any size needs a few megabytes of memory. Each game
//! reads in its chunk as it does in the whole.
//!
//! ```
//! use kifu::collection::{Collection, Content};
//!
//! let source = "(;FF[4]PB[Sato];B[pd])\n(;FF[4]PB[Lee];B[dd];W[pp])\n";
//! let mut collection = Collection::open(source.as_bytes())?;
//! assert_eq!(collection.content(), Content::Records);
//! let mut games = 0;
//! for part in collection.records() {
//!     games += part?.record.games().count();
//! }
//! assert_eq!(games, 2);
//! # Ok::<(), std::io::Error>(())
//! ```

use std::io::{self, Chain, Cursor, Read, Seek};
use std::vec::Vec;

use kifu_sgf::Document;
use kifu_sgf::event::{Event, Reader};
use kifu_span::Locator;
use memchr::{memchr, memchr_iter, memmem};

use crate::{Record, Syntax, TooLarge};

/// The number of bytes that decide whether a source is an archive.
const HEAD: usize = 8 << 10;

/// Most records are shorter than this.
const TYPICAL_LEN: usize = 16 << 10;

/// The usual length of a chunk: 4 MiB. A chunk is longer only where a single game is.
pub const CHUNK_LEN: usize = 4 << 20;

/// The kind of content found in a source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    /// Records: games of SGF or JGF, or positions. [`Chunk::record`] says which.
    Records,
    /// A recording of RGF without its SGF file (with the feature `rgf`).
    Recording,
    /// An archive of recordings, for [`Bundle::read`](kifu_rgf::bundle::Bundle::read) (with the feature
    /// `rgf`).
    Bundle,
    /// A file packed by a program that has nothing to do with Go. The text is the usual extension of its
    /// name.
    Packed(&'static str),
    /// Nothing that is a game or a position.
    Nothing,
}

/// A source of games, and an iterator over its chunks.
///
/// A collection is cut where a game is closed and only white space separates it from the next one. What has
/// no such place stays in one chunk: JGF, positions, a file that does not start with the `(` of a game
/// (such as UTF-16, or with a byte order mark, which holds for the whole file), and the rest of a file from a
/// game on that is never closed, since what seem to be games after it may be its variations.
#[derive(Debug)]
pub struct Collection<R> {
    source: R,
    content: Content,
    /// Bytes that were read; those from `at` on are not in a chunk yet.
    buffer: Vec<u8>,
    at: usize,
    /// Whether nothing follows these bytes.
    is_ended: bool,
    /// The most bytes the next chunk may have, as long as games end within them; 0 after the last chunk.
    max_len: usize,
    chunk_len: usize,
    on_lines: bool,
    /// Where the next chunk starts.
    start: Start,
}

/// Where a chunk starts in its source.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Start {
    /// The number of bytes before it.
    pub offset: u64,
    /// The number of line breaks before it.
    pub lines: u32,
}

impl Start {
    /// The line of the source, from 1, that is this line of the chunk.
    pub fn line(self, line: u32) -> u32 {
        self.lines.saturating_add(line)
    }

    /// The start of what follows this text.
    fn after(self, text: &[u8]) -> Start {
        Start {
            offset: self.offset + text.len() as u64,
            lines: self.lines.saturating_add(line_breaks(text)),
        }
    }
}

/// A piece of a source that can be read alone: whole games, or all of the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chunk {
    /// The bytes as they are in the source.
    pub bytes: Vec<u8>,
    /// Where they start.
    pub start: Start,
}

impl Chunk {
    /// The syntax of the chunk. Only SGF has several chunks.
    pub fn syntax(&self) -> Syntax {
        match self.start.offset {
            0 => Syntax::of(&self.bytes),
            _ => Syntax::Sgf,
        }
    }

    /// The games or positions in the chunk.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] if it is longer than documents of its format can be.
    pub fn record(&self) -> Result<Record, TooLarge> {
        let bytes = self.bytes.as_slice();
        match self.start.offset {
            0 => crate::read(bytes),
            // Alone, games in the middle of a collection could look like another format.
            _ => Document::parse(bytes).map(Record::Sgf),
        }
    }
}

/// A chunk with its record.
#[derive(Debug)]
#[non_exhaustive]
pub struct Part {
    /// The bytes.
    pub chunk: Chunk,
    /// What they say.
    pub record: Record,
    /// The number of games before this chunk.
    pub games_before: usize,
}

impl<R: Read> Collection<R> {
    /// Reads the start of a source, and finds out what it contains.
    ///
    /// # Errors
    ///
    /// Errors of the source.
    pub fn open(source: R) -> io::Result<Collection<R>> {
        Collection::with_chunk_len(source, CHUNK_LEN)
    }

    /// Opens a source that is read in chunks of at most this many bytes, as long as games end within them.
    /// `usize::MAX` gives the whole source as one chunk.
    ///
    /// ```
    /// use kifu::collection::Collection;
    ///
    /// let source = "(;B[aa])\n(;B[bb])(;B[cc])\n";
    /// let chunks = |len| Collection::with_chunk_len(source.as_bytes(), len).unwrap().count();
    /// assert_eq!((chunks(14), chunks(22), chunks(usize::MAX)), (3, 2, 1));
    /// ```
    ///
    /// # Errors
    ///
    /// Errors of the source.
    pub fn with_chunk_len(source: R, chunk_len: usize) -> io::Result<Collection<R>> {
        let mut collection = Collection {
            source,
            content: Content::Records,
            buffer: Vec::new(),
            at: 0,
            is_ended: false,
            max_len: chunk_len,
            chunk_len,
            on_lines: false,
            start: Start::default(),
        };
        collection.begin()?;
        Ok(collection)
    }

    /// Cuts only where a line ends between two games, so that no line is in two chunks.
    #[must_use]
    pub fn on_lines(self) -> Collection<R> {
        Collection {
            on_lines: true,
            ..self
        }
    }

    /// The kind of content, decided by the first [`CHUNK_LEN`] bytes of the source.
    pub fn content(&self) -> Content {
        self.content
    }

    /// Whether all of the source is in memory, so that there is no more than one chunk.
    pub fn is_whole(&self) -> bool {
        self.is_ended && self.pending().len() <= self.max_len
    }

    /// The number of bytes in the chunks so far.
    pub fn bytes_yielded(&self) -> u64 {
        self.start.offset
    }

    /// The bytes that are not in a chunk yet, as a reader.
    pub fn into_reader(mut self) -> Chain<Cursor<Vec<u8>>, R> {
        self.buffer.drain(..self.at);
        Cursor::new(self.buffer).chain(self.source)
    }

    /// The bytes that are not in a chunk yet.
    ///
    /// # Errors
    ///
    /// Errors of the source.
    pub fn read_all(mut self) -> io::Result<Vec<u8>> {
        self.fill(usize::MAX)?;
        Ok(self.take_pending())
    }

    /// The chunks as records, each with the number of games before it.
    ///
    /// ```
    /// use kifu::collection::Collection;
    ///
    /// let source = "(;FF[4];B[aa])\n".repeat(1000);
    /// let mut collection = Collection::with_chunk_len(source.as_bytes(), 6000)?;
    /// let before: Vec<usize> = collection
    ///     .records()
    ///     .map(|part| part.map(|part| part.games_before))
    ///     .collect::<Result<_, _>>()?;
    /// assert_eq!(before, [0, 399, 798]);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn records(&mut self) -> impl Iterator<Item = io::Result<Part>> + '_ {
        let mut games_before = 0;
        self.by_ref().map(move |chunk| {
            let chunk = chunk?;
            let record = chunk.record().map_err(io::Error::other)?;
            let part = Part {
                chunk,
                record,
                games_before,
            };
            games_before += part.record.game_count();
            Ok(part)
        })
    }

    fn begin(&mut self) -> io::Result<()> {
        self.fill(HEAD)?;
        self.content = self.archive();
        if self.content != Content::Records {
            return Ok(());
        }
        self.fill(CHUNK_LEN)?;
        if self.is_recording()? {
            self.content = Content::Recording;
            return Ok(());
        }
        if !self.is_whole() && !self.is_of_games() {
            (self.max_len, self.chunk_len) = (usize::MAX, usize::MAX);
        }
        if self.chunk_len == usize::MAX {
            self.fill(usize::MAX)?;
        }
        if self.is_ended && self.is_nothing()? {
            self.content = Content::Nothing;
        }
        Ok(())
    }

    /// The kind of archive that the first bytes say it is.
    fn archive(&self) -> Content {
        const PACKED: [(&[u8], &str); 2] = [(b"PK\x03\x04", ".zip"), (b"\x28\xB5\x2F\xFD", ".zst")];
        #[cfg(feature = "rgf")]
        if kifu_rgf::bundle::is_bundle(&self.buffer) {
            return Content::Bundle;
        }
        let packed = PACKED
            .iter()
            .find(|(head, _)| self.buffer.starts_with(head));
        packed.map_or(Content::Records, |(_, name)| Content::Packed(name))
    }

    /// Whether the source is games of SGF, which can be cut.
    fn is_of_games(&self) -> bool {
        let is_property = |event| matches!(event, Event::Property(_));
        // Text that has `(;)` in it can be positions.
        starts_with_a_game(&self.buffer) && Reader::new(&self.buffer).any(is_property)
    }

    /// Whether what was read looks like a recording.
    #[cfg(feature = "rgf")]
    fn is_recording(&self) -> io::Result<bool> {
        // A document is made only where there could be a time.
        if memmem::find(&self.buffer, b"TS[").is_none() {
            return Ok(false);
        }
        let document = Document::parse(self.buffer.as_slice()).map_err(io::Error::other)?;
        Ok(kifu_rgf::Recording::is_likely(&document))
    }

    #[cfg(not(feature = "rgf"))]
    fn is_recording(&self) -> io::Result<bool> {
        Ok(false)
    }

    /// Whether a source that was read to its end has no game and no position.
    fn is_nothing(&self) -> io::Result<bool> {
        // Nearly every file has this at its start.
        if memmem::find(&self.buffer, b"(;").is_some() {
            return Ok(false);
        }
        let start = self.buffer.trim_ascii_start().first();
        if matches!(start, Some(b'{' | b'[')) && self.buffer.contains(&b'"') {
            return Ok(false);
        }
        let record = crate::read(self.buffer.as_slice()).map_err(io::Error::other)?;
        Ok(record.is_empty())
    }

    /// The bytes that were read and are not in a chunk yet.
    fn pending(&self) -> &[u8] {
        &self.buffer[self.at..]
    }

    fn take_pending(&mut self) -> Vec<u8> {
        let at = std::mem::take(&mut self.at);
        let mut buffer = std::mem::take(&mut self.buffer);
        buffer.drain(..at);
        buffer
    }

    /// Reads until this many bytes are not in a chunk, or to the end of the source.
    fn fill(&mut self, len: usize) -> io::Result<()> {
        let missing = len.saturating_sub(self.pending().len());
        if missing > 0 && !self.is_ended {
            self.buffer.drain(..self.at);
            self.at = 0;
            // An empty buffer would grow from 32 bytes, with a call to the system for each step.
            self.buffer.reserve(missing.min(TYPICAL_LEN));
            let mut limited = self.source.by_ref().take(missing as u64);
            self.is_ended = limited.read_to_end(&mut self.buffer)? < missing;
        }
        Ok(())
    }

    fn next_chunk(&mut self) -> io::Result<Vec<u8>> {
        loop {
            self.fill(self.max_len)?;
            let pending = self.pending();
            if self.is_whole() {
                self.max_len = 0;
                return Ok(self.take_pending());
            }
            let within = &pending[..pending.len().min(self.max_len)];
            match end_of_games(within, self.on_lines) {
                Some(end) => {
                    let chunk = within[..end].to_vec();
                    self.at += end;
                    self.max_len = self.chunk_len;
                    return Ok(chunk);
                }
                // Twice as much, so that a game of any length is read in linear time.
                None => self.max_len = self.max_len.saturating_mul(2),
            }
        }
    }
}

impl<R: Read + Seek> Collection<R> {
    /// Starts again with the first chunk.
    ///
    /// # Errors
    ///
    /// Errors of the source.
    pub fn rewind(&mut self) -> io::Result<()> {
        if self.start == Start::default() && self.max_len > 0 {
            return Ok(());
        }
        self.source.rewind()?;
        self.buffer.clear();
        self.at = 0;
        self.is_ended = false;
        self.start = Start::default();
        self.max_len = self.chunk_len;
        self.fill(self.chunk_len.max(CHUNK_LEN))
    }
}

impl<R: Read> Iterator for Collection<R> {
    type Item = io::Result<Chunk>;

    fn next(&mut self) -> Option<io::Result<Chunk>> {
        if self.max_len == 0 {
            return None;
        }
        let bytes = match self.next_chunk() {
            Ok(bytes) => bytes,
            Err(error) => {
                self.max_len = 0;
                return Some(Err(error));
            }
        };
        let start = self.start;
        self.start = start.after(&bytes);
        Some(Ok(Chunk { bytes, start }))
    }
}

fn line_breaks(text: &[u8]) -> u32 {
    match memchr(b'\r', text) {
        None => memchr_iter(b'\n', text).count() as u32,
        // Two bytes can be one.
        Some(_) => Locator::new(text).locate(text.len() as u32).line - 1,
    }
}

/// Whether bytes start with what can be a game of SGF, and not in UTF-16.
fn starts_with_a_game(bytes: &[u8]) -> bool {
    let start = bytes.trim_ascii_start();
    // In UTF-16 a NUL follows.
    start.starts_with(b"(") && start.get(1) != Some(&0)
}

/// Where the last game ends that is closed and followed by another one.
fn end_of_games(bytes: &[u8], on_lines: bool) -> Option<usize> {
    let (mut end, mut sure) = (None, None);
    // Not in the middle of a character, which would be an error.
    let whole = bytes.iter().rposition(u8::is_ascii).unwrap_or(0);
    let is_end = |between: &[u8]| {
        between.trim_ascii() == b"("
            && (!on_lines || between.iter().any(|b| matches!(b, b'\n' | b'\r')))
    };
    let mut reader = Reader::new(&bytes[..whole]);
    while let Some(event) = reader.next() {
        match event {
            Event::Open => {
                let between = end.and_then(|end| bytes.get(end..reader.offset()));
                if between.is_some_and(is_end) {
                    sure = end;
                }
                reader.skip_game();
            }
            Event::Close if bytes[..reader.offset()].ends_with(b")") => end = Some(reader.offset()),
            // It may be closed further on.
            Event::Close => break,
            Event::Node | Event::Property(_) => {}
        }
    }
    // Where a value ends can depend on the next bracket after it.
    sure.filter(|end| bytes[*end..whole].contains(&b'['))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::format;
    use std::string::String;

    fn open(text: &[u8], chunk_len: usize) -> Collection<&[u8]> {
        Collection::with_chunk_len(text, chunk_len).expect("it is in memory")
    }

    fn chunks(text: &str, chunk_len: usize) -> Vec<String> {
        let mut collection = open(text.as_bytes(), chunk_len);
        let chunks = collection
            .by_ref()
            .map(|chunk| chunk.expect("it is in memory"));
        let chunks = chunks.map(|chunk| String::from_utf8(chunk.bytes).expect("it was text"));
        let chunks: Vec<String> = chunks.collect();
        assert_eq!(chunks.concat(), text);
        assert_eq!(collection.bytes_yielded(), text.len() as u64);
        chunks
    }

    #[test]
    fn files_are_cut_between_games() {
        assert_eq!(chunks("", 10), [""]);
        assert_eq!(chunks("(;B[aa])", 10), ["(;B[aa])"]);
        let three = "(;B[aa])\n(;B[bb])(;B[cc])\n";
        assert_eq!(chunks(three, 9), chunks(three, 18));
        assert_eq!(chunks(three, 14), ["(;B[aa])", "\n(;B[bb])", "(;B[cc])\n"]);
        assert_eq!(chunks(three, 22), ["(;B[aa])\n(;B[bb])", "(;B[cc])\n"]);
        assert_eq!(chunks(three, 100), [three]);
        // A game that is longer than a chunk, and one that is short enough.
        let long = format!("(;C[{}])(;B[aa])\n(;B[bb])", "x".repeat(50));
        let shorter = ["(;B[aa])", "\n(;B[bb])"];
        assert_eq!(chunks(&long, 8), [&[&long[..56]], &shorter[..]].concat());
    }

    #[test]
    fn lines_are_not_cut() {
        let text = b"(;B[aa])(;B[bb])\r\n(;B[cc])(;B[dd]) \n\n(;B[ee])";
        let chunks = open(text, 14).on_lines();
        let chunks: Vec<Chunk> = chunks
            .map(|chunk| chunk.expect("it is in memory"))
            .collect();
        let bytes: Vec<&[u8]> = chunks.iter().map(|chunk| chunk.bytes.as_slice()).collect();
        let first = &b"(;B[aa])(;B[bb])"[..];
        let second = &b"\r\n(;B[cc])(;B[dd])"[..];
        assert_eq!(bytes, [first, second, b" \n\n(;B[ee])"]);
        let lines: Vec<u32> = chunks.iter().map(|chunk| chunk.start.line(1)).collect();
        assert_eq!(lines, [1, 1, 2]);
    }

    #[test]
    fn files_are_not_cut_where_games_may_not_end() {
        for text in [
            // Never closed, and what seems to be a game may be a variation of it.
            "(;B[aa]\n(;FF[4];B[bb])\n(;FF[4];B[cc])\n",
            "(;B[aa]\n(;FF[4];B[bb])\n(;FF[4];B[cc])\n)",
            "\u{FEFF}(;B[aa])(;B[bb])(;B[cc])",
            "(\0;\0)\0(;B[aa])(;B[bb])(;B[cc])",
            // Text between games belongs to neither.
            "(;B[aa]) and (;B[bb]) and (;B[cc])",
            "(;C[ (;B[aa]) (;B[bb]) (;B[cc]) ]) ",
            // Without a property, so that it could be positions.
            "(;)\n(;)\n(;)\n(;)\n",
        ] {
            assert_eq!(chunks(text, 12), [text]);
        }
    }

    #[test]
    fn after_a_long_game_chunks_are_short_again() {
        let long = format!("(;C[{}])\n", "x".repeat(500));
        let text = long + &"(;B[aa])\n".repeat(300);
        let lens: Vec<usize> = chunks(&text, 50).iter().map(String::len).collect();
        // The first chunk has all that was read to find its end.
        assert!(lens[0] > 500 && lens.len() > 20, "{lens:?}");
        assert!(lens[1..].iter().all(|len| *len <= 100), "{lens:?}");
    }

    #[test]
    fn a_collection_can_be_read_again() {
        let text = "(;FF[4];B[aa])\n".repeat(1000);
        let mut collection =
            Collection::with_chunk_len(Cursor::new(text.as_bytes()), 500).expect("it is in memory");
        for taken in [0, 1, 3, usize::MAX, usize::MAX] {
            collection.rewind().expect("it is in memory");
            let first = collection.by_ref().take(taken).next();
            assert_eq!(first.is_some(), taken > 0);
        }
        collection.rewind().expect("it is in memory");
        let games: usize = collection
            .records()
            .map(|part| part.expect("it is in memory").record.games().count())
            .sum();
        assert_eq!(games, 1000);
    }

    #[test]
    fn the_content_is_decided_by_the_start() {
        let content = |text: &[u8]| open(text, CHUNK_LEN).content();
        assert_eq!(content(b""), Content::Nothing);
        assert_eq!(content(b"# A list of games\n"), Content::Nothing);
        assert_eq!(content(b"(;B[aa])"), Content::Records);
        assert_eq!(content(b"{\"tree\": []}"), Content::Records);
        assert_eq!(content(b"PK\x03\x04"), Content::Packed(".zip"));
        let long = "not a game\n".repeat(CHUNK_LEN / 8);
        assert_eq!(content(long.as_bytes()), Content::Nothing);
        #[cfg(feature = "rgf")]
        {
            assert_eq!(content(b"(;TS[0]B[aa]TS[1])"), Content::Recording);
            assert_eq!(content(b"(;GM[1];TS[0]B[aa]TS[1])"), Content::Records);
        }
    }
}
