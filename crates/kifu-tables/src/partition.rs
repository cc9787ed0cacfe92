//! Divides the games of a dataset among directories.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::io;

use arrow_array::cast::AsArray;
use arrow_array::types::{Date32Type, UInt8Type};
use arrow_array::{Array, RecordBatch};
use chrono::Datelike;

/// The value by which games and nodes are divided among directories such as `games/year=1998`.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Partition {
    /// The year of the first day that the dates include: `year=1998`.
    Year,
    /// The size of the board: `board=19x19`.
    Size,
    /// The path, among these, that a file belongs to: `root=games%2Fkgs`.
    Source(Vec<String>),
    /// The first hexadecimal digit of the game id: `bucket=a`. The parts have about the same size.
    Hash,
}

/// The value of a null, as in Hive.
const NULL: &str = "__HIVE_DEFAULT_PARTITION__";

impl Partition {
    /// The name of the option: `year`, `size`, `source` or `hash`.
    pub const fn name(&self) -> &'static str {
        match self {
            Partition::Year => "year",
            Partition::Size => "size",
            Partition::Source(_) => "source",
            Partition::Hash => "hash",
        }
    }

    /// Checks that each source can be the name of a directory.
    pub(crate) fn check(&self) -> io::Result<()> {
        let Partition::Source(roots) = self else {
            return Ok(());
        };
        // The limit of the usual file systems.
        let is_long = |root: &&String| directory("root", Some(root.to_string())).len() > 255;
        match roots.iter().find(is_long) {
            Some(root) => Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                format!(
                    "`{root}` is too long for the name of a directory; name it by a shorter path"
                ),
            )),
            None => Ok(()),
        }
    }

    /// Returns the directory of each row of a batch of games.
    pub(crate) fn directories(&self, games: &RecordBatch) -> Vec<String> {
        let rows = 0..games.num_rows();
        match self {
            Partition::Year => {
                let dates = games["date_from"].as_primitive::<Date32Type>();
                let year = |row| {
                    let day = Date32Type::to_naive_date_opt(dates.value(row))?;
                    dates.is_valid(row).then(|| day.year())
                };
                rows.map(|row| directory("year", year(row).map(|year| year.to_string())))
                    .collect()
            }
            Partition::Size => {
                let columns = games["columns"].as_primitive::<UInt8Type>();
                let lines = games["rows"].as_primitive::<UInt8Type>();
                rows.map(|row| format!("board={}x{}", columns.value(row), lines.value(row)))
                    .collect()
            }
            Partition::Source(roots) => {
                let sources = games["source"].as_string::<i32>();
                rows.map(|row| directory("root", root_of(sources.value(row), roots)))
                    .collect()
            }
            Partition::Hash => {
                let ids = games["game_id"].as_fixed_size_binary();
                rows.map(|row| format!("bucket={:x}", ids.value(row)[0] >> 4))
                    .collect()
            }
        }
    }
}

/// Returns the longest root that a path belongs to, without a separator at its end.
fn root_of(source: &str, roots: &[String]) -> Option<String> {
    let belongs = |root: &&String| {
        let rest = source.strip_prefix(root.trim_end_matches(['/', '\\']));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '\\']))
    };
    let root = roots.iter().filter(belongs).max_by_key(|root| root.len())?;
    Some(root.trim_end_matches(['/', '\\']).to_owned())
}

/// Returns `name=value`, with the escapes of Hive.
fn directory(name: &str, value: Option<String>) -> String {
    let Some(value) = value.filter(|value| !value.is_empty()) else {
        return format!("{name}={NULL}");
    };
    let mut directory = format!("{name}=");
    for char in value.chars() {
        match char {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '-' | '_' | '.' | '+' | ',' | '\u{80}'.. => {
                directory.push(char);
            }
            // ASCII.
            _ => {
                let _ = write!(directory, "%{:02X}", u32::from(char));
            }
        }
    }
    directory
}

/// Groups rows by their directories.
pub(crate) fn grouped(directories: Vec<String>) -> BTreeMap<String, Vec<u32>> {
    let mut groups: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    for (row, directory) in (0..).zip(directories) {
        groups.entry(directory).or_default().push(row);
    }
    groups
}
