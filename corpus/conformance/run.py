#!/usr/bin/env python3
"""Runs a program on the conformance suite for Go records. Needs Python 3.8 and nothing else; see README.md."""

import argparse
import collections
import concurrent.futures
import html
import json
import os
import shlex
import signal
import subprocess
import sys
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
CLASSES = ["must", "should", "recovery", "choice"]
# The maximum length of an answer in bytes.
MAX_ANSWER = 1 << 24
VERDICTS = ["pass", "wrong", "refused", "crash", "timeout", "unsupported"]


def load(root, formats=None, classes=None, levels=None, only=None):
    """Returns the cases below a directory as (id, case, path of the input), sorted by id."""
    found = []
    for folder, _, names in os.walk(root):
        for name in names:
            if not name.endswith(".json") or folder == root:
                continue
            path = os.path.join(folder, name)
            ident = os.path.relpath(path, root).replace(os.sep, "/")[:-5]
            with open(path, encoding="utf-8") as file:
                case = json.load(file)
            missing = [key for key in ("version", "file", "format", "level", "class", "why") if key not in case]
            if missing or not (case.get("choices") or "expect" in case):
                raise SystemExit(f"{ident}: the description has no {missing[0] if missing else 'expectation'}")
            if case["version"] != 1:
                raise SystemExit(f"{ident}: version {case['version']} is not known to this runner")
            if formats and case["format"] not in formats or classes and case["class"] not in classes:
                continue
            if levels and case["level"] not in levels or only and not ident.startswith(only):
                continue
            found.append((ident, case, os.path.join(folder, case["file"])))
    return sorted(found, key=lambda entry: entry[0])


def unescape(raw):
    """Removes escapes from a value: a backslash and a line break vanish, other backslashes vanish alone."""
    out, at = [], 0
    while at < len(raw):
        char = raw[at]
        at += 1
        if char == "\\":
            if at == len(raw):
                break
            char = raw[at]
            at += 1
            if char in "\r\n":
                if raw[at:at + 1] in ("\r", "\n") and raw[at] != char:
                    at += 1
                continue
        out.append(char)
    return "".join(out)


def line_breaks(text):
    """Replaces each of the four line breaks by LF."""
    out, at = [], 0
    while at < len(text):
        char = text[at]
        at += 1
        if char in "\r\n":
            if text[at:at + 1] in ("\r", "\n") and text[at] != char:
                at += 1
            char = "\n"
        out.append(char)
    return "".join(out)


def parse_sgf(text):
    """A strict reader of well-formed SGF, for the output of `write`: a list of games, each a list of nodes."""
    games, stack, at, node = [], [], 0, None
    current = None
    while at < len(text):
        char = text[at]
        if char == "(":
            stack.append(current)
            if len(stack) == 1:
                games.append({"nodes": []})
                current = None
            # A property needs a node of its own.
            node = None
            at += 1
        elif char == ")":
            if not stack:
                raise ValueError("one `)` too many")
            current = stack.pop()
            node = None
            at += 1
        elif char == ";":
            if not stack:
                raise ValueError("a node outside of a game")
            node = {"parent": current, "properties": []}
            games[-1]["nodes"].append(node)
            current = len(games[-1]["nodes"]) - 1
            at += 1
        elif "A" <= char <= "Z":
            start = at
            while "A" <= text[at:at + 1] <= "Z":
                at += 1
            values = []
            ident = text[start:at]
            while True:
                skip = at
                while text[skip:skip + 1].isspace():
                    skip += 1
                if text[skip:skip + 1] != "[":
                    break
                start = at = skip + 1
                while text[at:at + 1] != "]":
                    if at >= len(text):
                        raise ValueError("a value is not closed")
                    at += 2 if text[at] == "\\" else 1
                values.append(text[start:at])
                at += 1
            if node is None or not values:
                raise ValueError(f"`{ident}` has no node or no value")
            node["properties"].append([ident, values])
        elif char.isspace() or char == "\ufeff":
            at += 1
        else:
            raise ValueError(f"unexpected {char!r}")
    if stack:
        raise ValueError("a game is not closed")
    return games


