//! Tests of `filter`.

use engine::profile::{Glossary, Profile};

use super::*;

fn parsed(conditions: &[&str]) -> Result<Filter, String> {
    let profile = Profile::parse(
        "profile.toml",
        "schema = 1\n[home]\ncompany = \"A\"\nentity = \"G\"\n[entities.G]\nlabel = \"Group\"\n[entities.HK]\nlabel = \"Hong Kong\"\n[metrics.R]\nunit = \"U\"\n[units.U]\n",
    )
    .unwrap();
    let glossary = Glossary::new(&profile).unwrap();
    let conditions: Vec<String> = conditions.iter().copied().map(str::to_owned).collect();
    parse(&conditions, Vocabulary::new(&profile, &glossary)).map_err(|failure| failure.to_string())
}

#[test]
fn conditions_become_one_filter() {
    let filter =
        parsed(&["Entity = hong kong", "entity=Elsewhere", "doc=a=b.md", "period=FY2024", "language=ZH-cn"]).unwrap();
    let expected = Filter::none()
        .with(Attribute::Entity, ["HK", "Elsewhere"])
        .with(Attribute::Doc, ["a=b.md"])
        .with(Attribute::Period, ["2024"])
        .with(Attribute::Language, ["zh"]);
    assert_eq!(filter, expected);
    assert!(parsed(&[]).unwrap().is_empty());
}

#[test]
fn a_condition_that_cannot_be_read_says_what_to_write() {
    assert!(parsed(&["entty=HK"]).unwrap_err().ends_with("did you mean entity?"));
    assert!(parsed(&["colour=red"]).unwrap_err().contains("one of doc, topic, entity"));
    for missing in ["period", "period=", "=2024 ", ""] {
        assert!(parsed(&[missing]).is_err(), "{missing}");
    }
}
