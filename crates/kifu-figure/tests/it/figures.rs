//! Tests of the effect of each property on figures.

use std::num::NonZeroU32;

use kifu_figure::diagram::{Color, Move, Point, Size, Western};
use kifu_figure::diagram::{Coordinates, Figure, Mark, Text, View};
use kifu_figure::sgf::Document;
use kifu_figure::{Division, Line, Options, ViewMode};

fn figures(record: &str, division: Division) -> Vec<Figure> {
    let record = Document::parse(record).unwrap();
    let line = Line::main(&record, record.roots().next().unwrap());
    line.figures(1..=u32::MAX, division, &Options::default())
        .collect()
}

fn figure(record: &str) -> Figure {
    let [figure] = &figures(record, Division::Stated)[..] else {
        panic!("more than one figure, or none")
    };
    figure.clone()
}

fn position(record: &str) -> Figure {
    let record = Document::parse(record).unwrap();
    let line = Line::main(&record, record.roots().next().unwrap());
    line.position(&Options::default())
}

fn at(letters: &str) -> Point {
    Point::from_sgf(letters.as_bytes()).unwrap()
}

/// Move numbers, each with a point or a move.
type Numbered<T> = Vec<(u32, T)>;

fn numbers(figure: &Figure) -> (Numbered<Point>, Numbered<Move>) {
    let points = figure.size().points();
    let numbered = points.filter_map(|point| Some((figure[point].number?, point)));
    let mut on_stones: Vec<_> = numbered.collect();
    on_stones.sort_unstable_by_key(|(number, _)| *number);
    let below = figure.unplaced_moves.iter().map(|m| (m.number, m.action));
    (on_stones, below.collect())
}

/// A ko: Black captures with move 1, White with move 4, and Black again with move 7.
const KO: &str = "SZ[5]AB[ba][ab][bc]AW[ca][bb][cc][db];B[cb];W[ee];B[ed];W[bb];B[];W[de];B[cb]";

#[test]
fn captured_stones_stay_as_in_books() {
    for start in ["", "FG[]", "FG[257:Ko]", "FG[33024:]"] {
        let (on_stones, below) = numbers(&figure(&format!("(;{start}{KO})")));
        let stones: Vec<u32> = on_stones.iter().map(|(number, _)| *number).collect();
        assert_eq!(stones, [1, 2, 3, 6], "{start}");
        let expected = [
            (4, Move::Play(at("bb"))),
            (5, Move::Pass),
            (7, Move::Play(at("cb"))),
        ];
        assert_eq!(below, expected, "{start}");
    }
}

#[test]
fn a_flag_removes_captured_stones() {
    let (on_stones, below) = numbers(&figure(&format!("(;FG[0:]{KO})")));
    let stones: Vec<u32> = on_stones.iter().map(|(number, _)| *number).collect();
    assert_eq!(stones, [2, 3, 6, 7]);
    let expected = [
        (1, Move::Play(at("cb"))),
        (4, Move::Play(at("bb"))),
        (5, Move::Pass),
    ];
    assert_eq!(below, expected);
    let stone = |figure: Figure| figure[at("bb")].stone;
    assert_eq!(stone(figure(&format!("(;FG[0:]{KO})"))), None);
    assert_eq!(stone(figure(&format!("(;{KO})"))), Some(Color::White));
}

#[test]
fn flags_of_fg_hide_parts_of_the_figure() {
    let with = |flags: u16| figure(&format!("(;FG[{flags}:Name]{KO})"));
    assert_eq!(with(256).title, "Name");
    assert_eq!(with(256 + 2).title, "");
    assert_eq!(with(256).coordinates, Coordinates::Western);
    assert_eq!(with(256 + 1).coordinates, Coordinates::None);
    assert!(with(256).stars && !with(512).stars);
    assert_eq!(with(256 + 4).unplaced_moves, []);
    // The flag 32768 overrides the others.
    let figure = with(32768 + 1 + 2 + 4 + 512);
    assert_eq!((figure.title.as_str(), figure.stars), ("Name", true));
    assert_eq!(figure.unplaced_moves.len(), 3);
}

