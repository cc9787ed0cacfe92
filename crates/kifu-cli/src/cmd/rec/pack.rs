//! `kifu rec pack`: pack files into a bundle.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, ValueHint};
use kifu::rgf::Streams;
use kifu::rgf::bundle::check_name;
use kifu::sgf::Document;

use super::args::SizeArgs;
use super::save::{BundleFiles, MemberSource, is_rgz, main_name, read};
use crate::exit::{Outcome, Usage};
use crate::output;
use crate::printable::{Printable, count, file_name};

/// Pack an SGF file, its recordings and their media into a bundle
///
/// The same files always result in the same bytes, regardless of modification times and owners. All
/// files that the SGF file refers to must exist.
#[derive(Debug, Args)]
pub(crate) struct RecPackArgs {
    /// The files to pack: a directory stands for its files, and a single SGF file for itself and
    /// the files that it refers to
    #[arg(value_name = "PATH", required = true, value_hint = ValueHint::AnyPath)]
    paths: Vec<PathBuf>,

    /// The bundle to write, with a name that ends in .rgt, or in .rgz for a compressed bundle
    #[arg(long, short, value_name = "FILE", required = true, value_hint = ValueHint::FilePath)]
    output: PathBuf,

    /// Overwrite FILE if it exists
    #[arg(long, short)]
    force: bool,

    #[command(flatten)]
    size: SizeArgs,
}

pub(crate) fn run(args: &RecPackArgs) -> anyhow::Result<Outcome> {
    if is_rgz(&args.output).is_none() {
        let why = "the name of a bundle must end in `.rgt` or `.rgz`";
        return Err(Usage(why.to_owned()).into());
    }
    let mut paths = listed(args)?;
    let main_path = main_of(&paths, &args.output)?;
    let main = read(&main_path)?;
    let document = Document::parse(main.clone()).with_context(|| file_name(&main_path))?;
    let streams = Streams::of(&document);
    refuse_unsafe(&streams)?;
    if let ([_], false) = (&*args.paths, args.paths[0].is_dir()) {
        paths.extend(referenced_files(&main_path, &streams));
    }
    refuse_missing(&paths, &streams)?;
    // Of several SGF files in a bundle, readers open the one with the name of the bundle.
    let sgfs = paths.iter().filter(|path| is_sgf(path)).count();
    let main_file = match sgfs {
        1 => name_of(&main_path)?,
        _ => main_name(&args.output),
    };
    let mut files = BundleFiles::new(&main_file, main);
    for path in paths.iter().filter(|path| **path != main_path) {
        files.add(&name_of(path)?, MemberSource::File(path.clone()));
    }
    let members = paths.len() as u64;
    files.write(&args.output, args.force, args.size, &streams)?;
    output::line(format_args!("{} packed", count(members, "file")));
    Ok(Outcome {
        read: 1,
        ..Outcome::default()
    })
}

/// Returns the given files and the files in given directories, except hidden ones.
fn listed(args: &RecPackArgs) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in &args.paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let cannot_read = || format!("cannot read {}", file_name(path));
        for entry in std::fs::read_dir(path).with_context(cannot_read)? {
            let entry = entry.with_context(cannot_read)?;
            if entry.file_name().to_string_lossy().starts_with('.') {
                continue;
            }
            let kind = entry.file_type().with_context(cannot_read)?;
            anyhow::ensure!(
                kind.is_file(),
                "{}: a bundle can contain only regular files, not links or subdirectories",
                file_name(&entry.path())
            );
            files.push(entry.path());
        }
    }
    files.sort();
    Ok(files)
}

fn is_sgf(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("sgf"))
}

/// Returns the SGF file with the name of the bundle, or else the only SGF file.
fn main_of(paths: &[PathBuf], bundle: &Path) -> anyhow::Result<PathBuf> {
    let mut all = paths.iter().filter(|path| is_sgf(path));
    let named = all
        .clone()
        .find(|path| path.file_stem() == bundle.file_stem());
    match (named, all.next(), all.next()) {
        (Some(path), ..) | (None, Some(path), None) => Ok(path.clone()),
        (None, None, _) => {
            anyhow::bail!("a bundle needs an SGF file; add the SGF file of the recording")
        }
        (None, Some(_), Some(_)) => {
            anyhow::bail!(
                "none of the SGF files has the name of the bundle; name the bundle after one of them"
            )
        }
    }
}

/// Returns the files that an SGF file refers to, if they exist in its directory.
fn referenced_files(main: &Path, streams: &Streams) -> Vec<PathBuf> {
    let folder = main.parent().unwrap_or(Path::new(""));
    let mut seen = HashSet::new();
    let names = streams.files().filter(|name| seen.insert(*name));
    names
        .map(|name| folder.join(name))
        .filter(|path| path.is_file())
        .collect()
}

/// Returns an error for file names that a bundle cannot contain, such as those with directories.
fn refuse_unsafe(streams: &Streams) -> anyhow::Result<()> {
    for name in streams.files() {
        if let Err(why) = check_name(name) {
            anyhow::bail!(
                "the SGF file refers to {}, which cannot be packed: {why}; move the file to the \
                 directory of the SGF file, and refer to it without a directory",
                Printable(name)
            );
        }
    }
    Ok(())
}

/// Returns an error if the SGF file refers to a file that is not packed.
fn refuse_missing(paths: &[PathBuf], streams: &Streams) -> anyhow::Result<()> {
    let packed: HashSet<_> = paths.iter().filter_map(|path| path.file_name()).collect();
    for name in streams.files() {
        if !packed.contains(std::ffi::OsStr::new(name)) {
            anyhow::bail!(
                "the SGF file refers to {}, which is missing",
                Printable(name)
            );
        }
    }
    Ok(())
}

fn name_of(path: &Path) -> anyhow::Result<String> {
    let name = path.file_name().and_then(|name| name.to_str());
    let name = name.with_context(|| format!("the file name {} is not Unicode", file_name(path)))?;
    Ok(name.to_owned())
}
