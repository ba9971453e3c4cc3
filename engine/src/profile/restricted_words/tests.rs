//! Tests of `restricted_words`.

use proptest::prelude::*;

use super::*;
use crate::profile::Sensitivity;

fn words(keywords: &[&str]) -> RestrictedWords {
    let policy = SensitivityPolicy {
        default: Sensitivity::Internal,
        restricted_filename_patterns: Vec::new(),
        restricted_keywords: keywords.iter().map(|&word| word.to_owned()).collect(),
    };
    RestrictedWords::new(&policy).unwrap()
}

#[test]
fn restricted_words_are_found_however_they_are_written() {
    let words = words(&["Strictly Confidential", "机密", " ", "***", "exco", "SOS", "project 42"]);
    for texts in [
        &["this is strictly\n  CONFIDENTIAL."][..],
        &["ｓｔｒｉｃｔｌｙ con\u{200B}fidential"],
        &["strictly", "confidential"],
        &["strictly confi-\ndential"],
        &["strictly-confidential", "STRICTLY_CONFIDENTIAL", "strictly/confidential"],
        &["EX-COs"],
        &["strict\u{AD}ly con\u{AD}fidential"],
        &["S T R I C T L Y   C O N F I D E N T I A L"],
        &["(S.T.R.I.C.T.L.Y. C.O.N.F.I.D.E.N.T.I.A.L.)"],
        &["s|t|r|i|c|t|l|y|c|o|n|f|i|d|e|n|t|i|a|l"],
        &["strict ly confi dential"],
        &["STRICTLYCONFIDENTIAL1"],
        &["strіctlу соnfidentiаl", "5tr1ctly c0nf1dent1al", "$trictly confident!al"],
        &["绝对机", "密"],
        &["機 密", "机·密", "机-密", "机_密", "【机】【密】", "机.密", "（机，密）"],
        &["see * * *", "note ***"],
        &["ex co", "EXCOs"],
        &["s0s"],
        &["本件属机密文件", "机密级", "此机密件不得外传"],
        &["Project-42", "Pr0ject 42."],
        &[
            "[strictly][1] confidential",
            "[strictly](https://example.org/a) confidential",
            "strictly[^note] confidential",
        ],
        &["[a](b) strictly² confidential", "strictly [12] confidential", "[a](strictly confidential)"],
    ] {
        let all = texts.len() == 2 && texts[1].len() < 20 && !texts[0].contains(['_', '-', '.', '*']);
        if all {
            assert!(words.stand_in(texts.iter().copied()), "{texts:?}");
        } else {
            assert!(texts.iter().any(|text| words.stand_in([*text])), "{texts:?}");
        }
    }
}

#[test]
fn no_word_forms_across_ordinary_ones() {
    let words = words(&["Strictly Confidential", "绝密", "exco", "SOS", "project 42"]);
    for text in [
        "not strictly so, confidential",
        "We comply strictly. Confidentiality agreements are kept.",
        "我们坚决拒绝，密切关注",
        "一概拒绝。密切合作",
        "与外界隔绝密封保存",
        "ex companies, tex co",
        "The flex consists",
        "505 in 2024",
        "projects 4, 2",
        "",
    ] {
        assert!(!words.stand_in([text]), "{text}");
    }
    assert!(!words.stand_in(["strictly\0confidential"]), "two attributes are not read on");
    // Wrong, and known: the dictionary does not part 杜绝 and 密谋. Doubt restricts.
    assert!(words.stand_in(["杜绝密谋"]));
    assert!(!super::tests::words(&[]).stand_in(["anything"]));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Wherever a word lies in a long text, it is found.
    #[test]
    fn windows_hide_nothing(before in WINDOW_BYTES - 60..WINDOW_BYTES + 60, spaced: bool) {
        let word = if spaced { "S T R I C T L Y C O N F I D E N T I A L" } else { "strictly con-\nfidential" };
        let text = format!("{} {word} {}", "字".repeat(before / 3), "x ".repeat(100));
        prop_assert!(words(&["strictly confidential"]).stand_in([text.as_str()]));
        prop_assert!(words(&["strictly confidential"]).stand_in(text.split_inclusive('字')));
    }

    /// Wherever it lies in the bytes of a file, it is found before the end of the file as well as at it.
    #[test]
    fn a_word_in_a_source_is_found(before in 0..3 * WINDOW_BYTES, after in 0..3 * WINDOW_BYTES) {
        let text = format!("{} strictly confidential {}", "x ".repeat(before / 2), "y ".repeat(after / 2));
        prop_assert!(words(&["strictly confidential"]).stand_in_source(&mut text.as_bytes()).unwrap());
        let text = text.replace("strictly", "hardly");
        prop_assert!(!words(&["strictly confidential"]).stand_in_source(&mut text.as_bytes()).unwrap());
    }
}
