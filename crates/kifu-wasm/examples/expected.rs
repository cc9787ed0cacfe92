//! Prints hashes of the results of the native build, with which the tests of the package compare theirs:
//! `expected PATH…`. Reads the paths of files from the standard input.
//!
//! Each line has four hashes: of the written bytes, the boards of all nodes, the moves of all nodes, and the findings.

#![allow(clippy::print_stdout, reason = "this is a program")]

use std::io::{self, BufRead, Write};

use kifu::check::Settings;
use kifu::replay::{Replayer, stated_rules};
use kifu::rules::{Grid, Rules};
use kifu::sgf::{Document, GameContext, GameType, NodeId};
use kifu::span::Diagnostic;
use kifu::tree::Step;
use kifu::{Record, TooLarge};

fn main() -> io::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    for path in io::stdin().lock().lines() {
        let path = path?;
        let source = std::fs::read(&path)?;
        let hashes = hashes(&source).map_err(io::Error::other)?;
        let [written, boards, moves, findings] = hashes;
        writeln!(out, "{written:08x} {boards:08x} {moves:08x} {findings:08x}")?;
    }
    out.flush()
}

fn hashes(source: &[u8]) -> Result<[u32; 4], TooLarge> {
    let record = kifu::read(source)?;
    let document = match record.sgf_document() {
        Some(document) => Document::parse(document.to_bytes())?,
        None => Document::parse(record.to_sgf()?.text().to_vec())?,
    };
    let mut written = Hash::new();
    written.add(&document.to_bytes());
    let count = document.forest().id_count();
    let mut boards = Hash::new();
    let mut moves = vec![0x7fff_u16; count];
    for root in document.roots() {
        add_boards(&document, root, &mut boards);
        add_moves(&document, root, &mut moves);
    }
    let mut hash_of_moves = Hash::new();
    for code in moves {
        hash_of_moves.add(&code.to_le_bytes());
    }
    let mut findings = Hash::new();
    for finding in checked(&record, source)? {
        let (start, end) = match record.sgf_document() {
            Some(document) => {
                let mut map = document.source_map();
                (map.offset(finding.span.start), map.offset(finding.span.end))
            }
            None => (finding.span.start.into(), finding.span.end.into()),
        };
        let line = format!(
            "{} {} {start} {end} {}\n",
            finding.code,
            finding.severity.name(),
            finding.message
        );
        findings.add(line.as_bytes());
    }
    Ok([written.0, boards.0, hash_of_moves.0, findings.0])
}

/// Adds the boards of all nodes of a game, played by the rules that it names.
fn add_boards(document: &Document, root: NodeId, hash: &mut Hash) {
    let rules = document.game_info(root).rules;
    let rules = rules.as_deref().and_then(stated_rules);
    let mut replayer = Replayer::new(document, root, &rules.unwrap_or(Rules::JAPANESE));
    let mut grid = Grid::new(replayer.position().board().size());
    for step in document.forest().traverse(root) {
        match step {
            Step::Enter(id) => {
                replayer.enter(id);
                grid.start(replayer.position().board());
                hash.add(grid.as_bytes());
            }
            Step::Leave(_) => {
                replayer.leave();
            }
        }
    }
}

/// Computes the numbers of the moves of a game, node by node.
fn add_moves(document: &Document, root: NodeId, moves: &mut [u16]) {
    let context = GameContext::of(document.node(root));
    if context.game != GameType::GO {
        return;
    }
    let size = context.size;
    for id in document.forest().preorder(root) {
        let node = document.node(id);
        let played = node.play(&context).map(|(color, action)| {
            let point = match action.point() {
                None => 0x3fff,
                Some(point) if size.contains(point) => {
                    u16::from(point.row) * u16::from(size.cols()) + u16::from(point.col)
                }
                Some(_) => 0x3ffe,
            };
            (color, point)
        });
        let mover = || {
            node.properties()
                .find_map(|property| property.mover(&context))
        };
        if let Some((color, point)) = played.or_else(|| Some((mover()?, 0x3ffe))) {
            moves[id.index()] = point | (color as u16) << 15;
        }
    }
}

fn checked(record: &Record, source: &[u8]) -> Result<Vec<Diagnostic>, TooLarge> {
    let settings = Settings::default();
    match record {
        Record::Sgf(document) => Ok(kifu::check::check(document, &settings)),
        Record::Jgf(document) => kifu::check_jgf_document(document, source, &settings),
        Record::Gib(document) => kifu::check_gib(document, &settings),
        Record::Ngf(document) => kifu::check_ngf(document, &settings),
        Record::Ogs(document) => kifu::check_ogs(document, &settings),
        Record::Ugf(document) => kifu::check_ugf(document, &settings),
        Record::Positions(positions) => kifu::check_positions(positions, &settings),
    }
}

/// FNV-1a with 32 bits, which JavaScript computes quickly.
struct Hash(u32);

impl Hash {
    fn new() -> Hash {
        Hash(0x811c_9dc5)
    }

    fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
        }
    }
}
