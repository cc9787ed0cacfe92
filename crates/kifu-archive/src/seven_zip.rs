//! Reads 7z archives, as `7zFormat.txt` of the LZMA SDK describes them: the index, and the data of one folder after another.
//!
//! A folder is a run of files that are compressed together. Whatever an index states, it needs memory only for what is in
//! the archive.

use std::io::{self, BufReader, Read, Seek, SeekFrom};

use bzip2::read::BzDecoder;
use flate2::Crc;
use flate2::read::DeflateDecoder;
use lzma_rust2::filter::bcj::BcjReader;
use lzma_rust2::filter::delta::DeltaReader;
use lzma_rust2::{Lzma2Reader, LzmaReader};

use crate::packed::MAX_WINDOW;

const SIGNATURE: &[u8] = b"7z\xBC\xAF\x27\x1C";
/// The length of the header at the start.
const START_LEN: u64 = 32;
/// The maximum length of an index, which is enough for half a million files.
const MAX_INDEX_LEN: u64 = 64 << 20;
/// The maximum number of compression methods in a row. Usually there is one.
const MAX_CODERS: usize = 8;

/// The kinds of data in an index.
mod id {
    pub(super) const END: u8 = 0x00;
    pub(super) const INDEX: u8 = 0x01;
    pub(super) const PROPERTIES: u8 = 0x02;
    pub(super) const STREAMS: u8 = 0x04;
    pub(super) const FILES: u8 = 0x05;
    pub(super) const PACKED: u8 = 0x06;
    pub(super) const CODERS: u8 = 0x07;
    pub(super) const SUBSTREAMS: u8 = 0x08;
    pub(super) const SIZE: u8 = 0x09;
    pub(super) const CRC: u8 = 0x0A;
    pub(super) const FOLDER: u8 = 0x0B;
    pub(super) const UNPACKED_SIZE: u8 = 0x0C;
    pub(super) const STREAM_COUNTS: u8 = 0x0D;
    pub(super) const WITHOUT_DATA: u8 = 0x0E;
    pub(super) const EMPTY_FILE: u8 = 0x0F;
    pub(super) const NAMES: u8 = 0x11;
    pub(super) const ATTRIBUTES: u8 = 0x15;
    pub(super) const PACKED_INDEX: u8 = 0x17;
}

/// The index of an archive.
#[derive(Debug, Default)]
pub(crate) struct Index {
    /// The files and directories, in the order of their data.
    pub(crate) files: Vec<Entry>,
    streams: Streams,
}

/// A file or a directory of an archive.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) name: String,
    /// Whether this is a file, and neither a directory nor a link.
    pub(crate) is_file: bool,
    /// The folder with its data; `None` if it has no data.
    pub(crate) folder: Option<usize>,
    pub(crate) size: u64,
    pub(crate) crc: Option<u32>,
}

/// The compressed data of an archive.
#[derive(Debug, Default)]
struct Streams {
    /// The start and the length of each compressed stream.
    packed: Vec<(u64, u64)>,
    folders: Vec<Folder>,
    /// The length and the checksum of each file with data.
    files: Vec<(u64, Option<u32>)>,
}

/// Files that are compressed together.
#[derive(Debug, Default)]
struct Folder {
    coders: Vec<Coder>,
    /// Which output of a coder is the input of another: pairs of the input and the output.
    pairs: Vec<(u64, u64)>,
    outputs: usize,
    /// The number of its compressed streams, and of those before it.
    packed: usize,
    packed_before: usize,
    sizes: Vec<u64>,
    crc: Option<u32>,
    files: usize,
}

/// A compression method with its properties.
#[derive(Clone, Debug, Default)]
struct Coder {
    method: Vec<u8>,
    properties: Vec<u8>,
    has_several_streams: bool,
}

