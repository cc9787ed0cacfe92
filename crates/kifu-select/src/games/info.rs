//! Finds the values of fields in the properties of a game.

use std::borrow::Cow;

use kifu_core::{Color, Margin, Outcome, Points};
use kifu_sgf::value::{self, DateEntry, Standing};
use kifu_sgf::{NodeRef, Property, PropertyInfo};

use super::{Days, Field, Game, Value, is_of_head};

impl Game<'_> {
    /// Passes the values of a property to `found` until it returns true.
    pub(super) fn any_value(&self, ident: &str, found: &mut dyn FnMut(&str) -> bool) -> bool {
        let info = PropertyInfo::of_name(ident, self.context());
        if !info.is_some_and(is_of_head) {
            return self.any_node(ident, found);
        }
        let root = self.root_properties().iter().copied();
        let mut root = root.filter(|property| property.is(ident)).peekable();
        if root.peek().is_some() {
            return root.any(|property| self.any_of(property, found));
        }
        let has = |node: &NodeRef<'_>| node.get(ident).is_some();
        self.info_nodes()
            .find(has)
            .is_some_and(|node| self.any_in(node, ident, found))
    }

    /// Passes the values of a property in any node to `found` until it returns true.
    pub(super) fn any_node(&self, ident: &str, found: &mut dyn FnMut(&str) -> bool) -> bool {
        let mut nodes = self.document().forest().preorder(self.root);
        nodes.any(|id| self.any_in(self.document().node(id), ident, found))
    }

    fn any_in(&self, node: NodeRef<'_>, ident: &str, found: &mut dyn FnMut(&str) -> bool) -> bool {
        let mut of = node
            .properties()
            .filter(|property| property.ident().is(ident));
        of.any(|property| self.any_of(property, found))
    }

    /// Passes the values of a property to `found` until it returns true. A property without a value has an empty
    /// value.
    fn any_of(&self, property: Property<'_>, found: &mut dyn FnMut(&str) -> bool) -> bool {
        let charset = self.document().charset(self.root).charset;
        let mut values = property.values().peekable();
        if values.peek().is_none() {
            return found("");
        }
        values.any(|value| found(&value.simple_text(charset).text))
    }

    /// The text of a game information property of FF\[4\], or `None` if it is missing or blank. The root is read first,
    /// then the property of the game's dialect with the same meaning in the root, then the nodes of the main
    /// line below.
    fn info_text(&self, ident: &str) -> Option<Cow<'_, str>> {
        let root = self.root_properties();
        let own = root.iter().find(|property| property.is(ident)).copied();
        let alias = || {
            let mut aliases = self.root_aliases().iter();
            Some(root[aliases.position(|alias| *alias == Some(ident))?])
        };
        let below = || self.info_nodes().find_map(|node| node.get(ident));
        let property = own.or_else(alias).or_else(below)?;
        let charset = self.document().charset(self.root).charset;
        let text = property.value()?.simple_text(charset).text;
        Some(text).filter(|text| !text.trim().is_empty())
    }

    /// Passes the values of a field that is read from properties to `found`.
    pub(super) fn any_info(&self, field: Field, found: &mut dyn FnMut(Value<'_>) -> bool) -> bool {
        let mut text = |ident| {
            self.info_text(ident)
                .is_some_and(|text| found(Value::Text(&text)))
        };
        match field {
            Field::Player => text("PB") || text("PW"),
            Field::Black => text("PB"),
            Field::White => text("PW"),
            Field::Event => text("EV"),
            Field::Round => text("RO"),
            Field::Place => text("PC"),
            Field::Title => text("GN"),
            Field::Overtime => text("OT"),
            Field::Program => self.any_value("AP", &mut |text| found(Value::Text(text))),
            Field::Winner => self.any_side(self.outcome().and_then(Outcome::winner), found),
            Field::Loser => {
                let winner = self.outcome().and_then(Outcome::winner);
                self.any_side(winner.map(|winner| !winner), found)
            }
            Field::Rank => self.any_rank("BR", found) || self.any_rank("WR", found),
            Field::BlackRank => self.any_rank("BR", found),
            Field::WhiteRank => self.any_rank("WR", found),
            Field::Result => self.info_text("RE").is_some_and(|written| {
                let read = || {
                    value::result(&written)
                        .ok()
                        .map(|read| read.value.to_string())
                };
                found(Value::Text(&written))
                    || read().is_some_and(|standard| found(Value::Text(&standard)))
            }),
            Field::ResultKind => {
                let outcome = self.outcome();
                outcome.is_some_and(|outcome| found(Value::Text(outcome.kind())))
            }
            Field::ResultMargin => {
                let margin = self.outcome().and_then(margin);
                margin.is_some_and(|margin| found(Value::Number(points(margin))))
            }
            Field::Date => self.any_when(&mut |when| found(Value::Date(days(when)))),
            Field::Year => self.any_when(&mut |when| {
                let (from, to) = match when {
                    DateEntry::On(date, _) => (date, date),
                    DateEntry::During(from, to) => (from, to),
                };
                (from.year()..=to.year()).any(|year| found(Value::Number(year.into())))
            }),
            Field::Rules => self.info_text("RU").is_some_and(|written| {
                let read = || Some(value::rules(&written).ok()?.value.ruleset.name());
                found(Value::Text(&written)) || read().is_some_and(|name| found(Value::Text(name)))
            }),
            Field::Komi => self.komi().is_some_and(|(written, meant)| {
                (written != meant && found(Value::Written(points(written))))
                    || found(Value::Number(points(meant)))
            }),
            Field::Time => self.info_text("TM").is_some_and(|written| {
                let read = value::time(&written);
                read.is_ok_and(|read| found(Value::Number(read.value.nanos() as f64 / 1e9)))
            }),
            _ => false,
        }
    }

    /// Passes the name and the colour of a player to `found`.
    fn any_side(&self, side: Option<Color>, found: &mut dyn FnMut(Value<'_>) -> bool) -> bool {
        let (name, color) = match side {
            Some(Color::Black) => ("PB", "black"),
            Some(Color::White) => ("PW", "white"),
            None => return false,
        };
        self.info_text(name)
            .is_some_and(|name| found(Value::Text(&name)))
            || found(Value::Text(color))
    }

    fn any_rank(&self, ident: &str, found: &mut dyn FnMut(Value<'_>) -> bool) -> bool {
        let Some(Ok(read)) = self.info_text(ident).map(|text| value::ranks(&text)) else {
            return false;
        };
        let mut standings = read.value.0.iter().flatten();
        standings.any(|standing| match standing {
            Standing::Rank(rank) => found(Value::Rank(rank.bare())),
            _ => false,
        })
    }

    fn any_when(&self, found: &mut dyn FnMut(DateEntry) -> bool) -> bool {
        let dates = self
            .info_text("DT")
            .and_then(|text| value::dates(&text).ok());
        dates.is_some_and(|read| read.value.entries.into_iter().any(found))
    }

    fn outcome(&self) -> Option<Outcome> {
        Some(value::result(&self.info_text("RE")?).ok()?.value)
    }

    pub(super) fn handicap(&self) -> u16 {
        let read = self
            .info_text("HA")
            .and_then(|text| value::handicap(&text).ok());
        read.map_or(0, |read| read.value.stones)
    }

    /// The komi as written, and the komi in points. They differ if the written komi is on the scale of the Fox
    /// server.
    fn komi(&self) -> Option<(Points, Points)> {
        let written = value::komi(&self.info_text("KM")?).ok()?.value;
        let (rules, handicap) = (self.info_text("RU"), self.info_text("HA"));
        let dialect = self.context().dialect;
        let meant = value::meant_komi(written, dialect, rules.as_deref(), handicap.as_deref());
        Some((written, meant.points))
    }
}

/// Converts points to the number that is nearest to their decimal notation.
fn points(points: Points) -> f64 {
    f64::from(points.hundredths()) / 100.0
}

fn margin(outcome: Outcome) -> Option<Points> {
    match outcome {
        Outcome::Win {
            by: Margin::Points(points),
            ..
        } => Some(points),
        Outcome::Draw => Some(Points::ZERO),
        _ => None,
    }
}

fn days(entry: DateEntry) -> Days {
    match entry {
        DateEntry::On(day, _) => Days::On(day),
        DateEntry::During(from, to) => Days::During(from, to),
    }
}
