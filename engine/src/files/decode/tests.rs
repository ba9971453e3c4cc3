//! Tests of `decode`.

use super::*;

#[test]
fn byte_order_marks_tell_the_encoding() {
    assert_eq!(text(b"\xEF\xBB\xBFa".to_vec()).unwrap(), "a");
    assert_eq!(text(b"\xFF\xFEa\0\x2D\x4E".to_vec()).unwrap(), "a中");
    assert_eq!(text(b"\xFE\xFF\x4E\x2D".to_vec()).unwrap(), "中");
    assert_eq!(text(Vec::new()).unwrap(), "");
}

#[test]
fn other_bytes_are_faults_with_their_place() {
    assert!(matches!(text(b"ab\xD6\xD0".to_vec()), Err(DocumentFault::NotUtf8 { offset: 2 })));
    assert!(matches!(text(b"ab\0".to_vec()), Err(DocumentFault::Binary { offset: 2 })));
    assert!(matches!(text(b"\xFF\xFEa\0b".to_vec()), Err(DocumentFault::NotUtf16 { offset: 4 })));
    assert!(matches!(text(b"\xFF\xFEa\0\0\xD8".to_vec()), Err(DocumentFault::NotUtf16 { offset: 4 })));
    assert!(matches!(read_all(&mut &b"abc"[..], 2), Err(DocumentFault::TooLarge { bytes_max: 2 })));
    assert_eq!(read_all(&mut &b"abc"[..], 3).unwrap(), b"abc");
}
