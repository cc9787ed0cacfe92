//! Tests of the public API.

mod big;
mod corpus;
mod laws;
mod messages;
#[cfg(feature = "score")]
mod scoring;
mod turns;

use kifu_replay::rules::{Color, Grid, Move, Point, Rules, Size};
use kifu_replay::sgf::Document;
use kifu_replay::{Replayer, Step};

/// Records with content that is rare in real files.
const RECORDS: [&str; 13] = [
    "(;SZ[5:3]HA[2]AB[aa][bb]PL[W]C[both];W[cc]B[cc]W[cc];B[ee]PL[W];AE[aa:cc];W[])",
    "(;AB[zz][dd];B[dd]AW[dd];PL[B];PL[B];W[zz];B[]BL[1];White[D4])",
    "(;GM[3]SZ[8];B[aa])(;SZ[2];B[aa];W[bb];B[ab];W[ba];B[aa])(;B[aa])",
    "(;SZ[99];B[aa])(;SZ[3]AB[aa:cc];W[aa];W[bb]AE[aa];B[cc])(;)",
    "(;SZ[4]AB[aa][ab]AW[ba];B[bb]B[ca];AB[aa]AE[dd];(;W[aa])(;W[dd]))",
    "(;SZ[3]B[aa]B[ab]B[ac]B[ba]W[cc]B[bb]W[aa]W[ab]W[ac])",
    "(;SZ[3];B[aa];W[ab];B[bb];W[ba];B[ab];W[aa];B[bc];W[ba];B[aa];W[ba];B[aa])",
    "(;SZ[1];B[aa];W[aa];B[aa]B[aa])",
    "(;SZ[2]AW[aa:bb];B[aa];PL[x];B[bad]W[aa][bb];B)",
    "(;SZ[9];B[ee](;W[ed];B[dd])(;W[dd]))(;AE[aa]AB[aa:ss];W[aa])",
    // Runs of moves and of comments, which are left in the middle.
    "(;SZ[9]C[a];B[aa];W[bb];B[cc];W[dd](;B[ee];W[ff](;C[x])(;C[y];C[z](;B[gg])(;PL[B]))(;B[gg]))(;C[x]))",
    // A triple ko, with comments and setup between the rounds.
    "(;SZ[12:3]AB[ba][fa][ja][ab][eb][gb][ib][bc][fc][jc]AW[ca][ga][ka][bb][db][hb][jb][lb][cc][gc][kc]\
     ;PL[B];B[cb];C[x];W[fb];B[kb];W[bb];B[gb](;W[jb];B[aa];W[la];B[cb];W[fb];B[kb];W[bb];B[gb];W[jb])(;C[y];W[jb]))",
    "(;SZ[3:1]RU[Chinese];B[aa];W[ba];C[x];B[ca];B[aa];W[ba](;B[aa])(;W[aa];B[ba]))",
];

#[test]
fn laws_hold_on_odd_records() {
    for record in RECORDS {
        laws::steps_lead_to_each_position(record.as_bytes());
        laws::leaving_a_node_leads_back(record.as_bytes());
    }
}

fn steps(source: &str) -> Vec<(Step, usize, u32)> {
    let document = Document::parse(source).unwrap();
    let root = document.roots().next().unwrap();
    let mut game = Replayer::forward(&document, root, &Rules::JAPANESE);
    let mut steps = Vec::new();
    while let Some(step) = game.step() {
        steps.push((step, game.changes().len(), game.number()));
    }
    steps
}

#[test]
fn each_move_of_a_node_is_a_step() {
    let play = |color, col| {
        let point = Point::new(col, 0);
        Step::Move(color, Some(Move::Play(point)))
    };
    assert_eq!(
        steps("(;SZ[3]C[nothing];W[ba]AB[aa]B[ca]C[?];PL[W];W[zz]W[x];B[])"),
        [
            (Step::Setup, 1, 0),
            (play(Color::White, 1), 1, 1),
            (play(Color::Black, 2), 1, 2),
            (Step::Setup, 0, 2),
            (play(Color::White, 25).with_row(25), 0, 3),
            (Step::Move(Color::White, None), 0, 4),
            (Step::Move(Color::Black, Some(Move::Pass)), 0, 5),
        ]
    );
}

