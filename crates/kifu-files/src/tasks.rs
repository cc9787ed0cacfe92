//! Inputs as tasks of about the same size, for several threads.

use std::iter;
use std::sync::Arc;

use kifu::collection::ParsedChunk;

use crate::games::{self, ReadError};
use crate::input::Input;
use crate::measured::count_as_read;
use crate::other_kind::OtherKind;
use crate::parallel::MemorySize;
use crate::sources::Walk;
use crate::unreadable::Unreadable;

/// A part of the work on some inputs: a small input, which the thread reads, or a chunk of a large one.
///
/// The tasks of the same inputs are always the same, in the same order, so they can be counted to continue later.
#[derive(Debug)]
pub struct Task {
    source: u64,
    content: Content,
}

#[derive(Debug)]
enum Content {
    Input(Result<Input, Unreadable>),
    /// The input without the bytes of an archive member.
    Chunk(Arc<Input>, Box<ParsedChunk>),
    /// A large input that cannot be read, or not to its end.
    Failed(Arc<Input>, ReadError),
    /// The end of a large input that was read.
    End(Arc<Input>),
}

/// What a task has read.
#[derive(Debug)]
pub enum TaskResult {
    /// A small input with its games.
    Whole(Input, Box<ParsedChunk>),
    /// A chunk of a large input.
    Chunk(Arc<Input>, Box<ParsedChunk>),
    /// An input that cannot be read, or not to its end.
    Failed(Arc<Input>, ReadError),
    /// A path that cannot be read.
    Unreadable(Unreadable),
    /// The end of a large input that was read.
    End(Arc<Input>),
}

impl MemorySize for Task {
    fn memory_size(&self) -> usize {
        match &self.content {
            Content::Input(input) => input.memory_size(),
            Content::Chunk(_, parsed) => parsed.chunk.bytes.len(),
            Content::Failed(..) | Content::End(_) => 0,
        }
    }
}

/// Returns the tasks of inputs. Inputs of more than `chunk_len` bytes are split into chunks, unless `needs_all_games`
/// is set.
pub fn tasks(inputs: Walk, chunk_len: usize, needs_all_games: bool) -> impl Iterator<Item = Task> {
    (0..).zip(inputs).flat_map(move |(source, input)| {
        let task = move |content| Task { source, content };
        let large = match &input {
            Ok(input)
                if !needs_all_games && len(input).is_none_or(|len| len > chunk_len as u64) =>
            {
                input
            }
            _ => {
                let only: Box<dyn Iterator<Item = Task>> =
                    Box::new(iter::once(task(Content::Input(input))));
                return only;
            }
        };
        let name = Arc::new(large.named());
        let mut chunks = match games::open_records(large, chunk_len) {
            Ok(chunks) => chunks,
            Err(error) => return Box::new(iter::once(task(Content::Failed(name, error)))),
        };
        let (mut games_before, mut has_ended) = (0, false);
        Box::new(iter::from_fn(move || {
            if has_ended {
                return None;
            }
            let content = match chunks.records().next() {
                Some(Ok(mut parsed)) => match games::refuse_positions(&parsed.record) {
                    Ok(()) => {
                        parsed.games_before = games_before;
                        games_before += parsed.record.game_count();
                        Content::Chunk(Arc::clone(&name), Box::new(parsed))
                    }
                    Err(kind) => {
                        has_ended = true;
                        Content::Failed(Arc::clone(&name), kind.into())
                    }
                },
                Some(Err(error)) => {
                    has_ended = true;
                    Content::Failed(Arc::clone(&name), error.into())
                }
                None => {
                    has_ended = true;
                    match games_before {
                        0 => Content::Failed(Arc::clone(&name), OtherKind::Unknown.into()),
                        _ => Content::End(Arc::clone(&name)),
                    }
                }
            };
            Some(task(content))
        }))
    })
}

/// The number of bytes of an input, if it is known.
fn len(input: &Input) -> Option<u64> {
    match input {
        Input::Stdin => None,
        Input::File(path) => path.metadata().ok().map(|metadata| metadata.len()),
        Input::Member(member) => Some(member.bytes.len() as u64),
    }
}

impl Task {
    /// The number of the input, from 0, in the order in which inputs are found.
    pub fn source(&self) -> u64 {
        self.source
    }

    /// The name of the input.
    pub fn name(&self) -> String {
        match &self.content {
            Content::Input(Ok(input)) => input.name(),
            Content::Input(Err(error)) => error.path.to_string_lossy().into_owned(),
            Content::Chunk(input, _) | Content::Failed(input, _) | Content::End(input) => {
                input.name()
            }
        }
    }

    /// Skips the task, and returns the name of the input. The bytes of a file count as read for a display of progress.
    pub fn skip(self) -> String {
        if let Content::Input(Ok(Input::File(path))) = &self.content {
            count_as_read(path.metadata().map_or(0, |metadata| metadata.len()));
        }
        self.name()
    }

    /// Reads the games. Records without a game, and those whose format has only positions, are refused.
    pub fn read(self) -> TaskResult {
        match self.content {
            Content::Input(Err(error)) => TaskResult::Unreadable(error),
            Content::End(input) => TaskResult::End(input),
            Content::Failed(input, error) => TaskResult::Failed(input, error),
            Content::Chunk(input, parsed) => TaskResult::Chunk(input, parsed),
            Content::Input(Ok(input)) => {
                let read = games::open_records(&input, usize::MAX).and_then(|mut chunks| {
                    let parsed = chunks.records().next();
                    let parsed = parsed.transpose()?.ok_or(OtherKind::Unknown)?;
                    games::refuse_positions(&parsed.record)?;
                    // Some JSON has the form of a record, but no games.
                    match parsed.record.game_count() {
                        0 => Err(OtherKind::Unknown.into()),
                        _ => Ok(parsed),
                    }
                });
                match read {
                    Ok(parsed) => TaskResult::Whole(input, Box::new(parsed)),
                    Err(error) => TaskResult::Failed(Arc::new(input.named()), error),
                }
            }
        }
    }
}
