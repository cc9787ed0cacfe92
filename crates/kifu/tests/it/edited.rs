//! Law: a record that is converted, edited in the other format and converted back differs only by the edit.

use kifu::core::{Color, Move, Point, Points, Size};
use kifu::jgf::convert::{Target, from_game, to_game};
use kifu::jgf::{
    Comment, Document as Records, Members, Node, Number, Options, Play, Player, PointGroup,
    Pointers, Record, Tree,
};
use kifu::sgf::convert as sgf;
use kifu::sgf::{Document, GameContext, PropertyInfo};
use kifu::tree::game::{
    Game, GameInfo, MarkKind, Marks, Node as GameNode, PrivateData, ValueOrText,
};
use kifu::tree::{NodeId, Place, Step};
use serde_json::Value as Json;

/// Checks the law for all games of a source. The edits depend on a hash of the source.
pub(crate) fn edits_in_another_format_survive(source: &[u8]) {
    let hash = source.iter().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01B3_u64)
    });
    if kifu::jgf::is_jgf(source) {
        let document = Records::parse(source).unwrap();
        // The meaning of a duplicate member in JSON is not defined.
        let mut found = document.diagnostics().iter();
        if !found.any(|found| found.code.name == "jgf/duplicate-member") {
            for record in &document.records {
                from_jgf(record, hash);
            }
        }
    } else {
        let document = Document::parse(source).unwrap();
        for (number, root) in document.roots().enumerate() {
            let game = sgf::to_game(&document, root).value;
            let written = sgf::from_game_node_for_node(&game, PrivateData::Write);
            // The only loss is text that could switch to another charset. Without this text,
            // anything else can read differently, so such games are not compared.
            if written.losses.is_empty() {
                from_sgf(&game, &written.value, hash ^ number as u64);
            }
        }
    }
}

/// Checks SGF that is edited as JGF of both versions.
fn from_sgf(game: &Game, written: &str, hash: u64) {
    for target in [Target::V1, Target::V2] {
        let edit = Edit::of(game, hash ^ target as u64, |_| true);
        let there = from_game(game, target, PrivateData::Write).value;
        let back = reread(&edit.in_record(&there, game));
        let expected = edit.in_game(game);
        assert_same_content(&back, &expected, &edit);
        let text = sgf::from_game_node_for_node(&back, PrivateData::Write).value;
        let (mut before, mut after) = (properties(written), properties(&text));
        if edit.kind == Kind::Mark {
            let document = Document::parse(text.as_bytes()).unwrap();
            let root = document.roots().next().unwrap();
            assert_same_content(&sgf::to_game(&document, root).value, &expected, &edit);
        }
        edit.remove_edited(&mut before, &mut after);
        assert_eq!(after, before, "{edit:?} in {target:?}\n{text}");
    }
}

