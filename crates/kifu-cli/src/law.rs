//! The law of verbs that take collections in parts: what they make of those is what they make of the whole.

use std::fmt::Debug;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Parser;

use crate::archive::Member;
use crate::args::{Cli, Verb};
use crate::input::Input;
use crate::parts::{Content, START, is_plain};
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

/// Holds what `made` makes of files of the corpus, one behind the other, in small parts, against what it
/// makes of them as a whole: the bytes of a file, and what is told of it.
pub(crate) fn parts_are_the_whole<T: Debug>(
    made: impl Fn(&Input, Content, &To) -> anyhow::Result<(Rewritten, T)>,
) {
    let told = |input: &Input, content: Content| match made(input, content, &To::Stdout) {
        Ok((file, more)) => {
            let is_changed = file.is_changed();
            let bytes = file.into_bytes().expect("it was written");
            let text = String::from_utf8_lossy(&bytes);
            format!("{text}\n{is_changed} {more:#?}")
        }
        Err(why) => format!("{why:#}"),
    };
    let files = corpus();
    // What is not makes every file whole that it is in.
    let plain: Vec<&Vec<u8>> = files.iter().filter(|file| is_plain(file)).collect();
    let mut all: Vec<Vec<u8>> = Vec::new();
    for (several, between) in [(12, "\n"), (31, "\r\n")] {
        all.extend(joined(&plain, several, between));
    }
    // By themselves these would be positions.
    let positions = "(;)\n/1b2/1bw1/-B Problem 1\n(;)\n".repeat(300);
    all.push(format!("(;FF[4]B[aa])\n{positions}(;FF[4];B[aa])\n").into_bytes());
    // Files of that length are never cut.
    all.retain(|file| file.len() > START);
    let (mut in_parts, mut same) = (0, 0);
    for bytes in &all {
        let input = input(bytes);
        let cut = Content::up_to(500, &input).ok();
        let (Some(cut), Ok(whole)) = (cut, Content::up_to(usize::MAX, &input)) else {
            continue;
        };
        in_parts += usize::from(matches!(cut, Content::Large(_)));
        let (cut, whole) = (told(&input, cut), told(&input, whole));
        let mut lines = (1..).zip(cut.lines().zip(whole.lines()));
        let other = lines.find(|(_, (cut, whole))| cut != whole);
        let of = String::from_utf8_lossy(bytes);
        assert!(cut == whole, "{of}\nin parts, as a whole: {other:?}");
        same += 1;
    }
    assert!(in_parts > same / 3, "{in_parts} of {same}");
}
