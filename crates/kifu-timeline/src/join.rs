//! Joins recordings.

use std::fmt;

use crate::splice::{Splice, SplicePart};
use crate::{Time, Timeline};

/// The transition between two joined recordings: the number of changes from the state at the end of the first
/// to the state at the start of the second.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seam {
    /// The time of the transition.
    pub time: Time,
    /// The number of nodes that were added.
    pub added: usize,
    /// The number of nodes that were removed; their descendants are not counted.
    pub removed: usize,
    /// The number of nodes with changed properties.
    pub changed: usize,
}

impl Seam {
    /// Whether nothing had to change.
    pub fn is_smooth(&self) -> bool {
        (self.added, self.removed, self.changed) == (0, 0, 0)
    }
}

/// Writes the changes at the seam, such as `1 node added, 2 nodes changed`.
///
/// ```
/// use kifu_timeline::{Seam, Time};
///
/// let seam = Seam { time: Time::ZERO, added: 1, removed: 0, changed: 2 };
/// assert_eq!(seam.to_string(), "1 node added, 2 nodes changed");
/// ```
impl fmt::Display for Seam {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = [
            (self.added, "added"),
            (self.removed, "removed"),
            (self.changed, "changed"),
        ];
        let mut between = "";
        for (nodes, what) in all.into_iter().filter(|(nodes, _)| *nodes > 0) {
            let ending = if nodes == 1 { "" } else { "s" };
            write!(f, "{between}{nodes} node{ending} {what}")?;
            between = ", ";
        }
        Ok(())
    }
}

impl Timeline {
    /// Joins recordings in sequence, and returns the result with the seams between them.
    ///
    /// Each recording starts when the previous one is over. The state at that time is changed to the initial
    /// content of the next recording: nodes with the same moves and stones stay, others are removed or added,
    /// and properties are changed. Only the last trigger `ENDED` is kept. Identifiers have the meaning that
    /// they have in the first recording.
    ///
    /// ```
    /// use kifu_timeline::{Builder, Stamp, Time, Timeline};
    ///
    /// let second = |n| Some(Stamp::at(Time::from_secs(n)));
    /// let mut builder = Builder::default();
    /// let node = builder.add_node(None, second(1));
    /// builder.put(node, "B", ["pd"], second(1));
    /// let (one, _) = builder.build();
    /// let mut builder = Builder::default();
    /// let node = builder.add_node(None, None);
    /// builder.put(node, "B", ["pd"], None);
    /// builder.put(node, "C", ["A star point"], second(5));
    /// let (two, _) = builder.build();
    ///
    /// let (whole, seams) = Timeline::join(&[&one, &two]);
    /// assert!(seams[0].is_smooth());
    /// assert_eq!(whole.at(Time::from_secs(6)).to_sgf(), "(;B[pd]C[A star point])");
    /// assert_eq!(whole.duration(), Time::from_secs(6));
    /// ```
    pub fn join(parts: &[&Timeline]) -> (Timeline, Vec<Seam>) {
        let empty = Timeline::default();
        let first = parts.first().copied().unwrap_or(&empty);
        let mut splice = Splice::new(first);
        let mut seams = Vec::new();
        let mut start = Time::ZERO;
        for (number, timeline) in (1..).zip(parts) {
            let part = SplicePart {
                timeline,
                ranks: timeline.first().rank()..timeline.len_without_closing(),
            };
            let moved = |time: Time| time.later(start);
            seams.push(splice.push(&part, start, moved, number == parts.len()));
            start = timeline.duration().later(start);
        }
        (
            splice.finish(start, false),
            seams.split_off(seams.len().min(1)),
        )
    }
}

/// Returns an empty timeline, in which nothing ever exists.
impl Default for Timeline {
    fn default() -> Timeline {
        crate::Builder::default().build().0
    }
}
