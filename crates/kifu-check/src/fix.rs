use alloc::vec::Vec;

use kifu_sgf::{Document, TooLarge};
use kifu_span::Diagnostic;

use crate::{Settings, check_each, step};

/// The result of [`fix()`].
#[derive(Debug)]
pub struct Fixed {
    /// The repaired document, which has the same text if nothing was repaired.
    pub document: Document,
    /// The findings that were repaired, in the order of the repairs. Repairs are made in rounds; spans are
    /// offsets in the text at the start of the round.
    pub repaired: Vec<Diagnostic>,
    /// The chosen findings that remain, because their repairs cause the same finding again and again, or would
    /// change how the rest of the file is read.
    pub remaining: Vec<Diagnostic>,
}

/// The maximum number of rounds. A repair can reveal another fault, whose repair reveals a third one, and so on.
/// Real files need a few rounds; only a crafted file needs more.
const MAX_ROUNDS: usize = 16;

/// Repairs the findings for which `choose` returns `true`, and changes only the bytes at fault.
///
/// `choose` is only called with findings that have a [`Fix`](kifu_span::Fix). After each round of repairs, the new
/// text is parsed and checked again, until no chosen finding is left.
///
/// A safe repair never changes how the rest of the file is read. If it would, for example because it changes the
/// detected charset of a game without `CA`, the repair is not made, and its finding is in
/// [`Fixed::remaining`].
///
/// Edits of the document are neither checked nor in the result: to include them, write the document and parse it again.
///
/// A repair depends only on its own game, as long as that game is closed and only white space separates it from
/// its neighbours. So a large collection can be split at such places and repaired in chunks.
///
/// ```
/// use kifu_check::{Settings, fix};
/// use kifu_sgf::Document;
/// use kifu_span::Safety;
///
/// let document = Document::parse("(;B[aa];W[bb]")?;
/// let safe = |fix: &kifu_span::Fix| fix.safety == Safety::Safe;
/// let fixed = fix(document, &Settings::default(), |found| found.fix.as_deref().is_some_and(safe))?;
/// # let _ = fixed.document.to_bytes();
/// # Ok::<(), kifu_sgf::TooLarge>(())
/// ```
///
/// # Errors
///
/// [`TooLarge`] if the repaired text has 4 GiB or more.
pub fn fix(
    mut document: Document,
    settings: &Settings,
    choose: impl Fn(&Diagnostic) -> bool,
) -> Result<Fixed, TooLarge> {
    let mut repaired = Vec::new();
    if document.is_edited() {
        document.set_text(document.text().to_vec())?;
    }
    let mut remaining = Vec::new();
    for round in 0..=MAX_ROUNDS {
        remaining.clear();
        check_each(&document, settings, |finding| {
            if finding.fix.is_some() && choose(&finding) {
                remaining.push(finding);
            }
        });
        kifu_span::sort_by_span(&mut remaining);
        if round == MAX_ROUNDS || remaining.is_empty() {
            break;
        }
        let made = step::repair(&mut document, &remaining)?;
        if !made.contains(&true) {
            break;
        }
        let done = remaining.drain(..).zip(made);
        repaired.extend(done.filter_map(|(finding, done)| done.then_some(finding)));
    }
    Ok(Fixed {
        document,
        repaired,
        remaining,
    })
}
