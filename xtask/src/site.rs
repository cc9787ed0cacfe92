//! `cargo xtask site`: assembles the pages of this workspace into one book.
//!
//! The book takes existing pages in the order of [`chapters`], converts the links between them, and fails on dead
//! links and on pages that are not in a chapter. Only the landing pages of the formats, in `site/formats`, are
//! written for the book.

mod html;
mod page;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::chores::{root, run};
use crate::drop_page;
use crate::lab;
use crate::workspace::{Workspace, below, files, read, write};
use page::Book;

/// Pages that are data or templates, or that only belong to the book.
const NO_PAGES: [&str; 6] = [
    "corpus/conformance/reports/",
    "corpus/jgf/",
    "test_data/",
    "/tests/",
    ".github/ISSUE_TEMPLATE/",
    "xtask/",
];

const BOOK: &str = "\
[book]
title = \"kifu\"
description = \"Read, check, repair, convert and search Go game records\"
language = \"en\"
src = \"src\"

[build]
build-dir = \"book\"

[output.html]
default-theme = \"light\"
preferred-dark-theme = \"navy\"
additional-css = [\"theme/kifu.css\"]
no-section-label = true

[output.html.fold]
enable = true
level = 0

[output.html.playground]
runnable = false

[output.html.search]
limit-results = 30
";

/// The crate of the Python package.
const PYTHON: &str = "kifu-python";

/// The Python package for tables.
const ARROW_PYTHON: &str = "kifu-arrow-python";

/// The crate of the npm package.
const WASM: &str = "kifu-wasm";

/// The description of the drop page.
const DROP: &str = "crates/kifu-wasm/drop/README.md";

/// The light theme of the book.
const THEME: &str = include_str!("site/kifu.css");

/// The crates by task, in reading order. Crates that are not listed, such as new formats, are in the first group.
const GROUPS: [(&str, &[&str]); 5] = [
    (
        "Crates for formats",
        &[
            "sgf", "jgf", "rgf", "timeline", "sgn", "notation", "charset", "value", "lex",
        ],
    ),
    (
        "Crates for games",
        &[
            "rules",
            "replay",
            "compare",
            "merge",
            "transform",
            "search",
            "select",
            "stats",
            "problem",
            "names",
        ],
    ),
    (
        "Crates for findings and pictures",
        &["check", "report", "figure", "diagram", "page", "terminal"],
    ),
    (
        "Basic crates",
        &[
            "core", "span", "tree", "archive", "files", "arrow", "tables",
        ],
    ),
    ("Crates for tests", &["testkit", "lab"]),
];

/// Assembles the book in `target/site`, and with `--build` renders it as HTML.
pub fn run_with(args: &[&str]) -> Result<(), String> {
    let is_built = match args {
        [] => false,
        ["--build"] => true,
        other => {
            return Err(format!(
                "unexpected argument `{}`; see `cargo xtask help`",
                other.join(" ")
            ));
        }
    };
    lab::conformance_table()?;
    let out = root().join("target/site");
    let count = assemble(&Workspace::at(root())?, &out)?;
    if add_drop_page(&drop_page::output().join("site"), &out.join("src"))? {
        println!("with the drop page");
    }
    println!(
        "{count} pages in {}, without dead links",
        below(root(), &out)
    );
    let version = Command::new("mdbook").arg("--version").output();
    let has_mdbook = version.is_ok_and(|output| output.status.success());
    if !has_mdbook {
        let missing = "mdbook is missing; run `cargo install mdbook --locked`";
        if is_built {
            return Err(missing.into());
        }
        println!("no HTML is rendered: {missing}");
    } else if is_built {
        run(Command::new("mdbook").arg("build").arg(&out))?;
        let dead = html::dead_links(&out.join("book"))?;
        println!("{}", out.join("book/index.html").display());
        if !dead.is_empty() {
            return Err(dead.join("\n"));
        }
    }
    Ok(())
}

/// Writes all pages below a directory, and returns their number.
fn assemble(workspace: &Workspace, out: &Path) -> Result<usize, String> {
    if out.exists() {
        fs::remove_dir_all(out).map_err(|e| format!("{}: {e}", out.display()))?;
    }
    let chapters = chapters(workspace);
    let mut texts = BTreeMap::new();
    for entry in chapters.iter().flat_map(|(_, entries)| entries) {
        let text = read(&workspace.root.join(&entry.path))?;
        texts.insert(entry.path.clone(), text);
    }
    let book = Book {
        root: &workspace.root,
        texts,
    };
    let mut wrong = unlisted(workspace, &book)?;
    let source = out.join("src");
    for path in book.texts.keys() {
        let converted = book.page(path);
        wrong.extend(converted.wrong);
        write(&source.join(page::book_path(path)), &converted.text)?;
        for file in converted.files {
            let to = source.join(page::book_path(&file));
            let error = |e| format!("{}: {e}", to.display());
            fs::create_dir_all(to.parent().unwrap_or(&source)).map_err(error)?;
            fs::copy(workspace.root.join(&file), &to).map_err(error)?;
        }
    }
    write(&source.join("SUMMARY.md"), &summary(&chapters, &book))?;
    write(&out.join("book.toml"), BOOK)?;
    write(&out.join("theme/kifu.css"), THEME)?;
    if wrong.is_empty() {
        Ok(book.texts.len())
    } else {
        Err(wrong.join("\n"))
    }
}

/// Copies the drop page into the sources of the book, and links it from its description. Returns whether it was built.
fn add_drop_page(built: &Path, source: &Path) -> Result<bool, String> {
    let description = source.join(page::book_path(DROP));
    if !built.join("index.html").exists() || !description.exists() {
        return Ok(false);
    }
    let to = description.with_file_name("page");
    for path in files(built, &[""])? {
        let copy = to.join(path.strip_prefix(built).unwrap_or(&path));
        let error = |e| format!("{}: {e}", copy.display());
        fs::create_dir_all(copy.parent().unwrap_or(&to)).map_err(error)?;
        fs::copy(&path, &copy).map_err(error)?;
    }
    let text = read(&description)?;
    let link = "\n\n**[Open the page](page/index.html)**\n\n";
    write(&description, &text.replacen("\n\n", link, 1))?;
    Ok(true)
}

/// The pages that are not in a chapter.
fn unlisted(workspace: &Workspace, book: &Book) -> Result<Vec<String>, String> {
    let all = files(&workspace.root, &[".md"])?;
    let all = all.iter().map(|path| below(&workspace.root, path));
    let unlisted = all.filter(|path| {
        let is_data = NO_PAGES.iter().any(|data| path.contains(data));
        !is_data && !path.ends_with("CHANGELOG.md") && !book.texts.contains_key(path)
    });
    Ok(unlisted
        .map(|path| format!("{path}: this page is not in a chapter of the site"))
        .collect())
}

/// An entry of the sidebar.
struct Entry {
    path: String,
    /// The name in the sidebar, if it is not the title of the page.
    name: Option<String>,
    /// Whether the entry is nested below the previous top-level entry.
    is_nested: bool,
}

impl Entry {
    fn new(path: &str) -> Entry {
        Entry {
            path: path.to_owned(),
            name: None,
            is_nested: false,
        }
    }

    fn named(self, name: &str) -> Entry {
        Entry {
            name: Some(name.to_owned()),
            ..self
        }
    }

    fn nested(self) -> Entry {
        Entry {
            is_nested: true,
            ..self
        }
    }
}

/// The chapters and their entries, in reading order.
fn chapters(workspace: &Workspace) -> Vec<(&'static str, Vec<Entry>)> {
    let mut chapters = vec![
        ("", vec![Entry::new("README.md")]),
        ("Guides by reader", guides()),
        ("The command", command()),
        ("The formats", formats()),
        ("The library", krate(workspace, "kifu")),
        ("The Python packages", python(workspace)),
        ("JavaScript and the browser", browser(workspace)),
    ];
    for (index, &(chapter, names)) in GROUPS.iter().enumerate() {
        let mut crates: Vec<String> = names.iter().map(|name| format!("kifu-{name}")).collect();
        if index == 0 {
            crates.extend(ungrouped(workspace));
        }
        let entries = crates.iter().flat_map(|name| krate(workspace, name));
        chapters.push((chapter, entries.collect()));
    }
    chapters.push(("Findings", findings()));
    chapters.push(("Quality", quality()));
    chapters.push((
        "Development",
        vec![
            Entry::new(".github/CONTRIBUTING.md"),
            Entry::new("ARCHITECTURE.md"),
        ],
    ));
    chapters.retain(|(_, entries)| !entries.is_empty());
    chapters
}

fn guides() -> Vec<Entry> {
    let pages = ["programs", "learning", "archives", "lectures", "problems"];
    let paths = pages.map(|page| format!("crates/kifu/guide/{page}.md"));
    paths.iter().map(|path| Entry::new(path)).collect()
}

fn command() -> Vec<Entry> {
    let pages = [
        "files",
        "rewriting",
        "editors",
        "finding",
        "collections",
        "boards",
        "terminal",
        "converting",
        "recordings",
        "git",
        "tables",
        "books",
        "json",
    ];
    let paths = pages.map(|page| format!("crates/kifu-cli/guide/{page}.md"));
    let mut entries = vec![Entry::new("crates/kifu-cli/README.md").named("The command kifu")];
    entries.extend(paths.iter().map(|path| Entry::new(path).nested()));
    entries.push(Entry::new("crates/kifu-cli/COMMANDS.md"));
    entries
}

fn python(workspace: &Workspace) -> Vec<Entry> {
    let mut entries = krate(workspace, PYTHON);
    if !entries.is_empty() {
        let guides = ["scripts", "notebooks", "training", "archives", "sgfmill"];
        let paths = guides.map(|page| format!("crates/{PYTHON}/guide/{page}.md"));
        entries.extend(paths.iter().map(|path| Entry::new(path).nested()));
        entries.push(Entry::new(&format!("crates/{PYTHON}/REFERENCE.md")).nested());
    }
    let tables = krate(workspace, ARROW_PYTHON);
    if !tables.is_empty() {
        let paths = ["sql", "cluster"].map(|page| format!("crates/{ARROW_PYTHON}/guide/{page}.md"));
        entries.extend(tables);
        entries.extend(paths.iter().map(|path| Entry::new(path).nested()));
    }
    entries
}

fn browser(workspace: &Workspace) -> Vec<Entry> {
    let mut entries = krate(workspace, WASM);
    if !entries.is_empty() && workspace.root.join(DROP).exists() {
        entries.push(Entry::new(DROP));
    }
    entries
}

/// A landing page for each format, with its details nested below it.
fn formats() -> Vec<Entry> {
    let landing = |name: &str| Entry::new(&format!("{}{name}.md", page::FORMATS));
    vec![
        landing("sgf"),
        Entry::new("crates/kifu-sgf/FORMAT.md").nested(),
        Entry::new("crates/kifu-sgf/READING.md").nested(),
        landing("jgf"),
        Entry::new("crates/kifu-jgf/FORMAT.md").nested(),
        landing("sgn"),
        Entry::new("crates/kifu-sgn/FORMAT.md").nested(),
        landing("rgf"),
        Entry::new("crates/kifu-rgf/FORMAT.md").nested(),
        landing("gib"),
        Entry::new("crates/kifu-gib/FORMAT.md").nested(),
        landing("ngf"),
        Entry::new("crates/kifu-ngf/FORMAT.md").nested(),
        landing("ogs"),
        Entry::new("crates/kifu-ogs/FORMAT.md").nested(),
        landing("ugf"),
        Entry::new("crates/kifu-ugf/FORMAT.md").nested(),
        Entry::new("crates/kifu-diagram/FORMAT.md").named("Diagrams, text boards, FEN"),
        Entry::new("crates/kifu/FIDELITY.md").named("Fidelity of conversions"),
    ]
}

fn findings() -> Vec<Entry> {
    vec![
        Entry::new("crates/kifu/CODES.md"),
        Entry::new("crates/kifu-check/CODES.md"),
        Entry::new("crates/kifu-check/SGFC.md"),
    ]
}

fn quality() -> Vec<Entry> {
    vec![
        Entry::new("crates/kifu/COMPARISON.md"),
        Entry::new("crates/kifu/SPEED.md"),
        Entry::new(".github/SECURITY.md"),
        Entry::new("fuzz/README.md"),
        Entry::new("corpus/SOURCES.md").named("The corpus"),
        Entry::new("corpus/conformance/README.md").named("The conformance suite"),
        Entry::new("corpus/conformance/RESULTS.md").nested(),
    ]
}

/// The README of a crate, and its cookbook and gallery nested below it. Empty if the workspace does not have the crate.
fn krate(workspace: &Workspace, name: &str) -> Vec<Entry> {
    let entry = |file: &str| {
        let path = format!("crates/{name}/{file}");
        let exists = workspace.crates.contains_key(name) && workspace.root.join(&path).exists();
        exists.then(|| Entry::new(&path))
    };
    let readme = entry("README.md").map(|entry| entry.named(name));
    let cookbook = entry("COOKBOOK.md");
    let cookbook = cookbook.map(|entry| entry.named(&format!("{name} cookbook")).nested());
    let gallery = entry("GALLERY.md").map(Entry::nested);
    readme.into_iter().chain(cookbook).chain(gallery).collect()
}

/// The crates that are in none of the [`GROUPS`], and have no chapter of their own.
fn ungrouped(workspace: &Workspace) -> Vec<String> {
    let is_grouped = |name: &str| {
        let short = name.strip_prefix("kifu-").unwrap_or(name);
        let groups = GROUPS.iter().any(|(_, names)| names.contains(&short));
        groups || matches!(name, "kifu" | "kifu-cli" | PYTHON | ARROW_PYTHON | WASM)
    };
    let names = workspace.crates.keys().filter(|name| !is_grouped(name));
    names.cloned().collect()
}

fn summary(chapters: &[(&str, Vec<Entry>)], book: &Book) -> String {
    let mut out = String::from("# Summary\n");
    for (chapter, entries) in chapters {
        if !chapter.is_empty() {
            out.push_str(&format!("\n# {chapter}\n"));
        }
        out.push('\n');
        for entry in entries {
            let title = page::title(&book.texts[&entry.path]);
            let name = entry.name.clone().unwrap_or(title);
            let path = page::book_path(&entry.path);
            // Pages before the first chapter are not list items.
            let bullet = match (chapter.is_empty(), entry.is_nested) {
                (true, _) => "",
                (false, false) => "- ",
                (false, true) => "    - ",
            };
            out.push_str(&format!("{bullet}[{name}]({})\n", path.display()));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::Package;

    fn workspace_with_pages() -> (tempfile::TempDir, Workspace) {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().to_owned();
        let put = |name: &str, text: &str| write(&root.join(name), text).unwrap();
        let workspace = Workspace {
            root: root.clone(),
            crates: BTreeMap::new(),
        };
        for (_, entries) in chapters(&workspace) {
            for entry in entries {
                put(&entry.path, "# A page\n");
            }
        }
        (folder, workspace)
    }

    #[test]
    fn the_book_contains_all_pages() {
        let (folder, workspace) = workspace_with_pages();
        let out = folder.path().join("target/site");
        let count = assemble(&workspace, &out).unwrap();
        assert!(count > 15);
        let summary = read(&out.join("src/SUMMARY.md")).unwrap();
        assert!(
            summary.contains("# Guides by reader\n\n- [A page](kifu/guide/programs.md)"),
            "{summary}"
        );
        assert_eq!(
            read(&out.join("src/CONTRIBUTING.md")).unwrap(),
            "# A page\n"
        );
    }

    #[test]
    fn the_drop_page_is_added_if_it_was_built() {
        let folder = tempfile::tempdir().unwrap();
        let (built, source) = (folder.path().join("built"), folder.path().join("src"));
        let description = source.join(page::book_path(DROP));
        write(&description, "# A page\n\nIts text.\n").unwrap();
        assert_eq!(add_drop_page(&built, &source), Ok(false));
        write(&built.join("index.html"), "<html>").unwrap();
        write(&built.join("sw.js"), "self").unwrap();
        assert_eq!(add_drop_page(&built, &source), Ok(true));
        let linked = "# A page\n\n**[Open the page](page/index.html)**\n\nIts text.\n";
        assert_eq!(read(&description).unwrap(), linked);
        let page = description.with_file_name("page");
        assert_eq!(read(&page.join("sw.js")).unwrap(), "self");
        assert!(page.join("index.html").exists());
    }

    #[test]
    fn cookbooks_are_nested_below_their_crates() {
        let (folder, mut workspace) = workspace_with_pages();
        for name in ["kifu", "kifu-sgf", "kifu-new"] {
            let files = folder.path().join("crates").join(name);
            write(&files.join("README.md"), "# A crate\n").unwrap();
            write(&files.join("COOKBOOK.md"), "# Cookbook\n").unwrap();
            workspace.crates.insert(name.to_owned(), Package::default());
        }
        let out = folder.path().join("target/site");
        assemble(&workspace, &out).unwrap();
        let summary = read(&out.join("src/SUMMARY.md")).unwrap();
        let sgf = "# Crates for formats\n\n- [kifu-sgf](kifu-sgf/index.md)\n    \
            - [kifu-sgf cookbook](kifu-sgf/COOKBOOK.md)\n";
        assert!(summary.contains(sgf), "{summary}");
        let new = "(kifu-sgf/COOKBOOK.md)\n- [kifu-new](kifu-new/index.md)\n";
        assert!(summary.contains(new), "{summary}");
        assert!(!summary.contains("[Cookbook]"), "{summary}");
    }

    #[test]
    fn missing_and_unlisted_pages_are_reported() {
        let (folder, workspace) = workspace_with_pages();
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
        let (folder, workspace) = workspace_with_pages();
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
