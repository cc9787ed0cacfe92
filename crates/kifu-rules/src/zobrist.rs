//! Hashes of positions.
//!
//! A hash is the XOR of one key for the size of the board and one key for each stone and point. The keys are computed
//! at compile time from a fixed seed, so a position has the same hash on every machine and in every version with the
//! same seed. With 128 bits, collisions do not occur in practice: among a billion positions, the probability of a
//! collision is 10⁻²¹.

use kifu_core::{Color, Point, Size};

/// The key of a stone on a point.
#[cfg(not(target_family = "wasm"))]
#[inline]
pub(crate) fn stone(point: Point, color: Color) -> u128 {
    let row = point.row as usize * SIDE;
    STONES[row + point.col as usize][color as usize]
}

/// The key of a stone on a point. A module for browsers is downloaded, and the table has 87 KB that cannot be compressed.
#[cfg(target_family = "wasm")]
#[inline]
pub(crate) fn stone(point: Point, color: Color) -> u128 {
    key_of(point.row as usize * SIDE + point.col as usize, color)
}

/// The key of an empty board.
pub(crate) const fn empty(size: Size) -> u128 {
    let size = (size.cols() as u64) << 8 | size.rows() as u64;
    key(SEED ^ size << 32)
}

const SIDE: usize = Size::MAX as usize;
const SEED: u64 = 0x6b69_6675_2d67_6f21;

#[cfg(not(target_family = "wasm"))]
static STONES: [[u128; 2]; SIDE * SIDE] = {
    let mut keys = [[0; 2]; SIDE * SIDE];
    let mut at = 0;
    while at < keys.len() {
        keys[at] = [key_of(at, Color::Black), key_of(at, Color::White)];
        at += 1;
    }
    keys
};

/// The key of a stone on the point with this index.
const fn key_of(at: usize, color: Color) -> u128 {
    key(SEED + 4 * at as u64 + 2 * color as u64)
}

const fn key(n: u64) -> u128 {
    (scramble(n) as u128) << 64 | scramble(n + 1) as u128
}

// SplitMix64, whose outputs for successive inputs pass the usual tests of randomness.
const fn scramble(n: u64) -> u64 {
    let mut z = n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use std::vec::Vec;

    #[test]
    fn keys_differ_in_both_halves() {
        let keys = STONES.iter().flatten().copied();
        let sizes = (1..=52).flat_map(|c| (1..=52).map(move |r| empty(Size::new(c, r).unwrap())));
        let all: Vec<u128> = keys.chain(sizes).collect();
        assert_eq!(all.len(), 3 * SIDE * SIDE);
        let high: HashSet<u64> = all.iter().map(|k| (k >> 64) as u64).collect();
        let low: HashSet<u64> = all.iter().map(|&k| k as u64).collect();
        assert_eq!((high.len(), low.len()), (all.len(), all.len()));
    }

    #[test]
    fn hashes_are_the_same_in_every_version() {
        // The published first outputs of SplitMix64 for the seed 0.
        assert_eq!(scramble(1), 0xe220_a839_7b1d_cdaf);
        assert_eq!(scramble(2), 0x6e78_9e6a_a1b9_65f4);
        assert_eq!(scramble(3), 0x06c4_5d18_8009_454f);
        for (key, kept) in [
            (
                empty(Size::new(19, 13).unwrap()),
                0x75b6_e371_16ad_a1f5_96a3_30ae_ed10_219e,
            ),
            (
                stone(Point::new(0, 0), Color::Black),
                0x9158_58df_0053_7f40_bcaa_e0a1_a593_6576,
            ),
            (
                stone(Point::new(51, 51), Color::White),
                0xcd68_f97c_19e7_d4df_652f_e04d_8cbc_c7b4,
            ),
            (
                stone(Point::new(15, 3), Color::White),
                0x198d_6e7f_7a9d_113d_7b86_c0bb_6c04_3899,
            ),
        ] {
            assert_eq!(key, kept, "{key:#x}");
        }
    }
}
