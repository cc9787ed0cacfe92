use std::fmt::Write;

use kifu_select::{Cell, Field, Key, Subject, Value};
use kifu_sgf::Document;
use kifu_tree::NodeId;

use crate::losses::PlayerLosses;
use crate::properties::{Properties, Property};
use crate::{Distribution, Losses, Table};

/// The statistics of a collection, built game by game.
#[derive(Clone, Debug, Default)]
pub struct Stats {
    scope: Scope,
    files: u64,
    bytes: u64,
    games: u64,
    nodes: u64,
    /// The number of games in completed files.
    games_before: u64,
    games_per_file: Distribution,
    moves_per_game: Distribution,
    tables: [Table; TABLES.len()],
    /// The tables of the fields and properties given to [`Stats::by`].
    by: Vec<(Key, Table)>,
    properties: Properties,
    losses: PlayerLosses,
    /// A reusable buffer for values.
    text: String,
}

/// The content to count in a collection.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Scope {
    /// All statistics.
    #[default]
    All,
    /// Only games, nodes and properties.
    Properties,
    /// Only games and the tables of [`Stats::by`].
    Fields,
    /// Only games and the losses of their moves, according to the analysis of engines.
    Analysis,
}

/// The names of the tables, and the values by which they count games.
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

/// The value by which a table counts games.
#[derive(Clone, Copy)]
enum Column {
    /// The value of a field.
    Field(Field),
    /// The value of a property.
    Property(&'static str),
    /// Whether a count field is more than 0.
    Has(Field),
}

impl Column {
    /// Returns the value of the game, written to `text`. If there are several values, returns the
    /// last, which is the standard form of fields that also have a written form.
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
            // Leave out the version, because it would lead to too many different values.
            Column::Field(Field::Program) => match text.split_once(':') {
                Some((name, _)) => name,
                None => text,
            },
            _ => text,
        })
    }
}

/// Counts a game by its value in the column of a field; for `player`, by both players.
fn add_cells(key: &Key, table: &mut Table, game: &dyn Subject) {
    let mut add = |key: &Key| {
        let cell = Cell::of(key, game).map(|cell| cell.to_string());
        table.add(cell.as_deref());
    };
    match key {
        Key::Field(Field::Player) => [Field::Black, Field::White]
            .into_iter()
            .for_each(|field| add(&Key::Field(field))),
        key => add(key),
    }
}

/// Appends a value to a text.
fn show(value: Value<'_>, text: &mut String) {
    // Writing to a string cannot fail.
    let _ = match value {
        Value::Text(value) => text.write_str(value.trim()),
        Value::Number(number) | Value::Written(number) => write!(text, "{number}"),
        Value::Size(size) => write!(text, "{size}"),
        Value::Rank(rank) => write!(text, "{rank}"),
        Value::Date(_) => Ok(()),
    };
}

impl Stats {
    /// Creates the statistics of an empty collection.
    pub fn new(scope: Scope) -> Stats {
        Stats {
            scope,
            ..Stats::default()
        }
    }

    /// Creates the statistics of an empty collection that only count games by the values of these fields and
    /// properties. A game counts for both of its players if the field is `player`.
    pub fn by(keys: impl IntoIterator<Item = Key>) -> Stats {
        Stats {
            scope: Scope::Fields,
            by: keys
                .into_iter()
                .map(|key| (key, Table::default()))
                .collect(),
            ..Stats::default()
        }
    }

    /// Creates empty statistics that count the same content as these.
    pub fn empty(&self) -> Stats {
        let keys = self.by.iter().map(|(key, _)| key.clone());
        Stats {
            scope: self.scope,
            ..Stats::by(keys)
        }
    }

    /// Starts a file, to which the games that are added next belong.
    pub fn begin_file(&mut self) {
        self.games_before = self.games;
        self.properties.begin_file();
    }

    /// Counts a game: the tree with this root, and the game as a subject of expressions.
    ///
    /// With [`Scope::Properties`], nothing is requested from the subject.
    pub fn add(&mut self, document: &Document, root: NodeId, game: &dyn Subject) {
        self.games += 1;
        if self.scope == Scope::Fields {
            for (key, table) in &mut self.by {
                add_cells(key, table, game);
            }
            return;
        }
        if self.scope == Scope::Analysis {
            self.losses.add(document, root, game);
            return;
        }
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

    /// Completes the file that [`begin_file`](Stats::begin_file) started, with its size in bytes. Incomplete files
    /// are not counted, but their games are.
    pub fn end_file(&mut self, bytes: u64) {
        self.files += 1;
        self.bytes += bytes;
        self.games_per_file.add(self.games - self.games_before);
    }

    /// Adds the statistics of other files. Neither side may have an incomplete file.
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
        for ((_, table), (_, other)) in self.by.iter_mut().zip(other.by) {
            table.merge(other);
        }
        self.properties.merge(&other.properties);
        self.losses.merge(other.losses);
    }

