//! Making an index.

use kifu_core::{Color, Size};

use super::code::Encoder;
use super::part::{BLOCK, HEADER, Head, Kind, MAGIC, Part, VERSION};
use super::reader::Contents;
use crate::grid::{self, Ever};
use crate::history::{History, Player};
use crate::line::{Line, Winner};

/// By what it is seen that a file is still the one that was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stamp {
    /// How many bytes it has.
    pub len: u64,
    /// When it was changed last, in whatever unit the caller keeps to.
    pub modified: u64,
    /// The CRC-32 of its bytes, as [`Stamp::crc_of`] makes it.
    pub crc: u32,
}

impl Stamp {
    /// The CRC-32 of the bytes of a file.
    pub fn crc_of(bytes: &[u8]) -> u32 {
        Stamp::crc_behind(0, bytes)
    }

    /// The same of bytes that follow others, whose CRC-32 is `before`, of all of them together.
    pub fn crc_behind(before: u32, bytes: &[u8]) -> u32 {
        let mut hasher = crc32fast::Hasher::new_with_initial(before);
        hasher.update(bytes);
        hasher.finalize()
    }
}

/// A file of an index.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct File {
    /// Its name: whatever the caller finds it again by.
    pub name: Vec<u8>,
    /// As it was when it was read.
    pub stamp: Stamp,
    /// How many games it has, those among them that are not in the index.
    pub games: u32,
}

/// Makes an index, file after file. The same files make the same bytes, whether their games are
/// read anew or kept from an earlier index.
pub struct Builder {
    files: u32,
    names: Vec<u8>,
    named: u32,
    /// Blocks that are not full, by size.
    open: Vec<Block>,
    /// Parts with their bytes in `bytes`, from its start.
    parts: Vec<Part>,
    bytes: Vec<u8>,
    player: Player,
    history: History,
    ever: Ever,
}

/// Games of one size.
struct Block {
    size: Size,
    heads: Vec<u8>,
    codes: Vec<u8>,
    count: usize,
    /// For each colour and point a bit for each game that had such a stone, [`BLOCK`] bits apart.
    stones: Vec<u8>,
}

/// The moves of a block have no more bytes than this, so that their places fit.
const MOST_CODES: usize = 1 << 26;

/// For so many sizes of boards games are collected at a time; each takes some hundred kilobytes.
const MOST_OPEN: usize = 16;

impl Default for Builder {
    fn default() -> Builder {
        Builder::new()
    }
}

impl Builder {
    /// An index of nothing.
    pub fn new() -> Builder {
        Builder {
            files: 0,
            names: Vec::new(),
            named: 0,
            open: Vec::new(),
            parts: Vec::new(),
            bytes: Vec::new(),
            player: Player::new(),
            history: History::new(),
            ever: Ever::NOWHERE,
        }
    }

    /// Begins a file.
    pub fn file(&mut self, file: &File) {
        if self.named as usize == BLOCK || self.names.len() > MOST_CODES {
            self.end_names();
        }
        let File { name, stamp, games } = file;
        self.names.extend((name.len() as u32).to_le_bytes());
        self.names.extend(name);
        self.names.extend(games.to_le_bytes());
        self.names.extend(stamp.len.to_le_bytes());
        self.names.extend(stamp.modified.to_le_bytes());
        self.names.extend(stamp.crc.to_le_bytes());
        self.named += 1;
        self.files += 1;
    }

    /// Adds a game of the file begun last, which has this number in it.
    pub fn game(&mut self, number: u32, line: &Line, winner: Winner) {
        let mut codes = Vec::new();
        let mut encoder = Encoder::new(line.size(), &mut codes);
        self.player.play(line, &mut self.history, |steps, taken| {
            encoder.step(steps, taken)
        });
        line.ever(u32::MAX, &mut self.ever);
        self.add(number, line.size(), winner, &codes);
    }