/// Checks JGF that is edited as SGF, and as the other version.
fn from_jgf(record: &Record, hash: u64) {
    let (own, other) = match record.version() {
        1 => (Target::V1, Target::V2),
        _ => (Target::V2, Target::V1),
    };
    let game = to_game(record).value;
    for through in [Through::Jgf, Through::Sgf, Through::StrictSgf] {
        // An edit would turn a placeholder for variations into a node.
        let is_node = |at: usize| match record.tree().first_root() {
            Some(root) => {
                let id = record
                    .tree()
                    .preorder(root)
                    .nth(at + extra_nodes(record, &game, at));
                id.is_some_and(|id| !record.tree()[id].is_placeholder())
            }
            None => true,
        };
        let mut edit = Edit::of(&game, hash ^ through as u64, is_node);
        let back = if through == Through::Jgf {
            let there = from_game(&game, other, PrivateData::Write).value;
            reread(&edit.in_record(&there, &game))
        } else {
            let there = if through == Through::Sgf {
                sgf::from_game_node_for_node(&game, PrivateData::Write).value
            } else {
                sgf::from_game(&game, PrivateData::Write).value
            };
            if through == Through::StrictSgf {
                // In the strict form a node can be split or moved, so only the game as a whole is edited.
                edit.at = 0;
                if !matches!(edit.kind, Kind::Name | Kind::Komi | Kind::Player) {
                    edit.kind = Kind::Name;
                }
            }
            let document = edit.in_sgf(&there);
            let root = document.roots().next().unwrap();
            sgf::to_game(&document, root).value
        };
        let expected = edit.in_game(&game);
        // An empty variation that carries data becomes a variation with an empty node.
        assert_same_content(&with_nodes(back.clone()), &with_nodes(expected), &edit);
        let back = from_game(&back, own, PrivateData::Write).value;
        let json = back.to_json(&Options::COMPACT);
        let (mut before, mut after) = (json_of(&record.to_json(&Options::COMPACT)), json_of(&json));
        let mut edited = edit.pointers(record, &game);
        if matches!(edit.kind, Kind::Add | Kind::Remove) {
            // Compare the nodes, not the arrays that contain them.
            let expected = edit.in_record(record, &game).to_json(&Options::COMPACT);
            assert_eq!(
                tree_of(&json),
                tree_of(&expected),
                "{edit:?}, via {through:?}"
            );
        }
        let has_values = |json: &Json| {
            let values = json["tree"].as_array();
            values.is_some_and(|values| !values.is_empty())
        };
        if !before.as_ref().is_none_or(has_values) {
            edited.push("/tree".into());
        }
        // A value of another type is replaced by an object with the edit.
        let is_object = |json: &Json| json.get("game").is_none_or(Json::is_object);
        if !before.as_ref().is_none_or(is_object) {
            edited.push("/game".into());
        }
        for pointer in edited {
            for json in [&mut before, &mut after].into_iter().flatten() {
                remove_member(json, &pointer);
            }
        }
        // If there are no nodes, an edited root is inserted at the start.
        if !before.as_ref().is_none_or(|json| has_nodes(&json["tree"])) {
            let tree = after.as_mut().and_then(|json| json["tree"].as_array_mut());
            if let Some(tree) = tree.filter(|tree| tree.first() == Some(&serde_json::json!({}))) {
                tree.remove(0);
            }
        }
        let differs = before.zip(after);
        let differs =
            differs.and_then(|(before, after)| difference(&before, &after, String::new()));
        if let Some(differs) = differs {
            panic!("{edit:?}, via {through:?}: {differs}\n{json}");
        }
    }
}

/// The format in which a record is edited.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Through {
    Jgf,
    Sgf,
    StrictSgf,
}

/// Returns whether a tree or one of its variations has a node.
fn has_nodes(tree: &Json) -> bool {
    let mut nodes = tree.as_array().into_iter().flatten();
    nodes.any(|node| node.is_object() || has_nodes(node))
}

fn with_nodes(mut game: Game) -> Game {
    let nodes: Vec<NodeId> = game.nodes.preorder(game.root()).collect();
    for id in nodes {
        game.nodes[id].is_empty_variation = false;
    }
    game
}

/// Returns the tree with unknown members sorted by name, since their order has no meaning and is not kept by edits.
fn tree_of(json: &str) -> Tree {
    let document = Records::parse(json.as_bytes()).unwrap();
    let mut tree = document.records[0].tree().clone();
    let nodes: Vec<NodeId> = tree.roots().flat_map(|root| tree.preorder(root)).collect();
    for id in nodes {
        let members = &mut tree[id].other;
        let mut sorted: Vec<_> = members.iter().collect();
        sorted.sort_by_key(|(name, _)| *name);
        let mut other = Members::new();
        for (name, value) in sorted {
            other.set(name, value.clone());
        }
        *members = other;
    }
    tree
}

/// Returns the number of additional nodes that the record has before this node: a move of the root
/// may be in a separate node.
fn extra_nodes(record: &Record, game: &Game, at: usize) -> usize {
    let tree = record.tree();
    let nodes = tree
        .first_root()
        .map_or(1, |root| tree.preorder(root).count());
    if at == 0 {
        return 0;
    }
    nodes - game.nodes.preorder(game.root()).count()
}

/// Writes a record in another style, as another program would, and reads it.
fn reread(record: &Record) -> Game {
    let json = record.to_json(&Options::PRETTY);
    let document = Records::parse(json.as_bytes()).unwrap();
    to_game(&document.records[0]).value
}

