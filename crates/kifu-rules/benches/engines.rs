//! Measures the speed of the engine, and of the crates `goban` and `go_game_board`.
//!
//! ```text
//! KIFU_BENCH_GAMES=folder cargo bench -p kifu-rules
//! ```
//!
//! The games are the main lines of every 19×19 SGF file in the directory in which the players alternate and do
//! not break the simple ko rule. Without the variable, random games are used. All engines replay the same
//! games, check each move before they play it, and start each game from scratch. Items are moves, unless stated
//! otherwise.
//!
//! `goban` copies its board for every move, which takes megabytes for a game. With glibc's defaults, the memory is
//! returned to the system after each game, and most of the time is spent on page faults. To measure `goban` and not the
//! allocator, set `MALLOC_TRIM_THRESHOLD_`, `MALLOC_MMAP_THRESHOLD_` (4000000000) and `MALLOC_TOP_PAD_` (64000000).
#![allow(missing_docs, clippy::print_stdout)]

#[path = "../examples/sgf/mod.rs"]
mod sgf;

use std::path::Path;
use std::sync::OnceLock;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use kifu_core::{Action, Color, Move, Point, Size};
use kifu_rules::{Position, Repetition, Rules, Suicide};

fn main() {
    let games = games();
    println!("{} games of {} moves in all", games.len(), moves(games));
    for side in [9, 19, 52] {
        let mut position = Position::new(Size::square(side).unwrap(), Rules::JAPANESE);
        let empty = position.memory();
        let mut random = Random(1);
        for _ in 0..250 {
            play_random(&mut position, &mut random);
        }
        println!(
            "{side}x{side}: {} bytes for a board, {empty} for a position with room for its \
             history, {} for its copy after 250 moves, {} for a compact board",
            position.board().memory(),
            position.clone().memory(),
            position.board().to_compact().memory(),
        );
    }
    divan::main();
}

struct Game {
    handicap: Vec<Point>,
    moves: Vec<(Color, Move)>,
}

fn games() -> &'static [Game] {
    static GAMES: OnceLock<Vec<Game>> = OnceLock::new();
    GAMES.get_or_init(|| match std::env::var_os("KIFU_BENCH_GAMES") {
        Some(folder) => sgf::files(Path::new(&folder))
            .iter()
            .filter_map(|file| recorded(&std::fs::read(file).ok()?))
            .collect(),
        None => (1..=100).map(random_game).collect(),
    })
}

fn moves(games: &[Game]) -> usize {
    games.iter().map(|game| game.moves.len()).sum()
}

fn nineteen() -> Size {
    Size::square(19).unwrap()
}

fn start(game: &Game, rules: Rules) -> Position {
    let mut position = Position::new(nineteen(), rules);
    if !game.handicap.is_empty() {
        for &point in &game.handicap {
            position
                .play_any_turn(Color::Black, Move::Play(point))
                .unwrap();
        }
    }
    position
}

const PSK: Rules = Rules {
    repetition: Repetition::Positional,
    passes_to_end: 0,
    ..Rules::JAPANESE
};
const SIMPLE: Rules = Rules {
    passes_to_end: 0,
    ..Rules::JAPANESE
};

fn recorded(file: &[u8]) -> Option<Game> {
    let line = sgf::main_line(file);
    let mut game = Game {
        handicap: Vec::new(),
        moves: Vec::new(),
    };
    if line.size != Some((19, 19)) {
        return None;
    }
    for action in line.actions {
        match action {
            Action::Put(point, Some(Color::Black)) if game.moves.is_empty() => {
                game.handicap.push(point);
            }
            Action::Play(color, action) => game.moves.push((color, action)),
            Action::ToPlay(_) => {}
            Action::Put(..) => return None,
        }
    }
    // In `goban`, the players always alternate, and two passes end the game.
    let first = if game.handicap.is_empty() {
        Color::Black
    } else {
        Color::White
    };
    let passes = |pair: &[(Color, Move)]| pair.iter().all(|m| m.1 == Move::Pass);
    if let Some(end) = game.moves.windows(2).position(passes) {
        game.moves.truncate(end);
    }
    let turns = [first, !first].into_iter().cycle();
    let alternate = game.moves.iter().zip(turns).all(|(m, turn)| m.0 == turn);
    let mut position = start(&game, SIMPLE);
    let legal = game
        .moves
        .iter()
        .all(|&(color, action)| position.play_any_turn(color, action).is_ok());
    (alternate && legal && game.moves.len() > 1).then_some(game)
}

