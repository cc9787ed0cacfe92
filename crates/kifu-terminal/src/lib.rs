#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod board;
mod draw;
mod event;
mod game;
mod help;
#[cfg(feature = "recordings")]
mod recording;
mod scene;
mod text;
mod theme;
mod tree;
mod tries;
mod viewer;

#[cfg(feature = "recordings")]
pub use kifu_rgf as rgf;
pub use kifu_sgf as sgf;
pub use ratatui_core;

use kifu_sgf::{Document, NodeId};

pub use event::{Event, Flow, Key, Mouse, MouseAction};
pub use kifu_diagram::Symbols;
pub use theme::Colors;
pub use viewer::Viewer;

/// Options of a [`Viewer`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The colours that the terminal has.
    pub colors: Colors,
    /// The symbols for the board and the tree.
    pub symbols: Symbols,
    /// Whether the board has coordinates, until the reader changes it.
    pub coordinates: bool,
}

/// 256 colours, Unicode, and coordinates.
impl Default for Options {
    fn default() -> Options {
        Options {
            colors: Colors::default(),
            symbols: Symbols::Unicode,
            coordinates: true,
        }
    }
}

/// A game or a recording that a [`Viewer`] can show.
#[derive(Clone, Debug)]
pub struct Entry<'d> {
    name: String,
    source: Source<'d>,
    findings: Vec<(NodeId, String)>,
}

#[derive(Clone, Copy, Debug)]
enum Source<'d> {
    Game {
        document: &'d Document,
        root: NodeId,
    },
    #[cfg(feature = "recordings")]
    Recording {
        main: &'d Document,
        stream: &'d kifu_rgf::Stream,
        timeline: &'d kifu_rgf::timeline::Timeline,
    },
}

impl<'d> Entry<'d> {
    /// A game of a document. `name` is the name of its file, which the viewer shows with the players.
    pub fn game(document: &'d Document, root: NodeId, name: impl Into<String>) -> Entry<'d> {
        Entry {
            name: name.into(),
            source: Source::Game { document, root },
            findings: Vec::new(),
        }
    }

    /// A recording that an SGF file names. `name` is the name of that file.
    #[cfg(feature = "recordings")]
    pub fn recording(
        main: &'d Document,
        stream: &'d kifu_rgf::Stream,
        timeline: &'d kifu_rgf::timeline::Timeline,
        name: impl Into<String>,
    ) -> Entry<'d> {
        Entry {
            name: name.into(),
            source: Source::Recording {
                main,
                stream,
                timeline,
            },
            findings: Vec::new(),
        }
    }

    /// Adds findings, each with its node. The viewer shows them with the information about the game, and those of a game that is
    /// not a recording at their nodes, too.
    #[must_use]
    pub fn with_findings(
        mut self,
        findings: impl IntoIterator<Item = (NodeId, String)>,
    ) -> Entry<'d> {
        self.findings.extend(findings);
        self.findings.sort_by_key(|(node, _)| *node);
        self
    }

    fn findings(&self) -> &[(NodeId, String)] {
        &self.findings
    }

    fn findings_of(&self, node: NodeId) -> impl Iterator<Item = &str> {
        let from = self.findings.partition_point(|(of, _)| *of < node);
        let findings = self.findings[from..].iter();
        findings
            .take_while(move |(of, _)| *of == node)
            .map(|(_, message)| message.as_str())
    }

    /// The players, the result, and the name of the file.
    fn title(&self) -> String {
        let (document, root, file) = match self.source {
            Source::Game { document, root } => (document, root, ""),
            #[cfg(feature = "recordings")]
            Source::Recording { main, stream, .. } => (
                main,
                main.forest().root_of(stream.node),
                stream.file.as_str(),
            ),
        };
        let info = document.game_info(root);
        let mut parts = Vec::new();
        if info.black.is_some() || info.white.is_some() {
            let name = |name: &Option<_>, rank: &Option<_>, player: &str| {
                let text =
                    |text: &Option<std::borrow::Cow<'_, str>>| text.as_deref().map(text::one_line);
                let (name, rank) = (text(name), text(rank));
                let name = name
                    .filter(|name| !name.is_empty())
                    .unwrap_or_else(|| player.to_owned());
                let rank = rank.filter(|rank| !rank.is_empty());
                rank.map_or_else(|| name.clone(), |rank| format!("{name} {rank}"))
            };
            let black = name(&info.black, &info.black_rank, "Black");
            let white = name(&info.white, &info.white_rank, "White");
            parts.push(format!("{black} – {white}"));
        } else {
            parts.extend(info.name.as_deref().map(text::one_line));
        }
        parts.extend(info.result.as_deref().map(text::one_line));
        parts.extend(info.date.as_deref().map(text::one_line));
        for name in [file, &self.name] {
            parts.push(text::one_line(name));
        }
        parts.retain(|part| !part.is_empty());
        parts.dedup();
        parts.join("  ")
    }
}
