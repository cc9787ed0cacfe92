//! Collections of any size, a few megabytes at a time.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::Arc;
use std::time::SystemTime;

use kifu::sgf::Document;
use kifu::sgf::event::{Event, Reader};
use kifu::span::Locator;
use kifu::{Record, TooLarge};
use memchr::{memchr, memchr_iter, memchr2};

use crate::archive::Member;
use crate::input::{self, Input, Source};
use crate::run::{refuse_recording, refuse_without_game};

/// Most files are no longer, and are read at once.
pub(crate) const START: usize = 8 << 10;

/// Longer ones are read in parts of so many bytes at most, where games end within them.
pub(crate) const PART: usize = 4 << 20;

/// The parts of an input, each of whole games as they would be in a file of their own; a small file is
/// one part.
///
/// A file is cut behind a game that is closed, where the next one follows at once: there neither makes a
/// difference to how the other is read, unless one of them is damaged or in a charset that its `CA` does not
/// tell: whether a file is UTF-8 throughout is asked of each part. What has no such place within reach stays whole: from a game on that
/// is never closed, since what seem to be games behind it may be variations of it; and what does not start
/// with a game, as a diagram, JGF, or a byte order mark, which holds for the whole file. Whether a file is a
/// recording is told by what is read first.
pub(crate) struct Parts<'i> {
    source: Source<'i>,
    /// What was read, and is in no part yet.
    rest: Vec<u8>,
    /// Whether nothing follows that.
    ended: bool,
    /// So long a part may be; 0 behind the last.
    most: usize,
    /// So long parts are where games end within them.
    usual: usize,
    /// Cuts only where a line ends between the games.
    on_lines: bool,
    /// How many bytes were in parts.
    pub(crate) given: u64,
}

impl<'i> Parts<'i> {
    /// Those of an input.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is a recording or packed.
    pub(crate) fn of(input: &'i Input) -> anyhow::Result<Parts<'i>> {
        Parts::up_to(PART, input)
    }

    /// The whole of an input as one part.
    ///
    /// # Errors
    ///
    /// As of [`Parts::of`].
    pub(crate) fn in_one(input: &'i Input) -> anyhow::Result<Parts<'i>> {
        Parts::up_to(usize::MAX, input)
    }

    fn up_to(most: usize, input: &'i Input) -> anyhow::Result<Parts<'i>> {
        let parts = Parts::new(most, input.open().map_err(said)?)?;
        refuse_recording(&parts.rest)?;
        if parts.is_whole() {
            refuse_without_game(&parts.rest)?;
        }
        Ok(parts)
    }

    fn new(most: usize, mut source: Source<'i>) -> anyhow::Result<Parts<'i>> {
        let mut start = Vec::with_capacity(START);
        source.read_start(START, &mut start).map_err(said)?;
        Parts::behind(start, source, most)
    }

    /// Those of a source whose first [`START`] bytes, or all, were read.
    pub(crate) fn behind(
        start: Vec<u8>,
        source: Source<'i>,
        most: usize,
    ) -> anyhow::Result<Parts<'i>> {
        let mut parts = Parts {
            source,
            ended: start.len() < START,
            rest: start,
            most,
            usual: most,
            on_lines: false,
            given: 0,
        };
        parts.read(most)?;
        if !starts_with_a_game(&parts.rest) {
            parts.most = usize::MAX;
            parts.usual = usize::MAX;
        }
        Ok(parts)
    }

    /// The same, cut only where a line ends between two games, so that none lies in two parts.
    pub(crate) fn on_lines(self) -> Parts<'i> {
        Parts {
            on_lines: true,
            ..self
        }
    }

    /// What was read so far, before the first part is asked for.
    pub(crate) fn start(&self) -> &[u8] {
        &self.rest
    }

    /// Whether that is all.
    pub(crate) fn is_whole(&self) -> bool {
        self.ended
    }

    /// All of it, as one part that is still to come.
    pub(crate) fn whole(&mut self) -> anyhow::Result<&[u8]> {
        self.most = usize::MAX;
        self.read(self.most)?;
        Ok(&self.rest)
    }

    /// All of it.
    pub(crate) fn all(mut self) -> anyhow::Result<Vec<u8>> {
        self.whole()?;
        Ok(self.rest)
    }

    /// All of it, of which `first` was given as the first part.
    pub(crate) fn all_behind(&mut self, mut first: Vec<u8>) -> anyhow::Result<Vec<u8>> {
        self.whole()?;
        self.most = 0;
        self.given += self.rest.len() as u64;
        first.append(&mut self.rest);
        Ok(first)
    }

    /// Reads on until so much is there, or all.
    fn read(&mut self, len: usize) -> anyhow::Result<()> {
        let more = len.saturating_sub(self.rest.len());
        if more > 0 && !self.ended {
            let read = self.source.read_start(more, &mut self.rest);
            self.ended = read.map_err(said)? < more;
        }
        Ok(())
    }

    /// Whether there are no more; behind the first part, whether it was the only one.
    pub(crate) fn is_empty(&self) -> bool {
        self.most == 0
    }

    fn next_part(&mut self) -> anyhow::Result<Vec<u8>> {
        loop {
            self.read(self.most)?;
            if self.ended {
                self.most = 0;
                return Ok(std::mem::take(&mut self.rest));
            }
            match end_of_games(&self.rest, self.on_lines) {
                Some(end) => {
                    self.most = self.usual;
                    let behind = self.rest.split_off(end);
                    return Ok(std::mem::replace(&mut self.rest, behind));
                }
                // So that what has no end is not looked at too often.
                None => self.most = self.most.saturating_mul(2),
            }
        }
    }
}

impl Iterator for Parts<'_> {
    type Item = anyhow::Result<Vec<u8>>;

    fn next(&mut self) -> Option<anyhow::Result<Vec<u8>>> {
        if self.most == 0 {
            return None;
        }
        let part = self.next_part();
        match &part {
            Ok(bytes) => self.given += bytes.len() as u64,
            Err(_) => self.most = 0,
        }
        Some(part)
    }
}

/// What an input holds, as far as it has to be in memory at once.
pub(crate) enum Content {
    All(Vec<u8>),
    Large(Large),
}

/// A collection of which every part, [cut where a line ends](Parts::on_lines), is read as it is in the
/// whole.
pub(crate) struct Large {
    bytes: Bytes,
    /// Where parts end.
    ends: Vec<u64>,
}

/// Bytes that stay the same ones even if a new file takes the name of theirs; what is written into it is
/// noticed.
enum Bytes {
    File(File, Seen),
    Member(Arc<Member>),
}

/// What tells that nobody wrote into a file since.
type Seen = Option<(u64, SystemTime)>;

fn seen(file: &File) -> Seen {
    let found = file.metadata().ok()?;
    Some((found.len(), found.modified().ok()?))
}

/// A part of an input, or all of it.
pub(crate) struct Part {
    pub(crate) bytes: Vec<u8>,
    pub(crate) start: Start,
}

impl Part {
    /// Whether it is JGF: of all parts only a whole can be.
    pub(crate) fn is_jgf(&self) -> bool {
        self.start.offset == 0 && kifu::jgf::is_jgf(&self.bytes)
    }

