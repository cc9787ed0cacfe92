//! `kifu problem`: list problems, and convert the marks of their right lines.

pub(crate) mod args;

use anyhow::Context;
use kifu::charset::CharsetSource;
use kifu::collection::Chunk;
use kifu::parts::in_format_of;
use kifu::problem::{Conversion, Loss, Problem, ProblemReport, convert};
use kifu::sgf::{Document, NodeId};
use kifu_files::Input;
use kifu_files::OtherKind;
use kifu_files::games::Chunks;
use kifu_files::rewrite::{Destination, Rewritten};
use serde::Serialize;

use self::args::{ProblemArgs, ProblemConvertArgs, ProblemListArgs, ProblemVerb};
use crate::charset_guess::refuse_other_guess;
use crate::exit::Outcome;
use crate::json;
use crate::output;
use crate::printable::InputName;
use crate::reports::Reports;
use crate::rewrite::Rewriter;
use crate::run::Inputs;

pub(crate) fn run(args: &ProblemArgs) -> anyhow::Result<Outcome> {
    match &args.verb {
        ProblemVerb::List(args) => list(args),
        ProblemVerb::Convert(args) => convert_files(args),
    }
}

fn list(args: &ProblemListArgs) -> anyhow::Result<Outcome> {
    let mut reports = Reports::new(args.json.sequence());
    let as_json = reports.are_json();
    let mut found = 0;
    let work = |input: &Input, chunks: &mut Chunks| {
        let (mut problems, mut games) = (Vec::new(), 0);
        for part in chunks.records() {
            let part = part?;
            let (sgf, before) = (part.record.to_sgf()?, part.games_before);
            let entry = |(game, root)| ProblemEntry::of(&sgf, root, game, args);
            problems.extend((before + 1..).zip(sgf.roots()).filter_map(entry));
            games = before + sgf.roots().count();
        }
        let several = games > 1;
        let text = if as_json {
            json::list_line(input.name(), "problems", &problems)?
        } else {
            let shown = problems
                .iter()
                .map(|problem| problem.shown(&input.shown(), several));
            shown.collect::<String>().into_bytes()
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

/// A problem in a file.
#[derive(Serialize)]
struct ProblemEntry {
    game: usize,
    #[serde(flatten)]
    problem: ProblemReport,
}

impl ProblemEntry {
    fn of(
        sgf: &Document,
        root: NodeId,
        game: usize,
        args: &ProblemListArgs,
    ) -> Option<ProblemEntry> {
        let problem = Problem::of(sgf, root, args.from.convention())?;
        Some(ProblemEntry {
            game,
            problem: problem.report(sgf),
        })
    }

    fn shown(&self, file: &str, several: bool) -> String {
        if several {
            format!("{file}  game {}  {}", self.game, self.problem)
        } else {
            format!("{file}  {}", self.problem)
        }
    }
}

fn convert_files(args: &ProblemConvertArgs) -> anyhow::Result<Outcome> {
    let rewriter = Rewriter::new(&args.output, &args.input)?;
    let input = args.input.for_rewriting(&args.output);
    let work =
        |input: &Input, chunks: &mut Chunks, to: &Destination| converted(input, chunks, args, to);
    let sink = |rewriter: &mut Rewriter, file: Rewritten, conversion: FileConversion| {
        for (game, loss) in conversion.losses {
            output::message(format_args!("{}: game {game}: {loss}", file.input.shown()));
        }
        rewriter.put(file)
    };
    let inputs = Inputs::of("problem convert", &input);
    let (outcome, written) = rewriter.each(inputs, work, sink)?;
    let verb = ["to convert", "converted"];
    written.report(outcome.read, args.output.dry_run, verb, "");
    Ok(outcome.without(written.failed))
}

/// The conversion of the games of a file.
#[derive(Default, Debug)]
struct FileConversion {
    /// The number of games.
    games: usize,
    /// The losses, each with the number of its game.
    losses: Vec<(usize, Loss)>,
}

/// Converts the problems of a file.
fn converted(
    input: &Input,
    chunks: &mut Chunks,
    args: &ProblemConvertArgs,
    to: &Destination,
) -> anyhow::Result<(Rewritten, FileConversion)> {
    let mut conversion = FileConversion::default();
    let rewritten = to.rewritten(input, chunks, |chunk| {
        convert_games(chunk, args, &mut conversion)
    })?;
    Ok((rewritten, conversion))
}

fn convert_games(
    chunk: &Chunk,
    args: &ProblemConvertArgs,
    conversion: &mut FileConversion,
) -> anyhow::Result<Vec<u8>> {
    let before = chunk.bytes.as_slice();
    let record = chunk.record()?;
    let mut sgf = Document::parse(record.to_sgf()?.to_bytes())?;
    let roots: Vec<NodeId> = sgf.roots().collect();
    let charsets: Vec<_> = roots.iter().map(|root| sgf.charset(*root)).collect();
    let mut nodes = 0;
    for root in roots {
        conversion.games += 1;
        let game = conversion.games;
        let Some(problem) = Problem::of(&sgf, root, args.from.convention()) else {
            continue;
        };
        let done: Conversion = convert(&mut sgf, &problem, args.to)?;
        nodes += done.nodes;
        let losses = done.losses.into_iter().map(|loss| (game, loss));
        conversion.losses.extend(losses);
    }
    if nodes == 0 {
        return Ok(before.to_vec());
    }
    let bytes =
        in_format_of(&record, before, &sgf).with_context(|| OtherKind::of_unwritten(&record))?;
    if record.sgf_document().is_some()
        && charsets
            .iter()
            .any(|found| found.source == CharsetSource::Guess)
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
    use crate::chunk_testing;

    #[test]
    fn chunks_are_converted_like_the_whole_file() {
        for (from, to) in [("te", "right"), ("te", "uligo")] {
            let words = ["problem", "convert", "--from", from, "--to", to];
            let Verb::Problem(ProblemArgs {
                verb: ProblemVerb::Convert(args),
            }) = chunk_testing::verb(&words)
            else {
                unreachable!("the verb is problem convert");
            };
            chunk_testing::assert_chunks_match_whole(|input, chunks, to| {
                converted(input, chunks, &args, to)
            });
        }
    }
}
