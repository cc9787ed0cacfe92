//! Operations on hostile inputs, and the memory that each may take.

use std::hint::black_box;

use kifu::check::Settings;
use kifu::diagram::{Svg, board, fen::Fen, sensei};
use kifu::figure::{Division, Line, Options as Drawing};
use kifu::jgf::Options;
use kifu::jgf::convert::Target;
use kifu::rules::{Repetition, Rules};
use kifu::sgf::canonical::Style;
use kifu::sgf::{Document, convert};
use kifu::sgn::{Collection, Reader};
use kifu::tree::game::PrivateData;

/// The name of an operation; the maximum of its peak memory in bytes for each byte of input, over all
/// shapes; and the function.
pub(crate) type Operation = (&'static str, usize, fn(&[u8]));

pub(crate) const SGF: &[Operation] = &[
    ("read", 32, |source| {
        black_box(Document::parse(source)).unwrap();
    }),
    ("count", 32, |source| {
        black_box(kifu::info::Totals::of(source)).unwrap();
    }),
    ("info", 200, |source| {
        let document = Document::parse(source).unwrap();
        black_box(kifu::info::FileInfo::of(&document));
    }),
    ("check", 2400, |source| {
        let document = Document::parse(source).unwrap();
        black_box(kifu::check::check(&document, &Settings::default()));
    }),
    ("check by superko", 2400, |source| {
        let document = Document::parse(source).unwrap();
        let rules = Rules {
            repetition: Repetition::Positional,
            ..Rules::LENIENT
        };
        let settings = Settings {
            rules: kifu::check::Ruling::By(rules),
        };
        black_box(kifu::check::check(&document, &settings));
    }),
    ("fix", 2400, |source| {
        let document = Document::parse(source).unwrap();
        black_box(kifu::check::fix(document, &Settings::default(), |_| true)).unwrap();
    }),
    ("fmt", 150, |source| {
        let document = Document::parse(source).unwrap();
        let _ = black_box(kifu::sgf::canonical::write(&document, &Style::default()));
    }),
    ("to games", 300, |source| {
        let document = Document::parse(source).unwrap();
        for root in document.roots() {
            black_box(convert::to_game(&document, root));
        }
    }),
    ("to SGF", 300, |source| {
        for_each_game(source, |game| {
            black_box(convert::from_game(game, PrivateData::Write));
            black_box(convert::from_game(game, PrivateData::Omit));
        })
    }),
    ("to JGF 1", 1200, |source| {
        for_each_game(source, |game| convert_through_jgf(game, Target::V1))
    }),
    ("to JGF 2", 1200, |source| {
        for_each_game(source, |game| convert_through_jgf(game, Target::V2))
    }),
    ("positions", 2400, |source| {
        let document = Document::parse(source).unwrap();
        for root in document.roots() {
            for position in kifu::position::main_line(&document, root) {
                black_box(position);
            }
        }
    }),
    ("figures", 2400, |source| {
        let document = Document::parse(source).unwrap();
        for root in document.roots() {
            let line = Line::main(&document, root);
            let every = Division::Every(100.try_into().unwrap());
            for figure in line.figures(1..=u32::MAX, every, &Drawing::default()) {
                black_box(Svg::default().draw(&figure));
            }
        }
    }),
    ("recording", 250, |source| {
        let recording = kifu::rgf::Recording::parse(source).unwrap();
        let read = recording.read(&kifu::rgf::Settings::default());
        let timeline = black_box(read.timeline);
        black_box(timeline.last());
        black_box(kifu::rgf::write(&timeline, read.dialect));
    }),
];

fn for_each_game(source: &[u8], work: impl Fn(&kifu::tree::game::Game)) {
    let document = Document::parse(source).unwrap();
    for root in document.roots() {
        work(&convert::to_game(&document, root).value);
    }
}

/// Converts a game to JGF and back to SGF.
fn convert_through_jgf(game: &kifu::tree::game::Game, target: Target) {
    let record = kifu::jgf::convert::from_game(game, target, PrivateData::Write).value;
    let json = record.to_json(&Options::COMPACT);
    let document = kifu::jgf::Document::parse(json.as_bytes()).unwrap();
    for record in &document.records {
        let game = kifu::jgf::convert::to_game(record).value;
        black_box(convert::from_game(&game, PrivateData::Write));
    }
}

pub(crate) const JGF: &[Operation] = &[
    ("read", 250, |source| {
        black_box(kifu::jgf::Document::parse(source)).unwrap();
    }),
    ("check", 600, |source| {
        black_box(kifu::check_jgf(source, &Settings::default())).unwrap();
    }),
    ("write", 250, |source| {
        let document = kifu::jgf::Document::parse(source).unwrap();
        black_box(document.to_json(&Options::COMPACT));
    }),
    ("to SGF and back", 1000, |source| {
        let document = kifu::jgf::Document::parse(source).unwrap();
        for record in &document.records {
            let game = kifu::jgf::convert::to_game(record).value;
            let text = convert::from_game(&game, PrivateData::Write).value;
            let sgf = Document::parse(text).unwrap();
            let game = convert::to_game(&sgf, sgf.roots().next().unwrap()).value;
            black_box(kifu::jgf::convert::from_game(
                &game,
                Target::V2,
                PrivateData::Write,
            ));
        }
    }),
];

pub(crate) const TEXT: &[Operation] = &[
    ("diagrams", 16, |source| {
        let text = String::from_utf8_lossy(source);
        for range in sensei::diagrams(&text) {
            if let Ok(read) = black_box(sensei::read(&text[range])) {
                black_box(sensei::write(&read.figure));
            }
        }
    }),
    ("board", 1, |source| {
        let _ = black_box(board::read(&String::from_utf8_lossy(source)));
    }),
    ("FEN", 1, |source| {
        let _ = black_box(String::from_utf8_lossy(source).parse::<Fen>());
    }),
    ("SGN", 100, |source| {
        let text = String::from_utf8_lossy(source);
        black_box(Collection::read(&text, Reader::LENIENT));
        black_box(Collection::read(&text, Reader::STRICT));
    }),
];
