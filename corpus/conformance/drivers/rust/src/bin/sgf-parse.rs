//! sgf-parse (crates.io) as a program of the suite: `sgf-parse LEVEL FILE`.

use serde_json::{json, Value};
use sgf_parse::{go, GameTree, SgfNode, SgfProp};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args[0] == "version" {
        println!("{}", json!({"program": "sgf-parse", "version": "4.2.8", "levels": ["tree", "write"], "formats": ["sgf"]}));
        return;
    }
    if !args[1].ends_with(".sgf") || !["tree", "write"].contains(&args[0].as_str()) {
        println!("{}", json!({"unsupported": true}));
        return;
    }
    // The crate takes text and does not know charsets.
    let read = String::from_utf8(std::fs::read(&args[1]).unwrap()).map_err(|error| error.to_string());
    let trees = read.and_then(|text| sgf_parse::parse(&text).map_err(|error| error.to_string()));
    match trees {
        Err(error) => println!("{}", json!({"refused": error})),
        Ok(trees) if args[0] == "write" => println!("{}", sgf_parse::serialize(&trees)),
        Ok(trees) => {
            let games: Vec<Value> = trees.iter().map(game).collect();
            println!("{}", json!({"games": games}));
        }
    }
}

fn game(tree: &GameTree) -> Value {
    match tree {
        GameTree::GoGame(root) => nodes::<go::Prop>(root),
        GameTree::Unknown(root) => nodes(root),
    }
}

/// The properties as the crate writes them, because its values have types.
fn nodes<P: SgfProp>(root: &SgfNode<P>) -> Value {
    let mut out = Vec::new();
    let mut todo = vec![(root, None)];
    while let Some((node, parent)) = todo.pop() {
        let properties: Vec<Value> = node.properties().map(|property| split(&property.to_string())).collect();
        let index = out.len();
        out.push(json!({"parent": parent, "properties": properties}));
        let children: Vec<_> = node.children().collect();
        todo.extend(children.into_iter().rev().map(|child| (child, Some(index))));
    }
    json!({"nodes": out})
}

/// `AB[aa][bb]` as an identifier and its values, with their escapes.
fn split(text: &str) -> Value {
    let start = text.find('[').unwrap_or(text.len());
    let (mut values, mut value, mut escaped, mut open) = (Vec::new(), String::new(), false, false);
    for c in text[start..].chars() {
        match c {
            '[' if !open => open = true,
            ']' if !escaped => {
                values.push(std::mem::take(&mut value));
                open = false;
            }
            _ => value.push(c),
        }
        escaped = c == '\\' && !escaped;
    }
    json!([text[..start], values])
}
