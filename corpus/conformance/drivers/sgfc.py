"""SGFC as a program of the suite: `python3 sgfc.py LEVEL FILE`. Set SGFC to the program if it is not on the path.

SGFC corrects records: it adds properties of the root, and rewrites what is not valid. What it writes is what it read.
"""
import os
import shutil
import subprocess
import tempfile

from common import UNSUPPORTED, decode_output, main, main_line, parse_sgf

PROGRAM = os.environ.get("SGFC") or shutil.which("sgfc") or "sgfc"


def default_encoding(path):
    """UTF-8 for text that can be in it; the default of SGFC otherwise."""
    with open(path, "rb") as file:
        try:
            file.read().decode("utf-8")
        except UnicodeDecodeError:
            return "ISO-8859-1"
    return "UTF-8"


def convert(path):
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out.sgf")
        run = subprocess.run([PROGRAM, "-t", "-c", f"--default-encoding={default_encoding(path)}", path, out], capture_output=True, timeout=8)
        if run.returncode < 0:
            raise RuntimeError(f"signal {-run.returncode}")
        if run.returncode >= 20 or not os.path.exists(out):
            raise ValueError((run.stdout.decode("utf-8", "replace").strip() or "fatal error").splitlines()[-1])
        with open(out, "rb") as file:
            return run.returncode, file.read()


def answer(level, path, _argument):
    if not path.endswith(".sgf") or level not in ("tree", "write", "moves", "check"):
        return UNSUPPORTED
    status, text = convert(path)
    if level == "check":
        return {"faulty": status >= 5}
    if level == "moves":
        return main_line(text)
    if level == "tree":
        return {"games": parse_sgf(decode_output(text)), "rewritten": True}
    return text


release = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True).stdout.split()
main("SGFC", next((word.lstrip("v") for word in release if word[:1] == "v" and word[1:2].isdigit()), "?"),
     ["tree", "write", "moves", "check"], ["sgf"], answer)
