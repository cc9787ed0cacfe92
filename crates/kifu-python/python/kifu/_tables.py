"""The tables of a scan: columns of many games as NumPy arrays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, overload

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from ._kifu import Game

T = TypeVar("T", bound="Table")


@dataclass(frozen=True, slots=True, eq=False)
class Texts:
    """A column of texts as UTF-8, some of which can be absent. Reading one makes a ``str``, or ``None``."""

    data: npt.NDArray[np.uint8]
    """The bytes of all texts."""
    offsets: npt.NDArray[np.int64]
    """The start of each text in the bytes, and the end of the last one."""
    is_present: npt.NDArray[np.bool_]
    """Which texts are there."""

    def __len__(self) -> int:
        return len(self.is_present)

    def __iter__(self) -> Iterator[str | None]:
        return (self[index] for index in range(len(self)))

    @overload
    def __getitem__(self, index: int, /) -> str | None: ...
    @overload
    def __getitem__(self, index: slice, /) -> list[str | None]: ...
    def __getitem__(self, index: int | slice, /) -> str | None | list[str | None]:
        if isinstance(index, slice):
            return [self[one] for one in range(*index.indices(len(self)))]
        at = range(len(self))[index]
        if not self.is_present[at]:
            return None
        return self.data[self.offsets[at] : self.offsets[at + 1]].tobytes().decode()

    def to_numpy(self) -> npt.NDArray[np.object_]:
        """Return an array of ``str`` and ``None``."""
        return np.array(list(self), dtype=object)


class Table:
    """A table with a row for each game, move or position. All columns are arrays with the same order of rows."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, eq=False)
class Skipped(Table):
    """The files that could not be read, and the games that have no row in a table."""

    source: Texts
    """The path of the file; ``games.zip/a.sgf`` for a file in an archive."""
    number: npt.NDArray[np.uint32]
    """The number of the game in the file, from 1; 0 for a whole file."""
    reason: Texts

    def __len__(self) -> int:
        return len(self.number)


@dataclass(frozen=True, slots=True, eq=False)
class GameTable(Table):
    """The information about games. Texts are decoded, and otherwise as written."""

    source: Texts
    """The path of the file; ``games.zip/a.sgf`` for a file in an archive."""
    number: npt.NDArray[np.uint32]
    """The number of the game in the file, from 1."""
    columns: npt.NDArray[np.uint8]
    """The width of the board."""
    rows: npt.NDArray[np.uint8]
    """The height of the board."""
    komi: npt.NDArray[np.float32]
    """The komi in points, or NaN. It is converted from the scale of the Fox server if the record names its program."""
    handicap: npt.NDArray[np.uint32]
    """The number of handicap stones; 0 if it is not stated."""
    moves: npt.NDArray[np.uint32]
    """The number of moves and passes of the main line."""
    result: npt.NDArray[np.float32]
    """1 if Black won, -1 if White won, 0 for a draw, NaN if the record does not state it."""
    score: npt.NDArray[np.float32]
    """By how many points Black won; negative if White won, and NaN unless the result is stated in points."""
    hash: npt.NDArray[np.uint64]
    """A hash of all moves, which is the same for a game that is turned or mirrored."""
    black: Texts
    white: Texts
    black_rank: Texts
    white_rank: Texts
    black_team: Texts
    white_team: Texts
    result_text: Texts
    date: Texts
    name: Texts
    event: Texts
    round: Texts
    place: Texts
    rules: Texts
    time_limit: Texts
    overtime: Texts
    opening: Texts
    annotator: Texts
    publication: Texts
    user: Texts
    copyright: Texts
    comment: Texts
    skipped: Skipped
    """The files that could not be read."""

    def __len__(self) -> int:
        return len(self.number)


