//! Reading an index.

use std::fmt;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;

use kifu_core::{Color, Size};

use super::builder::{File, Stamp};
use super::code;
use super::part::{self, BLOCK, HEADER, Head, Kind, MAGIC, Part, VERSION, take};
use crate::Cell;
use crate::grid;
use crate::line::Winner;
use crate::plan::{Placed, Plan};
use crate::searcher::{Found, Query, Work, plan};

/// Why an index could not be read.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// Reading failed.
    Io(io::Error),
    /// It is no index.
    NotAnIndex,
    /// It is of a version that is not known here.
    Version(u32),
    /// It does not hold together; it is to be built anew.
    Damaged,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Io(error) => error.fmt(f),
            Error::NotAnIndex => f.write_str("this is no search index"),
            Error::Version(version) => {
                write!(
                    f,
                    "a search index of version {version}, and only {VERSION} is known"
                )
            }
            Error::Damaged => f.write_str("the search index is damaged; build it anew"),
        }
    }
}

impl std::error::Error for Error {
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

/// A game that an index found something in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Game {
    /// The number of its file, from 0 in the order in which they were indexed.
    pub file: u32,
    /// Its number in the file.
    pub number: u32,
    /// The size of its board.
    pub size: Size,
    /// Who won it.
    pub winner: Winner,
}

/// An index that is there to be searched.
///
/// Every part is checked against its CRC when it is read, and whatever the bytes are, the
/// answer is an [`Error`] at worst.
pub struct Index<R> {
    source: R,
    files: u32,
    games: u64,
    parts: Vec<Part>,
    stones: Vec<u8>,
    codes: Vec<u8>,
    names: Vec<u8>,
    /// Which of the parts is in `names`, and where in it each file starts.
    named: Option<usize>,
    starts: Vec<usize>,
}

