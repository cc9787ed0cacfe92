//! Writes games in the spelling of the file that they come from.

use super::{PrivateData, Target, from_game};
use crate::{Document, Options};
use kifu_tree::game::Game;

/// Writes games that replace those of a file as JSON, each in the version and the spelling of its record. The
/// text has line breaks and indentation if the source has line breaks.
///
/// `before` is the document that was read from `source`. If there are more games than records, the others are
/// written like the first record.
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
        let written = from_game(&game, target, PrivateData::Write);
        document.records.push(written.value);
    }
    let has_several = document.records.len() > 1;
    document.is_array = before.is_array && (has_several || before.records.len() < 2);
    let options = if source.trim_ascii_end().contains(&b'\n') {
        Options::PRETTY
    } else {
        Options::COMPACT
    };
    let mut json = document.to_json(&options);
    if source.ends_with(b"\n") && !json.ends_with('\n') {
        json.push('\n');
    }
    json
}
