"""Cases of repetition and of scoring by ruleset.

The results of scoring are counted by the few lines of this module, which no program that the suite tests shares.
"""

from .base import FF4, emit

LETTERS = "abcdefghijklmnopqrstuvwxyz"
NAMES = {"Japanese": "Japanese rules 1989", "Korean": "Korean rules", "Chinese": "Chinese rules 2002", "AGA": "AGA rules 1991", "NZ": "New Zealand rules",
         "Ing": "Ing rules 1996", "Tromp-Taylor": "Tromp-Taylor rules"}


def at(col, row):
    return LETTERS[col] + LETTERS[row]


def setup(rows, swap=False, turned=False):
    """SZ, AB and AW of a picture, perhaps with the colours swapped or the board transposed."""
    lists = {"X": "", "O": ""}
    for row, line in enumerate(rows):
        for col, char in enumerate(line):
            if char in lists:
                lists[char] += f"[{at(row, col) if turned else at(col, row)}]"
    black, white = (lists["O"], lists["X"]) if swap else (lists["X"], lists["O"])
    cols, height = len(rows[0]), len(rows)
    size = f"{height}:{cols}" if turned else f"{cols}:{height}"
    size = str(cols) if cols == height else size
    return f"SZ[{size}]" + (f"AB{black}" if black else "") + (f"AW{white}" if white else "")


def moves(text, swap, turned):
    """`B cb W -` as nodes; `-` is a pass."""
    words, out = text.split(), ""
    for color, point in zip(words[::2], words[1::2]):
        color = {"B": "W", "W": "B"}[color] if swap else color
        point = "" if point == "-" else point[::-1] if turned else point
        out += f";{color}[{point}]"
    return out


# --- Repetition ---
TRIPLE = [".XO..XO..XO.", "XO.OX.XOXO.O", ".XO..XO..XO."]
SENDING = [".OOOO", "XXO..", "O..O."]
ROUND = "B cb W fb B kb W bb B gb W jb"
SEND = "W bc B cc W bc B - W ac"
for rules, source in NAMES.items():
    superko = rules not in ("Japanese", "Korean")
    kind = "must" if rules in ("Japanese", "AGA", "Tromp-Taylor") else "should"
    for swap in (False, True):
        for turned in (False, True):
            tag = ("white" if swap else "black") + ("-transposed" if turned else "")
            first = "W" if swap else "B"
            emit(f"rules/superko/{rules.lower()}-triple-ko-{tag}",
                 f"(;GM[1]FF[4]RU[{rules}]{setup(TRIPLE, swap, turned)}PL[{first}]{moves(ROUND, swap, turned)})", kind, "legal",
                 f"The sixth capture of a triple ko repeats the position, which {rules} rules {'forbid' if superko else 'allow; the game has no result'}.",
                 source, {"legal": [True] * 5 + [not superko]})
            second = "B" if swap else "W"
            emit(f"rules/superko/{rules.lower()}-sending-two-{tag}",
                 f"(;GM[1]FF[4]RU[{rules}]{setup(SENDING, swap, turned)}PL[{second}]{moves(SEND, swap, turned)})", kind, "legal",
                 f"Sending two stones and taking one back repeats the position, which {rules} rules {'forbid' if superko else 'allow'}.",
                 source, {"legal": [True] * 4 + [not superko]})
# The same board with the other player to move: positional superko forbids it, and situational superko does not.
TWO_KOS = [".XO..XO.", "XO.OX.XO", ".XO..XO."]
SENT = [".OOOO", "XXO..", ".O.O."]
REPETITIONS = {
    "Japanese": None, "Korean": None, "Chinese": "position", "Ing": "position", "Tromp-Taylor": "position", "AGA": "situation", "NZ": "situation"}
for rules, repetition in REPETITIONS.items():
    kind = "must" if rules in ("Japanese", "AGA", "Tromp-Taylor") else "should"
    for swap in (False, True):
        for turned in (False, True):
            tag = ("white" if swap else "black") + ("-transposed" if turned else "")
            first, second = "WB" if swap else "BW"
            verb = {"position": "forbid", "situation": "allow, because the other player is to move", None: "allow"}[repetition]
            legal = repetition != "position"
            emit(f"rules/superko/{rules.lower()}-two-kos-and-a-pass-{tag}",
                 f"(;GM[1]FF[4]RU[{rules}]{setup(TWO_KOS, swap, turned)}PL[{first}]{moves('B cb W fb B - W bb B gb', swap, turned)})", kind, "legal",
                 f"Two kos and one pass repeat the board, which {rules} rules {verb}.", NAMES[rules], {"legal": [True] * 4 + [legal]})
            emit(f"rules/superko/{rules.lower()}-two-sent-and-taken-back-{tag}",
                 f"(;GM[1]FF[4]RU[{rules}]{setup(SENT, swap, turned)}PL[{second}]{moves('W ac B cc W bc', swap, turned)})", kind, "legal",
                 f"Two stones are captured, and one is taken back: the board is repeated, which {rules} rules {verb}.", NAMES[rules],
                 {"legal": [True, True, legal]})
