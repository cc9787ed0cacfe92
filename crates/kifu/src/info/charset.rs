//! Which charset a file is in, given all that is known.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use kifu::Syntax;
use kifu::charset::{Charset, Confidence, Found, Guess, Ranking, Source, Vote, rank};
use kifu::info::CharsetInfo;
use kifu::sgf::{Document, NodeId};

use crate::cmd::charset::args::CharsetArgs;
use crate::exit::Usage;
use crate::input::{self, Input, Unreadable};
use crate::{parallel, run};

/// A file, read in the charset that was decided for it.
pub(crate) struct Decided {
    pub(crate) document: Document,
    pub(crate) found: Found,
    /// JSON is UTF-8 whatever it says.
    pub(crate) syntax: Syntax,
    ranking: Option<Ranking>,
}

impl Decided {
    pub(crate) fn of(
        input: &Input,
        bytes: Vec<u8>,
        args: &CharsetArgs,
        votes: Option<&Votes>,
    ) -> anyhow::Result<Decided> {
        let syntax = Syntax::of(&bytes);
        if let Some(charset) = args.from {
            return Ok(Decided {
                syntax,
                document: Document::parse_in(bytes, charset)?,
                found: Found {
                    charset,
                    source: Source::Given,
                    confidence: Confidence::CERTAIN,
                },
                ranking: None,
            });
        }
        let of_jgf = match syntax {
            Syntax::Jgf => kifu::jgf::Document::parse(&bytes)?.charset(),
            Syntax::Sgf => None,
        };
        let document = Document::parse(bytes)?;
        let found = of_jgf.map(|found| match found.source {
            // JSON is in UTF-8 even if it is plain ASCII.
            Source::Default => Found {
                source: Source::Content,
                ..found
            },
            _ => found,
        });
        let found = found.unwrap_or_else(|| first_that_says(&document));
        if found.source != Source::Guess || syntax != Syntax::Sgf {
            return Ok(Decided {
                syntax,
                document,
                found,
                ranking: None,
            });
        }
        let ranking = rank(document.text(), args.hint);
        // Beside the answer of a vote, what a file says alone is no measure.
        let (best, ranking) = match votes.and_then(|votes| votes.of(input)) {
            Some(vote) => (vote.decide(&ranking), None),
            None => (ranking.best(), Some(ranking)),
        };
        let best = best.unwrap_or(Guess {
            charset: found.charset,
            confidence: found.confidence,
        });
        let mut decided = Decided {
            found: Found {
                charset: best.charset,
                confidence: best.confidence,
                ..found
            },
            syntax,
            document,
            ranking,
        };
        let is_surer = decided.found.is_sure() && !found.is_sure();
        if (best.charset != found.charset || is_surer) && decided.is_all_guessed() {
            let bytes = decided.document.to_bytes();
            decided.document = Document::parse_in(bytes, best.charset)?;
        }
        Ok(decided)
    }

    /// Whether no game knows better.
    fn is_all_guessed(&self) -> bool {
        let guessed = |root| {
            let source = self.document.charset(root).source;
            matches!(source, Source::Guess | Source::Default)
        };
        self.document.roots().all(guessed)
    }

    pub(crate) fn name(&self) -> &'static str {
        match self.document.utf16() {
            Some((name, _)) => name,
            None => self.found.charset.name(),
        }
    }

    /// What the first game says of itself.
    pub(crate) fn declared(&self) -> Option<String> {
        let root = self.document.node(self.document.roots().next()?);
        let label = root.get("CA")?.value()?;
        Some(String::from_utf8_lossy(label.raw()).into_owned())
    }

    /// The next best guess, if no vote decided.
    pub(crate) fn runner_up(&self) -> Option<Guess> {
        let guesses = self.ranking.as_ref()?.guesses().iter();
        guesses
            .copied()
            .find(|guess| guess.charset != self.found.charset)
    }
}

/// The charset of the first game that is not plain ASCII, or else of the first.
fn first_that_says(document: &Document) -> Found {
    let of = |root: NodeId| document.charset(root);
    let says = |found: &Found| found.source != Source::Default;
    let found = document.roots().map(of).find(says);
    let mut found = found
        .or_else(|| document.roots().map(of).next())
        .unwrap_or(Found {
            charset: Charset::UTF_8,
            source: Source::Default,
            confidence: Confidence::CERTAIN,
        });
    if document.utf16().is_some() {
        found.source = CharsetInfo::of(document).source;
    }
    found
}

/// One vote for each folder.
pub(crate) struct Votes(HashMap<PathBuf, Vote>);

impl Votes {
    /// Reads all files once.
    pub(crate) fn cast(args: &CharsetArgs) -> anyhow::Result<Votes> {
        let dash = |path: &PathBuf| path.as_os_str() == "-";
        let lists = args.input.files_from.iter();
        if (args.input.paths.is_empty() && args.input.files_from.is_none())
            || args.input.paths.iter().chain(lists).any(dash)
        {
            return Err(
                Usage("--vote reads its files twice: standard input cannot be".to_owned()).into(),
            );
        }
        let mut votes = HashMap::<PathBuf, Vote>::new();
        let Some(inputs) = input::inputs(&args.input)? else {
            return Ok(Votes(votes));
        };
        // What cannot be read is told when the files are read for good.
        let work = |input: Result<Input, Unreadable>| {
            let input = input.ok()?;
            let document = Document::parse(input.read().ok()?).ok()?;
            let guessed = first_that_says(&document).source == Source::Guess;
            guessed.then(|| (folder(&input), rank(document.text(), args.hint)))
        };
        parallel::in_order(run::jobs(&args.input), inputs, work, |cast| {
            if let Some((folder, ranking)) = cast {
                votes.entry(folder).or_default().add(&ranking);
            }
            anyhow::Ok(())
        })?;
        Ok(Votes(votes))
    }

    fn of(&self, input: &Input) -> Option<&Vote> {
        self.0.get(&folder(input))
    }
}

fn folder(input: &Input) -> PathBuf {
    let above = input.place().and_then(Path::parent);
    above.unwrap_or(Path::new("")).to_owned()
}
