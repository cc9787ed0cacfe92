"""The data types of the package. They pickle, compare and print like any dataclass."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

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
