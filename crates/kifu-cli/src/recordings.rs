//! The files that a recording consists of, and reading them.

pub(crate) mod contents;
pub(crate) mod markers;

use std::io::{self, BufReader, Read};
use std::path::Path;

use anyhow::Context;
use kifu::collection::{CHUNK_LEN, Collection, Content};
use kifu::rgf::bundle::{Bundle, BundleError, BundleErrorKind, Limits, check_name};
use kifu::rgf::{Read as Contents, Recording, Settings, Stream, Streams};
use kifu::sgf::Document;
use kifu::span::Diagnostic;
use kifu::timeline::Timeline;

use crate::exit::Refusal;
use crate::games::Chunks;
use crate::input::{Input, reason};
use crate::printable::Printable;
use crate::sources;

/// What was given to `kifu rec`: an SGF file and its recordings.
pub(crate) struct Session {
    pub(crate) kind: Kind,
    /// What there is beside the recordings: also of a folder, as if that were a bundle. Without
    /// the bytes of texts.
    pub(crate) bundle: Bundle,
    /// The SGF file; one that was made up for an RGF file that came alone.
    pub(crate) main: Document,
    pub(crate) streams: Streams,
    /// For each of the streams the recording, if the file is there.
    pub(crate) tracks: Vec<Option<Track>>,
    /// How many bytes were read.
    pub(crate) bytes: u64,
}

/// A recording.
pub(crate) struct Track {
    pub(crate) recording: Recording,
    pub(crate) read: Contents,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// An archive.
    Bundle,
    /// An SGF file, with the recordings beside it.
    Sgf,
    /// A recording alone.
    Rgf,
}

impl Kind {
    /// For programs.
    pub(crate) fn format(self) -> &'static str {
        match self {
            Kind::Bundle => "rgt",
            Kind::Sgf => "sgf",
            Kind::Rgf => "rgf",
        }
    }
}

/// An input of a verb that takes games and recordings.
pub(crate) enum Opened {
    /// A bundle, or an RGF file.
    Recordings(Box<Session>),
    /// Anything else, such as an SGF file that names recordings.
    Games(Chunks),
}

impl Opened {
    /// Opens an input; of a bundle only the records are read.
    pub(crate) fn of(input: &Input) -> anyhow::Result<Opened> {
        Opened::in_chunks(input, CHUNK_LEN)
    }

    /// Opens an input that is read in chunks of at most this many bytes.
    pub(crate) fn in_chunks(input: &Input, chunk_len: usize) -> anyhow::Result<Opened> {
        let chunks = Collection::with_chunk_len(input.open()?, chunk_len)?;
        let session = match chunks.content() {
            Content::Bundle => Session::bundled(input, chunks.into_reader())?,
            Content::Recording => Session::of_recording(input, chunks)?,
            _ if has_extension(input, "rgf") => Session::of_recording(input, chunks)?,
            Content::Records | Content::Nothing | Content::Packed(_) => {
                return Ok(Opened::Games(chunks));
            }
        };
        Ok(Opened::Recordings(Box::new(session)))
    }
}

/// Adds to a refusal of something large how to read it all the same.
fn unpack_first(error: BundleError) -> anyhow::Error {
    let option = match error.kind {
        BundleErrorKind::Bomb(_) => "--max-ratio 1100",
        BundleErrorKind::TooLarge(_) => "--max-size",
        _ => return error.into(),
    };
    anyhow::anyhow!("{error}; unpack it first with `kifu rec unpack {option}`")
}

struct Counted<R> {
    source: R,
    count: u64,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.source.read(buffer)?;
        self.count += read as u64;
        Ok(read)
    }
}

impl Session {
    /// Reads what belongs to an input: an SGF file's recordings from beside it.
    pub(crate) fn read(input: &Input) -> anyhow::Result<Session> {
        if let Input::File(path) = input {
            sources::note(path);
        }
        let bytes = match Opened::of(input)? {
            Opened::Recordings(session) => return Ok(*session),
            Opened::Games(chunks) => chunks.read_all()?,
        };
        let count = bytes.len() as u64;
        let document = Document::parse(bytes)?;
        let streams = Streams::of(&document);
        if streams.streams.is_empty() {
            anyhow::bail!("it is no recording, and names none");
        }
        let bundle = beside(input, document.to_bytes(), &streams)?;
        Session::of(bundle, Kind::Sgf, count)
    }

