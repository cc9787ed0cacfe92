//! `cargo xtask site`: assembles the pages of this workspace into one book.
//!
//! No page is written only for the book: it takes existing pages in the order of [`pages`], converts the links
//! between them, and fails on dead links and on pages that are not in a chapter.

mod html;
mod page;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::chores::{root, run};
use crate::workspace::{Workspace, below, files, read, write};
use page::Book;

/// Pages that are data or templates.
const NO_PAGES: [&str; 4] = [
    "corpus/jgf/",
    "test_data/",
    ".github/ISSUE_TEMPLATE/",
    "xtask/",
];

const BOOK: &str = "\
[book]
title = \"kifu\"
description = \"Read, check, edit and convert Go game records\"
language = \"en\"
src = \"src\"

[build]
build-dir = \"book\"

[output.html]
default-theme = \"light\"
no-section-label = true

[output.html.playground]
runnable = false

[output.html.search]
limit-results = 30
";

/// Assembles the book in `target/site`, and with `--build` renders it as HTML.
pub fn run_with(args: &[&str]) -> Result<(), String> {
    let is_built = match args {
        [] => false,
        ["--build"] => true,
        other => return Err(format!("unexpected `{}`", other.join(" "))),
    };
    let out = root().join("target/site");
    let count = assemble(&Workspace::at(root())?, &out)?;
    println!(
        "{count} pages in {}, without dead links",
        below(root(), &out)
    );
    let have = Command::new("mdbook").arg("--version").output();
    let have = have.is_ok_and(|output| output.status.success());
    match (is_built, have) {
        (true, true) => {
            run(Command::new("mdbook").arg("build").arg(&out))?;
            let dead = html::dead_links(&out.join("book"))?;
            println!("{}", out.join("book/index.html").display());
            if dead.is_empty() {
                Ok(())
            } else {
                Err(dead.join("\n"))
            }
        }
        (true, false) => Err("mdbook is missing; run `cargo install mdbook --locked`".into()),
        (false, true) => Ok(()),
        (false, false) => {
            println!(
                "mdbook is missing, so no HTML is rendered; run `cargo install mdbook --locked`"
            );
            Ok(())
        }
    }
}

/// Writes all pages below a folder, and returns their number.
fn assemble(workspace: &Workspace, out: &Path) -> Result<usize, String> {
    if out.exists() {
        fs::remove_dir_all(out).map_err(|e| format!("{}: {e}", out.display()))?;
    }
    let chapters = pages(workspace);
    let mut texts = BTreeMap::new();
    for path in chapters.iter().flat_map(|(_, pages)| pages) {
        texts.insert(path.clone(), read(&workspace.root.join(path))?);
    }
    let book = Book {
        root: &workspace.root,
        texts,
    };
    let mut wrong = forgotten(workspace, &book)?;
    let source = out.join("src");
    for path in book.texts.keys() {
        let made = book.page(path);
        wrong.extend(made.wrong);
        write(&source.join(page::place(path)), &made.text)?;
        for file in made.files {
            let to = source.join(page::place(&file));
            let error = |e| format!("{}: {e}", to.display());
            fs::create_dir_all(to.parent().unwrap_or(&source)).map_err(error)?;
            fs::copy(workspace.root.join(&file), &to).map_err(error)?;
        }
    }
    write(&source.join("SUMMARY.md"), &summary(&chapters, &book))?;
    write(&out.join("book.toml"), BOOK)?;
    if wrong.is_empty() {
        Ok(book.texts.len())
    } else {
        Err(wrong.join("\n"))
    }
}

/// The pages that are not in a chapter.
fn forgotten(workspace: &Workspace, book: &Book) -> Result<Vec<String>, String> {
    let all = files(&workspace.root, &[".md"])?;
    let all = all.iter().map(|path| below(&workspace.root, path));
    let lost = all.filter(|path| {
        let is_data = NO_PAGES.iter().any(|data| path.contains(data));
        !is_data && !path.ends_with("CHANGELOG.md") && !book.texts.contains_key(path)
    });
    Ok(lost
        .map(|path| format!("{path}: this page is not in a chapter of the site"))
        .collect())
}

