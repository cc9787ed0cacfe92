//! What the games of a file make of each other.

use kifu_sgf::charset::{Charset, Source};
use kifu_sgf::{Document, GameContext, NodeId};
use kifu_span::{Code, Diagnostic, Span};

use crate::codes;

pub(crate) fn check(document: &Document, found: &mut impl FnMut(Diagnostic)) {
    let mut roots = document.roots();
    let (Some(first), Some(_)) = (roots.next(), document.roots().nth(1)) else {
        return;
    };
    let first = Game::of(document, first);
    let mut told = Told::default();
    // The first game that is not plain ASCII, which is the same in every charset.
    let mut first_in = first.charset.map(|charset| (1, charset));
    for (number, root) in (2..).zip(roots) {
        let game = Game::of(document, root);
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
        match (first_in, game.charset) {
            (Some((before, a)), Some(b)) if a != b => {
                let message = alloc::format!("game {number} is in {b}, game {before} in {a}");
                tell(&mut told.charset, codes::CHARSETS_DIFFER, message);
            }
            (None, Some(charset)) => first_in = Some((number, charset)),
            _ => {}
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
