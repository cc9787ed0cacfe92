use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use kifu_span::{Diagnostic, Limits, Span, TooLarge};
use kifu_tree::game::{Converted, Game, Loss, LossKind, LossPlace};
use memchr::memmem;

use crate::codes;
use crate::findings::Findings;
use crate::read;

/// Whether a source looks like a game, a puzzle or a collection of OGS.
///
/// ```
/// assert!(kifu_ogs::is_ogs(br#"{"id": 7, "gamedata": {"moves": [[15, 3, 900]]}}"#));
/// assert!(kifu_ogs::is_ogs(br#"{"width": 9, "initial_state": {"black": ""}, "moves": []}"#));
/// assert!(!kifu_ogs::is_ogs(br#"{"game": {}, "tree": []}"#));
/// ```
pub fn is_ogs(source: &[u8]) -> bool {
    /// The length of text in which the names of members are looked for.
    const HEAD: usize = 64 << 10;
    let source = source.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(source);
    let text = source.trim_ascii_start();
    if !matches!(text.first(), Some(b'{' | b'[')) {
        return false;
    }
    let head = &text[..text.len().min(HEAD)];
    let has = |name: &[u8]| memmem::find(head, name).is_some();
    has(b"\"gamedata\"")
        || (has(b"\"initial_state\"")
            && (has(b"\"moves\"") || has(b"\"move_tree\"") || has(b"\"free_handicap_placement\"")))
}

/// The end of the last line that is followed by another one, in text where each line is a game of its own (ndjson): the
/// places at which a large file can be split.
///
/// ```
/// use kifu_ogs::end_of_lines;
///
/// assert_eq!(end_of_lines(b"{\"moves\": []}\n{\"moves\": []}\n{\"mo"), Some(28));
/// assert_eq!(end_of_lines(b"[\n{\"moves\": []},\n{\"moves\": []}\n]"), None);
/// ```
pub fn end_of_lines(source: &[u8]) -> Option<usize> {
    let mut end = source.len();
    // Between two values of one document there would be a comma.
    while let Some(at) = memchr::memrchr(b'\n', &source[..end]) {
        let before = source[..at].trim_ascii_end();
        if source.get(at + 1) == Some(&b'{') && before.last() == Some(&b'}') {
            return Some(at + 1);
        }
        end = at;
    }
    None
}

/// A file: all of its bytes, and its games.
///
/// ```
/// use kifu_ogs::{Color, Document, Move, Point};
///
/// let source = r#"{"game_id": 7, "width": 9, "height": 9, "moves": [[6, 5, 2393], [-1, -1, 1174]],
///     "players": {"black": {"username": "Sato", "rank": 31.4}}}"#;
/// let document = Document::parse(source)?;
/// let game = document.records()[0].game();
/// assert_eq!(game.info.players[0].rank.as_deref(), Some("2d"));
/// let moves: Vec<_> = game.nodes.main_line(game.root()).filter_map(|id| game.nodes[id].play).collect();
/// assert_eq!(moves, [(Color::Black, Move::Play(Point::new(6, 5))), (Color::White, Move::Pass)]);
/// assert_eq!(document.to_bytes(), source.as_bytes());
/// # Ok::<(), kifu_ogs::TooLarge>(())
/// ```
#[derive(Clone, Debug)]
pub struct Document {
    source: Vec<u8>,
    records: Vec<Record>,
    is_array: bool,
    diagnostics: Vec<Diagnostic>,
}

/// A game or a puzzle of a file.
#[derive(Clone, Debug)]
pub struct Record {
    pub(crate) span: Span,
    pub(crate) members: Vec<(&'static str, Span)>,
    pub(crate) game: Converted<Game>,
    /// The span of each node, by the index of its id.
    pub(crate) spans: Vec<Span>,
}

impl Document {
    /// Reads any bytes as a file.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] if the file has more than 512 MiB.
    pub fn parse(source: impl Into<Vec<u8>>) -> Result<Document, TooLarge> {
        Document::parse_within(source, &Limits::default())
    }

    /// Reads a file within limits. `nodes` counts the nodes of all games, `values` and `depth` those of JSON.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] for the first limit that is exceeded.
    ///
    /// ```
    /// use kifu_ogs::{Document, Limits};
    ///
    /// let limits = Limits { nodes: 2, ..Limits::default() };
    /// assert!(Document::parse_within(r#"{"moves": [[3, 3]]}"#, &limits).is_ok());
    /// assert!(Document::parse_within(r#"{"moves": [[3, 3], [5, 5]]}"#, &limits).is_err());
    /// ```
    pub fn parse_within(source: impl Into<Vec<u8>>, limits: &Limits) -> Result<Document, TooLarge> {
        let source = source.into();
        TooLarge::check_bytes(source.len(), limits.bytes)?;
        let mut findings = Findings::default();
        let read = match core::str::from_utf8(&source) {
            Ok(text) => read::records(text, limits, &mut findings)?,
            Err(_) => {
                let text = readable(&source, &mut findings);
                let mut read = read::records(&text, limits, &mut findings)?;
                for record in &mut read.records {
                    if core::str::from_utf8(record.span.of(&source)).is_err() {
                        record.game.losses.push(Loss {
                            at: LossPlace::Game,
                            what: Cow::Borrowed("text that is not UTF-8"),
                            kind: LossKind::Changed(Cow::Borrowed("is shown as `?`")),
                        });
                    }
                }
                read
            }
        };
        Ok(Document {
            source,
            records: read.records,
            is_array: read.is_array,
            diagnostics: findings.finish(),
        })
    }

    /// The games and puzzles, in order.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// Whether games are elements of an array, and not one object after another.
    pub fn is_array(&self) -> bool {
        self.is_array
    }

    /// The findings, in the order of the file.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// The text of a part of the file, with U+FFFD for bytes that are not UTF-8.
    pub fn text(&self, span: Span) -> Cow<'_, str> {
        String::from_utf8_lossy(span.of(&self.source))
    }

    /// The bytes of the file, unchanged.
    pub fn to_bytes(&self) -> &[u8] {
        &self.source
    }
}

impl Record {
    /// The span of the object of the game, with the answer of the API around it.
    pub fn span(&self) -> Span {
        self.span
    }

    /// The span of a member of the game: `players`, `winner`, `outcome`, `rules`, `komi`, `handicap`, `width`,
    /// `initial_state`, `start_time` or `time_control`.
    pub fn member(&self, name: &str) -> Option<Span> {
        let mut members = self.members.iter();
        members.find(|(key, _)| *key == name).map(|(_, span)| *span)
    }

    /// The game. Data that it does not express is carried along.
    pub fn game(&self) -> &Game {
        &self.game.value
    }

    /// The span of each node of the game, by the index of its id. The span of the root is empty.
    pub fn node_spans(&self) -> &[Span] {
        &self.spans
    }
}

/// The text of a file that is not UTF-8, with the same offsets.
fn readable(source: &[u8], findings: &mut Findings) -> String {
    let mut text = String::with_capacity(source.len());
    for chunk in source.utf8_chunks() {
        text.push_str(chunk.valid());
        let start = text.len() as u32;
        text.extend(chunk.invalid().iter().map(|_| '?'));
        if !chunk.invalid().is_empty() {
            let span = Span::new(start, text.len() as u32);
            let message = "these bytes are not UTF-8, and are shown as `?`";
            findings.add(codes::UNDECODABLE_TEXT, span, message);
        }
    }
    text
}
