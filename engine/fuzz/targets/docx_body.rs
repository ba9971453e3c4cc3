//! The body of a Word file that is whole otherwise.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| engine_fuzz::Target::DocxBody.feed(bytes));
