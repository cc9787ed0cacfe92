"""Cases of conversions, with expectations in the terms of the target."""

import json

from .base import DRAFT, FF4, JGF1, JGF2, SGN, emit

TREE = "decision: the mapping of JGF and SGF"


def to_jgf(name, data, version, members, why, source, kind="should"):
    emit(f"convert/sgf-to-jgf{version}/{name}", data, kind, "convert", why, source, {"members": members}, argument=f"jgf{version}", form="sgf")


def to_sgf(name, document, version, texts, why, source, kind="should", parents=None):
    data = json.dumps(document, indent=1) + "\n"
    expect = {"text": texts}
    if parents:
        expect["parents"] = parents
    emit(f"convert/jgf{version}-to-sgf/{name}", data, kind, "convert", why, source, expect, argument="sgf", form="jgf")


# --- Game information, both ways ---
FIELDS = (
    ("black", "PB", "Lee", "/game/players/0/name", "/players/0/name"), ("rank", "BR", "9p", "/game/players/0/rank", "/players/0/rank"),
    ("team", "BT", "Korea", "/game/players/0/team", "/players/0/team"),
    ("game-name", "GN", "Final", "/game/name", "/game/name"), ("opening", "ON", "Chinese", "/game/opening", "/game/opening"),
    ("event", "EV", "Cup", "/game/event", "/event/name"), ("round", "RO", "3", "/game/round", "/event/round"), ("place", "PC", "Seoul", "/game/location", "/event/location"),
    ("rules", "RU", "Japanese", "/game/rules", "/rules/ruleset"), ("annotator", "AN", "An", "/record/annotator", "/game/annotator"),
    ("user", "US", "Clerk", "/record/transcriber", "/record/transcriber"), ("source", "SO", "Kido", "/record/source", "/source/name"),
    ("copyright", "CP", "2014", "/record/copyright", "/source/copyright"), ("game-comment", "GC", "a\nb", "/game/comment", "/game/description"),
    ("result", "RE", "W+4.5", "/game/result", "/game/result"), ("result-resignation", "RE", "B+R", "/game/result", "/game/result"),
    ("result-draw", "RE", "0", "/game/result", "/game/result"), ("result-unknown", "RE", "?", "/game/result", "/game/result"),
)


def put(document, pointer, value):
    keys = pointer.split("/")[1:]
    for at, key in enumerate(keys[:-1]):
        if key == "0":
            if not document:
                document.append({"color": "black"})
            document = document[0]
        else:
            document = document.setdefault(key, [] if keys[at + 1] == "0" else {})
    document[keys[-1]] = value


def empty(version):
    return {"record": {"version": 1}, "game": {"type": "go"}, "board": {"width": 9, "height": 9}} if version == 1 else {
        "record": {"format": "JGF", "version": 2}, "board": {"size": 9}}


for name, ident, text, first, second in FIELDS:
    for version, pointer, spec in ((1, first, JGF1), (2, second, JGF2)):
        section = pointer.split("/")[1]
        if section == "players" or pointer.startswith("/game/players"):
            section = "game" if version == 1 else "players"
        where = [f"{spec}, {section}", FF4 + f", Game info properties: {ident}"]
        to_jgf(name, f"(;GM[1]FF[4]SZ[9]{ident}[{text}];B[aa])", version, [[pointer, text]], f"{ident} is `{pointer}` in JGF {version}.", where, "must")
        document = empty(version)
        put(document, pointer, text)
        document["tree"] = [{}, {"move": {"B": "aa"} if version == 1 else {"color": "black", "x": 0, "y": 0}}]
        to_sgf(name, document, version, [[0, 0, ident, [text]]], f"`{pointer}` of JGF {version} is {ident}.", where, "must")
NUMBERS = (("komi", "KM", "6.5", 6.5, "/game/komi", "/rules/komi"), ("komi-negative", "KM", "-5.5", -5.5, "/game/komi", "/rules/komi"),
           ("handicap", "HA", "2", 2, "/game/handicap", "/rules/handicap"), ("time", "TM", "3600", 3600, "/game/time/main", "/rules/time"))
