//! `kifu transform`: rotate or mirror games, or swap the colours.

pub(crate) mod args;

use kifu::Record;
use kifu::collection::{Chunk, ChunkStart};
use kifu::jgf::convert::{self as jgf, Target};
use kifu::jgf::{self as json, Options};
use kifu::sgf::{Document, NodeId, Undecodable, convert as sgf};
use kifu::span::Locator;
use kifu::transform::{Colors, Transform, Transformed, Untransformed, canonical, transform};
use kifu::tree::game::PrivateData;
use kifu_files::Input;
use kifu_files::OtherKind;
use kifu_files::games::Chunks;
use kifu_files::rewrite::{Destination, Rewritten};
use serde::Serialize;

use self::args::TransformArgs;
use crate::exit::{Outcome, Usage};
use crate::printable::{InputName, Printable, count};
use crate::rewrite::Rewriter;
use crate::run::Inputs;
use crate::undecodable::readable_json;
use crate::{conversion, output};

pub(crate) fn run(args: &TransformArgs) -> anyhow::Result<Outcome> {
    if !args.has_transformation() {
        let why =
            "no transformation given; use `--rot`, `--flip`, `--swap-colors` or `--canonical`";
        return Err(Usage(why.to_owned()).into());
    }
    let rewriter = Rewriter::new(&args.output, &args.input)?.reporting(args.report)?;
    let input = args.input.for_rewriting(&args.output);
    let work =
        |input: &Input, chunks: &mut Chunks, to: &Destination| transformed(input, chunks, args, to);
    let sink = |rewriter: &mut Rewriter, file: Rewritten, unchanged: UnchangedValues| {
        unchanged.report(&file.input.shown());
        rewriter.put_with(file, &unchanged, || ())
    };
    let inputs = Inputs::of("transform", &input);
    let (outcome, written) = rewriter.each(inputs, work, sink)?;
    let verb = ["to transform", "transformed"];
    written.report(outcome.read, args.output.dry_run, verb, "");
    Ok(outcome.without(written.failed))
}

/// The values of a file that could not be transformed.
#[derive(Default, PartialEq, Debug, Serialize)]
struct UnchangedValues {
    /// The number of values.
    left: usize,
    /// The messages about the first values.
    #[serde(skip)]
    messages: Vec<String>,
}

impl UnchangedValues {
    /// Adds a value. Only the first values of a file get a message.
    fn add(&mut self, message: impl FnOnce() -> String) {
        const MAX_SHOWN: usize = 10;
        self.left += 1;
        if self.left <= MAX_SHOWN {
            self.messages.push(message());
        }
    }

    fn report(&self, name: &str) {
        for message in &self.messages {
            output::message(format_args!("{name}:{message}"));
        }
        if let more @ 1.. = self.left - self.messages.len() {
            let more = count(more as u64, "more value");
            output::message(format_args!("{name}: {more} not transformed"));
        }
    }
}

/// Transforms a file, and returns it with the values that stay unchanged.
fn transformed(
    input: &Input,
    chunks: &mut Chunks,
    args: &TransformArgs,
    to: &Destination,
) -> anyhow::Result<(Rewritten, UnchangedValues)> {
    let mut unchanged = UnchangedValues::default();
    let rewritten = to.rewritten(input, chunks, |chunk| {
        transform_chunk(chunk, args, &mut unchanged)
    })?;
    Ok((rewritten, unchanged))
}

