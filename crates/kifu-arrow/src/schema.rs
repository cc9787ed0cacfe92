//! The schema of the tables, version 1.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::{Arc, LazyLock};

use arrow_schema::{DataType, Field, Fields, Schema, SchemaRef};

/// The version of the schema. Columns of a version keep their names, types and meanings; a later version may add columns.
pub const SCHEMA_VERSION: &str = "1";

/// The number of bytes of a game id.
pub(crate) const ID_LEN: i32 = 16;

/// A table of a dataset.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Table {
    /// The games: information, setup and moves of the main line.
    Games,
    /// The positions of the main lines, for lookups by a hash.
    Positions,
    /// The nodes of all variations, with all properties.
    Nodes,
    /// The files and games without a row in the other tables, and the reason.
    Errors,
}

/// A column of a table.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// The name.
    pub name: &'static str,
    /// Whether the column can have nulls. A null stands for what a record does not state; a text without characters is a
    /// property with an empty value.
    pub is_nullable: bool,
    /// The values, in one or two sentences.
    pub about: &'static str,
    kind: Kind,
}

/// The type of a column.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Bool,
    U8,
    U16,
    U32,
    I16,
    I64,
    F64,
    Text,
    Date,
    Id,
    Texts,
    Moves,
    Setup,
    Properties,
}

impl Table {
    /// All tables.
    pub const ALL: [Table; 4] = [Table::Games, Table::Positions, Table::Nodes, Table::Errors];

    /// The name: `games`, `positions`, `nodes` or `errors`.
    pub const fn name(self) -> &'static str {
        match self {
            Table::Games => "games",
            Table::Positions => "positions",
            Table::Nodes => "nodes",
            Table::Errors => "errors",
        }
    }

    /// The contents, in one sentence.
    pub const fn about(self) -> &'static str {
        match self {
            Table::Games => "Games of Go: information, setup and moves of the main line.",
            Table::Positions => {
                "Positions of the main lines, sorted by hash: the start, and the position after each move."
            }
            Table::Nodes => "Nodes of all variations of the games, with all properties.",
            Table::Errors => "Files and games without a row in the other tables, and the reason.",
        }
    }

    /// The columns, in order.
    pub const fn columns(self) -> &'static [Column] {
        match self {
            Table::Games => GAMES,
            Table::Positions => POSITIONS,
            Table::Nodes => NODES,
            Table::Errors => ERRORS,
        }
    }

    /// The schema of the record batches.
    pub fn schema(self) -> SchemaRef {
        static SCHEMAS: LazyLock<[SchemaRef; 4]> = LazyLock::new(|| {
            Table::ALL.map(|table| {
                let fields: Fields = table.columns().iter().map(Column::field).collect();
                Arc::new(Schema::new_with_metadata(fields, metadata(table.name())))
            })
        });
        Arc::clone(&SCHEMAS[self as usize])
    }
}

/// The metadata of a schema: the name of the table, and the version of the schema.
pub(crate) fn metadata(table: &str) -> HashMap<String, String> {
    let entries = [
        ("kifu.table", table),
        ("kifu.schema_version", SCHEMA_VERSION),
    ];
    entries
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .into()
}

impl Column {
    const fn new(name: &'static str, kind: Kind, about: &'static str) -> Column {
        Column {
            name,
            is_nullable: false,
            about,
            kind,
        }
    }

    const fn nullable(name: &'static str, kind: Kind, about: &'static str) -> Column {
        Column {
            is_nullable: true,
            ..Column::new(name, kind, about)
        }
    }

    /// The type of the values.
    pub fn data_type(&self) -> DataType {
        self.kind.data_type()
    }

    /// The field of a schema.
    pub(crate) fn field(&self) -> Field {
        Field::new(self.name, self.data_type(), self.is_nullable)
    }
}

impl Kind {
    fn data_type(self) -> DataType {
        match self {
            Kind::Bool => DataType::Boolean,
            Kind::U8 => DataType::UInt8,
            Kind::U16 => DataType::UInt16,
            Kind::U32 => DataType::UInt32,
            Kind::I16 => DataType::Int16,
            Kind::I64 => DataType::Int64,
            Kind::F64 => DataType::Float64,
            Kind::Text => DataType::Utf8,
            Kind::Date => DataType::Date32,
            Kind::Id => DataType::FixedSizeBinary(ID_LEN),
            Kind::Texts => DataType::List(text_item()),
            Kind::Moves => DataType::List(move_item()),
            Kind::Setup => DataType::List(item(DataType::Struct(setup_fields()))),
            Kind::Properties => DataType::List(item(DataType::Struct(property_fields()))),
        }
    }

