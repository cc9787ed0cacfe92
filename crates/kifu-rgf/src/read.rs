//! Reads RGF files to timelines.

use std::borrow::Cow;

use kifu_sgf::charset::Charset;
use kifu_sgf::event::{Event, Reader};
use kifu_sgf::{Document, GameContext, Limits, NodeRef, Property, TooLarge, Value};
use kifu_span::Diagnostic;
use kifu_timeline::{Builder, NodeId, Stamp, Ties, Time, Timeline};

use crate::codes;
use crate::entry::{Entries, Entry, Timing};
use crate::order::{Siblings, Times};
use crate::removal::Removal;
use crate::stamp::parse_stamp;

/// An RGF file: its bytes, and the recording in them.
///
/// RGF has the syntax of SGF, except that a node can have a property several times, and that the order of
/// properties matters. The file is stored as a [`Document`], which is written byte for byte as it was read.
///
/// ```
/// use kifu_rgf::{Dialect, Recording, Settings};
/// use kifu_timeline::Time;
///
/// let text = "(;TS[0]B[pd]TS[0]C[A star]TS[4.5]C[ point]TS[6];TS[9]W[dd]TS[9])";
/// let recording = Recording::parse(text).unwrap();
/// let read = recording.read(&Settings::default());
/// assert!(read.diagnostics.is_empty());
/// assert_eq!(read.timeline.at(Time::from_secs(5)).to_sgf(), "(;B[pd]C[A star])");
/// assert_eq!(read.timeline.last().to_sgf(), "(;B[pd]C[A star point];W[dd])");
/// assert_eq!(recording.document().to_bytes(), text.as_bytes());
/// ```
#[derive(Debug)]
pub struct Recording {
    document: Document,
}

/// The forms of the specification. A file follows one of them, depending on the features that it uses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Dialect {
    /// The first form: each node has its own time, and no two times are the same; media are in `GM`.
    Distinct,
    /// The last form: counters define the order of events at one time; media are in `MS`, and `VT[ENDED]` ends
    /// the recording.
    Counted,
}

/// The form of the specification that corresponds to how a recorder separates events at one time.
impl From<Ties> for Dialect {
    fn from(ties: Ties) -> Dialect {
        match ties {
            Ties::Count => Dialect::Counted,
            Ties::Delay => Dialect::Distinct,
        }
    }
}

/// The information about a recording in its SGF file.
#[derive(Clone, Copy, Debug, Default)]
pub struct Settings {
    /// The context in which to interpret the properties of the game.
    pub context: GameContext,
    /// The length of the recording: the number in `GS`.
    pub duration: Option<Time>,
}

/// The result of reading a recording.
#[derive(Debug)]
pub struct Reading {
    /// The events, in order.
    pub timeline: Timeline,
    /// The form of the specification that the file follows.
    pub dialect: Dialect,
    /// The findings, in the order of the file's text, which is [`Document::text`].
    pub diagnostics: Vec<Diagnostic>,
}

impl Recording {
    /// Reads a file from bytes. Any bytes can be read.
    ///
    /// # Errors
    ///
    /// Returns [`TooLarge`] for 4 GiB or more.
    pub fn parse(source: impl Into<Vec<u8>>) -> Result<Recording, TooLarge> {
        Ok(Document::parse(source)?.into())
    }

    /// Reads a file that does not exceed the given limits.
    ///
    /// # Errors
    ///
    /// Returns [`TooLarge`] for the first item over a limit.
    pub fn parse_within(
        source: impl Into<Vec<u8>>,
        limits: &Limits,
    ) -> Result<Recording, TooLarge> {
        Ok(Document::parse_within(source, limits)?.into())
    }

    /// Reads a file in the given charset. This must be the charset of the SGF file, since an RGF file has no
    /// `CA`.
    ///
    /// # Errors
    ///
    /// Returns [`TooLarge`] for 4 GiB or more.
    pub fn parse_in(source: impl Into<Vec<u8>>, charset: Charset) -> Result<Recording, TooLarge> {
        Ok(Document::parse_in(source, charset)?.into())
    }

