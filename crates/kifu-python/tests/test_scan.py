"""Many records: tables of games, moves and positions."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import corpus
import numpy as np
import numpy.typing as npt
import pytest
from test_laws import played

import kifu
from kifu import Planes

Board = list[list[int]]
ALL_PLANES = Planes(history=2, liberties=3, ko=True, last_moves=2, side_to_move=True, komi=True)
FOLDER = corpus.CORPUS / "sgf"
GAME = "(;FF[4]GM[1]SZ[9]PB[Sato]KM[6.5]RE[W+3.5];B[cc];W[gg];B[cg];W[])"


def joined(tables: Iterator[kifu.PositionTable]) -> kifu.PositionTable:
    return kifu.concat(tables)


def assert_same(one: object, other: object) -> None:
    """Compare tables, except for the columns that are absent."""
    for name in one.__slots__:  # type: ignore[attr-defined]
        left, right = getattr(one, name), getattr(other, name)
        if hasattr(left, "__slots__"):
            assert_same(left, right)
        elif left is not None:
            np.testing.assert_array_equal(left, right, err_msg=name)


def turned(array: npt.NDArray[np.generic], symmetry: int) -> npt.NDArray[np.generic]:
    """Turn or mirror the last two axes, as the numbers of symmetries say."""
    if symmetry & 1:
        array = array[..., ::-1]
    if symmetry & 2:
        array = array[..., ::-1, :]
    return array.swapaxes(-1, -2) if symmetry & 4 else array


def slow_planes(boards: list[Board], points: list[tuple[int, int] | None], color: int, komi: float) -> list[Board]:
    """The planes of `ALL_PLANES` except for ko, computed as their definition says."""
    size = range(len(boards[-1]))
    planes = []
    for back in range(3):
        for stone in (color, 3 - color):
            board = boards[-1 - back] if back < len(boards) else [[0 for _ in size] for _ in size]
            planes.append([[int(board[row][col] == stone) for col in size] for row in size])
    counts = [[min(3, liberties(boards[-1], col, row)) for col in size] for row in size]
    for number in (1, 2, 3):
        planes.append([[int(count == number) for count in row] for row in counts])
    for back in range(2):
        point = points[-1 - back] if back < len(points) else None
        planes.append([[int((col, row) == point) for col in size] for row in size])
    planes.append([[int(color == 1) for _ in size] for _ in size])
    halves = max(-128, min(127, int(2 * komi) * (1 if color == 2 else -1)))
    planes.append([[halves for _ in size] for _ in size])
    return planes


def liberties(board: Board, col: int, row: int) -> int:
    color, size = board[row][col], len(board)
    if color == 0:
        return 0
    chain, waiting, free = {(col, row)}, [(col, row)], set()
    while waiting:
        col, row = waiting.pop()
        for near in ((col - 1, row), (col + 1, row), (col, row - 1), (col, row + 1)):
            if 0 <= near[0] < size and 0 <= near[1] < size and near not in chain:
                stone = board[near[1]][near[0]]
                if stone == 0:
                    free.add(near)
                elif stone == color:
                    chain.add(near)
                    waiting.append(near)
    return len(free)


def has_setup(game: kifu.Game) -> bool:
    return any(ident in node for node in game.main_line() for ident in ("AB", "AW", "AE", "PL"))


def test_information_equals_that_of_single_records() -> None:
    table = kifu.scan(FOLDER).info()
    assert len(table) > 500 and len(table.skipped) > 0
    games = {}
    for row in range(0, len(table), 3):
        source = table.source[row]
        assert source is not None
        games.setdefault(source, kifu.read(source).games)
        game = games[source][table.number[row] - 1]
        info = game.info
        assert (table.columns[row], table.rows[row]) == info.size
        assert table.komi[row] == pytest.approx(np.nan if info.komi is None else info.komi, nan_ok=True)
        assert table.moves[row] == len(game.moves())
        for name in ("black", "white", "event", "date", "rules", "comment"):
            assert getattr(table, name)[row] == getattr(info, name)
        assert table.result_text[row] == info.result


def test_the_komi_of_the_fox_server_is_converted(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text("(;AP[foxwq]RU[Chinese]SZ[5]KM[375];B[aa])")
    assert kifu.scan(path).info().komi.tolist() == [7.5]
    assert joined(kifu.scan(path).positions(Planes(komi=True), size=5)).boards[0, -1, 0, 0] == -15


def test_moves_equal_those_of_single_records() -> None:
    table = kifu.scan(FOLDER).moves()
    info = kifu.scan(FOLDER).info()
    for row in range(0, len(table), 3):
        source = info.source[table.game[row]]
        assert source is not None
        game = kifu.read(source).games[info.number[table.game[row]] - 1]
        moves = slice(*table.offsets[row : row + 2])
        columns, rows = game.size
        expected = [columns * rows if point is None else point[1] * columns + point[0] for _, point in game.moves()]
        assert table.point[moves].tolist() == expected
        assert table.color[moves].tolist() == [1 + (color == "w") for color, _ in game.moves()]


def check_positions(paths: list[Path]) -> int:
    """Compare positions, planes and moves with a slow replay; return the number of games."""
    scan = kifu.scan(paths)
    info = scan.info()
    grids, planes = joined(scan.positions()), joined(scan.positions(ALL_PLANES))
    assert len(grids) == len(planes)
    compared = 0
    for index in np.unique(grids.game):
        source = info.source[index]
        assert source is not None
        game = kifu.read(source).games[info.number[index] - 1]
        if has_setup(game):
            continue
        compared += 1
        (rows,) = np.nonzero(grids.game == index)
        moves = [(1 + (color == "w"), point) for color, point in game.moves()]
        assert grids.number[rows].tolist() == list(range(len(moves)))
        assert grids.color[rows].tolist() == [color for color, _ in moves]
        boards: list[Board] = []
        komi = 0.0 if np.isnan(info.komi[index]) else float(info.komi[index])
        for row, (color, point), board in zip(rows, moves, played(19, 19, moves), strict=False):
            boards.append(board)
            assert grids.boards[row].tolist() == board
            assert grids.move[row] == (361 if point is None else point[1] * 19 + point[0])
            # Computing planes is slow.
            if len(boards) % 40 == 5:
                points = [point for _, point in moves[: len(boards) - 1]]
                without_ko = np.delete(planes.boards[row], 9, axis=0)
                assert without_ko.tolist() == slow_planes(boards, points, color, komi)
    return compared


def test_positions_equal_a_slow_replay() -> None:
    assert check_positions(corpus.files(60)) > 10


@pytest.mark.slow
def test_positions_of_the_whole_corpus_equal_a_slow_replay() -> None:
    check_positions(corpus.files(3_000))


def is_read_alike(source: bytes) -> bool:
    """Whether sgfmill reads the same game: it skips text before the first `(;`, and takes the second byte 0x5C of a
    character in Shift JIS, GBK or Big5 for a backslash."""
    try:
        source.decode()
    except UnicodeDecodeError:
        if b"\\" in source:
            return False
    return source.lstrip().startswith(b"(;")


@pytest.mark.slow
def test_positions_equal_those_of_sgfmill() -> None:
    sgf = pytest.importorskip("sgfmill.sgf")
    boards = pytest.importorskip("sgfmill.boards")
    scan = kifu.scan(corpus.files(3_000))
    info = scan.info()
    compared = 0
    for table in scan.positions(batch=10_000):
        previous = -1
        for row in range(len(table)):
            index = table.game[row]
            if index != previous or table.number[row] == 0:
                source = info.source[index]
                assert source is not None
                previous, replayed = index, None
                if table.number[row] == 0 and info.number[index] == 1:
                    content = Path(source).read_bytes()
                    if not is_read_alike(content):
                        continue
                    try:
                        game = sgf.Sgf_game.from_bytes(content)
                        moves = [node.get_move() for node in game.get_main_sequence()]
                        has_stones = any(node.has_setup_stones() for node in game.get_main_sequence())
                    except ValueError:
                        continue
                    if not has_stones:
                        replayed = boards.Board(19)
                        moves = [move for move in moves if move[0] is not None]
            if replayed is None:
                continue
            stones = np.zeros((19, 19), np.uint8)
            for stone, (up, col) in replayed.list_occupied_points():
                stones[18 - up, col] = 1 + (stone == "w")
            np.testing.assert_array_equal(table.boards[row], stones)
            color, point = moves[table.number[row]]
            assert table.color[row] == 1 + (color == "w")
            assert table.move[row] == (361 if point is None else (18 - point[0]) * 19 + point[1])
            if point is not None:
                replayed.play(*point, color)
            compared += 1
    assert compared > 10_000


def test_the_ko_and_moves_out_of_turn(tmp_path: Path) -> None:
    path = tmp_path / "ko.sgf"
    # Black takes the ko at (2, 1); White may not take back, and plays elsewhere.
    path.write_text("(;SZ[5]AB[ba][ab][bc]AW[ca][db][cc][bb]PL[B];B[cb];W[ee])")
    table = joined(kifu.scan(path).positions(Planes(ko=True), size=5))
    assert table.boards[0, 2].sum() == 0
    assert np.argwhere(table.boards[1, 2]).tolist() == [[1, 1]]
    # White moves first without setup, so the planes are from White's view.
    path.write_text("(;SZ[5];W[aa];B[bb];B[cc])")
    table = joined(kifu.scan(path).positions(Planes(side_to_move=True), size=5, rules="lenient"))
    assert table.boards[:, 2, 0, 0].tolist() == [0, 1, 1]
    assert [own.sum() for own in table.boards[:, 0]] == [0, 0, 1]
    assert [other.sum() for other in table.boards[:, 1]] == [0, 1, 1]
    skipped = joined(kifu.scan(path).positions(size=5)).skipped
    assert skipped.number.tolist() == [1] and "other player's turn" in (skipped.reason[0] or "")


def test_symmetries(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text(GAME[:-1] + "TB[aa])")
    scan = kifu.scan(path)
    upright = joined(scan.positions(ALL_PLANES, size=9, ownership=True))
    table = joined(scan.positions(ALL_PLANES, size=9, symmetries=range(8), ownership=True))
    assert len(table) == 8 * 4 and set(table.game) == {0}
    assert upright.ownership is not None and table.ownership is not None
    for symmetry in range(8):
        rows = slice(4 * symmetry, 4 * symmetry + 4)
        np.testing.assert_array_equal(table.boards[rows], turned(upright.boards, symmetry))
        np.testing.assert_array_equal(table.ownership[rows], turned(upright.ownership, symmetry))
        for move, there in zip(upright.move[:3], table.move[rows], strict=False):
            board = np.zeros(81)
            board[move] = 1
            assert turned(board.reshape(9, 9), symmetry).flatten()[there] == 1
        assert table.move[rows][3] == 81
    random = joined(scan.positions(size=9, symmetries="random", seed=3))
    grids = joined(scan.positions(size=9)).boards
    assert any((random.boards == turned(grids, symmetry)).all() for symmetry in range(8))
    with pytest.raises(kifu.Error):
        scan.positions(size=(5, 9), symmetries=[4])
    with pytest.raises(kifu.Error):
        scan.positions(symmetries=[8])


def test_targets(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    marks = "TB[aa][ba]TW[hh][cg]"
    path.write_text(GAME[:-1] + marks + ")(;SZ[9]RE[Draw];B[aa])(;SZ[9]RE[B+R];B[aa])(;SZ[9];B[aa])")
    table = joined(kifu.scan(path).positions(size=9, ownership=True))
    np.testing.assert_array_equal(table.result, [-1, 1, -1, 1, 0, 1, np.nan])
    np.testing.assert_array_equal(table.score, [-3.5, 3.5, -3.5, 3.5, 0, np.nan, np.nan])
    assert table.ownership is not None and table.is_marked is not None
    assert table.is_marked.tolist() == [True] * 4 + [False] * 3
    black = table.ownership[0]
    # The black stone at C3 (cg) is dead, because White's marks include it.
    assert black[0, :3].tolist() == [1, 1, 0]
    assert (black[2, 2], black[6, 6], black[7, 7], black[6, 2]) == (1, -1, -1, -1)
    np.testing.assert_array_equal(table.ownership[1], -black)
    assert not table.ownership[4:].any()


@pytest.mark.parametrize("batch", [1, 7, 1000])
def test_results_do_not_depend_on_jobs_and_batches(batch: int) -> None:
    paths = corpus.files(12)
    one = kifu.scan(paths, jobs=1)
    three = kifu.scan(paths, jobs=3)
    assert_same(one.info(), kifu.concat(three.info(batch=batch)))
    assert_same(one.moves(), kifu.concat(three.moves(batch=batch)))
    options = {"symmetries": "random", "sample": 0.3, "seed": 7}
    batches = list(three.positions(ALL_PLANES, batch=batch, **options))  # type: ignore[arg-type]
    assert all(len(table) == batch for table in batches[:-1]) and 0 < len(batches[-1]) <= batch
    assert_same(joined(one.positions(ALL_PLANES, **options)), kifu.concat(batches))  # type: ignore[arg-type]


def test_samples() -> None:
    scan = kifu.scan(corpus.files(60))
    every = joined(scan.positions())
    some = joined(scan.positions(sample=0.25, seed=1))
    other = joined(scan.positions(sample=0.25, seed=2))
    assert 0.2 < len(some) / len(every) < 0.3
    keys = set(zip(every.game.tolist(), every.number.tolist(), every.move.tolist(), strict=True))
    for table in (some, other):
        assert set(zip(table.game.tolist(), table.number.tolist(), table.move.tolist(), strict=True)) <= keys
    assert some.number[:50].tolist() != other.number[:50].tolist()


def test_parts_have_no_game_in_common(tmp_path: Path) -> None:
    letters = "abcdefghi"
    for number in range(200):
        moves = [(number * 7 + k * 3) % 81 for k in range(9)]
        for name, flip in (("a", False), ("b", True)):
            points = [(m % 9, m // 9) for m in moves]
            text = "".join(
                f";{'BW'[k % 2]}[{letters[8 - x if flip else x]}{letters[y]}]" for k, (x, y) in enumerate(points)
            )
            (tmp_path / f"{number}{name}.sgf").write_text(f"(;SZ[9]GC[{name}]{text})")
    every = kifu.scan(tmp_path).info()
    parts = [kifu.scan(tmp_path, part=part).info() for part in ((0, 0.75), (0.75, 1))]
    assert sum(map(len, parts)) == len(every) == 400
    assert not set(parts[0].hash) & set(parts[1].hash)
    assert 260 < len(parts[0]) < 340
    for table in parts:
        # Each game is there with its mirror image.
        numbers = [Path(source or "").stem[:-1] for source in table.source]
        assert all(numbers.count(number) == 2 for number in numbers)


def test_archives_and_expressions(tmp_path: Path) -> None:
    path = tmp_path / "games.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.sgf", GAME)
        archive.writestr("b.sgf", "(;PB[Cho]SZ[19];B[aa])(;PB[Sato]SZ[9]C[two];B[aa])")
        archive.writestr("notes.txt", "no game")
    table = kifu.scan(path).info()
    assert table.source[:] == [f"{path}/a.sgf", f"{path}/b.sgf", f"{path}/b.sgf"]
    assert table.number.tolist() == [1, 1, 2] and table.black[:] == ["Sato", "Cho", "Sato"]
    assert table.skipped.source[:] == [f"{path}/notes.txt"] and table.skipped.number.tolist() == [0]
    chosen = kifu.scan(path, where="PB == Sato and size == 9")
    assert chosen.info().number.tolist() == [1, 2]
    documents = chosen.documents()
    found = list(documents)
    assert [(one.number, one.game.info.black) for one in found] == [(1, "Sato"), (2, "Sato")]
    assert documents.skipped.reason[:] == ["no game found"]
    with pytest.raises(kifu.Error, match="where"):
        kifu.scan(path, where="PB ==")


def test_other_games_and_missing_files_are_reported(tmp_path: Path) -> None:
    (tmp_path / "chess.sgf").write_text("(;GM[3];B[aa])")
    scan = kifu.scan([tmp_path / "none.sgf", tmp_path])
    table = scan.moves()
    assert len(table) == 0 and table.offsets.tolist() == [0]
    assert table.skipped.number.tolist() == [0, 1]
    assert "No such file" in (table.skipped.reason[0] or "") or table.skipped.reason[0]
    assert table.skipped.reason[1] == "is not Go, but Chess"
    (empty,) = scan.positions(batch=10)
    assert empty.boards.shape == (0, 19, 19) and len(empty.skipped) == 2
    assert len(kifu.scan(tmp_path / "none.sgf").info()) == 0


def test_large_collections_are_read_in_chunks(tmp_path: Path) -> None:
    path = tmp_path / "all.sgf"
    path.write_text("\n".join(f"(;SZ[9]PB[{number}];B[aa];W[bb])" for number in range(20_000)))
    assert path.stat().st_size > 1 << 19
    table = kifu.scan(path, jobs=2).info()
    assert table.number.tolist() == list(range(1, 20_001))
    assert table.black[:] == [str(number) for number in range(20_000)]
    assert kifu.scan(path, where="number == 15000").info().black[:] == ["14999"]


def test_memory_is_bounded(tmp_path: Path) -> None:
    if sys.platform == "win32":
        pytest.skip("there is no module resource")
    game = "(;SZ[19]" + "".join(
        f";{'BW'[k % 2]}[{chr(97 + k * 5 % 19)}{chr(97 + k // 19)}]" for k in range(250)
    ) + ")\n"
    path = tmp_path / "all.sgf"
    path.write_text(game * 4_000)
    program = f"""
