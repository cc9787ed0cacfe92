//! The findings in files of positions.

use kifu::notation::Positions;
use kifu::span::{Diagnostic, Locator};

use crate::output;
use crate::printable::{Printable, count};

/// The findings in a file of positions.
pub(super) struct PositionFindings {
    lines: Vec<String>,
    /// The number of findings that are not in `lines`.
    more: usize,
    /// Whether some positions could not be read.
    pub(super) is_incomplete: bool,
}

impl PositionFindings {
    pub(super) const NONE: PositionFindings = PositionFindings {
        lines: Vec::new(),
        more: 0,
        is_incomplete: false,
    };

    /// Collects the findings of a file.
    ///
    /// # Errors
    ///
    /// The first finding, if no position could be read.
    pub(super) fn of(positions: &Positions) -> anyhow::Result<PositionFindings> {
        /// The number of findings to report.
        const SHOWN: usize = 10;
        let mut locator = Locator::new(positions.text().as_bytes());
        let found = positions.diagnostics();
        let shown = found.iter().take(SHOWN);
        let lines: Vec<String> = shown.map(|found| line(&mut locator, found)).collect();
        if positions.entries().len() == 0 {
            let first = lines.into_iter().next();
            anyhow::bail!(
                "{}",
                first.unwrap_or_else(|| "no position found".to_owned())
            );
        }
        Ok(PositionFindings {
            more: found.len() - lines.len(),
            lines,
            is_incomplete: positions.unreadable_count() > 0,
        })
    }

    pub(super) fn report(&self, file: &str) {
        for line in &self.lines {
            output::message(format_args!("{file}: {}", Printable(line)));
        }
        if self.more > 0 {
            let more = count(self.more as u64, "more finding");
            output::message(format_args!(
                "{file}: {more}; run `kifu check` to see all findings"
            ));
        }
    }
}

/// Formats a finding, such as `line 3: row 14, column 1: got 18 points, expected 19: a lenient
/// reader adds …`.
fn line(locator: &mut Locator<'_>, found: &Diagnostic) -> String {
    let place = locator.locate(found.span.start);
    let mut line = format!("line {}: {}", place.line, found.message);
    if let Some(help) = &found.help {
        line.push_str(": ");
        line.push_str(help);
    }
    line
}
