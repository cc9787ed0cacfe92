//! The order of the members of a bundle.

use std::collections::HashMap;

use crate::stream::Streams;

/// Sorts the names of files in the order of a bundle: the SGF file, the recordings in the order in which it
/// names them, their media in the same order, and all other files by name.
///
/// ```
/// use kifu_rgf::Streams;
/// use kifu_rgf::bundle::sort_names;
/// use kifu_sgf::Document;
///
/// let main = Document::parse("(;GM[1];GS[b.rgf]MS[b.mp3:audio];GS[a.rgf])").unwrap();
/// let mut names = ["a.rgf", "b.mp3", "b.rgf", "game.sgf", "notes.txt"].map(str::to_owned);
/// sort_names(&mut names, "game.sgf", &Streams::of(&main));
/// assert_eq!(names, ["game.sgf", "b.rgf", "a.rgf", "b.mp3", "notes.txt"]);
/// ```
pub fn sort_names(names: &mut [String], main: &str, streams: &Streams) {
    let streams = || streams.streams.iter();
    let recordings = streams().map(|stream| &*stream.file);
    let media = streams().flat_map(|stream| stream.media.iter().map(|media| &*media.source));
    let mut places: HashMap<&str, usize> = HashMap::new();
    for (place, name) in [main]
        .into_iter()
        .chain(recordings)
        .chain(media)
        .enumerate()
    {
        places.entry(name).or_insert(place);
    }
    let place = |name: &String| places.get(&**name).copied().unwrap_or(usize::MAX);
    names.sort_by(|a, b| (place(a), a).cmp(&(place(b), b)));
}
