//! The page `GALLERY.md` and its pictures, written by this test: every theme, every mark, every notation.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use kifu_core::{ByColor, Color, Move, Point, Setup, Size, Western};
use kifu_diagram::fen::Fen;
use kifu_diagram::{Coordinates, Figure, GameHeading, Mark, Svg, Text, Theme, View, board, sensei};

use crate::samples;

/// The first 100 moves of the game between Yasuda Shusaku and Inoue Gennan Inseki in September 1846.
const MOVES: &str = "qddcpqoccpcfepqopenppoppopqpoqoopnqqnqonpmomplmpmqolpklqlrkrlpkqqrrrrsmrnrprpsqsnomoqrrmrlqslomnqr\
    qmorqlqjrjrirklnmmqirqjnlsnsgqgockkcicpcnjkeogohpbqbngmimjndphqgpghqhririqhpjrfclc";

#[test]
fn the_gallery_is_complete() {
    let mut page = Gallery::new();
    page.text(
        "# Gallery of diagrams

Every theme, mark and notation that this crate draws, with the options of `kifu render` that select it. A test writes
this page and its pictures.

## Themes",
    );
    for &(name, theme) in Theme::ALL {
        page.text(&format!("### {name}\n\n{}", about(name)));
        page.command(&format!(
            "kifu render game.sgf --moves 1-100 --caption --theme {name}"
        ));
        let svg = Svg {
            theme,
            ..page.svg()
        };
        page.picture(
            &format!("theme-{name}"),
            "A game of 100 moves",
            &svg.draw(&game(100)),
        );
    }
    page.text(
        "### Your own

`--theme mine.toml` reads a theme from a file. The file sets any of these keys, and `base` names the theme that gives
all others. Colours are `#rrggbb` or `#rgb`, widths are in thousandths of the distance between adjacent points, and
`shading` and `grain` are in percent. Programs fill a `Theme`.

```toml
base = \"print\"
board = \"#eef3ea\"
accent = \"#b3261e\"
line-width = 24
star-size = 200
```",
    );
    let mine = Theme {
        board: "#eef3ea".parse().unwrap(),
        accent: "#b3261e".parse().unwrap(),
        line_width: 24,
        star_size: 200,
        ..Theme::PRINT
    };
    let svg = Svg {
        theme: mine,
        ..page.svg()
    };
    page.picture(
        "theme-mine",
        "Marks in a theme of your own",
        &svg.draw(&marks()),
    );
    page.text(&keys());

    page.text("## Marks\n\nEvery mark of SGF on black stones, on white stones and on empty points, alone and with a number or a label.");
    for &(name, theme) in Theme::ALL {
        let svg = Svg {
            theme,
            ..page.svg()
        };
        page.picture(
            &format!("marks-{name}"),
            &format!("Marks, theme {name}"),
            &svg.draw(&marks()),
        );
    }
    page.text(
        "| row | `CR` | `SQ` | `TR` | `MA` | `SL` |
| --- | --- | --- | --- | --- | --- |
| 9, 8, 7 | on black | on white | on empty points | | |
| 6, 5, 4 | with numbers | with numbers | with labels | | |",
    );
    page.text("### Labels\n\n`LB`: letters and digits are strokes of this crate, so they look the same in every program. Longer labels are cut, and listed below the board.");
    let svg = page.svg();
    page.picture("labels", "Labels", &svg.draw(&labels()));
    page.text("### Lines and arrows\n\n`LN` and `AR` are drawn below numbers and labels, and end at stones.");
    page.picture("arrows", "Lines and arrows", &svg.draw(&samples::arrows()));
    page.text("### Territory, dead stones, captures\n\n`TB` and `TW`; on a stone of the other colour, territory marks a dead stone.");
    page.picture("territory", "Territory", &svg.draw(&samples::score()));
    page.text("### Variations, greyed-out points, the last move\n\nPossible moves if `ST` requests them, points of `DD`, and the last move of a position.");
    page.picture(
        "variations",
        "Variations and greyed-out points",
        &svg.draw(&variations()),
    );

    page.text("## Parts of the board");
    page.command("kifu render problem.sgf --view auto");
    page.picture(
        "corner",
        "A problem in a corner",
        &svg.draw(&samples::corner()),
    );
    page.command("kifu render game.sgf --moves 101-106 --view G6:N14");
    page.picture(
        "middle",
        "A part of the middle",
        &svg.draw(&samples::middle()),
    );
    page.text("Points that `VW` leaves out are not drawn:");
    page.picture(
        "scattered",
        "A view that is not a rectangle",
        &svg.draw(&samples::scattered()),
    );

    page.text("## Coordinates");
    for (name, coordinates) in [
        ("western", Coordinates::Western),
        ("sgf", Coordinates::Sgf),
        ("none", Coordinates::None),
    ] {
        page.command(&format!("kifu render game.sgf --coordinates {name}"));
        let figure = with_coordinates(coordinates);
        page.picture(&format!("coordinates-{name}"), name, &svg.draw(&figure));
    }

    page.text("## Figures with numbers, and captions\n\nMoves on occupied points are listed below, as in books: `43, 49 at 33` are the captures and recaptures of a ko.");
    page.command("kifu render game.sgf --per-figure 50 --sheet 2x1 --caption --theme print");
    let print = Svg {
        theme: Theme::PRINT,
        ..svg
    };
    page.picture(
        "sheet",
        "Two figures on a sheet",
        &print.draw_sheet(&sections(), 2),
    );

    page.text("## Thumbnails");
    page.command("kifu render game.sgf --thumbnail");
    for &(name, theme) in Theme::ALL {
        let svg = Svg {
            theme,
            thumbnail: true,
            ..Svg::default()
        };
        page.picture(
            &format!("thumbnail-{name}"),
            &format!("Thumbnail, theme {name}"),
            &svg.draw(&game(100)),
        );
    }

    page.text("## Notations\n\nThe same position in each notation. [SGN](../kifu-sgn/FORMAT.md) writes it in one line; [`kifu-notation`](../kifu-notation/README.md) converts between all of them.");
    let figure = position();
    page.picture("notation", "A position", &svg.draw(&figure));
    let text = |page: &mut Gallery, title: &str, command: &str, text: &str| {
        page.text(&format!("### {title}"));
        if !command.is_empty() {
            page.command(command);
        }
        page.text(&format!("```text\n{}\n```", text.trim_end()));
    };
    text(
        &mut page,
        "Unicode",
        "kifu show game.sgf",
        &Text::UNICODE.draw(&figure),
    );
    text(
        &mut page,
        "ASCII",
        "kifu show game.sgf --style ascii",
        &Text::ASCII.draw(&figure),
    );
    text(
        &mut page,
        "Stones only",
        "kifu show game.sgf --style plain",
        &board::plain(&figure),
    );
    text(
        &mut page,
        "Sensei's `$$`",
        "kifu render game.sgf --to sensei",
        &sensei::write(&figure).text,
    );
    text(&mut page, "`showboard`", "", &board::showboard(&figure));
    text(&mut page, "FEN", "", &Fen::new(figure.setup()).to_string());
    page.finish();
}

