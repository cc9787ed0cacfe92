//! New files.

use std::sync::Arc;
use std::{fs, io};

use kifu_files::write::{self, Batch, CommitMode, Digest, Draft, NewContents, Overwrite};
use kifu_files::{ReadFiles, Sources};

use crate::Folder;

#[test]
fn files_that_are_read_are_never_overwritten() {
    let folder = Folder::new(&[
        ("in/a.sgf", b"a"),
        ("out.sgf", b"old"),
        ("skipped.sgf", b"s"),
    ]);
    let read = Arc::new(ReadFiles::default());
    read.add_sources(Sources::new([folder.path("in")]));
    read.add(&folder.path("skipped.sgf"));
    let write = |name: &str| {
        let overwrite = Overwrite::Except(Arc::clone(&read));
        write::create(&folder.path(name), b"new", overwrite)
    };
    assert!(write("out.sgf").is_ok());
    assert!(write("in/../in/a.sgf").is_err());
    assert!(write("skipped.sgf").is_err());
    read.skip(&folder.path("skipped.sgf"));
    assert!(write("skipped.sgf").is_ok());
    assert_eq!(fs::read(folder.path("in/a.sgf")).unwrap(), b"a");
    assert_eq!(fs::read(folder.path("out.sgf")).unwrap(), b"new");
}

#[test]
fn a_batch_reports_each_file_in_order() {
    let names: Vec<String> = (0..140).map(|n| format!("{n}.sgf")).collect();
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (&**name, &b"old"[..])).collect();
    let folder = Folder::new(&files);
    let mut batch = Batch::new(false);
    let mut done = Vec::new();
    for (n, name) in names.iter().enumerate() {
        let file = Draft::of(&folder.path(name))
            .unwrap()
            .finish_with(b"new")
            .unwrap();
        // One file has changed since it was read.
        let before: &[u8] = if n == 7 { b"other" } else { b"old" };
        let mode = CommitMode::InPlace {
            original: Digest::of(before),
            suffix: ".orig".to_owned(),
            keep_mtime: false,
        };
        done.extend(batch.add(Some(file.staged(mode)), n));
    }
    assert!(!done.is_empty() && !batch.is_empty());
    done.extend(batch.commit());
    let members: Vec<usize> = done.iter().map(|(n, _)| *n).collect();
    assert_eq!(members, (0..140).collect::<Vec<_>>());
    let failed: Vec<usize> = done
        .iter()
        .filter(|(_, done)| done.is_err())
        .map(|(n, _)| *n)
        .collect();
    assert_eq!(failed, [7]);
    assert_eq!(fs::read(folder.path("7.sgf")).unwrap(), b"old");
    assert_eq!(fs::read(folder.path("8.sgf")).unwrap(), b"new");
    assert_eq!(fs::read(folder.path("8.sgf.orig")).unwrap(), b"old");
    assert!(!folder.path("7.sgf.orig").exists());
}

#[test]
fn new_files_are_begun_only_at_vacant_paths() {
    let folder = Folder::new(&[("a.sgf", b"old")]);
    let (never, except) = (Overwrite::Never, Overwrite::Except(Arc::default()));
    let begin = |name: &str, overwrite| Draft::begin(&folder.path(name), overwrite);
    let below = |name: &str, overwrite| Draft::begin_below(&folder.path(name), overwrite);
    let kind = |draft: io::Result<Draft>| draft.map(drop).map_err(|error| error.kind());
    for begun in [begin("a.sgf", &never), below("a.sgf", &never)] {
        assert_eq!(kind(begun), Err(io::ErrorKind::AlreadyExists));
    }
    assert!(begin("", &except).is_err());
    assert!(begin("a.sgf", &except).is_ok());
    // Only one of the functions creates directories.
    let missing = kind(begin("b/c/d.sgf", &never));
    assert_eq!(missing, Err(io::ErrorKind::NotFound));
    assert!(!folder.path("b").exists());
    let new = below("b/c/d.sgf", &never).unwrap().finish_with(b"new");
    new.unwrap().commit(never).unwrap();
    assert_eq!(fs::read(folder.path("b/c/d.sgf")).unwrap(), b"new");
    assert_eq!(fs::read(folder.path("a.sgf")).unwrap(), b"old");
}

#[test]
fn a_batch_writes_new_files_on_several_threads() {
    // Each thread writes about 43 files of a batch.
    let folder = Folder::new(&[("7.sgf", b"old"), ("100.sgf", b"old")]);
    let mut batch = Batch::new(false).on_threads(3);
    let mut done = Vec::new();
    for n in 0..300 {
        let file = NewContents {
            path: folder.path(&format!("{n}.sgf")),
            bytes: n.to_string().into_bytes(),
            overwrite: Overwrite::Never,
            creates_folder: false,
        };
        done.extend(batch.add_new(file, n));
    }
    done.extend(batch.commit());
    let members: Vec<usize> = done.iter().map(|(n, _)| *n).collect();
    assert_eq!(members, (0..300).collect::<Vec<_>>());
    for (n, written) in done {
        let bytes = fs::read(folder.path(&format!("{n}.sgf"))).unwrap();
        if [7, 100].contains(&n) {
            let error = written.unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
            assert_eq!(bytes, b"old");
        } else {
            written.unwrap();
            assert_eq!(bytes, n.to_string().as_bytes());
        }
    }
    assert_eq!(fs::read_dir(folder.path("")).unwrap().count(), 300);
}
