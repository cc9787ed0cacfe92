//! Moves without a stone, in the title: `Ko (5 at 1, 8 at 2)`.

use std::collections::HashMap;

use kifu_core::{Move, Point, Western};

use super::Numbering;
use crate::{Figure, UnplacedMove};

/// Splits a title into its text and the moves at its end, if there are any and their points exist in the figure.
pub(super) fn split<'t>(
    title: &'t str,
    figure: &Figure,
    numbering: Numbering,
) -> Option<(&'t str, Vec<UnplacedMove>)> {
    let (title_text, list) = title.strip_suffix(')')?.rsplit_once('(')?;
    let title_text = match title_text.strip_suffix(' ') {
        Some(title_text) => title_text,
        None => Some(title_text).filter(|title_text| title_text.is_empty())?,
    };
    let places = Places::of(figure);
    let mut moves = Vec::new();
    // The list has the form `12, 18 at 5; 13 pass` or `12 at 5, 13 pass`.
    let mut waiting = Vec::new();
    for item in list.split(", ").flat_map(|item| item.split("; ")) {
        let (number, action) = match (item.strip_suffix(" pass"), item.split_once(" at ")) {
            (Some(number), _) => (number, Some(Move::Pass)),
            (None, Some((number, place))) => (number, Some(Move::Play(places.point(place)?))),
            (None, None) => (item, None),
        };
        waiting.push(plain_number(number)?);
        if let Some(action) = action {
            moves.extend(waiting.drain(..).map(|number| UnplacedMove {
                number,
                color: numbering.color(number),
                action,
            }));
        }
    }
    if !waiting.is_empty() {
        return None;
    }
    // The title groups the moves by point; a figure has them in order.
    moves.sort_by_key(|m| m.number);
    Some((title_text, moves))
}

/// Parses a number in its canonical form only.
fn plain_number(text: &str) -> Option<u32> {
    let number: u32 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}

/// The points of a figure by number, label and name.
struct Places<'f> {
    figure: &'f Figure,
    numbers: HashMap<u32, Point>,
    labels: HashMap<&'f str, Point>,
}

impl Places<'_> {
    fn of(figure: &Figure) -> Places<'_> {
        let mut places = Places {
            figure,
            numbers: HashMap::new(),
            labels: HashMap::new(),
        };
        for point in figure.view.points().filter(|&point| figure.shows(point)) {
            let cell = &figure[point];
            if let Some(number) = cell.number {
                places.numbers.insert(number, point);
            }
            if let Some(label) = &cell.label {
                places.labels.insert(label, point);
            }
        }
        places
    }

    fn point(&self, name: &str) -> Option<Point> {
        let numbered = plain_number(name).and_then(|number| self.numbers.get(&number));
        let found = numbered.or_else(|| self.labels.get(name)).copied();
        found.or_else(|| Western::parse(name, self.figure.size()).ok())
    }
}
