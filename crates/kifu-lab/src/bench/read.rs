//! Measures reading SGF: bytes, tokens, events, documents, values, charsets, findings; and the memory that they use.

#[path = "../../../kifu-sgf/benches/shared/typed_values.rs"]
mod typed_values;

use std::hint::black_box;
use std::str;

use allocation_counter::measure as count;
use kifu::charset;
use kifu_check::{Ruling, Settings};
use kifu_lex::Lexer;
use kifu_rules::Rules;
use kifu_sgf::event::{Event, Reader};
use kifu_sgf::{Document, games};

use self::typed_values::typed_values;
use super::table::{Of, Requirement, Table};
use super::{Corpus, bytes};

const SCAN: &str = "stop at each `]` (memchr)";
const PEER: &str = "sgf-parse, lenient";
const TOKENS: &str = "tokens";
const DOCUMENT: &str = "document";

pub(super) fn measure(corpus: &Corpus, table: &mut Table) {
    // The other reader only supports UTF-8.
    let texts: Vec<&str> = corpus
        .files
        .iter()
        .filter_map(|file| str::from_utf8(file).ok())
        .collect();
    let of = Of::Bytes(bytes(&texts));
    let each = |read: fn(&[u8]) -> usize| {
        let texts = &texts;
        move || {
            texts
                .iter()
                .map(|text| read(text.as_bytes()))
                .sum::<usize>()
        }
    };
    table.measure(
        SCAN,
        of,
        &[],
        // Stops at each bracket, as a reader must. Counting alone would be many times faster.
        each(|file| memchr::memchr_iter(b']', file).map(black_box).count()),
    );
    let options = sgf_parse::ParseOptions {
        lenient: true,
        ..Default::default()
    };
    table.measure(PEER, of, &[], || {
        let parse =
            |text: &&str| sgf_parse::parse_with_options(text, &options).map_or(0, |t| t.len());
        texts.iter().map(parse).sum::<usize>()
    });
    let beside = [Requirement::Times(0.0, PEER), Requirement::Times(0.0, SCAN)];
    table.measure(TOKENS, of, &beside, each(|file| Lexer::new(file).count()));
    let slower = [Requirement::Times(0.0, TOKENS)];
    let by_grammar = each(|file| Lexer::new(file).by_grammar().count());
    table.measure("tokens by the grammar alone", of, &slower, by_grammar);
    let required = [
        Requirement::Times(80.0, PEER),
        Requirement::Times(0.0, SCAN),
    ];
    table.measure("events", of, &required, each(nodes));
    let required = [
        Requirement::Times(40.0, PEER),
        Requirement::Times(0.5, SCAN),
    ];
    table.measure(
        DOCUMENT,
        of,
        &required,
        each(|file| parse(file).forest().id_count()),
    );
    table.measure(
        "document, every value typed",
        of,
        &beside,
        each(|file| typed_values(&parse(file))),
    );
    let all = texts.concat();
    let beside = [Requirement::Times(0.0, DOCUMENT)];
    table.measure("all as one file", of, &beside, || parse(all.as_bytes()));
    table.measure("all as one file, game by game", of, &beside, || {
        games(all.as_bytes()).count()
    });
    // For an unclosed game, the search continues to the end of the file.
    let is_sound = |text: &&&str| {
        let shifts = text.contains(['\x0E', '\x1B']);
        !shifts && parse(text.as_bytes()).diagnostics().next().is_none()
    };
    let sound: Vec<&str> = texts.iter().filter(is_sound).copied().collect();
    let all = sound.concat();
    let of = Of::Bytes(all.len());
    table.measure(
        "the sound ones as one file, game by game",
        of,
        &beside,
        || games(all.as_bytes()).count(),
    );
    memory(&texts, table);
    charsets(corpus, table);
    let of = Of::Bytes(corpus.bytes());
    let settings = Settings {
        rules: Ruling::By(Rules::JAPANESE),
    };
    table.measure("document, and everything checked", of, &beside, || {
        let check = |file: &Vec<u8>| kifu_check::check(&parse(file), &settings).len();
        corpus.files.iter().map(check).sum::<usize>()
    });
}

fn parse(file: &[u8]) -> Document {
    Document::parse(file).expect("the files are small enough")
}

fn nodes(file: &[u8]) -> usize {
    let is_node = |event: &Event<'_>| matches!(event, Event::Node);
    Reader::new(file).filter(is_node).count()
}

/// Measures the memory that documents of these texts use for each node, including the text, and how many allocations
/// documents and events make for each node.
fn memory(texts: &[&str], table: &mut Table) {
    let nodes_of_all: usize = texts.iter().map(|text| nodes(text.as_bytes())).sum();
    let (mut held, mut made, mut events) = (0, 0, 0);
    for text in texts {
        let mut document = None;
        let of_document = count(|| document = Document::parse(text.as_bytes()).ok());
        held += of_document.bytes_current;
        made += of_document.count_total;
        let reading = || {
            black_box(nodes(text.as_bytes()));
        };
        events += count(reading).count_total;
    }
    let of_nodes = |count: f64| count / nodes_of_all as f64;
    let required = [Requirement::AtMost(48.0)];
    table.figure(
        "document, memory for a node",
        of_nodes(held as f64),
        "bytes",
        &required,
    );
    table.figure(
        "document, allocations for a node",
        of_nodes(made as f64),
        "",
        &[],
    );
    // Charset detection allocates, but nodes do not.
    let none = [Requirement::AtMost(0.001)];
    table.figure(
        "events, allocations for a node",
        of_nodes(events as f64),
        "",
        &none,
    );
}

/// Measures files that are not UTF-8.
fn charsets(corpus: &Corpus, table: &mut Table) {
    const KNOWN: &str = "text decoded, the charset known";
    let others = corpus
        .files
        .iter()
        .filter(|file| str::from_utf8(file).is_err());
    let others: Vec<&Vec<u8>> = others.collect();
    if others.is_empty() {
        return;
    }
    let of = Of::Bytes(others.iter().map(|file| file.len()).sum());
    let found = |file: &Vec<u8>| charset::find(file, kifu_lex::declared_charset(file)).charset;
    let known: Vec<_> = others.iter().map(|file| (*file, found(file))).collect();
    table.measure(KNOWN, of, &[], || {
        known
            .iter()
            .map(|(file, charset)| charset.decode(file).text.len())
            .sum::<usize>()
    });
    table.measure(
        "text decoded, its charset found",
        of,
        &[Requirement::Times(0.0, KNOWN)],
        || {
            others
                .iter()
                .map(|file| found(file).decode(file).text.len())
                .sum::<usize>()
        },
    );
}
