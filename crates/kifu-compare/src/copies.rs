//! Which games among many are copies of one another, and which copy to keep.

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

use super::clusters::{Form, Likeness, clusters};
use super::comparison::{Comparison, Side};
use super::hash::{Kind, Line};
use super::moves::Moves;
use super::words::{Divergence, Orientation, SideBySide, count};
use kifu_transform::Transform;

/// What games must have in common to be copies, read from text such as `moves` or `dyer+final`.
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
    /// The Dyer signature.
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

/// The error for text that [`SameBy`] cannot be read from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownTrait;

impl fmt::Display for UnknownTrait {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected moves, dyer, final, bytes, or several with `+` between them")
    }
}

impl core::error::Error for UnknownTrait {}

/// A rule by which one of several copies is better than another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Preference {
    /// The most moves.
    Longest,
    /// The fewest moves.
    Shortest,
    /// The most nodes.
    Nodes,
    /// The most properties that describe the game as a whole.
    Metadata,
    /// The largest [source](Source::size).
    Largest,
    /// The smallest source.
    Smallest,
    /// The source that was [modified](Source::modified) last.
    Newest,
    /// The source that was modified first.
    Oldest,
    /// A node with this property.
    Has(String),
    /// A source in this folder, as the caller [sees it](Source::folders).
    In(String),
    /// The first game.
    First,
    /// The last game.
    Last,
}

/// Rules that choose the copy to keep, read from text such as `longest,has(RE),first`: the first rule
/// that tells two copies apart decides.
///
/// ```
/// use kifu_compare::{Preference, Preferences};
///
/// let keep: Preferences = "in(masters, checked), has(re),longest".parse()?;
/// assert_eq!(keep.folders().collect::<Vec<_>>(), ["masters, checked"]);
/// assert_eq!(keep.rules()[1], Preference::Has("RE".into()));
/// let error = "biggest".parse::<Preferences>().unwrap_err();
/// assert!(error.to_string().starts_with("`biggest` is no rule: expected longest, shortest"));
/// # Ok::<(), kifu_compare::PreferenceError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Preferences(Vec<Preference>);

impl Preferences {
    /// The rules, in the order in which they are asked.
    pub fn rules(&self) -> &[Preference] {
        &self.0
    }

    /// The folders that rules name, in the order of [`Source::folders`].
    pub fn folders(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|rule| match rule {
            Preference::In(folder) => Some(folder.as_str()),
            _ => None,
        })
    }

    /// The properties that rules name.
    fn properties(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|rule| match rule {
            Preference::Has(ident) => Some(ident.as_str()),
            _ => None,
        })
    }
}

/// The error for text that [`Preferences`] cannot be read from.
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
            // A folder in brackets can have commas.
            let start = rest.find(['(', ',']).unwrap_or(rest.len());
            let end = match rest[start..].starts_with('(') {
                true => rest.find(')').map_or(rest.len(), |at| at + 1),
                false => start,
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
        match rules.is_empty() {
            true => Err(PreferenceError(
                "expected a rule such as `longest`".to_owned(),
            )),
            false => Ok(Preferences(rules)),
        }
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
        ("in", Some(folder)) => Preference::In(folder.trim().to_owned()),
        _ => {
            return Err(format!(
                "`{}` is no rule: expected longest, shortest, nodes, metadata, largest, \
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
    match is_one {
        true => Ok(text),
        false => Err("expected a property such as `BL`".to_owned()),
    }
}

/// Where games come from, such as a file: what [`Preference`]s ask of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Source {
    /// Its size in bytes.
    pub size: u64,
    /// The time of the last change, in any unit.
    pub modified: i128,
    /// Whether it is in each of the [folders](Preferences::folders) that rules name.
    pub folders: Vec<bool>,
    /// Whether its games are kept in any case. They are copies of nothing.
    pub is_master: bool,
}

/// What [`Candidates`] hold of a game in addition to its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Candidate {
    /// The index of its source, once it is [added](Candidates::add).
    pub source: usize,
    /// Its number in the source, from 1.
    pub number: usize,
    /// A hash of its bytes, if it has bytes of its own.
    bytes: Option<u64>,
    /// A hash of everything else that [`SameBy`] names; `None` if the game is a copy of nothing by that.
    key: Option<u64>,
    /// Whether it is a problem. A copy of a problem must have the same variations.
    pub is_problem: bool,
    /// Tells the variations of games that begin with setup apart.
    variations: Option<u64>,
    nodes: usize,
    metadata: usize,
    /// Whether it has each of the properties that rules name.
    has: Vec<bool>,
}

impl Candidate {
    /// The game of a root, with all that `by` and `keep` ask of it, and the form of its moves, if it is a game
    /// of Go. `bytes` is a hash of its bytes, if it has bytes of its own.
    pub fn of(
        document: &Document,
        root: NodeId,
        bytes: Option<u64>,
        by: SameBy,
        keep: &Preferences,
    ) -> (Candidate, Option<Form>) {
        let form = Moves::of(document, root).map(|moves| Form::of(&moves));
        // Too many games begin alike, and those without moves end so.
        let least = Likeness::default().least;
        let is_game = form
            .as_ref()
            .is_some_and(|form| form.canonical().steps().len() >= least);
        // Only what begins with setup can be a problem.
        let begins_with_setup = |form: &&Form| {
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
            key: match is_game || by.bytes {
                true => key(document, root, bytes, by),
                false => None,
            },
            is_problem: false,
            variations: setup.map(|form| form.variations(document, root)),
            nodes: document.forest().preorder(root).count(),
            metadata: metadata_count(document, root),
            has: keep.properties().map(has).collect(),
        };
        (candidate, form)
    }

    /// Whether the game begins with stones that are set up, as problems do.
    pub fn begins_with_setup(&self) -> bool {
        self.variations.is_some()
    }
}

/// A hash of what copies have in common besides the moves.
fn key(document: &Document, root: NodeId, bytes: Option<u64>, by: SameBy) -> Option<u64> {
    let mut all = md5::Context::new();
    if by.bytes {
        all.consume(bytes?.to_le_bytes());
    }
    if by.last || (by.dyer && !by.moves) {
        let line = Line::of(document, root, None)?;
        if by.dyer {
            let dyer = line.hash(Kind::DyerSym)?;
            // A game without these moves is no copy of another without them.
            if dyer.bytes().all(|b| b == b'?') {
                return None;
            }
            all.consume(dyer);
        }
        if by.last {
            all.consume(line.hash(Kind::FinalSym)?);
        }
    }
    let digest = u128::from_le_bytes(all.finalize().0);
    Some(digest as u64)
}

/// The number of properties of the root that say something about the game as a whole.
fn metadata_count(document: &Document, root: NodeId) -> usize {
    let context = GameContext::of(document.node(root));
    let says = |property: &Property<'_>| {
        let info = PropertyInfo::of(property.ident(), &context);
        let value = property.value();
        info.is_some_and(|info| info.class == PropertyClass::GameInfo)
            && value.is_some_and(|value| !value.raw().trim_ascii().is_empty())
    };
    document.node(root).properties().filter(says).count()
}

