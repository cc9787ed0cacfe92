//! The cost of characters in single-byte charsets, which are for alphabets.
//!
//! Capitals inside a word, and two letters with an accent in a row, are rare in real text. They indicate a wrong
//! charset.

/// A script, for all languages that use it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Script {
    Latin,
    Cyrillic,
    Greek,
    Hebrew,
    Arabic,
    Thai,
}

impl Script {
    /// The minimum costs of a non-ASCII byte: of the first in a run of such bytes, and of each of the others.
    pub(crate) const fn min_costs(self) -> (f32, f32) {
        match self {
            Script::Latin => (6.0, 9.0),
            Script::Cyrillic => (4.3, 3.3),
            Script::Greek => (6.5, 5.5),
            Script::Hebrew => (5.5, 5.5),
            Script::Arabic => (5.8, 5.8),
            Script::Thai => (7.3, 7.3),
        }
    }
}

/// Languages with their frequent and their rare letters that are not ASCII, and the initial cost of the language.
const LATIN: [(&str, &str, f32); 11] = [
    ("äöü", "ßé", 0.0),
    ("éèàç", "êîôâûëïùœæ", 0.5),
    ("åäöøæ", "éüð", 0.5),
    ("áéíóñãç", "úüõâêôà", 0.5),
    ("àèéìòù", "", 2.0),
    ("ąćęłóśż", "ńź", 1.0),
    ("áčéěířšýžů", "ďňóťúľĺŕôä", 1.0),
    ("áéíóöő", "úüű", 1.5),
    ("ăâîşţ", "șț", 1.5),
    ("ıçğöşü", "âi", 2.5),
    ("čćžšđāēėęūį", "ģīķļņąųõö", 2.5),
];

pub(crate) const LANGUAGES: usize = LATIN.len();

/// For each character, the languages that have it as a frequent and as a rare letter: bits in the order of [`LATIN`].
static LETTERS: [[u16; 2]; END] = letters();

/// One more than the code point of the last letter in [`LATIN`].
const END: usize = 0x21C;

const fn letters() -> [[u16; 2]; END] {
    let mut letters = [[0; 2]; END];
    let mut language = 0;
    while language < LANGUAGES {
        let (frequent, rare, _) = LATIN[language];
        let lists = [frequent.as_bytes(), rare.as_bytes()];
        let mut list = 0;
        while list < 2 {
            let bytes = lists[list];
            let mut at = 0;
            while at < bytes.len() {
                // In UTF-8, these letters have at most two bytes.
                let (c, len) = match bytes[at] {
                    ascii @ 0..0x80 => (ascii as usize, 1),
                    lead => (
                        (lead as usize & 0x1F) << 6 | bytes[at + 1] as usize & 0x3F,
                        2,
                    ),
                };
                letters[c][list] |= 1 << language;
                at += len;
            }
            list += 1;
        }
        language += 1;
    }
    letters
}

/// The kind of the previous character.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Before {
    #[default]
    Other,
    AsciiLower,
    AsciiUpper,
    Lower,
    Upper,
    Symbol,
}

/// The cost of a text so far in one charset of a script.
#[derive(Clone, Debug, Default)]
pub(crate) struct Narrow {
    before: Before,
    vowel: Option<bool>,
    /// The cost of finished values for each Latin language; other scripts use only the first entry.
    costs: [f32; LANGUAGES],
    /// The part of the cost of the current value that depends on the language.
    value: [f32; LANGUAGES],
    /// The part of the cost of the current value that is the same in all languages.
    shared: f32,
}

impl Narrow {
    pub(crate) fn new(script: Script) -> Narrow {
        let mut new = Narrow::default();
        if script == Script::Latin {
            new.costs = LATIN.map(|language| language.2);
        }
        new
    }

    /// Ends a value. The next one can be in another language.
    pub(crate) fn end(&mut self, script: Script) {
        const OTHER: f32 = 4.0;
        if script == Script::Latin {
            let min = min(&self.value);
            for (sum, cost) in self.costs.iter_mut().zip(&self.value) {
                let cost = if *cost < min + OTHER {
                    *cost
                } else {
                    min + OTHER
                };
                *sum += cost + self.shared;
            }
            self.value = [0.0; LANGUAGES];
        } else {
            self.costs[0] += self.shared;
        }
        self.shared = 0.0;
        self.before = Before::Other;
        self.vowel = None;
    }

    /// The cost of the cheapest language.
    pub(crate) fn cost(&self, script: Script) -> f32 {
        match script {
            Script::Latin => min(&self.costs),
            _ => self.costs[0],
        }
    }

    /// Adds a cost that is the same in all languages.
    #[inline]
    pub(crate) fn add(&mut self, cost: f32) {
        self.shared += cost;
    }

