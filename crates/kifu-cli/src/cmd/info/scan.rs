//! Reading the games of a file.

use kifu::Record;
use kifu::collection::ParsedChunk;
use kifu::info::{FileInfo, FindingCounts, GameInfo, Totals};
use kifu::rgf::Streams;
use kifu::sgf::NodeRef;
use kifu_files::Input;
use kifu_files::games::Chunks;
use memchr::{memchr2_iter, memmem};

use super::args::InfoArgs;
use crate::selected::Selected;

/// The content of a file, with its selected games.
pub(super) struct Scan {
    /// The file with the first selected games; `None` if the expression selects no game of the file.
    pub(super) info: Option<FileInfo<'static>>,
    /// The number of selected games.
    pub(super) selected: usize,
    /// The number of nodes in the selected games.
    pub(super) nodes: usize,
    /// The numbers of the selected games; `None` without an expression.
    pub(super) numbers: Option<Vec<usize>>,
    /// The number of games in the file.
    pub(super) games: usize,
    /// The number of recordings that the file names.
    pub(super) recordings: usize,
    pub(super) bytes: u64,
}

impl Scan {
    /// Reads the games of a file, keeps the first `kept` of the selected ones, and calls `show` for each of those with its number
    /// and root. Games after them are only counted.
    pub(super) fn of(
        input: &Input,
        mut chunks: Chunks,
        args: &InfoArgs,
        kept: usize,
        mut show: impl FnMut(usize, NodeRef<'_>, &GameInfo<'_>),
    ) -> anyhow::Result<Scan> {
        let select = args.games.select.as_ref();
        let mut all: Option<FileInfo<'static>> = None;
        let mut numbers = Vec::new();
        let mut scan = Scan {
            info: None,
            selected: 0,
            nodes: 0,
            numbers: None,
            games: 0,
            recordings: 0,
            bytes: 0,
        };
        for part in chunks.records() {
            let ParsedChunk { chunk, record, .. } = part?;
            if select.is_none()
                && scan.selected >= kept
                && let Some(all) = &mut all
                && let Some(recordings) = recordings_of(&record, &chunk.bytes)
            {
                let totals = Totals::of_record(&record);
                scan.games += totals.games;
                scan.selected += totals.games;
                scan.nodes += totals.nodes;
                scan.recordings += recordings;
                all.diagnostics += FindingCounts::of_record(&record);
                continue;
            }
            let document = record.to_sgf()?;
            let selected = Selected::of(scan.games, select, input, &record)?;
            let mut info = FileInfo::of_record(&record, &document);
            let before = scan.games;
            scan.games += info.games.len();
            scan.recordings += Streams::of(&document).streams.len();
            let games = std::mem::take(&mut info.games);
            for ((number, root), game) in (before + 1..).zip(document.roots()).zip(games) {
                if !selected.has(root) {
                    continue;
                }
                if select.is_some() {
                    numbers.push(number);
                }
                scan.nodes += game.nodes;
                if scan.selected < kept {
                    show(number, document.node(root), &game);
                    info.games.push(game);
                }
                scan.selected += 1;
            }
            match &mut all {
                None => all = Some(info.into_owned()),
                Some(all) => all.add(info),
            }
        }
        scan.bytes = chunks.bytes_yielded();
        scan.info = all.filter(|_| select.is_none() || scan.selected > 0);
        scan.numbers = select.map(|_| numbers);
        Ok(scan)
    }
}

/// Returns the number of recordings that games name, or `None` if only a conversion to SGF can tell.
fn recordings_of(record: &Record, bytes: &[u8]) -> Option<usize> {
    match record.sgf_document() {
        Some(document) => Some(Streams::of(document).streams.len()),
        None => (!may_name_recordings(bytes)).then_some(0),
    }
}

/// Returns whether a text in JSON can contain the names of the properties `GS` and `GD`, which name recordings.
fn may_name_recordings(text: &[u8]) -> bool {
    let is_name = |at: usize| {
        let before = text[..at].iter().rev();
        let start = at - before.take_while(|byte| byte.is_ascii_alphabetic()).count();
        let rest = text[at..].iter();
        let end = at + rest.take_while(|byte| byte.is_ascii_alphabetic()).count();
        let name = &text[start..end];
        // In a name with capitals, lowercase letters do not count.
        let has_capitals = name.iter().any(u8::is_ascii_uppercase);
        let counts = |byte: &&u8| !has_capitals || byte.is_ascii_uppercase();
        let letters = name.iter().filter(counts).map(u8::to_ascii_uppercase);
        text[..start].ends_with(b"\"")
            && [b"GS", b"GD"]
                .iter()
                .any(|known| letters.clone().eq(**known))
    };
    memmem::find(text, b"\\u").is_some() || memchr2_iter(b'G', b'g', text).any(is_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_recordings_are_found_in_any_spelling() {
        for name in ["GS", "GD", "gs", "GameS", "aGbS", r"\u0047S", "gd"] {
            let text = format!(r#"{{"sgf":{{"raw":[["{name}","talk.rgf:56"]]}}}}"#);
            assert!(may_name_recordings(text.as_bytes()), "{text}");
        }
        let text = br#"{"record":{"format":"JGF"},"game":{"location":"http://kgs.com: KGS, GD"},"GM":"x","GSX":1}"#;
        assert!(!may_name_recordings(text));
    }
}
