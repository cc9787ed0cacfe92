//! Laws for every SGF file.

use kifu_analysis::sgf::{Document, GameContext};
use kifu_analysis::{Analysis, judged_moves};

/// Checks that all values are finite and in their range, and that what a move lost follows from the analyses around it.
pub(crate) fn values_are_in_range(source: &[u8]) {
    let Ok(document) = Document::parse(source) else {
        return;
    };
    for root in document.roots() {
        let context = GameContext::of(document.node(root));
        let mut win_rates = Vec::new();
        for id in document.forest().preorder(root) {
            if let Some(analysis) = Analysis::of(&document, id, &context) {
                check(&analysis, context.size.area());
                win_rates.extend(analysis.win_rate);
            }
        }
        for (number, one) in judged_moves(&document, root).iter().enumerate() {
            let (before, after) = one.win_rates;
            assert!(win_rates.contains(&before) && win_rates.contains(&after));
            assert!((one.win_rate_loss.abs() - (before - after).abs()).abs() < 1e-6);
            assert!(one.number as usize > number);
        }
    }
}

/// Checks the same if a text is the value of each property that engines write.
#[allow(dead_code)] // Only the fuzzer has texts without a record.
pub(crate) fn any_text_can_be_read(text: &[u8]) {
    values_are_in_range(text);
    let escaped = text.iter().flat_map(|&byte| {
        let escape = matches!(byte, b']' | b'\\').then_some(b'\\');
        escape.into_iter().chain([byte])
    });
    let escaped: Vec<u8> = escaped.collect();
    for ident in ["LZ", "LZOP", "KT", "C", "SBKV"] {
        for game in ["(;SZ[9];W[aa];B[bb]", "(;SZ[9]"] {
            let value = [ident.as_bytes(), b"[", &escaped, b"]"].concat();
            values_are_in_range(&[game.as_bytes(), &value, b")"].concat());
        }
    }
}

/// Checks the values of an analysis on a board with this number of points.
pub(crate) fn check(analysis: &Analysis, area: usize) {
    let is_rate = |rate: f64| (0.0..=1.0).contains(&rate);
    assert!(analysis.win_rate.is_none_or(is_rate));
    assert!(
        analysis.lead.is_none_or(f64::is_finite) && analysis.deviation.is_none_or(f64::is_finite)
    );
    for candidate in &analysis.candidates {
        assert!(candidate.win_rate.is_none_or(is_rate) && candidate.prior.is_none_or(is_rate));
        assert!(candidate.lead.is_none_or(f64::is_finite));
    }
    assert!(analysis.ownership.is_empty() || analysis.ownership.len() == area);
    assert!(analysis.policy.is_empty() || analysis.policy.len().abs_diff(area) <= 1);
}
