//! Laws that hold for any events. The tests check them on scripts, and the fuzzer includes this file.

use std::collections::{BTreeMap, BTreeSet};

use kifu_core::Size;
use kifu_sgf::{NodeRef, value};
use kifu_timeline::{
    Builder, Change, Control, Direction, EventKind, NodeId, Pace, Player, Stamp, Time, Timeline,
    View,
};

/// Checks all laws on the events that some bytes encode.
pub(crate) fn all(script: &[u8]) {
    let (timeline, _) = events(script).build();
    hold(&timeline);
}

/// Checks all laws on a timeline.
pub(crate) fn hold(timeline: &Timeline) {
    every_rank_is_a_fold_from_zero(timeline);
    times_are_ranks(timeline);
    every_state_is_valid(timeline);
    forward_then_backward_is_the_identity(timeline);
    changes_lead_from_state_to_state(timeline);
    places_differ(timeline);
    numbers_count_every_event(timeline);
    chapters_are_those_that_began(timeline);
    a_player_shows_each_moment_in_turn(timeline);
}

// ---- scripts ----

const IDENTS: [&str; 20] = [
    "B", "W", "C", "AB", "AW", "AE", "LB", "DD", "CR", "MA", "N", "AR", "XX", "DM", "GB", "TB",
    "TW", "VW", "KO", "PW",
];

const VALUES: [&str; 24] = [
    "aa",
    "bb",
    "ab",
    "cc",
    "aa:bb",
    "ab:ca",
    "bb:aa",
    "aa:ff",
    "",
    "aa:x",
    "aa:y",
    "bb:x",
    "text",
    " more",
    "a]b",
    "[12k] x",
    "[",
    "\\",
    "1",
    "2",
    "aa:aa",
    "ba:bc",
    "no\r\nyes",
    "\n(;GM[1]",
];

/// Parses a script of events, six bytes each.
pub(crate) fn events(script: &[u8]) -> Builder {
    let mut builder = Builder::default();
    let mut nodes = Vec::new();
    for op in script.chunks_exact(6) {
        let [kind, node, ident, value, time, more] = op else {
            continue;
        };
        let at = stamp(*time);
        let pick = |of: usize, byte: u8| usize::from(byte) % of;
        let chosen = nodes.get(pick(nodes.len().max(1), *node)).copied();
        let ident = IDENTS[pick(IDENTS.len(), *ident)];
        let count = usize::from(*more & 3).max(1);
        let values = (0..count)
            .map(|n| VALUES[(usize::from(*value) + n * usize::from(*more >> 2)) % VALUES.len()]);
        match (kind % 16, chosen) {
            (0..4, _) | (_, None) => {
                let parent = chosen.filter(|_| more % 8 != 0);
                nodes.push(builder.add_node(parent, at));
            }
            (4..10, Some(node)) => builder.put(node, ident, values, at),
            (10..12, Some(node)) => builder.remove(node, ident, values, at),
            (12, Some(node)) => builder.remove(node, ident, [], at),
            (13, Some(node)) if *more % 4 == 0 => builder.remove_node(node, at),
            (14, Some(node)) if *more % 2 == 0 => builder.trigger(node, "X-MARK:x", at),
            (14, Some(node)) => builder.trigger(node, "ENDED", at),
            (_, Some(node)) => builder.trigger(node, "N", at),
        }
    }
    builder
}

/// Some events are initial, some are earlier than 0, many are at the same time.
fn stamp(byte: u8) -> Option<Stamp> {
    let time = Time::from_millis(i64::from(byte >> 2) - 4);
    let counter = u32::from(byte & 3 == 3);
    (byte >= 8).then_some(Stamp { time, counter })
}

// ---- a naive implementation ----

/// The contents of a node: identifiers and values, in order.
type NodeProperties = Vec<(String, Vec<String>)>;

#[derive(Default, Clone, PartialEq, Debug)]
struct Naive {
    live: BTreeMap<NodeId, NodeProperties>,
    cursor: Option<NodeId>,
}

