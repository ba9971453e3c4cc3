//! Readings of whole questions, one line a case: what is filled, and what is reported as unknown. Expectations come from
//! what a careful reader would understand.

mod narrowing;

use std::sync::Arc;

use super::{AboutKind, Intent, IntentParser, RuleIntentParser};
use crate::gate::{Screened, SecurityGate};
use crate::profile::{Glossary, Profile};
use crate::question::Question;

const PROFILE: &str = r#"
schema = 1
languages = ["zh", "en"]
fiscal_year_end_month = 12
[home]
company = { zh = "明泰集团", en = "Mingtai Group" }
entity = "GROUP"
[metrics.REVENUE]
label = { zh = "营收", en = "Revenue" }
synonyms = ["营业收入", "sales"]
unit = "USD_M"
[metrics.EV]
label = { zh = "内含价值", en = "Embedded value" }
unit = "USD_M"
[metrics.ROE]
label = { zh = "净资产收益率", en = "ROE" }
unit = "PCT"
[entities.GROUP]
label = { zh = "集团", en = "Group" }
[entities.HK]
label = { zh = "香港", en = "Hong Kong" }
synonyms = ["hk"]
geography = "HK"
[entities.CN]
label = { zh = "中国", en = "China" }
synonyms = ["cn"]
geography = "CN"
[entities.EAST]
label = { zh = "东区", en = "East" }
[channels.AGENCY]
label = { zh = "代理", en = "agency" }
[channels.HV]
label = { zh = "高压", en = "high voltage" }
[competitors.JINGAN]
label = "竞安(Jingan)"
aliases = ["竞安", "中国竞安", "jingan"]
[units.USD_M]
label = { zh = "百万美元", en = "US$m" }
[units.PCT]
label = "%"
aliases = ["percent"]
"#;

fn read(text: &str) -> Intent {
    read_in(PROFILE, text)
}

fn read_in(profile: &str, text: &str) -> Intent {
    let profile = Arc::new(Profile::parse("test", profile).unwrap());
    let glossary = Arc::new(Glossary::new(&profile).unwrap());
    let gate = SecurityGate::new(&profile);
    let question = Question::new(text, jiff::civil::date(2026, 3, 15)).unwrap();
    RuleIntentParser::new(profile, glossary).parse(&Screened::new(&gate, &question))
}

/// The intent on one line: route, then what was filled, then what was not understood.
fn shown(intent: &Intent) -> String {
    let mut parts = vec![intent.route.to_string()];
    parts.extend(intent.entities.iter().map(|slot| slot.value.to_string()));
    parts.extend(intent.periods.iter().map(|slot| slot.value.value()));
    parts.extend(intent.metrics.iter().map(|slot| slot.value.to_string()));
    parts.extend(intent.channels.iter().map(|slot| slot.value.to_string()));
    parts.extend(intent.unknown.iter().map(|unknown| {
        let listed = if unknown.listed { "+" } else { "" };
        format!("{listed}{}?{}", unknown.param, unknown.raw)
    }));
    parts.extend(intent.qualifiers.iter().map(|slot| format!("~{}", slot.value)));
    parts.extend(intent.operation.iter().map(|slot| format!("!{}", slot.value)));
    parts.join(" ")
}

