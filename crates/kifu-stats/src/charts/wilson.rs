//! Confidence intervals.

/// Returns the 95 % confidence interval of a rate by Wilson's method.
pub(super) fn interval(wins: u64, games: u64) -> (f64, f64) {
    const Z: f64 = 1.959_964;
    if games == 0 {
        return (0.0, 1.0);
    }
    let (wins, games) = (wins as f64, games as f64);
    let rate = wins / games;
    let scale = 1.0 + Z * Z / games;
    let middle = (rate + Z * Z / (2.0 * games)) / scale;
    let half = Z * (rate * (1.0 - rate) / games + Z * Z / (4.0 * games * games)).sqrt() / scale;
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_equal_published_ones() {
        let rounded =
            |(low, high): (f64, f64)| ((low * 1e4).round() / 1e4, (high * 1e4).round() / 1e4);
        // Newcombe (1998), Statistics in Medicine 17, table I: 81/263, 15/148, 0/20 and 1/29.
        assert_eq!(rounded(interval(81, 263)), (0.2553, 0.3662));
        assert_eq!(rounded(interval(15, 148)), (0.0624, 0.1605));
        assert_eq!(rounded(interval(0, 20)), (0.0, 0.1611));
        assert_eq!(rounded(interval(1, 29)), (0.0061, 0.1718));
        assert_eq!(interval(0, 0), (0.0, 1.0));
    }
}
