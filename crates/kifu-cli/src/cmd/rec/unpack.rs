//! `kifu rec unpack`: extract the files of a bundle.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Read, Seek};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, ValueHint};
use kifu::rgf::bundle::{Contents, Reader, check};
use kifu_files::pending::uninterrupted;
use kifu_files::write::{self, HiddenFolder};

use super::args::SizeArgs;
use super::save::{limits, with_limit_hint};
use crate::exit::Outcome;
use crate::output;
use crate::printable::{count, file_name};
use crate::read_files;

/// Extract the files of a bundle to a directory
///
/// kifu checks the whole bundle before it writes a file. The directory appears only when it is
/// complete.
#[derive(Debug, Args)]
pub(crate) struct RecUnpackArgs {
    /// The bundle to extract
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: PathBuf,

    /// The new directory for the files [default: the name of the bundle without its extension]
    #[arg(long, short, value_name = "DIR", value_hint = ValueHint::DirPath)]
    output: Option<PathBuf>,

    /// Also extract to an existing directory, and overwrite files with the same names
    #[arg(long, short)]
    force: bool,

    #[command(flatten)]
    size: SizeArgs,
}

pub(crate) fn run(args: &RecUnpackArgs) -> anyhow::Result<Outcome> {
    let shown = || file_name(&args.file);
    let limits = limits(args.size);
    read_files::all().add(&args.file);
    let mut bundle = File::open(&args.file).with_context(shown)?;
    // Check the whole bundle before anything is written.
    let contents = check(&bundle, &limits).map_err(with_limit_hint);
    let contents = contents.with_context(shown)?;
    for warning in &contents.warnings {
        output::message(format_args!("{}: {warning}", shown()));
    }
    let folder = folder(args);
    let cannot_write = || format!("cannot write {}", file_name(&folder));
    let exists = folder.symlink_metadata().is_ok();
    if exists && !args.force {
        anyhow::bail!("{} already exists", file_name(&folder));
    }
    let aside = write::hidden_folder(&folder).with_context(cannot_write)?;
    bundle.rewind()?;
    let mut reader = Reader::new(&bundle, &limits).with_context(shown)?;
    while let Some(mut member) = reader.next().with_context(shown)? {
        let path = aside.path().join(member.name());
        copy(&mut member, &path).with_context(|| format!("cannot unpack {}", file_name(&path)))?;
    }
    let placed = if exists {
        move_into(&aside, &folder, &contents)
    } else {
        aside.put(&folder).map_err(Into::into)
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

/// Copies a member to a new file with default permissions.
fn copy(member: &mut impl Read, path: &Path) -> io::Result<()> {
    let file = OpenOptions::new().write(true).create_new(true).open(path)?;
    let mut file = BufWriter::with_capacity(1 << 18, file);
    io::copy(member, &mut file)?;
    file.into_inner()?.sync_all()
}

/// Moves the extracted files to an existing directory. Symbolic links in it are replaced, not
/// followed.
fn move_into(aside: &HiddenFolder, folder: &Path, contents: &Contents) -> anyhow::Result<()> {
    anyhow::ensure!(folder.is_dir(), "not a directory");
    let names = || contents.members.iter().map(|(name, _)| name);
    for name in names() {
        let place = folder.join(name);
        let existing = place.symlink_metadata();
        anyhow::ensure!(
            existing
                .as_ref()
                .is_ok_and(|existing| existing.is_symlink())
                || !read_files::all().contains(&place),
            "unpacking would overwrite the bundle {}, which contains a file of that name; use another directory with `-o`",
            file_name(&place)
        );
        anyhow::ensure!(
            !existing.is_ok_and(|existing| existing.is_dir()),
            "it contains a directory {name:?}"
        );
    }
    uninterrupted(|| {
        for name in names() {
            fs::rename(aside.path().join(name), folder.join(name))?;
        }
        Ok(())
    })
}
