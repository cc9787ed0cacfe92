//! Finds the copies among many games, and chooses which copy to keep.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::fmt;
use core::str::FromStr;

use kifu_sgf::properties::PropertyClass;
use kifu_sgf::{Document, GameContext, NodeId, Property, PropertyInfo};

use super::clusters::{CanonicalMoves, CopyCriteria, clusters};
use super::comparison::{Comparison, Side};
use super::hash::{HashKind, MainLine};
use super::moves::Moves;
use super::words::{Divergence, Orientation, SideBySide, count};
use kifu_transform::Transform;

/// The content that copies must have in common, parsed from text such as `moves` or `dyer+final`.
///
/// ```
/// let by: kifu_compare::SameBy = "moves+final".parse()?;
/// assert!(by.moves && by.last && !by.dyer);
/// # Ok::<(), kifu_compare::UnknownTrait>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SameBy {
    /// The setup and moves of the main line.
    pub moves: bool,
    /// The Dyer signature: the points of moves 20, 31, 40, 51, 60 and 71.
    pub dyer: bool,
    /// The final position.
    pub last: bool,
    /// The bytes.
    pub bytes: bool,
}

impl FromStr for SameBy {
    type Err = UnknownTrait;

    fn from_str(text: &str) -> Result<SameBy, UnknownTrait> {
        let mut by = SameBy::default();
        for part in text.split('+') {
            match part {
                "moves" => by.moves = true,
                "dyer" => by.dyer = true,
                "final" => by.last = true,
                "bytes" => by.bytes = true,
                _ => return Err(UnknownTrait),
            }
        }
        Ok(by)
    }
}

/// The error of parsing a [`SameBy`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownTrait;

impl fmt::Display for UnknownTrait {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected `moves`, `dyer`, `final`, `bytes`, or several of them joined by `+`")
    }
}

impl core::error::Error for UnknownTrait {}

/// A rule to choose between copies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Preference {
    /// The copy with the most moves.
    Longest,
    /// The copy with the fewest moves.
    Shortest,
    /// The copy with the most nodes.
    Nodes,
    /// The copy with the most game-info properties in the root.
    Metadata,
    /// The copy from the largest [source](GameSource::size).
    Largest,
    /// The copy from the smallest source.
    Smallest,
    /// The copy from the source that was [modified](GameSource::modified) last.
    Newest,
    /// The copy from the source that was modified first.
    Oldest,
    /// A copy that has a node with this property.
    Has(String),
    /// A copy from a source in this directory, according to its [`GameSource::directories`].
    In(String),
    /// The first copy in input order.
    First,
    /// The last copy in input order.
    Last,
}

/// The rules to choose the copy to keep. They are parsed from text such as `longest,has(RE),first`. The first rule that
/// distinguishes two copies decides.
///
/// ```
/// use kifu_compare::{Preference, Preferences};
///
/// let keep: Preferences = "in(masters, checked), has(re),longest".parse()?;
/// assert_eq!(keep.directories().collect::<Vec<_>>(), ["masters, checked"]);
/// assert_eq!(keep.rules()[1], Preference::Has("RE".into()));
/// let error = "biggest".parse::<Preferences>().unwrap_err();
/// assert!(error.to_string().starts_with("unknown rule `biggest`: expected longest, shortest"));
/// # Ok::<(), kifu_compare::PreferenceError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Preferences(Vec<Preference>);

impl Preferences {
    /// The rules, in the order in which they are applied.
    pub fn rules(&self) -> &[Preference] {
        &self.0
    }

    /// An iterator over the directories in the rules, in the order of [`GameSource::directories`].
    pub fn directories(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|rule| match rule {
            Preference::In(directory) => Some(directory.as_str()),
            _ => None,
        })
    }

    /// An iterator over the properties in the rules.
    fn properties(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|rule| match rule {
            Preference::Has(ident) => Some(ident.as_str()),
            _ => None,
        })
    }
}

/// The error of parsing [`Preferences`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PreferenceError(String);

impl fmt::Display for PreferenceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for PreferenceError {}

impl FromStr for Preferences {
    type Err = PreferenceError;

