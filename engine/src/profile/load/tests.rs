//! Tests of `load`.

use super::super::tests::VALID;
use super::*;

#[test]
fn files_that_are_no_profile_say_so() {
    let dir = tempfile::tempdir().unwrap();
    let load = |name: &str, bytes: &[u8]| {
        let path = dir.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        Profile::load(&path).map_err(|fault| fault.to_string())
    };
    let with_mark = [b"\xEF\xBB\xBF", VALID.as_bytes()].concat();
    assert!(load("mark.toml", &with_mark).is_ok());
    let second = [b"\xEF\xBB\xBF", VALID.replace("schema = 1", "schema = 2").as_bytes()].concat();
    let second = load("second.toml", &second).unwrap_err();
    assert!(second.contains("second.toml:1:10: error: schema 2"), "the mark is no column: {second}");
    assert!(load("windows.toml", VALID.replace('\n', "\r\n").as_bytes()).is_ok());
    let utf16 = load("utf16.toml", b"\xFF\xFEs\0c\0").unwrap_err();
    assert!(utf16.contains("utf16.toml:1:1: error: the file is not UTF-8 text"), "{utf16}");
    let latin =
        load("latin.toml", "schema = 1\n# 香港 ".bytes().chain([0xE9]).collect::<Vec<_>>().as_slice()).unwrap_err();
    assert!(latin.contains("latin.toml:2:6: error: the file is not UTF-8"), "{latin}");
    let nul = load("nul.toml", b"schema = 1\nx\0").unwrap_err();
    assert!(nul.contains("nul.toml:2:2: error: the file holds a NUL byte"), "{nul}");
    assert!(matches!(Profile::load(dir.path()), Err(ProfileError::Directory { .. })));
    assert!(matches!(Profile::load(&dir.path().join("none.toml")), Err(ProfileError::NotFound { .. })));
}