/// The chapters and their pages, in reading order.
fn pages(workspace: &Workspace) -> Vec<(&'static str, Vec<String>)> {
    let list = |paths: &[&str]| {
        paths
            .iter()
            .map(|path| path.to_string())
            .collect::<Vec<_>>()
    };
    let there = |name: &str| {
        let with = workspace
            .crates
            .keys()
            .map(|krate| format!("crates/{krate}/{name}"));
        with.filter(|path| workspace.root.join(path).exists())
            .collect::<Vec<_>>()
    };
    let mut formats = there("FORMAT.md");
    formats.extend(list(&[
        "crates/kifu-sgf/READING.md",
        "crates/kifu/FIDELITY.md",
    ]));
    vec![
        ("", list(&["README.md"])),
        (
            "For whom",
            list(&[
                "crates/kifu/guide/programs.md",
                "crates/kifu/guide/learning.md",
                "crates/kifu/guide/archives.md",
                "crates/kifu/guide/lectures.md",
                "crates/kifu/guide/problems.md",
                ".github/CONTRIBUTING.md",
            ]),
        ),
        (
            "The command",
            list(&["crates/kifu-cli/README.md", "crates/kifu-cli/COMMANDS.md"]),
        ),
        (
            "The crates",
            there("README.md")
                .into_iter()
                .filter(|path| !path.contains("kifu-cli"))
                .collect(),
        ),
        ("Cookbooks", there("COOKBOOK.md")),
        ("Formats", formats),
        (
            "Findings",
            list(&[
                "crates/kifu/CODES.md",
                "crates/kifu-check/CODES.md",
                "crates/kifu-check/SGFC.md",
            ]),
        ),
        (
            "Quality",
            list(&[
                "crates/kifu/COMPARISON.md",
                "crates/kifu/SPEED.md",
                ".github/SECURITY.md",
                "fuzz/README.md",
                "corpus/SOURCES.md",
            ]),
        ),
        ("Design", list(&["ARCHITECTURE.md"])),
    ]
}

fn summary(chapters: &[(&str, Vec<String>)], book: &Book) -> String {
    let mut out = String::from("# Summary\n");
    for (chapter, pages) in chapters {
        if !chapter.is_empty() {
            out.push_str(&format!("\n# {chapter}\n"));
        }
        out.push('\n');
        for path in pages {
            let title = page::title(&book.texts[path]);
            let place = page::place(path);
            // Pages before the first chapter are not list items.
            let bullet = if chapter.is_empty() { "" } else { "- " };
            out.push_str(&format!("{bullet}[{title}]({})\n", place.display()));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn there() -> (tempfile::TempDir, Workspace) {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().to_owned();
        let put = |name: &str, text: &str| write(&root.join(name), text).unwrap();
        let workspace = Workspace {
            root: root.clone(),
            crates: BTreeMap::new(),
        };
        for (_, paths) in pages(&workspace) {
            for path in paths {
                put(&path, "# A page\n");
            }
        }
        (folder, workspace)
    }

    #[test]
    fn the_book_contains_all_pages() {
        let (folder, workspace) = there();
        let out = folder.path().join("target/site");
        let count = assemble(&workspace, &out).unwrap();
        assert!(count > 15);
        let summary = read(&out.join("src/SUMMARY.md")).unwrap();
        assert!(
            summary.contains("# For whom\n\n- [A page](kifu/guide/programs.md)"),
            "{summary}"
        );
        assert_eq!(
            read(&out.join("src/CONTRIBUTING.md")).unwrap(),
            "# A page\n"
        );
    }

    #[test]
    fn missing_and_forgotten_pages_are_reported() {
        let (folder, workspace) = there();
        let out = folder.path().join("target/site");
        write(&folder.path().join("crates/kifu/guide/more.md"), "# More\n").unwrap();
        let error = assemble(&workspace, &out).unwrap_err();
        assert_eq!(
            error,
            "crates/kifu/guide/more.md: this page is not in a chapter of the site"
        );
        fs::remove_file(folder.path().join("crates/kifu/SPEED.md")).unwrap();
        assert!(assemble(&workspace, &out).unwrap_err().contains("SPEED.md"));
    }

    #[test]
    fn dead_links_are_reported() {
        let (folder, workspace) = there();
        let page = folder.path().join("crates/kifu/guide/programs.md");
        write(
            &page,
            "# A page\n\n[x](learning.md#no-such) [y](no.md) [z](learning.md)\n",
        )
        .unwrap();
        let error = assemble(&workspace, &folder.path().join("target/site")).unwrap_err();
        assert_eq!(
            error,
            "crates/kifu/guide/programs.md: learning.md#no-such: no such heading\n\
             crates/kifu/guide/programs.md: no.md: no such file"
        );
    }
}
