//! `kifu PATH` without a verb.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use clap::CommandFactory;

use crate::archive::{Kind, archive_of, is_folder_in_archive};
use crate::args::Cli;

/// Adds the verb that a command line without one means: `show` for a file, `info --summary` for a
/// directory or an archive, and `rec info` for a recording. A verb is never taken for a path.
pub(crate) fn with_verb(mut args: Vec<OsString>) -> Vec<OsString> {
    let Some(at) = first_word(&args) else {
        return args;
    };
    let Some(verb) = implied(&args[at]) else {
        return args;
    };
    args.splice(at..at, verb.iter().map(OsString::from));
    args
}

/// Returns the index of the first argument after the name of the command and the global options.
fn first_word(args: &[OsString]) -> Option<usize> {
    let mut at = 1;
    loop {
        let arg = args.get(at)?;
        if arg == "--color" {
            at += 2;
        } else if arg.as_encoded_bytes().starts_with(b"--color=") {
            at += 1;
        } else {
            return Some(at);
        }
    }
}

fn implied(word: &OsStr) -> Option<&'static [&'static str]> {
    let path = Path::new(word);
    let in_archive = archive_of(path).is_some();
    if word != "-" && (word.as_encoded_bytes().starts_with(b"-") || !(path.exists() || in_archive))
    {
        return None;
    }
    let is_verb = |verb: &clap::Command| {
        verb.get_name() == word || verb.get_all_aliases().any(|alias| alias == word)
    };
    if word == "help" || Cli::command().get_subcommands().any(is_verb) {
        return None;
    }
    let is_folder = if in_archive {
        is_folder_in_archive(path)
    } else {
        path.is_dir() || Kind::of(path).is_some_and(Kind::is_folder)
    };
    let is_recording = path
        .extension()
        .is_some_and(|name| name.eq_ignore_ascii_case("rgf"));
    Some(match (is_folder, is_recording) {
        (true, _) => &["info", "--summary"],
        (false, true) => &["rec", "info"],
        (false, false) => &["show"],
    })
}
