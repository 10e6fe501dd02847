//! Reads noise as an instance: a graph in DIMACS.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(instance) = board::instance::read_graph(&text) {
        // What was read can be written, and is the same graph then.
        let written = board::instance::write_graph(&instance);
        assert_eq!(board::instance::read_graph(&written), Ok(instance));
    }
});
