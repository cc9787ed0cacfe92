//! Merges of large and unusual games. `cargo test --release -p kifu-merge --test it speed -- --nocapture` prints their
//! times, which should be in proportion to the sizes. The tests fail only if a merge takes many times longer.
#![allow(clippy::print_stderr)] // The tests print their times.

use std::fmt::Write;
use std::time::{Duration, Instant};

use kifu_merge::{Labels, Merged, merge, text_of};

/// Two letters for a number, for a point on the board.
fn point(number: usize) -> String {
    [b'a' + (number % 19) as u8, b'a' + (number / 19 % 19) as u8]
        .map(char::from)
        .iter()
        .collect()
}

/// Merges three versions, and prints the time.
#[track_caller]
fn timed(name: &str, [base, ours, theirs]: [String; 3]) -> Merged {
    let start = Instant::now();
    let merged = merge(
        base.as_bytes(),
        ours.as_bytes(),
        theirs.as_bytes(),
        &Labels::default(),
    );
    let time = start.elapsed();
    eprintln!(
        "{name}: {} bytes in {time:?}, {} conflicts",
        base.len(),
        merged.conflicts.len()
    );
    assert!(time < Duration::from_secs(60), "{name}: {time:?}");
    merged
}

/// A reviewed game of about a megabyte: moves with comments, and short variations.
fn review(moves: usize, comment: impl Fn(usize) -> String) -> String {
    let mut game = "(;FF[4]GM[1]SZ[19]PB[Sato]PW[Mori]".to_owned();
    let mut open = 0;
    for number in 0..moves {
        let color = ["B", "W"][number % 2];
        if number % 5 == 4 {
            // The main line first.
            game.push_str("\n(");
            open += 1;
        }
        let text = comment(number);
        write!(
            game,
            ";{color}[{}]C[{text}]TR[{}]",
            point(number),
            point(number + 7)
        )
        .unwrap();
    }
    for number in (0..open).rev() {
        write!(
            game,
            ")\n(;B[{}];W[{}]C[A variation.])",
            point(number * 3),
            point(number * 5)
        )
        .unwrap();
    }
    game.push_str(")\n");
    game
}

#[test]
fn a_game_of_a_megabyte() {
    let text = |number: usize| {
        format!(
            "Move {number} takes the last big point of this side.\\nThe next question is the corner."
        )
    };
    let of = |every: usize, add: &'static str| {
        review(10_000, move |number| {
            if number % every == 0 {
                text(number) + add
            } else {
                text(number)
            }
        })
    };
    let merged = timed(
        "review",
        [of(1, ""), of(10, "\nGood."), of(11, "!")].map(|game| game),
    );
    assert!(merged.bytes.len() > 900_000);
    let merged = timed(
        "review, different nodes",
        [
            review(10_000, text),
            review(10_000, |number| {
                if number % 10 == 0 {
                    text(number) + "\nGood."
                } else {
                    text(number)
                }
            }),
            review(10_000, |number| {
                if number % 10 == 5 {
                    text(number) + "\nBad."
                } else {
                    text(number)
                }
            }),
        ],
    );
    assert!(merged.is_clean());
    // One side wrote the file in another form.
    let base = review(10_000, text);
    let ours = base.replace(";W[", "\n;W[").replace("TR[", " TR[");
    let theirs = review(10_000, |number| {
        if number % 10 == 5 {
            text(number) + "\nBad."
        } else {
            text(number)
        }
    });
    let merged = timed("review, other white space", [base.clone(), ours, theirs]);
    assert!(merged.is_clean());
    let start = Instant::now();
    let text = text_of(&kifu_merge::sgf::Document::parse(base).unwrap());
    eprintln!("text: {} bytes in {:?}", text.len(), start.elapsed());
}

#[test]
fn unusual_games() {
    const MANY: usize = if cfg!(debug_assertions) {
        6_000
    } else {
        30_000
    };
    let line = |first: &str, every: usize, add: &str| {
        let mut game = format!("(;{first}");
        for number in 0..MANY {
            write!(game, ";{}[{}]", ["B", "W"][number % 2], point(number * 7)).unwrap();
            if number % every == 0 {
                game.push_str(add);
            }
        }
        game + ")"
    };
    let merged = timed(
        "deep",
        [
            line("", 1, ""),
            line("C[a]", 3, "N[x]"),
            line("C[a]", 3, "TR[aa]"),
        ],
    );
    assert!(merged.is_clean());
    // Inserted nodes, and all moves changed.
    timed(
        "inserted",
        [line("", 1, ""), line("", 3, ";C[x]"), line("", 5, ";C[y]")],
    );
    // Few moves, repeated.
    let repeated = |every: usize, add: &str| {
        let moves: String = (0..MANY)
            .map(|number| {
                let add = if number % every == 0 { add } else { "" };
                format!(";{}[{}]{add}", ["B", "W"][number % 2], point(number % 4))
            })
            .collect();
        format!("(;GM[1]{moves})")
    };
    timed(
        "repeated",
        [repeated(1, ""), repeated(3, ";C[x]"), repeated(5, ";C[y]")],
    );
    let shifted = line("", 1, "").replace("B[a", "B[b");
    timed(
        "shifted",
        [
            line("", 1, ""),
            shifted.clone(),
            shifted.replace("W[c", "W[d"),
        ],
    );
    let wide = |name: &str, add: &str| {
        let mut game = "(;GM[1]".to_owned();
        for number in 0..MANY {
            write!(
                game,
                "(;B[{}]{}[{}{add}])",
                point(number),
                name,
                number % 100
            )
            .unwrap();
        }
        game + ")"
    };
    timed("wide", [wide("C", ""), wide("C", "a"), wide("C", "b")]);
    timed(
        "wide, other moves",
        [
            wide("C", ""),
            wide("C", "").replace("B[", "W["),
            wide("C", "b"),
        ],
    );
    let nested = |add: &str| {
        let mut game = "(;GM[1]".to_owned();
        for number in 0..MANY {
            write!(
                game,
                "(;B[{}]{add}(;W[{}])",
                point(number),
                point(number + 1)
            )
            .unwrap();
        }
        game + &")".repeat(MANY + 1)
    };
    let merged = timed("nested", [nested(""), nested("C[x]"), nested("N[y]")]);
    assert!(merged.is_clean());
    timed(
        "nested, inserted",
        [nested(""), nested(";C[x]"), nested(";C[y]")],
    );
    let empty = |add: &str| format!("(;GM[1]{})", format!(";{add}").repeat(MANY));
    timed("empty", [empty(""), empty("C[x]"), empty("C[y]")]);
    let comment = |add: &str| {
        let lines: String = (0..MANY)
            .map(|number| format!("{}{add}\n", number % 50))
            .collect();
        format!("(;C[{lines}])")
    };
    timed("comment", [comment(""), comment("a"), comment("b")]);
    let games = |add: &str| {
        "(;GM[1];B[aa])\n".repeat(MANY / 10)
            + &format!("(;GM[1];B[aa]C[{add}])\n").repeat(MANY / 10)
    };
    timed("games", [games(""), games("a"), games("b")]);
    let points = |add: usize| {
        let points: String = (0..MANY)
            .map(|number| format!("[{}:{}]", point(number), number / 361 + add))
            .collect();
        format!("(;GM[1]LB{points})")
    };
    timed("labels", [points(0), points(1), points(2)]);
}
