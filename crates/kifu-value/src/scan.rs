//! A scanner for text with vocabularies and with numerals of several scripts, which all readers use.

use kifu_core::Points;

use super::{ReadError, ReadErrorKind, span};
use crate::Leniency;

/// A position in a text that moves forward. Characters are [folded](fold) before they are compared.
#[derive(Clone, Copy)]
pub(super) struct Scan<'t> {
    text: &'t str,
    at: usize,
}

/// A number that is not negative, with nine decimals.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Decimal {
    pub(super) billionths: u128,
    /// Whether nonzero decimals after the ninth were cut off.
    pub(super) cut: bool,
}

const BILLION: u128 = 1_000_000_000;

impl Decimal {
    pub(super) const HALF: Decimal = Decimal::from_billionths(BILLION / 2);

    pub(super) const ZERO: Decimal = Decimal::from_billionths(0);

    const fn from_billionths(billionths: u128) -> Decimal {
        Decimal {
            billionths,
            cut: false,
        }
    }

    /// The sum, which saturates.
    pub(super) const fn plus(self, other: Decimal) -> Decimal {
        Decimal {
            billionths: self.billionths.saturating_add(other.billionths),
            cut: self.cut || other.cut,
        }
    }

    pub(super) const fn times(self, factor: u32) -> Decimal {
        Decimal {
            billionths: self.billionths.saturating_mul(factor as u128),
            cut: self.cut,
        }
    }

    pub(super) fn points(self) -> Option<Points> {
        const HUNDREDTH: u128 = BILLION / 100;
        let exact = !self.cut && self.billionths % HUNDREDTH == 0;
        let hundredths = i32::try_from(self.billionths / HUNDREDTH).ok()?;
        exact.then(|| Points::from_hundredths(hundredths))
    }
}

