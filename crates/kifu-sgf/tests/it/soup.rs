//! Laws over random sequences of SGF tokens. Records of the corpus are seldom damaged in two
//! places at once; these sources nearly always are.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::laws;

/// Pieces that the sources consist of.
const TOKENS: [&str; 24] = [
    "(",
    "(;",
    ")",
    ";",
    "B[",
    "B[pd]",
    "W[dd]",
    "C[",
    "[",
    "]",
    "GM[",
    "GM[1]",
    "x",
    "D",
    "a",
    "\n",
    " ",
    "\\",
    ":",
    "-",
    "CA[",
    "()",
    "\n(;GM[1]",
    "\n(;",
];

/// Pseudo-random numbers (xorshift) from a fixed seed, so that each run tries the same sources.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % end
    }

    fn source(&mut self) -> String {
        let len = 1 + self.below(14);
        (0..len).map(|_| TOKENS[self.below(TOKENS.len())]).collect()
    }

    /// A script for [`laws::edited_reads_back`].
    fn script(&mut self) -> Vec<u8> {
        let edits = 1 + self.below(3);
        (0..5 * edits).map(|_| self.below(256) as u8).collect()
    }
}

/// Tries a law on this many random sources, and lists those that break it.
fn hold(sources: usize, law: impl Fn(&mut Random, &[u8])) {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut broken = Vec::new();
    for _ in 0..sources {
        let source = random.source();
        let tried = AssertUnwindSafe(|| law(&mut random, source.as_bytes()));
        if catch_unwind(tried).is_err() {
            broken.push(source);
        }
    }
    assert!(broken.is_empty(), "a law breaks on {broken:#?}");
}

#[test]
fn edits_of_random_tokens_read_back() {
    hold(20_000, |random, source| {
        laws::edited_reads_back(&random.script(), source);
    });
}

#[test]
fn laws_hold_on_random_tokens() {
    hold(3_000, |_, source| {
        laws::bytes_survive(source);
        laws::events_agree(source);
        laws::only_moves_are_all(source);
        laws::visits_are_all_nodes(source);
        laws::addresses_lead_back(source);
        laws::no_property_is_denied(source);
        laws::shortcuts_agree(source);
        laws::games_tile(source);
        laws::parts_stand_alone(source);
        laws::fixes_keep_the_reading(source);
        laws::set_changes_only_its_bytes(source);
        laws::canonical_is_stable(source);
        laws::canonical_keeps_the_game(source);
        laws::games_come_back(source);
    });
}
