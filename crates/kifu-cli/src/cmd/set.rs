//! `kifu set`: set properties of games.

pub(crate) mod args;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use anyhow::Context;
use kifu::charset::CharsetSource;
use kifu::check::check_values;
use kifu::collection::Chunk;
use kifu::parts::in_format_of;
use kifu::select::Select;
use kifu::sgf::assign::{AssignedProperty, Assignment, assign};
use kifu::sgf::{Document, NodeId};
use kifu::span::Severity;
use kifu_files::Input;
use kifu_files::OtherKind;
use kifu_files::games::Chunks;
use kifu_files::rewrite::{Destination, Rewritten};
use serde::Serialize;

use self::args::SetArgs;
use crate::charset_guess::{refuse_guess, refuse_other_guess};
use crate::exit::{Outcome, Usage};
use crate::output;
use crate::printable::{InputName, Printable, count};
use crate::rewrite::Rewriter;
use crate::run::Inputs;
use crate::selected::Selected;
use crate::undecodable::refuse_json;

pub(crate) fn run(args: &SetArgs) -> anyhow::Result<Outcome> {
    let (assignments, input) = args.parts()?;
    refuse_malformed(&assignments)?;
    let rewriter = Rewriter::new(&args.output, &input)?.reporting(args.report)?;
    let lists = args.output.dry_run && !args.output.diff && args.report.sequence().is_none();
    let input = input.for_rewriting(&args.output);
    let select = args.games.select.as_ref();
    let inputs = Inputs::of("set", &input).whole(select.is_some_and(Select::needs_all_games));
    let work = |input: &Input, chunks: &mut Chunks, to: &Destination| {
        assigned(input, chunks, args, &assignments, to)
    };
    let totals: Rc<RefCell<BTreeMap<String, u64>>> = Rc::default();
    let sink = |rewriter: &mut Rewriter, file: Rewritten, changes: Changes| {
        if lists {
            let name = file.input.shown();
            for change in &changes.changes {
                rewriter.line(&format!("{name}: {}", Printable(&change.to_string())))?;
            }
        }
        let of_file = changes.games_of_each();
        let totals = Rc::clone(&totals);
        rewriter.put_with(file, &changes, move || {
            for (ident, games) in of_file {
                *totals.borrow_mut().entry(ident).or_default() += games;
            }
        })
    };
    let (outcome, written) = rewriter.each(inputs, work, sink)?;
    let games = |(ident, games): (&String, &u64)| format!("{ident} in {}", count(*games, "game"));
    let of_each: Vec<String> = totals.borrow().iter().map(games).collect();
    let more = if of_each.is_empty() {
        String::new()
    } else {
        format!(": {}", of_each.join(", "))
    };
    let verb = ["to change", "changed"];
    written.report(outcome.read, args.output.dry_run, verb, &more);
    Ok(outcome.without(written.failed))
}

/// Refuses values that do not have the type of their property, and reports other findings.
fn refuse_malformed(assignments: &[Assignment]) -> anyhow::Result<()> {
    for Assignment { ident, values } in assignments {
        if values.is_empty() {
            continue;
        }
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        let findings = check_values(ident, &values);
        let findings = findings.map_err(|why| Usage(format!("{ident}: {why}")))?;
        for finding in findings {
            let mut text = Printable(&finding.message).to_string();
            if let Some(fix) = &finding.fix {
                text += &format!("; {}", Printable(&fix.title));
            }
            if finding.severity == Severity::Error {
                return Err(Usage(text).into());
            }
            output::message(format_args!("{text}"));
        }
    }
    Ok(())
}

/// The changes of a file, which can be written as JSON.
#[derive(Default, PartialEq, Debug, Serialize)]
struct Changes {
    /// The number of games in the file.
    #[serde(skip)]
    games: usize,
    changes: Vec<Change>,
}

/// A property that changed.
#[derive(PartialEq, Debug, Serialize)]
struct Change {
    game: usize,
    node: String,
    property: String,
    before: Vec<String>,
    after: Vec<String>,
}

impl Changes {
    fn add(&mut self, (game, node): (usize, &str), assigned: Vec<AssignedProperty>) {
        let changes = assigned.into_iter().map(|assigned| Change {
            game,
            node: node.to_owned(),
            property: assigned.ident,
            before: assigned.before,
            after: assigned.after,
        });
        self.changes.extend(changes);
    }

    /// Returns the number of games in which each property changed.
    fn games_of_each(&self) -> BTreeMap<String, u64> {
        let mut games = BTreeMap::new();
        for change in &self.changes {
            *games.entry(change.property.clone()).or_default() += 1;
        }
        games
    }
}

