//! Reads archives of each kind.

use std::io::{self, BufRead, Read, Seek};
use std::ops::ControlFlow;

use tar::EntryType;
use zip::ZipArchive;
use zip::result::ZipError;

use crate::kind::{ArchiveKind, Packing};
use crate::limits::{Bounded, Limits};
use crate::packed::{Bzip2, Gzip, Xz, Zstd};
use crate::seven_zip;

/// An entry of an archive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry<'a> {
    /// The name of the entry as in the archive, such as `1998/game.sgf`, usually in UTF-8. It can be any text, such as
    /// an absolute path or `../game.sgf`. Empty for a [single compressed file](ArchiveKind::Single).
    pub name: &'a [u8],
    /// Whether the entry is a file, and neither a directory nor a link.
    pub is_file: bool,
}

/// Reads the wanted files of an archive, in their order, each into memory.
///
/// `wanted` returns a value for each entry that is needed, such as its path; the result for an entry that is not a file
/// is ignored. `found` takes the value and the bytes of the file. If one file is damaged or encrypted, `found` takes an
/// error, and the files after it are read if possible. The reading ends early if `found` returns `Break`.
///
/// # Errors
///
/// If the archive cannot be read, or exceeds the limit for all files together.
pub fn each_member<T>(
    mut reader: impl BufRead + Seek,
    kind: ArchiveKind,
    limits: &Limits,
    wanted: impl FnMut(Entry<'_>) -> Option<T>,
    found: impl FnMut(T, io::Result<Vec<u8>>) -> ControlFlow<()>,
) -> io::Result<()> {
    let mut visit = Visit { wanted, found };
    let read = match kind {
        ArchiveKind::Zip => zip(reader, limits, &mut visit),
        ArchiveKind::SevenZip => seven_zip(&mut reader, limits, &mut visit),
        ArchiveKind::Tar(packing) => tar(reader, packing, limits, &mut visit),
        ArchiveKind::Single(packing) => single(reader, packing, limits, &mut visit),
    };
    or_broken(read)
}

/// Reads the wanted files of a tar archive like [`each_member`], from a source that cannot seek.
///
/// # Errors
///
/// If the archive cannot be read, or exceeds the limit for all files together.
pub fn each_tar_member<T>(
    reader: impl BufRead,
    packing: Packing,
    limits: &Limits,
    wanted: impl FnMut(Entry<'_>) -> Option<T>,
    found: impl FnMut(T, io::Result<Vec<u8>>) -> ControlFlow<()>,
) -> io::Result<()> {
    or_broken(tar(reader, packing, limits, &mut Visit { wanted, found }))
}

/// Reads a single compressed file, such as `game.sgf.gz`.
///
/// # Errors
///
/// If the file is damaged, or exceeds a limit.
pub fn unpack(reader: impl BufRead, packing: Packing, limits: &Limits) -> io::Result<Vec<u8>> {
    limits.content(&mut unpacked(reader, packing, limits), 0)
}

/// The reason to stop reading an archive.
enum End {
    /// The caller does not need more files.
    Stopped,
    Broken(io::Error),
}

impl From<io::Error> for End {
    fn from(error: io::Error) -> End {
        End::Broken(error)
    }
}

fn or_broken(read: Result<(), End>) -> io::Result<()> {
    match read {
        Ok(()) | Err(End::Stopped) => Ok(()),
        Err(End::Broken(error)) => Err(error),
    }
}

/// The closures that choose and take files.
struct Visit<W, F> {
    wanted: W,
    found: F,
}

impl<T, W, F> Visit<W, F>
where
    W: FnMut(Entry<'_>) -> Option<T>,
    F: FnMut(T, io::Result<Vec<u8>>) -> ControlFlow<()>,
{
    fn wanted(&mut self, name: &[u8], is_file: bool) -> Option<T> {
        (self.wanted)(Entry { name, is_file }).filter(|_| is_file)
    }

    fn found(&mut self, member: T, bytes: io::Result<Vec<u8>>) -> Result<(), End> {
        match (self.found)(member, bytes) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(End::Stopped),
        }
    }
}

fn zip<T, W, F>(
    reader: impl BufRead + Seek,
    limits: &Limits,
    visit: &mut Visit<W, F>,
) -> Result<(), End>
where
    W: FnMut(Entry<'_>) -> Option<T>,
    F: FnMut(T, io::Result<Vec<u8>>) -> ControlFlow<()>,
{
    let mut left = limits.max_len();
    let broken = |error: ZipError| End::Broken(io::Error::other(error));
    let mut archive = ZipArchive::new(reader).map_err(broken)?;
    for at in 0..archive.len() {
        let member = archive.by_index_raw(at).map_err(broken)?;
        let is_file = member.is_file() && !member.is_symlink();
        // Many names are UTF-8 even if the archive does not mark them as such.
        let name = match std::str::from_utf8(member.name_raw()) {
            Ok(name) => name,
            Err(_) => member.name(),
        };
        let wanted = visit.wanted(name.as_bytes(), is_file);
        drop(member);
        let Some(wanted) = wanted else {
            continue;
        };
        let bytes = archive
            .by_index(at)
            .map_err(io::Error::other)
            .and_then(|inner| {
                let len = inner.size();
                let mut inner = limits.bound_to(inner, left);
                let bytes = limits.content(&mut inner, len);
                left = inner.left;
                bytes
            });
        // If one file is damaged or encrypted, the next one may still be readable.
        match bytes {
            Err(error) if left == 0 => return Err(error.into()),
            bytes => visit.found(wanted, bytes)?,
        }
    }
    Ok(())
}

fn seven_zip<T, W, F>(
    reader: &mut (impl BufRead + Seek),
    limits: &Limits,
    visit: &mut Visit<W, F>,
) -> Result<(), End>
where
    W: FnMut(Entry<'_>) -> Option<T>,
    F: FnMut(T, io::Result<Vec<u8>>) -> ControlFlow<()>,
{
    let mut left = limits.max_len();
    let mut index = seven_zip::Index::read(reader)?;
    let entries = std::mem::take(&mut index.files);
    let mut rest = entries.as_slice();
    while !rest.is_empty() {
        // The files of one folder, and those without data among them.
        let folder = rest.iter().find_map(|entry| entry.folder);
        let is_next = |entry: &seven_zip::Entry| entry.folder.is_some() && entry.folder != folder;
        let end = rest.iter().position(is_next).unwrap_or(rest.len());
        let (entries, next) = rest.split_at(end);
        rest = next;
        let run = Run {
            index: &index,
            folder,
            entries,
        };
        run.read(reader, limits, &mut left, visit)?;
    }
    Ok(())
}

/// Files of a 7z archive that are compressed together.
struct Run<'a> {
    index: &'a seven_zip::Index,
    folder: Option<usize>,
    entries: &'a [seven_zip::Entry],
}

impl Run<'_> {
    fn read<T, W, F>(
        &self,
        reader: &mut (impl BufRead + Seek),
        limits: &Limits,
        left: &mut u64,
        visit: &mut Visit<W, F>,
    ) -> Result<(), End>
    where
        W: FnMut(Entry<'_>) -> Option<T>,
        F: FnMut(T, io::Result<Vec<u8>>) -> ControlFlow<()>,
    {
        let entries = self.entries;
        let wanted = |entry: &seven_zip::Entry| visit.wanted(entry.name.as_bytes(), entry.is_file);
        let wanted: Vec<Option<T>> = entries.iter().map(wanted).collect();
        let is_needed = |at: &usize| wanted[*at].is_some() && entries[*at].folder.is_some();
        let needed = (0..entries.len()).rfind(is_needed);
        let mut data = match (self.folder, needed) {
            (Some(folder), Some(_)) => self.index.open(folder, reader),
            _ => Ok(Box::new(io::empty()) as Box<dyn Read>),
        }
        .map(|inner| limits.bound_to(inner, *left));
        for ((at, entry), wanted) in entries.iter().enumerate().zip(wanted) {
            if entry.folder.is_none() {
                if let Some(wanted) = wanted {
                    visit.found(wanted, Ok(Vec::new()))?;
                }
                continue;
            }
            if needed.is_none_or(|needed| at > needed) {
                continue;
            }
            let bytes = match &mut data {
                Ok(reader) => {
                    let file = next_file(reader, entry, wanted.is_some(), limits);
                    // Also what a damaged folder contained counts.
                    *left = reader.left;
                    match file {
                        Ok(file) => file,
                        Err(error) if *left == 0 => return Err(error.into()),
                        Err(error) => {
                            data = Err(io::Error::other("the archive is damaged before this file"));
                            Err(error)
                        }
                    }
                }
                Err(why) => Err(io::Error::other(why.to_string())),
            };
            if let Some(wanted) = wanted {
                visit.found(wanted, bytes)?;
            }
        }
        Ok(())
    }
}

/// Reads the next file of a run of files. The outer error is that of the run, so that the files after it cannot be read.
fn next_file(
    run: &mut impl Read,
    entry: &seven_zip::Entry,
    is_wanted: bool,
    limits: &Limits,
) -> io::Result<io::Result<Vec<u8>>> {
    let mut file = run.take(entry.size);
    let is_kept = is_wanted && entry.size <= limits.max_member_len();
    let (bytes, len) = if is_kept {
        let bytes = limits.content(&mut file, entry.size)?;
        let len = bytes.len() as u64;
        (bytes, len)
    } else {
        (Vec::new(), io::copy(&mut file, &mut io::sink())?)
    };
    if len < entry.size {
        return Err(io::Error::other("the archive ends within this file"));
    }
    if is_kept {
        return Ok(seven_zip::check_file(entry, &bytes).map(|()| bytes));
    }
    Ok(if is_wanted {
        Err(limits.member_too_large())
    } else {
        Ok(bytes)
    })
}

fn unpacked<'a>(
    reader: impl BufRead + 'a,
    packing: Packing,
    limits: &Limits,
) -> Bounded<Box<dyn Read + 'a>> {
    let inner: Box<dyn Read + 'a> = match packing {
        Packing::None => Box::new(reader),
        Packing::Gzip => Box::new(Gzip::new(reader)),
        Packing::Bzip2 => Box::new(Bzip2::new(reader)),
        Packing::Xz => Box::new(Xz::new(reader)),
        Packing::Zstd => Box::new(Zstd::new(reader)),
    };
    limits.bound(inner)
}

