//! Tests of `corpus`.

use super::*;

#[test]
fn a_corpus_reads_as_it_was_written() {
    let folder = tempfile::tempdir().unwrap();
    let plan = Plan { language: Language::Zh, chunks: 25 };
    let corpus = Corpus::write(plan, folder.path()).unwrap();
    let mut read = Vec::new();
    corpus
        .read(|document| {
            read.push(document);
            Ok(())
        })
        .unwrap();
    assert!(read.iter().eq(Author::new(plan).documents().collect::<Vec<_>>().iter()));
    assert_eq!(read.iter().map(|document| document.chunks.len()).collect::<Vec<_>>(), [10, 10, 5]);
    let bytes: usize = read.iter().map(|document| document.title.len() + document.chunks.concat().len()).sum();
    assert_eq!(corpus.text_bytes, bytes as u64);
}

#[test]
fn plans_are_named_by_language_and_size() {
    let name = |chunks| Plan { language: Language::Zh, chunks }.to_string();
    assert_eq!([999, 10_000, 1_000_000].map(name), ["zh 999", "zh 10,000", "zh 1,000,000"]);
}

#[test]
fn chunks_are_as_long_as_the_chunker_cuts_them() {
    for language in [Language::Zh, Language::En] {
        for document in Author::new(Plan { language, chunks: 50 }).documents() {
            for chunk in document.chunks {
                assert!((380..=480).contains(&chunk.chars().count()), "{language:?}: {chunk}");
            }
        }
    }
}

#[test]
fn a_document_comes_back_to_its_words() {
    let author = Author::new(Plan { language: Language::En, chunks: 40 });
    let documents: Vec<Document> = author.documents().collect();
    let words = |number: usize, chunk: usize| {
        let words = documents[number].chunks[chunk].split([' ', ',', '.']).filter(|word| word.len() > 5);
        words.collect::<std::collections::HashSet<_>>()
    };
    let within = words(0, 0).intersection(&words(0, 9)).count() + words(1, 0).intersection(&words(1, 9)).count();
    let across = words(0, 0).intersection(&words(1, 0)).count() + words(2, 0).intersection(&words(3, 0)).count();
    assert!(within > 2 * across, "{within} within documents, {across} across");
}
