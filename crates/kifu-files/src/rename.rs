//! Renames many files, in any order and in cycles, so that an interrupted run can be undone.

mod journal;
mod plan;
mod step;

pub use journal::{Journal, JournalError, NotUndone, UndoError, folders_with_journal, undo};
pub use plan::{Fate, Move, Plan, or_current};
pub use step::Step;
