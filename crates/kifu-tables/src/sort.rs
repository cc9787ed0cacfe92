//! Sorts positions by their hashes, with bounded memory.
//!
//! While inputs are read, positions are appended to one file. At the end, a file that is too long for the memory is split by
//! the first byte of the hashes, and its parts by the next one if necessary. Then each part is sorted in memory, unless
//! all of its positions have the same hash: they are in order.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::iter;
use std::path::{Path, PathBuf};

use kifu_arrow::Position;

use crate::appended::AppendedFile;

/// The length of a position in a file.
const LEN: usize = 23;

/// The number of positions that are sorted in memory at once.
pub(crate) const MAX_ROWS: u64 = 1 << 20;

/// The size of the memory through which a file is read.
const BUFFER_LEN: usize = 4096 * LEN;

/// A file with unsorted positions.
pub(crate) struct Unsorted {
    file: AppendedFile,
    len: u64,
}

impl Unsorted {
    /// Continues a file after this number of bytes. What follows them is removed.
    pub(crate) fn open(path: &Path, len: u64) -> io::Result<Unsorted> {
        let file = AppendedFile::continued(path, len)?;
        Ok(Unsorted { file, len })
    }

    pub(crate) fn add(&mut self, position: &Position) -> io::Result<()> {
        self.len += LEN as u64;
        self.file.write_all(&encoded(position))
    }

    /// Flushes all positions to the disk, and returns the length of the file in bytes.
    pub(crate) fn sync(&mut self) -> io::Result<u64> {
        self.file.sync()?;
        Ok(self.len)
    }
}

/// A file whose positions can be sorted.
pub(crate) struct Part {
    pub(crate) path: PathBuf,
    /// Whether the positions are sorted. All of them have the same hash, and they are in the order of the games.
    is_sorted: bool,
}

/// Returns files in the order of the hashes of their positions, with at most `max_rows` rows unless they are sorted: the
/// file itself, or files in a directory next to it, which are made when they are needed.
pub(crate) fn parts(path: PathBuf, max_rows: u64) -> impl Iterator<Item = io::Result<Part>> {
    // The files that are still to be split or returned, in reverse order, each with the number of bytes of the hashes
    // that its positions have in common.
    let mut left = vec![(path, 0)];
    iter::from_fn(move || {
        while let Some((path, depth)) = left.pop() {
            match split(&path, depth, max_rows) {
                Ok(Split::Not { is_sorted }) => return Some(Ok(Part { path, is_sorted })),
                Ok(Split::Into(parts)) => {
                    left.extend(parts.into_iter().rev().map(|part| (part, depth + 1)));
                }
                Err(error) => {
                    left.clear();
                    return Some(Err(error));
                }
            }
        }
        None
    })
}

enum Split {
    Not { is_sorted: bool },
    Into(Vec<PathBuf>),
}

/// Splits a file by a byte of the hashes, if it is too long. The order of rows with the same byte stays.
fn split(path: &Path, depth: usize, max_rows: u64) -> io::Result<Split> {
    if fs::metadata(path)?.len() / LEN as u64 <= max_rows {
        return Ok(Split::Not { is_sorted: false });
    }
    // All games begin with the same board, for example.
    let mut rows = Rows::open(path)?.map(|row| Ok(decoded(&row?).hash));
    let first = rows.next().transpose()?;
    let differs = |hash: &io::Result<i64>| hash.as_ref().ok() != first.as_ref();
    match rows.find(differs) {
        None => return Ok(Split::Not { is_sorted: true }),
        Some(other) => other?,
    };
    let directory = path.with_extension("parts");
    match fs::remove_dir_all(&directory) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => fs::create_dir(&directory)?,
    }
    let paths: Vec<PathBuf> = (0..=255)
        .map(|byte| directory.join(format!("{byte:02x}")))
        .collect();
    let files = paths.iter().map(|path| AppendedFile::create(path));
    let mut files = files.collect::<io::Result<Vec<_>>>()?;
    for row in Rows::open(path)? {
        let row = row?;
        files[digit(decoded(&row).hash, depth)].write_all(&row)?;
    }
    files.iter_mut().try_for_each(Write::flush)?;
    if depth > 0 {
        fs::remove_file(path)?;
    }
    Ok(Split::Into(paths))
}

/// The rows of a file, as they are in it.
struct Rows(BufReader<File>);

impl Rows {
    fn open(path: &Path) -> io::Result<Rows> {
        Ok(Rows(BufReader::with_capacity(
            BUFFER_LEN,
            File::open(path)?,
        )))
    }
}

impl Iterator for Rows {
    type Item = io::Result<[u8; LEN]>;

    fn next(&mut self) -> Option<io::Result<[u8; LEN]>> {
        match self.0.fill_buf() {
            Ok([]) => return None,
            Ok(_) => {}
            Err(error) => return Some(Err(error)),
        }
        let mut row = [0; LEN];
        Some(self.0.read_exact(&mut row).map(|()| row))
    }
}

/// Returns a byte of a hash, from the first one, such that their order is that of signed numbers.
fn digit(hash: i64, depth: usize) -> usize {
    usize::from((hash ^ i64::MIN).to_be_bytes()[depth])
}

/// The positions of a file in order.
pub(crate) enum Sorted {
    /// The rows in memory, as in the file.
    InMemory(Vec<u8>),
    /// A sorted file, which can be too long for the memory.
    File(PathBuf),
}

