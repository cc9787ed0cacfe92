//! What all files together come to.

use std::collections::BTreeMap;
use std::io::Write;

use kifu::info::Counts;
use kifu::span::{Diagnostic, Severity};
use serde::Serialize;

use crate::exit::Outcome;
use crate::json::SCHEMA;

/// How often each code was found in a file.
pub(super) type Tally = BTreeMap<&'static str, (Severity, u64)>;

pub(super) fn tally(findings: &[Diagnostic]) -> Tally {
    let mut codes = BTreeMap::new();
    for finding in findings {
        codes.entry(finding.code).or_insert((finding.severity, 0)).1 += 1;
    }
    codes
}

/// The findings of all files.
#[derive(Default)]
pub(super) struct Totals {
    pub(super) counts: Counts,
    codes: BTreeMap<&'static str, Code>,
}

/// How often a code was found.
#[derive(Serialize)]
pub(super) struct Code {
    code: &'static str,
    severity: &'static str,
    files: u64,
    count: u64,
}

/// All files together, for programs.
#[derive(Serialize)]
pub(super) struct Summary<'a> {
    kifu_schema: u32,
    files: u64,
    ok: u64,
    failed: u64,
    codes: Vec<&'a Code>,
}

impl Totals {
    /// Adds those of one file.
    pub(super) fn add(&mut self, tally: &Tally) {
        for (&code, &(severity, count)) in tally {
            self.counts.add(severity, count as usize);
            let severity = severity.name();
            let total = self.codes.entry(code).or_insert(Code {
                code,
                severity,
                files: 0,
                count: 0,
            });
            total.files += 1;
            total.count += count;
        }
    }

    /// The commonest first.
    fn by_count(&self) -> Vec<&Code> {
        let mut codes: Vec<&Code> = self.codes.values().collect();
        codes.sort_by_key(|code| std::cmp::Reverse(code.count));
        codes
    }

    pub(super) fn summary(&self, outcome: Outcome) -> Summary<'_> {
        Summary {
            kifu_schema: SCHEMA,
            files: outcome.read + outcome.failed,
            ok: outcome.read,
            failed: outcome.failed,
            codes: self.by_count(),
        }
    }

    pub(super) fn write_table(&self, out: &mut impl Write) -> std::io::Result<()> {
        if self.codes.is_empty() {
            return Ok(());
        }
        writeln!(
            out,
            "{:>10} {:>10}  {:<8} code",
            "count", "files", "severity"
        )?;
        for Code {
            code,
            severity,
            files,
            count,
        } in self.by_count()
        {
            writeln!(out, "{count:>10} {files:>10}  {severity:<8} {code}")?;
        }
        Ok(())
    }
}
