//! Writes expressions in their canonical form.

use std::fmt::{self, Display, Write};

use kifu_core::{Color, Size};

use crate::Select;
use crate::expr::{Expr, Literal, Play, Relation, Test};

/// Writes the canonical text, which parses back to the same selection. It has texts in double
/// quotes, one space around operators, and parentheses only where they are needed.
impl fmt::Display for Select {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.expr.fmt(f)
    }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expr::All(all) => list(f, all, "and", |of| matches!(of, Expr::Any(_))),
            Expr::Any(any) => list(f, any, "or", |_| false),
            Expr::Not(of) => {
                f.write_str("not ")?;
                within(f, of, matches!(**of, Expr::All(_) | Expr::Any(_)))
            }
            Expr::Has(key) => write!(f, "has({key})"),
            Expr::Test(key, test) => write!(f, "{key} {test}"),
            Expr::Played(play) => play.fmt(f),
        }
    }
}

fn list(
    f: &mut fmt::Formatter<'_>,
    all: &[Expr],
    word: &str,
    binds_less: impl Fn(&Expr) -> bool,
) -> fmt::Result {
    for (n, of) in all.iter().enumerate() {
        if n > 0 {
            write!(f, " {word} ")?;
        }
        within(f, of, binds_less(of))?;
    }
    Ok(())
}

fn within(f: &mut fmt::Formatter<'_>, of: &Expr, parentheses: bool) -> fmt::Result {
    if parentheses {
        write!(f, "({of})")
    } else {
        of.fmt(f)
    }
}

impl fmt::Display for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Test::Is(relation, literal) => write!(f, "{relation} {literal}"),
            Test::In(from, to) => {
                f.write_str("in ")?;
                from.iter().try_for_each(|from| from.fmt(f))?;
                f.write_str("..")?;
                to.iter().try_for_each(|to| to.fmt(f))
            }
            Test::Contains(text) => {
                f.write_str("~ ")?;
                quoted(f, &text.written)
            }
            Test::Like(pattern) => {
                f.write_str("=~ ")?;
                quoted(f, pattern.0.as_str())
            }
        }
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Relation::Equal => "==",
            Relation::NotEqual => "!=",
            Relation::Less => "<",
            Relation::AtMost => "<=",
            Relation::Greater => ">",
            Relation::AtLeast => ">=",
        })
    }
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Literal::Number(number) => write!(f, "{number}"),
            Literal::Date(date) => date.fmt(f),
            Literal::Rank(rank) => rank.fmt(f),
            Literal::Size(size) => write_size(f, *size),
            Literal::Text(text) => quoted(f, &text.written),
        }
    }
}

fn write_size(f: &mut fmt::Formatter<'_>, size: Size) -> fmt::Result {
    write!(f, "{}x{}", size.cols(), size.rows())
}

fn quoted(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_char('"')?;
    for c in text.chars() {
        if matches!(c, '"' | '\\') {
            f.write_char('\\')?;
        }
        f.write_char(c)?;
    }
    f.write_char('"')
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let who = match self.color {
            Some(Color::Black) => "B",
            Some(Color::White) => "W",
            None => "move",
        };
        write!(f, "{who}[{}]", self.place)?;
        match self.within {
            None => Ok(()),
            Some((from, to)) if from == to => write!(f, " within {from}"),
            Some((from, u32::MAX)) => write!(f, " within {from}.."),
            Some((from, to)) => write!(f, " within {from}..{to}"),
        }
    }
}
