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
mod line;
mod marks;
mod node;
mod old;
mod placement;
mod step;
mod values;
mod walk;

use alloc::vec::Vec;

use damage::Damage;
use kifu_rules::Rules;
use kifu_sgf::{Document, NodeCheck};
use kifu_span::{Code, Diagnostic, Safety};

pub use codes::CODES;
pub use fix::{Fixed, Rounds, Then, fix, fix_part};
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
/// one every few bytes, and whoever counts them need not hold them.
pub fn check_each(document: &Document, settings: &Settings, mut found: impl FnMut(Diagnostic)) {
    let doubtful = is_damaged(document) && holds_brackets(document);
    // One game has none to differ from.
    let mut games = document.roots().nth(1).map(|_| file::Games::default());
    check_games(document, settings, doubtful, games.as_mut(), &mut found);
}

/// As [`check_each()`], for the next document of several that one file was cut into, so that it need not be
/// in memory as a whole: cut between game trees that are closed and follow one another, it finds what it
/// would find in the whole file, with the spans of the document.
///
/// Two things in a file tell of all of it. Where it [is doubtful](Before::is_doubtful) no repair is safe;
/// once that is so, what was found before has to be found again, from [`Before::doubtful`] on. And the repair of
/// [`sgf/unclosed-tree`](code_list) is not safe where a value before it holds a bracket and another one is not
/// closed.
///
/// ```
/// use kifu_check::sgf::Document;
/// use kifu_check::{Before, Settings, check_part};
///
/// let mut before = Before::default();
/// let mut told = Vec::new();
/// for part in ["(;FF[4];B[aa])", "\n(;FF[4])(;FF[3])"] {
///     let document = Document::parse(part)?;
///     check_part(&document, &Settings::default(), &mut before, |found| told.push(found));
/// }
/// assert_eq!(told[0].message, "game 3 has FF[3], the first one FF[4]");
/// # Ok::<(), kifu_sgf::TooLarge>(())
/// ```
pub fn check_part(
    document: &Document,
    settings: &Settings,
    before: &mut Before,
    mut found: impl FnMut(Diagnostic),
) {
    before.add(document);
    let doubtful = before.is_doubtful();
    let games = Some(&mut before.games);
    check_games(document, settings, doubtful, games, &mut found);
}

/// What the documents before the next one have told of a file, for [`check_part()`]; before the first,
/// nothing.
#[derive(Debug, Default)]
pub struct Before {
    games: file::Games,
    damaged: bool,
    brackets: bool,
}

impl Before {
    /// Before the first document of a file that is known to be doubtful.
    pub fn doubtful() -> Before {
        Before {
            damaged: true,
            brackets: true,
            ..Before::default()
        }
    }

    fn add(&mut self, document: &Document) {
        self.damaged |= is_damaged(document);
        self.brackets = self.brackets || holds_brackets(document);
    }

    /// Whether the structure of the file is damaged and a value in it holds a bracket. What follows such a
    /// value tells where it ends, so that a change behind it can change what it is: no repair is safe before
    /// the damage is mended.
    pub fn is_doubtful(&self) -> bool {
        self.damaged && self.brackets
    }
}

fn check_games(
    document: &Document,
    settings: &Settings,
    doubtful: bool,
    games: Option<&mut file::Games>,
    found: &mut impl FnMut(Diagnostic),
) {
    document.diagnostics().for_each(&mut *found);
    let damage = is_damaged(document).then(|| Damage::of(document));
    let mut found = |mut diagnostic: Diagnostic| {
        if damage
            .as_ref()
            .is_some_and(|damage| damage.explains(&diagnostic))
        {
            return;
        }
        if let (true, Some(fix)) = (doubtful, &mut diagnostic.fix) {
            fix.safety = Safety::Unsafe;
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

fn is_damaged(document: &Document) -> bool {
    document.diagnostics().next().is_some()
}

/// Whether a value has a bracket in its text.
fn holds_brackets(document: &Document) -> bool {
    let nodes = document
        .roots()
        .flat_map(|root| document.forest().preorder(root))
        .map(|id| document.node(id));
    // Of a move alone it is a point.
    let mut values = nodes
        .filter(|node| node.only_move().is_none())
        .flat_map(|node| node.properties())
        .flat_map(|property| property.values());
    values.any(|value| value.raw().contains(&b'['))
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
