use alloc::boxed::Box;
use alloc::vec;
use core::fmt;

use kifu_core::{Color, Point, Setup, Size};

use crate::rules::Suicide;
use crate::{Chain, Compact, Illegal, zobrist};

/// The stones on a board, and their chains.
///
/// A board knows captures and nothing else of the rules: no turn, no ko, no
/// history. That is [`Position`](crate::Position). Chains, their liberties and the
/// hash are kept up to date by every change.
///
/// Every chain has a liberty, except where a setup left one without; such stones
/// stand until a rule or an edit removes them.
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
    // Cells from one row to the next: a column of wall and `size.cols()` points.
    stride: usize,
    hash: u128,
    // A wall row, the rows with a wall before each, a wall row, one wall cell. The
    // wall after a row is the one before the next.
    cells: Box<[Cell]>,
}

/// A point, or a piece of the wall around the board.
#[derive(Clone, Copy)]
struct Cell {
    // What stands here (two bits), whether a black and a white stone ever left (a bit
    // each), and the index of the cell that keeps the liberties: the head of the stone's chain, the
    // cell itself if it is empty, cell 0 for the wall. So a neighbour's liberties can
    // be counted down before it is known what the neighbour is.
    tag: u16,
    // The next stone of the chain; the stones of a chain form a ring. A captured
    // ring stays as it was: undo finds its stones there.
    next: u16,
    // At the head of a chain: how many stones it has, and its pseudo-liberties, the
    // pairs of a stone of the chain and an empty neighbour. 0 exactly if it has no
    // liberty. Elsewhere leftovers, which undo relies on.
    stones: u16,
    libs: u16,
}

const WHAT: u16 = 3 << 14;
const EMPTY: u16 = 0;
const WALL: u16 = 3 << 14;
const VACATED: u16 = 3 << 12;
const HEAD: u16 = (1 << 12) - 1;

/// The tag of a stone; the tags of the two colours add up to `WALL`.
#[inline]
const fn tag_of(color: Color) -> u16 {
    match color {
        Color::Black => 1 << 14,
        Color::White => 2 << 14,
    }
}

/// The bit that says that a stone of this colour left the point.
#[inline]
const fn left_by(color: Color) -> u16 {
    match color {
        Color::Black => 1 << 12,
        Color::White => 2 << 12,
    }
}

/// What playing a stone did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Played {
    /// How many of the opponent's stones were captured.
    pub captured: u16,
    /// How many of the player's own stones the move took off the board, the stone
    /// just played among them; 0 unless it was suicide.
    pub suicide: u16,
    /// The point that the opponent may not take at once under the simple ko rule:
    /// the move captured exactly one stone, and stands alone with one liberty.
    pub ko: Option<Point>,
    /// Whether a play may have made an earlier position again: a stone of the player's had left
    /// the point before, or the play was suicide. After any other play
    /// [`Position::repeats`](crate::Position::repeats) returns `None`.
    pub revisits: bool,
}

impl Board {
    /// An empty board.
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
            hash: zobrist::empty(size),
            cells,
        }
    }

    /// The stones of a setup, whether or not their chains have liberties.
    pub fn from_setup(setup: &Setup) -> Board {
        let mut board = Board::new(setup.size());
        board.edit(setup.stones().map(|(point, color)| (point, Some(color))));
        board
    }

    /// The stones as a [`Setup`], which allocates nothing.
    pub fn to_setup(&self) -> Setup {
        let mut setup = Setup::empty(self.size);
        for (point, color) in self.stones() {
            setup.put(point, Some(color));
        }
        setup
    }

    /// The stones in two bits a point.
    pub fn to_compact(&self) -> Compact {
        Compact::of(self)
    }

    /// How many bytes of memory it takes.
    pub fn memory(&self) -> usize {
        size_of::<Board>() + size_of_val(&*self.cells)
    }

    /// The size of the board.
    #[inline]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The stone on a point; `None` where there is none, and off the board.
    #[inline]
    pub fn stone(&self, point: Point) -> Option<Color> {
        self.at(self.index(point)?)
    }

    /// Every stone, row by row from the top, left to right.
    pub fn stones(&self) -> impl Iterator<Item = (Point, Color)> + '_ {
        self.size
            .points()
            .filter_map(|point| Some((point, self.stone(point)?)))
    }

    /// The chain of the stone on a point.
    pub fn chain(&self, point: Point) -> Option<Chain<'_>> {
        let at = self.index(point)?;
        let color = self.at(at)?;
        Some(Chain::new(self, self.head(at), color))
    }

    /// Every chain, each once, in the order of their head stones on the board.
    pub fn chains(&self) -> impl Iterator<Item = Chain<'_>> + '_ {
        self.size.points().filter_map(|point| {
            let at = index(self.stride, point);
            let color = self.at(at)?;
            (self.head(at) == at).then(|| Chain::new(self, at, color))
        })
    }

    /// The hash of the size and the stones, of nothing else: two boards that look
    /// alike have one hash, and in practice two that differ never do.
    ///
    /// The hash of the empty board is not 0.
    #[inline]
    pub const fn hash(&self) -> u128 {
        self.hash
    }

    /// Puts a stone on an empty point and takes off what it captures: first the
    /// opponent's chains without a liberty, then its own if it has none.
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

    /// Puts and clears stones without capturing anything, and returns whether every
    /// chain has a liberty afterwards. Points off the board are passed over.
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
                // Chains may fall apart: mend them all at the end.
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

    /// The hash counted again from the stones, for tests of [`Board::hash`].
    pub fn hash_from_scratch(&self) -> u128 {
        self.stones()
            .fold(zobrist::empty(self.size), |hash, (point, color)| {
                hash ^ zobrist::stone(point, color)
            })
    }
}

