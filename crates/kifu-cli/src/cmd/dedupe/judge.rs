//! Whether a file can be deleted without a loss, and what has to be merged first.

use std::collections::{BTreeMap, HashMap};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use anyhow::Context;
use kifu::Record;
use kifu::compare::{Missing, merge, missing};
use kifu::parts::in_format_of;
use kifu::sgf::{Document, NodeId};
use kifu::span::Span;
use kifu::transform::{Transform, transform};

use super::act::Copied;
use super::read::{Collection, File, hash_of};
use crate::charset_guess::refuse_other_guess;
use crate::cmd::dedupe::args::DedupeArgs;
use crate::games::NO_GAMES;
use crate::lost;
use crate::printable::file_name;
use crate::replace::{self, Batch, Committed, Digest, Draft, How, Staged};

/// Compares copies with what is kept, and merges them into that where it is wanted.
pub(super) struct Judge<'a> {
    args: &'a DedupeArgs,
    collection: &'a Collection,
    /// The kept files that were read last, the latest at the end.
    read: Vec<(usize, Rc<Games>)>,
    /// Game trees of kept files with what was merged into them, as SGF files of their own.
    merged: BTreeMap<usize, Trees>,
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

/// Game trees by their numbers in a file, from 0.
type Trees = BTreeMap<usize, Vec<u8>>;

/// The games of a file. Each is compared and merged by itself, so that the time this takes depends on
/// the game, and not on the file.
struct Games {
    document: Document,
    roots: Vec<NodeId>,
    /// The number of the first game of each game tree, from 0, and where the tree is in the text.
    trees: Vec<(usize, Span)>,
}

/// A game tree as a document of its own, and the root of one of its games.
struct Alone {
    document: Document,
    root: NodeId,
}

const BOM: &[u8] = b"\xEF\xBB\xBF";

impl Games {
    fn of(record: Record) -> anyhow::Result<Games> {
        let document = record.into_sgf()?;
        let roots: Vec<NodeId> = document.roots().collect();
        let number = |root: NodeId| roots.partition_point(|one| *one < root);
        let trees = document.games_in_text();
        let mut trees: Vec<(usize, Span)> =
            trees.map(|(root, span)| (number(root), span)).collect();
        // The only one keeps what is around it.
        if let [(_, span)] = &mut *trees {
            *span = Span::new(0, document.text().len() as u32);
        }
        Ok(Games {
            roots,
            trees,
            document,
        })
    }

    /// The game tree of the game with this number, from 1.
    fn tree_of(&self, number: usize) -> anyhow::Result<usize> {
        let tree = self.trees.partition_point(|(first, _)| *first < number);
        tree.checked_sub(1).context(NOT_THERE)
    }

    /// A game by itself.
    fn alone(&self, number: usize) -> anyhow::Result<Alone> {
        let (_, span) = self.trees[self.tree_of(number)?];
        let text = self.document.text();
        let tree = match text.starts_with(BOM) && span.start > 0 {
            true => [BOM, span.of(text)].concat(),
            false => span.of(text).to_vec(),
        };
        self.root_in(self.document.with_text(tree)?, number)
    }

    /// A game in a document that holds nothing but its game tree.
    fn root_in(&self, document: Document, number: usize) -> anyhow::Result<Alone> {
        let tree = self.tree_of(number)?;
        let (first, _) = self.trees[tree];
        let next = self.trees.get(tree + 1);
        let end = next.map_or(self.roots.len(), |(first, _)| *first);
        let mut roots = document.roots();
        let root = roots.clone().nth(number - 1 - first);
        let is_same = roots.by_ref().count() == end - first;
        let root = root.filter(|_| is_same).context(NOT_THERE)?;
        Ok(Alone { document, root })
    }

    /// The file with some of its game trees replaced.
    fn with(&self, trees: &Trees) -> anyhow::Result<Document> {
        let text = self.document.text();
        let (mut whole, mut at) = (Vec::new(), 0);
        for (tree, bytes) in trees {
            let (_, span) = self.trees[*tree];
            let range = span.range();
            let merged = Document::parse(bytes.as_slice())?;
            let tree = match range.start {
                0 => merged.text(),
                _ => merged.text().strip_prefix(BOM).unwrap_or(merged.text()),
            };
            whole.extend_from_slice(&text[at..range.start]);
            whole.extend_from_slice(tree);
            at = range.end;
        }
        whole.extend_from_slice(&text[at..]);
        Ok(self.document.with_text(whole)?)
    }
}

