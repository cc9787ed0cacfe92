//! The charset of a file, determined from all available evidence, and the charsets of many files.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::fmt;

use kifu_charset::{
    Charset, CharsetSource, Confidence, DetectedCharset, Guess, Hint, Ranking, Vote, rank,
};
use kifu_sgf::{Document, codes};
use kifu_tree::NodeId;

use super::CharsetInfo;
use crate::{Syntax, TooLarge};

/// A file and its charset.
///
/// If the bytes of the file are not conclusive, the charset also depends on a hint and on the votes of other
/// files, such as those in the same directory.
///
/// ```
/// use kifu::charset::{Charset, Hint, Vote};
/// use kifu::info::FileCharset;
///
/// let files: [&[u8]; 2] = [
///     b"(;PB[\xC4\xF4\xCE\xC0\xC6\xBD]PW[\xB3\xA3\xEA\xBB])",
///     b"(;PB[\xB9\xC5\xC1\xA6])",
/// ];
/// let hint = Hint::for_label("cn");
/// let mut vote = Vote::default();
/// for file in files {
///     if let Some(ballot) = FileCharset::ballot(file, hint)? {
///         vote.add(&ballot);
///     }
/// }
/// let decided = FileCharset::of(files[1], hint, Some(&vote))?;
/// assert_eq!(decided.detected.charset, Charset::GBK);
/// # Ok::<(), kifu::TooLarge>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct FileCharset {
    /// The file, parsed as SGF in this charset. For a file in another syntax, only the bytes of the document
    /// are meaningful.
    pub document: Document,
    /// The charset, and how it was determined.
    pub detected: DetectedCharset,
    /// The syntax of the file. JSON is always UTF-8, even if a record declares another charset.
    pub syntax: Syntax,
    ranking: Option<Ranking>,
}

/// Writes the charset, how it was determined, and the second best guess: `GBK guessed, 87 %; or Big5, 11 %`.
impl fmt::Display for FileCharset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        match self.detected.source {
            CharsetSource::Bom => return f.write_str(" by its byte order mark"),
            CharsetSource::Declared => return f.write_str(" declared"),
            CharsetSource::Given => return f.write_str(" specified"),
            CharsetSource::Default => return f.write_str(" (only ASCII)"),
            #[cfg(feature = "jgf")]
            CharsetSource::Content if self.syntax == Syntax::Jgf => {
                return f.write_str(" as required for JSON");
            }
            CharsetSource::Content => f.write_str(" by its bytes")?,
            CharsetSource::Guess => {
                write!(f, " guessed, {}", self.detected.confidence)?;
                let is_likely = |other: &Guess| other.confidence.per_10_000() >= 100;
                if let Some(other) = self.runner_up().filter(is_likely) {
                    write!(f, "; or {}, {}", other.charset, other.confidence)?;
                }
            }
        }
        let label = self.declared();
        label.map_or(Ok(()), |label| write!(f, "; CA declares {label}"))
    }
}

impl FileCharset {
    /// Reads a file in a charset that the caller specifies.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] if the file exceeds the size limit of documents.
    pub fn with_charset(bytes: Vec<u8>, charset: Charset) -> Result<FileCharset, TooLarge> {
        Ok(FileCharset {
            syntax: Syntax::of(&bytes),
            document: Document::parse_in(bytes, charset)?,
            detected: DetectedCharset {
                charset,
                source: CharsetSource::Given,
                confidence: Confidence::CERTAIN,
            },
            ranking: None,
        })
    }

