//! The pieces of an index: what bytes say how much of what is where.

use kifu_core::Size;

use crate::line::Winner;

pub(crate) const MAGIC: &[u8; 8] = b"kifuidx\n";
pub(crate) const VERSION: u32 = 2;
/// Magic, version, length of the directory, its CRC, number of files.
pub(crate) const HEADER: usize = 8 + 4 * 4;
/// Games in a block, and files whose names are together.
pub(crate) const BLOCK: usize = 1024;

/// A line of the directory.
#[derive(Clone, Copy)]
pub(crate) struct Part {
    pub(crate) kind: Kind,
    /// How many games or files.
    pub(crate) count: u32,
    /// Where it starts, which follows from those before it.
    pub(crate) offset: u64,
    pub(crate) len: u32,
    pub(crate) crc: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Names and stamps of files.
    Files,
    /// Where games on boards of this size ever had stones.
    Stones(Size),
    /// The same games.
    Games(Size),
}

impl Part {
    pub(crate) const LEN: usize = 16;

    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        let (kind, size) = match self.kind {
            Kind::Files => (0, None),
            Kind::Stones(size) => (1, Some(size)),
            Kind::Games(size) => (2, Some(size)),
        };
        let (cols, rows) = size.map_or((0, 0), |size| (size.cols(), size.rows()));
        out.extend([kind, cols, rows, 0]);
        out.extend(self.count.to_le_bytes());
        out.extend(self.len.to_le_bytes());
        out.extend(self.crc.to_le_bytes());
    }

    /// The part that starts at an offset.
    pub(crate) fn read(mut bytes: &[u8], offset: u64) -> Option<Part> {
        let [kind, cols, rows, _] = take(&mut bytes)?;
        let size = || Size::new(cols, rows).ok();
        Some(Part {
            kind: match kind {
                0 => Kind::Files,
                1 => Kind::Stones(size()?),
                2 => Kind::Games(size()?),
                _ => return None,
            },
            count: u32::from_le_bytes(take(&mut bytes)?),
            offset,
            len: u32::from_le_bytes(take(&mut bytes)?),
            crc: u32::from_le_bytes(take(&mut bytes)?),
        })
    }
}

/// What is known of a game besides its moves.
#[derive(Clone, Copy)]
pub(crate) struct Head {
    pub(crate) file: u32,
    pub(crate) number: u32,
    /// Where its moves end, from the end of the heads.
    pub(crate) end: u32,
    pub(crate) winner: Winner,
}

impl Head {
    pub(crate) const LEN: usize = 13;

    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        out.extend(self.file.to_le_bytes());
        out.extend(self.number.to_le_bytes());
        out.extend(self.end.to_le_bytes());
        out.push(self.winner as u8);
    }

    /// Of a game of a block.
    pub(crate) fn read(part: &[u8], slot: usize) -> Option<Head> {
        let mut bytes = part.get(slot * Head::LEN..)?;
        Some(Head {
            file: u32::from_le_bytes(take(&mut bytes)?),
            number: u32::from_le_bytes(take(&mut bytes)?),
            end: u32::from_le_bytes(take(&mut bytes)?),
            winner: match take::<1>(&mut bytes)? {
                [0] => Winner::Black,
                [1] => Winner::White,
                [2] => Winner::Nobody,
                [3] => Winner::Unknown,
                _ => return None,
            },
        })
    }
}

/// A game of a block of so many: its head and its moves.
pub(crate) fn game(part: &[u8], count: usize, slot: usize) -> Option<(Head, &[u8])> {
    let head = Head::read(part, slot)?;
    let start = match slot {
        0 => 0,
        slot => Head::read(part, slot - 1)?.end,
    };
    let codes = part.get(count * Head::LEN..)?;
    Some((head, codes.get(start as usize..head.end as usize)?))
}

/// The first bytes of what is left.
pub(crate) fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (first, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*first)
}
