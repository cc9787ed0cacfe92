//! Tests of the public API.

mod laws;

use kifu_replay::rules::{Breach, Color, Grid, Move, Point, Position, Rules, Size};
use kifu_replay::sgf::Document;
use kifu_replay::{Fault, Replayer, Step};
use kifu_testkit::{hold_on, repository};

#[test]
fn laws_hold_on_the_corpus() {
    hold_on(&repository("corpus/sgf"), |source| {
        laws::steps_lead_to_each_position(source);
        laws::leaving_a_node_leads_back(source);
    });
}

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

#[test]
fn discarding_the_history_loses_no_changes() {
    let size = Size::new(52, 52).unwrap();
    // Make more copies of the board than a replayer keeps.
    let count = 3 * (128 << 20) / (8 * size.area());
    let source = format!("(;SZ[52]{})", ";AB[aa][bb];AE[aa][bb]".repeat(count / 4));
    let document = Document::parse(source).unwrap();
    let root = document.roots().next().unwrap();
    let mut game = Replayer::forward(&document, root, &Rules::LENIENT);
    let mut grid = Grid::new(size);
    let mut steps = 0;
    while game.step().is_some() {
        grid.apply(game.changes().iter().copied());
        steps += 1;
        let stones = grid.as_bytes().iter().filter(|&&byte| byte != 0);
        assert!(steps % 500 > 1 || stones.count() == 2 * (steps % 2));
        let too_much = |finding: &kifu_replay::Finding| finding.fault == Fault::TooMuchSetup;
        assert!(!game.findings().iter().any(too_much));
    }
    assert_eq!(steps, count / 4 * 2);
}

#[test]
fn a_forward_replayer_keeps_little_of_a_long_line() {
    let mut source = String::from("(;SZ[4]");
    let mut random = 7u32;
    for number in 0..150_000 {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let point = |shift: u32| char::from(b'a' + (random >> shift) as u8 % 4);
        let color = ["B", "W"][number % 2];
        let pass = number % 1000 == 0;
        let letters = if pass {
            String::new()
        } else {
            [point(24), point(28)].iter().collect()
        };
        source.push_str(&format!(";{color}[{letters}]"));
    }
    let document = Document::parse(source + ")").unwrap();
    let root = document.roots().next().unwrap();
    let mut forward = Replayer::forward(&document, root, &Rules::LENIENT);
    let mut both_ways = Replayer::new(&document, root, &Rules::LENIENT);
    let mut most = 0;
    while forward.advance().is_some() {
        both_ways.advance();
        assert_eq!(forward.findings(), both_ways.findings());
        most = most.max(forward.position().plies());
    }
    assert!((60_000..70_000).contains(&most), "{most}");
    assert_eq!(both_ways.position().plies(), 150_000);
    assert_eq!(forward.number(), both_ways.number());
    assert_eq!(forward.prisoners(), both_ways.prisoners());
    let setups = [&forward, &both_ways].map(|game| game.position().to_setup());
    assert_eq!(setups[0], setups[1]);
}

/// A line of legal moves with a color each, without passes.
fn legal_line(size: Size, moves: usize) -> String {
    let mut position = Position::new(size, Rules::LENIENT);
    let mut source = format!("(;SZ[{}:{}]", size.cols(), size.rows());
    let mut random = 11u64;
    while position.plies() < moves {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let point = size.points().nth((random >> 33) as usize % size.area());
        let (color, point) = (position.to_play(), point.unwrap());
        if position.play(color, Move::Play(point)).is_ok() {
            let [col, row] = [point.col, point.row].map(|at| char::from(b'a' + at));
            source.push_str(&format!(";{}[{col}{row}]", color.letter()));
        }
    }
    source + ")"
}

#[test]
fn a_forward_replayer_keeps_its_place_when_it_forgets() {
    let source = legal_line(Size::square(9).unwrap(), 65_540);
    let document = Document::parse(source).unwrap();
    let root = document.roots().next().unwrap();
    let mut game = Replayer::forward(&document, root, &Rules::LENIENT);
    let mut last = Vec::new();
    while let Some(node) = game.advance() {
        last.push((node, game.number(), game.last()));
    }
    assert!(game.position().plies() < 100);
    let place = |game: &Replayer<'_>| (game.node().unwrap(), game.number(), game.last());
    assert_eq!(Some(&place(&game)), last.last());
    while game.leave() {
        last.pop();
        assert_eq!(Some(&place(&game)), last.last());
    }
    // The earlier nodes are forgotten, but the line goes on from here.
    assert_eq!(game.position().plies(), 0);
    assert!(game.number() > 65_000);
    assert!(game.position().board().stones().count() > 0);
    while game.advance().is_some() {}
    assert_eq!(game.number(), 65_540);
    assert_eq!(game.findings(), []);
}

