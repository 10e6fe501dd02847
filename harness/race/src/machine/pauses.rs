//! Notices when this process was stopped and continued, as Ctrl-Z and `fg` do, or did not run for another reason, such as
//! a virtual machine that was suspended. A wall time across a pause means nothing.
//!
//! A thread looks at the clocks in regular intervals: where an interval is much too long, and this process had nearly no
//! CPU time in it, no thread ran.

use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The interval of the thread.
const INTERVAL: Duration = Duration::from_millis(50);

/// An interval that is longer than this is a pause. A busy machine lets a thread wait for some tenths of a second.
const PAUSE: Duration = Duration::from_secs(1);

/// How often a trial is repeated that a pause disturbed.
pub(crate) const REPEATS: usize = 3;

/// The note in the row of a trial that was disturbed again and again.
pub(crate) const DISTURBED: &str = "this program was stopped during the trial, as by Ctrl-Z";

/// What was seen so far.
struct Watch {
    /// When somebody last looked, and the CPU time of the process then.
    looked: (Instant, Duration),
    /// The end of the last pause.
    paused_until: Option<Instant>,
}

static WATCH: OnceLock<Mutex<Watch>> = OnceLock::new();

/// Starts the thread, unless it has been. Without it no pause is noticed, as on systems other than Unix.
pub(crate) fn watch() {
    if !cfg!(unix) {
        return;
    }
    WATCH.get_or_init(|| {
        // An error means that there are too many threads, and a run is possible all the same.
        drop(thread::Builder::new().name("pauses".into()).spawn(look_on));
        Mutex::new(Watch { looked: (Instant::now(), cpu_time()), paused_until: None })
    });
}

/// Returns whether there was a pause after `start`, also one that has only just ended.
pub(crate) fn since(start: Instant) -> bool {
    let Some(watch) = WATCH.get() else { return false };
    let mut watch = watch.lock().unwrap_or_else(PoisonError::into_inner);
    watch.look(Instant::now(), cpu_time());
    watch.paused_until.is_some_and(|until| until > start)
}

impl Watch {
    fn look(&mut self, now: Instant, cpu: Duration) {
        let (before, cpu_before) = self.looked;
        let gap = now.saturating_duration_since(before);
        if gap > PAUSE && cpu.saturating_sub(cpu_before) < gap / 20 {
            self.paused_until = Some(now);
        }
        self.looked = (now, cpu);
    }
}

fn look_on() {
    loop {
        thread::sleep(INTERVAL);
        if let Some(watch) = WATCH.get() {
            let mut watch = watch.lock().unwrap_or_else(PoisonError::into_inner);
            watch.look(Instant::now(), cpu_time());
        }
    }
}

/// Returns the CPU time of this process.
#[cfg(unix)]
fn cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// The CPU time is not known on this system.
#[cfg(not(unix))]
fn cpu_time() -> Duration {
    Duration::ZERO
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_that_is_too_long_is_a_pause_unless_this_process_ran() {
        let begin = Instant::now();
        let at = |ms| begin + Duration::from_millis(ms);
        let mut watch = Watch { looked: (begin, Duration::ZERO), paused_until: None };
        watch.look(at(400), Duration::ZERO);
        assert_eq!(watch.paused_until, None, "a busy machine");
        watch.look(at(2_400), Duration::from_secs(2));
        assert_eq!(watch.paused_until, None, "another thread ran");
        watch.look(at(4_400), Duration::from_millis(2_010));
        assert_eq!(watch.paused_until, Some(at(4_400)));
    }
}
