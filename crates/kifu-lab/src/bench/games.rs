//! Measures how fast main lines of the records are played, with every move checked, on the boards of this workspace and
//! of other crates; and how fast positions are written as SGN and scored.

use go_game_board::{Board, Player, Vertex};
use kifu::core::{Color, Move, Point, Points, Size};
use kifu::replay::{Replayer, action};
use kifu::rules::{
    Grid, PlaneKinds, PlaneLayout, Planes, PointSet, Position, Repetition, Rules, StoneChange,
    SymmetricHashes, Symmetry, Territory,
};
use kifu::sgf::{Document, NodeId};
use kifu::sgn::Sgn;

use super::Corpus;
use super::table::{Of, Requirement, Table};

const PEER: &str = "moves, go_game_board";
const SIMPLE: Rules = Rules {
    passes_to_end: 0,
    ..Rules::JAPANESE
};
const SUPERKO: Rules = Rules {
    repetition: Repetition::Positional,
    ..SIMPLE
};

/// The moves of a game, which alternate and are legal, so that every engine can play them.
type Moves = Vec<(Color, Move)>;

pub(super) fn measure(corpus: &Corpus, table: &mut Table) {
    const SIMPLE_KO: &str = "moves judged, simple ko";
    let games: Vec<Moves> = corpus
        .files
        .iter()
        .flat_map(|file| games_of(file))
        .collect();
    if games.is_empty() {
        return;
    }
    let of = Of::Items(games.iter().map(Vec::len).sum(), "moves");
    peers(&games, of, table);
    let required = [Requirement::Times(1.5, PEER), Requirement::Rate(25e6)];
    table.measure(SIMPLE_KO, of, &required, || play_all(&games, SIMPLE));
    let required = [Requirement::Times(0.8, SIMPLE_KO)];
    table.measure("moves judged, positional superko", of, &required, || {
        play_all(&games, SUPERKO)
    });
    bulk(&games, of, table);
    lines(corpus, table);
    positions(&games, table);
}

const KINDS: PlaneKinds = PlaneKinds {
    history: 3,
    liberties: 4,
    ko: true,
    last_moves: 3,
    side_to_move: true,
    komi: true,
};

/// Measures grids, planes and hashes that follow a game, compared with only playing the game. Every position of a game
/// is written into one buffer.
fn bulk(games: &[Moves], of: Of, table: &mut Table) {
    const BARE: &str = "bare replay";
    const COPIED: &str = "  a copy of as many bytes";
    let half = |least| Requirement::Times(least, BARE);
    let longest = games.iter().map(Vec::len).max().unwrap_or(0);
    let new_planes = |layout| Planes::new(size(), KINDS, layout, Symmetry::IDENTITY);
    let (bytes, bits) = (
        new_planes(PlaneLayout::Bytes),
        new_planes(PlaneLayout::Bits),
    );
    // Only the stones.
    let kinds = PlaneKinds::default();
    let stones = Planes::new(size(), kinds, PlaneLayout::Bits, Symmetry::IDENTITY);
    let [
        mut grids,
        mut planes,
        mut bit_planes,
        mut stone_planes,
        mut copies,
    ] = [361, bytes.len(), bits.len(), stones.len(), bytes.len()].map(|len| vec![0; longest * len]);
    let source = vec![1; bytes.len()];
    table.measure_together(&mut [
        (BARE, of, vec![], &mut || play_each(games, |_, _, _| {})),
        ("changes of each move", of, vec![half(0.5)], &mut || {
            let mut count = 0;
            play_each(games, |position, _, _| count += position.changes().count());
            std::hint::black_box(count);
        }),
        (
            "grids, a byte for a point",
            of,
            vec![half(0.5)],
            &mut || {
                let mut grid = Grid::new(size());
                play_each(games, |position, number, _| {
                    if number == 0 {
                        grid.clear();
                    }
                    grids[361 * number..][..361].copy_from_slice(grid.as_bytes());
                    grid.apply(position.changes());
                });
            },
        ),
        (
            "hashes of eight symmetries",
            of,
            vec![half(0.5)],
            &mut || {
                let mut hashes = SymmetricHashes::new(size());
                let mut least = 0;
                play_each(games, |position, number, _| {
                    if number == 0 {
                        hashes = SymmetricHashes::new(size());
                    }
                    hashes.apply(position.changes());
                    least ^= hashes.canonical();
                });
                std::hint::black_box(least);
            },
        ),
        ("2 planes kept, bits", of, vec![half(0.5)], &mut || {
            follow(games, stones.clone(), |_, _| {});
        }),
        ("2 planes written, bits", of, vec![half(0.0)], &mut || {
            let len = stones.len();
            follow(games, stones.clone(), |number, kept| {
                kept.write(&mut stone_planes[len * number..][..len]);
            });
        }),
        ("18 planes kept, bytes", of, vec![half(0.0)], &mut || {
            follow(games, bytes.clone(), |_, _| {});
        }),
        ("18 planes kept, bits", of, vec![half(0.0)], &mut || {
            follow(games, bits.clone(), |_, _| {});
        }),
        ("18 planes written, bits", of, vec![half(0.0)], &mut || {
            let len = bits.len();
            follow(games, bits.clone(), |number, kept| {
                kept.write(&mut bit_planes[len * number..][..len]);
            });
        }),
        (COPIED, of, vec![half(0.0)], &mut || {
            let len = source.len();
            for game in games {
                for number in 0..game.len() {
                    copies[len * number..][..len].copy_from_slice(std::hint::black_box(&source));
                }
            }
        }),
        (
            "18 planes written, bytes",
            of,
            vec![half(0.0), Requirement::Times(0.5, COPIED)],
            &mut || {
                let len = bytes.len();
                follow(games, bytes.clone(), |number, kept| {
                    kept.write(&mut planes[len * number..][..len]);
                });
            },
        ),
    ]);
}

