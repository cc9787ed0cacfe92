// In the README it is a file.
#![doc = "[cookbook]: crate::cookbook\n"]
#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod codes;
mod damage;
mod edit;
mod file;
mod fix;
mod game;
mod judge;
mod line;
mod marks;
mod node;
mod old;
mod placement;
mod section;
mod step;
mod values;
mod walk;

use alloc::vec::Vec;

use damage::Damage;
use kifu_rules::Rules;
use kifu_sgf::{Document, NodeCheck};
use kifu_span::{Code, Diagnostic, Safety};

pub use codes::CODES;
pub use fix::{Fixed, fix};
#[cfg(feature = "jgf")]
pub use judge::check_jgf;
#[cfg(feature = "notation")]
pub use judge::check_positions;
pub use judge::is_of_the_game;
#[cfg(feature = "jgf")]
pub use kifu_jgf as jgf;
#[cfg(feature = "notation")]
pub use kifu_notation as notation;
pub use kifu_rules as rules;
pub use kifu_sgf as sgf;

/// How to judge.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Settings {
    /// The rules by which moves are judged.
    pub rules: Ruling,
}

/// By which rules moves are judged.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum Ruling {
    /// Those that the record names in `RU`; Japanese rules where it names none.
    #[default]
    Stated,
    /// These, whatever the record says.
    By(Rules),
    /// None: moves are not judged.
    Off,
}

/// Everything that is wrong with a document's source, in the order of the text.
///
/// Edits are not looked at: parse the written bytes to check those.
pub fn check(document: &Document, settings: &Settings) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    check_each(document, settings, |diagnostic| found.push(diagnostic));
    found.sort_by_key(|diagnostic| diagnostic.span);
    found
}

/// As [`check()`], one finding at a time, in no particular order: a hostile file can have
/// one every few bytes, and callers that count them need not hold them.
pub fn check_each(document: &Document, settings: &Settings, mut found: impl FnMut(Diagnostic)) {
    // One game has none to differ from.
    let mut games = document.roots().nth(1).map(|_| file::Games::default());
    check_games(document, settings, games.as_mut(), &mut found);
}

/// Checks a collection one chunk after another, so that it need not be in memory as a whole.
///
/// Each chunk is a document of whole games. Where the collection is cut between game trees that are closed and
/// follow one another, the findings are those of [`check_each()`] on the whole file, with the spans of each
/// chunk.
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
/// assert_eq!(messages, ["game 3 has FF[3], the first one FF[4]"]);
/// # Ok::<(), kifu_check::sgf::TooLarge>(())
/// ```
#[derive(Debug)]
pub struct Checker {
    settings: Settings,
    games: file::Games,
}

impl Checker {
    /// A checker before the first chunk of a collection.
    pub fn new(settings: &Settings) -> Checker {
        Checker {
            settings: *settings,
            games: file::Games::default(),
        }
    }

    /// Reports the findings of the next chunk, in no particular order.
    pub fn check(&mut self, chunk: &Document, mut found: impl FnMut(Diagnostic)) {
        check_games(chunk, &self.settings, Some(&mut self.games), &mut found);
    }
}

fn check_games(
    document: &Document,
    settings: &Settings,
    games: Option<&mut file::Games>,
    found: &mut impl FnMut(Diagnostic),
) {
    document.diagnostics().for_each(&mut *found);
    let is_damaged = document.diagnostics().next().is_some();
    let damage = is_damaged.then(|| Damage::of(document));
    let doubtful = section::Doubtful::of(document);
    let mut found = |mut diagnostic: Diagnostic| {
        if damage
            .as_ref()
            .is_some_and(|damage| damage.explains(&diagnostic))
        {
            return;
        }
        if let (Some(doubtful), Some(fix)) = (&doubtful, &mut diagnostic.fix) {
            if doubtful.has(diagnostic.span.start) {
                fix.safety = Safety::Unsafe;
            }
        }
        found(diagnostic);
    };
    if let Some(games) = games {
        games.check(document, &mut found);
    }
    let mut form = NodeCheck::new(document);
    for root in document.roots() {
        walk::check(
            document,
            root,
            settings.rules,
            damage.as_ref(),
            &mut form,
            &mut found,
        );
    }
}

/// Every kind of finding there is, grouped by where it is found.
pub fn catalogue() -> impl Iterator<Item = &'static Code> {
    let own = CODES.iter().copied();
    kifu_sgf::CODES.iter().chain(own).chain(kifu_replay::CODES)
}

/// What a code means.
///
/// ```
/// let ko = kifu_check::explain("rules/ko").unwrap();
/// assert_eq!(ko.summary, "a ko is taken back at once");
/// ```
pub fn explain(code: &str) -> Option<&'static Code> {
    catalogue().find(|known| known.name == code)
}

#[doc = include_str!("../CODES.md")]
pub mod code_list {}

#[doc = include_str!("../SGFC.md")]
pub mod sgfc {}

#[cfg(doc)]
#[doc = include_str!("../COOKBOOK.md")]
pub mod cookbook {}
