//! Converts games to JGF.

use std::borrow::Cow;

use kifu_core::Size;
use kifu_span::Limits;
use kifu_tree::game::{
    Carried, CarriedRole, Converted, Game, GameInfo, Loss, LossKind, LossPlace, PrivateData,
};
use kifu_tree::{NodeId, Place};

use super::members::{Difference, MemberList, join_members, of_carried, place, split_members};
use super::read::{
    ABSENT, ANY, AROUND, IS_ROOT_MOVE, MEMBERS, ROOT_MOVE, SHAPE, STRAY, STYLE, TREE, VERBATIM,
    is_in_array, meaning, members_of, node_json, value_of,
};
use super::{Target, carried, head, node};
use crate::findings::Findings;
use crate::json::scan;
use crate::object::{ReadContext, read_object};
use crate::out::JsonBuffer;
use crate::record::{read_v1, read_v2};
use crate::style::{Form, Style};
use crate::tree::{Shape, Tree};
use crate::{Document, Node, RawJson, Record};

/// Converts games to a file of records. The records are in an array if there are several, or if the only one
/// was in an array.
pub fn from_games(
    games: &[Game],
    target: Target,
    private_data: PrivateData,
) -> Converted<Document> {
    let mut document = Document::default();
    document.is_array = games.iter().any(is_in_array);
    let mut losses = Vec::new();
    for game in games {
        let record = from_game(game, target, private_data);
        document.records.push(record.value);
        losses.extend(record.losses);
    }
    Converted {
        value: document,
        losses,
    }
}

/// Converts a game to a record of the given version.
///
/// A game that was read from a record of the same version keeps all of its members and their spelling, except
/// where the game was edited.
///
/// The following is reported as lost: the data carried for other formats if private data is omitted, and data carried for this
/// format that contradicts an edit.
pub fn from_game(game: &Game, target: Target, private_data: PrivateData) -> Converted<Record> {
    let mut writer = Writer::new(game, target, private_data);
    let own = |key| value_of(&game.carried, target, key);
    let mut record = writer.head(game);
    if let Some(verbatim) = own(VERBATIM).and_then(|json| RawJson::parse(json.first()?)) {
        if game.info == GameInfo::default() {
            record = writer.record("{}");
            match &mut record {
                Record::V1(record) => record.spelling.set_verbatim(verbatim),
                Record::V2(record) => record.spelling.set_verbatim(verbatim),
            }
        }
    }
    let tree = match own(TREE) {
        Some(what) => writer.odd_tree(game, &mut record, what),
        None => writer.tree(game),
    };
    *record.tree_mut() = tree;
    Converted {
        value: record,
        losses: writer.losses,
    }
}

pub(super) struct Writer {
    pub(super) target: Target,
    private_data: PrivateData,
    style: Style,
    size: Size,
    pub(super) losses: Vec<Loss>,
}

impl Writer {
    pub(super) fn new(game: &Game, target: Target, private_data: PrivateData) -> Writer {
        let style = value_of(&game.carried, target, STYLE);
        let style = style.and_then(|style| target.style().with_digits(style.first()?));
        Writer {
            target,
            private_data,
            style: style.unwrap_or(target.style()),
            size: game.info.size.unwrap_or_default(),
            losses: Vec::new(),
        }
    }

    fn lose(&mut self, at: LossPlace, what: String, kind: LossKind) {
        let what = what.into();
        self.losses.push(Loss { at, what, kind });
    }

    /// Converts the game to a record without its tree.
    pub(super) fn head(&mut self, game: &Game) -> Record {
        let json = head::json(&game.info, self.target);
        let mut record = self.record(&json);
        let sections = head::sections(self.target);
        if let Some(difference) = difference(&game.carried, self.target, sections) {
            let natural = split_members(&json, sections);
            let said = meaning(&record);
            let same = |parts: &MemberList| meaning(&self.record(&join_members(parts))) == said;
            let (parts, lost) = difference.put_into(natural, same);
            for what in lost {
                self.lose(LossPlace::Game, what, LossKind::Outdated);
            }
            record = self.record(&join_members(&parts));
        }
        self.report_changes(&game.info, &record);
        for (format, json) in self.foreign(&game.carried, LossPlace::Game) {
            match &mut record {
                Record::V1(record) => record.record.other.set(format, json),
                Record::V2(record) => record.meta.set(format, json),
            }
        }
        record
    }

