"""Laws that hold for any input."""

from __future__ import annotations

from collections.abc import Iterator

import corpus
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kifu

Cell = tuple[int, int]


def played(rows: int, cols: int, moves: list[tuple[int, Cell | None]]) -> Iterator[list[list[int]]]:
    """Play moves slowly, without any rule against ko or suicide, and yield each position."""
    board = [[0] * cols for _ in range(rows)]

    def chain_without_liberty(start: Cell) -> set[Cell]:
        color = board[start[1]][start[0]]
        chain, waiting = {start}, [start]
        while waiting:
            col, row = waiting.pop()
            for near in ((col - 1, row), (col + 1, row), (col, row - 1), (col, row + 1)):
                if not (0 <= near[0] < cols and 0 <= near[1] < rows) or near in chain:
                    continue
                stone = board[near[1]][near[0]]
                if stone == 0:
                    return set()
                if stone == color:
                    chain.add(near)
                    waiting.append(near)
        return chain

    yield [row[:] for row in board]
    for color, point in moves:
        if point is not None:
            col, row = point
            board[row][col] = color
            nears = [(col - 1, row), (col + 1, row), (col, row - 1), (col, row + 1)]
            enemies = [
                near
                for near in nears
                if 0 <= near[0] < cols and 0 <= near[1] < rows and board[near[1]][near[0]] == 3 - color
            ]
            for start in [*enemies, point]:
                if board[start[1]][start[0]]:
                    for stone in chain_without_liberty(start):
                        board[stone[1]][stone[0]] = 0
        yield [row[:] for row in board]


@given(st.binary(max_size=300) | st.text("(;)[]\\BWAC aé聂:\n", max_size=300).map(str.encode))
@settings(max_examples=300, deadline=None)
def test_any_bytes_come_back(source: bytes) -> None:
    record = kifu.read(source)
    assert record.to_bytes() == source
    assert kifu.Document(source).to_bytes() == source
    for finding in record.check():
        assert 0 <= finding.start <= finding.end <= len(source)
    for game in record.games:
        game.replay()
        game.score()
        assert sum(1 for _ in game) >= 1


@given(st.text(max_size=50), st.sampled_from(["C", "PB", "XX"]))
@settings(max_examples=300, deadline=None)
def test_text_reads_back(text: str, ident: str) -> None:
    document = kifu.Document(b"(;FF[4]CA[UTF-8];B[aa])")
    root = document.games[0].root
    try:
        root[ident] = text
    except kifu.EditError:
        assert document.to_bytes() == b"(;FF[4]CA[UTF-8];B[aa])"
        return
    read = kifu.Document(document.to_bytes()).games[0].root[ident][0]
    for one in (read, root[ident][0]):
        assert one.splitlines() == text.splitlines() or one.split() == text.split()


MOVES = st.lists(st.tuples(st.sampled_from("BW"), st.integers(0, 3), st.integers(0, 4)), max_size=60)


@given(MOVES)
@settings(max_examples=300, deadline=None)
def test_replay_equals_a_slow_replay(moves: list[tuple[str, int, int]]) -> None:
    text = "".join(f";{color}[{chr(97 + col)}{chr(97 + row)}]" for color, col, row in moves)
    game = kifu.read(f"(;FF[4]SZ[4:5]{text})".encode()).games[0]
    grids = game.replay("lenient").grids
    slow = played(5, 4, [(1 + (color == "W"), (col, row)) for color, col, row in moves])
    # A move onto a stone is against any rules; records with one are compared up to it.
    taken = 0
    for (color, col, row), fast, expected in zip(moves, grids, slow, strict=False):
        assert fast.tolist() == expected
        if fast[row][col]:
            break
        taken += 1
    assert taken <= len(moves)


def check_corpus(most: int) -> None:
    paths = corpus.files(most)
    assert paths
    for path in paths:
        source = path.read_bytes()
        record = kifu.read(source)
        assert record.to_bytes() == source, path
        for game in record.games[:3]:
            replay = game.replay()
            nodes = game.main_line()
            assert replay.position == nodes[-1].position(), path
            middle = nodes[len(nodes) // 2].position().to_numpy()
            assert any((grid == middle).all() for grid in replay.grids), path


def test_the_corpus() -> None:
    check_corpus(200)


@pytest.mark.slow
def test_the_whole_corpus() -> None:
    check_corpus(10_000)
