//! `@FILE`: arguments from a file.

use std::ffi::OsString;
use std::fs;
use std::path::Path;

use crate::exit::Usage;
use crate::paths::path_of;
use crate::printable::file_name;
use crate::unreadable::reason;

/// The arguments, with those that a file holds in the place of each `@FILE`: one a line, without
/// blank lines. There an `@` means nothing, nor does it behind `--`; a file that is called
/// `@FILE` is `./@FILE`.
///
/// # Errors
///
/// If such a file cannot be read.
pub(crate) fn expand(mut args: impl Iterator<Item = OsString>) -> Result<Vec<OsString>, Usage> {
    // The first is what the command was called by.
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
