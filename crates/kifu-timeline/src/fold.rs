//! Computes the values of each node over time, in one pass over its events.

use std::collections::HashMap;

use kifu_sgf::value::Area;
use kifu_span::{Code, Diagnostic, Span};

use crate::codes;
use crate::history::{Entry, Histories, PropertyState};
use crate::record::{Record, RecordKind};
use crate::rule::{Idents, Rule, area, label_key, minus, missing, overlap, points_of};
use crate::strings::Strings;

/// Computes the histories of nodes, one after another.
pub(crate) struct Fold<'a> {
    written: &'a Strings,
    idents: &'a Idents,
    out: Histories,
    /// The properties of the current node, of which the first `used` are valid.
    props: Vec<Property<'a>>,
    used: usize,
    /// The index of each identifier's property in `props`.
    slots: Vec<Option<u32>>,
    /// Conflicts that a removal at the same time can still resolve.
    pending: Vec<Pending>,
    pub(crate) found: Vec<Diagnostic>,
}

struct Pending {
    ident: u32,
    area: Option<Area>,
    diagnostic: Diagnostic,
}

/// An event that changes a property.
struct PropertyEvent {
    is_initial: bool,
    /// The number of its first value, and the number of its values.
    first: u32,
    count: u32,
    place: Span,
}

/// A property of the current node.
#[derive(Default)]
struct Property<'a> {
    ident: u32,
    now: CurrentValue,
    /// The number of events before the property last appeared.
    since: u32,
    /// Whether an initial event gave the property values.
    is_initial: bool,
    list: List<'a>,
}

/// The current value of a property.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum CurrentValue {
    #[default]
    Absent,
    /// A single value.
    One(u32),
    /// A joined text that starts at this offset.
    Text(usize),
    /// The live entries of the list.
    Listed,
}

/// The entries of a list from some moment on, live and dead.
#[derive(Default)]
struct List<'a> {
    /// The number of events before that moment.
    from: u32,
    entries: Vec<Entry>,
    dead: usize,
    /// The position that the next new entry gets.
    places: u32,
    /// Live rectangles and points; no two overlap.
    areas: Vec<(Area, u32)>,
    /// Live entries that are not points, by the text that identifies them.
    keyed: HashMap<&'a str, u32>,
    /// The values of the only event that contributed to the list, as long as there is only one.
    sole: Option<(u32, u32)>,
}

