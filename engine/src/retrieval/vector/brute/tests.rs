//! Tests of `brute`.

use proptest::prelude::*;

use super::*;
use crate::passage::OpenChunk;
use crate::passage::tests::candidate;
use crate::profile::Sensitivity;
use crate::retrieval::filter::Attribute;

fn entry(key: ChunkKey, doc: &str, entity: &str, vector: &[f32]) -> VectorEntry {
    let mut found = candidate(doc, "Title", "text", Sensitivity::Internal);
    found.attributes.entity = Some(entity.to_owned());
    VectorEntry::new(key, &OpenChunk::of(found).unwrap(), vector.to_vec())
}

fn keys(hits: &[Hit]) -> Vec<ChunkKey> {
    hits.iter().map(|hit| hit.key).collect()
}

#[test]
fn the_nearest_come_first_and_equal_ones_in_the_order_of_ids() {
    let store = BruteForceVectorStore::new();
    let entries =
        [entry(1, "c.md", "HK", &[2.0, 0.0]), entry(2, "a.md", "HK", &[1.0, 0.0]), entry(3, "b.md", "CN", &[0.0, 9.0])];
    store.upsert(&entries).unwrap();
    let hits = store.query(&[5.0, 0.0], &Filter::none(), 10).unwrap();
    assert_eq!(keys(&hits), [2, 1, 3]);
    assert!((hits[0].score - 1.0).abs() < 1e-6 && hits[2].score.abs() < 1e-6);
    assert_eq!(keys(&store.query(&[0.0, 1.0], &Filter::none(), 1).unwrap()), [3]);
    let hk = Filter::none().with(Attribute::Entity, ["HK"]);
    assert_eq!(keys(&store.query(&[0.0, 1.0], &hk, 1).unwrap()), [2], "the filter comes before the cut");
}

#[test]
fn a_key_has_one_vector_and_a_deleted_one_is_gone() {
    let store = BruteForceVectorStore::new();
    store.upsert(&[entry(1, "a.md", "HK", &[1.0, 0.0])]).unwrap();
    store.upsert(&[entry(1, "a.md", "HK", &[0.0, 1.0]), entry(2, "a.md", "HK", &[1.0, 0.0])]).unwrap();
    assert_eq!(store.count().unwrap(), 2);
    assert_eq!(keys(&store.query(&[0.0, 1.0], &Filter::none(), 1).unwrap()), [1]);
    store.delete(&[1, 7]).unwrap();
    assert_eq!(keys(&store.query(&[0.0, 1.0], &Filter::none(), 9).unwrap()), [2]);
    assert_eq!(store.fingerprints(&[1, 2]).unwrap().iter().filter(|print| print.is_some()).count(), 1);
}

#[test]
fn what_cannot_be_compared_is_refused_as_a_whole() {
    let store = BruteForceVectorStore::new();
    let mixed = [entry(1, "a.md", "HK", &[1.0, 0.0]), entry(2, "b.md", "HK", &[1.0])];
    assert!(matches!(store.upsert(&mixed), Err(VectorError::Dimension { expected: 2, found: 1 })));
    assert!(matches!(store.upsert(&[entry(1, "a.md", "HK", &[f32::NAN])]), Err(VectorError::NotFinite)));
    assert_eq!(store.count().unwrap(), 0);
    assert!(store.query(&[1.0], &Filter::none(), 3).unwrap().is_empty());
    store.upsert(&[entry(1, "a.md", "HK", &[0.0; 3])]).unwrap();
    assert!(store.query(&[1.0], &Filter::none(), 3).is_err());
    assert!(store.query(&[1.0, 2.0, 3.0], &Filter::none(), 3).unwrap()[0].score.abs() < f64::EPSILON);
}

proptest! {
    #[test]
    fn similarities_are_those_of_a_plain_computation(
        rows in proptest::collection::vec(proptest::collection::vec(-100.0_f32..100.0, 19), 1..20),
        query in proptest::collection::vec(-100.0_f32..100.0, 19),
        depth in 0usize..25,
    ) {
        let store = BruteForceVectorStore::new();
        let entries: Vec<VectorEntry> =
            (1..).zip(&rows).map(|(key, row)| entry(key, &format!("{key:02}.md"), "HK", row)).collect();
        store.upsert(&entries).unwrap();
        let plain = |row: &[f32]| {
            let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum::<f64>();
            dot(row, &query) / (dot(row, row) * dot(&query, &query)).sqrt()
        };
        let hits = store.query(&query, &Filter::none(), depth).unwrap();
        prop_assert_eq!(hits.len(), depth.min(rows.len()));
        for hit in &hits {
            prop_assert!((hit.score - plain(&rows[usize::try_from(hit.key).unwrap() - 1])).abs() < 1e-5);
        }
        prop_assert!(hits.is_sorted_by(|a, b| a.score >= b.score));
    }
}
