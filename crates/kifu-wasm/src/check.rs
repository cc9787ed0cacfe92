//! Checks and repairs.

use std::cell::Cell;

use js_sys::Array;
use kifu::charset::Charset;
use kifu::check::Settings;
use kifu::span::{Diagnostic, Locator, Safety};
use kifu::{Record, TooLarge};
use wasm_bindgen::prelude::*;

use crate::data::{text, too_large};
use crate::document::RawDocument;

#[wasm_bindgen]
impl RawDocument {
    /// The faults of the file with their places, as rows of 11 values.
    pub fn check(&self) -> Result<Array, JsValue> {
        let source = self.write()?;
        let record = self.record_of(&source).map_err(too_large)?;
        let found = checked(&record, &source).map_err(too_large)?;
        Ok(rows(&record, &source, &found))
    }

    /// Repairs the file. Returns its bytes, the findings that were repaired, and those that remain.
    pub fn fix(
        &self,
        codes: Option<Vec<String>>,
        unsafe_codes: Vec<String>,
    ) -> Result<Array, JsValue> {
        let choose = chosen(codes.as_deref(), &unsafe_codes);
        let source = self.write()?;
        let before = self.record_of(&source).map_err(too_large)?;
        let (fixed, repaired) = fixed(&before, &source, choose).map_err(too_large)?;
        let after = self.record_of(&fixed).map_err(too_large)?;
        let remaining = checked(&after, &fixed).map_err(too_large)?;
        Ok([
            JsValue::from(js_sys::Uint8Array::from(fixed.as_slice())),
            rows(&before, &source, &repaired).into(),
            rows(&after, &fixed, &remaining).into(),
        ]
        .into_iter()
        .collect())
    }
}

/// Returns the findings about a record. `source` is its file.
pub(crate) fn checked(record: &Record, source: &[u8]) -> Result<Vec<Diagnostic>, TooLarge> {
    let settings = Settings::default();
    match record {
        Record::Sgf(document) => Ok(kifu::check::check(document, &settings)),
        Record::Jgf(document) => kifu::check_jgf_document(document, source, &settings),
        Record::Gib(document) => kifu::check_gib(document, &settings),
        Record::Ngf(document) => kifu::check_ngf(document, &settings),
        Record::Ogs(document) => kifu::check_ogs(document, &settings),
        Record::Ugf(document) => kifu::check_ugf(document, &settings),
        Record::Positions(positions) => kifu::check_positions(positions, &settings),
    }
}

/// Whether a finding has a chosen repair: a safe one with one of these codes, or any safe one without codes; or an unsafe one
/// with one of the `unsafe_codes`.
pub(crate) fn chosen(
    codes: Option<&[String]>,
    unsafe_codes: &[String],
) -> impl Fn(&Diagnostic) -> bool {
    move |finding| {
        let is_in = |codes: &[String]| codes.iter().any(|code| code == finding.code.name);
        finding.fix.as_ref().is_some_and(|fix| match fix.safety {
            Safety::Safe => codes.is_none_or(is_in),
            Safety::Unsafe => is_in(unsafe_codes),
        })
    }
}

/// Returns the file of a record with repairs, and the findings that were repaired.
pub(crate) fn fixed(
    record: &Record,
    source: &[u8],
    choose: impl Fn(&Diagnostic) -> bool,
) -> Result<(Vec<u8>, Vec<Diagnostic>), TooLarge> {
    Ok(match record {
        Record::Sgf(document) => {
            // A copy in the same charset.
            let copy = document.with_text(document.text().to_vec())?;
            let fixed = kifu::check::fix(copy, &Settings::default(), choose)?;
            (fixed.document.to_bytes(), fixed.repaired)
        }
        Record::Gib(document) => apply(source, document.diagnostics(), choose),
        // These formats have no repairs.
        Record::Jgf(_)
        | Record::Ngf(_)
        | Record::Ogs(_)
        | Record::Ugf(_)
        | Record::Positions(_) => (source.to_vec(), Vec::new()),
    })
}

