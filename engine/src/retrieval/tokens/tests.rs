//! Tests of `tokens`.

use super::*;

fn standard(text: &str) -> String {
    Tokenizer::new(Analyzer::Standard).all(text).join(" ")
}

fn english(text: &str) -> String {
    Tokenizer::new(Analyzer::English).all(text).join(" ")
}

#[test]
fn words_are_runs_of_ascii_letters_and_digits_in_lower_case() {
    assert_eq!(standard("Revenue rose 12.5% (FY2024), don't panic_now"), "revenue rose 12 5 fy2024 don t panic now");
    assert_eq!(standard(""), "");
    assert_eq!(standard("--- \n"), "");
}

#[test]
fn ideographs_give_themselves_and_their_pairs_inside_a_run_only() {
    assert_eq!(standard("营收增长"), "营 收 营收 增 收增 长 增长");
    assert_eq!(standard("营收,增长"), "营 收 营收 增 长 增长");
    assert_eq!(standard("2024年Q3营收"), "2024 年 q3 营 收 营收");
    assert_eq!(standard("カナ 한글"), "カ ナ カナ 한 글 한글");
}

#[test]
fn full_width_forms_and_capitals_of_any_script_are_folded() {
    assert_eq!(standard("ＡＢＣ１２3"), "abc123");
    assert_eq!(standard("CAFÉ ÉTÉ Выручка"), "café été выручка");
    assert_eq!(standard("İstanbul cafe\u{301}s"), "istanbul cafes");
    assert_eq!(standard("x𠀀𠀁y"), "x 𠀀 𠀁 𠀀𠀁 y");
}

#[test]
fn english_drops_stop_words_and_stems_latin_words_only() {
    assert_eq!(english("The companies were growing; you can't"), "compani grow");
    assert_eq!(english("just now it should, will and don't"), "");
    assert_eq!(english("营收 running 2024s"), "营 收 营收 run 2024s");
    assert_eq!(english("running Running RUNNING"), "run run run");
}
