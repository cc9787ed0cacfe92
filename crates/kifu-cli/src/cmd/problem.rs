//! `kifu problem`: which lines are right.

pub(crate) mod args;

use anyhow::Context;
use kifu::charset::Source;
use kifu::collection::Chunk;
use kifu::parts::in_format_of;
use kifu::problem::{Done, Loss, Problem, convert};
use kifu::sgf::{Document, GameContext, NodeId};
use serde::Serialize;

use self::args::{ProblemArgs, ProblemConvertArgs, ProblemListArgs, ProblemVerb};
use crate::charset_guess::refuse_other_guess;
use crate::exit::Outcome;
use crate::games::{Chunks, NO_GAMES};
use crate::input::Input;
use crate::json::{self, SCHEMA, Sequence};
use crate::output;
use crate::printable::count;
use crate::reports::Reports;
use crate::rewrite::{Rewriter, Rewritten, To, Written};
use crate::run::Inputs;

pub(crate) fn run(args: &ProblemArgs) -> anyhow::Result<Outcome> {
    match &args.verb {
        ProblemVerb::List(args) => list(args),
        ProblemVerb::Convert(args) => convert_all(args),
    }
}

fn list(args: &ProblemListArgs) -> anyhow::Result<Outcome> {
    let mut reports = Reports::new(Sequence::asked(args.json, args.jsonl));
    let as_json = reports.are_json();
    let mut found = 0;
    let work = |input: &Input, chunks: &mut Chunks| {
        let (mut problems, mut games) = (Vec::new(), 0);
        for part in chunks.records() {
            let part = part?;
            let (sgf, before) = (part.record.to_sgf()?, part.games_before);
            let problem = |(game, root)| Listed::of(&sgf, root, game, args);
            problems.extend((before + 1..).zip(sgf.roots()).filter_map(problem));
            games = before + sgf.roots().count();
        }
        let several = games > 1;
        let text = match as_json {
            true => json::line(&Report {
                kifu_schema: SCHEMA,
                file: input.name(),
                problems: &problems,
            })?,
            false => {
                let shown = problems
                    .iter()
                    .map(|one| one.shown(&input.shown(), several));
                shown.collect::<String>().into_bytes()
            }
        };
        Ok((problems.len(), text))
    };
    let sink = |(problems, text): (usize, Vec<u8>)| {
        found += problems;
        Ok(reports.write(&text)?)
    };
    let outcome = Inputs::of("problem list", &args.input).each_collection(work, sink)?;
    reports.finish()?;
    Ok(Outcome {
        negative: found == 0,
        ..outcome
    })
}

/// A file for programs.
#[derive(Serialize)]
struct Report<'a> {
    kifu_schema: u32,
    file: String,
    problems: &'a [Listed],
}

/// A problem, to be shown.
#[derive(Serialize)]
struct Listed {
    game: usize,
    solver: String,
    convention: &'static str,
    evidence: Vec<Marks>,
    lines: usize,
    right: Vec<Vec<String>>,
    /// How many right lines are not listed.
    #[serde(skip_serializing_if = "is_zero")]
    more: usize,
}

fn is_zero(more: &usize) -> bool {
    *more == 0
}

/// For each node of a tree so many moves are listed: lines can share more of them than anything bears.
const MOVES_A_NODE: usize = 64;

#[derive(Serialize)]
struct Marks {
    convention: &'static str,
    right: usize,
    wrong: usize,
}

impl Listed {
    fn of(sgf: &Document, root: NodeId, game: usize, args: &ProblemListArgs) -> Option<Listed> {
        let problem = Problem::of(sgf, root, args.from.convention())?;
        let marks = |one: &kifu::problem::Evidence| Marks {
            convention: one.convention.name(),
            right: one.right,
            wrong: one.wrong,
        };
        let all = problem.solutions().count();
        let most = sgf.forest().preorder(root).count() * MOVES_A_NODE;
        let mut listed = 0;
        let right = problem.solutions().map(|line| moves(sgf, root, line.end));
        let is_short = |line: &Vec<String>| {
            listed += line.len();
            listed <= most
        };
        let right: Vec<_> = right.take_while(is_short).collect();
        Some(Listed {
            game,
            solver: problem.solver.letter().to_string(),
            convention: problem.convention.name(),
            evidence: problem.evidence.iter().map(marks).collect(),
            lines: problem.lines.len(),
            more: all - right.len(),
            right,
        })
    }

    fn shown(&self, file: &str, several: bool) -> String {
        let which = match several {
            true => format!("{file}  game {}", self.game),
            false => file.to_owned(),
        };
        let solver = if self.solver == "B" { "Black" } else { "White" };
        let marks = self.evidence.iter().map(|marks| match marks.wrong {
            0 => format!("{} {}", marks.convention, marks.right),
            wrong => format!("{} {} right {wrong} wrong", marks.convention, marks.right),
        });
        let marks: Vec<String> = marks.collect();
        let marks = match marks.is_empty() {
            true => "no marks".to_owned(),
            false => format!("marks: {}", marks.join(", ")),
        };
        let lines = count(self.lines as u64, "line");
        let mut text = format!(
            "{which}  {solver} to play, {} of {lines} right by {} ({marks})\n",
            self.right.len() + self.more,
            self.convention
        );
        for line in &self.right {
            text.push_str(&format!("  {}\n", line.join(" ")));
        }
        if self.more > 0 {
            text.push_str(&format!("  and {} more\n", self.more));
        }
        text
    }
}

