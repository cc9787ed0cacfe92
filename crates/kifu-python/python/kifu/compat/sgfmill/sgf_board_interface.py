"""The methods that `sgf_moves` needs of a board."""

from collections.abc import Iterable
from typing import Protocol

from .common import Point


class Interface_for_get_setup_and_moves(Protocol):
    """A board that `sgf_moves.get_setup_and_moves` can set up."""

    side: int

    def is_empty(self) -> bool:
        """Return whether the board has no stones."""
        ...

    def apply_setup(
        self, black_points: Iterable[Point], white_points: Iterable[Point], empty_points: Iterable[Point], /
    ) -> bool:
        """Put and remove stones; return whether every chain had a liberty."""
        ...


class Interface_for_set_initial_position(Protocol):
    """A board that `sgf_moves.set_initial_position` can read."""

    def list_occupied_points(self) -> list[tuple[str, Point]]:
        """Return the colours and the points of all stones."""
        ...