/// Parses JSON; a tree without a record becomes a record with only this tree.
fn json_of(json: &str) -> Option<Json> {
    let value: Json = serde_json::from_str(json).ok()?;
    Some(match value {
        tree @ Json::Array(_) => serde_json::json!({ "tree": tree }),
        record => record,
    })
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Kind {
    Name,
    Komi,
    Player,
    Move,
    Comment,
    Mark,
    Add,
    Remove,
}

const KINDS: [Kind; 8] = [
    Kind::Name,
    Kind::Komi,
    Kind::Player,
    Kind::Move,
    Kind::Comment,
    Kind::Mark,
    Kind::Add,
    Kind::Remove,
];

/// An edit that can be applied to a game in any format.
#[derive(Debug)]
struct Edit {
    kind: Kind,
    /// The index of the edited node in preorder.
    at: usize,
    point: Point,
    komi: Points,
}

const TEXT: &str = "edited";

impl Edit {
    /// Chooses an edit that is possible in this game.
    fn of(game: &Game, hash: u64, is_editable: impl Fn(usize) -> bool) -> Edit {
        // Mix the bits, so that consecutive numbers result in different edits.
        let hash = (hash ^ hash >> 31).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let part = |shift: u32, below: usize| (hash >> shift) as u16 as usize % below;
        let nodes: Vec<NodeId> = game.nodes.preorder(game.root()).collect();
        let size = game.info.size.unwrap_or_default();
        let some = part(16, nodes.len());
        let from_some = || (some..nodes.len()).chain(0..some);
        let is_node = |at: &usize| !game.nodes[nodes[*at]].is_empty_variation && is_editable(*at);
        let kind = KINDS[part(0, KINDS.len())];
        // SGF can state the type of game in several values, of which a game has only the first.
        let mut carried = game.nodes[game.root()].carried.iter();
        let has_types = carried.any(|own| own.format == sgf::FORMAT && own.key == "GM");
        let is_go = game.info.kind.is_none_or(|kind| kind == 1) && !has_types;
        let mut at = from_some().find(is_node).unwrap_or_default();
        let (kind, at) = match kind {
            Kind::Move | Kind::Mark | Kind::Add if !is_go => (Kind::Comment, at),
            Kind::Move => {
                let has_move = |at: &usize| game.nodes[nodes[*at]].play.is_some();
                match from_some().find(has_move) {
                    Some(at) => (Kind::Move, at),
                    None => (Kind::Komi, at),
                }
            }
            Kind::Remove => {
                at = at.max(1);
                if at < nodes.len() {
                    (kind, at)
                } else {
                    (Kind::Add, 0)
                }
            }
            // SGF can name only one of several players.
            Kind::Player if black_players(&game.info) > 1 => (Kind::Name, at),
            kind => (kind, at),
        };
        let mut point = Point::new(
            part(32, size.cols().into()) as u8,
            part(40, size.rows().into()) as u8,
        );
        let play = game.nodes[nodes[at]].play;
        if play.is_some_and(|(_, to)| to == Move::Play(point)) {
            point = next_point(point, size);
        }
        let komi = match game.info.komi {
            Some(ValueOrText::Value(komi)) if komi == Points::from_halves(15) => 11,
            _ => 15,
        };
        Edit {
            kind,
            at,
            point,
            komi: Points::from_halves(komi),
        }
    }

    fn in_game(&self, game: &Game) -> Game {
        let mut game = game.clone();
        let id = game.nodes.preorder(game.root()).nth(self.at).unwrap();
        let node = &mut game.nodes[id];
        match self.kind {
            Kind::Name => game.info.name = Some(TEXT.into()),
            Kind::Komi => game.info.komi = Some(ValueOrText::Value(self.komi)),
            Kind::Player => game.info.player(Color::Black).name = Some(TEXT.into()),
            Kind::Move => {
                let (color, _) = node.play.unwrap();
                node.play = Some((color, Move::Play(self.point)));
            }
            Kind::Comment => node.comments = vec![TEXT.into()],
            Kind::Mark => {
                node.marks.retain(|marks| marks.kind != MarkKind::Triangle);
                node.marks.push(Marks {
                    kind: MarkKind::Triangle,
                    points: vec![self.point],
                });
            }
            Kind::Add => {
                let play = Some((Color::Black, Move::Play(self.point)));
                game.nodes.push_child(
                    id,
                    GameNode {
                        play,
                        ..GameNode::default()
                    },
                );
            }
            Kind::Remove => game.nodes.remove(id),
        }
        game
    }

    fn in_sgf(&self, text: &str) -> Document {
        let mut document = Document::parse(text).unwrap();
        let root = document.roots().next().unwrap();
        let id = document.forest().preorder(root).nth(self.at).unwrap();
        let letters = self.point.to_sgf().unwrap();
        let point = std::str::from_utf8(&letters).unwrap();
        let color = match document.node(id).get("W") {
            Some(_) if document.node(id).get("B").is_none() => "W",
            _ => "B",
        };
        let komi = self.komi.to_string();
        let (ident, value) = match self.kind {
            Kind::Name => ("GN", TEXT),
            Kind::Komi => ("KM", &*komi),
            Kind::Player => ("PB", TEXT),
            Kind::Move => (color, point),
            Kind::Comment => ("C", TEXT),
            Kind::Mark => ("TR", point),
            Kind::Add => ("B", point),
            Kind::Remove => {
                document.remove_node(id);
                return document;
            }
        };
        let id = match self.kind {
            Kind::Name | Kind::Komi | Kind::Player => root,
            Kind::Add => document.add_node(Place::LastChild(id)).unwrap(),
            _ => id,
        };
        document.node_mut(id).set(ident, [value]).unwrap();
        // Parse the document again, so that the result depends only on the text.
        Document::parse(document.to_bytes()).unwrap()
    }

    fn in_record(&self, record: &Record, game: &Game) -> Record {
        let mut record = record.clone();
        let name = Some(TEXT.to_string());
        let komi = Number::parse(&self.komi.to_string());
        match (self.kind, &mut record) {
            (Kind::Name, Record::V1(record)) => record.game.name = name,
            (Kind::Name, Record::V2(record)) => record.game.name = name,
            (Kind::Komi, Record::V1(record)) => record.game.komi = komi,
            (Kind::Komi, Record::V2(record)) => record.rules.komi = komi,
            (Kind::Player, Record::V1(record)) => name_black(&mut record.game.players),
            (Kind::Player, Record::V2(record)) => name_black(&mut record.players),
            _ => self.in_tree(&mut record, game),
        }
        record
    }

    fn in_tree(&self, record: &mut Record, game: &Game) {
        let at = self.at_in(record, game);
        let root = (record.version() == 1).then_some(true);
        let tree = record.tree_mut();
        let root = match tree.first_root() {
            Some(known) => known,
            None => {
                let id = tree.push_root(Node::default());
                tree[id].root = root;
                id
            }
        };
        let id = tree.preorder(root).nth(at).unwrap();
        let to = Move::Play(self.point);
        match self.kind {
            Kind::Move => tree[id].play.as_mut().unwrap().at = to,
            Kind::Comment => tree[id].comments = vec![Comment::from(TEXT)].into(),
            Kind::Mark => {
                let markup = &mut tree[id].markup;
                let is_mark = |group: &PointGroup| *group.kind == *"triangle";
                markup.retain(|group| !is_mark(group));
                // A conversion inserts triangles before labels.
                let labels = markup.iter().position(|group| *group.kind == *"label");
                let mark = PointGroup::new("triangle", [self.point]);
                let at = labels.unwrap_or(markup.len());
                markup.insert(at, mark);
            }
            Kind::Add => {
                let play = Some(Play::new(Color::Black, to));
                tree.push_child(
                    id,
                    Node {
                        play,
                        ..Node::default()
                    },
                );
            }
            Kind::Remove => tree.remove(id),
            _ => unreachable!("the edit is not in the tree"),
        }
    }

    /// Returns the index of the node in a record, in which a move of the root is in a separate node.
    fn at_in(&self, record: &Record, game: &Game) -> usize {
        match self.kind {
            Kind::Move | Kind::Add if self.at == 0 => extra_nodes(record, game, 1),
            _ => self.at + extra_nodes(record, game, self.at),
        }
    }

    /// Returns the JSON pointers of the edited members.
    fn pointers(&self, record: &Record, game: &Game) -> Vec<String> {
        let pointer = |v1: &str, v2: &str| match record {
            Record::V1(_) => v1.to_string(),
            Record::V2(_) => v2.to_string(),
        };
        let member = match self.kind {
            Kind::Name => return vec!["/game/name".into()],
            Kind::Komi => return vec![pointer("/game/komi", "/rules/komi")],
            Kind::Player => {
                let players = pointer("/game/players", "/players");
                let json = json_of(&record.to_json(&Options::COMPACT));
                let is_black = |player: &Json| {
                    let color = player["color"].as_str();
                    color.and_then(|color| color.parse().ok()) == Some(Color::Black)
                };
                let list = json
                    .as_ref()
                    .and_then(|json| json.pointer(&players)?.as_array());
                return match list.and_then(|list| list.iter().position(is_black)) {
                    Some(number) => vec![format!("{players}/{number}/name")],
                    // Players have this form in records older than version 1.
                    None => vec![players, "/game/black".into()],
                };
            }
            // A solution may be marked in a move.
            Kind::Move => "move solution",
            Kind::Comment => "comments",
            Kind::Mark => "markup",
            Kind::Add | Kind::Remove => return vec!["/tree".into()],
        };
        let json = record.to_json(&Options::COMPACT);
        let (_, places) = Records::parse_with_spans(json.as_bytes()).unwrap();
        let node = places[0].nodes.get(self.at_in(record, game));
        let node = node.map(|node| Pointers::new(&json).at(node.start));
        let node = match node.unwrap_or("/tree/0".into()) {
            node if json.starts_with('[') => format!("/tree{node}"),
            node => node,
        };
        let members = member.split(' ');
        members.map(|member| format!("{node}/{member}")).collect()
    }

    /// Removes the edited properties, or the added or removed nodes.
    fn remove_edited(&self, before: &mut Vec<Properties>, after: &mut Vec<Properties>) {
        let depth = before[self.at].0;
        let below = before[self.at + 1..]
            .iter()
            .take_while(|node| node.0 > depth);
        let end = self.at + 1 + below.count();
        let idents: &[&str] = match self.kind {
            Kind::Add => {
                let added = after.remove(end);
                let point = self.point.to_sgf().unwrap().map(char::from);
                let value = String::from_iter(point);
                assert_eq!(added, (depth + 1, vec![("B".into(), vec![value])]));
                return;
            }
            Kind::Remove => {
                before.drain(self.at..end);
                return;
            }
            Kind::Name => &["GN"],
            Kind::Komi => &["KM"],
            Kind::Player => &["PB"],
            Kind::Move => &["B", "W"],
            Kind::Comment => &["C"],
            Kind::Mark => &["TR"],
        };
        let at = match self.kind {
            Kind::Name | Kind::Komi | Kind::Player => 0,
            _ => self.at,
        };
        for nodes in [before, after] {
            let properties = &mut nodes[at].1;
            properties.retain(|(ident, _)| !idents.contains(&&**ident));
            if self.kind == Kind::Mark {
                // The edit also changes the order of the marks, which is kept there. `from_sgf` compares the marks.
                let kept = properties.iter_mut().filter(|(ident, _)| ident == "KX");
                kept.for_each(|(_, values)| values.retain(|value| !value.starts_with("mark:")));
                properties.retain(|(ident, values)| ident != "KX" || !values.is_empty());
            }
        }
    }
}

/// Returns a different point, unless the board has only one.
fn next_point(point: Point, size: Size) -> Point {
    Point::new((point.col + 1) % size.cols(), (point.row + 1) % size.rows())
}

fn black_players(info: &GameInfo) -> usize {
    let mut players = info.players.iter();
    let is_black =
        |player: &&kifu::tree::game::Player| player.color == ValueOrText::Value(Color::Black);
    players.by_ref().filter(is_black).count()
}

fn name_black(players: &mut Vec<Player>) {
    let black = players
        .iter()
        .position(|player| player.side() == Some(Color::Black));
    let at = black.unwrap_or_else(|| {
        let color = Some("black".to_string());
        players.insert(
            0,
            Player {
                color,
                ..Player::default()
            },
        );
        0
    });
    players[at].name = Some(TEXT.into());
}

/// Describes the first difference between two values.
fn difference(before: &Json, after: &Json, at: String) -> Option<String> {
    let none = &Json::Null;
    let first = |values: &[(String, &Json, &Json)]| {
        values
            .iter()
            .find_map(|(name, a, b)| difference(a, b, format!("{at}/{name}")))
    };
    match (before, after) {
        _ if before == after => None,
        (Json::Object(a), Json::Object(b)) => {
            let names = a.keys().chain(b.keys()).cloned();
            let of = |name: String| {
                let (a, b) = (a.get(&name), b.get(&name));
                (name, a.unwrap_or(none), b.unwrap_or(none))
            };
            first(&names.map(of).collect::<Vec<_>>())
        }
        (Json::Array(a), Json::Array(b)) if a.len() == b.len() => {
            let pairs = a.iter().zip(b).enumerate();
            first(
                &pairs
                    .map(|(n, (a, b))| (n.to_string(), a, b))
                    .collect::<Vec<_>>(),
            )
        }
        _ => Some(format!("{at} was {before} and is {after}")),
    }
}

/// Removes a member, and the objects that become empty.
fn remove_member(json: &mut Json, pointer: &str) {
    let Some((parent, name)) = pointer.rsplit_once('/') else {
        return;
    };
    let Some(object) = json.pointer_mut(parent).and_then(Json::as_object_mut) else {
        return;
    };
    object.remove(name);
    if object.is_empty() && !parent.starts_with("/tree") {
        remove_member(json, parent);
    }
}

/// The depth of a node, and its properties by name, except the charset.
type Properties = (usize, Vec<(String, Vec<String>)>);

fn properties(text: &str) -> Vec<Properties> {
    let document = Document::parse(text).unwrap();
    let root = document.roots().next().unwrap();
    let context = GameContext::of(document.node(root));
    let mut nodes = Vec::new();
    let mut depth = 0;
    for step in document.forest().traverse(root) {
        let Step::Enter(id) = step else {
            depth -= 1;
            continue;
        };
        let mut found: Vec<(String, Vec<String>)> = Vec::new();
        for property in document.node(id).properties() {
            let info = PropertyInfo::of(property.ident(), &context);
            let alias = info.and_then(|info| info.alias);
            let ident = alias.map_or_else(|| property.ident().as_str().into(), String::from);
            let values = property
                .values()
                .map(|value| String::from_utf8_lossy(value.raw()).into());
            if id != root || ident != "CA" {
                found.push((ident, values.collect()));
            }
        }
        if document.node(id).is_empty_variation() {
            found.push(("()".into(), Vec::new()));
        }
        found.sort();
        nodes.push((depth, found));
        depth += 1;
    }
    nodes
}

/// Checks that two games have the same content, ignoring carried data.
fn assert_same_content(back: &Game, expected: &Game, edit: &Edit) {
    let plain = |game: &Game| {
        let mut game = game.clone();
        game.carried.clear();
        let nodes: Vec<NodeId> = game.nodes.preorder(game.root()).collect();
        for id in nodes {
            let node = &mut game.nodes[id];
            node.carried.clear();
            if edit.kind == Kind::Mark {
                node.marks.sort_by_key(|marks| format!("{:?}", marks.kind));
            }
        }
        game
    };
    let (back, expected) = (plain(back), plain(expected));
    assert_eq!(back.info, expected.info, "{edit:?}");
    if back != expected {
        let nodes = |game: &Game| -> Vec<GameNode> {
            let ids = game.nodes.preorder(game.root());
            ids.map(|id| game.nodes[id].clone()).collect()
        };
        assert_eq!(nodes(&back), nodes(&expected), "{edit:?}");
        panic!("{edit:?} changes the structure of the tree");
    }
}