/// Many games, among which copies are looked for.
///
/// ```
/// use kifu_compare::{Candidate, Candidates, CopyKind, Likeness, Preferences, SameBy, Source};
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
///     let source = games.add_source(Source { size: text.len() as u64, ..Source::default() });
///     let document = Document::parse(text)?;
///     let root = document.roots().next().unwrap();
///     let (game, form) = Candidate::of(&document, root, None, by, &keep);
///     games.add(source, game, form);
/// }
/// let likeness = Likeness { least: 4, ..Likeness::default() };
/// let groups = games.groups(by, &likeness);
/// assert_eq!(groups, [[0, 1]]);
/// let cluster = games.cluster(&groups[0], &keep);
/// assert_eq!(cluster.kept, 1);
/// assert_eq!(cluster.copies[0].kind, CopyKind::Turned);
/// assert_eq!(cluster.copies[0].describe(), "left and right mirrored");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Candidates {
    sources: Vec<Source>,
    games: Vec<Candidate>,
    forms: Vec<Option<Form>>,
}

impl Candidates {
    /// Adds a source, and returns its index.
    pub fn add_source(&mut self, source: Source) -> usize {
        self.sources.push(source);
        self.sources.len() - 1
    }

    /// Adds a game of the source with this index.
    pub fn add(&mut self, source: usize, game: Candidate, form: Option<Form>) {
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
    /// If there is no such game, or no such source.
    pub fn source(&self, game: usize) -> &Source {
        &self.sources[self.games[game].source]
    }

    /// The moves of a game of Go.
    ///
    /// # Panics
    ///
    /// If there is no such game.
    pub fn moves(&self, game: usize) -> Option<Moves> {
        self.forms[game].as_ref().map(Form::moves)
    }

    /// The number of moves of a game of Go.
    ///
    /// # Panics
    ///
    /// If there is no such game.
    pub fn move_count(&self, game: usize) -> Option<usize> {
        let form = self.forms[game].as_ref()?;
        Some(form.canonical().count())
    }

    /// The groups of games that are copies of one another, as indices in ascending order. A group has at
    /// least one game that is not of a [master](Source::is_master).
    ///
    /// Games with the same bytes are always copies. A problem is a copy only of problems with the same variations.
    /// [`clusters`] says how moves are compared.
    pub fn groups(&self, by: SameBy, likeness: &Likeness) -> Vec<Vec<usize>> {
        let mut known = self.pairs_of(|game| game.bytes);
        if !by.moves {
            known.extend(self.pairs_of(|game| game.key));
            let none = vec![None; self.games.len()];
            return self.with_games_of_others(clusters(&none, known, likeness));
        }
        let groups = clusters(&self.forms, known, likeness).into_iter();
        let groups = groups.flat_map(|group| self.split_problems(group));
        let groups = match by.last || by.bytes {
            false => groups.collect(),
            true => groups
                .flat_map(|group| self.split_by(group, |game| game.key))
                .collect(),
        };
        self.with_games_of_others(groups)
    }

    /// Drops groups in which all games are of masters.
    fn with_games_of_others(&self, groups: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
        let is_masters = |game: &usize| self.source(*game).is_master;
        let has_others = |group: &Vec<usize>| !group.iter().all(is_masters);
        groups.into_iter().filter(has_others).collect()
    }

    /// Games with the same hash of something, each with the previous one.
    fn pairs_of(&self, of: impl Fn(&Candidate) -> Option<u64>) -> Vec<(usize, usize)> {
        let keyed = self.games.iter().enumerate();
        let keyed = keyed.filter_map(|(at, game)| Some((of(game)?, at)));
        let mut keyed: Vec<(u64, usize)> = keyed.collect();
        keyed.sort_unstable();
        let same = keyed.windows(2).filter(|two| two[0].0 == two[1].0);
        same.map(|two| (two[0].1, two[1].1)).collect()
    }

    /// The parts of a group that have the same variations, if there is a problem in it: one with other
    /// solutions is another problem.
    fn split_problems(&self, group: Vec<usize>) -> Vec<Vec<usize>> {
        match group.iter().any(|game| self.games[*game].is_problem) {
            true => self.split_by(group, |game| game.variations),
            false => vec![group],
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

    /// Chooses the game of a group that is kept, and compares the others with it. Games of
    /// [masters](Source::is_master) come before all others; then `keep` decides, then the order.
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
            let (mut has, mut folders) = (
                self.games[game].has.iter(),
                self.source(game).folders.iter(),
            );
            let rules = keep.0.iter().map(|rule| match rule {
                Preference::Has(_) => i128::from(has.next() == Some(&true)),
                Preference::In(_) => i128::from(folders.next() == Some(&true)),
                rule => self.points(game, rule),
            });
            let rules: Vec<i128> = rules.collect();
            (self.source(game).is_master, rules, Reverse(game))
        };
        let games = group.iter().copied();
        games.max_by_key(|game| key(*game)).unwrap_or(0)
    }

    /// How good a copy is by a rule: the more the better.
    fn points(&self, game: usize, rule: &Preference) -> i128 {
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

/// Copies of one game, one of which is kept.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Cluster {
    /// The index of the game that is kept.
    pub kept: usize,
    /// The others, in order, except those of [masters](Source::is_master).
    pub copies: Vec<GameCopy>,
}

/// A copy, and how it differs from the game that is kept.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct GameCopy {
    /// The index of the game.
    pub game: usize,
    /// How it differs.
    pub kind: CopyKind,
    /// Whether it has the same bytes.
    pub same_bytes: bool,
    /// The comparison with the game that is kept, if both are games of Go.
    pub comparison: Option<Comparison>,
    /// Both games, if they differ.
    games: Option<SideBySide>,
}

/// How a copy differs from the game that is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(rename_all = "lowercase")
)]
pub enum CopyKind {
    /// The same moves, or bytes.
    Exact,
    /// The same moves on a board that is turned or mirrored, or with the colours exchanged.
    Turned,
    /// One ends sooner.
    Truncated,
    /// Some moves differ.
    Near,
}

