//! The board at a moment of a recording.

use alloc::string::String;
use alloc::vec::Vec;

use kifu_replay::{Replay, replay};
use kifu_rgf::Stream;
use kifu_rules::Rules;
use kifu_sgf::{Document, TooLarge};
use kifu_timeline::{NodeId, View};

/// What decides what is on a board, in the order in which it is written.
const BOARD: [&str; 11] = [
    "GM", "FF", "SZ", "HA", "AB", "AW", "AE", "PL", "B", "W", "KO",
];

/// The board as the viewer sees it at a moment: at the node that is looked at, after all that
/// leads there in the SGF file and in the recording.
///
/// It takes time in proportion to the depth of that node.
///
/// ```
/// use kifu::rgf::{Recording, Streams};
/// use kifu::rules::Rules;
/// use kifu::sgf::Document;
/// use kifu::timeline::Time;
///
/// let main = Document::parse("(;GM[1]SZ[9]AB[cc];GS[talk.rgf])").unwrap();
/// let stream = &Streams::of(&main).streams[0];
/// let talk = Recording::parse("(;TS[1]W[gg]TS[1];TS[2]AE[cc]TS[3])").unwrap();
/// let timeline = talk.read(&stream.settings(&main)).timeline;
/// let at = |secs| kifu::moment::board(&main, stream, timeline.at(Time::from_secs(secs)), &Rules::JAPANESE);
/// let stones = |secs| at(secs).unwrap().position.board().stones().count();
/// assert_eq!([0, 1, 2, 3].map(stones), [1, 2, 2, 1]);
/// ```
///
/// # Errors
///
/// [`TooLarge`] if the way to that node takes more than 4 GiB to write.
pub fn board(
    main: &Document,
    stream: &Stream,
    view: View<'_>,
    rules: &Rules,
) -> Result<Replay, TooLarge> {
    let mut line = String::from("(");
    let mut above: Vec<NodeId> = main.forest().ancestors(stream.node).collect();
    above.reverse();
    for node in above.into_iter().chain([stream.node]) {
        let node = main.node(node);
        line.push(';');
        for ident in BOARD {
            let values = node
                .get(ident)
                .into_iter()
                .flat_map(|property| property.values());
            write(
                &mut line,
                ident,
                values.filter_map(|value| plain(value.raw())),
            );
        }
    }
    let mut below: Vec<NodeId> =
        core::iter::successors(view.cursor(), |node| view.parent(*node)).collect();
    below.reverse();
    for node in below {
        line.push(';');
        for ident in BOARD {
            let values = view.property(node, ident).into_iter().flatten();
            write(
                &mut line,
                ident,
                values.filter_map(|value| plain(value.as_bytes())),
            );
        }
    }
    line.push(')');
    let line = Document::parse(line)?;
    let last = line
        .roots()
        .next()
        .and_then(|root| line.forest().main_line(root).last());
    // The line has the game stream node, if nothing else.
    let last = last.unwrap_or(stream.node);
    Ok(replay(&line, last, rules))
}

/// A value that could say something about a board: no brackets, no escapes, no text.
fn plain(raw: &[u8]) -> Option<&str> {
    let is_plain = |byte: &u8| byte.is_ascii_graphic() && !matches!(byte, b'[' | b']' | b'\\');
    let text = core::str::from_utf8(raw.trim_ascii()).ok()?;
    text.bytes().all(|byte| is_plain(&byte)).then_some(text)
}

fn write<'v>(line: &mut String, ident: &str, values: impl Iterator<Item = &'v str>) {
    for (value, count) in values.zip(0..) {
        if count == 0 {
            line.push_str(ident);
        }
        line.push('[');
        line.push_str(value);
        line.push(']');
    }
}
