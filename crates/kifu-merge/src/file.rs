//! Three-way merges of files.

use std::borrow::Cow;
use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

use kifu_compare::Moves;
use kifu_sgf::{Document, NodeId, Severity};

use crate::game::{self, MergedGame};
use crate::lines::{merge_lines, merge_whole};
use crate::order;
use crate::{Conflict, Labels, Merged, Method, Unmergeable, Version};

/// Merges three versions of a file of games in SGF: the last common version, ours and theirs.
///
/// The bytes of our version stay wherever theirs does not change the content. If only one version changed the file, or a
/// game of it, the result has the bytes of that version. See the [crate](crate) for the rules.
///
/// Files that are not sound SGF are merged by lines: [`Merged::method`].
///
/// ```
/// use kifu_merge::{Labels, merge};
///
/// let base = b"(;SZ[19]\n;B[pd];W[dp])";
/// let ours = b"(;SZ[19]\n;B[pd]C[The usual start.];W[dp])";
/// let theirs = b"(;SZ[19];B[pd](;W[dp])(;W[dd]))";
/// let merged = merge(base, ours, theirs, &Labels::default());
/// assert_eq!(merged.bytes, b"(;SZ[19]\n;B[pd]C[The usual start.](;W[dp])(;W[dd]))");
/// assert!(merged.conflicts.is_empty());
/// ```
pub fn merge(base: &[u8], ours: &[u8], theirs: &[u8], labels: &Labels<'_>) -> Merged {
    if let Some(whole) = merge_whole(base, ours, theirs) {
        return whole;
    }
    let merged = merge_games(base, ours, theirs, labels);
    merged.unwrap_or_else(|Unmergeable| merge_lines(base, ours, theirs, labels))
}

/// Whether a text has no syntax errors.
fn is_sound(document: &Document) -> bool {
    !document
        .diagnostics()
        .any(|found| found.severity == Severity::Error)
}

/// A version of a file, as its games.
struct File {
    document: Document,
    games: Vec<Game>,
    /// The end of the last game.
    end: usize,
}

/// A game of a file. All bytes before it that belong to no other game are its lead.
struct Game {
    root: NodeId,
    start: usize,
    lead: usize,
    end: usize,
}

impl File {
    fn parse(bytes: &[u8]) -> Result<File, Unmergeable> {
        let document = Document::parse(bytes)?;
        // Git passes an empty base if both versions added the file.
        let is_sound = bytes.trim_ascii().is_empty() || is_sound(&document);
        if !is_sound {
            return Err(Unmergeable);
        }
        let mut lead = 0;
        let mut games = Vec::new();
        for (root, span) in document.games_in_text() {
            let range = span.range();
            games.push(Game {
                root,
                start: range.start,
                lead,
                end: range.end,
            });
            lead = range.end;
        }
        Ok(File {
            document,
            games,
            end: lead,
        })
    }

    fn lead(&self, game: usize) -> &[u8] {
        let game = &self.games[game];
        &self.document.text()[game.lead..game.start]
    }

    fn text(&self, game: usize) -> &[u8] {
        let game = &self.games[game];
        &self.document.text()[game.start..game.end]
    }

    fn tail(&self) -> &[u8] {
        &self.document.text()[self.end..]
    }

    /// The moves of the main line of a game.
    fn moves(&self, game: usize) -> Option<Moves> {
        Moves::of(&self.document, self.games[game].root).filter(|moves| !moves.steps().is_empty())
    }

    /// The values that tell a game from others of a collection.
    fn names(&self, game: usize) -> Option<Vec<Vec<u8>>> {
        let root = self.document.node(self.games[game].root);
        let values = ["GN", "EV", "RO", "DT", "PB", "PW", "SO"].map(|ident| {
            root.get(ident)
                .and_then(|property| property.value())
                .map_or(Vec::new(), |value| value.raw().to_vec())
        });
        values
            .iter()
            .any(|value| !value.is_empty())
            .then(|| values.to_vec())
    }
}

