//! Collects events, in the order of their source.

use std::borrow::Cow;

use kifu_sgf::GameContext;
use kifu_sgf::properties::PropertyClass;
use kifu_span::{Code, Diagnostic, Span};
use kifu_tree::{Forest, NodeId, Place};

use crate::codes;
use crate::normal::{SWITCHES, normal};
use crate::record::{INITIAL, MAX_IDENTS, Record, RecordKind, key_of};
use crate::rule::{Idents, Rule};
use crate::strings::Strings;
use crate::timeline::{Timeline, assemble};
use crate::{Stamp, Time};

/// Collects the events of a recording and builds a [`Timeline`] from them.
///
/// Events can be added in any order of time. Events at the same moment happen in the order in which they are
/// added; the children of a node are in the order in which they are added.
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
    /// Creates a builder for records of Go.
    fn default() -> Builder {
        Builder::new(GameContext::default())
    }
}

/// The result of [`Builder::build`]: the timeline, and the findings in the order of their spans.
pub type BuiltTimeline = (Timeline, Vec<Diagnostic>);

impl Builder {
    /// Creates a builder for a game whose root determines the meaning of identifiers.
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

    /// Reserves space for this many additional nodes, most of them with one property. A recording of known size then
    /// needs less memory while it is built.
    pub fn reserve(&mut self, nodes: usize) {
        self.nodes.reserve_exact(nodes);
        self.written.reserve(nodes);
        self.records.reserve_exact(nodes.saturating_mul(2));
    }

    /// Sets the span of the following events in their source, for diagnostics.
    pub fn place(&mut self, place: Span) {
        self.place = place;
    }

    /// Adds a node as the last child of its parent, or as the last root.
    ///
    /// # Panics
    ///
    /// Panics if the parent is not a node of this builder.
    pub fn add_node(&mut self, parent: Option<NodeId>, at: Option<Stamp>) -> NodeId {
        let node = match parent {
            Some(parent) => self.nodes.push_child(parent, ()),
            None => self.nodes.push_root(()),
        };
        self.push(RecordKind::AddNode, node, at, 0, None);
        node
    }

    /// Adds a node right after a sibling, or as the first child of its parent.
    pub(crate) fn add_node_after(
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
        // Nodes are never removed from the forest of a builder.
        let added = self.nodes.insert(place, ());
        let node = added.unwrap_or_else(|_| self.nodes.push_root(()));
        self.push(RecordKind::AddNode, node, at, 0, None);
        node
    }