for name, ident, text, value, first, second in NUMBERS:
    for version, pointer, spec in ((1, first, JGF1), (2, second, JGF2)):
        where = [f"{spec}, {pointer.split('/')[1]}", FF4 + (", Game info properties: TM" if ident == "TM" else f", Go: Properties: {ident}")]
        to_jgf(name, f"(;GM[1]FF[4]SZ[9]{ident}[{text}];B[aa])", version, [[pointer, value]], f"{ident} is the number `{pointer}` in JGF {version}.", where, "must")
        document = empty(version)
        put(document, pointer, value)
        document["tree"] = [{}]
        to_sgf(name, document, version, [[0, 0, ident, [text]]], f"The number `{pointer}` of JGF {version} is {ident}.", where, "must")
for version, spec, pointer in ((1, JGF1, "/game/dates"), (2, JGF2, "/game/dates")):
    to_jgf("dates", "(;GM[1]FF[4]DT[1996-05-06,07];B[aa])", version, [[pointer, ["1996-05-06", "1996-05-07"]]], "The shortcuts of SGF are written out.",
           [f"{spec}, game", FF4 + ", Game info properties: DT"], "must")
    document = empty(version)
    document["game"] = {"dates": ["1996-12-27", "1996-12-28", "1997-01-03"]}
    document["tree"] = [{}]
    to_sgf("dates", document, version, [[0, 0, "DT", ["1996-12-27,28,1997-01-03"]]], "FF[4] recommends shortcuts.", [f"{spec}, game", FF4 + ", Game info properties: DT"])
    to_jgf("result-void", "(;GM[1]FF[4]RE[Void];B[aa])", version, [["/game/result", ""]], "An empty text is no result or suspended play, as is Void.",
           [f"{spec}, game", FF4 + ", Game info properties: RE"])
    to_jgf("result-long", "(;GM[1]FF[4]RE[B+Resign];B[aa])", version, [["/game/result", "B+R"]], "JGF has one form of each result.", [f"{spec}, game", FF4 + ", Game info properties: RE"])
    to_jgf("result-missing", "(;GM[1]FF[4]KM[6.5];B[aa])", version, [["/game/result", None]], "What SGF does not state, JGF does not state.", f"{spec}, game", "must")
    document = empty(version)
    document["game"] = {"result": ""}
    document["tree"] = [{}]
    to_sgf("result-empty", document, version, [[0, 0, "RE", ["Void"]]], "An empty text is no result or suspended play, as is Void.", [f"{spec}, game", FF4 + ", Game info properties: RE"])
to_jgf("one-date", "(;GM[1]FF[4]DT[2023-06-12];B[aa])", 2, [["/game/date", "2023-06-12"]], "A game on one day has `date`.", JGF2 + ", game", "must")
to_jgf("size", "(;GM[1]FF[4]SZ[13];B[aa])", 1, [["/board/width", 13], ["/board/height", 13]], "Version 1 has width and height.", JGF1 + ", board", "must")
to_jgf("size-rectangle", "(;GM[1]FF[4]SZ[9:13];B[aa])", 1, [["/board/width", 9], ["/board/height", 13]], "The first number of SZ is the width.", JGF1 + ", board", "must")
to_jgf("size-rectangle", "(;GM[1]FF[4]SZ[9:13];B[aa])", 2, [["/board/width", 9], ["/board/height", 13]], "The first number of SZ is the width.", JGF2 + ", board", "must")

# --- Nodes ---
to_jgf("move", "(;GM[1]FF[4]SZ[9];B[ce];W[])", 1, [["/tree/1/move", {"B": "ce"}], ["/tree/2/move", {"W": "pass"}]], "Version 1 writes points as letters, and a pass as a word.", JGF1 + ", tree", "must")
to_jgf("move", "(;GM[1]FF[4]SZ[9];B[ce];W[])", 2, [["/tree/1/move", {"color": "black", "x": 2, "y": 4}], ["/tree/2/move", {"color": "white", "pass": True}]],
       "Version 2 writes columns and rows as numbers, and a pass as a flag.", JGF2 + ", tree", "must")
