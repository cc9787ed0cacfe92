//! Makes the next version of an index from the previous one.

use std::collections::HashMap;
use std::io::Cursor;

use super::builder::{Builder, File};
use super::reader::{Contents, Error, Index};
use crate::line::{Line, Winner};

/// The previous version of an index, whose games are kept where files did not change.
#[derive(Clone, Debug, Default)]
pub struct Previous {
    bytes: Vec<u8>,
    contents: Contents,
    /// The indices of the files by their names.
    files: HashMap<Vec<u8>, usize>,
}

impl Previous {
    /// Reads the bytes of an index. Empty bytes stand for an index without files.
    ///
    /// # Errors
    ///
    /// See [`Index::open`].
    pub fn read(bytes: Vec<u8>) -> Result<Previous, Error> {
        let contents = if bytes.is_empty() {
            Contents::default()
        } else {
            Index::open(Cursor::new(&bytes))?.contents()?
        };
        let names = contents.files().iter().map(|file| file.name.clone());
        Ok(Previous {
            files: names.zip(0..).collect(),
            bytes,
            contents,
        })
    }

    /// The file with this name.
    pub fn file(&self, name: &[u8]) -> Option<&File> {
        self.files.get(name).map(|at| &self.contents.files()[*at])
    }
}

/// Makes the next version of an index, file after file.
///
/// ```
/// use kifu_core::{Action, Color, Move, Point, Size};
/// use kifu_search::index::{File, Previous, Update};
/// use kifu_search::{Line, Winner};
///
/// let file = |name: &[u8]| File { name: name.to_vec(), games: 1, ..File::default() };
/// let moves = [Action::Play(Color::Black, Move::Play(Point::new(3, 3)))];
/// let line = Line::new(Size::default(), moves);
///
/// let nothing = Previous::default();
/// let mut update = Update::new(&nothing);
/// update.add(&file(b"a.sgf"), [(1, &line, Winner::Black)]);
/// update.add(&file(b"b.sgf"), [(1, &line, Winner::White)]);
/// let first = update.finish();
/// assert_eq!((first.counts.new, first.counts.games), (2, 2));
///
/// // One file is unchanged, and the other one was removed.
/// let previous = Previous::read(first.bytes)?;
/// let mut update = Update::new(&previous);
/// assert!(update.keep(previous.file(b"b.sgf").unwrap()));
/// let second = update.finish();
/// assert_eq!((second.counts.new, second.counts.gone, second.counts.games), (0, 1, 1));
/// assert!(second.is_changed);
/// # Ok::<(), kifu_search::index::Error>(())
/// ```
pub struct Update<'p> {
    previous: &'p Previous,
    builder: Builder,
    counts: UpdateCounts,
    /// The number of added files that the previous version also has.
    known: u64,
}

/// The next version of an index.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Updated {
    /// The bytes of the index.
    pub bytes: Vec<u8>,
    /// Whether these bytes differ from those of the previous version.
    pub is_changed: bool,
    /// The numbers of files and games.
    pub counts: UpdateCounts,
}

/// The numbers of files and games of the next version of an index.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct UpdateCounts {
    /// The number of files.
    pub files: u64,
    /// The number of games.
    pub games: u64,
    /// The number of files that the previous version does not have.
    pub new: u64,
    /// The number of files that changed since the previous version.
    pub changed: u64,
    /// The number of files that only the previous version has.
    pub gone: u64,
}

impl<'p> Update<'p> {
    /// Starts the next version of an index, without files yet.
    pub fn new(previous: &'p Previous) -> Update<'p> {
        Update {
            previous,
            builder: Builder::new(),
            counts: UpdateCounts::default(),
            known: 0,
        }
    }

    /// Adds a file with the games that the file with the same name has in the previous version. If the
    /// previous version does not have the file, returns `false` and adds nothing.
    pub fn keep(&mut self, file: &File) -> bool {
        let Some(&at) = self.previous.files.get(&file.name) else {
            return false;
        };
        self.builder.start_file(file);
        self.known += 1;
        self.counts.files += 1;
        self.counts.games += self.builder.keep_games(&self.previous.contents, at) as u64;
        true
    }

    /// Adds a file that was read. Each item of `games` is the number, the moves and the winner of a game.
    pub fn add<'l>(
        &mut self,
        file: &File,
        games: impl IntoIterator<Item = (u32, &'l Line, Winner)>,
    ) {
        self.builder.start_file(file);
        self.counts.files += 1;
        if self.previous.file(&file.name).is_some() {
            self.counts.changed += 1;
            self.known += 1;
        } else {
            self.counts.new += 1;
        }
        for (number, line, winner) in games {
            self.counts.games += 1;
            self.builder.add_game(number, line, winner);
        }
    }

    /// Returns the index.
    pub fn finish(mut self) -> Updated {
        let bytes = self.builder.finish();
        let before = self.previous.files.len() as u64;
        self.counts.gone = before.saturating_sub(self.known);
        Updated {
            is_changed: bytes != self.previous.bytes,
            bytes,
            counts: self.counts,
        }
    }
}

#[cfg(test)]
mod tests {
    use kifu_core::{Action, Color, Move, Point, Size};

    use super::*;

    fn line(points: &[(u8, u8)]) -> Line {
        let colors = [Color::Black, Color::White].into_iter().cycle();
        let moves = points
            .iter()
            .zip(colors)
            .map(|(&(col, row), color)| Action::Play(color, Move::Play(Point::new(col, row))));
        Line::new(Size::default(), moves)
    }

    fn file(name: &str, games: u32) -> File {
        File {
            name: name.as_bytes().to_vec(),
            games,
            ..File::default()
        }
    }

    #[test]
    fn kept_games_produce_the_same_bytes_as_read_games() {
        let (one, two) = (line(&[(3, 3), (15, 15)]), line(&[(3, 15)]));
        let nothing = Previous::default();
        let mut read = Update::new(&nothing);
        read.add(
            &file("a", 2),
            [(1, &one, Winner::Black), (2, &two, Winner::White)],
        );
        read.add(&file("b", 1), [(1, &two, Winner::White)]);
        let read = read.finish();
        assert!(read.is_changed);
        assert_eq!((read.counts.files, read.counts.games), (2, 3));

        let previous = Previous::read(read.bytes.clone()).unwrap();
        assert_eq!(previous.file(b"a"), Some(&file("a", 2)));
        let mut kept = Update::new(&previous);
        assert!(kept.keep(&file("a", 2)) && kept.keep(&file("b", 1)));
        assert!(!kept.keep(&file("c", 1)));
        let kept = kept.finish();
        assert_eq!((kept.bytes, kept.is_changed), (read.bytes, false));
        assert_eq!((kept.counts.files, kept.counts.games), (2, 3));
        assert_eq!(
            (kept.counts.new, kept.counts.changed, kept.counts.gone),
            (0, 0, 0)
        );
    }

    #[test]
    fn changed_and_gone_files_are_counted() {
        let nothing = Previous::default();
        let mut first = Update::new(&nothing);
        let one = line(&[(3, 3)]);
        for name in ["a", "b", "c"] {
            first.add(&file(name, 1), [(1, &one, Winner::Black)]);
        }
        let previous = Previous::read(first.finish().bytes).unwrap();
        let mut next = Update::new(&previous);
        next.add(&file("b", 0), []);
        next.add(&file("d", 1), [(1, &one, Winner::Black)]);
        let counts = next.finish().counts;
        assert_eq!((counts.new, counts.changed, counts.gone), (1, 1, 2));
        assert_eq!((counts.files, counts.games), (2, 1));
    }
}