/// Writes a change such as `game 2 m0: PW[Lee] becomes PW[Lee Changho]`.
impl std::fmt::Display for Change {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let shown = |values: &[String]| -> String {
            let values = values.iter().map(|value| format!("[{value}]"));
            values.collect()
        };
        let (before, after, ident) = (shown(&self.before), shown(&self.after), &self.property);
        if self.game > 1 {
            write!(f, "game {} ", self.game)?;
        }
        write!(f, "{}: ", self.node)?;
        match (before.is_empty(), after.is_empty()) {
            (true, _) => write!(f, "{ident}{after} is added"),
            (false, true) => write!(f, "{ident}{before} is removed"),
            (false, false) => write!(f, "{ident}{before} becomes {ident}{after}"),
        }
    }
}

/// Sets the properties of the selected games of a file.
fn assigned(
    input: &Input,
    chunks: &mut Chunks,
    args: &SetArgs,
    assignments: &[Assignment],
    to: &Destination,
) -> anyhow::Result<(Rewritten, Changes)> {
    let mut changes = Changes::default();
    let work = |chunk: &Chunk| assign_in_chunk(input, chunk, args, assignments, &mut changes);
    Ok((to.rewritten(input, chunks, work)?, changes))
}

/// Sets the properties of the selected games of a chunk, and returns it in its own format.
fn assign_in_chunk(
    input: &Input,
    chunk: &Chunk,
    args: &SetArgs,
    assignments: &[Assignment],
    changes: &mut Changes,
) -> anyhow::Result<Vec<u8>> {
    let before = chunk.bytes.as_slice();
    let record = chunk.record()?;
    let selected = Selected::of(changes.games, args.games.select.as_ref(), input, &record)?;
    let known = changes.changes.len();
    let (mut document, origin) = if record.sgf_document().is_some() {
        (record.into_sgf()?, None)
    } else {
        refuse_json(&record, before)?;
        let sgf = Document::parse(record.to_sgf()?.to_bytes())?;
        (sgf, Some(record))
    };
    let roots: Vec<NodeId> = document.roots().collect();
    let mut guessed = Vec::new();
    for (index, &root) in roots.iter().enumerate() {
        changes.games += 1;
        if !selected.has(root) {
            continue;
        }
        let game = changes.games;
        let node = match &args.path {
            None => root,
            Some(path) => document
                .locate(root, path)
                .map_err(|why| anyhow::anyhow!("game {game} has {why}"))?,
        };
        let charset = document.charset(root);
        if assignments.iter().any(has_other_than_ascii) {
            refuse_guess(charset)?;
        }
        if charset.source == CharsetSource::Guess {
            guessed.push((index, charset));
        }
        let assigned = assign(&mut document, node, assignments);
        let assigned = assigned.with_context(|| format!("game {game}"))?;
        if !assigned.is_empty() {
            let address = document.addresses(root).get(node);
            let address = address.map_or_else(String::new, |address| address.to_string());
            changes.add((game, &address), assigned);
        }
    }
    if changes.changes.len() == known {
        return Ok(before.to_vec());
    }
    if let Some(record) = origin {
        return in_format_of(&record, before, &document)
            .with_context(|| OtherKind::of_unwritten(&record));
    }
    let bytes = document.to_bytes();
    if !guessed.is_empty() {
        let after = Document::parse(bytes.as_slice())?;
        for (index, charset) in guessed {
            if let Some(root) = after.roots().nth(index) {
                refuse_other_guess(charset, &after, root)?;
            }
        }
    }
    Ok(bytes)
}

fn has_other_than_ascii(assignment: &Assignment) -> bool {
    !assignment.values.iter().all(|value| value.is_ascii())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Verb;
    use crate::chunk_testing;

    #[test]
    fn chunks_are_changed_like_the_whole_file() {
        let command_lines = [
            &["set", "EV=Cho Cup", "C=", "RO=3"][..],
            &[
                "set",
                "KM=",
                "event=Cup",
                "-e",
                "number > 5 and number < 20",
            ],
        ];
        for words in command_lines {
            let Verb::Set(args) = chunk_testing::verb(words) else {
                unreachable!("the verb is set");
            };
            let (assignments, _) = args.parts().expect("the assignments are valid");
            chunk_testing::assert_chunks_match_whole(|input, chunks, to| {
                assigned(input, chunks, &args, &assignments, to)
            });
        }
    }
}
