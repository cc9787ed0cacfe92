//! The property `KT` of KaTrain: three values, compressed with gzip and written in base64.

use alloc::string::String;
use alloc::vec::Vec;
use std::collections::BTreeMap;
use std::io::Read;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::GzDecoder;
use kifu_core::{Color, Size};
use kifu_sgf::Value;
use serde::Deserialize;

use crate::info::Info;
use crate::{Analysis, Notation};

/// The maximum length of an unpacked value; KaTrain writes up to a few hundred kilobytes.
const MAX_LEN: u64 = 16 << 20;

/// The point of view of all values.
const VIEW: Color = Color::Black;

/// The third value, as far as it is read.
#[derive(Deserialize)]
struct Main {
    #[serde(default)]
    moves: BTreeMap<String, Info>,
    root: Option<Info>,
}

/// Reads the values of the property: the ownership, the policy, and everything else. A damaged value counts as missing.
pub(crate) fn read<'v>(values: impl Iterator<Item = Value<'v>>, size: Size) -> Option<Analysis> {
    let mut values = values.map(|value| unpack(value.raw()));
    let ownership = values.next()?.unwrap_or_default();
    let policy = values.next()?.unwrap_or_default();
    let main = values.next()?;
    let main: Option<Main> = main.and_then(|main| serde_json::from_slice(&main).ok());
    let area = size.area();
    let ownership = halves(&ownership).filter(|all| all.len() == area);
    let policy = halves(&policy).filter(|all| all.len() == area || all.len() == area + 1);
    if main.is_none() && ownership.is_none() && policy.is_none() {
        return None;
    }
    let (root, moves) = match main {
        Some(main) => (main.root, main.moves),
        None => (None, BTreeMap::new()),
    };
    let mut moves: Vec<(String, Info)> = moves.into_iter().collect();
    moves.sort_by_key(|(_, info)| info.order.unwrap_or(u32::MAX));
    let moves = moves.iter();
    let candidates = moves.filter_map(|(name, info)| info.candidate(Some(name), VIEW, size));
    let mut analysis = Analysis {
        candidates: candidates.collect(),
        ownership: ownership.unwrap_or_default(),
        policy: policy.unwrap_or_default(),
        ..Analysis::in_notation(Notation::KaTrain)
    };
    if let Some(root) = root {
        root.put(VIEW, &mut analysis);
    }
    Some(analysis)
}

/// Decodes and unpacks a value; `None` if it is damaged or longer than the limit.
fn unpack(written: &[u8]) -> Option<Vec<u8>> {
    let packed: Vec<u8> = written
        .iter()
        .copied()
        .filter(|byte| !byte.is_ascii_whitespace())
        .collect();
    let packed = STANDARD.decode(packed).ok()?;
    let mut unpacked = Vec::new();
    let mut decoder = GzDecoder::new(&packed[..]).take(MAX_LEN + 1);
    decoder.read_to_end(&mut unpacked).ok()?;
    (unpacked.len() as u64 <= MAX_LEN).then_some(unpacked)
}

/// Reads numbers of half precision (IEEE 754 binary16, little-endian); `None` if there are none.
fn halves(bytes: &[u8]) -> Option<Vec<f32>> {
    let is_whole = !bytes.is_empty() && bytes.len() % 2 == 0;
    let pairs = bytes
        .chunks_exact(2)
        .map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
    is_whole.then(|| pairs.map(half).collect())
}

fn half(bits: u16) -> f32 {
    let sign = if bits >> 15 == 0 { 1.0 } else { -1.0 };
    let (exponent, fraction) = (i32::from(bits >> 10 & 0x1F), f32::from(bits & 0x3FF));
    let value = match exponent {
        0 => fraction * 2f32.powi(-24),
        0x1F if fraction == 0.0 => f32::INFINITY,
        0x1F => f32::NAN,
        _ => (1.0 + fraction / 1024.0) * 2f32.powi(exponent - 15),
    };
    sign * value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_half_precision_are_read() {
        // The examples of IEEE 754 for binary16.
        for (bits, value) in [
            (0x0000, 0.0),
            (0x0001, 5.960_464_5e-8),
            (0x03FF, 6.097_555e-5),
            (0x0400, 6.103_515_6e-5),
            (0x3555, 0.333_251_95),
            (0x3C00, 1.0),
            (0x7BFF, 65504.0),
            (0xC000, -2.0),
        ] {
            assert_eq!(half(bits), value, "{bits:#x}");
        }
        assert!(half(0x7E00).is_nan() && half(0xFC00) == f32::NEG_INFINITY);
    }
}
