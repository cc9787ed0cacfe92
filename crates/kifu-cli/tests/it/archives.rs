//! Archives are read as folders are.

use std::fs;
use std::io::{Cursor, Write};

use flate2::Compression;
use flate2::write::GzEncoder;
use kifu_testkit::tar::Raw;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::kifu::Kifu;

const A: &str = "(;FF[4]PB[a];B[aa];W[bb])";
const B: &str = "(;FF[4]PB[b];B[cc])";

/// Names and contents; a name with `/` at its end is a folder's.
type Files<'a> = &'a [(&'a str, &'a [u8])];

const FILES: Files = &[
    ("b.sgf", B.as_bytes()),
    ("inner/", b""),
    ("inner/a.sgf", A.as_bytes()),
    ("inner/notes.txt", b"(;PB[n])"),
    (".hidden/x.sgf", A.as_bytes()),
    ("__MACOSX/._a.sgf", b"\0\x05"),
];

fn zip(files: Files) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        let options = SimpleFileOptions::default().compression_method(match content.len() {
            0..10 => CompressionMethod::Stored,
            _ => CompressionMethod::Deflated,
        });
        zip.start_file(*name, options).unwrap();
        zip.write_all(content).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn tar(files: Files) -> Vec<u8> {
    let member = |(name, content): &(&str, &[u8])| {
        let flag = if name.ends_with('/') { b'5' } else { b'0' };
        Raw::of(name.as_bytes(), flag, content).into_bytes()
    };
    let mut tar: Vec<u8> = files.iter().flat_map(member).collect();
    tar.resize(tar.len() + 1024, 0);
    tar
}

fn gz(bytes: &[u8]) -> Vec<u8> {
    let mut gz = GzEncoder::new(Vec::new(), Compression::best());
    gz.write_all(bytes).unwrap();
    gz.finish().unwrap()
}

fn zst(bytes: &[u8]) -> Vec<u8> {
    compress_to_vec(bytes, CompressionLevel::Fastest)
}

