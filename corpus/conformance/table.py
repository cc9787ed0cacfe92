#!/usr/bin/env python3
"""Writes RESULTS.md from the files in `results`: `python3 table.py`. Needs Python 3.8 and nothing else."""

import json
import os

from run import CLASSES, HERE

# What each program is, and where. Facts only: each program has its own purpose.
PROGRAMS = {
    "kifu": ("Rust library and command", "https://crates.io/crates/kifu"),
    "@sabaki/sgf": ("JavaScript library of the editor Sabaki", "https://github.com/SabakiHQ/sgf"),
    "GNU Go": ("engine in C, asked by GTP", "https://www.gnu.org/software/gnugo/"),
    "GoGui": ("editor and front end for engines, in Java", "https://github.com/Remi-Coulom/gogui"),
    "SGFC": ("checker and converter in C by the author of FF[4]", "https://www.red-bean.com/sgf/sgfc/"),
    "WGo": ("JavaScript library of a player", "https://github.com/waltheri/wgo.js"),
    "pysgf": ("Python library of KaTrain", "https://pypi.org/project/pysgf/"),
    "reader.tcl": ("reader in Tcl that was written from the page of the suite", "drivers/reader.tcl"),
    "rooklift/sgf": ("Go library", "https://github.com/rooklift/sgf"),
    "sgf": ("Python library", "https://pypi.org/project/sgf/"),
    "sgf-parse": ("Rust library", "https://crates.io/crates/sgf-parse"),
    "sgf-parser": ("Rust library", "https://crates.io/crates/sgf-parser"),
    "sgfgrove": ("JavaScript library with a type for each property", "https://www.npmjs.com/package/sgfgrove"),
    "sgflib": ("Python library", "https://pypi.org/project/sgflib/"),
    "sgfmill": ("Python library", "https://github.com/mattheww/sgfmill"),
    "sgfutils": ("commands in C by the author of the draft of 2016", "https://homepages.cwi.nl/~aeb/go/sgfutils/html/sgfutils.html"),
    "smartgame": ("JavaScript library", "https://www.npmjs.com/package/smartgame"),
}
INTRODUCTION = """# Which program reads what

This page shows what programs answered to the cases of the [conformance suite](README.md). It is written from the files in
`results/` by `table.py`; do not edit it.

Read the numbers with care. Each program has a purpose of its own, and few of them claim to read every file: some read text in UTF-8
and leave charsets to their callers, some read one game of a file, some refuse whatever is not valid, which the suite allows. A
case counts only if the program does its level and its format. Drivers were written for this suite, and not by the authors of the
programs; if one of them treats a program unfairly, please open an issue. kifu is developed together with the suite, so that it passes
every case.

"""


def load():
    folder = os.path.join(HERE, "results")
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            yield json.load(file)


def cell(rows):
    """`passed of asked`, and how many of the others were refused."""
    asked = sum(count for row in rows for verdict, count in row.items() if verdict != "unsupported")
    passed = sum(row.get("pass", 0) for row in rows)
    refused = sum(row.get("refused", 0) for row in rows)
    if not asked:
        return "–"
    return f"{passed} of {asked}" + (f" ({refused} refused)" if refused else "")


def main():
    results = sorted(load(), key=lambda entry: (entry["program"] != "kifu", entry["program"].lower()))
    lines = [INTRODUCTION + "| program | version | run | " + " | ".join(f"`{kind}`" for kind in CLASSES) + " |", "|-" * (3 + len(CLASSES)) + "|"]
    for entry in results:
        rows = [[row[kind] for row in entry["counts"].values() if kind in row] for kind in CLASSES]
        name = entry["program"]
        link = f"[{name}](#{anchor(name)})"
        lines.append(f"| {link} | {entry['release']} | {entry['date']} | " + " | ".join(cell(row) for row in rows) + " |")
    lines += ["", f"The suite has {results[0]['cases']:,} cases. The classes are explained in its README. Refusing a file of the classes `recovery` and",
              "`choice` is an answer, too.", "", "## By format", ""]
    formats = sorted({form for entry in results for form in entry["counts"]})
    lines += ["| program | " + " | ".join(f"`{form}`" for form in formats) + " |", "|-" * (1 + len(formats)) + "|"]
    for entry in results:
        lines.append(f"| {entry['program']} | " + " | ".join(cell(entry["counts"].get(form, {}).values()) for form in formats) + " |")
    for entry in results:
        what, where = PROGRAMS[entry["program"]]
        failed = entry["not_passed"]
        lines += ["", f"## {entry['program']}", "", f"[{what[0].upper()}{what[1:]}]({where}), version {entry['release']}, run on {entry['date']}. "
                  f"It answers the levels {', '.join(f'`{level}`' for level in entry['levels'])}."]
        if not failed:
            lines.append("It passes all of its cases.")
            continue
        groups = {}
        for ident, verdict in failed.items():
            groups.setdefault((verdict, ident.rsplit("/", 1)[0]), []).append(ident)
        lines += ["Cases that it does not pass:", ""]
        for (verdict, folder), idents in sorted(groups.items(), key=lambda group: (group[0][0] == "refused", group[0])):
            shown = ", ".join(f"[{ident.rsplit('/', 1)[1]}]({ident}.json)" for ident in idents)
            lines.append(f"* {verdict}, `{folder}`: {shown}")
    with open(os.path.join(HERE, "RESULTS.md"), "w", encoding="utf-8", newline="\n") as file:
        file.write("\n".join(lines) + "\n")


def anchor(name):
    """The anchor of a heading."""
    return "".join(char for char in name.lower().replace(" ", "-") if char.isalnum() or char == "-")


if __name__ == "__main__":
    main()
