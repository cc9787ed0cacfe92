"""Compare the speed of kifu with sgfmill and pysgf, as ratios of CPU time.

    python compare.py DIRECTORY [--files 10000] [--rounds 3]

All libraries read the same files, one after another in each round, so that a busy machine slows all of them down. The
smallest time of each counts. Files that sgfmill refuses are left out, since a refusal takes no time. This needs
`pip install kifu[numpy] sgfmill 'pysgf>=1'`; without pysgf, its rows are omitted.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import resource
import tarfile
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import kifu
import numpy as np
from sgfmill import boards, sgf, sgf_moves

try:
    import pysgf
except ImportError:
    pysgf = None

PLANES = kifu.Planes(history=1, liberties=4, ko=True, last_moves=1, side_to_move=True, komi=True)


def parse_kifu(files: list[bytes]) -> None:
    for source in files:
        kifu.Document(source)


def parse_sgfmill(files: list[bytes]) -> None:
    for source in files:
        with contextlib.suppress(ValueError):
            sgf.Sgf_game.from_bytes(source).get_root()


def parse_pysgf(files: list[bytes]) -> None:
    for source in files:
        with contextlib.suppress(pysgf.ParseError, ValueError, LookupError):
            pysgf.GoGame.from_string(source.decode("utf-8", "replace"))


def moves_kifu(files: list[bytes]) -> None:
    for source in files:
        for game in kifu.Document(source).games[:1]:
            for node in game.main_line():
                _ = node.move


def moves_sgfmill(files: list[bytes]) -> None:
    for source in files:
        with contextlib.suppress(ValueError):
            for node in sgf.Sgf_game.from_bytes(source).get_main_sequence():
                node.get_move()


def loop_sgfmill(files: list[bytes]) -> int:
    """Play each game, and copy each position into an array."""
    count = 0
    for source in files:
        with contextlib.suppress(ValueError):
            game = sgf.Sgf_game.from_bytes(source)
            if game.get_size() != 19:
                continue
            board, plays = sgf_moves.get_setup_and_moves(game)
            for color, move in plays:
                grid = np.zeros((19, 19), np.uint8)
                for stone, (row, col) in board.list_occupied_points():
                    grid[18 - row, col] = 1 + (stone == "w")
                count += 1
                if move is not None:
                    board.play(*move, color)
    return count


def positions_kifu(folder: Path, planes: kifu.Planes | None = None) -> tuple[int, int]:
    rows = size = 0
    for table in kifu.scan(folder, jobs=1).positions(planes):
        rows += len(table)
        size += table.boards.nbytes
    return rows, size


def copy_bytes(size: int) -> None:
    """Copy as many bytes as the planes have, into arrays of the same length as theirs."""
    source = np.ones((64, 1024 * 361 * len(PLANES.names)), np.int8)
    for number in range(max(1, size // source[0].nbytes)):
        source[number % len(source)].copy()


def is_read_by_sgfmill(source: bytes) -> bool:
    try:
        sgf.Sgf_game.from_bytes(source)
    except ValueError:
        return False
    return True


def cpu(work: Callable[[], Any]) -> tuple[float, Any]:
    start = time.process_time()
    result = work()
    return time.process_time() - start, result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("directory", type=Path)
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--million", action="store_true", help="also read a million games of one archive")
    options = parser.parse_args()

    paths = [path for path in sorted(options.directory.rglob("*")) if path.suffix.lower() == ".sgf"]
    if not paths:
        parser.error(f"{options.directory}: there are no .sgf files")
    sources = [source for source in map(Path.read_bytes, paths) if is_read_by_sgfmill(source)]
    # Repeat the files if there are too few.
    files = [sources[k % len(sources)] for k in range(options.files)]
    few = files[:: max(1, len(files) // 500)]
    if options.million:
        # First, since the peak memory is that of the whole process.
        read_a_million(files)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for number, source in enumerate(files):
            (folder / f"{number:06}.sgf").write_bytes(source)
        measure(files, few, folder, options.rounds)


def measure(files: list[bytes], few: list[bytes], folder: Path, rounds: int) -> None:
    size = positions_kifu(folder, PLANES)[1]
    works: dict[str, Callable[[], Any]] = {
        "parse: kifu": lambda: parse_kifu(files),
        "parse: sgfmill": lambda: parse_sgfmill(few),
        "main line: kifu": lambda: moves_kifu(files),
        "main line: sgfmill": lambda: moves_sgfmill(few),
        "positions: kifu": lambda: positions_kifu(folder),
        "positions: sgfmill": lambda: loop_sgfmill(few),
        "planes: kifu": lambda: positions_kifu(folder, PLANES),
        "planes: copy": lambda: copy_bytes(size),
        "info: kifu": lambda: kifu.scan(folder, jobs=1).info(),
        "moves: kifu": lambda: kifu.scan(folder, jobs=1).moves(),
    }
    if pysgf:
        works["parse: pysgf"] = lambda: parse_pysgf(few[::5])
    best: dict[str, tuple[float, Any]] = {}
    for _ in range(rounds):
        for what, work in works.items():
            seconds, result = cpu(work)
            if what not in best or seconds < best[what][0]:
                best[what] = (seconds, result)

    def each(what: str, count: int) -> float:
        return best[what][0] / count

    print(f"{len(files)} files, {sum(map(len, files)) / 1e6:.1f} MB; CPU time")
    kifu_parse, mill_parse = each("parse: kifu", len(files)), each("parse: sgfmill", len(few))
    print(f"parse: kifu {kifu_parse * 1e6:.1f} µs a file; sgfmill takes {mill_parse / kifu_parse:.0f} times as long")
    if pysgf:
        other = each("parse: pysgf", len(few[::5]))
        print(f"parse: pysgf takes {other / kifu_parse:.0f} times as long")
    kifu_line, mill_line = each("main line: kifu", len(files)), each("main line: sgfmill", len(few))
    print(f"main line: kifu {kifu_line * 1e6:.1f} µs a file; sgfmill takes {mill_line / kifu_line:.0f} times as long")
    rows = best["positions: kifu"][1][0]
    kifu_position = each("positions: kifu", rows)
    mill_position = each("positions: sgfmill", best["positions: sgfmill"][1])
    print(
        f"positions: kifu {1e-6 / kifu_position:.2f} million a second, files included; "
        f"sgfmill takes {mill_position / kifu_position:.0f} times as long"
    )
    copied = best["planes: copy"][0] / best["planes: kifu"][0]
    print(f"{len(PLANES.names)} planes: {copied:.2f} of the speed of a copy; {size / 1e6:.0f} MB")
    for what in ("info", "moves"):
        print(f"{what}: {each(f'{what}: kifu', len(files)) * 1e6:.1f} µs a file")


def read_a_million(files: list[bytes]) -> None:
    """Read the moves of a million games in one archive, on two threads."""
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "million.tar"
        with tarfile.open(path, "w") as archive:
            for number in range(1_000_000):
                member = tarfile.TarInfo(f"{number // 1000:03}/{number:07}.sgf")
                source = files[number % len(files)]
                member.size = len(source)
                archive.addfile(member, io.BytesIO(source))
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        start, cpu_start = time.perf_counter(), time.process_time()
        games = moves = 0
        for table in kifu.scan(path, jobs=2).moves(batch=10_000):
            games += len(table)
            moves += len(table.point)
        wall, used = time.perf_counter() - start, time.process_time() - cpu_start
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        print(f"a million games: {games} with {moves} moves in {wall:.0f} s, {used:.0f} s of CPU time on two threads;")
        print(f"  peak memory {peak // 1024} MB, of which {before // 1024} MB before the scan")


if __name__ == "__main__":
    main()
