"""A board with captures, and without ko."""

from collections.abc import Iterable

from ..._kifu import SgfmillBoard as Board

__all__ = ["Board"]


class _Row(list[str | None]):
    """A row of a board. Assigning to a cell changes the board, without captures."""

    def __init__(self, board: Board, row: int, cells: Iterable[str | None]) -> None:
        super().__init__(cells)
        self._place = (board, row)

    def __setitem__(self, col, colour):  # type: ignore[no-untyped-def]
        super().__setitem__(col, colour)
        board, row = self._place
        board._put(row, col, colour)


def _rows(board: Board) -> list[list[str | None]]:
    cells = board._cells()
    side = board.side
    return [_Row(board, row, cells[row * side : (row + 1) * side]) for row in range(side)]


def _restore(side: int, stones: list[tuple[str, tuple[int, int]]]) -> Board:
    board = Board(side)
    for colour, (row, col) in stones:
        board._put(row, col, colour)
    return board
