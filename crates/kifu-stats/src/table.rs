use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

/// The number of games with each value, and without a value.
///
/// ```
/// use kifu_stats::Table;
///
/// let mut years = Table::default();
/// for year in [Some("1996"), Some("1997"), None, Some("2001"), Some("1996")] {
///     years.add(year);
/// }
/// assert_eq!(years.rows()[0], (Some("1996"), 2));
/// assert_eq!(years.decades(), [(1990, 3), (2000, 1)]);
/// assert_eq!(years.without_value(), 1);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Table {
    values: HashMap<String, u64>,
    without: u64,
}

impl Table {
    /// Counts a game with this value, or without one.
    pub fn add(&mut self, value: Option<&str>) {
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

    /// Adds the counts of another table.
    pub fn merge(&mut self, other: Table) {
        self.without += other.without;
        for (value, count) in other.values {
            *self.values.entry(value).or_default() += count;
        }
    }

    /// Returns the values with their number of games, most frequent first. `None` stands for games without a value,
    /// if there are any.
    pub fn rows(&self) -> Vec<(Option<&str>, u64)> {
        let values = self.values.iter();
        let values = values.map(|(value, count)| (Some(value.as_str()), *count));
        let mut rows: Vec<_> = values
            .chain((self.without > 0).then_some((None, self.without)))
            .collect();
        rows.sort_by_key(|(value, count)| (Reverse(*count), *value));
        rows
    }

    /// Returns the number of games in each decade, by its first year, if the values are years. Other values are
    /// skipped.
    pub fn decades(&self) -> Vec<(u16, u64)> {
        let mut decades: BTreeMap<u16, u64> = BTreeMap::new();
        for (year, count) in &self.values {
            if let Ok(year) = year.parse::<u16>() {
                *decades.entry(year / 10 * 10).or_default() += count;
            }
        }
        decades.into_iter().collect()
    }

    /// The number of games without a value.
    pub fn without_value(&self) -> u64 {
        self.without
    }
}
