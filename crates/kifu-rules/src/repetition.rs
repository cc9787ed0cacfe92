//! Which earlier position a play would repeat.
//!
//! One list serves every rule: the hash before each ply, whose turn it was, who
//! acted, and how. The definitions of superko are filters over it.

use kifu_core::Color;

use crate::Repetition;
use crate::position::{Kind, Ply};

/// The latest earlier position that the rule forbids `player` to make again, where
/// `hash` is the colouring that the play makes.
///
/// `history` is what happened since the start or the latest setup; `now` is the
/// hash of the position before the play. The answer counts from the beginning of
/// `history`.
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
            // A change of turn by decree makes no situation: only what was played
            // from counts.
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
