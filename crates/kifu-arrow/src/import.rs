//! Writes SGF from tables.

use std::fmt;
use std::mem;

use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int64Type, UInt8Type, UInt16Type, UInt32Type};
use arrow_array::{Array, ArrayRef, ListArray, RecordBatch, StringArray};
use arrow_cast::CastOptions;
use kifu::core::{Color, Move, Points, Size};
use kifu::sgf::escape;

use crate::moves::{decode_move, decode_point};
use crate::schema::Table;

/// The error of writing SGF from a table.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ImportError {
    /// A column is missing.
    Missing(&'static str),
    /// The type of a column does not convert to that of the schema, or a value in it does not.
    Type(&'static str),
    /// A column has a value that the schema does not allow, in this row of the batch. For nodes, the row may be in an
    /// earlier batch, and is then 0.
    Value(&'static str, usize),
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ImportError::Missing(name) => write!(f, "the table does not have the column `{name}`"),
            ImportError::Type(name) => {
                write!(
                    f,
                    "the column `{name}` has another type than in the schema of kifu"
                )
            }
            ImportError::Value(name, row) => {
                write!(
                    f,
                    "the column `{name}` has an invalid value in row {row} of its batch"
                )
            }
        }
    }
}

impl core::error::Error for ImportError {}

/// A game of a table as SGF.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ImportedGame {
    /// The number of the game in the dataset; `None` if the table does not have this column.
    pub game: Option<i64>,
    /// The path of the file that the game comes from; `None` if the table does not have this column.
    pub source: Option<String>,
    /// The text of the game.
    pub sgf: String,
}

/// The text columns that are properties of SGF, with the names of the properties.
const TEXTS: [(&str, &str); 22] = [
    ("application", "AP"),
    ("black", "PB"),
    ("black_rank", "BR"),
    ("black_team", "BT"),
    ("white", "PW"),
    ("white_rank", "WR"),
    ("white_team", "WT"),
    ("rules", "RU"),
    ("time_limit", "TM"),
    ("overtime", "OT"),
    ("result", "RE"),
    ("date", "DT"),
    ("name", "GN"),
    ("event", "EV"),
    ("round", "RO"),
    ("place", "PC"),
    ("opening", "ON"),
    ("annotator", "AN"),
    ("publication", "SO"),
    ("user", "US"),
    ("copyright", "CP"),
    ("comment", "GC"),
];

/// Writes the games of a batch of [`Table::Games`] as SGF: their information, setup and main lines.
///
/// Only the columns `columns`, `rows` and `moves` are required, in any order; others may be missing. An escape character
/// that a reader could take for a shift to another charset becomes `\u{FFFD}`.
///
/// ```
/// use kifu_arrow::{Options, TablesBuilder, games_to_sgf};
/// use kifu_arrow::kifu::collection::Collection;
///
/// let options = Options::default();
/// let mut builder = TablesBuilder::new(&options);
/// let sgf = "(;FF[4]GM[1]SZ[9]PB[Sato];B[ee](;W[ce])(;W[ec]))";
/// for chunk in Collection::open(sgf.as_bytes())?.records() {
///     builder.add("1.sgf", &chunk?);
/// }
/// let games = games_to_sgf(&builder.finish(0)[0].games)?;
/// assert_eq!(games[0].sgf, "(;FF[4]GM[1]CA[UTF-8]SZ[9]PB[Sato]\n;B[ee];W[ce])\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If a required column is missing, or a column has another type or an invalid value.
pub fn games_to_sgf(batch: &RecordBatch) -> Result<Vec<ImportedGame>, ImportError> {
    let columns = required(batch, Table::Games, "columns")?;
    let rows = required(batch, Table::Games, "rows")?;
    let (columns, rows) = (
        columns.as_primitive::<UInt8Type>(),
        rows.as_primitive::<UInt8Type>(),
    );
    let moves = required(batch, Table::Games, "moves")?;
    let moves = moves.as_list::<i32>();
    let optional = |name| optional(batch, Table::Games, name);
    let (game, source) = (optional("game")?, optional("source")?);
    let (komi, handicap, setup) = (optional("komi")?, optional("handicap")?, optional("setup")?);
    let mut texts: Vec<(&str, ArrayRef)> = Vec::new();
    for (name, ident) in TEXTS {
        if let Some(column) = optional(name)? {
            texts.push((ident, column));
        }
    }
    let mut games = Vec::with_capacity(batch.num_rows());
    for row in 0..batch.num_rows() {
        let size = Size::new(columns.value(row), rows.value(row));
        let size = size.map_err(|_| ImportError::Value("columns", row))?;
        let mut sgf = String::from("(;FF[4]GM[1]CA[UTF-8]");
        push_value(&mut sgf, "SZ", &size_text(size));
        for (ident, column) in &texts {
            if let Some(text) = text_at(column.as_string::<i32>(), row) {
                push_value(&mut sgf, ident, &escape(text));
            }
        }
        if let Some(komi) = &komi {
            let komi = komi.as_primitive::<Float64Type>();
            if komi.is_valid(row) {
                let points = points(komi.value(row)).ok_or(ImportError::Value("komi", row))?;
                push_value(&mut sgf, "KM", &points.to_string());
            }
        }
        if let Some(handicap) = &handicap {
            let handicap = handicap.as_primitive::<UInt32Type>();
            if handicap.is_valid(row) {
                push_value(&mut sgf, "HA", &handicap.value(row).to_string());
            }
        }
        let setup = match &setup {
            Some(setup) => setup_at(setup.as_list::<i32>(), row, size)?,
            None => Vec::new(),
        };
        push_line(&mut sgf, setup, &moves_at(moves, row), size);
        sgf.push_str(")\n");
        let sgf = without_shifts(sgf);
        let game = game.as_ref().map(|game| game.as_primitive::<Int64Type>());
        games.push(ImportedGame {
            game: game
                .filter(|game| game.is_valid(row))
                .map(|game| game.value(row)),
            source: source
                .as_ref()
                .and_then(|source| text_at(source.as_string::<i32>(), row))
                .map(str::to_owned),
            sgf,
        });
    }
    Ok(games)
}

