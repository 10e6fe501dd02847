//! The playground: readers, solvers and generator of the project as a WebAssembly module that imports nothing.
//!
//! ```text
//!   page ── input(length) ──> where the text of the request goes
//!        ── call()        ──> the length of the answer
//!        ── output()      ──> where the answer is
//! ```
//!
//! Requests and answers are JSON in UTF-8 ([`requests`]). There is neither a clock nor any other way out of the
//! module: the page measures the time, draws the seeds, and ends the worker of a search that takes too long. After a
//! panic the module traps, and [`output`] has the message.
//!
//! In reading order: `board_json`, puzzles as JSON; `solving`, `hint`,
//! `generating` and `lessons`; [`requests`].

use std::sync::{Mutex, MutexGuard, Once, PoisonError};

mod board_json;
mod field;
mod generating;
mod hint;
mod lessons;
pub mod requests;
mod solving;

/// The text of the request, then of its answer.
static TEXT: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Returns the address at which the page writes the `length` bytes of a request.
#[allow(unsafe_code, reason = "the page calls it by its name, which no other item has")]
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    let mut text = text();
    text.clear();
    text.resize(length, 0);
    text.as_mut_ptr()
}

/// Answers the request, and returns the length of the answer in bytes.
#[allow(unsafe_code, reason = "the page calls it by its name, which no other item has")]
#[unsafe(no_mangle)]
pub extern "C" fn call() -> usize {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        std::panic::set_hook(Box::new(|panic| {
            keep(panic.to_string());
        }));
    });
    let request = std::mem::take(&mut *text());
    keep(requests::answer(&String::from_utf8_lossy(&request)))
}

/// Returns the address of the answer, or after a trap of the message of the panic, which ends with a zero byte.
#[allow(unsafe_code, reason = "the page calls it by its name, which no other item has")]
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    text().as_ptr()
}

/// Keeps a text for the page, and returns its length in bytes.
fn keep(answer: String) -> usize {
    let mut text = text();
    *text = answer.into_bytes();
    text.push(0);
    text.len() - 1
}

fn text() -> MutexGuard<'static, Vec<u8>> {
    TEXT.lock().unwrap_or_else(PoisonError::into_inner)
}
