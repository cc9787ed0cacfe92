use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use kifu_core::{Color, Point, Setup, Size};

use crate::rules::Suicide;
use crate::{Chain, Compact, Illegal, zobrist};

/// The stones on a board, and their chains.
///
/// A board handles captures, but no other rules: it does not have a turn, a ko or a history, unlike
/// [`Position`](crate::Position). Every change updates the chains, their liberties and the hash.
///
/// Every chain has a liberty, unless setup left it without one. Such stones stay until a capture or an edit removes
/// them.
///
/// ```
/// use kifu_core::{Color, Point, Size};
/// use kifu_rules::{Board, Suicide};
///
/// let mut board = Board::new(Size::square(3).unwrap());
/// board.play(Color::White, Point::new(0, 0), Suicide::Forbidden).unwrap();
/// board.play(Color::Black, Point::new(1, 0), Suicide::Forbidden).unwrap();
/// let played = board.play(Color::Black, Point::new(0, 1), Suicide::Forbidden).unwrap();
/// assert_eq!(played.captured, 1);
/// assert_eq!(board.to_string(), ".X.\nX..\n...\n");
/// ```
pub struct Board {
    size: Size,
    // The number of cells from one row to the next: a wall cell and `size.cols()` points.
    stride: usize,
    // One more than the integral part of 2^20 / stride, to divide indices by the stride.
    inverse: u32,
    hash: u128,
    // A row of walls, the rows with a wall cell before each, another row of walls, and one more wall cell. The wall
    // cell after a row is the one before the next row.
    cells: Box<[Cell]>,
}

/// A point, or a cell of the wall around the board.
#[derive(Clone, Copy)]
struct Cell {
    // The content of the cell (two bits), whether a black and a white stone ever left it (one bit each), and the index
    // of the cell that has the liberties: the head of the stone's chain, the cell itself if it is empty, or cell 0 for
    // the wall. So a neighbour's liberties can be decremented before its content is checked.
    tag: u16,
    // The next stone of the chain; the stones of a chain form a ring. A captured ring is not changed, because undo
    // finds its stones there.
    next: u16,
    // At the head of a chain: the number of its stones, and its pseudo-liberties, which are the pairs of a stone of the
    // chain and an empty neighbour. They are 0 exactly if the chain has no liberty. Other cells keep old values, which
    // undo relies on.
    stones: u16,
    libs: u16,
}

const WHAT: u16 = 3 << 14;
const EMPTY: u16 = 0;
const WALL: u16 = 3 << 14;
const VACATED: u16 = 3 << 12;
const HEAD: u16 = (1 << 12) - 1;

/// The tag of a stone. The tags of the two colours add up to `WALL`.
#[inline]
const fn tag_of(color: Color) -> u16 {
    match color {
        Color::Black => 1 << 14,
        Color::White => 2 << 14,
    }
}

/// The bit that shows that a stone of this colour left the point.
#[inline]
const fn left_by(color: Color) -> u16 {
    match color {
        Color::Black => 1 << 12,
        Color::White => 2 << 12,
    }
}

/// The effects of playing a stone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Played {
    /// The number of captured stones of the opponent.
    pub captured: u16,
    /// The number of the player's own stones that were removed, including the stone just played; 0 unless the move was
    /// suicide.
    pub suicide: u16,
    /// The point that the simple ko rule forbids to the opponent's next move: the new stone captured exactly one stone,
    /// is alone, and has one liberty.
    pub ko: Option<Point>,
    /// Whether the play may have repeated an earlier position: a stone of the same colour had left the point before, or
    /// the play was suicide. After any other play, [`Position::repeats`](crate::Position::repeats) returns `None`.
    pub revisits: bool,
}

impl Board {
    /// Creates an empty board.
    pub fn new(size: Size) -> Board {
        let stride = usize::from(size.cols()) + 1;
        let wall = Cell {
            tag: WALL,
            next: 0,
            stones: 0,
            libs: 0,
        };
        let mut cells = vec![wall; stride * (usize::from(size.rows()) + 2) + 1].into_boxed_slice();
        for row in 1..=usize::from(size.rows()) {
            let first = row * stride + 1;
            let cells = &mut cells[first..][..usize::from(size.cols())];
            for (at, cell) in (first as u16..).zip(cells) {
                cell.tag = EMPTY | at;
            }
        }
        Board {
            size,
            stride,
            inverse: (1 << 20) / stride as u32 + 1,
            hash: zobrist::empty(size),
            cells,
        }
    }

    /// Creates a board with the stones of a setup, even if some chains do not have liberties.
    pub fn from_setup(setup: &Setup) -> Board {
        let mut board = Board::new(setup.size());
        board.edit(setup.stones().map(|(point, color)| (point, Some(color))));
        board
    }

    /// Converts the board to a [`Setup`], without allocating.
    pub fn to_setup(&self) -> Setup {
        let mut setup = Setup::empty(self.size);
        for (point, color) in self.stones() {
            setup.put(point, Some(color));
        }
        setup
    }

    /// Converts the board to two bits per point.
    pub fn to_compact(&self) -> Compact {
        Compact::of(self)
    }

    /// The memory that the board uses, in bytes.
    pub fn memory(&self) -> usize {
        size_of::<Board>() + size_of_val(&*self.cells)
    }