    /// Adds values to a property, in the syntax of SGF values: a list takes the values that it lacks, a comment
    /// is extended, and any other property is replaced.
    ///
    /// The identifier is in capitals. The call has no effect without a value, or for root properties such as
    /// `SZ`, because a recording continues a game that has them.
    pub fn put<'v>(
        &mut self,
        node: NodeId,
        ident: &str,
        values: impl IntoIterator<Item = &'v str>,
        at: Option<Stamp>,
    ) {
        let Some(number) = self.number(ident) else {
            return;
        };
        let mut report = |code: &'static Code| {
            let message = format!("{ident} does not belong in a recording");
            self.found.push(code.at(self.place, message));
        };
        match self.idents.get(number).class {
            Some(PropertyClass::Root) => return report(codes::ROOT_PROPERTY),
            Some(PropertyClass::GameInfo) => report(codes::GAME_INFO),
            _ => {}
        }
        let first = self.push_values(values);
        if first.is_some() {
            self.push(RecordKind::Put, node, at, number, first);
        }
    }

    /// Removes values of a property, and the property with the last value of a list. Without values, removes
    /// the whole property.
    pub fn remove<'v>(
        &mut self,
        node: NodeId,
        ident: &str,
        values: impl IntoIterator<Item = &'v str>,
        at: Option<Stamp>,
    ) {
        if let Some(number) = self.number(ident) {
            let first = self.push_values(values);
            self.push(RecordKind::Remove, node, at, number, first);
        }
    }

    /// Removes a node and its descendants.
    pub fn remove_node(&mut self, node: NodeId, at: Option<Stamp>) {
        self.push(RecordKind::RemoveNode, node, at, 0, None);
    }

    /// Adds a trigger, which is an instruction to the viewer; the trigger `N` shows this node.
    pub fn trigger(&mut self, node: NodeId, name: &str, at: Option<Stamp>) {
        let first = self.written.push(&name.replace(SWITCHES, ""));
        self.written.end_list();
        self.push(RecordKind::Trigger, node, at, 0, Some(first));
    }

    /// Sets the length of the recording; by default it ends with its last event.
    pub fn duration(&mut self, duration: Time) {
        self.duration = Some((duration, self.place));
    }

    /// The effect of new values of a property.
    pub(crate) fn rule(&mut self, ident: &str) -> Rule {
        let number = self.idents.number(ident);
        self.idents.get(number).rule
    }

    /// The number of an identifier, if it is valid.
    fn number(&mut self, ident: &str) -> Option<u32> {
        let is_capital = |b: u8| b.is_ascii_uppercase() || b.is_ascii_digit();
        let is_valid =
            ident.starts_with(|c: char| c.is_ascii_uppercase()) && ident.bytes().all(is_capital);
        if is_valid && (self.idents.len() < MAX_IDENTS || self.idents.find(ident).is_some()) {
            return Some(self.idents.number(ident));
        }
        let message = if is_valid {
            format!("`{ident}` is one identifier too many")
        } else {
            format!("`{ident}` is not an identifier in capitals")
        };
        self.found
            .push(codes::BAD_IDENTIFIER.at(self.place, message));
        None
    }

    /// Adds values, and returns the number of the first one, if there is one.
    fn push_values<'v>(&mut self, values: impl IntoIterator<Item = &'v str>) -> Option<u32> {
        let first = self.written.len();
        for value in values {
            let normal = normal(value);
            // A switch is one of the bytes that `normal` changes.
            if matches!(normal, Cow::Owned(_)) && value.contains(SWITCHES) {
                let message = codes::CHARSET_SWITCH.summary;
                self.found
                    .push(codes::CHARSET_SWITCH.at(self.place, message));
            }
            self.written.push(&normal);
        }
        self.written.end_list();
        (first < self.written.len()).then_some(first)
    }

    /// Adds an event, whose values start with `first`.
    fn push(
        &mut self,
        kind: RecordKind,
        node: NodeId,
        at: Option<Stamp>,
        ident: u32,
        first: Option<u32>,
    ) {
        let (node, place) = (node.index() as u32, self.place);
        self.records
            .push(Record::new(kind, node, key_of(at), ident, first, place));
    }

    /// Builds the timeline, and returns it with the findings.
    pub fn build(mut self) -> BuiltTimeline {
        let mut found = std::mem::take(&mut self.found);
        self.fix_order(&mut found);
        // A stable sort keeps events of the same moment in order.
        self.records.sort_by_key(Record::key);
        let last = self.records.last().and_then(Record::stamp);
        let end = last.map_or(Time::ZERO, |last| last.time.max(Time::ZERO));
        let duration = match self.duration {
            Some((declared, place)) if declared < end => {
                let message =
                    format!("the recording ends at {declared}, but its last event is at {end}");
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
        kifu_span::sort_by_span(&mut found);
        (timeline, found)
    }

    /// Reports events that come too early. Moves an event before the appearance of its node, and the appearance of a
    /// node before that of its parent, to the earliest possible time.
    fn fix_order(&mut self, found: &mut Vec<Diagnostic>) {
        let mut born: Vec<(i64, u32)> = Vec::with_capacity(self.nodes.id_count());
        for record in &mut self.records {
            let mut report = |code: &'static Code, message: String| {
                found.push(code.at(record.place, message));
            };
            if record.time < 0 && !record.is_initial() {
                let message = format!("{} is before the start", Time::from_nanos(record.time));
                report(codes::NEGATIVE_TIME, message);
            }
            let is_node = record.kind() == RecordKind::AddNode;
            let above = match NodeId::from_index(record.node as usize) {
                Some(node) if is_node => self.nodes.parent(node),
                node => node,
            };
            let floor = above.map_or((INITIAL, 0), |above| born[above.index()]);
            if record.key() < floor {
                let code = match (record.is_initial(), is_node) {
                    (true, true) => codes::UNTIMED_NODE,
                    (true, false) => codes::UNTIMED_PROPERTY,
                    (false, true) => codes::BEFORE_PARENT,
                    (false, false) => codes::BEFORE_NODE,
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
