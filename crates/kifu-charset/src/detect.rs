//! Which charset text is in, by its bytes.
//!
//! Each charset is a model that says what text costs in bits: how surprising it would be
//! to meet these bytes if it were the right one. The cheapest one is the guess, and the
//! distance to the next tells how sure it is.

use alloc::vec::Vec;

use memchr::memmem;

use crate::charset::Charset;
use crate::confidence::{Confidence, halved};
use crate::hint::Hint;
use crate::narrow::{ASCII, Narrow, Script};
use crate::record::texts;
use crate::wide::{Unit, Wide};

/// A charset, and how sure it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Guess {
    /// The charset.
    pub charset: Charset,
    /// How sure it is.
    pub confidence: Confidence,
}

/// What a charset of wide characters costs before any text is seen.
const WIDE: [(Charset, Wide, f32); 5] = [
    (Charset::GBK, Wide::Gb18030, 0.0),
    (Charset::BIG5, Wide::Big5, 1.5),
    (Charset::SHIFT_JIS, Wide::ShiftJis, 1.0),
    (Charset::EUC_JP, Wide::EucJp, 2.5),
    (Charset::EUC_KR, Wide::EucKr, 1.0),
];

/// The same for charsets of one byte. Of two that read the same, the first is taken.
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

/// What UTF-8 costs before any text is seen, if something in it is broken.
const DAMAGED: f32 = 6.0;
/// A byte that fits nowhere; text can be damaged.
const BROKEN: f32 = 28.0;
/// The second half of the last character is missing, which careless cutting does.
const CUT_OFF: f32 = 14.0;
/// A `]` that is neither escaped nor half of a character: it would end the value.
const BRACKET: f32 = 12.0;
/// A letter of ASCII beside a wide character.
const TOUCHING: f32 = 3.0;
/// A byte of text that no model knows.
const NOISE: f32 = 9.0;
/// How much a hint says.
const HINT: f32 = 8.0;

/// So many bytes of text are looked at: far fewer settle it.
const ENOUGH: usize = 1 << 14;
/// What lies behind the best by so many bits has no share of the confidence that could be told.
const FAR: f32 = 40.0;

/// Takes the values of a record's text properties, one by one, and says which charsets
/// they can be in.
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
    escapes: Option<Charset>,
    ascii: f32,
    noise: f32,
    seen: usize,
    hint: Option<Hint>,
}

/// A text as one charset of wide characters.
#[derive(Clone, Debug, Default)]
struct WideText {
    cost: f32,
    out: bool,
    four_bytes: bool,
}

/// A text as one charset of one byte.
#[derive(Clone, Debug)]
struct NarrowText {
    model: Narrow,
    /// Stands for the characters read, to know charsets that read the same.
    reading: u64,
    out: bool,
}

/// A value that the models look at, and how many of its bytes are what.
#[derive(Clone, Copy, Debug)]
struct Counted<'v> {
    text: &'v [u8],
    /// ASCII but for the backslash.
    ascii: usize,
    /// Beyond ASCII: behind one that is not, and behind another.
    alone: usize,
    beside: usize,
}

impl<'v> Counted<'v> {
    fn of(text: &'v [u8]) -> Counted<'v> {
        let is_high = |byte: &u8| *byte >= 0x80;
        let high = text.iter().filter(|byte| is_high(byte)).count();
        let pairs = text.iter().zip(text.iter().skip(1));
        let beside = pairs
            .filter(|(one, other)| is_high(one) && is_high(other))
            .count();
        Counted {
            text,
            ascii: text
                .iter()
                .filter(|byte| !is_high(byte) && **byte != b'\\')
                .count(),
            alone: high - beside,
            beside,
        }
    }

    /// No charset of one byte has the value for less.
    fn least(&self, script: Script) -> f32 {
        let (alone, beside) = script.least();
        self.ascii as f32 * ASCII + self.alone as f32 * alone + self.beside as f32 * beside
    }
}

/// How far a text is UTF-8.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Utf8 {
    /// Characters of two bytes or more.
    pub(crate) whole: usize,
    /// Of those, the ones of three or four, which other charsets' text hardly ever
    /// forms by chance.
    pub(crate) long: usize,
    pub(crate) broken: usize,
}

impl Utf8 {
    pub(crate) fn add(&mut self, text: &[u8]) {
        for chunk in text.utf8_chunks() {
            for lead in chunk.valid().bytes().filter(|b| *b >= 0xC0) {
                self.whole += 1;
                self.long += usize::from(lead >= 0xE0);
            }
            self.broken += usize::from(!chunk.invalid().is_empty());
        }
    }

    /// Whether there are at least so many characters for each broken one: some servers
    /// cut texts in the middle of a character.
    pub(crate) fn holds(self, for_each_broken: usize) -> bool {
        self.whole > 0 && self.broken * for_each_broken <= self.whole
    }

    /// How sure it is where nothing is broken.
    fn confidence(self) -> Confidence {
        let bits = self.long * 6 + (self.whole - self.long) * 3;
        Confidence::new(0.9999 - halved(2.0 + bits.min(40) as f32))
    }

