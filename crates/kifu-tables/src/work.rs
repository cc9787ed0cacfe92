//! The work of the threads: tables of inputs.

use kifu_arrow::{Options, Tables, TablesBuilder};
use kifu_files::tasks::{Task, TaskResult};
use kifu_files::{Unreadable, reason};

use crate::export::ExportEvent;

/// The tables of some tasks.
pub(crate) struct Work<'o> {
    builder: TablesBuilder<'o>,
    ends: Vec<TaskEnd>,
}

/// The end of a task.
pub(crate) struct TaskEnd {
    /// The name of the input.
    pub(crate) name: String,
    /// The number of rows of games and of errors up to this task, of all tasks of the same work.
    pub(crate) games: u64,
    pub(crate) errors: u64,
    /// What has happened to the input, if the task ends it.
    pub(crate) event: Option<ExportEvent>,
}

impl<'o> Work<'o> {
    pub(crate) fn new(options: &'o Options) -> Work<'o> {
        Work {
            builder: TablesBuilder::new(options),
            ends: Vec::new(),
        }
    }

    pub(crate) fn add(&mut self, task: Task) {
        let (name, event) = match task.read() {
            TaskResult::Whole(input, parsed) => {
                let name = input.name();
                self.builder.add(&name, &parsed);
                (name, Some(ExportEvent::Read))
            }
            TaskResult::Chunk(input, parsed) => {
                let name = input.name();
                self.builder.add(&name, &parsed);
                (name, None)
            }
            TaskResult::End(input) => (input.name(), Some(ExportEvent::Read)),
            TaskResult::Failed(input, error) => {
                let name = input.name();
                self.builder.add_error(&name, 0, &reason(&error));
                let event = ExportEvent::Failed {
                    input: (*input).clone(),
                    error,
                };
                (name, Some(event))
            }
            TaskResult::Unreadable(unreadable) => {
                let Unreadable { path, error } = &unreadable;
                let name = path.to_string_lossy().into_owned();
                self.builder.add_error(&name, 0, &reason(error));
                (name, Some(ExportEvent::Unreadable(unreadable)))
            }
        };
        let (games, errors) = self.builder.row_counts();
        self.ends.push(TaskEnd {
            name,
            games,
            errors,
            event,
        });
    }

    /// Returns whether the work has enough rows or tasks to be written.
    pub(crate) fn is_large(&self) -> bool {
        self.ends.len() >= 256 || self.builder.row_counts().0 >= 512
    }

    /// Returns the tables, whose first game has this number, and the ends of the tasks.
    pub(crate) fn finish(mut self, first_game: i64) -> (Vec<Tables>, Vec<TaskEnd>) {
        (self.builder.finish(first_game), self.ends)
    }
}
