//! Laws that hold for any bytes.

use std::collections::BTreeSet;
use std::sync::Arc;

use kifu_arrow::arrow_array::cast::AsArray;
use kifu_arrow::arrow_array::types::{Int64Type, UInt8Type, UInt16Type, UInt32Type};
use kifu_arrow::arrow_array::{Array, ArrayRef, BinaryArray, RecordBatch, StringArray};
use kifu_arrow::kifu::Record;
use kifu_arrow::kifu::collection::{Collection, Content};
use kifu_arrow::kifu::core::{Color, Move};
use kifu_arrow::kifu::replay::{Replayer, Step, stated_rules};
use kifu_arrow::kifu::rules::{Board, Rules, Symmetry};
use kifu_arrow::kifu::select::Origin;
use kifu_arrow::kifu::sgf::charset::Charset;
use kifu_arrow::kifu::sgf::{Document, NodeId};
use kifu_arrow::{
    NodeReader, Options, Position, Table, Tables, TablesBuilder, decode_move, encode_move,
    games_to_sgf, next_move, parse, parsed_schema, positions_batch,
};

/// Checks all laws on a source.
pub(crate) fn all(source: &[u8]) {
    let Some(tables) = tables(source, &everything()) else {
        rows_agree(source, None);
        return;
    };
    has_the_schema(&tables);
    every_game_has_one_row(source, &tables);
    games_are_replayed(source, &tables);
    games_survive(&tables);
    nodes_survive(source, &tables);
    nodes_agree_with_games(&tables);
    positions_are_replayed(&tables);
    fewer_plies_are_a_subset(source, &tables);
    rows_agree(source, Some(&tables));
}

/// Options to build all tables.
pub(crate) fn everything() -> Options {
    Options {
        plies: Some(u32::MAX),
        nodes: true,
        ..Options::default()
    }
}

/// The tables of a file, which are few enough for one part. Its first game has the number 7.
pub(crate) fn tables(source: &[u8], options: &Options) -> Option<Tables> {
    let mut collection = Collection::open(source).expect("memory can be read");
    if collection.content() != Content::Records {
        return None;
    }
    let mut builder = TablesBuilder::new(options);
    for chunk in collection.records() {
        let chunk = chunk.expect("the file is small");
        if !chunk.record.format().capabilities().has_games {
            return None;
        }
        builder.add("a/b.sgf", &chunk);
    }
    let mut parts = builder.finish(7);
    assert!(parts.len() <= 1, "the file is small");
    parts.pop()
}

/// One value of a column, as an array.
fn cell(batch: &RecordBatch, name: &str, row: usize) -> ArrayRef {
    batch[name].slice(row, 1)
}

/// The batches have the schemas of their tables.
fn has_the_schema(tables: &Tables) {
    assert_eq!(tables.games.schema(), Table::Games.schema());
    assert_eq!(tables.nodes.schema(), Table::Nodes.schema());
    assert_eq!(tables.errors.schema(), Table::Errors.schema());
    let positions = positions_batch(tables.positions.iter().copied());
    assert_eq!(positions.schema(), Table::Positions.schema());
}

/// Calls a function for each document of a source, with the number of games before it.
fn each_document(source: &[u8], mut follow: impl FnMut(&Record, &Document, usize)) {
    let mut collection = Collection::open(source).unwrap();
    assert_eq!(collection.content(), Content::Records);
    for chunk in collection.records() {
        let chunk = chunk.unwrap();
        let document = chunk.record.to_sgf().unwrap();
        follow(&chunk.record, &document, chunk.games_before);
    }
}

/// Each game of the source has a row in the table of games or of errors, but not in both.
fn every_game_has_one_row(source: &[u8], tables: &Tables) {
    let mut count = 0;
    each_document(source, |record, document, _| {
        assert_eq!(record.game_count(), document.roots().count());
        count += record.game_count();
    });
    let numbers = |batch: &RecordBatch| batch["number"].as_primitive::<UInt32Type>().clone();
    let (games, errors) = (numbers(&tables.games), numbers(&tables.errors));
    assert!(games.values().is_sorted());
    let mut all: Vec<u32> = games
        .values()
        .iter()
        .chain(errors.values())
        .copied()
        .collect();
    all.sort_unstable();
    assert_eq!(all, (1..=count as u32).collect::<Vec<_>>());
    let first = tables.games["game"].as_primitive::<Int64Type>();
    assert!(first.values().iter().copied().eq((7..).take(games.len())));
}