/// Every mark is in the gallery; a new one would not compile here without a place in `samples::marks`.
#[test]
fn every_mark_is_shown() {
    let figure = marks();
    for mark in [
        Mark::Circle,
        Mark::Square,
        Mark::Triangle,
        Mark::Cross,
        Mark::Selected,
    ] {
        match mark {
            Mark::Circle | Mark::Square | Mark::Triangle | Mark::Cross | Mark::Selected => {}
        }
        for stone in [None, Some(Color::Black), Some(Color::White)] {
            let mut cells = figure.size().points().map(|point| &figure[point]);
            assert!(
                cells.any(|cell| cell.mark == Some(mark) && cell.stone == stone),
                "{mark:?}"
            );
        }
    }
}

/// The page and its pictures.
struct Gallery {
    folder: PathBuf,
    out: String,
    pictures: Vec<String>,
}

impl Gallery {
    fn new() -> Gallery {
        Gallery {
            folder: Path::new(env!("CARGO_MANIFEST_DIR")).join("gallery"),
            out: String::new(),
            pictures: Vec::new(),
        }
    }

    fn svg(&self) -> Svg {
        Svg {
            width: Some(480),
            ..Svg::default()
        }
    }

    fn text(&mut self, text: &str) {
        if !self.out.is_empty() {
            self.out.push('\n');
        }
        writeln!(self.out, "{text}").unwrap();
    }