/// Returns the nearest amount of points, if [`Points`] can express it.
fn points(komi: f64) -> Option<Points> {
    let hundredths = (komi * 100.0).round();
    let is_expressible = hundredths.abs() <= f64::from(i32::MAX);
    is_expressible.then(|| Points::from_hundredths(hundredths as i32))
}

fn size_text(size: Size) -> String {
    if size.cols() == size.rows() {
        size.cols().to_string()
    } else {
        format!("{}:{}", size.cols(), size.rows())
    }
}

/// A change of a point: the number of moves before it, the index of the point, and the property.
type SetupChange = (u32, u16, &'static str);

fn setup_at(setup: &ListArray, row: usize, size: Size) -> Result<Vec<SetupChange>, ImportError> {
    if setup.is_null(row) {
        return Ok(Vec::new());
    }
    let changes = setup.value(row);
    let changes = changes.as_struct();
    let plies = changes.column(0).as_primitive::<UInt32Type>();
    let points = changes.column(1).as_primitive::<UInt16Type>();
    let stones = changes.column(2).as_primitive::<UInt8Type>();
    let invalid = ImportError::Value("setup", row);
    let change = |index: usize| {
        let ident = match stones.value(index) {
            0 => "AE",
            1 => "AB",
            2 => "AW",
            _ => return None,
        };
        let point = points.value(index);
        decode_point(point, size)?;
        Some((plies.value(index), point, ident))
    };
    let all: Option<Vec<SetupChange>> = (0..changes.len()).map(change).collect();
    all.ok_or(invalid)
}

fn moves_at(moves: &ListArray, row: usize) -> Vec<u16> {
    let moves = moves.value(row);
    moves.as_primitive::<UInt16Type>().values().to_vec()
}

/// Writes setup and moves in order. Setup before the first move belongs to the root.
fn push_line(sgf: &mut String, setup: Vec<SetupChange>, moves: &[u16], size: Size) {
    let mut setup = setup.into_iter().peekable();
    let mut is_root = true;
    for ply in 0..=moves.len() {
        let mut last: Option<u16> = None;
        let mut values: Vec<(u16, &str)> = Vec::new();
        while let Some((_, point, ident)) =
            setup.next_if(|change| change.0 as usize <= ply || ply == moves.len())
        {
            // Points of one node are in ascending order.
            if last.is_some_and(|last| last >= point) {
                push_setup(sgf, is_root, &mut values, size);
                is_root = false;
            }
            values.push((point, ident));
            last = Some(point);
        }
        if !values.is_empty() {
            push_setup(sgf, is_root, &mut values, size);
        }
        if is_root {
            sgf.push('\n');
        }
        is_root = false;
        let Some(&code) = moves.get(ply) else {
            break;
        };
        let (color, action) = decode_move(code, size);
        sgf.push_str(match color {
            Color::Black => ";B[",
            Color::White => ";W[",
        });
        match action {
            Some(Move::Play(point)) => push_letters(sgf, point.to_sgf()),
            Some(Move::Pass) => {}
            None => sgf.push('?'),
        }
        sgf.push(']');
        if (ply + 1) % 10 == 0 {
            sgf.push('\n');
        }
    }
}

fn push_setup(sgf: &mut String, is_root: bool, values: &mut Vec<(u16, &str)>, size: Size) {
    if !is_root {
        sgf.push(';');
    }
    let values = mem::take(values);
    for ident in ["AB", "AW", "AE"] {
        let mut points = values.iter().filter(|value| value.1 == ident).peekable();
        if points.peek().is_some() {
            sgf.push_str(ident);
        }
        for (point, _) in points {
            sgf.push('[');
            push_letters(
                sgf,
                decode_point(*point, size).and_then(|point| point.to_sgf()),
            );
            sgf.push(']');
        }
    }
}

fn push_letters(sgf: &mut String, letters: Option<[u8; 2]>) {
    sgf.extend(letters.into_iter().flatten().map(char::from));
}

fn push_value(sgf: &mut String, ident: &str, text: &str) {
    sgf.push_str(ident);
    sgf.push('[');
    sgf.push_str(text);
    sgf.push(']');
}

/// A node of a game.
struct Node {
    number: u32,
    parent: Option<u32>,
    /// The text of the node: `;B[pd]`.
    text: String,
    /// Whether the node has the property `CA`.
    has_charset: bool,
}

/// Writes whole games as SGF from the batches of [`Table::Nodes`]: all nodes with all properties.
///
/// The rows of a game must follow each other, but may be in any order. Only the charset differs from the record: the root
/// of a game with characters other than ASCII has the property `CA[UTF-8]`, and an escape character that a reader could
/// take for a shift to another charset becomes `\u{FFFD}`. White space and text outside of values are not in the table.
///
/// ```
/// use kifu_arrow::{NodeReader, Options, TablesBuilder};
/// use kifu_arrow::kifu::collection::Collection;
///
/// let options = Options { nodes: true, ..Options::default() };
/// let mut builder = TablesBuilder::new(&options);
/// let sgf = "(;SZ[9]PB[Sato];B[ee]C[Hello](;W[ce])(;W[ec]))";
/// for chunk in Collection::open(sgf.as_bytes())?.records() {
///     builder.add("1.sgf", &chunk?);
/// }
/// let mut reader = NodeReader::new();
/// let mut games = Vec::new();
/// for tables in builder.finish(0) {
///     games.extend(reader.read(&tables.nodes)?);
/// }
/// games.extend(reader.finish()?);
/// assert_eq!(games[0].sgf, "(;SZ[9]PB[Sato];B[ee]C[Hello]\n(;W[ce])\n(;W[ec]))\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub struct NodeReader {
    game: Option<i64>,
    nodes: Vec<Node>,
}

