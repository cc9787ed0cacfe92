//! Compares the engine with the independent crates `goban` and `go_game_board`: after every move, they have the same
//! stones and allow the same moves.
//!
//! These crates support fewer rules. Both forbid suicide and support simple ko; `goban` also supports positional
//! superko. In `goban`, the players always alternate, and it counts prisoners itself. `go_game_board` accepts moves by
//! either player.

#[path = "../../examples/sgf/mod.rs"]
mod sgf;

use std::path::Path;

use ::go_game_board::{Color as Seen, Player, Vertex};
use ::goban::rules::{CHINESE, GobanSizes, JAPANESE, Move as Play, Rule, game::Game};
use kifu_core::{Action, Color, Move, Point, Size};
use kifu_rules::{Illegal, Position, Repetition, Rules};

const SIMPLE: Rules = Rules {
    repetition: Repetition::SimpleKo,
    passes_to_end: 0,
    ..Rules::JAPANESE
};
const SUPERKO: Rules = Rules {
    repetition: Repetition::Positional,
    ..SIMPLE
};

/// The same game in all engines.
struct Engines {
    kifu: Position,
    board: ::go_game_board::Board,
    /// `None` if the players do not alternate, which `goban` does not support.
    goban: Option<Game>,
}

impl Engines {
    fn new(size: Size, rules: Rules, goban: Rule) -> Engines {
        let (cols, rows) = (size.cols().into(), size.rows().into());
        Engines {
            kifu: Position::new(size, rules),
            board: ::go_game_board::Board::with_size(cols, rows),
            // `goban` computes indices with the number of rows, which is wrong on boards that are not square.
            goban: (cols == rows).then(|| Game::new(GobanSizes::Custom(rows, cols), goban)),
        }
    }

    fn play(&mut self, color: Color, action: Move) {
        let next = self.goban.as_ref().map(|goban| goban.turn());
        if next.is_some_and(|turn| (turn == ::goban::pieces::stones::Color::White) != white(color))
        {
            self.goban = None;
        }
        self.kifu.play_any_turn(color, action).unwrap();
        self.board.play_legal(player(color), vertex(action));
        if let Some(goban) = &mut self.goban {
            goban.try_play(play(action)).unwrap();
            if action == Move::Pass {
                goban.resume(); // `goban` ends a game after two passes.
            }
        }
    }

    /// Checks that all engines have the same stones and the same number of prisoners.
    fn agree(&self) {
        for (at, stone) in self
            .kifu
            .board()
            .size()
            .points()
            .map(|at| (at, self.kifu.board().stone(at)))
        {
            let theirs = match self.board.color_at(vertex(Move::Play(at))) {
                Seen::Black => Some(Color::Black),
                Seen::White => Some(Color::White),
                Seen::Empty => None,
                Seen::OffBoard => panic!("{at:?} is on the board"),
            };
            assert_eq!(theirs, stone, "{at:?}\n{}", self.kifu.board());
            if let Some(goban) = &self.goban {
                let theirs = goban
                    .goban()
                    .get_color((at.row, at.col))
                    .map(|color| color == ::goban::pieces::stones::Color::White);
                assert_eq!(theirs, stone.map(white), "{at:?}\n{}", self.kifu.board());
            }
        }
        if let Some(goban) = &self.goban {
            let ours = self.kifu.prisoners();
            assert_eq!(goban.prisoners(), (ours.black, ours.white));
        }
    }

    /// Checks that all engines allow the same moves to the player whose turn it is.
    fn allow_the_same(&self) {
        let color = self.kifu.to_play();
        let legal: Vec<Point> = self.kifu.legal_points().collect();
        let simple = self.kifu.rules().repetition == Repetition::SimpleKo;
        for at in self.kifu.board().size().points() {
            let ours = legal.contains(&at);
            if simple {
                let theirs = self.board.is_legal(player(color), vertex(Move::Play(at)));
                assert_eq!(theirs, ours, "{color:?} {at:?}\n{}", self.kifu.board());
            }
            if let Some(goban) = &self.goban {
                let theirs = goban.check_point((at.row, at.col)).is_none();
                // `goban` checks for repetitions only after captures.
                let unseen = !simple && theirs && !goban.will_capture((at.row, at.col));
                if unseen && !ours {
                    let verdict = self.kifu.judge(Move::Play(at));
                    assert!(
                        matches!(verdict, Err(Illegal::Superko { .. })),
                        "{verdict:?}"
                    );
                } else {
                    assert_eq!(theirs, ours, "{color:?} {at:?}\n{}", self.kifu.board());
                }
            }
        }
    }
}

