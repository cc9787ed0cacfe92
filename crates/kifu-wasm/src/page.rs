//! The drop page: archives, the files of a user, the player, findings, repairs and conversions.

use std::io::Cursor;
use std::ops::ControlFlow;
use std::path::{Component, Path};

use js_sys::{Array, Function, Uint8Array};
use kifu::charset::Charset;
use kifu::check::Settings;
use kifu::collection::{Collection, Content};
use kifu::convert::{ConvertError, Converter, Options, PositionOptions, Target};
use kifu::info::{GameInfo, GameSummary};
use kifu::page::{Medium, MediumPlace, Page};
use kifu::report::{
    Format, Printable, ReportBuilder, ReportWriter, Source, SourceName, Tool, gib_source,
    jgf_source, ngf_source, ogs_source, sgf_source, ugf_source, write_diff,
};
use kifu::rgf::bundle::{Bundle, Limits as BundleLimits, Reader};
use kifu::rgf::{Recording, Session, SessionKind};
use kifu::sgf::{Document, NodeId};
use kifu::span::{Diagnostic, Span};
use kifu::tree::game::LossSummary;
use kifu::{Record, TooLarge};
use kifu_archive::{ArchiveKind, Entry, Limits, each_member};
use wasm_bindgen::prelude::*;

use crate::check::{apply, checked, chosen, fixed};
use crate::data::{error, text, texts, too_large};

/// The maximum length of the files of an archive: they are all in memory, which has 4 GiB at most.
const MAX_LEN: u64 = 1 << 30;

/// The maximum length of a file in an archive.
const MAX_MEMBER_LEN: u64 = 256 << 20;

/// Returns whether the name of a file is that of an archive or of a compressed file.
#[wasm_bindgen(js_name = isArchive)]
pub fn is_archive(name: &str) -> bool {
    ArchiveKind::of(Path::new(name)).is_some()
}

/// Calls `found` for each file in an archive: with its path and its bytes, or with its path, `undefined` and the reason
/// why it cannot be read. Hidden files are skipped. The path is that of the archive followed by the name in it.
#[wasm_bindgen]
pub fn unpack(name: &str, source: &[u8], found: &Function) -> Result<(), JsValue> {
    let path = Path::new(name);
    let kind = ArchiveKind::of(path).ok_or_else(|| error("archive", "not an archive"))?;
    let limits = Limits::of_len(source.len() as u64)
        .with_max_len(MAX_LEN)
        .with_max_member_len(MAX_MEMBER_LEN);
    let wanted = |entry: Entry<'_>| {
        if !kind.is_folder() {
            return Some(path.with_extension("").to_string_lossy().into_owned());
        }
        let member = shown_name(&String::from_utf8_lossy(entry.name))?;
        Some(format!("{name}/{member}"))
    };
    let mut thrown = None;
    let take = |name: String, bytes: std::io::Result<Vec<u8>>| {
        let bytes = match bytes {
            Ok(_) if kind.is_folder() && is_archive(&name) => {
                Err("archives in archives are not read; unpack the outer archive first".to_owned())
            }
            bytes => bytes.map_err(|error| error.to_string()),
        };
        let (bytes, why) = match bytes {
            Ok(bytes) => (Uint8Array::from(bytes.as_slice()).into(), None),
            Err(why) => (JsValue::UNDEFINED, Some(why)),
        };
        let name = JsValue::from_str(&name);
        match found.call3(&JsValue::NULL, &name, &bytes, &text(why.as_deref())) {
            Ok(_) => ControlFlow::Continue(()),
            Err(error) => {
                thrown = Some(error);
                ControlFlow::Break(())
            }
        }
    };
    let read = each_member(Cursor::new(source), kind, &limits, wanted, take);
    if let Some(thrown) = thrown {
        return Err(thrown);
    }
    read.map_err(|why| error("archive", why))
}

/// Returns the name of a file in an archive without roots and `..`; `None` if the file is hidden.
fn shown_name(name: &str) -> Option<String> {
    let mut parts = Vec::new();
    for part in Path::new(name).components() {
        if let Component::Normal(part) = part {
            let part = part.to_string_lossy();
            if part.starts_with('.') || part == "__MACOSX" {
                return None;
            }
            parts.push(part.into_owned());
        }
    }
    (!parts.is_empty()).then(|| parts.join("/"))
}

