//! `kifu explain` and `kifu codes`: explain and list finding codes.

use std::io::Write;

use clap::Args;
use kifu::report::json_line;
use kifu::span::ExplainedCode;
use serde::Serialize;

use crate::args::values::code;
use crate::exit::Outcome;
use crate::json::Sequence;
use crate::output::{self, Palette, Styled};

/// Explain what a finding means, why it matters and how to repair it
#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    /// The finding codes to explain, such as `sgf/unclosed-value`
    #[arg(value_name = "CODE", required = true, value_parser = code(), hide_possible_values = true)]
    pub(crate) codes: Vec<&'static ExplainedCode>,
}

/// List all finding codes
#[derive(Debug, Args)]
pub(crate) struct CodesArgs {
    /// Print one JSON array with an object for each code
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn explain(args: &ExplainArgs) -> anyhow::Result<Outcome> {
    let palette = Palette::of_stdout();
    let mut out = output::stdout();
    for (index, code) in args.codes.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        let name = Styled(palette.name, code.name);
        writeln!(out, "{name} ({}): {}\n", code.severity, code.summary)?;
        writeln!(out, "{}", textwrap::fill(code.explanation, WIDTH))?;
    }
    out.flush()?;
    Ok(Outcome::default())
}

/// The width of an explanation, in columns.
const WIDTH: usize = 80;

pub(crate) fn list(args: &CodesArgs) -> anyhow::Result<Outcome> {
    let mut out = output::stdout();
    if args.json {
        let mut sequence = Sequence::array();
        for code in kifu::codes() {
            sequence.write(&mut out, &json_line(&CodeEntry::of(code))?)?;
        }
        sequence.finish(&mut out)?;
    } else {
        let width = kifu::codes().map(|code| code.name.len()).max().unwrap_or(0);
        for code in kifu::codes() {
            writeln!(
                out,
                "{:<width$}  {:<8} {}",
                code.name, code.severity, code.summary
            )?;
        }
    }
    out.flush()?;
    Ok(Outcome::default())
}

/// A finding code as JSON.
#[derive(Serialize)]
struct CodeEntry {
    code: &'static str,
    severity: &'static str,
    summary: &'static str,
    explanation: &'static str,
}

impl CodeEntry {
    fn of(code: &ExplainedCode) -> CodeEntry {
        CodeEntry {
            code: code.name,
            severity: code.severity.name(),
            summary: code.summary,
            explanation: code.explanation,
        }
    }
}
