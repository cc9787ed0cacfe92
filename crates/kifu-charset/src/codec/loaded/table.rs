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
    leads: [RangeInclusive<u8>; 2],
    trails: [RangeInclusive<u8>; 2],
}

/// A range without bytes.
const NONE: RangeInclusive<u8> = 1..=0;

impl Pairs {
    pub(super) const GBK: Pairs = Pairs {
        leads: [0x81..=0xFE, NONE],
        trails: [0x40..=0x7E, 0x80..=0xFE],
    };
    pub(super) const BIG5: Pairs = Pairs {
        leads: [0x81..=0xFE, NONE],
        trails: [0x40..=0x7E, 0xA1..=0xFE],
    };
    pub(super) const SHIFT_JIS: Pairs = Pairs {
        leads: [0x81..=0x9F, 0xE0..=0xFC],
        trails: [0x40..=0x7E, 0x80..=0xFC],
    };
    pub(super) const EUC_JP: Pairs = Pairs {
        leads: [0xA1..=0xFE, NONE],
        trails: [0xA1..=0xFE, NONE],
    };
    pub(super) const EUC_KR: Pairs = Pairs {
        leads: [0x81..=0xFE, NONE],
        trails: [0x41..=0xFE, NONE],
    };

    pub(super) fn has_lead(&self, byte: u8) -> bool {
        index(&self.leads, byte).is_some()
    }

    pub(super) fn index(&self, lead: u8, trail: u8) -> Option<usize> {
        Some(index(&self.leads, lead)? * count(&self.trails) + index(&self.trails, trail)?)
    }

    pub(super) fn bytes(&self, index: usize) -> Option<[u8; 2]> {
        let row = count(&self.trails);
        Some([
            byte(&self.leads, index / row)?,
            byte(&self.trails, index % row)?,
        ])
    }
}

fn count(ranges: &[RangeInclusive<u8>; 2]) -> usize {
    ranges.iter().map(ExactSizeIterator::len).sum()
}

fn index(ranges: &[RangeInclusive<u8>; 2], byte: u8) -> Option<usize> {
    let [first, second] = ranges;
    let from = |range: &RangeInclusive<u8>| usize::from(byte - range.start());
    if first.contains(&byte) {
        Some(from(first))
    } else if second.contains(&byte) {
        Some(first.len() + from(second))
    } else {
        None
    }
}

fn byte(ranges: &[RangeInclusive<u8>; 2], index: usize) -> Option<u8> {
    let [first, second] = ranges;
    first.clone().chain(second.clone()).nth(index)
}

/// The characters of a charset that are not ASCII, in the order of their bytes.
///
/// The table of a single-byte charset has 128 characters. Those of GBK, Big5, EUC-KR and Shift_JIS have the characters of
/// two bytes, and that of EUC-JP has the characters of three bytes: those of two bytes are in Shift_JIS, too.
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
    /// The table of a charset; an empty one if there is no backend.
    pub(super) fn of(charset: Charset) -> &'static Table {
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

/// Decodes all characters of a table at once, each in a line.
fn load(charset: Charset, backend: &dyn Backend) -> Vec<char> {
    let bytes = lines(charset);
    let count = bytes.iter().filter(|byte| **byte == b'\n').count();
    let text = backend.decode(charset, &bytes).unwrap_or_default();
    let chars: Vec<char> = text
        .split_terminator('\n')
        .map(|line| {
            let mut chars = line.chars();
            match (chars.next(), chars.next()) {
                (Some(c), None) if !c.is_ascii() => c,
                _ => '\u{FFFD}',
            }
        })
        .collect();
    if chars.len() == count {
        chars
    } else {
        vec!['\u{FFFD}'; count]
    }
}

/// The bytes of all characters of a table, each with a line feed.
fn lines(charset: Charset) -> Vec<u8> {
    let (prefix, pairs) = match charset {
        Charset::GBK | Charset::GB18030 => (None, Pairs::GBK),
        Charset::BIG5 => (None, Pairs::BIG5),
        Charset::EUC_KR => (None, Pairs::EUC_KR),
        Charset::SHIFT_JIS => (None, Pairs::SHIFT_JIS),
        Charset::EUC_JP => (Some(0x8F), Pairs::EUC_JP),
        _ => return (0x80..=0xFF).flat_map(|byte| [byte, b'\n']).collect(),
    };
    let count = count(&pairs.leads) * count(&pairs.trails);
    let all = (0..count).filter_map(|index| pairs.bytes(index));
    all.flat_map(|[lead, trail]| {
        let bytes = prefix.into_iter().chain([lead, trail]);
        bytes.chain([b'\n'])
    })
    .collect()
}

/// The characters of windows-1252 that are not ASCII.
fn windows_1252() -> Vec<char> {
    let first = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ";
    first.chars().chain('\u{A0}'..='ÿ').collect()
}
