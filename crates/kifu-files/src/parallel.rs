//! Work on several threads, with results in the order of the inputs.

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Scope};
use std::time::{Duration, Instant};

/// The maximum number of inputs that a thread takes at once.
const MAX_GROUP_LEN: usize = 256;

/// The time after which a thread should hand over its results. Handing over wakes two threads,
/// which costs as much as processing a small file, but results should also appear steadily.
const GROUP_TIME: Duration = Duration::from_millis(3);

/// The number of groups per thread that are in progress or waiting. Results have an order, so with few groups, the
/// threads would wait for the slowest one, or while the results of the first group are written.
const GROUPS: usize = 5;

/// The number of batches of a group that can wait for the batches before them, before the thread pauses.
const MAX_WAITING: usize = 4;

/// The size of the inputs in progress at which no further inputs are taken.
const MAX_BYTES_IN_PROGRESS: usize = 256 << 20;

/// The maximum number of threads. More of them would mostly wait for each other.
const MAX_JOBS: usize = 256;

/// An input that may keep bytes in memory.
pub trait MemorySize {
    /// Returns the number of bytes.
    fn memory_size(&self) -> usize;
}

/// Calls `work` for each input on `jobs` threads, and `sink` on the current thread with the results in
/// the order of the inputs. The results do not depend on the number of threads; 0 is one thread for each CPU core.
///
/// Memory is bounded; see [`in_batches`] for how many inputs are taken at a time.
///
/// # Errors
///
/// Returns the first error of `sink`, which ends the run.
pub fn for_each_in_order<I: Send + MemorySize, T: Send, E>(
    jobs: usize,
    mut inputs: impl Iterator<Item = I>,
    work: impl Fn(I) -> T + Sync,
    mut sink: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    if jobs == 1 {
        return inputs.try_for_each(|input| sink(work(input)));
    }
    let add = |results: &mut Vec<T>, input| results.push(work(input));
    in_batches(jobs, inputs, &Vec::new, &add, &mut |results| {
        results.into_iter().try_for_each(&mut sink)
    })
}

/// Processes inputs in batches on `jobs` threads: `begin` creates a batch, `add` adds consecutive
/// inputs to it, and `sink` receives the batches in the order of the inputs. Up to 256 threads are started; 0 is one
/// thread for each CPU core.
///
/// Inputs are taken when they are needed: at most five groups of inputs per thread are in progress or
/// waiting. A group is one input, or up to 256 inputs if the work on all of them takes less than 3 ms.
/// No inputs are taken while those in progress keep 256 MiB in memory; see [`MemorySize`].
///
/// A single input is processed on the current thread. A panic in `add` ends the run with that panic.
///
/// # Errors
///
/// Returns the first error of `sink`, which ends the run.
// The closures are trait objects, so that the channels have the same types for all callers. Separate
// copies of the channels were a sixth of the generated code of the command.
pub fn in_batches<I: Send + MemorySize, B: Send, E>(
    jobs: usize,
    mut inputs: impl Iterator<Item = I>,
    begin: &(dyn Fn() -> B + Sync),
    add: &(dyn Fn(&mut B, I) + Sync),
    sink: &mut dyn FnMut(B) -> Result<(), E>,
) -> Result<(), E> {
    let Some(first) = inputs.next() else {
        return Ok(());
    };
    let Some(second) = inputs.next() else {
        // Starting a thread takes longer than reading most files.
        let mut batch = begin();
        add(&mut batch, first);
        return sink(batch);
    };
    let mut inputs = [first, second].into_iter().chain(inputs);
    let jobs = threads(jobs);
    let (queue, tasks) = channel::<Task<'_>>();
    let tasks = Mutex::new(tasks);
    thread::scope(|scope| {
        // Dropping the queue at the end of this closure ends the threads.
        let queue = queue;
        let mut waiting: VecDeque<Waiting<B>> = VecDeque::with_capacity(GROUPS * jobs);
        let (mut threads, mut held) = (0, 0);
        let mut size = 1;
        loop {
            while waiting.len() < GROUPS * jobs && held < MAX_BYTES_IN_PROGRESS {
                let inputs = next_group(&mut inputs, size);
                if inputs.is_empty() {
                    break;
                }
                if threads < jobs {
                    threads += 1;
                    start_thread(scope, &tasks);
                }
                let (done, counts) = sync_channel(MAX_WAITING);
                let batches = Arc::new(Mutex::new(VecDeque::new()));
                let bytes = inputs.iter().map(MemorySize::memory_size).sum();
                held += bytes;
                waiting.push_back(Waiting {
                    count: inputs.len(),
                    bytes,
                    counts,
                    batches: Arc::clone(&batches),
                });
                let task = move || run(inputs, begin, add, &batches, &done);
                // The threads run as long as the queue exists.
                let _ = queue.send(Box::new(task));
            }
            let Some(next) = waiting.pop_front() else {
                return Ok(());
            };
            let (mut batch_count, mut added, mut is_quick) = (0, 0, true);
            for (count, time) in next.counts {
                batch_count += 1;
                added += count;
                is_quick &= time < GROUP_TIME / 2;
                let batch = lock(&next.batches).pop_front();
                batch.map_or(Ok(()), &mut *sink)?;
            }
            held -= next.bytes;
            if added < next.count {
                // The thread panicked; the scope propagates the panic.
                return Ok(());
            }
            // If the group was finished in time, it is one batch.
            size = match batch_count {
                1 if is_quick => size.max(2 * next.count).min(MAX_GROUP_LEN),
                1 => size,
                _ => next.count.div_ceil(2),
            };
        }
    })
}