/// A change to a board by one stone, with what it takes to take it back.
#[derive(Clone, Copy)]
pub(crate) struct Change {
    // The cell as it was.
    cell: Cell,
    // The heads of the chains that the stone merged into another, then of those taken
    // off the board. Four neighbours leave room for no more.
    links: [u16; 4],
    at: u16,
    removed: u16,
    merges: u8,
    captures: u8,
    color: Color,
    pub(crate) is_suicide: bool,
}

impl Change {
    /// For a ply that moved no stone.
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

    /// Where the stone was put.
    #[inline]
    pub(crate) const fn at(&self) -> usize {
        self.at as usize
    }

    /// Whose stone it was.
    #[inline]
    pub(crate) const fn color(&self) -> Color {
        self.color
    }

    /// Whether it put a stone where one of the same colour had been before, as in
    /// [`Board::was_vacated`].
    #[inline]
    pub(crate) const fn was_vacated(&self) -> bool {
        self.cell.tag & left_by(self.color) != 0
    }

    /// How many stones left the board, of either colour.
    #[inline]
    pub(crate) const fn removed(&self) -> u16 {
        self.removed
    }
}

/// For [`Position`](crate::Position): cells by index, changes that can be taken back.
impl Board {
    #[inline]
    pub(crate) fn index(&self, point: Point) -> Option<usize> {
        self.size.contains(point).then(|| index(self.stride, point))
    }

    #[inline]
    pub(crate) fn point(&self, at: usize) -> Point {
        let (row, col) = (at / self.stride, at % self.stride);
        Point::new((col - 1) as u8, (row - 1) as u8)
    }

    #[inline]
    pub(crate) fn at(&self, at: usize) -> Option<Color> {
        match self.cells[at].tag & WHAT {
            EMPTY | WALL => None,
            tag if tag == tag_of(Color::Black) => Some(Color::Black),
            _ => Some(Color::White),
        }
    }

    /// Whether a stone of the colour ever left the point. If not, a play of that colour
    /// there makes a board that was never there before, unless it is suicide.
    #[inline]
    pub(crate) fn was_vacated(&self, at: usize, color: Color) -> bool {
        // Few points are: one test answers for the others.
        let left = self.cells[at].tag & VACATED;
        left != 0 && left & left_by(color) != 0
    }

    /// Says that a stone of the colour left the empty point before the board was set up.
    pub(crate) fn mark_vacated(&mut self, at: usize, color: Color) {
        self.cells[at].tag |= left_by(color);
    }

