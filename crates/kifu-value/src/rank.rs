//! Ranks: `BR`, `WR` (FF\[4\]; 2016 draft, *BR, WR*).

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::scan::{Scan, fold};
use super::{Parsed, ReadError, ReadErrorKind, span};

const RANK: &str = "a rank such as `9p`, `6d ama` or `15k`, or a title";

/// The strength of a player, as a record states it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Standing {
    /// A rank: `9p`, `13k*`.
    Rank(Rank),
    /// A numeric rating, as programs have: `2126`.
    Rating(u16, Assessment),
    /// A title: `Honorary Meijin`.
    Title(String),
    /// An amateur or a professional without a stated rank: `ama`, `insei`.
    Only(Class),
    /// A player without a rank: `NR`.
    Unranked,
}

/// A rank in kyu or dan.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rank {
    /// The scale of the rank: kyu or dan.
    pub grade: Grade,
    /// The number on the scale: 1 to 10 dan, or 1 to 99 kyu.
    pub number: u8,
    /// Whether it is an amateur or a professional rank, if stated.
    pub class: Option<Class>,
    /// The certainty of the rank.
    pub assessment: Assessment,
}

impl Rank {
    /// Creates a rank of 1 to 99 kyu; `None` for any other number.
    pub const fn kyu(number: u8) -> Option<Rank> {
        Rank::new(Grade::Kyu, number, None)
    }

    /// Creates a rank of 1 to 10 dan; `None` for any other number.
    pub const fn dan(number: u8) -> Option<Rank> {
        Rank::new(Grade::Dan, number, None)
    }

    /// Creates a professional rank of 1 to 10 dan; `None` for any other number.
    pub const fn professional(number: u8) -> Option<Rank> {
        Rank::new(Grade::Dan, number, Some(Class::Professional))
    }

    const fn new(grade: Grade, number: u8, class: Option<Class>) -> Option<Rank> {
        let max = match (grade, class) {
            // Professional ranks are only in dan.
            (Grade::Kyu, Some(Class::Professional)) => 0,
            (Grade::Kyu, _) => 99,
            (Grade::Dan, _) => 10,
        };
        if 1 <= number && number <= max {
            Some(Rank {
                grade,
                number,
                class,
                assessment: Assessment::Unstated,
            })
        } else {
            None
        }
    }

    /// The rank as `k`, `d` or `p`: without its assessment, and without a class other than professional.
    ///
    /// ```
    /// use kifu_value::Rank;
    ///
    /// let rank: Rank = "6d? ama".parse()?;
    /// assert_eq!(rank.bare().to_string(), "6d");
    /// # Ok::<(), kifu_value::ReadError>(())
    /// ```
    #[must_use]
    pub const fn bare(self) -> Rank {
        Rank {
            class: match (self.grade, self.class) {
                (Grade::Dan, Some(Class::Professional)) => self.class,
                _ => None,
            },
            assessment: Assessment::Unstated,
            ..self
        }
    }

    /// A number that is greater for a stronger rank. Professional dan is stronger than dan, and dan is stronger than
    /// kyu.
    ///
    /// Ranks do not implement `Ord`, because `6d` and `6d?` are different, but equally strong.
    ///
    /// ```
    /// use kifu_value::Rank;
    ///
    /// let strength = |text: &str| text.parse().map(Rank::strength).unwrap();
    /// assert!(strength("13k") < strength("1k") && strength("1k") < strength("1d"));
    /// assert!(strength("9d") < strength("1p"));
    /// assert_eq!(strength("6d?"), strength("6d ama"));
    /// ```
    pub const fn strength(self) -> i16 {
        /// A number greater than the number of any rank.
        const PROFESSIONAL: i16 = 256;
        match (self.grade, self.class) {
            (Grade::Kyu, _) => -(self.number as i16),
            (Grade::Dan, Some(Class::Professional)) => PROFESSIONAL + self.number as i16,
            (Grade::Dan, _) => self.number as i16,
        }
    }
}

/// Parses one rank, in any spelling that [`ranks`] reads.
///
/// ```
/// use kifu_value::Rank;
///
/// assert_eq!("9p".parse(), Ok(Rank::professional(9).unwrap()));
/// assert_eq!("5段".parse(), Ok(Rank::dan(5).unwrap()));
/// assert!("5d, 6d".parse::<Rank>().is_err() && "11d".parse::<Rank>().is_err());
/// ```
impl FromStr for Rank {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Rank, ReadError> {
        match standing(text)?.value {
            Standing::Rank(rank) => Ok(rank),
            _ => Err(ReadError::new(
                ReadErrorKind::Malformed,
                "a rank such as `9p`, `6d ama` or `15k`",
                0,
                text.len(),
            )),
        }
    }
}

