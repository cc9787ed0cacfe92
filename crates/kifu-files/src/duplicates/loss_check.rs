//! Checks whether a file can be deleted without a loss, and merges missing content into the kept
//! files.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use kifu::Record;
use kifu::compare::{Absorbed, GameTrees, MergeError, Missing, absorb, missing};
use kifu::parts::in_format_of;
use kifu::sgf::Document;
use kifu::transform::Transform;

use super::error::HandleError;
use super::handler::{OnLoss, Options};
use super::read::{Files, RecordFile, hash_of};
use crate::OtherKind;
use crate::write::{self, Batch, CommitMode, Committed, Digest, Draft, Staged};

/// Compares copies with the kept games and, with [`OnLoss::Merge`], merges them into the kept files.
#[derive(Debug)]
pub(super) struct LossChecker<'a> {
    options: &'a Options,
    files: &'a Files,
    /// The kept files that were read last, the latest one at the end.
    cache: Vec<(usize, Rc<KeptFile>)>,
    /// The merged game trees of kept files, each as a separate SGF file.
    merged: BTreeMap<usize, Trees>,
    /// The length and the hash of kept files after merging.
    changed: HashMap<PathBuf, (usize, u64)>,
}

/// A copy, and the game that is kept instead of it.
#[derive(Clone, Copy, Debug)]
pub struct CopiedGame {
    /// The index of the copy.
    pub game: usize,
    /// The index of the kept game.
    pub kept: usize,
    /// The transform from the copy to the kept game.
    pub transform: Transform,
    /// The number of moves that differ.
    pub distance: usize,
}

/// Content of a file that the kept files do not have.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Loss {
    /// The kept game does not have these nodes and values. If the list is empty, it has all moves of
    /// the copy, but not in its main line.
    Missing {
        /// The index of the copy.
        game: usize,
        /// The index of the kept game.
        kept: usize,
        /// The nodes and values.
        missing: Vec<Missing>,
    },
    /// The additional content of a copy cannot be merged.
    NotMerged(MergeError),
    /// Text outside of games.
    StrayText(BTreeSet<Vec<u8>>),
}

/// The result of checking whether deleting a file loses content.
pub(super) enum LossCheck {
    /// The kept files contain all content of the file, or will after merging.
    Lossless,
    /// This content would be lost.
    Losses(Vec<Loss>),
}

/// A kept file as it was read, without merged content.
#[derive(Debug)]
struct KeptFile {
    games: GameTrees,
    /// The text outside of games.
    stray_text: BTreeSet<Vec<u8>>,
}

/// Game trees by their index in a file.
type Trees = BTreeMap<usize, Vec<u8>>;

/// The maximum number of cached files. A few are enough, since the games of one file often have
/// their copies in one other file.
const MAX_CACHED: usize = 4;

