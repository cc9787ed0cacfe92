//! `kifu fix`: apply the repairs of findings.

pub(crate) mod args;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use kifu::Syntax;
use kifu::check::{Settings, fix};
use kifu::collection::Chunk;
use kifu::select::Origin;
use kifu::sgf::Document;
use kifu::span::{Diagnostic, Safety};
use kifu_files::Input;
use kifu_files::games::Chunks;
use kifu_files::rewrite::{Destination, Rewritten};

use self::args::{FixArgs, UnsafeRepairs};
use crate::exit::{Outcome, Usage};
use crate::output;
use crate::printable::count;
use crate::rewrite::Rewriter;
use crate::run::Inputs;

pub(crate) fn run(args: &FixArgs) -> anyhow::Result<Outcome> {
    if !args.all_safe && args.only.is_empty() && args.unsafe_repairs.is_empty() {
        let why = "no repairs chosen; use `--all-safe`, `--only CODE` or `--unsafe CODE`";
        return Err(Usage(why.to_owned()).into());
    }
    let rewriter = Rewriter::new(&args.output, &args.input)?;
    let input = args.input.for_rewriting(&args.output);
    let mut totals = RepairCounts::default();
    let inputs = Inputs::of("fix", &input);
    let work =
        |input: &Input, chunks: &mut Chunks, to: &Destination| repaired(input, chunks, args, to);
    let sink = |rewriter: &mut Rewriter, rewritten: Rewritten, counts: RepairCounts| {
        totals.add(&counts);
        rewriter.put(rewritten)
    };
    let (outcome, written) = rewriter.each(inputs, work, sink)?;
    let codes: Vec<String> = totals
        .codes
        .iter()
        .map(|(code, count)| format!("{code} {count}"))
        .collect();
    let codes = match codes.as_slice() {
        [] => String::new(),
        codes => format!(": {}", codes.join(", ")),
    };
    let verb = ["to repair", "repaired"];
    written.report(outcome.tried(), args.output.dry_run, verb, &codes);
    if totals.remaining > 0 {
        let findings = count(totals.remaining, "finding");
        output::line(format_args!(
            "{findings} not repaired: the repair would cause the same finding again, or change \
             how other text is decoded (run `kifu charset --to utf-8` first)"
        ));
    }
    for (code, safety) in &totals.wrong_options {
        let (kind, option) = match safety {
            Safety::Safe => ("safe", "--only"),
            Safety::Unsafe => ("unsafe", "--unsafe"),
        };
        output::line(format_args!(
            "{kind} repairs of `{code}` were not applied; use `{option} {code}`"
        ));
    }
    if totals.jgf > 0 {
        let files = count(totals.jgf, "JGF file");
        output::line(format_args!(
            "{files} not repaired: `kifu fix` cannot repair JGF; use `kifu fmt` to rewrite it"
        ));
    }
    Ok(outcome.without(written.failed))
}

/// Applies the chosen repairs to a file, and counts them.
fn repaired(
    input: &Input,
    chunks: &mut Chunks,
    args: &FixArgs,
    to: &Destination,
) -> anyhow::Result<(Rewritten, RepairCounts)> {
    let mut counts = RepairCounts::default();
    let settings = args.judging.settings();
    let rewritten = to.rewritten(input, chunks, |chunk| {
        repair(chunk, args, &settings, &mut counts)
    })?;
    Ok((rewritten, counts))
}

