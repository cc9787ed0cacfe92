//! Games of SGF as subjects of expressions.

use std::cell::OnceCell;
use std::fmt::Debug;

use kifu_compare::hash;
use kifu_core::ByColor;
use kifu_rules::Rules;
use kifu_sgf::properties::PropertyClass;
use kifu_sgf::{Document, GameContext, NodeRef, Property, PropertyInfo, Visit};
use kifu_tree::NodeId;

use crate::{Days, Diagnostic, Field, Key, Move, PlayedMove, Size, Subject, Value};
use blunders::Blunders;
use findings::Findings;
use shape::Shape;

mod blunders;
mod findings;
mod info;
mod shape;

/// Facts about the games of a file that are not in their SGF, because the file has another format. A [`Document`] has
/// no such facts.
///
/// A program that converts files of another format to SGF implements this trait for them, so that expressions see
/// the original format, charset and findings of their games.
pub trait Origin: Debug {
    /// Whether the file is SGF. If not, findings of [`kifu_check`] count only if they [are about the
    /// game](kifu_check::is_format_independent).
    fn is_sgf(&self) -> bool {
        true
    }

    /// The format of the game with this index in the file: a short name for programs and a full name for people,
    /// such as `jgf` and `JGF 2`. `None` stands for the format that the SGF states.
    fn format(&self, index: usize) -> Option<(&'static str, String)> {
        let _ = index;
        None
    }

    /// The dialect of the game with this index in the file. `None` stands for the dialect of the SGF.
    fn dialect(&self, index: usize) -> Option<String> {
        let _ = index;
        None
    }

    /// The charset of the file. `None` stands for the charset of the SGF.
    fn charset(&self) -> Option<&'static str> {
        None
    }

    /// The findings from reading the file.
    fn diagnostics(&self) -> &[Diagnostic] {
        &[]
    }
}

impl Origin for Document {}

/// The games of a file, as subjects of a [`Select`](crate::Select).
///
/// ```
/// use kifu_select::sgf::Document;
/// use kifu_select::{Games, Select};
///
/// let sgf = Document::parse("(;PB[Cho Chikun]DT[1980-05-02];B[pd];W[dd])(;PB[Lee]KM[375]AP[foxwq])")?;
/// let games = Games::of(&sgf, &sgf).with_path("pro/a.sgf");
///
/// let found = |expression: &str| -> Vec<usize> {
///     let select: Select = expression.parse().unwrap();
///     games.iter().filter(|game| select.matches(game)).map(|game| game.number()).collect()
/// };
/// assert_eq!(found(r#"PB ~ "cho" and year in 1975..1999"#), [1]);
/// assert_eq!(found("B[Q16] within 1..8"), [1]);
/// assert_eq!(found("path ~ pro and not has(DT)"), [2]);
/// # Ok::<(), kifu_select::sgf::TooLarge>(())
/// ```
///
/// The sources of the fields:
///
/// * Properties of the root and of the whole game (FF\[4\], *Root* and *Game info*) are taken from the first node
///   of the main line that has them. All other properties, unknown ones included, are taken from every node,
///   variations included.
/// * Texts are decoded, and line breaks become spaces.
/// * Derived values use the typed readings of [`kifu_sgf::value`], so that `Black wins by 3.5` is a result and
///   `昭和21年7月31日` a date. A value that cannot be read is absent. The komi of the Fox server is converted to
///   points, and `==` also compares it as written. Moves, passes, captures and hashes are those of the main line.
/// * `codes`, `errors`, `warnings` and `findings` are based on [`kifu_check::check`] under the
///   rules that the game states; findings that are outside of all games count for each game of the
///   file.
/// * `blunder`, `black.blunder`, `white.blunder` and `analyzed` are based on [`kifu_analysis::judged_moves`].
/// * The values of a file that is not SGF are those of the SGF that it converts to, unless its [`Origin`] provides
///   them.
///
/// Only captures and hashes need a board, and only counts of the tree need variations. Both are computed once, when
/// an expression first needs them.
#[derive(Debug)]
pub struct Games<'r> {
    origin: &'r dyn Origin,
    sgf: &'r Document,
    path: &'r str,
    before: usize,
    roots: Vec<NodeId>,
    findings: OnceCell<Findings>,
}

