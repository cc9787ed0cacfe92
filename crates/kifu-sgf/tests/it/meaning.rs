//! The meaning of a record, independent of its spelling, for [`canonical_keeps_the_game`].
//!
//! [`canonical_keeps_the_game`]: super::canonical_keeps_the_game

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

use kifu_sgf::charset::Charset;
use kifu_sgf::properties::{MergeRule, PropertyClass, ValueCount, ValueKind, Versions};
use kifu_sgf::value::{self, Parsed, PointLetters};
use kifu_sgf::{
    Dialect, Document, GameContext, GameType, Ident, NodeRef, Point, PropertyInfo, Size,
    simple_text, text,
};

/// A node: its depth, and its values by the names of FF\[4\].
pub(crate) type Node = (usize, BTreeMap<String, Vec<String>>);

/// Returns the type, size and content of each game of a document. `there` contains the contexts in
/// which the games will be read after they are rewritten; a property whose meaning would then
/// differ counts only as text. A variation without a node counts as an empty node after its
/// siblings, unless it exists only because the file was truncated.
pub(crate) fn of(document: &Document, there: &[GameContext]) -> Vec<(GameType, Size, Vec<Node>)> {
    let cut = cut_off(document);
    let mut games = Vec::new();
    for (number, root) in document.roots().enumerate() {
        let reader = Reader {
            here: GameContext::of(document.node(root)),
            there: there.get(number).copied(),
            charset: document.charset(root).charset,
        };
        let mut nodes = Vec::new();
        let mut depth = 0;
        for step in document.forest().traverse(root) {
            let is_empty = |id| document.node(id).is_empty_variation();
            let is_cut = |id| {
                let span = document.node(id).span();
                span.is_some_and(|span| cut.contains(&span.start))
            };
            match step {
                kifu_tree::Step::Enter(id) if !is_empty(id) => {
                    nodes.push((depth, reader.node(document.node(id), id == root)));
                    depth += 1;
                }
                kifu_tree::Step::Leave(id) if !is_empty(id) => {
                    let empty = document.forest().children(id).filter(|id| is_empty(*id));
                    for id in empty.filter(|id| !is_cut(*id)) {
                        nodes.push((depth, reader.node(document.node(id), false)));
                    }
                    depth -= 1;
                }
                _ => {}
            }
        }
        games.push((reader.here.game, reader.here.size, nodes));
    }
    games
}

/// Returns the offsets of variations without a node at which the file or the game ends without a
/// `)`.
pub(crate) fn cut_off(document: &Document) -> BTreeSet<u32> {
    let start = |id| document.node(id).span().map(|span| span.start);
    // Edits do not change the starts of games in the text.
    let games = document.games_in_text();
    let games: Vec<u32> = games.map(|(_, span)| span.start).collect();
    let nodes = document
        .roots()
        .flat_map(|root| document.forest().preorder(root));
    let empty = nodes.filter(|id| document.node(*id).is_empty_variation());
    let starts = empty.filter_map(start);
    let is_open = |at: &u32| {
        let next = games.iter().find(|game| *game > at);
        let end = next.map_or(document.text().len(), |next| *next as usize);
        !document.text()[*at as usize..end].contains(&b')')
    };
    starts.filter(is_open).collect()
}

/// Returns the contexts in which the games of a document are read.
pub(crate) fn contexts(document: &Document) -> Vec<GameContext> {
    let roots = document.roots();
    roots
        .map(|root| GameContext::of(document.node(root)))
        .collect()
}

struct Reader {
    here: GameContext,
    there: Option<GameContext>,
    charset: Charset,
}

/// A property: its name, its table entry, and its decoded values.
#[derive(Clone)]
struct Property {
    name: String,
    info: Option<&'static PropertyInfo>,
    values: Vec<String>,
    /// Whether the property gets the name of another one, which is left out.
    is_first: bool,
}