/// The two scales of ranks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Grade {
    /// The lower scale; 1 kyu is the strongest.
    Kyu,
    /// The higher scale; 1 dan is the weakest.
    Dan,
}

/// Whether a player is an amateur or a professional.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Class {
    /// An amateur.
    Amateur,
    /// A professional.
    Professional,
    /// A student who is training to become a professional.
    Insei,
}

/// The certainty of a rank, as a server states it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Assessment {
    /// The record does not state the certainty.
    #[default]
    Unstated,
    /// The rank is uncertain: `?`.
    Uncertain,
    /// The rank is established: `*`.
    Established,
}

/// The ranks of a side: one or more for each of its players.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Ranks(pub Vec<Vec<Standing>>);

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = match (self.grade, self.class) {
            (Grade::Kyu, _) => 'k',
            (Grade::Dan, Some(Class::Professional)) => 'p',
            (Grade::Dan, _) => 'd',
        };
        write!(f, "{}{letter}{}", self.number, self.assessment)?;
        match self.class {
            Some(Class::Amateur) => f.write_str(" ama"),
            Some(Class::Insei) => f.write_str(" insei"),
            Some(Class::Professional) | None => Ok(()),
        }
    }
}

impl fmt::Display for Assessment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Assessment::Unstated => "",
            Assessment::Uncertain => "?",
            Assessment::Established => "*",
        })
    }
}

/// Writes the forms of the draft: `9p`, `6d ama`, `15k?`, `Honorary Meijin`.
impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Standing::Rank(rank) => write!(f, "{rank}"),
            Standing::Rating(rating, assessment) => write!(f, "{rating}{assessment}"),
            Standing::Title(title) => f.write_str(title),
            Standing::Only(Class::Amateur) => f.write_str("ama"),
            Standing::Only(Class::Professional) => f.write_str("pro"),
            Standing::Only(Class::Insei) => f.write_str("insei"),
            Standing::Unranked => f.write_str("NR"),
        }
    }
}

/// Writes the players separated by ` & `, and the ranks of a player separated by `, `.
impl fmt::Display for Ranks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, ranks) in self.0.iter().enumerate() {
            f.write_str(if n == 0 { "" } else { " & " })?;
            write_list(f, ranks)?;
        }
        Ok(())
    }
}

pub(super) fn write_list(f: &mut fmt::Formatter<'_>, ranks: &[Standing]) -> fmt::Result {
    for (n, rank) in ranks.iter().enumerate() {
        let comma = if n == 0 { "" } else { ", " };
        write!(f, "{comma}{rank}")?;
    }
    Ok(())
}

/// Reads the ranks of a side.
///
/// The standard forms are `9p`, `6d` and `15k`, optionally followed by `?`, `*` or ` ama`; known titles; several of
/// these, separated by commas; and the ranks of several players, separated by `&`. The reader also accepts forms such
/// as `9 dan`, `九段`, `业余5段`, `アマ六段`, `7단`, `5급`, and the Fox server's `P9段`.
///
/// ```
/// use kifu_value::ranks;
///
/// assert!(ranks("5p, Female Honinbo").unwrap().is_exact());
/// assert_eq!(ranks("P9段").unwrap().value.to_string(), "9p");
/// assert_eq!(ranks("アマ六段").unwrap().value.to_string(), "6d ama");
/// assert_eq!(ranks("8d & 3d").unwrap().value.0.len(), 2);
/// ```
///
/// # Errors
///
/// [`ReadError`] if a part of the text is neither a rank nor a title; the span is in the first such
/// part.
pub fn ranks(text: &str) -> Result<Parsed<Ranks>, ReadError> {
    let mut read = Parsed::exact(Ranks(Vec::new()));
    for (at, part) in split(text, &['&', '＆']) {
        let player = list(part).map_err(|error| error.moved(at))?;
        read.value.0.push(player.value);
        read = read.or_leniency(player.lenient);
    }
    read.lenient = read.lenient.map(|how| super::Leniency {
        span: span(0, text.len()),
        ..how
    });
    Ok(read)
}

