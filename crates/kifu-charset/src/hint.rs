use alloc::vec::Vec;

use crate::charset::Charset;
use crate::confidence::Confidence;
use crate::detect::{Guess, Ranking, confidences};

/// A hint about the origin of a record: a country, a language or a charset.
///
/// A hint decides only between charsets that fit the bytes about equally well. A wrong hint does not override clear
/// evidence.
///
/// ```
/// use kifu_charset::{Charset, Hint};
///
/// let hint = Hint::for_label("kr").unwrap();
/// assert!(hint.favors(Charset::for_label(b"EUC-KR").unwrap()));
/// assert!(Hint::for_label("Big5").unwrap().favors(Charset::for_label(b"Big5").unwrap()));
/// assert_eq!(Hint::for_label("atlantis"), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hint(Favored);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Favored {
    One(Charset),
    Any(&'static [Charset]),
}

/// Codes of countries (ISO 3166) and languages (ISO 639), and the charsets used there.
const PLACES: [(&[&str], &[Charset]); 11] = [
    (
        &["cn", "sg", "zh-hans", "zh-cn"],
        &[Charset::GBK, Charset::GB18030],
    ),
    (&["tw", "hk", "mo", "zh-hant", "zh-tw"], &[Charset::BIG5]),
    (&["zh"], &[Charset::GBK, Charset::GB18030, Charset::BIG5]),
    (
        &["jp", "ja"],
        &[Charset::SHIFT_JIS, Charset::EUC_JP, Charset::ISO_2022_JP],
    ),
    (
        &["kr", "kp", "ko"],
        &[Charset::EUC_KR, Charset::ISO_2022_KR],
    ),
    (
        &["ru", "by", "be", "kz", "bg"],
        &[
            Charset::WINDOWS_1251,
            Charset::KOI8_R,
            Charset::IBM866,
            Charset::ISO_8859_5,
            Charset::X_MAC_CYRILLIC,
        ],
    ),
    (
        &["ua", "uk"],
        &[
            Charset::WINDOWS_1251,
            Charset::KOI8_U,
            Charset::ISO_8859_5,
            Charset::X_MAC_CYRILLIC,
        ],
    ),
    (
        &["pl", "cz", "cs", "sk", "hu", "ro", "hr", "si", "sl"],
        &[Charset::WINDOWS_1250, Charset::ISO_8859_2],
    ),
    (&["tr"], &[Charset::WINDOWS_1254]),
    (&["gr", "el"], &[Charset::WINDOWS_1253, Charset::ISO_8859_7]),
    (
        &[
            "us", "gb", "en", "de", "at", "ch", "fr", "es", "pt", "br", "it", "nl", "se", "sv",
            "dk", "da", "no", "fi",
        ],
        &[Charset::WINDOWS_1252, Charset::MACINTOSH],
    ),
];

impl Hint {
    /// Returns the hint for the code of a country (`cn`, `jp`, `tw`, `kr`, `ru`, …) or a language (`zh`, `ja`,
    /// `ko`, …), or for the name of a charset.
    pub fn for_label(label: &str) -> Option<Hint> {
        let place = PLACES
            .iter()
            .find(|(places, _)| places.iter().any(|place| place.eq_ignore_ascii_case(label)));
        match place {
            Some((_, charsets)) => Some(Hint(Favored::Any(charsets))),
            None => Charset::for_label(label.as_bytes()).map(Hint::from),
        }
    }

    /// Whether the hint favors this charset.
    pub fn favors(self, charset: Charset) -> bool {
        match self.0 {
            Favored::One(one) => one.reads_as(charset),
            Favored::Any(charsets) => charsets.contains(&charset),
        }
    }
}

impl From<Charset> for Hint {
    fn from(charset: Charset) -> Hint {
        Hint(Favored::One(charset))
    }
}

/// A common decision for many files, such as those of a directory.
///
/// A file with too little evidence of its own gets the charset that all files together make likely. A file whose bytes
/// contradict this charset keeps its own.
///
/// ```
/// use kifu_charset::{Detector, Vote};
///
/// let names: [&[u8]; 3] = [b"\xC0\xCC\xC3\xA2\xC8\xA3", b"\xC1\xB6\xC8\xC6\xC7\xF6", b"\xB0\xAD"];
/// let rankings = names.map(|name| {
///     let mut detector = Detector::new();
///     detector.feed(name);
///     detector.ranking()
/// });
/// let mut vote = Vote::new();
/// rankings.iter().for_each(|ranking| vote.add(ranking));
/// assert_eq!(vote.decide(&rankings[2]).unwrap().charset.name(), "EUC-KR");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Vote {
    /// The evidence of all files against each charset, in bits.
    costs: Vec<(Charset, f32)>,
    files: f32,
}

/// The maximum evidence of a single file against a charset, in bits.
const MAX_COST: f32 = 24.0;

/// The maximum evidence of a file against the common decision, in bits, with which the file still accepts it.
const MAX_DISSENT: f32 = 10.0;

impl Vote {
    /// Creates a vote without files.
    pub fn new() -> Vote {
        Vote::default()
    }

    /// Counts one file. A file without evidence does not count.
    pub fn add(&mut self, ranking: &Ranking) {
        if ranking.costs.is_empty() {
            return;
        }
        for (charset, cost) in &ranking.costs {
            let cost = cost.min(MAX_COST);
            match self.costs.iter_mut().find(|known| known.0 == *charset) {
                Some(known) => known.1 += cost,
                // The earlier files ruled this charset out.
                None => self.costs.push((*charset, self.files * MAX_COST + cost)),
            }
        }
        for known in &mut self.costs {
            if !ranking.costs.iter().any(|(charset, _)| *charset == known.0) {
                known.1 += MAX_COST;
            }
        }
        self.files += 1.0;
    }

    /// The common charset of all files; `None` if no file has evidence.
    pub fn decision(&self) -> Option<Guess> {
        let mut costs = self.costs.clone();
        costs.sort_by(|a, b| a.1.total_cmp(&b.1));
        let charset = costs.first()?.0;
        let confidence = confidences(costs.iter().map(|(_, cost)| *cost)).next()?;
        Some(Guess {
            charset,
            confidence,
        })
    }

    /// The charset of one of the files: the common decision if the file does not contradict it, or else its own
    /// charset. `None` if the file has no evidence.
    pub fn decide(&self, ranking: &Ranking) -> Option<Guess> {
        let own = ranking.best()?;
        let decision = self.decision()?;
        let cost = ranking
            .costs
            .iter()
            .find(|(charset, _)| *charset == decision.charset);
        match cost {
            Some((charset, _)) if *charset == own.charset => Some(Guess {
                confidence: own.confidence.max(decision.confidence),
                ..own
            }),
            Some((_, cost)) if *cost <= MAX_DISSENT => Some(Guess {
                // The file's evidence against the charset reduces the confidence.
                confidence: Confidence::new(decision.confidence.get() * (1.0 - cost / 64.0)),
                ..decision
            }),
            _ => Some(own),
        }
    }
}
