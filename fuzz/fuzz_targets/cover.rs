//! Reads noise as an instance: an exact cover problem in Knuth's format.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| hardening::readers::cover(bytes));
