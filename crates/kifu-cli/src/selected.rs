//! The games of a file that an expression selects.

use kifu::select::{Games, Select};
use kifu::sgf::NodeId;
use kifu::{Record, TooLarge};
use kifu_files::Input;

/// The games that an expression selects; all games if no expression is given.
pub(crate) struct Selected(Option<Vec<NodeId>>);

impl Selected {
    /// Selects games of a record that comes after `before` other games of its file.
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
        let selected = games.iter().filter(|game| select.matches(game));
        Ok(Selected(Some(selected.map(|game| game.root()).collect())))
    }

    /// Returns the roots of the selected games in ascending order; `None` if all are selected.
    pub(crate) fn into_roots(self) -> Option<Vec<NodeId>> {
        self.0
    }

    /// Returns whether the game with this root, in the record as SGF, is selected.
    pub(crate) fn has(&self, root: NodeId) -> bool {
        let roots = self.0.as_ref();
        roots.is_none_or(|roots| roots.binary_search(&root).is_ok())
    }
}
