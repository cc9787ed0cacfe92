//! Tests of the index: it finds the same hits as the search, and withstands damaged bytes.

use std::io::Cursor;

use kifu_core::{Action, Size};
use kifu_search::index::{Builder, Error, File, Index, Stamp};
use kifu_search::{Line, Query, Searcher, Winner};

use crate::laws::{self, Random};

/// A hit in a game: file, number, and its description.
type IndexHit = (u32, u32, String);

fn file(n: usize, games: usize) -> File {
    File {
        name: format!("{n}.sgf").into_bytes(),
        stamp: Stamp {
            len: n as u64,
            modified: 7 * n as u64,
            crc: n as u32,
        },
        games: games as u32,
    }
}

fn winner(n: usize) -> Winner {
    [
        Winner::Black,
        Winner::White,
        Winner::Nobody,
        Winner::Unknown,
    ][n % 4]
}

/// Builds an index of games, with several games in some files.
pub(crate) fn build(games: &[(Size, Vec<Action>)]) -> Vec<u8> {
    let mut builder = Builder::new();
    for (n, games) in games.chunks(3).enumerate() {
        builder.start_file(&file(n, games.len()));
        for (k, (size, actions)) in games.iter().enumerate() {
            let line = Line::new(*size, actions.iter().copied());
            builder.add_game(k as u32 + 1, &line, winner(n + k));
        }
    }
    builder.finish()
}

/// Checks that an index has the same hits as the games themselves.
pub(crate) fn hits_are_those_of_the_games(games: &[(Size, Vec<Action>)], query: &Query) {
    let mut searcher = Searcher::new(query.clone());
    let mut expected: Vec<IndexHit> = Vec::new();
    for (n, games) in games.chunks(3).enumerate() {
        for (k, (size, actions)) in games.iter().enumerate() {
            let line = Line::new(*size, actions.iter().copied());
            let found = searcher.search(&line);
            let hits = found.hits();
            expected.extend(hits.map(|hit| {
                let described = format!("{size} {:?} {hit:?}", winner(n + k));
                (n as u32, k as u32 + 1, described)
            }));
        }
    }
    let mut index = Index::open(Cursor::new(build(games))).unwrap();
    let mut found: Vec<IndexHit> = Vec::new();
    let result = index.search(query, |game, hits| {
        found.extend(hits.hits().map(|hit| {
            let described = format!("{} {:?} {hit:?}", game.size, game.winner);
            (game.file, game.number, described)
        }));
        true
    });
    result.unwrap();
    // Games are grouped by board size first.
    found.sort_by_key(|hit| (hit.0, hit.1));
    assert_eq!(found, expected, "{query:?}");
}

/// Checks that keeping all games of an index produces the same index.
pub(crate) fn keeping_all_changes_nothing(bytes: &[u8]) {
    let mut index = Index::open(Cursor::new(bytes)).unwrap();
    let contents = index.contents().unwrap();
    let mut builder = Builder::new();
    for (n, file) in contents.files().iter().enumerate() {
        assert_eq!(index.file(n as u32).unwrap(), *file);
        builder.start_file(file);
        builder.keep_games(&contents, n);
    }
    assert!(builder.finish() == bytes);
}

/// Checks that arbitrary bytes cause at most an error.
pub(crate) fn any_bytes_are_read(bytes: &[u8], query: &Query) {
    let Ok(mut index) = Index::open(Cursor::new(bytes)) else {
        return;
    };
    let _ = index.search(query, |_, found| found.hits().count() > 0);
    let _ = (index.file(0), index.file(u32::MAX));
    if let Ok(contents) = index.contents() {
        let mut builder = Builder::new();
        for n in 0..contents.files().len() {
            builder.start_file(&File::default());
            builder.keep_games(&contents, n);
        }
        builder.finish();
    }
}

/// Checks all laws on games and patterns derived from the bytes, and on the bytes themselves.
pub(crate) fn all(bytes: &[u8]) {
    laws::drawings_are_read(&String::from_utf8_lossy(bytes));
    let mut random = Random::of(bytes);
    let size = random.size();
    let games: Vec<_> = (0..4).map(|_| (size, random.game(size))).collect();
    let query = random.query(size, &games[0].1);
    laws::agrees_with_a_naive_search(size, &games[0].1, &query);
    hits_are_those_of_the_games(&games, &query);
    let mut indexed = build(&games);
    keeping_all_changes_nothing(&indexed);
    for (n, &byte) in bytes.iter().rev().enumerate() {
        let at = (n * 131 + usize::from(byte) * 7) % indexed.len();
        indexed[at] ^= byte;
    }
    with_its_crcs(&mut indexed);
    any_bytes_are_read(&indexed, &query);
    any_bytes_are_read(bytes, &query);
}

