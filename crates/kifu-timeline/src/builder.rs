//! Collects events, in the order of their source.

use kifu_sgf::GameContext;
use kifu_sgf::properties::PropertyClass;
use kifu_span::{Code, Diagnostic, Span};
use kifu_tree::{Forest, NodeId, Place};

use crate::codes;
use crate::normal::{SWITCHES, normal};
use crate::record::{INITIAL, Kind, Record, key_of};
use crate::rule::{Idents, Rule};
use crate::strings::Strings;
use crate::timeline::{Timeline, assemble};
use crate::{Stamp, Time};

/// Collects the events of a recording and makes a [`Timeline`] of them.
///
/// Events can be given in any order of time. Those of one moment happen in the order they
/// are given; children of a node stand in the order they are added.
///
/// ```
/// use kifu_timeline::{Builder, Stamp, Time};
///
/// let second = |n| Some(Stamp::at(Time::from_secs(n)));
/// let mut builder = Builder::default();
/// let first = builder.add_node(None, second(0));
/// builder.put(first, "B", ["pd"], second(0));
/// builder.put(first, "C", ["a star point"], second(7));
/// let (timeline, findings) = builder.build();
/// assert!(findings.is_empty());
/// assert_eq!(timeline.at(Time::from_secs(3)).to_sgf(), "(;B[pd])");
/// assert_eq!(timeline.last().to_sgf(), "(;B[pd]C[a star point])");
/// ```
#[derive(Debug)]
pub struct Builder {
    pub(crate) nodes: Forest<()>,
    idents: Idents,
    written: Strings,
    records: Vec<Record>,
    place: Span,
    duration: Option<(Time, Span)>,
    found: Vec<Diagnostic>,
}

impl Default for Builder {
    /// For records of Go.
    fn default() -> Builder {
        Builder::new(GameContext::default())
    }
}

/// What a builder makes: the timeline, and what was wrong with the events, in the order of
/// their places.
pub type Built = (Timeline, Vec<Diagnostic>);

impl Builder {
    /// For a game whose root says how identifiers are to be understood.
    pub fn new(context: GameContext) -> Builder {
        Builder {
            nodes: Forest::new(),
            idents: Idents::new(context),
            written: Strings::default(),
            records: Vec::new(),
            place: Span::default(),
            duration: None,
            found: Vec::new(),
        }
    }

    /// Where the events that are given from here on stand in their source, for diagnostics.
    pub fn place(&mut self, place: Span) {
        self.place = place;
    }

    /// A node appears, as the last child of its parent, or in the first row without one.
    ///
    /// # Panics
    ///
    /// If the parent is not of this builder.
    pub fn add_node(&mut self, parent: Option<NodeId>, at: Option<Stamp>) -> NodeId {
        let node = match parent {
            Some(parent) => self.nodes.push_child(parent, ()),
            None => self.nodes.push_root(()),
        };
        self.push(Kind::AddNode, node, at, 0, &[]);
        node
    }

    /// A node appears right behind a sibling, or before all children of its parent.
    pub(crate) fn add_node_behind(
        &mut self,
        sibling: Option<NodeId>,
        parent: Option<NodeId>,
        at: Option<Stamp>,
    ) -> NodeId {
        let place = match (sibling, parent) {
            (Some(sibling), _) => Place::After(sibling),
            (None, Some(parent)) => Place::FirstChild(parent),
            (None, None) => Place::FirstRoot,
        };
        // No node of a builder is ever taken out of its forest.
        let added = self.nodes.insert(place, ());
        let node = added.unwrap_or_else(|_| self.nodes.push_root(()));
        self.push(Kind::AddNode, node, at, 0, &[]);
        node
    }

