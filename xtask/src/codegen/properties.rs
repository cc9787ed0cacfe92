//! Generates the code and the page from the table of SGF properties. These are functions from text to text, so that
//! the tests of `kifu-sgf` can include this file and check that the committed output is current.

use std::fmt::Write as _;

const START: &str = "<!-- start: generated from properties.txt by `cargo xtask codegen` -->\n";
const END: &str = "<!-- end -->\n";

/// A row of the table, with its columns as written.
struct Row<'a> {
    ident: &'a str,
    name: &'a str,
    class: &'a str,
    values: &'a str,
    versions: &'a str,
    game: &'a str,
    origin: &'a str,
    alias: &'a str,
    merge: &'a str,
    damage: &'a str,
    meaning: &'a str,
}

/// Parses the rows of the table; the error describes a malformed line.
fn rows(text: &str) -> Result<Vec<Row<'_>>, String> {
    let mut rows: Vec<Row<'_>> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let wrong = |what: &str| format!("line {}: {what}: {line}", number + 1);
        let columns: Vec<&str> = line.split(" | ").map(str::trim).collect();
        let [
            ident,
            name,
            class,
            values,
            versions,
            game,
            origin,
            alias,
            merge,
            damage,
            meaning,
        ] = columns[..]
        else {
            return Err(wrong("expected eleven columns, separated by ` | `"));
        };
        let row = Row {
            ident,
            name,
            class,
            values,
            versions,
            game,
            origin,
            alias,
            merge,
            damage,
            meaning,
        };
        if rows.last().is_some_and(|last| last.ident > ident) {
            return Err(wrong("out of order; sort the lines by identifier"));
        }
        let has_damage = matches!(damage, "-" | "game" | "value" | "both");
        row.expression()
            .filter(|_| has_damage)
            .ok_or_else(|| wrong("a column has an unknown word"))?;
        rows.push(row);
    }
    let is_known = |alias: &str| alias == "-" || rows.iter().any(|row| row.ident == alias);
    if let Some(row) = rows.iter().find(|row| !is_known(row.alias)) {
        return Err(format!(
            "{}: the alias {} is not a property",
            row.ident, row.alias
        ));
    }
    Ok(rows)
}

impl Row<'_> {
    /// The row as a Rust expression; `None` if it contains an unknown word.
    fn expression(&self) -> Option<String> {
        let (class, inherited) = match self.class {
            "root" => ("Root", false),
            "info" => ("GameInfo", false),
            "setup" => ("Setup", false),
            "move" => ("Move", false),
            "any" => ("Any", false),
            "inherited" => ("Any", true),
            _ => return None,
        };
        let (count, of) = match self.values.split_once(' ') {
            Some(("list", of)) => ("List", of),
            Some(("elist", of)) => ("EmptyOrList", of),
            None => ("One", self.values),
            Some(_) => return None,
        };
        let (first, second) = match of.split_once(':') {
            Some((first, second)) => (kind(first)?, format!("Some(ValueKind::{})", kind(second)?)),
            None => (kind(of)?, "None".to_owned()),
        };
        let mut versions = 0;
        for version in self.versions.split(' ') {
            versions |= match version {
                "-" => 0,
                "1" => 1,
                "3" => 2,
                "4" => 4,
                "d" => 8,
                _ => return None,
            };
        }
        let game = match self.game {
            "all" => "None",
            "go" => "Some(GameType(1))",
            "backgammon" => "Some(GameType(6))",
            "loa" => "Some(GameType(9))",
            "hex" => "Some(GameType(11))",
            "amazons" => "Some(GameType(18))",
            "octi" => "Some(GameType(19))",
            "hive" => "Some(GameType(27))",
            _ => return None,
        };
        let alias = match self.alias {
            "-" => "None".to_owned(),
            alias => format!("Some({alias:?})"),
        };
        let merge = match (self.merge, count, first) {
            ("append", ..) | ("-", "List" | "EmptyOrList", _) => "Append",
            ("join", ..) | ("-", _, "Text") => "Join",
            ("first" | "-", ..) => "First",
            ("keep", ..) => "Keep",
            _ => return None,
        };
        Some(format!(
            "PropertyInfo {{ ident: {:?}, name: {:?}, class: PropertyClass::{class}, inherited: {inherited}, \
             values: ValueType {{ count: ValueCount::{count}, first: ValueKind::{first}, second: {second} }}, \
             versions: Versions({versions}), game: {game}, origin: Dialect::{}, alias: {alias}, \
             merge: MergeRule::{merge} }}",
            self.ident,
            self.name,
            dialect(self.origin)?,
        ))
    }
}

fn kind(word: &str) -> Option<&'static str> {
    Some(match word {
        "none" => "None",
        "number" => "Number",
        "real" => "Real",
        "double" => "Double",
        "color" => "Color",
        "simpletext" => "SimpleText",
        "text" => "Text",
        "point" => "Point",
        "move" => "Move",
        "stone" => "Stone",
        "raw" => "Raw",
        "application" => "Application",
        "charset" => "Charset",
        "date" => "Date",
        "eradate" => "EraDate",
        "figure" => "Figure",
        "handicap" => "Handicap",
        "komi" => "Komi",
        "moves" => "Moves",
        "oldhandicap" => "OldHandicap",
        "overtime" => "Overtime",
        "players" => "Players",
        "rank" => "Rank",
        "result" => "Result",
        "rules" => "Rules",
        "size" => "Size",
        "time" => "Time",
        _ => return None,
    })
}

