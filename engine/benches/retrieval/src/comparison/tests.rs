//! Tests of `comparison`.

use super::*;

#[test]
fn percentiles_are_nearest_ranks() {
    let times: Vec<Duration> = (1..=300).map(Duration::from_millis).collect();
    assert_eq!(percentile(&times, 50), Duration::from_millis(150));
    assert_eq!(percentile(&times, 99), Duration::from_millis(297));
    assert_eq!(percentile(&times[..1], 99), Duration::from_millis(1));
    assert_eq!(percentile(&[], 99), Duration::ZERO);
}

struct Fixed(&'static [u64]);

impl Serving for Fixed {
    fn answer(&self, _: &str) -> Result<()> {
        Ok(())
    }

    fn best(&self, _: &str) -> Result<Vec<u64>> {
        Ok(self.0.to_vec())
    }
}

#[test]
fn agreement_is_the_share_of_their_passages() {
    let queries = ["one".to_owned(), "two".to_owned()];
    assert!((agreement(&Fixed(&[3, 2, 9]), &Fixed(&[1, 2, 3, 4]), &queries).unwrap() - 0.5).abs() < 1e-9);
    assert!(agreement(&Fixed(&[]), &Fixed(&[1]), &queries).unwrap() < 1e-9);
}
