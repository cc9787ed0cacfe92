//! The games of all files, as little of each as has to be held.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use kifu::Record;
use kifu::compare::{Form, Likeness, Moves};
use kifu::hash::{Kind, Line};
use kifu::problem::Problem;
use kifu::sgf::properties::Class;
use kifu::sgf::{Document, GameContext, NodeId, PropertyInfo};
use kifu::span::Span;

use crate::args::input::InputArgs;
use crate::cmd::dedupe::args::{DedupeArgs, Rule, SameBy};
use crate::exit::Outcome;
use crate::games::Chunks;
use crate::input::Input;
use crate::output;
use crate::run::Inputs;

/// All that was read.
pub(super) struct Collection {
    pub(super) files: Vec<File>,
    /// Of all files, in order.
    pub(super) games: Vec<Copied>,
    /// Of each game, if it is Go.
    pub(super) forms: Vec<Option<Form>>,
}

/// A file.
pub(super) struct File {
    pub(super) input: Input,
    pub(super) name: String,
    /// What it is however its name is written.
    pub(super) path: Option<PathBuf>,
    pub(super) modified: Option<SystemTime>,
    pub(super) size: usize,
    pub(super) hash: u64,
    pub(super) games: usize,
    /// Its games are kept whatever there is.
    pub(super) master: bool,
}

/// A game.
pub(super) struct Copied {
    pub(super) file: usize,
    /// Its number in the file, from 1.
    pub(super) number: usize,
    /// Of its bytes, where it can be told which those are.
    pub(super) bytes: Option<u64>,
    /// Of what else copies have in common.
    pub(super) key: Option<u64>,
    /// Of what begins with stones, what tells its variations from others.
    variations: Option<u64>,
    is_problem: bool,
    pub(super) nodes: usize,
    pub(super) metadata: usize,
    /// For each rule whether it has the property that is asked for.
    pub(super) has: Vec<bool>,
}

/// A game, and its form if it is Go.
type Formed = (Copied, Option<Form>);

impl Collection {
    pub(super) fn read(args: &DedupeArgs) -> anyhow::Result<(Collection, Outcome)> {
        let mut reader = Reader {
            args,
            collection: Collection {
                files: Vec::new(),
                games: Vec::new(),
                forms: Vec::new(),
            },
            seen: HashSet::new(),
            folders: Folders::default(),
        };
        let mut outcome = Outcome::default();
        if !args.against.is_empty() {
            let master = InputArgs {
                paths: args.against.clone(),
                files_from: None,
                null: false,
                ..args.input.clone()
            };
            outcome = reader.read(&master, true)?;
        }
        let input = args.input.without(args.move_to.as_deref());
        let others = reader.read(&input, false)?;
        outcome.read += others.read;
        outcome.failed += others.failed;
        Ok((reader.collection, outcome))
    }

    pub(super) fn file_of(&self, game: usize) -> &File {
        &self.files[self.games[game].file]
    }

    pub(super) fn moves(&self, game: usize) -> Option<Moves> {
        self.forms[game].as_ref().map(Form::moves)
    }

    pub(super) fn move_count(&self, game: usize) -> Option<usize> {
        let form = self.forms[game].as_ref()?;
        Some(form.canonical().count())
    }

    /// Games that have the same of something, each with the one before it.
    pub(super) fn pairs_of(&self, of: impl Fn(&Copied) -> Option<u64>) -> Vec<(usize, usize)> {
        let keyed = self.games.iter().enumerate();
        let keyed = keyed.filter_map(|(at, game)| Some((of(game)?, at)));
        let mut keyed: Vec<(u64, usize)> = keyed.collect();
        keyed.sort_unstable();
        let same = keyed.windows(2).filter(|two| two[0].0 == two[1].0);
        same.map(|two| (two[0].1, two[1].1)).collect()
    }

    /// The parts of a group that have one key.
    pub(super) fn split_by_key(&self, group: Vec<usize>) -> Vec<Vec<usize>> {
        self.split_by(group, |game| game.key)
    }

