//! Builds the tables of records.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::mem;
use std::sync::Arc;

use arrow_array::builder::{StringBuilder, UInt32Builder};
use arrow_array::{ArrayRef, Int64Array, RecordBatch};
use kifu::Record;
use kifu::collection::ParsedChunk;
use kifu::replay::{Replayer, Step};
use kifu::rules::SymmetricHashes;
use kifu::select::{Game, Games as GamesOfRecord, Origin, Select};
use kifu::sgf::{Document, NodeId};
use kifu::span::Span;
use twox_hash::XxHash3_128;

use crate::columns::columns;
use crate::games::{GameOrigin, Games};
use crate::line::{self, changes};
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

/// The size of the texts of games in bytes after which a builder starts new batches. Offsets of Arrow have 31 bits.
const MAX_PART_LEN: usize = 64 << 20;

/// The size of a text in bytes from which the offsets of Arrow could be too small for its values.
const TOO_LONG: usize = 512 << 20;

/// The number of points that setup may change for each byte of a game, in addition to [`FREE_SETUP`]. Records have less than
/// one; but a rectangle of nine bytes can change a whole board, and hostile files many boards.
const MAX_SETUP: usize = 8;

/// The number of points that setup may change in any game: a board of 19×19.
const FREE_SETUP: usize = 361;