/// Returns for each game of the base the same game of another version.
///
/// Games are the same if they have the same bytes, or else the same first move or names and the same place between games
/// that match, or else the same main line, names or first moves, which no other game of the file has, or else only the
/// same place.
///
/// Without `by_place`, only games with the same bytes, main line or names are the same.
fn matched(base: &File, other: &File, by_place: bool) -> Vec<Option<usize>> {
    const FIRST: usize = 12;
    let mut to = vec![None; base.games.len()];
    let mut is_taken = vec![false; other.games.len()];
    by(
        &mut to,
        &mut is_taken,
        |is_base, game| {
            Some(if is_base {
                base.text(game)
            } else {
                other.text(game)
            })
        },
        false,
    );
    let are_related = |game: usize, found: usize| {
        let names = base.names(game);
        let first = |moves: Option<Moves>| moves.and_then(|moves| moves.steps().first().copied());
        let (one, two) = (first(base.moves(game)), first(other.moves(found)));
        names.is_some() && names == other.names(found)
            || one.is_none()
            || two.is_none()
            || one == two
    };
    if by_place {
        between(&mut to, &mut is_taken, are_related);
    }
    let file = |is_base: bool| if is_base { base } else { other };
    by(
        &mut to,
        &mut is_taken,
        |is_base, game| {
            file(is_base)
                .moves(game)
                .map(|moves| moves.steps().to_vec())
        },
        true,
    );
    by(
        &mut to,
        &mut is_taken,
        |is_base, game| file(is_base).names(game),
        true,
    );
    let first = |is_base: bool, game: usize| {
        let moves = file(is_base).moves(game)?;
        moves.steps().get(..FIRST).map(<[_]>::to_vec)
    };
    if !by_place {
        return to;
    }
    by(&mut to, &mut is_taken, first, true);
    between(&mut to, &mut is_taken, |_, _| true);
    to
}

/// Matches the games that remain between two games that match games that follow each other, if they are as many.
fn between(
    to: &mut [Option<usize>],
    is_taken: &mut [bool],
    are_related: impl Fn(usize, usize) -> bool,
) {
    let (mut start, mut there) = (0, 0);
    for end in 0..=to.len() {
        let to_end = match to.get(end) {
            Some(None) => continue,
            Some(Some(found)) => *found,
            None => is_taken.len(),
        };
        let is_free = there <= to_end && is_taken[there..to_end].iter().all(|taken| !taken);
        if is_free && end - start == to_end - there {
            for (game, found) in (start..end).zip(there..to_end) {
                if are_related(game, found) {
                    to[game] = Some(found);
                    is_taken[found] = true;
                }
            }
        }
        (start, there) = (end + 1, to_end + 1);
    }
}

/// Matches games for which `key` has equal values: in order, or with `is_unique` only if each version has only one.
fn by<T: Hash + Eq>(
    to: &mut [Option<usize>],
    is_taken: &mut [bool],
    key: impl Fn(bool, usize) -> Option<T>,
    is_unique: bool,
) {
    let ones: Vec<usize> = (0..to.len()).filter(|&game| to[game].is_none()).collect();
    let twos: Vec<usize> = (0..is_taken.len())
        .filter(|&game| !is_taken[game])
        .collect();
    if ones.is_empty() || twos.is_empty() {
        return;
    }
    let mut by_key: HashMap<T, [VecDeque<usize>; 2]> = HashMap::new();
    for (is_base, games) in [(true, ones), (false, twos)] {
        for game in games {
            if let Some(key) = key(is_base, game) {
                by_key.entry(key).or_default()[usize::from(!is_base)].push_back(game);
            }
        }
    }
    for [ones, twos] in by_key.into_values() {
        if !is_unique || ones.len() == 1 && twos.len() == 1 {
            for (one, two) in ones.into_iter().zip(twos) {
                to[one] = Some(two);
                is_taken[two] = true;
            }
        }
    }
}

/// A game of the result: its number in the base, or that in the version that added it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Id {
    Base(usize),
    Ours(usize),
    Theirs(usize),
}

