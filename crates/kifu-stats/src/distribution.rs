use std::collections::BTreeMap;

/// A distribution of numbers: the number of occurrences of each number.
///
/// ```
/// use kifu_stats::Distribution;
///
/// let mut moves = Distribution::default();
/// for number in [212, 180, 34, 241] {
///     moves.add(number);
/// }
/// let summary = moves.summary().unwrap();
/// assert_eq!((summary.min, summary.median, summary.max), (34, 196, 241));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Distribution(BTreeMap<u64, u64>);

/// A summary of a distribution.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Summary {
    /// The smallest number.
    pub min: u64,
    /// The first quartile: a quarter of the numbers are at most this.
    pub quarter: u64,
    /// The median: the number in the middle, or the mean of the two numbers in the middle, rounded half up.
    pub median: u64,
    /// The third quartile: three quarters of the numbers are at most this.
    pub three_quarters: u64,
    /// The largest number.
    pub max: u64,
    /// The mean, rounded to hundredths.
    pub mean: f64,
}

/// The number of values in a range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RangeCount {
    /// The first number of the range.
    pub from: u64,
    /// The last number of the range.
    pub to: u64,
    /// The number of values in the range.
    pub count: u64,
}

impl Distribution {
    /// Counts a number.
    pub fn add(&mut self, number: u64) {
        *self.0.entry(number).or_default() += 1;
    }

    /// Adds the counts of another distribution.
    pub fn merge(&mut self, other: Distribution) {
        for (number, count) in other.0 {
            *self.0.entry(number).or_default() += count;
        }
    }

    /// Returns a summary; `None` if there are no numbers.
    pub fn summary(&self) -> Option<Summary> {
        let count: u64 = self.0.values().sum();
        let total: u64 = self.0.iter().map(|(number, count)| number * count).sum();
        Some(Summary {
            min: *self.0.first_key_value()?.0,
            quarter: self.at(count.div_ceil(4)),
            median: {
                let (low, high) = (self.at(count.div_ceil(2)), self.at(count / 2 + 1));
                low + (high - low).div_ceil(2)
            },
            three_quarters: self.at((3 * count).div_ceil(4)),
            max: *self.0.last_key_value()?.0,
            // More decimals would not be significant.
            mean: (total as f64 * 100.0 / count as f64).round() / 100.0,
        })
    }

    /// The number at a position in sorted order, from 1.
    fn at(&self, place: u64) -> u64 {
        let mut before = 0;
        let mut numbers = self.0.iter();
        let found = numbers.find(|(_, count)| {
            before += **count;
            before >= place
        });
        found.map_or(0, |(number, _)| *number)
    }

    /// Returns the counts of the ranges 0 to 49, 50 to 99 and so on, without empty ranges.
    pub fn range_counts(&self) -> Vec<RangeCount> {
        self.range_counts_of(50)
    }

    /// Returns the counts of ranges of a width, from 0 on, without empty ranges. A width of 0 is 1.
    pub fn range_counts_of(&self, width: u64) -> Vec<RangeCount> {
        let width = width.max(1);
        let mut ranges: Vec<RangeCount> = Vec::new();
        for (number, count) in &self.0 {
            let from = number / width * width;
            match ranges.last_mut() {
                Some(last) if last.from == from => last.count += count,
                _ => ranges.push(RangeCount {
                    from,
                    to: from.saturating_add(width - 1),
                    count: *count,
                }),
            }
        }
        ranges
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_summarized() {
        let mut spread = Distribution::default();
        assert_eq!(spread.summary(), None);
        for number in [250, 3, 1, 2, 60, 52] {
            spread.add(number);
        }
        let summary = Summary {
            min: 1,
            quarter: 2,
            median: 28,
            three_quarters: 60,
            max: 250,
            mean: 61.33,
        };
        assert_eq!(spread.summary(), Some(summary));
        let ranges = spread.range_counts().into_iter();
        let ranges: Vec<_> = ranges.map(|s| (s.from, s.to, s.count)).collect();
        assert_eq!(ranges, [(0, 49, 3), (50, 99, 2), (250, 299, 1)]);
    }
}
