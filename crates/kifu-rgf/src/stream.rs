//! The properties of an SGF file about its recordings: `GS`, `GD`, and `MS` or `GM`.

use std::fmt;
use std::str::FromStr;

use kifu_sgf::charset::Charset;
use kifu_sgf::{Document, GameContext, NodeRef, Property, Value};
use kifu_span::{Diagnostic, Span};
use kifu_timeline::{NodeId, Time, View};

use crate::codes;
use crate::entry::written;
use crate::read::Settings;

/// A game stream node: the node of an SGF file that a recording continues.
#[derive(Clone, PartialEq, Debug)]
pub struct Stream {
    /// The node of the SGF file.
    pub node: NodeId,
    /// The name of the RGF file.
    pub file: String,
    /// The length of the recording, if it is stated.
    pub duration: Option<Time>,
    /// The audio or video of the recording: alternatives from which a program picks one.
    pub media: Vec<Media>,
    /// The span of `GS`.
    pub place: Span,
}

/// The audio or video of a recording.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Media {
    /// A file next to the RGF file, or a web address.
    pub source: String,
    /// `audio`, `video`, `youtube`, `vimeo`, or a type such as `audio/ogg`.
    pub kind: String,
}

/// A snapshot: nodes that show the state of a recording at a time.
#[derive(Clone, PartialEq, Debug)]
pub struct Snapshot {
    /// The node of the SGF file that has the snapshot below it.
    pub node: NodeId,
    /// The name of the RGF file.
    pub file: String,
    /// The time in the recording.
    pub time: Time,
    /// The span of `GD`.
    pub place: Span,
}

/// The recordings that an SGF file names.
#[derive(Debug, Default)]
pub struct Streams {
    /// The game stream nodes, in the order of the file.
    pub streams: Vec<Stream>,
    /// The snapshots, in the order of the file.
    pub snapshots: Vec<Snapshot>,
    /// The findings about these properties.
    pub diagnostics: Vec<Diagnostic>,
    /// The spans of the properties that name media, `MS` or `GM`, in order.
    media_places: Vec<Span>,
}

impl Stream {
    /// The settings for reading the recording: the context of its game, and its length.
    pub fn settings(&self, main: &Document) -> Settings {
        let root = main.forest().root_of(self.node);
        Settings {
            context: GameContext::of(main.node(root)),
            duration: self.duration,
        }
    }

    /// The comment that a viewer shows at a moment of the recording, as text: that of the current node. It is
    /// empty if the node has none.
    pub fn comment(&self, main: &Document, view: View<'_>) -> String {
        let Some(node) = view.cursor() else {
            let comment = main.node(self.node).text("C");
            return comment.unwrap_or_default().into_owned();
        };
        let values = view.property(node, "C").into_iter().flatten();
        values
            .map(|value| kifu_sgf::text(value).into_owned())
            .collect()
    }

    /// The charset of the RGF file: that of the game it belongs to.
    pub fn charset(&self, main: &Document) -> Charset {
        main.charset(self.node).charset
    }
}

/// The reasons why a text is not a valid [`Media`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum MediaError {
    /// There is no source, or no known kind.
    Kind,
    /// The address is not a web address.
    Address,
}

impl fmt::Display for MediaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MediaError::Kind => {
                "expected a file or address, a colon and a kind: `audio`, `video`, a type such as `audio/ogg`, \
                 `youtube` or `vimeo`"
            }
            MediaError::Address => "expected a file, or an address that starts with `https://` or `http://`",
        })
    }
}

impl core::error::Error for MediaError {}

/// Parses a source and its kind, such as `talk.mp3:audio`.
///
/// ```
/// use kifu_rgf::Media;
///
/// let media: Media = "https://x.org/a:b.mp3:audio/ogg".parse()?;
/// assert_eq!((&*media.source, &*media.kind), ("https://x.org/a:b.mp3", "audio/ogg"));
/// assert!("a.mp3".parse::<Media>().is_err());
/// assert!("file:///a.mp3:audio".parse::<Media>().is_err());
/// # Ok::<(), kifu_rgf::MediaError>(())
/// ```
impl FromStr for Media {
    type Err = MediaError;

