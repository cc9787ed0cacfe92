//! The fields of a header as text, and their changes.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use kifu_core::{Color, Margin, Outcome, Points, Size};
use kifu_span::Span;
use kifu_tree::game::{CarriedRole, GameInfo, Player, ValueOrText};
use kifu_value::Overtime;

use super::read::info_of;
use crate::document::Document;
use crate::header::{COUNTRIES, rank_of};
use crate::scan::Field;
use crate::values;

/// The fields of a header, in order.
pub(super) type Fields = Vec<(String, String)>;

/// The fields that the client `Global` writes, with values that do not depend on the game.
const TEMPLATE: [(&str, &str); 32] = [
    ("GIBOKIND", "Global"),
    ("TYPE", "0"),
    ("SZAUDIO", "0"),
    ("GAMECONDITION", ""),
    ("GAMETIME", ""),
    ("GAMERESULT", ""),
    ("GAMEZIPSU", "0"),
    ("GAMEDUM", "0"),
    ("GAMEGONGJE", ""),
    ("GAMETOTALNUM", "0"),
    ("GAMENAME", ""),
    ("GAMEDATE", ""),
    ("GAMEPLACE", ""),
    ("GAMELECNAME", ""),
    ("GAMEWHITENAME", ""),
    ("GAMEWHITELEVEL", ""),
    ("GAMEWHITENICK", ""),
    ("GAMEWHITECOUNTRY", "3"),
    ("GAMEWAVATA", "0"),
    ("GAMEWIMAGE", ""),
    ("GAMEBLACKNAME", ""),
    ("GAMEBLACKLEVEL", ""),
    ("GAMEBLACKNICK", ""),
    ("GAMEBLACKCOUNTRY", "3"),
    ("GAMEBAVATA", "0"),
    ("GAMEBIMAGE", ""),
    ("GAMECOMMENT", ""),
    (
        "GAMEINFOMAIN",
        "GBKIND:3,GTYPE:0,GCDT:0,GTIME:,GRLT:255,ZIPSU:0,DUM:0,GONGJE:,TCNT:0,AUSZ:0",
    ),
    ("GAMEINFOSUB", "GNAMEF:0,GPLCF:0,GNAME:,GDATE:,GPLC:,GCMT:"),
    ("WUSERINFO", "WID:,WLV:,WNICK:,WNCD:3,WAID:0,WIMG:"),
    ("BUSERINFO", "BID:,BLV:,BNICK:,BNCD:3,BAID:0,BIMG:"),
    (
        "GAMETAG",
        "S0,R0,D0,G,W255,Z0,T,C,I:,L:,M:,N:,A:,B:,J:3,K:3",
    ),
];

/// The fields whose whole content is in the information of a game.
const EXPRESSED: [&str; 14] = [
    "GAMECONDITION",
    "GAMETIME",
    "GAMERESULT",
    "GAMEZIPSU",
    "GAMEGONGJE",
    "GAMETOTALNUM",
    "GAMENAME",
    "GAMEDATE",
    "GAMEPLACE",
    "GAMEWHITENAME",
    "GAMEWHITELEVEL",
    "GAMEBLACKNAME",
    "GAMEBLACKLEVEL",
    "GAMECOMMENT",
];

/// The relation of a field to the game.
pub(super) fn role(key: &str, value: &str) -> CarriedRole {
    if EXPRESSED.contains(&key) || value.trim().is_empty() {
        CarriedRole::Spelled
    } else {
        CarriedRole::Raw
    }
}

pub(super) fn template() -> Fields {
    let fields = TEMPLATE.into_iter();
    fields
        .map(|(key, value)| (key.to_string(), value.to_string()))
        .collect()
}

/// The text of a header.
pub(super) fn text(fields: &Fields, line_break: &str) -> String {
    let mut out = format!("\\HS{line_break}");
    for (key, value) in fields {
        out.push_str("\\[");
        out.push_str(key);
        out.push('=');
        out.push_str(value);
        out.push_str("\\]");
        out.push_str(line_break);
    }
    out.push_str("\\HE");
    out.push_str(line_break);
    out
}

