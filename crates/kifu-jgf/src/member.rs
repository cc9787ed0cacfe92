//! Implementations of [`Member`] for the types of fields.

use std::fmt;

use kifu_core::Color;

use crate::codes;
use crate::json::{Value, ValueKind, strict_number};
use crate::number::Number;
use crate::object::{Member, ReadContext, read_object, repeated_names, short, write_object};
use crate::out::JsonBuffer;
use crate::player::Player;
use crate::raw::{Members, RawJson};
use crate::style::Form;

/// Reads a string; a number is accepted with a finding.
fn read_text(key: &str, value: Value<'_>, cx: &mut ReadContext<'_>) -> Option<String> {
    if let Some(text) = value.text() {
        return Some(text.into_owned());
    }
    let Some(number) = value.number() else {
        cx.wrong_type(value, key, "a string");
        return None;
    };
    let message = format!(
        "`{}` is a number, not a string; it is read as the string `{}`",
        short(key),
        short(&number)
    );
    cx.found(codes::NUMBER_AS_TEXT, value.span(), message);
    Some(number.into_owned())
}

impl Member for Option<String> {
    fn is_absent(&self) -> bool {
        self.is_none()
    }

    fn read(&mut self, key: &str, value: Value<'_>, cx: &mut ReadContext<'_>) {
        *self = read_text(key, value, cx);
    }

    fn write(&self, _: &'static str, out: &mut JsonBuffer) {
        out.string(self.as_deref().unwrap_or_default());
    }
}

impl Member for Option<Box<str>> {
    fn is_absent(&self) -> bool {
        self.is_none()
    }

    fn read(&mut self, key: &str, value: Value<'_>, cx: &mut ReadContext<'_>) {
        *self = read_text(key, value, cx).map(String::into);
    }

    fn write(&self, _: &'static str, out: &mut JsonBuffer) {
        out.string(self.as_deref().unwrap_or_default());
    }
}

/// Reads a number; a number in quotation marks is accepted with a finding.
pub(crate) fn read_number(key: &str, value: Value<'_>, cx: &mut ReadContext<'_>) -> Option<Number> {
    if let Some(number) = value.number() {
        return Number::parse(&number);
    }
    let number = value.text().as_deref().and_then(Number::parse);
    match &number {
        Some(number) => {
            let message = format!(
                "`{}` is a string, not a number; it is read as the number {}",
                short(key),
                short(number.as_str())
            );
            cx.found(codes::TEXT_AS_NUMBER, value.span(), message);
        }
        None => cx.wrong_type(value, key, "a number"),
    }
    number
}

impl Member for Option<Number> {
    fn is_absent(&self) -> bool {
        self.is_none()
    }

    fn read(&mut self, key: &str, value: Value<'_>, cx: &mut ReadContext<'_>) {
        *self = read_number(key, value, cx);
    }

    fn write(&self, _: &'static str, out: &mut JsonBuffer) {
        out.json(self.as_ref().map_or("0", Number::as_str));
    }
}

impl Member for Option<bool> {
    fn is_absent(&self) -> bool {
        self.is_none()
    }

    fn read(&mut self, key: &str, value: Value<'_>, cx: &mut ReadContext<'_>) {
        *self = value.bool();
        if self.is_none() {
            cx.wrong_type(value, key, "`true` or `false`");
        }
    }

    fn write(&self, _: &'static str, out: &mut JsonBuffer) {
        out.json(if *self == Some(true) { "true" } else { "false" });
    }
}

/// The version that a record states: `1`, `2`, `"2.0.0"`. It is not reliable, since programs write `1` in
/// records of both versions.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Version(Box<str>);

impl Version {
    /// Creates a version from the text in a record.
    pub fn new(version: &str) -> Version {
        Version(version.into())
    }

    /// The text of the version, without quotation marks.
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

    fn read(&mut self, key: &str, value: Value<'_>, cx: &mut ReadContext<'_>) {
        *self = match value.number().or_else(|| value.text()) {
            Some(version) => Some(Version(version.into())),
            None => {
                cx.wrong_type(value, key, "a number");
                None
            }
        };
    }

    /// Writes the version as a number if it is one.
    fn write(&self, _: &'static str, out: &mut JsonBuffer) {
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

/// Dates and similar lists: an array of strings, or one string.
impl Member for Vec<String> {
    fn is_absent(&self) -> bool {
        self.is_empty()
    }

    fn read(&mut self, key: &str, value: Value<'_>, cx: &mut ReadContext<'_>) {
        self.clear();
        if value.is_array() {
            for element in value.elements() {
                match read_text(key, element, cx) {
                    Some(text) => self.push(text),
                    // The list is read as a whole or not at all.
                    None => return self.clear(),
                }
            }
        } else if let Some(text) = value.text() {
            let message = format!(
                "`{}` is a string, not an array of strings; it is read as a list of one",
                short(key)
            );
            cx.found(codes::WRONG_TYPE, value.span(), message);
            self.push(text.into_owned());
        } else {
            cx.wrong_type(value, key, "an array of strings");
        }
    }

    fn write(&self, _: &'static str, out: &mut JsonBuffer) {
        out.open('[');
        for text in self {
            out.string(text);
        }
        out.close(']');
    }
}

/// Any members, as in `meta`.
impl Member for Members {
    fn is_absent(&self) -> bool {
        self.is_empty()
    }

    fn read(&mut self, key: &str, value: Value<'_>, cx: &mut ReadContext<'_>) {
        *self = Members::default();
        if !value.is_object() {
            cx.wrong_type(value, key, "an object");
        }
        repeated_names(value, cx);
        for (name, value) in value.members() {
            self.push(&name, RawJson::of(value));
        }
    }

    fn write(&self, _: &'static str, out: &mut JsonBuffer) {
        out.open('{');
        for (name, value) in self.iter() {
            out.member(name, value.json());
        }
        out.close('}');
    }
}

/// The side whose turn it is.
impl Member for Option<Color> {
    fn is_absent(&self) -> bool {
        self.is_none()
    }

    fn read(&mut self, _: &str, value: Value<'_>, cx: &mut ReadContext<'_>) {
        *self = value.text().and_then(|text| text.parse().ok());
        if self.is_none() && value.kind() != ValueKind::Null {
            let message = format!("`{}` is neither black nor white", short(value.source()));
            cx.found(codes::UNKNOWN_COLOR, value.span(), message);
        }
    }

    fn write(&self, _: &'static str, out: &mut JsonBuffer) {
        let color = self.unwrap_or(Color::Black);
        out.word(color_name(color, out.style.form));
    }
}

/// The name of a colour in a node of this form.
pub(crate) fn color_name(color: Color, form: Form) -> &'static str {
    match (color, form == Form::Objects) {
        (Color::Black, true) => "black",
        (Color::White, true) => "white",
        (Color::Black, false) => "B",
        (Color::White, false) => "W",
    }
}

/// Players: an array, or an object with their colours as keys (Seki). Before version 1 was published, each
/// player was a member of the game.
impl Member for Vec<Player> {
    fn is_absent(&self) -> bool {
        self.is_empty()
    }

    fn read(&mut self, key: &str, value: Value<'_>, cx: &mut ReadContext<'_>) {
        if key == "black" || key == "white" {
            cx.evidence.pre = true;
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
            cx.evidence.seki = true;
            cx.findings.count(codes::KEYED_PLAYERS, value.span());
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

    fn write(&self, _: &'static str, out: &mut JsonBuffer) {
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