/// Reads the ranks of one player.
pub(super) fn list(text: &str) -> Result<Parsed<Vec<Standing>>, ReadError> {
    let mut read = Parsed::exact(Vec::new());
    for (at, part) in split(text, &[',', '，', '、']) {
        let standing = standing(part).map_err(|error| error.moved(at))?;
        read.value.push(standing.value);
        read = read.or_leniency(standing.lenient);
    }
    Ok(read)
}

/// The trimmed parts of a text between separators, each with its offset.
pub(super) fn split<'t>(
    text: &'t str,
    separators: &'t [char],
) -> impl Iterator<Item = (usize, &'t str)> {
    let mut at = 0;
    text.split_inclusive(separators)
        .chain(text.ends_with(separators).then_some(""))
        .chain(text.is_empty().then_some(""))
        .map(move |part| {
            let start = at + part.len() - part.trim_start().len();
            at += part.len();
            let part = part.strip_suffix(separators).unwrap_or(part);
            (start, part.trim())
        })
}

#[derive(Clone, Copy)]
enum Word {
    Grade(Grade),
    Class(Class),
    Assessment(Assessment),
    Nothing,
}

/// The words of ranks, [folded](fold).
const WORDS: &[(&str, Word)] = {
    use Assessment::{Established, Uncertain};
    use Class::{Amateur, Insei, Professional};
    use Grade::{Dan, Kyu};
    &[
        ("k", Word::Grade(Kyu)),
        ("kyu", Word::Grade(Kyu)),
        ("gup", Word::Grade(Kyu)),
        ("级", Word::Grade(Kyu)),
        ("급", Word::Grade(Kyu)),
        ("d", Word::Grade(Dan)),
        ("dan", Word::Grade(Dan)),
        ("段", Word::Grade(Dan)),
        ("단", Word::Grade(Dan)),
        ("p", Word::Class(Professional)),
        ("pro", Word::Class(Professional)),
        ("professional", Word::Class(Professional)),
        ("职业", Word::Class(Professional)),
        ("プロ", Word::Class(Professional)),
        ("프로", Word::Class(Professional)),
        ("ama", Word::Class(Amateur)),
        ("amateur", Word::Class(Amateur)),
        ("业余", Word::Class(Amateur)),
        ("アマ", Word::Class(Amateur)),
        ("아마", Word::Class(Amateur)),
        ("insei", Word::Class(Insei)),
        ("院生", Word::Class(Insei)),
        ("연구생", Word::Class(Insei)),
        ("?", Word::Assessment(Uncertain)),
        ("provisional", Word::Assessment(Uncertain)),
        ("*", Word::Assessment(Established)),
        ("+", Word::Nothing),
        (" ", Word::Nothing),
        ("(", Word::Nothing),
        (")", Word::Nothing),
    ]
};

/// Reads one rank, rating or title.
fn standing(text: &str) -> Result<Parsed<Standing>, ReadError> {
    let mut scan = Scan::new(text);
    if text.is_empty() {
        return Err(scan.expected(RANK));
    }
    if is_title(text) {
        return Ok(Parsed::exact(Standing::Title(text.into())));
    }
    let other = scan.certain("a rank in a nonstandard form");
    let standing = match scan.word(UNRANKED) {
        Some(()) if scan.is_done() => Standing::Unranked,
        Some(()) => return Err(scan.expected(RANK)),
        None => parts(&mut scan)?,
    };
    // The text states more than the rank, or has two assessments.
    let is_more = text.contains(['+', '＋']) || text.matches(['?', '*', '？', '＊']).count() > 1;
    let more = is_more
        .then(|| super::Leniency::guess("a rank with additional characters", span(0, text.len())));
    let exact = alloc::format!("{standing}") == text;
    Ok(Parsed::exact(standing)
        .or_leniency(more)
        .or_leniency((!exact).then_some(other)))
}

const UNRANKED: &[(&str, ())] = &[
    ("nr", ()),
    ("ur", ()),
    ("-", ()),
    ("unranked", ()),
    ("none", ()),
];

