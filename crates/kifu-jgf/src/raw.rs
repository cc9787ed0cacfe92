//! JSON that is kept as it is.

use std::borrow::Cow;
use std::fmt;

use kifu_span::Limits;

use crate::codes;
use crate::findings::Findings;
use crate::json::{Value, quote, scan};
use crate::limits::BYTES;
use crate::list::List;

/// A JSON value as text: strict, without white space, its numbers spelled as they were
/// read. It can be nested to any depth.
///
/// ```
/// use kifu_jgf::Raw;
///
/// let raw = Raw::parse(r#" { "komi": 6.50 } "#).unwrap();
/// assert_eq!(raw.json(), r#"{"komi":6.50}"#);
/// assert_eq!(Raw::text("a \"b\"").json(), r#""a \"b\"""#);
/// assert_eq!(Raw::text("é").as_text().as_deref(), Some("é"));
/// assert!(Raw::parse("[1,]").is_none());
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Raw(Box<str>);

impl Raw {
    /// A value from strict JSON; `None` for anything else, and from 512 MiB on.
    pub fn parse(json: &str) -> Option<Raw> {
        if json.len() > BYTES {
            return None;
        }
        let wrapped = ["[", json, "]"].concat();
        let mut findings = Findings::default();
        let tape = scan(&wrapped, &Limits::default(), &mut findings).ok()?;
        let mut elements = tape.roots().next()?.elements();
        let (value, more) = (elements.next()?, elements.next());
        // Half a character is allowed by the grammar, if nothing else.
        let found = findings.finish();
        let strict = found
            .iter()
            .all(|found| found.code == codes::LONE_SURROGATE.name);
        (strict && more.is_none()).then(|| value.to_raw())
    }

    /// A string.
    pub fn text(text: &str) -> Raw {
        let mut json = String::new();
        quote(text, &mut json);
        Raw(json.into())
    }

    /// What is known to be JSON.
    pub(crate) fn trusted(json: String) -> Raw {
        Raw(json.into())
    }

    /// The value as JSON.
    pub fn json(&self) -> &str {
        &self.0
    }

    /// What the value says, if it is a string.
    pub fn as_text(&self) -> Option<Cow<'_, str>> {
        self.read(|value| value.text().map(|text| Cow::Owned(text.into_owned())))
    }

    /// Looks at the value.
    pub(crate) fn read<T>(&self, look: impl FnOnce(Value<'_>) -> T) -> T {
        let wrapped = ["[", &*self.0, "]"].concat();
        let tape = scan(&wrapped, &Limits::default(), &mut Findings::silent());
        let tape = tape.expect("what was read once fits");
        let root = tape.roots().next().expect("it begins with a bracket");
        look(root.elements().next().expect("there is a value in it"))
    }
}

impl fmt::Debug for Raw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Members of an object that no field stands for, in order.
///
/// ```
/// use kifu_jgf::{Members, Raw};
///
/// let mut members = Members::default();
/// members.set("mode", Raw::text("solve"));
/// members.set("level", Raw::parse("3").unwrap());
/// assert_eq!(members.get("mode").unwrap().json(), "\"solve\"");
/// assert_eq!(members.remove("mode"), Some(Raw::text("solve")));
/// assert_eq!(members.iter().map(|(name, _)| name).collect::<Vec<_>>(), ["level"]);
/// ```
///
/// A name can stand twice, as it can in JSON; then the last value counts, and all are kept.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Members(List<(Box<str>, Raw)>);

impl Members {
    /// No members.
    pub const fn new() -> Members {
        Members(List::new())
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// All of them in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Raw)> {
        self.0.iter().map(|(name, value)| (&**name, value))
    }

    /// The value of a name; the last, if it stands twice.
    pub fn get(&self, name: &str) -> Option<&Raw> {
        let found = self.0.iter().rev().find(|(known, _)| **known == *name);
        found.map(|(_, value)| value)
    }

    /// Gives a name a value, where the name stands, or after all others.
    pub fn set(&mut self, name: &str, value: Raw) {
        let Some(at) = self.0.iter().rposition(|(known, _)| **known == *name) else {
            return self.push(name, value);
        };
        self.0[at].1 = value;
    }

    /// Takes a name out, each time that it stands there; returns the value that counted.
    pub fn remove(&mut self, name: &str) -> Option<Raw> {
        let value = self.get(name)?.clone();
        self.0.retain(|(known, _)| **known != *name);
        Some(value)
    }

    /// Puts a member after all others, even one that stands there already.
    pub(crate) fn push(&mut self, name: &str, value: Raw) {
        self.0.push((name.into(), value));
    }
}

impl fmt::Debug for Members {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}
