//! Runs the commands that the guides and READMEs show, and compares their output.
//!
//! A page has files, in blocks such as ```` ```text NAME ````, and commands with their output, in
//! `console` blocks. The commands of a page run in order in one directory, which also contains the
//! files of `commands.rs`; the directory of the main README contains the corpus. A line `…` stands
//! for any number of lines. `INSTA_UPDATE=always` updates the pages.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use kifu_testkit::{files, repository, written};

use crate::commands;
use crate::kifu::Kifu;

#[test]
fn console_examples_show_the_current_output() {
    let is_update = std::env::var_os("INSTA_UPDATE").is_some_and(|update| update == "always");
    let mut count = 0;
    let mut stale = Vec::new();
    for (path, kifu) in pages() {
        let page = fs::read_to_string(&path).unwrap();
        let (updated, commands) = run(&page, &kifu);
        count += commands;
        if updated != page {
            stale.push(format!(
                "{}: {}",
                path.display(),
                difference(&page, &updated)
            ));
            if is_update {
                written(&path, &updated);
            }
        }
    }
    // The pages were found and their commands ran.
    assert!(count > 90, "{count} commands");
    assert!(
        stale.is_empty() || is_update,
        "out of date: {}",
        stale.join("\n")
    );
}

/// Returns the pages with examples, each with a directory to run them in.
fn pages() -> Vec<(PathBuf, Kifu)> {
    let folders = [
        "crates/kifu/guide",
        "crates/kifu-cli/guide",
        "xtask/src/site/formats",
    ];
    let mut pages: Vec<PathBuf> = folders
        .iter()
        .flat_map(|folder| files(&repository(folder)))
        .collect();
    pages.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    if cfg!(not(feature = "tables")) {
        pages.retain(|path| !path.ends_with("tables.md"));
    }
    if cfg!(not(feature = "book")) {
        pages.retain(|path| !path.ends_with("books.md"));
    }
    pages.push(repository("crates/kifu-cli/README.md"));
    let with_files = pages
        .into_iter()
        .map(|path| (path, Kifu::with(commands::files())));
    with_files
        .chain([(repository("README.md"), corpus())])
        .collect()
}

/// Returns a directory with the SGF files of the corpus.
fn corpus() -> Kifu {
    let kifu = Kifu::new();
    let root = repository("");
    for path in files(&repository("corpus/sgf")) {
        let copy = kifu.path(path.strip_prefix(&root).unwrap());
        fs::create_dir_all(copy.parent().unwrap()).unwrap();
        fs::copy(path, copy).unwrap();
    }
    kifu
}

/// Returns the page with the current output of its commands, and their number.
fn run(page: &str, kifu: &Kifu) -> (String, usize) {
    let (mut out, mut count) = (String::new(), 0);
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        writeln!(out, "{line}").unwrap();
        let Some(info) = line.strip_prefix("```").filter(|info| !info.is_empty()) else {
            continue;
        };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        match info.split_once(' ') {
            Some((_, name)) => {
                fs::write(kifu.path(name), format!("{}\n", block.join("\n"))).unwrap()
            }
            None if info == "console" => {
                let shown = console(kifu, &block, &mut count);
                writeln!(out, "{shown}```").unwrap();
                continue;
            }
            None => {}
        }
        for line in block {
            writeln!(out, "{line}").unwrap();
        }
        out.push_str("```\n");
    }
    (out, count)
}

/// Returns a block of commands in which the current output replaces an expected output that
/// differs.
fn console(kifu: &Kifu, block: &[&str], count: &mut usize) -> String {
    let mut out = String::new();
    let mut at = 0;
    while at < block.len() {
        let command = block[at]
            .strip_prefix("$ kifu ")
            .expect("a command comes first");
        let end = block[at + 1..]
            .iter()
            .position(|line| line.starts_with("$ "));
        let end = end.map_or(block.len(), |end| at + 1 + end);
        let words = commands::words(command);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let ran = kifu.run(&words);
        assert_ne!(ran.code, 2, "{command}: {}", ran.stderr);
        *count += 1;
        let output = format!("{}{}", ran.text(), ran.stderr);
        let output = if cfg!(windows) {
            output.replace('\\', "/")
        } else {
            output
        };
        let output: Vec<&str> = output.lines().collect();
        let expected = &block[at + 1..end];
        writeln!(out, "{}", block[at]).unwrap();
        for line in if matches(expected, &output) {
            expected
        } else {
            &output
        } {
            writeln!(out, "{line}").unwrap();
        }
        at = end;
    }
    out
}

/// Returns whether the output has the expected lines, where `…` stands for any number of lines.
fn matches(expected: &[&str], output: &[&str]) -> bool {
    match expected.split_first() {
        None => output.is_empty(),
        Some((&"…", rest)) => (0..=output.len()).any(|skipped| matches(rest, &output[skipped..])),
        Some((first, rest)) => output.first() == Some(first) && matches(rest, &output[1..]),
    }
}

fn difference(page: &str, updated: &str) -> String {
    let lines = page.lines().zip(updated.lines());
    let first = lines.take_while(|(a, b)| a == b).count();
    let show = |text: &str| {
        text.lines()
            .skip(first)
            .take(3)
            .collect::<Vec<_>>()
            .join("\n  ")
    };
    format!(
        "line {}\n  {}\nnow\n  {}",
        first + 1,
        show(page),
        show(updated)
    )
}

#[test]
fn outdated_output_is_updated() {
    let kifu = Kifu::with(commands::files());
    let page = "```console\n$ kifu find -c -e 'games > 0' all.sgf\n999\n```\n";
    let (updated, count) = run(page, &kifu);
    assert_ne!(updated, page);
    assert_eq!(count, 1);
    assert_eq!(run(&updated, &kifu).0, updated);
    let any = "```console\n$ kifu find -c -e 'games > 0' all.sgf\n…\n```\n";
    assert_eq!(run(any, &kifu).0, any);
}
