//! What the games of a file make of each other.

use kifu_sgf::{Document, GameContext, NodeId};
use kifu_span::{Code, Diagnostic, Span};

use crate::codes;

pub(crate) fn check(document: &Document, found: &mut impl FnMut(Diagnostic)) {
    let mut roots = document.roots();
    let Some(first) = roots.next().map(|root| Game::of(document, root)) else {
        return;
    };
    let mut told = Told::default();
    for (number, root) in roots.enumerate() {
        let game = Game::of(document, root);
        let number = number + 2;
        let mut tell = |told: &mut bool, code: &Code, message: alloc::string::String| {
            if !core::mem::replace(told, true) {
                found(code.at(game.span, message));
            }
        };
        if game.context.format != first.context.format {
            let [a, b] = [&first, &game].map(|game| match game.context.format {
                Some(version) => alloc::format!("FF[{version}]"),
                None => "no FF".into(),
            });
            let message = alloc::format!("game {number} has {b}, the first one {a}");
            tell(&mut told.version, codes::VERSIONS_DIFFER, message);
        }
        if game.context.game != first.context.game {
            let (a, b) = (first.context.game, game.context.game);
            let message = alloc::format!("game {number} is {b}, the first one {a}");
            tell(&mut told.game, codes::GAMES_DIFFER, message);
        }
        if game.charset != first.charset {
            let (a, b) = (first.charset, game.charset);
            let message = alloc::format!("game {number} is in {b}, the first one in {a}");
            tell(&mut told.charset, codes::CHARSETS_DIFFER, message);
        }
    }
}

/// Each is said once.
#[derive(Default)]
struct Told {
    version: bool,
    game: bool,
    charset: bool,
}

struct Game {
    context: GameContext,
    charset: kifu_sgf::charset::Charset,
    span: Span,
}

impl Game {
    fn of(document: &Document, root: NodeId) -> Game {
        let node = document.node(root);
        let start = node.span().map_or(0, |span| span.start);
        Game {
            context: GameContext::of(node),
            charset: document.charset(root).charset,
            span: Span::new(start, start),
        }
    }
}
