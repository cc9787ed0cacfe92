//! Reads indexes.

use std::fmt;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;

use kifu_core::{Color, Size};

use super::builder::{File, Stamp};
use super::code;
use super::section::{self, BLOCK, HEADER, Head, MAGIC, Section, SectionKind, VERSION, take};
use crate::Cell;
use crate::grid;
use crate::line::Winner;
use crate::plan::{Placed, Plan};
use crate::searcher::{GameHits, Query, Scratch, plan};

/// The error of reading an index.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// An I/O error.
    Io(io::Error),
    /// The bytes are not an index.
    NotAnIndex,
    /// The index has an unsupported version.
    Version(u32),
    /// The index is inconsistent and must be rebuilt.
    Damaged,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Io(error) => error.fmt(f),
            Error::NotAnIndex => f.write_str("this is not a search index"),
            Error::Version(version) => {
                write!(
                    f,
                    "unsupported search index version {version}: expected {VERSION}"
                )
            }
            Error::Damaged => f.write_str("the search index is damaged; rebuild it"),
        }
    }
}

impl core::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Error {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Error::Damaged,
            _ => Error::Io(error),
        }
    }
}

/// A game with hits in an index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Game {
    /// The number of the file, from 0 in indexing order.
    pub file: u32,
    /// The number of the game in its file.
    pub number: u32,
    /// The size of the board.
    pub size: Size,
    /// The winner according to the result of the record.
    pub winner: Winner,
}

/// An index that is open for searching.
///
/// Every section is verified against its CRC when it is read. Damaged bytes result in an [`Error`], never in a panic.
pub struct Index<R> {
    source: R,
    files: u32,
    games: u64,
    sections: Vec<Section>,
    stones: Vec<u8>,
    codes: Vec<u8>,
    names: Vec<u8>,
    /// The index of the section that `names` contains, and the start of each file in `names`.
    named: Option<usize>,
    starts: Vec<usize>,
}

impl<R: Read + Seek> Index<R> {
    /// Opens an index and reads its directory.
    ///
    /// # Errors
    ///
    /// [`Error`] if reading fails or the source is not an index.
    pub fn open(mut source: R) -> Result<Index<R>, Error> {
        let mut header = Vec::new();
        source
            .by_ref()
            .take(HEADER as u64)
            .read_to_end(&mut header)?;
        let mut header = &header[..];
        if take(&mut header).as_ref() != Some(MAGIC) {
            return Err(Error::NotAnIndex);
        }
        let mut word = || {
            take(&mut header)
                .map(u32::from_le_bytes)
                .ok_or(Error::Damaged)
        };
        let (version, len, crc, files) = (word()?, word()?, word()?, word()?);
        if version != VERSION {
            return Err(Error::Version(version));
        }
        let mut directory = Vec::new();
        source
            .by_ref()
            .take(len.into())
            .read_to_end(&mut directory)?;
        if directory.len() != len as usize || crc32fast::hash(&directory) != crc {
            return Err(Error::Damaged);
        }
        let mut offset = (HEADER + directory.len()) as u64;
        let sections = directory.chunks(Section::LEN).map(|bytes| {
            let section = Section::read(bytes, offset)?;
            offset += u64::from(section.len);
            Some(section)
        });
        let sections: Vec<Section> = sections.collect::<Option<_>>().ok_or(Error::Damaged)?;
        let counts = sections
            .iter()
            .filter(|section| matches!(section.kind, SectionKind::Games(_)));
        Ok(Index {
            source,
            files,
            games: counts.map(|section| u64::from(section.count)).sum(),
            sections,
            stones: Vec::new(),
            codes: Vec::new(),
            names: Vec::new(),
            named: None,
            starts: Vec::new(),
        })
    }

    /// The number of files in the index.
    pub fn files(&self) -> u32 {
        self.files
    }

