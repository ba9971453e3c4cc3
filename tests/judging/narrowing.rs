//! A part of a company never gets the whole's figure: around every golden question for one figure, phrases that narrow it are
//! drawn, made of dictionary words and of nonsense, and the figure must not come. The words are none that the engine's lists
//! or the profiles have; what they would mean, nobody needs to know.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use harness::golden::{Case, CaseType, Suite};
use harness::lane::Lane;
use harness::outcome::Outcome;
use harness::target::{EngineTarget, Target};

/// How many wordings of each question are drawn; `PROPTEST_CASES` looks further.
const WORDINGS: u64 = 4;
/// Fewer would say that the golden set was not read.
const ASKED_MIN: usize = 1500;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

/// Words of a language that no list and no profile has.
struct Words {
    english: Vec<String>,
    chinese: Vec<String>,
    /// The longer Chinese words of the lists.
    listed: Vec<String>,
}

impl Words {
    fn load() -> Self {
        let data = folder().join("engine/data/language");
        let dictionary = |name: &str| std::fs::read_to_string(data.join("dictionaries").join(name)).unwrap();
        let mut known = BTreeSet::new();
        for entry in std::fs::read_dir(data.join("questions")).unwrap() {
            let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
            let is_word = |c: char| c.is_alphanumeric() || c == '\'';
            known.extend(text.split(|c: char| !is_word(c)).map(str::to_lowercase));
        }
        for fixture in ["insurer", "grid", "city"] {
            let profile =
                std::fs::read_to_string(folder().join("fixtures").join(fixture).join("profile.toml")).unwrap();
            known.extend(profile.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase));
        }
        let holds_known = |word: &str| known.iter().any(|known| !known.is_ascii() && known.contains(word));
        let chosen = |text: String, is_chosen: &dyn Fn(&str) -> bool| -> Vec<String> {
            let lines = text.lines().filter(|line| !line.starts_with('#') && is_chosen(line));
            lines.map(str::to_owned).collect()
        };
        let plain =
            |word: &str| word.len() > 3 && word.bytes().all(|b| b.is_ascii_lowercase()) && !known.contains(word);
        let is_longer = |word: &&String| !word.is_ascii() && word.chars().count() > 2;
        Self {
            listed: known.iter().filter(is_longer).cloned().collect(),
            english: chosen(dictionary("english_words.txt"), &plain),
            chinese: chosen(dictionary("chinese_words.txt"), &|word| word.chars().count() > 1 && !holds_known(word)),
        }
    }
}

/// Numbers that follow from a text, the same in every run.
struct Draw(u64);

impl Draw {
    fn of(text: &str, salt: u64) -> Self {
        Self(
            text.bytes().fold(0xcbf2_9ce4_8422_2325 ^ salt, |hash, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
            }),
        )
    }

    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        usize::try_from((self.0 >> 33) % u64::try_from(end).unwrap()).unwrap()
    }

    fn one<'a, T: AsRef<str>>(&mut self, of: &'a [T]) -> &'a str {
        of[self.below(of.len())].as_ref()
    }
}

const HEADS: [&str; 10] =
    ["segment", "division", "products", "customers", "brand", "business", "portfolio", "plants", "line", ""];
/// Never without one: a Chinese word alone is as often an adverb (由此可见) as a name.
const CHINESE_HEADS: [&str; 9] = ["业务", "板块", "产品", "客户", "品牌", "分部", "系列", "条线", "门店"];
const SYLLABLES: [&str; 8] = ["zor", "blax", "quim", "tev", "nuro", "plic", "wex", "yont"];

/// A phrase that names a part, a product, a brand or a customer group which nobody knows.
fn english(words: &Words, draw: &mut Draw) -> String {
    let name = match draw.below(3) {
        0 => format!("{}{}", draw.one(&SYLLABLES), draw.one(&SYLLABLES)),
        1 => draw.one(&words.english).to_owned(),
        _ => format!("{} {}", draw.one(&words.english), draw.one(&words.english)),
    };
    format!("{name} {}", draw.one(&HEADS)).trim().to_owned()
}

fn chinese(words: &Words, draw: &mut Draw) -> String {
    loop {
        let phrase = format!("{}{}", draw.one(&words.chinese), draw.one(&CHINESE_HEADS));
        // Together they may say what a list has: 比分 and 产品 ask for 分产品.
        if !words.listed.iter().any(|listed| phrase.contains(listed.as_str())) {
            return phrase;
        }
    }
}

/// The question with a phrase that narrows it.
fn narrowed(question: &str, words: &Words, draw: &mut Draw) -> String {
    let bare = question.trim_end_matches(['?', '？', '.', '。', '!', '！', ' ']);
    if question.chars().any(|c| ('\u{4e00}'..'\u{a000}').contains(&c)) {
        let phrase = chinese(words, draw);
        // Before a clause that only leads up to the question a phrase would belong to that clause.
        let wordings = if bare.contains(['，', ',', '：', ':']) { 4 } else { 5 };
        return match draw.below(wordings) {
            0 => format!("{phrase}：{question}"),
            1 => format!("{bare}，仅{phrase}"),
            2 => format!("{bare}（{phrase}）"),
            3 => format!("{bare}，只看{phrase}那块"),
            _ => format!("{phrase}的{question}"),
        };
    }
    let phrase = english(words, draw);
    match draw.below(5) {
        0 => format!("{phrase}: {question}"),
        1 => format!("{bare}, {phrase} only?"),
        2 => format!("{bare} ({phrase})?"),
        3 => format!("{bare} of the {phrase}?"),
        _ => format!("For the {phrase}, {question}"),
    }
}

/// Whether a question asks for one figure in the plain way that a phrase can narrow.
fn asks_one(case: &Case) -> bool {
    case.case_type == CaseType::Numeric
        && !case.expected.refuse
        && case.expected.facts.len() == 1
        && case.expected.operation.is_none()
}

fn states_a_figure(outcome: &Outcome) -> bool {
    outcome.tool_results.iter().any(|result| serde_json::to_value(result).unwrap()["status"] == "found")
}

#[test]
fn a_part_that_nobody_knows_never_gets_the_wholes_figure() {
    let suite = Suite::load_with_truths(
        &folder().join("golden/qa"),
        &folder().join("fixtures"),
        &folder().join("golden/extraction"),
    );
    let suite = suite.unwrap_or_else(|faults| panic!("{faults}"));
    let target = EngineTarget::open(&folder().join("fixtures"), Lane::Tool).unwrap();
    let words = Words::load();
    assert!(words.english.len() > 20_000 && words.chinese.len() > 2_000, "the dictionaries were not read");
    let wordings = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(WORDINGS);
    let mut asked = 0;
    let mut wrong = Vec::new();
    for case in suite.cases.iter().filter(|case| asks_one(case)) {
        for wording in 0..wordings {
            let question = narrowed(&case.question, &words, &mut Draw::of(&case.id, wording));
            let outcome = target.answer(&case.fixture, &question, case.reference_date).unwrap();
            asked += 1;
            if states_a_figure(&outcome) {
                wrong.push(format!("{} {question}\n  {}", case.id, outcome.answer_plain));
            }
        }
    }
    assert!(asked >= ASKED_MIN, "only {asked} questions were asked");
    assert!(wrong.is_empty(), "{} of {asked}:\n{}", wrong.len(), wrong.join("\n"));
}