impl CopyKind {
    fn of(found: &Comparison) -> CopyKind {
        if found.off() > 0 {
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

    /// The transform that makes the copy lie as the game that is kept.
    pub fn transform(&self) -> Transform {
        let found = self.comparison.as_ref();
        found.map_or(Transform::IDENTITY, |found| found.transform)
    }

    /// The number of moves that differ.
    pub fn off(&self) -> usize {
        self.comparison.as_ref().map_or(0, Comparison::off)
    }

    /// Whether the copy is further from the game that is kept than is asked for. It belongs to the cluster only
    /// through other games then.
    pub fn is_too_far(&self, by: SameBy, likeness: &Likeness) -> bool {
        let found = match &self.comparison {
            Some(found) if by.moves && !self.same_bytes => found,
            _ => return false,
        };
        let missing = match found.rest() {
            Some((_, steps)) if !likeness.prefix => steps,
            _ => 0,
        };
        found.off() + missing > likeness.near
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

    /// Describes how the copy differs, such as `turned left; ends 3 moves sooner`.
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
                words.push(format!("ends {} sooner", count(less, "move")));
            }
            None => {}
        }
        let off = found.off();
        if off > 0 {
            words.push(format!("{off} off"));
            let first = found.differences.first().zip(self.games.as_ref());
            let names = ["this one", "the kept one"];
            words.extend(first.map(|(first, games)| games.describe(first, names)));
        }
        match words.is_empty() {
            true => "the same moves".to_owned(),
            false => words.join("; "),
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
