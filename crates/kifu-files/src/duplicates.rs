//! Reads files with copies of games, and moves, links or deletes them (with the feature
//! `duplicates`).
//!
//! A [`Reader`] reads files on any thread, [`Files`] collects them, and their
//! [candidates](Files::candidates) are grouped and clustered by [`kifu::compare`]. A [`Handler`] takes
//! the clusters, and acts on a file only if all of its games are copies of games in files that stay.

mod error;
mod handler;
mod loss_check;
mod read;

pub use error::HandleError;
pub use handler::{Action, Fate, Handler, LeaveReason, OnLoss, Options, Target};
pub use loss_check::{CopiedGame, Loss};
pub use read::{Files, ReadFile, Reader, RecordFile};
