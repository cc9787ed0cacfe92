//! A recording that is open: a player, and the tree of all its nodes.

use kifu_core::{Color, Move};
use kifu_figure::moment;
use kifu_figure::{Options, ViewMode};
use kifu_replay::{NotShown, Replay, Replayer};
use kifu_rgf::Stream;
use kifu_rgf::timeline::{EventKind, Pace, Player, Timeline};
use kifu_rules::{Position, Rules};
use kifu_sgf::{Document, GameContext, NodeId};

use crate::game::rules_of;
use crate::scene::{Scene, clock};
use crate::tree::Tree;

/// A recording that is open.
#[derive(Debug)]
pub(crate) struct Recording<'d> {
    pub(crate) main: &'d Document,
    stream: &'d Stream,
    pub(crate) timeline: &'d Timeline,
    pub(crate) player: Player<'d>,
    pub(crate) rules: Rules,
    context: GameContext,
    pub(crate) tree: Tree,
    /// The number of events after which each node is current for the first time, by the index of the node.
    first_shown: Vec<u32>,
    replay: Option<Replay>,
}

/// The rank of a node that is never current.
const NEVER: u32 = u32::MAX;

impl<'d> Recording<'d> {
    /// Opens a recording at its start, paused, in linear time.
    pub(crate) fn open(
        main: &'d Document,
        stream: &'d Stream,
        timeline: &'d Timeline,
    ) -> Result<Recording<'d>, NotShown> {
        let root = main.forest().root_of(stream.node);
        Replayer::to_show(main, root, &Rules::LENIENT)?;
        let nodes = timeline.nodes();
        let tops: Vec<NodeId> = nodes.roots().collect();
        let mut first_shown = vec![NEVER; nodes.id_count()];
        for rank in 0..=timeline.len() {
            let cursor = timeline.at_rank(rank).cursor();
            let shown = cursor.and_then(|node| first_shown.get_mut(node.index()));
            if let Some(shown) = shown.filter(|shown| **shown == NEVER) {
                *shown = rank as u32;
            }
        }
        let mut player = Player::new(timeline, Pace::default());
        player.pause();
        let mut recording = Recording {
            main,
            stream,
            timeline,
            player,
            rules: rules_of(main, root),
            context: GameContext::of(main.node(root)),
            tree: Tree::of(nodes, &tops, true),
            first_shown,
            replay: None,
        };
        recording.follow();
        Ok(recording)
    }

    pub(crate) fn root(&self) -> NodeId {
        self.main.forest().root_of(self.stream.node)
    }

    /// Plays the line to the current moment.
    pub(crate) fn follow(&mut self) {
        let board = moment::board(self.main, self.stream, self.player.view(), &self.rules);
        self.replay = board.ok();
    }

    pub(crate) fn board(&self) -> Option<&Position> {
        self.replay.as_ref().map(|replay| &replay.position)
    }

    /// Moves to the moment at which a node is shown first, and returns whether there is one.
    pub(crate) fn go_to(&mut self, node: NodeId) -> bool {
        let rank = self.first_shown.get(node.index()).copied().unwrap_or(NEVER);
        self.seek_rank(rank)
    }

    fn seek_rank(&mut self, rank: u32) -> bool {
        if rank == NEVER {
            return false;
        }
        let stamp = self.timeline.at_rank(rank as usize).stamp();
        let start = self.timeline.first().stamp();
        let Some(stamp) = stamp.or(start) else {
            self.player.apply(kifu_rgf::timeline::Control::Start);
            return true;
        };
        self.player.seek(stamp.time);
        true
    }

    /// Moves to the next or the previous moment at which text that `is_wanted` accepts appears. The search continues at the other
    /// end. Returns whether it wrapped.
    pub(crate) fn find_text(
        &mut self,
        is_next: bool,
        mut is_wanted: impl FnMut(&str) -> bool,
    ) -> Option<bool> {
        let len = self.timeline.len();
        let rank = self.player.view().rank().min(len);
        let time = self.player.time();
        let mut wanted = |at: &usize| {
            let Some(event) = self.timeline.event(*at) else {
                return false;
            };
            let EventKind::Put {
                ident: "C" | "N",
                mut values,
            } = event.kind
            else {
                return false;
            };
            // Several events may have the same time, which a seek passes together.
            let is_elsewhere = event.at.is_none_or(|stamp| stamp.time != time);
            is_elsewhere && values.any(|value| is_wanted(&kifu_sgf::text(value)))
        };
        let (found, wrapped) = if is_next {
            let first = (rank..len).find(&mut wanted);
            let wrapped = first.is_none();
            (first.or_else(|| (0..rank).find(&mut wanted)), wrapped)
        } else {
            let first = (0..rank).rev().find(&mut wanted);
            let wrapped = first.is_none();
            (
                first.or_else(|| (rank..len).rev().find(&mut wanted)),
                wrapped,
            )
        };
        self.seek_rank(found? as u32 + 1);
        Some(wrapped)
    }

    /// The move of a node at the current moment.
    pub(crate) fn play(&self, node: NodeId) -> Option<(Color, Move)> {
        let view = self.player.view();
        [("B", Color::Black), ("W", Color::White)]
            .into_iter()
            .find_map(|(ident, color)| {
                let value = view.property(node, ident)?.next()?;
                let read = kifu_sgf::value::action(value.as_bytes(), self.context.size);
                Some((color, read.ok()?.value))
            })
    }

    /// Whether a node exists at the current moment.
    pub(crate) fn has(&self, node: NodeId) -> bool {
        self.player.view().has(node)
    }

    pub(crate) fn has_text(&self, node: NodeId) -> bool {
        let view = self.player.view();
        view.property(node, "C").is_some() || view.property(node, "N").is_some()
    }

    /// The last child of a node that exists at the current moment.
    pub(crate) fn last_child(&self, node: Option<NodeId>) -> Option<NodeId> {
        let view = self.player.view();
        match node {
            Some(node) => view.children(node).last(),
            None => view.roots().last(),
        }
    }

    /// Collects what is shown at the current moment. The time depends on the length of the line to the current node.
    pub(crate) fn scene(&self) -> Option<Scene> {
        let replay = self.replay.as_ref()?;
        let view = self.player.view();
        let options = Options {
            view: ViewMode::Stated,
            variations: true,
            ..Options::default()
        };
        let mut scene = Scene::of(&replay.position, replay.prisoners);
        scene.figure = moment::figure(self.main, self.stream, view, &options).ok()?;
        scene.number = replay.number;
        scene.set_last(replay.last);
        scene.comment = self.stream.comment(self.main, view).trim_end().to_owned();
        if let Some(node) = view.cursor() {
            let text = |ident| {
                let value = view.property(node, ident)?.next()?;
                Some(kifu_sgf::text(value).trim().to_owned())
            };
            scene.name = text("N").unwrap_or_default();
            for (color, time, periods) in [(Color::Black, "BL", "OB"), (Color::White, "WL", "OW")] {
                scene.clocks[color] = text(time).map(|time| clock(&time, text(periods).as_deref()));
            }
        }
        let faults = replay
            .findings
            .iter()
            .filter(|finding| finding.number == replay.number);
        scene.faults = faults
            .map(|finding| finding.message(self.context.size))
            .collect();
        Some(scene)
    }
}
