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
    /// The findings outside of all games.
    outside: Vec<Finding>,
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
            outside: Vec::new(),
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
        let of = match game {
            Some(index) => &mut self.of_games[index],
            None => &mut self.outside,
        };
        of.push(Finding {
            code: diagnostic.code,
            severity: diagnostic.severity,
        });
    }

    fn of_game(&self, index: usize) -> impl Iterator<Item = &Finding> {
        self.of_games[index].iter().chain(&self.outside)
    }

    pub(super) fn codes(&self, index: usize) -> impl Iterator<Item = &'static str> {
        self.of_game(index).map(|finding| finding.code)
    }

    pub(super) fn count(&self, index: usize, severity: Severity) -> usize {
        let findings = self.of_game(index);
        findings
            .filter(|finding| finding.severity == severity)
            .count()
    }
}
