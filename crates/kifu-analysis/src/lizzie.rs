//! The properties `LZ` and `LZOP` of Lizzie and LizzieYzy.

use alloc::borrow::ToOwned;
use alloc::vec::Vec;

use kifu_core::{Color, Size};

use crate::{Analysis, Candidate, Notation, gtp_move, lead_of, number, rate, rate_of};

/// Reads the text of the property, where `to_move` is the player to move after the node.
///
/// The first line has the engine, the win rate of the player who has just moved in per cent, the visits and, for KataGo,
/// the lead of the player *to move* and its deviation. The second line has the candidates as `info` of GTP, separated by
/// ` info `, with all values from the point of view of the player to move and probabilities in 1/10,000.
pub(crate) fn read(text: &str, to_move: Color, size: Size) -> Option<Analysis> {
    let (head, infos) = text.split_once(['\n', '\r']).unwrap_or((text, ""));
    // The name has no spaces, but it can be missing.
    let mut words: Vec<&str> = head.split_ascii_whitespace().take(6).collect();
    let engine = match words.first() {
        Some(first) if number(first).is_none() => Some(words.remove(0).to_owned()),
        Some(_) => None,
        None => return None,
    };
    let percent = words.first().copied().and_then(number);
    let win_rate = percent.and_then(|percent| rate_of(!to_move, percent / 100.0));
    let lead = words.get(2).copied().and_then(number);
    let candidates = infos
        .split(" info ")
        .filter_map(|info| candidate(info, to_move, size));
    let candidates: Vec<Candidate> = candidates.collect();
    if win_rate.is_none() && candidates.is_empty() {
        return None;
    }
    Some(Analysis {
        engine,
        win_rate,
        lead: lead.map(|lead| lead_of(to_move, lead)),
        deviation: words.get(3).copied().and_then(number),
        visits: words.get(1).copied().and_then(visits),
        candidates,
        ..Analysis::in_notation(Notation::Lizzie)
    })
}

/// Reads `move Q16 visits 3779 winrate 4232 prior 1744 scoreMean 0.5 pv Q16 D4`. Unknown names have one value.
fn candidate(info: &str, to_move: Color, size: Size) -> Option<Candidate> {
    let mut words = info.split_ascii_whitespace();
    let mut action = None;
    let mut candidate = Candidate {
        action: crate::Move::Pass,
        win_rate: None,
        lead: None,
        visits: None,
        prior: None,
        variation: Vec::new(),
    };
    while let Some(name) = words.next() {
        if name == "pv" {
            // What follows the moves of the variation is not known.
            let moves = words.by_ref().map_while(|word| gtp_move(word, size));
            candidate.variation = moves.collect();
            break;
        }
        let value = words.next()?;
        match name {
            "move" => action = gtp_move(value, size),
            "visits" => candidate.visits = visits(value),
            "winrate" => {
                let per_10_000 = number(value);
                candidate.win_rate =
                    per_10_000.and_then(|value| rate_of(to_move, value / 10_000.0));
            }
            "prior" => candidate.prior = number(value).and_then(|value| rate(value / 10_000.0)),
            "scoreMean" | "scoreLead" => {
                candidate.lead = number(value).map(|lead| lead_of(to_move, lead));
            }
            _ => {}
        }
    }
    Some(Candidate {
        action: action?,
        ..candidate
    })
}

/// A number of visits, such as `926`, `1.5k` or `2m`.
fn visits(text: &str) -> Option<u64> {
    let (digits, unit) = match text.as_bytes().last()? {
        b'k' | b'K' => (&text[..text.len() - 1], 1e3),
        b'm' | b'M' => (&text[..text.len() - 1], 1e6),
        _ => (text, 1.0),
    };
    let visits = number(digits)? * unit;
    // Adding a half rounds, since a number such as 1.1k is not exact.
    (0.0..1e15)
        .contains(&visits)
        .then_some((visits + 0.5) as u64)
}
