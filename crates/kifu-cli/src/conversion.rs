//! Conversion of games to other formats, with the losses.

use kifu::Record;
use kifu::jgf::Options;
use kifu::jgf::convert::{JsonWriter, Target};
use kifu::sgf::convert as sgf;
use kifu::tree::game::{Converted, Game, LossSummary, PrivateData};

use crate::output;
use crate::printable::Printable;

/// Returns each game as SGF.
pub(crate) fn to_sgf(record: &Record, private_data: PrivateData) -> (Vec<Vec<u8>>, LossSummary) {
    let mut losses = LossSummary::default();
    let games = (1..).zip(record.games());
    let games = games.map(|(number, game)| as_sgf(number, &game, private_data, &mut losses));
    (games.collect(), losses)
}

/// Returns a game as SGF, and adds its losses under its number from 1.
pub(crate) fn as_sgf(
    number: u64,
    game: &Converted<Game>,
    private_data: PrivateData,
    losses: &mut LossSummary,
) -> Vec<u8> {
    let written = sgf::from_game(&game.value, private_data);
    losses.add(number, &game.value, &game.losses);
    losses.add(number, &game.value, &written.losses);
    written.value.into_bytes()
}

/// Returns all games as JGF 2.
pub(crate) fn to_jgf(record: &Record) -> (Vec<u8>, LossSummary) {
    let mut losses = LossSummary::default();
    let mut json = JsonWriter::new(Target::V2, PrivateData::Write, Options::default());
    let games = (1..).zip(record.games());
    let text = games.map(|(number, game)| add_jgf(number, &game, &mut json, &mut losses));
    let text = text.collect::<String>() + &json.finish();
    (with_line_break(text), losses)
}

/// Adds a game to a JGF file, and its losses under its number from 1. Returns the next piece of the
/// text.
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

/// Returns the bytes of a text, with a line break at the end.
pub(crate) fn with_line_break(mut json: String) -> Vec<u8> {
    if !json.ends_with('\n') {
        json.push('\n');
    }
    json.into_bytes()
}

/// Reports the losses of a file, with a line for each kind of loss.
pub(crate) fn report_losses(file: &str, losses: &LossSummary) {
    for line in losses.lines() {
        output::message(format_args!("{file}: {}", Printable(&line)));
    }
}
