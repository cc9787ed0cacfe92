//! What is wrong with records that are not SGF.

use alloc::vec::Vec;

use kifu_check::Settings;
use kifu_sgf::Document;
use kifu_span::Diagnostic;

use crate::TooLarge;

#[cfg(feature = "jgf")]
mod field;
#[cfg(feature = "jgf")]
mod mapped;

/// Everything that is wrong with a JGF file, in the order of its [text](kifu_jgf::text): what
/// its codec finds, and what [`kifu_check`] finds in the games. The latter is said in the
/// words of SGF and stands at the node or the member that it is about, or at the start of the
/// record; there are no repairs for it.
///
/// ```
/// use kifu::check::Settings;
///
/// let source = br#"{"game": {}, "tree": [{}, {"move": {"B": "dd"}}, {"move": {"W": "dd"}}]}"#;
/// let found = kifu::check_jgf(source, &Settings::default())?;
/// assert_eq!(found[0].code, "rules/occupied");
/// let text = kifu::jgf::text(source);
/// assert_eq!(&text[found[0].span.range()], r#"{"move": {"W": "dd"}}"#);
/// # Ok::<(), kifu::TooLarge>(())
/// ```
///
/// # Errors
///
/// [`TooLarge`] if the file is longer than JGF documents can be.
#[cfg(feature = "jgf")]
pub fn check_jgf(source: &[u8], settings: &Settings) -> Result<Vec<Diagnostic>, TooLarge> {
    let (document, places) = kifu_jgf::Document::parse_with_places(source)?;
    let mut found = document.diagnostics().to_vec();
    for (record, places) in document.records.iter().zip(&places) {
        let game = kifu_jgf::convert::to_game(record).value;
        let carriage = kifu_tree::game::Carriage::None;
        let text = kifu_sgf::convert::from_game_node_for_node(&game, carriage).value;
        let sgf = Document::parse(text)?;
        let Some(root) = sgf.roots().next() else {
            continue;
        };
        let mapped = mapped::Mapped::of(record, places, &game, &sgf, root);
        for finding in kifu_check::check(&sgf, settings) {
            if is_of_the_game(finding.code) {
                found.push(Diagnostic {
                    span: mapped.place(finding.span),
                    fix: None,
                    ..finding
                });
            }
        }
    }
    found.sort_by_key(|found| (found.span.start, found.span.end));
    // Values that say the same of several points stand at one place here.
    found.dedup();
    Ok(found)
}

/// Everything that is wrong with a file of positions, in the order of its
/// [text](crate::notation::Positions::text): what is wrong with the notation, and what
/// [`kifu_check`] finds on the boards, such as stones without a liberty.
///
/// ```
/// use kifu::check::Settings;
/// use kifu::notation::{Notation, Positions};
///
/// let positions = Positions::read(b"bw1/w2/-B", Notation::Sgn);
/// let found = kifu::check_positions(&positions, &Settings::default())?;
/// assert_eq!(found[0].code, "rules/no-liberty");
/// # Ok::<(), kifu::TooLarge>(())
/// ```
///
/// # Errors
///
/// [`TooLarge`] if a position has 4 GiB as SGF.
#[cfg(all(feature = "diagram", feature = "sgn"))]
pub fn check_positions(
    positions: &crate::notation::Positions,
    settings: &Settings,
) -> Result<Vec<Diagnostic>, TooLarge> {
    let mut all = positions.diagnostics().to_vec();
    for (entry, span) in positions.entries().zip(positions.places()) {
        let sgf = Document::parse(entry.to_sgf().value)?;
        let found = kifu_check::check(&sgf, settings).into_iter();
        let found =
            found.filter(|found| found.code.starts_with("rules/") && is_of_the_game(found.code));
        all.extend(found.map(|found| Diagnostic {
            span,
            fix: None,
            ..found
        }));
    }
    all.sort_by_key(|found| (found.span.start, found.span.end));
    all.dedup();
    Ok(all)
}

/// Whether a finding is about the game, not about how SGF spells it, and not what the codec of
/// JGF says itself.
pub(crate) fn is_of_the_game(code: &str) -> bool {
    const NOT: [&str; 20] = [
        "game/newer-than-stated",
        "game/points-outside",
        "game/unknown-version",
        "node/empty",
        "node/game-info-late",
        "node/move-in-root",
        "node/move-with-setup",
        "node/point-twice",
        "node/root-property",
        "node/setup-after-root",
        "node/two-moves",
        "rules/off-board",
        "rules/unusable-value",
        "value/control-character",
        "value/empty",
        "value/impossible-date",
        "value/off-board",
        "value/pass",
        "value/spelling",
        "value/western-point",
    ];
    let group = code.split('/').next().unwrap_or_default();
    matches!(group, "rules" | "game" | "clock" | "node" | "value") && !NOT.contains(&code)
}
