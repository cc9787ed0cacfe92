// The README links to the cookbook as a file; the documentation has it as a module.
#![doc = "[cookbook]: crate::cookbook\n"]
#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod codes;
mod damage;
mod edit;
mod file;
mod fix;
mod formats;
mod game;
mod line;
mod marks;
mod node;
mod old_marks;
mod placement;
mod section;
mod step;
mod values;
mod walk;

use alloc::vec::Vec;

use damage::Damage;
use kifu_rules::Rules;
use kifu_sgf::properties::PropertyClass;
use kifu_sgf::{Document, EditError, GameContext, NodeCheck, Place, PropertyInfo};
use kifu_span::{Diagnostic, ExplainedCode, Safety};

pub use codes::CODES;
pub use fix::{Fixed, fix};
#[cfg(feature = "gib")]
pub use formats::check_gib;
#[cfg(feature = "ngf")]
pub use formats::check_ngf;
#[cfg(feature = "ogs")]
pub use formats::check_ogs;
#[cfg(feature = "notation")]
pub use formats::check_positions;
#[cfg(feature = "ugf")]
pub use formats::check_ugf;
pub use formats::is_format_independent;
#[cfg(feature = "jgf")]
pub use formats::{check_jgf, check_jgf_document};
#[cfg(feature = "gib")]
pub use kifu_gib as gib;
#[cfg(feature = "jgf")]
pub use kifu_jgf as jgf;
#[cfg(feature = "ngf")]
pub use kifu_ngf as ngf;
#[cfg(feature = "notation")]
pub use kifu_notation as notation;
#[cfg(feature = "ogs")]
pub use kifu_ogs as ogs;
pub use kifu_rules as rules;
pub use kifu_sgf as sgf;
#[cfg(feature = "ugf")]
pub use kifu_ugf as ugf;
pub use step::repair;

/// The settings of a check.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Settings {
    /// The rules that moves are checked against.
    pub rules: Ruling,
}

/// The rules that moves are checked against.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum Ruling {
    /// The rules that the record names in `RU`, or Japanese rules if `RU` is missing or unknown.
    #[default]
    Stated,
    /// The given rules, regardless of those that the record names.
    By(Rules),
    /// No rules: moves are not checked.
    Off,
}

/// Returns all findings about the source of a document, in the order of the text.
///
/// Edits of the document are not checked: to include them, write the document and parse it again.
pub fn check(document: &Document, settings: &Settings) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    check_each(document, settings, |diagnostic| findings.push(diagnostic));
    kifu_span::sort_by_span(&mut findings);
    findings
}

/// Calls `found` with each finding of [`check()`], in no particular order.
///
/// A hostile file can have a finding every few bytes. Callers that only count findings need not keep them in
/// memory.
pub fn check_each(document: &Document, settings: &Settings, mut found: impl FnMut(Diagnostic)) {
    // A single game has no other game to differ from.
    let mut games = document.roots().nth(1).map(|_| file::Games::default());
    check_games(document, settings, games.as_mut(), &mut found);
}

/// Returns the findings about the values of a property, without a game: values that do not have the type of the property
/// or are not spelled as in the standard, and an unknown property. Their spans have no meaning.
///
/// ```
/// let check = |ident, value| kifu_check::check_values(ident, &[value]).unwrap();
/// assert_eq!(check("MN", "x")[0].message, "`MN[x]`: expected a number");
/// assert_eq!(check("KM", "6,5")[0].code.name, "value/spelling");
/// assert!(check("EV", "Cho Cup").is_empty());
/// ```
///
/// # Errors
///
/// [`EditError`] if no SGF file can have the property or the values.
pub fn check_values(ident: &str, values: &[&str]) -> Result<Vec<Diagnostic>, EditError> {
    let mut game = Document::new();
    let root = game.add_node(Place::LastRoot)?;
    // Use the largest board, so that any point is on it.
    for (ident, value) in [("FF", "4"), ("GM", "1"), ("SZ", "52"), ("CA", "UTF-8")] {
        game.node_mut(root).set(ident, [value])?;
    }
    game.node_mut(root).set(ident, values)?;
    let context = GameContext::of(game.node(root));
    let property = game.node(root).get(ident);
    let info = property.and_then(|property| PropertyInfo::of(property.ident(), &context));
    if info.is_some_and(|info| !matches!(info.class, PropertyClass::Root | PropertyClass::GameInfo))
    {
        game.node_mut(root).remove(ident)?;
        let below = game.add_node(Place::LastChild(root))?;
        game.node_mut(below).set(ident, values)?;
    }
    let Ok(written) = Document::parse(game.to_bytes()) else {
        return Ok(Vec::new());
    };
    let mut findings = check(&written, &Settings::default());
    findings.retain(|finding| {
        finding.code.group() == "value" || finding.code == codes::UNKNOWN_PROPERTY
    });
    Ok(findings)
}

