//! Converts a game to SGF.

use alloc::borrow::Cow;
use alloc::collections::{BTreeMap, VecDeque};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::mem;

use kifu_core::{Move, Point};
use kifu_tree::game::{
    Carried, CarriedRole, Converted, Details, Game, Loss, LossKind, LossPlace, MarkKind, Node,
    PrivateData,
};
use kifu_tree::{NodeId, Step};

use super::private::{self, Field, Private};
use super::{
    ContentView, FORMAT, NodeContent, PropertyText, Values, head, leaf, size_of, without_shifts,
};
use crate::context::is_annotation;
use crate::text::escape;
use crate::value;
use crate::{Dialect, Document, GameContext};

/// Converts a game to SGF in UTF-8.
///
/// A game that was read from SGF keeps the order and spelling of its properties, except where it
/// was edited. With [`PrivateData::Write`], a private property contains the data that SGF cannot
/// express.
///
/// Any other game is written as FF\[4\] allows: a node with both setup and a move becomes two
/// nodes, a point occurs only once in each list, and there are no lists without points. Variations
/// without a node, `()`, are never written. With the private property the original game can be
/// restored.
///
/// The following is lost: the content of the private property if private data is omitted; data carried for
/// SGF that no longer agrees with the game because it was edited; points past column or row 51.
pub fn from_game(game: &Game, private_data: PrivateData) -> Converted<String> {
    let is_sgf = |carried: &Carried| carried.format == FORMAT && carried.role == CarriedRole::Order;
    let was_sgf = game.nodes[game.root()].carried.iter().any(is_sgf);
    write(game, private_data, was_sgf, false)
}

/// Converts a game to SGF with exactly one node for each of its nodes, in the same order, and with
/// every point that the game names. The result is for code that reads the game as SGF, not for
/// files. Where the result differs from that of [`from_game`], it is not valid FF\[4\]: it has
/// `()`, setup and moves in one node, and duplicate points.
///
/// The losses are the same as those of [`from_game`].
pub fn from_game_node_for_node(game: &Game, private_data: PrivateData) -> Converted<String> {
    let is_sgf = |carried: &Carried| carried.format == FORMAT && carried.role == CarriedRole::Order;
    let was_sgf = game.nodes[game.root()].carried.iter().any(is_sgf);
    write(game, private_data, was_sgf, true)
}

fn write(
    game: &Game,
    private_data: PrivateData,
    was_sgf: bool,
    is_mirror: bool,
) -> Converted<String> {
    let root = game.root();
    let is_left_out = |id: NodeId| game.nodes[id].is_empty_variation && id != root;
    let mut writer = Writer {
        private_data,
        was_sgf,
        is_strict: !is_mirror && !was_sgf,
        is_go: is_go(game),
        leaves_out: !is_mirror && game.nodes.preorder(root).any(is_left_out),
        out: String::new(),
        charset: None,
        line: 0,
        losses: Vec::new(),
    };
    writer.out.push('(');
    // Variations without a node that are left out; they have no descendants.
    let is_hidden = |id: NodeId| is_left_out(id) && game.nodes.first_child(id).is_none();
    let leaves_out = writer.leaves_out;
    for step in game.nodes.traverse(root) {
        let (Step::Enter(id) | Step::Leave(id)) = step;
        if leaves_out && is_hidden(id) {
            continue;
        }
        let alone = |id| {
            if leaves_out {
                let mut before = core::iter::successors(game.nodes.prev_sibling(id), |id| {
                    game.nodes.prev_sibling(*id)
                });
                let mut after = core::iter::successors(game.nodes.next_sibling(id), |id| {
                    game.nodes.next_sibling(*id)
                });
                return before.all(is_hidden) && after.all(is_hidden);
            }
            game.nodes.prev_sibling(id).is_none() && game.nodes.next_sibling(id).is_none()
        };
        let is_empty_variation = is_mirror && game.nodes[id].is_empty_variation;
        match step {
            Step::Enter(id) => {
                let branches = id != root && !alone(id);
                if branches || is_empty_variation {
                    writer.break_line();
                    writer.out.push('(');
                }
                if id == root {
                    writer.root(game, id);
                } else if !is_empty_variation {
                    writer.node(game, id);
                }
            }
            Step::Leave(id) if id == root => {}
            Step::Leave(id) if !alone(id) || is_empty_variation => {
                writer.out.push(')');
            }
            Step::Leave(_) => {}
        }
    }
    writer.out.push_str(")\n");
    if let Some(at) = writer.charset.filter(|_| !writer.out.is_ascii()) {
        writer.out.insert_str(at, "CA[UTF-8]");
    }
    Converted {
        value: writer.out,
        losses: writer.losses,
    }
}

