#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| hardening::readers::notation("scl", bytes));
