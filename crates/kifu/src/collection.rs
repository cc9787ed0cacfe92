//! Reads collections of any size in chunks.
//!
//! [`Collection`] reads a file, a pipe or bytes in memory, determines the kind of its content, and yields
//! chunks of whole games, so that a collection of any size needs only a few megabytes of memory. Each game is
//! read from its chunk exactly as from the whole file.
//!
//! ```
//! use kifu::collection::{Collection, Content};
//!
//! let source = "(;FF[4]PB[Sato];B[pd])\n(;FF[4]PB[Lee];B[dd];W[pp])\n";
//! let mut collection = Collection::open(source.as_bytes())?;
//! assert_eq!(collection.content(), Content::Records);
//! let mut games = 0;
//! for chunk in collection.records() {
//!     games += chunk?.record.games().count();
//! }
//! assert_eq!(games, 2);
//! # Ok::<(), std::io::Error>(())
//! ```

mod foreign;

use std::boxed::Box;
use std::io::{self, Chain, Cursor, Read, Seek};
use std::vec::Vec;

use kifu_sgf::Document;
use kifu_sgf::event::{Event, Reader};
use kifu_span::Locator;
use memchr::{memchr, memchr_iter, memmem, memrchr};

use crate::info::Totals;
use crate::{Record, Syntax, TooLarge};

/// The number of bytes that are read to recognize an archive.
const ARCHIVE_HEADER_LEN: usize = 8 << 10;

/// The initial capacity of the buffer; most records are shorter.
const TYPICAL_LEN: usize = 16 << 10;

/// The default maximum length of a chunk: 4 MiB. Only a chunk with a single longer game exceeds it.
pub const CHUNK_LEN: usize = 4 << 20;

/// The kind of content found in a source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    /// SGF or JGF games, or positions; [`Chunk::record`] distinguishes them.
    Records,
    /// An RGF recording without its SGF file (with the feature `rgf`).
    Recording,
    /// A bundle of recordings, for [`Bundle::read`](kifu_rgf::bundle::Bundle::read) (with the feature
    /// `rgf`).
    Bundle,
    /// A compressed file or an archive in a general format, with its usual file extension.
    Packed(&'static str),
    /// A file in a known format that kifu does not read, such as `a PDF document` or `an SVG image`.
    Foreign(&'static str),
    /// The source contains neither a game nor a position.
    Nothing,
}

/// A source of games, and an iterator over its chunks.
///
/// Chunks end where a game is closed and only white space separates it from the next game. The following
/// content is not split:
///
/// * Formats other than SGF, except games of OGS on lines of their own, and JGF with [`Collection::of_records`].
/// * A file that does not start with the `(` of a game, such as UTF-16 or a file with a byte order mark, which
///   applies to the whole file.
/// * The rest of a file after a game that is never closed: the following games may be its variations.
#[derive(Debug)]
pub struct Collection<R> {
    source: R,
    content: Content,
    /// The bytes that were read. Those before `at` are already in a chunk.
    buffer: Vec<u8>,
    at: usize,
    /// Whether the end of the source was read.
    is_ended: bool,
    /// The maximum length of the next chunk, unless its first game is longer; 0 after the last chunk.
    max_len: usize,
    chunk_len: usize,
    is_split_at_lines: bool,
    /// Whether JGF is split.
    splits_jgf: bool,
    /// The records of the last chunk, if the chunk is part of a JGF file.
    part: Option<Result<Box<Record>, TooLarge>>,
    /// The start of the next chunk.
    start: ChunkStart,
}

/// The start of a chunk in its source.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ChunkStart {
    /// The number of bytes before the chunk.
    pub offset: u64,
    /// The number of line breaks before the chunk.
    pub lines: u32,
}

impl ChunkStart {
    /// Converts a line number in the chunk to a line number in the source; both count from 1.
    pub fn line(self, line: u32) -> u32 {
        self.lines.saturating_add(line)
    }

    /// Returns the position after this text.
    fn after(self, text: &[u8]) -> ChunkStart {
        ChunkStart {
            offset: self.offset + text.len() as u64,
            lines: self.lines.saturating_add(line_breaks(text)),
        }
    }
}

