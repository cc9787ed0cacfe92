//! Reports about files on standard output.

use std::io::{self, Write};

use crate::json::Sequence;
use crate::output::{self, Out};

/// Writes reports: JSON if requested, otherwise text.
pub(crate) struct Reports {
    out: Out,
    sequence: Option<Sequence>,
}

impl Reports {
    pub(crate) fn new(sequence: Option<Sequence>) -> Reports {
        let out = output::stdout();
        Reports { out, sequence }
    }

    pub(crate) fn are_json(&self) -> bool {
        self.sequence.is_some()
    }

    /// Writes a report: text, or objects with line breaks between them.
    pub(crate) fn write(&mut self, report: &[u8]) -> io::Result<()> {
        let Some(sequence) = &mut self.sequence else {
            return self.out.write_all(report);
        };
        let mut lines = report.split(|byte| *byte == b'\n');
        lines.try_for_each(|line| {
            if line.is_empty() {
                Ok(())
            } else {
                sequence.write(&mut self.out, line)
            }
        })
    }

    /// Ends the reports and flushes standard output. Call this method at the end, because errors of
    /// the last bytes are returned only then.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        if let Some(sequence) = self.sequence {
            sequence.finish(&mut self.out)?;
        }
        self.out.flush()
    }
}
