//! Builds the tables of records.

use std::borrow::Cow;
use std::mem;
use std::sync::Arc;

use arrow_array::builder::{StringBuilder, UInt32Builder};
use arrow_array::{ArrayRef, Int64Array, RecordBatch};
use kifu::Record;
use kifu::collection::ParsedChunk;
use kifu::replay::{NotShown, Replayer, Step, stated_rules};
use kifu::rules::{Rules, SymmetricHashes};
use kifu::select::{Field, Game, Games as GamesOfRecord, Key, Origin as _, Select, Subject, Value};
use kifu::sgf::{Document, GameContext, NodeId};
use kifu::span::Span;
use twox_hash::XxHash3_128;

use crate::columns::columns;
use crate::games::{GameOrigin, Games};
use crate::moves::{encode_move, encode_point};
use crate::nodes::Nodes;
use crate::positions::{Position, batch, hash_and_move, position_hash};
use crate::schema::{ID_LEN, Table};

/// The tables to build, and their contents.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The games to include; `None` for all.
    pub select: Option<Select>,
    /// Whether to build positions: those before which at most this number of moves was played.
    pub plies: Option<u32>,
    /// Whether to build the table of nodes.
    pub nodes: bool,
    /// Whether `findings` has the codes of all findings of [`kifu::check`]. Otherwise, it has those of reading and
    /// playing the game.
    pub check: bool,
}

/// The size of the texts of records after which a builder starts new batches. Offsets of Arrow have 31 bits.
const MAX_TEXT_LEN: usize = 64 << 20;

/// The size of a text in bytes from which the offsets of Arrow could be too small for its values.
const TOO_LONG: usize = 512 << 20;

/// The rows of some games.
#[derive(Clone, PartialEq, Debug)]
pub struct Tables {
    /// The number of the first game in the dataset.
    pub first_game: i64,
    /// A batch of [`Table::Games`].
    pub games: RecordBatch,
    /// The rows of [`Table::Positions`], in the order of the games and their moves.
    pub positions: Vec<Position>,
    /// A batch of [`Table::Nodes`].
    pub nodes: RecordBatch,
    /// A batch of [`Table::Errors`].
    pub errors: RecordBatch,
}

/// A builder of tables, to which records are added.
///
/// ```
/// use kifu_arrow::{Options, TablesBuilder};
/// use kifu_arrow::kifu::collection::Collection;
///
/// let mut builder = TablesBuilder::new(&Options::default());
/// let sgf = "(;SZ[9]PB[Sato]RE[B+R];B[ee];W[ce])(;GM[2]SZ[8])";
/// for chunk in Collection::open(sgf.as_bytes())?.records() {
///     builder.add("games/1.sgf", &chunk?);
/// }
/// let [tables] = &builder.finish(0)[..] else { panic!() };
/// assert_eq!(tables.games.num_rows(), 1);
/// assert_eq!(tables.errors.num_rows(), 1); // Othello
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct TablesBuilder<'o> {
    options: &'o Options,
    games: Games,
    positions: Vec<Position>,
    nodes: Nodes,
    errors: ErrorColumns,
    has_errors: bool,
    /// The length of the texts that were added since the last part.
    text_len: usize,
    parts: Vec<Part>,
}

columns! {
    struct ErrorColumns {
        source: StringBuilder,
        number: UInt32Builder,
        reason: StringBuilder,
    }
}

/// Finished columns, without the number of the first game.
struct Part {
    game_count: u32,
    games: Vec<ArrayRef>,
    positions: Vec<Position>,
    node_games: Vec<u32>,
    nodes: Vec<ArrayRef>,
    errors: Vec<ArrayRef>,
}

impl Part {
    /// Makes the tables of the part, whose first game has this number.
    fn tables(self, first_game: i64) -> Tables {
        let end = first_game + i64::from(self.game_count);
        let numbers: ArrayRef = Arc::new(Int64Array::from_iter_values(first_game..end));
        let of_nodes = self.node_games.into_iter();
        let of_nodes = of_nodes.map(|game| first_game + i64::from(game));
        let of_nodes: ArrayRef = Arc::new(Int64Array::from_iter_values(of_nodes));
        let positions = self.positions.into_iter().map(|position| Position {
            game: first_game + position.game,
            ..position
        });
        Tables {
            first_game,
            games: batch(Table::Games, [vec![numbers], self.games].concat()),
            positions: positions.collect(),
            nodes: batch(Table::Nodes, [vec![of_nodes], self.nodes].concat()),
            errors: batch(Table::Errors, self.errors),
        }
    }
}

