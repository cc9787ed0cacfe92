use alloc::vec::Vec;

use kifu_sgf::{Document, TooLarge};
use kifu_span::{Diagnostic, Fix, apply};

use crate::{Settings, check};

/// What [`fix()`] made of a document.
#[derive(Debug)]
pub struct Fixed {
    /// The document without what was mended; if nothing was, the same text.
    pub document: Document,
    /// The findings that were mended, in the order it was done: the spans of one round
    /// are places in the text that the round before it made.
    pub made: Vec<Diagnostic>,
    /// The findings that were chosen and are still there: what mended them brought
    /// them back, over and over.
    pub left: Vec<Diagnostic>,
}

/// A repair can bring to light what was hidden, and that what was hidden below it. Some
/// rounds of this is what real files need; a file that needs more was made to.
const ROUNDS: usize = 16;

/// Mends the findings that `choose` picks, touching no byte that is not at fault.
///
/// Findings without a [`Fix`](kifu_span::Fix) are never asked for. After each round the new
/// text is read and judged again, until nothing that is picked is left.
///
/// ```
/// use kifu_check::{Settings, fix};
/// use kifu_sgf::Document;
/// use kifu_span::Safety;
///
/// let document = Document::parse("(;B[aa];W[bb]")?;
/// let safe = |fix: &kifu_span::Fix| fix.safety == Safety::Safe;
/// let fixed = fix(&document, &Settings::default(), |found| found.fix.as_deref().is_some_and(safe))?;
/// # let _ = fixed.document.to_bytes();
/// # Ok::<(), kifu_sgf::TooLarge>(())
/// ```
///
/// # Errors
///
/// If the text grew to 4 GiB or more.
pub fn fix(
    document: &Document,
    settings: &Settings,
    choose: impl Fn(&Diagnostic) -> bool,
) -> Result<Fixed, TooLarge> {
    let chosen = |document: &Document| -> Vec<Diagnostic> {
        let mut found = check(document, settings);
        found.retain(|finding| finding.fix.is_some() && choose(finding));
        found
    };
    let mut made = Vec::new();
    let mut document = document.with_text(document.text().to_vec())?;
    let mut left = chosen(&document);
    for _ in 0..ROUNDS {
        if left.is_empty() {
            break;
        }
        let fixes = left.iter().filter_map(|finding| finding.fix.as_deref());
        let applied = apply(document.text(), fixes.collect::<Vec<&Fix>>());
        document = document.with_text(applied.text)?;
        let done = left.into_iter().zip(applied.made);
        made.extend(done.filter_map(|(finding, done)| done.then_some(finding)));
        left = chosen(&document);
    }
    Ok(Fixed {
        document,
        made,
        left,
    })
}
