"""The data types of the package. They pickle, compare and print like any dataclass."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from ._kifu import Position

Color: TypeAlias = Literal["b", "w"]
"""A colour: ``"b"`` or ``"w"``."""

Point: TypeAlias = tuple[int, int]
"""A point as ``(column, row)``, counted from 0 at the top left corner."""

Move: TypeAlias = tuple[Color, Point | None]
"""A move as ``(color, point)``; the point of a pass is ``None``."""


@dataclass(frozen=True, slots=True)
class GameInfo:
    """The information about a game. Texts are decoded, and otherwise as written."""

    size: tuple[int, int]
    """The size of the board as (columns, rows)."""
    komi: float | None
    handicap: int | None
    black: str | None
    white: str | None
    black_rank: str | None
    white_rank: str | None
    black_team: str | None
    white_team: str | None
    result: str | None
    date: str | None
    name: str | None
    event: str | None
    round: str | None
    place: str | None
    rules: str | None
    time_limit: str | None
    overtime: str | None
    opening: str | None
    annotator: str | None
    source: str | None
    user: str | None
    copyright: str | None
    comment: str | None


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is wrong with a file, and where."""

    code: str
    """The permanent name of the kind of finding, such as ``sgf/unclosed-value``."""
    severity: Literal["info", "warning", "error"]
    message: str
    start: int
    """The offset of the first byte."""
    end: int
    """The offset after the last byte."""
    help: str | None = None
    """How to repair it."""
    repair: Literal["safe", "unsafe"] | None = None
    """Whether ``Record.fix`` can repair it. A safe repair changes no position and no meaning."""


@dataclass(frozen=True, slots=True)
class Loss:
    """Data that the target format of a conversion cannot express."""

    game: int
    """The number of the game, from 1."""
    what: str
    """The name of the data: a property, a member, a field."""
    message: str


@dataclass(frozen=True, slots=True)
class Conversion:
    """The result of ``Record.convert``."""

    data: bytes
    losses: list[Loss]


@dataclass(frozen=True, slots=True)
class Fixed:
    """The result of ``Record.fix``."""

    data: bytes
    """The repaired file."""
    repaired: list[Finding]
    """The findings that were repaired. Their offsets are those of the round of repairs in which they were made."""
    remaining: list[Finding]
    """The findings that were chosen, but whose repair would change how the rest of the file is read."""


@dataclass(frozen=True, slots=True)
class Score:
    """The result of scoring a position or a game."""

    black: float
    white: float
    result: str
    """The result as in SGF, such as ``B+3.5``."""


@dataclass(frozen=True, slots=True)
class GameScore:
    """The score of a game, and how it compares with the result that the record states."""

    black: float
    white: float
    result: str
    """The result as in SGF, such as ``B+3.5``."""
    rules: str | None
    """The name of the rules; ``None`` if they have none."""
    dead_stones: Literal["marked", "listed", "unknown"]
    """The source of the dead stones. If it is unknown, all stones are counted as alive."""
    stated: str | None
    agrees: bool | None
    """Whether the stated result is the score; ``None`` unless it is a draw or a win by points."""
    notes: list[str]
    """The assumptions of the score."""


@dataclass(frozen=True, slots=True, eq=False)
class Replay:
    """The main line of a game, played by the rules."""

    grids: npt.NDArray[np.uint8]
    """The positions before each move and setup, and after the last: ``[n + 1, rows, columns]``; 0 is empty, 1 black,
    2 white."""
    moves: list[Move | None]
    """The moves between them; ``None`` for setup, and for a move without a valid point."""
    position: Position
    """The last position."""
    findings: list[Finding]
    """Illegal moves and other breaches of the rules. Such moves are played nevertheless."""
