"""kifu.compat.sgfmill, compared with sgfmill itself."""

from __future__ import annotations

import copy
import importlib
import pickle
import subprocess
import sys
import tarfile
import unittest
from pathlib import Path
from types import ModuleType
from typing import Any

import corpus
import pytest
import sgfmill.ascii_boards
import sgfmill.boards
import sgfmill.sgf
import sgfmill.sgf_grammar
import sgfmill.sgf_moves
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kifu.compat.sgfmill import ascii_boards, boards, sgf, sgf_grammar, sgf_moves

MODULES = (
    "common boards ascii_boards sgf_grammar sgf_properties sgf sgf_moves sgf_board_interface"
).split()


def test_the_tests_of_sgfmill_pass(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    options = ["--no-deps", "--no-binary", ":all:", "--dest", str(tmp_path), "sgfmill==1.1.1"]
    subprocess.run([*pip, *options], check=True)
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as files:
        files.extractall(tmp_path, filter="data")
    monkeypatch.syspath_prepend(str(tmp_path / "sgfmill-1.1.1"))
    package = importlib.import_module("kifu.compat.sgfmill")
    monkeypatch.setitem(sys.modules, "sgfmill", package)
    for name in MODULES:
        module = importlib.import_module(f"kifu.compat.sgfmill.{name}")
        monkeypatch.setitem(sys.modules, f"sgfmill.{name}", module)
    suite = unittest.TestSuite()
    for name in ("common", "board", "sgf_grammar", "sgf_properties", "sgf", "sgf_moves"):
        tests: Any = importlib.import_module(f"sgfmill_tests.{name}_tests")
        tests.make_tests(suite)
    result = unittest.TestResult()
    suite.run(result)
    assert result.failures + result.errors == []
    assert result.testsRun == 129


def outcome(grammar: ModuleType, source: bytes) -> Any:
    """The games of a source, or the reason why they are refused."""

    def shape(tree: Any) -> Any:
        # Trees can be too deep for recursion.
        flat = []
        todo = [tree]
        while todo:
            tree = todo.pop()
            flat.append((tree.sequence, len(tree.children)))
            todo.extend(tree.children)
        return flat

    try:
        games = grammar.parse_sgf_collection(source)
    except ValueError as error:
        return str(error)
    return [(shape(game), grammar.serialise_game_tree(game)) for game in games]


TOKENS = st.sampled_from(
    [b"(", b";", b")", b"(;", b"B", b"Ww", b"b", b"[aa]", b"[]", b"[\\]x]", b" ", b"\n", b"x" * 65]
    + [b";B[aa]", b";W[bb]", b";B[aa];W[bb]", b"[a", b"\\", b"]", b"7", b"C[:\\:]"]
)


@settings(max_examples=2000)
@given(st.lists(TOKENS, max_size=30).map(b"".join))
@example(b"(;B[aa];W[bb];B[cc](;W[dd])(;W[ee];B[ff]))(;A[1])")
@example(b"(;B[aa];W[bb]C[x];B[cc];W[dd]")
def test_sources_are_read_as_sgfmill_reads_them(source: bytes) -> None:
    assert outcome(sgf_grammar, source) == outcome(sgfmill.sgf_grammar, source)
    ours, theirs = sgf_grammar.tokenise(source), sgfmill.sgf_grammar.tokenise(source)
    assert ours == (theirs[0], theirs[1])


@given(st.binary(max_size=40))
def test_texts_are_read_as_sgfmill_reads_them(text: bytes) -> None:
    assert sgf_grammar.escape_text(text) == sgfmill.sgf_grammar.escape_text(text)
    written = sgf_grammar.escape_text(text)
    for name in ("text_value", "simpletext_value", "parse_compose"):
        assert getattr(sgf_grammar, name)(written) == getattr(sgfmill.sgf_grammar, name)(written)
        assert getattr(sgf_grammar, name)(text) == getattr(sgfmill.sgf_grammar, name)(text)
    is_valid = sgf_grammar.is_valid_property_value
    assert is_valid(text) == sgfmill.sgf_grammar.is_valid_property_value(text)


def values(node: Any) -> dict[str, Any]:
    """All properties of a node as Python values, or the kind of the error."""
    found = {}
    for identifier in node.properties():
        try:
            found[identifier] = node.get(identifier)
        except TypeError:
            # sgfmill 1.1.1 does not check a label without a colon.
            found[identifier] = ValueError
        except (ValueError, IndexError) as error:
            found[identifier] = type(error)
    return found


def described(module: Any, moves: Any, boards: Any, source: bytes) -> Any:
    """Everything that the modules say about a file."""
    try:
        game = module.Sgf_game.from_bytes(source)
    except ValueError as error:
        return str(error)
    nodes = game.get_main_sequence()
    said: list[Any] = [game.get_size(), [values(node) for node in nodes]]
    try:
        said.append(game.serialise())
    except ValueError as error:
        said.append(str(error))
    try:
        board, plays = moves.get_setup_and_moves(game)
    except (ValueError, IndexError) as error:
        return [*said, type(error)]
    for colour, move in plays:
        if move is None:
            continue
        try:
            ko = board.play(*move, colour)
        except ValueError:
            said.append("occupied")
            break
        said.append((ko, sorted(board.list_occupied_points())))
    said.append(board.area_score())
    if board.side <= 25:
        said.append(boards.render_board(board))
    return said


def compare(path: Path) -> None:
    source = path.read_bytes()
    if len(source) > 300_000:
        return
    ours = described(sgf, sgf_moves, ascii_boards, source)
    theirs = described(sgfmill.sgf, sgfmill.sgf_moves, sgfmill.ascii_boards, source)
    assert ours == theirs, path


@pytest.mark.parametrize("path", corpus.files(150), ids=str)
def test_games_are_those_of_sgfmill(path: Path) -> None:
    compare(path)


@pytest.mark.slow
@pytest.mark.parametrize("path", corpus.files(3000), ids=str)
def test_many_games_are_those_of_sgfmill(path: Path) -> None:
    compare(path)


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4), st.sampled_from("bw")), max_size=120))
def test_boards_are_those_of_sgfmill(moves: list[tuple[int, int, str]]) -> None:
    ours, theirs = boards.Board(5), sgfmill.boards.Board(5)
    for row, col, colour in moves:
        if theirs.get(row, col) is not None:
            with pytest.raises(ValueError):
                ours.play(row, col, colour)
            continue
        assert ours.play(row, col, colour) == theirs.play(row, col, colour)
        assert sorted(ours.list_occupied_points()) == sorted(theirs.list_occupied_points())
        assert ours.area_score() == theirs.area_score()
        assert ours.board == theirs.board


