//! The table of positions and the search index answer the same questions.

use std::collections::BTreeSet;
use std::fs;
use std::io::Cursor;

use kifu_tables::kifu_arrow::arrow_array::cast::AsArray;
use kifu_tables::kifu_arrow::arrow_array::types::UInt32Type;
use kifu_tables::kifu_arrow::kifu::collection::Collection;
use kifu_tables::kifu_arrow::kifu::replay::{Replayer, Step};
use kifu_tables::kifu_arrow::kifu::rules::{Board, Rules};
use kifu_tables::kifu_arrow::kifu::search::index::{Builder, File, Index};
use kifu_tables::kifu_arrow::kifu::search::{self, Pattern, Query};
use kifu_tables::kifu_arrow::{Options, Position, TablesBuilder};

/// A game: the number of its file, and its number in the file.
type Place = (u32, u32);

/// The games of the corpus in both forms, and some positions of them.
struct Games {
    places: Vec<Place>,
    positions: Vec<Position>,
    index: Vec<u8>,
    boards: Vec<(Position, Board)>,
}

fn games() -> Games {
    let options = Options {
        plies: Some(u32::MAX),
        ..Options::default()
    };
    let mut games = Games {
        places: Vec::new(),
        positions: Vec::new(),
        index: Vec::new(),
        boards: Vec::new(),
    };
    let mut index = Builder::new();
    let folder = kifu_testkit::repository("corpus/sgf/games");
    for (file, path) in (0u32..).zip(kifu_testkit::files(&folder)) {
        let bytes = fs::read(&path).unwrap();
        let name = path.to_string_lossy();
        let mut builder = TablesBuilder::new(&options);
        index.start_file(&File {
            name: name.as_bytes().to_vec(),
            ..File::default()
        });
        for chunk in Collection::open(&bytes[..]).unwrap().records() {
            let chunk = chunk.unwrap();
            builder.add(&name, &chunk);
            let document = chunk.record.to_sgf().unwrap();
            for game in search::games(&document) {
                index.add_game(game.number, &game.line, game.winner);
            }
            for tables in builder.finish(games.places.len() as i64) {
                let numbers = tables.games["number"].as_primitive::<UInt32Type>();
                for (row, root) in document.roots().enumerate() {
                    let number = games.places.len() as i64;
                    games.places.push((file, numbers.value(row)));
                    let of_game = tables.positions.iter().filter(|one| one.game == number);
                    games.boards.extend(some_boards(&document, root, of_game));
                }
                games.positions.extend(tables.positions);
            }
        }
    }
    games.index = index.finish();
    games
}

/// Returns some positions of a game with their boards.
fn some_boards<'p>(
    document: &kifu_tables::kifu_arrow::kifu::sgf::Document,
    root: kifu_tables::kifu_arrow::kifu::sgf::NodeId,
    positions: impl Iterator<Item = &'p Position>,
) -> Vec<(Position, Board)> {
    let mut replayer = Replayer::forward(document, root, &Rules::LENIENT);
    let mut boards = Vec::new();
    let mut before = replayer.position().board().clone();
    let mut positions = positions.copied();
    while let Some(step) = replayer.step() {
        if let Step::Move(..) = step {
            let position = positions.next().unwrap();
            if [1, 4, 7, 12, 30].contains(&position.ply) {
                boards.push((position, before.clone()));
            }
        }
        before = replayer.position().board().clone();
    }
    boards
}

#[test]
fn positions_and_the_index_find_the_same_games() {
    let games = games();
    assert!(games.boards.len() > 300);
    let mut index = Index::open(Cursor::new(&games.index)).unwrap();
    let mut shared = 0;
    for (position, board) in &games.boards {
        let same = games
            .positions
            .iter()
            .filter(|one| one.hash == position.hash);
        let by_table: BTreeSet<Place> = same.map(|one| games.places[one.game as usize]).collect();
        let query = Query {
            any_symmetry: true,
            ..Query::new(Pattern::board(board))
        };
        let mut by_index = BTreeSet::new();
        let found = index.search(&query, |game, hits| {
            if !hits.is_empty() {
                by_index.insert((game.file, game.number));
            }
            true
        });
        found.unwrap();
        assert_eq!(by_table, by_index, "{position:?}");
        shared += usize::from(by_table.len() > 1);
    }
    assert!(shared > 100, "{shared}");
}
