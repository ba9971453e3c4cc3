//! Tests of `fuzz`.

use super::*;

#[test]
fn every_target_has_a_program() {
    let manifest = include_str!("../../../engine/fuzz/Cargo.toml");
    let programs = manifest.matches("\n[[bin]]\n").count();
    assert_eq!(programs, Target::ALL.len());
    for name in Target::ALL.map(Target::name) {
        assert!(manifest.contains(&format!("name = \"{name}\"\npath = \"targets/{name}.rs\"")), "{name}");
        assert_eq!(target(name).map(Target::name), Ok(name));
    }
    assert!(target("none").is_err());
}
