use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use kifu_core::{Color, Point, Points, Size};

use crate::board::Near;
use crate::grid::Places;
use crate::{Board, Position, StoneChange, Symmetry};

/// The planes that [`Planes`] writes for a position, as counts. The stones of the position always have two planes.
///
/// All values are 0 or 1, except for those of the komi. The planes are in this order:
///
/// | planes | number | 1 on a point means |
/// | --- | --- | --- |
/// | own | 1 | a stone of the side to move |
/// | other | 1 | a stone of the other side |
/// | own and other, earlier | 2 × `history` | the same in the position one move earlier, then two moves earlier, and so on; "own" is still the side that is to move now |
/// | liberties | `liberties` | a stone of either colour whose chain has exactly 1 liberty, then 2, and so on; the last plane is for this number or more |
/// | ko | 1 if `ko` | the point that a simple ko rule forbids to the side to move |
/// | last moves | `last_moves` | the point of the last move, then of the one before it, and so on; no point for a pass, and for a move that was not played because it was off the board or unreadable |
/// | side to move | 1 if `side_to_move` | all points: Black is to move |
/// | komi | 1 if `komi` | see below |
///
/// Setup ends the history and the last moves: earlier positions and moves, before setup or before the start, have no
/// stones and no points.
///
/// Every value of the komi plane is the komi from the view of the side to move, in half points: positive for White and
/// negative for Black, if the komi is positive. A quarter of a point is rounded towards zero. With
/// [`PlaneLayout::Bytes`], the value is a signed byte in two's complement, limited to the range from -128 to 127. With
/// [`PlaneLayout::Bits`], the value is 1 if the komi in this view is positive, and otherwise 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PlaneKinds {
    /// The number of earlier positions.
    pub history: u8,
    /// The number of planes for liberties.
    pub liberties: u8,
    /// Whether there is a plane for the ko.
    pub ko: bool,
    /// The number of planes for the last moves.
    pub last_moves: u8,
    /// Whether there is a plane for the side to move.
    pub side_to_move: bool,
    /// Whether there is a plane for the komi.
    pub komi: bool,
}

impl PlaneKinds {
    /// The number of planes.
    pub const fn count(self) -> usize {
        2 * (1 + self.history as usize)
            + self.tail()
            + self.side_to_move as usize
            + self.komi as usize
    }

    /// The number of planes between the stones and the constant planes.
    const fn tail(self) -> usize {
        self.liberties as usize + self.ko as usize + self.last_moves as usize
    }

    /// The names of the planes, in order.
    ///
    /// ```
    /// use kifu_rules::PlaneKinds;
    ///
    /// let kinds = PlaneKinds { history: 1, liberties: 2, last_moves: 1, ..PlaneKinds::default() };
    /// let names = ["own", "other", "own-1", "other-1", "liberties-1", "liberties-2+", "last-1"];
    /// assert_eq!(kinds.names(), names);
    /// assert_eq!(kinds.count(), names.len());
    /// ```
    pub fn names(self) -> Vec<String> {
        let mut names = vec!["own".to_string(), "other".to_string()];
        for back in 1..=self.history {
            names.extend([format!("own-{back}"), format!("other-{back}")]);
        }
        for number in 1..=self.liberties {
            let more = if number == self.liberties { "+" } else { "" };
            names.push(format!("liberties-{number}{more}"));
        }
        if self.ko {
            names.push("ko".to_string());
        }
        names.extend((1..=self.last_moves).map(|back| format!("last-{back}")));
        if self.side_to_move {
            names.push("black-to-move".to_string());
        }
        if self.komi {
            names.push("komi".to_string());
        }
        names
    }
}

/// The memory layout of a plane.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum PlaneLayout {
    /// A byte for each point, row by row from the top, and from left to right.
    #[default]
    Bytes,
    /// A bit for each point, in the same order, starting with the lowest bit of the first byte. Each plane begins with
    /// a new byte; the unused bits at its end are 0.
    Bits,
}

