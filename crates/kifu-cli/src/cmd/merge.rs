//! `kifu merge`: merge several records of one game into one.

pub(crate) mod args;

use std::collections::HashMap;
use std::ffi::OsStr;
use std::io::Write;

use anyhow::Context;
use kifu::Record;
use kifu::compare::{MergeError, Orientation, merge};
use kifu::parts::in_format_of;
use kifu::sgf::{Document, NodeId, Undecodable};
use kifu_files::Input;
use kifu_files::OtherKind;
use kifu_files::write;
use serde::Serialize;

use self::args::MergeArgs;
use crate::exit::{Outcome, Usage};
use crate::json;
use crate::missing;
use crate::output;
use crate::printable::{InputName, count, file_name};
use crate::read_files;
use crate::run::Inputs;
use crate::undecodable;
use kifu::collection::ChunkStart;

pub(crate) fn run(args: &MergeArgs) -> anyhow::Result<Outcome> {
    let mut files: Vec<(Input, Vec<u8>)> = Vec::new();
    let work = |input: &Input, bytes: Vec<u8>| Ok((input.clone(), bytes));
    let outcome = Inputs::of("merge", &args.input).each_file(work, |file| {
        files.push(file);
        Ok(())
    })?;
    if outcome.failed > 0 || files.is_empty() {
        return Ok(Outcome {
            read: 0,
            failed: outcome.failed.max(1),
            ..outcome
        });
    }
    let preferred = preferred(&files, args)?;
    if let Some(path) = args.output.as_deref() {
        write::vacant(path, &read_files::overwrite(args.force))?;
    }
    let (input, source) = files.remove(preferred);
    let names = names(&files);
    let record = kifu::read(source.as_slice())?;
    let mut document = Document::parse(record.to_sgf()?.to_bytes())?;
    let charset = document.charset(only_game(&document, &input)?);
    let (policy, start) = (args.undecodable.policy(), ChunkStart::default());
    check_json_text(&record, &source, &input, policy)?;
    if !charset.is_sure() {
        // Text must not be added in a guessed charset.
        let (readable, notes) =
            undecodable::readable(&document, policy, start).with_context(|| input.shown())?;
        undecodable::report_notes(&input.shown(), &notes);
        document = readable.unwrap_or(document);
    }
    let mut merged = Vec::new();
    let mut conflicts = 0;
    for ((from, bytes), name) in files.iter().zip(names) {
        let other = kifu::read(bytes.as_slice())?;
        check_json_text(&other, bytes, from, policy)?;
        let other = other.to_sgf()?;
        let (readable, notes) =
            undecodable::readable(&other, policy, start).with_context(|| from.shown())?;
        undecodable::report_notes(&from.shown(), &notes);
        let other = readable.as_ref().unwrap_or(&other);
        let theirs = only_game(other, from)?;
        let root = only_game(&document, &input)?;
        let result = match merge(document, root, (other, theirs), &name, args.tolerance) {
            Ok(result) => result,
            Err(why @ (MergeError::Edit(_) | MergeError::TooLarge(_))) => {
                anyhow::bail!("{}: {why}", from.shown());
            }
            Err(why @ MergeError::Charset(_)) => {
                let input = input.shown();
                anyhow::bail!("{input}: {why}; run `kifu charset --to utf-8` first");
            }
            Err(why) => {
                let (one, other) = (input.shown(), from.shown());
                output::message(format_args!("{other} is not a copy of {one}: {why}"));
                return Ok(Outcome {
                    negative: true,
                    ..outcome
                });
            }
        };
        merged.push(MergedFile {
            file: from.name(),
            transform: Orientation::of(result.transform),
            nodes: result.nodes,
            properties: result.properties,
            left: result.unmerged.iter().map(missing::shown).collect(),
        });
        report_merged(from, &result, &input);
        conflicts += result.unmerged.len();
        // Parse the result, so that the next record is compared with the added content as well.
        document = Document::parse(result.document.to_bytes())?;
    }
    let is_same = merged.iter().all(|part| part.nodes + part.properties == 0);
    let report = MergeReport {
        prefer: input.name(),
        merged,
    };
    if conflicts > 0 && !args.lossy {
        let why =
            "nothing was written, since content would be lost; use `--lossy` to write the rest";
        output::message(format_args!("{why}"));
        report.write(args)?;
        return Ok(Outcome {
            negative: true,
            ..outcome
        });
    }
    let after = if is_same {
        source
    } else {
        in_format_of(&record, &source, &document)
            .with_context(|| OtherKind::of_unwritten(&record))?
    };
    finish(args, &after, &report)?;
    Ok(outcome)
}