    /// The type in words of Arrow.
    const fn name(self) -> &'static str {
        match self {
            Kind::Bool => "bool",
            Kind::U8 => "uint8",
            Kind::U16 => "uint16",
            Kind::U32 => "uint32",
            Kind::I16 => "int16",
            Kind::I64 => "int64",
            Kind::F64 => "float64",
            Kind::Text => "utf8",
            Kind::Date => "date32",
            Kind::Id => "fixed_size_binary[16]",
            Kind::Texts => "list<utf8>",
            Kind::Moves => "list<uint16>",
            Kind::Setup => "list<struct<ply: uint32, point: uint16, stone: uint8>>",
            Kind::Properties => "list<struct<name: utf8, values: list<utf8>>>",
        }
    }
}

/// The field of the values of a list, which are never null.
pub(crate) fn item(data_type: DataType) -> Arc<Field> {
    Arc::new(Field::new("item", data_type, false))
}

pub(crate) fn text_item() -> Arc<Field> {
    item(DataType::Utf8)
}

pub(crate) fn move_item() -> Arc<Field> {
    item(DataType::UInt16)
}

pub(crate) fn setup_fields() -> Fields {
    Fields::from(vec![
        Field::new("ply", DataType::UInt32, false),
        Field::new("point", DataType::UInt16, false),
        Field::new("stone", DataType::UInt8, false),
    ])
}

pub(crate) fn property_fields() -> Fields {
    Fields::from(vec![
        Field::new("name", DataType::Utf8, false),
        Field::new("values", DataType::List(text_item()), false),
    ])
}

/// Describes the schema as JSON: the version, and the tables with their columns.
///
/// `schema.json` of this crate holds the same text.
pub fn description() -> String {
    let mut json = format!("{{\n  \"version\": \"{SCHEMA_VERSION}\",\n  \"tables\": [");
    for (index, table) in Table::ALL.into_iter().enumerate() {
        let comma = if index > 0 { "," } else { "" };
        // None of these texts has a quote or a backslash; a test parses the description.
        let _ = write!(
            json,
            "{comma}\n    {{\n      \"name\": \"{}\",\n      \"about\": \"{}\",\n      \"columns\": [",
            table.name(),
            table.about()
        );
        for (index, column) in table.columns().iter().enumerate() {
            let comma = if index > 0 { "," } else { "" };
            let Column {
                name,
                is_nullable,
                about,
                kind,
            } = column;
            let kind = kind.name();
            let _ = write!(
                json,
                "{comma}\n        {{ \"name\": \"{name}\", \"type\": \"{kind}\", \"nullable\": {is_nullable}, \"about\": \"{about}\" }}"
            );
        }
        json.push_str("\n      ]\n    }");
    }
    json.push_str("\n  ]\n}\n");
    json
}

