use kifu_span::{Diagnostic, Limits, TooLarge};

use crate::codes;
use crate::findings::Findings;
use crate::json::Value;
use crate::limits::BYTES;
use crate::record::{self, Options, Places, Record, is_record, lay_out, scan_whole};
use crate::text::decode;

/// A file: its records, and what is wrong with it.
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
    /// The records in their order.
    pub records: Vec<Record>,
    /// Whether they stand in an array, as a collection does. Several records are written
    /// as an array in any case.
    pub is_array: bool,
    diagnostics: Vec<Diagnostic>,
}

impl Document {
    /// Reads a file, whatever is in it.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] from 512 MiB or 536,870,912 values on: places have 32 bits, and a byte of
    /// damaged text can take six when it is written as JSON.
    pub fn parse(source: &[u8]) -> Result<Document, TooLarge> {
        Document::parse_within(source, &Limits::default())
    }

    /// Reads a file that is not too large.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] at the first thing beyond a limit, or beyond those of [`Document::parse`].
    ///
    /// ```
    /// use kifu_jgf::{Amount, Document, Limits, TooLarge};
    ///
    /// let limits = Limits { depth: 8, ..Limits::default() };
    /// let error = Document::parse_within(b"[[[[[[[[[]]]]]]]]]", &limits).unwrap_err();
    /// assert_eq!(error, TooLarge { what: Amount::Depth, limit: 8, at: 8 });
    /// ```
    pub fn parse_within(source: &[u8], limits: &Limits) -> Result<Document, TooLarge> {
        Document::read_file(source, limits, None)
    }

    /// Reads a file, and says where each record and each node stands.
    ///
    /// ```
    /// let source = br#"{"game": {}, "tree": [{}, {"move": {"B": "dd"}}]}"#;
    /// let (document, places) = kifu_jgf::Document::parse_with_places(source).unwrap();
    /// let text = kifu_jgf::text(source);
    /// let second = places[0].nodes[1];
    /// assert_eq!(&text[second.range()], r#"{"move": {"B": "dd"}}"#);
    /// ```
    ///
    /// # Errors
    ///
    /// [`TooLarge`] as for [`Document::parse`].
    pub fn parse_with_places(source: &[u8]) -> Result<(Document, Vec<Places>), TooLarge> {
        let mut places = Vec::new();
        let document = Document::read_file(source, &Limits::default(), Some(&mut places))?;
        Ok((document, places))
    }

    fn read_file(
        source: &[u8],
        limits: &Limits,
        mut places: Option<&mut Vec<Places>>,
    ) -> Result<Document, TooLarge> {
        TooLarge::check_bytes(source.len(), limits.bytes.min(BYTES))?;
        let mut findings = Findings::default();
        let text = decode(source, &mut findings);
        let tape = scan_whole(&text, limits, &mut findings)?;
        let mut document = Document::default();
        let mut nodes_left = limits.nodes;
        let holds_records = |root: &Value<'_>| is_record(*root) || is_collection(*root);
        let any = tape.roots().any(|root| holds_records(&root));
        for (number, root) in tape.roots().enumerate() {
            // Among several documents, those that are no records are passed over.
            if any && !holds_records(&root) || !any && number > 0 {
                let message = "this is no record, and is passed over";
                findings.add(&codes::NO_RECORD, root.span(), message);
                continue;
            }
            if is_collection(root) {
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
        Ok(document)
    }

    fn read(
        &mut self,
        value: Value<'_>,
        limits: &Limits,
        nodes_left: &mut usize,
        findings: &mut Findings,
        places: Option<&mut Vec<Places>>,
    ) -> Result<(), TooLarge> {
        if !value.is_array() && !is_record(value) {
            let message = "this has no member that records have";
            findings.add(&codes::NO_RECORD, value.span(), message);
        }
        let record = record::read(value, limits, *nodes_left, findings, places)?;
        *nodes_left = nodes_left.saturating_sub(record.tree().made());
        self.records.push(record);
        Ok(())
    }

    /// What is wrong with the file that was read, in the order of its [`text`](crate::text).
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// The file as strict JSON, each record in its own version.
    pub fn to_json(&self, options: &Options) -> String {
        let compact = self
            .records
            .iter()
            .map(|record| record.compact(options.profile));
        lay_out(whole(compact.collect(), self.is_array), options)
    }
}

/// The text of a file that has these records, all without white space.
pub(crate) fn whole(mut records: Vec<String>, is_array: bool) -> String {
    match records.len() {
        1 if !is_array => records.remove(0),
        _ => ["[", &records.join(","), "]"].concat(),
    }
}

/// Whether an array holds records, not nodes.
fn is_collection(value: Value<'_>) -> bool {
    value.elements().next().is_some_and(is_record)
}

/// Whether an array holds nodes, and surely so: nothing else in the file says what it is.
fn is_tree(value: Value<'_>) -> bool {
    /// Who comes later is late.
    const FIRST: usize = 8;
    let is_move = |play: Value<'_>| {
        let has = |name| play.get(name).is_some();
        has("B") || has("W") || has("color") && (has("x") || has("pass"))
    };
    let is_node = |node: Value<'_>| {
        let is_root = node.get("root").and_then(Value::bool) == Some(true);
        is_root || node.get("move").is_some_and(is_move)
    };
    value.is_array() && value.elements().take(FIRST).any(is_node)
}

/// Whether the content of a file looks like JGF: JSON, strict or not, that begins with a
/// record, or with an array of them, or is the array of nodes that ngGo takes for a record, with
/// a move or a root among the first. The JSON of other formats is not.
///
/// ```
/// assert!(kifu_jgf::is_jgf(b"// a game\nJGF = {record: {version: 1}, tree: []};"));
/// assert!(kifu_jgf::is_jgf(br#"[{}, {"move": {"B": "dd"}}]"#));
/// assert!(!kifu_jgf::is_jgf(br#"{"graph": {"nodes": []}}"#));
/// assert!(!kifu_jgf::is_jgf(br#"[{"move": "dd"}]"#));
/// assert!(!kifu_jgf::is_jgf(b"(;GM[1])"));
/// assert!(!kifu_jgf::is_jgf(br#"( ;C[{"game": {}, "tree": []}])"#));
/// ```
pub fn is_jgf(source: &[u8]) -> bool {
    if source.starts_with(b"(;") || !source.contains(&b'{') {
        return false;
    }
    let mut silent = Findings::silent();
    let text = decode(source, &mut silent);
    // SGF, with a brace in one of its texts.
    let before = text.split('{').next().unwrap_or_default();
    let mut behind = before.split('(').skip(1).map(str::trim_start);
    if behind.any(|behind| behind.starts_with(';')) {
        return false;
    }
    let tape = scan_whole(&text, &Limits::default(), &mut silent);
    tape.is_ok_and(|tape| {
        let first = tape.roots().next();
        first.is_some_and(|root| {
            is_record(root) && root.get("tree").is_some() || is_collection(root) || is_tree(root)
        })
    })
}
