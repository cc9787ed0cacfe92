"""Cases of game information in SGF."""

from .base import DRAFT, FF4, emit, or_refused

INFO = FF4 + ", Game info properties: "


def info(name, data, expect, why, source, kind="must", choices=None, data_bytes=None):
    data = data_bytes if data_bytes is not None else f"(;GM[1]FF[4]{data};B[aa])"
    if choices:
        emit("sgf/info/" + name, data, kind, "info", why, source, choices=[dict(info=entry, note=note) for note, entry in choices])
    else:
        emit("sgf/info/" + name, data, kind, "info", why, source, {"info": expect})


# --- Results ---
for name, text, result, meaning in (
    ("black-by-3.5", "B+3.5", "B+3.5", "Black wins by 3.5 points"), ("white-by-64", "W+64", "W+64", "White wins by 64 points"),
    ("black-by-half", "B+0.5", "B+0.5", "Black wins by half a point"), ("black-by-12.5", "B+12.5", "B+12.5", "Black wins by 12.5 points"),
    ("white-by-100.5", "W+100.5", "W+100.5", "White wins by 100.5 points"), ("white-by-1", "W+1", "W+1", "White wins by one point"),
    ("black-by-3.0", "B+3.0", "B+3", "Black wins by 3 points"),
    ("black-by-3.75", "B+3.75", "B+3.75", "Black wins by 3.75, as Chinese rules count"),
    ("black-by-resignation", "B+R", "B+R", "White resigned"), ("black-by-resignation-long", "B+Resign", "B+R", "White resigned"),
    ("white-by-resignation", "W+R", "W+R", "Black resigned"), ("white-by-resignation-long", "W+Resign", "W+R", "Black resigned"),
    ("black-on-time", "B+T", "B+T", "White ran out of time"), ("black-on-time-long", "B+Time", "B+T", "White ran out of time"),
    ("white-on-time", "W+T", "W+T", "Black ran out of time"), ("white-on-time-long", "W+Time", "W+T", "Black ran out of time"),
    ("black-by-forfeit", "B+F", "B+F", "White forfeited the game"), ("black-by-forfeit-long", "B+Forfeit", "B+F", "White forfeited the game"),
    ("white-by-forfeit", "W+F", "W+F", "Black forfeited the game"), ("white-by-forfeit-long", "W+Forfeit", "W+F", "Black forfeited the game"),
    ("black-without-score", "B+", "B+", "Black wins, and the score is not stated"),
    ("white-without-score", "W+", "W+", "White wins, and the score is not stated"),
    ("draw-as-zero", "0", "0", "the game is a draw"), ("draw-as-word", "Draw", "0", "the game is a draw"),
    ("void", "Void", "Void", "the game has no result"), ("unknown", "?", "?", "the result is unknown"),
):
    info(f"result-{name}", f"RE[{text}]", {"result": result}, f"RE[{text}] means that {meaning}.", INFO + "RE")
for name, text, result, meaning in (
    ("jigo", "Jigo", "0", "the game is a draw"), ("unfinished", "Unfinished", "Unfinished", "the game was not finished"),
    ("playing", "Playing", "Playing", "the game is still played"),
):
    info(f"result-{name}", f"RE[{text}]", {"result": result}, f"RE[{text}] means that {meaning}.", DRAFT + ", Details: RE", "should")
for color in "BW":
    info(f"result-{color.lower()}-by-zero", f"RE[{color}+0]", None,
         "A win by 0 points: the rules count a draw as a win, or the writer did not know the score.", DRAFT + ", Details: RE", "choice",
         [("a win by 0 points", {"result": f"{color}+0"}), ("a win", {"result": f"{color}+"}), ("a draw", {"result": "0"})])
