//! Archives of each kind, damaged archives, and limits.

mod laws;

use std::io::{self, BufReader, Cursor, Read, Write};
use std::ops::ControlFlow;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use kifu_archive::{ArchiveKind, Entry, Limits, Packing, each_member, each_tar_member, unpack};
use kifu_testkit::tar::Raw;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

type Found = Vec<(String, Result<Vec<u8>, String>)>;

/// Returns the files of an archive; after an error of the archive, its text.
fn read(name: &str, archive: &[u8], limits: &Limits) -> (Found, Option<String>) {
    let kind = ArchiveKind::of(Path::new(name)).expect("the name of an archive");
    let mut files = Vec::new();
    let name_of = |entry: Entry<'_>| Some(String::from_utf8_lossy(entry.name).into_owned());
    let found = |name, bytes: io::Result<Vec<u8>>| {
        files.push((name, bytes.map_err(|error| error.to_string())));
        ControlFlow::Continue(())
    };
    let read = each_member(Cursor::new(archive), kind, limits, name_of, found);
    (files, read.err().map(|error| error.to_string()))
}

fn usual(archive: &[u8]) -> Limits {
    Limits::of_len(archive.len() as u64)
}

fn tar(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut tar: Vec<u8> = files
        .iter()
        .flat_map(|(name, content)| Raw::of(name.as_bytes(), b'0', content).into_bytes())
        .collect();
    tar.resize(tar.len() + 1024, 0);
    tar
}

