//! Tests the console examples of the guides.
//!
//! A guide has files in blocks such as ```` ```text NAME ````, and commands with their output in
//! `console` blocks. The commands of a guide run one after the other in a folder that also has the
//! files of `commands.rs`. A line `…` stands for any number of lines. `INSTA_UPDATE=always` updates
//! the guides.

use std::fmt::Write;
use std::fs;

use kifu_testkit::{files, repository, written};

use crate::commands;
use crate::kifu::Kifu;

#[test]
fn examples_show_the_output_of_their_commands() {
    let is_update = std::env::var_os("INSTA_UPDATE").is_some_and(|update| update == "always");
    let mut count = 0;
    let mut stale = Vec::new();
    for path in files(&repository("crates/kifu/guide")) {
        let page = fs::read_to_string(&path).unwrap();
        let (current, commands) = run(&page);
        count += commands;
        if current != page {
            let difference = difference(&page, &current);
            stale.push(format!("{}: {difference}", path.display()));
            if is_update {
                written(&path, &current);
            }
        }
    }
    // The examples were found and run.
    assert!(count > 35, "{count} commands");
    assert!(
        stale.is_empty() || is_update,
        "out of date: {}",
        stale.join("\n")
    );
}

/// Returns the page with the current output of its commands, and the number of commands.
fn run(page: &str) -> (String, usize) {
    let kifu = Kifu::with(commands::files());
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
                let shown = console(&kifu, &block, &mut count);
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

/// Returns a block of commands with their current output, unless the shown output matches it.
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

/// Whether an output matches the expected lines. `…` matches any number of lines.
fn matches(expected: &[&str], output: &[&str]) -> bool {
    match expected.split_first() {
        None => output.is_empty(),
        Some((&"…", rest)) => (0..=output.len()).any(|skipped| matches(rest, &output[skipped..])),
        Some((first, rest)) => output.first() == Some(first) && matches(rest, &output[1..]),
    }
}

fn difference(page: &str, current: &str) -> String {
    let lines = page.lines().zip(current.lines());
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
        show(current)
    )
}

#[test]
fn outdated_output_is_updated() {
    let page = "```console\n$ kifu find -c -e 'games > 0' all.sgf\n999\n```\n";
    let (updated, count) = run(page);
    assert_ne!(updated, page);
    assert_eq!(count, 1);
    assert_eq!(run(&updated).0, updated);
    let any = "```console\n$ kifu find -c -e 'games > 0' all.sgf\n…\n```\n";
    assert_eq!(run(any).0, any);
}
