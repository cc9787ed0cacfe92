use core::fmt;

/// How sure a charset is, from 0 to 1: of many answers with a confidence of 0.9, nine in
/// ten or more are right. The README says how that was measured.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Confidence(u16);

impl Confidence {
    /// There is no doubt.
    pub const CERTAIN: Confidence = Confidence(10_000);

    /// What a record says of itself, where its bytes do not contradict.
    pub(crate) const SAID: Confidence = Confidence(9_900);

    /// The most that a guess from fewer than four bytes beyond ASCII has: two bytes are a letter
    /// or two in any charset, and damage looks the same.
    pub(crate) const FEW: Confidence = Confidence(5_000);

    /// The least that a guess needs to be acted on: see [`Found::is_sure`](crate::Found::is_sure).
    pub(crate) const SURE: Confidence = Confidence(9_000);

    /// Nothing speaks for it.
    pub const NONE: Confidence = Confidence(0);

    /// As a number from 0 to 1, in steps of 1/10,000.
    ///
    /// ```
    /// assert_eq!(kifu_charset::Confidence::CERTAIN.get(), 1.0);
    /// ```
    pub fn get(self) -> f32 {
        f32::from(self.0) / 10_000.0
    }

    /// The confidence nearest to a number, which is cut to what lies from 0 to 1.
    pub fn new(share: f32) -> Confidence {
        Confidence((share.clamp(0.0, 1.0) * 10_000.0 + 0.5) as u16)
    }

    /// As [`Confidence::get`], 10,000 times as large.
    pub const fn per_10_000(self) -> u16 {
        self.0
    }
}

/// As a whole percentage, rounded down: `97 %`.
impl fmt::Display for Confidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} %", self.0 / 100)
    }
}

/// Two to the power of `-x`, for `x` not below zero.
pub(crate) fn halved(x: f32) -> f32 {
    if x > 60.0 {
        return 0.0;
    }
    let whole = x as u32;
    let part = x - whole as f32;
    // Within half a percent, and exact at both ends.
    let part = 1.0 - part * (0.659 - part * 0.159);
    part / (1u64 << whole) as f32
}
