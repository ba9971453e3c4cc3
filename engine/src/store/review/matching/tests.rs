//! Tests of `matching`.

use jiff::Timestamp;

use super::*;
use crate::code::{ChannelCode, EntityCode, MetricCode, UnitCode};
use crate::store::ReviewStatus;

/// `REVENUE` of an entity and 2024.
fn candidate(entity: Option<&str>, value: &str, tags: &[&str]) -> Candidate {
    Candidate {
        metric: Some(MetricCode::new("REVENUE")),
        entity: entity.map(EntityCode::new),
        period: Some("2024".parse().unwrap()),
        channel: Some(ChannelCode::total()),
        value: Some(value.parse().unwrap()),
        unit: Some(UnitCode::new("USD_M")),
        tags: tags.iter().map(|tag| (*tag).to_owned()).collect(),
        ..Candidate::default()
    }
}

fn known(locator: &str, candidate: Candidate) -> ReviewItem {
    ReviewItem {
        id: 1,
        status: ReviewStatus::Approved,
        stated: true,
        doc: "a.xlsx".to_owned(),
        locator: locator.to_owned(),
        text: candidate.value.unwrap().to_string(),
        reason: "tagged".to_owned(),
        message: String::new(),
        cells: 1,
        candidate,
        fact: None,
        changed: None,
        source: "a.xlsx".to_owned(),
        first_read_at: Timestamp::UNIX_EPOCH,
    }
}

fn pair(items: &[ReviewItem], read: &[NewReading<'_>]) -> Vec<Option<usize>> {
    super::pair(&items.iter().collect::<Vec<_>>(), read)
}

fn fact<'r>(locator: &'r str, candidate: &'r Candidate) -> NewReading<'r> {
    NewReading { locator, text: None, reason: None, candidate }
}

fn review<'r>(locator: &'r str, text: &'r str, candidate: &'r Candidate) -> NewReading<'r> {
    NewReading { locator, text: Some(text), reason: Some("tagged"), candidate }
}

#[test]
fn rows_that_move_take_their_items_along() {
    let (hk, cn, vn) =
        (candidate(Some("HK"), "1", &[]), candidate(Some("CN"), "2", &[]), candidate(Some("VN"), "3", &[]));
    let items = [known("C7", hk.clone()), known("C8", cn.clone())];
    let read = [review("C7", "3", &vn), review("C8", "1", &hk), review("C9", "2", &cn)];
    assert_eq!(pair(&items, &read), [None, Some(0), Some(1)]);
    let changed = candidate(Some("HK"), "9", &[]);
    assert_eq!(pair(&items, &[review("C8", "9", &changed)]), [Some(0)], "moved and changed: the key tells");
}

#[test]
fn budget_and_actual_of_one_key_are_two_things() {
    let budget = candidate(Some("HK"), "11", &["budget"]);
    let actual = candidate(Some("HK"), "10", &[]);
    let items = [known("D9", budget.clone())];
    assert_eq!(pair(&items, &[fact("C7", &actual), review("D9", "11", &budget)]), [None, Some(0)]);
    assert_eq!(pair(&items, &[fact("C7", &actual)]), [None], "not even when the budget is gone");
    let painted_over = candidate(Some("HK"), "11", &[]);
    assert_eq!(pair(&items, &[fact("D9", &painted_over)]), [Some(0)], "the cell itself, without its colour");
}

#[test]
fn the_reading_that_is_the_same_comes_before_one_that_resembles() {
    let (ten, eleven) = (candidate(Some("HK"), "10", &[]), candidate(Some("HK"), "11", &[]));
    let items = [known("C7", ten.clone()), known("D9", eleven.clone())];
    let twelve = candidate(Some("HK"), "12", &[]);
    assert_eq!(pair(&items, &[review("C7", "12", &twelve), review("D9", "11", &eleven)]), [Some(0), Some(1)]);
    assert_eq!(pair(&items, &[fact("D9", &ten)]), [Some(0)], "the content counts for more than the place");
}

#[test]
fn an_incomplete_item_is_known_by_its_place() {
    let items = [known("C7", candidate(None, "10", &[]))];
    let (hk, other) = (candidate(Some("HK"), "10", &[]), candidate(Some("HK"), "12", &[]));
    assert_eq!(pair(&items, &[fact("C7", &hk)]), [Some(0)], "the profile has learnt the entity");
    assert_eq!(pair(&items, &[fact("C7", &other)]), [None], "another value may be another row's");
    assert_eq!(pair(&items, &[fact("C8", &hk)]), [None]);
    let incomplete = candidate(None, "12", &[]);
    assert_eq!(pair(&items, &[review("C7", "12", &incomplete)]), [Some(0)]);
}

#[test]
fn an_undecided_item_never_takes_a_fact() {
    let hk = candidate(Some("HK"), "10", &[]);
    let items = [ReviewItem { status: ReviewStatus::Pending, ..known("C7", hk.clone()) }];
    assert_eq!(pair(&items, &[fact("C7", &hk)]), [None]);
    assert_eq!(pair(&items, &[review("C7", "10", &hk)]), [Some(0)]);
}
