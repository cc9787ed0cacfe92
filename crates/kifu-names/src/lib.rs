#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod plan;

use alloc::borrow::{Cow, ToOwned};
use alloc::collections::BTreeMap;
use alloc::collections::btree_map::Entry;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use kifu_sgf::{Document, value};
use kifu_tree::NodeId;

pub use kifu_sgf as sgf;
pub use plan::{Decision, NameIn, Occupant, OnCollision, RenameStep, Renaming, order, plan};

/// A template for names, parsed from text with [`FromStr`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Template(Vec<Piece>);

#[derive(Clone, PartialEq, Eq, Debug)]
enum Piece {
    Text(String),
    Value {
        key: String,
        date: Option<String>,
        slug: bool,
    },
}

/// The error of parsing a [`Template`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TemplateError {
    /// The byte offset of the problem in the template.
    pub at: usize,
    why: &'static str,
}

impl fmt::Display for TemplateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at byte {}: {}", self.at, self.why)
    }
}

impl core::error::Error for TemplateError {}

/// The replacement for an unknown value.
const UNKNOWN: &str = "unknown";

impl FromStr for Template {
    type Err = TemplateError;

    fn from_str(template: &str) -> Result<Template, TemplateError> {
        let mut pieces = Vec::new();
        let mut text = String::new();
        let mut rest = template;
        while let Some(at) = rest.find(['{', '}']) {
            let here = template.len() - rest.len() + at;
            let wrong = |why| TemplateError { at: here, why };
            text.push_str(&rest[..at]);
            let (brace, after) = rest[at..].split_at(1);
            if after.starts_with(brace) {
                text.push_str(brace);
                rest = &after[1..];
                continue;
            }
            if brace == "}" {
                return Err(wrong("`}` without `{`; write `}}` for a literal `}`"));
            }
            let (inner, after) = after
                .split_once('}')
                .ok_or_else(|| wrong("`{` without `}`; write `{{` for a literal `{`"))?;
            pieces.push(Piece::Text(core::mem::take(&mut text)));
            pieces.push(placeholder(inner).map_err(wrong)?);
            rest = after;
        }
        text.push_str(rest);
        pieces.push(Piece::Text(text));
        if matches!(pieces.first(), Some(Piece::Text(start)) if is_absolute(start)) {
            let why =
                "names are relative to the output directory: they cannot start with `/` or a drive";
            return Err(TemplateError { at: 0, why });
        }
        let mut at = 0;
        for part in template.split('/') {
            if part == ".." {
                let why = "names are relative to the output directory: they cannot contain `..`";
                return Err(TemplateError { at, why });
            }
            at += part.len() + 1;
        }
        Ok(Template(pieces))
    }
}

/// Whether a path that starts like this is absolute: `/x`, `\\x` or `C:x`.
fn is_absolute(start: &str) -> bool {
    match start.as_bytes() {
        [b'/' | b'\\', ..] => true,
        [drive, b':', ..] => drive.is_ascii_alphabetic(),
        _ => false,
    }
}

/// Parses the text between braces.
fn placeholder(inner: &str) -> Result<Piece, &'static str> {
    let (inner, slug) = match inner.split_once('|') {
        None => (inner, false),
        Some((inner, "slug")) => (inner, true),
        Some(_) => return Err("unknown filter: expected `|slug`"),
    };
    let (key, date) = match inner.split_once(':') {
        None => (inner, None),
        Some((key, date)) => (key, Some(date.to_owned())),
    };
    let is_key = |key: &str| {
        !key.is_empty()
            && (key.bytes().all(|b| b.is_ascii_uppercase())
                || key.bytes().all(|b| b.is_ascii_lowercase() || b == b'.'))
    };
    if !is_key(key) {
        return Err(
            "expected a property in capitals such as `{PB}`, or a field in lowercase such as `{black}`",
        );
    }
    if date.as_deref().is_some_and(|date| !is_date(date)) {
        return Err("unknown date format: expected %Y, %m and %d, as in `{DT:%Y-%m}`");
    }
    Ok(Piece::Value {
        key: key.to_owned(),
        date,
        slug,
    })
}

/// Whether a format has a `%`, and each `%` starts a known field.
fn is_date(format: &str) -> bool {
    let mut pieces = format.split('%').skip(1).peekable();
    pieces.peek().is_some() && pieces.all(|piece| piece.starts_with(['Y', 'm', 'd']))
}

