//! `Document`: the games of a file.

use js_sys::Array;
use kifu::charset::Charset;
use kifu::core::Color;
use kifu::rules::Rules;
use kifu::sgf::{self, GameContext, GameInfo, GameType, NewValue, NodeId, NodeRef, Place, Visit};
use wasm_bindgen::prelude::*;

use crate::boards::Boards;
use crate::data::{
    NO_MOVE, NO_POINT, edit_error, encode, error, index, link, of_color, text, texts, too_large,
};

/// The games of a file, converted to SGF if necessary.
#[wasm_bindgen]
pub struct RawDocument {
    pub(crate) document: sgf::Document,
    /// The record in its own format, and its bytes, unless the file is SGF.
    #[cfg(feature = "full")]
    pub(crate) other: Option<(kifu::Record, Vec<u8>)>,
    #[cfg(feature = "full")]
    is_edited: bool,
    #[cfg(feature = "full")]
    format: kifu::Format,
    /// The charset with which the SGF was read, if it was not detected.
    #[cfg(feature = "full")]
    charset: Option<Charset>,
    /// Whether nodes were added, moved or removed. Otherwise, the nodes of a game have consecutive numbers.
    is_tree_edited: bool,
    /// The roots of the games.
    roots: Vec<NodeId>,
    /// The facts about the game that was used last.
    context: Option<(NodeId, GameContext)>,
    boards: Boards,
}

/// Reads a file. Without `charset`, and if it is not SGF, its charset is detected.
#[wasm_bindgen(js_name = read)]
pub fn read(source: Vec<u8>, charset: Option<String>) -> Result<RawDocument, JsValue> {
    let document = match charset {
        Some(label) => {
            let charset = Charset::for_label(label.as_bytes())
                .ok_or_else(|| error("charset", format_args!("unknown charset `{label}`")))?;
            RawDocument::read_in(source, charset)
        }
        None => RawDocument::read(source),
    };
    document.map_err(too_large)
}

/// The kinds of edits.
#[derive(Clone, Copy, PartialEq)]
enum Edit {
    /// An edit that changes no board and no other fact about the game.
    Text,
    /// An edit of any other property.
    Property,
    /// An edit that adds, moves or removes nodes.
    Tree,
}

impl Edit {
    /// Returns the kind of an edit of a property.
    fn of(ident: &str) -> Edit {
        /// Comments, names, marks and judgments, which have this meaning in all dialects.
        const TEXTS: [&str; 16] = [
            "AR", "C", "CR", "DD", "DM", "GB", "GW", "HO", "LB", "LN", "MA", "N", "SL", "SQ", "TR",
            "UC",
        ];
        if TEXTS.contains(&ident) {
            Edit::Text
        } else {
            Edit::Property
        }
    }
}

impl RawDocument {
    #[cfg(not(feature = "full"))]
    pub(crate) fn of_sgf(document: sgf::Document) -> RawDocument {
        RawDocument::new(document)
    }

    #[cfg(feature = "full")]
    pub(crate) fn of_sgf(document: sgf::Document) -> RawDocument {
        let record = kifu::Record::Sgf(document);
        let format = record.format();
        match record {
            kifu::Record::Sgf(document) => RawDocument::new(document, format),
            _ => unreachable!("the record was made as SGF"),
        }
    }

    fn new(document: sgf::Document, #[cfg(feature = "full")] format: kifu::Format) -> RawDocument {
        let roots = document.roots().collect();
        RawDocument {
            document,
            #[cfg(feature = "full")]
            other: None,
            #[cfg(feature = "full")]
            is_edited: false,
            #[cfg(feature = "full")]
            format,
            #[cfg(feature = "full")]
            charset: None,
            is_tree_edited: false,
            roots,
            context: None,
            boards: Boards::default(),
        }
    }

    #[cfg(not(feature = "full"))]
    pub(crate) fn read(source: Vec<u8>) -> Result<RawDocument, kifu::TooLarge> {
        sgf::Document::parse(source).map(RawDocument::new)
    }

    #[cfg(feature = "full")]
    pub(crate) fn read(source: Vec<u8>) -> Result<RawDocument, kifu::TooLarge> {
        let copy = (kifu::Syntax::of(&source) != kifu::Syntax::Sgf).then(|| source.clone());
        let record = kifu::read(source)?;
        let format = record.format();
        let record = match record {
            kifu::Record::Sgf(document) => return Ok(RawDocument::new(document, format)),
            record => record,
        };
        let bytes = match &record {
            kifu::Record::Positions(positions) => positions.text().as_bytes().to_vec(),
            _ => copy.unwrap_or_default(),
        };
        let converted = sgf::Document::parse(record.to_sgf()?.text().to_vec())?;
        let mut document = RawDocument::new(converted, format);
        document.other = Some((record, bytes));
        Ok(document)
    }