    /// The cost of its text beyond ASCII, in whatever language; some servers lose bytes,
    /// many of them.
    fn cost(self) -> f32 {
        let [long, short, broken] =
            [self.long, self.whole - self.long, self.broken].map(|count| count as f32);
        DAMAGED + long * 12.0 + short * 9.0 + broken * 13.0
    }
}

impl Default for Detector {
    fn default() -> Detector {
        Detector::new()
    }
}

impl Detector {
    /// A detector that has seen nothing.
    pub fn new() -> Detector {
        Detector {
            wide: WIDE.map(|(_, _, cost)| WideText {
                cost,
                ..WideText::default()
            }),
            narrow: NARROW.map(|(_, script, _)| NarrowText {
                model: Narrow::new(script),
                reading: 0,
                out: false,
            }),
            utf8: Utf8::default(),
            escapes: None,
            ascii: 0.0,
            noise: 6.0,
            seen: 0,
            hint: None,
        }
    }

    /// A detector that is told where the text comes from.
    pub fn with_hint(hint: Option<Hint>) -> Detector {
        Detector {
            hint,
            ..Detector::new()
        }
    }

    /// Takes one value as it is written, between its brackets.
    ///
    /// A backslash counts for nothing, as it can be an escape of SGF; and so does half a
    /// character at the end. After 16 KiB with bytes beyond ASCII no more is looked at.
    pub fn feed(&mut self, value: &[u8]) {
        let counted = self.count(value);
        self.judge(counted.as_slice(), f32::INFINITY);
    }

    /// Takes a value as far as escapes and UTF-8 go, which is all that counts if nothing in
    /// it is broken. Returns what the models have to look at.
    fn count<'v>(&mut self, value: &'v [u8]) -> Option<Counted<'v>> {
        self.escapes = self.escapes.or_else(|| escapes(value));
        if value.is_ascii() || self.seen >= ENOUGH {
            return None;
        }
        let value = &value[..value.len().min(ENOUGH)];
        self.seen += value.len();
        self.utf8.add(value);
        Some(Counted::of(value))
    }

    /// What these values say, with or without a hint.
    pub(crate) fn of<'v>(values: impl Iterator<Item = &'v [u8]>, hint: Option<Hint>) -> Detector {
        let mut detector = Detector::with_hint(hint);
        let counted: Vec<Counted<'v>> = values.filter_map(|value| detector.count(value)).collect();
        // The models are costly, and UTF-8 is what most text is in.
        if !detector.is_settled() {
            detector.judge(&counted, FAR);
        }
        detector
    }

    /// Reads values by one model after the other. What is bound to end so far behind another is left out.
    fn judge(&mut self, values: &[Counted<'_>], far: f32) {
        for value in values {
            let high = value.alone + value.beside;
            let ascii = (value.text.len() - high) as f32 * ASCII;
            self.ascii += ascii;
            self.noise += high as f32 * NOISE + ascii;
        }
        let mut best = self.ascii + self.utf8.cost();
        for (text, (charset, wide, _)) in self.wide.iter_mut().zip(WIDE) {
            for value in values {
                text.feed(charset, wide, value.text);
                text.out |= text.cost > best + far;
                if text.out {
                    break;
                }
            }
            best = best.min(text.cost);
        }
        for (text, (charset, script, cost)) in self.narrow.iter_mut().zip(NARROW) {
            let mut ahead: f32 = values.iter().map(|value| value.least(script)).sum();
            for value in values {
                text.out |= text.model.cost(script) + cost + ahead > best + far;
                if text.out {
                    break;
                }
                text.feed(charset, script, value.text);
                ahead -= value.least(script);
            }
            if !text.out {
                best = best.min(text.model.cost(script) + cost);
            }
        }
    }

    /// Whether the answer is known without what text costs by the models.
    fn is_settled(&self) -> bool {
        (self.seen == 0 && self.escapes.is_some()) || (self.utf8.broken == 0 && self.utf8.whole > 0)
    }

    /// What the values so far say.
    pub fn ranking(&self) -> Ranking {
        if let (true, Some(charset)) = (self.seen == 0, self.escapes) {
            return Ranking::of(charset, Confidence::new(0.999));
        }
        if self.utf8.broken == 0 && self.utf8.whole > 0 {
            return Ranking::of(Charset::UTF_8, self.utf8.confidence());
        }
        if self.seen == 0 {
            return Ranking::default();
        }
        let wide = self.wide.iter().zip(WIDE).filter(|(text, _)| !text.out);
        let wide = wide.map(|(text, (charset, ..))| match text.four_bytes {
            true => (Charset::GB18030, text.cost, 0),
            false => (charset, text.cost, 0),
        });
        let narrow = self.narrow.iter().zip(NARROW).filter(|(text, _)| !text.out);
        let narrow = narrow.map(|(text, (charset, script, cost))| {
            (charset, text.model.cost(script) + cost, text.reading)
        });
        let utf8 = (Charset::UTF_8, self.ascii + self.utf8.cost(), 0);
        let mut readings: Vec<(Charset, f32, u64)> = wide
            .chain(narrow)
            .chain([utf8])
            .map(|(charset, cost, reading)| {
                let favoured = self.hint.is_some_and(|hint| hint.favours(charset));
                (charset, cost - if favoured { HINT } else { 0.0 }, reading)
            })
            .collect();
        readings.sort_by(|a, b| a.1.total_cmp(&b.1));
        Ranking::from_readings(&readings, self.noise)
    }
}

