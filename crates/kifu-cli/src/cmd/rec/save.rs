//! Writes recordings, alone or in bundles.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use kifu::charset::Charset;
use kifu::rgf::bundle::{
    Bundle, BundleError, BundleErrorKind, Limits, Reader, Writer, main_name_of,
};
use kifu::rgf::{Dialect, Media, Recording, Settings, Stream, Streams, write_in};
use kifu::sgf::Document;
use kifu::span::Severity;
use kifu::timeline::{Time, Timeline};
use kifu_files::Input;
use kifu_files::write::{self, Draft};

use super::args::{SaveArgs, SizeArgs};
use crate::exit::Usage;
use crate::output;
use crate::printable::{Printable, count, file_name};
use crate::read_files;
use crate::recordings::{Kind, Session, Track};

/// The destination of a recording.
pub(crate) enum Destination<'a> {
    Stdout,
    /// The recording alone.
    Rgf(&'a Path),
    Bundle(&'a Path),
}

impl<'a> Destination<'a> {
    pub(crate) fn of(args: &'a SaveArgs) -> Destination<'a> {
        match args.output.as_deref() {
            Some(path) if path.as_os_str() == "-" => Destination::Stdout,
            Some(path) if is_rgz(path).is_some() => Destination::Bundle(path),
            Some(path) => Destination::Rgf(path),
            None => Destination::Stdout,
        }
    }
}

/// Returns whether a path has the name of a compressed bundle (`.rgz`); `None` if it is not the
/// name of a bundle.
pub(crate) fn is_rgz(path: &Path) -> Option<bool> {
    let extension = path.extension()?;
    let is = |name: &str| extension.eq_ignore_ascii_case(name);
    match (is("rgt"), is("rgz")) {
        (false, false) => None,
        (_, is_rgz) => Some(is_rgz),
    }
}

pub(crate) fn limits(size: SizeArgs) -> Limits {
    Limits {
        total: size.max_size,
        ratio: size.max_ratio,
        ..Limits::default()
    }
}

/// Adds the option that raises the limit to a size error.
pub(crate) fn with_limit_hint(error: BundleError) -> anyhow::Error {
    let hint = match error.kind {
        BundleErrorKind::Bomb(_) => "raise the limit with `--max-ratio 1100`",
        BundleErrorKind::TooLarge(_) => "raise the limit with `--max-size`",
        _ => return error.into(),
    };
    anyhow::anyhow!("{error}; {hint}")
}

/// Returns the bytes of an RGF file with a timeline.
pub(crate) fn to_rgf(
    timeline: &Timeline,
    dialect: Dialect,
    charset: Charset,
) -> anyhow::Result<Vec<u8>> {
    let encoded = write_in(timeline, dialect, charset);
    encoded.map_err(|error| {
        anyhow::anyhow!("{charset} cannot encode {}", error.character.escape_debug())
    })
}

/// Writes bytes to a file, or to standard output if there is no path.
pub(crate) fn write_bytes(bytes: &[u8], to: Option<&Path>, force: bool) -> anyhow::Result<()> {
    let Some(path) = to else {
        let mut out = output::contents();
        out.write_all(bytes)?;
        return Ok(out.flush()?);
    };
    write::create(path, bytes, read_files::overwrite(force))
        .with_context(|| format!("cannot write {}", file_name(path)))
}

/// Prints the number of events and the length of an RGF file.
pub(crate) fn report_length(rgf: &[u8], charset: Charset) -> anyhow::Result<()> {
    let read = Recording::parse_in(rgf, charset)?.read(&Settings::default());
    let events = count(read.timeline.len() as u64, "event");
    let length = seconds(read.timeline.duration());
    output::line(format_args!("{events}, {length}"));
    Ok(())
}

/// Returns a time with its unit, such as `12.5 seconds`.
pub(crate) fn seconds(time: Time) -> String {
    let unit = if time == Time::from_secs(1) {
        "second"
    } else {
        "seconds"
    };
    format!("{time} {unit}")
}

// ---- a new version of a recording ----

/// A new version of an existing recording.
pub(crate) struct NewVersion<'a> {
    pub(crate) input: &'a Input,
    pub(crate) session: &'a Session,
    pub(crate) stream: &'a Stream,
    pub(crate) track: &'a Track,
    pub(crate) timeline: &'a Timeline,
}

impl NewVersion<'_> {
    /// Writes the new version. `moved` returns the new time of a snapshot, or `None` to drop the
    /// snapshot. Returns whether the output is complete.
    pub(crate) fn save(
        &self,
        args: &SaveArgs,
        moved: impl Fn(Time) -> Option<Time>,
    ) -> anyhow::Result<bool> {
        let mut is_complete = true;
        let NewVersion {
            session,
            stream,
            timeline,
            ..
        } = self;
        let charset = stream.charset(&session.main);
        let rgf = to_rgf(timeline, self.track.dialect(), charset)?;
        match Destination::of(args) {
            Destination::Stdout => write_bytes(&rgf, None, false)?,
            Destination::Rgf(path) => write_bytes(&rgf, Some(path), args.force)?,
            Destination::Bundle(path) => {
                let main = stream.replaced(&session.main, timeline, moved)?;
                is_complete = self.bundle(path, args, &main, &rgf)?;
            }
        }
        report_length(&rgf, charset)?;
        Ok(is_complete)
    }

    fn bundle(
        &self,
        path: &Path,
        args: &SaveArgs,
        main: &Document,
        rgf: &[u8],
    ) -> anyhow::Result<bool> {
        let session = self.session;
        let main_bytes = main.to_bytes();
        let new_name = main_name(path);
        let file = &*self.stream.file;
        let is_main = |name: &str| name == session.bundle.main_name;
        match (session.kind, self.input) {
            (Kind::Bundle, Input::Stdin | Input::Member(_)) => {
                let why =
                    "a bundle on standard input cannot be read twice; give the path of the bundle";
                Err(Usage(why.to_owned()).into())
            }
            (Kind::Bundle, Input::File(from)) => bundle(path, args.force, args.size, |writer| {
                let archive = File::open(from)?;
                let mut reader = Reader::new(archive, &limits(args.size))?;
                while let Some(mut member) = reader.next()? {
                    let name = member.name().to_owned();
                    match name {
                        name if is_main(&name) => writer.add_bytes(&new_name, &main_bytes)?,
                        name if name == file => writer.add_bytes(&name, rgf)?,
                        name => writer.add(&name, member.size(), &mut member)?,
                    }
                }
                Ok(())
            }),
            (Kind::Rgf, Input::File(path))
                if path.file_name().and_then(OsStr::to_str).is_none() =>
            {
                let name = file_name(path);
                anyhow::bail!("the file name {name} is not Unicode, so a bundle cannot contain it")
            }
            (Kind::Sgf | Kind::Rgf, _) => {
                let mut files = BundleFiles::new(&new_name, main_bytes);
                files.add(file, MemberSource::Bytes(rgf.to_vec()));
                let folder = match self.input {
                    Input::File(path) => path.parent().unwrap_or(Path::new("")).to_owned(),
                    Input::Stdin | Input::Member(_) => PathBuf::new(),
                };
                let recordings = session.bundle.recordings.iter().map(|(name, _)| name);
                let others = session.bundle.others.iter().map(|(name, _)| name);
                for name in recordings.chain(others).filter(|name| *name != file) {
                    files.add(name, MemberSource::File(folder.join(name)));
                }
                files.write(path, args.force, args.size, &Streams::of(main))
            }
        }
    }
}

