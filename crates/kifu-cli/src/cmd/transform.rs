//! `kifu transform`: games turned, mirrored, and with the colours exchanged.

use kifu::Record;
use kifu::jgf::convert::{self as jgf, Target};
use kifu::jgf::{self as json, Options};
use kifu::sgf::convert as sgf;
use kifu::sgf::{Document, NodeId};
use kifu::span::Locator;
use kifu::transform::{Colors, Left, Transform, Transformed, canonical, transform};
use kifu::tree::game::Carriage;
use serde::Serialize;

use crate::args::TransformArgs;
use crate::exit::{Outcome, Usage};
use crate::input::Input;
use crate::output;
use crate::printable::{Printable, count};
use crate::rewrite::{Rewriter, Rewritten, Written};
use crate::run::each_file;

pub(crate) fn run(args: &TransformArgs) -> anyhow::Result<Outcome> {
    if !args.says_what() {
        let why = "nothing to do was named: --rot, --flip, --swap-colors or --canonical";
        return Err(Usage(why.to_owned()).into());
    }
    let mut rewriter = Rewriter::new(&args.output, &args.input)?.telling(args.told)?;
    let input = args.input.for_rewriting(&args.output);
    let work = |input: &Input, before: Vec<u8>| {
        let (after, left) = transformed(&before, args)?;
        let kept = Kept { left: left.len() };
        let rewritten = Rewritten {
            input: input.clone(),
            before,
            after,
        };
        Ok((rewritten, shortened(left), kept))
    };
    let outcome = each_file("transform", &input, work, |(file, left, kept)| {
        for left in left {
            output::message(format_args!("{}:{left}", file.input.shown()));
        }
        rewriter.put_with(&file, &kept).map(drop)
    })?;
    let Written { changed, failed } = rewriter.finish()?;
    let verb = match args.output.dry_run {
        true => "to transform",
        false => "transformed",
    };
    let of = count(outcome.read, "file");
    output::line(format_args!("{changed} of {of} {verb}"));
    Ok(outcome.without(failed))
}

/// What programs are told of a file.
#[derive(Serialize)]
struct Kept {
    /// How many values could not be changed.
    left: usize,
}

/// A file as it is wanted, and what could not be changed, for people.
fn transformed(bytes: &[u8], args: &TransformArgs) -> anyhow::Result<(Vec<u8>, Vec<String>)> {
    match kifu::read(bytes)? {
        Record::Sgf(document) if document.roots().next().is_none() => {
            anyhow::bail!("no game found")
        }
        Record::Sgf(document) => {
            let made = made(&document, args)?;
            Ok((made.document.to_bytes(), told(&made.left, &document)))
        }
        Record::Jgf(mut document) => {
            let mut notes = Vec::new();
            let mut is_changed = false;
            for (number, record) in (1..).zip(&mut document.records) {
                let (changed, left) = transformed_jgf(record, args)?;
                is_changed |= changed;
                notes.extend(
                    left.map(|left| format!(" game {number}: left as it is: {}", left.why)),
                );
            }
            let options = match bytes.trim_ascii_end().contains(&b'\n') {
                true => Options::PRETTY,
                false => Options::COMPACT,
            };
            let after = match is_changed {
                true => super::convert::line(document.to_json(&options)),
                false => bytes.to_vec(),
            };
            Ok((after, notes))
        }
        _ => anyhow::bail!("a file of positions: first kifu convert -t sgf"),
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
) -> anyhow::Result<(bool, impl Iterator<Item = Left> + use<>)> {
    let game = jgf::to_game(record).value;
    let document = Document::parse(sgf::from_game(&game, Carriage::Full).value)?;
    let made = made(&document, args)?;
    let is_changed = made.document.text() != document.text();
    let root = made.document.roots().next().filter(|_| is_changed);
    if let Some(root) = root {
        let target = match record.version() {
            1 => Target::V1,
            _ => Target::V2,
        };
        let game = sgf::to_game(&made.document, root).value;
        *record = jgf::from_game(&game, target, Carriage::Full).value;
    }
    Ok((is_changed, made.left.into_iter()))
}

/// What stayed, with places.
fn told(left: &[Left], document: &Document) -> Vec<String> {
    let mut places = Locator::new(document.text());
    let line = |left: &Left| {
        let place = places.locate(left.span.start);
        let text = left.span.of(document.text());
        let text = String::from_utf8_lossy(&text[..text.len().min(24)]);
        let (line, column, why) = (place.line, place.column, left.why);
        let text = text.lines().next().unwrap_or_default().to_owned();
        format!(
            "{line}:{column}: `{}` is left as it is: {why}",
            Printable(&text)
        )
    };
    left.iter().map(line).collect()
}

/// A file with more is no record.
fn shortened(mut lines: Vec<String>) -> Vec<String> {
    const SHOWN: usize = 10;
    if let more @ 1.. = lines.len().saturating_sub(SHOWN) {
        lines.truncate(SHOWN);
        lines.push(format!(" and {more} more"));
    }
    lines
}
