//! Code actions: the repairs of findings.

use kifu::span::{Diagnostic, Edit, Safety, Span};
use lsp_types::{
    CodeAction, CodeActionKind, DocumentChanges, OneOf, TextDocumentEdit, TextEdit, Uri,
};
use lsp_types::{OptionalVersionedTextDocumentIdentifier, WorkspaceEdit};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::client::Client;
use crate::diagnostics::{convert, selected};
use crate::document::OpenDocument;
use crate::settings::Settings;
use crate::text::Text;

/// The kind of the action that applies all safe repairs.
pub(crate) const FIX_ALL: CodeActionKind = CodeActionKind::new("source.fixAll.kifu");

/// The repair that an action makes, from which its edit is computed when it is chosen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct ActionData {
    uri: String,
    revision: u64,
    repair: Repair,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Repair {
    /// One finding, by its index among all findings of the document.
    One(usize),
    /// All findings with a code, whose repairs are safe or not.
    Code { code: String, safe: bool },
    /// All safe repairs.
    AllSafe,
}

/// Returns the actions for a span: the repairs of the findings that touch it, and actions for the whole document.
/// `only` contains the kinds that the client requests; by default, all.
pub(crate) fn actions(
    document: &OpenDocument,
    span: Span,
    only: Option<&[CodeActionKind]>,
    settings: &Settings,
    client: &Client,
) -> Vec<CodeAction> {
    let mut actions = Vec::new();
    let findings = document.findings(settings);
    let shown = selected(findings, settings);
    let index_of = |finding: &Diagnostic| {
        findings
            .iter()
            .position(|other| std::ptr::eq(other, finding))
    };
    let requests = |kind: &CodeActionKind| {
        only.is_none_or(|only| {
            only.iter().any(|requested| {
                let rest = kind.as_str().strip_prefix(requested.as_str());
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            })
        })
    };
    let new_action = |title: String, kind: CodeActionKind, repair: Repair| CodeAction {
        title,
        kind: Some(kind),
        data: serde_json::to_value(ActionData {
            uri: document.uri.as_str().to_owned(),
            revision: document.revision,
            repair,
        })
        .ok(),
        ..CodeAction::default()
    };
    if requests(&CodeActionKind::QUICKFIX) {
        let touches = |finding: &&&Diagnostic| {
            finding.span.start <= span.end && span.start <= finding.span.end
        };
        let mut codes = Vec::new();
        for finding in shown.iter().filter(touches) {
            let fix = finding.fix.as_deref();
            let fix = fix.filter(|_| document.parsed().can_repair(finding));
            let (Some(fix), Some(index)) = (fix, index_of(finding)) else {
                continue;
            };
            let is_safe = fix.safety == Safety::Safe;
            let one = title(&fix.title, is_safe);
            let mut action = new_action(one, CodeActionKind::QUICKFIX, Repair::One(index));
            let found = convert(finding, &document.text, &document.uri, client);
            action.diagnostics = Some(vec![found.clone()]);
            action.is_preferred = Some(is_safe);
            actions.push(action);
            let is_alike = |other: &&Diagnostic| {
                has_repair(other, finding.code.name, is_safe) && document.parsed().can_repair(other)
            };
            let count = findings.iter().filter(is_alike).count();
            let code = (finding.code.name, is_safe);
            if count > 1 && !codes.contains(&code) {
                codes.push(code);
                let all = title(
                    &format!("repair all {count} findings of `{}`", code.0),
                    is_safe,
                );
                let repair = Repair::Code {
                    code: code.0.to_owned(),
                    safe: is_safe,
                };
                let mut action = new_action(all, CodeActionKind::QUICKFIX, repair);
                action.diagnostics = Some(vec![found]);
                actions.push(action);
            }
        }
    }
    let safe = |finding: &&Diagnostic| {
        is_safe_repair(finding, settings) && document.parsed().can_repair(finding)
    };
    // Like `kifu fix --all-safe`, this also repairs what is not shown.
    let safe_count = findings.iter().filter(safe).count();
    if safe_count > 0 && requests(&FIX_ALL) {
        let title = title(&format!("make all safe repairs ({safe_count})"), true);
        actions.push(new_action(title, FIX_ALL, Repair::AllSafe));
    }
    actions
}

/// Whether a finding has a safe repair, and is not ignored.
fn is_safe_repair(finding: &Diagnostic, settings: &Settings) -> bool {
    let fix = finding.fix.as_deref();
    fix.is_some_and(|fix| fix.safety == Safety::Safe) && !settings.ignored.contains(&finding.code)
}

/// Whether a finding has this code, and a repair that is safe or not.
fn has_repair(finding: &Diagnostic, code: &str, is_safe: bool) -> bool {
    let fix = finding.fix.as_deref();
    finding.code.name == code && fix.is_some_and(|fix| (fix.safety == Safety::Safe) == is_safe)
}

fn title(fix: &str, is_safe: bool) -> String {
    let mut chars = fix.chars();
    let first = chars.next().map(char::to_uppercase);
    let mut title: String = first.into_iter().flatten().chain(chars).collect();
    if !is_safe {
        title.push_str(" (unsafe: check the result)");
    }
    title
}

/// The reasons why an action has no edit.
#[derive(Debug)]
pub(crate) enum NoEdit {
    /// The action is not from this server, or its document is closed.
    Unknown,
    /// The document has changed.
    Outdated,
    /// The repair cannot be made.
    NotMade,
}