fn repair(
    chunk: &Chunk,
    args: &FixArgs,
    settings: &Settings,
    counts: &mut RepairCounts,
) -> anyhow::Result<Vec<u8>> {
    match chunk.syntax() {
        Syntax::Jgf => {
            counts.jgf += 1;
            return Ok(chunk.bytes.clone());
        }
        Syntax::Gib | Syntax::Ngf | Syntax::Ogs | Syntax::Ugf => {
            let record = chunk.record()?;
            let findings = Origin::diagnostics(&record);
            return Ok(repair_text(&chunk.bytes, findings, args, counts));
        }
        Syntax::Sgf => {}
    }
    let document = Document::parse(chunk.bytes.as_slice())?;
    let wrong_options = RefCell::new(BTreeSet::new());
    let fixed = fix(document, settings, |finding| {
        wrong_options
            .borrow_mut()
            .extend(args.wrong_option(finding));
        args.picks(finding)
    })?;
    counts.wrong_options.extend(wrong_options.into_inner());
    for finding in &fixed.repaired {
        *counts.codes.entry(finding.code.name).or_default() += 1;
    }
    counts.remaining += fixed.remaining.len() as u64;
    Ok(fixed.document.into_bytes())
}

/// Applies the repairs of the reader to a file that is not SGF.
fn repair_text(
    text: &[u8],
    findings: &[Diagnostic],
    args: &FixArgs,
    counts: &mut RepairCounts,
) -> Vec<u8> {
    let mut picked = Vec::new();
    for finding in findings {
        counts.wrong_options.extend(args.wrong_option(finding));
        if args.picks(finding) {
            picked.push(finding);
        }
    }
    let fixes = picked.iter().filter_map(|finding| finding.fix.as_deref());
    let applied = kifu::span::apply(text, fixes);
    for (finding, is_applied) in picked.iter().zip(&applied.accepted) {
        if *is_applied {
            *counts.codes.entry(finding.code.name).or_default() += 1;
        } else {
            counts.remaining += 1;
        }
    }
    applied.text
}

/// The numbers of repaired and remaining findings.
#[derive(Default, PartialEq, Debug)]
struct RepairCounts {
    /// The number of repaired findings with each code.
    codes: BTreeMap<&'static str, u64>,
    /// The number of findings that were chosen but not repaired.
    remaining: u64,
    /// The number of JGF files.
    jgf: u64,
    /// The codes that were given to the wrong option, such as the code of an unsafe repair to
    /// `--only`. Each code has the safety of its repair.
    wrong_options: BTreeSet<(&'static str, Safety)>,
}

impl RepairCounts {
    fn add(&mut self, other: &RepairCounts) {
        for (code, count) in &other.codes {
            *self.codes.entry(code).or_default() += count;
        }
        self.remaining += other.remaining;
        self.jgf += other.jgf;
        self.wrong_options.extend(&other.wrong_options);
    }
}

impl FixArgs {
    /// Returns the code and the safety of a repair that is not chosen because its code was given to
    /// the wrong option: `--unsafe` for a safe repair, or `--only` for an unsafe one.
    fn wrong_option(&self, finding: &Diagnostic) -> Option<(&'static str, Safety)> {
        let safety = finding.fix.as_deref()?.safety;
        let is_named = match safety {
            Safety::Unsafe => self.only.iter().any(|code| code.code == finding.code),
            Safety::Safe => self.unsafe_repairs.iter().any(
                |repairs| matches!(repairs, UnsafeRepairs::Of(code) if code.code == finding.code),
            ),
        };
        (is_named && !self.picks(finding)).then_some((finding.code.name, safety))
    }

    fn picks(&self, finding: &Diagnostic) -> bool {
        let Some(fix) = finding.fix.as_deref() else {
            return false;
        };
        match fix.safety {
            Safety::Safe => self.all_safe || self.only.iter().any(|code| code.code == finding.code),
            Safety::Unsafe => self.unsafe_repairs.iter().any(|repairs| match repairs {
                UnsafeRepairs::All => true,
                UnsafeRepairs::Of(code) => code.code == finding.code,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Verb;
    use crate::chunk_testing;

    #[test]
    fn chunks_are_repaired_like_the_whole_file() {
        let command_lines = [&["fix", "--all-safe"][..], &["fix", "--unsafe", "all"]];
        for words in command_lines {
            let Verb::Fix(args) = chunk_testing::verb(words) else {
                unreachable!("the verb is fix");
            };
            chunk_testing::assert_chunks_match_whole(|input, chunks, to| {
                repaired(input, chunks, &args, to)
            });
        }
    }
}
