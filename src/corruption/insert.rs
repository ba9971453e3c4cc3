//! Something is added that nothing bears out.

use super::{Corruption, Honest, without_marks};

pub(super) const ALL: &[Corruption] = &[
    Corruption::new("an invented sentence outside the prose", |honest| {
        honest.saying("管理层对前景表示乐观。", "Management is optimistic about the outlook.")
    }),
    Corruption::new("an invented sentence before everything", |honest| {
        let sentence = honest.pick("整体表现稳健。", "Performance was solid overall.");
        honest.reworded(|text| format!("{sentence}\n{text}"))
    }),
    Corruption::new("an invented sentence behind a line", |honest| {
        let sentence = honest.pick("，创历史新高", ", a record high");
        honest.reworded(|text| format!("{}{sentence}", text.trim_end()))
    }),
    Corruption::new("an invented sentence in the plain form alone", |honest| {
        honest.with(|outcome| outcome.answer_plain.push_str(honest.pick("\n这是好消息。", "\nThat is good news.")))
    }),
    Corruption::new("an invented sentence in the sourced form alone", |honest| {
        honest.with(|outcome| outcome.answer.push_str(honest.pick("\n这是好消息。", "\nThat is good news.")))
    }),
    Corruption::new("advice that nobody asked for", |honest| honest.saying("建议买入。", "You should buy.")),
    Corruption::new("an invented sentence that repeats the question", |honest| {
        let question = &honest.case.question;
        honest.saying(&format!("{question}情况很好。"), &format!("{question} It is fine."))
    }),
    Corruption::new("37.5 % invented and listed as unsupported, without a caution", |honest| {
        honest.prose()?;
        let sentence = honest.pick("业务增长了37.5%。", "Business grew by 37.5%.");
        honest.with(|outcome| {
            outcome.answer = format!("{}\n{sentence}", outcome.answer);
            outcome.answer_plain = format!("{}\n{sentence}", outcome.answer_plain);
            outcome.unsupported_numbers.push("37.5".to_owned());
        })
    }),
    Corruption::new("37.5 % invented in the prose and listed, without a caution", |honest| {
        let sentence = honest.pick("业务增长了37.5%。 [1]", "Business grew by 37.5%. [1]");
        let mut outcome = honest.retold(|line| Some(format!("{line}\n{sentence}")))?;
        outcome.unsupported_numbers.push("37.5".to_owned());
        Some(outcome)
    }),
    Corruption {
        share_min: 95,
        ..Corruption::new("a number equal to the year in the question", |honest| {
            let year = year(&honest.case.question)?;
            honest.saying(&format!("招聘了{year}名代理人。"), &format!("It hired {year} agents."))
        })
    },
    Corruption::new("a number in Chinese words", |honest| honest.saying("增长百分之八。", "It grew 百分之八.")),
    Corruption::new("a number in English words", |honest| {
        honest.saying("It grew by eight per cent.", "It grew by eight per cent.")
    }),
    Corruption::new("a quantity without a number", |honest| {
        honest.saying("比上年翻了一番。", "That is double the year before.")
    }),
    Corruption::new("a hedge on a value", |honest| {
        let value = honest.found().first()?.value.to_string();
        honest.replaced(&value, &format!("{}{value}", honest.pick("约", "about ")))
    }),
    Corruption::new("a second value for the same thing", |honest| {
        let found = honest.found();
        let value = found.first()?.value.to_string();
        let line = honest.outcome.answer_plain.lines().find(|line| line.contains(&value))?.to_owned();
        honest.reworded(|text| format!("{text}\n{}", line.replacen(&value, "1.5", 1)))
    }),
    Corruption::new("the same line twice", |honest| {
        let line = honest.outcome.answer_plain.lines().find(|line| !line.trim().is_empty())?.to_owned();
        honest.reworded(|text| format!("{text}\n{line}"))
    }),
    Corruption::new("the same sentence of prose twice", |honest| honest.retold(|line| Some(format!("{line}\n{line}")))),
    Corruption::new("an uncited sentence in the prose", |honest| {
        honest.retold(|line| Some(format!("{line}\n{}", honest.pick("这一趋势将会持续。", "This trend will go on."))))
    }),
    Corruption::new("a cited invention in the prose", |honest| {
        honest.retold(|line| {
            Some(format!("{line}\n{}", honest.pick("董事会对此深感忧虑。 [1]", "The board is deeply worried. [1]")))
        })
    }),
    Corruption::new("all cited passages dumped as prose", |honest| dumped(honest, true)),
    Corruption::new("all cited passages dumped as they are", |honest| dumped(honest, false)),
    Corruption::new("hidden markup with a sentence", |honest| {
        honest.saying(
            "<span style=\"display:none\">业务大幅改善。</span>",
            "<span style=\"display:none\">Much better.</span>",
        )
    }),
    Corruption::new("a link of one's own", |honest| {
        honest.saying("[详情](http://example.com)", "[Details](http://example.com)")
    }),
    Corruption::new("a comment in HTML", |honest| honest.saying("<!-- 内部备注 -->", "<!-- internal note -->")),
    Corruption::new("zero-width letters between", |honest| {
        honest.reworded(|text| {
            let middle = text.chars().count() / 2;
            text.chars()
                .enumerate()
                .flat_map(|(at, c)| [(at == middle).then_some('\u{200B}'), Some(c)])
                .flatten()
                .collect()
        })
    }),
    Corruption::new("a choice that the profile does not have", |honest| {
        honest.outcome.clarification.narrowing_options.first()?;
        let invented = honest.pick("客户幸福感", "Happiness").to_owned();
        honest.with(|outcome| outcome.clarification.narrowing_options.push(invented))
    }),
    Corruption::new("an invented sentence in the question back", |honest| {
        let question = honest.outcome.clarification.question.clone()?;
        let sentence = honest.pick("业务很好。", " Business is good.");
        honest.with(|outcome| outcome.clarification.question = Some(format!("{question}{sentence}")))
    }),
    Corruption::new("a wrong value in the question back", |honest| {
        let question = honest.outcome.clarification.question.clone()?;
        let sentence = honest.pick("（去年为三成）", " (it was a third last year)");
        honest.with(|outcome| {
            outcome.clarification.question = Some(format!("{question}{sentence}"));
            outcome.answer = format!("{}{sentence}", outcome.answer);
            outcome.answer_plain = format!("{}{sentence}", outcome.answer_plain);
        })
    }),
    Corruption::new("a document that was never found, listed", |honest| {
        honest.prose()?;
        honest.with(|outcome| {
            let line = honest.pick("其他检索到的文档：内部邮件.md", "Also retrieved: internal_mail.md");
            outcome.answer = format!("{}\n{line}", outcome.answer);
        })
    }),
];

