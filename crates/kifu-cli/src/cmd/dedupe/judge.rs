//! Whether a file can be deleted without a loss, and what has to be merged first.

use std::collections::{BTreeMap, HashMap};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use anyhow::Context;
use kifu::compare::{Missing, merge, missing};
use kifu::parts::in_format_of;
use kifu::sgf::{Document, NodeId};
use kifu::transform::{Transform, transform};

use super::act::Copied;
use super::read::{Collection, File, hash_of};
use crate::args::DedupeArgs;
use crate::cmd::charset::refuse_other_guess;
use crate::lost;
use crate::printable::file_name;
use crate::replace::{self, Digest, Draft};

/// Compares copies with what is kept, and merges them into that where it is wanted.
pub(super) struct Judge<'a> {
    args: &'a DedupeArgs,
    collection: &'a Collection,
    /// The kept files that were read last.
    read: Vec<(usize, Rc<Games>)>,
    /// Kept files with what was merged into them, as SGF.
    merged: BTreeMap<usize, Vec<u8>>,
    /// Length and hash of kept files that were changed.
    now: HashMap<PathBuf, (usize, u64)>,
}

/// What was found about a file.
pub(super) enum Judged {
    /// The kept files have all that it says, or will have it.
    LosesNothing,
    /// They have not, and what it is.
    Loses(String),
}

/// The games of a file.
struct Games {
    document: Document,
    roots: Vec<NodeId>,
}

impl Games {
    fn of(bytes: &[u8]) -> anyhow::Result<Games> {
        let document = match kifu::read(bytes)? {
            kifu::Record::Sgf(document) => document,
            record => Document::parse(record.to_sgf()?.to_bytes())?,
        };
        Ok(Games {
            roots: document.roots().collect(),
            document,
        })
    }

