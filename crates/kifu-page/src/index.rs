//! The index of several pages.

use std::collections::BTreeMap;

use kifu_core::Color;
use kifu_replay::replay;
use kifu_sgf::Document;
use kifu_tree::NodeId;
use serde::Serialize;

use crate::game::{GameData, push_point, rules_of};
use crate::{Language, Options, Page, html};

/// A game as the script of the index reads it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Entry {
    /// The address of the game, relative to the index.
    #[serde(rename = "h")]
    link: String,
    /// The players, or else the name of the game.
    #[serde(rename = "t")]
    title: String,
    /// The date, the event and the result.
    #[serde(rename = "d")]
    details: String,
    #[serde(rename = "c")]
    cols: u8,
    #[serde(rename = "r")]
    rows: u8,
    /// The points of the stones at the end of the game, or at the start of a problem.
    #[serde(rename = "b", skip_serializing_if = "String::is_empty")]
    black: String,
    #[serde(rename = "w", skip_serializing_if = "String::is_empty")]
    white: String,
    /// The player who solves the problem; absent if the game is not a problem.
    #[serde(rename = "s", skip_serializing_if = "Option::is_none")]
    solver: Option<char>,
}

impl Entry {
    pub(crate) fn of(game: &GameData, document: &Document, root: NodeId) -> Entry {
        let details = ["DT", "EV", "RE"].into_iter();
        let details: Vec<&str> = details.filter_map(|property| game.get(property)).collect();
        let size = document.game_info(root).size;
        let mut entry = Entry {
            link: String::new(),
            title: game.title(),
            details: details.join(" · "),
            cols: size.cols(),
            rows: size.rows(),
            black: String::new(),
            white: String::new(),
            solver: game.solver,
        };
        let last = document.forest().main_line(root).last();
        let shown = last.filter(|_| !game.is_problem()).unwrap_or(root);
        let position = replay(document, shown, &rules_of(document, root)).position;
        for (point, color) in position.board().stones() {
            match color {
                Color::Black => push_point(point, &mut entry.black),
                Color::White => push_point(point, &mut entry.white),
            }
        }
        entry
    }
}

/// A page that lists the games of other pages, with a picture of each game and a search.
///
/// ```
/// use kifu_page::sgf::Document;
/// use kifu_page::{Index, Options, Page};
///
/// let mut index = Index::new(Options::default());
/// for (name, source) in [("a", "(;PB[Kim]PW[Sato];B[pd])"), ("b", "(;PB[Lee]PW[Wu];B[dd])")] {
///     let document = Document::parse(source)?;
///     let mut page = Page::new(Options::default());
///     for root in document.roots() {
///         page.add_game(&document, root, name).expect("a game of Go");
///     }
///     index.add(&format!("{name}.html"), &page);
/// }
/// assert_eq!(index.len(), 2);
/// assert!(index.to_html().contains("<a href=\"b.html\">Lee – Wu</a>"));
/// # Ok::<(), kifu_page::sgf::TooLarge>(())
/// ```
#[derive(Clone, Debug)]
pub struct Index {
    options: Options,
    entries: Vec<Entry>,
}

impl Index {
    /// Creates an index without games. Of the options, it has the title, the language and the colours.
    pub fn new(options: Options) -> Index {
        Index {
            options,
            entries: Vec::new(),
        }
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether the index has no games.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Adds the games of a page. `path` is the path of the page, relative to the index, with `/` between names.
    pub fn add(&mut self, path: &str, page: &Page) {
        let path = encoded(path);
        let several = page.len() > 1;
        for (number, entry) in (1..).zip(&page.entries) {
            let link = if several {
                format!("{path}#{number}.1")
            } else {
                path.clone()
            };
            self.entries.push(Entry {
                link,
                ..entry.clone()
            });
        }
    }

    /// Writes the index. The same games and options give the same bytes.
    pub fn to_html(&self) -> String {
        /// The data of an index, as its script reads it.
        #[derive(Serialize)]
        struct Data<'a> {
            title: &'a str,
            games: &'a [Entry],
        }

        let title = self.options.title.as_deref().unwrap_or("Go");
        let data = Data {
            title,
            games: &self.entries,
        };
        let mut still = String::from("<h1>");
        html::push_escaped(title, &mut still);
        still.push_str("</h1>\n<ul>\n");
        for entry in &self.entries {
            still.push_str("<li><a href=\"");
            html::push_escaped(&entry.link, &mut still);
            still.push_str("\">");
            html::push_escaped(&entry.title, &mut still);
            still.push_str("</a> ");
            html::push_escaped(&entry.details, &mut still);
            still.push_str("</li>\n");
        }
        still.push_str("</ul>\n");
        html::write(&html::Parts {
            script: html::INDEX,
            title,
            language: self.options.language.map(Language::tag),
            theme: self.options.theme.name(),
            still: &still,
            style: "",
            figures: "",
            data: &serde_json::to_string(&data).expect("text can be serialized"),
            sources: &[],
            media: &BTreeMap::new(),
            has_files: false,
        })
    }
}

/// A relative path as the address of a link: bytes with a meaning in addresses are encoded.
fn encoded(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    // A colon in the first name would end the name of a scheme.
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                out.push(char::from(byte));
            }
            _ => {
                const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
                out.push('%');
                out.push(char::from(DIGITS[usize::from(byte >> 4)]));
                out.push(char::from(DIGITS[usize::from(byte & 15)]));
            }
        }
    }
    out
}
