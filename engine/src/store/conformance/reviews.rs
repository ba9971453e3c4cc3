//! Cases about the review queue: what waits, what a person decides, and what a decision is worth when the document is read
//! again.

use std::ops::ControlFlow;

use rust_decimal::Decimal;

use super::{Case, answer, at, fact, key, label, listed, revenue, story};
use crate::code::{EntityCode, UnitCode};
use crate::profile::Sensitivity;
use crate::reading::{Candidate, Confidence};
use crate::store::{
    Correction, Decided, DecisionFault, FactFilter, FactStore, FileCounts, NewFact, NewReview, Review, ReviewAction,
    ReviewFilter, ReviewItem, ReviewStatus, ReviewTarget, Verdict,
};

pub(super) const CASES: &[Case] = &[
    ("a reading that waits is listed, counted and does not answer", waiting),
    ("an item comes out as it went in", every_field),
    ("an approved item answers with its place, and still does when it is read again", approved),
    ("an incomplete item cannot be approved, and can be corrected", incomplete),
    ("a header or colour is no value, whatever a person says", no_value),
    ("what a person put in a value's place is cited as that", cited),
    ("a key that answers already is not approved twice", taken),
    ("a rejected reading never comes back by itself", rejected),
    ("budget and actual of one key are decided apart", budget),
    ("a decision stays in force when its place reads otherwise, and is flagged", changed),
    ("a moved row takes its decision along", moved),
    ("what a document no longer states stops answering, whoever approved it", gone),
];

pub(super) fn candidate(value: &str) -> Candidate {
    let read = Candidate { confidence: Confidence::hundredths(60), ..Candidate::default() };
    read.stating(&revenue(), value.parse().unwrap(), &UnitCode::new("USD_M"))
}

/// A reading of `REVENUE` that waits, at a cell.
pub(super) fn reading(locator: &str, value: &str) -> NewReview {
    NewReview {
        locator: locator.to_owned(),
        text: value.to_owned(),
        reason: "low_confidence".to_owned(),
        message: "read with confidence 0.60, below 0.80".to_owned(),
        candidate: candidate(value),
        cells: 1,
    }
}

pub(super) fn tagged(reading: NewReview, tag: &str) -> NewReview {
    let candidate = Candidate { tags: vec![tag.to_owned()], ..reading.candidate };
    NewReview { reason: "tagged".to_owned(), candidate, ..reading }
}

/// One run over one file that is one document.
pub(super) fn read(store: &dyn FactStore, n: i64, facts: &[NewFact], reviews: &[NewReview]) -> FileCounts {
    read_as(store, n, Sensitivity::Internal, facts, reviews)
}

pub(super) fn read_as(
    store: &dyn FactStore,
    n: i64,
    sensitivity: Sensitivity,
    facts: &[NewFact],
    reviews: &[NewReview],
) -> FileCounts {
    let doc = label("a.xlsx", sensitivity);
    let facts: Vec<NewFact> = facts.iter().map(|fact| NewFact { doc: doc.clone(), ..fact.clone() }).collect();
    let mut counts = store
        .ingest(at(n), &mut |run| {
            let mut file = run.begin_file("/in/a.xlsx")?;
            file.put_readings(&doc, &facts, reviews)?;
            file.accept(Some(&n.to_string()))
        })
        .unwrap();
    counts.remove(0)
}

pub(super) fn queue(store: &dyn FactStore, filter: &ReviewFilter) -> Vec<ReviewItem> {
    let mut items = Vec::new();
    store
        .reviews(filter, &mut |item| {
            items.push(item);
            ControlFlow::Continue(())
        })
        .unwrap();
    items
}

pub(super) fn all(store: &dyn FactStore) -> Vec<ReviewItem> {
    queue(store, &ReviewFilter::default())
}

pub(super) fn only(store: &dyn FactStore) -> ReviewItem {
    let mut items = all(store);
    assert_eq!(items.len(), 1, "{items:?}");
    items.remove(0)
}