    /// The number of games in the index.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Passes each game that has hits to a closure, until the closure returns `false`. Games are in the order of
    /// their files if all boards have the same size; otherwise they are grouped by size.
    ///
    /// # Errors
    ///
    /// [`Error`] if the index cannot be read.
    pub fn search(
        &mut self,
        query: &Query,
        mut each: impl FnMut(&Game, &GameHits<'_>) -> bool,
    ) -> Result<(), Error> {
        let mut work = Scratch::new();
        let mut plans = Vec::new();
        let mut candidates: Vec<(u32, Placed)> = Vec::new();
        for block in 0..self.sections.len() {
            let SectionKind::Stones(size) = self.sections[block].kind else {
                continue;
            };
            let games = *self.sections.get(block + 1).ok_or(Error::Damaged)?;
            let count = self.sections[block].count as usize;
            if games.kind != SectionKind::Games(size)
                || games.count as usize != count
                || count > BLOCK
            {
                return Err(Error::Damaged);
            }
            let plan: &Plan = plan(&mut plans, query, size);
            if plan.variants.is_empty() {
                continue;
            }
            load(&mut self.source, &self.sections[block], &mut self.stones)?;
            let bitmaps = Bitmaps::new(&self.stones, size, count).ok_or(Error::Damaged)?;
            work.history.watch(&plan.watched);
            let mut loaded = false;
            for some in bitmaps.ranges(plan) {
                bitmaps.candidates(plan, some, &mut candidates);
                if candidates.is_empty() {
                    continue;
                }
                if !loaded {
                    load(&mut self.source, &games, &mut self.codes)?;
                    loaded = true;
                }
                candidates.sort_by_key(|&(slot, _)| slot);
                for of_game in candidates.chunk_by(|a, b| a.0 == b.0) {
                    let slot = of_game[0].0 as usize;
                    let game = section::game(&self.codes, count, slot);
                    let (head, codes) = game.ok_or(Error::Damaged)?;
                    code::play(size, codes, &mut work.history).ok_or(Error::Damaged)?;
                    work.candidates.clear();
                    work.candidates
                        .extend(of_game.iter().map(|candidate| candidate.1));
                    work.find(plan, query);
                    let found = work.found(plan);
                    if !found.is_empty() && !each(&game_of(&head, size), &found) {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns the file with this number.
    ///
    /// # Errors
    ///
    /// [`Error`] if the index cannot be read, or the file does not exist.
    pub fn file(&mut self, file: u32) -> Result<File, Error> {
        let mut first = 0;
        let of_files = self.sections.iter().enumerate();
        let mut of_files = of_files.filter(|(_, section)| section.kind == SectionKind::Files);
        let (at, section) = of_files
            .find(|(_, section)| {
                let here = file - first < section.count;
                first += if here {
                    0
                } else {
                    section.count.min(file - first)
                };
                here
            })
            .ok_or(Error::Damaged)?;
        if self.named != Some(at) {
            self.named = None;
            load(&mut self.source, section, &mut self.names)?;
            let mut rest = &self.names[..];
            self.starts.clear();
            loop {
                let start = self.names.len() - rest.len();
                if next_file(&mut rest).is_none() {
                    break;
                }
                self.starts.push(start);
            }
            self.named = Some(at);
        }
        let start = self.starts.get((file - first) as usize);
        let mut rest = start
            .and_then(|&start| self.names.get(start..))
            .unwrap_or_default();
        next_file(&mut rest).ok_or(Error::Damaged)
    }

    /// Reads the whole index.
    ///
    /// # Errors
    ///
    /// [`Error`] if the index cannot be read.
    pub fn contents(&mut self) -> Result<Contents, Error> {
        let mut contents = Contents::default();
        let sections = self.sections.clone();
        for section in &sections {
            match section.kind {
                SectionKind::Stones(_) => {}
                SectionKind::Files => {
                    load(&mut self.source, section, &mut self.codes)?;
                    contents.add_files(&self.codes, section.count)?;
                }
                SectionKind::Games(size) => {
                    load(&mut self.source, section, &mut self.codes)?;
                    contents.add_games(size, &self.codes, section.count)?;
                }
            }
        }
        if contents.files.len() != self.files as usize {
            return Err(Error::Damaged);
        }
        contents.games.sort_by_key(|game| (game.file, game.number));
        Ok(contents)
    }
}

fn game_of(head: &Head, size: Size) -> Game {
    Game {
        file: head.file,
        number: head.number,
        size,
        winner: head.winner,
    }
}

/// Reads a section into a buffer, replacing its contents.
fn load<R: Read + Seek>(
    source: &mut R,
    section: &Section,
    into: &mut Vec<u8>,
) -> Result<(), Error> {
    source.seek(SeekFrom::Start(section.offset))?;
    into.clear();
    // The stated length may be false, so reserve at most a plausible amount.
    into.reserve((section.len as usize).min(1 << 20));
    source.by_ref().take(section.len.into()).read_to_end(into)?;
    if into.len() == section.len as usize && crc32fast::hash(into) == section.crc {
        Ok(())
    } else {
        Err(Error::Damaged)
    }
}

/// Reads the next file entry.
fn next_file(rest: &mut &[u8]) -> Option<File> {
    let len = u32::from_le_bytes(take(rest)?);
    let (name, after) = rest.split_at_checked(len as usize)?;
    *rest = after;
    let games = u32::from_le_bytes(take(rest)?);
    let stamp = Stamp {
        len: u64::from_le_bytes(take(rest)?),
        modified: u64::from_le_bytes(take(rest)?),
        crc: u32::from_le_bytes(take(rest)?),
    };
    let name = name.to_vec();
    Some(File { name, stamp, games })
}

/// The maximum number of candidates collected at a time.
const MOST_CANDIDATES: usize = 1 << 21;

/// The points where the games of a block ever have stones.
struct Bitmaps<'b> {
    bytes: &'b [u8],
    size: Size,
    count: usize,
    /// The length of a bitmap in bytes.
    len: usize,
}

impl<'b> Bitmaps<'b> {
    fn new(bytes: &'b [u8], size: Size, count: usize) -> Option<Bitmaps<'b>> {
        let len = count.div_ceil(8);
        (bytes.len() == 2 * size.area() * len).then_some(Bitmaps {
            bytes,
            size,
            count,
            len,
        })
    }

    /// Splits the bitmaps into ranges small enough to limit the number of candidates.
    fn ranges(&self, plan: &Plan) -> impl Iterator<Item = Range<usize>> + use<> {
        let places = plan.variants.iter().flat_map(|variant| variant.places);
        let places: u32 = places.map(u64::count_ones).sum();
        let step = (MOST_CANDIDATES / 8 / places.max(1) as usize).max(1);
        let len = self.len;
        let starts = (0..len).step_by(step);
        starts.map(move |start| start..len.min(start + step))
    }

    /// Collects the games of a range, and the places where each could have the pattern.
    fn candidates(&self, plan: &Plan, of: Range<usize>, candidates: &mut Vec<(u32, Placed)>) {
        candidates.clear();
        let mut left = [0; BLOCK / 8];
        let left = &mut left[of.clone()];
        for (n, variant) in plan.variants.iter().enumerate() {
            for (row, &cols) in variant.places.iter().enumerate() {
                let mut cols = cols;
                while cols != 0 {
                    let col = cols.trailing_zeros() as usize;
                    cols &= cols - 1;
                    left.fill(u8::MAX);
                    let stones = &variant.cells[..variant.stones];
                    let some = stones.iter().all(|cell| {
                        let (row, col) =
                            (row + usize::from(cell.rows), col + usize::from(cell.cols));
                        self.and(left, of.start, cell.cell, row, col)
                    });
                    if some {
                        let at = grid::number(kifu_core::Point::new(col as u8, row as u8));
                        let placed = Placed { variant: n, at };
                        self.each(left, of.start, |slot| candidates.push((slot, placed)));
                    }
                }
            }
        }
    }

    /// Keeps only the games that ever have a stone that `cell` allows at this point; returns whether any remain.
    #[inline]
    fn and(&self, left: &mut [u8], from: usize, cell: Cell, row: usize, col: usize) -> bool {
        let len = left.len();
        let bitmap = |color| {
            let start = grid::bitmap(color, row, col, self.size) * self.len + from;
            &self.bytes[start..start + len]
        };
        let mut any = 0;
        match cell {
            Cell::BLACK | Cell::WHITE => {
                let color = if cell == Cell::BLACK {
                    Color::Black
                } else {
                    Color::White
                };
                for (left, there) in left.iter_mut().zip(bitmap(color)) {
                    *left &= there;
                    any |= *left;
                }
            }
            _ => {
                let both = bitmap(Color::Black).iter().zip(bitmap(Color::White));
                for (left, (black, white)) in left.iter_mut().zip(both) {
                    *left &= black | white;
                    any |= *left;
                }
            }
        }
        any != 0
    }

    fn each(&self, left: &[u8], from: usize, mut each: impl FnMut(u32)) {
        for (n, &byte) in (from..).zip(left) {
            let mut byte = byte;
            while byte != 0 {
                let slot = n * 8 + byte.trailing_zeros() as usize;
                byte &= byte - 1;
                if slot < self.count {
                    each(slot as u32);
                }
            }
        }
    }
}

/// The complete contents of an index.
#[derive(Clone, Debug, Default)]
pub struct Contents {
    files: Vec<File>,
    /// Sorted by file and number.
    games: Vec<IndexedGame>,
    codes: Vec<u8>,
}

#[derive(Clone, Copy, Debug)]
struct IndexedGame {
    file: u32,
    number: u32,
    size: Size,
    winner: Winner,
    start: usize,
    end: usize,
}

impl Contents {
    /// The files, in indexing order.
    pub fn files(&self) -> &[File] {
        &self.files
    }

    /// The games of a file: number, size, winner and moves.
    pub(crate) fn games(&self, file: usize) -> impl Iterator<Item = (u32, Size, Winner, &[u8])> {
        let from = self
            .games
            .partition_point(|game| (game.file as usize) < file);
        let games = self.games[from..].iter();
        games
            .take_while(move |game| game.file as usize == file)
            .map(|game| {
                (
                    game.number,
                    game.size,
                    game.winner,
                    &self.codes[game.start..game.end],
                )
            })
    }

    fn add_files(&mut self, bytes: &[u8], count: u32) -> Result<(), Error> {
        let mut rest = bytes;
        for _ in 0..count {
            self.files.push(next_file(&mut rest).ok_or(Error::Damaged)?);
        }
        Ok(())
    }

    fn add_games(&mut self, size: Size, bytes: &[u8], count: u32) -> Result<(), Error> {
        for slot in 0..count as usize {
            let game = section::game(bytes, count as usize, slot);
            let (head, codes) = game.ok_or(Error::Damaged)?;
            let start = self.codes.len();
            self.codes.extend(codes);
            self.games.push(IndexedGame {
                file: head.file,
                number: head.number,
                size,
                winner: head.winner,
                start,
                end: self.codes.len(),
            });
        }
        Ok(())
    }
}