impl<'a> LossChecker<'a> {
    pub(super) fn new(options: &'a Options, files: &'a Files) -> LossChecker<'a> {
        LossChecker {
            options,
            files,
            cache: Vec::new(),
            merged: BTreeMap::new(),
            changed: HashMap::new(),
        }
    }

    /// Checks whether the kept files contain all content of a file. With [`OnLoss::Merge`], merges
    /// the missing content in memory.
    pub(super) fn check(
        &mut self,
        at: usize,
        copies: &[CopiedGame],
    ) -> Result<LossCheck, HandleError> {
        let collection = self.files;
        let file = &collection.files()[at];
        let path = path_of(file)?;
        let bytes = self.read_unchanged(path, file)?;
        // If all games have the same kept file and the hashes are equal, compare the bytes first.
        let kept = collection.file_number(copies[0].kept);
        let alone = copies
            .iter()
            .all(|copy| collection.file_number(copy.kept) == kept);
        let kept = &collection.files()[kept];
        let has_same_hash = alone && (kept.size, kept.hash) == (file.size, file.hash);
        let is_same = match kept.path.as_deref().filter(|_| has_same_hash) {
            Some(kept_path) => std::fs::read(kept_path)? == bytes,
            None => false,
        };
        if is_same {
            return Ok(LossCheck::Lossless);
        }
        let record = kifu::read(bytes)?;
        let mut stray_text: BTreeSet<Vec<u8>> = stray_text_of(&record);
        let theirs = GameTrees::of(record.into_sgf()?);
        let name = path.file_name().map_or(path, Path::new);
        let name = without_control_characters(&name.to_string_lossy());
        let tolerance =
            (self.options.on_loss() == OnLoss::Merge).then_some(self.options.criteria.max_distance);
        // Keep merged trees only if all games of the file can be merged.
        let mut merging: BTreeMap<(usize, usize), Vec<u8>> = BTreeMap::new();
        let mut losses = Vec::new();
        let mut searched = BTreeSet::new();
        for copy in copies {
            let number = collection.number(copy.kept);
            let kept = collection.file_number(copy.kept);
            let KeptFile {
                games,
                stray_text: kept_text,
            } = &*self.kept_file(kept)?;
            if searched.insert(kept) {
                stray_text.retain(|text| !kept_text.contains(text));
            }
            let tree = (kept, games.tree_of(number)?);
            let merged = merging.get(&tree);
            let ours = match merged.or_else(|| self.merged.get(&tree.0)?.get(&tree.1)) {
                Some(bytes) => games.game_in(Document::parse(bytes.as_slice())?, number)?,
                None => games.game(number)?,
            };
            let theirs = theirs.game(collection.number(copy.game))?;
            let theirs = theirs.transformed(copy.transform)?;
            match absorb(&theirs, ours, &name, copy.distance, tolerance) {
                Absorbed::Already => {}
                Absorbed::Merged(bytes) => drop(merging.insert(tree, bytes)),
                Absorbed::Loses(missing) => losses.push(Loss::Missing {
                    game: copy.game,
                    kept: copy.kept,
                    missing,
                }),
                Absorbed::NotMerged(why) => losses.push(Loss::NotMerged(why)),
            }
        }
        if !stray_text.is_empty() {
            losses.push(Loss::StrayText(stray_text));
        }
        if !losses.is_empty() {
            return Ok(LossCheck::Losses(losses));
        }
        for ((kept, tree), bytes) in merging {
            self.merged.entry(kept).or_default().insert(tree, bytes);
        }
        Ok(LossCheck::Lossless)
    }

    /// Returns a kept file from the cache, or reads it.
    fn kept_file(&mut self, at: usize) -> Result<Rc<KeptFile>, HandleError> {
        if let Some(known) = self.cache.iter().position(|(known, _)| *known == at) {
            self.cache[known..].rotate_left(1);
        } else {
            let file = &self.files.files()[at];
            let record = kifu::read(self.read_unchanged(path_of(file)?, file)?)?;
            let kept = KeptFile {
                stray_text: stray_text_of(&record),
                games: GameTrees::of(record.into_sgf()?),
            };
            if self.cache.len() == MAX_CACHED {
                self.cache.remove(0);
            }
            self.cache.push((at, Rc::new(kept)));
        }
        // The file was added or moved to the end.
        let (_, kept) = &self.cache[self.cache.len() - 1];
        Ok(Rc::clone(kept))
    }

    /// Writes the merged files. Returns the files that could not be written, with the reasons.
    pub(super) fn write_merged(&mut self) -> BTreeMap<usize, Arc<HandleError>> {
        self.cache.clear();
        let mut failed = BTreeMap::new();
        let mut batch = Batch::new(self.options.strict);
        for (at, trees) in std::mem::take(&mut self.merged) {
            let committed = match self.stage(at, &trees) {
                Ok((staged, version)) => batch.add(staged, (at, version)),
                Err(why) => {
                    failed.insert(at, Arc::new(why));
                    continue;
                }
            };
            self.note_results(committed, &mut failed);
        }
        self.note_results(batch.commit(), &mut failed);
        failed
    }

    /// Stores the length and the hash of written files, and the errors of the others.
    fn note_results(
        &mut self,
        committed: Committed<(usize, (usize, u64))>,
        failed: &mut BTreeMap<usize, Arc<HandleError>>,
    ) {
        for ((at, version), result) in committed {
            match result {
                Ok(()) => {
                    let path = self.files.files()[at].path.clone();
                    self.changed.extend(path.map(|path| (path, version)));
                }
                Err(why) => drop(failed.insert(at, Arc::new(why.into()))),
            }
        }
    }

    /// Prepares the replacement of a kept file by its merged version, except in a dry run. Returns
    /// it with its length and hash.
    fn stage(
        &self,
        at: usize,
        trees: &Trees,
    ) -> Result<(Option<Staged>, (usize, u64)), HandleError> {
        let file = &self.files.files()[at];
        let path = path_of(file)?;
        let before = self.read_unchanged(path, file)?;
        let record = kifu::read(before.as_slice())?;
        let ours = GameTrees::of(kifu::read(before.as_slice())?.into_sgf()?);
        let trees = trees.iter().map(|(at, bytes)| (*at, bytes.as_slice()));
        let merged = ours.with(trees)?;
        let after = in_format_of(&record, &before, &merged)
            .ok_or_else(|| HandleError::Unwritten(OtherKind::of_unwritten(&record)))?;
        let written = kifu::read(after.as_slice())?;
        let is_complete = Inexpressible::of(&record).is_subset_of(&Inexpressible::of(&written));
        let new = GameTrees::of(written.into_sgf()?);
        if !is_complete || ours.roots().len() != new.roots().len() {
            return Err(HandleError::Inexpressible);
        }
        for (root, now) in ours.roots().iter().zip(new.roots()) {
            let before = ours.document().charset(*root);
            let after = new.document().charset(*now);
            if before.guess_changes(after) {
                return Err(HandleError::OtherGuess { before, after });
            }
            let mut lost = missing((ours.document(), *root), (new.document(), *now), "");
            if record.sgf_document().is_none() {
                lost.retain(|missing| !missing.is_spelling());
            }
            if !lost.is_empty() {
                return Err(HandleError::Lossy(lost));
            }
        }
        write::replaceable(path, ORIG)?;
        let staged = if self.options.dry_run {
            None
        } else {
            let mut draft = Draft::of(path)?;
            draft.write_all(&after)?;
            let how = CommitMode::InPlace {
                original: Digest::of(&before),
                suffix: ORIG.to_owned(),
                keep_mtime: false,
            };
            Some(draft.finish()?.staged(how))
        };
        Ok((staged, (after.len(), hash_of(&after))))
    }

    /// Reads a file again.
    ///
    /// # Errors
    ///
    /// If the file has changed since it was first read, or since content was merged into it.
    pub(super) fn read_unchanged(
        &self,
        path: &Path,
        file: &RecordFile,
    ) -> Result<Vec<u8>, HandleError> {
        let bytes = std::fs::read(path)?;
        let changed = file
            .path
            .as_ref()
            .and_then(|path| self.changed.get(path))
            .copied();
        let expected = changed.unwrap_or((file.size, file.hash));
        if (bytes.len(), hash_of(&bytes)) != expected {
            return Err(HandleError::Changed(file.input.clone()));
        }
        Ok(bytes)
    }
}

