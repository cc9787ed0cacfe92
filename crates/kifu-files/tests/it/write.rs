//! New files.

use std::fs;
use std::sync::Arc;

use kifu_files::write::{self, Batch, CommitMode, Digest, Overwrite};
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
    let names: Vec<String> = (0..40).map(|n| format!("{n}.sgf")).collect();
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (&**name, &b"old"[..])).collect();
    let folder = Folder::new(&files);
    let mut batch = Batch::new(false);
    let mut done = Vec::new();
    for (n, name) in names.iter().enumerate() {
        let file = write::prepare(&folder.path(name), b"new").unwrap();
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
    assert_eq!(members, (0..40).collect::<Vec<_>>());
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
