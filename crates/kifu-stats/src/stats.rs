use std::fmt::Write;

use kifu_select::{Field, Key, Subject, Value};
use kifu_sgf::Document;
use kifu_tree::NodeId;

use crate::properties::{Properties, Property};
use crate::{Spread, Table};

/// The figures of a collection, which grow game by game.
#[derive(Clone, Debug, Default)]
pub struct Stats {
    scope: Scope,
    files: u64,
    bytes: u64,
    games: u64,
    nodes: u64,
    /// How many of the games are those of files that have ended.
    games_before: u64,
    games_per_file: Spread,
    moves_per_game: Spread,
    tables: [Table; TABLES.len()],
    properties: Properties,
    /// The buffer that values are written to.
    text: String,
}

/// What to count in a collection.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Scope {
    /// Everything.
    #[default]
    All,
    /// Games, nodes and properties only.
    Properties,
}

/// The tables: their names, and what games are counted by.
const TABLES: [(&str, Column); 15] = [
    ("format", Column::Field(Field::Format)),
    ("FF", Column::Property("FF")),
    ("charset", Column::Field(Field::Charset)),
    ("dialect", Column::Field(Field::Dialect)),
    ("program", Column::Field(Field::Program)),
    ("game", Column::Field(Field::Game)),
    ("year", Column::Field(Field::Year)),
    ("size", Column::Field(Field::Size)),
    ("komi", Column::Field(Field::Komi)),
    ("handicap", Column::Field(Field::Handicap)),
    ("rules", Column::Field(Field::Rules)),
    ("winner", Column::Field(Field::Winner)),
    ("result", Column::Field(Field::ResultKind)),
    ("variations", Column::Has(Field::Variations)),
    ("comments", Column::Has(Field::Comments)),
];

/// What a table counts games by.
#[derive(Clone, Copy)]
enum Column {
    /// The value of a field.
    Field(Field),
    /// The value of a property.
    Property(&'static str),
    /// Whether the game has any of what a field counts.
    Has(Field),
}

impl Column {
    /// The value of a game, written to `text`. Of several values it is the last, which is the standard's
    /// spelling where a field has both that and what is written.
    fn value<'t>(self, game: &dyn Subject, text: &'t mut String) -> Option<&'t str> {
        let mut is_there = false;
        let mut found = |value: Value<'_>| {
            is_there = true;
            text.clear();
            show(value, text);
            false
        };
        match self {
            Column::Field(field) | Column::Has(field) => game.any(&Key::Field(field), &mut found),
            Column::Property(ident) => game.any(&Key::Property(ident.to_owned()), &mut found),
        };
        let text = is_there.then_some(text.as_str())?;
        Some(match self {
            Column::Has(_) if text == "0" => "none",
            Column::Has(_) => "some",
            // With the version after the name there would be too many programs.
            Column::Field(Field::Program) => match text.split_once(':') {
                Some((name, _)) => name,
                None => text,
            },
            _ => text,
        })
    }
}

/// Appends a value.
fn show(value: Value<'_>, text: &mut String) {
    // Writing to a string does not fail.
    let _ = match value {
        Value::Text(value) => text.write_str(value.trim()),
        Value::Number(number) => write!(text, "{number}"),
        Value::Size(size) => write!(text, "{size}"),
        Value::Rank(rank) => write!(text, "{rank}"),
        Value::Date(_) => Ok(()),
    };
}

impl Stats {
    /// The figures of an empty collection.
    pub fn new(scope: Scope) -> Stats {
        Stats {
            scope,
            ..Stats::default()
        }
    }

    /// Starts a file: the games that are added next are in it.
    pub fn begin_file(&mut self) {
        self.games_before = self.games;
        self.properties.begin_file();
    }

    /// Counts a game: the tree with this root, and what is known of it.
    ///
    /// With [`Scope::Properties`] the subject is not asked anything.
    pub fn add(&mut self, document: &Document, root: NodeId, game: &dyn Subject) {
        self.games += 1;
        self.nodes += self.properties.add_game(document, root);
        if self.scope == Scope::Properties {
            return;
        }
        let mut moves = 0;
        game.any(&Key::Field(Field::Moves), &mut |value| {
            if let Value::Number(number) = value {
                moves = number as u64;
            }
            true
        });
        self.moves_per_game.add(moves);
        for (table, (_, column)) in self.tables.iter_mut().zip(TABLES) {
            table.add(column.value(game, &mut self.text));
        }
    }

    /// Counts the file that [`begin_file`](Stats::begin_file) started, with its size in bytes. A file that is not
    /// ended is not counted, but its games are.
    pub fn end_file(&mut self, bytes: u64) {
        self.files += 1;
        self.bytes += bytes;
        self.games_per_file.add(self.games - self.games_before);
    }

