//! Findings as a SARIF 2.1.0 log (OASIS Standard, 2020), which editors and code hosts read.

use std::io::{self, Write};

use kifu_span::{Diagnostic, Edit, Fix, Locator, Severity, Span};
use serde::Serialize;
use serde_json::{Value, json};

use crate::findings::Content;
use crate::json::json_line;
use crate::source::Offsets;
use crate::{Source, SourceName, Tool};

/// Writes the start of a log with one run, up to its results.
pub(crate) fn begin(out: &mut impl Write, tool: &Tool) -> io::Result<()> {
    out.write_all(br#"{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"tool":{"driver":"#)?;
    out.write_all(&json_line(&driver(tool))?)?;
    out.write_all(b"},\"columnKind\":\"unicodeCodePoints\",\"results\":[\n")
}

fn driver(tool: &Tool) -> Value {
    let rules: Vec<Value> = tool
        .codes
        .iter()
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
        "name": tool.name,
        "version": tool.version,
        "semanticVersion": tool.version,
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

/// The results of a text, separated by commas.
pub(crate) fn results(
    name: &SourceName,
    source: &mut Source<'_>,
    findings: &[Diagnostic],
) -> io::Result<Vec<u8>> {
    let mut results = Results {
        locator: Locator::new(source.text),
        offsets: source.offsets(findings),
        source,
        uri: uri(name),
    };
    let mut text = Vec::new();
    for finding in findings {
        if !text.is_empty() {
            text.extend_from_slice(b",\n");
        }
        text.extend(json_line(&results.result(finding))?);
    }
    Ok(text)
}

struct Results<'r, 's> {
    source: &'r mut Source<'s>,
    locator: Locator<'s>,
    offsets: Offsets,
    uri: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u32,
    start_column: u32,
    byte_offset: u64,
    byte_length: u64,
}

impl Results<'_, '_> {
    fn result(&mut self, finding: &Diagnostic) -> Value {
        let mut message = finding.message.to_string();
        if let Some(help) = &finding.help {
            message = format!("{message}; {help}");
        }
        let region = self.region(finding.span);
        let location = json!({"artifactLocation": {"uri": self.uri}, "region": region});
        let mut result = json!({
            "ruleId": finding.code.name,
            "level": level(finding.severity),
            "message": {"text": message},
            "locations": [{"physicalLocation": location}],
        });
        if let Some(name) = self.source.name(finding.span) {
            result["locations"][0]["logicalLocations"] = json!([{"fullyQualifiedName": name}]);
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
            start_line: self.source.line(place.line),
            start_column: place.column,
            byte_offset: start,
            byte_length: self.offsets.in_file(span.end) - start,
        }
    }

    fn fix(&mut self, fix: &Fix) -> Value {
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

    fn replacement(&mut self, edit: &Edit) -> Value {
        let start = self.offsets.in_file(edit.span.start);
        let len = self.offsets.in_file(edit.span.end) - start;
        let deleted = json!({"byteOffset": start, "byteLength": len});
        json!({"deletedRegion": deleted, "insertedContent": Content::of(edit, self.source)})
    }
}

/// The path of a file or a bundle member as a relative reference (RFC 3986): every byte outside of the unreserved
/// characters is escaped.
fn uri(name: &SourceName) -> String {
    let slash_and_member = name.member.iter().flat_map(|member| ["/", member]);
    let parts = [name.file.as_str()].into_iter().chain(slash_and_member);
    let mut uri = String::with_capacity(name.file.len());
    for byte in parts.flat_map(str::bytes) {
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
