use kifu_core::Size;
use kifu_span::{Diagnostic, Limits, TooLarge};
use memchr::memchr2;

use crate::codes;
use crate::findings::Findings;
use crate::json::Value;
use crate::record::{self, Options, Record, RecordSpans, is_record, lay_out, scan_whole};
use crate::text::{decode, is_utf8_label};

/// A JGF file: its records, and the findings of reading it.
///
/// ```
/// use kifu_jgf::{Document, Number, Options, Record};
///
/// let mut document = Document::parse(br#"{"game": {"komi": 5.50, "mood": 1e1}, "tree": []}"#).unwrap();
/// let Record::V1(record) = &mut document.records[0] else { panic!() };
/// record.game.komi = Number::parse("6.5");
/// assert_eq!(
///     document.to_json(&Options::COMPACT),
///     r#"{"game":{"komi":6.5,"mood":1e1},"tree":[]}"#
/// );
/// ```
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Document {
    /// The records, in the order of the file.
    pub records: Vec<Record>,
    /// Whether the records are in an array, as in a collection. Several records are always written as an array.
    pub is_array: bool,
    diagnostics: Vec<Diagnostic>,
    #[cfg(feature = "charset-backend")]
    found: Option<kifu_charset::DetectedCharset>,
}

/// The message for a value that is not a record, in a file that has records.
const SKIPPED: &str = "this is not a record, and is skipped";

impl Document {
    /// Reads a file. Any input can be read; problems are reported as [`diagnostics`](Document::diagnostics).
    ///
    /// # Errors
    ///
    /// Returns [`TooLarge`] for 512 MiB or more, or for 536,870,912 values or more: offsets have 32 bits, and a
    /// byte of damaged text can become six bytes when it is written as JSON.
    pub fn parse(source: &[u8]) -> Result<Document, TooLarge> {
        Document::parse_within(source, &Limits::default())
    }

    /// Reads a file that does not exceed the given limits.
    ///
    /// # Errors
    ///
    /// Returns [`TooLarge`] for the first item over a limit, or over the limits of [`Document::parse`].
    ///
    /// ```
    /// use kifu_jgf::{LimitKind, Document, Limits, TooLarge};
    ///
    /// let limits = Limits { depth: 8, ..Limits::default() };
    /// let error = Document::parse_within(b"[[[[[[[[[]]]]]]]]]", &limits).unwrap_err();
    /// assert_eq!(error, TooLarge { kind: LimitKind::Depth, limit: 8, at: 8 });
    /// ```
    pub fn parse_within(source: &[u8], limits: &Limits) -> Result<Document, TooLarge> {
        Document::read_file(source, false, limits, None)
    }

