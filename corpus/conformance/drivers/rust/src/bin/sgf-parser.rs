//! sgf-parser (crates.io) as a program of the suite: `sgf-parser LEVEL FILE`.

use serde_json::json;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args[0] == "version" {
        println!("{}", json!({"program": "sgf-parser", "version": "2.6.0", "levels": ["moves", "write"], "formats": ["sgf"]}));
        return;
    }
    // The crate reads one game, and writes text; its tokens have types.
    if !args[1].ends_with(".sgf") || !["moves", "write"].contains(&args[0].as_str()) {
        println!("{}", json!({"unsupported": true}));
        return;
    }
    let read = String::from_utf8(std::fs::read(&args[1]).unwrap()).map_err(|error| error.to_string());
    let tree = match read.and_then(|text| sgf_parser::parse(&text).map_err(|error| error.to_string())) {
        Ok(tree) => tree,
        Err(error) => return println!("{}", json!({"refused": error})),
    };
    if args[0] == "write" {
        let text: String = tree.into();
        return println!("{text}");
    }
    let (mut size, mut moves) = ((19, 19), Vec::new());
    let mut part = Some(&tree);
    while let Some(tree) = part {
        for token in tree.nodes.iter().flat_map(|node| &node.tokens) {
            match token {
                sgf_parser::SgfToken::Size(cols, rows) => size = (*cols, *rows),
                sgf_parser::SgfToken::Move { color, action } => {
                    let color = if *color == sgf_parser::Color::Black { "B" } else { "W" };
                    moves.push(match action {
                        sgf_parser::Action::Move(col, row) => json!([color, col - 1, row - 1]),
                        sgf_parser::Action::Pass => json!([color]),
                    });
                }
                _ => {}
            }
        }
        part = tree.variations.first();
    }
    println!("{}", json!({"size": [size.0, size.1], "moves": moves}));
}
