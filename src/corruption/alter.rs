//! Something that stands there is changed into something else of its kind.

use super::{Corruption, Honest, without_marks};
use crate::outcome::{Found, Outcome, ToolResult};

pub(super) const ALL: &[Corruption] = &[
    Corruption::new("the text names another entity than the value is of", |honest| {
        renamed(honest, |honest, found| {
            let entities = &honest.fixture.profile.entities;
            Some((honest.label(entities, &found.entity), honest.neighbour(entities, &found.entity)?))
        })
    }),
    Corruption::new("the text names another metric than the value is of", |honest| {
        renamed(honest, |honest, found| {
            let metrics = &honest.fixture.profile.metrics;
            Some((honest.label(metrics, &found.metric_code), honest.neighbour(metrics, &found.metric_code)?))
        })
    }),
    Corruption::new("the text names another channel than the value is of", |honest| {
        renamed(honest, |honest, found| {
            let channels = &honest.fixture.profile.channels;
            Some((honest.label(channels, &found.channel), honest.neighbour(channels, &found.channel)?))
        })
    }),
    Corruption::new("the text names another unit than the value is in", |honest| {
        renamed(honest, |honest, found| {
            let units = &honest.fixture.profile.units;
            Some((honest.label(units, &found.unit), honest.neighbour(units, &found.unit)?))
        })
    }),
    Corruption::new("the text names the year before", |honest| {
        let found = honest.found();
        let year: u16 = found.first()?.period.get(..4)?.parse().ok()?;
        honest.replaced(&year.to_string(), &(year - 1).to_string())
    }),
    Corruption::new("the text says half a year where the value is of the year", |honest| {
        let found = honest.found();
        let found = found.iter().find(|found| found.period_type == "FY")?;
        honest.replaced(&format!("FY{}", found.period), &format!("{}H1", found.period))
    }),
    Corruption::new("the text calls a fiscal year a calendar year", |honest| {
        let found = honest.found();
        let found = found.iter().find(|found| found.period_type == "FY")?;
        honest.replaced(
            &format!("FY{}", found.period),
            &honest.pick(format!("{}自然年", found.period), format!("calendar {}", found.period)),
        )
    }),
    Corruption::new("two values change places", |honest| {
        let found = honest.found();
        let [first, second, ..] = found.as_slice() else { return None };
        let (one, other) = (first.value.to_string(), second.value.to_string());
        honest.reworded(|text| text.replace(&one, "\u{1}").replace(&other, &one).replace('\u{1}', &other))
    }),
    Corruption::new("the entities of two values change places", |honest| {
        let found = honest.found();
        let [first, second, ..] = found.as_slice() else { return None };
        let entities = &honest.fixture.profile.entities;
        let (one, other) = (honest.label(entities, &first.entity), honest.label(entities, &second.entity));
        honest.reworded(|text| text.replace(one, "\u{1}").replace(other, one).replace('\u{1}', other))
    }),
    Corruption::new("digits in full width", |honest| {
        let found = honest.found();
        let value = found.first()?.value.to_string();
        let wide = value.chars().map(|c| match c {
            '0'..='9' | '.' | '-' => char::from_u32(u32::from(c) + 0xFEE0).unwrap_or(c),
            _ => c,
        });
        honest.replaced(&value, &wide.collect::<String>())
    }),
    Corruption::new("a value loses its sign, or gets one", |honest| {
        let found = honest.found();
        let value = found.first()?.value;
        honest.replaced(&value.to_string(), &(-value).to_string())
    }),
    Corruption::new("the sign of a change flipped", |honest| {
        let (before, behind) = change_line(honest)?;
        let flipped = behind.strip_prefix('-').map_or_else(|| format!("-{behind}"), str::to_owned);
        honest.replaced(&format!("{before}{behind}"), &format!("{before}{flipped}"))
    }),
    Corruption::new("the percentage of a change flipped", |honest| {
        let (before, behind) = change_line(honest)?;
        let (amount, percent) = behind.split_once(['（', '('])?;
        let opening = honest.pick('（', '(');
        let flipped = percent.strip_prefix('-').map_or_else(|| format!("-{percent}"), str::to_owned);
        honest.replaced(&format!("{before}{behind}"), &format!("{before}{amount}{opening}{flipped}"))
    }),
    Corruption::new("the periods of a change swapped", |honest| {
        let line = honest.outcome.answer_plain.lines().find(|line| line.contains(" → "))?;
        let opening = line.find(['（', '('])?;
        let (start, rest) = line.split_at(opening + line.get(opening..)?.chars().next()?.len_utf8());
        let close = rest.find(['）', ')'])?;
        let (periods, end) = rest.split_at(close);
        let (from, to) = periods.split_once(" → ")?;
        honest.replaced(line, &format!("{start}{to} → {from}{end}"))
    }),
    Corruption::new("a rise told as a fall", |honest| {
        let (before, _) = change_line(honest)?;
        let word = honest.pick(("变动", "下降"), ("Change", "Decrease"));
        honest.replaced(&before, &before.replacen(word.0, word.1, 1))
    }),
    Corruption::new("a direction word of the prose turned round", |honest| honest.retold(turned)),
    Corruption::new("a negation in the prose", |honest| honest.retold(denied)),
    Corruption::new("a negation out of the prose", |honest| {
        honest.retold(|line| DENIALS.iter().find(|word| line.contains(**word)).map(|word| line.replacen(word, "", 1)))
    }),
    Corruption::new("two numbers of a sentence of prose change places", |honest| {
        honest.retold(|line| {
            let (text, mark) = line.rsplit_once(" [")?;
            let numbers = crate::numerals::find(text);
            let [first, .., last] = numbers.as_slice() else { return None };
            let (start, middle, end) =
                (text.get(..first.span.start)?, text.get(first.span.end..last.span.start)?, text.get(last.span.end..)?);
            Some(format!("{start}{}{middle}{}{end} [{mark}", last.text, first.text))
        })
    }),
    Corruption::new("an entity of the prose is another one", |honest| {
        let entities = &honest.fixture.profile.entities;
        honest.retold(|line| {
            let code = entities.codes().find(|code| line.contains(honest.label(entities, code)))?;
            Some(line.replacen(honest.label(entities, code), honest.neighbour(entities, code)?, 1))
        })
    }),
    Corruption::new("a sentence of the prose cut off", |honest| {
        honest.retold(|line| {
            let (text, mark) = line.rsplit_once(" [")?;
            let half: String = text.chars().take(text.chars().count() * 2 / 3).collect();
            let stop = honest.pick('。', '.');
            Some(format!("{half}{stop} [{mark}"))
        })
    }),
    Corruption::new("two sentences of the prose made into one", |honest| {
        let lines: Vec<&str> = honest.prose()?.lines().collect();
        let [first, second, ..] = lines.as_slice() else { return None };
        let (first, second) = ((*first).to_owned(), (*second).to_owned());
        honest.retold(|line| {
            let (text, _) = line.rsplit_once(" [")?;
            let joint = honest.pick("，因为", ", because ");
            (line == first).then(|| format!("{}{joint}{second}", text.trim_end_matches(['。', '.'])))
        })
    }),
    Corruption::new("a sentence of the prose cites another passage", |honest| {
        let other = honest.outcome.cited().nth(1)?;
        honest.retold(|line| {
            let said = without_marks(line);
            let is_there = other.text.replace('\n', " ").contains(said.trim());
            (line.contains("[1]") && !is_there).then(|| line.replacen("[1]", "[2]", 1))
        })
    }),
    Corruption::new("the question back is `?`", |honest| {
        let question = honest.outcome.clarification.question.clone()?;
        let mut outcome = honest.replaced(&question, "?")?;
        outcome.clarification.question = Some("?".to_owned());
        Some(outcome)
    }),
    Corruption::new("the question back asks something else", |honest| {
        let question = honest.outcome.clarification.question.clone()?;
        let mut outcome = honest.replaced(&question, honest.pick("请问要查哪个期间？", "Which period do you mean?"))?;
        outcome.clarification.question = Some(outcome.answer.clone());
        Some(outcome)
    }),
    Corruption::new("the assumption's banner says something else than is answered", |honest| {
        let note = honest.outcome.clarification.assumption_note.clone()?;
        let found = honest.found();
        let found = found.first()?;
        let entities = &honest.fixture.profile.entities;
        let (own, other) = (honest.label(entities, &found.entity), honest.neighbour(entities, &found.entity)?);
        let wrong = if note.contains(own) { note.replacen(own, other, 1) } else { note.replacen("20", "19", 1) };
        let mut outcome = honest.replaced(&note, &wrong)?;
        outcome.clarification.assumption_note = Some(wrong);
        Some(outcome)
    }),
    Corruption::new("a refusal's text is an HTTP error", |honest| {
        replaced_refusal(honest, "HTTP 503 Service Unavailable")
    }),
    Corruption::new("a refusal's text is a stack trace", |honest| {
        replaced_refusal(honest, "Traceback (most recent call last): KeyError")
    }),
    Corruption::new("a refusal's text is an apology", |honest| {
        replaced_refusal(
            honest,
            honest.pick("抱歉，出错了，请稍后再试。", "Sorry, something went wrong. Please try again later."),
        )
    }),
    Corruption::new("another name is said to be missing", |honest| {
        let missing = honest.outcome.tool_results.iter().find_map(|result| match result {
            ToolResult::NotFound { normalized, .. } => Some(normalized),
            _ => None,
        })?;
        let others: Vec<&str> =
            honest.fixture.profile.metrics.codes().filter(|code| *code != missing.metric_code).collect();
        honest.replaced(&missing.metric_code, honest.draw(others)?)
    }),
    Corruption::new("another word is said to be unknown", |honest| {
        let raw = honest.outcome.tool_results.iter().find_map(|result| match result {
            ToolResult::UnrecognizedParam { raw, .. } => raw.clone(),
            _ => None,
        })?;
        honest.replaced(&format!("“{raw}”"), honest.pick("“别的”", "“something else”"))
    }),
    Corruption::new("another operation is said not to be computed", |honest| {
        honest.outcome.intent.operation.as_ref()?;
        let line =
            honest.outcome.answer.lines().find(|line| line.contains(honest.pick("不计算：", "Not computed: ")))?;
        let word = line.split(['：', ':']).nth(1)?.split(['。', '.']).next()?.trim();
        let wrong = if word.contains(honest.pick("预测", "forecast")) {
            honest.pick("加总", "a sum")
        } else {
            honest.pick("预测", "a forecast")
        };
        honest.replaced(word, wrong)
    }),
    Corruption::new("names in the other language", |honest| {
        renamed(honest, |honest, found| {
            let entities = &honest.fixture.profile.entities;
            Some((honest.label(entities, &found.entity), entities.label(&found.entity, honest.pick("en", "zh"))))
        })
    }),
    Corruption::new("the date of the statement is another one", |honest| {
        let found = honest.found();
        let date = found.iter().find_map(|found| found.valid_as_of.clone())?;
        honest.replaced(&date, "2019-01-31")
    }),
    Corruption::new("the place of a value in the text is another one", |honest| {
        let found = honest.found();
        let locator = &found.first()?.source.locator;
        honest.replaced(locator, "sheet=Other!A1")
    }),
    Corruption::new("the document of a value in the text is another one", |honest| {
        let found = honest.found();
        honest.replaced(&found.first()?.source.doc, "Other_Report_2025.pdf")
    }),
    Corruption::new("the text of another case", |honest| {
        honest.with(|outcome| {
            outcome.answer.clone_from(&honest.other.answer);
            outcome.answer_plain.clone_from(&honest.other.answer_plain);
        })
    }),
];

