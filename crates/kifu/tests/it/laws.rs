//! Laws that hold for all formats. Tests check them for the corpus, and fuzz targets for arbitrary
//! inputs.

#[path = "compared.rs"]
mod compared;
#[path = "edited.rs"]
mod edited;

pub(crate) use edited::edits_in_another_format_survive;

use kifu::diagram::Figure;
use kifu::figure::{Division, Line, Options as Drawing};
use kifu::jgf::convert::{Target, from_game, from_games, to_game, to_games, to_json};
use kifu::jgf::{Document as Records, Options};
use kifu::notation::{Entry, Notation, PositionChoice, Positions};
use kifu::position;
use kifu::replay::Replayer;
use kifu::rules::{Board, Rules, Symmetry};
use kifu::sgf::Document;
use kifu::sgf::convert as sgf;
use kifu::transform::{Colors, Transform, canonical, transform};
use kifu::tree::game::{Game, Loss, LossKind, PrivateData};

/// Checks all laws about conversions.
pub(crate) fn all(source: &[u8]) {
    conversions_keep_everything(source);
    losses_are_reported(source);
    gib_survives_other_formats(source);
    carried_data_survives_other_formats(source);
    converted_files_are_valid(source);
    edits_in_another_format_survive(source);
    records_read_as_sgf(source);
    anything_reads_as_positions(source);
    transforms_can_be_undone(source);
    counts_of_moves_agree(source);
    western_coordinates_name_the_same_points(source);
}

/// A GIB file that is converted to SGF or JGF and back is unchanged. The moves of any game are in its GIB file, unless
/// their loss is reported.
pub(crate) fn gib_survives_other_formats(source: &[u8]) {
    use kifu::gib::convert as gib;
    let Ok(record) = kifu::read(source) else {
        return;
    };
    for game in record.games() {
        let game = game.value;
        let written = gib::from_game(&game);
        let read = kifu::gib::Document::parse(written.value.as_bytes()).unwrap();
        let back = gib::to_game(&read).value;
        let plays = |game: &Game| -> Vec<_> {
            let ids = game.nodes.main_line(game.root());
            ids.filter_map(|id| game.nodes[id].play).collect()
        };
        if written.losses.is_empty() {
            assert_eq!(plays(&back), plays(&game));
        }
        if let kifu::Record::Gib(_) = &record {
            let text = sgf::from_game(&game, PrivateData::Write).value;
            let document = Document::parse(text).unwrap();
            let root = document.roots().next().unwrap();
            let game = sgf::to_game(&document, root).value;
            assert!(gib::from_game(&game).value == written.value);
            for target in [Target::V1, Target::V2] {
                let record = from_game(&game, target, PrivateData::Write).value;
                let game = to_game(&record).value;
                assert!(gib::from_game(&game).value == written.value);
            }
        }
    }
}

/// What a game carries for its format is still there after a conversion to SGF or JGF.
pub(crate) fn carried_data_survives_other_formats(source: &[u8]) {
    let Ok(record) = kifu::read(source) else {
        return;
    };
    let own = record.format().name();
    let carried = |game: &Game| -> Vec<_> {
        let nodes = game.nodes.preorder(game.root());
        let nodes = nodes.flat_map(|id| &game.nodes[id].carried);
        let all = game.carried.iter().chain(nodes);
        let own = all.filter(|carried| carried.format == own);
        // Formats group the data by its role.
        let mut own: Vec<_> = own.map(|carried| format!("{carried:?}")).collect();
        own.sort();
        own
    };
    if matches!(own, "sgf" | "jgf" | "unknown") {
        return;
    }
    for game in record.games() {
        let expected = carried(&game.value);
        let text = sgf::from_game(&game.value, PrivateData::Write).value;
        let document = Document::parse(text).unwrap();
        let root = document.roots().next().unwrap();
        assert_eq!(carried(&sgf::to_game(&document, root).value), expected);
        for target in [Target::V1, Target::V2] {
            let record = from_game(&game.value, target, PrivateData::Write).value;
            assert_eq!(carried(&to_game(&record).value), expected);
        }
    }
}