/// A part of a source that can be read separately: whole games, or the whole source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chunk {
    /// The bytes of the source.
    pub bytes: Vec<u8>,
    /// The start of the chunk in the source.
    pub start: ChunkStart,
}

impl Chunk {
    /// Returns the syntax of the chunk. Only SGF and lines of OGS are split into several chunks.
    pub fn syntax(&self) -> Syntax {
        if self.start.offset == 0 {
            return Syntax::of(&self.bytes);
        }
        // A later chunk begins with a game.
        #[cfg(feature = "ogs")]
        if self.bytes.trim_ascii_start().starts_with(b"{") {
            return Syntax::Ogs;
        }
        Syntax::Sgf
    }

    /// Returns the format of the games as a short name: `SGF`, `JGF`, `GIB`, `NGF`, `OGS`, `UGF`, or `positions` for text without
    /// an SGF game. It is determined without parsing the chunk.
    pub fn format_name(&self) -> &'static str {
        match self.syntax() {
            #[cfg(feature = "jgf")]
            Syntax::Jgf => "JGF",
            #[cfg(feature = "gib")]
            Syntax::Gib => "GIB",
            #[cfg(feature = "ngf")]
            Syntax::Ngf => "NGF",
            #[cfg(feature = "ogs")]
            Syntax::Ogs => "OGS",
            #[cfg(feature = "ugf")]
            Syntax::Ugf => "UGF",
            Syntax::Sgf if memmem::find(&self.bytes, b"(;").is_some() => "SGF",
            Syntax::Sgf if starts_with_a_game(&self.bytes) || self.bytes.contains(&0) => "SGF",
            Syntax::Sgf => "positions",
        }
    }

    /// Parses the games or positions in the chunk.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] if the chunk exceeds the size limit of its format.
    pub fn record(&self) -> Result<Record, TooLarge> {
        let bytes = self.bytes.as_slice();
        if self.start.offset == 0 {
            return crate::read(bytes);
        }
        // This does not detect the format, since the middle of a collection can look like another
        // one.
        #[cfg(feature = "ogs")]
        if self.syntax() == Syntax::Ogs {
            return kifu_ogs::Document::parse(bytes).map(Record::Ogs);
        }
        Document::parse(bytes).map(Record::Sgf)
    }
}

/// A chunk and its record.
#[derive(Debug)]
#[non_exhaustive]
pub struct ParsedChunk {
    /// The chunk, with the bytes of whole games.
    pub chunk: Chunk,
    /// The record parsed from the bytes of the chunk.
    pub record: Record,
    /// The number of games before this chunk.
    pub games_before: usize,
}

impl<R: Read> Collection<R> {
    /// Opens a source, and reads its start to determine its content.
    ///
    /// # Errors
    ///
    /// An error of the source.
    pub fn open(source: R) -> io::Result<Collection<R>> {
        Collection::with_chunk_len(source, CHUNK_LEN)
    }

    /// Opens a source that is read in chunks of at most `chunk_len` bytes, unless a single game is longer. With
    /// `usize::MAX` the whole source is one chunk.
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
    /// An error of the source.
    pub fn with_chunk_len(source: R, chunk_len: usize) -> io::Result<Collection<R>> {
        Collection::begin(source, chunk_len, false)
    }

    /// Opens a source that is read only with [`records`](Collection::records). In contrast to
    /// [`with_chunk_len`](Collection::with_chunk_len), a collection in JGF is read in chunks, too, up to the first game with
    /// findings. The bytes of such a chunk are not JSON, and the positions of findings count from the start of the chunk.
    ///
    /// A file that is not UTF-8 is decoded as a whole only from the first chunk on that shows it.
    ///
    /// ```
    /// use kifu::collection::Collection;
    ///
    /// let source = format!("[{}{{}}]", "{\"tree\": [{}, {\"move\": {\"B\": \"pd\"}}]},\n".repeat(200_000));
    /// let mut collection = Collection::of_records(source.as_bytes(), 1 << 20)?;
    /// let chunks: Vec<_> = collection.records().collect::<Result<_, _>>()?;
    /// assert_eq!(chunks.len(), 8);
    /// assert_eq!(chunks[7].games_before + chunks[7].record.game_count(), 200_001);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// An error of the source.
    #[cfg(feature = "jgf")]
    pub fn of_records(source: R, chunk_len: usize) -> io::Result<Collection<R>> {
        Collection::begin(source, chunk_len, true)
    }

