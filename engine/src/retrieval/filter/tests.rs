//! Tests of `filter`.

use super::*;

#[test]
fn every_attribute_named_must_have_one_of_its_values() {
    let hk = Attributes { entity: Some("HK".into()), period: Some("2024".into()), ..Attributes::default() };
    let filter = Filter::none().with(Attribute::Entity, ["CN", "HK"]);
    assert!(filter.admits("a.md", &hk));
    assert!(filter.clone().with(Attribute::Period, ["2024"]).admits("a.md", &hk));
    assert!(!filter.clone().with(Attribute::Period, ["2025"]).admits("a.md", &hk));
    assert!(!filter.admits("a.md", &Attributes::default()), "a document that does not say is kept out");
    assert!(Filter::none().with(Attribute::Topic, Vec::<String>::new()).is_empty());
}
