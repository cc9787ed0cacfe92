//! Detection of a charset from bytes.
//!
//! Each charset is a model that assigns a cost in bits to text: how surprising the bytes would be in this charset. The
//! charset with the lowest cost is the guess, and the difference to the others gives the confidence.

use alloc::vec::Vec;

use memchr::memmem;

use crate::charset::Charset;
use crate::confidence::{Confidence, halved};
use crate::hint::Hint;
use crate::narrow::{ASCII, Narrow, Script};
use crate::record::texts;
use crate::wide::{Unit, Wide};

/// A guessed charset with a confidence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Guess {
    /// The guessed charset.
    pub charset: Charset,
    /// The confidence in the guess.
    pub confidence: Confidence,
}

/// The multibyte charsets, and their initial costs.
const WIDE: [(Charset, Wide, f32); 5] = [
    (Charset::GBK, Wide::Gb18030, 0.0),
    (Charset::BIG5, Wide::Big5, 1.5),
    (Charset::SHIFT_JIS, Wide::ShiftJis, 1.0),
    (Charset::EUC_JP, Wide::EucJp, 2.5),
    (Charset::EUC_KR, Wide::EucKr, 1.0),
];

/// The single-byte charsets, and their initial costs. If two charsets decode a text the same, the first one wins.
const NARROW: [(Charset, Script, f32); 18] = [
    (Charset::WINDOWS_1252, Script::Latin, 3.0),
    (Charset::WINDOWS_1250, Script::Latin, 4.0),
    (Charset::ISO_8859_2, Script::Latin, 5.0),
    (Charset::WINDOWS_1254, Script::Latin, 6.0),
    (Charset::WINDOWS_1257, Script::Latin, 6.0),
    (Charset::ISO_8859_15, Script::Latin, 7.0),
    (Charset::MACINTOSH, Script::Latin, 9.0),
    (Charset::WINDOWS_1251, Script::Cyrillic, 3.0),
    (Charset::KOI8_R, Script::Cyrillic, 4.0),
    (Charset::KOI8_U, Script::Cyrillic, 5.0),
    (Charset::IBM866, Script::Cyrillic, 7.0),
    (Charset::ISO_8859_5, Script::Cyrillic, 8.0),
    (Charset::X_MAC_CYRILLIC, Script::Cyrillic, 9.0),
    (Charset::WINDOWS_1253, Script::Greek, 8.0),
    (Charset::ISO_8859_7, Script::Greek, 8.5),
    (Charset::WINDOWS_1255, Script::Hebrew, 12.0),
    (Charset::WINDOWS_1256, Script::Arabic, 12.0),
    (Charset::WINDOWS_874, Script::Thai, 14.0),
];

/// The scripts whose letters have two bytes in UTF-8, and their initial costs.
const SHORT: [(Script, f32); 5] = [
    (Script::Latin, 0.0),
    (Script::Cyrillic, 0.0),
    (Script::Greek, 4.0),
    (Script::Hebrew, 8.0),
    (Script::Arabic, 8.0),
];

/// The initial cost of UTF-8 with malformed bytes.
const DAMAGED: f32 = 6.0;
/// The cost of a malformed byte, because text can be damaged.
const BROKEN: f32 = 28.0;
/// The cost of half a character at the end, because some programs truncate text.
const CUT_OFF: f32 = 14.0;
/// The cost of a `]` that is neither escaped nor half of a character: it would end the value.
const BRACKET: f32 = 12.0;
/// The cost of an ASCII letter next to a wide character.
const TOUCHING: f32 = 3.0;
/// The cost of a non-ASCII byte in text that no model fits.
const NOISE: f32 = 9.0;
/// The weight of a hint, in bits.
const HINT: f32 = 8.0;

/// The maximum number of bytes of text to read; far fewer are usually enough.
const MAX_BYTES: usize = 1 << 14;
/// The difference to the best cost at which a charset no longer affects the confidences.
const FAR: f32 = 40.0;