/// Returns the explanation of a finding code.
#[wasm_bindgen]
pub fn explanation(code: &str) -> Option<String> {
    let mut codes = kifu::codes();
    let code = codes.find(|known| known.name == code)?;
    Some(code.explanation.to_owned())
}

/// The names, descriptions and extensions of the formats that can be written.
#[wasm_bindgen]
pub fn targets() -> Array {
    texts(
        Target::ALL
            .into_iter()
            .flat_map(|target| [target.name(), target.extension()]),
    )
}

/// A file of a user.
#[wasm_bindgen]
pub struct RawFile {
    name: String,
    bytes: Vec<u8>,
    content: FileContent,
}

enum FileContent {
    /// A record; and its games in SGF, unless it is SGF.
    Record(Box<Record>, Option<Document>),
    /// Recordings with the games that they continue.
    Session(Box<Session>),
}

/// Reads a file.
#[wasm_bindgen(js_name = openFile)]
pub fn open_file(name: &str, bytes: Vec<u8>) -> Result<RawFile, JsValue> {
    let collection = Collection::open(bytes.as_slice()).map_err(|why| error("read", why))?;
    let base = name.rsplit('/').next().unwrap_or(name);
    let is_rgf = |content| {
        content == Content::Recording || content == Content::Records && has_extension(base, "rgf")
    };
    let content = match collection.content() {
        Content::Nothing => return Err(error("no-game", "no game found")),
        Content::Foreign(format) => {
            let why = format!("this is {format}, which kifu cannot read");
            return Err(error("no-game", why));
        }
        Content::Packed(ending) => {
            let why = format!("the file is compressed; its name should end with `{ending}`");
            return Err(error("no-game", why));
        }
        Content::Bundle => {
            let bundle = Bundle::read(bytes.as_slice(), Some(base), &BundleLimits::default());
            let bundle = bundle.map_err(|why| error("bundle", why))?;
            let session = Session::of_bundle(bundle).map_err(|why| error("bundle", why))?;
            FileContent::Session(Box::new(session))
        }
        content if is_rgf(content) => {
            let is_named = has_extension(base, "rgf");
            let name = format!("{base}{}", if is_named { "" } else { ".rgf" });
            let session = Session::of_recording(&name, bytes.as_slice()).map_err(too_large)?;
            FileContent::Session(Box::new(session))
        }
        Content::Records | Content::Recording => {
            let record = kifu::read(bytes.as_slice()).map_err(too_large)?;
            if record.is_empty() {
                return Err(error("no-game", "no game found"));
            }
            let sgf = match &record {
                Record::Sgf(_) => None,
                record => {
                    let sgf = record.to_sgf().map_err(too_large)?.to_bytes();
                    Some(Document::parse(sgf).map_err(too_large)?)
                }
            };
            FileContent::Record(Box::new(record), sgf)
        }
    };
    Ok(RawFile {
        name: base.to_owned(),
        bytes,
        content,
    })
}

fn has_extension(name: &str, extension: &str) -> bool {
    let found = Path::new(name).extension();
    found.is_some_and(|found| found.eq_ignore_ascii_case(extension))
}

#[wasm_bindgen]
impl RawFile {
    /// The format with its version, such as `SGF FF[4]`.
    #[wasm_bindgen(getter)]
    pub fn format(&self) -> String {
        match &self.content {
            FileContent::Record(record, _) => record.format().to_string(),
            FileContent::Session(session) if session.kind == SessionKind::Bundle => {
                "bundle of recordings".to_owned()
            }
            FileContent::Session(_) => "RGF".to_owned(),
        }
    }

