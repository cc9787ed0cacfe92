//! The contents of the screen for a position: the board, the move, the players and the text.

use kifu_core::{ByColor, Color, Move, Point, Size};
use kifu_diagram::{Figure, View};
use kifu_figure::draw_marks;
use kifu_replay::points;
use kifu_rules::Position;
use kifu_sgf::{Document, NodeRef};

/// A position with the data of the record about it.
#[derive(Clone, Debug)]
pub(crate) struct Scene {
    pub(crate) figure: Figure,
    /// The number of the last move.
    pub(crate) number: u32,
    pub(crate) last: Option<(Color, Move)>,
    pub(crate) to_play: Color,
    pub(crate) prisoners: ByColor<u32>,
    /// The time that is left, as text.
    pub(crate) clocks: ByColor<Option<String>>,
    pub(crate) name: String,
    pub(crate) comment: String,
    /// The judgements of the record: "good move", "good for Black".
    pub(crate) judgements: Vec<&'static str>,
    /// The faults of the node.
    pub(crate) faults: Vec<String>,
    /// The place in the tree: the address and the variation.
    pub(crate) place: String,
}

impl Scene {
    /// The scene of a position without further data.
    pub(crate) fn of(position: &Position, prisoners: ByColor<u32>) -> Scene {
        let mut figure = Figure::empty(position.board().size());
        for (point, color) in position.board().stones() {
            figure[point].stone = Some(color);
        }
        Scene {
            figure,
            number: 0,
            last: None,
            to_play: position.to_play(),
            prisoners,
            clocks: ByColor::default(),
            name: String::new(),
            comment: String::new(),
            judgements: Vec::new(),
            faults: Vec::new(),
            place: String::new(),
        }
    }

    /// Sets the last move, which the board highlights.
    pub(crate) fn set_last(&mut self, last: Option<(Color, Move)>) {
        self.last = last;
        let point = last.and_then(|(_, action)| action.point());
        self.figure.last = point.filter(|point| self.figure.size().contains(*point));
    }

    /// Adds the texts, the marks and the judgements of a node.
    pub(crate) fn annotate(&mut self, document: &Document, node: NodeRef<'_>) {
        draw_marks(document, node, &mut self.figure);
        self.name = node.simple_text("N").unwrap_or_default().trim().to_owned();
        let comment = node.text("C").unwrap_or_default();
        self.comment = comment.trim_end().to_owned();
        let judgements = JUDGEMENTS.iter();
        let judgements = judgements.filter(|(ident, _)| node.get(ident).is_some());
        self.judgements = judgements.map(|(_, words)| *words).collect();
    }

    /// Applies the points in view, and those that are greyed out, as nodes state them: `VW` and `DD`.
    pub(crate) fn restrict(&mut self, view: Option<NodeRef<'_>>, dimmed: Option<NodeRef<'_>>) {
        let size = self.figure.size();
        if let Some(view) = view {
            let shown = points(view, "VW", size);
            let rest = shown.iter().skip(1);
            if let Some(&first) = shown.first() {
                self.figure.view =
                    rest.fold(View::between(first, first), |view, &point| view.with(point));
                for point in size.points() {
                    self.figure[point].hidden = true;
                }
                for &point in &shown {
                    self.figure[point].hidden = false;
                }
            }
        }
        for point in dimmed
            .map(|node| points(node, "DD", size))
            .unwrap_or_default()
        {
            self.figure[point].dimmed = true;
        }
    }
}

/// The judgements that a viewer shows, as properties and in words.
const JUDGEMENTS: [(&str, &str); 9] = [
    ("TE", "good move"),
    ("BM", "bad move"),
    ("DO", "doubtful move"),
    ("IT", "interesting move"),
    ("GB", "good for Black"),
    ("GW", "good for White"),
    ("DM", "even position"),
    ("UC", "unclear position"),
    ("HO", "hot spot"),
];

/// The name of a move: `Q16`, `pass`.
pub(crate) fn move_name(action: Move, size: Size) -> String {
    match action {
        Move::Pass => "pass".to_owned(),
        Move::Play(point) => point_name(point, size),
    }
}

/// The name of a point: `Q16`.
pub(crate) fn point_name(point: Point, size: Size) -> String {
    match size.western(point) {
        Some(name) => name.to_string(),
        None => "a point off the board".to_owned(),
    }
}

/// The name of a player: `Black`.
pub(crate) const fn player(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

/// A time on a clock, in seconds as a record states it, with the periods or moves that are left: `12:05`, `0:30 (3)`.
pub(crate) fn clock(seconds: &str, periods: Option<&str>) -> String {
    let seconds = seconds.trim();
    let time = match seconds.parse::<f64>() {
        Ok(number) if (0.0..1e9).contains(&number) => {
            let whole = number as u64;
            let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60);
            if hours > 0 {
                format!("{hours}:{minutes:02}:{rest:02}")
            } else {
                format!("{minutes}:{rest:02}")
            }
        }
        _ => seconds.chars().take(12).collect(),
    };
    match periods.map(str::trim).filter(|periods| !periods.is_empty()) {
        Some(periods) => {
            let periods: String = periods.chars().take(6).collect();
            format!("{time} ({periods})")
        }
        None => time,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_shown_in_minutes() {
        assert_eq!(clock("725", None), "12:05");
        assert_eq!(clock("29.84", Some("3")), "0:29 (3)");
        assert_eq!(clock("7325.5", None), "2:02:05");
        assert_eq!(clock("-3", None), "-3");
        assert_eq!(clock("soon", Some(" ")), "soon");
    }
}
