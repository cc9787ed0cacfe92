//! Reads and writes `RP[PROPERTY:VALUES]`.

use kifu_sgf::{GameContext, PropertyInfo};

/// A removal: the content of a value of `RP`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Removal {
    /// Removes the node and its descendants.
    Node,
    /// Removes a property; the identifier is in capitals.
    Property(String),
    /// Removes values of a property, in the syntax of SGF values.
    Values(String, Vec<String>),
}

impl Removal {
    /// Parses a value in the syntax of SGF values: `AB:pp,qq` as in the specification, or `AB,pp,qq` as in its
    /// example. A `,` in a value is written `\,`; in a property with a single value, such as a comment, it
    /// needs no escape.
    ///
    /// ```
    /// use kifu_rgf::Removal;
    /// use kifu_sgf::GameContext;
    ///
    /// let read = |written| Removal::read(written, &GameContext::default());
    /// let pp = Removal::Values("AB".into(), vec!["pp".into()]);
    /// assert_eq!(read("AB:pp"), Some(pp.clone()));
    /// assert_eq!(read("AB,pp"), Some(pp));
    /// assert_eq!(read("C:"), Some(Removal::Property("C".into())));
    /// assert_eq!(read(":"), Some(Removal::Node));
    /// assert_eq!(read("AB pp"), None);
    /// ```
    ///
    /// Returns `None` if the value has neither form.
    pub fn read(written: &str, context: &GameContext) -> Option<Removal> {
        let written = written.trim_ascii();
        let end = written
            .bytes()
            .take_while(u8::is_ascii_alphanumeric)
            .count();
        let (ident, rest) = written.split_at(end);
        let values = match rest.as_bytes() {
            [] => "",
            [b':' | b',', ..] => &rest[1..],
            _ => return None,
        };
        if ident.is_empty() {
            return values.is_empty().then_some(Removal::Node);
        }
        if !ident.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return None;
        }
        let name = significant(ident);
        let mut values = split(values);
        if takes_one(&name, context) {
            values = vec![values.join(",")];
        }
        let values: Vec<String> = values
            .into_iter()
            .filter(|value| !value.is_empty())
            .collect();
        Some(if values.is_empty() {
            Removal::Property(name)
        } else {
            Removal::Values(name, values)
        })
    }
}

/// The capitals of an identifier, or the whole identifier in capitals if it has none.
pub(crate) fn significant(ident: &str) -> String {
    let lower = !ident.bytes().any(|b| b.is_ascii_uppercase());
    let counts = |c: &char| lower || !c.is_ascii_lowercase();
    ident
        .chars()
        .filter(counts)
        .map(|c| c.to_ascii_uppercase())
        .collect()
}

fn takes_one(name: &str, context: &GameContext) -> bool {
    PropertyInfo::of_name(name, context).is_some_and(|info| !info.values.is_list())
}

/// Splits values at each `,` without a `\` before it. Every other `,` loses its `\`.
fn split(values: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut chars = values.chars();
    while let Some(c) = chars.next() {
        let part = match parts.last_mut() {
            Some(part) if c != ',' => part,
            _ => {
                parts.push(String::new());
                continue;
            }
        };
        match (c, chars.clone().next()) {
            ('\\', Some(',')) => part.extend(chars.next()),
            ('\\', Some(escaped)) => {
                part.extend([c, escaped]);
                chars.next();
            }
            (c, _) => part.push(c),
        }
    }
    parts
}

/// Writes a removal in the syntax of RGF, from values in the syntax of SGF; without values, the whole property
/// is removed.
pub(crate) fn write_removal<'v>(
    ident: &str,
    values: impl Iterator<Item = &'v str>,
    out: &mut String,
) {
    out.push_str("RP[");
    out.push_str(ident);
    let mut separator = ':';
    for value in values {
        out.push(separator);
        out.push_str(&value.replace(',', "\\,"));
        separator = ',';
    }
    if separator == ':' {
        out.push(':');
    }
    out.push(']');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_split_at_commas() {
        let read = |written| match Removal::read(written, &GameContext::default()) {
            Some(Removal::Values(ident, values)) => format!("{ident} {}", values.join(" | ")),
            other => format!("{other:?}"),
        };
        assert_eq!(read("AB:aa,bb:cc"), "AB aa | bb:cc");
        assert_eq!(read("LB:aa:one\\, two,bb"), "LB aa:one, two | bb");
        assert_eq!(read("LB:aa:x\\\\\\,y,bb"), "LB aa:x\\\\,y | bb");
        assert_eq!(read("C:one, two\\, three"), "C one, two, three");
        assert_eq!(read("AddBlack:aa"), "AB aa");
        assert_eq!(read("ab:aa"), "AB aa");
        assert_eq!(read("AB:,aa,"), "AB aa");
        assert_eq!(read(""), "Some(Node)");
        assert_eq!(read("1A:aa"), "None");
        assert_eq!(read(":aa"), "None");
    }

    #[test]
    fn written_removals_read_back() {
        let values = ["aa:one, two", "bb:a\\\\,b", "cc:x\\]y"];
        let mut out = String::new();
        write_removal("LB", values.into_iter(), &mut out);
        assert_eq!(out, "RP[LB:aa:one\\, two,bb:a\\\\\\,b,cc:x\\]y]");
        let inside = &out[3..out.len() - 1];
        let read = Removal::read(inside, &GameContext::default());
        assert_eq!(
            read,
            Some(Removal::Values(
                "LB".into(),
                values.map(str::to_owned).into()
            ))
        );
        let mut out = String::new();
        write_removal("C", [].into_iter(), &mut out);
        assert_eq!(out, "RP[C:]");
    }
}