    fn from_str(text: &str) -> Result<Preferences, PreferenceError> {
        let mut rules = Vec::new();
        let mut rest = text;
        while !rest.trim().is_empty() {
            // The name of a directory in parentheses can contain commas.
            let start = rest.find(['(', ',']).unwrap_or(rest.len());
            let end = if rest[start..].starts_with('(') {
                rest.find(')').map_or(rest.len(), |at| at + 1)
            } else {
                start
            };
            rules.push(preference(rest[..end].trim()).map_err(PreferenceError)?);
            let after = rest[end..].trim_start();
            rest = match (after.strip_prefix(','), after) {
                (Some(after), _) => after,
                (None, "") => "",
                _ => {
                    let why = format!("expected a comma before `{after}`");
                    return Err(PreferenceError(why));
                }
            };
        }
        if rules.is_empty() {
            let why = "expected a rule such as `longest`";
            return Err(PreferenceError(why.to_owned()));
        }
        Ok(Preferences(rules))
    }
}

fn preference(text: &str) -> Result<Preference, String> {
    let (name, of) = match text.split_once('(') {
        None => (text, None),
        Some((name, of)) => (name, of.strip_suffix(')')),
    };
    Ok(match (name, of) {
        ("longest", None) => Preference::Longest,
        ("shortest", None) => Preference::Shortest,
        ("nodes", None) => Preference::Nodes,
        ("metadata", None) => Preference::Metadata,
        ("largest", None) => Preference::Largest,
        ("smallest", None) => Preference::Smallest,
        ("newest", None) => Preference::Newest,
        ("oldest", None) => Preference::Oldest,
        ("first", None) => Preference::First,
        ("last", None) => Preference::Last,
        ("has", Some(ident)) => Preference::Has(identifier(ident.trim())?),
        ("in", Some(directory)) => Preference::In(directory.trim().to_owned()),
        _ => {
            return Err(format!(
                "unknown rule `{}`: expected longest, shortest, nodes, metadata, largest, \
                 smallest, newest, oldest, has(PROP), in(DIR), first or last",
                text.escape_debug()
            ));
        }
    })
}

fn identifier(text: &str) -> Result<String, String> {
    let text = text.to_ascii_uppercase();
    let is_one = text.bytes().all(|b| b.is_ascii_alphanumeric())
        && text.starts_with(|c: char| c.is_ascii_alphabetic());
    if is_one {
        Ok(text)
    } else {
        Err(format!(
            "`{}` is not a property: expected an identifier such as `BL`",
            text.escape_debug()
        ))
    }
}

/// A source of games, such as a file, with the data that [`Preference`]s depend on.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameSource {
    /// The size in bytes.
    pub size: u64,
    /// The time of the last change, in any unit.
    pub modified: i128,
    /// For each of the [directories](Preferences::directories) in the rules, whether the source is in it.
    pub directories: Vec<bool>,
    /// Whether the games of the source are always kept and never listed as copies.
    pub is_master: bool,
}

/// The data of a game that [`Candidates`] need in addition to its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Candidate {
    /// The index of the source of the game, which [`Candidates::add`] sets.
    pub source: usize,
    /// The number of the game in the source, from 1.
    pub number: usize,
    /// A hash of the bytes of the game; `None` if other games share these bytes.
    bytes: Option<u64>,
    /// A hash of all content that [`SameBy`] requires except the moves; `None` if the game cannot be a copy by these
    /// criteria.
    key: Option<u64>,
    /// Whether the game is a problem. A copy of a problem must have the same variations.
    pub is_problem: bool,
    /// A hash of the variations, if the game begins with setup.
    variations: Option<u64>,
    nodes: usize,
    metadata: usize,
    /// For each of the properties in the rules, whether the game has it.
    has: Vec<bool>,
}