    /// Reports the fields that the record expresses differently from the game.
    pub(super) fn report_changes(&mut self, info: &GameInfo, record: &Record) {
        for what in head::differences(info, &meaning(record)) {
            let how = "changes its meaning";
            self.lose(
                LossPlace::Game,
                format!("the {what}"),
                LossKind::Changed(how.into()),
            );
        }
    }

    /// Parses a record that was written.
    pub(super) fn record(&self, json: &str) -> Record {
        let mut silent = Findings::silent();
        let tape = scan(fitting(json), &Limits::default(), &mut Findings::silent());
        let mut cx = ReadContext::new(self.style, &mut silent);
        let tape = tape.expect("the text is within the limits");
        let root = tape.roots().next().expect("an object was written");
        let mut record = match self.target {
            Target::V1 => Record::V1(read_v1(root, &mut cx)),
            Target::V2 => Record::V2(read_v2(root, &mut cx)),
        };
        record.set_style(self.style);
        record
    }

    /// Returns the data that is carried for other formats as members, or reports its loss.
    fn foreign(&mut self, carried: &[Carried], at: LossPlace) -> Vec<(&'static str, RawJson)> {
        if self.private_data == PrivateData::Omit {
            self.leave_out(carried, at);
            return Vec::new();
        }
        carried::members(carried, self.target.format())
    }

    /// Writes the data that is carried for other formats as members, or reports its loss.
    pub(super) fn write_foreign(
        &mut self,
        carried: &[Carried],
        at: LossPlace,
        out: &mut JsonBuffer,
    ) {
        match self.private_data {
            PrivateData::Omit => self.leave_out(carried, at),
            PrivateData::Write => carried::write(carried, self.target.format(), out),
        }
    }

    /// Reports the loss of the data for other formats.
    fn leave_out(&mut self, carried: &[Carried], at: LossPlace) {
        let own = self.target.format();
        let others = carried
            .iter()
            .filter(|carried| carried.format != own && carried.format != ANY);
        for carried in others {
            if carried.role == CarriedRole::Raw {
                let what = format!("{} of {}", carried.key, carried.format);
                self.lose(at, what, LossKind::Dropped);
            }
        }
    }

    // ---- the tree ----

    fn tree(&mut self, game: &Game) -> Tree {
        let nodes = game
            .nodes
            .map_tree(game.root(), |id, _| self.node(game, id));
        let mut tree = Tree {
            nodes,
            ..Tree::default()
        };
        self.split_root(game, &mut tree);
        tree
    }

    /// Moves the move of the root into a new node.
    pub(super) fn move_of_root(&self, root: &mut Node) -> Option<Node> {
        let mut moved = Node {
            play: Some(root.play.take()?),
            ..Node::default()
        };
        if self.private_data == PrivateData::Write {
            moved
                .other
                .set(IS_ROOT_MOVE, RawJson::trusted("true".into()));
        }
        Some(moved)
    }

    /// Whether a node that is new to the format is written without any content.
    pub(super) fn has_no_content(&self, from: &kifu_tree::game::Node) -> bool {
        let mut others = carried::others(&from.carried, self.target.format());
        (self.private_data == PrivateData::Omit || others.next().is_none())
            && node::write(from, false, self.target).is_placeholder()
    }

    /// Moves a move of the root into a node of its own, as JGF requires.
    fn split_root(&self, game: &Game, tree: &mut Tree) {
        let root = &game.nodes[game.root()];
        let had_move = || value_of(&root.carried, self.target, ROOT_MOVE).is_some();
        let Some(root) = tree.first_root().filter(|_| !had_move()) else {
            return;
        };
        let Some(moved) = self.move_of_root(&mut tree[root]) else {
            return;
        };
        let moved = tree.push_child(root, moved);
        while let Some(child) = tree.first_child(root).filter(|child| *child != moved) {
            let done = tree.move_to(child, Place::LastChild(moved));
            debug_assert!(done.is_ok());
        }
    }

