//! The charsets of all files, for people and for programs.

use std::io::{self, Write};

use kifu::charset::CharsetSource;
use kifu::info::{CharsetCount, CharsetTotals, UndecodableCount};
use serde::Serialize;

use crate::exit::Outcome;
use crate::json::SCHEMA;
use crate::printable::count;

/// All files together, for programs.
#[derive(Serialize)]
pub(super) struct Summary<'a> {
    kifu_schema: u32,
    files: u64,
    ok: u64,
    failed: u64,
    charsets: Vec<&'a CharsetCount>,
    undecodable: UndecodableCount,
}

impl<'a> Summary<'a> {
    pub(super) fn of(totals: &'a CharsetTotals, outcome: Outcome) -> Summary<'a> {
        Summary {
            kifu_schema: SCHEMA,
            files: outcome.read + outcome.failed,
            ok: outcome.read,
            failed: outcome.failed,
            charsets: totals.by_count(),
            undecodable: totals.undecodable(),
        }
    }
}

pub(super) fn write_table(totals: &CharsetTotals, out: &mut impl Write) -> io::Result<()> {
    let charsets = totals.by_count();
    let files: u64 = charsets.iter().map(|charset| charset.files).sum();
    if files == 0 {
        return Ok(());
    }
    writeln!(
        out,
        "{:<14} {:>8} {:>8} {:>9} {:>9} {:>9} | guessed {:>8} {:>8} {:>8} {:>8}",
        "charset",
        "files",
        "share",
        "ASCII",
        "declared",
        "by bytes",
        "99 %",
        "90 %",
        "70 %",
        "less",
    )?;
    for charset in charsets {
        let share = 100.0 * charset.files as f64 / files as f64;
        let by = |source: CharsetSource| charset.sources.get(source.name()).copied().unwrap_or(0);
        write!(
            out,
            "{:<14} {:>8} {:>6.2} % {:>9} {:>9} {:>9} | {:>7}",
            charset.charset,
            charset.files,
            share,
            by(CharsetSource::Default),
            by(CharsetSource::Declared) + by(CharsetSource::Given),
            by(CharsetSource::Bom) + by(CharsetSource::Content),
            by(CharsetSource::Guess),
        )?;
        for band in charset.guesses {
            write!(out, " {:>8}", band.files)?;
        }
        writeln!(out)?;
    }
    let UndecodableCount { values, files, .. } = totals.undecodable();
    let files = count(files, "file");
    writeln!(out, "values that do not decode: {values}, in {files}")
}
