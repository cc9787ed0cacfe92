//! Reports of the findings in files.

use std::io::{self, Write};

use kifu_span::{Diagnostic, ExplainedCode, Severity};

use crate::excerpt::Excerpts;
use crate::{Policy, Printable, Source, Tally, findings, sarif};

/// The format of a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Format {
    /// Text for people: the line of each finding, with the position marked.
    #[default]
    Excerpts,
    /// One JSON array with an object for each file.
    Json,
    /// A JSON object for each file, on a line of its own.
    JsonLines,
    /// A log in SARIF 2.1.0, which editors and code hosts read.
    Sarif,
    /// No output; findings are only counted.
    Counts,
}

/// Options for writing findings.
#[derive(Clone, Debug)]
pub struct Options {
    /// The format of the report.
    pub format: Format,
    /// The lowest severity of findings that are written. All findings are counted.
    pub level: Severity,
    /// The maximum number of findings of a file that are written as excerpts. Further findings are only counted.
    pub limit: Option<usize>,
    /// Whether excerpts have colours, as ANSI escape sequences.
    pub is_colored: bool,
    /// Commands that excerpts mention.
    pub hints: Hints,
    /// The findings to ignore and to deny.
    pub policy: Policy,
}

impl Default for Options {
    /// Writes all findings as excerpts without colours.
    fn default() -> Options {
        Options {
            format: Format::default(),
            level: Severity::Info,
            limit: None,
            is_colored: false,
            hints: Hints::default(),
            policy: Policy::default(),
        }
    }
}

/// Commands that excerpts mention, if the program has them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Hints {
    /// The command that applies repairs: it must accept `--only CODE` for safe repairs and `--unsafe CODE` for others.
    pub fix_command: Option<&'static str>,
    /// Instructions for seeing all findings, if there are more than [`Options::limit`].
    pub show_all_hint: Option<&'static str>,
}

/// The name of a text with findings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceName {
    /// The name that excerpts show. It must be printable.
    pub shown: String,
    /// The path of the file, for JSON and SARIF.
    pub file: String,
    /// The name of the text in the file, if the file is a bundle of several texts.
    pub member: Option<String>,
}

impl SourceName {
    /// Creates the name of a file.
    pub fn file(path: impl Into<String>) -> SourceName {
        let file = path.into();
        SourceName {
            shown: Printable(&file).to_string(),
            file,
            member: None,
        }
    }
}

/// Builds the report of one file, whose text may come in chunks.
///
/// See the example of the [crate].
#[derive(Debug)]
pub struct ReportBuilder<'o> {
    options: &'o Options,
    name: SourceName,
    report: Report,
    /// The number of findings with at least the severity in the options.
    found: usize,
}

/// The findings in one file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// The number of findings for each code.
    pub tally: Tally,
    /// Whether any finding is denied.
    pub is_denied: bool,
    /// The output for [`ReportWriter::write`].
    text: Vec<u8>,
}