impl NodeReader {
    /// Creates a reader.
    pub fn new() -> NodeReader {
        NodeReader::default()
    }

    /// Reads a batch, and returns the games that are complete: those that another game follows.
    ///
    /// # Errors
    ///
    /// If a column is missing or has another type, or if a node does not have a parent in its game.
    pub fn read(&mut self, batch: &RecordBatch) -> Result<Vec<ImportedGame>, ImportError> {
        let column = |name| required(batch, Table::Nodes, name);
        let (game, node) = (column("game")?, column("node")?);
        let (parent, properties) = (column("parent")?, column("properties")?);
        let game = game.as_primitive::<Int64Type>();
        let node = node.as_primitive::<UInt32Type>();
        let parent = parent.as_primitive::<UInt32Type>();
        let properties = properties.as_list::<i32>();
        let mut games = Vec::new();
        for row in 0..batch.num_rows() {
            let of = game.value(row);
            if self.game.is_some_and(|game| game != of) {
                games.extend(self.finish()?);
            }
            self.game = Some(of);
            let number = node.value(row);
            let parent = parent.is_valid(row).then(|| parent.value(row));
            if parent.is_some_and(|parent| parent >= number) {
                return Err(ImportError::Value("parent", row));
            }
            let (text, has_charset) = node_text(properties, row, parent.is_none())?;
            self.nodes.push(Node {
                number,
                parent,
                text,
                has_charset,
            });
        }
        Ok(games)
    }

