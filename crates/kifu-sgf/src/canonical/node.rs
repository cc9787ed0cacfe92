//! The properties of a node: what they are called in FF\[4\], which are one, and their order.

use alloc::borrow::Cow;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use kifu_charset::Charset;
use kifu_core::Points;
use kifu_span::{Diagnostic, Severity, Span};

use super::order::{Group, place};
use super::{Style, spell};
use crate::codes;
use crate::context::{Game, GameContext};
use crate::document::{Document, NodeRef};
use crate::ident::Ident;
use crate::machine::is_of_a_root;
use crate::properties::{Kind, Merge, PropertyInfo, Versions};
use crate::value::{self, Area, Letters};

/// A property on its way into its canonical form.
#[derive(Clone)]
pub(super) struct Property<'d> {
    pub(super) ident: Cow<'static, str>,
    info: Option<&'static PropertyInfo>,
    /// Decoded, and escaped.
    pub(super) values: Vec<Cow<'d, str>>,
    pub(super) group: Group,
    /// Another of the same name stands before it.
    behind: bool,
    span: Option<Span>,
}

#[derive(Clone)]
pub(super) struct Node<'d> {
    pub(super) properties: Vec<Property<'d>>,
}

/// Where findings go: notes, and what does not decode.
pub(super) type Found<'f> = (&'f mut Vec<Diagnostic>, &'f mut Vec<Diagnostic>);

