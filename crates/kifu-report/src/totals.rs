//! Counts of findings by code.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{self, Write};

use kifu_span::{Diagnostic, Severity};
use serde::Serialize;

use crate::json::{SCHEMA, json_line};

/// The number of findings for each code in one file.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Tally(BTreeMap<&'static str, (Severity, u64)>);

impl Tally {
    /// Counts a finding.
    pub fn add(&mut self, finding: &Diagnostic) {
        self.0
            .entry(finding.code.name)
            .or_insert((finding.severity, 0))
            .1 += 1;
    }

    /// Adds the counts of another chunk of the file.
    pub fn merge(&mut self, other: &Tally) {
        for (&code, &(severity, count)) in &other.0 {
            self.0.entry(code).or_insert((severity, 0)).1 += count;
        }
    }

    /// Returns an iterator over the codes, by name, with the severity and the number of findings of each.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, Severity, u64)> {
        let codes = self.0.iter();
        codes.map(|(&code, &(severity, count))| (code, severity, count))
    }
}

/// The number of findings for each code in several files, and the number of files with them.
///
/// ```
/// use kifu_report::{Code, Severity, Span, Tally, Totals};
///
/// const COMMA: &Code = &Code::new("value/spelling", Severity::Warning, "an unusual spelling");
/// let finding = COMMA.at(Span::new(5, 8), "`6,5` has a comma");
/// let mut tally = Tally::default();
/// tally.add(&finding);
/// tally.add(&finding);
/// let mut totals = Totals::default();
/// totals.add(&tally);
/// totals.add(&tally);
/// assert_eq!(totals.count(Severity::Warning), 4);
///
/// let mut table = Vec::new();
/// totals.write_table(&mut table)?;
/// assert!(String::from_utf8_lossy(&table).ends_with("  4          2  warning  value/spelling\n"));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Default, Debug)]
pub struct Totals {
    codes: BTreeMap<&'static str, Total>,
    /// The number of findings of each severity, indexed like [`Severity::ALL`].
    counts: [u64; Severity::ALL.len()],
}

/// The number of findings for one code.
#[derive(Clone, Debug, Serialize)]
struct Total {
    code: &'static str,
    severity: &'static str,
    files: u64,
    count: u64,
}

/// The totals as JSON.
#[derive(Serialize)]
struct Summary<'a> {
    kifu_schema: u32,
    files: u64,
    ok: u64,
    failed: u64,
    codes: Vec<&'a Total>,
}

impl Totals {
    /// Adds the counts of one file.
    pub fn add(&mut self, tally: &Tally) {
        for (code, severity, count) in tally.iter() {
            for (counted, of) in self.counts.iter_mut().zip(Severity::ALL) {
                *counted += if of == severity { count } else { 0 };
            }
            let severity = severity.name();
            let total = self.codes.entry(code).or_insert(Total {
                code,
                severity,
                files: 0,
                count: 0,
            });
            total.files += 1;
            total.count += count;
        }
    }

    /// The number of findings with this severity.
    pub fn count(&self, severity: Severity) -> u64 {
        let mut counts = self.counts.iter().zip(Severity::ALL);
        let count = counts.find(|(_, of)| *of == severity);
        count.map_or(0, |(count, _)| *count)
    }

    /// The totals of all codes, most frequent first.
    fn by_count(&self) -> Vec<&Total> {
        let mut codes: Vec<&Total> = self.codes.values().collect();
        codes.sort_by_key(|total| Reverse(total.count));
        codes
    }

    /// Writes one line of JSON with the number of files that were checked, the number that could not be checked,
    /// and an object for each code, most frequent first.
    ///
    /// # Errors
    ///
    /// An error if writing fails.
    pub fn write_json(&self, out: &mut impl Write, ok: u64, failed: u64) -> io::Result<()> {
        out.write_all(&json_line(&Summary {
            kifu_schema: SCHEMA,
            files: ok + failed,
            ok,
            failed,
            codes: self.by_count(),
        })?)?;
        out.write_all(b"\n")
    }

    /// Writes a table with a row for each code, most frequent first. Writes nothing if there are no findings.
    ///
    /// # Errors
    ///
    /// An error if writing fails.
    pub fn write_table(&self, out: &mut impl Write) -> io::Result<()> {
        if self.codes.is_empty() {
            return Ok(());
        }
        writeln!(
            out,
            "{:>10} {:>10}  {:<8} code",
            "count", "files", "severity"
        )?;
        for total in self.by_count() {
            let Total {
                code,
                severity,
                files,
                count,
            } = total;
            writeln!(out, "{count:>10} {files:>10}  {severity:<8} {code}")?;
        }
        Ok(())
    }
}
