//! JSON text: the index of `kifu-json` with the findings of this crate, and JSON laid out for people.

mod pretty;

pub use kifu_json::Pointers;
pub(crate) use kifu_json::{Elements, Index, MAX_BYTES, Value, ValueKind, quote, strict_number};
pub(crate) use pretty::{is_too_long_for_a_line, pretty, push_pretty_element};

use kifu_json::Fault;
use kifu_span::{Limits, Span, TooLarge};

use crate::codes;
use crate::findings::Findings;

/// Builds the index of a text, and reports where the text deviates from strict JSON.
///
/// # Errors
///
/// Returns [`TooLarge`] if the text exceeds the limits.
pub(crate) fn scan<'t>(
    text: &'t str,
    limits: &Limits,
    findings: &mut Findings,
) -> Result<Index<'t>, TooLarge> {
    kifu_json::scan(text, limits, &mut |fault, span| add(fault, span, findings))
}

fn add(fault: Fault, span: Span, findings: &mut Findings) {
    let listed = match fault {
        Fault::BareWord => codes::BARE_WORD,
        Fault::Junk | Fault::StrayColon => codes::JUNK,
        Fault::MismatchedClose | Fault::Unclosed(_) => codes::UNCLOSED,
        Fault::MissingColon => codes::MISSING_COLON,
        Fault::MissingComma => codes::MISSING_COMMA,
        Fault::MissingKey | Fault::MissingKeyBeforeColon => codes::MISSING_KEY,
        Fault::MissingValue => codes::MISSING_VALUE,
        Fault::NoDocument => {
            let message = "there is no record: the file has no `{` or `[`";
            return findings.add(codes::NO_RECORD, span, message);
        }
        Fault::SeveralDocuments => codes::SEVERAL_DOCUMENTS,
        Fault::StrayClose => codes::STRAY_CLOSE,
        Fault::StrayComma => codes::STRAY_COMMA,
        Fault::UnclosedString => codes::UNCLOSED_STRING,
        // The others are reported once for the whole file.
        Fault::Assignment => return findings.count(codes::ASSIGNMENT, span),
        Fault::BadEscape => return findings.count(codes::BAD_ESCAPE, span),
        Fault::ByteOrderMark => return findings.count(codes::BYTE_ORDER_MARK, span),
        Fault::Comment => return findings.count(codes::COMMENT, span),
        Fault::ControlCharacter => return findings.count(codes::CONTROL_CHARACTER, span),
        Fault::LoneSurrogate => return findings.count(codes::LONE_SURROGATE, span),
        Fault::NumberSpelling => return findings.count(codes::NUMBER_SPELLING, span),
        Fault::SingleQuotes => return findings.count(codes::SINGLE_QUOTES, span),
        Fault::TextAround => return findings.count(codes::TEXT_AROUND, span),
        Fault::TrailingComma => return findings.count(codes::TRAILING_COMMA, span),
        Fault::UnquotedKey => return findings.count(codes::UNQUOTED_KEY, span),
        Fault::WhiteSpace => return findings.count(codes::WHITE_SPACE, span),
    };
    findings.add(listed, span, fault.message());
}