@dataclass(frozen=True, slots=True, eq=False)
class MoveTable(Table):
    """The moves of games, one game after another. The moves of row ``i`` are ``offsets[i]:offsets[i + 1]``."""

    game: npt.NDArray[np.int64]
    """The row of the game in ``Scan.info()`` of the same scan."""
    columns: npt.NDArray[np.uint8]
    """The width of the board."""
    rows: npt.NDArray[np.uint8]
    """The height of the board."""
    offsets: npt.NDArray[np.int64]
    """The start of each game in the moves, and the end of the last one."""
    point: npt.NDArray[np.uint16]
    """For each move, ``row * columns + column``, counted from the top left corner; ``rows * columns`` for a pass."""
    color: npt.NDArray[np.uint8]
    """For each move, 1 for Black and 2 for White."""
    skipped: Skipped
    """The games that have no row: those on unsupported boards, and those of other kinds than Go."""

    def __len__(self) -> int:
        return len(self.game)


@dataclass(frozen=True, slots=True, eq=False)
class PositionTable(Table):
    """Positions before moves, and what happened then: input and targets of neural networks.

    Rows are in the order of games and moves. With several symmetries, the rows of a game are repeated for each.
    """

    boards: npt.NDArray[np.uint8] | npt.NDArray[np.int8]
    """Without planes, ``[n, rows, columns]`` of uint8: 0 is empty, 1 black, 2 white. With planes,
    ``[n, planes, rows, columns]`` of int8: see ``Planes``."""
    move: npt.NDArray[np.uint16]
    """The next move: ``row * columns + column``, counted from the top left corner in the orientation of the boards;
    ``rows * columns`` for a pass, and 65535 for a move without a valid point, which only lenient rules keep."""
    color: npt.NDArray[np.uint8]
    """The player of that move: 1 for Black and 2 for White."""
    game: npt.NDArray[np.int64]
    """The row of the game in ``Scan.info()`` of the same scan."""
    number: npt.NDArray[np.uint32]
    """The number of moves before the position."""
    result: npt.NDArray[np.float32]
    """1 if the player of the next move won the game, -1 if the other one did, 0 for a draw, NaN if it is unknown."""
    score: npt.NDArray[np.float32]
    """By how many points the player of the next move won; negative for a loss, and NaN unless stated in points."""
    ownership: npt.NDArray[np.int8] | None
    """``[n, rows, columns]``: 1 for points that belong to the player of the next move at the end of the game, -1 for
    those of the other one, and 0 for others, under area counting."""
    is_marked: npt.NDArray[np.bool_] | None
    """Whether the record marks the territory; otherwise ``ownership`` is 0."""
    skipped: Skipped
    """The games that have no row, and why."""

    def __len__(self) -> int:
        return len(self.move)


class Found(NamedTuple):
    """A game that a scan found."""

    source: str
    """The path of the file; ``games.zip/a.sgf`` for a file in an archive."""
    number: int
    """The number of the game in the file, from 1."""
    game: Game


def concat(tables: Iterable[T]) -> T:
    """Join tables of the same kind, for example the batches of a scan."""
    parts = list(tables)
    if not parts:
        raise ValueError("there are no tables to join")
    return _joined(parts)


def _joined(parts: list[T]) -> T:
    kind = type(parts[0])
    columns: list[Any] = []
    for field in fields(kind):  # type: ignore[arg-type]
        column = [getattr(part, field.name) for part in parts]
        if isinstance(column[0], Texts):
            columns.append(_joined_texts(column))
        elif isinstance(column[0], Table):
            columns.append(_joined(column))
        elif column[0] is None:
            columns.append(None)
        elif field.name == "offsets":
            columns.append(_joined_offsets(column))
        else:
            columns.append(np.concatenate(column))
    return kind(*columns)


def _joined_texts(parts: list[Texts]) -> Texts:
    return Texts(
        np.concatenate([part.data for part in parts]),
        _joined_offsets([part.offsets for part in parts]),
        np.concatenate([part.is_present for part in parts]),
    )


def _joined_offsets(parts: list[npt.NDArray[np.int64]]) -> npt.NDArray[np.int64]:
    ends = np.cumsum([part[-1] for part in parts])
    later = [part[1:] + end for part, end in zip(parts[1:], ends[:-1], strict=True)]
    return np.concatenate([parts[0], *later])


def _all_skipped(parts: list[Skipped]) -> Skipped:
    empty = Texts(np.zeros(0, np.uint8), np.zeros(1, np.int64), np.zeros(0, np.bool_))
    return _joined([Skipped(empty, np.zeros(0, np.uint32), empty), *parts])
