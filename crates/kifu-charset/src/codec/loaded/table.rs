use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::RangeInclusive;

use once_cell::race::OnceBox;

use crate::charset::Charset;
use crate::codec::{BACKEND, Backend};

/// The bytes of the characters of two bytes in a charset. The index of a character is its index in the sequence of all
/// pairs, as in the WHATWG Encoding Standard.
pub(super) struct Pairs {
    leads: &'static [RangeInclusive<u8>],
    trails: &'static [RangeInclusive<u8>],
}

impl Pairs {
    pub(super) const GBK: Pairs = Pairs {
        leads: &[0x81..=0xFE],
        trails: &[0x40..=0x7E, 0x80..=0xFE],
    };
    pub(super) const BIG5: Pairs = Pairs {
        leads: &[0x81..=0xFE],
        trails: &[0x40..=0x7E, 0xA1..=0xFE],
    };
    pub(super) const SHIFT_JIS: Pairs = Pairs {
        leads: &[0x81..=0x9F, 0xE0..=0xFC],
        trails: &[0x40..=0x7E, 0x80..=0xFC],
    };
    pub(super) const EUC_JP: Pairs = Pairs {
        leads: &[0xA1..=0xFE],
        trails: &[0xA1..=0xFE],
    };
    const KS_X_1001: Pairs = Pairs::EUC_JP;
    pub(super) const EUC_KR: Pairs = Pairs {
        leads: &[0x81..=0xFE],
        trails: &[0x41..=0xFE],
    };

    pub(super) fn has_lead(&self, byte: u8) -> bool {
        index(self.leads, byte).is_some()
    }

    pub(super) fn index(&self, lead: u8, trail: u8) -> Option<usize> {
        Some(index(self.leads, lead)? * count(self.trails) + index(self.trails, trail)?)
    }

    /// All pairs, in order.
    fn all(&self) -> impl Iterator<Item = [u8; 2]> + use<> {
        let trails = self.trails;
        bytes(self.leads).flat_map(|lead| bytes(trails).map(move |trail| [lead, trail]))
    }

    pub(super) fn bytes(&self, index: usize) -> Option<[u8; 2]> {
        let row = count(self.trails);
        Some([
            bytes(self.leads).nth(index / row)?,
            bytes(self.trails).nth(index % row)?,
        ])
    }
}

fn bytes(ranges: &'static [RangeInclusive<u8>]) -> impl Iterator<Item = u8> {
    ranges.iter().cloned().flatten()
}

fn count(ranges: &[RangeInclusive<u8>]) -> usize {
    ranges.iter().map(ExactSizeIterator::len).sum()
}

/// The index of a byte in the sequence of all bytes in these ranges.
fn index(ranges: &[RangeInclusive<u8>], byte: u8) -> Option<usize> {
    let mut before = 0;
    for range in ranges {
        if range.contains(&byte) {
            return Some(before + usize::from(byte - range.start()));
        }
        before += range.len();
    }
    None
}

/// The characters of a charset that are not ASCII, in the order of their bytes.
///
/// The table of a single-byte charset has 128 characters. Those of GB18030, Big5, EUC-KR and Shift_JIS have the
/// characters of two bytes, and that of EUC-JP has the characters of three bytes: those of two bytes are in Shift_JIS,
/// too.
pub(super) struct Table {
    /// U+FFFD stands for bytes that are not a character.
    chars: Vec<char>,
    /// The indexes of all characters, sorted by character; made when it is first needed.
    by_char: OnceBox<Vec<u16>>,
}

/// A table for each charset, by [`Charset::id`].
static TABLES: [OnceBox<Table>; 38] = [const { OnceBox::new() }; 38];

static EMPTY: Table = Table {
    chars: Vec::new(),
    by_char: OnceBox::new(),
};

