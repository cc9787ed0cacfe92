//! Laws that hold for every text and every figure. Tests run them over cases, samples and random bytes; the fuzzer
//! uses this same file.

use kifu_core::{ByColor, Color, Move, Point, Points, Setup, Size};
use kifu_diagram::fen::Fen;
use kifu_diagram::{
    Coordinates, Figure, Link, LostFeature, Mark, Svg, Symbols, Text, View, board, sensei,
};

/// Checks all laws on a source, both as a text and as the recipe of a figure.
pub(crate) fn all(source: &[u8]) {
    let text = String::from_utf8_lossy(source);
    read_text_is_written_back(&text);
    let mut bytes = Bytes(source);
    let figure = figure(&mut bytes);
    svg_is_xml(&figure);
    text_is_even(&figure);
    sensei_lists_its_losses(&figure);
    showboard_reads_back(&figure);
    sensei_reads_back(&sensei_figure(&mut Bytes(source)));
    fen_reads_back(&mut Bytes(source));
}

/// Readers accept any text, and a diagram that was read reads back the same after writing.
pub(crate) fn read_text_is_written_back(text: &str) {
    let mut end = 0;
    for range in sensei::diagrams(text) {
        assert!(range.start >= end && !range.is_empty());
        end = range.end;
    }
    if let Ok(reading) = sensei::read(text) {
        let written = sensei::write(&reading.figure);
        let known = |lost: &LostFeature| {
            // Unusual board shapes and control characters in texts can be lost.
            matches!(
                lost,
                LostFeature::Size
                    | LostFeature::View
                    | LostFeature::Title
                    | LostFeature::UnplacedMoves
                    | LostFeature::Links
                    | LostFeature::Arrows
                    | LostFeature::Lines
            )
        };
        let unknown: Vec<_> = written.lost.iter().filter(|lost| !known(lost)).collect();
        let square = reading.figure.size().cols() == reading.figure.size().rows();
        assert!(
            unknown.is_empty() || !square,
            "{unknown:?}\n{}",
            written.text
        );
        svg_is_xml(&reading.figure);
    }
    if let Ok(figure) = board::read(text) {
        showboard_reads_back(&figure);
    }
    if let Ok(fen) = text.parse::<Fen>() {
        assert_eq!(fen.to_string().parse().as_ref(), Ok(&fen));
    }
}

/// Every drawing is XML with the title and the description, without scripts or ids.
pub(crate) fn svg_is_xml(figure: &Figure) {
    let svg = Svg::default().draw(figure);
    let document = roxmltree::Document::parse(&svg).unwrap_or_else(|e| panic!("{e}\n{svg}"));
    let root = document.root_element();
    assert_eq!(
        root.tag_name().namespace(),
        Some("http://www.w3.org/2000/svg")
    );
    let first: Vec<_> = root
        .children()
        .take(2)
        .map(|n| n.tag_name().name())
        .collect();
    assert_eq!(first, ["title", "desc"]);
    for node in document.descendants().filter(|node| node.is_element()) {
        let known = [
            "svg", "title", "desc", "style", "rect", "path", "g", "circle", "text",
        ];
        assert!(known.contains(&node.tag_name().name()), "{node:?}");
        for attribute in node.attributes() {
            let name = attribute.name();
            assert!(!name.starts_with("on") && name != "id" && name != "href");
            // Every coordinate is a number.
            assert!(!attribute.value().contains("NaN") && !attribute.value().contains("inf"));
        }
    }
}

/// In every style, the lines of a board have the same width, and no character controls the terminal.
pub(crate) fn text_is_even(figure: &Figure) {
    use unicode_width::UnicodeWidthStr;
    for symbols in [Symbols::Ascii, Symbols::Unicode] {
        let plain = Text {
            symbols,
            color: false,
        }
        .draw(figure);
        assert!(
            plain.chars().all(|c| c == '\n' || !c.is_control()),
            "{plain:?}"
        );
        assert!(plain.ends_with('\n'));
        if figure.coordinates == Coordinates::Western {
            let game = &figure.game;
            let has_players = [&game.black, &game.white, &game.result]
                .iter()
                .any(|text| !text.trim().is_empty());
            let game = usize::from(!game.title.trim().is_empty()) + usize::from(has_players);
            let title = figure.title.lines().count() + game;
            let rows = usize::from(figure.view.on(figure.size()).rows());
            let wide: Vec<usize> = plain
                .lines()
                .skip(title + 1)
                .take(rows)
                .map(str::width)
                .collect();
            let number = figure.size().rows() - figure.view.on(figure.size()).first().row;
            let number = number.to_string().len().max(2);
            assert!(
                wide.iter().all(|&w| w == wide[0]),
                "{number} {wide:?}\n{plain}"
            );
        }
        let colored = Text {
            symbols,
            color: true,
        }
        .draw(figure);
        assert!(
            colored
                .chars()
                .all(|c| c == '\n' || c == '\x1B' || !c.is_control())
        );
    }
}