    fn begin(source: R, chunk_len: usize, splits_jgf: bool) -> io::Result<Collection<R>> {
        let mut collection = Collection {
            source,
            content: Content::Records,
            buffer: Vec::new(),
            at: 0,
            is_ended: false,
            max_len: chunk_len,
            chunk_len,
            is_split_at_lines: false,
            splits_jgf,
            part: None,
            start: ChunkStart::default(),
        };
        collection.read_start()?;
        Ok(collection)
    }

    /// Ends chunks only where there is a line break between two games, so that no line is in two chunks.
    #[must_use]
    pub fn split_at_lines(self) -> Collection<R> {
        Collection {
            is_split_at_lines: true,
            ..self
        }
    }

    /// Returns the kind of content, which the first [`CHUNK_LEN`] bytes of the source determine.
    pub fn content(&self) -> Content {
        self.content
    }

    /// Returns whether the whole source is in memory, so that there is at most one more chunk.
    pub fn is_whole(&self) -> bool {
        self.is_ended && self.pending().len() <= self.max_len
    }

    /// Returns the number of bytes in the chunks so far.
    pub fn bytes_yielded(&self) -> u64 {
        self.start.offset
    }

    /// Converts the collection to a reader of the bytes that are not in a chunk yet.
    pub fn into_reader(mut self) -> Chain<Cursor<Vec<u8>>, R> {
        self.buffer.drain(..self.at);
        Cursor::new(self.buffer).chain(self.source)
    }

    /// Reads and returns all bytes that are not in a chunk yet.
    ///
    /// # Errors
    ///
    /// An error of the source.
    pub fn read_all(mut self) -> io::Result<Vec<u8>> {
        self.fill(usize::MAX)?;
        Ok(self.take_pending())
    }

