use std::str::FromStr;
use std::sync::Arc;

use kifu_core::{Color, Size};
use kifu_span::Diagnostic;
use regex::Regex;

use crate::place::Place;
use crate::{Aliases, Date, Field, Key, Rank, Subject, fold, parse};

/// A parsed expression, which is true or false for each game.
///
/// ```
/// use kifu_select::Select;
///
/// let select: Select = "PB~'cho' and (year in 1975..1999 or not has(DT))".parse()?;
/// // Expressions have one canonical form, which parses back to an equal value.
/// assert_eq!(select.to_string(), r#"PB ~ "cho" and (year in 1975..1999 or not has(DT))"#);
/// assert_eq!(select.to_string().parse(), Ok(select));
///
/// let wrong = "moves > 50 and playr ~ Lee".parse::<Select>().unwrap_err();
/// assert_eq!(wrong.to_string(), "error[select/unknown-field]: unknown field `playr`");
/// assert_eq!((wrong.span.range(), wrong.help.as_deref()), (15..20, Some("did you mean `player`?")));
/// # Ok::<(), kifu_select::Diagnostic>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Select {
    pub(crate) expr: Expr,
    aliases: Option<Arc<Aliases>>,
}

impl Select {
    /// Parses an expression.
    ///
    /// # Errors
    /// Returns the first problem, with its span in the text; its code is one of [`CODES`](crate::CODES).
    pub fn parse(text: &str) -> Result<Select, Diagnostic> {
        let expr = parse::parse(text)?;
        Ok(Select {
            expr,
            aliases: None,
        })
    }

    /// Sets other names of players: a test of a player's name is true if it is true for one of the names. The
    /// names are not part of the [canonical form](Self#impl-Display-for-Select).
    #[must_use]
    pub fn with_aliases(self, aliases: Arc<Aliases>) -> Select {
        Select {
            aliases: Some(aliases),
            ..self
        }
    }

    /// Whether the expression is true for a game.
    pub fn matches(&self, game: &impl Subject) -> bool {
        match &self.aliases {
            None => self.expr.holds(game),
            Some(aliases) => self.expr.holds(&aliases.in_game(game)),
        }
    }

    /// Whether the expression depends on a field.
    ///
    /// ```
    /// use kifu_select::{Field, Select};
    ///
    /// let select: Select = "result ~ resign or not (games > 1 and moves > 20)".parse()?;
    /// assert!(select.depends_on(Field::Games) && select.depends_on(Field::Moves));
    /// assert!(!select.depends_on(Field::Number));
    /// # Ok::<(), kifu_select::Diagnostic>(())
    /// ```
    pub fn depends_on(&self, field: Field) -> bool {
        self.expr.depends_on(field)
    }

    /// Whether the expression depends on all games of a file together, because one of its fields
    /// [needs them](Field::needs_all_games).
    ///
    /// ```
    /// use kifu_select::Select;
    ///
    /// let needs_all = |text: &str| Ok::<_, kifu_select::Diagnostic>(text.parse::<Select>()?.needs_all_games());
    /// assert!(needs_all("moves > 20 and games > 1")?);
    /// assert!(!needs_all("moves > 20 and number == 1")?);
    /// # Ok::<(), kifu_select::Diagnostic>(())
    /// ```
    pub fn needs_all_games(&self) -> bool {
        let mut fields = Field::ALL.iter().filter(|field| field.needs_all_games());
        fields.any(|field| self.depends_on(*field))
    }
}

impl FromStr for Select {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Select, Diagnostic> {
        Select::parse(text)
    }
}

/// An expression. Parsing limits its depth, so functions on it may recurse.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Expr {
    /// Two or more expressions, none of which is an `All`.
    All(Vec<Expr>),
    /// Two or more expressions, none of which is an `Any`.
    Any(Vec<Expr>),
    Not(Box<Expr>),
    Has(Key),
    Test(Key, Test),
    Played(Play),
}

impl Expr {
    fn depends_on(&self, field: Field) -> bool {
        match self {
            Expr::All(of) | Expr::Any(of) => of.iter().any(|expr| expr.depends_on(field)),
            Expr::Not(expr) => expr.depends_on(field),
            Expr::Has(key) | Expr::Test(key, _) => *key == Key::Field(field),
            Expr::Played(_) => false,
        }
    }
}

/// A condition on a value of a field.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Test {
    Is(Relation, Literal),
    In(Option<Literal>, Option<Literal>),
    Contains(Text),
    Like(Pattern),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Relation {
    Equal,
    NotEqual,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

impl Relation {
    /// Whether the relation needs an order.
    pub(crate) fn is_order(self) -> bool {
        !matches!(self, Relation::Equal | Relation::NotEqual)
    }
}

/// A value in an expression.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Literal {
    /// A finite number.
    Number(f64),
    Date(Date),
    Rank(Rank),
    Size(Size),
    Text(Text),
}

/// A text in an expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Text {
    pub(crate) written: String,
    /// The [folded](fold) text, which is compared.
    pub(crate) folded: String,
}

impl Text {
    pub(crate) fn new(written: &str) -> Text {
        Text {
            folded: fold(written).into_owned(),
            written: written.to_owned(),
        }
    }
}

/// A regular expression, equal to any other with the same pattern text.
#[derive(Clone, Debug)]
pub(crate) struct Pattern(pub(crate) Regex);

impl PartialEq for Pattern {
    fn eq(&self, other: &Pattern) -> bool {
        self.0.as_str() == other.0.as_str()
    }
}

/// A move that must be on the main line.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Play {
    /// The player, or `None` for either.
    pub(crate) color: Option<Color>,
    pub(crate) place: Place,
    /// The first and the last allowed move number.
    pub(crate) within: Option<(u32, u32)>,
}