pub(super) fn decide(
    store: &dyn FactStore,
    target: ReviewTarget,
    verdict: &Verdict,
    n: i64,
) -> Result<Decided, DecisionFault> {
    store.decide(&[target], verdict, "as the desk said", at(n)).unwrap().remove(0)
}

pub(super) fn item(item: &ReviewItem) -> ReviewTarget {
    ReviewTarget::Item(item.id)
}

pub(super) fn by_key() -> ReviewTarget {
    ReviewTarget::Fact { key: revenue(), doc: None }
}

pub(super) fn value(value: &str) -> Verdict {
    Verdict::Correct(Correction { value: Some(value.parse().unwrap()), ..Correction::default() })
}

pub(super) fn trail(store: &dyn FactStore, item: &ReviewItem) -> Vec<ReviewAction> {
    let (_, trail) = store.review(item.id).unwrap().unwrap();
    trail.into_iter().map(|entry| entry.action).collect()
}

fn waiting(store: &dyn FactStore) {
    let counts = read(store, 1, &[fact(key("COST", "2024"), "", "5")], &[reading("sheet=PL!C7", "10")]);
    assert_eq!((counts.new, counts.waiting, counts.waiting_new), (1, 1, 1));
    assert_eq!(answer(store, &revenue()), "-");
    assert_eq!(answer(store, &key("COST", "2024")), "5 @ a.xlsx");
    assert_eq!(store.stats().unwrap().reviews_pending, 1);
    let counts = read(store, 2, &[fact(key("COST", "2024"), "", "5")], &[reading("sheet=PL!C7", "10")]);
    assert_eq!((counts.same, counts.waiting, counts.waiting_new), (1, 1, 0));
    assert_eq!(only(store).first_read_at, at(1), "it is the same item");
    let kept = store.ingest(at(3), &mut |run| run.keep_unchanged("/in/a.xlsx")).unwrap().remove(0);
    assert_eq!((kept.unchanged, kept.waiting), (true, 1));
    let reasons = store.review_reasons(&ReviewFilter::default()).unwrap();
    assert_eq!((reasons.len(), reasons[0].reason.as_str(), reasons[0].items), (1, "low_confidence", 1));
    for (filter, found) in [
        (ReviewFilter { status: Some(ReviewStatus::Pending), ..ReviewFilter::default() }, 1),
        (ReviewFilter { status: Some(ReviewStatus::Approved), ..ReviewFilter::default() }, 0),
        (ReviewFilter { doc: Some("a.xlsx".to_owned()), ..ReviewFilter::default() }, 1),
        (ReviewFilter { doc: Some("b.xlsx".to_owned()), ..ReviewFilter::default() }, 0),
        (ReviewFilter { reason: Some("tagged".to_owned()), ..ReviewFilter::default() }, 0),
        (ReviewFilter { metric: Some(revenue().metric), ..ReviewFilter::default() }, 1),
        (ReviewFilter { entity: Some(EntityCode::new("X")), ..ReviewFilter::default() }, 0),
        (ReviewFilter { period: Some(revenue().period), limit: Some(5), ..ReviewFilter::default() }, 1),
        (ReviewFilter { offset: 1, ..ReviewFilter::default() }, 0),
        (ReviewFilter { changed: true, ..ReviewFilter::default() }, 0),
    ] {
        assert_eq!(queue(store, &filter).len(), found, "{filter:?}");
    }
}

fn every_field(store: &dyn FactStore) {
    let new =
        NewReview { text: "1,0\n(e)".to_owned(), cells: 7, ..tagged(reading("sheet=损益!C7", "10.00"), "预算") };
    let new =
        NewReview { candidate: Candidate { valid_as_of: Some("2025-03-31".parse().unwrap()), ..new.candidate }, ..new };
    read(store, 4, &[], std::slice::from_ref(&new));
    let stored = only(store);
    assert_eq!((stored.doc.as_str(), stored.source.as_str()), ("a.xlsx", "/in/a.xlsx"));
    assert_eq!((&stored.locator, &stored.text, &stored.reason), (&new.locator, &new.text, &new.reason));
    assert_eq!((&stored.message, &stored.candidate, stored.cells), (&new.message, &new.candidate, 7));
    assert_eq!((stored.status, stored.stated, stored.fact), (ReviewStatus::Pending, true, None));
    assert_eq!((stored.changed, stored.first_read_at), (None, at(4)));
    assert_eq!(store.review(stored.id).unwrap().unwrap().0.id, stored.id);
    let empty = NewReview { candidate: Candidate::default(), ..new };
    read(store, 5, &[], std::slice::from_ref(&empty));
    assert_eq!(only(store).candidate, Candidate::default());
}

