//! Measures playing: main lines of the records, with every move checked, on the boards of this workspace and of
//! other crates; and positions, written as SGN and scored.

use go_game_board::{Board, Player, Vertex};
use kifu::core::{Color, Move, Point, Size};
use kifu::replay::action;
use kifu::rules::{PointSet, Position, Repetition, Rules, Territory};
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
    positions(&games, table);
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
