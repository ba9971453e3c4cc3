//! The limits that hold for every format.

use super::*;

#[test]
fn a_text_beyond_the_limit_is_refused() {
    struct Endless;
    impl Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            buffer.fill(b'a');
            Ok(buffer.len())
        }
    }
    let fault = read(Format::Text, &mut Endless).map(|_| ());
    assert!(matches!(fault, Err(DocumentFault::TooLarge { bytes_max: TEXT_BYTES_MAX })));
}

#[test]
fn a_library_that_gives_up_is_a_fault() {
    let gave_up: Result<(), _> = contained(|| std::panic::resume_unwind(Box::new("gave up")));
    assert!(matches!(gave_up, Err(DocumentFault::Contained)));
}