impl Table {
    /// The table of a charset; empty without a backend.
    pub(super) fn of(charset: Charset) -> &'static Table {
        // Both have the same characters of two bytes. ICU, which Node.js decodes with, only has all of them in GB18030.
        let charset = match charset {
            Charset::GBK => Charset::GB18030,
            charset => charset,
        };
        let Some(table) = TABLES.get(usize::from(charset.id())) else {
            return &EMPTY;
        };
        if let Some(table) = table.get() {
            return table;
        }
        if charset == Charset::WINDOWS_1252 {
            return table.get_or_init(|| Box::new(Table::new(windows_1252())));
        }
        match BACKEND.get() {
            Some(backend) => table.get_or_init(|| Box::new(Table::new(load(charset, *backend)))),
            None => &EMPTY,
        }
    }

    fn new(chars: Vec<char>) -> Table {
        Table {
            chars,
            by_char: OnceBox::new(),
        }
    }

    pub(super) fn get(&self, index: usize) -> Option<char> {
        let c = *self.chars.get(index)?;
        (c != '\u{FFFD}').then_some(c)
    }

    /// The indexes of a character, in ascending order.
    pub(super) fn indexes(&self, c: char) -> impl Iterator<Item = usize> {
        let by_char = self.by_char.get_or_init(|| Box::new(self.sorted()));
        let start = by_char.partition_point(|index| self.chars[usize::from(*index)] < c);
        let indexes = by_char[start..].iter().map(|index| usize::from(*index));
        indexes.take_while(move |index| self.chars[*index] == c)
    }

    fn sorted(&self) -> Vec<u16> {
        let indexes = 0..=u16::MAX;
        let mut indexes: Vec<u16> = indexes
            .take(self.chars.len())
            .filter(|index| self.get(usize::from(*index)).is_some())
            .collect();
        indexes.sort_by_key(|index| self.chars[usize::from(*index)]);
        indexes
    }
}

/// Loads the table of a charset.
fn load(charset: Charset, backend: &dyn Backend) -> Vec<char> {
    let decode = |prefix: Option<u8>, pairs: &Pairs| {
        let sequences = pairs.all().map(move |pair| prefix.into_iter().chain(pair));
        decode(charset, sequences, backend)
    };
    match charset {
        Charset::GB18030 => decode(None, &Pairs::GBK),
        Charset::BIG5 => decode(None, &Pairs::BIG5),
        Charset::SHIFT_JIS => decode(None, &Pairs::SHIFT_JIS),
        Charset::EUC_JP => decode(Some(0x8F), &Pairs::EUC_JP),
        Charset::EUC_KR => extend_korean(&decode(None, &Pairs::KS_X_1001)),
        _ => self::decode(charset, (0x80..=0xFF).map(Some), backend),
    }
}

/// Decodes these sequences of bytes at once, each with a line feed.
fn decode(
    charset: Charset,
    sequences: impl Iterator<Item = impl IntoIterator<Item = u8>>,
    backend: &dyn Backend,
) -> Vec<char> {
    let mut count = 0;
    let mut bytes = Vec::new();
    for sequence in sequences {
        count += 1;
        bytes.extend(sequence);
        bytes.push(b'\n');
    }
    let text = backend.decode(charset, &bytes).unwrap_or_default();
    // ICU has private characters for bytes that are undefined in the standard.
    let has_private = matches!(
        charset,
        Charset::GB18030 | Charset::SHIFT_JIS | Charset::MACINTOSH
    );
    let is_char = |c: &char| match c {
        '\u{E000}'..='\u{F8FF}' => has_private,
        c => !c.is_ascii(),
    };
    let lines = text.split_terminator('\n').map(|line| {
        let mut chars = line.chars();
        let c = chars.next().filter(is_char);
        c.filter(|_| chars.next().is_none()).unwrap_or('\u{FFFD}')
    });
    let chars: Vec<char> = lines.collect();
    if chars.len() == count {
        chars
    } else {
        vec!['\u{FFFD}'; count]
    }
}

/// Makes the table of EUC-KR from the characters of KS X 1001. All other syllables are before and between them, in order.
/// They are missing in ICU.
fn extend_korean(chars: &[char]) -> Vec<char> {
    let is_syllable = |c: &&char| ('가'..='힣').contains(*c);
    let mut known: Vec<char> = chars.iter().filter(is_syllable).copied().collect();
    known.sort_unstable();
    let is_complete = known.len() == 2350;
    let mut missing = ('가'..='힣').filter(|c| is_complete && known.binary_search(c).is_err());
    Pairs::EUC_KR
        .all()
        .map(|[lead, trail]| {
            let c = match (Pairs::KS_X_1001.index(lead, trail), trail) {
                (Some(index), _) => chars.get(index).copied(),
                (None, 0x41..=0x5A | 0x61..=0x7A | 0x81..) => missing.next(),
                _ => None,
            };
            c.unwrap_or('\u{FFFD}')
        })
        .collect()
}

/// The characters of windows-1252 that are not ASCII.
fn windows_1252() -> Vec<char> {
    let first = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ";
    first.chars().chain('\u{A0}'..='ÿ').collect()
}
