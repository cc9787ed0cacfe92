//! Checks for points that appear twice in a node as stones, marks or labels, and for marks on the last move.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use kifu_core::{Color, Move, Point, Size};
use kifu_sgf::{Value, value};
use kifu_span::{Diagnostic, Fix};

use crate::codes;
use crate::edit;
use crate::node::{Known, Node};

/// Groups of properties. In a node, a point can be in only one property of each group.
const GROUPS: [&[&str]; 5] = [
    &["AB", "AW", "AE"],
    &["CR", "MA", "SL", "SQ", "TR"],
    &["LB"],
    &["TB", "TW"],
    &["DD"],
];

/// A table of the points seen in a node, reused for the next node.
pub(crate) struct Marks {
    size: Size,
    /// For each point, the last property that contains it, as an index into the group plus one; 0
    /// if none does.
    seen: Vec<u8>,
    touched: Vec<Point>,
}

impl Marks {
    pub(crate) fn new(size: Size) -> Marks {
        Marks {
            size,
            seen: vec![0; usize::from(size.cols()) * usize::from(size.rows())],
            touched: Vec::new(),
        }
    }

    pub(crate) fn check(&mut self, node: &Node<'_, '_>, found: &mut dyn FnMut(Diagnostic)) {
        // Skip nearly all nodes, which have only a move and perhaps a comment.
        let list = |known: &Known<'_>| known.info.is_some_and(|info| info.values.is_list());
        if !node.properties.iter().any(list) {
            return;
        }
        for group in GROUPS {
            self.group(node, group, found);
        }
        last_move(node, self.size, found);
    }

