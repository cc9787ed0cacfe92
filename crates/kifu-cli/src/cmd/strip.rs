//! `kifu strip`: files without some of their properties or variations.

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
use serde::Serialize;

use self::args::StripArgs;
use crate::charset_guess::refuse_other_guess;
use crate::exit::Outcome;
use crate::games::{Chunks, NO_GAMES};
use crate::input::Input;
use crate::output;
use crate::printable::count;
use crate::rewrite::{Destination, Rewriter, Rewritten};
use crate::run::Inputs;
use crate::selected::Selected;
use crate::undecodable::refuse_json;

pub(crate) fn run(args: &StripArgs) -> anyhow::Result<Outcome> {
    let rewriter = Rewriter::new(&args.output, &args.input)?.reporting(args.told)?;
    let input = args.input.for_rewriting(&args.output);
    let gone = Rc::new(Cell::new(Gone::default()));
    let select = args.games.select.as_ref();
    let inputs = Inputs::of("strip", &input).whole(select.is_some_and(Select::needs_all_games));
    let work =
        |input: &Input, chunks: &mut Chunks, to: &Destination| stripped(input, chunks, args, to);
    let sink = |rewriter: &mut Rewriter, file: Rewritten, done: Done| {
        if let Some(why) = done.refused {
            output::message(format_args!("{}: CA stays: {why}", file.input.shown()));
        }
        let (all, of_file) = (Rc::clone(&gone), done.gone);
        rewriter.put_with(file, &of_file, move || all.set(all.get().and(of_file)))
    };
    let (outcome, written) = rewriter.each(inputs, work, sink)?;
    let Gone { properties, nodes } = gone.get();
    let gone = match (properties, nodes) {
        (0, 0) => String::new(),
        (0, nodes) => format!(": {}", count(nodes, "node")),
        (properties, 0) => format!(": {}", values(properties)),
        (properties, nodes) => format!(": {}, {}", values(properties), count(nodes, "node")),
    };
    let verb = ["to strip", "stripped"];
    written.report(outcome.read, args.output.dry_run, verb, &gone);
    Ok(outcome.without(written.failed))
}

/// What became of a file.
#[derive(Default, PartialEq, Debug)]
struct Done {
    /// How many games it has.
    games: usize,
    gone: Gone,
    /// Why its `CA` stays, where that was to go.
    refused: Option<String>,
}

/// What programs are told of a file.
#[derive(Clone, Copy, Default, PartialEq, Debug, Serialize)]
struct Gone {
    properties: u64,
    nodes: u64,
}

impl Gone {
    fn and(self, other: Gone) -> Gone {
        Gone {
            properties: self.properties + other.properties,
            nodes: self.nodes + other.nodes,
        }
    }
}

impl Done {
    fn add(&mut self, stripped: &StripResult) {
        self.gone.properties += stripped.properties as u64;
        self.gone.nodes += stripped.nodes as u64;
        let first = stripped.refused.first().filter(|_| self.refused.is_none());
        if let Some((_, why)) = first {
            self.refused = Some(why.to_string());
        }
    }
}

fn values(properties: u64) -> String {
    match properties {
        1 => "1 property".to_owned(),
        properties => format!("{properties} properties"),
    }
}

/// A file without what is to go.
fn stripped(
    input: &Input,
    chunks: &mut Chunks,
    args: &StripArgs,
    to: &Destination,
) -> anyhow::Result<(Rewritten, Done)> {
    let what = args.what();
    let select = args.games.select.as_ref();
    let mut done = Done::default();
    let strip = |chunk: &Chunk| without(input, chunk, &what, select, &mut done);
    Ok((to.rewritten(input, chunks, strip)?, done))
}

/// Games without what is to go, in their own format.
fn without(
    input: &Input,
    chunk: &Chunk,
    what: &StripOptions,
    select: Option<&Select>,
    done: &mut Done,
) -> anyhow::Result<Vec<u8>> {
    let before = chunk.bytes.as_slice();
    let record = chunk.record()?;
    let selected = Selected::of(done.games, select, input, &record)?;
    if record.sgf_document().is_none() {
        let mut sgf = Document::parse(record.to_sgf()?.to_bytes())?;
        refuse_json(&record, before)?;
        let stripped = strip_games(&mut sgf, what, |root| selected.has(root));
        done.add(&stripped);
        if stripped.properties == 0 && stripped.nodes == 0 {
            return Ok(before.to_vec());
        }
        return in_format_of(&record, before, &sgf).context(NO_GAMES);
    }
    let mut document = record.into_sgf()?;
    let charsets: Vec<_> = document
        .roots()
        .map(|root| document.charset(root))
        .collect();
    done.games += charsets.len();
    done.add(&strip_games(&mut document, what, |root| selected.has(root)));
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
    fn parts_are_stripped_as_the_whole_is() {
        let asked = [
            &["strip", "--props", "CA,C,B", "--empty"][..],
            &["strip", "--variations", "-e", "number > 5 and number < 20"],
            &["strip", "--unknown", "--obsolete", "--comments"],
        ];
        for asked in asked {
            let Verb::Strip(args) = chunk_testing::verb(asked) else {
                unreachable!("it was asked for");
            };
            chunk_testing::assert_chunks_match_whole(|input, chunks, to| {
                stripped(input, chunks, &args, to)
            });
        }
    }
}
