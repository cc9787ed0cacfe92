//! Games: movement, variations, comments, searches, tried moves, the mouse.

use kifu_terminal::ratatui_core::style::Color;
use kifu_terminal::{Colors, Event, Flow, Key, MouseAction, Options, Symbols, Viewer};

use crate::screens::*;

const REVIEW: &str = "(;GM[1]FF[4]SZ[9]PB[Kim]BR[5d]PW[佐藤]WR[9p]RE[B+R]KM[6.5]RU[Japanese]EV[Final]\
    ;B[ee]BL[600]C[The centre.];W[gc]WL[65.5]OW[3](;B[cc]N[A corner]TE[1];W[cg];B[gg])\
    (;B[gg]C[Another corner: also good.]CR[gc]LB[cc:A][cg:12];W[cc];B[cg](;W[gf];B[fg])(;W[fg]))(;B[df]))";

fn shown(viewer: &mut Viewer<'_>) -> String {
    screen(viewer, 80, 16)
}

/// The line with the last move.
fn place(viewer: &mut Viewer<'_>) -> String {
    let screen = shown(viewer);
    let line = screen.lines().find_map(|line| {
        let at = line.find("Move ").or_else(|| line.find("Start"))?;
        Some(line[at..].trim_end().to_owned())
    });
    line.unwrap_or_else(|| panic!("the move is not shown:\n{screen}"))
}

#[test]
fn a_review() {
    let document = document(REVIEW);
    let mut viewer = Viewer::new(games(&document), plain());
    insta::assert_snapshot!("start", shown(&mut viewer));
    press(&mut viewer, [Key::Right, Key::Right]);
    insta::assert_snapshot!("branch", shown(&mut viewer));
    press(&mut viewer, [Key::Right, Key::Down]);
    insta::assert_snapshot!("variation", shown(&mut viewer));
}

#[test]
fn symbols_of_ascii() {
    let document = document(REVIEW);
    let mut options = plain();
    options.symbols = Symbols::Ascii;
    let mut viewer = Viewer::new(games(&document), options);
    press(&mut viewer, [Key::Right, Key::Right, Key::Right, Key::Down]);
    let screen = shown(&mut viewer);
    assert!(screen.replace(['佐', '藤'], "").is_ascii(), "{screen}");
    insta::assert_snapshot!("ascii", screen);
}

#[test]
fn movement_follows_the_line_that_was_visited() {
    let document = document(REVIEW);
    let mut viewer = Viewer::new(games(&document), plain());
    press(&mut viewer, [Key::End]);
    assert_eq!(place(&mut viewer), "Move 5: Black G3");
    press(
        &mut viewer,
        [Key::Home, Key::Right, Key::Right, Key::Right, Key::Down],
    );
    assert_eq!(place(&mut viewer), "Move 3: Black G3  m3:1  variation 2/3");
    // The variation is part of the line now.
    press(&mut viewer, [Key::Home, Key::End]);
    assert_eq!(place(&mut viewer), "Move 7: Black F3  m3:1.5");
    type_text(&mut viewer, "[");
    assert_eq!(place(&mut viewer), "Move 5: Black C3  m3:1.3  2 next");
    type_text(&mut viewer, "[");
    assert_eq!(place(&mut viewer), "Move 2: White G7  3 next");
    type_text(&mut viewer, "]]");
    assert!(
        shown(&mut viewer).contains("no branch follows in this line")
            || place(&mut viewer).starts_with("Move 5")
    );
    press(&mut viewer, [Key::Home, Key::Left]);
    assert!(shown(&mut viewer).contains("this is the start of the game"));
    press(&mut viewer, [Key::PageDown]);
    assert_eq!(place(&mut viewer), "Move 7: Black F3  m3:1.5");
}

