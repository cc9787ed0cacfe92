"""Cases of formats without a specification: GIB, NGF, UGF, and the JSON of OGS.

Their meaning was learned from files of the programs that write them. `should` is what many files show; `recovery` is
what few files show, and what damaged files need.
"""

import json

from .base import emit, or_refused

TYGEM = "real program: Tygem (GIB), files of 2012 to 2026"
ORO = "real program: CyberORO (NGF), files of 2006 to 2017"
PANDA = "real program: PandaNet (UGF), files of 2019 and 2020"
OGS = "real program: Online-Go Server, files of 2019 to 2021"


def case(name, data, level, expect, why, source, kind="should"):
    choices = or_refused(expect) if kind == "recovery" else None
    emit(name, data, kind, level, why, source, None if choices else expect, choices)


# --- GIB ---
LONG = ("GAMENAME=Rank", "GAMEDATE=2020- 8-21-22-55- 3", "GAMEPLACE=Tygem Baduk", "GAMEWHITENAME=river (4D)", "GAMEBLACKNAME=hill (1K)")


def gib(lines, main="", sub="", white="", black="", plain=None, end="\n"):
    """A file with the fields of clients, or with those of the server and `plain`, if it is given."""
    header = [f"\\[{entry}\\]" for entry in (LONG if plain is None else plain)]
    header += [f"\\[GAMEINFOMAIN=GBKIND:3,GTYPE:0,GCDT:0,GTIME:600-30-3,{main or 'GRLT:4,ZIPSU:0,DUM:0,GONGJE:65,TCNT:4'},AUSZ:0\\]"]
    header += [f"\\[GAMEINFOSUB=GNAMEF:0,GPLCF:0,{sub or 'GNAME:Rank,GDATE:2020- 8-21-22-55- 3,GPLC:Tygem Baduk'},GCMT:\\]"]
    header += [f"\\[WUSERINFO={white or 'WID:river,WLV:21,WNICK:river,WNCD:0'},WAID:116,WIMG:\\]"]
    header += [f"\\[BUSERINFO={black or 'BID:hill,BLV:17,BNICK:hill,BNCD:3'},BAID:118,BIMG:\\]"]
    return end.join(["\\HS"] + header + ["\\HE", "\\GS", "2 1 0", "5 0 &4"] + lines + ["\\GE", ""])


START = "INI 0 1 0 &4 "
GAME = [START, "STO 0 2 1 15 3 ", "STO 0 3 2 3 15 "]
TWO = [["B", 15, 3], ["W", 3, 15]]
case("gib/moves/two", gib(GAME), "moves", {"size": [19, 19], "moves": TWO}, "A stone is its number, its colour, column and row; 1 is black.", TYGEM)
case("gib/moves/none", gib([START]), "moves", {"size": [19, 19], "moves": []}, "A game may have no moves.", TYGEM)
case("gib/moves/column-before-row", gib([START, "STO 0 2 1 2 16 "]), "moves", {"size": [19, 19], "moves": [["B", 2, 16]]}, "Columns and rows count from 0 at the top left.", TYGEM)
case("gib/moves/pass", gib([START, "STO 0 2 1 15 3 ", "SKI 0 3 ", "STO 0 4 1 3 3 "]), "moves", {"size": [19, 19], "moves": [["B", 15, 3], ["W"], ["B", 3, 3]]},
     "SKI is a pass of the player to move.", TYGEM)
