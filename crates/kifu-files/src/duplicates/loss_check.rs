//! Checks whether a file can be deleted without a loss, and merges missing content into the kept
//! files.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use anyhow::Context;
use kifu::Record;
use kifu::compare::{Absorbed, GameTrees, Missing, absorb, missing};
use kifu::parts::in_format_of;
use kifu::sgf::Document;
use kifu::transform::Transform;
use kifu_files::OtherKind;
use kifu_files::write::{self, Batch, CommitMode, Committed, Digest, Draft, Staged};

use super::read::{Collection, File, hash_of};
use crate::charset_guess::refuse_other_guess;
use crate::cmd::dedupe::args::DedupeArgs;
use crate::missing;
use crate::printable::{InputName, file_name};

/// Compares copies with the kept games and, with `--merge`, merges them into the kept files.
pub(super) struct LossChecker<'a> {
    args: &'a DedupeArgs,
    collection: &'a Collection,
    /// The kept files that were read last, the latest one at the end.
    cache: Vec<(usize, Rc<KeptFile>)>,
    /// The merged game trees of kept files, each as a separate SGF file.
    merged: BTreeMap<usize, Trees>,
    /// The length and the hash of kept files after merging.
    changed: HashMap<PathBuf, (usize, u64)>,
}

/// A copy, and the game that is kept instead of it.
#[derive(Clone, Copy)]
pub(super) struct CopiedGame {
    pub(super) game: usize,
    pub(super) kept: usize,
    /// The transform from the copy to the kept game.
    pub(super) transform: Transform,
    /// The number of moves that differ.
    pub(super) distance: usize,
}

/// The result of checking whether deleting a file loses content.
pub(super) enum LossCheck {
    /// The kept files contain all content of the file, or will after merging.
    Lossless,
    /// A description of the content that would be lost.
    Losses(String),
}