    /// The name of the charset of the first game.
    #[wasm_bindgen(getter)]
    pub fn charset(&self) -> String {
        let recording;
        let document = match &self.content {
            FileContent::Record(record, _) => {
                if let Some(found) = record.charset() {
                    return found.charset.name().to_owned();
                }
                self.document()
            }
            FileContent::Session(session) if session.kind == SessionKind::Rgf => {
                // The main file is generated, in UTF-8.
                recording = Recording::parse(self.bytes.as_slice()).ok();
                let document = recording.as_ref().map(Recording::document);
                document.unwrap_or(&session.main)
            }
            FileContent::Session(session) => &session.main,
        };
        if let Some((name, _)) = document.utf16() {
            return name.to_owned();
        }
        let root = document.roots().next();
        let found = root.map(|root| document.charset(root).charset);
        found.unwrap_or(Charset::UTF_8).name().to_owned()
    }

    /// Whether the file is a recording or a bundle of recordings.
    #[wasm_bindgen(getter, js_name = isRecording)]
    pub fn is_recording(&self) -> bool {
        matches!(self.content, FileContent::Session(_))
    }

    /// The number of games.
    #[wasm_bindgen(getter, js_name = gameCount)]
    pub fn game_count(&self) -> u32 {
        let count = match &self.content {
            FileContent::Record(..) => self.document().roots().count(),
            FileContent::Session(session) => {
                session.loaded().count() + without_recording(session).count()
            }
        };
        count as u32
    }

    /// The title, the result, the date, the board size and the number of moves of each game from `start` on.
    pub fn games(&self, start: u32, count: u32) -> Array {
        let rows = Array::new();
        let add = |document: &Document, root: NodeId, name: Option<&str>| {
            let info = GameInfo::of(document, root);
            let summary = GameSummary::of(document.node(root), &info);
            let mut title = summary.title;
            if let Some(name) = name {
                title = format!("{title} ({name})");
            }
            rows.push(&JsValue::from_str(&Printable(&title).to_string()));
            for field in [summary.result, summary.date] {
                let field = field.unwrap_or_default();
                rows.push(&JsValue::from_str(&Printable(&field).to_string()));
            }
            rows.push(&JsValue::from_str(&summary.size.to_string()));
            rows.push(&JsValue::from_f64(summary.moves as f64));
        };
        let (start, count) = (start as usize, count as usize);
        match &self.content {
            FileContent::Record(..) => {
                let document = self.document();
                for root in document.roots().skip(start).take(count) {
                    add(document, root, None);
                }
            }
            FileContent::Session(session) => {
                let main = &session.main;
                let recorded = session.loaded().map(|(stream, _)| {
                    (
                        main.forest().root_of(stream.node),
                        Some(stream.file.as_str()),
                    )
                });
                let others = without_recording(session).map(|root| (root, None));
                for (root, name) in recorded.chain(others).skip(start).take(count) {
                    add(main, root, name);
                }
            }
        }
        rows
    }

    /// The page that plays a game.
    pub fn page(&self, game: u32) -> Result<String, JsValue> {
        let mut page = Page::new(kifu::page::Options::default());
        let shown = |why| error("page", format_args!("the game {why}"));
        let missing = || error("game", format_args!("the file has no game {game}"));
        match &self.content {
            FileContent::Record(..) => {
                let document = self.document();
                let root = document.roots().nth(game as usize).ok_or_else(missing)?;
                page.add_game(document, root, &self.name).map_err(shown)?;
            }
            FileContent::Session(session) => {
                let main = &session.main;
                if let Some((stream, track)) = session.loaded().nth(game as usize) {
                    let files: Vec<&str> = stream
                        .media
                        .iter()
                        .map(|medium| medium.source.as_str())
                        .collect();
                    let mut files = self.media(session, &files);
                    let media = stream.media.iter().filter_map(|medium| {
                        let at = files.iter().position(|(name, _)| *name == medium.source)?;
                        Some(Medium {
                            kind: medium.kind.clone(),
                            name: medium.source.clone(),
                            place: MediumPlace::OnPage(files.swap_remove(at).1),
                        })
                    });
                    let media = media.collect();
                    page.add_recording(main, stream, track.timeline(), media, &self.name)
                        .map_err(shown)?;
                } else {
                    let others = game as usize - session.loaded().count();
                    let root = without_recording(session).nth(others).ok_or_else(missing)?;
                    page.add_game(main, root, &self.name).map_err(shown)?;
                }
            }
        }
        Ok(page.to_html())
    }

