//! The tables of game information and of moves, and the games themselves.

use std::borrow::Cow;
use std::ops::Range;

use kifu::core::{Color, Move};
use kifu::replay::Replayer;
use kifu::rules::Rules;
use kifu::sgf;
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use super::columns::{Texts, komi_of, result_of, skipped_table};
use super::run::{IntoTable, MakeRows, Rows, Selected, Skipped, symmetric_hash};
use crate::data::{DataClass, points_as_float};
use crate::document::Document;
use crate::game::{Game, info_texts};

static FOUND: DataClass = DataClass::table("Found");
static GAME_TABLE: DataClass = DataClass::table("GameTable");
static MOVE_TABLE: DataClass = DataClass::table("MoveTable");

/// The number of texts of [`info_texts`].
const TEXT_COUNT: usize = 21;

/// Makes the table of game information.
pub(crate) struct MakeGames;

#[derive(Default)]
pub(crate) struct GameRows {
    numbers: Vec<u32>,
    columns: Vec<u8>,
    rows: Vec<u8>,
    komi: Vec<f32>,
    handicaps: Vec<u32>,
    moves: Vec<u32>,
    results: Vec<f32>,
    scores: Vec<f32>,
    hashes: Vec<u64>,
    /// The source, and the texts of the game information.
    texts: Vec<Texts>,
}

impl MakeRows for MakeGames {
    type Rows = GameRows;

    fn empty(&self, _: usize) -> GameRows {
        GameRows {
            texts: (0..=TEXT_COUNT).map(|_| Texts::new()).collect(),
            ..GameRows::default()
        }
    }

    fn add(&self, selected: Selected<'_>, rows: &mut GameRows, _: &mut Vec<Skipped>) {
        for (number, root) in selected.games {
            let info = selected.document.game_info(root);
            let (result, score) = result_of(info.result.as_deref());
            rows.numbers.push(number);
            rows.columns.push(info.size.cols());
            rows.rows.push(info.size.rows());
            let komi = komi_of(selected.document, root, &info);
            let komi = komi.map_or(f64::NAN, points_as_float);
            rows.komi.push(komi as f32);
            rows.handicaps.push(info.handicap.unwrap_or_default());
            let moves = selected.document.moves(root).count();
            rows.moves.push(moves as u32);
            rows.results.push(result);
            rows.scores.push(score);
            rows.hashes.push(symmetric_hash(selected.document, root));
            let texts: [Option<Cow<'_, str>>; TEXT_COUNT] = info_texts(info);
            rows.texts[0].push(Some(selected.source));
            for (column, text) in rows.texts[1..].iter_mut().zip(texts) {
                column.push(text.as_deref());
            }
        }
    }
}

impl Rows for GameRows {
    fn len(&self) -> usize {
        self.numbers.len()
    }

    fn append(&mut self, from: &GameRows, rows: Range<usize>, _: i64) {
        let range = || rows.clone();
        self.numbers.extend_from_slice(&from.numbers[range()]);
        self.columns.extend_from_slice(&from.columns[range()]);
        self.rows.extend_from_slice(&from.rows[range()]);
        self.komi.extend_from_slice(&from.komi[range()]);
        self.handicaps.extend_from_slice(&from.handicaps[range()]);
        self.moves.extend_from_slice(&from.moves[range()]);
        self.results.extend_from_slice(&from.results[range()]);
        self.scores.extend_from_slice(&from.scores[range()]);
        self.hashes.extend_from_slice(&from.hashes[range()]);
        for (column, from) in self.texts.iter_mut().zip(&from.texts) {
            column.append(from, range());
        }
    }

    fn truncate(&mut self, len: usize) {
        self.numbers.truncate(len);
        self.columns.truncate(len);
        self.rows.truncate(len);
        self.komi.truncate(len);
        self.handicaps.truncate(len);
        self.moves.truncate(len);
        self.results.truncate(len);
        self.scores.truncate(len);
        self.hashes.truncate(len);
        self.texts
            .iter_mut()
            .for_each(|column| column.truncate(len));
    }
}

impl IntoTable for GameRows {
    fn into_table<'py>(
        self: Box<Self>,
        py: Python<'py>,
        skipped: Vec<Skipped>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut texts = self.texts.into_iter();
        let sources = texts.next().map(|sources| sources.into_python(py));
        let mut fields: Vec<Bound<'py, PyAny>> = sources.into_iter().collect::<PyResult<_>>()?;
        fields.extend([
            PyArray1::from_vec(py, self.numbers).into_any(),
            PyArray1::from_vec(py, self.columns).into_any(),
            PyArray1::from_vec(py, self.rows).into_any(),
            PyArray1::from_vec(py, self.komi).into_any(),
            PyArray1::from_vec(py, self.handicaps).into_any(),
            PyArray1::from_vec(py, self.moves).into_any(),
            PyArray1::from_vec(py, self.results).into_any(),
            PyArray1::from_vec(py, self.scores).into_any(),
            PyArray1::from_vec(py, self.hashes).into_any(),
        ]);
        for column in texts {
            fields.push(column.into_python(py)?);
        }
        fields.push(skipped_table(py, skipped)?);
        GAME_TABLE.make(py, PyTuple::new(py, fields)?)
    }
}

/// Makes the table of moves.
pub(crate) struct MakeMoves;

#[derive(Default)]
pub(crate) struct MoveRows {
    games: Vec<i64>,
    columns: Vec<u8>,
    rows: Vec<u8>,
    /// The start of each game in the moves, and the end of the last one.
    offsets: Vec<i64>,
    points: Vec<u16>,
    colors: Vec<u8>,
}