impl Index {
    /// Reads the index of an archive.
    pub(crate) fn read(archive: &mut (impl Read + Seek)) -> io::Result<Index> {
        let len = archive.seek(SeekFrom::End(0))?;
        archive.seek(SeekFrom::Start(0))?;
        let mut start = [0; START_LEN as usize];
        if archive.read_exact(&mut start).is_err() || !start.starts_with(SIGNATURE) {
            return Err(io::Error::other("not 7z data"));
        }
        if start[6] != 0 {
            return Err(io::Error::other(
                "a later version of 7z; unpack the archive first",
            ));
        }
        let mut header = Cursor(&start[8..]);
        let crc = header.u32()?;
        check(crc, header.0)?;
        let (offset, size, crc) = (header.u64()?, header.u64()?, header.u32()?);
        if size == 0 {
            return Ok(Index::default());
        }
        let at = START_LEN.checked_add(offset).ok_or_else(damaged)?;
        if at.checked_add(size).is_none_or(|end| end > len) {
            return Err(io::Error::other("the archive is cut off"));
        }
        check_index_len(size)?;
        archive.seek(SeekFrom::Start(at))?;
        let mut bytes = exactly(archive, size)?;
        check(crc, &bytes)?;
        // The index is usually compressed, and once is enough.
        if bytes.first() == Some(&id::PACKED_INDEX) {
            let streams = streams(&mut Cursor(&bytes[1..]))?;
            let folder = streams.folders.first().ok_or_else(damaged)?;
            let size = folder.size()?;
            check_index_len(size)?;
            let unpacked = exactly(&mut streams.open(0, archive)?, size)?;
            if let Some(crc) = folder.crc {
                check(crc, &unpacked)?;
            }
            bytes = unpacked;
        }
        let mut index = Cursor(&bytes);
        expect(index.byte()?, id::INDEX)?;
        Index::parse(&mut index)
    }

    fn parse(index: &mut Cursor<'_>) -> io::Result<Index> {
        let mut next = index.byte()?;
        if next == id::PROPERTIES {
            while index.byte()? != id::END {
                let len = index.number()?;
                index.take(len)?;
            }
            next = index.byte()?;
        }
        let mut of_files = Streams::default();
        if next == id::STREAMS {
            of_files = streams(index)?;
            next = index.byte()?;
        }
        let mut files = Vec::new();
        if next == id::FILES {
            files = entries(index, &of_files)?;
            next = index.byte()?;
        }
        expect(next, id::END)?;
        Ok(Index {
            files,
            streams: of_files,
        })
    }

    /// Returns a reader of the data of a folder.
    pub(crate) fn open<'a>(
        &self,
        folder: usize,
        archive: &'a mut (impl Read + Seek),
    ) -> io::Result<Box<dyn Read + 'a>> {
        self.streams.open(folder, archive)
    }
}

impl Streams {
    fn open<'a>(
        &self,
        folder: usize,
        archive: &'a mut (impl Read + Seek),
    ) -> io::Result<Box<dyn Read + 'a>> {
        let folder = self.folders.get(folder).ok_or_else(damaged)?;
        let packed = self.packed.get(folder.packed_before);
        let (start, len) = *packed.ok_or_else(damaged)?;
        archive.seek(SeekFrom::Start(start))?;
        let mut reader: Box<dyn Read + 'a> = Box::new(archive.take(len));
        for at in folder.order()? {
            let size = *folder.sizes.get(at).ok_or_else(damaged)?;
            reader = decoder(&folder.coders[at], size, reader)?;
        }
        Ok(reader)
    }
}

impl Folder {
    /// The coders in the order in which they decompress.
    fn order(&self) -> io::Result<Vec<usize>> {
        let others = self.coders.iter().find(|coder| coder.has_several_streams);
        if let Some(coder) = others {
            return Err(unsupported(coder));
        }
        if self.packed != 1 {
            return Err(damaged());
        }
        // The data goes to the coder whose input is not an output of another.
        let is_first = |at: &u64| self.pairs.iter().all(|(input, _)| input != at);
        let mut at = (0..self.coders.len() as u64)
            .find(is_first)
            .ok_or_else(damaged)?;
        let mut order = Vec::from([at as usize]);
        while let Some((input, _)) = self.pairs.iter().find(|(_, output)| *output == at) {
            at = *input;
            if order.len() == self.coders.len() || at >= self.coders.len() as u64 {
                return Err(damaged());
            }
            order.push(at as usize);
        }
        Ok(order)
    }

