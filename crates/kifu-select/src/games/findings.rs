use std::collections::{BTreeMap, BTreeSet};

use kifu_check::Settings;
use kifu_sgf::Document;
use kifu_span::{Diagnostic, Severity};
use kifu_tree::NodeId;

use super::Origin;

/// The findings in the games of a file.
#[derive(Debug)]
pub(super) struct Findings {
    /// The findings in each game.
    of_games: Vec<Vec<Finding>>,
    /// The codes of the findings outside of all games.
    outside_codes: BTreeSet<&'static str>,
    /// The numbers of these findings.
    outside_counts: BTreeMap<Severity, usize>,
}

#[derive(Clone, Copy, Debug)]
struct Finding {
    code: &'static str,
    severity: Severity,
}

impl Findings {
    pub(super) fn of(origin: &dyn Origin, sgf: &Document) -> Findings {
        let roots: Vec<NodeId> = sgf.roots().collect();
        let mut found = Findings {
            of_games: vec![Vec::new(); roots.len()],
            outside_codes: BTreeSet::new(),
            outside_counts: BTreeMap::new(),
        };
        for diagnostic in origin.diagnostics() {
            found.add(None, diagnostic);
        }
        let is_sgf = origin.is_sgf();
        let games: Vec<_> = sgf.games_in_text().collect();
        kifu_check::check_each(sgf, &Settings::default(), |diagnostic| {
            if !is_sgf && !kifu_check::is_format_independent(diagnostic.code) {
                return;
            }
            // If several trees share one pair of parentheses, a finding counts for the first of them.
            let at = diagnostic.span.start;
            let before = games.partition_point(|(_, span)| span.start <= at);
            let game = before.checked_sub(1).map(|index| games[index]);
            let game = game.filter(|(_, span)| at < span.end || span.is_empty());
            let index = game.and_then(|(root, _)| roots.binary_search(&root).ok());
            found.add(index, &diagnostic);
        });
        found
    }

    fn add(&mut self, game: Option<usize>, diagnostic: &Diagnostic) {
        let (code, severity) = (diagnostic.code.name, diagnostic.severity);
        match game {
            Some(index) => self.of_games[index].push(Finding { code, severity }),
            None => {
                self.outside_codes.insert(code);
                *self.outside_counts.entry(severity).or_default() += 1;
            }
        }
    }

    /// Returns the codes of the findings in a game.
    pub(super) fn codes_within(&self, index: usize) -> impl Iterator<Item = &'static str> {
        self.of_games[index].iter().map(|finding| finding.code)
    }

    /// Returns the codes of the findings in a game, and each code of the findings outside of all games once: a file can have
    /// many games and many such findings.
    pub(super) fn codes(&self, index: usize) -> impl Iterator<Item = &'static str> {
        let of_game = self.of_games[index].iter().map(|finding| finding.code);
        of_game.chain(self.outside_codes.iter().copied())
    }

    /// Returns the number of findings of a game with this severity.
    pub(super) fn count(&self, index: usize, severity: Severity) -> usize {
        let of_game = self.of_games[index].iter();
        let of_game = of_game.filter(|finding| finding.severity == severity);
        of_game.count() + self.outside_counts.get(&severity).copied().unwrap_or(0)
    }

    /// Returns the number of findings of a game.
    pub(super) fn total(&self, index: usize) -> usize {
        self.of_games[index].len() + self.outside_counts.values().sum::<usize>()
    }
}
