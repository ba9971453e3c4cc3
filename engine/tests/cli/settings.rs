//! Where a setting comes from: flag, environment, file, default, in this order.

use crate::desk::Desk;

const HK: &str = "Hong Kong revenue in FY2024?";

#[test]
fn a_flag_wins_over_the_environment_over_the_file_over_the_default() {
    let desk = Desk::with_rows("REVENUE,HK,2024,,10,USD_M,deck.pptx,,\n");
    let line = |environment: &[(&str, &str)], args: &[&str], name: &str| {
        let out = desk.run_with(environment, &[&["doctor"], args].concat()).out;
        out.lines().find(|line| line.trim_start().starts_with(name)).unwrap().trim().to_owned()
    };
    assert_eq!(line(&[], &[], "lang"), "lang                the question's  (default)");
    desk.file(".engine/engine.toml", "lang = \"zh\"\nprovider = \"none\"\ntrace = \"t.jsonl\"\n");
    assert_eq!(line(&[], &[], "lang"), "lang                zh  (engine.toml)");
    assert_eq!(line(&[("ENGINE_LANG", "en")], &[], "lang"), "lang                en  (environment ENGINE_LANG)");
    assert_eq!(line(&[("ENGINE_LANG", "")], &[], "lang"), "lang                zh  (engine.toml)");
    assert_eq!(line(&[], &["-w", ".engine"], "workspace"), "workspace           .engine  (flag)");
    desk.run(&["ask", HK]).prints(&["百万美元"]);
    desk.run_with(&[("ENGINE_LANG", "en")], &["ask", HK]).prints(&["US$m"]);
    desk.run_with(&[("ENGINE_LANG", "en")], &["ask", "--lang", "zh", HK]).prints(&["百万美元"]);
    desk.run(&["ask", "--explain", HK]).prints(&["asked by the engine"]);
    desk.run_with(&[("ENGINE_PROVIDER", "none")], &["ask", "--provider", "mock", "--explain", HK])
        .prints(&["asked by the model"]);
    assert!(desk.path(".engine/t.jsonl").exists(), "a trace in the file is relative to the workspace");
}

#[test]
fn what_happens_to_unsupported_numbers_can_be_set() {
    let desk = Desk::with_rows("REVENUE,HK,2024,,10,USD_M,deck.pptx,,\n");
    let shown = |environment: &[(&str, &str)], expected: &str| {
        desk.run_with(environment, &["doctor"]).prints(&[expected]);
    };
    shown(&[], "unsupported_numbers flag  (default)");
    desk.file(".engine/engine.toml", "unsupported_numbers = \"trust\"\n");
    shown(&[], "unsupported_numbers trust  (engine.toml)");
    shown(&[("ENGINE_UNSUPPORTED_NUMBERS", "Strict")], "strict  (environment ENGINE_UNSUPPORTED_NUMBERS)");
    desk.run(&["ask", "--unsupported-numbers", "strict", HK]).exits(0);
    desk.run(&["ask", "--unsupported-numbers", "lenient", HK]).exits(2).says(&["write flag, strict or trust"]);
    desk.run_with(&[("ENGINE_UNSUPPORTED_NUMBERS", "x")], &["ask", HK]).exits(2).says(&["ENGINE_UNSUPPORTED_NUMBERS"]);
}

#[test]
fn a_setting_that_makes_no_sense_is_an_error() {
    let desk = Desk::with_rows("REVENUE,HK,2024,,10,USD_M,deck.pptx,,\n");
    desk.run_with(&[("ENGINE_LANG", "klingon")], &["ask", HK]).exits(2).says(&["ENGINE_LANG", "klingon"]);
    desk.run_with(&[("ENGINE_PROVIDER", "x")], &["ask", HK]).exits(2).says(&["ENGINE_PROVIDER"]);
    desk.run_with(&[("ENGINE_LANG", "klingon")], &["doctor"]).exits(2).says(&["ENGINE_LANG"]);
    desk.file(".engine/engine.toml", "langg = \"zh\"\n");
    desk.run(&["ask", HK]).exits(3).says(&["engine.toml:1:1: unknown field `langg`", "correct that line"]);
    desk.file(".engine/engine.toml", b"lang = \"\xFF\"");
    desk.run(&["ask", HK]).exits(3).says(&["engine.toml"]);
}

#[test]
fn the_demo_wins_over_the_environment_and_excludes_the_flag() {
    let desk = Desk::empty();
    let question = "What was Hong Kong NBV in FY2025?";
    desk.run_with(&[("ENGINE_WORKSPACE", "nowhere")], &["ask", "--demo", question]).exits(0).prints(&["566.9"]);
    desk.file(".engine/engine.toml", "this is not TOML");
    desk.run(&["ask", "--demo", question]).exits(0).prints(&["566.9"]);
    for args in [["ask", "--demo", "-w", "x", question], ["-w", "x", "ask", "--demo", question]] {
        desk.run(&args).exits(2).says(&["--demo and --workspace"]);
    }
    desk.run_with(&[("ENGINE_WORKSPACE", "nowhere")], &["ask", question]).exits(3).says(&["nowhere does not exist"]);
}
