//! The private property `KX`: data of a game that SGF cannot express, and data carried for other
//! formats.
//!
//! A value is a keyword and its arguments, separated by colons. In it `%` and two hexadecimal
//! digits represent a byte: that of `%`, of `:` or of a control character. `=` precedes a text that
//! is present, to distinguish an empty text from a missing one.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use kifu_core::{Color, Point};
use kifu_tree::game::{
    Application, Carried, CarriedRole, Comment, Cutoff, Details, DisplaySettings, GameInfo, Label,
    MarkKind, Marks, Node, Player, Stones, Territory, ValueOrText,
};

use super::head::TEXTS;
use super::{ContentView, FORMAT, NodeContent, leaf};

/// The identifier of the property.
pub(super) const IDENT: &str = "KX";

/// The keyword for a record that was converted from a game that was not SGF.
const CONVERTED: &str = "made";

/// The keyword for a node that continues the previous one: the second half of a node with setup and
/// a move, which SGF must write as two nodes.
const JOINED: &str = "joined";

/// The keyword for a child that is a variation without a node, which is not written to SGF.
const EMPTY_VARIATION: &str = "empty-variation";

/// A value of the private property.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Private {
    /// The record was converted from a game that was not SGF.
    Converted,
    /// This node and the previous one are one node of the game.
    Joined,
    /// The child of the node at this index from 0 is a variation without a node.
    EmptyVariation(u32),
    /// Data of the node carried for another format.
    Carried(Carried),
    /// Data of the game carried for another format.
    Head(Carried),
    /// Data that SGF properties cannot express exactly.
    Field(Field),
}

