//! Patterns of the command line: for `kifu find` and `kifu next`.

use std::fs::{self, File};
use std::path::Path;

use anyhow::Context;
use kifu::report::Source;
use kifu::search::index::Index;
use kifu::search::{self, Anchor, Pattern, Query};
use kifu::span::Diagnostic;

use crate::args::input::InputArgs;
use crate::args::pattern::{AnchorArg, PatternArgs};
use crate::exit::Usage;
use crate::input::Input;
use crate::printable::{Printable, file_name};

/// What the pattern of the command line asks for; `None` if there is none.
pub(crate) fn query(args: &PatternArgs) -> anyhow::Result<Option<Query>> {
    let pattern = match (&args.pattern, &args.text_pattern) {
        (Some(path), _) => of_record(path)?,
        (_, Some(text)) => drawn(text)?,
        _ => return Ok(None),
    };
    Ok(Some(asked(anchored(pattern, args.anchor), args)))
}

/// A pattern, with all else that the command line asks for.
pub(crate) fn asked(pattern: Pattern, args: &PatternArgs) -> Query {
    let last = args
        .before
        .map_or(u32::MAX, |before| before.saturating_sub(1));
    Query {
        any_symmetry: args.any_symmetry,
        swap_colors: args.swap,
        // Nothing is before move 0.
        moves: u32::from(args.before == Some(0))..=last,
        first_only: args.first,
        ..Query::new(pattern)
    }
}

fn anchored(pattern: Pattern, anchor: AnchorArg) -> Pattern {
    match anchor.anchor() {
        None => pattern,
        Some(Anchor::FULL) => pattern.anchored(Anchor::FULL),
        // Of a whole board with few stones these are the pattern.
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
    pattern.map_err(|why| Usage(format!("{name}: no pattern: {why}")).into())
}

/// A pattern that is drawn in a file of this name, or else in the text itself.
fn drawn(text: &str) -> anyhow::Result<Pattern> {
    let path = Path::new(text);
    let is_file = text == "-" || path.is_file();
    let drawing = match is_file {
        true => {
            let bytes = Input::of(path.to_owned()).read();
            let bytes = bytes.with_context(|| format!("cannot read {}", file_name(path)))?;
            String::from_utf8_lossy(&bytes).into_owned()
        }
        false => text.replace('/', "\n"),
    };
    let (pattern, findings) = Pattern::parse(&drawing);
    pattern.ok_or_else(|| {
        let name = match is_file {
            true => file_name(path),
            false => "--text-pattern".to_owned(),
        };
        let told = findings.iter().map(|found| told(&name, &drawing, found));
        Usage(told.collect::<Vec<_>>().join("\n")).into()
    })
}

/// A finding in one line, with its place.
fn told(name: &str, text: &str, found: &Diagnostic) -> String {
    let (line, column) = Source::new(text.as_bytes()).place(found.span.start);
    let message = Printable(&found.message);
    format!("{name}:{line}:{column}: {message} [{}]", found.code)
}

/// Files are not searched where an index is; some of those that it names may be read then.
pub(crate) fn only_index(input: &InputArgs, reads_files: bool) -> Result<(), Usage> {
    let names_files = !input.paths.is_empty() || input.files_from.is_some();
    let why = match () {
        () if names_files || !input.glob.is_empty() => "either files or --index, not both",
        () if !reads_files && (input.jobs.is_some() || input.strict) => {
            "--jobs and --strict are about files, and --index reads none for this"
        }
        () => return Ok(()),
    };
    Err(Usage(why.to_owned()))
}

/// The index in a file.
pub(crate) fn open(path: &Path) -> anyhow::Result<Index<File>> {
    let name = || format!("cannot search {}", file_name(path));
    let is_folder = fs::metadata(path).is_ok_and(|there| there.is_dir());
    if is_folder {
        let name = file_name(path);
        return Err(Usage(format!(
            "{name} is a folder: kifu index makes an index of it"
        ))
        .into());
    }
    let file = File::open(path).with_context(name)?;
    Index::open(file).with_context(name)
}
