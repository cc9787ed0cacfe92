//! Recordings: playing, pausing, seeking, and the tree as it grows.

use std::time::Duration;

use kifu_terminal::rgf::{Recording, Streams};
use kifu_terminal::sgf::Document;
use kifu_terminal::{Entry, Key, MouseAction, Viewer};

use crate::screens::*;

const MAIN: &str = "(;GM[1]FF[4]SZ[9]PB[Kim]PW[Sato]AB[cc]GS[talk.rgf:90])";
const TALK: &str = "(;TS[1]B[ee]TS[1]C[The centre]TS[3](;TS[10]W[gc]TS[10]C[ and then\n]TS[11];TS[20]B[gg]TS[20])\
    (;TS[30]W[cg]TS[30]C[the other side]TS[31]))";

fn with_viewer(test: impl FnOnce(&mut Viewer<'_>)) {
    let main = Document::parse(MAIN).unwrap();
    let stream = &Streams::of(&main).streams[0];
    let talk = Recording::parse(TALK).unwrap();
    let timeline = talk.read(&stream.settings(&main)).timeline;
    let entry = Entry::recording(&main, stream, &timeline, "talk.sgf");
    test(&mut Viewer::new(vec![entry], plain()));
}

fn shown(viewer: &mut Viewer<'_>) -> String {
    screen(viewer, 80, 16)
}

#[test]
fn a_recording_is_played() {
    with_viewer(|viewer| {
        insta::assert_snapshot!("recording_start", shown(viewer));
        assert_eq!(viewer.due(), None);
        assert!(!viewer.pass(5 * SECOND));
        type_text(viewer, " ");
        assert_eq!(viewer.due(), Some(Duration::from_millis(200)));
        assert!(viewer.pass(12 * SECOND));
        insta::assert_snapshot!("recording_12_seconds", shown(viewer));
        type_text(viewer, " ");
        assert!(!viewer.pass(SECOND));
        press(viewer, [Key::Up]);
        insta::assert_snapshot!("recording_end", shown(viewer));
    });
}

#[test]
fn recordings_are_searched_and_seeked() {
    with_viewer(|viewer| {
        type_text(viewer, "g0:21");
        press(viewer, [Key::Enter]);
        assert!(shown(viewer).contains("Black G3"), "{}", shown(viewer));
        type_text(viewer, "/OTHER");
        press(viewer, [Key::Enter]);
        assert!(shown(viewer).contains("the other side"));
        type_text(viewer, "/centre");
        press(viewer, [Key::Enter]);
        assert!(shown(viewer).contains("the search continued at the start"));
        assert!(shown(viewer).contains("The centre"));
        type_text(viewer, "c");
        assert!(shown(viewer).contains("and then"));
        type_text(viewer, "gx");
        press(viewer, [Key::Enter]);
        assert!(shown(viewer).contains("type a time, such as 1:30"));
        type_text(viewer, "++");
        assert!(shown(viewer).contains("1.5×"), "{}", shown(viewer));
        // Moves are tried in a recording, which pauses.
        type_text(viewer, " mA1");
        press(viewer, [Key::Enter]);
        assert!(shown(viewer).contains("A1 is tried"));
        assert_eq!(viewer.due(), None);
        press(viewer, [Key::Escape, Key::End]);
        // A node of the tree is shown at the moment at which it was shown first.
        let (column, row) = find(&shown(viewer), "◇─●─○");
        mouse(viewer, column + 4, row, MouseAction::Press);
        assert!(shown(viewer).contains("White G7"), "{}", shown(viewer));
        mouse(viewer, column, row, MouseAction::Press);
        assert!(shown(viewer).contains("‖ 0:00 /"), "{}", shown(viewer));
    });
}

#[test]
fn nodes_that_do_not_exist_yet_are_not_drawn() {
    with_viewer(|viewer| {
        assert_eq!(rows_with(&shown(viewer), "●─○"), 0);
        press(viewer, [Key::End]);
        assert_eq!(rows_with(&shown(viewer), "╰─"), 1);
        type_text(viewer, "g0:15");
        press(viewer, [Key::Enter]);
        assert_eq!(rows_with(&shown(viewer), "╰─"), 0);
    });
}