    fn command(&mut self, command: &str) {
        self.text(&format!("```sh\n{command}\n```"));
    }

    fn picture(&mut self, name: &str, alternative: &str, svg: &str) {
        let file = format!("{name}.svg");
        kifu_testkit::written(&self.folder.join(&file), svg);
        self.text(&format!("![{alternative}](gallery/{file})"));
        assert!(!self.pictures.contains(&file), "{file}");
        self.pictures.push(file);
    }

    fn finish(mut self) {
        kifu_testkit::written(&self.folder.with_file_name("GALLERY.md"), &self.out);
        let files = std::fs::read_dir(&self.folder).unwrap();
        let mut files: Vec<String> = files
            .map(|file| file.unwrap().file_name().into_string().unwrap())
            .collect();
        files.sort();
        self.pictures.sort();
        assert_eq!(files, self.pictures, "the gallery has other pictures");
    }
}

fn about(name: &str) -> &'static str {
    match name {
        "wood" => {
            "Flat stones on a board in the colour of wood: small files, for web pages. The default."
        }
        "shaded" => {
            "Rounded stones and grain, for slides and covers. The gradients keep numbers readable in print."
        }
        "print" => "Pure black and white, for books and copiers.",
        "night" => "Light lines on a dark board, for dark pages and screens.",
        _ => panic!("describe the theme {name} here"),
    }
}

/// A table of the keys of a theme and their values in each theme, from the fields of [`Theme`].
fn keys() -> String {
    let fields = |theme: &Theme| -> Vec<(String, String)> {
        let debug = format!("{theme:?}");
        let inside = debug.trim_start_matches("Theme { ").trim_end_matches(" }");
        let color = |value: &str| {
            let numbers = value.strip_prefix("Rgb(")?.strip_suffix(')')?;
            let numbers: Vec<u8> = numbers.split(", ").map(|n| n.parse().unwrap()).collect();
            Some(format!(
                "`#{:02x}{:02x}{:02x}`",
                numbers[0], numbers[1], numbers[2]
            ))
        };
        // A comma inside of a colour does not end a field.
        let mut fields = Vec::new();
        let mut rest = inside;
        while let Some((name, after)) = rest.split_once(": ") {
            let end = after
                .find(')')
                .filter(|_| after.starts_with("Rgb"))
                .map(|end| end + 1);
            let end = end.or(after.find(',')).unwrap_or(after.len());
            let value = &after[..end];
            fields.push((
                name.replace('_', "-"),
                color(value).unwrap_or(value.to_owned()),
            ));
            rest = after[end..].trim_start_matches(", ");
        }
        fields
    };
    let mut out = String::from("| key |");
    for &(name, _) in Theme::ALL {
        write!(out, " {name} |").unwrap();
    }
    out.push_str("\n| --- |");
    out.push_str(&" --- |".repeat(Theme::ALL.len()));
    let all: Vec<Vec<(String, String)>> =
        Theme::ALL.iter().map(|(_, theme)| fields(theme)).collect();
    assert!(all[0].len() > 15, "{all:?}");
    for n in 0..all[0].len() {
        write!(out, "\n| `{}` |", all[0][n].0).unwrap();
        for fields in &all {
            write!(out, " {} |", fields[n].1).unwrap();
        }
    }
    out
}

