//! A minimal SGF reader for measurements, which reads the main line of the first game in a file. `kifu-sgf` is the
//! complete reader.
#![allow(dead_code, missing_docs, unreachable_pub)]

use std::path::{Path, PathBuf};

use kifu_core::{Action, Color, Move, Point};

/// All files in a directory and its subdirectories whose names end in `.sgf`, sorted.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path
                .extension()
                .is_some_and(|e| e.eq_ignore_ascii_case("sgf"))
            {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The content of a main line.
#[derive(Default)]
pub struct MainLine {
    /// The size in `SZ`, or 19×19 if there is none; `None` if it is unreadable.
    pub size: Option<(u8, u8)>,
    /// The moves and setup in order.
    pub actions: Vec<Action>,
    /// The properties in order, with their raw values.
    pub properties: Vec<(String, Vec<Vec<u8>>)>,
}

impl MainLine {
    /// The first value of a property.
    pub fn text(&self, name: &str) -> Option<String> {
        let values = &self.properties.iter().find(|p| p.0 == name)?.1;
        Some(String::from_utf8_lossy(values.first()?).trim().to_owned())
    }

    /// The points of the last property with this name, ranges included.
    pub fn points(&self, name: &str) -> Option<Vec<Point>> {
        let values = &self.properties.iter().rfind(|p| p.0 == name)?.1;
        Some(values.iter().flat_map(|value| range(value)).collect())
    }
}

pub fn main_line(file: &[u8]) -> MainLine {
    let mut line = MainLine::default();
    let mut at = 0;
    // The main line ends where the first variation closes.
    while at < file.len() && file[at] != b')' {
        if !file[at].is_ascii_alphabetic() {
            at += 1;
            continue;
        }
        let from = at;
        while at < file.len() && file[at].is_ascii_alphabetic() {
            at += 1;
        }
        let upper = file[from..at].iter().filter(|b| b.is_ascii_uppercase());
        let name: String = upper.map(|&b| char::from(b)).collect();
        let mut values = Vec::new();
        loop {
            while at < file.len() && file[at].is_ascii_whitespace() {
                at += 1;
            }
            if at >= file.len() || file[at] != b'[' {
                break;
            }
            at += 1;
            let mut value = Vec::new();
            while at < file.len() && file[at] != b']' {
                if file[at] == b'\\' {
                    at += 1;
                }
                value.extend(file.get(at));
                at += 1;
            }
            at += 1;
            values.push(value);
        }
        if !values.is_empty() {
            line.properties.push((name, values));
        }
    }
    line.size = match line.text("SZ") {
        None => Some((19, 19)),
        Some(text) => match text.split_once(':') {
            None => text.parse().ok().map(|side| (side, side)),
            Some((cols, rows)) => cols.parse().ok().zip(rows.parse().ok()),
        },
    };
    let small = line.size.is_some_and(|(c, r)| c <= 19 && r <= 19);
    for (name, values) in &line.properties {
        for value in values {
            let put = |stone| range(value).into_iter().map(move |p| Action::Put(p, stone));
            let play = |color| {
                let pass = value.is_empty() || small && value == b"tt";
                let point = Point::from_sgf(value).map(Move::Play);
                let action = if pass { Some(Move::Pass) } else { point };
                action.map(|action| Action::Play(color, action))
            };
            match &name[..] {
                "B" => line.actions.extend(play(Color::Black)),
                "W" => line.actions.extend(play(Color::White)),
                "AB" => line.actions.extend(put(Some(Color::Black))),
                "AW" => line.actions.extend(put(Some(Color::White))),
                "AE" => line.actions.extend(put(None)),
                "PL" => match value.first() {
                    Some(b'B' | b'b') => line.actions.push(Action::ToPlay(Color::Black)),
                    Some(b'W' | b'w') => line.actions.push(Action::ToPlay(Color::White)),
                    _ => {}
                },
                _ => {}
            }
        }
    }
    line
}

/// Reads a point, or a rectangle such as `aa:cc`.
fn range(value: &[u8]) -> Vec<Point> {
    let mut ends = value.split(|&b| b == b':').map(Point::from_sgf);
    match (ends.next().flatten(), ends.next()) {
        (Some(point), None) => vec![point],
        (Some(a), Some(Some(b))) => (a.row..=b.row)
            .flat_map(|row| (a.col..=b.col).map(move |col| Point::new(col, row)))
            .collect(),
        _ => Vec::new(),
    }
}
