//! Dependencies: each is named once, in the workspace's manifest, under a sentence that says why it is there; and one
//! build of them serves `cargo xtask` and the tests.

use std::collections::BTreeSet;
use std::process::Command;

use crate::demand;
use crate::files::{ending_with, root};

#[test]
fn every_dependency_has_its_reason() {
    let manifests = ending_with("Cargo.toml");
    let root = manifests.iter().find(|file| file.path == "Cargo.toml").expect("there is a workspace manifest");
    demand("a dependency has a reason beside it, or above its group", &without_reason(&root.text));
}

/// A comment line opens a group, which ends at the next blank line; or the comment stands on the dependency's own line.
fn without_reason(manifest: &str) -> Vec<String> {
    let (_, section) = manifest.split_once("[workspace.dependencies]").expect("dependencies stand in the workspace");
    let (mut faults, mut has_reason) = (Vec::new(), false);
    for line in section.lines().skip(1).take_while(|line| !line.starts_with('[')) {
        match line.trim() {
            "" => has_reason = false,
            comment if comment.starts_with('#') => has_reason = true,
            dependency if has_reason || dependency.contains(" # ") || dependency.contains("path = ") => {}
            dependency => faults.push(dependency.to_owned()),
        }
    }
    faults
}

#[test]
fn members_take_their_dependencies_from_the_workspace() {
    let mut faults = Vec::new();
    for file in ending_with("Cargo.toml") {
        let mut in_dependencies = false;
        for (index, line) in file.text.lines().enumerate() {
            if line.starts_with('[') {
                let name = line.trim_matches(['[', ']']);
                in_dependencies = name.ends_with("dependencies") && name != "workspace.dependencies";
            } else if in_dependencies && line.contains('=') && !line.contains("workspace = true") {
                faults.push(format!("{}:{} {line}", file.path, index + 1));
            }
        }
    }
    demand("versions stand in the workspace's manifest alone", &faults);
}

/// A crate with other features is another crate to the compiler, and so is everything above it: one feature that the tests
/// alone switch on in `serde`, and the engine is compiled twice.
#[test]
fn the_tests_switch_on_no_feature_that_xtask_does_not() {
    let xtask = crates(&["--package", "xtask", "--edges", "normal,build"]);
    let tests = crates(&["--workspace", "--exclude", "retrieval-bench", "--edges", "normal,build,dev"]);
    let faults: Vec<String> = xtask.difference(&tests).cloned().collect();
    demand("name these with the features that `cargo tree` shows for the tests in xtask's dependencies", &faults);
}

/// Every crate of a selection, with its version and features.
fn crates(selection: &[&str]) -> BTreeSet<String> {
    let mut command = Command::new(env!("CARGO"));
    command.args(["tree", "--locked", "--prefix", "none", "--no-dedupe", "--format", "{p} [{f}]"]).args(selection);
    let output = command.current_dir(root()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let crates: BTreeSet<String> = String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect();
    assert!(crates.len() > 100, "only {} crates were found", crates.len());
    crates
}

#[test]
fn a_dependency_without_a_reason_is_seen() {
    let manifest = "[workspace.dependencies]\n# exact values\na = \"1\"\n\nb = \"1\"\nc = \"1\" # dates\n[x]\n";
    assert_eq!(without_reason(manifest), ["b = \"1\""]);
}
