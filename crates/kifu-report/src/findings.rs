//! Findings as JSON.

use std::borrow::Cow;
use std::io;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use kifu_span::{Diagnostic, Edit, Fix, Locator, Safety};
use serde::Serialize;

use crate::json::{SCHEMA, json_line};
use crate::source::Offsets;
use crate::{ByteOrder, Source, SourceName};

/// The members of a source's object that precede its findings.
#[derive(Serialize)]
struct Head<'a> {
    kifu_schema: u32,
    file: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    member: Option<&'a str>,
}

/// Returns the JSON object of a source. `items` are its findings, from [`items`].
pub(crate) fn object(name: &SourceName, items: &[u8]) -> io::Result<Vec<u8>> {
    let mut object = json_line(&Head {
        kifu_schema: SCHEMA,
        file: &name.file,
        member: name.member.as_deref(),
    })?;
    object.pop();
    object.extend_from_slice(b",\"diagnostics\":[");
    object.extend_from_slice(items);
    object.extend_from_slice(b"]}");
    Ok(object)
}

/// Returns the findings in a text as JSON objects, in order, separated by commas.
pub(crate) fn items(source: &mut Source<'_>, findings: &[Diagnostic]) -> io::Result<Vec<u8>> {
    let offsets = source.offsets(findings);
    let mut locator = Locator::new(source.text);
    let mut list = Vec::new();
    for finding in findings {
        if !list.is_empty() {
            list.push(b',');
        }
        let place = locator.locate(finding.span.start);
        let node = source.node(finding.span);
        list.extend(json_line(&Finding {
            code: finding.code.name,
            severity: finding.severity.name(),
            start: offsets.in_file(finding.span.start),
            end: offsets.in_file(finding.span.end),
            line: source.line(place.line),
            column: place.column,
            game: node.as_ref().map(|node| node.game),
            node: node.map(|node| node.address),
            pointer: source.pointer(finding.span),
            message: &finding.message,
            help: finding.help.as_deref(),
            fix: finding
                .fix
                .as_deref()
                .map(|fix| repair(fix, source, &offsets)),
        })?);
    }
    Ok(list)
}

fn repair<'f>(fix: &'f Fix, source: &mut Source<'_>, offsets: &Offsets) -> Repair<'f> {
    let edits = fix.edits.iter().map(|edit| Replacement {
        start: offsets.in_file(edit.span.start),
        end: offsets.in_file(edit.span.end),
        with: Content::of(edit, source),
    });
    Repair {
        title: &fix.title,
        safe: fix.safety == Safety::Safe,
        edits: edits.collect(),
    }
}

/// A finding in JSON.
#[derive(Serialize)]
struct Finding<'a> {
    code: &'static str,
    severity: &'static str,
    /// The byte offsets of the finding in the file.
    start: u64,
    end: u64,
    line: u32,
    column: u32,
    /// The number of the game, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<u64>,
    /// The address of the node in the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    node: Option<String>,
    /// The name of the position, such as a JSON pointer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pointer: Option<String>,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<Repair<'a>>,
}

/// A repair in JSON.
#[derive(Serialize)]
struct Repair<'a> {
    title: &'a str,
    safe: bool,
    edits: Vec<Replacement<'a>>,
}

/// A range of bytes in the file, and their replacement.
#[derive(Serialize)]
struct Replacement<'a> {
    start: u64,
    end: u64,
    #[serde(flatten)]
    with: Content<'a>,
}

/// The content that an edit inserts into the file: its text, and its bytes if they are not that text in UTF-8.
#[derive(Serialize)]
pub(crate) struct Content<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<Cow<'a, str>>,
    /// The bytes in Base64.
    #[serde(skip_serializing_if = "Option::is_none")]
    binary: Option<String>,
}

impl<'e> Content<'e> {
    /// The content that an edit inserts into the file of a source.
    pub(crate) fn of(edit: &'e Edit, source: &mut Source<'_>) -> Content<'e> {
        let bytes = &edit.replacement[..];
        if let (Some(utf16), Ok(text)) = (&source.utf16, std::str::from_utf8(bytes)) {
            let units = text.encode_utf16().flat_map(|unit| match utf16.order {
                ByteOrder::Big => unit.to_be_bytes(),
                ByteOrder::Little => unit.to_le_bytes(),
            });
            return Content {
                text: Some(text.into()),
                binary: Some(STANDARD.encode(units.collect::<Vec<u8>>())),
            };
        }
        let decoded = source.charset_at(edit.span.start).decode(bytes);
        let is_utf8 = decoded.text.as_bytes() == bytes;
        Content {
            text: Some(decoded.text).filter(|_| !decoded.malformed),
            binary: (decoded.malformed || !is_utf8).then(|| STANDARD.encode(bytes)),
        }
    }
}
