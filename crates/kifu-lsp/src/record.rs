//! An open document, read as a record.

use std::cell::OnceCell;

use kifu::charset::Charset;
use kifu::check::fix;
use kifu::jgf;
use kifu::rgf::{Recording, Session, Streams};
use kifu::select::Origin;
use kifu::sgf::canonical::{self, Layout};
use kifu::sgf::codes::CHARSET_CONTRADICTED;
use kifu::sgf::{Document, NodeId, NodeRef};
use kifu::span::{Diagnostic, Edit, Locator, apply, sort_by_span};
use kifu::{Record, TooLarge};

use crate::settings::Settings;

/// The relation of the text in an editor to the bytes of its file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stored {
    /// The file is the text in UTF-8. So what the bytes say about their charset is true.
    Utf8,
    /// The editor decoded the file from another charset, and will encode it again.
    OtherCharset,
    /// The file is missing, or has other content.
    Unknown,
}

/// A document as a record of its format.
pub(crate) struct Parsed {
    content: Content,
    stored: Stored,
    /// The number of bytes of the text before that of the record: those of a byte order mark.
    base: u32,
    /// The nodes of an SGF file by their offsets.
    nodes: OnceCell<Vec<(u32, NodeId)>>,
    findings: OnceCell<Vec<Diagnostic>>,
}

enum Content {
    Sgf(Document),
    /// A recording with its findings.
    Recording(Document, Vec<Diagnostic>),
    Other(Box<Record>),
    TooLarge(TooLarge),
}

impl Parsed {
    pub(crate) fn new(text: &str, name: &str, stored: Stored) -> Parsed {
        let content = read(text, name, stored).unwrap_or_else(Content::TooLarge);
        let len = match &content {
            Content::Other(record) => match &**record {
                Record::Positions(positions) => positions.text().len(),
                Record::Jgf(_) => jgf::text(text.as_bytes()).len(),
                _ => text.len(),
            },
            _ => text.len(),
        };
        let has_mark = text.starts_with('\u{FEFF}');
        Parsed {
            content,
            stored,
            base: if has_mark {
                text.len().saturating_sub(len).min(3) as u32
            } else {
                0
            },
            nodes: OnceCell::new(),
            findings: OnceCell::new(),
        }
    }

    /// Returns the document if the text is SGF, or a recording.
    pub(crate) fn sgf(&self) -> Option<&Document> {
        match &self.content {
            Content::Sgf(document) | Content::Recording(document, _) => Some(document),
            Content::Other(_) | Content::TooLarge(_) => None,
        }
    }

    /// Whether the nodes of the document are the positions of a game. Those of a recording change with time.
    pub(crate) fn has_boards(&self) -> bool {
        matches!(self.content, Content::Sgf(_))
    }

    /// Returns the record if it is not SGF.
    pub(crate) fn other(&self) -> Option<&Record> {
        match &self.content {
            Content::Other(record) => Some(record),
            _ => None,
        }
    }

    /// Returns the reason why the text cannot be read.
    pub(crate) fn too_large(&self) -> Option<&TooLarge> {
        match &self.content {
            Content::TooLarge(why) => Some(why),
            _ => None,
        }
    }

    /// Returns the nodes of an SGF file and the offsets where they start, in the order of the text.
    pub(crate) fn nodes(&self) -> &[(u32, NodeId)] {
        self.nodes.get_or_init(|| {
            let Some(document) = self.sgf() else {
                return Vec::new();
            };
            let ids = document
                .roots()
                .flat_map(|root| document.forest().preorder(root));
            let starts = ids.filter_map(|id| Some((document.node(id).start()?, id)));
            let mut nodes: Vec<(u32, NodeId)> = starts.collect();
            // The order of the tree is that of the text, unless brackets are misplaced.
            nodes.sort_by_key(|(start, _)| *start);
            nodes
        })
    }

