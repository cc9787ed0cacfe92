//! What becomes of files whose games are copies.

use std::collections::{BTreeSet, HashSet};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::read::{Collection, File, hash_of};
use super::{Cluster, Copy};
use crate::args::DedupeArgs;
use crate::input::Input;
use crate::output;
use crate::place::Places;
use crate::printable::{Printable, count, file_name};
use crate::replace;

/// Notes which files may go, and does what was asked for to them in the end.
pub(super) struct Actor<'a> {
    args: &'a DedupeArgs,
    collection: &'a Collection,
    /// For each file, the copies in it.
    copies: Vec<Copies>,
    /// The places that files went to, or would go to.
    places: HashSet<PathBuf>,
    files: Option<Places>,
}

/// The copies in a file.
#[derive(Clone, Default)]
struct Copies {
    /// For each of them, the file of the game that is kept instead.
    kept: Vec<usize>,
    /// One is too far from the game that is kept to go.
    is_far: bool,
}

/// What was done.
#[derive(Default)]
pub(super) struct Done {
    pub(super) failed: u64,
    /// For people, if anything was to be done.
    pub(super) shown: Option<String>,
}

/// What becomes of a file.
enum Fate {
    Gone,
    /// It stays where it is, and why, if that has to be told.
    Stays(Option<String>),
}

impl Fate {
    fn stays(why: impl Into<String>) -> Fate {
        Fate::Stays(Some(why.into()))
    }
}