#[test]
fn laws_hold_on_random_bytes() {
    let mut random = Random::new(99);
    for _ in 0..200 {
        let bytes: Vec<u8> = (0..random.below(400))
            .map(|_| random.below(256) as u8)
            .collect();
        all(&bytes);
    }
}

#[test]
fn an_index_has_the_same_hits_as_its_games() {
    let mut random = Random::new(40);
    for round in 0..60 {
        let one = random.size();
        let games: Vec<_> = (0..40)
            .map(|n| {
                let size = if n % 3 == round % 3 {
                    random.size()
                } else {
                    one
                };
                (size, random.game(size))
            })
            .collect();
        for _ in 0..4 {
            let (size, actions) = &games[random.below(games.len())];
            let query = random.query(*size, actions);
            hits_are_those_of_the_games(&games, &query);
        }
        keeping_all_changes_nothing(&build(&games));
    }
}

#[test]
fn many_games_and_many_sizes_fit() {
    let mut random = Random::new(3);
    let size = Size::square(5).unwrap();
    let mut games: Vec<_> = (0..2500).map(|_| (size, random.game(size))).collect();
    for cols in 1..=20 {
        let size = Size::new(cols, 3).unwrap();
        games.push((size, random.game(size)));
    }
    let query = random.query(size, &games[17].1);
    hits_are_those_of_the_games(&games, &query);
    keeping_all_changes_nothing(&build(&games));
}

/// Corrects the CRCs of a damaged index, so that all other checks are exercised.
pub(crate) fn with_its_crcs(bytes: &mut [u8]) {
    const HEADER: usize = 24;
    let word = |bytes: &[u8], at: usize| {
        let word = bytes.get(at..at + 4)?;
        Some(u32::from_le_bytes(word.try_into().ok()?) as usize)
    };
    let len = word(bytes, 12).unwrap_or(0).min(bytes.len());
    let mut at = HEADER.saturating_add(len);
    for entry in (HEADER..at.min(bytes.len())).step_by(16) {
        let part = word(bytes, entry + 8).and_then(|len| bytes.get(at..at.checked_add(len)?));
        let Some(part) = part else {
            break;
        };
        let (crc, len) = (Stamp::crc_of(part), part.len());
        bytes[entry + 12..entry + 16].copy_from_slice(&crc.to_le_bytes());
        at += len;
    }
    if let Some(directory) = bytes.get(HEADER..HEADER + len) {
        let crc = Stamp::crc_of(directory);
        bytes[16..20].copy_from_slice(&crc.to_le_bytes());
    }
}

#[test]
fn damage_is_an_error() {
    let mut random = Random::new(7);
    let size = Size::square(9).unwrap();
    let games: Vec<_> = (0..30).map(|_| (size, random.game(size))).collect();
    let query = random.query(size, &games[4].1);
    let good = build(&games);
    for _ in 0..2000 {
        let mut bytes = good.clone();
        let at = random.below(bytes.len());
        bytes[at] ^= 1 << random.below(8);
        any_bytes_are_read(&bytes, &query);
        let whole = Index::open(Cursor::new(&bytes)).and_then(|mut index| {
            index.search(&query, |_, _| true)?;
            index.contents()
        });
        assert!(whole.is_err(), "byte {at} of {}", good.len());
        with_its_crcs(&mut bytes);
        any_bytes_are_read(&bytes, &query);
        bytes.truncate(at);
        any_bytes_are_read(&bytes, &query);
    }
    let mut newer = good.clone();
    newer[8] = 9;
    let error = Index::open(Cursor::new(newer)).err().unwrap();
    assert!(matches!(error, Error::Version(9)), "{error}");
    let error = Index::open(Cursor::new(b"(;GM[1])")).err().unwrap();
    assert_eq!(error.to_string(), "this is not a search index");
}