/// Plays all games, and calls a function after each move with its index and its point.
#[inline]
fn play_each(games: &[Moves], mut each: impl FnMut(&Position, usize, Option<Point>)) {
    for moves in games {
        let mut position = Position::new(size(), SIMPLE);
        for (number, (color, action)) in moves.iter().enumerate() {
            if position.play(*color, *action).is_ok() {
                each(&position, number, action.point());
            }
        }
    }
}

/// Follows all games in planes, and calls a function after each move with its index.
fn follow(games: &[Moves], mut planes: Planes, mut each: impl FnMut(usize, &Planes)) {
    let start = Position::new(size(), SIMPLE);
    let mut changes: Vec<StoneChange> = Vec::new();
    play_each(games, |position, number, point| {
        if number == 0 {
            planes.start(&start, Points::from_halves(13));
        }
        changes.clear();
        changes.extend(position.changes());
        planes.advance(position, &changes, point);
        each(number, &planes);
    });
}

/// Measures the main lines of documents that are already parsed, by node, by step, and as grids.
fn lines(corpus: &Corpus, table: &mut Table) {
    const NODES: &str = "main lines by node";
    let parse =
        |file: &Vec<u8>| Document::parse(file.as_slice()).expect("the files are small enough");
    let documents: Vec<Document> = corpus.files.iter().map(parse).collect();
    let games = || {
        let roots = documents.iter().flat_map(|document| {
            let roots = document.roots();
            roots.map(move |root| Replayer::to_show(document, root, &Rules::LENIENT))
        });
        roots.flatten()
    };
    let count = |mut game: Replayer<'_>| std::iter::from_fn(|| game.step()).count();
    let of = Of::Items(games().map(count).sum(), "moves");
    let longest = games().map(count).max().unwrap_or(0);
    let mut out = vec![0; longest * Size::LARGEST.area()];
    let mut moves = Vec::new();
    let half = || vec![Requirement::Times(0.5, NODES)];
    table.measure_together(&mut [
        (NODES, of, vec![], &mut || {
            for mut game in games() {
                while game.advance().is_some() {}
            }
        }),
        ("main lines by step, with changes", of, half(), &mut || {
            for mut game in games() {
                while game.step().is_some() {}
            }
        }),
        ("main lines as grids", of, half(), &mut || {
            for mut game in games() {
                moves.clear();
                let mut grid = Grid::new(game.position().board().size());
                game.fill_positions(&mut grid, &mut out, &mut moves);
            }
        }),
    ]);
}