    #[inline]
    pub(crate) fn is_empty(&self, at: usize) -> bool {
        self.cells[at].tag & WHAT == EMPTY
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

    /// What a stone on the point `at` changes, as far as it is known before it is played.
    #[inline]
    pub(crate) fn change(&self, at: usize, color: Color) -> Change {
        Change {
            cell: self.cells[at],
            at: at as u16,
            ..Change::none(color)
        }
    }

    /// Plays on the empty point `at`, which is `point`, or returns how many stones
    /// the suicide would have taken that `suicide` does not allow.
    ///
    /// `change` is what [`Board::change`] gave, and is told of it where it is kept: a copy would wait for all
    /// its parts to be written.
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
        // All four at once.
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
            // Two neighbours may belong to one chain, gone by now.
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

    /// Puts a stone on the empty point `at`, capturing nothing.
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

    /// Takes back the latest change; `hash` is the hash before it.
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

    /// What a change amounts to; right only before the next one.
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

    /// The index of the ko point that a change made.
    #[inline]
    pub(crate) fn ko_after(&self, change: &Change) -> Option<usize> {
        if change.removed != 1 || change.is_suicide {
            return None;
        }
        let stone = self.cells[usize::from(change.at)];
        let alone = stone.tag & HEAD == change.at && stone.stones == 1 && stone.libs == 1;
        alone.then(|| usize::from(change.links[usize::from(change.merges)]))
    }

    /// The points that the latest change took stones from.
    pub(crate) fn removed_by<'a>(&'a self, change: &Change) -> impl Iterator<Item = Point> + 'a {
        let (from, to) = (change.merges, change.merges + change.captures);
        let heads = change.links;
        (from..to).flat_map(move |k| {
            let head = usize::from(heads[usize::from(k)]);
            self.ring(head).map(|at| self.point(at))
        })
    }

    /// The cells of the ring that a cell belongs to, each once.
    pub(crate) fn ring(&self, start: usize) -> impl Iterator<Item = usize> + '_ {
        let mut next = Some(start);
        core::iter::from_fn(move || {
            let at = next?;
            next = Some(self.next(at)).filter(|&at| at != start);
            Some(at)
        })
    }

    /// What playing on the empty point `at` would do, without doing it: the hash
    /// afterwards and, if it is suicide, how many stones.
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

    /// Whether a neighbour of the point is empty, so that no play there is suicide.
    #[inline]
    pub(crate) fn has_empty_neighbour(&self, at: usize) -> bool {
        self.around(at).into_iter().any(|n| self.is_empty(n))
    }

    fn hash_without(&self, head: usize, color: Color, hash: u128) -> u128 {
        self.ring(head).fold(hash, |hash, stone| {
            hash ^ zobrist::stone(self.point(stone), color)
        })
    }

    /// How many stones a play removes that found no empty neighbour and captured
    /// nothing, if none of its own chains has a liberty left. The play has been
    /// counted off their liberties already.
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

    /// Makes the cell a stone of the chains around it; `own` has a bit for each
    /// neighbour of its colour, `empty` for each that is empty.
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

    /// Makes two chains one; `head` becomes the head of the longer, the other is
    /// returned. Only the shorter is relabelled.
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
        // The rings are joined by exchanging the successors of their heads: doing it
        // again parts them.
        self.relabel(lose, keep as u16);
        self.cells[lose].next = next;
        lose as u16
    }

    /// Parts the chain of the stone `at` from the one it last swallowed.
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

    /// Gives every stone of a closed or cut ring another head.
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

    /// Takes a chain off the board.
    #[inline(never)]
    fn take_off(&mut self, head: usize, color: Color, change: &mut Change) {
        // First the liberties, while all its cells still name the head, then the
        // stones: so `put_back` can undo both exactly, leftovers included.
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

    /// Puts a chain back that `take_off` took.
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

    fn empty_around(&self, at: usize) -> u16 {
        let empty = self.around(at).into_iter().filter(|&n| self.is_empty(n));
        empty.count() as u16
    }

    /// Finds the chains again from the colours of the cells.
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

/// Four numbers, one for each neighbour, to be looked at together.
#[inline]
fn lanes(numbers: [u16; 4]) -> u64 {
    let [a, b, c, d] = numbers.map(u64::from);
    a | (b << 16) | (c << 32) | (d << 48)
}

/// The same number for each neighbour.
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

/// Which is the first of these lanes, of which there is one.
#[inline]
const fn lane(lanes: u64) -> usize {
    lanes.trailing_zeros() as usize / 16
}

/// How many lanes these are.
#[inline]
const fn count(lanes: u64) -> u16 {
    ((lanes >> 15).wrapping_mul(each(1)) >> 48) as u16
}

/// Whether two stones' tags name one chain.
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

/// A line for each row, from the top, of `.`, `X` for Black and `O` for White.
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
