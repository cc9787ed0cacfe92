//! Archives as inputs: they are read like directories.

use std::fs;
use std::io::{Cursor, Write};

use bzip2::write::BzEncoder;
use flate2::Compression;
use flate2::write::GzEncoder;
use kifu_testkit::tar::Raw;
use lzma_rust2::{XzOptions, XzWriter};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::kifu::Kifu;

const A: &str = "(;FF[4]PB[a];B[aa];W[bb])";
const B: &str = "(;FF[4]PB[b];B[cc])";

/// Names and contents; the name of a directory ends with `/`.
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

fn bz2(bytes: &[u8]) -> Vec<u8> {
    let mut bz2 = BzEncoder::new(Vec::new(), bzip2::Compression::best());
    bz2.write_all(bytes).unwrap();
    bz2.finish().unwrap()
}

fn xz(bytes: &[u8]) -> Vec<u8> {
    let mut xz = XzWriter::new(Vec::new(), XzOptions::default()).unwrap();
    xz.write_all(bytes).unwrap();
    xz.finish().unwrap()
}

fn zst(bytes: &[u8]) -> Vec<u8> {
    compress_to_vec(bytes, CompressionLevel::Fastest)
}

fn with(files: &[(&'static str, &[u8])]) -> Kifu {
    Kifu::with(files.iter().copied())
}

#[test]
fn archives_of_every_kind_are_read_as_folders() {
    let tar = tar(FILES);
    let kifu = with(&[
        ("x.zip", &zip(FILES)),
        ("x.tar", &tar),
        ("x.tar.gz", &gz(&tar)),
        ("x.TGZ", &gz(&tar)),
        ("x.tar.bz2", &bz2(&tar)),
        ("x.tbz", &bz2(&tar)),
        ("x.tar.xz", &xz(&tar)),
        ("x.txz", &xz(&tar)),
        ("x.tar.zst", &zst(&tar)),
    ]);
    for name in [
        "x.zip",
        "x.tar",
        "x.tar.gz",
        "x.TGZ",
        "x.tar.bz2",
        "x.tbz",
        "x.tar.xz",
        "x.txz",
        "x.tar.zst",
    ] {
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
        // Members and directories in the archive can be named.
        assert_eq!(files(&[&format!("{name}/inner")]), all[1..]);
        assert_eq!(files(&[&format!("{name}/inner/a.sgf")]), all[1..2]);
        let ran = kifu.run(&["info", &format!("{name}/inner/gone.sgf")]);
        assert_eq!(
            (ran.code, ran.stderr),
            (
                4,
                format!("kifu: {name}/inner/gone.sgf: no such file in the archive\n")
            )
        );
    }
}

#[test]
fn compressed_files_are_read_like_the_originals() {
    let kifu = with(&[
        ("a.sgf.gz", &gz(A.as_bytes())),
        ("b.sgf.zst", &zst(B.as_bytes())),
        ("c.sgf.bz2", &bz2(A.as_bytes())),
        ("d.sgf.xz", &xz(B.as_bytes())),
    ]);
    let ran = kifu.run(&["info", "--jsonl", "a.sgf.gz", "b.sgf.zst"]);
    assert_eq!(ran.files(), ["a.sgf.gz", "b.sgf.zst"]);
    assert_eq!(ran.lines()[0]["games"][0]["black"], "a");
    for (name, text) in [("a.sgf.gz", A), ("c.sgf.bz2", A), ("d.sgf.xz", B)] {
        assert_eq!(kifu.run(&["cat", "--raw", name]).text(), text);
    }
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
fn archives_in_folders_are_read_in_order() {
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
fn files_in_archives_are_never_replaced() {
    let packed = zip(&[("inner/a.sgf", b"(;FF[4]KM[5 1/2];B[aa]")]);
    let kifu = with(&[("a.zip", &packed)]);
    let ran = kifu.run(&["fix", "--all-safe", "-i", "a.zip"]);
    let why = "a.zip/inner/a.sgf: files in archives cannot be replaced; use `-o DIR`";
    assert_eq!(
        (ran.code, ran.stderr.contains(why)),
        (4, true),
        "{}",
        ran.stderr
    );
    assert_eq!(fs::read(kifu.path("a.zip")).unwrap(), packed);
    // An archive may have several files, which cannot go to standard output.
    assert_eq!(kifu.run(&["fix", "--all-safe", "a.zip"]).code, 2);
    let ran = kifu.run(&["fix", "--all-safe", "a.zip", "-o", "out"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let fixed = fs::read_to_string(kifu.path("out/inner/a.sgf")).unwrap();
    assert_eq!(fixed, "(;FF[4]KM[5.5];B[aa])");
}

#[test]
fn member_names_cannot_leave_the_output_folder() {
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
            .contains("d/x.tar/../up.sgf: its output path would be outside of d/out"),
        "{}",
        ran.stderr
    );
    assert!(kifu.path("d/out/root.jgf").exists());
    assert_eq!(fs::read_dir(kifu.path(".")).unwrap().count(), 1);
}

#[test]
fn zip_bombs_and_broken_archives_are_refused() {
    let zeros = vec![b' '; 100 << 20];
    let archive = zip(&[("zeros", &zeros), ("b.sgf", B.as_bytes())]);
    let kifu = with(&[
        ("zeros.gz", &gz(&zeros)),
        ("zeros.bz2", &bz2(&zeros[..1 << 20]).repeat(100)),
        ("zeros.xz", &xz(&zeros[..1 << 20]).repeat(100)),
        ("bomb.zip", &archive),
        ("broken.zip", b"PK\x03\x04"),
        ("broken.tar.gz", &gz(&tar(FILES))[..200]),
        ("text.zst", b"(;B[aa])"),
        (
            "nested.zip",
            &zip(&[("a.sgf.gz", &gz(A.as_bytes())), ("b.sgf", B.as_bytes())]),
        ),
    ]);
    for name in ["zeros.gz", "zeros.bz2", "zeros.xz", "bomb.zip"] {
        let ran = kifu.run(&["info", name]);
        let why = format!(
            "kifu: {name}: the uncompressed data is more than 200 times as large; if you trust \
             the file, unpack it first\n"
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
    let why = "kifu: nested.zip/a.sgf.gz: archives in archives are not read; unpack the outer archive first\n";
    assert_eq!(ran.stderr, why);
}

/// Archives of 7z, which no library writes here: those of the tests of `kifu-files`.
#[test]
fn files_in_7z_archives_are_read_in_order() {
    macro_rules! archive {
        ($name:literal) => {
            include_bytes!(concat!("../../../kifu-archive/test_data/7z/", $name))
        };
    }
    let (code, files, stderr) = listed("x.7z", archive!("lzma2.7z"));
    let names = [
        "x.7z/one.sgf",
        "x.7z/sub/two.sgf",
        "x.7z/sub/囲碁.sgf",
        "x.7z/empty.sgf",
    ];
    assert_eq!(
        (code, files, stderr.as_str()),
        (0, names.map(String::from).to_vec(), "")
    );

    let kifu = with(&[
        ("x.7z", archive!("lzma.7z")),
        ("tree.7Z", archive!("tree.7z")),
        ("aes.7z", archive!("aes.7z")),
        ("bomb.7z", archive!("bomb.7z")),
        ("cut.7z", &archive!("copy.7z")[..150]),
        ("game.sgf", archive!("copy.7z")),
    ]);
    let ran = kifu.run(&["cat", "x.7z/sub"]);
    assert_eq!(
        (ran.code, ran.text()),
        (0, "(;FF[4]PB[Lee];B[dd])\n(;FF[4]CA[UTF-8]PB[김];B[cc])")
    );
    let ran = kifu.run(&["cat", "x.7z/.hidden.sgf"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let ran = kifu.run(&["info", "--jsonl", "tree.7Z"]);
    assert_eq!(
        (ran.code, ran.files()),
        (
            0,
            vec![
                "tree.7Z/tree/d/a.sgf".into(),
                "tree.7Z/tree/d/e/b.sgf".into()
            ]
        )
    );
    let why = |name: &str| kifu.run(&["info", name]).stderr;
    assert!(
        why("aes.7z")
            .starts_with("kifu: aes.7z/one.sgf: the archive is encrypted; unpack it first\n")
    );
    assert!(why("bomb.7z").contains("more than 200 times as large"));
    assert_eq!(why("cut.7z"), "kifu: cut.7z: the archive is cut off\n");
    assert_eq!(
        why("x.7z/none"),
        "kifu: x.7z/none: no such file in the archive\n"
    );
    assert!(why("game.sgf").contains(".7z"), "{}", why("game.sgf"));
}

/// Runs `info` on an archive; returns the exit code, the listed files and standard error.
fn listed(name: &'static str, bytes: &[u8]) -> (i32, Vec<String>, String) {
    let kifu = with(&[(name, bytes)]);
    let ran = kifu.run(&["info", "--jsonl", name]);
    (ran.code, ran.files(), ran.stderr)
}

#[test]
fn all_frames_of_a_compressed_file_are_read() {
    let skipped = b"\x50\x2A\x4D\x18\x04\0\0\0abcd".as_slice();
    let kifu = with(&[
        ("a.sgf.gz", &[gz(A.as_bytes()), gz(B.as_bytes())].concat()),
        (
            "b.sgf.zst",
            &[skipped, &zst(A.as_bytes()), &zst(B.as_bytes())].concat(),
        ),
        ("c.sgf.gz", &[gz(A.as_bytes()), vec![0; 100]].concat()),
        (
            "d.sgf.bz2",
            &[bz2(A.as_bytes()), bz2(B.as_bytes()), vec![0; 100]].concat(),
        ),
        (
            "e.sgf.xz",
            &[xz(A.as_bytes()), vec![0; 4], xz(B.as_bytes())].concat(),
        ),
    ]);
    for (name, games) in [
        ("a.sgf.gz", 2),
        ("b.sgf.zst", 2),
        ("c.sgf.gz", 1),
        ("d.sgf.bz2", 2),
        ("e.sgf.xz", 2),
    ] {
        let ran = kifu.run(&["info", "--jsonl", name]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        assert_eq!(
            ran.lines()[0]["games"].as_array().unwrap().len(),
            games,
            "{name}"
        );
    }
}

#[test]
fn damaged_archives_are_reported() {
    let tar = tar(&[("a.sgf", A.as_bytes()), ("b.sgf", B.as_bytes())]);
    // The checksum is after the last byte that the tar reader needs.
    let mut broken = gz(&tar);
    let sum = broken.len() - 8;
    broken[sum] ^= 1;
    let (code, files, stderr) = listed("x.tgz", &broken);
    assert_eq!(
        (code, files.len(), stderr.lines().count()),
        (3, 2, 1),
        "{stderr}"
    );
    let (code, _, stderr) = listed("x.tar.gz", &gz(&tar)[..broken.len() - 4]);
    assert_eq!((code, stderr.lines().count()), (3, 1), "{stderr}");
    for (name, packed) in [("x.tar.bz2", bz2(&tar)), ("x.tar.xz", xz(&tar))] {
        let (code, files, stderr) = listed(name, &packed[..packed.len() - 12]);
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
        let format = name.rsplit_once('.').unwrap().1;
        let is_bz2 = format == "bz2";
        // A block of bzip2 must be complete before it can be read.
        let expected = if is_bz2 { (4, 0) } else { (3, 2) };
        assert_eq!((code, files.len()), expected, "{stderr}");
        let format = if is_bz2 { "bzip2" } else { "xz" };
        assert!(
            stderr.ends_with(&format!("the {format} data is truncated\n")),
            "{stderr}"
        );
        // The checksum is wrong.
        let mut damaged = packed.clone();
        damaged[packed.len() / 2] ^= 4;
        let (code, _, stderr) = listed(name, &damaged);
        assert!(code >= 3 && stderr.lines().count() == 1, "{stderr}");
        let (code, _, stderr) = listed(name, A.as_bytes());
        assert_eq!(
            (code, stderr),
            (4, format!("kifu: {name}: not {format} data\n"))
        );
        let (code, _, stderr) = listed(name, &[&*packed, b"(;B[aa])"].concat());
        assert!(code >= 3, "{stderr}");
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
    }
    // A truncated member is not read.
    let (code, files, stderr) = listed("x.tar", &tar[..512 + 7]);
    let why = "kifu: x.tar/a.sgf: the archive ends within this file\n";
    assert_eq!((code, files, &*stderr), (4, vec![], why));
}

#[test]
fn sparse_files_are_refused() {
    let octal = |number: usize| format!("{number:011o}\0").into_bytes();
    let of_gnu = Raw::of(b"a.sgf", b'S', A.as_bytes())
        .at(257, b"ustar  \0")
        .at(386, &[octal(0), octal(A.len())].concat())
        .at(483, &octal(A.len()));
    let of_posix = [
        Raw::pax("22 GNU.sparse.major=1\n").into_bytes(),
        Raw::of(b"b.sgf", b'0', B.as_bytes()).into_bytes(),
    ];
    let archive = [&of_gnu.into_bytes(), &*of_posix.concat(), &[0; 1024]].concat();
    let (code, files, stderr) = listed("x.tar", &archive);
    let why = "sparse files in archives are not supported; unpack the archive first";
    let message_about = |name: &str| format!("kifu: x.tar/{name}: {why}\n");
    assert_eq!((code, files), (4, vec![]));
    assert_eq!(stderr, message_about("a.sgf") + &message_about("b.sgf"));
}

#[test]
fn globs_select_members_of_archives() {
    let nested = gz(A.as_bytes());
    let files: Files = &[
        ("b.sgf", B.as_bytes()),
        ("inner/a.sgf", A.as_bytes()),
        ("inner/a.gz", &nested),
        ("inner/a.txt", b"none"),
    ];
    let kifu = with(&[
        ("d/x.zip", &zip(files)),
        ("d/y.tar", &tar(files)),
        ("d/z.sgf.gz", &nested),
    ]);
    let files = |args: &[&str]| {
        let ran = kifu.run(&[&["info", "--jsonl"], args].concat());
        assert_eq!((ran.code, &*ran.stderr), (0, ""), "{args:?}");
        ran.files()
    };
    for name in ["d/x.zip", "d/y.tar"] {
        let inside = |inner: &str| format!("{name}/{inner}");
        let both = [inside("b.sgf"), inside("inner/a.sgf")];
        assert_eq!(files(&[name, "--glob", "*.sgf"]), both);
        assert_eq!(files(&[&inside("inner"), "--glob", "*.sgf"]), both[1..]);
        // Like a file, a member that is named is read even if it does not match the glob.
        assert_eq!(files(&[&both[0], "--glob", "*.txt"]), both[..1]);
        let none = kifu.run(&["info", &inside("no"), "--glob", "*.sgf"]);
        assert_eq!(none.code, 4, "{}", none.stderr);
    }
    assert_eq!(files(&["d/z.sgf.gz", "--glob", "*.txt"]), ["d/z.sgf.gz"]);
    assert_eq!(files(&["d", "--glob", "*.sgf.gz"]), ["d/z.sgf.gz"]);
}

#[test]
fn a_folder_in_an_archive_counts_as_several_files() {
    let archive = zip(&[("in/a.sgf", A.as_bytes()), ("in/b.sgf", B.as_bytes())]);
    let kifu = with(&[("x.zip", &archive)]);
    assert_eq!(kifu.run(&["fmt", "x.zip/in"]).code, 2);
    let ran = kifu.run(&["fmt", "x.zip/in", "-o", "out"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(kifu.files("out").len(), 2);
    let ran = kifu.run(&["fmt", "x.zip/in/b.sgf"]);
    assert_eq!((ran.code, ran.text().contains("PB[b]")), (0, true));
}

#[test]
fn the_summary_counts_written_files() {
    let archive = tar(&[("a", A.as_bytes()), ("a/b", B.as_bytes())]);
    let kifu = with(&[("x.tar", &archive)]);
    let ran = kifu.run(&["fmt", "-i", "x.tar"]);
    assert_eq!(
        (ran.code, ran.stderr.lines().last()),
        (4, Some("0 of 2 files formatted"))
    );
    // One output is a file, but the other output needs a directory with the same name.
    let ran = kifu.run(&["fmt", "x.tar", "-o", "out"]);
    let stderr: Vec<&str> = ran.stderr.lines().collect();
    assert_eq!(
        (ran.code, stderr.len(), stderr[1]),
        (3, 2, "1 of 2 files formatted")
    );
    assert_eq!(stderr[0], "kifu: cannot write out/a: it is a directory");
    for verb in ["split", "convert -t jgf1"] {
        let words: Vec<&str> = verb.split(' ').chain(["x.tar", "-o", "d/e"]).collect();
        let up = tar(&[("../a", A.as_bytes())]);
        fs::write(kifu.path("x.tar"), &up).unwrap();
        let ran = kifu.run(&words);
        let why = "kifu: x.tar/../a: its output path would be outside of d/e";
        assert_eq!(
            (ran.code, ran.stderr.lines().next()),
            (4, Some(why)),
            "{verb}"
        );
    }
}

#[test]
fn packed_standard_input_is_refused() {
    let kifu = with(&[]);
    for (bytes, ending) in [
        (zip(FILES), ".zip"),
        (zst(A.as_bytes()), ".zst"),
        (bz2(A.as_bytes()), ".bz2"),
        (xz(A.as_bytes()), ".xz"),
    ] {
        let ran = kifu.feed(&["fmt"], &bytes);
        let why = format!(
            "kifu: <stdin>: the input is compressed; kifu only decompresses files whose names end \
             with `{ending}`\n"
        );
        assert_eq!(
            (ran.code, ran.stderr.starts_with(&why)),
            (4, true),
            "{}",
            ran.stderr
        );
    }
}

#[test]
fn an_index_includes_files_in_archives() {
    let games: Files = &[
        ("a.sgf", b"(;B[aa];W[bb])"),
        ("d/b.sgf", b"(;B[cc])(;B[aa])"),
    ];
    let kifu = with(&[("x.zip", &zip(games)), ("y.tgz", &gz(&tar(games)))]);
    let index = |counts: &str| {
        let ran = kifu.run(&["index", "-o", "i", "x.zip", "y.tgz"]);
        assert_eq!(ran.text(), format!("i: {counts}\n"), "{}", ran.stderr);
    };
    index("4 files, 6 games; 4 new, 0 changed, 0 removed");
    index("4 files, 6 games; 0 new, 0 changed, 0 removed");
    let find = |more: &[&str]| {
        let args = ["find", "--index", "i", "--text-pattern", "---/|X."];
        kifu.run(&[&args[..], more].concat())
    };
    let found = find(&["-l"]);
    let names = "x.zip/a.sgf\nx.zip/d/b.sgf\ny.tgz/a.sgf\ny.tgz/d/b.sgf\n";
    assert_eq!(found.text(), names, "{}", found.stderr);
    let found = find(&["-l", "-e", "moves > 1"]);
    let names = "x.zip/a.sgf\ny.tgz/a.sgf\n";
    assert_eq!(found.text(), names, "{}", found.stderr);
    std::fs::write(kifu.path("x.zip"), zip(&[("a.sgf", b"(;B[bb])")])).unwrap();
    index("3 files, 4 games; 0 new, 1 changed, 1 removed");
}

#[test]
fn find_does_not_search_an_archive_that_it_replaces() {
    let packed = zip(FILES);
    let kifu = Kifu::with([("g.zip", &packed), ("a.sgf.gz", &gz(A.as_bytes()))]);
    for name in ["g.zip", "a.sgf.gz"] {
        let before = fs::read(kifu.path(name)).unwrap();
        let ran = kifu.run(&["find", "-ePB == a", "-f", "--save", name, name]);
        assert!(ran.stderr.contains(": not searched"), "{}", ran.stderr);
        assert_eq!(ran.code, 1);
        assert_eq!(fs::read(kifu.path(name)).unwrap(), before);
    }
}
