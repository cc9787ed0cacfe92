//! Whose turn it is, and which moves count as a repetition.

use kifu_replay::rules::{Breach, Color, Grid, Point, Rules, Size, Suicide};
use kifu_replay::sgf::Document;
use kifu_replay::{Fault, Finding, Replay, Replayer, area, replay};

fn end(source: &str, rules: &Rules) -> Replay {
    let document = Document::parse(source).unwrap();
    let root = document.roots().next().unwrap();
    let end = document.main_line(root).last().unwrap().id();
    replay(&document, end, rules)
}

fn codes(source: &str) -> Vec<&'static str> {
    let findings = end(source, &Rules::JAPANESE).findings;
    findings.iter().map(|finding| finding.code().name).collect()
}

#[test]
fn moves_and_properties_set_the_turn() {
    const WRONG: &str = "rules/wrong-turn";
    const UNUSABLE: &str = "rules/unusable-value";
    for (record, expected) in [
        // Black may move several times before White's first move.
        ("(;SZ[9];B[aa];B[bb];B[cc];W[dd];B[ee];B[ff])", &[WRONG][..]),
        ("(;SZ[9];B[aa];B[bb];B[cc];W[dd];B[ee];W[ff])", &[]),
        // In a node with a move, `PL` names the player of the move, or the one after it.
        ("(;SZ[9];B[aa];W[bb];PL[W]W[cc])", &[]),
        ("(;SZ[9];B[aa];W[bb];PL[W]B[cc])", &[]),
        ("(;SZ[9];B[aa];W[bb];PL[B]W[cc])", &[WRONG]),
        // A move that cannot be read is a move.
        ("(;SZ[9];B[aa];W[bb];B[x-1];W[cc])", &[UNUSABLE]),
        ("(;SZ[9];B[aa];W[bb];B[x-1];B[cc])", &[UNUSABLE, WRONG]),
        ("(;SZ[9];B[aa];W[x-1];B[bb];B[cc])", &[UNUSABLE, WRONG]),
        ("(;SZ[9];B[x-1];B[bb];B[cc])", &[UNUSABLE]),
    ] {
        assert_eq!(codes(record), expected, "{record}");
    }
}

#[test]
fn white_moves_first_after_handicap_stones() {
    let to_play = |record: &str| end(record, &Rules::JAPANESE).position.to_play();
    assert_eq!(to_play("(;SZ[9]HA[2]AB[aa][bb])"), Color::White);
    assert_eq!(to_play("(;SZ[9]HA[1]AB[aa])"), Color::Black);
    assert_eq!(to_play("(;SZ[9]AB[aa][bb])"), Color::Black);
    assert_eq!(to_play("(;SZ[9]HA[2]AB[aa]AW[bb])"), Color::Black);
    assert_eq!(to_play("(;SZ[9]HA[2];W[cc];AB[aa][bb])"), Color::Black);
}

#[test]
fn passes_and_suicide_are_not_cycles() {
    // After one round of a triple ko and two passes, the position of the second move occurs again.
    let source = "(;SZ[12:3]AB[ba][fa][ja][ab][eb][gb][ib][bc][fc][jc]\
                  AW[ca][ga][ka][bb][db][hb][jb][lb][cc][gc][kc]\
                  ;B[cb];W[fb];B[kb];W[bb];B[gb];W[jb];B[];W[];B[cb])";
    let rules = Rules {
        passes_to_end: 0,
        ..Rules::KOREAN
    };
    let faults: Vec<_> = end(source, &rules)
        .findings
        .iter()
        .map(|finding| finding.fault)
        .collect();
    assert_eq!(faults, [Fault::Cycle { number: 0 }]);
    let rules = Rules {
        suicide: Suicide::Any,
        ..Rules::JAPANESE
    };
    for record in [
        "(;SZ[3]AB[ba][ab];B[cc];W[aa];B[bc])",
        // After setup, either player may move. Black has the turn before and after this move.
        "(;SZ[3]AB[ba][ab];W[aa])",
    ] {
        assert_eq!(end(record, &rules).findings, [], "{record}");
    }
}

#[test]
fn a_repetition_in_plies_has_the_code_of_one_in_moves() {
    let document = Document::parse("(;)").unwrap();
    let finding = Finding {
        node: document.roots().next().unwrap(),
        number: 4,
        moved: None,
        span: None,
        fault: Fault::Breach(Breach::Repeats { ply: 1, cycle: 3 }),
    };
    assert_eq!(finding.code().name, "rules/superko");
    assert!(finding.diagnostic(Size::default()).is_none());
}

#[test]
fn areas_of_values_may_extend_beyond_the_board() {
    let document = Document::parse("(;AB[aa][bb:zz][D4:E5][zz][x-1])").unwrap();
    let node = document.node(document.roots().next().unwrap());
    let size = Size::square(9).unwrap();
    let values = node.get("AB").unwrap();
    let areas: Vec<Option<(Point, Point)>> = values
        .values()
        .map(|value| area(&value, size).map(|area| (area.from(), area.to())))
        .collect();
    let square = |from, to| Some((Point::new(from, from), Point::new(to, to)));
    let western = Some((Point::new(3, 4), Point::new(4, 5)));
    let expected = [square(0, 0), square(1, 25), western, square(25, 25), None];
    assert_eq!(areas, expected);
}

#[test]
fn positions_are_counted_in_each_call() {
    let document = Document::parse("(;SZ[2];B[aa];W[bb];B[ab];W[ba])").unwrap();
    let mut game = Replayer::forward(&document, document.roots().next().unwrap(), &Rules::LENIENT);
    let mut grid = Grid::new(Size::square(2).unwrap());
    let mut moves = Vec::new();
    for total in 1..=4 {
        let count = game.fill_positions(&mut grid, &mut [0; 4], &mut moves);
        assert_eq!((count, moves.len()), (1, total));
    }
    assert_eq!(game.fill_positions(&mut grid, &mut [0; 4], &mut moves), 0);
}
