//! `kifu rec unpack`: the files of a bundle into a folder.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, ValueHint};
use kifu::rgf::bundle::{Contents, Reader, check};

use super::args::SizeArgs;
use super::save::{allowing, limits};
use crate::exit::Outcome;
use crate::output;
use crate::pending::uninterrupted;
use crate::printable::{count, file_name};
use crate::replace::{self, HiddenFolder};
use crate::sources;

/// Take the files out of a bundle, into a folder
///
/// All of it is checked first. The folder appears when it is complete.
#[derive(Debug, Args)]
pub(crate) struct RecUnpackArgs {
    /// The bundle
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: PathBuf,

    /// The folder, which must not exist [default: the name of the bundle without its ending]
    #[arg(long, short, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    output: Option<PathBuf>,

    /// Put the files into FOLDER if it exists, in the place of those that are there
    #[arg(long, short)]
    force: bool,

    #[command(flatten)]
    size: SizeArgs,
}

pub(crate) fn run(args: &RecUnpackArgs) -> anyhow::Result<Outcome> {
    let shown = || file_name(&args.file);
    let limits = limits(args.size);
    sources::note(&args.file);
    let mut bundle = File::open(&args.file).with_context(shown)?;
    // Nothing is written before all of it is known to be harmless.
    let contents = check(&bundle, &limits).map_err(allowing);
    let contents = contents.with_context(shown)?;
    for warning in &contents.warnings {
        output::message(format_args!("{}: {warning}", shown()));
    }
    let folder = folder(args);
    let cannot_write = || format!("cannot write {}", file_name(&folder));
    let exists = folder.symlink_metadata().is_ok();
    if exists && !args.force {
        anyhow::bail!("{} exists already", file_name(&folder));
    }
    let aside = replace::hidden_folder(&folder).with_context(cannot_write)?;
    bundle.rewind()?;
    let mut reader = Reader::new(&bundle, &limits).with_context(shown)?;
    while let Some(mut member) = reader.next().with_context(shown)? {
        let path = aside.path().join(member.name());
        copy(&mut member, &path).with_context(|| format!("cannot unpack {}", file_name(&path)))?;
    }
    let placed = match exists {
        true => into(&aside, &folder, &contents),
        false => aside.put(&folder).map_err(Into::into),
    };
    placed.with_context(cannot_write)?;
    let files = count(contents.members.len() as u64, "file");
    output::line(format_args!("{files} in {}", file_name(&folder)));
    Ok(Outcome {
        read: 1,
        ..Outcome::default()
    })
}

fn folder(args: &RecUnpackArgs) -> PathBuf {
    let named = || PathBuf::from(args.file.file_stem().unwrap_or_default());
    args.output.clone().unwrap_or_else(named)
}

/// Writes a file that is not there, with the permissions of any new file.
fn copy(member: &mut impl Read, path: &Path) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    let mut buffer = vec![0; 1 << 18];
    loop {
        match member.read(&mut buffer) {
            Ok(0) => return file.sync_all(),
            Ok(read) => file.write_all(&buffer[..read])?,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// Puts files into a folder that is there. A link in it is replaced, not followed.
fn into(aside: &HiddenFolder, folder: &Path, contents: &Contents) -> anyhow::Result<()> {
    anyhow::ensure!(folder.is_dir(), "it is no folder");
    let names = || contents.members.iter().map(|(name, _)| name);
    for name in names() {
        let place = folder.join(name);
        let there = place.symlink_metadata();
        anyhow::ensure!(
            there.as_ref().is_ok_and(|there| there.is_symlink()) || !sources::contains(&place),
            "{} is the bundle itself, which holds a file of that name",
            file_name(&place)
        );
        anyhow::ensure!(
            !there.is_ok_and(|there| there.is_dir()),
            "there is a folder {name:?} in it"
        );
    }
    uninterrupted(|| {
        for name in names() {
            fs::rename(aside.path().join(name), folder.join(name))?;
        }
        Ok(())
    })
}
