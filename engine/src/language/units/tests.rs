//! Notations of units as documents write them, and ordinary words that look like them.

use super::*;

/// Units of a profile, each code and its spellings.
const UNITS: [(&str, &[&str]); 9] = [
    ("USD_M", &["百万美元", "US$m"]),
    ("USD_K", &["US$k"]),
    ("USD", &["US$", "美元"]),
    ("CNY_100M", &["人民币亿元"]),
    ("CNY_M", &["百万元"]),
    ("PCT", &["%"]),
    ("COUNT_K", &["thousand", "千人"]),
    ("PEOPLE", &["人", "people"]),
    ("GWH", &["GWh"]),
];

fn reader() -> UnitReader {
    let units = UNITS.map(|(code, names)| (UnitCode::new(code), names));
    let spelled = units.iter().flat_map(|(code, names)| {
        std::iter::once(code.as_str()).chain(names.iter().copied()).map(move |name| (code, name))
    });
    UnitReader::new(spelled)
}

#[test]
fn every_listed_notation_is_known() {
    let listed = crate::language::lists::meanings(crate::language::lists::list!("units/notations.tsv")).count();
    let known = words().filter(|word| !matches!(word.notation, Notation::Currency(_) | Notation::Counted)).count();
    assert_eq!(known, listed);
}

/// What the texts, nearest first, state together for a metric stated in `expected`.
fn stated(texts: &[&str], expected: &str) -> String {
    let reader = reader();
    let found: Vec<UnitMention> =
        texts.iter().flat_map(|text| reader.find(&TextView::fold(text), &[], Setting::Text)).collect();
    let statements: Vec<&Statement> = found.iter().map(|mention| &mention.statement).collect();
    match reader.resolve(&statements, &UnitCode::new(expected)) {
        None => "nothing".to_owned(),
        Some(Ok(unit)) => unit.to_string(),
        Some(Err(words)) => format!("? {words}"),
    }
}

#[test]
fn notations_of_both_languages_mean_the_profiles_units() {
    for (texts, expected, unit) in [
        (&["NBV (US$m)"][..], "USD_M", "USD_M"),
        (&["US$ million"], "USD_M", "USD_M"),
        (&["USD millions"], "USD_M", "USD_M"),
        (&["in millions of US dollars"], "USD_M", "USD_M"),
        (&["US dollars in millions"], "USD_M", "USD_M"),
        (&["in thousands of US dollars"], "USD_M", "USD_K"),
        (&["(US$'000)"], "USD_M", "USD_K"),
        (&["USDm"], "USD_M", "USD_M"),
        (&["单位：百万美元"], "USD_M", "USD_M"),
        (&["千美元"], "USD_M", "USD_K"),
        (&["人民币亿元"], "USD_M", "CNY_100M"),
        (&["单位：亿元人民币"], "USD_M", "CNY_100M"),
        (&["单位：百万元"], "CNY_M", "CNY_M"),
        (&["in millions", "US$"], "USD_M", "USD_M"),
        (&["(US$)", "in millions"], "USD_M", "USD_M"),
        (&["(US$)", "US$m"], "USD_M", "USD"),
        (&["ROE (%)", "US$m"], "PCT", "PCT"),
        (&["in thousands"], "COUNT_K", "COUNT_K"),
        (&["Active agents (in thousands)"], "COUNT_K", "COUNT_K"),
        // A scale alone is the metric's own unit, or nobody's.
        (&["Customers (in thousands)"], "PEOPLE", "? thousands"),
        (&["thousand", "US$"], "USD_K", "USD_K"),
        (&["千人"], "COUNT_K", "COUNT_K"),
        (&["Staff (人)"], "PEOPLE", "PEOPLE"),
        (&["GWh"], "GWH", "GWH"),
        (&["in millions"], "USD_M", "? millions"),
        (&["HK$m"], "USD_M", "? hk$m"),
        (&["bps"], "PCT", "? bps"),
        (&["(pp)"], "PCT", "? pp"),
        (&["亿美元"], "USD_M", "? 亿美元"),
    ] {
        assert_eq!(stated(texts, expected), unit, "{texts:?}");
    }
}

#[test]
fn ordinary_words_state_no_unit() {
    for text in [
        "万科",
        "多元化",
        "单元",
        "m",
        "the member",
        "人均",
        "% of premium",
        "percentage change",
        "Plan B results",
        "market",
    ] {
        let nothing = text == "m";
        assert_eq!(stated(&[text], "USD_M") == "nothing", !nothing, "{text}: {}", stated(&[text], "USD_M"));
    }
}

#[test]
fn the_words_around_a_value_are_read_more_freely() {
    let reader = reader();
    let read = |words: &str| reader.only(words, Setting::Value).is_some();
    for words in ["m", "US$", "亿元", "亿", "bps", "pp", "%", "k", "元", "人", "GWh", "US$ m"] {
        assert!(read(words), "{words}");
    }
    for words in ["x", "about", "m about", "年", "~", ">"] {
        assert!(!read(words), "{words}");
    }
}