    /// Returns the last node of an SGF file that starts before an offset, or at it.
    pub(crate) fn node_at(&self, offset: u32) -> Option<NodeRef<'_>> {
        let after = self.nodes().partition_point(|(start, _)| *start <= offset);
        let (_, id) = self.nodes().get(after.checked_sub(1)?)?;
        Some(self.sgf()?.node(*id))
    }

    /// Returns all findings, in the order of the text.
    pub(crate) fn findings(&self, text: &str, settings: &Settings) -> &[Diagnostic] {
        self.findings.get_or_init(|| {
            let mut findings = self.check(text, settings).unwrap_or_default();
            // A charset that the bytes contradict is an error in the file, which this text is not.
            findings.retain(|finding| {
                self.stored == Stored::Utf8 || finding.code != CHARSET_CONTRADICTED
            });
            for finding in &mut findings {
                self.move_to_text(finding);
            }
            sort_by_span(&mut findings);
            findings
        })
    }

    /// Forgets the findings, because other settings apply.
    pub(crate) fn forget_findings(&mut self) {
        self.findings = OnceCell::new();
    }

    fn check(&self, text: &str, settings: &Settings) -> Result<Vec<Diagnostic>, TooLarge> {
        let check = &settings.check;
        match &self.content {
            Content::Sgf(document) => {
                let streams = Streams::of(document);
                let mut findings = kifu::check::check(document, check);
                findings.retain(|finding| !streams.names_media(finding.span));
                Ok(findings)
            }
            Content::Recording(_, findings) => Ok(findings.clone()),
            Content::Other(record) => match &**record {
                Record::Sgf(document) => Ok(kifu::check::check(document, check)),
                Record::Jgf(document) => kifu::check_jgf_document(document, text.as_bytes(), check),
                Record::Gib(document) => kifu::check_gib(document, check),
                Record::Ngf(document) => kifu::check_ngf(document, check),
                Record::Ogs(document) => kifu::check_ogs(document, check),
                Record::Ugf(document) => kifu::check_ugf(document, check),
                Record::Positions(positions) => kifu::check_positions(positions, check),
            },
            Content::TooLarge(_) => Ok(Vec::new()),
        }
    }

    /// Moves a finding about the record to its place in the text.
    fn move_to_text(&self, finding: &mut Diagnostic) {
        if self.base == 0 {
            return;
        }
        let fix = finding.fix.as_deref_mut();
        let edits = fix.into_iter().flat_map(|fix| &mut fix.edits);
        let spans = edits.map(|edit| &mut edit.span);
        for span in spans.chain([&mut finding.span]) {
            span.start = span.start.saturating_add(self.base);
            span.end = span.end.saturating_add(self.base);
        }
    }

    /// Whether the repair of a finding can be made, as far as its format matters.
    pub(crate) fn can_repair(&self, finding: &Diagnostic) -> bool {
        finding.fix.is_some()
            && (matches!(self.content, Content::Sgf(_)) || self.reader_findings().contains(finding))
    }

    /// Repairs one finding. Returns the edits, or `None` if the repair cannot be made.
    pub(crate) fn repair(&self, text: &str, finding: &Diagnostic) -> Option<Vec<Edit>> {
        let fix = finding
            .fix
            .as_deref()
            .filter(|_| self.can_repair(finding))?;
        if let Content::Sgf(_) = &self.content {
            let mut document = self.again(text)?;
            let made = kifu::check::repair(&mut document, std::slice::from_ref(finding)).ok()?;
            if made != [true] {
                return None;
            }
        }
        Some(fix.edits.clone())
    }

    /// Repairs the findings for which `choose` returns `true`, like `kifu fix`. Returns the new text.
    pub(crate) fn repaired(
        &self,
        text: &str,
        settings: &Settings,
        choose: impl Fn(&Diagnostic) -> bool,
    ) -> Option<String> {
        if let Content::Sgf(_) = &self.content {
            let fixed = fix(self.again(text)?, &settings.check, choose).ok()?;
            return String::from_utf8(fixed.document.into_bytes()).ok();
        }
        let findings = self
            .reader_findings()
            .iter()
            .filter(|finding| choose(finding));
        let fixes = findings.filter_map(|finding| finding.fix.as_deref());
        String::from_utf8(apply(text.as_bytes(), fixes).text).ok()
    }

    /// Returns the findings of the reader, which are those that have repairs in formats other than SGF. JGF has none.
    fn reader_findings(&self) -> &[Diagnostic] {
        match &self.content {
            Content::Other(record) => match &**record {
                Record::Jgf(_) | Record::Positions(_) => &[],
                record => Origin::diagnostics(record),
            },
            Content::Sgf(_) | Content::Recording(..) | Content::TooLarge(_) => &[],
        }
    }

    /// Reads the SGF file again, because repairs consume a document.
    fn again(&self, text: &str) -> Option<Document> {
        match read(text, "", self.stored).ok()? {
            Content::Sgf(document) => Some(document),
            _ => None,
        }
    }

    /// Formats the text like `kifu fmt`.
    ///
    /// # Errors
    ///
    /// The reason why the text cannot be formatted.
    pub(crate) fn format(&self, text: &str, settings: &Settings) -> Result<String, String> {
        if self.stored == Stored::OtherCharset && !text.is_ascii() {
            let why = "formatted files are in UTF-8, but the editor saves this file in another charset; \
                       save it as UTF-8 first";
            return Err(why.to_owned());
        }
        let lines = || Ok(text.replace("\r\n", "\n"));
        match &self.content {
            Content::TooLarge(why) => Err(why.to_string()),
            Content::Recording(..) => Err("recordings cannot be formatted".to_owned()),
            Content::Sgf(document) => {
                let written = canonical::write(document, &settings.style);
                let written = written.map_err(|refused| {
                    let first = refused.diagnostics.first();
                    let at = first.map_or(0, |finding| finding.span.start);
                    let place = Locator::new(document.text()).locate(at);
                    format!("{}:{}: {refused}", place.line, place.column)
                })?;
                String::from_utf8(written.text).map_err(|error| error.to_string())
            }
            Content::Other(record) => match &**record {
                Record::Sgf(_) | Record::Positions(_) => {
                    Err("positions in a notation cannot be formatted".to_owned())
                }
                Record::Jgf(document) => {
                    if let Some(guessed) = document.first_guess() {
                        let why = "`kifu fmt` does not write guessed values";
                        return Err(format!("{}: {why}", guessed.message));
                    }
                    if let Some(undecodable) = document.undecodable().next() {
                        return Err(undecodable.message.to_string());
                    }
                    let options = jgf::Options {
                        pretty: settings.style.layout != Layout::Compact,
                        profile: Some(jgf::Profile::Spec),
                    };
                    let mut json = document.to_json(&options);
                    if !json.ends_with('\n') {
                        json.push('\n');
                    }
                    Ok(json)
                }
                Record::Gib(_) | Record::Ngf(_) | Record::Ogs(_) => lines(),
                Record::Ugf(_) if text.is_ascii() => lines(),
                Record::Ugf(_) => lines()
                    .map(|text: String| kifu::ugf::with_lang(&text, Charset::UTF_8).into_owned()),
            },
        }
    }
}

