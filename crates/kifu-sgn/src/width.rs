//! How wide a board is where only its rows say so.

use kifu_core::Size;

use crate::row::Sums;

/// What the rows say about the width.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Width {
    /// This.
    Known(u8),
    /// Several fit the rows equally well: the smallest and the largest of them.
    Between(u8, u8),
}

/// The width that rows agree on, given what sums each row with anything in it may have.
///
/// A board is square if its rows allow that. Else it has the width that more rows have
/// than any other, where several are equal the height if it is one of them.
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