    fn from_str(text: &str) -> Result<Media, MediaError> {
        let (source, kind) = text.rsplit_once(':').unwrap_or((text, ""));
        let media = Media {
            source: source.to_owned(),
            kind: kind.to_owned(),
        };
        let is_kind =
            matches!(media.base(), "audio" | "video") || matches!(kind, "youtube" | "vimeo");
        if source.is_empty() || !is_kind {
            return Err(MediaError::Kind);
        }
        if source.contains("://") && media.address().is_none() {
            return Err(MediaError::Address);
        }
        Ok(media)
    }
}

impl Media {
    /// The address, if the medium is on the web rather than a file: it starts with `https://` or `http://`.
    pub fn address(&self) -> Option<&str> {
        let starts = |start| self.source.starts_with(start);
        (starts("https://") || starts("http://")).then_some(&self.source)
    }

    /// The part of the kind that media can have in common: everything before the `/`.
    fn base(&self) -> &str {
        self.kind.split('/').next().unwrap_or_default()
    }
}

impl Streams {
    /// Finds the recordings that an SGF file names.
    ///
    /// `GS` is a game stream if it names an `.rgf` file, since programs use `GS` for other purposes too. `MS`,
    /// and `GM` as in the first form of the specification, are media if the same node has such a `GS`, and if
    /// they state a kind.
    ///
    /// ```
    /// use kifu_rgf::Streams;
    /// use kifu_sgf::Document;
    ///
    /// let main = Document::parse("(;GM[1](;GS[talk.rgf:56.5]MS[talk.mp3:audio];B[pd]))").unwrap();
    /// let found = Streams::of(&main);
    /// let stream = &found.streams[0];
    /// assert_eq!((&*stream.file, stream.duration.unwrap().to_string()), ("talk.rgf", "56.5".into()));
    /// assert_eq!((&*stream.media[0].source, &*stream.media[0].kind), ("talk.mp3", "audio"));
    /// ```
    pub fn of(main: &Document) -> Streams {
        let mut found = Streams::default();
        // Hardly any file has one of these properties.
        if !main.may_have("GS") && !main.may_have("GD") {
            return found;
        }
        for root in main.roots() {
            for id in main.forest().preorder(root) {
                let node = main.node(id);
                // Nearly all nodes have only a move.
                if node.only_move().is_none() {
                    found.node(main, node);
                }
            }
        }
        found.media_places.sort();
        found
    }