/// `info`, figures and selection count the same moves.
pub(crate) fn counts_of_moves_agree(source: &[u8]) {
    let Ok(record) = kifu::read(source) else {
        return;
    };
    let Ok(sgf) = record.to_sgf() else {
        return;
    };
    let games = kifu::select::Games::of(&record, &sgf);
    for (root, game) in sgf.roots().zip(games.iter()) {
        let moves = kifu::info::GameInfo::of(&sgf, root).moves;
        assert_eq!(Line::main(&sgf, root).last_move() as usize, moves);
        let select: kifu::select::Select = format!("moves>={moves} and moves<={moves}")
            .parse()
            .unwrap();
        assert!(select.matches(&game), "{moves}");
    }
}

/// Moves, setup and marks in Western coordinates refer to the same points as the letters of SGF in replay,
/// hashes, comparisons, search and conversions.
pub(crate) fn western_coordinates_name_the_same_points(source: &[u8]) {
    use kifu::hash::{HashKind, MainLine};
    use kifu::sgf::{GameContext, value};

    let document = Document::parse(source).unwrap();
    let mut edits: Vec<(std::ops::Range<usize>, String)> = Vec::new();
    for root in document.roots() {
        let size = GameContext::of(document.node(root)).size;
        let all = document.forest().preorder(root);
        for property in all.flat_map(|id| document.node(id).properties()) {
            let ident = property.ident();
            let is_point = ["B", "W", "AB", "AW", "AE", "TR", "TB", "TW"];
            // A move with several values or a rectangle is unreadable, and is compared by its bytes.
            let is_move = ident.is("B") || ident.is("W");
            let is_unreadable = is_move && property.values().nth(1).is_some();
            if !is_point.iter().any(|of| ident.is(of)) || is_unreadable {
                continue;
            }
            for written in property.values() {
                let exact = value::area(written.raw(), size).ok();
                let Some(area) = exact.filter(|read| read.is_exact()) else {
                    continue;
                };
                let name = |point| size.western(point).unwrap().to_string();
                let (from, to) = (area.value.from(), area.value.to());
                if is_move && from != to {
                    continue;
                }
                let names = if from == to {
                    name(from)
                } else {
                    format!("{}:{}", name(from), name(to))
                };
                let place = written.span().unwrap().range();
                // The value may be cut off at the end of the file.
                let start = place.start + 1;
                edits.push((start..start + written.raw().len(), names));
            }
        }
    }
    let mut text = document.text().to_vec();
    edits.sort_by_key(|(range, _)| std::cmp::Reverse(range.start));
    for (range, name) in edits {
        text.splice(range, name.into_bytes());
    }
    let western = document.with_text(text).unwrap();
    // In damaged text, games can be recognized by the letters of points.
    let shape = |document: &Document| -> Vec<Vec<usize>> {
        let roots = document.roots();
        let counts = |root| {
            let all = document.forest().preorder(root);
            all.map(|id| document.node(id).properties().count())
                .collect()
        };
        roots.map(counts).collect()
    };
    if shape(&document) != shape(&western) {
        return;
    }
    same_boards(&document, &western, Board::clone);
    for (root, other) in document.roots().zip(western.roots()) {
        assert_eq!(
            kifu::search::line(&document, root),
            kifu::search::line(&western, other)
        );
        assert_eq!(
            kifu::compare::Moves::of(&document, root),
            kifu::compare::Moves::of(&western, other)
        );
        let hashes = |document, root| {
            let line = MainLine::of(document, root, None)?;
            Some(HashKind::ALL.map(|kind| line.hash(kind)))
        };
        assert_eq!(hashes(&document, root), hashes(&western, other));
        let content = |document, root| {
            let game = sgf::to_game(document, root).value;
            let nodes = game.nodes.preorder(game.root()).map(|id| {
                let node = &game.nodes[id];
                (node.play, node.setup.clone(), node.marks.clone())
            });
            nodes.collect::<Vec<_>>()
        };
        assert_eq!(content(&document, root), content(&western, other));
    }
}

