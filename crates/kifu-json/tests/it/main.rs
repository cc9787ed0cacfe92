//! Tests of kifu-json in one binary.

mod laws;

/// Texts that each show one thing.
const TEXTS: [&str; 12] = [
    r#"{"komi": 6.5, "moves": [[15, 3], [3, 15]]}"#,
    r#"[{"a": null, "b": [true, false]}, {}, [], ""]"#,
    r#"{"text": "a \"b\" \\ \/ \u00e9 \ud83d\ude00 囲碁", "n": [-0, 1e9, -1.5E-3, 10]}"#,
    "{\n\t\"a\" :\r\n 1 }\n",
    r#"[[[[[[[[[[["deep"]]]]]]]]]]]"#,
    r#"{"a": 'it\'s', b: +1, "c": .5, "d": 007, }"#,
    "JGF = {\"a\": 1};\n// a note\n/* another */",
    "\u{FEFF}{\"a\": 1}",
    r#"{"a": 1} {"b": 2}"#,
    r#"text before {"a" 1 "b": , : 2, ]}"#,
    r#"{"a": "not closed"#,
    "[1 2]\u{3000}#",
];

#[test]
fn texts_obey_the_laws() {
    for text in TEXTS {
        laws::all(text);
    }
}

/// Every text without one character, with one more, and cut off.
#[test]
fn damaged_texts_obey_the_laws() {
    for text in TEXTS {
        for (at, char) in text.char_indices() {
            let (before, after) = text.split_at(at);
            laws::all(before);
            laws::all(&[before, &after[char.len_utf8()..]].concat());
            for more in [
                "{", "}", "[", "]", ",", ":", "\"", "'", "\\", "0", "-", ".", "e", "u", "\0", " ",
                "é", "/",
            ] {
                laws::all(&[before, more, after].concat());
            }
        }
    }
}

#[test]
fn time_is_linear() {
    const N: usize = 200_000;
    for unit in [
        "[", "{", "]", "\"", "'", ",", ":", "[1,", "{\"a\":", "\"\\", "/*", "//", "a ", "é", "{}",
        "[]", "\\u", "{'", "1 ",
    ] {
        laws::is_well_formed(&unit.repeat(N));
        laws::is_well_formed(&["[", &unit.repeat(N)].concat());
        laws::is_well_formed(&["{", &unit.repeat(N)].concat());
    }
}
