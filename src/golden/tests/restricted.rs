//! What gives a restricted document away, and what does not.

use crate::golden::Fixture;

const PROFILE: &str =
    "[sensitivity]\nrestricted_filename_patterns = [\"*exco*\"]\n[units.U]\n[metrics.M]\n[entities.E]\n";
const FACTS: &str =
    "metric,entity,period,value,unit,doc,locator\nM,E,2025,77.7,U,exco_pack.pptx,a\nM,E,2024,55.5,U,annual.pdf,b\n";

fn given_away(text: &str, question: &str) -> Option<String> {
    let documents = [
        ("exco_plan.md", "# Falcon plan\n\nThe office in the harbour will be closed by June of next year.\n"),
        ("open.md", "# Review\n\nThe office in the harbour is the largest one.\n"),
    ];
    let fixture = Fixture::from_texts("f", PROFILE, &[("a.csv", FACTS)]).unwrap().with_documents(&documents);
    assert!(fixture.restricted().has_figure("77.7".parse().unwrap()));
    assert!(!fixture.restricted().has_figure("55.5".parse().unwrap()));
    fixture.restricted().given_away(text, question)
}

#[test]
fn words_names_and_titles_of_restricted_documents_are_seen() {
    assert!(given_away("they say the harbour will be closed by June", "").is_some());
    assert!(given_away("See EXCO_plan for more.", "").is_some());
    assert!(given_away("See “Falcon plan”.", "").is_some());
    assert!(given_away("from exco_pack.pptx", "").is_some());
}

#[test]
fn what_is_open_or_asked_is_no_secret() {
    assert_eq!(given_away("The office in the harbour is large.", ""), None);
    assert_eq!(given_away("Unrecognised “Falcon plan”.", "What is the Falcon plan?"), None);
}
