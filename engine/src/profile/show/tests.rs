//! Tests of `show`.

use super::super::tests::VALID;
use super::*;

#[test]
fn the_tables_show_every_code_within_80_columns() {
    let shown = Profile::parse("p.toml", VALID).unwrap().show();
    for part in ["REVENUE", "营收 / Revenue", "USD_M", "合计 / Total", "竞安", "FFF2CC", "assume the latest", "english"]
    {
        assert!(shown.contains(part), "{part}\n{shown}");
    }
    let width = |line: &str| line.chars().map(|c| if crate::lang::is_cjk(c) { 2 } else { 1 }).sum::<usize>();
    assert!(shown.lines().all(|line| width(line) <= 80), "{shown}");
}
