//! The loop over messages, and the requests.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{self, Notification as _};
use lsp_types::request::{self, Request as _};
use lsp_types::{
    CodeAction, CodeActionOptions, CodeActionParams, CodeActionProviderCapability, CompletionItem,
    CompletionItemKind, CompletionItemTag, CompletionOptions, CompletionParams, CompletionTextEdit,
    ConfigurationItem, ConfigurationParams, DiagnosticOptions, DiagnosticServerCapabilities,
    DidChangeConfigurationParams, DidChangeTextDocumentParams, DidChangeWorkspaceFoldersParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, DidSaveTextDocumentParams,
    DocumentDiagnosticParams, DocumentFormattingParams, DocumentHighlight, DocumentHighlightParams,
    DocumentSymbolParams, Documentation, FoldingRangeParams, FoldingRangeProviderCapability,
    FullDocumentDiagnosticReport, GotoDefinitionParams, GotoDefinitionResponse, HoverContents,
    HoverParams, InitializeParams, InitializeResult, InsertTextFormat, Location, MarkupContent,
    MarkupKind, MessageType, OneOf, PrepareRenameResponse, PublishDiagnosticsParams,
    ReferenceParams, Registration, RegistrationParams, RelatedFullDocumentDiagnosticReport,
    RelatedUnchangedDocumentDiagnosticReport, RenameOptions, RenameParams, SaveOptions,
    ServerCapabilities, ServerInfo, ShowMessageParams, TextDocumentPositionParams,
    TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions,
    TextDocumentSyncSaveOptions, TextEdit, UnchangedDocumentDiagnosticReport, Uri,
    WorkspaceFoldersServerCapabilities, WorkspaceServerCapabilities,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::actions::{self, NoEdit};
use crate::client::Client;
use crate::complete::{self, Kind, Proposal};
use crate::diagnostics::{converted, selected};
use crate::document::OpenDocument;
use crate::hover::{self, Form};
use crate::inbox::{Messages, Received, Unreadable};
use crate::outline;
use crate::points;
use crate::record::{Parsed, Stored};
use crate::rename::{self, InFile};
use crate::settings::Settings;
use crate::uri;
use crate::{Files, diagnostics};

/// The end of a session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SessionEnd {
    /// The client ended the session.
    Shutdown,
    /// The input ended, or the client exited, before it requested a shutdown.
    Aborted,
}

/// Serves one client until it ends the session. `settings` apply until the client changes them.
///
/// # Errors
///
/// If messages cannot be written, or if the header of a message is malformed or announces more than 256 MiB.
pub fn serve(
    messages: Messages,
    writer: impl Write,
    files: &dyn Files,
    settings: &Settings,
) -> io::Result<SessionEnd> {
    let Messages(messages) = messages;
    let mut waiting = VecDeque::new();
    let mut server = Server {
        writer,
        files,
        initial_settings: settings.clone(),
        settings: settings.clone(),
        wrong_settings: Vec::new(),
        revision: 0,
        client: None,
        folders: Vec::new(),
        documents: BTreeMap::new(),
        unpublished: BTreeSet::new(),
        next_request: 0,
        configuration_request: None,
        is_shut_down: false,
    };
    loop {
        waiting.extend(messages.try_iter());
        let message = match waiting.pop_front() {
            Some(message) => message,
            // Findings are published when no other message waits: until then, the text may still change.
            None if server.publish_next()? => continue,
            None => match messages.recv() {
                Ok(message) => message,
                Err(_) => return Ok(SessionEnd::Aborted),
            },
        };
        match message {
            Ok(Message::Request(request)) => server.answer(request, &waiting)?,
            Ok(Message::Notification(sent)) if sent.method == notification::Exit::METHOD => {
                let is_orderly = server.is_shut_down;
                return Ok(if is_orderly {
                    SessionEnd::Shutdown
                } else {
                    SessionEnd::Aborted
                });
            }
            Ok(Message::Notification(sent)) => server.note(sent)?,
            Ok(Message::Response(response)) => server.receive(response)?,
            Err(Unreadable::Json(why)) => {
                server.reject(Some(Value::Null), ErrorCode::ParseError, &why)?;
            }
            Err(Unreadable::Message { id, why }) => {
                server.reject(id, ErrorCode::InvalidRequest, &why)?;
            }
            Err(Unreadable::Stream(why)) => {
                let why = format!("a message of the client cannot be read: {why}");
                server.log(&why)?;
                return Err(io::Error::new(io::ErrorKind::InvalidData, why));
            }
        }
    }
}

