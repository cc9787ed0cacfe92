"""Cases of JGF 1 and 2."""

import json

from .base import JGF1, JGF2, emit, or_refused


def write(name, document, level, expect, why, source, kind="must", choices=None):
    data = document if isinstance(document, (str, bytes)) else json.dumps(document, ensure_ascii=False, indent=1) + "\n"
    if kind == "recovery" and not choices:
        choices = or_refused(expect)
    emit("jgf/" + name, data, kind, level, why, source, None if choices else expect, choices)


def one(tree, **members):
    return dict({"record": {"version": 1}, "game": {"type": "go"}, "board": {"width": 9, "height": 9}}, **members, tree=tree)


def two(tree, **members):
    return dict({"record": {"format": "JGF", "version": 2}, "board": {"size": 9}}, **members, tree=tree)


def letters(col, row):
    every = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return every[col] + every[row]


def play1(color, *point):
    return {"move": {color: letters(*point) if point else "pass"}}


def play2(color, *point):
    name = {"B": "black", "W": "white"}[color]
    return {"move": {"color": name, "x": point[0], "y": point[1]} if point else {"color": name, "pass": True}}


def both(name, make, line, why, kind="must", size=(9, 9), level="moves", expect=None, source="tree"):
    """The same record in both versions. `make` takes the functions of one version."""
    for version, record, play, spec in ((1, one, play1, JGF1), (2, two, play2, JGF2)):
        want = expect if expect is not None else {"size": list(size), "moves": line}
        write(f"{name}-v{version}", make(record, play, version), level, want, why, f"{spec}, {source}", kind)


ROOT = {}
both("moves/two", lambda r, p, v: r([ROOT, p("B", 2, 2), p("W", 6, 6)]), [["B", 2, 2], ["W", 6, 6]], "Each element after the first is a node.")
both("moves/none", lambda r, p, v: r([ROOT]), [], "A record may have no moves.")
both("moves/pass", lambda r, p, v: r([ROOT, p("B", 0, 0), p("W"), p("B", 1, 1)]), [["B", 0, 0], ["W"], ["B", 1, 1]], "A pass is a move.")
both("moves/two-passes", lambda r, p, v: r([ROOT, p("B"), p("W")]), [["B"], ["W"]], "A record keeps every pass.")
both("moves/white-first", lambda r, p, v: r([ROOT, p("W", 4, 4), p("B", 2, 2)]), [["W", 4, 4], ["B", 2, 2]], "The move names its colour.")
both("moves/same-colour-twice", lambda r, p, v: r([ROOT, p("B", 4, 4), p("B", 2, 2)]), [["B", 4, 4], ["B", 2, 2]], "The move names its colour; players need not alternate.")
both("moves/on-a-stone", lambda r, p, v: r([ROOT, p("B", 4, 4), p("W", 4, 4)]), [["B", 4, 4], ["W", 4, 4]], "A record may have illegal moves; the example of version 2 has some.",
     "should")
both("moves/column-before-row", lambda r, p, v: r([ROOT, p("B", 2, 7)]), [["B", 2, 7]], "The first coordinate is the column from the left, the second the row from the top.")
both("moves/corners", lambda r, p, v: r([ROOT, p("B", 0, 0), p("W", 8, 0), p("B", 0, 8), p("W", 8, 8)]), [["B", 0, 0], ["W", 8, 0], ["B", 0, 8], ["W", 8, 8]],
     "Coordinates count from the upper left corner.")
both("moves/root-with-comments", lambda r, p, v: r([{"comments": ["start"]}, p("B", 4, 4)]), [["B", 4, 4]], "The first node has no move.")
both("moves/node-without-a-move", lambda r, p, v: r([ROOT, p("B", 4, 4), {"comments": ["think"]}, p("W", 2, 2)]), [["B", 4, 4], ["W", 2, 2]], "A node without a move is not a pass.")
both("moves/with-annotations", lambda r, p, v: r([ROOT, dict(p("B", 4, 4), name="n", comments=["a", "b"], markup={} if v == 1 else [])]), [["B", 4, 4]],
     "A move node may have other annotations.")
both("moves/unknown-members", lambda r, p, v: r([dict(ROOT, foo=1), dict(p("B", 4, 4), bar={"baz": [1]})]), [["B", 4, 4]], "Members that a reader does not know do not matter.", "should")
both("moves/empty-tree", lambda r, p, v: r([]), [], "A tree may be empty.", "should")


