use std::borrow::Cow;

use caseless::Caseless;
use unicode_normalization::UnicodeNormalization;

/// Folds a text into the form in which expressions compare texts: trimmed, case-folded and in Unicode's form NFKC,
/// so that wide letters equal narrow ones.
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
        // The NFKC form of some characters starts with a space.
        return Cow::Owned(folded.trim().to_owned());
    }
    if text.bytes().any(|b| b.is_ascii_uppercase()) {
        Cow::Owned(text.to_ascii_lowercase())
    } else {
        Cow::Borrowed(text)
    }
}
