//! JSON values that are kept as they are.

use std::borrow::Cow;
use std::fmt;

use kifu_span::Limits;

use crate::codes;
use crate::findings::Findings;
use crate::json::{Value, quote, scan};
use crate::list::List;

/// A JSON value as text: strict JSON without white space, with its numbers spelled as they were read. It can be
/// nested to any depth.
///
/// ```
/// use kifu_jgf::RawJson;
///
/// let raw = RawJson::parse(r#" { "komi": 6.50 } "#).unwrap();
/// assert_eq!(raw.json(), r#"{"komi":6.50}"#);
/// assert_eq!(RawJson::text("a \"b\"").json(), r#""a \"b\"""#);
/// assert_eq!(RawJson::text("é").as_text().as_deref(), Some("é"));
/// assert!(RawJson::parse("[1,]").is_none());
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct RawJson(Box<str>);

impl RawJson {
    /// Parses strict JSON; `None` for any other text, and for 512 MiB or more.
    pub fn parse(json: &str) -> Option<RawJson> {
        if json.len() > crate::json::MAX_BYTES {
            return None;
        }
        let wrapped = ["[", json, "]"].concat();
        let mut findings = Findings::default();
        let tape = scan(&wrapped, &Limits::default(), &mut findings).ok()?;
        let mut elements = tape.roots().next()?.elements();
        let (value, more) = (elements.next()?, elements.next());
        // The JSON grammar allows an unpaired surrogate; anything else that is reported is not strict JSON.
        let found = findings.finish();
        let strict = found
            .iter()
            .all(|found| found.code == codes::LONE_SURROGATE);
        (strict && more.is_none()).then(|| RawJson::of(value))
    }

    /// Creates a string value.
    pub fn text(text: &str) -> RawJson {
        let mut json = String::new();
        quote(text, &mut json);
        RawJson(json.into())
    }

    /// Copies a value. Numbers and strings that are strict JSON already are copied as they are.
    pub(crate) fn of(value: Value<'_>) -> RawJson {
        RawJson(value.to_json().into())
    }

    /// Wraps a text that is known to be JSON.
    pub(crate) fn trusted(json: String) -> RawJson {
        RawJson(json.into())
    }

    /// The value as JSON.
    pub fn json(&self) -> &str {
        &self.0
    }

    /// The text of the value, if it is a string.
    pub fn as_text(&self) -> Option<Cow<'_, str>> {
        self.read(|value| value.text().map(|text| Cow::Owned(text.into_owned())))
    }

    /// Calls a function with the parsed value.
    pub(crate) fn read<T>(&self, look: impl FnOnce(Value<'_>) -> T) -> T {
        let wrapped = ["[", &*self.0, "]"].concat();
        let tape = scan(&wrapped, &Limits::default(), &mut Findings::silent());
        let tape = tape.expect("JSON that was read before is within the limits");
        let root = tape.roots().next().expect("the text begins with a bracket");
        look(root.elements().next().expect("the array has an element"))
    }
}

impl fmt::Debug for RawJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The members of an object that do not have a field, in order.
///
/// ```
/// use kifu_jgf::{Members, RawJson};
///
/// let mut members = Members::default();
/// members.set("mode", RawJson::text("solve"));
/// members.set("level", RawJson::parse("3").unwrap());
/// assert_eq!(members.get("mode").unwrap().json(), "\"solve\"");
/// assert_eq!(members.remove("mode"), Some(RawJson::text("solve")));
/// assert_eq!(members.iter().map(|(name, _)| name).collect::<Vec<_>>(), ["level"]);
/// ```
///
/// A name can occur more than once, as in JSON; then the last value is used, and all are kept.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Members(List<(Box<str>, RawJson)>);

impl Members {
    /// Creates an empty list of members.
    pub const fn new() -> Members {
        Members(List::new())
    }

    /// Whether there are no members.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The number of members.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// All members with their names, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &RawJson)> {
        self.0.iter().map(|(name, value)| (&**name, value))
    }

    /// The value of a name; the last one, if the name occurs more than once.
    pub fn get(&self, name: &str) -> Option<&RawJson> {
        let found = self.0.iter().rev().find(|(known, _)| **known == *name);
        found.map(|(_, value)| value)
    }

    /// Sets the value of a name: in its place, or as a new member at the end.
    pub fn set(&mut self, name: &str, value: RawJson) {
        let Some(at) = self.0.iter().rposition(|(known, _)| **known == *name) else {
            return self.push(name, value);
        };
        self.0[at].1 = value;
    }

    /// Removes every member with a name; returns the value that was used.
    pub fn remove(&mut self, name: &str) -> Option<RawJson> {
        let value = self.get(name)?.clone();
        self.0.retain(|(known, _)| **known != *name);
        Some(value)
    }

    /// Appends a member, even if the name already exists.
    pub(crate) fn push(&mut self, name: &str, value: RawJson) {
        self.0.push((name.into(), value));
    }
}

impl fmt::Debug for Members {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}
