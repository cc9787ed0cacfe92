use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use resvg::tiny_skia::Pixmap;

/// The last empty board that was drawn.
#[derive(Clone, Default)]
pub(super) struct LastBoard(Arc<Mutex<Option<Arc<Board>>>>);

/// An empty board: its drawing as SVG, and its pixels.
pub(super) struct Board {
    pub(super) drawing: String,
    pub(super) pixels: Pixmap,
}

impl LastBoard {
    /// Returns the board if it has this drawing.
    pub(super) fn get(&self, drawing: &str) -> Option<Arc<Board>> {
        let last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let board = last.as_ref().filter(|board| board.drawing == drawing);
        board.map(Arc::clone)
    }

    pub(super) fn set(&self, board: Arc<Board>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(board);
    }
}

impl fmt::Debug for LastBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LastBoard").finish_non_exhaustive()
    }
}
