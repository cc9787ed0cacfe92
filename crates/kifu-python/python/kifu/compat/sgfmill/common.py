"""Names of colours and points."""

from collections.abc import Iterable

__all__ = [
    "opponent_of",
    "colour_name",
    "column_letters",
    "format_vertex",
    "format_vertex_list",
    "move_from_vertex",
]

Point = tuple[int, int]
"""A row and a column, counted from 0 at the lower left corner."""

column_letters = "ABCDEFGHJKLMNOPQRSTUVWXYZ"

_NAMES = {"b": "black", "w": "white"}


def opponent_of(colour: str) -> str:
    """Return the other colour, ``'b'`` or ``'w'``."""
    return "w" if colour_name(colour) == "black" else "b"


def colour_name(colour: str) -> str:
    """Return ``'black'`` or ``'white'``."""
    try:
        return _NAMES[colour]
    except KeyError:
        raise ValueError(f"the colour is not 'b' or 'w': {colour!r}") from None


def format_vertex(move: Point | None) -> str:
    """Return the name of a point, such as ``'A4'``, or ``'pass'`` for None."""
    if move is None:
        return "pass"
    row, col = move
    if not (0 <= row < 25 and 0 <= col < 25):
        raise ValueError(f"the point has no name: {move!r}")
    return f"{column_letters[col]}{row + 1}"


def format_vertex_list(moves: Iterable[Point | None]) -> str:
    """Return the names of points, separated by commas."""
    return ",".join(map(format_vertex, moves))


def move_from_vertex(vertex: str, board_size: int) -> Point | None:
    """Return the point with a name such as ``'A4'``, or None for ``'pass'``."""
    if not 0 < board_size <= 25:
        raise ValueError(f"board size out of range: {board_size}")
    if not isinstance(vertex, str):
        raise ValueError(f"not a point: {vertex!r}")
    name = vertex.upper()
    if name == "PASS":
        return None
    col = column_letters.find(name[:1]) if name else -1
    digits = name[1:]
    if col < 0 or not (digits.isascii() and digits.isdigit()):
        raise ValueError(f"not a point: {vertex!r}")
    row = int(digits) - 1
    if not (0 <= row < board_size and col < board_size):
        raise ValueError(f"the point is not on the board: {vertex!r}")
    return row, col
