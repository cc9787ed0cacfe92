"""What the drivers in Python share."""
import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from run import decode_output, parse_sgf  # noqa: E402

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
UNSUPPORTED = {"unsupported": True}


def main(program, version, levels, formats, answer):
    """Prints the answer. `answer` gets the level, the path and the argument, and may raise ValueError to refuse."""
    level = sys.argv[1]
    if level == "version":
        print(json.dumps({"program": program, "version": version, "levels": levels, "formats": formats}))
        return
    try:
        result = answer(level, sys.argv[2], (sys.argv[3:] or [""])[0])
    except (ValueError, LookupError) as error:
        result = {"refused": str(error)}
    if isinstance(result, bytes):
        sys.stdout.buffer.write(result)
    else:
        print(json.dumps(result))


def main_line(sgf):
    """The answer of the level `moves`, from well-formed SGF that a program has written."""
    nodes = (parse_sgf(decode_output(sgf)) or [{"nodes": []}])[0]["nodes"]
    size, line, current = [19, 19], [], None
    for index, node in enumerate(nodes):
        if index == 0 or node["parent"] == current:
            current = index
            for ident, values in node["properties"]:
                if ident == "SZ" and index == 0:
                    parts = [int(part) for part in values[0].split(":")]
                    size = [parts[0], parts[-1]]
                if ident in ("B", "W"):
                    point = values[0]
                    is_pass = point == "" or point == "tt" and max(size) <= 19
                    line.append([ident] if is_pass else [ident, LETTERS.index(point[0]), LETTERS.index(point[1])])
    return {"size": size, "moves": line}
