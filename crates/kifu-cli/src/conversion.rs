//! Games in other formats, with what the conversion loses.

pub(crate) mod losses;

use kifu::Record;
use kifu::jgf::Options;
use kifu::jgf::convert::{JsonWriter, Target};
use kifu::sgf::convert as sgf;
use kifu::tree::game::{Carriage, Converted, Game};

use crate::conversion::losses::Losses;

/// Each game as SGF.
pub(crate) fn to_sgf(record: &Record, carriage: Carriage) -> (Vec<Vec<u8>>, Losses) {
    let mut losses = Losses::default();
    let games = (1..).zip(record.games());
    let games = games.map(|(number, game)| as_sgf(number, &game, carriage, &mut losses));
    (games.collect(), losses)
}

/// A game as SGF, by its number from 1.
pub(crate) fn as_sgf(
    number: u64,
    game: &Converted<Game>,
    carriage: Carriage,
    losses: &mut Losses,
) -> Vec<u8> {
    let written = sgf::from_game(&game.value, carriage);
    losses.add(number, &game.value, &game.losses);
    losses.add(number, &game.value, &written.losses);
    written.value.into_bytes()
}

/// All games as JGF 2.
pub(crate) fn to_jgf(record: &Record) -> (Vec<u8>, Losses) {
    let mut losses = Losses::default();
    let mut json = JsonWriter::new(Target::V2, Carriage::Full, Options::default());
    let games = (1..).zip(record.games());
    let text = games.map(|(number, game)| add_jgf(number, &game, &mut json, &mut losses));
    let text = text.collect::<String>() + &json.finish();
    (line(text), losses)
}

/// Adds a game to a file of JGF, by its number from 1, and gives the next piece of the text.
pub(crate) fn add_jgf(
    number: u64,
    game: &Converted<Game>,
    json: &mut JsonWriter,
    losses: &mut Losses,
) -> String {
    let written = json.add(&game.value);
    losses.add(number, &game.value, &game.losses);
    losses.add(number, &game.value, &written.losses);
    written.value
}

pub(crate) fn line(mut json: String) -> Vec<u8> {
    if !json.ends_with('\n') {
        json.push('\n');
    }
    json.into_bytes()
}