/// The encoding is part of the format, which other programs may read: see `index/code.rs`.
#[test]
fn moves_are_encoded_from_the_centre() {
    use kifu_core::{Color, Move, Point};
    let size = Size::new(9, 13).unwrap();
    let play = |col, row| Action::Play(Color::Black, Move::Play(Point::new(col, row)));
    for (actions, codes) in [
        // The same point is 112; a step to the right is 1 more, and a step down 15 more.
        (vec![play(4, 6)], &[112][..]),
        (vec![play(5, 6)], &[113]),
        (vec![play(4, 7)], &[127]),
        (vec![Action::Play(Color::White, Move::Pass)], &[237, 236]),
        (vec![play(4, 6), play(4, 6)], &[112, 237, 112]),
    ] {
        let bytes = build(&[(size, actions)]);
        assert!(bytes.ends_with(codes), "{codes:?} in {bytes:?}");
    }
}

#[test]
fn setup_that_is_not_setup_is_damage() {
    use kifu_core::{Color, Point};
    let size = Size::square(9).unwrap();
    let put = Action::Put(Point::new(3, 2), Some(Color::White));
    let good = build(&[(size, vec![put])]);
    let (pattern, _) = kifu_search::Pattern::parse("O\n");
    let query = Query::new(pattern.unwrap());
    let search = |last: u16| {
        let mut bytes = good.clone();
        let at = bytes.len() - 2;
        bytes[at..].copy_from_slice(&last.to_le_bytes());
        with_its_crcs(&mut bytes);
        let mut found = 0;
        let result = Index::open(Cursor::new(bytes)).and_then(|mut index| {
            index.search(&query, |_, hits| {
                found += hits.len();
                true
            })
        });
        (result.is_ok(), found)
    };
    let (put, white) = (1 << 13, 1 << 12);
    let at = 2 * 64 + 3;
    assert_eq!(search(at | put | white), (true, 1));
    for last in [
        at | white,
        0x0FFF | put,
        at | put | white | 1 << 15,
        at | 1 << 15,
        9 | put | white,
    ] {
        assert_eq!(search(last), (false, 0), "{last:#x}");
    }
}

/// A game has the same bytes, whatever games came before it.
#[test]
fn games_do_not_depend_on_games_on_larger_boards() {
    use kifu_core::{Color, Move, Point};
    let play = |color, (col, row)| Action::Play(color, Move::Play(Point::new(col, row)));
    let (black, white) = (Color::Black, Color::White);
    // Black captures a stone at the lower edge and one at the right edge.
    let small = vec![
        play(white, (2, 4)),
        play(black, (1, 4)),
        play(white, (4, 2)),
        play(black, (3, 4)),
        play(black, (2, 3)),
        play(black, (4, 1)),
        play(black, (4, 3)),
        play(black, (3, 2)),
    ];
    let large = Size::square(9).unwrap().points();
    let large = large.map(|at| play(if at.row < 6 { black } else { white }, (at.col, at.row)));
    let small = (Size::square(5).unwrap(), small);
    let large = (Size::square(9).unwrap(), large.take(70).collect());
    let alone = build(std::slice::from_ref(&small));
    let after = build(&[large, small]);
    // The game is last, with eight moves, two captures and repeated players.
    assert_eq!(after[after.len() - 12..], alone[alone.len() - 12..]);
}

/// The bitmaps are in the order of colours, rows and columns.
#[test]
fn bitmaps_have_a_bit_for_each_game_with_a_stone() {
    use kifu_core::{Color, Move, Point};
    let size = Size::new(3, 2).unwrap();
    let play = |color, col, row| Action::Play(color, Move::Play(Point::new(col, row)));
    let first = vec![play(Color::Black, 1, 0)];
    let second = vec![play(Color::Black, 1, 0), play(Color::White, 2, 1)];
    let games = [(size, first), (size, second)];
    let bytes = build(&games);
    // Before the games, whose heads have 13 bytes each, and whose moves have one.
    let end = bytes.len() - (2 * 13 + 3);
    let mut expected = [0; 12];
    (expected[1], expected[6 + 3 + 2]) = (0b11, 0b10);
    assert_eq!(bytes[end - 12..end], expected);
}

/// A section has at most 1024 names.
#[test]
fn files_are_found_in_each_section() {
    let mut builder = Builder::new();
    for n in 0..2100 {
        builder.start_file(&file(n, 0));
    }
    let mut index = Index::open(Cursor::new(builder.finish())).unwrap();
    assert_eq!((index.files(), index.games()), (2100, 0));
    for n in [0, 1023, 1024, 2047, 2048, 2099, 5] {
        assert_eq!(index.file(n).unwrap(), file(n as usize, 0), "{n}");
    }
    for n in [2100, 3000, u32::MAX] {
        assert!(matches!(index.file(n), Err(Error::Damaged)), "{n}");
    }
}
