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
use crate::cmd::convert::refuse_damaged;
use crate::exit::Outcome;
use crate::input::Input;
use crate::output;
use crate::parts::{Content, Part};
use crate::printable::count;
use crate::rewrite::{Rewriter, Rewritten, To, Written};
use crate::run::each_content;
use crate::selected::{Selected, asks_for_all_games};

pub(crate) fn run(args: &StripArgs) -> anyhow::Result<Outcome> {
    let mut rewriter = Rewriter::new(&args.output, &args.input)?.telling(args.told)?;
    let input = args.input.for_rewriting(&args.output);
    let (mut properties, mut nodes) = (0, 0);
    let to = rewriter.to();
    let work = |input: &Input, content| stripped(input, content, args, &to);
    let select = args.games.select.as_ref();
    let needs_all = rewriter.needs_all() || select.is_some_and(asks_for_all_games);
    let sink = |(file, done): (Rewritten, Done)| {
        if let Some(why) = done.refused {
            output::message(format_args!("{}: CA stays: {why}", file.input.shown()));
        }
        if rewriter.put_with(file, &done.gone)? {
            properties += done.gone.properties;
            nodes += done.gone.nodes;
        }
        Ok(())
    };
    let outcome = each_content(false, "strip", &input, needs_all, work, sink)?;
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
#[derive(Default, PartialEq, Debug, Serialize)]
struct Gone {
    properties: u64,
    nodes: u64,
}

impl Done {
    fn add(&mut self, stripped: &Stripped) {
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
    content: Content,
    args: &StripArgs,
    to: &To,
) -> anyhow::Result<(Rewritten, Done)> {
    let what = args.what();
    let select = args.games.select.as_ref();
    let mut done = Done::default();
    let strip = |part: &Part| without(input, part, &what, select, &mut done);
    Ok((to.rewritten(input, content, strip)?, done))
}

/// Games without what is to go, in their own format.
fn without(
    input: &Input,
    part: &Part,
    what: &Strip,
    select: Option<&Select>,
    done: &mut Done,
) -> anyhow::Result<Vec<u8>> {
    let before = part.bytes.as_slice();
    let record = part.record()?;
    let selected = Selected::of(done.games, select, input, &record)?;
    match record {
        Record::Sgf(mut document) => {
            let charsets: Vec<_> = document
                .roots()
                .map(|root| document.charset(root))
                .collect();
            done.games += charsets.len();
            done.add(&strip_games(&mut document, what, |root| selected.has(root)));
            let bytes = document.to_bytes();
            if charsets.iter().any(|found| found.source == Source::Guess) {
                let after = Document::parse(bytes.as_slice())?;
                for (found, root) in charsets.into_iter().zip(after.roots()) {
                    refuse_other_guess(found, &after, root)?;
                }
            }
            Ok(bytes)
        }
        record => {
            let mut sgf = Document::parse(record.to_sgf()?.to_bytes())?;
            if let Record::Jgf(document) = &record {
                refuse_damaged(document, before)?;
            }
            let stripped = strip_games(&mut sgf, what, |root| selected.has(root));
            done.add(&stripped);
            if stripped.properties == 0 && stripped.nodes == 0 {
                return Ok(before.to_vec());
            }
            match in_format_of(&record, before, &sgf) {
                Some(after) => Ok(after),
                None => anyhow::bail!("positions: first kifu convert -t sgf"),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Verb;
    use crate::law;

    #[test]
    fn parts_are_stripped_as_the_whole_is() {
        let asked = [
            &["strip", "--props", "CA,C,B", "--empty"][..],
            &["strip", "--variations", "-e", "number > 5 and number < 20"],
            &["strip", "--unknown", "--obsolete", "--comments"],
        ];
        for asked in asked {
            let Verb::Strip(args) = law::verb(asked) else {
                unreachable!("it was asked for");
            };
            law::parts_are_the_whole(|input, content, to| stripped(input, content, &args, to));
        }
    }
}
