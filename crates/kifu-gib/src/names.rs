//! Names that were damaged before they were written, and what can be restored.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use kifu_charset::Charset;
use kifu_value::{Rank, ranks};

/// The texts that clients of 2020 damaged, and the originals.
const DAMAGED: [(&str, &str); 4] = [
    (
        "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}Ծ\u{FFFD}",
        "升降级对局",
    ),
    ("\u{FFFD}ĳ\u{FFFD}Χ\u{FFFD}\u{FFFD}", "弈城围棋"),
    (
        "\u{FFFD}°\u{FFFD}\u{FFFD}\u{FFFD} \u{FFFD}뱹",
        "승강급 대국",
    ),
    (
        "Ÿ\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD} \u{FFFD}ٵ\u{FFFD}",
        "타이젬 바둑",
    ),
];

/// The original of a damaged text, if it is known.
pub(crate) fn original(text: &str) -> Option<&'static str> {
    let found = DAMAGED.iter().find(|(damaged, _)| *damaged == text);
    found.map(|(_, original)| *original)
}

/// Splits `Menskit (4D)` into the name and the rank.
pub(crate) fn split_name(text: &str) -> (&str, Option<Rank>) {
    let text = text.trim();
    let split = || {
        let (name, rank) = text.strip_suffix(')')?.rsplit_once('(')?;
        Some((name.trim_end(), rank_text(rank)?))
    };
    match split() {
        Some((name, rank)) => (name, Some(rank)),
        None => (text, None),
    }
}

/// Reads a rank such as `4D`, `6段` or `1급`.
pub(crate) fn rank_text(text: &str) -> Option<Rank> {
    use kifu_value::Standing;
    let text = text.trim();
    if !text.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let ranks = ranks(text).ok()?.value;
    match ranks.0.first()?.first()? {
        Standing::Rank(rank) => Some(rank.bare()),
        _ => None,
    }
}

/// Restores a name whose bytes were read as UTF-16LE or Latin-1. `name` is the intact name if it is known.
pub(crate) fn restored(text: &str, name: Option<&str>) -> Option<String> {
    let is_wide = |c: char| u32::from(c) >= 0x100;
    if text.is_ascii() || Some(text) == name {
        return None;
    }
    let (bytes, charsets): (Vec<u8>, &[Charset]) = if text.chars().all(|c| !is_wide(c)) {
        // `À±¹Ì89` is the CP949 of `윤미89`.
        let bytes = text.chars().map(|c| c as u8).collect();
        (bytes, &[Charset::EUC_KR, Charset::GBK])
    } else {
        let bytes: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let end = bytes
            .iter()
            .position(|byte| *byte == 0)
            .unwrap_or(bytes.len());
        (
            bytes[..end].to_vec(),
            &[Charset::UTF_8, Charset::GBK, Charset::EUC_KR],
        )
    };
    let mut readings = charsets.iter().filter_map(|charset| {
        let decoded = charset.decode(&bytes);
        (!decoded.malformed).then(|| decoded.text.to_string())
    });
    match name {
        Some(name) => readings.find(|reading| reading == name),
        // Only ASCII letters, and Hangul that was written as Latin-1, are certain enough.
        None => readings.find(|reading| {
            let is_plain = |c: char| c.is_ascii_graphic() || c == ' ';
            let is_hangul = |c: char| ('가'..='힣').contains(&c);
            if text.chars().all(|c| !is_wide(c)) {
                reading.chars().any(is_hangul)
                    && reading.chars().all(|c| is_hangul(c) || is_plain(c))
            } else {
                text.chars().filter(|c| is_wide(*c)).count() > 2 && reading.chars().all(is_plain)
            }
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_ranks_are_separated() {
        for (text, name, rank) in [
            ("nick (4D)", "nick", "4d"),
            ("没什么能力(6段)", "没什么能力", "6d"),
            ("dongjik (1급)", "dongjik", "1k"),
            ("a (b) (2K)", "a (b)", "2k"),
        ] {
            let (got, got_rank) = split_name(text);
            assert_eq!((got, got_rank.unwrap().to_string()), (name, rank.into()));
        }
        assert_eq!(split_name("a (b)"), ("a (b)", None));
    }

    #[test]
    fn mangled_names_are_restored() {
        for (text, name, original) in [
            ("敍獮楫t", None, "Menskit"),
            ("橰㕭〷ㄳ8", None, "pjm570318"),
            ("敍獮楫t", Some("Menskit"), "Menskit"),
            ("쓞잳쮹춿", Some("弈城顾客"), "弈城顾客"),
            ("껋꿊럍", Some("水石头"), "水石头"),
            ("À±¹Ì89", None, "윤미89"),
        ] {
            assert_eq!(restored(text, name).as_deref(), Some(original), "{text}");
        }
        for text in ["弈城顾客", "水石头", "Menskit", "김영수", "José", "李"] {
            assert_eq!(restored(text, None), None, "{text}");
            assert_eq!(restored(text, Some("other")), None, "{text}");
        }
    }
}
