//! Compares a recording with the nodes of the SGF file that show its content.

use kifu_core::Size;
use kifu_sgf::properties::ValueKind;
use kifu_sgf::{Document, GameContext, PropertyInfo, value};
use kifu_span::Diagnostic;
use kifu_timeline::{NodeId, Timeline, View};

use crate::codes;
use crate::entry::{name, written};
use crate::stream::{Snapshot, Stream, Streams};

impl Streams {
    /// Compares a recording with the nodes of the SGF file `main` that show its content, and reports the differences.
    /// The nodes below its game stream node, if there are any, must show the end of the recording, and the nodes below
    /// each snapshot the state at the time of the snapshot. `file` is the name of the RGF file, and `timeline` is its
    /// content.
    ///
    /// The order of properties in a node, and of points in a list, is ignored.
    pub fn compare(&self, main: &Document, file: &str, timeline: &Timeline) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        let shown = ShownTrees {
            main,
            streams: self,
        };
        for stream in self.streams.iter().filter(|stream| stream.file == file) {
            let is_bare = shown.children(Some(stream.node)).is_empty();
            if !is_bare && !shown.same(stream.node, timeline.last()) {
                let message = format!("the nodes here differ from the end of {file}");
                found.push(codes::FINAL_DIFFERS.at(stream.place, message));
            }
        }
        for Snapshot {
            node, time, place, ..
        } in self.of_file(file)
        {
            if !shown.same(*node, timeline.at(*time)) {
                let message = format!("the nodes here differ from {file} at {time}");
                found.push(codes::SNAPSHOT_DIFFERS.at(*place, message));
            }
        }
        found
    }

    fn of_file<'s>(&'s self, file: &'s str) -> impl Iterator<Item = &'s Snapshot> {
        self.snapshots
            .iter()
            .filter(move |snapshot| snapshot.file == file)
    }

    /// Whether a node is a game stream node or a snapshot, and therefore not part of the tree that another such
    /// node shows.
    pub(crate) fn has(&self, node: NodeId) -> bool {
        let mut streams = self.streams.iter().map(|Stream { node, .. }| *node);
        let mut snapshots = self.snapshots.iter().map(|Snapshot { node, .. }| *node);
        streams.any(|other| other == node) || snapshots.any(|other| other == node)
    }
}

struct ShownTrees<'a> {
    main: &'a Document,
    streams: &'a Streams,
}

impl ShownTrees<'_> {
    /// The children of a node that show a part of the same recording.
    fn children(&self, node: Option<NodeId>) -> Vec<NodeId> {
        let children = node
            .into_iter()
            .flat_map(|node| self.main.forest().children(node));
        let shown =
            |id: &NodeId| !self.streams.has(*id) && !self.main.node(*id).is_empty_variation();
        children.filter(shown).collect()
    }

    /// Whether the nodes below a node are those of a view.
    fn same(&self, node: NodeId, view: View<'_>) -> bool {
        let context = GameContext::of(self.main.node(self.main.forest().root_of(node)));
        let mut todo = vec![(self.children(Some(node)), view.roots().collect::<Vec<_>>())];
        while let Some((shown, held)) = todo.pop() {
            if shown.len() != held.len() {
                return false;
            }
            for (shown, held) in shown.into_iter().zip(held) {
                if self.properties(shown, &context) != properties(held, view, &context) {
                    return false;
                }
                todo.push((self.children(Some(shown)), view.children(held).collect()));
            }
        }
        true
    }

    fn properties(&self, node: NodeId, context: &GameContext) -> Vec<(String, Vec<String>)> {
        let charset = self.main.charset(node).charset;
        let all = self.main.node(node).properties().map(|property| {
            let ident = name(property.ident()).into_owned();
            let values = property.values().map(|value| written(value, charset));
            let values = plain(&ident, values, context);
            (ident, values)
        });
        sorted(all)
    }
}

fn properties(node: NodeId, view: View<'_>, context: &GameContext) -> Vec<(String, Vec<String>)> {
    sorted(view.properties(node).map(|(ident, values)| {
        let values = plain(ident, values.map(str::to_owned), context);
        (ident.to_owned(), values)
    }))
}

fn sorted(all: impl Iterator<Item = (String, Vec<String>)>) -> Vec<(String, Vec<String>)> {
    let mut all: Vec<_> = all.collect();
    all.sort();
    all
}

/// The meaning of values, sorted: texts without escapes, and rectangles as points.
fn plain(ident: &str, values: impl Iterator<Item = String>, context: &GameContext) -> Vec<String> {
    let info = PropertyInfo::of_name(ident, context);
    let is_points = info.is_some_and(|info| {
        let is_point = matches!(info.values.first, ValueKind::Point | ValueKind::Stone);
        info.values.is_list() && is_point && info.values.second.is_none()
    });
    let largest = Size::new(Size::MAX, Size::MAX).unwrap_or_default();
    let mut all = Vec::new();
    for written in values {
        let area = value::area(written.as_bytes(), largest)
            .ok()
            .filter(|_| is_points);
        match area {
            Some(area) => all.extend(area.value.points().map(|point| {
                let letters = value::PointLetters::of_point(point);
                letters.map_or_else(String::new, |letters| letters.to_string())
            })),
            None => all.push(kifu_sgf::text(&written).into_owned()),
        }
    }
    all.sort();
    all
}