    /// Reads SGF in a charset.
    #[cfg(not(feature = "full"))]
    fn read_in(source: Vec<u8>, charset: Charset) -> Result<RawDocument, kifu::TooLarge> {
        sgf::Document::parse_in(source, charset).map(RawDocument::new)
    }

    /// Reads SGF in a charset. The charset of a file in another format is detected.
    #[cfg(feature = "full")]
    fn read_in(source: Vec<u8>, charset: Charset) -> Result<RawDocument, kifu::TooLarge> {
        if kifu::Syntax::of(&source) != kifu::Syntax::Sgf {
            return RawDocument::read(source);
        }
        let document = sgf::Document::parse_in(source, charset)?;
        let forest = document.forest();
        let mut nodes = document.roots().flat_map(|root| forest.preorder(root));
        if nodes.all(|id| document.node(id).properties().next().is_none()) {
            // Positions may contain `(;`.
            let detected = RawDocument::read(document.to_bytes())?;
            if detected.other.is_some() {
                return Ok(detected);
            }
        }
        let mut document = RawDocument::of_sgf(document);
        document.charset = Some(charset);
        Ok(document)
    }

    /// Reads a version of the file again, in the charset with which the document was read.
    #[cfg(feature = "full")]
    pub(crate) fn record_of(&self, bytes: &[u8]) -> Result<kifu::Record, kifu::TooLarge> {
        match self.charset {
            Some(charset) => sgf::Document::parse_in(bytes, charset).map(kifu::Record::Sgf),
            None => kifu::read(bytes),
        }
    }

    /// Returns the id of a node.
    pub(crate) fn id(&self, node: u32) -> Result<NodeId, JsValue> {
        NodeId::from_index(node as usize)
            .filter(|id| id.index() < self.document.forest().id_count())
            .ok_or_else(|| error("node", format_args!("the document has no node {node}")))
    }

    fn node(&self, node: u32) -> Result<NodeRef<'_>, JsValue> {
        self.id(node).map(|id| self.document.node(id))
    }

    /// Returns the root of a game, counted from 0.
    pub(crate) fn root(&self, game: u32) -> Result<NodeId, JsValue> {
        let root = self.roots.get(game as usize).copied();
        root.ok_or_else(|| error("game", format_args!("the document has no game {game}")))
    }

    fn root_of(&self, id: NodeId) -> NodeId {
        if self.is_tree_edited {
            return self.document.forest().root_of(id);
        }
        let after = self.roots.partition_point(|root| *root <= id);
        self.roots.get(after.wrapping_sub(1)).copied().unwrap_or(id)
    }

    fn context_of(&mut self, id: NodeId) -> GameContext {
        let root = self.root_of(id);
        match self.context {
            Some((of, context)) if of == root => context,
            _ => {
                let context = GameContext::of(self.document.node(root));
                self.context = Some((root, context));
                context
            }
        }
    }

    /// Changes the document.
    fn edit<R>(
        &mut self,
        edit: Edit,
        f: impl FnOnce(&mut sgf::Document) -> Result<R, sgf::EditError>,
    ) -> Result<R, JsValue> {
        let result = f(&mut self.document).map_err(edit_error)?;
        self.mark_edited(edit);
        Ok(result)
    }

    /// Forgets what an edit may have changed.
    fn mark_edited(&mut self, edit: Edit) {
        #[cfg(feature = "full")]
        {
            self.is_edited = true;
        }
        if edit != Edit::Text {
            self.context = None;
            self.boards = Boards::default();
        }
        if edit == Edit::Tree {
            self.is_tree_edited = true;
            self.roots = self.document.roots().collect();
        }
    }

    fn set_values(
        &mut self,
        node: u32,
        ident: &str,
        values: Vec<NewValue<'_>>,
    ) -> Result<(), JsValue> {
        let id = self.id(node)?;
        self.edit(Edit::of(ident), |document| {
            document.node_mut(id).set(ident, values)
        })
    }

    fn place(&self, parent: u32, index: Option<u32>) -> Result<Place, JsValue> {
        let parent = self.id(parent)?;
        let Some(index) = index else {
            return Ok(Place::LastChild(parent));
        };
        let children = self.document.forest().children(parent);
        let mut children = children.skip(index as usize);
        Ok(children
            .next()
            .map_or(Place::LastChild(parent), Place::Before))
    }

    /// Returns whether a node is at a place that [`RawDocument::place`] returned.
    fn is_at(&self, id: NodeId, parent: u32, place: Place) -> Result<bool, JsValue> {
        let forest = self.document.forest();
        let next = forest.next_sibling(id);
        let is_there = match place {
            Place::Before(at) => at == id || next == Some(at),
            _ => next.is_none(),
        };
        Ok(is_there && forest.parent(id) == Some(self.id(parent)?))
    }
}

