//! Catches panics of backends, so that they are reported in a row and not on the terminal.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    static GUARDED: Cell<bool> = const { Cell::new(false) };
    static MESSAGE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Suppresses the output of panics inside [`catch_panic`].
pub fn silence_caught_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let loud = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if GUARDED.get() {
                MESSAGE.set(Some(info.to_string().replace('\n', " ")));
            } else {
                loud(info);
            }
        }));
    });
}

/// Calls a function that may panic. The error is the panic message.
pub fn catch_panic<T>(call: impl FnOnce() -> T) -> Result<T, String> {
    GUARDED.set(true);
    let result = panic::catch_unwind(AssertUnwindSafe(call));
    GUARDED.set(false);
    result.map_err(|payload: Box<dyn Any + Send>| {
        // The payload may panic when it is dropped.
        std::mem::forget(payload);
        MESSAGE.take().unwrap_or_else(|| "it panicked".into())
    })
}
