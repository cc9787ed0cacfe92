//! Moves without a stone, in the title: `Ko (5 at 1, 8 at 2)`.

use std::collections::HashMap;

use kifu_core::{Move, Point, Western};

use super::Numbering;
use crate::{Elsewhere, Figure};

/// Parts a title into what it says and the moves at its end, if there are any that make
/// sense in the figure.
pub(super) fn split<'t>(
    title: &'t str,
    figure: &Figure,
    numbering: Numbering,
) -> Option<(&'t str, Vec<Elsewhere>)> {
    let (said, list) = title.strip_suffix(')')?.rsplit_once('(')?;
    let said = match said.strip_suffix(' ') {
        Some(said) => said,
        None => Some(said).filter(|said| said.is_empty())?,
    };
    let places = Places::of(figure);
    let mut moves = Vec::new();
    // `12, 18 at 5; 13 pass` or `12 at 5, 13 pass`.
    let mut waiting = Vec::new();
    for item in list.split(", ").flat_map(|item| item.split("; ")) {
        let (number, action) = match (item.strip_suffix(" pass"), item.split_once(" at ")) {
            (Some(number), _) => (number, Some(Move::Pass)),
            (None, Some((number, place))) => (number, Some(Move::Play(places.point(place)?))),
            (None, None) => (item, None),
        };
        waiting.push(plain_number(number)?);
        if let Some(action) = action {
            moves.extend(waiting.drain(..).map(|number| Elsewhere {
                number,
                color: numbering.color(number),
                action,
            }));
        }
    }
    if !waiting.is_empty() {
        return None;
    }
    // They are written place by place; in a figure they stand in order.
    moves.sort_by_key(|m| m.number);
    Some((said, moves))
}

/// A number as it would be written.
fn plain_number(text: &str) -> Option<u32> {
    let number: u32 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}

/// The points of a figure by what they are called.
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