to_jgf("pass-tt", "(;GM[1]FF[4]SZ[19];B[tt])", 2, [["/tree/1/move", {"color": "black", "pass": True}]], "`tt` is a pass on 19 by 19.", [JGF2 + ", tree", FF4 + ", Go: Move, Point & Stone type"], "must")
to_jgf("variations", "(;GM[1]FF[4]SZ[9];B[aa](;W[bb])(;W[cc]))", 1, [["/tree/2/0/0/move", {"W": "bb"}], ["/tree/2/1/0/move", {"W": "cc"}]], "Variations are arrays in an array.", JGF1 + ", tree", "must")
to_jgf("variations", "(;GM[1]FF[4]SZ[9];B[aa](;W[bb])(;W[cc]))", 2, [["/tree/2/variations/0/0/move", {"color": "white", "x": 1, "y": 1}], ["/tree/2/variations/1/0/move", {"color": "white", "x": 2, "y": 2}]],
       "Variations are in a node of their own.", JGF2 + ", tree", "must")
to_jgf("comment", "(;GM[1]FF[4]SZ[9];B[aa]C[a\\]b])", 1, [["/tree/1/comments", ["a]b"]]], "A comment is an entry of a list, without escapes.", JGF1 + ", tree", "must")
to_jgf("comment", "(;GM[1]FF[4]SZ[9];B[aa]C[one\ntwo])", 2, [["/tree/1/comments", ["one\ntwo"]]], "A comment is an entry of a list, with its line breaks.", JGF2 + ", tree", "must")
to_jgf("name", "(;GM[1]FF[4]SZ[9];B[aa]N[x])", 1, [["/tree/1/name", "x"]], "N is the name of a node.", JGF1 + ", tree", "must")
to_jgf("name", "(;GM[1]FF[4]SZ[9];B[aa]N[x])", 2, [["/tree/1/name", "x"]], "N is the name of a node.", JGF2 + ", tree", "must")
to_jgf("setup", "(;GM[1]FF[4]SZ[9]AB[aa][bb]AW[cc];AE[aa])", 1, [["/tree/0/setup", {"B": ["aa", "bb"], "W": ["cc"]}], ["/tree/1/setup", {"E": ["aa"]}]], "AB, AW and AE are lists of the setup.", JGF1 + ", tree", "must")
to_jgf("setup", "(;GM[1]FF[4]SZ[9]AB[aa]AW[cc])", 2, [["/tree/0/setup", [{"type": "black", "coords": [{"x": 0, "y": 0}]}, {"type": "white", "coords": [{"x": 2, "y": 2}]}]]],
       "AB and AW are groups of the setup.", JGF2 + ", tree", "must")
to_jgf("turn", "(;GM[1]FF[4]SZ[9]AB[aa]PL[W])", 1, [["/tree/0/turn", "W"]], "PL is the turn.", JGF1 + ", tree", "must")
to_jgf("turn", "(;GM[1]FF[4]SZ[9]AB[aa]PL[W])", 2, [["/tree/0/turn", "white"]], "PL is the turn.", JGF2 + ", tree", "must")
for ident, key in (("CR", "circle"), ("TR", "triangle"), ("SQ", "square"), ("MA", "mark"), ("SL", "selected")):
    to_jgf(f"markup-{key}", f"(;GM[1]FF[4]SZ[9];B[aa]{ident}[bb])", 1, [[f"/tree/1/markup/{key}", ["bb"]]], f"{ident} is the mark `{key}`.", [JGF1 + ", tree", FF4 + f", Markup properties: {ident}"])
    to_jgf(f"markup-{key}", f"(;GM[1]FF[4]SZ[9];B[aa]{ident}[bb])", 2, [["/tree/1/markup", [{"type": key, "coords": [{"x": 1, "y": 1}]}]]], f"{ident} is the mark `{key}`.",
           [JGF2 + ", tree", FF4 + f", Markup properties: {ident}"])
