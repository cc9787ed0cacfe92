use alloc::vec::Vec;
use core::ops::RangeInclusive;

use kifu_sgf::{Document, TooLarge};
use kifu_span::Diagnostic;

use crate::step::Step;
use crate::{Before, Settings, check_each, check_part};

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
    rounds_of(document, settings, None, choose)
}

/// Repairs what `choose` picks, round by round, in a file or in a chunk of one.
fn rounds_of(
    document: &Document,
    settings: &Settings,
    mut rounds: Option<&mut Rounds>,
    choose: impl Fn(&Diagnostic) -> bool,
) -> Result<Fixed, TooLarge> {
    let mut made = Vec::new();
    let mut document = document.with_text(document.text().to_vec())?;
    let mut left = Vec::new();
    for round in 0..=ROUNDS {
        left.clear();
        let pick = |finding: Diagnostic| {
            if finding.fix.is_some() && choose(&finding) {
                left.push(finding);
            }
        };
        // Whether the next round looks at the same text in the same way.
        let mut is_last = true;
        match &rounds {
            None => check_each(&document, settings, pick),
            Some(rounds) => {
                check_part(&document, settings, &mut rounds.before(round), pick);
                is_last = rounds.is_same_from(round);
            }
        }
        left.sort_by_key(|finding| finding.span);
        let mut step = Step::default();
        if round < ROUNDS && !left.is_empty() {
            step = Step::of(&document, &left)?;
        }
        let is_settled = step.document.is_none() && is_last;
        if let Some(rounds) = &mut rounds {
            let until = if is_settled { ROUNDS } else { round };
            rounds.see(round..=until, &document);
            rounds.is_whole |= step.is_across_games;
        }
        if let Some(next) = step.document {
            document = next;
            let done = left.drain(..).zip(step.made);
            made.extend(done.filter_map(|(finding, done)| done.then_some(finding)));
        }
        if is_settled {
            break;
        }
    }
    Ok(Fixed {
        document,
        made,
        left,
    })
}

/// As [`fix()`], for the next document of several that one file was cut into, as [`check_part()`] has them:
/// mended one by one they are what the file becomes that is mended as a whole, once
/// [`Rounds::then`] says so.
///
/// `None` if it is known already that all have to be mended again, from the first.
///
/// ```
/// use kifu_check::sgf::Document;
/// use kifu_check::{Rounds, Settings, Then, fix_part};
/// use kifu_span::Safety;
///
/// // The bracket in the text makes it doubtful what is safe, as long as the third game is damaged.
/// let file = ["(;C[see [2\\]])", "\n(;KM[6,5])", "\n(;B[aa]))"];
/// let mut rounds = Rounds::default();
/// let mended = loop {
///     let mut mended = String::new();
///     for part in file {
///         let safe = |found: &kifu_span::Diagnostic| {
///             found.fix.as_deref().is_some_and(|fix| fix.safety == Safety::Safe)
///         };
///         let part = Document::parse(part)?;
///         let Some(fixed) = fix_part(&part, &Settings::default(), &mut rounds, safe)? else {
///             break;
///         };
///         mended += &String::from_utf8_lossy(&fixed.document.to_bytes());
///     }
///     match rounds.then() {
///         Then::Done => break mended,
///         Then::Again(next) => rounds = next,
///         Then::Whole => unreachable!("no game is open here"),
///     }
/// };
/// assert_eq!(mended, "(;C[see [2\\]])\n(;KM[6.5])\n(;B[aa])");
/// # Ok::<(), kifu_sgf::TooLarge>(())
/// ```
///
/// # Errors
///
/// If the text grew to 4 GiB or more.
pub fn fix_part(
    document: &Document,
    settings: &Settings,
    rounds: &mut Rounds,
    choose: impl Fn(&Diagnostic) -> bool,
) -> Result<Option<Fixed>, TooLarge> {
    let fixed = rounds_of(document, settings, Some(rounds), choose)?;
    rounds.is_behind = true;
    Ok((!rounds.is_wrong()).then_some(fixed))
}

/// What the parts of a file tell of all of it while they are mended with [`fix_part()`].
///
/// What is safe depends, in each round of looking and mending, on whether the file
/// [is doubtful](Before::is_doubtful) then, which only all parts tell. So that is assumed at first, and all are
/// mended again where it turns out otherwise: once for most files that are damaged, two or three times where damage stays,
/// not at all for others.
#[derive(Clone, Debug, Default)]
pub struct Rounds {
    /// Whether the file is taken for doubtful.
    assumed: [bool; ROUNDS + 1],
    damaged: [bool; ROUNDS + 1],
    brackets: [bool; ROUNDS + 1],
    /// Whether the next part is not the first one.
    is_behind: bool,
    /// Only the whole tells.
    is_whole: bool,
    /// How often it was otherwise before.
    passes: usize,
}

/// Two or three are what files need; one that needs more was made to.
const PASSES: usize = 16;