def vary(v, *lines):
    return [list(line) for line in lines] if v == 1 else {"variations": [list(line) for line in lines]}


both("variations/two", lambda r, p, v: r([ROOT, p("B", 4, 4), vary(v, [p("W", 2, 2), p("B", 6, 6)], [p("W", 6, 2)])]),
     [["B", 4, 4], ["W", 2, 2], ["B", 6, 6]], "The first variation is the main line.", "should")
both("variations/one", lambda r, p, v: r([ROOT, p("B", 4, 4), vary(v, [p("W", 2, 2)])]), [["B", 4, 4], ["W", 2, 2]], "A single variation continues the line.", "should")
both("variations/nested", lambda r, p, v: r([ROOT, p("B", 4, 4), vary(v, [p("W", 2, 2), vary(v, [p("B", 0, 0)], [p("B", 1, 1)])], [p("W", 6, 2)])]),
     [["B", 4, 4], ["W", 2, 2], ["B", 0, 0]], "Nodes of a variation follow the same rules, so variations nest.")
both("variations/of-the-first-move", lambda r, p, v: r([ROOT, vary(v, [p("B", 2, 2)], [p("B", 4, 4)])]), [["B", 2, 2]], "The first move may have variations.")
both("variations/three", lambda r, p, v: r([ROOT, vary(v, [p("B", 7, 7)], [p("B", 4, 4)], [p("B", 0, 0)])]), [["B", 7, 7]], "Variations keep their order.", "should")
both("variations/none", lambda r, p, v: r([ROOT, p("B", 4, 4), vary(v)]), [["B", 4, 4]], "An empty list of variations adds nothing.", "recovery")
both("variations/then-a-node", lambda r, p, v: r([ROOT, vary(v, [p("B", 2, 2)], [p("B", 4, 4)]), p("B", 6, 6)]), [["B", 2, 2]],
     "Nodes after variations are one more variation; neither specification says that they are allowed.", "recovery")

# --- Setup ---
EMPTY9 = ["." * 9] * 9


def rows(**points):
    grid = [["."] * 9 for _ in range(9)]
    for char, list_of in points.items():
        for col, row in list_of:
            grid[row][col] = char
    return ["".join(row) for row in grid]


def setup(v, black=(), white=(), clear=()):
    if v == 1:
        return {"setup": {key: [letters(*p) for p in list_of] for key, list_of in (("B", black), ("W", white), ("E", clear)) if list_of}}
    return {"setup": [{"type": key, "coords": [{"x": x, "y": y} for x, y in list_of]}
                      for key, list_of in (("black", black), ("white", white), ("clear", clear)) if list_of]}


def board(name, make, grid, why, kind="must", **more):
    both("setup/" + name, make, None, why, kind, level="position", expect=dict({"size": [9, 9], "board": grid}, **more))


board("black", lambda r, p, v: r([setup(v, black=[(2, 2), (6, 3)])]), rows(X=[(2, 2), (6, 3)]), "Setup puts black stones on the board.")
board("white", lambda r, p, v: r([setup(v, white=[(2, 2)])]), rows(O=[(2, 2)]), "Setup puts white stones on the board.")
board("both", lambda r, p, v: r([setup(v, [(0, 0)], [(8, 8)])]), rows(X=[(0, 0)], O=[(8, 8)]), "Setup has a list for each colour.")
board("in-the-second-node", lambda r, p, v: r([ROOT, setup(v, [(0, 0)])]), rows(X=[(0, 0)]), "Any node may have a setup.")
board("clear", lambda r, p, v: r([setup(v, [(0, 0), (1, 1)]), setup(v, clear=[(0, 0)])]), rows(X=[(1, 1)]), "Setup removes stones.")
board("after-moves", lambda r, p, v: r([ROOT, p("B", 4, 4), setup(v, white=[(3, 3)]), p("W", 2, 2)]), rows(X=[(4, 4)], O=[(3, 3), (2, 2)]), "Setup may follow moves.")
board("over-a-stone", lambda r, p, v: r([setup(v, [(0, 0)]), setup(v, white=[(0, 0)])]), rows(O=[(0, 0)]), "Setup replaces a stone, as in the example of version 1.", "should")
board("clear-an-empty-point", lambda r, p, v: r([setup(v, [(1, 1)], clear=[(5, 5)])]), rows(X=[(1, 1)]), "Clearing an empty point changes nothing, as in the example.", "should")
board("turn", lambda r, p, v: r([dict(setup(v, [(0, 0)]), turn="W" if v == 1 else "white")]), rows(X=[(0, 0)]), "The turn can be stated.", to_play="W")
board("turn-black", lambda r, p, v: r([dict(setup(v, [(0, 0)]), turn="B" if v == 1 else "black")]), rows(X=[(0, 0)]), "The turn can be stated.", to_play="B")
board("capture", lambda r, p, v: r([setup(v, [(1, 0)], [(0, 0)]), p("B", 0, 1)]), rows(X=[(1, 0), (0, 1)]), "Moves capture.")
board("no-capture-by-setup", lambda r, p, v: r([setup(v, [(1, 0), (0, 1)], [(0, 0)])]), rows(X=[(1, 0), (0, 1)], O=[(0, 0)]), "Setup does not capture.", "should")

