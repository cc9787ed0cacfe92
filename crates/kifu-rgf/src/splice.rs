//! Inserts the content of a recording at a time into the SGF file.

use std::borrow::Cow;

use kifu_sgf::charset::{CharsetSource, DetectedCharset};
use kifu_sgf::{Document, EditError, NewValue, Place, escape};
use kifu_span::Span;
use kifu_timeline::{NodeId, Time, Timeline, View};

use crate::stream::{Media, Stream, Streams};

/// The kind of node that [`Stream::at`] makes of the game stream node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SpliceAs {
    /// An ordinary node, which no longer names the recording.
    Plain,
    /// The game stream node, which still names the recording.
    Stream,
    /// A snapshot, which states the time of the recording: `GD`.
    Snapshot,
}

impl Stream {
    /// Returns the SGF file, as it was read, with the content of the recording at a moment below the game stream node.
    /// This content replaces the children of that node, except game stream nodes and snapshots.
    ///
    /// ```
    /// use kifu_rgf::{SpliceAs, Recording, Streams};
    /// use kifu_sgf::Document;
    /// use kifu_timeline::Time;
    ///
    /// let main = Document::parse("(;GM[1]KM[6.5];GS[talk.rgf])").unwrap();
    /// let stream = Streams::of(&main).streams.remove(0);
    /// let talk = Recording::parse("(;TS[0]B[pd]TS[0];TS[3]W[dd]TS[3])").unwrap();
    /// let timeline = talk.read(&stream.settings(&main)).timeline;
    /// let at_2 = stream.at(&main, timeline.at(Time::from_secs(2)), SpliceAs::Plain).unwrap();
    /// assert_eq!(at_2.to_bytes(), b"(;GM[1]KM[6.5];;B[pd])");
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`EditError::Unencodable`] if the charset of the SGF file lacks a character of the recording,
    /// and [`EditError::Charset`] if that charset is a guess that is not
    /// [sure](kifu_sgf::charset::DetectedCharset::is_sure), or that the text of the recording would change.
    pub fn at(
        &self,
        main: &Document,
        view: View<'_>,
        splice_as: SpliceAs,
    ) -> Result<Document, EditError> {
        let others = Streams::of(main);
        let mut spliced = reparse(main);
        let shown = main.forest().children(self.node);
        let shown: Vec<NodeId> = shown.filter(|child| !others.has(*child)).collect();
        if splice_as != SpliceAs::Stream {
            self.rename(main, &mut spliced, view, splice_as)?;
        }
        // The new nodes are inserted at the place of the first node that was shown.
        let first_row = match shown.first() {
            Some(first) => Place::Before(*first),
            None => Place::LastChild(self.node),
        };
        // Nodes to copy with their places, the last first.
        let mut todo: Vec<(NodeId, Place)> = Vec::new();
        let put = |place: Place, nodes: Vec<NodeId>| {
            let nodes = nodes.into_iter().rev();
            nodes.map(move |node| (node, place))
        };
        todo.extend(put(first_row, view.roots().collect()));
        let found = main.charset(self.node);
        while let Some((node, place)) = todo.pop() {
            let copy = spliced.add_node(place)?;
            for (ident, values) in view.properties(node) {
                for value in values {
                    write(&mut spliced, copy, ident, value, found)?;
                }
            }
            todo.extend(put(Place::LastChild(copy), view.children(node).collect()));
        }
        for child in shown {
            spliced.remove_node(child);
        }
        if changes_guess(main, &spliced, self.node) {
            return Err(EditError::Charset);
        }
        Ok(spliced)
    }

    /// Returns the SGF file, as it was read, with one of its nodes turned into the game stream node of a
    /// recording: it names the file, its length and its media, and the end of the recording is below it.
    ///
    /// ```
    /// use kifu_rgf::{Dialect, Media, Recording, Stream, write};
    /// use kifu_sgf::Document;
    /// use kifu_timeline::{Recorder, Settings, Time};
    ///
    /// let mut recorder = Recorder::new(Settings::default());
    /// recorder.edit(Time::from_secs(2), |batch| batch.play(None, "B", "pd")).unwrap();
    /// let timeline = recorder.finish(Time::from_secs(5));
    /// let rgf = write(&timeline, Dialect::Counted);
    ///
    /// let main = Document::parse("(;GM[1]SZ[19];AN[Sato])").unwrap();
    /// let node = main.forest().first_child(main.roots().next().unwrap()).unwrap();
    /// let media = [Media { source: "talk.mp3".into(), kind: "audio".into() }];
    /// let sgf = Stream::add(&main, node, "talk.rgf", &timeline, &media).unwrap();
    /// assert_eq!(sgf.to_bytes(), b"(;GM[1]SZ[19];AN[Sato]GS[talk.rgf:5]MS[talk.mp3:audio];B[pd])");
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`EditError::Unencodable`] if the charset of the SGF file lacks a character of the recording,
    /// and [`EditError::Charset`] if that charset is a guess that is not
    /// [sure](kifu_sgf::charset::DetectedCharset::is_sure), or that the text of the recording would change.
    pub fn add(
        main: &Document,
        node: NodeId,
        file: &str,
        timeline: &Timeline,
        media: &[Media],
    ) -> Result<Document, EditError> {
        let mut named = reparse(main);
        let duration = timeline.duration();
        let found = main.charset(node);
        write_only(
            &mut named,
            node,
            "GS",
            format!("{}:{duration}", plain(file)),
            found,
        )?;
        for Media { source, kind } in media {
            let value = format!("{}:{}", plain(source), plain(kind));
            write(&mut named, node, "MS", &value, found)?;
        }
        let stream = Stream {
            node,
            file: file.to_owned(),
            duration: Some(duration),
            media: media.to_vec(),
            place: Span::default(),
        };
        let named = main.with_text(named.to_bytes()).unwrap_or_default();
        stream.at(&named, timeline.last(), SpliceAs::Stream)
    }

    /// Returns the SGF file, as it was read, with another version of the recording: with its length, its end,
    /// and the new times of its snapshots. `moved` maps an old time to the new one; if it returns `None`, the
    /// snapshot is no longer a snapshot.
    ///
    /// Media are not changed: the format cannot express that they start at another time.
    ///
    /// ```
    /// use kifu_rgf::{Recording, Streams};
    /// use kifu_sgf::Document;
    /// use kifu_timeline::Time;
    ///
    /// let main = Document::parse("(;GM[1](;GS[talk.rgf:3];B[pd];W[dd])(;GD[talk.rgf:2];B[pd]))").unwrap();
    /// let stream = Streams::of(&main).streams.remove(0);
    /// let talk = Recording::parse("(;TS[0]B[pd]TS[0];TS[3]W[dd]TS[3])").unwrap();
    /// let piece = talk.read(&stream.settings(&main)).timeline.cut(Time::from_secs(1)..Time::from_secs(3));
    /// let moved = |time: Time| Some(Time::from_nanos(time.nanos() - 1_000_000_000));
    /// let sgf = stream.replaced(&main, &piece, moved).unwrap();
    /// assert_eq!(sgf.to_bytes(), b"(;GM[1](;GS[talk.rgf:2];B[pd])(;GD[talk.rgf:1];B[pd]))");
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`EditError::Unencodable`] if the charset of the SGF file lacks a character of the recording,
    /// and [`EditError::Charset`] if that charset is a guess that is not
    /// [sure](kifu_sgf::charset::DetectedCharset::is_sure), or that the text of the recording would change.
    pub fn replaced(
        &self,
        main: &Document,
        timeline: &Timeline,
        moved: impl Fn(Time) -> Option<Time>,
    ) -> Result<Document, EditError> {
        let mut named = reparse(main);
        let file = plain(&self.file);
        let found = main.charset(self.node);
        let value = format!("{file}:{}", timeline.duration());
        write_only(&mut named, self.node, "GS", value, found)?;
        let snapshots = Streams::of(main).snapshots.into_iter();
        for snapshot in snapshots.filter(|snapshot| snapshot.file == self.file) {
            match moved(snapshot.time) {
                Some(time) => {
                    let value = format!("{file}:{time}");
                    write_only(&mut named, snapshot.node, "GD", value, found)?;
                }
                None => drop(named.node_mut(snapshot.node).remove("GD")?),
            }
        }
        let named = main.with_text(named.to_bytes()).unwrap_or_default();
        self.at(&named, timeline.last(), SpliceAs::Stream)
    }

    fn rename(
        &self,
        main: &Document,
        spliced: &mut Document,
        view: View<'_>,
        splice_as: SpliceAs,
    ) -> Result<(), EditError> {
        let is_number = |ident: &str| {
            let property = main.node(self.node).get(ident);
            let value = property.and_then(|property| property.value());
            value.is_some_and(|value| value.raw().iter().all(u8::is_ascii_digit))
        };
        let mut node = spliced.node_mut(self.node);
        node.remove("GS")?;
        node.remove("MS")?;
        if !is_number("GM") {
            node.remove("GM")?;
        }
        if splice_as == SpliceAs::Snapshot {
            let time = view
                .stamp()
                .map_or_else(Default::default, |stamp| stamp.time);
            let found = main.charset(self.node);
            let value = format!("{}:{time}", plain(&self.file));
            write_only(spliced, self.node, "GD", value, found)?;
        }
        Ok(())
    }
}

