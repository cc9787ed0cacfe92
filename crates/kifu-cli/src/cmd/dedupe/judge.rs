//! Whether a file can be deleted without a loss, and what has to be merged first.

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

use super::read::{Collection, File, hash_of};
use crate::charset_guess::refuse_other_guess;
use crate::cmd::dedupe::args::DedupeArgs;
use crate::games::NO_GAMES;
use crate::missing;
use crate::printable::file_name;
use crate::replace::{self, Batch, CommitMode, Committed, Digest, Draft, Staged};

/// Compares copies with what is kept, and merges them into that where it is wanted.
pub(super) struct Judge<'a> {
    args: &'a DedupeArgs,
    collection: &'a Collection,
    /// The kept files that were read last, the latest at the end.
    read: Vec<(usize, Rc<Kept>)>,
    /// Game trees of kept files with what was merged into them, as SGF files of their own.
    merged: BTreeMap<usize, Trees>,
    /// Length and hash of kept files that were changed.
    now: HashMap<PathBuf, (usize, u64)>,
}

/// A copy, and the game that is kept instead.
#[derive(Clone, Copy)]
pub(super) struct Copied {
    pub(super) game: usize,
    pub(super) kept: usize,
    /// What makes the copy lie as the game that is kept.
    pub(super) by: Transform,
    /// In how many moves it differs.
    pub(super) off: usize,
}

/// What was found about a file.
pub(super) enum Judged {
    /// The kept files have all that it says, or will have it.
    LosesNothing,
    /// They have not, and what it is.
    Loses(String),
}

/// A file that is kept, without what was merged into it.
struct Kept {
    games: GameTrees,
    /// Its text outside of games.
    stray: BTreeSet<Vec<u8>>,
}

/// Game trees by their numbers in a file, from 0.
type Trees = BTreeMap<usize, Vec<u8>>;

/// So many kept files stay read: games of one file often have their copies in one file.
const MOST_READ: usize = 4;