    /// The length of the data.
    fn size(&self) -> io::Result<u64> {
        let is_last = |at: &u64| self.pairs.iter().all(|(_, output)| output != at);
        let last = (0..self.outputs as u64).find(is_last).ok_or_else(damaged)?;
        self.sizes.get(last as usize).copied().ok_or_else(damaged)
    }
}

fn decoder<'a>(
    coder: &Coder,
    size: u64,
    packed: Box<dyn Read + 'a>,
) -> io::Result<Box<dyn Read + 'a>> {
    let window = |size_of_window: u32| {
        if size_of_window > MAX_WINDOW && size > u64::from(MAX_WINDOW) {
            let (needed, most) = (size_of_window >> 20, MAX_WINDOW >> 20);
            return Err(io::Error::other(format!(
                "decompression needs a window of {needed} MiB, but the maximum is {most} MiB; unpack the file first"
            )));
        }
        // More than the data is never used.
        Ok(u64::from(size_of_window).min(size.max(1 << 12)) as u32)
    };
    Ok(
        match (coder.method.as_slice(), coder.properties.as_slice()) {
            ([0], _) => packed,
            ([3, 1, 1], [props, bytes @ ..]) if bytes.len() == 4 => {
                let window = window(Cursor(bytes).u32()?)?;
                let reader = LzmaReader::new_with_props(packed, size, *props, window, None);
                Box::new(reader.map_err(|_| damaged())?)
            }
            ([0x21], [bits @ 0..=40]) => {
                let all = match bits {
                    40 => u32::MAX,
                    bits => (2 | u32::from(bits & 1)) << (bits / 2 + 11),
                };
                Box::new(Lzma2Reader::new(packed, window(all)?, None))
            }
            ([3], [distance]) => Box::new(DeltaReader::new(packed, usize::from(*distance) + 1)),
            ([3, 3, 1, 3] | [4], _) => Box::new(BcjReader::new_x86(packed, 0)),
            ([4, 1, 8], _) => Box::new(DeflateDecoder::new(packed)),
            ([4, 2, 2], _) => Box::new(BzDecoder::new(BufReader::new(packed))),
            _ => return Err(unsupported(coder)),
        },
    )
}

fn unsupported(coder: &Coder) -> io::Error {
    io::Error::other(match coder.method.as_slice() {
        [6, 0xF1, 7, 1] => "the archive is encrypted; unpack it first".to_owned(),
        method => {
            let name = match method {
                [3, 4, 1] => "PPMd",
                [3, 3, 1, 0x1B] => "BCJ2",
                [4, 1, 9] => "Deflate64",
                [4, 0xF7, 0x11, 1] => "Zstandard",
                _ => "another method",
            };
            format!(
                "the archive is compressed with {name}, which kifu does not read; unpack it first"
            )
        }
    })
}

