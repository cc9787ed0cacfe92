//! `RP[PROPERTY:VALUES]`.

use kifu_sgf::{GameContext, PropertyInfo};

/// What a value of `RP` takes away.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Removal {
    /// The node, and all below it.
    Node,
    /// A property, in capitals.
    Property(String),
    /// Values of a property, as SGF writes them between brackets.
    Values(String, Vec<String>),
}

impl Removal {
    /// Reads a value as SGF writes it between brackets: the specification's `AB:pp,qq`, and
    /// `AB,pp,qq` as its example has it. A `,` in a value is written `\,`; in a property
    /// that has one value, such as a comment, it needs no escape.
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
    /// `None` if it is neither.
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
        Some(match values.is_empty() {
            true => Removal::Property(name),
            false => Removal::Values(name, values),
        })
    }
}

/// The capitals of an identifier, or all of it as capitals if it has none.
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

/// At each `,` that has no `\` before it, of which the others lose theirs.
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

/// As RGF writes it, from values as SGF writes them; none for the whole property.
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
    fn what_is_written_reads_back() {
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