/// A game that is converted to another format and back is unchanged.
pub(crate) fn conversions_keep_everything(source: &[u8]) {
    if kifu::jgf::is_jgf(source) {
        jgf_comes_back(source);
    } else {
        sgf_comes_back(source);
    }
}

/// If a conversion without private data reports no losses, the result is read as the same game.
pub(crate) fn losses_are_reported(source: &[u8]) {
    for game in kifu::read(source).unwrap().games() {
        let game = game.value;
        let text = sgf::from_game(&game, PrivateData::Omit);
        if text.losses.is_empty() {
            let document = Document::parse(text.value.as_str()).unwrap();
            let back = sgf::to_game(&document, document.roots().next().unwrap()).value;
            assert_eq!(content(back), content(game.clone()), "{}", text.value);
        }
        // JGF stores a move of the root in a separate node.
        if game.nodes[game.root()].play.is_some() {
            continue;
        }
        for target in [Target::V1, Target::V2] {
            let written = to_json(&game, target, PrivateData::Omit, &Options::COMPACT);
            if written.losses.is_empty() {
                let records = Records::parse(written.value.as_bytes()).unwrap();
                let back = to_game(&records.records[0]).value;
                assert_eq!(content(back), content(game.clone()), "{}", written.value);
            }
        }
    }
}

/// Returns the content of a game without carried data: the information about the game, and the nodes in
/// preorder with their depths.
fn content(game: Game) -> (String, Vec<String>) {
    let nodes = game.nodes.preorder(game.root()).map(|id| {
        let mut node = game.nodes[id].clone();
        if !node.carried.is_empty() {
            node.carried.clear();
        }
        let depth = game.nodes.depth(id);
        let clock = *node.clock;
        format!(
            "{depth} {} {:?} {clock:?} {:?}",
            node.is_empty_variation, node.play, *node.details
        )
    });
    (format!("{:?}", game.info), nodes.collect())
}

/// Returns the codes of the formal errors in an SGF file.
fn formal_errors(text: &str) -> Vec<&'static str> {
    const FORMAL: [&str; 6] = [
        "node/marks-collide",
        "node/move-with-setup",
        "node/point-twice",
        "node/two-moves",
        "value/malformed",
        "value/too-many",
    ];
    let document = Document::parse(text).unwrap();
    let found = kifu::check::check(&document, &kifu::check::Settings::default());
    let codes = found.iter().map(|found| found.code.name);
    let codes = codes.filter(|code| code.starts_with("sgf/") || FORMAL.contains(code));
    codes.collect()
}

/// Converted files have no formal errors except those of their source.
pub(crate) fn converted_files_are_valid(source: &[u8]) {
    let record = kifu::read(source).unwrap();
    let before = match record.sgf_document() {
        Some(document) => {
            let text = String::from_utf8(document.to_bytes());
            let Ok(text) = text else { return };
            let mut before = formal_errors(&text);
            // Empty variations are not written.
            before.retain(|code| *code != "sgf/empty-variation");
            if before.iter().any(|code| code.starts_with("sgf/")) {
                return; // The interpretation of damaged text can have other errors.
            }
            before
        }
        None => Vec::new(),
    };
    for game in record.games() {
        for private_data in [PrivateData::Write, PrivateData::Omit] {
            let text = sgf::from_game(&game.value, private_data).value;
            let mut after = formal_errors(&text);
            after.retain(|code| !before.contains(code));
            assert_eq!(after, [""; 0], "{text}");
        }
    }
}

/// Undoing a transformation and applying it again gives the same bytes.
pub(crate) fn transforms_can_be_undone(source: &[u8]) {
    let document = Document::parse(source).unwrap();
    for by in transforms(source) {
        let there = transform(&document, |_| by).unwrap();
        let back = transform(&there.document, |_| by.inverse()).unwrap();
        let again = transform(&back.document, |_| by).unwrap();
        assert_eq!(again.document.text(), there.document.text(), "{by:?}");
        let nodes = |document: &Document| {
            let forest = document.forest();
            let games = document.roots().map(|root| forest.preorder(root).count());
            games.sum::<usize>()
        };
        assert_eq!(nodes(&there.document), nodes(&document), "{by:?}");
    }
}