/// The roots of the games with a row, in the order of the rows.
fn roots(document: &Document, before: usize, tables: &Tables) -> Vec<(usize, NodeId)> {
    let numbers = tables.games["number"].as_primitive::<UInt32Type>();
    let roots: Vec<NodeId> = document.roots().collect();
    let rows = numbers.values().iter().enumerate();
    rows.filter_map(|(row, number)| {
        let index = (*number as usize).checked_sub(before + 1)?;
        Some((row, *roots.get(index)?))
    })
    .collect()
}

/// The moves, the setup and the findings are those of a replayer.
fn games_are_replayed(source: &[u8], tables: &Tables) {
    each_document(source, |record, document, before| {
        for (row, root) in roots(document, before, tables) {
            let info = document.game_info(root);
            let rules = info.rules.as_deref().and_then(stated_rules);
            let rules = rules.unwrap_or(Rules::JAPANESE);
            let mut replayer = Replayer::to_show(document, root, &rules).unwrap();
            let (mut moves, mut setup, mut codes) = (Vec::new(), Vec::new(), BTreeSet::new());
            while let Some(step) = replayer.step() {
                codes.extend(replayer.findings().iter().map(|found| found.code().name));
                match step {
                    Step::Move(color, action) => moves.push(encode_move(color, action, info.size)),
                    Step::Setup => setup.extend(replayer.changes().iter().map(|change| {
                        let place = Some(Move::Play(change.point));
                        let point = encode_move(Color::Black, place, info.size);
                        let stone = match change.after {
                            None => 0,
                            Some(Color::Black) => 1,
                            Some(Color::White) => 2,
                        };
                        (moves.len() as u32, point, stone)
                    })),
                }
            }
            assert_eq!(moves_of(&tables.games, row), moves);
            assert_eq!(setup_of(&tables.games, row), setup);
            let found = tables.games["findings"].as_list::<i32>().value(row);
            let found: Vec<&str> = found.as_string::<i32>().iter().flatten().collect();
            assert!(found.is_sorted_by(|a, b| a < b));
            assert!(codes.is_subset(&found.iter().copied().collect()));
            if Origin::diagnostics(record).is_empty() && document.diagnostics().next().is_none() {
                assert_eq!(codes.into_iter().collect::<Vec<_>>(), found);
            }
        }
    });
}

fn moves_of(games: &RecordBatch, row: usize) -> Vec<u16> {
    let moves = games["moves"].as_list::<i32>().value(row);
    moves.as_primitive::<UInt16Type>().values().to_vec()
}

/// The setup of a game: the number of moves before it, the point and the stone.
fn setup_of(games: &RecordBatch, row: usize) -> Vec<(u32, u16, u8)> {
    let setup = games["setup"].as_list::<i32>().value(row);
    let setup = setup.as_struct();
    let plies = setup["ply"].as_primitive::<UInt32Type>().values().iter();
    let points = setup["point"].as_primitive::<UInt16Type>().values().iter();
    let stones = setup["stone"].as_primitive::<UInt8Type>().values().iter();
    let rows = plies.zip(points).zip(stones);
    rows.map(|((ply, point), stone)| (*ply, *point, *stone))
        .collect()
}

/// The columns that need not survive [`games_to_sgf`].
const OF_THE_FILE: [&str; 7] = [
    "game", "game_id", "source", "number", "format", "charset", "findings",
];

/// A game that is written as SGF has the same row again.
fn games_survive(tables: &Tables) {
    let games = &tables.games;
    for (row, game) in games_to_sgf(games).unwrap().into_iter().enumerate() {
        assert_eq!(game.game, Some(7 + row as i64));
        assert_eq!(game.source.as_deref(), Some("a/b.sgf"));
        let document = Document::parse(&*game.sgf).unwrap();
        assert_eq!(document.diagnostics().next(), None, "{}", game.sgf);
        let again = self::tables(game.sgf.as_bytes(), &Options::default());
        let again = again.expect("the text is SGF").games;
        assert_eq!(again.num_rows(), 1, "{}", game.sgf);
        for field in games.schema().fields() {
            let name = field.name();
            if !OF_THE_FILE.contains(&&**name) {
                let (before, after) = (cell(games, name, row), cell(&again, name, 0));
                let is_same = match before.as_string_opt::<i32>() {
                    Some(text) if text.is_valid(0) => {
                        let again = after.as_string::<i32>();
                        again.is_valid(0)
                            && without_shifts(text.value(0)) == without_shifts(again.value(0))
                    }
                    _ => *before == *after,
                };
                assert!(is_same, "{name}: {before:?}, {after:?} in {}", game.sgf);
            }
        }
    }
}

/// Replaces the escape characters that do not survive, because a reader could take them for a shift to another charset.
fn without_shifts(text: &str) -> String {
    text.replace("\x1B$", "\u{FFFD}$")
        .replace("\x1B(", "\u{FFFD}(")
}