impl<'a> Fold<'a> {
    pub(crate) fn new(written: &'a Strings, idents: &'a Idents) -> Fold<'a> {
        Fold {
            written,
            idents,
            out: Histories::new(written.len()),
            props: Vec::new(),
            used: 0,
            slots: vec![None; idents.len()],
            pending: Vec::new(),
            found: Vec::new(),
        }
    }

    /// Processes the events of the next node, each with its rank, in order. `continued` is the rank at which the node
    /// gets its first child.
    pub(crate) fn node(&mut self, events: impl Iterator<Item = (u32, Record)>, continued: u32) {
        let mut time = None;
        for (rank, record) in events {
            if time != Some(record.time) {
                time = Some(record.time);
                self.found
                    .extend(self.pending.drain(..).map(|pending| pending.diagnostic));
            }
            let (ident, from) = (record.ident(), rank + 1);
            let values = record.values(self.written);
            let event = PropertyEvent {
                is_initial: record.is_initial(),
                first: values.start,
                count: values.len() as u32,
                place: record.place,
            };
            match record.kind() {
                RecordKind::Put => self.put(ident, &event, from, rank >= continued),
                RecordKind::Remove => self.remove(ident, &event, from),
                RecordKind::AddNode | RecordKind::RemoveNode | RecordKind::Trigger => {}
            }
        }
        self.found
            .extend(self.pending.drain(..).map(|pending| pending.diagnostic));
        self.finish();
    }

    /// Processes the next node if all that happens in it is that a property gets its only value. Returns whether this
    /// was so.
    pub(crate) fn simple_node(&mut self, rank: u32, record: &Record) -> bool {
        let is_simple = record.kind() == RecordKind::Put
            && self.idents.get(record.ident()).rule == Rule::Replace
            && record.values(self.written).len() == 1;
        if is_simple {
            self.out.simple_node(record.ident(), rank + 1);
        }
        is_simple
    }

    pub(crate) fn done(self) -> (Histories, Vec<Diagnostic>) {
        (self.out, self.found)
    }

    fn report(&mut self, code: &'static Code, place: Span, message: String) {
        self.found.push(code.at(place, message));
    }

    fn name(&self, ident: u32) -> &'a str {
        &self.idents.get(ident).name
    }

    /// The index of a property of the current node; adds the property if necessary.
    fn prop(&mut self, ident: u32) -> usize {
        if let Some(slot) = self.slots[ident as usize] {
            return slot as usize;
        }
        let index = self.used;
        if index == self.props.len() {
            self.props.push(Property::default());
        }
        self.used += 1;
        self.slots[ident as usize] = Some(index as u32);
        self.props[index].reset(ident);
        self.out.start_property(ident);
        index
    }

    fn finish(&mut self) {
        for index in 0..self.used {
            self.close(index);
            self.slots[self.props[index].ident as usize] = None;
        }
        self.used = 0;
        self.out.finish_node();
    }

    // ---- adding values ----

    fn put(&mut self, ident: u32, event: &PropertyEvent, from: u32, continued: bool) {
        let index = self.prop(ident);
        let meaning = self.idents.get(ident);
        if event.is_initial {
            if self.props[index].is_initial {
                let message = format!("{} occurs twice in the initial content", meaning.name);
                self.report(codes::INITIAL_REPEATED, event.place, message);
            }
            self.props[index].is_initial = true;
        }
        if !meaning.rule.is_list() && event.count > 1 {
            let message = format!(
                "{} values for {}, which takes one",
                event.count, meaning.name
            );
            self.report(codes::SEVERAL_VALUES, event.place, message);
        }
        if meaning.group.is_some() {
            self.exclude(ident, event, from);
        }
        match meaning.rule {
            Rule::Replace => self.replace(index, event, from, continued),
            Rule::Join => self.join(index, event, from),
            rule => self.extend(index, rule, event, from),
        }
    }

    fn replace(&mut self, index: usize, event: &PropertyEvent, from: u32, continued: bool) {
        let name = self.name(self.props[index].ident);
        if let CurrentValue::One(old) = self.props[index].now {
            let (old, new) = (self.written.get(old), self.written.get(event.first));
            if continued && matches!(name, "B" | "W") && old != new {
                let message = format!(
                    "{name}[{old}] is replaced by {name}[{new}] after play continued from it"
                );
                self.report(codes::MOVE_CHANGED, event.place, message);
            }
        }
        let prop = &mut self.props[index];
        prop.appear(from);
        prop.now = CurrentValue::One(event.first);
        let state = PropertyState::Written {
            first: event.first,
            count: 1,
        };
        self.out.step(index, from, prop.since, state);
    }

    fn join(&mut self, index: usize, event: &PropertyEvent, from: u32) {
        let prop = &mut self.props[index];
        prop.appear(from);
        let chunks = (event.first..event.first + event.count).map(|v| self.written.get(v));
        let state = match prop.now {
            CurrentValue::Absent if event.count == 1 => {
                prop.now = CurrentValue::One(event.first);
                PropertyState::Written {
                    first: event.first,
                    count: 1,
                }
            }
            now => {
                let start = match now {
                    CurrentValue::Text(start) => start,
                    _ => self.out.joined.len(),
                };
                if let CurrentValue::One(value) = now {
                    self.out.joined.push_str(self.written.get(value));
                }
                chunks.for_each(|chunk| self.out.joined.push_str(chunk));
                prop.now = CurrentValue::Text(start);
                self.out.joined_from(start)
            }
        };
        self.out.step(index, from, prop.since, state);
    }

    fn extend(&mut self, index: usize, rule: Rule, event: &PropertyEvent, from: u32) {
        let replaces = rule == Rule::Private && event.count == 1;
        let is_new = replaces || self.props[index].now != CurrentValue::Listed;
        if is_new {
            self.close(index);
            let prop = &mut self.props[index];
            prop.appear(from);
            prop.now = CurrentValue::Listed;
            prop.list.start(from);
        }
        // As long as no other event contributes to the list, it has the values as written.
        let mut all_taken = is_new;
        self.props[index].list.sole = None;
        for value in event.first..event.first + event.count {
            all_taken &= self.add(index, rule, value, event, from);
        }
        if all_taken && self.props[index].list.dead == 0 {
            self.props[index].list.sole = Some((event.first, event.count));
        }
        self.compact(index, from);
    }

    /// Adds a value to a list; returns whether the list had no part of the value before.
    fn add(
        &mut self,
        index: usize,
        rule: Rule,
        value: u32,
        event: &PropertyEvent,
        from: u32,
    ) -> bool {
        let text = self.written.get(value);
        let list = &mut self.props[index].list;
        if rule.is_elist() && (text.is_empty() || list.keyed.contains_key("")) && list.live() > 0 {
            if text.is_empty() && list.keyed.contains_key("") {
                self.already_there(index, text, event);
                return false;
            }
            list.kill_all(from);
        }
        if let Some(new) = area(text).filter(|_| matches!(rule, Rule::Points { .. })) {
            return self.add_area(index, new, value, event, from);
        }
        let key = match rule {
            Rule::Labels => label_key(text),
            _ => text,
        };
        let Some(&old) = list.keyed.get(key) else {
            let entry = list.push(value, from);
            list.keyed.insert(key, entry);
            return true;
        };
        let old_value = list.entries[old as usize].value;
        if rule == Rule::Labels && self.out.value(self.written, old_value) != text {
            let entry = list.replace(old, value, from);
            list.keyed.insert(key, entry);
            let message = format!("{key} already has a label; the new one replaces it");
            self.report(codes::LABEL_REPLACED, event.place, message);
        } else {
            self.already_there(index, text, event);
        }
        false
    }

    fn already_there(&mut self, index: usize, text: &str, event: &PropertyEvent) {
        let name = self.name(self.props[index].ident);
        let message = format!("{name} already has {text}");
        self.report(codes::ALREADY_THERE, event.place, message);
    }

    fn add_area(
        &mut self,
        index: usize,
        new: Area,
        value: u32,
        event: &PropertyEvent,
        from: u32,
    ) -> bool {
        let list = &mut self.props[index].list;
        if !list.areas.iter().any(|(there, _)| overlap(new, *there)) {
            let entry = list.push(value, from);
            list.areas.push((new, entry));
            return true;
        }
        for part in missing(new, list.areas.iter().map(|(there, _)| *there)) {
            let entry = list.push(self.out.derive(&part.to_string()), from);
            list.areas.push((part, entry));
        }
        self.already_there(index, self.written.get(value), event);
        false
    }

    // ---- properties that exclude each other ----

    fn exclude(&mut self, ident: u32, event: &PropertyEvent, from: u32) {
        let is_by_point = self.idents.get(ident).excludes_points();
        for other in self.idents.excluded(ident) {
            let Some(index) = self.slots[other as usize].map(|slot| slot as usize) else {
                continue;
            };
            if self.props[index].now == CurrentValue::Absent {
                continue;
            }
            if !is_by_point {
                self.vanish(index, from);
                self.conflict(ident, other, None, event);
                continue;
            }
            for value in event.first..event.first + event.count {
                let Some(area) = area(self.written.get(value)) else {
                    continue;
                };
                if self.cut(index, area, from) > 0 {
                    self.conflict(ident, other, Some(area), event);
                }
            }
            self.settle(index, from);
        }
    }

    fn conflict(&mut self, ident: u32, other: u32, area: Option<Area>, event: &PropertyEvent) {
        let (name, other_name) = (self.name(ident), self.name(other));
        let (message, removed) = match area {
            Some(area) => (
                format!("{name}[{area}] contradicts {other_name} on the same points"),
                format!("{area} were removed from {other_name}"),
            ),
            None => (
                format!("{name} in a node that already has {other_name}"),
                format!("{other_name} were removed"),
            ),
        };
        let diagnostic = codes::CONFLICT
            .at(event.place, message)
            .with_help(format!("read as if {removed}"));
        self.pending.push(Pending {
            ident: other,
            area,
            diagnostic,
        });
    }

    // ---- removing ----

    fn remove(&mut self, ident: u32, event: &PropertyEvent, from: u32) {
        if event.is_initial {
            let message = format!("{} is removed from the initial content", self.name(ident));
            self.report(codes::INITIAL_REMOVAL, event.place, message);
        }
        if event.count == 0 {
            let resolved = self.resolve(ident, None);
            match self.slots[ident as usize].map(|slot| slot as usize) {
                Some(index) if self.props[index].now != CurrentValue::Absent => {
                    self.vanish(index, from)
                }
                _ if resolved => {}
                _ => self.not_there(ident, None, event),
            }
            return;
        }
        let is_there =
            |fold: &Fold<'_>, index: &usize| fold.props[*index].now != CurrentValue::Absent;
        let slot = self.slots[ident as usize].map(|slot| slot as usize);
        let index = slot.filter(|index| is_there(self, index));
        for value in event.first..event.first + event.count {
            let removed = index.is_some_and(|index| self.take(index, value, event, from));
            let area = area(self.written.get(value));
            if !removed && !self.resolve(ident, area) {
                self.not_there(ident, Some(value), event);
            }
        }
        if let Some(index) = index {
            self.settle(index, from);
        }
    }

    /// Removes a value from a property; returns whether the property had the whole value.
    fn take(&mut self, index: usize, value: u32, event: &PropertyEvent, from: u32) -> bool {
        let prop = &mut self.props[index];
        let rule = self.idents.get(prop.ident).rule;
        let text = self.written.get(value);
        if !rule.is_list() {
            let same = match prop.now {
                CurrentValue::Absent | CurrentValue::Listed => false,
                CurrentValue::One(now) => self.written.get(now) == text,
                CurrentValue::Text(start) => self.out.joined[start..] == *text,
            };
            if same && event.count == 1 {
                self.vanish(index, from);
                return true;
            }
            return false;
        }
        if let Some(area) = area(text).filter(|_| matches!(rule, Rule::Points { .. })) {
            return self.cut(index, area, from) == points_of(area);
        }
        let list = &mut prop.list;
        let key = match rule {
            Rule::Labels => label_key(text),
            _ => text,
        };
        let Some(&entry) = list.keyed.get(key) else {
            return false;
        };
        let there = self
            .out
            .value(self.written, list.entries[entry as usize].value);
        if key != text && there != text {
            return false;
        }
        list.keyed.remove(key);
        list.kill(entry, from);
        true
    }

    /// Drops the conflicts that a removal resolves; returns whether there were any.
    fn resolve(&mut self, ident: u32, area: Option<Area>) -> bool {
        let before = self.pending.len();
        self.pending.retain(|pending| {
            let touches = match (pending.area, area) {
                (Some(a), Some(b)) => overlap(a, b),
                _ => true,
            };
            pending.ident != ident || !touches
        });
        self.pending.len() < before
    }

    fn not_there(&mut self, ident: u32, value: Option<u32>, event: &PropertyEvent) {
        let name = self.name(ident);
        let message = match value.map(|value| self.written.get(value)) {
            Some(text) => format!("{name} does not have {text} at this time"),
            None => format!("the node does not have {name} at this time"),
        };
        self.report(codes::NOT_THERE, event.place, message);
    }

    /// Removes the points of a rectangle from a list; returns the number of points removed.
    fn cut(&mut self, index: usize, without: Area, from: u32) -> usize {
        let list = &mut self.props[index].list;
        let mut points = 0;
        let mut at = 0;
        while let Some(&(there, entry)) = list.areas.get(at) {
            if !overlap(there, without) {
                at += 1;
                continue;
            }
            list.areas.swap_remove(at);
            list.kill(entry, from);
            points += points_of(there);
            for part in minus(there, without) {
                points -= points_of(part);
                let place = list.entries[entry as usize].place;
                let entry = list.push_at(place, self.out.derive(&part.to_string()), from);
                list.areas.push((part, entry));
            }
        }
        points
    }

    /// Called after values were removed: removes a list without values.
    fn settle(&mut self, index: usize, from: u32) {
        let prop = &self.props[index];
        if prop.now != CurrentValue::Listed {
            return;
        }
        if prop.list.live() == 0 {
            self.vanish(index, from);
        } else {
            self.compact(index, from);
        }
    }

    fn vanish(&mut self, index: usize, from: u32) {
        self.close(index);
        self.props[index].now = CurrentValue::Absent;
        self.out.step(index, from, 0, PropertyState::Absent);
    }

    /// Starts a new list once most entries are dead, so that reading it takes time in proportion to the live
    /// ones.
    fn compact(&mut self, index: usize, from: u32) {
        /// The number of additional dead entries that cost less than a new list.
        const MAX_DEAD: usize = 8;
        let list = &mut self.props[index].list;
        if list.dead <= list.live() + MAX_DEAD {
            return;
        }
        self.close(index);
        self.props[index].list.restart(from);
    }

    /// Stores the list, if the property currently is one.
    fn close(&mut self, index: usize) {
        let prop = &mut self.props[index];
        if prop.now != CurrentValue::Listed {
            return;
        }
        let list = &prop.list;
        let state = match list.sole {
            Some((first, count)) => PropertyState::Written { first, count },
            None => self.out.listed(&list.entries),
        };
        self.out.step(index, list.from, prop.since, state);
    }
}

