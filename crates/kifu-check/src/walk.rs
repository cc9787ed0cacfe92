//! The traversal of a game tree that runs all checks of its nodes.

use alloc::vec::Vec;

use kifu_core::{Color, Point, Size};
use kifu_replay::{Fault, Finding, Replayer};
use kifu_rules::{Breach, Rules};
use kifu_sgf::{Document, GameContext, NodeCheck, NodeId, PropertyInfo, Visit, value};
use kifu_span::{Diagnostic, Span};

use crate::codes;
use crate::damage::Damage;
use crate::game::{self, Facts};
use crate::line::Line;
use crate::marks::{self, Marks};
use crate::node::{self, Game, Known, Node};
use crate::{Ruling, placement, values};

pub(crate) fn check(
    game: &Game<'_>,
    ruling: Ruling,
    damage: Option<&Damage<'_>>,
    form: &NodeCheck<'_>,
    found: &mut dyn FnMut(Diagnostic),
) {
    let (document, root) = (game.document, game.root.id());
    let rules = match ruling {
        Ruling::By(rules) => rules,
        // The other checks need the board, even if moves are not checked.
        Ruling::Stated | Ruling::Off => stated(game),
    };
    let mut walk = Walk {
        document,
        damage,
        context: game.context,
        marks: Marks::new(game.context.size),
        line: Line::new(),
        replayer: Replayer::of_game(document, root, &game.context, &rules),
        checks_moves: ruling != Ruling::Off,
        facts: Facts::default(),
        main_line: true,
        white_moved: false,
        prisoners_before: 0,
    };
    let mut properties: Vec<Known<'_>> = Vec::new();
    let mut enter = |walk: &mut Walk<'_>, id: NodeId, found: &mut dyn FnMut(Diagnostic)| {
        let node = document.node(id);
        form.check(node, found);
        node::known(node, game, &mut properties);
        walk.enter(&Node::new(game, node, &properties), found);
    };
    for visit in document.visit_tree(root, game.context.size) {
        match visit {
            Visit::Plays(plays) => {
                walk.leave_to(document.forest().parent(plays.first()));
                for (id, color, point, span) in plays.nodes() {
                    if game.is_go() && id != root {
                        walk.enter_move(id, color, point, span, found);
                    } else {
                        enter(&mut walk, id, found);
                    }
                }
            }
            Visit::Node(node) => {
                let id = node.id();
                walk.leave_to(document.forest().parent(id));
                match game.only_move(node) {
                    Some((color, point, span)) => {
                        walk.enter_move(id, color, point, span, found);
                    }
                    None => enter(&mut walk, id, found),
                }
            }
        }
    }
    game::check(game, &walk.facts, found);
}

/// The rules that a record names; Japanese rules if it does not name known rules.
fn stated(game: &Game<'_>) -> Rules {
    game.root_property("RU")
        .and_then(|known| known.property.value())
        .and_then(|value| kifu_replay::stated_rules(&game.text(&value)))
        .unwrap_or(Rules::JAPANESE)
}

struct Walk<'d> {
    document: &'d Document,
    damage: Option<&'d Damage<'d>>,
    context: GameContext,
    marks: Marks,
    line: Line,
    replayer: Replayer<'d>,
    checks_moves: bool,
    facts: Facts,
    main_line: bool,
    white_moved: bool,
    /// The number of prisoners before the last move.
    prisoners_before: u32,
}

