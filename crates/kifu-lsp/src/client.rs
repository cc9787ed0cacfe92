//! The capabilities of a client.

use lsp_types::{
    ClientCapabilities, DiagnosticTag, InitializeParams, MarkupKind, PositionEncodingKind,
};

use crate::text::Encoding;

/// The capabilities of a client that change what the server sends.
#[derive(Clone, Debug)]
pub(crate) struct Client {
    pub(crate) encoding: Encoding,
    /// Whether the client requests diagnostics, so that the server does not publish them.
    pub(crate) pulls_diagnostics: bool,
    pub(crate) refreshes_diagnostics: bool,
    pub(crate) related_information: bool,
    pub(crate) code_description: bool,
    pub(crate) tags: Vec<DiagnosticTag>,
    /// Whether the edits of a code action can be requested later.
    pub(crate) resolves_edits: bool,
    /// Whether code actions can have a kind.
    pub(crate) action_literals: bool,
    pub(crate) document_changes: bool,
    pub(crate) nested_symbols: bool,
    pub(crate) markdown_hover: bool,
    pub(crate) markdown_completion: bool,
    pub(crate) snippets: bool,
    pub(crate) configuration: bool,
    pub(crate) registers_configuration: bool,
    /// The maximum number of folding ranges.
    pub(crate) fold_limit: Option<u32>,
    pub(crate) folds_lines_only: bool,
}

impl Client {
    pub(crate) fn of(params: &InitializeParams) -> Client {
        let ClientCapabilities {
            workspace,
            text_document,
            general,
            ..
        } = params.capabilities.clone();
        let workspace = workspace.unwrap_or_default();
        let document = text_document.unwrap_or_default();
        let encodings: Option<Vec<PositionEncodingKind>> =
            general.and_then(|general| general.position_encodings);
        let publish = document.publish_diagnostics.unwrap_or_default();
        let action = document.code_action.unwrap_or_default();
        let item = document.completion.unwrap_or_default();
        let item = item.completion_item.unwrap_or_default();
        let folding = document.folding_range.unwrap_or_default();
        let has_markdown = |kinds: Option<Vec<MarkupKind>>| {
            kinds.is_some_and(|kinds| kinds.contains(&MarkupKind::Markdown))
        };
        Client {
            encoding: Encoding::negotiate(encodings.as_deref()),
            pulls_diagnostics: document.diagnostic.is_some(),
            refreshes_diagnostics: workspace
                .diagnostic
                .and_then(|diagnostic| diagnostic.refresh_support)
                .unwrap_or(false),
            related_information: publish.related_information.unwrap_or(false),
            code_description: publish.code_description_support.unwrap_or(false),
            tags: publish
                .tag_support
                .map(|tags| tags.value_set)
                .unwrap_or_default(),
            resolves_edits: action.data_support == Some(true)
                && action
                    .resolve_support
                    .is_some_and(|resolve| resolve.properties.iter().any(|name| name == "edit")),
            action_literals: action.code_action_literal_support.is_some(),
            document_changes: workspace
                .workspace_edit
                .and_then(|edit| edit.document_changes)
                .unwrap_or(false),
            nested_symbols: document
                .document_symbol
                .and_then(|symbol| symbol.hierarchical_document_symbol_support)
                .unwrap_or(false),
            markdown_hover: has_markdown(document.hover.and_then(|hover| hover.content_format)),
            markdown_completion: has_markdown(item.documentation_format),
            snippets: item.snippet_support.unwrap_or(false),
            configuration: workspace.configuration.unwrap_or(false),
            registers_configuration: workspace
                .did_change_configuration
                .and_then(|configuration| configuration.dynamic_registration)
                .unwrap_or(false),
            fold_limit: folding.range_limit,
            folds_lines_only: folding.line_folding_only.unwrap_or(false),
        }
    }
}