impl<'t> Scan<'t> {
    pub(super) fn new(text: &'t str) -> Scan<'t> {
        Scan { text, at: 0 }
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    pub(super) fn back_to(&mut self, at: usize) {
        self.at = at;
    }

    pub(super) fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    pub(super) fn is_done(&self) -> bool {
        self.at == self.text.len()
    }

    /// The next character, folded.
    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next().map(fold)
    }

    pub(super) fn bump(&mut self) {
        self.at += self.rest().chars().next().map_or(0, char::len_utf8);
    }

    pub(super) fn skip_while(&mut self, is: impl Fn(char) -> bool) -> bool {
        let start = self.at;
        while self.peek().is_some_and(&is) {
            self.bump();
        }
        self.at > start
    }

    pub(super) fn skip_spaces(&mut self) -> bool {
        self.skip_while(|c| c == ' ')
    }

    /// Takes a text if it comes next. `folded` must be folded.
    pub(super) fn eat(&mut self, folded: &str) -> bool {
        let mut there = self.rest().char_indices();
        for want in folded.chars() {
            match there.next() {
                Some((_, c)) if fold(c) == want => {}
                _ => return false,
            }
        }
        self.at += there.offset();
        true
    }

    /// Takes a text if it comes next, without folding.
    pub(super) fn eat_exactly(&mut self, text: &str) -> bool {
        let next = self.rest().starts_with(text);
        self.at += if next { text.len() } else { 0 };
        next
    }

    /// Takes the longest word of a vocabulary that comes next, and returns its meaning. Latin words match only as
    /// whole words.
    pub(super) fn word<T: Copy>(&mut self, vocabulary: &[(&str, T)]) -> Option<T> {
        let first = self.peek()?;
        let mut best: Option<(Scan<'t>, T)> = None;
        for &(word, meaning) in vocabulary {
            debug_assert!(word.chars().all(|c| fold(c) == c), "not folded: {word}");
            if !word.starts_with(first) {
                continue;
            }
            let mut end = *self;
            if !end.eat(word) || end.at <= best.map_or(self.at, |(best, _)| best.at) {
                continue;
            }
            let inside = word.ends_with(is_latin) && end.peek().is_some_and(is_latin);
            if !inside {
                best = Some((end, meaning));
            }
        }
        let (end, meaning) = best?;
        *self = end;
        Some(meaning)
    }

    /// Takes all words of a vocabulary that come next.
    pub(super) fn word_run(&mut self, vocabulary: &[(&str, ())]) {
        while self.word(vocabulary).is_some() {}
    }

    /// Takes digits, ASCII or full-width. Returns their value and their number.
    pub(super) fn digits(&mut self) -> Option<(u64, usize)> {
        let mut value = 0u64;
        let mut count = 0;
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            value = value.saturating_mul(10).saturating_add(u64::from(digit));
            count += 1;
            self.bump();
        }
        (count > 0).then_some((value, count))
    }

    /// Takes a whole number in digits or Chinese numerals.
    pub(super) fn integer(&mut self) -> Option<u64> {
        match self.digits() {
            Some((value, _)) => Some(value),
            None => self.numerals(),
        }
    }

    /// Takes Chinese numerals, by place (`二〇一六`) or with units (`三十九`).
    pub(super) fn numerals(&mut self) -> Option<u64> {
        let start = self.at;
        let (mut total, mut digits) = (0u64, None::<u64>);
        while let Some(numeral) = self.peek().and_then(numeral) {
            match numeral {
                Numeral::Digit(digit) => {
                    let before = digits.unwrap_or(0).saturating_mul(10);
                    digits = Some(before.saturating_add(digit));
                }
                Numeral::Unit(unit) => {
                    let times = digits.take().unwrap_or(1);
                    total = total.saturating_add(times.saturating_mul(unit));
                }
            }
            self.bump();
        }
        (self.at > start).then(|| total.saturating_add(digits.unwrap_or(0)))
    }

    /// Takes a number: `12`, `6.5`, `.5`, `5 1/2`, `3又3/4`, `1/4`, `½`, `二`; with
    /// `comma` also `6,5`.
    pub(super) fn number(&mut self, comma: bool) -> Option<Decimal> {
        if let Some(fraction) = self.fraction() {
            return Some(fraction);
        }
        let start = self.at;
        let number = self.decimal(comma)?;
        if self.text[start..self.at].contains(['.', ',', '。', '．', '，']) {
            return Some(number);
        }
        let mut mixed = *self;
        mixed.skip_spaces();
        mixed.eat("又");
        match mixed.fraction() {
            Some(fraction) => {
                *self = mixed;
                Some(number.plus(fraction))
            }
            None => Some(number),
        }
    }

    /// Takes an integer or a decimal number: `12`, `6.5`, `.5`, `二`; with `comma` also `6,5`. Fractions such as `½` are
    /// not taken.
    pub(super) fn decimal(&mut self, comma: bool) -> Option<Decimal> {
        let whole = self.integer();
        let part = self.part(comma);
        let whole = match (whole, part) {
            (None, None) => return None,
            (whole, _) => Decimal::from_billionths(u128::from(whole.unwrap_or(0)) * BILLION),
        };
        Some(whole.plus(part.unwrap_or(Decimal::ZERO)))
    }

    /// Takes the decimal point and the digits after it.
    fn part(&mut self, comma: bool) -> Option<Decimal> {
        let start = self.at;
        if !(self.eat(".") || comma && self.eat(",")) {
            return None;
        }
        let (mut billionths, mut place, mut cut) = (0, BILLION / 10, false);
        let digits = self.at;
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            cut |= place == 0 && digit != 0;
            billionths += u128::from(digit) * place;
            place /= 10;
            self.bump();
        }
        if self.at == digits {
            self.at = start;
            return None;
        }
        Some(Decimal { billionths, cut })
    }

    /// Takes `3/4` or `¾`, if nine decimals can represent it and it is not zero.
    fn fraction(&mut self) -> Option<Decimal> {
        let start = self.at;
        let quarters = self.word(&[("½", 2), ("¼", 1), ("¾", 3)]);
        if let Some(quarters) = quarters {
            return Some(Decimal::from_billionths(quarters * BILLION / 4));
        }
        let fraction = self.ratio().and_then(|(over, under)| {
            let over = u128::from(over) * BILLION;
            let under = u128::from(under);
            (over != 0 && under != 0 && over % under == 0)
                .then(|| Decimal::from_billionths(over / under))
        });
        if fraction.is_none() {
            self.at = start;
        }
        fraction
    }