impl Reader {
    fn node(&self, node: NodeRef<'_>, is_root: bool) -> BTreeMap<String, Vec<String>> {
        let read: Vec<(String, Vec<String>)> = node
            .properties()
            .map(|property| {
                let values = property.values();
                let decoded = values.map(|v| self.charset.decode(v.raw()).text.into_owned());
                (named(property.ident()), decoded.collect())
            })
            .collect();
        // For each name, whether its first property has a value, so that no other property gets
        // that name.
        let mut names = BTreeMap::new();
        for (name, values) in &read {
            let info = lookup(name, &self.here, is_root);
            let needs_text = |info: &PropertyInfo| {
                needs_text(info.values.first) && info.values.count != ValueCount::EmptyOrList
            };
            let is_empty = values.first().is_none_or(String::is_empty);
            let is_malformed = |info: &PropertyInfo| {
                let raw = values.first().map(String::as_bytes).unwrap_or_default();
                !is_empty
                    && match info.values.first {
                        ValueKind::Number => value::number(raw).is_err(),
                        ValueKind::Real => value::real(raw).is_err(),
                        _ => false,
                    }
            };
            let has_value = if is_empty {
                !info.is_some_and(needs_text)
            } else {
                !info.is_some_and(is_malformed)
            };
            names.entry(name.clone()).or_insert(has_value);
        }
        let properties = read.into_iter();
        let mut properties: Vec<Property> = properties
            .filter_map(|(name, values)| self.property(name, values, is_root, &names))
            .collect();
        // A value under an alias takes precedence over an empty one.
        properties.sort_by_key(|property| !property.is_first);
        let is_go = self.here.game == GameType::GO;
        let keeps = |p: &Property| p.info.is_some_and(|info| info.merge == MergeRule::Keep);
        if is_go && !properties.iter().any(keeps) {
            self.read_as_of_today(&mut properties);
        }
        let mut content = BTreeMap::new();
        let mut setup = BTreeMap::new();
        let mut firsts = BTreeMap::new();
        let says = |p: &Property| p.name == "SZ" && !p.values[0].trim_ascii().is_empty();
        if let Some(size) = properties.iter().position(says) {
            // An empty size before another one is ignored.
            for void in properties[..size].iter_mut().filter(|p| p.name == "SZ") {
                void.info = None;
                void.values.remove(0);
            }
        }
        for property in &properties {
            self.add(property, &mut content, &mut setup, &mut firsts);
        }
        let setup = setup.into_iter().map(|(point, by)| format!("{by} {point}"));
        content.insert("setup".into(), setup.collect());
        for (name, values) in &mut content {
            // The order of several values does not matter, except for moves.
            if name != "moves" && name != "C" && name != "GC" {
                values.sort();
            }
        }
        for property in properties {
            // A point occurs in a list only once.
            if property.info.is_some_and(is_points) {
                content.entry(property.name).and_modify(Vec::dedup);
            }
        }
        content
    }

    /// Returns `None` for a property without meaning for the game, or a move without a value.
    fn property(
        &self,
        name: String,
        mut values: Vec<String>,
        is_root: bool,
        names: &BTreeMap<String, bool>,
    ) -> Option<Property> {
        let mut info = lookup(&name, &self.here, is_root);
        if values.is_empty() {
            if info.is_some_and(|info| info.values.first == ValueKind::Move) {
                return None;
            }
            values.push(String::new());
        }
        let is_this = |value: &String| {
            let number = value::number(value.as_bytes()).map(|read| read.value);
            number == Ok(self.here.game.0.into())
        };
        match name.as_str() {
            "CA" => return None,
            "FF" if is_root => return None,
            "GM" | "GK" | "XGM" | "XGK" if is_root && values.iter().any(is_this) => {
                // Further values do not fit, and have no meaning if they are empty.
                values.retain(|value| !is_this(value) && !value.is_empty());
                if values.is_empty() {
                    return None;
                }
                info = None;
            }
            _ => {}
        }
        let alias = info.and_then(|info| {
            let standard = lookup(info.alias?, &GameContext::default(), true)?;
            (standard.values == info.values && info.ident != "HD").then_some(standard.ident)
        });
        let alias = alias.filter(|alias| names.get(*alias) != Some(&true));
        let is_first = alias.is_some_and(|alias| names.contains_key(alias));
        let name = alias.map_or(name, str::to_owned);
        if name == "GM" && is_root {
            // A value that differs from the type of the record does not fit either.
            values.retain(|value| !value.is_empty());
            if values.is_empty() {
                return None;
            }
            info = None;
        }
        if let Some(there) = &self.there {
            let read = lookup(&name, there, is_root);
            let means = |info: &'static PropertyInfo| (info.name, info.values);
            let same = info.map(means) == read.map(means);
            if alias.is_none() && !same {
                info = None;
            }
        }
        Some(Property {
            name,
            info,
            values,
            is_first,
        })
    }

