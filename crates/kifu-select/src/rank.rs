use std::fmt;

/// A rank in kyu, dan, or dan of professionals: from 99 kyu up to 1 kyu, from 1 dan, from 1 dan
/// professional.
///
/// ```
/// use kifu_select::Rank;
///
/// let rank = |text| Rank::parse(text).unwrap();
/// assert!(rank("13k") < rank("1k") && rank("1k") < rank("1d") && rank("9d") < rank("1p"));
/// assert_eq!(rank("9P").to_string(), "9p");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rank(i16);

/// Where the dan of professionals start.
const PROFESSIONAL: i16 = 100;

impl Rank {
    /// So many kyu, 1 to 99.
    pub fn kyu(number: u8) -> Option<Rank> {
        in_range(number).map(|number| Rank(-number))
    }

    /// So many dan, 1 to 99.
    pub fn dan(number: u8) -> Option<Rank> {
        in_range(number).map(Rank)
    }

    /// So many dan of a professional, 1 to 99.
    pub fn professional(number: u8) -> Option<Rank> {
        in_range(number).map(|number| Rank(PROFESSIONAL + number))
    }

    /// Reads a number with `k`, `d` or `p` behind it.
    pub fn parse(text: &str) -> Option<Rank> {
        let (number, scale) = text.split_at_checked(text.len().checked_sub(1)?)?;
        if !number.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let number = number.parse().ok()?;
        match scale {
            "k" | "K" => Rank::kyu(number),
            "d" | "D" => Rank::dan(number),
            "p" | "P" => Rank::professional(number),
            _ => None,
        }
    }
}

fn in_range(number: u8) -> Option<i16> {
    (1..=99).contains(&number).then(|| i16::from(number))
}

/// As [`Rank::parse`] reads it.
impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            kyu @ ..=0 => write!(f, "{}k", -kyu),
            dan @ 1..=PROFESSIONAL => write!(f, "{dan}d"),
            professional => write!(f, "{}p", professional - PROFESSIONAL),
        }
    }
}
