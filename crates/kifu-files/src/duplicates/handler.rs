//! Moves, links or deletes files whose games are copies.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use kifu::compare::{Cluster, CopyCriteria, SameBy};

use super::error::HandleError;
use super::loss_check::{CopiedGame, Loss, LossCheck, LossChecker};
use super::read::{Files, RecordFile};
use crate::input::Input;
use crate::places::Places;
use crate::write::{self, Overwrite};

/// The settings for handling files whose games are all copies of games in other files.
#[derive(Clone, Debug)]
pub struct Options {
    /// The action.
    pub action: Action,
    /// The content that games must have in common to be copies.
    pub by: SameBy,
    /// The criteria for copies.
    pub criteria: CopyCriteria,
    /// Whether to leave all files unchanged.
    pub dry_run: bool,
    /// Whether to stop at the first file that cannot be handled.
    pub strict: bool,
}

/// An action on a file.
#[derive(Clone, Debug)]
pub enum Action {
    /// Moves the file to an output directory.
    Move(Places),
    /// Replaces the file with a hard link to a kept file with the same bytes.
    Link,
    /// Deletes the file.
    Delete(OnLoss),
}

/// The action if the kept files do not contain all content of a file to delete.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnLoss {
    /// The file is left in place.
    Leave,
    /// The content is merged into the kept file, which gets a backup with the suffix `.orig`.
    Merge,
    /// The file is deleted.
    Ignore,
}

impl Options {
    pub(super) fn on_loss(&self) -> OnLoss {
        match self.action {
            Action::Delete(on_loss) => on_loss,
            Action::Move(_) | Action::Link => OnLoss::Ignore,
        }
    }
}

/// Collects the copies in each file, and finally moves, links or deletes the files.
#[derive(Debug)]
pub struct Handler<'a> {
    options: &'a Options,
    files: &'a Files,
    /// The copies in each file.
    copies: Vec<Copies>,
    /// The paths that files were moved to or would be moved to.
    targets: HashSet<PathBuf>,
    loss_checker: LossChecker<'a>,
}

/// The copies in a file.
#[derive(Clone, Default, Debug)]
struct Copies {
    copies: Vec<CopiedGame>,
    /// Whether a copy differs too much from the kept game.
    is_too_far: bool,
}