/// A detector that guesses the charset of text values, fed one by one.
///
/// ```
/// let mut detector = kifu_charset::Detector::new();
/// detector.feed(b"\xC0\xCC\xC3\xA2\xC8\xA3");
/// detector.feed(b"9\xD3\xAB");
/// let guess = detector.ranking().best().unwrap();
/// assert_eq!(guess.charset.name(), "EUC-KR");
/// ```
#[derive(Clone, Debug)]
pub struct Detector {
    wide: [WideText; WIDE.len()],
    narrow: [NarrowText; NARROW.len()],
    utf8: Utf8,
    /// The text as UTF-8 with only two-byte characters, by script.
    short: [Narrow; SHORT.len()],
    escapes: Option<Charset>,
    ascii: f32,
    noise: f32,
    /// The number of bytes in values that are not ASCII.
    seen: usize,
    /// The number of non-ASCII bytes.
    high: usize,
    hint: Option<Hint>,
}

/// The text read as one multibyte charset.
#[derive(Clone, Debug, Default)]
struct WideText {
    cost: f32,
    is_out: bool,
    four_bytes: bool,
}

/// The text read as one single-byte charset.
#[derive(Clone, Debug)]
struct NarrowText {
    model: Narrow,
    /// A hash of the decoded characters, which shows that two charsets decode the text the same.
    hash: u64,
    is_out: bool,
}

/// A value for the models, with counts of its bytes.
#[derive(Clone, Copy, Debug)]
struct Counted<'v> {
    text: &'v [u8],
    /// The number of ASCII bytes other than the backslash.
    ascii: usize,
    /// The number of non-ASCII bytes that do not follow another one.
    first: usize,
    /// The number of non-ASCII bytes that follow another one.
    following: usize,
}

impl<'v> Counted<'v> {
    fn of(text: &'v [u8]) -> Counted<'v> {
        let is_high = |byte: &u8| *byte >= 0x80;
        let high = text.iter().filter(|byte| is_high(byte)).count();
        let pairs = text.iter().zip(text.iter().skip(1));
        let following = pairs
            .filter(|(one, other)| is_high(one) && is_high(other))
            .count();
        Counted {
            text,
            ascii: text
                .iter()
                .filter(|byte| !is_high(byte) && **byte != b'\\')
                .count(),
            first: high - following,
            following,
        }
    }

    /// A lower bound of the cost of the value in a single-byte charset.
    fn min_cost(&self, script: Script) -> f32 {
        let (first, following) = script.min_costs();
        self.ascii as f32 * ASCII + self.first as f32 * first + self.following as f32 * following
    }
}

/// Counts of the characters of a text in UTF-8.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Utf8 {
    /// The number of characters of two bytes or more.
    pub(crate) whole: usize,
    /// The number of characters of three or four bytes, which hardly ever occur by chance in the text of other
    /// charsets.
    pub(crate) long: usize,
    /// The number of three-byte characters with a `?` in place of a byte: a server converted the text from a charset
    /// that does not have that byte. The other two bytes are still recognizable.
    pub(crate) lossy: usize,
    /// The number of malformed sequences.
    pub(crate) broken: usize,
}

impl Utf8 {
    pub(crate) fn add(&mut self, mut text: &[u8]) {
        loop {
            let error = core::str::from_utf8(text).err();
            let (valid, rest) = text.split_at(error.map_or(text.len(), |e| e.valid_up_to()));
            for lead in valid.iter().filter(|b| **b >= 0xC0) {
                self.whole += 1;
                self.long += usize::from(*lead >= 0xE0);
            }
            let Some(error) = error else {
                return;
            };
            let len = if is_lossy(rest) {
                self.lossy += 1;
                3
            } else {
                self.broken += 1;
                error.error_len().unwrap_or(rest.len())
            };
            text = &rest[len..];
        }
    }

    /// Whether every non-ASCII byte is part of a character.
    pub(crate) fn is_intact(self) -> bool {
        self.broken == 0 && self.lossy == 0
    }

    /// Whether there are at least as many characters as malformed sequences: some servers truncate text in the middle
    /// of a character.
    pub(crate) fn is_plausible(self) -> bool {
        let readable = self.whole + self.lossy;
        readable > 0 && self.broken <= readable
    }

