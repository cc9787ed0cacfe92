// In the README it is a file.
#![doc = "[cookbook]: crate::cookbook\n"]
#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod codes;
mod edit;
mod file;
mod fix;
mod game;
mod line;
mod marks;
mod node;
mod old;
mod placement;
mod values;
mod walk;

use alloc::vec::Vec;

use kifu_rules::Rules;
use kifu_sgf::{Document, NodeCheck};
use kifu_span::{Code, Diagnostic, Safety};

pub use codes::CODES;
pub use fix::{Fixed, fix};
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
    document.diagnostics().for_each(&mut found);
    let doubtful = ends_are_doubtful(document);
    let mut found = |mut diagnostic: Diagnostic| {
        if let (true, Some(fix)) = (doubtful, &mut diagnostic.fix) {
            fix.safety = Safety::Unsafe;
        }
        found(diagnostic);
    };
    file::check(document, &mut found);
    let mut form = NodeCheck::new(document);
    for root in document.roots() {
        walk::check(document, root, settings.rules, &mut form, &mut found);
    }
}

/// Whether the structure is damaged and a value holds a bracket. What follows such a value tells
/// where it ends, so that a change behind it can change what it is: no repair is safe before
/// the damage is mended.
fn ends_are_doubtful(document: &Document) -> bool {
    document.diagnostics().next().is_some() && {
        let mut values = document
            .roots()
            .flat_map(|root| document.forest().preorder(root))
            .flat_map(|id| document.node(id).properties())
            .flat_map(|property| property.values());
        values.any(|value| value.raw().contains(&b'['))
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