case("gib/moves/two-passes", gib(GAME + ["SKI 0 4 ", "SKI 0 5 "]), "moves", {"size": [19, 19], "moves": TWO + [["B"], ["W"]]}, "SKI is a pass of the player to move.", TYGEM)
case("gib/moves/marked-dead-stones", gib(GAME + ["REM 0 4 -1 -1 0 1 "]), "moves", {"size": [19, 19], "moves": TWO}, "REM is about dead stones, and not a move.", TYGEM)
case("gib/moves/white-first", gib([START, "STO 0 2 2 3 3 "]), "moves", {"size": [19, 19], "moves": [["W", 3, 3]]}, "The line names the colour.", TYGEM)
case("gib/moves/cr-lf", gib(GAME, end="\r\n"), "moves", {"size": [19, 19], "moves": TWO}, "Some clients end lines with CR LF.", TYGEM)
case("gib/moves/one-line", gib(GAME, end=" "), "moves", {"size": [19, 19], "moves": TWO}, "Some programs join all lines.", TYGEM, "recovery")
case("gib/moves/nul-at-the-end", gib(GAME) + "\0", "moves", {"size": [19, 19], "moves": TWO}, "A NUL after the game has no meaning.", TYGEM, "recovery")
case("gib/moves/cut-off", gib(GAME).split("\\GE")[0], "moves", {"size": [19, 19], "moves": TWO}, "The file ends early, and its moves can be read.", "real program: interrupted downloads", "recovery")
case("gib/moves/board-of-13", gib([START, "STO 0 2 1 12 0 "], "GRLT:4,ZIPSU:0,DUM:0,GONGJE:65,TCNT:1,LINE:13"), "moves", {"size": [13, 13], "moves": [["B", 12, 0]]}, "LINE is the size, since 2025.", TYGEM)
HANDICAP = {2: [(15, 3), (3, 15)], 3: [(15, 3), (3, 15), (3, 3)], 4: [(3, 3), (15, 3), (3, 15), (15, 15)], 5: [(3, 3), (15, 3), (3, 15), (15, 15), (9, 9)],
            6: [(3, 3), (15, 3), (3, 15), (15, 15), (3, 9), (15, 9)], 9: [(3, 3), (15, 3), (3, 15), (15, 15), (3, 9), (15, 9), (9, 3), (9, 15), (9, 9)]}
for count, points in HANDICAP.items():
    grid = ["".join("X" if (c, r) in points else "." for c in range(19)) for r in range(19)]
    case(f"gib/handicap/{count}", gib([f"INI 0 1 {count} &4 "]), "position", {"size": [19, 19], "board": grid}, "The server places handicap stones at fixed points; the third is at the upper left.", TYGEM)
    case(f"gib/handicap/{count}-as-number", gib([f"INI 0 1 {count} &4 "]), "info", {"info": {"handicap": count}}, "INI has the number of handicap stones.", TYGEM)
for code, zipsu, result, meaning in ((0, 35, "B+3.5", "Black wins by the margin"), (1, 595, "W+59.5", "White wins by the margin"), (3, 0, "B+R", "White resigned"), (4, 0, "W+R", "Black resigned"),
                                     (7, 0, "B+T", "White ran out of time"), (8, 0, "W+T", "Black ran out of time"), (0, 10, "B+1", "Black wins by the margin")):
    case(f"gib/result/{code}-{zipsu}", gib(GAME, f"GRLT:{code},ZIPSU:{zipsu},DUM:0,GONGJE:65,TCNT:2"), "info", {"info": {"result": result}}, f"GRLT {code} means that {meaning}; ZIPSU is in tenths.", TYGEM)
for tenths, komi in ((65, 6.5), (0, 0), (75, 7.5), (5, 0.5)):
    case(f"gib/komi/{tenths}", gib(GAME, f"GRLT:4,ZIPSU:0,DUM:0,GONGJE:{tenths},TCNT:2"), "info", {"info": {"komi": komi}}, "GONGJE is the komi in tenths of a point.", TYGEM)
for level, rank in ((0, "18k"), (17, "1k"), (18, "1d"), (21, "4d"), (26, "9d"), (27, "1p"), (35, "9p")):
    case(f"gib/rank/{level}", gib(GAME, black=f"BID:hill,BLV:{level},BNICK:hill,BNCD:3", plain=()), "info", {"info": {"black_rank": rank}}, "Levels count from 18 kyu over 9 dan to professional ranks.", TYGEM,
         "recovery")