    /// Adds an ASCII character.
    pub(crate) fn ascii(&mut self, script: Script, byte: u8) {
        let beside = matches!(self.before, Before::Lower | Before::Upper);
        let touches = script != Script::Latin && beside && byte.is_ascii_alphabetic();
        self.add(ASCII + if touches { 6.0 } else { 0.0 });
        self.before = match byte {
            b'a'..=b'z' => Before::AsciiLower,
            b'A'..=b'Z' => Before::AsciiUpper,
            _ => Before::Other,
        };
        self.vowel = None;
    }

    /// Adds a character that is not ASCII.
    pub(crate) fn push(&mut self, script: Script, c: char) {
        match script {
            Script::Latin => self.latin(c),
            Script::Cyrillic => self.cased(c, cyrillic, is_cyrillic_vowel),
            Script::Greek => {
                let letter = matches!(c, 'ά'..='ώ' | 'Α'..='Ω' | 'Ά' | 'Έ'..='Ώ' | 'ΐ');
                self.cased(c, |_| letter.then_some(5.5), is_greek_vowel);
            }
            Script::Hebrew => self.plain(matches!(c, 'א'..='ת'), 5.5),
            Script::Arabic => self.plain(matches!(c, 'ء'..='ي'), 5.8),
            Script::Thai => self.plain(matches!(c, 'ก'..='๛'), 7.3),
        }
    }

    fn latin(&mut self, c: char) {
        if !is_latin_letter(c) {
            return self.symbol(c);
        }
        let (small, upper) = small(c);
        self.add(match (self.before, upper) {
            // A letter with an accent rarely follows another one.
            (Before::Lower | Before::Upper, _) => 3.0,
            (Before::AsciiLower, true) => 7.0,
            (Before::AsciiUpper, true) => 2.0,
            (Before::AsciiLower | Before::AsciiUpper, false) => 0.0,
            (_, true) => 2.0,
            (_, false) => 3.0,
        });
        let [frequent, rare] = LETTERS.get(small as usize).copied().unwrap_or_default();
        for (language, sum) in self.value.iter_mut().enumerate() {
            *sum += if frequent >> language & 1 == 1 {
                6.0
            } else if rare >> language & 1 == 1 {
                8.0
            } else {
                12.0
            };
        }
        self.before = if upper { Before::Upper } else { Before::Lower };
    }

    /// Adds a character of a script other than Latin that has capitals. `cost` is the cost of a lowercase letter, or
    /// `None` if the character is not a letter.
    #[inline]
    fn cased(
        &mut self,
        c: char,
        cost: impl Fn(char) -> Option<f32>,
        is_vowel: impl Fn(char) -> bool,
    ) {
        let (small, upper) = small(c);
        let Some(cost) = cost(small) else {
            return self.symbol(c);
        };
        let mut cost = cost
            + match (self.before, upper) {
                (Before::Lower, false) => 0.0,
                (Before::Lower, true) => 7.0,
                (Before::Upper, false) => 0.3,
                (Before::Upper, true) => 2.0,
                (Before::AsciiLower | Before::AsciiUpper, _) => 6.0,
                (_, _) => 1.0,
            };
        let vowel = is_vowel(small);
        if self.vowel == Some(vowel) {
            cost += 1.0;
        }
        self.vowel = Some(vowel);
        self.add(cost);
        self.before = if upper { Before::Upper } else { Before::Lower };
    }

    fn plain(&mut self, letter: bool, cost: f32) {
        let touches = matches!(self.before, Before::AsciiLower | Before::AsciiUpper);
        self.add(if letter { cost } else { 13.0 } + if touches { 6.0 } else { 0.0 });
        self.before = Before::Lower;
    }

    fn symbol(&mut self, c: char) {
        let cost = match c {
            '‘' | '’' | '“' | '”' | '–' | '—' | '…' | '«' | '»' | '°' | '№' | '„' | '\u{A0}' => {
                9.0
            }
            '\u{80}'..='\u{9F}' => 20.0,
            _ => 13.0,
        };
        let beside = matches!(self.before, Before::Lower | Before::Upper | Before::Symbol);
        self.add(cost + if beside { 3.0 } else { 0.0 });
        self.before = Before::Symbol;
        self.vowel = None;
    }
}

fn min(costs: &[f32; LANGUAGES]) -> f32 {
    let less = |a: f32, b: &f32| if *b < a { *b } else { a };
    costs.iter().fold(f32::INFINITY, less)
}

/// The cost of an ASCII character in any charset.
pub(crate) const ASCII: f32 = 5.0;

fn is_latin_letter(c: char) -> bool {
    matches!(c, 'À'..='Ö' | 'Ø'..='ö' | 'ø'..='ɏ' | 'Ḁ'..='ỿ')
}

