//! Laws that compare the lexer, the reader and the writer with `properties.txt`, for every identifier and every version of
//! the format; the writer only in games of Go, because it writes other games unchanged. The file is parsed here again, so that the generated code is tested, too.

use kifu_lex::{Lexer, Scheme, TokenKind};
use kifu_sgf::canonical::{self, Style};
use kifu_sgf::event::{Event, Reader};
use kifu_sgf::{Document, GameContext, GameType, NodeRef, PropertyInfo};

const TABLE: &str = include_str!("../../properties.txt");

/// A row of the table: its columns.
#[derive(Clone, Copy)]
struct Row {
    ident: &'static str,
    name: &'static str,
    class: &'static str,
    values: &'static str,
    versions: &'static str,
    game: &'static str,
    alias: &'static str,
    merge: &'static str,
    damage: &'static str,
}

fn rows() -> Vec<Row> {
    let lines = TABLE.lines();
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| match line.split(" | ").collect::<Vec<_>>()[..] {
            [
                ident,
                name,
                class,
                values,
                versions,
                game,
                _,
                alias,
                merge,
                damage,
                _,
            ] => Row {
                ident,
                name,
                class,
                values,
                versions,
                game,
                alias,
                merge,
                damage,
            },
            _ => panic!("{line}"),
        })
        .collect()
}

const VERSIONS: [&str; 3] = ["1", "3", "4"];

/// The games of the table, and their numbers.
const GAMES: [(&str, u16); 7] = [
    ("go", 1),
    ("backgammon", 6),
    ("loa", 9),
    ("hex", 11),
    ("amazons", 18),
    ("octi", 19),
    ("hive", 27),
];

/// Returns the meaning of an identifier in files of no known program: that of the version, or the first.
fn meaning<'r>(rows: &'r [Row], ident: &str, version: &str, game: &str) -> Option<&'r Row> {
    let in_game = || {
        let same = rows.iter().filter(|row| row.ident == ident);
        same.filter(|row| row.game == "all" || row.game == game)
    };
    let is_of_version = |row: &&Row| {
        let mut versions = row.versions.split(' ');
        versions.any(|known| known == version || (version == "4" && known == "d"))
    };
    in_game().find(is_of_version).or_else(|| in_game().next())
}

/// Calls `f` with each identifier, version and game, and with the meaning there.
fn each(mut f: impl FnMut(&'static str, &str, (&str, u16), Option<&Row>)) {
    let rows = rows();
    for same in rows.chunk_by(|a, b| a.ident == b.ident) {
        let ident = same[0].ident;
        for version in VERSIONS {
            for game in GAMES {
                f(ident, version, game, meaning(&rows, ident, version, game.0));
            }
        }
    }
}

/// Two values that a kind of value allows.
fn samples(kind: &str) -> [&'static str; 2] {
    match kind {
        "none" => ["", ""],
        "number" | "handicap" | "oldhandicap" | "moves" => ["2", "3"],
        "real" | "komi" | "time" => ["5.5", "6.5"],
        "double" => ["1", "2"],
        "color" => ["B", "W"],
        "point" | "move" | "stone" => ["cc", "ff"],
        "point:point" | "stone:point" => ["cc:dd", "ff:gg"],
        "point:simpletext" | "point:text" => ["cc:x", "ff:y"],
        "size" => ["19", "13"],
        "result" => ["B+1.5", "W+2.5"],
        "rank" => ["3d", "4d"],
        "date" => ["2001-02-03", "2002-03-04"],
        "rules" => ["Japanese", "Chinese"],
        "application" => ["x:1", "y:2"],
        "charset" => ["UTF-8", "UTF-8"],
        "figure" => ["1:x", "2:y"],
        _ => ["one", "two"],
    }
}

/// The element type of the values of a row.
fn kind(row: &Row) -> &'static str {
    row.values
        .rsplit_once(' ')
        .map_or(row.values, |(_, kind)| kind)
}

#[test]
fn the_lexer_finds_every_identifier() {
    for row in rows() {
        let source = format!(";{}[x]", row.ident);
        let tokens = Lexer::resume(source.as_bytes(), 0, Scheme::AsciiSafe);
        let tokens: Vec<_> = tokens.collect();
        use TokenKind::{Ident, Semicolon, Value};
        let kinds: Vec<_> = tokens.iter().map(|token| token.kind).collect();
        assert_eq!(kinds, [Semicolon, Ident, Value], "{source}");
        assert_eq!(tokens[1].of(source.as_bytes()), row.ident.as_bytes());
    }
}

#[test]
fn a_value_without_its_bracket_ends_before_the_properties_of_the_table() {
    for same in rows().chunk_by(|a, b| a.ident == b.ident) {
        let ident = same[0].ident;
        let is_an_end = same
            .iter()
            .any(|row| matches!(row.damage, "value" | "both"));
        // The capital after a letter would belong to the identifier of a move.
        let source = format!("[name{ident}[x];B[aa])");
        let value = Lexer::resume(source.as_bytes(), 0, Scheme::AsciiSafe)
            .next()
            .unwrap();
        let expected = if is_an_end {
            (TokenKind::Unclosed, "[name".len())
        } else {
            (TokenKind::Value, source.find(']').unwrap() + 1)
        };
        assert_eq!((value.kind, value.end), expected, "{source}");
    }
}

