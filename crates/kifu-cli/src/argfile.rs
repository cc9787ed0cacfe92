//! `@FILE`: arguments from a file.

use std::ffi::OsString;
use std::fs;
use std::path::Path;

use kifu_files::paths::path_of;
use kifu_files::reason;

use crate::exit::Usage;
use crate::printable::file_name;

/// Replaces each argument `@FILE` by the lines of the file, without empty lines.
///
/// An `@` within such a file or after `--` has no special meaning. Write `./@FILE` for a file whose
/// name is `@FILE`.
///
/// # Errors
///
/// If a file cannot be read.
pub(crate) fn expand(mut args: impl Iterator<Item = OsString>) -> Result<Vec<OsString>, Usage> {
    // The first argument is the name of the command.
    let mut expanded: Vec<OsString> = args.next().into_iter().collect();
    let mut literal = false;
    for arg in args {
        literal |= arg == "--";
        match arg.as_encoded_bytes().strip_prefix(b"@") {
            Some(name) if !literal => {
                expanded.extend(lines(&path_of(name.to_vec()))?);
            }
            _ => expanded.push(arg),
        }
    }
    Ok(expanded)
}

fn lines(file: &Path) -> Result<Vec<OsString>, Usage> {
    let text = fs::read(file)
        .map_err(|error| Usage(format!("@{}: {}", file_name(file), reason(error))))?;
    let lines = text.split(|byte| *byte == b'\n');
    Ok(lines
        .map(|line| line.strip_suffix(b"\r").unwrap_or(line))
        .filter(|line| !line.is_empty())
        .map(|line| path_of(line.to_vec()).into())
        .collect())
}
