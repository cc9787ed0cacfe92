//! Which games of a file an expression takes.

use kifu::select::{Games, Select};
use kifu::sgf::NodeId;
use kifu::{Record, TooLarge};

use crate::input::Input;

/// The games that an expression takes: all, if there is none.
pub(crate) struct Selected(Option<Vec<NodeId>>);

impl Selected {
    /// Those of a record that is behind so many other games of its file.
    pub(crate) fn of(
        before: usize,
        select: Option<&Select>,
        input: &Input,
        record: &Record,
    ) -> Result<Selected, TooLarge> {
        let Some(select) = select else {
            return Ok(Selected(None));
        };
        let sgf = record.to_sgf()?;
        let name = input.name();
        let games = Games::of(record, &sgf)
            .with_path(&name)
            .numbered_after(before);
        let taken = games.iter().filter(|game| select.matches(game));
        Ok(Selected(Some(taken.map(|game| game.root()).collect())))
    }

    /// Whether the game with this root, of the record as SGF, is among them.
    pub(crate) fn has(&self, root: NodeId) -> bool {
        let roots = self.0.as_ref();
        roots.is_none_or(|roots| roots.binary_search(&root).is_ok())
    }
}
