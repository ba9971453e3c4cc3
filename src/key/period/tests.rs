//! Tests of `period`.

use super::*;

#[test]
fn every_period_reads_its_own_spelling() {
    for text in ["2024", "2024H1", "2024Q4", "2024-03", "2024-12"] {
        assert_eq!(text.parse::<Period>().unwrap().to_string(), text);
    }
    assert_eq!("FY2024".parse::<Period>().unwrap().to_string(), "2024");
}

#[test]
fn report_spellings_lead_back_to_one_period() {
    for (text, canonical) in [
        ("1H24", "2024H1"),
        ("4Q25", "2025Q4"),
        ("Q2 2025", "2025Q2"),
        ("FY2024", "2024"),
        ("2024年上半年", "2024H1"),
        ("2025年第三季度", "2025Q3"),
        ("March 2024", "2024-03"),
        ("2024年3月", "2024-03"),
    ] {
        assert_eq!(Period::read_in_report(text).unwrap().to_string(), canonical, "{text}");
    }
    for year in 1970..2070 {
        for part in [Part::Year, Part::Half(2), Part::Quarter(3), Part::Month(12)] {
            let period = Period { year, part };
            for spelling in period.spellings() {
                assert_eq!(Period::read_in_report(&spelling), Some(period), "{spelling}");
            }
        }
    }
    assert_eq!(Period::read_in_report("last year"), None);
}

#[test]
fn other_spellings_are_faults() {
    for text in ["", "24", "FY24", "0024", "2024H3", "2024Q0", "2024-13", "2024-3", "FY2024H1", "２０２４", "2024年"]
    {
        assert_eq!(text.parse::<Period>(), Err(NotAPeriod(text.to_owned())));
    }
}
