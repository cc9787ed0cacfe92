//! Values that fields hold.

use std::fmt;

use kifu_core::Color;

use crate::codes;
use crate::json::{Kind, Value, strict_number};
use crate::number::Number;
use crate::object::{Cx, Member, read_object, repeated_names, short, write_object};
use crate::out::Out;
use crate::player::Player;
use crate::raw::Members;
use crate::style::Form;

/// A text; a number is one as well, with a finding.
fn read_text(key: &str, value: Value<'_>, cx: &mut Cx<'_>) -> Option<String> {
    if let Some(text) = value.text() {
        return Some(text.into_owned());
    }
    let Some(number) = value.number() else {
        cx.wrong_type(value, key, "a text");
        return None;
    };
    let message = format!(
        "`{}` is a number; it is read as the text `{}`",
        short(key),
        short(&number)
    );
    cx.found(&codes::NUMBER_AS_TEXT, value.span(), message);
    Some(number.into_owned())
}

impl Member for Option<String> {
    fn is_absent(&self) -> bool {
        self.is_none()
    }

    fn read(&mut self, key: &str, value: Value<'_>, cx: &mut Cx<'_>) {
        *self = read_text(key, value, cx);
    }

    fn write(&self, _: &'static str, out: &mut Out) {
        out.string(self.as_deref().unwrap_or_default());
    }
}

impl Member for Option<Box<str>> {
    fn is_absent(&self) -> bool {
        self.is_none()
    }

    fn read(&mut self, key: &str, value: Value<'_>, cx: &mut Cx<'_>) {
        *self = read_text(key, value, cx).map(String::into);
    }

    fn write(&self, _: &'static str, out: &mut Out) {
        out.string(self.as_deref().unwrap_or_default());
    }
}

/// A number; one in quotation marks is read as well, with a finding.
pub(crate) fn read_number(key: &str, value: Value<'_>, cx: &mut Cx<'_>) -> Option<Number> {
    if let Some(number) = value.number() {
        return Number::parse(&number);
    }
    let number = value.text().as_deref().and_then(Number::parse);
    match &number {
        Some(number) => {
            let message = format!(
                "`{}` is a text; it is read as the number {}",
                short(key),
                short(number.as_str())
            );
            cx.found(&codes::TEXT_AS_NUMBER, value.span(), message);
        }
        None => cx.wrong_type(value, key, "a number"),
    }
    number
}

impl Member for Option<Number> {
    fn is_absent(&self) -> bool {
        self.is_none()
    }

    fn read(&mut self, key: &str, value: Value<'_>, cx: &mut Cx<'_>) {
        *self = read_number(key, value, cx);
    }

    fn write(&self, _: &'static str, out: &mut Out) {
        out.json(self.as_ref().map_or("0", Number::as_str));
    }
}

impl Member for Option<bool> {
    fn is_absent(&self) -> bool {
        self.is_none()
    }

    fn read(&mut self, key: &str, value: Value<'_>, cx: &mut Cx<'_>) {
        *self = value.bool();
        if self.is_none() {
            cx.wrong_type(value, key, "`true` or `false`");
        }
    }

    fn write(&self, _: &'static str, out: &mut Out) {
        out.json(if *self == Some(true) { "true" } else { "false" });
    }
}

/// The version that a record names: `1`, `2`, `"2.0.0"`. It says little, since programs
/// write `1` in records of both versions.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Version(Box<str>);

impl Version {
    /// A version as its record writes it.
    pub fn new(version: &str) -> Version {
        Version(version.into())
    }

    /// As the record writes it, without quotation marks.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl Member for Option<Version> {
    fn is_absent(&self) -> bool {
        self.is_none()
    }

    fn read(&mut self, key: &str, value: Value<'_>, cx: &mut Cx<'_>) {
        *self = match value.number().or_else(|| value.text()) {
            Some(version) => Some(Version(version.into())),
            None => {
                cx.wrong_type(value, key, "a number");
                None
            }
        };
    }

    /// As a number, if it is one.
    fn write(&self, _: &'static str, out: &mut Out) {
        let own = self.as_ref().map_or("", Version::as_str);
        let version = match out.style.respell {
            Some(_) => out.style.version,
            None => own,
        };
        match strict_number(version).filter(|number| number == version) {
            Some(number) => out.json(&number),
            None => out.string(version),
        }
    }
}

