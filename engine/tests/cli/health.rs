//! `engine doctor` and `engine profile`.

use crate::desk::{Desk, PROFILE};

#[test]
fn a_fresh_installation_is_well() {
    let desk = Desk::empty();
    desk.run(&["doctor"]).exits(0).prints(&[
        "ok    pipeline",
        "engine init",
        "All is well.",
        env!("CARGO_PKG_VERSION"),
    ]);
    assert_eq!(std::fs::read_dir(desk.root()).unwrap().count(), 0, "a check leaves nothing behind");
}

#[test]
fn a_workspace_is_checked_in_every_part() {
    let desk = Desk::with_rows("REVENUE,HK,2024,,10,USD_M,deck.pptx,,\n");
    desk.run(&["doctor"]).exits(0).prints(&["ok    profile", "ok    database", "1 fact answering", "ok    writing"]);
    desk.run(&["doctor", "-w", "nope"]).exits(3).prints(&["FAIL  workspace", "nope does not exist"]);
    desk.run_with(&[("ENGINE_WORKSPACE", "nope")], &["doctor"]).exits(3);
    desk.file("half/.engine/x", "");
    desk.run(&["doctor", "-w", "half/.engine"]).exits(3).prints(&["no profile.toml"]);
}

#[test]
fn a_profile_is_checked_and_shown() {
    let desk = Desk::new();
    desk.run(&["profile", "check"]).exits(0).prints(&["valid: 3 metrics"]);
    desk.run(&["profile", "check", "profile.toml"]).exits(0);
    desk.file("warned.toml", format!("{PROFILE}[units.IDLE]\nlabel = \"idle\"\n"));
    desk.run(&["profile", "check", "warned.toml"]).exits(0).prints(&["warning", "IDLE", "valid"]);
    desk.file("broken.toml", PROFILE.replace("unit = \"PCT\"", "unit = \"PTC\"").replace("schema = 1", "schema = 9"));
    desk.run(&["profile", "check", "broken.toml"]).exits(3).prints(&["broken.toml:2:", "PTC", "did you mean `PCT`"]);
    desk.run(&["profile", "check", "none.toml"]).exits(3).says(&["none.toml: no such file"]);
    desk.run(&["profile", "check", "profile.toml", "-w", "x"]).exits(2).says(&["not both"]);
    desk.run(&["profile", "show"]).exits(0).prints(&["营收 / Revenue", "Contoso"]);
    desk.run(&["profile", "show", "broken.toml"]).exits(3);
}
