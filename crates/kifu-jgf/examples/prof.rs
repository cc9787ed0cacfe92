//! p
#![allow(clippy::print_stdout, missing_docs)]
fn main() {
    let p = std::env::args().nth(1).unwrap();
    let s = std::fs::read(p).unwrap();
    let t = std::time::Instant::now();
    let mut best = f64::MAX;
    for _ in 0..15 {
        let u = std::time::Instant::now();
        let d = kifu_jgf::Document::parse(&s).unwrap();
        std::hint::black_box(&d);
        best = best.min(u.elapsed().as_secs_f64());
    }
    let mut sb = f64::MAX;
    for _ in 0..5 {
        let u = std::time::Instant::now();
        let d: serde_json::Value = serde_json::from_slice(&s).unwrap();
        std::hint::black_box(&d);
        sb = sb.min(u.elapsed().as_secs_f64());
    }
    println!(
        "{:.1} MB/s ours, {:.1} serde, {:?}",
        s.len() as f64 / best / 1e6,
        s.len() as f64 / sb / 1e6,
        t.elapsed()
    );
}