/// The moves of the line that ends there.
fn moves(sgf: &Document, root: NodeId, end: NodeId) -> Vec<String> {
    let context = GameContext::of(sgf.node(root));
    let size = context.size;
    let above = sgf.forest().ancestors(end);
    let nodes = std::iter::once(end).chain(above);
    let played = nodes.filter_map(|id| {
        let mut properties = sgf.node(id).properties();
        let (color, property) = properties.find_map(|property| {
            let color = property.mover(&context)?;
            Some((color, property))
        })?;
        let value = property.value();
        let action = value.and_then(|value| kifu::replay::action(&value, size));
        let point = action.and_then(|action| action.point());
        Some(match point.and_then(|point| size.western(point)) {
            Some(point) => format!("{} {point}", color.letter()),
            None => format!("{} pass", color.letter()),
        })
    });
    let mut moves: Vec<String> = played.collect();
    moves.reverse();
    moves
}

fn convert_all(args: &ProblemConvertArgs) -> anyhow::Result<Outcome> {
    let mut rewriter = Rewriter::new(&args.output, &args.input)?;
    let input = args.input.for_rewriting(&args.output);
    let to = rewriter.to();
    let needs_all = rewriter.needs_all();
    let work = |input: &Input, chunks: &mut Chunks| converted(input, chunks, args, &to);
    let sink = |(file, done): (Rewritten, Converted)| {
        for (game, loss) in done.losses {
            output::message(format_args!("{}: game {game}: {loss}", file.input.shown()));
        }
        rewriter.put(file)
    };
    let outcome = Inputs::of("problem convert", &input)
        .whole(needs_all)
        .each_collection(work, sink)?;
    let Written { changed, failed } = rewriter.finish()?;
    let verb = match args.output.dry_run {
        true => "to convert",
        false => "converted",
    };
    let of = count(outcome.read, "file");
    output::line(format_args!("{changed} of {of} {verb}"));
    Ok(outcome.without(failed))
}

/// What became of the games of a file.
#[derive(Default, Debug)]
struct Converted {
    games: usize,
    /// What is lost, by the numbers of the games.
    losses: Vec<(usize, Loss)>,
}

/// A file with its problems converted.
fn converted(
    input: &Input,
    chunks: &mut Chunks,
    args: &ProblemConvertArgs,
    to: &To,
) -> anyhow::Result<(Rewritten, Converted)> {
    let mut done = Converted::default();
    let rewritten = to.rewritten(input, chunks, |chunk| {
        converted_games(chunk, args, &mut done)
    })?;
    Ok((rewritten, done))
}

fn converted_games(
    chunk: &Chunk,
    args: &ProblemConvertArgs,
    converted: &mut Converted,
) -> anyhow::Result<Vec<u8>> {
    let before = chunk.bytes.as_slice();
    let record = chunk.record()?;
    let mut sgf = Document::parse(record.to_sgf()?.to_bytes())?;
    let roots: Vec<NodeId> = sgf.roots().collect();
    let charsets: Vec<_> = roots.iter().map(|root| sgf.charset(*root)).collect();
    let mut nodes = 0;
    for root in roots {
        converted.games += 1;
        let game = converted.games;
        let Some(problem) = Problem::of(&sgf, root, args.from.convention()) else {
            continue;
        };
        let done: Done = convert(&mut sgf, &problem, args.to)?;
        nodes += done.nodes;
        let losses = done.losses.into_iter().map(|loss| (game, loss));
        converted.losses.extend(losses);
    }
    if nodes == 0 {
        return Ok(before.to_vec());
    }
    let bytes = in_format_of(&record, before, &sgf).context(NO_GAMES)?;
    if record.sgf_document().is_some() && charsets.iter().any(|found| found.source == Source::Guess)
    {
        let after = Document::parse(bytes.as_slice())?;
        for (found, root) in charsets.into_iter().zip(after.roots()) {
            refuse_other_guess(found, &after, root)?;
        }
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Verb;
    use crate::law;

    #[test]
    fn parts_are_converted_as_the_whole_is() {
        for (from, to) in [("te", "right"), ("te", "uligo")] {
            let asked = ["problem", "convert", "--from", from, "--to", to];
            let Verb::Problem(ProblemArgs {
                verb: ProblemVerb::Convert(args),
            }) = law::verb(&asked)
            else {
                unreachable!("it was asked for");
            };
            law::parts_are_the_whole(|input, chunks, to| converted(input, chunks, &args, to));
        }
    }
}
