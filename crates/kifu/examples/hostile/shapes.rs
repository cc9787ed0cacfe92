//! Hostile inputs: each function creates an input whose length grows with `n`.

pub(crate) type Shape = (&'static str, fn(usize) -> Vec<u8>);

/// Repeats a text.
fn repeat(text: &str, n: usize) -> Vec<u8> {
    text.repeat(n / text.len() + 1).into_bytes()
}

/// Repeats a text between two others.
fn within(before: &str, text: &str, n: usize, after: &str) -> Vec<u8> {
    [before.as_bytes(), &repeat(text, n), after.as_bytes()].concat()
}

/// Joins texts that each contain a different number.
fn each(before: &str, n: usize, one: impl Fn(usize) -> String, after: &str) -> Vec<u8> {
    let mut out = before.to_string();
    for i in 0.. {
        if out.len() >= n {
            break;
        }
        out.push_str(&one(i));
    }
    out.push_str(after);
    out.into_bytes()
}

/// Returns a different property name for each number.
fn name(mut i: usize) -> String {
    let mut name = String::from("Q");
    loop {
        name.push(char::from(b'A' + (i % 26) as u8));
        i /= 26;
        if i == 0 {
            return name;
        }
    }
}

/// Returns the letters of the point with this index on a large board.
fn letters(i: usize) -> String {
    let letter = |i: usize| {
        let i = (i % 52) as u8;
        char::from(if i < 26 { b'a' + i } else { b'A' + i - 26 })
    };
    [letter(i), letter(i / 52)].iter().collect()
}

pub(crate) const SGF: &[Shape] = &[
    ("nested", |n| {
        let deep = n / 10;
        ["(;B[aa]".repeat(deep), ")".repeat(deep)].concat().into()
    }),
    ("nested, never closed", |n| repeat("(;B[aa]", n)),
    ("main line", |n| within("(", ";B[aa]", n, ")")),
    ("siblings", |n| within("(;", "(;B[aa])", n, ")")),
    ("games", |n| repeat("(;GM[1];B[aa])", n)),
    ("numbered games", |n| repeat("7\t;B[aa]\n", n)),
    ("numbered games behind blank lines", |n| {
        let blank = "\n".repeat(n / 2);
        within(&format!("({blank}"), "7\t;B[aa]\n", n / 2, "")
    }),
    ("empty games", |n| repeat("(;)", n)),
    ("games with a charset each", |n| {
        each("", n, |i| format!("(;CA[{}]C[\u{e9}])", name(i)), "")
    }),
    ("empty nodes", |n| within("(", ";", n, ")")),
    ("parentheses", |n| repeat("(", n)),
    ("closing parentheses", |n| repeat(")", n)),
    ("pairs of parentheses", |n| repeat("()", n)),
    ("brackets", |n| within("(;C", "[", n, ")")),
    ("closing brackets", |n| within("(;C[", "]", n, ")")),
    ("empty values", |n| within("(;C", "[]", n, ")")),
    ("values never closed", |n| repeat("(;C[;B[aa", n)),
    ("text before a game never found", |n| repeat("B[", n)),
    ("backslashes", |n| within("(;C[", "\\", n, "])")),
    ("one long comment", |n| within("(;C[", "text and ", n, "])")),
    ("one long word of capitals", |n| {
        within("(;C[", "GTSB", n, "])")
    }),
    ("one long word", |n| within("(;C[", "gs", n, "])")),
    ("a comment of line breaks", |n| {
        within("(;C[", "\n\r", n, "])")
    }),
    ("markup", |n| within("(;C[", "<b>&amp;", n, "])")),
    ("one long name", |n| within("(;", "NAME", n, "[x])")),
    ("lower case", |n| within("(;", "c", n, "[x])")),
    ("white space", |n| within("(;C", " \t", n, "[x])")),
    ("other characters between", |n| {
        within("(;", "&%$", n, "C[x])")
    }),
    ("one property often", |n| within("(;", "C[x]", n, ")")),
    ("points often", |n| within("(;", "AB[aa]", n, ")")),
    ("moves in one node", |n| within("(;", "B[aa]W[bb]", n, ")")),
    ("komi often", |n| within("(;", "KM[6.5]", n, ")")),
    ("names, each once", |n| {
        each("(;", n, |i| format!("{}[x]", name(i)), ")")
    }),
    ("names, each twice", |n| {
        each("(;", n, |i| format!("{}[x]", name(i / 2)), ")")
    }),
    ("points", |n| {
        each("(;SZ[52]AB", n, |i| format!("[{}]", letters(i)), ")")
    }),
    ("one point", |n| within("(;AB", "[aa]", n, ")")),
    ("rectangles", |n| within("(;SZ[52]AB", "[aa:ZZ]", n, ")")),
    ("rectangles in each node", |n| {
        within("(;SZ[52]", ";AB[aa:ZZ]", n, ")")
    }),
    ("games with a rectangle each", |n| {
        repeat("(;SZ[52]AB[aa:ZZ])", n)
    }),
    ("marks in each node", |n| {
        within("(;SZ[52]", ";CR[aa:ZZ]", n, ")")
    }),
    ("views in each node", |n| {
        within("(;SZ[52]", ";VW[aa:ZZ]", n, ")")
    }),
    ("values, each once", |n| {
        each("(;XY", n, |i| format!("[{i}]"), ")")
    }),
    ("stones off the board, each once", |n| {
        each("(;AB", n, |i| format!("[{i}]"), ")")
    }),
    ("labels", |n| {
        each("(;SZ[52]LB", n, |i| format!("[{}:x]", letters(i)), ")")
    }),
    ("arrows", |n| within("(;AR", "[aa:bb]", n, ")")),
    ("bad points", |n| within("(;AB", "[x]", n, ")")),
    ("bad moves", |n| within("(", ";B[xxx]", n, ")")),
    ("move in the root, often", |n| repeat("(;B[aa]C[x]", n)),
    ("root properties everywhere", |n| {
        within("(", ";SZ[19]KM[1]GM[1]", n, ")")
    }),
    ("passes", |n| within("(;", ";B[];W[]", n, ")")),
    ("a ko, over and over", |n| {
        let ko = "(;SZ[5]AB[ba][ab][bc]AW[ca][bb][db][cc]PL[B]";
        within(ko, ";B[cb];W[bb]", n, ")")
    }),
    ("suicides", |n| {
        within("(;SZ[2]AB[ba][ab]", ";W[aa]", n, ")")
    }),
    ("captures of many", |n| {
        within("(;SZ[19]", ";AB[aa:ss]AE[ss];W[ss]", n, ")")
    }),
    ("setup over and over", |n| {
        within("(;", ";AB[aa];AE[aa]", n, ")")
    }),
    ("dates", |n| within("(;DT[", "1990-01-01,", n, "])")),
    ("players", |n| within("(;PB[", "a & ", n, "])")),
    ("overtime", |n| within("(;OT[", "3x30+", n, "])")),
    ("digits", |n| within("(;KM[", "9", n, "])")),
    ("a long result", |n| within("(;RE[B+", "1", n, "])")),
    ("another game", |n| within("(;GM[2]", ";B[a1-a2]", n, ")")),
    ("first format", |n| within("(;FF[1]", ";M[aa]L[bb]", n, ")")),
    ("SGF2", |n| within("(GK1", "(B[aa]", n, ")")),
    ("compressed", |n| within("(;S[", "aabbcc", n, "])")),
    ("bytes that are not text", |n| {
        [&b"(;C["[..], &b"\xFF\xFE\x80".repeat(n / 3), b"])"].concat()
    }),
    ("bytes that are not text, in values", |n| {
        [&b"(;C"[..], &b"[\xFF\x80]".repeat(n / 4), b")"].concat()
    }),
    ("half characters", |n| {
        [&b"(;CA[GBK]C["[..], &b"\x81\x5D".repeat(n / 2), b"])"].concat()
    }),
    ("shifts", |n| {
        [
            &b"(;CA[ISO-2022-KR]C["[..],
            &b"\x0E\x0F\x1B".repeat(n / 3),
            b"])",
        ]
        .concat()
    }),
    ("zeros", |n| vec![0; n]),
    ("private marks", |n| {
        within("(;CR[aa]KX", "[mark:circle:aa]", n, ")")
    }),
    ("private comments", |n| {
        within("(;KX", "[comment:=a:=b:c]", n, ")")
    }),
    ("carried members", |n| {
        within("(;KX", "[carried:jgf2:raw:/a:1]", n, ")")
    }),
    ("carried members, each once", |n| {
        each("(;KX", n, |i| format!("[carried:jgf2:raw:/{i}:1]"), ")")
    }),
    ("timestamps", |n| {
        each("(;GS[9999999]", n, |i| format!(";TS[{i}]C[a]"), ")")
    }),
    ("one moment", |n| within("(;GS[9]", ";TS[1]C[a]", n, ")")),
    ("timestamps in one node", |n| {
        each("(;GS[9999999]", n, |i| format!("TS[{i}]C[a]"), ")")
    }),
    ("comments that grow", |n| {
        each(
            "(;GS[9999999]TS[0]",
            n,
            |i| format!("TS[{i}]C[{}]", "x".repeat(i)),
            ")",
        )
    }),
    ("removals", |n| {
        each(
            "(;GS[9999999]C[a]",
            n,
            |i| format!("TS[{i}]RP[C]TS[{i}.5]C[a]"),
            ")",
        )
    }),
];

pub(crate) const JGF: &[Shape] = &[
    ("arrays", |n| repeat("[", n)),
    ("arrays in a tree", |n| within("{\"tree\":", "[", n, "}")),
    ("objects", |n| repeat("{\"a\":", n)),
    ("objects, closed", |n| {
        let deep = n / 7;
        ["{\"a\":".repeat(deep), "1".into(), "}".repeat(deep)]
            .concat()
            .into()
    }),
    ("main line", |n| {
        within("{\"tree\":[{}", ",{\"move\":{\"B\":\"aa\"}}", n, "]}")
    }),
    ("nested", |n| {
        let deep = n / 40;
        let open = "[{\"move\":{\"B\":\"aa\"}},".repeat(deep);
        format!("{{\"tree\":[{{}},{open}{{}}{}]}}", "]".repeat(deep)).into()
    }),
    ("nested variations", |n| {
        let deep = n / 40;
        let open = "{\"variations\":[[".repeat(deep);
        format!("{{\"tree\":[{open}{}]}}", "]]}".repeat(deep)).into()
    }),
    ("siblings", |n| {
        within("{\"tree\":[{},", "[{\"move\":{\"W\":\"bb\"}}],", n, "{}]}")
    }),
    ("records", |n| within("[", "{\"tree\":[]},", n, "{}]")),
    ("one long string", |n| {
        within("{\"game\":{\"name\":\"", "text ", n, "\"},\"tree\":[]}")
    }),
    ("escapes", |n| {
        within("{\"game\":{\"name\":\"", "\\u00e9", n, "\"},\"tree\":[]}")
    }),
    ("half surrogates", |n| {
        within("{\"game\":{\"name\":\"", "\\ud800", n, "\"},\"tree\":[]}")
    }),
    ("strings never closed", |n| repeat("{\"a", n)),
    ("digits", |n| {
        within("{\"game\":{\"komi\":", "9", n, "},\"tree\":[]}")
    }),
    ("comments", |n| within("{\"tree\":[", "/**/", n, "]}")),
    ("comments never closed", |n| repeat("{/*", n)),
    ("unknown members", |n| {
        each("{\"tree\":[],", n, |i| format!("\"{i}\":1,"), "\"a\":1}")
    }),
    ("one member often", |n| {
        within("{\"tree\":[],", "\"a\":1,", n, "\"b\":1}")
    }),
    ("members of a node", |n| {
        each("{\"tree\":[{", n, |i| format!("\"{i}\":1,"), "\"a\":1}]}")
    }),
    ("points", |n| {
        each(
            "{\"tree\":[{\"setup\":{\"B\":[",
            n,
            |i| format!("\"{}\",", letters(i)),
            "\"aa\"]}}]}",
        )
    }),
    ("kinds of marks", |n| {
        each(
            "{\"tree\":[{\"marks\":{",
            n,
            |i| format!("\"m{i}\":[\"aa\"],"),
            "\"a\":[]}}]}",
        )
    }),
    ("labels", |n| {
        each(
            "{\"tree\":[{\"labels\":[",
            n,
            |i| format!("{{\"point\":\"{}\",\"label\":\"x\"}},", letters(i)),
            "{}]}]}",
        )
    }),
    ("comments of a node", |n| {
        within(
            "{\"tree\":[{\"comments\":[",
            "{\"name\":\"a\",\"comment\":\"b\"},",
            n,
            "{}]}]}",
        )
    }),
    ("players", |n| {
        within("{\"players\":[", "{\"name\":\"a\"},", n, "{}],\"tree\":[]}")
    }),
    ("dates", |n| {
        within(
            "{\"game\":{\"dates\":[",
            "\"1990-01-01\",",
            n,
            "\"\"]},\"tree\":[]}",
        )
    }),
    ("carried properties", |n| {
        within(
            "{\"tree\":[{\"sgf\":{\"raw\":[",
            "[\"XY\",\"a\"],",
            n,
            "[]]}}]}",
        )
    }),
    ("carried spellings", |n| {
        within(
            "{\"tree\":[{\"sgf\":{\"spelled\":[",
            "[\"C\",\"a\"],",
            n,
            "[]]}}]}",
        )
    }),
    ("carried order", |n| {
        within("{\"tree\":[{\"sgf\":{\"order\":[", "\"C\",", n, "\"\"]}}]}")
    }),
];

pub(crate) const TEXT: &[Shape] = &[
    ("marks of a diagram", |n| repeat("$$\n", n)),
    ("rows", |n| repeat("$$ | . X O |\n", n)),
    ("one long row", |n| within("$$\n$$ | ", ". ", n, "|\n")),
    ("diagrams", |n| repeat("$$ a\n$$ | . X O |\n\n", n)),
    ("links", |n| {
        within("$$\n$$ | . X O |\n", "$$ [a|b]\n", n, "")
    }),
    ("arrows", |n| {
        within("$$\n$$ | . X O |\n", "$$ {AR A1 B1}\n", n, "")
    }),
    ("captions", |n| {
        within("$$ title ", "(1 at 2) ", n, "\n$$ | . X O |\n")
    }),
    ("captions, each once", |n| {
        each(
            "$$ (",
            n,
            |i| format!("{i} at {}, ", i + 1),
            ")\n$$ | 1 X O |\n",
        )
    }),
    ("a board", |n| repeat(". X O\n", n)),
    ("one long line", |n| repeat(". ", n)),
    ("dashes", |n| repeat("-", n)),
    ("slashes", |n| repeat("/", n)),
    ("digits", |n| repeat("9", n)),
    ("runs", |n| repeat("1b1w/", n)),
    ("positions", |n| repeat("9/9/9/9/9/9/9/9/9 b\n", n)),
    ("lines", |n| repeat("\n", n)),
    ("names", |n| repeat("name: 3/3/3 b - \n", n)),
    ("zeros", |n| vec![0; n]),
];