/// Changes the fields that disagree with the information of a game, and writes the number of stones that are `played`.
pub(super) fn update(
    fields: &mut Fields,
    is_new: bool,
    info: &GameInfo,
    handicap: u8,
    played: usize,
) {
    let header = text(fields, "\n");
    let limits = crate::Limits::default();
    let Ok(document) = Document::parse_in(header, crate::Charset::UTF_8, &limits) else {
        return;
    };
    let old = info_of(document.header());
    let mut fields = Editor(fields);
    fields.size(info);
    fields.count(is_new, played);
    fields.conditions(info, &old, handicap);
    fields.result(info, &old);
    if (&info.main_time, &info.overtime) != (&old.main_time, &old.overtime) {
        fields.time(info);
    }
    if info.dates != old.dates {
        fields.date(info);
    }
    if info.name != old.name {
        let name = info.name.as_deref().unwrap_or_default();
        fields.both("GAMENAME", "GAMEINFOSUB", "GNAME", name);
    }
    if info.place != old.place {
        let place = info.place.as_deref().unwrap_or_default();
        fields.both("GAMEPLACE", "GAMEINFOSUB", "GPLC", place);
    }
    if info.comment != old.comment {
        let comment = info.comment.as_deref().unwrap_or_default();
        fields.part("GAMEINFOSUB", "GCMT", "");
        if fields.position("GAMECOMMENT").is_none() {
            fields.0.push(("GAMECOMMENT".to_string(), String::new()));
        }
        fields.set("GAMECOMMENT", comment);
    }
    for color in [Color::Black, Color::White] {
        let new = player(info, color);
        if new != player(&old, color) {
            fields.player(color, new);
        }
    }
}

/// The name, the rank and the country of a player.
fn player(info: &GameInfo, color: Color) -> [Option<&str>; 3] {
    let is_it = |player: &&Player| player.color == ValueOrText::Value(color);
    match info.players.iter().find(is_it) {
        Some(player) => [&player.name, &player.rank, &player.country].map(|text| text.as_deref()),
        None => [None; 3],
    }
}

struct Editor<'f>(&'f mut Fields);

