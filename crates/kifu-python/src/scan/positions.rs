//! The table of positions: input and targets of neural networks.

use std::ops::Range;

use kifu::core::{Color, Move, Point, Points, Size};
use kifu::replay::scoring::marked_territory;
use kifu::replay::{Fault, Replayer, Step};
use kifu::rules::{Grid, PlaneKinds, PlaneLayout, Planes, Rules, Symmetry};
use kifu::sgf::{self, NodeId};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;

use super::columns::{komi_of, result_of, skipped_table};
use super::run::{IntoTable, MakeRows, Random, Rows, Selected, Skipped};
use super::tables::{BLACK, color_byte};
use crate::data::{DataClass, stated_rules};

static POSITION_TABLE: DataClass = DataClass::table("PositionTable");

/// The maximum number of moves of a game. The positions of a longer one would need too much memory at once.
const MAX_MOVES: u32 = 10_000;

/// Makes the table of positions.
#[derive(Clone)]
pub(crate) struct MakePositions {
    pub(crate) size: Size,
    /// The planes; `None` for one grid of the stones.
    pub(crate) planes: Option<PlaneKinds>,
    pub(crate) symmetries: Symmetries,
    /// The share of the positions that are taken.
    pub(crate) sample: f64,
    pub(crate) seed: u64,
    pub(crate) has_ownership: bool,
    /// The rules; `None` for those that each game names.
    pub(crate) rules: Option<Rules>,
}

/// The orientations of each game.
#[derive(Clone)]
pub(crate) enum Symmetries {
    /// All of these.
    Each(Vec<Symmetry>),
    /// One of these, chosen for each game.
    OneOf(Vec<Symmetry>),
}

#[derive(Default)]
pub(crate) struct PositionRows {
    size: (usize, usize),
    /// The number of planes, unless there is one grid.
    plane_count: Option<usize>,
    has_ownership: bool,
    boards: Vec<u8>,
    points: Vec<u16>,
    colors: Vec<u8>,
    games: Vec<i64>,
    numbers: Vec<u32>,
    results: Vec<f32>,
    scores: Vec<f32>,
    ownership: Vec<u8>,
    is_marked: Vec<bool>,
    /// The grid or the planes for each symmetry that was used, to be used again.
    followers: Vec<(Symmetry, Follower)>,
}

/// Follows a game and writes its positions.
enum Follower {
    Grid(Grid),
    Planes(Box<Planes>),
}

/// What is the same for all positions of a game.
struct Targets {
    game: i64,
    /// From the view of Black.
    result: f32,
    score: f32,
    /// The owners of the points: from the view of Black and of White.
    ownership: Option<[Vec<u8>; 2]>,
}

impl MakeRows for MakePositions {
    type Rows = PositionRows;

    fn empty(&self, capacity: usize) -> PositionRows {
        let mut rows = PositionRows {
            size: (self.size.rows().into(), self.size.cols().into()),
            plane_count: self.planes.map(PlaneKinds::count),
            has_ownership: self.has_ownership,
            ..PositionRows::default()
        };
        rows.boards.reserve_exact(capacity * rows.row_len());
        rows.points.reserve_exact(capacity);
        rows.colors.reserve_exact(capacity);
        rows.games.reserve_exact(capacity);
        rows.numbers.reserve_exact(capacity);
        rows.results.reserve_exact(capacity);
        rows.scores.reserve_exact(capacity);
        rows
    }

    fn add(&self, selected: Selected<'_>, rows: &mut PositionRows, skipped: &mut Vec<Skipped>) {
        for (index, &(number, root)) in (selected.first_index..).zip(&selected.games) {
            let game = Random(self.seed)
                .with(selected.source_index)
                .with(u64::from(number));
            let (many, one);
            let symmetries = match &self.symmetries {
                Symmetries::Each(each) => {
                    many = each;
                    many.as_slice()
                }
                Symmetries::OneOf(all) => {
                    one = [all[(game.with(u64::MAX).0 % all.len() as u64) as usize]];
                    one.as_slice()
                }
            };
            let len = rows.len();
            let added = symmetries.iter().try_for_each(|&symmetry| {
                self.add_game((selected.document, root, index), symmetry, game, rows)
            });
            if let Err(reason) = added {
                rows.truncate(len);
                skipped.push(Skipped {
                    source: selected.source.to_owned(),
                    number,
                    reason,
                });
            }
        }
    }
}

