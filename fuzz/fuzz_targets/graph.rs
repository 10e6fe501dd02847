//! Reads noise as an instance: a graph in DIMACS.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(read) = board::instance::read_graph(&text) {
        // What was read can be written, and is the same graph then.
        let written = board::instance::write_graph(&read.graph);
        assert_eq!(board::instance::read_graph(&written).map(|it| it.graph), Ok(read.graph));
    }
});