/// Reads the description of compressed data.
fn streams(index: &mut Cursor<'_>) -> io::Result<Streams> {
    let mut streams = Streams::default();
    let mut next = index.byte()?;
    if next == id::PACKED {
        let mut at = START_LEN.checked_add(index.number()?).ok_or_else(damaged)?;
        let count = index.count()?;
        next = index.byte()?;
        if next == id::SIZE {
            for _ in 0..count {
                let len = index.number()?;
                streams.packed.push((at, len));
                at = at.checked_add(len).ok_or_else(damaged)?;
            }
            next = index.byte()?;
        }
        if next == id::CRC {
            index.checksums(count)?;
            next = index.byte()?;
        }
        expect(next, id::END)?;
        next = index.byte()?;
    }
    if next == id::CODERS {
        folders(index, &mut streams)?;
        next = index.byte()?;
    }
    let has_counts = next == id::SUBSTREAMS;
    if has_counts {
        next = index.byte()?;
        if next == id::STREAM_COUNTS {
            for folder in &mut streams.folders {
                folder.files = index.count()?;
            }
            next = index.byte()?;
        }
    }
    let has_sizes = has_counts && next == id::SIZE;
    for folder in &streams.folders {
        let mut rest = folder.size()?;
        for at in 1..=folder.files {
            let is_last = at == folder.files;
            if !is_last && !has_sizes {
                return Err(damaged());
            }
            let size = if is_last { rest } else { index.number()? };
            rest = rest.checked_sub(size).ok_or_else(damaged)?;
            // The checksum of a folder with one file is that of the file.
            let crc = folder.crc.filter(|_| folder.files == 1);
            streams.files.push((size, crc));
        }
    }
    if has_sizes {
        next = index.byte()?;
    }
    if has_counts && next == id::CRC {
        let is_missing = |file: &&mut (u64, Option<u32>)| file.1.is_none();
        let missing = streams.files.iter_mut().filter(is_missing);
        let missing: Vec<_> = missing.collect();
        let checksums = index.checksums(missing.len())?;
        for (file, crc) in missing.into_iter().zip(checksums) {
            file.1 = crc;
        }
        next = index.byte()?;
    }
    if has_counts {
        expect(next, id::END)?;
        next = index.byte()?;
    }
    expect(next, id::END)?;
    Ok(streams)
}

fn folders(index: &mut Cursor<'_>, streams: &mut Streams) -> io::Result<()> {
    expect(index.byte()?, id::FOLDER)?;
    let count = index.count()?;
    // Folders in another stream.
    expect(index.byte()?, 0)?;
    let mut packed = 0;
    for _ in 0..count {
        let mut folder = folder(index)?;
        folder.packed_before = packed;
        packed += folder.packed;
        streams.folders.push(folder);
    }
    expect(index.byte()?, id::UNPACKED_SIZE)?;
    for folder in &mut streams.folders {
        for _ in 0..folder.outputs {
            folder.sizes.push(index.number()?);
        }
    }
    let mut next = index.byte()?;
    if next == id::CRC {
        let checksums = index.checksums(count)?;
        for (folder, crc) in streams.folders.iter_mut().zip(checksums) {
            folder.crc = crc;
        }
        next = index.byte()?;
    }
    expect(next, id::END)
}

fn folder(index: &mut Cursor<'_>) -> io::Result<Folder> {
    let count = index.count()?;
    if count == 0 || count > MAX_CODERS {
        return Err(damaged());
    }
    let mut folder = Folder {
        files: 1,
        ..Folder::default()
    };
    let mut inputs = 0;
    for _ in 0..count {
        let flags = index.byte()?;
        let method = index.take(u64::from(flags & 0x0F))?.to_vec();
        let (mut ins, mut outs) = (1, 1);
        if flags & 0x10 != 0 {
            (ins, outs) = (index.count()?, index.count()?);
        }
        let mut properties = Vec::new();
        if flags & 0x20 != 0 {
            let len = index.number()?;
            properties = index.take(len)?.to_vec();
        }
        if flags & 0x80 != 0 || ins > MAX_CODERS || outs > MAX_CODERS {
            return Err(damaged());
        }
        inputs += ins;
        folder.outputs += outs;
        folder.coders.push(Coder {
            method,
            properties,
            has_several_streams: (ins, outs) != (1, 1),
        });
    }
    for _ in 1..folder.outputs {
        folder.pairs.push((index.number()?, index.number()?));
    }
    folder.packed = inputs.checked_sub(folder.pairs.len()).ok_or_else(damaged)?;
    if folder.packed > 1 {
        for _ in 0..folder.packed {
            index.number()?;
        }
    }
    Ok(folder)
}