impl Template {
    /// Returns an iterator over the keys of the placeholders, in order.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|piece| match piece {
            Piece::Text(_) => None,
            Piece::Value { key, .. } => Some(key.as_str()),
        })
    }

    /// Fills the template and returns the name. `value` returns the value of a key. The name is a relative path
    /// with `/` between directories; each component is a [`safe_name`].
    pub fn fill<'v>(&self, value: impl Fn(&str) -> Option<Cow<'v, str>>) -> String {
        let mut name = String::new();
        for piece in &self.0 {
            match piece {
                Piece::Text(text) => name.push_str(text),
                Piece::Value { key, date, slug } => {
                    let value = value(key).filter(|value| !value.trim().is_empty());
                    let value = match date {
                        None => value,
                        Some(format) => value.and_then(|value| dated(&value, format)),
                    };
                    let value = value.unwrap_or(Cow::Borrowed(UNKNOWN));
                    let value = if *slug {
                        slugged(&value)
                    } else {
                        value.into_owned()
                    };
                    name.push_str(&plain(cut(value.trim(), LONGEST_VALUE)));
                }
            }
        }
        let parts: Vec<String> = name.split('/').map(safe_name).collect();
        parts.join("/")
    }
}

/// Formats the first date of a value. Missing parts become `00`.
fn dated<'v>(text: &str, format: &str) -> Option<Cow<'v, str>> {
    let date = value::dates(text).ok()?.value.first()?;
    let two = |part: Option<u8>| format!("{:02}", part.unwrap_or(0));
    let filled = format
        .replace("%Y", &format!("{:04}", date.year()))
        .replace("%m", &two(date.month()))
        .replace("%d", &two(date.day()));
    Some(Cow::Owned(filled))
}

/// Returns the words of a value in lower case, joined by `-`. A word consists of letters and
/// digits.
fn slugged(value: &str) -> String {
    let words = value
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    let slug = words.collect::<Vec<_>>().join("-").to_lowercase();
    if slug.is_empty() {
        UNKNOWN.to_owned()
    } else {
        slug
    }
}

/// The properties of a game, for [`Template::fill`].
#[derive(Clone, Copy, Debug)]
pub struct Fields<'d> {
    document: &'d Document,
    root: NodeId,
}

impl<'d> Fields<'d> {
    /// Returns the fields of the game tree with this root.
    pub fn of(document: &'d Document, root: NodeId) -> Fields<'d> {
        Fields { document, root }
    }

    /// Returns the first value of a property in the root, or else in the first node of the main line that has it:
    /// decoded and on one line.
    pub fn get(&self, ident: &str) -> Option<Cow<'d, str>> {
        let mut nodes = self.document.main_line(self.root);
        nodes.find_map(|node| node.simple_text(ident))
    }
}

/// The maximum length of a path component in bytes, which leaves room for a number and the extension of a backup.
const LONGEST: usize = 200;

/// The maximum length of a value in bytes, so that one value does not displace the others.
const LONGEST_VALUE: usize = 80;

/// The characters that are forbidden in names on at least one system.
const FORBIDDEN: [char; 9] = ['/', '\\', ':', '*', '?', '"', '<', '>', '|'];

/// Converts a text to a file name that is valid on every system, changing as little as possible.
///
/// `_` replaces characters that are forbidden on at least one system, control characters,
/// characters that change the writing direction, and a `.`, `-` or `~` at the start, which would
/// hide the file, turn it into an option or refer to a home directory. Device names of Windows get
/// a leading `_`. Spaces and full stops at the end are removed. The name has at most 200 bytes,
/// including its extension.
///
/// ```
/// use kifu_names::safe_name;
///
/// assert_eq!(safe_name("Go Seigen: 吳清源"), "Go Seigen_ 吳清源");
/// assert_eq!(safe_name("../../etc/passwd"), "_._.._etc_passwd");
/// assert_eq!(safe_name("nul.sgf"), "_nul.sgf");
/// ```
pub fn safe_name(text: &str) -> String {
    let name = plain(text.trim());
    let mut name = shortened(&name).trim_end_matches([' ', '.']).to_owned();
    if name.starts_with(['.', '-', '~']) {
        name.replace_range(..1, "_");
    }
    if name.is_empty() {
        name.push('_');
    }
    if is_device(&name) {
        name.insert(0, '_');
    }
    name
}