    /// Returns an iterator over the parsed chunks.
    ///
    /// ```
    /// use kifu::collection::Collection;
    ///
    /// let source = "(;FF[4];B[aa])\n".repeat(1000);
    /// let mut collection = Collection::with_chunk_len(source.as_bytes(), 6000)?;
    /// let before: Vec<usize> = collection
    ///     .records()
    ///     .map(|chunk| chunk.map(|chunk| chunk.games_before))
    ///     .collect::<Result<_, _>>()?;
    /// assert_eq!(before, [0, 399, 798]);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn records(&mut self) -> impl Iterator<Item = io::Result<ParsedChunk>> + '_ {
        let mut games_before = 0;
        core::iter::from_fn(move || {
            let chunk = self.next()?;
            Some(chunk.and_then(|chunk| {
                let record = match self.part.take() {
                    Some(record) => record.map(|record| *record),
                    None => chunk.record(),
                };
                let record = record.map_err(io::Error::other)?;
                let parsed = ParsedChunk {
                    chunk,
                    record,
                    games_before,
                };
                games_before += parsed.record.game_count();
                Ok(parsed)
            }))
        })
    }

    /// Returns an iterator over the chunks and the numbers of their games and nodes, which are counted without building
    /// documents where possible. For [`Collection::of_records`], it replaces [`records`](Collection::records).
    ///
    /// ```
    /// use kifu::collection::Collection;
    ///
    /// let source = "(;FF[4];B[aa])\n".repeat(1000);
    /// let mut collection = Collection::with_chunk_len(source.as_bytes(), 6000)?;
    /// let nodes = collection.totals().map(|chunk| chunk.map(|(_, totals)| totals.nodes));
    /// assert_eq!(nodes.sum::<Result<usize, _>>()?, 2000);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn totals(&mut self) -> impl Iterator<Item = io::Result<(Chunk, Totals)>> + '_ {
        core::iter::from_fn(move || {
            let chunk = self.next()?;
            Some(chunk.and_then(|chunk| {
                let totals = match self.part.take() {
                    Some(record) => record.map(|record| Totals::of_record(&record)),
                    None => Totals::of(&chunk.bytes),
                };
                Ok((chunk, totals.map_err(io::Error::other)?))
            }))
        })
    }

    fn read_start(&mut self) -> io::Result<()> {
        self.fill(ARCHIVE_HEADER_LEN)?;
        self.content = self.archive_content();
        if self.content != Content::Records {
            return Ok(());
        }
        self.fill(CHUNK_LEN)?;
        if let Some(answer) = foreign::answer_of_fox(&self.buffer) {
            self.content = Content::Foreign(answer);
            return Ok(());
        }
        // HTML pages and other texts can contain games.
        let format = foreign::text_format(&self.buffer);
        if let Some(format) = format.filter(|_| !foreign::has_game(&self.buffer)) {
            self.content = Content::Foreign(format);
            return Ok(());
        }
        if self.is_recording() {
            self.content = Content::Recording;
            return Ok(());
        }
        self.splits_jgf &= !self.is_whole() && self.is_jgf_collection();
        if !self.is_whole() && !self.is_splittable() && !self.splits_jgf {
            (self.max_len, self.chunk_len) = (usize::MAX, usize::MAX);
        }
        if self.chunk_len == usize::MAX {
            self.fill(usize::MAX)?;
        }
        if self.is_ended && self.has_no_record()? {
            self.content = Content::Nothing;
        }
        Ok(())
    }

    /// Recognizes archives and other binary files by their first bytes; all other content counts as
    /// records.
    fn archive_content(&self) -> Content {
        const PACKED: [(usize, &[u8], &str); 5] = [
            (0, b"PK\x03\x04", ".zip"),
            (0, b"7z\xBC\xAF\x27\x1C", ".7z"),
            (0, b"\x28\xB5\x2F\xFD", ".zst"),
            (0, b"\xFD7zXZ\0", ".xz"),
            // After `BZh` and the block size: the start of a block.
            (4, b"1AY&SY", ".bz2"),
        ];
        #[cfg(feature = "rgf")]
        if kifu_rgf::bundle::is_bundle(&self.buffer) {
            return Content::Bundle;
        }
        let packed = PACKED.iter().find(|(at, signature, _)| {
            let rest = self.buffer.get(*at..);
            rest.is_some_and(|rest| rest.starts_with(signature))
        });
        if let Some((.., ending)) = packed {
            return Content::Packed(ending);
        }
        foreign::binary_format(&self.buffer).map_or(Content::Records, Content::Foreign)
    }

    /// Returns whether the source consists of SGF games or of lines of OGS, which can be split.
    fn is_splittable(&self) -> bool {
        #[cfg(feature = "ogs")]
        if self.is_lines_of_ogs() {
            return true;
        }
        let is_property = |event| matches!(event, Event::Property(_));
        // A text that contains `(;)` but no properties can be a list of positions.
        starts_with_a_game(&self.buffer) && Reader::new(&self.buffer).any(is_property)
    }

    /// Returns whether the source has a game of OGS on each line.
    #[cfg(feature = "ogs")]
    fn is_lines_of_ogs(&self) -> bool {
        self.buffer.starts_with(b"{")
            && kifu_ogs::is_ogs(&self.buffer)
            && kifu_ogs::end_of_lines(&self.buffer).is_some()
    }

    /// Returns whether the source starts with several games of a JGF collection.
    #[cfg(feature = "jgf")]
    fn is_jgf_collection(&self) -> bool {
        let start = self.buffer.trim_ascii_start();
        if !start.starts_with(b"[") {
            return false;
        }
        // Usually the first games are short.
        let near = &start[..start.len().min(TYPICAL_LEN)];
        let end = kifu_jgf::end_of_records(near).or_else(|| kifu_jgf::end_of_records(start));
        end.is_some_and(|end| kifu_jgf::is_jgf(&start[..end]))
    }

    #[cfg(not(feature = "jgf"))]
    fn is_jgf_collection(&self) -> bool {
        false
    }

    /// Returns whether the buffer looks like a recording.
    #[cfg(feature = "rgf")]
    fn is_recording(&self) -> bool {
        // A recording contains times. If there are none, this avoids reading games.
        if memmem::find(&self.buffer, b"TS[").is_none() {
            return false;
        }
        kifu_rgf::Recording::is_likely(&self.buffer)
    }

    #[cfg(not(feature = "rgf"))]
    fn is_recording(&self) -> bool {
        false
    }

    /// Returns whether the buffer, which must contain the whole source, has neither a game nor a position.
    fn has_no_record(&self) -> io::Result<bool> {
        let text = self.buffer.trim_ascii_start();
        // Nearly every SGF file starts with this.
        if memmem::find(text, b"(;").is_some() {
            return Ok(false);
        }
        if matches!(text.first(), Some(b'{' | b'[')) && text.contains(&b'"') {
            return Ok(false);
        }
        let record = crate::read(self.buffer.as_slice()).map_err(io::Error::other)?;
        Ok(record.is_empty())
    }

    /// Returns the bytes that were read and are not in a chunk yet.
    fn pending(&self) -> &[u8] {
        &self.buffer[self.at..]
    }

    /// Removes the next `len` bytes that are not in a chunk yet.
    fn take_next(&mut self, len: usize) -> Vec<u8> {
        let end = self.at + len;
        if self.at > 0 || self.buffer.len() - end > len {
            let chunk = self.buffer[self.at..end].to_vec();
            self.at = end;
            return chunk;
        }
        // The rest is short, so the buffer becomes the chunk.
        let rest = self.buffer.split_off(end);
        std::mem::replace(&mut self.buffer, rest)
    }

    fn take_pending(&mut self) -> Vec<u8> {
        let at = std::mem::take(&mut self.at);
        let mut buffer = std::mem::take(&mut self.buffer);
        buffer.drain(..at);
        buffer
    }

    /// Reads until at least `len` bytes are pending, or to the end of the source.
    fn fill(&mut self, len: usize) -> io::Result<()> {
        let mut missing = len.saturating_sub(self.pending().len());
        if missing > 0 && !self.is_ended {
            self.buffer.drain(..self.at);
            self.at = 0;
        }
        while missing > 0 && !self.is_ended {
            // Double the buffer at each step, but read no more than is missing. Without a minimum,
            // an empty buffer would grow from 32 bytes, with a system call for each step.
            let step = missing.min(self.buffer.len().max(TYPICAL_LEN));
            self.buffer.reserve_exact(step);
            let mut limited = self.source.by_ref().take(step as u64);
            self.is_ended = limited.read_to_end(&mut self.buffer)? < step;
            missing -= step;
        }
        Ok(())
    }

    fn next_chunk(&mut self) -> io::Result<Vec<u8>> {
        loop {
            self.fill(self.max_len)?;
            if self.is_whole() {
                self.max_len = 0;
                self.part = self.rest_of_jgf();
                return Ok(self.take_pending());
            }
            match self.end_of_chunk() {
                Some(end) => {
                    self.max_len = self.chunk_len;
                    return Ok(self.take_next(end));
                }
                // Double the limit, so that reading a long game takes linear time.
                None => self.max_len = self.max_len.saturating_mul(2),
            }
        }
    }

    /// Returns the end of the last game within the limit that is closed and followed by another game.
    fn end_of_chunk(&mut self) -> Option<usize> {
        let pending = self.pending();
        let within = &pending[..pending.len().min(self.max_len)];
        #[cfg(feature = "jgf")]
        if self.splits_jgf {
            let blanks = within.len() - within.trim_ascii_start().len();
            let end = blanks + kifu_jgf::end_of_records(&within[blanks..])?;
            let start = kifu_jgf::read_start(&within[blanks..end]);
            if start.is_none() {
                // What follows is read as a whole.
                self.max_len = usize::MAX;
            }
            self.part = start.map(|document| Ok(Box::new(Record::Jgf(document))));
            return self.part.as_ref().map(|_| end);
        }
        #[cfg(feature = "ogs")]
        if within.starts_with(b"{") {
            return kifu_ogs::end_of_lines(within);
        }
        end_of_games(within, self.is_split_at_lines)
    }

    /// Reads the pending bytes as the rest of a JGF collection, if there are chunks before them.
    fn rest_of_jgf(&self) -> Option<Result<Box<Record>, TooLarge>> {
        #[cfg(feature = "jgf")]
        if self.splits_jgf && self.start.offset > 0 {
            let rest = kifu_jgf::read_rest(self.pending());
            return Some(rest.map(|document| Box::new(Record::Jgf(document))));
        }
        None
    }
}

