//! The games of an input, read in chunks, once or repeatedly.

use std::borrow::Borrow;
use std::fmt;
use std::hint;
use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::sync::{Arc, Once};

use kifu::collection::{CHUNK_LEN, Collection, Content, ParsedChunk};
use kifu::{Record, TooLarge};

use crate::input::{Input, InputReader};
use crate::other_kind::OtherKind;

/// The chunks of an input.
pub type Chunks = Collection<InputReader>;

/// The reason why the games of an input cannot be read.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadError {
    /// The input cannot be read.
    Io(io::Error),
    /// The input has other content, or no game.
    Other(OtherKind),
    /// A record in the input is too large.
    TooLarge(TooLarge),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Io(error) => error.fmt(f),
            ReadError::Other(kind) => kind.fmt(f),
            ReadError::TooLarge(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            ReadError::Io(error) => error.source(),
            ReadError::Other(_) | ReadError::TooLarge(_) => None,
        }
    }
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> ReadError {
        ReadError::Io(error)
    }
}

impl From<TooLarge> for ReadError {
    fn from(error: TooLarge) -> ReadError {
        ReadError::TooLarge(error)
    }
}

impl From<OtherKind> for ReadError {
    fn from(kind: OtherKind) -> ReadError {
        ReadError::Other(kind)
    }
}

/// Opens an input with games or positions, to be read in chunks of at most `chunk_len` bytes.
///
/// # Errors
///
/// If the input cannot be read or has other content.
pub fn open(input: &Input, chunk_len: usize) -> Result<Chunks, ReadError> {
    with_games(open_any(input, chunk_len)?)
}

/// The same as [`open`], for programs that read games only with
/// [`Collection::records`](kifu::collection::Collection::records). A collection in JGF is read in chunks, too.
///
/// # Errors
///
/// If the input cannot be read or has other content.
pub fn open_records(input: &Input, chunk_len: usize) -> Result<Chunks, ReadError> {
    let chunks = records_of(input.open()?, chunk_len)?;
    refuse_other_content(input, chunks.content())?;
    with_games(chunks)
}

/// The same as [`open`], but also accepts an input without a game, unless it was found in a directory
/// and does not have the name of a game record.
///
/// # Errors
///
/// If the input cannot be read or has other content.
pub fn open_any(input: &Input, chunk_len: usize) -> Result<Chunks, ReadError> {
    let chunks = chunks_of(input.open()?, chunk_len)?;
    refuse_other_content(input, chunks.content())?;
    Ok(chunks)
}

/// The same as [`open`], but also accepts any input without a recognized game.
///
/// # Errors
///
/// If the input cannot be read or has other content.
pub fn open_unrecognized(input: &Input, chunk_len: usize) -> Result<Chunks, ReadError> {
    let chunks = chunks_of(input.open()?, chunk_len)?;
    match OtherKind::of(chunks.content()) {
        None | Some(OtherKind::Unknown) => Ok(chunks),
        Some(kind) => Err(kind.into()),
    }
}

/// Opens a source that is read in chunks of at most `chunk_len` bytes.
pub(crate) fn chunks_of<R: Read>(source: R, chunk_len: usize) -> io::Result<Collection<R>> {
    Ok(reusing_memory(Collection::with_chunk_len(
        source, chunk_len,
    )?))
}

/// Opens a source of which only the records are read.
pub(crate) fn records_of<R: Read>(source: R, chunk_len: usize) -> io::Result<Collection<R>> {
    Ok(reusing_memory(Collection::of_records(source, chunk_len)?))
}

/// Lets several chunks use the same memory.
fn reusing_memory<R: Read>(chunks: Collection<R>) -> Collection<R> {
    if !chunks.is_whole() {
        keep_freed_memory();
    }
    chunks
}

/// Lets the allocator of glibc keep large blocks that are freed, up to about 60 MB, for the next ones. Programs that
/// repeatedly allocate blocks of many pages, such as chunks of a collection, call this once or several times.
///
/// By default the allocator returns most of the memory of a large block to the system, and new pages for the next block
/// can take a third of the time. It keeps up to twice as much as the largest block that was mapped and freed, so this
/// frees a block of the maximum size. The block is never written, so it takes no memory; other allocators ignore it.
pub fn keep_freed_memory() {
    const LARGEST_MAPPED: usize = 31 << 20;
    static KEEP: Once = Once::new();
    KEEP.call_once(|| drop(hint::black_box(Vec::<u8>::with_capacity(LARGEST_MAPPED))));
}

fn with_games(chunks: Chunks) -> Result<Chunks, ReadError> {
    match chunks.content() {
        Content::Nothing => Err(OtherKind::Unknown.into()),
        _ => Ok(chunks),
    }
}

