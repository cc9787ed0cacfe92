//! From JGF to a game.

use std::borrow::Cow;
use std::collections::HashSet;

use kifu_core::Size;
use kifu_tree::game::{Carried, CarriedRole, Converted, Fate, Game, GameInfo, Loss, LossPlace};
use kifu_tree::{Forest, NodeId};

use super::parts::{Difference, Parts, apart, pointer};
use super::unsaid::{Unsaid, outer, unsaid, unsaid_of_move};
use super::{Target, carriage, head, node};
use crate::object::write_object;
use crate::out::Out;
use crate::style::{Form, Style};
use crate::tree::Tree;
use crate::{Document, Node, Raw, Record};

/// What of a record is carried, by key.
pub(super) const MEMBERS: &str = "members";
pub(super) const ABSENT: &str = "absent";
pub(super) const STYLE: &str = "style";
pub(super) const TREE: &str = "tree";
/// What stands in place of the record, if it is no object.
pub(super) const ODD: &str = "odd";
pub(super) const SHAPE: &str = "shape";
pub(super) const AROUND: &str = "around";
pub(super) const STRAY: &str = "stray";
pub(super) const ROOT_MOVE: &str = "root-move";
/// What is carried for either version, since the file tells it.
pub(super) const ANY: &str = "jgf";
/// The record stood alone in an array.
const ARRAY: &str = "array";
/// Set in a node that was made for the move of a root.
pub(super) const IS_ROOT_MOVE: &str = "rootMove";

/// Reads the records of a file, each as it is asked for.
///
/// That one alone stands in an array is carried as well, which [`to_game`] cannot know. What is
/// lost of the file beside its records is reported with the first game: values that are not
/// records, and text that does not decode.
pub fn to_games(document: &Document) -> impl Iterator<Item = Converted<Game>> + '_ {
    let in_array = document.is_array && document.records.len() == 1;
    let mut is_first = true;
    document.records.iter().map(move |record| {
        let mut game = to_game(record);
        if std::mem::take(&mut is_first) {
            let lost = document.lost_in_reading();
            game.losses.extend(lost.map(|(what, is_kept)| Loss {
                at: LossPlace::Game,
                what: what.into(),
                fate: match is_kept {
                    true => Fate::Changed("is read as U+FFFD".into()),
                    false => Fate::Dropped,
                },
            }));
        }
        if in_array {
            game.value.carried.push(Carried {
                format: ANY.into(),
                role: CarriedRole::Raw,
                key: ARRAY.into(),
                values: Vec::new(),
            });
        }
        game
    })
}

/// Whether a game stood alone in an array, and so is to be written.
pub fn is_in_array(game: &Game) -> bool {
    let is_array = |carried: &Carried| carried.format == ANY && carried.key == ARRAY;
    game.carried.iter().any(is_array)
}

/// Reads a record as a game; what a [`Game`] has no place for is carried. Nothing is lost.
pub fn to_game(record: &Record) -> Converted<Game> {
    let target = Target::of(record);
    let mut record = record.clone();
    let mut carried = match &mut record {
        Record::V1(record) => carriage::take(&mut record.record.other, target.format()),
        Record::V2(record) => carriage::take(&mut record.meta, target.format()),
    };
    let tree = std::mem::take(record.tree_mut());
    let style = record.origin().style;
    let info = meaning(&record);
    let own = |role, key: &str, values| Carried {
        format: target.format().into(),
        role,
        key: key.into(),
        values,
    };
    match odd(&record) {
        Some(odd) => carried.push(own(
            CarriedRole::Raw,
            ODD,
            vec![odd.json().to_owned().into()],
        )),
        None => {
            let (own, usual) = (head_json(&record, style), head::json(&info, target));
            if own != usual {
                let sections = head::sections(target);
                let difference =
                    Difference::between(apart(&own, sections), &apart(&usual, sections));
                let unsaid = match difference.has_content() {
                    true => unsaid(&head_json(&record, target.respelled()), &usual),
                    false => Vec::new(),
                };
                carried.extend(difference.carried(target, unsaid));
            }
        }
    }
    if style != target.style() {
        carried.push(own(CarriedRole::Raw, STYLE, vec![style.digits().into()]));
    }
    carried.extend(tree_spelling(&record, &tree).map(|what| own(CarriedRole::Raw, TREE, what)));
    let reader = Reader {
        target,
        style,
        size: info.size.unwrap_or_default(),
        shaped: tree
            .roots()
            .flat_map(|root| tree.preorder(root))
            .any(|id| !tree.is_usual(id, style)),
    };
    Converted {
        value: Game {
            info,
            nodes: reader.nodes(&tree),
            carried,
        },
        losses: Vec::new(),
    }
}

