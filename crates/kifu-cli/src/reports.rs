//! What a verb reports of each file, on standard output.

use std::io::{self, Write};

use crate::json::Sequence;
use crate::output::{self, Out};

/// Reports, one after the other: JSON for programs, if that is asked for, or else text.
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
        lines.try_for_each(|line| match line.is_empty() {
            true => Ok(()),
            false => sequence.write(&mut self.out, line),
        })
    }

    /// Call it in the end: only then is it known that standard output took everything.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        if let Some(sequence) = self.sequence {
            sequence.finish(&mut self.out)?;
        }
        self.out.flush()
    }
}
