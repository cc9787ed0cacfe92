#!/usr/bin/env python3
"""Runs a program on the conformance suite for Go records. Needs Python 3.8 and nothing else; see README.md."""

import argparse
import collections
import concurrent.futures
import datetime
import html
import json
import os
import shlex
import signal
import subprocess
import sys
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
# The directories that have no cases.
OTHER_FOLDERS = ["drivers", "generator", "reports", "results"]
CLASSES = ["must", "should", "recovery", "choice"]
# The maximum length of an answer in bytes.
MAX_ANSWER = 1 << 24
# The number of places that are looked at in an answer of the level `check`.
MAX_PLACES = 3
# The properties with a real number, which a program may write in another form.
REALS = {"BL", "KM", "TM", "V", "WL"}
# What a program may add to a root when it writes.
DEFAULTS = [("FF", "4"), ("GM", "1"), ("ST", "0"), ("SZ", "19")]
VERDICTS = ["pass", "wrong", "refused", "crash", "timeout", "unsupported"]


def load(root, formats=None, classes=None, levels=None, only=None):
    """Returns the cases below a directory as (id, case, path of the input), sorted by id."""
    found = []
    for folder, folders, names in os.walk(root):
        if folder == root:
            folders[:] = [name for name in folders if name not in OTHER_FOLDERS]
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
            for ident, default in DEFAULTS if free and a["parent"] is None else ():
                # A program may state the defaults of the root, and omit those that are defaults in every version.
                if ident not in wanted and had.get(ident) == [default]:
                    del had[ident]
                elif ident != "FF" and ident not in had and wanted.get(ident) == [default]:
                    del wanted[ident]
            if set(wanted) != set(had):
                return f"{place}: properties {sorted(wanted)} expected, {sorted(had)} given"
            for ident in wanted:
                if not same_values(wanted[ident], had[ident], free and ident in REALS):
                    return f"{place}: {ident}{wanted[ident]} expected, {ident}{had[ident]} given"
    return None


def same_values(wanted, had, by_value=False):
    """Whether two lists have the same values, in any order or as real numbers; None matches any value."""
    if by_value and len(wanted) == len(had) == 1:
        try:
            return float(wanted[0]) == float(had[0])
        except ValueError:
            pass
    if None in wanted:
        return len(wanted) == len(had) and all(x is None or x == y for x, y in zip(wanted, had))
    return sorted(wanted) == sorted(value if isinstance(value, str) else repr(value) for value in had)


def compare_text(expected, actual, form):
    games = actual.get("games") or []
    for game, node, ident, texts in expected:
        try:
            found = properties(games[game]["nodes"][node], form).get(ident)
        except IndexError:
            return f"there is no node {node} in game {game}"
        if found != texts:
            return f"game {game}, node {node}: {ident}{texts} expected, {found} given"
    return None


def compare_converted(expected, actual):
    """Compares a file that was written in another format."""
    if "output" in expected:
        same_text = actual.get("output", "").split() == expected["output"].split()
        return None if same_text else f"{expected['output']!r} expected, {actual.get('output')!r} given"
    for pointer, value in expected.get("members", []):
        found = at_pointer(actual.get("json"), pointer)
        if not same(value, found):
            return f"{pointer}: {json.dumps(value)} expected, {json.dumps(found)} given"
    if "members" in expected:
        return None
    games = actual.get("games") or []
    for number, parents in enumerate(expected.get("parents", [])):
        found = [node["parent"] for node in games[number]["nodes"]] if number < len(games) else None
        if found != parents:
            return f"game {number}: the parents {parents} expected, {found} given"
    return compare_text(expected.get("text", []), actual, "kept")


def at_pointer(value, pointer):
    """The member of a JSON document that a JSON pointer (RFC 6901) names, or None."""
    for key in pointer.split("/")[1:]:
        key = key.replace("~1", "/").replace("~0", "~")
        if isinstance(value, dict):
            value = value.get(key)
        elif isinstance(value, list) and key.isdigit() and int(key) < len(value):
            value = value[int(key)]
        else:
            return None
    return value


