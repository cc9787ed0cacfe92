//! Checks whether other programs on this machine read the same from a bundle.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use kifu_rgf::bundle::{Limits, Reader, Writer, check};
use kifu_testkit::tar::{Raw, archive, gzip};
use tempfile::TempDir;

/// Lists an archive and its files with Python.
const PYTHON: &str = "\
import sys, tarfile
with tarfile.open(sys.argv[1]) as tar:
    for member in tar:
        if member.isfile():
            print(member.name.removeprefix('./'), member.size, sep='\\t')
";

/// Packs a directory.
const WRITE: &str = "\
import sys, tarfile
with tarfile.open(sys.argv[1], 'w') as tar:
    tar.add(sys.argv[2], '.')
";

/// The output of a program; `None` if it is not installed.
fn ran(program: &str, args: &[&str]) -> Option<String> {
    let mut command = Command::new(program);
    let output = command.args(args).env("LC_ALL", "C.UTF-8").output().ok()?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{program}: {said}");
    Some(String::from_utf8(output.stdout).unwrap())
}

/// Whether `tar` is GNU tar.
fn is_gnu() -> bool {
    ran("tar", &["--version"]).is_some_and(|version| version.contains("GNU tar"))
}

/// The names that a program lists, except for the directory.
fn names(listed: &str) -> Vec<String> {
    let names = listed.lines().map(|name| name.trim_start_matches("./"));
    names
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Checks that all programs list and unpack the same for every archive that kifu accepts.
#[track_caller]
fn all_agree(what: &str, bytes: &[u8]) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("a.tar");
    fs::write(&path, bytes).unwrap();
    let file = path.to_str().unwrap();
    let ours = check(bytes, &Limits::default()).unwrap().members;
    let our_names: Vec<String> = ours.iter().map(|(name, _)| name.clone()).collect();
    if is_gnu() {
        let listed = ran("tar", &["--quoting-style=literal", "-tf", file]).unwrap();
        assert_eq!(names(&listed), our_names, "{what}: GNU tar");
        agree_on_contents(what, "tar", file, bytes);
    }
    if let Some(listed) = ran("bsdtar", &["-tf", file]) {
        assert_eq!(names(&listed), our_names, "{what}: bsdtar");
        agree_on_contents(what, "bsdtar", file, bytes);
    }
    if let Some(listed) = ran("python3", &["-c", PYTHON, file]) {
        let ours = ours.iter().map(|(name, size)| format!("{name}\t{size}\n"));
        assert_eq!(listed, ours.collect::<String>(), "{what}: Python");
    }
}

fn agree_on_contents(what: &str, program: &str, file: &str, bytes: &[u8]) {
    let folder = TempDir::new().unwrap();
    ran(
        program,
        &["-xf", file, "-C", folder.path().to_str().unwrap()],
    );
    assert_eq!(files(folder.path()), ours(bytes), "{what}: {program}");
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    entries
        .map(|entry| {
            let name = entry.file_name().into_string().unwrap();
            (name, fs::read(entry.path()).unwrap())
        })
        .collect()
}

fn ours(bytes: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let mut reader = Reader::new(bytes, &Limits::default()).unwrap();
    let mut files = BTreeMap::new();
    while let Some(mut member) = reader.next().unwrap() {
        let mut content = Vec::new();
        std::io::Read::read_to_end(&mut member, &mut content).unwrap();
        files.insert(member.name().to_owned(), content);
    }
    files
}

#[test]
fn written_bundles_are_read_alike() {
    let long = format!("{}.mp3", "x".repeat(200));
    let members = [
        ("game.sgf", 10),
        ("名局 第1局.rgf", 511),
        ("\u{E9}t\u{E9}.mp3", 512),
        ("with space & $signs '.mp3", 513),
        ("empty.mp3", 0),
        (&long, 20_000),
    ];
    for zipped in [false, true] {
        let mut writer = if zipped {
            Writer::new_rgz(Vec::new())
        } else {
            Writer::new_rgt(Vec::new())
        };
        for (name, size) in members {
            writer.add_bytes(name, &vec![7; size]).unwrap();
        }
        all_agree("written", &writer.finish().unwrap());
    }
}