fn white(color: Color) -> bool {
    color == Color::White
}

fn player(color: Color) -> Player {
    if white(color) {
        Player::White
    } else {
        Player::Black
    }
}

fn vertex(action: Move) -> Vertex {
    let of = |at: Point| Vertex::from_coords(isize::from(at.row), isize::from(at.col));
    action.point().map_or(Vertex::pass(), of)
}

fn play(action: Move) -> Play {
    match action {
        Move::Play(at) => Play::Play(at.row, at.col),
        Move::Pass => Play::Pass,
    }
}

/// Plays random legal moves and sometimes passes. On small boards, chains fill their eyes and are captured, and there
/// are many kos.
fn random_games(rules: Rules, goban: Rule, sizes: &[(u8, u8)], games: usize, moves: usize) {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as usize % below
    };
    let (mut captured, mut refused) = (0, 0);
    for game in 0..games {
        let (cols, rows) = sizes[game % sizes.len()];
        let mut engines = Engines::new(Size::new(cols, rows).unwrap(), rules, goban);
        for _ in 0..moves {
            engines.allow_the_same();
            let legal: Vec<Point> = engines.kifu.legal_points().collect();
            let empty = engines.kifu.board().size().area() - engines.kifu.board().stones().count();
            refused += empty - legal.len();
            let action = if legal.is_empty() || random(40) == 0 {
                Move::Pass
            } else {
                Move::Play(legal[random(legal.len())])
            };
            engines.play(engines.kifu.to_play(), action);
            engines.agree();
        }
        let prisoners = engines.kifu.prisoners();
        captured += prisoners.black + prisoners.white;
    }
    assert!(captured > 100 && refused > 500, "{captured} {refused}");
}

#[test]
fn random_games_go_the_same_way() {
    let sizes = [(5, 5), (3, 4), (7, 2), (9, 9), (1, 6), (13, 11)];
    random_games(SIMPLE, JAPANESE, &sizes, 60, 250);
    random_games(SIMPLE, JAPANESE, &[(19, 19)], 1, 500);
}

#[test]
fn random_games_with_superko_go_the_same_way() {
    random_games(
        SUPERKO,
        CHINESE,
        &[(3, 3), (4, 3), (2, 2), (5, 5), (5, 1)],
        100,
        150,
    );
}

#[test]
fn recorded_games_go_the_same_way() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/sgf");
    let (mut games, mut moves) = (0, 0);
    for file in sgf::files(&folder) {
        let line = sgf::main_line(&std::fs::read(file).unwrap());
        let Some(size) = line
            .size
            .and_then(|(cols, rows)| Size::new(cols, rows).ok())
        else {
            continue;
        };
        // Skip boards that are too large for the other engines, and setup that removes stones, which they do not
        // support.
        if size.cols() > 19
            || size.rows() > 19
            || line
                .actions
                .iter()
                .any(|action| matches!(action, Action::Put(_, None)))
        {
            continue;
        }
        games += 1;
        let mut engines = Engines::new(size, SIMPLE, JAPANESE);
        for action in line.actions {
            let (color, action) = match action {
                Action::Play(color, action) => (color, action),
                Action::Put(at, Some(color)) => (color, Move::Play(at)),
                _ => continue,
            };
            engines.kifu.set_to_play(color);
            let allowed = engines.kifu.judge(action).is_ok();
            if action.point().is_some_and(|at| size.contains(at)) {
                let theirs = engines.board.is_legal(player(color), vertex(action));
                assert_eq!(theirs, allowed, "{color:?} {action:?}");
            }
            if allowed {
                engines.play(color, action);
                engines.agree();
                moves += 1;
            }
        }
    }
    assert!(
        games > 300 && moves > 30_000,
        "{games} games, {moves} moves"
    );
}
