//! The contents of books.

use std::num::NonZeroU32;

use kifu_book::{Content, Corner, Format, Options};

use crate::book;

const PROBLEM: &str = "(;SZ[9]AB[ba][bb][ab]AW[ca][cb][bc][ac]C[Can Black live?](;B[aa]C[RIGHT Alive.])(;B[bd];W[aa]C[WRONG Dead.]))";

fn options() -> Options {
    Options::default()
}

#[test]
fn a_problem_has_its_answers_at_the_end() {
    for format in Format::ALL {
        let text = book(PROBLEM, options()).write(format);
        let at = |word: &str| {
            text.find(word)
                .unwrap_or_else(|| panic!("{word} in {format:?}:\n{text}"))
        };
        assert!(at("Black to play") < at("Can Black live?"));
        assert!(at("Can Black live?") < at("Solution"));
        assert!(at("Solution") < at("Alive."));
        assert!(at("Alive.") < at("Dead."));
        assert!(
            !text.contains("RIGHT") && !text.contains("WRONG"),
            "the marks are not text"
        );
    }
}

#[test]
fn the_answers_are_limited_and_the_rest_is_counted() {
    let mut few = options();
    few.answers = NonZeroU32::MIN;
    let book = book(PROBLEM, few);
    assert_eq!(book.problems_with_more_lines(), 1);
    assert!(!book.write(Format::Html).contains("Wrong"));
}

#[test]
fn a_problem_without_moves_is_its_own_answer() {
    let mut all = options();
    all.content = Content::Problems;
    let book = book("(;SZ[9]AB[aa]PL[W])", all);
    let text = book.write(Format::Html);
    assert!(text.contains("White to play"));
    assert!(text.contains("The record has no answer."));
}

#[test]
fn problems_are_cropped_and_turned_to_a_corner() {
    let in_top_right = "(;SZ[19]AB[sa][ra]AW[rb][sb];B[qa]TE[1])";
    let view = |corner: Option<Corner>| {
        let mut turned = options();
        turned.corner = corner;
        turned.coordinates = true;
        let text = book(in_top_right, turned).write(Format::Html);
        let (_, rest) = text.split_once(", shown from ").unwrap();
        rest.split_once('.').unwrap().0.to_owned()
    };
    assert_eq!(view(None), "N19 to T15");
    assert_eq!(view(Some(Corner::TopLeft)), "A19 to G15");
    assert_eq!(view(Some(Corner::BottomLeft)), "A5 to G1");
    assert_eq!(view(Some(Corner::BottomRight)), "N5 to T1");
}

#[test]
fn a_game_has_figures_with_ko_captions_and_captures() {
    // A ko: 5 takes, 8 takes back at the point of 4, 9 is elsewhere.
    let ko = "(;SZ[9]PB[A]PW[B];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb];B[ee];W[ff];B[cb])";
    let text = book(ko, options()).write(Format::Typst);
    assert!(text.contains("\"11 at 7\""), "{text}");
    assert!(text.contains("\"8 captures 1, 11 captures 1\""), "{text}");
}

#[test]
fn figures_have_the_requested_number_of_moves() {
    let moves: String = ('a'..='i')
        .flat_map(|col| ('a'..='i').map(move |row| format!(";B[{col}{row}]")))
        .collect();
    let mut by_thirty = options();
    by_thirty.moves_per_figure = NonZeroU32::new(30);
    let text = book(&format!("(;SZ[9]{moves})"), by_thirty).write(Format::Html);
    for figure in [
        "<b>Figure 1</b> (1–30)",
        "<b>Figure 2</b> (31–60)",
        "<b>Figure 3</b> (61–81)",
    ] {
        assert!(text.contains(figure), "{figure}");
    }
    let usual = book(&format!("(;SZ[9]{moves})"), options()).write(Format::Html);
    assert!(usual.contains("(51–81)"));
}

