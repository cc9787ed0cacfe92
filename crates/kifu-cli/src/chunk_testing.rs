//! Tests that verbs give the same results for a collection in chunks as for the whole collection.

use std::fmt::Debug;

use clap::Parser;
use kifu::sgf::Document;
use kifu::sgf::codes::{UNCLOSED_TREE, UNCLOSED_VALUE};
use kifu_files::games::{Chunks, Games, open};
use kifu_files::rewrite::{Destination, Rewritten};
use kifu_files::{Input, Sources};

use crate::args::{Cli, Verb};

/// Returns an input with these bytes.
pub(crate) fn input(bytes: &[u8]) -> Input {
    Input::in_memory("all.sgf", bytes.to_vec())
}

/// Parses a command line.
pub(crate) fn verb(words: &[&str]) -> Verb {
    Cli::parse_from(["kifu"].iter().chain(words)).verb
}

/// Returns the files of the corpus, sorted by name.
pub(crate) fn corpus() -> Vec<Vec<u8>> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/sgf");
    let files = Sources::new([folder]).walk();
    let files = files.map(|input| input.map(|input| input.read()));
    files
        .map(|bytes| {
            bytes
                .expect("the corpus is readable")
                .expect("the file is readable")
        })
        .collect()
}

/// Joins groups of files into collections, with a separator after each file.
pub(crate) fn joined<'f>(
    files: &'f [&Vec<u8>],
    group_len: usize,
    separator: &'f str,
) -> impl Iterator<Item = Vec<u8>> + 'f {
    (0..files.len()).step_by(group_len).map(move |from| {
        let group = files.iter().cycle().skip(from).take(group_len);
        let joined = group.flat_map(|file| [file.as_slice(), separator.as_bytes()].concat());
        joined.collect()
    })
}

/// Returns whether a file is read in several chunks of at most `chunk_len` bytes.
pub(crate) fn has_chunks(file: &[u8], chunk_len: usize) -> bool {
    open(&input(file), chunk_len).is_ok_and(|chunks| chunks.split_at_lines().count() > 1)
}

/// Returns collections of corpus files, each with a chunk length. Most of them have several chunks.
pub(crate) fn collections() -> Vec<(Vec<u8>, usize)> {
    /// The length from which files are omitted: they take long and cover no additional cases.
    const LARGE: usize = 1 << 16;
    let files = corpus();
    // Omit files in which a game is not closed: an edit that removes a node closes the last game of
    // its document, but no other game.
    let is_closed = |file: &Vec<u8>| {
        let document = Document::parse(file.as_slice()).expect("the file is small");
        let mut findings = document.diagnostics();
        !findings.any(|finding| [UNCLOSED_TREE, UNCLOSED_VALUE].contains(&finding.code))
    };
    let small = files
        .iter()
        .filter(|file| file.len() < LARGE && is_closed(file));
    let small: Vec<&Vec<u8>> = small.collect();
    let mut all: Vec<(Vec<u8>, usize)> = Vec::new();
    for (group_len, separator, chunk_len) in [(12, "\n", 500), (31, "\r\n", 3000)] {
        // Use every second collection; the tests of `kifu` read all of them.
        let half = joined(&small, group_len, separator).step_by(2);
        all.extend(half.map(|file| (file, chunk_len)));
    }
    // The first game makes this file SGF. Each of the other chunks alone would look like JGF.
    let other = "(B[aa])\n(C[{\"game\": 1, \"tree\": []}])\n".repeat(300);
    all.push((format!("(;FF[4];B[aa])\n{other}").into_bytes(), 500));
    let is_large = |(file, chunk_len): &&(Vec<u8>, usize)| has_chunks(file, *chunk_len);
    let large = all.iter().filter(is_large).count();
    assert!(large > all.len() / 2, "{large} of {}", all.len());
    all
}

/// Opens an input that is read in chunks of at most `chunk_len` bytes; 0 means one chunk.
pub(crate) fn games(input: &Input, chunk_len: usize) -> Games {
    let chunk_len = if chunk_len == 0 {
        usize::MAX
    } else {
        chunk_len
    };
    Games::open_in(input, chunk_len).expect("the input is in memory")
}

/// Asserts that the results for the chunks of a file and for the whole file are equal.
#[track_caller]
pub(crate) fn assert_same(chunked: &str, whole: &str, file: &[u8]) {
    let mut lines = (1..).zip(chunked.lines().zip(whole.lines()));
    let difference = lines.find(|(_, (chunked, whole))| chunked != whole);
    let file = String::from_utf8_lossy(file);
    assert!(
        chunked == whole,
        "{file}\nchunked and whole differ: {difference:?}"
    );
}

/// Returns the part of an error message up to its first place. The other places in a message depend
/// on how much was read.
fn first_place(error: &str) -> &str {
    error.split("; ").next().unwrap_or_default()
}

/// Asserts that `work` returns the same file and the same report for collections in chunks as for
/// whole collections.
pub(crate) fn assert_chunks_match_whole<T: Debug>(
    work: impl Fn(&Input, &mut Chunks, &Destination) -> anyhow::Result<(Rewritten, T)>,
) {
    let run = |bytes: &[u8], chunk_len| {
        let input = input(bytes);
        let result = open(&input, chunk_len)
            .map_err(anyhow::Error::from)
            .and_then(|chunks| work(&input, &mut chunks.split_at_lines(), &Destination::Stdout));
        match result {
            Ok((file, more)) => {
                let is_changed = file.is_changed();
                let mut bytes = Vec::new();
                let written = file.write_to(&mut bytes).expect("the output is in memory");
                written.expect("the file was written");
                let text = String::from_utf8_lossy(&bytes);
                let report = format!("{text}\n{is_changed} {more:#?}");
                (report, bytes)
            }
            Err(error) => (first_place(&format!("{error:#}")).to_owned(), Vec::new()),
        }
    };
    for (nth, (bytes, chunk_len)) in collections().into_iter().enumerate() {
        let (whole, output) = run(&bytes, usize::MAX);
        assert_same(&run(&bytes, chunk_len).0, &whole, &bytes);
        // Also test a file that may need no change.
        if nth % 3 == 0 {
            let (whole, _) = run(&output, usize::MAX);
            assert_same(&run(&output, chunk_len).0, &whole, &output);
        }
    }
}