trait WithRow {
    fn with_row(self, row: u8) -> Step;
}

impl WithRow for Step {
    fn with_row(self, row: u8) -> Step {
        match self {
            Step::Move(color, Some(Move::Play(point))) => {
                Step::Move(color, Some(Move::Play(Point::new(point.col, row))))
            }
            other => other,
        }
    }
}

#[test]
fn a_node_entered_between_steps_ends_the_moves_of_its_parent() {
    let document = Document::parse("(;SZ[3];B[aa]W[ba]B[ca];W[cc])").unwrap();
    let root = document.roots().next().unwrap();
    let mut game = Replayer::new(&document, root, &Rules::JAPANESE);
    game.step();
    assert_eq!((game.number(), game.changes().len()), (1, 1));
    game.advance();
    assert_eq!((game.number(), game.changes().len()), (2, 0));
    assert_eq!(game.step(), None);
    let document = Document::parse("(;SZ[3];B[aa];W[ba];B[ca]W[ab];B[bb];W[cb])").unwrap();
    let root = document.roots().next().unwrap();
    let mut game = Replayer::new(&document, root, &Rules::JAPANESE);
    for _ in 0..3 {
        game.step();
    }
    game.advance();
    assert_eq!(
        game.step().map(|_| (game.number(), game.changes().len())),
        Some((5, 1))
    );
    assert_eq!(game.step(), None);
    let document = Document::parse("(;SZ[3];B[aa]W[ba]B[ca];W[cc])").unwrap();
    let root = document.roots().next().unwrap();
    // Leaving a node undoes all moves that `step` has played in it.
    let mut game = Replayer::new(&document, root, &Rules::JAPANESE);
    game.step();
    game.step();
    assert!(game.leave());
    assert_eq!(game.number(), 0);
    assert_eq!(game.position().board().stones().count(), 0);
    assert_eq!(game.step().map(|_| game.number()), Some(1));
}

#[test]
fn findings_are_those_since_the_previous_step() {
    let document = Document::parse("(;SZ[3]AB[zz];AB[zz];B[aa]W[aa];W[bb])").unwrap();
    let root = document.roots().next().unwrap();
    let mut game = Replayer::forward(&document, root, &Rules::JAPANESE);
    let mut found = Vec::new();
    while game.step().is_some() {
        found.push(game.findings().len());
    }
    // The findings are two values off the board, a move on a stone, and a move out of turn.
    assert_eq!(found, [2, 1, 1]);
}

#[test]
fn positions_are_written_until_there_is_no_room() {
    let source = "(;SZ[3:1]AB[aa];W[ca];AE[aa];B[aa];C[x];W[]B[ba])";
    let document = Document::parse(source).unwrap();
    let root = document.roots().next().unwrap();
    let rows = [1, 0, 0, 0, 0, 2, 1, 0, 2, 1, 0, 2];
    for room in 0..6 {
        let mut game = Replayer::forward(&document, root, &Rules::LENIENT);
        let mut grid = Grid::new(Size::new(3, 1).unwrap());
        let mut moves = Vec::new();
        let mut out = vec![9; 3 * room + 2];
        let count = game.fill_positions(&mut grid, &mut out, &mut moves);
        assert_eq!(count, room.min(4));
        assert_eq!(out[..3 * count], rows[..3 * count]);
        assert!(out[3 * count..].iter().all(|&byte| byte == 9));
        // Write the rest into a second buffer.
        let mut rest = [9; 12];
        let last = game.fill_positions(&mut grid, &mut rest, &mut moves);
        assert_eq!(rest[..3 * last], rows[3 * count..]);
        assert_eq!(moves.len(), 4);
        assert_eq!(moves[3].1, Some(Move::Play(Point::new(1, 0))));
        assert_eq!(grid.as_bytes(), [1, 1, 0]);
    }
}
