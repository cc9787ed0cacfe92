use core::fmt;

/// The probability that a charset is right, from 0 to 1. At least nine out of ten answers with a confidence of 0.9 are
/// right; the README describes the measurement.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Confidence(u16);

impl Confidence {
    /// The charset is certain.
    pub const CERTAIN: Confidence = Confidence(10_000);

    /// The confidence in a declared charset that the bytes do not contradict.
    pub(crate) const DECLARED: Confidence = Confidence(9_900);

    /// The maximum for a guess from fewer than four non-ASCII bytes: two bytes are one or two letters in any charset,
    /// and damage looks the same.
    pub(crate) const FEW: Confidence = Confidence(5_000);

    /// The minimum for a sure guess: see [`DetectedCharset::is_sure`](crate::DetectedCharset::is_sure).
    pub(crate) const SURE: Confidence = Confidence(9_000);

    /// There is no evidence for the charset.
    pub const NONE: Confidence = Confidence(0);

    /// The confidence as a number from 0 to 1, in steps of 1/10,000.
    ///
    /// ```
    /// assert_eq!(kifu_charset::Confidence::CERTAIN.get(), 1.0);
    /// ```
    pub fn get(self) -> f32 {
        f32::from(self.0) / 10_000.0
    }

    /// The confidence closest to a probability, which is clamped to the range from 0 to 1.
    pub fn new(probability: f32) -> Confidence {
        Confidence((probability.clamp(0.0, 1.0) * 10_000.0 + 0.5) as u16)
    }

    /// The confidence as an integer from 0 to 10,000.
    pub const fn per_10_000(self) -> u16 {
        self.0
    }
}

/// Writes a whole percentage, rounded down: `97 %`.
impl fmt::Display for Confidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} %", self.0 / 100)
    }
}

/// Approximates two to the power of `-x`, for `x` of at least 0.
pub(crate) fn halved(x: f32) -> f32 {
    if x > 60.0 {
        return 0.0;
    }
    let whole = x as u32;
    let part = x - whole as f32;
    // The error is below half a percent, and the ends are exact.
    let part = 1.0 - part * (0.659 - part * 0.159);
    part / (1u64 << whole) as f32
}
