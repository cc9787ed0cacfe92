//! Each format is read back, and holds the same rows.

use std::fs;
use std::path::Path;

use kifu_tables::kifu_arrow::Options;
use kifu_tables::{ExportOptions, ImportedGames, Partition, TableFormat};
use serde_json::{Map, Value};

use crate::{contents, corpus, export, temporary};

fn options(format: TableFormat) -> ExportOptions {
    ExportOptions {
        tables: Options {
            nodes: true,
            ..Options::default()
        },
        format,
        ..ExportOptions::default()
    }
}

#[test]
fn every_format_that_is_read_gives_the_same_games() {
    let directory = temporary();
    let sources = corpus(directory.path());
    for main_lines in [false, true] {
        let formats = [
            TableFormat::Parquet,
            TableFormat::Arrow,
            TableFormat::JsonLines,
        ];
        let [parquet, arrow, json] = formats.map(|format| {
            let to = directory.path().join(format.name());
            if !to.is_dir() {
                export(&sources, &to, &options(format));
            }
            let games = ImportedGames::open(&to, main_lines).unwrap();
            let games = games.map(|game| game.unwrap().sgf);
            games.collect::<Vec<String>>()
        });
        assert!(parquet.len() > 150);
        assert!(parquet == arrow && parquet == json);
    }
}

/// What a table can hold comes back: the games that are written from a dataset have the same rows, except for what is
/// about their files.
#[test]
fn a_dataset_of_the_imported_games_is_the_same() {
    const OF_FILES: [&str; 6] = [
        "game_id", "source", "number", "format", "charset", "findings",
    ];
    let directory = temporary();
    let sources = corpus(directory.path());
    let first = directory.path().join("first");
    export(&sources, &first, &options(TableFormat::JsonLines));
    let all = directory.path().join("all.sgf");
    let games = ImportedGames::open(&first, true).unwrap();
    let texts: Vec<String> = games.map(|game| game.unwrap().sgf).collect();
    fs::write(&all, texts.concat()).unwrap();
    let second = directory.path().join("second");
    let sources = kifu_files::Sources::new([all]);
    export(&sources, &second, &options(TableFormat::JsonLines));
    let rows = |directory: &Path| {
        let json = fs::read_to_string(directory.join("games/part-00000.jsonl")).unwrap();
        let rows = json.lines().map(|line| {
            let mut row: Map<String, Value> = serde_json::from_str(line).unwrap();
            assert_eq!(row.len(), 46);
            for name in OF_FILES {
                assert!(row.remove(name).is_some());
            }
            row
        });
        rows.collect::<Vec<_>>()
    };
    let (first, second) = (rows(&first), rows(&second));
    assert_eq!(first.len(), second.len());
    for (before, after) in first.iter().zip(&second) {
        assert_eq!(before, after);
    }
}

#[test]
fn positions_are_complete_and_sorted_by_hash() {
    let directory = temporary();
    let sources = corpus(directory.path());
    let to = directory.path().join("to");
    let with_positions = ExportOptions {
        tables: Options {
            plies: Some(u32::MAX),
            ..Options::default()
        },
        ..options(TableFormat::JsonLines)
    };
    let summary = export(&sources, &to, &with_positions);
    let rows = |table: &str| {
        let json = fs::read_to_string(to.join(table).join("part-00000.jsonl")).unwrap();
        let rows = json.lines().map(|line| serde_json::from_str(line).unwrap());
        rows.collect::<Vec<Value>>()
    };
    let positions = rows("positions");
    assert_eq!(positions.len() as u64, summary.positions);
    let key = |row: &Value| ["hash", "game", "ply"].map(|name| row[name].as_i64().unwrap());
    assert!(positions.is_sorted_by_key(key));
    // One before each move, and one after the last.
    let moves: u64 = rows("games")
        .iter()
        .map(|game| game["move_count"].as_u64().unwrap())
        .sum();
    assert_eq!(summary.positions, moves + summary.games);
    let last = positions.iter().filter(|row| row["next"].is_null()).count();
    assert_eq!(last as u64, summary.games);
}

