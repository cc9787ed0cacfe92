//! Findings for programs.

use kifu::sgf::Document;
use kifu::span::{Diagnostic, Locator};
use serde::Serialize;

/// One file for programs.
#[derive(Serialize)]
pub(super) struct Report<'a> {
    pub(super) kifu_schema: u32,
    pub(super) file: String,
    pub(super) diagnostics: Places<'a>,
}

/// A finding for programs.
#[derive(Serialize)]
struct Place<'a> {
    code: &'static str,
    severity: &'static str,
    /// Offsets in the file, whatever its charset.
    start: u64,
    end: u64,
    line: u32,
    column: u32,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
}

/// The findings of a document, in the order of its text, each made a [`Place`] as it is
/// written.
pub(super) struct Places<'a> {
    pub(super) document: &'a Document,
    pub(super) findings: &'a [Diagnostic],
}

impl Serialize for Places<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut locator = Locator::new(self.document.text());
        let offsets = Offsets::of(self.document, self.findings);
        serializer.collect_seq(self.findings.iter().map(|finding| {
            let place = locator.locate(finding.span.start);
            Place {
                code: finding.code,
                severity: finding.severity.name(),
                start: offsets.in_file(finding.span.start),
                end: offsets.in_file(finding.span.end),
                line: place.line,
                column: place.column,
                message: &finding.message,
                help: finding.help.as_deref(),
            }
        }))
    }
}

/// Leads from offsets in the text of a document to offsets in its file.
enum Offsets {
    Same,
    /// Those of the findings, sorted.
    Mapped(Vec<(u32, u64)>),
}

impl Offsets {
    fn of(document: &Document, findings: &[Diagnostic]) -> Offsets {
        if document.utf16().is_none() {
            return Offsets::Same;
        }
        let mut offsets: Vec<u32> = findings
            .iter()
            .flat_map(|f| [f.span.start, f.span.end])
            .collect();
        offsets.sort_unstable();
        offsets.dedup();
        // Asked in rising order they cost one pass.
        let mut map = document.source_map();
        Offsets::Mapped(
            offsets
                .into_iter()
                .map(|offset| (offset, map.offset(offset)))
                .collect(),
        )
    }

    fn in_file(&self, offset: u32) -> u64 {
        match self {
            Offsets::Same => u64::from(offset),
            Offsets::Mapped(offsets) => {
                match offsets.binary_search_by_key(&offset, |known| known.0) {
                    Ok(at) => offsets[at].1,
                    Err(_) => u64::from(offset),
                }
            }
        }
    }
}
