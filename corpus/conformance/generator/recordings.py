"""Cases of RGF: the state of a recording at a time."""

import io
import tarfile

from .base import RGF, RGF2, emit, or_refused, sgf

NEW = RGF + ", New RGF properties"


def state(name, data, steps, why, source=NEW, kind="must", form=None):
    """A case for each (time, tree), or (time, tree, node of the viewer)."""
    for number, step in enumerate(steps, 1):
        expect = dict(sgf(step[1]))
        if len(step) > 2:
            expect["node"] = step[2]
        ident = f"rgf/{name}" + (f"-{number}" if len(steps) > 1 else "")
        choices = or_refused(expect) if kind == "recovery" else None
        emit(ident, data, kind, "state", why, source, None if choices else expect, choices, step[0], form)


MOVES = "(;TS[0]B[pd]TS[0];TS[3.1]W[dd]TS[3.1];TS[6]B[pq]TS[6])"
state("time/before-the-first-event", "(;TS[2]B[pd]TS[2])", [("1.9", "")], "A node with a time does not exist before it.")
state("time/each-move", MOVES, [("0", "(;B[pd])"), ("3", "(;B[pd])"), ("3.1", "(;B[pd];W[dd])"), ("5.999", "(;B[pd];W[dd])"), ("6", "(;B[pd];W[dd];B[pq])"),
                                ("1000", "(;B[pd];W[dd];B[pq])")], "The state at a time includes what happens at that time.")
state("time/initial", MOVES, [("initial", "")], "The initial state has no node with a time.")
state("time/zero-and-initial", "(;AB[pd](;TS[0]W[dd]TS[0]))", [("initial", "(;AB[pd])"), ("0", "(;AB[pd];W[dd])")],
      "What has no time exists before time 0.")
state("time/move-later-than-its-node", "(;TS[0]B[aa]TS[1];TS[2]W[bb]TS[9])", [("0", "(;)"), ("1", "(;B[aa])"), ("2", "(;B[aa];)"), ("8.9", "(;B[aa];)"), ("9", "(;B[aa];W[bb])")],
      "A node and its move can have different times.")
state("time/decimals", "(;TS[0.1]B[aa]TS[0.1];TS[0.25]W[bb]TS[0.25])", [("0.2", "(;B[aa])"), ("0.25", "(;B[aa];W[bb])")], "Times are decimal numbers of seconds.")
state("time/nanoseconds", "(;TS[1]B[aa]TS[1];TS[1.000000001]W[bb]TS[1.000000001])", [("1", "(;B[aa])"), ("1.000000001", "(;B[aa];W[bb])")],
      "Times that differ in the ninth decimal differ.", kind="should")
state("time/zeros-at-the-end", "(;TS[1.50]B[aa]TS[1.500])", [("1.5", "(;B[aa])")], "Zeros at the end do not change a time.")
state("time/exponent", "(;TS[1e1]B[aa]TS[1E1])", [("9", ""), ("10", "(;B[aa])")], "A double may have an exponent.", kind="should")
state("time/negative", "(;TS[-1]B[aa]TS[-1];TS[2]W[bb]TS[2])", [("0", "(;B[aa])")], "A negative time is before 0, and after the initial state.", kind="recovery")
state("time/no-recording-changes-after-the-end", "(;TS[0]B[aa]TS[0]C[end]TS[5])", [("5", "(;B[aa]C[end])"), ("60", "(;B[aa]C[end])")], "After the last event nothing changes.")

state("order/variations-out-of-time-order", "(;TS[0](;TS[5]B[aa]TS[5])(;TS[3]B[bb]TS[3]))", [("4", "(;;B[bb])"), ("5", "(;(;B[aa])(;B[bb]))")],
      "Siblings keep the order of the file, whenever they appear.", kind="should")
state("order/the-other-variation-first", "(;TS[0]B[aa]TS[0](;TS[9]W[bb]TS[9])(;TS[4]W[cc]TS[4];TS[5]B[dd]TS[5]))",
      [("4", "(;B[aa];W[cc])"), ("5", "(;B[aa];W[cc];B[dd])"), ("9", "(;B[aa](;W[bb])(;W[cc];B[dd]))")], "The order in the file is not the order in time.", kind="should")
