//! The canonical form among the eight or sixteen forms of a game.

use alloc::vec;
use alloc::vec::Vec;

use kifu_core::{Color, Point, Size};
use kifu_rules::Symmetry;
use kifu_sgf::value::western;
use kifu_sgf::{Document, GameContext, GameType, NodeId, NodeRef};

use super::{Changes, Transform};

/// Whether the canonical form of a game may have exchanged colours.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Colors {
    /// The colours are kept, so there are eight forms.
    Kept,
    /// The colours may be exchanged, so there are sixteen forms.
    Either,
}

/// Returns the transform of a game to its canonical form, which is the same for all eight or sixteen forms of the game.
///
/// To find the canonical form, the main lines of all forms are compared node by node: first black
/// setup stones, then white ones, then cleared points, then moves, with Black's moves before
/// White's and passes last. Points are ordered as in old records, by column from the right and then
/// from the top, so the first move is in the upper right corner, as is customary. If the board is
/// not square, narrow forms come first. If several forms have the same main line, the form whose
/// text is first in byte order is chosen.
///
/// ```
/// use kifu_transform::sgf::Document;
/// use kifu_transform::{Colors, canonical, transform};
///
/// for game in ["(;B[dc];W[pp])", "(;B[dq];W[pd])", "(;W[qp];B[dd])"] {
///     let document = Document::parse(game)?;
///     let first = transform(&document, |root| canonical(&document, root, Colors::Either))?;
///     assert_eq!(first.document.text(), b"(;B[qd];W[dp])");
/// }
/// # Ok::<(), kifu_transform::sgf::TooLarge>(())
/// ```
pub fn canonical(document: &Document, root: NodeId, colors: Colors) -> Transform {
    let context = GameContext::of(document.node(root));
    if context.game != GameType::GO {
        return Transform::IDENTITY;
    }
    let size = context.size;
    let eight = || Symmetry::ALL.into_iter().map(Transform::of);
    let mut left: Vec<Transform> = eight().collect();
    if colors == Colors::Either {
        left.extend(eight().map(Transform::with_colors_swapped));
    }
    keep_least(&mut left, |by| {
        let size = by.symmetry.size(size);
        (size.cols(), size.rows())
    });
    for node in document.main_line(root) {
        if left.len() == 1 {
            break;
        }
        let placed = Placed::of(node, size);
        if !placed.0.is_empty() {
            keep_least(&mut left, |by| placed.key(by, size));
        }
    }
    if left.len() > 1 {
        keep_least(&mut left, |by| text(document, root, by));
    }
    left.first().copied().unwrap_or(Transform::IDENTITY)
}

/// Keeps the transforms with the smallest key.
fn keep_least<K: Ord>(left: &mut Vec<Transform>, key: impl Fn(Transform) -> K) {
    let mut least: Option<K> = None;
    let mut kept = Vec::with_capacity(left.len());
    for &by in left.iter() {
        let key = key(by);
        if least.as_ref().is_none_or(|least| key < *least) {
            least = Some(key);
            kept.clear();
            kept.push(by);
        } else if least.as_ref() == Some(&key) {
            kept.push(by);
        }
    }
    *left = kept;
}

/// Returns the text of a game after a transform.
fn text(document: &Document, root: NodeId, by: Transform) -> Vec<u8> {
    let start = |id: NodeId| document.node(id).span().map(|span| span.start as usize);
    let from = start(root).unwrap_or(0);
    let next = document.forest().next_sibling(root).and_then(start);
    let mut changes = Changes::default();
    changes.game(document, root, by);
    let end = next.unwrap_or(document.text().len()).max(from);
    changes.made_in(document.text(), from..end)
}

/// The setup and the moves of a node.
struct Placed(Vec<(PlacedKind, Option<Point>)>);

#[derive(Clone, Copy)]
enum PlacedKind {
    Setup(Option<Color>),
    Move(Color),
}

impl Placed {
    fn of(node: NodeRef<'_>, size: Size) -> Placed {
        let mut placed = Vec::new();
        for (ident, color) in [
            ("AB", Some(Color::Black)),
            ("AW", Some(Color::White)),
            ("AE", None),
        ] {
            let points = points(node, ident, size);
            placed.extend(points.map(|point| (PlacedKind::Setup(color), Some(point))));
        }
        for property in node.properties() {
            let Some(color) = property.ident().player() else {
                continue;
            };
            let value = property.value();
            let point = match value.and_then(|value| western::action(value.raw(), size).ok()) {
                Some(read) => read.value.point(),
                None => continue,
            };
            placed.push((PlacedKind::Move(color), point));
        }
        Placed(placed)
    }

    /// Returns the key to compare the node by, after a transform.
    fn key(&self, by: Transform, size: Size) -> Vec<u16> {
        let side = u16::from(Size::MAX);
        let new_size = by.symmetry.size(size);
        let recolored = |color: Color| if by.swaps_colors { !color } else { color };
        let key = |&(what, point): &(PlacedKind, Option<Point>)| {
            let kind = match what {
                PlacedKind::Setup(Some(color)) => recolored(color) as u16,
                PlacedKind::Setup(None) => 2,
                PlacedKind::Move(color) => 3 + recolored(color) as u16,
            };
            let place = point.map_or(side * side, |point| {
                let point = by.symmetry.point(point, size);
                let from_right = new_size.cols() - 1 - point.col;
                u16::from(from_right) * side + u16::from(point.row)
            });
            kind * (side * side + 1) + place
        };
        let mut keys: Vec<u16> = self.0.iter().map(key).collect();
        keys.sort_unstable();
        keys
    }
}

/// Returns the points of the board in the values of a property, without duplicates.
fn points(node: NodeRef<'_>, ident: &str, size: Size) -> impl Iterator<Item = Point> + use<> {
    // For each row, a set of columns with one bit for each. A row has at most 52 points.
    let mut rows: Vec<u64> = Vec::new();
    for property in node
        .properties()
        .filter(|property| property.ident().is(ident))
    {
        for area in property
            .values()
            .filter_map(|value| western::area(value.raw(), size).ok())
        {
            if rows.is_empty() {
                rows = vec![0; usize::from(size.rows())];
            }
            let (from, to) = (area.value.from(), area.value.to());
            let width = to.col - from.col + 1;
            let mask = ((1u64 << width) - 1) << from.col;
            for row in &mut rows[usize::from(from.row)..=usize::from(to.row)] {
                *row |= mask;
            }
        }
    }
    let held = move |row: u8, col: u8| {
        rows.get(usize::from(row))
            .is_some_and(|row| row >> col & 1 != 0)
    };
    size.points()
        .filter(move |point| held(point.row, point.col))
}
