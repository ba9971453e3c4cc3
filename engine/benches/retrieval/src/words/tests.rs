//! Tests of `words`.

use super::*;

/// Share of draws below each rank, of 100,000.
fn shares(language: Language, ranks: [u64; 3]) -> [f64; 3] {
    let (vocabulary, mut random) = (Vocabulary { language, kept: Vec::new() }, Random::at(&[1]));
    let drawn: Vec<u64> = (0..100_000).map(|_| vocabulary.draw(&mut random)).collect();
    ranks.map(|rank| drawn.iter().filter(|drawn| **drawn < rank).count() as f64 / 100_000.0)
}

#[test]
fn ranks_are_drawn_as_often_as_the_two_laws_say() {
    let [most_common, common, known] = shares(Language::En, [1, 7_872, 100_000]);
    assert!((0.058..0.065).contains(&most_common), "{most_common}");
    assert!((0.86..0.88).contains(&common), "{common}");
    assert!((0.97..0.99).contains(&known), "{known}");
}

#[test]
fn subject_words_are_no_function_words() {
    let vocabulary = Vocabulary { language: Language::Zh, kept: Vec::new() };
    let mut random = Random::at(&[2]);
    assert!((0..10_000).all(|_| vocabulary.has_subject(vocabulary.draw_subject_word(&mut random))));
    assert!((0..1_000).any(|_| !vocabulary.has_subject(vocabulary.draw(&mut random))));
}

#[test]
fn common_words_differ_and_are_short() {
    for language in [Language::Zh, Language::En] {
        let vocabulary = Vocabulary::new(language);
        let distinct: HashSet<&String> = vocabulary.kept.iter().collect();
        assert_eq!((vocabulary.kept.len(), distinct.len()), (65_536, 65_536));
        let length = |ranks: std::ops::Range<usize>| {
            vocabulary.kept[ranks.clone()].iter().map(|word| word.chars().count()).sum::<usize>() as f64
                / ranks.len() as f64
        };
        assert!(length(0..30) < length(30_000..60_000) - 0.9, "{language:?}");
    }
}
