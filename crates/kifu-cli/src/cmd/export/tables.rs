//! `kifu export tables`: write games as tables.

use std::io::Write;

use kifu_files::reason;
use kifu_tables::kifu_arrow;
use kifu_tables::{
    ExportError, ExportEvent, ExportOptions, ExportSummary, Partition, TableFormat, export,
};

use super::args::{FileFormat, PartitionBy, TablesArgs};
use crate::exit::{Outcome, Usage};
use crate::output;
use crate::printable::{Printable, count, file_name};
use crate::run::{Failure, Inputs};

pub(crate) fn run(args: &TablesArgs) -> anyhow::Result<Outcome> {
    let input = args.input.without(Some(&args.output));
    let sources = input.sources();
    let paths = || {
        let paths = sources.paths();
        paths
            .iter()
            .map(|path| path.to_string_lossy().into_owned())
            .collect()
    };
    let options = ExportOptions {
        tables: kifu_arrow::Options {
            select: args.games.select.clone(),
            plies: args.positions.then(|| args.plies.unwrap_or(u32::MAX)),
            nodes: args.nodes,
            check: args.check,
        },
        format: match args.format {
            FileFormat::Parquet => TableFormat::Parquet,
            FileFormat::Arrow => TableFormat::Arrow,
            FileFormat::Csv => TableFormat::Csv,
            FileFormat::Jsonl => TableFormat::JsonLines,
        },
        partition: args.partition.map(|by| match by {
            PartitionBy::Year => Partition::Year,
            PartitionBy::Size => Partition::Size,
            PartitionBy::Source => Partition::Source(paths()),
            PartitionBy::Hash => Partition::Hash,
        }),
        metadata: args.metadata.clone(),
        jobs: crate::run::jobs(&input),
        overwrite: args.force,
        games_per_part: args.games_per_part.unwrap_or(0),
    };
    let name = file_name(&args.output);
    let mut status = Inputs::of("export tables", &input).observed()?;
    let mut observe = |event| match event {
        ExportEvent::Read => status.input(Ok(())),
        ExportEvent::Failed { input, error } => {
            status.input(Err(Failure::of(&input, &error.into())))
        }
        ExportEvent::Unreadable(unreadable) => status.input(Err(unreadable.into())),
        ExportEvent::Continued {
            inputs,
            games,
            failed,
        } => {
            status.add(inputs - failed, failed);
            let (inputs, games) = (count(inputs, "input"), count(games, "game"));
            let failed = match failed {
                0 => String::new(),
                failed => format!("; {} could not be read", count(failed, "input")),
            };
            status.message(format_args!(
                "{name}: continuing after {inputs}, {games}{failed}"
            ));
            Ok(())
        }
        ExportEvent::Sorting { done, total } => {
            status.sorting(done, total);
            Ok(())
        }
        _ => Ok(()),
    };
    let done = export(&sources, &args.output, &options, &mut observe);
    let summary = match done {
        Ok(summary) => summary,
        Err(ExportError::Stopped(error)) => return status.end(Err(error)),
        Err(error @ (ExportError::Finished(_) | ExportError::OtherOptions(_))) => {
            let why = format!("{error}; replace it with `--force`, or use another directory");
            return Err(Usage(why).into());
        }
        Err(error @ ExportError::OtherInputs(_)) => {
            let why = format!("{error}; start again with `--force`, or use another directory");
            return Err(Usage(why).into());
        }
        Err(error) => anyhow::bail!("{}", Printable(&reason(error))),
    };
    let mut outcome = status.end(Ok(()))?;
    outcome.negative = args.games.select.is_some() && summary.games == 0;
    let mut out = output::stdout();
    writeln!(out, "{name}: {}", shown(&summary))?;
    out.flush()?;
    Ok(outcome)
}

fn shown(summary: &ExportSummary) -> String {
    let tables = [
        (summary.positions, "position"),
        (summary.nodes, "node"),
        (summary.errors, "error"),
    ];
    let tables = tables.into_iter().filter(|(rows, _)| *rows > 0);
    let mut shown = count(summary.games, "game");
    for (rows, noun) in tables {
        shown.push_str(", ");
        shown.push_str(&count(rows, noun));
    }
    format!("{shown} in {}", count(summary.files, "file"))
}
