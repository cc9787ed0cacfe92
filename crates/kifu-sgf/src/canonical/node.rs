//! A node: merges and sorts its properties.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

use kifu_core::Size;
use kifu_span::Diagnostic;

use super::property::{Property, unknown_name};
use super::{Findings, Style, spell};
use crate::codes;
use crate::context::{GameContext, GameType};
use crate::document::NodeRef;
use crate::properties::{MergeRule, PropertyInfo, ValueCount};
use crate::undecodable::{Decoder, Undecodable};
use crate::value::{self, PointLetters};

#[derive(Clone)]
pub(super) struct Node<'d> {
    pub(super) properties: Vec<Property<'d>>,
}

impl<'d> Node<'d> {
    /// Reads a node: decodes its values, and gives properties their names in FF\[4\].
    pub(super) fn read(
        node: NodeRef<'d>,
        decoder: &Decoder,
        undecodable: Undecodable,
        context: &GameContext,
        is_root: bool,
        found: &mut Findings,
    ) -> Node<'d> {
        let properties = node.properties().filter_map(|property| {
            Property::read(property, decoder, undecodable, context, is_root, found)
        });
        let mut node = Node {
            properties: properties.collect(),
        };
        if context.game == GameType::GO && !node.is_ordered() {
            node.modernize(context.size);
        }
        node
    }

    /// Returns the root in canonical form, and the context in which the written root will be read.
    pub(super) fn root(
        self,
        context: &GameContext,
        style: &Style,
        notes: &mut Vec<Diagnostic>,
    ) -> (Node<'d>, GameContext) {
        /// The maximum number of rounds. A property that is renamed to keep its meaning can change
        /// the meaning of other properties; then another round follows. Only hostile files need
        /// more than one round.
        const MAX_ROUNDS: usize = 4;
        let mut written = GameContext {
            format: Some(4),
            ..*context
        };
        let mut round = 0;
        loop {
            let mut found = Vec::new();
            let node = self.clone().canonical(&written, style, true, &mut found);
            let read = node.context();
            round += 1;
            if read == written || round == MAX_ROUNDS {
                notes.append(&mut found);
                return (node, written);
            }
            written = read;
        }
    }

    /// Returns the canonical form for this context.
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
        self.declare(context, is_root, notes);
        if context.game != GameType::GO || self.is_ordered() {
            self.spell(context, style);
            return self;
        }
        let mut repeats = false;
        if self.properties.len() > 1 {
            self.settle_setup(context.size, notes);
            if self.repeats() {
                self.merge();
                repeats = self.repeats();
            }
        }
        self.take_form(repeats, context, style, is_root, notes);
        if self.properties.len() > 1 {
            self.properties.sort_by_key(|property| {
                let (group, place) = property.place;
                (group, if property.is_move() { 0 } else { place })
            });
        }
        self
    }

    /// Writes values as the specification does, without moving anything.
    fn spell(&mut self, context: &GameContext, style: &Style) {
        for property in &mut self.properties {
            let values = core::mem::take(&mut property.values);
            property.values = match property.readable_info() {
                Some(info) if context.game == GameType::GO => {
                    spell::values(info, values, context.size, style)
                }
                _ => values.into_iter().map(spell::tidy).collect(),
            };
        }
    }

    /// Spells values, and brings all properties into the form that FF\[4\] requires: one property
    /// of each name in a node, one value where one is expected, and only values of the type of
    /// their property. Data that does not fit this form is kept under an unknown name, and noted.
    /// Only moves may repeat, since each is played. `repeats` says whether several properties have the same name.
    fn take_form(
        &mut self,
        repeats: bool,
        context: &GameContext,
        style: &Style,
        is_root: bool,
        notes: &mut Vec<Diagnostic>,
    ) {
        let mut form = Form {
            repeats,
            context,
            style,
            is_root,
            notes,
            properties: Vec::with_capacity(self.properties.len()),
            firsts: BTreeMap::new(),
            unknown: BTreeMap::new(),
        };
        let mut extras = Vec::new();
        // An empty size is treated like one without a value.
        let has_value =
            |p: &Property<'_>| p.values.first().is_some_and(|v| !v.trim_ascii().is_empty());
        let size = self
            .properties
            .iter()
            .rposition(|p| p.ident == "SZ" && has_value(p));
        for (at, mut property) in core::mem::take(&mut self.properties)
            .into_iter()
            .enumerate()
        {
            let is_before = property.ident == "SZ" && size.is_some_and(|size| at < size);
            match property.readable_info() {
                Some(_) if is_before && !has_value(&property) => {
                    form.note_empty(&property);
                    let others = property.values.split_off(1).into_iter();
                    let others: Vec<_> = others.map(spell::tidy).collect();
                    if !others.is_empty() {
                        extras.push(property.split_off(others, context, is_root));
                    }
                }
                Some(info) => extras.extend(form.known(property, info)),
                None => form.other(property),
            }
        }
        for extra in extras {
            form.unknown(extra);
        }
        self.properties = form.properties;
    }

    /// Whether the meaning of a property depends on its neighbours, so that all properties must
    /// stay in place.
    fn is_ordered(&self) -> bool {
        let known = self.properties.iter().filter_map(|p| p.info);
        known.into_iter().any(|info| info.merge == MergeRule::Keep)
    }

    /// Declares version, game and charset in the root, and removes contradicting charsets
    /// elsewhere.
    fn declare(&mut self, context: &GameContext, is_root: bool, notes: &mut Vec<Diagnostic>) {
        self.declare_one("CA", "UTF-8", is_root);
        if !is_root {
            return;
        }
        let game = i64::from(context.game.0);
        let states = |p: &Property<'_>| p.ident == "GM" && p.number() == Some(game);
        let first = self.properties.iter().position(|p| p.ident == "GM");
        match (self.properties.iter().position(states), first) {
            (Some(stated), Some(first)) => self.properties.swap(stated, first),
            _ => {
                let stated = Property::standard("GM", game.to_string());
                self.properties.insert(0, stated);
            }
        }
        self.properties.retain_mut(|property| {
            if property.ident != "GM" || property.number() == Some(game) {
                return true;
            }
            let is_empty = property.values.iter().all(|value| value.is_empty());
            if !is_empty {
                if property.bytes.is_empty() {
                    property.values.retain(|value| !value.is_empty());
                }
                let name = unknown_name("GM", context, true);
                note_repeated(property, &name, notes);
                property.rename_to_unknown(name);
                return true;
            }
            notes.extend(property.span.map(|span| {
                codes::EMPTY_VALUE
                    .at(span, "`GM` is empty")
                    .with_help("left out")
            }));
            false
        });
        self.declare_one("FF", "4", true);
    }

    /// Replaces all properties of this name by one with this value.
    fn declare_one(&mut self, ident: &'static str, value: &'static str, is_root: bool) {
        let mut exists = false;
        self.properties.retain_mut(|property| {
            if property.ident != ident {
                return true;
            }
            property.values = vec![value.into()];
            property.bytes.clear();
            !core::mem::replace(&mut exists, true)
        });
        if is_root && !exists {
            let declared = Property::standard(ident, value.into());
            self.properties.insert(0, declared);
        }
    }

    /// Whether several properties have the same name.
    fn repeats(&self) -> bool {
        /// Up to this number, comparing names is faster than sorting them.
        const FEW: usize = 8;
        let names = self.properties.iter().map(|p| p.ident.as_ref());
        if self.properties.len() > FEW {
            let mut names: Vec<&str> = names.collect();
            names.sort_unstable();
            return !names.is_sorted_by(|one, next| one < next);
        }
        let repeated = |(at, name)| names.clone().skip(at + 1).any(|other: &str| other == name);
        names.clone().enumerate().any(repeated)
    }

    /// Merges lists and texts that are in several properties of the same name.
    fn merge(&mut self) {
        let mut first: BTreeMap<Cow<'static, str>, usize> = BTreeMap::new();
        let mut merged: Vec<Property<'d>> = Vec::with_capacity(self.properties.len());
        for property in core::mem::take(&mut self.properties) {
            let merge = property.merge();
            if !matches!(merge, MergeRule::Append | MergeRule::Join) {
                merged.push(property);
                continue;
            }
            match first.get(&property.ident) {
                Some(&at) if merge == MergeRule::Append => {
                    merged[at].values.extend(property.values)
                }
                Some(&at) => merged[at].join(property.values),
                None => {
                    first.insert(property.ident.clone(), merged.len());
                    merged.push(property);
                }
            }
        }
        self.properties = merged;
    }

    /// Whether a point is set up in two ways, so that the order of the properties matters.
    fn setup_overlaps(&self, size: Size) -> bool {
        let setup = || self.properties.iter().filter(|p| p.is_setup());
        let mut idents = setup().map(|p| &p.ident);
        let Some(one) = idents.next() else {
            return false;
        };
        if idents.all(|other| other == one) {
            return false;
        }
        let mut taken: Vec<Option<&str>> = vec![None; points(size)];
        setup().any(|property| {
            let areas = property.values.iter();
            let areas = areas.filter_map(|value| value::area(value.as_bytes(), size).ok());
            let mut points = areas.flat_map(|area| area.value.points());
            points.any(|point| {
                let before = taken[index(point, size)].replace(&property.ident);
                before.is_some_and(|before| before != property.ident)
            })
        })
    }

    /// Keeps only the last setup of each point, which is the one that counts. Afterwards the order
    /// of these properties no longer matters.
    fn settle_setup(&mut self, size: Size, notes: &mut Vec<Diagnostic>) {
        if !self.setup_overlaps(size) {
            return;
        }
        let mut taken = vec![false; points(size)];
        for property in self.properties.iter_mut().rev().filter(|p| p.is_setup()) {
            let mut values = Vec::new();
            let mut is_less = false;
            for value in core::mem::take(&mut property.values) {
                let Ok(area) = value::area(value.as_bytes(), size) else {
                    values.push(value);
                    continue;
                };
                for point in area.value.points() {
                    let was_taken = core::mem::replace(&mut taken[index(point, size)], true);
                    is_less |= was_taken;
                    let letters = PointLetters::of_point(point).filter(|_| !was_taken);
                    values.extend(letters.map(|letters| letters.to_string().into()));
                }
            }
            property.values = values;
            notes.extend(property.span.filter(|_| is_less).map(|span| {
                let message = format!("`{}` sets up points more than once", property.ident);
                codes::POINT_TWICE
                    .at(span, message)
                    .with_help("only the last setup of each point is kept, because it takes effect")
            }));
        }
        self.properties
            .retain(|property| !property.is_setup() || !property.values.is_empty());
    }

    /// Returns the context in which a root with these properties is read.
    fn context(&self) -> GameContext {
        GameContext::of_properties(self.properties.iter())
    }
}

