//! The law of the viewer: whatever is pressed, it does not panic, and it draws.

use std::fs;
use std::time::Duration;

use kifu_terminal::rgf::{Recording, Session, Streams};
use kifu_terminal::sgf::Document;
use kifu_terminal::{Entry, Event, Flow, Key, Mouse, MouseAction, Options, Symbols, Viewer};
use kifu_testkit::{files, repository};

use crate::screens::*;

/// A generator of random numbers, always in the same order.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % end
    }

    fn event(&mut self) -> Event {
        const KEYS: [Key; 14] = [
            Key::Left,
            Key::Right,
            Key::Up,
            Key::Down,
            Key::Home,
            Key::End,
            Key::PageUp,
            Key::PageDown,
            Key::Enter,
            Key::Escape,
            Key::Backspace,
            Key::Tab,
            Key::BackTab,
            Key::Right,
        ];
        const CHARS: &str = "?i><//nNgg0123456789mmduhjklttoxcCbB[] ,.+-=pasQqaebcf黒é";
        match self.below(10) {
            0..3 => Event::Key(KEYS[self.below(KEYS.len() as u64) as usize]),
            3..8 => {
                let at = self.below(CHARS.chars().count() as u64) as usize;
                Event::Key(Key::Char(CHARS.chars().nth(at).unwrap()))
            }
            _ => {
                let (column, row) = (self.below(85) as u16, self.below(30) as u16);
                let action = match self.below(3) {
                    0 => MouseAction::Press,
                    1 => MouseAction::ScrollUp,
                    _ => MouseAction::ScrollDown,
                };
                Event::Mouse(Mouse::new(column, row, action))
            }
        }
    }
}

/// Handles random events, and draws after each.
fn drive(viewer: &mut Viewer<'_>, random: &mut Random, count: usize) {
    for _ in 0..count {
        let flow = viewer.handle(random.event());
        assert!(matches!(flow, Flow::Continue | Flow::Quit));
        viewer.pass(Duration::from_millis(random.below(5000)));
        let (width, height) = match random.below(8) {
            0 => (random.below(210) as u16, random.below(60) as u16),
            _ => (80, 24),
        };
        let drawn = buffer(viewer, width, height);
        if width >= 12 && height >= 5 {
            // The title and the board, or the reason why there is none.
            assert!(text(&drawn).trim().chars().count() > 5);
        }
    }
}

fn drive_file(source: Vec<u8>, random: &mut Random, count: usize) {
    let Ok(document) = Document::parse(source.clone()) else {
        return;
    };
    let mut options = Options::default();
    options.symbols = if random.below(4) == 0 {
        Symbols::Ascii
    } else {
        Symbols::Unicode
    };
    let mut viewer = Viewer::new(games(&document), options);
    drive(&mut viewer, random, count);
    // The same bytes as a recording.
    let Ok(session) = Session::of_recording("x.rgf", source) else {
        return;
    };
    let recordings = session
        .loaded()
        .map(|(stream, track)| Entry::recording(&session.main, stream, track.timeline(), "x.rgf"));
    let mut viewer = Viewer::new(recordings.collect(), options);
    drive(&mut viewer, random, count);
}

#[test]
fn any_events_are_handled() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let crates = repository("crates");
    let folders = [
        crates.join("kifu-sgf/test_data"),
        crates.join("kifu-rgf/test_data"),
        repository("corpus/sgf"),
    ];
    let mut count = 0;
    for folder in folders {
        for file in files(&folder) {
            let is_record = |extension: &std::ffi::OsStr| {
                ["sgf", "rgf"].iter().any(|known| extension == *known)
            };
            if !file.extension().is_some_and(is_record) {
                continue;
            }
            let source = fs::read(&file).unwrap();
            if source.len() < 100_000 {
                drive_file(source, &mut random, 5);
                count += 1;
            }
        }
    }
    assert!(count > 300, "{count}");
}

#[test]
fn a_long_session_in_one_game() {
    let mut random = Random(42);
    let file =
        repository("corpus/sgf/games/professional/046_1983-03-09_cho-chikun_fujisawa-hideyuki.sgf");
    drive_file(fs::read(file).unwrap(), &mut random, 800);
    // A recording whose nodes come and go.
    let main = Document::parse("(;GM[1]SZ[9]GS[t.rgf])").unwrap();
    let stream = &Streams::of(&main).streams[0];
    let talk = "(;TS[1]B[ee]TS[1](;TS[2]W[aa]TS[2]C[x]TS[3];TS[4]RM[]TS[5])(;TS[6]W[bb]TS[6](;TS[7])(;TS[8]RM[]TS[9])))";
    let talk = Recording::parse(talk).unwrap();
    let timeline = talk.read(&stream.settings(&main)).timeline;
    let mut viewer = Viewer::new(
        vec![Entry::recording(&main, stream, &timeline, "")],
        Options::default(),
    );
    drive(&mut viewer, &mut random, 800);
}

#[test]
fn nothing_is_shown_without_games() {
    let mut viewer = Viewer::new(Vec::new(), plain());
    drive(&mut viewer, &mut Random(7), 200);
}
