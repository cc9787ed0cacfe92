//! The cost of characters in multibyte charsets, which are for Chinese, Japanese and Korean.
//!
//! Costs are in bits: a character that makes up one in 512 characters of a language costs 9.

use crate::tables::{self, HANJA, JAPANESE, KOREAN, SIMPLIFIED, TRADITIONAL, Words};

/// The layout of a multibyte charset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wide {
    Gb18030,
    Big5,
    ShiftJis,
    EucJp,
    EucKr,
}

/// The kind of the bytes at an offset, judged only by their values.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Unit {
    /// A character of `len` bytes. The standards group their characters by use; `cost` is the cost of a character of
    /// its group that is not in the tables.
    Whole { len: usize, cost: f32 },
    /// The text ends inside a character.
    CutOff,
    /// The bytes are not a character.
    Broken,
}

// The costs of groups of characters, by their frequency in text.
const SYMBOL: f32 = 14.0;
const FIRST_LEVEL: f32 = 14.5;
const SECOND_LEVEL: f32 = 17.0;
const EXTENSION: f32 = 21.0;
const HALF_WIDTH: f32 = 14.0;

impl Wide {
    /// The character at the start of `bytes`, which is not ASCII.
    pub(crate) fn unit(self, bytes: &[u8]) -> Unit {
        let lead = bytes[0];
        if self == Wide::ShiftJis && matches!(lead, 0xA1..=0xDF) {
            return whole(1, HALF_WIDTH);
        }
        let leads = match self {
            Wide::ShiftJis => matches!(lead, 0x81..=0x9F | 0xE0..=0xFC),
            Wide::EucJp => matches!(lead, 0x8E | 0x8F | 0xA1..=0xFE),
            Wide::Gb18030 | Wide::Big5 | Wide::EucKr => matches!(lead, 0x81..=0xFE),
        };
        if !leads {
            return Unit::Broken;
        }
        let Some(&trail) = bytes.get(1) else {
            return Unit::CutOff;
        };
        match self {
            Wide::Gb18030 => gb18030(lead, trail, bytes),
            Wide::Big5 => big5(lead, trail),
            Wide::ShiftJis => shift_jis(lead, trail),
            Wide::EucJp => euc_jp(lead, trail, bytes),
            Wide::EucKr => euc_kr(lead, trail),
        }
    }

    /// The cost of a character after another one. `class` is the cost in its [`Unit`], and `starts` is whether it is
    /// the first character of a value.
    pub(crate) fn cost(self, before: Option<char>, c: char, class: f32, starts: bool) -> f32 {
        if is_rank(before, c) {
            return 2.5;
        }
        match c {
            '、' | '。' | '，' | '．' | '：' | '；' | '！' | '？' | '（' | '）' | '「' | '」'
            | '『' | '』' | '《' | '》' | '“' | '”' | '…' | '～' | '·' | '・' | '　' | '－' => {
                9.0
            }
            '０'..='９' | 'Ａ'..='Ｚ' | 'ａ'..='ｚ' => 10.0,
            '\u{2500}'..='\u{257F}' | '\u{370}'..='\u{4FF}' => 18.0,
            '\u{E000}'..='\u{F8FF}' => 26.0,
            'ぁ'..='ヿ' => self.kana(before, c),
            '｡'..='ﾟ' if before.is_some_and(|c| ('｡'..='ﾟ').contains(&c)) => 9.5,
            '가'..='힣' => self.word(&KOREAN, before, c, class, starts),
            '\u{3400}'..='\u{9FFF}' | '々' => self.han(before, c, class, starts),
            _ => class.max(SYMBOL),
        }
    }

