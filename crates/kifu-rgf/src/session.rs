//! An SGF file with its recordings, from any source.

use std::collections::HashMap;
use std::fmt;

use kifu_sgf::charset::Charset;
use kifu_sgf::{Document, escape};
use kifu_span::{Diagnostic, TooLarge};
use kifu_timeline::Timeline;

use crate::bundle::{Bundle, check_name};
use crate::read::TimelineReading;
use crate::{Dialect, Recording, Settings, Stream, Streams};

/// An SGF file with its recordings: from a bundle, from the files of a directory, or a single recording.
///
/// ```
/// use std::collections::HashMap;
/// use std::convert::Infallible;
/// use kifu_rgf::{Directory, Session};
/// use kifu_rgf::sgf::Document;
///
/// struct Memory(HashMap<&'static str, &'static str>);
///
/// impl Directory for Memory {
///     type Error = Infallible;
///
///     fn read(&mut self, name: &str) -> Result<Option<Vec<u8>>, Infallible> {
///         Ok(self.0.get(name).map(|text| text.as_bytes().to_vec()))
///     }
///
///     fn size(&mut self, name: &str) -> Option<u64> {
///         self.0.get(name).map(|text| text.len() as u64)
///     }
/// }
///
/// let main = Document::parse("(;GM[1];GS[talk.rgf:3]MS[talk.mp3:audio])(;GM[1];GS[lost.rgf])")?;
/// let mut files = Memory(HashMap::from([("talk.rgf", "(;TS[1]B[pd]TS[3])"), ("talk.mp3", "")]));
/// let session = Session::of_sgf("talk.sgf", main, &mut files).unwrap();
/// let [(stream, Some(talk)), (_, None)] = &session.all().collect::<Vec<_>>()[..] else { panic!() };
/// assert_eq!(stream.file, "talk.rgf");
/// assert_eq!(talk.timeline().len(), 2);
/// assert_eq!(session.size_of("talk.mp3"), Some(0));
/// # Ok::<(), kifu_rgf::sgf::TooLarge>(())
/// ```
#[derive(Debug)]
pub struct Session {
    /// The source of the session.
    pub kind: SessionKind,
    /// The names and sizes of the files, as in a bundle. The bytes of recordings are not kept.
    pub bundle: Bundle,
    /// The SGF file; for a single recording, a generated one.
    pub main: Document,
    /// The recordings that the SGF file names.
    pub streams: Streams,
    /// The recording of each of the streams, if its file exists.
    pub tracks: Vec<Option<Track>>,
}

/// The sources of a [`Session`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SessionKind {
    /// A bundle.
    Bundle,
    /// An SGF file, with its recordings in the same directory.
    Sgf,
    /// A single recording.
    Rgf,
}

impl SessionKind {
    /// The name of the format: `rgt`, `sgf` or `rgf`.
    pub const fn format(self) -> &'static str {
        match self {
            SessionKind::Bundle => "rgt",
            SessionKind::Sgf => "sgf",
            SessionKind::Rgf => "rgf",
        }
    }
}

/// A recording of a [`Session`], as a file and as a timeline.
#[derive(Debug)]
pub struct Track {
    /// The bytes of the RGF file.
    pub source: Vec<u8>,
    charset: Option<Charset>,
    settings: Settings,
    read: TimelineReading,
}

impl Track {
    fn of(
        source: Vec<u8>,
        charset: Option<Charset>,
        settings: Settings,
    ) -> Result<Track, TooLarge> {
        let (read, source) = parse(source, charset)?.into_timeline(&settings);
        Ok(Track {
            source,
            charset,
            settings,
            read,
        })
    }

    /// The timeline of the recording.
    pub fn timeline(&self) -> &Timeline {
        &self.read.timeline
    }

    /// The form of the specification that the file follows.
    pub fn dialect(&self) -> Dialect {
        self.read.dialect
    }

    /// Returns the RGF file with all findings in it, in the order of its text. Each call parses the file again.
    pub fn check(&self) -> (Recording, Vec<Diagnostic>) {
        // The source is within the limits, because it was parsed before.
        let recording = parse(self.source.clone(), self.charset);
        let recording = recording.unwrap_or_else(|_| Document::new().into());
        let findings = recording.findings(&self.settings, &self.read);
        (recording, findings)
    }
}

fn parse(source: Vec<u8>, charset: Option<Charset>) -> Result<Recording, TooLarge> {
    match charset {
        Some(charset) => Recording::parse_in(source, charset),
        None => Recording::parse(source),
    }
}

/// The files in the directory of an SGF file. A session only requests names that a bundle could contain, so a
/// name cannot refer to a file outside of the directory.
pub trait Directory {
    /// The error for a file that cannot be read.
    type Error;