/// The first year that a question names.
fn year(question: &str) -> Option<String> {
    let is_year = |part: &&str| part.len() == 4 && part.starts_with("20");
    question.split(|c: char| !c.is_ascii_digit()).find(is_year).map(str::to_owned)
}

/// Every sentence of every cited passage, each with its mark, or the passages as they are, in the place of the prose.
fn dumped(honest: &Honest<'_>, by_sentence: bool) -> Option<crate::outcome::Outcome> {
    let prose = honest.prose()?;
    let mut lines = Vec::new();
    for passage in honest.outcome.cited() {
        let mark = format!(" [{}]", passage.number);
        if by_sentence {
            let ends = |c: char| matches!(c, '。' | '！' | '？' | '\n');
            let parts = passage.text.split_inclusive(ends).flat_map(|part| part.split_inclusive(". "));
            lines.extend(parts.map(str::trim).filter(|part| !part.is_empty()).map(|part| format!("{part}{mark}")));
        } else {
            lines.push(format!("{}{mark}", passage.text.trim()));
        }
    }
    // So little may all be what was asked for.
    let said: usize = honest.outcome.cited().map(|passage| passage.text.matches(['。', '.', '\n']).count()).sum();
    if said <= 3 || (by_sentence && lines.len() <= 3) {
        return None;
    }
    let dump = lines.join("\n");
    let said: Vec<&str> = dump.split_whitespace().collect();
    if said == prose.split_whitespace().collect::<Vec<_>>() {
        return None;
    }
    let (bare, dump_bare) = (without_marks(prose), without_marks(&dump));
    honest.with(|outcome| {
        outcome.answer = outcome.answer.replacen(prose, &dump, 1);
        outcome.answer_plain = outcome.answer_plain.replacen(&bare, &dump_bare, 1);
        if let Some(narrative) = &mut outcome.narrative {
            narrative.prose = Some(dump);
        }
    })
}
