//! Parses expressions by recursive descent.
//!
//! ```text
//! any   = all ("or" all)*
//! all   = one ("and" one)*
//! one   = "not" one | "(" any ")" | "has" "(" KEY ")" | "has-" KEY | move | KEY test
//! move  = ("B" | "W" | "move") "[" POINT "]" ("within" range)?
//! test  = RELATION value | "in" range | "~" text | "=~" text
//! range = value | value? ".." value?
//! ```

use std::str::FromStr;

use kifu_core::{Color, Size};
use kifu_span::{Diagnostic, Span};
use kifu_value::{ReadError, ReadErrorKind};
use regex::RegexBuilder;

use crate::eval::{number_of, year_of};
use crate::expr::{Expr, Literal, Pattern, Play, Test, Text};
use crate::field::{Field, FieldKind, Key};
use crate::lex::{Lexer, Token};
use crate::nearest;
use crate::place::Place;
use crate::{Date, Rank, codes};

/// The maximum length of an expression, in bytes.
const LONGEST: usize = 1 << 16;
/// The maximum depth to which parentheses and `not` may be nested.
const DEEPEST: usize = 100;
/// The maximum number of regular expressions, and the maximum size of each when compiled, in bytes.
const PATTERNS: usize = 64;
const PATTERN_SIZE: usize = 1 << 20;

/// Keywords, which must be in quotes to be used as values.
const RESERVED: [&str; 6] = ["and", "or", "not", "in", "within", "has"];

pub(crate) fn parse(text: &str) -> Result<Expr, Diagnostic> {
    if text.len() > LONGEST {
        let boundary = (0..=LONGEST).rev().find(|&at| text.is_char_boundary(at));
        let span = Span::at(boundary.unwrap_or(0) as u32);
        let message = format!("the expression is longer than {LONGEST} bytes");
        return Err(codes::TOO_LONG.at(span, message));
    }
    let mut parser = Parser {
        lexer: Lexer::new(text),
        token: Token::End,
        span: Span::at(0),
        end: 0,
        depth: 0,
        patterns: 0,
    };
    parser.advance()?;
    let expr = parser.any()?;
    match parser.token {
        Token::End => Ok(expr),
        _ => Err(parser.trailing_text()),
    }
}

struct Parser<'t> {
    lexer: Lexer<'t>,
    /// The next token, and its span.
    token: Token<'t>,
    span: Span,
    /// The end of the last consumed token.
    end: u32,
    depth: usize,
    patterns: usize,
}

impl<'t> Parser<'t> {
    /// Consumes and returns the next token.
    fn advance(&mut self) -> Result<(Token<'t>, Span), Diagnostic> {
        let (token, span) = self.lexer.next()?;
        self.end = self.span.end;
        Ok((
            std::mem::replace(&mut self.token, token),
            std::mem::replace(&mut self.span, span),
        ))
    }

    /// Consumes the next token if it is this word, and returns whether it is.
    fn takes(&mut self, word: &str) -> Result<bool, Diagnostic> {
        let there = self.token == Token::Word(word);
        if there {
            self.advance()?;
        }
        Ok(there)
    }

    fn takes_bracket(&mut self, bracket: char) -> Result<bool, Diagnostic> {
        let there = self.token == Token::Bracket(bracket);
        if there {
            self.advance()?;
        }
        Ok(there)
    }

    /// Returns the error for an unexpected token. `what` is what was expected.
    fn expected(&self, what: impl std::fmt::Display) -> Diagnostic {
        let found = match &self.token {
            Token::End => "the expression ends".to_owned(),
            Token::Word(word) => format!("found `{word}`"),
            Token::Quoted(_) => "found a text".to_owned(),
            Token::Relation(relation) => format!("found `{relation}`"),
            Token::Contains => "found `~`".to_owned(),
            Token::Like => "found `=~`".to_owned(),
            Token::To => "found `..`".to_owned(),
            Token::Bracket(bracket) => format!("found `{bracket}`"),
            Token::Other(sign) => format!("found `{sign}`"),
        };
        let found = codes::EXPECTED.at(self.span, format!("expected {what}; {found}"));
        match self.token {
            Token::Other("&&" | "&") => found.with_help("write `and`"),
            Token::Other("||" | "|") => found.with_help("write `or`"),
            Token::Other("!") => found.with_help("write `not`"),
            Token::Other("=") => {
                found.with_help("write `==` to compare, or `~` to search in a text")
            }
            _ => found,
        }
    }