#[test]
fn jumps_and_searches() {
    let document = document(REVIEW);
    let mut viewer = Viewer::new(games(&document), plain());
    type_text(&mut viewer, "4");
    assert!(shown(&mut viewer).contains("go to move: 4"));
    press(&mut viewer, [Key::Enter]);
    assert_eq!(place(&mut viewer), "Move 4: White C3");
    type_text(&mut viewer, "g99");
    press(&mut viewer, [Key::Enter]);
    assert!(shown(&mut viewer).contains("the line has no move 99; this is move 5"));
    type_text(&mut viewer, "/CORNER");
    press(&mut viewer, [Key::Enter]);
    assert_eq!(place(&mut viewer), "Move 3: Black G3  m3:1  variation 2/3");
    type_text(&mut viewer, "n");
    assert!(shown(&mut viewer).contains("the search continued at the start"));
    assert_eq!(place(&mut viewer), "Move 3: Black C7  variation 1/3");
    type_text(&mut viewer, "N");
    assert_eq!(place(&mut viewer), "Move 3: Black G3  m3:1  variation 2/3");
    type_text(&mut viewer, "/nowhere");
    press(&mut viewer, [Key::Enter]);
    assert!(shown(&mut viewer).contains("no comment contains nowhere"));
    press(&mut viewer, [Key::Home]);
    type_text(&mut viewer, "c");
    assert!(shown(&mut viewer).contains("The centre."));
    type_text(&mut viewer, "cc");
    assert!(shown(&mut viewer).contains("Another corner"));
    type_text(&mut viewer, "c");
    assert!(shown(&mut viewer).contains("no comment follows"));
    // Matches are highlighted.
    type_text(&mut viewer, "/also");
    press(&mut viewer, [Key::Enter]);
    let buffer = buffer(&mut viewer, 80, 16);
    let (column, row) = find(&text(&buffer), "also good");
    let cells = marked(&buffer, Color::Reset);
    assert!(cells.len() > 1 && !cells.is_empty());
    let reversed = |x| {
        buffer[(x, row)]
            .modifier
            .contains(kifu_terminal::ratatui_core::style::Modifier::REVERSED)
    };
    assert!(reversed(column) && reversed(column + 3) && !reversed(column + 4));
}

/// Black can capture two stones with C1, and White may not retake a ko.
const FIGHT: &str =
    "(;GM[1]FF[4]SZ[5]RU[Japanese]AB[ba][ab][bc][cb]AW[ca][cc][db]AW[bb]PL[B];B[dd])";

#[test]
fn moves_are_tried_by_the_rules() {
    let document =
        document("(;GM[1]FF[4]SZ[5]RU[Japanese]AB[ba][ab][bc]AW[bb][ca][cc][db]PL[B];B[ee];W[ed])");
    let mut viewer = Viewer::new(games(&document), plain());
    // A point is named: Black takes a ko.
    type_text(&mut viewer, "mC4");
    press(&mut viewer, [Key::Enter]);
    assert!(
        shown(&mut viewer).contains("Black C4 captures 1 stone"),
        "{}",
        shown(&mut viewer)
    );
    assert!(shown(&mut viewer).contains("tried 1 of 1"));
    type_text(&mut viewer, "mB4");
    press(&mut viewer, [Key::Enter]);
    assert!(
        shown(&mut viewer).contains("White B4 is not legal: ko: it may not be retaken immediately")
    );
    type_text(&mut viewer, "mpass");
    press(&mut viewer, [Key::Enter, Key::Left]);
    assert!(shown(&mut viewer).contains("tried 1 of 2"));
    insta::assert_snapshot!("tried", shown(&mut viewer));
    press(&mut viewer, [Key::Right, Key::Right]);
    assert!(shown(&mut viewer).contains("this is the last tried move"));
    // The record is as it was, and the moves are kept.
    press(&mut viewer, [Key::Escape]);
    assert_eq!(place(&mut viewer), "Start");
    assert!(shown(&mut viewer).contains("tried moves are kept here: t"));
    press(&mut viewer, [Key::Right]);
    assert!(!shown(&mut viewer).contains("tried moves are kept here"));
    press(&mut viewer, [Key::Left]);
    type_text(&mut viewer, "t");
    assert!(shown(&mut viewer).contains("tried 2 of 2"));
    type_text(&mut viewer, "x");
    assert!(shown(&mut viewer).contains("the tried moves are thrown away"));
    assert!(!shown(&mut viewer).contains("kept"));
    // A move of the record is followed.
    type_text(&mut viewer, "mE1");
    press(&mut viewer, [Key::Enter]);
    assert_eq!(place(&mut viewer), "Move 1: Black E1");
    type_text(&mut viewer, "mZ9");
    press(&mut viewer, [Key::Enter]);
    assert!(shown(&mut viewer).contains("type Q16, or pass"));
}

