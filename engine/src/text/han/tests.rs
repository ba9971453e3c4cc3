//! Tests of `han`.

use super::*;

#[test]
fn traditional_regional_japanese_and_look_alike_forms_fold() {
    for (form, folded) in
        [('競', '竞'), ('竸', '竞'), ('國', '国'), ('說', '说'), ('説', '说'), ('発', '发'), ('沢', '泽'), ('値', '值')]
    {
        assert_eq!(fold_han(form), folded, "{form}");
    }
    assert_eq!(fold_han('安'), '安');
    assert_eq!(fold_han('a'), 'a');
}

#[test]
fn characters_in_common_use_stay_apart() {
    for c in "沪滤末未士土日曰季值插填著着".chars() {
        assert_eq!(fold_han(c), c);
    }
}

#[test]
fn folding_twice_changes_nothing() {
    assert!(FORMS.iter().all(|&(form, folded)| form != folded && fold_han(folded) == folded));
    assert!(FORMS.len() > 4_000);
}
