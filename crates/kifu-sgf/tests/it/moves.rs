//! Tests of the moves and of the information about games.

use kifu_core::Points;
use kifu_sgf::{Color, Document, GameContext, GameType, Move, Point};
use kifu_testkit::{hold_on, repository};

/// [`Document::moves`] and [`kifu_sgf::NodeRef::play`] agree with the count of moves in each node.
#[test]
fn moves_agree_with_their_count() {
    hold_on(&repository("corpus/sgf"), |source| {
        let document = Document::parse(source).unwrap();
        for root in document.roots() {
            let context = GameContext::of(document.node(root));
            if context.game != GameType::GO {
                assert_eq!(document.moves(root).count(), 0);
                continue;
            }
            let mut moves = document.moves(root);
            for node in document.main_line(root) {
                let of_node: Vec<_> = moves.by_ref().take(node.move_count(&context)).collect();
                assert_eq!(of_node.len(), node.move_count(&context));
                assert_eq!(node.play(&context), of_node.first().copied());
            }
            assert_eq!(moves.next(), None);
        }
    });
}

#[test]
fn moves_are_read_in_every_spelling() {
    let document =
        Document::parse("(;SZ[9];Black[D4]C[x];W[];B[zz];W[tt]B[cc];B[aa][bb])").unwrap();
    let root = document.roots().next().unwrap();
    let moves: Vec<_> = document.moves(root).collect();
    let play = |col, row| Move::Play(Point::new(col, row));
    let expected = [
        (Color::Black, play(3, 5)),
        (Color::White, Move::Pass),
        (Color::White, Move::Pass),
        (Color::Black, play(2, 2)),
        (Color::Black, play(0, 0)),
    ];
    assert_eq!(moves, expected);
}

#[test]
fn information_is_found_below_the_root_and_in_old_spellings() {
    let source = "(;GaMe[1]PlayerBlack[Ann\\\nLee]KM[x]HA[-1];B[aa]GC[one\ntwo]KM[5.5]HA[3]RE[];PW[Bob]PB[no])";
    let document = Document::parse(source).unwrap();
    let info = document.game_info(document.roots().next().unwrap());
    assert_eq!(info.black.as_deref(), Some("AnnLee"));
    assert_eq!(info.white.as_deref(), Some("Bob"));
    assert_eq!(info.comment.as_deref(), Some("one\ntwo"));
    assert_eq!(info.result.as_deref(), Some(""));
    // The first value counts, even if it is not a number.
    assert_eq!(info.komi, None);
    assert_eq!(info.handicap, None);
    let document = Document::parse("(;KM[6.5];HA[3])").unwrap();
    let info = document.game_info(document.roots().next().unwrap());
    assert_eq!(
        (info.komi, info.handicap),
        (Some(Points::from_halves(13)), Some(3))
    );
}

#[test]
fn every_text_about_a_game_has_a_field() {
    let idents = [
        "PB", "PW", "BR", "WR", "BT", "WT", "RE", "DT", "GN", "EV", "RO", "PC", "RU", "TM", "OT",
        "ON", "AN", "SO", "US", "CP", "GC",
    ];
    let properties = idents.map(|ident| format!("{ident}[value of {ident}]"));
    let document = Document::parse(format!("(;{})", properties.concat())).unwrap();
    let info = document.game_info(document.roots().next().unwrap());
    let fields = [
        info.black,
        info.white,
        info.black_rank,
        info.white_rank,
        info.black_team,
        info.white_team,
        info.result,
        info.date,
        info.name,
        info.event,
        info.round,
        info.place,
        info.rules,
        info.time_limit,
        info.overtime,
        info.opening,
        info.annotator,
        info.source,
        info.user,
        info.copyright,
        info.comment,
    ];
    for (ident, field) in idents.into_iter().zip(fields) {
        assert_eq!(field.as_deref(), Some(&*format!("value of {ident}")));
    }
}
