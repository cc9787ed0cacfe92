use std::collections::BTreeMap;

use serde::Serialize;

/// How often each of many numbers came up.
#[derive(Default)]
pub(super) struct Spread(BTreeMap<u64, u64>);

/// What is told of them.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub(super) struct Summary {
    pub(super) least: u64,
    /// A quarter of them are no greater, half of them, three quarters.
    pub(super) quarter: u64,
    pub(super) median: u64,
    pub(super) three_quarters: u64,
    pub(super) most: u64,
    pub(super) mean: f64,
}

impl Spread {
    pub(super) fn add(&mut self, number: u64) {
        *self.0.entry(number).or_default() += 1;
    }

    pub(super) fn merge(&mut self, other: Spread) {
        for (number, count) in other.0 {
            *self.0.entry(number).or_default() += count;
        }
    }

    /// `None` if there are none.
    pub(super) fn summary(&self) -> Option<Summary> {
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

    /// How many there are in each stretch of `width`, where there are any: from, to, how many.
    pub(super) fn stretches(&self, width: u64) -> Vec<(u64, u64, u64)> {
        let mut stretches: Vec<(u64, u64, u64)> = Vec::new();
        for (number, count) in &self.0 {
            let from = number / width * width;
            match stretches.last_mut() {
                Some(last) if last.0 == from => last.2 += count,
                _ => stretches.push((from, from + (width - 1), *count)),
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
        assert_eq!(
            spread.stretches(50),
            [(0, 49, 3), (50, 99, 2), (250, 299, 1)]
        );
    }
}