/// Reports a line for each media file: its source and `what`, which describes how kifu treats the
/// file. kifu does not change media files.
pub(crate) fn report_media(media: &[Media], what: &str) {
    for media in media {
        output::message(format_args!("{} {what}", Printable(&media.source)));
    }
}

// ---- bundles ----

/// Returns the name of the SGF file in a bundle: the name of the bundle with the extension `.sgf`.
pub(crate) fn main_name(bundle: &Path) -> String {
    let stem = bundle.file_stem().unwrap_or_default().to_str();
    main_name_of(stem.unwrap_or_default())
}

/// The files of a new bundle.
pub(crate) struct BundleFiles {
    main: String,
    all: Vec<(String, MemberSource)>,
}

/// The source of a file in a new bundle.
pub(crate) enum MemberSource {
    Bytes(Vec<u8>),
    File(PathBuf),
}

impl BundleFiles {
    pub(crate) fn new(main: &str, bytes: Vec<u8>) -> BundleFiles {
        BundleFiles {
            main: main.to_owned(),
            all: vec![(main.to_owned(), MemberSource::Bytes(bytes))],
        }
    }

    pub(crate) fn add(&mut self, name: &str, content: MemberSource) {
        self.all.push((name.to_owned(), content));
    }

    /// Writes the bundle, with its files in the order in which the SGF file refers to them. Returns
    /// whether the bundle contains all files that the SGF file refers to.
    pub(crate) fn write(
        mut self,
        path: &Path,
        force: bool,
        size: SizeArgs,
        streams: &Streams,
    ) -> anyhow::Result<bool> {
        let mut names: Vec<String> = self.all.iter().map(|(name, _)| name.clone()).collect();
        kifu::rgf::bundle::sort_names(&mut names, &self.main, streams);
        let positions: HashMap<&str, usize> = names.iter().map(String::as_str).zip(0..).collect();
        self.all
            .sort_by_key(|(name, _)| positions.get(&**name).copied());
        for (_, content) in &self.all {
            if let MemberSource::File(path) = content {
                read_files::all().add(path);
            }
        }
        bundle(path, force, size, |writer| {
            for (name, content) in self.all {
                match content {
                    MemberSource::Bytes(bytes) => writer.add_bytes(&name, &bytes)?,
                    MemberSource::File(path) => add_file(writer, &name, &path)
                        .with_context(|| format!("cannot pack {}", file_name(&path)))?,
                }
            }
            Ok(())
        })
    }
}

