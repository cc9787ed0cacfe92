//! The law of verbs that take collections in parts: what they make of those is what they make of the whole.

use std::fmt::Debug;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Parser;
use kifu::sgf::Document;

use crate::archive::Member;
use crate::args::{Cli, Verb};
use crate::games::{Chunks, open};
use crate::input::Input;
use crate::rewrite::{Rewritten, To};

/// An input of these bytes.
pub(crate) fn input(bytes: &[u8]) -> Input {
    Input::Member(Arc::new(Member {
        path: PathBuf::from("all.sgf"),
        place: PathBuf::from("all.sgf"),
        bytes: bytes.to_vec(),
    }))
}

/// What a command line asks for.
pub(crate) fn verb(words: &[&str]) -> Verb {
    Cli::parse_from(["kifu"].iter().chain(words)).verb
}

/// The files of the corpus, in the order of their names.
pub(crate) fn corpus() -> Vec<Vec<u8>> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/sgf");
    let walk = ignore::WalkBuilder::new(folder)
        .sort_by_file_path(Ord::cmp)
        .build();
    let paths = walk.map(|entry| entry.expect("it is there").into_path());
    let paths = paths.filter(|path| path.is_file());
    paths
        .map(|path| fs::read(path).expect("it is there"))
        .collect()
}

/// Collections of these files, so many in each, with this between them.
pub(crate) fn joined<'f>(
    files: &'f [&Vec<u8>],
    several: usize,
    between: &'f str,
) -> impl Iterator<Item = Vec<u8>> + 'f {
    (0..files.len()).step_by(several).map(move |from| {
        let some = files.iter().cycle().skip(from).take(several);
        let joined = some.flat_map(|file| [file.as_slice(), between.as_bytes()].concat());
        joined.collect()
    })
}

/// Whether a file is read in several chunks of at most this many bytes.
pub(crate) fn has_chunks(file: &[u8], most: usize) -> bool {
    open(&input(file), most).is_ok_and(|chunks| chunks.on_lines().count() > 1)
}

/// Collections of files of the corpus, each with the length of its chunks; most have several.
pub(crate) fn collections() -> Vec<(Vec<u8>, usize)> {
    /// Larger files take long, and show nothing that smaller ones do not.
    const LARGE: usize = 1 << 16;
    let files = corpus();
    // An edit that removes a node also closes the last game of its document, and only of that.
    let is_closed = |file: &Vec<u8>| {
        let document = Document::parse(file.as_slice()).expect("it is small");
        let mut found = document.diagnostics();
        !found.any(|found| found.code.starts_with("sgf/unclosed"))
    };
    let small = files
        .iter()
        .filter(|file| file.len() < LARGE && is_closed(file));
    let small: Vec<&Vec<u8>> = small.collect();
    let mut all: Vec<(Vec<u8>, usize)> = Vec::new();
    for (several, between, most) in [(12, "\n", 500), (31, "\r\n", 3000)] {
        all.extend(joined(&small, several, between).map(|file| (file, most)));
    }
    // By themselves these would be JGF.
    let other = "(B[aa])\n(C[{\"game\": 1, \"tree\": []}])\n".repeat(300);
    all.push((format!("(;FF[4];B[aa])\n{other}").into_bytes(), 500));
    let is_large = |(file, most): &&(Vec<u8>, usize)| has_chunks(file, *most);
    let large = all.iter().filter(is_large).count();
    assert!(large > all.len() / 2, "{large} of {}", all.len());
    all
}

/// Holds what was made of the parts of a file against what was made of the whole.
#[track_caller]
pub(crate) fn assert_same(parts: &str, whole: &str, of: &[u8]) {
    let mut lines = (1..).zip(parts.lines().zip(whole.lines()));
    let other = lines.find(|(_, (part, whole))| part != whole);
    let of = String::from_utf8_lossy(of);
    assert!(parts == whole, "{of}\nof parts, of the whole: {other:?}");
}

/// What is said of the first place at fault. Others are listed as far as the file was read.
fn first_place(why: &str) -> &str {
    why.split("; ").next().unwrap_or_default()
}

/// Holds what `made` makes of collections in parts against what it makes of them as a whole: the bytes of a
/// file, and what is told of it.
pub(crate) fn parts_are_the_whole<T: Debug>(
    made: impl Fn(&Input, &mut Chunks, &To) -> anyhow::Result<(Rewritten, T)>,
) {
    let told = |bytes: &[u8], most| {
        let input = input(bytes);
        let made =
            open(&input, most).and_then(|chunks| made(&input, &mut chunks.on_lines(), &To::Stdout));
        match made {
            Ok((file, more)) => {
                let is_changed = file.is_changed();
                let bytes = file.into_bytes().expect("it was written");
                let text = String::from_utf8_lossy(&bytes);
                let told = format!("{text}\n{is_changed} {more:#?}");
                (told, bytes)
            }
            Err(why) => (first_place(&format!("{why:#}")).to_owned(), Vec::new()),
        }
    };
    for (nth, (bytes, most)) in collections().into_iter().enumerate() {
        let (whole, made) = told(&bytes, usize::MAX);
        assert_same(&told(&bytes, most).0, &whole, &bytes);
        // Of what it has made, it may not have to change anything.
        if nth % 3 == 0 {
            let (whole, _) = told(&made, usize::MAX);
            assert_same(&told(&made, most).0, &whole, &made);
        }
    }
}
