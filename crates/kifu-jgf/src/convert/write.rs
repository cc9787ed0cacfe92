//! From a game to JGF.

use std::borrow::Cow;

use kifu_core::Size;
use kifu_span::Limits;
use kifu_tree::game::{
    Carriage, Carried, CarriedRole, Converted, Fate, Game, GameInfo, Loss, LossPlace,
};
use kifu_tree::{NodeId, Place};

use super::parts::{Difference, Parts, apart, of_carried, place, together};
use super::read::{
    ABSENT, ANY, AROUND, IS_ROOT_MOVE, MEMBERS, ODD, ROOT_MOVE, SHAPE, STRAY, STYLE, TREE,
    is_in_array, meaning, members_of, node_json, value_of,
};
use super::{Target, carriage, head, node};
use crate::findings::Findings;
use crate::json::scan;
use crate::limits::BYTES;
use crate::object::{Cx, read_object};
use crate::out::Out;
use crate::record::{read_v1, read_v2};
use crate::style::{Form, Style};
use crate::tree::{Shape, Tree};
use crate::{Document, Node, Raw, Record};

/// Writes games as a file of records, in an array if they are several, or the only one stood in
/// one.
pub fn from_games(games: &[Game], target: Target, carriage: Carriage) -> Converted<Document> {
    let mut document = Document::default();
    document.is_array = games.iter().any(is_in_array);
    let mut losses = Vec::new();
    for game in games {
        let record = from_game(game, target, carriage);
        document.records.push(record.value);
        losses.extend(record.losses);
    }
    Converted {
        value: document,
        losses,
    }
}