impl<'a> Judge<'a> {
    pub(super) fn new(args: &'a DedupeArgs, collection: &'a Collection) -> Judge<'a> {
        Judge {
            args,
            collection,
            read: Vec::new(),
            merged: BTreeMap::new(),
            now: HashMap::new(),
        }
    }

    /// Whether the kept files have all that a file says; with --merge, what they lack is merged into them in memory.
    pub(super) fn judge(&mut self, at: usize, copies: &[Copied]) -> anyhow::Result<Judged> {
        let collection = self.collection;
        let file = &collection.files[at];
        let path = file.path.as_deref().context("it has no path")?;
        let bytes = self.unchanged(path, file)?;
        // Hashes can be alike; bytes are not.
        let kept = collection.file_number(copies[0].kept);
        let alone = copies
            .iter()
            .all(|copy| collection.file_number(copy.kept) == kept);
        let kept = &collection.files[kept];
        let is_alike = alone && (kept.size, kept.hash) == (file.size, file.hash);
        let is_same = match kept.path.as_deref().filter(|_| is_alike) {
            Some(kept_path) => std::fs::read(kept_path)? == bytes,
            None => false,
        };
        if is_same {
            return Ok(Judged::LosesNothing);
        }
        let record = kifu::read(bytes)?;
        let mut stray: BTreeSet<Vec<u8>> = stray_of(&record);
        let theirs = GameTrees::of(record.into_sgf()?);
        let name = file_name(path.file_name().map_or(path, Path::new));
        let tolerance = self.args.merge.then_some(usize::from(self.args.near));
        // What is merged counts only if all games of the file can be.
        let mut merging: BTreeMap<(usize, usize), Vec<u8>> = BTreeMap::new();
        let mut losses = Vec::new();
        let mut looked_in = BTreeSet::new();
        for copy in copies {
            let number = collection.number(copy.kept);
            let kept = collection.file_number(copy.kept);
            let Kept {
                games,
                stray: there,
            } = &*self.kept(kept)?;
            if looked_in.insert(kept) {
                stray.retain(|text| !there.contains(text));
            }
            let tree = (kept, games.tree_of(number)?);
            let merged = merging.get(&tree);
            let ours = match merged.or_else(|| self.merged.get(&tree.0)?.get(&tree.1)) {
                Some(bytes) => games.game_in(Document::parse(bytes.as_slice())?, number)?,
                None => games.game(number)?,
            };
            let theirs = theirs.game(collection.number(copy.game))?;
            let theirs = theirs.transformed(copy.by)?;
            match absorb(&theirs, ours, &name, copy.off, tolerance) {
                Absorbed::Already => {}
                Absorbed::Merged(bytes) => drop(merging.insert(tree, bytes)),
                Absorbed::Loses(lost) => losses.push(self.loss(copy, &lost, file)),
                Absorbed::NotMerged(why) => losses.push(format!("it cannot be merged: {why}")),
            }
        }
        if !stray.is_empty() {
            losses.push(format!(
                "text outside of its games is not in a file that is kept: {}",
                missing::quoted(&stray)
            ));
        }
        if !losses.is_empty() {
            return Ok(Judged::Loses(losses.join("; ")));
        }
        for ((kept, tree), bytes) in merging {
            self.merged.entry(kept).or_default().insert(tree, bytes);
        }
        Ok(Judged::LosesNothing)
    }

    /// What only the copy says, for people.
    fn loss(&self, copy: &Copied, lost: &[Missing], file: &File) -> String {
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
        match lost.is_empty() {
            true => text + ", which is kept, has another main line",
            false => format!(
                "{text}, which is kept, does not say: {}",
                missing::list(lost)
            ),
        }
    }

    /// A kept file as it was read, without what was merged into it.
    fn kept(&mut self, at: usize) -> anyhow::Result<Rc<Kept>> {
        if let Some(known) = self.read.iter().position(|(known, _)| *known == at) {
            self.read[known..].rotate_left(1);
        } else {
            let file = &self.collection.files[at];
            let path = file.path.as_deref().context("it has no path")?;
            let record = kifu::read(self.unchanged(path, file)?)?;
            let kept = Kept {
                stray: stray_of(&record),
                games: GameTrees::of(record.into_sgf()?),
            };
            if self.read.len() == MOST_READ {
                self.read.remove(0);
            }
            self.read.push((at, Rc::new(kept)));
        }
        let (_, kept) = self.read.last().context("it was read just now")?;
        Ok(Rc::clone(kept))
    }

    /// Writes the kept files that something was merged into, and says which could not be written, and why.
    pub(super) fn write_merged(&mut self) -> BTreeMap<usize, String> {
        self.read.clear();
        let mut failed = BTreeMap::new();
        let mut batch = Batch::new(self.args.input.strict);
        for (at, trees) in std::mem::take(&mut self.merged) {
            let committed = match self.stage(at, &trees) {
                Ok((staged, now)) => batch.add(staged, (at, now)),
                Err(why) => {
                    failed.insert(at, format!("{why:#}"));
                    continue;
                }
            };
            self.written(committed, &mut failed);
        }
        self.written(batch.commit(), &mut failed);
        failed
    }

    /// Notes what became of kept files.
    fn written(
        &mut self,
        committed: Committed<(usize, (usize, u64))>,
        failed: &mut BTreeMap<usize, String>,
    ) {
        for ((at, now), done) in committed {
            match done {
                Ok(()) => {
                    let path = self.collection.files[at].path.clone();
                    self.now.extend(path.map(|path| (path, now)));
                }
                Err(why) => drop(failed.insert(at, why.to_string())),
            }
        }
    }

    /// A kept file with what was merged into it, ready for its name, and its length and hash; no file in a
    /// dry run.
    fn stage(&self, at: usize, trees: &Trees) -> anyhow::Result<(Option<Staged>, (usize, u64))> {
        let file = &self.collection.files[at];
        let path = file.path.as_deref().context("it has no path")?;
        let before = self.unchanged(path, file)?;
        let record = kifu::read(before.as_slice())?;
        let ours = GameTrees::of(kifu::read(before.as_slice())?.into_sgf()?);
        let trees = trees.iter().map(|(at, bytes)| (*at, bytes.as_slice()));
        let merged = ours.with(trees)?;
        let after = in_format_of(&record, &before, &merged).context(NO_GAMES)?;
        let written = kifu::read(after.as_slice())?;
        let carries_all = unsaid(&record).is_subset_of(&unsaid(&written));
        let new = GameTrees::of(written.into_sgf()?);
        anyhow::ensure!(
            carries_all && ours.roots().len() == new.roots().len(),
            "merging would lose something that only its format can say"
        );
        for (root, now) in ours.roots().iter().zip(new.roots()) {
            let charset = ours.document().charset(*root);
            refuse_other_guess(charset, new.document(), *now)?;
            let mut lost = missing((ours.document(), *root), (new.document(), *now), "");
            if record.sgf_document().is_none() {
                lost.retain(|missing| !missing.is_spelling());
            }
            if !lost.is_empty() {
                anyhow::bail!("merging would lose something: {}", missing::list(&lost));
            }
        }
        replace::replaceable(path, ORIG)?;
        let staged = match self.args.dry_run {
            true => None,
            false => {
                let mut draft = Draft::of(path)?;
                draft.write_all(&after)?;
                let how = CommitMode::InPlace {
                    original: Digest::of(&before),
                    suffix: ORIG.to_owned(),
                    keep_mtime: false,
                };
                Some(draft.finish()?.staged(how))
            }
        };
        Ok((staged, (after.len(), hash_of(&after))))
    }

    /// The bytes of a file, which must be what they were.
    pub(super) fn unchanged(&self, path: &Path, file: &File) -> anyhow::Result<Vec<u8>> {
        let bytes = std::fs::read(path)?;
        let now = file
            .path
            .as_ref()
            .and_then(|path| self.now.get(path))
            .copied();
        match (bytes.len(), hash_of(&bytes)) == now.unwrap_or((file.size, file.hash)) {
            true => Ok(bytes),
            false => anyhow::bail!("{} was changed in the meantime", file.input.shown()),
        }
    }
}

/// The suffix of the backup of a kept file.
const ORIG: &str = ".orig";

/// The text of a record that is part of no game.
fn stray_of(record: &Record) -> BTreeSet<Vec<u8>> {
    record
        .stray_text()
        .into_iter()
        .map(<[u8]>::to_vec)
        .collect()
}

/// What a record of another format than SGF says and its game does not, and how often: each by its place, in which nodes and
/// elements have no numbers, since a merge adds some.
#[derive(Default)]
struct Unsaid(BTreeMap<String, usize>);

impl Unsaid {
    fn is_subset_of(&self, other: &Unsaid) -> bool {
        let mut all = self.0.iter();
        all.all(|(what, count)| other.0.get(what).is_some_and(|there| there >= count))
    }
}

fn unsaid(record: &Record) -> Unsaid {
    let mut unsaid = Unsaid::default();
    if record.sgf_document().is_none() {
        for loss in record.games().flat_map(|game| game.losses) {
            let what: String = loss.what.split(|c: char| c.is_ascii_digit()).collect();
            *unsaid.0.entry(what).or_default() += 1;
        }
    }
    unsaid
}
