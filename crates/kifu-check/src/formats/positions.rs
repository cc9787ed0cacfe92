//! Checks of files with positions.

use alloc::vec::Vec;

use kifu_sgf::Document;
use kifu_span::{Diagnostic, TooLarge};

use super::is_format_independent;
use crate::{Settings, check};

/// Returns all findings about a file of positions, in the order of its [text](kifu_notation::Positions::text).
///
/// These are the errors of the notation, and the findings of [`check()`](crate::check()) about the boards, such
/// as stones without a liberty.
///
/// ```
/// use kifu_check::Settings;
/// use kifu_check::notation::{Notation, Positions};
///
/// let positions = Positions::read(b"bw1/w2/-B", Notation::Sgn);
/// let found = kifu_check::check_positions(&positions, &Settings::default())?;
/// assert_eq!(found[0].code.name, "rules/no-liberty");
/// # Ok::<(), kifu_check::sgf::TooLarge>(())
/// ```
///
/// # Errors
///
/// [`TooLarge`] if a position has 4 GiB or more as SGF.
pub fn check_positions(
    positions: &kifu_notation::Positions,
    settings: &Settings,
) -> Result<Vec<Diagnostic>, TooLarge> {
    let mut all = positions.diagnostics().to_vec();
    for (entry, span) in positions.entries().zip(positions.places()) {
        let sgf = Document::parse(entry.to_sgf().value)?;
        let found = check(&sgf, settings).into_iter();
        let found = found.filter(|found| {
            found.code.name.starts_with("rules/") && is_format_independent(found.code)
        });
        all.extend(found.map(|found| Diagnostic {
            span,
            fix: None,
            ..found
        }));
    }
    kifu_span::sort_by_span(&mut all);
    all.dedup();
    Ok(all)
}
