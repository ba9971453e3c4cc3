//! Dependencies: each is named once, in the workspace's manifest, under a sentence that says why it is there.

use crate::demand;
use crate::files::ending_with;

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

#[test]
fn a_dependency_without_a_reason_is_seen() {
    let manifest = "[workspace.dependencies]\n# exact values\na = \"1\"\n\nb = \"1\"\nc = \"1\" # dates\n[x]\n";
    assert_eq!(without_reason(manifest), ["b = \"1\""]);
}
