"""Read, edit, check and convert Go game records, and turn many games into arrays.

>>> import kifu
>>> record = kifu.Record(b"(;PB[Sato]C[hello];B[pd];W[dp])")
>>> game = record.games[0]
>>> game.info.black
'Sato'
>>> game.moves()
[('b', (15, 3)), ('w', (3, 15))]
>>> game.root["C"] = "good morning"
>>> record.to_bytes()
b'(;PB[Sato]C[good morning];B[pd];W[dp])'
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, BinaryIO

from ._data import (
    Color,
    Conversion,
    Finding,
    Fixed,
    GameInfo,
    GameScore,
    Loss,
    Move,
    Point,
    Replay,
    Score,
)
from ._errors import EditError, Error, IllegalMoveError, ParseError, TooLargeError
from ._kifu import Document, Game, Node, NodeIter, Position, Record, Recording, Scan
from ._scan import Planes, scan

if TYPE_CHECKING:
    from ._tables import Found, GameTable, MoveTable, PositionTable, Skipped, Texts, concat

__all__ = [
    "Color",
    "Conversion",
    "Document",
    "EditError",
    "Error",
    "Finding",
    "Fixed",
    "Found",
    "Game",
    "GameInfo",
    "GameScore",
    "GameTable",
    "IllegalMoveError",
    "Loss",
    "Move",
    "MoveTable",
    "Node",
    "NodeIter",
    "ParseError",
    "Planes",
    "Point",
    "Position",
    "PositionTable",
    "Record",
    "Recording",
    "Replay",
    "Scan",
    "Score",
    "Skipped",
    "Texts",
    "TooLargeError",
    "concat",
    "read",
    "read_recording",
    "scan",
]

Mapping.register(Node)

Source = str | os.PathLike[str] | bytes | bytearray | memoryview | BinaryIO
"""A file: its path, its bytes, or an open binary file."""


def __getattr__(name: str) -> object:
    """Import the tables when they are first used: they need NumPy."""
    if name in {"Found", "GameTable", "MoveTable", "PositionTable", "Skipped", "Texts", "concat"}:
        from . import _tables

        return getattr(_tables, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def read(source: Source, *, strict: bool = False) -> Record:
    """Read a file of any format: from its path, its bytes, or an open binary file.

    Any file can be read. With ``strict``, a file with errors raises ``ParseError``; warnings do not.
    """
    record = Record(_bytes_of(source))
    if strict:
        findings = [finding for finding in record.check() if finding.severity == "error"]
        if findings:
            raise ParseError(findings[0].message, findings)
    return record


def read_recording(source: Source) -> Recording:
    """Read a recording in RGF: from its path, its bytes, or an open binary file."""
    return Recording(_bytes_of(source))


def _bytes_of(source: Source) -> bytes:
    if isinstance(source, (bytes, bytearray, memoryview)):
        return bytes(source)
    if isinstance(source, (str, os.PathLike)):
        with open(source, "rb") as file:
            return file.read()
    return source.read()