to_jgf("label", "(;GM[1]FF[4]SZ[9];B[aa]LB[bb:A][cc:1])", 1, [["/tree/1/markup/label", [["bb", "A"], ["cc", "1"]]]], "A label is a point and its text.", JGF1 + ", tree", "must")
to_jgf("label", "(;GM[1]FF[4]SZ[9];B[aa]LB[bb:A])", 2, [["/tree/1/markup", [{"type": "label", "coords": [{"x": 1, "y": 1, "text": "A"}]}]]], "A label is a point and its text.", JGF2 + ", tree", "must")
to_jgf("territory", "(;GM[1]FF[4]SZ[9];B[aa]TB[bb]TW[cc])", 1, [["/tree/1/score", {"B": ["bb"], "W": ["cc"]}]], "TB and TW are the score.", JGF1 + ", tree", "must")
to_jgf("clock", "(;GM[1]FF[4]SZ[9];B[aa]BL[590.5]OB[3])", 2, [["/tree/1/move/timeLeft", 590.5], ["/tree/1/move/periodsLeft", 3]], "BL and OB are the remaining time and periods of the mover.", JGF2 + ", tree")
to_jgf("charset", "(;GM[1]FF[4]CA[GBK]PB[聂卫平];B[aa])".encode("gbk"), 1, [["/game/players/0/name", "聂卫平"]], "JSON is Unicode, whatever the charset of the SGF file.", [JGF1 + ", game", FF4 + ", Root properties: CA"])
M1, M2 = {"B": "aa"}, {"color": "black", "x": 0, "y": 0}
for version, spec, move in ((1, JGF1, M1), (2, JGF2, M2)):
    def with_tree(*nodes):
        return dict(empty(version), tree=list(nodes))
    to_sgf("move", with_tree({}, {"move": move}), version, [[0, 1, "B", ["aa"]]], "A move is B or W.", f"{spec}, tree", "must", [[None, 0]])
    to_sgf("pass", with_tree({}, {"move": {"W": "pass"} if version == 1 else {"color": "white", "pass": True}}), version, [[0, 1, "W", [""]]], "A pass is an empty value.",
           [f"{spec}, tree", FF4 + ", Go: Move, Point & Stone type"], "must")
    to_sgf("size", with_tree({}), version, [[0, 0, "SZ", ["9"]]], "The size of the board is SZ.", f"{spec}, board", "must")
    to_sgf("comment", with_tree({}, {"move": move, "comments": ["a ] b"]}), version, [[0, 1, "C", ["a ] b"]]], "A comment is C; its brackets are escaped.", f"{spec}, tree", "must")
    to_sgf("name", with_tree({}, {"move": move, "name": "x"}), version, [[0, 1, "N", ["x"]]], "The name of a node is N.", f"{spec}, tree", "must")
    to_sgf("solution-is-no-move", with_tree({}, {"solution": True, "move": move}), version, [[0, 1, "B", ["aa"]]], "A node with the solution keeps its move.", f"{spec}, tree", "must")
    lines = [[{"move": move}], [{"move": {"B": "bb"} if version == 1 else {"color": "black", "x": 1, "y": 1}}]]
    to_sgf("variations", with_tree({}, lines if version == 1 else {"variations": lines}), version, [[0, 1, "B", ["aa"]], [0, 2, "B", ["bb"]]], "Variations follow the node before them.",
           f"{spec}, tree", "must", [[None, 0, 0]])
    setup = {"setup": {"B": ["aa"], "W": ["bb"]} if version == 1 else [{"type": "black", "coords": [{"x": 0, "y": 0}]}, {"type": "white", "coords": [{"x": 1, "y": 1}]}]}
    to_sgf("setup", with_tree(setup), version, [[0, 0, "AB", ["aa"]], [0, 0, "AW", ["bb"]]], "A setup is AB and AW.", f"{spec}, tree", "must")
    to_sgf("turn", with_tree(dict(setup, turn="W" if version == 1 else "white")), version, [[0, 0, "PL", ["W"]]], "The turn is PL.", f"{spec}, tree", "must")
    marks = {"triangle": ["cc"]} if version == 1 else [{"type": "triangle", "coords": [{"x": 2, "y": 2}]}]
    to_sgf("markup", with_tree({}, {"move": move, "markup": marks}), version, [[0, 1, "TR", ["cc"]]], "Marks are properties of SGF.", f"{spec}, tree", "must")
    label = {"label": [["cc", "A:B"]]} if version == 1 else [{"type": "label", "coords": [{"x": 2, "y": 2, "text": "A:B"}]}]
    to_sgf("label", with_tree({}, {"move": move, "markup": label}), version, [[0, 1, "LB", ["cc:A:B"]]], "A label is LB; a colon in its text may be escaped.", f"{spec}, tree")
    score = {"B": ["cc"], "W": ["dd"]} if version == 1 else [{"color": "black", "coords": [{"x": 2, "y": 2}]}, {"color": "white", "coords": [{"x": 3, "y": 3}]}]
    to_sgf("territory", with_tree({}, {"score": score}), version, [[0, 1, "TB", ["cc"]], [0, 1, "TW", ["dd"]]], "The score is TB and TW.", f"{spec}, tree", "must")