    /// The size of the board.
    #[inline]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The stone on a point; `None` if the point is empty or off the board.
    #[inline]
    pub fn stone(&self, point: Point) -> Option<Color> {
        self.at(self.index(point)?)
    }

    /// An iterator over the stones, row by row from the top, and from left to right.
    pub fn stones(&self) -> impl Iterator<Item = (Point, Color)> + '_ {
        self.size
            .points()
            .filter_map(|point| Some((point, self.stone(point)?)))
    }

    /// Returns the contents of all points, row by row from the top, and from left to right: [`Size::area`] items.
    ///
    /// ```
    /// use kifu_rules::{Board, Color, Point, Size};
    ///
    /// let mut board = Board::new(Size::new(3, 2).unwrap());
    /// board.edit([(Point::new(2, 0), Some(Color::Black)), (Point::new(0, 1), Some(Color::White))]);
    /// let letters: Vec<char> = board.grid().iter().map(|stone| stone.map_or('.', Color::letter)).collect();
    /// assert_eq!(letters, ['.', '.', 'B', 'W', '.', '.']);
    /// assert_eq!(board.grid().chunks(3).count(), 2);
    /// ```
    pub fn grid(&self) -> Vec<Option<Color>> {
        self.size.points().map(|point| self.stone(point)).collect()
    }

    /// The chain of the stone on a point, if there is a stone.
    pub fn chain(&self, point: Point) -> Option<Chain<'_>> {
        let at = self.index(point)?;
        let color = self.at(at)?;
        Some(Chain::new(self, self.head(at), color))
    }

    /// An iterator over the chains.
    pub fn chains(&self) -> impl Iterator<Item = Chain<'_>> + '_ {
        self.size.points().filter_map(|point| {
            let at = index(self.stride, point);
            let color = self.at(at)?;
            (self.head(at) == at).then(|| Chain::new(self, at, color))
        })
    }

    /// Whether a point is an eye by the usual rule of random games: it is empty, its neighbours are stones of this colour,
    /// and the opponent has at most one of the diagonal points, or none at the edge of the board. Filling such a point
    /// is hardly ever useful.
    ///
    /// ```
    /// use kifu_rules::{Board, Color, Point, Size};
    ///
    /// let mut board = Board::new(Size::square(3).unwrap());
    /// let black = [(1, 0), (0, 1), (2, 1), (1, 2)].map(|(col, row)| (Point::new(col, row), Some(Color::Black)));
    /// board.edit(black);
    /// assert!(board.is_eye(Point::new(0, 0), Color::Black));
    /// board.edit([(Point::new(0, 0), Some(Color::White))]);
    /// assert!(board.is_eye(Point::new(1, 1), Color::Black));
    /// board.edit([(Point::new(2, 2), Some(Color::White))]);
    /// assert!(!board.is_eye(Point::new(1, 1), Color::Black));
    /// ```
    #[inline]
    pub fn is_eye(&self, point: Point, color: Color) -> bool {
        let Some(at) = self.index(point) else {
            return false;
        };
        // The bits of the wall include those of both colours.
        let [above, left, right, below] = around(self.stride, at).map(|n| self.cells[n].tag);
        above & left & right & below & tag_of(color) != 0
            && self.is_empty(at)
            && self.diagonals_suffice(at, color, (above | left | right | below) & WHAT == WALL)
    }

    /// Whether the opponent has few enough diagonal points of a point that is otherwise an eye.
    fn diagonals_suffice(&self, at: usize, color: Color, at_edge: bool) -> bool {
        let stride = self.stride;
        let you = tag_of(!color);
        let diagonals = [
            at - stride - 1,
            at - stride + 1,
            at + stride - 1,
            at + stride + 1,
        ];
        let theirs = diagonals
            .into_iter()
            .filter(|&n| self.cells.get(n).is_some_and(|cell| cell.tag & WHAT == you));
        theirs.count() < 2 - usize::from(at_edge)
    }

    /// The hash of the size and the stones. Equal boards have the same hash, and in practice, different boards have
    /// different hashes.
    ///
    /// The hash of the empty board is not 0.
    #[inline]
    pub const fn hash(&self) -> u128 {
        self.hash
    }

    /// Plays a stone on an empty point. Then it removes the opponent's chains without a liberty, and after that its own
    /// chain if it has no liberty.
    ///
    /// # Errors
    ///
    /// [`Illegal::OffBoard`], [`Illegal::Occupied`] or [`Illegal::Suicide`]; the
    /// board is unchanged.
    pub fn play(
        &mut self,
        color: Color,
        point: Point,
        suicide: Suicide,
    ) -> Result<Played, Illegal> {
        let at = self.index(point).ok_or(Illegal::OffBoard)?;
        if let Some(stone) = self.at(at) {
            return Err(Illegal::Occupied(stone));
        }
        let mut change = self.change(at, color);
        match self.attempt(at, point, color, suicide, &mut change) {
            Ok(()) => Ok(self.played(&change)),
            Err(stones) => Err(Illegal::Suicide { stones }),
        }
    }

    /// Plays a stone on any point, even if the rules forbid it: a stone that is already there is removed first, without
    /// a capture, and all suicide is allowed. `None` if the point is off the board.
    ///
    /// ```
    /// use kifu_rules::{Board, Color, Point, Size};
    ///
    /// let mut board = Board::new(Size::new(3, 1).unwrap());
    /// board.edit([(Point::new(0, 0), Some(Color::White)), (Point::new(1, 0), Some(Color::White))]);
    /// let played = board.force(Color::Black, Point::new(1, 0)).unwrap();
    /// assert_eq!(played.captured, 1);
    /// assert_eq!(board.to_string(), ".X.\n");
    /// ```
    pub fn force(&mut self, color: Color, point: Point) -> Option<Played> {
        let at = self.index(point)?;
        if let Some(stone) = self.at(at) {
            self.cut(at, point, stone, &mut Vec::new());
        }
        let mut change = self.change(at, color);
        // Any suicide is allowed, so no play is refused.
        let _ = self.attempt(at, point, color, Suicide::Any, &mut change);
        Some(self.played(&change))
    }

    /// Puts and removes stones without captures. Returns whether every chain has a liberty afterwards. Points off the
    /// board are skipped.
    pub fn edit(&mut self, edits: impl IntoIterator<Item = (Point, Option<Color>)>) -> bool {
        let mut disturbed = false;
        for (point, stone) in edits {
            let Some(at) = self.index(point) else {
                continue;
            };
            if let Some(old) = self.at(at) {
                if Some(old) == stone {
                    continue;
                }
                // Chains may be split, so all of them are rebuilt at the end.
                self.hash ^= zobrist::stone(point, old);
                let left = self.cells[at].tag & VACATED | left_by(old);
                self.cells[at].tag = EMPTY | left | at as u16;
                disturbed = true;
            }
            match stone {
                Some(color) if disturbed => {
                    self.hash ^= zobrist::stone(point, color);
                    self.cells[at].tag = tag_of(color) | self.cells[at].tag & VACATED;
                }
                Some(color) => {
                    self.set(at, point, color);
                }
                None => {}
            }
        }
        if disturbed {
            self.rebuild();
        }
        self.chains().all(|chain| chain.has_liberty())
    }

    /// Computes the hash from the stones, to test [`Board::hash`].
    pub fn hash_from_scratch(&self) -> u128 {
        self.stones()
            .fold(zobrist::empty(self.size), |hash, (point, color)| {
                hash ^ zobrist::stone(point, color)
            })
    }
}

