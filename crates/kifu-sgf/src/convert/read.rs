//! From SGF to a game.

use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use kifu_tree::game::{Carried, Converted, Fate, Game, Info, Loss, Node, Role, Where};
use kifu_tree::{Forest, NodeId, Step};

use super::private::{self, Field, Private};
use super::{FORMAT, Saying, Words, leaf, readable};
use crate::charset::Charset;
use crate::{Document, GameContext, NodeRef, Property, PropertyInfo, text};

/// Reads a game tree as a game; what a [`Game`] has no place for is carried.
///
/// What is lost: bytes that are no text in the charset of the game; a second `CA`; and
/// what was private and disagrees by now with what somebody edited. Rectangles that come to
/// more than [`POINTS_A_BYTE`] points for each byte of the properties so far, as no record has
/// them, are carried as they stand.
pub fn to_game(document: &Document, root: NodeId) -> Converted<Game> {
    let mut reader = Reader {
        charset: document.charset(root).charset,
        context: GameContext::of(document.node(root)),
        made: false,
        room: START / document.roots().take(SHARES).count().max(1),
        losses: Vec::new(),
    };
    let mut game = Game {
        info: Info::default(),
        nodes: Forest::new(),
        carried: Vec::new(),
    };
    game.nodes
        .reserve_exact(document.forest().preorder(root).count());
    let mut path: Vec<NodeId> = Vec::new();
    for step in document.forest().traverse(root) {
        let Step::Enter(id) = step else {
            path.pop();
            continue;
        };
        let node = document.node(id);
        let plain = reader.plain(node).filter(|_| !path.is_empty());
        let is_plain = plain.is_some();
        let made = plain.unwrap_or_default();
        let id_in_game = match path.last() {
            Some(parent) => game.nodes.push_child(*parent, made),
            None => game.nodes.push_root(made),
        };
        if node.is_empty_variation() {
            game.nodes[id_in_game].is_empty_variation = true;
        } else if !is_plain {
            let head = path.is_empty().then_some(&mut game);
            game.nodes[id_in_game] = reader.node(node, id_in_game, head);
        }
        path.push(id_in_game);
    }
    Converted {
        value: game,
        losses: reader.losses,
    }
}

/// How many points the rectangles of a game can name for each byte of its properties, so that
/// a short text does not fill the memory. Forty-five bytes can say all of a 19×19 board, in each
/// node.
pub const POINTS_A_BYTE: usize = 8;

/// And for a start a few boards of the largest size, which the games of a document share.
const START: usize = 4 * 52 * 52;

/// So many of them at most: what is left for one game of many is a 19×19 board.
const SHARES: usize = 29;

struct Reader {
    charset: Charset,
    context: GameContext,
    /// The record was written from a game that was no SGF.
    made: bool,
    /// How many points rectangles can still name.
    room: usize,
    losses: Vec<Loss>,
}

/// A property of the document.
struct Actual {
    /// Its name, and the name that the specifications have for it.
    ident: String,
    canonical: Cow<'static, str>,
    values: Vec<String>,
    /// The game says it.
    is_read: bool,
}

impl Actual {
    fn words(&self) -> Words {
        Words::new(&self.canonical, self.values.clone())
    }

    fn is(&self, ident: &str) -> bool {
        self.ident == ident
    }
}

impl Reader {
    /// A node that is a move and nothing else, as most are.
    fn plain(&self, node: NodeRef<'_>) -> Option<Node> {
        let (color, letters, _) = node.only_move()?;
        let point = kifu_core::Point::from_sgf(&letters)?;
        let is_go = self.context.game == crate::Game::GO;
        (is_go && self.context.size.contains(point)).then(|| Node {
            play: Some((color, kifu_core::Move::Play(point))),
            ..Node::default()
        })
    }