/// The planes of a position, as input for neural networks. Applying the changes of a game keeps the planes up to date.
///
/// [`PlaneKinds`] defines the planes, their order and their meaning. A move takes time only for the stones that it puts
/// and removes and for the chains next to them; no plane is computed again. [`write`](Planes::write) copies the planes
/// into memory of the caller.
///
/// ```
/// use kifu_rules::{
///     Color, Move, PlaneKinds, PlaneLayout, Planes, Point, Points, Position, Rules, Size, Symmetry,
/// };
///
/// let kinds = PlaneKinds { liberties: 2, last_moves: 1, ..PlaneKinds::default() };
/// let size = Size::new(3, 1).unwrap();
/// let mut game = Position::new(size, Rules::JAPANESE);
/// let mut planes = Planes::new(size, kinds, PlaneLayout::Bytes, Symmetry::IDENTITY);
/// planes.start(&game, Points::ZERO);
///
/// let point = Point::new(0, 0);
/// game.play(Color::Black, Move::Play(point)).unwrap();
/// let changes: Vec<_> = game.changes().collect();
/// planes.advance(&game, &changes, Some(point));
///
/// let mut bytes = [0; 3 * 5];
/// planes.write(&mut bytes);
/// let planes: Vec<&[u8]> = bytes.chunks(3).collect();
/// // White is to move, and the black stone has one liberty.
/// assert_eq!(planes, [[0, 0, 0], [1, 0, 0], [1, 0, 0], [0, 0, 0], [1, 0, 0]]);
/// ```
#[derive(Clone, Debug)]
pub struct Planes {
    kinds: PlaneKinds,
    layout: PlaneLayout,
    places: Places,
    // The length of a plane in bytes.
    len: usize,
    // The planes of black and white stones of the position and the earlier ones, as a ring of pairs.
    stones: Box<[u8]>,
    // The pair of the position.
    newest: usize,
    // The planes of liberties, ko and last moves. The plane before them is not written: it has the stones that are in
    // no plane of liberties.
    tail: Box<[u8]>,
    liberties: Liberties,
    // The place of the ko, and of the last moves.
    ko: Option<usize>,
    last: Box<[Option<usize>]>,
    // The number of plies of the position.
    plies: usize,
    to_play: Color,
    komi: Points,
}

/// The state for the planes of liberties.
#[derive(Clone, Debug)]
struct Liberties {
    // For each cell of the board, the place in a plane.
    places: Box<[u16]>,
    // For each cell, the plane in which its stone is, counted from 1, or 0.
    planes: Box<[u8]>,
    // For each cell, the number of liberties of the chain with this head.
    counts: Box<[u16]>,
    // For each cell, the number of the latest count or play that visited it.
    visited: Box<[u32]>,
    visits: u32,
}

impl Planes {
    /// Creates the planes of an empty board, turned or mirrored by a symmetry. `size` is the size of the board of the
    /// game; the planes have the size [`Symmetry::size`].
    pub fn new(size: Size, kinds: PlaneKinds, layout: PlaneLayout, symmetry: Symmetry) -> Planes {
        let len = match layout {
            PlaneLayout::Bytes => size.area(),
            PlaneLayout::Bits => size.area().div_ceil(8),
        };
        let places = Places::new(size, symmetry);
        let slots = 1 + usize::from(kinds.history);
        Planes {
            kinds,
            layout,
            len,
            stones: vec![0; 2 * slots * len].into_boxed_slice(),
            newest: 0,
            tail: vec![0; (1 + kinds.tail()) * len].into_boxed_slice(),
            liberties: Liberties::new(&places),
            ko: None,
            last: vec![None; usize::from(kinds.last_moves)].into_boxed_slice(),
            plies: 0,
            to_play: Color::Black,
            komi: Points::ZERO,
            places,
        }
    }

    /// The planes that are written.
    pub fn kinds(&self) -> PlaneKinds {
        self.kinds
    }

    /// The size of the planes.
    pub fn size(&self) -> Size {
        self.places.symmetry.size(self.places.size)
    }