/// A field of a game or node. Consecutive fields of the same kind form a list.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Field {
    Solution,
    Name(String),
    Comment(Comment),
    Mark(Marks),
    Label(Label),
    Text(&'static str, String),
    UnparsedText(&'static str, String),
    Source(Option<String>, Option<String>),
    Application(Application),
    Player(Player),
    Date(String),
    Settings(DisplaySettings),
    Cutoff(Cutoff),
    Stones(Stones),
    Territory(Territory),
}

/// The fields whose value can be text that could not be parsed.
const UNPARSED: [&str; 4] = ["komi", "handicap", "result", "main-time"];

const MARKS: [(&str, MarkKind); 5] = [
    ("circle", MarkKind::Circle),
    ("triangle", MarkKind::Triangle),
    ("square", MarkKind::Square),
    ("cross", MarkKind::Cross),
    ("selected", MarkKind::Selected),
];

/// Returns the fields that differ when the written SGF properties are read back.
pub(super) fn fields(content: ContentView<'_>, back: &NodeContent) -> Vec<Field> {
    let mut fields = Vec::new();
    let (node, other) = (content.node, &back.node);
    if node.solution {
        fields.push(Field::Solution);
    }
    if node.name != other.name {
        fields.extend(node.name.clone().map(Field::Name));
    }
    if node.comments != other.comments {
        fields.extend(node.comments.iter().cloned().map(Field::Comment));
    }
    if node.marks != other.marks {
        fields.extend(node.marks.iter().cloned().map(Field::Mark));
    }
    if node.labels != other.labels {
        fields.extend(node.labels.iter().cloned().map(Field::Label));
    }
    if node.setup != other.setup {
        fields.extend(node.setup.iter().cloned().map(Field::Stones));
    }
    if node.territory != other.territory {
        fields.extend(node.territory.iter().cloned().map(Field::Territory));
    }
    if let (Some(info), Some(other)) = (content.info, &back.info) {
        head_fields(info, other, &mut fields);
    }
    fields
}

/// Returns the names of the fields of a node and the game that differ when they are read back.
pub(super) fn differences(content: ContentView<'_>, back: &NodeContent) -> Vec<&'static str> {
    macro_rules! differences {
        ($one:expr, $other:expr, $type:ident { $($field:ident $name:literal,)* } but { $($not:ident)* }) => {{
            // The pattern makes the compiler report new fields, which must be added here.
            let $type { $($field: _,)* $($not: _,)* } = $one;
            [$(($name, $one.$field != $other.$field)),*]
        }};
    }
    let node: &Node = content.node;
    let (more, other): (&Details, &Details) = (&node.details, &back.node.details);
    let mut all = Vec::from(differences! { node, back.node, Node {
        play "the move",
        clock "the clock",
    } but { is_empty_variation details } });
    all.extend(differences! { more, other, Details {
        setup "the setup",
        to_play "the turn",
        name "the name",
        comments "the comments",
        marks "the marks",
        labels "the labels",
        territory "the territory",
        solution "the mark of a solution",
    } but { carried } });
    if let (Some(info), Some(other)) = (content.info, &back.info) {
        all.extend(differences! { info, other, GameInfo {
            kind "the kind of game",
            application "the application",
            transcriber "the transcriber",
            annotator "the annotator",
            source "the source",
            source_url "the address of the source",
            copyright "the copyright",
            record_comment "the comment on the record",
            name "the name of the game",
            players "the players",
            komi "the komi",
            handicap "the handicap",
            result "the result",
            rules "the rules",
            main_time "the main time",
            overtime "the overtime",
            periods "the number of overtime periods",
            period_time "the length of the overtime periods",
            dates "the dates",
            event "the event",
            round "the round",
            place "the place",
            opening "the opening",
            comment "the comment on the game",
            size "the size of the board",
            cutoff "the number of lines that are cut off",
            settings "the settings",
        } but {} });
    }
    let different = all.into_iter().filter(|(_, differs)| *differs);
    different.map(|(name, _)| name).collect()
}

fn head_fields(info: &GameInfo, other: &GameInfo, fields: &mut Vec<Field>) {
    if (&info.source, &info.source_url) != (&other.source, &other.source_url) {
        fields.push(Field::Source(info.source.clone(), info.source_url.clone()));
    }
    for field in TEXTS
        .iter()
        .filter(|field| !field.name.starts_with("source"))
    {
        let text = (field.get)(info);
        if text != (field.get)(other) {
            fields.extend(text.clone().map(|text| Field::Text(field.name, text)));
        }
    }
    for name in UNPARSED {
        if let Some(text) = unparsed(info, name) {
            if unparsed(other, name) != Some(text) {
                fields.push(Field::UnparsedText(name, text.into()));
            }
        }
    }
    if info.application != other.application {
        fields.extend(info.application.clone().map(Field::Application));
    }
    if info.players != other.players {
        fields.extend(info.players.iter().cloned().map(Field::Player));
    }
    if info.dates != other.dates {
        fields.extend(info.dates.iter().cloned().map(Field::Date));
    }
    if info.settings != other.settings {
        fields.push(Field::Settings(info.settings));
    }
    if info.cutoff != other.cutoff {
        fields.push(Field::Cutoff(info.cutoff));
    }
}

fn unparsed<'i>(info: &'i GameInfo, name: &str) -> Option<&'i str> {
    fn text<T>(value: &Option<ValueOrText<T>>) -> Option<&str> {
        match value {
            Some(ValueOrText::Text(text)) => Some(text),
            _ => None,
        }
    }
    match name {
        "komi" => text(&info.komi),
        "handicap" => text(&info.handicap),
        "result" => text(&info.result),
        _ => text(&info.main_time),
    }
}

impl Field {
    /// Returns the kind of the field; fields of the same kind form a list.
    pub(super) fn kind(&self) -> (u8, &'static str) {
        match self {
            Field::Solution => (0, ""),
            Field::Name(_) => (1, ""),
            Field::Comment(_) => (2, ""),
            Field::Mark(_) => (3, ""),
            Field::Label(_) => (4, ""),
            Field::Text(name, _) => (5, name),
            Field::UnparsedText(name, _) => (6, name),
            Field::Source(..) => (7, ""),
            Field::Application(_) => (8, ""),
            Field::Player(_) => (9, ""),
            Field::Date(_) => (10, ""),
            Field::Settings(_) => (11, ""),
            Field::Cutoff(_) => (12, ""),
            Field::Stones(_) => (13, ""),
            Field::Territory(_) => (14, ""),
        }
    }

