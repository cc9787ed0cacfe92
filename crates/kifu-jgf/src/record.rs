use std::borrow::Cow;

use kifu_core::Size;
use kifu_span::{Limits, Span, TooLarge};
use kifu_value::{Date, ReadErrorKind};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

use crate::codes;
use crate::findings::Findings;
use crate::json::{Value, pretty, scan};
use crate::node::find_form;
use crate::object::{Member, Object, ReadContext, read_object, short, write_object};
use crate::origin::Origin;
use crate::out::JsonBuffer;
use crate::style::{Dialect, DialectEvidence, Form, Profile, Style};
use crate::text::is_utf8_label;
use crate::tree::Tree;
use crate::{v1, v2};

/// A record of either version. The layout of a record decides which version it is, not the version number that
/// it states.
///
/// With serde a record serializes as its JSON, which requires `serde_json` as the data format.
#[derive(Clone, PartialEq, Debug)]
#[allow(clippy::large_enum_variant)] // Records are few and long-lived.
pub enum Record {
    /// Version 1.
    V1(v1::Record),
    /// Version 2.
    V2(v2::Record),
}

/// Options for writing records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Whether to write line breaks and indentation; otherwise there is no white space.
    pub pretty: bool,
    /// The programs to write for. `None` keeps every spelling as it was read; a profile rewrites the spelling
    /// of the whole record. Members that are unknown or were not understood are kept in both cases.
    pub profile: Option<Profile>,
}

impl Options {
    /// No white space, with the spelling as it was read.
    pub const COMPACT: Options = Options {
        pretty: false,
        profile: None,
    };

    /// Line breaks and indentation, with the spelling as it was read.
    pub const PRETTY: Options = Options {
        pretty: true,
        profile: None,
    };
}

impl Default for Options {
    fn default() -> Options {
        Options::PRETTY
    }
}

/// The spans of a record and its nodes in the [`text`](crate::text) of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordSpans {
    /// The span of the record.
    pub record: Span,
    /// The spans of the nodes of [`Record::tree`] in preorder, including those of placeholders. If the tree is
    /// inside of a string, all its nodes have the span of the string.
    pub nodes: Vec<Span>,
    /// The spans of the other values of the record, by their JSON pointers within the record.
    members: Vec<(String, Span)>,
}

impl RecordSpans {
    /// The span of the value at a JSON pointer within the record, except for the tree and its contents.
    ///
    /// ```
    /// let source = br#"{"game": {"players": [{"name": "Sato"}]}, "tree": []}"#;
    /// let (_, places) = kifu_jgf::Document::parse_with_spans(source).unwrap();
    /// let name = places[0].member("/game/players/0/name").unwrap();
    /// assert_eq!(&kifu_jgf::text(source)[name.range()], "\"Sato\"");
    /// assert_eq!(places[0].member("/game/komi"), None);
    /// ```
    pub fn member(&self, pointer: &str) -> Option<Span> {
        let found = self.members.iter().rfind(|(of, _)| of == pointer);
        found.map(|(_, span)| *span)
    }

    fn of(value: Value<'_>, nodes: Vec<Span>) -> RecordSpans {
        /// The depth of `/game/players/0/name`, the deepest member that is needed.
        const MAX_DEPTH: usize = 4;
        let mut members = Vec::new();
        let mut todo = vec![(String::new(), value, 0)];
        while let Some((pointer, value, depth)) = todo.pop() {
            if depth > 0 {
                members.push((pointer.clone(), value.span()));
            }
            if depth == MAX_DEPTH {
                continue;
            }
            let named = value
                .members()
                .filter(|(name, _)| depth > 0 || name != "tree");
            let numbered = (0..).zip(value.elements());
            let numbered =
                numbered.map(|(number, value): (usize, _)| (number.to_string().into(), value));
            let numbered = numbered.filter(|_| depth > 0);
            let below = named.chain(numbered);
            todo.extend(below.map(|(name, value)| (format!("{pointer}/{name}"), value, depth + 1)));
        }
        members.sort_by_key(|(_, span)| span.start);
        RecordSpans {
            record: value.span(),
            nodes,
            members,
        }
    }
}

impl Record {
    /// The version of JGF: 1 or 2.
    pub fn version(&self) -> u8 {
        match self {
            Record::V1(_) => 1,
            Record::V2(_) => 2,
        }
    }

    /// The dialect in which the record was read; for a new record, that of the specification.
    pub fn dialect(&self) -> Dialect {
        self.origin().dialect(self.version())
    }

