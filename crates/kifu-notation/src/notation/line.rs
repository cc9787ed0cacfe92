//! From a record to positions.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use kifu_core::{Move, Points};
use kifu_diagram::{Coordinates, Figure};
use kifu_sgf::properties::{PropertyClass, PropertyInfo};
use kifu_sgf::value::size;
use kifu_sgf::{Document, GameContext, NodeRef};
use kifu_tree::NodeId;
use kifu_tree::game::Loss;

use super::{Entry, dropped};
use kifu_figure::{Division, Line, Options};

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
    /// Positions of a line, each made as it is asked for. They are called as the game is, by `GN`,
    /// or else by the name that is given; of several each has the number of its move.
    ///
    /// What the record says beside is told by [`left_out`].
    pub fn of_line<'l>(
        line: &'l Line<'_>,
        which: Which,
        name: &str,
    ) -> Box<dyn Iterator<Item = Entry> + 'l> {
        let head = Head::of(line, name);
        let context = GameContext::of(line.document().node(line.root()));
        let options = Options {
            coordinates: (which != Which::Figures).then_some(Coordinates::Western),
            variations: false,
            status: true,
            ..Options::default()
        };
        let mut moves = Moves::default();
        let nodes = || line.nodes().iter().map(|&id| line.document().node(id));
        match which {
            Which::Figures if line.has_figures() => {
                let figures = line.figures(1..=u32::MAX, Division::Stated, &options);
                Box::new(figures.map(move |figure| head.entry(figure)))
            }
            Which::All => {
                let several = line.nodes().len() > 1;
                let both = line.positions(&options).zip(nodes());
                Box::new(both.map(move |(figure, node)| {
                    moves.count(node, &context);
                    let mut entry = moves.put(head.entry(figure), node);
                    if several {
                        let comma = if head.name.is_empty() { "" } else { ", " };
                        entry.figure.title = format!("{}{comma}move {}", head.name, moves.number);
                    }
                    entry
                }))
            }
            Which::Last | Which::Figures => {
                nodes().for_each(|node| moves.count(node, &context));
                let entry = head.entry(line.position(&options));
                let last = nodes().next_back();
                let entry = match last {
                    Some(node) => moves.put(entry, node),
                    None => entry,
                };
                Box::new(core::iter::once(entry))
            }
        }
    }
}

/// What is said of the whole game.
struct Head {
    name: String,
    komi: Option<Points>,
}

impl Head {
    fn of(line: &Line<'_>, name: &str) -> Head {
        let root = line.document().node(line.root());
        let own = root.simple_text("GN");
        let own = own.filter(|name| !name.trim().is_empty());
        let komi = root.simple_text("KM");
        let komi = komi.and_then(|text| root.meant_komi(&text));
        Head {
            name: own.as_deref().map_or(name, str::trim).into(),
            komi: komi.filter(|komi| *komi != Points::ZERO),
        }
    }

    fn entry(&self, mut figure: Figure) -> Entry {
        figure.captions.clear();
        if figure.title.is_empty() {
            figure.title = self.name.clone();
        }
        Entry {
            komi: self.komi,
            ..Entry::new(figure)
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
    fn count(&mut self, node: NodeRef<'_>, context: &GameContext) {
        for property in node.properties().filter(|p| p.mover(context).is_some()) {
            self.number = self.number.saturating_add(1);
            let action = property
                .value()
                .and_then(|value| kifu_replay::action(&value, context.size));
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

/// What a record says and [positions](Entry::of_line) of a line of it do not: other nodes, players
/// and result, what the nodes have that no figure shows.
pub fn left_out(line: &Line<'_>, which: Which) -> Vec<Loss> {
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
            let class = info.map_or(PropertyClass::Any, |info| info.class);
            let is_head = matches!(class, PropertyClass::GameInfo | PropertyClass::Root);
            let is_comment = ident == "C" && is_figure;
            let is_lost = match &*ident {
                "SZ" => property
                    .value()
                    .is_none_or(|value| size(value.raw()).is_err()),
                "KX" => property.values().any(|value| value.raw() != MADE),
                // Of earlier nodes, only the position is left.
                ident if is_head || is_written => is_comment || !is_said(ident),
                ident => !is_lasting(ident),
            };
            if is_lost {
                *kinds.entry(ident).or_default() += 1;
            }
        }
    }
    let rest = nodes - written.len() - said;
    let mut losses = Vec::new();
    if rest > 0 {
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
        info.is_some_and(|info| {
            matches!(
                info.class,
                PropertyClass::Root | PropertyClass::GameInfo | PropertyClass::Setup
            )
        }) || inherited.iter().any(|ident| property.ident().is(ident))
    })
}

/// What `KX` has in a record that was made from another format and has nothing else of it.
const MADE: &[u8] = b"made";

/// Whether a position after the node still shows what a property of the node says: moves and
/// setup by their stones, and what holds until it is said again.
fn is_lasting(ident: &str) -> bool {
    const LASTING: [&str; 10] = ["AB", "AE", "AW", "B", "DD", "FG", "PL", "PM", "VW", "W"];
    LASTING.contains(&ident)
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
