//! `kifu charset`: which charset files are in, and files in another one.

pub(crate) mod args;
mod convert;
mod decide;
mod totals;

use std::io::Write;

use kifu::Syntax;
use kifu::charset::{Confidence, Found, Guess, Source};
use serde::Serialize;
use unicode_width::UnicodeWidthStr;

use self::args::CharsetArgs;
use crate::cmd::charset::decide::{Decided, Votes};
use crate::cmd::charset::totals::{Tally, Totals};
use crate::exit::Outcome;
use crate::input::Input;
use crate::json::{self, SCHEMA, Sequence};
use crate::output;
use crate::printable::Printable;
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
    kifu_schema: u32,
    file: String,
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
        let decided = Decided::of(input, bytes, args, votes)?;
        let Found {
            source, confidence, ..
        } = decided.found;
        Ok(json::line(&Report {
            kifu_schema: SCHEMA,
            file: input.name(),
            charset: decided.name(),
            source: source.name(),
            confidence: share(confidence),
            declared: decided.declared(),
            runner_up: decided.runner_up().map(|guess| RunnerUp {
                charset: guess.charset.name(),
                confidence: share(guess.confidence),
            }),
        })?)
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
    let mut totals = Totals::default();
    let work = |input: &Input, bytes: Vec<u8>| {
        let decided = Decided::of(input, bytes, args, votes)?;
        Ok(Tally::of(&decided))
    };
    let outcome = Inputs::of("charset", &args.input)
        .with_or_without_games()
        .each_file(work, |tally| {
            totals.add(&tally);
            Ok(())
        })?;
    let mut out = output::stdout();
    if args.json || args.jsonl {
        let summary = json::line(&totals.summary(outcome))?;
        Sequence::lines().write(&mut out, &summary)?;
    } else {
        totals.write_table(&mut out)?;
    }
    out.flush()?;
    Ok(outcome)
}

fn for_people(args: &CharsetArgs, votes: Option<&Votes>) -> anyhow::Result<Outcome> {
    let mut out = output::stdout();
    let work = |input: &Input, bytes: Vec<u8>| {
        let decided = Decided::of(input, bytes, args, votes)?;
        Ok((input.shown(), decided.told()))
    };
    let outcome = Inputs::of("charset", &args.input)
        .with_or_without_games()
        .each_file(work, |(name, told)| {
            /// As wide as most names.
            const WIDTH: usize = 32;
            let fill = WIDTH.saturating_sub(name.width());
            Ok(writeln!(out, "{name}{:fill$}  {told}", "")?)
        })?;
    out.flush()?;
    Ok(outcome)
}

impl Decided {
    /// For people: the charset, what decided it, and what else it could be.
    fn told(&self) -> String {
        let name = self.name();
        let sure = self.found.confidence;
        match self.found.source {
            Source::Bom => format!("{name} by its byte order mark"),
            Source::Declared => format!("{name} declared"),
            Source::Given => format!("{name} as given"),
            Source::Default => format!("{name} as all is ASCII"),
            Source::Content => match (self.syntax, self.declared()) {
                (Syntax::Jgf, _) => format!("{name} as JSON is"),
                (Syntax::Sgf, Some(label)) => {
                    format!("{name} by its bytes; CA says {}", Printable(&label))
                }
                (Syntax::Sgf, None) => format!("{name} by its bytes"),
            },
            Source::Guess => {
                let mut told = format!("{name} guessed, {sure}");
                let likely = |other: &Guess| other.confidence.per_10_000() >= 100;
                if let Some(other) = self.runner_up().filter(likely) {
                    let Guess {
                        charset,
                        confidence,
                    } = other;
                    told.push_str(&format!("; or {charset}, {confidence}"));
                }
                if let Some(label) = self.declared() {
                    told.push_str(&format!("; CA says {}", Printable(&label)));
                }
                told
            }
        }
    }
}
