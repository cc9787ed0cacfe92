//! A node: which of its properties are one, and their order.

use alloc::borrow::Cow;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use kifu_charset::Charset;
use kifu_core::Size;
use kifu_span::Diagnostic;

use super::property::Property;
use super::{Found, Style, spell};
use crate::context::{Game, GameContext};
use crate::document::{Document, NodeRef};
use crate::properties::Merge;
use crate::value;

#[derive(Clone)]
pub(super) struct Node<'d> {
    pub(super) properties: Vec<Property<'d>>,
}

impl<'d> Node<'d> {
    /// The properties by the names that FF\[4\] has for them, values decoded.
    pub(super) fn read(
        node: NodeRef<'d>,
        charset: Charset,
        context: &GameContext,
        is_root: bool,
        found: &mut Found,
    ) -> Node<'d> {
        let properties = node
            .properties()
            .filter_map(|property| Property::read(property, charset, context, is_root, found));
        let mut node = Node {
            properties: properties.collect(),
        };
        if context.game == Game::GO && !node.is_ordered() {
            node.modernize(context.size);
        }
        node
    }

    /// The root in its canonical form, and how what is written then will be read.
    pub(super) fn root(
        self,
        context: &GameContext,
        style: &Style,
        notes: &mut Vec<Diagnostic>,
    ) -> (Node<'d>, GameContext) {
        /// A name that is changed to keep its meaning can change what others mean; more than
        /// once is for hostile files.
        const ROUNDS: usize = 4;
        let mut written = GameContext {
            format: Some(4),
            ..*context
        };
        let mut round = 0;
        loop {
            let mut found = Vec::new();
            let node = self.clone().canonical(&written, style, true, &mut found);
            let read = node.context().unwrap_or(written);
            round += 1;
            if read == written || round == ROUNDS {
                notes.append(&mut found);
                return (node, written);
            }
            written = read;
        }
    }

    /// The canonical form, to be read by this context.
    pub(super) fn canonical(
        mut self,
        context: &GameContext,
        style: &Style,
        is_root: bool,
        notes: &mut Vec<Diagnostic>,
    ) -> Node<'d> {
        for property in &mut self.properties {
            property.keep_its_meaning(context, is_root, notes);
        }
        self.declare(context, is_root);
        let is_go = context.game == Game::GO;
        let may_change = is_go && !self.is_ordered() && self.properties.len() > 1;
        let overlap = may_change && self.setup_overlaps(context.size);
        let repeats = may_change && self.repeats();
        if repeats {
            self.merge(overlap);
        }
        for property in &mut self.properties {
            let values = core::mem::take(&mut property.values);
            property.values = match property.info {
                Some(info) if is_go => spell::values(info, values, context.size, style),
                _ => values.into_iter().map(spell::tidy).collect(),
            };
        }
        if repeats {
            self.drop_repeated(overlap, notes);
        }
        if may_change {
            self.sort(overlap);
        }
        self
    }

    /// Whether a property speaks of its neighbour: then each stays where it stands.
    fn is_ordered(&self) -> bool {
        let known = self.properties.iter().filter_map(|p| p.info);
        known.into_iter().any(|info| info.merge == Merge::Keep)
    }

    /// States version, game and charset in the root, and nowhere another charset.
    fn declare(&mut self, context: &GameContext, is_root: bool) {
        self.declare_one("CA", "UTF-8", is_root);
        if !is_root {
            return;
        }
        let game = i64::from(context.game.0);
        let states = |p: &Property<'_>| p.ident == "GM" && p.number() == Some(game);
        if !self.properties.iter().any(states) {
            let stated = Property::standard("GM", game.to_string());
            self.properties.insert(0, stated);
        }
        self.declare_one("FF", "4", true);
    }

    /// One property with this value in the place of all of its name.
    fn declare_one(&mut self, ident: &'static str, value: &'static str, is_root: bool) {
        let mut is_there = false;
        self.properties.retain_mut(|property| {
            if property.ident != ident {
                return true;
            }
            property.values = vec![value.into()];
            !core::mem::replace(&mut is_there, true)
        });
        if is_root && !is_there {
            let declared = Property::standard(ident, value.into());
            self.properties.insert(0, declared);
        }
    }

    /// Whether several properties have one name.
    fn repeats(&self) -> bool {
        /// So few are compared faster than put in order.
        const FEW: usize = 8;
        let names = self.properties.iter().map(|p| p.ident.as_ref());
        if self.properties.len() > FEW {
            return names.collect::<BTreeSet<&str>>().len() < self.properties.len();
        }
        let repeated = |(at, name)| names.clone().skip(at + 1).any(|other: &str| other == name);
        names.clone().enumerate().any(repeated)
    }

    /// Puts lists and texts together that stand in several properties of a name.
    fn merge(&mut self, overlap: bool) {
        let mut first: BTreeMap<Cow<'static, str>, usize> = BTreeMap::new();
        let mut merged: Vec<Property<'d>> = Vec::with_capacity(self.properties.len());
        for property in core::mem::take(&mut self.properties) {
            let merge = property.merge();
            let stays = overlap && property.is_setup();
            if stays || !matches!(merge, Merge::Append | Merge::Join) {
                merged.push(property);
                continue;
            }
            match first.get(&property.ident) {
                Some(&at) if merge == Merge::Append => merged[at].values.extend(property.values),
                Some(&at) => merged[at].join(property.values),
                None => {
                    first.insert(property.ident.clone(), merged.len());
                    merged.push(property);
                }
            }
        }
        self.properties = merged;
    }

    /// Whether a point is set up in two ways: then their order counts.
    fn setup_overlaps(&self, size: Size) -> bool {
        let setup = || self.properties.iter().filter(|p| p.is_setup());
        let mut idents = setup().map(|p| &p.ident);
        let Some(one) = idents.next() else {
            return false;
        };
        if idents.all(|other| other == one) {
            return false;
        }
        let points = usize::from(size.cols()) * usize::from(size.rows());
        let mut taken: Vec<Option<&str>> = vec![None; points];
        setup().any(|property| {
            let areas = property.values.iter();
            let areas = areas.filter_map(|value| value::area(value.as_bytes(), size).ok());
            let mut points = areas.flat_map(|area| area.value.points());
            points.any(|point| {
                let at = usize::from(point.row) * usize::from(size.cols()) + usize::from(point.col);
                let before = taken[at].replace(&property.ident);
                before.is_some_and(|before| before != property.ident)
            })
        })
    }

    /// Leaves out what stands twice with the same value, and notes what stands twice with
    /// another. Every move is played, and nobody knows what is unknown.
    fn drop_repeated(&mut self, overlap: bool, notes: &mut Vec<Diagnostic>) {
        let mut seen: BTreeMap<Cow<'static, str>, BTreeSet<Vec<Cow<'d, str>>>> = BTreeMap::new();
        self.properties.retain(|property| {
            if property.merge() == Merge::Keep || (overlap && property.is_setup()) {
                return true;
            }
            let values = seen.entry(property.ident.clone()).or_default();
            let is_first = values.is_empty();
            let is_new = values.insert(property.values.clone()) || property.is_move();
            if is_new && !is_first {
                property.note_repeated(notes);
            }
            is_new
        });
    }

    fn sort(&mut self, overlap: bool) {
        self.properties.sort_by_key(|property| {
            let (group, place) = property.place;
            let in_its_turn = property.is_move() || (overlap && property.is_setup());
            (group, if in_its_turn { 0 } else { place })
        });
    }

    /// How a root of these properties is read.
    fn context(&self) -> Option<GameContext> {
        let mut text = String::from("(;");
        for property in &self.properties {
            text.push_str(&property.ident);
            for value in &property.values {
                text.extend(["[", value, "]"]);
            }
        }
        text.push(')');
        let document = Document::parse(text.into_bytes()).ok()?;
        let root = document.roots().next()?;
        Some(GameContext::of(document.node(root)))
    }
}
