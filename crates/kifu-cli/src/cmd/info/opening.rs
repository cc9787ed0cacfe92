//! Opening the inputs of `kifu info`.

use kifu::collection::{CHUNK_LEN, Content};
use kifu::select::Select;
use kifu_files::Input;
use kifu_files::games::refuse_other_content;

use super::args::InfoArgs;
use crate::args::values::ColumnArg;
use crate::recordings::{self, Opened};

/// Opens an input, in one chunk if the expression or a column needs all games. Refuses recordings
/// if an expression selects games.
pub(super) fn open(
    input: &Input,
    args: &InfoArgs,
    columns: &[ColumnArg],
) -> anyhow::Result<Opened> {
    let select = args.games.select.as_ref();
    let by_columns = columns.iter().any(|column| column.key.needs_all_games());
    let whole = by_columns || select.is_some_and(Select::needs_all_games);
    let opened = recordings::open_records(input, if whole { usize::MAX } else { CHUNK_LEN })?;
    match &opened {
        Opened::Recordings(_) if select.is_some() => {
            refuse_other_content(input, Content::Recording)?
        }
        Opened::Games(chunks) => refuse_other_content(input, chunks.content())?,
        Opened::Recordings(_) => {}
    }
    Ok(opened)
}
