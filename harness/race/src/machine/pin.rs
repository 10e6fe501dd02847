//! Pins each worker to its own core, so that it keeps its caches and shares the core with no other worker.
//!
//! Only the cores allowed for this process, for example by `taskset`, are used. If cores have several hardware
//! threads, each core is used once before any is used twice; the numbers of the threads do not show which of them
//! share a core. Pinning is best effort: if the system does not support it, workers run unpinned. On macOS it is
//! only a hint.

use std::collections::HashMap;
use std::sync::OnceLock;
use std::{fs, thread};

use core_affinity::CoreId;

/// Pins the calling thread to the core of worker `index`, from 0, and returns the core. `None` if the system
/// refuses, or if there are fewer cores; the scheduler then places the worker.
///
/// A pinned thread, and every thread that it starts, sees a single core: the number of cores must be queried
/// before.
pub fn pin_worker(index: usize) -> Option<usize> {
    let core = *cores().get(index)?;
    core_affinity::set_for_current(CoreId { id: core }).then_some(core)
}

/// Returns the number of workers that can be pinned, each to its own core or hardware thread; 0 if pinning is not
/// supported. Does not pin the calling thread.
pub fn pinnable_workers() -> usize {
    let pinned = thread::Builder::new().spawn(|| pin_worker(0));
    match pinned.ok().and_then(|thread| thread.join().ok()).flatten() {
        Some(_) => cores().len(),
        None => 0,
    }
}

/// Returns the cores that this process may use, in the order of the workers. Queried once, before the first thread is
/// pinned, because a pinned thread sees only its own core.
fn cores() -> &'static [usize] {
    static CORES: OnceLock<Vec<usize>> = OnceLock::new();
    CORES.get_or_init(|| {
        let allowed = core_affinity::get_core_ids().unwrap_or_default();
        let allowed: Vec<usize> = allowed.into_iter().map(|core| core.id).collect();
        each_core_once_first(allowed, siblings)
    })
}

/// Orders the first hardware thread of each core before all second ones. `core_of` returns equal texts for
/// threads of the same core, or `None` if unknown.
fn each_core_once_first(
    mut threads: Vec<usize>,
    core_of: impl Fn(usize) -> Option<String>,
) -> Vec<usize> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut rank = HashMap::new();
    for &thread in &threads {
        let earlier = core_of(thread).map_or(0, |core| {
            let earlier = seen.entry(core).or_default();
            *earlier += 1;
            *earlier - 1
        });
        rank.insert(thread, earlier);
    }
    threads.sort_by_key(|thread| rank[thread]);
    threads
}

/// Returns the hardware threads that share a core with this one, as Linux lists them.
fn siblings(thread: usize) -> Option<String> {
    let path = format!("/sys/devices/system/cpu/cpu{thread}/topology/thread_siblings_list");
    fs::read_to_string(path).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_worker_is_pinned_to_a_core_that_the_process_may_use_or_not_at_all() {
        let allowed = cores();
        for index in [0, 1, allowed.len()] {
            let (pinned, left) = thread::spawn(move || {
                (pin_worker(index), core_affinity::get_core_ids().unwrap_or_default())
            })
            .join()
            .unwrap();
            let Some(core) = pinned else { continue };
            assert!(index < allowed.len() && core == allowed[index]);
            if cfg!(target_os = "linux") {
                assert_eq!(left, [CoreId { id: core }]);
            }
        }
    }

    #[test]
    fn counting_pinnable_workers_does_not_pin_the_caller() {
        let before = core_affinity::get_core_ids();
        assert!(pinnable_workers() <= cores().len());
        assert_eq!(core_affinity::get_core_ids(), before);
    }

    #[test]
    fn each_core_is_used_once_before_any_is_used_twice() {
        let beside = |thread: usize| Some(format!("{}", thread / 2));
        assert_eq!(each_core_once_first(vec![0, 1, 2, 3], beside), [0, 2, 1, 3]);
        assert_eq!(each_core_once_first(vec![1, 2, 3], beside), [1, 2, 3]);
        let apart = |thread: usize| Some(format!("{}", thread % 2));
        assert_eq!(each_core_once_first(vec![0, 1, 2, 3], apart), [0, 1, 2, 3]);
        assert_eq!(each_core_once_first(vec![4, 7, 5], |_| None), [4, 7, 5]);
    }
}