/// A neighbour of a point.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Near {
    /// An empty point, by the index of its cell.
    Empty(usize),
    /// A stone, by the head of its chain.
    Stone(usize),
    Wall,
}

/// A cell of a chain before a stone was removed from the chain: its index and its content.
#[derive(Clone, Copy)]
pub(crate) struct SavedCell {
    at: u16,
    cell: Cell,
}

/// A change of a board by one stone, with the data to undo it.
#[derive(Clone, Copy)]
pub(crate) struct Change {
    // The original cell.
    cell: Cell,
    // The heads of the chains that the stone merged into another one, and then those of the removed chains. There are
    // at most four, because a stone has four neighbours.
    links: [u16; 4],
    at: u16,
    removed: u16,
    merges: u8,
    captures: u8,
    color: Color,
    pub(crate) is_suicide: bool,
}

impl Change {
    /// The change of a ply without a stone.
    pub(crate) const fn none(color: Color) -> Change {
        Change {
            cell: Cell {
                tag: 0,
                next: 0,
                stones: 0,
                libs: 0,
            },
            links: [0; 4],
            at: 0,
            removed: 0,
            merges: 0,
            captures: 0,
            color,
            is_suicide: false,
        }
    }

    /// The change of a ply that sets the turn. It has no stone, so its index is free for `resumes`.
    pub(crate) const fn turn(color: Color, resumes: bool) -> Change {
        Change {
            at: resumes as u16,
            ..Change::none(color)
        }
    }

    /// The index of the stone.
    #[inline]
    pub(crate) const fn at(&self) -> usize {
        self.at as usize
    }

    /// The colour of the stone.
    #[inline]
    pub(crate) const fn color(&self) -> Color {
        self.color
    }

    /// Whether a stone of the same colour had left the point before: see [`Board::was_vacated`].
    #[inline]
    pub(crate) const fn was_vacated(&self) -> bool {
        self.cell.tag & left_by(self.color) != 0
    }

    /// Whether the stone merged chains.
    #[inline]
    pub(crate) const fn has_merged(&self) -> bool {
        self.merges > 0
    }

    /// The number of removed stones of either colour.
    #[inline]
    pub(crate) const fn removed(&self) -> u16 {
        self.removed
    }

    /// A list that contains the heads of the removed chains, and their indices in the list.
    #[inline]
    pub(crate) const fn removed_chains(&self) -> ([u16; 4], core::ops::Range<u8>) {
        (self.links, self.merges..self.merges + self.captures)
    }
}

/// The interface for [`Position`](crate::Position), with cells by index and changes that can be undone.
impl Board {
    #[inline]
    pub(crate) fn index(&self, point: Point) -> Option<usize> {
        self.size.contains(point).then(|| index(self.stride, point))
    }

    #[inline]
    pub(crate) fn point(&self, at: usize) -> Point {
        // Exact for indices below 2^12 and strides below 2^6, and faster than a division.
        let row = (at as u32 * self.inverse) >> 20;
        let col = at as u32 - row * self.stride as u32;
        Point::new((col - 1) as u8, (row - 1) as u8)
    }

