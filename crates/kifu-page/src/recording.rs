//! Recordings: the changes of the tree over time, and the media that belong to them.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use kifu_core::{Color, Size};
use kifu_replay::{NotShown, Replayer, points};
use kifu_rgf::Stream;
use kifu_rgf::timeline::{EventKind, NodeId as TimelineNode, Time, Timeline, View};
use kifu_sgf::charset::Charset;
use kifu_sgf::{Document, GameContext, value};
use kifu_tree::NodeId;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::game::{GameData, NodeData, annotate, letter, push_point, rules_of};
use crate::html;

/// A medium of a recording: sound or a film, whose clock the board follows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Medium {
    /// The kind, as in `MS`: `audio`, `video`, or a media type such as `audio/ogg`.
    pub kind: String,
    /// The name of the file.
    pub name: String,
    /// The place of the bytes.
    pub place: MediumPlace,
}

/// The place of the bytes of a [`Medium`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MediumPlace {
    /// On the page, which grows by four thirds of their number.
    OnPage(Vec<u8>),
    /// In a file beside the page, which has the name of the medium.
    BesidePage,
}

impl Medium {
    /// The media type for the browser, by the kind and the extension of the name.
    fn media_type(&self) -> String {
        if self.kind.contains('/') {
            return self.kind.clone();
        }
        let base = if self.kind == "video" {
            "video"
        } else {
            "audio"
        };
        let extension = self.name.rsplit_once('.').map(|(_, extension)| extension);
        let extension = extension.unwrap_or_default().to_ascii_lowercase();
        let subtype = match extension.as_str() {
            "mp3" => "mpeg",
            "m4a" | "m4v" => "mp4",
            "oga" | "ogv" | "opus" => "ogg",
            // The subtype is that of the extension: `ogg`, `webm`, `mp4`, `wav`, `flac`, `aac`.
            other => other,
        };
        format!("{base}/{subtype}")
    }
}

/// A recording as the script of the page reads it. Times are in milliseconds.
#[derive(Serialize)]
pub(crate) struct RecordingData {
    /// The name of the RGF file.
    file: String,
    duration: u64,
    /// The starts and the labels of the chapters.
    chapters: Vec<(u64, String)>,
    moments: Vec<MomentData>,
    media: Vec<MediumData>,
}

/// A medium; its bytes are on the page in the element with this identifier, or else in the file with this name.
#[derive(Serialize)]
struct MediumData {
    #[serde(rename = "type")]
    media_type: String,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
}

impl MediumData {
    fn of(medium: &Medium) -> MediumData {
        MediumData {
            media_type: medium.media_type(),
            name: medium.name.clone(),
            id: match &medium.place {
                MediumPlace::OnPage(bytes) => Some(html::media_id(bytes)),
                MediumPlace::BesidePage => None,
            },
        }
    }
}

/// What changes at a time.
#[derive(Serialize)]
struct MomentData {
    /// The time.
    t: u64,
    /// The current node after the changes.
    c: usize,
    /// The nodes that change: the fields with new values, `null` for fields that are removed. `C+` is text that is
    /// appended to the comment. `null` for a node that is removed.
    n: Vec<(usize, Value)>,
}

/// The properties that a page shows, except the comment, and those that the meaning of the others depends on.
const SHOWN: [&str; 31] = [
    "B", "W", "AB", "AW", "AE", "PL", "MN", "N", "CR", "MA", "SL", "SQ", "TR", "LB", "LN", "AR",
    "TB", "TW", "DD", "VW", "TE", "BM", "DO", "IT", "GB", "GW", "DM", "UC", "HO", "SBKV", "KO",
];

/// Reads a recording of a document: the node that it continues becomes the first node of the game.
pub(crate) fn data(
    main: &Document,
    stream: &Stream,
    timeline: &Timeline,
    media: &[Medium],
    file: &str,
) -> Result<GameData, NotShown> {
    let forest = main.forest();
    let root = forest.root_of(stream.node);
    let mut game = GameData::without_nodes(main, root, file)?;
    game.nodes.push(start(main, root, stream.node));
    let nodes = timeline.nodes();
    let all = nodes.roots().flat_map(|root| nodes.preorder(root));
    let order: HashMap<TimelineNode, usize> = all.zip(1..).collect();
    for top in nodes.roots() {
        for node in nodes.preorder(top) {
            let parent = nodes.parent(node).map_or(0, |parent| order[&parent]);
            game.nodes.push(NodeData {
                parent: (parent + 1 != game.nodes.len()).then_some(parent),
                ..NodeData::default()
            });
        }
    }
    let mut moments = Moments {
        main,
        root,
        order,
        states: HashMap::new(),
        all: Vec::new(),
    };
    moments.read(timeline);
    let chapters = timeline.markers();
    game.recording = Some(RecordingData {
        file: stream.file.clone(),
        duration: millis(timeline.duration()),
        chapters: chapters
            .map(|chapter| (millis(chapter.time), chapter.label.to_owned()))
            .collect(),
        moments: moments.all,
        media: media.iter().map(MediumData::of).collect(),
    });
    Ok(game)
}