    fn ratio(&mut self) -> Option<(u64, u64)> {
        let over = self.integer()?;
        let slash = self.eat("/");
        slash.then_some((over, self.integer()?))
    }

    /// The error that something else was expected in place of the next word.
    pub(super) fn expected(&self, expected: &'static str) -> ReadError {
        let mut end = *self;
        if !end.skip_while(is_latin) {
            end.bump();
        }
        let kind = if self.text.trim().is_empty() {
            ReadErrorKind::Empty
        } else {
            ReadErrorKind::Malformed
        };
        ReadError::new(kind, expected, self.at, end.at)
    }

    /// The error that the text since an earlier offset has a value that does not exist.
    pub(super) fn impossible(&self, since: usize, expected: &'static str) -> ReadError {
        ReadError::new(ReadErrorKind::OutOfRange, expected, since, self.at)
    }

    /// The leniency for a whole text that has a nonstandard form, but a certain meaning.
    pub(super) fn certain(&self, what: &'static str) -> Leniency {
        Leniency::certain(what, span(0, self.text.len()))
    }

    /// The leniency for text since an earlier offset whose meaning is a guess.
    pub(super) fn guess(&self, since: usize, what: &'static str) -> Leniency {
        Leniency::guess(what, span(since, self.at))
    }
}

enum Numeral {
    Digit(u64),
    Unit(u64),
}

fn numeral(c: char) -> Option<Numeral> {
    const DIGITS: &str = "〇一二三四五六七八九";
    Some(match c {
        '零' => Numeral::Digit(0),
        '两' => Numeral::Digit(2),
        '十' => Numeral::Unit(10),
        '百' => Numeral::Unit(100),
        '千' => Numeral::Unit(1000),
        c => Numeral::Digit(DIGITS.chars().position(|digit| digit == c)? as u64),
    })
}

/// Whether a character is a letter of Latin script.
pub(super) fn is_latin(c: char) -> bool {
    c.is_ascii_alphabetic() || matches!(c, '\u{C0}'..='\u{24F}')
}

/// Replaces a character by a common form with the same meaning: wide by narrow characters, ASCII capitals by lowercase
/// letters, and traditional and Japanese by simplified characters, as far as the vocabularies contain them.
pub(super) fn fold(c: char) -> char {
    match c {
        '\u{FF01}'..='\u{FF5E}' => {
            let narrow = char::from_u32(c as u32 - 0xFEE0).unwrap_or(c);
            narrow.to_ascii_lowercase()
        }
        '\u{3000}' | '\u{A0}' | '\t' | '\r' | '\n' => ' ',
        '。' => '.',
        '、' => ',',
        '〜' | '∼' => '~',
        '–' | '—' | '−' => '-',
        '’' => '\'',
        c if c.is_ascii() => c.to_ascii_lowercase(),
        '勝' => '胜',
        '黒' => '黑',
        '負' => '负',
        '敗' => '败',
        '盤' => '盘',
        '時' => '时',
        '間' => '间',
        '戰' | '戦' => '战',
        '棄' => '弃',
        '權' | '権' => '权',
        '認' => '认',
        '輸' => '输',
        '贏' => '赢',
        '無' => '无',
        '對' | '対' => '对',
        '掛' => '挂',
        '級' => '级',
        '業' => '业',
        '讓' | '譲' => '让',
        '貼' => '贴',
        '規' => '规',
        '則' => '则',
        '國' => '国',
        '韓' => '韩',
        '鐘' | '鍾' => '钟',
        '職' => '职',
        '閏' => '闰',
        '號' => '号',
        '兩' => '两',
        '為' => '为',
        '還' => '还',
        '約' => '约',
        c => c,
    }
}