fn random_game(seed: u64) -> Game {
    let mut position = Position::new(nineteen(), SIMPLE);
    let mut random = Random(seed);
    let mut moves = Vec::new();
    for _ in 0..250 {
        let color = position.to_play();
        match play_random(&mut position, &mut random) {
            Some(point) => moves.push((color, Move::Play(point))),
            None => break,
        }
    }
    Game {
        handicap: Vec::new(),
        moves,
    }
}

/// The Xorshift generator of pseudorandom numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (((self.0 >> 32) * n as u64) >> 32) as usize
    }
}

/// Plays on a random point that is not an eye of the player, or passes.
fn play_random(position: &mut Position, random: &mut Random) -> Option<Point> {
    let size = position.board().size();
    let color = position.to_play();
    for _ in 0..2 * size.area() {
        let n = random.below(size.area());
        let cols = usize::from(size.cols());
        let point = Point::new((n % cols) as u8, (n / cols) as u8);
        if !position.board().is_eye(point, color) && position.play(color, Move::Play(point)).is_ok()
        {
            return Some(point);
        }
    }
    position.play(color, Move::Pass).ok();
    None
}

/// Replays whole games and checks each move.
mod replay {
    use super::*;

    #[divan::bench]
    fn kifu_simple_ko(bencher: Bencher) {
        kifu(bencher, SIMPLE);
    }

    #[divan::bench]
    fn kifu_positional_superko(bencher: Bencher) {
        kifu(bencher, PSK);
    }

    #[divan::bench]
    fn kifu_situational_superko(bencher: Bencher) {
        kifu(
            bencher,
            Rules {
                repetition: Repetition::Situational,
                ..PSK
            },
        );
    }

    fn kifu(bencher: Bencher, rules: Rules) {
        let games = games();
        bencher.counter(ItemsCount::new(moves(games))).bench(|| {
            let mut captured = 0u32;
            for game in games {
                let mut position = start(game, rules);
                for &(color, action) in &game.moves {
                    if let Ok(played) = position.play_any_turn(color, action) {
                        captured += u32::from(played.captured);
                    }
                }
            }
            captured
        });
    }

    #[divan::bench]
    fn kifu_force(bencher: Bencher) {
        let games = games();
        bencher.counter(ItemsCount::new(moves(games))).bench(|| {
            let mut captured = 0u32;
            for game in games {
                let mut position = start(game, SIMPLE);
                for &(color, action) in &game.moves {
                    let forced = position.force(Action::Play(color, action));
                    captured += u32::from(forced.played.captured);
                }
            }
            captured
        });
    }

    /// Plays on the board only, without ko and history.
    #[divan::bench]
    fn kifu_board_only(bencher: Bencher) {
        let games = games();
        bencher.counter(ItemsCount::new(moves(games))).bench(|| {
            let mut captured = 0u32;
            for game in games {
                let mut board = start(game, SIMPLE).into_board();
                for &(color, action) in &game.moves {
                    if let Move::Play(point) = action {
                        if let Ok(played) = board.play(color, point, Suicide::Forbidden) {
                            captured += u32::from(played.captured);
                        }
                    }
                }
            }
            captured
        });
    }

    /// Handicap stones and moves in the types of another crate.
    type Converted<P, M> = (Vec<P>, Vec<M>);

