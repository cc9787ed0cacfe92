//! `kifu rename`: files called by what their games say.

mod plan;

use std::borrow::Cow;
use std::collections::HashSet;
use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};

use kifu::names::Fields;
use serde::Serialize;

use self::plan::{Fate, Move, Plan};
use crate::args::RenameArgs;
use crate::cmd::split::extension;
use crate::exit::{Outcome, Usage};
use crate::input::Input;
use crate::json::{self, SCHEMA, Sequence};
use crate::output;
use crate::printable::{count, file_name};
use crate::run::each_file;

pub(crate) fn run(args: &RenameArgs) -> anyhow::Result<Outcome> {
    let known = |key: &&str| ["file", "ext"].contains(key) || key.starts_with(char::is_uppercase);
    if let Some(key) = args.template.keys().find(|key| !known(key)) {
        let why = format!("there is no {{{key}}}: a property in capitals, {{file}} or {{ext}}");
        return Err(Usage(why).into());
    }
    let mut moves = Vec::new();
    let mut seen = HashSet::new();
    let work = |input: &Input, bytes: Vec<u8>| named(input, bytes, args);
    let outcome = each_file("rename", &args.input, work, |next: Move| {
        if seen.insert(next.from.clone()) {
            moves.push(next);
        }
        Ok(())
    })?;
    if args.input.strict && outcome.failed > 0 {
        anyhow::bail!("not all files could be read, and nothing was moved");
    }
    let mut plan = Plan::new(moves, args.collision);
    if !plan.holds() {
        for problem in plan.problems() {
            output::message(format_args!("{problem}"));
        }
        anyhow::bail!("some names cannot be given, and nothing was moved");
    }
    if !args.dry_run {
        plan.carry_out();
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

/// What a file is to be called.
fn named(input: &Input, bytes: Vec<u8>, args: &RenameArgs) -> anyhow::Result<Move> {
    let Input::File(path) = input else {
        anyhow::bail!("it is no file whose name can be changed");
    };
    if path.is_symlink() {
        anyhow::bail!("a symbolic link: it would not lead anywhere from elsewhere");
    }
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
    let name = args.template.fill(value);
    let base = base(path, args);
    let to = name
        .split('/')
        .fold(base.clone(), |path, part| path.join(part));
    Ok(Move {
        name: path.clone(),
        from: path.canonicalize()?,
        base,
        to,
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
    let mut sequence = Sequence::asked(args.json, args.jsonl);
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
    kifu_schema: u32,
    file: String,
    to: String,
    fate: &'static str,
}

impl Report {
    fn of(one: &Move) -> Report {
        Report {
            kifu_schema: SCHEMA,
            file: one.name.to_string_lossy().into_owned(),
            to: one.to.to_string_lossy().into_owned(),
            fate: one.fate.name(),
        }
    }
}
