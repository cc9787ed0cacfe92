//! Moves, links or deletes files whose games are copies.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use kifu::compare::Cluster;
use kifu_files::Input;
use kifu_files::places::Places;
use kifu_files::write::{self, Overwrite};

use super::loss_check::{CopiedGame, LossCheck, LossChecker};
use super::read::{Collection, File};
use crate::cmd::dedupe::args::DedupeArgs;
use crate::output;
use crate::printable::{InputName, Printable, count, file_name};

/// Collects the copies in each file, and finally moves, links or deletes the files as requested.
pub(super) struct Actor<'a> {
    args: &'a DedupeArgs,
    collection: &'a Collection,
    /// The copies in each file.
    copies: Vec<Copies>,
    /// The paths that files were moved to or would be moved to.
    targets: HashSet<PathBuf>,
    loss_checker: LossChecker<'a>,
    places: Option<Places>,
}

/// The copies in a file.
#[derive(Clone, Default)]
struct Copies {
    copies: Vec<CopiedGame>,
    /// Whether a copy differs too much from the kept game.
    is_too_far: bool,
}

/// The result of the actions.
#[derive(Default)]
pub(super) struct Actions {
    pub(super) failed: u64,
    /// A summary for users, if an action was requested.
    pub(super) summary: Option<String>,
}

/// What happened to a file.
enum Fate {
    Done,
    /// The file was left in place. The reason is present if it should be reported.
    LeftInPlace(Option<String>),
}

