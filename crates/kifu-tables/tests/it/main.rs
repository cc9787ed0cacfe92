//! Exports of the corpus: the same for any number of threads and interruptions, and read back.

mod formats;
mod index;
mod interrupted;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use kifu_files::Sources;
use kifu_tables::{ExportError, ExportEvent, ExportOptions, ExportSummary};
use tempfile::TempDir;

/// The games that ship with kifu, and files that cannot be read.
fn corpus(directory: &Path) -> Sources {
    let bad = directory.join("bad");
    fs::create_dir_all(&bad).unwrap();
    fs::write(bad.join("a.sgf"), "no game").unwrap();
    fs::write(bad.join("b.sgf"), "(;GM[2]SZ[8])(;SZ[9];B[ee])").unwrap();
    fs::write(bad.join("c.pdf"), "%PDF-1.4").unwrap();
    Sources::new([kifu_testkit::repository("corpus"), bad])
}

/// Exports without an observer.
fn export(sources: &Sources, directory: &Path, options: &ExportOptions) -> ExportSummary {
    let mut observe = |_: ExportEvent| Ok::<(), std::convert::Infallible>(());
    let done = kifu_tables::export(sources, directory, options, &mut observe);
    done.map_err(|error: ExportError<_>| error.to_string())
        .unwrap()
}

/// The files of a dataset without the manifest, with their contents.
fn contents(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = kifu_testkit::files(directory).into_iter();
    let files = files.map(|path| {
        let name = path
            .strip_prefix(directory)
            .unwrap()
            .to_string_lossy()
            .into_owned();
        (name, fs::read(path).unwrap())
    });
    files.filter(|(name, _)| name != "_kifu.json").collect()
}

fn temporary() -> TempDir {
    tempfile::tempdir().unwrap()
}