fn add_file(writer: &mut Writer<Draft>, name: &str, path: &Path) -> anyhow::Result<()> {
    let mut file = File::open(path)?;
    let found = file.metadata()?;
    anyhow::ensure!(found.is_file(), "not a regular file");
    Ok(writer.add(name, found.len(), &mut file)?)
}

/// Writes a bundle, which gets its name only after it was read back without errors. Returns whether
/// it contains all files that its SGF file refers to.
fn bundle(
    path: &Path,
    force: bool,
    size: SizeArgs,
    fill: impl FnOnce(&mut Writer<Draft>) -> anyhow::Result<()>,
) -> anyhow::Result<bool> {
    let cannot_write = || format!("cannot write {}", file_name(path));
    // Fail before packing if the bundle cannot be written.
    write::vacant(path, &read_files::overwrite(force)).with_context(cannot_write)?;
    let out = Draft::of(path).with_context(cannot_write)?;
    let mut writer = match is_rgz(path) {
        Some(true) => Writer::new_rgz(out),
        _ => Writer::new_rgt(out),
    };
    fill(&mut writer)?;
    let written = writer.finish().with_context(cannot_write)?;
    let file = written.finish().with_context(cannot_write)?;
    let name = path.file_name().map(|name| name.to_string_lossy());
    let read_back = |ratio: u64| -> anyhow::Result<_> {
        let again = file.open().with_context(cannot_write)?;
        let limits = Limits {
            ratio,
            ..limits(size)
        };
        Ok(Bundle::read(again, name.as_deref(), &limits))
    };
    let bundle = match read_back(size.max_ratio)? {
        // The user trusts this content, but programs that read the bundle do not.
        Err(error) if matches!(error.kind, BundleErrorKind::Bomb(_)) => {
            output::message(format_args!(
                "{}: the compression ratio is {} or more; unpack it with \
                 `kifu rec unpack --max-ratio 1100`, or pack it as .rgt",
                file_name(path),
                size.max_ratio
            ));
            read_back(u64::MAX)?
        }
        read => read,
    };
    let bundle = bundle.map_err(with_limit_hint);
    let bundle = bundle.context("cannot read the new bundle back")?;
    let is_complete = report_references(&bundle)?;
    file.commit(read_files::overwrite(force))
        .with_context(cannot_write)?;
    Ok(is_complete)
}

/// Reports problems with the files of a bundle and the references to them. Returns whether no file
/// is missing.
fn report_references(bundle: &Bundle) -> anyhow::Result<bool> {
    let main = Document::parse(bundle.main.clone())?;
    let found = bundle.references(&Streams::of(&main));
    let reported = found.iter().filter(|found| found.severity > Severity::Info);
    for diagnostic in reported {
        output::message(format_args!("{}", Printable(&diagnostic.message)));
    }
    Ok(found.iter().all(|found| found.severity != Severity::Error))
}

/// Reads a whole file, or standard input if the path is `-`.
pub(crate) fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    let bytes = if path.as_os_str() == "-" {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        read_files::all().add(path);
        std::fs::read(path)
    };
    bytes.with_context(|| format!("cannot read {}", file_name(path)))
}

/// Reads a UTF-8 file, or standard input if the path is `-`.
pub(crate) fn read_text(path: &Path) -> anyhow::Result<String> {
    String::from_utf8(read(path)?).with_context(|| format!("cannot read {}", file_name(path)))
}