state("order/several-properties-at-one-time", "(;TS[0]B[aa]TS[0]C[x]TS[0]N[y]TS[0])", [("0", "(;B[aa]C[x]N[y])")], "Within a node, times can be equal.")
state("order/unsorted-properties", "(;TS[0]C[b]TS[5]C[a]TS[3])", [("3", "(;C[a])"), ("5", "(;C[ab])")], "Properties must be sorted by time; a reader may sort them.", kind="recovery")
state("order/two-nodes-at-one-time", "(;TS[0]B[aa]TS[0];TS[0]W[bb]TS[0])", [("0", "(;B[aa];W[bb])")], "Two nodes must not have one time; the order of the file decides.", kind="recovery")
state("order/two-trees", "(;TS[0]B[aa]TS[0])(;TS[1]B[bb]TS[1])", [("0", "(;B[aa])"), ("1", "(;B[aa])(;B[bb])")],
      "Each tree of a file is a variation after the game stream node.", RGF + ", Example")
state("order/three-trees", "(;TS[0]B[aa]TS[0])(;TS[2]B[bb]TS[2])(;TS[1]B[cc]TS[1])", [("1", "(;B[aa])(;B[cc])"), ("2", "(;B[aa])(;B[bb])(;B[cc])")],
      "Each tree of a file is a variation after the game stream node.", RGF + ", Example")
state("order/child-older-than-its-parent", "(;TS[5]B[aa]TS[5];TS[1]W[bb]TS[1])", [("1", ""), ("5", "(;B[aa];W[bb])")], "A node cannot exist before its parent.", kind="recovery")
state("order/property-older-than-its-node", "(;TS[5]B[aa]TS[1])", [("1", ""), ("5", "(;B[aa])")], "A property cannot exist before its node.", kind="recovery")

state("initial/whole-node", "(;AB[pd][dp]PL[W])", [("initial", "(;AB[pd][dp]PL[W])"), ("0", "(;AB[pd][dp]PL[W])")], "Without times, everything is initial.")
state("initial/tree", "(;B[aa](;W[bb])(;W[cc]))", [("initial", "(;B[aa](;W[bb])(;W[cc]))")], "Without times, everything is initial.")
state("initial/property-then-timed-property", "(;C[a]B[aa]N[x]TS[2])", [("initial", "(;C[a]B[aa])"), ("2", "(;C[a]B[aa]N[x])")], "Only a property that is followed by TS has a time.")
state("initial/node-with-timed-move", "(;B[pd]TS[0.2])", [("initial", "(;)"), ("0.1", "(;)"), ("0.2", "(;B[pd])")], "A node without TS is initial, even if its move has a time.")
state("initial/variation", "(;B[aa](;W[bb])(;TS[4]W[cc]TS[4]))", [("initial", "(;B[aa];W[bb])"), ("4", "(;B[aa](;W[bb])(;W[cc]))")], "Initial nodes and nodes with times mix.")
state("initial/untimed-child-of-timed-node", "(;TS[1]B[aa]TS[1];W[bb]TS[2])", [("0", ""), ("1", "(;B[aa];)"), ("2", "(;B[aa];W[bb])")],
      "A node without a time below a node with one appears with it.", kind="recovery")
state("initial/untimed-property-of-timed-node", "(;TS[1]B[aa]C[x])", [("0", ""), ("1", "(;B[aa]C[x])")], "A property without a time in a node with one appears with it.", kind="recovery")

state("value/comments-are-joined", "(;TS[0]C[one]TS[3]C[, two]TS[4])", [("3", "(;C[one])"), ("4", "(;C[one, two])")], "A new comment is added to the old one.")
state("value/comments-are-joined-without-a-blank", "(;C[a]C[b]TS[1]C[c]TS[2])", [("initial", "(;C[a])"), ("1", "(;C[ab])"), ("2", "(;C[abc])")],
      "Nothing is inserted between comments: the example writes the blank itself.", [NEW, RGF + ", Example"])
