//! To the game in which formats meet, and back ([`kifu_tree::game`]).
//!
//! What SGF has words for is read and written in them. For the rest there is the private
//! property `KX`: what a [`Game`] can say and SGF cannot, and what other formats have carried
//! along. [FORMAT.md](crate::format) describes it.
//!
//! ```
//! use kifu_sgf::{Document, convert::{Carriage, from_game, to_game}};
//!
//! let document = Document::parse("(;FF[3]PB[Sato]KM[6.50];B[qd]GW[1])").unwrap();
//! let mut game = to_game(&document, document.roots().next().unwrap()).value;
//! assert_eq!(game.info.players[0].name.as_deref(), Some("Sato"));
//! game.info.event = Some("Meijin".into());
//! // Everything comes back as it was; what was edited is new.
//! assert_eq!(
//!     from_game(&game, Carriage::Full).value,
//!     "(;FF[3]PB[Sato]KM[6.50]EV[Meijin]\n;B[qd]GW[1])\n"
//! );
//! ```

mod head;
mod leaf;
mod node;
mod private;
mod read;
mod write;

pub use kifu_tree::game::{Carriage, Converted, Loss};
pub use read::{POINTS_A_BYTE, to_game};
pub use write::{from_game, from_game_node_for_node};

use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};

use kifu_core::Size;
use kifu_tree::game::{Game, Info, Node};

use crate::text;

/// The name of the format in [`Carried::format`](kifu_tree::game::Carried::format).
pub const FORMAT: &str = "sgf";

/// A property to be written: its values as they stand between the brackets, decoded but
/// still escaped.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Words<'w> {
    ident: Cow<'w, str>,
    values: Values<'w>,
}

impl<'w> Words<'w> {
    fn new(ident: impl Into<Cow<'w, str>>, values: Values<'w>) -> Words<'w> {
        Words {
            ident: ident.into(),
            values,
        }
    }

    fn one(ident: &'static str, value: impl Into<Cow<'w, str>>) -> Words<'w> {
        Words::new(ident, Values::One([value.into()]))
    }
}

/// The values of a property, of which most have one.
#[derive(Clone, Debug)]
enum Values<'w> {
    One([Cow<'w, str>; 1]),
    Several(Vec<Cow<'w, str>>),
}

impl Values<'_> {
    fn into_owned(self) -> Vec<Cow<'static, str>> {
        let owned = |value: Cow<'_, str>| Cow::Owned(value.into_owned());
        match self {
            Values::One([only]) => [owned(only)].into(),
            Values::Several(values) => values.into_iter().map(owned).collect(),
        }
    }
}

impl Default for Values<'_> {
    fn default() -> Self {
        Values::Several(Vec::new())
    }
}

impl<'w> FromIterator<Cow<'w, str>> for Values<'w> {
    fn from_iter<I: IntoIterator<Item = Cow<'w, str>>>(values: I) -> Values<'w> {
        let mut values = values.into_iter();
        match (values.next(), values.next()) {
            (Some(only), None) => Values::One([only]),
            (first, second) => {
                Values::Several(first.into_iter().chain(second).chain(values).collect())
            }
        }
    }
}

impl<'w> Deref for Values<'w> {
    type Target = [Cow<'w, str>];

    fn deref(&self) -> &[Cow<'w, str>] {
        match self {
            Values::One(only) => only,
            Values::Several(values) => values,
        }
    }
}

impl DerefMut for Values<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        match self {
            Values::One(only) => only,
            Values::Several(values) => values,
        }
    }
}

impl PartialEq for Values<'_> {
    fn eq(&self, other: &Values<'_>) -> bool {
        **self == **other
    }
}

impl Eq for Values<'_> {}

/// What properties are read into: a node, and for a root what is said of the game.
#[derive(Clone, Debug, Default)]
struct Saying {
    info: Option<Info>,
    node: Node,
    size: Size,
    /// Points mean what they mean in Go.
    is_go: bool,
}

impl Saying {
    /// Reads a property, if SGF and the game both have words for what it says.
    fn read(&mut self, ident: &str, values: &[Cow<'_, str>]) -> bool {
        let info = self.info.as_mut();
        info.is_some_and(|info| head::read(info, ident, values, self.size))
            || node::read(&mut self.node, ident, values, self.size, self.is_go)
    }

    fn view(&self) -> View<'_> {
        View {
            info: self.info.as_ref(),
            node: &self.node,
            size: self.size,
            is_go: self.is_go,
            is_strict: false,
        }
    }