impl<R: Read + Seek> Collection<R> {
    /// Returns to the first chunk.
    ///
    /// # Errors
    ///
    /// An error of the source.
    pub fn rewind(&mut self) -> io::Result<()> {
        if self.start == ChunkStart::default() && self.max_len > 0 {
            return Ok(());
        }
        self.source.rewind()?;
        self.buffer.clear();
        self.at = 0;
        self.is_ended = false;
        self.part = None;
        self.start = ChunkStart::default();
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
        self.start = if self.max_len > 0 {
            start.after(&bytes)
        } else {
            // No chunk follows, so nothing needs the number of lines.
            ChunkStart {
                offset: start.offset + bytes.len() as u64,
                ..start
            }
        };
        Some(Ok(Chunk { bytes, start }))
    }
}

fn line_breaks(text: &[u8]) -> u32 {
    match memchr(b'\r', text) {
        None => memchr_iter(b'\n', text).count() as u32,
        // `\r\n` is one line break.
        Some(_) => Locator::new(text).locate(text.len() as u32).line - 1,
    }
}

/// Returns whether bytes start with an SGF game that is not in UTF-16.
fn starts_with_a_game(bytes: &[u8]) -> bool {
    let start = bytes.trim_ascii_start();
    if is_number_of_a_game(&start[..start.len().min(MAX_NUMBER_LEN)]) {
        return true;
    }
    // In UTF-16 the parenthesis is followed by a NUL.
    start.starts_with(b"(") && start.get(1) != Some(&0)
}