    /// Describes the field for a message.
    pub(super) fn what(&self) -> Cow<'static, str> {
        match self {
            Field::Solution => "the mark of a solution".into(),
            Field::Name(_) => "the spelling of the node's name".into(),
            Field::Comment(_) => "the division of the text into comments".into(),
            Field::Mark(marks) => match &marks.kind {
                MarkKind::Other(name) => format!("the mark `{name}`").into(),
                _ => "the order of the marks, or a second mark on a point,".into(),
            },
            Field::Label(_) => "the spelling of labels".into(),
            Field::Text("record-comment", _) => "the comment on the record".into(),
            Field::Text(name, _) | Field::UnparsedText(name, _) => {
                format!("the spelling of the {}", name.replace('-', " ")).into()
            }
            Field::Source(..) => "the address of the source".into(),
            Field::Application(_) => "the spelling of the application".into(),
            Field::Player(_) => "the list of players".into(),
            Field::Date(_) => "the spelling of the dates".into(),
            Field::Settings(_) => "the list of settings".into(),
            Field::Cutoff(_) => "the number of lines that are cut off".into(),
            Field::Stones(_) => "a repeated point or an empty list in the setup".into(),
            Field::Territory(_) => "a repeated point of the territory".into(),
        }
    }

    /// Replaces the data of a game by fields of the same kind.
    pub(super) fn put(fields: &[Field], content: &mut NodeContent) {
        let NodeContent { info, node, .. } = content;
        match fields.first() {
            Some(Field::Comment(_)) => node.comments.clear(),
            Some(Field::Mark(_)) => node.marks.clear(),
            Some(Field::Label(_)) => node.labels.clear(),
            Some(Field::Stones(_)) => node.setup.clear(),
            Some(Field::Territory(_)) => node.territory.clear(),
            _ => {}
        }
        if let Some(info) = info {
            match fields.first() {
                Some(Field::Player(_)) => info.players.clear(),
                Some(Field::Date(_)) => info.dates.clear(),
                _ => {}
            }
        }
        for field in fields.iter().cloned() {
            match field {
                Field::Solution => node.solution = true,
                Field::Name(name) => node.name = Some(name),
                Field::Comment(comment) => node.comments.push(comment),
                Field::Mark(marks) => node.marks.push(marks),
                Field::Label(label) => node.labels.push(label),
                Field::Stones(stones) => node.setup.push(stones),
                Field::Territory(territory) => node.territory.push(territory),
                game_field => {
                    if let Some(info) = info {
                        game_field.put_head(info);
                    }
                }
            }
        }
    }

    /// Merges fields of the same kind into data that was edited: the edit is kept, and so is
    /// everything in the fields that SGF cannot express. Returns `false` if other data is lost.
    ///
    /// `flat` is the content read from the SGF properties for the fields.
    pub(super) fn merge(fields: &[Field], flat: &NodeContent, content: &mut NodeContent) -> bool {
        match (fields.first(), &mut content.info, &flat.info) {
            (Some(Field::Mark(_)), _, _) => {
                merge_marks(fields, &mut content.node.marks);
                true
            }
            (Some(Field::Settings(settings)), Some(info), _) => {
                info.settings.coordinates = settings.coordinates;
                info.settings.solutions = settings.solutions;
                true
            }
            (Some(Field::Player(_)), Some(info), Some(flat)) => {
                merge_players(fields, flat, &mut info.players)
            }
            _ => false,
        }
    }

    fn put_head(self, info: &mut GameInfo) {
        match self {
            Field::Text(name, text) => {
                if let Some(field) = TEXTS.iter().find(|field| field.name == name) {
                    *(field.get_mut)(info) = Some(text);
                }
            }
            Field::UnparsedText("komi", text) => info.komi = Some(ValueOrText::Text(text)),
            Field::UnparsedText("handicap", text) => info.handicap = Some(ValueOrText::Text(text)),
            Field::UnparsedText("result", text) => info.result = Some(ValueOrText::Text(text)),
            Field::UnparsedText(_, text) => info.main_time = Some(ValueOrText::Text(text)),
            Field::Source(source, url) => (info.source, info.source_url) = (source, url),
            Field::Application(application) => info.application = Some(application),
            Field::Player(player) => info.players.push(player),
            Field::Date(date) => info.dates.push(date),
            Field::Settings(settings) => info.settings = settings,
            Field::Cutoff(cutoff) => info.cutoff = cutoff,
            _ => {}
        }
    }
}