POINTS = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=12, unique=True)


@given(POINTS, POINTS, POINTS)
def test_setup_is_that_of_sgfmill(black: Any, white: Any, empty: Any) -> None:
    # Points in several lists are not defined.
    white = [point for point in white if point not in black]
    empty = [point for point in empty if point not in black + white]
    ours, theirs = boards.Board(4), sgfmill.boards.Board(4)
    for board in (ours, theirs):
        board.play(1, 1, "b")
        board.play(1, 2, "w")
    assert ours.apply_setup(black, white, empty) == theirs.apply_setup(black, white, empty)
    assert ours.board == theirs.board


def test_a_cell_of_the_board_can_be_assigned() -> None:
    board = boards.Board(9)
    board.board[2][3] = "b"
    assert board.get(2, 3) == "b"
    board.board[2][3] = None
    assert board.is_empty()


def test_everything_pickles_and_copies() -> None:
    source = b"(;SZ[9]CA[utf-8];B[ee](;W[gc]C[\xc3\xa9])(;W[cc]))"
    game = sgf.Sgf_game.from_bytes(source)
    game.get_root()[0].set("C", "new")
    again = pickle.loads(pickle.dumps(game))
    assert again.serialise() == game.serialise()
    assert copy.deepcopy(game).serialise() == game.serialise()
    node = pickle.loads(pickle.dumps(game.get_root()[0][1]))
    assert node.get_move() == ("w", (6, 2))
    assert node.owner.serialise() == game.serialise()
    board = boards.Board(9)
    board.play(2, 3, "b")
    for copied in (pickle.loads(pickle.dumps(board)), copy.deepcopy(board), copy.copy(board)):
        assert copied.list_occupied_points() == [("b", (2, 3))]


def test_deep_trees_are_read_and_written() -> None:
    source = b"(;SZ[9]" + b"(;B[aa]" * 100_000 + b")" * 100_000 + b")"
    game = sgf.Sgf_game.from_bytes(source)
    assert len(game.get_main_sequence()) == 100_001
    assert sgf.Sgf_game.from_bytes(game.serialise()).get_last_node().get_move() == ("b", (8, 0))
    tree = sgf_grammar.parse_sgf_game(source)
    assert len(sgf_grammar.serialise_game_tree(tree)) > len(source) / 2
