"""Cases of SGF, of the rules of Go, and of SGN."""

from .base import DRAFT, FF4, SGN, draw, emit, sgf


def tree(name, data, expected, kind="must", why="", source=DRAFT + ", Grammar"):
    if isinstance(expected, (list, tuple)):
        emit("sgf/" + name, data, kind, "tree", why, source,
             choices=[dict(sgf(text) if text else {"refused": True}, note=note) for note, text in expected])
    else:
        emit("sgf/" + name, data, kind, "tree", why, source, sgf(expected))


REFUSED = ("the file is refused", None)

# --- White space ---------------------------------------------------------------------------------------------

SPACES = [("space", " "), ("tab", "\t"), ("lf", "\n"), ("cr", "\r"), ("crlf", "\r\n"), ("vt", "\v"), ("ff", "\f")]
PLACES = [
    ("before-the-game", "{}(;AB[aa][bb]PL[W];W[cc])"), ("before-the-first-node", "({};AB[aa][bb]PL[W];W[cc])"),
    ("after-a-semicolon", "(;{}AB[aa][bb]PL[W];{}W[cc])"), ("before-a-value", "(;AB{}[aa][bb]PL[W];W{}[cc])"),
    ("between-values", "(;AB[aa]{}[bb]PL[W];W[cc])"), ("between-properties", "(;AB[aa][bb]{}PL[W];W[cc])"),
    ("before-a-semicolon", "(;AB[aa][bb]PL[W]{};W[cc])"), ("before-the-end", "(;AB[aa][bb]PL[W];W[cc]{})"),
    ("after-the-game", "(;AB[aa][bb]PL[W];W[cc]){}"),
]
for place, pattern in PLACES:
    for name, space in SPACES:
        tree(f"white-space/{place}-{name}", pattern.format(space, space), "(;AB[aa][bb]PL[W];W[cc])",
             "should" if place == "before-a-value" else "must",
             f"White space ({name.upper()}) {place.replace('-', ' ')} has no meaning.",
             DRAFT + ", Parsing" if place == "before-a-value" else [DRAFT + ", Parsing", FF4 + ", 2.1 EBNF definition"])
for name, space in SPACES:
    tree(f"white-space/before-a-variation-{name}", f"(;B[aa]{space}(;W[bb]){space}(;W[cc]){space})",
         "(;B[aa](;W[bb])(;W[cc]))", "must", f"White space ({name.upper()}) around variations has no meaning.",
         DRAFT + ", Parsing")

# --- Escapes and line breaks ---------------------------------------------------------------------------------


def text(name, data, expected, why, source, kind="must", choices=None):
    if choices:
        emit("sgf/" + name, data, kind, "text", why, source, choices=[{"text": [c], "note": n} for n, c in choices])
    else:
        emit("sgf/" + name, data, kind, "text", why, source, {"text": expected})


NAMES = {"\\": "backslash", "]": "closing-bracket", "[": "opening-bracket", ":": "colon", ";": "semicolon", "(":
         "opening-paren", ")": "closing-paren", "n": "letter-n", "t": "letter-t", "u": "letter-u", "0": "digit-0", " ": "space",
         "\"": "quote", "/": "slash", "é": "non-ascii", "子": "cjk", "😀": "beyond-the-bmp"}
for char, name in NAMES.items():
    for ident, kind in (("C", "text"), ("GN", "simpletext")):
        if kind == "simpletext" and char in "é子😀\"/0u":
            continue
        text(f"escape/{name}-in-{kind}", f"(;CA[UTF-8]{ident}[a\\{char}b];B[aa])", [[0, 0, ident, [f"a{char}b"]]],
             "A backslash is removed, and the character after it is taken as it is.", [FF4 + ", 3.2 Text", DRAFT + ", Parsing"])
BREAKS = [("lf", "\n"), ("cr", "\r"), ("crlf", "\r\n"), ("lfcr", "\n\r")]
for name, end in BREAKS:
    text(f"line-break/hard-{name}-in-text", f"(;C[one{end}two])", [[0, 0, "C", ["one\ntwo"]]],
         f"A line break ({name.upper()}) in Text is one line break.", FF4 + ", 3.2 Text")
    text(f"line-break/soft-{name}-in-text", f"(;C[one\\{end}two])", [[0, 0, "C", ["onetwo"]]],
         f"An escaped line break ({name.upper()}) in Text vanishes.", FF4 + ", 3.2 Text")
    text(f"line-break/hard-{name}-in-simpletext", f"(;GN[one{end}two])", [[0, 0, "GN", ["one two"]]],
         f"A line break ({name.upper()}) in SimpleText is a space.", FF4 + ", 3.3 SimpleText")
    text(f"line-break/soft-{name}-in-simpletext", f"(;GN[one\\{end}two])", [[0, 0, "GN", ["onetwo"]]],
         f"An escaped line break ({name.upper()}) in SimpleText vanishes.", FF4 + ", 3.3 SimpleText")
    text(f"line-break/two-{name}-in-text", f"(;C[one{end}{end}two])", [[0, 0, "C", ["one\n\ntwo"]]],
         f"Two line breaks ({name.upper()}) in Text are an empty line.", FF4 + ", 3.2 Text")
    text(f"line-break/soft-then-hard-{name}", f"(;C[one\\{end}{end}two])", [[0, 0, "C", ["one\ntwo"]]],
         f"A backslash removes one line break ({name.upper()}), not the one after it.", FF4 + ", 3.2 Text")
    text(f"line-break/backslash-pair-before-{name}", f"(;C[one\\\\{end}two])", [[0, 0, "C", ["one\\\ntwo"]]],
         "An escaped backslash does not escape the line break after it.", FF4 + ", 3.2 Text")
for name, space in (("tab", "\t"), ("vt", "\v")):
    for ident in ("C", "GN"):
        text(f"line-break/{name}-in-{ident.lower()}", f"(;{ident}[one{space}two])", [[0, 0, ident, ["one two"]]],
             f"White space other than line breaks ({name.upper()}) is converted to a space.", FF4 + ", 3.2 Text")
    text(f"line-break/escaped-{name}", f"(;C[one\\{space}two])", [[0, 0, "C", ["one two"]]],
         "Escaped white space other than line breaks is converted to a space, too.", FF4 + ", 3.2 Text")
