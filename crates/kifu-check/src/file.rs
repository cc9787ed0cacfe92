//! Differences between the games of a file.

use kifu_sgf::GameContext;
use kifu_sgf::charset::{Charset, CharsetSource};
use kifu_span::{Code, Diagnostic, Span};

use crate::{codes, node};

/// The games of a file checked so far, in one document or several chunks.
#[derive(Debug, Default)]
pub(crate) struct Games {
    first: Option<GameFacts>,
    /// The number and the charset of the first game that declares a charset or is not plain ASCII.
    /// Plain ASCII is the same in every charset.
    first_charset: Option<(usize, Charset)>,
    count: usize,
    reported: Reported,
}

impl Games {
    /// Compares the next game with the earlier ones.
    pub(crate) fn check(&mut self, game: &node::Game<'_>, found: &mut dyn FnMut(Diagnostic)) {
        let game = GameFacts::of(game);
        self.count += 1;
        match self.first.take() {
            None => {
                self.first_charset = game.charset.map(|charset| (self.count, charset));
                self.first = Some(game);
            }
            Some(first) => {
                self.compare(&first, &game, found);
                self.first = Some(first);
            }
        }
    }

    /// Compares the latest game with the earlier ones.
    fn compare(&mut self, first: &GameFacts, game: &GameFacts, found: &mut dyn FnMut(Diagnostic)) {
        let number = self.count;
        let mut report =
            |is_reported: &mut bool, code: &'static Code, message: alloc::string::String| {
                if !core::mem::replace(is_reported, true) {
                    found(code.at(game.span, message));
                }
            };
        if game.context.format != first.context.format {
            let [a, b] = [first, game].map(|game| match game.context.format {
                Some(version) => alloc::format!("FF[{version}]"),
                None => "no FF".into(),
            });
            let message = alloc::format!("game {number} has {b}, but game 1 has {a}");
            report(&mut self.reported.version, codes::VERSIONS_DIFFER, message);
        }
        if game.context.game != first.context.game {
            let (a, b) = (first.context.game, game.context.game);
            let message = alloc::format!("game {number} is {b}, but game 1 is {a}");
            report(&mut self.reported.game, codes::GAMES_DIFFER, message);
        }
        match (self.first_charset, game.charset) {
            (Some((before, a)), Some(b)) if a != b => {
                let message =
                    alloc::format!("game {number} is in {b}, but game {before} is in {a}");
                report(&mut self.reported.charset, codes::CHARSETS_DIFFER, message);
            }
            (None, Some(charset)) => self.first_charset = Some((number, charset)),
            _ => {}
        }
    }
}

/// The kinds of differences that have been reported. Each kind is reported only once.
#[derive(Debug, Default)]
struct Reported {
    version: bool,
    game: bool,
    charset: bool,
}

#[derive(Debug)]
struct GameFacts {
    context: GameContext,
    /// `None` for a game in plain ASCII that does not declare a charset.
    charset: Option<Charset>,
    span: Span,
}

impl GameFacts {
    fn of(game: &node::Game<'_>) -> GameFacts {
        let start = game.root.start().unwrap_or_default();
        let found = game.document.charset(game.root.id());
        GameFacts {
            context: game.context,
            charset: (found.source != CharsetSource::Default).then_some(found.charset),
            span: Span::new(start, start),
        }
    }
}
