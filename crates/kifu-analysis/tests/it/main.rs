//! Tests of the public API. The texts of the engines are from files that they wrote, shortened.

mod laws;

use kifu_analysis::sgf::{Document, GameContext};
use kifu_analysis::{Analysis, AnalyzedPosition, Color, Move, Notation, judged_moves};
use kifu_core::Point;
use kifu_testkit::{hold_on, repository};

#[test]
fn laws_hold_on_the_corpus() {
    hold_on(&repository("corpus/sgf"), laws::values_are_in_range);
}

/// The analysis of the last node of the main line.
fn last(source: &str) -> Option<Analysis> {
    let document = Document::parse(source).unwrap();
    let root = document.roots().next().unwrap();
    let context = GameContext::of(document.node(root));
    let last = document.main_line(root).last().unwrap();
    Analysis::of(&document, last.id(), &context)
}

fn close(value: Option<f64>, expected: f64) -> bool {
    value.is_some_and(|value| (value - expected).abs() < 1e-9)
}

#[test]
fn the_win_rate_of_lizzie_is_that_of_the_player_who_moved() {
    // Its comment says that Black, who is to move, has 47.8 % and a lead of -0.3.
    let of_katago = last(
        "(;SZ[19];B[pd];W[dp]LZ[KataGo18blocks 52.2 4.1k -0.3 14.4\n\
         move Q4 visits 1811 winrate 4778 prior 1451 scoreMean -0.28 pv Q4 D16 info \
         move C3 visits 1709 winrate 4775 prior 3097 scoreMean -0.27 pv C3 D3 C4])",
    )
    .unwrap();
    assert_eq!(of_katago.notation, Notation::Lizzie);
    assert_eq!(of_katago.position, AnalyzedPosition::AfterMove);
    assert_eq!(of_katago.engine.as_deref(), Some("KataGo18blocks"));
    assert!(close(of_katago.win_rate, 0.478));
    assert_eq!(
        (of_katago.lead, of_katago.deviation),
        (Some(-0.3), Some(14.4))
    );
    assert_eq!(of_katago.visits, Some(4_100));
    let [first, second] = &of_katago.candidates[..] else {
        panic!("{:?}", of_katago.candidates);
    };
    assert_eq!(first.action, Move::Play(Point::new(15, 15)));
    assert!(
        close(first.win_rate, 0.4778) && close(first.prior, 0.1451) && close(first.lead, -0.28)
    );
    assert_eq!((first.visits, first.variation.len()), (Some(1811), 2));
    assert_eq!(second.variation[1], Move::Play(Point::new(3, 16)));
    assert!(
        close(second.win_rate, 0.4775) && close(second.prior, 0.3097) && close(second.lead, -0.27)
    );
    // After a move of Black the same text has the opposite meaning.
    let of_black =
        last("(;SZ[19];B[dp]LZ[Leela 52.2 926 -0.3 14.4\nmove Q16 winrate 4781])").unwrap();
    assert!(close(of_black.win_rate, 0.522) && of_black.lead == Some(0.3));
    assert!(close(of_black.candidates[0].win_rate, 0.5219) && of_black.visits == Some(926));
}

#[test]
fn what_can_be_read_of_lizzie_is_read() {
    // The win rate is out of range, a name is unknown, a pass is played, and the engine is not in UTF-8.
    let odd = b"(;SZ[19];B[aa]LZ[\xb9\xd9\xb5\xcf 520 9\nmove pass order 3 winrate 99999 visits 2m pv pass A1 ?])";
    let document = Document::parse(odd.as_slice()).unwrap();
    let root = document.roots().next().unwrap();
    let context = GameContext::of(document.node(root));
    let node = document.main_line(root).last().unwrap().id();
    let analysis = Analysis::of(&document, node, &context).unwrap();
    assert_eq!((analysis.win_rate, analysis.visits), (None, Some(9)));
    let candidate = &analysis.candidates[0];
    assert_eq!((candidate.action, candidate.win_rate), (Move::Pass, None));
    assert_eq!(
        (candidate.visits, candidate.variation.len()),
        (Some(2_000_000), 2)
    );
    assert_eq!(last("(;B[aa]LZ[])"), None);
    assert_eq!(last("(;B[aa]LZ[no analysis])"), None);
}