    /// Reads a bundle.
    fn bundled(input: &Input, source: impl Read) -> anyhow::Result<Session> {
        let mut counted = Counted { source, count: 0 };
        let reader = BufReader::with_capacity(1 << 16, &mut counted);
        let name = input.place().and_then(Path::file_name);
        let name = name.map(|name| name.to_string_lossy());
        let bundle = Bundle::read(reader, name.as_deref(), &Limits::default());
        Session::of(bundle.map_err(unpack_first)?, Kind::Bundle, counted.count)
    }

    fn of_recording(input: &Input, chunks: Chunks) -> anyhow::Result<Session> {
        let bytes = chunks.read_all()?;
        let len = bytes.len() as u64;
        Ok(Session::alone(input, Document::parse(bytes)?, len))
    }

    fn of(mut bundle: Bundle, kind: Kind, bytes: u64) -> anyhow::Result<Session> {
        let main = Document::parse(std::mem::take(&mut bundle.main))
            .with_context(|| Printable(&bundle.main_name).to_string())?;
        let streams = Streams::of(&main);
        let mut tracks = Vec::new();
        for stream in &streams.streams {
            tracks.push(match bundle.recording(&stream.file) {
                None => None,
                Some(bytes) => Some(Track::of(bytes, stream, &main)?),
            });
        }
        for (_, bytes) in &mut bundle.recordings {
            *bytes = Vec::new();
        }
        Ok(Session {
            kind,
            bundle,
            main,
            streams,
            tracks,
            bytes,
        })
    }

    /// A recording without its SGF file.
    fn alone(input: &Input, document: Document, bytes: u64) -> Session {
        let name = match input.place() {
            None => "-.rgf".to_owned(),
            Some(path) => path.file_name().map_or_else(String::new, |name| {
                let name = name.to_string_lossy();
                let is_rgf = name.to_lowercase().ends_with(".rgf");
                format!("{name}{}", if is_rgf { "" } else { ".rgf" })
            }),
        };
        let main = format!("(;GM[1]FF[4]CA[UTF-8];GS[{}])\n", escaped(&name));
        let main = Document::parse(main).unwrap_or_default();
        let streams = Streams::of(&main);
        let recording = Recording::from(document);
        let read = recording.read(&Settings::default());
        Session {
            kind: Kind::Rgf,
            bundle: Bundle {
                main_name: String::new(),
                main: Vec::new(),
                recordings: Vec::new(),
                others: Vec::new(),
                warnings: Vec::new(),
            },
            main,
            streams,
            tracks: vec![Some(Track { recording, read })],
            bytes,
        }
    }

    /// How many bytes a file has that is no recording, if it is there.
    pub(crate) fn size_of(&self, name: &str) -> Option<u64> {
        let found = self.bundle.others.iter().find(|(file, _)| file == name);
        found.map(|(_, bytes)| *bytes)
    }

    /// What is wrong with the SGF file, and with what it says of its recordings.
    pub(crate) fn check_main(&self, settings: &kifu::check::Settings) -> Vec<Diagnostic> {
        let mut findings = kifu::check::check(&self.main, settings);
        findings.retain(|finding| !self.streams.explain(finding.span));
        findings.extend_from_slice(&self.streams.diagnostics);
        findings.extend(self.bundle.references(&self.streams));
        let mut compared: Vec<&str> = Vec::new();
        for (stream, track) in self.found() {
            if !compared.contains(&&*stream.file) {
                compared.push(&stream.file);
                let timeline = track.timeline();
                findings.extend(self.streams.compare(&self.main, &stream.file, timeline));
            }
        }
        findings.sort_by_key(|finding| finding.span);
        findings
    }