impl Naive {
    fn apply(&mut self, timeline: &Timeline, event: &kifu_timeline::Event<'_>) {
        let nodes = timeline.nodes();
        let parent = nodes.parent(event.node);
        let is_add = matches!(event.kind, EventKind::AddNode);
        let needed = if is_add { parent } else { Some(event.node) };
        let is_there = needed.is_none_or(|node| self.live.contains_key(&node));
        assert_eq!(event.ignored, !is_there);
        if event.ignored {
            return;
        }
        let mut moves = event.at.is_some();
        match &event.kind {
            EventKind::AddNode => {
                self.live.insert(event.node, NodeProperties::new());
            }
            EventKind::RemoveNode => {
                let gone: BTreeSet<NodeId> = nodes.preorder(event.node).collect();
                self.live.retain(|node, _| !gone.contains(node));
            }
            EventKind::Put { ident, values } => {
                let held = self.live.get_mut(&event.node).unwrap();
                put(held, ident, values.clone().map(str::to_owned).collect());
            }
            EventKind::Remove { ident, values } => {
                let held = self.live.get_mut(&event.node).unwrap();
                remove(held, ident, values.clone().map(str::to_owned).collect());
            }
            EventKind::Trigger { name } => moves |= *name == "N",
        }
        if moves {
            let is_removal = matches!(event.kind, EventKind::RemoveNode);
            self.cursor = if is_removal { parent } else { Some(event.node) };
        }
        self.cursor = self.cursor.filter(|node| self.live.contains_key(node));
    }
}

const GROUPS: [&[&str]; 6] = [
    &["AB", "AW", "AE"],
    &["CR", "MA", "SL", "SQ", "TR"],
    &["TB", "TW"],
    &["B", "W"],
    &["DM", "GB", "GW", "UC"],
    &["BM", "DO", "IT", "TE"],
];

fn is_points(ident: &str) -> bool {
    GROUPS[..3].iter().any(|group| group.contains(&ident)) || matches!(ident, "DD" | "VW")
}

/// All points of a value of a list of points.
pub(crate) fn points(written: &str) -> Vec<String> {
    let largest = Size::new(52, 52).unwrap();
    match value::area(written.as_bytes(), largest) {
        Ok(read) => {
            let letters = |point| value::PointLetters::of_point(point).unwrap().to_string();
            read.value.points().map(letters).collect()
        }
        Err(_) => vec![written.to_owned()],
    }
}

fn is_point(written: &str) -> bool {
    value::area(written.as_bytes(), Size::new(52, 52).unwrap()).is_ok()
}

fn put(held: &mut NodeProperties, ident: &str, values: Vec<String>) {
    for group in GROUPS.iter().filter(|group| group.contains(&ident)) {
        for (other, there) in held.iter_mut() {
            if other == ident || !group.contains(&other.as_str()) {
                continue;
            }
            if is_points(ident) {
                let taken: Vec<String> = values
                    .iter()
                    .filter(|v| is_point(v))
                    .flat_map(|v| points(v))
                    .collect();
                there.retain(|point| !taken.contains(point));
            } else {
                there.clear();
            }
        }
    }
    held.retain(|(_, values)| !values.is_empty());
    let at = held
        .iter()
        .position(|(there, _)| there == ident)
        .unwrap_or_else(|| {
            held.push((ident.to_owned(), Vec::new()));
            held.len() - 1
        });
    let there = &mut held[at].1;
    match ident {
        "C" => {
            let old = there.pop().unwrap_or_default();
            there.push(old + &values.concat());
        }
        "LB" => {
            let key = |label: &str| label.split(':').next().unwrap().to_owned();
            for value in values {
                match there.iter_mut().find(|old| key(old) == key(&value)) {
                    Some(old) => *old = value,
                    None => there.push(value),
                }
            }
        }
        "AR" => add_missing(there, values),
        "XX" if values.len() == 1 => *there = values,
        "XX" => add_missing(there, values),
        _ if is_points(ident) => {
            for value in values {
                let is_elist = matches!(ident, "DD" | "VW" | "TB" | "TW");
                if is_elist && (value.is_empty() || there.iter().any(String::is_empty)) {
                    there.clear();
                }
                add_missing(there, points(&value));
            }
        }
        _ => *there = vec![values[0].clone()],
    }
}