#[wasm_bindgen]
impl RawDocument {
    /// The format with its version, such as `SGF FF[4]`.
    #[cfg(feature = "full")]
    #[wasm_bindgen(getter)]
    pub fn format(&self) -> String {
        self.format.to_string()
    }

    /// The name of the charset of a game, the evidence for it, and the confidence from 0 to 1.
    pub fn charset(&self, game: u32) -> Result<Array, JsValue> {
        let root = self.root(game)?;
        let found = self.document.charset(root);
        #[cfg(feature = "full")]
        let found = match self.other.as_ref() {
            Some((record, _)) => record.charset().unwrap_or(found),
            None => found,
        };
        let name = self.document.utf16().map(|(name, _)| name);
        let name = name.unwrap_or_else(|| found.charset.name());
        Ok([
            JsValue::from_str(name),
            JsValue::from_str(found.source.name()),
            JsValue::from_f64(f64::from(found.confidence.per_10_000()) / 1e4),
        ]
        .into_iter()
        .collect())
    }

    /// The roots of the games.
    pub fn roots(&self) -> Vec<i32> {
        self.roots.iter().map(|root| link(Some(*root))).collect()
    }

    /// The number of nodes, including removed ones.
    #[wasm_bindgen(js_name = nodeCount)]
    pub fn node_count(&self) -> u32 {
        self.document.forest().id_count() as u32
    }

    /// The parents of all nodes, then their first children, then their next siblings; -1 stands for none.
    pub fn links(&self) -> Vec<i32> {
        let forest = self.document.forest();
        let count = forest.id_count();
        let mut links = Vec::with_capacity(3 * count);
        let ids = || (0..count).filter_map(NodeId::from_index);
        links.extend(ids().map(|id| link(forest.parent(id))));
        links.extend(ids().map(|id| link(forest.first_child(id))));
        links.extend(ids().map(|id| link(forest.next_sibling(id))));
        links
    }

    /// The moves of all nodes.
    pub fn moves(&self) -> Vec<u16> {
        let forest = self.document.forest();
        let mut moves = vec![NO_MOVE; forest.id_count()];
        for root in self.document.roots() {
            let context = GameContext::of(self.document.node(root));
            if context.game != GameType::GO {
                continue;
            }
            let size = context.size;
            for visit in self.document.visit_tree(root, size) {
                match visit {
                    Visit::Plays(plays) => {
                        let first = plays.first().index();
                        for (out, (color, point)) in moves[first..].iter_mut().zip(plays) {
                            *out = index(point, size) | of_color(color);
                        }
                    }
                    Visit::Node(node) => {
                        if let Some(code) = move_of(node, &context) {
                            moves[node.id().index()] = code;
                        }
                    }
                }
            }
        }
        moves
    }

    /// The move of a node.
    #[wasm_bindgen(js_name = moveAt)]
    pub fn move_at(&mut self, node: u32) -> Result<u16, JsValue> {
        let id = self.id(node)?;
        let context = self.context_of(id);
        let is_go = context.game == GameType::GO;
        let code = move_of(self.document.node(id), &context).filter(|_| is_go);
        Ok(code.unwrap_or(NO_MOVE))
    }

    /// The nodes of the main line of a game.
    #[wasm_bindgen(js_name = mainLine)]
    pub fn main_line(&self, game: u32) -> Result<Vec<i32>, JsValue> {
        let root = self.root(game)?;
        let line = self.document.main_line(root);
        Ok(line.map(|node| link(Some(node.id()))).collect())
    }

    /// The nodes from the root to a node.
    pub fn path(&self, node: u32) -> Result<Vec<i32>, JsValue> {
        let id = self.id(node)?;
        let mut path = vec![link(Some(id))];
        path.extend(
            self.document
                .forest()
                .ancestors(id)
                .map(|id| link(Some(id))),
        );
        path.reverse();
        Ok(path)
    }

    /// The game of a node, or -1 if the node was removed.
    #[wasm_bindgen(js_name = gameOf)]
    pub fn game_of(&self, node: u32) -> Result<i32, JsValue> {
        let root = self.root_of(self.id(node)?);
        let game = if self.is_tree_edited {
            self.roots.iter().position(|other| *other == root)
        } else {
            self.roots.binary_search(&root).ok()
        };
        Ok(game.map_or(-1, |game| game as i32))
    }