#[test]
fn variations_are_diagrams_numbered_from_one() {
    let game = "(;SZ[9]PB[A]PW[B];B[ee];W[ce](;B[gc]C[Usual.])(;B[cc]C[Or here.](;W[dc];B[cd])(;W[cd]C[Better.])))";
    let text = book(game, options()).write(Format::Html);
    for part in [
        "Dia. 1</b>\u{2002}instead of 3",
        "Dia. 2</b>\u{2002}instead of 2 in Dia. 1",
        "<b>1:</b> Or here.",
        "<b>1:</b> Better.",
        "Usual. (<a href=\"#g1d1\">Dia. 1</a>, <a href=\"#g1d2\">Dia. 2</a>)</p>",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let mut without = options();
    without.variations = false;
    assert!(!book(game, without).write(Format::Html).contains("Dia. "));
}

#[test]
fn marks_that_a_comment_needs_are_shown() {
    let game = "(;SZ[9]PB[A]PW[B];B[ee];W[ce]C[Next is A.]LB[gc:A];B[gc];W[cc])";
    let text = book(game, options()).write(Format::Html);
    assert!(text.contains("Dia. 1</b>\u{2002}after 2"), "{text}");
}

#[test]
fn a_stone_that_is_played_on_again_gets_a_letter() {
    let game = "(;SZ[9]AB[aa]AW[ab]PB[A]PW[B];W[ba];B[ee];W[ff];B[aa])";
    let text = book(game, options()).write(Format::Typst);
    assert!(text.contains("\"4 at a\""), "{text}");
}

#[test]
fn records_that_are_not_go_are_refused() {
    let document = kifu_book::sgf::Document::parse("(;GM[2];B[aa])(;SZ[99];B[aa])").unwrap();
    let mut book = kifu_book::Book::new(options());
    for root in document.roots() {
        assert!(book.add(&document, root, "").is_err());
    }
    assert!(book.is_empty());
}

#[test]
fn booklets_place_the_pages_of_a_pdf() {
    let book = book(PROBLEM, options());
    assert_eq!(book.booklet("a.pdf", Format::Html), Ok(None));
    let typst = book.booklet("a\".pdf", Format::Typst).unwrap().unwrap();
    assert!(typst.contains("#let pdf = \"a\\\".pdf\""));
    assert!(typst.contains("width: 296.000mm, height: 210.000mm"));
    for name in ["book (1).pdf", "it's+a;b=c@d!.pdf", "古/本_1.pdf"] {
        let latex = book.booklet(name, Format::Latex).unwrap().unwrap();
        assert!(
            latex.contains(&format!("{{\\detokenize{{{name}}}}}")),
            "{latex}"
        );
    }
    let refused = |name: &str| book.booklet(name, Format::Latex).unwrap_err();
    for c in "\\{}%#~^$&\"|,\n".chars() {
        assert_eq!(refused(&format!("a{c}b.pdf")).character, c);
    }
    let why = "the path contains '%', which LaTeX cannot read in a path";
    assert_eq!(refused("100%.pdf").to_string(), why);
    let why = "the path contains two spaces in a row, which LaTeX cannot read in a path";
    assert_eq!(refused("a  b.pdf").to_string(), why);
}

#[test]
fn a_book_has_a_limit() {
    // Each variation shows a board full of stones.
    let full = format!("(;SZ[52]AB[aa:ZZ];B[]{}(;B[]))", "(;W[])".repeat(2000));
    let document = kifu_book::sgf::Document::parse(full).unwrap();
    let root = document.roots().next().unwrap();
    let mut games = options();
    games.content = Content::Games;
    let mut book = kifu_book::Book::new(games);
    assert_eq!(
        book.add(&document, root, ""),
        Err(kifu_book::AddError::Full)
    );
    assert!(book.is_empty());
    let mut all = options();
    all.content = Content::Problems;
    let problem = kifu_book::sgf::Document::parse("(;SZ[52]AB[aa:ZZ])").unwrap();
    let root = problem.roots().next().unwrap();
    let mut part = kifu_book::Book::new(all.clone());
    let added = (0..2000)
        .map_while(|_| part.add(&problem, root, "").ok())
        .count();
    assert!((1400..1500).contains(&added), "{added}");
    let mut book = kifu_book::Book::new(all);
    assert_eq!(book.append(part.clone()), Ok(()));
    assert_eq!(book.append(part), Err(kifu_book::AddError::Full));
}

#[test]
fn a_long_label_is_listed_once() {
    let game = "(;SZ[9]PB[A]PW[B];B[ee]LB[aa:long label])";
    for format in Format::ALL {
        let text = book(game, options()).write(format);
        assert_eq!(text.matches("A9: long label").count(), 1, "{text}");
    }
}

/// The text of the unbreakable blocks of a book in HTML.
fn in_figures(html: &str) -> usize {
    let figures = html.split("<figure>").skip(1);
    let figures = figures.map(|rest| rest.split("</figure>").next().unwrap());
    let texts = figures.map(|figure| figure.rsplit("</svg>").next().unwrap());
    let is_text = |c: &char| c.is_alphabetic();
    texts
        .map(|text| text.replace("<p>", "").chars().filter(is_text).count())
        .max()
        .unwrap_or_default()
}

#[test]
fn long_text_follows_a_board_in_paragraphs() {
    let labels: String = ('a'..='s')
        .flat_map(|col| ('a'..='s').map(move |row| format!("[{col}{row}:label {col}{row}]")))
        .collect();
    let moves: String = ('a'..='s')
        .flat_map(|col| ('a'..='r').map(move |row| format!(";B[{col}{row}]C[One.]")))
        .collect();
    let long = "Words ".repeat(100);
    let sources = [
        format!("(;SZ[19]PB[A]PW[B];B[aa]LB{labels})"),
        format!("(;SZ[19]PB[A]PW[B]FG[];{})", moves.trim_start_matches(';')),
        format!("(;SZ[19]PB[A]PW[B];FG[257:{long}]B[aa])"),
        format!("(;SZ[19]PB[A]PW[B];B[aa](;W[bb])(;W[cc]LB{labels}))"),
        format!("(;SZ[19]GN[{long}]AB[aa]LB{labels};B[bb]LB{labels}C[RIGHT])"),
        format!("(;SZ[19]AB[aa]C[{}];B[bb]C[RIGHT])", "x\n".repeat(70)),
    ];
    for source in sources {
        let text = book(&source, options()).write(Format::Html);
        assert!(in_figures(&text) < 300, "{} in {source}", in_figures(&text));
        for word in ["A19: label aa", "T1: label ss"] {
            let is_written = !source.contains("LB") || text.contains(word);
            assert!(is_written, "{word} in {source}");
        }
        assert!(
            !source.contains(&long) || text.contains(long.trim()),
            "{source}"
        );
    }
}

#[test]
fn many_diagrams_of_a_move_are_named_as_a_range() {
    let variations = "(;W[cc])".repeat(9);
    let game = format!("(;SZ[9]PB[A]PW[B];B[ee](;W[ce]C[Usual.]){variations})");
    let text = book(&game, options()).write(Format::Html);
    let range = "Usual. (<a href=\"#g1d1\">Dia. 1</a>–<a href=\"#g1d9\">9</a>)</p>";
    assert!(text.contains(range), "{text}");
}

/// Asserts that a book in HTML contains texts.
fn assert_contains(source: &str, options: &Options, texts: &[&str]) {
    let text = book(source, options.clone()).write(Format::Html);
    let (_, text) = text.split_once("<body>").unwrap();
    for part in texts {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn all_texts_of_a_problem_are_shown() {
    let title = "Title ".repeat(40);
    let problem = format!(
        "(;SZ[9]GN[{title}]N[Node]GC[Game comment.]AB[ba][bb][ab]AW[ca][cb]C[Root.];N[Second]C[Setup.]\
         ;B[aa]N[First move]LB[cc:A]C[See A.];W[bd];B[ac]N[Last]C[RIGHT Alive.])"
    );
    assert_contains(
        &problem,
        &options(),
        &[
            title.trim(),
            "Node</p>",
            "Game comment.",
            "Root.",
            "Second",
            "Setup.",
            "First move",
            "Last",
            "<b>1</b>\u{2002}Solution, after 1",
            "<b>1 Solution</b>",
        ],
    );
    // A problem without a title has the name of its first node, once.
    let named = "(;SZ[9]N[Node]AB[ba][bb][ab]AW[ca][cb];B[aa]C[RIGHT])";
    let text = book(named, options()).write(Format::Html);
    assert_eq!(text.matches("Node").count(), 1);
}

#[test]
fn all_names_of_figures_are_shown() {
    let game = "(;SZ[19]PB[A]PW[B];B[dd];FG[257:Figure 3 of the article];W[pp](;FG[257:The end]B[dp];W[pd])(;B[pd]FG[257:Side]))";
    let names = ["Figure 3 of the article", "The end", "Side"];
    assert_contains(game, &options(), &names);
    let mut by_number = options();
    by_number.moves_per_figure = NonZeroU32::new(2);
    assert_contains(game, &by_number, &names);
}

#[test]
fn moves_that_no_board_shows_are_reported() {
    let game = "(;SZ[19]PB[A]PW[B];B[dd];W[zz];B[q?];W[pp](;B[aa])(;B[x y]C[Odd.]))";
    let texts = [
        "W[zz] after 1 cannot be shown",
        "B[q?] after 1 cannot be shown",
        "B[x y] before the first move cannot be shown",
    ];
    assert_contains(game, &options(), &texts);
    let problem = "(;SZ[9]AB[ba][bb][ab]AW[ca];W[kk](;B[aa];W[q?]C[RIGHT]))";
    let texts = [
        "W[kk] before the first move cannot be shown",
        "W[q?] after 1 cannot be shown",
    ];
    assert_contains(problem, &options(), &texts);
    let long = format!("(;SZ[19]PB[A]PW[B];B[{}];B[aa])", "x".repeat(1000));
    assert_contains(
        &long,
        &options(),
        &["B[xxxxxxxxxxxxxxxxxxxx…] before the first move cannot be shown"],
    );
}

#[test]
fn diagrams_name_the_move_that_they_replace() {
    let comment_first = "(;SZ[19]PB[A]PW[B];B[dd](;C[hello];W[pp];B[dp])(;W[cc]C[var]))";
    assert_contains(
        comment_first,
        &options(),
        &["Dia. 1</b>\u{2002}instead of 2<"],
    );
    let stated = "(;SZ[19]PB[A]PW[B];B[dd](;W[pp]MN[10];B[dp])(;W[cc]C[var]))";
    assert_contains(stated, &options(), &["Dia. 1</b>\u{2002}instead of 10<"]);
    // The comment of move 2 ends the diagram, because it has marks. Move 3 is in the next one.
    let ended = "(;SZ[19]PB[A]PW[B];B[dd](;W[pp])(;W[cc];B[aa]C[Mark.]TR[aa](;W[bb])(;W[ee])))";
    assert_contains(
        ended,
        &options(),
        &[
            "Dia. 2</b>\u{2002}continues Dia. 1<",
            "Dia. 3</b>\u{2002}instead of 3 in Dia. 2<",
        ],
    );
    // Nothing is played in the first continuation.
    let without = "(;SZ[19]PB[A]PW[B];B[dd](;W[pp])(;W[cc];B[aa](;C[End.])(;W[ee])))";
    assert_contains(
        without,
        &options(),
        &["Dia. 2</b>\u{2002}after 2 in Dia. 1<"],
    );
    let from_start = "(;SZ[19]PB[A]PW[B];B[dd](;W[pp])(;C[Start.](;C[End.])(;W[ee])))";
    assert_contains(
        from_start,
        &options(),
        &["Dia. 2</b>\u{2002}from the start of Dia. 1<"],
    );
}

#[test]
fn captures_of_both_players_are_listed() {
    let two_in_a_node = "(;SZ[9]PB[A]PW[B];B[ba]W[aa];B[ab]W[hh])";
    assert_contains(two_in_a_node, &options(), &["3 captures 1"]);
}

#[test]
fn all_game_information_is_shown() {
    let information = "EV[Cup]RO[2]PC[Here]DT[2001]BR[6d]BT[Team]ON[Opening A]TM[5430]OT[5x30 byo-yomi]AN[Annotator]SO[Book]US[User]CP[Copyright]";
    let game = format!("(;SZ[9]PB[Sato]GN[Name]{information};B[ee])");
    assert_contains(
        &game,
        &options(),
        &[
            "Name<br>Cup, 2<br>Here, 2001<br>Black: Sato 6d (Team)<br>Time: 1 h 30 min 30 s, 5x30 byo-yomi<br>Opening: Opening A<br>\
           Comments by Annotator. Source: Book. Entered by User<br>Copyright",
        ],
    );
    let problem =
        format!("(;SZ[9]GN[Name]PB[Black]PW[Sato]{information}AB[ba]AW[ca];B[aa]C[RIGHT Yes.])");
    assert_contains(
        &problem,
        &options(),
        &[
            "Yes.</p>\n<p><b>1</b>\u{2002}Cup, 2. Here, 2001. Black: Black 6d (Team). White: Sato. Opening: Opening A. Comments by \
           Annotator. Source: Book. Entered by User. Copyright</p>",
        ],
    );
    let usual = "(;SZ[9]PB[Black]PW[White]AB[ba]AW[ca];B[aa]C[RIGHT])";
    let text = book(usual, options()).write(Format::Html);
    assert!(!text.contains("White: White"), "{text}");
}

#[test]
fn marks_without_a_comment_are_counted() {
    let left_out = |source: &str| book(source, options()).marks_left_out();
    // The figure, the variation and the answer show the marks of their last node.
    let game = "(;SZ[9]PB[A]PW[B];B[ee]LB[aa:A];W[ce]C[See A.]LB[aa:A](;B[gc]LB[aa:A])(;B[gg]TR[gg];W[cc]TR[cc](;B[cd]TR[cd])(;B[dd])))";
    assert_eq!(left_out(game), 3);
    let problem = "(;SZ[9]AB[ba]AW[ca]TR[ca];TR[ba];B[aa]LB[bb:A](;W[bb];B[cc]TR[cc]C[RIGHT])(;W[cb]C[Yes.]SQ[cb];B[cd]))";
    assert_eq!(left_out(problem), 2);
    assert_eq!(left_out("(;SZ[9]PB[A]PW[B];B[ee];W[ce])"), 0);
}

#[test]
fn answers_that_branch_before_the_first_move_are_whole() {
    let source = "(;SZ[9]AB[ba]AW[ca](;N[Stones]AB[bb];B[aa]C[RIGHT Alive.])(;N[Other stones]AW[bb];B[ab]C[WRONG Dead.]))";
    assert_contains(source, &options(), &["Stones", "Other stones", "Dead."]);
}

#[test]
fn text_stays_with_its_row() {
    let book = book(PROBLEM, options());
    let html = book.write(Format::Html);
    assert_eq!(html.matches("<div class=\"row\"").count(), 1, "{html}");
    assert_eq!(html.matches("<div class=\"row with-text\"").count(), 1);
    let typst = book.write(Format::Typst);
    assert_eq!(typst.matches("#cells(2, 7.000mm, false, ").count(), 1);
    assert_eq!(typst.matches("#cells(3, 7.000mm, true, ").count(), 1);
    let latex = book.write(Format::Latex);
    assert_eq!(latex.matches("\\end{kifurow}\n\\medskip").count(), 1);
    assert_eq!(latex.matches("\\end{kifurow}\n\\nopagebreak").count(), 1);
}