    /// A node, and for the root what is said of the game.
    fn node(&mut self, node: NodeRef<'_>, at: NodeId, game: Option<&mut Game>) -> Node {
        let mut actual: Vec<Actual> = node
            .properties()
            .map(|property| self.actual(property, at))
            .collect();
        let mut saying = Saying {
            info: game.is_some().then(Info::default),
            node: Node::default(),
            size: self.context.size,
            is_go: self.context.game == crate::Game::GO,
        };
        // What is said of a move is said after it.
        let (plays, others): (Vec<_>, Vec<_>) = actual
            .iter_mut()
            .partition(|actual| actual.is("B") || actual.is("W"));
        let mut seen = BTreeSet::new();
        for actual in plays.into_iter().chain(others) {
            // Of several of one name the first counts, so that their order tells which it is.
            actual.is_read = seen.insert(actual.ident.clone())
                && self.has_room(actual, at)
                && saying.read(&actual.words());
        }
        let privates = private(&mut actual);
        self.put(&privates, &mut saying, at);
        let mut carried = Vec::new();
        let mut head = Vec::new();
        self.made |= privates.contains(&Private::Made);
        for private in privates {
            match private {
                Private::Carried(one) => carried.push(one),
                Private::Head(one) => head.push(one),
                Private::Made | Private::Field(_) => {}
            }
        }
        carried.extend(self.leftovers(actual, &saying, at));
        if let (Some(game), Some(info)) = (game, saying.info) {
            game.info = info;
            game.carried = head;
        }
        Node {
            carried,
            ..saying.node
        }
    }

    /// Whether the rectangles of a property may be taken apart.
    fn has_room(&mut self, actual: &Actual, at: NodeId) -> bool {
        let bytes: usize = actual.values.iter().map(|value| value.len() + 2).sum();
        self.room = self
            .room
            .saturating_add(bytes.saturating_mul(POINTS_A_BYTE));
        let points = leaf::in_rectangles(&actual.values, self.context.size);
        let has_room = points <= self.room;
        if has_room {
            self.room -= points;
        } else {
            let how = "has more points than fit a record of its length, and goes along unread";
            self.losses.push(Loss {
                at: Where::Node(at),
                what: format!("property {}", actual.ident).into(),
                fate: Fate::Changed(how.into()),
            });
        }
        has_room
    }

    fn actual(&mut self, property: Property<'_>, at: NodeId) -> Actual {
        let capitals: String = property.ident().significant().map(char::from).collect();
        let ident = match capitals.bytes().next() {
            Some(b'A'..=b'Z') => capitals,
            Some(_) => property.ident().as_str().into(),
            // A value without an identifier needs one, or it would be its neighbour's.
            None => "X".into(),
        };
        let info = PropertyInfo::of(property.ident(), &self.context);
        let canonical = info.and_then(|info| info.alias).map(Cow::Borrowed);
        let values = property.values().map(|value| {
            let decoded = self.charset.decode(value.raw());
            if decoded.malformed {
                let charset = self.charset.name();
                self.losses.push(Loss {
                    at: Where::Node(at),
                    what: format!("property {ident}").into(),
                    fate: Fate::Changed(format!("has bytes that are no text in {charset}").into()),
                });
            }
            readable(decoded.text.into_owned())
        });
        let mut values: Vec<String> = values.collect();
        if values.is_empty() {
            self.losses.push(Loss {
                at: Where::Node(at),
                what: format!("property {ident}").into(),
                fate: Fate::Changed("had no value, and gets an empty one".into()),
            });
            values.push(String::new());
        }
        Actual {
            canonical: canonical.unwrap_or_else(|| ident.clone().into()),
            ident,
            values,
            is_read: false,
        }
    }

