//! Options that several verbs of `kifu rec` share.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use crate::args::input::{InputArgs, SHARED_OPTIONS};

/// The recordings to report on, and the output format.
#[derive(Debug, Args)]
pub(crate) struct RecordingsArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Read only this recording of each file: its name, or its number from 1 [default: all]
    #[arg(long, value_name = "NAME|N")]
    pub(crate) recording: Option<String>,

    /// Print the output as one JSON array
    #[arg(long)]
    pub(crate) json: bool,

    /// Print the output as JSON objects, one per line
    #[arg(long, conflicts_with = "json")]
    pub(crate) jsonl: bool,
}

/// The options that select one recording.
#[derive(Clone, Debug, Args)]
pub(crate) struct RecordingArgs {
    /// The file with the recording; `-` is standard input [default: -]
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: Option<PathBuf>,

    /// The recording to read if FILE has several: its name, or its number from 1
    #[arg(long, value_name = "NAME|N")]
    pub(crate) recording: Option<String>,
}

/// The options for writing a recording.
#[derive(Clone, Debug, Args)]
pub(crate) struct SaveArgs {
    /// Write to FILE, as a bundle if the name ends in .rgt or .rgz
    ///
    /// With other names, FILE contains only the recording. A bundle also contains the SGF file and
    /// all files that the SGF file refers to. Without this option, the recording goes to standard
    /// output.
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,

    /// Overwrite FILE if it exists
    #[arg(long, short, requires = "output")]
    pub(crate) force: bool,

    #[command(flatten)]
    pub(crate) size: SizeArgs,
}

/// The size limits for bundles.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct SizeArgs {
    /// The maximum uncompressed size of a bundle in bytes, such as 500M
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = parse_size, help_heading = SHARED_OPTIONS)]
    pub(crate) max_size: u64,

    /// The maximum ratio of the uncompressed to the compressed size
    ///
    /// The limit applies to bundles of more than 64 MiB when uncompressed. gzip never reaches a
    /// ratio of 1100, so `--max-ratio 1100` allows every bundle.
    #[arg(long, value_name = "N", default_value = "200", help_heading = SHARED_OPTIONS)]
    pub(crate) max_ratio: u64,
}

fn parse_size(text: &str) -> Result<u64, String> {
    let (digits, unit) = match text.as_bytes().last() {
        Some(b'K' | b'k') => (&text[..text.len() - 1], 1 << 10),
        Some(b'M' | b'm') => (&text[..text.len() - 1], 1 << 20),
        Some(b'G' | b'g') => (&text[..text.len() - 1], 1 << 30),
        _ => (text, 1),
    };
    let number: Option<u64> = digits.parse().ok();
    number
        .and_then(|number| number.checked_mul(unit))
        .ok_or_else(|| "expected a number of bytes such as `500M` or `16G`".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        assert_eq!(parse_size("16G"), Ok(16 << 30));
        assert_eq!(parse_size("3m"), Ok(3 << 20));
        assert_eq!(parse_size("200K"), Ok(200 << 10));
        assert_eq!(parse_size("5"), Ok(5));
        assert!(parse_size("99999999999G").is_err() && parse_size("G").is_err());
    }
}