impl<'d> Node<'d> {
    /// The properties by their names in FF\[4\], values decoded.
    pub(super) fn read(
        node: NodeRef<'d>,
        charset: Charset,
        context: &GameContext,
        (notes, undecodable): Found<'_>,
    ) -> Node<'d> {
        let mut properties = Vec::new();
        for property in node.properties() {
            let info = PropertyInfo::of(property.ident(), context);
            let mut values: Vec<_> = property
                .values()
                .map(|value| decoded(&value, charset, undecodable))
                .collect();
            if values.is_empty() {
                let is_flag =
                    |info: &PropertyInfo| matches!(info.values.first, Kind::None | Kind::Double);
                if !info.is_some_and(is_flag) {
                    notes.extend(property.span().map(|span| {
                        codes::MISSING_VALUE
                            .at(span, format!("`{}` has no value", property.ident()))
                            .with_help("it is left out")
                    }));
                    continue;
                }
                values.push(Cow::Borrowed(""));
            }
            properties.push(Property {
                behind: info.is_some_and(|info| info.alias.is_some()),
                span: property.span(),
                ..Property::named(property.ident(), info, values)
            });
        }
        let mut node = Node { properties };
        if context.game == Game::GO {
            node.modernize(context);
        }
        node
    }

    /// Says in the words of FF\[4\] what older versions and Smart Game Board had other
    /// properties for.
    fn modernize(&mut self, context: &GameContext) {
        let komi = self.properties.iter().find(|p| p.ident == "KM");
        let komi = komi.map(|p| p.values.first().and_then(|v| value::komi(v).ok()));
        let komi = komi.map(|read| read.map(|read| read.value));
        self.properties.retain_mut(|property| {
            match property.ident.as_ref() {
                "M" => property.become_("MA", None),
                "L" => {
                    if let Some(labels) = labels(&property.values, context) {
                        property.become_("LB", Some(labels));
                    }
                }
                "VW" => property.widen(context),
                "KI" => {
                    let Some(stated) = property.halves() else {
                        return true;
                    };
                    match komi {
                        None => property.become_("KM", Some(vec![stated.to_string().into()])),
                        Some(same) => return same != Some(stated),
                    }
                }
                _ => {}
            }
            true
        });
    }

    /// The root in its canonical form, and how what is written then will be read.
    pub(super) fn root(
        self,
        context: &GameContext,
        style: &Style,
        notes: &mut Vec<Diagnostic>,
    ) -> (Node<'d>, GameContext) {
        /// A name that is changed since it would be misread can change what others mean;
        /// more than once is for hostile files.
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
            property.keep_from_misreading(context, notes);
        }
        self.declare(context, is_root);
        let is_go = context.game == Game::GO;
        // What speaks of its neighbour stays beside it.
        let ordered = self.any(|info| info.merge == Merge::Keep);
        if is_go && !ordered && self.properties.len() > 1 {
            self.merge(context);
        }
        for property in &mut self.properties {
            let values = core::mem::take(&mut property.values);
            property.values = match property.info {
                Some(info) if is_go => spell::values(info, values, context.size, style),
                _ => values.into_iter().map(spell::tidy).collect(),
            };
        }
        if !ordered && self.properties.len() > 1 {
            if is_go {
                self.drop_repeated(notes);
            }
            if is_go || is_root {
                self.sort(context);
            }
        }
        self
    }

    fn any(&self, is: impl Fn(&PropertyInfo) -> bool) -> bool {
        self.properties.iter().any(|p| p.info.is_some_and(&is))
    }

    /// States version, game and charset in the root, and nowhere another charset.
    fn declare(&mut self, context: &GameContext, is_root: bool) {
        self.declare_one("CA", "UTF-8", is_root, context);
        if !is_root {
            return;
        }
        let game = context.game.0.to_string();
        let states = |property: &Property<'_>| {
            let number = property.values.first().map(|v| value::number(v.as_bytes()));
            property.ident == "GM"
                && matches!(number, Some(Ok(read)) if read.value == i64::from(context.game.0))
        };
        match self.properties.iter().position(states) {
            Some(at) => {
                for (other, property) in self.properties.iter_mut().enumerate() {
                    property.behind |= property.ident == "GM" && other != at;
                }
                self.properties[at].behind = false;
            }
            None => {
                let stated = Property::of_name("GM", vec![game.into()], context);
                self.properties.insert(0, stated);
            }
        }
        self.declare_one("FF", "4", true, context);
    }

    /// One property with this value in the place of all of its name.
    fn declare_one(
        &mut self,
        ident: &'static str,
        value: &'static str,
        is_root: bool,
        context: &GameContext,
    ) {
        let mut is_there = false;
        self.properties.retain_mut(|property| {
            if property.ident != ident {
                return true;
            }
            property.values = vec![value.into()];
            !core::mem::replace(&mut is_there, true)
        });
        if is_root && !is_there {
            let declared = Property::of_name(ident, vec![value.into()], context);
            self.properties.insert(0, declared);
        }
    }

    /// Puts lists and texts together that stand in several properties of a name.
    fn merge(&mut self, context: &GameContext) {
        let overlap = self.setup_overlaps(context);
        let mut first: BTreeMap<Cow<'static, str>, usize> = BTreeMap::new();
        let mut merged: Vec<Property<'d>> = Vec::with_capacity(self.properties.len());
        for property in core::mem::take(&mut self.properties) {
            let merge = property.info.map_or(Merge::Keep, |info| info.merge);
            let stays = overlap && is_stones(&property.ident);
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
    fn setup_overlaps(&self, context: &GameContext) -> bool {
        let stones = || self.properties.iter().filter(|p| is_stones(&p.ident));
        let mut idents = stones().map(|p| &p.ident);
        let Some(one) = idents.next() else {
            return false;
        };
        if idents.all(|other| other == one) {
            return false;
        }
        let size = context.size;
        let mut taken: Vec<Option<&str>> =
            vec![None; usize::from(size.cols()) * usize::from(size.rows())];
        stones().any(|property| {
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

    /// Leaves out what stands twice with the same value, and notes what stands twice
    /// with another.
    fn drop_repeated(&mut self, notes: &mut Vec<Diagnostic>) {
        let idents: BTreeSet<&str> = self.properties.iter().map(|p| p.ident.as_ref()).collect();
        if idents.len() == self.properties.len() {
            return;
        }
        let mut seen: BTreeMap<Cow<'static, str>, BTreeSet<Vec<Cow<'d, str>>>> = BTreeMap::new();
        self.properties.sort_by_key(|property| property.behind);
        self.properties.retain(|property| {
            let values = seen.entry(property.ident.clone()).or_default();
            let is_first = values.is_empty();
            // A second move is played after the first, whatever it is.
            let is_new = values.insert(property.values.clone()) || property.is_move();
            if let (false, true, Some(span)) = (is_first, is_new, property.span) {
                let message = format!("`{}` stands twice in this node", property.ident);
                notes.push(
                    codes::DUPLICATE_PROPERTY
                        .at(span, message)
                        .with_help("both are kept, since their values differ"),
                );
            }
            is_new
        });
    }

    fn sort(&mut self, context: &GameContext) {
        let overlap = self.setup_overlaps(context);
        self.properties.sort_by_cached_key(|property| {
            let (group, place) = place(&property.ident, property.info);
            let counts = (overlap && is_stones(&property.ident)) || property.is_move();
            (group, if counts { 0 } else { place }, property.behind)
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

    /// Whether a `(` before it on a line of its own could be taken for the start of a game.
    pub(super) fn looks_like_a_root(&self) -> bool {
        let first = self.properties.first();
        first.is_some_and(|first| is_of_a_root(Ident::new(first.ident.as_bytes())))
    }
}

fn is_stones(ident: &str) -> bool {
    matches!(ident, "AB" | "AW" | "AE")
}

fn decoded<'d>(
    value: &crate::property::Value<'d>,
    charset: Charset,
    undecodable: &mut Vec<Diagnostic>,
) -> Cow<'d, str> {
    let decoded = charset.decode(value.raw());
    if decoded.malformed {
        let message = format!("this text is not {charset}, the charset of its game");
        let span = value.span().unwrap_or(Span::new(0, 0));
        undecodable.push(codes::UNDECODABLE_TEXT.at(span, message));
    }
    decoded.text
}

impl<'d> Property<'d> {
    /// By the name that FF\[4\] has for it.
    fn named(
        ident: Ident<'_>,
        info: Option<&'static PropertyInfo>,
        values: Vec<Cow<'d, str>>,
    ) -> Property<'d> {
        let ident = match info {
            Some(info) => Cow::Borrowed(info.canonical()),
            None => {
                let letters: String = ident.significant().map(char::from).collect();
                // A value without an identifier needs one, or it would be the value of what
                // stands before it.
                Cow::Owned(if letters.is_empty() {
                    "X".into()
                } else {
                    letters
                })
            }
        };
        let target = info.and_then(|info| info.alias).and_then(standard);
        Property {
            info: target.or(info),
            values,
            ident,
            group: Group::Unknown,
            behind: false,
            span: None,
        }
        .grouped()
    }

    fn of_name(
        ident: &'static str,
        values: Vec<Cow<'d, str>>,
        context: &GameContext,
    ) -> Property<'d> {
        let info = PropertyInfo::of_name(ident, context);
        Property::named(Ident::new(ident.as_bytes()), info, values)
    }

    fn grouped(mut self) -> Property<'d> {
        self.group = place(&self.ident, self.info).0;
        self
    }

    /// Another property of FF\[4\], with these values or its own.
    fn become_(&mut self, ident: &'static str, values: Option<Vec<Cow<'d, str>>>) {
        self.ident = Cow::Borrowed(ident);
        self.info = standard(ident);
        self.behind = true;
        self.group = place(ident, self.info).0;
        if let Some(values) = values {
            self.values = values;
        }
    }

    fn is_move(&self) -> bool {
        matches!(self.ident.as_ref(), "B" | "W")
    }

    /// Gives it a name of its own if what is written would be read as something else.
    fn keep_from_misreading(&mut self, context: &GameContext, notes: &mut Vec<Diagnostic>) {
        let read = PropertyInfo::of_name(&self.ident, context);
        let means_the_same = match (self.info, read) {
            (None, None) => true,
            (Some(meant), Some(read)) => {
                read.alias.is_none() && meant.values == read.values && meant.merge == read.merge
            }
            _ => false,
        };
        if means_the_same {
            self.info = read;
            return;
        }
        let mut name = self.ident.to_string();
        while PropertyInfo::of_name(&name, context).is_some() {
            name.insert(0, 'X');
        }
        // The code is in the catalogue of `kifu-check`.
        notes.extend(self.span.map(|span| {
            let message = format!("`{}` would mean something else in FF[4]", self.ident);
            Diagnostic::new("property/not-in-version", Severity::Info, span, message)
                .with_help(format!("it is kept as `{name}`"))
        }));
        self.ident = Cow::Owned(name);
        self.info = None;
        self.group = Group::Unknown;
    }

    /// Adds texts to a text: one after the other, on lines of their own.
    fn join(&mut self, texts: Vec<Cow<'d, str>>) {
        let mut texts = texts.into_iter();
        if let (Some(first), Some(second)) = (self.values.first_mut(), texts.next()) {
            let text = first.to_mut();
            spell::close(text);
            text.extend(["\n", &second]);
        }
        self.values.extend(texts);
    }

    /// The komi of a `KI`, which is twice the komi.
    fn halves(&self) -> Option<Points> {
        let [value] = self.values.as_slice() else {
            return None;
        };
        let halves = value::number(value.as_bytes()).ok()?.value;
        Some(Points::from_halves(i32::try_from(halves).ok()?))
    }

    /// Until FF\[3\] the two points of a `VW` are corners.
    fn widen(&mut self, context: &GameContext) {
        let is_old = |info: &PropertyInfo| !info.versions.intersects(Versions::FF4);
        let [a, b] = self.values.as_slice() else {
            return;
        };
        if !self.info.is_some_and(is_old) {
            return;
        }
        let corner = |value: &str| value::point(value.as_bytes(), context.size).ok();
        let area = corner(a).zip(corner(b));
        if let Some(area) = area.and_then(|(a, b)| Area::new(a.value, b.value)) {
            self.values = vec![area.to_string().into()];
        }
    }
}

/// What the specifications have by a name.
fn standard(ident: &'static str) -> Option<&'static PropertyInfo> {
    let context = GameContext {
        format: Some(4),
        ..GameContext::default()
    };
    PropertyInfo::of_name(ident, &context)
}

/// The labels that FF\[1\]'s letters are: a, b, c … in the order of the points.
fn labels<'d>(points: &[Cow<'_, str>], context: &GameContext) -> Option<Vec<Cow<'d, str>>> {
    let mut letters = ('a'..='z').chain('A'..='Z');
    let mut labels = Vec::new();
    for value in points {
        let area = value::area(value.as_bytes(), context.size).ok()?;
        for point in area.value.points() {
            let point = Letters::of_point(point)?;
            labels.push(format!("{point}:{}", letters.next()?).into());
        }
    }
    Some(labels)
}
