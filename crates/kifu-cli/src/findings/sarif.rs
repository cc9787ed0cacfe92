//! Findings as a SARIF 2.1.0 log (OASIS Standard, 2020), which editors and code hosts read.

use std::io::{self, Write};

use kifu::jgf::Pointers;
use kifu::span::{Diagnostic, Edit, Fix, Locator, Severity, Span};
use serde::Serialize;
use serde_json::{Value, json};

use super::report::{Contents, Offsets};
use super::text::{self, Source};
use crate::json;
use kifu::collection::Start;

/// Writes a log with one run, result by result.
#[derive(Debug, Default)]
pub(super) struct Log {
    begun: bool,
}

impl Log {
    /// Writes the results of one file, given as [`results`] makes them.
    pub(super) fn write(&mut self, out: &mut impl Write, results: &[u8]) -> io::Result<()> {
        if results.is_empty() {
            return Ok(());
        }
        self.begin(out)?;
        out.write_all(results)
    }

    fn begin(&mut self, out: &mut impl Write) -> io::Result<()> {
        if self.begun {
            return out.write_all(b",\n");
        }
        self.begun = true;
        out.write_all(br#"{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"tool":{"driver":"#)?;
        out.write_all(&json::line(&driver())?)?;
        out.write_all(b"},\"columnKind\":\"unicodeCodePoints\",\"results\":[\n")
    }

    pub(super) fn finish(mut self, out: &mut impl Write) -> io::Result<()> {
        if !self.begun {
            self.begin(out)?;
        }
        out.write_all(b"\n]}]}\n")
    }
}

fn driver() -> Value {
    let rules: Vec<Value> = kifu::codes()
        .map(|code| {
            json!({
                "id": code.name,
                "shortDescription": {"text": code.summary},
                "fullDescription": {"text": code.explanation},
                "defaultConfiguration": {"level": level(code.severity)},
            })
        })
        .collect();
    json!({
        "name": "kifu",
        "version": env!("CARGO_PKG_VERSION"),
        "semanticVersion": env!("CARGO_PKG_VERSION"),
        "rules": rules,
    })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    }
}

/// The results of a part of a file, with commas between them.
pub(super) fn results(
    name: &str,
    source: Source<'_>,
    start: Start,
    findings: &[Diagnostic],
) -> serde_json::Result<Vec<u8>> {
    let mut places = Places {
        locator: Locator::new(source.text()),
        pointers: source.pointers(),
        offsets: Offsets::of(source, start, findings),
        start,
        uri: uri(name),
        contents: Contents::of(source),
    };
    let mut text = Vec::new();
    for finding in findings {
        if !text.is_empty() {
            text.extend_from_slice(b",\n");
        }
        text.extend(json::line(&places.result(finding))?);
    }
    Ok(text)
}

struct Places<'d> {
    locator: Locator<'d>,
    pointers: Option<Pointers<'d>>,
    offsets: Offsets,
    start: Start,
    uri: String,
    contents: Contents,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u32,
    start_column: u32,
    byte_offset: u64,
    byte_length: u64,
}

impl Places<'_> {
    fn result(&mut self, finding: &Diagnostic) -> Value {
        let mut message = finding.message.to_string();
        if let Some(help) = &finding.help {
            message = format!("{message}; {help}");
        }
        let region = self.region(finding.span);
        let location = json!({"artifactLocation": {"uri": self.uri}, "region": region});
        let mut result = json!({
            "ruleId": finding.code,
            "level": level(finding.severity),
            "message": {"text": message},
            "locations": [{"physicalLocation": location}],
        });
        let pointers = self.pointers.as_mut();
        if let Some(pointer) = pointers.and_then(|pointers| text::pointer(pointers, finding.span)) {
            result["locations"][0]["logicalLocations"] = json!([{"fullyQualifiedName": pointer}]);
        }
        if let Some(fix) = finding.fix.as_deref() {
            result["fixes"] = json!([self.fix(fix)]);
        }
        result
    }

    fn region(&mut self, span: Span) -> Region {
        let place = self.locator.locate(span.start);
        let start = self.offsets.in_file(span.start);
        Region {
            start_line: self.start.line(place.line),
            start_column: place.column,
            byte_offset: start,
            byte_length: self.offsets.in_file(span.end) - start,
        }
    }

    fn fix(&self, fix: &Fix) -> Value {
        let replacements: Vec<Value> = fix
            .edits
            .iter()
            .map(|edit| self.replacement(edit))
            .collect();
        json!({
            "description": {"text": fix.title},
            "artifactChanges": [{
                "artifactLocation": {"uri": self.uri},
                "replacements": replacements,
            }],
        })
    }

    fn replacement(&self, edit: &Edit) -> Value {
        let start = self.offsets.in_file(edit.span.start);
        let len = self.offsets.in_file(edit.span.end) - start;
        let deleted = json!({"byteOffset": start, "byteLength": len});
        json!({"deletedRegion": deleted, "insertedContent": self.contents.put(edit)})
    }
}

/// A path as a relative reference (RFC 3986): what is not unreserved is escaped byte by
/// byte.
fn uri(name: &str) -> String {
    let mut uri = String::with_capacity(name.len());
    for byte in name.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            b'\\' if cfg!(windows) => uri.push('/'),
            byte => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}
