//! Findings as diagnostics of the protocol.

use std::str::FromStr;

use kifu::span::{Code, Diagnostic, Severity};
use lsp_types::{
    CodeDescription, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Location,
    NumberOrString, Uri,
};

use crate::client::Client;
use crate::settings::Settings;
use crate::text::Text;

/// The page that explains all codes.
const CODES_PAGE: &str = "https://docs.rs/kifu-check/latest/kifu_check/code_list/index.html";

/// The name of the server in diagnostics.
pub(crate) const SOURCE: &str = "kifu";

/// Findings whose text has no effect, so that editors show it faded.
const UNNECESSARY: [&Code; 4] = [
    kifu::check::codes::REDUNDANT_SETUP,
    kifu::check::codes::LAST_MOVE_MARK,
    kifu::sgf::codes::JUNK,
    kifu::sgf::codes::STRAY_CLOSE,
];

/// Findings about old forms, which editors show struck through.
const DEPRECATED: [&Code; 2] = [
    kifu::check::codes::OLD_NAME,
    kifu::sgf::codes::LOWERCASE_IDENTIFIER,
];

fn is_shown(finding: &Diagnostic, settings: &Settings) -> bool {
    finding.severity >= settings.level && !settings.ignored.contains(&finding.code)
}

/// Returns the findings that the settings select: the most severe ones if there are too many.
pub(crate) fn selected<'f>(findings: &'f [Diagnostic], settings: &Settings) -> Vec<&'f Diagnostic> {
    let shown = findings
        .iter()
        .filter(|finding| is_shown(finding, settings));
    let mut selected: Vec<&Diagnostic> = shown.collect();
    if selected.len() > settings.limit {
        selected.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
        selected.truncate(settings.limit);
        selected.sort_by_key(|finding| finding.span);
    }
    selected
}

/// Returns a message about the findings that are not shown because there are too many.
pub(crate) fn left_out(
    findings: &[Diagnostic],
    settings: &Settings,
) -> Option<lsp_types::Diagnostic> {
    let count = findings
        .iter()
        .filter(|finding| is_shown(finding, settings))
        .count();
    let left_out = count
        .checked_sub(settings.limit)
        .filter(|count| *count > 0)?;
    let limit = settings.limit;
    Some(lsp_types::Diagnostic {
        severity: Some(DiagnosticSeverity::INFORMATION),
        source: Some(SOURCE.to_owned()),
        message: format!("{left_out} more findings are not shown; the setting `limit` is {limit}"),
        ..lsp_types::Diagnostic::default()
    })
}

/// Converts findings.
pub(crate) fn converted(
    findings: &[&Diagnostic],
    text: &Text,
    uri: &Uri,
    client: &Client,
) -> Vec<lsp_types::Diagnostic> {
    findings
        .iter()
        .map(|finding| convert(finding, text, uri, client))
        .collect()
}

pub(crate) fn convert(
    finding: &Diagnostic,
    text: &Text,
    uri: &Uri,
    client: &Client,
) -> lsp_types::Diagnostic {
    let range = text.range(finding.span.start, finding.span.end);
    let mut message = finding.message.to_string();
    let mut related = None;
    match &finding.help {
        Some(help) if client.related_information => {
            let location = Location::new(uri.clone(), range);
            let message = help.to_string();
            related = Some(vec![DiagnosticRelatedInformation { location, message }]);
        }
        Some(help) => message = format!("{message}\n{help}"),
        None => {}
    }
    let tag = if UNNECESSARY.contains(&finding.code) {
        Some(DiagnosticTag::UNNECESSARY)
    } else if DEPRECATED.contains(&finding.code) {
        Some(DiagnosticTag::DEPRECATED)
    } else {
        None
    };
    lsp_types::Diagnostic {
        range,
        severity: Some(match finding.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
            Severity::Info => DiagnosticSeverity::INFORMATION,
        }),
        code: Some(NumberOrString::String(finding.code.name.to_owned())),
        code_description: if client.code_description {
            page_of(finding.code)
        } else {
            None
        },
        source: Some(SOURCE.to_owned()),
        message,
        related_information: related,
        tags: tag
            .filter(|tag| client.tags.contains(tag))
            .map(|tag| vec![tag]),
        data: None,
    }
}

/// Returns the link to the explanation of a code, if the page has it.
fn page_of(code: &Code) -> Option<CodeDescription> {
    kifu::check::explain(code.name)?;
    let anchor = code.name.replace('/', "");
    let href = Uri::from_str(&format!("{CODES_PAGE}#{anchor}")).ok()?;
    Some(CodeDescription { href })
}
