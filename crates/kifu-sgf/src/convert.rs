//! Converts SGF to a format-independent game and back ([`kifu_tree::game`]).
//!
//! Data that SGF can express is read from and written to its properties. For the rest there is the
//! private property `KX`: it contains what a [`Game`] can express and SGF cannot, and the data
//! carried for other formats. [FORMAT.md](crate::format) describes it.
//!
//! ```
//! use kifu_sgf::{Document, convert::{PrivateData, from_game, to_game}};
//!
//! let document = Document::parse("(;FF[3]PB[Sato]KM[6.50];B[qd]GW[1])").unwrap();
//! let mut game = to_game(&document, document.roots().next().unwrap()).value;
//! assert_eq!(game.info.players[0].name.as_deref(), Some("Sato"));
//! game.info.event = Some("Meijin".into());
//! // Everything is written as it was, with the edits applied.
//! assert_eq!(
//!     from_game(&game, PrivateData::Write).value,
//!     "(;FF[3]PB[Sato]KM[6.50]EV[Meijin]\n;B[qd]GW[1])\n"
//! );
//! ```

mod head;
mod leaf;
mod node;
mod private;
mod read;
mod write;

pub use kifu_tree::game::{Converted, Loss, PrivateData};
pub use read::{MAX_POINTS_PER_BYTE, to_game};
pub use write::{from_game, from_game_node_for_node};

use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};

use kifu_core::Size;
use kifu_tree::game::{Game, GameInfo, Node};

use crate::text;

/// The name of the format in [`Carried::format`](kifu_tree::game::Carried::format).
pub const FORMAT: &str = "sgf";

/// A property to write, with its values as text between brackets: decoded, but with escapes.
#[derive(Clone, PartialEq, Eq, Debug)]
struct PropertyText<'w> {
    ident: Cow<'w, str>,
    values: Values<'w>,
}

impl<'w> PropertyText<'w> {
    fn new(ident: impl Into<Cow<'w, str>>, values: Values<'w>) -> PropertyText<'w> {
        PropertyText {
            ident: ident.into(),
            values,
        }
    }

    fn one(ident: &'static str, value: impl Into<Cow<'w, str>>) -> PropertyText<'w> {
        PropertyText::new(ident, Values::One([value.into()]))
    }
}

/// The values of a property; most properties have one.
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

/// The content that properties are read into: a node, and for a root the data about the game.
#[derive(Clone, Debug, Default)]
struct NodeContent {
    info: Option<GameInfo>,
    node: Node,
    size: Size,
    /// Whether points have their meaning in Go.
    is_go: bool,
}

impl NodeContent {
    /// Reads a property if the game can express it. Returns whether it did.
    fn read(&mut self, ident: &str, values: &[Cow<'_, str>]) -> bool {
        let info = self.info.as_mut();
        info.is_some_and(|info| head::read(info, ident, values, self.size))
            || node::read(&mut self.node, ident, values, self.size, self.is_go)
    }

    fn view(&self) -> ContentView<'_> {
        ContentView {
            info: self.info.as_ref(),
            node: &self.node,
            size: self.size,
            is_go: self.is_go,
            is_strict: false,
        }
    }

    /// Returns a view that writes the strict FF\[4\] form.
    fn strict_view(&self) -> ContentView<'_> {
        ContentView {
            is_strict: true,
            ..self.view()
        }
    }

    /// Reads these properties. As in a document, the move comes first, and only the first of
    /// several properties with the same name counts. `renamed` lists the names of a dialect, each
    /// with its standard name.
    fn of(
        properties: &[PropertyText<'_>],
        renamed: &[(String, String)],
        like: ContentView<'_>,
    ) -> NodeContent {
        let mut read = like.blank();
        let mut seen = BTreeSet::new();
        let (plays, others): (Vec<_>, Vec<_>) = properties
            .iter()
            .filter(|properties| seen.insert(&*properties.ident))
            .partition(|properties| matches!(&*properties.ident, "B" | "W"));
        for PropertyText { ident, values } in plays.into_iter().chain(others) {
            let name = renamed.iter().find(|(name, _)| *name == *ident);
            read.read(name.map_or(ident, |(_, canonical)| canonical), values);
        }
        read
    }

    /// Whether two contents are equal, except for carried data.
    fn has_same_content(&self, other: &NodeContent) -> bool {
        self.info == other.info && self.node == other.node
    }
}

/// A view of the content that properties are written from.
#[derive(Clone, Copy)]
struct ContentView<'s> {
    info: Option<&'s GameInfo>,
    node: &'s Node,
    size: Size,
    is_go: bool,
    /// Whether only properties are written that FF\[4\] allows: each point once, no empty lists.
    is_strict: bool,
}

impl<'s> ContentView<'s> {
    /// Returns empty content of the same kind.
    fn blank(self) -> NodeContent {
        NodeContent {
            info: self.info.is_some().then(GameInfo::default),
            node: Node::default(),
            size: self.size,
            is_go: self.is_go,
        }
    }

    /// Returns the properties for the content, as far as SGF can express it.
    fn properties(self) -> Vec<PropertyText<'s>> {
        let mut properties = Vec::new();
        if self.info.is_some() {
            properties.reserve(ROOT_CAPACITY);
            properties.extend(
                head::IDENTS
                    .iter()
                    .filter_map(|ident| self.head_property(ident)),
            );
        }
        properties.extend(self.node_properties());
        properties
    }

    /// Returns this property of the game, if it has a value.
    fn head_property(self, ident: &str) -> Option<PropertyText<'s>> {
        let (ident, mut value) = head::write(self.info?, ident, self.size)?;
        without_shifts(&mut value);
        Some(PropertyText::one(ident, value))
    }

    /// Returns the properties for the node.
    fn node_properties(self) -> Vec<PropertyText<'s>> {
        let mut properties = Vec::new();
        node::write(self.node, self.is_strict, &mut properties);
        for value in properties
            .iter_mut()
            .flat_map(|properties| &mut *properties.values)
        {
            without_shifts(value);
        }
        properties
    }

    /// Whether a property has the same meaning as the one with the same name in `properties`.
    fn agrees(self, one: &PropertyText<'_>, properties: &[PropertyText<'_>]) -> bool {
        let mut alone = self.blank();
        if !matches!(&*one.ident, "B" | "W") {
            // The clock belongs to the player who moved.
            alone.node.play = self.node.play;
        }
        alone.read(&one.ident, &one.values)
            && alone
                .view()
                .properties()
                .iter()
                .any(|own| own.ident == one.ident && properties.contains(own))
    }
}

/// The number of properties to reserve for a root.
const ROOT_CAPACITY: usize = 16;

/// Removes bytes that a reader could take for a shift sequence of ISO-2022, which SGF may use.
/// Returns whether there were any.
fn without_shifts(value: &mut Cow<'_, str>) -> bool {
    const SHIFTS: [char; 3] = ['\x0E', '\x0F', '\x1B'];
    let has_any = text::has(value, |byte| matches!(byte, 0x0E | 0x0F | 0x1B));
    if has_any {
        value.to_mut().retain(|c| !SHIFTS.contains(&c));
    }
    has_any
}

/// Returns the board size of a game, or the default size if the game has none.
fn size_of(game: &Game) -> Size {
    game.info.size.unwrap_or_default()
}

/// Returns a value in which brackets that could be taken for structure are escaped, and a `\` at
/// the end is removed. It reads as the same text.
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