    /// The parts of a group that have the same variations, if there is a problem in it: one with other solutions is
    /// another problem.
    pub(super) fn split_problems(&self, group: Vec<usize>) -> Vec<Vec<usize>> {
        match group.iter().any(|game| self.games[*game].is_problem) {
            true => self.split_by(group, |game| game.variations),
            false => vec![group],
        }
    }

    fn split_by(
        &self,
        mut group: Vec<usize>,
        key: impl Fn(&Copied) -> Option<u64>,
    ) -> Vec<Vec<usize>> {
        let key = |game: &usize| key(&self.games[*game]);
        group.sort_by_key(|game| (key(game), *game));
        let parts = group.chunk_by(|a, b| key(a) == key(b));
        let mut parts: Vec<Vec<usize>> = parts
            .filter(|part| part.len() > 1)
            .map(<[usize]>::to_vec)
            .collect();
        parts.sort();
        parts
    }
}

struct Reader<'a> {
    args: &'a DedupeArgs,
    collection: Collection,
    seen: HashSet<PathBuf>,
    folders: Folders,
}

/// The true names of the folders that files are in, each asked for once.
#[derive(Default)]
struct Folders(Mutex<HashMap<PathBuf, PathBuf>>);

impl Folders {
    /// The true name of a file.
    fn true_name(&self, file: &Path) -> io::Result<PathBuf> {
        let (Some(folder), Some(name)) = (file.parent(), file.file_name()) else {
            return file.canonicalize();
        };
        // Where capitals make no difference, only the system knows how a name is written.
        let is_exact = cfg!(target_os = "linux");
        if !is_exact || folder.as_os_str().is_empty() || file.symlink_metadata()?.is_symlink() {
            return file.canonicalize();
        }
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(folder) = known().get(folder) {
            return Ok(folder.join(name));
        }
        let true_name = folder.canonicalize()?;
        let file = true_name.join(name);
        known().insert(folder.to_owned(), true_name);
        Ok(file)
    }
}

impl Reader<'_> {
    fn read(&mut self, inputs: &InputArgs, master: bool) -> anyhow::Result<Outcome> {
        let Reader {
            args,
            collection,
            seen,
            folders,
        } = self;
        let work = |input: &Input, chunks: &mut Chunks| read(input, chunks, args, folders);
        let mut twice = 0;
        let inputs = Inputs::of("dedupe", inputs).cut_within_lines();
        let outcome = inputs.each_collection(work, |(mut file, games)| {
            // A file is no copy of itself.
            if file
                .path
                .as_ref()
                .is_some_and(|path| !seen.insert(path.clone()))
            {
                twice += 1;
                return Ok(());
            }
            file.master = master;
            let at = collection.files.len();
            collection.files.push(file);
            for (game, form) in games {
                collection.games.push(Copied { file: at, ..game });
                collection.forms.push(form);
            }
            Ok(())
        })?;
        if twice > 0 {
            output::message(format_args!("{twice} given twice, and counted once"));
        }
        Ok(outcome)
    }
}

fn read(
    input: &Input,
    chunks: &mut Chunks,
    args: &DedupeArgs,
    folders: &Folders,
) -> anyhow::Result<(File, Vec<Formed>)> {
    let path = match input {
        Input::Stdin | Input::Member(_) => None,
        Input::File(path) => Some(folders.true_name(path)?),
    };
    let modified = match &path {
        Some(path) if asks_for_times(args) => path.metadata()?.modified().ok(),
        _ => None,
    };
    let mut hasher = DefaultHasher::new();
    let mut games = Vec::new();
    let alone = chunks.is_whole();
    for part in chunks.records() {
        let part = part?;
        hasher.write(&part.chunk.bytes);
        let sgf = part.record.to_sgf()?;
        add_games(
            &part.record,
            &sgf,
            alone.then(|| hasher.finish()),
            args,
            &mut games,
        );
    }
    if games.is_empty() {
        anyhow::bail!("no game found");
    }
    let file = File {
        name: input.name(),
        input: input.named(),
        path,
        modified,
        size: chunks.bytes_yielded() as usize,
        hash: hasher.finish(),
        games: games.len(),
        master: false,
    };
    Ok((file, games))
}

