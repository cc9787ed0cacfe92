"""Moves and positions of games."""

from . import boards
from .ascii_boards import empty_board
from .common import Point
from .sgf import Sgf_game
from .sgf_board_interface import Interface_for_set_initial_position

__all__ = ["get_setup_and_moves", "set_initial_position", "indicate_first_player"]


def get_setup_and_moves(
    sgf_game: Sgf_game, board: boards.Board | None = None
) -> tuple[boards.Board, list[tuple[str, Point | None]]]:
    """Return the board after the setup of the root, and the moves of the leftmost variation.

    An empty board of the right size can be given, and is returned. Raises ValueError if the setup is not legal,
    or if another node sets up stones.
    """
    board = empty_board(sgf_game.get_size(), board)
    root = sgf_game.get_root()
    has_setup = root.has_setup_stones()
    if has_setup:
        black, white, empty = root.get_setup_stones()
        if not board.apply_setup(black, white, empty):
            raise ValueError("setup position not legal")
    moves: list[tuple[str, Point | None]] = []
    for node in sgf_game.main_sequence_iter():
        if node is not root and node.has_setup_stones():
            raise ValueError("setup properties after the root node")
        colour, move = node.get_move()
        if colour is None:
            continue
        if node is root and has_setup:
            raise ValueError("mixed setup and moves in root node")
        moves.append((colour, move))
    return board, moves


def set_initial_position(sgf_game: Sgf_game, board: Interface_for_set_initial_position) -> None:
    """Set up the stones of a board in the root, instead of those that are there."""
    stones: dict[str, set[Point]] = {"b": set(), "w": set()}
    for colour, point in board.list_occupied_points():
        stones[colour].add(point)
    sgf_game.get_root().set_setup_stones(stones["b"], stones["w"])


def indicate_first_player(sgf_game: Sgf_game) -> None:
    """Set the property PL of the root if the first player is not obvious.

    The first player is obvious without setup, and with nothing but handicap stones: Black, or White in a
    handicap game.
    """
    root = sgf_game.get_root()
    if len(root) == 0:
        return
    first_player, _ = root[0].get_move()
    if first_player is None:
        return
    has_handicap = root.has_property("HA")
    expected = "w" if has_handicap else "b"
    if root.has_property("AW"):
        specify = True
    elif root.has_property("AB") and not has_handicap:
        specify = True
    else:
        specify = first_player != expected
    if specify:
        root.set("PL", first_player)
