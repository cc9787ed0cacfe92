//! Screens and boards of all sizes.

use kifu_terminal::Key;
use kifu_terminal::Viewer;

use crate::screens::*;

#[test]
fn sizes_of_screens() {
    let document = document(
        "(;GM[1]FF[4]SZ[19]PB[Kim]PW[Sato]RE[W+3.5];B[pd]C[A long comment that takes several lines on a narrow screen, and one \
         on a wide one.];W[dp];B[pp](;W[dd];B[fq])(;W[fc]))",
    );
    let mut viewer = Viewer::new(games(&document), plain());
    press(&mut viewer, [Key::Right]);
    for (width, height) in [
        (80, 24),
        (200, 50),
        (120, 24),
        (44, 40),
        (44, 24),
        (30, 12),
        (20, 6),
        (11, 4),
    ] {
        insta::assert_snapshot!(
            format!("{width}x{height}"),
            screen(&mut viewer, width, height)
        );
    }
}

#[test]
fn every_size_is_drawn() {
    let boards = [
        "(;GM[1]SZ[19]C[a];B[pd];W[dd])",
        "(;GM[1]SZ[52];B[zZ]C[b])",
        "(;GM[1]SZ[1])",
        "(;GM[1]SZ[2:40];B[ab])",
    ];
    for source in boards {
        let document = document(source);
        let mut viewer = Viewer::new(games(&document), plain());
        press(&mut viewer, [Key::Right]);
        for width in (0..24).chain((24..130).step_by(7)) {
            for height in [0, 1, 2, 3, 4, 5, 6, 7, 9, 12, 17, 23, 24, 30, 61] {
                let _ = buffer(&mut viewer, width, height);
            }
        }
    }
}

#[test]
fn comments_beside_small_boards_are_shown() {
    let lines: Vec<String> = (1..=6).map(|line| format!("line {line}.")).collect();
    let comment = lines.join("\n");
    let sources = [
        format!("(;GM[1]SZ[9]KM[6.5]C[{comment}];B[aa])"),
        format!("(;GM[1]SZ[3]KM[6.5]C[{comment}];B[aa](;W[bb])(;W[cc]))"),
        format!("(;GM[1]SZ[19]VW[aa:cc]KM[6.5]C[{comment}];B[aa])"),
        // A high tree takes half of the screen.
        format!("(;GM[1]SZ[3]C[{comment}]{})", "(;B[aa])".repeat(50)),
    ];
    for source in sources {
        let document = document(&source);
        let mut viewer = Viewer::new(games(&document), plain());
        let screen = screen(&mut viewer, 80, 24);
        assert!(screen.contains("line 6."), "{screen}");
        assert!(screen.contains("─ Tree ─"), "{screen}");
    }
}

#[test]
fn large_boards_scroll_to_the_last_move() {
    let document = document("(;GM[1]FF[4]SZ[52];B[aa];W[ZZ])");
    let mut viewer = Viewer::new(games(&document), plain());
    press(&mut viewer, [Key::Right]);
    let first = screen(&mut viewer, 80, 24);
    assert!(first.contains("52(●)"), "{first}");
    press(&mut viewer, [Key::Right]);
    let last = screen(&mut viewer, 80, 24);
    assert!(last.contains("(○)") && last.contains(" 1─"), "{last}");
    insta::assert_snapshot!("board_of_52", last);
    // Moving the cursor scrolls, too.
    type_text(&mut viewer, &"k".repeat(60));
    assert!(screen(&mut viewer, 80, 24).contains("52─"));
}

#[test]
fn wide_characters_take_two_columns() {
    let document = document(
        "(;GM[1]FF[4]SZ[9]PB[井山裕太]BR[九段]PW[이세돌]WR[9段]RE[黒中押し勝ち];B[ee]C[黒は右上を守る。白は左下へ向かい、黒は中央を厚くした。\
         次の手が勝負を決める。]LB[cc:あ][dd:一二三])",
    );
    let mut viewer = Viewer::new(games(&document), plain());
    press(&mut viewer, [Key::Right]);
    insta::assert_snapshot!("cjk", screen(&mut viewer, 60, 14));
}