/// A time in whole milliseconds. Times before the start count as the start.
fn millis(time: Time) -> u64 {
    u64::try_from(time.nanos() / 1_000_000).unwrap_or(0)
}

/// The node that the recording continues: the position, as setup, and the content of the node.
fn start(main: &Document, root: NodeId, node: NodeId) -> NodeData {
    let size = GameContext::of(main.node(root)).size;
    let mut game = Replayer::forward(main, root, &rules_of(main, root));
    let mut line: Vec<NodeId> = main.forest().ancestors(node).collect();
    line.reverse();
    for node in line.into_iter().chain([node]) {
        game.enter(node);
    }
    let mut data = NodeData::default();
    for (point, color) in game.position().board().stones() {
        match color {
            Color::Black => push_point(point, &mut data.black),
            Color::White => push_point(point, &mut data.white),
        }
    }
    let prisoners = game.prisoners();
    if prisoners[Color::Black] + prisoners[Color::White] > 0 {
        data.prisoners = Some([prisoners[Color::Black], prisoners[Color::White]]);
    }
    let to_play = game.position().to_play();
    data.to_play = (to_play != Color::Black).then(|| letter(to_play));
    annotate(main, main.node(node), size, &mut data);
    data.number = Some(game.number()).filter(|number| *number > 0);
    data
}

/// Writes the recording at its end as a game that starts with the position that the recording continues.
pub(crate) fn last_game(main: &Document, stream: &Stream, timeline: &Timeline) -> Document {
    let root = main.forest().root_of(stream.node);
    let size = GameContext::of(main.node(root)).size;
    let start = start(main, root, stream.node);
    let mut text = format!("(;GM[1]FF[4]SZ[{}:{}]", size.cols(), size.rows());
    for (ident, points) in [("AB", &start.black), ("AW", &start.white)] {
        if !points.is_empty() {
            text.push_str(ident);
        }
        let mut points = points.as_str();
        while let Some((point, rest)) = points.split_at_checked(2) {
            push_value(point, &mut text);
            points = rest;
        }
    }
    if start.to_play.is_some() {
        text.push_str("PL[W]");
    }
    for (ident, value) in [
        ("PB", main.game_info(root).black),
        ("PW", main.game_info(root).white),
    ] {
        if let Some(value) = value {
            text.push_str(ident);
            push_value(&kifu_sgf::escape(&value), &mut text);
        }
    }
    text.push_str(&timeline.last().to_sgf());
    text.push(')');
    // Parsing only fails for texts of 4 GiB.
    Document::parse_in(text, Charset::UTF_8).unwrap_or_default()
}

/// The moments of a recording, while they are read.
struct Moments<'a> {
    main: &'a Document,
    root: NodeId,
    /// The index of each node on the page.
    order: HashMap<TimelineNode, usize>,
    /// The fields of the nodes that exist.
    states: HashMap<TimelineNode, Map<String, Value>>,
    all: Vec<MomentData>,
}

/// The changes of a comment at one moment.
#[derive(Default)]
struct CommentChange {
    is_new: bool,
    added: String,
}

