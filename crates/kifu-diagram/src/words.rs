//! Descriptions of figures in words, the same for every kind of drawing.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

use kifu_core::{Color, Move, Point, Size};

use crate::text::cut;
use crate::{Cell, Coordinates, Figure, Mark, UnplacedMove, View};

/// The lines of text for the game: its title, and the players with the result.
pub(crate) fn game(figure: &Figure) -> Vec<String> {
    let game = &figure.game;
    let line = |text: &str| printable(text.trim(), false);
    let named = [
        ("Black: ", &game.black),
        ("White: ", &game.white),
        ("", &game.result),
    ];
    let named = named.iter().filter(|(_, text)| !text.trim().is_empty());
    let named: Vec<String> = named
        .map(|(name, text)| format!("{name}{}", line(text)))
        .collect();
    let mut lines = vec![line(&game.title), named.join(", ")];
    lines.retain(|line| !line.is_empty());
    lines
}

/// The lines of text below the board: the captions, the unplaced moves, the player to move, and the captures.
pub(crate) fn below(figure: &Figure) -> Vec<String> {
    let mut lines = figure.captions.clone();
    let unplaced = unplaced(figure);
    if !unplaced.is_empty() {
        lines.push(unplaced);
    }
    if let Some(color) = figure.to_play {
        lines.push(format!("{color} to play"));
    }
    if let Some(captures) = figure.captures {
        let (black, white) = (captures.black, captures.white);
        lines.push(format!("Captures: Black {black}, White {white}"));
    }
    lines
}

/// The unplaced moves: `12, 18 at 5; 13 pass`.
pub(crate) fn unplaced(figure: &Figure) -> String {
    // Group moves at the same point, ordered by the first move at each point.
    let mut places: Vec<(Move, String)> = Vec::new();
    let mut index = HashMap::new();
    for UnplacedMove { number, action, .. } in &figure.unplaced_moves {
        let at = *index.entry(*action).or_insert(places.len());
        match places.get_mut(at) {
            Some((_, numbers)) => {
                write!(numbers, ", {number}").expect("writing to a string cannot fail")
            }
            None => places.push((*action, number.to_string())),
        }
    }
    let mut out = String::new();
    let between = if places.iter().any(|(_, numbers)| numbers.contains(',')) {
        "; "
    } else {
        ", "
    };
    for (n, (action, numbers)) in places.iter().enumerate() {
        let comma = if n == 0 { "" } else { between };
        let place = match action {
            Move::Pass => "pass".to_owned(),
            Move::Play(point) => format!("at {}", place(figure, *point)),
        };
        write!(out, "{comma}{numbers} {place}").expect("writing to a string cannot fail");
    }
    out
}

/// The best name of a point: the number on it, its label, or its coordinates.
fn place(figure: &Figure, point: Point) -> String {
    match figure.get(point).filter(|_| figure.shows(point)) {
        Some(cell) if cell.number.is_some() => cell.number.unwrap_or_default().to_string(),
        Some(cell) => match &cell.label {
            Some(label) if !label.trim().is_empty() => {
                // The label is part of a line.
                printable(label, false).trim().to_owned()
            }
            _ => name(figure, point),
        },
        None => name(figure, point),
    }
}

/// The name of a point in the coordinates of the figure, by default Western ones.
pub(crate) fn name(figure: &Figure, point: Point) -> String {
    let off = || "a point off the board".to_owned();
    match (figure.coordinates, figure.size().western(point)) {
        (_, None) => off(),
        (Coordinates::Sgf, Some(_)) => point.to_sgf().map_or_else(off, |[col, row]| {
            [char::from(col), char::from(row)].iter().collect()
        }),
        (_, Some(name)) => name.to_string(),
    }
}

/// The range of visible move numbers and the first player: `Moves 1 to 50, Black first`. `None` if no move is numbered.
pub(crate) fn numbers(figure: &Figure) -> Option<String> {
    let shown = figure.view.points().filter(|&point| figure.shows(point));
    let on_stones = shown.filter_map(|point| {
        let cell = figure.get(point)?;
        Some((cell.number?, cell.stone?))
    });
    let others = figure.unplaced_moves.iter().map(|m| (m.number, m.color));
    let moves: Vec<(u32, Color)> = on_stones.chain(others).collect();
    let &(first, color) = moves.iter().min_by_key(|(number, _)| *number)?;
    let &(last, _) = moves.iter().max_by_key(|(number, _)| *number)?;
    Some(if first == last {
        format!("Move {first}, {color}")
    } else {
        format!("Moves {first} to {last}, {color} first")
    })
}

/// The letters of a column in Western coordinates.
pub(crate) fn western_column(size: Size, col: u8) -> String {
    let name = size.western(Point::new(col, 0)).map(|n| n.to_string());
    let name = name.unwrap_or_default();
    name.trim_end_matches(|c: char| c.is_ascii_digit())
        .to_owned()
}