# --- SGN ---
for name, data, text, why in (
    ("empty", "(;GM[1]FF[4]SZ[5])", "////-B", "An empty row has no number, and Black moves first."),
    ("one-stone", "(;GM[1]FF[4]SZ[5];B[cc])", "//2b2//-W", "After a move of Black, White moves."),
    ("two-stones", "(;GM[1]FF[4]SZ[5];B[aa];W[ee])", "b4////4w-B", "After a move of White, Black moves."),
    ("run", "(;GM[1]FF[4]SZ[5]AB[aa:ca])", "B32////-B", "Stones of one colour in a row are a run."),
    ("full-row", "(;GM[1]FF[4]SZ[5]AW[ac:ec])", "//W5//-B", "A run can fill its row."),
    ("both-colours", "(;GM[1]FF[4]SZ[5]AB[aa][ca]AW[ba])", "bwb2////-B", "Single stones are small letters."),
    ("side-to-move", "(;GM[1]FF[4]SZ[5]AB[cc]PL[W])", "//2b2//-W", "PL states the side to move."),
    ("capture", "(;GM[1]FF[4]SZ[5]AB[ba]AW[aa];B[ab])", "1b3/b4///-W", "The position is the one after captures."),
    ("ko", "(;GM[1]FF[4]SZ[5]AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb])", "1bw2/bKbw1/1bw2//-W", "K marks the point that must not be retaken."),
    ("end-of-the-main-line", "(;GM[1]FF[4]SZ[5];B[aa](;W[bb])(;W[cc]))", "b4/1w3///-B", "The position is that at the end of the main line."),
):
    emit(f"convert/sgf-to-sgn/{name}", data, "must", "convert", why, SGN + ", Syntax", {"output": text}, argument="sgn", form="sgf")
for name, text, texts, why in (
    ("stones", "b4////4w-B", [[0, 0, "AB", ["aa"]], [0, 0, "AW", ["ee"]], [0, 0, "SZ", ["5"]]], "Stones are AB and AW of the root."),
    ("side-to-move", "//2b2//-W", [[0, 0, "PL", ["W"]]], "The side to move is PL."),
):
    emit(f"convert/sgn-to-sgf/{name}", text, "should", "convert", why, [SGN + ", Syntax", FF4 + ", Setup properties: AB"], {"text": texts}, argument="sgf", form="sgn")