    fn kana(self, before: Option<char>, c: char) -> f32 {
        let same = |kind: core::ops::RangeInclusive<char>| {
            kind.contains(&c) && before.is_some_and(|before| kind.contains(&before))
        };
        match self {
            Wide::ShiftJis | Wide::EucJp => {
                if before.is_some_and(|before| tables::has_pair(JAPANESE.pairs, before, c)) {
                    4.0
                } else if same('ぁ'..='ゟ') || same('゠'..='ヿ') {
                    7.0
                } else {
                    8.5
                }
            }
            Wide::Gb18030 | Wide::Big5 => 15.0,
            Wide::EucKr => 17.0,
        }
    }

    fn han(self, before: Option<char>, c: char, class: f32, starts: bool) -> f32 {
        match self {
            Wide::Gb18030 => {
                let cost = self.word(&SIMPLIFIED, before, c, class, starts);
                // Names are also written in traditional characters.
                if cost > 15.0 && tables::has_char(TRADITIONAL.names, c) {
                    15.0
                } else {
                    cost
                }
            }
            Wide::Big5 => self.word(&TRADITIONAL, before, c, class, starts),
            Wide::ShiftJis | Wide::EucJp => self.word(&JAPANESE, before, c, class, starts),
            Wide::EucKr if tables::has_char(HANJA, c) => 12.0,
            Wide::EucKr if tables::has_char(TRADITIONAL.names, c) => 13.0,
            Wide::EucKr => class,
        }
    }

    fn word(self, words: &Words, before: Option<char>, c: char, class: f32, starts: bool) -> f32 {
        if before.is_some_and(|before| tables::has_pair(words.pairs, before, c)) {
            4.0
        } else if starts && tables::has_char(words.surnames, c) {
            7.0
        } else if tables::has_char(words.names, c) {
            9.0
        } else if tables::has_char(words.common, c) {
            11.0
        } else {
            class
        }
    }
}

/// Whether a character is the word for a rank after a number, which is typical of Go records.
fn is_rank(before: Option<char>, c: char) -> bool {
    let number = |c: char| {
        c.is_ascii_digit() || "一二三四五六七八九十初準准专專초일이삼사오육칠팔구".contains(c)
    };
    matches!(c, '段' | '级' | '級' | '단' | '급') && before.is_some_and(number)
}

fn whole(len: usize, cost: f32) -> Unit {
    Unit::Whole { len, cost }
}

fn gb18030(lead: u8, trail: u8, bytes: &[u8]) -> Unit {
    match (lead, trail) {
        (_, 0x30..=0x39) => match bytes[2..] {
            [0x81..=0xFE, 0x30..=0x39, ..] => whole(4, 24.0),
            [] | [0x81..=0xFE] => Unit::CutOff,
            _ => Unit::Broken,
        },
        (0xA1..=0xA9, 0xA1..=0xFE) => whole(2, SYMBOL),
        (0xB0..=0xD7, 0xA1..=0xFE) => whole(2, FIRST_LEVEL),
        (0xD8..=0xF7, 0xA1..=0xFE) => whole(2, SECOND_LEVEL),
        (_, 0x40..=0x7E | 0x80..=0xFE) => whole(2, EXTENSION),
        _ => Unit::Broken,
    }
}

fn big5(lead: u8, trail: u8) -> Unit {
    match (lead, trail) {
        (_, ..=0x3F | 0x7F..=0xA0 | 0xFF) => Unit::Broken,
        (0xA1..=0xA3, _) => whole(2, SYMBOL),
        (0xA4..=0xC6, _) => whole(2, FIRST_LEVEL + 0.5),
        (0xC9..=0xF9, _) => whole(2, SECOND_LEVEL + 1.0),
        _ => whole(2, EXTENSION + 1.0),
    }
}

fn shift_jis(lead: u8, trail: u8) -> Unit {
    match (lead, trail) {
        (_, ..=0x3F | 0x7F | 0xFD..) => Unit::Broken,
        (0x81..=0x84, _) => whole(2, SYMBOL),
        (0x88..=0x97, _) | (0x98, ..=0x72) => whole(2, FIRST_LEVEL),
        (0x98..=0x9F | 0xE0..=0xEA, _) => whole(2, SECOND_LEVEL),
        _ => whole(2, EXTENSION),
    }
}

