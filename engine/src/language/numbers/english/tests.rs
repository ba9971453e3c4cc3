//! Tests of `english`.

use super::*;

#[test]
fn every_listed_word_says_something() {
    for (word, meaning) in lists::meanings(list!("numbers/english.tsv")) {
        assert_eq!(english_number(word), listed(meaning), "{word}");
        assert!(listed(meaning).is_some(), "{word}: {meaning}");
    }
}
