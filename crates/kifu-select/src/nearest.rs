/// Returns the value of the word that is most similar to a text, regardless of case. In a similar
/// text, one letter may be wrong, and another one for every five letters of the word. Returns
/// `None` if no word is similar enough.
///
/// ```
/// use kifu_select::nearest;
///
/// let verbs = [("validate", "check"), ("view", "show")];
/// assert_eq!(nearest("Validat", verbs), Some("check"));
/// assert_eq!(nearest("vote", verbs), None);
/// ```
pub fn nearest<'w, T>(written: &str, words: impl IntoIterator<Item = (&'w str, T)>) -> Option<T> {
    /// A longer text is not similar to any word. Comparing takes time proportional to the product
    /// of the lengths.
    const MAX_LEN: usize = 64;
    if written.len() > MAX_LEN {
        return None;
    }
    let written = written.to_ascii_lowercase();
    let words = words.into_iter().map(|(word, value)| {
        let distance = strsim::damerau_levenshtein(&written, word);
        (distance, 1 + word.len() / 5, value)
    });
    let near = words.filter(|(distance, limit, _)| distance <= limit);
    near.min_by_key(|(distance, ..)| *distance)
        .map(|(_, _, value)| value)
}
