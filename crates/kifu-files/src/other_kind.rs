//! Inputs of a kind that a program does not read.

use std::fmt;
use std::path::Path;

use kifu::Record;
use kifu::collection::Content;

/// The kind of an input that a program does not read, as an error.
///
/// See [`Input::is_skipped`](crate::Input::is_skipped) for files that are found in directories.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum OtherKind {
    /// Neither a game nor a position, in an unknown format.
    Unknown,
    /// Another format, such as `a PDF document`.
    Foreign(&'static str),
    /// A recording without its SGF file.
    Recording,
    /// A bundle of recordings.
    Bundle,
    /// A compressed file, with the usual extension of its compression.
    Compressed(&'static str),
    /// Positions without games.
    Positions,
    /// Games that refer to no recording.
    NotRecording,
    /// Games in a format that is only read, with its name for programs.
    ReadOnly(&'static str),
}

impl OtherKind {
    /// Returns the kind of content that is neither games nor positions.
    pub fn of(content: Content) -> Option<OtherKind> {
        match content {
            Content::Records => None,
            Content::Nothing => Some(OtherKind::Unknown),
            Content::Foreign(name) => Some(OtherKind::Foreign(name)),
            Content::Recording => Some(OtherKind::Recording),
            Content::Bundle => Some(OtherKind::Bundle),
            Content::Packed(ending) => Some(OtherKind::Compressed(ending)),
        }
    }

    /// Returns the reason why a record that was edited cannot be written in its format.
    pub fn of_unwritten(record: &Record) -> OtherKind {
        let format = record.format();
        if format.capabilities().has_games {
            OtherKind::ReadOnly(format.name())
        } else {
            OtherKind::Positions
        }
    }

    /// Returns whether a file at this path should not be of this kind: it has the name of a game
    /// record, but contains no record of any kind.
    pub fn is_unexpected(self, path: &Path) -> bool {
        let has_no_record = matches!(
            self,
            OtherKind::Unknown | OtherKind::Foreign(_) | OtherKind::Compressed(_)
        );
        has_no_record && has_record_name(path)
    }

    /// Formats a number of inputs of this kind: `2 PDF documents`.
    pub fn count(self, n: u64) -> String {
        let noun = match self {
            OtherKind::Unknown => "file without games",
            OtherKind::Foreign(name) => name.split_once(' ').map_or(name, |(_, noun)| noun),
            OtherKind::Recording => "recording",
            OtherKind::Bundle => "recording bundle",
            OtherKind::Compressed(_) => "compressed file",
            OtherKind::Positions => "position file",
            OtherKind::NotRecording => "file without recordings",
            OtherKind::ReadOnly(_) => "file in a format that kifu only reads",
        };
        let plural = if n == 1 { "" } else { "s" };
        match noun.strip_prefix("file ") {
            Some(rest) => format!("{n} file{plural} {rest}"),
            None => format!("{n} {noun}{plural}"),
        }
    }
}

/// Returns whether a file has the name of a game record, and should therefore contain a game.
fn has_record_name(path: &Path) -> bool {
    const EXTENSIONS: [&str; 11] = [
        "sgf", "mgt", "gib", "jgf", "ngf", "ugf", "ugi", "sgn", "rgf", "rgt", "rgz",
    ];
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| {
        let mut known = EXTENSIONS.iter();
        known.any(|known| extension.eq_ignore_ascii_case(known))
    })
}

impl fmt::Display for OtherKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OtherKind::Unknown => f.write_str("no game found"),
            OtherKind::Foreign(name) => write!(f, "this is {name}, which kifu cannot read"),
            OtherKind::Recording => {
                f.write_str("this is a recording; extract the game with `kifu rec at`")
            }
            OtherKind::Bundle => {
                f.write_str("this is a bundle of recordings; extract the game with `kifu rec at`")
            }
            OtherKind::Compressed(ending) => write!(
                f,
                "the input is compressed; kifu only decompresses files whose names end with `{ending}`"
            ),
            OtherKind::NotRecording => {
                f.write_str("the file is not a recording and does not refer to one")
            }
            OtherKind::ReadOnly(format) => write!(
                f,
                "kifu reads {} but does not write it; run `kifu convert -t sgf` first",
                format.to_ascii_uppercase()
            ),
            OtherKind::Positions => f.write_str(
                "the file contains positions, not games; run `kifu convert -t sgf` first",
            ),
        }
    }
}

impl core::error::Error for OtherKind {}