    /// What it holds.
    ///
    /// # Errors
    ///
    /// If it is too large.
    pub(crate) fn record(&self) -> Result<Record, TooLarge> {
        let bytes = self.bytes.as_slice();
        match self.start.offset {
            0 => kifu::read(bytes),
            // By itself it could be taken for something else.
            _ => Document::parse(bytes).map(Record::Sgf),
        }
    }
}

/// Where a part starts in its file.
#[derive(Clone, Copy, Default)]
pub(crate) struct Start {
    /// How many bytes are before it, and how many line breaks.
    pub(crate) offset: u64,
    pub(crate) lines: u32,
}

impl Start {
    /// The line of the file that is this one of the part.
    pub(crate) fn line(self, line: u32) -> u32 {
        self.lines.saturating_add(line)
    }

    /// The start of what follows this text.
    pub(crate) fn behind(self, text: &[u8]) -> Start {
        Start {
            offset: self.offset + text.len() as u64,
            lines: self.lines.saturating_add(line_breaks(text)),
        }
    }
}

impl Content {
    /// That of an input.
    ///
    /// It is all in memory where only that tells what it is, or how its games are read: what comes from a
    /// pipe, has no line breaks between its games, or is not UTF-8 throughout.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is a recording or packed.
    pub(crate) fn of(input: &Input) -> anyhow::Result<Content> {
        Content::up_to(PART, input)
    }

    /// All of an input.
    ///
    /// # Errors
    ///
    /// As of [`Content::of`].
    pub(crate) fn in_one(input: &Input) -> anyhow::Result<Content> {
        Content::all(input.read().map_err(said)?)
    }