    /// Reads a file and returns the spans of each record and its nodes.
    ///
    /// ```
    /// let source = br#"{"game": {}, "tree": [{}, {"move": {"B": "dd"}}]}"#;
    /// let (document, places) = kifu_jgf::Document::parse_with_spans(source).unwrap();
    /// let text = kifu_jgf::text(source);
    /// let second = places[0].nodes[1];
    /// assert_eq!(&text[second.range()], r#"{"move": {"B": "dd"}}"#);
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`TooLarge`] as [`Document::parse`] does.
    pub fn parse_with_spans(source: &[u8]) -> Result<(Document, Vec<RecordSpans>), TooLarge> {
        let mut places = Vec::new();
        let document = Document::read_file(source, false, &Limits::default(), Some(&mut places))?;
        Ok((document, places))
    }

    /// Reads a file. With `is_part`, the first value is part of an array of records, whatever its first element is.
    pub(crate) fn read_file(
        source: &[u8],
        is_part: bool,
        limits: &Limits,
        mut places: Option<&mut Vec<RecordSpans>>,
    ) -> Result<Document, TooLarge> {
        TooLarge::check_bytes(source.len(), limits.bytes.min(crate::json::MAX_BYTES))?;
        let mut findings = Findings::default();
        let decoded = decode(source, &mut findings);
        let text = &*decoded.text;
        let tape = scan_whole(text, limits, &mut findings)?;
        let mut document = Document {
            #[cfg(feature = "charset-backend")]
            found: Some(decoded.found),
            ..Document::default()
        };
        let mut nodes_left = limits.nodes;
        let is_collection = |number, root| is_part && number == 0 || is_collection(root);
        let holds_records = |(number, root)| is_record(root) || is_collection(number, root);
        let any = tape.roots().enumerate().any(holds_records);
        for (number, root) in tape.roots().enumerate() {
            // If the file has records or collections, other documents in it are skipped.
            if any && !holds_records((number, root)) || !any && number > 0 {
                findings.add(codes::NO_RECORD, root.span(), SKIPPED);
                continue;
            }
            if is_collection(number, root) {
                document.is_array = true;
                for element in root.elements() {
                    let places = places.as_deref_mut();
                    document.read(element, limits, &mut nodes_left, &mut findings, places)?;
                }
            } else {
                let places = places.as_deref_mut();
                document.read(root, limits, &mut nodes_left, &mut findings, places)?;
            }
        }
        document.diagnostics = findings.finish();
        if !decoded.is_utf8 {
            // The record is written as UTF-8, and has to say so.
            for record in &mut document.records {
                let charset = record.charset_mut();
                if charset.as_deref().is_some_and(|name| !is_utf8_label(name)) {
                    *charset = Some("UTF-8".into());
                }
            }
            if decoded.is_declared {
                let is_other = |found: &Diagnostic| found.code != codes::CHARSET;
                document.diagnostics.retain(is_other);
            }
        }
        Ok(document)
    }

    /// The charset of the file and how it was determined; `None` for a new document.
    ///
    /// ```
    /// use kifu_jgf::{Document, charset::CharsetSource};
    ///
    /// let source = b"{\"record\": {\"charset\": \"GBK\"}, \"game\": {\"name\": \"\xc4\xf4\"}, \"tree\": []}";
    /// let document = Document::parse(source)?;
    /// let found = document.charset().unwrap();
    /// assert_eq!((found.charset.name(), found.source), ("GBK", CharsetSource::Declared));
    /// // The record is written as UTF-8, and says so.
    /// let json = document.to_json(&kifu_jgf::Options::COMPACT);
    /// assert_eq!(json, r#"{"record":{"charset":"UTF-8"},"game":{"name":"聂"},"tree":[]}"#);
    /// # Ok::<(), kifu_jgf::TooLarge>(())
    /// ```
    #[cfg(feature = "charset-backend")]
    pub fn charset(&self) -> Option<kifu_charset::DetectedCharset> {
        self.found
    }

    /// The data of the file that is not in any record: a phrase for each, and whether the data is kept in some
    /// form. Comments and text between the values are not data; the diagnostics report them.
    pub(crate) fn lost_in_reading(&self) -> impl Iterator<Item = (&'static str, bool)> + '_ {
        self.diagnostics.iter().filter_map(|found| {
            if found.code == codes::UNDECODABLE_TEXT {
                Some(("text that does not decode", true))
            } else if found.code == codes::NO_RECORD && found.message == SKIPPED {
                Some(("a value that is not a record", false))
            } else {
                None
            }
        })
    }

    fn read(
        &mut self,
        value: Value<'_>,
        limits: &Limits,
        nodes_left: &mut usize,
        findings: &mut Findings,
        places: Option<&mut Vec<RecordSpans>>,
    ) -> Result<(), TooLarge> {
        if !value.is_array() && !is_record(value) {
            let message = "this is not a record: it has none of the members of a record";
            findings.add(codes::NO_RECORD, value.span(), message);
        }
        let record = record::read(value, limits, *nodes_left, findings, places)?;
        *nodes_left = nodes_left.saturating_sub(record.tree().id_count());
        self.records.push(record);
        Ok(())
    }

    /// The findings of reading the file, in the order of its [`text`](crate::text).
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Returns the diagnostic of a record whose board has a side outside of 1 to 52. A board without a size has
    /// the default size.
    ///
    /// ```
    /// use kifu_jgf::Document;
    ///
    /// let games = br#"[{"board": {"size": 19}, "tree": []}, {"board": {"size": 99}, "tree": []}]"#;
    /// let document = Document::parse(games)?;
    /// assert_eq!(document.oversized_board(0)?, None);
    /// let found = document.oversized_board(1)?.unwrap();
    /// assert_eq!(found.message, "invalid board size; expected 1 to 52 columns and rows");
    /// # Ok::<(), kifu_jgf::TooLarge>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`TooLarge`] if the record is too large to be written and read back.
    pub fn oversized_board(&self, index: usize) -> Result<Option<Diagnostic>, TooLarge> {
        let bad_size = |found: &&Diagnostic| found.code == codes::BAD_SIZE;
        let is_any = self.diagnostics.iter().any(|found| bad_size(&found));
        let Some(record) = self.records.get(index).filter(|_| is_any) else {
            return Ok(None);
        };
        // The diagnostic may be about another record.
        let alone = Document {
            records: vec![record.clone()],
            ..Document::default()
        };
        let text = alone.to_json(&Options::COMPACT);
        let read = Document::parse(text.as_bytes())?;
        let Some(found) = read.diagnostics.iter().find(bad_size) else {
            return Ok(None);
        };
        let board = text.get(found.span.range()).unwrap_or_default();
        let board: serde_json::Value = serde_json::from_str(board).unwrap_or_default();
        let sides = ["size", "width", "height"].into_iter();
        let mut sides = sides.filter_map(|side| board.get(side)?.as_f64());
        let is_known = sides.all(|side| (1.0..=f64::from(Size::MAX)).contains(&side));
        Ok((!is_known).then(|| found.clone()))
    }

    /// The diagnostics of bytes that do not decode and were read as U+FFFD.
    pub fn undecodable(&self) -> impl Iterator<Item = &Diagnostic> {
        let found = self.diagnostics.iter();
        found.filter(|found| found.code == codes::UNDECODABLE_TEXT)
    }

    /// Returns the file as strict JSON, each record in its own version.
    pub fn to_json(&self, options: &Options) -> String {
        let compact = self
            .records
            .iter()
            .map(|record| record.compact(options.profile));
        lay_out(whole(compact.collect(), self.is_array), options)
    }
}

