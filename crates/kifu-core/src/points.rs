use core::fmt;
use core::iter::Sum;
use core::ops::{Add, AddAssign, Neg, Sub, SubAssign};
use core::str::FromStr;

/// An exact amount of points: a komi, a score, a margin.
///
/// The amount is stored in hundredths of a point, so every komi that records write in decimals (`6.5`, `3.75`) is
/// exact and nothing is rounded. The range is about ±21 million points; arithmetic saturates.
///
/// ```
/// use kifu_core::Points;
///
/// let komi: Points = "6.5".parse().unwrap();
/// assert_eq!(komi, Points::from_halves(13));
/// assert_eq!((Points::whole(70) - komi).to_string(), "63.5");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Points {
    hundredths: i32,
}

impl Points {
    /// No points.
    pub const ZERO: Points = Points { hundredths: 0 };

    /// Creates an amount of whole points.
    pub const fn whole(points: i32) -> Points {
        Points {
            hundredths: points.saturating_mul(100),
        }
    }

    /// Creates an amount from half points: `13` is a komi of 6.5.
    pub const fn from_halves(halves: i32) -> Points {
        Points {
            hundredths: halves.saturating_mul(50),
        }
    }

    /// Creates an amount from hundredths of a point: `375` is 3.75.
    pub const fn from_hundredths(hundredths: i32) -> Points {
        Points { hundredths }
    }

    /// The amount in hundredths of a point.
    pub const fn hundredths(self) -> i32 {
        self.hundredths
    }

    /// The absolute amount.
    pub const fn abs(self) -> Points {
        Points {
            hundredths: self.hundredths.saturating_abs(),
        }
    }
}

impl Add for Points {
    type Output = Points;

    fn add(self, other: Points) -> Points {
        Points::from_hundredths(self.hundredths.saturating_add(other.hundredths))
    }
}

impl Sub for Points {
    type Output = Points;

    fn sub(self, other: Points) -> Points {
        Points::from_hundredths(self.hundredths.saturating_sub(other.hundredths))
    }
}

impl Neg for Points {
    type Output = Points;

    fn neg(self) -> Points {
        Points::from_hundredths(self.hundredths.saturating_neg())
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Points) {
        *self = *self + other;
    }
}

impl SubAssign for Points {
    fn sub_assign(&mut self, other: Points) {
        *self = *self - other;
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Points>>(amounts: I) -> Points {
        amounts.fold(Points::ZERO, Add::add)
    }
}

/// Writes the amount in decimals, as short as possible: `6.5`, `-3.75`, `0`.
impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.hundredths < 0 { "-" } else { "" };
        let amount = self.hundredths.unsigned_abs();
        let (whole, part) = (amount / 100, amount % 100);
        match (part, part % 10) {
            (0, _) => write!(f, "{sign}{whole}"),
            (_, 0) => write!(f, "{sign}{whole}.{}", part / 10),
            _ => write!(f, "{sign}{whole}.{part:02}"),
        }
    }
}

/// The error of parsing [`Points`] from a text that is not a decimal number, or is finer than a hundredth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParsePointsError;

impl fmt::Display for ParsePointsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a number of points with at most two decimals, such as `6.5`")
    }
}

impl core::error::Error for ParsePointsError {}

/// Parses an optional sign, digits, and at most two decimals other than trailing zeros: `6.5`, `-3.75`, `+7`, `.5`,
/// `6.500`.
impl FromStr for Points {
    type Err = ParsePointsError;

    fn from_str(text: &str) -> Result<Points, ParsePointsError> {
        let (negative, digits) = match text.as_bytes() {
            [b'-', rest @ ..] => (true, rest),
            [b'+', rest @ ..] => (false, rest),
            all => (false, all),
        };
        let dot = digits.iter().position(|&b| b == b'.');
        let (whole, part) = match dot {
            Some(dot) => (&digits[..dot], &digits[dot + 1..]),
            None => (digits, &[][..]),
        };
        if whole.is_empty() && part.is_empty() {
            return Err(ParsePointsError);
        }
        let digit = |b: u8| match b {
            b'0'..=b'9' => Ok(i32::from(b - b'0')),
            _ => Err(ParsePointsError),
        };
        let mut hundredths = 0i32;
        for &b in whole {
            hundredths = hundredths
                .checked_mul(10)
                .and_then(|n| n.checked_add(digit(b).ok()? * 100))
                .ok_or(ParsePointsError)?;
        }
        for (place, &b) in part.iter().enumerate() {
            let value = match (place, digit(b)?) {
                (0, tenths) => tenths * 10,
                (1, ones) => ones,
                (_, 0) => 0,
                _ => return Err(ParsePointsError),
            };
            hundredths = hundredths.checked_add(value).ok_or(ParsePointsError)?;
        }
        Ok(Points {
            hundredths: if negative { -hundredths } else { hundredths },
        })
    }
}

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use super::*;

    #[test]
    fn points_are_added_and_subtracted() {
        let [komi, half] = [Points::from_halves(13), Points::from_halves(1)];
        assert_eq!(
            (komi + half, komi - half),
            (Points::whole(7), Points::whole(6))
        );
        assert_eq!((-komi).hundredths(), -650);
        assert_eq!(((-komi).abs(), komi.abs()), (komi, komi));
        let mut sum = komi;
        sum += half;
        assert_eq!(sum, Points::whole(7));
        sum -= Points::whole(10);
        assert_eq!(sum, Points::whole(-3));
        assert_eq!(
            [komi, half, -half, half].into_iter().sum::<Points>(),
            Points::whole(7)
        );
    }

    #[test]
    fn arithmetic_saturates() {
        let [most, least] = [i32::MAX, i32::MIN].map(Points::from_hundredths);
        assert_eq!(Points::whole(i32::MAX), most);
        assert_eq!(Points::from_halves(i32::MIN), least);
        assert_eq!(
            (most + most, least - most, -least, least.abs()),
            (most, least, most, most)
        );
    }

    #[test]
    fn the_error_says_what_is_expected() {
        let error = "six".parse::<Points>().unwrap_err().to_string();
        assert_eq!(
            error,
            "expected a number of points with at most two decimals, such as `6.5`"
        );
    }
}
