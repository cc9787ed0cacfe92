use std::fmt;

use crate::json::strict_number;

/// A decimal number that keeps its spelling: `6.50` stays `6.50`.
///
/// ```
/// use kifu_jgf::Number;
///
/// let komi = Number::parse("6.50").unwrap();
/// assert_eq!((komi.to_string().as_str(), komi.to_f64()), ("6.50", 6.5));
/// assert_eq!(Number::from(19).to_u32(), Some(19));
/// assert_eq!(Number::parse("3 stones"), None);
/// ```
///
/// Two numbers are equal if they have the same spelling.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Number(Box<str>);

impl Number {
    /// Parses a number in the syntax of JSON; `+1`, `.5`, `5.` and `007` are normalized.
    pub fn parse(text: &str) -> Option<Number> {
        strict_number(text.trim()).map(|number| Number(number.into()))
    }

    /// The number in the syntax of JSON.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Converts to the nearest floating-point number; infinite if the number is too large.
    pub fn to_f64(&self) -> f64 {
        self.0.parse().expect("Rust parses all JSON numbers")
    }

    /// Converts to an integer from 0 to 4,294,967,295; `None` for any other number. `19.0` is converted to 19.
    pub fn to_u32(&self) -> Option<u32> {
        self.0.parse().ok().or_else(|| {
            let number = self.to_f64();
            let whole = (0.0..=f64::from(u32::MAX)).contains(&number) && number.fract() == 0.0;
            whole.then_some(number as u32)
        })
    }
}

impl From<i32> for Number {
    fn from(number: i32) -> Number {
        Number(number.to_string().into())
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