fn tar<T, W, F>(
    reader: impl BufRead,
    packing: Packing,
    limits: &Limits,
    visit: &mut Visit<W, F>,
) -> Result<(), End>
where
    W: FnMut(Entry<'_>) -> Option<T>,
    F: FnMut(T, io::Result<Vec<u8>>) -> ControlFlow<()>,
{
    let mut archive = tar::Archive::new(unpacked(reader, packing, limits));
    for entry in archive.entries()? {
        let mut entry = entry?;
        let name = entry.path_bytes();
        let is_folder = name.ends_with(b"/");
        let is_file = matches!(
            entry.header().entry_type(),
            EntryType::Regular | EntryType::Continuous | EntryType::GNUSparse
        );
        let Some(wanted) = visit.wanted(&name, is_file && !is_folder) else {
            continue;
        };
        drop(name);
        let bytes = match entry.size() {
            size if size > limits.max_member_len() => Err(limits.member_too_large()),
            _ if is_sparse(&mut entry)? => Err(sparse()),
            size => {
                let bytes = limits.content(&mut entry, size)?;
                if (bytes.len() as u64) < size {
                    let why = "the archive ends within this file";
                    visit.found(wanted, Err(io::Error::other(why)))?;
                    return Ok(());
                }
                Ok(bytes)
            }
        };
        visit.found(wanted, bytes)?;
    }
    if packing != Packing::None {
        // Read to the end, where the checksum of the compressed data is.
        io::copy(&mut archive.into_inner(), &mut io::sink())?;
    }
    Ok(())
}

fn single<T, W, F>(
    reader: impl BufRead,
    packing: Packing,
    limits: &Limits,
    visit: &mut Visit<W, F>,
) -> Result<(), End>
where
    W: FnMut(Entry<'_>) -> Option<T>,
    F: FnMut(T, io::Result<Vec<u8>>) -> ControlFlow<()>,
{
    let Some(wanted) = visit.wanted(b"", true) else {
        return Ok(());
    };
    let bytes = unpack(reader, packing, limits)?;
    visit.found(wanted, Ok(bytes))
}

/// Returns whether a file is stored as a sparse file, in the GNU or the POSIX format.
fn is_sparse(entry: &mut tar::Entry<'_, impl Read>) -> io::Result<bool> {
    if entry.header().entry_type() == EntryType::GNUSparse {
        return Ok(true);
    }
    let Some(extensions) = entry.pax_extensions()? else {
        return Ok(false);
    };
    let mut keys = extensions.flatten().map(|extension| extension.key_bytes());
    Ok(keys.any(|key| key.starts_with(b"GNU.sparse.")))
}

fn sparse() -> io::Error {
    io::Error::other("sparse files in archives are not supported; unpack the archive first")
}