fn merge_games(
    base: &[u8],
    ours: &[u8],
    theirs: &[u8],
    labels: &Labels<'_>,
) -> Result<Merged, Unmergeable> {
    let (base, ours, theirs) = (File::parse(base)?, File::parse(ours)?, File::parse(theirs)?);
    if ours.games.is_empty() || theirs.games.is_empty() {
        return Err(Unmergeable);
    }
    let (to_ours, to_theirs) = (matched(&base, &ours, true), matched(&base, &theirs, true));
    let ids = |count: usize, to: &[Option<usize>], new: fn(usize) -> Id| {
        let mut ids: Vec<Id> = (0..count).map(new).collect();
        for (game, found) in to.iter().enumerate() {
            if let Some(found) = found {
                ids[*found] = Id::Base(game);
            }
        }
        ids
    };
    let base_ids: Vec<Id> = (0..base.games.len()).map(Id::Base).collect();
    let our_ids = ids(ours.games.len(), &to_ours, Id::Ours);
    let their_ids = ids(theirs.games.len(), &to_theirs, Id::Theirs);
    let mut pieces: HashMap<Id, (Cow<'_, [u8]>, MergedGame)> = HashMap::new();
    let plain = |text: &[u8]| MergedGame {
        bytes: text.to_vec(),
        conflicts: Vec::new(),
    };
    // Games that one version removed and the other one changed.
    let mut restored = Vec::new();
    for (game, &id) in base_ids.iter().enumerate() {
        let (before, lead) = (base.text(game), base.lead(game));
        let (lead, merged) = match (to_ours[game], to_theirs[game]) {
            (Some(one), Some(other)) => {
                let lead = text_between(lead, ours.lead(one), theirs.lead(other))?;
                let (one, other) = (ours.text(one), theirs.text(other));
                let merged = if one == other || other == before {
                    plain(one)
                } else if one == before {
                    plain(other)
                } else {
                    game::merge([before, one, other], labels)?
                };
                (lead, merged)
            }
            (Some(one), None) if ours.text(one) != before => (
                ours.lead(one),
                game::kept_after_removal(ours.text(one), labels, Version::Theirs)?,
            ),
            (None, Some(other)) if theirs.text(other) != before => {
                restored.push(id);
                (
                    theirs.lead(other),
                    game::kept_after_removal(theirs.text(other), labels, Version::Ours)?,
                )
            }
            (one, other) => {
                // The text before a removed game is removed with it, unless the other version changed that text.
                let kept = [
                    one.map(|one| ours.lead(one)),
                    other.map(|other| theirs.lead(other)),
                ];
                if kept.into_iter().flatten().any(|kept| !is_same(kept, lead)) {
                    return Err(Unmergeable);
                }
                continue;
            }
        };
        pieces.insert(id, (Cow::Borrowed(lead), merged));
    }
    for (game, &id) in our_ids.iter().enumerate() {
        if id == Id::Ours(game) {
            pieces.insert(id, (Cow::Borrowed(ours.lead(game)), plain(ours.text(game))));
        }
    }
    // Both may have added the same game. Git merges a file that both added with an empty base.
    let ours_to_theirs = matched(&ours, &theirs, base.games.is_empty());
    let mut their_ids = their_ids;
    for (game, found) in ours_to_theirs.into_iter().enumerate() {
        let Some(found) = found.filter(|found| {
            our_ids[game] == Id::Ours(game) && their_ids[*found] == Id::Theirs(*found)
        }) else {
            continue;
        };
        let (one, other) = (ours.text(game), theirs.text(found));
        let lead = text_between(b"", ours.lead(game), theirs.lead(found))?;
        let merged = if one == other {
            plain(one)
        } else {
            const NOTHING: &[u8] = b"(;)";
            game::merge([NOTHING, one, other], labels)?
        };
        pieces.insert(Id::Ours(game), (Cow::Borrowed(lead), merged));
        their_ids[found] = Id::Ours(game);
    }
    for (game, &id) in their_ids.iter().enumerate() {
        if id == Id::Theirs(game) {
            pieces.insert(
                id,
                (Cow::Borrowed(theirs.lead(game)), plain(theirs.text(game))),
            );
        }
    }
    let is_kept = |id: &Id| pieces.contains_key(id);
    // For the order, a restored game is new, because our version lacks it.
    let base_ids: Vec<Id> = base_ids
        .into_iter()
        .filter(|id| is_kept(id) && !restored.contains(id))
        .collect();
    let our_ids: Vec<Id> = our_ids.into_iter().filter(is_kept).collect();
    let their_ids: Vec<Id> = their_ids.into_iter().filter(is_kept).collect();
    let order = order::merge(&base_ids, &our_ids, &their_ids);
    let mut text: Vec<u8> = Vec::new();
    let mut conflicts = Vec::new();
    for (number, id) in order.items.iter().enumerate() {
        let Some((lead, game)) = pieces.remove(id) else {
            return Err(Unmergeable);
        };
        if number > 0 && lead.is_empty() && !matches!(id, Id::Base(_)) {
            text.push(b'\n');
        }
        text.extend_from_slice(&lead);
        text.extend_from_slice(&game.bytes);
        conflicts.extend(game.conflicts.into_iter().map(|conflict| Conflict {
            game: number,
            ..conflict
        }));
    }
    if order.is_conflict || !pieces.is_empty() {
        return Err(Unmergeable);
    }
    text.extend_from_slice(text_between(base.tail(), ours.tail(), theirs.tail())?);
    let games = order.items.len();
    let read = ours.document.with_text(text)?;
    if !is_sound(&read) || read.games_in_text().count() != games {
        return Err(Unmergeable);
    }
    Ok(Merged {
        bytes: read.into_bytes(),
        conflicts,
        method: Method::Nodes,
    })
}

/// Whether the texts between games are the same, apart from white space around them.
fn is_same(one: &[u8], other: &[u8]) -> bool {
    one.trim_ascii() == other.trim_ascii()
}

/// Merges the text before or after a game.
fn text_between<'t>(
    base: &'t [u8],
    ours: &'t [u8],
    theirs: &'t [u8],
) -> Result<&'t [u8], Unmergeable> {
    if is_same(base, theirs) || is_same(ours, theirs) {
        return Ok(ours);
    }
    if is_same(base, ours) {
        Ok(theirs)
    } else {
        Err(Unmergeable)
    }
}
