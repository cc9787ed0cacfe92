use kifu_core::{Color, Move, Size};

use crate::{Date, Key, Rank};

/// What can be selected: a game that answers questions about itself.
///
/// Only what an expression asks for is asked, and no more of it than decides, so an answer that takes
/// long should be computed when it is asked for.
pub trait Subject {
    /// Hands the values of a field to `found`, one after the other, until that returns true, and tells whether
    /// it did. A field that is absent has none.
    ///
    /// Values are of the [`Kind`](crate::Kind) of the field: [`Value::Text`] for texts, words and properties,
    /// [`Value::Number`] for counts and amounts, and so on.
    fn any(&self, key: &Key, found: &mut dyn FnMut(Value<'_>) -> bool) -> bool;

    /// Hands the moves of the main line to `found`, in their order, until it returns true.
    fn moves(&self, found: &mut dyn FnMut(Played) -> bool);

    /// The board.
    fn board(&self) -> Size;
}

/// A value of a field.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value<'a> {
    /// A text, a word, or a value of a property, decoded.
    Text(&'a str),
    /// A count or an amount.
    Number(f64),
    /// When something was.
    Date(Days),
    /// A rank.
    Rank(Rank),
    /// The size of a board.
    Size(Size),
}

/// A time in days.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Days {
    /// A day; which one may not be known beyond its month or year.
    On(Date),
    /// Each day from one to another.
    During(Date, Date),
}

/// A move of the main line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// Its number, from 1.
    pub number: u32,
    /// Whose it is.
    pub color: Color,
    /// The point, or a pass.
    pub action: Move,
}