# --- Board ---
for version, spec in ((1, JGF1), (2, JGF2)):
    record, play = (one, play1) if version == 1 else (two, play2)
    for cols, height in ((19, 19), (13, 13), (9, 13), (13, 9), (5, 5), (1, 3), (26, 26)):
        write(f"board/{cols}-by-{height}-v{version}", record([ROOT, play("B", cols - 1, height - 1)], board={"width": cols, "height": height}), "moves",
              {"size": [cols, height], "moves": [["B", cols - 1, height - 1]]}, "Width and height are separate.", f"{spec}, board")
    write(f"board/missing-v{version}", dict(record([ROOT, play("B", 18, 18)]), board={}), "moves", {"size": [19, 19], "moves": [["B", 18, 18]]},
          "Without a size, a Go board is 19 by 19; neither specification says so.", f"{spec}, board", "should")
for size in (7, 9, 19, 21):
    write(f"board/size-{size}", two([ROOT, play2("B", size - 1, 0)], board={"size": size}), "moves", {"size": [size, size], "moves": [["B", size - 1, 0]]},
          "A square board may have one number.", f"{JGF2}, board")
write("board/cut-off", two([ROOT, play2("B", 8, 8)], board={"size": 9, "cutOffTop": 5, "cutOffLeft": 4}), "moves", {"size": [9, 9], "moves": [["B", 8, 8]]},
      "Cutting off rows is for display, and does not change coordinates.", f"{JGF2}, board", "should")
write("board/size-and-width", two([ROOT], board={"size": 19, "width": 13, "height": 13}), "moves", {"size": [13, 13], "moves": []},
      "Width and height are more specific than the size.", "decision: JGF R7", "choice",
      [{"size": [13, 13], "moves": [], "note": "width and height"}, {"size": [19, 19], "moves": [], "note": "size"}])

# --- Information ---
INFO1 = {"game": {"type": "go", "name": "Final", "players": [{"color": "black", "name": "Lee", "rank": "9p", "team": "Korea"}, {"color": "white", "name": "Sato", "rank": "3d"}],
                  "komi": 6.5, "handicap": 2, "result": "W+4.5", "rules": "Japanese", "time": {"type": "Byo-yomi", "main": 7200, "overtime": 60},
                  "dates": ["2011-04-22", "2011-04-23"], "location": "Seoul", "event": "Cup", "round": "3", "opening": "Chinese"},
         "record": {"version": 1, "annotator": "An", "source": "Magazine", "copyright": "2014", "transcriber": "Clerk"}}
INFO2 = {"record": {"format": "JGF", "version": 2, "transcriber": "Clerk"}, "source": {"name": "Magazine", "copyright": "2014"},
         "game": {"type": "go", "name": "Final", "result": "W+4.5", "dates": ["2011-04-22", "2011-04-23"], "opening": "Chinese", "annotator": "An"},
         "players": [{"color": "black", "name": "Lee", "rank": "9p", "team": "Korea"}, {"color": "white", "name": "Sato", "rank": "3d"}],
         "event": {"name": "Cup", "location": "Seoul", "round": "3"}, "rules": {"ruleset": "Japanese", "komi": 6.5, "handicap": 2, "time": 7200, "overtime": "3x20 byo-yomi"}}
EXPECTED = {"black": ("Lee", "players"), "white": ("Sato", "players"), "black_rank": ("9p", "players"), "white_rank": ("3d", "players"), "black_team": ("Korea", "players"),
            "white_team": (None, "players"), "name": ("Final", "game"), "event": ("Cup", "event"), "round": ("3", "event"), "place": ("Seoul", "event"),
            "rules": ("Japanese", "rules"), "komi": (6.5, "rules"), "handicap": (2, "rules"), "result": ("W+4.5", "game"), "time": (7200, "rules"),
            "dates": (["2011-04-22", "2011-04-23"], "game"), "source": ("Magazine", "source"), "copyright": ("2014", "source"), "annotator": ("An", "game"),
            "user": ("Clerk", "record"), "opening": ("Chinese", "game")}