    /// That of an input in parts of so many bytes at most, but where games are longer.
    pub(crate) fn up_to(most: usize, input: &Input) -> anyhow::Result<Content> {
        let source = input.open().map_err(said)?;
        let at_first = match &source {
            Source::File(file) => seen(file),
            _ => None,
        };
        let parts = Parts::new(most, source)?;
        if let Err(refused) = refuse_recording(parts.start()) {
            // What comes later can make a game of it.
            if parts.is_whole() {
                return Err(refused);
            }
            return Content::all(parts.all()?);
        }
        let mut parts = parts.on_lines();
        let first = parts.next().transpose()?.unwrap_or_default();
        if parts.is_empty() {
            return Content::all(first);
        }
        let is_apart = || anyhow::Ok(says_nothing(&Document::parse(first.as_slice())?));
        if !input.can_be_read_again() || !is_plain(&first) || is_apart()? {
            return Content::all(parts.all_behind(first)?);
        }
        drop(first);
        let mut ends = vec![parts.given];
        while let Some(part) = parts.next() {
            if !is_plain(&part?) {
                drop(parts);
                return Content::all(input.read().map_err(said)?);
            }
            ends.push(parts.given);
        }
        let bytes = match (parts.source, input) {
            (Source::File(file), _) => Bytes::File(file, at_first),
            (_, Input::Member(member)) => Bytes::Member(Arc::clone(member)),
            _ => return Content::all(input.read().map_err(said)?),
        };
        Ok(Content::Large(Large { bytes, ends }))
    }

    fn all(bytes: Vec<u8>) -> anyhow::Result<Content> {
        refuse_recording(&bytes)?;
        Ok(Content::All(bytes))
    }

    /// How many bytes there are.
    pub(crate) fn len(&self) -> u64 {
        match self {
            Content::All(bytes) => bytes.len() as u64,
            Content::Large(large) => large.ends.last().copied().unwrap_or_default(),
        }
    }

    /// The same once more; `None` of what is in memory as a whole.
    ///
    /// # Errors
    ///
    /// If there is no other hold on the file.
    pub(crate) fn again(&self) -> anyhow::Result<Option<Content>> {
        let Content::Large(Large { bytes, ends }) = self else {
            return Ok(None);
        };
        let bytes = match bytes {
            Bytes::File(file, seen) => Bytes::File(file.try_clone()?, *seen),
            Bytes::Member(member) => Bytes::Member(Arc::clone(member)),
        };
        let ends = ends.clone();
        Ok(Some(Content::Large(Large { bytes, ends })))
    }

    /// The parts, one after the other, as far as they can be read again; of what is in memory that.
    pub(crate) fn into_parts(self) -> impl Iterator<Item = anyhow::Result<Part>> {
        let (all, large) = match self {
            Content::All(bytes) => (Some(bytes), None),
            Content::Large(large) => (None, Some(large.into_parts())),
        };
        let start = Start::default();
        let all = all.map(|bytes| Ok(Part { bytes, start }));
        all.into_iter().chain(large.into_iter().flatten())
    }
}

impl Large {
    /// How many parts there are.
    pub(crate) fn count(&self) -> usize {
        self.ends.len()
    }

    /// The bytes of a part, by its number from 0.
    ///
    /// # Errors
    ///
    /// If they cannot be read again.
    pub(crate) fn part(&self, at: usize) -> anyhow::Result<Vec<u8>> {
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        self.bytes.read(start, self.ends[at]).map_err(said)
    }

