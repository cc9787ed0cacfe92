//! The values of a game that are not moves.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::str::FromStr;

use kifu_core::{Color, Margin, Outcome, Points};
use kifu_json::Value;
use kifu_tree::game::{GameInfo, Player, ValueOrText};
use kifu_value::{Date, Overtime, Rank, Seconds};

use crate::codes;
use crate::findings::Findings;

/// The members of a game that are read together.
#[derive(Default)]
pub(crate) struct Parts<'t> {
    pub(crate) players: Option<Value<'t>>,
    pub(crate) teams: Option<Value<'t>>,
    pub(crate) black_id: Option<Value<'t>>,
    pub(crate) white_id: Option<Value<'t>>,
    pub(crate) winner: Option<Value<'t>>,
    pub(crate) outcome: Option<Value<'t>>,
    /// Whether Black lost and whether White lost, as the API states it.
    pub(crate) black_lost: Option<bool>,
    pub(crate) white_lost: Option<bool>,
}

/// A text that is not empty.
pub(crate) fn text(value: Value<'_>) -> Option<String> {
    let text = value.text()?;
    let text = text.trim();
    (!text.is_empty()).then(|| text.into())
}

/// A number, also one in quotation marks.
pub(crate) fn number<N: FromStr>(value: Value<'_>) -> Option<N> {
    match value.number() {
        Some(number) => number.parse().ok(),
        None => value.text()?.trim().parse().ok(),
    }
}

pub(crate) fn color(value: Value<'_>) -> Option<Color> {
    match value.text()?.as_ref() {
        "black" => Some(Color::Black),
        "white" => Some(Color::White),
        _ => None,
    }
}

/// Black and White, or the teams if there are any.
pub(crate) fn add_players(parts: &Parts<'_>, info: &mut GameInfo) {
    for (color, key) in SIDES {
        let team = parts.teams.and_then(|teams| teams.get(key));
        let members = team.into_iter().flat_map(|team| team.elements());
        let mut players: Vec<Player> = members.filter_map(|one| player(color, one)).collect();
        if players.is_empty() {
            let one = parts.players.and_then(|players| players.get(key));
            players.extend(one.and_then(|one| player(color, one)));
        }
        info.players.append(&mut players);
    }
}

const SIDES: [(Color, &str); 2] = [(Color::Black, "black"), (Color::White, "white")];

fn player(color: Color, value: Value<'_>) -> Option<Player> {
    let name = value.get("username").and_then(text);
    let name = name.or_else(|| value.get("name").and_then(text));
    let is_professional = ["professional", "pro"].into_iter().any(|key| {
        let value = value.get(key);
        value.is_some_and(|value| value.bool() == Some(true) || number(value) == Some(1))
    });
    let number = value.get("rank").or_else(|| value.get("ranking"));
    let rank = number.and_then(number_of_rank);
    let rank = rank.and_then(|rank| rank_of(rank, is_professional));
    (name.is_some() || rank.is_some()).then(|| Player {
        name,
        rank: rank.map(|rank| rank.to_string()),
        ..Player::of(color)
    })
}

fn number_of_rank(value: Value<'_>) -> Option<u8> {
    let rank: f64 = number(value)?;
    (0.0..100.0).contains(&rank).then_some(rank as u8)
}

/// The rank of a number: 29 is 1 kyu, 30 is 1 dan, and for professionals 37 is 1 dan.
fn rank_of(number: u8, is_professional: bool) -> Option<Rank> {
    match number {
        37.. if is_professional => Rank::professional(number - 36),
        30.. => Rank::dan((number - 29).min(9)),
        1.. => Rank::kyu(30 - number),
        0 => None,
    }
}

/// Reads the result. Returns whether it says all that the members say.
pub(crate) fn add_result(parts: &Parts<'_>, info: &mut GameInfo, findings: &mut Findings) -> bool {
    let outcome = parts.outcome.and_then(text).unwrap_or_default();
    let lower = outcome.to_ascii_lowercase();
    let stated = parts
        .winner
        .filter(|winner| number::<i64>(*winner) != Some(0));
    let is_draw = stated.and_then(text).as_deref() == Some("tie");
    if is_draw || matches!(lower.as_str(), "0 points" | "tie" | "draw" | "jigo") {
        info.result = Some(ValueOrText::Value(Outcome::Draw));
        return true;
    }
    if lower.starts_with("cancel") {
        info.result = Some(ValueOrText::Value(Outcome::Void));
        return false;
    }
    let winner = stated.and_then(|winner| winner_of(winner, parts));
    let winner = winner.or(match (parts.black_lost, parts.white_lost) {
        (Some(true), Some(false)) => Some(Color::White),
        (Some(false), Some(true)) => Some(Color::Black),
        _ => None,
    });
    let points = lower.strip_suffix("points").or(lower.strip_suffix("point"));
    let points = points.and_then(|points| points.trim().parse::<Points>().ok());
    let (by, is_exact) = match (points, lower.as_str()) {
        (Some(points), _) => (Margin::Points(points), true),
        (None, "resignation" | "resign" | "r") => (Margin::Resignation, true),
        (None, "timeout") => (Margin::Time, true),
        (None, "disconnection") => (Margin::Time, false),
        (None, "") => (Margin::Unstated, true),
        (None, other) if other.contains("decision") || other.contains("abandon") => {
            (Margin::Forfeit, false)
        }
        (None, _) => (Margin::Unstated, false),
    };
    if let Some(winner) = winner {
        info.result = Some(ValueOrText::Value(Outcome::Win { winner, by }));
        return is_exact;
    }
    if let Some(stated) = stated.filter(|winner| winner.source() != "null") {
        let message = "this winner is neither of the players, so the result is not known";
        findings.add(codes::UNCERTAIN_WINNER, stated.span(), message);
    }
    outcome.is_empty() && stated.is_none()
}