    fn group(
        &mut self,
        node: &Node<'_, '_>,
        group: &[&'static str],
        found: &mut dyn FnMut(Diagnostic),
    ) {
        for known in node.properties {
            let Some(place) = group.iter().position(|ident| *ident == known.canonical()) else {
                continue;
            };
            let kind = place as u8 + 1;
            let kind_of_pair = known.info.is_some_and(|info| info.values.second.is_some());
            for value in known.property.values() {
                let raw = value.raw();
                let raw = value::split(raw)
                    .filter(|_| kind_of_pair)
                    .map_or(raw, |(point, _)| point);
                let Ok(area) = value::area(raw, self.size).map(|read| read.value) else {
                    continue;
                };
                let mut before = None;
                for point in area.points() {
                    let seen = &mut self.seen[index(self.size, point)];
                    if *seen == 0 {
                        self.touched.push(point);
                    } else {
                        before = before.or(Some((point, *seen)));
                    }
                    *seen = kind;
                }
                if let Some((point, seen)) = before {
                    let earlier = group[usize::from(seen) - 1];
                    let single = area.points().nth(1).is_none();
                    self.twice(known, &value, (point, single), earlier, found);
                }
            }
        }
        for point in self.touched.drain(..) {
            self.seen[index(self.size, point)] = 0;
        }
    }

    fn twice(
        &self,
        known: &Known<'_>,
        value: &Value<'_>,
        (point, single): (Point, bool),
        earlier: &str,
        found: &mut dyn FnMut(Diagnostic),
    ) {
        let Some(span) = value.span() else {
            return;
        };
        let name = known.canonical();
        let shown = self.size.western(point);
        let shown = shown.map_or_else(|| "this point ".into(), |point| format!("{point} "));
        let same = name == earlier;
        let marks = matches!(name, "CR" | "MA" | "SL" | "SQ" | "TR" | "LB");
        let (code, message) = if same && name != "LB" {
            (
                kifu_sgf::codes::POINT_TWICE,
                format!("{shown}is already in `{name}`"),
            )
        } else if marks {
            (
                codes::MARKS_COLLIDE,
                format!("{shown}already has a mark or label: `{earlier}`"),
            )
        } else {
            (
                kifu_sgf::codes::POINT_TWICE,
                format!("{shown}is already in `{earlier}`"),
            )
        };
        let finding = code.at(span, message);
        let edits = edit::remove_value(&known.property, value).filter(|_| single);
        found(match edits {
            Some(edits) if same && name != "LB" => {
                finding.with_fix(Fix::safe("list the point only once", edits))
            }
            Some(edits) => finding.with_fix(Fix::unsafe_fix(
                "remove this value and keep the first one",
                edits,
            )),
            None => finding,
        });
    }
}

fn index(size: Size, point: Point) -> usize {
    usize::from(point.row) * usize::from(size.cols()) + usize::from(point.col)
}

/// Reports a property that marks only the point that the move of the same node plays.
fn last_move(node: &Node<'_, '_>, size: Size, found: &mut dyn FnMut(Diagnostic)) {
    let Some(value) = node.moves().next().and_then(|known| known.property.value()) else {
        return;
    };
    let Ok(Some(played)) = value::action(value.raw(), size).map(|read| read.value.point()) else {
        return;
    };
    for known in node.properties {
        if !matches!(known.canonical(), "CR" | "TR" | "MA" | "SQ" | "SL") {
            continue;
        }
        let mut values = known.property.values();
        let (Some(only), None) = (values.next(), values.next()) else {
            continue;
        };
        let at = value::point(only.raw(), size).map(|read| read.value);
        if let (true, Some(span)) = (at == Ok(played), known.property.span()) {
            let message = format!(
                "`{}` marks the move of the same node",
                known.property.ident()
            );
            let finding = codes::LAST_MOVE_MARK.at(span, message);
            found(match edit::remove(&known.property) {
                Some(edit) => finding.with_fix(Fix::unsafe_fix("remove the mark", [edit])),
                None => finding,
            });
        }
    }
}

/// Reports setup that does not change the board.
pub(crate) fn redundant(
    node: &Node<'_, '_>,
    stone: impl Fn(Point) -> Option<Color>,
    size: Size,
    found: &mut dyn FnMut(Diagnostic),
) {
    for known in node.properties {
        let put = match known.canonical() {
            "AB" => Some(Color::Black),
            "AW" => Some(Color::White),
            "AE" => None,
            _ => continue,
        };
        for value in known.property.values() {
            let Ok(point) = value::point(value.raw(), size).map(|read| read.value) else {
                continue;
            };
            if stone(point) != put {
                continue;
            }
            let Some(span) = value.span() else {
                continue;
            };
            let message = match put {
                Some(Color::Black) => "there is already a black stone on this point",
                Some(Color::White) => "there is already a white stone on this point",
                None => "this point is already empty",
            };
            let finding = codes::REDUNDANT_SETUP.at(span, message);
            found(match edit::remove_value(&known.property, &value) {
                Some(edits) => finding.with_fix(Fix::unsafe_fix("remove this value", edits)),
                None => finding,
            });
        }
    }
}

/// Reports a node that removes the stone that its parent played, to begin a variation.
pub(crate) fn undone(
    node: &Node<'_, '_>,
    last: Option<(Color, Move)>,
    size: Size,
    found: &mut dyn FnMut(Diagnostic),
) {
    let Some(played) = last.and_then(|(_, action)| action.point()) else {
        return;
    };
    let Some(emptied) = node.get("AE") else {
        return;
    };
    let at = |value: &Value<'_>| value::point(value.raw(), size).map(|read| read.value);
    let is_undone = emptied
        .property
        .values()
        .any(|value| at(&value) == Ok(played));
    let continues =
        node.moves().next().is_some() || node.get("AB").is_some() || node.get("AW").is_some();
    if let (true, true, Some(span)) = (is_undone, continues, emptied.ident_span()) {
        let message = "`AE` undoes the previous move to begin a variation";
        found(codes::UNDONE_MOVE.at(span, message).with_help(
            "make this node a sibling of the previous move, and play its stone with `B` or `W`",
        ));
    }
}
