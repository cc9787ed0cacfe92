//! Games in other formats, with what the conversion loses.

use kifu::Record;
use kifu::jgf::Options;
use kifu::jgf::convert::{JsonWriter, Target};
use kifu::sgf::convert as sgf;
use kifu::tree::game::{Converted, Game, LossSummary, PrivateData};

use crate::output;
use crate::printable::Printable;

/// Each game as SGF.
pub(crate) fn to_sgf(record: &Record, carriage: PrivateData) -> (Vec<Vec<u8>>, LossSummary) {
    let mut losses = LossSummary::default();
    let games = (1..).zip(record.games());
    let games = games.map(|(number, game)| as_sgf(number, &game, carriage, &mut losses));
    (games.collect(), losses)
}

/// A game as SGF, by its number from 1.
pub(crate) fn as_sgf(
    number: u64,
    game: &Converted<Game>,
    carriage: PrivateData,
    losses: &mut LossSummary,
) -> Vec<u8> {
    let written = sgf::from_game(&game.value, carriage);
    losses.add(number, &game.value, &game.losses);
    losses.add(number, &game.value, &written.losses);
    written.value.into_bytes()
}

/// All games as JGF 2.
pub(crate) fn to_jgf(record: &Record) -> (Vec<u8>, LossSummary) {
    let mut losses = LossSummary::default();
    let mut json = JsonWriter::new(Target::V2, PrivateData::Write, Options::default());
    let games = (1..).zip(record.games());
    let text = games.map(|(number, game)| add_jgf(number, &game, &mut json, &mut losses));
    let text = text.collect::<String>() + &json.finish();
    (with_line_break(text), losses)
}

/// Adds a game to a file of JGF, by its number from 1, and gives the next piece of the text.
pub(crate) fn add_jgf(
    number: u64,
    game: &Converted<Game>,
    json: &mut JsonWriter,
    losses: &mut LossSummary,
) -> String {
    let written = json.add(&game.value);
    losses.add(number, &game.value, &game.losses);
    losses.add(number, &game.value, &written.losses);
    written.value
}

/// The bytes of a text, which end with a line break.
pub(crate) fn with_line_break(mut json: String) -> Vec<u8> {
    if !json.ends_with('\n') {
        json.push('\n');
    }
    json.into_bytes()
}

/// Reports the losses of a file, a line for each kind.
pub(crate) fn report_losses(file: &str, losses: &LossSummary) {
    for line in losses.lines() {
        output::message(format_args!("{file}: {}", Printable(&line)));
    }
}
