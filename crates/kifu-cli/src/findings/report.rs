//! Findings for programs.

use std::borrow::Cow;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use kifu::sgf::charset::Charset;
use kifu::span::{Diagnostic, Edit, Fix, Locator, Safety};
use serde::Serialize;

use super::text::{self, Source};
use crate::json::{self, SCHEMA};
use kifu::collection::Start;

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

/// Bytes of the file, and what comes in their place.
#[derive(Serialize)]
struct Replace<'a> {
    start: u64,
    end: u64,
    #[serde(flatten)]
    with: Content<'a>,
}

/// What an edit puts into the file: its text, and its bytes where those are not the text in UTF-8.
#[derive(Serialize)]
pub(super) struct Content<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<Cow<'a, str>>,
    /// In Base64.
    #[serde(skip_serializing_if = "Option::is_none")]
    binary: Option<String>,
}

/// Tells what the edits of a document put into its file.
pub(super) struct Contents {
    charsets: Vec<(u32, Charset)>,
    /// UTF-16LE or UTF-16BE, if the file is in that.
    utf16: Option<&'static str>,
}

impl Contents {
    pub(super) fn of(source: Source<'_>) -> Contents {
        Contents {
            charsets: source.charsets(),
            utf16: match source {
                Source::Sgf(document) => document.utf16().map(|(name, _)| name),
                Source::Jgf(_) | Source::Positions(_) => None,
            },
        }
    }

    pub(super) fn put<'e>(&self, edit: &'e Edit) -> Content<'e> {
        let bytes = &edit.with[..];
        if let (Some(name), Ok(text)) = (self.utf16, std::str::from_utf8(bytes)) {
            let units = text.encode_utf16().flat_map(|unit| match name {
                "UTF-16BE" => unit.to_be_bytes(),
                _ => unit.to_le_bytes(),
            });
            return Content {
                text: Some(text.into()),
                binary: Some(STANDARD.encode(units.collect::<Vec<u8>>())),
            };
        }
        let after = |(start, _): &(u32, Charset)| *start <= edit.span.start;
        let game = self.charsets.partition_point(after).saturating_sub(1);
        let charset = self
            .charsets
            .get(game)
            .map_or(Charset::UTF_8, |game| game.1);
        let decoded = charset.decode(bytes);
        let is_utf8 = decoded.text.as_bytes() == bytes;
        Content {
            text: Some(decoded.text).filter(|_| !decoded.malformed),
            binary: (decoded.malformed || !is_utf8).then(|| STANDARD.encode(bytes)),
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
        let contents = Contents::of(self.source);
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
                fix: finding
                    .fix
                    .as_deref()
                    .map(|fix| offsets.mend(fix, &contents)),
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
    fn mend<'f>(&self, fix: &'f Fix, contents: &Contents) -> Mend<'f> {
        let replace = |edit: &'f Edit| Replace {
            start: self.in_file(edit.span.start),
            end: self.in_file(edit.span.end),
            with: contents.put(edit),
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