    /// The number of cells: all indices are below it.
    pub(crate) fn cells(&self) -> usize {
        self.cells.len()
    }

    #[inline]
    pub(crate) fn at(&self, at: usize) -> Option<Color> {
        match self.cells[at].tag & WHAT {
            EMPTY | WALL => None,
            tag if tag == tag_of(Color::Black) => Some(Color::Black),
            _ => Some(Color::White),
        }
    }

    /// Whether a stone of this colour ever left the point. If not, a play of this colour there cannot repeat an earlier
    /// board, unless it is suicide.
    #[inline]
    pub(crate) fn was_vacated(&self, at: usize, color: Color) -> bool {
        // This is rare, so that one test is usually enough.
        let left = self.cells[at].tag & VACATED;
        left != 0 && left & left_by(color) != 0
    }

    /// Records that a stone of this colour left the empty point before the board was set up.
    pub(crate) fn mark_vacated(&mut self, at: usize, color: Color) {
        self.cells[at].tag |= left_by(color);
    }

    #[inline]
    pub(crate) fn is_empty(&self, at: usize) -> bool {
        self.cells[at].tag & WHAT == EMPTY
    }

    /// Whether the cell is the head of a chain.
    #[inline]
    pub(crate) fn is_head(&self, at: usize) -> bool {
        let tag = self.cells[at].tag;
        !matches!(tag & WHAT, EMPTY | WALL) && usize::from(tag & HEAD) == at
    }

    /// Whether there are stones on the board.
    pub(crate) fn has_stones(&self) -> bool {
        let mut cells = self.cells.iter();
        cells.any(|cell| !matches!(cell.tag & WHAT, EMPTY | WALL))
    }

    #[inline]
    pub(crate) fn head(&self, at: usize) -> usize {
        usize::from(self.cells[at].tag & HEAD)
    }

    #[inline]
    pub(crate) fn next(&self, at: usize) -> usize {
        usize::from(self.cells[at].next)
    }

    #[inline]
    pub(crate) fn chain_len(&self, head: usize) -> u16 {
        self.cells[head].stones
    }

    #[inline]
    pub(crate) fn pseudo_liberties(&self, head: usize) -> u16 {
        self.cells[head].libs
    }

    #[inline]
    pub(crate) fn around(&self, at: usize) -> [usize; 4] {
        around(self.stride, at)
    }

    /// The neighbours of a point.
    #[inline]
    pub(crate) fn near(&self, at: usize) -> [Near; 4] {
        self.around(at).map(|n| {
            let tag = self.cells[n].tag;
            let head = usize::from(tag & HEAD);
            match tag & WHAT {
                EMPTY => Near::Empty(head),
                WALL => Near::Wall,
                _ => Near::Stone(head),
            }
        })
    }

    /// Whether the chain of a stone and the chains next to it have liberties, so that replacing the stone by one of the
    /// same colour changes nothing. Only setup can leave chains without a liberty.
    pub(crate) fn is_settled(&self, at: usize) -> bool {
        let near = self
            .near(at)
            .into_iter()
            .chain([Near::Stone(self.head(at))]);
        near.into_iter().all(|one| match one {
            Near::Stone(head) => self.cells[head].libs > 0,
            Near::Empty(_) | Near::Wall => true,
        })
    }

    /// The change of a stone that replaces one of the same colour.
    pub(crate) fn unchanged(&self, at: usize, color: Color) -> Change {
        let mut change = self.change(at, color);
        change.cell.tag |= left_by(color);
        change
    }

    /// The change that a stone on the point `at` causes, as far as it is known before the stone is played.
    #[inline]
    pub(crate) fn change(&self, at: usize, color: Color) -> Change {
        Change {
            cell: self.cells[at],
            at: at as u16,
            ..Change::none(color)
        }
    }

    /// Plays a stone on an empty point, which `at` gives as an index into the cells and `point` as coordinates. If
    /// `suicide` does not allow the move, returns the number of stones that it would remove.
    ///
    /// `change` is the result of [`Board::change`]. It is updated in place, because copying it would have to wait for
    /// all its fields to be written.
    #[inline]
    pub(crate) fn attempt(
        &mut self,
        at: usize,
        point: Point,
        color: Color,
        suicide: Suicide,
        change: &mut Change,
    ) -> Result<(), u16> {
        let (me, you) = (tag_of(color), tag_of(!color));
        let stride = self.stride;
        let cells = &mut self.cells[..];
        let around = around(stride, at);
        let tags = around.map(|n| cells[n].tag);
        let mut libs = [0; 4];
        for tag in tags {
            let libs = &mut cells[usize::from(tag & HEAD)].libs;
            *libs = libs.wrapping_sub(1);
        }
        for (libs, tag) in libs.iter_mut().zip(tags) {
            *libs = cells[usize::from(tag & HEAD)].libs;
        }
        // Handle all four neighbours at once.
        let what = lanes(tags);
        let empty = nothing_on(what);
        let own = nothing_on(what ^ each(me));
        let dead = nothing_on(what ^ each(you)) & nothing_in(lanes(libs));
        if empty == 0 && dead == 0 {
            if let Some(stones) = self.suicide(tags, me) {
                if !suicide.allows(stones) {
                    for tag in tags {
                        let libs = &mut self.cells[usize::from(tag & HEAD)].libs;
                        *libs = libs.wrapping_add(1);
                    }
                    return Err(stones);
                }
                change.is_suicide = true;
            }
        }

        self.hash ^= zobrist::stone(point, color);
        self.join(at, me, empty, own, change);
        let mut dead = dead;
        while dead != 0 {
            let tag = self.cells[around[lane(dead)]].tag;
            // Two neighbours can belong to the same chain, which may already be removed.
            if tag & WHAT == you {
                self.take_off(usize::from(tag & HEAD), !color, change);
            }
            dead &= dead - 1;
        }
        if change.is_suicide {
            self.take_off(self.head(at), color, change);
        }
        Ok(())
    }