fn dialect(word: &str) -> Option<&'static str> {
    Some(match word {
        "sgf" => "Standard",
        "other" => "Other",
        "sgf2" => "Sgf2",
        "ff5" => "Ff5",
        "rgf" => "Rgf",
        "zz" => "Zz",
        "aya" => "Aya",
        "boardspace" => "Boardspace",
        "cgoban1" => "Cgoban1",
        "dragon" => "Dragon",
        "explorer" => "Explorer",
        "fox" => "Fox",
        "gnubg" => "GnuBg",
        "gnugo" => "GnuGo",
        "gogod" => "GoGod",
        "goproblems" => "GoProblems",
        "gowrite" => "GoWrite",
        "hangame" => "Hangame",
        "katrain" => "KaTrain",
        "kgs" => "Kgs",
        "kifu" => "Kifu",
        "lizzie" => "Lizzie",
        "multigo" => "MultiGo",
        "ogatak" => "Ogatak",
        "q5go" => "Q5Go",
        "sabaki" => "Sabaki",
        "smartgo" => "SmartGo",
        _ => return None,
    })
}

/// Returns the table as Rust code: an array, and a function that finds the rows of an identifier.
///
/// # Errors
///
/// Returns an error if a line of the table is malformed.
pub(super) fn code(table: &str) -> Result<String, String> {
    let rows = rows(table)?;
    let mut out = format!(
        "//! Generated from properties.txt by `cargo xtask codegen`. Edit that file instead.\n\n\
         use super::{{\n\
             Dialect, GameType, MergeRule, PropertyClass, PropertyInfo, ValueCount, ValueKind, ValueType, Versions,\n\
         }};\n\n\
         /// All properties, sorted by identifier.\n\
         pub(super) static TABLE: [PropertyInfo; {}] = [\n",
        rows.len()
    );
    for row in &rows {
        let row = row
            .expression()
            .expect("rows are checked when they are read");
        let _ = writeln!(out, "    {row},");
    }
    let _ = write!(
        out,
        "];\n\n/// The meanings of the properties, in the same order. A program that does not show them does not contain them.\n\
         pub(super) static MEANINGS: [&str; {}] = [\n",
        rows.len()
    );
    for row in &rows {
        let _ = writeln!(out, "    {:?},", row.meaning);
    }
    out.push_str("];\n\n/// Returns the rows of an identifier in capitals.\n#[inline]\n");
    out.push_str(
        "pub(super) fn variants(ident: &[u8]) -> &'static [PropertyInfo] {\n    match ident {\n",
    );
    let mut at = 0;
    let mut arms = Vec::new();
    for same in rows.chunk_by(|a, b| a.ident == b.ident) {
        arms.push((same[0].ident, at, at + same.len()));
        at += same.len();
    }
    // Most properties in every record are moves.
    arms.sort_by_key(|(ident, ..)| !matches!(*ident, "B" | "W"));
    for (ident, from, to) in arms {
        let _ = writeln!(out, "        b\"{ident}\" => &TABLE[{from}..{to}],");
    }
    out.push_str("        _ => &[],\n    }\n}\n");
    out.push_str("\n/// The properties that are common at the start of a game, and rare at the start of a variation.\n");
    out.push_str(&list("OF_A_GAME", "&str", "", &rows, "game"));
    Ok(out)
}

/// Returns the Rust code for the lexer.
///
/// # Errors
///
/// Returns an error if a line of the table is malformed.
pub(super) fn lexer_code(table: &str) -> Result<String, String> {
    let list = list("AFTER_A_VALUE", "&[u8]", "b", &rows(table)?, "value");
    Ok(format!(
        "//! Generated from properties.txt of kifu-sgf by `cargo xtask codegen`. Edit that file instead.\n\n\
         /// Properties that are common in the root of a game and unlikely in text.\n{list}"
    ))
}

/// Returns an array of the identifiers that show this kind of damage.
fn list(name: &str, of: &str, prefix: &str, rows: &[Row<'_>], damage: &str) -> String {
    let chosen = rows
        .iter()
        .filter(|row| row.damage == damage || row.damage == "both");
    let idents: Vec<String> = chosen
        .map(|row| format!("{prefix}{:?}", row.ident))
        .collect();
    let count = idents.len();
    format!(
        "pub(crate) const {name}: [{of}; {count}] = [{}];\n",
        idents.join(", ")
    )
}

/// Returns the page with its table replaced by the current one.
///
/// # Errors
///
/// Returns an error if a line of the table is malformed, or if the page lacks the two comments that enclose its table.
pub(super) fn page(document: &str, table: &str) -> Result<String, String> {
    let rows = rows(table)?;
    let marked = || {
        let (before, rest) = document.split_once(START)?;
        let (_, after) = rest.split_once(END)?;
        Some((before, after))
    };
    let (before, after) = marked().ok_or(format!(
        "the comments around the table are missing: {START}{END}"
    ))?;
    let mut out = format!(
        "{before}{START}\n| | name | in | values | FF | game | from | same as | meaning |\n|-|-|-|-|-|-|-|-|-|\n"
    );
    for row in &rows {
        let blank = |word: &'static str, text: &str| {
            if text == word {
                String::new()
            } else {
                text.to_owned()
            }
        };
        let _ = writeln!(
            out,
            "| `{}` | {} | {} | {} | {} | {} | {} | {} | {} |",
            row.ident,
            row.name,
            row.class,
            row.values,
            blank("-", row.versions),
            blank("all", row.game),
            blank("sgf", row.origin),
            blank("-", row.alias),
            row.meaning
        );
    }
    out.push('\n');
    out.push_str(END);
    out.push_str(after);
    Ok(out)
}