impl<'a> Actor<'a> {
    pub(super) fn new(args: &'a DedupeArgs, collection: &'a Collection) -> Actor<'a> {
        Actor {
            args,
            collection,
            copies: vec![Copies::default(); collection.files.len()],
            places: HashSet::new(),
            files: None,
        }
    }

    pub(super) fn add(&mut self, cluster: &Cluster) {
        let kept = self.collection.games[cluster.kept].file;
        for copy in &cluster.copies {
            let is_far = self.is_far(copy);
            let copies = &mut self.copies[self.collection.games[copy.game].file];
            copies.kept.push(kept);
            copies.is_far |= is_far;
        }
    }

    /// Whether a copy is less like the game that is kept than was asked for: it belongs to it only
    /// through others.
    fn is_far(&self, copy: &Copy) -> bool {
        let found = match &copy.compared {
            Some(compared) if self.args.by.moves && !copy.same_bytes => &compared.found,
            _ => return false,
        };
        let missing = match found.rest() {
            Some((_, steps)) if !self.args.prefix => steps,
            _ => 0,
        };
        found.off() + missing > usize::from(self.args.near)
    }

    /// Does it, to all of them.
    pub(super) fn act(mut self) -> anyhow::Result<Done> {
        let Some(verb) = self.verb() else {
            return Ok(Done::default());
        };
        let mut out = output::stdout();
        let mut done = Done::default();
        let (mut acted, mut stayed) = (0, 0);
        let copies = std::mem::take(&mut self.copies);
        for (file, copies) in self.collection.files.iter().zip(copies) {
            if copies.kept.is_empty() {
                continue;
            }
            let name = file.input.shown();
            match self.act_on(file, copies, &mut out) {
                Ok(Fate::Gone) => acted += 1,
                Ok(Fate::Stays(why)) => {
                    stayed += 1;
                    if let Some(why) = why {
                        output::message(format_args!("{name}: stays, for {why}"));
                    }
                }
                Err(error) => {
                    done.failed += 1;
                    let why = crate::input::reason(format!("{error:#}"));
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

    /// What was asked for.
    pub(super) fn verb(&self) -> Option<(&'static str, &'static str)> {
        match (&self.args.move_to, self.args.link, self.args.delete) {
            (Some(_), _, _) => Some(("move", "moved")),
            (_, true, _) => Some(("link", "linked")),
            (_, _, true) => Some(("delete", "deleted")),
            _ => None,
        }
    }

    fn act_on(
        &mut self,
        file: &File,
        copies: Copies,
        out: &mut impl Write,
    ) -> anyhow::Result<Fate> {
        let (Some(path), Input::File(named)) = (&file.path, &file.input) else {
            return Ok(Fate::stays("it is no file by itself"));
        };
        if copies.kept.len() < file.games {
            return Ok(Fate::stays("not all of its games are copies"));
        }
        if copies.is_far {
            let why = "it is further from what is kept than --near says";
            return Ok(Fate::stays(why));
        }
        // What was given as a link stays one: what goes is the name that was given.
        if named.is_symlink() {
            let why = format!("it is a symbolic link to {}", file_name(path));
            return Ok(Fate::stays(why));
        }
        let mut kept = Vec::new();
        for at in BTreeSet::from_iter(copies.kept) {
            let one = &self.collection.files[at];
            let Some(kept_path) = one.path.as_deref() else {
                let name = one.input.shown();
                let why = format!("what is kept, {name}, is no file by itself");
                return Ok(Fate::stays(why));
            };
            if is_one_name(path, kept_path)? {
                let why = format!("it is {}, seen from elsewhere", one.input.shown());
                return Ok(Fate::stays(why));
            }
            kept.push((one, kept_path));
        }
        // Dry runs and real runs both ask whether the name can go.
        replace::removable(named)?;
        match &self.args.move_to {
            Some(directory) => self.move_below(directory, (file, path, named), &kept, out),
            None if self.args.link => self.link((file, path, named), &kept, out),
            None => self.delete((file, path, named), &kept, out),
        }
    }

    fn move_below(
        &mut self,
        directory: &Path,
        (file, path, named): Copied<'_>,
        kept: &[Kept<'_>],
        out: &mut impl Write,
    ) -> anyhow::Result<Fate> {
        let files = self
            .files
            .get_or_insert_with(|| Places::of(directory, &self.args.input));
        let place = files.place(&file.input)?;
        if !self.places.insert(place.clone()) {
            anyhow::bail!("another file goes to {}", file_name(&place));
        }
        replace::vacant(&place, false)?;
        if self.args.dry_run {
            writeln!(out, "{} -> {}", file.input.shown(), file_name(&place))?;
            return Ok(Fate::Gone);
        }
        all_unchanged(file, path, kept)?;
        if let Some(parent) = place.parent() {
            std::fs::create_dir_all(parent)?;
        }
        replace::rename(named, &place)?;
        Ok(Fate::Gone)
    }

    /// Hashes can be alike; bytes are not.
    fn link(
        &self,
        (file, path, named): Copied<'_>,
        kept: &[Kept<'_>],
        out: &mut impl Write,
    ) -> anyhow::Result<Fate> {
        let Some((to, to_path)) = kept.iter().find(|(kept, _)| kept.hash == file.hash) else {
            return Ok(Fate::Stays(None));
        };
        if is_one_file(path, to_path)? {
            return Ok(Fate::Stays(None));
        }
        if self.args.dry_run {
            writeln!(out, "{} -> {}", file.input.shown(), to.input.shown())?;
            return Ok(Fate::Gone);
        }
        if unchanged(path, file)? != unchanged(to_path, to)? {
            return Ok(Fate::Stays(None));
        }
        replace::link(named, to_path)?;
        Ok(Fate::Gone)
    }

    fn delete(
        &self,
        (file, path, named): Copied<'_>,
        kept: &[Kept<'_>],
        out: &mut impl Write,
    ) -> anyhow::Result<Fate> {
        if self.args.dry_run {
            writeln!(out, "{}", file.input.shown())?;
            return Ok(Fate::Gone);
        }
        all_unchanged(file, path, kept)?;
        replace::remove(named)?;
        Ok(Fate::Gone)
    }
}

/// A file that may go: what it was, what it is however its name is written, and the name that
/// was given.
type Copied<'f> = (&'f File, &'f Path, &'f Path);

/// A file that stays for it.
type Kept<'f> = (&'f File, &'f Path);

fn all_unchanged(file: &File, path: &Path, kept: &[Kept<'_>]) -> anyhow::Result<()> {
    unchanged(path, file)?;
    for (kept, path) in kept {
        unchanged(path, kept)?;
    }
    Ok(())
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

/// Whether both are one and the same name of one file, so that with one of them both are gone:
/// folders can be seen from several places, and names be written in several ways.
fn is_one_name(one: &Path, other: &Path) -> io::Result<bool> {
    if !is_one_file(one, other)? {
        return Ok(false);
    }
    let same_name = one.file_name() == other.file_name();
    let folders = one.parent().zip(other.parent());
    let same_folder = folders.is_some_and(|(one, other)| is_one_file(one, other).unwrap_or(true));
    Ok(same_name && same_folder || replace::names(&one.metadata()?) == 1)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn links_are_other_names_and_nothing_else_is() {
        let folder = tempfile::tempdir().unwrap();
        let (a, b) = (folder.path().join("a"), folder.path().join("b"));
        std::fs::write(&a, "").unwrap();
        assert!(is_one_name(&a, &a).unwrap());
        std::fs::hard_link(&a, &b).unwrap();
        assert!(is_one_name(&a, &a).unwrap());
        assert!(!is_one_name(&a, &b).unwrap());
        std::fs::remove_file(&b).unwrap();
        std::fs::write(&b, "").unwrap();
        assert!(!is_one_name(&a, &b).unwrap());
    }
}