    /// Puts a stone on the empty point `at` without captures.
    pub(crate) fn set(&mut self, at: usize, point: Point, color: Color) -> Change {
        let me = tag_of(color);
        let tags = self.around(at).map(|n| self.cells[n].tag);
        for tag in tags {
            let libs = &mut self.cells[usize::from(tag & HEAD)].libs;
            *libs = libs.wrapping_sub(1);
        }
        let what = lanes(tags);
        let (empty, own) = (nothing_on(what), nothing_on(what ^ each(me)));
        self.hash ^= zobrist::stone(point, color);
        let mut change = self.change(at, color);
        self.join(at, me, empty, own, &mut change);
        change
    }

    /// Undoes the latest change; `hash` is the hash before it.
    #[inline]
    pub(crate) fn revert(&mut self, change: &Change, hash: u128) {
        self.hash = hash;
        let at = usize::from(change.at);
        let mut links = change.links[..usize::from(change.merges + change.captures)]
            .iter()
            .map(|&link| usize::from(link));
        if change.captures > 0 {
            let removed = if change.is_suicide {
                change.color
            } else {
                !change.color
            };
            for _ in 0..change.captures {
                if let Some(head) = links.next_back() {
                    self.put_back(head, removed);
                }
            }
        }
        while let Some(lost) = links.next_back() {
            self.unmerge(at, lost);
        }
        let head = self.head(at);
        if head != at {
            let empty = self.empty_around(at);
            let next = self.cells[at].next;
            let cell = &mut self.cells[head];
            cell.next = next;
            cell.stones -= 1;
            cell.libs -= empty;
        }
        self.cells[at] = change.cell;
        for n in self.around(at) {
            let head = self.head(n);
            let libs = &mut self.cells[head].libs;
            *libs = libs.wrapping_add(1);
        }
    }

    /// The effects of the latest change.
    #[inline]
    pub(crate) fn played(&self, change: &Change) -> Played {
        if change.is_suicide {
            return Played {
                captured: 0,
                suicide: change.removed,
                ko: None,
                revisits: true,
            };
        }
        Played {
            captured: change.removed,
            suicide: 0,
            ko: self.ko_after(change).map(|at| self.point(at)),
            revisits: change.was_vacated(),
        }
    }

    /// The index of the ko point after the latest change, if there is one.
    #[inline]
    pub(crate) fn ko_after(&self, change: &Change) -> Option<usize> {
        if change.removed != 1 || change.is_suicide {
            return None;
        }
        let stone = self.cells[usize::from(change.at)];
        let alone = stone.tag & HEAD == change.at && stone.stones == 1 && stone.libs == 1;
        alone.then(|| usize::from(change.links[usize::from(change.merges)]))
    }