    /// The number of bytes of all planes.
    #[allow(clippy::len_without_is_empty, reason = "there are at least two planes")]
    pub fn len(&self) -> usize {
        self.kinds.count() * self.len
    }

    /// Starts with a position, without history and last moves.
    ///
    /// # Panics
    ///
    /// Panics if the board has another size.
    pub fn start(&mut self, position: &Position, komi: Points) {
        let board = position.board();
        assert_eq!(board.size(), self.places.size, "the board has another size");
        self.komi = komi;
        self.stones.fill(0);
        self.tail.fill(0);
        self.liberties.planes.fill(0);
        self.last.fill(None);
        self.ko = None;
        // Most games start with an empty board.
        let stones = board.has_stones().then(|| board.stones());
        let changes: Vec<StoneChange> = stones
            .into_iter()
            .flatten()
            .map(|(point, color)| StoneChange {
                point,
                before: None,
                after: Some(color),
            })
            .collect();
        self.follow(position, &changes, false);
    }

    /// Follows a move: `position` is the position after it, `changes` are its [`Position::changes`], and `point` is the
    /// point that was played, if there is one.
    ///
    /// Results are meaningless if the changes are not those from the previous position to this one.
    #[inline]
    pub fn advance(&mut self, position: &Position, changes: &[StoneChange], point: Option<Point>) {
        if self.kinds.history > 0 {
            let pair = 2 * self.len;
            let old = self.newest * pair;
            self.newest = (self.newest + 1) % (1 + usize::from(self.kinds.history));
            self.stones.copy_within(old..old + pair, self.newest * pair);
        }
        if !self.last.is_empty() {
            self.set_last(false);
            self.last.rotate_right(1);
            self.last[0] = point.and_then(|point| self.places.get(point));
            self.set_last(true);
        }
        self.follow(position, changes, true);
    }

    /// Follows setup, or a change of turn: `position` is the position after it, and `changes` are its
    /// [`Position::changes`]. Afterwards there is no history, and there are no last moves.
    pub fn set_up(&mut self, position: &Position, changes: &[StoneChange]) {
        let pair = 2 * self.len;
        for (slot, stones) in self.stones.chunks_mut(pair).enumerate() {
            if slot != self.newest {
                stones.fill(0);
            }
        }
        self.set_last(false);
        self.last.fill(None);
        self.follow(position, changes, false);
    }

    /// Changes the side to move until the next move or setup. The ko of the other side is removed.
    ///
    /// A record can have a move out of turn; with this method, the planes before it are from the view of its player.
    pub fn set_to_play(&mut self, color: Color) {
        if core::mem::replace(&mut self.to_play, color) != color {
            self.set_ko(None);
        }
    }

    /// Writes the planes: [`len`](Planes::len) bytes.
    ///
    /// # Panics
    ///
    /// Panics if `out` has another length.
    pub fn write(&self, out: &mut [u8]) {
        assert_eq!(out.len(), self.len(), "the length of the planes");
        let (stones, rest) = out.split_at_mut(self.stones.len());
        let slots = 1 + usize::from(self.kinds.history);
        let pair = 2 * self.len;
        for (back, out) in stones.chunks_exact_mut(pair).enumerate() {
            let slot = (self.newest + slots - back) % slots;
            let stones = &self.stones[slot * pair..][..pair];
            match self.to_play {
                Color::Black => out.copy_from_slice(stones),
                Color::White => {
                    let (black, white) = stones.split_at(self.len);
                    let (own, other) = out.split_at_mut(self.len);
                    own.copy_from_slice(white);
                    other.copy_from_slice(black);
                }
            }
        }
        let (tail, constant) = rest.split_at_mut(self.tail.len() - self.len);
        tail.copy_from_slice(&self.tail[self.len..]);
        let (side, komi) = constant.split_at_mut(self.len * usize::from(self.kinds.side_to_move));
        if self.kinds.side_to_move {
            self.fill(side, i8::from(self.to_play == Color::Black));
        }
        if self.kinds.komi {
            let halves = match self.to_play {
                Color::Black => -self.komi,
                Color::White => self.komi,
            }
            .hundredths()
                / 50;
            self.fill(komi, halves.clamp(i8::MIN.into(), i8::MAX.into()) as i8);
        }
    }