/// The positions of a transformed game are the transformed positions of the game, and both have the same
/// canonical form.
pub(crate) fn positions_are_transformed(source: &[u8]) {
    let document = Document::parse(source).unwrap();
    let form = |document: &Document| {
        let canonical = |root| canonical(document, root, Colors::Either);
        transform(document, canonical).unwrap().document
    };
    let expected = form(&document);
    for by in transforms(source) {
        let there = transform(&document, |_| by).unwrap().document;
        let expect = |board: &Board| {
            let board = board.transformed(by.symmetry);
            if by.swaps_colors {
                board.colors_swapped()
            } else {
                board
            }
        };
        same_boards(&document, &there, expect);
        same_boards(&expected, &form(&there), Board::clone);
    }
}

/// Comparisons of a game with transformed or shortened copies find exactly these differences, and merging a
/// game with one of its lines loses nothing.
pub(crate) fn comparisons_hold(source: &[u8]) {
    compared::comparisons_hold(source, &transforms(source));
}

/// Returns two of the sixteen transformations, depending on the record.
fn transforms(source: &[u8]) -> [Transform; 2] {
    let of = |n: usize| Transform::of(Symmetry::ALL[n % Symmetry::ALL.len()]);
    let n = source.len() / 8;
    [of(n), of(n / 8).with_colors_swapped()]
}

fn same_boards(before: &Document, after: &Document, expect: impl Fn(&Board) -> Board) {
    assert_eq!(before.roots().count(), after.roots().count());
    for (root, other) in before.roots().zip(after.roots()) {
        let mut game = Replayer::forward(before, root, &Rules::LENIENT);
        let mut turned = Replayer::forward(after, other, &Rules::LENIENT);
        while game.advance().is_some() {
            turned.advance().unwrap();
            let board = game.position().board();
            let found = turned.position().board().hash();
            assert_eq!(found, expect(board).hash());
        }
        assert!(turned.advance().is_none());
    }
}

/// Every position of a main line is the same after a conversion to SGN. After a further conversion to SGF it
/// is still the same; this is checked for positions with a ko and for one in `each` others.
pub(crate) fn positions_come_back(source: &[u8], each: usize) {
    let document = Document::parse(source).unwrap();
    let mut positions = 0;
    for root in document.roots() {
        let mut game = Replayer::forward(&document, root, &Rules::LENIENT);
        let mut before = None;
        for sgn in position::main_line(&document, root) {
            game.advance().unwrap();
            positions += 1;
            let setup = game.position().to_setup();
            assert_eq!(*sgn.setup(), setup);
            // Passes and nodes without moves change at most the player to move.
            if before.replace(setup.clone()) == Some(setup) {
                continue;
            }
            let text = sgn.to_string();
            assert_eq!(text.parse(), Ok(sgn.clone()), "{text}");
            if sgn.setup().ko.is_none() && positions % each != 0 {
                continue;
            }
            let written = position::to_sgf(&sgn);
            let record = Document::parse(written.text.as_str()).unwrap();
            let root = record.roots().next().unwrap();
            let end = record.main_line(root).last().unwrap();
            let back = position::of_node(&record, end.id()).into_setup();
            let mut setup = sgn.into_setup();
            // Overwriting stones can create a ko that a legal move cannot create.
            setup.ko = setup.ko.filter(|_| written.ko_kept);
            assert_eq!(back, setup, "{text}");
        }
    }
}

