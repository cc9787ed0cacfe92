//! The board at a moment of a recording.

use alloc::string::String;
use alloc::vec::Vec;

use kifu_diagram::Figure;
use kifu_replay::{Replay, replay};
use kifu_rgf::Stream;
use kifu_rules::Rules;
use kifu_sgf::charset::Charset;
use kifu_sgf::{Document, TooLarge};
use kifu_timeline::{NodeId, View};

use crate::{Line, Options};

/// The properties that determine the board, in the order in which they are written.
const BOARD: [&str; 11] = [
    "GM", "FF", "SZ", "HA", "AB", "AW", "AE", "PL", "B", "W", "KO",
];

/// The properties that are drawn in addition to the stones.
const MARKS: [&str; 12] = [
    "CR", "MA", "SL", "SQ", "TR", "LB", "LN", "AR", "TB", "TW", "DD", "VW",
];

/// Returns the board that a viewer sees at a moment: at the visible node, after all nodes that lead there in the
/// SGF file and in the recording.
///
/// The time is proportional to the depth of the visible node.
///
/// ```
/// use kifu_figure::rgf::{Recording, Streams};
/// use kifu_figure::replay::rules::Rules;
/// use kifu_figure::sgf::Document;
/// use kifu_figure::timeline::Time;
///
/// let main = Document::parse("(;GM[1]SZ[9]AB[cc];GS[talk.rgf])").unwrap();
/// let stream = &Streams::of(&main).streams[0];
/// let talk = Recording::parse("(;TS[1]W[gg]TS[1];TS[2]AE[cc]TS[3])").unwrap();
/// let timeline = talk.read(&stream.settings(&main)).timeline;
/// let at = |secs| kifu_figure::moment::board(&main, stream, timeline.at(Time::from_secs(secs)), &Rules::JAPANESE);
/// let stones = |secs| at(secs).unwrap().position.board().stones().count();
/// assert_eq!([0, 1, 2, 3].map(stones), [1, 2, 2, 1]);
/// ```
///
/// # Errors
///
/// [`TooLarge`] if the line to the visible node takes more than 4 GiB to write.
pub fn board(
    main: &Document,
    stream: &Stream,
    view: View<'_>,
    rules: &Rules,
) -> Result<Replay, TooLarge> {
    let line = line(main, stream, view, &BOARD)?;
    let last = end(&line);
    // The line has at least the game stream node.
    Ok(replay(&line, last.unwrap_or(stream.node), rules))
}

/// Returns a figure of the board that a viewer sees at a moment, with the marks and labels of the visible node and
/// with its last move highlighted.
///
/// ```
/// use kifu_figure::diagram::Text;
/// use kifu_figure::Options;
/// use kifu_figure::rgf::{Recording, Streams};
/// use kifu_figure::sgf::Document;
/// use kifu_figure::timeline::Time;
///
/// let main = Document::parse("(;GM[1]SZ[3]AB[aa];GS[talk.rgf])").unwrap();
/// let stream = &Streams::of(&main).streams[0];
/// let talk = Recording::parse("(;TS[1]W[bb]TS[1]LB[cc:x]TS[2])").unwrap();
/// let timeline = talk.read(&stream.settings(&main)).timeline;
/// let view = timeline.at(Time::from_secs(2));
/// let figure = kifu_figure::moment::figure(&main, stream, view, &Options::default()).unwrap();
/// assert_eq!(Text::ASCII.draw(&figure), "   A B C
///  3 X . .  3
///  2 .(O).  2
///  1 . . x  1
///    A B C
/// ");
/// ```
///
/// # Errors
///
/// [`TooLarge`] if the line to the visible node takes more than 4 GiB to write.
pub fn figure(
    main: &Document,
    stream: &Stream,
    view: View<'_>,
    options: &Options,
) -> Result<Figure, TooLarge> {
    let idents = [&BOARD[..], &MARKS].concat();
    let line = line(main, stream, view, &idents)?;
    let root = line.roots().next();
    let figure = root.map(|root| Line::main(&line, root).position(options));
    Ok(figure.unwrap_or_else(|| Figure::empty(Default::default())))
}

/// The last node of a line.
fn end(line: &Document) -> Option<NodeId> {
    let root = line.roots().next()?;
    line.forest().main_line(root).last()
}

/// Writes the line to the visible node as a record with these properties.
fn line(
    main: &Document,
    stream: &Stream,
    view: View<'_>,
    idents: &[&str],
) -> Result<Document, TooLarge> {
    let mut line = String::from("(");
    let mut above: Vec<NodeId> = main.forest().ancestors(stream.node).collect();
    above.reverse();
    for node in above.into_iter().chain([stream.node]) {
        let charset = main.charset(node).charset;
        let node = main.node(node);
        line.push(';');
        for ident in idents {
            let property = node.get(ident);
            let values = property.iter().flat_map(|property| property.values());
            for (value, count) in values.zip(0..) {
                write(&mut line, ident, count, &charset.decode(value.raw()).text);
            }
        }
    }
    let up = |node: &NodeId| view.parent(*node);
    let mut below: Vec<NodeId> = core::iter::successors(view.cursor(), up).collect();
    below.reverse();
    for node in below {
        line.push(';');
        for ident in idents {
            let values = view.property(node, ident).into_iter().flatten();
            for (value, count) in values.zip(0..) {
                write(&mut line, ident, count, value);
            }
        }
    }
    line.push(')');
    Document::parse_in(line, Charset::UTF_8)
}

/// Appends a value of a property. If the value contains brackets or backslashes, they are escaped.
fn write(line: &mut String, ident: &str, count: usize, value: &str) {
    if count == 0 {
        line.push_str(ident);
    }
    line.push('[');
    if value.contains(['[', ']', '\\']) {
        line.push_str(&kifu_sgf::escape(&kifu_sgf::text(value)))
    } else {
        line.push_str(value)
    }
    line.push(']');
}