# Setup starts again: nothing before it can be repeated, but the board after it can.
START = ["decision: a game begins with the position after its last setup", FF4 + ", Setup properties"]
for rules, repetition in REPETITIONS.items():
    for swap in (False, True):
        tag = "white" if swap else "black"
        first, second = "WB" if swap else "BW"
        ko = setup([".XO..", "XO.O.", ".XO..", ".....", "....."], swap)
        edits = f";A{second}[ee];AE[ee]"
        emit(f"rules/history/{rules.lower()}-setup-after-a-ko-{tag}",
             f"(;GM[1]FF[4]RU[{rules}]{ko}PL[{first}]{moves('B cb', swap, False)}{edits}{moves('W bb', swap, False)})", "should", "legal",
             "Setup between two moves ends the ko, and no earlier position can be repeated.", START, {"legal": [True, True]})
        emit(f"rules/history/{rules.lower()}-setup-in-a-triple-ko-{tag}",
             f"(;GM[1]FF[4]RU[{rules}]{setup(TRIPLE, swap)}PL[{first}]{moves('B cb W fb B kb W bb B gb', swap, False)};A{first}[aa];AE[aa]{moves('W jb', swap, False)})",
             "should", "legal", "Setup between two moves: no earlier position can be repeated.", START, {"legal": [True] * 6})
        emit(f"rules/history/{rules.lower()}-triple-ko-after-setup-{tag}",
             f"(;GM[1]FF[4]RU[{rules}]SZ[12:3]PL[{first}];{first}[cb];AE[cb]{setup(TRIPLE, swap)[8:]}PL[{first}]{moves(ROUND, swap, False)})", "should", "legal",
             "The board after setup is a position of the game" + ("." if repetition is None else ", and must not be repeated."), START,
             {"legal": [True] * 6 + [repetition is None]})
for rules in ("Japanese", "Chinese", "AGA", "NZ"):
    for swap in (False, True):
        tag = "white" if swap else "black"
        # Two kos at different places: taking one is not retaking the other.
        emit(f"rules/superko/{rules.lower()}-other-ko-{tag}", f"(;GM[1]FF[4]RU[{rules}]{setup(TWO_KOS, swap)}PL[{'W' if swap else 'B'}]{moves('B cb W fb', swap, False)})",
             "must", "legal", "After one ko is taken, the opponent may take another.", NAMES[rules], {"legal": [True, True]})


# --- Scoring ---
def neighbours(board, col, row):
    for c, r in ((col - 1, row), (col + 1, row), (col, row - 1), (col, row + 1)):
        if 0 <= r < len(board) and 0 <= c < len(board[0]):
            yield c, r


def region(board, col, row):
    """The points connected with a point by the same content, and the contents around them."""
    kind, todo, points, border = board[row][col], [(col, row)], {(col, row)}, set()
    while todo:
        for c, r in neighbours(board, *todo.pop()):
            if board[r][c] != kind:
                border.add(board[r][c])
            elif (c, r) not in points:
                points.add((c, r))
                todo.append((c, r))
    return points, border


def play(board, color, col, row):
    """Plays a move, and returns the number of captured stones; less than 0 for a suicide."""
    board[row][col], taken = color, 0
    for c, r in list(neighbours(board, col, row)):
        if board[r][c] not in (".", color):
            points, border = region(board, c, r)
            if "." not in border:
                taken += len(points)
                for x, y in points:
                    board[y][x] = "."
    points, border = region(board, col, row)
    if "." not in border:
        # A suicide.
        for x, y in points:
            board[y][x] = "."
        return taken - len(points)
    return taken


def count(rows, line, dead, area, seki=()):
    """The points of Black and of White, without komi. Points of `seki` are no territory of anybody."""
    board, points = [list(row) for row in rows], {"X": 0, "O": 0}
    words = line.split()
    for color, point in zip(words[::2], words[1::2]):
        if point != "-":
            own = {"B": "X", "W": "O"}[color]
            taken = play(board, own, LETTERS.index(point[0]), LETTERS.index(point[1]))
            points[own if taken > 0 else "X" if own == "O" else "O"] += 0 if area else abs(taken)
    for point in dead.split():
        for c, r in region(board, LETTERS.index(point[0]), LETTERS.index(point[1]))[0] if board[LETTERS.index(point[1])][LETTERS.index(point[0])] != "." else ():
            points["X" if board[r][c] == "O" else "O"] += 0 if area else 1
            board[r][c] = "."
    for row, cells in enumerate(board):
        for col, char in enumerate(cells):
            if char != ".":
                points[char] += 1 if area else 0
            elif at(col, row) not in seki:
                border = region(board, col, row)[1]
                if len(border) == 1:
                    points[border.pop()] += 1
    return points["X"], points["O"]


def result(black, white):
    margin = black - white
    return "0" if margin == 0 else f"{'B' if margin > 0 else 'W'}+{abs(margin):g}"


