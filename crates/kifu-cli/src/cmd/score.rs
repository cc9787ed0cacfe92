//! `kifu score`: score a game and compare it with the recorded result.

use std::io::{self, Write};
use std::num::NonZeroUsize;

use clap::Args;
use kifu::core::{Point, Points, Size, Western};
use kifu::replay::scoring::{DeadStones, Options, Scored, Verdict, score};
use kifu::rules::Rules;
use kifu_files::Input;
use kifu_files::games::{Chunks, with_game};
use serde::Serialize;

use crate::args::input::InputArgs;
use crate::args::judging::RulesName;
use crate::exit::{Outcome, Refusal, Refusals, or_refusal};
use crate::json::{self, Sequence};
use crate::locate;
use crate::output;
use crate::printable::{InputName, Printable};
use crate::run::Inputs;

/// Score a game, and compare the score with the recorded result
///
/// The marks TB and TW or --dead show which stones are dead. Without them, most games are `not
/// countable`. Exits with 1 only if a count differs from the recorded result.
///
/// Without marks and --dead, kifu counts all stones as alive, and shows the score only if it is the
/// recorded result. By Tromp-Taylor rules, all stones are alive, so kifu always shows this score. A
/// game that ended by resignation, on time or without a result is not counted.
#[derive(Debug, Args)]
pub(crate) struct ScoreArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// The rules for scoring [default: those in RU, or japanese]
    #[arg(long, value_name = "RULES")]
    pub(crate) rules: Option<RulesName>,

    /// The dead stones, such as `D4,Q3` [default: determined by TB and TW]
    ///
    /// One point of each dead chain is enough.
    #[arg(long, value_name = "POINTS", value_delimiter = ',')]
    pub(crate) dead: Option<Vec<String>>,

    /// Print one JSON object for each file, one per line
    #[arg(long)]
    pub(crate) json: bool,

    /// Score the Nth game of each file, from 1
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) game: NonZeroUsize,
}

pub(crate) fn run(args: &ScoreArgs) -> anyhow::Result<Outcome> {
    let mut out = output::stdout();
    let mut lines = Sequence::lines();
    let mut refusals = Refusals::default();
    let work = |input: &Input, chunks: &mut Chunks| {
        let scored = or_refusal(scored(chunks, args))?;
        Ok((
            input.shown(),
            scored.map(|scored| ScoreLine::of(input, scored, args)),
        ))
    };
    let sink = |(name, line): (String, Result<ScoreLine, Refusal>)| {
        match line {
            Ok(line) => {
                refusals.negative |= matches!(line.scored.verdict(), Verdict::Differs(_));
                if args.json {
                    lines.write(&mut out, &json::line(&line)?)?;
                } else {
                    write_text(&name, &line, &mut out)?;
                }
            }
            Err(refusal) => refusals.add(&name, refusal),
        }
        Ok(())
    };
    let outcome = Inputs::of("score", &args.input).each_collection(work, sink)?;
    out.flush()?;
    refusals.end(outcome)
}

/// Writes the result, and the count if the game was counted.
fn write_text(name: &str, line: &ScoreLine, out: &mut impl Write) -> io::Result<()> {
    let ScoreLine { rules, scored, .. } = line;
    writeln!(out, "{name}  {}", Printable(&scored.headline()))?;
    let count = scored.lines();
    if count.is_empty() {
        return Ok(());
    }
    writeln!(out, "  Rules  {rules}")?;
    for line in count {
        writeln!(out, "  {}", Printable(&line))?;
    }
    Ok(())
}

/// Scores the game that `--game` selects.
fn scored(chunks: &mut Chunks, args: &ScoreArgs) -> anyhow::Result<Scored> {
    let part = with_game(chunks, args.game)?;
    let document = part.record.to_sgf()?;
    let (root, replayer) = locate::game_after(
        part.games_before,
        &part.record,
        &document,
        args.game.get(),
        &Rules::LENIENT,
    )?;
    let names = args.dead.iter().flatten().map(|name| name.trim());
    let names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
    let (dead, unreadable) = points(&names, replayer.position().board().size());
    let options = Options {
        rules: args.rules.and_then(RulesName::ruleset).map(Rules::from),
        dead: args.dead.as_ref().map(|_| &*dead),
    };
    let scored = score(&document, root, &options).map_err(|no_stone| {
        let name = names[no_stone.index];
        Refusal::Usage(format!(
            "`--dead`: {name} is empty; expected a point with a stone"
        ))
    })?;
    unreadable.map_or(Ok(scored), |why| Err(Refusal::Usage(why).into()))
}

/// Parses the names of points up to the first invalid one, and returns why that one is invalid.
fn points(names: &[&str], size: Size) -> (Vec<Point>, Option<String>) {
    let mut points = Vec::new();
    for name in names {
        match Western::parse(name, size) {
            Ok(point) => points.push(point),
            Err(why) => {
                return (
                    points,
                    Some(format!("`--dead`: `{}`: {why}", Printable(name))),
                );
            }
        }
    }
    (points, None)
}

/// The score of a game as JSON.
#[derive(Serialize)]
struct ScoreLine {
    file: String,
    rules: &'static str,
    /// The source of the dead stones: `marks`, `dead` (the option) or `none`.
    source: &'static str,
    /// The points of Black minus those of White.
    score: f64,
    black: f64,
    white: f64,
    result: String,
    recorded: Option<String>,
    /// The name of the verdict.
    verdict: &'static str,
    /// Whether the score agrees with the record. `None` if the record has no result by points, or
    /// if the score is unknown because no territory is marked.
    agrees: Option<bool>,
    notes: Vec<String>,
    #[serde(skip)]
    scored: Scored,
}

impl ScoreLine {
    fn of(input: &Input, scored: Scored, args: &ScoreArgs) -> ScoreLine {
        let total = &scored.score.total;
        let rules = args.rules.and_then(RulesName::ruleset);
        let notes = scored.notes.iter();
        ScoreLine {
            file: input.name(),
            rules: rules.or(scored.ruleset).map_or("other", RulesName::of),
            source: match scored.dead_stones {
                DeadStones::Marked => "marks",
                DeadStones::Listed => "dead",
                DeadStones::Unknown => "none",
            },
            score: decimal(total.black - total.white),
            black: decimal(total.black),
            white: decimal(total.white),
            result: scored.score.to_string(),
            recorded: scored.stated.clone(),
            verdict: scored.verdict().name(),
            agrees: scored
                .agrees
                .filter(|_| scored.verdict() != Verdict::NotCountable),
            notes: notes
                .map(|note| Printable(&note.to_string()).to_string())
                .collect(),
            scored,
        }
    }
}

fn decimal(points: Points) -> f64 {
    f64::from(points.hundredths()) / 100.0
}
