//! Checks of records that are not SGF.

#[cfg(feature = "jgf")]
mod field;
#[cfg(any(feature = "gib", feature = "ngf", feature = "ogs", feature = "ugf"))]
mod game;
#[cfg(feature = "gib")]
mod gib;
#[cfg(feature = "jgf")]
mod jgf;
#[cfg(feature = "ngf")]
mod ngf;
#[cfg(feature = "ogs")]
mod ogs;
#[cfg(feature = "notation")]
mod positions;
#[cfg(feature = "jgf")]
mod span_map;
#[cfg(feature = "ugf")]
mod ugf;

#[cfg(feature = "gib")]
pub use gib::check_gib;
#[cfg(feature = "jgf")]
pub use jgf::{check_jgf, check_jgf_document};
#[cfg(feature = "ngf")]
pub use ngf::check_ngf;
#[cfg(feature = "ogs")]
pub use ogs::check_ogs;
#[cfg(feature = "notation")]
pub use positions::check_positions;
#[cfg(feature = "ugf")]
pub use ugf::check_ugf;

/// Whether findings with a code are about the game itself, and not about its spelling in SGF.
///
/// When a file of another format is converted to SGF and checked, only these findings apply to the original
/// file. Findings of the JGF parser itself are not included.
///
/// ```
/// assert!(kifu_check::is_format_independent("rules/ko"));
/// assert!(!kifu_check::is_format_independent("value/spelling"));
/// ```
pub fn is_format_independent(code: &str) -> bool {
    const SGF_ONLY: [&str; 20] = [
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
    matches!(group, "rules" | "game" | "clock" | "node" | "value") && !SGF_ONLY.contains(&code)
}
