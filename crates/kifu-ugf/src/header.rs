//! Reads the values of a header.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use kifu_charset::Charset;
use kifu_core::{Color, Margin, Outcome, Points, Size};
use kifu_span::{Code, Diagnostic, Span};
use kifu_tree::game::Application;
use kifu_value::{Date, Rank};

use crate::codes;
use crate::scan::{Field, Parts, is_igs};

/// The information of a header, where it can be read.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Header {
    /// The players, Black first. In pair go, several have the same colour.
    pub players: Vec<Player>,
    /// The size of the board, 19 unless the header states another one.
    pub size: Size,
    /// The points that White receives; below zero if Black receives them.
    pub komi: Option<Points>,
    /// The number of handicap stones.
    pub handicap: u32,
    /// The result.
    pub result: Option<Outcome>,
    /// The rules, by name.
    pub rules: Option<String>,
    /// The days on which the game started and ended, or one if they are the same.
    pub dates: Vec<Date>,
    /// The main time in seconds.
    pub main_time: Option<u32>,
    /// The name of the game.
    pub title: Option<String>,
    /// The place.
    pub place: Option<String>,
    /// The person or program that wrote the file.
    pub writer: Option<String>,
    /// The person who commented on the game.
    pub commentator: Option<String>,
    /// The copyright.
    pub copyright: Option<String>,
    /// A remark on the game.
    pub comment: Option<String>,
}

/// A player in a header.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    /// The colour of the stones.
    pub color: Color,
    /// The name.
    pub name: Option<String>,
    /// The rank.
    pub rank: Option<Rank>,
    /// The text in place of a rank, such as the title `Gosei`.
    pub title: Option<String>,
}

impl Header {
    /// The program that wrote the file, if the writer is one, such as `PANDA-EGG ver 9.40 beta`.
    pub(crate) fn application(&self) -> Option<Application> {
        let (name, version) = self.writer.as_deref()?.split_once(" ver ")?;
        Some(Application {
            name: name.trim().into(),
            version: Some(version.trim().into()),
        })
    }
}

/// A header as it was read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reading {
    pub(crate) header: Header,
    /// Keys and values that say more than the header.
    pub(crate) rest: Vec<(String, String)>,
    /// The number of e-mail addresses.
    pub(crate) addresses: usize,
}

struct Reader<'d> {
    source: &'d [u8],
    charset: Charset,
    parts: &'d Parts,
    reading: Reading,
    diagnostics: Vec<Diagnostic>,
}

/// Reads the header, and returns the findings about it and about the texts of the file.
pub(crate) fn read(
    source: &[u8],
    charset: Charset,
    parts: &Parts,
    texts: impl Iterator<Item = Span>,
) -> (Reading, Vec<Diagnostic>) {
    let mut reader = Reader {
        source,
        charset,
        parts,
        reading: Reading::default(),
        diagnostics: Vec::new(),
    };
    reader.reading.header.size = parts.size;
    reader.fields();
    let players = &mut reader.reading.header.players;
    players.sort_by_key(|player| player.color == Color::White);
    reader.check_texts(texts);
    (reader.reading, reader.diagnostics)
}