#[test]
fn lzop_is_about_the_player_who_moves_first() {
    for (game, win_rate) in [
        ("(;LZOP[Leela 57.7 19k\nmove Q16 winrate 4232])", 0.423),
        ("(;LZOP[Leela 57.7 19k];B[aa])", 0.423),
        ("(;LZOP[Leela 57.7 19k];W[aa])", 0.577),
        ("(;PL[W]LZOP[Leela 57.7 19k];B[aa])", 0.577),
    ] {
        let document = Document::parse(game).unwrap();
        let root = document.roots().next().unwrap();
        let context = GameContext::of(document.node(root));
        let analysis = Analysis::of(&document, root, &context).unwrap();
        assert!(
            close(analysis.win_rate, win_rate),
            "{game}: {:?}",
            analysis.win_rate
        );
    }
}

#[test]
fn katago_writes_what_it_expected_before_its_move() {
    let analysis = last("(;B[df]C[0.33 0.32 0.34 -0.3 v=100 weight=0.19])").unwrap();
    assert_eq!(analysis.notation, Notation::KataGo);
    assert_eq!(analysis.position, AnalyzedPosition::BeforeMove);
    // White wins 33 %, and half of the games without a result.
    assert!(close(analysis.win_rate, 0.49) && close(analysis.lead, 0.3));
    assert_eq!(analysis.visits, Some(100));
    assert!(close(
        last("(;B[aa]C[Pass for ko 0.55 0.45 0.00 0.2])")
            .unwrap()
            .win_rate,
        0.45
    ));
    for other in [
        "1 2 3 4",
        "0.5 0.5",
        "0.50 0.60 0.00 1.0",
        "1.5 -0.5 0.0 1.0",
        "x 0.5 0.5 0.0 1.0",
    ] {
        assert_eq!(last(&format!("(;B[aa]C[{other}])")), None, "{other}");
    }
}