fn size() -> Size {
    Size::square(19).expect("19 is a size")
}

fn play_all(games: &[Moves], rules: Rules) -> u32 {
    let play = |moves: &Moves| {
        let mut position = Position::new(size(), rules);
        let moves = moves.iter();
        let taken =
            moves.map(|(color, action)| position.play(*color, *action).map_or(0, |p| p.captured));
        taken.map(u32::from).sum::<u32>()
    };
    games.iter().map(play).sum()
}

/// The main lines of 19×19 games without handicap.
fn games_of(file: &[u8]) -> Vec<Moves> {
    let document = Document::parse(file).expect("the files are small enough");
    let game = |root: NodeId| {
        let line = document.main_line(root).flat_map(|node| node.properties());
        let read = |(color, value)| Some((color, action(&value?, size())?));
        let moves =
            line.filter_map(|property| Some((property.ident().player()?, property.value())));
        let moves: Moves = moves.filter_map(read).collect();
        let mut position = Position::new(size(), SUPERKO);
        let legal = moves.iter().all(|(color, action)| {
            position.to_play() == *color && position.play(*color, *action).is_ok()
        });
        // Other engines end the game after two passes.
        let passes = moves
            .windows(2)
            .any(|two| two.iter().all(|m| m.1 == Move::Pass));
        (legal && !passes && moves.len() > 1).then_some(moves)
    };
    document.roots().filter_map(game).collect()
}

fn peers(games: &[Moves], of: Of, table: &mut Table) {
    let vertex = |point: Point| Vertex::from_coords(point.row as isize, point.col as isize);
    let theirs = |(color, action): &(Color, Move)| {
        let player = match color {
            Color::Black => Player::Black,
            Color::White => Player::White,
        };
        (player, action.point().map_or(Vertex::pass(), vertex))
    };
    let converted: Vec<Vec<_>> = games
        .iter()
        .map(|game| game.iter().map(theirs).collect())
        .collect();
    let mut board = Board::with_size(19, 19);
    table.measure(PEER, of, &[], || {
        for game in &converted {
            board.clear();
            for (player, vertex) in game {
                if board.is_legal(*player, *vertex) {
                    board.play_legal(*player, *vertex);
                }
            }
        }
    });
    use goban::rules::game::Game;
    use goban::rules::{GobanSizes, JAPANESE, Move as Play};
    let theirs = |(_, action): &(Color, Move)| match action {
        Move::Play(point) => Play::Play(point.row, point.col),
        Move::Pass => Play::Pass,
    };
    let converted: Vec<Vec<_>> = games
        .iter()
        .map(|game| game.iter().map(theirs).collect())
        .collect();
    table.measure("moves, goban", of, &[], || {
        for moves in &converted {
            let mut game = Game::new(GobanSizes::Nineteen, JAPANESE);
            for play in moves {
                let _ = game.try_play(*play);
            }
        }
    });
}

fn positions(games: &[Moves], table: &mut Table) {
    /// The number of moves from one measured position to the next.
    const STEP: usize = 20;
    let (mut figures, mut ends) = (Vec::new(), Vec::new());
    for moves in games {
        let mut position = Position::new(size(), SIMPLE);
        for (number, (color, action)) in (1..).zip(moves) {
            let _ = position.play(*color, *action);
            if number % STEP == 0 {
                figures.push(kifu::position::of(&position));
            }
        }
        ends.push(position);
    }
    let texts: Vec<String> = figures.iter().map(Sgn::to_string).collect();
    let of = Of::Items(texts.len(), "positions");
    let required = [Requirement::Rate(3e6)];
    table.measure("SGN written", of, &required, || {
        figures
            .iter()
            .map(|sgn| sgn.to_string().len())
            .sum::<usize>()
    });
    table.measure("SGN read", of, &required, || {
        texts
            .iter()
            .filter(|text| text.parse::<Sgn>().is_ok())
            .count()
    });
    let none = PointSet::new(size());
    table.measure(
        "ends counted",
        Of::Items(ends.len(), "positions"),
        &[],
        || {
            let count = |end: &Position| Territory::of(end.board(), &none).iter().count();
            ends.iter().map(count).sum::<usize>()
        },
    );
}