    fn root(&self, number: usize) -> anyhow::Result<NodeId> {
        let root = self.roots.get(number - 1).copied();
        root.context("a game that was read before is not there")
    }
}

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
        let kept = collection.games[copies[0].kept].file;
        let alone = copies
            .iter()
            .all(|copy| collection.games[copy.kept].file == kept);
        let kept = &collection.files[kept];
        let is_alike = alone && (kept.size, kept.hash) == (file.size, file.hash);
        let is_same = match kept.path.as_deref().filter(|_| is_alike) {
            Some(kept_path) => std::fs::read(kept_path)? == bytes,
            None => false,
        };
        if is_same {
            return Ok(Judged::LosesNothing);
        }
        let theirs = Games::of(&bytes)?;
        let turned = turned(&theirs, copies, collection)?;
        let theirs = turned.as_ref().unwrap_or(&theirs);
        let name = file_name(path.file_name().map_or(path, Path::new));
        // What is merged counts only if all games of the file can be.
        let mut merging: BTreeMap<usize, Vec<u8>> = BTreeMap::new();
        let mut losses = Vec::new();
        for copy in copies {
            let game = &collection.games[copy.game];
            let kept = &collection.games[copy.kept];
            let ours = match merging.get(&kept.file) {
                Some(bytes) => Rc::new(Games::of(bytes)?),
                None => self.kept(kept.file)?,
            };
            let their_root = theirs.root(game.number)?;
            let our_root = ours.root(kept.number)?;
            let (said, within) = ((&theirs.document, their_root), (&ours.document, our_root));
            let mut lost = missing(said, within, &name);
            let is_other_line = lost.is_empty() && copy.off > 0;
            if self.args.merge && (!lost.is_empty() || is_other_line) {
                // Read again, so that it can be edited and dropped.
                let document = Document::parse(ours.document.to_bytes())?;
                let our_root = document.roots().nth(kept.number - 1);
                let our_root = our_root.context("a game that was read before is not there")?;
                let near = usize::from(self.args.near);
                match merge(document, our_root, said, &name, near) {
                    Ok(made) if made.left.is_empty() => {
                        merging.insert(kept.file, made.document.to_bytes());
                        continue;
                    }
                    Ok(made) => lost = made.left,
                    Err(why) => {
                        losses.push(format!("it cannot be merged: {why}"));
                        continue;
                    }
                }
            }
            if !lost.is_empty() || is_other_line {
                losses.push(self.told(copy, &lost, file));
            }
        }
        if !losses.is_empty() {
            return Ok(Judged::Loses(losses.join("; ")));
        }
        for (kept, bytes) in merging {
            self.read.retain(|(at, _)| *at != kept);
            self.merged.insert(kept, bytes);
        }
        Ok(Judged::LosesNothing)
    }

    /// What only the copy says.
    fn told(&self, copy: &Copied, lost: &[Missing], file: &File) -> String {
        let collection = self.collection;
        let (game, kept) = (&collection.games[copy.game], &collection.games[copy.kept]);
        let kept_file = &collection.files[kept.file];
        let mut text = String::new();
        if file.games > 1 {
            text = format!("game {}: ", game.number);
        }
        text += &kept_file.input.shown();
        if kept_file.games > 1 {
            text += &format!(" game {}", kept.number);
        }
        match lost.is_empty() {
            true => text + ", which is kept, has another main line",
            false => format!("{text}, which is kept, does not say: {}", lost::list(lost)),
        }
    }

    /// A kept file, with what was merged into it.
    fn kept(&mut self, at: usize) -> anyhow::Result<Rc<Games>> {
        if let Some((_, games)) = self.read.iter().find(|(known, _)| *known == at) {
            return Ok(Rc::clone(games));
        }
        let file = &self.collection.files[at];
        let games = match self.merged.get(&at) {
            Some(bytes) => Games::of(bytes)?,
            None => {
                let path = file.path.as_deref().context("it has no path")?;
                Games::of(&self.unchanged(path, file)?)?
            }
        };
        let games = Rc::new(games);
        if self.read.len() == MOST_READ {
            self.read.remove(0);
        }
        self.read.push((at, Rc::clone(&games)));
        Ok(games)
    }

    /// Writes the kept files that something was merged into, and says which could not be written, and why.
    pub(super) fn write_merged(&mut self) -> BTreeMap<usize, String> {
        let mut failed = BTreeMap::new();
        for (at, merged) in std::mem::take(&mut self.merged) {
            match self.write(at, &merged) {
                Ok(now) => {
                    let path = self.collection.files[at].path.clone();
                    self.now.extend(path.map(|path| (path, now)));
                }
                Err(why) => {
                    failed.insert(at, format!("{why:#}"));
                }
            }
        }
        failed
    }

    fn write(&self, at: usize, merged: &[u8]) -> anyhow::Result<(usize, u64)> {
        let file = &self.collection.files[at];
        let path = file.path.as_deref().context("it has no path")?;
        let before = self.unchanged(path, file)?;
        let record = kifu::read(before.as_slice())?;
        let document = Document::parse(merged)?;
        let after = in_format_of(&record, &before, &document)
            .context("positions cannot be merged: convert them with `kifu convert -t sgf` first")?;
        let (ours, new) = (Games::of(&before)?, Games::of(&after)?);
        for (root, now) in ours.roots.iter().zip(&new.roots) {
            let charset = ours.document.charset(*root);
            refuse_other_guess(charset, &new.document, *now)?;
            let lost = missing((&ours.document, *root), (&new.document, *now), "");
            if !lost.is_empty() {
                anyhow::bail!("merging would lose something: {}", lost::list(&lost));
            }
        }
        if !self.args.dry_run {
            let mut draft = Draft::of(path)?;
            draft.write_all(&after)?;
            replace::in_place(draft, Digest::of(&before), ".orig")?;
        }
        Ok((after.len(), hash_of(&after)))
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

/// The games of a file as the ones lie that are kept instead; `None` if they do already.
fn turned(
    games: &Games,
    copies: &[Copied],
    collection: &Collection,
) -> anyhow::Result<Option<Games>> {
    let mut by = HashMap::new();
    for copy in copies.iter().filter(|copy| copy.by != Transform::IDENTITY) {
        by.insert(games.root(collection.games[copy.game].number)?, copy.by);
    }
    if by.is_empty() {
        return Ok(None);
    }
    let choose = |root: NodeId| by.get(&root).copied().unwrap_or(Transform::IDENTITY);
    let document = transform(&games.document, choose)?.document;
    Ok(Some(Games {
        roots: document.roots().collect(),
        document,
    }))
}
