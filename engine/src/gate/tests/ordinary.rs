//! Tests: ordinary questions, with words, numbers and amounts that look like names, are all allowed. The names are chosen
//! so that the sentences come as close as ordinary sentences can.

use super::gate;

const NAMES: [&str; 23] = [
    "竞安",
    "中国竞安",
    "竞安Jingan",
    "jingan",
    "AXA",
    "AIA",
    "AON",
    "ING",
    "FWD",
    "roe",
    "MetLife",
    "Asia",
    "gota",
    "zool",
    "bozo",
    "A123",
    "58",
    "环宇保险",
    "Stem",
    "hks",
    "China Ping An",
    "PA",
    "loss",
];

const QUESTIONS: &[&str] = &[
    // words that contain a name, or end or begin with one
    "How did Beijing and Shanghai do, and the Beijing angle?",
    "Beijing angels invested in which entities?",
    "What is the revenue of Beijing & Shanghai?",
    "Our heroes of the agency channel",
    "How much did ping-pong and jing-jang bring?",
    "Is the new shingle business profitable?",
    "Taxation of the Hong Kong entity in FY2024",
    "What is the relaxation of the policy worth?",
    "Which malaria-related claims did we pay in 2024?",
    "The meeting pinged an address in Malaysia",
    "Asian markets revenue FY2023",
    "Eurasia and Australasia: net profit?",
    "Zeroes, throes and aloe",
    "Jingangs and jinganese are no words",
    "xjingan and jinganx are words of their own",
    "The faxa machine, the axal view, a coaxal cable",
    "Is Maia the head of the unit?",
    "Forwarding costs of FWDX",
    "Losses by channel, glossary attached",
    // words that would be a name in other letters
    "What does à la carte pricing bring?",
    "Is a la carte pricing profitable?",
    "ALA and Ala are no insurers",
    "Al a while ago",
    "How stern is the regulator?",
    "A tailless boss, a lass, a moss",
    // words that run into each other
    "Is plan A on track?",
    "Grade A on the scale",
    "Which plan: A, on 2024-03-01?",
    "Is the loan in G7 countries growing?",
    "Rank in g terms",
    "What about a xa code?",
    "Vitamin A I ate",
    "Met a life insurer",
    "We met; the life of a policy is long",
    "a metric, life value",
    "Ping a node",
    "p a rate",
    // numbers, amounts, codes
    "2024",
    "What was revenue in 2024, 1320.50 or 111?",
    "1320",
    "111 0 1 3 4 5 7",
    "Was it 4,123 or 4123 in 2023?",
    "$5 million or US$5m?",
    "HK$ million, HK$5m and US$ terms",
    "Is 1.58 the ratio, or 158, or 580?",
    "Solvency 258.4% at 30/06/2024",
    "1H24 vs 2H24, 1Q25 vs Q1 2025",
    "A4 paper and 4x4 cars",
    "4X4",
    "Row A1, column A12, cell A1234",
    "20.24 + 4 = 24.24 ?",
    "We got 4 offices, did we not?",
    "z001 is a code",
    "-0.070 or +3.1%?",
    "1e3 and 7e5 and 0x1F",
    "5G, 4G, B2B and O2O channels",
    "Is the ratio 10:7, 7/11 or 3-4-1-4?",
    "10 5 5",
    "1055",
    "FY24 budget: 10,000!!! Really?!",
    "info@example.com wrote about a! and b!",
    // Chinese
    "2024年香港营收是多少？",
    "竞争与安全：本行业的竞争如何？",
    "平安夜的销售额是多少",
    "竞价安排对利润的影响",
    "公司安全竞赛的费用",
    "安竞公司的名称反过来写",
    "竞品分析：安全边际",
    "竞　争　力和安　全　感",
    "新竞争者的安排",
    "环球保险业务的营收",
    "环宇的保险业务",
    "保险环宇",
    "中国的营收和中国香港的利润",
    "中国竞争格局",
    "请比较2023年与2024年的新业务价值",
    "二〇二四年上半年的代理渠道营收",
    "营收１２３４５６７．８９百万美元",
    "1,320.50百万美元，同比增长14.8%",
    "去年Q1营收(百万)是111还是1320？",
    "為什麼新業務價值下降了？",
    "日本と台湾の売上高",
];

#[test]
fn ordinary_questions_are_allowed() {
    let competitors: Vec<(&str, &[&str])> = NAMES.iter().map(|name| (*name, std::slice::from_ref(name))).collect();
    let gate = gate(&competitors);
    for name in NAMES {
        assert!(!gate.screen(name).is_clear(), "{name}");
    }
    let refused: Vec<String> = QUESTIONS
        .iter()
        .filter_map(|question| {
            let hit = gate.screen(question).hits.into_iter().next()?;
            Some(format!("{} in {question:?} at {:?}", hit.competitor, &question[hit.span]))
        })
        .collect();
    println!("{} ordinary questions, {} refused", QUESTIONS.len(), refused.len());
    assert!(refused.is_empty(), "{} of {} refused:\n{}", refused.len(), QUESTIONS.len(), refused.join("\n"));
}