#[test]
fn accepted_bundles_are_read_alike() {
    let game = || Raw::file("game.sgf");
    let long = |name: &str| Raw::of(b"././@LongLink", b'L', format!("{name}\0").as_bytes());
    let accepted = [
        ("one file", archive([game()])),
        (
            "in its directory",
            archive([Raw::of(b"./", b'5', b""), Raw::file("./game.sgf")]),
        ),
        ("of GNU", archive([game().at(257, b"ustar  \0")])),
        (
            "an old archive",
            archive([Raw::of(b"b.sgf", 0, b"x").at(257, &[0; 8])]),
        ),
        (
            "a name of GNU",
            archive([long("名.sgf"), Raw::file("short").at(257, b"ustar  \0")]),
        ),
        (
            "an extended name",
            archive([Raw::pax("16 path=\u{540D}.sgf\n"), Raw::file("short")]),
        ),
        (
            "an extended name in its directory",
            archive([Raw::pax("16 path=./c.sgf\n"), game()]),
        ),
        (
            "a time",
            archive([Raw::pax("30 mtime=1321956000.000000001\n"), game()]),
        ),
        (
            "the same size twice",
            archive([Raw::pax("10 size=8\n"), game()]),
        ),
        (
            "a size in base 256",
            archive([Raw::new(
                b"a.sgf",
                b"\x80\0\0\0\0\0\0\0\0\0\0\x03",
                b'0',
                b"(;)",
            )]),
        ),
        ("without an end", archive([game()])[..1024].to_vec()),
        (
            "data after its end",
            [archive([game()]), archive([Raw::file("b.sgf")])].concat(),
        ),
        ("compressed", gzip(&archive([game()]))),
        ("compressed in two members", {
            let whole = archive([game(), Raw::file("b.mp3")]);
            [gzip(&whole[..700]), gzip(&whole[700..])].concat()
        }),
        (
            "an archive in an archive",
            archive([
                game(),
                Raw::of(b"b.tar", b'0', &archive([Raw::file("../x")])),
            ]),
        ),
    ];
    for (what, bytes) in accepted {
        all_agree(what, &bytes);
    }
}

#[test]
fn bundles_of_other_programs_are_accepted() {
    let folder = TempDir::new().unwrap();
    let names = ["a.sgf", "名局.rgf", &format!("{}.mp3", "y".repeat(150))];
    for (n, name) in names.into_iter().enumerate() {
        fs::write(folder.path().join(name), vec![b'x'; 300 * (n + 1)]).unwrap();
    }
    let away = TempDir::new().unwrap();
    let out = away.path().join("a.tar");
    let (from, to) = (folder.path().to_str().unwrap(), out.to_str().unwrap());
    let tars: [&[&str]; 6] = [
        &["tar", "--format=gnu", "-cf", to, "-C", from, "."],
        &["tar", "--format=pax", "-cf", to, "-C", from, "."],
        &["tar", "--format=posix", "-czf", to, "-C", from, "."],
        &["bsdtar", "--format=pax", "-cf", to, "-C", from, "."],
        &["bsdtar", "--format=gnutar", "-cf", to, "-C", from, "."],
        &["python3", "-c", WRITE, to, from],
    ];
    for command in tars {
        let _ = fs::remove_file(&out);
        if command[0] == "tar" && !is_gnu() {
            continue;
        }
        if ran(command[0], &command[1..]).is_none() {
            continue;
        }
        let bytes = fs::read(&out).unwrap();
        assert_eq!(ours(&bytes), files(folder.path()), "{command:?}");
    }
}

/// Checks archives with some changed bytes in their headers: all programs read those that kifu accepts in the
/// same way.
#[test]
#[ignore = "it starts some thousand programs"]
fn damaged_bundles_that_are_accepted_are_read_alike() {
    let mut state = 0x9E37_79B9_7F4A_7C15u64;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize % below
    };
    let mut accepted = 0;
    for n in 0..20_000 {
        let long = Raw::of(b"././@LongLink", b'L', b"c.sgf\0");
        let extended = Raw::pax("14 path=b.sgf\n12 uid=1000\n");
        let last = Raw::of(b"d.sgf", b'0', b"(;)").at(257, b"ustar  \0");
        let mut parts = [Raw::file("a.sgf"), extended, Raw::file("x"), long, last];
        for _ in 0..=random(2) {
            let part = &mut parts[random(5)];
            let bytes = [
                0, b'0', b'1', b'7', b'.', b'/', b' ', b'a', 0x80, 0xFF, b'-', b'\n',
            ];
            let at = match random(3) {
                0 => random(110),
                1 => 100 + random(170),
                _ => 345 + random(160),
            };
            *part = part.clone().at(at, &[bytes[random(bytes.len())]]);
        }
        let bytes = archive(parts);
        let is_fine = check(bytes.as_slice(), &Limits::default())
            .is_ok_and(|contents| contents.members.len() == 3);
        if is_fine && accepted < 700 {
            accepted += 1;
            all_agree(&format!("archive {n}"), &bytes);
        }
    }
}
