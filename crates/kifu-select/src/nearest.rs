/// Returns the value of the word that is most similar to a text in upper or lower case, if one is similar enough: if at
/// most one letter is wrong, and one more for every five letters of the word.
///
/// ```
/// use kifu_select::nearest;
///
/// let verbs = [("validate", "check"), ("view", "show")];
/// assert_eq!(nearest("Validat", verbs), Some("check"));
/// assert_eq!(nearest("vote", verbs), None);
/// ```
pub fn nearest<'w, T>(written: &str, words: impl IntoIterator<Item = (&'w str, T)>) -> Option<T> {
    /// Longer than any word. Comparing takes time in proportion to the product of the lengths.
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