impl<'r> Games<'r> {
    /// Returns the games of a file, where `sgf` is the file itself or the SGF that it converts to.
    pub fn of(origin: &'r dyn Origin, sgf: &'r Document) -> Games<'r> {
        Games {
            origin,
            sgf,
            path: "",
            before: 0,
            roots: sgf.roots().collect(),
            findings: OnceCell::new(),
        }
    }

    /// Sets the path of the file, for the fields `file` and `path`.
    #[must_use]
    pub fn with_path(self, path: &'r str) -> Games<'r> {
        Games { path, ..self }
    }

    /// Numbers the games from `before + 1`, for a file whose first games are in another record.
    #[must_use]
    pub fn numbered_after(self, before: usize) -> Games<'r> {
        Games { before, ..self }
    }

    /// Returns an iterator over the games, in the order of the file.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Game<'_>> {
        let roots = self.roots.iter().enumerate();
        roots.map(|(index, &root)| Game {
            games: self,
            index,
            root,
            context: OnceCell::new(),
            root_properties: OnceCell::new(),
            root_aliases: OnceCell::new(),
            main_line: OnceCell::new(),
            shape: OnceCell::new(),
            captures: OnceCell::new(),
            blunders: OnceCell::new(),
        })
    }

    fn findings(&self) -> &Findings {
        self.findings
            .get_or_init(|| Findings::of(self.origin, self.sgf))
    }
}

/// A game of a file, as a subject of a [`Select`](crate::Select).
#[derive(Debug)]
pub struct Game<'g> {
    games: &'g Games<'g>,
    index: usize,
    root: NodeId,
    context: OnceCell<GameContext>,
    root_properties: OnceCell<Vec<Property<'g>>>,
    root_aliases: OnceCell<Vec<Option<&'static str>>>,
    main_line: OnceCell<MainLine>,
    shape: OnceCell<Shape>,
    captures: OnceCell<ByColor<u32>>,
    blunders: OnceCell<Blunders>,
}

/// The data of a main line that expressions request.
#[derive(Debug)]
struct MainLine {
    /// The number of nodes.
    nodes: usize,
    /// The number of moves, including passes.
    moves: usize,
    /// The nodes that contain anything other than a play.
    others: Vec<NodeId>,
    /// The nodes below the root that can have properties of the root or the game.
    info_nodes: Vec<NodeId>,
    /// Whether the game has no other nodes.
    is_whole_game: bool,
}

impl<'g> Game<'g> {
    /// The number of the game in the file, from 1.
    pub fn number(&self) -> usize {
        self.games.before + self.index + 1
    }

    /// The root of the game in the document.
    pub fn root(&self) -> NodeId {
        self.root
    }