/// Dates and the like: an array of texts, or one text.
impl Member for Vec<String> {
    fn is_absent(&self) -> bool {
        self.is_empty()
    }

    fn read(&mut self, key: &str, value: Value<'_>, cx: &mut Cx<'_>) {
        self.clear();
        if value.is_array() {
            for element in value.elements() {
                match read_text(key, element, cx) {
                    Some(text) => self.push(text),
                    // A list is understood as a whole or not at all.
                    None => return self.clear(),
                }
            }
        } else if let Some(text) = value.text() {
            let message = format!(
                "`{}` is a text, not an array of texts; it is read as one of them",
                short(key)
            );
            cx.found(&codes::WRONG_TYPE, value.span(), message);
            self.push(text.into_owned());
        } else {
            cx.wrong_type(value, key, "an array of texts");
        }
    }

    fn write(&self, _: &'static str, out: &mut Out) {
        out.open('[');
        for text in self {
            out.string(text);
        }
        out.close(']');
    }
}

/// Any members, as `meta` has them.
impl Member for Members {
    fn is_absent(&self) -> bool {
        self.is_empty()
    }

    fn read(&mut self, key: &str, value: Value<'_>, cx: &mut Cx<'_>) {
        *self = Members::default();
        if !value.is_object() {
            cx.wrong_type(value, key, "an object");
        }
        repeated_names(value, cx);
        for (name, value) in value.members() {
            self.push(&name, value.to_raw());
        }
    }

    fn write(&self, _: &'static str, out: &mut Out) {
        out.open('{');
        for (name, value) in self.iter() {
            out.member(name, value.json());
        }
        out.close('}');
    }
}

/// Whose turn it is.
impl Member for Option<Color> {
    fn is_absent(&self) -> bool {
        self.is_none()
    }

    fn read(&mut self, _: &str, value: Value<'_>, cx: &mut Cx<'_>) {
        *self = value.text().and_then(|text| text.parse().ok());
        if self.is_none() && value.kind() != Kind::Null {
            let message = format!("`{}` is neither black nor white", short(value.source()));
            cx.found(&codes::UNKNOWN_COLOR, value.span(), message);
        }
    }

    fn write(&self, _: &'static str, out: &mut Out) {
        let color = self.unwrap_or(Color::Black);
        out.word(color_name(color, out.style.form));
    }
}

/// A colour as nodes of this form name it.
pub(crate) fn color_name(color: Color, form: Form) -> &'static str {
    match (color, form == Form::Objects) {
        (Color::Black, true) => "black",
        (Color::White, true) => "white",
        (Color::Black, false) => "B",
        (Color::White, false) => "W",
    }
}

/// Players: an array, for Seki an object whose keys are the colours; before version 1 was
/// published, each in a member of its own.
impl Member for Vec<Player> {
    fn is_absent(&self) -> bool {
        self.is_empty()
    }

    fn read(&mut self, key: &str, value: Value<'_>, cx: &mut Cx<'_>) {
        if key == "black" || key == "white" {
            cx.met.pre = true;
            self.retain(|player| player.color.as_deref() != Some(key));
            let player = read_object(key, value, cx);
            self.push(Player {
                color: Some(key.into()),
                ..player
            });
            return;
        }
        self.clear();
        if value.is_object() {
            cx.style.keyed_players = true;
            cx.met.seki = true;
            cx.findings.once(&codes::KEYED_PLAYERS, value.span());
            repeated_names(value, cx);
            for (color, value) in value.members() {
                let player: Player = read_object(&color, value, cx);
                self.push(Player {
                    color: Some(color.into()),
                    ..player
                });
            }
        } else if value.is_array() {
            for value in value.elements() {
                self.push(read_object(key, value, cx));
            }
        } else {
            cx.wrong_type(value, key, "an array of players");
        }
    }

    fn write(&self, _: &'static str, out: &mut Out) {
        if !out.style.keyed_players {
            out.open('[');
            for player in self {
                write_object(player, out);
            }
            out.close(']');
            return;
        }
        out.open('{');
        for player in self {
            out.key(player.color.as_deref().unwrap_or_default());
            write_object(
                &Player {
                    color: None,
                    ..player.clone()
                },
                out,
            );
        }
        out.close('}');
    }
}
