//! Games written as the file that they come from.

use super::{Carriage, Target, from_game};
use crate::{Document, Options};
use kifu_tree::game::Game;

/// The JSON of games that replace those of a file: each in the version and the spelling of its record, laid out in
/// lines if the source is.
///
/// `before` is the document that was read from `source`. More games than it has are written like its first record.
///
/// ```
/// use kifu_jgf::Document;
/// use kifu_jgf::convert::{to_games, to_json_like};
///
/// let source = br#"[{"game":{"komi":6.50},"tree":[{}]},{"game":{"komi":"0"},"tree":[{}]}]"#;
/// let before = Document::parse(source)?;
/// let second = to_games(&before).skip(1).map(|game| game.value);
/// assert_eq!(to_json_like(&before, source, second), r#"{"game":{"komi":"0"},"tree":[{}]}"#);
/// # Ok::<(), kifu_jgf::TooLarge>(())
/// ```
pub fn to_json_like(
    before: &Document,
    source: &[u8],
    games: impl IntoIterator<Item = Game>,
) -> String {
    let mut document = Document::default();
    for (at, game) in games.into_iter().enumerate() {
        let like = before.records.get(at).or(before.records.first());
        let target = like.map_or(Target::V2, Target::of);
        let written = from_game(&game, target, Carriage::Full);
        document.records.push(written.value);
    }
    let has_several = document.records.len() > 1;
    document.is_array = before.is_array && (has_several || before.records.len() < 2);
    let options = match source.trim_ascii_end().contains(&b'\n') {
        true => Options::PRETTY,
        false => Options::COMPACT,
    };
    let mut json = document.to_json(&options);
    if source.ends_with(b"\n") && !json.ends_with('\n') {
        json.push('\n');
    }
    json
}