    fn into_parts(self) -> impl Iterator<Item = anyhow::Result<Part>> {
        let mut start = Start::default();
        (0..self.count()).map(move |at| {
            let bytes = self.part(at)?;
            let part = Part { bytes, start };
            start = start.behind(&part.bytes);
            Ok(part)
        })
    }
}

impl Bytes {
    /// The bytes from there to there.
    fn read(&self, start: u64, end: u64) -> io::Result<Vec<u8>> {
        let len = usize::try_from(end - start).unwrap_or(usize::MAX);
        let mut part = Vec::with_capacity(len);
        match self {
            Bytes::File(file, at_first) => {
                let mut file = file;
                file.seek(SeekFrom::Start(start))?;
                file.take(end - start).read_to_end(&mut part)?;
                if seen(file) != *at_first {
                    return Err(io::Error::other("it was changed in the meantime"));
                }
            }
            Bytes::Member(member) => {
                part.extend_from_slice(&member.bytes[start as usize..end as usize]);
            }
        }
        match part.len() == len {
            true => Ok(part),
            false => Err(io::Error::other("it was cut off in the meantime")),
        }
    }
}

/// Whether bytes are UTF-8 whatever is beside them.
pub(crate) fn is_plain(bytes: &[u8]) -> bool {
    str::from_utf8(bytes).is_ok() && memchr2(0x0E, 0x1B, bytes).is_none()
}

/// Whether no node has a property, as in a text that has `(;)` in it.
pub(crate) fn says_nothing(document: &Document) -> bool {
    let nodes = document
        .roots()
        .flat_map(|root| document.forest().preorder(root));
    let mut nodes = nodes.map(|id| document.node(id));
    nodes.all(|node| node.properties().next().is_none())
}

fn line_breaks(text: &[u8]) -> u32 {
    match memchr(b'\r', text) {
        None => memchr_iter(b'\n', text).count() as u32,
        // Two bytes can be one.
        Some(_) => Locator::new(text).locate(text.len() as u32).line - 1,
    }
}

fn said(error: io::Error) -> anyhow::Error {
    anyhow::Error::msg(input::reason(error))
}

/// Whether a file starts with what can be a game of SGF, and not in UTF-16.
pub(crate) fn starts_with_a_game(bytes: &[u8]) -> bool {
    let start = bytes.trim_ascii_start();
    // In UTF-16 a NUL follows.
    start.starts_with(b"(") && start.get(1) != Some(&0)
}

/// Where the last game ends behind which another one starts.
fn end_of_games(bytes: &[u8], on_lines: bool) -> Option<usize> {
    let (mut end, mut sure) = (None, None);
    // Not in the middle of a character, which would be an error.
    let whole = bytes.iter().rposition(u8::is_ascii).unwrap_or(0);
    let is_end = |between: &[u8]| {
        between.trim_ascii() == b"("
            && (!on_lines || between.iter().any(|b| matches!(b, b'\n' | b'\r')))
    };
    let mut reader = Reader::new(&bytes[..whole]);
    while let Some(event) = reader.next() {
        match event {
            Event::Open => {
                let between = end.and_then(|end| bytes.get(end..reader.offset()));
                if between.is_some_and(is_end) {
                    sure = end;
                }
                reader.skip_game();
            }
            Event::Close if bytes[..reader.offset()].ends_with(b")") => end = Some(reader.offset()),
            // It may be closed further on.
            Event::Close => break,
            Event::Node | Event::Property(_) => {}
        }
    }
    // Where a value ends can depend on the next bracket behind it.
    sure.filter(|end| bytes[*end..whole].contains(&b'['))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn up_to(most: usize, text: &[u8]) -> Parts<'_> {
        let most = if starts_with_a_game(text) {
            most
        } else {
            usize::MAX
        };
        Parts {
            source: Source::Member(text),
            rest: Vec::new(),
            ended: false,
            most,
            usual: most,
            on_lines: false,
            given: 0,
        }
    }

    fn parts(text: &str, most: usize) -> Vec<String> {
        let mut parts = up_to(most, text.as_bytes());
        let all = parts.by_ref().map(|part| part.expect("it is in memory"));
        let all = all.map(|part| String::from_utf8(part).expect("it was text"));
        let all: Vec<String> = all.collect();
        assert_eq!(all.concat(), text);
        assert_eq!(parts.given, text.len() as u64);
        all
    }

    #[test]
    fn files_are_cut_between_games() {
        assert_eq!(parts("", 10), [""]);
        assert_eq!(parts("(;B[aa])", 10), ["(;B[aa])"]);
        let three = "(;B[aa])\n(;B[bb])(;B[cc])\n";
        assert_eq!(parts(three, 9), parts(three, 18));
        assert_eq!(parts(three, 14), ["(;B[aa])", "\n(;B[bb])", "(;B[cc])\n"]);
        assert_eq!(parts(three, 22), ["(;B[aa])\n(;B[bb])", "(;B[cc])\n"]);
        assert_eq!(parts(three, 100), [three]);
        // A game that is longer than a part, and one that is short enough.
        let long = format!("(;C[{}])(;B[aa])\n(;B[bb])", "x".repeat(50));
        let shorter = ["(;B[aa])", "\n(;B[bb])"];
        assert_eq!(parts(&long, 8), [&[&long[..56]], &shorter[..]].concat());
    }

    #[test]
    fn lines_are_not_cut() {
        let text = b"(;B[aa])(;B[bb])\r\n(;B[cc])(;B[dd]) \n\n(;B[ee])";
        let parts = up_to(14, text).on_lines();
        let parts: Vec<Vec<u8>> = parts.map(|part| part.expect("it is in memory")).collect();
        let first = &b"(;B[aa])(;B[bb])"[..];
        let second = &b"\r\n(;B[cc])(;B[dd])"[..];
        assert_eq!(parts, [first, second, b" \n\n(;B[ee])"]);
    }