fn asks_for_times(args: &DedupeArgs) -> bool {
    let rules = args.rules();
    rules.contains(&Rule::Newest) || rules.contains(&Rule::Oldest)
}

/// Adds the games of a part of a file; `file` is the hash of its bytes if the part is all of it.
fn add_games(
    record: &Record,
    sgf: &Document,
    file: Option<u64>,
    args: &DedupeArgs,
    games: &mut Vec<Formed>,
) {
    let alone = file.filter(|_| sgf.roots().nth(1).is_none());
    let spans: HashMap<NodeId, Span> = match record.sgf_document() {
        Some(_) if alone.is_none() => sgf.games_in_text().collect(),
        _ => HashMap::new(),
    };
    let bytes_of = |root: NodeId| match alone {
        Some(file) => Some(file),
        None => spans
            .get(&root)
            .map(|span| hash_of(&sgf.text()[span.range()])),
    };
    let game = |(number, root)| {
        let bytes = bytes_of(root);
        let moves = Moves::of(sgf, root);
        // Too many games begin alike, and those without moves end so.
        let least = Likeness::default().least;
        let is_game = moves
            .as_ref()
            .is_some_and(|moves| moves.steps().len() >= least);
        let form = moves.map(|moves| Form::of(&moves));
        // Only what begins with stones can be a problem.
        let begins = |form: &&Form| {
            let steps = form.canonical().steps();
            steps.first().is_some_and(|step| !step.is_move())
        };
        let setup = form.as_ref().filter(begins);
        let game = Copied {
            variations: setup.map(|form| form.variations(sgf, root)),
            is_problem: setup.is_some() && Problem::of(sgf, root, None).is_some(),
            file: 0,
            number,
            bytes,
            key: match is_game || args.by.bytes {
                true => key(sgf, root, bytes, args.by),
                false => None,
            },
            nodes: sgf.forest().preorder(root).count(),
            metadata: metadata(sgf, root),
            has: has(sgf, root, args.rules()),
        };
        (game, form)
    };
    let before = games.len();
    games.extend((before + 1..).zip(sgf.roots()).map(game));
}

/// Of bytes that are hashed one part after the other it is the same.
pub(super) fn hash_of(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    hasher.finish()
}

/// What copies have in common besides the moves.
fn key(sgf: &Document, root: NodeId, bytes: Option<u64>, by: SameBy) -> Option<u64> {
    let mut hasher = DefaultHasher::new();
    if by.bytes {
        bytes?.hash(&mut hasher);
    }
    if by.last || (by.dyer && !by.moves) {
        let line = Line::of(sgf, root, None)?;
        if by.dyer {
            let dyer = line.hash(Kind::DyerSym)?;
            // A game without these moves is no copy of another without them.
            if dyer.bytes().all(|b| b == b'?') {
                return None;
            }
            dyer.hash(&mut hasher);
        }
        if by.last {
            line.hash(Kind::FinalSym)?.hash(&mut hasher);
        }
    }
    Some(hasher.finish())
}

/// How much is said of the game as a whole.
fn metadata(sgf: &Document, root: NodeId) -> usize {
    let context = GameContext::of(sgf.node(root));
    let says = |property: &kifu::sgf::Property<'_>| {
        let info = PropertyInfo::of(property.ident(), &context);
        let value = property.value();
        info.is_some_and(|info| info.class == Class::GameInfo)
            && value.is_some_and(|value| !value.raw().trim_ascii().is_empty())
    };
    sgf.node(root).properties().filter(says).count()
}

fn has(sgf: &Document, root: NodeId, rules: &[Rule]) -> Vec<bool> {
    let has = |rule: &Rule| match rule {
        Rule::Has(ident) => {
            let mut nodes = sgf.forest().preorder(root);
            Some(nodes.any(|node| sgf.node(node).get(ident).is_some()))
        }
        _ => None,
    };
    rules.iter().filter_map(has).collect()
}