    /// Whether other charsets need not be compared with UTF-8: the text is intact, and has a character of three bytes
    /// or more, or many of two. A few characters of two bytes are not enough, because two characters of GBK can be
    /// valid UTF-8. A single character is enough, because its two bytes are too little evidence for another charset.
    fn is_settled(self) -> bool {
        const MANY: usize = 8;
        self.is_intact() && (self.long > 0 || self.whole == 1 || self.whole >= MANY)
    }

    /// The confidence in UTF-8 if nothing is malformed.
    fn confidence(self) -> Confidence {
        let bits = self.long * 6 + (self.whole - self.long) * 3;
        Confidence::new(0.9999 - halved(2.0 + bits.min(40) as f32))
    }

    /// The cost of the characters that are not ASCII, in any language. Malformed sequences cost little, because some
    /// servers lose many bytes.
    fn cost(self) -> f32 {
        let [long, short, lossy, broken] =
            [self.long, self.whole - self.long, self.lossy, self.broken].map(|count| count as f32);
        DAMAGED + long * 12.0 + short * 9.0 + lossy * 11.0 + broken * 13.0
    }
}

/// Whether bytes start with a three-byte character of UTF-8 whose second or third byte was replaced by a `?`.
fn is_lossy(bytes: &[u8]) -> bool {
    matches!(
        bytes,
        [0xE0..=0xEF, b'?', 0x80..=0xBF, ..] | [0xE0..=0xEF, 0x80..=0xBF, b'?', ..]
    )
}

impl Default for Detector {
    fn default() -> Detector {
        Detector::new()
    }
}

impl Detector {
    /// Creates a detector without text.
    pub fn new() -> Detector {
        Detector {
            wide: WIDE.map(|(_, _, cost)| WideText {
                cost,
                ..WideText::default()
            }),
            narrow: NARROW.map(|(_, script, _)| NarrowText {
                model: Narrow::new(script),
                hash: 0,
                is_out: false,
            }),
            utf8: Utf8::default(),
            short: SHORT.map(|(script, _)| Narrow::new(script)),
            escapes: None,
            ascii: 0.0,
            noise: 6.0,
            seen: 0,
            high: 0,
            hint: None,
        }
    }

    /// Creates a detector without text, with a hint about the origin of the text that it will read.
    pub fn with_hint(hint: Option<Hint>) -> Detector {
        Detector {
            hint,
            ..Detector::new()
        }
    }

    /// Adds one value: the bytes between the brackets, as written.
    ///
    /// Backslashes are ignored, because they can be escapes of SGF. Half a character at the end costs little. After
    /// 16 KiB of values with non-ASCII bytes, further values are ignored.
    pub fn feed(&mut self, value: &[u8]) {
        let counted = self.count(value);
        self.judge(counted.as_slice(), f32::INFINITY);
    }