    /// The findings: for each text of the file its name, its findings as JSON, and for each finding the text before it, the
    /// marked text and the text after it.
    pub fn findings(&self) -> Result<Array, JsValue> {
        let reports = Array::new();
        let add = |name: &str, source: Source<'_>, text: &Text<'_>, found: Vec<Diagnostic>| {
            let excerpts = Array::new();
            for finding in &found {
                for part in text.excerpt(finding.span) {
                    excerpts.push(&JsValue::from_str(&part));
                }
            }
            let json = json_of(name, source, found);
            reports.push(&JsValue::from_str(name));
            reports.push(&JsValue::from_str(&json));
            reports.push(&excerpts);
        };
        match &self.content {
            FileContent::Record(record, _) => {
                let json;
                let name = self.name.as_str();
                let bytes = self.bytes.as_slice();
                let whole = |charset| Text {
                    bytes,
                    charsets: vec![(0, charset)],
                };
                let mut found = checked(record, bytes).map_err(too_large)?;
                match &**record {
                    Record::Sgf(document) => {
                        let streams = kifu::rgf::Streams::of(document);
                        found.retain(|finding| !streams.names_media(finding.span));
                        add(name, sgf_source(document), &Text::of_sgf(document), found);
                    }
                    Record::Jgf(_) => {
                        json = kifu::jgf::text(bytes);
                        add(name, jgf_source(&json), &Text::utf8(json.as_bytes()), found);
                    }
                    Record::Gib(document) => {
                        let text = whole(document.charset().charset);
                        add(name, gib_source(document), &text, found);
                    }
                    Record::Ngf(document) => {
                        let text = whole(document.charset().charset);
                        add(name, ngf_source(document), &text, found);
                    }
                    Record::Ogs(document) => {
                        add(name, ogs_source(document), &Text::utf8(bytes), found);
                    }
                    Record::Ugf(document) => {
                        let text = whole(document.charset().charset);
                        add(name, ugf_source(document), &text, found);
                    }
                    Record::Positions(positions) => {
                        let bytes = positions.text().as_bytes();
                        add(name, Source::new(bytes), &Text::utf8(bytes), found);
                    }
                }
            }
            FileContent::Session(session) => {
                if session.kind != SessionKind::Rgf {
                    let found =
                        session.findings(kifu::check::check(&session.main, &Settings::default()));
                    let source = sgf_source(&session.main);
                    let text = Text::of_sgf(&session.main);
                    add(&session.bundle.main_name, source, &text, found);
                }
                for (stream, track) in session.loaded() {
                    let (recording, found) = track.check();
                    let document = recording.document();
                    let text = Text::of_sgf(document);
                    add(&stream.file, sgf_source(document), &text, found);
                }
            }
        }
        Ok(reports)
    }

    /// Applies the safe repairs with the codes `only`, or all of them, and the unsafe ones with the codes `unsafe_codes`, as
    /// `kifu fix` does. Returns the bytes, the difference as text, and the code of each finding that was repaired.
    pub fn fix(
        &self,
        only: Option<Vec<String>>,
        unsafe_codes: Vec<String>,
    ) -> Result<Array, JsValue> {
        let choose = chosen(only.as_deref(), &unsafe_codes);
        let (fixed, repaired) = match &self.content {
            FileContent::Record(record, _) => {
                fixed(record, &self.bytes, choose).map_err(too_large)?
            }
            FileContent::Session(session) if session.kind == SessionKind::Rgf => {
                match session.loaded().next().map(|(_, track)| track.check()) {
                    // The spans of the findings are offsets in the text as UTF-8.
                    Some((recording, _)) if recording.document().utf16().is_some() => {
                        let why = "recordings in UTF-16 cannot be repaired; save the recording as UTF-8 first";
                        return Err(error("fix", why));
                    }
                    Some((_, found)) => apply(&self.bytes, &found, choose),
                    None => (self.bytes.clone(), Vec::new()),
                }
            }
            FileContent::Session(_) => {
                let why = "bundles cannot be repaired; unpack the bundle first";
                return Err(error("fix", why));
            }
        };
        let difference = self.difference(&fixed).map_err(too_large)?;
        let codes = repaired.iter().map(|finding| finding.code.name);
        Ok([
            JsValue::from(Uint8Array::from(fixed.as_slice())),
            JsValue::from_str(&difference),
            texts(codes).into(),
        ]
        .into_iter()
        .collect())
    }

