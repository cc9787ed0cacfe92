//! Finds the earlier position that a play would repeat.
//!
//! One list serves all rules: for each ply, the hash before it, whose turn it was, who acted, and the kind of action.
//! The definitions of superko are filters over this list.

use kifu_core::Color;

use crate::Repetition;
use crate::position::{Kind, Ply};

/// The latest earlier position that a play repeats, if the rule forbids `player` to repeat it.
///
/// `hash` is the hash of the position after the play, and `now` the hash before it. `history` has the plies since the
/// start or the latest setup. The result is an index into the positions before, between and after these plies.
pub(crate) fn repeated(
    rule: Repetition,
    history: &[Ply],
    now: u128,
    to_play: Color,
    player: Color,
    hash: u128,
) -> Option<usize> {
    match rule {
        Repetition::Allowed | Repetition::SimpleKo => None,
        Repetition::Positional => {
            if now == hash {
                return Some(history.len());
            }
            history.iter().rposition(|ply| ply.hash() == hash)
        }
        Repetition::Situational => {
            // A set turn does not make a situation: only a position that was played from counts.
            let next = !player;
            if now == hash && to_play == next {
                return Some(history.len());
            }
            history.iter().rposition(|ply| {
                ply.hash() == hash && ply.turn() == next && ply.kind() != Kind::Turn
            })
        }
        Repetition::NaturalSituational => {
            let made = |ply: usize| history.get(ply).map_or(now, Ply::hash);
            let mine = |ply: usize| {
                history[ply].kind() == Kind::Play && history[ply].change.color() == player
            };
            (1..=history.len())
                .rev()
                .find(|&ply| made(ply) == hash && mine(ply - 1))
        }
    }
}