    #[divan::bench]
    fn go_game_board(bencher: Bencher) {
        use ::go_game_board::{Board, Player, Vertex};
        let vertex = |point: Point| Vertex::from_coords(point.row as isize, point.col as isize);
        let games: Vec<Converted<Vertex, (Player, Vertex)>> = games()
            .iter()
            .map(|game| {
                let handicap = game.handicap.iter().map(|&p| vertex(p)).collect();
                let of = |&(color, action): &(Color, Move)| {
                    let player = match color {
                        Color::Black => Player::Black,
                        Color::White => Player::White,
                    };
                    (player, action.point().map_or(Vertex::pass(), vertex))
                };
                (handicap, game.moves.iter().map(of).collect())
            })
            .collect();
        let mut board = Board::with_size(19, 19);
        bencher
            .counter(ItemsCount::new(moves(super::games())))
            .bench_local(|| {
                let mut refused = 0u32;
                for (handicap, moves) in &games {
                    board.clear();
                    for &v in handicap {
                        board.play_legal(Player::Black, v);
                    }
                    for &(player, v) in moves {
                        if board.is_legal(player, v) {
                            board.play_legal(player, v);
                        } else {
                            refused += 1;
                        }
                    }
                }
                assert_eq!(refused, 0);
            });
    }

    #[divan::bench(sample_count = 10)]
    fn goban_japanese(bencher: Bencher) {
        goban(bencher, ::goban::rules::JAPANESE);
    }

    #[divan::bench(sample_count = 10)]
    fn goban_chinese(bencher: Bencher) {
        goban(bencher, ::goban::rules::CHINESE);
    }

    fn goban(bencher: Bencher, rule: ::goban::rules::Rule) {
        use ::goban::rules::{GobanSizes, Move as Play, game::Game};
        let games: Vec<Converted<(u8, u8), Play>> = games()
            .iter()
            .map(|game| {
                let handicap = game.handicap.iter().map(|p| (p.row, p.col)).collect();
                let of = |m: &(Color, Move)| match m.1 {
                    Move::Play(point) => Play::Play(point.row, point.col),
                    Move::Pass => Play::Pass,
                };
                (handicap, game.moves.iter().map(of).collect())
            })
            .collect();
        bencher
            .counter(ItemsCount::new(moves(super::games())))
            .bench(|| {
                let mut refused = 0u32;
                for (handicap, moves) in &games {
                    let mut game = Game::new(GobanSizes::Nineteen, rule);
                    if !handicap.is_empty() {
                        game.put_handicap(handicap);
                    }
                    for &play in moves {
                        refused += u32::from(game.try_play(play).is_err());
                    }
                }
                refused
            });
    }
}

/// Undoes moves and copies positions.
mod back {
    use super::*;

    /// Plays every game and undoes all of it; items are steps in either direction.
    #[divan::bench]
    fn play_and_undo(bencher: Bencher) {
        let games = games();
        bencher
            .counter(ItemsCount::new(2 * moves(games)))
            .bench(|| {
                for game in games {
                    let mut position = start(game, SIMPLE);
                    for &(color, action) in &game.moves {
                        position.play_any_turn(color, action).ok();
                    }
                    while position.undo() {}
                    black_box(&position);
                }
            });
    }

    /// Undoes every game; items are undos.
    #[divan::bench]
    fn undo(bencher: Bencher) {
        let games = games();
        bencher
            .with_inputs(|| {
                let mut ends = Vec::with_capacity(games.len());
                for game in games {
                    let mut position = start(game, SIMPLE);
                    for &(color, action) in &game.moves {
                        position.play_any_turn(color, action).ok();
                    }
                    ends.push(position);
                }
                ends
            })
            .counter(ItemsCount::new(moves(games)))
            .bench_local_refs(|ends| {
                for position in ends {
                    while position.undo() {}
                }
            });
    }

