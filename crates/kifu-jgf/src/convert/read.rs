//! Converts JGF to games.

use std::borrow::Cow;
use std::collections::HashSet;

use kifu_core::Size;
use kifu_tree::game::{Carried, CarriedRole, Converted, Game, GameInfo, Loss, LossKind, LossPlace};
use kifu_tree::{Forest, NodeId};

use super::members::{Difference, MemberList, pointer, split_members};
use super::uncaptured::{Uncaptured, outer, uncaptured, uncaptured_of_move};
use super::{Target, carried, head, node};
use crate::object::write_object;
use crate::out::JsonBuffer;
use crate::style::{Form, Style};
use crate::tree::Tree;
use crate::{Document, Node, RawJson, Record};

/// The keys under which the data of a record is carried.
pub(super) const MEMBERS: &str = "members";
pub(super) const ABSENT: &str = "absent";
pub(super) const STYLE: &str = "style";
pub(super) const TREE: &str = "tree";
/// The key of the value that was read in place of the record, if that is not an object.
pub(super) const VERBATIM: &str = "odd";
pub(super) const SHAPE: &str = "shape";
pub(super) const AROUND: &str = "around";
pub(super) const STRAY: &str = "stray";
pub(super) const ROOT_MOVE: &str = "root-move";
/// The format of data that is carried for both versions, since it is about the file.
pub(super) const ANY: &str = "jgf";
/// The key that marks a record that was the only element of an array.
const ARRAY: &str = "array";
/// The member that marks a node that was added for the move of a root.
pub(super) const IS_ROOT_MOVE: &str = "rootMove";