for name, text, result in (
    ("lower-case", "b+r", "B+R"), ("lower-case-resign", "w+resign", "W+R"), ("upper-case", "B+RESIGN", "B+R"), ("space-before", " B+3.5", "B+3.5"),
    ("space-inside", "B + 3.5", "B+3.5"), ("sentence-resigns", "White resigns", "B+R"), ("sentence-by-resignation", "Black wins by resignation", "B+R"),
    ("sentence-points", "White wins by 2.5 points", "W+2.5"), ("comma", "B+3,5", "B+3.5"), ("fraction", "B+3 1/2", "B+3.5"),
    ("chinese-resignation", "黑中盘胜", "B+R"), ("japanese-resignation", "白中押し勝ち", "W+R"), ("korean-resignation", "흑 불계승", "B+R"),
    ("japanese-points", "白3目半勝", "W+3.5"), ("draw-lower-case", "draw", "0"), ("jigo-lower-case", "jigo", "0"),
):
    info(f"result-spelled-{name}", f"CA[UTF-8]RE[{text}]", None, f"RE[{text.strip()}] is not a standard form, and its meaning is clear.",
         ["real program: servers and old editors", INFO + "RE"], "recovery", [("understood", {"result": result}), ("not understood", {"result": None})])
for name, text in (("word", "hello"), ("other-colour", "R+3"), ("number-alone", "3.5")):
    info(f"result-not-one-{name}", f"RE[{text}]", {"result": None}, f"RE[{text}] does not say who won, and nobody should guess.", INFO + "RE", "recovery")
info("result-missing", "", {"result": None}, "A record without RE states no result.", INFO + "RE")
info("result-empty", "RE[]", {"result": None}, "An empty RE states no result.", "real program: servers write it for games in play", "recovery")

# --- Dates ---
for name, text, dates, why in (
    ("day", "1996-05-06", ["1996-05-06"], "A day."), ("month", "1996-05", ["1996-05"], "Only year and month are known."),
    ("year", "1996", ["1996"], "Only the year is known."),
    ("two-months", "1996-05,06", ["1996-05", "1996-06"], "The second month has the year of the first."),
    ("three-days", "1996-05-06,07,08", ["1996-05-06", "1996-05-07", "1996-05-08"], "The other days have the month and year of the first."),
    ("two-years", "1996,1997", ["1996", "1997"], "Two years."),
    ("new-year", "1996-12-27,28,1997-01-03,04", ["1996-12-27", "1996-12-28", "1997-01-03", "1997-01-04"],
     "A full date changes the year and the month of the days after it."),
    ("month-and-day", "1996-05-30,06-01", ["1996-05-30", "1996-06-01"], "MM-DD after a full date has its year."),
    ("month-and-day-then-day", "1996-05-30,06-01,02", ["1996-05-30", "1996-06-01", "1996-06-02"], "A day after MM-DD has its month."),
    ("full-dates", "1997-05-05,1997-05-06", ["1997-05-05", "1997-05-06"], "Shortcuts are recommended and not required."),
    ("month-then-month-and-day", "1996-05,06-01", ["1996-05", "1996-06-01"], "The table of shortcuts at DT in FF[4] allows MM-DD after YYYY-MM."),
    ("leap-day", "1996-02-29", ["1996-02-29"], "1996 was a leap year."),
    ("17th-century", "1670-11-29", ["1670-11-29"], "Old games have dates in the Gregorian calendar."),
):
    info(f"date-{name}", f"DT[{text}]", {"dates": dates}, why, INFO + "DT")
for name, text, dates, why in (
    ("condensed", "1946-07-31,08-15,16,17", ["1946-07-31", "1946-08-15", "1946-08-16", "1946-08-17"], "The example of the draft."),
    ("interval", "1903-11-13..26", ["1903-11-13/1903-11-26"], "Two dots denote an interval."),
    ("interval-with-a-tilde", "1903-11-13~1903-12-01", ["1903-11-13/1903-12-01"], "A tilde denotes an interval."),
    ("time-of-day", "2000-01-01 00:53", ["2000-01-01T00:53"], "The starting time may follow the date."),
):
    info(f"date-{name}", f"DT[{text}]", {"dates": dates}, why, DRAFT + ", Details: DT", "should")