    /// Returns the error for text after a complete expression.
    fn trailing_text(&self) -> Diagnostic {
        let found = self.expected("`and`, `or` or the end of the expression");
        match self.token {
            Token::Word(_) if found.help.is_none() => {
                found.with_help("put quotes around a text that contains spaces")
            }
            _ => found,
        }
    }

    fn any(&mut self) -> Result<Expr, Diagnostic> {
        let mut any = Vec::new();
        loop {
            match self.all()? {
                Expr::Any(more) => any.extend(more),
                one => any.push(one),
            }
            if !self.takes("or")? {
                return Ok(one_or(any, Expr::Any));
            }
        }
    }

    fn all(&mut self) -> Result<Expr, Diagnostic> {
        let mut all = Vec::new();
        loop {
            match self.one()? {
                Expr::All(more) => all.extend(more),
                one => all.push(one),
            }
            if !self.takes("and")? {
                return Ok(one_or(all, Expr::All));
            }
        }
    }

    fn one(&mut self) -> Result<Expr, Diagnostic> {
        let span = self.span;
        if self.takes("not")? {
            let of = self.deeper(span, Parser::one)?;
            return Ok(Expr::Not(Box::new(of)));
        }
        if self.takes_bracket('(')? {
            let of = self.deeper(span, Parser::any)?;
            return if self.takes_bracket(')')? {
                Ok(of)
            } else {
                Err(self.expected("`and`, `or` or `)`"))
            };
        }
        let Token::Word(word) = self.token else {
            return Err(self.expected("a field, `has(FIELD)`, a move such as `B[Q16]`, or `(`"));
        };
        if RESERVED.contains(&word) && word != "has" {
            return Err(self.expected("a field, `has(FIELD)`, a move such as `B[Q16]`, or `(`"));
        }
        self.advance()?;
        if let Some(of) = word.strip_prefix("has-") {
            let start = span.start + 4;
            return key(of, Span::new(start, span.end)).map(Expr::Has);
        }
        match (word, &self.token) {
            ("has", _) => self.has(),
            ("B", Token::Bracket('[')) => self.play(Some(Color::Black)),
            ("W", Token::Bracket('[')) => self.play(Some(Color::White)),
            ("move", _) => self.play(None),
            _ => self.test(key(word, span)?),
        }
    }

    /// Parses a nested expression, unless it is nested too deeply.
    fn deeper(
        &mut self,
        span: Span,
        inner: impl FnOnce(&mut Self) -> Result<Expr, Diagnostic>,
    ) -> Result<Expr, Diagnostic> {
        if self.depth == DEEPEST {
            let message =
                format!("parentheses or `not` are nested more than {DEEPEST} levels deep");
            return Err(codes::TOO_DEEP.at(span, message));
        }
        self.depth += 1;
        let read = inner(self);
        self.depth -= 1;
        read
    }

    fn has(&mut self) -> Result<Expr, Diagnostic> {
        if !self.takes_bracket('(')? {
            return Err(self.expected("`(` and a field"));
        }
        let (Token::Word(name), span) = (self.token.clone(), self.span) else {
            return Err(self.expected("a field"));
        };
        self.advance()?;
        let key = key(name, span)?;
        if self.takes_bracket(')')? {
            Ok(Expr::Has(key))
        } else {
            Err(self.expected("`)`"))
        }
    }

    fn play(&mut self, color: Option<Color>) -> Result<Expr, Diagnostic> {
        if !self.takes_bracket('[')? {
            return Err(self.expected("`[` and a point"));
        }
        let (name, span) = match self.token {
            Token::Word(word) => {
                let (_, span) = self.advance()?;
                (word, span)
            }
            _ => ("", self.span),
        };
        if self.token != Token::Bracket(']') {
            return Err(self.expected(match name {
                "" => "a point such as `Q16` or `pd`, or `pass`",
                _ => "`]`",
            }));
        }
        let place = Place::parse(name).ok_or_else(|| {
            let message = format!(
                "`{name}` is not a point: expected a point such as `Q16` or `pd`, or `pass`"
            );
            codes::BAD_POINT.at(span, message)
        })?;
        self.advance()?;
        let within = match self.token {
            Token::Word("within" | "in" | "move" | "moves") => {
                self.advance()?;
                if !self.takes("moves")? {
                    self.takes("move")?;
                }
                Some(self.numbers()?)
            }
            _ => None,
        };
        Ok(Expr::Played(Play {
            color,
            place,
            within,
        }))
    }