    /// The recordings, with what the SGF file says of each.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&Stream, Option<&Track>)> {
        let tracks = self.tracks.iter().map(Option::as_ref);
        self.streams.streams.iter().zip(tracks)
    }

    /// The recordings that are there.
    pub(crate) fn found(&self) -> impl Iterator<Item = (&Stream, &Track)> {
        self.all()
            .filter_map(|(stream, track)| Some((stream, track?)))
    }

    /// The names of the recordings, for people.
    pub(crate) fn names(&self) -> String {
        let names = self.streams.streams.iter();
        let names: Vec<_> = names
            .map(|stream| Printable(&stream.file).to_string())
            .collect();
        names.join(", ")
    }

    /// Leaves only the recording that was asked for: its name, or its number from 1.
    pub(crate) fn choose(&mut self, wanted: Option<&str>) -> Result<(), Refusal> {
        let Some(wanted) = wanted else {
            return Ok(());
        };
        let streams = &mut self.streams.streams;
        let named = streams.iter().position(|stream| stream.file == wanted);
        let numbered = || wanted.parse::<usize>().ok()?.checked_sub(1);
        let Some(at) = named.or_else(numbered).filter(|at| *at < streams.len()) else {
            let wanted = Printable(wanted);
            let names = self.names();
            return Err(Refusal::Negative(format!(
                "there is no recording {wanted}, but {names}"
            )));
        };
        *streams = vec![streams.swap_remove(at)];
        self.tracks = vec![self.tracks.swap_remove(at)];
        Ok(())
    }

    /// The only recording.
    pub(crate) fn only(&self) -> Result<(&Stream, &Track), Refusal> {
        match (&*self.streams.streams, &*self.tracks) {
            ([stream], [Some(track)]) => Ok((stream, track)),
            ([stream], _) => {
                let name = Printable(&stream.file);
                Err(Refusal::Negative(format!("{name} is missing")))
            }
            _ => {
                let names = self.names();
                Err(Refusal::Usage(format!(
                    "it has several recordings: which of them? --recording {names}"
                )))
            }
        }
    }
}

impl Track {
    fn of(bytes: &[u8], stream: &Stream, main: &Document) -> anyhow::Result<Track> {
        let recording = Recording::parse_in(bytes, stream.charset(main))
            .with_context(|| Printable(&stream.file).to_string())?;
        let read = recording.read(&stream.settings(main));
        Ok(Track { recording, read })
    }

    pub(crate) fn timeline(&self) -> &Timeline {
        &self.read.timeline
    }
}

/// The files beside an SGF file that it names, as a bundle. Names that lead out of its folder are
/// not followed.
fn beside(input: &Input, main: Vec<u8>, streams: &Streams) -> anyhow::Result<Bundle> {
    let mut bundle = Bundle {
        main_name: input.shown(),
        main,
        recordings: Vec::new(),
        others: Vec::new(),
        warnings: Vec::new(),
    };
    let Input::File(path) = input else {
        return Ok(bundle);
    };
    let folder = path.parent().unwrap_or(Path::new(""));
    let has = |all: &[(String, Vec<u8>)], name: &str| all.iter().any(|(file, _)| file == name);
    for stream in &streams.streams {
        let is_new = !has(&bundle.recordings, &stream.file);
        if is_new && check_name(&stream.file).is_ok() {
            let path = folder.join(&stream.file);
            sources::note(&path);
            match std::fs::read(path) {
                Ok(bytes) => bundle.recordings.push((stream.file.clone(), bytes)),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => {
                    let name = Printable(&stream.file).to_string();
                    return Err(anyhow::Error::msg(reason(error)).context(name));
                }
            }
        }
        for media in &stream.media {
            let is_known = bundle.others.iter().any(|(file, _)| *file == media.source);
            if is_known || check_name(&media.source).is_err() {
                continue;
            }
            if let Ok(found) = std::fs::metadata(folder.join(&media.source)) {
                bundle.others.push((media.source.clone(), found.len()));
            }
        }
    }
    Ok(bundle)
}

fn has_extension(input: &Input, extension: &str) -> bool {
    let found = input.place().and_then(Path::extension);
    found.is_some_and(|found| found.eq_ignore_ascii_case(extension))
}

/// A name as `GS` has it.
fn escaped(name: &str) -> String {
    kifu::sgf::escape(name).replace(':', "\\:")
}
