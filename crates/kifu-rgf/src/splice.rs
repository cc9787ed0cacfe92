//! The SGF file with a moment of a recording in its place.

use std::borrow::Cow;

use kifu_sgf::charset::{CharsetSource, DetectedCharset};
use kifu_sgf::{Document, EditError, Place, Written, escape};
use kifu_span::Span;
use kifu_timeline::{NodeId, Time, Timeline, View};

use crate::stream::{Media, Stream, Streams};

/// What the game stream node becomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum As {
    /// An ordinary node: it does not name the recording any more.
    Plain,
    /// The game stream node that it is.
    Stream,
    /// A snapshot, which says the time of the recording: `GD`.
    Snapshot,
}

impl Stream {
    /// The SGF file, as it was read, with what the recording holds at a moment below the game
    /// stream node, in place of what is there. Game stream nodes and snapshots right below
    /// it stay.
    ///
    /// ```
    /// use kifu_rgf::{As, Recording, Streams};
    /// use kifu_sgf::Document;
    /// use kifu_timeline::Time;
    ///
    /// let main = Document::parse("(;GM[1]KM[6.5];GS[talk.rgf])").unwrap();
    /// let stream = Streams::of(&main).streams.remove(0);
    /// let talk = Recording::parse("(;TS[0]B[pd]TS[0];TS[3]W[dd]TS[3])").unwrap();
    /// let timeline = talk.read(&stream.settings(&main)).timeline;
    /// let at_2 = stream.at(&main, timeline.at(Time::from_secs(2)), As::Plain).unwrap();
    /// assert_eq!(at_2.to_bytes(), b"(;GM[1]KM[6.5];;B[pd])");
    /// ```
    ///
    /// # Errors
    ///
    /// [`EditError::Unencodable`] if the charset of the SGF file lacks a character of the
    /// recording; [`EditError::Charset`] if that charset is a guess that is not
    /// [sure](kifu_sgf::charset::DetectedCharset::is_sure), or that the text of the recording would change.
    pub fn at(&self, main: &Document, view: View<'_>, as_what: As) -> Result<Document, EditError> {
        let others = Streams::of(main);
        let mut spliced = again(main);
        let shown = main.forest().children(self.node);
        let shown: Vec<NodeId> = shown.filter(|child| !others.has(*child)).collect();
        if as_what != As::Stream {
            self.rename(main, &mut spliced, view, as_what)?;
        }
        // What is there now comes where the first of what was shown stands.
        let first_row = match shown.first() {
            Some(first) => Place::Before(*first),
            None => Place::LastChild(self.node),
        };
        // Nodes to copy, with their places; the last first.
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
        if is_guessed_anew(main, &spliced, self.node) {
            return Err(EditError::Charset);
        }
        Ok(spliced)
    }

    /// The SGF file, as it was read, with a node of it made the game stream node of a
    /// recording: it names the file, its length and its media, and below it stands what the
    /// recording comes to.
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
    /// [`EditError::Unencodable`] if the charset of the SGF file lacks a character of the
    /// recording; [`EditError::Charset`] if that charset is a guess that is not
    /// [sure](kifu_sgf::charset::DetectedCharset::is_sure), or that the text of the recording would change.
    pub fn add(
        main: &Document,
        node: NodeId,
        file: &str,
        timeline: &Timeline,
        media: &[Media],
    ) -> Result<Document, EditError> {
        let mut named = again(main);
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
        stream.at(&named, timeline.last(), As::Stream)
    }

    /// The SGF file, as it was read, with another version of the recording: its length, what it
    /// comes to, and the times of its snapshots, as `moved` says; a snapshot of what is in it no
    /// more stops being one.
    ///
    /// Media are left as they are: nothing can say that they start at another time.
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
    /// [`EditError::Unencodable`] if the charset of the SGF file lacks a character of the
    /// recording; [`EditError::Charset`] if that charset is a guess that is not
    /// [sure](kifu_sgf::charset::DetectedCharset::is_sure), or that the text of the recording would change.
    pub fn replaced(
        &self,
        main: &Document,
        timeline: &Timeline,
        moved: impl Fn(Time) -> Option<Time>,
    ) -> Result<Document, EditError> {
        let mut named = again(main);
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
        self.at(&named, timeline.last(), As::Stream)
    }

    fn rename(
        &self,
        main: &Document,
        spliced: &mut Document,
        view: View<'_>,
        as_what: As,
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
        if as_what == As::Snapshot {
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

/// The same document anew, with the same ids.
fn again(main: &Document) -> Document {
    // What was written once can be read again.
    main.with_text(main.text().to_vec()).unwrap_or_default()
}

/// Whether a file whose charset is guessed would be read in another one once it is spliced.
fn is_guessed_anew(main: &Document, spliced: &Document, node: NodeId) -> bool {
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

/// A part of a value that has a `:` behind it.
fn plain(text: &str) -> String {
    escape(text).replace(':', "\\:")
}

/// Gives a property one value, where it stands, or at the end.
fn write_only(
    document: &mut Document,
    node: NodeId,
    ident: &str,
    value: String,
    found: DetectedCharset,
) -> Result<(), EditError> {
    let encoded = encoded(&value, found)?;
    let mut node = document.node_mut(node);
    match node.set(ident, [Written::Raw(&encoded)]) {
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
    match node.add_value(ident, Written::Raw(&encoded)) {
        // In some charsets half a character looks like a bracket.
        Err(EditError::NotAValue) => node.add_value(ident, &*kifu_sgf::text(value)),
        result => result,
    }
}

/// A value in the charset of the SGF file.
///
/// # Errors
///
/// If the charset lacks a character, or is a guess that is too unsure to write text in it.
fn encoded(value: &str, found: DetectedCharset) -> Result<Cow<'_, [u8]>, EditError> {
    if !value.is_ascii() && !found.is_sure() {
        return Err(EditError::Charset);
    }
    let encoded = found.charset.encode(value);
    encoded.map_err(|error| EditError::Unencodable(error.character))
}