/// The name of a column at the sides, if the figure has coordinates.
pub(crate) fn column(figure: &Figure, col: u8) -> Option<String> {
    match figure.coordinates {
        Coordinates::None => None,
        Coordinates::Western => Some(western_column(figure.size(), col)),
        Coordinates::Sgf => letter(col),
    }
}

/// The name of a row at the sides, if the figure has coordinates.
pub(crate) fn row(figure: &Figure, row: u8) -> Option<String> {
    match figure.coordinates {
        Coordinates::None => None,
        Coordinates::Western => Some((figure.size().rows() - row).to_string()),
        Coordinates::Sgf => letter(row),
    }
}

fn letter(n: u8) -> Option<String> {
    let [letter, _] = Point::new(n, n).to_sgf()?;
    Some(char::from(letter).to_string())
}

/// Removes control characters, which could affect a terminal and which XML forbids. Line breaks are kept if
/// `breaks` is true.
pub(crate) fn printable(text: &str, breaks: bool) -> String {
    let clean = |c: char| match c {
        '\n' if breaks => c,
        '\t' | '\n' | '\r' => ' ',
        // Characters that change the writing direction would reorder the lines of a board.
        '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => char::REPLACEMENT_CHARACTER,
        '\u{FFFE}' | '\u{FFFF}' => char::REPLACEMENT_CHARACTER,
        c if c.is_control() => char::REPLACEMENT_CHARACTER,
        c => c,
    };
    text.replace("\r\n", "\n").chars().map(clean).collect()
}

/// The labels that are too long for their points: `D4: the vital point; Q3: alive`. `None` if there are none.
pub(crate) fn long_labels(figure: &Figure, columns: usize) -> Option<String> {
    let shown = figure.view.on(figure.size()).points();
    let long = shown.filter_map(|point| {
        let label = figure[point].label.as_deref()?.trim();
        // A label that repeats the number is already visible.
        let is_cut = match figure[point].number {
            Some(number) => number.to_string() != label,
            None => cut(label, columns).len() < label.len(),
        };
        (figure.shows(point) && is_cut && !label.is_empty())
            .then(|| format!("{}: {label}", name(figure, point)))
    });
    let all: Vec<String> = long.collect();
    (!all.is_empty()).then(|| all.join("; "))
}

/// Describes the marks and labels of a figure, except visible labels wider than `columns` columns. Each kind of mark
/// has a line that contains all of its points, and the symbols that `symbol` returns for the visible ones.
pub(crate) fn legend(
    figure: &Figure,
    columns: usize,
    symbol: impl Fn(&Cell) -> Option<char>,
) -> String {
    let mut kinds: BTreeMap<LegendKind, (Vec<char>, Vec<String>)> = BTreeMap::new();
    for point in figure.size().points() {
        let cell = &figure[point];
        let called = || name(figure, point);
        let label = cell
            .label
            .as_deref()
            .map(str::trim)
            .filter(|label| !label.is_empty())
            // `long_labels` lists the others.
            .filter(|label| !figure.shows(point) || cut(label, columns).len() == label.len());
        let mark = cell.mark.map(LegendKind::Mark);
        let territory = cell
            .territory
            .map(|color| LegendKind::Territory(color == Color::White));
        let variation = cell
            .variation
            .filter(|_| mark.is_none() && territory.is_none());
        let variation = variation.map(|_| LegendKind::Variation);
        for kind in [mark, territory, variation].into_iter().flatten() {
            let (symbols, points) = kinds.entry(kind).or_default();
            let symbol = symbol(cell).filter(|_| figure.shows(point));
            if let Some(symbol) = symbol.filter(|symbol| !symbols.contains(symbol)) {
                symbols.push(symbol);
            }
            points.push(called());
        }
        if let Some(label) = label {
            let (_, points) = kinds.entry(LegendKind::Label).or_default();
            points.push(format!("{label} at {}", called()));
        }
    }
    let mut out = String::new();
    for (kind, (symbols, points)) in kinds {
        let symbols: Vec<String> = symbols.iter().map(char::to_string).collect();
        let symbols = if symbols.is_empty() {
            String::new()
        } else {
            format!(" ({})", symbols.join(" "))
        };
        let name = kind.name(points.len() > 1);
        writeln!(out, "{name}{symbols}: {}", points.join(", "))
            .expect("writing to a string cannot fail");
    }
    out
}

/// The kinds of lines in a legend, in order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum LegendKind {
    Mark(Mark),
    Label,
    Territory(bool),
    Variation,
}