/// Keeps the marks of kinds that SGF lacks, and the order of the kinds.
fn merge_marks(fields: &[Field], marks: &mut Vec<Marks>) {
    let mut edited = core::mem::take(marks);
    for field in fields {
        let Field::Mark(kept) = field else {
            continue;
        };
        match edited.iter().position(|marks| marks.kind == kept.kind) {
            Some(at) => marks.push(edited.remove(at)),
            None if matches!(kept.kind, MarkKind::Other(_)) => marks.push(kept.clone()),
            None => {}
        }
    }
    marks.append(&mut edited);
}

/// Keeps the players of other colours, the order, and the spelling of texts that were not edited.
/// Returns `false` if several players share a colour, because the edit merged them.
fn merge_players(fields: &[Field], flat: &GameInfo, players: &mut Vec<Player>) -> bool {
    let mut current = core::mem::take(players);
    let kept = || {
        fields.iter().filter_map(|field| match field {
            Field::Player(player) => Some(player),
            _ => None,
        })
    };
    let mut all = true;
    for player in kept() {
        let is_same = |other: &&Player| other.color == player.color;
        let before = flat.players.iter().find(is_same);
        let now = current.iter().find(is_same);
        let (ValueOrText::Value(color), Some(now)) = (&player.color, now) else {
            // SGF has no other colours, and cannot express a player without data. If the player had
            // data in SGF, the edit removed the player.
            if before.is_none() {
                players.push(player.clone());
            }
            continue;
        };
        let unnamed = Player::of(*color);
        let before = before.unwrap_or(&unnamed);
        if before == now {
            players.push(player.clone());
        } else if kept().filter(is_same).count() == 1 {
            let mut edited = now.clone();
            for (get, get_mut) in super::head::player_texts() {
                if get(now) == get(before) {
                    *get_mut(&mut edited) = get(player).clone();
                }
            }
            players.push(edited);
        } else {
            all = false;
            if !players.iter().any(|other| is_same(&other)) {
                players.push(now.clone());
            }
        }
    }
    current.retain(|player| !kept().any(|other| other.color == player.color));
    for player in current {
        let at = match player.color {
            ValueOrText::Value(Color::Black) => 0,
            _ => players.len(),
        };
        players.insert(at, player);
    }
    all
}

impl Private {
    /// Writes a value of the property, without escapes.
    pub(super) fn write(&self) -> String {
        match self {
            Private::Converted => CONVERTED.into(),
            Private::Joined => JOINED.into(),
            Private::EmptyVariation(at) => format!("{EMPTY_VARIATION}:{at}"),
            Private::Carried(carried) => write_carried("carried", carried),
            Private::Head(carried) => write_carried("head", carried),
            Private::Field(field) => field.write(),
        }
    }

    /// Parses a value without escapes.
    pub(super) fn read(value: &str) -> Option<Private> {
        let parts: Vec<&str> = value.split(':').collect();
        Some(match parts.as_slice() {
            [CONVERTED] => Private::Converted,
            [JOINED] => Private::Joined,
            [EMPTY_VARIATION, at] => Private::EmptyVariation(at.parse().ok()?),
            ["carried", rest @ ..] => Private::Carried(read_carried(rest)?),
            ["head", rest @ ..] => Private::Head(read_carried(rest)?),
            [word, rest @ ..] => Private::Field(Field::read(word, rest)?),
            [] => return None,
        })
    }
}

fn write_carried(word: &str, carried: &Carried) -> String {
    let parts = [&*carried.format, carried.role.name(), &carried.key];
    let values = carried.values.iter().map(|value| &**value);
    join(word, parts.into_iter().chain(values).map(encode))
}

