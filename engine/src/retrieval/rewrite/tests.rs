//! Tests of `rewrite`.

use std::sync::LazyLock;

use proptest::prelude::*;

use super::*;
use crate::profile::tests::acme;

/// The rewriter of a company with names in both languages.
pub(in crate::retrieval) fn rewriter() -> GlossaryQueryRewriter {
    let profile = acme("");
    let glossary = Arc::new(Glossary::new(&profile).unwrap());
    GlossaryQueryRewriter::new(&profile, glossary)
}

#[test]
fn the_other_language_comes_first() {
    assert_eq!(
        rewriter().rewrite("为什么香港营收下滑"),
        ["为什么香港营收下滑", "为什么 Hong Kong Revenue 下滑", "为什么 HK sales 下滑", "为什么香港营业收入下滑"]
    );
    let english = rewriter().rewrite("Why did Hong Kong revenue fall?");
    assert_eq!(english[..2], ["Why did Hong Kong revenue fall?", "Why did 香港 营收 fall?"].map(str::to_owned));
}

#[test]
fn words_are_replaced_as_whole_words_only() {
    let rewriter = rewriter();
    assert_eq!(rewriter.rewrite("the hkd peg and salesmen"), ["the hkd peg and salesmen"]);
    assert_eq!(rewriter.rewrite(""), [""]);
    assert_eq!(rewriter.rewrite("ＨＫ　ｓａｌｅｓ")[1], "香港　营收");
}

static REWRITER: LazyLock<GlossaryQueryRewriter> = LazyLock::new(rewriter);

proptest! {
    #[test]
    fn variants_are_few_distinct_and_made_of_known_words(
        words in proptest::collection::vec(
            prop_oneof!["[a-z]{1,8}", Just("香港".to_owned()), Just("hk".to_owned()), Just("营业收入".to_owned()), "[一-龥 ,]{1,4}"],
            0..8,
        ),
    ) {
        let query = words.join(" ");
        let rewriter = &*REWRITER;
        let queries = rewriter.rewrite(&query);
        prop_assert_eq!(&queries[0], &query);
        prop_assert!(queries.len() <= QUERIES_MAX);
        let folded: HashSet<String> = queries.iter().map(|query| TextView::fold(query)).collect();
        prop_assert_eq!(folded.len(), queries.len());
        // Without the wordings of the profile, every variant is what the question is without them.
        let known: Vec<String> = rewriter.wordings.values().flatten().map(|wording| wording.folded.clone()).collect();
        let rest = |query: &str| {
            let mut words: Vec<String> = TextView::fold(query).split_whitespace().map(str::to_owned).collect();
            words.retain(|word| !known.iter().any(|known| known.split(' ').any(|part| part == word)));
            words
        };
        if !query.chars().any(is_cjk) {
            for variant in &queries {
                let added: Vec<String> =
                    rest(variant).into_iter().filter(|word| !word.chars().any(is_cjk)).collect();
                prop_assert_eq!(added, rest(&query));
            }
        }
        prop_assert_eq!(rewriter.rewrite(&query), queries);
    }
}