    /// An iterator over the points from which the latest change removed stones.
    pub(crate) fn removed_by<'a>(&'a self, change: &Change) -> impl Iterator<Item = Point> + 'a {
        let (heads, chains) = change.removed_chains();
        chains.flat_map(move |k| {
            let head = usize::from(heads[usize::from(k)]);
            self.ring(head).map(|at| self.point(at))
        })
    }

    /// An iterator over the cells in the ring of a cell.
    pub(crate) fn ring(&self, start: usize) -> impl Iterator<Item = usize> + '_ {
        let mut next = Some(start);
        core::iter::from_fn(move || {
            let at = next?;
            next = Some(self.next(at)).filter(|&at| at != start);
            Some(at)
        })
    }

    /// Computes the effect of a play on the empty point `at` without playing it: the hash afterwards and, if it is
    /// suicide, the number of stones.
    pub(crate) fn foresee(&self, at: usize, color: Color) -> (u128, Option<u16>) {
        let (me, you) = (tag_of(color), tag_of(!color));
        let tags = self.around(at).map(|n| self.cells[n].tag);
        let mut hash = self.hash ^ zobrist::stone(self.point(at), color);
        let mut alive = false;
        for (k, tag) in tags.into_iter().enumerate() {
            if tag & WHAT == EMPTY {
                alive = true;
                continue;
            }
            if tag & WHAT == WALL || tags[..k].iter().any(|&t| same_chain(t, tag)) {
                continue;
            }
            let touches = tags.iter().filter(|&&t| same_chain(t, tag)).count() as u16;
            let head = usize::from(tag & HEAD);
            let breathes = self.cells[head].libs > touches;
            if tag & WHAT == me {
                alive |= breathes;
            } else if tag & WHAT == you && !breathes {
                alive = true;
                hash = self.hash_without(head, !color, hash);
            }
        }
        if alive {
            return (hash, None);
        }
        let mut stones = 1;
        hash ^= zobrist::stone(self.point(at), color);
        for (k, tag) in tags.into_iter().enumerate() {
            if tag & WHAT == me && !tags[..k].iter().any(|&t| same_chain(t, tag)) {
                let head = usize::from(tag & HEAD);
                stones += self.cells[head].stones;
                hash = self.hash_without(head, color, hash);
            }
        }
        (hash, Some(stones))
    }

    /// Whether a neighbour of the point is empty, so that a play there is not suicide.
    #[inline]
    pub(crate) fn has_empty_neighbour(&self, at: usize) -> bool {
        self.around(at).into_iter().any(|n| self.is_empty(n))
    }

    fn hash_without(&self, head: usize, color: Color, hash: u128) -> u128 {
        self.ring(head).fold(hash, |hash, stone| {
            hash ^ zobrist::stone(self.point(stone), color)
        })
    }

    /// The number of stones that a play removes by suicide; `None` if one of its own chains has another liberty. The
    /// play has no empty neighbour and does not capture, and it has already been subtracted from the liberties.
    #[cold]
    fn suicide(&self, tags: [u16; 4], me: u16) -> Option<u16> {
        let mut stones = 1;
        for (k, &tag) in tags.iter().enumerate() {
            let head = &self.cells[usize::from(tag & HEAD)];
            if tag & WHAT == me {
                if head.libs != 0 {
                    return None;
                }
                if !tags[..k].iter().any(|&t| same_chain(t, tag)) {
                    stones += head.stones;
                }
            }
        }
        Some(stones)
    }

    /// Makes the cell a stone and joins it with the chains around it. `own` has a bit for each neighbour of the same
    /// colour, and `empty` for each empty neighbour.
    #[inline]
    fn join(&mut self, at: usize, me: u16, empty: u64, mut own: u64, change: &mut Change) {
        let vacated = change.cell.tag & VACATED;
        let empty = count(empty);
        if own == 0 {
            self.cells[at] = Cell {
                tag: me | vacated | at as u16,
                next: at as u16,
                stones: 1,
                libs: empty,
            };
            return;
        }
        let around = around(self.stride, at);
        let mut head = self.head(around[lane(own)]);
        own &= own - 1;
        let cell = &mut self.cells[head];
        let next = cell.next;
        cell.next = at as u16;
        cell.stones += 1;
        cell.libs += empty;
        self.cells[at] = Cell {
            tag: me | vacated | head as u16,
            next,
            stones: 0,
            libs: 0,
        };
        while own != 0 {
            let other = self.head(around[lane(own)]);
            own &= own - 1;
            if other != head {
                let lost = self.merge(&mut head, other);
                change.links[usize::from(change.merges)] = lost;
                change.merges += 1;
            }
        }
    }

    /// Merges two chains. `head` becomes the head of the longer one; the other head is returned. Only the stones of the
    /// shorter chain are relabelled.
    fn merge(&mut self, head: &mut usize, other: usize) -> u16 {
        let (keep, lose) = if self.cells[*head].stones >= self.cells[other].stones {
            (*head, other)
        } else {
            (other, *head)
        };
        *head = keep;
        let lost = self.cells[lose];
        let kept = &mut self.cells[keep];
        kept.stones += lost.stones;
        kept.libs += lost.libs;
        let next = core::mem::replace(&mut kept.next, lost.next);
        // Exchanging the successors of the heads joins the rings, and doing it again splits them.
        self.relabel(lose, keep as u16);
        self.cells[lose].next = next;
        lose as u16
    }

    /// Splits the chain of the stone `at` from the chain that was merged into it last.
    fn unmerge(&mut self, at: usize, lose: usize) {
        let keep = self.head(at);
        let lost = self.cells[lose];
        let kept = &mut self.cells[keep];
        kept.stones -= lost.stones;
        kept.libs -= lost.libs;
        let next = core::mem::replace(&mut kept.next, lost.next);
        self.cells[lose].next = next;
        self.relabel(lose, lose as u16);
    }

    /// Sets the head of every stone in a ring.
    fn relabel(&mut self, start: usize, head: u16) {
        let mut at = start;
        loop {
            let cell = &mut self.cells[at];
            cell.tag = cell.tag & !HEAD | head;
            at = usize::from(cell.next);
            if at == start {
                return;
            }
        }
    }

    /// Removes a chain.
    #[inline(never)]
    fn take_off(&mut self, head: usize, color: Color, change: &mut Change) {
        // Updates the liberties first, while all cells still have the head, and then the stones. So `put_back` can undo
        // both exactly, including old values.
        let mut at = head;
        loop {
            self.hash ^= zobrist::stone(self.point(at), color);
            for n in self.around(at) {
                let neighbour = self.head(n);
                let libs = &mut self.cells[neighbour].libs;
                *libs = libs.wrapping_add(1);
            }
            at = self.next(at);
            if at == head {
                break;
            }
        }
        let left = left_by(color);
        loop {
            let cell = &mut self.cells[at];
            cell.tag = EMPTY | cell.tag & VACATED | left | at as u16;
            at = usize::from(cell.next);
            if at == head {
                break;
            }
        }
        change.links[usize::from(change.merges + change.captures)] = head as u16;
        change.captures += 1;
        change.removed += self.cells[head].stones;
    }

    /// Restores a chain that `take_off` removed.
    #[inline(never)]
    fn put_back(&mut self, head: usize, color: Color) {
        let tag = tag_of(color) | head as u16;
        let mut at = head;
        loop {
            let cell = &mut self.cells[at];
            cell.tag = cell.tag & VACATED | tag;
            at = usize::from(cell.next);
            if at == head {
                break;
            }
        }
        loop {
            for n in self.around(at) {
                let neighbour = self.head(n);
                let libs = &mut self.cells[neighbour].libs;
                *libs = libs.wrapping_sub(1);
            }
            at = self.next(at);
            if at == head {
                break;
            }
        }
    }

    /// Removes a single stone, which can split its chain. The cells of the chain are appended to `saved`, those of the
    /// head last, so that [`Board::join_again`] can undo it.
    pub(crate) fn cut(
        &mut self,
        at: usize,
        point: Point,
        color: Color,
        saved: &mut Vec<SavedCell>,
    ) {
        let hash = self.hash ^ zobrist::stone(point, color);
        let head = self.head(at);
        let first = saved.len();
        let mut member = self.next(head);
        loop {
            saved.push(SavedCell {
                at: member as u16,
                cell: self.cells[member],
            });
            if member == head {
                break;
            }
            member = self.next(member);
        }
        let chain = &saved[first..];
        if chain.len() > 1 && self.pieces_around(at, color) <= 1 {
            let before = chain
                .iter()
                .find(|saved| usize::from(saved.cell.next) == at);
            self.unlink(at, head, before.map_or(head, |saved| saved.at.into()));
            self.cells[at].tag |= left_by(color);
            self.hash = hash;
            return;
        }
        // Remove the whole chain, and put the other stones again.
        for saved in chain {
            for n in self.around(saved.at.into()) {
                let neighbour = self.head(n);
                let libs = &mut self.cells[neighbour].libs;
                *libs = libs.wrapping_add(1);
            }
        }
        for saved in chain {
            self.cells[usize::from(saved.at)].tag = EMPTY | saved.cell.tag & VACATED | saved.at;
        }
        self.cells[at].tag |= left_by(color);
        for saved in chain.iter().filter(|saved| usize::from(saved.at) != at) {
            self.set(saved.at.into(), point, color);
        }
        self.hash = hash;
    }

    /// An upper limit for the number of chains that are left if a stone of a chain is removed: the groups of its
    /// neighbours of the same colour, where neighbours with a common diagonal stone are one group.
    fn pieces_around(&self, at: usize, color: Color) -> usize {
        let me = tag_of(color);
        let stride = self.stride;
        let is_own = |n: usize| self.cells.get(n).is_some_and(|cell| cell.tag & WHAT == me);
        let sides = [at - stride, at + 1, at + stride, at - 1].map(is_own);
        let corners = [
            at - stride + 1,
            at + stride + 1,
            at + stride - 1,
            at - stride - 1,
        ];
        let links = (0..4).filter(|&k| sides[k] && sides[(k + 1) % 4] && is_own(corners[k]));
        sides
            .into_iter()
            .filter(|&own| own)
            .count()
            .saturating_sub(links.count())
    }

    /// Removes a stone whose chain stays one chain without it. `before` is the stone before it in the ring.
    fn unlink(&mut self, at: usize, head: usize, before: usize) {
        let (mut own, mut empty) = (0, 0);
        for n in self.around(at) {
            let neighbour = self.head(n);
            if neighbour == head {
                own += 1;
                continue;
            }
            empty += u16::from(self.is_empty(n));
            let libs = &mut self.cells[neighbour].libs;
            *libs = libs.wrapping_add(1);
        }
        let Cell { stones, libs, .. } = self.cells[head];
        let left = self.cells[at].tag & VACATED;
        let next = self.next(at);
        self.cells[before].next = next as u16;
        let head = if head == at {
            self.relabel(next, next as u16);
            next
        } else {
            head
        };
        let cell = &mut self.cells[head];
        cell.stones = stones - 1;
        cell.libs = libs - empty + own;
        self.cells[at].tag = EMPTY | left | at as u16;
    }

    /// Undoes the latest [`Board::cut`], except for the hash. All later changes must have been undone.
    pub(crate) fn join_again(&mut self, at: usize, saved: &mut Vec<SavedCell>) {
        for n in self.around(at) {
            let neighbour = self.head(n);
            let libs = &mut self.cells[neighbour].libs;
            *libs = libs.wrapping_sub(1);
        }
        // The last cell is that of the head, which has the number of stones.
        let stones = saved.last().map_or(0, |head| usize::from(head.cell.stones));
        let first = saved.len().saturating_sub(stones);
        for saved in saved.drain(first..) {
            self.cells[usize::from(saved.at)] = saved.cell;
        }
    }

    fn empty_around(&self, at: usize) -> u16 {
        let empty = self.around(at).into_iter().filter(|&n| self.is_empty(n));
        empty.count() as u16
    }

    /// Rebuilds the chains from the colours of the cells.
    fn rebuild(&mut self) {
        let hash = self.hash;
        let old = self.cells.clone();
        for point in self.size.points() {
            let at = index(self.stride, point);
            self.cells[at].tag = EMPTY | old[at].tag & VACATED | at as u16;
        }
        for point in self.size.points() {
            let at = index(self.stride, point);
            match old[at].tag & WHAT {
                EMPTY => {}
                tag if tag == tag_of(Color::Black) => {
                    self.set(at, point, Color::Black);
                }
                _ => {
                    self.set(at, point, Color::White);
                }
            }
        }
        self.hash = hash;
    }
}

