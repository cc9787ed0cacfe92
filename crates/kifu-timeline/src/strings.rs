//! Stores many short texts in one allocation.

/// A list of texts, which are identified by their numbers.
#[derive(Debug, Default)]
pub(crate) struct Strings {
    text: String,
    /// The end of each text, with the flag [`LAST`]. A text starts where the previous one ends.
    ends: Vec<usize>,
}

/// The flag of a text that is the last one of a list. No text ends beyond `isize::MAX`.
const LAST: usize = 1 << (usize::BITS - 1);

impl Strings {
    /// Reserves space for this many more texts, without their letters.
    pub(crate) fn reserve(&mut self, count: usize) {
        self.ends.reserve_exact(count);
    }

    pub(crate) fn push(&mut self, text: &str) -> u32 {
        self.text.push_str(text);
        self.ends.push(self.text.len());
        self.len() - 1
    }

    pub(crate) fn len(&self) -> u32 {
        self.ends.len() as u32
    }

    pub(crate) fn get(&self, index: u32) -> &str {
        let index = index as usize;
        let end = |index: usize| self.ends[index] & !LAST;
        let start = index.checked_sub(1).map_or(0, end);
        &self.text[start..end(index)]
    }

    /// Ends the list of the texts that were added last.
    pub(crate) fn end_list(&mut self) {
        if let Some(end) = self.ends.last_mut() {
            *end |= LAST;
        }
    }

    /// The number after the last text of a list, of which `index` is one.
    pub(crate) fn end_of_list(&self, index: u32) -> u32 {
        let rest = &self.ends[index as usize..];
        let more = rest.iter().take_while(|end| **end & LAST == 0);
        index + more.count() as u32 + 1
    }

    pub(crate) fn shrink(&mut self) {
        self.text.shrink_to_fit();
        self.ends.shrink_to_fit();
    }
}
