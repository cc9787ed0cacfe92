//! The list of keys.

/// The keys that games and recordings share.
const COMMON: &[(&str, &str)] = &[
    ("c C", "the next or previous comment"),
    (
        "/",
        "search in comments; n and N find the next and the previous",
    ),
    ("d u", "scroll the comment"),
    ("i", "the information about the game, and the findings"),
    ("o", "show or hide the coordinates"),
    (
        "Tab",
        "the list of games; < and > switch to the previous and the next",
    ),
    ("q", "quit"),
    ("", ""),
    ("Trying moves", ""),
    (
        "click",
        "play at a point; a next move of the game is followed",
    ),
    ("m", "play at a point that you name: Q16, or pass"),
    ("h j k l", "select a point; Enter plays there"),
    ("← →", "take a tried move back, play it again"),
    ("Esc", "return to the record, and keep the moves"),
    (
        "t",
        "the moves that were kept here; again, the next line of them",
    ),
    ("x", "throw the tried moves away"),
    ("", ""),
    ("Mouse", ""),
    ("click", "play at a point, or show a node of the tree"),
    (
        "wheel",
        "the next or previous move; over a comment, scroll it",
    ),
];

const GAME: &[(&str, &str)] = &[
    ("→ ←", "the next or previous move"),
    ("↑ ↓", "the previous or next variation"),
    ("Home End", "the start of the game, the end of the line"),
    ("PgUp PgDn", "10 moves back or forward"),
    ("[ ]", "the previous or next branch of the line"),
    ("g, 0 to 9", "go to a move by its number"),
];

const RECORDING: &[(&str, &str)] = &[
    ("space", "play or pause"),
    ("→ ←", "5 seconds forward or back"),
    ("↑ ↓", "a minute forward or back"),
    (", .", "the previous or next event"),
    ("PgUp PgDn", "the previous or next node"),
    ("[ ]", "the previous or next chapter"),
    ("Home End", "the start or the end"),
    ("- +", "slower or faster"),
    ("g, 0 to 9", "go to a time: 1:30"),
];

/// The lines of the list.
pub(crate) fn lines(is_recording: bool) -> Vec<String> {
    let first = if is_recording { RECORDING } else { GAME };
    let all = first.iter().chain(COMMON);
    all.map(|(keys, what)| {
        if what.is_empty() {
            (*keys).to_owned()
        } else {
            // All keys are one column wide for each character.
            format!("  {keys:<10} {what}")
        }
    })
    .collect()
}

/// A text of the viewer without symbols.
pub(crate) fn in_ascii(text: &str) -> String {
    let names = [
        ("←→", "Left/Right"),
        ("↑↓", "Up/Down"),
        ("←", "Left"),
        ("→", "Right"),
        ("↑", "Up"),
        ("↓", "Down"),
    ];
    let spelled = |text: String, (symbol, name): (&str, &str)| text.replace(symbol, name);
    names.into_iter().fold(text.to_owned(), spelled)
}