/// What is said of the whole game.
pub(super) fn meaning(record: &Record) -> GameInfo {
    match record {
        Record::V1(record) => head::of_v1(record),
        Record::V2(record) => head::of_v2(record),
    }
}

/// What stands in the place of a record.
fn odd(record: &Record) -> Option<&Raw> {
    match record {
        Record::V1(record) => record.spelling.odd(),
        Record::V2(record) => record.spelling.odd(),
    }
}

/// A record without its tree, as it is spelled.
fn head_json(record: &Record, style: Style) -> String {
    let mut out = Out::new(style);
    match record {
        Record::V1(record) => write_object(record, &mut out),
        Record::V2(record) => write_object(record, &mut out),
    }
    out.text
}

/// What the tree is, if it is no array of nodes: nothing, an empty array, a text that has
/// nodes in it, something else, or the whole record.
fn tree_spelling(record: &Record, tree: &Tree) -> Option<Vec<Cow<'static, str>>> {
    let tree_only = match record {
        Record::V1(record) => record.spelling.is_tree_only(),
        Record::V2(record) => record.spelling.is_tree_only(),
    };
    let empty = if tree.spelling.is_empty_object() {
        "empty"
    } else {
        "none"
    };
    match tree.spelling.odd() {
        Some(odd) => {
            let word = if tree.is_empty() { "odd" } else { "text" };
            Some(vec![word.into(), odd.json().to_owned().into()])
        }
        None if tree_only => Some(vec!["only".into()]),
        None => tree.is_empty().then(|| vec![empty.into()]),
    }
}

impl Difference {
    /// As what is carried for the format itself, given the places whose content the game does
    /// not hold. Those that are no members of their own are carried by their names alone: they
    /// come back with the members that they are part of, and are lost where these are.
    pub(super) fn carried(mut self, target: Target, unsaid: Vec<Unsaid>) -> Vec<Carried> {
        let mut all = Vec::new();
        let of_unsaid = Places::of(unsaid.iter().map(|unsaid| unsaid.place.clone()));
        let (more, spelled) = std::mem::take(&mut self.more)
            .into_iter()
            .partition::<Parts, _>(|(place, _)| of_unsaid.touch(&pointer(place)));
        let of_more = Places::of(more.iter().map(|(place, _)| pointer(place)));
        self.more = more;
        self.own.extend(spelled);
        let inside = unsaid
            .into_iter()
            .filter(|unsaid| !of_more.touch(&unsaid.place));
        let inside: Vec<String> = inside.map(Unsaid::name).collect();
        if !self.own.is_empty() {
            all.push(Carried {
                format: target.format().into(),
                role: CarriedRole::Spelled,
                key: MEMBERS.into(),
                values: vec![super::parts::carried(&self.own).into()],
            });
        }
        for (place, value) in &self.more {
            all.push(Carried {
                format: target.format().into(),
                role: CarriedRole::Raw,
                key: pointer(place),
                values: vec![value.json().to_owned().into()],
            });
        }
        if !self.absent.is_empty() {
            all.push(Carried {
                format: target.format().into(),
                role: CarriedRole::Spelled,
                key: ABSENT.into(),
                values: self
                    .absent
                    .iter()
                    .map(|place| pointer(place).into())
                    .collect(),
            });
        }
        all.extend(inside.into_iter().map(|key| Carried {
            format: target.format().into(),
            role: CarriedRole::Raw,
            key,
            values: Vec::new(),
        }));
        all
    }
}

/// Places, to find those that are inside of one another.
struct Places {
    all: HashSet<String>,
    outer: HashSet<String>,
}

impl Places {
    fn of(places: impl Iterator<Item = String>) -> Places {
        let all: HashSet<String> = places.collect();
        let outer = all.iter().flat_map(|place| outer(place)).map(str::to_owned);
        Places {
            outer: outer.collect(),
            all,
        }
    }

    /// Whether the place is one of these, around one or inside of one.
    fn touch(&self, place: &str) -> bool {
        self.outer.contains(place) || outer(place).any(|outer| self.all.contains(outer))
    }
}

struct Reader {
    target: Target,
    style: Style,
    size: Size,
    /// Some node stands in the file as no new one would.
    shaped: bool,
}

impl Reader {
    fn nodes(&self, tree: &Tree) -> Forest<kifu_tree::game::Node> {
        let Some(root) = tree.first_root() else {
            return Game::new().nodes;
        };
        let mut nodes = tree.map_tree(root, |id, _| self.node(tree, id));
        self.merge_root_move(&mut nodes);
        nodes
    }

