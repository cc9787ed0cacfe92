//! Checks the laws on random events.

use kifu_testkit::{hold_on, repository};

use crate::laws;

/// A sequence of bytes for each seed, the same at every run.
pub(crate) fn bytes(seed: u64, count: usize) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as u8
    };
    std::iter::repeat_with(next).take(count).collect()
}

#[test]
fn laws_hold_for_random_events() {
    for seed in 0..200 {
        laws::all(&bytes(seed, 6 * (seed as usize % 60)));
    }
}

#[test]
fn laws_hold_for_a_few_nodes_with_many_events() {
    for seed in 0..40 {
        let mut script = bytes(seed, 6 * 120);
        for op in script.chunks_exact_mut(6).skip(2) {
            // Two nodes, and properties that exclude each other.
            op[0] = 4 + op[0] % 9;
            op[1] %= 2;
            op[2] = [3, 4, 5, 6, 7, 2, 12][usize::from(op[2]) % 7];
        }
        laws::all(&script);
    }
}

#[test]
fn bugs_found_by_fuzzing_stay_fixed() {
    hold_on(&repository("fuzz/regressions/timeline"), laws::all);
}