    /// The document that contains the game.
    pub fn document(&self) -> &'g Document {
        self.games.sgf
    }

    /// The codes of the findings within the game, in the order of the text. In contrast to [`Field::Codes`], those of text
    /// between games and of the whole file are not included.
    pub fn codes_within(&self) -> impl Iterator<Item = &'static str> {
        self.games.findings().codes_within(self.index)
    }

    fn context(&self) -> &GameContext {
        let root = || GameContext::of(self.document().node(self.root));
        self.context.get_or_init(root)
    }

    fn root_properties(&self) -> &[Property<'g>] {
        let properties = || self.document().node(self.root).properties().collect();
        self.root_properties.get_or_init(properties)
    }

    /// For each property of the root, the property of FF\[4\] with the same meaning, if the property belongs to a
    /// dialect.
    fn root_aliases(&self) -> &[Option<&'static str>] {
        let alias = |property: &Property<'_>| {
            let info = PropertyInfo::of(property.ident(), self.context());
            info.and_then(|info| info.alias)
        };
        let aliases = || self.root_properties().iter().map(alias).collect();
        self.root_aliases.get_or_init(aliases)
    }

    fn main_line(&self) -> &MainLine {
        self.main_line.get_or_init(|| {
            let forest = self.document().forest();
            let mut line = MainLine {
                nodes: 0,
                moves: 0,
                others: Vec::new(),
                info_nodes: Vec::new(),
                is_whole_game: true,
            };
            let mut last = self.root;
            for visit in self
                .document()
                .visit_main_line(self.root, self.context().size)
            {
                let (first, len) = match visit {
                    Visit::Plays(plays) => {
                        line.moves += plays.len();
                        (plays.first(), plays.len())
                    }
                    Visit::Node(node) => {
                        line.moves += node.move_count(self.context());
                        line.others.push(node.id());
                        if node.id() != self.root && self.can_have_info(node) {
                            line.info_nodes.push(node.id());
                        }
                        (node.id(), 1)
                    }
                };
                line.nodes += len;
                let is_only_child = || forest.first_child(last) == forest.last_child(last);
                line.is_whole_game &= first == self.root || is_only_child();
                last = NodeId::from_index(first.index() + len - 1).unwrap_or(first);
            }
            line.is_whole_game &= forest.first_child(last).is_none();
            line
        })
    }

    /// The nodes of the main line below the root that can have properties of the root or the game.
    fn info_nodes(&self) -> impl Iterator<Item = NodeRef<'g>> {
        let document = self.document();
        let ids = &self.main_line().info_nodes;
        ids.iter().map(|id| document.node(*id))
    }

    fn can_have_info(&self, node: NodeRef<'_>) -> bool {
        // Nearly all properties below the root have one of these names, which are not those of game
        // information.
        const COMMON: [&str; 7] = ["B", "W", "BL", "WL", "OB", "OW", "C"];
        node.properties().any(|property| {
            !COMMON.iter().any(|name| property.is(name))
                && PropertyInfo::of(property.ident(), self.context()).is_none_or(is_of_head)
        })
    }

    fn shape(&self) -> &Shape {
        self.shape.get_or_init(|| match self.main_line() {
            line if line.is_whole_game => Shape::of_line(line, self.document(), self.context()),
            _ => Shape::of(self.document(), self.root, self.context()),
        })
    }

    /// The number of stones that each player captures on the main line.
    fn captures(&self) -> &ByColor<u32> {
        self.captures.get_or_init(|| {
            let mut replayer =
                kifu_replay::Replayer::forward(self.document(), self.root, &Rules::LENIENT);
            while replayer.advance().is_some() {}
            replayer.prisoners()
        })
    }

    fn blunders(&self) -> &Blunders {
        self.blunders
            .get_or_init(|| Blunders::of(self.document(), self.root))
    }

    /// The number of moves on the main line that satisfy a predicate.
    fn moves_that(&self, is: impl Fn(PlayedMove) -> bool) -> f64 {
        let mut count = 0u32;
        self.moves(&mut |played| {
            count += u32::from(is(played));
            false
        });
        f64::from(count)
    }

    fn any_field(&self, field: Field, found: &mut dyn FnMut(Value<'_>) -> bool) -> bool {
        let mut text = |text: &str| found(Value::Text(text));
        match field {
            Field::Format => {
                let (name, shown) = self.format();
                text(name) || text(&shown)
            }
            Field::Dialect => text(&self.dialect()),
            Field::Charset => text(self.charset()),
            Field::Codes => self.games.findings().codes(self.index).any(text),
            Field::Hash => {
                let line = hash::MainLine::of(self.document(), self.root, None);
                // A cell shows only this hash, which is the same for rotated and mirrored copies of
                // a game. It comes first, so that the others are not computed for a cell.
                const SHOWN: hash::HashKind = hash::HashKind::MovesSym;
                let others = hash::HashKind::ALL.into_iter();
                let others = others.filter(|kind| *kind != SHOWN);
                let mut kinds = [SHOWN].into_iter().chain(others);
                let mut any = |line: hash::MainLine| {
                    kinds.any(|kind| line.hash(kind).is_some_and(|hash| text(&hash)))
                };
                line.is_some_and(&mut any)
            }
            Field::File => !self.games.path.is_empty() && text(file_name(self.games.path)),
            Field::Path => !self.games.path.is_empty() && text(self.games.path),
            Field::Game => text(&self.context().game.to_string()),
            Field::Comment => ["C", "GC"]
                .into_iter()
                .any(|ident| self.any_node(ident, &mut text)),
            Field::Size => found(Value::Size(self.board())),
            Field::Blunder | Field::BlackBlunder | Field::WhiteBlunder => {
                let of = self.blunders().greatest;
                let loss = match field {
                    Field::BlackBlunder => of.black,
                    Field::WhiteBlunder => of.white,
                    _ => of.black.into_iter().chain(of.white).reduce(f64::max),
                };
                loss.is_some_and(|loss| found(Value::Number(loss)))
            }
            _ => match self.count(field) {
                Some(count) => found(Value::Number(count)),
                None => self.any_info(field, found),
            },
        }
    }

    /// Returns the value of a field that is a count. Every game has such a value.
    fn count(&self, field: Field) -> Option<f64> {
        use kifu_span::Severity::{Error, Warning};
        let of = |count: usize| count as f64;
        Some(match field {
            Field::Width => f64::from(self.board().cols()),
            Field::Height => f64::from(self.board().rows()),
            Field::Moves => of(self.main_line().moves),
            Field::Passes => self.moves_that(|played| played.action == Move::Pass),
            Field::Captures => {
                let captures = self.captures();
                f64::from(captures.black) + f64::from(captures.white)
            }
            Field::BlackCaptures => f64::from(self.captures().black),
            Field::WhiteCaptures => f64::from(self.captures().white),
            Field::Analyzed => of(self.blunders().analyzed),
            Field::Nodes => of(self.shape().nodes),
            Field::Depth => of(self.shape().depth),
            Field::Variations => of(self.shape().lines.saturating_sub(1)),
            Field::Setup => of(self.shape().setup),
            Field::Markup => of(self.shape().markup),
            Field::Comments => of(self.shape().comments),
            Field::Errors => of(self.games.findings().count(self.index, Error)),
            Field::Warnings => of(self.games.findings().count(self.index, Warning)),
            Field::Findings => of(self.games.findings().total(self.index)),
            Field::Handicap => f64::from(self.handicap()),
            Field::Games => of(self.games.roots.len()),
            Field::Number => of(self.number()),
            _ => return None,
        })
    }

    /// Returns the names of the format of this game, because the games in a file can have different
    /// formats.
    fn format(&self) -> (&'static str, String) {
        let of_sgf = || {
            let shown = match self.context().format {
                Some(version) => format!("SGF FF[{version}]"),
                None => "SGF".to_owned(),
            };
            ("sgf", shown)
        };
        self.games.origin.format(self.index).unwrap_or_else(of_sgf)
    }

    fn dialect(&self) -> String {
        let of_sgf = || self.context().dialect.to_string();
        let stated = self.games.origin.dialect(self.index);
        stated.unwrap_or_else(of_sgf)
    }

    fn charset(&self) -> &'static str {
        let sgf = self.games.sgf;
        let of_sgf = || match sgf.utf16() {
            Some((name, _)) => name,
            None => sgf.charset(self.root).charset.name(),
        };
        self.games.origin.charset().unwrap_or_else(of_sgf)
    }
}

impl Subject for Game<'_> {
    fn any(&self, key: &Key, found: &mut dyn FnMut(Value<'_>) -> bool) -> bool {
        match key {
            Key::Property(ident) => self.any_value(ident, &mut |text| found(Value::Text(text))),
            Key::Field(field) => self.any_field(*field, found),
        }
    }

    fn moves(&self, found: &mut dyn FnMut(PlayedMove) -> bool) {
        let size = self.board();
        let mut number = 0;
        for property in self
            .document()
            .main_line(self.root)
            .flat_map(|node| node.properties())
        {
            let Some(color) = property.mover(self.context()) else {
                continue;
            };
            number += 1;
            // An unreadable move has a number, but it is neither a play nor a pass.
            let Some(action) = property.single_move(size) else {
                continue;
            };
            let played = PlayedMove {
                number,
                color,
                action,
            };
            if found(played) {
                return;
            }
        }
    }

    fn board(&self) -> Size {
        self.context().size
    }
}

/// Whether a property is a root or game-info property.
fn is_of_head(info: &PropertyInfo) -> bool {
    matches!(info.class, PropertyClass::Root | PropertyClass::GameInfo)
}

/// The last part of a path, for the separators of any system.
fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}
