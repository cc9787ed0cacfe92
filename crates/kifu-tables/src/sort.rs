//! Sorts positions by their hashes, with bounded memory.
//!
//! While inputs are read, positions are appended to one file. At the end, a file that is too long for the memory is split by
//! the first byte of the hashes, and its parts by the next one if necessary. Then each part is sorted in memory.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::iter;
use std::path::{Path, PathBuf};

use kifu_arrow::Position;

/// The length of a position in a file.
const LEN: usize = 23;

/// The number of positions that are sorted in memory at once.
pub(crate) const MAX_ROWS: u64 = 1 << 20;

/// The size of the memory in which positions of a file are collected.
const BUFFER_LEN: usize = 2048 * LEN;

/// A file with unsorted positions.
pub(crate) struct Unsorted {
    file: BufWriter<File>,
    len: u64,
}

impl Unsorted {
    /// Continues a file after this number of bytes. What follows them is removed.
    pub(crate) fn open(path: &Path, len: u64) -> io::Result<Unsorted> {
        let mut options = OpenOptions::new();
        options.create(true).write(true).truncate(false);
        let mut file = options.open(path)?;
        if file.metadata()?.len() < len {
            return Err(io::Error::other("the file with positions is incomplete"));
        }
        file.set_len(len)?;
        file.seek(SeekFrom::Start(len))?;
        let file = BufWriter::with_capacity(BUFFER_LEN, file);
        Ok(Unsorted { file, len })
    }

    pub(crate) fn add(&mut self, position: &Position) -> io::Result<()> {
        self.add_bytes(&encoded(position))
    }

    fn add_bytes(&mut self, bytes: &[u8; LEN]) -> io::Result<()> {
        self.len += LEN as u64;
        self.file.write_all(bytes)
    }

    /// Flushes all positions to the disk, and returns the length of the file in bytes.
    pub(crate) fn sync(&mut self) -> io::Result<u64> {
        self.file.flush()?;
        self.file.get_ref().sync_data()?;
        Ok(self.len)
    }
}

/// Returns files in the order of the hashes of their positions, each of which can be sorted in memory: the file itself, or
/// files in a directory next to it, which are made when they are needed.
pub(crate) fn parts(path: PathBuf, max_rows: u64) -> impl Iterator<Item = io::Result<PathBuf>> {
    // The files that are still to be split or returned, in reverse order, each with the number of bytes of the hashes
    // that its positions have in common.
    let mut left = vec![(path, 0)];
    iter::from_fn(move || {
        while let Some((path, depth)) = left.pop() {
            match split(&path, depth, max_rows) {
                Ok(None) => return Some(Ok(path)),
                Ok(Some(parts)) => {
                    left.extend(parts.into_iter().rev().map(|part| (part, depth + 1)))
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

/// Splits a file by a byte of the hashes, if it is too long. Hashes have eight bytes.
fn split(path: &Path, depth: usize, max_rows: u64) -> io::Result<Option<Vec<PathBuf>>> {
    let rows = fs::metadata(path)?.len() / LEN as u64;
    if rows <= max_rows || depth == 8 {
        return Ok(None);
    }
    let directory = path.with_extension("parts");
    match fs::remove_dir_all(&directory) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => fs::create_dir(&directory)?,
    }
    let paths: Vec<PathBuf> = (0..=255)
        .map(|byte| directory.join(format!("{byte:02x}")))
        .collect();
    let files = paths.iter().map(|path| Unsorted::open(path, 0));
    let mut files = files.collect::<io::Result<Vec<_>>>()?;
    let mut file = BufReader::with_capacity(BUFFER_LEN, File::open(path)?);
    let mut bytes = [0; LEN];
    for _ in 0..rows {
        file.read_exact(&mut bytes)?;
        files[digit(decoded(&bytes).hash, depth)].add_bytes(&bytes)?;
    }
    files.iter_mut().try_for_each(|part| part.file.flush())?;
    if depth > 0 {
        fs::remove_file(path)?;
    }
    Ok(Some(paths))
}

/// Returns a byte of a hash, from the first one, such that their order is that of signed numbers.
fn digit(hash: i64, depth: usize) -> usize {
    usize::from((hash ^ i64::MIN).to_be_bytes()[depth])
}

/// The positions of a file, in memory as in the file.
pub(crate) struct Sorted(Vec<u8>);

impl Sorted {
    /// Reads the positions of a file, and sorts them by hash, game and number of moves.
    pub(crate) fn read(path: &Path) -> io::Result<Sorted> {
        let mut bytes = fs::read(path)?;
        let (rows, _) = bytes.as_chunks_mut::<LEN>();
        rows.sort_unstable_by_key(|row| {
            let position = decoded(row);
            (position.hash, position.game, position.ply)
        });
        Ok(Sorted(bytes))
    }

    /// The positions.
    pub(crate) fn positions(&self) -> impl ExactSizeIterator<Item = Position> {
        self.0.as_chunks::<LEN>().0.iter().map(decoded)
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
        for max_rows in [100, 10_000] {
            let mut count = 0;
            let sorted: Vec<Position> = parts(path.clone(), max_rows)
                .flat_map(|part| {
                    count += 1;
                    let part = Sorted::read(&part.unwrap()).unwrap();
                    part.positions().collect::<Vec<_>>()
                })
                .collect();
            assert!(sorted == all);
            assert_eq!(count == 1, max_rows == 10_000);
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
        drop(unsorted);
        let mut unsorted = Unsorted::open(&path, len).unwrap();
        unsorted.add(&position(1)).unwrap();
        let len = unsorted.sync().unwrap();
        let sorted = Sorted::read(&path).unwrap();
        assert!(sorted.positions().eq([position(1), position(2)]));
        assert!(Unsorted::open(&path, len + 1).is_err());
    }
}
