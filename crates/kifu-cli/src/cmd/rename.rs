//! `kifu rename`: files called by what their games say.

pub(crate) mod args;
mod journal;
mod plan;
mod step;

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};
use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use kifu::names::{Fields, Template};
use serde::Serialize;

use self::args::RenameArgs;
use self::journal::Journal;
use self::plan::{Fate, Move, Plan};
use crate::exit::{Outcome, Usage};
use crate::input::Input;
use crate::json;
use crate::naming::{extension, has_unicode_name};
use crate::output;
use crate::printable::{count, file_name};
use crate::replace::Digest;
use crate::run::Inputs;

pub(crate) fn run(args: &RenameArgs) -> anyhow::Result<Outcome> {
    if let Some(folder) = &args.undo {
        return undo(folder, args);
    }
    let template = args.template.as_ref().context("no template")?;
    let known = |key: &&str| ["file", "ext"].contains(key) || key.starts_with(char::is_uppercase);
    if let Some(key) = template.keys().find(|key| !known(key)) {
        let why = format!("there is no {{{key}}}: a property in capitals, {{file}} or {{ext}}");
        return Err(Usage(why).into());
    }
    let mut given = folders(args);
    undo_interrupted(&given, &given, args)?;
    let mut moves = Vec::new();
    let mut seen = HashSet::new();
    let work = |input: &Input, bytes: Vec<u8>| named(input, bytes, template, args);
    let outcome = Inputs::of("rename", &args.input).each_file(work, |next: Move| {
        if seen.insert(next.from.clone()) {
            moves.push(next);
        }
        Ok(())
    })?;
    if args.input.strict && outcome.failed > 0 {
        anyhow::bail!("not all files could be read, and nothing was moved");
    }
    // Files of a list can be anywhere.
    let above: BTreeSet<PathBuf> = seen
        .iter()
        .filter_map(|path| Some(path.parent()?.to_owned()))
        .collect();
    let above: Vec<PathBuf> = above.into_iter().collect();
    if undo_interrupted(&above, &given, args)? {
        if args.input.files_from.as_deref() == Some(Path::new("-")) {
            anyhow::bail!("files have their old names back; run it again with a new list");
        }
        return run(args);
    }
    let mut plan = Plan::new(moves, args.collision);
    if !plan.holds() {
        for problem in plan.problems() {
            output::message(format_args!("{problem}"));
        }
        anyhow::bail!("some names cannot be given, and nothing was moved");
    }
    if !args.dry_run {
        let steps = plan.steps();
        if !steps.is_empty() {
            given.extend(above);
            let mut journal = Journal::begin(&given, &steps)?;
            plan.carry_out(&steps, &mut journal)
                .context("cannot write the journal; run `kifu rename --undo`")?;
            journal.end()?;
        }
    }
    show(&plan, args)?;
    for problem in plan.problems() {
        output::message(format_args!("{problem}"));
    }
    let of = |fate: fn(&Fate) -> bool| plan.moves().filter(|one| fate(&one.fate)).count() as u64;
    let (moved, failed) = (
        of(|fate| matches!(fate, Fate::Planned | Fate::Moved)),
        of(|fate| matches!(fate, Fate::Failed(_))),
    );
    let verb = if args.dry_run { "to rename" } else { "renamed" };
    let skipped = of(|fate| matches!(fate, Fate::Skipped(_)));
    let skipped = match skipped {
        0 => String::new(),
        skipped => format!(", {skipped} left where they are"),
    };
    let all = count(outcome.read, "file");
    output::line(format_args!("{moved} of {all} {verb}{skipped}"));
    Ok(outcome.without(failed))
}

/// `--undo`: gives the files of an interrupted run their old names.
fn undo(folder: &Path, args: &RenameArgs) -> anyhow::Result<Outcome> {
    let home = folder.canonicalize().with_context(|| file_name(folder))?;
    let mut others: Vec<PathBuf> = args
        .output
        .iter()
        .flat_map(|path| path.canonicalize())
        .collect();
    others.extend(args.input.paths.iter().flat_map(|path| path.canonicalize()));
    let found = journal::found([home]);
    for home in &found {
        journal::undo(home, &others)?;
    }
    if found.is_empty() {
        let folder = file_name(folder);
        output::message(format_args!(
            "no run was interrupted in {folder}, or above it"
        ));
    }
    Ok(Outcome {
        read: 1,
        negative: found.is_empty(),
        ..Outcome::default()
    })
}