    /// The columns and rows of the board of a node: 256 times the columns, plus the rows.
    #[wasm_bindgen(js_name = sizeAt)]
    pub fn size_at(&mut self, node: u32) -> Result<u32, JsValue> {
        let id = self.id(node)?;
        let size = self.context_of(id).size;
        Ok(u32::from(size.cols()) << 8 | u32::from(size.rows()))
    }

    /// The board after a node, row by row: 0 for an empty point, 1 for Black, 2 for White.
    pub fn board(&mut self, node: u32) -> Result<Vec<u8>, JsValue> {
        let id = self.id(node)?;
        let root = self.root_of(id);
        Ok(self
            .boards
            .at(&self.document, root, id, |board, _| board.to_vec()))
    }

    /// The prisoners of Black and White after a node.
    pub fn prisoners(&mut self, node: u32) -> Result<Vec<u32>, JsValue> {
        let id = self.id(node)?;
        let root = self.root_of(id);
        Ok(self
            .boards
            .at(&self.document, root, id, |_, prisoners| prisoners.to_vec()))
    }

    /// The number of the last move, and the player to move: 1 for Black, 2 for White.
    pub fn turn(&self, node: u32) -> Result<Vec<u32>, JsValue> {
        let id = self.id(node)?;
        // The rules decide neither of them.
        let replay = kifu::replay::replay(&self.document, id, &Rules::LENIENT);
        let to_play = match replay.position.to_play() {
            Color::Black => 1,
            Color::White => 2,
        };
        Ok(vec![replay.number, to_play])
    }

    /// The identifiers of the properties of a node, each once, in the order of the file.
    pub fn identifiers(&self, node: u32) -> Result<Array, JsValue> {
        let mut names: Vec<&str> = Vec::new();
        for property in self.node(node)?.properties() {
            let name = property.ident().as_str();
            if !names.contains(&name) {
                names.push(name);
            }
        }
        Ok(texts(names))
    }

    /// The texts of the values of a property; `undefined` if the node lacks it.
    pub fn property(&self, node: u32, ident: &str) -> Result<Option<Array>, JsValue> {
        let id = self.id(node)?;
        let Some(property) = self.document.node(id).get(ident) else {
            return Ok(None);
        };
        let charset = self.document.charset(id).charset;
        Ok(Some(texts(
            property.values().map(|value| value.text(charset).text),
        )))
    }

    /// The text of the first value of a property.
    pub fn text(&self, node: u32, ident: &str) -> Result<Option<String>, JsValue> {
        let text = self.node(node)?.text(ident);
        Ok(text.map(|text| text.into_owned()))
    }

    /// The bytes of the values of a property between their brackets.
    pub fn raw(&self, node: u32, ident: &str) -> Result<Array, JsValue> {
        let property = self.node(node)?.get(ident);
        let values = property.iter().flat_map(|property| property.values());
        Ok(values
            .map(|value| JsValue::from(js_sys::Uint8Array::from(value.raw())))
            .collect())
    }

    /// The points of a property, as indices into boards.
    pub fn points(&mut self, node: u32, ident: &str) -> Result<Vec<u16>, JsValue> {
        let id = self.id(node)?;
        let size = self.context_of(id).size;
        let points = kifu::replay::points(self.document.node(id), ident, size);
        Ok(points.into_iter().map(|point| index(point, size)).collect())
    }

    /// Replaces the values of a property.
    pub fn set(&mut self, node: u32, ident: &str, values: Vec<String>) -> Result<(), JsValue> {
        let values = values.iter().map(|text| NewValue::Text(text));
        self.set_values(node, ident, values.collect())
    }

    /// Replaces the values of a property by one value as bytes.
    #[wasm_bindgen(js_name = setRaw)]
    pub fn set_raw(&mut self, node: u32, ident: &str, value: &[u8]) -> Result<(), JsValue> {
        self.set_values(node, ident, vec![NewValue::Raw(value)])
    }

    /// Removes a property. Returns whether the node had it.
    pub fn remove(&mut self, node: u32, ident: &str) -> Result<bool, JsValue> {
        let id = self.id(node)?;
        let removed = self.document.node_mut(id).remove(ident);
        let removed = removed.map_err(edit_error)?;
        if removed {
            self.mark_edited(Edit::of(ident));
        }
        Ok(removed)
    }

    /// Adds a node before the child with this index, or after all children.
    #[wasm_bindgen(js_name = addNode)]
    pub fn add_node(&mut self, parent: u32, index: Option<u32>) -> Result<i32, JsValue> {
        let place = self.place(parent, index)?;
        let id = self.edit(Edit::Tree, |document| document.add_node(place))?;
        Ok(link(Some(id)))
    }