impl Candidate {
    /// Collects the data of a game that `by` and `keep` depend on. Also returns its canonical moves, if it is a game of
    /// Go. `bytes` is a hash of the bytes of the game, or `None` if other games share these bytes.
    pub fn of(
        document: &Document,
        root: NodeId,
        bytes: Option<u64>,
        by: SameBy,
        keep: &Preferences,
    ) -> (Candidate, Option<CanonicalMoves>) {
        let context = GameContext::of(document.node(root));
        let moves = Moves::in_context(document, root, &context);
        let form = moves.map(|moves| CanonicalMoves::of(&moves));
        // Too many games have the same first moves, and all games without moves have the same final position.
        let min_steps = CopyCriteria::default().min_steps;
        let is_game = form
            .as_ref()
            .is_some_and(|form| form.canonical().steps().len() >= min_steps);
        // Only a game that begins with setup can be a problem.
        let begins_with_setup = |form: &&CanonicalMoves| {
            let first = form.canonical().steps().first();
            first.is_some_and(|step| !step.is_move())
        };
        let setup = form.as_ref().filter(begins_with_setup);
        let has = |ident| {
            let mut nodes = document.forest().preorder(root);
            nodes.any(|node| document.node(node).get(ident).is_some())
        };
        let candidate = Candidate {
            source: 0,
            number: 1,
            bytes,
            key: if is_game || by.bytes {
                key(document, root, bytes, by)
            } else {
                None
            },
            is_problem: false,
            variations: setup.map(|form| form.variations(document, root)),
            nodes: document.forest().preorder(root).count(),
            metadata: metadata_count(document, root, &context),
            has: keep.properties().map(has).collect(),
        };
        (candidate, form)
    }

    /// Whether the game begins with setup, as problems do.
    pub fn begins_with_setup(&self) -> bool {
        self.variations.is_some()
    }
}

/// A hash of the content other than the moves that copies must have in common.
fn key(document: &Document, root: NodeId, bytes: Option<u64>, by: SameBy) -> Option<u64> {
    let mut all = md5::Context::new();
    if by.bytes {
        all.consume(bytes?.to_le_bytes());
    }
    if by.last || (by.dyer && !by.moves) {
        let line = MainLine::of(document, root, None)?;
        if by.dyer {
            let dyer = line.hash(HashKind::DyerSym)?;
            // A game without any of these moves is not a copy.
            if dyer.bytes().all(|b| b == b'?') {
                return None;
            }
            all.consume(dyer);
        }
        if by.last {
            all.consume(line.hash(HashKind::FinalSym)?);
        }
    }
    let digest = u128::from_le_bytes(all.finalize().0);
    Some(digest as u64)
}

/// The number of game-info properties with a value in the root.
fn metadata_count(document: &Document, root: NodeId, context: &GameContext) -> usize {
    let is_metadata = |property: &Property<'_>| {
        let info = PropertyInfo::of(property.ident(), context);
        let value = property.value();
        info.is_some_and(|info| info.class == PropertyClass::GameInfo)
            && value.is_some_and(|value| !value.raw().trim_ascii().is_empty())
    };
    document.node(root).properties().filter(is_metadata).count()
}

/// A collection of games to search for copies.
///
/// ```
/// use kifu_compare::{Candidate, Candidates, CopyKind, CopyCriteria, Preferences, SameBy, GameSource};
/// use kifu_compare::sgf::Document;
///
/// let keep: Preferences = "longest,metadata,first".parse()?;
/// let by: SameBy = "moves".parse()?;
/// let mut games = Candidates::default();
/// for text in [
///     "(;B[pd];W[dp];B[pp];W[dd];B[fc];W[cf])",
///     "(;PB[Sato]PW[Lee];B[dd];W[pp];B[dp];W[pd];B[nc];W[qf])",
///     "(;B[aa];W[ab];B[ac];W[ad];B[ae];W[af])",
/// ] {
///     let source = games.add_source(GameSource { size: text.len() as u64, ..GameSource::default() });
///     let document = Document::parse(text)?;
///     let root = document.roots().next().unwrap();
///     let (game, form) = Candidate::of(&document, root, None, by, &keep);
///     games.add(source, game, form);
/// }
/// let criteria = CopyCriteria { min_steps: 4, ..CopyCriteria::default() };
/// let groups = games.groups(by, &criteria);
/// assert_eq!(groups, [[0, 1]]);
/// let cluster = games.cluster(&groups[0], &keep);
/// assert_eq!(cluster.kept, 1);
/// assert_eq!(cluster.copies[0].kind, CopyKind::Turned);
/// assert_eq!(cluster.copies[0].describe(), "mirrored left to right");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Candidates {
    sources: Vec<GameSource>,
    games: Vec<Candidate>,
    forms: Vec<Option<CanonicalMoves>>,
}

