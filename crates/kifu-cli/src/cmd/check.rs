//! `kifu check`: what is wrong with files, and where.

mod excerpt;
mod report;
mod sarif;
mod source;
mod totals;
mod verdict;

use std::fmt::{self, Write as _};
use std::io::Write;

use kifu::Record;
use kifu::span::Diagnostic;

use self::excerpt::Excerpts;
use self::report::{Places, Report};
use self::source::Source;
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
    let mut written = match args.format {
        CheckFormat::Human => Written::Plain,
        CheckFormat::Json => Written::Objects(Sequence::array()),
        CheckFormat::Jsonl => Written::Objects(Sequence::lines()),
        CheckFormat::Sarif => Written::Log(sarif::Log::default()),
    };
    let silent = args.quiet || args.summary;
    let work = |input: &Input, bytes: Vec<u8>| Told::of(input, bytes, args, &verdict, palette);
    let mut outcome = each_file("check", &args.input, work, |told| {
        totals.add(&told.tally);
        negative |= told.negative;
        match &mut written {
            _ if silent => Ok(()),
            Written::Objects(sequence) => Ok(sequence.write(&mut out, &told.text)?),
            Written::Log(log) => Ok(log.write(&mut out, &told.text)?),
            Written::Plain => Ok(out.write_all(&told.text)?),
        }
    })?;
    outcome.negative = negative;
    match written {
        _ if args.quiet => {}
        _ if args.summary => write_summary(args.format, &totals, outcome, &mut out)?,
        Written::Objects(sequence) => sequence.finish(&mut out)?,
        Written::Log(log) => log.finish(&mut out)?,
        Written::Plain => {}
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

/// How the files come one after the other.
enum Written {
    Plain,
    Objects(Sequence),
    Log(sarif::Log),
}

fn write_summary(
    format: CheckFormat,
    totals: &Totals,
    outcome: Outcome,
    out: &mut Out,
) -> anyhow::Result<()> {
    match format {
        CheckFormat::Human => totals.write_table(out)?,
        CheckFormat::Json | CheckFormat::Jsonl | CheckFormat::Sarif => {
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
        let settings = args.judging.settings();
        let (record, text);
        let (source, mut findings) = if kifu::jgf::is_jgf(&bytes) {
            text = kifu::jgf::text(&bytes);
            let findings = kifu::check_jgf(&bytes, &settings)?;
            (Source::Jgf(&text), findings)
        } else {
            record = kifu::read(bytes)?;
            match &record {
                Record::Sgf(document) => {
                    let findings = kifu::check::check(document, &settings);
                    (Source::Sgf(document), findings)
                }
                Record::Positions(positions) => {
                    let findings = kifu::check_positions(positions, &settings)?;
                    (Source::Positions(positions.text()), findings)
                }
                _ => anyhow::bail!("nothing is known that could be wrong with this format"),
            }
        };
        findings.retain(|finding| !verdict.allows(finding));
        let tally = tally(&findings);
        let negative = findings.iter().any(|finding| verdict.denies(finding));
        findings.retain(|finding| finding.severity >= args.level.severity());
        let text = match args.format {
            _ if args.quiet || args.summary => Vec::new(),
            CheckFormat::Human => {
                for_people(input, source, &findings, args.all, palette)?.into_bytes()
            }
            CheckFormat::Json | CheckFormat::Jsonl => json::line(&Report {
                kifu_schema: SCHEMA,
                file: input.name(),
                diagnostics: Places {
                    source,
                    findings: &findings,
                },
            })?,
            CheckFormat::Sarif => sarif::results(&input.name(), source, &findings)?,
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
    source: Source<'_>,
    findings: &[Diagnostic],
    all: bool,
    palette: Palette,
) -> Result<String, fmt::Error> {
    let mut text = String::new();
    if findings.is_empty() {
        return Ok(text);
    }
    let mut excerpts = Excerpts::new(input.shown(), source, palette.colored);
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