    /// The same, with the words of the standard form.
    fn strict_view(&self) -> View<'_> {
        View {
            is_strict: true,
            ..self.view()
        }
    }

    /// Reads these properties. As in a document, the move comes first, and of several properties
    /// of one name the first counts. `renamed` lists the names of a dialect, each with its standard name.
    fn of(words: &[Words<'_>], renamed: &[(String, String)], like: View<'_>) -> Saying {
        let mut read = like.blank();
        let mut seen = BTreeSet::new();
        let (plays, others): (Vec<_>, Vec<_>) = words
            .iter()
            .filter(|words| seen.insert(&*words.ident))
            .partition(|words| matches!(&*words.ident, "B" | "W"));
        for Words { ident, values } in plays.into_iter().chain(others) {
            let name = renamed.iter().find(|(name, _)| *name == *ident);
            read.read(name.map_or(ident, |(_, canonical)| canonical), values);
        }
        read
    }

    /// Whether two say the same, apart from what is carried.
    fn says_as_much_as(&self, other: &Saying) -> bool {
        self.info == other.info && self.node == other.node
    }
}

/// What properties are written from.
#[derive(Clone, Copy)]
struct View<'s> {
    info: Option<&'s Info>,
    node: &'s Node,
    size: Size,
    is_go: bool,
    /// Written are only properties that FF\[4\] allows: each point once, no empty lists.
    is_strict: bool,
}

impl<'s> View<'s> {
    /// One of the same kind, of which nothing is said.
    fn blank(self) -> Saying {
        Saying {
            info: self.info.is_some().then(Info::default),
            node: Node::default(),
            size: self.size,
            is_go: self.is_go,
        }
    }

    /// The properties that say it, as far as SGF has words.
    fn words(self) -> Vec<Words<'s>> {
        let mut words = Vec::new();
        if self.info.is_some() {
            words.reserve(ROOM);
            words.extend(
                head::IDENTS
                    .iter()
                    .filter_map(|ident| self.head_word(ident)),
            );
        }
        words.extend(self.node_words());
        words
    }

    /// What is said of the game by this property.
    fn head_word(self, ident: &str) -> Option<Words<'s>> {
        let (ident, mut value) = head::write(self.info?, ident, self.size)?;
        without_shifts(&mut value);
        Some(Words::one(ident, value))
    }

    /// The properties that say the rest.
    fn node_words(self) -> Vec<Words<'s>> {
        let mut words = Vec::new();
        node::write(self.node, self.is_strict, &mut words);
        for value in words.iter_mut().flat_map(|words| &mut *words.values) {
            without_shifts(value);
        }
        words
    }

    /// Whether a property says what the one of the same name among `words` says.
    fn agrees(self, one: &Words<'_>, words: &[Words<'_>]) -> bool {
        let mut alone = self.blank();
        if !matches!(&*one.ident, "B" | "W") {
            // The clock is that of whoever moved.
            alone.node.play = self.node.play;
        }
        alone.read(&one.ident, &one.values)
            && alone
                .view()
                .words()
                .iter()
                .any(|said| said.ident == one.ident && words.contains(said))
    }
}

/// So many properties a root has at most, as a rule.
const ROOM: usize = 16;

/// Takes out what a reader could take for a shift to another charset of ISO-2022, which SGF
/// may be in. Returns whether there was any.
fn without_shifts(value: &mut Cow<'_, str>) -> bool {
    const SHIFTS: [char; 3] = ['\x0E', '\x0F', '\x1B'];
    let has_any = text::has(value, |byte| matches!(byte, 0x0E | 0x0F | 0x1B));
    if has_any {
        value.to_mut().retain(|c| !SHIFTS.contains(&c));
    }
    has_any
}

/// The board of a game, where it says none.
fn size_of(game: &Game) -> Size {
    game.info.size.unwrap_or_default()
}

/// A value with each bracket escaped that could be taken for structure, and no escape
/// without a character. It reads as the same text.
fn readable(raw: Cow<'_, str>) -> Cow<'_, str> {
    let mut escaped = false;
    if !text::has(&raw, |byte| matches!(byte, b'[' | b']' | b'\\')) {
        return raw;
    }
    let mut out = String::with_capacity(raw.len() + 2);
    for c in raw.chars() {
        if !escaped && matches!(c, '[' | ']') {
            out.push('\\');
        }
        out.push(c);
        escaped = c == '\\' && !escaped;
    }
    if escaped {
        out.pop();
    }
    out.into()
}