    /// Returns the last game, if there is one.
    ///
    /// # Errors
    ///
    /// If a node does not have a parent in its game.
    pub fn finish(&mut self) -> Result<Option<ImportedGame>, ImportError> {
        let Some(game) = self.game.take() else {
            return Ok(None);
        };
        let mut nodes = mem::take(&mut self.nodes);
        nodes.sort_by_key(|node| node.number);
        let invalid = ImportError::Value("parent", 0);
        // For each node, its first child and its next sibling, as indices.
        let mut first: Vec<Option<usize>> = vec![None; nodes.len()];
        let mut next: Vec<Option<usize>> = vec![None; nodes.len()];
        for index in (1..nodes.len()).rev() {
            let parent = nodes[index].parent.ok_or_else(|| invalid.clone())?;
            let parent = nodes[..index].binary_search_by_key(&parent, |node| node.number);
            let parent = parent.map_err(|_| invalid.clone())?;
            next[index] = first[parent].replace(index);
        }
        let is_ascii = nodes.iter().all(|node| node.text.is_ascii());
        let root = nodes.first_mut().filter(|root| root.parent.is_none());
        let root = root.ok_or(invalid)?;
        if !is_ascii && !root.has_charset {
            root.text.push_str("CA[UTF-8]");
        }
        let mut sgf = String::from("(");
        // The variations that are still to be written, and the number of those that are open.
        let mut at = Some(0);
        let mut open: Vec<Option<usize>> = Vec::new();
        while let Some(index) = at {
            sgf.push_str(&nodes[index].text);
            let child = first[index];
            let has_variations = child.is_some_and(|child| next[child].is_some());
            if has_variations {
                open.push(child.and_then(|child| next[child]));
                sgf.push_str("\n(");
            }
            at = child;
            while at.is_none() {
                // The line ends, and so does the variation that it belongs to.
                let Some(rest) = open.last_mut() else {
                    break;
                };
                sgf.push(')');
                match *rest {
                    Some(index) => {
                        *rest = next[index];
                        sgf.push_str("\n(");
                        at = Some(index);
                    }
                    None => {
                        open.pop();
                    }
                }
            }
        }
        sgf.push_str(")\n");
        Ok(Some(ImportedGame {
            game: Some(game),
            source: None,
            sgf,
        }))
    }
}

/// Returns the text of a node, and whether it has the property `CA`, which is UTF-8 in the root.
fn node_text(
    properties: &ListArray,
    row: usize,
    is_root: bool,
) -> Result<(String, bool), ImportError> {
    let properties = properties.value(row);
    let properties = properties.as_struct();
    let names = properties.column(0).as_string::<i32>();
    let values = properties.column(1).as_list::<i32>();
    let mut text = String::from(";");
    let mut has_charset = false;
    for index in 0..properties.len() {
        let name = names.value(index);
        // Only a value at the start of a node can be without a name.
        let is_name = name.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if !is_name || (name.is_empty() && index > 0) {
            return Err(ImportError::Value("properties", row));
        }
        text.push_str(name);
        let values = values.value(index);
        let values = values.as_string::<i32>();
        if is_root && is_charset(name) {
            has_charset = true;
            text.push_str("[UTF-8]");
            continue;
        }
        if values.is_empty() {
            text.push(' ');
        }
        for value in values.iter().flatten() {
            text.push('[');
            push_raw(&mut text, value);
            text.push(']');
        }
    }
    Ok((without_shifts(text), has_charset))
}

/// Replaces each escape character that a reader could take for a shift to a charset of ISO-2022, even in a game whose
/// `CA` is UTF-8.
fn without_shifts(text: String) -> String {
    if !text.contains('\x1B') {
        return text;
    }
    text.replace("\x1B$", "\u{FFFD}$")
        .replace("\x1B(", "\u{FFFD}(")
}

