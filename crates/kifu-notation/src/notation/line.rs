//! Converts records to positions.

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

/// The positions of a line to convert.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PositionChoice {
    /// The position after the last node.
    Last,
    /// The positions after each node.
    All,
    /// The figures, with numbered moves, if an `FG` divides the line; otherwise the position after the last node.
    Figures,
}

impl Entry {
    /// Returns an iterator over positions of a line, each built when the iterator reaches it. The
    /// name of each position is the name of the game (`GN`), or else `name`. If there are several
    /// positions, each name ends with the move number.
    ///
    /// [`omissions`] lists the content of the record that the positions omit.
    pub fn of_line<'l>(
        line: &'l Line<'_>,
        which: PositionChoice,
        name: &str,
    ) -> Box<dyn Iterator<Item = Entry> + 'l> {
        let head = Head::of(line, name);
        let context = GameContext::of(line.document().node(line.root()));
        let options = Options {
            coordinates: (which != PositionChoice::Figures).then_some(Coordinates::Western),
            variations: false,
            status: true,
            ..Options::default()
        };
        let mut moves = Moves::default();
        let nodes = || line.nodes().iter().map(|&id| line.document().node(id));
        match which {
            PositionChoice::Figures if line.has_figures() => {
                let figures = line.figures(1..=u32::MAX, Division::Stated, &options);
                Box::new(figures.map(move |figure| head.entry(figure)))
            }
            PositionChoice::All => {
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
            PositionChoice::Last | PositionChoice::Figures => {
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

/// The metadata of the whole game.
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
        let komi = komi.and_then(|text| root.meant_komi(&text, &GameContext::of(root)));
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

/// The number of moves of a line up to a node, and the number of passes at their end.
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

    /// Adds the comment of the node and the number of moves to an entry.
    fn put(&self, mut entry: Entry, node: NodeRef<'_>) -> Entry {
        if self.number == 1 && entry.figure.ko.is_some() {
            // If a line has one move and ends with a ko, the move only expresses the ko.
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

/// Returns the content of a record that [positions](Entry::of_line) of a line omit: other nodes,
/// the players and the result, and properties that figures do not show.
pub fn omissions(line: &Line<'_>, which: PositionChoice) -> Vec<Loss> {
    let document = line.document();
    let context = GameContext::of(document.node(line.root()));
    let on_line = line.nodes();
    let is_figure = which == PositionChoice::Figures && line.has_figures();
    let written = match which {
        PositionChoice::All => on_line,
        PositionChoice::Figures if is_figure => on_line,
        PositionChoice::Last | PositionChoice::Figures => {
            &on_line[on_line.len().saturating_sub(1)..]
        }
    };
    let all = document.forest().preorder(line.root());
    let nodes = all
        .filter(|&id| !document.node(id).is_empty_variation())
        .count();
    let way = &on_line[..on_line.len() - written.len()];
    let expressed = way
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
                // From earlier nodes, the result contains only the position.
                ident if is_head || is_written => is_comment || !is_expressed(ident),
                ident => !is_lasting(ident),
            };
            if is_lost {
                *kinds.entry(ident).or_default() += 1;
            }
        }
    }
    let rest = nodes - written.len() - expressed;
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

/// Whether the position after the node expresses all properties of the node.
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

/// The value of `KX` in a record that was converted from another format and keeps no other data of
/// that format.
const MADE: &[u8] = b"made";

/// Whether the position after a node still shows the effect of a property of the node: moves and setup as stones,
/// and settings that apply until changed.
fn is_lasting(ident: &str) -> bool {
    const LASTING: [&str; 10] = ["AB", "AE", "AW", "B", "DD", "FG", "PL", "PM", "VW", "W"];
    LASTING.contains(&ident)
}

/// Whether entries express the effect of a property, or the property only describes the file.
fn is_expressed(ident: &str) -> bool {
    const FILE: [&str; 7] = ["AP", "CA", "FF", "GM", "KX", "ST", "SZ"];
    const GAME: [&str; 8] = ["AB", "AE", "AW", "B", "GN", "KM", "PL", "W"];
    const DRAWN: [&str; 19] = [
        "AR", "C", "CR", "DD", "FG", "L", "LB", "LN", "M", "MA", "MN", "PM", "SL", "SQ", "TB",
        "TR", "TW", "VW", "KO",
    ];
    FILE.contains(&ident) || GAME.contains(&ident) || DRAWN.contains(&ident)
}