#[test]
fn engines_on_cgos_write_the_opinion_of_the_player() {
    // Black won; the texts are from the beginning and the end of a game of KomentaGo against kifuwarabe.
    let black = last(
        r#"(;SZ[9];B[fd]BL[599]CC[{"winrate":0.452021662,"visits":0,"moves":[{"move":"F6","pv":"D4 D5 C5","comment":"\\\\u5b9a"},{"move":"F4","pv":"D6"}\],"comment":"AI: F6 |"}])"#,
    )
    .unwrap();
    assert_eq!(black.notation, Notation::Cgos);
    assert_eq!(black.position, AnalyzedPosition::BeforeMove);
    assert!(close(black.win_rate, 0.452021662) && black.lead.is_none());
    assert_eq!((black.visits, black.candidates.len()), (Some(0), 2));
    let first = &black.candidates[0];
    assert_eq!(first.action, Move::Play(Point::new(5, 3)));
    // The variation begins with the move, which the text leaves out.
    let variation = [(5, 3), (3, 5), (3, 4), (2, 4)];
    let variation = variation.map(|(col, row)| Move::Play(Point::new(col, row)));
    assert_eq!(first.variation, variation);

    let white = last(
        r#"(;SZ[9];B[pd];W[ge]CC[{"moves":[{"move":"G5","winrate":0.961,"score":7,"visits":1}\]}])"#,
    )
    .unwrap();
    assert!(close(white.win_rate, 0.039) && close(white.lead, -7.0));
    assert_eq!((white.visits, white.candidates.len()), (Some(1), 1));
    let pass = r#"(;SZ[9];B[]KFA[{"moves":[{"move":"pass","winrate":0.057,"score":-6,"pv":"A9","visits":1}\]}])"#;
    let pass = last(pass).unwrap();
    assert!(close(pass.win_rate, 0.057) && close(pass.lead, -6.0));
    assert_eq!(pass.candidates[0].variation.len(), 2);
    for other in [
        "",
        "cc",
        "{}",
        "[1\\]",
        r#"{"moves":[]}"#,
        r#"{"winrate":2}"#,
        "(c)",
    ] {
        assert_eq!(last(&format!("(;SZ[9];B[aa]CC[{other}])")), None, "{other}");
    }
    assert_eq!(last(r#"(;SZ[9];AB[aa]CC[{"winrate":0.5}])"#), None);
    // Two engines judge their own positions, and one that plays itself judges all.
    let judged = |names: &str| {
        let moves =
            r#";B[aa]CC[{"winrate":0.6}];W[bb]CC[{"winrate":0.5}];B[cc]CC[{"winrate":0.4}]"#;
        let document = Document::parse(format!("(;SZ[9]{names}{moves})")).unwrap();
        let root = document.roots().next().unwrap();
        judged_moves(&document, root).len()
    };
    assert_eq!(judged("PB[KomentaGo]PW[kifuwarabe]"), 0);
    assert_eq!(judged("PB[kifuwarabe]PW[kifuwarabe]"), 2);
    assert_eq!(judged(""), 0);
}

#[test]
fn go_attack_writes_the_opinion_of_the_player() {
    let white =
        "(;B[pd];W[dp]C[victim predicted win prob: 0.43 loss: 0.57, predicted score: -0.6])";
    let analysis = last(white).unwrap();
    assert_eq!(
        (analysis.notation, analysis.position),
        (Notation::GoAttack, AnalyzedPosition::BeforeMove)
    );
    assert!(close(analysis.win_rate, 0.57) && close(analysis.lead, 0.6));
    assert_eq!(analysis.engine.as_deref(), Some("victim"));
    let black = last(&white.replace(";W[dp]", ";B[dp]")).unwrap();
    assert!(close(black.win_rate, 0.43) && close(black.lead, -0.6));
}

#[test]
fn the_comments_of_all_versions_of_analyze_sgf_are_read() {
    let new = "As White:\n* Win rate: 0.96%\n* Win rate loss: 0.08%\n* Score lead: -14.46\n* Score loss: 0.55\n\
               * Visits: 1615";
    let analysis = last(&format!("(;W[po]SBKV[99.04]C[A remark.\n\n{new}])")).unwrap();
    assert_eq!(analysis.notation, Notation::AnalyzeSgf);
    assert!(close(analysis.win_rate, 0.9904) && close(analysis.lead, 14.46));
    assert_eq!(analysis.visits, Some(1615));
    let old = "Move 1\n\n* Win rate: W 60.77%\n* Score lead: W 0.91\n* Win rate drop: B \u{21e3}0.12%\n* Visits: 6415";
    let analysis = last(&format!("(;B[qd]SBKV[39.23]C[{old}])")).unwrap();
    assert!(close(analysis.win_rate, 0.3923) && close(analysis.lead, -0.91));
    assert_eq!(analysis.visits, Some(6415));
    // Only the lines with values need to be readable.
    let mut korean = b"(;W[po]C[\xc8\xe6\n".to_vec();
    korean.extend(format!("{new}])").bytes());
    let document = Document::parse(korean).unwrap();
    let root = document.roots().next().unwrap();
    let context = GameContext::of(document.node(root));
    assert!(Analysis::of(&document, root, &context).is_some());
    assert_eq!(last("(;B[aa]C[* Win rate: 50%])"), None);
}

#[test]
fn sabaki_writes_the_win_rate_of_black() {
    assert!(close(last("(;W[aa]SBKV[ 57.6 ])").unwrap().win_rate, 0.576));
    for wrong in ["", "x", "nan", "inf", "101", "-5"] {
        assert_eq!(last(&format!("(;W[aa]SBKV[{wrong}])")), None, "{wrong}");
    }
    assert_eq!(kifu_analysis::sabaki_value(2.0), "100.00");
}

#[test]
fn the_most_detailed_notation_counts() {
    let all = "(;B[aa]SBKV[10]C[0.20 0.80 0.00 1.0]LZ[Leela 30 100])";
    assert_eq!(last(all).unwrap().notation, Notation::Lizzie);
    assert_eq!(
        last(&all.replace("30 100", "")).unwrap().notation,
        Notation::KataGo
    );
    assert_eq!(
        last(&all.replace("LZ[", "LB[").replace("C[", "N["))
            .unwrap()
            .notation,
        Notation::Sabaki
    );
}

#[test]
fn moves_between_analysed_positions_are_judged() {
    let of = |source: &str| {
        let document = Document::parse(source).unwrap();
        let root = document.roots().next().unwrap();
        let moves = judged_moves(&document, root);
        let losses = moves
            .iter()
            .map(|m| (m.number, m.color, (m.win_rate_loss * 100.0).round() as i32));
        losses.collect::<Vec<_>>()
    };
    use Color::{Black, White};
    assert_eq!(
        of("(;SBKV[50];B[aa]SBKV[45];W[bb]SBKV[75];B[cc];W[dd]SBKV[70];B[ee]SBKV[72])"),
        [(1, Black, 5), (2, White, 30), (5, Black, -2)]
    );
    // What KataGo writes is about the position before the move, so nothing is known about the last move.
    assert_eq!(
        of("(;B[aa]C[0.50 0.50 0.00 0.0];W[bb]C[0.60 0.40 0.00 2.0];B[cc]C[0.30 0.70 0.00 2.0])"),
        [(1, Black, 10), (2, White, 30)]
    );
    // The opinions of two engines are not compared.
    let engines = "(;B[aa]LZ[A 50 9];W[bb]LZ[A 45 9];B[cc]LZ[B 70 9];W[dd]LZ[B 20 9])";
    assert_eq!(of(engines), [(2, White, 5), (4, White, 10)]);
    // Setup between two moves leads to another position.
    assert_eq!(
        of("(;SBKV[50];B[aa]SBKV[40];AB[dd]SBKV[90];W[bb]SBKV[95])"),
        [(1, Black, 10), (2, White, 5)]
    );
    assert_eq!(
        of("(;SBKV[50];B[aa]SBKV[40];AB[dd];W[bb]SBKV[95])"),
        [(1, Black, 10)]
    );
    // What was expected before a node with several moves was expected before the first one.
    assert_eq!(
        of("(;SBKV[50];B[aa]B[bb]C[0.40 0.60 0.00 0.0]SBKV[70])"),
        []
    );
    assert_eq!(
        of("(;B[aa]C[0.50 0.50 0.00 0.0];W[bb]B[cc]C[0.60 0.40 0.00 0.0])"),
        [(1, Black, 10)]
    );
    // Variations do not count.
    assert_eq!(
        of("(;SBKV[50](;B[aa]SBKV[40])(;B[bb]SBKV[10]))"),
        [(1, Black, 10)]
    );
}

#[cfg(feature = "katago")]
mod katago {
    use super::*;
    use kifu_analysis::{Answer, Reply, Size};

    fn answer(line: &str) -> Answer {
        match Reply::parse(line) {
            Some(Reply::Answer(answer)) => answer,
            other => panic!("{other:?}"),
        }
    }

    /// An answer to a query of KataGo's own tests, with the win rates of White, who is to move. The second move and the
    /// pass are not from there.
    const ANSWER: &str = r#"{"id":"foo","isDuringSearch":false,"moveInfos":[
        {"lcb":0.34,"move":"R6","order":1,"prior":0.1,"pv":[],"scoreLead":-9.0,"visits":1,"winrate":0.3},
        {"edgeVisits":9,"edgeWeight":9.0,"lcb":0.343357371,"move":"Q5","order":0,"prior":0.747089922,
         "pv":["Q5","R5","pass"],"scoreLead":-7.02096318,"scoreStdev":30.8993188,"visits":9,"winrate":0.388968522}],
        "rootInfo":{"currentPlayer":"W","rawLead":-7.74312592,"scoreLead":-7.09317946,"scoreStdev":30.951090399999998,
         "utility":-0.239480094,"visits":10,"weight":10.0,"winrate":0.38604227},"turnNumber":2}"#;

    #[test]
    fn the_caller_states_the_point_of_view() {
        let answer = answer(ANSWER);
        assert_eq!(
            (answer.id.as_str(), answer.turn, answer.is_during_search),
            ("foo", 2, false)
        );
        assert_eq!(answer.to_move, Some(Color::White));
        let size = Size::default();
        let of_white = answer.analysis(Color::White, size);
        assert!(close(of_white.win_rate, 1.0 - 0.38604227) && close(of_white.lead, 7.09317946));
        assert!(close(of_white.deviation, 30.951_090_4) && of_white.visits == Some(10));
        let [best, other] = &of_white.candidates[..] else {
            panic!("{:?}", of_white.candidates);
        };
        assert_eq!(best.action, Move::Play(Point::new(15, 14)));
        assert!(close(best.win_rate, 1.0 - 0.388968522) && close(best.lead, 7.02096318));
        assert!(close(best.prior, 0.747089922) && best.visits == Some(9));
        assert_eq!((best.variation.len(), best.variation[2]), (3, Move::Pass));
        assert!(close(other.win_rate, 0.7));
        let of_black = answer.analysis(Color::Black, size);
        assert!(close(of_black.win_rate, 0.38604227) && close(of_black.lead, -7.09317946));
    }

    #[test]
    fn ownership_and_policy_have_the_points_of_the_board() {
        let line = r#"{"id":"a","moveInfos":[],"ownership":[1,-0.5,0,0.25],"policy":[0.5,0.1,-1,0.2,0.2],"turnNumber":0}"#;
        let size = Size::square(2).unwrap();
        let analysis = answer(line).analysis(Color::White, size);
        assert_eq!(analysis.ownership, [-1.0, 0.5, 0.0, -0.25]);
        assert_eq!(analysis.policy, [0.5, 0.1, -1.0, 0.2, 0.2]);
        let larger = answer(line).analysis(Color::Black, Size::default());
        assert!(
            larger.ownership.is_empty() && larger.policy.is_empty() && larger.win_rate.is_none()
        );
    }

    #[test]
    fn errors_and_warnings_name_the_member_of_the_query() {
        // As in a log, with text before the JSON.
        let line = r#": Warning: {"field":"boardxsize","id":"badfield","warning":"Unexpected or unused field"}"#;
        let Some(Reply::Warning(warning)) = Reply::parse(line) else {
            panic!("{:?}", Reply::parse(line));
        };
        assert_eq!(warning.id.as_deref(), Some("badfield"));
        assert_eq!(
            (warning.field.as_deref(), warning.text.as_str()),
            (Some("boardxsize"), "Unexpected or unused field")
        );
        let line = r#"{"error":"Could not parse input line as json request"}"#;
        assert!(matches!(Reply::parse(line), Some(Reply::Error(error)) if error.id.is_none()));
        let query = r#"{"id":"foo","moves":[["B","Q4"]],"rules":"tromp-taylor","komi":7.5,"boardXSize":19}"#;
        for other in [
            query,
            "",
            "cudaUseFP16 = false",
            "{",
            r#"{"id":"a","action":"query_version"}"#,
        ] {
            assert_eq!(Reply::parse(other), None, "{other}");
        }
    }
}

