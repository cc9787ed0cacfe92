#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod excerpt;
mod findings;
mod json;
mod policy;
mod printable;
mod report;
mod sarif;
mod source;
mod table;
mod totals;
#[cfg(feature = "diff")]
mod unified;

pub use json::{SCHEMA, json_line};
pub use kifu_charset::Charset;
pub use kifu_span::{Code, Diagnostic, Edit, ExplainedCode, Fix, Safety, Severity, Span};
pub use policy::Policy;
pub use printable::{Printable, is_hazard, stand_in};
pub use report::{Format, Hints, Options, Report, ReportBuilder, ReportWriter, SourceName, Tool};
pub use source::{ByteOrder, NodeName, Source};
pub use table::{Column, ColumnContent, Table};
pub use totals::{Tally, Totals};
#[cfg(feature = "diff")]
pub use unified::write_diff;