import resource, kifu
scan = kifu.scan({str(path)!r}, jobs=2)
def peak(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
next(scan.positions(batch=1000, sample=0.01))
before, rows = peak(), 0
for table in scan.positions(batch=1000):
    rows += len(table)
print(rows, (peak() - before) // ({1 << 20} if {sys.platform == "darwin"} else 1024))
"""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=env, check=True)
    rows, megabytes = map(int, done.stdout.split())
    # All positions have 361 MB.
    assert rows == 1_000_000 and megabytes < 120


def test_a_scan_can_be_left_early_and_used_again() -> None:
    scan = kifu.scan(FOLDER)
    first = next(scan.positions(batch=100))
    again = next(pickle.loads(pickle.dumps(scan)).positions(batch=100))
    assert_same(first, again)
    assert_same(pickle.loads(pickle.dumps(first)), first)
    assert "kifu.Scan" in repr(scan)


def test_other_threads_run_during_a_scan() -> None:
    ticks, is_over = [], threading.Event()

    def tick() -> None:
        while not is_over.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.0005)

    thread = threading.Thread(target=tick)
    thread.start()
    start = time.perf_counter()
    kifu.scan(FOLDER).info()
    end = time.perf_counter()
    is_over.set()
    thread.join()
    assert sum(start <= at <= end for at in ticks) >= 3


def test_progress(tmp_path: Path) -> None:
    for number in range(50):
        (tmp_path / f"{number}.sgf").write_text(GAME)
    calls: list[tuple[int, int]] = []
    kifu.scan(tmp_path, progress=lambda done, total: calls.append((done, total))).info()
    assert calls
    total = 50 * len(GAME)
    assert all(0 <= done and all_bytes in {0, total} for done, all_bytes in calls)
    assert [done for done, _ in calls] == sorted(done for done, _ in calls)
    kifu.scan(tmp_path, progress=True).info()


def test_names_of_planes() -> None:
    names = ["own", "other", "own-1", "other-1", "liberties-1", "liberties-2+", "ko", "last-1", "black-to-move", "komi"]
    planes = Planes(history=1, liberties=2, ko=True, last_moves=1, side_to_move=True, komi=True)
    assert planes.names == names
    assert Planes().names == ["own", "other"]


def test_tables_need_numpy_only_when_used() -> None:
    program = "import sys, kifu; kifu.scan('x'); assert 'numpy' not in sys.modules, 'imported'"
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    subprocess.run([sys.executable, "-c", program], env=env, check=True)