    /// Copies a position after 150 moves; items are copies.
    #[divan::bench]
    fn clone_position(bencher: Bencher) {
        let position = middle();
        bencher
            .counter(ItemsCount::new(1usize))
            .bench_local(|| position.clone());
    }

    /// Copies a position after 150 moves without allocating; items are copies.
    #[divan::bench]
    fn clone_from_position(bencher: Bencher) {
        let position = middle();
        let mut copy = position.clone();
        bencher
            .counter(ItemsCount::new(1usize))
            .bench_local(|| copy.clone_from(&position));
    }

    #[divan::bench]
    fn clone_board(bencher: Bencher) {
        let position = middle();
        bencher
            .counter(ItemsCount::new(1usize))
            .bench_local(|| position.board().clone());
    }

    /// Lists all legal moves; items are lists.
    #[divan::bench]
    fn legal_points(bencher: Bencher) {
        let position = middle();
        bencher
            .counter(ItemsCount::new(1usize))
            .bench_local(|| position.legal_points().count());
    }

    fn middle() -> Position {
        let game = games().iter().max_by_key(|game| game.moves.len().min(200));
        let game = game.unwrap();
        let mut position = start(game, SIMPLE);
        for &(color, action) in game.moves.iter().take(150) {
            position.play_any_turn(color, action).ok();
        }
        position
    }
}

/// Plays random games until two passes, without filling eyes; items are games.
mod playouts {
    use super::*;

    #[divan::bench(args = [9, 19])]
    fn kifu(bencher: Bencher, side: u8) {
        let mut random = Random(7);
        let empty = Position::new(Size::square(side).unwrap(), Rules::JAPANESE);
        let mut position = empty.clone();
        let mut candidates: Vec<Point> = Vec::new();
        bencher.counter(ItemsCount::new(1usize)).bench_local(|| {
            position.clone_from(&empty);
            playout(&mut position, &mut random, &mut candidates);
            position.plies()
        });
    }

    /// Keeps the empty points in a list, to which captures add points.
    fn playout(position: &mut Position, random: &mut Random, empty: &mut Vec<Point>) {
        empty.clear();
        empty.extend(position.board().size().points());
        while !position.is_over() && position.plies() < 3 * position.board().size().area() {
            let color = position.to_play();
            // Rejected points are moved to the end of the list for this turn.
            let mut left = empty.len();
            loop {
                if left == 0 {
                    position.play(color, Move::Pass).ok();
                    break;
                }
                let n = random.below(left);
                let point = empty[n];
                if !position.board().is_eye(point, color) {
                    if let Ok(played) = position.play(color, Move::Play(point)) {
                        empty.swap_remove(n);
                        if played.captured > 0 {
                            empty.extend(position.removed());
                        }
                        break;
                    }
                }
                left -= 1;
                empty.swap(n, left);
            }
        }
    }
}

/// Plays random games of 1,000 moves; items are moves.
mod large_boards {
    use super::*;

    #[divan::bench(args = [19, 38, 52])]
    fn replay(bencher: Bencher, side: u8) {
        let size = Size::square(side).unwrap();
        let mut position = Position::new(size, SIMPLE);
        let mut random = Random(3);
        let line: Vec<(Color, Move)> = (0..1000)
            .map(|_| {
                let color = position.to_play();
                let point = play_random(&mut position, &mut random);
                (color, point.map_or(Move::Pass, Move::Play))
            })
            .collect();
        bencher
            .counter(ItemsCount::new(line.len()))
            .bench_local(|| {
                let mut position = Position::new(size, SIMPLE);
                for &(color, action) in &line {
                    position.play_any_turn(color, action).ok();
                }
                position.plies()
            });
    }

    #[divan::bench(args = [19, 52])]
    fn empty_position(bencher: Bencher, side: u8) {
        let size = Size::square(side).unwrap();
        bencher
            .counter(ItemsCount::new(1usize))
            .bench_local(|| Position::new(size, SIMPLE));
    }
}
