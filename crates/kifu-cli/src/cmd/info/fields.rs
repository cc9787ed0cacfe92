//! `kifu info --fields`: what some properties of each game say.

use std::collections::BTreeMap;
use std::io::Write;

use kifu::names::Fields;
use serde::Serialize;

use crate::args::InfoArgs;
use crate::exit::Outcome;
use crate::input::Input;
use crate::json::{self, SCHEMA, Sequence};
use crate::output;
use crate::printable::Printable;
use crate::run::each_file;

/// A game for programs.
#[derive(Serialize)]
struct Report<'a> {
    kifu_schema: u32,
    file: String,
    game: usize,
    fields: BTreeMap<&'a str, Option<String>>,
}

pub(super) fn run(args: &InfoArgs) -> anyhow::Result<Outcome> {
    let mut sequence = match (args.json, args.jsonl) {
        (true, _) => Some(Sequence::array()),
        (_, true) => Some(Sequence::lines()),
        _ => None,
    };
    let is_json = sequence.is_some();
    let mut out = output::stdout();
    let work = |input: &Input, bytes: Vec<u8>| {
        let record = kifu::read(bytes)?;
        let document = record.to_sgf()?;
        let games = (1..).zip(document.roots()).map(|(game, root)| {
            let fields = Fields::of(&document, root);
            let values = args
                .fields
                .iter()
                .map(|ident| (&**ident, fields.get(ident)));
            Ok(match is_json {
                true => json::line(&Report {
                    kifu_schema: SCHEMA,
                    file: input.name(),
                    game,
                    fields: values
                        .map(|(ident, value)| (ident, value.map(Into::into)))
                        .collect(),
                })?,
                false => row(
                    input,
                    game,
                    values.map(|(_, value)| value.unwrap_or_default()),
                ),
            })
        });
        games.collect::<anyhow::Result<Vec<Vec<u8>>>>()
    };
    let outcome = each_file("info", &args.input, work, |games| {
        for game in games {
            match &mut sequence {
                Some(sequence) => sequence.write(&mut out, &game)?,
                None => out.write_all(&game)?,
            }
        }
        Ok(())
    })?;
    if let Some(sequence) = sequence {
        sequence.finish(&mut out)?;
    }
    out.flush()?;
    Ok(outcome)
}

/// A line with tabs between the file, the number of the game, and the values.
fn row(input: &Input, game: usize, values: impl Iterator<Item = impl AsRef<str>>) -> Vec<u8> {
    let mut row = format!("{}\t{game}", input.shown());
    for value in values {
        row.push('\t');
        row.push_str(&Printable(value.as_ref()).to_string());
    }
    row.push('\n');
    row.into_bytes()
}