/// Applies the chosen repairs to a text. Returns it, and the findings that were repaired.
pub(crate) fn apply(
    source: &[u8],
    found: &[Diagnostic],
    choose: impl Fn(&Diagnostic) -> bool,
) -> (Vec<u8>, Vec<Diagnostic>) {
    let chosen: Vec<&Diagnostic> = found.iter().filter(|finding| choose(finding)).collect();
    let fixes = chosen.iter().filter_map(|finding| finding.fix.as_deref());
    let applied = kifu::span::apply(source, fixes);
    let repaired = chosen.into_iter().zip(&applied.accepted);
    let repaired = repaired.filter(|(_, accepted)| **accepted);
    let repaired = repaired.map(|(finding, _)| finding.clone()).collect();
    (applied.text, repaired)
}

/// Returns findings as rows: code, severity, message, help, repair, the byte offsets of the start and the end, and the
/// lines and columns of both.
fn rows(record: &Record, source: &[u8], found: &[Diagnostic]) -> Array {
    let document = record.sgf_document();
    let text_of = document.map_or(source, |document| document.text());
    let mut offsets: Vec<u32> = found
        .iter()
        .flat_map(|finding| [finding.span.start, finding.span.end])
        .collect();
    offsets.sort_unstable();
    offsets.dedup();
    let games: Vec<(u32, Charset)> = document.map_or(Vec::new(), |document| {
        let games = document.games_in_text();
        games
            .map(|(root, span)| (span.start, document.charset(root).charset))
            .collect()
    });
    let whole = record.charset().map(|found| found.charset);
    let charset_at = |offset: u32| {
        let after = games.partition_point(|game| game.0 <= offset);
        let game = games.get(after.saturating_sub(1)).map(|game| game.1);
        whole.or(game).unwrap_or(Charset::UTF_8)
    };
    let places = places(text_of, &offsets, charset_at);
    let map = Cell::new(document.map(|document| document.source_map()));
    let rows = Array::new();
    let number = |number: f64| JsValue::from_f64(number);
    for finding in found {
        rows.push(&JsValue::from_str(finding.code.name));
        rows.push(&JsValue::from_str(finding.severity.name()));
        rows.push(&JsValue::from_str(&finding.message));
        rows.push(&text(finding.help.as_deref()));
        let repair = finding.fix.as_ref().map(|fix| match fix.safety {
            Safety::Safe => "safe",
            Safety::Unsafe => "unsafe",
        });
        rows.push(&text(repair));
        let ends = [finding.span.start, finding.span.end];
        for offset in ends {
            let mut kept = map.take();
            let offset = kept
                .as_mut()
                .map_or(u64::from(offset), |map| map.offset(offset));
            map.set(kept);
            rows.push(&number(offset as f64));
        }
        for offset in ends {
            let place = offsets.binary_search(&offset).ok();
            let (line, column) = place.map_or((1, 1), |place| places[place]);
            rows.push(&number(f64::from(line)));
            rows.push(&number(f64::from(column)));
        }
    }
    rows
}

/// Returns the lines and columns of offsets, which are in ascending order. Both count from 1; columns count the UTF-16
/// code units of the decoded line.
fn places(source: &[u8], offsets: &[u32], charset_at: impl Fn(u32) -> Charset) -> Vec<(u32, u32)> {
    let mut locator = Locator::new(source);
    // The start of the line and the offset that were located last, and the column of the latter.
    let (mut line_start, mut at, mut column) = (0, 0, 1);
    let mut places = Vec::with_capacity(offsets.len());
    for &offset in offsets {
        let offset = offset.min(source.len() as u32);
        let place = locator.locate(offset);
        if place.line_start != line_start || at > offset {
            (line_start, at, column) = (place.line_start, place.line_start, 1);
        }
        let text = source.get(at as usize..offset as usize).unwrap_or_default();
        column += if text.is_ascii() {
            text.len()
        } else {
            let decoded = charset_at(at).decode(text);
            decoded.text.encode_utf16().count()
        } as u32;
        at = offset;
        places.push((place.line, column));
    }
    places
}
