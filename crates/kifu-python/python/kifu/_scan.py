"""Scans of many files."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from ._kifu import Scan, _plane_names

Progress = Callable[[int, int], object]


@dataclass(frozen=True, slots=True)
class Planes:
    """The input planes of ``Scan.positions``, as counts. The stones always have two planes.

    All values are 0 or 1, except for those of the komi. "Own" is the side of the player of the next move. The planes are
    in this order:

    ==================  ==================  ===============================================================
    name                number              1 on a point means
    ==================  ==================  ===============================================================
    own, other          2                   a stone of the player of the next move; of the other player
    own-1, other-1, …   2 × ``history``     the same in the position one move earlier, two moves earlier, …
    liberties-1, …      ``liberties``       a stone of either colour whose chain has exactly 1 liberty, 2, …;
                                            the last plane is for this number or more
    ko                  1 if ``ko``         the point that a simple ko forbids
    last-1, …           ``last_moves``      the last move, the one before it, …; no point for a pass
    black-to-move       1 if set            all points: Black is the player of the next move
    komi                1 if ``komi``       see below
    ==================  ==================  ===============================================================

    Setup ends the history and the last moves: there are no stones and points before it. Every value of the komi plane
    is the komi from the view of the player of the next move in half points, from -128 to 127: positive for White, and
    negative for Black. A quarter of a point is rounded towards zero, and a komi that is not stated is 0.

    Rows are counted from the top of the board, and columns from the left.
    """

    history: int = 0
    liberties: int = 0
    ko: bool = False
    last_moves: int = 0
    side_to_move: bool = False
    komi: bool = False

    @property
    def names(self) -> list[str]:
        """The names of the planes, in order."""
        return _plane_names(self._counts())

    def _counts(self) -> tuple[int, int, bool, int, bool, bool]:
        return (self.history, self.liberties, self.ko, self.last_moves, self.side_to_move, self.komi)


def scan(
    paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    *,
    where: str | None = None,
    jobs: int | None = None,
    part: tuple[float, float] | None = None,
    progress: bool | Progress = False,
) -> Scan:
    """Read the games of files, directories and archives (.zip, .7z, .tar, .gz, .bz2, .xz, .zst) into arrays.

    ``where`` selects games by an expression such as ``'PB ~ Cho and size == 19'``, as ``kifu find`` does.

    ``part`` selects games by a hash of their moves, a number from 0 to 1 that is the same for a game that is turned or
    mirrored: ``part=(0, 0.9)`` for training and ``part=(0.9, 1)`` for tests have no game in common.

    ``jobs`` is the number of threads, by default one for each core. Results do not depend on it.

    ``progress`` is called with the number of bytes that were read and the number of all bytes, which is 0 until it is
    known. ``True`` shows a bar if ``tqdm`` is installed.
    """
    if isinstance(paths, (str, os.PathLike)):
        paths = [paths]
    report = (_bar() if progress is True else progress) or None
    return Scan([os.fspath(path) for path in paths], where, jobs, part, report)


def _bar() -> Progress | None:
    try:
        tqdm: Any = import_module("tqdm.auto").tqdm
    except ImportError:
        return None
    bar: Any = None

    def report(done: int, total: int) -> None:
        nonlocal bar
        if bar is None or done < bar.n:
            bar = tqdm(unit="B", unit_scale=True)
        bar.total = total or None
        bar.update(done - bar.n)
        if total and done >= total:
            bar.close()
            bar = None

    return report
