//! Findings for programs.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use kifu::span::{Diagnostic, Edit, Fix, Locator, Safety};
use serde::Serialize;

use super::text::{self, Source};
use crate::json::{self, SCHEMA};
use crate::parts::Start;

/// One file for programs, but for what was found.
#[derive(Serialize)]
struct Head<'a> {
    kifu_schema: u32,
    file: &'a str,
    /// In that file, if it is a bundle.
    #[serde(skip_serializing_if = "Option::is_none")]
    member: Option<&'a str>,
}

/// One file for programs, with the [`places`] in it.
pub(super) fn report(
    file: &str,
    member: Option<&str>,
    places: &[u8],
) -> serde_json::Result<Vec<u8>> {
    let mut report = json::line(&Head {
        kifu_schema: SCHEMA,
        file,
        member,
    })?;
    report.pop();
    report.extend_from_slice(b",\"diagnostics\":[");
    report.extend_from_slice(places);
    report.extend_from_slice(b"]}");
    Ok(report)
}

/// The findings of a part of a file, with commas between them.
pub(super) fn places(
    source: Source<'_>,
    start: Start,
    findings: &[Diagnostic],
) -> serde_json::Result<Vec<u8>> {
    let list = json::line(&Places {
        source,
        start,
        findings,
    })?;
    Ok(list[1..list.len() - 1].to_vec())
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
    /// Of the place in JSON.
    #[serde(skip_serializing_if = "Option::is_none")]
    pointer: Option<String>,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<Mend<'a>>,
}

/// A repair for programs.
#[derive(Serialize)]
struct Mend<'a> {
    title: &'a str,
    safe: bool,
    edits: Vec<Replace<'a>>,
}

/// Bytes of the file, and what comes in their place; UTF-16 for a file in UTF-16.
#[derive(Serialize)]
struct Replace<'a> {
    start: u64,
    end: u64,
    #[serde(flatten)]
    with: Content<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Content<'a> {
    Text(&'a str),
    /// In Base64, where it is no UTF-8.
    Binary(String),
}

impl Content<'_> {
    pub(super) fn of(bytes: &[u8]) -> Content<'_> {
        match std::str::from_utf8(bytes) {
            Ok(text) => Content::Text(text),
            Err(_) => Content::Binary(STANDARD.encode(bytes)),
        }
    }
}

/// The findings of a document, in the order of its text, each made a [`Place`] as it is
/// written.
struct Places<'a> {
    source: Source<'a>,
    start: Start,
    findings: &'a [Diagnostic],
}

impl Serialize for Places<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut locator = Locator::new(self.source.text());
        let mut pointers = self.source.pointers();
        let offsets = Offsets::of(self.source, self.start, self.findings);
        serializer.collect_seq(self.findings.iter().map(|finding| {
            let place = locator.locate(finding.span.start);
            Place {
                code: finding.code,
                severity: finding.severity.name(),
                start: offsets.in_file(finding.span.start),
                end: offsets.in_file(finding.span.end),
                line: self.start.line(place.line),
                column: place.column,
                pointer: pointers
                    .as_mut()
                    .and_then(|pointers| text::pointer(pointers, finding.span)),
                message: &finding.message,
                help: finding.help.as_deref(),
                fix: finding.fix.as_deref().map(|fix| offsets.mend(fix)),
            }
        }))
    }
}

/// Leads from offsets in the text of a document to offsets in its file.
pub(super) struct Offsets {
    /// Where the text starts.
    start: u64,
    /// Those of the findings, sorted, where they are others in the file.
    mapped: Vec<(u32, u64)>,
}

impl Offsets {
    fn mend<'f>(&self, fix: &'f Fix) -> Mend<'f> {
        let replace = |edit: &'f Edit| Replace {
            start: self.in_file(edit.span.start),
            end: self.in_file(edit.span.end),
            with: Content::of(&edit.with),
        };
        Mend {
            title: &fix.title,
            safe: fix.safety == Safety::Safe,
            edits: fix.edits.iter().map(replace).collect(),
        }
    }

    pub(super) fn of(source: Source<'_>, start: Start, findings: &[Diagnostic]) -> Offsets {
        let mut of = Offsets {
            start: start.offset,
            mapped: Vec::new(),
        };
        let document = match source {
            Source::Sgf(document) if document.utf16().is_some() => document,
            _ => return of,
        };
        let mut offsets: Vec<u32> = findings
            .iter()
            .flat_map(|f| {
                let edits = f.fix.iter().flat_map(|fix| &fix.edits);
                edits.map(|edit| edit.span).chain([f.span])
            })
            .flat_map(|span| [span.start, span.end])
            .collect();
        offsets.sort_unstable();
        offsets.dedup();
        // Asked in rising order they cost one pass.
        let mut map = document.source_map();
        let offsets = offsets.into_iter();
        of.mapped = offsets.map(|offset| (offset, map.offset(offset))).collect();
        of
    }

    pub(super) fn in_file(&self, offset: u32) -> u64 {
        let known = self.mapped.binary_search_by_key(&offset, |known| known.0);
        match known {
            Ok(at) => self.mapped[at].1,
            Err(_) => self.start + u64::from(offset),
        }
    }
}