/// Whether a text is a valid file name on every system, so that [`safe_name`] returns it unchanged.
pub fn is_safe_name(name: &str) -> bool {
    safe_name(name) == name
}

fn plain(text: &str) -> String {
    let is_hazard = |c: char| {
        c.is_control()
            || matches!(c, '\u{AD}' | '\u{61C}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}'
                | '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{FFF0}'..='\u{FFFB}')
    };
    text.chars()
        .map(|c| {
            if FORBIDDEN.contains(&c) || is_hazard(c) {
                '_'
            } else {
                c
            }
        })
        .collect()
}

/// Shortens the stem of a name so that the name has at most [`LONGEST`] bytes.
fn shortened(name: &str) -> Cow<'_, str> {
    if name.len() <= LONGEST {
        return Cow::Borrowed(name);
    }
    let (stem, ending) = split_ending(name);
    let stem = cut(stem, LONGEST - ending.len()).trim_end();
    Cow::Owned(format!("{stem}{ending}"))
}

/// Splits a name into its stem and its extension: a full stop and at most eight letters and digits.
fn split_ending(name: &str) -> (&str, &str) {
    let is_ending = |text: &str| {
        (1..=8).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric())
    };
    match name.rfind('.') {
        Some(at) if at > 0 && is_ending(&name[at + 1..]) => name.split_at(at),
        _ => (name, ""),
    }
}

/// The longest prefix of a text with at most `max_len` bytes.
fn cut(text: &str, max_len: usize) -> &str {
    let mut end = text.len().min(max_len);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// Whether Windows treats a name as a device, regardless of its extension.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end();
    let stem = stem.to_ascii_lowercase();
    let numbered = |stem: &str| {
        let rest = stem.strip_prefix("com").or(stem.strip_prefix("lpt"));
        let mut digits = rest.unwrap_or_default().chars();
        let digit = |c: char| c.is_ascii_digit() || matches!(c, '¹' | '²' | '³');
        digits.next().is_some_and(digit) && digits.next().is_none()
    };
    matches!(
        stem.as_str(),
        "con" | "prn" | "aux" | "nul" | "conin$" | "conout$"
    ) || numbered(&stem)
}

/// A set of names that are unique on every system.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// Names in lower case, each with the last number that was appended to it.
    taken: BTreeMap<String, u32>,
}

impl Names {
    /// Returns the name, or, if it is taken, the name with a number before its extension: `a.sgf`, `a-2.sgf`.
    pub fn claim(&mut self, name: &str) -> String {
        let key = name.to_lowercase();
        let Some(last) = self.taken.get(&key).copied() else {
            self.taken.insert(key, 1);
            return name.to_owned();
        };
        let directory = name.rfind('/').map_or(0, |at| at + 1);
        let (stem, ending) = split_ending(&name[directory..]);
        // Each number is tried only once per name.
        for number in last.saturating_add(1).. {
            let other = format!("{}{stem}-{number}{ending}", &name[..directory]);
            if let Entry::Vacant(free) = self.taken.entry(other.to_lowercase()) {
                free.insert(1);
                self.taken.insert(key, number);
                return other;
            }
        }
        name.to_owned()
    }

