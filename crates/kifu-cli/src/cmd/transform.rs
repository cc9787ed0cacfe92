//! `kifu transform`: games turned, mirrored, and with the colours exchanged.

pub(crate) mod args;

use kifu::Record;
use kifu::collection::{Chunk, ChunkStart};
use kifu::jgf::convert::{self as jgf, Target};
use kifu::jgf::{self as json, Options};
use kifu::sgf::{Document, NodeId, Undecodable, convert as sgf};
use kifu::span::Locator;
use kifu::transform::{Colors, Transform, Transformed, Untransformed, canonical, transform};
use kifu::tree::game::PrivateData;
use serde::Serialize;

use self::args::TransformArgs;
use crate::exit::{Outcome, Usage};
use crate::games::{Chunks, NO_GAMES};
use crate::input::Input;
use crate::printable::Printable;
use crate::rewrite::{Destination, Rewriter, Rewritten};
use crate::run::Inputs;
use crate::undecodable::readable_json;
use crate::{conversion, output};

pub(crate) fn run(args: &TransformArgs) -> anyhow::Result<Outcome> {
    if !args.says_what() {
        let why = "nothing to do was named: --rot, --flip, --swap-colors or --canonical";
        return Err(Usage(why.to_owned()).into());
    }
    let rewriter = Rewriter::new(&args.output, &args.input)?.reporting(args.told)?;
    let input = args.input.for_rewriting(&args.output);
    let work =
        |input: &Input, chunks: &mut Chunks, to: &Destination| transformed(input, chunks, args, to);
    let sink = |rewriter: &mut Rewriter, file: Rewritten, kept: Kept| {
        kept.tell(&file.input.shown());
        rewriter.put_with(file, &kept, || ())
    };
    let inputs = Inputs::of("transform", &input);
    let (outcome, written) = rewriter.each(inputs, work, sink)?;
    let verb = ["to transform", "transformed"];
    written.report(outcome.read, args.output.dry_run, verb, "");
    Ok(outcome.without(written.failed))
}

/// What programs are told of a file.
#[derive(Default, PartialEq, Debug, Serialize)]
struct Kept {
    /// How many values could not be changed.
    left: usize,
    /// The first of them, for people.
    #[serde(skip)]
    told: Vec<String>,
}

impl Kept {
    /// Adds a value, unless the file has so many of them that it is no record.
    fn add(&mut self, told: impl FnOnce() -> String) {
        const SHOWN: usize = 10;
        self.left += 1;
        if self.left <= SHOWN {
            self.told.push(told());
        }
    }

    fn tell(&self, name: &str) {
        for left in &self.told {
            output::message(format_args!("{name}:{left}"));
        }
        if let more @ 1.. = self.left - self.told.len() {
            output::message(format_args!("{name}: and {more} more"));
        }
    }
}

/// A file as it is wanted, and what stays as it is.
fn transformed(
    input: &Input,
    chunks: &mut Chunks,
    args: &TransformArgs,
    to: &Destination,
) -> anyhow::Result<(Rewritten, Kept)> {
    let mut kept = Kept::default();
    let rewritten = to.rewritten(input, chunks, |chunk| turned(chunk, args, &mut kept))?;
    Ok((rewritten, kept))
}

/// Games as they are wanted.
fn turned(chunk: &Chunk, args: &TransformArgs, kept: &mut Kept) -> anyhow::Result<Vec<u8>> {
    let bytes = chunk.bytes.as_slice();
    match chunk.record()? {
        Record::Sgf(document) if document.roots().next().is_none() => {
            anyhow::bail!("no game found")
        }
        Record::Sgf(document) => {
            let made = made(&document, args)?;
            let mut places = Locator::new(document.text());
            for left in &made.untransformed {
                kept.add(|| told(left, &document, chunk.start, &mut places));
            }
            Ok(made.document.to_bytes())
        }
        Record::Jgf(mut document) => {
            readable_json(&document, bytes, Undecodable::Refuse)?;
            let mut is_changed = false;
            for (number, record) in (1..).zip(&mut document.records) {
                let (changed, left) = transformed_jgf(record, args)?;
                is_changed |= changed;
                for left in left {
                    kept.add(|| format!(" game {number}: left as it is: {}", left.why));
                }
            }
            let options = match bytes.trim_ascii_end().contains(&b'\n') {
                true => Options::PRETTY,
                false => Options::COMPACT,
            };
            Ok(match is_changed {
                true => conversion::with_line_break(document.to_json(&options)),
                false => bytes.to_vec(),
            })
        }
        Record::Positions(_) => anyhow::bail!(NO_GAMES),
    }
}

/// Every game of a document as it is wanted.
fn made(document: &Document, args: &TransformArgs) -> anyhow::Result<Transformed> {
    let colors = match args.swap_colors {
        true => Colors::Either,
        false => Colors::Kept,
    };
    let by = |root: NodeId| -> Transform {
        match args.canonical {
            true => canonical(document, root, colors),
            false => args.transform(),
        }
    };
    Ok(transform(document, by)?)
}

/// Transforms a record by way of SGF; says whether that changed it.
fn transformed_jgf(
    record: &mut json::Record,
    args: &TransformArgs,
) -> anyhow::Result<(bool, impl Iterator<Item = Untransformed> + use<>)> {
    let game = jgf::to_game(record).value;
    let document = Document::parse(sgf::from_game_node_for_node(&game, PrivateData::Write).value)?;
    let made = made(&document, args)?;
    let is_changed = made.document.text() != document.text();
    let root = made.document.roots().next().filter(|_| is_changed);
    if let Some(root) = root {
        let target = match record.version() {
            1 => Target::V1,
            _ => Target::V2,
        };
        let game = sgf::to_game(&made.document, root).value;
        *record = jgf::from_game(&game, target, PrivateData::Write).value;
    }
    Ok((is_changed, made.untransformed.into_iter()))
}

/// What stayed, with its place.
fn told(
    left: &Untransformed,
    document: &Document,
    start: ChunkStart,
    places: &mut Locator<'_>,
) -> String {
    let place = places.locate(left.span.start);
    let text = left.span.of(document.text());
    let text = String::from_utf8_lossy(&text[..text.len().min(24)]);
    let (line, column, why) = (start.line(place.line), place.column, left.why);
    let text = text.lines().next().unwrap_or_default().to_owned();
    format!(
        "{line}:{column}: `{}` is left as it is: {why}",
        Printable(&text)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Verb;
    use crate::chunk_testing;

    #[test]
    fn parts_are_transformed_as_the_whole_is() {
        let asked = [
            &["transform", "--rot", "90", "--swap-colors"][..],
            &["transform", "--canonical"],
        ];
        for asked in asked {
            let Verb::Transform(args) = chunk_testing::verb(asked) else {
                unreachable!("it was asked for");
            };
            chunk_testing::assert_chunks_match_whole(|input, content, to| {
                transformed(input, content, &args, to)
            });
        }
    }
}
