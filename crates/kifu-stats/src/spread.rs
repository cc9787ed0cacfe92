use std::collections::BTreeMap;

/// How often each of many numbers occurs.
///
/// ```
/// use kifu_stats::Spread;
///
/// let mut moves = Spread::default();
/// for number in [212, 180, 34, 241] {
///     moves.add(number);
/// }
/// let summary = moves.summary().unwrap();
/// assert_eq!((summary.least, summary.median, summary.most), (34, 180, 241));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Spread(BTreeMap<u64, u64>);

/// The figures that sum up many numbers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Summary {
    /// The least number.
    pub least: u64,
    /// The number that a quarter of the numbers do not exceed.
    pub quarter: u64,
    /// The number that half of the numbers do not exceed.
    pub median: u64,
    /// The number that three quarters of the numbers do not exceed.
    pub three_quarters: u64,
    /// The greatest number.
    pub most: u64,
    /// The average, rounded to hundredths.
    pub mean: f64,
}

/// How many numbers are in a range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stretch {
    /// The first number of the range.
    pub from: u64,
    /// The last number of the range.
    pub to: u64,
    /// How many numbers are in it.
    pub count: u64,
}

impl Spread {
    /// Counts a number.
    pub fn add(&mut self, number: u64) {
        *self.0.entry(number).or_default() += 1;
    }

    /// Adds the counts of other numbers.
    pub fn merge(&mut self, other: Spread) {
        for (number, count) in other.0 {
            *self.0.entry(number).or_default() += count;
        }
    }

    /// The figures that sum the numbers up; `None` if there are no numbers.
    pub fn summary(&self) -> Option<Summary> {
        let count: u64 = self.0.values().sum();
        let total: u64 = self.0.iter().map(|(number, count)| number * count).sum();
        Some(Summary {
            least: *self.0.first_key_value()?.0,
            quarter: self.at(count.div_ceil(4)),
            median: self.at(count.div_ceil(2)),
            three_quarters: self.at((3 * count).div_ceil(4)),
            most: *self.0.last_key_value()?.0,
            // To the hundredth: no more of it means anything.
            mean: (total as f64 * 100.0 / count as f64).round() / 100.0,
        })
    }

    /// The number at a place, from 1, when they are in order.
    fn at(&self, place: u64) -> u64 {
        let mut before = 0;
        let mut numbers = self.0.iter();
        let found = numbers.find(|(_, count)| {
            before += **count;
            before >= place
        });
        found.map_or(0, |(number, _)| *number)
    }

    /// How many numbers there are from 0 to 49, from 50 to 99 and so on, where there are any.
    pub fn stretches(&self) -> Vec<Stretch> {
        const WIDTH: u64 = 50;
        let mut stretches: Vec<Stretch> = Vec::new();
        for (number, count) in &self.0 {
            let from = number / WIDTH * WIDTH;
            match stretches.last_mut() {
                Some(last) if last.from == from => last.count += count,
                _ => stretches.push(Stretch {
                    from,
                    to: from.saturating_add(WIDTH - 1),
                    count: *count,
                }),
            }
        }
        stretches
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_summed_up() {
        let mut spread = Spread::default();
        assert_eq!(spread.summary(), None);
        for number in [250, 3, 1, 2, 60, 52] {
            spread.add(number);
        }
        let summary = Summary {
            least: 1,
            quarter: 2,
            median: 3,
            three_quarters: 60,
            most: 250,
            mean: 61.33,
        };
        assert_eq!(spread.summary(), Some(summary));
        let stretches = spread.stretches().into_iter();
        let stretches: Vec<_> = stretches.map(|s| (s.from, s.to, s.count)).collect();
        assert_eq!(stretches, [(0, 49, 3), (50, 99, 2), (250, 299, 1)]);
    }
}