for name, text, dates in (
    ("slashes", "1996/05/06", ["1996-05-06"]), ("dots", "6.5.1996", ["1996-05-06"]), ("english", "May 6, 1996", ["1996-05-06"]),
    ("chinese", "2016年5月19日", ["2016-05-19"]), ("one-digit", "1996-5-6", ["1996-05-06"]), ("spaces-after-commas", "1996-05-06, 07", ["1996-05-06", "1996-05-07"]),
    ("era", "昭和21年7月31日", ["1946-07-31"]),
):
    info(f"date-spelled-{name}", f"CA[UTF-8]DT[{text}]", None, f"DT[{text}] is not in ISO form, and its meaning is clear.",
         ["real program: servers and old editors", INFO + "DT"], "recovery", [("understood", {"dates": dates}), ("not understood", {"dates": None})])
for name, text in (("february-30", "1996-02-30"), ("month-13", "1996-13-01"), ("leap-day-of-1900", "1900-02-29"), ("word", "yesterday")):
    emit(f"sgf/info/date-not-one-{name}", f"(;GM[1]FF[4]DT[{text}];B[aa])", "recovery", "info", "This date does not exist, and nobody should guess another.",
         INFO + "DT", choices=[{"info": {"dates": None}, "note": "no date"}, {"info": {"dates": [text]}, "note": "the text as it is"},
                               {"refused": True, "note": "the file is refused"}])
info("date-missing", "", {"dates": None}, "A record without DT states no date; it is not today's.", INFO + "DT")

# --- Komi, handicap, time ---
for name, text, komi, why in (
    ("6.5", "6.5", 6.5, "A komi may be a real number."), ("6.50", "6.50", 6.5, "Zeros at the end do not change a number."), ("7", "7", 7, "A komi may be an integer."),
    ("zero", "0", 0, "A komi of 0 is not a missing komi."), ("zero.00", "0.00", 0, "Zeros at the end do not change a number."),
    ("negative", "-5.5", -5.5, "A negative komi is in favour of Black."), ("plus", "+6.5", 6.5, "A number may have a plus sign."),
    ("half", "0.5", 0.5, "Handicap games often have a komi of half a point."), ("3.75", "3.75", 3.75, "A quarter of a point is a real number."),
    ("large", "105.5", 105.5, "A komi can be large."),
):
    info(f"komi-{name}", f"KM[{text}]", {"komi": komi}, why, [FF4 + ", Go: Properties: KM", FF4 + ", 3 Property value types: Real"])
info("komi-missing", "", {"komi": None}, "A record without KM states no komi; the default of its rules is not part of the record.", FF4 + ", Go: Properties: KM")
for name, text, komi in (("zi", "3.75子", 7.5), ("zi-fraction", "3子3/4子", 7.5), ("moku", "6.5目", 6.5)):
    info(f"komi-{name}", f"CA[UTF-8]KM[{text}]", None, "子 is a unit of two points, and 目 of one.", DRAFT + ", Details: KM", "should",
         [("understood", {"komi": komi}), ("not understood", {"komi": None})])
for name, text, komi in (("comma", "6,5", 6.5), ("fraction", "5 1/2", 5.5), ("points", "6.5 points", 6.5), ("dot-first", ".5", 0.5), ("dot-last", "7.", 7),
                         ("spaces", " 6.5 ", 6.5)):
    info(f"komi-spelled-{name}", f"KM[{text}]", None, f"KM[{text}] is not a real number of SGF, and its meaning is clear.",
         ["real program: old editors", FF4 + ", 3 Property value types: Real"], "recovery", [("understood", {"komi": komi}), ("not understood", {"komi": None})])
for count in (2, 3, 4, 9):
    info(f"handicap-{count}", f"HA[{count}]", {"handicap": count}, "HA is the number of handicap stones.", FF4 + ", Go: Properties: HA")
info("handicap-zero", "HA[0]", {"handicap": 0}, "Servers write HA[0] for an even game.", "real program: servers", "should")
info("handicap-missing", "", {"handicap": None}, "A record without HA states no handicap.", FF4 + ", Go: Properties: HA")
for name, text, time in (("integer", "3600", 3600), ("zero", "0", 0), ("fraction", "7200.5", 7200.5), ("plus", "+60", 60)):
    info(f"time-{name}", f"TM[{text}]", {"time": time}, "The time limit is a real number of seconds.", INFO + "TM")