/// An error response.
#[derive(Debug)]
struct Refused {
    code: ErrorCode,
    message: String,
}

impl Refused {
    fn new(code: ErrorCode, message: impl Into<String>) -> Refused {
        let message = message.into();
        Refused { code, message }
    }

    fn failed(message: impl Into<String>) -> Refused {
        Refused::new(ErrorCode::RequestFailed, message)
    }

    fn outdated() -> Refused {
        Refused::new(ErrorCode::ContentModified, "the document has changed")
    }
}

type Answer = Result<Value, Refused>;

struct Server<'f, W> {
    writer: W,
    files: &'f dyn Files,
    initial_settings: Settings,
    settings: Settings,
    /// Messages about the settings in the initialization that are not valid.
    wrong_settings: Vec<String>,
    /// The last revision of a document.
    revision: u64,
    /// `None` until the client initialized the server.
    client: Option<Client>,
    folders: Vec<PathBuf>,
    /// The open documents by their URIs.
    documents: BTreeMap<String, OpenDocument>,
    /// The documents whose findings are not published yet.
    unpublished: BTreeSet<String>,
    next_request: i32,
    configuration_request: Option<RequestId>,
    is_shut_down: bool,
}

impl<W: Write> Server<'_, W> {
    fn send(&mut self, message: impl Into<Message>) -> io::Result<()> {
        message.into().write(&mut self.writer)
    }

    fn notify<N: notification::Notification>(&mut self, params: N::Params) -> io::Result<()>
    where
        N::Params: Serialize,
    {
        self.send(Message::Notification(Notification::new(
            N::METHOD.to_owned(),
            params,
        )))
    }

    fn request<R: request::Request>(&mut self, params: R::Params) -> io::Result<RequestId>
    where
        R::Params: Serialize,
    {
        self.next_request += 1;
        let id = RequestId::from(format!("kifu-{}", self.next_request));
        self.send(Request::new(id.clone(), R::METHOD.to_owned(), params))?;
        Ok(id)
    }

    /// Shows a warning to the user.
    fn warn(&mut self, message: String) -> io::Result<()> {
        let typ = MessageType::WARNING;
        self.notify::<notification::ShowMessage>(ShowMessageParams { typ, message })
    }

    fn log(&mut self, message: &str) -> io::Result<()> {
        let (typ, message) = (MessageType::LOG, message.to_owned());
        self.notify::<notification::LogMessage>(lsp_types::LogMessageParams { typ, message })
    }

    /// Reports a message that cannot be read, as a log and as the response to an id.
    fn reject(&mut self, id: Option<Value>, code: ErrorCode, why: &str) -> io::Result<()> {
        let message = format!("a message that cannot be read: {why}");
        self.log(&message)?;
        let Some(id) = id else {
            return Ok(());
        };
        // A `Response` has no id that is `null`.
        let error = serde_json::json!({"code": code as i32, "message": message});
        let response = serde_json::json!({"jsonrpc": "2.0", "id": id, "error": error}).to_string();
        write!(
            self.writer,
            "Content-Length: {}\r\n\r\n{response}",
            response.len()
        )?;
        self.writer.flush()
    }

    fn client(&self) -> &Client {
        self.client
            .as_ref()
            .expect("requests are answered after the initialization")
    }

    /// Answers a request. A request that a later message cancels is not started.
    fn answer(&mut self, request: Request, waiting: &VecDeque<Received>) -> io::Result<()> {
        let Request { id, method, params } = request;
        let is_cancelled = waiting.iter().any(|message| {
            matches!(message, Ok(Message::Notification(sent))
                if sent.method == notification::Cancel::METHOD && is_id(sent.params.get("id"), &id))
        });
        let answer = if is_cancelled {
            Err(Refused::new(
                ErrorCode::RequestCanceled,
                "the request was cancelled",
            ))
        } else if self.client.is_none() && method != request::Initialize::METHOD {
            Err(Refused::new(
                ErrorCode::ServerNotInitialized,
                "the server is not initialized",
            ))
        } else if self.is_shut_down {
            Err(Refused::new(
                ErrorCode::InvalidRequest,
                "the server is shut down",
            ))
        } else if method == request::DocumentDiagnosticRequest::METHOD
            && has_later_change(&params, waiting)
        {
            let data = serde_json::json!({"retriggerRequest": true});
            let mut refused = Response::new_err(
                id,
                ErrorCode::ServerCancelled as i32,
                "the document has changed".to_owned(),
            );
            if let Err(error) = &mut refused.response_result {
                error.data = Some(data);
            }
            return self.send(refused);
        } else {
            // The state of documents is only read by requests, and notifications replace it as a whole.
            catch_unwind(AssertUnwindSafe(|| self.dispatch(&method, params))).unwrap_or_else(
                |_| {
                    let message = format!(
                        "`{method}` failed because of an error in the server; please report it"
                    );
                    Ok(Err(Refused::new(ErrorCode::InternalError, message)))
                },
            )?
        };
        self.send(match answer {
            Ok(value) => Response::new_ok(id, value),
            Err(refused) => Response::new_err(id, refused.code as i32, refused.message),
        })
    }

    /// Calls the method of a request. The outer result is an error if messages cannot be written.
    fn dispatch(&mut self, method: &str, params: Value) -> io::Result<Answer> {
        Ok(match method {
            request::Initialize::METHOD => read(params).and_then(|params| self.initialize(params)),
            request::Shutdown::METHOD => {
                self.is_shut_down = true;
                Ok(Value::Null)
            }
            request::DocumentDiagnosticRequest::METHOD => {
                read(params).and_then(|params| self.diagnostic(&params))
            }
            request::CodeActionRequest::METHOD => {
                read(params).and_then(|params| self.code_actions(&params))
            }
            request::CodeActionResolveRequest::METHOD => {
                read(params).and_then(|action| self.resolve_action(action))
            }
            request::HoverRequest::METHOD => read(params).and_then(|params| self.hover(&params)),
            request::DocumentSymbolRequest::METHOD => {
                read(params).and_then(|params| self.symbols(&params))
            }
            request::FoldingRangeRequest::METHOD => {
                read(params).and_then(|params| self.folds(&params))
            }
            request::Completion::METHOD => read(params).and_then(|params| self.complete(&params)),
            request::Formatting::METHOD => read(params).and_then(|params| self.format(&params)),
            request::GotoDefinition::METHOD => {
                read(params).and_then(|params| self.definition(&params))
            }
            request::References::METHOD => read(params).and_then(|params| self.references(&params)),
            request::DocumentHighlightRequest::METHOD => {
                read(params).and_then(|params| self.highlights(&params))
            }
            request::PrepareRenameRequest::METHOD => {
                read(params).and_then(|params| self.prepare_rename(&params))
            }
            request::Rename::METHOD => match read(params) {
                Ok(params) => self.rename(&params)?,
                Err(refused) => Err(refused),
            },
            method => {
                let message = format!("unknown method `{method}`");
                Err(Refused::new(ErrorCode::MethodNotFound, message))
            }
        })
    }

    /// Handles a notification.
    fn note(&mut self, sent: Notification) -> io::Result<()> {
        let method = sent.method;
        if self.client.is_none() {
            return Ok(());
        }
        let handled = catch_unwind(AssertUnwindSafe(|| {
            self.dispatch_note(&method, sent.params)
        }));
        match handled {
            Ok(Ok(Ok(()))) => Ok(()),
            Ok(Ok(Err(refused))) => self.log(&format!("`{method}`: {}", refused.message)),
            Ok(Err(error)) => Err(error),
            Err(_) => self.log(&format!(
                "`{method}` failed because of an error in the server"
            )),
        }
    }

    fn dispatch_note(&mut self, method: &str, params: Value) -> io::Result<Result<(), Refused>> {
        macro_rules! read {
            ($params:expr) => {
                match read($params) {
                    Ok(params) => params,
                    Err(refused) => return Ok(Err(refused)),
                }
            };
        }
        match method {
            notification::Initialized::METHOD => self.initialized()?,
            notification::DidOpenTextDocument::METHOD => {
                let DidOpenTextDocumentParams {
                    text_document: opened,
                } = read!(params);
                let encoding = self.client().encoding;
                let key = opened.uri.as_str().to_owned();
                let document = OpenDocument::new(opened.uri, opened.version, opened.text, encoding);
                self.documents.insert(key.clone(), document);
                self.compare_with_file(&key)?;
                self.outdate(key);
            }
            notification::DidChangeTextDocument::METHOD => {
                let params: DidChangeTextDocumentParams = read!(params);
                let key = params.text_document.uri.as_str();
                if let Some(document) = self.documents.get_mut(key) {
                    document.change(params.text_document.version, params.content_changes);
                    self.outdate(key.to_owned());
                }
            }
            notification::DidSaveTextDocument::METHOD => {
                let params: DidSaveTextDocumentParams = read!(params);
                let key = params.text_document.uri.as_str();
                if self.compare_with_file(key)? {
                    self.outdate(key.to_owned());
                }
            }
            notification::DidCloseTextDocument::METHOD => {
                let params: DidCloseTextDocumentParams = read!(params);
                let uri = params.text_document.uri;
                self.unpublished.remove(uri.as_str());
                let was_open = self.documents.remove(uri.as_str()).is_some();
                if was_open && !self.client().pulls_diagnostics {
                    let params = PublishDiagnosticsParams::new(uri, Vec::new(), None);
                    self.notify::<notification::PublishDiagnostics>(params)?;
                }
            }
            notification::DidChangeConfiguration::METHOD => {
                let params: DidChangeConfigurationParams = read!(params);
                if self.client().configuration {
                    self.request_configuration()?;
                } else {
                    self.configure(&params.settings)?;
                }
            }
            notification::DidChangeWorkspaceFolders::METHOD => {
                let params: DidChangeWorkspaceFoldersParams = read!(params);
                let path = |folder: &lsp_types::WorkspaceFolder| uri::to_path(&folder.uri);
                let removed: Vec<PathBuf> = params.event.removed.iter().filter_map(path).collect();
                self.folders.retain(|folder| !removed.contains(folder));
                self.folders
                    .extend(params.event.added.iter().filter_map(path));
            }
            _ => {}
        }
        Ok(Ok(()))
    }

    /// Handles the response to a request of the server.
    fn receive(&mut self, response: Response) -> io::Result<()> {
        if self.configuration_request.as_ref() != Some(&response.id) {
            return Ok(());
        }
        self.configuration_request = None;
        match response.response_result {
            Ok(Value::Array(sections)) => match sections.first() {
                Some(section) => self.configure(section),
                None => Ok(()),
            },
            _ => Ok(()),
        }
    }

    fn initialize(&mut self, params: InitializeParams) -> Answer {
        if self.client.is_some() {
            let message = "the server is initialized already";
            return Err(Refused::new(ErrorCode::InvalidRequest, message));
        }
        let client = Client::of(&params);
        let folders = params.workspace_folders.iter().flatten();
        self.folders = folders
            .filter_map(|folder| uri::to_path(&folder.uri))
            .collect();
        #[allow(deprecated)] // Older clients name only one folder.
        if self.folders.is_empty() {
            self.folders
                .extend(params.root_uri.as_ref().and_then(uri::to_path));
        }
        if let Some(options) = &params.initialization_options {
            // Messages can only be shown after the initialization.
            self.wrong_settings = self.initial_settings.update(options);
            self.settings = self.initial_settings.clone();
        }
        let capabilities = capabilities(&client);
        self.client = Some(client);
        answer(InitializeResult {
            capabilities,
            server_info: Some(ServerInfo {
                name: "kifu".to_owned(),
                version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            }),
        })
    }

    fn initialized(&mut self) -> io::Result<()> {
        let wrong = std::mem::take(&mut self.wrong_settings);
        self.warn_of_settings(&wrong)?;
        if self.client().registers_configuration {
            let registration = Registration {
                id: "kifu-configuration".to_owned(),
                method: notification::DidChangeConfiguration::METHOD.to_owned(),
                register_options: Some(serde_json::json!({"section": "kifu"})),
            };
            let registrations = vec![registration];
            self.request::<request::RegisterCapability>(RegistrationParams { registrations })?;
        }
        if self.client().configuration {
            self.request_configuration()?;
        }
        Ok(())
    }

    fn request_configuration(&mut self) -> io::Result<()> {
        let items = vec![ConfigurationItem {
            scope_uri: None,
            section: Some("kifu".to_owned()),
        }];
        let id = self.request::<request::WorkspaceConfiguration>(ConfigurationParams { items })?;
        self.configuration_request = Some(id);
        Ok(())
    }

    /// Applies the settings of the client.
    fn configure(&mut self, stated: &Value) -> io::Result<()> {
        let mut settings = self.initial_settings.clone();
        let problems = settings.update(stated);
        if settings != self.settings {
            self.settings = settings;
            for document in self.documents.values_mut() {
                self.revision += 1;
                document.revision = self.revision;
                document.forget_findings();
            }
            self.unpublished.extend(self.documents.keys().cloned());
            if self.client().refreshes_diagnostics {
                self.request::<request::WorkspaceDiagnosticRefresh>(())?;
            }
        }
        self.warn_of_settings(&problems)
    }

    fn warn_of_settings(&mut self, problems: &[String]) -> io::Result<()> {
        if problems.is_empty() {
            return Ok(());
        }
        self.warn(format!(
            "kifu: settings that are not valid: {}",
            problems.join("; ")
        ))
    }

    /// Compares a document with its file. Returns whether it is now read in another way.
    fn compare_with_file(&mut self, key: &str) -> io::Result<bool> {
        let Some(document) = self.documents.get_mut(key) else {
            return Ok(false);
        };
        let before = document.stored;
        let warning = document.compare_with_file(self.files);
        let is_changed = document.stored != before;
        if let Some(warning) = warning {
            self.warn(warning)?;
        }
        Ok(is_changed)
    }

    /// Gives a document a new revision, because its text changed, or is read in another way.
    fn outdate(&mut self, key: String) {
        if let Some(document) = self.documents.get_mut(&key) {
            self.revision += 1;
            document.revision = self.revision;
            self.unpublished.insert(key);
        }
    }

    /// Publishes the findings of one document. Returns `false` if all are published.
    fn publish_next(&mut self) -> io::Result<bool> {
        let Some(key) = self.unpublished.pop_first() else {
            return Ok(false);
        };
        if self
            .client
            .as_ref()
            .is_none_or(|client| client.pulls_diagnostics)
        {
            return Ok(true);
        }
        let Some(document) = self.documents.get(&key) else {
            return Ok(true);
        };
        let (uri, version) = (document.uri.clone(), Some(document.version));
        let name = uri::file_name(&uri);
        let found = catch_unwind(AssertUnwindSafe(|| {
            let too_large = document.parsed().too_large();
            (
                self.diagnostics_of(document),
                too_large.map(ToString::to_string),
            )
        }));
        let (found, too_large) = match found {
            Ok(found) => found,
            Err(_) => {
                let why =
                    "it cannot be checked because of an error in the server; please report it";
                (Vec::new(), Some(why.to_owned()))
            }
        };
        let params = PublishDiagnosticsParams::new(uri, found, version);
        self.notify::<notification::PublishDiagnostics>(params)?;
        if let Some(why) = too_large {
            self.warn(format!("{name}: {why}"))?;
        }
        Ok(true)
    }

    fn diagnostics_of(&self, document: &OpenDocument) -> Vec<lsp_types::Diagnostic> {
        let shown = selected(document.findings(&self.settings), &self.settings);
        let mut found = converted(&shown, &document.text, &document.uri, self.client());
        let left_out = diagnostics::left_out(document.findings(&self.settings), &self.settings);
        found.extend(left_out);
        found
    }

    fn document(&self, uri: &Uri) -> Result<&OpenDocument, Refused> {
        self.documents.get(uri.as_str()).ok_or_else(|| {
            Refused::new(
                ErrorCode::InvalidParams,
                format!("{} is not open", uri.as_str()),
            )
        })
    }

    /// Returns a document with the offset of a position.
    fn at(
        &self,
        at: &TextDocumentPositionParams,
    ) -> Result<(&OpenDocument, &Parsed, u32), Refused> {
        let document = self.document(&at.text_document.uri)?;
        Ok((
            document,
            document.parsed(),
            document.text.offset(at.position),
        ))
    }

    fn diagnostic(&self, params: &DocumentDiagnosticParams) -> Answer {
        let document = self.document(&params.text_document.uri)?;
        let id = document.revision.to_string();
        if params.previous_result_id.as_ref() == Some(&id) {
            return answer(RelatedUnchangedDocumentDiagnosticReport {
                related_documents: None,
                unchanged_document_diagnostic_report: UnchangedDocumentDiagnosticReport {
                    result_id: id,
                },
            })
            .map(|report| with_kind(report, "unchanged"));
        }
        let report = answer(RelatedFullDocumentDiagnosticReport {
            related_documents: None,
            full_document_diagnostic_report: FullDocumentDiagnosticReport {
                result_id: Some(id),
                items: self.diagnostics_of(document),
            },
        })?;
        Ok(with_kind(report, "full"))
    }

    fn code_actions(&self, params: &CodeActionParams) -> Answer {
        let document = self.document(&params.text_document.uri)?;
        let client = self.client();
        if !client.action_literals {
            return answer(Vec::<CodeAction>::new());
        }
        let start = document.text.offset(params.range.start);
        let end = document.text.offset(params.range.end).max(start);
        let span = kifu::span::Span::new(start, end);
        // Some clients send an empty list for all kinds.
        let only = params.context.only.as_deref();
        let only = only.filter(|only| !only.is_empty());
        let mut actions = actions::actions(document, span, only, &self.settings, client);
        if !client.resolves_edits {
            actions.retain_mut(|action| match self.edit_of(action) {
                Ok(edit) => {
                    action.edit = Some(edit);
                    action.data = None;
                    true
                }
                Err(_) => false,
            });
        }
        answer(actions)
    }

    fn edit_of(&self, action: &CodeAction) -> Result<lsp_types::WorkspaceEdit, NoEdit> {
        let data = action.data.as_ref().ok_or(NoEdit::Unknown)?;
        let uri = actions::uri_of(data).ok_or(NoEdit::Unknown)?;
        let document = self.documents.get(&uri).ok_or(NoEdit::Unknown)?;
        let edits = actions::edits(document, data, &self.settings)?;
        let change = (document.uri.clone(), Some(document.version), edits);
        Ok(actions::workspace_edit(vec![change], self.client()))
    }

    fn resolve_action(&self, mut action: CodeAction) -> Answer {
        match self.edit_of(&action) {
            Ok(edit) => action.edit = Some(edit),
            Err(NoEdit::Unknown) => {
                return Err(Refused::failed(
                    "this action is unknown, or its document is closed",
                ));
            }
            Err(NoEdit::Outdated) => return Err(Refused::outdated()),
            Err(NoEdit::NotMade) => {
                let why = "this repair would change how other text is read; nothing was changed";
                return Err(Refused::failed(why));
            }
        }
        answer(action)
    }

    fn hover(&self, params: &HoverParams) -> Answer {
        let (document, parsed, offset) = self.at(&params.text_document_position_params)?;
        let shown = selected(document.findings(&self.settings), &self.settings);
        let has_markdown = self.client().markdown_hover;
        let form = if has_markdown {
            Form::Markdown
        } else {
            Form::Plain
        };
        let Some(hover) = hover::hover(parsed, offset, &shown, &self.settings, form) else {
            return Ok(Value::Null);
        };
        answer(lsp_types::Hover {
            contents: HoverContents::Markup(markup(hover.text, has_markdown)),
            range: Some(document.text.range(hover.span.start, hover.span.end)),
        })
    }

    fn symbols(&self, params: &DocumentSymbolParams) -> Answer {
        let document = self.document(&params.text_document.uri)?;
        let symbols = outline::symbols(document.parsed(), &document.text);
        if self.client().nested_symbols {
            answer(symbols)
        } else {
            answer(outline::flattened(symbols, &document.uri))
        }
    }

    fn folds(&self, params: &FoldingRangeParams) -> Answer {
        let document = self.document(&params.text_document.uri)?;
        answer(outline::folds(
            document.parsed(),
            &document.text,
            self.client(),
        ))
    }

    fn complete(&self, params: &CompletionParams) -> Answer {
        let (document, parsed, offset) = self.at(&params.text_document_position)?;
        let others = self
            .documents
            .values()
            .filter_map(|document| document.parsed().sgf());
        let players = others.flat_map(complete::players_of).collect();
        let now = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        let today = complete::date(now.as_secs());
        let Some((span, proposals)) = complete::complete(parsed, offset, &players, &today) else {
            return Ok(Value::Null);
        };
        let range = document.text.range(span.start, span.end);
        let items = proposals
            .into_iter()
            .map(|proposal| self.completion_item(proposal, range));
        answer(items.collect::<Vec<_>>())
    }

    fn completion_item(&self, proposal: Proposal, range: lsp_types::Range) -> CompletionItem {
        let client = self.client();
        // Names of players can contain `$0`.
        let place = proposal
            .text
            .split_once("$0")
            .filter(|_| proposal.kind != Kind::Value);
        let is_snippet = place.is_some() && client.snippets;
        let new_text = match place {
            Some((before, after)) if !client.snippets => match proposal.kind {
                Kind::Snippet => format!("{before}{after}"),
                // The text before the place of the cursor is inserted, up to the bracket.
                _ => before.to_owned(),
            },
            _ => proposal.text,
        };
        let form = if client.markdown_completion {
            Form::Markdown
        } else {
            Form::Plain
        };
        let documentation = proposal.property.map(|info| {
            let text = hover::meaning(info, form);
            Documentation::MarkupContent(markup(text, client.markdown_completion))
        });
        CompletionItem {
            sort_text: Some(format!("{:05} {}", proposal.rank, proposal.label)),
            label: proposal.label,
            kind: Some(match proposal.kind {
                Kind::Property => CompletionItemKind::PROPERTY,
                Kind::Value => CompletionItemKind::VALUE,
                Kind::Snippet => CompletionItemKind::SNIPPET,
            }),
            detail: Some(proposal.detail).filter(|detail| !detail.is_empty()),
            documentation,
            filter_text: proposal.filter,
            insert_text_format: is_snippet.then_some(InsertTextFormat::SNIPPET),
            text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(range, new_text))),
            tags: proposal
                .is_deprecated
                .then(|| vec![CompletionItemTag::DEPRECATED]),
            ..CompletionItem::default()
        }
    }

    fn format(&self, params: &DocumentFormattingParams) -> Answer {
        let document = self.document(&params.text_document.uri)?;
        let text = document.text.as_str();
        let formatted = document.parsed().format(text, &self.settings);
        let formatted = formatted.map_err(Refused::failed)?;
        answer(actions::difference(&document.text, &formatted))
    }

    fn definition(&self, params: &GotoDefinitionParams) -> Answer {
        let (document, parsed, offset) = self.at(&params.text_document_position_params)?;
        let Some((_, placed)) = points::definition(parsed, offset) else {
            return Ok(Value::Null);
        };
        let range = document.text.range(placed.start, placed.end);
        answer(GotoDefinitionResponse::Scalar(Location::new(
            document.uri.clone(),
            range,
        )))
    }

    fn references(&self, params: &ReferenceParams) -> Answer {
        let (document, parsed, offset) = self.at(&params.text_document_position)?;
        let places = points::references(parsed, offset).into_iter();
        let locations = places.map(|(span, _)| {
            Location::new(
                document.uri.clone(),
                document.text.range(span.start, span.end),
            )
        });
        answer(locations.collect::<Vec<_>>())
    }

    fn highlights(&self, params: &DocumentHighlightParams) -> Answer {
        let (document, parsed, offset) = self.at(&params.text_document_position_params)?;
        let places = points::references(parsed, offset).into_iter();
        let highlights = places.map(|(span, kind)| DocumentHighlight {
            range: document.text.range(span.start, span.end),
            kind: Some(kind),
        });
        answer(highlights.collect::<Vec<_>>())
    }

    fn prepare_rename(&self, params: &TextDocumentPositionParams) -> Answer {
        let (document, parsed, offset) = self.at(params)?;
        match rename::player_at(parsed, offset) {
            Some((span, placeholder)) => answer(PrepareRenameResponse::RangeWithPlaceholder {
                range: document.text.range(span.start, span.end),
                placeholder,
            }),
            None => Ok(Value::Null),
        }
    }

    /// Renames a player in all open documents, and in the files of the workspace that are not open.
    fn rename(&mut self, params: &RenameParams) -> io::Result<Answer> {
        let to = params.new_name.as_str();
        let from = match self.at(&params.text_document_position) {
            Ok((_, parsed, offset)) => rename::player_at(parsed, offset),
            Err(refused) => return Ok(Err(refused)),
        };
        let Some((_, from)) = from else {
            return Ok(Err(Refused::failed(
                "this is not the name of a player in `PB` or `PW`",
            )));
        };
        if let Some(why) = rename::invalid(to) {
            return Ok(Err(Refused::new(ErrorCode::InvalidParams, why)));
        }
        let mut changes: Vec<(Uri, Option<i32>, Vec<TextEdit>)> = Vec::new();
        let mut skipped: Vec<String> = Vec::new();
        // Several paths can lead to one file.
        let mut seen: BTreeSet<PathBuf> = BTreeSet::new();
        for document in self.documents.values() {
            let path = document.path.as_deref();
            seen.extend(path.map(|path| self.files.real_path(path)));
            let Some(sgf) = document.parsed().sgf() else {
                continue;
            };
            let edits = rename::edits(sgf, &from, to);
            let edits = actions::text_edits(&document.text, &edits).unwrap_or_default();
            if edits.is_empty() {
                continue;
            }
            let name = || match &document.path {
                Some(path) => path.display().to_string(),
                None => document.uri.as_str().to_owned(),
            };
            if document.stored == Stored::OtherCharset {
                skipped.push(format!("{} (stored in another charset)", name()));
            } else if let Some(charset) = rename::other_charset_of(document.text.as_bytes(), to) {
                skipped.push(format!("{} (in {charset})", name()));
            } else {
                changes.push((document.uri.clone(), Some(document.version), edits));
            }
        }
        let encoding = self.client().encoding;
        for folder in &self.folders {
            self.files.each_record(folder, &mut |path, bytes| {
                let name = || path.display().to_string();
                let found = bytes.map(|bytes| rename::in_file(bytes, &from, to));
                // Most files do not name the player, so their real paths are not needed.
                if matches!(found, Ok(InFile::Absent)) || !seen.insert(self.files.real_path(path)) {
                    return;
                }
                let (text, edits) = match found {
                    Ok(InFile::Absent) => return,
                    Ok(InFile::Edits(text, edits)) => (text, edits),
                    Ok(InFile::OtherCharset(charset)) => {
                        return skipped.push(format!("{} (in {charset})", name()));
                    }
                    Ok(InFile::OtherFormat(format)) => {
                        return skipped.push(format!("{} ({format})", name()));
                    }
                    Err(error) => return skipped.push(format!("{} ({error})", name())),
                };
                let text = crate::text::Text::new(text, encoding);
                match (uri::of_path(path), actions::text_edits(&text, &edits)) {
                    (Some(uri), Some(edits)) => changes.push((uri, None, edits)),
                    _ => skipped.push(format!("{} (its name is not Unicode)", name())),
                }
            });
        }
        if !skipped.is_empty() {
            let files = if skipped.len() == 1 { "file" } else { "files" };
            let (count, names) = (skipped.len(), list(&skipped));
            let message = format!("kifu: {count} {files} with {from} not changed: {names}");
            self.warn(message)?;
        }
        if self.folders.is_empty() {
            let message = format!(
                "kifu: {from} was renamed in open files only, because no directory is open in the editor"
            );
            self.warn(message)?;
        }
        Ok(answer(actions::workspace_edit(changes, self.client())))
    }
}