impl Candidates {
    /// Adds a source and returns its index.
    pub fn add_source(&mut self, source: GameSource) -> usize {
        self.sources.push(source);
        self.sources.len() - 1
    }

    /// Adds a game from the source with this index.
    pub fn add(&mut self, source: usize, game: Candidate, form: Option<CanonicalMoves>) {
        self.games.push(Candidate { source, ..game });
        self.forms.push(form);
    }

    /// The games, in the order in which they were added.
    pub fn games(&self) -> &[Candidate] {
        &self.games
    }

    /// The source of a game.
    ///
    /// # Panics
    ///
    /// If the index of the game or of its source is out of range.
    pub fn source(&self, game: usize) -> &GameSource {
        &self.sources[self.games[game].source]
    }

    /// The moves of a game; `None` if it is not a game of Go.
    ///
    /// # Panics
    ///
    /// If the index is out of range.
    pub fn moves(&self, game: usize) -> Option<Moves> {
        self.forms[game].as_ref().map(CanonicalMoves::moves)
    }

    /// The number of moves of a game; `None` if it is not a game of Go.
    ///
    /// # Panics
    ///
    /// If the index is out of range.
    pub fn move_count(&self, game: usize) -> Option<usize> {
        let form = self.forms[game].as_ref()?;
        Some(form.canonical().count())
    }

    /// Finds the groups of games that are copies of each other, as indices in ascending order. Each group has at least
    /// one game that is not from a [master](GameSource::is_master).
    ///
    /// Games with the same bytes are always copies. A problem is a copy only of problems with the same variations. See
    /// [`clusters`] for how moves are compared.
    pub fn groups(&self, by: SameBy, criteria: &CopyCriteria) -> Vec<Vec<usize>> {
        let mut known = self.pairs_of(|game| game.bytes);
        if !by.moves {
            known.extend(self.pairs_of(|game| game.key));
            let none = vec![None; self.games.len()];
            return self.with_games_of_others(clusters(&none, known, criteria));
        }
        let groups = clusters(&self.forms, known, criteria).into_iter();
        let groups = groups.flat_map(|group| self.split_problems(group));
        let groups = if by.last || by.bytes {
            groups
                .flat_map(|group| self.split_by(group, |game| game.key))
                .collect()
        } else {
            groups.collect()
        };
        self.with_games_of_others(groups)
    }

    /// Removes groups in which all games are from masters.
    fn with_games_of_others(&self, groups: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
        let is_masters = |game: &usize| self.source(*game).is_master;
        let has_others = |group: &Vec<usize>| !group.iter().all(is_masters);
        groups.into_iter().filter(has_others).collect()
    }

    /// Returns pairs of games with the same hash: each game and the next one with its hash.
    fn pairs_of(&self, of: impl Fn(&Candidate) -> Option<u64>) -> Vec<(usize, usize)> {
        let keyed = self.games.iter().enumerate();
        let keyed = keyed.filter_map(|(at, game)| Some((of(game)?, at)));
        let mut keyed: Vec<(u64, usize)> = keyed.collect();
        keyed.sort_unstable();
        let same = keyed.windows(2).filter(|two| two[0].0 == two[1].0);
        same.map(|two| (two[0].1, two[1].1)).collect()
    }

    /// Splits a group that contains a problem by variations, because a problem with a different solution is a different
    /// problem.
    fn split_problems(&self, group: Vec<usize>) -> Vec<Vec<usize>> {
        if group.iter().any(|game| self.games[*game].is_problem) {
            self.split_by(group, |game| game.variations)
        } else {
            vec![group]
        }
    }

    fn split_by(
        &self,
        mut group: Vec<usize>,
        key: impl Fn(&Candidate) -> Option<u64>,
    ) -> Vec<Vec<usize>> {
        let key = |game: &usize| key(&self.games[*game]);
        group.sort_by_key(|game| (key(game), *game));
        let parts = group.chunk_by(|a, b| key(a) == key(b));
        let mut parts: Vec<Vec<usize>> = parts
            .filter(|part| part.len() > 1)
            .map(<[usize]>::to_vec)
            .collect();
        parts.sort();
        parts
    }