/// The number of bytes in which the number of a game is looked for.
const MAX_NUMBER_LEN: usize = 32;

/// Returns whether a text begins with the number of a game without parentheses, as in archives of servers: digits, a tab
/// and the `;` of the first node.
fn is_number_of_a_game(text: &[u8]) -> bool {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    digits > 0 && text[digits..].starts_with(b"\t;")
}

/// Returns the end of the last game that is followed by another game, and is either closed or without parentheses.
fn end_of_games(bytes: &[u8], at_lines: bool) -> Option<usize> {
    let (mut end, mut confirmed) = (None, None);
    // The reader would misread a character that is cut off at the end.
    let whole = bytes.iter().rposition(u8::is_ascii).unwrap_or(0);
    // The end of a value can depend on the next bracket after it.
    let last_bracket = memrchr(b'[', &bytes[..whole]);
    let is_end = |between: &[u8]| {
        is_number_of_a_game(between)
            || between.trim_ascii() == b"("
                && (!at_lines || between.iter().any(|b| matches!(b, b'\n' | b'\r')))
    };
    let mut reader = Reader::new(&bytes[..whole]);
    while let Some(event) = reader.next() {
        match event {
            Event::Open => {
                let between = end.and_then(|end| bytes.get(end..reader.offset()));
                if between.is_some_and(is_end) && end <= last_bracket {
                    confirmed = end;
                }
                reader.skip_game();
            }
            Event::Close if bytes[..reader.offset()].ends_with(b")") => end = Some(reader.offset()),
            // The next game begins with its number.
            Event::Close
                if is_number_of_a_game(&bytes[reader.offset()..])
                    && bytes[..reader.offset()].trim_ascii_end().ends_with(b"]") =>
            {
                end = Some(reader.offset());
            }
            // The reader closes an open game at the end of `bytes`, but the end of the game may
            // follow.
            Event::Close => break,
            Event::Node | Event::Property(_) => {}
        }
    }
    confirmed
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::format;
    use std::string::String;

    fn open(text: &[u8], chunk_len: usize) -> Collection<&[u8]> {
        Collection::with_chunk_len(text, chunk_len).expect("reading from memory does not fail")
    }

    fn chunks(text: &str, chunk_len: usize) -> Vec<String> {
        let mut collection = open(text.as_bytes(), chunk_len);
        let chunks = collection
            .by_ref()
            .map(|chunk| chunk.expect("reading from memory does not fail"));
        let chunks =
            chunks.map(|chunk| String::from_utf8(chunk.bytes).expect("the source is UTF-8"));
        let chunks: Vec<String> = chunks.collect();
        assert_eq!(chunks.concat(), text);
        assert_eq!(collection.bytes_yielded(), text.len() as u64);
        chunks
    }

    #[test]
    fn files_are_split_between_games() {
        assert_eq!(chunks("", 10), [""]);
        assert_eq!(chunks("(;B[aa])", 10), ["(;B[aa])"]);
        let three = "(;B[aa])\n(;B[bb])(;B[cc])\n";
        assert_eq!(chunks(three, 9), chunks(three, 18));
        assert_eq!(chunks(three, 14), ["(;B[aa])", "\n(;B[bb])", "(;B[cc])\n"]);
        assert_eq!(chunks(three, 22), ["(;B[aa])\n(;B[bb])", "(;B[cc])\n"]);
        assert_eq!(chunks(three, 100), [three]);
        // The limit is in the first bytes of the last game.
        let close = "(;B[aa])(;B[bb])(;B[cc])";
        assert_eq!(chunks(close, 19), ["(;B[aa])", "(;B[bb])(;B[cc])"]);
        // A game that is longer than a chunk, followed by shorter ones.
        let long = format!("(;C[{}])(;B[aa])\n(;B[bb])", "x".repeat(50));
        let shorter = ["(;B[aa])", "\n(;B[bb])"];
        assert_eq!(chunks(&long, 8), [&[&long[..56]], &shorter[..]].concat());
    }

    #[test]
    fn games_without_parentheses_are_split_before_their_numbers() {
        let three = "7\t;B[aa];W[bb]\n89\t;B[cc]\r\n10\t;B[dd]\n";
        let lines = ["7\t;B[aa];W[bb]\n", "89\t;B[cc]\r\n", "10\t;B[dd]\n"];
        assert_eq!(chunks(three, 24), [lines[0], &lines[1..].concat()]);
        assert_eq!(chunks(three, 34), [&lines[..2].concat(), lines[2]]);
        assert_eq!(chunks(three, 100), [three]);
        // In parentheses, such a number belongs to the game.
        let closed = "(;B[aa]\n8\t;B[cc]\n)(;B[dd])";
        assert_eq!(chunks(closed, 25), ["(;B[aa]\n8\t;B[cc]\n)", "(;B[dd])"]);
    }

    #[test]
    fn lines_are_not_split() {
        let text = b"(;B[aa])(;B[bb])\r\n(;B[cc])(;B[dd]) \n\n(;B[ee])";
        let chunks = open(text, 14).split_at_lines();
        let chunks: Vec<Chunk> = chunks
            .map(|chunk| chunk.expect("reading from memory does not fail"))
            .collect();
        let bytes: Vec<&[u8]> = chunks.iter().map(|chunk| chunk.bytes.as_slice()).collect();
        let first = &b"(;B[aa])(;B[bb])"[..];
        let second = &b"\r\n(;B[cc])(;B[dd])"[..];
        assert_eq!(bytes, [first, second, b" \n\n(;B[ee])"]);
        let lines: Vec<u32> = chunks.iter().map(|chunk| chunk.start.line(1)).collect();
        assert_eq!(lines, [1, 1, 2]);
    }

    #[test]
    fn files_are_not_split_at_uncertain_ends_of_games() {
        for text in [
            // The first game is never closed, so the next one may be its variation.
            "(;B[aa]\n(;FF[4];B[bb])\n(;FF[4];B[cc])\n",
            "(;B[aa]\n(;FF[4];B[bb])\n(;FF[4];B[cc])\n)",
            "\u{FEFF}(;B[aa])(;B[bb])(;B[cc])",
            "(\0;\0)\0(;B[aa])(;B[bb])(;B[cc])",
            // There is text between the games.
            "(;B[aa]) and (;B[bb]) and (;B[cc])",
            "(;C[ (;B[aa]) (;B[bb]) (;B[cc]) ]) ",
            // Without properties, this could be a list of positions.
            "(;)\n(;)\n(;)\n(;)\n",
        ] {
            assert_eq!(chunks(text, 12), [text]);
        }
    }

    #[test]
    fn chunks_after_a_long_game_are_short() {
        let long = format!("(;C[{}])\n", "x".repeat(500));
        let text = long + &"(;B[aa])\n".repeat(300);
        let lens: Vec<usize> = chunks(&text, 50).iter().map(String::len).collect();
        // The first chunk contains everything that was read to find its end.
        assert!(lens[0] > 500 && lens.len() > 20, "{lens:?}");
        assert!(lens[1..].iter().all(|len| *len <= 100), "{lens:?}");
    }

    #[test]
    fn a_collection_can_be_read_again() {
        let text = "(;FF[4];B[aa])\n".repeat(1000);
        let mut collection = Collection::with_chunk_len(Cursor::new(text.as_bytes()), 500)
            .expect("reading from memory does not fail");
        for taken in [0, 1, 3, usize::MAX, usize::MAX] {
            collection
                .rewind()
                .expect("reading from memory does not fail");
            let first = collection.by_ref().take(taken).next();
            assert_eq!(first.is_some(), taken > 0);
        }
        collection
            .rewind()
            .expect("reading from memory does not fail");
        let games: usize = collection
            .records()
            .map(|chunk| {
                let chunk = chunk.expect("reading from memory does not fail");
                chunk.record.games().count()
            })
            .sum();
        assert_eq!(games, 1000);
    }

    #[test]
    fn the_start_determines_the_content() {
        let content = |text: &[u8]| open(text, CHUNK_LEN).content();
        assert_eq!(content(b""), Content::Nothing);
        assert_eq!(content(b"# A list of games\n"), Content::Nothing);
        assert_eq!(content(b"Some \"games\"\n"), Content::Nothing);
        assert_eq!(content(b"[1, 2]\n"), Content::Nothing);
        assert_eq!(content(b"(;B[aa])"), Content::Records);
        assert_eq!(content(b"{\"tree\": []}"), Content::Records);
        assert_eq!(content(b"PK\x03\x04"), Content::Packed(".zip"));
        assert_eq!(content(b"\xFD7zXZ\0\0"), Content::Packed(".xz"));
        assert_eq!(content(b"BZh91AY&SY"), Content::Packed(".bz2"));
        assert_eq!(content(b"%PDF-1.4 (;"), Content::Foreign("a PDF document"));
        let page = b"<html><script>for(;;){}</script>";
        assert_eq!(content(page), Content::Foreign("an HTML page"));
        assert_eq!(content(b"<html><pre>(;FF[4])</pre>"), Content::Records);
        #[cfg(feature = "gib")]
        assert_eq!(content(b"\\HS\n\\HE\n"), Content::Records);
        #[cfg(feature = "ugf")]
        assert_eq!(content(b"[Header]\nHdcp=0,6.50\n"), Content::Records);
        let long = "not a game\n".repeat(CHUNK_LEN / 8);
        assert_eq!(content(long.as_bytes()), Content::Nothing);
        #[cfg(feature = "rgf")]
        {
            assert_eq!(content(b"(;TS[0]B[aa]TS[1])"), Content::Recording);
            assert_eq!(content(b"(;GM[1];TS[0]B[aa]TS[1])"), Content::Records);
        }
    }
}
