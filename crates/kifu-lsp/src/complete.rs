//! Completion of properties and their values.

use std::collections::BTreeSet;

use kifu::core::{Color, Size};
use kifu::replay::replay;
use kifu::rules::Rules;
use kifu::sgf::properties::{PropertyClass, ValueCount, ValueKind, Versions};
use kifu::sgf::{Dialect, Document, GameContext, GameType, PropertyInfo, escape};
use kifu::span::Span;

use crate::cursor::{Cursor, has_points, info};
use crate::record::Parsed;

/// A proposal of text for a span.
#[derive(Debug)]
pub(crate) struct Proposal {
    pub(crate) label: String,
    pub(crate) detail: String,
    pub(crate) kind: Kind,
    /// The text to insert. Except in a value, `$0` is the place of the cursor after it.
    pub(crate) text: String,
    /// The text that is compared with the typed one, if it is not the label.
    pub(crate) filter: Option<String>,
    /// The property that it is about, for its documentation.
    pub(crate) property: Option<&'static PropertyInfo>,
    /// The rank among all proposals: lower ones come first.
    pub(crate) rank: usize,
    pub(crate) is_deprecated: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Property,
    Value,
    Snippet,
}

/// Returns the proposals at an offset, and the span of the typed text that they replace. `players` are names of players
/// in other documents.
pub(crate) fn complete(
    parsed: &Parsed,
    offset: u32,
    players: &BTreeSet<String>,
    today: &str,
) -> Option<(Span, Vec<Proposal>)> {
    let document = parsed.sgf()?;
    let text = document.text();
    let Some(cursor) = Cursor::at(parsed, offset) else {
        let is_blank = text.get(..offset as usize)?.trim_ascii().is_empty();
        return is_blank.then(|| (Span::at(offset), new_games(today)));
    };
    if let (Some(property), Some((_, inside))) = (cursor.property, cursor.value) {
        let typed = Span::new(inside.start, offset);
        let info = cursor.info(&property)?;
        // In a pair such as `ab:cd`, the second part is completed. Other values can contain colons, such as names.
        let is_pair = info.values.second.is_some() || has_points(info);
        let colon = typed.of(text).iter().position(|byte| *byte == b':');
        let second = colon.filter(|_| is_pair);
        let values = values(document, &cursor, info, second.is_some(), players, today);
        let start = second.map_or(typed.start, |at| typed.start + at as u32 + 1);
        return Some((Span::new(start, offset), values));
    }
    let is_letter = |at: u32| text.get(at as usize).is_some_and(u8::is_ascii_alphabetic);
    let mut start = offset;
    while start > 0 && is_letter(start - 1) {
        start -= 1;
    }
    // The typed letters may be the identifier of a property that has values already.
    let has_values = text
        .get(offset as usize..)
        .is_some_and(|rest| rest.starts_with(b"["));
    Some((Span::new(start, offset), properties(&cursor, has_values)))
}

/// Returns the properties that a node can have.
fn properties(cursor: &Cursor<'_>, has_values: bool) -> Vec<Proposal> {
    let context = &cursor.context;
    let is_root = cursor.node.id() == cursor.root;
    let versions = Versions::declared(context.format);
    let present: Vec<&str> = cursor
        .node
        .properties()
        .map(|property| property.ident().as_str())
        .collect();
    let mut proposals: Vec<Proposal> = Vec::new();
    for info in PropertyInfo::all() {
        let is_of_game = info.game.is_none_or(|game| game == context.game);
        let is_of_dialect = info.origin == Dialect::Standard || info.origin == context.dialect;
        let is_meant = PropertyInfo::of_name(info.ident, context) == Some(info);
        if !is_of_game || !is_of_dialect || !is_meant || present.contains(&info.ident) {
            continue;
        }
        let in_version = info.versions.intersects(versions);
        let belongs = match info.class {
            PropertyClass::Root | PropertyClass::GameInfo => is_root,
            PropertyClass::Move => !is_root,
            PropertyClass::Setup | PropertyClass::Any => true,
        };
        // Other properties are allowed, but come last.
        let rank = usize::from(!in_version) * 4
            + usize::from(!belongs) * 2
            + usize::from(info.alias.is_some());
        let value = match info.values.first {
            _ if has_values => String::new(),
            ValueKind::None => "[]$0".to_owned(),
            ValueKind::Double if info.values.count == ValueCount::One => "[1]$0".to_owned(),
            _ => "[$0]".to_owned(),
        };
        proposals.push(Proposal {
            label: info.ident.to_owned(),
            detail: info.name.to_owned(),
            kind: Kind::Property,
            text: format!("{}{value}", info.ident),
            filter: None,
            property: Some(info),
            rank,
            is_deprecated: !in_version,
        });
    }
    proposals
}

