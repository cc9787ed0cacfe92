//! Laws that hold for the books of all records.

use std::collections::{BTreeMap, BTreeSet};

use kifu_book::sgf::Document;
use kifu_book::{Book, Content, Format, Options};
use kifu_testkit::{hold_on, repository};

fn add_all(book: &mut Book, document: &Document) {
    for root in document.roots() {
        // Records that are not Go are not in books.
        let _ = book.add(document, root, "file");
    }
}

/// The anchors of a book, with their counts, and the anchors that its links name.
fn anchors(text: &str, format: Format) -> (BTreeMap<String, usize>, BTreeSet<String>) {
    let ends = match format {
        Format::Html => [("id=\"", '"'), ("href=\"#", '"')],
        Format::Typst => [("#metadata(none)<", '>'), ("to(<", '>')],
        Format::Latex => [("\\kifuanchor{", '}'), ("\\kifulink{", '}')],
        _ => unreachable!("all formats are listed"),
    };
    let names = |(start, end): (&str, char)| -> Vec<String> {
        let parts = text
            .split(start)
            .skip(1)
            .filter_map(|rest| rest.split_once(end));
        let is_name =
            |name: &&str| !name.contains('#') && name.chars().all(|c| c.is_ascii_alphanumeric());
        parts
            .map(|(name, _)| name)
            .filter(is_name)
            .map(str::to_owned)
            .collect()
    };
    let mut counts = BTreeMap::new();
    for name in names(ends[0]) {
        *counts.entry(name).or_default() += 1;
    }
    (counts, names(ends[1]).into_iter().collect())
}

/// Every problem appears once, with its answer, and each links to the other; all links lead somewhere.
#[test]
fn links_resolve_both_ways() {
    for content in [Content::Auto, Content::Problems] {
        hold_on(&repository("corpus/sgf"), |bytes| {
            let document = Document::parse(bytes).unwrap();
            let mut options = Options::default();
            options.content = content;
            let mut book = Book::new(options);
            add_all(&mut book, &document);
            for format in Format::ALL {
                let (counts, links) = anchors(&book.write(format), format);
                for (name, count) in &counts {
                    assert_eq!(*count, 1, "{name} in {format:?}");
                }
                let is_chapter = |name: &str| name.starts_with('c');
                for link in links.iter().filter(|link| !is_chapter(link)) {
                    assert!(counts.contains_key(link), "{link} in {format:?}");
                }
                for number in 1..=book.problems() {
                    for name in [format!("p{number}"), format!("a{number}")] {
                        assert!(counts.contains_key(&name), "{name} in {format:?}");
                        assert!(links.contains(&name), "{name} in {format:?}");
                    }
                }
                assert!(!counts.contains_key(&format!("p{}", book.problems() + 1)));
            }
        });
    }
}

/// A book that is joined from parts has the same bytes as one that is made at once.
#[test]
fn books_are_deterministic() {
    hold_on(&repository("corpus/sgf"), |bytes| {
        let document = Document::parse(bytes).unwrap();
        let mut whole = Book::new(Options::default());
        add_all(&mut whole, &document);
        add_all(&mut whole, &document);
        let mut joined = Book::new(Options::default());
        for _ in 0..2 {
            let mut part = Book::new(Options::default());
            add_all(&mut part, &document);
            joined.append(part).unwrap();
        }
        for format in Format::ALL {
            assert!(whole.write(format) == joined.write(format));
        }
    });
}

/// The head of a page looks up one chapter. A query of all headings on each page made the time quadratic.
#[test]
fn typst_queries_no_headings() {
    let document = Document::parse("(;SZ[9]PB[A]PW[B];B[ee])(;SZ[9]PB[C]PW[D];B[ee])").unwrap();
    let mut book = Book::new(Options::default());
    add_all(&mut book, &document);
    let text = book.write(Format::Typst);
    assert!(!text.contains("query("));
    assert_eq!(text.matches("#set page(header: head(<c").count(), 2);
    assert_eq!(
        text.matches("\n#[\n").count(),
        text.matches("\n]\n").count()
    );
}
