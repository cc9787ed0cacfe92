//! Pages of the book: pages of the workspace with converted links.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use crate::markdown::{Link, anchors, links};

/// The directory of the landing pages of the formats.
pub const FORMATS: &str = "xtask/src/site/formats/";

/// The pages of the book, by their path in the workspace.
pub struct Book<'r> {
    pub root: &'r Path,
    pub texts: BTreeMap<String, String>,
}

/// A converted page.
#[derive(Debug, Default)]
pub struct ConvertedPage {
    pub text: String,
    /// Linked files that are not pages.
    pub files: Vec<String>,
    /// Dead links.
    pub wrong: Vec<String>,
}

/// The target of a link.
enum Target {
    /// The link stays as it is.
    Same,
    /// Only the text of the link remains.
    Text,
    /// A page or a file of the book, and the heading.
    Place(String, String),
    /// A dead link, and the reason.
    Dead(&'static str),
}

impl Book<'_> {
    pub fn page(&self, path: &str) -> ConvertedPage {
        let source = &self.texts[path];
        let mut converted = ConvertedPage::default();
        let mut done = 0;
        for link in links(source) {
            let target = self.target(path, &link);
            if link.span.start < done || matches!(target, Target::Same) {
                continue;
            }
            converted.text.push_str(&source[done..link.span.start]);
            let shown = &source[link.text.clone()];
            match target {
                Target::Place(to, anchor) => {
                    let relative = relative_path(&book_path(path), &book_path(&to));
                    let mark = if source[link.span.clone()].starts_with('!') {
                        "!"
                    } else {
                        ""
                    };
                    converted
                        .text
                        .push_str(&format!("{mark}[{shown}]({relative}{anchor})"));
                    if !self.texts.contains_key(&to) {
                        converted.files.push(to);
                    }
                }
                Target::Dead(why) => converted.wrong.push(format!("{path}: {}: {why}", link.to)),
                Target::Text | Target::Same => converted.text.push_str(shown),
            }
            done = link.span.end;
        }
        converted.text.push_str(&source[done..]);
        converted
    }

    fn target(&self, path: &str, link: &Link) -> Target {
        // In the documentation of a crate, these pages are modules.
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
            // Rust items are in the documentation of their crate, not in the book.
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
        let page = if self.texts.contains_key(&to) {
            to.clone()
        } else {
            format!("{}/README.md", to.trim_end_matches('/'))
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
            Some(_) => Target::Dead("no such heading"),
            None if self.root.join(&to).is_file() => Target::Place(to, String::new()),
            None if self.root.join(&to).is_dir() => Target::Text,
            None => Target::Dead("no such file"),
        }
    }
}

/// The path in the book for a file of the workspace.
pub fn book_path(path: &str) -> PathBuf {
    let path = match path.strip_prefix(FORMATS) {
        Some(name) => format!("formats/{name}"),
        None => {
            let path = path.strip_prefix("crates/").unwrap_or(path);
            path.strip_prefix(".github/").unwrap_or(path).to_owned()
        }
    };
    let path = PathBuf::from(path);
    // The name that mdbook uses for the page of a directory, also in links.
    if path.ends_with("README.md") {
        path.with_file_name("index.md")
    } else {
        path
    }
}

/// The first heading, as text.
pub fn title(page: &str) -> String {
    let heading = page.lines().find_map(|line| line.strip_prefix("# "));
    heading.unwrap_or("Untitled").replace(['`', '[', ']'], "")
}

/// The path that a link names, relative to the root.
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

/// The relative path from one file to another.
fn relative_path(from: &Path, to: &Path) -> String {
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
    let mut relative = vec![".."; above.len() - common];
    relative.extend(to[common..].iter().map(String::as_str));
    relative.join("/")
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
    fn links_are_converted_to_paths_in_the_book() {
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
            (
                "xtask/src/site/formats/sgf.md",
                "[crate](../../../../crates/kifu-sgf/README.md)",
            ),
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
        assert_eq!(
            text("xtask/src/site/formats/sgf.md"),
            "[crate](../kifu-sgf/index.md)"
        );
        let wrong = book.page(".github/CONTRIBUTING.md").wrong;
        assert_eq!(wrong, [".github/CONTRIBUTING.md: ../gone.md: no such file"]);
    }

    #[test]
    fn pictures_remain_pictures() {
        let folder = tempfile::tempdir().unwrap();
        crate::workspace::write(&folder.path().join("crates/kifu-cli/guide/a.svg"), "").unwrap();
        let text = "![A board](crates/kifu-cli/guide/a.svg)".to_owned();
        let book = Book {
            root: folder.path(),
            texts: [("README.md".to_owned(), text)].into(),
        };
        let page = book.page("README.md");
        assert_eq!(page.text, "![A board](kifu-cli/guide/a.svg)");
        assert_eq!(page.files, ["crates/kifu-cli/guide/a.svg"]);
    }
}
