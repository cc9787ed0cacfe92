//! The pieces of a file, and several of them together.

use kifu::Record;
use kifu::charset::Charset;
use kifu::parts::{Between, Piece, split};
use kifu::sgf::{Document, NodeId};

use crate::args::SplitArgs;
use crate::beside::beside;
use crate::selected::Selected;

/// Games that go into a file of their own.
pub(super) struct Part {
    /// The root of the first.
    pub(super) root: NodeId,
    /// Its number among the parts of the file.
    pub(super) number: usize,
    /// The numbers of the games.
    pub(super) games: Vec<usize>,
    /// As they are, or why they cannot be together.
    pub(super) bytes: Result<Vec<u8>, String>,
}

/// The parts of a record that are wanted, and how many there are in all.
pub(super) fn parts(
    record: &Record,
    source: &[u8],
    args: &SplitArgs,
    selected: &Selected,
) -> anyhow::Result<(Vec<Part>, usize)> {
    let between = match args.raw {
        true => Between::Keep,
        false => Between::Drop,
    };
    let pieces = split(record, source, between)?;
    let sgf = record.to_sgf()?;
    let roots: Vec<NodeId> = sgf.roots().collect();
    let all = pieces.len();
    let ends: Vec<usize> = (1..=all)
        .map(|next| match pieces.get(next) {
            Some(next) => roots.partition_point(|root| *root < next.root),
            None => roots.len(),
        })
        .collect();
    let mut start = 0;
    let numbered = (1..).zip(pieces).zip(ends).map(|((number, piece), end)| {
        let games = std::mem::replace(&mut start, end) + 1..=end;
        (number, piece, games)
    });
    let wanted = numbered.filter(|(_, piece, _)| selected.has(piece.root));
    let Some(every) = args.every else {
        let alone = wanted.map(|(number, piece, games)| Part {
            root: piece.root,
            number,
            games: games.collect(),
            bytes: Ok(piece.bytes),
        });
        return Ok((alone.collect(), all));
    };
    let wanted: Vec<_> = wanted.collect();
    let parts = wanted.chunks(every.get()).enumerate().map(|(at, chunk)| {
        let pieces: Vec<&Piece> = chunk.iter().map(|(_, piece, _)| piece).collect();
        let games: Vec<usize> = chunk.iter().flat_map(|(.., games)| games.clone()).collect();
        Part {
            root: pieces[0].root,
            number: at + 1,
            bytes: together(record, &pieces, between),
            games,
        }
    });
    let parts: Vec<Part> = parts.collect();
    let of = parts.len();
    Ok((parts, of))
}

/// Pieces as one file.
fn together(record: &Record, pieces: &[&Piece], between: Between) -> Result<Vec<u8>, String> {
    let joined = |between: &str| {
        let bytes: Vec<&[u8]> = pieces.iter().map(|piece| piece.bytes.as_slice()).collect();
        bytes.join(between.as_bytes())
    };
    match record {
        _ if between == Between::Keep || pieces.len() == 1 => Ok(joined("")),
        Record::Sgf(document) => collection(document, pieces),
        _ => Ok([b"[", joined(",\n").as_slice(), b"]\n"].concat()),
    }
}

/// Games of SGF one after the other, each on lines of its own.
fn collection(document: &Document, pieces: &[&Piece]) -> Result<Vec<u8>, String> {
    const BOM: &[u8] = b"\xEF\xBB\xBF";
    let text = document.text();
    let head = if text.starts_with(BOM) { BOM } else { b"" };
    let places: Vec<_> = document.games_in_text().collect();
    let roots: Vec<NodeId> = document.roots().collect();
    let mut whole = head.to_vec();
    for piece in pieces {
        let at = places.partition_point(|(root, _)| *root < piece.root);
        let end = places.get(at + 1).map(|(next, _)| *next);
        let Some((_, span)) = places.get(at) else {
            continue;
        };
        let until = end.map_or(roots.len(), |end| roots.partition_point(|root| *root < end));
        let own = &roots[roots.partition_point(|root| *root < piece.root)..until];
        let charset = |root: &NodeId| document.charset(*root).charset;
        let charsets: Vec<Charset> = own.iter().map(charset).collect();
        whole.extend(beside(head, span.of(text), &charsets)?);
        whole.push(b'\n');
    }
    match document.utf16() {
        None => Ok(whole),
        Some(_) => {
            let written = document.with_text(whole);
            Ok(written.map_err(|why| why.to_string())?.to_bytes())
        }
    }
}