    /// A property is given values, as SGF writes them between brackets: a list takes up
    /// those it lacks, a comment grows, anything else is replaced.
    ///
    /// The identifier is in capitals. Without a value nothing happens, nor with a property
    /// of the root, such as `SZ`: a recording continues a game that has one.
    pub fn put<'v>(
        &mut self,
        node: NodeId,
        ident: &str,
        values: impl IntoIterator<Item = &'v str>,
        at: Option<Stamp>,
    ) {
        let values: Vec<&str> = values.into_iter().collect();
        let Some(number) = self.number(ident) else {
            return;
        };
        let mut report = |code: &Code| {
            let message = format!("{ident} does not belong into a recording");
            self.found.push(code.at(self.place, message));
        };
        match self.idents.get(number).class {
            Some(PropertyClass::Root) => return report(&codes::ROOT_PROPERTY),
            Some(PropertyClass::GameInfo) => report(&codes::GAME_INFO),
            _ => {}
        }
        if !values.is_empty() {
            self.push(Kind::Put, node, at, number, &values);
        }
    }

    /// Values of a property go, and the property with the last of a list; all of it if
    /// there are none given.
    pub fn remove<'v>(
        &mut self,
        node: NodeId,
        ident: &str,
        values: impl IntoIterator<Item = &'v str>,
        at: Option<Stamp>,
    ) {
        let values: Vec<&str> = values.into_iter().collect();
        if let Some(number) = self.number(ident) {
            self.push(Kind::Remove, node, at, number, &values);
        }
    }

    /// A node goes, and all below it.
    pub fn remove_node(&mut self, node: NodeId, at: Option<Stamp>) {
        self.push(Kind::RemoveNode, node, at, 0, &[]);
    }

    /// The viewer is asked for something; `N` is to show this node.
    pub fn trigger(&mut self, node: NodeId, name: &str, at: Option<Stamp>) {
        let value = self.written.push(&name.replace(SWITCHES, ""));
        self.push(Kind::Trigger, node, at, 0, &[]);
        if let Some(record) = self.records.last_mut() {
            (record.first, record.count) = (value, 1);
        }
    }

    /// How long the recording is; else it ends with its last event.
    pub fn duration(&mut self, duration: Time) {
        self.duration = Some((duration, self.place));
    }

    /// What new values of a property come to.
    pub(crate) fn rule(&mut self, ident: &str) -> Rule {
        let number = self.idents.number(ident);
        self.idents.get(number).rule
    }

    /// The number of an identifier, if it is one.
    fn number(&mut self, ident: &str) -> Option<u32> {
        let is_capital = |b: u8| b.is_ascii_uppercase() || b.is_ascii_digit();
        if ident.starts_with(|c: char| c.is_ascii_uppercase()) && ident.bytes().all(is_capital) {
            return Some(self.idents.number(ident));
        }
        let message = format!("`{ident}` is no identifier in capitals");
        self.found
            .push(codes::BAD_IDENTIFIER.at(self.place, message));
        None
    }

    fn push(&mut self, kind: Kind, node: NodeId, at: Option<Stamp>, ident: u32, values: &[&str]) {
        let first = self.written.len();
        for value in values {
            if value.contains(SWITCHES) {
                let message = codes::CHARSET_SWITCH.summary;
                self.found
                    .push(codes::CHARSET_SWITCH.at(self.place, message));
            }
            self.written.push(&normal(value));
        }
        let (time, counter) = key_of(at);
        self.records.push(Record {
            time,
            counter,
            node: node.index() as u32,
            ident,
            first,
            count: values.len() as u32,
            place: self.place,
            kind,
            ignored: false,
        });
    }

    /// The timeline of what was collected, and what was wrong with it.
    pub fn build(mut self) -> Built {
        let mut found = std::mem::take(&mut self.found);
        self.mend_order(&mut found);
        // Stable, so that events of one moment stay in order.
        self.records.sort_by_key(Record::key);
        let last = self.records.last().and_then(Record::stamp);
        let end = last.map_or(Time::ZERO, |last| last.time.max(Time::ZERO));
        let duration = match self.duration {
            Some((declared, place)) if declared < end => {
                let message = format!("the recording ends at {declared}, but goes on to {end}");
                found.push(codes::AFTER_END.at(place, message));
                end
            }
            Some((declared, _)) => declared,
            None => end,
        };
        let timeline = assemble(
            self.nodes,
            self.idents,
            self.written,
            self.records,
            duration,
            &mut found,
        );
        found.sort_by_key(|diagnostic| diagnostic.span);
        (timeline, found)
    }

    /// Nothing happens to what is not there yet.
    fn mend_order(&mut self, found: &mut Vec<Diagnostic>) {
        let mut born: Vec<(i64, u32)> = Vec::with_capacity(self.nodes.id_count());
        for record in &mut self.records {
            let mut report = |code: &Code, message: String| {
                found.push(code.at(record.place, message));
            };
            if record.time < 0 && !record.is_initial() {
                let message = format!("{} is before the start", Time::from_nanos(record.time));
                report(&codes::NEGATIVE_TIME, message);
            }
            let is_node = record.kind == Kind::AddNode;
            let above = match NodeId::from_index(record.node as usize) {
                Some(node) if is_node => self.nodes.parent(node),
                node => node,
            };
            let floor = above.map_or((INITIAL, 0), |above| born[above.index()]);
            if record.key() < floor {
                let code = match (record.is_initial(), is_node) {
                    (true, true) => &codes::UNTIMED_NODE,
                    (true, false) => &codes::UNTIMED_PROPERTY,
                    (false, true) => &codes::BEFORE_PARENT,
                    (false, false) => &codes::BEFORE_NODE,
                };
                report(code, code.summary.to_owned());
                (record.time, record.counter) = floor;
            }
            if is_node {
                born.push(record.key());
            }
        }
    }
}
