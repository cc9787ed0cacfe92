use kifu_core::{Color, Move, Point};

use crate::codes;
use crate::findings::Findings;
use crate::json::{Value, ValueKind};
use crate::member::{color_name, read_number};
use crate::number::Number;
use crate::object::{Member, ReadContext, repeated_names, short};
use crate::out::JsonBuffer;
use crate::point::{on_board, read_mark, read_xy, write_point, write_xy};
use crate::raw::{Members, RawJson};
use crate::style::{Form, Style};

/// A move with the data that belongs to it; `move` in JSON.
#[derive(Clone, PartialEq, Debug)]
pub struct Play {
    /// The side that plays.
    pub color: Color,
    /// The point, or a pass.
    pub at: Move,
    /// Whether the move is part of a solution. In the specifications this is a member of the node; records of
    /// ngGo have it here.
    pub solution: Option<bool>,
    /// The clock after the move; only version 2 has it.
    pub clock: Option<Box<Clock>>,
    /// Members that the specification does not define, in the order of the file. A second colour of version 1,
    /// as in `{"B": "aa", "W": "bb"}`, is one of them.
    pub other: Members,
}

/// The clock of a player after a move.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Clock {
    /// The number of seconds left.
    pub time_left: Option<Number>,
    /// The number of overtime periods left.
    pub periods_left: Option<Number>,
}

impl Play {
    /// Creates a move without any other data.
    pub fn new(color: Color, at: Move) -> Play {
        Play {
            color,
            at,
            solution: None,
            clock: None,
            other: Members::default(),
        }
    }

    /// The point, if the move has no other data.
    #[inline]
    pub(crate) fn only_point(&self) -> Option<Point> {
        let alone = self.clock.is_none() && self.solution.is_none() && self.other.is_empty();
        self.at.point().filter(|_| alone)
    }

    fn clock(&mut self) -> &mut Clock {
        self.clock.get_or_insert_default()
    }
}

impl Member for Option<Play> {
    fn is_absent(&self) -> bool {
        self.is_none()
    }

    fn read(&mut self, key: &str, value: Value<'_>, cx: &mut ReadContext<'_>) {
        *self = None;
        if !value.is_object() {
            return cx.wrong_type(value, key, "an object");
        }
        *self = plain_move(value, cx);
        if self.is_none() {
            repeated_names(value, cx);
            *self = read_play(value, cx);
        }
    }

    fn write(&self, _: &'static str, out: &mut JsonBuffer) {
        if let Some(play) = self {
            play.write_object(out);
        }
    }
}

impl Play {
    fn write_object(&self, out: &mut JsonBuffer) {
        out.open('{');
        let form = out.style.form;
        let color = color_name(self.color, form);
        match (self.at, form == Form::Objects) {
            (at, false) => {
                out.name(color);
                match at {
                    Move::Play(at) => write_point(at, form, out),
                    Move::Pass => out.word("pass"),
                }
            }
            (Move::Play(at), true) => {
                out.name("color");
                out.word(color);
                write_xy(at, out);
            }
            (Move::Pass, true) => {
                out.name("color");
                out.word(color);
                out.name("pass");
                out.json("true");
            }
        }
        if let Some(clock) = &self.clock {
            for (name, number) in [
                ("timeLeft", &clock.time_left),
                ("periodsLeft", &clock.periods_left),
            ] {
                if let Some(number) = number {
                    out.member(name, number.as_str());
                }
            }
        }
        if let Some(solution) = self.solution {
            out.member("solution", if solution { "true" } else { "false" });
        }
        for (name, value) in self.other.iter() {
            out.member(name, value.json());
        }
        out.close('}');
    }
}

/// Reads a move in the most common form, `{"B": "mm"}`; `None` for any other.
fn plain_move(value: Value<'_>, cx: &mut ReadContext<'_>) -> Option<Play> {
    let mut members = value.members();
    let (key, at) = members.next()?;
    let color = match &*key {
        "B" => Color::Black,
        "W" => Color::White,
        _ => return None,
    };
    let point = Point::from_sgf(at.text()?.as_bytes())?;
    if members.next().is_some() {
        return None;
    }
    on_board(point, at.span(), cx);
    Some(Play::new(color, Move::Play(point)))
}

