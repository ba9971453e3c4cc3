//! Words that may narrow a question, and words that cannot: the two sides of what is passed over.

use super::super::{Operation, Param};
use super::{check, read};

/// Each of these says something that the profile does not know, wherever it stands: the whole's figure answers none of them.
#[test]
fn what_may_narrow_is_never_passed_over() {
    check(&[
        ("revenue of the Energy segment in 2024", "structured 2024 REVENUE entity?Energy segment"),
        ("能源业务2024年营收", "structured 2024 REVENUE entity?能源业务"),
        ("HK revenue 2024, widows only", "structured HK 2024 REVENUE ~widows"),
        ("large accounts only: HK revenue 2024", "structured HK 2024 REVENUE ~large accounts"),
        ("In our annuity book, what was HK revenue in 2024?", "structured HK 2024 REVENUE entity?annuity"),
        ("How much revenue did Simple Start bring in during 2024?", "structured 2024 REVENUE entity?Start"),
        ("Post-it revenue 2024", "structured 2024 REVENUE entity?Post-it"),
        ("香港的“安心”2024年营收", "structured HK 2024 REVENUE ~安心"),
        ("HK revenue over Golden Week, 2024", "structured HK 2024 REVENUE entity?Golden Week"),
        ("At constant exchange rates, HK revenue 2024", "structured HK 2024 REVENUE ~constant exchange rates"),
        ("HK sales above 1 MW in 2024", "structured HK 2024 REVENUE entity?MW ~1"),
    ]);
}

/// What these say beside the figure says nothing of which figure it is.
#[test]
fn what_cannot_narrow_is_passed_over() {
    check(&[
        ("Our company-wide revenue in 2024, as disclosed in the annual report?", "structured 2024 REVENUE"),
        ("麻烦您帮我查一下，集团2024年营收，谢谢", "structured GROUP 2024 REVENUE"),
        ("明泰集团股份有限公司2024年营收", "structured GROUP 2024 REVENUE"),
        ("Mingtai Group Co., Ltd. revenue 2024", "structured GROUP 2024 REVENUE"),
        ("HK revenue 2024 in US$ million, to one decimal", "structured HK 2024 REVENUE"),
        ("香港2024年营收，单位：百万美元，保留两位小数", "structured HK 2024 REVENUE"),
        ("HK revenue for the year ended December 31, 2024", "structured HK 2024 REVENUE"),
        ("截至2024年12月31日止年度香港营收", "structured HK 2024 REVENUE"),
        ("HKFY2024REVENUE", "structured HK 2024 REVENUE"),
        ("Hong KongFY2024 sales", "structured HK 2024 REVENUE"),
        ("香港2024年内含的价值", "structured HK 2024 EV"),
        ("consolidated revenue of the group 2024", "structured GROUP 2024 REVENUE"),
    ]);
}

#[test]
fn what_leads_up_to_a_question_narrows_it_by_what_it_leaves_out_and_by_a_time() {
    let operation = |text: &str| read(text).operation.map(|slot| slot.value);
    assert_eq!(operation("剔除代理渠道后，香港2024年营收是多少？"), Some(Operation::Exclusion));
    assert_eq!(operation("Without the agency channel, what was HK revenue in 2024?"), Some(Operation::Exclusion));
    let unread = |text: &str| read(text).unknown.iter().any(|unknown| unknown.param == Param::Period);
    assert!(unread("截至2024年9月，香港营收是多少？"));
    for harmless in [
        "截至2024年9月的报告已读，香港2023年营收是多少？",
        "昨天开会时，香港营收是多少？",
        "Ticket 20250117: HK revenue?",
    ] {
        assert!(!unread(harmless), "{harmless}");
    }
}
