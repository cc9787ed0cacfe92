//! Fonts.

use kifu_book::{Font, FontError, Format, Options};

use crate::book;

fn kifu_sans() -> Vec<u8> {
    let path = kifu_testkit::repository("crates/kifu-diagram/fonts").join("KifuSans.ttf");
    std::fs::read(path).unwrap()
}

#[test]
fn missing_characters_are_listed() {
    let game = "(;SZ[9]PB[Ōta Кириллица]PW[古力];B[ee])";
    let mut book = book(game, Options::default());
    let expected = ['力', '古'].into_iter().collect();
    assert_eq!(book.missing_characters(Format::Typst), expected);
    // The usual font of LaTeX has only Latin letters.
    let in_latex = book.missing_characters(Format::Latex);
    assert!(in_latex.contains(&'К') && !in_latex.contains(&'Ō'));
    let font = Font::read("/fonts/KifuSans.ttf", kifu_sans(), 0).unwrap();
    assert_eq!(font.family(), "Kifu Sans");
    assert!(font.has('a') && !font.has('古'));
    book.add_font(font);
    assert_eq!(book.missing_characters(Format::Typst), expected);
    assert!(book.write(Format::Typst).contains("font: (\"Kifu Sans\", "));
    assert!(
        book.write(Format::Latex)
            .contains("\\setmainfont{KifuSans.ttf}[Path={/fonts/}")
    );
    assert!(
        book.write(Format::Html)
            .contains("@font-face{font-family:\"Kifu Sans\";src:url(data:font/sfnt;base64,")
    );
}

#[test]
fn paths_of_fonts_are_no_commands() {
    for (path, special) in [
        ("/a}\\input{x/KifuSans.ttf", '}'),
        ("/fonts/100%/KifuSans.ttf", '%'),
    ] {
        let mut book = book("(;SZ[9]PB[A]PW[B];B[ee])", Options::default());
        let font = Font::read(path, kifu_sans(), 0).unwrap();
        assert_eq!(font.latex_path().unwrap_err().character, special);
        book.add_font(font);
        let text = book.write(Format::Latex);
        assert!(!text.contains(path) && !text.contains("\\input"), "{text}");
        assert!(text.contains("\\PackageError{kifu}{The font of this book is missing"));
    }
}

#[test]
fn other_bytes_are_not_fonts() {
    let why = |bytes: &[u8], index| Font::read("f", bytes.to_vec(), index).unwrap_err();
    assert_eq!(why(b"", 0), FontError::NotAFont);
    assert_eq!(why(b"(;B[aa])", 0), FontError::NotAFont);
    assert_eq!(
        why(&kifu_sans(), 1),
        FontError::NoIndex { index: 1, count: 1 }
    );
    for end in [4, 12, 100, 1000] {
        // Damaged fonts are refused, or lack characters.
        let _ = Font::read("f", kifu_sans()[..end].to_vec(), 0).map(|font| font.has('a'));
    }
}