impl<'a> Actor<'a> {
    pub(super) fn new(args: &'a DedupeArgs, collection: &'a Collection) -> Actor<'a> {
        Actor {
            args,
            collection,
            copies: vec![Copies::default(); collection.files.len()],
            targets: HashSet::new(),
            loss_checker: LossChecker::new(args, collection),
            places: None,
        }
    }

    /// Adds the copies of a cluster.
    pub(super) fn add(&mut self, cluster: &Cluster) {
        let criteria = self.args.criteria();
        for copy in &cluster.copies {
            let copies = &mut self.copies[self.collection.file_number(copy.game)];
            copies.copies.push(CopiedGame {
                game: copy.game,
                kept: cluster.kept,
                transform: copy.transform(),
                distance: copy.distance(),
            });
            copies.is_too_far |= copy.is_too_far(self.args.by, &criteria);
        }
    }

    /// Carries out the requested action on all files.
    pub(super) fn act(mut self) -> anyhow::Result<Actions> {
        let Some(verb) = self.verb() else {
            return Ok(Actions::default());
        };
        let mut out = output::stdout();
        let mut actions = Actions::default();
        let (mut done, mut left) = (0, 0);
        let copies = std::mem::take(&mut self.copies);
        let copies = { copies.into_iter().enumerate() }.filter(|(_, of)| !of.copies.is_empty());
        // Merge into the kept files before any file is moved or deleted.
        let mut plans = Vec::new();
        for (at, copies) in copies {
            let plan = self.plan(at, copies);
            plans.push((at, plan));
            if self.args.input.strict && plans.last().is_some_and(|(_, plan)| plan.is_err()) {
                break;
            }
        }
        let merged = self.loss_checker.write_merged();
        for (at, plan) in plans {
            let collection = self.collection;
            let file = &collection.files[at];
            let name = file.input.shown();
            let fate = plan.and_then(|plan| match plan {
                Plan::Leave(why) => Ok(Fate::LeftInPlace(why)),
                Plan::Act(kept) => match kept.iter().find(|at| merged.contains_key(at)) {
                    Some(at) => {
                        let (kept, why) = (&collection.files[*at], &merged[at]);
                        anyhow::bail!(
                            "left in place, since merging into {} failed: {why}",
                            kept.input.shown()
                        )
                    }
                    None => self.act_on(file, &kept, &mut out),
                },
            });
            match fate {
                Ok(Fate::Done) => done += 1,
                Ok(Fate::LeftInPlace(why)) => {
                    left += 1;
                    if let Some(why) = why {
                        output::message(format_args!("{name}: left in place: {why}"));
                    }
                }
                Err(error) => {
                    actions.failed += 1;
                    let why = kifu_files::reason(format!("{error:#}"));
                    output::message(format_args!("{name}: {}", Printable(&why)));
                    if self.args.input.strict {
                        break;
                    }
                }
            }
        }
        out.flush()?;
        let files = count(done, "file");
        let verb = if self.args.dry_run {
            format!("to {}", verb.0)
        } else {
            verb.1.to_owned()
        };
        actions.summary = Some(if left == 0 {
            format!("{files} {verb}")
        } else {
            let kept = count(left, "file");
            format!("{files} {verb}, {kept} left in place")
        });
        Ok(actions)
    }

    /// The infinitive and the past participle of the requested action, if there is one.
    pub(super) fn verb(&self) -> Option<(&'static str, &'static str)> {
        match (&self.args.move_to, self.args.link, self.args.delete) {
            (Some(_), _, _) => Some(("move", "moved")),
            (_, true, _) => Some(("link", "linked")),
            (_, _, true) => Some(("delete", "deleted")),
            _ => None,
        }
    }

    /// Decides whether to act on a file. No file has been changed yet.
    fn plan(&mut self, at: usize, copies: Copies) -> anyhow::Result<Plan> {
        let collection = self.collection;
        let file = &collection.files[at];
        let leave = |why: &str| Ok(Plan::Leave(Some(why.to_owned())));
        let (Some(path), Input::File(named)) = (&file.path, &file.input) else {
            return leave("it was read from an archive or from standard input");
        };
        if copies.copies.len() < file.games {
            return leave("not all of its games are copies");
        }
        if copies.is_too_far {
            let why =
                "one of its games differs from the kept game in more moves than `--near` allows";
            return leave(why);
        }
        // Never replace or delete a symbolic link that was given as input.
        if named.is_symlink() {
            let why = format!("it is a symbolic link to {}", file_name(path));
            return leave(&why);
        }
        let kept = copies.copies.iter();
        let kept = BTreeSet::from_iter(kept.map(|copy| collection.file_number(copy.kept)));
        for at in &kept {
            let one = &collection.files[*at];
            let Some(kept_path) = one.path.as_deref() else {
                let name = one.input.shown();
                return leave(&format!(
                    "the kept file {name} was read from an archive or from standard input"
                ));
            };
            if is_same_name(path, kept_path)? {
                return leave(&format!("it is the same file as {}", one.input.shown()));
            }
        }
        // Dry runs check this as well.
        write::removable(named)?;
        let check = if self.args.delete && !self.args.lossy {
            self.loss_checker.check(at, &copies.copies)?
        } else {
            LossCheck::Lossless
        };
        match check {
            LossCheck::Losses(why) => leave(&why),
            LossCheck::Lossless => Ok(Plan::Act(kept)),
        }
    }

    fn act_on(
        &mut self,
        file: &File,
        kept: &BTreeSet<usize>,
        out: &mut impl Write,
    ) -> anyhow::Result<Fate> {
        let (Some(path), Input::File(named)) = (&file.path, &file.input) else {
            return Ok(Fate::LeftInPlace(None));
        };
        let collection = self.collection;
        let kept = kept.iter().filter_map(|at| {
            let one = &collection.files[*at];
            Some((one, one.path.as_deref()?))
        });
        let kept: Vec<KeptFile<'_>> = kept.collect();
        match &self.args.move_to {
            Some(directory) => self.move_to(directory, (file, path, named), &kept, out),
            None if self.args.link => self.link((file, path, named), &kept, out),
            None => self.delete((file, path, named), &kept, out),
        }
    }

    fn move_to(
        &mut self,
        directory: &Path,
        (file, path, named): ActedOn<'_>,
        kept: &[KeptFile<'_>],
        out: &mut impl Write,
    ) -> anyhow::Result<Fate> {
        let places = self
            .places
            .get_or_insert_with(|| Places::of(directory, &self.args.input.sources()));
        let target = places.place(&file.input)?;
        if !self.targets.insert(target.clone()) {
            anyhow::bail!(
                "another file has the same destination: {}",
                file_name(&target)
            );
        }
        write::vacant(&target, &Overwrite::Never)?;
        if self.args.dry_run {
            writeln!(out, "{} -> {}", file.input.shown(), file_name(&target))?;
            return Ok(Fate::Done);
        }
        let _locks = self.lock((file, path, named), kept)?;
        if let Some(parent) = target.parent() {
            std::fs::create_dir_all(parent)?;
        }
        write::rename(named, &target)?;
        Ok(Fate::Done)
    }

    /// Links a file to a kept file with the same bytes. Equal hashes are not enough, so this
    /// compares the bytes.
    fn link(
        &self,
        (file, path, named): ActedOn<'_>,
        kept: &[KeptFile<'_>],
        out: &mut impl Write,
    ) -> anyhow::Result<Fate> {
        let Some((to, to_path)) = kept.iter().find(|(kept, _)| kept.hash == file.hash) else {
            return Ok(Fate::LeftInPlace(None));
        };
        if is_same_file(path, to_path)? {
            return Ok(Fate::LeftInPlace(None));
        }
        if self.args.dry_run {
            writeln!(out, "{} -> {}", file.input.shown(), to.input.shown())?;
            return Ok(Fate::Done);
        }
        let _locks = self.lock((file, path, named), &[(to, to_path)])?;
        if std::fs::read(path)? != std::fs::read(to_path)? {
            return Ok(Fate::LeftInPlace(None));
        }
        write::link(named, to_path)?;
        Ok(Fate::Done)
    }

    fn delete(
        &self,
        (file, path, named): ActedOn<'_>,
        kept: &[KeptFile<'_>],
        out: &mut impl Write,
    ) -> anyhow::Result<Fate> {
        if self.args.dry_run {
            writeln!(out, "{}", file.input.shown())?;
            return Ok(Fate::Done);
        }
        let _locks = self.lock((file, path, named), kept)?;
        write::remove(named)?;
        Ok(Fate::Done)
    }

    /// Locks a file to act on and the kept files, and checks that none of them has changed since it
    /// was read.
    ///
    /// Two runs can disagree about which of two files to keep. Each run locks both files in the
    /// same order before it checks them, so the second run finds that the file it wanted to keep no
    /// longer exists.
    fn lock(
        &self,
        (file, path, named): ActedOn<'_>,
        kept: &[KeptFile<'_>],
    ) -> anyhow::Result<Vec<std::fs::File>> {
        let mut files = BTreeMap::new();
        for path in std::iter::once(path).chain(kept.iter().map(|(_, path)| *path)) {
            let opened = std::fs::File::open(path);
            let opened = opened.with_context(|| format!("{} no longer exists", file_name(path)))?;
            // A file with two names must be locked only once.
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
        // Check the files by name: a locked file can have been replaced before it was locked.
        self.loss_checker.read_unchanged(named, file)?;
        for (kept, path) in kept {
            self.loss_checker.read_unchanged(path, kept)?;
        }
        for path in std::iter::once(path).chain(kept.iter().map(|(_, path)| *path)) {
            let there = std::fs::File::open(path)?;
            let order = lock_order(&there, path)?;
            let mut locked = files.iter().map(|file| lock_order(file, path));
            if !locked.any(|locked| locked.is_ok_and(|locked| locked == order)) {
                anyhow::bail!("{} was replaced after it was read", file_name(path));
            }
        }
        Ok(files)
    }
}

/// The decision about a file.
enum Plan {
    /// Act on the file. The set contains the files with the kept games.
    Act(BTreeSet<usize>),
    /// Leave the file in place, for this reason.
    Leave(Option<String>),
}

/// The key that determines the order in which all runs lock files: the inode on Unix, the canonical
/// path elsewhere.
#[cfg(unix)]
fn lock_order(file: &std::fs::File, _: &Path) -> io::Result<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    let found = file.metadata()?;
    Ok((found.dev(), found.ino()))
}

/// The key that determines the order in which all runs lock files: the inode on Unix, the canonical
/// path elsewhere.
#[cfg(not(unix))]
fn lock_order(_: &std::fs::File, path: &Path) -> io::Result<PathBuf> {
    path.canonicalize()
}

/// A file to act on, its canonical path, and its path as given.
type ActedOn<'f> = (&'f File, &'f Path, &'f Path);

/// A kept file and its canonical path.
type KeptFile<'f> = (&'f File, &'f Path);

/// Whether two paths refer to the same file.
fn is_same_file(one: &Path, other: &Path) -> io::Result<bool> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let (one, other) = (one.metadata()?, other.metadata()?);
        Ok((one.dev(), one.ino()) == (other.dev(), other.ino()))
    }
    #[cfg(not(unix))]
    Ok(one == other)
}

/// Whether two paths are the same name of one file, so that removing one removes both. This is the
/// case if a directory is mounted twice or a name is spelled in two ways, but not for two hard
/// links.
fn is_same_name(one: &Path, other: &Path) -> io::Result<bool> {
    if !is_same_file(one, other)? {
        return Ok(false);
    }
    let same_name = one.file_name() == other.file_name();
    let folders = one.parent().zip(other.parent());
    let same_folder = folders.is_some_and(|(one, other)| is_same_file(one, other).unwrap_or(true));
    Ok(same_name && same_folder || write::link_count(&one.metadata()?) == 1)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn hard_links_are_different_names_of_one_file() {
        let folder = tempfile::tempdir().unwrap();
        let (a, b) = (folder.path().join("a"), folder.path().join("b"));
        std::fs::write(&a, "").unwrap();
        assert!(is_same_name(&a, &a).unwrap());
        std::fs::hard_link(&a, &b).unwrap();
        assert!(is_same_name(&a, &a).unwrap());
        assert!(!is_same_name(&a, &b).unwrap());
        std::fs::remove_file(&b).unwrap();
        std::fs::write(&b, "").unwrap();
        assert!(!is_same_name(&a, &b).unwrap());
    }
}
