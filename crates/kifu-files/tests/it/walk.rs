//! The walk over files, directories and archives.

use std::fs;

use kifu_files::places::{PlaceError, Places};
use kifu_files::{Input, PathList, Sources, check_glob};

use crate::{Folder, tar};

/// Returns the paths of the inputs, and the errors.
fn found(folder: &Folder, sources: &Sources) -> Vec<String> {
    let shown = |input| match input {
        Ok(Input::Stdin) => "-".to_owned(),
        Ok(Input::File(path)) => folder.within(&*path),
        Ok(Input::Member(member)) => folder.within(&member.path),
        Err(kifu_files::Unreadable { path, error }) => {
            format!("{}: {}", folder.within(path), kifu_files::reason(error))
        }
    };
    sources.walk().map(shown).collect()
}

fn damaged_zip() -> Vec<u8> {
    use std::io::{Cursor, Write};
    use zip::write::SimpleFileOptions;
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let stored = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for (name, content) in [
        ("a.sgf", "(;B[aa])"),
        ("b.sgf", "(;B[bb])"),
        ("c.sgf", "(;B[cc])"),
    ] {
        writer.start_file(name, stored).unwrap();
        writer.write_all(content.as_bytes()).unwrap();
    }
    let mut zip = writer.finish().unwrap().into_inner();
    let at = zip
        .windows(8)
        .position(|bytes| bytes == b"(;B[bb])")
        .unwrap();
    zip[at + 4] = b'x';
    zip
}

#[test]
fn hidden_files_and_backups_are_skipped() {
    let files = [
        ".hidden.sgf",
        "a.sgf",
        "a.sgf.orig",
        "b/c.sgf",
        "a.sgf~",
        "b/d.txt",
    ];
    let folder = Folder::new(&files.map(|name| (name, &b"(;)"[..])));
    let sources = || Sources::new([folder.path("")]);
    let usual = ["a.sgf", "a.sgf~", "b/c.sgf", "b/d.txt"];
    assert_eq!(found(&folder, &sources()), usual);
    let all = sources().include_backups(true);
    assert!(found(&folder, &all).contains(&"a.sgf.orig".to_owned()));
    let sgf = sources().with_globs(["*.sgf"]).skip_backups("~");
    assert_eq!(found(&folder, &sgf), ["a.sgf", "b/c.sgf"]);
    let without_output = sources().skip_output(folder.path("b"));
    assert_eq!(found(&folder, &without_output), ["a.sgf", "a.sgf~"]);
    let named = Sources::new([folder.path("a.sgf.orig"), folder.path(".hidden.sgf")]);
    assert_eq!(found(&folder, &named), ["a.sgf.orig", ".hidden.sgf"]);
    assert!(check_glob("*.sgf").is_ok() && check_glob("a[").is_err());
}

#[test]
fn a_damaged_member_is_an_error_value_and_not_the_end() {
    let folder = Folder::new(&[("a.zip", &damaged_zip()), ("z.sgf", b"(;)")]);
    let found = found(&folder, &Sources::new([folder.path("")]));
    let [a, b, c, z] = &found[..] else {
        panic!("{found:?}");
    };
    assert_eq!([a, c, z], ["a.zip/a.sgf", "a.zip/c.sgf", "z.sgf"]);
    assert!(b.starts_with("a.zip/b.sgf: "), "{b}");
}

#[test]
fn a_truncated_archive_yields_the_files_before() {
    let mut archive = tar(&[("a.sgf", b"(;B[aa])"), ("b.sgf", b"(;B[bb])")]);
    archive.truncate(512 + 512 + 512 + 4);
    let folder = Folder::new(&[("a.tar", &archive), ("b.sgf", b"(;)")]);
    let found = found(&folder, &Sources::new([folder.path("")]));
    let why = "a.tar/b.sgf: the archive ends within this file";
    assert_eq!(found, ["a.tar/a.sgf", why, "b.sgf"]);
}

#[test]
fn paths_lead_into_archives() {
    let files: [(&str, &[u8]); 3] = [("1998/a.sgf", b"1"), ("1998/b.sgf", b"2"), ("c.sgf", b"3")];
    let folder = Folder::new(&[("games.tar", &tar(&files))]);
    let below = Sources::new([folder.path("games.tar/1998")]);
    assert_eq!(
        found(&folder, &below),
        ["games.tar/1998/a.sgf", "games.tar/1998/b.sgf"]
    );
    assert!(below.are_several());
    let one = Sources::new([folder.path("games.tar/c.sgf")]);
    assert_eq!(found(&folder, &one), ["games.tar/c.sgf"]);
    assert!(!one.are_several());
    let none = Sources::new([folder.path("games.tar/2000")]);
    assert_eq!(
        found(&folder, &none),
        ["games.tar/2000: no such file in the archive"]
    );
}

#[test]
fn lists_name_further_paths() {
    let folder = Folder::new(&[("a.sgf", b"(;)"), ("b.sgf", b"(;)")]);
    let text = format!(
        "{}\n\n{}\n",
        folder.path("b.sgf").display(),
        folder.path("c.sgf").display()
    );
    fs::write(folder.path("list"), text).unwrap();
    let list = PathList::of_lines(folder.path("list"));
    let sources = Sources::new([folder.path("a.sgf")]).with_list(list);
    assert_eq!(found(&folder, &sources), ["a.sgf", "b.sgf", "c.sgf"]);
    // The content is kept once it has been read completely.
    assert_eq!(sources.paths().len(), 3);
    fs::remove_file(folder.path("list")).unwrap();
    assert_eq!(found(&folder, &sources), ["a.sgf", "b.sgf", "c.sgf"]);
}

#[test]
fn places_keep_the_tree_and_stay_inside() {
    let folder = Folder::new(&[("in/a.sgf", b"(;)"), ("in/b/a.sgf", b"(;)")]);
    let sources = Sources::new([folder.path("in")]);
    let places = Places::of("out".as_ref(), &sources);
    let placed: Vec<_> = sources.names().map(|input| places.place(&input)).collect();
    assert_eq!(placed, [Ok("out/a.sgf".into()), Ok("out/b/a.sgf".into())]);
    assert_eq!(places.place(&Input::Stdin), Err(PlaceError::NoName));
    let outside = Input::in_memory("/elsewhere/a.sgf", Vec::new());
    assert_eq!(
        places.place(&outside),
        Err(PlaceError::Outside("out".into()))
    );
    assert!(places.check_collisions(&sources, |_| "same".into()).is_ok());
    let both = Sources::new([folder.path("in/a.sgf"), folder.path("in/../in/a.sgf")]);
    let places = Places::of("out".as_ref(), &both);
    let collision = places.check_collisions(&both, |path| path.file_name().unwrap().to_owned());
    assert_eq!(
        collision.unwrap_err().path,
        std::path::Path::new("out/a.sgf")
    );
}
