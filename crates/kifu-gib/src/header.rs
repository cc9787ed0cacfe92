//! Reads the values of a header.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use kifu_charset::Charset;
use kifu_core::{ByColor, Color, Margin, Outcome, Points, Size};
use kifu_span::{Diagnostic, Edit, Fix, Span};
use kifu_value::{Date, Rank};

use crate::codes;
use crate::names::{original, rank_text, restored, split_name};
use crate::scan::{Parts, StatementContent, number};
use crate::values::{self, Value};

/// The information of a header, where it can be read.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Header {
    /// The players.
    pub players: ByColor<Player>,
    /// The size of the board, 19 unless the header states another one.
    pub size: Size,
    /// The points that White receives.
    pub komi: Option<Points>,
    /// The number of handicap stones, 0 or 2 to 9. Files also state a handicap of 1, which has no stones.
    pub handicap: u8,
    /// The result; `None` if the game has no result.
    pub result: Option<Outcome>,
    /// The day on which the game was played.
    pub date: Option<Date>,
    /// The main time in seconds.
    pub main_time: Option<u32>,
    /// The number of overtime periods and the length of each in seconds.
    pub overtime: Option<(u32, u32)>,
    /// The name of the game.
    pub name: Option<String>,
    /// The place, which is the name of the server.
    pub place: Option<String>,
    /// The comment on the game.
    pub comment: Option<String>,
}

/// A player in a header.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Player {
    /// The name of the account.
    pub name: Option<String>,
    /// The nickname, if it differs from the name.
    pub nick: Option<String>,
    /// The rank.
    pub rank: Option<Rank>,
    /// The country.
    pub country: Option<&'static str>,
}

/// The countries and their numbers.
pub(crate) const COUNTRIES: [(u8, &str); 4] =
    [(0, "Korea"), (1, "Japan"), (2, "China"), (4, "Taiwan")];

/// The rank of a level from 0 to 35.
pub(crate) fn rank_of(level: u8) -> Option<Rank> {
    match level {
        0..=17 => Rank::kyu(18 - level),
        18..=26 => Rank::dan(level - 17),
        27..=35 => Rank::professional(level - 26),
        _ => None,
    }
}

/// The outcome of a code (`GRLT`) and a number of tenths of points (`ZIPSU`).
pub(crate) fn outcome_of(code: u16, tenths: Option<i32>) -> Option<Outcome> {
    let winner = |is_white: bool| if is_white { Color::White } else { Color::Black };
    let (winner, by) = match code {
        0 | 1 => {
            let points = tenths.filter(|tenths| *tenths > 0).map(of_tenths);
            let by = points.map_or(Margin::Unstated, Margin::Points);
            (winner(code == 1), by)
        }
        2 => return Some(Outcome::Draw),
        3 | 4 => (winner(code == 4), Margin::Resignation),
        5 | 6 => (winner(code == 6), Margin::Forfeit),
        7 | 8 => (winner(code == 8), Margin::Time),
        _ => return None,
    };
    Some(Outcome::Win { winner, by })
}

pub(crate) fn of_tenths(tenths: i32) -> Points {
    Points::from_hundredths(tenths.saturating_mul(10))
}

struct Reader<'d> {
    source: &'d [u8],
    charset: Charset,
    values: Vec<Value>,
    diagnostics: &'d mut Vec<Diagnostic>,
}

/// The maximum number of values among which a key is searched for. Real headers have fewer.
const MAX_VALUES: usize = 256;

pub(crate) fn read(source: &[u8], charset: Charset, parts: &mut Parts) -> Header {
    let mut diagnostics = core::mem::take(&mut parts.diagnostics);
    let mut reader = Reader {
        source,
        charset,
        values: values::values(source, &parts.fields),
        diagnostics: &mut diagnostics,
    };
    reader.check_keys();
    let header = reader.header(parts);
    reader.check_texts();
    parts.diagnostics = diagnostics;
    header
}

impl<'d> Reader<'d> {
    /// The first value of a key.
    fn find(&self, key: &str) -> Option<Value> {
        let values = self.values.iter().take(MAX_VALUES);
        let mut found = values.filter(|value| value.key.of(self.source) == key.as_bytes());
        found.find(|value| !value.value.is_empty()).copied()
    }