/// A node: its depth, and its properties with their decoded values.
type Node = (usize, Vec<(String, Vec<String>)>);

/// The nodes of a game, without `CA` in the root. Variations without nodes do not count.
fn nodes(document: &Document, root: NodeId, charset: Charset) -> Vec<Node> {
    let forest = document.forest();
    let all = forest.preorder(root).map(|id| document.node(id));
    let all = all.filter(|node| !node.is_empty_variation());
    all.map(|node| {
        let properties = node.properties();
        let properties = properties.filter(|one| node.id() != root || !one.is("CA"));
        let properties = properties.map(|one| {
            let values = one
                .values()
                .map(|value| without_shifts(&value.text(charset).text));
            (one.ident().as_str().to_owned(), values.collect())
        });
        (
            forest.depth(node.id()) - forest.depth(root),
            properties.collect(),
        )
    })
    .collect()
}

/// Games that are written from the table of nodes have the same tree, properties and values.
fn nodes_survive(source: &[u8], tables: &Tables) {
    let games = read_nodes(&tables.nodes, |_| usize::MAX);
    assert_eq!(games.len(), tables.games.num_rows());
    let mut state = source.len() as u32;
    let parts = read_nodes(&tables.nodes, |_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as usize % 7
    });
    assert_eq!(parts, games);
    each_document(source, |_, document, before| {
        for (row, root) in roots(document, before, tables) {
            let text = &games[row];
            let again = Document::parse(&**text).unwrap();
            assert_eq!(again.roots().count(), 1, "{text}");
            let root_again = again.roots().next().unwrap();
            let charset = again.charset(root_again).charset;
            if !text.is_ascii() {
                let stated = again.node(root_again).simple_text("CA");
                assert_eq!(stated.as_deref(), Some("UTF-8"), "{text}");
            }
            let before = nodes(document, root, document.charset(root).charset);
            let after = nodes(&again, root_again, charset);
            for (before, after) in before.iter().zip(&after) {
                assert_eq!(before, after, "{text}");
            }
            assert_eq!(before.len(), after.len(), "{text}");
        }
    });
}

/// Writes the games of a table of nodes, which is read in slices of these lengths.
fn read_nodes(nodes: &RecordBatch, mut len: impl FnMut(usize) -> usize) -> Vec<String> {
    let mut reader = NodeReader::new();
    let (mut games, mut at) = (Vec::new(), 0);
    while at < nodes.num_rows() {
        let len = len(at).min(nodes.num_rows() - at);
        games.extend(reader.read(&nodes.slice(at, len)).unwrap());
        at += len;
    }
    games.extend(reader.finish().unwrap());
    assert!(games.is_sorted_by_key(|game| game.game));
    games.into_iter().map(|game| game.sgf).collect()
}

/// The moves of the main line are the same in both tables, and parents come before their children.
fn nodes_agree_with_games(tables: &Tables) {
    let nodes = &tables.nodes;
    let number = |name| nodes[name].as_primitive::<UInt32Type>();
    let (node, parent, ply) = (number("node"), number("parent"), number("ply"));
    let game = nodes["game"].as_primitive::<Int64Type>();
    let is_main = nodes["is_main"].as_boolean();
    let action = nodes["move"].as_primitive::<UInt16Type>();
    let mut lens = vec![0; tables.games.num_rows()];
    let mut first = 0;
    for row in 0..nodes.num_rows() {
        if node.value(row) == 0 {
            first = row;
            assert!(parent.is_null(row) && is_main.value(row));
        } else {
            assert!(parent.value(row) < node.value(row));
        }
        assert_eq!(node.value(row) as usize, row - first);
        let before = if parent.is_valid(row) {
            ply.value(first + parent.value(row) as usize)
        } else {
            0
        };
        assert_eq!(action.is_valid(row), ply.value(row) > before);
        if is_main.value(row) {
            let at = (game.value(row) - 7) as usize;
            let moves = moves_of(&tables.games, at);
            lens[at] = ply.value(row);
            if action.is_valid(row) {
                assert_eq!(action.value(row), moves[ply.value(row) as usize - 1]);
            }
        }
    }
    let counts = tables.games["move_count"].as_primitive::<UInt32Type>();
    assert_eq!(counts.values(), &lens[..]);
}