impl LegendKind {
    const fn name(self, several: bool) -> &'static str {
        match (self, several) {
            (LegendKind::Mark(Mark::Circle), false) => "Circle",
            (LegendKind::Mark(Mark::Circle), true) => "Circles",
            (LegendKind::Mark(Mark::Square), false) => "Square",
            (LegendKind::Mark(Mark::Square), true) => "Squares",
            (LegendKind::Mark(Mark::Triangle), false) => "Triangle",
            (LegendKind::Mark(Mark::Triangle), true) => "Triangles",
            (LegendKind::Mark(Mark::Cross), false) => "Cross",
            (LegendKind::Mark(Mark::Cross), true) => "Crosses",
            (LegendKind::Mark(Mark::Selected), _) => "Selected",
            (LegendKind::Label, false) => "Label",
            (LegendKind::Label, true) => "Labels",
            (LegendKind::Territory(false), _) => "Black territory",
            (LegendKind::Territory(true), _) => "White territory",
            (LegendKind::Variation, false) => "Variation",
            (LegendKind::Variation, true) => "Variations",
        }
    }
}

/// The heading of a figure: its title, or else a description of its contents.
pub(crate) fn heading(figure: &Figure) -> String {
    let title = figure.title.trim();
    match (title.is_empty(), numbers(figure)) {
        (false, _) => title.to_owned(),
        (true, Some(numbers)) => numbers,
        (true, None) => "Go position".to_owned(),
    }
}

/// Describes the whole board in words, for people who cannot see it.
pub(crate) fn description(figure: &Figure) -> String {
    let (size, view) = (figure.size(), figure.view.on(figure.size()));
    let mut out: String = game(figure)
        .iter()
        .map(|line| format!("{line}. "))
        .collect();
    write!(
        out,
        "A board of {} columns and {} rows",
        size.cols(),
        size.rows()
    )
    .expect("writing to a string cannot fail");
    if view != View::whole(size) {
        let (first, last) = (name(figure, view.first()), name(figure, view.last()));
        write!(out, ", shown from {first} to {last}").expect("writing to a string cannot fail");
    }
    out.push('.');
    let mut lists: BTreeMap<Kind, String> = BTreeMap::new();
    let mut moves: Vec<(u32, String)> = Vec::new();
    for point in view.points().filter(|&point| figure.shows(point)) {
        let cell = &figure[point];
        let called = name(figure, point);
        let mut list = |kind: Kind| {
            let list = lists.entry(kind).or_default();
            write!(list, " {called}").expect("writing to a string cannot fail");
        };
        if let (Some(color), None) = (cell.stone, cell.number) {
            list(Kind::Stone(color == Color::White));
        }
        if let Some(mark) = cell.mark {
            list(Kind::Mark(mark as u8));
        }
        if let Some(color) = cell.territory {
            list(Kind::Territory(color == Color::White));
        }
        if let (Some(color), Some(number)) = (cell.stone, cell.number) {
            moves.push((number, format!(" {number} {color} {called}")));
        }
        if let Some(label) = cell
            .label
            .as_deref()
            .filter(|label| !label.trim().is_empty())
        {
            let labels = lists.entry(Kind::Label).or_default();
            write!(labels, " {} at {called}", label.trim())
                .expect("writing to a string cannot fail");
        }
    }
    for (kind, list) in lists {
        write!(out, " {}:{list}.", kind.name()).expect("writing to a string cannot fail");
    }
    if !moves.is_empty() {
        moves.sort_by_key(|(number, _)| *number);
        let moves: Vec<&str> = moves.iter().map(|(_, text)| text.as_str()).collect();
        write!(out, " Moves:{}.", moves.join(",")).expect("writing to a string cannot fail");
    }
    if let Some(last) = figure.last {
        write!(out, " Last move: {}.", name(figure, last))
            .expect("writing to a string cannot fail");
    }
    out
}

/// The kinds of lists in a description, in order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Stone(bool),
    Mark(u8),
    Label,
    Territory(bool),
}

impl Kind {
    const fn name(self) -> &'static str {
        match self {
            Kind::Stone(false) => "Black stones",
            Kind::Stone(true) => "White stones",
            Kind::Mark(0) => "Circles",
            Kind::Mark(1) => "Squares",
            Kind::Mark(2) => "Triangles",
            Kind::Mark(3) => "Crosses",
            Kind::Mark(_) => "Selected",
            Kind::Label => "Labels",
            Kind::Territory(false) => "Black territory",
            Kind::Territory(true) => "White territory",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_too_long_for_their_points_are_listed_below() {
        let mut figure = Figure::empty(Size::square(9).unwrap());
        for (col, (number, label)) in [(None, "a"), (None, "alive"), (Some(7), "7"), (Some(8), "x")]
            .into_iter()
            .enumerate()
        {
            let cell = &mut figure[Point::new(col as u8, 0)];
            cell.stone = Some(Color::Black);
            (cell.number, cell.label) = (number, Some(label.into()));
        }
        assert_eq!(long_labels(&figure, 3).as_deref(), Some("B9: alive; D9: x"));
    }
}