impl Editor<'_> {
    fn position(&self, key: &str) -> Option<usize> {
        self.0.iter().position(|(name, _)| name == key)
    }

    /// Sets the value of a field if the header has it.
    fn set(&mut self, key: &str, value: &str) {
        if let Some(at) = self.position(key) {
            self.0[at].1 = on_lines(value, key == "GAMECOMMENT");
        }
    }

    /// Sets a part of a structured field if the header has the field.
    fn part(&mut self, section: &str, key: &str, value: &str) -> bool {
        let Some(at) = self.position(section) else {
            return false;
        };
        let value = on_lines(value, false);
        let text = &self.0[at].1;
        let has_colon = section != "GAMETAG" || !"SRDGWZTC".contains(key);
        let colon = if has_colon { ":" } else { "" };
        self.0[at].1 = match part_span(text, section, key) {
            Some((start, end)) => format!("{}{value}{}", &text[..start], &text[end..]),
            None if text.is_empty() => format!("{key}{colon}{value}"),
            None => format!("{text},{key}{colon}{value}"),
        };
        true
    }

    /// The value of a part of a structured field.
    fn get(&self, section: &str, key: &str) -> Option<&str> {
        let text = &self.0[self.position(section)?].1;
        let (start, end) = part_span(text, section, key)?;
        Some(&text[start..end])
    }

    fn add_section(&mut self, section: &str) {
        if self.position(section).is_none() {
            self.0.push((section.to_string(), String::new()));
        }
    }

    /// Sets a field and the same part of a structured field. Adds the field if the header has neither.
    fn both(&mut self, key: &str, section: &str, part: &str, value: &str) {
        let has_part = self.part(section, part, value);
        if !has_part && self.position(key).is_none() && !value.is_empty() {
            self.0.push((key.to_string(), String::new()));
        }
        self.set(key, value);
    }

    fn size(&mut self, info: &GameInfo) {
        let size = info.size.unwrap_or_default();
        let side = size.cols().to_string();
        let differs = match self.get("GAMEINFOMAIN", "LINE") {
            Some(line) => line != side,
            None => size != Size::default(),
        };
        if differs && size.cols() == size.rows() {
            self.add_section("GAMEINFOMAIN");
            self.part("GAMEINFOMAIN", "LINE", &side);
        }
    }

    fn count(&mut self, is_new: bool, played: usize) {
        let count = self.get("GAMEINFOMAIN", "TCNT");
        let count = count.and_then(|count| count.parse::<usize>().ok());
        // An unfinished game states 0.
        let differs = |count: usize| count != played && (is_new || count != 0);
        if count.is_some_and(differs) {
            self.part("GAMEINFOMAIN", "TCNT", &played.to_string());
            self.set("GAMETOTALNUM", &played.to_string());
        }
    }

    fn conditions(&mut self, info: &GameInfo, old: &GameInfo, handicap: u8) {
        let komi = |info: &GameInfo| info.komi.as_ref().and_then(|komi| komi.value().copied());
        let old_handicap = match old.handicap {
            Some(ValueOrText::Value(handicap)) => handicap,
            _ => 0,
        };
        let (new_komi, old_komi) = (komi(info), komi(old));
        let is_handicap_new = u32::from(handicap) != old_handicap;
        if is_handicap_new {
            self.part("GAMEINFOMAIN", "GCDT", &handicap.to_string());
            self.part("GAMETAG", "R", &handicap.to_string());
        }
        if new_komi != old_komi {
            let text = new_komi.map_or(String::new(), |komi| tenths(komi).to_string());
            if !text.is_empty() {
                self.add_section("GAMEINFOMAIN");
            }
            self.part("GAMEINFOMAIN", "GONGJE", &text);
            self.part("GAMETAG", "G", &text);
            self.set("GAMEGONGJE", &text);
        }
        if is_handicap_new || new_komi != old_komi {
            let komi = new_komi.unwrap_or(Points::ZERO);
            let text = match handicap {
                0 => format!("Even : Black {komi} Dum"),
                _ => format!("{handicap} Handicap : Black {komi} Dum"),
            };
            self.set("GAMECONDITION", &text);
        }
    }

    fn result(&mut self, info: &GameInfo, old: &GameInfo) {
        let of = |info: &GameInfo| {
            let result = info.result.as_ref();
            result.and_then(|result| result.value().copied())
        };
        let new = of(info);
        if new == of(old) {
            return;
        }
        let points = match new {
            Some(Outcome::Win {
                by: Margin::Points(points),
                ..
            }) => points,
            _ => Points::ZERO,
        };
        let (code, text) = match new {
            Some(Outcome::Draw) => (2, "draw".to_string()),
            Some(Outcome::Win { winner, by }) => {
                let (code, how) = match by {
                    Margin::Points(_) | Margin::Unstated => (0, format!("{points} win")),
                    Margin::Resignation => (3, "wins by resignation".to_string()),
                    Margin::Forfeit => (5, "wins by disconnection".to_string()),
                    Margin::Time => (7, "wins by time".to_string()),
                };
                match winner {
                    Color::Black => (code, format!("black {how}")),
                    Color::White => (code + 1, format!("white {how}")),
                }
            }
            _ => (255, String::new()),
        };
        if new.is_some() {
            self.add_section("GAMEINFOMAIN");
        }
        let (code, tenths) = (code.to_string(), tenths(points).to_string());
        self.part("GAMEINFOMAIN", "GRLT", &code);
        self.part("GAMEINFOMAIN", "ZIPSU", &tenths);
        self.part("GAMETAG", "W", &code);
        self.part("GAMETAG", "Z", &tenths);
        self.set("GAMEZIPSU", &tenths);
        self.set("GAMERESULT", &text);
    }

    fn time(&mut self, info: &GameInfo) {
        let main = match info.main_time {
            Some(ValueOrText::Value(seconds)) if (0.0..1e9).contains(&seconds) => seconds as u32,
            _ => 0,
        };
        let overtime = info.overtime.as_deref();
        let overtime = overtime.and_then(|text| kifu_value::overtime(text).ok());
        let overtime = overtime.and_then(|read| match read.value.overtime.first()? {
            Overtime::ByoYomi { periods, period } => {
                let seconds = period.nanos() / 1_000_000_000;
                Some((periods.unwrap_or(1), u32::try_from(seconds).ok()?))
            }
            _ => None,
        });
        let (count, length) = overtime.unwrap_or((0, 0));
        if info.main_time.is_none() && info.overtime.is_none() {
            self.part("GAMEINFOMAIN", "GTIME", "");
            self.part("GAMETAG", "T", "");
            self.set("GAMETIME", "");
            return;
        }
        self.add_section("GAMEINFOMAIN");
        self.part("GAMEINFOMAIN", "GTIME", &format!("{main}-{length}-{count}"));
        self.part("GAMETAG", "T", &format!("{length}-{count}-{main}"));
        let minutes = main / 60;
        let text = format!("Time limit {minutes}minute : {length} second countdown {count} time");
        self.set("GAMETIME", &text);
    }

    fn date(&mut self, info: &GameInfo) {
        let date = info.dates.first().map(|date| date.split('-'));
        let mut numbers = date.into_iter().flatten();
        let mut next = || {
            let number = numbers.next().and_then(|number| number.parse::<u16>().ok());
            number.unwrap_or(0)
        };
        let (year, month, day) = (next(), next(), next());
        if year == 0 {
            self.both("GAMEDATE", "GAMEINFOSUB", "GDATE", "");
            self.part("GAMETAG", "C", "");
            return;
        }
        let text = format!("{year}-{month:2}-{day:2}- 0- 0- 0");
        self.both("GAMEDATE", "GAMEINFOSUB", "GDATE", &text);
        let text = format!("{year}:{month:02}:{day:02}:00:00");
        self.part("GAMETAG", "C", &text);
    }

    fn player(&mut self, color: Color, [name, rank, country]: [Option<&str>; 3]) {
        let name = name.unwrap_or_default();
        let level = (0..=35).find(|level| {
            let known = rank_of(*level).map(|known| known.to_string());
            known.as_deref() == rank && rank.is_some()
        });
        let (long, short, tags) = match color {
            Color::Black => ("BLACK", "B", ["M", "N", "B", "K"]),
            Color::White => ("WHITE", "W", ["I", "L", "A", "J"]),
        };
        let country = COUNTRIES.iter().find(|(_, name)| Some(*name) == country);
        let country = country.map_or(3, |(number, _)| *number).to_string();
        let digits = level.map_or(String::new(), |level| level.to_string());
        let section = format!("{short}USERINFO");
        let shown = match rank.filter(|_| level.is_some()) {
            Some(rank) => format!("{name} ({})", rank.to_ascii_uppercase()),
            None => name.to_string(),
        };
        let name_key = format!("GAME{long}NAME");
        if self.position(&name_key).is_none() && self.position(&section).is_none() {
            self.0.push((name_key.clone(), String::new()));
        }
        self.set(&name_key, &shown);
        self.set(&format!("GAME{long}LEVEL"), &digits);
        self.set(&format!("GAME{long}NICK"), name);
        self.set(&format!("GAME{long}COUNTRY"), &country);
        self.part(&section, &format!("{short}ID"), name);
        self.part(&section, &format!("{short}LV"), &digits);
        self.part(&section, &format!("{short}NICK"), name);
        self.part(&section, &format!("{short}NCD"), &country);
        for (tag, value) in tags.iter().zip([name, &digits, name, &country]) {
            self.part("GAMETAG", tag, value);
        }
    }
}

/// The range of the value of a part.
fn part_span(text: &str, section: &str, key: &str) -> Option<(usize, usize)> {
    let source = format!("{section}={text}");
    let start = section.len() as u32;
    let field = Field {
        span: Span::new(0, source.len() as u32),
        key: Span::new(0, start),
        value: Span::new(start + 1, source.len() as u32),
    };
    let source = source.as_bytes();
    let values = values::values(source, &[field]);
    let is_it = |value: &&values::Value| value.key.of(source) == key.as_bytes();
    let range = values.iter().find(is_it)?.value.range();
    let before = section.len() + 1;
    Some((range.start - before, range.end - before))
}

/// Rounds to tenths of a point.
fn tenths(points: Points) -> i32 {
    let hundredths = points.hundredths();
    hundredths.saturating_add(5 * hundredths.signum()) / 10
}

/// The text without characters that would end its field early.
fn on_lines(text: &str, keeps_breaks: bool) -> String {
    let is_break = |c: char| c.is_control() && !(keeps_breaks && c == '\n');
    let chars = text.chars().map(|c| match c {
        '\\' => '＼',
        c if is_break(c) => ' ',
        c => c,
    });
    chars.collect()
}
