//! A slide of a deck that is whole otherwise.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| engine_fuzz::Target::PptxSlide.feed(bytes));