    /// Fills a plane with one value.
    fn fill(&self, plane: &mut [u8], value: i8) {
        match self.layout {
            PlaneLayout::Bytes => plane.fill(value as u8),
            PlaneLayout::Bits if value <= 0 => plane.fill(0),
            PlaneLayout::Bits => {
                plane.fill(u8::MAX);
                let unused = 8 * self.len - self.places.size.area();
                if let Some(last) = plane.last_mut() {
                    *last >>= unused;
                }
            }
        }
    }

    /// Follows changes that led to a position, by a move or otherwise.
    #[inline]
    fn follow(&mut self, position: &Position, changes: &[StoneChange], is_move: bool) {
        let plies = core::mem::replace(&mut self.plies, position.plies());
        // After anything but the next move, the heads of chains may have changed.
        let is_next = is_move && plies + 1 == self.plies;
        self.to_play = position.to_play();
        for change in changes {
            let Some(place) = self.places.get(change.point) else {
                continue;
            };
            let black = 2 * self.newest;
            for (stone, is_set) in [(change.before, false), (change.after, true)] {
                if let Some(color) = stone {
                    let plane = black + color as usize;
                    set(
                        self.layout,
                        &mut self.stones,
                        self.len,
                        plane,
                        place,
                        is_set,
                    );
                }
            }
        }
        if self.kinds.liberties > 0 {
            match changes {
                [play, removed @ ..] if is_next && position.latest_play() == Some(play.point) => {
                    self.follow_play(position, play.point, removed);
                }
                [] if is_next && position.keeps_chains() => {}
                [] if !position.board().has_stones() => {}
                _ => self.follow_changes(position.board(), changes),
            }
        }
        if self.kinds.ko {
            self.set_ko(position.ko().and_then(|point| self.places.get(point)));
        }
    }

    /// Moves the point of the ko in its plane, if there is one.
    fn set_ko(&mut self, ko: Option<usize>) {
        let plane = 1 + usize::from(self.kinds.liberties);
        let old = core::mem::replace(&mut self.ko, ko);
        for (place, is_set) in [(old, false), (ko, true)] {
            if let Some(place) = place {
                set(self.layout, &mut self.tail, self.len, plane, place, is_set);
            }
        }
    }

    /// Sets the points of the last moves in their planes to `to`.
    fn set_last(&mut self, to: bool) {
        let first = 1 + usize::from(self.kinds.liberties) + usize::from(self.kinds.ko);
        for (plane, place) in (first..).zip(&self.last) {
            if let Some(place) = *place {
                set(self.layout, &mut self.tail, self.len, plane, place, to);
            }
        }
    }

    /// Counts the liberties of all chains, after anything except a play: setup and illegal moves are rare.
    fn follow_changes(&mut self, board: &Board, changes: &[StoneChange]) {
        for change in changes.iter().filter(|change| change.after.is_none()) {
            if let Some(at) = board.index(change.point) {
                self.set_liberties(at, 0);
            }
        }
        for head in (0..board.cells()).filter(|&at| board.is_head(at)) {
            self.count_liberties(board, head);
        }
    }