    /// Parses a range of move numbers.
    fn numbers(&mut self) -> Result<(u32, u32), Diagnostic> {
        let start = self.span.start;
        let number = |(word, span): (&str, Span)| match word.parse() {
            Ok(number) if number > 0 => Ok(number),
            _ => Err(codes::BAD_VALUE.at(
                span,
                format!("`{word}` is not a move number: expected 1 or more"),
            )),
        };
        let (from, to) = self.ends("move numbers such as `1..8`")?;
        let (from, to) = match (from.map(number).transpose()?, to) {
            (Some(from), None) => (from, from),
            (from, Some(to)) => (from.unwrap_or(1), to.map_or(Ok(u32::MAX), number)?),
            (None, None) => return Err(self.expected("move numbers such as `1..8`")),
        };
        if from <= to {
            Ok((from, to))
        } else {
            Err(self.empty_range(start))
        }
    }

    /// Parses the words at the ends of a range; the second is `None` if there is no `..`.
    #[allow(clippy::type_complexity)] // A type alias would not be clearer.
    fn ends(
        &mut self,
        what: &str,
    ) -> Result<(Option<(&'t str, Span)>, Option<Option<(&'t str, Span)>>), Diagnostic> {
        let start = self.span.start;
        let from = self.bare()?;
        if self.token != Token::To {
            return match from {
                Some(_) => Ok((from, None)),
                None => Err(self.expected(what)),
            };
        }
        self.advance()?;
        let to = self.bare()?;
        match (from, to) {
            (None, None) => {
                let span = Span::new(start, self.end);
                Err(codes::BAD_RANGE.at(span, "this range has no ends: expected at least one end"))
            }
            _ => Ok((from, Some(to))),
        }
    }

    /// Consumes and returns the next word, unless it is a keyword.
    fn bare(&mut self) -> Result<Option<(&'t str, Span)>, Diagnostic> {
        match self.token {
            Token::Word(word) if !RESERVED.contains(&word) => {
                let (_, span) = self.advance()?;
                Ok(Some((word, span)))
            }
            _ => Ok(None),
        }
    }

    fn empty_range(&self, start: u32) -> Diagnostic {
        let span = Span::new(start, self.end);
        codes::BAD_RANGE.at(span, "this range is empty: expected the smaller end first")
    }

    fn test(&mut self, key: Key) -> Result<Expr, Diagnostic> {
        let kind = key.kind();
        let operator = self.span;
        let refuse = |sign: &str| {
            let message = format!("`{key}`, {}, does not support `{sign}`", what_is(kind));
            let found = codes::WRONG_OPERATOR.at(operator, message);
            Err(found.with_help(format!("use {}", operators(kind))))
        };
        let test = match self.token {
            Token::Relation(relation) => {
                let orders = !matches!(kind, FieldKind::Text | FieldKind::Word(_));
                if relation.is_order() && !orders {
                    return refuse(&relation.to_string());
                }
                self.advance()?;
                Test::Is(relation, self.value(&key, relation.is_order())?)
            }
            Token::Word("in") => {
                if matches!(kind, FieldKind::Text | FieldKind::Word(_)) {
                    return refuse("in");
                }
                self.advance()?;
                self.range(&key)?
            }
            Token::Contains | Token::Like
                if !matches!(kind, FieldKind::Text | FieldKind::Property) =>
            {
                return refuse(if self.token == Token::Like { "=~" } else { "~" });
            }
            Token::Contains => {
                self.advance()?;
                let (text, _) = self.text("a text")?;
                Test::Contains(Text::new(&text))
            }
            Token::Like => {
                self.advance()?;
                let (text, span) = self.text("a regular expression in quotes")?;
                Test::Like(self.pattern(&text, span)?)
            }
            _ => {
                let what = format!("an operator after `{key}`: {}", operators(kind));
                let found = self.expected(what);
                return Err(match found.help {
                    Some(_) => found,
                    None => found
                        .with_help(format!("write `has({key})` to test whether it has a value")),
                });
            }
        };
        Ok(Expr::Test(key, test))
    }