for count in range(1, 9):
    data = "(;C[a" + "\\" * count + ("]" if count % 2 else "") + "];B[aa])"
    raw = "a" + "\\" * count + ("]" if count % 2 else "")
    tree(f"escape/backslashes-{count}", data, f"(;C[{raw}];B[aa])", "must",
         f"After {count} backslashes, a closing bracket {'is text' if count % 2 else 'ends the value'}.", FF4 + ", 3.2 Text")
    text(f"escape/backslashes-{count}-as-text", data, [[0, 0, "C", ["a" + "\\" * (count // 2) + ("]" if count % 2 else "")]]],
         f"{count} backslashes before a bracket are {count // 2} in the text.", FF4 + ", 3.2 Text")
for name, value in (("opening-bracket", "a[b"), ("two-opening-brackets", "a[[b"), ("semicolon-and-move", "a;B(aa)"),
                    ("parens", "a(;)b"), ("a-game", "(;B[aa\\];W[bb\\])"), ("url", "http://example.org/?a=1;b=2"),
                    ("empty", ""), ("blanks", "   "), ("quotes", "\"it's\""), ("only-an-escaped-bracket", "\\]"),
                    ("escaped-bracket-then-bracket", "a\\][b"),
                    ("only-an-escaped-backslash", "\\\\"), ("json", "{\"a\": [1, 2\\]}"), ("html", "<b>a</b> &amp; b")):
    tree(f"value/{name}", f"(;C[{value}];B[aa])", f"(;C[{value}];B[aa])", "should" if name in ("empty", "blanks") else "must",
         "Only an unescaped closing bracket ends a value; nothing else in it has a meaning for the structure.",
         DRAFT + ", Parsing")

# --- Structure -----------------------------------------------------------------------------------------------

for name, data, why in (
    ("smallest-game", "(;)", "A game with one node without properties is well-formed."),
    ("empty-nodes", "(;;;)", "A node needs no property."),
    ("one-move", "(;B[aa])", "The root may have a move as its property."),
    ("line", "(;GM[1];B[aa];W[bb];B[cc])", "Each node is the child of the node before it."),
    ("two-variations", "(;B[aa](;W[bb])(;W[cc]))", "Two game trees after a node are its two children."),
    ("variations-keep-their-order", "(;GM[1](;B[cc])(;B[aa])(;B[bb]))", "The first variation is the main line."),
    ("one-variation", "(;B[aa](;W[bb]))", "A single variation continues the line."),
    ("one-variation-for-each-move", "(;B[aa](;W[bb](;B[cc](;W[dd]))))", "Every move may open its own parenthesis."),
    ("variations-in-variations", "(;B[aa](;W[bb](;B[cc])(;B[dd]))(;W[ee](;B[ff])(;B[gg])))", "Variations nest."),
    ("long-variations", "(;B[aa];W[bb](;B[cc];W[dd];B[ee])(;B[ff];W[gg]))", "A variation is a line of nodes."),
    ("variations-of-the-root", "(;(;B[aa])(;B[bb]))", "The root may have variations."),
    ("two-games", "(;B[aa])(;B[bb])", "A collection has any number of games."),
    ("three-games", "(;B[aa])(;)(;B[cc])", "A collection has any number of games."),
    ("game-with-variations-then-a-game", "(;B[aa](;W[bb])(;W[cc]))(;B[dd])", "A game ends where its parenthesis closes."),
    ("empty-node-at-the-end", "(;B[aa];)", "A semicolon alone is a node."),
    ("empty-node-between", "(;B[aa];;W[bb])", "A semicolon alone is a node."),
    ("empty-node-in-a-variation", "(;B[aa](;)(;W[bb]))", "A variation may be one empty node."),
    ("many-values", "(;AB[aa][bb][cc][dd][ee];W[ff])", "A property has one value or more."),
    ("many-properties", "(;GM[1]FF[4]SZ[9]KM[6.5]PB[A]PW[B]RE[B+R];B[aa])", "A node has any number of properties."),
    ("empty-values", "(;GM[1];B[];W[])", "A value may be empty."),
    ("unknown-property", "(;XYZ[foo][bar];B[aa])", "A reader keeps properties that it does not know."),
    ("long-identifier", "(;MULTIGOGM[1]KGSDE[aa];B[bb])", "An identifier has one letter or more."),
    ("identifier-of-100-letters", "(;" + "ABCDEFGHIJ" * 10 + "[x];B[aa])", "An identifier can have any length."),
    ("one-letter-identifiers", "(;N[a]V[1]C[b];B[aa])", "An identifier can be one letter."),
):
    tree(f"structure/{name}", data, data, "should" if name == "identifier-of-100-letters" else "must", why)
tree("structure/value-with-empty-values", "(;AB[][aa][];B[bb])", [("every value is kept", "(;AB[][aa][];B[bb])"), ("values that are no points are dropped", "(;AB[aa];B[bb])"), REFUSED],
     "recovery", "A point is not empty; a reader keeps what it can.", FF4 + ", 2.2.3 How to handle unknown/faulty properties")
tree("structure/deep-1000", "(;B[aa]" * 1000 + ")" * 1000, "(;B[aa]" * 1000 + ")" * 1000, "should",
     "A thousand nested variations are well-formed.")
tree("structure/line-of-2000", "(" + ";B[aa]" * 2000 + ")", "(" + ";B[aa]" * 2000 + ")", "must",
     "A line can have any length.")
tree("structure/value-of-20000", "(;C[" + "x" * 20000 + "];B[aa])", "(;C[" + "x" * 20000 + "];B[aa])", "must",
     "A value can have any length.")
for name, data, clean in (("alone", "(;B[aa]())", "(;B[aa])"), ("first", "(;B[aa]()(;W[bb]))", "(;B[aa](;W[bb]))"),
                          ("last", "(;B[aa](;W[bb])())", "(;B[aa](;W[bb]))"), ("nested", "(;B[aa](())(;W[bb]))", "(;B[aa](;W[bb]))")):
    tree(f"structure/empty-variation-{name}", data,
         [("the draft allows `()`, which has no node", clean), ("FF[4] requires a node", None)], "choice",
         "A variation without a node is allowed by the draft and not by FF[4].", [DRAFT + ", Semantics", FF4 + ", Variations"])

# --- Identifiers ---------------------------------------------------------------------------------------------

for name, spelled, short, value in (("game", "GaMe", "GM", "1"), ("size", "SiZe", "SZ", "9"), ("black", "Black", "B", "aa"), ("white", "White", "W", "aa"),
                                    ("comment", "Comment", "C", "x"), ("add-black", "AddBlack", "AB", "aa"), ("player-black", "PlayerBlack", "PB", "x"),
                                    ("date", "DaTe", "DT", "1996"), ("lower-case-first", "goWriteVersion", "WV", "1.4"), ("result", "REsult", "RE", "B+3")):
    tree(f"identifier/long-{name}", f"(;{spelled}[{value}];{'W' if short == 'B' else 'B'}[bb])",
         f"(;{short}[{value}];{'W' if short == 'B' else 'B'}[bb])", "should",
         f"Lower-case letters in an identifier are ignored: {spelled} is {short}.",
         [DRAFT + ", Parsing", DRAFT + ", Historical remarks: Property identifiers"])
for name, spelled in (("b", "b"), ("km", "km"), ("ab", "ab")):
    tree(f"identifier/only-lower-case-{name}", f"(;GM[1];{spelled}[aa];W[bb])",
         [("read as capitals", f"(;GM[1];{spelled.upper()}[aa];W[bb])"), ("ignored with its value", "(;GM[1];;W[bb])"), REFUSED],
         "choice", "An identifier of lower-case letters alone is empty by the text, and meant as capitals by its writer.",
         DRAFT + ", Parsing")

# --- Duplicates ----------------------------------------------------------------------------------------------

for name, data in (("setup", "(;AB[aa]AB[bb];W[cc])"), ("comment", "(;C[one]C[two];B[aa])"), ("markup", "(;TR[aa]CR[bb]TR[cc])"),
                   ("label", "(;LB[aa:1]LB[bb:2];B[cc])"), ("unknown", "(;XX[a]YY[b]XX[c])")):
    tree(f"duplicate/{name}", data, [("all values are kept", data), REFUSED], "recovery",
         "An identifier may occur once in a node; a reader that accepts a second one keeps its values.", FF4 + ", 2.2 Some remarks about properties")

# --- Truncated files -----------------------------------------------------------------------------------------

whole = "(;GM[1]C[ab];B[aa](;W[bb])(;W[cc]))"
CUTS = {}
for at in range(2, len(whole)):
    cut = whole[:at]
    # What is complete: nodes, and properties with at least one value. A value that is open counts as it is.
    depth = cut.count("(") - cut.count(")")
    body, open_value = cut, cut.count("[") > cut.count("]")
    if open_value:
        start = body.rindex("[")
        ident = start
        while body[ident - 1].isalpha():
            ident -= 1
        dropped, kept = body[:ident], body + "]"
    else:
        end = len(body)
        while body[end - 1].isalpha():
            end -= 1
        dropped = kept = body[:end]
    closed = []
    for form in dict.fromkeys((kept, dropped)):
        if form.endswith("("):
            form = form[:-1]
        closed.append(form + ")" * (form.count("(") - form.count(")")))
    notes = ["the open value is kept", "the open value is dropped"] if len(closed) > 1 else ["all that is complete"]
    tree(f"truncated/after-byte-{at:02}", cut, list(zip(notes, closed)) + [REFUSED], "recovery",
         f"The file ends after `{cut[-8:]}`; everything before can be read.", "real program: interrupted downloads")

# --- Text around games, and other faults ---------------------------------------------------------------------

for name, data in (("mail-header", "From: a@b\nSubject: game\n\n(;B[aa];W[bb])"), ("html", "<html><pre>(;B[aa];W[bb])</pre></html>"),
                   ("header-with-structure", "see (note; x) and [aa] here\n(;B[aa];W[bb])"), ("ctrl-z", "(;B[aa];W[bb])\x1a"),
                   ("nul-padding", "(;B[aa];W[bb])\0\0\0\0"), ("text-after", "(;B[aa];W[bb])\nend"), ("smiley", ":-) (;B[aa];W[bb])"),
                   ("paren-before", ") (;B[aa];W[bb])"), ("one-paren-too-many", "(;B[aa];W[bb]))"), ("bom", "\ufeff(;B[aa];W[bb])"),
                   ("xml", "<?xml version=\"1.0\"?>\n(;B[aa];W[bb])"), ("comment", "# a game\n(;B[aa];W[bb])")):
    tree(f"around/{name}", data, "(;B[aa];W[bb])", "recovery",
         "Text around a game is not part of it.", "real program: mail, web pages and old editors")
for name, data in (("junk-between-games", "(;B[aa]) --- next:\n(;W[bb])"), ("comma-between-games", "(;B[aa]),(;W[bb])"),
                   ("ctrl-z-between-games", "(;B[aa])\x1a(;W[bb])")):
    tree(f"around/{name}", data, "(;B[aa])(;W[bb])", "recovery", "Text between games is not part of them.",
         "real program: archives joined by hand")
for name, data in (("empty", b""), ("white-space", b" \n\t"), ("prose", b"This is not a game."), ("binary", bytes(range(128, 160))),
                   ("html-page", b"<html><body>404</body></html>"), ("only-a-bom", b"\xef\xbb\xbf")):
    emit(f"sgf/no-game/{name}", data, "choice", "tree", "There is no game in this file.",
         [DRAFT + ", Grammar: Collection", FF4 + ", 2.1 EBNF definition: Collection"],
         choices=[{"refused": True, "note": "refused"}, {"games": [], "note": "a collection of zero games"}])
for name, data, clean, why in (
    ("missing-first-semicolon", "(B[aa];W[bb])", "(;B[aa];W[bb])", "SGF2 files start with `(` and a property."),
    ("old-root", "(GM[1]SZ[19];B[aa];W[bb])", "(;GM[1]SZ[19];B[aa];W[bb])", "SGF2 files start with `(` and a property."),
    ("nested-open", "((;B[aa];W[bb]))", "(;B[aa];W[bb])", "A second pair of parentheses adds nothing."),
    ("nested-open-inside", "(;B[aa]((;W[bb])(;W[cc])))", "(;B[aa](;W[bb])(;W[cc]))", "A second pair of parentheses adds nothing."),
    ("node-after-variations", "(;B[aa](;W[bb])(;W[cc]);W[dd])", "(;B[aa](;W[bb])(;W[cc])(;W[dd]))",
     "A node after variations is one more variation."),
    ("variation-without-semicolon", "(;B[aa](;W[bb])(W[cc]))", "(;B[aa](;W[bb])(;W[cc]))", "The semicolon of a variation is missing."),
    ("missing-bracket-in-a-comment", "(;B[aa];C[oops;W[bb];B[cc])", "(;B[aa];C[oops];W[bb];B[cc])",
     "A node inside a comment shows where its bracket is missing."),
    ("missing-bracket-of-a-move", "(;B[aa;W[bb];B[cc])", "(;B[aa];W[bb];B[cc])", "A node inside a move shows that its bracket is missing."),
    ("unescaped-rank", "(;C[foo [12k]: hi];B[aa])", "(;C[foo [12k\\]: hi];B[aa])", "Some servers do not escape the bracket after a rank."),
    ("identifier-without-value", "(;B;W[bb])", "(;;W[bb])", "A property without a value says nothing."),
    ("dashes", "(;B[aa]---;W[bb])", "(;B[aa];W[bb])", "Text between nodes is not part of the game."),
    ("commas-between-values", "(;AB[aa],[bb];W[cc])", "(;AB[aa][bb];W[cc])", "Commas between values have no meaning."),
    ("nul-between-nodes", "(;B[aa]\0;W[bb])", "(;B[aa];W[bb])", "A NUL between nodes has no meaning."),
    ("first-game-not-closed", "(;GM[1];B[aa]\n(;GM[1];B[cc])", "(;GM[1];B[aa](;GM[1];B[cc]))", "A game that is not closed may hold the next one."),
    ("text-before-the-end", "(;B[aa];W[bb]187)", "(;B[aa];W[bb])", "Text between nodes is not part of the game."),
):
    choices = [("recovered", clean), REFUSED]
    if name == "first-game-not-closed":
        choices.insert(0, ("as two games", "(;GM[1];B[aa])(;GM[1];B[cc])"))
    if name == "unescaped-rank":
        choices.insert(1, ("the value ends at its first bracket", "(;C[foo [12k];B[aa])"))
    if name == "missing-bracket-in-a-comment":
        choices.insert(1, ("the comment takes everything up to its bracket", "(;B[aa];C[oops;W[bb];B[cc])"))
    if name == "missing-bracket-of-a-move":
        choices.insert(1, ("the value takes everything up to its bracket", "(;B[aa;W[bb];B[cc])"))
    tree(f"fault/{name}", data, choices, "recovery", why, "real program: files of collections")

# --- Charsets ------------------------------------------------------------------------------------------------

CHARSETS = [("utf-8", ["UTF-8", "utf-8", "UTF8"], "黒 é 흑 😀"), ("gbk", ["GBK", "GB2312", "gb2312", "GB18030"], "聂卫平"),
            ("big5", ["Big5", "BIG5"], "張栩"), ("shift_jis", ["Shift_JIS", "SJIS", "shift-jis"], "依田紀基"),
            ("euc_jp", ["EUC-JP"], "武宮正樹"), ("euc_kr", ["EUC-KR"], "이창호"), ("iso2022_jp", ["ISO-2022-JP"], "武宮"),
            ("iso8859_1", ["ISO-8859-1", "iso-8859-1", "latin1"], "André Müller"), ("iso8859_2", ["ISO-8859-2"], "Łukasz"),
            ("iso8859_15", ["ISO-8859-15"], "5 €"), ("cp1252", ["windows-1252"], "“a” – b"), ("cp1251", ["windows-1251"], "Динерштейн"),
            ("koi8_r", ["KOI8-R"], "Динерштейн"), ("ascii", ["US-ASCII"], "plain")]
for codec, labels, sample in CHARSETS:
    for spelling, label in enumerate(labels, 1):
        data = b"(;CA[" + label.encode() + b"]PB[" + sample.encode(codec) + b"];B[aa])"
        where = codec.replace("_", "-") + (f"-spelling-{spelling}" if spelling > 1 else "")
        kind = "must" if label in ("UTF-8", "ISO-8859-1") else "should"
        tree(f"charset/declared-{where}", data, f"(;CA[{label}]PB[{sample}];B[aa])", kind,
             f"Text is in the charset that CA names: {label}.", [FF4 + ", Root properties: CA", DRAFT + ", Character set"])
for codec, label, low in (("gbk", "GBK", "5c"), ("gbk", "GBK", "5d"), ("shift_jis", "Shift_JIS", "5c"), ("shift_jis", "Shift_JIS", "5d"),
                          ("big5", "Big5", "5c"), ("big5", "Big5", "5d"), ("gb18030", "GB18030", "5c"), ("gb18030", "GB18030", "5d")):
    lead = {"gbk": 0x81, "gb18030": 0x81, "shift_jis": 0x95, "big5": 0xB3}[codec]
    char = bytes([lead, int(low, 16)])
    shown = char.decode(codec)
    for place, before, after in (("before-the-end", b"x", b""), ("inside", b"", b"y")):
        data = b"(;CA[" + label.encode() + b"]PB[" + before + char + after + b"];B[aa])"
        tree(f"charset/{label.lower().replace('_', '-')}-trail-byte-{low}-{place}", data,
             f"(;CA[{label}]PB[{before.decode()}{shown}{after.decode()}];B[aa])", "should",
             f"The second byte of a character can be that of {'a backslash' if low == '5c' else 'a closing bracket'}, and is not one.",
             DRAFT + ", Character set")
for name, sample in (("latin", "André"), ("cyrillic", "Динерштейн"), ("cjk", "聂卫平"), ("hangul", "이창호"), ("emoji", "😀")):
    tree(f"charset/undeclared-utf-8-{name}", f"(;PB[{sample}];B[aa])", f"(;PB[{sample}];B[aa])", "should",
         "Text without CA is UTF-8 by the draft; FF[4] says Latin-1, which nobody means by these bytes.",
         [DRAFT + ", Character set", FF4 + ", Root properties: CA"])
for name, data in (("umlaut", "(;GM[1]FF[4]PB[Müller];B[aa])"), ("accent", "(;GM[1]FF[4]PB[André Hénon];B[aa])"),
                   ("sharp-s", "(;GM[1]FF[4]PB[Jörg Groß]PW[Löwe];B[aa];C[Straße])"),
                   ("tilde", "(;GM[1]FF[4]PB[Muñoz]PW[Père];B[aa])")):
    tree(f"charset/undeclared-latin-1-{name}", data.encode("latin-1"), data, "should",
         "Text without CA that is not UTF-8 is Latin-1, the default of FF[4].", [FF4 + ", Root properties: CA", DRAFT + ", Character set"])
tree("charset/undeclared-windows-1252", "(;GM[1]FF[4]C[“a” – b];B[aa])".encode("cp1252"),
     [("as Windows-1252", "(;GM[1]FF[4]C[“a” – b];B[aa])"), ("as Latin-1", "(;GM[1]FF[4]C[a  b];B[aa])"), REFUSED], "choice",
     "Windows-1252 has quotes and dashes where Latin-1 has control characters.", "real program: editors for Windows")
for codec, name in (("utf-16-le", "utf-16le"), ("utf-16-be", "utf-16be")):
    mark = "\ufeff".encode(codec)
    tree(f"charset/{name}-with-bom", mark + "(;PB[黒];B[aa])".encode(codec), [("decoded", "(;PB[黒];B[aa])"), REFUSED], "recovery",
         "An editor saved the file as UTF-16; its byte order mark says so.", "real program: Windows editors")
tree("charset/declared-after-the-text", "(;PB[聂卫平]CA[GBK];B[aa])".encode("gbk"), "(;PB[聂卫平]CA[GBK];B[aa])", "recovery",
     "The order of properties has no meaning, but CA should come before the first text that needs it.", [DRAFT + ", Root node properties", DRAFT + ", Character set"])
tree("charset/two-games-two-charsets", "(;CA[GBK]PB[聂卫平])".encode("gbk") + "(;CA[Big5]PB[張栩])".encode("big5"),
     "(;CA[GBK]PB[聂卫平])(;CA[Big5]PB[張栩])", "should", "Each game declares its own charset.", FF4 + ", Root properties: CA")
tree("charset/not-utf-8", b"(;CA[UTF-8]PB[a\xffb];B[aa])", [("read, with any text for the name", "(;CA[UTF-8]PB[*];B[aa])"), REFUSED],
     "recovery", "A byte that the charset does not have must not cost the game.", "real program: joined files")
tree("charset/unknown-label", "(;CA[martian]PB[abc];B[aa])", [("read", "(;CA[martian]PB[abc];B[aa])"), REFUSED], "recovery",
     "A charset that nobody knows must not cost a game in ASCII.", "real program: old editors")

# --- Points, moves, sizes ------------------------------------------------------------------------------------

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def moves(name, data, size, line, why, source, kind="must", other=None):
    want = {"size": size, "moves": line}
    if other:
        emit("sgf/" + name, data, kind, "moves", why, source, choices=[dict(want, note="as shown")] + other)
    else:
        emit("sgf/" + name, data, kind, "moves", why, source, want)


for side in (5, 7, 9, 11, 13, 15, 17, 19, 21, 25, 26, 27, 37, 52):
    corners = [(0, 0), (side - 1, 0), (0, side - 1), (side - 1, side - 1), (side // 2, side // 2)]
    data = f"(;GM[1]FF[4]SZ[{side}]" + "".join(
        f";{'BW'[n % 2]}[{LETTERS[c]}{LETTERS[r]}]" for n, (c, r) in enumerate(corners)) + ")"
    moves(f"point/corners-and-centre-{side}", data, [side, side], [["BW"[n % 2], c, r] for n, (c, r) in enumerate(corners)],
          "The first letter is the column from the left, the second the row from the top; A to Z follow after z.",
          FF4 + ", Go: Move, Point & Stone type", "must" if side <= 19 else "should")
for cols, rows in ((9, 13), (13, 9), (19, 9), (3, 7), (1, 5), (2, 9)):
    moves(f"size/{cols}-by-{rows}", f"(;GM[1]FF[4]SZ[{cols}:{rows}];B[{LETTERS[cols - 1]}{LETTERS[rows - 1]}])", [cols, rows],
          [["B", cols - 1, rows - 1]], "SZ[2:9] has 2 columns and 9 rows.", [DRAFT + ", List: SZ", FF4 + ", Root properties: SZ"])
moves("size/square-as-a-pair", "(;GM[1]SZ[9:9];B[ii])", [9, 9], [["B", 8, 8]], "FF[4] forbids a pair for a square board, and the draft allows it; it has one meaning.",
      [DRAFT + ", List: SZ", FF4 + ", Root properties: SZ"], "should")
moves("size/missing", "(;GM[1];B[ss])", [19, 19], [["B", 18, 18]], "Without SZ, a Go board is 19 by 19.", FF4 + ", Root properties: SZ")
for blank in (" 19", "19 ", "\n19"):
    moves(f"size/white-space-{len(blank)}-{ord(blank[0])}", f"(;GM[1]SZ[{blank}];B[ss])", [19, 19], [["B", 18, 18]],
          "White space around a number has no meaning.", "real program: hand-written files", "recovery")
for side in (9, 13, 19):
    moves(f"pass/tt-on-{side}", f"(;GM[1]FF[4]SZ[{side}];B[aa];W[tt];B[bb])", [side, side], [["B", 0, 0], ["W"], ["B", 1, 1]],
          "`tt` is a pass on boards up to 19 by 19.", [FF4 + ", Go: Move, Point & Stone type"])
for side in (5, 9, 13, 19, 21, 25):
    moves(f"pass/empty-on-{side}", f"(;GM[1]FF[4]SZ[{side}];B[aa];W[];B[bb])", [side, side], [["B", 0, 0], ["W"], ["B", 1, 1]],
          "An empty value is a pass on every board.", [FF4 + ", Go: Move, Point & Stone type", DRAFT + ", Value types"])
for side in (20, 21, 25):
    moves(f"pass/tt-is-a-point-on-{side}", f"(;GM[1]FF[4]SZ[{side}];B[aa];W[tt];B[bb])", [side, side],
          [["B", 0, 0], ["W", 19, 19], ["B", 1, 1]], "`tt` is a point on boards larger than 19 by 19.", FF4 + ", Go: Move, Point & Stone type")
for first in ("tt", ""):
    moves(f"pass/two-at-the-end-{first or 'empty'}", f"(;GM[1]SZ[9];B[aa];W[{first}];B[{first}])", [9, 9], [["B", 0, 0], ["W"], ["B"]],
          "A record keeps every pass.", FF4 + ", Go: Move, Point & Stone type")
moves("move/same-colour-twice", "(;GM[1]SZ[9];B[aa];B[bb];W[cc])", [9, 9], [["B", 0, 0], ["B", 1, 1], ["W", 2, 2]],
      "Players need not alternate: the property names the colour.", FF4 + ", Move properties")
moves("move/white-first", "(;GM[1]SZ[9];W[aa];B[bb])", [9, 9], [["W", 0, 0], ["B", 1, 1]], "White may move first.", FF4 + ", Move properties")
moves("move/main-line-is-first", "(;GM[1]SZ[9];B[aa](;W[bb];B[cc])(;W[dd]))", [9, 9], [["B", 0, 0], ["W", 1, 1], ["B", 2, 2]],
      "The first variation at each branch is the main line.", DRAFT + ", Semantics")
moves("move/main-line-of-three-branches", "(;GM[1]SZ[9](;B[aa](;W[bb])(;W[ii]))(;B[hh]))", [9, 9], [["B", 0, 0], ["W", 1, 1]],
      "The first variation at each branch is the main line.", DRAFT + ", Semantics")
moves("move/nodes-without-moves", "(;GM[1]SZ[9];B[aa];C[x];;W[bb])", [9, 9], [["B", 0, 0], ["W", 1, 1]],
      "A node without a move is not a pass.", FF4 + ", Move properties")
moves("move/long-names", "(;GaMe[1]SiZe[9];Black[aa];White[bb])", [9, 9], [["B", 0, 0], ["W", 1, 1]],
      "FF[1] wrote identifiers as words; their capitals count.", DRAFT + ", Parsing", "should")
moves("move/in-the-root", "(;GM[1]SZ[9]B[aa];W[bb])", [9, 9], [["B", 0, 0], ["W", 1, 1]],
      "A move in the root is bad style, and still a move.", FF4 + ", 2.2.1 Property types: move", "should")
for name, side, point in (("outside", 9, "jj"), ("far-outside", 9, "zz"), ("after-tt", 9, "uu"), ("outside-of-21", 21, "vv"), ("one-letter", 9, "a"),
                          ("three-letters", 9, "abc"), ("question-mark", 9, "?")):
    other = [dict(size=[side, side], moves=[["B", 0, 0], ["W"] + [LETTERS.index(char) for char in point[:2]], ["B", 1, 1]], note=note)
             for note, names in (("kept, outside of the board", ("outside", "far-outside", "after-tt", "outside-of-21")),
                                 ("its first two letters", ("three-letters",))) if name in names]
    moves(f"move/no-point-{name}", f"(;GM[1]FF[4]SZ[{side}];B[aa];W[{point}];B[bb])", [side, side], [["B", 0, 0], ["B", 1, 1]],
          f"`{point}` is neither a point of this board nor a pass.", [FF4 + ", Go: Move, Point & Stone type", FF4 + ", 2.2.3 How to handle unknown/faulty properties"],
          "recovery", other + [{"refused": True, "note": "the file is refused"}])
moves("move/on-a-stone", "(;GM[1]SZ[9];B[aa];W[aa];B[bb])", [9, 9], [["B", 0, 0], ["W", 0, 0], ["B", 1, 1]],
      "A record may have illegal moves; a reader keeps them.", FF4 + ", Move properties: B")


# --- Positions -----------------------------------------------------------------------------------------------

def board(name, data, rows, why, source, kind="must", folder="sgf", **more):
    emit(f"{folder}/{name}", data, kind, "position", why, source, dict({"size": [len(rows[0]), len(rows)], "board": rows}, **more))


for ident, char in (("AB", "X"), ("AW", "O")):
    for name, value, points in (
        ("point", "[cc]", [(2, 2)]), ("three-points", "[aa][cc][ee]", [(0, 0), (2, 2), (4, 4)]),
        ("rectangle", "[aa:bc]", [(c, r) for c in range(2) for r in range(3)]), ("row", "[ac:ec]", [(c, 2) for c in range(5)]),
        ("column", "[ca:ce]", [(2, r) for r in range(5)]), ("rectangle-and-point", "[aa:bb][ee]", [(0, 0), (0, 1), (1, 0), (1, 1), (4, 4)]),
        ("whole-board-but-one", "[aa:dd][ea:ed][ae:de]", [(c, r) for c in range(5) for r in range(5) if (c, r) != (4, 4)])):
        board(f"setup/{ident.lower()}-{name}", f"(;GM[1]FF[4]SZ[5]{ident}{value})", draw(5, {p: char for p in points}),
              "A list of points may have rectangles, from the upper left to the lower right corner.", [FF4 + ", 3.5.1 Compressed point lists"])
    board(f"setup/{ident.lower()}-rectangle-reversed", f"(;GM[1]FF[4]SZ[5]{ident}[bc:aa])",
          draw(5, {(c, r): char for c in range(2) for r in range(3)}),
          "Any two opposite corners show what was meant.", "real program: hand-written files", "recovery")
    board(f"setup/{ident.lower()}-rectangle-of-one", f"(;GM[1]FF[4]SZ[5]{ident}[cc:cc])", draw(5, {(2, 2): char}),
          "FF[4] forbids a rectangle of one point; it has one meaning.", FF4 + ", 3.5.1 Compressed point lists", "recovery")
board("setup/ae-removes", "(;GM[1]FF[4]SZ[5]AB[aa:ee];AE[bb:dd])", draw(5, {(c, r): "X" for c in range(5) for r in range(5)
      if c in (0, 4) or r in (0, 4)}), "AE makes points empty.", FF4 + ", Setup properties: AE")
board("setup/changes-colour", "(;GM[1]FF[4]SZ[5]AB[cc];AW[cc])", draw(5, {(2, 2): "O"}), "AW replaces a black stone.", FF4 + ", Setup properties: AW")
board("setup/no-capture", "(;GM[1]FF[4]SZ[5]AB[aa]AW[ba][ab])", draw(5, {(0, 0): "X", (1, 0): "O", (0, 1): "O"}),
      "Setup captures nothing, even if a stone has no liberty.", FF4 + ", Setup properties")
board("setup/in-the-middle", "(;GM[1]FF[4]SZ[5];B[aa];AW[cc];B[bb])", draw(5, {(0, 0): "X", (2, 2): "O", (1, 1): "X"}),
      "Setup may occur anywhere.", FF4 + ", Setup properties")
board("setup/then-move", "(;GM[1]FF[4]SZ[5]AB[ba][ab]AW[aa];B[cc])", draw(5, {(1, 0): "X", (0, 1): "X", (0, 0): "O", (2, 2): "X"}),
      "A stone that setup left without a liberty stays until a move beside it captures it.",
      [FF4 + ", Setup properties: AW", FF4 + ", Go: How to execute a move"], "should")

# --- The turn and the ko -------------------------------------------------------------------------------------

TURN = FF4 + ", Setup properties: PL"
for name, data, stones, side, why, source in (
    ("after-black", ";B[aa]", {(0, 0): "X"}, "W", "After a move of Black, White is to play.", FF4 + ", Move properties: B"),
    ("after-white", ";W[aa]", {(0, 0): "O"}, "B", "After a move of White, Black is to play, even if White moved first.", FF4 + ", Move properties: W"),
    ("after-two-moves", ";B[aa];W[bb]", {(0, 0): "X", (1, 1): "O"}, "B", "The players alternate.", FF4 + ", Move properties"),
    ("after-a-pass", ";B[aa];W[]", {(0, 0): "X"}, "B", "A pass is a move, and changes the turn.", FF4 + ", Move properties: B"),
    ("after-a-pass-of-black", ";B[]", {}, "W", "A pass is a move, and changes the turn.", FF4 + ", Move properties: B"),
    ("after-black-twice", ";B[aa];B[bb]", {(0, 0): "X", (1, 1): "X"}, "W", "The opponent of the player of the last move is to play.", FF4 + ", Move properties: B"),
    ("after-an-empty-node", ";B[aa];C[x]", {(0, 0): "X"}, "W", "A node without a move does not change the turn.", FF4 + ", Move properties: B"),
    ("pl-in-the-root", "AB[aa]PL[W]", {(0, 0): "X"}, "W", "PL names the player to play.", TURN),
    ("pl-black-in-the-root", "AW[aa]PL[B]", {(0, 0): "O"}, "B", "PL names the player to play.", TURN),
    ("pl-after-a-move", ";B[aa];PL[B]", {(0, 0): "X"}, "B", "PL names the player to play, also after a move of the same player.", TURN),
    ("pl-then-a-move", "AB[aa]PL[W];W[bb]", {(0, 0): "X", (1, 1): "O"}, "B", "A move after PL changes the turn.", TURN),
):
    board(f"turn/{name}", f"(;GM[1]FF[4]SZ[5]{data})", draw(5, stones), why, source, to_play=side)
board("turn/start", "(;GM[1]FF[4]SZ[5])", draw(5, {}), "Black moves first on an empty board.", "decision: FF[4] leaves the first player to the rules",
      "should", to_play="B")
# A ko that the first player takes at cb, and other captures: the stones of the first player, of the second player, the move, the points
# that it captures, and moves after it.
KO_RULE = "Japanese rules 1989, Article 6"
SHAPES = (
    ("taken", "ba ab bc", "ca db cc bb", "cb", "bb", "", "A ko was taken: its point is forbidden for one move."),
    ("after-a-threat", "ba ab bc", "ca db cc bb", "cb", "bb", "ee", "After a move elsewhere, the ko may be retaken."),
    ("after-a-pass", "ba ab bc", "ca db cc bb", "cb", "bb", "-", "After a pass, the ko may be retaken."),
    ("two-stones-captured", "ab bb ad bd", "ba ca da cb bc dc ac cd", "cc", "ac bc", "", "A capture of two stones is not a ko."),
    ("two-liberties", "ba ab bc", "ca cc bb", "cb", "bb", "", "A stone that has two liberties after a capture has not taken a ko."),
    ("a-chain-of-two", "ba ab bc db", "ca cc bb da dc eb", "cb", "bb", "", "A chain of two stones that captures one has not taken a ko."),
)
for mirror in (False, True):
    for first, second in ("BW", "WB"):
        for name, own, others, move, removed, after, why in SHAPES:
            turn = (lambda p: p[1] + p[0]) if mirror else (lambda p: p)
            lists = [[turn(p) for p in points.split()] for points in (own, others)]
            chars = {"B": "X", "W": "O"}
            stones = {p: chars[color] for color, points in zip((first, second), lists) for p in points}
            stones[turn(move)] = chars[first]
            for p in removed.split():
                del stones[turn(p)]
            line = f";{first}[{turn(move)}]"
            if after:
                line += f";{second}[{'' if after == '-' else turn(after)}]"
                stones.update({turn(after): chars[second]} if after != "-" else {})
            setup = "".join(f"A{color}" + "".join(f"[{p}]" for p in points) for color, points in zip((first, second), lists))
            board(f"ko/{name}-{'mirrored-' if mirror else ''}{'black' if first == 'B' else 'white'}", f"(;GM[1]FF[4]SZ[5]{setup}PL[{first}]{line})",
                  draw(5, {(LETTERS.index(p[0]), LETTERS.index(p[1])): char for p, char in stones.items()}), why, KO_RULE, folder="rules",
                  to_play=first if after else second, ko=[1, 1] if name == "taken" else None)

# --- Rules ---------------------------------------------------------------------------------------------------

RULES = FF4 + ", Go: How to execute a move"


def around(col, row, side):
    return [(c, r) for c, r in ((col - 1, row), (col + 1, row), (col, row - 1), (col, row + 1)) if 0 <= c < side and 0 <= r < side]


def at(point):
    return LETTERS[point[0]] + LETTERS[point[1]]


for side in (5, 9, 19):
    for name, point in (("corner", (0, 0)), ("lower-right-corner", (side - 1, side - 1)), ("edge", (2, 0)), ("left-edge", (0, 2)), ("centre", (2, 2))):
        for color, char, other, shown in (("B", "X", "AW", "O"), ("W", "O", "AB", "X")):
            wall = around(*point, side)
            own = "A" + color
            data = (f"(;GM[1]SZ[{side}]{other}[{at(point)}]{own}" + "".join(f"[{at(p)}]" for p in wall[:-1])
                    + f"PL[{color}];{color}[{at(wall[-1])}])")
            board(f"capture/{side}-{name}-by-{'black' if color == 'B' else 'white'}", data, draw(side, {p: char for p in wall}),
                  "A stone without liberties is captured.", RULES, folder="rules")
for name, data, rows, why in (
    ("two-stones", "(;GM[1]SZ[5]AW[aa][ba]AB[ab][bb];B[ca])", ["..X..", "XX...", ".....", ".....", "....."], "A chain is captured as a whole."),
    ("two-chains", "(;GM[1]SZ[5]AW[aa][ca]AB[ab][cb][da];B[ba])", [".X.X.", "X.X..", ".....", ".....", "....."], "One move may capture several chains."),
    ("capture-before-suicide", "(;GM[1]SZ[5]AW[ba][ab]AB[ca][bb][ac];B[aa])", ["X.X..", ".X...", "X....", ".....", "....."],
     "The opponent's stones are removed first, so the move is not a suicide."),
    ("diagonals-do-not-count", "(;GM[1]SZ[5]AW[bb]AB[aa][ca][ac];B[cc])", ["X.X..", ".O...", "X.X..", ".....", "....."], "Diagonal points are not adjacent."),
    ("last-liberty", "(;GM[1]SZ[5]AB[ab][bb][cb][da]AW[ba][ca];B[aa])", ["X..X.", "XXX..", ".....", ".....", "....."], "A move that fills the last liberty captures the chain."),
):
    board(f"capture/{name}", data, rows, why, RULES, folder="rules")
RULESETS = [("Japanese", False, False), ("Korean", False, False), ("Chinese", False, False), ("AGA", False, False),
            ("NZ", True, True), ("Ing", False, True)]
for rules, one, many in RULESETS:
    for name, setup, move, allowed in (("of-one", "AW[ba][ab]", "aa", one), ("of-two", "AB[aa]AW[ca][ab][bb]", "ba", many),
                                       ("of-three", "AB[aa][ba]AW[ca][bb][ac]", "ab", many)):
        emit(f"rules/suicide/{rules.lower()}-{name}", f"(;GM[1]SZ[5]RU[{rules}]{setup};B[{move}])", "should" if rules == "Ing" or (rules, name) == ("NZ", "of-one") else "must",
             "legal", f"{rules} rules {'allow' if allowed else 'forbid'} suicide {name.replace('-', ' ')} {'stone' if name == 'of-one' else 'stones'}.",
             f"{rules} rules", {"legal": [allowed]})
for rules, _, _ in RULESETS:
    for mirror in (False, True):
        for colors in ("BW", "WB"):
            black = ["ba", "ab", "bc"]
            white = ["ca", "db", "cc", "bb"]
            flip = (lambda p: p[1] + p[0]) if mirror else (lambda p: p)
            first, second = colors
            setup = f"A{first}" + "".join(f"[{flip(p)}]" for p in black) + f"A{second}" + "".join(f"[{flip(p)}]" for p in white)
            tag = f"{'mirrored-' if mirror else ''}{'black' if first == 'B' else 'white'}"
            head = f"(;GM[1]SZ[5]RU[{rules}]{setup}PL[{first}]"
            take, retake = f";{first}[{flip('cb')}]", f";{second}[{flip('bb')}]"
            emit(f"rules/ko/{rules.lower()}-retaken-{tag}", head + take + retake + ")", "must", "legal",
                 "A ko must not be retaken at once.", f"{rules} rules", {"legal": [True, False]})
            emit(f"rules/ko/{rules.lower()}-after-a-threat-{tag}", head + take + f";{second}[ee];{first}[ea]" + retake + ")", "must", "legal",
                 "A ko may be retaken after a move elsewhere and its answer.", f"{rules} rules", {"legal": [True] * 4})
            emit(f"rules/ko/{rules.lower()}-filled-{tag}", head + take + f";{second}[ee];{first}[{flip('bb')}])", "must", "legal",
                 "The player who took a ko may fill it.", f"{rules} rules", {"legal": [True] * 3})
for rules, _, _ in RULESETS:
    for color in "BW":
        emit(f"rules/occupied/{rules.lower()}-{'black' if color == 'B' else 'white'}", f"(;GM[1]SZ[5]RU[{rules}]AB[aa]AW[cc]PL[{color}];{color}[aa])",
             "must", "legal", "A move on a stone is illegal.", f"{rules} rules", {"legal": [False]})

# --- SGN -----------------------------------------------------------------------------------------------------


def sgn(name, data, rows, side, why, kind="must", ko=None):
    board(name, data, rows, why, SGN + ", Syntax", kind, "sgn", to_play=side, ko=ko)


for side in (1, 2, 3, 5, 9, 13, 19):
    for color in "BW":
        sgn(f"empty/{side}-{color.lower()}", ("/".join([str(side)] * side)) + f"-{color}", ["." * side] * side, color,
            "A number is that many empty points, and the letter after the hyphen is the side to move.")
    if side > 1:
        sgn(f"empty/{side}-without-numbers", "/" * (side - 1) + "-B", ["." * side] * side, "B", "An empty row needs no number.")
for length in (2, 3, 5, 9, 10, 12, 19):
    for letter, char in (("B", "X"), ("W", "O")):
        rows = [char * length + "." * (19 - length)] + ["." * 19] * 18
        sgn(f"run/{letter.lower()}-{length}", f"{letter}{length}{19 - length or ''}" + "/" * 18 + "-B", rows, "B",
            "A capital letter and a number are a run of stones; its digits and those of the empty points are separated by the sum of the row.")
        rows = ["." * (19 - length) + char * length] + ["." * 19] * 18
        sgn(f"run/{letter.lower()}-{length}-at-the-end", f"{19 - length or ''}{letter}{length}" + "/" * 18 + "-W", rows, "W",
            "A run may end its row.")
for name, row, shown in (("single-stones", "bwbwb", "XOXOX"), ("stone-after-empty", "4b", "....X"), ("stone-before-empty", "w4", "O...."),
                         ("both", "1b1w1", ".X.O."), ("runs", "B2W3", "XXOOO"), ("run-and-stone", "B3wb", "XXXOX"), ("split-run", "bbB3", "XXXXX"),
                         ("run-between-empty", "1B31", ".XXX."), ("run-then-empty", "W23", "OO..."), ("run-of-the-row", "B5", "XXXXX")):
    sgn(f"row/{name}", f"{row}////-B", [shown] + ["....."] * 4, "B", "A row is its points from left to right.")
    sgn(f"row/{name}-last", f"////{row}-W", ["....."] * 4 + [shown], "W", "Rows go from the top to the bottom.")
sgn("ko/in-the-centre", "/1bw2/bwKw1/1bw2/-B", [".....", ".XO..", "XO.O.", ".XO..", "....."], "B",
    "K is an empty point where the side to move may not play.", ko=[2, 2])
board("size/not-square", "B6////-B", ["XXXXXX"] + ["......"] * 4, "If the rows do not fit a square board, their sum is the width.",
      "decision: SGN N2", "choice", "sgn", to_play="B")
sgn("ko/splits-empty-points", "2K2////-B", ["....."] * 5, "B", "K counts as one point between empty points.", "should", ko=[2, 0])
for name, data, why in (
    ("no-side", "////", "The side to move is required."), ("lower-case-side", "////-b", "The side is a capital letter."),
    ("row-too-long", "B6/b4/5/5/5-B", "A row must not have more points than the board."), ("row-too-short", "b3/5/5/5/5-B", "A row with stones must have as many points as the board."),
    ("unknown-letter", "x4////-B", "Only b, w, B, W, K and numbers make a row."), ("hyphen-in-a-run", "B-5////-B", "The hyphen ends the board."),
    ("two-kos", "K3K////-B", "There is at most one ko."), ("empty-file", "", "There is no position."), ("zero", "0b4////-B", "A number is at least 1."),
    ("run-of-zero", "B05////-B", "A run has at least two stones."), ("unknown-side", "////-X", "The side is B or W."), ("text-after", "////-B abc", "Nothing follows the side."),
):
    emit(f"sgn/error/{name}", data, "should", "position", why, SGN + ", Syntax", {"refused": True})

# --- Writing -------------------------------------------------------------------------------------------------

for name, data in (("line", "(;GM[1]FF[4]SZ[9];B[aa];W[bb])"), ("variations", "(;FF[4]GM[1](;B[aa](;W[bb])(;W[cc]))(;B[dd]))"),
                   ("unknown-property", "(;FF[4]GM[1]XYZ[foo][bar];B[aa])"), ("unknown-property-in-a-node", "(;FF[4]GM[1];B[aa]KGSDE[bb][cc])"),
                   ("escaped-bracket", "(;FF[4]GM[1]C[a\\]b];B[aa])"), ("escaped-backslash", "(;FF[4]GM[1]C[a\\\\];B[aa])"),
                   ("comment-with-lines", "(;FF[4]GM[1]C[one\ntwo\n\nthree];B[aa])"), ("empty-node", "(;FF[4]GM[1];;B[aa])"),
                   ("pass", "(;FF[4]GM[1];B[];W[aa])"), ("two-games", "(;FF[4]GM[1];B[aa])(;FF[4]GM[1];B[bb])"),
                   ("utf-8", "(;FF[4]GM[1]CA[UTF-8]PB[黒 é];B[aa])"), ("markup", "(;FF[4]GM[1];B[aa]TR[bb]LB[cc:A][dd:1])"),
                   ("setup", "(;FF[4]GM[1]SZ[9]AB[aa][cc]AW[bb]PL[W])"), ("white-space-in-a-name", "(;FF[4]GM[1]PB[Cho  Chikun];B[aa])"),
                   ("territory", "(;FF[4]GM[1]SZ[9];B[aa];TB[bb]TW[cc])"), ("clock", "(;FF[4]GM[1]TM[600];B[aa]BL[590.5];W[bb]WL[580]OW[5])"),
                   ("points-beyond-z", "(;FF[4]GM[1]SZ[52];B[aC];W[ZZ])"), ("escaped-colon", "(;FF[4]GM[1]C[a\\:b];B[aa]N[c\\:d])"),
                   ("colon-in-a-label", "(;FF[4]GM[1]LB[aa:a\\:b];B[aa])"),
                   ("style", "(;FF[4]GM[1]ST[2];B[aa])"), ("figure", "(;FF[4]GM[1];FG[257:Figure 1]PM[1];B[aa])")):
    emit(f"sgf/write/{name}", data, "should", "write", "Reading and writing loses nothing.", FF4 + ", 2.2.3 How to handle unknown/faulty properties", sgf(data))

emit("sgf/write/komi", "(;FF[4]GM[1]KM[6.50];B[aa])", "choice", "write", "A writer may keep a number as it was, or write its value.",
     FF4 + ", 3 Property value types: Real", choices=[dict(sgf(f"(;FF[4]GM[1]KM[{komi}];B[aa])"), note=note)
                              for komi, note in (("6.50", "as written"), ("6.5", "by its value"))])
