//! The width of a board, derived from its rows.

use kifu_core::Size;

use crate::row::Sums;

/// The width that the rows imply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Width {
    /// Exactly this width.
    Known(u8),
    /// Several widths fit the rows equally well: the smallest and the largest of them.
    Between(u8, u8),
}

/// Derives the width from the possible sums of points of each row that is not empty.
///
/// The board is square if its rows allow that. Otherwise it has the width that fits the most rows. If several
/// widths fit equally many rows, the height is chosen if it is one of them.
pub(crate) fn width(rows: impl Iterator<Item = Sums> + Clone, height: u8) -> Width {
    let common = rows.clone().fold(!0, |common, sums| common & sums);
    if common & 1 << height != 0 {
        return Width::Known(height);
    }
    let count = |width: u8| rows.clone().filter(|sums| sums & 1 << width != 0).count();
    let most = (1..=Size::MAX).map(count).max();
    let mut best = (1..=Size::MAX).filter(|&width| Some(count(width)) == most);
    match (best.next(), best.next_back()) {
        _ if Some(count(height)) == most => Width::Known(height),
        (Some(first), Some(last)) => Width::Between(first, last),
        (only, _) => Width::Known(only.unwrap_or(height)),
    }
}