    /// The charset that the record names.
    pub(crate) fn charset_mut(&mut self) -> &mut Option<String> {
        match self {
            Record::V1(record) => &mut record.record.charset,
            Record::V2(record) => &mut record.record.charset,
        }
    }

    pub(crate) fn set_style(&mut self, style: Style) {
        match self {
            Record::V1(record) => record.origin.style = style,
            Record::V2(record) => record.origin.style = style,
        }
    }

    pub(crate) fn origin(&self) -> Origin {
        match self {
            Record::V1(record) => record.origin,
            Record::V2(record) => record.origin,
        }
    }

    /// The nodes of the record.
    pub fn tree(&self) -> &Tree {
        match self {
            Record::V1(record) => &record.tree,
            Record::V2(record) => &record.tree,
        }
    }

    /// The nodes of the record, mutably.
    pub fn tree_mut(&mut self) -> &mut Tree {
        match self {
            Record::V1(record) => &mut record.tree,
            Record::V2(record) => &mut record.tree,
        }
    }

    /// The size of the board, 19×19 if the record does not state it; `None` if it is not a size up to 52×52.
    pub fn size(&self) -> Option<Size> {
        match self {
            Record::V1(record) => record.board.size(),
            Record::V2(record) => record.board.size(),
        }
    }

    /// Returns the record as strict JSON, in its own version.
    pub fn to_json(&self, options: &Options) -> String {
        lay_out(self.compact(options.profile), options)
    }

    pub(crate) fn compact(&self, profile: Option<Profile>) -> String {
        let style = match profile {
            Some(profile) => Style::respelled(self.version(), profile),
            None => self.origin().style,
        };
        let mut out = JsonBuffer::new(style);
        match self {
            Record::V1(record) => write_record(record, &record.tree, &mut out),
            Record::V2(record) => write_record(record, &record.tree, &mut out),
        }
        out.text
    }
}

/// Writes a record, or the array of nodes if that was the whole record.
fn write_record<T: Object>(record: &T, tree: &Tree, out: &mut JsonBuffer) {
    let others = (0..T::FIELDS.len())
        .all(|field| T::FIELDS[field].spec == "tree" || record.is_absent(field));
    // A first node with a member of a record would turn the array into a collection.
    let is_node = |root| {
        !RECORD
            .iter()
            .any(|name| tree[root].other.get(name).is_some())
    };
    let node_first = tree.first_root().is_none_or(is_node);
    if record.spelling().is_tree_only() && others && record.other().is_empty() && node_first {
        return tree.write("tree", out);
    }
    write_object(record, out);
}

pub(crate) fn lay_out(compact: String, options: &Options) -> String {
    if options.pretty {
        pretty(&compact)
    } else {
        compact
    }
}

impl From<v1::Record> for Record {
    fn from(record: v1::Record) -> Record {
        Record::V1(record)
    }
}

impl From<v2::Record> for Record {
    fn from(record: v2::Record) -> Record {
        Record::V2(record)
    }
}

impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let json = RawValue::from_string(self.compact(None)).map_err(serde::ser::Error::custom)?;
        json.serialize(serializer)
    }
}

/// Deserializes the first record; findings are dropped.
impl<'de> Deserialize<'de> for Record {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Record, D::Error> {
        let json = Box::<RawValue>::deserialize(deserializer)?;
        let document =
            crate::Document::parse(json.get().as_bytes()).map_err(serde::de::Error::custom)?;
        let first = document.records.into_iter().next();
        first.ok_or_else(|| serde::de::Error::custom("this is not a record"))
    }
}

// ---- reading ----

/// Reads a record from an object, or from an array that is only the tree of a record.
pub(crate) fn read(
    value: Value<'_>,
    limits: &Limits,
    nodes_left: usize,
    findings: &mut Findings,
    places: Option<&mut Vec<RecordSpans>>,
) -> Result<Record, TooLarge> {
    let version = if value.is_object() {
        find_version(value)
    } else {
        1
    };
    let style = if version == 1 { Style::V1 } else { Style::V2 };
    let mut cx = ReadContext::new(style, findings);
    cx.limits = *limits;
    cx.nodes_left = nodes_left;
    cx.nodes = places.is_some().then(Vec::new);
    let record = if version == 1 {
        Record::V1(read_v1(value, &mut cx))
    } else {
        Record::V2(read_v2(value, &mut cx))
    };
    if let Some(beyond) = cx.beyond {
        return Err(beyond);
    }
    if let (Some(places), Some(nodes)) = (places, cx.nodes) {
        places.push(RecordSpans::of(value, nodes));
    }
    Ok(record)
}

