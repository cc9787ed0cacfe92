//! Tests of boards as text: those with marks, those of engines, and boards within other text.

use kifu_core::{Color, Point, Size};
use kifu_diagram::{Cell, Figure, LostFeature, Mark, Text, View, board, sensei};

fn square(side: u8) -> Figure {
    Figure::empty(Size::square(side).unwrap())
}

#[test]
fn boards_of_one_text_have_the_text_around_them() {
    let boards = |text: &'static str| -> Vec<&str> {
        let all = board::boards(text).into_iter();
        all.map(|range| &text[range]).collect()
    };
    assert_eq!(boards("no board\n"), [""; 0]);
    // A single row is text.
    assert_eq!(boards("X.\nand\n.O\n"), [""; 0]);
    // Text between boards belongs to the upper one, up to the last empty line or answer of an engine.
    let text = "First:\n..\n.X\nWhite to play\n\nThen:\n.O\n.X\nBlack to play\n= \nO.\n..\nend\n";
    let expected = [
        "First:\n..\n.X\nWhite to play\n\n",
        "Then:\n.O\n.X\nBlack to play\n",
        "= \nO.\n..\nend\n",
    ];
    assert_eq!(boards(text), expected);
    // Without either, the text between belongs to the lower one.
    assert_eq!(
        boards("..\n.X\nThen:\n.O\n.X\n"),
        ["..\n.X\n", "Then:\n.O\n.X\n"]
    );
}

/// Names of columns have two letters from the 26th on, and points are three columns wide.
#[test]
fn the_last_move_is_in_parentheses_on_wide_boards() {
    for col in [0, 12, 25] {
        let mut figure = square(26);
        let point = Point::new(col, 4);
        figure[point].stone = Some(Color::White);
        figure.last = Some(point);
        let drawn = board::showboard(&figure);
        assert!(drawn.lines().nth(5).unwrap().contains("(O)"), "{drawn}");
        assert_eq!(board::read(&drawn).unwrap().last, Some(point));
    }
}

/// A figure with several points of some kinds, and with one of others.
fn marked() -> Figure {
    let mut figure = square(9);
    let mut put = |col, row, cell: Cell| figure[Point::new(col, row)] = cell;
    let mark = |mark| Cell {
        mark: Some(mark),
        ..Cell::default()
    };
    let label = |label: &str| Cell {
        label: Some(label.into()),
        ..Cell::default()
    };
    let circle = mark(Mark::Circle);
    put(0, 0, circle.clone());
    put(
        1,
        0,
        Cell {
            stone: Some(Color::Black),
            ..circle.clone()
        },
    );
    put(2, 0, circle);
    put(
        0,
        1,
        Cell {
            label: Some("z".into()),
            ..mark(Mark::Square)
        },
    );
    // A label and a number hide the mark, an empty label does not.
    let triangle = mark(Mark::Triangle);
    put(
        0,
        2,
        Cell {
            label: Some("x".into()),
            ..triangle.clone()
        },
    );
    put(
        1,
        2,
        Cell {
            label: Some(String::new()),
            ..triangle.clone()
        },
    );
    put(
        2,
        2,
        Cell {
            stone: Some(Color::White),
            number: Some(7),
            ..triangle
        },
    );
    put(0, 3, mark(Mark::Cross));
    put(
        1,
        3,
        Cell {
            label: Some(String::new()),
            ..mark(Mark::Selected)
        },
    );
    put(0, 4, label("y"));
    // This one is written below the board.
    put(1, 4, label("alive"));
    let territory = |color| Cell {
        territory: Some(color),
        ..Cell::default()
    };
    put(0, 5, territory(Color::Black));
    put(1, 5, territory(Color::White));
    let variation = Cell {
        variation: Some(Color::Black),
        ..Cell::default()
    };
    put(0, 6, variation.clone());
    put(1, 6, variation.clone());
    put(
        2,
        6,
        Cell {
            mark: Some(Mark::Cross),
            ..variation
        },
    );
    figure
}

#[test]
fn a_legend_describes_marks_and_labels() {
    let expected = "\
Circles (∘ ◉): A9, B9, C9
Square: A8
Triangles (▵): A7, B7, C7
Crosses (×): A6, C3
Selected (⋄): B6
Labels: z at A8, x at A7, y at A5
Black territory (▪): A4
White territory (▫): B4
Variations (◌): A3, B3
";
    assert_eq!(Text::UNICODE.legend(&marked()), expected);
    assert_eq!(Text::UNICODE.legend(&square(9)), "");
}

