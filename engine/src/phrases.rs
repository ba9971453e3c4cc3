//! The sentences that ask back, say what was assumed or refuse, in both languages, with a profile's labels. What was found
//! is put into words where answers are written. Fixed words hold no numeral of any kind, so that a refusal states no number
//! (a test reads them all); numbers come in as arguments only.

use crate::code::{EntityCode, MetricCode};
use crate::intent::Param;
use crate::lang::Lang;
use crate::language::numbers::numeric_content::speaks_of_numbers;
use crate::period::Period;
use crate::profile::Profile;

/// The sentences in one language, with a profile's labels.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Phrases<'a> {
    lang: Lang,
    profile: &'a Profile,
}

impl<'a> Phrases<'a> {
    pub(crate) fn new(lang: Lang, profile: &'a Profile) -> Self {
        Self { lang, profile }
    }

    pub(crate) fn lang(&self) -> Lang {
        self.lang
    }

    pub(crate) fn profile(&self) -> &'a Profile {
        self.profile
    }

    /// The one of two wordings that is in the language of the answer.
    pub(crate) fn pick<T>(&self, zh: T, en: T) -> T {
        match self.lang {
            Lang::Zh => zh,
            Lang::En => en,
        }
    }

    /// A metric's label; its code where the profile does not know it.
    pub(crate) fn metric(&self, code: &MetricCode) -> String {
        self.profile.metrics.get(code).map_or_else(|| code.to_string(), |m| m.label.get(self.lang).to_owned())
    }

    /// An entity's label; its code where the profile does not know it.
    pub(crate) fn entity(&self, code: &EntityCode) -> String {
        self.profile.entities.get(code).map_or_else(|| code.to_string(), |e| e.label.get(self.lang).to_owned())
    }

    /// The name of a dimension.
    pub(crate) fn param(&self, param: Param) -> &'static str {
        match param {
            Param::Metric => self.pick("指标", "metric"),
            Param::Entity => self.pick("实体", "entity"),
            Param::Period => self.pick("期间", "period"),
            Param::Channel => self.pick("渠道", "channel"),
        }
    }

    /// A question for exactly this scope, to be clicked.
    pub(crate) fn scope(&self, metric: &MetricCode, entity: &EntityCode, period: Period) -> String {
        format!("{} {} {}", self.entity(entity), period, self.metric(metric))
    }

    /// That a name is not known. `words` are those of the question; a parser's own words are not repeated, since they
    /// could hold a number that nobody asked about.
    pub(crate) fn unrecognized(&self, param: Param, words: Option<&str>, nearest: Option<&str>) -> String {
        let what = self.param(param);
        let named = words.map_or_else(String::new, |words| {
            let words = shortened(words);
            self.pick(format!("“{words}”"), format!(" “{words}”"))
        });
        let hint = nearest.filter(|near| !speaks_of_numbers(near)).map_or_else(String::new, |near| {
            self.pick(format!("是否指“{near}”？"), format!(" Did you mean “{near}”?"))
        });
        let why = match param {
            Param::Period => self.pick(
                "它不对应任何可查的期间，因此不给出数字。",
                "it matches no period that facts are kept for, so no figure is given.",
            ),
            _ => self.pick(
                "资料中没有这个名称，因此不给出它的数字。",
                "it is not among the reported names, so no figure is given for it.",
            ),
        };
        self.pick(format!("无法识别的{what}{named}：{why}{hint}"), format!("Unrecognised {what}{named}: {why}{hint}"))
    }

    /// That a company is out of scope.
    pub(crate) fn out_of_scope(&self, name: &str) -> String {
        let home = self.profile.home.company.get(self.lang);
        self.pick(
            format!("“{name}”不在回答范围内，这里不提供它的任何信息。可以改问{home}。"),
            format!("“{name}” is out of scope; nothing is said about it here. You can ask about {home} instead."),
        )
    }

    pub(crate) fn which_metric(&self, options: &[String]) -> String {
        let options = self.list(options);
        self.pick(
            format!("请问要查哪个指标？可查的有：{options}。"),
            format!("Which metric do you mean? Available: {options}."),
        )
    }

    /// That the metric is not known, and which ones are: those with a like name, or else all.
    pub(crate) fn unknown_metric(&self, name: &str, near: &[String], all: &[String]) -> String {
        let name = (!speaks_of_numbers(name)).then_some(name);
        let unknown = self.unrecognized(Param::Metric, name, None);
        if near.is_empty() {
            return self
                .pick(format!("{unknown}{}", self.which_metric(all)), format!("{unknown} {}", self.which_metric(all)));
        }
        let near = self.list(near);
        self.pick(
            format!("{unknown}请问要查哪个指标？相近的有：{near}。"),
            format!("{unknown} Which metric do you mean? Nearest: {near}."),
        )
    }

    /// That a qualified metric is another quantity.
    pub(crate) fn qualified_metric(&self, qualifier: &str, options: &[String]) -> String {
        let options = self.list(options);
        let named = if speaks_of_numbers(qualifier) {
            self.pick("限定词", "its qualifier").to_owned()
        } else {
            format!("“{}”", shortened(qualifier))
        };
        self.pick(
            format!("问题里的{named}说的是另外的口径，资料中没有这个指标。请问要查哪个？相近的有：{options}。"),
            format!("With {named} this is another quantity, which is not among the metrics. Which do you mean? Nearest: {options}."),
        )
    }

    pub(crate) fn which_entity(&self, options: &[String]) -> String {
        let options = self.list(options);
        self.pick(
            format!("请问要查哪个实体？可查的有：{options}。"),
            format!("Which entity do you mean? Available: {options}."),
        )
    }

    pub(crate) fn which_period(&self) -> String {
        self.pick("请问要查哪个期间？".to_owned(), "Which period do you mean?".to_owned())
    }

    /// That too many facts are asked for at a time.
    pub(crate) fn too_many(&self) -> String {
        self.pick(
            "问题涉及的数值太多，请缩小范围：少列些指标、实体、期间或渠道。".to_owned(),
            "That asks for too many figures at a time; name fewer metrics, entities, periods or channels.".to_owned(),
        )
    }

    /// The entries of a list, one after the other.
    pub(crate) fn list(&self, options: &[String]) -> String {
        options.join(self.pick("、", ", "))
    }

    /// The banner over an answer that rests on an assumption.
    pub(crate) fn assumption(&self, assumed: &[Param], entities: &[EntityCode], periods: &[Period]) -> String {
        let parts: Vec<String> = assumed
            .iter()
            .map(|param| {
                let value = match param {
                    Param::Entity => entities.first().map(|code| self.entity(code)),
                    Param::Period => periods.first().map(ToString::to_string),
                    Param::Metric | Param::Channel => None,
                };
                format!("{} = {}", self.param(*param), value.unwrap_or_default())
            })
            .collect();
        let parts = self.list(&parts);
        self.pick(
            format!("【假设】问题没有说明，按 {parts} 回答（如需收窄，请写明）。"),
            format!("[Assumed] Not stated in the question, answered for {parts} (say otherwise to narrow it)."),
        )
    }
}

/// How much of a question's words an answer repeats.
const ECHO_CHARS_MAX: usize = 60;

fn shortened(words: &str) -> String {
    let mut chars = words.chars();
    let mut short: String = chars.by_ref().take(ECHO_CHARS_MAX).collect();
    if chars.next().is_some() {
        short.push('…');
    }
    short
}