/// Returns the values that a property can have, or the second part of a pair.
fn values(
    document: &Document,
    cursor: &Cursor<'_>,
    info: &'static PropertyInfo,
    is_second: bool,
    players: &BTreeSet<String>,
    today: &str,
) -> Vec<Proposal> {
    let mut proposals = Vec::new();
    let mut add = |text: &str, detail: &str| {
        proposals.push(Proposal {
            label: text.to_owned(),
            detail: detail.to_owned(),
            kind: Kind::Value,
            text: text.to_owned(),
            filter: None,
            property: None,
            rank: proposals.len(),
            is_deprecated: false,
        });
    };
    let kind = match info.values.second {
        Some(second) if is_second => second,
        _ => info.values.first,
    };
    match (info.canonical(), kind) {
        ("FF", _) => {
            add("4", "the current version of SGF");
            add("3", "");
            add("1", "");
        }
        ("GM", _) => add("1", "Go"),
        ("ST", _) => {
            add("0", "show variations of the next move");
            add("1", "show variations of the last move");
            add(
                "2",
                "variations of the next move, without marks on the board",
            );
            add(
                "3",
                "variations of the last move, without marks on the board",
            );
        }
        (_, ValueKind::Size) => {
            for size in ["19", "13", "9"] {
                add(size, &format!("{size}×{size}"));
            }
        }
        (_, ValueKind::Rules) => {
            for (rules, detail) in [
                ("Japanese", ""),
                ("Chinese", ""),
                ("Korean", ""),
                ("AGA", "American Go Association"),
                ("NZ", "New Zealand"),
                ("GOE", "Ing"),
                ("Tromp-Taylor", ""),
            ] {
                add(rules, detail);
            }
        }
        (_, ValueKind::Charset) => {
            for charset in [
                "UTF-8",
                "GB18030",
                "Big5",
                "Shift_JIS",
                "EUC-KR",
                "ISO-8859-1",
            ] {
                add(charset, "");
            }
        }
        (_, ValueKind::Date) => {
            add(today, "today");
            if let Some(year) = today.get(..4) {
                add(year, "this year");
            }
        }
        (_, ValueKind::Result) => {
            for (result, detail) in [
                ("B+R", "Black wins by resignation"),
                ("W+R", "White wins by resignation"),
                ("B+", "Black wins, by a margin"),
                ("W+", "White wins, by a margin"),
                ("B+T", "Black wins on time"),
                ("W+T", "White wins on time"),
                ("B+F", "Black wins by forfeit"),
                ("W+F", "White wins by forfeit"),
                ("0", "a draw"),
                ("Void", "no result"),
                ("?", "unknown"),
            ] {
                add(result, detail);
            }
        }
        (_, ValueKind::Komi) => {
            for (komi, detail) in [
                ("6.5", "Japanese and Korean rules"),
                ("7.5", "Chinese and AGA rules"),
                ("7", "New Zealand rules"),
                ("0.5", "with a handicap"),
                ("0", ""),
            ] {
                add(komi, detail);
            }
        }
        (_, ValueKind::Handicap) => {
            for stones in ["2", "3", "4", "5", "6", "7", "8", "9"] {
                add(stones, "");
            }
        }
        (_, ValueKind::Overtime) => {
            for overtime in ["5x30 byo-yomi", "3x30 byo-yomi", "25/600 Canadian"] {
                add(overtime, "");
            }
        }
        (_, ValueKind::Time) if info.class == PropertyClass::GameInfo => {
            for (seconds, detail) in [
                ("1800", "30 minutes"),
                ("3600", "1 hour"),
                ("7200", "2 hours"),
            ] {
                add(seconds, detail);
            }
        }
        (_, ValueKind::Rank) => {
            let dan = (1..=9).rev().map(|grade| format!("{grade}d"));
            let pro = (1..=9).rev().map(|grade| format!("{grade}p"));
            let kyu = (1..=30).map(|grade| format!("{grade}k"));
            dan.chain(pro).chain(kyu).for_each(|rank| add(&rank, ""));
        }
        (_, ValueKind::Double) => {
            add("1", "normal");
            add("2", "emphasized");
        }
        (_, ValueKind::Color) => {
            add("B", "Black");
            add("W", "White");
        }
        (_, ValueKind::Application) => add("kifu", ""),
        (_, ValueKind::Players) => {
            let mut names = players.clone();
            names.extend(players_of(document));
            names.iter().for_each(|name| add(&escape(name), ""));
        }
        (_, kind @ (ValueKind::Point | ValueKind::Stone | ValueKind::Move))
            if cursor.context.game == GameType::GO =>
        {
            return point_values(document, cursor, info, kind);
        }
        _ => {}
    }
    proposals
}