/// The folders that a run is given, by their true names: those of its files, and that of `--output`.
fn folders(args: &RenameArgs) -> Vec<PathBuf> {
    let folder = |path: &PathBuf| match path.is_dir() {
        true => path.canonicalize().ok(),
        false => match path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent.canonicalize().ok(),
            _ => Path::new(".").canonicalize().ok(),
        },
    };
    let output = args.output.iter().filter(|output| output.is_dir());
    args.input
        .paths
        .iter()
        .chain(output)
        .filter_map(folder)
        .collect()
}

/// Undoes runs that were interrupted in some folders or above them, before another one begins. Returns
/// whether there are any.
fn undo_interrupted(
    folders: &[PathBuf],
    given: &[PathBuf],
    args: &RenameArgs,
) -> anyhow::Result<bool> {
    let found = journal::found(folders.iter().cloned());
    for home in &found {
        anyhow::ensure!(
            !args.dry_run,
            "a run was interrupted in {}; undo it with `kifu rename --undo`, or without -n",
            file_name(home)
        );
        journal::undo(home, given)?;
    }
    Ok(!found.is_empty())
}

/// What a file is to be called.
fn named(
    input: &Input,
    bytes: Vec<u8>,
    template: &Template,
    args: &RenameArgs,
) -> anyhow::Result<Move> {
    let Input::File(path) = input else {
        anyhow::bail!("it is no file whose name can be changed");
    };
    if path.is_symlink() {
        anyhow::bail!("a symbolic link: it would not lead anywhere from elsewhere");
    }
    has_unicode_name(template, path)?;
    let digest = Digest::of(&bytes).value();
    let record = kifu::read(bytes)?;
    let sgf = record.to_sgf()?;
    let Some(root) = sgf.roots().next() else {
        anyhow::bail!("no game found");
    };
    let fields = Fields::of(&sgf, root);
    let ending = path.extension().and_then(OsStr::to_str);
    let value = |key: &str| match key {
        "ext" => Some(Cow::Borrowed(ending.unwrap_or(extension(&record)))),
        "file" => path.file_stem().map(OsStr::to_string_lossy),
        key => fields.get(key),
    };
    let name = template.fill(value);
    let base = base(path, args);
    let to = name
        .split('/')
        .fold(base.clone(), |path, part| path.join(part));
    Ok(Move {
        name: path.clone(),
        from: path.canonicalize()?,
        base,
        to,
        digest,
        fate: Fate::Planned,
    })
}

/// The folder below which the new name is.
fn base(path: &Path, args: &RenameArgs) -> PathBuf {
    if let Some(output) = &args.output {
        return output.clone();
    }
    let mut roots = args.input.paths.iter();
    let root = roots.find(|root| root.is_dir() && path.starts_with(root));
    match root {
        Some(root) => root.clone(),
        None => path.parent().unwrap_or(Path::new("")).to_owned(),
    }
}

fn show(plan: &Plan, args: &RenameArgs) -> anyhow::Result<()> {
    let mut sequence = args.json.sequence();
    let mut out = output::stdout();
    for one in plan.moves() {
        match &mut sequence {
            Some(sequence) => sequence.write(&mut out, &json::line(&Report::of(one))?)?,
            None if args.dry_run && matches!(one.fate, Fate::Planned) => {
                writeln!(out, "{} -> {}", file_name(&one.name), file_name(&one.to))?;
            }
            None => {}
        }
    }
    if let Some(sequence) = sequence {
        sequence.finish(&mut out)?;
    }
    Ok(out.flush()?)
}

/// A file for programs.
#[derive(Serialize)]
struct Report {
    file: String,
    to: String,
    fate: &'static str,
}

impl Report {
    fn of(one: &Move) -> Report {
        Report {
            file: one.name.to_string_lossy().into_owned(),
            to: one.to.to_string_lossy().into_owned(),
            fate: one.fate.name(),
        }
    }
}