    /// Counts the escape sequences and the UTF-8 characters of a value, which is all that is needed for intact UTF-8.
    /// Returns the value if the models have to read it.
    fn count<'v>(&mut self, value: &'v [u8]) -> Option<Counted<'v>> {
        self.escapes = self.escapes.or_else(|| escapes(value));
        if value.is_ascii() || self.seen >= MAX_BYTES {
            return None;
        }
        let value = &value[..value.len().min(MAX_BYTES)];
        self.seen += value.len();
        self.utf8.add(value);
        let counted = Counted::of(value);
        self.high += counted.first + counted.following;
        Some(counted)
    }

    /// Creates a detector that has read these values.
    pub(crate) fn of<'v>(values: impl Iterator<Item = &'v [u8]>, hint: Option<Hint>) -> Detector {
        let mut detector = Detector::with_hint(hint);
        let counted: Vec<Counted<'v>> = values.filter_map(|value| detector.count(value)).collect();
        // The models are slow, and most text is UTF-8, which does not need them.
        if !detector.is_settled() {
            detector.judge(&counted, FAR);
        }
        detector
    }

    /// Reads the values with each model, and drops models whose cost exceeds the best by more than `far`.
    fn judge(&mut self, values: &[Counted<'_>], far: f32) {
        for value in values {
            let high = value.first + value.following;
            let ascii = (value.text.len() - high) as f32 * ASCII;
            self.ascii += ascii;
            self.noise += high as f32 * NOISE + ascii;
        }
        let is_short = self.utf8.is_intact() && self.utf8.long == 0;
        if is_short {
            for (model, (script, _)) in self.short.iter_mut().zip(SHORT) {
                for value in values {
                    feed_short(model, script, value.text);
                }
            }
        }
        let mut best = self.utf8_cost();
        for (text, (charset, wide, _)) in self.wide.iter_mut().zip(WIDE) {
            for value in values {
                text.feed(charset, wide, value.text);
                text.is_out |= text.cost > best + far;
                if text.is_out {
                    break;
                }
            }
            best = best.min(text.cost);
        }
        for (text, (charset, script, cost)) in self.narrow.iter_mut().zip(NARROW) {
            let mut min_rest: f32 = values.iter().map(|value| value.min_cost(script)).sum();
            for value in values {
                text.is_out |= text.model.cost(script) + cost + min_rest > best + far;
                if text.is_out {
                    break;
                }
                text.feed(charset, script, value.text);
                min_rest -= value.min_cost(script);
            }
            if !text.is_out {
                best = best.min(text.model.cost(script) + cost);
            }
        }
    }

    /// Whether the models are not needed for the answer.
    fn is_settled(&self) -> bool {
        (self.seen == 0 && self.escapes.is_some()) || self.utf8.is_settled()
    }

    /// The cost of the text in UTF-8.
    fn utf8_cost(&self) -> f32 {
        if !self.utf8.is_intact() || self.utf8.long > 0 {
            return self.ascii + self.utf8.cost();
        }
        let scripts = self.short.iter().zip(SHORT);
        let costs = scripts.map(|(model, (script, cost))| model.cost(script) + cost);
        costs.fold(f32::INFINITY, f32::min)
    }

    /// Ranks the charsets by the values so far.
    pub fn ranking(&self) -> Ranking {
        if let (true, Some(charset)) = (self.seen == 0, self.escapes) {
            return Ranking::of(charset, Confidence::new(0.999));
        }
        if self.utf8.is_settled() {
            return Ranking::of(Charset::UTF_8, self.utf8.confidence());
        }
        if self.seen == 0 {
            return Ranking::default();
        }
        let wide = self.wide.iter().zip(WIDE).filter(|(text, _)| !text.is_out);
        let wide = wide.map(|(text, (charset, ..))| {
            let charset = if text.four_bytes {
                Charset::GB18030
            } else {
                charset
            };
            (charset, text.cost, 0)
        });
        let narrow = self
            .narrow
            .iter()
            .zip(NARROW)
            .filter(|(text, _)| !text.is_out);
        let narrow = narrow.map(|(text, (charset, script, cost))| {
            (charset, text.model.cost(script) + cost, text.hash)
        });
        let utf8 = (Charset::UTF_8, self.utf8_cost(), 0);
        let mut candidates: Vec<(Charset, f32, u64)> = wide
            .chain(narrow)
            .chain([utf8])
            .map(|(charset, cost, hash)| {
                let is_favored = self.hint.is_some_and(|hint| hint.favors(charset));
                (charset, cost - if is_favored { HINT } else { 0.0 }, hash)
            })
            .collect();
        candidates.sort_by(|a, b| a.1.total_cmp(&b.1));
        let ranking = Ranking::from_candidates(&candidates, self.noise);
        let is_backed = ranking.best().is_some_and(|best| {
            let is_intact = best.charset == Charset::UTF_8 && self.utf8.is_intact();
            is_intact || self.hint.is_some_and(|hint| hint.favors(best.charset))
        });
        if self.high < FEW && !is_backed {
            ranking.at_most(Confidence::FEW)
        } else {
            ranking
        }
    }
}

/// The minimum number of non-ASCII bytes for a confident guess: see [`Confidence::FEW`].
const FEW: usize = 4;

/// Reads a value in one script, as UTF-8 with two-byte characters.
fn feed_short(model: &mut Narrow, script: Script, value: &[u8]) {
    /// The cost of a character that does not occur in names.
    const STRANGE: f32 = 25.0;
    for c in core::str::from_utf8(value).unwrap_or_default().chars() {
        match c {
            '\\' => {}
            '\0'..='\x7F' => model.ascii(script, c as u8),
            '\u{80}'..='\u{9F}' | '\u{250}'..='\u{385}' | '\u{460}'..='\u{5CF}' | '\u{660}'.. => {
                model.add(STRANGE);
            }
            c => model.push(script, c),
        }
    }
    model.end(script);
}

