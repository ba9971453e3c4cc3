//! Every sentence the engine says, in both languages. Fixed words hold no numeral of any kind, so that a refusal states
//! no number (a test reads them all); numbers come in as arguments from facts, periods and locators only.

mod narrative;

use crate::code::{ChannelCode, EntityCode, MetricCode, UnitCode};
use crate::guard::speaks_of_numbers;
use crate::intent::{Operation, Param};
use crate::lang::Lang;
use crate::period::Period;
use crate::profile::Profile;
use crate::structured::{Difference, Found, Normalized, OtherStatement, Waiting};

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

    fn pick<T>(&self, zh: T, en: T) -> T {
        match self.lang {
            Lang::Zh => zh,
            Lang::En => en,
        }
    }

    pub(crate) fn metric(&self, code: &MetricCode) -> String {
        self.profile.metrics.get(code).map_or_else(|| code.to_string(), |m| m.label.get(self.lang).to_owned())
    }

    pub(crate) fn entity(&self, code: &EntityCode) -> String {
        self.profile.entities.get(code).map_or_else(|| code.to_string(), |e| e.label.get(self.lang).to_owned())
    }

    fn channel(&self, code: &ChannelCode) -> String {
        self.profile.channels.get(code).map_or_else(|| code.to_string(), |c| c.label.get(self.lang).to_owned())
    }

    fn param(&self, param: Param) -> &'static str {
        match param {
            Param::Metric => self.pick("指标", "metric"),
            Param::Entity => self.pick("实体", "entity"),
            Param::Period => self.pick("期间", "period"),
            Param::Channel => self.pick("渠道", "channel"),
        }
    }

    /// A value with its unit; a sign such as % stands at the number.
    fn amount(&self, value: rust_decimal::Decimal, unit: &UnitCode) -> String {
        let label = self.profile.units.get(unit).map_or(unit.as_str(), |u| u.label.get(self.lang));
        let gap = if label.starts_with(['%', '‰', '°']) { "" } else { " " };
        format!("{value}{gap}{label}")
    }

    /// A question for exactly this scope, to be clicked.
    pub(crate) fn scope(&self, metric: &MetricCode, entity: &EntityCode, period: Period) -> String {
        format!("{} {} {}", self.entity(entity), period, self.metric(metric))
    }

    /// Who, when, what: the subject of a line, with the channel only when it is not the total.
    fn subject(&self, entity: &EntityCode, period: Period, metric: &MetricCode, channel: &ChannelCode) -> String {
        let subject = self.scope(metric, entity, period);
        if channel.is_total() {
            return subject;
        }
        let channel = self.channel(channel);
        self.pick(format!("{subject}（{channel}）"), format!("{subject} ({channel})"))
    }

    /// The line of a fact, without its source.
    pub(crate) fn fact(&self, found: &Found) -> String {
        let key = &found.key;
        let subject = self.subject(&key.entity, key.period, &key.metric, &key.channel);
        let colon = self.pick("：", ": ");
        let as_of = found.valid_as_of.map_or_else(String::new, |date| self.as_of(date));
        format!("{subject}{colon}{}{as_of}", self.amount(found.value, &found.unit))
    }

    fn as_of(&self, date: jiff::civil::Date) -> String {
        self.pick(format!(" · 截至 {date}"), format!(" · as of {date}"))
    }

    /// The source, in brackets.
    pub(crate) fn source(&self, doc: &str, locator: &str) -> String {
        self.pick(format!("（来源：{doc} · {locator}）"), format!(" (source: {doc} · {locator})"))
    }

    /// That another document states something else.
    pub(crate) fn conflict(&self, other: &OtherStatement) -> String {
        let amount = self.amount(other.value, &other.unit);
        let as_of = other.valid_as_of.map_or_else(String::new, |date| self.as_of(date));
        self.pick(
            format!("  注意：另有来源给出不同的数值 {amount}{as_of}"),
            format!("  Note: another source states {amount}{as_of}"),
        )
    }

    /// That there is no such fact: codes, period and channel, and no number of any kind beside them.
    pub(crate) fn not_found(&self, missing: &Normalized) -> String {
        let Normalized { metric_code, entity, channel, key, .. } = missing;
        let period = key.period;
        self.pick(
            format!("没有找到：{metric_code} / {entity} / {period}（渠道 {channel}）在事实库中没有记录。"),
            format!("Not found: {metric_code} / {entity} / {period} (channel {channel}) is not in the fact store."),
        )
    }

    /// That a reading of it waits for a person: why, and where to look, and nothing of what it states.
    pub(crate) fn waiting(&self, waiting: &Waiting) -> String {
        let Waiting { reasons, see } = waiting;
        let reasons = self.list(reasons);
        self.pick(
            format!("  有读数待人工审核（{reasons}），审核前不作答；查看：{see}"),
            format!("  A reading of it waits for review ({reasons}) and does not answer before; see: {see}"),
        )
    }

    /// What follows when nothing at all was found.
    pub(crate) fn no_guess(&self) -> &'static str {
        self.pick(
            "为避免误导，这里不给出推测的数字；可以换个期间或实体再问。",
            "No figure is guessed in its place; try another period or entity.",
        )
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
        let said = self.unrecognized(Param::Metric, name, None);
        if near.is_empty() {
            return self
                .pick(format!("{said}{}", self.which_metric(all)), format!("{said} {}", self.which_metric(all)));
        }
        let near = self.list(near);
        self.pick(
            format!("{said}请问要查哪个指标？相近的有：{near}。"),
            format!("{said} Which metric do you mean? Nearest: {near}."),
        )
    }

    /// That a qualified metric is another quantity.
    pub(crate) fn qualified_metric(&self, qualifier: &str, options: &[String]) -> String {
        let options = self.list(options);
        let qualifier = shortened(qualifier);
        let named = if speaks_of_numbers(&qualifier) {
            self.pick("限定词", "its qualifier").to_owned()
        } else {
            format!("“{qualifier}”")
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

    fn list(&self, options: &[String]) -> String {
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

    /// That an operation is not computed, and what is given instead.
    pub(crate) fn not_computed(&self, operation: Operation, names_facts: bool) -> String {
        let what = match operation {
            Operation::Exclusion => self.pick("剔除或排除", "leaving something out"),
            Operation::Ranking => self.pick("排名或比较高低", "ranking"),
            Operation::Total => self.pick("加总", "a sum"),
            Operation::Average => self.pick("平均", "an average"),
            Operation::Arithmetic => self.pick("数值之间的运算", "arithmetic between figures"),
            Operation::Breakdown => self.pick("按维度拆分", "a breakdown"),
            Operation::Comparison => self.pick("不同实体或指标之间的差", "a difference between entities or metrics"),
            Operation::Conversion => self.pick("货币或单位换算", "converting a currency or unit"),
            Operation::Forecast => self.pick("预测", "a forecast"),
        };
        let instead = if names_facts {
            self.pick("这里只列出问题中明确指到的事实。", "Only the exact facts that the question names are given.")
        } else {
            self.pick("请写明要看哪些实体和期间的事实。", "Name the entities and periods whose exact facts you want.")
        };
        self.pick(format!("不计算：{what}。{instead}"), format!("Not computed: {what}. {instead}"))
    }

    /// The change between two periods.
    pub(crate) fn difference(&self, difference: &Difference, from: Period, to: Period) -> String {
        // The difference of two percentages is in percentage points; "%" would read as a share of the first.
        let is_percent =
            self.profile.units.get(&difference.unit).is_some_and(|u| u.label.get(self.lang).starts_with('%'));
        let amount = if is_percent {
            format!("{} pp", difference.value)
        } else {
            self.amount(difference.value, &difference.unit)
        };
        let percent = difference
            .percent
            .map_or_else(String::new, |percent| self.pick(format!("（{percent}%）"), format!(" ({percent}%)")));
        self.pick(
            format!("变动（{from} → {to}）：{amount}{percent}"),
            format!("Change ({from} → {to}): {amount}{percent}"),
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

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