#[inline]
fn index(stride: usize, point: Point) -> usize {
    (usize::from(point.row) + 1) * stride + usize::from(point.col) + 1
}

#[inline]
fn around(stride: usize, at: usize) -> [usize; 4] {
    [at - stride, at - 1, at + 1, at + stride]
}

/// Packs four numbers, one for each neighbour, so that they can be handled at once.
#[inline]
fn lanes(numbers: [u16; 4]) -> u64 {
    let [a, b, c, d] = numbers.map(u64::from);
    a | (b << 16) | (c << 32) | (d << 48)
}

/// Packs the same number for each neighbour.
#[inline]
const fn each(number: u16) -> u64 {
    number as u64 * 0x0001_0001_0001_0001
}

/// The top bit of each lane whose bits of [`WHAT`] are 0.
#[inline]
const fn nothing_on(lanes: u64) -> u64 {
    !(lanes | (lanes << 1)) & each(1 << 15)
}

/// The top bit of each lane that is 0.
#[inline]
const fn nothing_in(lanes: u64) -> u64 {
    let rest = each(!(1 << 15));
    !(((lanes & rest) + rest) | lanes) & each(1 << 15)
}

/// The index of the first of these lanes; there must be one.
#[inline]
const fn lane(lanes: u64) -> usize {
    lanes.trailing_zeros() as usize / 16
}

