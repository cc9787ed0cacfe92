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
        Ok(match self.splice(main, view, splice_as)? {
            // The length of the text was checked.
            Spliced::Text(text) => main.with_text(text).unwrap_or_default(),
            Spliced::Edited(document) => *document,
        })
    }

    /// Returns the bytes of the document that [`Stream::at`] returns, and needs less memory.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`Stream::at`].
    pub fn bytes_at(
        &self,
        main: &Document,
        view: View<'_>,
        splice_as: SpliceAs,
    ) -> Result<Vec<u8>, EditError> {
        Ok(match self.splice(main, view, splice_as)? {
            Spliced::Text(text) => text,
            Spliced::Edited(document) => document.to_bytes(),
        })
    }

    fn splice(
        &self,
        main: &Document,
        view: View<'_>,
        splice_as: SpliceAs,
    ) -> Result<Spliced, EditError> {
        let others = Streams::of(main);
        let mut document = reparse(main);
        let shown = main.forest().children(self.node);
        let shown: Vec<NodeId> = shown.filter(|child| !others.has(*child)).collect();
        if splice_as != SpliceAs::Stream {
            self.rename(main, &mut document, view, splice_as)?;
        }
        // The recorded trees are inserted at the place of the first node that was shown.
        let place = match shown.first() {
            Some(first) => Place::Before(*first),
            None => Place::LastChild(self.node),
        };
        let roots: Vec<NodeId> = view.roots().collect();
        let tops = roots.iter().map(|_| document.add_node(place));
        let tops: Vec<NodeId> = tops.collect::<Result<_, _>>()?;
        for child in shown {
            document.remove_node(child);
        }
        let found = main.charset(self.node);
        let spliced = match with_trees(&mut document, &tops, &roots, view, found)? {
            Some(text) => Spliced::Text(text),
            None => {
                add_nodes(&mut document, &tops, &roots, view, found)?;
                Spliced::Edited(Box::new(document))
            }
        };
        if found.source == CharsetSource::Guess {
            let text = match &spliced {
                Spliced::Text(text) => text.clone(),
                Spliced::Edited(document) => document.to_bytes(),
            };
            if changes_guess(main, text, self.node) {
                return Err(EditError::Charset);
            }
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

/// An SGF file with the content of a recording.
enum Spliced {
    /// The text of a document that is neither damaged nor UTF-16.
    Text(Vec<u8>),
    Edited(Box<Document>),
}

/// Returns the text of the document with the recorded trees below `roots` in the place of `tops`, which are new nodes without
/// properties. The trees are inserted as text, which is much faster than adding their nodes one by one. Returns `None`
/// if the document is damaged or is UTF-16: its text around the nodes then depends on all of them.
fn with_trees(
    document: &mut Document,
    tops: &[NodeId],
    roots: &[NodeId],
    view: View<'_>,
    found: DetectedCharset,
) -> Result<Option<Vec<u8>>, EditError> {
    if document.utf16().is_some() || document.faults().next().is_some() {
        return Ok(None);
    }
    let Ok(read) = document.with_text(document.to_bytes()) else {
        return Ok(None);
    };
    let frame = read.text();
    let places = nodes(document).zip(nodes(&read));
    let mut tops_left = tops.iter().peekable();
    let places = places.filter(|(id, _)| tops_left.next_if_eq(&id).is_some());
    let places: Option<Vec<Span>> = places.map(|(_, id)| read.node(id).span()).collect();
    let Some(places) = places.filter(|places| places.len() == tops.len()) else {
        return Ok(None);
    };
    let mut text = Vec::with_capacity(frame.len());
    let mut written = 0;
    for ((place, root), top) in places.iter().zip(roots).zip(tops) {
        text.extend_from_slice(&frame[written..place.range().start]);
        write_tree(document, *top, *root, view, found, &mut text)?;
        written = place.range().end;
    }
    text.extend_from_slice(&frame[written..]);
    // A longer text is not a document.
    Ok(Some(text).filter(|text| u32::try_from(text.len()).is_ok()))
}

/// Writes a recorded node and its descendants. `top` is a node of the document without properties.
fn write_tree(
    document: &mut Document,
    top: NodeId,
    root: NodeId,
    view: View<'_>,
    found: DetectedCharset,
    out: &mut Vec<u8>,
) -> Result<(), EditError> {
    // Nodes, each with whether it is in parentheses, and `None` for each `)`; the last first.
    let mut todo = vec![Some((root, false))];
    while let Some(step) = todo.pop() {
        let Some((node, is_in_parens)) = step else {
            out.push(b')');
            continue;
        };
        if is_in_parens {
            out.push(b'(');
            todo.push(None);
        }
        out.push(b';');
        for (ident, values) in view.properties(node) {
            out.extend_from_slice(ident.as_bytes());
            for value in values {
                out.push(b'[');
                match encoded(value, found)? {
                    // The value is as the timeline normalized it, so it ends where it should.
                    Cow::Borrowed(raw) if !raw.contains(&b'[') => out.extend_from_slice(raw),
                    _ => {
                        write(document, top, "C", value, found)?;
                        let comment = document.node(top).get("C");
                        let value = comment.and_then(|comment| comment.value());
                        out.extend_from_slice(value.map_or(b"", |value| value.raw()));
                        document.node_mut(top).remove("C")?;
                    }
                }
                out.push(b']');
            }
        }
        let start = todo.len();
        todo.extend(view.children(node).map(|child| Some((child, true))));
        if let [Some((_, is_in_parens))] = &mut todo[start..] {
            *is_in_parens = false;
        }
        todo[start..].reverse();
    }
    Ok(())
}

/// All nodes in the order in which they are written.
fn nodes(document: &Document) -> impl Iterator<Item = NodeId> {
    let roots = document.roots();
    roots.flat_map(|root| document.forest().preorder(root))
}

/// Adds the properties of the recorded nodes `roots` to `tops`, and copies of their descendants below these.
fn add_nodes(
    document: &mut Document,
    tops: &[NodeId],
    roots: &[NodeId],
    view: View<'_>,
    found: DetectedCharset,
) -> Result<(), EditError> {
    // Nodes with their copies, the last first.
    let mut todo: Vec<(NodeId, NodeId)> = roots.iter().copied().zip(tops.iter().copied()).collect();
    todo.reverse();
    while let Some((node, copy)) = todo.pop() {
        for (ident, values) in view.properties(node) {
            for value in values {
                write(document, copy, ident, value, found)?;
            }
        }
        let start = todo.len();
        for child in view.children(node) {
            todo.push((child, document.add_node(Place::LastChild(copy))?));
        }
        todo[start..].reverse();
    }
    Ok(())
}

/// Whether the guess of the charset of a game would change once its text is spliced.
fn changes_guess(main: &Document, spliced: Vec<u8>, node: NodeId) -> bool {
    let root = main.forest().root_of(node);
    let at = main.roots().position(|one| one == root);
    let Ok(again) = main.with_text(spliced) else {
        return true;
    };
    let now = at.and_then(|at| again.roots().nth(at));
    let now = now.map(|root| again.charset(root));
    // Without text beyond ASCII, no charset is guessed.
    now.is_none_or(|now| {
        now.source != CharsetSource::Default && now.charset != main.charset(node).charset
    })
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