#[test]
fn pm_sets_the_printed_numbers() {
    let moves = |count: u8| -> String {
        let letters = (0..count).map(|n| (n % 19, n / 19));
        let point = |(col, row)| [b'a' + col, b'a' + row].map(char::from);
        letters
            .zip("BW".chars().cycle())
            .map(|(at, color)| format!(";{color}[{}]", String::from_iter(point(at))))
            .collect()
    };
    let record = format!(
        "(;PM[2]{};FG[]{};FG[]PM[0];B[ss])",
        moves(120),
        ";W[];B[sr]"
    );
    let figures = figures(&record, Division::Stated);
    let [first, second, third] = &figures[..] else {
        panic!()
    };
    assert_eq!(numbers(first).0.len(), 120);
    assert_eq!(numbers(first).0[119].0, 120);
    assert_eq!(first.title, "Figure 1 (1-120)");
    assert_eq!(second.title, "Figure 2 (121-122)");
    assert_eq!(
        numbers(second),
        (vec![(22, at("sr"))], vec![(21, Move::Pass)])
    );
    assert_eq!(numbers(third), (vec![], vec![]));
    assert_eq!(third[at("ss")].stone, Some(Color::Black));
}

#[test]
fn mn_numbers_the_move_of_its_node() {
    let (on_stones, _) = numbers(&figure("(;SZ[9];B[aa];W[ba]MN[31];B[ca];C[]MN[1];W[da])"));
    let all: Vec<u32> = on_stones.iter().map(|(number, _)| *number).collect();
    assert_eq!(all, [1, 2, 31, 32]);
}

#[test]
fn views_and_dimmed_points_apply_until_they_are_reset() {
    let seen = |rest: &str| position(&format!("(;SZ[9]VW[aa:cc]DD[aa][bb];B[cc]{rest})"));
    assert_eq!(seen("").view, View::between(at("aa"), at("cc")));
    assert!(seen("")[at("bb")].dimmed && !seen("")[at("cc")].dimmed);
    assert_eq!(seen(";VW[]").view, View::whole(Size::square(9).unwrap()));
    assert!(!seen(";DD[]")[at("bb")].dimmed);
    assert!(seen(";VW[]")[at("bb")].dimmed);
    let corner = seen(";VW[aa][bb]");
    assert!(corner.shows(at("bb")) && !corner.shows(at("ab")) && !corner.shows(at("cc")));
}

#[test]
fn marks_are_those_of_the_last_node() {
    let figure = position(
        "(;SZ[9];B[aa]CR[ii];AW[bb]TR[aa]SQ[bb]MA[cc]CR[dd]SL[ee:fe]LB[gg:long: label][hh:\\]]\
         LN[aa:ii]AR[ab:ia]TB[ah:ai]TW[ia])",
    );
    let marks = ["aa", "bb", "cc", "dd", "ee", "fe", "ii"].map(|point| figure[at(point)].mark);
    let expected = [
        Some(Mark::Triangle),
        Some(Mark::Square),
        Some(Mark::Cross),
        Some(Mark::Circle),
        Some(Mark::Selected),
        Some(Mark::Selected),
        None,
    ];
    assert_eq!(marks, expected);
    assert_eq!(figure[at("gg")].label.as_deref(), Some("long: label"));
    assert_eq!(figure[at("hh")].label.as_deref(), Some("]"));
    assert_eq!(figure.lines, [[at("aa"), at("ii")]]);
    assert_eq!(figure.arrows, [[at("ab"), at("ia")]]);
    let owners = ["ah", "ai", "ia"].map(|point| figure[at(point)].territory);
    assert_eq!(
        owners,
        [Some(Color::Black), Some(Color::Black), Some(Color::White)]
    );
    assert_eq!(figure.last, Some(at("aa")));
    let old = position("(;SZ[9]L[aa][ba]M[ca])");
    assert_eq!(old[at("ba")].label.as_deref(), Some("b"));
    assert_eq!(old[at("ca")].mark, Some(Mark::Cross));
}

#[test]
fn labels_are_in_the_charset_of_the_game() {
    let record = Document::parse(&b"(;CA[GBK]SZ[9]LB[aa:\xBC\xD7])"[..]).unwrap();
    let line = Line::main(&record, record.roots().next().unwrap());
    let figure = line.position(&Options::default());
    assert_eq!(figure[at("aa")].label.as_deref(), Some("甲"));
}