fn read(text: &str, name: &str, stored: Stored) -> Result<Content, TooLarge> {
    let bytes = text.as_bytes();
    let has_times = memchr::memmem::find(bytes, b"TS[").is_some();
    let has_extension = name.to_ascii_lowercase().ends_with(".rgf");
    if has_extension || (has_times && Recording::is_likely(bytes)) {
        let session = Session::of_recording(name, bytes)?;
        if let Some((_, track)) = session.loaded().next() {
            let (recording, findings) = track.check();
            return Ok(Content::Recording(recording.into_document(), findings));
        }
    }
    let document = match kifu::read(bytes)? {
        Record::Sgf(document) => document,
        record => return Ok(Content::Other(Box::new(record))),
    };
    let is_utf8 = |document: &Document| {
        document.utf16().is_none()
            && document
                .roots()
                .all(|root| document.charset(root).charset == Charset::UTF_8)
    };
    let is_read_right = match stored {
        _ if text.is_ascii() => document.utf16().is_none(),
        Stored::Utf8 => is_utf8(&document),
        Stored::OtherCharset | Stored::Unknown => false,
    };
    if is_read_right {
        return Ok(Content::Sgf(document));
    }
    Document::parse_in(bytes, Charset::UTF_8).map(Content::Sgf)
}
