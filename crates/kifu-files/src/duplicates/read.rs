//! Reads the games of all files, and keeps only what is needed to compare them.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use kifu::Record;
use kifu::compare::{
    Candidate, Candidates, CanonicalMoves, GameSource, Preference, Preferences, SameBy,
};
use kifu::problem::Problem;
use kifu::sgf::{Document, NodeId};
use kifu::span::Span;

use crate::games::{Chunks, ReadError};
use crate::input::Input;
use crate::other_kind::OtherKind;

/// All files and their games.
#[derive(Default, Debug)]
pub struct Files {
    files: Vec<RecordFile>,
    candidates: Candidates,
    /// The canonical paths of the files.
    seen: HashSet<PathBuf>,
}

/// A file that was read.
#[derive(Debug)]
pub struct RecordFile {
    /// The input.
    pub input: Input,
    /// The [name](Input::name) of the input.
    pub name: String,
    /// The canonical path; `None` for standard input and members of archives.
    pub path: Option<PathBuf>,
    /// The number of bytes.
    pub size: usize,
    /// The number of games.
    pub games: usize,
    /// The hash of the bytes.
    pub(super) hash: u64,
}

/// A file and its games, before they are added to the collection.
#[derive(Debug)]
pub struct ReadFile {
    file: RecordFile,
    source: GameSource,
    games: Vec<(Candidate, Option<CanonicalMoves>)>,
}

impl Files {
    /// Adds a file; with `is_master`, its games are always kept. Returns false if the file was added
    /// before.
    pub fn add(&mut self, read: ReadFile, is_master: bool) -> bool {
        // A file is not a copy of itself.
        let path = read.file.path.as_ref();
        if path.is_some_and(|path| !self.seen.insert(path.clone())) {
            return false;
        }
        let source = self.candidates.add_source(GameSource {
            is_master,
            ..read.source
        });
        self.files.push(read.file);
        for (game, form) in read.games {
            self.candidates.add(source, game, form);
        }
        true
    }

    /// Returns the files.
    pub fn files(&self) -> &[RecordFile] {
        &self.files
    }

    /// Returns the games of all files. Each file is a source, whose index is that of the file in
    /// [`files`](Files::files).
    pub fn candidates(&self) -> &Candidates {
        &self.candidates
    }

    /// Returns the file that a game is in.
    pub fn file_of(&self, game: usize) -> &RecordFile {
        &self.files[self.file_number(game)]
    }

    /// Returns the index of the file that a game is in.
    pub fn file_number(&self, game: usize) -> usize {
        self.candidates.games()[game].source
    }

    /// Returns the number of a game in its file, from 1.
    pub fn number(&self, game: usize) -> usize {
        self.candidates.games()[game].number
    }
}

/// Reads files, on any thread.
#[derive(Debug)]
pub struct Reader<'a> {
    by: SameBy,
    keep: &'a Preferences,
    folders: CanonicalDirectories,
}

/// A cache of the canonical paths of directories.
#[derive(Default, Debug)]
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

impl<'a> Reader<'a> {
    /// Creates a reader for games that are compared by `by`. `keep` decides which of several copies
    /// is kept.
    pub fn new(by: SameBy, keep: &'a Preferences) -> Reader<'a> {
        Reader {
            by,
            keep,
            folders: CanonicalDirectories::default(),
        }
    }

    /// Reads the games of an input.
    ///
    /// # Errors
    ///
    /// If the input cannot be read, or has no game.
    pub fn read(&self, input: &Input, chunks: &mut Chunks) -> Result<ReadFile, ReadError> {
        let path = match input {
            Input::Stdin | Input::Member(_) => None,
            Input::File(path) => Some(self.folders.canonicalize(path)?),
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
                self,
                &mut games,
            );
        }
        if games.is_empty() {
            return Err(OtherKind::Unknown.into());
        }
        let size = chunks.bytes_yielded();
        let source = GameSource {
            size,
            modified: path
                .as_deref()
                .map_or(Ok(0), |path| modified(path, self.keep))?,
            directories: directories_with(path.as_deref(), self.keep),
            is_master: false,
        };
        let file = RecordFile {
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
    reader: &Reader<'_>,
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
        let (mut game, form) = Candidate::of(sgf, root, bytes_of(root), reader.by, reader.keep);
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
