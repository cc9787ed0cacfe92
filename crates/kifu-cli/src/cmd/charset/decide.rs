//! Decides the charset of a file according to the options.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use kifu::charset::Vote;
use kifu::info::FileCharset;
use kifu_files::{Input, Unreadable, parallel};

use crate::cmd::charset::args::CharsetArgs;
use crate::exit::Usage;
use crate::printable::Printable;
use crate::run;

/// Decides the charset of an input.
pub(super) fn decide(
    input: &Input,
    bytes: Vec<u8>,
    args: &CharsetArgs,
    votes: Option<&Votes>,
) -> anyhow::Result<FileCharset> {
    Ok(match args.from {
        Some(charset) => FileCharset::with_charset(bytes, charset)?,
        None => FileCharset::of(bytes, args.hint, votes.and_then(|votes| votes.of(input)))?,
    })
}

/// Describes the charset of a file: how it was determined, and which other charset is likely.
pub(super) fn describe(file: &FileCharset) -> String {
    Printable(&file.to_string()).to_string()
}

/// The votes of the files in each directory.
pub(super) struct Votes(HashMap<PathBuf, Vote>);

impl Votes {
    /// Reads all files once, and adds up their votes.
    pub(super) fn collect(args: &CharsetArgs) -> anyhow::Result<Votes> {
        let dash = |path: &PathBuf| path.as_os_str() == "-";
        let lists = args.input.files_from.iter();
        if (args.input.paths.is_empty() && args.input.files_from.is_none())
            || args.input.paths.iter().chain(lists).any(dash)
        {
            let why = "`--vote` reads each file twice, so it cannot read standard input";
            return Err(Usage(why.to_owned()).into());
        }
        let mut votes = HashMap::<PathBuf, Vote>::new();
        let Some(inputs) = run::walk(&args.input)? else {
            return Ok(Votes(votes));
        };
        // Unreadable files are reported when they are read again.
        let work = |input: Result<Input, Unreadable>| {
            let input = input.ok()?;
            let ballot = FileCharset::ballot(input.read().ok()?, args.hint).ok()??;
            Some((folder(&input), ballot))
        };
        parallel::for_each_in_order(run::jobs(&args.input), inputs, work, |vote| {
            if let Some((folder, ballot)) = vote {
                votes.entry(folder).or_default().add(&ballot);
            }
            anyhow::Ok(())
        })?;
        Ok(Votes(votes))
    }

    fn of(&self, input: &Input) -> Option<&Vote> {
        self.0.get(&folder(input))
    }
}

fn folder(input: &Input) -> PathBuf {
    let above = input.place().and_then(Path::parent);
    above.unwrap_or(Path::new("")).to_owned()
}