    fn bytes(&self, key: &str) -> Option<&'d [u8]> {
        self.find(key).map(|value| value.value.of(self.source))
    }

    fn decode(&self, span: Span) -> Cow<'d, str> {
        self.charset.decode(span.of(self.source)).text
    }

    fn text(&self, key: &str) -> Option<Cow<'d, str>> {
        self.find(key).map(|value| self.decode(value.value))
    }

    fn bad(&mut self, value: Value, expected: &str) {
        let key = self.decode(value.key).into_owned();
        let message = format!("the value of `{key}` is not {expected}");
        self.diagnostics
            .push(codes::BAD_VALUE.at(value.value, message));
    }

    /// The number of the first of these keys that has a number. Reports other keys with a different
    /// number.
    fn number(&mut self, keys: &[&str], what: &str) -> Option<i32> {
        let mut first: Option<i32> = None;
        for key in keys {
            let Some(value) = self.find(key) else {
                continue;
            };
            let read = number::<i32>(value.value.of(self.source));
            match (read, first) {
                (None, _) => self.bad(value, what),
                (Some(read), None) => first = Some(read),
                (Some(read), Some(first)) if read != first => {
                    let key = self.decode(value.key).into_owned();
                    let message = format!("`{key}` is {read} here, but {first} in another key");
                    self.diagnostics
                        .push(codes::DISAGREEMENT.at(value.value, message));
                }
                _ => {}
            }
        }
        first
    }

    fn check_keys(&mut self) {
        for at in 0..self.values.len() {
            let Value { section, key, .. } = self.values[at];
            let (name, section) = (key.of(self.source), section.of(self.source));
            let is_known = match values::keys_of(section) {
                Some(keys) => keys.contains(&name),
                None => name.is_empty() || values::is_known(name),
            };
            if !is_known {
                let name = self.decode(key).into_owned();
                let message = format!("the meaning of `{name}` is unknown");
                self.diagnostics.push(codes::UNKNOWN_KEY.at(key, message));
            }
        }
    }

    fn header(&mut self, parts: &Parts) -> Header {
        let size = self.number(&["LINE"], "a board size");
        let size = size.and_then(|side| {
            let size = Size::square(u8::try_from(side).ok()?).ok();
            if size.is_none() {
                let value = self.find("LINE")?;
                self.bad(value, "a board size");
            }
            size
        });
        let komi = self.number(
            &["GONGJE", "G", "GAMEGONGJE"],
            "a komi in tenths of a point",
        );
        let main_time = self.time();
        let text = |reader: &Self, key, other| {
            let text = reader.text(key).or_else(|| reader.text(other));
            text.map(Cow::into_owned)
        };
        Header {
            size: size.unwrap_or_default(),
            komi: komi.map(of_tenths),
            handicap: self.handicap(parts),
            result: self.result(),
            date: self.date(),
            main_time: main_time.map(|time| time.0),
            overtime: main_time
                .map(|time| time.1)
                .filter(|(count, time)| *count > 0 && *time > 0),
            name: text(self, "GAMENAME", "GNAME"),
            place: text(self, "GAMEPLACE", "GPLC"),
            comment: text(self, "GAMECOMMENT", "GCMT").map(|text| text.replace("\r\n", "\n")),
            players: ByColor {
                black: self.player(Color::Black),
                white: self.player(Color::White),
            },
        }
        .with_count(parts, self)
    }

    fn handicap(&mut self, parts: &Parts) -> u8 {
        let stated = self.number(&["GCDT", "R"], "a number of handicap stones");
        let statement = parts
            .statements
            .iter()
            .find_map(|statement| match statement.content {
                StatementContent::Start { handicap } => Some((statement.span, handicap)),
                _ => None,
            });
        let placed = match statement {
            Some((span, None)) => {
                let message = "`INI` does not state the handicap; expected `INI 0 1 HANDICAP &4`";
                self.diagnostics.push(codes::BAD_VALUE.at(span, message));
                None
            }
            Some((span, Some(placed))) => {
                if let Some(stated) = stated.filter(|stated| *stated != i32::from(placed)) {
                    let message =
                        format!("`INI` has {placed} handicap stones, but the header has {stated}");
                    self.diagnostics.push(codes::DISAGREEMENT.at(span, message));
                }
                Some(placed)
            }
            None => None,
        };
        let handicap = placed.or(stated.and_then(|stated| u8::try_from(stated).ok()));
        handicap
            .filter(|handicap| (2..=9).contains(handicap))
            .unwrap_or(0)
    }

    fn result(&mut self) -> Option<Outcome> {
        let code = self.number(&["GRLT", "W"], "a result code");
        let tenths = self.number(
            &["ZIPSU", "Z", "GAMEZIPSU"],
            "a margin in tenths of a point",
        );
        match code {
            // The game has no result.
            Some(255) => None,
            Some(code) => {
                let outcome = u16::try_from(code)
                    .ok()
                    .and_then(|code| outcome_of(code, tenths));
                if outcome.is_none() {
                    if let Some(value) = self.find("GRLT").or_else(|| self.find("W")) {
                        self.bad(value, "a result code");
                    }
                }
                outcome.or_else(|| self.result_text())
            }
            None => self.result_text(),
        }
    }

    /// Reads `GAMERESULT`, such as `white wins by time`, `black 4 points win` and `白 中盘胜`.
    fn result_text(&mut self) -> Option<Outcome> {
        let value = self.find("GAMERESULT")?;
        let text = self.decode(value.value);
        let lower = text.to_ascii_lowercase();
        let mut words = lower.split_ascii_whitespace();
        let winner = match words.next()? {
            "black" => Some(Color::Black),
            "white" => Some(Color::White),
            _ => None,
        };
        let rest: Vec<&str> = words.collect();
        if let Some(winner) = winner {
            let by = match rest.as_slice() {
                ["wins", "by", "resignation"] => Some(Margin::Resignation),
                ["wins", "by", "time"] => Some(Margin::Time),
                ["wins", "by", "disconnection"] => Some(Margin::Forfeit),
                [points, "win"] | [points, "points", "win"] => {
                    points.parse().ok().map(Margin::Points)
                }
                _ => None,
            };
            if let Some(by) = by {
                return Some(Outcome::Win { winner, by });
            }
        }
        let read = kifu_value::result(&text);
        if read.is_err() {
            self.bad(value, "a result");
        }
        read.ok().map(|read| read.value)
    }

    /// The main time, and the number and length of the overtime periods.
    fn time(&mut self) -> Option<(u32, (u32, u32))> {
        let numbers = |text: &[u8]| {
            let mut parts = text.split(|byte| *byte == b'-').map(number::<u32>);
            let found = (parts.next()??, parts.next()??, parts.next()??);
            parts.next().is_none().then_some(found)
        };
        let main = self.bytes("GTIME").and_then(numbers);
        let tag = self.bytes("T").and_then(numbers);
        let (main, length, count) =
            main.or(tag.map(|(length, count, main)| (main, length, count)))?;
        Some((main, (count, length)))
    }

    fn date(&mut self) -> Option<Date> {
        for key in ["GDATE", "C", "GAMEDATE"] {
            let Some(value) = self.find(key) else {
                continue;
            };
            let text = value.value.of(self.source);
            // The bytes of characters such as `年` are above ASCII, so they separate the numbers.
            let mut numbers = text
                .split(|byte| !byte.is_ascii_digit())
                .filter(|digits| !digits.is_empty())
                .map(|digits| number::<u16>(digits).unwrap_or(u16::MAX));
            let year = numbers.next().unwrap_or(0);
            let mut next = || {
                numbers
                    .next()
                    .and_then(|n| u8::try_from(n).ok())
                    .filter(|n| *n > 0)
            };
            let month = next();
            let day = month.and_then(|_| next());
            match Date::new(year, month, day).filter(|_| year > 1000) {
                Some(date) => return Some(date),
                None => self.bad(value, "a date"),
            }
        }
        None
    }

    fn player(&mut self, color: Color) -> Player {
        let keys: [&str; 9] = match color {
            Color::Black => [
                "GAMEBLACKNAME",
                "GAMEBLACKLEVEL",
                "GAMEBLACKNICK",
                "BID",
                "BLV",
                "BNICK",
                "BNCD",
                "M",
                "B",
            ],
            Color::White => [
                "GAMEWHITENAME",
                "GAMEWHITELEVEL",
                "GAMEWHITENICK",
                "WID",
                "WLV",
                "WNICK",
                "WNCD",
                "I",
                "A",
            ],
        };
        let [
            name,
            level,
            nick,
            id,
            lv,
            short_nick,
            country,
            tag_id,
            tag_nick,
        ] = keys;
        let tag_level = if color == Color::Black { "N" } else { "L" };
        let shown = self.text(name);
        let (shown, shown_rank) = shown.as_deref().map_or((None, None), |shown| {
            let (name, rank) = split_name(shown);
            (Some(name.to_string()).filter(|name| !name.is_empty()), rank)
        });
        let mut nickname = self.text(nick).map(Cow::into_owned);
        self.restore(
            &[id, short_nick, tag_id, tag_nick],
            shown.as_deref(),
            nickname.as_deref(),
        );
        // The level is a number, a rank as text, or by mistake the nickname.
        let mut rank = self.number(&[lv, tag_level], "a level from 0 to 35");
        if rank.is_some_and(|level| rank_of_level(level).is_none()) {
            if let Some(value) = self.find(lv) {
                self.bad(value, "a level from 0 to 35");
            }
            rank = None;
        }
        let mut level_rank = None;
        if let Some(value) = self.find(level) {
            let text = self.decode(value.value).into_owned();
            level_rank = text
                .parse()
                .ok()
                .and_then(rank_of_level)
                .or_else(|| rank_text(&text));
            if level_rank.is_none() && text.parse::<i32>().is_err() {
                let message = "this is a nickname, not a level";
                self.diagnostics
                    .push(codes::MISPLACED_NICK.at(value.value, message));
                nickname = nickname.or(Some(text));
            }
        }
        let rank = rank.and_then(rank_of_level).or(level_rank).or(shown_rank);
        if let (Some(rank), Some(shown)) = (rank, shown_rank) {
            if rank.bare() != shown.bare() && rank.number != shown.number {
                if let Some(value) = self.find(name) {
                    let message = format!("the rank is {shown} here, but {rank} in another key");
                    self.diagnostics
                        .push(codes::DISAGREEMENT.at(value.value, message));
                }
            }
        }
        let country = self.bytes(country).and_then(number::<u8>);
        let country = country.and_then(|country| {
            let known = COUNTRIES.iter().find(|(number, _)| *number == country);
            known.map(|(_, name)| *name)
        });
        let other = |key: &str| self.text(key).map(Cow::into_owned);
        let name = shown.or_else(|| other(id)).or_else(|| other(tag_id));
        let nick = nickname
            .or_else(|| other(short_nick))
            .or_else(|| other(tag_nick));
        Player {
            nick: nick.filter(|nick| Some(nick) != name.as_ref()),
            name,
            rank,
            country,
        }
    }

    /// Reports mangled names of a player, all in one finding.
    fn restore(&mut self, keys: &[&str], name: Option<&str>, nick: Option<&str>) {
        let mut edits = Vec::new();
        let mut first: Option<(Span, String)> = None;
        for key in keys {
            let Some(value) = self.find(key) else {
                continue;
            };
            let text = self.decode(value.value);
            let known = [name, nick].into_iter().flatten();
            let found = known
                .map(Some)
                .chain([None])
                .find_map(|known| restored(&text, known));
            let Some(restored) = found else {
                continue;
            };
            if let Ok(bytes) = self.charset.encode(&restored) {
                edits.push(Edit::replace(value.value, bytes.into_owned()));
            }
            first.get_or_insert((value.value, restored));
        }
        let Some((span, restored)) = first else {
            return;
        };
        edits.sort_by_key(|edit| edit.span.start);
        let message = format!("this name is mangled; it is `{restored}`");
        let mut found = codes::MANGLED_NAME.at(span, message);
        if !edits.is_empty() {
            found = found.with_fix(Fix::unsafe_fix("restore the name", edits));
        }
        self.diagnostics.push(found);
    }

    /// Reports text that does not decode, and text that was damaged before it was written.
    fn check_texts(&mut self) {
        for at in 0..self.values.len() {
            let Value { value, .. } = self.values[at];
            let bytes = value.of(self.source);
            if bytes.is_ascii() {
                continue;
            }
            let decoded = self.charset.decode(bytes);
            if decoded.malformed {
                let message = format!("this text is not valid {}", self.charset.name());
                self.diagnostics
                    .push(codes::UNDECODABLE_TEXT.at(value, message));
            } else if decoded.text.contains('\u{FFFD}') {
                let message = "this text was damaged before it was written";
                let mut found = codes::DAMAGED_TEXT.at(value, message);
                if let Some(original) = original(&decoded.text) {
                    if let Ok(bytes) = self.charset.encode(original) {
                        let edit = Edit::replace(value, bytes.into_owned());
                        found = found
                            .with_help(format!("the original was probably `{original}`"))
                            .with_fix(Fix::unsafe_fix("insert the original text", [edit]));
                    }
                }
                self.diagnostics.push(found);
            }
        }
    }
}

fn rank_of_level(level: i32) -> Option<Rank> {
    u8::try_from(level).ok().and_then(rank_of)
}

impl Header {
    /// Compares the number of moves with the one that the header states.
    fn with_count(self, parts: &Parts, reader: &mut Reader<'_>) -> Header {
        let is_play = |content| matches!(content, StatementContent::Play { .. });
        let plays = parts
            .statements
            .iter()
            .filter(|statement| is_play(statement.content))
            .count();
        let has_undo = parts
            .statements
            .iter()
            .any(|statement| statement.content == StatementContent::Undo);
        if let Some(value) = reader.find("TCNT").filter(|_| !has_undo) {
            match number::<usize>(value.value.of(reader.source)) {
                // An unfinished game states 0.
                Some(0) => {}
                Some(count) if count == plays => {}
                Some(count) => {
                    let message =
                        format!("the header states {count} moves, but the game has {plays}");
                    reader
                        .diagnostics
                        .push(codes::MISSING_MOVES.at(value.value, message));
                }
                None => reader.bad(value, "a number of moves"),
            }
        }
        self
    }
}
