//! Reads noise as `sdk`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::read("sdk", bytes));