/// Reads a move that was read before, without findings.
pub(crate) fn read_again(value: Value<'_>) -> Option<Play> {
    read_play(
        value,
        &mut ReadContext::new(Style::V1, &mut Findings::silent()),
    )
}

fn read_play(value: Value<'_>, cx: &mut ReadContext<'_>) -> Option<Play> {
    let mut play = Play::new(Color::Black, Move::Pass);
    let mut color: Option<(Color, Value<'_>)> = None;
    // The point of version 1 or an array; `x` and `y` are the coordinates of version 2.
    let mut point: Option<Value<'_>> = None;
    let (mut x, mut y, mut pass) = (None, None, None);
    let mut unread = None;
    let is_given = |value: &Value<'_>| value.kind() != ValueKind::Null;
    for (key, member) in value.members() {
        match &*key {
            "color" => match member.text().and_then(|text| text.parse().ok()) {
                Some(known) => color = Some((known, member)),
                None => unread = Some(member),
            },
            "x" => x = Some(member),
            "y" => y = Some(member),
            "pass" if member.bool().is_some() => pass = member.bool(),
            "coords" => point = Some(member),
            "timeLeft" => play.clock().time_left = read_number(&key, member, cx),
            "periodsLeft" => play.clock().periods_left = read_number(&key, member, cx),
            "solution" if member.bool().is_some() => play.solution = member.bool(),
            _ => match (key.parse::<Color>(), color) {
                (Ok(known), None) => {
                    color = Some((known, member));
                    point = Some(member);
                }
                (Ok(_), Some(_)) => {
                    let message = "a second colour in a move; the first one is used";
                    cx.found(codes::TWO_MOVES, member.span(), message);
                    play.other.push(&key, RawJson::of(member));
                }
                (Err(_), _) => play.other.push(&key, RawJson::of(member)),
            },
        }
    }
    let Some((color, _)) = color else {
        let (span, what) = match unread {
            Some(color) => (color.span(), short(color.source())),
            None => (value.span(), short(value.source())),
        };
        let message = format!("`{what}` is neither black nor white");
        cx.found(codes::UNKNOWN_COLOR, span, message);
        return None;
    };
    play.color = color;
    let coordinates = x.filter(is_given).zip(y.filter(is_given));
    let pass = pass == Some(true);
    match (point, coordinates) {
        (Some(point), _) if !is_pass(point) && !pass => {
            play.at = Move::Play(read_mark(point, cx)?.at);
        }
        (None, Some((x, y))) if !pass => {
            play.at = Move::Play(read_xy(x, y, value.span(), cx)?);
        }
        (None, None) if !pass => {
            let message = "a move without a point; it is read as a pass";
            cx.found(codes::IMPLIED_PASS, value.span(), message);
        }
        (point, coordinates) => {
            if coordinates.is_some() || (pass && point.is_some_and(|point| !is_pass(point))) {
                let message = "a pass that has a point; it is read as a pass";
                cx.found(codes::PASS_WITH_POINT, value.span(), message);
            }
        }
    }
    Some(play)
}

/// Whether the value of a colour in version 1 is a pass: `"pass"`, an empty string, `null`, or two NUL
/// characters, as ngGo writes a pass.
pub(crate) fn is_pass(value: Value<'_>) -> bool {
    let text = value.text();
    let text = text.as_deref();
    value.kind() == ValueKind::Null
        || text.is_some_and(|text| {
            text.is_empty() || text == "\0\0" || text.eq_ignore_ascii_case("pass")
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Node;
    use crate::object::write_object;
    use crate::style::Style;

    #[test]
    fn a_single_move_is_written_like_any_node() {
        let (mut alone, mut any) = (JsonBuffer::new(Style::V2), JsonBuffer::new(Style::V2));
        for out in [&mut alone, &mut any] {
            out.open('[');
        }
        for at in 0..=255 {
            for color in [Color::Black, Color::White] {
                let at = Point::new(at, at.wrapping_add(at % 7));
                alone.node_of_move(color, at);
                let node = Node {
                    play: Some(Play::new(color, Move::Play(at))),
                    ..Node::default()
                };
                write_object(&node, &mut any);
            }
        }
        for out in [&mut alone, &mut any] {
            out.number(1);
        }
        assert_eq!(alone.text, any.text);
    }
}