/// Reads the names of files and directories, and what they are.
fn entries(index: &mut Cursor<'_>, streams: &Streams) -> io::Result<Vec<Entry>> {
    /// A directory, and data of Unix, in the attributes of Windows.
    const DIRECTORY: u32 = 0x10;
    const HAS_MODE: u32 = 0x8000;
    let count = index.count()?;
    let mut names = Vec::new();
    let mut without_data = Vec::new();
    let mut empty_files = Vec::new();
    let mut attributes = Vec::new();
    loop {
        let kind = index.byte()?;
        if kind == id::END {
            break;
        }
        let len = index.number()?;
        let mut part = Cursor(index.take(len)?);
        match kind {
            id::WITHOUT_DATA => without_data = part.bits(count)?,
            id::EMPTY_FILE => {
                let count = without_data.iter().filter(|is| **is).count();
                empty_files = part.bits(count)?;
            }
            id::NAMES => {
                expect(part.byte()?, 0)?;
                let units = part.0.chunks_exact(2);
                let units = units.map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
                let units: Vec<u16> = units.collect();
                let all = units.split(|unit| *unit == 0).take(count);
                names.extend(all.map(String::from_utf16_lossy));
            }
            id::ATTRIBUTES => {
                let is_stated = part.all_or_bits(count)?;
                expect(part.byte()?, 0)?;
                for is_stated in is_stated {
                    attributes.push(if is_stated { part.u32()? } else { 0 });
                }
            }
            _ => {}
        }
    }
    if names.len() != count {
        return Err(damaged());
    }
    let mut files = streams.files.iter();
    let folders = streams.folders.iter().enumerate();
    let mut folders = folders.flat_map(|(at, folder)| std::iter::repeat_n(at, folder.files));
    let mut empty_files = empty_files.into_iter();
    let mut entries = Vec::with_capacity(count);
    for (at, name) in names.into_iter().enumerate() {
        let attributes = attributes.get(at).copied().unwrap_or(0);
        let is_link = attributes & HAS_MODE != 0 && attributes >> 28 == 0xA;
        let entry = if without_data.get(at) == Some(&true) {
            Entry {
                name,
                is_file: empty_files.next() == Some(true) && attributes & DIRECTORY == 0,
                folder: None,
                size: 0,
                crc: None,
            }
        } else {
            let (size, crc) = *files.next().ok_or_else(damaged)?;
            Entry {
                name,
                is_file: !is_link,
                folder: Some(folders.next().ok_or_else(damaged)?),
                size,
                crc,
            }
        };
        entries.push(entry);
    }
    Ok(entries)
}

/// The rest of an index.
struct Cursor<'i>(&'i [u8]);

impl<'i> Cursor<'i> {
    fn take(&mut self, len: u64) -> io::Result<&'i [u8]> {
        let len = usize::try_from(len).unwrap_or(usize::MAX);
        let (start, rest) = self.0.split_at_checked(len).ok_or_else(damaged)?;
        self.0 = rest;
        Ok(start)
    }

    fn byte(&mut self) -> io::Result<u8> {
        Ok(self.take(1)?[0])
    }

    fn u32(&mut self) -> io::Result<u32> {
        let bytes = self.take(4)?.try_into();
        bytes.map(u32::from_le_bytes).map_err(|_| damaged())
    }

    fn u64(&mut self) -> io::Result<u64> {
        let bytes = self.take(8)?.try_into();
        bytes.map(u64::from_le_bytes).map_err(|_| damaged())
    }

    /// A number of one to nine bytes: the ones at the start of the first byte say how many follow.
    fn number(&mut self) -> io::Result<u64> {
        let first = self.byte()?;
        let more = first.leading_ones();
        let mut bytes = [0; 8];
        bytes[..more as usize].copy_from_slice(self.take(more.into())?);
        let rest = u64::from_le_bytes(bytes);
        let high = u64::from(first & 0x7F_u8.checked_shr(more).unwrap_or(0));
        Ok(rest | high.checked_shl(8 * more).unwrap_or(0))
    }

    /// A number of things that take at least a byte each.
    fn count(&mut self) -> io::Result<usize> {
        let count = self.number()?;
        let is_possible = count <= self.0.len() as u64;
        is_possible.then_some(count as usize).ok_or_else(damaged)
    }

    fn bits(&mut self, count: usize) -> io::Result<Vec<bool>> {
        let bytes = self.take(count.div_ceil(8) as u64)?;
        let bit = |at: usize| bytes[at / 8] & (0x80 >> (at % 8)) != 0;
        Ok((0..count).map(bit).collect())
    }

    fn all_or_bits(&mut self, count: usize) -> io::Result<Vec<bool>> {
        match self.byte()? {
            0 => self.bits(count),
            _ => Ok(vec![true; count]),
        }
    }

    fn checksums(&mut self, count: usize) -> io::Result<Vec<Option<u32>>> {
        let is_stated = self.all_or_bits(count)?.into_iter();
        let checksums = is_stated.map(|is| is.then(|| self.u32()).transpose());
        checksums.collect()
    }
}

