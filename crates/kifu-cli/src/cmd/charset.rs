//! `kifu charset`: which charset files are in, and files in another one.

pub(crate) mod args;
mod convert;
mod decide;
mod totals;

use std::io::Write;

use kifu::charset::{Confidence, DetectedCharset};
use kifu::info::{CharsetTally, CharsetTotals};
use serde::Serialize;
use unicode_width::UnicodeWidthStr;

use self::args::CharsetArgs;
use crate::cmd::charset::decide::{Votes, decide, describe};
use crate::cmd::charset::totals::Summary;
use crate::exit::Outcome;
use crate::input::Input;
use crate::json::{self, Sequence};
use crate::output;
use crate::run::Inputs;

pub(crate) fn run(args: &CharsetArgs) -> anyhow::Result<Outcome> {
    let votes = match args.vote {
        true => Some(Votes::cast(args)?),
        false => None,
    };
    let votes = votes.as_ref();
    match (args.to, args.json, args.jsonl) {
        (Some(to), ..) => convert::run(args, to, votes),
        _ if args.summary => summary(args, votes),
        (_, true, _) => as_json(args, votes, Sequence::array()),
        (_, _, true) => as_json(args, votes, Sequence::lines()),
        _ => for_people(args, votes),
    }
}

/// One file for programs.
#[derive(Serialize)]
struct Report {
    charset: &'static str,
    source: &'static str,
    confidence: f64,
    /// What the `CA` of the first game says, whether it is true or not.
    declared: Option<String>,
    /// What else a guess could be.
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
        let report = Report {
            charset: decided.name(),
            source: source.name(),
            confidence: share(confidence),
            declared: decided.declared(),
            runner_up: decided.runner_up().map(|guess| RunnerUp {
                charset: guess.charset.name(),
                confidence: share(guess.confidence),
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

fn share(confidence: Confidence) -> f64 {
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

fn for_people(args: &CharsetArgs, votes: Option<&Votes>) -> anyhow::Result<Outcome> {
    let mut out = output::stdout();
    let work = |input: &Input, bytes: Vec<u8>| {
        let decided = decide(input, bytes, args, votes)?;
        Ok((input.shown(), describe(&decided)))
    };
    let outcome = Inputs::of("charset", &args.input)
        .with_or_without_games()
        .each_file(work, |(name, description)| {
            /// As wide as most names.
            const WIDTH: usize = 32;
            let fill = WIDTH.saturating_sub(name.width());
            Ok(writeln!(out, "{name}{:fill$}  {description}", "")?)
        })?;
    out.flush()?;
    Ok(outcome)
}