/// The size of a point of setup in its columns, in bytes.
const SETUP_LEN: usize = 7;

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
/// let options = Options::default();
/// let mut builder = TablesBuilder::new(&options);
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
    /// The numbers of games and errors that were added since the tables were last finished.
    counts: (u64, u64),
    /// The approximate length of the texts that were added since the last part.
    part_len: usize,
    /// The length from which a part ends.
    max_part_len: usize,
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
            counts: (0, 0),
            part_len: 0,
            max_part_len: MAX_PART_LEN,
            parts: Vec::new(),
        }
    }

    /// Adds a file that cannot be read, or one of its games; `number` is 0 for the file.
    pub fn add_error(&mut self, source: &str, number: u32, reason: &str) {
        self.errors.source.append_value(source);
        self.errors.number.append_value(number);
        self.errors.reason.append_value(reason);
        self.counts.1 += 1;
        self.part_len += source.len() + reason.len();
        self.end_full_part();
    }

    /// Adds the games of a chunk that the options select. Each of them has a row in the table of games or of errors.
    pub fn add(&mut self, source: &str, chunk: &ParsedChunk) {
        let record = &chunk.record;
        let document = match record.to_sgf() {
            Ok(document) => document,
            Err(error) => return self.add_error(source, 0, &error.to_string()),
        };
        if document.text().len() >= TOO_LONG {
            let reason = "a text of 512 MiB or more does not fit into a table";
            return self.add_error(source, 0, reason);
        }
        let subjects = GamesOfRecord::of(record, &document)
            .with_path(source)
            .numbered_after(chunk.games_before);
        let mut reading = Reading::of(record, &document);
        for (index, subject) in subjects.iter().enumerate() {
            let select = self.options.select.as_ref();
            if select.is_some_and(|select| !select.matches(&subject)) {
                continue;
            }
            let number = u32::try_from(subject.number()).unwrap_or(u32::MAX);
            match self.add_game(source, number, index, &subject, &mut reading) {
                Ok(()) => self.end_full_part(),
                Err(why) => self.add_error(source, number, &format!("the game {why}")),
            }
        }
    }

    fn add_game(
        &mut self,
        source: &str,
        number: u32,
        index: usize,
        subject: &Game<'_>,
        reading: &mut Reading<'_>,
    ) -> Result<(), String> {
        let (document, root) = (subject.document(), subject.root());
        let info = document.game_info(root);
        let rules = self.games.rules(info.rules.as_deref());
        let replayer = Replayer::to_show(document, root, &rules.rules);
        let replayer = replayer.map_err(|why| why.to_string())?;
        let check = self.options.check;
        let mut codes: Vec<Cow<'static, str>> = Vec::new();
        if check {
            codes.extend(subject.codes_within().map(Cow::Borrowed));
            codes.extend(reading.of_file.iter().copied().map(Cow::Borrowed));
        } else {
            codes.extend(reading.codes_of(root).map(Cow::Borrowed));
        }
        let size = info.size;
        let game = self.games.len();
        let len = reading.len_of(root);
        let max_setup = MAX_SETUP * len + FREE_SETUP;
        let before = (self.games.columns.lens(), self.positions.len());
        let plies = self.options.plies;
        let mut hashes = plies.map(|_| SymmetricHashes::new(size));
        let is_included = |ply| plies.is_some_and(|plies| ply <= plies);
        let (positions, games) = (&mut self.positions, &mut self.games);
        let columns = &mut games.columns;
        let mut ply = 0;
        let played = line::play(
            document,
            root,
            replayer,
            reading.has_turns,
            |replayer, step| {
                if !check {
                    let found = replayer.findings().iter();
                    codes.extend(found.map(|finding| Cow::Borrowed(finding.code().name)));
                }
                match step {
                    Step::Setup => {
                        let setup = columns.setup();
                        for change in replayer.changes() {
                            setup.push(ply, encode_point(change.point, size), change.after);
                        }
                        if columns.lens().setup - before.0.setup > max_setup {
                            return Err("has too much setup");
                        }
                    }
                    Step::Move(color, action) => {
                        columns.moves().push(encode_move(color, action, size));
                        if let Some(hashes) = &hashes
                            && is_included(ply)
                        {
                            let (hash, next) = hash_and_move(hashes, color, action, size);
                            positions.push(Position {
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
                    hashes.apply(changes(replayer, step));
                }
                Ok(())
            },
        );
        if let Err(why) = played {
            columns.truncate(before.0);
            positions.truncate(before.1);
            return Err(why.to_owned());
        }
        if let Some(hashes) = &hashes
            && is_included(ply)
        {
            positions.push(Position {
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
        let winner = games.push(&origin, &info, rules.name, ply, &codes);
        for position in &mut positions[before.1..] {
            position.winner = winner;
        }
        self.counts.0 += 1;
        let codes_len: usize = codes.iter().map(|code| code.len()).sum();
        let setup_len = SETUP_LEN * (games.columns.lens().setup - before.0.setup);
        self.part_len += len + source.len() + codes_len + setup_len;
        if self.options.nodes {
            self.nodes.push(game, document, root, size);
        }
        Ok(())
    }

    /// The numbers of games and of errors that were added since the builder was created or the tables were last
    /// [finished](TablesBuilder::finish).
    pub fn row_counts(&self) -> (u64, u64) {
        self.counts
    }

    /// Ends the part if its texts are long, so that the offsets of its columns cannot overflow.
    fn end_full_part(&mut self) {
        if self.part_len >= self.max_part_len {
            self.end_part();
        }
    }

    /// Ends the part, unless it has no rows.
    fn end_part(&mut self) {
        self.part_len = 0;
        let (game_count, games) = self.games.finish();
        let errors = self.errors.finish();
        if game_count == 0 && errors[0].is_empty() {
            return;
        }
        let (node_games, nodes) = self.nodes.finish();
        self.parts.push(Part {
            game_count,
            games,
            positions: mem::take(&mut self.positions),
            node_games,
            nodes,
            errors,
        });
    }

    /// Returns the tables of the records that were added, and continues without rows. `first_game` is the number of
    /// the first game in the dataset. Large records have several tables, one after another; no records have none.
    pub fn finish(&mut self, first_game: i64) -> Vec<Tables> {
        self.counts = (0, 0);
        self.end_part();
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

/// The results of reading a record.
struct Reading<'r> {
    record: &'r Record,
    document: &'r Document,
    /// The games in the text: their first roots and their spans.
    games: Vec<(NodeId, Span)>,
    /// The index of each game with a finding, and the code.
    findings: BTreeSet<(usize, &'static str)>,
    /// The codes of the findings from reading a file that is not SGF. It is read as one chunk.
    of_file: BTreeSet<&'static str>,
    /// Whether `PL` may set the turn in a node.
    has_turns: bool,
    /// The index of the game whose id was computed last, and its id.
    last_id: Option<(usize, Id)>,
}

/// The id of a game: see the column `game_id`.
type Id = [u8; ID_LEN as usize];

impl<'r> Reading<'r> {
    fn of(record: &'r Record, document: &'r Document) -> Reading<'r> {
        let mut reading = Reading {
            record,
            document,
            games: document.games_in_text().collect(),
            findings: BTreeSet::new(),
            of_file: Origin::diagnostics(record)
                .iter()
                .map(|finding| finding.code.name)
                .collect(),
            has_turns: document.may_have("PL"),
            last_id: None,
        };
        if record.is_sgf() {
            // Text outside of games belongs to no row: what is before the first game of a chunk is between two games
            // of the file.
            for finding in document.diagnostics() {
                if let Some(game) = reading.game_at(finding.span.start) {
                    reading.findings.insert((game, finding.code.name));
                }
            }
        }
        reading
    }

    /// Returns the index of the game at an offset in the text.
    fn game_at(&self, at: u32) -> Option<usize> {
        let before = self.games.partition_point(|(_, span)| span.start <= at);
        let game = before.checked_sub(1)?;
        let span = self.games[game].1;
        (at < span.end || span.is_empty()).then_some(game)
    }

    /// Returns the index of the game in the text with a root. Several trees can share one pair of parentheses.
    fn index_of(&self, root: NodeId) -> Option<usize> {
        let after = self.games.partition_point(|(first, _)| *first <= root);
        after.checked_sub(1)
    }

    /// Returns the length of the text of a game. Several trees in one pair of parentheses share its text.
    fn len_of(&self, root: NodeId) -> usize {
        let Some(index) = self.index_of(root) else {
            return 0;
        };
        let (first, span) = self.games[index];
        let start_of = |root| self.document.node(root).start();
        let start = (root != first).then(|| start_of(root)).flatten();
        let next = self.document.forest().next_sibling(root);
        let next = next.filter(|next| self.index_of(*next) == Some(index));
        let end = next.and_then(start_of).unwrap_or(span.end);
        end.saturating_sub(start.unwrap_or(span.start)) as usize
    }

    /// Returns the codes of the findings from reading a game.
    fn codes_of(&self, root: NodeId) -> impl Iterator<Item = &'static str> {
        let index = self.index_of(root);
        let of_game = index.map(|game| self.findings.range((game, "")..(game + 1, "")));
        let of_game = of_game.into_iter().flatten().map(|(_, code)| *code);
        of_game.chain(self.of_file.iter().copied())
    }

    /// Returns the id of a game.
    fn id_of(&mut self, root: NodeId) -> Id {
        let Some(index) = self.index_of(root) else {
            return Id::default();
        };
        let (first, span) = self.games[index];
        let known = self.last_id.filter(|(game, _)| *game == index);
        let id = known.map_or_else(
            || XxHash3_128::oneshot(span.of(self.document.text())).to_be_bytes(),
            |(_, id)| id,
        );
        self.last_id = Some((index, id));
        if root == first {
            return id;
        }
        // The other trees in the same pair of parentheses have ids of their own.
        let seed = root.index() - first.index();
        XxHash3_128::oneshot_with_seed(seed as u64, &id).to_be_bytes()
    }

    fn format(&self, index: usize) -> &'static str {
        let of_record = Origin::format(self.record, index);
        of_record.map_or("sgf", |(name, _)| name)
    }

    fn charset(&self, root: NodeId) -> &'static str {
        let of_sgf = || match self.document.utf16() {
            Some((name, _)) => name,
            None => self.document.charset(root).charset.name(),
        };
        Origin::charset(self.record).unwrap_or_else(of_sgf)
    }
}

#[cfg(test)]
mod tests {
    use arrow_array::cast::AsArray;
    use arrow_array::types::Int64Type;
    use kifu::collection::Collection;

    use super::*;

    fn add(builder: &mut TablesBuilder<'_>, source: &str) {
        for chunk in Collection::open(source.as_bytes()).unwrap().records() {
            builder.add("a.sgf", &chunk.unwrap());
        }
    }

    /// The numbers of the games in each part.
    fn games(parts: &[Tables]) -> Vec<Vec<i64>> {
        let numbers = |part: &Tables| {
            part.games["game"]
                .as_primitive::<Int64Type>()
                .values()
                .to_vec()
        };
        parts.iter().map(numbers).collect()
    }

    #[test]
    fn long_texts_are_split_into_parts() {
        let options = Options {
            plies: Some(9),
            nodes: true,
            ..Options::default()
        };
        let source = "(;B[aa])(;B[bb];W[cc])(;GM[2])(;B[dd])(;GM[3])";
        let mut builder = TablesBuilder::new(&options);
        add(&mut builder, source);
        let whole = builder.finish(10);
        assert_eq!(games(&whole), [[10, 11, 12]]);
        builder.max_part_len = 1;
        add(&mut builder, source);
        assert_eq!(builder.row_counts(), (3, 2));
        let parts = builder.finish(10);
        assert_eq!(games(&parts), [&[10][..], &[11], &[], &[12], &[]]);
        assert!(
            parts
                .iter()
                .map(|part| part.first_game)
                .eq([10, 11, 12, 12, 13])
        );
        let positions: Vec<Position> = parts
            .iter()
            .flat_map(|part| part.positions.clone())
            .collect();
        assert_eq!(positions, whole[0].positions);
        let joined = |table: fn(&Tables) -> &RecordBatch| {
            let batches: Vec<&RecordBatch> = parts.iter().map(table).collect();
            arrow_select::concat::concat_batches(&batches[0].schema(), batches).unwrap()
        };
        assert_eq!(joined(|part| &part.games), whole[0].games);
        assert_eq!(joined(|part| &part.nodes), whole[0].nodes);
        assert_eq!(joined(|part| &part.errors), whole[0].errors);
        // Neither game has all 30 bytes.
        builder.max_part_len = 20;
        add(&mut builder, "(;B[aa])(;B[bb])(;B[cc])");
        assert_eq!(games(&builder.finish(0)), [&[0, 1][..], &[2]]);
    }

    /// Paths and reasons count, too: a file can have millions of games.
    #[test]
    fn repeated_texts_count() {
        let options = Options::default();
        let mut builder = TablesBuilder::new(&options);
        builder.max_part_len = 1000;
        for _ in 0..10 {
            builder.add_error(&"a".repeat(300), 0, &"b".repeat(200));
        }
        assert_eq!(builder.finish(0).len(), 5);
    }
}
