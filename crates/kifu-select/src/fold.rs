use std::borrow::Cow;

use caseless::Caseless;
use unicode_normalization::UnicodeNormalization;

/// The form in which texts are compared: case folded, and by Unicode's form NFKC, so that wide letters are the
/// same as narrow ones; without the blanks around.
///
/// ```
/// use kifu_select::fold;
///
/// assert_eq!(fold(" Cho CHIKUN"), "cho chikun");
/// assert_eq!(fold("ＡｌｐｈａＧｏ"), fold("AlphaGo"));
/// assert_eq!(fold("ｶﾞ"), "ガ");
/// ```
pub fn fold(text: &str) -> Cow<'_, str> {
    let text = text.trim();
    if !text.is_ascii() {
        let folded: String = text.nfkc().default_case_fold().nfkc().collect();
        // What some signs decompose to starts with a blank.
        return Cow::Owned(folded.trim().to_owned());
    }
    match text.bytes().any(|b| b.is_ascii_uppercase()) {
        true => Cow::Owned(text.to_ascii_lowercase()),
        false => Cow::Borrowed(text),
    }
}
