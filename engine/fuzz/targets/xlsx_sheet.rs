//! A sheet of a workbook that is whole otherwise.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| engine_fuzz::Target::XlsxSheet.feed(bytes));