/// Refuses recordings, bundles, compressed data and foreign formats. Code for games would misread a
/// recording as a game. A file without a game is refused only if it was found in a directory and does
/// not have the name of a game record.
///
/// # Errors
///
/// [`OtherKind`].
pub fn refuse_other_content(input: &Input, content: Content) -> Result<(), OtherKind> {
    match OtherKind::of(content) {
        None => Ok(()),
        Some(OtherKind::Unknown) if !input.is_skipped(OtherKind::Unknown) => Ok(()),
        Some(kind) => Err(kind),
    }
}

/// Refuses a record whose format has only positions.
///
/// # Errors
///
/// [`OtherKind::Positions`].
pub fn refuse_positions(record: &Record) -> Result<(), OtherKind> {
    if record.format().capabilities().has_games {
        Ok(())
    } else {
        Err(OtherKind::Positions)
    }
}

/// The games of an input, which can be read several times.
#[derive(Debug)]
pub struct Games(Storage);

#[derive(Debug)]
enum Storage {
    InMemory(Arc<ParsedChunk>),
    Chunked(Chunks),
}

impl Games {
    /// Opens an input; `whole` reads it as one chunk.
    ///
    /// # Errors
    ///
    /// If the input cannot be read, or has no games or positions.
    pub fn open(input: &Input, whole: bool) -> Result<Games, ReadError> {
        Games::open_in(input, if whole { usize::MAX } else { CHUNK_LEN })
    }

    /// Opens an input that is read in chunks of at most `chunk_len` bytes.
    ///
    /// # Errors
    ///
    /// If the input cannot be read, or has no games or positions.
    pub fn open_in(input: &Input, chunk_len: usize) -> Result<Games, ReadError> {
        let chunks = chunks_of(input.open_to_reread()?, chunk_len)?;
        refuse_other_content(input, chunks.content())?;
        let mut chunks = with_games(chunks)?.split_at_lines();
        if !chunks.is_whole() {
            return Ok(Games(Storage::Chunked(chunks)));
        }
        let parsed = chunks.records().next().ok_or(OtherKind::Unknown)??;
        Ok(Games(Storage::InMemory(Arc::new(parsed))))
    }

    /// Returns the number of bytes in the chunks read since the start.
    pub fn bytes_yielded(&self) -> u64 {
        match &self.0 {
            Storage::InMemory(parsed) => parsed.chunk.bytes.len() as u64,
            Storage::Chunked(chunks) => chunks.bytes_yielded(),
        }
    }

    /// Creates a value with only the games of this chunk.
    pub fn only(parsed: Arc<ParsedChunk>) -> Games {
        Games(Storage::InMemory(parsed))
    }

    /// Returns the chunk with the game of this number, from 1, or the last chunk if there is none.
    ///
    /// # Errors
    ///
    /// If the input cannot be read.
    pub fn with_game(&mut self, number: NonZeroUsize) -> Result<Arc<ParsedChunk>, ReadError> {
        find_game(self.chunks(), number)
    }

    /// Returns an iterator over all chunks, from the first one.
    pub fn chunks(&mut self) -> impl Iterator<Item = io::Result<Arc<ParsedChunk>>> {
        let (first, chunks) = match &mut self.0 {
            Storage::InMemory(parsed) => (Some(Ok(Arc::clone(parsed))), None),
            Storage::Chunked(chunks) => match chunks.rewind() {
                Ok(()) => (None, Some(chunks.records())),
                Err(error) => (Some(Err(error)), None),
            },
        };
        let chunks = chunks.into_iter().flatten();
        first
            .into_iter()
            .chain(chunks.map(|parsed| parsed.map(Arc::new)))
    }
}

/// Returns the chunk with the game of this number, from 1, or the last chunk if there is none.
///
/// # Errors
///
/// If the collection cannot be read.
pub fn with_game(chunks: &mut Chunks, number: NonZeroUsize) -> Result<ParsedChunk, ReadError> {
    find_game(chunks.records(), number)
}

/// Returns the chunk with the game of this number, or the last chunk if there is none.
fn find_game<P: Borrow<ParsedChunk>>(
    chunks: impl Iterator<Item = io::Result<P>>,
    number: NonZeroUsize,
) -> Result<P, ReadError> {
    let mut found = None;
    for parsed in chunks {
        let parsed = found.insert(parsed?);
        let parsed: &ParsedChunk = (*parsed).borrow();
        if parsed.games_before + parsed.record.game_count() >= number.get() {
            break;
        }
    }
    Ok(found.ok_or(OtherKind::Unknown)?)
}