fn read_carried(parts: &[&str]) -> Option<Carried> {
    let [format, role, key, values @ ..] = parts else {
        return None;
    };
    let format = decode(format)?;
    if format == FORMAT {
        // SGF need not be carried in SGF.
        return None;
    }
    Some(Carried {
        format: format.into(),
        role: CarriedRole::ALL
            .into_iter()
            .find(|known| known.name() == *role)?,
        key: decode(key)?,
        values: values
            .iter()
            .map(|value| decode(value).map(Cow::Owned))
            .collect::<Option<_>>()?,
    })
}

fn join(word: &str, parts: impl Iterator<Item = String>) -> String {
    let mut out = String::from(word);
    for part in parts {
        out.push(':');
        out.push_str(&part);
    }
    out
}

impl Field {
    fn write(&self) -> String {
        let line = |word: &str, parts: &[String]| join(word, parts.iter().cloned());
        match self {
            Field::Solution => "solution".into(),
            Field::Name(name) => line("name", &[encode(name)]),
            Field::Comment(comment) => {
                let (author, time) = (perhaps(&comment.author), perhaps(&comment.time));
                line("comment", &[author, time, encode(&comment.text)])
            }
            Field::Mark(marks) => {
                let known = MARKS.iter().find(|(_, kind)| *kind == marks.kind);
                let kind = match (&marks.kind, known) {
                    (_, Some((name, _))) => name.to_string(),
                    (MarkKind::Other(name), None) => format!("={}", encode(name)),
                    (_, None) => String::new(),
                };
                line("mark", &[kind, letters(&marks.points)])
            }
            Field::Label(label) => {
                let point = leaf::write_point(label.point).unwrap_or_default();
                line("label", &[point.into(), encode(&label.text)])
            }
            Field::Text(name, text) => line("text", &[name.to_string(), encode(text)]),
            Field::UnparsedText(name, text) => line("said", &[name.to_string(), encode(text)]),
            Field::Source(source, url) => line("source", &[perhaps(source), perhaps(url)]),
            Field::Application(Application { name, version }) => {
                line("application", &[encode(name), perhaps(version)])
            }
            Field::Player(player) => {
                let color = match &player.color {
                    ValueOrText::Value(color) => color.letter().to_string(),
                    ValueOrText::Text(text) => format!("={}", encode(text)),
                };
                let Player {
                    name,
                    rank,
                    team,
                    country,
                    ..
                } = player;
                line(
                    "player",
                    &[
                        color,
                        perhaps(name),
                        perhaps(rank),
                        perhaps(team),
                        perhaps(country),
                    ],
                )
            }
            Field::Date(date) => line("date", &[encode(date)]),
            Field::Cutoff(cutoff) => {
                let Cutoff {
                    top,
                    bottom,
                    left,
                    right,
                } = *cutoff;
                let lines = [top, bottom, left, right];
                line("cutoff", &lines.map(|lines| lines.to_string()))
            }
            Field::Stones(stones) => {
                let color = stones.stone.map_or('E', Color::letter);
                line("stones", &[color.into(), letters(&stones.points)])
            }
            Field::Territory(territory) => {
                let color = territory.color.letter();
                line("territory", &[color.into(), letters(&territory.points)])
            }
            Field::Settings(settings) => line(
                "settings",
                &switches(settings).map(|switch| match switch {
                    None => String::new(),
                    Some(on) => on.to_string(),
                }),
            ),
        }
    }