/// Returns the number of points of a board.
fn points(size: Size) -> usize {
    usize::from(size.cols()) * usize::from(size.rows())
}

fn index(point: kifu_core::Point, size: Size) -> usize {
    usize::from(point.row) * usize::from(size.cols()) + usize::from(point.col)
}

/// The conversion of the properties of a node to the form of FF\[4\].
struct Form<'d, 'n> {
    /// Whether several properties have the same name.
    repeats: bool,
    context: &'n GameContext,
    style: &'n Style,
    is_root: bool,
    notes: &'n mut Vec<Diagnostic>,
    properties: Vec<Property<'d>>,
    /// The values of the first property of each name.
    firsts: BTreeMap<Cow<'static, str>, Vec<Cow<'d, str>>>,
    /// The indices of unknown properties.
    unknown: BTreeMap<Cow<'static, str>, usize>,
}

impl<'d> Form<'d, '_> {
    /// Adds a known property. Returns the values that do not fit it as a property with another
    /// name.
    fn known(
        &mut self,
        mut property: Property<'d>,
        info: &'static PropertyInfo,
    ) -> Option<Property<'d>> {
        let size = self.context.size;
        let values = core::mem::take(&mut property.values);
        let count = values.len();
        let needs_text = spell::needs_text(info.values.first);
        let is_empty = |value: &Cow<'_, str>| needs_text && value.is_empty();
        let (mut good, mut bad) = (Vec::new(), Vec::new());
        let (mut more, mut empty) = (0, 0);
        for (at, value) in values.into_iter().enumerate() {
            if is_empty(&value) {
                empty += 1;
            } else if at > 0 && !info.values.is_list() {
                more += 1;
                bad.push(value);
            } else if !value.is_empty() && spell::is_malformed(&value, info, size) {
                bad.push(value);
            } else {
                good.push(value);
            }
        }
        let extra = (!bad.is_empty()).then(|| {
            let values = bad.into_iter().map(spell::tidy).collect();
            let extra = property.split_off(values, self.context, self.is_root);
            self.note_form(&property, more, count, &extra);
            extra
        });
        let may_be_empty = info.values.count == ValueCount::EmptyOrList;
        if good.is_empty() && extra.is_none() && may_be_empty {
            good.push(Cow::Borrowed(""));
        }
        let is_move = property.is_move();
        if good.is_empty() {
            if extra.is_none() && empty > 0 {
                self.note_empty(&property);
            }
            if self.repeats && !is_move {
                self.firsts.entry(property.ident).or_default();
            }
            return extra;
        }
        let written = if self.repeats {
            good.clone()
        } else {
            Vec::new()
        };
        property.values = spell::values(info, good, size, self.style);
        if is_move || !self.repeats {
            self.properties.push(property);
            return extra;
        }
        let Some(first) = self.firsts.get(&property.ident) else {
            let values = property.values.clone();
            self.firsts.insert(property.ident.clone(), values);
            self.properties.push(property);
            return extra;
        };
        // An equal duplicate is dropped.
        if *first == property.values {
            return extra;
        }
        let mut repeated = property.split_off(Vec::new(), self.context, self.is_root);
        note_repeated(&property, &repeated.ident, self.notes);
        repeated.values = written.into_iter().map(spell::tidy).collect();
        if let Some(extra) = extra {
            repeated.append(extra);
        }
        Some(repeated)
    }

    /// Adds an unknown property, or one whose values keep their bytes.
    fn other(&mut self, mut property: Property<'d>) {
        let values = core::mem::take(&mut property.values);
        property.values = values.into_iter().map(spell::tidy).collect();
        match property.info {
            Some(_) => self.properties.push(property),
            None => self.unknown(property),
        }
    }

    /// Adds an unknown property; those with the same name are merged.
    fn unknown(&mut self, property: Property<'d>) {
        if let Some(&at) = self.unknown.get(&property.ident) {
            self.notes.extend(property.span.map(|span| {
                let message = format!("`{}` occurs twice in this node", property.ident);
                codes::DUPLICATE_PROPERTY
                    .at(span, message)
                    .with_help("the values are written as one list")
            }));
            self.properties[at].append(property);
            return;
        }
        self.unknown
            .insert(property.ident.clone(), self.properties.len());
        self.properties.push(property);
    }

    fn note_empty(&mut self, property: &Property<'d>) {
        self.notes.extend(property.span.map(|span| {
            let message = format!("`{}` is empty", property.ident);
            codes::EMPTY_VALUE.at(span, message).with_help("left out")
        }));
    }

    /// Notes values that are moved to another property.
    fn note_form(
        &mut self,
        property: &Property<'d>,
        more: usize,
        count: usize,
        extra: &Property<'d>,
    ) {
        let (ident, values) = (&property.ident, &extra.values);
        self.notes.extend(property.span.map(|span| {
            let (code, message) = match values.first() {
                Some(_) if more == values.len() => {
                    let message = format!("`{ident}` has {count} values, but only one is expected");
                    (codes::TOO_MANY, message)
                }
                first => {
                    let first = first.map_or("", |first| first);
                    let message = format!("`{first}` is not a valid value of `{ident}`");
                    (codes::MALFORMED, message)
                }
            };
            let what = match values.len() {
                more_values if more_values == more => "all but the first are",
                1 => "this value is",
                _ => "these values are",
            };
            let help = format!("{what} kept as `{}`", extra.ident);
            code.at(span, message).with_help(help)
        }));
    }
}

/// Notes that another property of the same name with another value comes before this one.
fn note_repeated(property: &Property<'_>, name: &str, notes: &mut Vec<Diagnostic>) {
    notes.extend(property.span.map(|span| {
        let message = format!("`{}` occurs twice in this node", property.ident);
        codes::DUPLICATE_PROPERTY
            .at(span, message)
            .with_help(format!(
                "the first one is kept, and this one is renamed to `{name}`"
            ))
    }));
}