    /// Puts private fields in place of what they were flattened to, while that is so still.
    fn put(&mut self, privates: &[Private], saying: &mut Saying, at: NodeId) {
        let mut fields: Vec<Field> = Vec::new();
        for private in privates {
            if let Private::Field(field) = private {
                fields.push(field.clone());
            }
        }
        if fields.is_empty() {
            return;
        }
        fields.sort_by_key(Field::kind);
        for group in fields.chunk_by(|a, b| a.kind() == b.kind()) {
            let mut candidate = saying.clone();
            Field::put(group, &mut candidate);
            let flat = |saying: &Saying| Saying::of(&saying.words(), saying);
            let flattened = flat(&candidate);
            if flattened.says_as_much_as(&flat(saying)) {
                *saying = candidate;
            } else if !Field::merge(group, &flattened, saying) {
                self.losses.push(Loss {
                    at: Where::Node(at),
                    what: group[0].what(),
                    fate: Fate::Outdated,
                });
            }
        }
    }

    /// What the game does not say, or in other words.
    fn leftovers(&mut self, actual: Vec<Actual>, saying: &Saying, at: NodeId) -> Vec<Carried> {
        let made = self.made;
        let is_root = saying.info.is_some();
        let mut words = saying.words();
        let mut expected: Vec<Option<String>> = words.iter().map(|_| None).collect();
        let mut order = Vec::new();
        let mut raw_order = Vec::new();
        let mut carried = Vec::new();
        let mut carry = |role, key: String, values| {
            carried.push(Carried {
                format: FORMAT.into(),
                role,
                key,
                values,
            });
        };
        let one_version = actual.iter().filter(|actual| actual.is("FF")).count() == 1;
        let mut charsets = 0;
        for actual in actual {
            if is_root && actual.is("CA") {
                // What is written is UTF-8.
                charsets += 1;
                if charsets > 1 {
                    self.losses.push(Loss {
                        at: Where::Node(at),
                        what: "a second CA".into(),
                        fate: Fate::Dropped,
                    });
                } else if !made {
                    order.push(actual.ident);
                }
                continue;
            }
            if is_root && one_version && actual.is("FF") && actual.values == ["4"] {
                // That is what is written, and says nothing of the game.
                if !made {
                    order.push(actual.ident);
                }
                continue;
            }
            order.push(actual.ident.clone());
            let said = words
                .iter_mut()
                .zip(&mut expected)
                .find(|(words, _)| actual.is_read && words.ident == *actual.canonical);
            let Some((said, expected)) = said else {
                raw_order.push(actual.ident.clone());
                carry(Role::Raw, actual.ident, actual.values);
                continue;
            };
            *expected = Some(actual.ident.clone());
            if actual.ident != said.ident {
                let key = format!("{}={}", said.ident, actual.ident);
                carry(Role::Spelled, key, actual.values);
            } else if !is_same(said, &actual.values) {
                carry(Role::Spelled, actual.ident, actual.values);
            }
        }
        let expected = expected.into_iter().flatten().chain(raw_order);
        // The order of what is at home in another format says nothing.
        if !made && (is_root || !expected.eq(order.iter().cloned())) {
            carry(Role::Order, String::new(), order);
        }
        carried
    }
}

/// The values of the private property, unless one of them is not ours.
fn private(actual: &mut Vec<Actual>) -> Vec<Private> {
    let mut all = Vec::new();
    actual.retain(|actual| {
        let read = |value: &String| Private::read(&text::text(value));
        let values: Option<Vec<Private>> = match actual.is(private::IDENT) {
            true => actual.values.iter().map(read).collect(),
            false => None,
        };
        let is_ours = values.is_some();
        all.extend(values.unwrap_or_default());
        !is_ours
    });
    all
}

/// Whether values read the same, whatever is escaped in them; of texts on one line also
/// whatever white space they have.
fn is_same(said: &Words, values: &[String]) -> bool {
    let one_line = super::head::is_text(&said.ident) || matches!(&*said.ident, "N" | "LB");
    said.values.len() == values.len()
        && said.values.iter().zip(values).all(|(a, b)| {
            a == b
                || text::text(a) == text::text(b)
                || (one_line && leaf::simple(a) == leaf::simple(b))
        })
}
