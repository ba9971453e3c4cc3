//! Tests: names glued to other words, and ordinary words between which a name would only form. Both sets are drawn: every
//! name with every glue, and every name taken apart by every neighbour.

use proptest::prelude::*;
use proptest::sample::select;

use super::gate;

/// Names that a profile may have, each with the ordinary words that it can be read across.
const NAMES: [&str; 16] = [
    "jingan",
    "luolan",
    "yicen",
    "veltrano",
    "henglian",
    "gridarro",
    "voltis",
    "MetLife",
    "Manulife",
    "Prudential",
    "Allianz",
    "Generali",
    "竞安",
    "屹岑",
    "中国人寿",
    "珞岚人寿",
];

/// `{}` is the name as the profile writes it, `^` in capitals, `_` with a first capital.
const GLUED: [&str; 29] = [
    "^FY2025",
    "_FY2025",
    "^H12025",
    "^Q3",
    "_2025",
    "{}2025",
    "{}2025H1",
    "_s",
    "_'s",
    "_’s",
    "^s",
    "_Group",
    "^Group",
    "{}NBV",
    "_NBV",
    "^2025Q1",
    "FY2025_",
    "FY2025{}",
    "2025{}",
    "2024年{}",
    "{}2024年",
    "the_",
    "NBV_",
    "{}_nbv",
    "{}-nbv",
    "{}.com",
    "www.{}.com",
    "@{}",
    "_Life",
];

/// Sentences in which the two parts of a name belong to different clauses.
const APART: [&str; 18] = [
    "We went to {1}. {2} is what we do",
    "We went to {1}; {2} is next",
    "In {1}, {2} business rose",
    "Is it {1}? {2} it is",
    "As {1}: {2} again",
    "We have {1} ({2} included)",
    "We did {1} - {2} too",
    "We did {1} — {2} too",
    "First {1}\n\n{2} next",
    "我们在{1}，{2}业务增长",
    "我们有{1}。{2}业务增长",
    "包括{1}、{2}等业务",
    "我们看{1}；{2}呢？",
    "增长的{1}（{2}除外）",
    "说明：{1}！{2}业务",
    "我们在{1}：{2}业务",
    "说到{1}？{2}业务",
    "标题{1}\n\n{2}业务",
];

fn capitalised(name: &str) -> String {
    let mut chars = name.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

fn glued(form: &str, name: &str) -> String {
    form.replace("{}_", &format!("{name}\u{1}"))
        .replace('_', &capitalised(name))
        .replace('\u{1}', "_")
        .replace('^', &name.to_uppercase())
        .replace("{}", name)
}

#[test]
fn glue_hides_no_name() {
    let gate = gate(&[("PEER", &NAMES)]);
    let mut through = Vec::new();
    for name in NAMES {
        for form in GLUED {
            for sentence in ["{}", "What was the profit of {} in Asia?", "请问{}的利润", "和「{}」相比"] {
                let question = sentence.replace("{}", &glued(form, name));
                if gate.screen(&question).is_clear() {
                    through.push(question);
                }
            }
        }
    }
    assert!(through.is_empty(), "{} get through: {through:#?}", through.len());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn no_name_forms_across_a_clause(name in select(&NAMES[..]), form in select(&APART[..]), at in 2_usize..4) {
        // One part of several letters, so that the letters do not all stand apart.
        prop_assume!(name.chars().count() > 2);
        let (first, second): (String, String) =
            (name.chars().take(at).collect(), name.chars().skip(at).collect());
        // A mark that is drawn for an `i` too parts no word of letters that it touches on both sides.
        prop_assume!(!second.is_empty());
        prop_assume!(!name.is_ascii() || !form.contains('！'));
        let question = form.replace("{1}", &first).replace("{2}", &second);
        let gate = gate(&[("PEER", &[name])]);
        prop_assert!(gate.screen(&question).is_clear(), "{question:?}");
    }
}

#[test]
fn ordinary_words_around_a_name_are_no_name() {
    let gate = gate(&[(
        "PEER",
        &[
            "MetLife",
            "China Life",
            "中国人寿",
            "AIA",
            "Ping An",
            "保诚",
            "平安保险",
            "Generali",
            "Aegis",
            "竞安",
            "安联",
            "友邦",
            "太平",
        ],
    )]);
    let refused: Vec<&str> = [
        "We met. Life goes on",
        "Whom we met, life insurers among them",
        "In China, life business grew",
        "China; life and health",
        "How did China (life only) do?",
        "In general I think so",
        "环保诚信经营的成果",
        "公司注重环保，诚信经营",
        "在中国，人寿业务如何？",
        "中国、人寿保险和健康险",
        "公平安保险些失效",
        "Is it mild in China. Life is good",
        "Did the ping, an hour later, come?",
        "Jing! An hour",
        "竞争加剧，安全第一",
        "同业竞争。安排如何",
        "太平洋地区的营收",
        "公司平安夜活动的成本",
        "We sell in China | Life is one product",
    ]
    .into_iter()
    .filter(|question| !gate.screen(question).is_clear())
    .collect();
    assert!(refused.is_empty(), "refused: {refused:#?}");
}

#[test]
fn a_name_beside_ordinary_words_is_refused() {
    let gate = gate(&[("PEER", &["MetLife", "China Life", "中国人寿", "Ping An", "保诚", "竞安", "太平", "平安"])]);
    for question in [
        "竞安全年营收",
        "竞安全部渠道的新业务价值",
        "保诚信用评级如何",
        "请问中国人寿险种有哪些",
        "中国人寿的利润",
        "How did China Life do in China?",
        "met life nbv",
        "Ping An's profit",
        "竞 安 2024",
        "竞，安的利润",
        "Met(Life) profit",
        "Met,Life profit",
        "Met!Life profit",
        "太平保险的利润",
        "平安县的平安保险",
    ] {
        assert!(!gate.screen(question).is_clear(), "{question}");
    }
}

#[test]
fn a_run_of_nothing_but_names_is_looked_at_a_bit_at_a_time() {
    let gate = gate(&[("JINGAN", &["Jingan"])]);
    for run in ["jingan".repeat(8_000) + "1", "Jingan".repeat(8_000), "1".to_owned() + &"jingan".repeat(8_000)] {
        let started = std::time::Instant::now();
        let _ = gate.screen(&run);
        assert!(started.elapsed().as_secs() < 10, "{:?}", started.elapsed());
    }
}
