//! Measures conversions between formats.

use kifu::jgf::Options;
use kifu::jgf::convert::{Target, to_game, to_json};
use kifu::sgf::Document;
use kifu::sgf::convert as sgf;
use kifu::tree::game::PrivateData;

use super::table::{Of, Requirement, Table};
use super::{Corpus, bytes};

const VALUE: &str = "JGF 2 as serde_json::Value";

pub(super) fn measure(corpus: &Corpus, table: &mut Table) {
    let records: Vec<Vec<u8>> = corpus.files.iter().flat_map(|file| to_jgf(file)).collect();
    let (of_sgf, of_jgf) = (Of::Bytes(corpus.bytes()), Of::Bytes(bytes(&records)));
    table.measure(VALUE, of_jgf, &[], || {
        let read = |json: &Vec<u8>| serde_json::from_slice::<serde_json::Value>(json).is_ok();
        records.iter().filter(|json| read(json)).count()
    });
    table.measure(
        "JGF 2 read",
        of_jgf,
        &[Requirement::Times(0.0, VALUE)],
        || {
            let read = |json: &Vec<u8>| kifu::jgf::Document::parse(json.as_slice()).is_ok();
            records.iter().filter(|json| read(json)).count()
        },
    );
    let beside = [
        Requirement::Rate(150e6),
        Requirement::Times(0.0, "document"),
    ];
    table.measure("SGF to JGF 2", of_sgf, &beside, || {
        corpus
            .files
            .iter()
            .map(|file| bytes(&to_jgf(file)))
            .sum::<usize>()
    });
    table.measure(
        "JGF 2 to SGF",
        of_jgf,
        &[Requirement::Times(0.0, VALUE)],
        || records.iter().map(|json| to_sgf(json)).sum::<usize>(),
    );
}

fn to_jgf(file: &[u8]) -> Vec<Vec<u8>> {
    let document = Document::parse(file).expect("the files are small enough");
    let record = |root| {
        let game = sgf::to_game(&document, root).value;
        let json = to_json(&game, Target::V2, PrivateData::Write, &Options::COMPACT);
        json.value.into_bytes()
    };
    document.roots().map(record).collect()
}

fn to_sgf(json: &[u8]) -> usize {
    let document = kifu::jgf::Document::parse(json).expect("the files are small enough");
    let written = |game| sgf::from_game(&game, PrivateData::Write).value.len();
    let games = document.records.iter().map(|record| to_game(record).value);
    games.map(written).sum()
}