case("gib/info/names", gib(GAME), "info", {"info": {"black": "hill", "white": "river"}}, "The names of both players.", TYGEM)
emit("gib/info/ranks", gib(GAME), "should", "info", "The names of the long header have ranks.", TYGEM,
     choices=[{"info": {"black_rank": one, "white_rank": two}, "note": note} for one, two, note in (("1k", "4d", "in the form of SGF"), ("1K", "4D", "as written"))])
case("gib/info/names-of-the-server", gib(GAME, plain=()), "info", {"info": {"black": "hill", "white": "river"}}, "The header of the server has no other names than BID and WID.", TYGEM, "recovery")
case("gib/info/date", gib(GAME), "info", {"info": {"dates": ["2020-08-21"]}}, "Numbers of a date are padded with blanks.", TYGEM)
case("gib/info/date-of-the-server", gib(GAME, sub="GNAME:rank game,GDATE:2025-01-18-16-38-32,GPLC:www.tygemgo.com", plain=()), "info", {"info": {"dates": ["2025-01-18"]}}, "The server pads numbers with zeros.", TYGEM)
case("gib/info/time", gib(GAME), "info", {"info": {"time": 600}}, "GTIME has the main time in seconds, the length of periods and their number.", TYGEM)
case("gib/info/name-and-place", gib(GAME), "info", {"info": {"name": "Rank", "place": "Tygem Baduk"}}, "GNAME and GPLC are the name of the game and the place.", TYGEM)
for codec, name in (("utf-8", "홍길동"), ("gb18030", "没什么能力的人"), ("cp949", "이창호국수")):
    more = {"utf-8": "Global", "gb18030": "China", "cp949": "Korea"}[codec]
    place = {"utf-8": "타이젬 바둑", "gb18030": "弈城围棋", "cp949": "타이젬 바둑"}[codec]
    data = gib(GAME, plain=[f"GIBOKIND={more}"], sub=f"GNAME:{place},GDATE:2020- 8-21-22-55- 3,GPLC:{place}", black=f"BID:{name},BLV:17,BNICK:{name},BNCD:3").encode(codec)
    case(f"gib/charset/{codec}", data, "info", {"info": {"black": name, "place": place}}, "No file names its charset; each client has its own.", TYGEM)


# --- NGF ---
def ngf(moves, result="White wins by  resign!", komi="6", handicap="0", size="19", date="20170316 [09:51]", minutes="5", white="hill11     7D*", black="river2     5D*",
        title="Rated game", place="www.cyberoro.com", end="\n"):
    return end.join([title, size, white, black, place, handicap, "0", komi, date, minutes, result, str(len(moves))] + moves + [""])