#[test]
fn several_lines_are_kept_at_a_place() {
    let document = document("(;GM[1]FF[4]SZ[5];B[cc])(;GM[1]SZ[5])");
    let mut viewer = Viewer::new(games(&document), plain());
    let play = |viewer: &mut Viewer<'_>, name: &str| {
        type_text(viewer, &format!("m{name}"));
        press(viewer, [Key::Enter]);
    };
    play(&mut viewer, "A1");
    play(&mut viewer, "B1");
    press(&mut viewer, [Key::Escape]);
    play(&mut viewer, "E1");
    // Another game does not lose the line, nor does the same one.
    type_text(&mut viewer, "<");
    press(&mut viewer, [Key::Tab, Key::Enter]);
    assert!(shown(&mut viewer).contains("tried 1 of 1"));
    type_text(&mut viewer, "><");
    assert!(shown(&mut viewer).contains("+ 2 lines of tried moves are kept here: t"));
    type_text(&mut viewer, "t");
    assert!(shown(&mut viewer).contains("tried 2 of 2, line 1 of 2"));
    // Another move after the first one is a third line.
    press(&mut viewer, [Key::Left]);
    play(&mut viewer, "C1");
    type_text(&mut viewer, "t");
    assert_eq!(place(&mut viewer), "Start");
    type_text(&mut viewer, "t");
    assert!(
        shown(&mut viewer).contains("1 B A1  2* W B1"),
        "{}",
        shown(&mut viewer)
    );
    type_text(&mut viewer, "t");
    assert!(shown(&mut viewer).contains("1* B E1"));
    type_text(&mut viewer, "x");
    assert!(shown(&mut viewer).contains("+ 2 lines"));
    type_text(&mut viewer, "tt");
    assert!(
        shown(&mut viewer).contains("1 B A1  2* W C1"),
        "{}",
        shown(&mut viewer)
    );
    type_text(&mut viewer, "xtx");
    assert!(!shown(&mut viewer).contains("kept"));
}

#[test]
fn a_pass_of_the_game_is_followed() {
    let document = document("(;GM[1]FF[4]SZ[5];B[];W[cc])");
    let mut viewer = Viewer::new(games(&document), plain());
    type_text(&mut viewer, "mpass");
    press(&mut viewer, [Key::Enter]);
    assert_eq!(place(&mut viewer), "Move 1: Black pass");
    assert!(!shown(&mut viewer).contains("tried"));
}

#[test]
fn labels_without_width_do_not_hide_stones() {
    let document = document("(;GM[1]FF[4]SZ[5]AB[cc]LB[cc:\u{200B}])");
    let mut viewer = Viewer::new(games(&document), plain());
    assert!(shown(&mut viewer).contains("─●─"), "{}", shown(&mut viewer));
}

#[test]
fn keys_without_a_use_leave_the_comment_where_it_is() {
    let lines: Vec<String> = (1..=40).map(|line| format!("line {line}.")).collect();
    let document = document(&format!("(;GM[1]SZ[9]C[{}])", lines.join("\n")));
    let mut viewer = Viewer::new(games(&document), plain());
    type_text(&mut viewer, "ddd");
    press(&mut viewer, [Key::Char('z'), Key::Escape, Key::BackTab]);
    assert!(!shown(&mut viewer).contains("line 3."));
    // The end of a page of text, and a click that closes a prompt.
    press(&mut viewer, [Key::Char('?'), Key::End]);
    assert!(shown(&mut viewer).contains("wheel"));
    press(&mut viewer, [Key::Escape, Key::Char('/')]);
    assert!(shown(&mut viewer).contains("search in comments:"));
    mouse(&mut viewer, 79, 14, MouseAction::Press);
    assert!(!shown(&mut viewer).contains("search in comments:"));
}

