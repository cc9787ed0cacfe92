//! Points in all their spellings.

use kifu_core::Point;
use kifu_span::Span;

use crate::codes;
use crate::json::Value;
use crate::object::{ReadContext, short};
use crate::out::JsonBuffer;
use crate::raw::{Members, RawJson};
use crate::style::Form;

/// A point in a list, with its text if it is a label.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The marked point.
    pub at: Point,
    /// The text of a label.
    pub text: Option<Box<str>>,
    /// Members that the specification does not define; only a point of version 2 has them.
    pub other: Members,
}

impl From<Point> for Mark {
    fn from(at: Point) -> Mark {
        Mark {
            at,
            text: None,
            other: Members::default(),
        }
    }
}

/// Reads a coordinate: a number, or a number in quotation marks.
fn coordinate(value: Value<'_>) -> Option<u8> {
    if let [digit @ b'0'..=b'9'] = value.source().as_bytes() {
        return Some(digit - b'0');
    }
    let lexeme = value.number().or_else(|| value.text())?;
    let lexeme = lexeme.trim();
    lexeme.parse().ok().or_else(|| {
        let number: f64 = lexeme.parse().ok()?;
        ((0.0..=255.0).contains(&number) && number.fract() == 0.0).then_some(number as u8)
    })
}

/// The form in which a point is spelled.
pub(crate) fn form_of(value: Value<'_>) -> Form {
    if value.is_object() {
        return Form::Objects;
    }
    if !value.is_array() {
        return if value.text().is_some() {
            Form::Letters
        } else {
            Form::Auto
        };
    }
    match value.elements().next() {
        Some(first) if first.number().is_some() => Form::Numbers,
        Some(first) if first.text().is_some() => Form::Letters,
        _ => Form::Auto,
    }
}

/// Whether a value is a point.
pub(crate) fn is_point(value: Value<'_>) -> bool {
    mark(value).is_some()
}

/// Reads a point; if it is not one, reports that and returns `None`.
pub(crate) fn read_mark(value: Value<'_>, cx: &mut ReadContext<'_>) -> Option<Mark> {
    let mark = mark(value);
    match &mark {
        Some(mark) => on_board(mark.at, value.span(), cx),
        None => {
            let message = format!("`{}` is not a point", short(value.source()));
            cx.found(codes::BAD_POINT, value.span(), message);
        }
    }
    mark
}

/// Reads a point from its coordinates; if it is not one, reports that and returns `None`.
pub(crate) fn read_xy(
    x: Value<'_>,
    y: Value<'_>,
    span: Span,
    cx: &mut ReadContext<'_>,
) -> Option<Point> {
    let at = coordinate(x).zip(coordinate(y));
    let Some((col, row)) = at else {
        let message = format!(
            "`{}`, `{}` is not a point",
            short(x.source()),
            short(y.source())
        );
        cx.found(codes::BAD_POINT, span, message);
        return None;
    };
    on_board(Point::new(col, row), span, cx);
    Some(Point::new(col, row))
}

/// Reports a point that is outside of the board.
pub(crate) fn on_board(at: Point, span: Span, cx: &mut ReadContext<'_>) {
    let Some(size) = cx.size.filter(|size| !size.contains(at)) else {
        return;
    };
    let message = format!(
        "column {}, row {} is outside of the {size} board",
        at.col, at.row
    );
    // A program that does not know that `tt` of SGF can be a pass converts it to this point.
    let pass = at == Point::new(19, 19) && size.cols() <= 19 && size.rows() <= 19;
    let help = pass
        .then_some("this looks like `tt`, a pass in SGF, that was converted as if it were a point");
    cx.findings
        .add_with_help(codes::OUTSIDE_BOARD, span, message, help);
}

pub(crate) fn mark(value: Value<'_>) -> Option<Mark> {
    if let Some(text) = value.text() {
        // The first drafts wrote labels as `ab:A`.
        let (point, label) = match text.split_once(':') {
            Some((point, label)) => (point, Some(label.into())),
            None => (&*text, None),
        };
        let at = Point::from_sgf(point.as_bytes())?;
        return Some(Mark {
            text: label,
            ..at.into()
        });
    }
    if value.is_array() {
        let mut elements = value.elements();
        let first = elements.next()?;
        let letters = first
            .text()
            .and_then(|text| Point::from_sgf(text.as_bytes()));
        let at = match letters {
            Some(at) => at,
            None => Point::new(coordinate(first)?, coordinate(elements.next()?)?),
        };
        let text = match elements.next() {
            Some(text) => Some(label(text)?),
            None => None,
        };
        return elements
            .next()
            .is_none()
            .then_some(Mark { text, ..at.into() });
    }
    let (mut x, mut y) = (None, None);
    let mut text = None;
    let mut other = Members::default();
    for (key, value) in value.members() {
        match &*key {
            "x" => x = coordinate(value),
            "y" => y = coordinate(value),
            "text" if label(value).is_some() => text = label(value),
            _ => other.push(&key, RawJson::of(value)),
        }
    }
    let at = Point::new(x?, y?);
    Some(Mark { at, text, other })
}

/// The text of a label; numbers are accepted too.
fn label(value: Value<'_>) -> Option<Box<str>> {
    Some(value.text().or_else(|| value.number())?.into())
}

/// Writes a mark in the form of its node.
pub(crate) fn write_mark(mark: &Mark, form: Form, out: &mut JsonBuffer) {
    if form == Form::Objects || !mark.other.is_empty() {
        out.open('{');
        write_xy(mark.at, out);
        if let Some(text) = &mark.text {
            out.key("text");
            out.string(text);
        }
        for (name, value) in mark.other.iter() {
            out.member(name, value.json());
        }
        out.close('}');
        return;
    }
    let Some(text) = &mark.text else {
        return write_point(mark.at, form, out);
    };
    if form == Form::Numbers || mark.at.to_sgf().is_none() {
        return write_numbers(mark.at, Some(text), out);
    }
    out.open('[');
    write_letters(mark.at, out);
    out.string(text);
    out.close(']');
}

/// Writes a point in one of the forms of version 1.
pub(crate) fn write_point(at: Point, form: Form, out: &mut JsonBuffer) {
    if form == Form::Numbers || !write_letters(at, out) {
        write_numbers(at, None, out);
    }
}

pub(crate) fn write_xy(at: Point, out: &mut JsonBuffer) {
    out.name("x");
    out.number(at.col);
    out.name("y");
    out.number(at.row);
}

fn write_numbers(at: Point, text: Option<&str>, out: &mut JsonBuffer) {
    out.open('[');
    out.number(at.col);
    out.number(at.row);
    if let Some(text) = text {
        out.string(text);
    }
    out.close(']');
}

/// Writes the letters of a point. Returns `false` for a point outside of 52×52, which has no letters.
fn write_letters(at: Point, out: &mut JsonBuffer) -> bool {
    let letters = at.to_sgf();
    if let Some(letters) = letters
        .as_ref()
        .and_then(|letters| std::str::from_utf8(letters).ok())
    {
        out.word(letters);
    }
    letters.is_some()
}