for name, text, time in (("hours", "15h", 54000), ("minutes", "90m", 5400), ("seconds", "30s", 30), ("part-of-an-hour", "1.5h", 5400)):
    info(f"time-{name}", f"TM[{text}]", {"time": time}, "A time may have the unit s, m or h.", [DRAFT + ", Value types: time", DRAFT + ", Units"], "should")
for name, text, time in (("hours-and-minutes", "1h30m", 5400), ("words", "2 hours", 7200), ("clock", "1:00:00", 3600)):
    info(f"time-spelled-{name}", f"TM[{text}]", None, f"TM[{text}] is not in a standard form, and its meaning is clear.",
         ["real program: old editors", INFO + "TM"], "recovery", [("understood", {"time": time}), ("not understood", {"time": None})])

# --- Texts ---
for ident, member, text in (
    ("PB", "black", "Sato Ken"), ("PW", "white", "Lee Ho"), ("BR", "black_rank", "9p"), ("WR", "white_rank", "3 kyu"), ("BT", "black_team", "Japan"),
    ("WT", "white_team", "China"), ("GN", "name", "Game 3"), ("EV", "event", "60th Honinbo"), ("RO", "round", "5 (final)"), ("PC", "place", "Seoul"),
    ("RU", "rules", "Japanese"), ("OT", "overtime", "25 moves / 10 min"), ("SO", "source", "Kido 1969"), ("AN", "annotator", "An Younggil"),
    ("CP", "copyright", "2026 A. B."), ("US", "user", "Clerk"), ("ON", "opening", "Chinese fuseki"),
):
    info(f"text-{member.replace('_', '-')}", f"{ident}[{text}]", {member: text}, f"{ident} is the {member.replace('_', ' ')}.", INFO + ident)
    info(f"text-{member.replace('_', '-')}-escaped", f"{ident}[a \\[b\\] \\\\ c\\: d]", {member: "a [b] \\ c: d"},
         f"The {member.replace('_', ' ')} is SimpleText, whose escapes are removed.", [INFO + ident, FF4 + ", 3.3 SimpleText"])
info("text-line-break", "PB[Sato\nKen]", {"black": "Sato Ken"}, "A line break in SimpleText is a space.", FF4 + ", 3.3 SimpleText")
info("text-soft-line-break", "PB[Sato\\\nKen]", {"black": "SatoKen"}, "An escaped line break in SimpleText vanishes.", FF4 + ", 3.3 SimpleText")
info("text-tab", "PB[Sato\tKen]", {"black": "Sato Ken"}, "A tab in SimpleText is a space.", FF4 + ", 3.3 SimpleText")
info("text-colon", "EV[Cup: final]", {"event": "Cup: final"}, "A colon has no meaning in SimpleText that is not composed.", FF4 + ", 3.3 SimpleText")
info("text-missing", "", {"black": None, "white": None, "event": None}, "What a record does not state is not an empty text.", INFO + "PB")
info("several-ranks", "PB[Mukai Chiaki]BR[5p, Female Honinbo]", {"black_rank": "5p, Female Honinbo"}, "A player can have several ranks.",
     DRAFT + ", Details: BR, WR", "should")
info("pair-go", "PB[A & B]PW[C & D]BR[8d & 3d]WR[6d & 7d]", {"black": "A & B", "white": "C & D", "black_rank": "8d & 3d", "white_rank": "6d & 7d"},
     "Players of one colour are separated by `&`.", DRAFT + ", Details: PB, PW", "should")
info("rank-uncertain", "BR[4d?]", {"black_rank": "4d?"}, "Servers may mark an uncertain rank.", INFO + "BR")
info("rank-established", "BR[4d*]", {"black_rank": "4d*"}, "Servers may mark an established rank.", INFO + "BR")
for name, text in (("aga", "AGA"), ("goe", "GOE"), ("japanese", "Japanese"), ("nz", "NZ"), ("chinese", "Chinese"), ("ing", "Ing")):
    info(f"rules-{name}", f"RU[{text}]", {"rules": text}, "A name of rules.", INFO + "RU" if text not in ("Chinese", "Ing") else DRAFT + ", Details: RU")