/// Any text can be read in any notation: findings are inside the text, each position is a record,
/// and a position that is written in the same notation without loss is read as the same position.
pub(crate) fn anything_reads_as_positions(source: &[u8]) {
    for notation in Notation::ALL {
        let file = Positions::read(source, notation);
        assert_eq!(file.entries().len(), file.places().len());
        assert_eq!(file.games().count(), file.entries().len());
        for found in file.diagnostics() {
            assert!(file.text().get(found.span.range()).is_some(), "{found}");
            assert!(
                kifu::codes().any(|code| code.name == found.code.name),
                "{found}"
            );
        }
        for (entry, place) in file.entries().zip(file.places()) {
            assert!(file.text().get(place.range()).is_some());
            same_after_sgf(&entry);
            let written = entry.write(notation);
            if written.losses.is_empty() {
                let back = Positions::read(written.value.as_bytes(), notation);
                let [back] = &back.entries().collect::<Vec<_>>()[..] else {
                    panic!("{}", written.value)
                };
                let stated = entry.figure.to_play.and(back.figure.to_play);
                assert_eq!(stated, entry.figure.to_play, "{}", written.value);
                assert_eq!(stones(back), stones(&entry), "{}", written.value);
                assert_eq!(back.comment, entry.comment);
            }
        }
    }
}

/// Checks that a position is the same after a conversion to SGF without loss, unless moves are numbered.
fn same_after_sgf(entry: &Entry) {
    let sgf = entry.to_sgf();
    let document = Document::parse(sgf.value.as_str()).unwrap();
    assert_eq!(document.roots().count(), 1, "{}", sgf.value);
    assert_eq!(document.diagnostics().next(), None, "{}", sgf.value);
    let line = Line::main(&document, document.roots().next().unwrap());
    let back = Entry::of_line(&line, PositionChoice::Last, "")
        .next()
        .unwrap();
    let points = || entry.figure.size().points();
    let is_numbered = points().any(|at| entry.figure[at].number.is_some());
    if sgf.losses.is_empty() && !is_numbered && entry.figure.unplaced_moves.is_empty() {
        let (mut there, mut here) = (back.figure.setup(), entry.figure.setup());
        here.ko = here.ko.filter(|&ko| here.stone(ko).is_none());
        if here.to_play.is_none() {
            there.to_play = None;
        }
        assert_eq!(there, here, "{}", sgf.value);
        let marks = |figure: &Figure| -> Vec<_> {
            let cells = points().map(|at| &figure[at]);
            cells
                .map(|cell| (cell.mark, cell.label.clone(), cell.dimmed))
                .collect()
        };
        assert_eq!(marks(&back.figure), marks(&entry.figure), "{}", sgf.value);
        assert_eq!(back.komi, entry.komi);
    }
}

fn stones(entry: &Entry) -> Vec<(kifu::core::Point, kifu::core::Color)> {
    entry.figure.setup().stones().collect()
}

/// The positions of a main line are the same after a conversion to every notation, and the notation
/// is recognized. This is checked for one in `each` positions.
pub(crate) fn notations_come_back(source: &[u8], each: usize) {
    let document = Document::parse(source).unwrap();
    for root in document.roots() {
        let game = Replayer::forward(&document, root, &Rules::LENIENT);
        if game.other_game().is_some() {
            continue;
        }
        let line = Line::main(&document, root);
        let entries = Entry::of_line(&line, PositionChoice::All, "A game");
        let all = position::main_line(&document, root).zip(entries);
        for (sgn, entry) in all.step_by(each) {
            let text = entry.write(Notation::Sgn).value;
            let notation = text.lines().last().unwrap().split(' ').next();
            assert_eq!(notation, Some(sgn.to_string().as_str()));
            for notation in Notation::ALL {
                let text = entry.write(notation).value;
                let size = entry.figure.size();
                let file = if size.cols() >= 5 && size.cols() == size.rows() {
                    Positions::recognize(text.as_bytes()).unwrap()
                } else {
                    Positions::read(text.as_bytes(), notation)
                };
                assert_eq!(file.notation(), notation, "{text}");
                let allowed = ["sgn/no-ko", "sgn/not-square"];
                assert_eq!(
                    file.diagnostics()
                        .iter()
                        .find(|d| !allowed.contains(&d.code.name)),
                    None
                );
                let [back] = &file.entries().collect::<Vec<_>>()[..] else {
                    panic!("{text}")
                };
                let (mut there, mut here) = (back.figure.setup(), entry.figure.setup());
                here.ko = here.ko.filter(|&ko| here.stone(ko).is_none());
                if !matches!(notation, Notation::Sgn | Notation::Fen) {
                    here.ko = None;
                }
                if notation == Notation::Ascii {
                    there.to_play = here.to_play;
                }
                // A `$$` diagram contains only the visible part of the board.
                let view = entry.figure.view;
                if notation == Notation::Sensei && view != kifu::diagram::View::whole(size) {
                    continue;
                }
                assert_eq!(there, here, "{text}");
                if matches!(notation, Notation::Sgn) {
                    assert_eq!(back.figure.title, entry.figure.title);
                    assert_eq!(back.comment, entry.comment.trim_end_matches(['\n']));
                }
                same_after_sgf(back);
            }
        }
    }
}

