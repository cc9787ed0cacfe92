//! Reading the games of a file.

use kifu::info::{FileInfo, GameInfo};
use kifu::rgf::Streams;
use kifu::sgf::NodeRef;
use kifu_files::Input;
use kifu_files::games::Chunks;

use super::args::InfoArgs;
use crate::selected::Selected;

/// The content of a file, with its selected games.
pub(super) struct Scan {
    /// `None` if the expression selects no game of the file.
    pub(super) info: Option<FileInfo<'static>>,
    /// The numbers of the selected games; `None` without an expression.
    pub(super) numbers: Option<Vec<usize>>,
    /// The number of games in the file.
    pub(super) games: usize,
    /// The number of recordings that the file names.
    pub(super) recordings: usize,
    pub(super) bytes: u64,
}

impl Scan {
    /// Reads the games of a file, and calls `show` for each selected one with its number and root.
    pub(super) fn of(
        input: &Input,
        mut chunks: Chunks,
        args: &InfoArgs,
        mut show: impl FnMut(usize, NodeRef<'_>, &GameInfo<'_>),
    ) -> anyhow::Result<Scan> {
        let select = args.games.select.as_ref();
        let mut all: Option<FileInfo<'static>> = None;
        let mut numbers = Vec::new();
        let mut scan = Scan {
            info: None,
            numbers: None,
            games: 0,
            recordings: 0,
            bytes: 0,
        };
        for part in chunks.records() {
            let record = part?.record;
            let document = record.to_sgf()?;
            let before = scan.games;
            let selected = Selected::of(before, select, input, &record)?;
            let mut info = FileInfo::of_record(&record, &document);
            scan.games += info.games.len();
            scan.recordings += Streams::of(&document).streams.len();
            let games = std::mem::take(&mut info.games);
            for ((number, root), game) in (before + 1..).zip(document.roots()).zip(games) {
                if selected.has(root) {
                    show(number, document.node(root), &game);
                    numbers.push(number);
                    info.games.push(game);
                }
            }
            match &mut all {
                None => all = Some(info.into_owned()),
                Some(all) => all.add(info),
            }
        }
        scan.bytes = chunks.bytes_yielded();
        scan.info = all.filter(|_| select.is_none() || !numbers.is_empty());
        scan.numbers = select.map(|_| numbers);
        Ok(scan)
    }
}