fn add_missing(there: &mut Vec<String>, values: Vec<String>) {
    for value in values {
        if !there.contains(&value) {
            there.push(value);
        }
    }
}

fn remove(held: &mut NodeProperties, ident: &str, values: Vec<String>) {
    let Some(at) = held.iter().position(|(there, _)| there == ident) else {
        return;
    };
    let there = &mut held[at].1;
    let key = |label: &str| label.split(':').next().unwrap().to_owned();
    for value in &values {
        match ident {
            "LB" => there.retain(|old| old != value && (value.contains(':') || key(old) != *value)),
            "AR" | "XX" => there.retain(|old| old != value),
            _ if is_points(ident) => {
                let gone = points(value);
                there.retain(|old| !gone.contains(old));
            }
            _ if values.len() == 1 => there.retain(|old| old != value),
            _ => {}
        }
    }
    if values.is_empty() || there.is_empty() {
        held.remove(at);
    }
}

/// The state of a view, in the same form. Checks that no point is twice in a list.
fn shown(view: View<'_>) -> Naive {
    let mut live = BTreeMap::new();
    let mut todo: Vec<NodeId> = view.roots().collect();
    while let Some(node) = todo.pop() {
        let held: NodeProperties = view
            .properties(node)
            .map(|(ident, values)| {
                assert!(view.property(node, ident).unwrap().eq(values.clone()));
                let values: Vec<String> = if is_points(ident) {
                    values.flat_map(points).collect()
                } else {
                    values.map(str::to_owned).collect()
                };
                (ident.to_owned(), values)
            })
            .collect();
        live.insert(node, held);
        todo.extend(view.children(node));
    }
    Naive {
        live,
        cursor: view.cursor(),
    }
}

/// Sorts the points of a list.
fn sorted(mut state: Naive) -> Naive {
    for held in state.live.values_mut() {
        for (_, values) in held.iter_mut().filter(|(ident, _)| is_points(ident)) {
            values.sort();
        }
    }
    state
}

// ---- the laws ----

/// Checks that a view shows the result of all events up to it, applied one after another.
pub(crate) fn every_rank_is_a_fold_from_zero(timeline: &Timeline) {
    let mut naive = Naive::default();
    assert_eq!(shown(timeline.at_rank(0)), naive);
    for (event, rank) in timeline.events().zip(1..) {
        naive.apply(timeline, &event);
        assert_eq!(
            sorted(shown(timeline.at_rank(rank))),
            sorted(naive.clone()),
            "after {event:?}"
        );
    }
}

/// Checks that a view by time equals the view by the number of events up to that time.
pub(crate) fn times_are_ranks(timeline: &Timeline) {
    let stamps: Vec<Option<Stamp>> = timeline.events().map(|event| event.at).collect();
    assert!(stamps.is_sorted());
    let count = |until: &dyn Fn(Time) -> bool| {
        stamps
            .iter()
            .filter(|at| at.is_none_or(|at| until(at.time)))
            .count()
    };
    assert_eq!(timeline.first().rank(), count(&|_| false));
    assert_eq!(timeline.last().rank(), timeline.len());
    for time in stamps.iter().flatten().map(|at| at.time) {
        let nanos = time.nanos();
        for t in [nanos - 1, nanos, nanos + 1].map(Time::from_nanos) {
            assert_eq!(timeline.at(t).rank(), count(&|time| time <= t));
            assert_eq!(timeline.before(t).rank(), count(&|time| time < t));
        }
        assert!(time <= timeline.duration());
    }
}

