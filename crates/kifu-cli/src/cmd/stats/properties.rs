use std::cmp::Reverse;
use std::collections::HashMap;

use kifu::core::Color;
use kifu::select::Game;
use kifu::sgf::Ident;

/// How often each property is there, by its identifier in capitals.
#[derive(Default)]
pub(super) struct Properties {
    /// Where in the list each is.
    places: HashMap<String, usize>,
    counted: Vec<Counted>,
    /// How many games and files were begun.
    games: u64,
    files: u64,
}

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

/// A property with the last root, game and file that it was in, so that each counts once.
#[derive(Default)]
struct Counted {
    count: Property,
    root: u64,
    game: u64,
    file: u64,
}

impl Properties {
    /// The games that come are those of another file.
    pub(super) fn begin_file(&mut self) {
        self.files += 1;
    }

    /// Counts those of a game, and its nodes.
    pub(super) fn add_game(&mut self, game: &Game<'_>) -> u64 {
        self.games += 1;
        let document = game.document();
        let mut nodes = 0;
        let (mut black, mut white) = (0, 0);
        for id in document.forest().preorder(game.root()) {
            let node = document.node(id);
            if id == game.root() {
                nodes += 1;
                for property in node.properties() {
                    self.add_to_root(property.ident());
                }
                continue;
            }
            // Nearly all are such.
            match node.only_move() {
                Some((Color::Black, ..)) => black += 1,
                Some((Color::White, ..)) => white += 1,
                None => {
                    nodes += u64::from(!node.is_empty_variation());
                    for property in node.properties() {
                        self.add_below(property.ident());
                    }
                }
            }
        }
        for (ident, moves) in [("B", black), ("W", white)] {
            if moves > 0 {
                self.at(ident).count.below += moves;
            }
        }
        nodes + black + white
    }

    /// Said twice it is there all the same.
    fn add_to_root(&mut self, ident: Ident<'_>) {
        let game = self.games;
        let counted = self.of_ident(ident);
        counted.count.roots += u64::from(counted.root != game);
        counted.root = game;
    }

    fn add_below(&mut self, ident: Ident<'_>) {
        self.of_ident(ident).count.below += 1;
    }

    fn of_ident(&mut self, ident: Ident<'_>) -> &mut Counted {
        let is_in_capitals = ident.as_bytes().iter().all(u8::is_ascii_uppercase);
        match is_in_capitals {
            true => self.at(ident.as_str()),
            false => {
                let capitals: String = ident.significant().map(char::from).collect();
                self.at(&capitals)
            }
        }
    }

    /// A property that the game has.
    fn at(&mut self, capitals: &str) -> &mut Counted {
        let place = self.place(capitals);
        let counted = &mut self.counted[place];
        counted.count.games += u64::from(counted.game != self.games);
        counted.count.files += u64::from(counted.file != self.files);
        (counted.game, counted.file) = (self.games, self.files);
        counted
    }

    fn place(&mut self, capitals: &str) -> usize {
        if let Some(place) = self.places.get(capitals) {
            return *place;
        }
        let place = self.counted.len();
        self.counted.push(Counted::default());
        self.places.insert(capitals.to_owned(), place);
        place
    }

    /// Adds what was counted of other files.
    pub(super) fn merge(&mut self, other: &Properties) {
        for (ident, count) in other.all() {
            let place = self.place(ident);
            let sum = &mut self.counted[place].count;
            sum.roots += count.roots;
            sum.below += count.below;
            sum.games += count.games;
            sum.files += count.files;
        }
    }

    /// In how many roots each is, the commonest first; then how many times below.
    pub(super) fn rows(&self) -> Vec<(&str, Property)> {
        let mut rows: Vec<_> = self.all().collect();
        rows.sort_by_key(|(ident, count)| (Reverse((count.roots, count.below)), *ident));
        rows
    }

    /// In no order.
    fn all(&self) -> impl Iterator<Item = (&str, Property)> {
        let places = self.places.iter();
        places.map(|(ident, place)| (ident.as_str(), self.counted[*place].count))
    }
}
