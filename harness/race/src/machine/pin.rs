//! Pinning: a worker stays on one core, so that it keeps its caches and has no worker beside it on
//! the same core.
//!
//! Only cores that this process may use are taken, those that `taskset` left. Where cores have
//! several hardware threads, each core is taken once before any is taken twice: the numbers of a
//! system do not say which of them share a core. Best effort: where the system does not pin, the
//! workers run unpinned. On macOS pinning is a wish at most.

use std::collections::HashMap;
use std::sync::OnceLock;
use std::{fs, thread};

use core_affinity::CoreId;

/// Pins the calling thread to the core of worker `index`, counted from zero, and says which one
/// that is. None when the thread is not pinned: the system refuses, or there are fewer cores than
/// that; such a worker shares the cores with the others as the system sees fit.
///
/// A thread that is pinned, and every thread that it starts, sees one core: how many there are has
/// to be asked before.
pub fn pin_worker(index: usize) -> Option<usize> {
    let core = *cores().get(index)?;
    core_affinity::set_for_current(CoreId { id: core }).then_some(core)
}

/// How many workers can be pinned, each to a core (or hardware thread) of its own; zero where
/// pinning is not possible. The calling thread is not pinned by asking.
pub fn pinnable_workers() -> usize {
    let pinned = thread::Builder::new().spawn(|| pin_worker(0));
    match pinned.ok().and_then(|thread| thread.join().ok()).flatten() {
        Some(_) => cores().len(),
        None => 0,
    }
}

/// The cores that this process may use, in the order in which workers take them. Asked once, before
/// the first thread is pinned: a pinned thread would see only its own.
fn cores() -> &'static [usize] {
    static CORES: OnceLock<Vec<usize>> = OnceLock::new();
    CORES.get_or_init(|| {
        let allowed = core_affinity::get_core_ids().unwrap_or_default();
        let allowed: Vec<usize> = allowed.into_iter().map(|core| core.id).collect();
        each_core_once_first(allowed, siblings)
    })
}

/// Puts the first hardware thread of each core before all second ones; `core_of` gives the same
/// text for threads of the same core, or nothing where that is not known.
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

/// The hardware threads of the core of this one, as Linux tells them.
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
    fn asking_whether_it_is_possible_pins_nobody() {
        let before = core_affinity::get_core_ids();
        assert!(pinnable_workers() <= cores().len());
        assert_eq!(core_affinity::get_core_ids(), before);
    }

    #[test]
    fn each_core_is_taken_once_before_any_is_taken_twice() {
        let beside = |thread: usize| Some(format!("{}", thread / 2));
        assert_eq!(each_core_once_first(vec![0, 1, 2, 3], beside), [0, 2, 1, 3]);
        assert_eq!(each_core_once_first(vec![1, 2, 3], beside), [1, 2, 3]);
        let apart = |thread: usize| Some(format!("{}", thread % 2));
        assert_eq!(each_core_once_first(vec![0, 1, 2, 3], apart), [0, 1, 2, 3]);
        assert_eq!(each_core_once_first(vec![4, 7, 5], |_| None), [4, 7, 5]);
    }
}
