//! Charset guesses that would change when a verb removes or replaces text.

use kifu::charset::DetectedCharset;
use kifu::sgf::{Document, NodeId};

/// Refuses to add text that is not ASCII to a game whose charset is only an unsure guess.
pub(crate) fn refuse_guess(charset: DetectedCharset) -> anyhow::Result<()> {
    if !charset.is_sure() {
        anyhow::bail!(
            "the charset is only guessed ({}); run `kifu charset --to utf-8` first",
            charset.charset
        );
    }
    Ok(())
}

/// Refuses to change the text of a game if its charset is only guessed and the guess for the new
/// text is different.
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

/// Returns the message that changing the text would change the guessed charset from `before` to
/// `now`.
pub(crate) fn other_guess(before: DetectedCharset, now: DetectedCharset) -> String {
    format!(
        "the charset is only guessed ({}), and after this change the guess would be {}; run `kifu \
         charset --to utf-8` first",
        before.charset, now.charset
    )
}
