use kifu_core::{Color, Move, Size};

use crate::{Date, Key, Rank};

/// A game that expressions can select. It provides the values of its fields.
///
/// An expression requests only the values that it needs, and stops as soon as a value decides the result. So
/// compute expensive values only on request.
pub trait Subject {
    /// Passes the values of a field to `found`, one at a time, until `found` returns true. Returns whether `found`
    /// returned true. An absent field has no values.
    ///
    /// The values match the [`FieldKind`](crate::FieldKind) of the field: [`Value::Text`] for texts, words and
    /// properties, [`Value::Number`] for counts and numbers, and so on. If a field has several forms of one value,
    /// the standard form is the last one, which [tables](crate::Cell) show.
    fn any(&self, key: &Key, found: &mut dyn FnMut(Value<'_>) -> bool) -> bool;

    /// Passes the moves of the main line to `found`, in order, until `found` returns true.
    fn moves(&self, found: &mut dyn FnMut(PlayedMove) -> bool);

    /// The size of the board.
    fn board(&self) -> Size;
}

/// A value of a field.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value<'a> {
    /// A text, a word, or a decoded property value.
    Text(&'a str),
    /// A count or another number.
    Number(f64),
    /// A number as written, on a scale of its own, such as a komi of 375. Only `==` and `!=` compare it.
    Written(f64),
    /// A date or a range of dates.
    Date(Days),
    /// A rank.
    Rank(Rank),
    /// The size of a board.
    Size(Size),
}

/// A date in full or in part, or a range of dates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Days {
    /// One day; perhaps only its year or month is known.
    On(Date),
    /// All days from the first date to the last, both included.
    During(Date, Date),
}

/// A numbered move of the main line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayedMove {
    /// The move number, from 1.
    pub number: u32,
    /// The colour of the player.
    pub color: Color,
    /// The point played, or a pass.
    pub action: Move,
}
