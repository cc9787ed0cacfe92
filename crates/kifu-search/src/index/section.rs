//! The sections of an index, and the records in them.

use kifu_core::Size;

use crate::line::Winner;

pub(crate) const MAGIC: &[u8; 8] = b"kifuidx\n";
pub(crate) const VERSION: u32 = 2;
/// The length of the header in bytes: magic, version, length and CRC of the directory, and number
/// of files.
pub(crate) const HEADER: usize = 8 + 4 * 4;
/// The maximum number of games in a block, and of file names in a section.
pub(crate) const BLOCK: usize = 1024;

/// A directory entry.
#[derive(Clone, Copy)]
pub(crate) struct Section {
    pub(crate) kind: SectionKind,
    /// The number of games or files.
    pub(crate) count: u32,
    /// The start of the section, computed from the lengths of the previous sections.
    pub(crate) offset: u64,
    pub(crate) len: u32,
    pub(crate) crc: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum SectionKind {
    /// The names and stamps of files.
    Files,
    /// The points where games on boards of this size ever have stones.
    Stones(Size),
    /// The moves of the same games.
    Games(Size),
}

impl Section {
    pub(crate) const LEN: usize = 16;

    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        let (kind, size) = match self.kind {
            SectionKind::Files => (0, None),
            SectionKind::Stones(size) => (1, Some(size)),
            SectionKind::Games(size) => (2, Some(size)),
        };
        let (cols, rows) = size.map_or((0, 0), |size| (size.cols(), size.rows()));
        out.extend([kind, cols, rows, 0]);
        out.extend(self.count.to_le_bytes());
        out.extend(self.len.to_le_bytes());
        out.extend(self.crc.to_le_bytes());
    }

    /// Reads the entry of the section that starts at an offset.
    pub(crate) fn read(mut bytes: &[u8], offset: u64) -> Option<Section> {
        let [kind, cols, rows, _] = take(&mut bytes)?;
        let size = || Size::new(cols, rows).ok();
        Some(Section {
            kind: match kind {
                0 => SectionKind::Files,
                1 => SectionKind::Stones(size()?),
                2 => SectionKind::Games(size()?),
                _ => return None,
            },
            count: u32::from_le_bytes(take(&mut bytes)?),
            offset,
            len: u32::from_le_bytes(take(&mut bytes)?),
            crc: u32::from_le_bytes(take(&mut bytes)?),
        })
    }
}

/// The data of a game other than its moves.
#[derive(Clone, Copy)]
pub(crate) struct Head {
    pub(crate) file: u32,
    pub(crate) number: u32,
    /// The end of the moves of the game, relative to the end of the heads.
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

    /// Reads the head of the game in a slot of a block.
    pub(crate) fn read(section: &[u8], slot: usize) -> Option<Head> {
        let mut bytes = section.get(slot * Head::LEN..)?;
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

/// The head and the moves of the game in a slot of a block of `count` games.
pub(crate) fn game(section: &[u8], count: usize, slot: usize) -> Option<(Head, &[u8])> {
    let head = Head::read(section, slot)?;
    let start = match slot {
        0 => 0,
        slot => Head::read(section, slot - 1)?.end,
    };
    let codes = section.get(count * Head::LEN..)?;
    Some((head, codes.get(start as usize..head.end as usize)?))
}

/// Splits off the first `N` bytes.
pub(crate) fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (first, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*first)
}
