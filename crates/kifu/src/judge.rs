//! What is wrong with records that are not SGF.

mod field;

use alloc::vec::Vec;

use kifu_check::Settings;
use kifu_jgf::{Places, Record};
use kifu_sgf::properties::{Class, PropertyInfo};
use kifu_sgf::{Document, GameContext, NodeId};
use kifu_span::{Diagnostic, Span};
use kifu_tree::game::{Carriage, Game};

use crate::TooLarge;

/// Everything that is wrong with a JGF file, in the order of its [text](kifu_jgf::text): what
/// its codec finds, and what [`kifu_check`] finds in the games. The latter is said in the
/// words of SGF and stands at the node or the member that it is about, or at the start of the
/// record; there are no repairs for it.
///
/// ```
/// use kifu::check::Settings;
///
/// let source = br#"{"game": {}, "tree": [{}, {"move": {"B": "dd"}}, {"move": {"W": "dd"}}]}"#;
/// let found = kifu::check_jgf(source, &Settings::default())?;
/// assert_eq!(found[0].code, "rules/occupied");
/// let text = kifu::jgf::text(source);
/// assert_eq!(&text[found[0].span.range()], r#"{"move": {"W": "dd"}}"#);
/// # Ok::<(), kifu::TooLarge>(())
/// ```
///
/// # Errors
///
/// [`TooLarge`] if the file is longer than JGF documents can be.
pub fn check_jgf(source: &[u8], settings: &Settings) -> Result<Vec<Diagnostic>, TooLarge> {
    let (document, places) =
        kifu_jgf::Document::parse_with_places(source).map_err(TooLarge::Jgf)?;
    let mut found = document.diagnostics().to_vec();
    for (record, places) in document.records.iter().zip(&places) {
        let game = kifu_jgf::convert::to_game(record).value;
        let text = kifu_sgf::convert::from_game(&game, Carriage::None).value;
        let sgf = Document::parse(text).map_err(TooLarge::Sgf)?;
        let Some(root) = sgf.roots().next() else {
            continue;
        };
        let mapped = Mapped::of(record, places, &game, &sgf, root);
        for finding in kifu_check::check(&sgf, settings) {
            if is_of_the_game(finding.code) {
                found.push(Diagnostic {
                    span: mapped.place(finding.span),
                    fix: None,
                    ..finding
                });
            }
        }
    }
    found.sort_by_key(|found| (found.span.start, found.span.end));
    // Values that say the same of several points stand at one place here.
    found.dedup();
    Ok(found)
}

/// Whether a finding is about the game, not about how SGF spells it, and not what the codec of
/// JGF says itself.
fn is_of_the_game(code: &str) -> bool {
    const NOT: [&str; 20] = [
        "game/newer-than-stated",
        "game/points-outside",
        "game/unknown-version",
        "node/empty",
        "node/game-info-late",
        "node/move-in-root",
        "node/move-with-setup",
        "node/point-twice",
        "node/root-property",
        "node/setup-after-root",
        "node/two-moves",
        "rules/off-board",
        "rules/unusable-value",
        "value/control-character",
        "value/empty",
        "value/impossible-date",
        "value/off-board",
        "value/pass",
        "value/spelling",
        "value/western-point",
    ];
    let group = code.split('/').next().unwrap_or_default();
    matches!(group, "rules" | "game" | "clock" | "node" | "value") && !NOT.contains(&code)
}

/// Leads from places in a converted game to places in the file that it comes from.
struct Mapped<'d> {
    sgf: &'d Document,
    root: NodeId,
    /// Where the nodes of the game tree start, with their numbers in preorder.
    starts: Vec<(u32, usize)>,
    record: &'d Record,
    places: &'d Places,
    /// How many nodes of the file went into the root beside the first.
    merged: usize,
}

impl<'d> Mapped<'d> {
    fn of(
        record: &'d Record,
        places: &'d Places,
        game: &Game,
        sgf: &'d Document,
        root: NodeId,
    ) -> Mapped<'d> {
        let tree = record.tree();
        let in_file = tree
            .first_root()
            .map_or(0, |first| tree.preorder(first).count());
        let in_game = game.nodes.preorder(game.root()).count();
        let numbered = sgf.forest().preorder(root).enumerate();
        let starts = numbered.filter_map(|(number, id)| Some((sgf.node(id).span()?.start, number)));
        Mapped {
            sgf,
            root,
            starts: starts.collect(),
            record,
            places,
            // The move of a root may stand in a node of its own.
            merged: in_file.saturating_sub(in_game),
        }
    }

    fn place(&self, span: Span) -> Span {
        let after = self.starts.partition_point(|node| node.0 <= span.start);
        let number = after
            .checked_sub(1)
            .map_or(0, |before| self.starts[before].1);
        let place = match number {
            0 => self.place_in_root(span),
            number => self.places.nodes.get(number + self.merged).copied(),
        };
        place.unwrap_or(Span::at(self.places.record.start))
    }

    /// The place of what the root says of the game as a whole, or else the first node.
    fn place_in_root(&self, span: Span) -> Option<Span> {
        let node = self.sgf.node(self.root);
        let context = GameContext::of(node);
        let is_around = |of: Span| of.start <= span.start && span.start < of.end;
        let mut properties = node.properties();
        let property = properties.find(|property| property.span().is_some_and(is_around))?;
        let info = PropertyInfo::of(property.ident(), &context);
        match info.is_none_or(|info| matches!(info.class, Class::Root | Class::GameInfo)) {
            true => field::place(property.ident().as_str(), self.record, self.places),
            false => self.places.nodes.first().copied(),
        }
    }
}