/// A checker for a collection that is read in chunks, so that it does not have to fit into memory.
///
/// Each chunk is a document of whole games. If the collection is split between closed game trees with only white
/// space between them, the findings are the same as those of [`check_each()`] on the whole file, except that their
/// spans are offsets in each chunk.
///
/// ```
/// use kifu_check::sgf::Document;
/// use kifu_check::{Checker, Settings};
///
/// let mut checker = Checker::new(&Settings::default());
/// let mut messages = Vec::new();
/// for chunk in ["(;FF[4];B[aa])", "\n(;FF[4])(;FF[3])"] {
///     checker.check(&Document::parse(chunk)?, |found| messages.push(found.message));
/// }
/// assert_eq!(messages, ["game 3 has FF[3], but game 1 has FF[4]"]);
/// # Ok::<(), kifu_check::sgf::TooLarge>(())
/// ```
#[derive(Debug)]
pub struct Checker {
    settings: Settings,
    games: file::Games,
}

impl Checker {
    /// Creates a checker for a new collection.
    pub fn new(settings: &Settings) -> Checker {
        Checker {
            settings: *settings,
            games: file::Games::default(),
        }
    }

    /// Checks the next chunk and calls `found` with each finding, in no particular order.
    pub fn check(&mut self, chunk: &Document, mut found: impl FnMut(Diagnostic)) {
        check_games(chunk, &self.settings, Some(&mut self.games), &mut found);
    }
}

fn check_games(
    document: &Document,
    settings: &Settings,
    mut games: Option<&mut file::Games>,
    found: &mut dyn FnMut(Diagnostic),
) {
    document.diagnostics().for_each(&mut *found);
    let is_damaged = document.faults().next().is_some();
    let damage = is_damaged.then(|| Damage::of(document));
    let doubtful = section::DoubtfulSections::of(document);
    let mut found = |mut diagnostic: Diagnostic| {
        if damage
            .as_ref()
            .is_some_and(|damage| damage.explains(&diagnostic))
        {
            return;
        }
        if let (Some(doubtful), Some(fix)) = (&doubtful, &mut diagnostic.fix) {
            if doubtful.contains(diagnostic.span.start) {
                fix.safety = Safety::Unsafe;
            }
        }
        found(diagnostic);
    };
    let mut form = NodeCheck::new(document);
    for root in document.roots() {
        let game = node::Game::of(document, root);
        if let Some(games) = &mut games {
            games.check(&game, &mut found);
        }
        form.enter_game(root, &mut found);
        walk::check(&game, settings.rules, damage.as_ref(), &form, &mut found);
    }
}

/// Returns an iterator over the codes of all findings that [`check()`] can report, including those of `kifu-sgf`
/// and `kifu-replay`.
pub fn catalogue() -> impl Iterator<Item = &'static ExplainedCode> {
    [kifu_sgf::CODES, CODES, kifu_replay::CODES]
        .into_iter()
        .flatten()
}

/// Looks up the summary and the explanation of a code; `None` if [`catalogue()`] does not have it.
///
/// ```
/// let ko = kifu_check::explain("rules/ko").unwrap();
/// assert_eq!(ko.summary, "a ko is retaken immediately");
/// ```
pub fn explain(code: &str) -> Option<&'static ExplainedCode> {
    catalogue().find(|known| known.name == code)
}

#[doc = include_str!("../CODES.md")]
pub mod code_list {}

#[doc = include_str!("../SGFC.md")]
pub mod sgfc {}

#[cfg(doc)]
#[doc = include_str!("../COOKBOOK.md")]
pub mod cookbook {}