    /// Reads a file; returns `None` if it does not exist.
    ///
    /// # Errors
    ///
    /// Returns an error if the file exists but cannot be read.
    fn read(&mut self, name: &str) -> Result<Option<Vec<u8>>, Self::Error>;

    /// The size of a file in bytes; `None` if it does not exist.
    fn size(&mut self, name: &str) -> Option<u64>;
}

/// The error for a file of a session that cannot be opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenError<E> {
    /// The name of the file.
    pub file: String,
    /// The problem with the file.
    pub problem: OpenProblem<E>,
}

/// The reasons why a file of a session cannot be opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpenProblem<E> {
    /// The file cannot be read.
    Unreadable(E),
    /// The file is too large.
    TooLarge(TooLarge),
}

impl<E: fmt::Display> fmt::Display for OpenError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file, self.problem)
    }
}

impl<E: fmt::Display> fmt::Display for OpenProblem<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenProblem::Unreadable(why) => why.fmt(f),
            OpenProblem::TooLarge(why) => why.fmt(f),
        }
    }
}

impl<E: fmt::Debug + fmt::Display> core::error::Error for OpenError<E> {}

impl Session {
    /// Opens the session of a bundle.
    ///
    /// # Errors
    ///
    /// Returns [`OpenProblem::TooLarge`] if an SGF or RGF file of the bundle is too large.
    pub fn of_bundle(mut bundle: Bundle) -> Result<Session, OpenError<core::convert::Infallible>> {
        let main = Document::parse(std::mem::take(&mut bundle.main)).map_err(|why| OpenError {
            file: bundle.main_name.clone(),
            problem: OpenProblem::TooLarge(why),
        })?;
        let streams = Streams::of(&main);
        Session::of(SessionKind::Bundle, bundle, main, streams)
    }

    /// Opens the session of an SGF file with the given name, and of the files that it names.
    ///
    /// # Errors
    ///
    /// Returns [`OpenError`] if a recording cannot be read or is too large. A recording that does not exist is
    /// not an error.
    pub fn of_sgf<F: Directory>(
        name: &str,
        main: Document,
        files: &mut F,
    ) -> Result<Session, OpenError<F::Error>> {
        let streams = Streams::of(&main);
        let mut bundle = Bundle {
            main_name: name.to_owned(),
            ..Bundle::empty()
        };
        for stream in &streams.streams {
            let file = &stream.file;
            if bundle.recording(file).is_none() && check_name(file).is_ok() {
                let bytes = files.read(file).map_err(|why| OpenError {
                    file: file.clone(),
                    problem: OpenProblem::Unreadable(why),
                })?;
                bundle
                    .recordings
                    .extend(bytes.map(|bytes| (file.clone(), bytes)));
            }
            for media in &stream.media {
                let file = &media.source;
                let is_known = bundle.others.iter().any(|(other, _)| other == file);
                if !is_known && check_name(file).is_ok() {
                    let size = files.size(file);
                    bundle.others.extend(size.map(|size| (file.clone(), size)));
                }
            }
        }
        Session::of(SessionKind::Sgf, bundle, main, streams)
    }

    /// Opens the session of a single recording, given the name and the bytes of its file.
    ///
    /// # Errors
    ///
    /// Returns [`TooLarge`] for 4 GiB or more.
    pub fn of_recording(name: &str, source: impl Into<Vec<u8>>) -> Result<Session, TooLarge> {
        let file = escape(name).replace(':', "\\:");
        let main = format!("(;GM[1]FF[4]CA[UTF-8];GS[{file}])\n");
        let main = Document::parse(main).unwrap_or_default();
        let streams = Streams::of(&main);
        let track = Track::of(source.into(), None, Settings::default())?;
        Ok(Session {
            kind: SessionKind::Rgf,
            bundle: Bundle::empty(),
            main,
            streams,
            tracks: vec![Some(track)],
        })
    }

    fn of<E>(
        kind: SessionKind,
        mut bundle: Bundle,
        main: Document,
        streams: Streams,
    ) -> Result<Session, OpenError<E>> {
        let mut files: HashMap<&str, Vec<u8>> = HashMap::new();
        for (file, bytes) in &mut bundle.recordings {
            let bytes = std::mem::take(bytes);
            files.entry(file).or_insert(bytes);
        }
        let numbered = streams.streams.iter().enumerate();
        let last: HashMap<&str, usize> = numbered
            .map(|(number, stream)| (&*stream.file, number))
            .collect();
        let mut tracks = Vec::new();
        for (number, stream) in streams.streams.iter().enumerate() {
            let file = &*stream.file;
            // Several streams can name the same file.
            let bytes = match last.get(file) {
                Some(last) if *last == number => files.remove(file),
                _ => files.get(file).cloned(),
            };
            let charset = Some(stream.charset(&main));
            let track = bytes.map(|bytes| Track::of(bytes, charset, stream.settings(&main)));
            tracks.push(track.transpose().map_err(|why| OpenError {
                file: stream.file.clone(),
                problem: OpenProblem::TooLarge(why),
            })?);
        }
        Ok(Session {
            kind,
            bundle,
            main,
            streams,
            tracks,
        })
    }