/// Detects ISO-2022 by its escape sequences.
fn escapes(value: &[u8]) -> Option<Charset> {
    memchr::memchr(0x1B, value)?;
    let has = |sequences: &[&[u8]]| {
        sequences
            .iter()
            .any(|sequence| memmem::find(value, sequence).is_some())
    };
    if has(&[b"\x1B$)C"]) {
        Some(Charset::ISO_2022_KR)
    } else if has(&[b"\x1B$)A", b"\x1B$)G"]) {
        Some(Charset::ISO_2022_CN)
    } else if has(&[b"\x1B$B", b"\x1B$@", b"\x1B(J", b"\x1B(I"]) {
        Some(Charset::ISO_2022_JP)
    } else {
        None
    }
}

impl WideText {
    fn feed(&mut self, charset: Charset, wide: Wide, value: &[u8]) {
        let mut before = None;
        let mut starts = true;
        let mut at = 0;
        while let Some(&byte) = value.get(at) {
            if byte < 0x80 {
                let bracket = byte == b']' && value[..at].last() != Some(&b'\\');
                let touches =
                    byte.is_ascii_alphabetic() && before.is_some_and(|c: char| !c.is_ascii());
                if byte != b'\\' {
                    self.cost += ASCII + if touches { TOUCHING } else { 0.0 };
                    self.cost += if bracket { BRACKET } else { 0.0 };
                    before = Some(char::from(byte));
                    starts = false;
                }
                at += 1;
                continue;
            }
            match wide.unit(&value[at..]) {
                Unit::Whole { len, cost } => match charset.character(&value[at..at + len]) {
                    Some(c) => {
                        if before.is_some_and(|c: char| c.is_ascii_alphabetic()) {
                            self.cost += TOUCHING;
                        }
                        self.cost += wide.cost(before, c, cost, starts);
                        self.four_bytes |= len == 4;
                        before = Some(c);
                        at += len;
                    }
                    None => {
                        self.cost += BROKEN;
                        before = None;
                        at += len;
                    }
                },
                Unit::CutOff => {
                    self.cost += CUT_OFF;
                    return;
                }
                Unit::Broken => {
                    self.cost += BROKEN;
                    before = None;
                    at += 1;
                }
            }
            starts = false;
        }
    }
}

impl NarrowText {
    fn feed(&mut self, charset: Charset, script: Script, value: &[u8]) {
        const CHUNK: usize = 64;
        let mut units = [0; CHUNK];
        let mut before = 0;
        for chunk in value.chunks(CHUNK) {
            charset.units(chunk, &mut units);
            for (&byte, &unit) in chunk.iter().zip(&units) {
                let escaped = core::mem::replace(&mut before, byte) == b'\\';
                if byte < 0x80 {
                    if byte != b'\\' {
                        self.model.ascii(script, byte);
                    }
                    if byte == b']' && !escaped {
                        self.model.add(BRACKET);
                    }
                    continue;
                }
                // Single-byte charsets only have characters of the basic plane.
                let c = char::from_u32(u32::from(unit)).unwrap_or('\u{FFFD}');
                self.hash = (self.hash ^ u64::from(unit)).wrapping_mul(0x0100_0000_01B3);
                if c == '\u{FFFD}' {
                    self.model.add(BROKEN);
                } else {
                    self.model.push(script, c);
                }
            }
        }
        self.model.end(script);
    }
}

/// The possible charsets of a text, the most likely first.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Ranking {
    guesses: Vec<Guess>,
    /// Each charset, with its cost minus the lowest cost.
    pub(crate) costs: Vec<(Charset, f32)>,
}

impl Ranking {
    fn of(charset: Charset, confidence: Confidence) -> Ranking {
        Ranking {
            guesses: [Guess {
                charset,
                confidence,
            }]
            .into(),
            costs: [(charset, 0.0)].into(),
        }
    }