/// Words that deny, as far as the fixtures' prose has them.
// In code: a corruption writes one of them into a sentence.
const DENIALS: [&str; 8] = ["没有", "并非", "未", "不", " not ", " no ", " never ", " without "];
/// Words and those that say the opposite.
const OPPOSITES: [(&str, &str); 16] = [
    ("上升", "下降"),
    ("增长", "下滑"),
    ("提高", "降低"),
    ("增加", "减少"),
    ("高于", "低于"),
    ("改善", "恶化"),
    ("上年", "下年"),
    ("恢复", "中断"),
    (" rose ", " fell "),
    (" higher ", " lower "),
    (" increased ", " decreased "),
    (" grew ", " shrank "),
    (" more ", " less "),
    (" up ", " down "),
    (" above ", " below "),
    (" after ", " before "),
];

fn turned(line: &str) -> Option<String> {
    OPPOSITES.iter().find_map(|(one, other)| {
        let there = [(one, other), (other, one)].into_iter().find(|(word, _)| line.contains(**word));
        there.map(|(word, opposite)| line.replacen(word, opposite, 1))
    })
}

fn denied(line: &str) -> Option<String> {
    const BEFORE: [(&str, &str); 8] = [
        (" was ", " was not "),
        (" were ", " were not "),
        (" is ", " is not "),
        (" has ", " has not "),
        (" had ", " had not "),
        ("增", "并未增"),
        ("下降", "并未下降"),
        ("，", "，并非"),
    ];
    BEFORE.iter().find(|(word, _)| line.contains(word)).map(|(word, denied)| line.replacen(word, denied, 1))
}

/// The text with a name of the first value turned into another one, on its own line.
fn renamed<'a>(
    honest: &Honest<'a>,
    names: impl Fn(&Honest<'a>, &'a Found) -> Option<(&'a str, &'a str)>,
) -> Option<Outcome> {
    let found = honest.found();
    let first = found.first()?;
    let (own, other) = names(honest, first)?;
    let value = first.value.to_string();
    let line = honest.outcome.answer_plain.lines().find(|line| line.contains(&value) && line.contains(own))?;
    honest.replaced(line, &line.replacen(own, other, 1))
}

/// The line of a change, before and from its amount on.
fn change_line<'a>(honest: &Honest<'a>) -> Option<(String, &'a str)> {
    let line = honest.outcome.answer_plain.lines().find(|line| line.contains(" → "))?;
    let colon = honest.pick("：", ": ");
    let (before, behind) = line.split_once(colon)?;
    Some((format!("{before}{colon}"), behind))
}

fn replaced_refusal(honest: &Honest<'_>, text: &str) -> Option<Outcome> {
    honest.outcome.refused.then(|| honest.reworded(|_| text.to_owned())).flatten()
}