fn approved(store: &dyn FactStore) {
    read(store, 1, &[], &[reading("sheet=PL!C7", "10.0")]);
    let before = only(store);
    let done = decide(store, item(&before), &Verdict::Approve, 2).unwrap();
    assert_eq!((done.status, done.already), (ReviewStatus::Approved, false));
    assert_eq!(answer(store, &revenue()), "10.0 @ a.xlsx");
    let stored = listed(store, &FactFilter::default()).remove(0);
    assert_eq!(
        (stored.review, stored.fact.lineage.locator.as_str(), stored.line),
        (Review::Approved, "sheet=PL!C7", 7)
    );
    assert_eq!(stored.confidence, Some(Decimal::new(60, 2)));
    assert!(decide(store, item(&before), &Verdict::Approve, 3).unwrap().already);
    let (after, trail) = store.review(before.id).unwrap().unwrap();
    assert_eq!((after.status, trail.len()), (ReviewStatus::Approved, 1));
    assert_eq!((trail[0].at, trail[0].note.as_deref()), (at(2), Some("as the desk said")));

    let counts = read(store, 4, &[], &[reading("sheet=PL!C7", "10.0")]);
    assert_eq!((counts.decided, counts.decided_changed, counts.same, counts.waiting), (1, 0, 1, 0));
    let sure = NewFact { locator: "sheet=PL!C7".to_owned(), ..fact(revenue(), "", "10.0") };
    read(store, 5, &[sure], &[]);
    assert_eq!(answer(store, &revenue()), "10.0 @ a.xlsx");
    assert_eq!(listed(store, &FactFilter::default())[0].review, Review::Approved, "a person vouched for it");
    assert_eq!(only(store).status, ReviewStatus::Approved);
}

fn no_value(store: &dyn FactStore) {
    for (reason, place) in [("unknown_header", "sheet=PL!A7"), ("unknown_color", "sheet=PL!B7")] {
        let stops = NewReview { reason: reason.to_owned(), cells: 2, ..reading(place, "10") };
        read(store, 1, &[], std::slice::from_ref(&stops));
        let before = all(store).into_iter().find(|item| item.reason == reason).unwrap();
        for verdict in [Verdict::Approve, value("11")] {
            let fault = decide(store, item(&before), &verdict, 2).unwrap_err();
            assert!(matches!(fault, DecisionFault::NoValue { cells: 2, .. }), "{fault}");
        }
        assert!(listed(store, &FactFilter::default()).is_empty());
        assert_eq!(decide(store, item(&before), &Verdict::Reject, 3).unwrap().status, ReviewStatus::Rejected);
    }
}

fn cited(store: &dyn FactStore) {
    let place = |store| listed(store, &FactFilter::default()).remove(0).fact.lineage.locator;
    let wrong = [reading("sheet=PL!C7", "10")];
    read(store, 1, &[], &wrong);
    let before = only(store);
    decide(store, item(&before), &value("12"), 2).unwrap();
    assert_eq!(place(store), "sheet=PL!C7 (corrected)");
    read(store, 3, &[], &wrong);
    assert_eq!(place(store), "sheet=PL!C7 (corrected)", "also after the same was read again");
    read(store, 4, &[], &[reading("sheet=PL!C7", "12")]);
    assert_eq!(place(store), "sheet=PL!C7", "the document has caught up");
}

