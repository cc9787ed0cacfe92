//! Text of records is never markup or code.

use kifu_book::{Format, Options};

use crate::book;

/// Texts that would be markup or code if they were not escaped.
pub(crate) const TEXTS: [&str; 12] = [
    "<script>alert(1)</script>",
    "</style></section><img src=x onerror=alert(1)>",
    "\"/><svg onload=alert(1)>&amp;",
    "#read(\"/etc/passwd\") #import \"x\" $ x $ *b* _i_ <label> @ref // /* ",
    "\" + read(\"/etc/passwd\") + \"",
    "\\\" + read(\"/etc/passwd\") + \\\"",
    "\\u{22}) #panic() (\\",
    "\\input{/etc/passwd} \\write18{id} \\catcode`\\%=12",
    "} \\end{document} % $$ & # _ ^ ~ { ^^5cinput x",
    "^^M ^^5e ^^^^0041 \\\\[9999pt] \\\\* [x]",
    "?` !` `` '' --- -- << >> ,, \"a|b\"",
    "]) -- */ }} {{ %} #} ``` ---",
];

/// A game and a problem with a text in every place that a book shows.
pub(crate) fn source(text: &str) -> String {
    let escaped = text
        .replace('\\', "\\\\")
        .replace(']', "\\]")
        .replace(':', "\\:");
    format!(
        "(;SZ[9]PB[{escaped}]PW[{escaped}]GN[{escaped}]EV[{escaped}]PC[{escaped}]SO[{escaped}]GC[{escaped}]C[{escaped}]\
         ;B[ee]C[{escaped}]LB[aa:{escaped}];W[ce](;B[gc]N[{escaped}])(;B[gg]C[{escaped}]))\
         (;SZ[9]GN[{escaped}]AB[ba]AW[ca]C[{escaped}];B[aa]C[{escaped}]TE[1])"
    )
}

fn book_of(text: &str) -> kifu_book::Book {
    let mut options = Options::default();
    options.title = Some(text.to_owned());
    options.author = Some(text.to_owned());
    book(&source(text), options)
}

#[test]
fn html_has_only_the_usual_elements() {
    let elements = |html: &str| {
        let mut names: Vec<String> = html
            .split('<')
            .skip(1)
            .map(|tag| {
                tag.split(|c: char| !(c.is_alphanumeric() || matches!(c, '/' | '!')))
                    .next()
                    .unwrap()
                    .to_owned()
            })
            .collect();
        names.sort();
        names.dedup();
        names
    };
    // Labels in ASCII are strokes, and others are text elements.
    let usual = elements(
        &book_of("\u{e9} text with enough words to be cut in a label").write(Format::Html),
    );
    for text in TEXTS {
        let html = book_of(text).write(Format::Html);
        for name in elements(&html) {
            assert!(usual.contains(&name), "<{name}> because of {text}");
        }
        assert_eq!(html.matches("</style>").count(), 1);
        assert!(!html.contains("onerror=alert(1)>"));
    }
}

#[test]
fn typst_has_the_texts_only_in_strings() {
    // The source without its strings does not depend on the text.
    let code = |source: &str| {
        let mut out = String::new();
        let mut chars = source.chars();
        while let Some(c) = chars.next() {
            if c != '"' {
                out.push(c);
                continue;
            }
            loop {
                match chars.next().expect("a string ends") {
                    '\\' => drop(chars.next()),
                    '"' => break,
                    _ => {}
                }
            }
        }
        out
    };
    for text in TEXTS {
        let written = code(&book_of(text).write(Format::Typst));
        for word in ["passwd", "panic", "alert", "import", "/*"] {
            assert!(!written.contains(word), "{word} because of {text}");
        }
    }
}

#[test]
fn latex_has_only_the_usual_commands() {
    let commands = |latex: &str| {
        let mut names: Vec<String> = latex
            .split('\\')
            .skip(1)
            .map(|command| {
                let end = command
                    .find(|c: char| !c.is_ascii_alphabetic())
                    .unwrap_or(command.len());
                command[..end.max(command.chars().next().map_or(0, char::len_utf8))].to_owned()
            })
            .collect();
        names.sort();
        names.dedup();
        names
    };
    let usual = commands(
        &book_of("\u{e9} text with enough words to be cut in a label").write(Format::Latex),
    );
    let of_text = [
        "textbackslash",
        "textasciitilde",
        "textasciicircum",
        "textquotedbl",
        "textquotesingle",
        "textasciigrave",
        "textbar",
        "textless",
        "textgreater",
        "",
        "{",
        "}",
        "$",
        "&",
        "#",
        "_",
        "%",
    ];
    for text in TEXTS {
        let latex = book_of(text).write(Format::Latex);
        for name in commands(&latex) {
            assert!(
                usual.contains(&name) || of_text.contains(&name.as_str()),
                "\\{name} because of {text}"
            );
        }
        for word in ["^^", "\\\\[", "\\\\*"] {
            assert!(!latex.contains(word), "{word} because of {text}");
        }
        assert_eq!(latex.matches("\\end{document}").count(), 1);
        let open = latex.replace("\\{", "").replace("\\}", "");
        assert_eq!(
            open.matches('{').count(),
            open.matches('}').count(),
            "{text}"
        );
    }
}
