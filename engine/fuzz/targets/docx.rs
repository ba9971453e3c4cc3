//! A Word file.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| engine_fuzz::Target::Docx.feed(bytes));
