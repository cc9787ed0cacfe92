//! Checks along a line of play: game information appears only once, and clocks run down.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::vec::Vec;

use kifu_core::{ByColor, Color};
use kifu_sgf::properties::PropertyClass;
use kifu_sgf::value::{self, Seconds};
use kifu_span::Diagnostic;

use crate::codes;
use crate::node::{Game, Known, Node};

/// The state on the path from the root to the current node, with a history to go back.
pub(crate) struct Line {
    /// The number of nodes on the path, including the root and the current node.
    depth: usize,
    /// The canonical identifiers of the root properties, collected on first use.
    root: Option<BTreeSet<&'static str>>,
    /// The depth of the node other than the root that has game information.
    info: Option<usize>,
    /// The time left on each clock, if known.
    left: ByColor<Option<Seconds>>,
    /// Whether the time settings of the root have been read, which happens at the first clock.
    running: bool,
    /// For each change of a clock: the depth of the node, the player, and the time before the change.
    before: Vec<(usize, Color, Option<Seconds>)>,
    /// Whether the game has overtime, in which the time left can increase.
    overtime: bool,
}

impl Line {
    pub(crate) fn new() -> Line {
        Line {
            depth: 0,
            root: None,
            info: None,
            left: ByColor::default(),
            running: false,
            before: Vec::new(),
            overtime: false,
        }
    }

    /// Reads the time settings of the root.
    fn start_clocks(&mut self, game: &Game<'_>) {
        let main = || {
            let value = game.root_property("TM")?.property.value()?;
            Some(value::time(&game.text(&value)).ok()?.value)
        };
        let is_overtime = |known: &Known<'_>| {
            let names = ["OT", "LC", "LT", "TC", "TT", "OM", "OP"];
            names.iter().any(|name| known.property.is(name))
        };
        let main = main();
        self.left = ByColor::new_with(|_| main);
        self.overtime |= game.known.iter().any(is_overtime);
        self.running = true;
    }

    pub(crate) fn enter(&mut self, node: &Node<'_, '_>, found: &mut dyn FnMut(Diagnostic)) {
        self.depth += 1;
        if node.properties.len() > 1 {
            self.clocks(node, found);
        }
        if node.is_root() {
            return;
        }
        let mut info = node.of_class(PropertyClass::GameInfo).peekable();
        if info.peek().is_none() {
            return;
        }
        let root = self
            .root
            .get_or_insert_with(|| node.game.known.iter().map(Known::canonical).collect());
        let again = |known: &&Known<'_>| self.info.is_some() || root.contains(known.canonical());
        if let Some((known, span)) = info.find(again).and_then(|k| Some((k, k.ident_span()?))) {
            let message = format!(
                "`{}`: an earlier node on this line of play already has game information",
                known.property.ident()
            );
            found(codes::GAME_INFO_TWICE.at(span, message));
        }
        self.info.get_or_insert(self.depth);
    }

    /// Enters a node that contains only a move.
    pub(crate) fn enter_move(&mut self) {
        self.depth += 1;
    }

    pub(crate) fn leave(&mut self) {
        while let Some(&(depth, color, time)) = self.before.last() {
            if depth < self.depth {
                break;
            }
            self.left[color] = time;
            self.before.pop();
        }
        if self.info == Some(self.depth) {
            self.info = None;
        }
        self.depth -= 1;
    }

    fn clocks(&mut self, node: &Node<'_, '_>, found: &mut dyn FnMut(Diagnostic)) {
        for (color, clock, stones) in [(Color::Black, "BL", "OB"), (Color::White, "WL", "OW")] {
            let Some(known) = node.get(clock) else {
                continue;
            };
            let Some(value) = known.property.value() else {
                continue;
            };
            let Ok(read) = value::time(&node.game.text(&value)) else {
                continue;
            };
            if !self.running {
                self.start_clocks(node.game);
            }
            self.overtime |= node.get(stones).is_some();
            let before = self.left[color].replace(read.value);
            self.before.push((self.depth, color, before));
            let grew = before.is_some_and(|before| read.value > before);
            if let (true, false, Some(span)) = (grew, self.overtime, value.span()) {
                let before = before.map_or_else(Default::default, |time| format!("{time}"));
                let message = format!(
                    "the time left increases from {before} to {} seconds",
                    read.value
                );
                found(codes::CLOCK_GROWS.at(span, message));
            }
        }
    }
}