/// Returns the number of threads for a number of jobs. Counting the cores reads several files of the system, so it is
/// only done if there is work for several threads.
pub(crate) fn threads(jobs: usize) -> usize {
    let jobs = match jobs {
        0 => thread::available_parallelism().map_or(1, NonZeroUsize::get),
        jobs => jobs,
    };
    jobs.min(MAX_JOBS)
}

/// A group of inputs that a thread processes, and its results.
struct Waiting<B> {
    /// The number of inputs.
    count: usize,
    /// The number of bytes that the inputs keep in memory.
    bytes: usize,
    /// The number of inputs in each batch, sent when the batch is complete.
    counts: Receiver<(usize, Duration)>,
    batches: Arc<Mutex<VecDeque<B>>>,
}

/// The work on one group of inputs.
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

/// Takes the next group of at most `size` inputs; fewer if finding them takes long or they keep
/// many bytes in memory.
fn next_group<I: MemorySize>(inputs: &mut impl Iterator<Item = I>, size: usize) -> Vec<I> {
    let start = Instant::now();
    let mut group = Vec::with_capacity(size);
    let mut held = 0;
    while group.len() < size
        && held < MAX_BYTES_IN_PROGRESS
        && (group.is_empty() || start.elapsed() < GROUP_TIME)
    {
        match inputs.next() {
            Some(input) => {
                held += input.memory_size();
                group.push(input);
            }
            None => break,
        }
    }
    group
}

fn run<I, B>(
    inputs: Vec<I>,
    begin: &dyn Fn() -> B,
    add: &dyn Fn(&mut B, I),
    batches: &Mutex<VecDeque<B>>,
    done: &SyncSender<(usize, Duration)>,
) {
    let mut inputs = inputs.into_iter().peekable();
    while inputs.peek().is_some() {
        let start = Instant::now();
        let (mut count, mut batch) = (0, begin());
        for input in inputs.by_ref() {
            add(&mut batch, input);
            count += 1;
            if start.elapsed() >= GROUP_TIME {
                break;
            }
        }
        lock(batches).push_back(batch);
        // The receiver is dropped if the run has ended early.
        if done.send((count, start.elapsed())).is_err() {
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    impl MemorySize for usize {
        fn memory_size(&self) -> usize {
            0
        }
    }

    /// An input that keeps 100 MiB in memory.
    struct Large(u64);

    impl MemorySize for Large {
        fn memory_size(&self) -> usize {
            100 << 20
        }
    }

    #[test]
    fn few_large_inputs_are_in_progress() {
        let taken = AtomicUsize::new(0);
        let inputs = (0..50).map(Large).inspect(|_| {
            taken.fetch_add(1, Ordering::Relaxed);
        });
        let mut received = 0;
        let result: Result<(), ()> = for_each_in_order(
            8,
            inputs,
            |Large(n)| n,
            |n| {
                assert_eq!(n, received);
                received += 1;
                assert!(taken.load(Ordering::Relaxed) <= received as usize + 2 * 3);
                Ok(())
            },
        );
        assert_eq!((result, received), (Ok(()), 50));
    }

    #[test]
    fn results_are_in_order_and_few_inputs_are_in_progress() {
        let taken = AtomicUsize::new(0);
        let mut received = Vec::new();
        let inputs = (0..200).inspect(|_| {
            taken.fetch_add(1, Ordering::Relaxed);
        });
        let work = |n: usize| {
            thread::sleep(GROUP_TIME * if n.is_multiple_of(7) { 8 } else { 2 });
            n * n
        };
        let result: Result<(), ()> = for_each_in_order(3, inputs, work, |square| {
            received.push(square);
            // Groups only grow while they are finished in time.
            assert!(taken.load(Ordering::Relaxed) <= received.len() + GROUPS * 6);
            Ok(())
        });
        assert_eq!(result, Ok(()));
        assert_eq!(received, (0..200).map(|n| n * n).collect::<Vec<_>>());
    }

    #[test]
    fn short_work_is_done_in_groups() {
        let mut received = Vec::new();
        let result: Result<(), ()> = for_each_in_order(
            2,
            0..100_000,
            |n: usize| n + 1,
            |n| {
                received.push(n);
                Ok(())
            },
        );
        assert_eq!(result, Ok(()));
        assert_eq!(received, (1..=100_000).collect::<Vec<_>>());
    }

    #[test]
    fn a_panic_in_work_ends_the_run() {
        let ended = std::panic::catch_unwind(|| {
            let work = |n: usize| assert!(n < 500);
            for_each_in_order(2, 0..10_000, work, |()| Ok::<(), ()>(()))
        });
        assert!(ended.is_err());
    }

    #[test]
    fn an_error_from_the_sink_ends_the_run() {
        let mut received = 0;
        let result = for_each_in_order(
            2,
            0..,
            |n: usize| n,
            |n| {
                received += 1;
                if n == 5 { Err("enough") } else { Ok(()) }
            },
        );
        assert_eq!((result, received), (Err("enough"), 6));
    }
}
