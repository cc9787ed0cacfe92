#![allow(clippy::print_stdout)]
use kifu_jgf::*;
fn main() {
    for path in std::env::args().skip(1) {
        let source = std::fs::read(&path).unwrap();
        let d = Document::parse(&source).unwrap();
        println!("== {path}");
        for r in &d.records {
            println!("{} nodes {} {:?}", r.dialect(), r.tree().made(), r.size());
        }
        let t = text(&source);
        let mut p = Pointers::new(&t);
        for f in d.diagnostics() {
            println!("  {f} {} {:?}", p.at(f.span.start), f.help);
        }
        if std::env::var_os("SHOW").is_some() {
            println!("{}", d.to_json(&Options::PRETTY));
        }
    }
}