impl Walk<'_> {
    /// Enters a node that contains only a move, so only the rules need to be checked.
    #[inline]
    fn enter_move(
        &mut self,
        id: NodeId,
        color: Color,
        point: Point,
        span: Span,
        found: &mut dyn FnMut(Diagnostic),
    ) {
        self.line.enter_move();
        self.prisoners_before = self.prisoners();
        let findings = self.replayer.enter_move(id, color, point, span);
        if !findings.is_empty() {
            self.report(found);
        }
        if self.main_line {
            self.facts.main_line(color, &mut self.white_moved);
        }
    }

    fn enter(&mut self, node: &Node<'_, '_>, found: &mut dyn FnMut(Diagnostic)) {
        if node.node.is_empty_variation() {
            self.line.enter(node, found);
            self.replayer.enter(node.node.id());
            return;
        }
        // The properties of a damaged node may belong in another node.
        let is_damaged = self.damage.is_some_and(|damage| {
            let span = node.node.span();
            span.is_some_and(|span| damage.touches(span))
        });
        placement::check(node, &mut |finding| {
            if !(is_damaged && finding.code.name.starts_with("node/")) {
                found(finding);
            }
        });
        values::check(node, found);
        self.line.enter(node, found);
        if node.game.is_go() {
            self.marks.check(node, found);
            self.setup(node, found);
        }
        self.play(node.node.id(), node.moves().next().is_some(), found);
        if node.game.is_go() {
            self.start(node);
            self.captures(node, found);
        }
        if self.main_line {
            let colors = node
                .properties
                .iter()
                .filter_map(|known| known.property.mover(&node.game.context));
            colors.for_each(|color| self.facts.main_line(color, &mut self.white_moved));
        }
    }

    /// Goes back to the parent of the node that is entered next.
    #[inline]
    fn leave_to(&mut self, parent: Option<NodeId>) {
        while self.replayer.node() != parent && self.replayer.node().is_some() {
            self.leave();
        }
    }

    fn leave(&mut self) {
        self.main_line = false;
        self.line.leave();
        self.replayer.leave();
    }

    /// Checks setup against the board before this node.
    fn setup(&mut self, node: &Node<'_, '_>, found: &mut dyn FnMut(Diagnostic)) {
        let size = node.game.context.size;
        let sets = |known: &Known<'_>| matches!(known.canonical(), "AB" | "AW" | "AE");
        if !node.properties.iter().any(sets) {
            return;
        }
        let board = self.replayer.position().board();
        marks::redundant(node, |point| board.stone(point), size, found);
        marks::undone(node, self.replayer.last(), size, found);
        self.facts.rectangles |= node
            .properties
            .iter()
            .filter(|known| sets(known))
            .any(|known| {
                known
                    .property
                    .values()
                    .any(|value| value.raw().contains(&b':'))
            });
    }

    fn play(&mut self, id: NodeId, has_move: bool, found: &mut dyn FnMut(Diagnostic)) {
        if has_move {
            self.prisoners_before = self.prisoners();
        }
        self.replayer.enter(id);
        self.report(found);
    }

    /// Reports how the node entered last violates the rules.
    fn report(&mut self, found: &mut dyn FnMut(Diagnostic)) {
        let size = self.replayer.position().board().size();
        for finding in self.replayer.findings() {
            self.facts.outside(finding);
            let is_consequence = || {
                matches!(finding.fault, Fault::Breach(Breach::OutOfTurn))
                    && (self.follows_damage() || self.follows_unknown_move())
            };
            if self.checks_moves && !is_reported_elsewhere(finding) && !is_consequence() {
                finding.diagnostic(size).into_iter().for_each(&mut *found);
            }
        }
    }

    /// Whether the node entered last or the one before it is damaged, so that it is unknown whose turn it is.
    fn follows_damage(&self) -> bool {
        let Some(damage) = self.damage else {
            return false;
        };
        let node = self.replayer.node();
        let parent = node.and_then(|node| self.document.forest().parent(node));
        let span = |id| self.document.node(id).span();
        let is_later_variation =
            node.is_some_and(|node| self.document.forest().prev_sibling(node).is_some());
        let mut damaged = [node, parent].into_iter().flatten().filter_map(span);
        damaged.any(|span| damage.touches(span))
            || (is_later_variation
                && node
                    .and_then(span)
                    .is_some_and(|span| damage.is_in_unclosed(span.start)))
    }

    /// Whether the node before the one entered last has an unknown property that looks like a move, such as
    /// `BB[pd]`.
    fn follows_unknown_move(&self) -> bool {
        let node = self.replayer.node();
        let Some(parent) = node.and_then(|node| self.document.forest().parent(node)) else {
            return false;
        };
        let size = self.replayer.position().board().size();
        let mut properties = self.document.node(parent).properties();
        properties.any(|property| {
            let mut letters = property.ident().significant();
            let mut values = property.values();
            let point = values.next().map(|value| value::point(value.raw(), size));
            letters.any(|letter| matches!(letter, b'B' | b'W'))
                && PropertyInfo::below_root(property.ident(), &self.context).is_none()
                && matches!(point, Some(Ok(_)))
                && values.next().is_none()
        })
    }

    /// Counts the stones on the board after the root.
    fn start(&mut self, node: &Node<'_, '_>) {
        // Without setup and moves, the board is empty.
        if !node.is_root() || self.replayer.position().plies() == 0 {
            return;
        }
        let stones = self.replayer.position().board().stones();
        let (mut black, mut white) = (0, 0);
        for (_, color) in stones {
            match color {
                Color::Black => black += 1,
                Color::White => white += 1,
            }
        }
        self.facts.handicap_stones = black;
        self.facts.is_position = node.moves().next().is_none() && white > 0;
    }

    fn prisoners(&self) -> u32 {
        let prisoners = self.replayer.prisoners();
        prisoners[Color::Black] + prisoners[Color::White]
    }

    /// Checks that `E` lists the stones that the last move captured.
    fn captures(&self, node: &Node<'_, '_>, found: &mut dyn FnMut(Diagnostic)) {
        let Some(known) = node.get("E").filter(|_| !node.is_root()) else {
            return;
        };
        let size: Size = node.game.context.size;
        let board = self.replayer.position().board();
        let mut listed = 0;
        let mut standing = false;
        for value in known.property.values() {
            let Ok(area) = value::area(value.raw(), size) else {
                continue;
            };
            for point in area.value.points() {
                listed += 1;
                standing |= board.stone(point).is_some();
            }
        }
        let captured = self.prisoners().saturating_sub(self.prisoners_before);
        if listed == captured && !standing {
            return;
        }
        if let Some(span) = known.property.span() {
            let stones = if listed == 1 { "stone" } else { "stones" };
            let message =
                alloc::format!("`E` lists {listed} {stones}, but the move captures {captured}");
            found(codes::CAPTURES_DIFFER.at(Span::new(span.start, span.end), message));
        }
    }
}

/// Whether the check of values reports the fault: a value that is not a point on the board.
fn is_reported_elsewhere(finding: &Finding) -> bool {
    matches!(
        finding.fault,
        Fault::Unusable | Fault::Breach(Breach::OffBoard(_))
    )
}