/// Checks that every state is a valid game tree, which reads back the same.
pub(crate) fn every_state_is_valid(timeline: &Timeline) {
    for rank in 0..=timeline.len() {
        let view = timeline.at_rank(rank);
        let sgf = view.to_sgf();
        let document = view.to_document();
        let is_empty = view.roots().next().is_none();
        let found: Vec<_> = kifu_sgf::check(&document);
        assert!(is_empty || found.is_empty(), "{sgf}: {found:?}");
        let read = document
            .roots()
            .flat_map(|root| document.forest().preorder(root));
        let mut count = 0;
        for (id, node) in read.zip(nodes_of(view)) {
            same_node(document.node(id), view, node);
            count += 1;
        }
        assert_eq!(count, nodes_of(view).len());
        let every = document
            .roots()
            .flat_map(|root| document.forest().preorder(root));
        assert_eq!(count, every.count());
        for (_, held) in shown(view).live {
            is_consistent(&held);
        }
    }
}

fn nodes_of(view: View<'_>) -> Vec<NodeId> {
    let mut nodes = Vec::new();
    let mut todo: Vec<NodeId> = view.roots().collect();
    todo.reverse();
    while let Some(node) = todo.pop() {
        nodes.push(node);
        let children: Vec<NodeId> = view.children(node).collect();
        todo.extend(children.into_iter().rev());
    }
    nodes
}

fn same_node(read: NodeRef<'_>, view: View<'_>, node: NodeId) {
    let read: Vec<(String, Vec<String>)> = read
        .properties()
        .map(|property| {
            let values = property
                .values()
                .map(|v| String::from_utf8(v.raw().to_vec()).unwrap());
            (property.ident().as_str().to_owned(), values.collect())
        })
        .collect();
    let shown: Vec<(String, Vec<String>)> = view
        .properties(node)
        .map(|(ident, values)| (ident.to_owned(), values.map(str::to_owned).collect()))
        .collect();
    assert_eq!(read, shown);
}

/// Checks that no property occurs twice, no list is empty, and no two values of a group exclude each other.
fn is_consistent(held: &NodeProperties) {
    let names: BTreeSet<&String> = held.iter().map(|(ident, _)| ident).collect();
    assert_eq!(names.len(), held.len());
    assert!(held.iter().all(|(_, values)| !values.is_empty()));
    for group in GROUPS {
        let of_group = || {
            held.iter()
                .filter(|(ident, _)| group.contains(&ident.as_str()))
        };
        if group.first().is_some_and(|first| !is_points(first)) {
            assert!(of_group().count() <= 1, "{held:?}");
        } else {
            let all: Vec<&String> = of_group()
                .flat_map(|(_, values)| values)
                .filter(|v| is_point(v))
                .collect();
            assert_eq!(
                all.iter().collect::<BTreeSet<_>>().len(),
                all.len(),
                "{held:?}"
            );
        }
    }
}

/// Checks that stepping to the end and back visits the same states.
pub(crate) fn forward_then_backward_is_the_identity(timeline: &Timeline) {
    let mut views = vec![timeline.at_rank(0)];
    while let Some(next) = views[views.len() - 1].next() {
        views.push(next);
    }
    assert_eq!(views.len(), timeline.len() + 1);
    let there: Vec<String> = views.iter().map(|view| view.to_sgf()).collect();
    let mut view = timeline.last();
    let mut back = vec![view.to_sgf()];
    while let Some(previous) = view.previous() {
        assert_eq!(previous.next(), Some(view));
        view = previous;
        back.push(view.to_sgf());
    }
    back.reverse();
    assert_eq!(back, there);
}

/// Checks that a copy can be kept up to date with the changes only, in either direction.
pub(crate) fn changes_lead_from_state_to_state(timeline: &Timeline) {
    let stops = [0, 1, timeline.len() / 3, timeline.len() / 2, timeline.len()];
    for from in stops {
        for to in stops {
            let (from, to) = (timeline.at_rank(from), timeline.at_rank(to));
            let mut copy = shown(from).live;
            let now = shown(to).live;
            for change in from.changes_to(to) {
                follow(&mut copy, change, timeline, &now);
            }
            let as_sets =
                |live: &BTreeMap<NodeId, NodeProperties>| -> BTreeMap<NodeId, BTreeMap<String, Vec<String>>> {
                    live.iter()
                        .map(|(node, held)| (*node, held.iter().cloned().collect()))
                        .collect()
                };
            assert_eq!(as_sets(&copy), as_sets(&now));
        }
    }
}

