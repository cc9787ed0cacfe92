//! The komi that a record means: `KM`, on the scale of the program that wrote it.

use kifu_core::Points;
use kifu_value::{ResolvedKomi, Sureness, fox_komi};

use crate::Dialect;

/// Returns the komi in points that a record means, on the scale of the program that wrote it.
///
/// `rules` and `handicap` are the texts of `RU` and `HA`. In [`Dialect::Fox`] the number is on the
/// scale of that server: see [`fox_komi`](kifu_value::fox_komi). In every other dialect the written
/// number is the komi in points.
///
/// ```
/// use kifu_core::Points;
/// use kifu_sgf::Dialect;
/// use kifu_sgf::value::{Sureness, meant_komi};
///
/// let meant = meant_komi(Points::whole(375), Dialect::Fox, None, None);
/// assert_eq!(meant.points, Points::from_halves(15));
/// assert_eq!(meant.sureness, Sureness::Certain);
/// let meant = meant_komi(Points::whole(375), Dialect::Kgs, None, None);
/// assert_eq!(meant.points, Points::whole(375));
/// ```
pub fn meant_komi(
    written: Points,
    dialect: Dialect,
    rules: Option<&str>,
    handicap: Option<&str>,
) -> ResolvedKomi {
    match dialect {
        Dialect::Fox => fox_komi(written, rules, handicap),
        _ => ResolvedKomi {
            points: written,
            sureness: Sureness::Certain,
        },
    }
}