/// Lists names; of many, only the first ones.
fn list(names: &[String]) -> String {
    const SHOWN: usize = 10;
    let shown = names[..names.len().min(SHOWN)].join(", ");
    match names.len().checked_sub(SHOWN) {
        Some(more @ 1..) => format!("{shown} and {more} more"),
        _ => shown,
    }
}

fn read<T: DeserializeOwned>(params: Value) -> Result<T, Refused> {
    serde_json::from_value(params)
        .map_err(|error| Refused::new(ErrorCode::InvalidParams, error.to_string()))
}

fn answer(value: impl Serialize) -> Answer {
    serde_json::to_value(value)
        .map_err(|error| Refused::new(ErrorCode::InternalError, error.to_string()))
}

/// Adds the kind of a diagnostic report.
fn with_kind(mut report: Value, kind: &str) -> Value {
    report["kind"] = kind.into();
    report
}

fn markup(value: String, is_markdown: bool) -> MarkupContent {
    let kind = if is_markdown {
        MarkupKind::Markdown
    } else {
        MarkupKind::PlainText
    };
    MarkupContent { kind, value }
}

fn is_id(value: Option<&Value>, id: &RequestId) -> bool {
    let value = value.cloned().unwrap_or_default();
    serde_json::from_value::<RequestId>(value).is_ok_and(|other| other == *id)
}