/// Reads this many bytes. The memory is that of the bytes that there are.
fn exactly(reader: &mut impl Read, len: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = reader.take(len).read_to_end(&mut bytes);
    match read {
        Ok(read) if read as u64 == len => Ok(bytes),
        _ => Err(damaged()),
    }
}

fn check(crc: u32, bytes: &[u8]) -> io::Result<()> {
    let mut actual = Crc::new();
    actual.update(bytes);
    match actual.sum() == crc {
        true => Ok(()),
        false => Err(io::Error::other("the checksum is wrong")),
    }
}

/// Checks the bytes of a file.
pub(crate) fn check_file(entry: &Entry, bytes: &[u8]) -> io::Result<()> {
    entry.crc.map_or(Ok(()), |crc| check(crc, bytes))
}

fn check_index_len(len: u64) -> io::Result<()> {
    if len <= MAX_INDEX_LEN {
        return Ok(());
    }
    let why = "the archive has too many files; unpack it first";
    Err(io::Error::other(why))
}

fn expect(found: u8, expected: u8) -> io::Result<()> {
    match found == expected {
        true => Ok(()),
        false => Err(damaged()),
    }
}

fn damaged() -> io::Error {
    io::Error::other("the index of the archive is damaged")
}

#[cfg(test)]
mod tests {
    use std::io::Cursor as File;

    use super::*;

    /// Archives of five files, written by py7zr 1.1: one for each method.
    const ARCHIVES: [&[u8]; 8] = [
        include_bytes!("../test_data/7z/bcj.7z"),
        include_bytes!("../test_data/7z/bzip2.7z"),
        include_bytes!("../test_data/7z/copy.7z"),
        include_bytes!("../test_data/7z/deflate.7z"),
        include_bytes!("../test_data/7z/delta.7z"),
        include_bytes!("../test_data/7z/lzma.7z"),
        include_bytes!("../test_data/7z/lzma2.7z"),
        include_bytes!("../test_data/7z/plain_index.7z"),
    ];
    const PPMD: &[u8] = include_bytes!("../test_data/7z/ppmd.7z");
    const AES: &[u8] = include_bytes!("../test_data/7z/aes.7z");
    const TREE: &[u8] = include_bytes!("../test_data/7z/tree.7z");

    /// The names of files and their texts.
    fn files(archive: &[u8]) -> io::Result<Vec<(String, String)>> {
        let mut archive = File::new(archive);
        let index = Index::read(&mut archive)?;
        contents(&index, &mut archive)
    }

    fn contents(index: &Index, archive: &mut File<&[u8]>) -> io::Result<Vec<(String, String)>> {
        let mut texts = vec![String::new(); index.files.len()];
        for folder in 0..index.streams.folders.len() {
            let entries = || index.files.iter().enumerate();
            let entries = entries().filter(|(_, entry)| entry.folder == Some(folder));
            let mut data = index.open(folder, archive)?;
            for (at, entry) in entries {
                let mut bytes = Vec::new();
                let len = entry.size.min(1 << 20);
                data.by_ref().take(len).read_to_end(&mut bytes)?;
                check_file(entry, &bytes)?;
                texts[at] = String::from_utf8_lossy(&bytes).into_owned();
            }
        }
        let files = index.files.iter().zip(texts);
        let files = files.filter(|(entry, _)| entry.is_file);
        let files = files
            .map(|(entry, text)| (entry.name.clone(), text))
            .collect();
        Ok(files)
    }