WALL = [".XO..", ".XO..", ".XO..", ".XO..", ".XO.."]
DAME = [".X.O.", ".X.O.", ".X.O.", ".X.O.", ".X.O."]
DEAD = [".XO..", "OXO..", ".XO.X", ".XO..", ".XO.."]
BIG = [".....XO....", ".....XO....", ".....XO....", ".....XO....", ".....XO....", ".....XO....", ".....XO....", ".....XO....", ".....XO....",
       ".....XO....", ".....XO...."]
# One eye each, and a point that neither may fill.
SEKI = [".X.O.OX", "XXOOOXX", "OOXXXXX", ".OX....", "OOX....", ".OX....", ".OX...."]
# The black groups in the corners have one eye each, and the white chain between them has none: neither player can fill the points between them.
THREE_GROUPS = [".X.O.X.", "XXOOOXX", "OOXXXOO", ".OX.XO.", "OOXXXOO", ".OX.XO.", "OOXXXOO"]
# Points of neither player between living groups.
WIDE_DAME = ["...X.O."] * 5
# Black has two eyes of one point, and a point of neither player beside them.
EYES = [".X.X.O.", "XXXX.O.", "OOOOOO.", ".......", "......."]
BONUS = {"Japanese": lambda n: 0, "Korean": lambda n: 0, "Chinese": lambda n: n, "AGA": lambda n: n - 1, "NZ": lambda n: 0, "Ing": lambda n: 0}


def score(name, rules, rows, komi, why, line="", dead="", handicap=0, seki=(), kind="must"):
    area = rules not in ("Japanese", "Korean")
    black, white = count(rows, line, dead, area, () if area else seki)
    white += komi + (BONUS[rules](handicap) if handicap > 1 else 0)
    data = f"(;GM[1]FF[4]RU[{rules}]KM[{komi}]{f'HA[{handicap}]' if handicap else ''}{setup(rows)}{moves(line, False, False)})"
    emit(f"rules/score/{rules.lower()}-{name}", data, kind, "score", why, [NAMES[rules], FF4 + ", Go: Properties: KM"],
         {"result": result(black, white)}, argument=dead)


for rules in ("Japanese", "Korean", "Chinese", "AGA", "NZ", "Ing"):
    area = rules not in ("Japanese", "Korean")
    counted = "Stones and surrounded points count." if area else "Surrounded points count, and stones do not."
    score("a-wall", rules, WALL, 0, counted)
    score("a-wall-with-komi", rules, WALL, 6.5, "White receives the komi.")
    score("a-negative-komi", rules, WALL, -7.5, "A negative komi is taken from White.")
    score("dame", rules, DAME, 0.5, "Points between both colours belong to nobody.")
    score("draw", rules, DAME, 0, "Equal scores are a draw.")
    score("dead-stones", rules, DEAD, 0.5, "Dead stones are removed" + ("." if area else ", and are prisoners."), dead="ab ec")
    score("one-point-of-each-chain", rules, [".XO..", "OXO..", "OXO..", ".XO..", ".XO.."], 0.5, "One point names the whole dead chain.", dead="ab")
    score("capture", rules, [".XO..", "XO.O.", ".XO..", ".XO..", ".XO.."], 0.5,
          "A capture changes the board" + ("." if area else ", and is a point."), "B cb W - B -")
    score("a-larger-board", rules, BIG, 6.5, counted)
    score("passes", rules, WALL, 0.5, "Passes at the end change nothing.", "B - W -")
    score("empty-board", rules, [".....", ".....", ".....", ".....", "....."], 6.5, "An empty board belongs to nobody.")
    score("everything-dead", rules, [".XX..", ".....", "..O..", ".....", "....."], 0, "If all stones of one colour are dead, the other has the board.", dead="cc")
    for handicap in (2, 4, 9):
        score(f"handicap-{handicap}", rules, BIG, 0.5, f"{rules} rules " + (
            "give White a point for each handicap stone." if rules == "Chinese" else
            "give White a point for each handicap stone but the first." if rules == "AGA" else "give no points for handicap stones."),
            handicap=handicap, kind="should")
    score("seki", rules, SEKI, 0, "The eyes of groups in a seki count." if area else "The eyes of groups in a seki do not count.", seki=("aa", "ea"),
          kind="should")
    score("seki-of-three-groups", rules, THREE_GROUPS, 0, "The eyes of groups in a seki count." if area else "The eyes of groups in a seki do not count.",
          seki=("aa", "ga"), kind="should")
    score("dame-beside-a-living-group", rules, WIDE_DAME, 0.5, "A group with two eyes is not in seki, even if it touches points of neither player.")
    score("dame-beside-two-eyes", rules, EYES, 0.5, "A group with two eyes of one point is not in seki, even if it touches points of neither player.")
    score("suicide", rules, [".XO..", "XXO..", ".XO..", ".XO..", ".XO.."], 0.5,
          "A stone without liberties is removed" + ("." if area else ", and is a prisoner, even if the move was illegal."), "B - W aa", kind="should")
    score("suicide-of-two", rules, ["OXO..", ".XO..", "XXO..", ".XO..", ".XO.."], 0.5,
          "Stones without liberties are removed" + ("." if area else ", and are prisoners, even if the move was illegal."), "B - W ab", kind="should")