fn moves() -> Vec<Move> {
    let letters: Vec<u8> = MOVES.bytes().filter(u8::is_ascii_lowercase).collect();
    let pairs = letters.chunks(2);
    pairs
        .map(|pair| Move::Play(Point::new(pair[0] - b'a', pair[1] - b'a')))
        .collect()
}

fn heading() -> GameHeading {
    GameHeading {
        title: "Ear-reddening game, 1846".into(),
        black: "Yasuda Shusaku 4d".into(),
        white: "Inoue Gennan Inseki 8d".into(),
        result: "B+2".into(),
    }
}

fn empty() -> Figure {
    Figure::empty(Size::square(9).unwrap())
}

fn with_coordinates(coordinates: Coordinates) -> Figure {
    let mut figure = empty();
    figure.coordinates = coordinates;
    figure
}

fn game(count: usize) -> Figure {
    let mut figure = Figure::empty(Size::default());
    figure.coordinates = Coordinates::Western;
    figure.game = heading();
    for (number, action) in (1..).zip(moves().into_iter().take(count)) {
        let color = if number % 2 == 1 {
            Color::Black
        } else {
            Color::White
        };
        figure.play(color, action, number);
    }
    figure
}

/// Moves 1 to 50, and 51 to 100.
fn sections() -> [Figure; 2] {
    let mut first = game(50);
    first.title = "Figure 1 (1–50)".into();
    let mut second = Figure::empty(Size::default());
    second.coordinates = Coordinates::Western;
    second.game = heading();
    second.title = "Figure 2 (51–100)".into();
    for point in first.size().points() {
        second[point].stone = first[point].stone;
    }
    // Move 49 captured the stone at R1.
    second[Point::new(16, 18)].stone = None;
    for (number, action) in (1..).zip(moves()).skip(50) {
        let color = if number % 2 == 1 {
            Color::Black
        } else {
            Color::White
        };
        second.play(color, action, number);
    }
    [first, second]
}

fn marks() -> Figure {
    let mut figure = samples::marks();
    figure.title.clear();
    figure
}

fn labels() -> Figure {
    let mut figure = Figure::empty(Size::square(13).unwrap());
    let texts = [
        "a",
        "b",
        "g",
        "A",
        "B",
        "Q",
        "1",
        "12",
        "123",
        "win",
        "64%",
        "-5.5",
        "vital point",
    ];
    for (col, text) in (0..).zip(texts) {
        for (row, stone) in [(2, None), (5, Some(Color::Black)), (8, Some(Color::White))] {
            let cell = &mut figure[Point::new(col, row)];
            (cell.stone, cell.label) = (stone, Some(text.into()));
        }
    }
    figure
}

fn variations() -> Figure {
    let mut figure = empty();
    let at = |name: &str| Western::parse(name, Size::square(9).unwrap()).unwrap();
    for (name, color) in [
        ("C3", Color::Black),
        ("G7", Color::White),
        ("E5", Color::Black),
    ] {
        figure[at(name)].stone = Some(color);
    }
    figure.last = Some(at("E5"));
    for (name, color) in [
        ("C7", Color::White),
        ("E7", Color::White),
        ("G4", Color::Black),
    ] {
        figure[at(name)].variation = Some(color);
    }
    for point in figure.size().points().filter(|point| point.col > 6) {
        figure[point].dimmed = true;
    }
    figure
}

fn position() -> Figure {
    let mut setup = Setup::empty(Size::square(9).unwrap());
    let at = |name: &str| Western::parse(name, Size::square(9).unwrap()).unwrap();
    for (name, color) in [
        ("C3", Color::Black),
        ("G7", Color::White),
        ("C7", Color::White),
        ("G3", Color::Black),
        ("E5", Color::Black),
    ] {
        setup.put(at(name), Some(color));
    }
    let mut figure = Figure::new(&setup);
    figure.coordinates = Coordinates::Western;
    figure.view = View::whole(figure.size());
    figure.to_play = Some(Color::White);
    figure.captures = Some(ByColor::default());
    figure[at("E3")].label = Some("a".into());
    figure[at("G7")].mark = Some(Mark::Triangle);
    figure
}
