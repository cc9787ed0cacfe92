//! Charset guesses that would change when a verb removes text.

use kifu::charset::DetectedCharset;
use kifu::sgf::{Document, NodeId};

/// Refuses to remove text from a game if its charset is only guessed and the guess for the
/// remaining text is different.
pub(crate) fn refuse_other_guess(
    before: DetectedCharset,
    after: &Document,
    root: NodeId,
) -> anyhow::Result<()> {
    let now = after.charset(root);
    if before.guess_changes(now) {
        anyhow::bail!(other_guess(before, now));
    }
    Ok(())
}

/// Returns the message for a guess that removing text would change.
pub(crate) fn other_guess(before: DetectedCharset, now: DetectedCharset) -> String {
    format!(
        "the charset is only guessed ({}), and removing this text would change the guess to {}; run \
         `kifu charset --to utf-8` first",
        before.charset, now.charset
    )
}