    /// Determines the charset of a file from its bytes and the declaration of its first game. If the result is
    /// still a guess, the hint and the vote are used, too.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] if the file exceeds the size limit of documents.
    pub fn of(
        bytes: impl Into<Vec<u8>>,
        hint: Option<Hint>,
        vote: Option<&Vote>,
    ) -> Result<FileCharset, TooLarge> {
        let bytes = bytes.into();
        let syntax = Syntax::of(&bytes);
        let other_charset: Option<DetectedCharset> = match syntax {
            #[cfg(feature = "jgf")]
            Syntax::Jgf => kifu_jgf::Document::parse(&bytes)?.charset(),
            #[cfg(feature = "gib")]
            Syntax::Gib => Some(kifu_gib::Document::parse(bytes.as_slice())?.charset()),
            #[cfg(feature = "ngf")]
            Syntax::Ngf => Some(kifu_ngf::Document::parse(bytes.as_slice())?.charset()),
            #[cfg(feature = "ogs")]
            Syntax::Ogs => Some(crate::record::JSON_CHARSET),
            #[cfg(feature = "ugf")]
            Syntax::Ugf => Some(kifu_ugf::Document::parse(bytes.as_slice())?.charset()),
            Syntax::Sgf => None,
        };
        let document = Document::parse(bytes)?;
        let found = other_charset.map(|found| match found.source {
            // Plain ASCII in JSON is UTF-8 by specification, not by default.
            #[cfg(feature = "jgf")]
            CharsetSource::Default if syntax == Syntax::Jgf => DetectedCharset {
                source: CharsetSource::Content,
                ..found
            },
            _ => found,
        });
        let found = found.unwrap_or_else(|| first_detected(&document));
        if found.source != CharsetSource::Guess || syntax != Syntax::Sgf {
            return Ok(FileCharset {
                document,
                detected: found,
                syntax,
                ranking: None,
            });
        }
        let ranking = rank(document.text(), hint);
        // The confidences in the ranking of this file are not comparable with those of a vote.
        let (best, ranking) = match vote {
            Some(vote) => (vote.decide(&ranking), None),
            None => (ranking.best(), Some(ranking)),
        };
        let best = best.unwrap_or(Guess {
            charset: found.charset,
            confidence: found.confidence,
        });
        let mut decided = FileCharset {
            detected: DetectedCharset {
                charset: best.charset,
                confidence: best.confidence,
                ..found
            },
            syntax,
            document,
            ranking,
        };
        let is_more_certain = decided.detected.is_sure() && !found.is_sure();
        if (best.charset != found.charset || is_more_certain) && decided.is_all_guessed() {
            let bytes = decided.document.to_bytes();
            decided.document = Document::parse_in(bytes, best.charset)?;
        }
        Ok(decided)
    }

    /// Returns the ranking that a file contributes to a vote; `None` if its charset is not a guess.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] if the file exceeds the size limit of documents.
    pub fn ballot(
        bytes: impl Into<Vec<u8>>,
        hint: Option<Hint>,
    ) -> Result<Option<Ranking>, TooLarge> {
        let document = Document::parse(bytes.into())?;
        let is_guess = first_detected(&document).source == CharsetSource::Guess;
        Ok(is_guess.then(|| rank(document.text(), hint)))
    }

    /// Returns whether the charset of every game is a guess or the default.
    fn is_all_guessed(&self) -> bool {
        let is_guessed = |root| {
            let source = self.document.charset(root).source;
            matches!(source, CharsetSource::Guess | CharsetSource::Default)
        };
        self.document.roots().all(is_guessed)
    }

    /// Returns the name of the charset, or `UTF-16LE` or `UTF-16BE`.
    pub fn name(&self) -> &'static str {
        match self.document.utf16() {
            Some((name, _)) => name,
            None => self.detected.charset.name(),
        }
    }

    /// Returns the value of `CA` in the root of the first game, even if it is wrong.
    pub fn declared(&self) -> Option<String> {
        let root = self.document.node(self.document.roots().next()?);
        let label = root.get("CA")?.value()?;
        Some(String::from_utf8_lossy(label.raw()).into_owned())
    }

    /// Returns the second best guess; `None` if the charset is not a guess, or was determined by a vote.
    pub fn runner_up(&self) -> Option<Guess> {
        let guesses = self.ranking.as_ref()?.guesses().iter();
        guesses
            .copied()
            .find(|guess| guess.charset != self.detected.charset)
    }
}