#[test]
fn the_cursor_stays_in_view() {
    let document = document("(;GM[1]SZ[9]VW[ba:dc];B[ii])");
    let mut viewer = Viewer::new(games(&document), plain());
    type_text(&mut viewer, &"l".repeat(9));
    assert!(
        shown(&mut viewer).contains("D8: Enter plays here"),
        "{}",
        shown(&mut viewer)
    );
    type_text(&mut viewer, &"j".repeat(9));
    assert!(
        shown(&mut viewer).contains("D7: Enter plays here"),
        "{}",
        shown(&mut viewer)
    );
}

#[test]
fn setup_with_captures_is_shown() {
    let document = document(FIGHT);
    let mut viewer = Viewer::new(games(&document), plain());
    press(&mut viewer, [Key::Right]);
    assert_eq!(place(&mut viewer), "Move 1: Black D2");
}

#[test]
fn the_keyboard_selects_points() {
    let document = document("(;GM[1]FF[4]SZ[5];B[cc])");
    let mut viewer = Viewer::new(games(&document), plain());
    type_text(&mut viewer, "hhk");
    assert!(
        shown(&mut viewer).contains("B4: Enter plays here"),
        "{}",
        shown(&mut viewer)
    );
    press(&mut viewer, [Key::Enter]);
    assert!(shown(&mut viewer).contains("Black B4 is tried"));
    type_text(&mut viewer, "hhhhhhhh");
    press(&mut viewer, [Key::Enter]);
    assert!(shown(&mut viewer).contains("White A4 is tried"));
    press(&mut viewer, [Key::Left, Key::Left, Key::Left]);
    assert_eq!(place(&mut viewer), "Start");
}

#[test]
fn the_mouse_plays_moves_and_shows_nodes() {
    let document = document(REVIEW);
    let mut viewer = Viewer::new(games(&document), plain());
    let at_start = shown(&mut viewer);
    // The point E5 is the move of the record.
    let (_, row) = find(&at_start, " 5 ├");
    mouse(&mut viewer, 2 + 2 * 4 + 1, row, MouseAction::Press);
    assert_eq!(place(&mut viewer), "Move 1: Black E5");
    mouse(&mut viewer, 2 + 1, row, MouseAction::Press);
    assert!(shown(&mut viewer).contains("White A5 is tried"));
    mouse(&mut viewer, 60, 7, MouseAction::ScrollUp);
    mouse(&mut viewer, 5, 3, MouseAction::ScrollUp);
    mouse(&mut viewer, 30, 3, MouseAction::ScrollUp);
    assert_eq!(place(&mut viewer), "Move 1: Black E5");
    mouse(&mut viewer, 3, 3, MouseAction::ScrollDown);
    assert_eq!(place(&mut viewer), "Move 2: White G7  3 next");
    // The tree: its first row has six nodes.
    let (column, row) = find(&shown(&mut viewer), "◇─●─○");
    mouse(&mut viewer, column + 10, row, MouseAction::Press);
    assert_eq!(place(&mut viewer), "Move 5: Black G3");
    mouse(&mut viewer, column, row, MouseAction::Press);
    assert_eq!(place(&mut viewer), "Start");
    // Nothing is at the corner of the screen.
    mouse(&mut viewer, 79, 15, MouseAction::Press);
    mouse(&mut viewer, u16::MAX, u16::MAX, MouseAction::Press);
    assert_eq!(place(&mut viewer), "Start");
}

#[test]
fn games_are_listed() {
    let document = document(
        "(;GM[1]SZ[9]PB[A]PW[B];B[aa])(;GM[2]SZ[9])(;GM[1]SZ[9]GN[Third\u{1b}[31m]C[here])",
    );
    let mut viewer = Viewer::new(games(&document), plain());
    press(&mut viewer, [Key::Tab]);
    insta::assert_snapshot!("list", screen(&mut viewer, 60, 8));
    press(&mut viewer, [Key::Down, Key::Enter]);
    assert!(shown(&mut viewer).contains("the game is not Go, but Othello"));
    press(
        &mut viewer,
        [
            Key::Right,
            Key::Char('h'),
            Key::Enter,
            Key::Char('t'),
            Key::Char('m'),
            Key::Char('A'),
            Key::Enter,
        ],
    );
    type_text(&mut viewer, ">");
    assert!(shown(&mut viewer).contains("here"));
    type_text(&mut viewer, ">");
    assert!(shown(&mut viewer).contains("this is the last game"));
    press(&mut viewer, [Key::Tab]);
    let _ = screen(&mut viewer, 60, 8);
    mouse(&mut viewer, 4, 1, MouseAction::Press);
    assert!(shown(&mut viewer).contains("A – B"));
    type_text(&mut viewer, "<");
    assert!(shown(&mut viewer).contains("this is the first game"));
}

