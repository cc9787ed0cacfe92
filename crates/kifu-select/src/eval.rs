//! Evaluates expressions.

use std::cmp::Ordering;

use kifu_value::{DateEntry, Standing};

use crate::expr::{Expr, Literal, Play, Relation, Test};
use crate::{Date, Days, FieldKind, Key, Rank, Subject, Value, fold};

impl Expr {
    pub(crate) fn holds(&self, game: &impl Subject) -> bool {
        match self {
            Expr::All(all) => all.iter().all(|expr| expr.holds(game)),
            Expr::Any(any) => any.iter().any(|expr| expr.holds(game)),
            Expr::Not(expr) => !expr.holds(game),
            Expr::Has(key) => has(key, game),
            Expr::Test(key, test) => test.holds(key, game),
            Expr::Played(play) => play.holds(game),
        }
    }
}

fn has(key: &Key, game: &impl Subject) -> bool {
    let counts = key.kind() == FieldKind::Count;
    game.any(key, &mut |value| !counts || value != Value::Number(0.0))
}

impl Test {
    fn holds(&self, key: &Key, game: &impl Subject) -> bool {
        let mut seen = false;
        let equal = game.any(key, &mut |value| {
            seen = true;
            self.is_met_by(value)
        });
        match self {
            // True if there is a value and none is equal.
            Test::Is(Relation::NotEqual, _) => seen && !equal,
            _ => equal,
        }
    }

    fn is_met_by(&self, value: Value<'_>) -> bool {
        match self {
            Test::Is(relation, literal) => literal.compares(*relation, value),
            Test::In(from, to) => {
                let at_least = |from: &Literal| from.compares(Relation::AtLeast, value);
                let at_most = |to: &Literal| to.compares(Relation::AtMost, value);
                from.as_ref().is_none_or(at_least) && to.as_ref().is_none_or(at_most)
            }
            Test::Contains(text) => match value {
                Value::Text(value) => fold(value).contains(text.folded.as_str()),
                _ => false,
            },
            Test::Like(pattern) => match value {
                Value::Text(value) => pattern.0.is_match(value),
                _ => false,
            },
        }
    }
}

impl Relation {
    fn allows(self, order: Ordering) -> bool {
        match self {
            // `Test::holds` negates the result for `!=`.
            Relation::Equal | Relation::NotEqual => order.is_eq(),
            Relation::Less => order.is_lt(),
            Relation::AtMost => order.is_le(),
            Relation::Greater => order.is_gt(),
            Relation::AtLeast => order.is_ge(),
        }
    }
}

impl Literal {
    /// Whether a value has this relation to the literal.
    fn compares(&self, relation: Relation, value: Value<'_>) -> bool {
        match (self, value) {
            (Literal::Number(number), Value::Number(value)) => numbers(relation, value, *number),
            (Literal::Number(number), Value::Written(value)) => {
                !relation.is_order() && numbers(relation, value, *number)
            }
            (Literal::Number(side), Value::Size(size)) => {
                let sides = [size.cols(), size.rows()];
                sides
                    .into_iter()
                    .all(|is| numbers(relation, f64::from(is), *side))
            }
            (Literal::Number(number), Value::Text(text)) => match number_of(text) {
                Some(value) => numbers(relation, value, *number),
                None => year_of(*number).is_some_and(|year| any_date(text, relation, year)),
            },
            (Literal::Date(date), Value::Date(days)) => dates(relation, days, *date),
            (Literal::Date(date), Value::Text(text)) => any_date(text, relation, *date),
            (Literal::Rank(rank), Value::Rank(value)) => ranks(relation, value, *rank),
            (Literal::Rank(rank), Value::Text(text)) => any_rank(text, relation, *rank),
            (Literal::Size(size), Value::Size(value)) => value == *size,
            (Literal::Text(text), Value::Text(value)) => fold(value) == text.folded,
            _ => false,
        }
    }
}

fn numbers(relation: Relation, value: f64, number: f64) -> bool {
    value
        .partial_cmp(&number)
        .is_some_and(|order| relation.allows(order))
}

/// Parses a number, which may have spaces around it.
pub(crate) fn number_of(text: &str) -> Option<f64> {
    let text = text.trim();
    let is_of_numbers = |b: u8| b.is_ascii_digit() || matches!(b, b'+' | b'-' | b'.');
    if text.bytes().all(is_of_numbers) {
        text.parse().ok().filter(|number: &f64| number.is_finite())
    } else {
        None
    }
}

/// Converts a number to a year, if it is an integer from 1 to 9999.
pub(crate) fn year_of(number: f64) -> Option<Date> {
    let is_year = number.fract() == 0.0 && (1.0..=9999.0).contains(&number);
    is_year
        .then(|| Date::new(number as u16, None, None))
        .flatten()
}

/// Whether a text is a list of dates and one of them has this relation to `date`.
fn any_date(text: &str, relation: Relation, date: Date) -> bool {
    let days = |when| match when {
        DateEntry::On(day, _) => Days::On(day),
        DateEntry::During(from, to) => Days::During(from, to),
    };
    let is = |when| dates(relation, days(when), date);
    kifu_value::dates(text).is_ok_and(|read| read.value.entries.into_iter().any(is))
}

/// Whether a text is a list of ranks and one of them has this relation to `rank`.
fn any_rank(text: &str, relation: Relation, rank: Rank) -> bool {
    let is = |standing: &Standing| match standing {
        Standing::Rank(value) => ranks(relation, *value, rank),
        _ => false,
    };
    kifu_value::ranks(text).is_ok_and(|read| read.value.0.iter().flatten().any(is))
}

fn ranks(relation: Relation, value: Rank, rank: Rank) -> bool {
    relation.allows(value.strength().cmp(&rank.strength()))
}

/// Whether days have a relation to a date. If only the year or month of a day is known, every
/// possible day must satisfy the relation; in a range of days, one day must. For `!=`, returns the
/// result of `==`, which the caller negates.
fn dates(relation: Relation, days: Days, date: Date) -> bool {
    let (from, to) = (date.earliest(), date.latest());
    let (first, last, whole) = match days {
        Days::On(day) => (day.earliest(), day.latest(), true),
        Days::During(start, end) => (start.earliest(), end.latest(), false),
    };
    match (relation, whole) {
        (Relation::Equal | Relation::NotEqual, true) => from <= first && last <= to,
        (Relation::Equal | Relation::NotEqual, false) => first <= to && from <= last,
        (Relation::Less, true) => last < from,
        (Relation::Less, false) => first < from,
        (Relation::AtMost, true) => last <= to,
        (Relation::AtMost, false) => first <= to,
        (Relation::Greater, true) => to < first,
        (Relation::Greater, false) => to < last,
        (Relation::AtLeast, true) => from <= first,
        (Relation::AtLeast, false) => from <= last,
    }
}

impl Play {
    fn holds(&self, game: &impl Subject) -> bool {
        let (from, to) = self.within.unwrap_or((1, u32::MAX));
        let board = game.board();
        let mut found = false;
        game.moves(&mut |played| {
            found = (from..=to).contains(&played.number)
                && self.color.is_none_or(|color| color == played.color)
                && self.place.is(played.action, board);
            found || played.number >= to
        });
        found
    }
}
