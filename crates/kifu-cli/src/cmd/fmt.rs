//! `kifu fmt`: format files in one canonical style.

pub(crate) mod args;
mod jgf;
mod notes;

use kifu::Syntax;
use kifu::charset::{Charset, DetectedCharset};
use kifu::collection::Chunk;
use kifu::sgf::canonical::{self, Layout, LineBreak, Style};
use kifu::sgf::codes::UNDECODABLE_TEXT;
use kifu::sgf::{Document, Undecodable};
use kifu::span::{Diagnostic, Locator};
use kifu_files::Input;
use kifu_files::games::Chunks;
use kifu_files::rewrite::{Destination, Rewritten};

use self::args::FmtArgs;
use self::notes::Notes;
use crate::args::output::RewriteArgs;
use crate::exit::Outcome;
use crate::printable::{InputName, Printable};
use crate::rewrite::Rewriter;
use crate::run::Inputs;
use crate::undecodable;

pub(crate) fn run(args: &FmtArgs) -> anyhow::Result<Outcome> {
    let dry_run = args.output.dry_run || args.check;
    let output = if args.check {
        // `--check` reports the files that would change, even if they could not be written.
        RewriteArgs {
            dry_run,
            in_place: None,
            output: None,
            ..args.output.clone()
        }
    } else {
        args.output.clone()
    };
    let rewriter = Rewriter::new(&output, &args.input)?;
    let input = args.input.for_rewriting(&args.output);
    let inputs = Inputs::of("fmt", &input).labelled(args.label.as_deref());
    let work =
        |input: &Input, chunks: &mut Chunks, to: &Destination| formatted(input, chunks, args, to);
    let sink = |rewriter: &mut Rewriter, file: Rewritten, notes: Notes| {
        if args.check {
            if file.is_changed() && !args.output.diff {
                rewriter.line(&file.input.shown())?;
            }
        } else if !args.quiet {
            let name = args.label.clone().unwrap_or_else(|| file.input.shown());
            notes.report(&name);
        }
        rewriter.put(file)
    };
    let (outcome, written) = rewriter.each(inputs, work, sink)?;
    let verb = ["to format", "formatted"];
    if !args.quiet {
        written.report(outcome.tried(), dry_run, verb, "");
    }
    Ok(Outcome {
        negative: args.check && written.changed > 0,
        ..outcome.without(written.failed)
    })
}

/// Formats a file, and returns it with notes on removed and renamed content.
fn formatted(
    input: &Input,
    chunks: &mut Chunks,
    args: &FmtArgs,
    to: &Destination,
) -> anyhow::Result<(Rewritten, Notes)> {
    let style = args.style();
    let mut notes = Notes::default();
    let write = |chunk: &Chunk| match chunk.syntax() {
        Syntax::Jgf => {
            let undecodable = style.undecodable;
            jgf::format(&chunk.bytes, args.is_compact(), undecodable, &mut notes)
        }
        Syntax::Gib => {
            let document = kifu::gib::Document::parse(chunk.bytes.as_slice())?;
            format_text(chunk, document.charset(), style.undecodable)
        }
        Syntax::Ngf => {
            let document = kifu::ngf::Document::parse(chunk.bytes.as_slice())?;
            format_text(chunk, document.charset(), style.undecodable)
        }
        Syntax::Ogs => match chunk.record()?.charset() {
            Some(charset) => format_text(chunk, charset, style.undecodable),
            None => Ok(chunk.bytes.clone()),
        },
        Syntax::Ugf => {
            let document = kifu::ugf::Document::parse(chunk.bytes.as_slice())?;
            let bytes = format_text(chunk, document.charset(), style.undecodable)?;
            match std::str::from_utf8(&bytes) {
                // ASCII text is not converted.
                Ok(text) if !text.is_ascii() => {
                    let text = kifu::ugf::with_lang(text, Charset::UTF_8);
                    Ok(text.into_owned().into_bytes())
                }
                _ => Ok(bytes),
            }
        }
        Syntax::Sgf => format_sgf(chunk, &style, &mut notes),
    };
    Ok((to.rewritten(input, chunks, write)?, notes))
}

/// Writes a file of lines, such as GIB, as UTF-8 with LF.
fn format_text(
    chunk: &Chunk,
    found: DetectedCharset,
    undecodable: Undecodable,
) -> anyhow::Result<Vec<u8>> {
    let (text, _) = undecodable::text(&chunk.bytes, found, undecodable)?;
    Ok(text.replace("\r\n", "\n").into_bytes())
}

fn format_sgf(chunk: &Chunk, style: &Style, notes: &mut Notes) -> anyhow::Result<Vec<u8>> {
    let document = Document::parse(chunk.bytes.as_slice())?;
    let mut places = Locator::new(document.text());
    let mut place = |at: u32| {
        let place = places.locate(at);
        format!("{}:{}", chunk.start.line(place.line), place.column)
    };
    let written = canonical::write(&document, style).map_err(|refused| {
        let is_undecodable = |found: &Diagnostic| found.code == UNDECODABLE_TEXT;
        if refused.diagnostics.iter().all(is_undecodable) {
            let why = undecodable::refusal(&document, &refused.diagnostics, chunk.start);
            return anyhow::anyhow!(why);
        }
        let first = refused
            .diagnostics
            .first()
            .map_or(0, |first| first.span.start);
        anyhow::anyhow!("{}: {refused}", place(first))
    })?;
    for note in &written.notes {
        notes.add(note.code == UNDECODABLE_TEXT, || {
            let help = note.help.as_deref().unwrap_or_default();
            let (message, help) = (Printable(&note.message), Printable(help));
            format!("{}: {message}: {help}", place(note.span.start))
        });
    }
    let mut text = written.text;
    // Games are separated by an empty line, across chunks too.
    if chunk.start.offset > 0 && style.layout != Layout::Compact {
        let line_break: &[u8] = match style.line_break {
            LineBreak::Lf => b"\n",
            LineBreak::CrLf => b"\r\n",
        };
        text.splice(..0, line_break.iter().copied());
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Verb;
    use crate::chunk_testing;

    #[test]
    fn chunks_are_formatted_like_the_whole_file() {
        let command_lines = [
            &["fmt"][..],
            &["fmt", "--one-move-per-line", "--linebreaks", "crlf"],
            &["fmt", "--compact"],
        ];
        for words in command_lines {
            let Verb::Fmt(args) = chunk_testing::verb(words) else {
                unreachable!("the verb is fmt");
            };
            chunk_testing::assert_chunks_match_whole(|input, chunks, to| {
                formatted(input, chunks, &args, to)
            });
        }
    }
}
