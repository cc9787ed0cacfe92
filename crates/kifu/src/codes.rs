use kifu_span::ExplainedCode;

/// Returns an iterator over the codes of all findings of all crates, grouped by crate.
///
/// ```
/// let mut codes = kifu::codes();
/// assert!(codes.any(|code| code.name == "rules/ko"));
/// ```
pub fn codes() -> impl Iterator<Item = &'static ExplainedCode> {
    let codes = kifu_check::catalogue();
    #[cfg(feature = "gib")]
    let codes = codes.chain(kifu_gib::CODES);
    #[cfg(feature = "jgf")]
    let codes = codes.chain(kifu_jgf::CODES);
    #[cfg(feature = "ngf")]
    let codes = codes.chain(kifu_ngf::CODES);
    #[cfg(feature = "ogs")]
    let codes = codes.chain(kifu_ogs::CODES);
    #[cfg(feature = "rgf")]
    let codes = codes.chain(kifu_rgf::CODES).chain(kifu_timeline::CODES);
    #[cfg(feature = "sgn")]
    let codes = codes.chain(kifu_sgn::CODES);
    #[cfg(all(feature = "diagram", feature = "sgn"))]
    let codes = codes.chain(crate::notation::CODES);
    #[cfg(feature = "ugf")]
    let codes = codes.chain(kifu_ugf::CODES);
    #[cfg(feature = "search")]
    let codes = codes.chain(kifu_search::CODES);
    #[cfg(feature = "select")]
    let codes = codes.chain(kifu_select::CODES);
    codes
}