fn path_of(file: &RecordFile) -> Result<&Path, HandleError> {
    file.path.as_deref().ok_or(HandleError::NoPath)
}

/// Escapes the control characters of a name that becomes a part of a record.
fn without_control_characters(name: &str) -> String {
    let mut escaped = String::with_capacity(name.len());
    for c in name.chars() {
        if c.is_control() {
            escaped.extend(c.escape_unicode());
        } else {
            escaped.push(c);
        }
    }
    escaped
}

/// The suffix of the backup of a kept file.
const ORIG: &str = ".orig";

/// Returns the text of a record that is outside of its games.
fn stray_text_of(record: &Record) -> BTreeSet<Vec<u8>> {
    record
        .stray_text()
        .into_iter()
        .map(<[u8]>::to_vec)
        .collect()
}

/// The content of a record in another format that SGF cannot express, with the number of
/// occurrences. The descriptions have no node and element numbers, since merging changes these.
struct Inexpressible(BTreeMap<String, usize>);

impl Inexpressible {
    fn of(record: &Record) -> Inexpressible {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        if record.sgf_document().is_none() {
            for loss in record.games().flat_map(|game| game.losses) {
                let what: String = loss.what.split(|c: char| c.is_ascii_digit()).collect();
                *counts.entry(what).or_default() += 1;
            }
        }
        Inexpressible(counts)
    }

    fn is_subset_of(&self, other: &Inexpressible) -> bool {
        let mut all = self.0.iter();
        all.all(|(what, count)| other.0.get(what).is_some_and(|there| there >= count))
    }
}