/// Joins compact records into the text of a file.
pub(crate) fn whole(mut records: Vec<String>, is_array: bool) -> String {
    match records.len() {
        1 if !is_array => records.remove(0),
        _ => ["[", &records.join(","), "]"].concat(),
    }
}

/// Whether an array contains records rather than nodes.
pub(crate) fn is_collection(value: Value<'_>) -> bool {
    value.elements().next().is_some_and(is_record)
}

/// Whether an array certainly contains nodes. In a file that is only an array of nodes, nothing
/// else identifies JGF.
fn is_tree(value: Value<'_>) -> bool {
    /// Only the first nodes are checked.
    const MAX_CHECKED: usize = 8;
    let is_move = |play: Value<'_>| {
        let has = |name| play.get(name).is_some();
        has("B") || has("W") || has("color") && (has("x") || has("pass"))
    };
    let is_node = |node: Value<'_>| {
        let is_root = node.get("root").and_then(Value::bool) == Some(true);
        is_root || node.get("move").is_some_and(is_move)
    };
    value.is_array() && value.elements().take(MAX_CHECKED).any(is_node)
}

/// Whether an object without a tree is certainly the header of a record: it names its format or version, has
/// several of the objects of a record, or has `record` and no unknown member.
fn is_head(record: Value<'_>) -> bool {
    const KNOWN: [&str; 11] = [
        "record", "game", "board", "player", "players", "settings", "source", "event", "rules",
        "meta", "tree",
    ];
    let is_object = |name| record.get(name).is_some_and(Value::is_object);
    let of_head = |name| record.get("record").and_then(|head| head.get(name));
    let format = of_head("format").and_then(Value::text);
    let sections = ["record", "game", "board", "rules"].map(is_object);
    let others = sections.into_iter().filter(|is_there| *is_there).count();
    format.is_some_and(|format| format.eq_ignore_ascii_case("JGF"))
        || of_head("version").is_some()
        || others > 1
        || is_object("record") && record.members().all(|(key, _)| KNOWN.contains(&&*key))
        || is_object("game") && record.get("players").is_some()
}

/// Whether the content of a file looks like JGF: strict or lenient JSON that begins with a record, with an
/// array of records, with a record that lacks its tree, or with an array of nodes as ngGo reads it, with a move
/// or a root among the first nodes. Returns `false` for JSON of other formats.
///
/// ```
/// assert!(kifu_jgf::is_jgf(b"// a game\nJGF = {record: {version: 1}, tree: []};"));
/// assert!(kifu_jgf::is_jgf(br#"[{}, {"move": {"B": "dd"}}]"#));
/// assert!(kifu_jgf::is_jgf(br#"{"record": {"version": 1}, "game": {}}"#));
/// assert!(kifu_jgf::is_jgf(br#"{"record": {}}"#));
/// assert!(!kifu_jgf::is_jgf(br#"{"graph": {"nodes": []}}"#));
/// assert!(!kifu_jgf::is_jgf(br#"[{"move": "dd"}]"#));
/// assert!(!kifu_jgf::is_jgf(b"(;GM[1])"));
/// assert!(!kifu_jgf::is_jgf(br#"( ;C[{"game": {}, "tree": []}])"#));
/// ```
pub fn is_jgf(source: &[u8]) -> bool {
    // Excludes SGF with a brace in one of its texts. UTF-16 has zero bytes between `(` and `;`.
    let mut at = 0;
    loop {
        let Some(next) = memchr2(b'{', b'(', &source[at..]) else {
            return false;
        };
        at += next + 1;
        if source[at - 1] == b'{' {
            break;
        }
        let after = source[at..].iter();
        let mut after = after.skip_while(|byte| **byte == 0 || byte.is_ascii_whitespace());
        if after.next() == Some(&b';') {
            return false;
        }
    }
    let mut silent = Findings::silent();
    let text = decode(source, &mut silent).text;
    let tape = scan_whole(&text, &Limits::default(), &mut silent);
    tape.is_ok_and(|tape| {
        let first = tape.roots().next();
        first.is_some_and(|root| {
            is_record(root) && (root.get("tree").is_some() || is_head(root))
                || is_collection(root)
                || is_tree(root)
        })
    })
}