#[test]
fn a_legend_includes_points_outside_of_the_view_without_their_symbols() {
    let mut figure = square(9);
    figure.view = View::between(Point::new(0, 0), Point::new(2, 2));
    let outside = &mut figure[Point::new(8, 8)];
    outside.mark = Some(Mark::Circle);
    outside.label = Some("far away".into());
    let legend = Text::ASCII.legend(&figure);
    assert_eq!(legend, "Circle: J1\nLabel: far away at J1\n");
}

#[test]
fn hidden_and_empty_points_have_the_colours_of_the_board() {
    let coloured = Text {
        color: true,
        ..Text::UNICODE
    };
    let mut figure = square(2);
    let empty = coloured.draw(&figure);
    let cell = &mut figure[Point::new(0, 0)];
    cell.hidden = true;
    let hidden = coloured.draw(&figure);
    assert_eq!(hidden, empty.replacen('·', " ", 1));
    let cell = &mut figure[Point::new(0, 0)];
    (cell.stone, cell.number) = (Some(Color::Black), Some(1));
    assert_eq!(coloured.draw(&figure), hidden);
}

#[test]
fn lost_features_are_described_with_their_point() {
    let mut figure = square(9);
    let point = Point::new(2, 6);
    let cell = &mut figure[point];
    (cell.stone, cell.number) = (Some(Color::Black), Some(12));
    (cell.mark, cell.label) = (Some(Mark::Selected), Some("x".into()));
    for (lost, described, without_figure) in [
        (LostFeature::Ko, "the ko", "the ko"),
        (
            LostFeature::Stone(point),
            "the stone at C3",
            "the stone in column 3, row 7",
        ),
        (
            LostFeature::Number(point),
            "the number 12 at C3",
            "the number in column 3, row 7",
        ),
        (
            LostFeature::Mark(point),
            "the selection mark on the numbered stone at C3",
            "the mark in column 3, row 7",
        ),
        (
            LostFeature::Label(point),
            "the label `x` on the numbered stone at C3",
            "the label in column 3, row 7",
        ),
        (
            LostFeature::Territory(point),
            "the territory at C3",
            "the territory in column 3, row 7",
        ),
        (
            LostFeature::Variation(point),
            "the variation mark at C3",
            "the variation in column 3, row 7",
        ),
        (
            LostFeature::Dimmed(point),
            "the greyed-out point at C3",
            "the greyed-out point in column 3, row 7",
        ),
        (
            LostFeature::Hidden(point),
            "the hidden point at C3",
            "the hidden point in column 3, row 7",
        ),
    ] {
        assert_eq!(lost.describe(&figure), described);
        assert_eq!(lost.to_string(), without_figure);
    }
    // A number that is not in the figure has no value, and a point off the board no name.
    let elsewhere = LostFeature::Number(Point::new(0, 0));
    assert_eq!(elsewhere.describe(&figure), "the number at A9");
    let off = LostFeature::Stone(Point::new(20, 0));
    assert_eq!(off.describe(&figure), "the stone in column 21, row 1");
}

/// In Sensei's notation, a line has Western names if the diagram shows its position on a square board.
#[test]
fn lines_are_named_as_the_diagram_allows() {
    let (from, to) = (Point::new(2, 3), Point::new(4, 4));
    for (size, view, expected) in [
        ((9, 9), [(0, 0), (8, 8)], "{LN C6 E5}"),
        ((9, 9), [(0, 0), (5, 5)], "{LN C6 E5}"),
        ((9, 9), [(1, 2), (8, 8)], "{LN C6 E5}"),
        ((9, 9), [(1, 2), (7, 8)], "{LN 2:2 4:3}"),
        ((9, 9), [(1, 2), (8, 7)], "{LN 2:2 4:3}"),
        ((9, 7), [(0, 0), (8, 6)], "{LN C4 E3}"),
        ((9, 7), [(0, 0), (5, 5)], "{LN 3:4 5:5}"),
    ] {
        let mut figure = Figure::empty(Size::new(size.0, size.1).unwrap());
        let [first, last] = view.map(|(col, row)| Point::new(col, row));
        figure.view = View::between(first, last);
        figure.lines.push([from, to]);
        let written = sensei::write(&figure).text;
        let line = written.lines().find(|line| line.contains("LN"));
        assert_eq!(line, Some(format!("$$ {expected}").as_str()), "{view:?}");
    }
}
