"""sgfutils as a program of the suite: `python3 sgfutils.py LEVEL FILE`. Set SGFUTILS to the directory of the programs.

`sgf` rewrites a record, `sgfcheck` checks one, and `gib2sgf` and `ngf2sgf` convert. `sgf` is meant to
improve records, such as by moving a move of the root to a node of its own, so that it does not answer for trees.
"""
import os
import subprocess

from common import UNSUPPORTED, main, main_line

FOLDER = os.environ.get("SGFUTILS", "")


def call(program, path):
    with open(path, "rb") as file:
        run = subprocess.run([os.path.join(FOLDER, program)], stdin=file, capture_output=True, timeout=8)
    if run.returncode < 0:
        raise RuntimeError(f"signal {-run.returncode}")
    if run.returncode:
        raise ValueError((run.stderr.decode("utf-8", "replace").strip() or "refused").splitlines()[-1])
    return run


def answer(level, path, _argument):
    form = path.rsplit(".", 1)[-1]
    if form in ("gib", "ngf") and level == "moves":
        return main_line(call(f"{form}2sgf", path).stdout)
    if form != "sgf" or level not in ("write", "moves", "check"):
        return UNSUPPORTED
    if level == "check":
        run = subprocess.run([os.path.join(FOLDER, "sgfcheck"), path], capture_output=True, timeout=8)
        if run.returncode < 0:
            raise RuntimeError(f"signal {-run.returncode}")
        return {"faulty": bool(run.returncode or run.stderr.strip() or run.stdout.strip())}
    text = call("sgf", path).stdout
    return text if level == "write" else main_line(text)


main("sgfutils", os.environ.get("SGFUTILS_VERSION", "0.25"), ["write", "moves", "check"], ["sgf", "gib", "ngf"], answer)
