//! Builds indexes.

use kifu_core::{Color, Size};

use super::code::Encoder;
use super::reader::Contents;
use super::section::{BLOCK, HEADER, Head, MAGIC, Section, SectionKind, VERSION};
use crate::grid::{self, Ever};
use crate::history::{History, Player};
use crate::line::{Line, Winner};

/// The data by which a caller recognizes that a file has not changed since it was indexed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stamp {
    /// The length of the file in bytes.
    pub len: u64,
    /// The time of the last change, in a unit that the caller chooses.
    pub modified: u64,
    /// The CRC-32 of the contents, see [`Stamp::crc_of`].
    pub crc: u32,
}

impl Stamp {
    /// Returns the CRC-32 of the contents of a file.
    pub fn crc_of(bytes: &[u8]) -> u32 {
        Stamp::crc_continued(0, bytes)
    }

    /// Returns the CRC-32 of a file read in chunks: `before` is the CRC-32 of the preceding bytes.
    pub fn crc_continued(before: u32, bytes: &[u8]) -> u32 {
        let mut hasher = crc32fast::Hasher::new_with_initial(before);
        hasher.update(bytes);
        hasher.finalize()
    }
}

/// A file in an index.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct File {
    /// The name by which the caller finds the file again.
    pub name: Vec<u8>,
    /// The stamp of the file at the time of indexing.
    pub stamp: Stamp,
    /// The number of games in the file, including those that are not in the index.
    pub games: u32,
}

/// Builds an index, file by file. The same files produce the same bytes, whether their games are read again or kept
/// from an earlier index.
pub struct Builder {
    files: u32,
    names: Vec<u8>,
    named: u32,
    /// Blocks that are not full, for several board sizes.
    open: Vec<Block>,
    /// The sections in `bytes`, in order.
    sections: Vec<Section>,
    bytes: Vec<u8>,
    player: Player,
    history: History,
    ever: Ever,
    /// A reusable buffer for the moves of a game.
    codes: Vec<u8>,
}

/// A block of games on one board size.
struct Block {
    size: Size,
    heads: Vec<u8>,
    codes: Vec<u8>,
    count: usize,
    /// For each colour and point, one bit for each game that ever has such a stone; bitmaps are [`BLOCK`] bits apart.
    stones: Vec<u8>,
}

/// The maximum number of bytes for the moves of a block, so that offsets fit their fields.
const MOST_CODES: usize = 1 << 26;

/// The maximum number of board sizes with an open block; each takes several hundred kilobytes.
const MOST_OPEN: usize = 16;

impl Default for Builder {
    fn default() -> Builder {
        Builder::new()
    }
}

impl Builder {
    /// Creates a builder for an empty index.
    pub fn new() -> Builder {
        Builder {
            files: 0,
            names: Vec::new(),
            named: 0,
            open: Vec::new(),
            sections: Vec::new(),
            bytes: Vec::new(),
            player: Player::new(),
            history: History::new(),
            ever: Ever::NOWHERE,
            codes: Vec::new(),
        }
    }

    /// Starts a file.
    pub fn start_file(&mut self, file: &File) {
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

    /// Adds a game of the last started file. `number` is the number of the game in that file.
    pub fn add_game(&mut self, number: u32, line: &Line, winner: Winner) {
        // Captures are recognized by the contents before the move, so no point needs to be watched.
        self.history.watch(&grid::NO_ROWS);
        let mut codes = std::mem::take(&mut self.codes);
        codes.clear();
        let mut encoder = Encoder::new(line.size(), &mut codes);
        self.player.play(line, &mut self.history, |steps, taken| {
            encoder.step(steps, taken)
        });
        line.ever(u32::MAX, &mut self.ever);
        self.add(number, line.size(), winner, &codes);
        self.codes = codes;
    }

    /// Adds the games that a file has in an earlier index to the last started file, and returns their number.
    pub fn keep_games(&mut self, contents: &Contents, file: usize) -> usize {
        let mut kept = 0;
        self.history.watch(&grid::ALL_ROWS);
        for (number, size, winner, codes) in contents.games(file) {
            // `Contents` contains only games that can be played.
            if super::code::play(size, codes, &mut self.history).is_some() {
                self.history.ever(&mut self.ever);
                self.add(number, size, winner, codes);
                kept += 1;
            }
        }
        kept
    }

    /// Finishes the index and returns its bytes.
    pub fn finish(mut self) -> Vec<u8> {
        self.end_names();
        for block in std::mem::take(&mut self.open) {
            self.end_block(block);
        }
        let mut directory = Vec::new();
        self.sections
            .iter()
            .for_each(|section| section.write(&mut directory));
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
            self.section(SectionKind::Files, count, &names);
        }
    }

    fn end_block(&mut self, block: Block) {
        let count = block.count as u32;
        let used = block.count.div_ceil(8);
        let stones = block.stones.chunks_exact(BLOCK / 8);
        let stones: Vec<u8> = stones.flat_map(|bits| &bits[..used]).copied().collect();
        self.section(SectionKind::Stones(block.size), count, &stones);
        let mut games = block.heads;
        games.extend(block.codes);
        self.section(SectionKind::Games(block.size), count, &games);
    }

    fn section(&mut self, kind: SectionKind, count: u32, bytes: &[u8]) {
        self.sections.push(Section {
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