    /// Updates the liberties after a play on an empty point that was not suicide.
    fn follow_play(&mut self, position: &Position, point: Point, removed: &[StoneChange]) {
        let board = position.board();
        let Some(at) = board.index(point) else {
            return;
        };
        let head = board.head(at);
        let update = self.liberties.visit();
        for change in removed {
            if let Some(removed) = board.index(change.point) {
                self.set_liberties(removed, 0);
                self.liberties.visited[removed] = update;
            }
        }
        // The new stone takes a liberty from the chains around it. Its own chain gets the empty points next to it that
        // were not liberties already; removed stones are counted below.
        let is_alone = board.chain_len(head) == 1;
        let mut own = if is_alone {
            0
        } else {
            self.liberties.counts[head].saturating_sub(1)
        };
        let near = board.near(at);
        for (k, one) in near.iter().enumerate() {
            match *one {
                Near::Empty(cell) => {
                    let is_shared = || {
                        let next = board.around(cell).into_iter();
                        next.filter(|&next| next != at)
                            .any(|next| board.head(next) == head)
                    };
                    let is_new =
                        self.liberties.visited[cell] != update && (is_alone || !is_shared());
                    own += u16::from(is_new);
                }
                Near::Stone(other) if other != head && !near[..k].contains(one) => {
                    let count = &mut self.liberties.counts[other];
                    *count = count.saturating_sub(1);
                    self.show_liberties(board, other);
                }
                _ => {}
            }
        }
        self.liberties.counts[head] = own;
        for change in removed {
            let Some(removed) = board.index(change.point) else {
                continue;
            };
            let near = board.near(removed);
            for (k, one) in near.iter().enumerate() {
                match *one {
                    Near::Stone(other) if !near[..k].contains(one) => {
                        let count = &mut self.liberties.counts[other];
                        *count = count.saturating_add(1);
                        self.show_liberties(board, other);
                    }
                    _ => {}
                }
            }
        }
        if position.has_merged() {
            self.count_liberties(board, head);
        } else {
            let count = self.liberties.counts[head];
            self.show_liberties(board, head);
            self.set_liberties(at, count.min(self.kinds.liberties.into()) as u8);
        }
    }

    /// Counts the liberties of a chain.
    fn count_liberties(&mut self, board: &Board, head: usize) {
        self.liberties.count(board, head);
        let plane = self.liberties.counts[head].min(self.kinds.liberties.into()) as u8;
        for at in board.ring(head) {
            self.set_liberties(at, plane);
        }
    }

    /// Moves the stones of a chain to the plane for its number of liberties. All of them are in the same plane.
    #[inline]
    fn show_liberties(&mut self, board: &Board, head: usize) {
        let plane = self.liberties.counts[head].min(self.kinds.liberties.into()) as u8;
        if plane != self.liberties.planes[head] {
            for at in board.ring(head) {
                self.set_liberties(at, plane);
            }
        }
    }

    /// Moves a stone to a plane of liberties, counted from 1.
    fn set_liberties(&mut self, at: usize, plane: u8) {
        let old = core::mem::replace(&mut self.liberties.planes[at], plane);
        if old == plane {
            return;
        }
        let place = usize::from(self.liberties.places[at]);
        for (plane, is_set) in [(old, false), (plane, true)] {
            let plane = usize::from(plane);
            set(self.layout, &mut self.tail, self.len, plane, place, is_set);
        }
    }
}

/// Sets or clears the value of a point in a plane. `len` is the length of a plane in bytes.
#[inline]
fn set(layout: PlaneLayout, planes: &mut [u8], len: usize, plane: usize, place: usize, to: bool) {
    let start = plane * len;
    match layout {
        PlaneLayout::Bytes => planes[start + place] = u8::from(to),
        PlaneLayout::Bits => {
            let (byte, bit) = (&mut planes[start + place / 8], 1 << (place % 8));
            if to {
                *byte |= bit;
            } else {
                *byte &= !bit;
            }
        }
    }
}

impl Liberties {
    fn new(places: &Places) -> Liberties {
        let board = Board::new(places.size);
        let mut by_cell = vec![0; board.cells()].into_boxed_slice();
        for point in places.size.points() {
            if let (Some(at), Some(place)) = (board.index(point), places.get(point)) {
                by_cell[at] = place as u16;
            }
        }
        Liberties {
            places: by_cell,
            planes: vec![0; board.cells()].into_boxed_slice(),
            counts: vec![0; board.cells()].into_boxed_slice(),
            visited: vec![0; board.cells()].into_boxed_slice(),
            visits: 0,
        }
    }