    /// Converts properties that differ in FF\[1\] and FF\[3\].
    fn read_as_of_today(&self, properties: &mut Vec<Property>) {
        let points_of = |value: &String| value::area(value.as_bytes(), self.here.size).ok();
        let mut letters = ('a'..='z').chain('A'..='Z');
        let mut unreadable = Vec::new();
        for property in properties.iter_mut().filter(|p| p.name == "L") {
            let (points, rest): (Vec<String>, Vec<String>) = property
                .values
                .iter()
                .cloned()
                .partition(|v| points_of(v).is_some());
            let points: Vec<Point> = points
                .iter()
                .filter_map(points_of)
                .flat_map(|area| area.value.points())
                .collect();
            if points.is_empty() {
                continue;
            }
            if points.len() > letters.clone().count() {
                break;
            }
            if !rest.is_empty() {
                let mut other = property.clone();
                other.values = rest;
                unreadable.push(other);
            }
            property.name = "LB".into();
            property.info = PropertyInfo::of_name("LB", &self.here);
            property.values = points
                .iter()
                .map(|&p| format!("{}:{}", written(p), letters.next().unwrap()))
                .collect();
        }
        properties.append(&mut unreadable);
        let komi = properties.iter().find(|p| p.name == "KM");
        let is_empty = komi.is_some_and(|p| p.info.is_some() && p.values[0].is_empty());
        let komi = komi.filter(|_| !is_empty);
        let mut stated = komi.map(|p| shown(value::komi(p.values.first()?)));
        for property in properties.iter_mut() {
            match property.name.as_str() {
                "M" => property.name = "MA".into(),
                "KI" => {
                    let [value] = property.values.as_slice() else {
                        continue;
                    };
                    let halves = value::number(value.as_bytes()).map(|r| i32::try_from(r.value));
                    let Ok(Ok(halves)) = halves else {
                        continue;
                    };
                    let points = (f64::from(halves) / 2.0).to_string();
                    property.is_first = is_empty && stated.is_none();
                    // If the record states another komi, the `KI` stays unchanged.
                    if stated.get_or_insert_with(|| Some(points.clone())).as_ref() != Some(&points)
                    {
                        continue;
                    }
                    property.name = "KM".into();
                    property.info = PropertyInfo::of_name("KM", &self.here);
                    property.values = vec![points];
                }
                "VW" if property
                    .info
                    .is_some_and(|i| !i.versions.intersects(Versions::FF4)) =>
                {
                    if let [a, b] = property.values.as_slice() {
                        let both = format!("{a}:{b}");
                        let corner =
                            |v: &String| value::point(v.as_bytes(), self.here.size).is_ok();
                        if corner(a) && corner(b) {
                            property.values = vec![both];
                        }
                    }
                }
                _ => {}
            }
        }
        properties.sort_by_key(|property| !property.is_first);
    }