#[test]
fn a_game_begins_with_the_properties_of_the_table() {
    for same in rows().chunk_by(|a, b| a.ident == b.ident) {
        let ident = same[0].ident;
        let is_of_a_game = same.iter().any(|row| matches!(row.damage, "game" | "both"));
        // The `)` of the first game is missing.
        let source = format!("(;GM[1];B[aa]\n(;{ident}[x];B[bb])\n");
        let games = Document::parse(source).unwrap().roots().count();
        assert_eq!(games == 2, is_of_a_game, "{ident}");
    }
}

#[test]
fn the_reader_knows_every_identifier_in_every_version() {
    each(|ident, version, (game, number), row| {
        let source = format!("(;GM[{number}]FF[{version}];{ident}[x])");
        let document = Document::parse(source.clone()).unwrap();
        let root = document.node(document.roots().next().unwrap());
        let context = GameContext::of(root);
        assert_eq!(
            (context.game, context.format),
            (GameType(number), version.parse().ok()),
            "{source}"
        );
        let property = child(&document).properties().next().unwrap();
        let info = PropertyInfo::of(property.ident(), &context);
        let found = info.map(|info| (info.name, info.canonical()));
        let expected = row.map(|row| (row.name, if row.alias == "-" { ident } else { row.alias }));
        assert_eq!(found, expected, "{source} {game}");
        let events = Reader::new(source.as_bytes());
        let last = events.filter_map(|event| match event {
            Event::Property(property) => Some(property.ident().as_str().to_owned()),
            _ => None,
        });
        assert_eq!(last.last().as_deref(), Some(ident), "{source}");
    });
}

/// Returns the second node of a document.
fn child(document: &Document) -> NodeRef<'_> {
    let root = document.roots().next().unwrap();
    document.node(document.forest().first_child(root).unwrap())
}

/// Returns the properties of a node as text.
fn text(node: NodeRef<'_>) -> Vec<(String, Vec<String>)> {
    let properties = node.properties();
    properties
        .map(|property| {
            let values = property
                .values()
                .map(|value| String::from_utf8_lossy(value.raw()).into_owned());
            (property.ident().as_str().to_owned(), values.collect())
        })
        .collect()
}

#[test]
fn the_writer_merges_every_property_as_the_table_says() {
    each(|ident, version, (game, _), row| {
        // The writer declares version and game itself, and turns half points of komi into points.
        let is_changed = matches!(ident, "FF" | "GM" | "GK" | "KI");
        let Some(row) = row.filter(|_| game == "go" && !is_changed) else {
            return;
        };
        let [one, two] = samples(kind(row));
        let properties = format!("{ident}[{one}]{ident}[{two}]");
        let is_head = matches!(row.class, "root" | "info");
        let separator = if is_head { "" } else { ";" };
        let source = format!("(;GM[1]FF[{version}]{separator}{properties})");
        let document = Document::parse(source.clone()).unwrap();
        let written = canonical::write(&document, &Style::default()).unwrap();
        let written = Document::parse(written.text).unwrap();
        let node = if is_head {
            written.node(written.roots().next().unwrap())
        } else {
            child(&written)
        };
        let lists = |values: &[&[&str]]| -> Vec<Vec<String>> {
            let list = |list: &&[&str]| list.iter().map(|value| (*value).to_owned()).collect();
            values.iter().map(list).collect()
        };
        let joined = format!("{one}\n{two}");
        let is_list = row.values.starts_with("list") || row.values.starts_with("elist");
        let is_text = kind(row) == "text";
        let (name, expected) = match (ident, row.merge) {
            // A second move remains a move.
            ("B" | "W", _) | (_, "keep") => (ident, lists(&[&[one], &[two]])),
            // Marks of FF[1] become those of FF[4].
            ("L", _) => ("LB", lists(&[&["cc:a", "ff:b"]])),
            ("M", _) => ("MA", lists(&[&[one, two]])),
            // The identifier has another meaning in FF[4].
            ("LT" | "TC", _) if version == "3" => (&*format!("X{ident}"), lists(&[&[one, two]])),
            (_, "append") => (ident, lists(&[&[one, two]])),
            (_, "join") => (ident, lists(&[&[&joined]])),
            _ if is_list => (ident, lists(&[&[one, two]])),
            _ if is_text => (ident, lists(&[&[&joined]])),
            _ => (ident, lists(&[&[one]])),
        };
        let names = [name, row.alias];
        let properties = text(node).into_iter();
        let found = properties.filter(|(ident, _)| names.contains(&&**ident));
        let found: Vec<_> = found.map(|(_, values)| values).collect();
        assert_eq!(found, expected, "{source}");
        let text = String::from_utf8(written.to_bytes()).unwrap();
        assert!(text.contains(one) && text.contains(two), "{source}: {text}");
    });
}
