use std::fmt;

use crate::{Days, Field, FieldKind, Key, Subject, Value};

/// A cell in a table of games: the value of a field or property in one game.
///
/// | field | cell |
/// | --- | --- |
/// | a property | the first value in the game, variations included, as written |
/// | `player`, `rank` | the values of both players, separated by `; ` |
/// | `date`, `codes`, `comment` | all values, separated by `; `; each code only once |
/// | `year` | the first year |
/// | an unreadable `date`, `rank`, `black.rank` or `white.rank` | the value as written |
/// | `winner`, `loser` | `black` or `white` |
/// | `hash` | the hash of the moves that is the same for rotated and mirrored games |
/// | any other field with several forms | the standard form, such as `B+3.5` |
///
/// Days are written as `1990-05-17`, and ranges of them as `1990-05-17/1990-05-18`.
///
/// ```
/// use kifu_select::{Cell, Key};
/// # use kifu_select::{Field, PlayedMove, Size, Subject, Value};
/// # struct Game;
/// # impl Subject for Game {
/// #     fn any(&self, key: &Key, found: &mut dyn FnMut(Value<'_>) -> bool) -> bool {
/// #         *key == Key::Field(Field::Komi) && found(Value::Number(6.5))
/// #     }
/// #     fn moves(&self, _: &mut dyn FnMut(PlayedMove) -> bool) {}
/// #     fn board(&self) -> Size { Size::default() }
/// # }
/// # let game = Game;
///
/// let key: Key = "komi".parse()?;
/// assert_eq!(Cell::of(&key, &game), Some(Cell::Number(6.5)));
/// let unknown = "playr".parse::<Key>().unwrap_err();
/// assert_eq!(unknown.to_string(), "unknown field `playr`: did you mean `player`?");
/// # Ok::<(), kifu_select::UnknownField>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub enum Cell {
    /// A number.
    Number(f64),
    /// Any other value, as text.
    Text(String),
}

impl Cell {
    /// Returns the value of a field or property in a game; `None` if it is absent.
    pub fn of<S: Subject + ?Sized>(key: &Key, game: &S) -> Option<Cell> {
        let field = match key {
            Key::Field(field) => field,
            Key::Property(ident) => return property(ident, game).map(Cell::Text),
        };
        match field {
            Field::Player => both(Field::Black, Field::White, game),
            Field::Rank => both(Field::BlackRank, Field::WhiteRank, game),
            Field::BlackRank => last(key, game).or_else(|| written("BR", game)),
            Field::WhiteRank => last(key, game).or_else(|| written("WR", game)),
            Field::Date => list(key, game).or_else(|| written("DT", game)),
            Field::Codes | Field::Comment => list(key, game),
            Field::Year | Field::Hash => first(key, game),
            _ => last(key, game),
        }
    }

    fn new(value: Value<'_>) -> Cell {
        match value {
            Value::Number(number) | Value::Written(number) => Cell::Number(number),
            Value::Text(text) => Cell::Text(text.trim().to_owned()),
            Value::Date(Days::On(date)) => Cell::Text(date.to_string()),
            Value::Date(Days::During(from, to)) => Cell::Text(format!("{from}/{to}")),
            Value::Rank(rank) => Cell::Text(rank.to_string()),
            Value::Size(size) => Cell::Text(size.to_string()),
        }
    }
}

/// Writes the number or the text.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cell::Number(number) => write!(f, "{number}"),
            Cell::Text(text) => f.write_str(text),
        }
    }
}

impl Key {
    /// Whether all cells of the field are numbers or absent.
    pub fn has_numbers(&self) -> bool {
        matches!(self.kind(), FieldKind::Count | FieldKind::Number)
    }
}

/// The first value.
fn first<S: Subject + ?Sized>(key: &Key, game: &S) -> Option<Cell> {
    let mut cell = None;
    game.any(key, &mut |value| {
        cell = Some(Cell::new(value));
        true
    });
    cell
}

/// The last value.
fn last<S: Subject + ?Sized>(key: &Key, game: &S) -> Option<Cell> {
    let mut cell = None;
    game.any(key, &mut |value| {
        cell = Some(Cell::new(value));
        false
    });
    cell
}

/// Joins all values into one text. A single value stays as it is.
fn list<S: Subject + ?Sized>(key: &Key, game: &S) -> Option<Cell> {
    let mut cells: Vec<Cell> = Vec::new();
    // Codes repeat, but few are different, so searching the list is fast.
    let is_set = *key == Key::Field(Field::Codes);
    game.any(key, &mut |value| {
        let cell = Cell::new(value);
        if !is_set || !cells.contains(&cell) {
            cells.push(cell);
        }
        false
    });
    joined(cells)
}

fn both<S: Subject + ?Sized>(black: Field, white: Field, game: &S) -> Option<Cell> {
    let of = |field| Cell::of(&Key::Field(field), game);
    joined([of(black), of(white)].into_iter().flatten().collect())
}

fn joined(mut cells: Vec<Cell>) -> Option<Cell> {
    match cells.len() {
        0 => None,
        1 => cells.pop(),
        _ => {
            let texts: Vec<String> = cells.iter().map(Cell::to_string).collect();
            Some(Cell::Text(texts.join("; ")))
        }
    }
}

/// The first value of a property.
fn property<S: Subject + ?Sized>(ident: &str, game: &S) -> Option<String> {
    let mut found = None;
    game.any(&Key::Property(ident.to_owned()), &mut |value| {
        if let Value::Text(text) = value {
            found = Some(text.to_owned());
        }
        true
    });
    found
}

/// The text of a property, unless it is blank.
fn written<S: Subject + ?Sized>(ident: &str, game: &S) -> Option<Cell> {
    let text = property(ident, game)?;
    let text = text.trim();
    (!text.is_empty()).then(|| Cell::Text(text.to_owned()))
}