    /// Whether a file looks like RGF rather than SGF: something has a time, and no root states that it is a game (`GM`,
    /// `FF`). The file must not be UTF-16. No document is built, and only roots are read once a time was found.
    ///
    /// ```
    /// use kifu_rgf::Recording;
    ///
    /// assert!(Recording::is_likely(b"(;TS[0]B[pd]TS[0])"));
    /// assert!(!Recording::is_likely(b"(;GM[1];B[pd]C[TS[0\\]])"));
    /// ```
    pub fn is_likely(source: &[u8]) -> bool {
        let is_time = |value: Value<'_>| {
            core::str::from_utf8(value.raw()).is_ok_and(|text| parse_stamp(text).is_ok())
        };
        let mut reader = Reader::new(source);
        let mut is_timed = false;
        // The number of open parentheses at the root of the current game tree.
        let mut root = None;
        let (mut is_root, mut has_ts) = (false, false);
        while let Some(event) = reader.next() {
            match event {
                Event::Open => {}
                Event::Node => {
                    (is_root, has_ts) = (root.is_none(), false);
                    root.get_or_insert(reader.depth());
                    if is_timed && !is_root {
                        reader.skip_variation();
                    }
                }
                Event::Property(property) => {
                    if is_root && (property.is("GM") || property.is("FF")) {
                        return false;
                    }
                    if property.is("TS") && !has_ts {
                        has_ts = true;
                        is_timed |= property.values().any(is_time);
                    }
                }
                Event::Close => root = root.filter(|root| *root <= reader.depth()),
            }
        }
        is_timed
    }

    /// Returns the RGF file as a document.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// Converts the recording to a document, for editing.
    pub fn into_document(self) -> Document {
        self.document
    }

    /// Reads the timeline of the file, and reports all findings.
    pub fn read(&self, settings: &Settings) -> Reading {
        let read = self.read_timeline(settings);
        Reading {
            diagnostics: self.findings(settings, &read),
            timeline: read.timeline,
            dialect: read.dialect,
        }
    }

    fn read_timeline(&self, settings: &Settings) -> TimelineReading {
        EventReading::of(&self.document, settings).build()
    }

    /// Reads the timeline like [`read`](Recording::read), without checking the file.
    ///
    /// ```
    /// use kifu_rgf::{Recording, Settings};
    /// use kifu_timeline::Time;
    ///
    /// let recording = Recording::parse("(;TS[0]B[pd]TS[0]C[A star]TS[4.5])").unwrap();
    /// let timeline = recording.timeline(&Settings::default());
    /// assert_eq!(timeline.at(Time::from_secs(5)).to_sgf(), "(;B[pd]C[A star])");
    /// ```
    pub fn timeline(&self, settings: &Settings) -> Timeline {
        self.read_timeline(settings).timeline
    }

    /// Reads the timeline. Returns the bytes of the file too, but the document is not kept in memory.
    #[cfg(feature = "bundle")]
    pub(crate) fn into_timeline(self, settings: &Settings) -> (TimelineReading, Vec<u8>) {
        let events = EventReading::of(&self.document, settings);
        let bytes = self.document.into_bytes();
        (events.build(), bytes)
    }

    /// Returns all findings, in the order of the text.
    pub(crate) fn findings(&self, settings: &Settings, read: &TimelineReading) -> Vec<Diagnostic> {
        let mut found = self.syntax();
        let mut times = Times::default();
        let mut siblings = Siblings::default();
        let mut entries = Entries::default();
        let forest = self.document.forest();
        for node in nodes(&self.document) {
            let is_removal = |property: Property<'_>| property.is("RP");
            entries.read(&self.document, node, is_removal, &mut found);
            siblings.add_node(forest, node, entries.at.stamp);
            times.add_node(node.id(), &entries, &mut found);
            for entry in entries
                .properties
                .iter()
                .filter(|entry| entry.ident == "RP")
            {
                for value in entries.values(entry) {
                    if Removal::read(value, &settings.context).is_none() {
                        let message = format!("`RP[{value}]` does not name a property");
                        found.push(codes::BAD_REMOVAL.at(entry.place, message));
                    }
                }
            }
        }
        found.append(&mut siblings.found);
        times.check(read.dialect, settings.duration, &mut found);
        found.extend_from_slice(&read.diagnostics);
        kifu_span::sort_by_span(&mut found);
        found
    }

    /// Returns the findings in the text as SGF, except for those that RGF allows.
    fn syntax(&self) -> Vec<Diagnostic> {
        let first = self.document.text().trim_ascii_start().first();
        let is_bare = first == Some(&b';');
        let is_fault = |diagnostic: &Diagnostic| {
            use kifu_sgf::codes::{DUPLICATE_PROPERTY, MISSING_OPEN, UNCLOSED_TREE};

            let code = diagnostic.code;
            code != DUPLICATE_PROPERTY
                && !(is_bare && [MISSING_OPEN, UNCLOSED_TREE].contains(&code))
        };
        let mut found = Vec::new();
        kifu_sgf::check_each(&self.document, |diagnostic| {
            found.extend(Some(diagnostic).filter(is_fault));
        });
        found
    }
}

