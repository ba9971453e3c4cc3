//! Tests of `private`.

use std::os::unix::fs::PermissionsExt;

use super::*;

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[test]
fn what_is_made_is_its_owners_alone_and_what_is_open_is_closed() {
    let folder = tempfile::tempdir().unwrap();
    let (inner, file) = (folder.path().join("a"), folder.path().join("a/b"));
    create_folder(&inner).unwrap();
    create_new(&file).unwrap();
    assert_eq!((mode(&inner), mode(&file)), (0o700, 0o600));
    fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
    fs::set_permissions(&inner, fs::Permissions::from_mode(0o755)).unwrap();
    close(&file);
    close(&inner);
    assert_eq!((mode(&inner), mode(&file)), (0o700, 0o600));
}
