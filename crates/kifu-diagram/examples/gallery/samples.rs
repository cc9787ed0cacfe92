//! Figures of every kind, for the gallery, the snapshots and the laws.

use kifu_core::{ByColor, Color, Move, Point, Setup, Size, Western};
use kifu_diagram::{Coordinates, Figure, GameHeading, Mark, View};

/// All samples, by name.
pub(crate) fn all() -> Vec<(&'static str, Figure)> {
    vec![
        ("empty", Figure::empty(Size::default())),
        ("game", game(60)),
        ("game-print", game(210)),
        ("marks-night", marks()),
        ("marks", marks()),
        ("labels", labels()),
        ("corner", corner()),
        ("middle", middle()),
        ("scattered", scattered()),
        ("score", score()),
        ("rectangle", rectangle()),
        ("largest", largest()),
        ("tiny", Figure::empty(Size::square(1).unwrap())),
        ("position", position()),
        ("heading", heading()),
        ("arrows", arrows()),
        ("alphabet", alphabet()),
    ]
}

fn at(name: &str, figure: &Figure) -> Point {
    Western::parse(name, figure.size()).unwrap()
}

/// The first moves of an invented game, with moves on occupied points listed below.
pub(crate) fn game(count: u32) -> Figure {
    let mut figure = Figure::empty(Size::default());
    figure.coordinates = Coordinates::Western;
    figure.title = format!("Figure 1 (1\u{2013}{count})");
    let mut seed = 7u32;
    for number in 1..=count {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let point = Point::new((seed >> 8) as u8 % 19, (seed >> 16) as u8 % 19);
        let color = Color::ALL[(number as usize + 1) % 2];
        figure.play(color, Move::Play(point), number);
    }
    figure
}

/// Each mark on a black stone, a white one, an empty point, and with numbers and labels.
pub(crate) fn marks() -> Figure {
    let mut figure = Figure::empty(Size::square(9).unwrap());
    figure.coordinates = Coordinates::Western;
    figure.title = "Marks".into();
    let marks = [
        Mark::Circle,
        Mark::Square,
        Mark::Triangle,
        Mark::Cross,
        Mark::Selected,
    ];
    for (col, mark) in (0..).zip(marks) {
        for (row, stone) in [Some(Color::Black), Some(Color::White), None]
            .into_iter()
            .enumerate()
        {
            let cell = &mut figure[Point::new(col, row as u8)];
            (cell.stone, cell.mark) = (stone, Some(mark));
            let cell = &mut figure[Point::new(col, row as u8 + 3)];
            (cell.stone, cell.mark) = (stone, Some(mark));
            match stone {
                Some(_) => cell.number = Some(u32::from(col) * 30 + row as u32),
                None => cell.label = Some("A".into()),
            }
        }
    }
    for (name, color) in [("G9", Color::Black), ("H9", Color::White)] {
        let point = at(name, &figure);
        figure[point].variation = Some(color);
    }
    for (name, stone) in [
        ("G8", None),
        ("H8", Some(Color::Black)),
        ("J8", Some(Color::White)),
    ] {
        let point = at(name, &figure);
        (figure[point].dimmed, figure[point].stone) = (true, stone);
    }
    figure.lines.push([at("G7", &figure), at("J5", &figure)]);
    figure.arrows.push([at("A3", &figure), at("E1", &figure)]);
    figure.arrows.push([at("J3", &figure), at("G3", &figure)]);
    let last = at("G2", &figure);
    figure[last].stone = Some(Color::White);
    figure.last = Some(last);
    figure
}

/// Labels from one letter to a sentence, on stones and on empty points, in several scripts.
fn labels() -> Figure {
    let mut figure = Figure::empty(Size::square(13).unwrap());
    figure.coordinates = Coordinates::Sgf;
    figure.title = "古力 – 柯洁: Étude <1> & „Größe“".into();
    let labels = [
        "a",
        "B",
        "12",
        "123",
        "1234",
        "win",
        "64.5%",
        "abcdef",
        "a long label",
        "甲",
        "急所",
        "白の急所",
        "é",
    ];
    for (col, label) in (0..).zip(labels) {
        for (row, stone) in [(2, None), (5, Some(Color::Black)), (8, Some(Color::White))] {
            let cell = &mut figure[Point::new(col, row)];
            (cell.stone, cell.label) = (stone, Some(label.into()));
        }
    }
    figure.captions = vec![
        "After this the corner is alive, whatever White tries; compare the figure before, in which the exchange was left out.".into(),
        "黒は先手で隅を生きた。".into(),
    ];
    figure
}

/// A corner of a board, as problems are printed.
pub(crate) fn corner() -> Figure {
    let mut setup = Setup::empty(Size::default());
    for (name, color) in [
        ("B18", Color::Black),
        ("C18", Color::Black),
        ("D17", Color::White),
        ("C17", Color::White),
        ("B17", Color::White),
    ] {
        setup.put(Western::parse(name, setup.size()).unwrap(), Some(color));
    }
    let mut figure = Figure::new(&setup);
    figure.view = figure.interesting(1);
    figure.to_play = Some(Color::Black);
    let point = at("A18", &figure);
    figure[point].label = Some("a".into());
    figure
}

