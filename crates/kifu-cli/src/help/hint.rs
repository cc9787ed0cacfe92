//! Hints for command lines that are not valid, and verbs for command lines without a verb.

use std::ffi::OsString;
use std::path::Path;

use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use kifu::select::nearest;
use kifu_files::archive::{ArchiveKind, archive_of, is_folder_in_archive};

use crate::args::whole_command;
use crate::pages::EXPORT_HTML;

/// Verbs of other programs, each with the verb and options of `kifu` that do the same.
const OTHER_VERBS: [(&[&str], &str); 24] = [
    (&["search", "grep", "query"], "find"),
    (&["display", "print", "board"], "show"),
    (&["open", "browse", "viewer", "tui"], "view"),
    (&["validate", "lint", "verify", "test"], "check"),
    (&["repair", "correct"], "fix"),
    (&["format", "normalize", "pretty"], "fmt"),
    (
        &["ls", "list", "head", "describe", "table", "csv", "headers"],
        "info",
    ),
    (
        &["draw", "image", "picture", "png", "svg", "diagram"],
        "render",
    ),
    (&["count", "statistics", "summary"], "stats"),
    (&["concat", "concatenate", "combine"], "cat"),
    (&["compare", "cmp"], "diff"),
    (&["duplicates", "dups", "dedup", "uniq"], "dedupe"),
    (&["rotate", "mirror", "flip"], "transform"),
    (
        &["edit", "tag", "assign", "replace", "put", "change"],
        "set",
    ),
    (&["clean", "remove", "delete"], "strip"),
    (&["mv", "move"], "rename"),
    (&["import", "to"], "convert"),
    (&["html", "page", "publish"], "export"),
    (&["pdf", "typst", "latex", "booklet"], "book"),
    (&["encoding", "recode", "iconv"], "charset"),
    (&["variations", "outline"], "tree"),
    (&["joseki", "continue", "continuations", "explore"], "next"),
    (&["play", "record"], "rec"),
    (&["language-server", "server", "editor"], "lsp"),
];

/// Returns the verb and options for a command line whose first word is a path and not a verb.
pub(super) fn implied_verb(error: &Error) -> Option<&'static [&'static str]> {
    if error.kind() != ErrorKind::InvalidSubcommand || is_below_a_verb(error) {
        return None;
    }
    let word = invalid_verb(error)?;
    let path = Path::new(word);
    let in_archive = archive_of(path).is_some() && !path.exists();
    let is_directory = if in_archive {
        is_folder_in_archive(path)
    } else {
        path.is_dir() || ArchiveKind::of(path).is_some_and(ArchiveKind::is_folder)
    };
    let extension = path.extension().unwrap_or_default();
    let is_recording = ["rgf", "rgt", "rgz"]
        .iter()
        .any(|known| extension.eq_ignore_ascii_case(known));
    if is_directory {
        Some(&["info", "--summary"])
    } else if is_recording {
        Some(&["rec", "info"])
    } else if path.exists() || word == "-" || word.contains(['.', '/', '\\']) {
        Some(&["show"])
    } else {
        None
    }
}

/// Adds a hint to an error, if there is one for it.
pub(super) fn add(mut error: Error, args: &[OsString]) -> Error {
    match error.kind() {
        ErrorKind::InvalidSubcommand if !is_below_a_verb(&error) => {
            if let Some(verb) = invalid_verb(&error).and_then(usual_verb) {
                let verbs = ContextValue::Strings(vec![verb]);
                error.insert(ContextKind::SuggestedSubcommand, verbs);
            }
        }
        ErrorKind::MissingRequiredArgument => {
            if let Some(hint) = find_by_name(args) {
                let hint = ContextValue::StyledStrs(vec![hint.into()]);
                error.insert(ContextKind::Suggested, hint);
            }
        }
        ErrorKind::InvalidValue if is_html(&error) => {
            let hint = format!("for a web page, use `{EXPORT_HTML}`");
            error.insert(
                ContextKind::Suggested,
                ContextValue::StyledStrs(vec![hint.into()]),
            );
        }
        _ => {}
    }
    error
}

/// Returns whether the invalid value of an option is `html`.
fn is_html(error: &Error) -> bool {
    matches!(error.get(ContextKind::InvalidValue), Some(ContextValue::String(value)) if value == "html")
}

/// Returns the verb whose name, or whose name in another program, is most similar to a word.
fn usual_verb(word: &str) -> Option<String> {
    let command = whole_command();
    let verbs = command.get_subcommands().filter(|verb| !verb.is_hide_set());
    let verbs = verbs.map(|verb| (verb.get_name(), verb.get_name()));
    let names = OTHER_VERBS
        .iter()
        .flat_map(|(words, verb)| words.iter().map(|word| (*word, *verb)));
    nearest(word, verbs.chain(names)).map(str::to_owned)
}

fn invalid_verb(error: &Error) -> Option<&str> {
    match error.get(ContextKind::InvalidSubcommand)? {
        ContextValue::String(word) => Some(word),
        _ => None,
    }
}

/// Returns whether the error is about a verb of `rec`, `problem` or `export`.
fn is_below_a_verb(error: &Error) -> bool {
    let usage = error.get(ContextKind::Usage).map(ToString::to_string);
    usage.is_some_and(|usage| !usage.contains("kifu [OPTIONS]"))
}

/// Returns a hint for `kifu find NAME PATH`, which lacks the option that takes a name.
fn find_by_name(args: &[OsString]) -> Option<String> {
    let mut words = args.iter().skip(1).filter_map(|word| word.to_str());
    if words.next()? != "find" {
        return None;
    }
    let words: Vec<&str> = words.filter(|word| !word.starts_with('-')).collect();
    let (name, paths) = words.split_first()?;
    if Path::new(name).exists() || name.contains(['\'', '"', '\\']) {
        return None;
    }
    let paths = paths.join(" ");
    let expression = if name.contains(|c: char| c.is_whitespace()) {
        format!("player ~ \"{name}\"")
    } else {
        format!("player ~ {name}")
    };
    let command = format!("kifu find -e '{expression}' {paths}");
    Some(format!(
        "to find the games of a player, use `{}`",
        command.trim_end()
    ))
}