impl<R: Read + Seek> Index<R> {
    /// Reads what is at the start of an index.
    ///
    /// # Errors
    ///
    /// [`Error`] if it is none.
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
        let parts = directory.chunks(Part::LEN).map(|bytes| {
            let part = Part::read(bytes, offset)?;
            offset += u64::from(part.len);
            Some(part)
        });
        let parts: Vec<Part> = parts.collect::<Option<_>>().ok_or(Error::Damaged)?;
        let counts = parts
            .iter()
            .filter(|part| matches!(part.kind, Kind::Games(_)));
        Ok(Index {
            source,
            files,
            games: counts.map(|part| u64::from(part.count)).sum(),
            parts,
            stones: Vec::new(),
            codes: Vec::new(),
            names: Vec::new(),
            named: None,
            starts: Vec::new(),
        })
    }

    /// How many files are in it.
    pub fn files(&self) -> u32 {
        self.files
    }

    /// How many games are in it.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Tells of each game that has what is looked for, until the answer is `false`. Games come
    /// in the order of their files if all are on boards of one size; else size by size.
    ///
    /// # Errors
    ///
    /// [`Error`] if the index cannot be read.
    pub fn search(
        &mut self,
        query: &Query,
        mut tell: impl FnMut(&Game, &Found<'_>) -> bool,
    ) -> Result<(), Error> {
        let mut work = Work::new();
        let mut plans = Vec::new();
        let mut candidates: Vec<(u32, Placed)> = Vec::new();
        for block in 0..self.parts.len() {
            let Kind::Stones(size) = self.parts[block].kind else {
                continue;
            };
            let games = *self.parts.get(block + 1).ok_or(Error::Damaged)?;
            let count = self.parts[block].count as usize;
            if games.kind != Kind::Games(size) || games.count as usize != count || count > BLOCK {
                return Err(Error::Damaged);
            }
            let plan: &Plan = plan(&mut plans, query, size);
            if plan.variants.is_empty() {
                continue;
            }
            load(&mut self.source, &self.parts[block], &mut self.stones)?;
            let bitmaps = Bitmaps::new(&self.stones, size, count).ok_or(Error::Damaged)?;
            let mut loaded = false;
            for some in bitmaps.stretches(plan) {
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
                    let game = part::game(&self.codes, count, slot);
                    let (head, codes) = game.ok_or(Error::Damaged)?;
                    code::play(size, codes, &mut work.history).ok_or(Error::Damaged)?;
                    work.candidates.clear();
                    work.candidates
                        .extend(of_game.iter().map(|candidate| candidate.1));
                    work.find(plan, query);
                    let found = work.found(plan);
                    if !found.is_empty() && !tell(&game_of(&head, size), &found) {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }

    /// A file by its number.
    ///
    /// # Errors
    ///
    /// [`Error`] if the index cannot be read, or has no such file.
    pub fn file(&mut self, file: u32) -> Result<File, Error> {
        let mut first = 0;
        let of_files = self.parts.iter().enumerate();
        let mut of_files = of_files.filter(|(_, part)| part.kind == Kind::Files);
        let (at, part) = of_files
            .find(|(_, part)| {
                let here = file - first < part.count;
                first += if here {
                    0
                } else {
                    part.count.min(file - first)
                };
                here
            })
            .ok_or(Error::Damaged)?;
        if self.named != Some(at) {
            self.named = None;
            load(&mut self.source, part, &mut self.names)?;
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

    /// All of it.
    ///
    /// # Errors
    ///
    /// [`Error`] if it cannot be read.
    pub fn contents(&mut self) -> Result<Contents, Error> {
        let mut contents = Contents::default();
        let parts = self.parts.clone();
        for part in &parts {
            match part.kind {
                Kind::Stones(_) => {}
                Kind::Files => {
                    load(&mut self.source, part, &mut self.codes)?;
                    contents.add_files(&self.codes, part.count)?;
                }
                Kind::Games(size) => {
                    load(&mut self.source, part, &mut self.codes)?;
                    contents.add_games(size, &self.codes, part.count)?;
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

/// Reads a part in place of another one.
fn load<R: Read + Seek>(source: &mut R, part: &Part, into: &mut Vec<u8>) -> Result<(), Error> {
    source.seek(SeekFrom::Start(part.offset))?;
    into.clear();
    // It has so many bytes, if the source does; room for all is made only for what is likely.
    into.reserve((part.len as usize).min(1 << 20));
    source.by_ref().take(part.len.into()).read_to_end(into)?;
    match into.len() == part.len as usize && crc32fast::hash(into) == part.crc {
        true => Ok(()),
        false => Err(Error::Damaged),
    }
}

/// The next of some files.
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

/// So many candidates are collected at a time.
const MOST_CANDIDATES: usize = 1 << 21;

/// Where the games of a block ever had stones.
struct Bitmaps<'b> {
    bytes: &'b [u8],
    size: Size,
    count: usize,
    /// How many bytes a bitmap has.
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

    /// The bytes of the bitmaps, so many at a time that the candidates are not too many.
    fn stretches(&self, plan: &Plan) -> impl Iterator<Item = Range<usize>> + use<> {
        let places = plan.variants.iter().flat_map(|variant| variant.places);
        let places: u32 = places.map(u64::count_ones).sum();
        let step = (MOST_CANDIDATES / 8 / places.max(1) as usize).max(1);
        let len = self.len;
        let starts = (0..len).step_by(step);
        starts.map(move |start| start..len.min(start + step))
    }

    /// Which games of these bytes could have the pattern where.
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
                        self.tell(left, of.start, |slot| candidates.push((slot, placed)));
                    }
                }
            }
        }
    }

    /// Leaves the games that ever had such a stone there; says whether any are left.
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

    fn tell(&self, left: &[u8], from: usize, mut tell: impl FnMut(u32)) {
        for (n, &byte) in (from..).zip(left) {
            let mut byte = byte;
            while byte != 0 {
                let slot = n * 8 + byte.trailing_zeros() as usize;
                byte &= byte - 1;
                if slot < self.count {
                    tell(slot as u32);
                }
            }
        }
    }
}

/// All that an index holds.
#[derive(Clone, Debug, Default)]
pub struct Contents {
    files: Vec<File>,
    /// By file and number.
    games: Vec<Kept>,
    codes: Vec<u8>,
}

#[derive(Clone, Copy, Debug)]
struct Kept {
    file: u32,
    number: u32,
    size: Size,
    winner: Winner,
    start: usize,
    end: usize,
}

impl Contents {
    /// The files, in their order.
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
            let game = part::game(bytes, count as usize, slot);
            let (head, codes) = game.ok_or(Error::Damaged)?;
            let start = self.codes.len();
            self.codes.extend(codes);
            self.games.push(Kept {
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