    #[test]
    fn files_are_read_whatever_the_method() {
        let expected = [
            ("one.sgf", "(;FF[4]PB[Sato];B[pd];W[dd])"),
            ("sub/two.sgf", "(;FF[4]PB[Lee];B[dd])"),
            ("sub/囲碁.sgf", "(;FF[4]CA[UTF-8]PB[김];B[cc])"),
            ("empty.sgf", ""),
            (".hidden.sgf", "(;B[aa])"),
        ];
        let expected = expected.map(|(name, text)| (name.to_owned(), text.to_owned()));
        for archive in ARCHIVES {
            assert_eq!(files(archive).unwrap(), expected);
        }
        // Directories and links are not files.
        let names = files(TREE).unwrap().into_iter().map(|(name, _)| name);
        assert_eq!(
            names.collect::<Vec<_>>(),
            ["tree/d/a.sgf", "tree/d/e/b.sgf"]
        );
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        let why = |archive: &[u8]| files(archive).unwrap_err().to_string();
        assert_eq!(why(AES), "the archive is encrypted; unpack it first");
        let ppmd = "the archive is compressed with PPMd, which kifu does not read; unpack it first";
        assert_eq!(why(PPMD), ppmd);
        assert_eq!(why(b""), "not 7z data");
        assert_eq!(why(b"(;FF[4];B[aa])"), "not 7z data");
        let lzma2 = ARCHIVES[6];
        assert_eq!(why(&lzma2[..100]), "the archive is cut off");
        let mut later = lzma2.to_vec();
        later[6] = 1;
        assert_eq!(
            why(&later),
            "a later version of 7z; unpack the archive first"
        );
    }

    /// The checksums find every changed byte except those that have no meaning.
    #[test]
    fn damage_is_found() {
        for archive in ARCHIVES {
            let sound = files(archive).unwrap();
            for at in 0..archive.len() {
                let mut damaged = archive.to_vec();
                damaged[at] ^= 0x41;
                if let Ok(read) = files(&damaged) {
                    assert_eq!(read, sound, "byte {at}");
                }
                assert!(files(&archive[..at]).is_err(), "cut off at {at}");
            }
        }
    }

    /// An index with right checksums can contain anything.
    #[test]
    fn any_index_can_be_read() {
        let archive = ARCHIVES[7];
        let offset = u64::from_le_bytes(archive[12..20].try_into().unwrap());
        let index = &archive[32 + offset as usize..];
        let read = |bytes: &[u8]| {
            let mut file = File::new(archive);
            if let Ok(index) = Index::parse(&mut Cursor(bytes.get(1..).unwrap_or_default())) {
                assert!(index.files.len() <= bytes.len());
                let _ = contents(&index, &mut file);
            }
        };
        read(index);
        for at in 0..index.len() {
            read(&index[..at]);
            let mut changed = index.to_vec();
            for byte in 0..=u8::MAX {
                changed[at] = byte;
                read(&changed);
            }
            changed.splice(at..=at, [0xFF; 9]);
            read(&changed);
            changed.truncate(at);
            changed.extend([0xFE; 40]);
            read(&changed);
        }
        // Several changes at once.
        let mut state = 1u64;
        for _ in 0..20_000 {
            let mut changed = index.to_vec();
            for _ in 0..4 {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                let at = (state >> 33) as usize % changed.len();
                changed[at] = (state >> 24) as u8;
            }
            read(&changed);
        }
    }

    #[test]
    fn numbers_have_up_to_nine_bytes() {
        for (bytes, number) in [
            (&[0x7F][..], 0x7F),
            (&[0x81, 0x02], 0x102),
            (&[0xC1, 0x02, 0x03], 0x1_0302),
            (&[0xFE, 1, 2, 3, 4, 5, 6, 7], 0x0007_0605_0403_0201),
            (&[0xFF, 1, 2, 3, 4, 5, 6, 7, 8], 0x0807_0605_0403_0201),
        ] {
            assert_eq!(Cursor(bytes).number().unwrap(), number);
        }
    }
}
