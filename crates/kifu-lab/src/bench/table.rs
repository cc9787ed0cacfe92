//! Rows, and how their figures come about.

use std::hint::black_box;
use std::time::Duration;

use cpu_time::ThreadTime;

/// How fast each thing is, in the order measured.
#[derive(Default)]
pub(super) struct Table {
    rows: Vec<(&'static str, f64)>,
    asked: usize,
    missed: Vec<String>,
}

/// What a rate counts.
#[derive(Clone, Copy)]
pub(super) enum Of {
    Bytes(usize),
    Items(usize, &'static str),
}

/// What a row is asked to reach.
#[derive(Clone, Copy)]
pub(super) enum Asked<'a> {
    /// So many items, or bytes, a second; 0 asks nothing.
    Rate(f64),
    /// So many times the rate of another row; 0 only shows it.
    Times(f64, &'a str),
    /// No more than this: the figure is no rate.
    AtMost(f64),
}

impl Table {
    /// Does something several times, and writes how fast it was.
    pub(super) fn measure<T>(
        &mut self,
        what: &'static str,
        of: Of,
        asked: &[Asked<'_>],
        mut work: impl FnMut() -> T,
    ) {
        let time = least(|| {
            black_box(work());
        });
        let seconds = time.as_secs_f64();
        self.add(what, of, seconds, asked);
    }

    /// Writes how fast something was that took so many seconds.
    pub(super) fn add(&mut self, what: &'static str, of: Of, seconds: f64, asked: &[Asked<'_>]) {
        let (rate, shown) = match of {
            Of::Bytes(bytes) => {
                let rate = bytes as f64 / seconds;
                (rate, format!("{:.0} MB/s", rate / 1e6))
            }
            Of::Items(items, name) => {
                let rate = items as f64 / seconds;
                let shown = match rate {
                    1e7.. => format!("{:.0} M {name}/s", rate / 1e6),
                    1e6.. => format!("{:.1} M {name}/s", rate / 1e6),
                    _ => format!("{rate:.0} {name}/s"),
                };
                (rate, shown)
            }
        };
        self.rows.push((what, rate));
        self.line(what, &shown, rate, asked);
    }

    /// Writes a figure that is no rate.
    pub(super) fn figure(&mut self, what: &str, figure: f64, unit: &str, asked: &[Asked<'_>]) {
        self.line(what, &format!("{figure:.2} {unit}"), figure, asked);
    }

    fn line(&mut self, what: &str, shown: &str, figure: f64, asked: &[Asked<'_>]) {
        let mut notes = Vec::new();
        for asked in asked {
            let (note, met) = match *asked {
                // Only shown.
                Asked::Rate(0.0) => continue,
                Asked::Rate(least) => (format!("asked {least:.3e}"), figure >= least),
                Asked::AtMost(most) => (format!("asked {most} at most"), figure <= most),
                Asked::Times(least, other) => {
                    let of = |row: &&(&str, f64)| row.0 == other;
                    let Some((_, rate)) = self.rows.iter().find(of) else {
                        continue;
                    };
                    let ratio = figure / rate;
                    let note = format!("{ratio:.2} × {other}");
                    match least {
                        0.0 => (note, true),
                        least => (format!("{note}, asked {least}"), ratio >= least),
                    }
                }
            };
            let is_asked = note.contains("asked");
            self.asked += usize::from(is_asked);
            if !met {
                self.missed.push(format!("{what}: {note}"));
            }
            notes.push(
                note + if !is_asked {
                    ""
                } else if met {
                    ": yes"
                } else {
                    ": NO"
                },
            );
        }
        println!("{what:<42} {shown:>18}   {}", notes.join("; "));
    }

    /// Writes what was not reached.
    pub(super) fn finish(&self) {
        println!(
            "\n{} of {} reached",
            self.asked - self.missed.len(),
            self.asked
        );
        for missed in &self.missed {
            println!("  not: {missed}");
        }
    }
}

/// The least CPU time of this thread that something takes, of several times.
fn least(mut work: impl FnMut()) -> Duration {
    const TIMES: usize = 3;
    const SPAN: Duration = Duration::from_millis(400);
    let (mut best, mut all) = (Duration::MAX, Duration::ZERO);
    let mut times = 0;
    while times < TIMES || all < SPAN {
        let start = ThreadTime::now();
        work();
        let time = start.elapsed();
        best = best.min(time);
        all += time;
        times += 1;
    }
    best
}