    /// The names of the files that the SGF file names: recordings, media that are not on the web, and the
    /// recordings of snapshots. A name can occur several times.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        let recordings = self.streams.iter().flat_map(|stream| {
            let media = stream.media.iter();
            let media = media.filter(|media| media.address().is_none());
            let media = media.map(|media| &*media.source);
            [&*stream.file].into_iter().chain(media)
        });
        let snapshots = self.snapshots.iter().map(|snapshot| &*snapshot.file);
        recordings.chain(snapshots)
    }

    /// Whether a span is in a `GM` that names media. A checker for SGF interprets it as the type of the game,
    /// and reports an error.
    ///
    /// ```
    /// use kifu_rgf::Streams;
    /// use kifu_sgf::Document;
    ///
    /// let main = Document::parse("(;GM[1](;GS[talk.rgf:56]GM[talk.mp3:audio]))").unwrap();
    /// let streams = Streams::of(&main);
    /// let media = main.node(streams.streams[0].node).get("GM").unwrap();
    /// assert!(streams.names_media(media.value().unwrap().span().unwrap()));
    /// ```
    pub fn names_media(&self, place: Span) -> bool {
        let places = &self.media_places;
        let before = places.partition_point(|media| media.start <= place.start);
        let last = places[..before].last();
        last.is_some_and(|media| place.end <= media.end)
    }

    fn node(&mut self, main: &Document, node: NodeRef<'_>) {
        let (mut stream, mut snapshot) = (None, None);
        for property in node.properties() {
            if stream.is_none() && property.is("GS") {
                stream = Some(property);
            } else if snapshot.is_none() && property.is("GD") {
                snapshot = Some(property);
            }
        }
        let stream = stream.and_then(|property| self.stream(main, node, property));
        if let Some(mut stream) = stream {
            for property in node.properties() {
                if property.is("MS") || property.is("GM") {
                    self.media(main, node, property, &mut stream);
                }
            }
            self.streams.push(stream);
        }
        if let Some(property) = snapshot {
            self.snapshot(main, node, property);
        }
    }

    fn stream(
        &mut self,
        main: &Document,
        node: NodeRef<'_>,
        property: Property<'_>,
    ) -> Option<Stream> {
        let value = text(main, node, property.value()?);
        let place = property.span().unwrap_or_default();
        let (file, duration) = match split(&value) {
            Some((file, time)) if is_rgf(&file) => match Time::read(&time) {
                Ok(read) if read.time >= Time::ZERO => (file, Some(read.time)),
                _ => {
                    self.bad("GS", &value, place);
                    (file, None)
                }
            },
            _ => {
                let file = plain(&value);
                if is_rgf(&file) {
                    let message = format!(
                        "`GS` does not give the length of {file}; add a colon and the length"
                    );
                    self.diagnostics.push(codes::NO_DURATION.at(place, message));
                }
                (file, None)
            }
        };
        is_rgf(&file).then_some(Stream {
            node: node.id(),
            file,
            duration,
            media: Vec::new(),
            place,
        })
    }

    fn media(
        &mut self,
        main: &Document,
        node: NodeRef<'_>,
        property: Property<'_>,
        stream: &mut Stream,
    ) {
        let place = property.span().unwrap_or_default();
        let known = stream.media.len();
        for value in property.values() {
            let value = text(main, node, value);
            match split(&value).filter(|(_, kind)| is_kind(kind)) {
                Some((source, kind)) => stream.media.push(Media { source, kind }),
                // A number is the type of the game, if a stream node is a root.
                None if property.is("GM") && is_number(&value) => {}
                None => self.bad(property.ident().as_str(), &value, place),
            }
        }
        if stream.media.len() > known {
            self.media_places.push(place);
        }
        let mut kinds = stream.media.iter().map(Media::base);
        let first = kinds.next();
        if let Some(other) = kinds.find(|kind| Some(*kind) != first) {
            let message = format!(
                "{} and {other} media for one recording",
                first.unwrap_or_default()
            );
            self.diagnostics.push(codes::MIXED_MEDIA.at(place, message));
        }
    }

    fn snapshot(&mut self, main: &Document, node: NodeRef<'_>, property: Property<'_>) {
        let place = property.span().unwrap_or_default();
        let value = property
            .value()
            .map(|value| text(main, node, value))
            .unwrap_or_default();
        let parts = split(&value).filter(|(file, _)| is_rgf(file));
        match parts.and_then(|(file, time)| Some((file, Time::read(&time).ok()?.time))) {
            Some((file, time)) => self.snapshots.push(Snapshot {
                node: node.id(),
                file,
                time,
                place,
            }),
            None => self.bad("GD", &value, place),
        }
    }

    fn bad(&mut self, ident: &str, value: &str, place: Span) {
        let message = format!("{ident}[{value}] is not valid; it is ignored");
        self.diagnostics.push(codes::BAD_STREAM.at(place, message));
    }
}

/// A value in UTF-8, with its escapes.
fn text(main: &Document, node: NodeRef<'_>, value: Value<'_>) -> String {
    written(value, main.charset(node.id()).charset)
}

/// Splits at the last `:` without a `\`; file names and web addresses can contain others.
fn split(written: &str) -> Option<(String, String)> {
    let mut at = None;
    let mut bytes = written.bytes().enumerate();
    while let Some((index, byte)) = bytes.next() {
        match byte {
            b'\\' => drop(bytes.next()),
            b':' => at = Some(index),
            _ => {}
        }
    }
    let (source, rest) = written.split_at(at?);
    Some((plain(source), plain(&rest[1..])))
}

fn plain(written: &str) -> String {
    kifu_sgf::simple_text(written).trim().to_owned()
}

fn is_rgf(file: &str) -> bool {
    let start = file.len().saturating_sub(4);
    start > 0
        && file
            .get(start..)
            .is_some_and(|end| end.eq_ignore_ascii_case(".rgf"))
}

fn is_kind(kind: &str) -> bool {
    let base = kind.split('/').next().unwrap_or_default();
    matches!(base, "audio" | "video") || matches!(kind, "youtube" | "vimeo")
}

fn is_number(value: &str) -> bool {
    value.trim().bytes().all(|b| b.is_ascii_digit())
}