impl Property<'_> {
    fn reset(&mut self, ident: u32) {
        self.ident = ident;
        self.now = CurrentValue::Absent;
        self.is_initial = false;
    }

    fn appear(&mut self, from: u32) {
        if self.now == CurrentValue::Absent {
            self.since = from;
        }
    }
}

impl List<'_> {
    fn start(&mut self, from: u32) {
        self.from = from;
        self.entries.clear();
        self.dead = 0;
        self.places = 0;
        self.areas.clear();
        forget(&mut self.keyed);
        self.sole = None;
    }

    fn live(&self) -> usize {
        self.areas.len() + self.keyed.len()
    }

    fn push(&mut self, value: u32, from: u32) -> u32 {
        self.places += 1;
        self.push_at(self.places - 1, value, from)
    }

    fn push_at(&mut self, place: u32, value: u32, from: u32) -> u32 {
        self.entries.push(Entry {
            value,
            place,
            born: from,
            died: u32::MAX,
        });
        self.entries.len() as u32 - 1
    }

    fn replace(&mut self, old: u32, value: u32, from: u32) -> u32 {
        self.kill(old, from);
        self.push_at(self.entries[old as usize].place, value, from)
    }

    fn kill(&mut self, entry: u32, from: u32) {
        self.entries[entry as usize].died = from;
        self.dead += 1;
        self.sole = None;
    }

    fn kill_all(&mut self, from: u32) {
        let areas = self.areas.drain(..).map(|(_, entry)| entry);
        let all: Vec<u32> = areas.chain(self.keyed.values().copied()).collect();
        forget(&mut self.keyed);
        for entry in all {
            self.kill(entry, from);
        }
    }

    /// Starts the list again at `from`: removes the dead entries, and renumbers the others in order.
    fn restart(&mut self, from: u32) {
        let mut order: Vec<u32> = (0..self.entries.len() as u32)
            .filter(|entry| self.entries[*entry as usize].died == u32::MAX)
            .collect();
        order.sort_by_key(|entry| self.entries[*entry as usize].place);
        let mut renamed = vec![0; self.entries.len()];
        for (new, old) in order.iter().enumerate() {
            renamed[*old as usize] = new as u32;
        }
        let live = order.iter().zip(0..).map(|(old, place)| Entry {
            place,
            born: from,
            ..self.entries[*old as usize]
        });
        self.entries = live.collect();
        for (_, entry) in &mut self.areas {
            *entry = renamed[*entry as usize];
        }
        for entry in self.keyed.values_mut() {
            *entry = renamed[*entry as usize];
        }
        self.from = from;
        self.dead = 0;
        self.places = self.entries.len() as u32;
        self.sole = None;
    }
}

/// Clears a map. Frees a large one, since clearing a large capacity for each of many small lists takes long.
fn forget(map: &mut HashMap<&str, u32>) {
    const LARGE: usize = 64;
    if map.capacity() > LARGE {
        *map = HashMap::new();
    } else {
        map.clear();
    }
}
