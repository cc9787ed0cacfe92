//! `kifu check`: what is wrong with files, and where.

mod excerpt;
mod report;
mod totals;
mod verdict;

use std::fmt::{self, Write as _};
use std::io::Write;

use kifu::sgf::{self, Document};
use kifu::span::Diagnostic;

use self::excerpt::Excerpts;
use self::report::{Places, Report};
use self::totals::{Tally, Totals, tally};
use self::verdict::Verdict;
use crate::args::{CheckArgs, CheckFormat};
use crate::exit::Outcome;
use crate::input::Input;
use crate::json::{self, SCHEMA, Sequence};
use crate::output::{self, Out, Palette};
use crate::printable::count;
use crate::run::each_file;

pub(crate) fn run(args: &CheckArgs) -> anyhow::Result<Outcome> {
    let verdict = Verdict::of(args);
    let palette = Palette::of_stdout();
    let mut out = output::stdout();
    let mut totals = Totals::default();
    let mut negative = false;
    let mut sequence = match args.format {
        CheckFormat::Human => None,
        CheckFormat::Json => Some(Sequence::array()),
        CheckFormat::Jsonl => Some(Sequence::lines()),
    };
    let silent = args.quiet || args.summary;
    let work = |input: &Input, bytes: Vec<u8>| Told::of(input, bytes, args, &verdict, palette);
    let mut outcome = each_file("check", &args.input, work, |told| {
        totals.add(&told.tally);
        negative |= told.negative;
        match &mut sequence {
            _ if silent => {}
            Some(sequence) => sequence.write(&mut out, &told.text)?,
            None => out.write_all(&told.text)?,
        }
        Ok(())
    })?;
    outcome.negative = negative;
    match sequence {
        _ if args.quiet => {}
        _ if args.summary => write_summary(args.format, &totals, outcome, &mut out)?,
        Some(sequence) => sequence.finish(&mut out)?,
        None => {}
    }
    out.flush()?;
    if !args.quiet {
        let files = count(outcome.read, "file");
        let errors = count(totals.counts.error as u64, "error");
        let warnings = count(totals.counts.warning as u64, "warning");
        output::line(format_args!("{files}, {errors}, {warnings}"));
    }
    Ok(outcome)
}

fn write_summary(
    format: CheckFormat,
    totals: &Totals,
    outcome: Outcome,
    out: &mut Out,
) -> anyhow::Result<()> {
    match format {
        CheckFormat::Human => totals.write_table(out)?,
        CheckFormat::Json | CheckFormat::Jsonl => {
            Sequence::lines().write(out, &json::line(&totals.summary(outcome))?)?;
        }
    }
    Ok(())
}

/// What one file comes to.
struct Told {
    tally: Tally,
    negative: bool,
    text: Vec<u8>,
}

impl Told {
    fn of(
        input: &Input,
        bytes: Vec<u8>,
        args: &CheckArgs,
        verdict: &Verdict,
        palette: Palette,
    ) -> anyhow::Result<Told> {
        let document = Document::parse(bytes)?;
        let mut findings = sgf::check(&document);
        if let Some(rules) = args.rules.rules() {
            findings.extend(kifu::replay::check(&document, &rules));
            findings.sort_by_key(|finding| finding.span);
        }
        findings.retain(|finding| !verdict.allows(finding));
        let tally = tally(&findings);
        let negative = findings.iter().any(|finding| verdict.denies(finding));
        findings.retain(|finding| finding.severity >= args.level.severity());
        let text = match args.format {
            _ if args.quiet || args.summary => Vec::new(),
            CheckFormat::Human => {
                for_people(input, &document, &findings, args.all, palette)?.into_bytes()
            }
            CheckFormat::Json | CheckFormat::Jsonl => json::line(&Report {
                kifu_schema: SCHEMA,
                file: input.name(),
                diagnostics: Places {
                    document: &document,
                    findings: &findings,
                },
            })?,
        };
        Ok(Told {
            tally,
            negative,
            text,
        })
    }
}

/// So many findings of a file are shown to people who did not ask for all.
const SHOWN: usize = 20;

fn for_people(
    input: &Input,
    document: &Document,
    findings: &[Diagnostic],
    all: bool,
    palette: Palette,
) -> Result<String, fmt::Error> {
    let mut text = String::new();
    if findings.is_empty() {
        return Ok(text);
    }
    let mut excerpts = Excerpts::new(input.shown(), document, palette.colored);
    let shown = if all {
        findings.len()
    } else {
        findings.len().min(SHOWN)
    };
    for finding in &findings[..shown] {
        writeln!(text, "{}\n", excerpts.render(finding))?;
    }
    if let more @ 1.. = findings.len() - shown {
        writeln!(
            text,
            "{}: and {more} more; use --format jsonl or --all\n",
            input.shown()
        )?;
    }
    Ok(text)
}