/// A kept file as it was read, without merged content.
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
    pub(super) fn new(args: &'a DedupeArgs, collection: &'a Collection) -> LossChecker<'a> {
        LossChecker {
            args,
            collection,
            cache: Vec::new(),
            merged: BTreeMap::new(),
            changed: HashMap::new(),
        }
    }

    /// Checks whether the kept files contain all content of a file. With `--merge`, merges the
    /// missing content in memory.
    pub(super) fn check(&mut self, at: usize, copies: &[CopiedGame]) -> anyhow::Result<LossCheck> {
        let collection = self.collection;
        let file = &collection.files[at];
        let path = file.path.as_deref().context("the file has no path")?;
        let bytes = self.read_unchanged(path, file)?;
        // If all games have the same kept file and the hashes are equal, compare the bytes first.
        let kept = collection.file_number(copies[0].kept);
        let alone = copies
            .iter()
            .all(|copy| collection.file_number(copy.kept) == kept);
        let kept = &collection.files[kept];
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
        let name = file_name(path.file_name().map_or(path, Path::new));
        let tolerance = self.args.merge.then_some(usize::from(self.args.near));
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
                Absorbed::Loses(lost) => losses.push(self.describe_loss(copy, &lost, file)),
                Absorbed::NotMerged(why) => losses.push(format!("it cannot be merged: {why}")),
            }
        }
        if !stray_text.is_empty() {
            losses.push(format!(
                "text outside of its games is missing from the kept files: {}",
                missing::quoted(&stray_text)
            ));
        }
        if !losses.is_empty() {
            return Ok(LossCheck::Losses(losses.join("; ")));
        }
        for ((kept, tree), bytes) in merging {
            self.merged.entry(kept).or_default().insert(tree, bytes);
        }
        Ok(LossCheck::Lossless)
    }

    /// Describes the content that only the copy has.
    fn describe_loss(&self, copy: &CopiedGame, lost: &[Missing], file: &File) -> String {
        let collection = self.collection;
        let kept_file = collection.file_of(copy.kept);
        let mut text = String::new();
        if file.games > 1 {
            text = format!("game {}: ", collection.number(copy.game));
        }
        text += &kept_file.input.shown();
        if kept_file.games > 1 {
            text += &format!(" game {}", collection.number(copy.kept));
        }
        if lost.is_empty() {
            text + " (kept) has a different main line"
        } else {
            format!("{text} (kept) does not contain: {}", missing::list(lost))
        }
    }

    /// Returns a kept file from the cache, or reads it.
    fn kept_file(&mut self, at: usize) -> anyhow::Result<Rc<KeptFile>> {
        if let Some(known) = self.cache.iter().position(|(known, _)| *known == at) {
            self.cache[known..].rotate_left(1);
        } else {
            let file = &self.collection.files[at];
            let path = file.path.as_deref().context("the file has no path")?;
            let record = kifu::read(self.read_unchanged(path, file)?)?;
            let kept = KeptFile {
                stray_text: stray_text_of(&record),
                games: GameTrees::of(record.into_sgf()?),
            };
            if self.cache.len() == MAX_CACHED {
                self.cache.remove(0);
            }
            self.cache.push((at, Rc::new(kept)));
        }
        let (_, kept) = self.cache.last().context("the file is in the cache")?;
        Ok(Rc::clone(kept))
    }

    /// Writes the merged files. Returns the files that could not be written, with the reasons.
    pub(super) fn write_merged(&mut self) -> BTreeMap<usize, String> {
        self.cache.clear();
        let mut failed = BTreeMap::new();
        let mut batch = Batch::new(self.args.input.strict);
        for (at, trees) in std::mem::take(&mut self.merged) {
            let committed = match self.stage(at, &trees) {
                Ok((staged, version)) => batch.add(staged, (at, version)),
                Err(why) => {
                    failed.insert(at, format!("{why:#}"));
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
        failed: &mut BTreeMap<usize, String>,
    ) {
        for ((at, version), result) in committed {
            match result {
                Ok(()) => {
                    let path = self.collection.files[at].path.clone();
                    self.changed.extend(path.map(|path| (path, version)));
                }
                Err(why) => drop(failed.insert(at, why.to_string())),
            }
        }
    }

    /// Prepares the replacement of a kept file by its merged version, except in a dry run. Returns
    /// it with its length and hash.
    fn stage(&self, at: usize, trees: &Trees) -> anyhow::Result<(Option<Staged>, (usize, u64))> {
        let file = &self.collection.files[at];
        let path = file.path.as_deref().context("the file has no path")?;
        let before = self.read_unchanged(path, file)?;
        let record = kifu::read(before.as_slice())?;
        let ours = GameTrees::of(kifu::read(before.as_slice())?.into_sgf()?);
        let trees = trees.iter().map(|(at, bytes)| (*at, bytes.as_slice()));
        let merged = ours.with(trees)?;
        let after = in_format_of(&record, &before, &merged).context(OtherKind::Positions)?;
        let written = kifu::read(after.as_slice())?;
        let is_complete = Inexpressible::of(&record).is_subset_of(&Inexpressible::of(&written));
        let new = GameTrees::of(written.into_sgf()?);
        anyhow::ensure!(
            is_complete && ours.roots().len() == new.roots().len(),
            "merging would lose content that only its format can express"
        );
        for (root, now) in ours.roots().iter().zip(new.roots()) {
            let charset = ours.document().charset(*root);
            refuse_other_guess(charset, new.document(), *now)?;
            let mut lost = missing((ours.document(), *root), (new.document(), *now), "");
            if record.sgf_document().is_none() {
                lost.retain(|missing| !missing.is_spelling());
            }
            if !lost.is_empty() {
                anyhow::bail!("merging would lose content: {}", missing::list(&lost));
            }
        }
        write::replaceable(path, ORIG)?;
        let staged = if self.args.dry_run {
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
    pub(super) fn read_unchanged(&self, path: &Path, file: &File) -> anyhow::Result<Vec<u8>> {
        let bytes = std::fs::read(path)?;
        let changed = file
            .path
            .as_ref()
            .and_then(|path| self.changed.get(path))
            .copied();
        let expected = changed.unwrap_or((file.size, file.hash));
        anyhow::ensure!(
            (bytes.len(), hash_of(&bytes)) == expected,
            "{} has changed since it was read",
            file.input.shown()
        );
        Ok(bytes)
    }
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