    #[test]
    fn files_are_not_cut_where_games_may_not_end() {
        for text in [
            // Never closed, and what seems to be a game may be a variation of it.
            "(;B[aa]\n(;FF[4];B[bb])\n(;FF[4];B[cc])\n",
            "(;B[aa]\n(;FF[4];B[bb])\n(;FF[4];B[cc])\n)",
            "\u{FEFF}(;B[aa])(;B[bb])(;B[cc])",
            "(\0;\0)\0(;B[aa])(;B[bb])(;B[cc])",
            // Text between games belongs to neither.
            "(;B[aa]) and (;B[bb]) and (;B[cc])",
            "(;C[ (;B[aa]) (;B[bb]) (;B[cc]) ]) ",
        ] {
            assert_eq!(parts(text, 12), [text]);
        }
    }

    #[test]
    fn what_is_written_into_a_file_meanwhile_is_noticed() {
        let folder = tempfile::tempdir().expect("there is room");
        let path = folder.path().join("all.sgf");
        let games = "(;FF[4];B[aa];W[bb])\n".repeat(1000);
        std::fs::write(&path, &games).expect("there is room");
        let input = Input::of(path.clone());
        let large = || match Content::up_to(500, &input).expect("it can be read") {
            Content::Large(large) => large,
            Content::All(_) => unreachable!("it has parts"),
        };
        let parts = large().into_parts().map(|part| part.expect("it is there"));
        let bytes: Vec<u8> = parts.flat_map(|part| part.bytes).collect();
        assert_eq!(bytes, games.as_bytes());
        let (before, other) = (large(), large());
        // Another file of that name is none of its concern.
        std::fs::rename(&path, folder.path().join("old.sgf")).expect("it is there");
        std::fs::write(&path, "(;B[cc])").expect("there is room");
        assert!(before.part(7).is_ok());
        std::fs::write(folder.path().join("old.sgf"), games + "(;B[cc])").expect("there is room");
        let error = before.part(7).expect_err("it is another");
        assert_eq!(error.to_string(), "it was changed in the meantime");
        assert!(other.into_parts().next().is_some_and(|part| part.is_err()));
    }

    #[test]
    fn behind_a_long_game_parts_are_as_short_as_before() {
        let long = format!("(;C[{}])\n", "x".repeat(500));
        let text = long + &"(;B[aa])\n".repeat(300);
        let lens: Vec<usize> = parts(&text, 50).iter().map(String::len).collect();
        // What was read to find its end comes with it.
        assert!(lens[0] > 500 && lens.len() > 20, "{lens:?}");
        assert!(lens[1..].iter().all(|len| *len <= 100), "{lens:?}");
    }

    /// The texts of the games, which tell where each begins and ends.
    fn games(text: &[u8]) -> Vec<String> {
        let document = Document::parse(text).expect("it is small");
        let spans = document.games_in_text();
        spans
            .map(|(_, span)| String::from_utf8_lossy(&text[span.range()]).into_owned())
            .collect()
    }

    #[test]
    fn games_of_parts_are_those_of_the_whole() {
        let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/sgf");
        let paths = ignore::Walk::new(corpus).map(|entry| entry.expect("it is there").into_path());
        let paths =
            paths.filter(|path| path.extension().is_some_and(|extension| extension == "sgf"));
        let files = paths.map(|path| std::fs::read(path).expect("it is there"));
        // What is broken in one file, or in another charset, may make something else of others beside it.
        let is_sound = |file: &Vec<u8>| {
            let document = Document::parse(file.as_slice()).expect("it is small");
            document.diagnostics().next().is_none()
                && std::str::from_utf8(file).is_ok_and(|text| !text.contains(['\x0E', '\x1B']))
        };
        let files: Vec<Vec<u8>> = files.filter(is_sound).collect();
        let joined = |several: usize, from: usize| {
            let some = files.iter().cycle().skip(from).take(several);
            some.flat_map(|file| [file.as_slice(), b"\n"].concat())
                .collect::<Vec<u8>>()
        };
        let joined = [3, 8].into_iter().flat_map(|several| {
            let joined = &joined;
            (0..files.len()).map(move |from| joined(several, from))
        });
        let files: Vec<Vec<u8>> = files.iter().cloned().chain(joined).collect();
        let mut in_parts = 0;
        for file in &files {
            let parts = up_to(3000, file).map(|part| games(&part.expect("it is in memory")));
            let parts: Vec<Vec<String>> = parts.collect();
            in_parts += usize::from(parts.len() > 1);
            let (parts, whole) = (parts.concat(), games(file));
            for (part, whole) in parts.iter().zip(&whole) {
                assert_eq!(part, whole);
            }
            assert_eq!(parts.len(), whole.len());
        }
        assert!(in_parts > files.len() / 3, "{in_parts} of {}", files.len());
    }
}
