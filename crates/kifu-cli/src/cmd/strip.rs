//! `kifu strip`: files without some of their properties or variations.

use kifu::Record;
use kifu::charset::Source;
use kifu::parts::in_format_of;
use kifu::select::Select;
use kifu::sgf::Document;
use kifu::sgf::strip::{Strip, Stripped, strip_games};
use serde::Serialize;

use crate::args::StripArgs;
use crate::cmd::charset::refuse_other_guess;
use crate::exit::Outcome;
use crate::input::Input;
use crate::output;
use crate::printable::count;
use crate::rewrite::{Rewriter, Rewritten, Written};
use crate::run::each_file;
use crate::selected::Selected;

pub(crate) fn run(args: &StripArgs) -> anyhow::Result<Outcome> {
    let mut rewriter = Rewriter::new(&args.output, &args.input)?.telling(args.told)?;
    let input = args.input.for_rewriting(&args.output);
    let what = args.what();
    let (mut properties, mut nodes) = (0, 0);
    let work = |input: &Input, before: Vec<u8>| {
        let (after, done) = stripped(input, &before, &what, args.games.select.as_ref())?;
        let rewritten = Rewritten {
            input: input.clone(),
            before,
            after,
        };
        Ok((rewritten, done))
    };
    let outcome = each_file("strip", &input, work, |(file, done)| {
        if let Some((_, why)) = done.refused.first() {
            output::message(format_args!("{}: CA stays: {why}", file.input.shown()));
        }
        let gone = Gone {
            properties: done.properties,
            nodes: done.nodes,
        };
        if rewriter.put_with(&file, &gone)? {
            properties += done.properties as u64;
            nodes += done.nodes as u64;
        }
        Ok(())
    })?;
    let Written { changed, failed } = rewriter.finish()?;
    let verb = if args.output.dry_run {
        "to strip"
    } else {
        "stripped"
    };
    let of = count(outcome.read, "file");
    let gone = match (properties, nodes) {
        (0, 0) => String::new(),
        (0, nodes) => format!(": {}", count(nodes, "node")),
        (properties, 0) => format!(": {}", values(properties)),
        (properties, nodes) => format!(": {}, {}", values(properties), count(nodes, "node")),
    };
    output::line(format_args!("{changed} of {of} {verb}{gone}"));
    Ok(outcome.without(failed))
}

/// What programs are told of a file.
#[derive(Serialize)]
struct Gone {
    properties: usize,
    nodes: usize,
}

fn values(properties: u64) -> String {
    match properties {
        1 => "1 property".to_owned(),
        properties => format!("{properties} properties"),
    }
}

/// A file without what is to go, in its own format.
fn stripped(
    input: &Input,
    before: &[u8],
    what: &Strip,
    select: Option<&Select>,
) -> anyhow::Result<(Vec<u8>, Stripped)> {
    let record = kifu::read(before)?;
    let selected = Selected::of(select, input, &record)?;
    match record {
        Record::Sgf(mut document) => {
            let charsets: Vec<_> = document
                .roots()
                .map(|root| document.charset(root))
                .collect();
            let done = strip_games(&mut document, what, |root| selected.has(root));
            let bytes = document.to_bytes();
            if charsets.iter().any(|found| found.source == Source::Guess) {
                let after = Document::parse(bytes.as_slice())?;
                for (found, root) in charsets.into_iter().zip(after.roots()) {
                    refuse_other_guess(found, &after, root)?;
                }
            }
            Ok((bytes, done))
        }
        record => {
            let mut sgf = Document::parse(record.to_sgf()?.to_bytes())?;
            let done = strip_games(&mut sgf, what, |root| selected.has(root));
            if done.properties == 0 && done.nodes == 0 {
                return Ok((before.to_vec(), done));
            }
            match in_format_of(&record, before, &sgf) {
                Some(after) => Ok((after, done)),
                None => anyhow::bail!("positions: first kifu convert -t sgf"),
            }
        }
    }
}