for member, (value, section) in EXPECTED.items():
    shown = member.replace("_", "-")
    first = "record" if member in ("annotator", "source", "copyright", "user") else "game"
    write(f"info/{shown}-v1", dict(one([ROOT]), **INFO1), "info", {"info": {member: value}}, f"The {shown.replace('-', ' ')} of a game.", f"{JGF1}, {first}")
    write(f"info/{shown}-v2", dict(two([ROOT]), **INFO2), "info", {"info": {member: value}}, f"The {shown.replace('-', ' ')} of a game.", f"{JGF2}, {section}")
for name, text, result, meaning in (("points", "B+0.5", "B+0.5", "Black wins by half a point"), ("resignation", "B+R", "B+R", "White resigned"), ("time", "W+T", "W+T", "Black ran out of time"),
                                    ("forfeit", "B+F", "B+F", "White forfeited the game"), ("draw", "0", "0", "the game is a draw"), ("unknown", "?", "?", "the result is unknown")):
    for version, spec, record in ((1, JGF1, one), (2, JGF2, two)):
        write(f"info/result-{name}-v{version}", record([ROOT], game={"result": text}), "info", {"info": {"result": result}}, f"The result {text} means that {meaning}.", f"{spec}, game")
for version, spec, record in ((1, JGF1, one), (2, JGF2, two)):
    write(f"info/result-empty-v{version}", record([ROOT], game={"result": ""}), "info", {"info": {"result": "Void"}}, "An empty result is a game without a result, or suspended play.",
          f"{spec}, game", "should")
    write(f"info/result-missing-v{version}", record([ROOT], game={"name": "x"}), "info", {"info": {"result": None}}, "A missing result is not an empty one.", f"{spec}, game")
    for name, komi, value in (("negative", -5.5, -5.5), ("zero", 0, 0), ("whole", 7, 7), ("text", "6.5", 6.5)):
        game = {"game": {"komi": komi}} if version == 1 else {"rules": {"komi": komi}}
        write(f"info/komi-{name}-v{version}", record([ROOT], **game), "info", {"info": {"komi": value}},
              "Programs write numbers as text." if name == "text" else "The komi can be any number.", "real program: ngGo" if name == "text" else f"{spec}, {'game' if version == 1 else 'rules'}",
              "recovery" if name == "text" else "must")
    for name, dates in (("year", ["2011"]), ("month", ["2011-04"]), ("three", ["2011-04-22", "2011-04-23", "2012-01-01"])):
        write(f"info/dates-{name}-v{version}", record([ROOT], game={"dates": dates}), "info", {"info": {"dates": dates}}, "Month and day can be omitted if they are not known.",
              f"{spec}, game", "must" if version == 1 or name == "three" else "should")
    write(f"info/no-players-v{version}", record([ROOT]), "info", {"info": {"black": None, "white": None}}, "A record without players states no names.", f"{spec}, {'game' if version == 1 else 'players'}")
    write(f"info/unicode-v{version}", record([ROOT], **({"game": {"name": "決勝 😀"}})), "info", {"info": {"name": "決勝 😀"}}, "JSON is Unicode.", f"{spec}, record")
    write(f"info/escaped-unicode-v{version}", json.dumps(record([ROOT], game={"name": "決勝 😀"})), "info", {"info": {"name": "決勝 😀"}}, "JSON may escape any character, also beyond the BMP.",
          "RFC 8259, 7 Strings")
write("info/one-date", two([ROOT], game={"date": "2023-06-12"}), "info", {"info": {"dates": ["2023-06-12"]}}, "A game on one day has `date`.", f"{JGF2}, game")
write("info/white-before-black", two([ROOT], players=[{"color": "white", "name": "W"}, {"color": "black", "name": "B"}]), "info", {"info": {"black": "B", "white": "W"}},
      "The colour of a player is stated, and not the order.", f"{JGF2}, players")

