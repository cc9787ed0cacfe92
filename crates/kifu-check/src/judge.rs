//! What is wrong with records that are not SGF.

#[cfg(feature = "jgf")]
mod field;
#[cfg(feature = "jgf")]
mod jgf;
#[cfg(feature = "jgf")]
mod mapped;
#[cfg(feature = "notation")]
mod positions;

#[cfg(feature = "jgf")]
pub use jgf::check_jgf;
#[cfg(feature = "notation")]
pub use positions::check_positions;

/// Whether findings with a code are about the game, and not about how SGF writes it: of a game that was
/// converted to SGF, only those are about its own file. What the codec of JGF finds itself is not among
/// them.
///
/// ```
/// assert!(kifu_check::is_of_the_game("rules/ko"));
/// assert!(!kifu_check::is_of_the_game("value/spelling"));
/// ```
pub fn is_of_the_game(code: &str) -> bool {
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
