//! Finds the earlier position that a play would repeat.
//!
//! One list serves all rules: for each ply, the hash before it, whose turn it was, who acted, and the kind of action.
//! The definitions of superko are filters over this list.

use core::ops::Range;

use kifu_core::Color;

use crate::Repetition;
use crate::history::{History, Kind};

/// The latest earlier position that a play repeats, if the rule forbids `player` to repeat it.
///
/// `hash` is the hash of the position after the play, and `now` the hash before it. `plies` are the plies since the
/// start or the latest setup. The result is the number of plies before that position.
pub(crate) fn repeated(
    rule: Repetition,
    history: &History,
    plies: Range<usize>,
    now: u128,
    to_play: Color,
    player: Color,
    hash: u128,
) -> Option<usize> {
    let end = plies.end;
    match rule {
        Repetition::Allowed | Repetition::SimpleKo => None,
        Repetition::Positional if now == hash => Some(end),
        Repetition::Positional => history.latest_before(hash, plies, |_| true),
        // A board counts with each player who played or passed on it, not with a turn that was only
        // set.
        Repetition::Situational if now == hash && to_play == !player => Some(end),
        Repetition::Situational => history.latest_before(hash, plies, |ply| {
            history.to_play(ply) == !player && history.kind(ply) != Kind::Turn
        }),
        Repetition::NaturalSituational => {
            let start = plies.start;
            let is_made_by_player =
                |ply: usize| ply > start && history.player(ply - 1) == Some(player);
            if now == hash && is_made_by_player(end) {
                return Some(end);
            }
            history.latest_before(hash, plies, is_made_by_player)
        }
    }
}