    /// The streams, each with its recording if that exists.
    pub fn all(&self) -> impl Iterator<Item = (&Stream, Option<&Track>)> {
        let tracks = self.tracks.iter().map(Option::as_ref);
        self.streams.streams.iter().zip(tracks)
    }

    /// The streams whose recordings exist, each with its recording.
    pub fn loaded(&self) -> impl Iterator<Item = (&Stream, &Track)> {
        self.all()
            .filter_map(|(stream, track)| Some((stream, track?)))
    }

    /// The size in bytes of a file that is not a recording, if it exists.
    pub fn size_of(&self, name: &str) -> Option<u64> {
        let found = self.bundle.others.iter().find(|(file, _)| file == name);
        found.map(|(_, bytes)| *bytes)
    }

    /// Keeps only the recording with this name, or else with this number, starting at 1. Returns whether there
    /// is one; if not, the session does not change.
    pub fn choose(&mut self, wanted: &str) -> bool {
        let streams = &mut self.streams.streams;
        let named = streams.iter().position(|stream| stream.file == wanted);
        let numbered = || wanted.parse::<usize>().ok()?.checked_sub(1);
        let Some(at) = named.or_else(numbered).filter(|at| *at < streams.len()) else {
            return false;
        };
        *streams = vec![streams.swap_remove(at)];
        self.tracks = vec![self.tracks.swap_remove(at)];
        true
    }

    /// Merges the findings of an SGF checker with those about the recordings, in order. Findings of the checker
    /// about `GM` that [names media](Streams::names_media) are removed.
    pub fn findings(&self, checked: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let mut findings = checked;
        findings.retain(|finding| !self.streams.names_media(finding.span));
        findings.extend_from_slice(&self.streams.diagnostics);
        findings.extend(self.bundle.references(&self.streams));
        let mut compared: Vec<&str> = Vec::new();
        for (stream, track) in self.loaded() {
            if !compared.contains(&&*stream.file) {
                compared.push(&stream.file);
                let timeline = track.timeline();
                findings.extend(self.streams.compare(&self.main, &stream.file, timeline));
            }
        }
        kifu_span::sort_by_span(&mut findings);
        findings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A directory in which every file but one can be read; it records the requested names.
    struct RecordingDirectory(Vec<String>);

    impl Directory for RecordingDirectory {
        type Error = &'static str;

        fn read(&mut self, name: &str) -> Result<Option<Vec<u8>>, &'static str> {
            self.0.push(name.to_owned());
            match name {
                "lost.rgf" => Err("lost"),
                _ => Ok(Some(b"(;TS[1]B[pd]TS[1])".to_vec())),
            }
        }

        fn size(&mut self, name: &str) -> Option<u64> {
            self.0.push(name.to_owned());
            Some(1)
        }
    }

    #[test]
    fn only_names_within_the_directory_are_requested_once() {
        let main = "(;GM[1];GS[a.rgf]MS[../b.mp3:audio](;GS[a.rgf]MS[b.mp3:audio][https://x.org/c:audio])\
            (;GS[../d.rgf]MS[b.mp3:audio]))";
        let mut files = RecordingDirectory(Vec::new());
        let main = Document::parse(main).unwrap();
        let mut session = Session::of_sgf("main.sgf", main, &mut files).unwrap();
        assert_eq!(files.0, ["a.rgf", "b.mp3"]);
        let found: Vec<_> = session.all().map(|(_, track)| track.is_some()).collect();
        assert_eq!(found, [true, true, false]);
        assert!(!session.choose("4") && !session.choose("x") && session.choose("2"));
        assert_eq!(session.loaded().count(), 1);
    }

    #[test]
    fn an_unreadable_file_is_named() {
        let main = Document::parse("(;GM[1];GS[lost.rgf])").unwrap();
        let error =
            Session::of_sgf("main.sgf", main, &mut RecordingDirectory(Vec::new())).unwrap_err();
        assert_eq!(error.to_string(), "lost.rgf: lost");
    }

    #[test]
    fn a_single_recording_has_a_name() {
        let session = Session::of_recording("a:b].rgf", "(;TS[1]B[pd]TS[1])").unwrap();
        let (stream, track) = session.loaded().next().unwrap();
        assert_eq!((&*stream.file, track.timeline().len()), ("a:b].rgf", 2));
    }
}
