//! Tests that the results do not depend on where the tables are from: all are the same with the tables of encoding_rs
//! and with those from a backend.

#![cfg(test)]

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Debug;
use std::path::Path;
use std::{env, fs};

use crate::codec::switch::{with_built_in, with_loaded};
use crate::{Charset, Detector, Hint, Vote, detect, find, find_hinted, find_in_texts, rank};

fn charsets() -> impl Iterator<Item = Charset> {
    let seven_bit = [Charset::ISO_2022_KR, Charset::ISO_2022_CN];
    let ids = 0..Charset::COUNT;
    ids.filter_map(Charset::from_id).chain(seven_bit)
}

fn same<T: PartialEq + Debug>(run: impl Fn() -> T, place: impl Fn() -> String) {
    let (expected, result) = (with_built_in(&run), with_loaded(&run));
    assert!(
        result == expected,
        "{}: {result:?}, not {expected:?}",
        place()
    );
}

/// Compares everything that this crate can compute from bytes.
fn check(bytes: &[u8]) {
    let place = |what: &str| format!("{what} of {}", bytes[..bytes.len().min(400)].escape_ascii());
    same(|| detect(bytes), || place("detect"));
    same(|| find(bytes, None), || place("find"));
    same(
        || find_in_texts(bytes, [bytes], None),
        || place("find_in_texts"),
    );
    for hint in [None, Hint::for_label("ja"), Hint::for_label("de")] {
        same(|| rank(bytes, hint), || place("rank"));
        same(|| find_hinted(bytes, None, hint), || place("find_hinted"));
    }
    let fed = || {
        let mut detector = Detector::new();
        bytes.chunks(50).for_each(|value| detector.feed(value));
        detector.ranking()
    };
    same(fed, || place("Detector"));
    let vote = || {
        let mut vote = Vote::new();
        vote.add(&rank(bytes, None));
        vote.decision()
    };
    same(vote, || place("Vote"));
    for charset in charsets() {
        let label = charset.name().as_bytes();
        same(|| find(bytes, Some(label)), || place(charset.name()));
        same(|| charset.fits(bytes), || place(charset.name()));
        same(|| charset.decode(bytes), || place(charset.name()));
        let text = with_built_in(|| charset.decode(bytes)).text;
        for other in charsets() {
            same(|| other.encode(&text), || place(other.name()));
        }
    }
}

/// Compares the codecs of each charset.
fn check_codecs(bytes: &[u8]) {
    let place = |what: &str| format!("{what} of {}", bytes.escape_ascii());
    for charset in charsets() {
        same(|| charset.fits(bytes), || place(charset.name()));
        same(|| charset.decode(bytes), || place(charset.name()));
        // It is only called for one character of a charset that has characters of several bytes.
        if bytes.len() <= 4 && !charset.is_seven_bit() {
            same(|| charset.character(bytes), || place(charset.name()));
        }
    }
}

/// A generator of pseudorandom numbers that are the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }
}

#[test]
fn files_are_read_the_same() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut todo = Vec::from([root.join("test_data"), root.join("../../corpus")]);
    todo.extend(env::var_os("KIFU_TEST_CORPUS").map(Into::into));
    let mut count = 0;
    while let Some(path) = todo.pop() {
        if path.is_dir() {
            todo.extend(
                fs::read_dir(&path)
                    .unwrap()
                    .map(|entry| entry.unwrap().path()),
            );
            continue;
        }
        let bytes = fs::read(&path).unwrap();
        if core::str::from_utf8(&bytes).is_err() || bytes.contains(&0x1B) {
            check(&bytes[..bytes.len().min(20_000)]);
            count += 1;
        }
    }
    assert!(count > 20, "{count}");
}

#[test]
fn texts_are_read_the_same_in_each_charset() {
    let lists = ["east", "ja", "ko", "ru", "tw", "west", "zh"];
    for list in lists {
        let path = format!(
            "{}/test_data/held_out/{list}.txt",
            env!("CARGO_MANIFEST_DIR")
        );
        let text = fs::read_to_string(path).unwrap();
        for charset in charsets() {
            let lines = text.lines().filter_map(|line| charset.encode(line).ok());
            let values: Vec<Vec<u8>> = lines.map(|line| [b"C[", &*line, b"]"].concat()).collect();
            if values.len() * 2 > text.lines().count() {
                check(&[b"(;", &*values.concat(), b")"].concat());
            }
        }
    }
}

