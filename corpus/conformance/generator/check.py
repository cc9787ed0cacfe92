"""Cases of checking: whether a file has a fault."""

from .base import DRAFT, FF4, emit


def check(name, data, faulty, why, source, near=None, folder="sgf", kind="must"):
    expect = {"faulty": faulty}
    if near:
        at = data.encode("utf-8").index(near.encode("utf-8"))
        # One character before and after it may be named instead.
        expect["near"] = [max(0, at - 1), at + len(near.encode("utf-8"))]
    choices = [dict(expect, note="reported"), {"refused": True, "note": "the file is refused"}] if faulty else None
    emit(f"{folder}/check/{name}", data, kind, "check", why, source, None if choices else expect, choices)


GOOD = FF4 + ", 2.1 EBNF definition"
for name, data, why, source in (
    ("smallest", "(;FF[4]GM[1])", "A game needs one node, and no move.", GOOD),
    ("game", "(;FF[4]GM[1]SZ[9]KM[6.5]RE[W+R];B[aa];W[bb])", "A root with game information and two moves are valid.", FF4 + ", 2.2.1 Property types"),
    ("variations", "(;FF[4]GM[1]SZ[9];B[aa](;W[bb])(;W[cc]))", "A node can have variations.", FF4 + ", Variations"),
    ("two-games", "(;FF[4]GM[1]SZ[9];B[aa])\n(;FF[4]GM[1]SZ[9];B[bb])", "A collection of two games is valid.", GOOD + ": Collection"),
    ("markup", "(;FF[4]GM[1]SZ[9];B[aa]TR[bb]LB[cc:1])", "A move and markup may be in one node.", FF4 + ", Markup properties"),
    ("pass", "(;FF[4]GM[1]SZ[9];B[];W[])", "A pass is valid.", FF4 + ", Go: Move, Point & Stone type"),
    ("setup", "(;FF[4]GM[1]SZ[9]AB[aa:bb][cc]AW[dd]PL[W])", "A list may have rectangles and points.", FF4 + ", 3.5.1 Compressed point lists"),
    ("escapes", "(;FF[4]GM[1]C[a\\]b\\\\c])", "Escaped brackets are valid.", FF4 + ", 3.2 Text"),
    ("utf-8", "(;FF[4]GM[1]CA[UTF-8]PB[黒])", "The text fits the charset.", FF4 + ", Root properties: CA"),
    ("dates", "(;FF[4]GM[1]DT[1996-12-27,28,1997-01-03,04])", "The example of FF[4] is valid.", FF4 + ", Game info properties: DT"),
    ("void", "(;FF[4]GM[1]RE[Void])", "Void is a valid result.", FF4 + ", Game info properties: RE"),
    ("clock", "(;FF[4]GM[1]SZ[9]TM[600];B[aa]BL[590.5])", "A clock is valid beside a move.", FF4 + ", Timing properties: BL"),
    ("white-space", "( ;\n FF [4]\tGM\n[1] )", "White space between parts is valid.", GOOD),
):
    check(f"valid-{name}", data, False, why, source)
for name, data, near, why, source in (
    ("never-closed", "(;FF[4]GM[1];B[aa]", None, "The game is not closed.", GOOD), ("value-never-closed", "(;FF[4]GM[1]C[abc", None, "The value is not closed.", GOOD),
    ("no-value", "(;FF[4]GM[1];B;W[aa])", ";B;", "A property needs a value.", GOOD),
    ("value-without-identifier", "(;FF[4]GM[1];[aa])", "[aa]", "A value needs a property.", GOOD),
    ("two-comments", "(;FF[4]GM[1]C[a]C[b])", "C[b]", "A property may occur once in a node.", FF4 + ", 2.2 Some remarks about properties"),
    ("two-moves", "(;FF[4]GM[1]SZ[9];B[aa]W[bb])", ";B[aa]W[bb]", "B and W must not be in one node.", FF4 + ", Move properties: B"),
    ("point-outside", "(;FF[4]GM[1]SZ[9];B[jj])", "B[jj]", "The point is not on the board.", FF4 + ", Go: Move, Point & Stone type"),
    ("no-point", "(;FF[4]GM[1]SZ[9];B[a1])", "B[a1]", "The value is not a point.", FF4 + ", Go: Move, Point & Stone type"),
    ("size-no-number", "(;FF[4]GM[1]SZ[big];B[aa])", "SZ[big]", "The size is a number.", FF4 + ", Root properties: SZ"),
    ("size-zero", "(;FF[4]GM[1]SZ[0])", "SZ[0]", "A board has at least one point.", FF4 + ", Root properties: SZ"),
    ("size-53", "(;FF[4]GM[1]SZ[53])", "SZ[53]", "A Go board has at most 52 by 52 points.", FF4 + ", Root properties: SZ"),
    ("setup-and-move", "(;FF[4]GM[1]SZ[9];B[aa]AW[bb])", ";B[aa]AW[bb]", "Setup and moves must not be in one node.", FF4 + ", 2.2.1 Property types: setup"),
    ("two-colours-on-a-point", "(;FF[4]GM[1]SZ[9]AB[aa]AW[aa])", "AB[aa]AW[aa]", "Points of AB and AW must be unique.", FF4 + ", Setup properties: Restrictions"),
    ("komi-no-number", "(;FF[4]GM[1]KM[abc];B[aa])", "KM[abc]", "The komi is a real number.", FF4 + ", Go: Properties: KM"),

    ("pl-no-colour", "(;FF[4]GM[1]SZ[9]PL[X])", "PL[X]", "A colour is B or W.", FF4 + ", 3 Property value types: Color"),
    ("label-without-a-colon", "(;FF[4]GM[1]SZ[9];B[aa]LB[bb])", "LB[bb]", "A label is a point, a colon and a text.", FF4 + ", Markup properties: LB"),
    ("territory-of-both", "(;FF[4]GM[1]SZ[9];B[aa]TB[bb]TW[bb])", "TB[bb]TW[bb]", "Points of TB and TW must be unique.", FF4 + ", Go: Properties"),
    ("double-3", "(;FF[4]GM[1]SZ[9];B[aa]TE[3])", "TE[3]", "A double is 1 or 2.", FF4 + ", 3 Property value types: Double"),
    ("node-after-variations", "(;FF[4]GM[1]SZ[9];B[aa](;W[bb])(;W[cc]);W[dd])", ";W[dd]", "Nodes come before the variations.", GOOD),
    ("junk-between-nodes", "(;FF[4]GM[1]SZ[9];B[aa] hello;W[bb])", "hello", "Text outside of values is not allowed.", GOOD),
    ("not-utf-8", None, None, "A byte is not in the charset.", FF4 + ", Root properties: CA"),
):
    if data is None:
        emit(f"sgf/check/faulty-{name}", b"(;FF[4]GM[1]CA[UTF-8]PB[a\xffb];B[aa])", "should", "check", why, source,
             choices=[{"faulty": True, "note": "reported"}, {"refused": True, "note": "the file is refused"}])
    else:
        check(f"faulty-{name}", data, True, why, source, near, kind="should")
