//! What all files together come to.

use std::collections::BTreeMap;
use std::io::{self, Write};

use kifu::charset::{Found, Source};
use serde::Serialize;

use crate::cmd::charset::decide::Decided;
use crate::exit::Outcome;
use crate::json::SCHEMA;
use crate::printable::count;

/// The least confidence of each band of guesses, in percent; the last takes the rest.
const BANDS: [u16; 4] = [99, 90, 70, 0];

/// What one file adds to the totals.
pub(super) struct Tally {
    name: &'static str,
    found: Found,
    undecodable: u64,
}

impl Tally {
    pub(super) fn of(decided: &Decided) -> Tally {
        let mut undecodable = 0;
        kifu::sgf::check_each(&decided.document, |finding| {
            let told = ["sgf/undecodable-text", "sgf/dangling-byte"];
            undecodable += u64::from(told.contains(&finding.code));
        });
        Tally {
            name: decided.name(),
            found: decided.found,
            undecodable,
        }
    }
}

/// The charsets of all files.
#[derive(Default)]
pub(super) struct Totals {
    charsets: BTreeMap<&'static str, Charset>,
    undecodable: Undecodable,
}

/// How many files are in a charset, and what told.
#[derive(Default, Serialize)]
struct Charset {
    charset: &'static str,
    files: u64,
    /// By the word for what told.
    sources: BTreeMap<&'static str, u64>,
    guesses: [Band; BANDS.len()],
}

/// Guesses that are at least so sure, and not as sure as those of the band before.
#[derive(Clone, Copy, Default, Serialize)]
struct Band {
    from: f64,
    files: u64,
}

/// Values that their charset does not explain.
#[derive(Clone, Copy, Default, Serialize)]
struct Undecodable {
    values: u64,
    files: u64,
}

/// All files together, for programs.
#[derive(Serialize)]
pub(super) struct Summary<'a> {
    kifu_schema: u32,
    files: u64,
    ok: u64,
    failed: u64,
    charsets: Vec<&'a Charset>,
    undecodable: Undecodable,
}

impl Totals {
    pub(super) fn add(&mut self, tally: &Tally) {
        let charset = self.charsets.entry(tally.name).or_insert_with(|| Charset {
            charset: tally.name,
            guesses: BANDS.map(|percent| Band {
                from: f64::from(percent) / 100.0,
                files: 0,
            }),
            ..Charset::default()
        });
        charset.files += 1;
        let Found {
            source, confidence, ..
        } = tally.found;
        *charset.sources.entry(source.name()).or_default() += 1;
        if source == Source::Guess {
            let percent = confidence.per_10_000() / 100;
            let of = BANDS.iter().position(|least| percent >= *least);
            charset.guesses[of.unwrap_or(BANDS.len() - 1)].files += 1;
        }
        self.undecodable.values += tally.undecodable;
        self.undecodable.files += u64::from(tally.undecodable > 0);
    }

    /// The commonest first.
    fn by_count(&self) -> Vec<&Charset> {
        let mut charsets: Vec<&Charset> = self.charsets.values().collect();
        charsets.sort_by_key(|charset| std::cmp::Reverse(charset.files));
        charsets
    }

    pub(super) fn summary(&self, outcome: Outcome) -> Summary<'_> {
        Summary {
            kifu_schema: SCHEMA,
            files: outcome.read + outcome.failed,
            ok: outcome.read,
            failed: outcome.failed,
            charsets: self.by_count(),
            undecodable: self.undecodable,
        }
    }

    pub(super) fn write_table(&self, out: &mut impl Write) -> io::Result<()> {
        let files: u64 = self.charsets.values().map(|charset| charset.files).sum();
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
        for charset in self.by_count() {
            let share = 100.0 * charset.files as f64 / files as f64;
            let by = |source: Source| charset.sources.get(source.name()).copied().unwrap_or(0);
            write!(
                out,
                "{:<14} {:>8} {:>6.2} % {:>9} {:>9} {:>9} | {:>7}",
                charset.charset,
                charset.files,
                share,
                by(Source::Default),
                by(Source::Declared) + by(Source::Given),
                by(Source::Bom) + by(Source::Content),
                by(Source::Guess),
            )?;
            for band in charset.guesses {
                write!(out, " {:>8}", band.files)?;
            }
            writeln!(out)?;
        }
        let Undecodable { values, files } = self.undecodable;
        let files = count(files, "file");
        writeln!(out, "values that do not decode: {values}, in {files}")
    }
}
