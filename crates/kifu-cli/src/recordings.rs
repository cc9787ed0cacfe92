//! Recordings and the files that belong to them.

pub(crate) mod contents;
pub(crate) mod markers;

use kifu::rgf::Stream;
use kifu::rgf::bundle::{BundleError, BundleErrorKind};
pub(crate) use kifu::rgf::{SessionKind as Kind, Track};
use kifu::span::Diagnostic;
use kifu_files::Input;
use kifu_files::recordings::SessionError;
pub(crate) use kifu_files::recordings::{Opened, Session};

use crate::exit::Refusal;
use crate::printable::Printable;
use crate::read_files;

/// Opens an input that is read in chunks of at most this many bytes. Only the records of a bundle
/// are read.
pub(crate) fn open(input: &Input, chunk_len: usize) -> anyhow::Result<Opened> {
    Opened::open(input, chunk_len).map_err(with_advice)
}

/// The same as [`open`], for verbs that read the records of games and not their bytes.
pub(crate) fn open_records(input: &Input, chunk_len: usize) -> anyhow::Result<Opened> {
    Opened::open_records(input, chunk_len).map_err(with_advice)
}

/// Reads an input. The recordings of an SGF file are read from its directory.
pub(crate) fn read(input: &Input) -> anyhow::Result<Session> {
    Session::read(input, read_files::all()).map_err(with_advice)
}

pub(crate) fn with_advice(error: SessionError) -> anyhow::Error {
    match error {
        SessionError::Read(error) => error.into(),
        SessionError::Bundle(error) => unpack_first(error),
        SessionError::File { name, why } => anyhow::anyhow!("{}: {why}", Printable(&name)),
        error => error.into(),
    }
}

/// Adds the command that unpacks the bundle to the error for a bundle that exceeds a limit.
fn unpack_first(error: BundleError) -> anyhow::Error {
    let option = match error.kind {
        BundleErrorKind::Bomb(_) => "--max-ratio 1100",
        BundleErrorKind::TooLarge(_) => "--max-size",
        _ => return error.into(),
    };
    anyhow::anyhow!("{error}; unpack it first with `kifu rec unpack {option}`")
}

/// Returns the findings in the SGF file, including its references to recordings.
pub(crate) fn check_main(session: &Session, settings: &kifu::check::Settings) -> Vec<Diagnostic> {
    session.findings(kifu::check::check(&session.main, settings))
}

/// Returns the names of the recordings, for messages.
fn names(session: &Session) -> String {
    let names = session.streams.streams.iter();
    let names: Vec<_> = names
        .map(|stream| Printable(&stream.file).to_string())
        .collect();
    names.join(", ")
}

/// Removes all recordings except the wanted one, given by its name or its number from 1.
pub(crate) fn choose(session: &mut Session, wanted: Option<&str>) -> Result<(), Refusal> {
    match wanted {
        Some(wanted) if !session.choose(wanted) => {
            let (wanted, names) = (Printable(wanted), names(session));
            Err(Refusal::Negative(format!(
                "the file has no recording {wanted}; its recordings are {names}"
            )))
        }
        _ => Ok(()),
    }
}

/// Returns the only recording.
pub(crate) fn only(session: &Session) -> Result<(&Stream, &Track), Refusal> {
    match (&*session.streams.streams, &*session.tracks) {
        ([stream], [Some(track)]) => Ok((stream, track)),
        ([stream], _) => {
            let name = Printable(&stream.file);
            Err(Refusal::Negative(format!("{name} is missing")))
        }
        _ => Err(Refusal::Usage(format!(
            "there are several recordings; select one with `--recording NAME`: {}",
            names(session)
        ))),
    }
}
