//! `kifu charset`: show or convert the charset of files.

pub(crate) mod args;
mod convert;
mod decide;
mod totals;

use std::io::Write;

use kifu::charset::{Confidence, DetectedCharset};
use kifu::info::{CharsetTally, CharsetTotals};
use kifu_files::Input;
use serde::Serialize;
use unicode_width::UnicodeWidthStr;

use self::args::CharsetArgs;
use crate::cmd::charset::decide::{Votes, decide, describe};
use crate::cmd::charset::totals::Summary;
use crate::exit::Outcome;
use crate::json::{self, Sequence};
use crate::output;
use crate::printable::InputName;
use crate::run::Inputs;

pub(crate) fn run(args: &CharsetArgs) -> anyhow::Result<Outcome> {
    let votes = if args.vote {
        Some(Votes::collect(args)?)
    } else {
        None
    };
    let votes = votes.as_ref();
    if let Some(to) = args.to {
        convert::run(args, to, votes)
    } else if args.summary {
        summary(args, votes)
    } else if args.json {
        as_json(args, votes, Sequence::array())
    } else if args.jsonl {
        as_json(args, votes, Sequence::lines())
    } else {
        as_text(args, votes)
    }
}

/// The charset of a file as JSON.
#[derive(Serialize)]
struct CharsetReport {
    charset: &'static str,
    source: &'static str,
    confidence: f64,
    /// The `CA` of the first game, whether it is correct or not.
    declared: Option<String>,
    /// The second most likely charset, if the charset is a guess.
    runner_up: Option<RunnerUp>,
}

#[derive(Serialize)]
struct RunnerUp {
    charset: &'static str,
    confidence: f64,
}

fn as_json(
    args: &CharsetArgs,
    votes: Option<&Votes>,
    mut sequence: Sequence,
) -> anyhow::Result<Outcome> {
    let mut out = output::stdout();
    let work = |input: &Input, bytes: Vec<u8>| {
        let decided = decide(input, bytes, args, votes)?;
        let DetectedCharset {
            source, confidence, ..
        } = decided.detected;
        let report = CharsetReport {
            charset: decided.name(),
            source: source.name(),
            confidence: fraction(confidence),
            declared: decided.declared(),
            runner_up: decided.runner_up().map(|guess| RunnerUp {
                charset: guess.charset.name(),
                confidence: fraction(guess.confidence),
            }),
        };
        Ok(json::file_line(input.name(), &report)?)
    };
    let outcome = Inputs::of("charset", &args.input)
        .with_or_without_games()
        .each_file(work, |line| Ok(sequence.write(&mut out, &line)?))?;
    sequence.finish(&mut out)?;
    out.flush()?;
    Ok(outcome)
}

fn fraction(confidence: Confidence) -> f64 {
    f64::from(confidence.per_10_000()) / 10_000.0
}

fn summary(args: &CharsetArgs, votes: Option<&Votes>) -> anyhow::Result<Outcome> {
    let mut totals = CharsetTotals::default();
    let work = |input: &Input, bytes: Vec<u8>| {
        let decided = decide(input, bytes, args, votes)?;
        Ok(CharsetTally::of(&decided))
    };
    let outcome = Inputs::of("charset", &args.input)
        .with_or_without_games()
        .each_file(work, |tally| {
            totals.add(&tally);
            Ok(())
        })?;
    let mut out = output::stdout();
    if args.json || args.jsonl {
        let summary = json::line(&Summary::of(&totals, outcome))?;
        Sequence::lines().write(&mut out, &summary)?;
    } else {
        write!(out, "{totals}")?;
    }
    out.flush()?;
    Ok(outcome)
}

fn as_text(args: &CharsetArgs, votes: Option<&Votes>) -> anyhow::Result<Outcome> {
    let mut out = output::stdout();
    let work = |input: &Input, bytes: Vec<u8>| {
        let decided = decide(input, bytes, args, votes)?;
        Ok((input.shown(), describe(&decided)))
    };
    let outcome = Inputs::of("charset", &args.input)
        .with_or_without_games()
        .each_file(work, |(name, description)| {
            /// The width of the column with file names. Most names fit.
            const WIDTH: usize = 32;
            let fill = WIDTH.saturating_sub(name.width());
            Ok(writeln!(out, "{name}{:fill$}  {description}", "")?)
        })?;
    out.flush()?;
    Ok(outcome)
}