fn euc_jp(lead: u8, trail: u8, bytes: &[u8]) -> Unit {
    match (lead, trail) {
        (_, ..=0xA0 | 0xFF) => Unit::Broken,
        (0x8E, 0xA1..=0xDF) => whole(2, HALF_WIDTH),
        (0x8E, _) => Unit::Broken,
        (0x8F, _) => match bytes.get(2) {
            Some(0xA1..=0xFE) => whole(3, EXTENSION),
            Some(_) => Unit::Broken,
            None => Unit::CutOff,
        },
        (0xA1..=0xA8, _) => whole(2, SYMBOL),
        (0xB0..=0xCF, _) => whole(2, FIRST_LEVEL),
        (0xD0..=0xF4, _) => whole(2, SECOND_LEVEL),
        _ => whole(2, EXTENSION),
    }
}

fn euc_kr(lead: u8, trail: u8) -> Unit {
    match (lead, trail) {
        (_, 0x41..=0x5A | 0x61..=0x7A | 0x81..=0xA0) => whole(2, EXTENSION - 1.5),
        (0xA1..=0xAC, 0xA1..=0xFE) => whole(2, SYMBOL),
        (0xB0..=0xC8, 0xA1..=0xFE) => whole(2, FIRST_LEVEL),
        (0xCA..=0xFD, 0xA1..=0xFE) => whole(2, SECOND_LEVEL + 1.0),
        (_, 0xA1..=0xFE) => whole(2, EXTENSION),
        _ => Unit::Broken,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_have_the_lengths_of_their_charset() {
        let len = |wide: Wide, bytes: &[u8]| match wide.unit(bytes) {
            Unit::Whole { len, .. } => Some(len),
            Unit::CutOff => None,
            Unit::Broken => Some(0),
        };
        for (wide, bytes, expected) in [
            (Wide::Gb18030, &b"\xC4\xF4a"[..], Some(2)),
            (Wide::Gb18030, b"\x81\x40", Some(2)),
            (Wide::Gb18030, b"\x81\x30\x81\x30", Some(4)),
            (Wide::Gb18030, b"\x81\x30\x81", None),
            (Wide::Gb18030, b"\x81\x30", None),
            (Wide::Gb18030, b"\x81", None),
            (Wide::Gb18030, b"\x81\x30a", Some(0)),
            (Wide::Gb18030, b"\x81\x7F", Some(0)),
            (Wide::Gb18030, b"\x80", Some(0)),
            (Wide::Big5, b"\xA4\x40", Some(2)),
            (Wide::Big5, b"\xA4\x7F", Some(0)),
            (Wide::Big5, b"\xFF", Some(0)),
            (Wide::ShiftJis, b"\xB1", Some(1)),
            (Wide::ShiftJis, b"\x88\x9F", Some(2)),
            (Wide::ShiftJis, b"\xE0\x40", Some(2)),
            (Wide::ShiftJis, b"\x88\x7F", Some(0)),
            (Wide::ShiftJis, b"\xFD", Some(0)),
            (Wide::EucJp, b"\x8E\xB1", Some(2)),
            (Wide::EucJp, b"\x8E\xE1", Some(0)),
            (Wide::EucJp, b"\x8F\xB0\xA1", Some(3)),
            (Wide::EucJp, b"\x8F\xB0", None),
            (Wide::EucJp, b"\x8F\xB0a", Some(0)),
            (Wide::EucJp, b"\xB0\xA1", Some(2)),
            (Wide::EucJp, b"\x90\xA1", Some(0)),
            (Wide::EucKr, b"\xB0\xA1", Some(2)),
            (Wide::EucKr, b"\xB0\x41", Some(2)),
            (Wide::EucKr, b"\xB0\x5B", Some(0)),
        ] {
            assert_eq!(
                len(wide, bytes),
                expected,
                "{wide:?} {}",
                bytes.escape_ascii()
            );
        }
    }

    #[test]
    fn frequent_characters_cost_less() {
        use Wide::{Big5, EucJp, EucKr, Gb18030, ShiftJis};
        let class = |wide: Wide, bytes: &[u8]| match wide.unit(bytes) {
            Unit::Whole { cost, .. } => cost,
            unit => panic!("{unit:?}"),
        };
        for (wide, frequent, rare) in [
            (Gb18030, [0xB0, 0xA1], [0xD8, 0xA1]),
            (Gb18030, [0xA1, 0xA1], [0xB0, 0xA1]),
            (Gb18030, [0xD8, 0xA1], [0x81, 0x40]),
            (Big5, [0xA4, 0x40], [0xC9, 0x40]),
            (Big5, [0xA1, 0x40], [0xA4, 0x40]),
            (Big5, [0xC9, 0x40], [0x81, 0x40]),
            (ShiftJis, [0x88, 0x9F], [0x98, 0x9F]),
            (ShiftJis, [0x98, 0x72], [0x98, 0x73]),
            (ShiftJis, [0x81, 0x40], [0x88, 0x9F]),
            (ShiftJis, [0xEA, 0x40], [0xEB, 0x40]),
            (EucJp, [0xB0, 0xA1], [0xD0, 0xA1]),
            (EucJp, [0xA1, 0xA1], [0xB0, 0xA1]),
            (EucJp, [0xD0, 0xA1], [0xF5, 0xA1]),
            (EucKr, [0xB0, 0xA1], [0xCA, 0xA1]),
            (EucKr, [0xA1, 0xA1], [0xB0, 0xA1]),
            (EucKr, [0xCA, 0xA1], [0x81, 0x41]),
            (EucKr, [0x81, 0x41], [0xC9, 0xA1]),
        ] {
            let (less, more) = (class(wide, &frequent), class(wide, &rare));
            assert!(less < more, "{wide:?} {frequent:X?} {rare:X?}");
        }
        // A level of Big5 costs more than the same level of GBK.
        for (gbk, big5) in [([0xB0, 0xA1], [0xA4, 0x40]), ([0xD8, 0xA1], [0xC9, 0x40])] {
            assert!(class(Gb18030, &gbk) < class(Big5, &big5), "{big5:X?}");
        }
        // Each text is a character, perhaps after another one, and costs less than the next text.
        for (wide, texts) in [
            (Gb18030, &["九段", "中国", "聂", "着", "張", "雒"][..]),
            (Big5, &["九段", "中國", "李", "麼", "聂"]),
            (ShiftJis, &["九段", "本因", "藤", "的", "聂"]),
            (EucKr, &["이단", "한국", "김", "가", "黎", "聂"]),
            (ShiftJis, &["こと", "むぬ", "ムぬ"]),
            (EucJp, &["ムヌ", "ぬヌ"]),
            (ShiftJis, &["ｱｱ", "ｱ", "─", "\u{E000}"]),
            (ShiftJis, &["ぬ", "。", "Ａ", "※", "α"]),
        ] {
            let cost = |text: &str| {
                let mut chars = text.chars().rev();
                let c = chars.next().unwrap();
                wide.cost(chars.next(), c, SECOND_LEVEL, false)
            };
            for pair in texts.windows(2) {
                assert!(cost(pair[0]) < cost(pair[1]), "{wide:?} {pair:?}");
            }
        }
        // Kana are Japanese, and surnames start a name.
        let kana = [ShiftJis, Gb18030, EucKr].map(|wide| wide.cost(None, 'ぬ', 14.0, false));
        assert!(kana.is_sorted_by(|a, b| a < b), "{kana:?}");
        for (wide, c) in [(Gb18030, '李'), (Big5, '李'), (EucKr, '김')] {
            let [first, later] = [true, false].map(|starts| wide.cost(None, c, 14.0, starts));
            assert!(first < later, "{c}");
        }
    }
}
