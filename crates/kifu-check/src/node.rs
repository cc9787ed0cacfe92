//! A game and a node of it, with what is known of each property.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use kifu_sgf::charset::Charset;
use kifu_sgf::properties::Class;
use kifu_sgf::{Document, GameContext, NodeId, NodeRef, Property, PropertyInfo, Value};
use kifu_span::Span;

/// A game tree, being judged.
pub(crate) struct Game<'d> {
    pub(crate) root: NodeRef<'d>,
    pub(crate) context: GameContext,
    pub(crate) charset: Charset,
}

impl<'d> Game<'d> {
    pub(crate) fn of(document: &'d Document, root: NodeId) -> Game<'d> {
        Game {
            root: document.node(root),
            context: GameContext::of(document.node(root)),
            charset: document.charset(root).charset,
        }
    }

    pub(crate) fn is_go(&self) -> bool {
        self.context.game == kifu_sgf::Game::GO
    }

    /// The first property of the root that means what this identifier does, under
    /// whatever name.
    pub(crate) fn root_property(&self, canonical: &str) -> Option<Known<'d>> {
        let known = self.root.properties().map(|p| Known::of(p, &self.context));
        let mut means = known.filter(|p| p.info.is_some_and(|i| i.canonical() == canonical));
        means.next()
    }

    /// The text of a value, on one line.
    pub(crate) fn text(&self, value: &Value<'d>) -> Cow<'d, str> {
        value.simple_text(self.charset).text
    }

    /// Some of a value, for a message.
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

/// A property, and what the table says of it.
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

    /// The name of what it means; empty if that is not known.
    pub(crate) fn canonical(&self) -> &'static str {
        self.info.map_or("", |info| info.canonical())
    }

    pub(crate) fn class(&self) -> Option<Class> {
        self.info.map(|info| info.class)
    }

    /// Whether it means `B` or `W`.
    #[inline]
    pub(crate) fn is_move(&self) -> bool {
        matches!(self.canonical().as_bytes(), b"B" | b"W")
    }

    /// Where its identifier stands.
    pub(crate) fn ident_span(&self) -> Option<Span> {
        let start = self.property.span()?.start;
        let len = self.property.ident().as_bytes().len() as u32;
        Some(Span::new(start, start + len))
    }
}

/// A node, being judged.
pub(crate) struct Node<'n, 'd> {
    pub(crate) game: &'n Game<'d>,
    pub(crate) node: NodeRef<'d>,
    pub(crate) properties: &'n [Known<'d>],
}

impl<'d> Node<'_, 'd> {
    pub(crate) fn is_root(&self) -> bool {
        self.node.id() == self.game.root.id()
    }

    /// The properties that mean `B` or `W`.
    pub(crate) fn moves(&self) -> impl Iterator<Item = &Known<'d>> {
        self.properties.iter().filter(|known| known.is_move())
    }

    /// The first property that means what this identifier does.
    pub(crate) fn get(&self, canonical: &str) -> Option<&Known<'d>> {
        let means = |known: &&Known<'d>| known.canonical() == canonical;
        self.properties.iter().find(means)
    }

    pub(crate) fn of_class(&self, class: Class) -> impl Iterator<Item = &Known<'d>> {
        let of_class = move |known: &&Known<'d>| known.class() == Some(class);
        self.properties.iter().filter(of_class)
    }
}

/// The properties of a node, in a list that is used again for the next.
pub(crate) fn known<'d>(node: NodeRef<'d>, game: &Game<'d>, into: &mut Vec<Known<'d>>) {
    into.clear();
    into.extend(node.properties().map(|p| Known::of(p, &game.context)));
}
