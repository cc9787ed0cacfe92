//! Checks that time is proportional to the input. It counts instructions, which do not depend on the load of the
//! machine.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::{fs, io, thread};

use crate::chores::{DIST, cargo, root, run, target};

/// The maximum ratio of instructions for twice the input. Linear time has a ratio of 2, quadratic time 4; sorting
/// and growing vectors are slightly above 2.
const MOST: f64 = 2.5;

/// Counts below this are dominated by constants.
const LEAST: u64 = 200_000;

/// Runs every operation of the example `hostile` under callgrind, at one size and at twice that size.
pub fn run_all(args: &[&str]) -> Result<(), String> {
    // This is large enough to name every point of the largest board, because the work per value may be proportional
    // to the board.
    let (mut bytes, mut word) = ("50000", "");
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match *arg {
            "--bytes" => bytes = args.next().ok_or("--bytes needs a number")?,
            other if !other.starts_with('-') && word.is_empty() => word = other,
            other => {
                return Err(format!(
                    "unexpected argument `{other}`; see `cargo xtask help`"
                ));
            }
        }
    }
    bytes
        .parse::<u32>()
        .map_err(|_| format!("--bytes {bytes}: not a number of bytes"))?;
    if !can_count() {
        return Ok(());
    }
    let list = operations()?;
    let operations: Vec<(&str, &str)> = list
        .lines()
        .filter_map(|name| name.rsplit_once(": "))
        .collect();
    let mut shapes: Vec<&str> = operations.iter().map(|(shape, _)| *shape).collect();
    shapes.dedup();
    shapes.retain(|shape| shape.contains(word));
    let all = count_all(bytes, &shapes);
    let (mut count, mut worst, mut beyond) = (0, (0.0, String::new()), 0);
    for (shape, counts) in shapes.iter().zip(all) {
        let counts = counts?;
        let names = operations.iter().filter(|(of, _)| of == shape);
        // Each operation has four counts: before it, at one size, in between, and at twice the size.
        for ((_, operation), counts) in names.zip(counts.chunks(4)) {
            let &[_, once, _, twice] = counts else {
                return Err(format!(
                    "{shape}: {operation}: callgrind did not report all parts"
                ));
            };
            count += 1;
            let ratio = twice as f64 / once.max(LEAST) as f64;
            let line = format!("{shape}: {operation}: {ratio:.2} ({once}, {twice})");
            if ratio > MOST {
                println!("{line}");
                beyond += 1;
            }
            if ratio > worst.0 {
                worst = (ratio, line);
            }
        }
    }
    println!(
        "{count} operations counted at {bytes} bytes and twice that; the worst: {}",
        worst.1
    );
    match beyond {
        0 => Ok(()),
        some => Err(format!("{some} operations take more than linear time")),
    }
}

/// Whether valgrind is installed.
pub(crate) fn can_count() -> bool {
    let have = Command::new("valgrind").arg("--version").output();
    let have = have.is_ok_and(|out| out.status.success());
    if !have {
        println!("skipped: valgrind is missing; run `apt-get install valgrind`");
    }
    have
}

/// Builds the example, and lists its operations: `FORMAT: SHAPE: OPERATION`.
pub(crate) fn operations() -> Result<String, String> {
    let example = ["-p", "kifu", "--example", "hostile"];
    run(cargo(["build"]).args(DIST).args(example))?;
    let list = cargo(["run", "--quiet"])
        .args(DIST)
        .args(example)
        .args(["--", "--list"])
        .output();
    let list = list.map_err(|e| format!("cargo run: {e}"))?.stdout;
    String::from_utf8(list).map_err(|e| e.to_string())
}

/// The counts of each shape, in order; runs one shape per processor at a time.
fn count_all(bytes: &str, shapes: &[&str]) -> Vec<Result<Vec<u64>, String>> {
    let next = AtomicUsize::new(0);
    let done: Vec<_> = shapes.iter().map(|_| Mutex::new(Ok(Vec::new()))).collect();
    let work = || {
        while let Some((number, shape)) = shapes.iter().enumerate().nth(next.fetch_add(1, Relaxed))
        {
            let folder = root().join(format!("target/linear/{number}"));
            // Instructions after the last mark are ignored.
            let counts = count_parts(&folder, &["--parts", bytes, shape]).map(|mut counts| {
                counts.truncate(counts.len() / 4 * 4);
                counts
            });
            let _ = fs::remove_dir_all(&folder);
            eprintln!("{} of {}: {shape}", number + 1, shapes.len());
            *done[number]
                .lock()
                .expect("no thread panics while it holds the lock") = counts;
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    let done = done.into_iter().map(Mutex::into_inner);
    done.map(|counts| counts.expect("no thread panicked"))
        .collect()
}

/// The instructions between consecutive calls of `mark`, and those after the last one.
pub(crate) fn count_parts(folder: &Path, args: &[&str]) -> Result<Vec<u64>, String> {
    match fs::remove_dir_all(folder) {
        Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(e.to_string()),
        _ => fs::create_dir_all(folder).map_err(|e| e.to_string())?,
    }
    let status = Command::new("valgrind")
        .args([
            "--tool=callgrind",
            "--dump-after=hostile::mark",
            "--compress-pos=no",
        ])
        .arg(format!(
            "--callgrind-out-file={}",
            folder.join("part").display()
        ))
        .arg(target().join("dist/examples/hostile"))
        .args(args)
        .stderr(Stdio::null())
        .status()
        .map_err(|e| format!("valgrind: {e}"))?;
    if !status.success() {
        return Err(format!("{}: valgrind: {status}", args.join(" ")));
    }
    let read = |number: usize| fs::read_to_string(folder.join(format!("part.{number}")));
    let texts = (1..).map_while(|number| read(number).ok());
    let counts = texts.map(|text| {
        let totals = text.lines().find_map(|line| line.strip_prefix("totals: "));
        totals.and_then(|count| count.trim().parse().ok())
    });
    let counts: Option<Vec<u64>> = counts.collect();
    counts.ok_or("the callgrind file has no totals".into())
}