/// Whether a name is `CA` in any spelling. Lower-case letters count only without capitals.
fn is_charset(name: &str) -> bool {
    let has_capitals = name.bytes().any(|byte| byte.is_ascii_uppercase());
    let letters = name
        .bytes()
        .filter(|byte| !has_capitals || !byte.is_ascii_lowercase());
    letters.map(|byte| byte.to_ascii_uppercase()).eq(*b"CA")
}

/// Adds a value as written in SGF. Escapes that are missing, because another program changed the value, are added; and
/// those of a `[` after which a reader could assume that a `]` is missing, as [`escape`] adds them.
fn push_raw(text: &mut String, value: &str) {
    if !value.contains(['[', ']', '\\']) {
        return text.push_str(value);
    }
    // The brackets, and whether they are escaped.
    let mut brackets = Vec::new();
    let mut is_escaped = false;
    for (at, char) in value.char_indices() {
        if matches!(char, '[' | ']') {
            brackets.push((at, char, is_escaped));
        }
        is_escaped = char == '\\' && !is_escaped;
    }
    // A backslash at the end does not mean anything.
    let end = value.len() - usize::from(is_escaped);
    // The number of closing brackets after a place that belong to no opening bracket after it.
    let mut closing = 0usize;
    let mut escapes: Vec<usize> = Vec::new();
    for (at, char, is_escaped) in brackets.into_iter().rev() {
        let needs_escape = match char {
            ']' => {
                closing += 1;
                true
            }
            _ if is_escaped => false,
            _ if closing == 0 || is_like_a_property(&value[..at]) => true,
            _ => {
                closing -= 1;
                false
            }
        };
        if needs_escape && !is_escaped {
            escapes.push(at);
        }
    }
    let mut start = 0;
    for at in escapes.into_iter().rev() {
        text.push_str(&value[start..at]);
        text.push('\\');
        start = at;
    }
    text.push_str(&value[start..end]);
}

/// Whether a `[` after this text looks like the start of a property value.
fn is_like_a_property(before: &str) -> bool {
    let rest = before.trim_end_matches(|char: char| char.is_ascii_alphabetic());
    let ident = &before[rest.len()..];
    let is_short = ident.len() <= 2 && ident.bytes().all(|byte| byte.is_ascii_uppercase());
    !ident.is_empty() && (is_short || rest.trim_end().ends_with(';'))
}

fn text_at(column: &StringArray, row: usize) -> Option<&str> {
    column.is_valid(row).then(|| column.value(row))
}

/// Returns a column with the type of the schema. Programs that rewrite a table can change types.
fn optional(
    batch: &RecordBatch,
    table: Table,
    name: &'static str,
) -> Result<Option<ArrayRef>, ImportError> {
    let Some(column) = batch.column_by_name(name) else {
        return Ok(None);
    };
    let known = table.columns().iter().find(|column| column.name == name);
    let Some(known) = known else {
        return Ok(None);
    };
    let kind = known.data_type();
    if *column.data_type() == kind {
        return Ok(Some(column.clone()));
    }
    let options = CastOptions {
        // Otherwise, a value that does not fit would become a null.
        safe: false,
        ..CastOptions::default()
    };
    if let Ok(cast) = arrow_cast::cast_with_options(column, &kind, &options) {
        return Ok(Some(cast));
    }
    // The row is that of the first value that does not fit.
    let cast = arrow_cast::cast(column, &kind).map_err(|_| ImportError::Type(name))?;
    let wrong = (0..column.len()).find(|&row| cast.is_null(row) && column.is_valid(row));
    Err(wrong.map_or(ImportError::Type(name), |row| ImportError::Value(name, row)))
}

/// Returns a column without nulls, except for a nullable column, with the type of the schema.
fn required(
    batch: &RecordBatch,
    table: Table,
    name: &'static str,
) -> Result<ArrayRef, ImportError> {
    let column = optional(batch, table, name)?.ok_or(ImportError::Missing(name))?;
    let is_nullable = table
        .columns()
        .iter()
        .any(|known| known.name == name && known.is_nullable);
    if !is_nullable && let Some(row) = (0..column.len()).find(|row| column.is_null(*row)) {
        return Err(ImportError::Value(name, row));
    }
    Ok(column)
}