/// Figures of any record can be drawn, and each move is on a figure or listed below it.
pub(crate) fn figures_have_every_move(source: &[u8]) {
    let document = Document::parse(source).unwrap();
    for root in document.roots() {
        let mut game = Replayer::forward(&document, root, &Rules::LENIENT);
        if game.other_game().is_some() {
            continue;
        }
        let context = kifu::sgf::GameContext::of(document.node(root));
        let mut readable = 0;
        while game.advance().is_some() {
            let node = document.node(game.node().unwrap());
            readable += node.properties().filter_map(|p| p.mover(&context)).count();
        }
        let line = Line::main(&document, root);
        let every = Division::Every(50.try_into().unwrap());
        let mut shown = 0;
        for figure in line.figures(1..=u32::MAX, every, &Drawing::default()) {
            let all = figure.size().points();
            shown += all.filter(|&point| figure[point].number.is_some()).count();
            shown += figure.unplaced_moves.len();
        }
        let printed = |node: kifu::sgf::NodeRef<'_>| node.get("PM").is_none();
        if line.nodes().iter().all(|&id| printed(document.node(id))) {
            assert_eq!(shown, readable);
        }
        let position = line.position(&Drawing {
            status: true,
            ..Drawing::default()
        });
        assert!(position.stars);
    }
}

/// SGF is unchanged after a conversion to both versions of JGF.
pub(crate) fn sgf_comes_back(source: &[u8]) {
    let document = Document::parse(source).unwrap();
    for root in document.roots() {
        let game = sgf::to_game(&document, root).value;
        let written = sgf::from_game(&game, PrivateData::Write);
        // Text is changed only if it could switch to another charset.
        let changed = |loss: &Loss| matches!(loss.kind, LossKind::Changed(_));
        assert!(written.losses.iter().all(changed), "{:?}", written.losses);
        if !written.losses.is_empty() {
            continue;
        }
        for path in [
            &[Target::V1][..],
            &[Target::V2],
            &[Target::V1, Target::V2],
            &[Target::V2, Target::V1],
        ] {
            let mut there = game.clone();
            for target in path {
                there = through_jgf(&there, *target);
            }
            let back = sgf::from_game(&there, PrivateData::Write);
            assert_eq!(back.value, written.value, "{path:?}");
            assert_eq!(back.losses, []);
        }
    }
}

fn through_jgf(game: &Game, target: Target) -> Game {
    let record = from_game(game, target, PrivateData::Write);
    assert_eq!(record.losses, []);
    let json = record.value.to_json(&Options::COMPACT);
    let at_once = to_json(game, target, PrivateData::Write, &Options::COMPACT);
    assert_eq!((at_once.value, at_once.losses), (json.clone(), Vec::new()));
    // The losses without private data are the same, too.
    let bare = from_game(game, target, PrivateData::Omit);
    let at_once = to_json(game, target, PrivateData::Omit, &Options::COMPACT);
    let bare_json = bare.value.to_json(&Options::COMPACT);
    assert_eq!((at_once.value, at_once.losses), (bare_json, bare.losses));
    let document = Records::parse(json.as_bytes()).unwrap();
    assert_eq!(document.records.len(), 1, "{json}");
    to_game(&document.records[0]).value
}

