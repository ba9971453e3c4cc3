//! A table of separated values.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| engine_fuzz::Target::Csv.feed(bytes));