def same(a, b):
    """Whether two values of JSON are the same: numbers by value, members in any order."""
    if isinstance(a, dict) and isinstance(b, dict):
        return set(a) == set(b) and all(same(a[key], b[key]) for key in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same, a, b))
    # `1 == True` in Python.
    return isinstance(a, bool) == isinstance(b, bool) and a == b


def short_result(text):
    """The short form of a result in a form of FF[4] or the draft; other texts as they are."""
    winner, plus, by = text.partition("+")
    if text in ("Draw", "Jigo"):
        return "0"
    if not plus or winner not in ("B", "W"):
        return text
    try:
        return f"{winner}+{float(by):g}"
    except ValueError:
        return f"{winner}+{by[:1] if by in ('Resign', 'Time', 'Forfeit') else by}"


def compare(level, expected, actual):
    """Returns why an answer differs from an expectation, or None if it does not."""
    if expected.get("refused"):
        return None if "refused" in actual else "the file was read, and should be refused"
    if "refused" in actual:
        return "refused"
    if level in ("tree", "write"):
        # A program may declare its own charset and name when it writes.
        is_rewritten = level == "write" or actual.get("rewritten")
        return compare_trees(expected["games"], actual, ("AP", "CA") if is_rewritten else ())
    if level == "text":
        return compare_text(expected["text"], actual, "removed")
    if level == "convert":
        return compare_converted(expected, actual)
    if level == "state":
        differs = compare_trees(expected["games"], actual)
        if differs is None and "node" in expected and "node" in actual and actual["node"] != expected["node"]:
            return f"the viewer at {expected['node']} expected, {actual['node']} given"
        return differs
    if level == "info":
        expected, actual = dict(expected["info"]), dict(actual["info"])
        for info in (expected, actual):
            if isinstance(info.get("result"), str):
                info["result"] = short_result(info["result"])
    if level == "check":
        start, end = expected.get("near", (0, 0))
        # Only the first places, so that naming many does not help.
        places = (actual.get("places") or [])[:MAX_PLACES]
        if expected["faulty"] and "near" in expected and places and not any(start <= at <= end for at in places):
            return f"a fault at {start} to {end} expected, {places} given"
        expected = {"faulty": expected["faulty"]}
    for key, value in expected.items():
        if not same(value, actual.get(key)):
            return f"{key} {json.dumps(value)} expected, {json.dumps(actual.get(key))} given"
    return None