fn follow(
    copy: &mut BTreeMap<NodeId, NodeProperties>,
    change: Change<'_>,
    timeline: &Timeline,
    now: &BTreeMap<NodeId, NodeProperties>,
) {
    match change {
        Change::Added(node) => {
            let parent = timeline.nodes().parent(node);
            assert!(parent.is_none_or(|parent| copy.contains_key(&parent)));
            assert!(copy.insert(node, now[&node].clone()).is_none());
        }
        Change::Removed(node) => {
            assert!(copy.contains_key(&node));
            for gone in timeline.nodes().preorder(node) {
                copy.remove(&gone);
            }
        }
        Change::Edited(node, idents) => {
            assert!(!idents.is_empty());
            let now = &now[&node];
            let held = copy.get_mut(&node).unwrap();
            for ident in idents {
                held.retain(|(name, _)| name != ident);
                held.extend(now.iter().filter(|(name, _)| name == ident).cloned());
            }
        }
    }
}

/// Checks that each node has an address of its own.
pub(crate) fn places_differ(timeline: &Timeline) {
    let forest = timeline.nodes();
    let places = timeline.places();
    let nodes: Vec<NodeId> = forest
        .roots()
        .flat_map(|root| forest.preorder(root))
        .collect();
    let named = nodes.iter().map(|node| places.of(*node).unwrap());
    let named: std::collections::HashSet<_> = named.collect();
    assert_eq!(named.len(), nodes.len());
}

pub(crate) fn numbers_count_every_event(timeline: &Timeline) {
    let stats = timeline.stats();
    assert_eq!(stats.effective() + stats.ignored, timeline.len());
    let timed: usize = stats.per_minute.values().sum();
    assert_eq!(timed + stats.initial, timeline.len());
    assert_eq!(
        stats.first,
        timeline
            .first()
            .next()
            .and_then(|view| Some(view.stamp()?.time))
    );
    assert_eq!(stats.last, timeline.last().stamp().map(|stamp| stamp.time));
    // No event is within the longest pause.
    if let Some((from, length)) = stats.longest_pause {
        let to = from.after(length);
        assert!(timeline.at(from).rank() == timeline.before(to).rank() || length.is_zero());
    }
    assert_eq!(stats.markers, timeline.markers().count());
}

pub(crate) fn chapters_are_those_that_began(timeline: &Timeline) {
    let mut chapter = None;
    let mut markers = timeline.markers().peekable();
    for rank in 0..=timeline.len() {
        if let Some(begun) = markers.next_if(|marker| marker.rank == rank) {
            chapter = Some(begun);
        }
        assert_eq!(timeline.at_rank(rank).chapter(), chapter);
    }
    assert_eq!(markers.next(), None);
}

/// Checks that a player which is given the time until each event is due shows every moment that has a time and
/// stops at the end, and that it goes back through every rank step by step.
pub(crate) fn a_player_shows_each_moment_in_turn(timeline: &Timeline) {
    let first = timeline.first();
    let mut player = Player::new(timeline, Pace::default());
    let mut passes = 0;
    while let Some(due) = player.due() {
        player.pass(due);
        let rank = timeline.at(player.time()).rank().max(first.rank());
        assert_eq!(player.view().rank(), rank);
        passes += 1;
        assert!(passes <= timeline.len() + 2);
    }
    assert!(player.is_paused());
    assert_eq!(player.view(), timeline.last());
    for rank in (first.rank()..timeline.len()).rev() {
        player.apply(Control::Event(Direction::Previous));
        assert_eq!(player.view().rank(), rank);
    }
    player.apply(Control::Event(Direction::Previous));
    assert_eq!(player.view(), first);
}