impl MakePositions {
    /// Adds the positions of a game, or returns why it is skipped. Then some rows may have been added.
    fn add_game(
        &self,
        (document, root, index): (&sgf::Document, NodeId, i64),
        symmetry: Symmetry,
        random: Random,
        rows: &mut PositionRows,
    ) -> Result<(), String> {
        let info = document.game_info(root);
        let rules = self.rules.unwrap_or_else(|| stated_rules(&info).0);
        let mut game = Replayer::to_show(document, root, &rules).map_err(|why| why.to_string())?;
        let size = game.position().board().size();
        if size != self.size {
            return Err(format!("the board has the size {size}"));
        }
        let (result, score) = result_of(info.result.as_deref());
        let targets = Targets {
            game: index,
            result,
            score,
            ownership: self.ownership(document, root, symmetry),
        };
        let at = rows.follower(self, symmetry);
        let komi = komi_of(document, root, &info).unwrap_or(Points::ZERO);
        rows.followers[at].1.start(&game, komi);
        let row_len = rows.row_len();
        let mut number = 0;
        while let Some(step) = game.step() {
            let mut faults = game.findings().iter();
            let fault = faults.find(|one| !matches!(one.fault, Fault::Cycle { .. }));
            if let Some(fault) = fault.filter(|_| rules != Rules::LENIENT) {
                return Err(fault.message(size));
            }
            if let Step::Move(color, action) = step {
                if number == MAX_MOVES {
                    return Err(format!("more than {MAX_MOVES} moves"));
                }
                if self.sample >= 1.0 || random.with(u64::from(number)).fraction() < self.sample {
                    rows.followers[at].1.write(color, row_len, &mut rows.boards);
                    let point = match action {
                        Some(Move::Play(point)) if size.contains(point) => {
                            super::index(symmetry.point(point, size), size)
                        }
                        Some(Move::Pass) => size.area() as u16,
                        Some(Move::Play(_)) | None => super::NO_POINT,
                    };
                    rows.points.push(point);
                    rows.colors.push(color_byte(color));
                    rows.numbers.push(number);
                }
                number += 1;
            }
            rows.followers[at].1.follow(&game, step);
        }
        rows.push_targets(&targets);
        Ok(())
    }

    /// The owners of the points at the end of a game, for both views.
    fn ownership(
        &self,
        document: &sgf::Document,
        root: NodeId,
        symmetry: Symmetry,
    ) -> Option<[Vec<u8>; 2]> {
        if !self.has_ownership {
            return None;
        }
        let territory = marked_territory(document, root)?;
        let inverse = symmetry.inverse();
        let owners: Vec<Option<Color>> = self
            .size
            .points()
            .map(|point: Point| territory[inverse.point(point, self.size)].area_of())
            .collect();
        let view = |own: Color| -> Vec<u8> {
            let values = owners.iter().map(|owner| match owner {
                Some(owner) if *owner == own => 1,
                Some(_) => -1,
                None => 0i8,
            });
            values.map(|value| value as u8).collect()
        };
        Some([view(Color::Black), view(Color::White)])
    }
}

impl Follower {
    fn start(&mut self, game: &Replayer<'_>, komi: Points) {
        match self {
            Follower::Grid(grid) => grid.clear(),
            Follower::Planes(planes) => planes.start(game.position(), komi),
        }
    }

    /// Appends the position before a move of this player, which has this length.
    fn write(&mut self, color: Color, len: usize, out: &mut Vec<u8>) {
        match self {
            Follower::Grid(grid) => out.extend_from_slice(grid.as_bytes()),
            Follower::Planes(planes) => {
                let start = out.len();
                out.resize(start + len, 0);
                planes.set_to_play(color);
                planes.write(&mut out[start..]);
            }
        }
    }

    fn follow(&mut self, game: &Replayer<'_>, step: Step) {
        match (self, step) {
            (Follower::Grid(grid), _) => grid.apply(game.changes().iter().copied()),
            (Follower::Planes(planes), Step::Setup) => {
                planes.set_up(game.position(), game.changes());
            }
            (Follower::Planes(planes), Step::Move(_, action)) => {
                let point = action.and_then(Move::point);
                planes.advance(game.position(), game.changes(), point);
            }
        }
    }
}

impl PositionRows {
    fn area(&self) -> usize {
        self.size.0 * self.size.1
    }

    /// The number of bytes of the grid or the planes of a position.
    fn row_len(&self) -> usize {
        self.area() * self.plane_count.unwrap_or(1)
    }