/// The result for a file.
#[derive(Debug)]
pub enum Fate<'a> {
    /// The action was carried out, or would be without the dry run.
    Done(Option<Target<'a>>),
    /// The file was left in place, with the reason if users should know it.
    Left(Option<LeaveReason<'a>>),
}

/// The new path of a moved file, or the file to which a file was linked.
#[derive(Debug)]
pub enum Target<'a> {
    /// The new path.
    Path(PathBuf),
    /// The kept file.
    File(&'a RecordFile),
}

/// The reason why a file is left in place.
#[derive(Debug)]
#[non_exhaustive]
pub enum LeaveReason<'a> {
    /// The file was read from an archive or from standard input.
    NotAFile,
    /// Not all of its games are copies.
    NotAllCopies,
    /// A game differs too much from the kept game.
    TooFar,
    /// It is a symbolic link to this file.
    Link(PathBuf),
    /// This kept file was read from an archive or from standard input.
    KeptNotAFile(&'a RecordFile),
    /// It is the same file as this kept one.
    SameFile(&'a RecordFile),
    /// This content would be lost.
    Losses(Vec<Loss>),
}

impl<'a> Handler<'a> {
    /// Creates a handler for files with copies.
    pub fn new(options: &'a Options, files: &'a Files) -> Handler<'a> {
        Handler {
            options,
            files,
            copies: vec![Copies::default(); files.files().len()],
            targets: HashSet::new(),
            loss_checker: LossChecker::new(options, files),
        }
    }

    /// Adds the copies of a cluster.
    pub fn add(&mut self, cluster: &Cluster) {
        for copy in &cluster.copies {
            let copies = &mut self.copies[self.files.file_number(copy.game)];
            copies.copies.push(CopiedGame {
                game: copy.game,
                kept: cluster.kept,
                transform: copy.transform(),
                distance: copy.distance(),
            });
            copies.is_too_far |= copy.is_too_far(self.options.by, &self.options.criteria);
        }
    }

    /// Carries out the action on all files with copies, and calls `report` for each of them.
    ///
    /// # Errors
    ///
    /// Returns the errors of `report`, which end the run.
    pub fn act<E>(
        mut self,
        mut report: impl FnMut(&'a RecordFile, Result<Fate<'a>, HandleError>) -> Result<(), E>,
    ) -> Result<(), E> {
        let copies = std::mem::take(&mut self.copies);
        let copies = { copies.into_iter().enumerate() }.filter(|(_, of)| !of.copies.is_empty());
        // Merge into the kept files before any file is moved or deleted.
        let mut plans = Vec::new();
        for (at, copies) in copies {
            let plan = self.plan(at, copies);
            plans.push((at, plan));
            if self.options.strict && plans.last().is_some_and(|(_, plan)| plan.is_err()) {
                break;
            }
        }
        let merged = self.loss_checker.write_merged();
        let files = self.files;
        for (at, plan) in plans {
            let file = &files.files()[at];
            let fate = plan.and_then(|plan| match plan {
                Plan::Leave(why) => Ok(Fate::Left(Some(why))),
                Plan::Act(kept) => match kept.iter().find(|at| merged.contains_key(at)) {
                    Some(at) => Err(HandleError::NotMerged(
                        files.files()[*at].input.clone(),
                        Arc::clone(&merged[at]),
                    )),
                    None => self.act_on(file, &kept),
                },
            });
            let is_over = fate.is_err() && self.options.strict;
            report(file, fate)?;
            if is_over {
                break;
            }
        }
        Ok(())
    }

    /// Decides whether to act on a file. This is called before any file is changed.
    fn plan(&mut self, at: usize, copies: Copies) -> Result<Plan<'a>, HandleError> {
        let files = self.files;
        let file = &files.files()[at];
        let leave = |why| Ok(Plan::Leave(why));
        let (Some(path), Input::File(named)) = (&file.path, &file.input) else {
            return leave(LeaveReason::NotAFile);
        };
        if copies.copies.len() < file.games {
            return leave(LeaveReason::NotAllCopies);
        }
        if copies.is_too_far {
            return leave(LeaveReason::TooFar);
        }
        // Never replace or delete a symbolic link that was given as input.
        if named.is_symlink() {
            return leave(LeaveReason::Link(path.clone()));
        }
        let kept = copies.copies.iter();
        let kept = BTreeSet::from_iter(kept.map(|copy| files.file_number(copy.kept)));
        for at in &kept {
            let one = &files.files()[*at];
            let Some(kept_path) = one.path.as_deref() else {
                return leave(LeaveReason::KeptNotAFile(one));
            };
            if is_same_name(path, kept_path)? {
                return leave(LeaveReason::SameFile(one));
            }
        }
        // Dry runs check this as well.
        write::removable(named)?;
        let check = if self.options.on_loss() == OnLoss::Ignore {
            LossCheck::Lossless
        } else {
            self.loss_checker.check(at, &copies.copies)?
        };
        match check {
            LossCheck::Losses(losses) => leave(LeaveReason::Losses(losses)),
            LossCheck::Lossless => Ok(Plan::Act(kept)),
        }
    }

    fn act_on(
        &mut self,
        file: &'a RecordFile,
        kept: &BTreeSet<usize>,
    ) -> Result<Fate<'a>, HandleError> {
        let (Some(path), Input::File(named)) = (&file.path, &file.input) else {
            return Ok(Fate::Left(None));
        };
        let files = self.files;
        let kept = kept.iter().filter_map(|at| {
            let one = &files.files()[*at];
            Some((one, one.path.as_deref()?))
        });
        let kept: Vec<KeptFile<'a>> = kept.collect();
        let options = self.options;
        match &options.action {
            Action::Move(places) => self.move_to(places, (file, path, named), &kept),
            Action::Link => self.link((file, path, named), &kept),
            Action::Delete(_) => self.delete((file, path, named), &kept),
        }
    }

    fn move_to(
        &mut self,
        places: &Places,
        (file, path, named): ActedOn<'a>,
        kept: &[KeptFile<'a>],
    ) -> Result<Fate<'a>, HandleError> {
        let target = places.place(&file.input)?;
        if !self.targets.insert(target.clone()) {
            return Err(HandleError::SameDestination(target));
        }
        write::vacant(&target, &Overwrite::Never)?;
        if !self.options.dry_run {
            let _locks = self.lock((file, path, named), kept)?;
            if let Some(parent) = target.parent() {
                fs::create_dir_all(parent)?;
            }
            write::rename(named, &target)?;
        }
        Ok(Fate::Done(Some(Target::Path(target))))
    }

    /// Links a file to a kept file with the same bytes. Equal hashes are not enough, so this
    /// compares the bytes.
    fn link(
        &self,
        (file, path, named): ActedOn<'a>,
        kept: &[KeptFile<'a>],
    ) -> Result<Fate<'a>, HandleError> {
        let Some((to, to_path)) = kept.iter().find(|(kept, _)| kept.hash == file.hash) else {
            return Ok(Fate::Left(None));
        };
        if is_same_file(path, to_path)? {
            return Ok(Fate::Left(None));
        }
        if !self.options.dry_run {
            // Before the lock, which a link that a killed run left behind can share.
            write::remove_stale(write::parent_folder(named));
            let _locks = self.lock((file, path, named), &[(to, to_path)])?;
            if fs::read(path)? != fs::read(to_path)? {
                return Ok(Fate::Left(None));
            }
            write::link(named, to_path)?;
        }
        Ok(Fate::Done(Some(Target::File(to))))
    }

    fn delete(
        &self,
        (file, path, named): ActedOn<'a>,
        kept: &[KeptFile<'a>],
    ) -> Result<Fate<'a>, HandleError> {
        if !self.options.dry_run {
            let _locks = self.lock((file, path, named), kept)?;
            write::remove(named)?;
        }
        Ok(Fate::Done(None))
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
    ) -> Result<Vec<fs::File>, HandleError> {
        let mut files = BTreeMap::new();
        for path in std::iter::once(path).chain(kept.iter().map(|(_, path)| *path)) {
            let opened = fs::File::open(path);
            let opened = opened.map_err(|error| HandleError::Gone(path.to_owned(), error))?;
            // A file with two names must be locked only once.
            files.entry(lock_order(&opened, path)?).or_insert(opened);
        }
        let files: Vec<fs::File> = files.into_values().collect();
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
            let there = fs::File::open(path)?;
            let order = lock_order(&there, path)?;
            let mut locked = files.iter().map(|file| lock_order(file, path));
            if !locked.any(|locked| locked.is_ok_and(|locked| locked == order)) {
                return Err(HandleError::Replaced(path.to_owned()));
            }
        }
        Ok(files)
    }
}