/// Every feature that is not listed as lost is present when the diagram is read back.
pub(crate) fn sensei_lists_its_losses(figure: &Figure) {
    let written = sensei::write(figure);
    let read = sensei::read(&written.text).unwrap_or_else(|e| panic!("{e:?}\n{}", written.text));
    assert_eq!(read.unread, [], "{}", written.text);
    if written.lost.is_empty() {
        assert_eq!(&read.figure, figure, "{}", written.text);
    }
}

/// A figure that the notation can express in full reads back the same.
pub(crate) fn sensei_reads_back(figure: &Figure) {
    let written = sensei::write(figure);
    assert_eq!(written.lost, [], "{}", written.text);
    let reading = sensei::read(&written.text).unwrap();
    assert_eq!(&reading.figure, figure, "{}", written.text);
}

/// Stones, the last move, captures and the side to move read back from `showboard`.
pub(crate) fn showboard_reads_back(figure: &Figure) {
    let read = board::read(&board::showboard(figure)).unwrap();
    let mut expected = Figure::new(&figure.setup());
    expected.to_play = figure.to_play;
    expected.captures = figure.captures;
    expected.last = figure.last.filter(|&last| figure.size().contains(last));
    expected.coordinates = Coordinates::Western;
    assert_eq!(read, expected, "{}", board::showboard(figure));
    if figure.size().cols() > 1 {
        let read = board::read(&board::plain(figure)).unwrap();
        assert_eq!(read, Figure::new(&figure.setup()));
    }
}

/// A position reads back from FEN.
fn fen_reads_back(bytes: &mut Bytes<'_>) {
    let mut setup = Setup::empty(size(bytes));
    for point in setup.size().points() {
        setup.put(point, stone(bytes));
    }
    setup.to_play = Some(Color::ALL[bytes.below(2)]);
    setup.ko = Some(point(bytes, setup.size())).filter(|_| bytes.below(2) == 0);
    let mut fen = Fen::new(setup);
    let tenths =
        |bytes: &mut Bytes<'_>| Points::from_hundredths(10 * (bytes.below(256) as i32 - 99));
    (fen.points.black, fen.points.white) = (tenths(bytes), tenths(bytes));
    fen.komi = tenths(bytes);
    fen.captures.white = bytes.below(256) as u32;
    fen.move_number = bytes.below(256) as u32;
    let text = fen.to_string();
    assert_eq!(text.parse::<Fen>().as_ref(), Ok(&fen), "{text}");
}

/// A figure derived from a source.
pub(crate) fn figure(bytes: &mut Bytes<'_>) -> Figure {
    let mut figure = Figure::empty(size(bytes));
    let size = figure.size();
    figure.coordinates =
        [Coordinates::None, Coordinates::Western, Coordinates::Sgf][bytes.below(3)];
    figure.view = View::between(point(bytes, size), point(bytes, size));
    figure.stars = bytes.below(2) == 0;
    figure.to_play = stone(bytes);
    if bytes.below(2) == 0 {
        figure.last = Some(Point::new(bytes.below(56) as u8, bytes.below(56) as u8));
        figure.captures = Some(ByColor {
            black: 3,
            white: bytes.below(256) as u32,
        });
    }
    figure.title = text(bytes);
    figure.captions = vec![text(bytes), text(bytes)];
    for _ in 0..bytes.below(64) {
        let at = point(bytes, size);
        match bytes.below(9) {
            0 => figure[at].stone = stone(bytes),
            1 => figure[at].mark = mark(bytes),
            2 => figure[at].label = Some(text(bytes)),
            3 => figure[at].number = Some(u32::from(bytes.next()) << bytes.below(24)),
            4 => figure[at].territory = stone(bytes),
            5 => figure[at].variation = stone(bytes),
            6 => (figure[at].dimmed, figure[at].hidden) = (true, bytes.below(2) == 0),
            7 => {
                let number = bytes.below(300) as u32;
                let action = if bytes.below(4) > 0 {
                    Move::Play(at)
                } else {
                    Move::Pass
                };
                figure.play(Color::ALL[bytes.below(2)], action, number);
            }
            _ => {
                let ends = [at, Point::new(bytes.below(56) as u8, bytes.below(56) as u8)];
                match bytes.below(2) {
                    0 => figure.lines.push(ends),
                    _ => figure.arrows.push(ends),
                }
            }
        }
    }
    figure
}