    /// Converts the file as `kifu convert` does. Returns the bytes, and a text for each kind of loss. A recording is converted
    /// as it is at its end. Bundles are refused.
    pub fn convert(&self, target: &str) -> Result<Array, JsValue> {
        let mut known = Target::ALL.into_iter();
        let target = known.find(|known| known.name() == target);
        let target = target.ok_or_else(|| error("format", "unknown format"))?;
        let stem = Path::new(&self.name).file_stem().unwrap_or_default();
        let options = Options {
            positions: PositionOptions {
                name: stem.to_string_lossy().into_owned(),
                ..PositionOptions::default()
            },
            ..Options::default()
        };
        let mut converter = Converter::new(target, options);
        let mut losses = LossSummary::default();
        let mut lines = Vec::new();
        let mut add = |record: &Record| converter.add(record, &mut |lost| lost.add_to(&mut losses));
        let added = match &self.content {
            FileContent::Record(record, _) => add(record),
            FileContent::Session(session) if session.kind != SessionKind::Rgf => {
                let why = "bundles cannot be converted; unpack the bundle first";
                return Err(error("convert", why));
            }
            FileContent::Session(session) => {
                let mut added = Ok(());
                for (stream, track) in session.loaded() {
                    let end = track.timeline().at(track.timeline().duration());
                    let record = Document::parse(end.to_sgf()).map_err(too_large)?;
                    added = added.and_then(|()| add(&Record::Sgf(record)));
                    let lost = "everything except the game at the end: times, and what was removed or replaced before";
                    lines.push(format!("{}: {lost}", stream.file));
                }
                added
            }
        };
        added.map_err(|why| match why {
            ConvertError::TooLarge(why) => too_large(why),
            why => error("convert", why),
        })?;
        let (bytes, _) = converter.finish();
        lines.extend(losses.lines());
        Ok([
            JsValue::from(Uint8Array::from(bytes.as_slice())),
            texts(lines.iter().map(|line| Printable(line).to_string())).into(),
        ]
        .into_iter()
        .collect())
    }

    /// The bytes of the file.
    pub fn bytes(&self) -> Vec<u8> {
        self.bytes.clone()
    }
}

impl RawFile {
    /// Returns the games in SGF; of a session, the main file.
    fn document(&self) -> &Document {
        match &self.content {
            FileContent::Record(record, sgf) => match (&**record, sgf) {
                (Record::Sgf(document), _) | (_, Some(document)) => document,
                _ => unreachable!("each record of another format has its games in SGF"),
            },
            FileContent::Session(session) => &session.main,
        }
    }

    /// Returns the members of a bundle with these names.
    fn media(&self, session: &Session, names: &[&str]) -> Vec<(String, Vec<u8>)> {
        let mut files = Vec::new();
        if names.is_empty() || session.kind != SessionKind::Bundle {
            return files;
        }
        let Ok(mut reader) = Reader::new(self.bytes.as_slice(), &BundleLimits::default()) else {
            return files;
        };
        while let Ok(Some(mut member)) = reader.next() {
            if !names.contains(&member.name()) {
                continue;
            }
            let name = member.name().to_owned();
            let mut bytes = Vec::new();
            if std::io::Read::read_to_end(&mut member, &mut bytes).is_ok() {
                files.push((name, bytes));
            }
        }
        files
    }

