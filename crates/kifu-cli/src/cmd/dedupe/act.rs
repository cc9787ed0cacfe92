//! What becomes of files whose games are copies.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use kifu::compare::Cluster;

use super::judge::{Copied, Judge, Judged};
use super::read::{Collection, File};
use crate::cmd::dedupe::args::DedupeArgs;
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
    judge: Judge<'a>,
    files: Option<Places>,
}

/// The copies in a file.
#[derive(Clone, Default)]
struct Copies {
    copies: Vec<Copied>,
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

impl<'a> Actor<'a> {
    pub(super) fn new(args: &'a DedupeArgs, collection: &'a Collection) -> Actor<'a> {
        Actor {
            args,
            collection,
            copies: vec![Copies::default(); collection.files.len()],
            places: HashSet::new(),
            judge: Judge::new(args, collection),
            files: None,
        }
    }

    pub(super) fn add(&mut self, cluster: &Cluster) {
        let likeness = self.args.criteria();
        for copy in &cluster.copies {
            let copies = &mut self.copies[self.collection.file_number(copy.game)];
            copies.copies.push(Copied {
                game: copy.game,
                kept: cluster.kept,
                by: copy.transform(),
                off: copy.distance(),
            });
            copies.is_far |= copy.is_too_far(self.args.by, &likeness);
        }
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
        let copies = { copies.into_iter().enumerate() }.filter(|(_, of)| !of.copies.is_empty());
        // First what is missing from the kept files is added to them, then files go.
        let mut plans = Vec::new();
        for (at, copies) in copies {
            let plan = self.plan(at, copies);
            plans.push((at, plan));
            if self.args.input.strict && plans.last().is_some_and(|(_, plan)| plan.is_err()) {
                break;
            }
        }
        let merged = self.judge.write_merged();
        for (at, plan) in plans {
            let collection = self.collection;
            let file = &collection.files[at];
            let name = file.input.shown();
            let fate = plan.and_then(|plan| match plan {
                Plan::Stays(why) => Ok(Fate::Stays(why)),
                Plan::Goes(kept) => match kept.iter().find(|at| merged.contains_key(at)) {
                    Some(at) => {
                        let (kept, why) = (&collection.files[*at], &merged[at]);
                        anyhow::bail!(
                            "it stays, since {} was not changed: {why}",
                            kept.input.shown()
                        )
                    }
                    None => self.act_on(file, &kept, &mut out),
                },
            });
            match fate {
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

    /// Whether a file can go, as far as is known before anything is done.
    fn plan(&mut self, at: usize, copies: Copies) -> anyhow::Result<Plan> {
        let collection = self.collection;
        let file = &collection.files[at];
        let stays = |why: &str| Ok(Plan::Stays(Some(why.to_owned())));
        let (Some(path), Input::File(named)) = (&file.path, &file.input) else {
            return stays("it is no file by itself");
        };
        if copies.copies.len() < file.games {
            return stays("not all of its games are copies");
        }
        if copies.is_far {
            return stays("it is further from what is kept than --near says");
        }
        // What was given as a link stays one: what goes is the name that was given.
        if named.is_symlink() {
            let why = format!("it is a symbolic link to {}", file_name(path));
            return stays(&why);
        }
        let kept = copies.copies.iter();
        let kept = BTreeSet::from_iter(kept.map(|copy| collection.file_number(copy.kept)));
        for at in &kept {
            let one = &collection.files[*at];
            let Some(kept_path) = one.path.as_deref() else {
                let name = one.input.shown();
                return stays(&format!("what is kept, {name}, is no file by itself"));
            };
            if is_one_name(path, kept_path)? {
                return stays(&format!("it is {}, seen from elsewhere", one.input.shown()));
            }
        }
        // Dry runs and real runs both ask whether the name can go.
        replace::removable(named)?;
        let judged = match self.args.delete && !self.args.lossy {
            true => self.judge.judge(at, &copies.copies)?,
            false => Judged::LosesNothing,
        };
        match judged {
            Judged::Loses(what) => stays(&what),
            Judged::LosesNothing => Ok(Plan::Goes(kept)),
        }
    }

    fn act_on(
        &mut self,
        file: &File,
        kept: &BTreeSet<usize>,
        out: &mut impl Write,
    ) -> anyhow::Result<Fate> {
        let (Some(path), Input::File(named)) = (&file.path, &file.input) else {
            return Ok(Fate::Stays(None));
        };
        let collection = self.collection;
        let kept = kept.iter().filter_map(|at| {
            let one = &collection.files[*at];
            Some((one, one.path.as_deref()?))
        });
        let kept: Vec<Kept<'_>> = kept.collect();
        match &self.args.move_to {
            Some(directory) => self.move_below(directory, (file, path, named), &kept, out),
            None if self.args.link => self.link((file, path, named), &kept, out),
            None => self.delete((file, path, named), &kept, out),
        }
    }

    fn move_below(
        &mut self,
        directory: &Path,
        (file, path, named): Going<'_>,
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
        let _held = self.hold((file, path, named), kept)?;
        if let Some(parent) = place.parent() {
            std::fs::create_dir_all(parent)?;
        }
        replace::rename(named, &place)?;
        Ok(Fate::Gone)
    }

    /// Hashes can be alike; bytes are not.
    fn link(
        &self,
        (file, path, named): Going<'_>,
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
        let _held = self.hold((file, path, named), &[(to, to_path)])?;
        if std::fs::read(path)? != std::fs::read(to_path)? {
            return Ok(Fate::Stays(None));
        }
        replace::link(named, to_path)?;
        Ok(Fate::Gone)
    }

    fn delete(
        &self,
        (file, path, named): Going<'_>,
        kept: &[Kept<'_>],
        out: &mut impl Write,
    ) -> anyhow::Result<Fate> {
        if self.args.dry_run {
            writeln!(out, "{}", file.input.shown())?;
            return Ok(Fate::Gone);
        }
        let _held = self.hold((file, path, named), kept)?;
        replace::remove(named)?;
        Ok(Fate::Gone)
    }

    /// Locks a file that goes and those that are kept instead, and makes sure that all of them are what they were
    /// when they were judged.
    ///
    /// Another run can want to keep the one and delete the other. Each locks both files, always in the same order, before
    /// it looks at them; so the second of two runs finds that the file it wanted to keep is gone.
    fn hold(
        &self,
        (file, path, named): Going<'_>,
        kept: &[Kept<'_>],
    ) -> anyhow::Result<Vec<std::fs::File>> {
        let mut files = BTreeMap::new();
        for path in std::iter::once(path).chain(kept.iter().map(|(_, path)| *path)) {
            let opened = std::fs::File::open(path);
            let opened = opened.with_context(|| format!("{} is gone", file_name(path)))?;
            // Two names of one file are locked once.
            files.entry(lock_order(&opened, path)?).or_insert(opened);
        }
        let files: Vec<std::fs::File> = files.into_values().collect();
        for file in &files {
            match file.lock() {
                // Some file systems have no locks.
                Err(error) if error.kind() != io::ErrorKind::Unsupported => {
                    return Err(error.into());
                }
                _ => {}
            }
        }
        // What a name stands for now is what is compared: a file that was locked can be gone by now.
        self.judge.unchanged(named, file)?;
        for (kept, path) in kept {
            self.judge.unchanged(path, kept)?;
        }
        for path in std::iter::once(path).chain(kept.iter().map(|(_, path)| *path)) {
            let there = std::fs::File::open(path)?;
            let order = lock_order(&there, path)?;
            let mut held = files.iter().map(|file| lock_order(file, path));
            if !held.any(|held| held.is_ok_and(|held| held == order)) {
                anyhow::bail!("{} was replaced in the meantime", file_name(path));
            }
        }
        Ok(files)
    }
}

/// What becomes of a file, before anything is done.
enum Plan {
    /// It goes, for games in these files are kept instead.
    Goes(BTreeSet<usize>),
    Stays(Option<String>),
}

/// What files are locked in the order of, in all runs: on Unix their numbers, elsewhere their true names.
#[cfg(unix)]
fn lock_order(file: &std::fs::File, _: &Path) -> io::Result<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    let found = file.metadata()?;
    Ok((found.dev(), found.ino()))
}

/// What files are locked in the order of, in all runs: on Unix their numbers, elsewhere their true names.
#[cfg(not(unix))]
fn lock_order(_: &std::fs::File, path: &Path) -> io::Result<PathBuf> {
    path.canonicalize()
}

/// A file that may go: what it was, what it is however its name is written, and the name that
/// was given.
type Going<'f> = (&'f File, &'f Path, &'f Path);

/// A file that stays for it.
type Kept<'f> = (&'f File, &'f Path);

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
    Ok(same_name && same_folder || replace::link_count(&one.metadata()?) == 1)
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
