"""What the modules that write cases share.

An expectation in SGF is written as plain, well-formed SGF, which the strict reader of run.py turns into JSON. No
program that the suite tests takes part in this.
"""

import json
import os

from run import HERE, parse_sgf

FF4 = "FF[4] 1999"
DRAFT = "SGF draft 2016"
SGN = "SGN, Sensei's Library 2018"
RGF = "RGF, January 2012"
RGF2 = "RGF, February 2012"
JGF1 = "JGF 1, 2014"
JGF2 = "JGF 2, 2023"
WRITTEN = set()
# The sections of the specifications that cases may name; `:` and a property follow some.
SECTIONS = {
    FF4: {
        "1 SGF basics", "2.1 EBNF definition", "2.2 Some remarks about properties", "2.2.1 Property types",
        "2.2.3 How to handle unknown/faulty properties", "3 Property value types", "3.2 Text", "3.3 SimpleText",
        "3.5.1 Compressed point lists", "Move properties", "Setup properties", "Node annotation properties",
        "Markup properties", "Root properties", "Game info properties", "Timing properties", "Miscellaneous properties",
        "Variations", "Go: Move, Point & Stone type", "Go: How to execute a move", "Go: Properties"},
    DRAFT: {
        "Grammar", "Parsing", "Character set", "Semantics", "Root node properties", "Move properties", "Units", "Value types",
        "List", "Details", "Historical remarks: Property identifiers", "Historical remarks: Escapes",
        "Historical remarks: Individual properties", "General remarks: Time properties", "SGF2 properties"},
    SGN: {"Syntax", "Examples"},
    RGF: {"The syntax of RGF", "Restrictions", "New SGF properties", "New RGF properties", "Example"},
    RGF2: {"New RGF properties"},
    JGF1: {"record", "game", "board", "player", "tree"},
    JGF2: {"record", "source", "game", "players", "event", "rules", "board", "settings", "meta", "tree"},
}


def check_source(source):
    """Requires that a source names a section of its specification."""
    for name, sections in SECTIONS.items():
        if source.startswith(name):
            section = source[len(name) + 2:].split(": ")
            known = any(": ".join(section[:count]) in sections for count in range(1, len(section) + 1))
            assert known, f"{source!r}: no such section"


def emit(ident, data, kind, level, why, source, expect=None, choices=None, argument=None, form=None):
    """Writes the input and the description of a case. `form` is the ending of the input."""
    assert ident not in WRITTEN, ident
    WRITTEN.add(ident)
    source = [source] if isinstance(source, str) else list(source)
    for entry in source:
        check_source(entry)
    path = os.path.join(HERE, ident)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    form = form or {"rules": "sgf"}.get(ident.split("/")[0], ident.split("/")[0])
    data = data.encode("utf-8") if isinstance(data, str) else data
    with open(f"{path}.{form}", "wb") as file:
        file.write(data)
    head = [("version", 1), ("file", os.path.basename(ident) + "." + form), ("format", ident.split("/")[0]),
            ("level", level), ("class", kind), ("why", why), ("source", source)]
    if argument is not None:
        head.insert(4, ("argument", argument))
    lines = [f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in head]
    if choices:
        shown = ",\n".join("  " + show(choice) for choice in choices)
        lines.append(f' "choices": [\n{shown}\n ]')
    else:
        lines.append(f' "expect": {show(expect)}')
    with open(f"{path}.json", "w", encoding="utf-8", newline="\n") as file:
        file.write("{\n" + ",\n".join(lines) + "\n}\n")


def show(expect):
    """JSON with one node on each line."""
    parts = []
    for key, value in expect.items():
        if key == "games":
            games = []
            for game in value:
                nodes = ",\n".join("   " + json.dumps(node, ensure_ascii=False) for node in game["nodes"])
                games.append('{"nodes": [\n' + nodes + "\n  ]}")
            parts.append('"games": [' + ", ".join(games) + "]")
        elif key == "board":
            rows = ",\n".join("   " + json.dumps(row) for row in value)
            parts.append('"board": [\n' + rows + "\n  ]")
        else:
            parts.append(f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    return "{" + ", ".join(parts) + "}"


def sgf(text):
    """The expectation for a tree; the value `*` stands for any value."""
    games = parse_sgf(text)
    for game in games:
        for node in game["nodes"]:
            for entry in node["properties"]:
                entry[1] = [None if value == "*" else value for value in entry[1]]
    return {"games": games}


def draw(side, stones):
    """A square board as rows of text, from a map of points to characters."""
    grid = [["."] * side for _ in range(side)]
    for (col, row), char in stones.items():
        grid[row][col] = char
    return ["".join(row) for row in grid]


def or_refused(expect, note="recovered"):
    """Choices: an expectation, or refusing the file."""
    return [dict(expect, note=note), {"refused": True, "note": "the file is refused"}]