/// Returns an error if text of a JGF file cannot be decoded, or reports where it becomes U+FFFD.
fn check_json_text(
    record: &Record,
    source: &[u8],
    input: &Input,
    policy: Undecodable,
) -> anyhow::Result<()> {
    let notes = undecodable::readable_text(record, source, policy);
    undecodable::report_notes(&input.shown(), &notes.with_context(|| input.shown())?);
    Ok(())
}

fn finish(args: &MergeArgs, after: &[u8], report: &MergeReport) -> anyhow::Result<()> {
    match &args.output {
        _ if args.dry_run => {}
        Some(path) => write::create(path, after, read_files::overwrite(args.force))
            .with_context(|| format!("cannot write {}", file_name(path)))?,
        None => {
            let mut out = output::contents();
            out.write_all(after)?;
            out.flush()?;
        }
    }
    report.write(args)
}

/// Reports what was added from a file, and what could not be added.
fn report_merged(from: &Input, merged: &kifu::compare::Merged, into: &Input) {
    let mut words = Vec::new();
    words.extend(Orientation::of(merged.transform).words());
    words.push(count(merged.nodes as u64, "node"));
    words.push(match merged.properties {
        1 => "1 property".to_owned(),
        many => format!("{many} properties"),
    });
    let (from, into) = (from.shown(), into.shown());
    output::line(format_args!("{from} into {into}: {}", words.join(", ")));
    if !merged.unmerged.is_empty() {
        let what = missing::list(&merged.unmerged);
        output::message(format_args!(
            "{from}: content that cannot be added to {into}: {what}"
        ));
    }
}

/// Returns the index of the preferred file.
fn preferred(files: &[(Input, Vec<u8>)], args: &MergeArgs) -> anyhow::Result<usize> {
    let Some(prefer) = &args.prefer else {
        return Ok(0);
    };
    let preferred_path = prefer.canonicalize().ok();
    let is_it = |(input, _): &(Input, Vec<u8>)| match input {
        Input::Stdin => prefer.as_os_str() == "-",
        Input::File(path) => preferred_path.is_some() && path.canonicalize().ok() == preferred_path,
        Input::Member(member) => member.path == *prefer,
    };
    files.iter().position(is_it).ok_or_else(|| {
        let name = file_name(prefer);
        Usage(format!("`--prefer {name}` is not one of the input files")).into()
    })
}

/// Returns the names of the files for notes: the file names alone if they are unique, otherwise the
/// paths.
fn names(files: &[(Input, Vec<u8>)]) -> Vec<String> {
    let short = |input: &Input| match input.place() {
        None => "stdin".to_owned(),
        Some(path) => {
            let name = path.file_name().map(OsStr::to_string_lossy);
            name.unwrap_or_default().into_owned()
        }
    };
    let mut times: HashMap<String, usize> = HashMap::new();
    for (input, _) in files {
        *times.entry(short(input)).or_default() += 1;
    }
    let name = |(input, _): &(Input, Vec<u8>)| match short(input) {
        name if times[&name] == 1 => name,
        _ => input.name(),
    };
    files.iter().map(name).collect()
}

fn only_game(document: &Document, input: &Input) -> anyhow::Result<NodeId> {
    let mut roots = document.roots();
    match (roots.next(), roots.next()) {
        (Some(root), None) => Ok(root),
        (None, _) => anyhow::bail!("{}: no game found", input.shown()),
        _ => anyhow::bail!("{}: several games; run `kifu split` first", input.shown()),
    }
}

/// The additions from each file, as JSON.
#[derive(Serialize)]
struct MergeReport {
    prefer: String,
    merged: Vec<MergedFile>,
}

impl MergeReport {
    /// Writes the report if `--json` or `--jsonl` requests it.
    fn write(&self, args: &MergeArgs) -> anyhow::Result<()> {
        if args.json || args.jsonl {
            let mut out = output::stdout();
            out.write_all(&json::line(self)?)?;
            out.write_all(b"\n")?;
            out.flush()?;
        }
        Ok(())
    }
}

#[derive(Serialize)]
struct MergedFile {
    file: String,
    transform: Orientation,
    nodes: usize,
    properties: usize,
    /// The content of the file that could not be merged into the result.
    left: Vec<String>,
}