state("value/lists-grow", "(;TS[0]AB[aa]TS[1]AB[bb]TS[2]AB[cc][dd]TS[3])", [("1", "(;AB[aa])"), ("2", "(;AB[aa][bb])"), ("3", "(;AB[aa][bb][cc][dd])")], "New arguments of a list are added to it.")
for ident in ("AW", "TR", "CR", "SQ", "MA", "SL", "TB", "TW"):
    state(f"value/list-{ident.lower()}-grows", f"(;TS[0]{ident}[aa]TS[1]{ident}[bb]TS[2])", [("2", f"(;{ident}[aa][bb])")], f"{ident} is a list, so new arguments are added.")
for ident, old, new in (("N", "one", "two"), ("PL", "B", "W"), ("V", "1", "-2"), ("GB", "1", "2"), ("HO", "1", "2"), ("MN", "5", "6"), ("BL", "60", "59.5")):
    state(f"value/{ident.lower()}-is-replaced", f"(;TS[0]{ident}[{old}]TS[1]{ident}[{new}]TS[2])", [("1", f"(;{ident}[{old}])"), ("2", f"(;{ident}[{new}])")],
          f"{ident} has one argument, so a later one replaces it.")
state("value/move-is-replaced", "(;TS[0]B[aa]TS[1]B[bb]TS[2])", [("1", "(;B[aa])"), ("2", "(;B[bb])")], "A move has one argument, so a later one replaces it.")
state("value/label-of-another-point", "(;TS[0]LB[aa:1]TS[1]LB[bb:2]TS[2])", [("2", "(;LB[aa:1][bb:2])")], "Labels are a list.")
state("value/label-of-the-same-point", "(;TS[0]LB[aa:1]TS[1]LB[aa:2]TS[2])", [("2", "(;LB[aa:2])")], "A point has one label; the later one replaces it, so that the file stays valid.", kind="should")
state("value/same-point-twice", "(;TS[0]AB[aa]TS[1]AB[aa][bb]TS[2])", [("2", "(;AB[aa][bb])")], "A value that is already in a list is not added again, so that the file stays valid.", kind="should")
state("value/several-values-at-once", "(;TS[0]TR[aa][bb]TS[1])", [("0", "(;)"), ("1", "(;TR[aa][bb])")], "TS states the time of all values of the property before it.", kind="should")
state("value/escaped-bracket", "(;TS[0]C[a\\]b]TS[1]C[\\\\c]TS[2])", [("1", "(;C[a\\]b])"), ("2", "(;C[a\\]b\\\\c])")], "Values are escaped as in SGF.", RGF + ", The syntax of RGF")
state("value/unknown-property", "(;TS[0]XYZ[a]TS[1])", [("1", "(;XYZ[a])")], "A reader keeps properties that it does not know.")

state("removal/of-a-point", "(;TS[0]AB[aa][bb]TS[1]RP[AB:aa]TS[2])", [("1", "(;AB[aa][bb])"), ("2", "(;AB[bb])")], "RP removes an entry of a list.")
state("removal/with-a-comma", "(;TS[0]AB[aa][bb]TS[1]RP[AB,aa]TS[2])", [("2", "(;AB[bb])")], "The example separates the property and its arguments by a comma.", [NEW, RGF + ", Example"])
state("removal/of-two-points", "(;TS[0]AB[aa][bb][cc]TS[1]RP[AB:aa,cc]TS[2])", [("2", "(;AB[bb])")], "The arguments are separated by commas.")
state("removal/of-the-last-point", "(;TS[0]AB[aa]TS[1]RP[AB:aa]TS[2])", [("2", "(;)")], "A list without entries vanishes, as in the example.", [NEW, RGF + ", Example"])
state("removal/of-a-property", "(;TS[0]C[x]TS[1]RP[C:]TS[2])", [("1", "(;C[x])"), ("2", "(;)")], "Without arguments, RP removes the whole property.")
state("removal/of-a-list", "(;TS[0]AB[aa][bb]TS[1]RP[AB:]TS[2])", [("2", "(;)")], "Without arguments, RP removes the whole property.")
state("removal/of-a-property-without-a-colon", "(;TS[0]C[x]TS[1]RP[C]TS[2])", [("2", "(;)")], "The colon may be missing.", kind="should")
state("removal/of-a-node", "(;TS[0](;TS[1]B[aa]TS[1]RP[:]TS[3])(;TS[2]B[bb]TS[2]))", [("2", "(;(;B[aa])(;B[bb]))"), ("3", "(;;B[bb])")], "RP without a property removes the node.")
state("removal/of-a-node-with-children", "(;TS[0](;TS[1]B[aa]TS[1]RP[:]TS[5];TS[2]W[bb]TS[2])(;TS[3]B[cc]TS[3]))", [("4", "(;(;B[aa];W[bb])(;B[cc]))"), ("5", "(;;B[cc])")],
      "Removing a node removes what follows it.", kind="should")
