//! Work on many things at a time, results in order.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Scope};
use std::time::{Duration, Instant};

/// A thread takes no more inputs than this at a time.
const MOST: usize = 256;

/// Work on what a thread takes at a time should be done by then: handing over wakes two threads,
/// which costs as much as a small file does, and results should come all along.
const SPAN: Duration = Duration::from_millis(3);

/// No more inputs are taken while those that are under way hold so many bytes.
const HELD: usize = 256 << 20;

/// An input that may hold bytes from when it is taken on.
pub(crate) trait Held {
    fn held(&self) -> usize;
}

/// Does `work` on each input in `jobs` threads and gives the results to `sink` in the
/// order of the inputs.
///
/// Inputs are taken as [`in_batches`] takes them.
pub(crate) fn in_order<I: Send + Held, T: Send, E>(
    jobs: usize,
    mut inputs: impl Iterator<Item = I>,
    work: impl Fn(I) -> T + Sync,
    mut sink: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    if jobs <= 1 {
        return inputs.try_for_each(|input| sink(work(input)));
    }
    let add = |results: &mut Vec<T>, input| results.push(work(input));
    in_batches(jobs, inputs, &Vec::new, &add, &mut |results| {
        results.into_iter().try_for_each(&mut sink)
    })
}

/// Has `jobs` threads add consecutive inputs to what `begin` makes, as many as are worth handing over at once, and
/// gives the results to `sink` in the order of the inputs.
///
/// Inputs are taken as they are needed: at most twice as many as there are threads are in progress or waiting for
/// their turn, or that many groups of them where the work on each is short; and fewer where they hold much.
///
/// Closures and channels have the same types for all verbs. Otherwise each verb gets its own copy of the channels, which
/// were a sixth of the code generated for the command.
pub(crate) fn in_batches<I: Send + Held, B: Send, E>(
    jobs: usize,
    mut inputs: impl Iterator<Item = I>,
    begin: &(dyn Fn() -> B + Sync),
    add: &(dyn Fn(&mut B, I) + Sync),
    sink: &mut dyn FnMut(B) -> Result<(), E>,
) -> Result<(), E> {
    let (queue, tasks) = channel::<Task<'_>>();
    let tasks = Mutex::new(tasks);
    thread::scope(|scope| {
        // Dropped with this closure, which ends the threads.
        let queue = queue;
        let mut waiting: VecDeque<Waiting<B>> = VecDeque::with_capacity(2 * jobs);
        let (mut threads, mut held) = (0, 0);
        let mut size = 1;
        loop {
            while waiting.len() < 2 * jobs && held < HELD {
                let inputs = handful(&mut inputs, size);
                if inputs.is_empty() {
                    break;
                }
                if threads < jobs {
                    threads += 1;
                    start_thread(scope, &tasks);
                }
                let (done, counts) = sync_channel(1);
                let batches = Arc::new(Mutex::new(VecDeque::new()));
                let bytes = inputs.iter().map(Held::held).sum();
                held += bytes;
                waiting.push_back(Waiting {
                    count: inputs.len(),
                    bytes,
                    counts,
                    batches: Arc::clone(&batches),
                });
                let task = move || run(inputs, begin, add, &batches, &done);
                // The threads are there as long as the queue is.
                let _ = queue.send(Box::new(task));
            }
            let Some(next) = waiting.pop_front() else {
                return Ok(());
            };
            let (mut parts, mut added) = (0, 0);
            for count in next.counts {
                parts += 1;
                added += count;
                let batch = lock(&next.batches).pop_front();
                batch.map_or(Ok(()), &mut *sink)?;
            }
            held -= next.bytes;
            if added < next.count {
                // Its thread panicked; the scope goes on with that.
                return Ok(());
            }
            // It was all done in time, or not.
            size = match parts {
                1 => size.max(2 * next.count).min(MOST),
                _ => next.count.div_ceil(2),
            };
        }
    })
}

/// Inputs that a thread works on, and its results.
struct Waiting<B> {
    /// The number of inputs.
    count: usize,
    /// The number of bytes that the inputs hold.
    bytes: usize,
    /// The number of inputs in each batch, sent once the batch is there.
    counts: Receiver<usize>,
    batches: Arc<Mutex<VecDeque<B>>>,
}

/// What a thread does next.
type Task<'a> = Box<dyn FnOnce() + Send + 'a>;