    /// Adds a game with an empty root.
    #[wasm_bindgen(js_name = addGame)]
    pub fn add_game(&mut self) -> Result<i32, JsValue> {
        let id = self.edit(Edit::Tree, |document| document.add_node(Place::LastRoot))?;
        Ok(link(Some(id)))
    }

    /// Removes a node with its subtree.
    #[wasm_bindgen(js_name = removeNode)]
    pub fn remove_node(&mut self, node: u32) -> Result<(), JsValue> {
        let id = self.id(node)?;
        self.edit(Edit::Tree, |document| {
            document.remove_node(id);
            Ok(())
        })
    }

    /// Moves a node with its subtree. Does nothing if the node is already at this place.
    #[wasm_bindgen(js_name = moveNode)]
    pub fn move_node(&mut self, node: u32, parent: u32, index: Option<u32>) -> Result<(), JsValue> {
        let id = self.id(node)?;
        let place = self.place(parent, index)?;
        if self.is_at(id, parent, place)? {
            return Ok(());
        }
        self.edit(Edit::Tree, |document| document.move_node(id, place))
    }

    /// Moves a node before its previous sibling. Returns `false` if it is the first one.
    pub fn promote(&mut self, node: u32) -> Result<bool, JsValue> {
        let id = self.id(node)?;
        let promoted = self.document.promote(id);
        if promoted {
            self.mark_edited(Edit::Tree);
        }
        Ok(promoted)
    }

    /// Makes the line through a node the main line of its game.
    #[wasm_bindgen(js_name = makeMainLine)]
    pub fn make_main_line(&mut self, node: u32) -> Result<(), JsValue> {
        let id = self.id(node)?;
        self.edit(Edit::Tree, |document| {
            document.make_main_line(id);
            Ok(())
        })
    }

    /// Returns the information about a game: columns, rows, komi, handicap, and texts.
    pub fn info(&self, game: u32) -> Result<Array, JsValue> {
        let info = self.document.game_info(self.root(game)?);
        let number = |number: Option<f64>| number.map_or(JsValue::UNDEFINED, JsValue::from_f64);
        let array = Array::new();
        for size in [info.size.cols(), info.size.rows()] {
            array.push(&number(Some(f64::from(size))));
        }
        let komi = info.komi.map(|komi| f64::from(komi.hundredths()) / 100.0);
        array.push(&number(komi));
        array.push(&number(info.handicap.map(f64::from)));
        for field in info_texts(&info) {
            array.push(&text(field));
        }
        Ok(array)
    }

    /// The file in its format.
    pub fn write(&self) -> Result<Vec<u8>, JsValue> {
        #[cfg(feature = "full")]
        if let Some((record, bytes)) = &self.other {
            if !self.is_edited {
                return Ok(bytes.clone());
            }
            return kifu::parts::in_format_of(record, bytes, &self.document).ok_or_else(|| {
                let why = "this format cannot be written after an edit; use `convert`";
                error("format", why)
            });
        }
        Ok(self.document.to_bytes())
    }

    /// The games as SGF.
    #[wasm_bindgen(js_name = toSgf)]
    pub fn to_sgf(&self) -> Vec<u8> {
        self.document.to_bytes()
    }
}

/// Returns the number of the move of a node.
fn move_of(node: NodeRef<'_>, context: &GameContext) -> Option<u16> {
    if let Some((color, action)) = node.play(context) {
        return Some(encode(color, action, context.size));
    }
    let mut movers = node
        .properties()
        .filter_map(|property| property.mover(context));
    movers.next().map(|color| NO_POINT | of_color(color))
}

/// The texts of game information, in the order of `INFO_TEXTS` in `js/src/document.ts`.
fn info_texts<'i>(info: &'i GameInfo<'_>) -> [Option<&'i str>; 21] {
    [
        info.black.as_deref(),
        info.white.as_deref(),
        info.black_rank.as_deref(),
        info.white_rank.as_deref(),
        info.black_team.as_deref(),
        info.white_team.as_deref(),
        info.result.as_deref(),
        info.date.as_deref(),
        info.name.as_deref(),
        info.event.as_deref(),
        info.round.as_deref(),
        info.place.as_deref(),
        info.rules.as_deref(),
        info.time_limit.as_deref(),
        info.overtime.as_deref(),
        info.opening.as_deref(),
        info.annotator.as_deref(),
        info.source.as_deref(),
        info.user.as_deref(),
        info.copyright.as_deref(),
        info.comment.as_deref(),
    ]
}
