//! Tests of `hashing`.

use super::*;

fn cosine(a: &str, b: &str) -> f32 {
    let vectors = HashingBackend::default().embed(&[OpenText::question(a), OpenText::question(b)]).unwrap();
    vectors[0].iter().zip(&vectors[1]).map(|(a, b)| a * b).sum()
}

#[test]
fn texts_are_as_near_as_their_words() {
    assert!((cosine("Sales fell in 香港", "sales  FELL in 香港") - 1.0).abs() < 1e-6);
    assert!(cosine("sales fell in Hong Kong", "sales rose in Hong Kong") > 0.5);
    assert!(cosine("sales fell in Hong Kong", "营业收入上升").abs() < 0.3);
}

#[test]
fn a_text_without_words_is_near_to_nothing() {
    assert!(cosine("", "sales").abs() < f32::EPSILON);
    assert_eq!(HashingBackend::new(0).dimension(), 1);
}

#[test]
fn vectors_are_the_same_on_every_machine() {
    let vectors = HashingBackend::new(4).embed(&[OpenText::question("a b")]).unwrap();
    let half = 0.5_f32.sqrt();
    assert_eq!(vectors, [[half, 0.0, 0.0, half]]);
}
