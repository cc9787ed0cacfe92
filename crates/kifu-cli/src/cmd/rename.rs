//! `kifu rename`: rename files by the properties of their games.

pub(crate) mod args;

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};
use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use kifu::names::{Fields, Template};
use kifu::select::{Cell, Games, Key};
use kifu_files::Input;
use kifu_files::OtherKind;
use kifu_files::names::check_unicode_name;
use kifu_files::rename::{self, Fate, Journal, JournalError, Move, Plan, UndoError, or_current};
use kifu_files::write::Digest;
use serde::Serialize;

use self::args::RenameArgs;
use crate::exit::{Outcome, Usage};
use crate::json;
use crate::output;
use crate::printable::{Printable, count, file_name};
use crate::run::Inputs;

pub(crate) fn run(args: &RenameArgs) -> anyhow::Result<Outcome> {
    if let Some(folder) = &args.undo {
        return undo(folder, args);
    }
    let template = args.template.as_ref().context("no template given")?;
    let mut keys = template
        .keys()
        .filter(|key| *key != "file" && *key != "ext");
    if let Some(why) = keys.find_map(|key| key.parse::<Key>().err()) {
        return Err(Usage(why.to_string()).into());
    }
    let mut folders = given_folders(args);
    undo_interrupted(&folders, &folders, args)?;
    let mut moves = Vec::new();
    let mut seen = HashSet::new();
    let work = |input: &Input, bytes: Vec<u8>| planned_move(input, bytes, template, args);
    let outcome = Inputs::of("rename", &args.input).each_file(work, |next: Move| {
        if seen.insert(next.from.clone()) {
            moves.push(next);
        }
        Ok(())
    })?;
    if args.input.strict && outcome.failed > 0 {
        anyhow::bail!("not all files could be read; nothing was renamed");
    }
    // Files of a list can be in any directory, so look for journals above each file.
    let parents: BTreeSet<PathBuf> = seen
        .iter()
        .filter_map(|path| Some(path.parent()?.to_owned()))
        .collect();
    let parents: Vec<PathBuf> = parents.into_iter().collect();
    if undo_interrupted(&parents, &folders, args)? {
        if args.input.files_from.as_deref() == Some(Path::new("-")) {
            anyhow::bail!("an interrupted run was undone; run the command again with a new list");
        }
        return run(args);
    }
    let mut plan = Plan::new(moves, args.collision.into());
    if !plan.is_feasible() {
        report_problems(&plan);
        anyhow::bail!("some new names are not available; nothing was renamed");
    }
    if !args.dry_run {
        let steps = plan.steps();
        if !steps.is_empty() {
            folders.extend(parents);
            let mut journal = Journal::begin(&folders, &steps).map_err(journal_error)?;
            plan.carry_out(&steps, &mut journal)
                .context("cannot write the journal; run `kifu rename --undo`")?;
            journal.end().map_err(journal_error)?;
        }
    }
    show(&plan, args)?;
    report_problems(&plan);
    let of = |fate: fn(&Fate) -> bool| plan.moves().filter(|one| fate(&one.fate)).count() as u64;
    let (moved, failed) = (
        of(|fate| matches!(fate, Fate::Planned | Fate::Moved)),
        of(|fate| matches!(fate, Fate::Failed(_))),
    );
    let verb = if args.dry_run { "to rename" } else { "renamed" };
    let skipped = of(|fate| matches!(fate, Fate::Skipped(_)));
    let skipped = match skipped {
        0 => String::new(),
        skipped => format!(", {skipped} skipped"),
    };
    let all = count(outcome.read, "file");
    output::line(format_args!("{moved} of {all} {verb}{skipped}"));
    Ok(outcome.without(failed))
}

/// `--undo`: undoes an interrupted run.
fn undo(folder: &Path, args: &RenameArgs) -> anyhow::Result<Outcome> {
    let home = folder.canonicalize().with_context(|| file_name(folder))?;
    let mut allowed: Vec<PathBuf> = args
        .output
        .iter()
        .flat_map(|path| path.canonicalize())
        .collect();
    allowed.extend(args.input.paths.iter().flat_map(|path| path.canonicalize()));
    let found = rename::folders_with_journal([home]);
    for home in &found {
        undo_run(home, &allowed)?;
    }
    if found.is_empty() {
        let folder = file_name(folder);
        output::message(format_args!(
            "no interrupted run in {folder} or the directories above it"
        ));
    }
    Ok(Outcome {
        read: 1,
        negative: found.is_empty(),
        ..Outcome::default()
    })
}

/// Undoes an interrupted run, and reports it.
fn undo_run(home: &Path, allowed: &[PathBuf]) -> anyhow::Result<()> {
    let undone = rename::undo(home, allowed, &mut |path, problem| {
        output::message(format_args!("{} {problem}", file_name(path)));
    });
    if let Some(undone) = undone.map_err(journal_error)? {
        output::message(format_args!(
            "undid an interrupted run in {}: {}",
            file_name(home),
            count(undone, "rename")
        ));
    }
    Ok(())
}