    /// Parses a text, with or without quotes.
    fn text(&mut self, what: &str) -> Result<(String, Span), Diagnostic> {
        if let Some((word, span)) = self.bare()? {
            return Ok((word.to_owned(), span));
        }
        match &self.token {
            Token::Quoted(_) => match self.advance()? {
                (Token::Quoted(text), span) => Ok((text.into_owned(), span)),
                (_, span) => Ok((String::new(), span)),
            },
            Token::Word(word) => {
                let help = format!("put the word in quotes to use it as a text: \"{word}\"");
                Err(self.expected(what).with_help(help))
            }
            _ => Err(self.expected(what)),
        }
    }

    fn pattern(&mut self, text: &str, span: Span) -> Result<Pattern, Diagnostic> {
        self.patterns += 1;
        if self.patterns > PATTERNS {
            let message = format!("the expression has more than {PATTERNS} regular expressions");
            return Err(codes::BAD_PATTERN.at(span, message));
        }
        let built = RegexBuilder::new(text)
            .size_limit(PATTERN_SIZE)
            .dfa_size_limit(PATTERN_SIZE)
            .build();
        built.map(Pattern).map_err(|error| {
            let error = error.to_string();
            // The first lines of the library's message show the pattern; the last line is the
            // reason.
            let reason = error.lines().last().unwrap_or_default();
            let reason = reason.trim_start_matches("error: ");
            let message = format!("invalid regular expression: {reason}");
            codes::BAD_PATTERN.at(span, message)
        })
    }

    /// Parses the value that a field is compared with.
    fn value(&mut self, key: &Key, ordered: bool) -> Result<Literal, Diagnostic> {
        let is_quoted = matches!(self.token, Token::Quoted(_));
        let (text, span) = self.text(expectation(key.kind()))?;
        literal(key, &text, span, is_quoted, ordered)
    }

    fn range(&mut self, key: &Key) -> Result<Test, Diagnostic> {
        let start = self.span.start;
        let end = |end: Option<(&str, Span)>| {
            let read = |(word, span)| literal(key, word, span, false, true);
            end.map(read).transpose()
        };
        let (from, to) = self.ends("a range such as `5..7`")?;
        let Some(to) = to else {
            return Err(self.expected("`..` and the other end of the range"));
        };
        let (from, to) = (end(from)?, end(to)?);
        let is_empty = match (&from, &to) {
            (Some(Literal::Number(from)), Some(Literal::Number(to))) => from > to,
            (Some(Literal::Date(from)), Some(Literal::Date(to))) => from.earliest() > to.latest(),
            (Some(Literal::Rank(from)), Some(Literal::Rank(to))) => from.strength() > to.strength(),
            _ => false,
        };
        if is_empty {
            Err(self.empty_range(start))
        } else {
            Ok(Test::In(from, to))
        }
    }
}

/// Returns the only element, or the whole list wrapped by `of`.
fn one_or(mut list: Vec<Expr>, of: impl FnOnce(Vec<Expr>) -> Expr) -> Expr {
    match list.len() {
        1 => list.remove(0),
        _ => of(list),
    }
}

fn key(name: &str, span: Span) -> Result<Key, Diagnostic> {
    Key::parse(name).ok_or_else(|| {
        let found = codes::UNKNOWN_FIELD.at(span, format!("unknown field `{name}`"));
        found.with_help(match Field::near(name) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "field names are in lowercase, properties such as `PB` in capitals".to_owned(),
        })
    })
}

