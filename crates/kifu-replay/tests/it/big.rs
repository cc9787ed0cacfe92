//! Tests with long games. A replayer forgets the beginning of their history.

use kifu_replay::rules::{Breach, Grid, Move, Position, Rules, Size};
use kifu_replay::sgf::Document;
use kifu_replay::{Fault, Replayer};

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
    // The position before the node is forgotten.
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