/// Returns the charset of the first game that is not plain ASCII, or else of the first game.
fn first_detected(document: &Document) -> DetectedCharset {
    let of = |root: NodeId| document.charset(root);
    let is_detected = |found: &DetectedCharset| found.source != CharsetSource::Default;
    let found = document.roots().map(of).find(is_detected);
    let mut found = found
        .or_else(|| document.roots().map(of).next())
        .unwrap_or(DetectedCharset {
            charset: Charset::UTF_8,
            source: CharsetSource::Default,
            confidence: Confidence::CERTAIN,
        });
    if document.utf16().is_some() {
        found.source = CharsetInfo::of(document).source;
    }
    found
}

/// The minimum confidence of each band of guesses, in percent.
const BANDS: [u16; 4] = [99, 90, 70, 0];

/// The contribution of one file to [`CharsetTotals`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CharsetTally {
    name: &'static str,
    detected: DetectedCharset,
    undecodable: u64,
}

impl CharsetTally {
    /// Counts the values of a file that cannot be decoded.
    pub fn of(file: &FileCharset) -> CharsetTally {
        let mut undecodable = 0;
        kifu_sgf::check_each(&file.document, |finding| {
            let codes = [codes::UNDECODABLE_TEXT, codes::DANGLING_BYTE];
            undecodable += u64::from(codes.contains(&finding.code));
        });
        CharsetTally {
            name: file.name(),
            detected: file.detected,
            undecodable,
        }
    }
}

/// The number of files in each charset, for each way of determining the charset.
///
/// ```
/// use kifu::info::{CharsetTally, CharsetTotals, FileCharset};
///
/// let mut totals = CharsetTotals::default();
/// for file in ["(;PB[Go Seigen])", "(;CA[UTF-8]PB[呉清源])"] {
///     totals.add(&CharsetTally::of(&FileCharset::of(file, None, None)?));
/// }
/// let [utf8] = totals.by_count()[..] else { panic!("several charsets") };
/// assert_eq!((utf8.charset, utf8.files), ("UTF-8", 2));
/// assert_eq!(totals.undecodable().files, 0);
/// # Ok::<(), kifu::TooLarge>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CharsetTotals {
    charsets: BTreeMap<&'static str, CharsetCount>,
    undecodable: UndecodableCount,
}

/// The number of files in one charset.
#[derive(Clone, PartialEq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct CharsetCount {
    /// The name of the charset.
    pub charset: &'static str,
    /// The number of files.
    pub files: u64,
    /// The number of files for each way of determining the charset; the keys are [`CharsetSource::name`].
    pub sources: BTreeMap<&'static str, u64>,
    /// The files whose charset is a guess, by decreasing confidence.
    pub guesses: [GuessBand; BANDS.len()],
}

/// The number of files whose charset is guessed with a confidence of at least `from`, but less than that of
/// the previous band.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct GuessBand {
    /// The minimum confidence, from 0 to 1.
    pub from: f64,
    /// The number of files.
    pub files: u64,
}

/// The number of values that cannot be decoded in the charset of their file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct UndecodableCount {
    /// The number of values.
    pub values: u64,
    /// The number of files with such values.
    pub files: u64,
}

impl CharsetTotals {
    /// Adds a file.
    pub fn add(&mut self, tally: &CharsetTally) {
        let new = || CharsetCount {
            charset: tally.name,
            guesses: BANDS.map(|percent| GuessBand {
                from: f64::from(percent) / 100.0,
                files: 0,
            }),
            ..CharsetCount::default()
        };
        let count = self.charsets.entry(tally.name).or_insert_with(new);
        count.files += 1;
        let DetectedCharset {
            source, confidence, ..
        } = tally.detected;
        *count.sources.entry(source.name()).or_default() += 1;
        if source == CharsetSource::Guess {
            let percent = confidence.per_10_000() / 100;
            let band = BANDS.iter().position(|least| percent >= *least);
            count.guesses[band.unwrap_or(BANDS.len() - 1)].files += 1;
        }
        self.undecodable.values += tally.undecodable;
        self.undecodable.files += u64::from(tally.undecodable > 0);
    }