    /// Creates a ranking from charsets with their costs and the hashes of the decoded text, sorted by cost.
    fn from_candidates(candidates: &[(Charset, f32, u64)], noise: f32) -> Ranking {
        let best = candidates.first().map_or(0.0, |candidate| candidate.1);
        // Charsets that decode the text the same are one guess: the first of them.
        let distinct: Vec<&(Charset, f32, u64)> = candidates
            .iter()
            .enumerate()
            .filter(|(at, (_, _, hash))| {
                *hash == 0 || candidates[..*at].iter().all(|before| before.2 != *hash)
            })
            .map(|(_, candidate)| candidate)
            .collect();
        let costs = distinct.iter().map(|candidate| candidate.1);
        let confidences = confidences(costs.chain([noise]));
        Ranking {
            guesses: distinct
                .iter()
                .zip(confidences)
                .map(|((charset, ..), confidence)| Guess {
                    charset: *charset,
                    confidence,
                })
                .collect(),
            costs: candidates
                .iter()
                .map(|(charset, cost, _)| (*charset, cost - best))
                .collect(),
        }
    }

    /// Limits the confidence of all guesses.
    fn at_most(mut self, max: Confidence) -> Ranking {
        for guess in &mut self.guesses {
            guess.confidence = guess.confidence.min(max);
        }
        self
    }

    /// The guesses, the most likely first. Charsets that decode the text the same are one guess.
    pub fn guesses(&self) -> &[Guess] {
        &self.guesses
    }

    /// The most likely charset; `None` if all text is ASCII.
    pub fn best(&self) -> Option<Guess> {
        self.guesses.first().copied()
    }

    /// The second most likely charset, which decodes the text differently.
    pub fn runner_up(&self) -> Option<Guess> {
        self.guesses.get(1).copied()
    }

    /// The cost of the text in this charset minus the cost in the best one, in bits. A text is 2ⁿ times less likely in
    /// a charset that costs n bits more. `None` if the charset is not in the ranking.
    pub fn cost_above_best(&self, charset: Charset) -> Option<f32> {
        self.costs
            .iter()
            .find(|(known, _)| known.reads_as(charset))
            .map(|(_, cost)| *cost)
    }
}

/// The evidence in a bit of cost. It is below 1, because the characters of a text depend on each other. With this
/// value, the confidences match the measured share of right answers.
const WEIGHT: f32 = 0.6;

/// Converts costs to confidences.
pub(crate) fn confidences(
    costs: impl Iterator<Item = f32> + Clone,
) -> impl Iterator<Item = Confidence> {
    let least = costs.clone().fold(f32::INFINITY, f32::min);
    let weight = move |cost: f32| halved((cost - least) * WEIGHT);
    let sum: f32 = costs.clone().map(weight).sum();
    costs.map(move |cost| Confidence::new((weight(cost) / sum).min(0.9999)))
}

/// Guesses the charset of a game record from the text values of its first game tree, whatever charset it declares.
/// `None` if all text is ASCII.
///
/// ```
/// let record = b"(;PB[\xC4\xF4\xCE\xC0\xC6\xBD]PW[\xC2\xED\xCF\xFE\xB4\xBA];B[pd])";
/// let guess = kifu_charset::detect(record).unwrap();
/// assert_eq!(guess.charset.name(), "GBK");
/// assert!(guess.confidence.get() > 0.9);
/// ```
pub fn detect(record: &[u8]) -> Option<Guess> {
    rank(record, None).best()
}