#[test]
fn st_sets_the_visible_variations() {
    let shown = |style: &str, number: u32| {
        let record = format!("(;{style}SZ[9];B[aa](;W[bb];B[cc])(;W[dd])(;W[aa])(;W[]))");
        let record = Document::parse(record).unwrap();
        let line = Line::main(&record, record.roots().next().unwrap());
        let figure = line.up_to(number).unwrap().position(&Options::default());
        let points = figure.size().points();
        let all: Vec<Point> = points.filter(|&p| figure[p].variation.is_some()).collect();
        all
    };
    for children in ["", "ST[0]"] {
        assert_eq!(shown(children, 1), [at("bb"), at("dd")]);
        assert_eq!(shown(children, 2), []);
    }
    assert_eq!(shown("ST[1]", 2), [at("dd")]);
    assert_eq!(shown("ST[1]", 1), []);
    assert_eq!(shown("ST[2]", 1), []);
    assert_eq!(shown("ST[3]", 2), []);
}

#[test]
fn moves_are_divided_by_number() {
    let record = "(;SZ[9];B[aa];W[ba];C[];B[ca];W[da];B[ea];C[])";
    let two = Division::Every(NonZeroU32::new(2).unwrap());
    let titles: Vec<String> = figures(record, two).into_iter().map(|f| f.title).collect();
    assert_eq!(titles, ["Figure 1 (1-2)", "Figure 2 (3-4)", "Figure 3 (5)"]);
    let document = Document::parse(record).unwrap();
    let line = Line::main(&document, document.roots().next().unwrap());
    assert_eq!(line.last_move(), 5);
    let middle = line.figure(2..=3, &Options::default());
    assert_eq!(numbers(&middle).0, [(2, at("ba")), (3, at("ca"))]);
    assert_eq!(middle[at("aa")].stone, Some(Color::Black));
    assert_eq!(middle[at("da")].stone, None);
    let beyond = line.figure(6..=9, &Options::default());
    assert_eq!(numbers(&beyond).0, []);
    assert_eq!(beyond[at("ea")].stone, Some(Color::Black));
    assert!(line.clone().up_to(6).is_none());
    assert_eq!(line.clone().up_to(0).unwrap().nodes().len(), 1);
    assert_eq!(line.up_to(5).unwrap().last_move(), 5);
}

#[test]
fn setup_in_a_figure_changes_it() {
    let figure = figure("(;SZ[5];B[aa];W[ba];AE[aa]AW[cc]AB[ba];B[da])");
    assert_eq!(numbers(&figure).0, [(3, at("da"))]);
    let below = [(1, Move::Play(at("aa"))), (2, Move::Play(at("ba")))];
    assert_eq!(numbers(&figure).1, below);
    let stones = ["aa", "ba", "cc"].map(|point| figure[at(point)].stone);
    assert_eq!(stones, [None, Some(Color::Black), Some(Color::White)]);
}

#[test]
fn options_override_the_record() {
    let record = Document::parse("(;SZ[9]VW[aa:cc];B[gg];W[hg])").unwrap();
    let line = Line::main(&record, record.roots().next().unwrap());
    let size = Size::square(9).unwrap();
    let point = |name| Western::parse(name, size).unwrap();
    let view = |view| {
        line.position(&Options {
            view,
            ..Options::default()
        })
        .view
    };
    assert_eq!(view(ViewMode::Whole), View::whole(size));
    let part = View::between(point("C3"), point("J9"));
    assert_eq!(view(ViewMode::Part(part)), part);
    assert_eq!(view(ViewMode::Auto), View::between(at("ff"), at("ii")));
    let options = Options {
        coordinates: Some(Coordinates::Sgf),
        status: true,
        view: ViewMode::Whole,
        ..Options::default()
    };
    let text = Text::ASCII.draw(&line.position(&options));
    assert!(
        text.ends_with("Move 2: White H3\nBlack to play\nCaptures: Black 0, White 0\n"),
        "{text}"
    );
}

#[test]
fn other_games_and_nonsense_are_empty_boards() {
    for record in [
        "(;GM[11];B[a1])",
        "(;B[zz]W[xy])",
        "(;SZ[9]MN[x]PM[9]VW[zz]ST[7]LB[aa])",
    ] {
        let record = Document::parse(record).unwrap();
        let line = Line::main(&record, record.roots().next().unwrap());
        for figure in line.figures(1..=u32::MAX, Division::Stated, &Options::default()) {
            assert!(
                figure
                    .size()
                    .points()
                    .all(|point| figure[point].stone.is_none())
            );
        }
        line.position(&Options::default());
    }
}