    /// Claims the name without changing it. Returns `false` if the name is taken, or is not [safe](is_safe_name)
    /// on every system.
    ///
    /// ```
    /// let mut names = kifu_names::Names::default();
    /// let claimed = ["Problem 1", "problem 1", "a/b"].map(|name| names.claim_as_is(name));
    /// assert_eq!(claimed, [true, false, false]);
    /// ```
    pub fn claim_as_is(&mut self, name: &str) -> bool {
        let is_free = is_safe_name(name) && !self.taken.contains_key(&name.to_lowercase());
        if is_free {
            self.taken.insert(name.to_lowercase(), 1);
        }
        is_free
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(template: &str, values: &[(&str, &'static str)]) -> String {
        let template: Template = template.parse().unwrap();
        template.fill(|key| {
            let found = values.iter().find(|(known, _)| *known == key);
            found.map(|(_, value)| Cow::Borrowed(*value))
        })
    }

    #[test]
    fn values_never_leave_their_component() {
        let players = [("PB", "../../x"), ("PW", "C:\\a\0b\u{202e}")];
        assert_eq!(filled("{PB}-{PW}.sgf", &players), "_._.._x-C__a_b_.sgf");
        assert_eq!(filled("{PB}/{PW}", &players), "_._.._x/C__a_b_");
        assert_eq!(
            filled("{PB}/{PW}", &[("PB", "/etc"), ("PW", "..")]),
            "_etc/_"
        );
        assert_eq!(filled("etc/{PB}", &[("PB", " ")]), "etc/unknown");
        assert_eq!(filled("{PB}", &[("PB", "con")]), "_con");
        assert_eq!(filled("{PB}.sgf", &[("PB", "COM1")]), "_COM1.sgf");
        assert_eq!(filled("{PB}.sgf", &[("PB", "COM10")]), "COM10.sgf");
        assert_eq!(filled("{{{PB}}}", &[("PB", "-rf")]), "{-rf}");
    }

    #[test]
    fn templates_never_leave_the_directory() {
        for (template, at) in [
            ("/x/{PB}.sgf", 0),
            ("\\x\\{PB}.sgf", 0),
            ("c:{PB}.sgf", 0),
            ("../{PB}.sgf", 0),
            ("x/../{PB}.sgf", 2),
            ("{PB}/..", 5),
        ] {
            let refused = template.parse::<Template>().unwrap_err();
            assert_eq!(refused.at, at, "{template}");
        }
        assert!("x..y/{PB}...".parse::<Template>().is_ok());
    }

    #[test]
    fn names_are_not_too_long() {
        let long = "九".repeat(200);
        let value: &'static str = String::leak(long);
        let name = filled(
            "{PB}-{PW}-{EV}-{GN}.sgf",
            &[("PB", value), ("PW", value), ("EV", value), ("GN", value)],
        );
        assert!(name.len() <= LONGEST && name.ends_with(".sgf"), "{name}");
        assert!(safe_name(value).len() <= LONGEST);
        assert!(is_safe_name(&safe_name(value)));
    }

    #[test]
    fn dates_and_slugs() {
        let values = [
            ("DT", "1846-09-11,12"),
            ("PB", "Honinbo, Shusaku (4d)"),
            ("PW", "?!"),
        ];
        assert_eq!(filled("{DT:%Y/%m}", &values), "1846_09");
        assert_eq!(filled("{DT:%Y}/{DT:%m-%d}", &values), "1846/09-11");
        assert_eq!(filled("{DT:%Y}", &[("DT", "soon")]), "unknown");
        assert_eq!(
            filled("{PB|slug}_{PW|slug}", &values),
            "honinbo-shusaku-4d_unknown"
        );
    }

    #[test]
    fn invalid_templates_are_rejected() {
        let why = |template: &str| template.parse::<Template>().unwrap_err().at;
        assert_eq!(why("a{PB"), 1);
        assert_eq!(why("ab}"), 2);
        for wrong in [
            "{}", "{Pb}", "{P B}", "{PB|up}", "{DT:}", "{DT:%H}", "{DT:x}",
        ] {
            assert_eq!(why(wrong), 0, "{wrong}");
        }
    }

    #[test]
    fn names_are_unique() {
        let mut names = Names::default();
        let mut claimed = |name: &str| names.claim(name);
        assert_eq!(claimed("a-2.sgf"), "a-2.sgf");
        assert_eq!(claimed("a.sgf"), "a.sgf");
        assert_eq!(claimed("A.sgf"), "A-3.sgf");
        assert_eq!(claimed("a.sgf"), "a-4.sgf");
        assert_eq!(claimed("x.y/a"), "x.y/a");
        assert_eq!(claimed("x.y/a"), "x.y/a-2");
    }

    #[test]
    fn only_safe_names_are_claimed_as_they_are() {
        let all = [
            "Problem 1",
            "problem 1",
            "",
            "..",
            "a/b",
            "C:x",
            ".hidden",
            "-n",
            "生死",
            "a\u{202e}b",
            "ends.",
        ];
        let mut names = Names::default();
        let claimed = all.into_iter().filter(|name| names.claim_as_is(name));
        assert_eq!(claimed.collect::<Vec<_>>(), ["Problem 1", "生死"]);
    }
}
