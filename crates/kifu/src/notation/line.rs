//! From a record to positions.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use kifu_core::{Move, Points, Size};
use kifu_diagram::{Coordinates, Figure};
use kifu_sgf::properties::{Class, PropertyInfo};
use kifu_sgf::value::komi;
use kifu_sgf::{Document, GameContext, NodeRef};
use kifu_tree::NodeId;
use kifu_tree::game::{Converted, Loss};

use super::{Entry, dropped};
use crate::figure::{Division, Line, Options};

/// Which positions of a line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Which {
    /// The one after its last node.
    Last,
    /// The one after each node.
    All,
    /// Its figures, with numbered moves, if an `FG` divides it; else the one after its last node.
    Figures,
}

impl Entry {
    /// Positions of a line. They are called as the game is, by `GN`, or else by the name that
    /// is given; of several each has the number of its move.
    ///
    /// What is lost is what the record says beside: other nodes, players and result, what the
    /// nodes have that no figure shows.
    pub fn of_line(line: &Line<'_>, which: Which, name: &str) -> Converted<Vec<Entry>> {
        let document = line.document();
        let root = document.node(line.root());
        let text = |ident| root.simple_text(ident);
        let named = text("GN").filter(|name| !name.trim().is_empty());
        let name = named.as_deref().map_or(name, str::trim);
        let komi = text("KM").and_then(|text| komi(&text).ok());
        let komi = komi
            .map(|read| read.value)
            .filter(|komi| *komi != Points::ZERO);
        let size = GameContext::of(root).size;
        let options = Options {
            coordinates: (which != Which::Figures).then_some(Coordinates::Western),
            variations: false,
            status: true,
            ..Options::default()
        };
        let of = |mut figure: Figure| {
            figure.captions.clear();
            if figure.title.is_empty() {
                figure.title = name.into();
            }
            Entry {
                komi,
                ..Entry::new(figure)
            }
        };
        let entries: Vec<Entry> = match which {
            Which::Figures if line.has_figures() => line
                .figures(1..=u32::MAX, Division::Stated, &options)
                .map(of)
                .collect(),
            Which::All => {
                let several = line.nodes().len() > 1;
                let mut moves = Moves::default();
                let both = line.positions(&options).zip(line.nodes());
                both.map(|(figure, &id)| {
                    let node = document.node(id);
                    moves.count(node, size);
                    let mut entry = moves.put(of(figure), node);
                    if several {
                        let comma = if name.is_empty() { "" } else { ", " };
                        entry.figure.title = format!("{name}{comma}move {}", moves.number);
                    }
                    entry
                })
                .collect()
            }
            Which::Last | Which::Figures => {
                let mut moves = Moves::default();
                for &id in line.nodes() {
                    moves.count(document.node(id), size);
                }
                let last = line.nodes().last().copied().unwrap_or(line.root());
                let entry = of(line.position(&options));
                Vec::from([moves.put(entry, document.node(last))])
            }
        };
        Converted {
            losses: left_out(line, which, &entries),
            value: entries,
        }
    }
}

/// The moves of a line up to a node.
#[derive(Default)]
struct Moves {
    number: u32,
    passes: u32,
}

impl Moves {
    fn count(&mut self, node: NodeRef<'_>, size: Size) {
        for property in node.properties().filter(|p| p.ident().player().is_some()) {
            self.number = self.number.saturating_add(1);
            let action = property
                .value()
                .and_then(|value| kifu_replay::action(&value, size));
            self.passes = match action {
                Some(Move::Pass) => self.passes + 1,
                _ => 0,
            };
        }
    }

    /// An entry with what the node and the moves up to there say of it.
    fn put(&self, mut entry: Entry, node: NodeRef<'_>) -> Entry {
        if self.number == 1 && entry.figure.ko.is_some() {
            // The one move is how a record says a ko.
            entry.figure.captures = None;
        }
        Entry {
            comment: comment(node),
            moves: self.number,
            passes: self.passes,
            ..entry
        }
    }
}

fn comment(node: NodeRef<'_>) -> String {
    let text = node.text("C").unwrap_or_default();
    text.trim_end_matches('\n').into()
}

/// What the record says and the positions do not.
fn left_out(line: &Line<'_>, which: Which, entries: &[Entry]) -> Vec<Loss> {
    let document = line.document();
    let context = GameContext::of(document.node(line.root()));
    let on_line = line.nodes();
    let is_figure = which == Which::Figures && line.has_figures();
    let written = match which {
        Which::All => on_line,
        Which::Figures if is_figure => on_line,
        Which::Last | Which::Figures => &on_line[on_line.len().saturating_sub(1)..],
    };
    let all = document.forest().preorder(line.root());
    let nodes = all
        .filter(|&id| !document.node(id).is_empty_variation())
        .count();
    let way = &on_line[..on_line.len() - written.len()];
    let said = way
        .iter()
        .filter(|&&id| is_setup_only(document, id, &context))
        .count();
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    for (at, &id) in on_line.iter().enumerate() {
        let node = document.node(id);
        let is_written = at >= on_line.len() - written.len();
        for property in node.properties() {
            let info = PropertyInfo::of(property.ident(), &context);
            let ident = info.map_or_else(|| property.ident().to_string(), |info| info.ident.into());
            let class = info.map_or(Class::Any, |info| info.class);
            let is_head = matches!(class, Class::GameInfo | Class::Root);
            let is_of_this = is_head || is_written;
            let is_comment = ident == "C" && is_figure;
            if is_of_this && (is_comment || !is_said(&ident)) {
                *kinds.entry(ident).or_default() += 1;
            }
        }
    }
    let rest = nodes - written.len() - said;
    let mut losses = Vec::new();
    if rest > 0 && !entries.is_empty() {
        let plural = if rest == 1 { "" } else { "s" };
        losses.push(dropped(format!(
            "the rest of the game ({rest} node{plural})"
        )));
    }
    for (ident, count) in kinds {
        losses.extend((0..count).map(|_| dropped(ident.clone())));
    }
    losses
}

/// Whether a position after the node says all that it does.
fn is_setup_only(document: &Document, id: NodeId, context: &GameContext) -> bool {
    let mut properties = document.node(id).properties();
    properties.all(|property| {
        let info = PropertyInfo::of(property.ident(), context);
        let inherited = ["VW", "DD", "PM", "FG", "KX"];
        info.is_some_and(|info| matches!(info.class, Class::Root | Class::GameInfo | Class::Setup))
            || inherited.iter().any(|ident| property.ident().is(ident))
    })
}

/// Whether entries say what a property does, or it is about the file alone.
fn is_said(ident: &str) -> bool {
    const FILE: [&str; 7] = ["AP", "CA", "FF", "GM", "KX", "ST", "SZ"];
    const GAME: [&str; 8] = ["AB", "AE", "AW", "B", "GN", "KM", "PL", "W"];
    const DRAWN: [&str; 19] = [
        "AR", "C", "CR", "DD", "FG", "L", "LB", "LN", "M", "MA", "MN", "PM", "SL", "SQ", "TB",
        "TR", "TW", "VW", "KO",
    ];
    FILE.contains(&ident) || GAME.contains(&ident) || DRAWN.contains(&ident)
}
