//! Plays the main lines of records and counts the files with illegal moves, by reason:
#![allow(clippy::print_stdout)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use kifu_replay::Replayer;
use kifu_rules::Rules;
use kifu_sgf::Document;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut folders: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let (mut files, mut games, mut moves) = (0u64, 0u64, 0u64);
    let mut by_reason: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    while let Some(path) = folders.pop() {
        if path.is_dir() {
            for entry in std::fs::read_dir(path)? {
                folders.push(entry?.path());
            }
            continue;
        }
        let document = Document::parse(std::fs::read(path)?)?;
        files += u64::from(document.roots().next().is_some());
        let mut reasons = BTreeSet::new();
        for root in document.roots() {
            let mut game = Replayer::forward(&document, root, &Rules::JAPANESE);
            while game.advance().is_some() {
                for finding in game.findings() {
                    reasons.insert(finding.code().name);
                    by_reason.entry(finding.code().name).or_default().1 += 1;
                }
            }
            games += 1;
            moves += u64::from(game.number());
        }
        for reason in reasons {
            by_reason.entry(reason).or_default().0 += 1;
        }
    }
    println!("{files} files, {games} games, {moves} moves on their main lines");
    for (reason, (files, findings)) in by_reason {
        println!("{reason:<22} {files:>6} files {findings:>8} findings");
    }
    Ok(())
}