struct Writer {
    private_data: PrivateData,
    was_sgf: bool,
    is_strict: bool,
    /// Whether a reader takes the game for one of Go.
    is_go: bool,
    /// Whether variations without a node are left out.
    leaves_out: bool,
    out: String,
    /// The offset at which to declare the charset, if needed.
    charset: Option<usize>,
    /// The offset of the start of the current line.
    line: usize,
    losses: Vec<Loss>,
}

/// A line is broken before the first node after this many bytes.
const LINE: usize = 60;

impl Writer {
    fn break_line(&mut self) {
        if self.out.len() > self.line {
            self.out.push('\n');
            self.line = self.out.len();
        }
    }

    fn root(&mut self, game: &Game, id: NodeId) {
        let split = self.split(&game.nodes[id], id);
        let (node, rest) = match &split {
            Some((setup, rest)) => (setup, Some(rest)),
            None => (&game.nodes[id], None),
        };
        let content = ContentView {
            info: Some(&game.info),
            node,
            ..self.view_of(game, id)
        };
        let (mut properties, mut private) = self.properties(content, id);
        if rest.is_none() {
            self.empty_variations(game, id, &mut private);
        }
        self.carried(&game.carried, LossPlace::Game, &mut private);
        if !self.was_sgf {
            let head = [
                PropertyText::one("FF", "4"),
                PropertyText::one("CA", "UTF-8"),
            ];
            properties.splice(0..0, head);
            if self.private_data == PrivateData::Write {
                private.push(Private::Converted);
            }
        }
        self.out.push(';');
        self.write(&properties, &private);
        let says_charset = properties.iter().any(|property| property.ident == "CA");
        self.charset = (!says_charset).then_some(self.out.len());
        if let Some(rest) = rest {
            self.rest(game, id, rest);
        }
        if game.nodes.first_child(id).is_some() {
            self.break_line();
        }
    }

    fn node(&mut self, game: &Game, id: NodeId) {
        if self.out.len() - self.line > LINE {
            self.break_line();
        }
        self.out.push(';');
        let node = &game.nodes[id];
        let only_move = node.only_move().filter(|_| !self.leaves_out);
        if let Some((color, Move::Play(point))) = only_move {
            if let Some([col, row]) = point.to_sgf() {
                for part in [color.letter(), '[', col.into(), row.into(), ']'] {
                    self.out.push(part);
                }
                return;
            }
        }
        let view = self.view_of(game, id);
        let Some((setup, rest)) = self.split(node, id) else {
            let (properties, mut private) = self.properties(view, id);
            self.empty_variations(game, id, &mut private);
            return self.write(&properties, &private);
        };
        let view = ContentView {
            node: &setup,
            ..view
        };
        let (properties, private) = self.properties(view, id);
        self.write(&properties, &private);
        self.rest(game, id, &rest);
    }

    /// Splits a node with setup and a move into two nodes, if the output must follow the standard.
    fn split(&mut self, node: &Node, id: NodeId) -> Option<(Node, Node)> {
        if !self.is_strict || node.play.is_none() || node.details.is_unset() {
            return None;
        }
        let has_stones = node.setup.iter().any(|group| !group.points.is_empty());
        if !has_stones && node.to_play.is_none() {
            return None;
        }
        if self.private_data == PrivateData::Omit {
            let how = "becomes two nodes";
            let what = "a node with both setup and a move";
            self.lose(LossPlace::Node(id), what, LossKind::Changed(how.into()));
        }
        let mut rest = node.clone();
        let first = Details {
            setup: core::mem::take(&mut rest.setup),
            to_play: rest.to_play.take(),
            ..Details::default()
        };
        let first = Node {
            details: first.into(),
            ..Node::default()
        };
        Some((first, rest))
    }

