use std::cmp::Reverse;
use std::collections::HashMap;

use kifu_core::Color;
use kifu_sgf::{Document, GameContext, Ident, PropertyInfo, Size, Visit};
use kifu_tree::NodeId;

/// The number of uses of each property, by its identifier in capitals.
#[derive(Clone, Debug, Default)]
pub(crate) struct Properties {
    /// The index of each property in the list.
    places: HashMap<String, usize>,
    /// The index of each property whose identifier has one or two capitals, stored at its
    /// [`short_number`]; [`NO_PLACE`] for other identifiers.
    short_places: Vec<u32>,
    counted: Vec<Counted>,
    /// The numbers of games and files that were started.
    games: u64,
    files: u64,
}

/// A property and the number of its uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Property<'a> {
    /// The identifier in capitals.
    pub ident: &'a str,
    /// A readable name of the property, as used in records of Go; `None` if no standard or program is known to define it.
    pub name: Option<&'static str>,
    /// The number of roots that have the property.
    pub roots: u64,
    /// The number of uses in nodes other than the root.
    pub below: u64,
    /// The number of games that have the property.
    pub games: u64,
    /// The number of files that have the property.
    pub files: u64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Count {
    roots: u64,
    below: u64,
    games: u64,
    files: u64,
}

/// The counts of a property, and the last root, game and file that it occurred in, so that each is counted once.
#[derive(Clone, Debug, Default)]
struct Counted {
    count: Count,
    root: u64,
    game: u64,
    file: u64,
}

/// The number of possible results of [`short_number`].
const SHORT_NUMBERS: usize = 26 * 27;

const NO_PLACE: u32 = u32::MAX;

/// Returns a number for an identifier of one or two capitals. Nearly all identifiers are that
/// short.
fn short_number(capitals: &str) -> Option<usize> {
    let letter = |byte: u8| byte.is_ascii_uppercase().then(|| usize::from(byte - b'A'));
    match *capitals.as_bytes() {
        [only] => letter(only),
        [first, second] => Some(26 * (1 + letter(first)?) + letter(second)?),
        _ => None,
    }
}

impl Properties {
    /// Starts a file, to which the games that are added next belong.
    pub(crate) fn begin_file(&mut self) {
        self.files += 1;
    }

    /// Counts the properties of a game. Returns the number of its nodes.
    pub(crate) fn add_game(&mut self, document: &Document, root: NodeId) -> u64 {
        self.games += 1;
        let (mut nodes, mut black, mut white) = (0, 0, 0);
        for property in document.node(root).properties() {
            self.add_to_root(property.ident());
        }
        for visit in document.visit_tree(root, Size::default()) {
            match visit {
                Visit::Plays(plays) => {
                    nodes += plays.len() as u64;
                    let of_black = plays.count_of(Color::Black);
                    black += of_black;
                    white += plays.len() - of_black;
                    if plays.first() == root {
                        match plays.iter().next() {
                            Some((Color::White, _)) => white -= 1,
                            _ => black -= 1,
                        }
                    }
                }
                Visit::Node(node) => {
                    nodes += u64::from(!node.is_empty_variation());
                    if node.id() != root {
                        for property in node.properties() {
                            self.add_below(property.ident());
                        }
                    }
                }
            }
        }
        for (ident, moves) in [("B", black), ("W", white)] {
            if moves > 0 {
                self.at(ident).count.below += moves as u64;
            }
        }
        nodes
    }

    /// Counts a property in a root. Repetitions in one root count once.
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
        if is_in_capitals {
            self.at(ident.as_str())
        } else {
            let capitals: String = ident.significant().map(char::from).collect();
            self.at(&capitals)
        }
    }

    /// Counts a property of the current game.
    fn at(&mut self, capitals: &str) -> &mut Counted {
        let place = self.place(capitals);
        let counted = &mut self.counted[place];
        counted.count.games += u64::from(counted.game != self.games);
        counted.count.files += u64::from(counted.file != self.files);
        (counted.game, counted.file) = (self.games, self.files);
        counted
    }

    fn place(&mut self, capitals: &str) -> usize {
        let Some(number) = short_number(capitals) else {
            return self.place_in_map(capitals);
        };
        if let Some(&place) = self.short_places.get(number) {
            if place != NO_PLACE {
                return place as usize;
            }
        } else {
            self.short_places.resize(SHORT_NUMBERS, NO_PLACE);
        }
        let place = self.place_in_map(capitals);
        self.short_places[number] = place as u32;
        place
    }

    fn place_in_map(&mut self, capitals: &str) -> usize {
        if let Some(place) = self.places.get(capitals) {
            return *place;
        }
        let place = self.counted.len();
        self.counted.push(Counted::default());
        self.places.insert(capitals.to_owned(), place);
        place
    }

    /// Adds the counts of other files.
    pub(crate) fn merge(&mut self, other: &Properties) {
        for (ident, count) in other.all() {
            let place = self.place(ident);
            let sum = &mut self.counted[place].count;
            sum.roots += count.roots;
            sum.below += count.below;
            sum.games += count.games;
            sum.files += count.files;
        }
    }

    /// The properties, ordered by the number of roots, then by the number of uses in other nodes, most frequent first.
    pub(crate) fn rows(&self) -> Vec<Property<'_>> {
        let context = GameContext::default();
        let rows = self.all().map(|(ident, count)| Property {
            ident,
            name: PropertyInfo::of_name(ident, &context).map(|info| info.name),
            roots: count.roots,
            below: count.below,
            games: count.games,
            files: count.files,
        });
        let mut rows: Vec<_> = rows.collect();
        rows.sort_by_key(|row| (Reverse((row.roots, row.below)), row.ident));
        rows
    }

    /// The properties, in any order.
    fn all(&self) -> impl Iterator<Item = (&str, Count)> {
        let places = self.places.iter();
        places.map(|(ident, place)| (ident.as_str(), self.counted[*place].count))
    }
}
