//! The sentences of the narrative part. Fixed words hold no numeral here either; names of documents and numbers in prose
//! come in as arguments.

use super::Sentences;
use crate::narrative::{Contradiction, NarrativeStatus, Subject};
use crate::passage::Passage;
use crate::retrieval::Attribute;

/// How many values of one kind a sentence lists.
const LISTED_MAX: usize = 12;
/// How much of a title or a document's name a list of sources shows.
const NAME_CHARS_MAX: usize = 80;

impl Sentences<'_> {
    /// The heading of the narrative part of a composite answer.
    pub(in crate::answer) fn why_heading(&self) -> &'static str {
        self.pick("归因分析：", "Why:")
    }

    /// What can be asked instead of a question for passages.
    pub(in crate::answer) fn ask_for_a_metric(&self) -> &'static str {
        self.pick("可以直接问某个指标在某个期间的数值。", "Ask for a metric by name and period to get its figure.")
    }

    /// Why there is no prose; none when there is.
    pub(in crate::answer) fn no_prose(&self, status: NarrativeStatus) -> Option<&'static str> {
        Some(match status {
            NarrativeStatus::Answered => return None,
            NarrativeStatus::NoRetriever => self.pick(
                "叙述性资料的检索尚未接入，因此不回答原因和经过，以免编造。",
                "Retrieval of narrative documents is not wired yet, so reasons are not answered rather than invented.",
            ),
            NarrativeStatus::NoSubject => self.pick(
                "问题没有说明要了解什么，因此不作回答，以免编造。请写出指标、实体、期间或事件。",
                "The question does not say what it is about, so nothing is said rather than invented. Name a metric, an entity, a period or an event.",
            ),
            NarrativeStatus::NoDocuments => self.pick(
                "还没有可以检索的文档，因此不回答原因和经过，以免编造。请先加入文档。",
                "No documents are stored yet, so reasons are not answered rather than invented. Add documents and ask again.",
            ),
            NarrativeStatus::NoPassage => self.pick(
                "在现有文档中没有找到相关段落，因此不作回答，以免编造。可以换个说法再问。",
                "No passage about this was found in the documents, so nothing is said rather than invented. Try other words.",
            ),
            NarrativeStatus::SearchFailed => self.pick(
                "文档检索出错，因此不回答原因和经过；engine doctor 会说明问题所在。",
                "The documents cannot be searched, so reasons are not answered; `engine doctor` tells what is wrong.",
            ),
            NarrativeStatus::ModelFailed => self.pick(
                "找到了相关段落，但没有得到可用的叙述，因此不作回答，以免编造。",
                "Passages were found, but no usable account of them was written, so nothing is said in its place.",
            ),
            NarrativeStatus::Withheld => self.pick(
                "叙述里有数字没有出现在所引用的段落中，按设置不予显示；请直接查看资料。",
                "The account states numbers that stand in no cited passage and is withheld, as the settings ask; read the sources.",
            ),
        })
    }

    /// That the documents are not those that were asked for.
    pub(in crate::answer) fn relaxed(&self, given_up: &[Attribute], subject: &Subject) -> String {
        let entities: Vec<String> = subject.entities.iter().map(|code| self.entity(code)).collect();
        let periods: Vec<String> = subject.periods.iter().map(ToString::to_string).collect();
        let parts: Vec<String> = given_up
            .iter()
            .map(|attribute| match attribute {
                Attribute::Entity => format!("{} = {}", self.pick("实体", "entity"), self.a_few(&entities)),
                Attribute::Period => format!("{} = {}", self.pick("期间", "period"), self.a_few(&periods)),
                other => other.to_string(),
            })
            .collect();
        let (zh, en) = match parts.as_slice() {
            [only] => (format!("没有标注为 {only} 的文档"), format!("No document is labelled {only}")),
            // Each of them may well be there without the others.
            [first, rest @ ..] => (
                format!("没有同时标注为 {} 的文档", parts.join("、")),
                format!("No document is labelled with both {first} and {}", rest.join(" and ")),
            ),
            [] => ("没有符合条件的文档".to_owned(), "No document fits".to_owned()),
        };
        self.pick(
            format!("{zh}；以下内容来自其他文档，可能说的是别的实体或期间。"),
            format!("{en}; what follows is from other documents, which may be about another entity or period."),
        )
    }

    /// That the question says a period which cannot be read, so that no document was left out for it; none where it does not.
    pub(in crate::answer) fn unread_periods(&self, subject: &Subject) -> Option<String> {
        let unread: Vec<String> = subject.unread_periods.iter().map(|words| format!("“{}”", one_line(words))).collect();
        (!unread.is_empty()).then(|| {
            let words = self.a_few(&unread);
            self.pick(
                format!("注意：没有读懂期间{words}，检索没有按它筛选；以下内容可能属于其他期间。"),
                format!("Note: the period {words} could not be read and narrowed no search; what follows may be of another period."),
            )
        })
    }

    /// That a cited passage states the opposite of what the question takes for granted, with and without its number.
    pub(in crate::answer) fn contradicted(&self, contradiction: &Contradiction) -> (String, String) {
        let Contradiction { passage, asked, stated } = contradiction;
        let plain = self.pick(
            format!("注意：问题的前提是“{asked}”，而所引用的资料说的是“{stated}”"),
            format!("Note: the question says “{asked}”, but the cited document says “{stated}”"),
        );
        (format!("{plain} [{passage}]{}", self.pick("。", ".")), format!("{plain}{}", self.pick("。", ".")))
    }

    /// The numbers that no cited passage states.
    pub(in crate::answer) fn caution(&self, numbers: &[String]) -> String {
        let numbers = self.a_few(numbers);
        self.pick(
            format!("注意：以下数字没有出现在所引用的段落中，请核对：{numbers}"),
            format!("Caution: these numbers stand in no cited passage; check them: {numbers}"),
        )
    }

    /// That nobody looked whether the cited passages speak of what was asked.
    pub(in crate::answer) fn foreign(&self) -> &'static str {
        self.pick(
            "注意：引用的段落与问题语言不同，未能与问题的用词比对，请核对它们是否回答了问题。",
            "Note: the cited passages are in another language, where the question's words could not be looked for; check \
             that they answer it.",
        )
    }

    /// That an account was cut off.
    pub(in crate::answer) fn shortened(&self) -> &'static str {
        self.pick("（叙述过长，其余部分已略去。）", "(The account was too long; the rest was left out.)")
    }

    /// The heading of the list of cited passages.
    pub(in crate::answer) fn sources_heading(&self) -> &'static str {
        self.pick("来源：", "Sources:")
    }

    /// A cited passage in the list of sources.
    pub(in crate::answer) fn cited(&self, number: usize, passage: &Passage) -> String {
        let (doc, title) = (one_line(passage.doc()), one_line(passage.title()));
        let name = if title.is_empty() || title == doc { doc } else { format!("{title} · {doc}") };
        let as_of = passage.valid_as_of().map_or_else(String::new, |date| self.as_of(date));
        format!("[{number}] {name} · {}{as_of}", passage.chunk().id.locator())
    }

    /// The documents that were found and that the prose does not cite.
    pub(in crate::answer) fn also_retrieved(&self, docs: &[&str]) -> String {
        let docs = docs.iter().map(|doc| one_line(doc)).collect::<Vec<_>>().join(self.pick("、", ", "));
        self.pick(format!("其他检索到的文档：{docs}"), format!("Also retrieved: {docs}"))
    }

    /// The first values of a list, with a sign where more were left out.
    fn a_few(&self, values: &[String]) -> String {
        let few = values.iter().take(LISTED_MAX).map(String::as_str).collect::<Vec<_>>().join(self.pick("、", ", "));
        if values.len() > LISTED_MAX { format!("{few} …") } else { few }
    }
}

/// A name as one line of bounded length, without what a terminal would act on.
fn one_line(name: &str) -> String {
    let visible: String = name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let line = visible.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(NAME_CHARS_MAX) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}