impl Moments<'_> {
    fn read(&mut self, timeline: &Timeline) {
        let mut changed = BTreeSet::new();
        let mut comments: BTreeMap<TimelineNode, CommentChange> = BTreeMap::new();
        let mut events = timeline.events().peekable();
        let mut rank = 0;
        while let Some(event) = events.next() {
            rank += 1;
            let time = event.at.map_or(0, |at| millis(at.time));
            if !event.ignored {
                match event.kind {
                    EventKind::Put { ident: "C", values } => {
                        let comment = comments.entry(event.node).or_default();
                        for value in values {
                            comment.added.push_str(&kifu_sgf::text(value));
                        }
                    }
                    EventKind::Remove { ident: "C", .. } => {
                        let view = timeline.at_rank(rank);
                        let comment = comments.entry(event.node).or_default();
                        comment.is_new = true;
                        comment.added = comment_of(view, event.node);
                    }
                    _ => {}
                }
                changed.insert(event.node);
            }
            let next = events.peek();
            let next = next.map(|next| next.at.map_or(0, |at| millis(at.time)));
            if next != Some(time) {
                let view = timeline.at_rank(rank);
                let changed = std::mem::take(&mut changed);
                self.add(time, view, &changed, std::mem::take(&mut comments));
            }
        }
    }

    /// Adds a moment, unless nothing changes.
    fn add(
        &mut self,
        time: u64,
        view: View<'_>,
        changed: &BTreeSet<TimelineNode>,
        mut comments: BTreeMap<TimelineNode, CommentChange>,
    ) {
        let cursor = view.cursor().map_or(0, |node| self.order[&node]);
        let mut nodes = Vec::new();
        for &node in changed {
            let at = self.order[&node];
            if !view.has(node) {
                if self.states.remove(&node).is_some() {
                    nodes.push((at, Value::Null));
                }
                continue;
            }
            let now = self.fields(view, node);
            let (before, is_added) = match self.states.remove(&node) {
                Some(before) => (before, false),
                None => (Map::new(), true),
            };
            let mut change = Map::new();
            for (field, value) in &now {
                if before.get(field) != Some(value) {
                    change.insert(field.clone(), value.clone());
                }
            }
            for field in before.keys().filter(|field| !now.contains_key(*field)) {
                change.insert(field.clone(), Value::Null);
            }
            if let Some(comment) = comments.remove(&node) {
                let field = if comment.is_new { "C" } else { "C+" };
                change.insert(field.to_owned(), comment.added.into());
            }
            self.states.insert(node, now);
            if is_added || !change.is_empty() {
                nodes.push((at, Value::Object(change)));
            }
        }
        let is_at = self.all.last().map(|last| last.c);
        if !nodes.is_empty() || is_at != Some(cursor) {
            self.all.push(MomentData {
                t: time,
                c: cursor,
                n: nodes,
            });
        }
    }

    /// The fields of a node, except its comment.
    fn fields(&self, view: View<'_>, node: TimelineNode) -> Map<String, Value> {
        let mut text = String::from("(");
        let root = self.main.node(self.root);
        text.push(';');
        for ident in ["GM", "FF", "SZ"] {
            let property = root.get(ident);
            for value in property.iter().flat_map(|property| property.values()) {
                text.push_str(ident);
                push_value(&String::from_utf8_lossy(value.raw()), &mut text);
            }
        }
        text.push(';');
        for (ident, values) in view.properties(node) {
            if SHOWN.contains(&ident) {
                text.push_str(ident);
                values.for_each(|value| push_value(value, &mut text));
            }
        }
        text.push(')');
        let document = Document::parse_in(text, Charset::UTF_8).unwrap_or_default();
        let mut data = NodeData::default();
        let last = document.roots().next();
        let last = last.and_then(|root| document.forest().children(root).next());
        if let Some(last) = last {
            read_node(&document, last, self.size(), &mut data);
        }
        match serde_json::to_value(data) {
            Ok(Value::Object(fields)) => fields,
            _ => Map::new(),
        }
    }

    fn size(&self) -> Size {
        GameContext::of(self.main.node(self.root)).size
    }
}

/// Reads the setup, the move and the annotations of a node, whose move the page plays.
fn read_node(document: &Document, id: NodeId, size: Size, data: &mut NodeData) {
    let node = document.node(id);
    for (ident, out) in [
        ("AB", &mut data.black),
        ("AW", &mut data.white),
        ("AE", &mut data.empty),
    ] {
        for point in points(node, ident, size) {
            push_point(point, out);
        }
    }
    let turn = node.get("PL").and_then(|turn| turn.value()?.color().ok());
    data.to_play = turn.map(|read| letter(read.value));
    for (ident, color) in [("B", Color::Black), ("W", Color::White)] {
        let Some(played) = node.get(ident).and_then(|played| played.value()) else {
            continue;
        };
        data.played = match value::action(played.raw(), size) {
            Err(_) => "?".to_owned(),
            Ok(read) => {
                let mut text = letter(color).to_string();
                if let Some(point) = read.value.point() {
                    push_point(point, &mut text);
                }
                // `PL` names the player after the move, who has the turn anyway.
                data.to_play = None;
                text
            }
        };
    }
    annotate(document, node, size, data);
}

/// The comment of a node at a moment, as text.
fn comment_of(view: View<'_>, node: TimelineNode) -> String {
    let values = view.property(node, "C").into_iter().flatten();
    values
        .map(|value| kifu_sgf::text(value).into_owned())
        .collect()
}

fn push_value(value: &str, out: &mut String) {
    out.push('[');
    out.push_str(value);
    out.push(']');
}