impl Alone {
    /// The game as it lies after a transform.
    fn turned(self, by: Transform) -> anyhow::Result<Alone> {
        if by == Transform::IDENTITY {
            return Ok(self);
        }
        let choose = |root: NodeId| match root == self.root {
            true => by,
            false => Transform::IDENTITY,
        };
        let document = transform(&self.document, choose)?.document;
        let at = self.document.roots().position(|root| root == self.root);
        let root = at.and_then(|at| document.roots().nth(at));
        let root = root.context(NOT_THERE)?;
        Ok(Alone { document, root })
    }
}

const NOT_THERE: &str = "a game that was read before is not there";

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
        let theirs = Games::of(kifu::read(bytes)?)?;
        let name = file_name(path.file_name().map_or(path, Path::new));
        // What is merged counts only if all games of the file can be.
        let mut merging: BTreeMap<(usize, usize), Vec<u8>> = BTreeMap::new();
        let mut losses = Vec::new();
        for copy in copies {
            let game = &collection.games[copy.game];
            let kept = &collection.games[copy.kept];
            let games = self.kept(kept.file)?;
            let tree = (kept.file, games.tree_of(kept.number)?);
            let merged = merging.get(&tree);
            let ours = match merged.or_else(|| self.merged.get(&tree.0)?.get(&tree.1)) {
                Some(bytes) => games.root_in(Document::parse(bytes.as_slice())?, kept.number)?,
                None => games.alone(kept.number)?,
            };
            let theirs = theirs.alone(game.number)?.turned(copy.by)?;
            let (said, within) = ((&theirs.document, theirs.root), (&ours.document, ours.root));
            let mut lost = missing(said, within, &name);
            let is_other_line = lost.is_empty() && copy.off > 0;
            if self.args.merge && (!lost.is_empty() || is_other_line) {
                let near = usize::from(self.args.near);
                match merge(ours.document, ours.root, said, &name, near) {
                    Ok(made) if made.left.is_empty() => {
                        merging.insert(tree, made.document.to_bytes());
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
        for ((kept, tree), bytes) in merging {
            self.merged.entry(kept).or_default().insert(tree, bytes);
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

    /// A kept file as it was read, without what was merged into it.
    fn kept(&mut self, at: usize) -> anyhow::Result<Rc<Games>> {
        if let Some(known) = self.read.iter().position(|(known, _)| *known == at) {
            self.read[known..].rotate_left(1);
        } else {
            let file = &self.collection.files[at];
            let path = file.path.as_deref().context("it has no path")?;
            let games = Games::of(kifu::read(self.unchanged(path, file)?)?)?;
            if self.read.len() == MOST_READ {
                self.read.remove(0);
            }
            self.read.push((at, Rc::new(games)));
        }
        let (_, games) = self.read.last().context("it was read just now")?;
        Ok(Rc::clone(games))
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
        let ours = Games::of(kifu::read(before.as_slice())?)?;
        let after = in_format_of(&record, &before, &ours.with(trees)?).context(NO_GAMES)?;
        let written = kifu::read(after.as_slice())?;
        let carries_all = unsaid(&record).is_subset_of(&unsaid(&written));
        let new = Games::of(written)?;
        anyhow::ensure!(
            carries_all && ours.roots.len() == new.roots.len(),
            "merging would lose something that only its format can say"
        );
        for (root, now) in ours.roots.iter().zip(&new.roots) {
            let charset = ours.document.charset(*root);
            refuse_other_guess(charset, &new.document, *now)?;
            let mut lost = missing((&ours.document, *root), (&new.document, *now), "");
            if record.sgf_document().is_none() {
                lost.retain(|missing| !is_spelling(missing));
            }
            if !lost.is_empty() {
                anyhow::bail!("merging would lose something: {}", lost::list(&lost));
            }
        }
        replace::replaceable(path, ORIG)?;
        let staged = match self.args.dry_run {
            true => None,
            false => {
                let mut draft = Draft::of(path)?;
                draft.write_all(&after)?;
                let how = How::InPlace {
                    was: Digest::of(&before),
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

/// Whether something says only how JGF spelled what the record says, or in which arrays the nodes were.
/// That is written again where a merge changes what is spelled.
fn is_spelling(missing: &Missing) -> bool {
    let is_spelled = |value: &String| {
        let mut words = value.split(':');
        let (first, role, key) = (words.next(), words.nth(1), words.next());
        let is_shape = role == Some("raw") && key == Some("shape");
        first == Some("carried") && (is_shape || matches!(role, Some("spelled" | "order")))
    };
    match missing {
        Missing::Values { ident, values, .. } => ident == "KX" && values.iter().all(is_spelled),
        _ => false,
    }
}
