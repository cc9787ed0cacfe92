//! From a game to SGF.

use alloc::borrow::Cow;
use alloc::collections::{BTreeMap, VecDeque};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use kifu_core::{Move, Point};
use kifu_tree::game::{
    Carriage, Carried, Converted, Details, Fate, Game, Loss, MarkKind, Node, Role, Where,
};
use kifu_tree::{NodeId, Step};

use super::private::{self, Field, Private};
use super::{FORMAT, Saying, Values, View, Words, head, leaf, size_of, without_shifts};
use crate::text::escape;
use crate::{Dialect, Document, GameContext};

/// Writes a game as SGF, in UTF-8.
///
/// A game that was SGF keeps its properties in their order and spelling, as far as
/// nobody edited what they say. With [`Carriage::Full`], private words say what SGF has none for.
///
/// What is lost: without carriage, whatever private words would say; what was carried for
/// SGF and disagrees by now with what somebody edited; points past column or row 51.
pub fn from_game(game: &Game, carriage: Carriage) -> Converted<String> {
    let root = game.root();
    let is_sgf = |carried: &Carried| carried.format == FORMAT && carried.role == Role::Order;
    let mut writer = Writer {
        carriage,
        was_sgf: game.nodes[root].carried.iter().any(is_sgf),
        out: String::new(),
        charset: None,
        line: 0,
        losses: Vec::new(),
    };
    writer.out.push('(');
    for step in game.nodes.traverse(root) {
        let alone =
            |id| game.nodes.prev_sibling(id).is_none() && game.nodes.next_sibling(id).is_none();
        match step {
            Step::Enter(id) => {
                let branches = id != root && !alone(id);
                if branches || game.nodes[id].is_empty_variation {
                    writer.break_line();
                    writer.out.push('(');
                }
                if id == root {
                    writer.root(game, id);
                } else if !game.nodes[id].is_empty_variation {
                    writer.node(game, id);
                }
            }
            Step::Leave(id) if id == root => {}
            Step::Leave(id) if !alone(id) || game.nodes[id].is_empty_variation => {
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
    carriage: Carriage,
    was_sgf: bool,
    out: String,
    /// Where to say the charset, if there is need to.
    charset: Option<usize>,
    /// Where the current line starts.
    line: usize,
    losses: Vec<Loss>,
}

/// A line is broken before the node after this many bytes.
const LINE: usize = 60;

impl Writer {
    fn break_line(&mut self) {
        if self.out.len() > self.line {
            self.out.push('\n');
            self.line = self.out.len();
        }
    }

    fn root(&mut self, game: &Game, id: NodeId) {
        let saying = View {
            info: Some(&game.info),
            ..view_of(game, id)
        };
        let (mut words, mut private) = self.words(saying, id);
        self.carried(&game.carried, Where::Game, &mut private);
        if !self.was_sgf {
            let head = [Words::one("FF", "4"), Words::one("CA", "UTF-8")];
            words.splice(0..0, head);
            if self.carriage == Carriage::Full {
                private.push(Private::Made);
            }
        }
        self.out.push(';');
        self.write(&words, &private);
        let says_charset = words.iter().any(|words| words.ident == "CA");
        self.charset = (!says_charset).then_some(self.out.len());
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
        if let Some((color, Move::Play(point))) = node.only_move() {
            if let Some([col, row]) = point.to_sgf() {
                for part in [color.letter(), '[', col.into(), row.into(), ']'] {
                    self.out.push(part);
                }
                return;
            }
        }
        let (words, private) = self.words(view_of(game, id), id);
        self.write(&words, &private);
    }

    fn write(&mut self, words: &[Words<'_>], private: &[Private]) {
        for Words { ident, values } in words {
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

    /// All that is to be written of a node: the properties, and what is private.
    fn words<'s>(&mut self, saying: View<'s>, id: NodeId) -> (Vec<Words<'s>>, Vec<Private>) {
        let mut words = saying.words();
        let mut private = Vec::new();
        self.lost_points(saying.node, id);
        if !is_plain(saying) {
            let back = Saying::of(&words, saying);
            let fields = private::fields(saying, &back);
            match self.carriage {
                Carriage::Full => private.extend(fields.into_iter().map(Private::Field)),
                Carriage::None => {
                    let mut whats: Vec<_> = fields.iter().map(Field::what).collect();
                    whats.dedup();
                    for what in whats {
                        self.lose(Where::Node(id), what, Fate::Dropped);
                    }
                }
            }
        }
        self.own(saying, id, &mut words);
        self.carried(&saying.node.carried, Where::Node(id), &mut private);
        (words, private)
    }

    /// Puts what was carried for SGF back in its place.
    fn own<'s>(&mut self, saying: View<'s>, id: NodeId, words: &mut Vec<Words<'s>>) {
        let own = || {
            saying
                .node
                .carried
                .iter()
                .filter(|carried| carried.format == FORMAT)
        };
        let is_spelled = |carried: &&Carried| carried.role == Role::Spelled;
        let before = own().find(is_spelled).map(|_| words.clone());
        let agrees = |one: &Words<'_>| {
            let before = before.as_deref().unwrap_or_default();
            saying.agrees(one, before) || is_fox_komi(saying, one, before)
        };
        for spelled in own().filter(is_spelled) {
            let (canonical, ident) = match spelled.key.split_once('=') {
                Some((canonical, ident)) => (canonical, ident),
                None => (&*spelled.key, &*spelled.key),
            };
            let one = Words::new(canonical, readable(&spelled.values));
            let said = words.iter_mut().find(|words| words.ident == canonical);
            match said {
                Some(said) if is_ident(ident) && agrees(&one) => {
                    *said = Words::new(ident, one.values);
                }
                _ => self.lose(
                    Where::Node(id),
                    format!("the spelling of property {ident}"),
                    Fate::Outdated,
                ),
            }
        }
        for raw in own().filter(|carried| carried.role == Role::Raw) {
            if is_ident(&raw.key) {
                words.push(Words::new(&*raw.key, readable(&raw.values)));
            } else {
                let what = format!("a property with the name {:?}", raw.key);
                self.lose(Where::Node(id), what, Fate::Dropped);
            }
        }
        for Words { ident, values } in words.iter_mut() {
            if values
                .iter_mut()
                .map(without_shifts)
                .fold(false, |a, b| a | b)
            {
                let how = "is written without its escape sequences";
                self.lose(
                    Where::Node(id),
                    format!("property {ident}"),
                    Fate::Changed(how.into()),
                );
            }
        }
        if let Some(order) = own().find(|carried| carried.role == Role::Order) {
            sort(words, &order.values);
        }
    }

    /// What is carried for others.
    fn carried(&mut self, carried: &[Carried], at: Where, privates: &mut Vec<Private>) {
        for carried in carried.iter().filter(|carried| carried.format != FORMAT) {
            let private = match at {
                Where::Game => Private::Head(carried.clone()),
                Where::Node(_) => Private::Carried(carried.clone()),
            };
            match (self.carriage, carried.role) {
                (Carriage::Full, _) => privates.push(private),
                (Carriage::None, Role::Raw) => self.lose(
                    at,
                    format!("{} of {}", carried.key, carried.format),
                    Fate::Dropped,
                ),
                // Its meaning is not lost.
                (Carriage::None, Role::Spelled | Role::Order) => {}
            }
        }
    }

    fn lose(&mut self, at: Where, what: impl Into<Cow<'static, str>>, fate: Fate) {
        let what = what.into();
        self.losses.push(Loss { at, what, fate });
    }

    fn lost_points(&mut self, node: &Node, id: NodeId) {
        if points(node).any(|point| leaf::write_point(point).is_none()) {
            let what = "a point past column or row 51";
            self.lose(Where::Node(id), what, Fate::Dropped);
        }
    }
}

/// Whether a property is the komi of the game on the scale of the Fox server, and the root,
/// of which `words` are a part, is one of that server's.
fn is_fox_komi(saying: View<'_>, one: &Words<'_>, words: &[Words<'_>]) -> bool {
    let is_it = |info| head::is_fox_komi(info, &one.values, saying.size);
    if one.ident != "KM" || !saying.info.is_some_and(is_it) {
        return false;
    }
    let mut root = String::from("(;");
    let mut add = |ident: &str, values: &[Cow<'_, str>]| {
        root.push_str(ident);
        for value in values {
            root.extend(["[", value, "]"]);
        }
    };
    for words in words.iter().filter(|words| words.ident != "KM") {
        add(&words.ident, &words.values);
    }
    let carried = saying.node.carried.iter();
    for own in carried.filter(|own| own.format == FORMAT && own.role != Role::Order) {
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

fn view_of(game: &Game, id: NodeId) -> View<'_> {
    View {
        info: None,
        node: &game.nodes[id],
        size: size_of(game),
        is_go: game.info.kind.is_none_or(|kind| kind == 1),
    }
}

/// Whether a property can have this name, whoever says so.
fn is_ident(key: &str) -> bool {
    !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Values that end where they should, whoever says so.
fn readable<'v>(values: &'v [Cow<'static, str>]) -> Values<'v> {
    let values = values.iter().map(|value| Cow::Borrowed(&**value));
    values.map(super::readable).collect()
}

/// Sorts properties into an order by name; those that it does not name come last.
fn sort(words: &mut Vec<Words<'_>>, order: &[Cow<'static, str>]) {
    let mut named: BTreeMap<&str, VecDeque<usize>> = BTreeMap::new();
    for ident in order {
        named.entry(ident).or_default();
    }
    let mut unsorted: Vec<Option<Words<'_>>> = words.drain(..).map(Some).collect();
    for (at, words) in unsorted.iter().enumerate() {
        let ident = words.as_ref().map_or("", |words| &*words.ident);
        if let Some(of_name) = named.get_mut(ident) {
            of_name.push_back(at);
        }
    }
    for ident in order {
        let next = named.get_mut(&**ident).and_then(VecDeque::pop_front);
        match next {
            Some(at) => words.extend(unsorted[at].take()),
            None if ident == "CA" => words.push(Words::one("CA", "UTF-8")),
            None if ident == "FF" => words.push(Words::one("FF", "4")),
            None => {}
        }
    }
    words.extend(unsorted.into_iter().flatten());
}

/// Whether the words of SGF give a node back as it is, seen at a glance.
fn is_plain(saying: View<'_>) -> bool {
    let Details {
        name,
        comments,
        marks,
        labels,
        solution,
        ..
    } = &*saying.node.more;
    let is_simple = |text: &str| !text.chars().any(char::is_control);
    let is_text = |text: &str| !text.chars().any(|c| c.is_control() && c != '\n');
    saying.info.is_none()
        && !solution
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
