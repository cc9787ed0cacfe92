//! Stores many short texts in one allocation.

/// A list of texts, which are identified by their numbers.
#[derive(Debug, Default)]
pub(crate) struct Strings {
    text: String,
    /// The end of each text. A text starts where the previous one ends.
    ends: Vec<usize>,
}

impl Strings {
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
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[start..self.ends[index]]
    }

    pub(crate) fn shrink(&mut self) {
        self.text.shrink_to_fit();
        self.ends.shrink_to_fit();
    }
}