pub(crate) fn read_v1(value: Value<'_>, cx: &mut ReadContext<'_>) -> v1::Record {
    let mut record = v1::Record::default();
    if value.is_array() {
        cx.found(
            codes::TREE_ONLY,
            Span::at(value.span().start),
            "an array of nodes without a record around it; it is read as the tree of a record",
        );
        cx.size = record.board.size();
        record.tree.read("tree", value, cx);
        record.spelling.set_tree_only();
    } else {
        cx.style.nggo_names = value.get("settings").is_some() && value.get("player").is_none();
        let game = value.get("game");
        cx.evidence.pre |= value.get("display").or(value.get("variations")).is_some()
            || value
                .get("record")
                .is_some_and(|head| head.get("creator").is_some())
            || game.is_some_and(|game| game.get("black").or(game.get("white")).is_some());
        cx.size = board(value, |board| {
            let board: v1::Board = read_object(
                "board",
                board,
                &mut ReadContext::new(Style::V1, &mut Findings::silent()),
            );
            board.size()
        });
        record = read_object("record", value, cx);
        check_dates(game, cx);
        check_size(value.get("board"), record.board.size(), cx);
    }
    record.origin = finish(value, cx);
    record
}

pub(crate) fn read_v2(value: Value<'_>, cx: &mut ReadContext<'_>) -> v2::Record {
    cx.size = board(value, |board| {
        let board: v2::Board = read_object(
            "board",
            board,
            &mut ReadContext::new(Style::V2, &mut Findings::silent()),
        );
        board.size()
    });
    let mut record: v2::Record = read_object("record", value, cx);
    cx.evidence.seki |= record
        .record
        .version
        .as_ref()
        .is_some_and(|version| version.as_str() == "2.0.0");
    check_dates(value.get("game"), cx);
    check_size(value.get("board"), record.board.size(), cx);
    record.origin = finish(value, cx);
    record
}

/// The size of the board of a record.
fn board(value: Value<'_>, read: impl FnOnce(Value<'_>) -> Option<Size>) -> Option<Size> {
    value.get("board").map_or(Some(Size::default()), read)
}

/// Checks the rest of the record after it was read.
fn finish(value: Value<'_>, cx: &mut ReadContext<'_>) -> Origin {
    if value.is_object() && is_record(value) && value.get("tree").is_none() {
        cx.found(codes::NO_TREE, value.span(), codes::NO_TREE.summary);
    }
    if let Some(charset) = value.get("record").and_then(|head| head.get("charset")) {
        let name = charset.text().unwrap_or(Cow::Borrowed(""));
        if !name.is_empty() && !is_utf8_label(&name) {
            let message = format!(
                "the record names the charset `{}`, but JSON is UTF-8",
                short(&name)
            );
            cx.found(codes::CHARSET, charset.span(), message);
        }
    }
    if let Some(kind) = value.get("game").and_then(|game| game.get("type")) {
        let name = kind.text().unwrap_or(Cow::Borrowed(""));
        if !name.is_empty() && !crate::convert::is_known_game(&name) {
            let message = format!("unknown type of game `{}`; read as Go", short(&name));
            cx.found(codes::UNKNOWN_GAME, kind.span(), message);
        }
    }
    Origin {
        style: cx.style,
        evidence: cx.evidence,
    }
}

/// Checks that the date of a game is the first of its dates, and that all of them are dates.
fn check_dates(game: Option<Value<'_>>, cx: &mut ReadContext<'_>) {
    let Some(game) = game else {
        return;
    };
    let date = game.get("date");
    let dates = game.get("dates");
    let several = dates.into_iter().flat_map(Value::elements);
    for date in date.into_iter().chain(several.clone()) {
        // An empty string means that the date is unknown.
        let Some(text) = date.text().filter(|text| !text.is_empty()) else {
            continue;
        };
        let Err(error) = text.parse::<Date>() else {
            continue;
        };
        let shown = short(&text);
        let message = match error.kind {
            ReadErrorKind::OutOfRange => format!("the date `{shown}` does not exist"),
            _ => format!("`{shown}` is not a date such as 2011-04-22, 2011-04 or 2011"),
        };
        cx.found(codes::BAD_DATE, date.span(), message);
    }
    let (Some(date), Some(first)) = (date, several.into_iter().next()) else {
        return;
    };
    if let (Some(one), Some(other)) = (date.text(), first.text()) {
        if one != other {
            let message = format!(
                "`date` is {}, but the first of the `dates` is {}",
                short(&one),
                short(&other)
            );
            cx.found(codes::DATES_DISAGREE, date.span(), message);
        }
    }
}