/// JGF is unchanged after a conversion to SGF, and to the other version.
pub(crate) fn jgf_comes_back(source: &[u8]) {
    let document = Records::parse(source).unwrap();
    // The meaning of a duplicate member in JSON is not defined.
    let mut found = document.diagnostics().iter();
    if found.any(|found| found.code.name == "jgf/duplicate-member") {
        return;
    }
    files_come_back(&document);
    for record in &document.records {
        let own = match record.version() {
            1 => Target::V1,
            _ => Target::V2,
        };
        let json = value(&record.to_json(&Options::COMPACT));
        let game = to_game(record).value;
        let same = from_game(&game, own, PrivateData::Write);
        assert_eq!(value(&same.value.to_json(&Options::COMPACT)), json);
        assert_eq!(same.losses, []);
        let other = match own {
            Target::V1 => Target::V2,
            Target::V2 => Target::V1,
        };
        let text = sgf::from_game(&game, PrivateData::Write);
        assert_eq!(text.losses, []);
        let document = Document::parse(text.value.as_bytes()).unwrap();
        let root = document.roots().next().unwrap();
        let mirror = sgf::from_game_node_for_node(&game, PrivateData::Write);
        assert_eq!(mirror.losses, []);
        let nodes = Document::parse(mirror.value.as_bytes()).unwrap();
        let first = nodes.roots().next().unwrap();
        for (back, way) in [
            (through_jgf(&game, other), "converted to the other version"),
            (sgf::to_game(&document, root).value, &*text.value),
            (sgf::to_game(&nodes, first).value, &*mirror.value),
        ] {
            let record = from_game(&back, own, PrivateData::Write);
            assert_eq!(
                value(&record.value.to_json(&Options::COMPACT)),
                json,
                "{way}"
            );
            assert_eq!(record.losses, [], "{way}");
        }
    }
}

/// A file of records of the same version is unchanged after a conversion to SGF.
fn files_come_back(document: &Records) {
    let is_of = |version| {
        document
            .records
            .iter()
            .all(|record| record.version() == version)
    };
    let Some((_, own)) = [(1, Target::V1), (2, Target::V2)]
        .into_iter()
        .find(|(version, _)| is_of(*version))
    else {
        return;
    };
    let sgf = |game: Game| sgf::from_game(&game, PrivateData::Write).value;
    let text: String = to_games(document).map(|game| sgf(game.value)).collect();
    let there = Document::parse(text).unwrap();
    let games: Vec<Game> = there
        .roots()
        .map(|root| sgf::to_game(&there, root).value)
        .collect();
    let back = from_games(&games, own, PrivateData::Write).value;
    assert_eq!(
        value(&back.to_json(&Options::COMPACT)),
        value(&document.to_json(&Options::COMPACT))
    );
}

/// Any record can be converted to SGF with all its games, and its findings are inside its text, in
/// order.
pub(crate) fn records_read_as_sgf(source: &[u8]) {
    let record = kifu::read(source).unwrap();
    let sgf = record.to_sgf().unwrap();
    let games = record.games().count();
    assert_eq!(sgf.roots().count(), games);
    let info = kifu::info::FileInfo::of_record(&record, &sgf);
    assert_eq!(info.games.len(), games);
    let totals = kifu::info::Totals::of(source).unwrap();
    let nodes = info.games.iter().map(|game| game.nodes).sum();
    assert_eq!(totals, kifu::info::Totals { games, nodes });
    if kifu::jgf::is_jgf(source) {
        let text = kifu::jgf::text(source);
        let found = kifu::check_jgf(source, &kifu::check::Settings::default()).unwrap();
        assert!(found.is_sorted_by_key(|found| found.span.start));
        for found in found {
            assert!(text.get(found.span.range()).is_some(), "{found}");
            assert!(found.fix.is_none(), "{found}");
            assert!(
                kifu::codes().any(|code| code.name == found.code.name),
                "{found}"
            );
        }
    }
}

/// Parses JSON to a value that ignores the order of members; `None` if it is nested too deeply for the parser.
fn value(json: &str) -> Option<serde_json::Value> {
    serde_json::from_str(json).ok()
}