/// The number of these lanes.
#[inline]
const fn count(lanes: u64) -> u16 {
    ((lanes >> 15).wrapping_mul(each(1)) >> 48) as u16
}

/// Whether the tags of two stones are of the same chain.
#[inline]
const fn same_chain(a: u16, b: u16) -> bool {
    (a ^ b) & (WHAT | HEAD) == 0
}

impl Clone for Board {
    fn clone(&self) -> Board {
        Board {
            cells: self.cells.clone(),
            ..*self
        }
    }

    /// Allocates nothing if the boards have the same number of points and rows.
    fn clone_from(&mut self, source: &Board) {
        self.cells.clone_from(&source.cells);
        self.size = source.size;
        self.stride = source.stride;
        self.inverse = source.inverse;
        self.hash = source.hash;
    }
}

/// Boards are equal if they have the same size and the same stones.
impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        let same = |(a, b): (&Cell, &Cell)| (a.tag ^ b.tag) & WHAT == 0;
        self.size == other.size
            && self.hash == other.hash
            && self.cells.iter().zip(&other.cells).all(same)
    }
}

impl Eq for Board {}

impl core::hash::Hash for Board {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.hash.hash(state);
    }
}

/// Writes a line for each row from the top: `X` for Black, `O` for White and `.` for an empty point.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.size.rows() {
            for col in 0..self.size.cols() {
                f.write_str(match self.stone(Point::new(col, row)) {
                    None => ".",
                    Some(Color::Black) => "X",
                    Some(Color::White) => "O",
                })?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board {}\n{self}", self.size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_lead_back_to_their_points() {
        for cols in 1..=Size::MAX {
            let size = Size::new(cols, Size::MAX).unwrap();
            let board = Board::new(size);
            for point in size.points() {
                assert_eq!(board.point(board.index(point).unwrap()), point);
            }
        }
    }

    #[test]
    fn eyes_are_those_that_the_rule_describes() {
        // All ways to put stones around the points of a small board.
        let size = Size::new(4, 3).unwrap();
        let points: Vec<Point> = size.points().collect();
        let mut eyes = 0;
        for number in 0..3usize.pow(11) {
            let mut rest = number;
            let mut board = Board::new(size);
            let stones = points.iter().skip(1).map(|&point| {
                let stone = [None, Some(Color::Black), Some(Color::White)][rest % 3];
                rest /= 3;
                (point, stone)
            });
            // Checks every seventeenth arrangement; all of them would take too long.
            if number % 17 != 0 {
                continue;
            }
            board.edit(stones.collect::<Vec<_>>());
            for &point in &points {
                let near = |dc: i8, dr: i8| {
                    let col = point.col.wrapping_add_signed(dc);
                    let near = Point::new(col, point.row.wrapping_add_signed(dr));
                    size.contains(near).then(|| board.stone(near))
                };
                let sides = [(0, -1), (-1, 0), (1, 0), (0, 1)].map(|(c, r)| near(c, r));
                let corners = [(-1, -1), (1, -1), (-1, 1), (1, 1)].map(|(c, r)| near(c, r));
                let is_own = sides
                    .iter()
                    .all(|n| n.is_none_or(|n| n == Some(Color::Black)));
                let theirs = corners.iter().filter(|n| **n == Some(Some(Color::White)));
                let edge = usize::from(corners.contains(&None));
                let expected = board.stone(point).is_none() && is_own && theirs.count() + edge < 2;
                assert_eq!(
                    board.is_eye(point, Color::Black),
                    expected,
                    "{point:?}\n{board}"
                );
                eyes += usize::from(expected);
            }
        }
        assert!(eyes > 100);
    }
}