#[test]
fn short_sequences_are_decoded_the_same() {
    for first in 0..=255 {
        check_codecs(&[first]);
        for second in 0..=255 {
            check_codecs(&[first, second]);
        }
    }
}

#[test]
fn random_bytes_are_decoded_the_same() {
    let mut dice = Dice(1);
    let dice = &mut dice;
    for round in 0..20_000 {
        let len = 1 + dice.roll(12);
        let mut bytes: Vec<u8> = Vec::new();
        while bytes.len() < len {
            // Bytes that start or end characters of more than two bytes, or escape sequences, are frequent.
            match (round % 4, dice.roll(8)) {
                (0, _) | (_, 0) => bytes.push(dice.roll(256) as u8),
                (1, 1) => bytes.extend(b"\x1B$B"),
                (1, 2) => bytes.extend(b"\x1B(J"),
                (1, 3) => bytes.extend(b"\x1B(I"),
                (1, 4) => bytes.extend([0x1B, *b"$(".get(dice.roll(2)).unwrap()]),
                (1, _) => bytes.push(0x20 + dice.roll(0x60) as u8),
                (2, 1..4) => bytes.extend([0x81 + dice.roll(4) as u8, 0x30 + dice.roll(10) as u8]),
                (2, _) => bytes.extend([0x81 + dice.roll(126) as u8, 0x30 + dice.roll(10) as u8]),
                (_, 1) => bytes.push(0x8E),
                (_, 2) => bytes.push(0x8F),
                (_, 3) => bytes.extend([0xD8 + dice.roll(8) as u8, 0xD8 + dice.roll(8) as u8]),
                _ => bytes.push(0xA1 + dice.roll(94) as u8),
            }
        }
        check_codecs(&bytes);
    }
}

#[test]
fn random_records_are_read_the_same() {
    let dice = &mut Dice(2);
    for round in 0..120 {
        // Bytes of all kinds, of characters in EUC, and of letters in single-byte charsets.
        let (first, count) = [(0, 256), (0xA1, 94), (0xC0, 64)][round % 3];
        let len = 2 + dice.roll(60);
        let value: Vec<u8> = (0..len)
            .map(|_| match dice.roll(4) {
                0 if round % 2 == 0 => b'a' + dice.roll(26) as u8,
                _ => (first + dice.roll(count)) as u8,
            })
            .collect();
        check(&[b"(;C[", &*value, b"];B[pd])"].concat());
    }
}

#[test]
fn characters_of_three_and_four_bytes_are_decoded_the_same() {
    for second in 0xA0..=255 {
        for third in 0xA0..=255 {
            let bytes = [0x8F, second, third];
            same(|| Charset::EUC_JP.decode(&bytes), || format!("{bytes:?}"));
        }
    }
    for index in (0..50_000)
        .chain((188_000..1_240_000).step_by(97))
        .chain(1_237_000..1_238_000)
    {
        let digits = [
            index / 12_600,
            index / 1260 % 10,
            index / 10 % 126,
            index % 10,
        ];
        let bytes: Vec<u8> = digits
            .iter()
            .zip([0x81, 0x30, 0x81, 0x30])
            .map(|(d, f)| *d as u8 + f)
            .collect();
        same(|| Charset::GB18030.decode(&bytes), || format!("{bytes:?}"));
    }
}

#[test]
fn characters_are_encoded_the_same() {
    for charset in charsets() {
        // The other charsets only have characters of the basic plane.
        let step = match charset {
            Charset::BIG5 | Charset::GB18030 => 1,
            _ => 1001,
        };
        let all = ('\0'..='\u{FFFF}').chain(('\u{10000}'..='\u{10FFFF}').step_by(step));
        let mut characters = [0; 4];
        for c in all {
            let text = c.encode_utf8(&mut characters);
            same(|| charset.encode(text), || format!("{c:?} in {charset}"));
        }
        for text in [
            "a¥b¥~‾c",
            "日本¥a日~本",
            "ｱ日ｱ",
            "\u{1B}a",
            "日\u{E}",
            "日本",
            "¥日",
            "日🙂本",
            "a€b",
        ] {
            same(|| charset.encode(text), || format!("{text:?} in {charset}"));
        }
    }
}