state("removal/then-added-again", "(;TS[0]AB[aa]TS[1]RP[AB:aa]TS[2]AB[aa]TS[3])", [("2", "(;)"), ("3", "(;AB[aa])")], "A value can be added again.")
state("removal/then-another-colour", "(;TS[0]AB[pp]TS[0]RP[AB:pp]TS[5]AW[pp]TS[5])", [("4", "(;AB[pp])"), ("5", "(;AW[pp])")], "RP avoids the conflict of two stones on a point.")
state("removal/of-a-comment-then-a-new-one", "(;TS[0]C[old]TS[1]RP[C:]TS[2]C[new]TS[2])", [("1", "(;C[old])"), ("2", "(;C[new])")], "A comment that was removed is not in front of a new one.")
state("removal/of-a-label", "(;TS[0]LB[aa:x][bb:y]TS[1]RP[LB:aa]TS[2])", [("2", "(;LB[bb:y])")], "A label can be named by its point.", kind="should")
state("removal/of-nothing", "(;TS[0]B[aa]TS[1]RP[AB:cc]TS[2])", [("2", "(;B[aa])")], "Removing what does not exist changes nothing.", kind="recovery")
state("removal/of-setup-below-a-move", "(;TS[0]AB[aa]TS[0]RP[AB:aa]TS[3];TS[1]W[bb]TS[1])", [("2", "(;AB[aa];W[bb])"), ("3", "(;;W[bb])")], "Removal also works in a node with children.")

state("conflict/two-colours-on-a-point", "(;TS[0]AB[aa]TS[1]AW[aa]TS[2])", [("1", "(;AB[aa])"), ("2", "(;AW[aa])")], "The result must be valid SGF, so the later stone wins.", kind="recovery")
state("conflict/two-marks-on-a-point", "(;TS[0]TR[aa]TS[1]CR[aa]TS[2])", [("2", "(;CR[aa])")], "The result must be valid SGF, so the later mark wins.", kind="recovery")
state("conflict/two-moves", "(;TS[0]B[aa]TS[1]W[bb]TS[2])", [("2", "(;W[bb])")], "The result must be valid SGF, so the later move wins.", kind="recovery")

state("viewer/follows-the-moves", MOVES, [("0", "(;B[pd])", [0, 0]), ("3.1", "(;B[pd];W[dd])", [0, 1])], "The current node changes when a move is made.")
state("viewer/jumps-with-vt", "(;B[aa]VT[N]TS[5];W[bb]VT[N]TS[1])", [("1", "(;B[aa];W[bb])", [0, 1]), ("5", "(;B[aa];W[bb])", [0, 0])], "VT[N] jumps to its node.")
state("viewer/start", "(;B[aa];W[bb]VT[N];B[cc])", [("initial", "(;B[aa];W[bb];B[cc])", [0, 1])], "An initial VT[N] selects the node at the start.")
state("viewer/start-without-vt", "(;B[aa];W[bb])", [("initial", "(;B[aa];W[bb])", None)], "Without VT[N], the viewer starts at the game stream node.", kind="should")
state("viewer/vt-changes-no-tree", "(;TS[0]B[aa]TS[0]VT[N]TS[1]VT[pause]TS[2])", [("2", "(;B[aa])")], "VT does not change the tree.")
state("viewer/comment-in-another-variation", "(;TS[0](;TS[1]B[aa]TS[1]C[x]TS[9])(;TS[2]B[bb]TS[2]))", [("2", "(;(;B[aa])(;B[bb]))", [0, 2]), ("9", "(;(;B[aa]C[x])(;B[bb]))", [0, 1])],
      "An action shows the node that it changes.", kind="should")

