//! What the games of a file make of each other.

use kifu_sgf::charset::{Charset, Source};
use kifu_sgf::{Document, GameContext, NodeId};
use kifu_span::{Code, Diagnostic, Span};

use crate::codes;

/// The games of a file that were looked at, in one document or several.
#[derive(Debug, Default)]
pub(crate) struct Games {
    first: Option<Game>,
    /// The first game that is not plain ASCII, which is the same in every charset.
    first_in: Option<(usize, Charset)>,
    count: usize,
    told: Told,
}

impl Games {
    /// Looks at the next games.
    pub(crate) fn check(&mut self, document: &Document, found: &mut impl FnMut(Diagnostic)) {
        for root in document.roots() {
            let game = Game::of(document, root);
            self.count += 1;
            match self.first.take() {
                None => {
                    self.first_in = game.charset.map(|charset| (self.count, charset));
                    self.first = Some(game);
                }
                Some(first) => {
                    self.compare(&first, &game, found);
                    self.first = Some(first);
                }
            }
        }
    }

    /// Compares the last game with those before it.
    fn compare(&mut self, first: &Game, game: &Game, found: &mut impl FnMut(Diagnostic)) {
        let number = self.count;
        let mut tell = |told: &mut bool, code: &Code, message: alloc::string::String| {
            if !core::mem::replace(told, true) {
                found(code.at(game.span, message));
            }
        };
        if game.context.format != first.context.format {
            let [a, b] = [first, game].map(|game| match game.context.format {
                Some(version) => alloc::format!("FF[{version}]"),
                None => "no FF".into(),
            });
            let message = alloc::format!("game {number} has {b}, the first one {a}");
            tell(&mut self.told.version, codes::VERSIONS_DIFFER, message);
        }
        if game.context.game != first.context.game {
            let (a, b) = (first.context.game, game.context.game);
            let message = alloc::format!("game {number} is {b}, the first one {a}");
            tell(&mut self.told.game, codes::GAMES_DIFFER, message);
        }
        match (self.first_in, game.charset) {
            (Some((before, a)), Some(b)) if a != b => {
                let message = alloc::format!("game {number} is in {b}, game {before} in {a}");
                tell(&mut self.told.charset, codes::CHARSETS_DIFFER, message);
            }
            (None, Some(charset)) => self.first_in = Some((number, charset)),
            _ => {}
        }
    }
}

/// Each is said once.
#[derive(Debug, Default)]
struct Told {
    version: bool,
    game: bool,
    charset: bool,
}

#[derive(Debug)]
struct Game {
    context: GameContext,
    /// None for plain ASCII that declares nothing.
    charset: Option<Charset>,
    span: Span,
}

impl Game {
    fn of(document: &Document, root: NodeId) -> Game {
        let node = document.node(root);
        let start = node.span().map_or(0, |span| span.start);
        let found = document.charset(root);
        Game {
            context: GameContext::of(node),
            charset: (found.source != Source::Default).then_some(found.charset),
            span: Span::new(start, start),
        }
    }
}