const GAMES: &[Column] = &[
    Column::new(
        "game",
        Kind::I64,
        "The number of the game in the dataset, from 0. Other tables refer to it.",
    ),
    Column::new(
        "game_id",
        Kind::Id,
        "XXH3-128, big endian, of the game as SGF: the bytes from its opening to its closing parenthesis. Games with the same bytes have the same id; several trees in one pair of parentheses have different ones.",
    ),
    Column::new(
        "source",
        Kind::Text,
        "The path of the file; games.zip/a.sgf for a file in an archive.",
    ),
    Column::new(
        "number",
        Kind::U32,
        "The number of the game in the file, from 1.",
    ),
    Column::new(
        "format",
        Kind::Text,
        "The format of the file, such as sgf or jgf.",
    ),
    Column::new(
        "charset",
        Kind::Text,
        "The charset that the texts were decoded from, stated or detected.",
    ),
    Column::nullable(
        "application",
        Kind::Text,
        "The program that wrote the record: the first AP of the root.",
    ),
    Column::new("columns", Kind::U8, "The width of the board."),
    Column::new("rows", Kind::U8, "The height of the board."),
    Column::nullable("black", Kind::Text, "Black's name: PB."),
    Column::nullable("white", Kind::Text, "White's name: PW."),
    Column::nullable("black_rank", Kind::Text, "Black's rank as written: BR."),
    Column::nullable("white_rank", Kind::Text, "White's rank as written: WR."),
    Column::nullable(
        "black_rank_number",
        Kind::I16,
        "Black's rank as a number: -1 for 1 kyu, -30 for 30 kyu, 1 to 10 for dan, 257 to 266 for professional dan.",
    ),
    Column::nullable(
        "white_rank_number",
        Kind::I16,
        "White's rank as a number, like black_rank_number.",
    ),
    Column::nullable("black_team", Kind::Text, "Black's team: BT."),
    Column::nullable("white_team", Kind::Text, "White's team: WT."),
    Column::nullable(
        "komi",
        Kind::F64,
        "The komi in points: KM, converted from the scale of the Fox server if AP names its program; null if it is not a number.",
    ),
    Column::nullable(
        "komi_half",
        Kind::I16,
        "The komi in half points; null if it is not a whole number of them.",
    ),
    Column::nullable(
        "handicap",
        Kind::U32,
        "The number of handicap stones: HA; null if it is not a number from 0.",
    ),
    Column::nullable("rules", Kind::Text, "The rules as written: RU."),
    Column::nullable(
        "ruleset",
        Kind::Text,
        "The ruleset that the rules name, such as Japanese; null if it is unknown.",
    ),
    Column::nullable("time_limit", Kind::Text, "The main time as written: TM."),
    Column::nullable("time_seconds", Kind::F64, "The main time in seconds."),
    Column::nullable("overtime", Kind::Text, "The overtime: OT."),
    Column::nullable("result", Kind::Text, "The result as written: RE."),
    Column::nullable(
        "winner",
        Kind::Text,
        "black, white or draw; null if the record states none of them.",
    ),
    Column::nullable(
        "result_kind",
        Kind::Text,
        "points, resign, time, forfeit, win (the reason is not stated), draw, void, unfinished, playing or unknown; null if the result cannot be read.",
    ),
    Column::nullable(
        "margin",
        Kind::F64,
        "By how many points the winner won; 0 for a draw.",
    ),
    Column::nullable("date", Kind::Text, "The dates as written: DT."),
    Column::nullable(
        "date_from",
        Kind::Date,
        "The first day that the dates include. For a year, this is January 1.",
    ),
    Column::nullable(
        "date_to",
        Kind::Date,
        "The last day that the dates include. For a year, this is December 31.",
    ),
    Column::nullable("name", Kind::Text, "The name of the game: GN."),
    Column::nullable("event", Kind::Text, "The event: EV."),
    Column::nullable("round", Kind::Text, "The round: RO."),
    Column::nullable("place", Kind::Text, "The place: PC."),
    Column::nullable("opening", Kind::Text, "The name of the opening: ON."),
    Column::nullable("annotator", Kind::Text, "The author of the comments: AN."),
    Column::nullable(
        "publication",
        Kind::Text,
        "The source of the record, such as a book: SO.",
    ),
    Column::nullable(
        "user",
        Kind::Text,
        "The person or program that entered the record: US.",
    ),
    Column::nullable("copyright", Kind::Text, "The copyright: CP."),
    Column::nullable("comment", Kind::Text, "The comment about the game: GC."),
    Column::new(
        "move_count",
        Kind::U32,
        "The number of moves of the main line, including passes.",
    ),
    Column::new(
        "findings",
        Kind::Texts,
        "The codes of what kifu found when it read and played the game, each once, in alphabetical order. Text between games has no codes here. `kifu explain CODE` explains them.",
    ),
    Column::new(
        "setup",
        Kind::Setup,
        "The points that setup changes: ply is the number of moves before, point is row * columns + column from the top left corner, stone is 0 for an empty point, 1 for Black, 2 for White.",
    ),
    Column::new(
        "moves",
        Kind::Moves,
        "The moves of the main line. Bit 15 is set for White. The other bits are row * columns + column from the top left corner, 0x3fff for a pass, 0x3ffe for a move without a point of the board.",
    ),
];

const POSITIONS: &[Column] = &[
    Column::new(
        "hash",
        Kind::I64,
        "A hash of the stones, the same for all eight orientations of the board. It does not depend on the player to move, nor on ko.",
    ),
    Column::new("game", Kind::I64, "The number of the game in games."),
    Column::new("ply", Kind::U32, "The number of moves before the position."),
    Column::nullable(
        "next",
        Kind::U16,
        "The next move, coded as in moves of games, in the orientation of the board whose hash is the smallest, which exchanges columns and rows of some boards that are not square; null after the last move.",
    ),
    Column::nullable(
        "winner",
        Kind::Text,
        "The winner of the game: black, white or draw.",
    ),
];

const NODES: &[Column] = &[
    Column::new("game", Kind::I64, "The number of the game in games."),
    Column::new(
        "node",
        Kind::U32,
        "The number of the node, from 0 for the root, in the order of the record. Variations without nodes do not count.",
    ),
    Column::nullable(
        "parent",
        Kind::U32,
        "The number of the parent; null for the root.",
    ),
    Column::new(
        "is_main",
        Kind::Bool,
        "Whether the node is on the main line.",
    ),
    Column::new(
        "ply",
        Kind::U32,
        "The number of moves up to and including the node, counted as in moves of games.",
    ),
    Column::nullable(
        "move",
        Kind::U16,
        "The last move of the node, coded as in moves of games; null if the node has no move.",
    ),
    Column::nullable(
        "time_left",
        Kind::F64,
        "The time in seconds that the player of the move has left: BL or WL.",
    ),
    Column::nullable("comment", Kind::Text, "The comment: C."),
    Column::new(
        "properties",
        Kind::Properties,
        "All properties in order, with their values as in SGF, including escapes, in Unicode. A property without a value has no values.",
    ),
];

const ERRORS: &[Column] = &[
    Column::new("source", Kind::Text, "The path of the file."),
    Column::new(
        "number",
        Kind::U32,
        "The number of the game in the file, from 1; 0 for a whole file.",
    ),
    Column::new("reason", Kind::Text, "The reason, as kifu reports it."),
];