impl Reader<'_> {
    fn text(&self, span: Span) -> String {
        self.charset.decode(span.of(self.source)).text.into_owned()
    }

    fn report(&mut self, code: &'static Code, span: Span, message: impl Into<Cow<'static, str>>) {
        self.diagnostics.push(code.at(span, message));
    }

    fn fields(&mut self) {
        let mut known: BTreeMap<String, &str> = BTreeMap::new();
        let texts: Vec<(Field, String, String)> = self
            .parts
            .fields
            .iter()
            .map(|field| (*field, self.text(field.key), self.text(field.value)))
            .collect();
        for (field, key, value) in &texts {
            match known.get(&key.to_ascii_lowercase()) {
                None => {
                    known.insert(key.to_ascii_lowercase(), value);
                    self.field(*field, key, value);
                }
                Some(first) if first == value => {}
                Some(_) => {
                    let message = format!("`{key}` occurs twice; the first one is read");
                    self.report(codes::DISAGREEMENT, field.key, message);
                    self.carry(key, value);
                }
            }
        }
    }

    /// Carries a value without the e-mail addresses of players, which are personal.
    fn carry(&mut self, key: &str, value: &str) {
        let mut value = Cow::Borrowed(value);
        if player_key(key).is_some() {
            let is_address = |part: &&str| part.contains('@');
            let parts = value.split(',').map(str::trim);
            let (addresses, others): (Vec<&str>, Vec<&str>) = parts.partition(is_address);
            self.reading.addresses += addresses.len();
            value = Cow::Owned(others.join(","));
        }
        let is_blank = value.bytes().all(|byte| matches!(byte, b',' | b'0'));
        if !is_blank || (!value.is_empty() && player_key(key).is_none()) {
            self.reading.rest.push((key.into(), value.into_owned()));
        }
    }

    /// Reports a value that is not what is `expected`, and carries it.
    fn bad(&mut self, field: Field, key: &str, value: &str, expected: &str) {
        let message = format!("the value of `{key}` is not {expected}");
        self.report(codes::BAD_VALUE, field.value, message);
        self.carry(key, value);
    }

    fn field(&mut self, field: Field, key: &str, value: &str) {
        if value.is_empty() {
            if player_key(key).is_none()
                && !KEYS.iter().any(|known| known.eq_ignore_ascii_case(key))
            {
                self.unknown(field, key, value);
            }
            return;
        }
        let text = || Some(String::from(value));
        let header = &mut self.reading.header;
        match key.to_ascii_lowercase().as_str() {
            // The version and the charset are about the file, and its reader reports the others.
            "ver" | "lang" | "coordinatetype" => {
                if key.eq_ignore_ascii_case("CoordinateType") && !is_igs(value.as_bytes()) {
                    self.coordinates(field, key, value);
                }
            }
            "size" => {
                if value.parse() != Ok(header.size.cols()) {
                    self.carry(key, value);
                }
            }
            "title" => {
                let parts = value.split(',').map(str::trim);
                let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
                header.title = Some(parts.join(", ")).filter(|title| !title.is_empty());
            }
            "place" => header.place = text(),
            "copyright" => header.copyright = text(),
            "comment" => header.comment = text(),
            "commentator" => header.commentator = text(),
            "writer" => header.writer = text(),
            "rule" => header.rules = Some(rules(value).into()),
            "crypt" => self.crypt(field, key, value),
            "date" => self.date(field, key, value),
            "hdcp" => self.handicap(field, key, value),
            "ptime" => self.time(field, key, value),
            "winner" => self.winner(field, key, value),
            "moves" => self.moves(field, key, value),
            _ => match player_key(key) {
                Some(color) => self.player(color, key, value),
                None => self.unknown(field, key, value),
            },
        }
    }

    fn unknown(&mut self, field: Field, key: &str, value: &str) {
        let message = format!("the meaning of `{key}` is not known");
        self.report(codes::UNKNOWN_VALUE, field.key, message);
        self.carry(key, value);
    }

    fn coordinates(&mut self, field: Field, key: &str, value: &str) {
        if !value.eq_ignore_ascii_case("JPN") {
            let message = "this way to count rows is not known; they are counted from the top";
            self.report(codes::UNKNOWN_VALUE, field.value, message);
            self.carry(key, value);
        }
    }

    fn crypt(&mut self, field: Field, key: &str, value: &str) {
        let kind = value.split(',').nth(1).map(str::trim);
        if kind != Some("PLAIN_UGF_FILE") {
            let message = "this file is encrypted; kifu reads only plain text";
            self.report(codes::ENCRYPTED, field.value, message);
            self.carry(key, value);
        }
    }

    /// Reads `2019/03/08,22:09:00,2019/03/09,07:16:59`: start and end, each with a time of day, which is carried.
    fn date(&mut self, field: Field, key: &str, value: &str) {
        let parts: Vec<&str> = value.split(',').map(str::trim).collect();
        let is_blank = |part: &str| part.bytes().all(|byte| matches!(byte, b'/' | b':' | b'0'));
        let days = [0, 2].map(|at| parts.get(at).copied().filter(|part| !is_blank(part)));
        let mut dates: Vec<Date> = Vec::new();
        for text in days.into_iter().flatten() {
            match day(text) {
                Some(day) if dates.last() == Some(&day) => {}
                Some(day) => dates.push(day),
                None => return self.bad(field, key, value, "a day such as `2019/03/08`"),
            }
        }
        self.reading.header.dates = dates;
        let is_time = |at: usize| parts.get(at).is_some_and(|part| !is_blank(part));
        if is_time(1) || is_time(3) || parts.len() > 4 {
            self.carry(key, value);
        }
    }

    /// Reads `0,6.50`: the number of handicap stones, and the komi. The komi can have a comma in it.
    fn handicap(&mut self, field: Field, key: &str, value: &str) {
        let (stones, komi) = value.split_once(',').unwrap_or((value, ""));
        let komi = komi.trim().replace(',', ".");
        let stones = stones
            .trim()
            .parse::<u32>()
            .ok()
            .filter(|count| *count < 100);
        let points = komi.parse::<Points>().ok();
        let header = &mut self.reading.header;
        header.handicap = stones.unwrap_or(0);
        header.komi = points;
        if stones.is_none() || points.is_none() {
            self.bad(field, key, value, "a number of stones and a komi");
        }
    }

    /// Reads `J;240;0;0,J;240;0;0,0,0`: for each player the kind of time, minutes, and two numbers for the overtime,
    /// whose meaning is not known.
    fn time(&mut self, field: Field, key: &str, value: &str) {
        let mut players = value.split(',').map(str::trim);
        let (first, second) = (players.next(), players.next());
        let rest = players.all(|part| part == "0");
        let parts: Vec<&str> = first.unwrap_or("").split(';').map(str::trim).collect();
        let minutes = match parts.as_slice() {
            [_, minutes, ..] => minutes.parse::<u32>().ok().and_then(|n| n.checked_mul(60)),
            _ => None,
        };
        let Some(seconds) = minutes else {
            return self.bad(field, key, value, "a time such as `J;240;0;0`");
        };
        let is_same = second.is_none_or(|second| Some(second) == first);
        let is_all = parts
            .get(2..)
            .unwrap_or_default()
            .iter()
            .all(|part| *part == "0");
        if is_same && seconds > 0 {
            self.reading.header.main_time = Some(seconds);
        }
        if !(is_same && is_all && rest) {
            self.carry(key, value);
        }
    }

    fn winner(&mut self, field: Field, key: &str, value: &str) {
        match outcome(value) {
            Some(outcome) => self.reading.header.result = Some(outcome),
            None => self.bad(field, key, value, "a result such as `B,7.50` or `W,C`"),
        }
    }

    /// Checks the number of moves, which Panda-Egg writes as 0.
    fn moves(&mut self, field: Field, key: &str, value: &str) {
        let found = self.parts.count;
        match value.parse::<usize>() {
            Ok(count) if count == 0 || count == found => {}
            Ok(count) => {
                let message = format!("the header states {count} moves, but the file has {found}");
                self.report(codes::MISSING_MOVES, field.value, message);
            }
            Err(_) => self.bad(field, key, value, "a number of moves"),
        }
    }

    /// Reads `name,rank,,address`. The third part is carried; its meaning is not known.
    fn player(&mut self, color: Color, key: &str, value: &str) {
        let mut parts = value.split(',').map(str::trim);
        let mut text = || {
            parts
                .next()
                .filter(|part| !part.is_empty())
                .map(String::from)
        };
        let (name, rank) = (text(), text());
        // `9-dan` is a spelling of newspapers.
        let read = rank.as_deref().map(|rank| rank.replace('-', " "));
        let read = read.and_then(|rank| rank.parse::<Rank>().ok());
        self.reading.header.players.push(Player {
            color,
            name,
            rank: read,
            title: rank.filter(|_| read.is_none()),
        });
        let others: Vec<&str> = parts.collect();
        self.carry(key, &others.join(","));
    }

    /// Reports text that does not decode.
    fn check_texts(&mut self, texts: impl Iterator<Item = Span>) {
        for span in texts {
            let bytes = span.of(self.source);
            if !bytes.is_ascii() && self.charset.decode(bytes).malformed {
                let message = format!("this text is not valid {}", self.charset.name());
                self.report(codes::UNDECODABLE_TEXT, span, message);
            }
        }
    }
}

