//! Reads noise as an instance: an exact cover problem in Knuth's format.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(instance) = board::instance::read_cover(&text) {
        // What was read can be written, and is the same problem then.
        let written = board::instance::write_cover(&instance).expect("it was read");
        assert_eq!(board::instance::read_cover(&written), Ok(instance));
    }
});