impl<'o> TablesBuilder<'o> {
    /// Creates a builder without rows.
    pub fn new(options: &'o Options) -> TablesBuilder<'o> {
        TablesBuilder {
            options,
            games: Games::default(),
            positions: Vec::new(),
            nodes: Nodes::default(),
            errors: ErrorColumns::default(),
            has_errors: false,
            text_len: 0,
            parts: Vec::new(),
        }
    }

    /// Adds a file that cannot be read, or one of its games; `number` is 0 for the file.
    pub fn add_error(&mut self, source: &str, number: u32, reason: &str) {
        self.errors.source.append_value(source);
        self.errors.number.append_value(number);
        self.errors.reason.append_value(reason);
        self.has_errors = true;
    }

    /// Adds the games of a chunk that the options select. Each of them has a row in the table of games or of errors.
    pub fn add(&mut self, source: &str, chunk: &ParsedChunk) {
        let record = &chunk.record;
        let document = match record.to_sgf() {
            Ok(document) => document,
            Err(error) => return self.add_error(source, 0, &error.to_string()),
        };
        let text = document.text();
        if text.len() >= TOO_LONG {
            let reason = "a game of 512 MiB or more does not fit into a table";
            return self.add_error(source, 0, reason);
        }
        self.text_len += text.len();
        let subjects = GamesOfRecord::of(record, &document)
            .with_path(source)
            .numbered_after(chunk.games_before);
        let reading = Reading::of(record, &document);
        for (index, subject) in subjects.iter().enumerate() {
            let select = self.options.select.as_ref();
            if select.is_some_and(|select| !select.matches(&subject)) {
                continue;
            }
            let number = u32::try_from(subject.number()).unwrap_or(u32::MAX);
            if let Err(why) = self.add_game(source, number, index, &subject, &reading) {
                self.add_error(source, number, &format!("the game {why}"));
            }
        }
        if self.text_len >= MAX_TEXT_LEN {
            self.end_part();
        }
    }

    fn add_game(
        &mut self,
        source: &str,
        number: u32,
        index: usize,
        subject: &Game<'_>,
        reading: &Reading<'_>,
    ) -> Result<(), NotShown> {
        let (document, root) = (subject.document(), subject.root());
        let info = document.game_info(root);
        let rules = info.rules.as_deref().and_then(stated_rules);
        let mut replayer = Replayer::to_show(document, root, &rules.unwrap_or(Rules::JAPANESE))?;
        let mut codes: Vec<Cow<'static, str>> = Vec::new();
        if self.options.check {
            subject.any(&Key::Field(Field::Codes), &mut |code| {
                if let Value::Text(code) = code {
                    codes.push(Cow::Owned(code.to_owned()));
                }
                false
            });
        } else {
            codes.extend(reading.codes_of(root).map(Cow::Borrowed));
        }
        let size = info.size;
        let game = self.games.len();
        let first_position = self.positions.len();
        let mut hashes = self.options.plies.map(|_| SymmetricHashes::new(size));
        let mut ply = 0;
        while let Some(step) = replayer.step() {
            if !self.options.check {
                let found = replayer.findings().iter();
                codes.extend(found.map(|finding| Cow::Borrowed(finding.code().name)));
            }
            match step {
                Step::Setup => {
                    let setup = self.games.columns.setup();
                    for change in replayer.changes() {
                        setup.push(ply, encode_point(change.point, size), change.after);
                    }
                }
                Step::Move(color, action) => {
                    self.games.columns.moves().push(encode_move(color, action, size));
                    if let Some(hashes) = &hashes
                        && self.options.plies.is_some_and(|plies| ply <= plies)
                    {
                        let (hash, next) = hash_and_move(hashes, color, action, size);
                        self.positions.push(Position {
                            hash,
                            game: i64::from(game),
                            ply,
                            next: Some(next),
                            winner: None,
                        });
                    }
                    ply += 1;
                }
            }
            if let Some(hashes) = &mut hashes {
                hashes.apply(replayer.changes().iter().copied());
            }
        }
        if let Some(hashes) = &hashes
            && self.options.plies.is_some_and(|plies| ply <= plies)
        {
            self.positions.push(Position {
                hash: position_hash(hashes),
                game: i64::from(game),
                ply,
                next: None,
                winner: None,
            });
        }
        codes.sort_unstable();
        codes.dedup();
        let node = document.node(root);
        let application = node.simple_text("AP");
        let origin = GameOrigin {
            id: reading.id_of(root),
            source,
            number,
            format: reading.format(index),
            charset: reading.charset(root),
            application: application.as_deref(),
        };
        let winner = self.games.columns.push(&origin, &info, ply, &codes);
        self.games.count();
        for position in &mut self.positions[first_position..] {
            position.winner = winner;
        }
        if self.options.nodes {
            let context = GameContext::of(node);
            self.nodes.push(game, document, root, &context);
        }
        Ok(())
    }

    /// Ends a part, so that the offsets of its columns cannot overflow.
    fn end_part(&mut self) {
        self.text_len = 0;
        let (game_count, games) = self.games.finish();
        let (node_games, nodes) = self.nodes.finish();
        self.has_errors = false;
        self.parts.push(Part {
            game_count,
            games,
            positions: mem::take(&mut self.positions),
            node_games,
            nodes,
            errors: self.errors.finish(),
        });
    }

    /// Returns the tables of the records that were added, and continues without rows. `first_game` is the number of
    /// the first game in the dataset. Large records have several tables, one after another; no records have none.
    pub fn finish(&mut self, first_game: i64) -> Vec<Tables> {
        if self.games.len() > 0 || self.has_errors {
            self.end_part();
        }
        let mut next = first_game;
        let parts = mem::take(&mut self.parts).into_iter();
        let tables = parts.map(|part| {
            let first = next;
            next += i64::from(part.game_count);
            part.tables(first)
        });
        tables.collect()
    }
}

/// What reading a record has shown.
struct Reading<'r> {
    record: &'r Record,
    document: &'r Document,
    /// The games in the text: their first roots and their spans.
    games: Vec<(NodeId, Span)>,
    /// The codes of findings, with their places.
    findings: Vec<(u32, &'static str)>,
}

impl<'r> Reading<'r> {
    fn of(record: &'r Record, document: &'r Document) -> Reading<'r> {
        let findings = document.diagnostics();
        let findings = findings.map(|finding| (finding.span.start, finding.code));
        Reading {
            record,
            document,
            games: document.games_in_text().collect(),
            findings: if record.is_sgf() {
                findings.collect()
            } else {
                Vec::new()
            },
        }
    }