    /// Returns the difference between the file and a repaired version.
    fn difference(&self, after: &[u8]) -> Result<String, TooLarge> {
        let record = match &self.content {
            FileContent::Record(record, _) => record.charset(),
            FileContent::Session(_) => None,
        };
        let decoded = |bytes: &[u8]| {
            if let Some(found) = record {
                return Ok(found.charset.decode(bytes).text.into_owned().into_bytes());
            }
            let document = Document::parse(bytes)?;
            let root = document.roots().next();
            let charset = root.map_or(Charset::UTF_8, |root| document.charset(root).charset);
            let text = charset.decode(document.text()).text.into_owned();
            Ok::<_, TooLarge>(text.into_bytes())
        };
        let (before, after) = (decoded(&self.bytes)?, decoded(after)?);
        let mut out = Vec::new();
        write_diff(&mut out, &self.name, &before, &after).expect("writing to memory cannot fail");
        Ok(String::from_utf8_lossy(&out).into_owned())
    }
}

/// Returns the roots of the games that no recording continues.
fn without_recording(session: &Session) -> impl Iterator<Item = NodeId> + '_ {
    let forest = session.main.forest();
    let recorded = session.loaded();
    let recorded: Vec<NodeId> = recorded
        .map(|(stream, _)| forest.root_of(stream.node))
        .collect();
    let roots = session.main.roots();
    roots.filter(move |root| !recorded.contains(root))
}

/// Returns the findings in a text as `kifu check --format jsonl` writes them.
fn json_of(name: &str, source: Source<'_>, found: Vec<Diagnostic>) -> String {
    const WRITES: &str = "writing to memory cannot fail";
    let options = kifu::report::Options {
        format: Format::JsonLines,
        limit: None,
        ..kifu::report::Options::default()
    };
    let mut builder = ReportBuilder::new(&options, SourceName::file(name));
    builder.add(source, found).expect(WRITES);
    let report = builder.finish().expect(WRITES);
    let mut out = Vec::new();
    let mut writer = ReportWriter::new(options.format, Tool::default());
    writer.write(&mut out, &report).expect(WRITES);
    writer.finish(&mut out).expect(WRITES);
    String::from_utf8_lossy(&out).into_owned()
}

/// A text with findings.
struct Text<'t> {
    bytes: &'t [u8],
    /// The charset from each offset on. Empty for UTF-8.
    charsets: Vec<(u32, Charset)>,
}

/// The maximum number of bytes that are decoded before a finding, in it and after it.
const WINDOW: usize = 1 << 10;

impl<'t> Text<'t> {
    fn utf8(bytes: &'t [u8]) -> Text<'t> {
        let charsets = Vec::new();
        Text { bytes, charsets }
    }

    fn of_sgf(document: &'t Document) -> Text<'t> {
        let games = document.games_in_text();
        Text {
            bytes: document.text(),
            charsets: games
                .map(|(root, span)| (span.start, document.charset(root).charset))
                .collect(),
        }
    }

    /// Returns parts of the line of a finding: the text before it, the finding, and the text after it.
    fn excerpt(&self, span: Span) -> [String; 3] {
        let after = self.charsets.partition_point(|(at, _)| *at <= span.start);
        let charset = self.charsets.get(after.saturating_sub(1));
        let charset = charset.map_or(Charset::UTF_8, |(_, charset)| *charset);
        let len = self.bytes.len();
        let (start, end) = ((span.start as usize).min(len), (span.end as usize).min(len));
        let decode = |bytes: &[u8]| charset.decode(bytes).text.into_owned();
        let is_break = |byte: &u8| matches!(byte, b'\n' | b'\r');
        let before = &self.bytes[start.saturating_sub(WINDOW)..start];
        let line = before.iter().rposition(is_break).map_or(0, |at| at + 1);
        let before = decode(&before[line..]);
        let skipped = before.chars().count().saturating_sub(40);
        let marked = decode(&self.bytes[start..end.clamp(start, start + WINDOW)]);
        let rest = &self.bytes[end.max(start)..(end.max(start) + WINDOW).min(len)];
        let line = rest.iter().position(is_break).unwrap_or(rest.len());
        let line = if marked.contains('\n') { 0 } else { line };
        let after = decode(&rest[..line]);
        let cut = |text: String, skip: usize, max: usize| {
            let text: String = text.chars().skip(skip).take(max).collect();
            Printable(&text).to_string()
        };
        [
            cut(before, skipped, 40),
            cut(marked, 0, 80),
            cut(after, 0, 40),
        ]
    }
}