for name, order in (("any-order", "PW[C]RE[W+R]KM[6.5]SZ[9]PB[A]"), ("after-setup", "SZ[9]AB[ee]PB[A]PW[C]KM[6.5]RE[W+R]")):
    info(name, order, {"size": [9, 9], "black": "A", "white": "C", "komi": 6.5, "result": "W+R"}, "The order of properties has no meaning.",
         [FF4 + ", 2.2 Some remarks about properties", DRAFT + ", Root node properties"])
info("below-the-root", "", {"size": [9, 9], "black": "A", "result": "B+R"}, "Game information may be in the node where a game first differs from others.",
     FF4 + ", 2.2.1 Property types: game-info", "should", data_bytes="(;GM[1]FF[4]SZ[9];B[ee]PB[A]RE[B+R];W[cc])")
info("first-game-of-two", "", {"black": "A", "komi": 6.5}, "Each game of a collection has its own information.", FF4 + ", 1 SGF basics",
     data_bytes="(;GM[1]PB[A]KM[6.5];B[aa])(;GM[1]PB[C]KM[7.5];B[bb])")
info("size-default", "", {"size": [19, 19]}, "Without SZ, a board is 19 by 19.", FF4 + ", Root properties: SZ")
info("size-rectangle", "SZ[7:11]", {"size": [7, 11]}, "The first number is that of the columns.", FF4 + ", Root properties: SZ")
info("long-names", "", {"black": "A", "result": "B+3", "size": [9, 9]}, "FF[1] wrote identifiers as words.", DRAFT + ", Historical remarks: Property identifiers",
     "should", data_bytes="(;GaMe[1]SiZe[9]PlayerBlack[A]REsult[B+3];Black[aa])")
for name, ident, member, text in (("event", "TE", "event", "10th Cup"), ("date", "RD", "dates", "1998-04-05"), ("komi", "KO", "komi", "5.5")):
    value = {"dates": [text], "komi": 5.5}.get(member, text)
    info(f"sgf2-{name}", "", None, f"In files that start with `(` alone, {ident} is the {name}.", DRAFT + ", SGF2 properties", "choice",
         [("the dialect is known", {member: value}), ("the dialect is not known", {member: None})], data_bytes=f"({ident}[{text}]SZ[19];B[aa])")

# --- Charsets ---
for codec, label, name in (("gbk", "GBK", "聂卫平"), ("big5", "Big5", "張栩"), ("shift_jis", "Shift_JIS", "武宮正樹"), ("euc_jp", "EUC-JP", "依田紀基"),
                           ("euc_kr", "EUC-KR", "이창호"), ("utf-8", "UTF-8", "André 黒"), ("iso8859_1", "ISO-8859-1", "Müller"),
                           ("iso8859_2", "ISO-8859-2", "Łukasz"), ("cp1251", "windows-1251", "Иван"), ("koi8_r", "KOI8-R", "Иван"), ("cp949", "CP949", "믜")):
    info(f"charset-{label.lower()}", "", {"black": name, "white": name}, f"Names are in the charset that CA names: {label}.",
         [FF4 + ", Root properties: CA", DRAFT + ", Character set"], "must" if label in ("UTF-8", "ISO-8859-1") else "should",
         data_bytes=f"(;GM[1]FF[4]CA[{label}]PB[{name}]PW[{name}];B[aa])".encode(codec))
for codec, label in (("gbk", "GBK"), ("big5", "Big5"), ("shift_jis", "Shift_JIS")):
    for low in (0x5C, 0x5D):
        lead = {"gbk": 0x81, "big5": 0xB3, "shift_jis": 0x95}[codec]
        char = bytes([lead, low])
        info(f"charset-{label.lower().replace('_', '-')}-trail-byte-{low:x}", "", {"black": "A" + char.decode(codec), "komi": 6.5},
             "The second byte of a character can be that of a backslash or a bracket, and is not one.", DRAFT + ", Character set", "should",
             data_bytes=b"(;GM[1]FF[4]CA[" + label.encode() + b"]PB[A" + char + b"]KM[6.5];B[aa])")
emit("sgf/info/no-game", "hello", "choice", "info", "There is no game in this file.", DRAFT + ", Grammar: Collection",
     choices=[{"refused": True, "note": "refused"}, {"info": {"black": None, "result": None}, "note": "nothing is stated"}])