fn start_thread<'scope, 'a: 'scope>(
    scope: &'scope Scope<'scope, '_>,
    tasks: &'scope Mutex<Receiver<Task<'a>>>,
) {
    scope.spawn(|| {
        loop {
            let task = lock(tasks).recv();
            let Ok(task) = task else {
                return;
            };
            task();
        }
    });
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The next few inputs, as many as there are without waiting long or holding much.
fn handful<I: Held>(inputs: &mut impl Iterator<Item = I>, size: usize) -> Vec<I> {
    let start = Instant::now();
    let mut taken = Vec::with_capacity(size);
    let mut held = 0;
    while taken.len() < size && held < HELD && (taken.is_empty() || start.elapsed() < SPAN) {
        match inputs.next() {
            Some(input) => {
                held += input.held();
                taken.push(input);
            }
            None => break,
        }
    }
    taken
}

fn run<I, B>(
    inputs: Vec<I>,
    begin: &dyn Fn() -> B,
    add: &dyn Fn(&mut B, I),
    batches: &Mutex<VecDeque<B>>,
    done: &SyncSender<usize>,
) {
    let mut inputs = inputs.into_iter().peekable();
    while inputs.peek().is_some() {
        let start = Instant::now();
        let (mut count, mut batch) = (0, begin());
        for input in inputs.by_ref() {
            add(&mut batch, input);
            count += 1;
            if start.elapsed() >= SPAN {
                break;
            }
        }
        lock(batches).push_back(batch);
        // Nobody waits for it any more if the output was closed.
        if done.send(count).is_err() {
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    impl Held for usize {
        fn held(&self) -> usize {
            0
        }
    }

    /// What holds a hundred mebibytes.
    struct Large(u64);

    impl Held for Large {
        fn held(&self) -> usize {
            100 << 20
        }
    }

    #[test]
    fn what_holds_much_is_taken_when_there_is_room() {
        let taken = AtomicUsize::new(0);
        let inputs = (0..50).map(Large).inspect(|_| {
            taken.fetch_add(1, Ordering::Relaxed);
        });
        let mut given = 0;
        let result: Result<(), ()> = in_order(
            8,
            inputs,
            |Large(n)| n,
            |n| {
                assert_eq!(n, given);
                given += 1;
                assert!(taken.load(Ordering::Relaxed) <= given as usize + 2 * 3);
                Ok(())
            },
        );
        assert_eq!((result, given), (Ok(()), 50));
    }

    #[test]
    fn results_keep_the_order_and_stay_few() {
        let taken = AtomicUsize::new(0);
        let mut given = Vec::new();
        let inputs = (0..200).inspect(|_| {
            taken.fetch_add(1, Ordering::Relaxed);
        });
        let work = |n: usize| {
            thread::sleep(SPAN * if n.is_multiple_of(7) { 8 } else { 2 });
            n * n
        };
        let result: Result<(), ()> = in_order(3, inputs, work, |square| {
            given.push(square);
            // A handful grows only while all of it is done in time.
            assert!(taken.load(Ordering::Relaxed) <= given.len() + 2 * 6);
            Ok(())
        });
        assert_eq!(result, Ok(()));
        assert_eq!(given, (0..200).map(|n| n * n).collect::<Vec<_>>());
    }

    #[test]
    fn short_work_is_handed_over_by_the_handful() {
        let mut given = Vec::new();
        let result: Result<(), ()> = in_order(
            2,
            0..100_000,
            |n: usize| n + 1,
            |n| {
                given.push(n);
                Ok(())
            },
        );
        assert_eq!(result, Ok(()));
        assert_eq!(given, (1..=100_000).collect::<Vec<_>>());
    }

    #[test]
    fn work_that_panics_ends_it() {
        let ended = std::panic::catch_unwind(|| {
            let work = |n: usize| assert!(n < 500);
            in_order(2, 0..10_000, work, |()| Ok::<(), ()>(()))
        });
        assert!(ended.is_err());
    }

    #[test]
    fn an_error_ends_it() {
        let mut given = 0;
        let result = in_order(
            2,
            0..,
            |n: usize| n,
            |n| {
                given += 1;
                if n == 5 { Err("enough") } else { Ok(()) }
            },
        );
        assert_eq!((result, given), (Err("enough"), 6));
    }
}
