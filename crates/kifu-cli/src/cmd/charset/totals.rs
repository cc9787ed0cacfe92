//! The totals of all files as JSON.

use kifu::info::{CharsetCount, CharsetTotals, UndecodableCount};
use serde::Serialize;

use crate::exit::Outcome;

/// The charsets of all files.
#[derive(Serialize)]
pub(super) struct Summary<'a> {
    files: u64,
    ok: u64,
    failed: u64,
    charsets: Vec<&'a CharsetCount>,
    undecodable: UndecodableCount,
}

impl<'a> Summary<'a> {
    pub(super) fn of(totals: &'a CharsetTotals, outcome: Outcome) -> Summary<'a> {
        Summary {
            files: outcome.read + outcome.failed,
            ok: outcome.read,
            failed: outcome.failed,
            charsets: totals.by_count(),
            undecodable: totals.undecodable(),
        }
    }
}