/// Reads the document again, with the same ids.
fn reparse(main: &Document) -> Document {
    // A document that was parsed is within the limits.
    main.with_text(main.text().to_vec()).unwrap_or_default()
}

/// Whether the guess of the charset would change once the text is spliced.
fn changes_guess(main: &Document, spliced: &Document, node: NodeId) -> bool {
    let found = main.charset(node);
    if found.source != CharsetSource::Guess {
        return false;
    }
    let root = |document: &Document| document.forest().ancestors(node).last().unwrap_or(node);
    let at = main.roots().position(|one| one == root(main));
    let Ok(again) = main.with_text(spliced.to_bytes()) else {
        return true;
    };
    let now = at.and_then(|at| again.roots().nth(at));
    let now = now.map(|root| again.charset(root));
    // Without text beyond ASCII, no charset is guessed.
    now.is_none_or(|now| now.source != CharsetSource::Default && now.charset != found.charset)
}

/// Escapes a part of a value that is followed by a `:`.
fn plain(text: &str) -> String {
    escape(text).replace(':', "\\:")
}

/// Sets a property to one value, in its place or at the end.
fn write_only(
    document: &mut Document,
    node: NodeId,
    ident: &str,
    value: String,
    found: DetectedCharset,
) -> Result<(), EditError> {
    let encoded = encoded(&value, found)?;
    let mut node = document.node_mut(node);
    match node.set(ident, [NewValue::Raw(&encoded)]) {
        Err(EditError::NotAValue) => node.set(ident, [&*kifu_sgf::text(&value)]),
        result => result,
    }
}

/// Adds a value to a property.
fn write(
    document: &mut Document,
    node: NodeId,
    ident: &str,
    value: &str,
    found: DetectedCharset,
) -> Result<(), EditError> {
    let encoded = encoded(value, found)?;
    let mut node = document.node_mut(node);
    match node.add_value(ident, NewValue::Raw(&encoded)) {
        // In some charsets, a byte of a character looks like a bracket.
        Err(EditError::NotAValue) => node.add_value(ident, &*kifu_sgf::text(value)),
        result => result,
    }
}

/// Encodes a value in the charset of the SGF file.
///
/// # Errors
///
/// Returns [`EditError`] if the charset lacks a character, or is a guess that is too uncertain to
/// write text in it.
fn encoded(value: &str, found: DetectedCharset) -> Result<Cow<'_, [u8]>, EditError> {
    if !value.is_ascii() && !found.is_sure() {
        return Err(EditError::Charset);
    }
    let encoded = found.charset.encode(value);
    encoded.map_err(|error| EditError::Unencodable(error.character))
}
