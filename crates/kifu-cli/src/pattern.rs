//! Patterns on the command line, for `kifu find` and `kifu next`.

use std::fs::{self, File};
use std::path::Path;

use anyhow::Context;
use kifu::report::Source;
use kifu::search::index::Index;
use kifu::search::{self, Anchor, Pattern, Query};
use kifu::span::Diagnostic;
use kifu_files::Input;

use crate::args::input::InputArgs;
use crate::args::pattern::{AnchorArg, PatternArgs};
use crate::exit::Usage;
use crate::printable::{Printable, file_name};

/// Returns the query for the pattern on the command line, if one is given.
pub(crate) fn query(args: &PatternArgs) -> anyhow::Result<Option<Query>> {
    let pattern = match (&args.pattern, &args.text_pattern) {
        (Some(path), _) => of_record(path)?,
        (_, Some(text)) => drawn(text)?,
        _ => return Ok(None),
    };
    Ok(Some(query_for(anchored(pattern, args.anchor), args)))
}

/// Returns the query for a pattern, with the other search options.
pub(crate) fn query_for(pattern: Pattern, args: &PatternArgs) -> Query {
    let last = args
        .before
        .map_or(u32::MAX, |before| before.saturating_sub(1));
    Query {
        any_symmetry: args.any_symmetry,
        swap_colors: args.swap,
        // No position comes before move 0, so the range is empty.
        moves: u32::from(args.before == Some(0))..=last,
        first_only: args.first,
        ..Query::new(pattern)
    }
}

fn anchored(pattern: Pattern, anchor: AnchorArg) -> Pattern {
    match anchor.anchor() {
        None => pattern,
        Some(Anchor::FULL) => pattern.anchored(Anchor::FULL),
        // Use only the stones of a whole board, without the empty points around them.
        Some(anchor) if pattern.anchor() == Anchor::FULL => pattern.trimmed().0.anchored(anchor),
        Some(anchor) => pattern.anchored(anchor),
    }
}

fn of_record(path: &Path) -> anyhow::Result<Pattern> {
    let name = file_name(path);
    let bytes = Input::of(path.to_owned()).read();
    let record = kifu::read(bytes.with_context(|| format!("cannot read {name}"))?)?;
    let document = record.to_sgf()?;
    let root = document.roots().next();
    let root = root.ok_or_else(|| Usage(format!("{name}: no game found")))?;
    let pattern = search::pattern(&document, root);
    pattern.map_err(|why| Usage(format!("{name}: invalid pattern: {why}")).into())
}

/// Parses a drawn pattern. `text` is the name of a file with the drawing, `-` for standard input,
/// or otherwise the drawing itself, with `/` between its rows.
fn drawn(text: &str) -> anyhow::Result<Pattern> {
    let path = Path::new(text);
    let is_file = text == "-" || path.is_file();
    let drawing = if is_file {
        let bytes = Input::of(path.to_owned()).read();
        let bytes = bytes.with_context(|| format!("cannot read {}", file_name(path)))?;
        String::from_utf8_lossy(&bytes).into_owned()
    } else {
        text.replace('/', "\n")
    };
    let (pattern, findings) = Pattern::parse(&drawing);
    pattern.ok_or_else(|| {
        let name = if is_file {
            file_name(path)
        } else {
            "--text-pattern".to_owned()
        };
        let lines = findings.iter().map(|found| line(&name, &drawing, found));
        Usage(lines.collect::<Vec<_>>().join("\n")).into()
    })
}

/// Formats a finding in the pattern `text` as one line with its place. `name` is the source of the
/// pattern.
fn line(name: &str, text: &str, found: &Diagnostic) -> String {
    let (line, column) = Source::new(text.as_bytes()).place(found.span.start);
    let message = Printable(&found.message);
    format!("{name}:{line}:{column}: {message} [{}]", found.code)
}

/// Refuses input files and their options together with `--index`. `reads_files` is whether the verb
/// reads some of the files that the index names.
pub(crate) fn only_index(input: &InputArgs, reads_files: bool) -> Result<(), Usage> {
    let names_files = !input.paths.is_empty() || input.files_from.is_some();
    let why = if names_files || !input.glob.is_empty() {
        "`--index` cannot be used with input files"
    } else if !reads_files && (input.jobs.is_some() || input.strict) {
        "`--jobs` and `--strict` have no effect with `--index`, which reads no input files"
    } else {
        return Ok(());
    };
    Err(Usage(why.to_owned()))
}

/// Opens the index in a file.
pub(crate) fn open(path: &Path) -> anyhow::Result<Index<File>> {
    let name = || format!("cannot search {}", file_name(path));
    let is_folder = fs::metadata(path).is_ok_and(|found| found.is_dir());
    if is_folder {
        let name = file_name(path);
        return Err(Usage(format!("{name} is a directory; index it with `kifu index`")).into());
    }
    let file = File::open(path).with_context(name)?;
    Index::open(file).with_context(name)
}
