//! `kifu git merge-file`: merge three versions of a file for `git merge`.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::Context;
use kifu::Syntax;
use kifu::merge::{Labels, Merged, Method, merge, merge_lines};
use kifu::rgf::Recording;
use kifu_files::write::{self, Overwrite};

use super::args::GitMergeFileArgs;
use crate::exit::Outcome;
use crate::output;
use crate::printable::{Printable, count, file_name};

pub(crate) fn run(args: &GitMergeFileArgs) -> anyhow::Result<Outcome> {
    let read = |path: &Path| fs::read(path).with_context(|| file_name(path));
    let (base, ours, theirs) = (read(&args.base)?, read(&args.ours)?, read(&args.theirs)?);
    let labels = Labels {
        ours: named(&args.ours_name, "ours"),
        theirs: named(&args.theirs_name, "theirs"),
        marker_size: args.marker_size.into(),
    };
    let name = file_name(args.path.as_deref().unwrap_or(&args.ours));
    let merge = if [&base, &ours, &theirs]
        .into_iter()
        .all(|bytes| has_nodes(bytes))
    {
        merge
    } else {
        merge_lines
    };
    let merged = merge(&base, &ours, &theirs, &labels);
    if args.stdout {
        let mut out = output::contents();
        out.write_all(&merged.bytes)?;
        out.flush()?;
    } else if merged.bytes != ours {
        let any = Overwrite::Except(std::sync::Arc::default());
        write::create(&args.ours, &merged.bytes, any)
            .with_context(|| format!("cannot write {}", file_name(&args.ours)))?;
    }
    report(&name, &merged);
    Ok(Outcome {
        read: 1,
        negative: !merged.is_clean(),
        ..Outcome::default()
    })
}

/// Whether the nodes of a file can be merged. Other formats and recordings are merged by lines: the properties of a
/// recording are events in their order.
fn has_nodes(bytes: &[u8]) -> bool {
    Syntax::of(bytes) == Syntax::Sgf && !Recording::is_likely(bytes)
}

/// The name of a version. Versions of git before 2.44 do not replace `%X`, and a name can be empty.
fn named<'n>(name: &'n str, default: &'n str) -> &'n str {
    let is_missing = name.is_empty() || name.starts_with('%') || name.contains(['\n', '\r']);
    if is_missing { default } else { name }
}

/// Reports conflicts. A merge without conflicts is silent.
fn report(name: &str, merged: &Merged) {
    /// The maximum number of conflicts that are listed.
    const MAX: usize = 10;
    for conflict in merged.conflicts.iter().take(MAX) {
        output::message(format_args!("{name}: {}", Printable(&conflict.to_string())));
    }
    if let Some(more) = merged
        .conflicts
        .len()
        .checked_sub(MAX)
        .filter(|more| *more > 0)
    {
        output::message(format_args!(
            "{name}: and {}",
            count(more as u64, "more conflict")
        ));
    }
    match merged.method {
        Method::Lines { conflicts: 0 } => {
            output::message(format_args!(
                "{name}: merged by lines, not by nodes; `kifu check` shows whether it is sound"
            ));
        }
        Method::Lines { conflicts } => {
            let conflicts = count(conflicts as u64, "conflict");
            output::message(format_args!(
                "{name}: merged by lines, not by nodes: {conflicts}"
            ));
        }
        Method::Ours => output::message(format_args!(
            "{name}: not text, so that both versions cannot be merged; ours was kept"
        )),
        _ => {}
    }
}