/// What is to be done when all parts of a file were mended.
#[derive(Clone, Debug)]
pub enum Then {
    /// Nothing: it is mended as the whole would be.
    Done,
    /// Mend all parts again, with these.
    Again(Rounds),
    /// Mend the file as a whole with [`fix()`]: neither its last game nor a value in that is closed, and how
    /// that is mended depends on all others; or each round tells something else of the rounds before.
    Whole,
}

impl Rounds {
    /// What is assumed of the file in a round.
    fn before(&self, round: usize) -> Before {
        match self.assumed[round] {
            true => Before::doubtful(),
            false => Before::default(),
        }
    }

    /// Whether the same is assumed from a round on.
    fn is_same_from(&self, round: usize) -> bool {
        let same = |then: &bool| *then == self.assumed[round];
        self.assumed[round..].iter().all(same)
    }

    fn see(&mut self, rounds: RangeInclusive<usize>, document: &Document) {
        let before = {
            let mut before = Before::default();
            before.add(document);
            before
        };
        for round in rounds {
            self.damaged[round] |= before.damaged;
            self.brackets[round] |= before.brackets;
        }
        self.is_whole |= self.is_behind && before.damaged && is_open(document);
    }

    fn is_doubtful(&self, round: usize) -> bool {
        self.damaged[round] && self.brackets[round]
    }

    /// Whether it is known before the last part.
    fn is_wrong(&self) -> bool {
        let is_wrong = |round| self.is_doubtful(round) && !self.assumed[round];
        self.is_whole || (0..=ROUNDS).any(is_wrong)
    }

    /// What is to be done after the last part, or once [`fix_part()`] gave `None`.
    pub fn then(&self) -> Then {
        if self.is_whole {
            return Then::Whole;
        }
        let rounds = || 0..=ROUNDS;
        // That can be known before the last part. What was assumed for no reason shows only behind it.
        let unexpected = |round: &usize| self.is_doubtful(*round) && !self.assumed[*round];
        let without_reason = |round: &usize| !self.is_doubtful(*round) && self.assumed[*round];
        let found = rounds().find(unexpected);
        let Some(wrong) = found.or_else(|| rounds().find(without_reason)) else {
            return Then::Done;
        };
        if self.passes == PASSES {
            return Then::Whole;
        }
        let mut next = Rounds {
            assumed: self.assumed,
            passes: self.passes + 1,
            ..Rounds::default()
        };
        next.assumed[wrong] = found.is_some();
        // At first, that all damage is mended then.
        next.assumed[wrong + 1..].fill(found.is_some() && self.passes > 0);
        Then::Again(next)
    }
}

/// Whether a value is not closed. Its game tree may not be closed either, which is not reported
/// where it follows from that.
fn is_open(document: &Document) -> bool {
    let has = |code| document.diagnostics().any(|found| found.code == code);
    has("sgf/unclosed-value") || has("sgf/missing-bracket")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goes on until it is known in which rounds a file is doubtful whose parts are damaged in some and
    /// have brackets in some, whatever is assumed; one that is known before the last part ends a pass.
    fn settled(parts: &[[(bool, bool); ROUNDS + 1]]) -> Option<[bool; ROUNDS + 1]> {
        let mut rounds = Rounds::default();
        for _ in 0..=PASSES {
            for part in parts {
                for (round, (damaged, brackets)) in part.iter().enumerate() {
                    rounds.damaged[round] |= damaged;
                    rounds.brackets[round] |= brackets;
                }
                if rounds.is_wrong() {
                    break;
                }
            }
            match rounds.then() {
                Then::Done => return Some(rounds.assumed),
                Then::Again(next) => rounds = next,
                Then::Whole => return None,
            }
        }
        panic!("it goes on");
    }

    #[test]
    fn rounds_come_to_an_end() {
        let never = [(false, false); ROUNDS + 1];
        let of = |doubtful: fn(usize) -> (bool, bool)| core::array::from_fn(doubtful);
        let brackets = of(|_| (false, true));
        let first = of(|round| (round == 0, false));
        let later = of(|round| (round >= 2, true));
        let always = of(|_| (true, true));
        assert_eq!(settled(&[never, never]), Some([false; ROUNDS + 1]));
        assert_eq!(settled(&[never, first]), Some([false; ROUNDS + 1]));
        assert_eq!(settled(&[always, never]), Some([true; ROUNDS + 1]));
        let once = core::array::from_fn(|round| round == 0);
        assert_eq!(settled(&[brackets, never, first]), Some(once));
        assert_eq!(settled(&[first, brackets]), Some(once));
        let but_one = core::array::from_fn(|round| round != 1);
        for parts in [[later, first], [first, later]] {
            assert_eq!(settled(&parts), Some(but_one));
        }
        // Back and forth: it may give up, but must not be wrong.
        let odd = of(|round| (round % 2 == 1, true));
        let third = of(|round| (round % 3 == 0, true));
        let truth = core::array::from_fn(|round| round % 2 == 1 || round % 3 == 0);
        for parts in [[odd, third], [third, odd]] {
            assert!(settled(&parts).is_none_or(|found| found == truth));
        }
    }
}
