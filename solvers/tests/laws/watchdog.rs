//! Names the row that loops or panics.
//!
//! A law has no time limit, because machines differ. So a thread prints the law and the row that have been running
//! for long, past the capture of the test: a test that hangs says where.

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

/// How long a law may take before it is named.
const LONG: Duration = Duration::from_secs(20);

/// A law that is being checked. It is watched until this is dropped.
pub(crate) struct Watched {
    _alive: Sender<()>,
}

/// Names what is being checked, again and again, once it takes long.
pub(crate) fn watch(what: String) -> Watched {
    watch_by(what, LONG, |line| {
        // Unlike `eprintln!`, this is not captured. There is nowhere to report an error.
        drop(writeln!(std::io::stderr(), "{line}"));
    })
}

fn watch_by(what: String, long: Duration, say: impl Fn(&str) + Send + 'static) -> Watched {
    let (alive, watched) = mpsc::channel();
    thread::spawn(move || {
        for periods in 1.. {
            match watched.recv_timeout(long) {
                Err(RecvTimeoutError::Timeout) => {
                    say(&format!("still running after {:?}: {what}", long * periods));
                }
                _ => return,
            }
        }
    });
    Watched { _alive: alive }
}

/// Returns the complaint of a law, which is the message of the panic if there is one.
pub(crate) fn unless_it_panics(law: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
    catch_unwind(AssertUnwindSafe(law)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
        Err(format!("it panicked: {}", text.unwrap_or_else(|| "without a message".into())))
    })
}

#[test]
fn what_takes_long_is_named_until_it_ends() {
    let (said, heard) = mpsc::channel();
    let watched = watch_by("own/loop".into(), Duration::from_millis(1), move |line| {
        drop(said.send(line.to_owned()));
    });
    assert_eq!(heard.recv().expect("a line"), "still running after 1ms: own/loop");
    assert_eq!(heard.recv().expect("another"), "still running after 2ms: own/loop");
    drop(watched);
    // The channel closes when the thread ends.
    while heard.recv().is_ok() {}
}

#[test]
fn a_panic_is_a_complaint() {
    assert_eq!(unless_it_panics(|| Ok(())), Ok(()));
    let complaint = unless_it_panics(|| panic!("index {} out of bounds", 9));
    assert_eq!(complaint, Err("it panicked: index 9 out of bounds".into()));
}
