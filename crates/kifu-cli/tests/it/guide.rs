//! What the guides show on a terminal is what the command does.
//!
//! A guide has files, in blocks called as ```` ```text NAME ````, and commands with their output, in
//! blocks of `console`. The commands of a guide run one after the other in one folder, in which the files of
//! `commands.rs` are, too. A line `…` stands for any number of lines. `INSTA_UPDATE=always` writes down
//! what the commands say now.

use std::fmt::Write;
use std::fs;

use kifu_testkit::{files, repository, written};

use crate::commands;
use crate::kifu::Kifu;

#[test]
fn every_example_shows_what_the_command_says() {
    let is_update = std::env::var_os("INSTA_UPDATE").is_some_and(|update| update == "always");
    let mut count = 0;
    let mut stale = Vec::new();
    for path in files(&repository("crates/kifu/guide")) {
        let page = fs::read_to_string(&path).unwrap();
        let (made, commands) = run(&page);
        count += commands;
        if made != page {
            stale.push(format!("{}: {}", path.display(), difference(&page, &made)));
            if is_update {
                written(&path, &made);
            }
        }
    }
    // They were found and run.
    assert!(count > 35, "{count} commands");
    assert!(
        stale.is_empty() || is_update,
        "out of date: {}",
        stale.join("\n")
    );
}

/// The page with what its commands say now, and how many there are.
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

/// A block of commands with what they say now, where that is not what stands there.
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
        let said = format!("{}{}", ran.text(), ran.stderr);
        let said = if cfg!(windows) {
            said.replace('\\', "/")
        } else {
            said
        };
        let said: Vec<&str> = said.lines().collect();
        let expected = &block[at + 1..end];
        writeln!(out, "{}", block[at]).unwrap();
        for line in if fits(expected, &said) {
            expected
        } else {
            &said
        } {
            writeln!(out, "{line}").unwrap();
        }
        at = end;
    }
    out
}

/// Whether lines are those that are expected, `…` standing for any number of them.
fn fits(expected: &[&str], said: &[&str]) -> bool {
    match expected.split_first() {
        None => said.is_empty(),
        Some((&"…", rest)) => (0..=said.len()).any(|skipped| fits(rest, &said[skipped..])),
        Some((first, rest)) => said.first() == Some(first) && fits(rest, &said[1..]),
    }
}

fn difference(page: &str, made: &str) -> String {
    let lines = page.lines().zip(made.lines());
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
        show(made)
    )
}

#[test]
fn an_output_that_is_not_that_of_the_command_is_written_anew() {
    let page = "```console\n$ kifu find -c -e 'games > 0' all.sgf\n999\n```\n";
    let (made, count) = run(page);
    assert_ne!(made, page);
    assert_eq!(count, 1);
    assert_eq!(run(&made).0, made);
    let any = "```console\n$ kifu find -c -e 'games > 0' all.sgf\n…\n```\n";
    assert_eq!(run(any).0, any);
}
