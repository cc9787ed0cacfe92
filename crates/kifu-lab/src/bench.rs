//! `bench`: measures the speed of all crates, and compares it with that of other projects on the same bytes
//! in the same run.

mod commands;
mod convert;
mod games;
mod peers;
mod read;
mod table;
mod time;

use std::path::PathBuf;
use std::{env, fs};

use self::table::Table;
use crate::root;

/// Runs all measurements on `corpus/`, or on the given paths, and prints a table; with `--games`, only those of playing.
pub fn run(mut args: &[&str]) -> Result<(), String> {
    let only_games = args.first() == Some(&"--games");
    if only_games {
        args = &args[1..];
    }
    if let Some(unknown) = args.iter().find(|arg| arg.starts_with('-')) {
        return Err(format!("unknown option {unknown}"));
    }
    let here = env::current_dir().map_err(|e| e.to_string())?;
    let mut paths: Vec<PathBuf> = args.iter().map(|arg| here.join(arg)).collect();
    if paths.is_empty() {
        paths.push(root().join("corpus/sgf"));
    }
    let corpus = Corpus::read(paths)?;
    println!("{} files, {} bytes", corpus.files.len(), corpus.bytes());
    println!(
        "CPU time of one thread, the shortest of several runs; ratios refer to a row above.\n"
    );
    let mut table = Table::default();
    if only_games {
        games::measure(&corpus, &mut table);
        table.finish();
        return Ok(());
    }
    read::measure(&corpus, &mut table);
    convert::measure(&corpus, &mut table);
    games::measure(&corpus, &mut table);
    time::measure(&mut table);
    commands::measure(&corpus, &mut table)?;
    table.finish();
    Ok(())
}

/// The files to measure with.
struct Corpus {
    files: Vec<Vec<u8>>,
}

impl Corpus {
    /// Reads the SGF files below some paths, sorted.
    fn read(mut paths: Vec<PathBuf>) -> Result<Corpus, String> {
        let mut found = Vec::new();
        while let Some(path) = paths.pop() {
            let error = |e| format!("{}: {e}", path.display());
            if path.is_dir() {
                for entry in fs::read_dir(&path).map_err(error)? {
                    paths.push(entry.map_err(error)?.path());
                }
            } else if path
                .extension()
                .is_some_and(|e| e.eq_ignore_ascii_case("sgf"))
            {
                found.push(path);
            }
        }
        found.sort();
        let read = |path: &PathBuf| fs::read(path).map_err(|e| format!("{}: {e}", path.display()));
        let files: Vec<Vec<u8>> = found.iter().map(read).collect::<Result<_, _>>()?;
        if files.is_empty() {
            Err("no SGF files".to_owned())
        } else {
            Ok(Corpus { files })
        }
    }

    fn bytes(&self) -> usize {
        bytes(&self.files)
    }
}

fn bytes<B: AsRef<[u8]>>(files: &[B]) -> usize {
    files.iter().map(|file| file.as_ref().len()).sum()
}