impl MakeRows for MakeMoves {
    type Rows = MoveRows;

    fn empty(&self, _: usize) -> MoveRows {
        MoveRows {
            offsets: vec![0],
            ..MoveRows::default()
        }
    }

    fn add(&self, selected: Selected<'_>, rows: &mut MoveRows, skipped: &mut Vec<Skipped>) {
        for (index, (number, root)) in (selected.first_index..).zip(selected.games) {
            let game = match Replayer::to_show(selected.document, root, &Rules::LENIENT) {
                Ok(game) => game,
                Err(why) => {
                    skipped.push(Skipped {
                        source: selected.source.to_owned(),
                        number,
                        reason: why.to_string(),
                    });
                    continue;
                }
            };
            let size = game.position().board().size();
            for (color, action) in selected.document.moves(root) {
                rows.points.push(match action {
                    Move::Play(point) if !size.contains(point) => super::NO_POINT,
                    Move::Play(point) => super::index(point, size),
                    Move::Pass => size.area() as u16,
                });
                rows.colors.push(color_byte(color));
            }
            rows.games.push(index);
            rows.columns.push(size.cols());
            rows.rows.push(size.rows());
            rows.offsets.push(rows.points.len() as i64);
        }
    }
}

/// The byte of Black.
pub(crate) const BLACK: u8 = 1;

/// The byte of a colour: 1 for Black, 2 for White.
pub(crate) fn color_byte(color: Color) -> u8 {
    match color {
        Color::Black => BLACK,
        Color::White => 2,
    }
}

impl Rows for MoveRows {
    fn len(&self) -> usize {
        self.games.len()
    }

    fn append(&mut self, from: &MoveRows, rows: Range<usize>, first_game: i64) {
        let start = from.offsets[rows.start];
        let moved = self.points.len() as i64 - start;
        let moves = start as usize..from.offsets[rows.end] as usize;
        let ends = &from.offsets[rows.start + 1..=rows.end];
        self.offsets.extend(ends.iter().map(|end| end + moved));
        self.points.extend_from_slice(&from.points[moves.clone()]);
        self.colors.extend_from_slice(&from.colors[moves]);
        let games = from.games[rows.clone()].iter();
        self.games.extend(games.map(|game| game + first_game));
        self.columns.extend_from_slice(&from.columns[rows.clone()]);
        self.rows.extend_from_slice(&from.rows[rows]);
    }

    fn truncate(&mut self, len: usize) {
        self.offsets.truncate(len + 1);
        let moves = self.offsets[len] as usize;
        self.points.truncate(moves);
        self.colors.truncate(moves);
        self.games.truncate(len);
        self.columns.truncate(len);
        self.rows.truncate(len);
    }
}

impl IntoTable for MoveRows {
    fn into_table<'py>(
        self: Box<Self>,
        py: Python<'py>,
        skipped: Vec<Skipped>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let fields = (
            PyArray1::from_vec(py, self.games),
            PyArray1::from_vec(py, self.columns),
            PyArray1::from_vec(py, self.rows),
            PyArray1::from_vec(py, self.offsets),
            PyArray1::from_vec(py, self.points),
            PyArray1::from_vec(py, self.colors),
            skipped_table(py, skipped)?,
        );
        MOVE_TABLE.make(py, fields.into_pyobject(py)?)
    }
}

/// Collects the documents with selected games.
pub(crate) struct MakeDocuments;

pub(crate) struct Documents(Vec<FoundDocument>);

/// A document, and the numbers and indices of its selected games.
#[derive(Clone)]
struct FoundDocument {
    source: String,
    text: Vec<u8>,
    games: Vec<(u32, usize)>,
}

impl MakeRows for MakeDocuments {
    type Rows = Documents;

    fn empty(&self, _: usize) -> Documents {
        Documents(Vec::new())
    }

    fn add(&self, selected: Selected<'_>, rows: &mut Documents, _: &mut Vec<Skipped>) {
        let mut all = selected.document.roots().enumerate();
        let games = selected.games.into_iter().filter_map(|(number, root)| {
            let (index, _) = all.find(|(_, one)| *one == root)?;
            Some((number, index))
        });
        let games: Vec<(u32, usize)> = games.collect();
        if !games.is_empty() {
            rows.0.push(FoundDocument {
                source: selected.source.to_owned(),
                text: selected.document.text().to_vec(),
                games,
            });
        }
    }
}

impl Rows for Documents {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn append(&mut self, from: &Documents, rows: Range<usize>, _: i64) {
        self.0.extend_from_slice(&from.0[rows]);
    }

    fn truncate(&mut self, len: usize) {
        self.0.truncate(len);
    }
}

impl IntoTable for Documents {
    /// Makes a list of `Found`, and a table of what was skipped.
    fn into_table<'py>(
        self: Box<Self>,
        py: Python<'py>,
        skipped: Vec<Skipped>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let list = PyList::empty(py);
        for found in self.0 {
            let text = found.text;
            let document = py
                .detach(|| sgf::Document::parse(text))
                .map_err(crate::data::too_large)?;
            let roots: Vec<_> = document.roots().collect();
            let document = Py::new(py, Document::new(document))?;
            for (number, index) in found.games {
                let game = Game::new(document.clone_ref(py), roots[index]);
                list.append(FOUND.make(py, (&found.source, number, game).into_pyobject(py)?)?)?;
            }
        }
        let pair = (list, skipped_table(py, skipped)?);
        Ok(pair.into_pyobject(py)?.into_any())
    }
}