    fn add(
        &self,
        property: &Property,
        content: &mut BTreeMap<String, Vec<String>>,
        setup: &mut BTreeMap<String, String>,
        firsts: &mut BTreeMap<String, Option<String>>,
    ) {
        let Property {
            name, info, values, ..
        } = property;
        let mut add =
            |name: &str, value: String| content.entry(name.to_owned()).or_default().push(value);
        // Data that does not fit the form of FF[4] can be under any unknown name.
        let also = format!("also {}", name.trim_start_matches('X'));
        let info = info.filter(|_| self.here.game == GameType::GO);
        let Some(info) = info else {
            values
                .iter()
                .for_each(|value| add(&also, text(value).into_owned()));
            return;
        };
        if info.merge == MergeRule::Keep {
            let texts: Vec<_> = values.iter().map(|value| text(value)).collect();
            add(name, texts.join("]["));
            return;
        }
        let is_move = matches!(name.as_str(), "B" | "W");
        let mut good = Vec::new();
        for (at, value) in values.iter().enumerate() {
            if value.is_empty() && needs_text(info.values.first) {
                continue;
            }
            let is_more = at > 0 && !info.values.is_list();
            if is_more || (!value.is_empty() && self.is_malformed(value, info)) {
                add(&also, text(value).into_owned());
            } else {
                good.push(value);
            }
        }
        let has_extra = values
            .iter()
            .any(|value| !value.is_empty() && self.is_malformed(value, info));
        if is_points(info) {
            let is_setup = matches!(name.as_str(), "AB" | "AW" | "AE");
            for value in &good {
                match value::area(value.as_bytes(), self.here.size) {
                    Ok(area) => {
                        for point in area.value.points().map(written) {
                            if is_setup {
                                setup.insert(point, name.clone());
                            } else {
                                add(name, point);
                            }
                        }
                    }
                    Err(_) => add(name, text(value).into_owned()),
                }
            }
            let may_be_empty = info.values.count == ValueCount::EmptyOrList;
            if !is_setup && (!good.is_empty() || (may_be_empty && !has_extra)) {
                add(name, "a list".into());
            }
            return;
        }
        let read: Vec<String> = good.iter().map(|value| self.value(value, info)).collect();
        match info.merge {
            MergeRule::Append => read.into_iter().for_each(|value| add(name, value)),
            MergeRule::Join => {
                let texts = content.entry(name.clone()).or_default();
                if let Some(read) = read.into_iter().next() {
                    match texts.first_mut() {
                        Some(first) => first.extend(["\n", &read]),
                        None => texts.push(read),
                    }
                }
            }
            _ if is_move => read
                .into_iter()
                .for_each(|one| add("moves", format!("{name} {one}"))),
            _ => {
                let read = read.into_iter().next();
                // Equal duplicates count once; of different ones the first counts.
                match firsts.get(name) {
                    None => {
                        if let Some(read) = &read {
                            add(name, read.clone());
                        }
                        firsts.insert(name.clone(), read);
                    }
                    Some(first) if *first == read => {}
                    Some(_) => good.iter().for_each(|v| add(&also, text(v).into_owned())),
                }
            }
        }
    }

    fn is_malformed(&self, value: &str, info: &PropertyInfo) -> bool {
        let (raw, size) = (value.as_bytes(), self.here.size);
        let is_point = matches!(info.values.first, ValueKind::Point | ValueKind::Stone);
        let error = match (info.values.first, info.values.second) {
            (_, Some(ValueKind::Point)) if is_point => value::line(raw, size).err(),
            (_, Some(_)) if is_point => value::label(raw, size).err(),
            (_, Some(_)) => None,
            (ValueKind::Number, _) => value::number(raw).err(),
            (ValueKind::Real, _) => value::real(raw).err(),
            (ValueKind::Double, _) => value::double(raw).err(),
            (ValueKind::Color, _) => value::color(raw).err(),
            (ValueKind::Size, _) => value::size(raw).err(),
            (ValueKind::Move, _) => value::action(raw, size).err(),
            _ if is_point => value::area(raw, size).err(),
            _ => None,
        };
        use kifu_sgf::value::ValueErrorKind::{OffBoard, Western};
        error.is_some_and(|error| !matches!(error.kind, OffBoard(..) | Western(_)))
    }

    fn value(&self, value: &str, info: &PropertyInfo) -> String {
        let size = self.here.size;
        let Some(second) = info.values.second else {
            return one(value, info.values.first, size);
        };
        match halves(value) {
            Some((a, b)) => format!(
                "{} : {}",
                one(a, info.values.first, size),
                one(b, second, size)
            ),
            None => format!("unread {}", text(value)),
        }
    }
}