    /// Adds the games that a file had in an earlier index to the file begun last, and says how
    /// many.
    pub fn keep(&mut self, contents: &Contents, file: usize) -> usize {
        let mut kept = 0;
        for (number, size, winner, codes) in contents.games(file) {
            self.ever.clear(size);
            // Contents hold what could be read.
            if super::code::play(size, codes, &mut self.history).is_some() {
                self.history.ever(&mut self.ever);
                self.add(number, size, winner, codes);
                kept += 1;
            }
        }
        kept
    }

    /// The bytes of the index.
    pub fn finish(mut self) -> Vec<u8> {
        self.end_names();
        for block in std::mem::take(&mut self.open) {
            self.end_block(block);
        }
        let mut directory = Vec::new();
        self.parts
            .iter()
            .for_each(|part| part.write(&mut directory));
        let mut out = Vec::with_capacity(HEADER + directory.len() + self.bytes.len());
        out.extend(MAGIC);
        out.extend(VERSION.to_le_bytes());
        out.extend((directory.len() as u32).to_le_bytes());
        out.extend(crc32fast::hash(&directory).to_le_bytes());
        out.extend(self.files.to_le_bytes());
        out.extend(directory);
        out.append(&mut self.bytes);
        out
    }

    /// Adds a game whose stones are in `self.ever`.
    fn add(&mut self, number: u32, size: Size, winner: Winner, codes: &[u8]) {
        let at = self.open.iter().position(|block| block.size == size);
        let at = at.unwrap_or_else(|| {
            if self.open.len() == MOST_OPEN {
                let oldest = self.open.remove(0);
                self.end_block(oldest);
            }
            self.open.push(Block::new(size));
            self.open.len() - 1
        });
        let is_full = |block: &Block| {
            block.count == BLOCK || block.codes.len() + codes.len() > MOST_CODES && block.count > 0
        };
        if is_full(&self.open[at]) {
            let full = std::mem::replace(&mut self.open[at], Block::new(size));
            self.end_block(full);
        }
        let block = &mut self.open[at];
        block.codes.extend(codes);
        let head = Head {
            file: self.files.saturating_sub(1),
            number,
            end: block.codes.len() as u32,
            winner,
        };
        head.write(&mut block.heads);
        block.add_stones(&self.ever);
    }

    fn end_names(&mut self) {
        let names = std::mem::take(&mut self.names);
        let count = std::mem::take(&mut self.named);
        if count > 0 {
            self.part(Kind::Files, count, &names);
        }
    }

    fn end_block(&mut self, block: Block) {
        let count = block.count as u32;
        let used = block.count.div_ceil(8);
        let stones = block.stones.chunks_exact(BLOCK / 8);
        let stones: Vec<u8> = stones.flat_map(|bits| &bits[..used]).copied().collect();
        self.part(Kind::Stones(block.size), count, &stones);
        let mut games = block.heads;
        games.extend(block.codes);
        self.part(Kind::Games(block.size), count, &games);
    }

    fn part(&mut self, kind: Kind, count: u32, bytes: &[u8]) {
        self.parts.push(Part {
            kind,
            count,
            offset: self.bytes.len() as u64,
            len: bytes.len() as u32,
            crc: crc32fast::hash(bytes),
        });
        self.bytes.extend(bytes);
    }
}

impl Block {
    fn new(size: Size) -> Block {
        Block {
            size,
            heads: Vec::new(),
            codes: Vec::new(),
            count: 0,
            stones: vec![0; 2 * size.area() * BLOCK / 8],
        }
    }

    fn add_stones(&mut self, ever: &Ever) {
        let (byte, bit) = (self.count / 8, 1 << (self.count % 8));
        self.count += 1;
        for (color, rows) in [(Color::Black, &ever.black), (Color::White, &ever.white)] {
            for (row, &bits) in rows.iter().enumerate().take(self.size.rows().into()) {
                let mut left = bits;
                while left != 0 {
                    let col = left.trailing_zeros() as usize;
                    left &= left - 1;
                    let bitmap = grid::bitmap(color, row, col, self.size);
                    self.stones[bitmap * (BLOCK / 8) + byte] |= bit;
                }
            }
        }
    }
}
