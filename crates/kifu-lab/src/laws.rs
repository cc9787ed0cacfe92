//! The laws of the crates, included from the file in which each crate defines its own.

#[path = "../../kifu-lex/tests/it/laws.rs"]
pub mod lex;

#[path = "../../kifu-sgf/tests/it/laws.rs"]
#[allow(dead_code)] // Some entry points are only for the fuzzer.
pub mod sgf;

#[path = "../../kifu-jgf/tests/it/laws.rs"]
#[allow(dead_code)]
pub mod jgf;

#[path = "../../kifu-check/tests/it/laws.rs"]
#[allow(dead_code)]
pub mod check;

#[path = "../../kifu-rgf/tests/it/laws.rs"]
#[allow(dead_code)]
pub mod rgf;

#[path = "../../kifu/tests/it/laws.rs"]
#[allow(dead_code)]
pub mod convert;

#[path = "../../kifu-replay/tests/it/laws.rs"]
pub mod replay;

#[path = "../../kifu-analysis/tests/it/laws.rs"]
pub mod analysis;

use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

/// A named law.
pub type Law = (&'static str, fn(&[u8]));

/// The laws for every SGF file.
pub const SGF: &[Law] = &[
    ("tokens tile", lex::all),
    ("bytes survive", sgf::bytes_survive),
    (
        "undecodable text is reported",
        sgf::undecodable_values_are_reported,
    ),
    ("events agree", sgf::events_agree),
    ("only moves are all", sgf::only_moves_are_all),
    ("visits are all nodes", sgf::visits_are_all_nodes),
    ("addresses lead back", sgf::addresses_lead_back),
    ("limits are exact", sgf::limits_are_exact),
    ("games tile", sgf::games_tile),
    ("parts stand alone", sgf::parts_stand_alone),
    ("values read back", sgf::values_read_back),
    ("fixes keep the reading", sgf::fixes_keep_the_reading),
    ("canonical is stable", sgf::canonical_is_stable),
    ("canonical keeps the game", sgf::canonical_keeps_the_game),
    (
        "undecodable text is replaced or kept",
        sgf::undecodable_text_is_replaced_or_kept,
    ),
    ("set is local", sgf::set_changes_only_its_bytes),
    ("games come back", sgf::games_come_back),
    ("edits read back", some_edits),
    ("steps are positions", replay::steps_lead_to_each_position),
    ("leaving leads back", replay::leaving_a_node_leads_back),
    ("analysis is in range", analysis::values_are_in_range),
    ("findings are sound", check::findings_are_sound),
    (
        "safe fixes repair everything",
        check::safe_fixes_repair_all_and_keep_the_game,
    ),
    ("every fix can be made", check::every_fix_can_be_made),
    ("canonical form is valid", check::canonical_form_is_valid),
    ("conversions keep all", convert::conversions_keep_everything),
    (
        "edits in between win",
        convert::edits_in_another_format_survive,
    ),
    ("games are compared", convert::comparisons_hold),
];

/// The laws for every RGF file.
pub const RGF: &[Law] = &[
    (
        "recordings come back",
        rgf::bytes_survive_and_places_are_in_the_text,
    ),
    ("moments are valid", rgf::every_moment_is_valid),
    ("recordings read back", rgf::what_is_written_reads_back),
    (
        "moments are spliced",
        rgf::what_is_spliced_is_what_was_recorded,
    ),
    (
        "splices equal edits",
        rgf::what_is_spliced_is_what_edits_give,
    ),
];

/// The laws for every JGF file.
pub const JGF: &[Law] = &[
    ("values survive", jgf::values_survive),
    ("findings are sound", jgf::findings_are_sound),
    ("nodes have places", jgf::nodes_have_their_places),
    ("profiles say the same", jgf::profiles_say_the_same),
    ("pieces are the whole", jgf::pieces_are_the_whole),
    ("set is local", jgf::set_changes_only_its_member),
    ("edits read back", jgf::some_edits_read_back),
    ("conversions keep all", convert::conversions_keep_everything),
    (
        "edits in between win",
        convert::edits_in_another_format_survive,
    ),
];

/// Applies a few random edits, which are the same for a file in every run.
fn some_edits(source: &[u8]) {
    /// The maximum size of a file in bytes. Larger files take longer, but test nothing else.
    const LARGE: usize = 1 << 16;
    if source.len() > LARGE {
        return;
    }
    let mut state = source.iter().fold(0xCBF2_9CE4_8422_2325u64, |h, b| {
        (h ^ u64::from(*b)).wrapping_mul(0x100_0000_01B3)
    });
    for _ in 0..4 {
        let script: Vec<u8> = (0..40)
            .map(|_| {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                state as u8
            })
            .collect();
        sgf::edited_reads_back(&script, source);
    }
}

thread_local! {
    static MESSAGE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Runs the laws on a source. Returns the names of the broken laws, with their panic messages.
pub fn broken(laws: &[Law], source: &[u8]) -> Vec<(&'static str, String)> {
    static QUIET: Once = Once::new();
    QUIET.call_once(|| {
        panic::set_hook(Box::new(|info| {
            MESSAGE.with(|message| *message.borrow_mut() = info.to_string())
        }));
    });
    let holds = |law: fn(&[u8])| panic::catch_unwind(AssertUnwindSafe(|| law(source))).is_ok();
    laws.iter()
        .filter(|(_, law)| !holds(*law))
        .map(|(name, _)| (*name, MESSAGE.with(|message| message.take())))
        .collect()
}