fn zip(files: &[(&str, &[u8])], method: CompressionMethod) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(method);
    for (name, content) in files {
        writer.start_file(*name, options).unwrap();
        writer.write_all(content).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

const FILES: [(&str, &[u8]); 3] = [
    ("a.sgf", b"(;B[aa])"),
    ("b/c.sgf", b"(;B[bb])"),
    ("d.txt", b""),
];

fn expected() -> Found {
    let file = |(name, bytes): (&str, &[u8])| (name.to_owned(), Ok(bytes.to_vec()));
    FILES.map(file).to_vec()
}

#[test]
fn archives_contain_the_same_files() {
    let tar = tar(&FILES);
    for (name, archive) in [
        ("a.tar", tar.clone()),
        ("a.tgz", gzip(&tar)),
        ("a.zip", zip(&FILES, CompressionMethod::Stored)),
        ("a.zip", zip(&FILES, CompressionMethod::Deflated)),
    ] {
        assert_eq!(
            read(name, &archive, &usual(&archive)),
            (expected(), None),
            "{name}"
        );
    }
    // A pipe cannot seek.
    let mut files = Vec::new();
    let packed = gzip(&tar);
    let pipe = BufReader::new(packed.as_slice().chain(io::empty()));
    let name_of = |entry: Entry<'_>| Some(entry.name.to_vec());
    let read = each_tar_member(pipe, Packing::Gzip, &usual(&packed), name_of, |name, _| {
        files.push(name);
        ControlFlow::Continue(())
    });
    assert!(read.is_ok());
    assert_eq!(files, [&b"a.sgf"[..], b"b/c.sgf", b"d.txt"]);
}

#[test]
fn a_single_file_has_an_empty_name() {
    let packed = gzip(b"(;B[aa])");
    let (files, error) = read("a.sgf.gz", &packed, &usual(&packed));
    assert_eq!(error, None);
    assert_eq!(files, [(String::new(), Ok(b"(;B[aa])".to_vec()))]);
    let bytes = unpack(packed.as_slice(), Packing::Gzip, &usual(&packed));
    assert_eq!(bytes.unwrap(), b"(;B[aa])");
    let cut = &packed[..packed.len() - 1];
    assert!(unpack(cut, Packing::Gzip, &usual(cut)).is_err());
}

#[test]
fn directories_and_links_are_offered_but_not_read() {
    let mut archive = Raw::of(b"games/", b'5', b"").into_bytes();
    archive.extend(Raw::of(b"games/link", b'2', b"").into_bytes());
    archive.extend(Raw::of(b"games/a.sgf", b'0', b"(;)").into_bytes());
    archive.resize(archive.len() + 1024, 0);
    let mut offered = Vec::new();
    let mut found = Vec::new();
    let kind = ArchiveKind::Tar(Packing::None);
    let read = each_member(
        Cursor::new(&archive),
        kind,
        &usual(&archive),
        |entry| {
            let name = String::from_utf8_lossy(entry.name).into_owned();
            offered.push((name.clone(), entry.is_file));
            Some(name)
        },
        |name, _| {
            found.push(name);
            ControlFlow::Continue(())
        },
    );
    assert!(read.is_ok());
    let names = ["games/", "games/link", "games/a.sgf"].map(str::to_owned);
    let [folder, link, file] = names;
    assert_eq!(
        offered,
        [(folder, false), (link, false), (file.clone(), true)]
    );
    assert_eq!(found, [file]);
}

#[test]
fn reading_ends_when_it_is_told_to() {
    let seven = include_bytes!("../../test_data/7z/lzma2.7z");
    for (name, archive) in [
        ("a.tar", tar(&FILES)),
        ("a.zip", zip(&FILES, CompressionMethod::Deflated)),
        ("a.7z", seven.to_vec()),
    ] {
        let mut count = 0;
        let kind = ArchiveKind::of(Path::new(name)).unwrap();
        let stop = |(), _| {
            count += 1;
            ControlFlow::Break(())
        };
        let all = |_: Entry<'_>| Some(());
        let read = each_member(Cursor::new(&archive), kind, &usual(&archive), all, stop);
        assert!(read.is_ok(), "{name}");
        assert_eq!(count, 1, "{name}");
    }
}

#[test]
fn a_damaged_member_is_not_the_end() {
    let mut archive = zip(&FILES, CompressionMethod::Stored);
    let at = archive.windows(8).position(|bytes| bytes == b"(;B[aa])");
    archive[at.unwrap() + 4] = b'x';
    let (files, error) = read("a.zip", &archive, &usual(&archive));
    assert_eq!(error, None);
    assert!(files[0].1.is_err());
    assert_eq!(files[1..], expected()[1..]);
    let mut archive = tar(&FILES);
    archive.truncate(512 + 512 + 512 + 4);
    let (files, error) = read("a.tar", &archive, &usual(&archive));
    assert_eq!(error, None);
    let why = Err("the archive ends within this file".to_owned());
    assert_eq!(files, [expected()[0].clone(), ("b/c.sgf".to_owned(), why)]);
}

#[test]
fn bombs_are_refused() {
    let zeros = vec![0; 100 << 20];
    let bomb = gzip(&zeros);
    let why = "the uncompressed data is more than 200 times as large; if you trust the file, unpack it first";
    let (files, error) = read("a.gz", &bomb, &usual(&bomb));
    assert_eq!((files, error.as_deref()), (Vec::new(), Some(why)));
    let bomb = zip(&[("a.sgf", &zeros)], CompressionMethod::Deflated);
    let (files, error) = read("a.zip", &bomb, &usual(&bomb));
    assert_eq!((files, error.as_deref()), (Vec::new(), Some(why)));
    let bomb = include_bytes!("../../test_data/7z/bomb.7z");
    let (_, error) = read("a.7z", bomb, &usual(bomb));
    assert_eq!(error.as_deref(), Some(why));
}

/// Two folders of 48,000 bytes each, damaged near their ends.
#[test]
fn damaged_folders_count_towards_the_limit() {
    let archive = include_bytes!("../../test_data/7z/two_damaged_folders.7z");
    let (files, error) = read("a.7z", archive, &usual(archive));
    assert_eq!((files.len(), error), (2, None));
    assert!(files.iter().all(|(_, bytes)| bytes.is_err()));
    let (files, error) = read("a.7z", archive, &usual(archive).with_max_len(60_000));
    assert_eq!(files.len(), 1);
    assert!(error.is_some_and(|why| why.contains("uncompressed data")));
}

#[test]
fn lower_limits_are_kept() {
    let content = [b' '; 100];
    let files: [(&str, &[u8]); 2] = [("a.sgf", &content), ("b.sgf", b"(;)")];
    let why = "a file in an archive can be at most 99 bytes; unpack the archive first";
    for (name, archive) in [
        ("a.tar", tar(&files)),
        ("a.zip", zip(&files, CompressionMethod::Deflated)),
    ] {
        let limits = usual(&archive).with_max_member_len(99);
        let (found, error) = read(name, &archive, &limits);
        assert_eq!(error, None, "{name}");
        assert_eq!(found[0].1, Err(why.to_owned()), "{name}");
        assert_eq!(found[1].1, Ok(b"(;)".to_vec()), "{name}");
    }
    let archive = zip(&files, CompressionMethod::Deflated);
    let limits = usual(&archive).with_max_len(102);
    let (found, error) = read("a.zip", &archive, &limits);
    assert_eq!(found.len(), 1);
    let why = "the uncompressed data can be at most 102 bytes; unpack the archive first";
    assert_eq!(error.as_deref(), Some(why));
}

/// Every archive that is cut off or has a changed byte is read to an end.
#[test]
fn damage_ends_the_reading() {
    let tar = tar(&FILES);
    for (name, archive) in [
        ("a.tgz", gzip(&tar)),
        ("a.tar", tar),
        ("a.zip", zip(&FILES, CompressionMethod::Deflated)),
    ] {
        for at in 0..archive.len() {
            read(name, &archive[..at], &usual(&archive));
            let mut damaged = archive.clone();
            damaged[at] ^= 0x55;
            read(name, &damaged, &usual(&archive));
        }
        laws::all(&archive);
    }
}

/// Archives of each kind, and some that expand beyond the limits of the laws.
#[test]
fn the_laws_hold_for_archives() {
    kifu_testkit::hold_on(
        &kifu_testkit::repository("fuzz/regressions/archive"),
        laws::all,
    );
    let test_data = kifu_testkit::repository("crates/kifu-archive/test_data");
    kifu_testkit::hold_on(&test_data, laws::all);
    let files = [[b'a'; 60_000]; 6];
    let names = ["1.sgf", "2.sgf", "3.sgf", "4.sgf", "5.sgf", "6.sgf"];
    let many: Vec<(&str, &[u8])> = names
        .into_iter()
        .zip(files.iter().map(|file| &file[..]))
        .collect();
    let large: (&str, &[u8]) = ("large.sgf", &[b'a'; 70_000]);
    for files in [&many[..], &[large, many[0]]] {
        laws::all(&zip(files, CompressionMethod::Deflated));
        laws::all(&tar(files));
        laws::all(&gzip(&tar(files)));
    }
}