fn winner_of(winner: Value<'_>, parts: &Parts<'_>) -> Option<Color> {
    if let Some(color) = color(winner) {
        return Some(color);
    }
    let id: i64 = number(winner)?;
    let is = |value: Option<Value<'_>>| value.and_then(number) == Some(id);
    let is_side = |(color, key): &(Color, &str)| {
        // In team games, these numbers are those of the players who move next.
        let first = match color {
            Color::Black => parts.black_id,
            Color::White => parts.white_id,
        };
        let team = parts.teams.and_then(|teams| teams.get(key));
        let mut members = team.into_iter().flat_map(|team| team.elements());
        let player = parts.players.and_then(|players| players.get(key));
        is(first)
            || is(player.and_then(|player| player.get("id")))
            || members.any(|member| is(member.get("id")))
    };
    SIDES.into_iter().find(is_side).map(|(color, _)| color)
}

/// Reads the time settings. They are kept as they are, too, because they say more.
pub(crate) fn add_time(value: Value<'_>, info: &mut GameInfo) -> bool {
    let get = |key: &str| {
        let seconds: f64 = value.get(key).and_then(number)?;
        (0.0..1e9).contains(&seconds).then_some(seconds)
    };
    let seconds = |key: &str| {
        let seconds = get(key)?;
        Some(Seconds::from_nanos((seconds * 1e9) as i64))
    };
    let count = |key: &str| value.get(key).and_then(number::<u32>);
    let system = value.get("system").or_else(|| value.get("time_control"));
    let system = system.and_then(text).unwrap_or_default();
    let (main, overtime) = match system.as_str() {
        "fischer" => {
            let increment = seconds("time_increment");
            let overtime = increment.map(|increment| Overtime::Fischer { increment });
            (get("initial_time"), overtime)
        }
        "byoyomi" => {
            let periods = count("periods");
            info.periods = periods;
            info.period_time = get("period_time");
            let overtime =
                seconds("period_time").map(|period| Overtime::ByoYomi { periods, period });
            (get("main_time"), overtime)
        }
        "canadian" => {
            let moves = count("stones_per_period");
            let period = seconds("period_time");
            info.period_time = get("period_time");
            let overtime = moves
                .zip(period)
                .map(|(moves, period)| Overtime::Canadian { moves, period });
            (get("main_time"), overtime)
        }
        "simple" => {
            let overtime = seconds("per_move").map(|per_move| Overtime::Simple { per_move });
            (Some(0.0), overtime)
        }
        "absolute" => (get("total_time"), None),
        "none" => return true,
        _ => return false,
    };
    info.main_time = main.map(ValueOrText::Value);
    info.overtime = overtime.map(|overtime| overtime.to_string());
    true
}

/// The name of rules in the spelling of SGF, if they are known.
pub(crate) fn rules(text: &str) -> String {
    match kifu_value::rules(text) {
        Ok(rules) => rules.value.to_string(),
        Err(_) => text.into(),
    }
}

/// The day in UTC of a time in seconds since 1970.
pub(crate) fn day(seconds: i64) -> Option<String> {
    const ERA: i64 = 146_097;
    // Years that start in March end with the day that only leap years have.
    let days = seconds.div_euclid(86_400) + 719_468;
    let (era, day_of_era) = (days.div_euclid(ERA), days.rem_euclid(ERA));
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year_of_era + i64::from(month <= 2);
    let year = u16::try_from(year).ok().filter(|year| *year >= 1970)?;
    let date = Date::new(year, Some(month as u8), Some(day as u8))?;
    Some(format!("{date}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (seconds, date) in [
            (0, "1970-01-01"),
            (951_782_399, "2000-02-28"),
            (951_782_400, "2000-02-29"),
            (951_868_800, "2000-03-01"),
            (1_596_009_142, "2020-07-29"),
            (4_107_542_400, "2100-03-01"),
        ] {
            assert_eq!(day(seconds).as_deref(), Some(date));
        }
        assert_eq!(day(-1), None);
        assert_eq!(day(i64::MAX), None);
    }

    #[test]
    fn ranks_are_numbers() {
        let rank = |number, is_professional| {
            rank_of(number, is_professional).map_or("-".into(), |rank| rank.to_string())
        };
        let cases = [
            (0, "-"),
            (5, "25k"),
            (29, "1k"),
            (30, "1d"),
            (38, "9d"),
            (60, "9d"),
        ];
        assert_eq!(
            cases.map(|(number, _)| rank(number, false)),
            cases.map(|(_, rank)| rank)
        );
        let cases = [(37, "1p"), (45, "9p"), (36, "7d")];
        assert_eq!(
            cases.map(|(number, _)| rank(number, true)),
            cases.map(|(_, rank)| rank)
        );
    }
}
