//! Sorts positions by their hashes, with bounded memory.
//!
//! While inputs are read, positions are appended to 256 files, one for each first byte of the hashes. At the end each
//! file is sorted in memory. A file that is too long is first split by the next byte.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use kifu_arrow::Position;

/// The number of files.
pub(crate) const BUCKETS: usize = 256;

/// The length of a position in a file.
const LEN: usize = 23;

/// The number of positions that are sorted in memory at once.
const MAX_ROWS: u64 = 1 << 20;

/// The size of the memory in which positions of a file are collected.
const BUFFER_LEN: usize = 1024 * LEN;

/// Files with unsorted positions.
pub(crate) struct Unsorted {
    directory: PathBuf,
    files: Vec<BufWriter<File>>,
    lens: Vec<u64>,
}

impl Unsorted {
    /// Continues files that have these lengths; an empty list starts new files.
    pub(crate) fn open(directory: &Path, lens: &[u64]) -> io::Result<Unsorted> {
        fs::create_dir_all(directory)?;
        let lens = if lens.is_empty() {
            vec![0; BUCKETS]
        } else {
            lens.to_vec()
        };
        let mut files = Vec::with_capacity(BUCKETS);
        for (bucket, len) in lens.iter().enumerate() {
            let path = path_of(directory, bucket);
            let file = OpenOptions::new().create(true).write(true).truncate(false).open(path)?;
            if file.metadata()?.len() < *len {
                return Err(io::Error::other("a file with positions is incomplete"));
            }
            // What was written after the last part is written again.
            file.set_len(*len)?;
            let mut file = BufWriter::with_capacity(BUFFER_LEN, file);
            file.seek(SeekFrom::Start(*len))?;
            files.push(file);
        }
        Ok(Unsorted {
            directory: directory.to_owned(),
            files,
            lens,
        })
    }

    pub(crate) fn add(&mut self, position: &Position) -> io::Result<()> {
        let bucket = digit(position.hash, 0);
        self.lens[bucket] += LEN as u64;
        self.files[bucket].write_all(&encoded(position))
    }

    /// Flushes all positions to the disk, and returns the lengths of the files.
    pub(crate) fn sync(&mut self) -> io::Result<Vec<u64>> {
        for file in &mut self.files {
            file.flush()?;
            file.get_ref().sync_data()?;
        }
        Ok(self.lens.clone())
    }

    /// Returns the files in the order of the hashes, each of which can be sorted in memory.
    pub(crate) fn into_files(self) -> impl Iterator<Item = io::Result<PathBuf>> {
        let Unsorted { directory, files, lens } = self;
        drop(files);
        let paths = (0..BUCKETS).map(move |bucket| path_of(&directory, bucket));
        paths.zip(lens).flat_map(|(path, len)| -> Box<dyn Iterator<Item = io::Result<PathBuf>>> {
            match split(path, len, 1) {
                Ok(paths) => Box::new(paths.into_iter().map(Ok)),
                Err(error) => Box::new(std::iter::once(Err(error))),
            }
        })
    }
}

fn path_of(directory: &Path, bucket: usize) -> PathBuf {
    directory.join(format!("{bucket:02x}"))
}

/// Returns a byte of a hash, from the first one, such that their order is that of signed numbers.
fn digit(hash: i64, depth: usize) -> usize {
    usize::from((hash ^ i64::MIN).to_be_bytes()[depth])
}

/// Splits a file by a byte of the hashes, if it is too long. Hashes have eight bytes.
fn split(path: PathBuf, len: u64, depth: usize) -> io::Result<Vec<PathBuf>> {
    if len / LEN as u64 <= MAX_ROWS || depth == 8 {
        return Ok(vec![path]);
    }
    let directory = path.with_extension("d");
    let _ = fs::remove_dir_all(&directory);
    let mut parts = Unsorted::open(&directory, &[])?;
    let mut file = BufReader::with_capacity(BUFFER_LEN, File::open(&path)?);
    let mut bytes = [0; LEN];
    for _ in 0..len / LEN as u64 {
        file.read_exact(&mut bytes)?;
        let bucket = digit(decoded(&bytes).hash, depth);
        parts.lens[bucket] += LEN as u64;
        parts.files[bucket].write_all(&bytes)?;
    }
    for file in &mut parts.files {
        file.flush()?;
    }
    let Unsorted { lens, .. } = parts;
    let mut paths = Vec::new();
    for (bucket, len) in lens.into_iter().enumerate() {
        paths.extend(split(path_of(&directory, bucket), len, depth + 1)?);
    }
    Ok(paths)
}

/// Reads the positions of a file, and sorts them by hash, game and number of moves.
pub(crate) fn sorted(path: &Path) -> io::Result<Vec<Position>> {
    let bytes = fs::read(path)?;
    let (positions, _) = bytes.as_chunks::<LEN>();
    let mut positions: Vec<Position> = positions.iter().map(decoded).collect();
    positions.sort_unstable_by_key(|position| (position.hash, position.game, position.ply));
    Ok(positions)
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
