//! The game and the node being checked, with the definition of each property.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::{Cell, OnceCell};

use kifu_core::{Color, Point};
use kifu_sgf::charset::{Charset, CharsetSource};
use kifu_sgf::properties::PropertyClass;
use kifu_sgf::{Dialect, Document, GameContext, NodeId, NodeRef, Property, PropertyInfo, Value};
use kifu_span::{Edit, Span};

/// The maximum number of charset detections for repairs in a game. Each detection takes time linear in the length of
/// the game; real games do not need more.
const MAX_DETECTIONS: u32 = 16;

/// The game tree being checked.
pub(crate) struct Game<'d> {
    pub(crate) document: &'d Document,
    pub(crate) root: NodeRef<'d>,
    /// The properties of the root.
    pub(crate) known: Vec<Known<'d>>,
    pub(crate) context: GameContext,
    pub(crate) charset: Charset,
    /// The remaining number of charset detections.
    detections_left: Cell<u32>,
    /// Whether the meaning of a root property depends on the dialect, and the property does not have another name.
    /// Then properties that identify the dialect must stay.
    pub(crate) needs_dialect: bool,
}

impl<'d> Game<'d> {
    pub(crate) fn of(document: &'d Document, root: NodeId) -> Game<'d> {
        let node = document.node(root);
        let context = GameContext::of(node);
        let known: Vec<Known<'d>> = node.properties().map(|p| Known::of(p, &context)).collect();
        Game {
            document,
            root: node,
            needs_dialect: needs_dialect(&known, &context),
            known,
            context,
            charset: document.charset(root).charset,
            detections_left: Cell::new(MAX_DETECTIONS),
        }
    }

    pub(crate) fn is_go(&self) -> bool {
        self.context.game == kifu_sgf::GameType::GO
    }

    /// Returns the move of a node if the node contains only a move on the board.
    #[inline]
    pub(crate) fn only_move(&self, node: NodeRef<'d>) -> Option<(Color, Point, Span)> {
        let (color, letters, span) = node.only_move()?;
        let point = Point::from_sgf(&letters).filter(|&point| self.context.size.contains(point))?;
        (self.is_go() && node.id() != self.root.id()).then_some((color, point, span))
    }

    /// The first property of the root with the meaning of this canonical identifier, under any name.
    #[inline]
    pub(crate) fn root_property(&self, canonical: &str) -> Option<Known<'d>> {
        let means = |known: &&Known<'d>| known.info.is_some() && known.canonical() == canonical;
        self.known.iter().find(means).copied()
    }

    /// Returns the charset in which the game would be read after an edit, if the edit changes it.
    /// `Some(None)` means that the charset may change, but the limit of detections is reached.
    pub(crate) fn other_charset(&self, edit: &Edit) -> Option<Option<Charset>> {
        // A correct `CA`, or UTF-8 without `CA`, hardly ever changes. If it does, `fix` finds that
        // text would be read differently.
        let depends_on_text = match self.document.charset(self.root.id()).source {
            CharsetSource::Guess => true,
            CharsetSource::Content => self.root.get("CA").is_some(),
            _ => false,
        };
        if !depends_on_text {
            return None;
        }
        let Some(left) = self.detections_left.get().checked_sub(1) else {
            return Some(None);
        };
        self.detections_left.set(left);
        let after = self.document.charset_with(self.root.id(), edit);
        // After the edit, the game contains only ASCII.
        let is_plain = after.source == CharsetSource::Default;
        (!is_plain && after.charset != self.charset).then_some(Some(after.charset))
    }

