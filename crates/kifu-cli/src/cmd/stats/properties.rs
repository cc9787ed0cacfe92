use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use kifu::select::Game;
use kifu::sgf::Ident;

/// How often each property is there, by its identifier in capitals.
#[derive(Default)]
pub(super) struct Properties(BTreeMap<String, Property>);

/// How often a property is there.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Property {
    /// In how many roots.
    pub(super) roots: u64,
    /// How many times in other nodes.
    pub(super) below: u64,
    /// In how many games, and in how many files.
    pub(super) games: u64,
    pub(super) files: u64,
}

impl Properties {
    /// Counts those of a game, and its nodes.
    pub(super) fn add_game(&mut self, game: &Game<'_>) -> u64 {
        let document = game.document();
        // By what is written, which is read off faster than what it means.
        let mut written: HashMap<&[u8], (Ident<'_>, Property)> = HashMap::new();
        let mut nodes = 0;
        for id in document.forest().preorder(game.root()) {
            let node = document.node(id);
            nodes += u64::from(!node.is_empty_variation());
            let is_root = id == game.root();
            for property in node.properties() {
                let ident = property.ident();
                let (_, count) = written
                    .entry(ident.as_bytes())
                    .or_insert((ident, Property::default()));
                match is_root {
                    // Said twice it is there all the same.
                    true => count.roots = 1,
                    false => count.below += 1,
                }
            }
        }
        let mut of_game: BTreeMap<String, Property> = BTreeMap::new();
        for (ident, count) in written.into_values() {
            let capitals = ident.significant().map(char::from).collect();
            let sum = of_game.entry(capitals).or_default();
            sum.roots = sum.roots.max(count.roots);
            sum.below += count.below;
            sum.games = 1;
        }
        self.merge(Properties(of_game));
        nodes
    }

    /// What was counted are the games of one file.
    pub(super) fn end_file(&mut self) {
        for count in self.0.values_mut() {
            count.files = 1;
        }
    }

    pub(super) fn merge(&mut self, other: Properties) {
        for (ident, count) in other.0 {
            let sum = self.0.entry(ident).or_default();
            sum.roots += count.roots;
            sum.below += count.below;
            sum.games += count.games;
            sum.files += count.files;
        }
    }

    /// In how many roots each is, the commonest first; then how many times below.
    pub(super) fn rows(&self) -> Vec<(&str, Property)> {
        let mut rows: Vec<_> = self
            .0
            .iter()
            .map(|(ident, count)| (ident.as_str(), *count))
            .collect();
        rows.sort_by_key(|(_, count)| Reverse((count.roots, count.below)));
        rows
    }
}