REVIEW = """(
    ;W[pp]VT[N]TS[0]
    ;B[dd]VT[N]TS[0.2]
    ;W[qf]VT[N]TS[0.4]
    (
        ;B[od]VT[N]TS[0.6]C[This was a mistake.]TS[7.3]
        ;W[rd]VT[N]TS[7.8]C[...this situation]TS[28.9]
    )
    (
        ;TS[9.2]B[nc]TS[9.2]C[You should play here for example.]TS[12.1]
        ;TS[13]W[rd]TS[13]
        ;TS[14]B[qc]TS[14]
        ;TS[15]W[qi]TS[15]C[Joseki.]TS[22]C[ So this is better than...]TS[25.2]
    )
)
(
    ;TS[41]AB[pp]TS[41]AB[qp]TS[42]AB[pq]TS[43]AB[qq]TS[44]C[This is an ugly dumpling...]TS[50.2]C[ So let's remove it]TS[52]RP[AB,pp]TS[53]RP[AB,qp]TS[54]RP[AB,pq]TS[55]RP[AB,qq]TS[56]
    ;TS[51]W[or]TS[51]
)
"""
LINE = "(;W[pp];B[dd];W[qf]"
FIRST = LINE + "(;B[od]C[This was a mistake.];W[rd]C[...this situation])"
SECOND = "(;B[nc]C[You should play here for example.];W[rd];B[qc];W[qi]C[Joseki. So this is better than...]))"
state("example/review", REVIEW, [
    ("initial", LINE + ";B[od];W[rd])"), ("7.3", LINE + ";B[od]C[This was a mistake.];W[rd])"),
    ("9.2", LINE + "(;B[od]C[This was a mistake.];W[rd])(;B[nc]))"),
    ("12.1", LINE + "(;B[od]C[This was a mistake.];W[rd])(;B[nc]C[You should play here for example.]))"),
    ("22", LINE + "(;B[od]C[This was a mistake.];W[rd])(;B[nc]C[You should play here for example.];W[rd];B[qc];W[qi]C[Joseki.]))"),
    ("28.9", FIRST + SECOND), ("44", FIRST + SECOND + "(;AB[pp][qp][pq][qq])"),
    ("50.2", FIRST + SECOND + "(;AB[pp][qp][pq][qq]C[This is an ugly dumpling...])"),
    ("51", FIRST + SECOND + "(;AB[pp][qp][pq][qq]C[This is an ugly dumpling...];W[or])"),
    ("54", FIRST + SECOND + "(;AB[pq][qq]C[This is an ugly dumpling... So let's remove it];W[or])"),
    ("56", FIRST + SECOND + "(;C[This is an ugly dumpling... So let's remove it];W[or])"),
], "The example of the specification.", RGF + ", Example: review.rgf")
state("example/actual-game", "(\n    ;TS[0]W[pp]TS[0]\n    ;TS[3.1]B[dd]TS[3.1]\n    ;TS[6.1]W[qf]TS[6.1]\n    ;TS[10.3]B[od]TS[10.3]\n    ;TS[13.6]W[rd]TS[13.6]\n)\n",
      [("0", "(;W[pp])"), ("6.1", "(;W[pp];B[dd];W[qf])"), ("13.5", "(;W[pp];B[dd];W[qf];B[od])"), ("14", "(;W[pp];B[dd];W[qf];B[od];W[rd])")],
      "The example of the specification.", RGF + ", Example: actualgame.rgf")

state("counter/orders-equal-times", "(;TS[5]B[aa]TS[5:1]C[a]TS[5:2]C[b]TS[5:3];TS[5:4]W[bb]TS[5:5])", [("4", ""), ("5", "(;B[aa]C[ab];W[bb])")],
      "A counter orders events at one time.", RGF2 + ", New RGF properties: TS")
