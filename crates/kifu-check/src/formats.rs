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

use kifu_span::Code;

use crate::codes;

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
/// use kifu_check::{codes, is_format_independent};
///
/// assert!(is_format_independent(codes::CAPTURES_DIFFER));
/// assert!(!is_format_independent(codes::SPELLING));
/// ```
pub fn is_format_independent(code: &Code) -> bool {
    const SGF_ONLY: [&Code; 20] = [
        codes::NEWER_THAN_STATED,
        codes::POINTS_OUTSIDE,
        codes::UNKNOWN_VERSION,
        codes::EMPTY_NODE,
        codes::GAME_INFO_LATE,
        codes::MOVE_IN_ROOT,
        codes::MOVE_WITH_SETUP,
        kifu_sgf::codes::POINT_TWICE,
        codes::ROOT_PROPERTY,
        codes::SETUP_AFTER_ROOT,
        codes::TWO_MOVES,
        kifu_replay::codes::OFF_BOARD,
        kifu_replay::codes::UNUSABLE_VALUE,
        codes::CONTROL_CHARACTER,
        kifu_sgf::codes::EMPTY_VALUE,
        codes::IMPOSSIBLE_DATE,
        codes::OFF_BOARD,
        codes::PASS,
        codes::SPELLING,
        codes::WESTERN_POINT,
    ];
    matches!(code.group(), "rules" | "game" | "clock" | "node" | "value")
        && !SGF_ONLY.contains(&code)
}
