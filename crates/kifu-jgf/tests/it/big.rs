//! Tests with large and deep input: no recursion, and time and memory in proportion to the input.

use std::time::{Duration, Instant};

use kifu_jgf::{Document, Options, Pointers, Profile, RawJson};

use crate::laws;

const DEEP: usize = 100_000;

fn nested(open: &str, inner: &str, close: &str, depth: usize) -> String {
    [&open.repeat(depth), inner, &close.repeat(depth)].concat()
}

#[test]
fn a_hundred_thousand_nested_variations() {
    let v1 = nested(r#"{"move":{"B":"mm"}},[["#, r#"{"name":"end"}"#, "]]", DEEP);
    let v2 = nested(
        r#"{"move":{"color":"black","x":1,"y":2}},{"variations":[["#,
        r#"{"name":"end"}"#,
        "]]}",
        DEEP,
    );
    for nodes in [v1, v2] {
        let source = format!(r#"{{"tree":[{nodes}]}}"#);
        let mut document = Document::parse(source.as_bytes()).unwrap();
        assert_eq!(document.diagnostics().len(), 1, "a move in the root");
        let tree = document.records[0].tree_mut();
        let end = tree.main_line(tree.first_root().unwrap()).last().unwrap();
        assert_eq!(tree.depth(end), DEEP);
        assert_eq!(tree[end].name.as_deref(), Some("end"));
        assert_eq!(document.to_json(&Options::COMPACT), source);
        let laid_out = document.to_json(&Options::PRETTY);
        assert_eq!(RawJson::parse(&laid_out).unwrap().json(), source);
        let plain = document.to_json(&Options {
            profile: Some(Profile::Spec),
            ..Options::COMPACT
        });
        let again = Document::parse(plain.as_bytes()).unwrap();
        assert_eq!(again.records[0].tree(), document.records[0].tree());
        let end = source.find("end").unwrap() as u32;
        assert!(Pointers::new(&source).at(end).ends_with("/name"));
    }
}

#[test]
fn unknown_members_can_be_as_deep() {
    let unknown = nested(r#"{"a":["#, "1.50", "]}", DEEP);
    let source = format!(
        r#"{{"x":{unknown},"game":{{"komi":{unknown}}},"tree":[{{"y":{unknown},"move":{{"B":{unknown}}}}}]}}"#
    );
    let document = Document::parse(source.as_bytes()).unwrap();
    assert_eq!(document.to_json(&Options::COMPACT), source);
    // Serde does not depend on the depth either.
    let json = serde_json::to_string(&document.records[0]).unwrap();
    assert_eq!(json, source);
    assert_eq!(
        serde_json::from_str::<kifu_jgf::Record>(&json).unwrap(),
        document.records[0]
    );
}

/// Shapes that would take long if anything were done several times for each of their parts.
#[test]
fn time_is_linear() {
    const MANY: usize = 30_000;
    let shapes = [
        "[".repeat(MANY),
        "{".repeat(MANY),
        nested("[", "", "}", MANY),
        "{\"\\".repeat(MANY),
        "'\n".repeat(MANY),
        "\"a\n".repeat(MANY),
        format!("{{{}", "\"a\\\"".repeat(MANY)),
        format!("[{}", "\\\"x ".repeat(MANY)),
        format!("x{}", "[ ".repeat(MANY)),
        "/*".repeat(MANY),
        format!("[{}", "/".repeat(MANY)),
        format!("{{\"tree\":[{}]}}", "{},".repeat(MANY)),
        format!("{{\"tree\":[{}]}}", "[],".repeat(MANY)),
        format!("{{\"tree\":[{{}},{}]}}", "[[{}],5],".repeat(MANY)),
        format!("{{\"tree\":[{{}},[{}]]}}", "{},[],".repeat(MANY)),
        format!("{{\"tree\":[{}]}}", "{\"variations\":[".repeat(MANY)),
        format!(
            "{{\"tree\":[{{\"score\":{{\"B\":[{}]}}}}]}}",
            "\"aa\",".repeat(MANY)
        ),
        format!(
            "{{\"tree\":[{{\"markup\":{{{}}}}}]}}",
            (0..MANY)
                .map(|n| format!("\"{n}\":[],"))
                .collect::<String>()
        ),
        format!("{{\"game\":{{{}}}}}", "\"name\":1,".repeat(MANY)),
        format!(
            "{{\"game\":{{{}}}}}",
            (0..MANY).map(|n| format!("\"{n}\":1,")).collect::<String>()
        ),
        format!("{{\"players\":{{{}}}}}", "\"a\":{\"b\":1},".repeat(MANY)),
        format!(
            "{{\"game\":{{\"black\":1,\"dates\":[{}]}}}}",
            "\"2011\",".repeat(MANY)
        ),
        "{\"tree\":[]}".repeat(MANY),
    ];
    for shape in shapes {
        let start = Instant::now();
        let document = Document::parse(shape.as_bytes()).unwrap();
        for options in [
            Options::COMPACT,
            Options {
                profile: Some(Profile::Spec),
                ..Options::PRETTY
            },
        ] {
            assert!(RawJson::parse(&document.to_json(&options)).is_some());
        }
        laws::findings_are_sound(shape.as_bytes());
        let time = start.elapsed();
        // This takes seconds without optimization; it would take hours if it were not linear.
        assert!(time < Duration::from_secs(20), "{time:?} for {shape:.40}");
    }
}
