//! Reads noise as an instance: a formula in DIMACS.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(instance) = board::instance::read_formula(&text) {
        // What was read can be written, and is the same formula then.
        let written = board::instance::write_formula(&instance);
        assert_eq!(board::instance::read_formula(&written), Ok(instance));
    }
});