    fn node(&self, tree: &Tree, id: NodeId) -> kifu_tree::game::Node {
        let node = &tree[id];
        let mut read = node::read(node, self.size);
        let is_root = tree.parent(id).is_none();
        let own = |key: &str, values| Carried {
            format: self.target.format().into(),
            role: CarriedRole::Raw,
            key: key.into(),
            values,
        };
        if self.shaped {
            read.carried
                .push(own(SHAPE, vec![node.shape.digits().into()]));
            if let Some((before, after)) = node.spelling.around() {
                let both = [before, after].map(|members| {
                    let mut out = Out::new(self.style);
                    out.open('{');
                    for (name, value) in members.iter() {
                        out.member(name, value.json());
                    }
                    out.close('}');
                    out.text.into()
                });
                read.carried.push(own(AROUND, both.into()));
            }
            if let Some(stray) = node.stray_value() {
                read.carried
                    .push(own(STRAY, vec![stray.json().to_owned().into()]));
                return read;
            }
        }
        if is_root && read.play.is_some() {
            read.carried.push(own(ROOT_MOVE, Vec::new()));
        }
        let natural = node::write(&read, is_root, self.target);
        if node.spelling.is_usual() && node.other.is_empty() && natural == *node {
            return read;
        }
        let mut node = node.clone();
        read.carried
            .extend(carriage::take(&mut node.other, self.target.format()));
        let style = self.style_of(&node);
        let difference = Difference::between(
            apart(&node_json(&node, style), &[]),
            &apart(&node_json(&natural, style), &[]),
        );
        let unsaid = match difference.has_content() {
            true => self.unsaid(&node, &natural, &difference),
            false => Vec::new(),
        };
        read.carried.extend(difference.carried(self.target, unsaid));
        read
    }

    /// The places in a node whose content the game does not hold.
    fn unsaid(&self, node: &Node, natural: &Node, difference: &Difference) -> Vec<Unsaid> {
        let style = self.target.respelled();
        let mut all = unsaid(&node_json(node, style), &node_json(natural, style));
        let play = difference
            .own
            .iter()
            .find(|((section, name), _)| section.is_empty() && name == "move");
        if let Some((_, play)) = play {
            all.extend(unsaid_of_move(play));
        }
        all
    }

    fn style_of(&self, node: &Node) -> Style {
        Style {
            form: match node.shape.form {
                Form::Auto => self.style.form,
                form => form,
            },
            ..self.style
        }
    }

    /// Puts a move back into the root that it was taken from.
    fn merge_root_move(&self, nodes: &mut Forest<kifu_tree::game::Node>) {
        let flag = |carried: &Carried| {
            carried.format == self.target.format()
                && carried.key.strip_prefix('/') == Some(IS_ROOT_MOVE)
                && carried.values == ["true"]
        };
        let Some(root) = nodes.first_root() else {
            return;
        };
        let Some(only) = nodes.first_child(root) else {
            return;
        };
        let node = &nodes[only];
        let alone = nodes.next_sibling(only).is_none() && nodes[root].play.is_none();
        if !alone || !matches!(node.carried.as_slice(), [only] if flag(only)) {
            return;
        }
        let mut other = node.clone();
        (other.play, other.clock) = Default::default();
        other.carried.clear();
        if other != kifu_tree::game::Node::default() {
            return;
        }
        let (play, clock) = (node.play, node.clock.clone());
        nodes[root].play = play;
        nodes[root].clock = clock;
        let children: Vec<NodeId> = nodes.children(only).collect();
        for child in children {
            let moved = nodes.move_to(child, kifu_tree::Place::LastChild(root));
            debug_assert!(moved.is_ok());
        }
        nodes.remove(only);
    }
}

/// A node as it is spelled, without what follows it.
pub(super) fn node_json(node: &Node, style: Style) -> String {
    let mut alone = node.clone();
    alone.shape = Default::default();
    let mut out = Out::new(style);
    write_object(&alone, &mut out);
    out.text
}

/// A raw value that was carried.
pub(super) fn value_of<'c>(
    carried: &'c [Carried],
    target: Target,
    key: &str,
) -> Option<&'c [Cow<'static, str>]> {
    let own = |carried: &&Carried| carried.format == target.format() && carried.key == key;
    Some(&carried.iter().find(own)?.values)
}

/// The members of an object that was carried.
pub(super) fn members_of(json: &str) -> Option<crate::Members> {
    let raw = Raw::parse(json)?;
    raw.read(|value| {
        let mut members = crate::Members::default();
        for (name, value) in value.members() {
            members.push(&name, value.to_raw());
        }
        value.is_object().then_some(members)
    })
}