    /// Returns the text of a value, on one line.
    pub(crate) fn text(&self, value: &Value<'d>) -> Cow<'d, str> {
        value.simple_text(self.charset).text
    }

    /// Returns the start of a value, for a message.
    pub(crate) fn shown(&self, value: &Value<'d>) -> String {
        const CHARS: usize = 24;
        let raw = value.raw();
        let start = &raw[..raw.len().min(4 * CHARS)];
        let text = self.charset.decode(start).text;
        let mut shown: String = text.chars().take(CHARS).collect();
        if shown.len() < text.len() || start.len() < raw.len() {
            shown.push('…');
        }
        shown
    }
}

fn needs_dialect(known: &[Known<'_>], context: &GameContext) -> bool {
    if context.dialect != Dialect::Sgf2 {
        return false;
    }
    let meanings = meanings(known);
    known.iter().filter_map(|known| known.info).any(|info| {
        let alone = |alias| meanings.get(alias) == Some(&1);
        let ambiguous = PropertyInfo::all()
            .iter()
            .any(|other| other.ident == info.ident && other.origin != Dialect::Sgf2);
        info.origin == Dialect::Sgf2 && ambiguous && !info.alias.is_some_and(alone)
    })
}

/// Counts properties by their canonical identifier.
fn meanings(known: &[Known<'_>]) -> BTreeMap<&'static str, usize> {
    let mut meanings = BTreeMap::new();
    for known in known {
        *meanings.entry(known.canonical()).or_default() += 1;
    }
    meanings
}

/// A property and its definition, if it has one.
#[derive(Clone, Copy)]
pub(crate) struct Known<'d> {
    pub(crate) property: Property<'d>,
    pub(crate) info: Option<&'static PropertyInfo>,
}

impl<'d> Known<'d> {
    pub(crate) fn of(property: Property<'d>, context: &GameContext) -> Known<'d> {
        Known {
            property,
            info: PropertyInfo::of(property.ident(), context),
        }
    }

    /// Looks up the definition of a property, like [`Known::of`], in a node other than the root.
    pub(crate) fn below_root(property: Property<'d>, context: &GameContext) -> Known<'d> {
        Known {
            property,
            info: PropertyInfo::below_root(property.ident(), context),
        }
    }

    /// The canonical identifier of the property; empty if the property is unknown.
    pub(crate) fn canonical(&self) -> &'static str {
        self.info.map_or("", |info| info.canonical())
    }

    pub(crate) fn class(&self) -> Option<PropertyClass> {
        self.info.map(|info| info.class)
    }

    /// Whether the property means `B` or `W`.
    #[inline]
    pub(crate) fn is_move(&self) -> bool {
        matches!(self.canonical().as_bytes(), b"B" | b"W")
    }

    /// The span of the identifier.
    pub(crate) fn ident_span(&self) -> Option<Span> {
        self.property.ident_span()
    }
}

/// The node being checked.
pub(crate) struct Node<'n, 'd> {
    pub(crate) game: &'n Game<'d>,
    pub(crate) node: NodeRef<'d>,
    pub(crate) properties: &'n [Known<'d>],
    /// The number of properties by canonical identifier, counted on first use.
    meanings: OnceCell<BTreeMap<&'static str, usize>>,
}

impl<'n, 'd> Node<'n, 'd> {
    pub(crate) fn new(
        game: &'n Game<'d>,
        node: NodeRef<'d>,
        properties: &'n [Known<'d>],
    ) -> Node<'n, 'd> {
        Node {
            game,
            node,
            properties,
            meanings: OnceCell::new(),
        }
    }

    /// Whether the node starts with this property, without a `;`. Without the property, the node would not exist.
    pub(crate) fn begins_with(&self, known: &Known<'_>) -> bool {
        self.node.start() == known.ident_span().map(|span| span.start)
    }

    /// The number of properties with the meaning of this canonical identifier.
    pub(crate) fn count(&self, canonical: &str) -> usize {
        let meanings = self.meanings.get_or_init(|| meanings(self.properties));
        meanings.get(canonical).copied().unwrap_or(0)
    }

    pub(crate) fn is_root(&self) -> bool {
        self.node.id() == self.game.root.id()
    }

    /// An iterator over the properties that mean `B` or `W`.
    pub(crate) fn moves(&self) -> impl Iterator<Item = &Known<'d>> {
        self.properties.iter().filter(|known| known.is_move())
    }

    /// The first property with the meaning of this canonical identifier.
    #[inline]
    pub(crate) fn get(&self, canonical: &str) -> Option<&Known<'d>> {
        let means = |known: &&Known<'d>| known.canonical() == canonical;
        self.properties.iter().find(means)
    }

    pub(crate) fn of_class(&self, class: PropertyClass) -> impl Iterator<Item = &Known<'d>> {
        let of_class = move |known: &&Known<'d>| known.class() == Some(class);
        self.properties.iter().filter(of_class)
    }
}

/// Replaces the content of `into` with the properties of a node, which avoids an allocation for each node.
pub(crate) fn known<'d>(node: NodeRef<'d>, game: &Game<'d>, into: &mut Vec<Known<'d>>) {
    let known: fn(Property<'d>, &GameContext) -> Known<'d> = if node.id() == game.root.id() {
        Known::of
    } else {
        Known::below_root
    };
    into.clear();
    into.extend(node.properties().map(|p| known(p, &game.context)));
}