/// The lowercase form of a letter, and whether it is a capital.
#[inline]
fn small(c: char) -> (char, bool) {
    match c {
        // The most common letters and symbols, without a lookup in the Unicode tables.
        'ß'..='ö' | 'ø'..='ÿ' | 'а'..='я' => (c, false),
        '\u{80}'..='¿' | '\u{2000}'..='\u{20FF}' | '←'..='\u{245F}' | '─'..='\u{2BFF}' => {
            (c, false)
        }
        'À'..='Ö' | 'Ø'..='Þ' | 'А'..='Я' => {
            (char::from_u32(c as u32 + 32).unwrap_or(c), true)
        }
        _ => (c.to_lowercase().next().unwrap_or(c), c.is_uppercase()),
    }
}

fn is_greek_vowel(c: char) -> bool {
    matches!(
        c,
        'α' | 'ε' | 'ι' | 'ο' | 'υ' | 'η' | 'ω' | 'ά' | 'έ' | 'ί' | 'ό' | 'ύ' | 'ή' | 'ώ'
    )
}

fn is_cyrillic_vowel(c: char) -> bool {
    matches!(
        c,
        'а' | 'е' | 'ё' | 'и' | 'о' | 'у' | 'ы' | 'э' | 'ю' | 'я' | 'і' | 'ї' | 'є' | 'ў'
    )
}

/// The cost of a lowercase Cyrillic letter by its frequency in Russian. Letters of other languages cost more.
fn cyrillic(c: char) -> Option<f32> {
    /// The costs of а to я in bits.
    const RUSSIAN: [f32; 32] = [
        3.7, 6.0, 4.5, 5.9, 5.1, 3.6, 6.8, 6.0, 3.8, 6.4, 4.8, 4.4, 4.9, 4.0, 3.3, 5.2, 4.4, 4.2,
        4.0, 5.3, 8.5, 6.7, 7.7, 6.2, 7.1, 8.2, 11.0, 5.8, 5.8, 8.3, 7.3, 5.6,
    ];
    match c {
        'а'..='я' => Some(RUSSIAN[(c as usize) - ('а' as usize)]),
        'ё' => Some(8.0),
        'і' | 'ї' | 'є' | 'ґ' | 'ў' => Some(8.0),
        'ѐ'..='џ' => Some(11.0),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Narrow, Script, small};

    #[test]
    fn the_common_letters_are_those_of_the_unicode_tables() {
        for c in '\0'..=char::MAX {
            let lower = c.to_lowercase().next().unwrap();
            assert_eq!(small(c), (lower, c.is_uppercase()), "{c:?}");
        }
    }

    fn cost(script: Script, text: &str) -> f32 {
        let mut model = Narrow::new(script);
        let before = model.cost(script);
        for c in text.chars() {
            match u8::try_from(c) {
                Ok(byte) if byte.is_ascii() => model.ascii(script, byte),
                _ => model.push(script, c),
            }
        }
        model.end(script);
        model.cost(script) - before
    }

    #[test]
    fn rare_sequences_of_letters_cost_more() {
        use Script::{Arabic, Cyrillic, Greek, Hebrew, Latin, Thai};
        for (script, frequent, rare) in [
            // A capital inside a word.
            (Latin, "AÉ", "aÉ"),
            (Latin, "aé", "aÉ"),
            (Cyrillic, "Бб", "бБ"),
            (Cyrillic, "Бб", "ББ"),
            (Greek, "Λλ", "λΛ"),
            // A letter with an accent at the start of a word, or next to another one.
            (Latin, "aé", "1é"),
            (Latin, "éaéa", "ééaa"),
            // A letter next to one of ASCII.
            (Cyrillic, "1б", "aб"),
            (Cyrillic, "1б", "Aб"),
            (Cyrillic, "б1", "бa"),
            (Hebrew, "1ש", "aש"),
            (Hebrew, "1ש", "Aש"),
            (Arabic, "م1", "مa"),
            (Thai, "1ก", "aก"),
            // Vowels alternate with consonants.
            (Cyrillic, "бо1бо1", "бб1оо1"),
            (Cyrillic, "бо1об1", "бб1оо1"),
            (Greek, "λο1λο1", "λλ1οο1"),
            // Letters of other languages, and symbols.
            (Latin, "éèàç", "éőñđ"),
            (Latin, "a–", "a¤"),
            (Latin, "a¤", "a\u{85}"),
            (Latin, "a¤", "é¤"),
            (Cyrillic, "а", "ђ"),
            (Cyrillic, "ё", "ђ"),
            (Cyrillic, "і", "ђ"),
            (Cyrillic, "б1", "¤1"),
            (Greek, "λ", "¤"),
            (Hebrew, "ש", "¤"),
        ] {
            assert!(
                cost(script, frequent) < cost(script, rare),
                "{script:?}: {frequent} {rare}"
            );
        }
        // Each value starts from scratch.
        let mut model = Narrow::new(Cyrillic);
        for _ in 0..2 {
            model.push(Cyrillic, 'о');
            model.end(Cyrillic);
        }
        assert_eq!(model.cost(Cyrillic), 2.0 * cost(Cyrillic, "о"));
    }
}