    /// The index of the follower for a symmetry.
    fn follower(&mut self, make: &MakePositions, symmetry: Symmetry) -> usize {
        let mut known = self.followers.iter();
        known
            .position(|(of, _)| *of == symmetry)
            .unwrap_or_else(|| {
                let follower = match make.planes {
                    None => Follower::Grid(Grid::with_symmetry(make.size, symmetry)),
                    Some(kinds) => {
                        let layout = PlaneLayout::Bytes;
                        Follower::Planes(Box::new(Planes::new(make.size, kinds, layout, symmetry)))
                    }
                };
                self.followers.push((symmetry, follower));
                self.followers.len() - 1
            })
    }

    /// Adds the targets of the last positions, which belong to one game.
    fn push_targets(&mut self, targets: &Targets) {
        let colors = &self.colors[self.games.len()..];
        let sign = |color: &u8| if *color == BLACK { 1.0 } else { -1.0 };
        // Adding 0 turns -0 into 0.
        let results = colors.iter().map(|c| sign(c) * targets.result + 0.0);
        self.results.extend(results);
        let scores = colors.iter().map(|c| sign(c) * targets.score + 0.0);
        self.scores.extend(scores);
        if self.has_ownership {
            let len = self.ownership.len() + colors.len() * self.area();
            if let Some([black, white]) = &targets.ownership {
                let owners = colors
                    .iter()
                    .map(|c| if *c == BLACK { black } else { white });
                owners.for_each(|owners| self.ownership.extend_from_slice(owners));
            }
            self.ownership.resize(len, 0);
            let marked = targets.ownership.is_some();
            self.is_marked.resize(self.colors.len(), marked);
        }
        self.games.resize(self.colors.len(), targets.game);
    }
}

impl Rows for PositionRows {
    fn len(&self) -> usize {
        self.points.len()
    }

    fn append(&mut self, from: &PositionRows, rows: Range<usize>, first_game: i64) {
        let bytes = |len| rows.start * len..rows.end * len;
        self.boards
            .extend_from_slice(&from.boards[bytes(self.row_len())]);
        self.points.extend_from_slice(&from.points[rows.clone()]);
        self.colors.extend_from_slice(&from.colors[rows.clone()]);
        let games = from.games[rows.clone()].iter();
        self.games.extend(games.map(|game| game + first_game));
        self.numbers.extend_from_slice(&from.numbers[rows.clone()]);
        self.results.extend_from_slice(&from.results[rows.clone()]);
        self.scores.extend_from_slice(&from.scores[rows.clone()]);
        if self.has_ownership {
            self.ownership
                .extend_from_slice(&from.ownership[bytes(self.area())]);
            self.is_marked.extend_from_slice(&from.is_marked[rows]);
        }
    }

    fn truncate(&mut self, len: usize) {
        self.boards.truncate(len * self.row_len());
        self.points.truncate(len);
        self.colors.truncate(len);
        self.games.truncate(len);
        self.numbers.truncate(len);
        self.results.truncate(len);
        self.scores.truncate(len);
        self.ownership.truncate(len * self.area());
        self.is_marked.truncate(len);
    }
}

impl IntoTable for PositionRows {
    fn into_table<'py>(
        self: Box<Self>,
        py: Python<'py>,
        skipped: Vec<Skipped>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (rows, cols) = self.size;
        let n = self.points.len();
        let boards = PyArray1::from_vec(py, self.boards);
        let boards = match self.plane_count {
            None => boards.reshape([n, rows, cols])?.into_any(),
            Some(count) => {
                let planes = boards.reshape([n, count, rows, cols])?;
                planes.call_method1("view", ("int8",))?
            }
        };
        let (mut ownership, mut marked) = (None, None);
        if self.has_ownership {
            let owners = PyArray1::from_vec(py, self.ownership).reshape([n, rows, cols])?;
            ownership = Some(owners.call_method1("view", ("int8",))?);
            marked = Some(PyArray1::from_vec(py, self.is_marked));
        }
        let fields = (
            boards,
            PyArray1::from_vec(py, self.points),
            PyArray1::from_vec(py, self.colors),
            PyArray1::from_vec(py, self.games),
            PyArray1::from_vec(py, self.numbers),
            PyArray1::from_vec(py, self.results),
            PyArray1::from_vec(py, self.scores),
            ownership,
            marked,
            skipped_table(py, skipped)?,
        );
        POSITION_TABLE.make(py, fields.into_pyobject(py)?)
    }
}
