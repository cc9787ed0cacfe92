"""Read, edit, check and convert Go game records.

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
from typing import BinaryIO

from ._data import Color, Finding, GameInfo, Move, Point
from ._errors import EditError, Error, ParseError, TooLargeError
from ._kifu import Document, Game, Node, NodeIter, Record

__all__ = [
    "Color",
    "Document",
    "EditError",
    "Error",
    "Finding",
    "Game",
    "GameInfo",
    "Move",
    "Node",
    "NodeIter",
    "ParseError",
    "Point",
    "Record",
    "TooLargeError",
    "read",
]

Mapping.register(Node)


def read(source: str | os.PathLike[str] | bytes | bytearray | memoryview | BinaryIO) -> Record:
    """Read a file of any format: the path of a file, its bytes, or an open binary file."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        return Record(bytes(source))
    if isinstance(source, (str, os.PathLike)):
        with open(source, "rb") as file:
            return Record(file.read())
    return Record(source.read())
