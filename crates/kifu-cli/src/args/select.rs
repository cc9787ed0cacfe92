//! Options that select games with an expression.

use std::fmt::Write;
use std::sync::Arc;

use clap::Args;
use kifu::select::{Aliases, Diagnostic, Select};
use unicode_width::UnicodeWidthStr;

use crate::aliases::AliasArgs;
use crate::printable::Printable;

/// The options that select games.
#[derive(Clone, Debug, Args)]
pub(crate) struct SelectArgs {
    /// Select games by EXPR; see `kifu help select`
    ///
    /// For example, 'player ~ Cho' selects the games of players whose name contains “Cho”.
    #[arg(long = "select", short = 'e', value_name = "EXPR", value_parser = parse_select)]
    pub(crate) select: Option<Select>,

    #[command(flatten)]
    names: AliasArgs,
}

impl SelectArgs {
    /// Returns the other names of players.
    pub(crate) fn aliases(&self) -> Option<&Aliases> {
        self.names.aliases.as_deref()
    }

    /// Applies other names of players to the expression: those given after the verb, or else
    /// `before_verb`.
    pub(crate) fn apply_aliases(&mut self, before_verb: AliasArgs) {
        let aliases = self.names.aliases.take().or(before_verb.aliases);
        if let Some(aliases) = &aliases {
            let select = self.select.take();
            self.select = select.map(|select| select.with_aliases(Arc::clone(aliases)));
        }
        self.names = AliasArgs { aliases };
    }
}

/// Parses an expression. The error message shows the expression and marks the error.
fn parse_select(text: &str) -> Result<Select, String> {
    Select::parse(text).map_err(|found| shown(text, &found))
}

/// Returns the message and the line of the expression, with the error marked.
fn shown(text: &str, found: &Diagnostic) -> String {
    let range = found.span.range();
    let start = text[..range.start].rfind('\n').map_or(0, |at| at + 1);
    let line = text[start..].lines().next().unwrap_or_default();
    let before = range.start - start;
    let inside = (range.end - start).min(line.len());
    let width = |text: &str| Printable(text).to_string().width();
    let at = width(&line[..before.min(line.len())]);
    let marks = width(&line[before.min(inside)..inside]).max(1);
    let mut shown = format!("{}\n\n    {}\n", found.message, Printable(line));
    let _ = write!(shown, "    {:at$}{:^<marks$}", "", "");
    if let Some(help) = &found.help {
        let _ = write!(shown, " {help}");
    }
    let _ = write!(shown, "\n\n  run `kifu explain {}` for details", found.code);
    shown
}
