//! A small company made for the properties: names inside names, labels with numerals in them, and generated facts with
//! awkward values, conflicts and a restricted document. It decides nothing about which fact answers.

use std::sync::{Arc, LazyLock};

use engine::code::{ChannelCode, EntityCode, MetricCode, UnitCode};
use engine::fact::FactKey;
use engine::period::Period;
use engine::profile::{Profile, Sensitivity};
use engine::store::{DocumentLabel, FactStore, NewFact, SqliteFactStore};
use jiff::civil::Date;
use proptest::prelude::*;
use rust_decimal::Decimal;

const PROFILE: &str = include_str!("../company.toml");

/// The company.
pub(crate) static PROFILE_OF: LazyLock<Arc<Profile>> =
    LazyLock::new(|| Arc::new(Profile::parse("company.toml", PROFILE).unwrap()));

/// The day on which everything is asked.
pub(crate) const TODAY: Date = jiff::civil::date(2026, 3, 15);

/// A code with its Chinese and its English wording; for metrics in the order of the profile.
pub(crate) type Named = (&'static str, &'static str, &'static str);

pub(crate) const METRICS: [Named; 3] =
    [("REVENUE", "营收", "revenue"), ("MARGIN", "利润率", "profit margin"), ("PROFIT", "利润", "profit")];
pub(crate) const ENTITIES: [Named; 4] = [
    ("GROUP", "集团", "the group"),
    ("HK", "香港", "Hong Kong"),
    ("NORTH", "北区", "North Region"),
    ("T3", "三号码头", "Terminal 3"),
];
pub(crate) const PERIODS: [Named; 6] = [
    ("2025", "2025年", "FY2025"),
    ("2024", "二〇二四财年", "FY2024"),
    ("2024H1", "2024年上半年", "the first half of 2024"),
    ("2025Q3", "2025年第三季度", "Q3 2025"),
    ("2025-03", "2025年3月", "March 2025"),
    ("2025H1", "2025H1", "1H25"),
];
pub(crate) const CHANNELS: [Named; 2] = [("TOTAL", "", ""), ("AGENCY", "代理", "agency")];

const DOCS: [&str; 4] = ["Annual 2024.pdf", "Half_2025.xlsx", "三月通讯（二）.docx", RESTRICTED_DOC];

/// The document that must never be heard of.
pub(crate) const RESTRICTED_DOC: &str = "Board_Zebra_7.pptx";
/// The digits that every value of the restricted document begins with, and no other does.
pub(crate) const RESTRICTED_DIGITS: &str = "86753094117";
/// The beginning of every locator in the restricted document.
pub(crate) const RESTRICTED_PLACE: &str = "slide=Zebra";

/// One statement of a document.
#[derive(Debug, Clone)]
pub(crate) struct Statement {
    pub(crate) key: FactKey,
    pub(crate) value: String,
    pub(crate) doc: &'static str,
    pub(crate) locator: String,
    pub(crate) valid_as_of: Option<Date>,
}

impl Statement {
    pub(crate) fn is_restricted(&self) -> bool {
        self.doc == RESTRICTED_DOC
    }

    pub(crate) fn unit(&self) -> UnitCode {
        PROFILE_OF.metrics[&self.key.metric].unit.clone()
    }
}

/// A key by the indices of its codes in the lists above.
pub(crate) fn key(metric: usize, entity: usize, period: usize, channel: usize) -> FactKey {
    FactKey {
        metric: MetricCode::new(METRICS[metric].0),
        entity: EntityCode::new(ENTITIES[entity].0),
        period: PERIODS[period].0.parse::<Period>().unwrap(),
        channel: ChannelCode::new(CHANNELS[channel].0),
    }
}

/// Decimals in plain notation, as long and as odd as a value can be: no digit in vain, none missing.
pub(crate) fn decimals() -> impl Strategy<Value = String> {
    let whole = prop_oneof![Just("0".to_owned()), "[1-9][0-9]{0,3}", "[1-9][0-9]{4,14}"];
    let short = (whole, proptest::option::of("[0-9]{1,13}"));
    let usual = short.prop_map(|(whole, part)| part.map_or(whole.clone(), |part| format!("{whole}.{part}")));
    let long =
        prop_oneof!["[1-9][0-9]{27}", "0\\.[0-9]{28}", "[1-9][0-9]{9}\\.[0-9]{18}", "[1-9][0-9]{19}\\.[0-9]0{7}"];
    let number = prop_oneof![6 => usual, 2 => long, 1 => Just("0.000".to_owned()), 1 => Just("0.070".to_owned())];
    (number, any::<bool>()).prop_map(|(number, minus)| {
        let is_zero = number.bytes().all(|byte| matches!(byte, b'0' | b'.'));
        if minus && !is_zero { format!("-{number}") } else { number }
    })
}

fn statement() -> impl Strategy<Value = Statement> {
    let date =
        proptest::option::of((2024_i16..=2026, 1_i8..=12, 1_i8..=28).prop_map(|(y, m, d)| jiff::civil::date(y, m, d)));
    let place = (0..METRICS.len(), 0..ENTITIES.len(), 0..PERIODS.len(), 0..CHANNELS.len());
    (place, decimals(), 0..DOCS.len(), 1_u32..500, date).prop_map(|((m, e, p, c), value, doc, row, valid_as_of)| {
        let doc = DOCS[doc];
        let restricted = doc == RESTRICTED_DOC;
        Statement {
            key: key(m, e, p, c),
            value: if restricted { format!("{RESTRICTED_DIGITS}.{row}") } else { value },
            doc,
            locator: if restricted {
                format!("{RESTRICTED_PLACE}!C{row}")
            } else {
                format!("sheet=第{row}页!C{row}")
            },
            valid_as_of,
        }
    })
}

/// What documents state: each says one thing of a key.
pub(crate) fn statements() -> impl Strategy<Value = Vec<Statement>> {
    proptest::collection::vec(statement(), 0..120).prop_map(|all| {
        let mut kept: Vec<Statement> = Vec::new();
        for one in all {
            if !kept.iter().any(|other| other.doc == one.doc && other.key == one.key) {
                kept.push(one);
            }
        }
        kept
    })
}

/// A store that holds the statements.
pub(crate) fn store_of(statements: &[Statement]) -> Arc<SqliteFactStore> {
    let store = SqliteFactStore::in_memory().unwrap();
    store
        .ingest(jiff::Timestamp::UNIX_EPOCH, &mut |run| {
            let mut file = run.begin_file("facts.csv")?;
            for (line, one) in (2..).zip(statements) {
                let sensitivity = if one.is_restricted() { Sensitivity::Restricted } else { Sensitivity::Internal };
                let doc = Arc::new(DocumentLabel { name: one.doc.to_owned(), sensitivity });
                let value = Decimal::from_str_exact(&one.value).unwrap();
                let fact = NewFact::row(one.key.clone(), value, one.unit(), doc, line);
                file.put(&NewFact { locator: one.locator.clone(), valid_as_of: one.valid_as_of, ..fact })?;
            }
            file.accept(None)
        })
        .unwrap();
    Arc::new(store)
}