impl<'o> ReportBuilder<'o> {
    /// Starts the report of a file.
    pub fn new(options: &'o Options, name: SourceName) -> ReportBuilder<'o> {
        ReportBuilder {
            options,
            name,
            report: Report::default(),
            found: 0,
        }
    }

    /// Adds the findings in the text of the file, or in its next chunk. This is fastest if the findings are in the
    /// order of the text.
    ///
    /// # Errors
    ///
    /// An error if the JSON cannot be written.
    pub fn add(&mut self, mut source: Source<'_>, mut found: Vec<Diagnostic>) -> io::Result<()> {
        let Options {
            format,
            level,
            limit,
            ref policy,
            ..
        } = *self.options;
        found.retain(|finding| !policy.ignores(finding));
        for finding in &found {
            self.report.tally.add(finding);
            self.report.is_denied |= policy.denies(finding);
        }
        found.retain(|finding| finding.severity >= level);
        let before = self.found;
        self.found += found.len();
        if found.is_empty() {
            return Ok(());
        }
        let (separator, more) = match format {
            Format::Counts => return Ok(()),
            Format::Excerpts => {
                let remaining = limit.map_or(usize::MAX, |limit| limit.saturating_sub(before));
                if remaining == 0 {
                    return Ok(());
                }
                let mut excerpts = Excerpts::new(self.name.shown.clone(), source, self.options);
                let shown = found.iter().take(remaining);
                let shown = shown.map(|finding| excerpts.render(finding) + "\n\n");
                ("", shown.collect::<String>().into_bytes())
            }
            Format::Json | Format::JsonLines => (",", findings::items(&mut source, &found)?),
            Format::Sarif => (",\n", sarif::results(&self.name, &mut source, &found)?),
        };
        let text = &mut self.report.text;
        if !text.is_empty() {
            text.extend_from_slice(separator.as_bytes());
        }
        text.extend(more);
        Ok(())
    }

    /// Finishes the report.
    ///
    /// # Errors
    ///
    /// An error if the JSON cannot be written.
    pub fn finish(self) -> io::Result<Report> {
        let mut report = self.report;
        match self.options.format {
            Format::Counts | Format::Sarif => {}
            Format::Excerpts => {
                let limit = self.options.limit.unwrap_or(usize::MAX);
                if let Some(more @ 1..) = self.found.checked_sub(limit) {
                    let hint = self.options.hints.show_all_hint;
                    let hint = hint.map(|hint| format!("; {hint}")).unwrap_or_default();
                    let noun = if more == 1 { "finding" } else { "findings" };
                    writeln!(
                        report.text,
                        "{}: {more} more {noun}{hint}\n",
                        self.name.shown
                    )?;
                }
            }
            Format::Json | Format::JsonLines => {
                report.text = findings::object(&self.name, &report.text)?;
            }
        }
        Ok(report)
    }
}

/// The program that a SARIF log names.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tool {
    /// The name of the program.
    pub name: &'static str,
    /// The version of the program, such as `1.2.0`.
    pub version: &'static str,
    /// The codes that the program reports.
    pub codes: Vec<&'static ExplainedCode>,
}

/// Writes the reports of all files as one text.
///
/// See the example of the [crate].
#[derive(Debug)]
pub struct ReportWriter {
    format: Format,
    tool: Tool,
    is_begun: bool,
}

impl ReportWriter {
    /// Creates a writer of reports in a format. Only SARIF logs contain the tool.
    pub fn new(format: Format, tool: Tool) -> ReportWriter {
        ReportWriter {
            format,
            tool,
            is_begun: false,
        }
    }

    /// Writes a report that was built for the same format.
    ///
    /// # Errors
    ///
    /// An error if writing fails.
    pub fn write(&mut self, out: &mut impl Write, report: &Report) -> io::Result<()> {
        let text = &report.text;
        match (self.format, self.is_begun) {
            (Format::Excerpts, _) => return out.write_all(text),
            (Format::Counts, _) => return Ok(()),
            (Format::JsonLines, _) => {
                out.write_all(text)?;
                return out.write_all(b"\n");
            }
            (Format::Sarif, _) if text.is_empty() => return Ok(()),
            (Format::Json, false) => out.write_all(b"[\n")?,
            (Format::Sarif, false) => sarif::begin(out, &self.tool)?,
            (Format::Json | Format::Sarif, true) => out.write_all(b",\n")?,
        }
        self.is_begun = true;
        out.write_all(text)
    }

    /// Finishes the output, which is incomplete until then.
    ///
    /// # Errors
    ///
    /// An error if writing fails.
    pub fn finish(self, out: &mut impl Write) -> io::Result<()> {
        match (self.format, self.is_begun) {
            (Format::Excerpts | Format::JsonLines | Format::Counts, _) => Ok(()),
            (Format::Json, true) => out.write_all(b"\n]\n"),
            (Format::Json, false) => out.write_all(b"[]\n"),
            (Format::Sarif, true) => out.write_all(b"\n]}]}\n"),
            (Format::Sarif, false) => {
                sarif::begin(out, &self.tool)?;
                out.write_all(b"\n]}]}\n")
            }
        }
    }
}