/// The keys whose value can be empty without a finding, other than those of players.
const KEYS: [&str; 18] = [
    "Ver",
    "Lang",
    "Crypt",
    "Code",
    "Title",
    "Place",
    "Date",
    "Rule",
    "Size",
    "Hdcp",
    "Ptime",
    "Winner",
    "Moves",
    "Writer",
    "Copyright",
    "CoordinateType",
    "Comment",
    "Commentator",
];

/// The colour of the player whose name has this key, such as `PlayerB`, `PlayerW2` or `BMemb1`.
fn player_key(key: &str) -> Option<Color> {
    let key = key.to_ascii_lowercase();
    let key = key.trim_end_matches(|c: char| c.is_ascii_digit());
    match key {
        "playerb" | "bmemb" => Some(Color::Black),
        "playerw" | "wmemb" => Some(Color::White),
        _ => None,
    }
}

/// The name of rules: `JPN` and `CHN` are known, others stay as they are.
fn rules(value: &str) -> &str {
    match value {
        "JPN" => "Japanese",
        "CHN" | "CH" => "Chinese",
        other => other,
    }
}

/// Reads a result such as `B,7.50`, `W,C` (resignation), `B,F` (forfeit) or `D` (draw).
fn outcome(text: &str) -> Option<Outcome> {
    let (who, how) = text.split_once(',').unwrap_or((text, ""));
    let how = how.trim();
    let winner = match who.trim() {
        "B" => Color::Black,
        "W" => Color::White,
        "A" => return Some(Outcome::Unfinished),
        "D" => return Some(Outcome::Draw),
        "E" => return Some(Outcome::Unknown),
        "N" | "N1" => return Some(Outcome::Void),
        "P" => return Some(Outcome::Playing),
        _ => return None,
    };
    let by = match how.as_bytes() {
        [] => Margin::Unstated,
        b"C" | b"c" => Margin::Resignation,
        b"T" => Margin::Time,
        [b'F', ..] => Margin::Forfeit,
        _ => Margin::Points(how.parse().ok()?),
    };
    Some(Outcome::Win { winner, by })
}