/// Returns the URI of the document of an action.
pub(crate) fn uri_of(data: &Value) -> Option<String> {
    ActionData::deserialize(data).ok().map(|data| data.uri)
}

/// Computes the edits of an action.
pub(crate) fn edits(
    document: &OpenDocument,
    data: &Value,
    settings: &Settings,
) -> Result<Vec<TextEdit>, NoEdit> {
    let data = ActionData::deserialize(data).map_err(|_| NoEdit::Unknown)?;
    if data.revision != document.revision {
        return Err(NoEdit::Outdated);
    }
    let text = document.text.as_str();
    let parsed = document.parsed();
    let repaired = match &data.repair {
        Repair::One(index) => {
            let finding = document
                .findings(settings)
                .get(*index)
                .ok_or(NoEdit::Outdated)?;
            let edits = parsed.repair(text, finding).ok_or(NoEdit::NotMade)?;
            return text_edits(&document.text, &edits).ok_or(NoEdit::NotMade);
        }
        Repair::Code { code, safe } => {
            parsed.repaired(text, settings, |finding| has_repair(finding, code, *safe))
        }
        Repair::AllSafe => {
            parsed.repaired(text, settings, |finding| is_safe_repair(finding, settings))
        }
    };
    let repaired = repaired.ok_or(NoEdit::NotMade)?;
    Ok(difference(&document.text, &repaired))
}

/// Converts edits of bytes, unless one of them is not UTF-8.
pub(crate) fn text_edits(text: &Text, edits: &[Edit]) -> Option<Vec<TextEdit>> {
    let convert = |edit: &Edit| {
        let new_text = String::from_utf8(edit.replacement.clone()).ok()?;
        Some(TextEdit::new(
            text.range(edit.span.start, edit.span.end),
            new_text,
        ))
    };
    edits.iter().map(convert).collect()
}

/// Returns the edits that change a text to another one. Only lines that differ are replaced.
pub(crate) fn difference(text: &Text, after: &str) -> Vec<TextEdit> {
    let before = text.as_str();
    if before == after {
        return Vec::new();
    }
    // What precedes the first difference, and what follows the last one, stays.
    let prefix = common(before.bytes(), after.bytes());
    let mut start = prefix;
    while !(before.is_char_boundary(start) && after.is_char_boundary(start)) {
        start -= 1;
    }
    // A position cannot be between CR and LF.
    let in_break = |text: &str| {
        start > 0 && text.as_bytes()[start - 1] == b'\r' && text[start..].starts_with('\n')
    };
    start -= usize::from(in_break(before) || in_break(after));
    let (old, new) = (&before[start..], &after[start..]);
    let mut suffix = common(old.bytes().rev(), new.bytes().rev());
    let in_break = |text: &str, suffix: usize| {
        let at = text.len() - suffix;
        text[at..].starts_with('\n') && text[..at].ends_with('\r')
    };
    loop {
        let is_boundary =
            old.is_char_boundary(old.len() - suffix) && new.is_char_boundary(new.len() - suffix);
        if is_boundary && !in_break(old, suffix) && !in_break(new, suffix) {
            break;
        }
        suffix -= 1;
    }
    let end = before.len() - suffix;
    let replacement = &new[..new.len() - suffix];
    vec![TextEdit::new(
        text.range(start as u32, end as u32),
        replacement.to_owned(),
    )]
}

fn common(a: impl Iterator<Item = u8>, b: impl Iterator<Item = u8>) -> usize {
    a.zip(b).take_while(|(a, b)| a == b).count()
}

/// Returns the edit of one or more documents, each with its version if it is open.
pub(crate) fn workspace_edit(
    changes: Vec<(Uri, Option<i32>, Vec<TextEdit>)>,
    client: &Client,
) -> WorkspaceEdit {
    if client.document_changes {
        let edit = |(uri, version, edits): (Uri, Option<i32>, Vec<TextEdit>)| TextDocumentEdit {
            text_document: OptionalVersionedTextDocumentIdentifier { uri, version },
            edits: edits.into_iter().map(OneOf::Left).collect(),
        };
        return WorkspaceEdit {
            document_changes: Some(DocumentChanges::Edits(
                changes.into_iter().map(edit).collect(),
            )),
            ..WorkspaceEdit::default()
        };
    }
    #[allow(clippy::mutable_key_type)] // The protocol has it so, and nothing changes a URI.
    let changes = changes
        .into_iter()
        .map(|(uri, _, edits)| (uri, edits))
        .collect();
    WorkspaceEdit {
        changes: Some(changes),
        ..WorkspaceEdit::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Encoding;
    use lsp_types::TextDocumentContentChangeEvent;

    #[test]
    fn differences_are_single_edits() {
        for (before, after) in [
            ("", "a"),
            ("abc", "abc"),
            ("abcd", "axd"),
            ("aaa", "aa"),
            ("\u{53E4}x", "\u{53E5}x"),
            ("a\r\nb", "a\nb"),
            ("a\rb", "a\r\nb"),
            ("x\u{1F600}y\r\n", "x\u{1F601}y\r"),
        ] {
            let text = Text::new(before.to_owned(), Encoding::Utf16);
            let mut changed = text.clone();
            for edit in difference(&text, after) {
                changed.apply(TextDocumentContentChangeEvent {
                    range: Some(edit.range),
                    range_length: None,
                    text: edit.new_text,
                });
            }
            assert_eq!(changed.as_str(), after, "{before:?}");
        }
    }
}