/// A figure that Sensei's notation can express in full.
pub(crate) fn sensei_figure(bytes: &mut Bytes<'_>) -> Figure {
    let side = [19, 9, 13, 1 + bytes.below(52) as u8][bytes.below(4)];
    let mut figure = Figure::empty(Size::square(side).unwrap());
    let size = figure.size();
    // The figure touches a side and an end, so that its position is known.
    let corner = [0, side - 1];
    let corner = Point::new(corner[bytes.below(2)], corner[bytes.below(2)]);
    figure.view = View::between(corner, point(bytes, size));
    if bytes.below(2) == 0 {
        figure.coordinates = Coordinates::Western;
    }
    let title: String = text(bytes).chars().filter(|c| c.is_alphabetic()).collect();
    figure.title = title;
    let inside = |bytes: &mut Bytes<'_>, view: View| {
        let (first, last) = (view.first(), view.last());
        Point::new(
            first.col + bytes.below(usize::from(last.col - first.col) + 1) as u8,
            first.row + bytes.below(usize::from(last.row - first.row) + 1) as u8,
        )
    };
    let (start, first) = (bytes.below(200) as u32, Color::ALL[bytes.below(2)]);
    let mut number = start;
    for _ in 0..bytes.below(64) {
        let at = inside(bytes, figure.view);
        let free = figure[at] == kifu_diagram::Cell::default();
        match bytes.below(6) {
            0 if free => figure[at].stone = stone(bytes),
            1 if free => figure[at].mark = mark(bytes).filter(|&mark| mark != Mark::Selected),
            2 if free => {
                figure[at].stone = stone(bytes);
                figure[at].mark = mark(bytes).filter(|&mark| mark != Mark::Selected);
            }
            3 if free => figure[at].label = Some(char::from(b'a' + bytes.below(26) as u8).into()),
            4 => {
                let there = figure[at].number;
                let plain = figure[at].stone.is_some() && there.is_none();
                if number < start + 10 && (free || there.is_some()) && !plain {
                    let color = if (number - start) % 2 == 0 {
                        first
                    } else {
                        !first
                    };
                    figure.play(color, Move::Play(at), number);
                    number += 1;
                }
            }
            _ => {
                let to = inside(bytes, figure.view);
                match bytes.below(4) {
                    0 => figure.arrows.push([at, to]),
                    1 => figure.lines.push([at, to]),
                    2 if free => figure[at].dimmed = true,
                    _ if free => figure[at].hidden = true,
                    _ => {}
                }
            }
        }
    }
    if number == start {
        figure.to_play = stone(bytes);
    }
    // Two equal labels do not name a point for a move; a link is kept unchanged.
    if bytes.below(2) == 0 {
        figure.links.push(Link {
            symbol: 'a',
            target: "Some Page".into(),
        });
    }
    figure
}

fn size(bytes: &mut Bytes<'_>) -> Size {
    let side = 1 + bytes.below(52) as u8;
    let other = [side, side, 1 + bytes.below(52) as u8][bytes.below(3)];
    Size::new(side, other).unwrap()
}

fn point(bytes: &mut Bytes<'_>, size: Size) -> Point {
    let col = bytes.below(usize::from(size.cols())) as u8;
    Point::new(col, bytes.below(usize::from(size.rows())) as u8)
}

fn stone(bytes: &mut Bytes<'_>) -> Option<Color> {
    [None, Some(Color::Black), Some(Color::White)][bytes.below(3)]
}

fn mark(bytes: &mut Bytes<'_>) -> Option<Mark> {
    let marks = [
        Mark::Circle,
        Mark::Square,
        Mark::Triangle,
        Mark::Cross,
        Mark::Selected,
    ];
    Some(marks[bytes.below(5)])
}

/// A part of the source itself, so that it can contain anything.
fn text(bytes: &mut Bytes<'_>) -> String {
    let len = bytes.below(40).min(bytes.0.len());
    let (text, rest) = bytes.0.split_at(len);
    bytes.0 = rest;
    String::from_utf8_lossy(text).into_owned()
}

/// Choices derived from a source; zero after its end.
pub(crate) struct Bytes<'s>(pub(crate) &'s [u8]);

impl Bytes<'_> {
    fn next(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else {
            return 0;
        };
        self.0 = rest;
        first
    }

    fn below(&mut self, limit: usize) -> usize {
        usize::from(self.next()) % limit
    }
}