    pub(super) fn node(&mut self, game: &Game, id: NodeId) -> Node {
        let from = &game.nodes[id];
        let is_root = id == game.root();
        let mut node = node::write(from, is_root, self.target);
        if from.carried.is_empty() {
            return node;
        }
        let target = self.target;
        let own = |key| value_of(&from.carried, target, key);
        let shape = own(SHAPE).and_then(|digits| Shape::of_digits(digits.first()?));
        if let Some(difference) = difference(&from.carried, self.target, &[]) {
            let style = Style {
                form: match shape {
                    Some(shape) if shape.form != Form::Auto => shape.form,
                    _ => self.style.form,
                },
                ..self.style
            };
            let natural = split_members(&node_json(&node, style), &[]);
            let says = |node: &Node| kifu_tree::game::Node {
                is_empty_variation: false,
                ..node::read(node, self.size)
            };
            let said = says(&node);
            let same = |parts: &MemberList| says(&self.node_of(parts, style)) == said;
            let (parts, lost) = difference.put_into(natural, same);
            for what in lost {
                self.lose(LossPlace::Node(id), what, LossKind::Outdated);
            }
            if join_members(&parts).len() <= crate::json::MAX_BYTES {
                node = Node {
                    shape: node.shape,
                    ..self.node_of(&parts, style)
                };
            } else {
                let what = "the spelling of a node that is too large".into();
                self.lose(LossPlace::Node(id), what, LossKind::Dropped);
            }
        }
        node.shape = shape.unwrap_or(node.shape);
        if let Some(stray) = own(STRAY).and_then(|json| RawJson::parse(json.first()?)) {
            node.spelling.set_verbatim(stray);
        }
        if let Some([before, after]) = own(AROUND) {
            if let (Some(before), Some(after)) = (members_of(before), members_of(after)) {
                node.spelling.set_around(Some(Box::new((before, after))));
            }
        }
        for (format, json) in self.foreign(&from.carried, LossPlace::Node(id)) {
            node.other.set(format, json);
        }
        node
    }

    /// Builds a node from its members.
    fn node_of(&self, parts: &MemberList, style: Style) -> Node {
        let json = join_members(parts);
        let mut silent = Findings::silent();
        let tape = scan(fitting(&json), &Limits::default(), &mut Findings::silent());
        let tape = tape.expect("the text is within the limits");
        let root = tape.roots().next().expect("an object was written");
        read_object("tree", root, &mut ReadContext::new(style, &mut silent))
    }

    /// Builds a tree that is not an array of nodes, as long as it was not edited.
    fn odd_tree(&mut self, game: &Game, record: &mut Record, what: &[Cow<'static, str>]) -> Tree {
        let mut tree = self.tree(game);
        let root = game.root();
        let mut node = game.nodes[root].clone();
        // The spelling in other formats makes no difference.
        node.carried
            .retain(|carried| carried.role == CarriedRole::Raw);
        let is_empty =
            node == kifu_tree::game::Node::default() && game.nodes.first_child(root).is_none();
        match what {
            [word, json] if word == "odd" || word == "text" => {
                if let Some(raw) = RawJson::parse(json) {
                    if is_empty && word == "odd" {
                        tree = Tree::default();
                    }
                    tree.spelling.set_verbatim(raw);
                }
            }
            [word] if word == "only" => match record {
                Record::V1(record) => record.spelling.set_tree_only(),
                Record::V2(record) => record.spelling.set_tree_only(),
            },
            [word] if is_empty => {
                tree = Tree::default();
                if word == "empty" {
                    tree.spelling.set_empty_object();
                }
            }
            _ => {}
        }
        tree
    }
}

/// Returns the object if it is small enough to be read, and otherwise an empty one, which is noticed when the
/// meanings are compared.
fn fitting(json: &str) -> &str {
    if json.len() <= crate::json::MAX_BYTES {
        json
    } else {
        "{}"
    }
}

/// The data that is carried for the format itself.
fn difference(carried: &[Carried], target: Target, sections: &[&str]) -> Option<Difference> {
    let json = value_of(carried, target, MEMBERS).and_then(|values| values.first());
    let absent = value_of(carried, target, ABSENT).unwrap_or_default();
    let own = json.and_then(|json| RawJson::parse(json));
    let more = carried.iter().filter(|carried| {
        let own = carried.format == target.format() && carried.role == CarriedRole::Raw;
        own && carried.key.starts_with('/')
    });
    let difference = Difference {
        own: own.map_or_else(MemberList::new, |own| of_carried(own.json(), sections)),
        more: more
            .filter_map(|more| Some((place(&more.key)?, RawJson::parse(more.values.first()?)?)))
            .collect(),
        absent: absent.iter().filter_map(|pointer| place(pointer)).collect(),
    };
    (!difference.is_empty()).then_some(difference)
}