    /// The content that is counted.
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

    /// The distribution of the number of games per file.
    pub fn games_per_file(&self) -> &Distribution {
        &self.games_per_file
    }

    /// The distribution of the number of moves on the main line; empty with [`Scope::Properties`].
    pub fn moves_per_game(&self) -> &Distribution {
        &self.moves_per_game
    }

    /// Returns an iterator over the tables and their names; with [`Scope::Properties`] they are empty.
    pub fn tables(&self) -> impl Iterator<Item = (&'static str, &Table)> {
        TABLES.iter().map(|(name, _)| *name).zip(&self.tables)
    }

    /// Returns an iterator over the fields and tables of [`by`](Stats::by).
    pub fn tables_by_field(&self) -> impl Iterator<Item = (&Key, &Table)> {
        self.by.iter().map(|(key, table)| (key, table))
    }

    /// The losses of all players; none except with [`Scope::Analysis`].
    pub fn losses(&self) -> &Losses {
        self.losses.all()
    }

    /// Returns the names of the players with their losses, those with the most moves first.
    ///
    /// ```
    /// use kifu_stats::select::{Key, PlayedMove, Size, Subject, Value};
    /// use kifu_stats::sgf::Document;
    /// use kifu_stats::{Scope, Stats};
    ///
    /// /// A game between two players of the same name.
    /// struct Namesakes;
    ///
    /// impl Subject for Namesakes {
    ///     fn any(&self, _: &Key, found: &mut dyn FnMut(Value<'_>) -> bool) -> bool {
    ///         found(Value::Text("Sato"))
    ///     }
    ///     fn moves(&self, _: &mut dyn FnMut(PlayedMove) -> bool) {}
    ///     fn board(&self) -> Size {
    ///         Size::default()
    ///     }
    /// }
    ///
    /// let document = Document::parse("(;SBKV[50];B[pd]SBKV[44];W[dd]SBKV[44])")?;
    /// let mut stats = Stats::new(Scope::Analysis);
    /// stats.add(&document, document.roots().next().unwrap(), &Namesakes);
    /// let (name, losses) = stats.losses_by_player()[0];
    /// assert_eq!((name, losses.moves(), losses.over_5_percent()), ("Sato", 2, 1));
    /// assert_eq!(losses.mean_win_rate(), Some(0.03));
    /// # Ok::<(), kifu_stats::sgf::TooLarge>(())
    /// ```
    pub fn losses_by_player(&self) -> Vec<(&str, &Losses)> {
        self.losses.rows()
    }

    /// Returns the losses of the moves 1 to 20, 21 to 40 and so on: the first and the last number, if the moves have a last
    /// one, and the losses.
    pub fn losses_by_number(&self) -> impl Iterator<Item = (u32, Option<u32>, &Losses)> {
        self.losses.by_number()
    }

    /// Returns the curve of a game, if only one is analysed: the number of each move, and the probability that Black wins
    /// after it, from 0 to 1.
    pub fn win_rates(&self) -> &[(u32, f64)] {
        self.losses.win_rates()
    }

    /// Returns the number of uses of each property, ordered by the number of roots.
    pub fn properties(&self) -> Vec<Property<'_>> {
        self.properties.rows()
    }
}

#[cfg(test)]
mod tests {
    use kifu_select::{PlayedMove, Size};

    use crate::TextLine;

    use super::*;

    /// A game with only a number of moves.
    struct Moves(f64);

