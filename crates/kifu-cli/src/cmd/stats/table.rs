use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

/// How many games have each value, and how many none.
#[derive(Default)]
pub(super) struct Table {
    values: HashMap<String, u64>,
    without: u64,
}

impl Table {
    pub(super) fn add(&mut self, value: Option<&str>) {
        let Some(value) = value else {
            self.without += 1;
            return;
        };
        match self.values.get_mut(value) {
            Some(count) => *count += 1,
            None => {
                self.values.insert(value.to_owned(), 1);
            }
        }
    }

    pub(super) fn merge(&mut self, other: Table) {
        self.without += other.without;
        for (value, count) in other.values {
            *self.values.entry(value).or_default() += count;
        }
    }

    /// Values and how many games have them, the commonest first.
    pub(super) fn rows(&self) -> Vec<(Option<&str>, u64)> {
        let values = self.values.iter();
        let values = values.map(|(value, count)| (Some(value.as_str()), *count));
        let mut rows: Vec<_> = values
            .chain(self.without().map(|games| (None, games)))
            .collect();
        rows.sort_by_key(|(value, count)| (Reverse(*count), *value));
        rows
    }

    /// Of years, how many games are of each decade, in their order.
    pub(super) fn decades(&self) -> Vec<(String, u64)> {
        let mut decades: BTreeMap<u16, u64> = BTreeMap::new();
        for (year, count) in &self.values {
            if let Ok(year) = year.parse::<u16>() {
                *decades.entry(year / 10 * 10).or_default() += count;
            }
        }
        let shown = decades
            .into_iter()
            .map(|(from, count)| (format!("{from}s"), count));
        let unknown = self
            .without()
            .map(|games| (super::ABSENT.to_owned(), games));
        shown.chain(unknown).collect()
    }

    /// How many games have none, if any.
    fn without(&self) -> Option<u64> {
        (self.without > 0).then_some(self.without)
    }
}
