//! Files in another charset.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use kifu::charset::{Charset, Source};
use kifu::span::Locator;

use crate::args::CharsetArgs;
use crate::cmd::charset::decide::{Decided, Votes};
use crate::exit::{Outcome, Refusal, Refusals, Usage};
use crate::input::Input;
use crate::output;
use crate::replace;
use crate::run::each_file;

/// What a replaced file is kept as.
const BACKUP: &str = ".orig";

/// A guess below this is not acted on.
const SURE: f32 = 0.7;

/// Where converted files go.
enum Target<'a> {
    Stdout,
    File(&'a Path),
    Folder(&'a Path),
    InPlace,
}

pub(super) fn run(
    args: &CharsetArgs,
    to: Charset,
    votes: Option<&Votes>,
) -> anyhow::Result<Outcome> {
    let target = &Target::of(args)?;
    let mut out = output::stdout();
    let mut refusals = Refusals::default();
    let work = |input: &Input, bytes: Vec<u8>| {
        let before = bytes.clone();
        let decided = Decided::of(input, bytes, args, votes)?;
        let made = match converted(&decided, to) {
            Ok(bytes) => Ok(target.put(input, args, &before, bytes)?),
            Err(why) => Err(Refusal::Negative(why)),
        };
        Ok((input.shown(), decided.told(), made))
    };
    let outcome = each_file("charset", &args.input, work, |(name, told, made)| {
        match made {
            Ok(Made::Bytes(bytes)) => out.write_all(&bytes)?,
            Ok(Made::Written) => writeln!(out, "{name}: {told} -> {to}")?,
            Ok(Made::Same) => writeln!(out, "{name}: {told}, nothing to do")?,
            Err(refusal) => refusals.add(&name, refusal),
        }
        Ok(())
    })?;
    out.flush()?;
    refusals.end(outcome)
}

/// The bytes in the other charset, or why not.
fn converted(decided: &Decided, to: Charset) -> Result<Vec<u8>, String> {
    let found = decided.found;
    if found.source == Source::Guess && found.confidence.get() < SURE {
        return Err(format!(
            "{}: too unsure to convert; --from or --hint can tell",
            decided.told()
        ));
    }
    decided.document.recode(to).map_err(|error| {
        let place = Locator::new(decided.document.text()).locate(error.span.start);
        format!("{}:{}: {error}", place.line, place.column)
    })
}

/// What became of a file.
enum Made {
    /// To be written to standard output.
    Bytes(Vec<u8>),
    Written,
    Same,
}

impl<'a> Target<'a> {
    fn of(args: &'a CharsetArgs) -> Result<Target<'a>, Usage> {
        let one = args.input.files_from.is_none()
            && match args.input.paths.as_slice() {
                [] => true,
                [path] => !path.is_dir(),
                _ => false,
            };
        match &args.output {
            _ if args.in_place => Ok(Target::InPlace),
            None if one => Ok(Target::Stdout),
            Some(path) if path.as_os_str() == "-" && one => Ok(Target::Stdout),
            Some(path) if path.is_dir() || !one => Ok(Target::Folder(path)),
            Some(path) => Ok(Target::File(path)),
            None => Err(Usage(
                "to convert several files, say -o FOLDER or --in-place".to_owned(),
            )),
        }
    }

    fn put(
        &self,
        input: &Input,
        args: &CharsetArgs,
        before: &[u8],
        bytes: Vec<u8>,
    ) -> anyhow::Result<Made> {
        match (self, input) {
            (Target::Stdout, _) => return Ok(Made::Bytes(bytes)),
            (Target::File(path), _) => replace::create(path, &bytes, args.force)?,
            (Target::Folder(folder), input) => {
                let path = folder.join(name_below(input, args));
                if let Some(parent) = path.parent() {
                    fs::create_dir_all(parent)?;
                }
                replace::create(&path, &bytes, args.force)?;
            }
            (Target::InPlace, Input::File(_)) if bytes == before => return Ok(Made::Same),
            (Target::InPlace, Input::File(path)) => replace::file(path, &bytes, BACKUP)?,
            (Target::InPlace, Input::Stdin) => {
                anyhow::bail!("standard input cannot be changed in place")
            }
        }
        Ok(Made::Written)
    }
}

/// The name of a file within the folder that was searched for it.
fn name_below(input: &Input, args: &CharsetArgs) -> PathBuf {
    let Input::File(path) = input else {
        return PathBuf::from("stdin.sgf");
    };
    let searched = args.input.paths.iter().filter(|folder| folder.is_dir());
    let below = searched
        .filter_map(|folder| path.strip_prefix(folder).ok())
        .next();
    match (below, path.file_name()) {
        (Some(below), _) => below.to_owned(),
        (None, Some(name)) => PathBuf::from(name),
        (None, None) => path.clone(),
    }
}
