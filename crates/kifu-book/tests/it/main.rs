//! Books as text. Their printed form is tested by `cargo xtask book`.

mod book;
#[cfg(feature = "fonts")]
mod fonts;
mod hostile;
mod laws;

use kifu_book::sgf::Document;
use kifu_book::{Book, Options};

/// A book of the records in a text.
fn book(source: &str, options: Options) -> Book {
    let document = Document::parse(source).unwrap();
    let mut book = Book::new(options);
    for root in document.roots() {
        book.add(&document, root, "file").unwrap();
    }
    book
}