impl Sorted {
    /// Sorts the positions of a file by hash, game and number of moves.
    pub(crate) fn read(part: Part) -> io::Result<Sorted> {
        if part.is_sorted {
            return Ok(Sorted::File(part.path));
        }
        let mut bytes = fs::read(&part.path)?;
        let (rows, _) = bytes.as_chunks_mut::<LEN>();
        rows.sort_unstable_by_key(|row| {
            let position = decoded(row);
            (position.hash, position.game, position.ply)
        });
        Ok(Sorted::InMemory(bytes))
    }

    /// Calls `write` with the positions, at most `len` at a time.
    pub(crate) fn each_batch(
        &self,
        len: usize,
        mut write: impl FnMut(Vec<Position>) -> io::Result<()>,
    ) -> io::Result<()> {
        match self {
            Sorted::InMemory(bytes) => {
                let mut batches = bytes.as_chunks::<LEN>().0.chunks(len);
                batches.try_for_each(|rows| write(rows.iter().map(decoded).collect()))
            }
            Sorted::File(path) => {
                let mut rows = Rows::open(path)?.map(|row| Ok(decoded(&row?)));
                loop {
                    let batch: io::Result<Vec<Position>> = rows.by_ref().take(len).collect();
                    match batch? {
                        batch if batch.is_empty() => return Ok(()),
                        batch => write(batch)?,
                    }
                }
            }
        }
    }
}

/// The code for a position without a next move, which is not the code of a move.
const NO_MOVE: u16 = u16::MAX;

fn encoded(position: &Position) -> [u8; LEN] {
    let mut bytes = [0; LEN];
    bytes[..8].copy_from_slice(&position.hash.to_le_bytes());
    bytes[8..16].copy_from_slice(&position.game.to_le_bytes());
    bytes[16..20].copy_from_slice(&position.ply.to_le_bytes());
    bytes[20..22].copy_from_slice(&position.next.unwrap_or(NO_MOVE).to_le_bytes());
    bytes[22] = match position.winner {
        None => 0,
        Some("black") => 1,
        Some("white") => 2,
        Some(_) => 3,
    };
    bytes
}

fn decoded(bytes: &[u8; LEN]) -> Position {
    let [hash @ .., _, _, _, _, _, _, _, _, _, _, _, _, _, _, _] = *bytes;
    let [_, _, _, _, _, _, _, _, game @ .., _, _, _, _, _, _, _] = *bytes;
    let [.., p0, p1, p2, p3, n0, n1, winner] = *bytes;
    let next = u16::from_le_bytes([n0, n1]);
    Position {
        hash: i64::from_le_bytes(hash),
        game: i64::from_le_bytes(game),
        ply: u32::from_le_bytes([p0, p1, p2, p3]),
        next: (next != NO_MOVE).then_some(next),
        winner: match winner {
            0 => None,
            1 => Some("black"),
            2 => Some("white"),
            _ => Some("draw"),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A random number: the step of SplitMix64.
    fn random(state: &mut u64) -> u64 {
        *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (*state ^ (*state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z ^ (z >> 27)
    }

    #[test]
    fn parts_are_sorted_and_complete() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("positions");
        let mut state = 1;
        let mut all = Vec::new();
        let mut unsorted = Unsorted::open(&path, 0).unwrap();
        for game in 0..5000 {
            let position = Position {
                // Some hashes share all of their first bytes.
                hash: match random(&mut state) {
                    hash if hash % 10 == 7 => 7,
                    hash if hash.is_multiple_of(3) => hash as i64,
                    hash => -((hash % 1000) as i64),
                },
                game,
                ply: (random(&mut state) % 300) as u32,
                next: random(&mut state).is_multiple_of(2).then_some(361),
                winner: [None, Some("black"), Some("white"), Some("draw")][(game % 4) as usize],
            };
            unsorted.add(&position).unwrap();
            all.push(position);
        }
        unsorted.sync().unwrap();
        all.sort_by_key(|position| (position.hash, position.game));
        for (max_rows, batch) in [(100, 64), (10_000, 10_000)] {
            let (mut count, mut sorted_parts) = (0, 0);
            let mut sorted = Vec::new();
            for part in parts(path.clone(), max_rows) {
                let part = part.unwrap();
                count += 1;
                sorted_parts += usize::from(part.is_sorted);
                let part = Sorted::read(part).unwrap();
                let add = |positions: Vec<Position>| {
                    assert!(positions.len() <= batch);
                    sorted.extend(positions);
                    Ok(())
                };
                part.each_batch(batch, add).unwrap();
            }
            assert!(sorted == all);
            assert_eq!(count == 1, max_rows == 10_000);
            // The hash that every tenth position has is not split.
            assert_eq!(sorted_parts, usize::from(max_rows == 100));
        }
    }

    #[test]
    fn a_file_continues_after_its_last_complete_part() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("positions");
        let position = |hash| Position {
            hash,
            game: 0,
            ply: 0,
            next: None,
            winner: None,
        };
        let mut unsorted = Unsorted::open(&path, 0).unwrap();
        unsorted.add(&position(2)).unwrap();
        let len = unsorted.sync().unwrap();
        unsorted.add(&position(3)).unwrap();
        unsorted.add(&position(4)).unwrap();
        assert!(unsorted.sync().unwrap() > len);
        drop(unsorted);
        let mut unsorted = Unsorted::open(&path, len).unwrap();
        unsorted.add(&position(1)).unwrap();
        let len = unsorted.sync().unwrap();
        assert_eq!(len, 2 * LEN as u64);
        let part = Part {
            path: path.clone(),
            is_sorted: false,
        };
        let check = |positions: Vec<Position>| {
            assert_eq!(positions, [position(1), position(2)]);
            Ok(())
        };
        Sorted::read(part).unwrap().each_batch(9, check).unwrap();
        assert!(Unsorted::open(&path, len + 1).is_err());
    }
}
