//! `kifu info --fields`: write the values of some properties of each game.

use std::collections::BTreeMap;

use kifu::names::Fields;
use kifu::select::Select;
use serde::Serialize;

use crate::cmd::info::args::InfoArgs;
use crate::exit::Outcome;
use crate::games::Chunks;
use crate::input::Input;
use crate::json;
use crate::printable::Printable;
use crate::reports::Reports;
use crate::run::Inputs;
use crate::selected::Selected;

/// The properties of a game as JSON.
#[derive(Serialize)]
struct FieldsReport<'a> {
    game: usize,
    fields: BTreeMap<&'a str, Option<String>>,
}

pub(super) fn run(args: &InfoArgs) -> anyhow::Result<Outcome> {
    let mut reports = Reports::new(args.json.sequence());
    let is_json = reports.are_json();
    let select = args.games.select.as_ref();
    let mut any = false;
    let work = |input: &Input, chunks: &mut Chunks| {
        let mut rows = Vec::new();
        for part in chunks.records() {
            let part = part?;
            let (document, before) = (part.record.to_sgf()?, part.games_before);
            let selected = Selected::of(before, select, input, &part.record)?;
            let games = (before + 1..).zip(document.roots());
            for (game, root) in games.filter(|(_, root)| selected.has(*root)) {
                let fields = Fields::of(&document, root);
                let idents = args.fields.iter();
                let values = idents.map(|ident| (&**ident, fields.get(ident)));
                if is_json {
                    let fields = values.map(|(ident, value)| (ident, value.map(Into::into)));
                    let fields = fields.collect();
                    rows.extend(json::file_line(
                        input.name(),
                        &FieldsReport { game, fields },
                    )?);
                } else {
                    let values = values.map(|(_, value)| value.unwrap_or_default());
                    rows.extend(row(input, game, values));
                }
                rows.push(b'\n');
            }
        }
        Ok(rows)
    };
    let whole = select.is_some_and(Select::needs_all_games);
    let inputs = Inputs::of("info", &args.input).whole(whole);
    let outcome = inputs.each_collection(work, |rows| {
        any |= !rows.is_empty();
        Ok(reports.write(&rows)?)
    })?;
    reports.finish()?;
    Ok(Outcome {
        negative: select.is_some() && !any,
        ..outcome
    })
}

/// Returns a row with the file, the number of the game and the values, separated by tabs.
fn row(input: &Input, game: usize, values: impl Iterator<Item = impl AsRef<str>>) -> Vec<u8> {
    let mut row = format!("{}\t{game}", input.shown());
    for value in values {
        row.push('\t');
        row.push_str(&Printable(value.as_ref()).to_string());
    }
    row.into_bytes()
}
