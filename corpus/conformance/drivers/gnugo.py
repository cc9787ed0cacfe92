"""GNU Go (Debian package `gnugo`) as a program of the suite: `python3 gnugo.py LEVEL FILE`. Set GNUGO if it is not on the path.

GTP reports the komi of the engine, not that of the record. The driver does not answer `info`.
"""
import os
import shutil
import subprocess

from common import UNSUPPORTED, main

PROGRAM = os.environ.get("GNUGO") or shutil.which("gnugo") or "/usr/games/gnugo"
COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


def gtp(*commands):
    """The answers to some commands of GTP; ValueError if one fails."""
    text = "".join(command + "\n" for command in commands + ("quit",))
    run = subprocess.run([PROGRAM, "--mode", "gtp"], input=text, capture_output=True, text=True, timeout=8)
    answers = [part.strip() for part in run.stdout.split("\n\n") if part.strip()]
    # The program ends if it cannot read a file.
    if run.returncode < 0:
        raise RuntimeError(f"signal {-run.returncode}")
    if len(answers) < len(commands):
        raise ValueError((run.stderr.strip() or "the program ended").splitlines()[-1])
    for answer in answers:
        if answer.startswith("?"):
            raise ValueError(answer[1:].strip())
    return [answer[1:].strip() for answer in answers[: len(commands)]]


def point(text, size):
    return [COLUMNS.index(text[0]), size - int(text[1:])]


def answer(level, path, _argument):
    if not path.endswith(".sgf") or level not in ("moves", "position"):
        return UNSUPPORTED
    load = f"loadsgf {path}"
    if level == "position":
        _, size, black, white = gtp(load, "query_boardsize", "list_stones black", "list_stones white")
        size = int(size)
        grid = [["."] * size for _ in range(size)]
        for stones, char in ((black, "X"), (white, "O")):
            for stone in stones.split():
                col, row = point(stone, size)
                grid[row][col] = char
        return {"size": [size, size], "board": ["".join(row) for row in grid]}
    _, size, history = gtp(load, "query_boardsize", "move_history")
    size, line = int(size), []
    for entry in reversed(history.splitlines()):
        if entry.strip():
            color, place = entry.split()
            line.append([color[0].upper()] + ([] if place.upper() == "PASS" else point(place, size)))
    return {"size": [size, size], "moves": line}


release = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True).stdout.split("\n")[0].split()[-1]
main("GNU Go", release, ["moves", "position"], ["sgf"], answer)
