//! `KX`: what a game says and SGF has no words for, and what other formats had carried.
//!
//! A value is a word and what it is about, separated by colons. In it `%` stands before the
//! two hexadecimal digits of a byte, for `%`, `:` and control characters; `=` before a text
//! that is there, so that an empty one can be told from none.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use kifu_core::{Color, Point};
use kifu_tree::game::{
    Application, Carried, Comment, Cutoff, Details, Info, Label, MarkKind, Marks, Node, Player,
    Role, Said, Settings, Stones, Territory,
};

use super::head::TEXTS;
use super::{FORMAT, Saying, View, leaf};

/// The property.
pub(super) const IDENT: &str = "KX";

/// Says that the record was written from a game that was no SGF.
pub(super) const MADE: &str = "made";

/// Says that a node is the rest of the one before it: in SGF, setup and a move are two nodes.
const JOINED: &str = "joined";

/// Says which child of the node is a variation without a node, which SGF does not have.
const EMPTY_VARIATION: &str = "empty-variation";

/// Something private.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Private {
    Made,
    /// The node and the one before it are one node of the game.
    Joined,
    /// Among the children of the node, the one with this number from 0 is an empty variation.
    EmptyVariation(u32),
    /// What is carried for another format, of the node or of the game as a whole.
    Carried(Carried),
    Head(Carried),
    /// What the words of SGF flatten.
    Field(Field),
}