/// The decision about a file.
enum Plan<'a> {
    /// Act on the file. The set contains the files with the kept games.
    Act(BTreeSet<usize>),
    /// Leave the file in place, for this reason.
    Leave(LeaveReason<'a>),
}

/// The key that determines the order in which all runs lock files: the inode on Unix, the canonical
/// path elsewhere.
#[cfg(unix)]
fn lock_order(file: &fs::File, _: &Path) -> io::Result<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    let found = file.metadata()?;
    Ok((found.dev(), found.ino()))
}

/// The key that determines the order in which all runs lock files: the inode on Unix, the canonical
/// path elsewhere.
#[cfg(not(unix))]
fn lock_order(_: &fs::File, path: &Path) -> io::Result<PathBuf> {
    path.canonicalize()
}

/// A file to act on, its canonical path, and its path as given.
type ActedOn<'f> = (&'f RecordFile, &'f Path, &'f Path);

/// A kept file and its canonical path.
type KeptFile<'f> = (&'f RecordFile, &'f Path);

/// Returns whether two paths refer to the same file.
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

/// Returns whether two paths are the same name of one file, so that removing one removes both. This
/// is the case if a directory is mounted twice or a name is spelled in two ways, but not for two
/// hard links.
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
        fs::write(&a, "").unwrap();
        assert!(is_same_name(&a, &a).unwrap());
        fs::hard_link(&a, &b).unwrap();
        assert!(is_same_name(&a, &a).unwrap());
        assert!(!is_same_name(&a, &b).unwrap());
        fs::remove_file(&b).unwrap();
        fs::write(&b, "").unwrap();
        assert!(!is_same_name(&a, &b).unwrap());
    }
}