/// Adds the advice of the command to an error of a journal.
fn journal_error(error: JournalError) -> anyhow::Error {
    match error {
        JournalError::Busy(home) => {
            anyhow::anyhow!("another `kifu rename` is running in {}", file_name(&home))
        }
        JournalError::Undo(journal, UndoError::Outside { path, home }) => {
            let home = file_name(&home);
            anyhow::anyhow!(
                "{} is not in {home}; give its directory as well: `kifu rename --undo {home} \
                 --output {}`",
                file_name(&path),
                file_name(path.parent().unwrap_or(&path))
            )
            .context(format!(
                "cannot undo the interrupted run of {}",
                file_name(&journal)
            ))
        }
        error => error.into(),
    }
}

/// Reports the files that are not renamed.
fn report_problems(plan: &Plan) {
    for (path, why) in plan.problems() {
        output::message(format_args!("{}: {}", file_name(path), Printable(why)));
    }
}

/// Returns the canonical paths of the directories given to a run: those of its files, and that of
/// `--output`.
fn given_folders(args: &RenameArgs) -> Vec<PathBuf> {
    let folder = |path: &PathBuf| {
        let folder = if path.is_dir() {
            path.as_path()
        } else {
            path.parent().unwrap_or(Path::new(""))
        };
        or_current(folder).canonicalize().ok()
    };
    let output = args.output.iter().filter(|output| output.is_dir());
    args.input
        .paths
        .iter()
        .chain(output)
        .filter_map(folder)
        .collect()
}

/// Undoes the runs that were interrupted in these directories or above them. Renames files only
/// inside `allowed` and the directories of the journals. Returns whether a run was undone.
fn undo_interrupted(
    folders: &[PathBuf],
    allowed: &[PathBuf],
    args: &RenameArgs,
) -> anyhow::Result<bool> {
    let found = rename::folders_with_journal(folders.iter().cloned());
    for home in &found {
        anyhow::ensure!(
            !args.dry_run,
            "a run was interrupted in {}; undo it with `kifu rename --undo`, or run without `-n`",
            file_name(home)
        );
        undo_run(home, allowed)?;
    }
    Ok(!found.is_empty())
}

/// Returns the move of a file to its new name.
fn planned_move(
    input: &Input,
    bytes: Vec<u8>,
    template: &Template,
    args: &RenameArgs,
) -> anyhow::Result<Move> {
    let Input::File(path) = input else {
        anyhow::bail!("only files outside of archives can be renamed");
    };
    if path.is_symlink() {
        anyhow::bail!("symbolic links are not renamed, since relative targets would break");
    }
    check_unicode_name(template, path)?;
    let digest = Digest::of(&bytes).value();
    let record = kifu::read(bytes)?;
    let sgf = record.to_sgf()?;
    let name = input.name();
    let games = Games::of(&record, &sgf).with_path(&name);
    let game = games.iter().next().context(OtherKind::Unknown)?;
    let fields = Fields::of(&sgf, game.root());
    let aliases = args.names.aliases.as_deref();
    let canonical = |name: Cow<'_, str>| match aliases.and_then(|names| names.canonical(&name)) {
        Some(canonical) => Cow::Owned(canonical.to_owned()),
        None => Cow::Owned(name.into_owned()),
    };
    let ending = path.extension().and_then(OsStr::to_str);
    let value = |key: &str| match key {
        "ext" => Some(Cow::Borrowed(
            ending.unwrap_or(record.format().capabilities().extension),
        )),
        "file" => path.file_stem().map(OsStr::to_string_lossy),
        "PB" | "PW" => fields.get(key).map(canonical),
        key => match key.parse() {
            Ok(Key::Property(ident)) => fields.get(&ident),
            Ok(key) => {
                let cell = match aliases {
                    Some(aliases) => Cell::of(&key, &aliases.in_game(&game)),
                    None => Cell::of(&key, &game),
                };
                cell.map(|cell| Cow::Owned(cell.to_string()))
            }
            Err(_) => None,
        },
    };
    let name = template.fill(value);
    let base = base(path, args);
    let to = name
        .split('/')
        .fold(base.clone(), |path, part| path.join(part));
    Ok(Move {
        name: path.to_path_buf(),
        from: path.canonicalize()?,
        base,
        to,
        digest,
        fate: Fate::Planned,
    })
}

/// Returns the directory that the new name is relative to.
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
            Some(sequence) => sequence.write(&mut out, &json::line(&MoveReport::of(one))?)?,
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

/// The move of a file as JSON.
#[derive(Serialize)]
struct MoveReport {
    file: String,
    to: String,
    fate: &'static str,
}

impl MoveReport {
    fn of(one: &Move) -> MoveReport {
        MoveReport {
            file: one.name.to_string_lossy().into_owned(),
            to: one.to.to_string_lossy().into_owned(),
            fate: one.fate.name(),
        }
    }
}
