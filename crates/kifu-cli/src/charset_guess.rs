//! Guesses of charsets that would change when a verb takes text away.

use kifu::charset::{Found, Source};
use kifu::sgf::{Document, NodeId};

/// Text whose charset is guessed by all that there is must not turn into other text when a part
/// of it goes.
pub(crate) fn refuse_other_guess(
    before: Found,
    after: &Document,
    root: NodeId,
) -> anyhow::Result<()> {
    let now = after.charset(root);
    let is_other = now.charset != before.charset && now.source != Source::Default;
    if before.source == Source::Guess && is_other {
        anyhow::bail!(
            "its charset is guessed, {}, and would be {} by what stays: first kifu charset --to utf-8",
            before.charset,
            now.charset
        );
    }
    Ok(())
}