fn check(cases: &[(&str, &str)]) {
    let wrong: Vec<String> = cases
        .iter()
        .map(|(question, expected)| (question, expected, shown(&read(question))))
        .filter(|(_, expected, got)| **expected != got)
        .map(|(question, expected, got)| format!("{question}\n  expected {expected}\n  got      {got}"))
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn slots_are_filled_in_text_order() {
    check(&[
        ("香港2024年的营收是多少？", "structured HK 2024 REVENUE"),
        ("What was the revenue of Hong Kong in FY2024?", "structured HK 2024 REVENUE"),
        ("HK ROE2024", "structured HK 2024 ROE"),
        ("中国和香港2023、2024年的营收与内含价值", "structured CN HK 2023 2024 REVENUE EV"),
        ("香港代理渠道2024年营收", "structured HK 2024 REVENUE AGENCY"),
        ("營業收入，香港，2024年", "structured HK 2024 REVENUE"),
        ("明泰集团2024年营收", "structured GROUP 2024 REVENUE"),
        ("明泰集团香港2024年营收", "structured HK 2024 REVENUE"),
    ]);
}

#[test]
fn the_route_follows_the_cues() {
    check(&[
        ("为什么香港2024年营收下降？", "composite HK 2024 REVENUE"),
        ("Why did revenue fall in 2024?", "composite 2024 REVENUE"),
        ("香港2024年是多少？", "structured HK 2024"),
        ("为什么香港的客户在流失", "narrative HK"),
    ]);
}

#[test]
fn a_longer_name_is_another_name() {
    check(&[
        ("中国银行2024年营收", "structured 2024 REVENUE entity?中国银行"),
        ("Bank of China revenue 2024", "structured 2024 REVENUE entity?Bank of China"),
        ("China Mobile's revenue in 2024", "structured 2024 REVENUE entity?China Mobile"),
        ("South China revenue 2024", "structured 2024 REVENUE entity?South China"),
        ("华东区2024年营收", "structured 2024 REVENUE entity?华东区"),
        ("中国香港2024年营收", "structured HK 2024 REVENUE"),
        ("Hong Kong, China: revenue FY2024", "structured HK 2024 REVENUE"),
        ("特高压2024年营收", "structured 2024 REVENUE channel?特高压"),
        ("Revenue at ultra-high voltage in 2024", "structured 2024 REVENUE channel?ultra-high voltage"),
    ]);
}

#[test]
fn an_unknown_name_is_never_passed_over() {
    check(&[
        ("新加坡2024年营收是多少", "structured 2024 REVENUE entity?新加坡"),
        ("Contoso revenue FY2024", "structured 2024 REVENUE entity?Contoso"),
        ("what was contoso's revenue in 2024", "structured 2024 REVENUE entity?contoso"),
        ("revenue of zorblax 2024", "structured 2024 REVENUE entity?zorblax"),
        ("竞宝2024年营收", "structured 2024 REVENUE entity?竞宝"),
        ("HK and Singapore revenue 2024", "structured HK 2024 REVENUE +entity?Singapore"),
        ("香港和新加坡2024年营收", "structured HK 2024 REVENUE +entity?新加坡"),
        ("香港2024年营收和燃料费", "structured HK 2024 REVENUE +metric?燃料费"),
        ("HK revenue 2024 via worksite channel", "structured HK 2024 REVENUE channel?worksite"),
        ("香港2024Q5营收", "structured HK REVENUE period?2024Q5"),
    ]);
}

#[test]
fn a_qualifier_makes_another_quantity() {
    check(&[
        ("香港2024年毛营收", "structured HK 2024 REVENUE ~毛"),
        ("HK revenue per share 2024", "structured HK 2024 REVENUE ~per share"),
        ("香港2024年营收同比增长率", "structured HK 2024 REVENUE ~同比增长率"),
        ("香港2024年旗舰店营收", "structured HK 2024 REVENUE ~旗舰店"),
        ("How much did HK revenue grow between 2023 and 2024?", "structured HK 2023 2024 REVENUE"),
        ("香港2023年和2024年营收的变化", "structured HK 2023 2024 REVENUE"),
    ]);
}

#[test]
fn what_is_not_computed_is_noticed() {
    check(&[
        ("香港和中国2024年营收合计", "structured HK CN 2024 REVENUE TOTAL !total"),
        ("Average revenue of HK 2022-2024", "structured HK 2022 2023 2024 REVENUE !average"),
        ("香港2024年营收折合人民币是多少", "structured HK 2024 REVENUE !conversion"),
        ("HK revenue 2024 in euros", "structured HK 2024 REVENUE !conversion"),
        ("HK revenue 2024 in US dollars", "structured HK 2024 REVENUE"),
        ("集团2024年营收，不含香港", "structured GROUP HK 2024 REVENUE !exclusion"),
        ("预测香港2027年营收", "structured HK 2027 REVENUE !forecast"),
        ("Which is higher, HK or China revenue in 2024?", "structured HK CN 2024 REVENUE !ranking"),
        ("HK total revenue 2024", "structured HK 2024 REVENUE TOTAL"),
    ]);
}

#[test]
fn a_part_of_a_company_is_not_the_company() {
    check(&[
        ("retail division revenue 2024", "structured 2024 REVENUE channel?retail"),
        ("Hong Kong operations revenue 2024", "structured HK 2024 REVENUE"),
        ("香港业务2024年营收", "structured HK 2024 REVENUE"),
        ("子公司2024年营收", "structured 2024 REVENUE entity?子公司"),
        ("the parent company's revenue 2024", "structured 2024 REVENUE entity?the parent company"),
        ("revenue of Hotel 7 in 2024", "structured 2024 REVENUE entity?Hotel 7"),
        ("华为2024年营收", "structured 2024 REVENUE entity?华为"),
        ("Mingtai Group's Hong Kong revenue 2024", "structured HK 2024 REVENUE"),
        ("集团香港2024年营收", "structured HK 2024 REVENUE"),
    ]);
}

#[test]
fn words_around_a_metric_are_read() {
    check(&[
        ("HK revenue collected 2024", "structured HK 2024 REVENUE ~collected"),
        ("cost of the revenue of HK in 2024", "structured HK 2024 REVENUE ~cost"),
        ("20% of HK revenue 2024", "structured HK 2024 REVENUE !arithmetic"),
        ("HK revenue 2024 / 12", "structured HK 2024 REVENUE !arithmetic"),
        ("ROE to revenue of HK 2024", "structured HK 2024 ROE REVENUE !arithmetic"),
        ("香港2024年营收的一半", "structured HK 2024 REVENUE !arithmetic"),
        ("non-HK revenue 2024", "structured HK 2024 REVENUE !exclusion"),
    ]);
}

#[test]
fn a_period_relative_to_a_stated_one_is_not_relative_to_today() {
    check(&[
        ("FY2024 previous year revenue of HK", "structured HK 2024 REVENUE period?FY2024 previous year"),
        ("香港2024财年的上一年营收", "structured HK 2024 REVENUE period?的上一年"),
    ]);
}

#[test]
fn a_calendar_quarter_is_no_fiscal_one() {
    let march = PROFILE.replace("fiscal_year_end_month = 12", "fiscal_year_end_month = 3");
    let shown_in = |profile: &str, text: &str| shown(&read_in(profile, text));
    assert_eq!(shown_in(&march, "calendar Q1 2025 revenue of HK"), "structured HK REVENUE period?calendar Q1 2025");
    assert_eq!(shown_in(&march, "Q1 2025 revenue of HK"), "structured HK 2025Q1 REVENUE");
    assert_eq!(shown_in(PROFILE, "calendar Q1 2025 revenue of HK"), "structured HK 2025Q1 REVENUE");
}

#[test]
fn a_month_beside_a_full_year_is_neither() {
    check(&[
        ("HK revenue Dec 2025 full year", "structured HK REVENUE period?Dec 2025 full year"),
        ("HK revenue full year Dec 2025", "structured HK 2025-12 REVENUE period?full year"),
        ("full-year revenue of HK, Dec 2025", "structured HK 2025-12 REVENUE period?full-year"),
        ("香港2025年12月全年营收", "structured HK 2025-12 REVENUE period?全年"),
        ("HK revenue full year 2025", "structured HK 2025 REVENUE"),
        ("HK revenue in Q1 2025 and for the full year 2025", "structured HK 2025Q1 2025 REVENUE"),
    ]);
}

#[test]
fn a_metric_before_a_metric_is_a_part_of_it() {
    check(&[
        ("HK ROE revenue 2024", "structured HK 2024 ROE REVENUE ~ROE"),
        ("HK ROE and revenue 2024", "structured HK 2024 ROE REVENUE"),
    ]);
}

#[test]
fn an_unknown_channel_is_never_the_total() {
    check(&[
        ("香港电话预订渠道2024年营收", "structured HK 2024 REVENUE channel?电话预订"),
        ("HK revenue 2024 via email", "structured HK 2024 REVENUE channel?email"),
        ("HK revenue 2024 (channel: mobile)", "structured HK 2024 REVENUE channel?mobile"),
        ("HK revenue 2024 through the agency channel", "structured HK 2024 REVENUE AGENCY"),
    ]);
}

#[test]
fn a_list_keeps_its_members() {
    check(&[
        ("Revenue of Hong Kong, China and East in 2024", "structured HK CN EAST 2024 REVENUE"),
        ("HK revenue 2024. Singapore revenue 2024.", "structured HK 2024 REVENUE +entity?Singapore"),
    ]);
}

#[test]
fn what_leads_up_to_a_question_is_not_part_of_it() {
    check(&[
        ("Ticket 20250117: HK revenue in 2022?", "structured HK 2022 REVENUE"),
        ("In the heroes review, what was Hong Kong's revenue in 2024?", "structured HK 2024 REVENUE"),
        ("2000人参加了发布会，香港2024年营收是多少？", "structured HK 2024 REVENUE"),
        ("Contoso: revenue 2024?", "structured 2024 REVENUE entity?Contoso"),
        ("Contoso, HK revenue 2024", "structured HK 2024 REVENUE entity?Contoso"),
        ("Singapore: HK revenue 2024", "structured HK 2024 REVENUE entity?Singapore"),
    ]);
}

#[test]
fn a_number_that_counts_things_is_no_year() {
    check(&[
        ("HK revenue for 2030 items", "structured HK REVENUE ~2030 items"),
        ("香港给2000人的营收", "structured HK REVENUE ~2000人"),
        ("HK revenue in 2024 results", "structured HK 2024 REVENUE"),
    ]);
}

#[test]
fn an_entity_holds_where_a_reason_is_asked_whatever_it_is_joined_to() {
    check(&[
        ("香港访客业务为什么增长？", "narrative HK"),
        ("香港客户投诉为什么上升？", "narrative HK"),
        ("中国健康险为什么停售？", "narrative CN"),
        ("中国合作银行为什么暂停代销？", "narrative CN"),
        ("Why did Hong Kong visitors complain?", "narrative HK"),
        ("Why did HK MCV customers leave?", "narrative HK"),
        ("香港访客2024年营收", "structured 2024 REVENUE entity?香港访客"),
    ]);
}

#[test]
fn an_entity_inside_somebody_elses_name_is_none_where_a_reason_is_asked() {
    check(&[
        ("中国银行为什么暂停代销？", "narrative"),
        ("香港交易所为什么停牌？", "narrative"),
        ("Why did Bank of China lose customers?", "narrative"),
        ("Why did China Mobile lose customers?", "narrative"),
    ]);
    let about = |text: &str| {
        let words = read(text).about.into_iter().map(|slot| slot.value);
        words.filter(|word| word.kind == AboutKind::WholeName).map(|word| word.text).collect::<Vec<_>>()
    };
    assert_eq!(about("中国银行为什么亏损？"), ["中国银行"]);
    assert_eq!(about("Why did China Mobile lose it?"), ["china mobile"]);
}

#[test]
fn an_inspection_that_took_place_is_what_a_question_is_about() {
    let about = |text: &str| read(text).about.into_iter().map(|slot| slot.value.text).collect::<String>();
    assert_eq!(about("香港费用核查发现了什么？"), "费用核查");
    assert_eq!(about("请核查香港费用为什么上升"), "费用");
}

#[test]
fn the_name_of_a_quantity_asks_for_its_figure() {
    check(&[
        ("2021年第四季度香港员工人数", "structured 2021Q4 metric?员工人数"),
        ("2021年第四季度香港代理人数", "structured HK 2021Q4 AGENCY metric?代理人数"),
        ("HK agent count in Q4 2021", "structured HK 2021Q4 metric?agent count"),
        ("香港2024年的综合成本率是多少？", "structured HK 2024 metric?综合成本率 ~成本率"),
        ("What was HK's combined ratio in 2024?", "structured HK 2024 metric?combined ratio ~ratio !total"),
        ("2025年香港访客业务", "narrative HK 2025"),
        ("香港2025年员工人数为什么减少", "narrative HK 2025"),
    ]);
}

#[test]
fn what_a_reason_compares_is_no_ranking() {
    check(&[
        ("Why is HK revenue higher in 2024 than in 2023?", "composite HK 2024 2023 REVENUE"),
        ("为什么香港2024年营收高于2023年？", "composite HK 2024 2023 REVENUE"),
        ("Which is higher, and why: HK or China revenue in 2024?", "composite HK CN 2024 REVENUE !ranking"),
        ("Why does HK have the highest revenue in 2024?", "composite HK 2024 REVENUE !ranking"),
    ]);
}

#[test]
fn each_clause_has_a_scope_of_its_own() {
    let clauses = |text: &str| {
        let shown = |clause: &super::Clause| {
            let mut parts = vec![if clause.asks_why { "why".to_owned() } else { "what".to_owned() }];
            parts.extend(clause.entities.iter().map(ToString::to_string));
            parts.extend(clause.periods.iter().map(|period| period.value()));
            parts.extend(clause.metrics.iter().map(ToString::to_string));
            parts.extend(clause.channels.iter().map(ToString::to_string));
            parts.join(" ")
        };
        read(text).clauses.iter().map(shown).collect::<Vec<_>>().join(" | ")
    };
    for (question, expected) in [
        ("香港2024年营收是多少，代理渠道为什么增长？", "what HK 2024 REVENUE | why AGENCY"),
        ("What was HK revenue in 2024, and why did agency grow?", "what HK 2024 REVENUE | why AGENCY"),
        ("What was HK revenue in 2024 and why did agency grow?", "what HK 2024 REVENUE | why AGENCY"),
        ("为什么代理渠道增长？香港2024年营收是多少？", "why AGENCY | what HK 2024 REVENUE"),
        ("HK revenue in 2024, and why agency grew", "what HK 2024 REVENUE | why AGENCY"),
        ("What was revenue of HK, and China, in 2024, and why did ROE fall?", "what HK CN 2024 REVENUE | why ROE"),
        ("营收，香港，2024年，代理渠道，为什么增长？", ""),
        ("为什么香港2024年代理渠道营收增长？", ""),
    ] {
        assert_eq!(clauses(question), expected, "{question}");
    }
}

#[test]
fn spans_lead_back_to_the_words_of_the_question() {
    let text = "請問 Ｈong Ｋong 二〇二四年的營收";
    let intent = read(text);
    assert_eq!(&text[intent.entities[0].span.clone()], "Ｈong Ｋong");
    assert_eq!(&text[intent.periods[0].span.clone()], "二〇二四年");
    assert_eq!(&text[intent.metrics[0].span.clone()], "營收");
}