    /// Writes the second half of a node that was split.
    fn rest(&mut self, game: &Game, id: NodeId, rest: &Node) {
        let view = ContentView {
            node: rest,
            ..self.view_of(game, id)
        };
        self.out.push(';');
        let (properties, mut private) = self.properties(view, id);
        if self.private_data == PrivateData::Write {
            private.push(Private::Joined);
        }
        self.empty_variations(game, id, &mut private);
        self.write(&properties, &private);
    }

    /// Records the places of variations without a node, which are left out.
    fn empty_variations(&mut self, game: &Game, id: NodeId, private: &mut Vec<Private>) {
        if !self.leaves_out {
            return;
        }
        for (at, child) in (0..).zip(game.nodes.children(id)) {
            if !game.nodes[child].is_empty_variation || game.nodes.first_child(child).is_some() {
                continue;
            }
            match self.private_data {
                PrivateData::Write => private.push(Private::EmptyVariation(at)),
                PrivateData::Omit => {
                    let what = "a variation without a node";
                    self.lose(LossPlace::Node(child), what, LossKind::Dropped);
                }
            }
        }
    }

    fn view_of<'g>(&self, game: &'g Game, id: NodeId) -> ContentView<'g> {
        ContentView {
            info: None,
            node: &game.nodes[id],
            size: size_of(game),
            is_go: self.is_go,
            is_strict: self.is_strict,
        }
    }

    fn write(&mut self, properties: &[PropertyText<'_>], private: &[Private]) {
        for PropertyText { ident, values } in properties {
            self.out.push_str(ident);
            if values.is_empty() {
                self.out.push_str("[]");
            }
            for value in &**values {
                self.write_value(value);
            }
        }
        if !private.is_empty() {
            self.out.push_str(private::IDENT);
        }
        for private in private {
            self.write_value(&escape(&private.write()));
        }
    }

    fn write_value(&mut self, value: &str) {
        self.out.push('[');
        self.out.push_str(value);
        self.out.push(']');
    }

    /// Returns everything to write for a node: the properties, and the values of the private one.
    fn properties<'s>(
        &mut self,
        content: ContentView<'s>,
        id: NodeId,
    ) -> (Vec<PropertyText<'s>>, Vec<Private>) {
        let mut properties = content.properties();
        let mut private = Vec::new();
        let has_lost_points = self.lost_points(content.node, id);
        let renamed = self.own(content, id, &mut properties);
        if !is_plain(content) {
            let mut back = NodeContent::of(&properties, &renamed, content);
            let is_fox_komi = |one: &PropertyText<'_>| is_fox_komi(content, one, &properties);
            if let Some(info) = back.info.as_mut() {
                if properties.iter().any(is_fox_komi) {
                    head::rescale_fox_komi(info);
                }
            }
            let fields = private::fields(content, &back);
            for group in fields.chunk_by(|a, b| a.kind() == b.kind()) {
                Field::put(group, &mut back);
            }
            match self.private_data {
                PrivateData::Write => private.extend(fields.into_iter().map(Private::Field)),
                PrivateData::Omit => {
                    let mut whats: Vec<_> = fields.iter().map(Field::what).collect();
                    whats.dedup();
                    for what in whats {
                        self.lose(LossPlace::Node(id), what, LossKind::Dropped);
                    }
                }
            }
            let differences = private::differences(content, &back);
            for what in differences.into_iter().filter(|_| !has_lost_points) {
                let how = "would be read differently";
                self.lose(LossPlace::Node(id), what, LossKind::Changed(how.into()));
            }
        }
        self.carried(&content.node.carried, LossPlace::Node(id), &mut private);
        (properties, private)
    }

    /// Restores the data carried for SGF. Returns each property name that is not standard, with the
    /// standard name.
    fn own<'s>(
        &mut self,
        content: ContentView<'s>,
        id: NodeId,
        properties: &mut Vec<PropertyText<'s>>,
    ) -> Vec<(String, String)> {
        let mut renamed = Vec::new();
        let own = || {
            content
                .node
                .carried
                .iter()
                .filter(|carried| carried.format == FORMAT)
        };
        let is_spelled = |carried: &&Carried| carried.role == CarriedRole::Spelled;
        let before = own().find(is_spelled).map(|_| properties.clone());
        let agrees = |one: &PropertyText<'_>| {
            let before = before.as_deref().unwrap_or_default();
            content.agrees(one, before) || is_fox_komi(content, one, before)
        };
        for spelled in own().filter(is_spelled) {
            let (canonical, ident) = match spelled.key.split_once('=') {
                Some((canonical, ident)) => (canonical, ident),
                None => (&*spelled.key, &*spelled.key),
            };
            let one = PropertyText::new(canonical, readable(&spelled.values));
            let written = properties
                .iter_mut()
                .find(|property| property.ident == canonical);
            match written {
                Some(written) if is_ident(ident) && agrees(&one) => {
                    *written = PropertyText::new(ident, one.values);
                    if ident != canonical {
                        renamed.push((ident.into(), canonical.into()));
                    }
                }
                written => {
                    // The dialect may be recognized only by a name that no other dialect has.
                    let has_annotation = |written: &PropertyText<'_>| {
                        let mut values = written.values.iter();
                        values.any(|value| is_annotation(ident, value))
                    };
                    let is_other = ident != canonical && is_ident(ident);
                    let written = written.filter(|written| is_other && !has_annotation(written));
                    if let Some(written) = written {
                        *written = PropertyText::new(ident, mem::take(&mut written.values));
                        renamed.push((ident.into(), canonical.into()));
                    }
                    self.lose(
                        LossPlace::Node(id),
                        format!("the spelling of property {ident}"),
                        LossKind::Outdated,
                    );
                }
            }
        }
        for raw in own().filter(|carried| carried.role == CarriedRole::Raw) {
            if is_ident(&raw.key) {
                properties.push(PropertyText::new(&*raw.key, readable(&raw.values)));
            } else {
                let what = format!("a property with the name {:?}", raw.key);
                self.lose(LossPlace::Node(id), what, LossKind::Dropped);
            }
        }
        for PropertyText { ident, values } in properties.iter_mut() {
            if values
                .iter_mut()
                .map(without_shifts)
                .fold(false, |a, b| a | b)
            {
                let how = "is written without its escape sequences";
                self.lose(
                    LossPlace::Node(id),
                    format!("property {ident}"),
                    LossKind::Changed(how.into()),
                );
            }
        }
        if let Some(order) = own().find(|carried| carried.role == CarriedRole::Order) {
            sort(properties, &order.values);
        }
        renamed
    }

    /// Adds the data carried for other formats.
    fn carried(&mut self, carried: &[Carried], at: LossPlace, privates: &mut Vec<Private>) {
        for carried in carried.iter().filter(|carried| carried.format != FORMAT) {
            let private = match at {
                LossPlace::Game => Private::Head(carried.clone()),
                LossPlace::Node(_) => Private::Carried(carried.clone()),
            };
            match (self.private_data, carried.role) {
                (PrivateData::Write, _) => privates.push(private),
                (PrivateData::Omit, CarriedRole::Raw) => self.lose(
                    at,
                    format!("{} of {}", carried.key, carried.format),
                    LossKind::Dropped,
                ),
                // The meaning is not lost.
                (PrivateData::Omit, CarriedRole::Spelled | CarriedRole::Order) => {}
            }
        }
    }

    fn lose(&mut self, at: LossPlace, what: impl Into<Cow<'static, str>>, kind: LossKind) {
        let what = what.into();
        self.losses.push(Loss { at, what, kind });
    }

    fn lost_points(&mut self, node: &Node, id: NodeId) -> bool {
        let is_lost = points(node).any(|point| leaf::write_point(point).is_none());
        if is_lost {
            let what = "a point beyond column or row 51";
            self.lose(LossPlace::Node(id), what, LossKind::Dropped);
        }
        is_lost
    }
}

