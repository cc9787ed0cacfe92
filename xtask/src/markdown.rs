//! Links in Markdown pages, and their possible targets.

use std::collections::BTreeMap;
use std::ops::Range;

use pulldown_cmark::{BrokenLink, Event, Options, Parser, Tag, TagEnd};

/// A link or a picture.
#[derive(Debug)]
pub struct Link {
    /// The target, as written.
    pub to: String,
    /// The position in the page, including brackets.
    pub span: Range<usize>,
    /// The link text.
    pub text: Range<usize>,
}

impl Link {
    /// Whether the link leads to a file or a heading of this page, rather than to another site or a Rust
    /// item.
    pub fn is_relative(&self) -> bool {
        let is_item = self.to.contains("::") || self.to.ends_with("()");
        let is_site = self.to.contains("://") || self.to.starts_with("mailto:");
        !self.to.is_empty() && !is_item && !is_site
    }
}

/// The links of a page, in order.
pub fn links(page: &str) -> Vec<Link> {
    let mut links: Vec<Link> = Vec::new();
    let mut open = false;
    // Code in brackets without a definition is a name for rustdoc; so is `cookbook`.
    let item = |link: BrokenLink<'_>| match &*link.reference {
        "cookbook" => Some(("crate::cookbook".into(), "".into())),
        code if code.starts_with('`') => Some((format!("item::{code}").into(), "".into())),
        _ => None,
    };
    let parser = Parser::new_with_broken_link_callback(page, options(), Some(item));
    for (event, span) in parser.into_offset_iter() {
        match event {
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                let text = span.start..span.start;
                links.push(Link {
                    to: dest_url.into_string(),
                    span,
                    text,
                });
                open = true;
            }
            Event::End(TagEnd::Link | TagEnd::Image) => open = false,
            _ if open => {
                if let Some(link) = links.last_mut() {
                    let start = if link.text.is_empty() {
                        span.start
                    } else {
                        link.text.start
                    };
                    link.text = start..span.end;
                }
            }
            _ => {}
        }
    }
    links
}

/// The anchors of the headings of a page.
pub fn anchors(page: &str) -> Vec<String> {
    let mut anchors = Vec::new();
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    let mut heading: Option<String> = None;
    for event in Parser::new_ext(page, options()) {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::Text(text) | Event::Code(text) => {
                if let Some(heading) = &mut heading {
                    heading.push_str(&text);
                }
            }
            Event::End(TagEnd::Heading(_)) => {
                let name = anchor(&heading.take().unwrap_or_default());
                let times = times.entry(name.clone()).or_default();
                anchors.push(match *times {
                    0 => name,
                    more => format!("{name}-{more}"),
                });
                *times += 1;
            }
            _ => {}
        }
    }
    anchors
}

/// The anchor as common sites generate it: letters and digits in lower case, hyphens for spaces.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().chars().filter_map(|c| match c {
        c if c.is_alphanumeric() || c == '-' || c == '_' => Some(c),
        c if c.is_whitespace() => Some('-'),
        _ => None,
    });
    kept.collect::<String>().to_lowercase()
}

fn options() -> Options {
    Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_found_in_tables_and_not_in_code() {
        let page = "| a | [`b`](c.md) |\n| - | - |\n| x | ![p](p.png) |\n\n`[no](n.md)`\n\n```\n[no](n.md)\n```\n";
        let found = links(page);
        let to: Vec<&str> = found.iter().map(|link| link.to.as_str()).collect();
        assert_eq!(to, ["c.md", "p.png"]);
        assert_eq!(&page[found[0].span.clone()], "[`b`](c.md)");
        assert_eq!(&page[found[0].text.clone()], "`b`");
    }

    #[test]
    fn anchors_match_those_of_common_sites() {
        let page = "# Do the tests notice a fault?\n## `kifu-sgf`, and more\n## Again\n## Again\n";
        let there = [
            "do-the-tests-notice-a-fault",
            "kifu-sgf-and-more",
            "again",
            "again-1",
        ];
        assert_eq!(anchors(page), there);
    }
}