    /// Chooses the game of a group to keep, and compares the others with it. Games from
    /// [masters](GameSource::is_master) come first; then `keep` decides, and then the order.
    pub fn cluster(&self, group: &[usize], keep: &Preferences) -> Cluster {
        let kept = self.best(group, keep);
        let of_kept = self.moves(kept);
        let copy = |game: usize| {
            let bytes = self.games[game].bytes;
            let same_bytes = bytes.is_some() && bytes == self.games[kept].bytes;
            GameCopy::of(game, self.moves(game), of_kept.as_ref(), same_bytes)
        };
        let is_copy = |game: &usize| *game != kept && !self.source(*game).is_master;
        let copies = group.iter().copied().filter(is_copy).map(copy).collect();
        Cluster { kept, copies }
    }

    fn best(&self, group: &[usize], keep: &Preferences) -> usize {
        let key = |game: usize| {
            let (mut has, mut directories) = (
                self.games[game].has.iter(),
                self.source(game).directories.iter(),
            );
            let rules = keep.0.iter().map(|rule| match rule {
                Preference::Has(_) => i128::from(has.next() == Some(&true)),
                Preference::In(_) => i128::from(directories.next() == Some(&true)),
                rule => self.score(game, rule),
            });
            let rules: Vec<i128> = rules.collect();
            (self.source(game).is_master, rules, Reverse(game))
        };
        let games = group.iter().copied();
        games.max_by_key(|game| key(*game)).unwrap_or(0)
    }

    /// The score of a copy by a rule. The copy with the highest score is kept.
    fn score(&self, game: usize, rule: &Preference) -> i128 {
        let (source, candidate) = (self.source(game), &self.games[game]);
        let moves = || self.move_count(game).unwrap_or(0) as i128;
        match rule {
            Preference::Longest => moves(),
            Preference::Shortest => -moves(),
            Preference::Nodes => candidate.nodes as i128,
            Preference::Metadata => candidate.metadata as i128,
            Preference::Largest => i128::from(source.size),
            Preference::Smallest => -i128::from(source.size),
            Preference::Newest => source.modified,
            Preference::Oldest => -source.modified,
            Preference::First => -(game as i128),
            Preference::Last => game as i128,
            Preference::Has(_) | Preference::In(_) => 0,
        }
    }
}

/// A group of copies, one of which is kept.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Cluster {
    /// The index of the kept game.
    pub kept: usize,
    /// The other copies in order, except those from [masters](GameSource::is_master).
    pub copies: Vec<GameCopy>,
}

/// A copy, and its differences from the kept game.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct GameCopy {
    /// The index of the game.
    pub game: usize,
    /// The kind of differences.
    pub kind: CopyKind,
    /// Whether the copy has the same bytes as the kept game.
    pub same_bytes: bool,
    /// The comparison with the kept game, if both are games of Go.
    pub comparison: Option<Comparison>,
    /// Both games, if they differ.
    games: Option<SideBySide>,
}

/// The kind of difference between a copy and the kept game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(rename_all = "lowercase")
)]
pub enum CopyKind {
    /// The same moves or bytes.
    Exact,
    /// The same moves on a turned or mirrored board, or with the colours swapped.
    Turned,
    /// One of the games ends earlier.
    Truncated,
    /// Some moves differ.
    Near,
}

impl CopyKind {
    fn of(found: &Comparison) -> CopyKind {
        if found.distance() > 0 {
            CopyKind::Near
        } else if found.rest().is_some() {
            CopyKind::Truncated
        } else if Orientation::of(found.transform).words().is_some() {
            CopyKind::Turned
        } else {
            CopyKind::Exact
        }
    }
}

impl GameCopy {
    fn of(game: usize, moves: Option<Moves>, kept: Option<&Moves>, same_bytes: bool) -> GameCopy {
        let both = moves.zip(kept);
        let comparison = both.as_ref().map(|(copy, kept)| Comparison::of(copy, kept));
        let games = both
            .zip(comparison.as_ref())
            .and_then(|((copy, kept), found)| {
                let differ = !found.differences.is_empty();
                differ.then(|| SideBySide::new(&copy, kept, found))
            });
        GameCopy {
            game,
            kind: match &comparison {
                Some(found) if !same_bytes => CopyKind::of(found),
                _ => CopyKind::Exact,
            },
            same_bytes,
            comparison,
            games,
        }
    }