#[test]
fn pages_of_text() {
    let document = document(REVIEW);
    let node = document.roots().next().unwrap();
    let entries = games(&document).into_iter();
    let finding =
        "the komi is unusual, and this sentence takes two lines of the narrow part".to_owned();
    let entries = entries.map(|entry| entry.with_findings([(node, finding.clone())]));
    let mut viewer = Viewer::new(entries.collect(), plain());
    assert!(shown(&mut viewer).contains("! the komi is unusual"));
    type_text(&mut viewer, "i");
    insta::assert_snapshot!("information", shown(&mut viewer));
    press(&mut viewer, [Key::Escape]);
    type_text(&mut viewer, "?");
    insta::assert_snapshot!("help", screen(&mut viewer, 80, 40));
    press(
        &mut viewer,
        [Key::Down, Key::PageDown, Key::PageDown, Key::PageDown],
    );
    assert!(shown(&mut viewer).contains("wheel"));
    press(&mut viewer, [Key::Char('q')]);
    assert_eq!(place(&mut viewer), "Start");
    assert_eq!(viewer.handle(Event::Key(Key::Char('q'))), Flow::Quit);
}

#[test]
fn illegal_moves_of_the_record_are_reported() {
    let document = document("(;GM[1]SZ[9];B[aa];W[aa])");
    let mut viewer = Viewer::new(games(&document), plain());
    press(&mut viewer, [Key::End]);
    assert!(shown(&mut viewer).contains("! "), "{}", shown(&mut viewer));
}

#[test]
fn long_comments_scroll() {
    let lines: Vec<String> = (1..=40).map(|line| format!("line {line}.")).collect();
    let document = document(&format!("(;GM[1]SZ[9]C[{}])", lines.join("\n")));
    let mut viewer = Viewer::new(games(&document), plain());
    assert!(shown(&mut viewer).contains("line 1."));
    type_text(&mut viewer, "ddd");
    let screen = shown(&mut viewer);
    assert!(
        !screen.contains("line 3.") && screen.contains("line 4."),
        "{screen}"
    );
    press(&mut viewer, [Key::Char('d'); 60]);
    assert!(shown(&mut viewer).contains("line 40."));
    let (column, row) = find(&shown(&mut viewer), "line 40.");
    mouse(&mut viewer, column, row, MouseAction::ScrollUp);
    let screen = shown(&mut viewer);
    assert!(
        !screen.contains("line 40.") && screen.contains("line 39."),
        "{screen}"
    );
}

#[test]
fn views_and_dimmed_points_apply_to_later_nodes() {
    let document = document("(;GM[1]SZ[19]VW[aa:ei]DD[aa:ba];B[cc];W[dd]VW[])");
    let mut viewer = Viewer::new(games(&document), plain());
    press(&mut viewer, [Key::Right]);
    let part = screen(&mut viewer, 80, 24);
    assert!(
        part.contains("A B C D E\n") || rows_with(&part, "F G") == 0,
        "{part}"
    );
    press(&mut viewer, [Key::Right]);
    assert_eq!(rows_with(&screen(&mut viewer, 80, 24), "S T"), 1);
}

#[test]
fn colours_have_a_board() {
    let document = document(REVIEW);
    for (colors, wood) in [
        (Colors::Indexed, Color::Indexed(179)),
        (Colors::Basic, Color::Yellow),
    ] {
        let mut options = Options::default();
        options.colors = colors;
        let mut viewer = Viewer::new(games(&document), options);
        press(&mut viewer, [Key::Right, Key::Right]);
        let buffer = buffer(&mut viewer, 80, 16);
        assert!(marked(&buffer, wood).len() > 9 * 19);
        // Stones of both colours are filled.
        assert!(
            !text(&buffer).lines().skip(3).any(|line| line.contains('○')),
            "{}",
            text(&buffer)
        );
    }
}