#[test]
fn a_forward_replayer_that_forgets_within_a_node_stays_there() {
    // Each move onto a stone of the large chain keeps all of its cells.
    let mut source = String::from("(;SZ[52]AB[aa:ZZ]AE[aa][ZZ];");
    source.push_str(&"W[bb]B[bb]".repeat(6_000));
    source.push_str(";B[aa](;C[x])(;C[y]))");
    let document = Document::parse(source).unwrap();
    let root = document.roots().next().unwrap();
    let mut game = Replayer::forward(&document, root, &Rules::LENIENT);
    game.advance();
    let long = game.advance();
    let setup = game.position().to_setup();
    assert_eq!(game.number(), 12_000);
    assert!(game.position().plies() < 12_000);
    game.advance();
    assert_eq!(game.number(), 12_001);
    assert!(game.leave());
    assert_eq!((game.node(), game.number()), (long, 12_000));
    assert_eq!(game.position().to_setup(), setup);
    // What the node began with is forgotten.
    assert!(!game.leave());
    assert_eq!((game.node(), game.number()), (long, 12_000));
    assert_eq!(game.position().to_setup(), setup);
}

/// A triple ko on the upper part of a board of 52 columns, and one round of moves in it.
const ROUND: &str = ";B[cb];W[fb];B[kb];W[bb];B[gb];W[jb]";
const TRIPLE_KO: &str =
    "AB[ba][fa][ja][ab][eb][gb][ib][bc][fc][jc]AW[ca][ga][ka][bb][db][hb][jb][lb][cc][gc][kc]";

#[test]
fn a_repetition_of_the_oldest_known_position_names_its_move() {
    let board = Position::new(Size::new(12, 3).unwrap(), Rules::LENIENT);
    let room = (128 << 20) / board.board().memory();
    let mut named = 0;
    for count in room - 3..room + 3 {
        let setup = ";AB[la]AE[aa]".repeat(count);
        let source = format!("(;SZ[12:3];B[la];W[aa];AE[la][aa]{setup};AE[la]{TRIPLE_KO}{ROUND})");
        let document = Document::parse(source).unwrap();
        let root = document.roots().next().unwrap();
        let mut game = Replayer::forward(&document, root, &Rules::CHINESE);
        let mut found = Vec::new();
        while game.advance().is_some() {
            found.extend_from_slice(game.findings());
        }
        let [finding] = found[..] else {
            panic!("{found:?}");
        };
        assert_eq!(finding.fault, Fault::Repeats { number: 2 });
        named += usize::from(game.position().plies() == 6);
    }
    assert!(named > 0, "one line begins where the history was forgotten");
}

#[test]
fn a_long_line_of_moves_onto_stones_is_checked_to_its_end() {
    // Most of the moves are onto stones of the same colour, and need no copy; the others need a few cells.
    let mut source = String::from("(;B[dd];W[pp]");
    source.push_str(&";B[dd];W[pp]".repeat(30_000));
    source.push_str(&";B[pp];W[pp]".repeat(30_000));
    source.push_str(";B[zz])");
    let document = Document::parse(source).unwrap();
    let root = document.roots().next().unwrap();
    let mut game = Replayer::new(&document, root, &Rules::JAPANESE);
    let mut overwrote = 0;
    while game.advance().is_some() {
        for finding in game.findings() {
            match finding.fault {
                Fault::Breach(Breach::Overwrote(_)) => overwrote += 1,
                Fault::Breach(Breach::OffBoard(_)) => assert_eq!(game.number(), 120_003),
                other => panic!("{other:?}"),
            }
        }
    }
    assert_eq!(overwrote, 120_000);
    assert_eq!(game.number(), 120_003);
    while game.leave() {}
    assert_eq!(game.position().plies(), 0);
    assert_eq!(game.position().board().stones().count(), 0);
}
