//! The catalogue of findings, from the tables of codes.

use std::collections::BTreeMap;
use std::fmt::Write;

use kifu_span::Code;

/// A page with every code, by groups.
pub fn page<'c>(codes: impl Iterator<Item = &'c Code>) -> String {
    let mut groups: BTreeMap<&str, Vec<&Code>> = BTreeMap::new();
    for code in codes {
        let group = code.name.split('/').next().unwrap_or_default();
        groups.entry(group).or_default().push(code);
    }
    let count: usize = groups.values().map(Vec::len).sum();
    let mut out = format!(
        "# Findings\n\nEvery kind of finding there is, {count} of them, by its code. `kifu check` names them, \
         `kifu explain CODE` shows the paragraph, `kifu codes` lists them; programs have them from `kifu::codes()`.\n\n"
    );
    out.push_str(
        "| group | codes | errors | warnings | notes |\n| --- | ---: | ---: | ---: | ---: |\n",
    );
    for (group, codes) in &groups {
        let of = |name| {
            codes
                .iter()
                .filter(|code| code.severity.name() == name)
                .count()
        };
        let (errors, warnings, infos) = (of("error"), of("warning"), of("info"));
        let all = codes.len();
        let row = writeln!(
            out,
            "| [{group}](#{group}) | {all} | {errors} | {warnings} | {infos} |"
        );
        row.expect("strings take all text");
    }
    for (group, codes) in &mut groups {
        codes.sort_by_key(|code| code.name);
        out.push_str(&format!("\n## {group}\n"));
        for code in codes {
            let Code {
                name,
                severity,
                summary,
                explanation,
            } = code;
            out.push_str(&format!(
                "\n### {name}\n\n*{severity}*: {summary}.\n\n{explanation}\n"
            ));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn it_has_every_code_of_the_facade() {
        let page = super::page(kifu::codes());
        assert!(kifu::codes().all(|code| page.contains(&format!("\n### {}\n", code.name))));
        assert!(page.contains("| [sgf](#sgf) |"));
    }
}
