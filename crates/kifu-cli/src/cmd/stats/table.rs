use std::cmp::Reverse;
use std::collections::BTreeMap;

/// How many games have each value; those without one have `None`.
#[derive(Default)]
pub(super) struct Table(BTreeMap<Option<String>, u64>);

impl Table {
    pub(super) fn add(&mut self, value: Option<String>) {
        *self.0.entry(value).or_default() += 1;
    }

    pub(super) fn merge(&mut self, other: Table) {
        for (value, count) in other.0 {
            *self.0.entry(value).or_default() += count;
        }
    }

    /// Values and how many games have them, the commonest first.
    pub(super) fn rows(&self) -> Vec<(Option<&str>, u64)> {
        let rows = self.0.iter();
        let mut rows: Vec<_> = rows
            .map(|(value, count)| (value.as_deref(), *count))
            .collect();
        rows.sort_by_key(|(_, count)| Reverse(*count));
        rows
    }

    /// Of years, how many games are of each decade, in their order.
    pub(super) fn decades(&self) -> Vec<(String, u64)> {
        let mut decades: BTreeMap<u16, u64> = BTreeMap::new();
        for (year, count) in &self.0 {
            if let Some(Ok(year)) = year.as_deref().map(str::parse::<u16>) {
                *decades.entry(year / 10 * 10).or_default() += count;
            }
        }
        let shown = decades
            .into_iter()
            .map(|(from, count)| (format!("{from}s"), count));
        let unknown = self
            .0
            .get(&None)
            .map(|count| (super::ABSENT.to_owned(), *count));
        shown.chain(unknown).collect()
    }
}