    /// Returns the index of the game in the text with a root. Several trees can share one pair of parentheses.
    fn index_of(&self, root: NodeId) -> Option<usize> {
        let after = self.games.partition_point(|(first, _)| *first <= root);
        after.checked_sub(1)
    }

    /// Returns the codes of the findings from reading a game, and of those outside of all games.
    fn codes_of(&self, root: NodeId) -> impl Iterator<Item = &'static str> {
        let of_file = self.record.diagnostics().iter().map(|finding| finding.code);
        let index = self.index_of(root);
        let of_game = self.findings.iter().filter(move |(at, _)| {
            let before = self.games.partition_point(|(_, span)| span.start <= *at);
            let game = before.checked_sub(1).filter(|game| {
                let span = self.games[*game].1;
                *at < span.end || span.is_empty()
            });
            game.is_none() || game == index
        });
        of_file.chain(of_game.map(|(_, code)| *code))
    }

    /// Returns the id of a game: see the column `game_id`.
    fn id_of(&self, root: NodeId) -> [u8; ID_LEN as usize] {
        let game = self.index_of(root).map(|index| self.games[index]);
        let (first, bytes) = game.map_or((root, &[][..]), |(first, span)| {
            (first, span.of(self.document.text()))
        });
        // Several trees in one pair of parentheses have different seeds.
        let seed = root.index() - first.index();
        XxHash3_128::oneshot_with_seed(seed as u64, bytes).to_be_bytes()
    }

    fn format(&self, index: usize) -> &'static str {
        let of_record = kifu::select::Origin::format(self.record, index);
        of_record.map_or("sgf", |(name, _)| name)
    }

    fn charset(&self, root: NodeId) -> &'static str {
        let of_sgf = || match self.document.utf16() {
            Some((name, _)) => name,
            None => self.document.charset(root).charset.name(),
        };
        kifu::select::Origin::charset(self.record).unwrap_or_else(of_sgf)
    }
}