    /// Returns a new number for visited cells.
    fn visit(&mut self) -> u32 {
        if self.visits == u32::MAX {
            self.visited.fill(0);
            self.visits = 0;
        }
        self.visits += 1;
        self.visits
    }

    /// Counts the liberties of a chain.
    fn count(&mut self, board: &Board, head: usize) {
        let visit = self.visit();
        let mut count = 0;
        for at in board.ring(head) {
            for near in board.around(at) {
                if board.is_empty(near) && self.visited[near] != visit {
                    self.visited[near] = visit;
                    count += 1;
                }
            }
        }
        self.counts[head] = count;
    }
}

#[cfg(test)]
mod tests {
    use kifu_core::Move;

    use super::*;
    use crate::Rules;

    /// The heads of chains are not the same in a copy of the position that was made from its stones.
    #[test]
    fn planes_follow_a_position_that_lost_its_history() {
        let size = Size::new(4, 2).unwrap();
        let kinds = PlaneKinds {
            liberties: 3,
            ..PlaneKinds::default()
        };
        let mut planes = Planes::new(size, kinds, PlaneLayout::Bytes, Symmetry::IDENTITY);
        let mut game = Position::new(size, Rules::LENIENT);
        planes.start(&game, Points::ZERO);
        let points = [(1, 0), (0, 0), (2, 0)].map(|(col, row)| Point::new(col, row));
        for (color, point) in [Color::Black, Color::Black, Color::White]
            .into_iter()
            .zip(points)
        {
            if color == Color::White {
                game = Position::from_setup(&game.to_setup(), Rules::LENIENT).unwrap();
            }
            game.play_any_turn(color, Move::Play(point)).unwrap();
            let changes: Vec<StoneChange> = game.changes().collect();
            planes.advance(&game, &changes, Some(point));
        }
        let mut written = vec![0; planes.len()];
        planes.write(&mut written);
        let liberties: Vec<&[u8]> = written.chunks(8).skip(2).collect();
        // Two liberties for both chains.
        assert_eq!(liberties[0], [0; 8]);
        assert_eq!(liberties[1], [1, 1, 1, 0, 0, 0, 0, 0]);
        assert_eq!(liberties[2], [0; 8]);
    }

    #[test]
    fn a_player_out_of_turn_has_own_planes_and_no_ko() {
        let size = Size::new(4, 3).unwrap();
        let mut setup = kifu_core::Setup::empty(size);
        let black = [(1, 0), (0, 1), (1, 2)].map(|point| (point, Color::Black));
        let white = [(2, 0), (3, 1), (2, 2), (1, 1)].map(|point| (point, Color::White));
        for ((col, row), color) in black.into_iter().chain(white) {
            setup.put(Point::new(col, row), Some(color));
        }
        let mut game = Position::from_setup(&setup, Rules::JAPANESE).unwrap();
        let kinds = PlaneKinds {
            ko: true,
            ..PlaneKinds::default()
        };
        let mut planes = Planes::new(size, kinds, PlaneLayout::Bytes, Symmetry::IDENTITY);
        planes.start(&game, Points::ZERO);
        let point = Point::new(2, 1);
        game.play_any_turn(Color::Black, Move::Play(point)).unwrap();
        let changes: Vec<StoneChange> = game.changes().collect();
        planes.advance(&game, &changes, Some(point));
        let written = |planes: &Planes| {
            let mut written = vec![0; planes.len()];
            planes.write(&mut written);
            written
        };
        let in_turn = written(&planes);
        // White may not take back at once.
        assert_eq!(in_turn[2 * 12 + 5], 1);
        planes.set_to_play(Color::White);
        assert_eq!(written(&planes), in_turn);
        planes.set_to_play(Color::Black);
        let out_of_turn = written(&planes);
        assert_eq!(out_of_turn[..12], in_turn[12..24]);
        assert_eq!(out_of_turn[12..24], in_turn[..12]);
        assert_eq!(out_of_turn[24..], [0; 12]);
    }
}