/// Converts the records of a file to games, one at a time.
///
/// Unlike [`to_game`], this also carries whether a single record is in an array. Data of the file outside of
/// its records is lost, which is reported with the first game: values that are not records, and bytes that do
/// not decode.
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
                kind: if is_kept {
                    LossKind::Changed("is read as U+FFFD".into())
                } else {
                    LossKind::Dropped
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

/// Whether a game was the only element of an array, and should be written as such.
pub fn is_in_array(game: &Game) -> bool {
    let is_array = |carried: &Carried| carried.format == ANY && carried.key == ARRAY;
    game.carried.iter().any(is_array)
}

/// Converts a record to a game. Data that a [`Game`] cannot express is carried, so nothing is lost.
pub fn to_game(record: &Record) -> Converted<Game> {
    let target = Target::of(record);
    let mut record = record.clone();
    let mut carried = match &mut record {
        Record::V1(record) => carried::take(&mut record.record.other, target.format()),
        Record::V2(record) => carried::take(&mut record.meta, target.format()),
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
    match verbatim(&record) {
        Some(verbatim) => carried.push(own(
            CarriedRole::Raw,
            VERBATIM,
            vec![verbatim.json().to_owned().into()],
        )),
        None => {
            let (own, usual) = (head_json(&record, style), head::json(&info, target));
            if own != usual {
                let sections = head::sections(target);
                let difference = Difference::between(
                    split_members(&own, sections),
                    &split_members(&usual, sections),
                );
                let uncaptured = if difference.has_content() {
                    uncaptured(&head_json(&record, target.respelled()), &usual)
                } else {
                    Vec::new()
                };
                carried.extend(difference.carried(target, uncaptured));
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
        has_shapes: tree
            .roots()
            .flat_map(|root| tree.preorder(root))
            .any(|id| !tree.has_default_shape(id, style)),
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

/// Returns the number of nodes that [`to_game`] creates for a record, except empty variations, without the conversion.
///
/// Returns `None` if only the conversion can tell: for a record without nodes, with variations that have no nodes, or with
/// a node that was added for the move of the root.
///
/// ```
/// use kifu_jgf::convert::node_count;
///
/// let document = kifu_jgf::Document::parse(br#"{"tree": [{}, {"move": {"B": "dd"}}, [[{}], [{}]]]}"#)?;
/// assert_eq!(node_count(&document.records[0]), Some(4));
/// # Ok::<(), kifu_jgf::TooLarge>(())
/// ```
pub fn node_count(record: &Record) -> Option<usize> {
    let tree = record.tree();
    let root = tree.first_root()?;
    let is_added = |id| !tree[id].other.is_empty() && tree.next_sibling(id).is_none();
    if tree.first_child(root).is_some_and(is_added) {
        return None;
    }
    let mut nodes = tree.preorder(root);
    nodes.try_fold(0, |count, id| {
        (!tree[id].shape.is_placeholder()).then_some(count + 1)
    })
}

/// The information about the whole game.
pub(super) fn meaning(record: &Record) -> GameInfo {
    match record {
        Record::V1(record) => head::of_v1(record),
        Record::V2(record) => head::of_v2(record),
    }
}

/// The value that was read in place of a record.
fn verbatim(record: &Record) -> Option<&RawJson> {
    match record {
        Record::V1(record) => record.spelling.verbatim(),
        Record::V2(record) => record.spelling.verbatim(),
    }
}

/// The record without its tree, as it is spelled.
fn head_json(record: &Record, style: Style) -> String {
    let mut out = JsonBuffer::new(style);
    match record {
        Record::V1(record) => write_object(record, &mut out),
        Record::V2(record) => write_object(record, &mut out),
    }
    out.text
}

/// Describes a tree that is not an array of nodes: it is missing, an empty array, a string that contains nodes,
/// another value, or the whole record.
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
    match tree.spelling.verbatim() {
        Some(verbatim) => {
            let word = if tree.is_empty() { "odd" } else { "text" };
            Some(vec![word.into(), verbatim.json().to_owned().into()])
        }
        None if tree_only => Some(vec!["only".into()]),
        None => tree.is_empty().then(|| vec![empty.into()]),
    }
}

impl Difference {
    /// Converts the difference to data that is carried for the format itself, given the content that the game
    /// does not hold. Content inside of a member is carried by name only: it is restored with its member, and
    /// lost together with it.
    pub(super) fn carried(mut self, target: Target, uncaptured: Vec<Uncaptured>) -> Vec<Carried> {
        let mut all = Vec::new();
        let of_uncaptured =
            Locations::of(uncaptured.iter().map(|uncaptured| uncaptured.place.clone()));
        let (more, spelled) = std::mem::take(&mut self.more)
            .into_iter()
            .partition::<MemberList, _>(|(place, _)| of_uncaptured.touch(&pointer(place)));
        let of_more = Locations::of(more.iter().map(|(place, _)| pointer(place)));
        self.more = more;
        self.own.extend(spelled);
        let inside = uncaptured
            .into_iter()
            .filter(|uncaptured| !of_more.touch(&uncaptured.place));
        let inside: Vec<String> = inside.map(Uncaptured::name).collect();
        if !self.own.is_empty() {
            all.push(Carried {
                format: target.format().into(),
                role: CarriedRole::Spelled,
                key: MEMBERS.into(),
                values: vec![super::members::carried(&self.own).into()],
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

/// A set of locations. It finds the locations that contain one another.
struct Locations {
    all: HashSet<String>,
    outer: HashSet<String>,
}

impl Locations {
    fn of(places: impl Iterator<Item = String>) -> Locations {
        let all: HashSet<String> = places.collect();
        let outer = all.iter().flat_map(|place| outer(place)).map(str::to_owned);
        Locations {
            outer: outer.collect(),
            all,
        }
    }

    /// Whether a location equals one of these, contains one, or is inside of one.
    fn touch(&self, place: &str) -> bool {
        self.outer.contains(place) || outer(place).any(|outer| self.all.contains(outer))
    }
}

struct Reader {
    target: Target,
    style: Style,
    size: Size,
    /// Whether any node is placed in the file differently from a new one.
    has_shapes: bool,
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
        if self.has_shapes {
            read.carried
                .push(own(SHAPE, vec![node.shape.digits().into()]));
            if let Some((before, after)) = node.spelling.around() {
                let both = [before, after].map(|members| {
                    let mut out = JsonBuffer::new(self.style);
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
        if node.spelling.is_default() && node.other.is_empty() && natural == *node {
            return read;
        }
        let mut node = node.clone();
        read.carried
            .extend(carried::take(&mut node.other, self.target.format()));
        let style = self.style_of(&node);
        let difference = Difference::between(
            split_members(&node_json(&node, style), &[]),
            &split_members(&node_json(&natural, style), &[]),
        );
        let uncaptured = if difference.has_content() {
            self.uncaptured(&node, &natural, &difference)
        } else {
            Vec::new()
        };
        read.carried
            .extend(difference.carried(self.target, uncaptured));
        read
    }

    /// The content of a node that the game does not hold.
    fn uncaptured(&self, node: &Node, natural: &Node, difference: &Difference) -> Vec<Uncaptured> {
        let style = self.target.respelled();
        let mut all = uncaptured(&node_json(node, style), &node_json(natural, style));
        let play = difference
            .own
            .iter()
            .find(|((section, name), _)| section.is_empty() && name == "move");
        if let Some((_, play)) = play {
            all.extend(uncaptured_of_move(play));
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

    /// Moves the move of a root, for which a node was added, back into the root.
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

/// A node as it is spelled, without the nodes that follow it.
pub(super) fn node_json(node: &Node, style: Style) -> String {
    let mut alone = node.clone();
    alone.shape = Default::default();
    let mut out = JsonBuffer::new(style);
    write_object(&alone, &mut out);
    out.text
}

/// The values that are carried under a key.
pub(super) fn value_of<'c>(
    carried: &'c [Carried],
    target: Target,
    key: &str,
) -> Option<&'c [Cow<'static, str>]> {
    let own = |carried: &&Carried| carried.format == target.format() && carried.key == key;
    Some(&carried.iter().find(own)?.values)
}

/// The members of an object that is carried.
pub(super) fn members_of(json: &str) -> Option<crate::Members> {
    let raw = RawJson::parse(json)?;
    raw.read(|value| {
        let mut members = crate::Members::default();
        for (name, value) in value.members() {
            members.push(&name, RawJson::of(value));
        }
        value.is_object().then_some(members)
    })
}
