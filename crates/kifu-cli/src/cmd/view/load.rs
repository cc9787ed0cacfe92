//! Reads the games and recordings that the terminal shows.

use std::path::Path;

use kifu::Record;
use kifu::collection::Content;
use kifu::rgf::Streams;
use kifu::sgf::{Document, NodeId};
use kifu::span::Severity;
use kifu_files::games::refuse_other_content;
use kifu_files::{Input, OtherKind};
use kifu_terminal::Entry;

use crate::args::input::InputArgs;
use crate::exit::{Outcome, Refusal, Refusals};
use crate::output;
use crate::printable::{InputName, Printable};
use crate::recordings::{self, Opened, Session};
use crate::run::Inputs;

/// A file with games or recordings.
pub(super) struct Loaded {
    /// Its name without the directory.
    name: String,
    content: Contents,
    /// The recordings that the file names, but that do not exist.
    missing: Vec<String>,
}

enum Contents {
    Games {
        document: Document,
        findings: Vec<(NodeId, String)>,
    },
    Recordings(Box<Session>),
}

/// Reads all inputs.
pub(super) fn load(input: &InputArgs) -> anyhow::Result<(Vec<Loaded>, Outcome)> {
    let mut files = Vec::new();
    let mut refusals = Refusals::default();
    let work = |input: &Input| {
        let (size, content, missing) = read(input)?;
        let name = input.name();
        let name = Path::new(&name).file_name().unwrap_or_default();
        let name = match input {
            Input::Stdin => String::new(),
            _ => name.to_string_lossy().into_owned(),
        };
        Ok((
            size,
            (
                input.shown(),
                Loaded {
                    name,
                    content,
                    missing,
                },
            ),
        ))
    };
    let outcome = Inputs::of("view", input).each(work, |(shown, loaded): (String, Loaded)| {
        for file in &loaded.missing {
            let file = Printable(file);
            output::message(format_args!("{shown}: the recording {file} is missing"));
        }
        let main = match &loaded.content {
            Contents::Games { document, .. } => document,
            Contents::Recordings(session) => &session.main,
        };
        let is_empty = main.roots().next().is_none();
        if is_empty {
            refusals.add(&shown, Refusal::Negative("no game found".to_owned()));
        } else {
            files.push(loaded);
        }
        Ok(())
    })?;
    Ok((files, refusals.end(outcome)?))
}

/// Reads an input. Returns the number of bytes and the names of missing recordings, too.
fn read(input: &Input) -> anyhow::Result<(u64, Contents, Vec<String>)> {
    let chunks = match recordings::open(input, usize::MAX)? {
        Opened::Recordings(session) => {
            let missing = missing(&session);
            return Ok((session.bytes_read(), Contents::Recordings(session), missing));
        }
        Opened::Games(chunks) => chunks,
    };
    refuse_other_content(input, chunks.content())?;
    if chunks.content() == Content::Nothing {
        return Err(OtherKind::Unknown.into());
    }
    let bytes = chunks.read_all()?;
    let size = bytes.len() as u64;
    let record = kifu::read(bytes)?;
    let is_sgf = matches!(record, Record::Sgf(_));
    let document = record.into_sgf()?;
    let mut not_there = Vec::new();
    if matches!(input, Input::File(_)) && !Streams::of(&document).streams.is_empty() {
        let session = recordings::read(input)?;
        not_there = missing(&session);
        if session.loaded().next().is_some() {
            return Ok((size, Contents::Recordings(Box::new(session)), not_there));
        }
    }
    // The findings of other formats have places in their own text.
    let findings = if is_sgf {
        findings(&document)
    } else {
        Vec::new()
    };
    Ok((size, Contents::Games { document, findings }, not_there))
}

/// Returns the names of the recordings that a file names, but that do not exist.
fn missing(session: &Session) -> Vec<String> {
    let missing = session.all().filter(|(_, track)| track.is_none());
    missing.map(|(stream, _)| stream.file.clone()).collect()
}

/// Returns the errors and warnings of `kifu check`, each with the node in which it is.
fn findings(document: &Document) -> Vec<(NodeId, String)> {
    /// The maximum number of findings; `kifu check` reports all.
    const MAX_FINDINGS: usize = 10_000;

    let all = kifu::check::check(document, &kifu::check::Settings::default());
    let mut all: Vec<_> = all
        .into_iter()
        .filter(|found| found.severity != Severity::Info)
        .take(MAX_FINDINGS)
        .collect();
    if all.is_empty() {
        return Vec::new();
    }
    all.sort_by_key(|found| found.span.start);
    let forest = document.forest();
    let nodes = document.roots().flat_map(|root| forest.preorder(root));
    let starts = nodes.filter_map(|node| Some((document.node(node).start()?, node)));
    let starts: Vec<_> = starts.collect();
    let node_of = |offset| {
        let after = starts.partition_point(|&(start, _)| start <= offset);
        starts.get(after.saturating_sub(1)).map(|&(_, node)| node)
    };
    all.into_iter()
        .filter_map(|found| Some((node_of(found.span.start)?, found.message.to_string())))
        .collect()
}

/// Returns the games and recordings of all files, in their order.
pub(super) fn entries(files: &[Loaded]) -> Vec<Entry<'_>> {
    let mut entries = Vec::new();
    for Loaded { name, content, .. } in files {
        match content {
            Contents::Games { document, findings } => {
                let mut rest = findings.as_slice();
                let forest = document.forest();
                for root in document.roots() {
                    // Findings are in file order, as the games are.
                    let count = rest.partition_point(|&(node, _)| forest.root_of(node) <= root);
                    let (of_game, others) = rest.split_at(count);
                    rest = others;
                    let entry = Entry::game(document, root, name.as_str());
                    entries.push(entry.with_findings(of_game.iter().cloned()));
                }
            }
            Contents::Recordings(session) => {
                let main = &session.main;
                let mut recorded = Vec::new();
                for (stream, track) in session.loaded() {
                    recorded.push(main.forest().root_of(stream.node));
                    entries.push(Entry::recording(
                        main,
                        stream,
                        track.timeline(),
                        name.as_str(),
                    ));
                }
                let others = main.roots().filter(|root| !recorded.contains(root));
                entries.extend(others.map(|root| Entry::game(main, root, name.as_str())));
            }
        }
    }
    entries
}