/// Whether a value of this kind cannot be empty.
fn needs_text(kind: ValueKind) -> bool {
    use ValueKind::{Color, Handicap, Komi, Number, Point, Real, Size, Stone, Time};
    matches!(
        kind,
        Number | Real | Color | Size | Point | Stone | Komi | Handicap | Time
    )
}

fn named(ident: Ident<'_>) -> String {
    ident.significant().map(char::from).collect()
}

/// Whether the values are points and rectangles.
fn is_points(info: &PropertyInfo) -> bool {
    let points = matches!(info.values.first, ValueKind::Point | ValueKind::Stone);
    points && info.values.second.is_none() && info.values.is_list()
}

/// Returns the meaning of an identifier; the names that a dialect has for game info apply only in
/// roots.
fn lookup(name: &str, context: &GameContext, is_root: bool) -> Option<&'static PropertyInfo> {
    let info = PropertyInfo::of_name(name, context)?;
    let of_the_head = matches!(info.class, PropertyClass::Root | PropertyClass::GameInfo);
    if is_root || info.alias.is_none() || !of_the_head {
        return Some(info);
    }
    let mut everybodys = *context;
    everybodys.dialect = Dialect::Standard;
    PropertyInfo::of_name(name, &everybodys)
}

fn one(value: &str, kind: ValueKind, size: Size) -> String {
    let raw = value.as_bytes();
    let words = simple_text(value);
    let read = match kind {
        ValueKind::Number => shown(value::number(raw)),
        ValueKind::Real => shown(value::real(raw)),
        ValueKind::Double => shown(value::double(raw)),
        ValueKind::Color => shown(value::color(raw).map(|read| read.map(|color| color.letter()))),
        ValueKind::Size => shown(value::size(raw)),
        ValueKind::Point | ValueKind::Stone => {
            shown(value::point(raw, size).map(|read| read.map(written)))
        }
        ValueKind::Move => shown(
            value::action(raw, size)
                .map(|read| read.map(|action| action.point().map_or("pass".to_owned(), written))),
        ),
        ValueKind::Komi => shown(value::komi(&words)),
        ValueKind::Result => shown(value::result(&words)),
        ValueKind::Time => shown(value::time(&words)),
        ValueKind::Date => shown(value::dates(&words)),
        ValueKind::EraDate => shown(value::era_dates(&words)),
        ValueKind::Handicap => shown(value::handicap(&words)),
        ValueKind::OldHandicap => shown(value::old_handicap(&words)),
        ValueKind::Rank => shown(value::ranks(&words)),
        ValueKind::Overtime => shown(value::overtime(&words)),
        ValueKind::Rules => shown(value::rules(&words)),
        ValueKind::Figure => match value::figure(raw) {
            Ok(Parsed {
                value: Some(figure),
                ..
            }) => {
                let name = halves(value).map_or("", |(_, name)| name);
                Some(format!("{} : {}", figure.flags.0, simple_text(name)))
            }
            _ => None,
        },
        ValueKind::Application => {
            halves(value).map(|(a, b)| format!("{} : {}", simple_text(a), simple_text(b)))
        }
        _ => None,
    };
    let is_one_line =
        kind.is_text() && !matches!(kind, ValueKind::Text | ValueKind::Raw | ValueKind::Figure);
    let as_text = || {
        if is_one_line {
            words.clone().into_owned()
        } else {
            text(value).into_owned()
        }
    };
    // Certain values are compared by meaning, all others as text.
    read.unwrap_or_else(as_text)
}

/// Shows a value if its reading is certain.
fn shown<T: Display, E>(read: Result<Parsed<T>, E>) -> Option<String> {
    let read = read.ok()?;
    let certain = |how: &value::Leniency| how.sureness == value::Sureness::Certain;
    read.lenient
        .as_ref()
        .is_none_or(certain)
        .then(|| read.value.to_string())
}

fn halves(value: &str) -> Option<(&str, &str)> {
    let (first, _) = value::split(value.as_bytes())?;
    Some((&value[..first.len()], &value[first.len() + 1..]))
}

fn written(point: Point) -> String {
    PointLetters::of_point(point).unwrap().to_string()
}