fn with(files: &[(&'static str, &[u8])]) -> Kifu {
    Kifu::with(files.iter().copied())
}

#[test]
fn every_kind_of_archive_is_a_folder() {
    let tar = tar(FILES);
    let kifu = with(&[
        ("x.zip", &zip(FILES)),
        ("x.tar", &tar),
        ("x.tar.gz", &gz(&tar)),
        ("x.TGZ", &gz(&tar)),
        ("x.tar.zst", &zst(&tar)),
    ]);
    for name in ["x.zip", "x.tar", "x.tar.gz", "x.TGZ", "x.tar.zst"] {
        let files = |args: &[&str]| {
            let ran = kifu.run(&[&["info", "--jsonl"], args].concat());
            assert_eq!((ran.code, &*ran.stderr), (0, ""), "{args:?}");
            ran.files()
        };
        let inside = |names: &[&str]| -> Vec<String> {
            names
                .iter()
                .map(|inner| format!("{name}/{inner}"))
                .collect()
        };
        let all = inside(&["b.sgf", "inner/a.sgf", "inner/notes.txt"]);
        assert_eq!(files(&[name]), all);
        assert_eq!(files(&[name, "-j1"]), all);
        assert_eq!(
            files(&[name, "--glob", "*.sgf"]),
            inside(&["b.sgf", "inner/a.sgf"])
        );
        // What is named in it can be asked for.
        assert_eq!(files(&[&format!("{name}/inner")]), all[1..]);
        assert_eq!(files(&[&format!("{name}/inner/a.sgf")]), all[1..2]);
        let ran = kifu.run(&["info", &format!("{name}/inner/gone.sgf")]);
        assert_eq!(
            (ran.code, ran.stderr),
            (
                4,
                format!("kifu: {name}/inner/gone.sgf: there is no such file in the archive\n")
            )
        );
    }
}

#[test]
fn single_files_are_what_they_were_before_they_were_compressed() {
    let kifu = with(&[
        ("a.sgf.gz", &gz(A.as_bytes())),
        ("b.sgf.zst", &zst(B.as_bytes())),
    ]);
    let ran = kifu.run(&["info", "--jsonl", "a.sgf.gz", "b.sgf.zst"]);
    assert_eq!(ran.files(), ["a.sgf.gz", "b.sgf.zst"]);
    assert_eq!(ran.lines()[0]["games"][0]["black"], "a");
    assert_eq!(kifu.run(&["cat", "--raw", "a.sgf.gz"]).text(), A);
    let ran = kifu.run(&[
        "convert",
        "-t",
        "jgf2",
        "a.sgf.gz",
        "b.sgf.zst",
        "-o",
        "out",
    ]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(kifu.path("out/a.jgf").exists() && kifu.path("out/b.jgf").exists());
}

#[test]
fn archives_in_folders_are_searched_in_their_place() {
    let kifu = with(&[
        ("d/a.sgf", A.as_bytes()),
        (
            "d/b.zip",
            &zip(&[("z.sgf", A.as_bytes()), ("a.sgf", B.as_bytes())]),
        ),
        ("d/c.sgf", B.as_bytes()),
    ]);
    let ran = kifu.run(&["info", "--jsonl", "d"]);
    assert_eq!(
        ran.files(),
        ["d/a.sgf", "d/b.zip/z.sgf", "d/b.zip/a.sgf", "d/c.sgf"]
    );
    let ran = kifu.run(&["info", "--summary", "--json", "d"]);
    assert_eq!(
        (&ran.json()["files"], &ran.json()["nodes"]),
        (&4.into(), &10.into())
    );
}

#[test]
fn nothing_is_written_into_an_archive() {
    let packed = zip(&[("inner/a.sgf", b"(;FF[4]KM[5 1/2];B[aa]")]);
    let kifu = with(&[("a.zip", &packed)]);
    let ran = kifu.run(&["fix", "--all-safe", "-i", "a.zip"]);
    let why = "a.zip/inner/a.sgf: a file in an archive cannot be replaced: use -o DIRECTORY";
    assert_eq!(
        (ran.code, ran.stderr.contains(why)),
        (4, true),
        "{}",
        ran.stderr
    );
    assert_eq!(fs::read(kifu.path("a.zip")).unwrap(), packed);
    // Which may hold several files.
    assert_eq!(kifu.run(&["fix", "--all-safe", "a.zip"]).code, 2);
    let ran = kifu.run(&["fix", "--all-safe", "a.zip", "-o", "out"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let fixed = fs::read_to_string(kifu.path("out/inner/a.sgf")).unwrap();
    assert_eq!(fixed, "(;FF[4]KM[5.5];B[aa])");
}

#[test]
fn no_name_leads_anywhere() {
    let names = ["../up.sgf", "/root.sgf", "./here.sgf", "bell\x07.sgf"];
    let files: Vec<(&str, &[u8])> = names.map(|name| (name, A.as_bytes())).to_vec();
    let kifu = with(&[("d/x.tar", &tar(&files))]);
    let shown = [
        "x.tar/../up.sgf",
        "x.tar/root.sgf",
        "x.tar/here.sgf",
        "x.tar/bell\x07.sgf",
    ];
    let ran = kifu.run(&["info", "--jsonl", "d"]);
    assert_eq!(ran.files(), shown.map(|name| format!("d/{name}")));
    let ran = kifu.run(&["convert", "-t", "jgf2", "d/x.tar", "-o", "d/out"]);
    assert_eq!(ran.code, 3, "{}", ran.stderr);
    assert!(
        ran.stderr
            .contains("d/x.tar/../up.sgf: it has no name below d/out"),
        "{}",
        ran.stderr
    );
    assert!(kifu.path("d/out/root.jgf").exists());
    assert_eq!(fs::read_dir(kifu.path(".")).unwrap().count(), 1);
}

#[test]
fn what_is_no_collection_of_records_is_refused() {
    let zeros = vec![b' '; 100 << 20];
    let archive = zip(&[("zeros", &zeros), ("b.sgf", B.as_bytes())]);
    let kifu = with(&[
        ("zeros.gz", &gz(&zeros)),
        ("bomb.zip", &archive),
        ("broken.zip", b"PK\x03\x04"),
        ("broken.tar.gz", &gz(&tar(FILES))[..200]),
        ("text.zst", b"(;B[aa])"),
        (
            "nested.zip",
            &zip(&[("a.sgf.gz", &gz(A.as_bytes())), ("b.sgf", B.as_bytes())]),
        ),
    ]);
    for name in ["zeros.gz", "bomb.zip"] {
        let ran = kifu.run(&["info", name]);
        let why = format!(
            "kifu: {name}: it unpacks to more than 200 times its size, which records never do\n"
        );
        assert_eq!((ran.code, ran.stderr), (4, why));
    }
    for name in ["broken.zip", "text.zst"] {
        let ran = kifu.run(&["check", name]);
        assert_eq!(
            (
                ran.code,
                ran.stderr
                    .lines()
                    .next()
                    .unwrap()
                    .starts_with(&format!("kifu: {name}: "))
            ),
            (4, true),
            "{}",
            ran.stderr
        );
    }
    let ran = kifu.run(&["info", "--jsonl", "broken.tar.gz"]);
    assert!(ran.code >= 3, "{}", ran.stderr);
    let ran = kifu.run(&["info", "--jsonl", "nested.zip"]);
    assert_eq!(
        (ran.code, ran.files()),
        (3, vec!["nested.zip/b.sgf".to_owned()])
    );
    let why = "kifu: nested.zip/a.sgf.gz: an archive in an archive is not read\n";
    assert_eq!(ran.stderr, why);
}