fn transform_chunk(
    chunk: &Chunk,
    args: &TransformArgs,
    unchanged: &mut UnchangedValues,
) -> anyhow::Result<Vec<u8>> {
    let bytes = chunk.bytes.as_slice();
    match chunk.record()? {
        Record::Sgf(document) if document.roots().next().is_none() => {
            anyhow::bail!(OtherKind::Unknown)
        }
        Record::Sgf(document) => {
            let transformed = transform_games(&document, args)?;
            let mut places = Locator::new(document.text());
            for value in &transformed.untransformed {
                unchanged.add(|| describe(value, &document, chunk.start, &mut places));
            }
            Ok(transformed.document.to_bytes())
        }
        Record::Jgf(mut document) => {
            readable_json(&document, bytes, Undecodable::Refuse)?;
            let mut is_changed = false;
            for (number, record) in (1..).zip(&mut document.records) {
                let (changed, values) = transform_jgf(record, args)?;
                is_changed |= changed;
                for value in values {
                    unchanged.add(|| format!(" game {number}: not transformed: {}", value.why));
                }
            }
            if !is_changed {
                return Ok(bytes.to_vec());
            }
            let options = if bytes.trim_ascii_end().contains(&b'\n') {
                Options::PRETTY
            } else {
                Options::COMPACT
            };
            Ok(conversion::with_line_break(document.to_json(&options)))
        }
        record @ Record::Gib(_) => {
            let sgf = record.to_sgf()?;
            let transformed = transform_games(&sgf, args)?;
            let mut places = Locator::new(sgf.text());
            for value in &transformed.untransformed {
                unchanged.add(|| describe(value, &sgf, chunk.start, &mut places));
            }
            let written = kifu::parts::in_format_of(&record, bytes, &transformed.document);
            Ok(written.unwrap_or_else(|| bytes.to_vec()))
        }
        record @ (Record::Ngf(_) | Record::Ogs(_) | Record::Ugf(_) | Record::Positions(_)) => {
            anyhow::bail!(OtherKind::of_unwritten(&record))
        }
    }
}

/// Transforms all games of a document.
fn transform_games(document: &Document, args: &TransformArgs) -> anyhow::Result<Transformed> {
    let colors = if args.swap_colors {
        Colors::Either
    } else {
        Colors::Kept
    };
    let by = |root: NodeId| -> Transform {
        if args.canonical {
            canonical(document, root, colors)
        } else {
            args.transform()
        }
    };
    Ok(transform(document, by)?)
}

/// Transforms a JGF record by converting it to SGF and back. Returns whether the record changed,
/// and the values that could not be transformed.
fn transform_jgf(
    record: &mut json::Record,
    args: &TransformArgs,
) -> anyhow::Result<(bool, impl Iterator<Item = Untransformed> + use<>)> {
    let game = jgf::to_game(record).value;
    let document = Document::parse(sgf::from_game_node_for_node(&game, PrivateData::Write).value)?;
    let transformed = transform_games(&document, args)?;
    let is_changed = transformed.document.text() != document.text();
    let root = transformed.document.roots().next().filter(|_| is_changed);
    if let Some(root) = root {
        let target = match record.version() {
            1 => Target::V1,
            _ => Target::V2,
        };
        let game = sgf::to_game(&transformed.document, root).value;
        *record = jgf::from_game(&game, target, PrivateData::Write).value;
    }
    Ok((is_changed, transformed.untransformed.into_iter()))
}

/// Returns the message about a value that stays unchanged.
fn describe(
    value: &Untransformed,
    document: &Document,
    start: ChunkStart,
    places: &mut Locator<'_>,
) -> String {
    let place = places.locate(value.span.start);
    let text = value.span.of(document.text());
    let text = String::from_utf8_lossy(&text[..text.len().min(24)]);
    let (line, column, why) = (start.line(place.line), place.column, value.why);
    let text = text.lines().next().unwrap_or_default().to_owned();
    format!(
        "{line}:{column}: `{}` was not transformed: {why}",
        Printable(&text)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Verb;
    use crate::chunk_testing;

    #[test]
    fn chunks_are_transformed_like_the_whole_file() {
        let command_lines = [
            &["transform", "--rot", "90", "--swap-colors"][..],
            &["transform", "--canonical"],
        ];
        for words in command_lines {
            let Verb::Transform(args) = chunk_testing::verb(words) else {
                unreachable!("the verb is transform");
            };
            chunk_testing::assert_chunks_match_whole(|input, chunks, to| {
                transformed(input, chunks, &args, to)
            });
        }
    }
}