# --- Dialects and faults ---
for name, value in (("empty-string", {"W": ""}), ("upper-case", {"W": "PASS"}), ("null", {"W": None})):
    write(f"dialect/pass-{name}", one([ROOT, play1("B", 0, 0), {"move": value}]), "moves", {"size": [9, 9], "moves": [["B", 0, 0], ["W"]]},
          "A pass is \"pass\" or an empty string.", f"{JGF1}, tree" if name == "empty-string" else "real program: ngGo", "must" if name == "empty-string" else "recovery")
write("dialect/numbers-for-points", one([ROOT, {"move": {"B": [4, 2]}}]), "moves", {"size": [9, 9], "moves": [["B", 4, 2]]}, "ngGo 1.0 and later write columns and rows as numbers.",
      "real program: ngGo", "recovery")
write("dialect/letters-beyond-z", one([ROOT, {"move": {"B": "AZ"}}], board={"width": 52, "height": 52}), "moves", {"size": [52, 52], "moves": [["B", 26, 51]]},
      "Capital letters follow z, as in SGF.", "decision: JGF A3", "should")
write("dialect/players-in-an-object", two([ROOT], players={"black": {"name": "B"}, "white": {"name": "W"}}), "info", {"info": {"black": "B", "white": "W"}},
      "Seki writes players in an object with their colours as keys.", "real program: Seki", "recovery")
write("dialect/semantic-version", dict(two([ROOT, play2("B", 1, 1)]), record={"format": "JGF", "version": "2.0.0"}), "moves", {"size": [9, 9], "moves": [["B", 1, 1]]},
      "Seki writes the version \"2.0.0\".", "real program: Seki", "recovery")
write("dialect/coordinates-as-text", two([ROOT, {"move": {"color": "black", "x": "3", "y": "4"}}]), "moves", {"size": [9, 9], "moves": [["B", 3, 4]]}, "Programs write numbers as text.",
      "real program: ngGo", "recovery")
write("dialect/capital-colours", two([ROOT, {"move": {"color": "Black", "x": 3, "y": 4}}]), "moves", {"size": [9, 9], "moves": [["B", 3, 4]]}, "Colours are lower case; another case has one meaning.",
      f"{JGF2}, players", "recovery")
write("dialect/version-1-nodes-under-a-version-2-header", two([ROOT, play1("B", 3, 4)]), "moves", {"size": [9, 9], "moves": [["B", 3, 4]]}, "The form of each node shows its version.",
      "decision: JGF A2", "recovery")
write("dialect/root-move", one([play1("B", 4, 4), play1("W", 2, 2)]), "moves", {"size": [9, 9], "moves": [["B", 4, 4], ["W", 2, 2]]}, "The root must not have a move; it is still a move.",
      f"{JGF1}, tree", "recovery")
for name, text in (("comments", '{"tree": [{}, /* one */ {"move": {"B": "aa"}}] // two\n}'), ("trailing-commas", '{"tree": [{}, {"move": {"B": "aa",},},],}'),
                   ("unquoted-keys", '{tree: [{}, {move: {B: "aa"}}]}'), ("assignment", 'JGF = {"tree": [{}, {"move": {"B": "aa"}}]};'),
                   ("single-quotes", "{'tree': [{}, {'move': {'B': 'aa'}}]}"), ("markdown", '# JGF\n\n```json\n{"tree": [{}, {"move": {"B": "aa"}}]}\n```\n')):
    write(f"syntax/{name}", text, "moves", {"size": [19, 19], "moves": [["B", 0, 0]]}, "The specifications write their examples like this, although it is not JSON.", f"{JGF1}, tree", "recovery")
for name, text in (("never-closed", '{"tree": [{}, {"move": {"B": "aa"}}'), ("missing-comma", '{"tree": [{} {"move": {"B": "aa"}}]}'), ("utf-16", '\ufeff{"tree": [{}, {"move": {"B": "aa"}}]}'.encode("utf-16-le")),
                   ("byte-order-mark", '\ufeff{"tree": [{}, {"move": {"B": "aa"}}]}')):
    write(f"syntax/{name}", text, "moves", {"size": [19, 19], "moves": [["B", 0, 0]]}, "The file is damaged, and its meaning is clear.", "real program: editors and interrupted downloads", "recovery")
for name, text in (("empty", ""), ("number", "5"), ("other-json", '{"graph": {"nodes": []}}'), ("prose", "hello")):
    write(f"syntax/no-record-{name}", text, "moves", None, "There is no record in this file.", "RFC 8259, 2 JSON Grammar", "choice",
          [{"refused": True, "note": "refused"}, {"moves": [], "note": "a record without moves"}])