def judge(case, actual):
    """Returns (verdict, detail, index of the choice that matched)."""
    if actual.get("unsupported"):
        return "unsupported", "", None
    expectations = case.get("choices") or [case["expect"]]
    if case["level"] == "info" and isinstance(actual.get("info"), dict):
        wanted = {member for expected in expectations for member in expected.get("info", ())}
        if wanted - set(actual["info"]):
            return "unsupported", "", None
    if case["level"] == "position" and "board" in actual:
        wanted = {member for expected in expectations for member in ("to_play", "ko") if member in expected}
        if wanted - set(actual):
            return "unsupported", "", None
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
    args = command + [case["level"], path] + ([case["argument"]] if "argument" in case else [])
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
    if case["level"] in ("write", "convert"):
        return written(case, output)
    try:
        answer = json.loads(output.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        return None, ("crash", f"the answer is not JSON: {error}")
    if not isinstance(answer, dict):
        return None, ("crash", "the answer is not a JSON object")
    return answer, None


def written(case, output):
    """Reads a file that the program printed. Returns the same as `ask`."""
    answer = None
    if output.lstrip().startswith((b"{", b"[")):
        try:
            answer = json.loads(output.decode("utf-8-sig"))
        except (ValueError, RecursionError) as error:
            return None, ("wrong", f"the written file is not JSON: {error}")
        if isinstance(answer, dict) and ("unsupported" in answer or "refused" in answer):
            return answer, None
    target = case.get("argument", "sgf")
    if target.startswith("jgf"):
        return {"json": answer}, None
    if target != "sgf":
        return {"output": output.decode("utf-8", "replace")}, None
    try:
        return {"games": parse_sgf(decode_output(output))}, None
    except ValueError as error:
        return None, ("wrong", f"the written file is not well-formed: {error}")


def run(cases, command, about, timeout, jobs):
    def one(entry):
        ident, case, path = entry
        form = case["file"].rsplit(".", 1)[-1]
        if case["level"] not in (about["levels"] or [case["level"]]) or form not in (about["formats"] or [form]):
            answer, fault = {"unsupported": True}, None
        else:
            answer, fault = ask(command, case, path, timeout)
        verdict, detail, choice = judge(case, answer) if fault is None else (fault + (None,))
        return {"id": ident, "format": case["format"], "class": case["class"], "level": case["level"],
                "verdict": verdict, "detail": detail, "choice": choice, "why": case["why"]}
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        return list(pool.map(one, cases))


def describe(command, timeout):
    """What a program answers to `version`: its name and its version, and perhaps the levels and formats that it does."""
    try:
        answer = json.loads(call(command + ["version"], timeout)[1].decode("utf-8"))
        return {"program": str(answer["program"]), "version": str(answer["version"]), "levels": answer.get("levels"), "formats": answer.get("formats")}
    except (OSError, ValueError, KeyError, TypeError):
        return {"program": os.path.basename(command[-1]), "version": "?", "levels": None, "formats": None}


def saved(name, version, results):
    """Results to keep: the numbers by format and class, and the cases that are not passed."""
    numbers = {}
    for (form, kind), row in sorted(counts(results).items()):
        numbers.setdefault(form, {})[kind] = {verdict: row[verdict] for verdict in VERDICTS if row[verdict]}
    failed = [f"  {json.dumps(r['id'])}: {json.dumps(r['verdict'])}" for r in results if r["verdict"] not in ("pass", "unsupported")]
    head = {"version": 1, "program": name, "release": version, "date": datetime.date.today().isoformat(), "cases": len(results),
            "levels": sorted({r["level"] for r in results if r["verdict"] != "unsupported"})}
    lines = [f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in head.items()]
    lines.append(' "counts": {\n' + ",\n".join(f"  {json.dumps(form)}: {json.dumps(row)}" for form, row in numbers.items()) + "\n }")
    lines.append(' "not_passed": {' + ("\n" + ",\n".join(failed) + "\n " if failed else "") + "}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


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
    parser.add_argument("--program", required=True, metavar="CMD", help="the program or driver, with its arguments; it is split into words without a shell")
    parser.add_argument("--class", dest="classes", action="append", choices=CLASSES, help="only cases of this class; may be repeated")
    parser.add_argument("--format-of-cases", dest="formats", action="append", help="only cases of this format, such as sgf; may be repeated")
    parser.add_argument("--level", dest="levels", action="append", help="only cases of this level, such as tree; may be repeated")
    parser.add_argument("--only", metavar="PREFIX", help="only cases whose id starts with this")
    parser.add_argument("--format", dest="output", choices=["summary", "tap", "json", "html"], default="summary")
    parser.add_argument("--results", metavar="FILE", help="also write the numbers and the cases not passed to a file")
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
    command = shlex.split(args.program)
    about = describe(command, args.timeout)
    name, version = about["program"], about["version"]
    results = run(cases, command, about, args.timeout, max(1, args.jobs))
    if args.results:
        with open(args.results, "w", encoding="utf-8", newline="\n") as file:
            file.write(saved(name, version, results))
    if args.output == "tap":
        print(tap(results))
    elif args.output == "json":
        total = collections.Counter(result["verdict"] for result in results)
        print(json.dumps({"version": 1, "program": name, "release": version, "totals": total, "results": results}, indent=1))
    elif args.output == "html":
        print(page(f"{name} {version}", results))
    else:
        print(summary(results))
        for result in results:
            if result["verdict"] not in ("pass", "unsupported"):
                print(f"{result['verdict']:<8} {result['class']:<9} {result['id']}: {result['detail']}")
    if all(result["verdict"] == "unsupported" for result in results):
        print(f"no case counted: {name} supports none of the {len(results)} cases", file=sys.stderr)
        return 2
    bad = any(r["verdict"] in ("wrong", "crash", "timeout") or r["verdict"] == "refused" and r["class"] == "must"
              for r in results)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
