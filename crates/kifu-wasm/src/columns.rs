//! All properties of a document in a few arrays, of which JavaScript makes objects without further calls.

use js_sys::{Array, Int32Array, Uint32Array};
use kifu::charset::Charset;
use kifu::sgf::NodeId;
use wasm_bindgen::prelude::*;

use crate::document::RawDocument;

#[wasm_bindgen]
impl RawDocument {
    /// Returns all nodes except empty variations in the order of the file, and their properties:
    ///
    /// * the number of the parent of each node in this order, or -1;
    /// * the number of properties of each node, and after it the number of values of each property;
    /// * the length in UTF-16 of each identifier, and after it those of its values;
    /// * all identifiers, in capitals, and values in one text, without escapes.
    pub fn columns(&self) -> Array {
        let mut columns = Columns::default();
        let document = &self.document;
        let forest = document.forest();
        // The number of each node in the order of the file.
        let mut numbers = vec![-1; forest.id_count()];
        for root in document.roots() {
            let charset = document.charset(root).charset;
            for id in forest.preorder(root) {
                if document.node(id).is_empty_variation() {
                    continue;
                }
                let parent = forest.parent(id);
                let parent = parent.map_or(-1, |parent: NodeId| numbers[parent.index()]);
                numbers[id.index()] = columns.parents.len() as i32;
                columns.parents.push(parent);
                let properties = columns.counts.len();
                columns.counts.push(0);
                for property in document.node(id).properties() {
                    // FF[1] and FF[3] allow lowercase letters, which do not count.
                    let written = property.ident().as_str();
                    let ident: String = written.chars().filter(|c| !c.is_lowercase()).collect();
                    if ident.is_empty() {
                        continue;
                    }
                    columns.counts[properties] += 1;
                    columns.push(&ident);
                    let values = columns.counts.len();
                    columns.counts.push(0);
                    for value in property.values() {
                        columns.counts[values] += 1;
                        columns.push_value(value.raw(), charset);
                    }
                }
            }
        }
        let Columns {
            parents,
            counts,
            lengths,
            text,
        } = columns;
        [
            JsValue::from(Int32Array::from(parents.as_slice())),
            JsValue::from(Uint32Array::from(counts.as_slice())),
            JsValue::from(Uint32Array::from(lengths.as_slice())),
            JsValue::from_str(&text),
        ]
        .into_iter()
        .collect()
    }
}

#[derive(Default)]
struct Columns {
    parents: Vec<i32>,
    counts: Vec<u32>,
    lengths: Vec<u32>,
    text: String,
}

impl Columns {
    fn push(&mut self, text: &str) {
        self.text.push_str(text);
        let len = match text.is_ascii() {
            true => text.len(),
            false => text.encode_utf16().count(),
        };
        self.lengths.push(len as u32);
    }

    /// Adds a value without its escapes: the character after a backslash remains, unless it is a line break. Carriage
    /// returns are left out.
    fn push_value(&mut self, raw: &[u8], charset: Charset) {
        let decoded = charset.decode(raw).text;
        if !decoded.contains(['\\', '\r']) {
            self.push(&decoded);
            return;
        }
        let mut text = String::with_capacity(decoded.len());
        let mut chars = decoded.chars().filter(|char| *char != '\r');
        while let Some(char) = chars.next() {
            match char {
                '\\' => text.extend(chars.next().filter(|char| *char != '\n')),
                char => text.push(char),
            }
        }
        self.push(&text);
    }
}