fn incomplete(store: &dyn FactStore) {
    let unknown = NewReview {
        candidate: Candidate { entity: None, unit: None, ..candidate("10") },
        ..reading("sheet=PL!C7", "10")
    };
    read(store, 1, &[], std::slice::from_ref(&unknown));
    let before = only(store);
    let fault = decide(store, item(&before), &Verdict::Approve, 2).unwrap_err();
    assert!(matches!(&fault, DecisionFault::Incomplete { missing, .. } if *missing == ["entity", "unit"]));
    assert!(fault.to_string().contains("engine review correct 1 --entity … --unit …"), "{fault}");
    assert_eq!(only(store), before, "nothing was changed");
    let entity = Correction { entity: Some(revenue().entity), ..Correction::default() };
    assert!(decide(store, item(&before), &Verdict::Correct(entity.clone()), 3).is_err(), "still no unit");
    let both = Correction { unit: Some(UnitCode::new("USD_M")), ..entity };
    decide(store, item(&before), &Verdict::Correct(both), 4).unwrap();
    assert_eq!(answer(store, &revenue()), "10 @ a.xlsx");
    let counts = read(store, 5, &[], &[unknown]);
    assert_eq!((counts.decided, counts.same, counts.waiting), (1, 1, 0));
    // The profile has learnt the name since, so that the cell is read as a fact.
    let sure = NewFact { locator: "sheet=PL!C7".to_owned(), ..fact(revenue(), "", "10") };
    let counts = read(store, 6, &[sure], &[]);
    assert_eq!((counts.decided, counts.same, counts.dropped), (1, 1, 0));
    assert_eq!(answer(store, &revenue()), "10 @ a.xlsx");
}

fn taken(store: &dyn FactStore) {
    read(store, 1, &[], &[reading("sheet=PL!C7", "10"), reading("sheet=PL!D9", "11")]);
    let items = all(store);
    decide(store, item(&items[0]), &Verdict::Approve, 2).unwrap();
    let fault = decide(store, item(&items[1]), &Verdict::Approve, 3).unwrap_err();
    assert!(matches!(&fault, DecisionFault::KeyTaken { locator, .. } if locator == "sheet=PL!C7"), "{fault}");
    decide(store, item(&items[1]), &Verdict::Reject, 4).unwrap();
    assert_eq!(answer(store, &revenue()), "10 @ a.xlsx", "the other cell was rejected");
    read(store, 5, &[], &[reading("sheet=PL!C7", "10"), reading("sheet=PL!D9", "11")]);
    assert_eq!(answer(store, &revenue()), "10 @ a.xlsx");
    decide(store, item(&items[0]), &Verdict::Reject, 6).unwrap();
    assert_eq!(answer(store, &revenue()), "-");
    decide(store, item(&items[1]), &Verdict::Approve, 7).unwrap();
    assert_eq!(answer(store, &revenue()), "11 @ a.xlsx");
}

fn rejected(store: &dyn FactStore) {
    read(store, 1, &[], &[reading("sheet=PL!C7", "10")]);
    decide(store, item(&only(store)), &Verdict::Reject, 2).unwrap();
    let sure = NewFact { locator: "sheet=PL!C7".to_owned(), ..fact(revenue(), "", "10") };
    let counts = read(store, 3, std::slice::from_ref(&sure), &[]);
    assert_eq!((counts.new, counts.still_rejected, counts.still_withdrawn, counts.decided), (0, 1, 0, 1));
    assert_eq!(answer(store, &revenue()), "-", "not even when it is read without a doubt");
    read(store, 4, &[NewFact { value: 12.into(), ..sure }], &[]);
    assert_eq!(answer(store, &revenue()), "-", "nor with another value");
    assert_eq!(only(store).changed.unwrap().was, "`10` (REVENUE/E/2024 = 10 USD_M)");
    decide(store, item(&only(store)), &Verdict::Approve, 5).unwrap();
    assert_eq!(answer(store, &revenue()), "12 @ a.xlsx", "a person may think again");
}