fn check_size(board: Option<Value<'_>>, size: Option<Size>, cx: &mut ReadContext<'_>) {
    let Some(board) = board.filter(|board| board.is_object()) else {
        return;
    };
    let Some(size) = size else {
        let message = "invalid board size; expected 1 to 52 columns and rows";
        return cx.found(codes::BAD_SIZE, board.span(), message);
    };
    let number = |name| board.get(name)?.number()?.parse::<u8>().ok();
    let sides = [
        number("width").unwrap_or(size.cols()),
        number("height").unwrap_or(size.rows()),
    ];
    if number("size").is_some_and(|side| sides != [side; 2]) {
        let message =
            format!("`size` disagrees with the width and height; the board is read as {size}");
        cx.found(codes::SIZE_DISAGREES, board.span(), message);
    }
}

/// Determines the version from the layout of a record.
fn find_version(value: Value<'_>) -> u8 {
    let has = |name: &str| value.get(name).is_some();
    let is_object = |name: &str| value.get(name).is_some_and(Value::is_object);
    let inner = |object: &str, names: &[&str]| {
        let members = value.get(object).into_iter().flat_map(Value::members);
        members.into_iter().any(|(key, _)| names.contains(&&*key))
    };
    let format = value
        .get("record")
        .and_then(|head| head.get("format"))
        .and_then(Value::text);
    if format.is_some_and(|format| format.eq_ignore_ascii_case("JGF"))
        || has("players")
        || is_object("rules")
        || is_object("event")
        || is_object("source")
    {
        return 2;
    }
    const GAME: [&str; 12] = [
        "players", "black", "white", "komi", "handicap", "rules", "time", "location", "event",
        "round", "comment", "size",
    ];
    const HEAD: [&str; 6] = [
        "application",
        "creator",
        "annotator",
        "source",
        "copyright",
        "comment",
    ];
    if has("player")
        || inner("game", &GAME)
        || inner("record", &HEAD)
        || inner("board", &["coordinates", "cutoff"])
    {
        return 1;
    }
    if inner("board", &["size"]) || inner("record", &["generator"]) || has("meta") {
        return 2;
    }
    // The record has only nodes: the spelling of the first of them decides.
    let mut silent = Findings::silent();
    let mut cx = ReadContext::new(Style::V1, &mut silent);
    let tree = value.get("tree").into_iter().flat_map(Value::elements);
    for node in tree.take(100) {
        if node.is_object() {
            find_form(node, &mut cx);
        }
        if cx.evidence != DialectEvidence::default() {
            break;
        }
    }
    // Version 1 has these members too, in a record converted from a version that shows only a part of the
    // board.
    const CUTOFF: [&str; 4] = ["cutOffTop", "cutOffBottom", "cutOffLeft", "cutOffRight"];
    // Only version 1 marks its root, and stores data of other formats in `record`.
    let first = value.get("tree").and_then(|tree| tree.elements().next());
    let is_root = first.and_then(|node| node.get("root")).is_some();
    let is_carrier = inner("record", &["sgf", "jgf2", "gib", "ngf", "ogs", "ugf"]);
    let has_no_evidence = cx.evidence == DialectEvidence::default() && !is_root && !is_carrier;
    if cx.style.form == Form::Objects || (has_no_evidence && inner("board", &CUTOFF)) {
        2
    } else {
        1
    }
}

/// Members that records have and nodes do not.
const RECORD: [&str; 6] = ["record", "game", "board", "tree", "players", "rules"];

/// Whether a value is a record: an object with a member that only records have.
pub(crate) fn is_record(value: Value<'_>) -> bool {
    value.is_object() && RECORD.iter().any(|name| value.get(name).is_some())
}

/// Scans a text after checking its length.
pub(crate) fn scan_whole<'t>(
    text: &'t str,
    limits: &Limits,
    findings: &mut Findings,
) -> Result<crate::json::Index<'t>, TooLarge> {
    TooLarge::check_bytes(text.len(), crate::json::MAX_BYTES)?;
    scan(text, limits, findings)
}