def decode_output(data):
    """Decodes a written file by the charset that it declares; UTF-8 otherwise."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16")
    at = data.find(b"CA[")
    name = data[at + 3:data.find(b"]", at)].decode("ascii", "replace") if at >= 0 else "utf-8"
    try:
        return data.decode(name.strip())
    except (LookupError, UnicodeDecodeError):
        return data.decode("utf-8", "replace")


def properties(node, form):
    """The values of each identifier, joined over its occurrences: their order has no meaning in SGF.

    Escapes that were kept are removed, so that programs that keep them and programs that do not compare equal.
    """
    out = collections.OrderedDict()
    for ident, values in node["properties"]:
        # Lower-case letters are ignored in identifiers; nothing is left of some, and their values do not count.
        for value in values if ident else []:
            if value is not None and form == "kept":
                value = unescape(value)
            out.setdefault(ident, []).append(value if value is None else line_breaks(value))
    return out


def compare_trees(expected, actual, free=()):
    """Returns the first difference between two lists of games, or None; the identifiers `free` may differ."""
    given = actual.get("games")
    if not isinstance(given, list):
        return "the answer has no list `games`"
    form = "removed" if actual.get("escapes") == "removed" else "kept"
    if len(given) != len(expected):
        return f"{len(expected)} games expected, {len(given)} given"
    for number, (want, have) in enumerate(zip(expected, given)):
        if len(want["nodes"]) != len(have["nodes"]):
            return f"game {number}: {len(want['nodes'])} nodes expected, {len(have['nodes'])} given"
        for index, (a, b) in enumerate(zip(want["nodes"], have["nodes"])):
            place = f"game {number}, node {index}"
            if a["parent"] != b["parent"]:
                return f"{place}: parent {a['parent']} expected, {b['parent']} given"
            wanted, had = properties(a, "kept"), properties(b, form)
            for ident in free:
                wanted.pop(ident, None)
                had.pop(ident, None)
            if set(wanted) != set(had):
                return f"{place}: properties {sorted(wanted)} expected, {sorted(had)} given"
            for ident in wanted:
                same = len(wanted[ident]) == len(had[ident])
                if not same or any(x is not None and x != y for x, y in zip(wanted[ident], had[ident])):
                    return f"{place}: {ident}{wanted[ident]} expected, {ident}{had[ident]} given"
    return None


def compare_text(expected, actual):
    games = actual.get("games") or []
    for game, node, ident, texts in expected:
        try:
            found = properties(games[game]["nodes"][node], "removed").get(ident)
        except IndexError:
            return f"there is no node {node} in game {game}"
        if found != texts:
            return f"game {game}, node {node}: {ident}{texts} expected, {found} given"
    return None


def compare(level, expected, actual):
    """Returns why an answer differs from an expectation, or None if it does not."""
    if expected.get("refused"):
        return None if "refused" in actual else "the file was read, and should be refused"
    if "refused" in actual:
        return "refused"
    if level in ("tree", "write"):
        # A program may declare its own charset and name when it writes.
        return compare_trees(expected["games"], actual, ("AP", "CA") if level == "write" else ())
    if level == "text":
        return compare_text(expected["text"], actual)
    for key, value in expected.items():
        # As JSON, because `1 == True` in Python.
        if json.dumps(actual.get(key)) != json.dumps(value):
            return f"{key} {json.dumps(value)} expected, {json.dumps(actual.get(key))} given"
    return None


def judge(case, actual):
    """Returns (verdict, detail, index of the choice that matched)."""
    if actual.get("unsupported"):
        return "unsupported", "", None
    expectations = case.get("choices") or [case["expect"]]
    details = []
    for index, expected in enumerate(expectations):
        try:
            detail = compare(case["level"], {k: v for k, v in expected.items() if k != "note"}, actual)
        except (KeyError, TypeError, AttributeError, ValueError, IndexError) as error:
            detail = f"the answer does not have the form of the protocol: {error!r}"
        if detail is None:
            return "pass", "", index
        details.append(detail)
    if "refused" in actual:
        return "refused", str(actual["refused"])[:200], None
    return "wrong", details[0], None


def call(args, timeout):
    """Runs a program without input. Returns its exit status, or None after the timeout, and its two outputs.

    The outputs end where they are longer than MAX_ANSWER.
    """
    own_group = {"start_new_session": True} if os.name == "posix" else {}
    process = subprocess.Popen(args, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **own_group)

    def kill():
        try:
            # Also what a shell or a driver started.
            os.killpg(process.pid, signal.SIGKILL) if own_group else process.kill()
        except OSError:
            pass

    outputs = [bytearray(), bytearray()]

    def read(stream, output):
        while len(output) <= MAX_ANSWER:
            part = stream.read1(1 << 16)
            if not part:
                return
            output.extend(part)
        kill()

    streams = (process.stdout, process.stderr)
    threads = [threading.Thread(target=read, args=pair, daemon=True) for pair in zip(streams, outputs)]
    for thread in threads:
        thread.start()
    try:
        status = process.wait(timeout)
    except subprocess.TimeoutExpired:
        status = None
    if status is None:
        kill()
        process.wait()
    for thread in threads:
        # A child that still runs can keep the output open.
        thread.join(timeout)
    return status, bytes(outputs[0]), bytes(outputs[1])


def ask(command, case, path, timeout):
    """Runs the program on one case, and returns its answer, or (verdict, detail)."""
    args = command + [case["level"], path]
    try:
        status, output, errors = call(args, timeout)
    except OSError as error:
        raise SystemExit(f"{args[0]}: {error}")
    if status is None:
        return None, ("timeout", f"no answer within {timeout} s")
    if max(len(output), len(errors)) > MAX_ANSWER:
        return None, ("crash", f"the output is longer than {MAX_ANSWER} bytes")
    if status != 0:
        last = errors.decode("utf-8", "replace").strip().splitlines()[-1:] or [""]
        return None, ("crash", f"exit status {status} {last[0][:200]}")
    if case["level"] == "write" and not output.lstrip().startswith(b"{"):
        try:
            return {"games": parse_sgf(decode_output(output))}, None
        except ValueError as error:
            return None, ("wrong", f"the written file is not well-formed: {error}")
    try:
        answer = json.loads(output.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        return None, ("crash", f"the answer is not JSON: {error}")
    if not isinstance(answer, dict):
        return None, ("crash", "the answer is not a JSON object")
    return answer, None


def run(cases, command, timeout, jobs):
    def one(entry):
        ident, case, path = entry
        answer, fault = ask(command, case, path, timeout)
        verdict, detail, choice = judge(case, answer) if fault is None else (fault + (None,))
        return {"id": ident, "format": case["format"], "class": case["class"], "level": case["level"],
                "verdict": verdict, "detail": detail, "choice": choice, "why": case["why"]}
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        return list(pool.map(one, cases))


def counts(results):
    table = collections.defaultdict(collections.Counter)
    for result in results:
        table[(result["format"], result["class"])][result["verdict"]] += 1
    return table


def summary(results):
    lines = [f"{'format':<12}{'class':<10}" + "".join(f"{v:>12}" for v in VERDICTS)]
    for (form, kind), row in sorted(counts(results).items()):
        lines.append(f"{form:<12}{kind:<10}" + "".join(f"{row[v]:>12}" for v in VERDICTS))
    total = collections.Counter(result["verdict"] for result in results)
    return "\n".join(lines + [f"{'all':<22}" + "".join(f"{total[v]:>12}" for v in VERDICTS)])


def tap(results):
    lines = ["TAP version 13", f"1..{len(results)}"]
    for number, result in enumerate(results, 1):
        good = "ok" if result["verdict"] in ("pass", "unsupported") else "not ok"
        skip = " # SKIP unsupported" if result["verdict"] == "unsupported" else ""
        if result["verdict"] == "refused" and result["class"] != "must":
            # Refusing these files is allowed.
            skip = " # TODO refused"
        lines.append(f"{good} {number} - {result['class']} {result['id']}{skip}")
        if good == "not ok":
            lines.append(f"# {result['verdict']}: {line_breaks(result['detail']).replace(chr(10), ' ')}")
    return "\n".join(lines)


def page(name, results):
    rows = []
    for (form, kind), row in sorted(counts(results).items()):
        rows.append(f"<tr><td>{form}<td>{kind}" + "".join(f"<td>{row[v]}" for v in VERDICTS))
    faults = "".join(
        f"<tr><td>{r['class']}<td><a href=\"{html.escape(r['id'])}.json\">{html.escape(r['id'])}</a>"
        f"<td>{r['verdict']}<td>{html.escape(r['why'])}<td>{html.escape(r['detail'])}"
        for r in results if r["verdict"] not in ("pass", "unsupported"))
    head = "".join(f"<th>{v}" for v in VERDICTS)
    return (f"<!doctype html><meta charset=utf-8><title>Conformance of {html.escape(name)}</title>"
            f"<h1>Conformance of {html.escape(name)}</h1><table border=1><tr><th>format<th>class{head}{''.join(rows)}"
            f"</table><h2>Cases not passed</h2><table border=1><tr><th>class<th>case<th>verdict<th>why<th>detail{faults}"
            "</table>")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True, metavar="CMD", help="the program or driver, with its arguments")
    parser.add_argument("--class", dest="classes", action="append", choices=CLASSES, help="only cases of this class")
    parser.add_argument("--format-of-cases", dest="formats", action="append", help="only cases of this format, such as sgf")
    parser.add_argument("--level", dest="levels", action="append", help="only cases of this level, such as tree")
    parser.add_argument("--only", metavar="PREFIX", help="only cases whose id starts with this")
    parser.add_argument("--format", dest="output", choices=["summary", "tap", "json", "html"], default="summary")
    parser.add_argument("--timeout", type=float, default=10.0, help="seconds for each case (10)")
    parser.add_argument("--jobs", type=int, default=2, help="number of programs that run at the same time (2)")
    parser.add_argument("--suite", default=HERE, help="the directory of the suite")
    args = parser.parse_args()
    if hasattr(sys.stdout, "reconfigure"):
        # A program can answer with any text.
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    cases = load(args.suite, args.formats, args.classes, args.levels, args.only)
    if not cases:
        raise SystemExit("no case matches")
    results = run(cases, shlex.split(args.program), args.timeout, max(1, args.jobs))
    if args.output == "tap":
        print(tap(results))
    elif args.output == "json":
        total = collections.Counter(result["verdict"] for result in results)
        print(json.dumps({"version": 1, "program": args.program, "totals": total, "results": results}, indent=1))
    elif args.output == "html":
        print(page(args.program, results))
    else:
        print(summary(results))
        for result in results:
            if result["verdict"] not in ("pass", "unsupported"):
                print(f"{result['verdict']:<8} {result['class']:<9} {result['id']}: {result['detail']}")
    bad = any(r["verdict"] in ("wrong", "crash", "timeout") or r["verdict"] == "refused" and r["class"] == "must"
              for r in results)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
