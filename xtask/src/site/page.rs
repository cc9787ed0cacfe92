//! A page of the book: the page of the workspace, with links of the book.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use crate::markdown::{Link, anchors, links};

/// The pages of the book by where they are in the workspace.
pub struct Book<'r> {
    pub root: &'r Path,
    pub texts: BTreeMap<String, String>,
}

/// A page as the book has it.
#[derive(Debug, Default)]
pub struct Made {
    pub text: String,
    /// Files that are no pages, to which it links.
    pub files: Vec<String>,
    /// Links that lead nowhere.
    pub wrong: Vec<String>,
}

/// What a link comes to.
enum Target {
    /// It stays as it is.
    Same,
    /// Its text, without a link.
    Text,
    /// A page or a file of the book, with the heading.
    Place(String, String),
    /// Nothing, and why.
    Dead(&'static str),
}

impl Book<'_> {
    pub fn page(&self, path: &str) -> Made {
        let source = &self.texts[path];
        let mut made = Made::default();
        let mut done = 0;
        for link in links(source) {
            let target = self.target(path, &link);
            if link.span.start < done || matches!(target, Target::Same) {
                continue;
            }
            made.text.push_str(&source[done..link.span.start]);
            let shown = &source[link.text.clone()];
            match target {
                Target::Place(to, anchor) => {
                    let way = way(&place(path), &place(&to));
                    made.text.push_str(&format!("[{shown}]({way}{anchor})"));
                    if !self.texts.contains_key(&to) {
                        made.files.push(to);
                    }
                }
                Target::Dead(why) => made.wrong.push(format!("{path}: {}: {why}", link.to)),
                Target::Text | Target::Same => made.text.push_str(shown),
            }
            done = link.span.end;
        }
        made.text.push_str(&source[done..]);
        made
    }

    fn target(&self, path: &str, link: &Link) -> Target {
        // Pages of a crate's documentation.
        let page = match &*link.to {
            "crate::format" => Some("FORMAT.md"),
            "crate::cookbook" => Some("COOKBOOK.md"),
            _ => None,
        };
        if let Some(page) = page {
            let page = Path::new(path).with_file_name(page);
            return Target::Place(page.to_string_lossy().into_owned(), String::new());
        }
        if !link.is_relative() {
            // An item of Rust is in the documentation of its crate, not here.
            return if link.to.contains("//") {
                Target::Same
            } else {
                Target::Text
            };
        }
        let (file, anchor) = link.to.split_once('#').unwrap_or((&link.to, ""));
        let to = match file {
            "" => path.to_owned(),
            file => resolved(path, file),
        };
        let page = match self.texts.contains_key(&to) {
            true => to.clone(),
            false => format!("{}/README.md", to.trim_end_matches('/')),
        };
        match self.texts.get(&page) {
            Some(text) if anchor.is_empty() || anchors(text).iter().any(|one| one == anchor) => {
                let anchor = if anchor.is_empty() {
                    String::new()
                } else {
                    format!("#{anchor}")
                };
                Target::Place(page, anchor)
            }
            Some(_) => Target::Dead("there is no such heading"),
            None if self.root.join(&to).is_file() => Target::Place(to, String::new()),
            None if self.root.join(&to).is_dir() => Target::Text,
            None => Target::Dead("there is no such file"),
        }
    }
}

/// Where a file of the workspace is in the book.
pub fn place(path: &str) -> PathBuf {
    let path = path.strip_prefix("crates/").unwrap_or(path);
    let path = PathBuf::from(path.strip_prefix(".github/").unwrap_or(path));
    // What mdbook calls the page of a folder, in links as well.
    match path.ends_with("README.md") {
        true => path.with_file_name("index.md"),
        false => path,
    }
}

/// The first heading, as text.
pub fn title(page: &str) -> String {
    let heading = page.lines().find_map(|line| line.strip_prefix("# "));
    heading.unwrap_or("Untitled").replace(['`', '[', ']'], "")
}

/// The path that a link of a page names, from the root on.
fn resolved(page: &str, link: &str) -> String {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in link.split('/') {
        match part {
            "." | "" => {}
            ".." => _ = parts.pop(),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// From one file to another.
fn way(from: &Path, to: &Path) -> String {
    let parts = |path: &Path| -> Vec<String> {
        let normal = path
            .components()
            .filter(|part| matches!(part, Component::Normal(_)));
        normal
            .map(|part| part.as_os_str().to_string_lossy().into_owned())
            .collect()
    };
    let (from, to) = (parts(from), parts(to));
    let above = &from[..from.len().saturating_sub(1)];
    let common = above.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let mut way = vec![".."; above.len() - common];
    way.extend(to[common..].iter().map(String::as_str));
    way.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book(texts: &[(&str, &str)]) -> Book<'static> {
        let texts = texts
            .iter()
            .map(|(path, text)| (path.to_string(), text.to_string()));
        Book {
            root: Path::new("/no/such/folder"),
            texts: texts.collect(),
        }
    }

    #[test]
    fn links_lead_to_the_same_page_in_the_book() {
        let book = book(&[
            (
                "README.md",
                "[`sgf`](crates/kifu-sgf), [help](.github/CONTRIBUTING.md#do)",
            ),
            (
                "crates/kifu-sgf/README.md",
                "[`Document`], [`x`](crate::X), [all](../../README.md), [f](crate::format)",
            ),
            (
                "crates/kifu-sgf/FORMAT.md",
                "FF[4] [here](#there) <https://x.org>\n# There",
            ),
            (".github/CONTRIBUTING.md", "# Do\n[gone](../gone.md)"),
        ]);
        let text = |path| book.page(path).text;
        assert_eq!(
            text("README.md"),
            "[`sgf`](kifu-sgf/index.md), [help](CONTRIBUTING.md#do)"
        );
        let expected = "`Document`, `x`, [all](../index.md), [f](FORMAT.md)";
        assert_eq!(text("crates/kifu-sgf/README.md"), expected);
        let expected = "FF[4] [here](FORMAT.md#there) <https://x.org>\n# There";
        assert_eq!(text("crates/kifu-sgf/FORMAT.md"), expected);
        let wrong = book.page(".github/CONTRIBUTING.md").wrong;
        assert_eq!(
            wrong,
            [".github/CONTRIBUTING.md: ../gone.md: there is no such file"]
        );
    }
}
