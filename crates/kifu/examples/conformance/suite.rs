//! Runs kifu on the conformance suite without starting a process for each case. `corpus/conformance/run.py` compares in
//! the same way, except that it also accepts values in another order, other ways to join identifiers, and other line breaks in
//! texts.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::answer::{self, Answer};

/// The directories that have no cases.
const OTHER_FOLDERS: [&str; 4] = ["drivers", "generator", "reports", "results"];

/// Runs all cases of a suite, and returns their number and the reason for each case that is not passed.
pub(crate) fn run(suite: &Path) -> Result<(usize, Vec<String>), String> {
    let mut cases = 0;
    let mut failures = Vec::new();
    for path in descriptions(suite)? {
        let error = |e: &dyn std::fmt::Display| format!("{}: {e}", path.display());
        let text = fs::read(&path).map_err(|e| error(&e))?;
        let case: Value = serde_json::from_slice(&text).map_err(|e| error(&e))?;
        let input = path.with_file_name(text_of(&case, "file")?);
        let source = fs::read(&input).map_err(|e| error(&e))?;
        cases += 1;
        if let Some(why) = judge(&case, &source)? {
            failures.push(format!("{}: {why}", path.display()));
        }
    }
    Ok((cases, failures))
}

/// The descriptions of the cases, which are in the directories of the suite.
fn descriptions(suite: &Path) -> Result<Vec<PathBuf>, String> {
    let mut todo = vec![suite.to_path_buf()];
    let mut found = Vec::new();
    while let Some(folder) = todo.pop() {
        let error = |e: std::io::Error| format!("{}: {e}", folder.display());
        for entry in fs::read_dir(&folder).map_err(error)? {
            let path = entry.map_err(error)?.path();
            if path.is_dir() {
                let is_other = OTHER_FOLDERS.iter().any(|name| path.ends_with(name));
                todo.extend((!is_other).then_some(path));
            } else if folder != suite && path.extension().is_some_and(|end| end == "json") {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

fn text_of<'v>(case: &'v Value, key: &str) -> Result<&'v str, String> {
    case[key]
        .as_str()
        .ok_or_else(|| format!("a case has no `{key}`: {case}"))
}

/// Returns why kifu does not pass a case, if it does not.
fn judge(case: &Value, source: &[u8]) -> Result<Option<String>, String> {
    let level = text_of(case, "level")?;
    let format = text_of(case, "file")?
        .rsplit_once('.')
        .map_or("", |(_, end)| end);
    let argument = case["argument"].as_str().unwrap_or_default();
    let answer = match answer::answer(level, source, format, argument) {
        Answer::Json(answer) => answer,
        Answer::Written(written) => read_back(level, argument, &written)?,
    };
    let one = std::slice::from_ref(&case["expect"]);
    let choices = case["choices"].as_array().map_or(one, Vec::as_slice);
    let member = match level {
        "tree" | "write" => "games",
        "text" => "text",
        "moves" => "moves",
        "position" => "board",
        "legal" => "legal",
        "state" => "games",
        "info" => "info",
        "score" => "result",
        "check" => "faulty",
        "convert" => "",
        other => return Err(format!("unknown level `{other}`")),
    };
    let is_complete = |expected: &Value| {
        let has = |member: &str| expected.get(member).is_some_and(|value| !value.is_null());
        let is_converted = || {
            level == "convert"
                && ["text", "parents", "members", "output"]
                    .into_iter()
                    .any(has)
        };
        expected["refused"] == true || has(member) || is_converted()
    };
    if choices.is_empty() || !choices.iter().all(is_complete) {
        return Err(format!("a case has no expectation: {case}"));
    }
    let mut reasons = choices
        .iter()
        .map(|expected| compare(level, expected, &answer));
    let first = reasons.next().flatten();
    Ok(first.filter(|_| reasons.all(|reason| reason.is_some())))
}

/// Returns how an answer differs from an expectation, if it does.
fn compare(level: &str, expected: &Value, answer: &Value) -> Option<String> {
    if expected["refused"] == true || answer.get("refused").is_some() {
        let both = expected["refused"] == true && answer.get("refused").is_some();
        return (!both).then(|| format!("{expected} expected, {answer} given"));
    }
    let differs = match level {
        "tree" | "write" => {
            let free: &[&str] = if level == "write" { &["AP", "CA"] } else { &[] };
            games(expected, free) != games(answer, free) && !matches_any_value(expected, answer)
        }
        "text" => expected["text"]
            .as_array()
            .into_iter()
            .flatten()
            .any(|entry| {
                let index = |at: usize| entry[at].as_u64().map_or(usize::MAX, |n| n as usize);
                let node = &answer["games"][index(0)]["nodes"][index(1)];
                let properties = node["properties"].as_array().map_or(&[][..], Vec::as_slice);
                !properties
                    .iter()
                    .any(|property| property[0] == entry[2] && property[1] == entry[3])
            }),
        "state" => {
            let is_elsewhere = expected
                .get("node")
                .is_some_and(|node| answer.get("node") != Some(node));
            games(expected, &[]) != games(answer, &[]) || is_elsewhere
        }
        "convert" => !is_converted(expected, answer),
        "info" => differs(&expected["info"], &answer["info"]),
        "check" => {
            let is_near = |range: &Value| {
                let bound = |at: usize| range[at].as_u64().unwrap_or_default();
                let places = answer["places"]
                    .as_array()
                    .into_iter()
                    .flatten()
                    .filter_map(Value::as_u64);
                places
                    .into_iter()
                    .take(3)
                    .any(|place| (bound(0)..=bound(1)).contains(&place))
            };
            answer["faulty"] != expected["faulty"]
                || expected.get("near").is_some_and(|range| !is_near(range))
        }
        _ => differs(expected, answer),
    };
    differs.then(|| format!("{expected} expected, {answer} given"))
}

/// Whether a member of the expectation is not in the answer.
fn differs(expected: &Value, answer: &Value) -> bool {
    let members = expected.as_object().into_iter().flatten();
    let mut members = members.filter(|(key, _)| *key != "note");
    members.any(|(key, value)| !is_same(value, &answer[key.as_str()]))
}

/// Whether two values are the same: numbers by value, members in any order.
fn is_same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && a.iter()
                    .all(|(key, value)| b.get(key).is_some_and(|other| is_same(value, other)))
        }
        _ => a == b,
    }
}

