//! Reads the games of all files, and keeps only what is needed to compare them.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use kifu::Record;
use kifu::compare::{Candidate, Candidates, CanonicalMoves, GameSource, Preference, Preferences};
use kifu::problem::Problem;
use kifu::sgf::{Document, NodeId};
use kifu::span::Span;
use kifu_files::Input;
use kifu_files::OtherKind;
use kifu_files::games::Chunks;

use crate::args::input::InputArgs;
use crate::cmd::dedupe::args::DedupeArgs;
use crate::exit::Outcome;
use crate::output;
use crate::printable::count;
use crate::run::Inputs;

/// All files and their games.
pub(super) struct Collection {
    pub(super) files: Vec<File>,
    /// The games; each file is a source, with the same index.
    pub(super) candidates: Candidates,
}

/// A file that was read.
pub(super) struct File {
    pub(super) input: Input,
    pub(super) name: String,
    /// The canonical path; `None` for standard input and members of archives.
    pub(super) path: Option<PathBuf>,
    pub(super) size: usize,
    pub(super) hash: u64,
    pub(super) games: usize,
}

/// A file and its games, before they are added to the collection.
struct ReadFile {
    file: File,
    source: GameSource,
    games: Vec<(Candidate, Option<CanonicalMoves>)>,
}

impl Collection {
    pub(super) fn read(args: &DedupeArgs) -> anyhow::Result<(Collection, Outcome)> {
        let mut reader = Reader {
            args,
            collection: Collection {
                files: Vec::new(),
                candidates: Candidates::default(),
            },
            seen: HashSet::new(),
            folders: CanonicalDirectories::default(),
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
        &self.files[self.file_number(game)]
    }

    /// The index of the file that a game is in.
    pub(super) fn file_number(&self, game: usize) -> usize {
        self.candidates.games()[game].source
    }

    /// The number of a game in its file, from 1.
    pub(super) fn number(&self, game: usize) -> usize {
        self.candidates.games()[game].number
    }
}

struct Reader<'a> {
    args: &'a DedupeArgs,
    collection: Collection,
    seen: HashSet<PathBuf>,
    folders: CanonicalDirectories,
}

/// A cache of the canonical paths of directories.
#[derive(Default)]
struct CanonicalDirectories(Mutex<HashMap<PathBuf, PathBuf>>);

impl CanonicalDirectories {
    /// Returns the canonical path of a file.
    fn canonicalize(&self, file: &Path) -> io::Result<PathBuf> {
        let (Some(folder), Some(name)) = (file.parent(), file.file_name()) else {
            return file.canonicalize();
        };
        // On systems that ignore case, only the system knows the spelling of a name.
        let is_exact = cfg!(target_os = "linux");
        if !is_exact || folder.as_os_str().is_empty() || file.symlink_metadata()?.is_symlink() {
            return file.canonicalize();
        }
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(folder) = known().get(folder) {
            return Ok(folder.join(name));
        }
        let canonical = folder.canonicalize()?;
        let file = canonical.join(name);
        known().insert(folder.to_owned(), canonical);
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
        let mut repeated = 0;
        let inputs = Inputs::of("dedupe", inputs).split_within_lines();
        let outcome = inputs.each_collection(work, |read| {
            // A file is not a copy of itself.
            let path = read.file.path.as_ref();
            if path.is_some_and(|path| !seen.insert(path.clone())) {
                repeated += 1;
                return Ok(());
            }
            let source = collection.candidates.add_source(GameSource {
                is_master: master,
                ..read.source
            });
            collection.files.push(read.file);
            for (game, form) in read.games {
                collection.candidates.add(source, game, form);
            }
            Ok(())
        })?;
        if repeated > 0 {
            let files = count(repeated, "repeated file");
            output::message(format_args!("{files} ignored"));
        }
        Ok(outcome)
    }
}

fn read(
    input: &Input,
    chunks: &mut Chunks,
    args: &DedupeArgs,
    folders: &CanonicalDirectories,
) -> anyhow::Result<ReadFile> {
    let path = match input {
        Input::Stdin | Input::Member(_) => None,
        Input::File(path) => Some(folders.canonicalize(path)?),
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
        anyhow::bail!(OtherKind::Unknown);
    }
    let size = chunks.bytes_yielded();
    let source = GameSource {
        size,
        modified: path
            .as_deref()
            .map_or(Ok(0), |path| modified(path, &args.keep))?,
        directories: directories_with(path.as_deref(), &args.keep),
        is_master: false,
    };
    let file = File {
        name: input.name(),
        input: input.named(),
        path,
        size: size as usize,
        hash: hasher.finish(),
        games: games.len(),
    };
    Ok(ReadFile {
        file,
        source,
        games,
    })
}

/// Returns the modification time of a file in nanoseconds since the epoch, or 0 if no rule needs
/// it.
fn modified(path: &Path, keep: &Preferences) -> io::Result<i128> {
    let rules = keep.rules();
    if !rules.contains(&Preference::Newest) && !rules.contains(&Preference::Oldest) {
        return Ok(0);
    }
    let modified = path
        .metadata()?
        .modified()
        .unwrap_or(SystemTime::UNIX_EPOCH);
    Ok(match modified.duration_since(SystemTime::UNIX_EPOCH) {
        Ok(after) => after.as_nanos() as i128,
        Err(before) => -(before.duration().as_nanos() as i128),
    })
}

/// Returns, for each directory in the rules, whether it contains the file.
fn directories_with(file: Option<&Path>, keep: &Preferences) -> Vec<bool> {
    let has_file = |folder: &str| {
        let folder = Path::new(folder).canonicalize().ok();
        let both = folder.zip(file);
        both.is_some_and(|(folder, file)| file.starts_with(folder))
    };
    keep.directories().map(has_file).collect()
}

/// Adds the games of a chunk; `file` is the hash of the file if the chunk is the whole file.
fn add_games(
    record: &Record,
    sgf: &Document,
    file: Option<u64>,
    args: &DedupeArgs,
    games: &mut Vec<(Candidate, Option<CanonicalMoves>)>,
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
        let (mut game, form) = Candidate::of(sgf, root, bytes_of(root), args.by, &args.keep);
        game.number = number;
        game.is_problem = game.begins_with_setup() && Problem::of(sgf, root, None).is_some();
        (game, form)
    };
    let before = games.len();
    games.extend((before + 1..).zip(sgf.roots()).map(game));
}

/// Returns the hash of bytes. Hashing them in chunks gives the same result.
pub(super) fn hash_of(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    hasher.finish()
}
