//! Analysis in comments.

use alloc::borrow::ToOwned;

use kifu_core::Color;

use crate::{Analysis, AnalyzedPosition, Notation, lead_of, number, rate, rate_of};

/// Reads the comment of a game that KataGo plays against itself, such as `0.33 0.32 0.34 -0.3 v=100`: the probabilities
/// of a win of White, of a loss and of a game without a result, White's lead, and the visits.
pub(crate) fn katago(written: &[u8]) -> Option<Analysis> {
    // The text is ASCII; what follows it can have any charset. It can begin with `Pass for ko`.
    let ascii = written.iter().position(|byte| !byte.is_ascii());
    let text = core::str::from_utf8(&written[..ascii.unwrap_or(written.len())]).ok()?;
    let text = text.strip_prefix("Pass for ko").unwrap_or(text);
    let mut words = text.split_ascii_whitespace();
    let mut next = || {
        let word = words.next()?;
        // Other comments with four numbers hardly have these decimals.
        word.contains('.').then(|| number(word))?
    };
    let (win, loss, no_result, lead) = (next()?, next()?, next()?, next()?);
    let total = rate(win)? + rate(loss)? + rate(no_result)?;
    if !(0.97..=1.03).contains(&total) {
        return None;
    }
    let visits = words.find_map(|word| word.strip_prefix("v=")?.parse().ok());
    Some(Analysis {
        position: AnalyzedPosition::BeforeMove,
        // A game without a result counts half, as in the win rates of KataGo.
        win_rate: rate(loss + no_result / 2.0),
        lead: Some(lead_of(Color::White, lead)),
        visits,
        ..Analysis::in_notation(Notation::KataGo)
    })
}

/// Reads the comment of go-attack, such as `victim predicted win prob: 0.43 loss: 0.57, predicted score: -0.6`, with the
/// values of the player of the move.
pub(crate) fn go_attack(written: &[u8], mover: Color) -> Option<Analysis> {
    let text = core::str::from_utf8(written).ok()?;
    let (player, values) = text.split_once(" predicted win prob: ")?;
    let (win, rest) = values.split_once(" loss: ")?;
    let (loss, lead) = rest.split_once(", predicted score: ")?;
    rate(number(loss)?)?;
    Some(Analysis {
        position: AnalyzedPosition::BeforeMove,
        engine: Some(player.to_owned()),
        win_rate: Some(rate_of(mover, number(win)?)?),
        lead: number(lead.trim_end()).map(|lead| lead_of(mover, lead)),
        ..Analysis::in_notation(Notation::GoAttack)
    })
}

/// Reads the comment of analyze-sgf, a list with these values:
///
/// ```text
/// As White:
/// * Win rate: 0.96%
/// * Score lead: -14.46
/// * Visits: 1615
/// ```
///
/// Earlier versions wrote the player in the line, such as `* Win rate: W 60.77%`, and then the lead of the player who is
/// ahead.
pub(crate) fn analyze_sgf(written: &[u8]) -> Option<Analysis> {
    let mut analysis = Analysis::in_notation(Notation::AnalyzeSgf);
    let mut view = None;
    // Only these lines need to be ASCII: the rest of the comment can have any charset.
    for line in written.split(|byte| matches!(byte, b'\n' | b'\r')) {
        let line = core::str::from_utf8(line).unwrap_or_default().trim();
        match line {
            "As Black:" => view = Some(Color::Black),
            "As White:" => view = Some(Color::White),
            _ => {}
        }
        let Some((name, value)) = line
            .strip_prefix("* ")
            .and_then(|line| line.split_once(": "))
        else {
            continue;
        };
        let (view, value) = match value.split_once(' ') {
            Some(("B", value)) => (Some(Color::Black), value),
            Some(("W", value)) => (Some(Color::White), value),
            _ => (view, value),
        };
        match (name, view) {
            ("Win rate", Some(view)) => {
                let percent = value.strip_suffix('%').and_then(number);
                analysis.win_rate = percent.and_then(|percent| rate_of(view, percent / 100.0));
            }
            ("Score lead", Some(view)) => {
                analysis.lead = number(value).map(|lead| lead_of(view, lead));
            }
            ("Visits", _) => analysis.visits = value.parse().ok(),
            _ => {}
        }
    }
    analysis.win_rate.is_some().then_some(analysis)
}