/// Parses a word or a quoted text as a value to compare this field with.
fn literal(
    key: &Key,
    text: &str,
    span: Span,
    is_quoted: bool,
    ordered: bool,
) -> Result<Literal, Diagnostic> {
    let date = || text.parse().map(Literal::Date).ok();
    let number = || number_of(text).map(Literal::Number);
    let rank = || {
        text.parse()
            .map(|rank: Rank| Literal::Rank(rank.bare()))
            .ok()
    };
    let text_of = || Literal::Text(Text::new(text));
    let read = match key.kind() {
        FieldKind::Property if is_quoted && !ordered => Some(text_of()),
        FieldKind::Property => {
            let other = || {
                if ordered {
                    rank()
                } else {
                    Some(text_of()).filter(|_| !is_impossible::<Date>(text))
                }
            };
            number().or_else(date).or_else(other)
        }
        FieldKind::Text => Some(text_of()),
        FieldKind::Word(words) if words.contains(&text) => Some(text_of()),
        FieldKind::Word(_) => None,
        FieldKind::Count | FieldKind::Number => number(),
        FieldKind::Date => date().or_else(|| year_of(number_of(text)?).map(Literal::Date)),
        FieldKind::Rank => rank(),
        FieldKind::Size => number().or_else(|| size(text).filter(|_| !ordered).map(Literal::Size)),
    };
    read.ok_or_else(|| {
        if let Some((message, help)) = impossible(key.kind(), text) {
            return codes::BAD_VALUE.at(span, message).with_help(help);
        }
        let expected = match (key.kind(), ordered) {
            (FieldKind::Property, true) => "a number, a date or a rank",
            (kind, _) => expectation(kind),
        };
        let message = format!("expected {expected}; found `{text}`");
        let found = codes::BAD_VALUE.at(span, message);
        match key.kind() {
            FieldKind::Word(words) => {
                match nearest(text, words.iter().map(|word| (*word, *word))) {
                    Some(near) => found.with_help(format!("did you mean `{near}`?")),
                    None => found.with_help(format!("the values are {}", words.join(", "))),
                }
            }
            _ => found,
        }
    })
}

/// Returns the message and the help for a date or a rank that has the right form but does not
/// exist.
fn impossible(kind: FieldKind, text: &str) -> Option<(String, String)> {
    if matches!(kind, FieldKind::Property | FieldKind::Date) && is_impossible::<Date>(text) {
        let month = text.get(..7).and_then(|month| month.parse::<Date>().ok());
        let help = match month {
            Some(month) => format!("the last day of that month is `{}`", month.latest()),
            None => "years are 0001 to 9999, months 01 to 12".to_owned(),
        };
        return Some((format!("the date `{text}` does not exist"), help));
    }
    if matches!(kind, FieldKind::Property | FieldKind::Rank) && is_impossible::<Rank>(text) {
        let help = "ranks are `99k` to `1k`, `1d` to `10d`, and `1p` to `10p`".to_owned();
        return Some((format!("the rank `{text}` does not exist"), help));
    }
    None
}

/// Whether a text has the form of a value, but is out of range.
fn is_impossible<T: FromStr<Err = ReadError>>(text: &str) -> bool {
    let error = text.parse::<T>().err();
    error.is_some_and(|error| error.kind == ReadErrorKind::OutOfRange)
}

/// Parses a size as columns and rows: `13x9`.
fn size(text: &str) -> Option<Size> {
    let (cols, rows) = text.split_once(['x', 'X', '×'])?;
    let side = |text: &str| {
        if text.bytes().all(|b| b.is_ascii_digit()) {
            text.parse().ok()
        } else {
            None
        }
    };
    Size::new(side(cols)?, side(rows)?).ok()
}

/// Describes the kind of a field, to follow its name in a message.
fn what_is(kind: FieldKind) -> &'static str {
    match kind {
        FieldKind::Property => "a property",
        FieldKind::Text => "which is a text",
        FieldKind::Word(_) => "which has a fixed set of values",
        FieldKind::Count | FieldKind::Number => "which is a number",
        FieldKind::Date => "which is a date",
        FieldKind::Rank => "which is a rank",
        FieldKind::Size => "which is a size",
    }
}

/// The values that a field can be compared with.
fn expectation(kind: FieldKind) -> &'static str {
    match kind {
        FieldKind::Property => "a number, a date or a text",
        FieldKind::Text => "a text",
        FieldKind::Word(_) => "one of the values of this field",
        FieldKind::Count | FieldKind::Number => "a number",
        FieldKind::Date => "a date such as `1990`, `1990-05` or `1990-05-17`",
        FieldKind::Rank => "a rank such as `5d`, `9p` or `13k`",
        FieldKind::Size => "a size such as `19` or, with `==` and `!=`, `13x9`",
    }
}

/// The operators that a kind of field supports.
fn operators(kind: FieldKind) -> &'static str {
    match kind {
        FieldKind::Property => "`==`, `!=`, `~`, `=~`, `<`, `<=`, `>`, `>=`, `in`",
        FieldKind::Text => "`==`, `!=`, `~`, `=~`",
        FieldKind::Word(_) => "`==`, `!=`",
        _ => "`==`, `!=`, `<`, `<=`, `>`, `>=`, `in`",
    }
}