/// ISO-2022 by its escape sequences.
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
                // No charset of one byte has a character beyond the basic plane.
                let c = char::from_u32(u32::from(unit)).unwrap_or('\u{FFFD}');
                self.reading = (self.reading ^ u64::from(unit)).wrapping_mul(0x0100_0000_01B3);
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

/// The charsets that a text can be in, the likeliest first.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Ranking {
    guesses: Vec<Guess>,
    /// Each charset, and by how many bits it lies behind the best.
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

    /// From charsets with their costs and readings, the cheapest first.
    fn from_readings(readings: &[(Charset, f32, u64)], noise: f32) -> Ranking {
        let best = readings.first().map_or(0.0, |reading| reading.1);
        // Charsets that read the same stand for one guess: the first of them.
        let distinct: Vec<&(Charset, f32, u64)> = readings
            .iter()
            .enumerate()
            .filter(|(at, (_, _, reading))| {
                *reading == 0 || readings[..*at].iter().all(|before| before.2 != *reading)
            })
            .map(|(_, reading)| reading)
            .collect();
        let costs = distinct.iter().map(|reading| reading.1);
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
            costs: readings
                .iter()
                .map(|(charset, cost, _)| (*charset, cost - best))
                .collect(),
        }
    }

    /// The guesses, the likeliest first. Charsets that read the text alike are one guess.
    pub fn guesses(&self) -> &[Guess] {
        &self.guesses
    }

    /// The likeliest charset; `None` if nothing but ASCII was seen.
    pub fn best(&self) -> Option<Guess> {
        self.guesses.first().copied()
    }

    /// The likeliest charset that reads the text in another way.
    pub fn runner_up(&self) -> Option<Guess> {
        self.guesses.get(1).copied()
    }

    /// How many bits more the text costs in this charset than in the best one; `None` if it is
    /// not among those that are compared.
    pub fn behind(&self, charset: Charset) -> Option<f32> {
        self.costs
            .iter()
            .find(|(known, _)| known.reads_as(charset))
            .map(|(_, cost)| *cost)
    }
}

/// A bit of cost is less than a bit of evidence, since characters of a text depend on
/// each other: the factor by which confidences came out as they were counted.
const WEIGHT: f32 = 0.6;

/// The share of each of these costs, the least of them first.
pub(crate) fn confidences(
    costs: impl Iterator<Item = f32> + Clone,
) -> impl Iterator<Item = Confidence> {
    let least = costs.clone().fold(f32::INFINITY, f32::min);
    let weight = move |cost: f32| halved((cost - least) * WEIGHT);
    let sum: f32 = costs.clone().map(weight).sum();
    costs.map(move |cost| Confidence::new((weight(cost) / sum).min(0.9999)))
}

/// Guesses the charset of a game record without regard to what it declares: by the
/// values of its text properties, up to the end of its first game tree. `None` if they
/// are ASCII.
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

/// As [`detect`], with all that is possible, and with a hint.
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
            // Nothing but letters that cost little.
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
    fn no_text_costs_less_than_its_least() {
        let all: Vec<u8> = (0..=255).collect();
        for value in values().iter().chain([&all]) {
            let counted = Counted::of(value);
            for (charset, script, _) in NARROW {
                let mut text = Detector::new().narrow[0].clone();
                text.model = Narrow::new(script);
                let before = text.model.cost(script);
                text.feed(charset, script, value);
                let cost = text.model.cost(script) - before;
                let least = counted.least(script);
                let name = charset.name();
                assert!(
                    cost > least - 0.01,
                    "{name}: {cost} for {least}: {}",
                    value.escape_ascii()
                );
            }
        }
    }

    #[test]
    fn what_is_left_out_counts_for_nothing() {
        let values = values();
        let near = |ranking: &Ranking| {
            let all = ranking.costs.iter().filter(|(_, cost)| *cost < FAR - 1.0);
            all.map(|(charset, _)| *charset).collect::<Vec<_>>()
        };
        let mut left_out = 0;
        for values in values.windows(4).step_by(3) {
            let values = values.iter().map(Vec::as_slice);
            let mut all = Detector::new();
            values.clone().for_each(|value| all.feed(value));
            let (all, some) = (all.ranking(), Detector::of(values, None).ranking());
            assert_eq!(all.best(), some.best());
            assert_eq!(near(&all), near(&some));
            left_out += all.costs.len() - some.costs.len();
        }
        assert!(left_out > 1000, "{left_out}");
    }
}
