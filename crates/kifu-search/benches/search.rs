//! Measures the speed of searching, compared with a naive search of every place of every position.
//!
//! ```text
//! cargo bench -p kifu-search
//! ```
//!
//! The items are random legal games of 220 moves on 19×19, whose stones are spread more evenly than in real
//! games. The patterns come from the games.
#![allow(missing_docs)]

use std::io::Cursor;
use std::sync::OnceLock;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use kifu_core::{Action, Color, Move, Point, Size};
use kifu_rules::{Position, Rules, Symmetry};
use kifu_search::index::{Builder, File, Index};
use kifu_search::{Anchor, Cell, Line, Pattern, Query, Searcher, Sides, Winner};

fn main() {
    divan::main();
}

const COUNT: usize = 500;
const MOVES: usize = 220;

struct Games {
    actions: Vec<Vec<Action>>,
    lines: Vec<Line>,
    index: Vec<u8>,
    /// The position after 60 moves of one of the games.
    position: Position,
}

fn games() -> &'static Games {
    static GAMES: OnceLock<Games> = OnceLock::new();
    GAMES.get_or_init(|| {
        let mut seed = 1u64;
        let actions: Vec<_> = (0..COUNT).map(|_| game(&mut seed)).collect();
        let lines: Vec<Line> = actions
            .iter()
            .map(|actions| Line::new(Size::default(), actions.iter().copied()))
            .collect();
        let mut builder = Builder::new();
        for line in &lines {
            builder.start_file(&File::default());
            builder.add_game(1, line, Winner::Unknown);
        }
        let mut position = Position::new(Size::default(), Rules::LENIENT);
        for &action in &actions[COUNT / 2][..60] {
            position.force(action);
        }
        Games {
            actions,
            lines,
            index: builder.finish(),
            position,
        }
    })
}

fn game(seed: &mut u64) -> Vec<Action> {
    let mut random = |limit: usize| {
        *seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (*seed >> 33) as usize % limit
    };
    let mut position = Position::new(Size::default(), Rules::CHINESE);
    let mut actions = Vec::new();
    while actions.len() < MOVES {
        let action = Move::Play(Point::new(random(19) as u8, random(19) as u8));
        let color = position.to_play();
        if position.play(color, action).is_ok() {
            actions.push(Action::Play(color, action));
        }
    }
    actions
}

/// The patterns: a 7×7 corner, 4×4 points anywhere, and a whole board.
#[derive(Clone, Copy, Debug)]
enum PatternKind {
    Corner,
    Anywhere,
    Board,
}

const KINDS: [PatternKind; 3] = [
    PatternKind::Corner,
    PatternKind::Anywhere,
    PatternKind::Board,
];

fn query(kind: PatternKind) -> Query {
    let board = games().position.board();
    let cut = |side: u8, anchor: Anchor| {
        let size = Size::square(side).unwrap();
        let cells = size.points().map(|point| Cell::of(board.stone(point)));
        Pattern::new(size, cells.collect(), anchor).unwrap()
    };
    let corner = Sides {
        left: true,
        top: true,
        ..Sides::default()
    };
    let pattern = match kind {
        PatternKind::Corner => cut(7, Anchor::Sides(corner)),
        PatternKind::Anywhere => cut(4, Anchor::ANYWHERE),
        PatternKind::Board => Pattern::board(board),
    };
    Query {
        any_symmetry: true,
        swap_colors: true,
        ..Query::new(pattern)
    }
}

#[divan::bench(args = KINDS)]
fn search(bencher: Bencher<'_, '_>, kind: PatternKind) {
    let mut searcher = Searcher::new(query(kind));
    bencher.counter(ItemsCount::new(COUNT)).bench_local(|| {
        let lines = games().lines.iter();
        lines
            .map(|line| searcher.search(black_box(line)).len())
            .sum::<usize>()
    });
}

#[divan::bench(args = KINDS)]
fn index(bencher: Bencher<'_, '_>, kind: PatternKind) {
    let query = query(kind);
    bencher.counter(ItemsCount::new(COUNT)).bench_local(|| {
        let mut hits = 0;
        let mut index = Index::open(Cursor::new(&games().index)).unwrap();
        let count = index.search(&query, |_, found| {
            hits += found.len();
            true
        });
        count.unwrap();
        hits
    });
}

/// Searches every place of every position, in every orientation, for a twentieth of the games.
#[divan::bench(args = [PatternKind::Corner, PatternKind::Board], sample_count = 5)]
fn naive(bencher: Bencher<'_, '_>, kind: PatternKind) {
    let query = query(kind);
    let some = COUNT / 20;
    bencher.counter(ItemsCount::new(some)).bench_local(|| {
        let mut hits = 0;
        for actions in &games().actions[..some] {
            let mut position = Position::new(Size::default(), Rules::LENIENT);
            for &action in actions {
                position.force(action);
                hits += everywhere(&query, &position);
            }
        }
        hits
    });
}

fn everywhere(query: &Query, position: &Position) -> usize {
    let mut hits = 0;
    for symmetry in Symmetry::ALL {
        let turned = query.pattern.transformed(symmetry);
        let size = turned.size();
        for at in position.board().size().points() {
            let stands = |swapped: bool| {
                turned.cells().all(|(point, cell)| {
                    let there = Point::new(at.col + point.col, at.row + point.row);
                    let stone = position.board().stone(there);
                    let stone = if swapped {
                        stone.map(|color: Color| !color)
                    } else {
                        stone
                    };
                    cell.allows(stone)
                })
            };
            let fits = at.col + size.cols() <= 19 && at.row + size.rows() <= 19;
            let on_edges = match turned.anchor() {
                Anchor::Sides(sides) => {
                    (!sides.left || at.col == 0)
                        && (!sides.top || at.row == 0)
                        && (!sides.right || at.col + size.cols() == 19)
                        && (!sides.bottom || at.row + size.rows() == 19)
                }
                _ => true,
            };
            if fits && on_edges {
                hits += usize::from(stands(false)) + usize::from(stands(true));
            }
        }
    }
    hits
}