fn parts(scan: &mut Scan<'_>) -> Result<Standing, ReadError> {
    let (mut number, mut grade, mut class) = (None, None, None);
    let mut assessment = Assessment::Unstated;
    while !scan.is_done() {
        let start = scan.at();
        match scan.word(WORDS) {
            Some(Word::Grade(found)) if grade.is_none() => grade = Some(found),
            Some(Word::Class(found)) if class.is_none() => class = Some(found),
            Some(Word::Assessment(found)) => assessment = found,
            Some(Word::Nothing) => {}
            _ => {
                scan.back_to(start);
                let found = place(scan).filter(|_| number.is_none());
                number = Some((start, found.ok_or_else(|| scan.expected(RANK))?, scan.at()));
            }
        }
    }
    let Some((start, number, end)) = number else {
        let only = class.filter(|_| grade.is_none());
        return only.map(Standing::Only).ok_or_else(|| scan.expected(RANK));
    };
    scan.back_to(end);
    let grade = match (grade, class) {
        (Some(grade), _) => grade,
        (None, Some(Class::Professional)) => Grade::Dan,
        (None, None) if number >= 100 => {
            let rating = u16::try_from(number).ok().filter(|&rating| rating < 10_000);
            return match rating {
                Some(rating) => Ok(Standing::Rating(rating, assessment)),
                None => Err(scan.impossible(start, "a rating below 10000")),
            };
        }
        _ => return Err(scan.expected("the scale of a rank, such as `d` or `k`")),
    };
    let rank = u8::try_from(number).ok();
    let rank = rank.and_then(|number| Rank::new(grade, number, class));
    match rank {
        Some(rank) => Ok(Standing::Rank(Rank { assessment, ..rank })),
        None => Err(scan.impossible(
            start,
            "a rank from `99k` to `1k`, `1d` to `10d` or `1p` to `10p`",
        )),
    }
}

/// Takes the number of a rank; 初 is 1.
fn place(scan: &mut Scan<'_>) -> Option<u64> {
    match scan.word(&[("初", 1), ("초", 1)]) {
        Some(one) => Some(one),
        None => scan.integer(),
    }
}

/// Whether a text contains a word that occurs in titles.
fn is_title(text: &str) -> bool {
    const LATIN: &str = " honinbo meijin kisei judan tengen oza gosei kakusei ryusei saikyo okan \
        cup champion haoh senshuken shinjin shinjino ki-in kuksu guksu myungin wangwi mingren \
        tianyuan amahoninbo amameijin ";
    const CJK: [&str; 15] = [
        "本因坊",
        "名人",
        "棋圣",
        "棋聖",
        "十段",
        "天元",
        "王座",
        "碁聖",
        "国手",
        "冠军",
        "杯",
        "名誉",
        "국수",
        "명인",
        "왕위",
    ];
    let folded: String = text.chars().map(fold).collect();
    let mut words = folded.split([' ', '/']);
    words.any(|word| word.len() > 2 && LATIN.split(' ').any(|title| title == word))
        || !text.is_ascii() && CJK.iter().any(|title| text.contains(title))
}

/// Writes ranks in the style of an old value, for example with `段` or `级`.
///
/// ```
/// use kifu_value::{ranks, respell_ranks};
///
/// let new = ranks("6d").unwrap().value;
/// assert_eq!(respell_ranks("5段", &new), "6段");
/// assert_eq!(respell_ranks("5 dan", &new), "6 dan");
/// assert_eq!(respell_ranks("5d", &new), "6d");
/// ```
pub fn respell_ranks(old: &str, new: &Ranks) -> String {
    let manner = MANNERS.iter().find(|manner| old.contains(manner.known_by));
    let plain = || alloc::format!("{new}");
    let Some(manner) = manner else {
        return plain();
    };
    let spell = |standing: &Standing| match standing {
        Standing::Rank(rank) => {
            let unit = match rank.grade {
                Grade::Kyu => manner.kyu,
                Grade::Dan => manner.dan,
            };
            let class = match rank.class {
                Some(Class::Professional) => manner.professional,
                Some(Class::Amateur) => manner.amateur,
                Some(Class::Insei) => "insei ",
                None => "",
            };
            alloc::format!("{class}{}{unit}{}", rank.number, rank.assessment)
        }
        other => alloc::format!("{other}"),
    };
    let players = new.0.iter().map(|ranks| {
        let ranks: Vec<String> = ranks.iter().map(spell).collect();
        ranks.join(", ")
    });
    players.collect::<Vec<_>>().join(" & ")
}

struct Manner {
    known_by: &'static str,
    professional: &'static str,
    amateur: &'static str,
    dan: &'static str,
    kyu: &'static str,
}

const MANNERS: [Manner; 6] = [
    manner("단", "프로", "아마", "단", "급"),
    manner("급", "프로", "아마", "단", "급"),
    manner("级", "P", "业余", "段", "级"),
    manner("級", "P", "アマ", "段", "級"),
    manner("段", "P", "业余", "段", "级"),
    manner(" dan", "pro ", "ama ", " dan", " kyu"),
];