    /// The transform from the copy to the kept game.
    pub fn transform(&self) -> Transform {
        let found = self.comparison.as_ref();
        found.map_or(Transform::IDENTITY, |found| found.transform)
    }

    /// The number of moves that differ.
    pub fn distance(&self) -> usize {
        self.comparison.as_ref().map_or(0, Comparison::distance)
    }

    /// Whether the copy differs too much from the kept game to meet the criteria. Such a copy is in the cluster only
    /// because it is a copy of another copy.
    pub fn is_too_far(&self, by: SameBy, criteria: &CopyCriteria) -> bool {
        let found = match &self.comparison {
            Some(found) if by.moves && !self.same_bytes => found,
            _ => return false,
        };
        let missing = match found.rest() {
            Some((_, steps)) if !criteria.prefix => steps,
            _ => 0,
        };
        found.distance() + missing > criteria.max_distance
    }

    /// The differences as plain data.
    pub fn divergences(&self) -> Vec<Divergence> {
        let both = self.comparison.as_ref().zip(self.games.as_ref());
        let divergences = both.map(|(found, games)| {
            let differences = found.differences.iter();
            differences.map(|one| games.divergence(one)).collect()
        });
        divergences.unwrap_or_default()
    }

    /// Describes how the copy differs, such as `rotated left; ends 3 moves earlier`.
    pub fn describe(&self) -> String {
        if self.same_bytes {
            return "the same bytes".to_owned();
        }
        let Some(found) = &self.comparison else {
            return "the same".to_owned();
        };
        let mut words = Vec::new();
        words.extend(Orientation::of(found.transform).words());
        match found.rest() {
            Some((Side::First, more)) => words.push(format!("{} longer", count(more, "move"))),
            Some((Side::Second, less)) => {
                words.push(format!("ends {} earlier", count(less, "move")));
            }
            None => {}
        }
        let distance = found.distance();
        if distance > 0 {
            words.push(match distance {
                1 => "1 move differs".to_owned(),
                several => format!("{several} moves differ"),
            });
            let first = found.differences.first().zip(self.games.as_ref());
            let names = ["this copy", "the kept copy"];
            words.extend(first.map(|(first, games)| games.describe(first, names)));
        }
        if words.is_empty() {
            "the same moves".to_owned()
        } else {
            words.join("; ")
        }
    }
}

/// The number of copies of each kind. Its `Display` is a summary such as
/// `2 copies in 1 cluster: 1 exact, 1 near`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct CopyCounts {
    /// The number of clusters.
    pub clusters: usize,
    /// The number of [exact](CopyKind::Exact) copies.
    pub exact: usize,
    /// The number of [turned](CopyKind::Turned) copies.
    pub turned: usize,
    /// The number of [truncated](CopyKind::Truncated) copies.
    pub truncated: usize,
    /// The number of [near](CopyKind::Near) copies.
    pub near: usize,
}

impl CopyCounts {
    /// Counts a cluster.
    pub fn add(&mut self, cluster: &Cluster) {
        self.clusters += 1;
        for copy in &cluster.copies {
            *match copy.kind {
                CopyKind::Exact => &mut self.exact,
                CopyKind::Turned => &mut self.turned,
                CopyKind::Truncated => &mut self.truncated,
                CopyKind::Near => &mut self.near,
            } += 1;
        }
    }
}

impl fmt::Display for CopyCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds = [
            (self.exact, "exact"),
            (self.turned, "turned"),
            (self.truncated, "truncated"),
            (self.near, "near"),
        ];
        let copies = match kinds.iter().map(|(number, _)| number).sum() {
            0usize => return f.write_str("no copies"),
            1 => "1 copy".to_string(),
            copies => format!("{copies} copies"),
        };
        write!(f, "{copies} in {}: ", count(self.clusters, "cluster"))?;
        let kinds = kinds.iter().filter(|(number, _)| *number > 0);
        for (at, (number, kind)) in kinds.enumerate() {
            let comma = if at > 0 { ", " } else { "" };
            write!(f, "{comma}{number} {kind}")?;
        }
        Ok(())
    }
}