/// Whether a property is the komi of the game on the scale of the Fox server, in a root that comes
/// from this server. `properties` is a part of the properties of that root.
fn is_fox_komi(
    content: ContentView<'_>,
    one: &PropertyText<'_>,
    properties: &[PropertyText<'_>],
) -> bool {
    let is_it = |info| head::is_fox_komi(info, &one.values, content.size);
    if one.ident != "KM" || !content.info.is_some_and(is_it) {
        return false;
    }
    let mut root = String::from("(;");
    let mut add = |ident: &str, values: &[Cow<'_, str>]| {
        root.push_str(ident);
        for value in values {
            root.extend(["[", value, "]"]);
        }
    };
    for property in properties.iter().filter(|property| property.ident != "KM") {
        add(&property.ident, &property.values);
    }
    let carried = content.node.carried.iter();
    for own in carried.filter(|own| own.format == FORMAT && own.role != CarriedRole::Order) {
        let ident = own.key.rsplit('=').next().unwrap_or_default();
        if is_ident(ident) {
            add(ident, &readable(&own.values));
        }
    }
    let Ok(document) = Document::parse(root) else {
        return false;
    };
    let mut roots = document.roots();
    roots
        .next()
        .is_some_and(|root| GameContext::of(document.node(root)).dialect == Dialect::Fox)
}

/// Whether a reader takes a game for one of Go. A type that the game lacks can be in data that are carried along.
fn is_go(game: &Game) -> bool {
    let is_type = |own: &&Carried| own.format == FORMAT && own.key == "GM";
    let carried = game.nodes[game.root()].carried.iter().filter(is_type);
    let values = carried.flat_map(|own| &own.values);
    let mut types = values.filter_map(|value| {
        let read = value::number(value.as_bytes()).ok()?;
        u16::try_from(read.value).ok()
    });
    let stated = game.info.kind.or_else(|| types.next());
    stated.is_none_or(|stated| stated == 1)
}

/// Whether a property can have this name, which may come from an untrusted source.
fn is_ident(key: &str) -> bool {
    !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Returns values that end in the right place, even if they come from an untrusted source.
fn readable<'v>(values: &'v [Cow<'static, str>]) -> Values<'v> {
    let values = values.iter().map(|value| Cow::Borrowed(&**value));
    values.map(super::readable).collect()
}

/// Sorts properties into the given order of names; those that it does not contain come last.
fn sort(properties: &mut Vec<PropertyText<'_>>, order: &[Cow<'static, str>]) {
    let mut named: BTreeMap<&str, VecDeque<usize>> = BTreeMap::new();
    for ident in order {
        named.entry(ident).or_default();
    }
    let mut unsorted: Vec<Option<PropertyText<'_>>> = properties.drain(..).map(Some).collect();
    for (at, property) in unsorted.iter().enumerate() {
        let ident = property.as_ref().map_or("", |property| &*property.ident);
        if let Some(of_name) = named.get_mut(ident) {
            of_name.push_back(at);
        }
    }
    for ident in order {
        let next = named.get_mut(&**ident).and_then(VecDeque::pop_front);
        match next {
            Some(at) => properties.extend(unsorted[at].take()),
            None if ident == "CA" => properties.push(PropertyText::one("CA", "UTF-8")),
            None if ident == "FF" => properties.push(PropertyText::one("FF", "4")),
            None => {}
        }
    }
    properties.extend(unsorted.into_iter().flatten());
}

/// Whether SGF properties can certainly express a node exactly; a quick test.
fn is_plain(content: ContentView<'_>) -> bool {
    let Details {
        name,
        comments,
        marks,
        labels,
        solution,
        setup,
        territory,
        ..
    } = &*content.node.details;
    let is_list =
        !(setup.is_empty() && territory.is_empty() && marks.is_empty() && labels.is_empty());
    let is_simple = |text: &str| !text.chars().any(char::is_control);
    let is_text = |text: &str| !text.chars().any(|c| c.is_control() && c != '\n');
    content.info.is_none()
        && !solution
        && !(content.is_strict && is_list)
        && name.as_deref().is_none_or(is_simple)
        && labels.iter().all(|label| is_simple(&label.text))
        && !marks
            .iter()
            .any(|marks| matches!(marks.kind, MarkKind::Other(_)))
        && match comments.as_slice() {
            [] => true,
            [only] => only.author.is_none() && only.time.is_none() && is_text(&only.text),
            _ => false,
        }
}

fn points(node: &Node) -> impl Iterator<Item = Point> + '_ {
    let play = node.play.and_then(|(_, to)| to.point());
    let setup = node.setup.iter().flat_map(|group| &group.points);
    let marks = node.marks.iter().flat_map(|group| &group.points);
    let territory = node.territory.iter().flat_map(|group| &group.points);
    let labels = node.labels.iter().map(|label| label.point);
    play.into_iter()
        .chain(setup.chain(marks).chain(territory).copied())
        .chain(labels)
}