const fn manner(
    known_by: &'static str,
    professional: &'static str,
    amateur: &'static str,
    dan: &'static str,
    kyu: &'static str,
) -> Manner {
    Manner {
        known_by,
        professional,
        amateur,
        dan,
        kyu,
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn ranks_are_parsed_and_ordered_by_strength() {
        let rising = ["99k", "13k", "1k", "1d", "9d", "10d", "1p", "9p"];
        let ranks = rising.map(|text| text.parse::<Rank>().unwrap());
        assert!(ranks.map(Rank::strength).is_sorted_by(|a, b| a < b));
        assert_eq!(ranks.map(|rank| rank.to_string()), rising);
        for (text, bare) in [
            ("5K*", "5k"),
            ("7d insei", "7d"),
            ("プロ九段", "9p"),
            ("3k ama", "3k"),
        ] {
            assert_eq!(
                text.parse::<Rank>().unwrap().bare().to_string(),
                bare,
                "{text}"
            );
        }
        for wrong in [
            "",
            "0d",
            "11d",
            "100k",
            "5",
            "d",
            "NR",
            "pro",
            "2126",
            "Honorary Meijin",
        ] {
            assert!(wrong.parse::<Rank>().is_err(), "{wrong}");
        }
        assert!(Rank::kyu(0).is_none() && Rank::kyu(100).is_none() && Rank::dan(11).is_none());
    }

    #[test]
    fn ranks_in_standard_form() {
        for text in [
            "9p",
            "6d",
            "15k",
            "13k*",
            "1k?",
            "6d ama",
            "NR",
            "ama",
            "insei",
            "Honorary Meijin",
            "5p, Female Honinbo",
            "8d & 3d & 7d",
            "9p, Kisei & 8p",
            "2126",
            "1500*",
            "Women's Honinbo & 25th Honinbo",
            "本因坊",
            "Kansai Ki-in 1st",
        ] {
            let read = ranks(text).unwrap();
            assert!(read.is_exact(), "{text}");
            assert_eq!(read.value.to_string(), text);
        }
    }

    #[test]
    fn ranks_in_other_spellings() {
        for (text, canonical) in [
            ("9P", "9p"),
            ("9 dan", "9d"),
            ("10 kyu", "10k"),
            ("9 Dan Professional", "9p"),
            ("九段", "9d"),
            ("9段", "9d"),
            ("９段", "9d"),
            ("7段*", "7d*"),
            ("业余5段", "5d ama"),
            ("業余五段", "5d ama"),
            ("アマ六段", "6d ama"),
            ("5급", "5k"),
            ("7단", "7d"),
            ("초단", "1d"),
            ("初段", "1d"),
            ("14级", "14k"),
            ("P9段", "9p"),
            ("P3", "3p"),
            ("프로", "pro"),
            ("프로 9단", "9p"),
            ("아마5단", "5d ama"),
            ("provisional 1d", "1d?"),
            ("NR ", "NR"),
            ("UR", "NR"),
            ("9p,Honinbo", "9p, Honinbo"),
            ("3p&9p", "3p & 9p"),
            ("九段，名人", "9d, 名人"),
        ] {
            let read = ranks(text).unwrap();
            assert_eq!(read.value.to_string(), canonical, "{text}");
            assert_eq!(ranks(canonical).unwrap().value, read.value, "{canonical}");
        }
    }

    #[test]
    fn errors_point_at_the_fault() {
        for (text, start, end) in [
            ("", 0, 0),
            ("?", 1, 1),
            ("9", 1, 2),
            ("5a", 1, 2),
            ("5p or 6p", 3, 5),
            ("5-7d", 1, 2),
            ("201단", 0, 3),
            ("0k", 0, 1),
            ("d", 1, 1),
            ("9p & ", 5, 5),
            ("9p, x & 3p", 4, 5),
            ("99999", 0, 5),
        ] {
            let error = ranks(text).unwrap_err();
            assert_eq!(error.span.start, start, "{text}");
            assert!(error.span.end <= end.max(start), "{text}");
        }
    }

    #[test]
    fn respelled_ranks_keep_their_style() {
        for old in ["9p", "9段", "5급", "9단", "5级", "3級", "9 dan", ""] {
            for new in ["3p", "6d ama", "15k?", "5p, Honinbo & 1d", "NR"] {
                let new = ranks(new).unwrap().value;
                let spelled = respell_ranks(old, &new);
                assert_eq!(ranks(&spelled).unwrap().value, new, "{old} {spelled}");
            }
        }
    }
}
