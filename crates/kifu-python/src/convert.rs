//! Conversion between formats.

use kifu::Record;
use kifu::figure::Line;
use kifu::jgf::Options;
use kifu::jgf::convert::{JsonWriter, Target as Jgf};
use kifu::notation::{Entry, Notation, PositionChoice, omissions};
use kifu::sgf::convert::{from_game, from_game_node_for_node};
use kifu::sgf::{Document, convert::Loss};
use kifu::tree::game::PrivateData;
use pyo3::prelude::*;

use crate::data::{Error, too_large};

/// A format to write.
#[derive(Clone, Copy)]
pub(crate) enum Target {
    Sgf,
    Jgf(Jgf),
    Gib,
    Positions(Notation),
}

impl Target {
    pub(crate) fn of(name: &str) -> PyResult<Target> {
        Ok(match name {
            "sgf" => Target::Sgf,
            "jgf1" => Target::Jgf(Jgf::V1),
            "jgf2" => Target::Jgf(Jgf::V2),
            "gib" => Target::Gib,
            "sgn" => Target::Positions(Notation::Sgn),
            "sensei" => Target::Positions(Notation::Sensei),
            "ascii" => Target::Positions(Notation::Ascii),
            "showboard" => Target::Positions(Notation::Showboard),
            "fen" => Target::Positions(Notation::Fen),
            _ => {
                return Err(Error::new_err(
                    "unknown format; expected sgf, jgf1, jgf2, gib, sgn, sensei, ascii, showboard or fen",
                ));
            }
        })
    }
}

/// A loss with the number of its game, from 1.
type GameLoss = (usize, Loss);

/// Converts a file. Returns the text and the losses.
pub(crate) fn convert(
    source: &[u8],
    target: Target,
    private_data: bool,
) -> PyResult<(Vec<u8>, Vec<GameLoss>)> {
    let record = kifu::read(source).map_err(too_large)?;
    let private_data = if private_data {
        PrivateData::Write
    } else {
        PrivateData::Omit
    };
    let mut losses: Vec<GameLoss> = Vec::new();
    if let Target::Positions(notation) = target {
        let text = positions(&record, notation, &mut losses)?;
        return Ok((text.into_bytes(), losses));
    }
    let mut json = match target {
        Target::Jgf(version) => Some(JsonWriter::new(version, private_data, Options::default())),
        _ => None,
    };
    let mut text = String::new();
    for (number, game) in (1..).zip(record.games()) {
        let written = match (&mut json, target) {
            (Some(json), _) => json.add(&game.value),
            (None, Target::Gib) if number > 1 => {
                return Err(Error::new_err("a GIB file has one game"));
            }
            (None, Target::Gib) => kifu::gib::convert::from_game(&game.value),
            (None, _) => from_game(&game.value, private_data),
        };
        text += &written.value;
        let all = game.losses.into_iter().chain(written.losses);
        losses.extend(all.map(|loss| (number, loss)));
    }
    if let Some(json) = json {
        text += &json.finish();
    }
    Ok((text.into_bytes(), losses))
}

/// Writes the last position of each game; all figures in the notation of Sensei's Library.
fn positions(record: &Record, notation: Notation, losses: &mut Vec<GameLoss>) -> PyResult<String> {
    let mut converted = String::new();
    let other = match record {
        Record::Sgf(_) | Record::Positions(_) => None,
        Record::Jgf(_) | Record::Gib(_) | Record::Ngf(_) | Record::Ugf(_) => {
            for (number, game) in (1..).zip(record.games()) {
                let written = from_game_node_for_node(&game.value, PrivateData::Omit);
                converted += &written.value;
                let all = game.losses.into_iter().chain(written.losses);
                losses.extend(all.map(|loss| (number, loss)));
            }
            Some(Document::parse(converted).map_err(too_large)?)
        }
    };
    let sgf;
    let document: &Document = match &other {
        Some(document) => document,
        None => {
            sgf = record.to_sgf().map_err(too_large)?;
            &sgf
        }
    };
    let choice = match notation {
        Notation::Sensei => PositionChoice::Figures,
        _ => PositionChoice::Last,
    };
    let mut texts = Vec::new();
    for (number, root) in (1..).zip(document.roots()) {
        let line = Line::main(document, root);
        losses.extend(
            omissions(&line, choice)
                .into_iter()
                .map(|loss| (number, loss)),
        );
        for entry in Entry::of_line(&line, choice, "") {
            let written = entry.write(notation);
            losses.extend(written.losses.into_iter().map(|loss| (number, loss)));
            texts.push(written.value);
        }
    }
    Ok(texts.join(notation.separator()))
}