/// A part of the board without any edge.
pub(crate) fn middle() -> Figure {
    let mut figure = Figure::empty(Size::default());
    figure.view = View::between(Point::new(6, 5), Point::new(12, 13));
    figure.coordinates = Coordinates::Western;
    for (number, name) in (101..).zip(["K10", "L11", "K11", "L10"]) {
        let color = Color::ALL[(number as usize + 1) % 2];
        let point = at(name, &figure);
        figure.play(color, Move::Play(point), number);
    }
    let again = Move::Play(at("K10", &figure));
    figure.play(Color::Black, again, 105);
    figure.play(Color::White, Move::Pass, 106);
    figure
}

/// A view that is not a rectangle.
pub(crate) fn scattered() -> Figure {
    let mut figure = Figure::empty(Size::square(9).unwrap());
    let all: Vec<Point> = figure.size().points().collect();
    figure.show_only(all.into_iter().filter(|p| p.col < 4 || p.row > 5));
    figure[Point::new(1, 1)].stone = Some(Color::Black);
    figure[Point::new(7, 7)].stone = Some(Color::White);
    figure
}

/// Territory and dead stones.
pub(crate) fn score() -> Figure {
    let mut figure = Figure::empty(Size::square(5).unwrap());
    for row in 0..5 {
        for (col, stone) in [(1, Color::Black), (3, Color::White)] {
            figure[Point::new(col, row)].stone = Some(stone);
        }
        figure[Point::new(0, row)].territory = Some(Color::Black);
        figure[Point::new(4, row)].territory = Some(Color::White);
    }
    figure[Point::new(0, 1)].stone = Some(Color::White);
    figure[Point::new(4, 3)].stone = Some(Color::Black);
    figure.captures = Some(ByColor { black: 1, white: 2 });
    figure
}

fn rectangle() -> Figure {
    let mut figure = Figure::empty(Size::new(13, 7).unwrap());
    figure.coordinates = Coordinates::Western;
    figure[Point::new(0, 6)].stone = Some(Color::Black);
    figure[Point::new(12, 0)].stone = Some(Color::White);
    figure
}

fn largest() -> Figure {
    let mut figure = Figure::empty(Size::LARGEST);
    figure.coordinates = Coordinates::Western;
    figure[Point::new(51, 51)].stone = Some(Color::Black);
    figure
}

/// A game with a caption, and captions of a ko.
pub(crate) fn heading() -> Figure {
    let mut figure = game(50);
    figure.game = GameHeading {
        title: "Castle Game 1846".into(),
        black: "Kuwahara Shusaku 4d".into(),
        white: "Inoue Gennan Inseki 8d".into(),
        result: "B+2".into(),
    };
    figure
}

/// Arrows and lines over stones, labels and empty points.
pub(crate) fn arrows() -> Figure {
    let mut figure = Figure::empty(Size::square(9).unwrap());
    for (name, color) in [
        ("B8", Color::Black),
        ("C8", Color::White),
        ("D6", Color::Black),
        ("E5", Color::White),
        ("H4", Color::White),
        ("H3", Color::Black),
        ("C2", Color::Black),
    ] {
        let point = at(name, &figure);
        figure[point].stone = Some(color);
    }
    for (number, name) in (1..).zip(["E5", "H3", "C2"]) {
        let point = at(name, &figure);
        figure[point].number = Some(number);
    }
    for (name, label) in [("G7", "a"), ("F3", "B")] {
        let point = at(name, &figure);
        figure[point].label = Some(label.into());
    }
    for (from, to) in [
        ("B8", "C8"),
        ("A9", "G5"),
        ("E5", "G7"),
        ("C2", "F3"),
        ("H4", "H3"),
        ("J1", "D1"),
    ] {
        let ends = [at(from, &figure), at(to, &figure)];
        figure.arrows.push(ends);
    }
    for (from, to) in [("B8", "D6"), ("H4", "E5")] {
        let ends = [at(from, &figure), at(to, &figure)];
        figure.lines.push(ends);
    }
    figure
}

/// All letters and digits as labels, on stones of both colours and on empty points.
fn alphabet() -> Figure {
    let mut figure = Figure::empty(Size::default());
    let letters = ('A'..='Z').chain('a'..='z').chain('0'..='9');
    let points = (0..19u8).flat_map(|row| (0..19u8).map(move |col| Point::new(col, row)));
    let signs = [
        "12", "38", "69", "70", "54", "100", "123", "168", "199", "256", "349", "1000", "-5.5",
        "+7", "62%", "?", "!!", "A1", "Ab", "win", "(x)", "a:b", "1/2", "B'", "=", "w, x",
    ];
    let texts = letters.map(String::from).chain(signs.map(String::from));
    let stones = [None, Some(Color::Black), Some(Color::White)];
    let all: Vec<String> = texts.collect();
    let all = stones
        .into_iter()
        .flat_map(|stone| all.iter().map(move |text| (stone, text)));
    for (point, (stone, text)) in points.zip(all) {
        (figure[point].stone, figure[point].label) = (stone, Some(text.clone()));
    }
    figure
}

/// A position with a last move, as a server shows it.
fn position() -> Figure {
    let mut setup = Setup::empty(Size::square(9).unwrap());
    for (name, color) in [
        ("C3", Color::Black),
        ("G7", Color::White),
        ("C7", Color::White),
        ("G3", Color::Black),
        ("E5", Color::Black),
    ] {
        setup.put(Western::parse(name, setup.size()).unwrap(), Some(color));
    }
    let mut figure = Figure::new(&setup);
    figure.coordinates = Coordinates::Western;
    figure.last = Some(at("E5", &figure));
    figure.to_play = Some(Color::White);
    figure.captures = Some(ByColor::default());
    figure.captions.push("Move 5: Black E5".into());
    figure
}
