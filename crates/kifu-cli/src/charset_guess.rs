//! Guesses of charsets that would change when a verb removes text.

use kifu::charset::DetectedCharset;
use kifu::sgf::{Document, NodeId};

/// Refuses to remove text from a game if the charset was guessed, and the guess is another one for the text
/// that stays.
pub(crate) fn refuse_other_guess(
    before: DetectedCharset,
    after: &Document,
    root: NodeId,
) -> anyhow::Result<()> {
    let now = after.charset(root);
    if before.guess_changes(now) {
        anyhow::bail!(
            "its charset is guessed, {}, and would be {} by what stays: first kifu charset --to utf-8",
            before.charset,
            now.charset
        );
    }
    Ok(())
}
