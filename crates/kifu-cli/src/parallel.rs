//! Work on many things at a time, results in order.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Does `work` on each input in `jobs` threads and gives the results to `sink` in the
/// order of the inputs.
///
/// Inputs are taken as they are needed: no more than twice as many as there are
/// threads are under way or waiting for their turn.
pub(crate) fn in_order<I: Send, T: Send, E>(
    jobs: usize,
    mut inputs: impl Iterator<Item = I>,
    work: impl Fn(I) -> T + Sync,
    mut sink: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    if jobs <= 1 {
        return inputs.try_for_each(|input| sink(work(input)));
    }
    let (queue, tasks) = channel::<(I, SyncSender<T>)>();
    let tasks = Mutex::new(tasks);
    thread::scope(|scope| {
        // Dropped with this closure, which tells the threads to end.
        let queue = queue;
        let mut waiting: VecDeque<Receiver<T>> = VecDeque::with_capacity(2 * jobs);
        let mut threads = 0;
        loop {
            while waiting.len() < 2 * jobs {
                let Some(input) = inputs.next() else {
                    break;
                };
                if threads < jobs {
                    threads += 1;
                    scope.spawn(|| run(&tasks, &work));
                }
                let (done, result) = sync_channel(1);
                waiting.push_back(result);
                // The threads are there as long as the queue is.
                let _ = queue.send((input, done));
            }
            let Some(result) = waiting.pop_front() else {
                return Ok(());
            };
            match result.recv() {
                Ok(result) => sink(result)?,
                // Its thread panicked; the scope goes on with that.
                Err(_) => return Ok(()),
            }
        }
    })
}

fn run<I, T>(tasks: &Mutex<Receiver<(I, SyncSender<T>)>>, work: impl Fn(I) -> T) {
    loop {
        let task = tasks.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((input, done)) = task else {
            return;
        };
        // Nobody waits for it any more if the output was closed.
        let _ = done.send(work(input));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::*;

    #[test]
    fn results_keep_the_order_and_stay_few() {
        let taken = AtomicUsize::new(0);
        let mut given = Vec::new();
        let inputs = (0..200).inspect(|_| {
            taken.fetch_add(1, Ordering::Relaxed);
        });
        let work = |n: usize| {
            thread::sleep(Duration::from_micros(if n.is_multiple_of(7) {
                500
            } else {
                10
            }));
            n * n
        };
        let result: Result<(), ()> = in_order(3, inputs, work, |square| {
            given.push(square);
            assert!(taken.load(Ordering::Relaxed) <= given.len() + 6);
            Ok(())
        });
        assert_eq!(result, Ok(()));
        assert_eq!(given, (0..200).map(|n| n * n).collect::<Vec<_>>());
    }

    #[test]
    fn an_error_ends_it() {
        let mut given = 0;
        let result = in_order(
            2,
            0..,
            |n| n,
            |n| {
                given += 1;
                if n == 5 { Err("enough") } else { Ok(()) }
            },
        );
        assert_eq!((result, given), (Err("enough"), 6));
    }
}