state("counter/of-a-comment", "(;TS[0]C[b]TS[1:2]C[a]TS[1:1])", [("1", "(;C[ab])")], "A counter orders events at one time, whatever their order in the file.",
      RGF2 + ", New RGF properties: TS", "should")
state("counter/ended", "(;TS[0]B[aa]TS[0:1]VT[ENDED]TS[7])", [("7", "(;B[aa])")], "VT[ENDED] marks the end, and changes nothing.", RGF2 + ", New RGF properties: VT")

state("form/without-parentheses", ";TS[0]B[aa]TS[0];TS[1]W[bb]TS[1]", [("1", "(;B[aa];W[bb])")], "A program by the author of RGF reads files without parentheses.", "real program: jjermann/rgf", "recovery")
state("form/never-closed", "(;TS[0]B[aa]TS[0];TS[2]W[bb]TS[2", [("0", "(;B[aa])")], "The recording was interrupted, and its start can be read.", "real program: interrupted recordings", "recovery")
state("form/node-after-variations", "(;TS[0](;TS[1]B[aa]TS[1]);TS[2]B[bb]TS[2])", [("2", "(;(;B[aa])(;B[bb]))")], "A node after variations is one more variation.", "decision: RGF P5", "recovery")
state("form/two-times-in-a-row", "(;TS[0]TS[1]B[aa]TS[1])", [("0", ""), ("1", "(;B[aa])")], "If a node has two times, the last one is used.", "decision: RGF P2", "recovery")
state("form/no-number", "(;TS[soon]B[aa]TS[1])", [("1", "(;B[aa])")], "A TS without a number is ignored.", "decision: RGF P3", "recovery")
state("form/white-space", "( ; TS [0] B [aa] TS [0]\n\n;\tTS[1]W[bb]TS[1] )", [("1", "(;B[aa];W[bb])")], "White space has no meaning, as in SGF.", RGF + ", The syntax of RGF")


def bundle(main, recording, files=()):
    """A tar archive of an SGF file and its recording."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for name, data in (("talk.sgf", main), ("talk.rgf", recording)) + tuple(files):
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            tar.addfile(entry, io.BytesIO(data))
    # The padding of tar to 10,240 bytes is not required.
    return out.getvalue().rstrip(b"\0") + bytes(1024 + -len(out.getvalue().rstrip(b"\0")) % 512)


HEAD = "(;GM[1]FF[4]CA[UTF-8]SZ[9];GS[talk.rgf:9])"
for name, main, recording, steps, why in (
    ("simple", HEAD, "(;TS[0]B[cc]TS[0];TS[4]W[gg]TS[4])", [("0", "(;B[cc])"), ("4", "(;B[cc];W[gg])")], "A bundle has an SGF file and its recording."),
    ("charset-of-the-game", HEAD.replace("UTF-8", "GBK"), "(;TS[0]C[黑]TS[1])", [("1", "(;C[黑])")], "A recording is in the charset of its SGF file."),
    ("length-after-the-last-event", HEAD, "(;TS[0]B[cc]TS[0])", [("9", "(;B[cc])")], "A recording may be longer than its last event."),
    ("without-a-length", "(;GM[1]FF[4];GS[talk.rgf])", "(;TS[0]B[cc]TS[0])", [("0", "(;B[cc])")], "The length may be missing while it is not known."),
):
    codec = "gbk" if "GBK" in main else "utf-8"
    state(f"bundle/{name}", bundle(main.encode(codec), recording.encode(codec)), steps, why, RGF + ", New SGF properties: GS", form="rgt")
for name, data, why in (
    ("empty", b"", "There is no archive."), ("text", b"hello", "This is not an archive."),
    ("path", bundle(HEAD.encode(), b"(;TS[0]B[cc]TS[0])").replace(b"talk.rgf\0", b"../a.rgf\0", 1), "A member must not be outside of the directory of the bundle."),
):
    emit(f"rgf/bundle/refused-{name}", data, "should", "state", why, "decision: RGF bundles", {"refused": True}, argument="0", form="rgt")