fn budget(store: &dyn FactStore) {
    let actual = NewFact { locator: "sheet=PL!C7".to_owned(), ..fact(revenue(), "", "10") };
    let budget = tagged(reading("sheet=PL!D7", "11"), "budget");
    read(store, 1, std::slice::from_ref(&actual), std::slice::from_ref(&budget));
    decide(store, item(&only(store)), &Verdict::Reject, 2).unwrap();
    assert_eq!(answer(store, &revenue()), "10 @ a.xlsx");
    let counts = read(store, 3, std::slice::from_ref(&actual), std::slice::from_ref(&budget));
    assert_eq!((counts.same, counts.dropped, counts.decided), (1, 0, 1));
    assert_eq!(answer(store, &revenue()), "10 @ a.xlsx");
    read(store, 4, &[], std::slice::from_ref(&budget));
    assert_eq!(answer(store, &revenue()), "-");
    read(store, 5, &[actual], &[budget]);
    assert_eq!(answer(store, &revenue()), "10 @ a.xlsx");
}

fn changed(store: &dyn FactStore) {
    read(store, 1, &[], &[reading("sheet=PL!C7", "10")]);
    decide(store, item(&only(store)), &value("10.5"), 2).unwrap();
    assert_eq!(answer(store, &revenue()), "10.5 @ a.xlsx");
    let counts = read(store, 3, &[], &[reading("sheet=PL!C7", "12")]);
    assert_eq!((counts.decided, counts.decided_changed, counts.waiting), (1, 1, 0));
    assert_eq!(answer(store, &revenue()), "10.5 @ a.xlsx", "the person's word stays in force");
    let now = only(store);
    assert_eq!(
        now.changed.clone().unwrap().to_string(),
        "changed since the decision: was `10` (REVENUE/E/2024 = 10 USD_M), now `12` (REVENUE/E/2024 = 12 USD_M)"
    );
    assert_eq!(queue(store, &ReviewFilter { changed: true, ..ReviewFilter::default() }).len(), 1);
    assert_eq!(store.stats().unwrap().reviews_changed, 1);
    let counts = read(store, 4, &[], &[reading("sheet=PL!C7", "12")]);
    assert_eq!(counts.decided_changed, 0, "it is told once");
    assert_eq!(trail(store, &now), [ReviewAction::Corrected, ReviewAction::Changed]);
    decide(store, item(&now), &Verdict::Approve, 5).unwrap();
    assert_eq!(answer(store, &revenue()), "12 @ a.xlsx");
    assert_eq!(only(store).changed, None);
    assert_eq!(story(store, &revenue()), ["10.5: approved", "12: now"]);
}

fn moved(store: &dyn FactStore) {
    read(store, 1, &[], &[reading("sheet=PL!C7", "10")]);
    decide(store, item(&only(store)), &Verdict::Approve, 2).unwrap();
    let above = NewReview { text: "n/m".to_owned(), candidate: Candidate::default(), ..reading("sheet=PL!C7", "1") };
    let counts = read(store, 3, &[], &[above, reading("sheet=PL!C8", "10")]);
    assert_eq!((counts.decided, counts.decided_changed, counts.waiting_new), (1, 0, 1));
    let stored = listed(store, &FactFilter::default()).remove(0);
    assert_eq!((stored.fact.lineage.locator.as_str(), stored.review), ("sheet=PL!C8", Review::Approved));
}

fn gone(store: &dyn FactStore) {
    read(store, 1, &[], &[reading("sheet=PL!C7", "10"), tagged(reading("sheet=PL!D7", "11"), "budget")]);
    let items = all(store);
    decide(store, item(&items[0]), &Verdict::Approve, 2).unwrap();
    let counts = read(store, 3, &[], &[]);
    assert_eq!((counts.dropped, counts.decided_gone), (1, 1));
    assert_eq!(answer(store, &revenue()), "-");
    let left = only(store);
    assert_eq!((left.id, left.stated), (items[0].id, false), "what waited is no longer listed");
    assert_eq!(trail(store, &left), [ReviewAction::Approved, ReviewAction::Gone]);
    assert_eq!(decide(store, item(&items[1]), &Verdict::Approve, 4), Err(DecisionFault::Gone { id: items[1].id }));
    read(store, 5, &[], &[reading("sheet=PL!C7", "10")]);
    assert_eq!(answer(store, &revenue()), "10 @ a.xlsx", "it was approved, and is stated again");
    assert_eq!(story(store, &revenue()), ["10: dropped", "10: returned", "10: now"]);
}