/// Reads a file that kifu wrote.
fn read_back(level: &str, argument: &str, written: &[u8]) -> Result<Value, String> {
    match argument {
        "jgf1" | "jgf2" => serde_json::from_slice(written)
            .map(|value: Value| json!({ "json": value }))
            .map_err(|e| e.to_string()),
        "" | "sgf" => match answer::answer("tree", written, "sgf", "") {
            Answer::Json(answer) => Ok(answer),
            Answer::Written(_) => Err("a tree is JSON".into()),
        },
        _ if level == "convert" => Ok(json!({ "output": String::from_utf8_lossy(written) })),
        _ => Err(format!("unknown format `{argument}`")),
    }
}

/// Whether a file in another format has what is expected of it.
fn is_converted(expected: &Value, answer: &Value) -> bool {
    let list = |key: &str| expected[key].as_array().map_or(&[][..], Vec::as_slice);
    let words = |value: &Value| {
        value["output"].as_str().map(|text| {
            text.split_whitespace()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        })
    };
    let has_member = |entry: &Value| {
        let found = entry[0]
            .as_str()
            .and_then(|pointer| answer["json"].pointer(pointer));
        is_same(&entry[1], found.unwrap_or(&Value::Null))
    };
    let read = games(answer, &[]).unwrap_or_default();
    let has_parents = |(game, parents): (usize, &Value)| {
        let found = read.get(game).map(|nodes| {
            nodes
                .iter()
                .map(|(parent, _)| (*parent).clone())
                .collect::<Vec<_>>()
        });
        found.map(Value::Array).as_ref() == Some(parents)
    };
    let has_text = |entry: &Value| {
        let index = |at: usize| entry[at].as_u64().map_or(usize::MAX, |n| n as usize);
        let Some((_, properties)) = read.get(index(0)).and_then(|nodes| nodes.get(index(1))) else {
            return false;
        };
        let found = entry[2].as_str().and_then(|ident| properties.get(ident));
        json!(found) == entry[3]
    };
    (expected.get("output").is_none() || words(expected) == words(answer))
        && list("members").iter().all(has_member)
        && list("parents").iter().enumerate().all(has_parents)
        && list("text").iter().all(has_text)
}

/// A node: its parent, and the values of each identifier without escapes; `None` matches any value. Values without an
/// identifier and identifiers without values do not count.
type Node<'v> = (&'v Value, BTreeMap<&'v str, Vec<Option<String>>>);

fn games<'v>(answer: &'v Value, free: &[&str]) -> Option<Vec<Vec<Node<'v>>>> {
    let node = |node: &'v Value| {
        let mut properties: BTreeMap<&str, Vec<Option<String>>> = BTreeMap::new();
        for property in node["properties"].as_array()? {
            let ident = property[0].as_str()?;
            let values = property[1].as_array()?;
            if !ident.is_empty() && !values.is_empty() && !free.contains(&ident) {
                let values = values.iter().map(|value| value.as_str().map(unescape));
                properties.entry(ident).or_default().extend(values);
            }
        }
        Some((&node["parent"], properties))
    };
    let game = |game: &'v Value| game["nodes"].as_array()?.iter().map(node).collect();
    answer["games"].as_array()?.iter().map(game).collect()
}

/// Whether two lists of games are the same except for values that can be any.
fn matches_any_value(expected: &Value, answer: &Value) -> bool {
    let (Some(expected), Some(mut answer)) = (games(expected, &[]), games(answer, &[])) else {
        return false;
    };
    for (wanted, given) in expected.iter().flatten().zip(answer.iter_mut().flatten()) {
        for (ident, values) in &wanted.1 {
            let given = given
                .1
                .get_mut(ident)
                .map_or(&mut [][..], Vec::as_mut_slice);
            for (value, given) in values.iter().zip(given) {
                if value.is_none() {
                    *given = None;
                }
            }
        }
    }
    expected == answer
}

/// Removes escapes and escaped line breaks, and replaces each line break by LF.
fn unescape(raw: &str) -> String {
    let mut out = String::new();
    let mut chars = raw.chars().peekable();
    while let Some(mut char) = chars.next() {
        let escaped = char == '\\';
        if escaped {
            let Some(next) = chars.next() else { break };
            char = next;
        }
        if char == '\r' || char == '\n' {
            chars.next_if(|next| (*next == '\r' || *next == '\n') && *next != char);
            if !escaped {
                out.push('\n');
            }
        } else {
            out.push(char);
        }
    }
    out
}