    impl Subject for Moves {
        fn any(&self, key: &Key, found: &mut dyn FnMut(Value<'_>) -> bool) -> bool {
            match key {
                Key::Field(Field::Moves) => found(Value::Number(self.0)),
                Key::Field(Field::Program) => found(Value::Text("CGoban:3")),
                _ => false,
            }
        }

        fn moves(&self, _: &mut dyn FnMut(PlayedMove) -> bool) {}

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
    fn merged_statistics_equal_those_of_all_files() {
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
    fn games_are_counted_by_any_field() {
        let keys = ["player", "moves", "XX"].map(|name| name.parse().unwrap());
        let mut stats = Stats::by(keys);
        add(&mut stats, FILES[0]);
        let mut other = stats.empty();
        add(&mut other, FILES[2]);
        stats.merge(other);
        let tables = stats.tables_by_field();
        let tables: Vec<_> = tables
            .map(|(key, table)| (key.to_string(), table.rows()))
            .collect();
        // Each game counts for both players, who are unknown.
        let expected = [
            ("player".to_owned(), vec![(None, 6)]),
            ("moves".to_owned(), vec![(Some("7"), 3)]),
            ("XX".to_owned(), vec![(None, 3)]),
        ];
        assert_eq!(tables, expected);
        assert!(stats.properties().is_empty());
    }

    #[test]
    fn losses_are_counted_by_player() {
        /// A game of Sato against a player without a name.
        struct Sato;
        impl Subject for Sato {
            fn any(&self, key: &Key, found: &mut dyn FnMut(Value<'_>) -> bool) -> bool {
                *key == Key::Field(Field::Black) && found(Value::Text(" Sato "))
            }
            fn moves(&self, _: &mut dyn FnMut(PlayedMove) -> bool) {}
            fn board(&self) -> Size {
                Size::default()
            }
        }
        let count = |source: &str| {
            let document = Document::parse(source).unwrap();
            let mut stats = Stats::new(Scope::Analysis);
            stats.begin_file();
            for root in document.roots() {
                stats.add(&document, root, &Sato);
            }
            stats.end_file(0);
            stats
        };
        // Exactly 5 % is not more than 5 %.
        let games = "(;SBKV[50];B[aa]SBKV[45];W[bb]SBKV[75];B[cc]SBKV[69.9])(;B[aa])";
        let mut stats = count(games);
        stats.merge(count(&games.replace("SBKV[45]", "C[0.50 0.50 0.00 1.0]")));
        let all = stats.losses();
        assert_eq!((stats.games(), all.games(), all.moves()), (4, 2, 4));
        assert_eq!((all.over_5_percent(), all.over_20_percent()), (3, 1));
        assert_eq!(all.mean_lead(), None);
        let [(name, losses)] = stats.losses_by_player()[..] else {
            panic!("{:?}", stats.losses_by_player());
        };
        assert_eq!((name, losses.games(), losses.moves()), ("Sato", 2, 3));
        assert_eq!(losses.mean_win_rate(), Some((0.05 + 0.051 + 0.051) / 3.0));
        let stretches: Vec<_> = stats.losses_by_number().collect();
        assert_eq!(
            (stretches.len(), stretches[0].0, stretches[0].1),
            (1, 1, Some(20))
        );
        assert_eq!((stretches[0].2.games(), stretches[0].2.moves()), (2, 4));
        let text = |stats: &Stats| -> Vec<String> {
            let lines = stats.lines(false).into_iter().map(|line| match line {
                TextLine::Heading(text) | TextLine::Row(text) | TextLine::More(text) => text,
            });
            lines.collect()
        };
        let lines = text(&stats);
        let player = "       2         3   5.07 %   66.67 %    0.00 %        –  Sato";
        assert!(lines.iter().any(|line| line == player), "{lines:?}");
        let first =
            "       2         4  11.30 %   75.00 %   25.00 %        –  1–20     ████████████";
        assert_eq!(lines.last().unwrap(), first);
        assert_eq!(stats.win_rates(), []);

        // One game has a curve.
        let mut stats = count("(;B[aa])");
        stats.merge(count(
            "(;SBKV[50];B[aa]SBKV[45];W[bb]SBKV[75];B[cc]SBKV[100])",
        ));
        stats.merge(count("(;B[aa])"));
        assert_eq!(stats.win_rates(), [(1, 0.45), (2, 0.75), (3, 1.0)]);
        let lines = text(&stats);
        assert_eq!(
            lines[lines.len() - 2..],
            ["Black's win rate, moves 1–3", "▄▇█"]
        );
        let many = "B[aa]SBKV[0];".repeat(399);
        let stats = count(&format!("(;SBKV[0];{many}B[aa]SBKV[99])"));
        let curve = text(&stats).pop().unwrap();
        assert_eq!(curve.chars().count(), 67);
        assert!(curve.starts_with("▁▁") && curve.ends_with("▁▂"), "{curve}");
        let last = stats.losses_by_number().last().unwrap();
        assert_eq!((last.0, last.1, last.2.moves()), (301, None, 100));
    }

    #[test]
    fn scope_properties_requests_nothing() {
        let mut stats = Stats::new(Scope::Properties);
        add(&mut stats, FILES[0]);
        assert_eq!(stats.moves_per_game().summary(), None);
        assert!(stats.tables().all(|(_, table)| table.rows().is_empty()));
        assert_eq!(stats.properties().len(), 3);
    }
}