/// Ranks the possible charsets of a game record. Same as [`detect`], but returns all candidates and takes a hint.
pub fn rank(record: &[u8], hint: Option<Hint>) -> Ranking {
    let texts = texts(record).filter(|text| text.is_text());
    Detector::of(texts.map(|text| text.value), hint).ranking()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names, events and comments of these languages, each in every charset that has its characters.
    fn values() -> Vec<Vec<u8>> {
        let lists = [
            include_str!("../test_data/tune/east.txt"),
            include_str!("../test_data/tune/ja.txt"),
            include_str!("../test_data/tune/ko.txt"),
            include_str!("../test_data/tune/ru.txt"),
            include_str!("../test_data/tune/west.txt"),
            include_str!("../test_data/tune/zh.txt"),
            // These values have only letters with a low cost.
            "éèàçéèàçéèàçéèàçéèàç\nтонатерисано\nανετορισκανε\nשלוםשלום\nمحمدمحمد\nกขคงกขคง",
        ];
        let charsets = WIDE.map(|model| model.0).into_iter();
        let charsets = charsets.chain(NARROW.map(|model| model.0));
        let mut values = Vec::new();
        for charset in charsets {
            for text in lists.iter().flat_map(|list| list.lines()) {
                values.extend(charset.encode(text).ok().map(|value| value.to_vec()));
            }
        }
        values
    }

    #[test]
    fn no_text_costs_less_than_its_minimum() {
        let all: Vec<u8> = (0..=255).collect();
        for value in values().iter().chain([&all]) {
            let counted = Counted::of(value);
            for (charset, script, _) in NARROW {
                let mut text = Detector::new().narrow[0].clone();
                text.model = Narrow::new(script);
                let before = text.model.cost(script);
                text.feed(charset, script, value);
                let cost = text.model.cost(script) - before;
                let min = counted.min_cost(script);
                let name = charset.name();
                assert!(
                    cost > min - 0.01,
                    "{name}: {cost} is below {min}: {}",
                    value.escape_ascii()
                );
            }
        }
    }

    #[test]
    fn dropped_models_do_not_change_the_result() {
        let values = values();
        let near = |ranking: &Ranking| {
            let all = ranking.costs.iter().filter(|(_, cost)| *cost < FAR - 1.0);
            all.map(|(charset, _)| *charset).collect::<Vec<_>>()
        };
        let mut dropped = 0;
        for values in values.windows(4).step_by(3) {
            let values = values.iter().map(Vec::as_slice);
            let mut all = Detector::new();
            values.clone().for_each(|value| all.feed(value));
            let (all, some) = (all.ranking(), Detector::of(values, None).ranking());
            assert_eq!(all.best(), some.best());
            assert_eq!(near(&all), near(&some));
            dropped += all.costs.len() - some.costs.len();
        }
        assert!(dropped > 1000, "{dropped}");
    }

    #[test]
    fn each_bit_of_cost_is_evidence() {
        let of = |costs: [f32; 3]| -> Vec<f32> {
            confidences(costs.into_iter())
                .map(Confidence::get)
                .collect()
        };
        // Only differences count, and confidences sum up to 1.
        let equal = of([7.0; 3]);
        assert!(
            equal.iter().all(|one| (one - 1.0 / 3.0).abs() < 0.001),
            "{equal:?}"
        );
        let [best, second, third] = of([20.0, 30.0, 40.0])[..] else {
            panic!();
        };
        assert!((best + second + third - 1.0).abs() < 0.001);
        // Ten bits are as much as six independent ones.
        assert!((best / second - 64.0).abs() < 1.0, "{best} {second}");
        assert_eq!(of([1020.0, 1030.0, 1040.0]), [best, second, third]);
        // No guess is certain.
        assert_eq!(of([0.0, 1000.0, 1000.0]), [0.9999, 0.0, 0.0]);
    }

    #[test]
    fn damage_and_letters_next_to_wide_characters_cost_more() {
        let cost = |value: &[u8]| {
            let mut text = WideText::default();
            text.feed(Charset::GBK, Wide::Gb18030, value);
            text.cost
        };
        for (less, more) in [
            (&b"\xC4\xF41"[..], &b"\xC4\xF4a"[..]),
            (b"1\xC4\xF4", b"a\xC4\xF4"),
            (b"a \xC4\xF4", b" a\xC4\xF4"),
            // A bracket, unless it is escaped.
            (b"\xC4\xF4\\]", b"\xC4\xF4]"),
            (b"\xC4\xF4a", b"\xC4\xF4]"),
            // Half a character at the end, and bytes that are not a character.
            (b"\xC4\xF4", b"\xC4\xF4\xC4"),
            (b"\xC4\xF4\xC4", b"\xC4\xF4\xFF"),
            (b"\xC4\xF4\xFF", b"\xC4\xF4\xFF\xFF"),
            (b"\xC4\xF4\xC4\xF4", b"\xC4\xF4\xA2\xA0"),
        ] {
            let name = more.escape_ascii();
            assert!(cost(less) < cost(more), "{name}");
        }
    }
}