/// A query of another program writes only the columns that it selects.
#[test]
fn few_columns_are_enough() {
    let directory = temporary();
    let file = directory.path().join("found.jsonl");
    fs::write(&file, "{\"rows\":9,\"columns\":9,\"moves\":[3,32772]}\n").unwrap();
    let games = ImportedGames::open(&file, false).unwrap();
    let games: Vec<String> = games.map(|game| game.unwrap().sgf).collect();
    assert_eq!(games, ["(;FF[4]GM[1]CA[UTF-8]SZ[9]\n;B[da];W[ea])\n"]);
}

/// A dataset can be below the directory with the games.
#[test]
fn an_export_does_not_read_its_own_files() {
    let directory = temporary();
    fs::write(directory.path().join("a.sgf"), "(;B[dd])").unwrap();
    let sources = kifu_files::Sources::new([directory.path()]);
    let to = directory.path().join("tables");
    for _ in 0..2 {
        let replaced = ExportOptions {
            overwrite: true,
            ..options(TableFormat::JsonLines)
        };
        let summary = export(&sources, &to, &replaced);
        assert_eq!((summary.games, summary.errors, summary.inputs), (1, 0, 1));
    }
}

#[test]
fn csv_tells_nulls_from_empty_texts() {
    let directory = temporary();
    let file = directory.path().join("a.sgf");
    fs::write(
        &file,
        "(;SZ[9]PB[]EV[a \"b\", c]GC[1\n2]AB[aa][bb];B[ee];W[];AE[aa];B[zz])",
    )
    .unwrap();
    let to = directory.path().join("to");
    export(
        &kifu_files::Sources::new([file]),
        &to,
        &options(TableFormat::Csv),
    );
    let csv = fs::read_to_string(to.join("games/part-00000.csv")).unwrap();
    let (header, row) = csv.split_once('\n').unwrap();
    let names: Vec<&str> = header.split(',').collect();
    assert_eq!((names[9], names[10]), ("black", "white"));
    // Black's name is empty, and White's is not stated.
    assert!(row.contains(",9,9,\"\",,"), "{row}");
    assert!(row.contains(",\"a \"\"b\"\", c\","), "{row}");
    assert!(row.contains(",\"1\n2\","), "{row}");
    assert!(
        row.contains("0 AB[aa] 0 AB[bb] 2 AE[aa],;B[ee];W[];B[?]"),
        "{row}"
    );
}

#[test]
fn partitions_are_directories_of_hive() {
    let directory = temporary();
    let games = directory.path().join("my 碁games");
    fs::create_dir(&games).unwrap();
    let files = [
        ("a.sgf", "(;SZ[9]DT[1998];B[ee])"),
        ("b.sgf", "(;SZ[13:19]DT[1998-12-31,1999];B[ee])"),
        ("c.sgf", "(;DT[unknown];B[ee])"),
    ];
    for (name, sgf) in files {
        fs::write(games.join(name), sgf).unwrap();
    }
    let sources = kifu_files::Sources::new([games.clone()]);
    // A path of another dataset with the same last name.
    let roots = ["/other/my games", &*games.to_string_lossy()].map(str::to_owned);
    let name = games
        .to_string_lossy()
        .replace('/', "%2F")
        .replace(' ', "%20");
    let root = format!("root={name}");
    let expected: [(Partition, &[&str]); 3] = [
        (
            Partition::Year,
            &["year=1998", "year=__HIVE_DEFAULT_PARTITION__"],
        ),
        (
            Partition::Size,
            &["board=13x19", "board=19x19", "board=9x9"],
        ),
        (Partition::Source(roots.into()), &[&root]),
    ];
    for (partition, directories) in expected {
        let to = directory.path().join(partition.name());
        let options = ExportOptions {
            partition: Some(partition),
            ..options(TableFormat::Parquet)
        };
        assert_eq!(export(&sources, &to, &options).games, 3);
        let names = contents(&to).into_keys();
        let names = names.filter_map(|name| {
            let rest = name
                .strip_prefix("games/")?
                .strip_suffix("/part-00000.parquet")?;
            Some(rest.to_owned())
        });
        assert_eq!(names.collect::<Vec<String>>(), directories);
        let games = ImportedGames::open(&to, false).unwrap();
        assert_eq!(games.filter_map(Result::ok).count(), 3);
    }
}
