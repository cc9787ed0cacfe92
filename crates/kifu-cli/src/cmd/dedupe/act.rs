//! What becomes of files whose games are copies.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::Cluster;
use super::read::{Collection, File, hash_of};
use crate::args::DedupeArgs;
use crate::output;
use crate::printable::{Printable, count, file_name};
use crate::replace;
use crate::rewrite::place_below;

/// Notes which files may go, and does what was asked for to them in the end.
pub(super) struct Actor<'a> {
    args: &'a DedupeArgs,
    collection: &'a Collection,
    /// For each file, the copies in it: how many, and the file of the first one that is kept.
    copies: Vec<(usize, usize)>,
}

/// What was done.
#[derive(Default)]
pub(super) struct Done {
    pub(super) failed: u64,
    /// For people, if anything was to be done.
    pub(super) shown: Option<String>,
}

impl<'a> Actor<'a> {
    pub(super) fn new(args: &'a DedupeArgs, collection: &'a Collection) -> Actor<'a> {
        Actor {
            args,
            collection,
            copies: vec![(0, 0); collection.files.len()],
        }
    }

    pub(super) fn add(&mut self, cluster: &Cluster) {
        let kept = self.collection.games[cluster.kept].file;
        for copy in &cluster.copies {
            let (copies, of) = &mut self.copies[self.collection.games[copy.game].file];
            if *copies == 0 {
                *of = kept;
            }
            *copies += 1;
        }
    }

    pub(super) fn act(&self) -> anyhow::Result<Done> {
        let Some(verb) = self.verb() else {
            return Ok(Done::default());
        };
        let mut out = output::stdout();
        let mut done = Done::default();
        let (mut acted, mut stayed) = (0, 0);
        for (file, &(copies, kept)) in self.collection.files.iter().zip(&self.copies) {
            if copies == 0 {
                continue;
            }
            let Some(path) = file.path.as_deref() else {
                stayed += 1;
                let name = file.input.shown();
                output::message(format_args!("{name}: stays, for it is no file by itself"));
                continue;
            };
            if copies < file.games {
                stayed += 1;
                let name = file.input.shown();
                output::message(format_args!(
                    "{name}: stays, for not all of its games are copies"
                ));
                continue;
            }
            match self.act_on(file, path, &self.collection.files[kept], &mut out) {
                Ok(true) => acted += 1,
                Ok(false) => stayed += 1,
                Err(error) => {
                    done.failed += 1;
                    let why = crate::input::reason(format!("{error:#}"));
                    let name = file.input.shown();
                    output::message(format_args!("{name}: {}", Printable(&why)));
                    if self.args.input.strict {
                        break;
                    }
                }
            }
        }
        out.flush()?;
        let files = count(acted, "file");
        let verb = match self.args.dry_run {
            true => format!("to {}", verb.0),
            false => verb.1.to_owned(),
        };
        done.shown = Some(match stayed {
            0 => format!("{files} {verb}"),
            stayed => format!(
                "{files} {verb}, {} left where they are",
                count(stayed, "file")
            ),
        });
        Ok(done)
    }

    fn verb(&self) -> Option<(&'static str, &'static str)> {
        match (&self.args.move_to, self.args.link, self.args.delete) {
            (Some(_), _, _) => Some(("move", "moved")),
            (_, true, _) => Some(("link", "linked")),
            (_, _, true) => Some(("delete", "deleted")),
            _ => None,
        }
    }

    /// Whether something was done.
    fn act_on(
        &self,
        file: &File,
        path: &Path,
        kept: &File,
        out: &mut impl Write,
    ) -> anyhow::Result<bool> {
        let Some(kept_path) = kept.path.as_deref() else {
            anyhow::bail!("stays, for what is kept is no file by itself");
        };
        if self.args.link && (file.hash != kept.hash || is_one_file(path, kept_path)?) {
            return Ok(false);
        }
        let place = match &self.args.move_to {
            Some(directory) => Some(place_below(directory, &self.args.input.paths, &file.input)?),
            None => None,
        };
        if self.args.dry_run {
            let name = file.input.shown();
            match &place {
                Some(place) => {
                    replace::vacant(place, false)?;
                    writeln!(out, "{name} -> {}", file_name(place))?;
                }
                None if self.args.link => writeln!(out, "{name} -> {}", kept.input.shown())?,
                None => writeln!(out, "{name}")?,
            }
            return Ok(true);
        }
        let copy = unchanged(path, file)?;
        let original = unchanged(kept_path, kept)?;
        // What was given as a link stays one: what goes is the name that was given.
        let named = self.named(file, path)?;
        match place {
            Some(place) => {
                if let Some(parent) = place.parent() {
                    std::fs::create_dir_all(parent)?;
                }
                replace::rename(&named, &place)?;
            }
            None if self.args.link => {
                // Hashes can be alike; bytes are not.
                if copy != original {
                    return Ok(false);
                }
                replace::link(&named, kept_path)?;
            }
            None => replace::remove(&named)?,
        }
        Ok(true)
    }

    fn named(&self, file: &File, path: &Path) -> anyhow::Result<PathBuf> {
        let crate::input::Input::File(named) = &file.input else {
            anyhow::bail!("stays, for it is no file by itself");
        };
        if named.is_symlink() {
            anyhow::bail!("stays, for it is a symbolic link to {}", path.display());
        }
        Ok(named.clone())
    }
}

/// The bytes of a file, which must be what they were.
fn unchanged(path: &Path, file: &File) -> anyhow::Result<Vec<u8>> {
    let bytes = std::fs::read(path)?;
    match bytes.len() == file.size && hash_of(&bytes) == file.hash {
        true => Ok(bytes),
        false => anyhow::bail!("{} was changed in the meantime", file.input.shown()),
    }
}

/// Whether both names stand for one file.
fn is_one_file(one: &Path, other: &Path) -> io::Result<bool> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let (one, other) = (one.metadata()?, other.metadata()?);
        Ok((one.dev(), one.ino()) == (other.dev(), other.ino()))
    }
    #[cfg(not(unix))]
    Ok(one == other)
}
