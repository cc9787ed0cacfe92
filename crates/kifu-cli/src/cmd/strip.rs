//! `kifu strip`: remove properties or variations from files.

pub(crate) mod args;

use std::cell::Cell;
use std::rc::Rc;

use anyhow::Context;
use kifu::charset::CharsetSource;
use kifu::collection::Chunk;
use kifu::parts::in_format_of;
use kifu::select::Select;
use kifu::sgf::Document;
use kifu::sgf::strip::{StripOptions, StripResult, strip_games};
use kifu_files::Input;
use kifu_files::OtherKind;
use kifu_files::games::Chunks;
use kifu_files::rewrite::{Destination, Rewritten};
use serde::Serialize;

use self::args::StripArgs;
use crate::charset_guess::refuse_other_guess;
use crate::exit::Outcome;
use crate::output;
use crate::printable::{InputName, count};
use crate::rewrite::Rewriter;
use crate::run::Inputs;
use crate::selected::Selected;
use crate::undecodable::refuse_json;

pub(crate) fn run(args: &StripArgs) -> anyhow::Result<Outcome> {
    let rewriter = Rewriter::new(&args.output, &args.input)?.reporting(args.report)?;
    let input = args.input.for_rewriting(&args.output);
    let totals = Rc::new(Cell::new(StripCounts::default()));
    let select = args.games.select.as_ref();
    let inputs = Inputs::of("strip", &input).whole(select.is_some_and(Select::needs_all_games));
    let work =
        |input: &Input, chunks: &mut Chunks, to: &Destination| stripped(input, chunks, args, to);
    let sink = |rewriter: &mut Rewriter, file: Rewritten, summary: StripSummary| {
        if let Some((game, why)) = summary.refused {
            let name = file.input.shown();
            output::message(format_args!(
                "{name}: game {game}: CA was not removed: {why}"
            ));
        }
        let (totals, of_file) = (Rc::clone(&totals), summary.counts);
        rewriter.put_with(file, &of_file, move || {
            totals.set(totals.get().plus(of_file));
        })
    };
    let (outcome, written) = rewriter.each(inputs, work, sink)?;
    let StripCounts { properties, nodes } = totals.get();
    let removed = match (properties, nodes) {
        (0, 0) => String::new(),
        (0, nodes) => format!(": {}", count(nodes, "node")),
        (properties, 0) => format!(": {}", property_count(properties)),
        (properties, nodes) => {
            format!(": {}, {}", property_count(properties), count(nodes, "node"))
        }
    };
    let verb = ["to strip", "stripped"];
    written.report(outcome.read, args.output.dry_run, verb, &removed);
    Ok(outcome.without(written.failed))
}

/// The result of stripping a file.
#[derive(Default, PartialEq, Debug)]
struct StripSummary {
    /// The number of games in the file.
    games: usize,
    counts: StripCounts,
    /// The number of the first game whose `CA` was not removed although it was selected, and the
    /// reason.
    refused: Option<(usize, String)>,
}

/// The number of removed properties and nodes.
#[derive(Clone, Copy, Default, PartialEq, Debug, Serialize)]
struct StripCounts {
    properties: u64,
    nodes: u64,
}

impl StripCounts {
    fn plus(self, other: StripCounts) -> StripCounts {
        StripCounts {
            properties: self.properties + other.properties,
            nodes: self.nodes + other.nodes,
        }
    }
}

impl StripSummary {
    /// Adds the result for a document, which is after `before` other games of its file.
    fn add(&mut self, stripped: &StripResult, document: &Document, before: usize) {
        self.counts.properties += stripped.properties as u64;
        self.counts.nodes += stripped.nodes as u64;
        let first = stripped.refused.first().filter(|_| self.refused.is_none());
        if let Some((root, why)) = first {
            let index = document.roots().position(|game| game == *root);
            self.refused = Some((before + index.unwrap_or(0) + 1, why.to_string()));
        }
    }
}

fn property_count(properties: u64) -> String {
    match properties {
        1 => "1 property".to_owned(),
        properties => format!("{properties} properties"),
    }
}

/// Strips the selected games of a file.
fn stripped(
    input: &Input,
    chunks: &mut Chunks,
    args: &StripArgs,
    to: &Destination,
) -> anyhow::Result<(Rewritten, StripSummary)> {
    let options = args.options();
    let select = args.games.select.as_ref();
    let mut summary = StripSummary::default();
    let strip = |chunk: &Chunk| strip_chunk(input, chunk, &options, select, &mut summary);
    Ok((to.rewritten(input, chunks, strip)?, summary))
}

/// Strips the selected games of a chunk, and returns it in its own format.
fn strip_chunk(
    input: &Input,
    chunk: &Chunk,
    options: &StripOptions,
    select: Option<&Select>,
    summary: &mut StripSummary,
) -> anyhow::Result<Vec<u8>> {
    let before = chunk.bytes.as_slice();
    let record = chunk.record()?;
    let selected = Selected::of(summary.games, select, input, &record)?;
    if record.sgf_document().is_none() {
        let mut sgf = Document::parse(record.to_sgf()?.to_bytes())?;
        refuse_json(&record, before)?;
        let stripped = strip_games(&mut sgf, options, |root| selected.has(root));
        summary.add(&stripped, &sgf, 0);
        if stripped.properties == 0 && stripped.nodes == 0 {
            return Ok(before.to_vec());
        }
        return in_format_of(&record, before, &sgf)
            .with_context(|| OtherKind::of_unwritten(&record));
    }
    let mut document = record.into_sgf()?;
    let charsets: Vec<_> = document
        .roots()
        .map(|root| document.charset(root))
        .collect();
    let stripped = strip_games(&mut document, options, |root| selected.has(root));
    summary.add(&stripped, &document, summary.games);
    summary.games += charsets.len();
    let bytes = document.to_bytes();
    if charsets
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
    fn chunks_are_stripped_like_the_whole_file() {
        let command_lines = [
            &["strip", "--props", "CA,C,B", "--empty"][..],
            &["strip", "--variations", "-e", "number > 5 and number < 20"],
            &["strip", "--unknown", "--obsolete", "--comments"],
        ];
        for words in command_lines {
            let Verb::Strip(args) = chunk_testing::verb(words) else {
                unreachable!("the verb is strip");
            };
            chunk_testing::assert_chunks_match_whole(|input, chunks, to| {
                stripped(input, chunks, &args, to)
            });
        }
    }
}