/// Reads a day such as `2019/03/08`.
fn day(text: &str) -> Option<Date> {
    let mut parts = text.split(['/', '-', '.']);
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() {
        return None;
    }
    Date::new(
        year.parse().ok()?,
        Some(month.parse().ok()?),
        Some(day.parse().ok()?),
    )
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn results_have_a_winner_and_a_margin() {
        for (text, expected) in [
            ("B,7.50", "B+7.5"),
            ("W,0.50", "W+0.5"),
            ("W,C", "W+R"),
            ("B,F2", "B+F"),
            ("B,T", "B+T"),
            ("B", "B+"),
            ("B,", "B+"),
            ("D", "0"),
            ("N1,E", "Void"),
        ] {
            assert_eq!(outcome(text).unwrap().to_string(), expected, "{text}");
        }
        assert_eq!(outcome("A"), Some(Outcome::Unfinished));
        assert_eq!(outcome("P"), Some(Outcome::Playing));
        for text in ["", "O", "B,x", "Black"] {
            assert_eq!(outcome(text), None, "{text}");
        }
    }

    #[test]
    fn days_have_three_parts() {
        assert_eq!(day("2019/03/08").unwrap().to_string(), "2019-03-08");
        for text in ["//", "2019", "2019/03", "2019/03/08/1", "2019/13/08"] {
            assert_eq!(day(text), None, "{text}");
        }
    }

    #[test]
    fn players_have_keys_with_numbers() {
        assert_eq!(player_key("PlayerB"), Some(Color::Black));
        assert_eq!(player_key("PlayerW2"), Some(Color::White));
        assert_eq!(player_key("BMemb1"), Some(Color::Black));
        assert_eq!(player_key("Player"), None);
    }
}