    /// Adds the figures of other files. No file may be started and not ended on either side.
    pub fn merge(&mut self, other: Stats) {
        self.files += other.files;
        self.bytes += other.bytes;
        self.games += other.games;
        self.nodes += other.nodes;
        self.games_per_file.merge(other.games_per_file);
        self.moves_per_game.merge(other.moves_per_game);
        for (table, other) in self.tables.iter_mut().zip(other.tables) {
            table.merge(other);
        }
        self.properties.merge(&other.properties);
    }

    /// What is counted.
    pub fn scope(&self) -> Scope {
        self.scope
    }

    /// The number of files.
    pub fn files(&self) -> u64 {
        self.files
    }

    /// The number of bytes in all files.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The number of nodes in all games. Variations without a node do not count.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The numbers of games in each file.
    pub fn games_per_file(&self) -> &Spread {
        &self.games_per_file
    }

    /// The numbers of moves on the main line of each game; empty with [`Scope::Properties`].
    pub fn moves_per_game(&self) -> &Spread {
        &self.moves_per_game
    }

    /// The tables with their names; each is empty with [`Scope::Properties`].
    pub fn tables(&self) -> impl Iterator<Item = (&'static str, &Table)> {
        TABLES.iter().map(|(name, _)| *name).zip(&self.tables)
    }

    /// How often each property is used, those in the most roots first.
    pub fn properties(&self) -> Vec<Property<'_>> {
        self.properties.rows()
    }
}

#[cfg(test)]
mod tests {
    use kifu_select::{Played, Size};

    use super::*;

    /// A game that knows how many moves it has.
    struct Moves(f64);

    impl Subject for Moves {
        fn any(&self, key: &Key, found: &mut dyn FnMut(Value<'_>) -> bool) -> bool {
            match key {
                Key::Field(Field::Moves) => found(Value::Number(self.0)),
                Key::Field(Field::Program) => found(Value::Text("CGoban:3")),
                _ => false,
            }
        }

        fn moves(&self, _: &mut dyn FnMut(Played) -> bool) {}

        fn board(&self) -> Size {
            Size::default()
        }
    }

    const FILES: [&str; 3] = [
        "(;GM[1]B[aa]B[bb];Black[cc];W[dd])(;GM[1]GM[1];B[])",
        "",
        "(;C[];C[];XX[](;B[aa])())",
    ];

    fn add(stats: &mut Stats, source: &str) {
        let document = Document::parse(source).unwrap();
        stats.begin_file();
        for root in document.roots() {
            stats.add(&document, root, &Moves(7.0));
        }
        stats.end_file(source.len() as u64);
    }

    type Figures = (
        Vec<u64>,
        Option<u64>,
        Vec<Vec<(String, u64)>>,
        Vec<(String, [u64; 4])>,
    );

    fn figures(stats: &Stats) -> Figures {
        let totals = vec![stats.files(), stats.bytes(), stats.games(), stats.nodes()];
        let moves = stats
            .moves_per_game()
            .summary()
            .map(|summary| summary.median);
        let named = |(value, games): (Option<&str>, u64)| (format!("{value:?}"), games);
        let tables = stats.tables();
        let tables = tables.map(|(_, table)| table.rows().into_iter().map(named).collect());
        let properties = stats.properties().into_iter();
        let properties =
            properties.map(|p| (p.ident.to_owned(), [p.roots, p.below, p.games, p.files]));
        (totals, moves, tables.collect(), properties.collect())
    }

    #[test]
    fn figures_that_are_merged_are_those_of_all() {
        let mut together = Stats::default();
        let mut merged = Stats::default();
        for file in FILES {
            add(&mut together, file);
            let mut alone = Stats::default();
            add(&mut alone, file);
            merged.merge(alone);
        }
        let (totals, moves, tables, properties) = figures(&together);
        assert_eq!(totals, [3, 76, 3, 9]);
        assert_eq!(moves, Some(7));
        assert_eq!(tables[4], [("Some(\"CGoban\")".to_owned(), 3)]);
        assert_eq!(properties[0], ("GM".to_owned(), [2, 0, 2, 1]));
        assert_eq!(properties[1], ("B".to_owned(), [1, 3, 3, 2]));
        assert_eq!(figures(&merged), (totals, moves, tables, properties));
    }

    #[test]
    fn properties_alone_ask_nothing() {
        let mut stats = Stats::new(Scope::Properties);
        add(&mut stats, FILES[0]);
        assert_eq!(stats.moves_per_game().summary(), None);
        assert!(stats.tables().all(|(_, table)| table.rows().is_empty()));
        assert_eq!(stats.properties().len(), 3);
    }
}