/// The positions are those that a replay of the written game has, and the next move leads to the next position.
fn positions_are_replayed(tables: &Tables) {
    let mut positions = tables.positions.iter().copied().peekable();
    let winners = tables.games["winner"].as_string::<i32>();
    for (row, game) in games_to_sgf(&tables.games).unwrap().into_iter().enumerate() {
        let setup = setup_of(&tables.games, row);
        let document = Document::parse(&*game.sgf).unwrap();
        let root = document.roots().next().unwrap();
        let boards = boards(&document, root);
        for (ply, board) in boards.iter().enumerate() {
            let position = positions.next().unwrap();
            assert_eq!(position.game, game.game.unwrap());
            assert_eq!(position.ply as usize, ply);
            assert_eq!(position.hash, board.canonical_hash() as i64);
            let winner = winners.is_valid(row).then(|| winners.value(row));
            assert_eq!(position.winner, winner);
            assert_eq!(position.next.is_some(), ply + 1 < boards.len());
            let has_setup = setup.iter().any(|change| change.0 as usize == ply + 1);
            // Turning boards takes most of the time.
            let is_checked = !has_setup && (ply < 30 || ply % 16 == 0);
            if let (Some(next), true) = (position.next, is_checked) {
                let after = after_next(board, next);
                assert_eq!(after.canonical_hash(), boards[ply + 1].canonical_hash());
            }
        }
    }
    assert_eq!(positions.next(), None);
}

/// The boards before each move, and after the last one.
fn boards(document: &Document, root: NodeId) -> Vec<Board> {
    let mut replayer = Replayer::forward(document, root, &Rules::LENIENT);
    let mut boards = Vec::new();
    let mut now = replayer.position().board().clone();
    while let before = replayer.number()
        && replayer.advance().is_some()
    {
        if replayer.number() > before {
            boards.push(now);
        }
        now = replayer.position().board().clone();
    }
    boards.push(now);
    boards
}

/// The board after the next move of a position.
fn after_next(board: &Board, next: u16) -> Board {
    let symmetries = Symmetry::ALL.into_iter();
    let symmetry = symmetries.min_by_key(|symmetry| board.transformed(*symmetry).hash());
    let symmetry = symmetry.unwrap();
    let mut turned = board.transformed(symmetry);
    if let (color, Some(Move::Play(point))) = decode_move(next, symmetry.size(board.size())) {
        turned.force(color, point);
    }
    let mut board = board.clone();
    if let (color, Some(Move::Play(point))) = next_move(next, &board) {
        board.force(color, point);
    }
    assert_eq!(board.canonical_hash(), turned.canonical_hash());
    turned
}

/// A limit of the plies selects the first rows of each game.
fn fewer_plies_are_a_subset(source: &[u8], tables: &Tables) {
    for plies in [0, 3] {
        let options = Options {
            plies: Some(plies),
            ..Options::default()
        };
        let fewer = self::tables(source, &options);
        let fewer = fewer.map_or(Vec::new(), |tables| tables.positions);
        let all = tables
            .positions
            .iter()
            .filter(|position| position.ply <= plies);
        assert_eq!(fewer, all.copied().collect::<Vec<Position>>());
    }
}

/// A table of files for [`parse`], where the column of the names has this name.
pub(crate) fn files(source: &str, name: Vec<Option<&str>>, content: ArrayRef) -> RecordBatch {
    let name: ArrayRef = Arc::new(StringArray::from(name));
    RecordBatch::try_from_iter_with_nullable([(source, name, true), ("content", content, true)])
        .unwrap()
}

/// [`parse`] returns the rows of a builder: first the games, then the errors.
fn rows_agree(source: &[u8], tables: Option<&Tables>) {
    let content = Arc::new(BinaryArray::from(vec![source]));
    let files = files("source", vec![Some("a/b.sgf")], content);
    let parsed = parse(&files, &Options::default()).unwrap();
    assert_eq!(parsed.schema(), parsed_schema());
    let Some(tables) = tables else {
        assert_eq!(parsed.num_rows(), 1);
        assert!(parsed["error"].is_valid(0) && parsed["game_id"].is_null(0));
        return;
    };
    let (games, errors) = (&tables.games, &tables.errors);
    assert_eq!(parsed.num_rows(), games.num_rows() + errors.num_rows());
    for field in &games.schema().fields()[1..] {
        let name = field.name();
        assert!(*parsed[name].slice(0, games.num_rows()) == *games[name]);
    }
    assert_eq!(parsed["error"].null_count(), games.num_rows());
    for row in 0..errors.num_rows() {
        let at = games.num_rows() + row;
        assert!(*cell(&parsed, "error", at) == *cell(errors, "reason", row));
        assert!(*cell(&parsed, "number", at) == *cell(errors, "number", row));
        assert!(*cell(&parsed, "source", at) == *cell(errors, "source", row));
        assert!(parsed["moves"].is_null(at));
    }
}