impl From<Document> for Recording {
    fn from(document: Document) -> Recording {
        Recording { document }
    }
}

/// A timeline, and the findings about its events.
#[derive(Debug)]
pub(crate) struct TimelineReading {
    pub(crate) timeline: Timeline,
    pub(crate) dialect: Dialect,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// The nodes of a file, in order.
fn nodes(document: &Document) -> impl Iterator<Item = NodeRef<'_>> {
    let all = document
        .roots()
        .flat_map(|root| document.forest().preorder(root));
    all.map(|id| document.node(id))
        .filter(|node| !node.is_empty_variation())
}

/// The events of a file.
struct EventReading {
    builder: Builder,
    dialect: Dialect,
}

impl EventReading {
    fn of(document: &Document, settings: &Settings) -> EventReading {
        let count = document.forest().id_count();
        let mut builder = Builder::new(settings.context);
        builder.reserve(count);
        let mut reader = EventReader {
            context: settings.context,
            builder,
            nodes: Vec::with_capacity(count),
            last: None,
            is_counted: false,
        };
        let mut entries = Entries::default();
        // `Recording::findings` reports these.
        let mut found = Vec::new();
        for node in nodes(document) {
            entries.read(document, node, |_| true, &mut found);
            found.clear();
            let parent = document.forest().parent(node.id());
            reader.node(node, parent, &entries);
        }
        reader.finish(settings.duration)
    }

    fn build(self) -> TimelineReading {
        let (timeline, diagnostics) = self.builder.build();
        TimelineReading {
            timeline,
            dialect: self.dialect,
            diagnostics,
        }
    }
}

struct EventReader<'d> {
    context: GameContext,
    builder: Builder,
    /// The nodes of the timeline, by the index of the nodes of the file.
    nodes: Vec<Option<NodeId>>,
    /// The last time.
    last: Option<Timing<'d>>,
    is_counted: bool,
}

impl<'d> EventReader<'d> {
    fn node(&mut self, node: NodeRef<'_>, parent: Option<NodeId>, entries: &Entries<'d>) {
        let parent = parent.and_then(|parent| self.nodes.get(parent.index()).copied()?);
        self.builder.place(node.span().unwrap_or_default());
        let id = self.builder.add_node(parent, entries.at.stamp);
        let index = node.id().index();
        self.nodes.resize(self.nodes.len().max(index + 1), None);
        self.nodes[index] = Some(id);
        self.time(entries.at);
        for entry in &entries.properties {
            self.builder.place(entry.place);
            self.time(entry.at);
            self.property(id, entry, entries.values(entry));
        }
    }

    fn time(&mut self, timing: Timing<'d>) {
        self.is_counted |= timing.has_counter;
        let last = self.last.and_then(|last| last.stamp);
        if timing.stamp.is_some() && timing.stamp >= last {
            self.last = Some(timing);
        }
    }

    fn property(&mut self, node: NodeId, entry: &Entry<'_>, values: &[Cow<'_, str>]) {
        let at = entry.at.stamp;
        match &*entry.ident {
            // A value without a property name has no meaning, and is reported.
            "" => {}
            "VT" => {
                for name in values {
                    self.is_counted |= name == "ENDED";
                    self.builder.trigger(node, &kifu_sgf::simple_text(name), at);
                }
            }
            "RP" => {
                for value in values {
                    self.removal(node, value, at);
                }
            }
            ident => {
                let values = values.iter().map(|value| &**value);
                self.builder.put(node, ident, values, at);
            }
        }
    }

    fn removal(&mut self, node: NodeId, value: &str, at: Option<Stamp>) {
        match Removal::read(value, &self.context) {
            Some(Removal::Node) => self.builder.remove_node(node, at),
            Some(Removal::Property(ident)) => self.builder.remove(node, &ident, [], at),
            Some(Removal::Values(ident, values)) => {
                let values = values.iter().map(String::as_str);
                self.builder.remove(node, &ident, values, at);
            }
            // This is reported.
            None => {}
        }
    }

    fn finish(mut self, duration: Option<Time>) -> EventReading {
        if let Some(duration) = duration {
            let place = self.last.map(Timing::place);
            self.builder.place(place.unwrap_or_default());
            self.builder.duration(duration);
        }
        EventReading {
            builder: self.builder,
            dialect: if self.is_counted {
                Dialect::Counted
            } else {
                Dialect::Distinct
            },
        }
    }
}
