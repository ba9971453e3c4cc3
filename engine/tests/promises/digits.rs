//! P4: a value leaves with exactly the digits it came in with, in words and in JSON, whether it was put into the store or
//! read from a file.

use std::io::Write;
use std::sync::Arc;

use engine::answer::Answer;
use engine::store::SqliteFactStore;
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::Value;

use crate::asking::question;
use crate::check;
use crate::company::{PROFILE_OF, Statement, decimals, key, store_of};
use crate::fixtures::ingest;
use crate::numerals::numerals;
use crate::stage::Stage;

#[test]
fn a_stored_value_is_said_with_its_own_digits() {
    let stage = Stage::new(&PROFILE_OF);
    let longest = prop_oneof![
        Just("79228162514264337593543950335".to_owned()),
        Just("-7.9228162514264337593543950335".to_owned()),
        Just("-0.0000000000000000000000000001".to_owned()),
        Just("10000000000000000000000000000".to_owned()),
    ];
    check(400, prop_oneof![8 => decimals(), 1 => longest], |value| {
        let statement = Statement {
            key: key(0, 0, 0, 0),
            value: value.clone(),
            doc: "Annual.pdf",
            locator: "page=A".to_owned(),
            valid_as_of: None,
        };
        stage.store.put(store_of(&[statement]));
        for text in ["集团2025年营收是多少？", "What was revenue of the group in FY2025?"] {
            says(&stage.alone.ask(&question(text)).unwrap(), &value)?;
        }
        Ok(())
    });
}

#[test]
fn a_value_in_a_file_is_said_with_its_own_digits() {
    let stage = Stage::new(&PROFILE_OF);
    check(16, vec(decimals(), 12), |values| {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        writeln!(file, "metric,entity,period,value,unit,doc").unwrap();
        for (month, value) in (1..).zip(&values) {
            writeln!(file, "REVENUE,GROUP,2025-{month:02},{value},USD_M,Annual.pdf").unwrap();
        }
        file.flush().unwrap();
        let store = SqliteFactStore::in_memory().unwrap();
        ingest(&store, &PROFILE_OF, &[file.path().to_owned()]);
        stage.store.put(Arc::new(store));
        for (month, value) in (1..).zip(&values) {
            says(&stage.alone.ask(&question(&format!("集团2025年{month}月营收"))).unwrap(), value)?;
        }
        Ok(())
    });
}

fn says(answer: &Answer, value: &str) -> Result<(), TestCaseError> {
    for text in [&answer.text, &answer.text_plain] {
        prop_assert!(numerals(text).iter().any(|number| number == value), "{value} in {text}");
    }
    // A JSON number keeps its spelling here, so this compares characters and not quantities.
    let json: Value = serde_json::from_str(&serde_json::to_string(answer).unwrap()).unwrap();
    let number = &json["tool_results"][0]["value"];
    prop_assert!(number.is_number());
    prop_assert_eq!(number.to_string(), value);
    Ok(())
}
