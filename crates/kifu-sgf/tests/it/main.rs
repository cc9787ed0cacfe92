//! Tests of kifu-sgf in one binary.

mod cases;
mod laws;

#[test]
fn scratch() {
    let args = std::env::var("KIFU_CORPUS").unwrap_or_default();
    let mut dirs = vec![std::path::PathBuf::from(args)];
    let mut n = 0;
    while let Some(d) = dirs.pop() {
        let Ok(entries) = std::fs::read_dir(d) else { continue };
        for e in entries {
            let p = e.unwrap().path();
            if p.is_dir() { dirs.push(p); continue; }
            let b = std::fs::read(&p).unwrap();
            n += 1;
            let r = std::panic::catch_unwind(|| {
                laws::bytes_survive(&b);
                laws::events_agree(&b);
                laws::games_tile(&b);
                laws::set_changes_only_its_bytes(&b);
                let mut s = (n as u64) * 0x9E3779B97F4A7C15;
                if b.len() < 20000 { for _ in 0..4 {
                    let mut script = vec![];
                    for _ in 0..30 { s ^= s << 13; s ^= s >> 7; s ^= s << 17; script.push(s as u8); }
                    laws::edited_reads_back(&script, &b);
                } }
            });
            if r.is_err() { println!("FAIL {}", p.display()); }
        }
    }
    println!("{n} files");
}