N2 = ["PMABBQEEQ", "PMACWEQQE"]
NTWO = [["B", 15, 3], ["W", 3, 15]]
case("ngf/moves/two", ngf(N2), "moves", {"size": [19, 19], "moves": NTWO}, "A point is a column and a row, which count from B.", ORO)
case("ngf/moves/none", ngf([]), "moves", {"size": [19, 19], "moves": []}, "A game may have no moves.", ORO)
case("ngf/moves/corner", ngf(["PMABBBBBB", "PMACWTBBT"]), "moves", {"size": [19, 19], "moves": [["B", 0, 0], ["W", 18, 0]]}, "B is the first column and row, and T the last.", ORO)
case("ngf/moves/pass", ngf(N2 + ["PMADBAAAA"]), "moves", {"size": [19, 19], "moves": NTWO + [["B"]]}, "A point before the first column is a pass.", ORO, "recovery")
case("ngf/moves/white-first", ngf(["PMABWQEEQ"]), "moves", {"size": [19, 19], "moves": [["W", 15, 3]]}, "The line names the player.", ORO)
case("ngf/moves/cr-lf", ngf(N2, end="\r\n"), "moves", {"size": [19, 19], "moves": NTWO}, "Some files end lines with CR LF.", ORO)
case("ngf/moves/cut-off", ngf(N2 + ["PMADBR"]).rstrip("\n"), "moves", {"size": [19, 19], "moves": NTWO}, "The last line is cut off.", "real program: interrupted downloads", "recovery")
case("ngf/moves/number-of-two-letters", ngf([f"PM{chr(65 + n // 26)}{chr(65 + n % 26)}{'BW'[(n + 1) % 2]}{chr(66 + n % 19)}{chr(66 + n // 19)}{chr(66 + n // 19)}{chr(66 + n % 19)}" for n in range(1, 31)]),
     "moves", {"size": [19, 19], "moves": [["BW"[(n + 1) % 2], n % 19, n // 19] for n in range(1, 31)]}, "The number of a move has base 26: BA follows AZ.", ORO)
case("ngf/board/13", ngf(["PMABBKEEK"], size="13"), "moves", {"size": [13, 13], "moves": [["B", 9, 3]]}, "The second line is the size.", ORO)
for text, result in (("White wins by  resign!", "W+R"), ("Black wins by resign!", "B+R"), ("Black wins by 0.5!", "B+0.5"), ("White wins by 12!", "W+12"), ("250수 흑7집승", "B+7"), ("White loses on time", "B+T"),
                     ("Black loses on time", "W+T")):
    case(f"ngf/result/{result.lower().replace('+', '-')}-{len(text)}", ngf(N2, text), "info", {"info": {"result": result}}, "The result is a sentence in the language of the client.", ORO,
         "should" if "loses" not in text else "recovery")
for komi, handicap, points in (("6", "0", 6.5), ("7", "0", 7.5), ("0", "2", 0), ("5.5", "0", 5.5)):
    case(f"ngf/komi/{komi}-with-{handicap}", ngf(N2 if handicap == "0" else [], komi=komi, handicap=handicap), "info", {"info": {"komi": points}}, "In games without handicap, the line omits the half point.", ORO)
case("ngf/info/players", ngf(N2), "info", {"info": {"white": "hill11", "black": "river2"}}, "White is the third line and Black the fourth; the last word is the rank.", ORO)
case("ngf/info/ranks", ngf(N2, white="Kobayashi.  9DP", black="field.     21K*"), "info", {"info": {"white_rank": "9p", "black_rank": "21k"}}, "P marks a professional, and a star nothing that matters.", ORO)
case("ngf/info/name-with-a-blank", ngf(N2, white="wyh  one   7D*"), "info", {"info": {"white": "wyh  one"}}, "Names can have blanks.", ORO, "recovery")
case("ngf/info/date", ngf(N2), "info", {"info": {"dates": ["2017-03-16"]}}, "The date has eight digits.", ORO)
case("ngf/info/date-iso", ngf(N2, date="2009-03-25"), "info", {"info": {"dates": ["2009-03-25"]}}, "The date may be in ISO form.", ORO)
case("ngf/info/time", ngf(N2, minutes="10"), "info", {"info": {"time": 600}}, "The main time is in minutes.", ORO, "recovery")
case("ngf/info/name-and-place", ngf(N2), "info", {"info": {"name": "Rated game", "place": "www.cyberoro.com"}}, "The first line is the name of the game, and the fifth the place.", ORO)
case("ngf/info/korean", ngf(N2, title="제1기 강물배 기념대국", white="김하늘      7단P", result="250수 흑7집승"), "info", {"info": {"name": "제1기 강물배 기념대국", "white": "김하늘", "white_rank": "7p"}}, "Files can be in UTF-8.", ORO)
third = ["".join("X" if (c, r) in [(15, 3), (3, 15), (3, 3)] else "." for c in range(19)) for r in range(19)]
case("ngf/handicap/3", ngf([], handicap="3", komi="0"), "position", {"size": [19, 19], "board": third}, "The third handicap stone is at the upper left.", ORO)


# --- UGF ---
def ugf(data, *header, kind="IGS", size=19, more=""):
    head = ["[Header]", f"Size={size}"] + ([f"CoordinateType={kind}"] if kind else []) + list(header)
    return "\n".join(head + ["[Data]"] + data) + "\n" + more


U2 = ["QP,B1,1,0", "DP,W1,2,0"]
case("ugf/moves/rows-from-below", ugf(U2), "moves", {"size": [19, 19], "moves": [["B", 16, 3], ["W", 3, 3]]}, "With IGS, rows are counted from below.", PANDA)
case("ugf/moves/rows-from-above", ugf(U2, kind="JPN"), "moves", {"size": [19, 19], "moves": [["B", 16, 15], ["W", 3, 15]]}, "With JPN, rows are counted from above.", PANDA, "recovery")
case("ugf/moves/pass", ugf(U2 + ["YA,B1,3,0"]), "moves", {"size": [19, 19], "moves": [["B", 16, 3], ["W", 3, 3], ["B"]]}, "YA is a pass.", PANDA)
case("ugf/moves/letter-i-is-not-skipped", ugf(["II,B1,1,0"], size=9), "moves", {"size": [9, 9], "moves": [["B", 8, 0]]}, "I is the ninth column.", PANDA)
case("ugf/moves/none", ugf([]), "moves", {"size": [19, 19], "moves": []}, "A game may have no moves.", PANDA)
case("ugf/moves/seconds", ugf(["QP,B1,1,18"]), "moves", {"size": [19, 19], "moves": [["B", 16, 3]]}, "The last field is the time of the move.", PANDA)
case("ugf/moves/cr-lf", ugf(U2).replace("\n", "\r\n"), "moves", {"size": [19, 19], "moves": [["B", 16, 3], ["W", 3, 3]]}, "Lines may end with CR LF.", PANDA)
case("ugf/moves/lower-case", ugf(U2).lower(), "moves", {"size": [19, 19], "moves": [["B", 16, 3], ["W", 3, 3]]}, "Other programs write keys in lower case.", "real program: other readers of UGF", "recovery")
case("ugf/moves/handicap-stones", ugf(["DP,B1,0,0", "PD,B1,0,0", "QP,W1,1,0"], "Hdcp=2,0.50"), "moves", {"size": [19, 19], "moves": [["W", 16, 3]]}, "A move with the number 0 is a stone on the board.", PANDA, "recovery")
grid = ["".join("X" if (c, r) in [(3, 3), (15, 15)] else "." for c in range(19)) for r in range(19)]
case("ugf/position/handicap-stones", ugf(["DP,B1,0,0", "PD,B1,0,0"], "Hdcp=2,0.50"), "position", {"size": [19, 19], "board": grid}, "A move with the number 0 is a stone on the board.", PANDA, "recovery")
case("ugf/moves/review", ugf(U2, more="[ReviewNode]\nNODE,1,0,0,0\nNODE,2,1,17,16\n  VARIATION,\n    NODE,4,2,4,4\n  VARIATIONEND,\nNODE,3,2,4,16\n"), "moves",
     {"size": [19, 19], "moves": [["B", 16, 3], ["W", 3, 3]]}, "The main line of a review is the game.", PANDA)
for text, result, meaning in (("B,7.50", "B+7.5", "Black wins by 7.5"), ("W,0.50", "W+0.5", "White wins by half a point"), ("W,C", "W+R", "Black resigned"), ("B,C", "B+R", "White resigned"),
                              ("A", "Unfinished", "the game was not finished"), ("D", "0", "the game is a draw"), ("E", "?", "the result is unknown"), ("N", "Void", "the game has no result")):
    case(f"ugf/result/{text.lower().replace(',', '-')}", ugf(U2, f"Winner={text}"), "info", {"info": {"result": result}}, f"`{text}` means that {meaning}.", PANDA, "should" if "." in text else "recovery")
case("ugf/info/players", ugf(U2, "PlayerB=hill,7d,,", "PlayerW=river,2k?,,"), "info", {"info": {"black": "hill", "white": "river", "black_rank": "7d", "white_rank": "2k?"}}, "A player is a name and a rank.", PANDA)
case("ugf/info/komi", ugf(U2, "Hdcp=0,6.50"), "info", {"info": {"komi": 6.5}}, "The second part of Hdcp is the komi.", PANDA)
case("ugf/info/negative-komi", ugf(U2, "Hdcp=0,-5.50"), "info", {"info": {"komi": -5.5}}, "The komi can be negative.", PANDA, "recovery")
case("ugf/info/place", ugf(U2, "Place=PANDA-NET"), "info", {"info": {"place": "PANDA-NET"}}, "Place is the place.", PANDA)
case("ugf/info/rules", ugf(U2, "Rule=JPN"), "info", {"info": {"rules": "Japanese"}}, "JPN is the Japanese rules.", PANDA)
case("ugf/info/date", ugf(U2, "Date=2019/03/08,,2019/03/08,"), "info", {"info": {"dates": ["2019-03-08"]}}, "The first and the last day of the game.", PANDA)
case("ugf/info/two-days", ugf(U2, "Date=2019/03/08,22:09:00,2019/03/09,07:16:59"), "info", {"info": {"dates": ["2019-03-08", "2019-03-09"]}}, "The first and the last day of the game.", PANDA)
case("ugf/info/no-date", ugf(U2, "Date=//,00:00:00,//,00:00:00"), "info", {"info": {"dates": None}}, "`//` is not a date.", PANDA, "recovery")
case("ugf/info/time", ugf(U2, "Ptime=J;240;0;0,J;240;0;0,0,0"), "info", {"info": {"time": 14400}}, "The main time is in minutes.", PANDA, "recovery")
case("ugf/charset/sjis", ugf(U2, "Lang=SJIS", "PlayerB=小林光一,九段,,").encode("shift_jis"), "info", {"info": {"black": "小林光一"}}, "Lang is the charset.", PANDA)
case("ugf/charset/utf-8", ugf(U2, "Lang=UTF8", "PlayerB=井山裕太,九段,,"), "info", {"info": {"black": "井山裕太"}}, "Lang is the charset.", PANDA, "recovery")


# --- OGS ---
def ogs(moves, **more):
    document = {"width": 9, "height": 9, "komi": 5.5, "handicap": 0, "rules": "japanese", "initial_player": "black", "initial_state": {"black": "", "white": ""},
                "free_handicap_placement": False, "phase": "finished", "black_player_id": 7, "white_player_id": 8,
                "players": {"black": {"username": "Sato", "rank": 31.4, "professional": False, "id": 7}, "white": {"username": "Lee", "rank": 20.9, "professional": False, "id": 8}}}
    document.update(more, moves=moves)
    return json.dumps(document, indent=1) + "\n"


O2 = [[6, 5, 2393], [3, 5, 1174]]
case("ogs/moves/two", ogs(O2), "moves", {"size": [9, 9], "moves": [["B", 6, 5], ["W", 3, 5]]}, "A move is a column, a row and a time; the players alternate.", OGS)
case("ogs/moves/pass", ogs(O2 + [[-1, -1, 5]]), "moves", {"size": [9, 9], "moves": [["B", 6, 5], ["W", 3, 5], ["B"]]}, "-1 is a pass.", OGS)
case("ogs/moves/none", ogs([]), "moves", {"size": [9, 9], "moves": []}, "A game may have no moves.", OGS)
case("ogs/moves/rectangle", ogs([[8, 0, 1]], height=5), "moves", {"size": [9, 5], "moves": [["B", 8, 0]]}, "Width and height are separate.", OGS)
case("ogs/moves/placed-handicap", ogs(O2, handicap=2, initial_player="white", initial_state={"black": "gccg", "white": ""}), "moves", {"size": [9, 9], "moves": [["W", 6, 5], ["B", 3, 5]]},
     "initial_player moves first.", OGS)
grid = ["".join("X" if (c, r) in [(6, 2), (2, 6)] else "." for c in range(9)) for r in range(9)]
case("ogs/position/placed-handicap", ogs([], handicap=2, initial_player="white", initial_state={"black": "gccg", "white": ""}), "position", {"size": [9, 9], "board": grid}, "initial_state has pairs of letters, as in SGF.", OGS)
case("ogs/position/free-handicap", ogs([[6, 2, 1], [2, 6, 1]], handicap=2, free_handicap_placement=True), "position", {"size": [9, 9], "board": grid}, "With free placement, the first moves are all Black's.", OGS)
case("ogs/moves/objects", ogs([{"x": 6, "y": 5, "timedelta": 3}, {"x": 3, "y": 5}]), "moves", {"size": [9, 9], "moves": [["B", 6, 5], ["W", 3, 5]]}, "A move may be an object.", OGS, "recovery")
case("ogs/moves/letters", ogs("gfdf.."), "moves", {"size": [9, 9], "moves": [["B", 6, 5], ["W", 3, 5], ["B"]]}, "Moves may be a string of letters.", OGS, "recovery")
case("ogs/moves/team-game", ogs([[6, 5, 1, None, {"played_by": 1}], [3, 5, 2, None, {"played_by": 3}]], rengo=True), "moves", {"size": [9, 9], "moves": [["B", 6, 5], ["W", 3, 5]]}, "A move may have more entries.", OGS)
case("ogs/moves/in-an-answer-of-the-api", json.dumps({"id": 7, "gamedata": json.loads(ogs(O2))}), "moves", {"size": [9, 9], "moves": [["B", 6, 5], ["W", 3, 5]]}, "The API has the game in `gamedata`.", OGS, "recovery")
for outcome, winner, result in (("Resignation", 7, "B+R"), ("Resignation", 8, "W+R"), ("12.5 points", 7, "B+12.5"), ("1 point", 8, "W+1"), ("Timeout", 8, "W+T"), ("Timeout", 7, "B+T")):
    case(f"ogs/result/{outcome.lower().replace(' ', '-')}-{'black' if winner == 7 else 'white'}", ogs(O2, outcome=outcome, winner=winner), "info", {"info": {"result": result}},
         "The winner is the number of a player, and the outcome a text.", OGS, "should" if "Timeout" not in outcome else "recovery")
for rank, professional, shown in ((31.4, False, "2d"), (30, False, "1d"), (29.9, False, "1k"), (20.9, False, "10k"), (41, True, "5p"), (37, True, "1p")):
    case(f"ogs/rank/{shown}", ogs(O2, players={"black": {"username": "Sato", "rank": rank, "professional": professional, "id": 7}}), "info", {"info": {"black_rank": shown}}, "Ranks are numbers: 29 is 1 kyu, 30 is 1 dan; 37 is 1 dan of a professional.", OGS)
case("ogs/info/names", ogs(O2), "info", {"info": {"black": "Sato", "white": "Lee"}}, "Players have a user name.", OGS)
case("ogs/info/komi", ogs(O2), "info", {"info": {"komi": 5.5}}, "The komi is a number.", OGS)
case("ogs/info/name", ogs(O2, game_name="Friendly Match"), "info", {"info": {"name": "Friendly Match"}}, "game_name is the name of the game.", OGS)
case("ogs/info/date", ogs(O2, start_time=1593517436), "info", {"info": {"dates": ["2020-06-30"]}}, "The start is in seconds since 1970, in UTC.", OGS)
case("ogs/info/handicap", ogs([], handicap=2, initial_player="white", initial_state={"black": "gccg", "white": ""}), "info", {"info": {"handicap": 2}}, "The handicap is a number.", OGS)
for rules, shown in (("japanese", "Japanese"), ("chinese", "Chinese"), ("aga", "AGA")):
    case(f"ogs/info/rules-{rules}", ogs(O2, rules=rules), "info", {"info": {"rules": shown}}, "Rules have a name in small letters.", OGS)
for name, control, seconds in (("byoyomi", {"system": "byoyomi", "main_time": 900, "period_time": 30, "periods": 5}, 900), ("absolute", {"system": "absolute", "total_time": 1800}, 1800)):
    case(f"ogs/info/time-{name}", ogs(O2, time_control=control), "info", {"info": {"time": seconds}}, "time_control has the times in seconds.", OGS, "recovery")