/// Whether a waiting message changes the document of a request.
fn has_later_change(params: &Value, waiting: &VecDeque<Received>) -> bool {
    let uri = params.pointer("/textDocument/uri");
    waiting.iter().any(|message| {
        matches!(message, Ok(Message::Notification(sent))
            if sent.method == notification::DidChangeTextDocument::METHOD
                && sent.params.pointer("/textDocument/uri") == uri)
    })
}

fn capabilities(client: &Client) -> ServerCapabilities {
    let diagnostics = DiagnosticServerCapabilities::Options(DiagnosticOptions {
        identifier: Some(diagnostics::SOURCE.to_owned()),
        ..DiagnosticOptions::default()
    });
    ServerCapabilities {
        position_encoding: Some(client.encoding.kind()),
        text_document_sync: Some(TextDocumentSyncCapability::Options(
            TextDocumentSyncOptions {
                open_close: Some(true),
                change: Some(TextDocumentSyncKind::INCREMENTAL),
                save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions {
                    include_text: Some(false),
                })),
                ..TextDocumentSyncOptions::default()
            },
        )),
        hover_provider: Some(true.into()),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(vec!["[".to_owned(), ";".to_owned(), ":".to_owned()]),
            ..CompletionOptions::default()
        }),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![lsp_types::CodeActionKind::QUICKFIX, actions::FIX_ALL]),
            resolve_provider: Some(client.resolves_edits),
            ..CodeActionOptions::default()
        })),
        document_formatting_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: Default::default(),
        })),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        diagnostic_provider: client.pulls_diagnostics.then_some(diagnostics),
        workspace: Some(WorkspaceServerCapabilities {
            workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(OneOf::Left(true)),
            }),
            file_operations: None,
        }),
        ..ServerCapabilities::default()
    }
}
