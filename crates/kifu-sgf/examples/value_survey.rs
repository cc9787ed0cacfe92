//! Surveys the game info in a directory of records: for each property the number of values that are
//! canonical, accepted, guessed and not parsed, and the most frequent spellings of those that are
//! not parsed.
//!
//! ```sh
//! cargo run --release --example value_survey -- FOLDER
//! ```
#![allow(clippy::print_stdout)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use kifu_sgf::value::{self, Parsed, ReadError, Sureness};
use kifu_sgf::{Document, Ident};

/// The number of unparsed spellings that are shown.
const SHOWN: usize = 12;

/// The way in which a value was read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    Canonical,
    Certain,
    Guess,
    Empty,
    Wrong,
}

type Reader = fn(&str) -> Reading;

fn reading<T>(read: Result<Parsed<T>, ReadError>) -> Reading {
    match read {
        Ok(read) => match read.lenient {
            None => Reading::Canonical,
            Some(how) if how.sureness == Sureness::Certain => Reading::Certain,
            Some(_) => Reading::Guess,
        },
        Err(_) => Reading::Wrong,
    }
}

/// The properties and the functions that parse them.
const READERS: [(&str, &[&str], Reader); 15] = [
    ("RE", &["RE"], |text| reading(value::result(text))),
    ("KM", &["KM", "LKM"], |text| reading(value::komi(text))),
    ("DT", &["DT", "PDT", "RD"], |text| {
        reading(value::dates(text))
    }),
    ("JD", &["JD"], |text| reading(value::era_dates(text))),
    ("TM", &["TM", "PTM"], main_time),
    ("BL WL", &["BL", "WL"], |text| reading(value::time(text))),
    ("LT TT", &["LT", "TT"], |text| reading(value::time(text))),
    ("LC TC", &["LC", "TC"], |text| reading(value::periods(text))),
    ("OT", &["OT"], |text| reading(value::overtime(text))),
    ("BR WR", &["BR", "WR"], |text| reading(value::ranks(text))),
    ("PB PW", &["PB", "PW", "BP", "WP"], |text| {
        reading(value::players(text))
    }),
    ("PI", &["PI"], |text| reading(value::person(text))),
    ("HA", &["HA"], |text| reading(value::handicap(text))),
    ("OH", &["OH"], |text| reading(value::old_handicap(text))),
    ("RU", &["RU"], |text| reading(value::rules(text))),
];

/// Parses a time, or a time followed by overtime.
fn main_time(text: &str) -> Reading {
    match value::time(text) {
        Ok(read) => reading(Ok(read)),
        Err(_) => reading(value::time_system(text)),
    }
}

#[derive(Default)]
struct Count {
    readings: [usize; 5],
    wrong: BTreeMap<String, usize>,
}

fn main() {
    let mut folders: Vec<PathBuf> = std::env::args().skip(1).map(PathBuf::from).collect();
    let mut counts: [Count; READERS.len()] = std::array::from_fn(|_| Count::default());
    while let Some(path) = folders.pop() {
        match fs::read_dir(&path) {
            Ok(entries) => folders.extend(entries.flatten().map(|entry| entry.path())),
            Err(_) => survey(&path, &mut counts),
        }
    }
    println!("| property | values | canonical | accepted | guessed | empty | not parsed |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
    for ((name, ..), count) in READERS.iter().zip(&counts) {
        let total: usize = count.readings.iter().sum();
        let [canonical, certain, guess, empty, wrong] = count.readings;
        println!("| {name} | {total} | {canonical} | {certain} | {guess} | {empty} | {wrong} |");
    }
    for ((name, ..), count) in READERS.iter().zip(&counts) {
        let mut wrong: Vec<_> = count.wrong.iter().collect();
        wrong.sort_by_key(|(_, n)| std::cmp::Reverse(**n));
        println!("\n{name}: {} spellings not parsed", wrong.len());
        for (text, n) in wrong.iter().take(SHOWN) {
            println!("  {n:6} {}", text.chars().take(60).collect::<String>());
        }
    }
}

fn survey(path: &Path, counts: &mut [Count; READERS.len()]) {
    let Some(document) = fs::read(path)
        .ok()
        .and_then(|source| Document::parse(source).ok())
    else {
        return;
    };
    for root in document.roots() {
        let node = document.node(root);
        let game = node.get("GM").and_then(|property| property.value());
        if game.is_some_and(|value| !matches!(value.raw().trim_ascii(), b"1" | b"" | b"01")) {
            continue;
        }
        let charset = document.charset(root).charset;
        let nodes = document.forest().preorder(root);
        for property in nodes.flat_map(|id| document.node(id).properties()) {
            let Some(which) = reader_of(property.ident()) else {
                continue;
            };
            for value in property.values() {
                let text = value.simple_text(charset).text;
                counts[which].add(&text, READERS[which].2);
            }
        }
    }
}

fn reader_of(ident: Ident<'_>) -> Option<usize> {
    READERS
        .iter()
        .position(|(_, names, _)| names.iter().any(|name| ident.is(name)))
}

impl Count {
    fn add(&mut self, text: &str, reader: Reader) {
        let reading = match text.trim() {
            "" => Reading::Empty,
            _ => reader(text),
        };
        self.readings[reading as usize] += 1;
        if reading == Reading::Wrong {
            *self.wrong.entry(text.into()).or_default() += 1;
        }
    }
}