/// Writes a game as a record of a version.
///
/// A game that was read from a record of that version keeps all of its members and their
/// spelling, as far as nobody edited what they say.
///
/// What is lost: without carriage, what was carried for other formats; and what was carried
/// for this one and disagrees by now with what somebody edited.
pub fn from_game(game: &Game, target: Target, carriage: Carriage) -> Converted<Record> {
    let mut writer = Writer::new(game, target, carriage);
    let own = |key| value_of(&game.carried, target, key);
    let mut record = writer.head(game);
    if let Some(odd) = own(ODD).and_then(|json| Raw::parse(json.first()?)) {
        if game.info == GameInfo::default() {
            record = writer.record("{}");
            match &mut record {
                Record::V1(record) => record.spelling.set_odd(odd),
                Record::V2(record) => record.spelling.set_odd(odd),
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
    carriage: Carriage,
    style: Style,
    size: Size,
    pub(super) losses: Vec<Loss>,
}

impl Writer {
    pub(super) fn new(game: &Game, target: Target, carriage: Carriage) -> Writer {
        let style = value_of(&game.carried, target, STYLE);
        let style = style.and_then(|style| target.style().with_digits(style.first()?));
        Writer {
            target,
            carriage,
            style: style.unwrap_or(target.style()),
            size: game.info.size.unwrap_or_default(),
            losses: Vec::new(),
        }
    }

    fn lose(&mut self, at: LossPlace, what: String, fate: Fate) {
        let what = what.into();
        self.losses.push(Loss { at, what, fate });
    }

    /// The record without its tree.
    pub(super) fn head(&mut self, game: &Game) -> Record {
        let json = head::json(&game.info, self.target);
        let mut record = self.record(&json);
        let sections = head::sections(self.target);
        if let Some(difference) = difference(&game.carried, self.target, sections) {
            let natural = apart(&json, sections);
            let said = meaning(&record);
            let same = |parts: &Parts| meaning(&self.record(&together(parts))) == said;
            let (parts, lost) = difference.put_into(natural, same);
            for what in lost {
                self.lose(LossPlace::Game, what, Fate::Outdated);
            }
            record = self.record(&together(&parts));
        }
        self.told(&game.info, &record);
        for (format, json) in self.foreign(&game.carried, LossPlace::Game) {
            match &mut record {
                Record::V1(record) => record.record.other.set(format, json),
                Record::V2(record) => record.meta.set(format, json),
            }
        }
        record
    }

    /// Tells what the record cannot say as the game does.
    pub(super) fn told(&mut self, info: &GameInfo, record: &Record) {
        for what in head::differences(info, &meaning(record)) {
            let how = "reads otherwise than it was meant";
            self.lose(
                LossPlace::Game,
                format!("the {what}"),
                Fate::Changed(how.into()),
            );
        }
    }

    /// A record from its text.
    pub(super) fn record(&self, json: &str) -> Record {
        let mut silent = Findings::silent();
        let tape = scan(fitting(json), &Limits::default(), &mut Findings::silent());
        let mut cx = Cx::new(self.style, &mut silent);
        let tape = tape.expect("what fits has few values");
        let root = tape.roots().next().expect("an object was written");
        let mut record = match self.target {
            Target::V1 => Record::V1(read_v1(root, &mut cx)),
            Target::V2 => Record::V2(read_v2(root, &mut cx)),
        };
        record.set_style(self.style);
        record
    }

    /// What is carried for other formats, as members.
    fn foreign(&mut self, carried: &[Carried], at: LossPlace) -> Vec<(&'static str, Raw)> {
        if self.carriage == Carriage::None {
            self.leave_out(carried, at);
            return Vec::new();
        }
        carriage::members(carried, self.target.format())
    }

    /// Writes the same.
    pub(super) fn write_foreign(&mut self, carried: &[Carried], at: LossPlace, out: &mut Out) {
        match self.carriage {
            Carriage::None => self.leave_out(carried, at),
            Carriage::Full => carriage::write(carried, self.target.format(), out),
        }
    }

    /// Tells what other formats lose.
    fn leave_out(&mut self, carried: &[Carried], at: LossPlace) {
        let own = self.target.format();
        let others = carried
            .iter()
            .filter(|carried| carried.format != own && carried.format != ANY);
        for carried in others {
            if carried.role == CarriedRole::Raw {
                let what = format!("{} of {}", carried.key, carried.format);
                self.lose(at, what, Fate::Dropped);
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
        self.part_root(game, &mut tree);
        tree
    }

    /// Takes a move out of the root, and makes a node of it.
    pub(super) fn move_of_root(&self, root: &mut Node) -> Option<Node> {
        let mut moved = Node {
            play: Some(root.play.take()?),
            ..Node::default()
        };
        if self.carriage == Carriage::Full {
            moved.other.set(IS_ROOT_MOVE, Raw::trusted("true".into()));
        }
        Some(moved)
    }

    /// Whether nothing is written of a node that is new to the format.
    pub(super) fn says_nothing(&self, from: &kifu_tree::game::Node) -> bool {
        let mut others = carriage::others(&from.carried, self.target.format());
        (self.carriage == Carriage::None || others.next().is_none())
            && node::write(from, false, self.target).is_placeholder()
    }

    /// Puts a move of the root into a node of its own, as JGF wants it.
    fn part_root(&self, game: &Game, tree: &mut Tree) {
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
            let natural = apart(&node_json(&node, style), &[]);
            let says = |node: &Node| kifu_tree::game::Node {
                is_empty_variation: false,
                ..node::read(node, self.size)
            };
            let said = says(&node);
            let same = |parts: &Parts| says(&self.node_of(parts, style)) == said;
            let (parts, lost) = difference.put_into(natural, same);
            for what in lost {
                self.lose(LossPlace::Node(id), what, Fate::Outdated);
            }
            if together(&parts).len() <= BYTES {
                node = Node {
                    shape: node.shape,
                    ..self.node_of(&parts, style)
                };
            } else {
                let what = "the spelling of a node that is too large".into();
                self.lose(LossPlace::Node(id), what, Fate::Dropped);
            }
        }
        node.shape = shape.unwrap_or(node.shape);
        if let Some(stray) = own(STRAY).and_then(|json| Raw::parse(json.first()?)) {
            node.spelling.set_odd(stray);
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

    /// A node from its members, or the value that stood in its place.
    fn node_of(&self, parts: &Parts, style: Style) -> Node {
        let json = together(parts);
        let mut silent = Findings::silent();
        let tape = scan(fitting(&json), &Limits::default(), &mut Findings::silent());
        let tape = tape.expect("what fits has few values");
        let root = tape.roots().next().expect("an object was written");
        read_object("tree", root, &mut Cx::new(style, &mut silent))
    }

    /// A tree that is no array of nodes, while nothing was put into it.
    fn odd_tree(&mut self, game: &Game, record: &mut Record, what: &[Cow<'static, str>]) -> Tree {
        let mut tree = self.tree(game);
        let root = game.root();
        let mut node = game.nodes[root].clone();
        // How others spell it makes no difference.
        node.carried
            .retain(|carried| carried.role == CarriedRole::Raw);
        let is_empty =
            node == kifu_tree::game::Node::default() && game.nodes.first_child(root).is_none();
        match what {
            [word, json] if word == "odd" || word == "text" => {
                if let Some(raw) = Raw::parse(json) {
                    if is_empty && word == "odd" {
                        tree = Tree::default();
                    }
                    tree.spelling.set_odd(raw);
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

/// An object, if it is none too large to be read; else one that says nothing, which shows when
/// what it says is compared.
fn fitting(json: &str) -> &str {
    match json.len() <= BYTES {
        true => json,
        false => "{}",
    }
}

/// What was carried for the format itself.
fn difference(carried: &[Carried], target: Target, sections: &[&str]) -> Option<Difference> {
    let json = value_of(carried, target, MEMBERS).and_then(|values| values.first());
    let absent = value_of(carried, target, ABSENT).unwrap_or_default();
    let own = json.and_then(|json| Raw::parse(json));
    let more = carried.iter().filter(|carried| {
        let own = carried.format == target.format() && carried.role == CarriedRole::Raw;
        own && carried.key.starts_with('/')
    });
    let difference = Difference {
        own: own.map_or_else(Parts::new, |own| of_carried(own.json(), sections)),
        more: more
            .filter_map(|more| Some((place(&more.key)?, Raw::parse(more.values.first()?)?)))
            .collect(),
        absent: absent.iter().filter_map(|pointer| place(pointer)).collect(),
    };
    (!difference.is_empty()).then_some(difference)
}