/// Returns the points of the board: for moves the empty ones, in the order of the board.
fn point_values(
    document: &Document,
    cursor: &Cursor<'_>,
    info: &PropertyInfo,
    kind: ValueKind,
) -> Vec<Proposal> {
    let size = cursor.context.size;
    let parent = document.forest().parent(cursor.node.id());
    let before = parent.map(|parent| replay(document, parent, &Rules::LENIENT));
    let mut proposals = Vec::new();
    let is_move = kind == ValueKind::Move;
    let is_setup = info.class == PropertyClass::Setup;
    for point in size.points() {
        let stone = before
            .as_ref()
            .and_then(|game| game.position.board().stone(point));
        if is_move && stone.is_some() {
            continue;
        }
        let Some(area) = kifu::sgf::value::Area::new(point, point) else {
            continue;
        };
        let place = place_name(size, point);
        let detail = match stone {
            Some(Color::Black) => format!("{place}, a black stone"),
            Some(Color::White) => format!("{place}, a white stone"),
            None => place.clone(),
        };
        let letters = area.to_string();
        let is_likely = match (is_move, is_setup) {
            (true, _) | (_, true) => stone.is_none(),
            _ => stone.is_some(),
        };
        proposals.push(Proposal {
            filter: Some(format!("{letters} {place}")),
            text: letters.clone(),
            label: letters,
            detail,
            kind: Kind::Value,
            property: None,
            rank: usize::from(!is_likely),
            is_deprecated: false,
        });
    }
    proposals
}

fn place_name(size: Size, point: kifu::core::Point) -> String {
    size.western(point)
        .map_or_else(String::new, |place| place.to_string())
}

/// Returns the names of all players of a document.
pub(crate) fn players_of(document: &Document) -> BTreeSet<String> {
    const MAX_GAMES: usize = 1000;
    let mut names = BTreeSet::new();
    for root in document.roots().take(MAX_GAMES) {
        let node = document.node(root);
        let context = GameContext::of(node);
        for property in node.properties() {
            let is_player = info(true, &property, &context)
                .is_some_and(|info| info.values.first == ValueKind::Players);
            let value = property.value().filter(|_| is_player);
            if let Some(value) = value {
                names.insert(
                    value
                        .simple_text(document.charset(root).charset)
                        .text
                        .into_owned(),
                );
            }
        }
    }
    names.remove("");
    names
}

/// Returns the proposals for an empty document.
fn new_games(today: &str) -> Vec<Proposal> {
    let games = [("19", "6.5"), ("13", "6.5"), ("9", "6.5")];
    let game = |(rank, (size, komi)): (usize, (&str, &str))| Proposal {
        label: format!("new game {size}×{size}"),
        detail: "a game record".to_owned(),
        kind: Kind::Snippet,
        text: format!(
            "(;FF[4]\nGM[1]\nCA[UTF-8]\nSZ[{size}]\nDT[{today}]\nKM[{komi}]\nRU[Japanese]\nPB[$0]\nPW[]\n\n;)\n"
        ),
        filter: Some("(;new game".to_owned()),
        property: None,
        rank,
        is_deprecated: false,
    };
    games.into_iter().enumerate().map(game).collect()
}

/// Returns the date of a number of seconds after the start of 1970, in UTC, as in `DT`.
pub(crate) fn date(seconds: u64) -> String {
    // Years start in March, so that the leap day is the last day: Howard Hinnant, "chrono-Compatible Low-Level Date
    // Algorithms".
    let days = seconds / 86_400 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(date(0), "1970-01-01");
        assert_eq!(date(951_782_400), "2000-02-29");
        assert_eq!(date(1_798_761_599), "2026-12-31");
    }
}
