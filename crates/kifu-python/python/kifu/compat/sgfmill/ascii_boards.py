"""Diagrams of boards as text."""

import re
from collections.abc import Callable

from . import boards
from .common import Point, column_letters

__all__ = ["render_grid", "render_board", "interpret_diagram"]

_SYMBOLS = {"b": "#", "w": "o", None: "."}
_ROW = re.compile(r"\s*\d+((?:\s+[.#o])+)\s*")


def render_grid(point_formatter: Callable[[int, int], str], size: int) -> str:
    """Return a diagram whose points show the texts of `point_formatter(row, column)`."""
    width = len(str(size))
    lines = []
    for row in reversed(range(size)):
        points = (f"{point_formatter(row, col):>3}" for col in range(size))
        lines.append(f"{row + 1:>{width}}" + "".join(points))
    lines.append(" " * width + "".join(f"{letter:>3}" for letter in column_letters[:size]))
    return "\n".join(lines)


def render_board(board: boards.Board) -> str:
    """Return a diagram of a board: ``#`` for Black, ``o`` for White."""
    return render_grid(lambda row, col: _SYMBOLS[board.get(row, col)], board.side)


def interpret_diagram(diagram: str, size: int, board: boards.Board | None = None) -> boards.Board:
    """Return the board of a diagram in the form of `render_board`.

    An empty board of the right size can be given, and is returned. Raises ValueError if the diagram has
    another form.
    """
    board = empty_board(size, board)
    lines = diagram.strip().split("\n")
    if len(lines) != size + 1:
        raise ValueError(f"the diagram has {len(lines)} lines instead of {size + 1}")
    stones: dict[str, list[Point]] = {"#": [], "o": [], ".": []}
    for line, row in zip(lines, reversed(range(size))):
        found = _ROW.fullmatch(line)
        symbols = found[1].split() if found else []
        if len(symbols) != size:
            raise ValueError(f"not a row of the diagram: {line!r}")
        for col, symbol in enumerate(symbols):
            stones[symbol].append((row, col))
    if not board.apply_setup(stones["#"], stones["o"], []):
        raise ValueError("a chain in the diagram has no liberty")
    return board


def empty_board(size: int, board: boards.Board | None) -> boards.Board:
    """Return the given board if it is empty and has the right size, or else a new one."""
    if board is None:
        return boards.Board(size)
    if board.side != size:
        raise ValueError(f"wrong board size, must be {size}")
    if not board.is_empty():
        raise ValueError("board not empty")
    return board