    fn read(word: &str, parts: &[&str]) -> Option<Field> {
        Some(match (word, parts) {
            ("solution", []) => Field::Solution,
            ("name", [name]) => Field::Name(decode(name)?),
            ("comment", [author, time, text]) => Field::Comment(Comment {
                text: decode(text)?,
                author: read_perhaps(author)?,
                time: read_perhaps(time)?,
            }),
            ("mark", [kind, letters]) => Field::Mark(Marks {
                kind: match kind.strip_prefix('=') {
                    Some(name) => MarkKind::Other(decode(name)?),
                    None => MARKS.iter().find(|(name, _)| name == kind)?.1.clone(),
                },
                points: points(letters)?,
            }),
            ("label", [letters, text]) => {
                let [point] = points(letters)?[..] else {
                    return None;
                };
                let text = decode(text)?;
                Field::Label(Label { point, text })
            }
            ("text", [name, text]) => {
                let field = TEXTS.iter().find(|field| field.name == *name)?;
                Field::Text(field.name, decode(text)?)
            }
            ("said", [name, text]) => Field::UnparsedText(
                UNPARSED.into_iter().find(|known| known == name)?,
                decode(text)?,
            ),
            ("source", [source, url]) => Field::Source(read_perhaps(source)?, read_perhaps(url)?),
            ("application", [name, version]) => Field::Application(Application {
                name: decode(name)?,
                version: read_perhaps(version)?,
            }),
            ("player", [color, name, rank, team, country]) => Field::Player(Player {
                color: match (*color, color.strip_prefix('=')) {
                    (_, Some(text)) => ValueOrText::Text(decode(text)?),
                    (color, None) => ValueOrText::Value(read_color(color)?),
                },
                name: read_perhaps(name)?,
                rank: read_perhaps(rank)?,
                team: read_perhaps(team)?,
                country: read_perhaps(country)?,
            }),
            ("date", [date]) => Field::Date(decode(date)?),
            ("cutoff", [top, bottom, left, right]) => Field::Cutoff(Cutoff {
                top: top.parse().ok()?,
                bottom: bottom.parse().ok()?,
                left: left.parse().ok()?,
                right: right.parse().ok()?,
            }),
            ("stones", [color, letters]) => Field::Stones(Stones {
                stone: match *color {
                    "E" => None,
                    color => Some(read_color(color)?),
                },
                points: points(letters)?,
            }),
            ("territory", [color, letters]) => Field::Territory(Territory {
                color: read_color(color)?,
                points: points(letters)?,
            }),
            ("settings", parts) => Field::Settings(read_switches(parts)?),
            _ => return None,
        })
    }
}

fn switches(settings: &DisplaySettings) -> [Option<bool>; 5] {
    let DisplaySettings {
        markup,
        children,
        siblings,
        coordinates,
        solutions,
    } = *settings;
    [markup, children, siblings, coordinates, solutions]
}

fn read_switches(parts: &[&str]) -> Option<DisplaySettings> {
    let switch = |part: &str| match part {
        "" => Some(None),
        "true" => Some(Some(true)),
        "false" => Some(Some(false)),
        _ => None,
    };
    let [markup, children, siblings, coordinates, solutions] = parts else {
        return None;
    };
    Some(DisplaySettings {
        markup: switch(markup)?,
        children: switch(children)?,
        siblings: switch(siblings)?,
        coordinates: switch(coordinates)?,
        solutions: switch(solutions)?,
    })
}

fn read_color(letter: &str) -> Option<Color> {
    match letter {
        "B" => Some(Color::Black),
        "W" => Some(Color::White),
        _ => None,
    }
}

fn letters(points: &[Point]) -> String {
    let letters = points.iter().filter_map(|point| leaf::write_point(*point));
    letters.collect()
}

fn points(letters: &str) -> Option<Vec<Point>> {
    let pairs = letters.as_bytes().chunks(2);
    pairs.map(Point::from_sgf).collect()
}

fn perhaps(text: &Option<String>) -> String {
    match text {
        None => String::new(),
        Some(text) => format!("={}", encode(text)),
    }
}

fn read_perhaps(part: &str) -> Option<Option<String>> {
    match part.strip_prefix('=') {
        None => part.is_empty().then_some(None),
        Some(text) => Some(Some(decode(text)?)),
    }
}

fn encode(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() || matches!(c, '%' | ':') {
            let mut bytes = [0; 4];
            for byte in c.encode_utf8(&mut bytes).bytes() {
                out.push_str(&format!("%{byte:02X}"));
            }
        } else {
            out.push(c);
        }
    }
    out
}

fn decode(part: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(part.len());
    let mut rest = part.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        if byte == b'%' {
            let digits = core::str::from_utf8(after.get(..2)?).ok()?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
            rest = &after[2..];
        } else {
            bytes.push(byte);
            rest = after;
        }
    }
    String::from_utf8(bytes).ok()
}
