use alloc::vec::Vec;

use kifu_sgf::{Document, TooLarge};
use kifu_span::Diagnostic;

use crate::step::Step;
use crate::{Settings, check_each};

/// What [`fix()`] made of a document.
#[derive(Debug)]
pub struct Fixed {
    /// The document without what was mended; if nothing was, the same text.
    pub document: Document,
    /// The findings that were mended, in the order it was done: the spans of one round
    /// are places in the text that the round before it made.
    pub made: Vec<Diagnostic>,
    /// The findings that were chosen and are still there: their repairs bring them back, over
    /// and over, or would change how the rest of the file reads.
    pub left: Vec<Diagnostic>,
}

/// A repair can bring to light what was hidden, and that what was hidden below it. Some
/// rounds of this is what real files need; a file that needs more was made to.
const ROUNDS: usize = 16;

/// Repairs the findings that `choose` picks, touching no byte that is not at fault.
///
/// Findings without a [`Fix`](kifu_span::Fix) are never asked for. After each round the new
/// text is read and judged again, until nothing that is picked is left.
///
/// A safe repair never changes how the rest of the file reads. Where one would, as it changes the
/// charset that is guessed of a game without `CA`, it is not made, and its finding is
/// [left](Fixed::left).
///
/// Repairs depend only on the game they are in, as long as that game is closed and only white space
/// separates it from its neighbors. A large collection that is cut at such places can be repaired one chunk
/// after another.
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
    let mut made = Vec::new();
    let mut document = document.with_text(document.text().to_vec())?;
    let mut left = Vec::new();
    for round in 0..=ROUNDS {
        left.clear();
        check_each(&document, settings, |finding| {
            if finding.fix.is_some() && choose(&finding) {
                left.push(finding);
            }
        });
        left.sort_by_key(|finding| finding.span);
        let mut step = Step::default();
        if round < ROUNDS && !left.is_empty() {
            step = Step::of(&document, &left)?;
        }
        let Some(next) = step.document else {
            break;
        };
        document = next;
        let done = left.drain(..).zip(step.made);
        made.extend(done.filter_map(|(finding, done)| done.then_some(finding)));
    }
    Ok(Fixed {
        document,
        made,
        left,
    })
}
