//! Reads noise as `opensudoku`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::read("opensudoku", bytes));