/// A field of a game, whole. Fields of one kind after another make a list.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Field {
    Solution,
    Name(String),
    Comment(Comment),
    Mark(Marks),
    Label(Label),
    Text(&'static str, String),
    Said(&'static str, String),
    Source(Option<String>, Option<String>),
    Application(Application),
    Player(Player),
    Date(String),
    Settings(Settings),
    Cutoff(Cutoff),
    Stones(Stones),
    Territory(Territory),
}

/// Values that were understood, but not as a number or a result.
const SAID: [&str; 4] = ["komi", "handicap", "result", "main-time"];

const MARKS: [(&str, MarkKind); 5] = [
    ("circle", MarkKind::Circle),
    ("triangle", MarkKind::Triangle),
    ("square", MarkKind::Square),
    ("cross", MarkKind::Cross),
    ("selected", MarkKind::Selected),
];

/// The fields that reading the words of SGF gives back otherwise.
pub(super) fn fields(saying: View<'_>, back: &Saying) -> Vec<Field> {
    let mut fields = Vec::new();
    let (node, other) = (saying.node, &back.node);
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
    if let (Some(info), Some(other)) = (saying.info, &back.info) {
        head_fields(info, other, &mut fields);
    }
    fields
}

/// What a node and the head say and do not say in the same way after they were written, by
/// name.
pub(super) fn differences(saying: View<'_>, back: &Saying) -> Vec<&'static str> {
    macro_rules! differences {
        ($one:expr, $other:expr, $type:ident { $($field:ident $name:literal,)* } but { $($not:ident)* }) => {{
            // A field that is added has to be added here.
            let $type { $($field: _,)* $($not: _,)* } = $one;
            [$(($name, $one.$field != $other.$field)),*]
        }};
    }
    let node: &Node = saying.node;
    let (more, other): (&Details, &Details) = (&node.more, &back.node.more);
    let mut all = Vec::from(differences! { node, back.node, Node {
        play "the move",
        clock "the clock",
    } but { is_empty_variation more } });
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
    if let (Some(info), Some(other)) = (saying.info, &back.info) {
        all.extend(differences! { info, other, Info {
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
            periods "the number of periods of overtime",
            period_time "the length of the periods of overtime",
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

fn head_fields(info: &Info, other: &Info, fields: &mut Vec<Field>) {
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
    for name in SAID {
        if let Some(text) = said(info, name) {
            if said(other, name) != Some(text) {
                fields.push(Field::Said(name, text.into()));
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

fn said<'i>(info: &'i Info, name: &str) -> Option<&'i str> {
    fn text<T>(said: &Option<Said<T>>) -> Option<&str> {
        match said {
            Some(Said::Text(text)) => Some(text),
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
    /// Fields of one kind belong together.
    pub(super) fn kind(&self) -> (u8, &'static str) {
        match self {
            Field::Solution => (0, ""),
            Field::Name(_) => (1, ""),
            Field::Comment(_) => (2, ""),
            Field::Mark(_) => (3, ""),
            Field::Label(_) => (4, ""),
            Field::Text(name, _) => (5, name),
            Field::Said(name, _) => (6, name),
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

    /// What it is, in words.
    pub(super) fn what(&self) -> Cow<'static, str> {
        match self {
            Field::Solution => "the mark of a solution".into(),
            Field::Name(_) => "the spelling of the node's name".into(),
            Field::Comment(_) => "the division of the comments".into(),
            Field::Mark(marks) => match &marks.kind {
                MarkKind::Other(name) => format!("the mark `{name}`").into(),
                _ => "the order of the marks, or a second mark on a point,".into(),
            },
            Field::Label(_) => "the spelling of labels".into(),
            Field::Text("record-comment", _) => "the comment on the record".into(),
            Field::Text(name, _) | Field::Said(name, _) => {
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

    /// Puts fields of one kind in place of what a game says.
    pub(super) fn put(fields: &[Field], saying: &mut Saying) {
        let Saying { info, node, .. } = saying;
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
                of_head => {
                    if let Some(info) = info {
                        of_head.put_head(info);
                    }
                }
            }
        }
    }

    /// Puts fields of one kind in place of what a game says, where somebody edited that:
    /// the edit holds, and of the fields all that SGF has no words for. Returns whether that is
    /// all that there is to keep.
    ///
    /// `flat` is what reading the words of SGF for the fields would give.
    pub(super) fn merge(fields: &[Field], flat: &Saying, saying: &mut Saying) -> bool {
        match (fields.first(), &mut saying.info, &flat.info) {
            (Some(Field::Mark(_)), _, _) => {
                merge_marks(fields, &mut saying.node.marks);
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

    fn put_head(self, info: &mut Info) {
        match self {
            Field::Text(name, text) => {
                if let Some(field) = TEXTS.iter().find(|field| field.name == name) {
                    *(field.get_mut)(info) = Some(text);
                }
            }
            Field::Said("komi", text) => info.komi = Some(Said::Text(text)),
            Field::Said("handicap", text) => info.handicap = Some(Said::Text(text)),
            Field::Said("result", text) => info.result = Some(Said::Text(text)),
            Field::Said(_, text) => info.main_time = Some(Said::Text(text)),
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

/// Marks of kinds that SGF does not know are kept, and the order.
fn merge_marks(fields: &[Field], marks: &mut Vec<Marks>) {
    let mut said = core::mem::take(marks);
    for field in fields {
        let Field::Mark(kept) = field else {
            continue;
        };
        match said.iter().position(|marks| marks.kind == kept.kind) {
            Some(at) => marks.push(said.remove(at)),
            None if matches!(kept.kind, MarkKind::Other(_)) => marks.push(kept.clone()),
            None => {}
        }
    }
    marks.append(&mut said);
}

/// Players of other colours are kept, and the order, and the spelling of what was not edited;
/// `false` where several share a colour, of whom the edit makes one.
fn merge_players(fields: &[Field], flat: &Info, players: &mut Vec<Player>) -> bool {
    let mut said = core::mem::take(players);
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
        let now = said.iter().find(is_same);
        let (Said::Value(color), Some(now)) = (&player.color, now) else {
            // SGF knows no other colours, and has no words for a player of whom nothing is said; one of
            // whom it said something is gone.
            if before.is_none() {
                players.push(player.clone());
            }
            continue;
        };
        let nobody = Player::of(*color);
        let before = before.unwrap_or(&nobody);
        if before == now {
            players.push(player.clone());
        } else if kept().filter(is_same).count() == 1 {
            let mut edited = now.clone();
            for (get, get_mut) in super::head::of_players() {
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
    said.retain(|player| !kept().any(|other| other.color == player.color));
    for player in said {
        let at = match player.color {
            Said::Value(Color::Black) => 0,
            _ => players.len(),
        };
        players.insert(at, player);
    }
    all
}

impl Private {
    /// As a value of the property, not escaped yet.
    pub(super) fn write(&self) -> String {
        match self {
            Private::Made => MADE.into(),
            Private::Joined => JOINED.into(),
            Private::EmptyVariation(at) => format!("{EMPTY_VARIATION}:{at}"),
            Private::Carried(carried) => write_carried("carried", carried),
            Private::Head(carried) => write_carried("head", carried),
            Private::Field(field) => field.write(),
        }
    }

    /// Reads a value, escapes taken out.
    pub(super) fn read(value: &str) -> Option<Private> {
        let parts: Vec<&str> = value.split(':').collect();
        Some(match parts.as_slice() {
            [MADE] => Private::Made,
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
        // Nobody needs to carry SGF in SGF.
        return None;
    }
    Some(Carried {
        format: format.into(),
        role: Role::ALL.into_iter().find(|known| known.name() == *role)?,
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
            Field::Said(name, text) => line("said", &[name.to_string(), encode(text)]),
            Field::Source(source, url) => line("source", &[perhaps(source), perhaps(url)]),
            Field::Application(Application { name, version }) => {
                line("application", &[encode(name), perhaps(version)])
            }
            Field::Player(player) => {
                let color = match &player.color {
                    Said::Value(color) => color.letter().to_string(),
                    Said::Text(text) => format!("={}", encode(text)),
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
            ("said", [name, text]) => {
                Field::Said(SAID.into_iter().find(|known| known == name)?, decode(text)?)
            }
            ("source", [source, url]) => Field::Source(read_perhaps(source)?, read_perhaps(url)?),
            ("application", [name, version]) => Field::Application(Application {
                name: decode(name)?,
                version: read_perhaps(version)?,
            }),
            ("player", [color, name, rank, team, country]) => Field::Player(Player {
                color: match (*color, color.strip_prefix('=')) {
                    (_, Some(text)) => Said::Text(decode(text)?),
                    (color, None) => Said::Value(read_color(color)?),
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

fn switches(settings: &Settings) -> [Option<bool>; 5] {
    let Settings {
        markup,
        children,
        siblings,
        coordinates,
        solutions,
    } = *settings;
    [markup, children, siblings, coordinates, solutions]
}

fn read_switches(parts: &[&str]) -> Option<Settings> {
    let switch = |part: &str| match part {
        "" => Some(None),
        "true" => Some(Some(true)),
        "false" => Some(Some(false)),
        _ => None,
    };
    let [markup, children, siblings, coordinates, solutions] = parts else {
        return None;
    };
    Some(Settings {
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
    while let Some((&byte, behind)) = rest.split_first() {
        if byte == b'%' {
            let digits = core::str::from_utf8(behind.get(..2)?).ok()?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
            rest = &behind[2..];
        } else {
            bytes.push(byte);
            rest = behind;
        }
    }
    String::from_utf8(bytes).ok()
}