    /// Returns the charsets, ordered by decreasing number of files.
    pub fn by_count(&self) -> Vec<&CharsetCount> {
        let mut charsets: Vec<&CharsetCount> = self.charsets.values().collect();
        charsets.sort_by_key(|charset| Reverse(charset.files));
        charsets
    }

    /// Returns the number of values that cannot be decoded, in all files.
    pub fn undecodable(&self) -> UndecodableCount {
        self.undecodable
    }
}

/// Writes a table of the charsets, and the number of values that cannot be decoded. Writes nothing if there
/// are no files.
impl fmt::Display for CharsetTotals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let charsets = self.by_count();
        let files: u64 = charsets.iter().map(|charset| charset.files).sum();
        if files == 0 {
            return Ok(());
        }
        writeln!(
            f,
            "{:<14} {:>8} {:>8} {:>9} {:>9} {:>9} | guessed {:>8} {:>8} {:>8} {:>8}",
            "charset",
            "files",
            "share",
            "ASCII",
            "declared",
            "by bytes",
            "99 %",
            "90 %",
            "70 %",
            "less",
        )?;
        for charset in charsets {
            let share = 100.0 * charset.files as f64 / files as f64;
            let by =
                |source: CharsetSource| charset.sources.get(source.name()).copied().unwrap_or(0);
            write!(
                f,
                "{:<14} {:>8} {:>6.2} % {:>9} {:>9} {:>9} | {:>7}",
                charset.charset,
                charset.files,
                share,
                by(CharsetSource::Default),
                by(CharsetSource::Declared) + by(CharsetSource::Given),
                by(CharsetSource::Bom) + by(CharsetSource::Content),
                by(CharsetSource::Guess),
            )?;
            for band in charset.guesses {
                write!(f, " {:>8}", band.files)?;
            }
            writeln!(f)?;
        }
        let UndecodableCount { values, files } = self.undecodable;
        let ending = if files == 1 { "" } else { "s" };
        writeln!(
            f,
            "values that cannot be decoded: {values}, in {files} file{ending}"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_display_names_the_source_of_the_charset() {
        let of = |bytes: &[u8]| alloc::format!("{}", FileCharset::of(bytes, None, None).unwrap());
        assert_eq!(of(b"(;PB[a])"), "UTF-8 (only ASCII)");
        assert_eq!(of(b"(;CA[GBK]PB[\xB9\xC5\xC1\xA6])"), "GBK declared");
        let specified =
            FileCharset::with_charset(b"(;PB[\xB9\xC5])".to_vec(), Charset::GBK).unwrap();
        assert_eq!(alloc::format!("{specified}"), "GBK specified");
    }

    #[test]
    fn totals_are_displayed_as_a_table() {
        let mut totals = CharsetTotals::default();
        assert_eq!(alloc::format!("{totals}"), "");
        for bytes in [
            &b"(;PB[a])"[..],
            b"(;PB[b])",
            b"(;CA[GBK]PB[\xB9\xC5\xC1\xA6])",
        ] {
            totals.add(&CharsetTally::of(
                &FileCharset::of(bytes, None, None).unwrap(),
            ));
        }
        let table = alloc::format!("{totals}");
        let rows: Vec<&str> = table.lines().collect();
        assert_eq!(rows.len(), 4);
        assert!(rows[1].starts_with("UTF-8                 2  66.67 %         2"));
        assert!(rows[2].starts_with("GBK                   1  33.33 %         0         1"));
        assert_eq!(rows[3], "values that cannot be decoded: 0, in 0 files");
    }
}
