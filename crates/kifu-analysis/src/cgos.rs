//! The property `CC` of the Computer Go Server, and `KFA` of KifuwarabeGo.

use alloc::string::ToString;
use alloc::vec::Vec;

use kifu_core::{Color, Size};
use kifu_json::{Limits, Value};

use crate::{
    Analysis, AnalyzedPosition, Candidate, Notation, gtp_move, lead_of, number, rate, rate_of,
};

/// Reads the JSON that an engine sends with its move, with all values from the point of view of the player of the move.
///
/// Some engines state the values only for their candidates; then those of the first one are those of the position. Each
/// player is another engine, whose name is that of the player, so the engine of the analysis is the colour.
pub(crate) fn read(json: &str, mover: Color, size: Size) -> Option<Analysis> {
    /// Nesting of the known members.
    const DEPTH: usize = 8;
    let limits = Limits {
        depth: DEPTH,
        ..Limits::default()
    };
    let index = kifu_json::scan(json, &limits, &mut |_, _| {}).ok()?;
    let value = index.roots().next().filter(|root| root.is_object())?;
    let moves = value.get("moves").into_iter();
    let moves = moves.flat_map(|moves| moves.elements());
    let candidates = moves.filter_map(|one| candidate(one, mover, size));
    let candidates: Vec<Candidate> = candidates.collect();
    let first = candidates.first();
    let win_rate = of(value, "winrate").and_then(|rate| rate_of(mover, rate));
    let lead = of(value, "score").map(|lead| lead_of(mover, lead));
    let win_rate = win_rate.or(first.and_then(|first| first.win_rate));
    if win_rate.is_none() && candidates.is_empty() {
        return None;
    }
    Some(Analysis {
        position: AnalyzedPosition::BeforeMove,
        engine: Some(mover.to_string()),
        win_rate,
        lead: lead.or(first.and_then(|first| first.lead)),
        visits: visits(value).or(first.and_then(|first| first.visits)),
        candidates,
        ..Analysis::in_notation(Notation::Cgos)
    })
}

fn candidate(value: Value<'_>, mover: Color, size: Size) -> Option<Candidate> {
    let action = gtp_move(&value.get("move")?.text()?, size)?;
    let pv = value.get("pv").and_then(|pv| pv.text()).unwrap_or_default();
    let pv = pv.split_ascii_whitespace();
    let mut variation: Vec<_> = pv.map_while(|name| gtp_move(name, size)).collect();
    // The text has the moves after this one.
    if !variation.is_empty() && variation[0] != action {
        variation.insert(0, action);
    }
    Some(Candidate {
        action,
        win_rate: of(value, "winrate").and_then(|rate| rate_of(mover, rate)),
        lead: of(value, "score").map(|lead| lead_of(mover, lead)),
        visits: visits(value),
        prior: of(value, "prior").and_then(rate),
        variation,
    })
}

fn of(value: Value<'_>, key: &str) -> Option<f64> {
    number(&value.get(key)?.number()?)
}

fn visits(value: Value<'_>) -> Option<u64> {
    value.get("visits")?.number()?.parse().ok()
}
