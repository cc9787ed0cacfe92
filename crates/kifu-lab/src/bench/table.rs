//! The table of results.

use std::hint::black_box;
use std::time::Duration;

use cpu_time::ThreadTime;

/// The measured rates, in order.
#[derive(Default)]
pub(super) struct Table {
    rows: Vec<(&'static str, f64)>,
    required: usize,
    missed: Vec<String>,
}

/// The name of a row, its unit, its requirements and its task.
pub(super) type Row<'a> = (&'static str, Of, Vec<Requirement<'a>>, &'a mut dyn FnMut());

/// The unit of a rate.
#[derive(Clone, Copy)]
pub(super) enum Of {
    Bytes(usize),
    Items(usize, &'static str),
}

/// A requirement on a row.
#[derive(Clone, Copy)]
pub(super) enum Requirement<'a> {
    /// At least this many items or bytes per second; 0 means no requirement.
    Rate(f64),
    /// At least this many times the rate of another row; 0 only shows the ratio.
    Times(f64, &'a str),
    /// At most this value, for rows that are not rates.
    AtMost(f64),
}

impl Table {
    /// Runs a task several times, and prints its rate.
    pub(super) fn measure<T>(
        &mut self,
        what: &'static str,
        of: Of,
        required: &[Requirement<'_>],
        mut work: impl FnMut() -> T,
    ) {
        let time = least(|| {
            black_box(work());
        });
        let seconds = time.as_secs_f64();
        self.add(what, of, seconds, required);
    }

    /// Runs several tasks in turn, several times, and prints their rates. Their ratios are more exact than those of tasks
    /// that run one after the other.
    pub(super) fn measure_together(&mut self, rows: &mut [Row<'_>]) {
        const TIMES: usize = 10;
        let mut best = vec![Duration::MAX; rows.len()];
        for _ in 0..TIMES {
            for ((_, _, _, work), best) in rows.iter_mut().zip(&mut best) {
                let start = ThreadTime::now();
                work();
                *best = start.elapsed().min(*best);
            }
        }
        for ((what, of, required, _), best) in rows.iter().zip(best) {
            self.add(what, *of, best.as_secs_f64(), required);
        }
    }

    /// Prints the rate of a task that took this number of seconds.
    pub(super) fn add(
        &mut self,
        what: &'static str,
        of: Of,
        seconds: f64,
        required: &[Requirement<'_>],
    ) {
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
        self.line(what, &shown, rate, required);
    }

    /// Prints a value that is not a rate.
    pub(super) fn figure(
        &mut self,
        what: &str,
        figure: f64,
        unit: &str,
        required: &[Requirement<'_>],
    ) {
        self.line(what, &format!("{figure:.2} {unit}"), figure, required);
    }

    fn line(&mut self, what: &str, shown: &str, figure: f64, required: &[Requirement<'_>]) {
        let mut notes = Vec::new();
        for required in required {
            let (note, met) = match *required {
                // The row has no requirement.
                Requirement::Rate(0.0) => continue,
                Requirement::Rate(least) => (format!("required {least:.3e}"), figure >= least),
                Requirement::AtMost(most) => (format!("required at most {most}"), figure <= most),
                Requirement::Times(least, other) => {
                    let of = |row: &&(&str, f64)| row.0 == other;
                    let Some((_, rate)) = self.rows.iter().find(of) else {
                        continue;
                    };
                    let ratio = figure / rate;
                    let note = format!("{ratio:.2} × {other}");
                    match least {
                        0.0 => (note, true),
                        least => (format!("{note}, required {least}"), ratio >= least),
                    }
                }
            };
            let is_required = note.contains("required");
            self.required += usize::from(is_required);
            if !met {
                self.missed.push(format!("{what}: {note}"));
            }
            notes.push(
                note + if !is_required {
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

    /// Prints the requirements that were not met.
    pub(super) fn finish(&self) {
        println!(
            "\n{} of {} requirements met",
            self.required - self.missed.len(),
            self.required
        );
        for missed in &self.missed {
            println!("  missed: {missed}");
        }
    }
}

/// The shortest CPU time of this thread for a task, of several runs.
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