#[cfg(feature = "katrain")]
mod katrain {
    use super::*;
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use std::io::Write;

    fn packed(value: &[u8]) -> String {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(value).unwrap();
        STANDARD.encode(encoder.finish().unwrap())
    }

    #[test]
    fn the_values_of_katrain_are_unpacked() {
        // 1 and -1 in half precision, and a main value as KaTrain writes it.
        let ownership: Vec<u8> = [[0x00, 0x3C], [0x00, 0xBC]].concat().repeat(2);
        let main = br#"{"moves": {"A1": {"visits": 1, "order": 1, "winrate": 0.4, "prior": 0.1, "pv": ["A1"]},
            "B2": {"visits": 42, "order": 0, "winrate": 0.29, "scoreLead": -6.29, "pv": ["B2", "pass", "A1"]}},
            "root": {"winrate": 0.3, "scoreLead": -5.5, "scoreStdev": 25.5, "visits": 43}, "completed": true}"#;
        let (ownership, policy, main) = (packed(&ownership), packed(b""), packed(main));
        let analysis = last(&format!("(;SZ[2];W[ab]KT[{ownership}][{policy}][{main}])")).unwrap();
        assert_eq!(analysis.notation, Notation::KaTrain);
        assert_eq!(analysis.ownership, [1.0, -1.0, 1.0, -1.0]);
        assert!(analysis.policy.is_empty());
        assert_eq!(
            (analysis.win_rate, analysis.lead, analysis.visits),
            (Some(0.3), Some(-5.5), Some(43))
        );
        assert_eq!(analysis.deviation, Some(25.5));
        let [best, other] = &analysis.candidates[..] else {
            panic!("{:?}", analysis.candidates);
        };
        assert_eq!(best.action, Move::Play(Point::new(1, 0)));
        assert_eq!((best.lead, best.variation[1]), (Some(-6.29), Move::Pass));
        assert_eq!((other.visits, other.prior), (Some(1), Some(0.1)));
    }

    #[test]
    fn damaged_values_are_missing() {
        let main = packed(br#"{"root": {"winrate": 0.3}}"#);
        let cut = &main[..main.len() / 2];
        for (values, win_rate) in [
            (format!("[][][{main}]"), Some(0.3)),
            (format!("[x][!][{main}]"), Some(0.3)),
            (format!("[][][{cut}]"), None),
            (format!("[{main}]"), None),
            // A packed value of the wrong length is not an ownership.
            (format!("[{}][][{main}]", packed(b"abc")), Some(0.3)),
        ] {
            let analysis = last(&format!("(;SZ[2];W[ab]KT{values})"));
            assert_eq!(analysis.and_then(|one| one.win_rate), win_rate, "{values}");
        }
    }

    #[test]
    fn a_value_that_unpacks_to_too_much_is_missing() {
        let bomb = packed(&vec![b' '; (16 << 20) + 1]);
        assert_eq!(
            last(&format!("(;SZ[2];W[ab]KT[{bomb}][{bomb}][{bomb}])")),
            None
        );
    }
}
