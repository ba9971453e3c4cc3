//! What was found, in sentences of both languages. Fixed words hold no numeral of any kind; numbers come in as arguments from
//! facts, periods and locators only.

mod narrative;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;

use std::ops::Deref;

use crate::code::{ChannelCode, EntityCode, MetricCode, UnitCode};
use crate::intent::Operation;
use crate::lang::Lang;
use crate::period::Period;
use crate::phrases::Phrases;
use crate::profile::Profile;
use crate::structured::{Difference, Found, Normalized, OtherStatement, Waiting};

/// The sentences about findings in one language, beside those of questions back.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sentences<'a>(Phrases<'a>);

impl<'a> Deref for Sentences<'a> {
    type Target = Phrases<'a>;

    fn deref(&self) -> &Phrases<'a> {
        &self.0
    }
}

impl<'a> Sentences<'a> {
    pub(super) fn new(lang: Lang, profile: &'a Profile) -> Self {
        Self(Phrases::new(lang, profile))
    }

    fn channel(&self, code: &ChannelCode) -> String {
        self.profile().channels.get(code).map_or_else(|| code.to_string(), |c| c.label.get(self.lang()).to_owned())
    }

    /// A value with its unit; a sign such as % stands at the number.
    fn amount(&self, value: rust_decimal::Decimal, unit: &UnitCode) -> String {
        let label = self.profile().units.get(unit).map_or(unit.as_str(), |u| u.label.get(self.lang()));
        let gap = if label.starts_with(['%', '‰', '°']) { "" } else { " " };
        format!("{value}{gap}{label}")
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
    pub(super) fn fact(&self, found: &Found) -> String {
        let key = &found.key;
        let subject = self.subject(&key.entity, key.period, &key.metric, &key.channel);
        let colon = self.pick("：", ": ");
        let as_of = found.valid_as_of.map_or_else(String::new, |date| self.as_of(date));
        format!("{subject}{colon}{}{as_of}", self.amount(found.value, &found.unit))
    }

    pub(super) fn as_of(&self, date: jiff::civil::Date) -> String {
        self.pick(format!(" · 截至 {date}"), format!(" · as of {date}"))
    }

    /// The source, in brackets.
    pub(super) fn source(&self, doc: &str, locator: &str) -> String {
        self.pick(format!("（来源：{doc} · {locator}）"), format!(" (source: {doc} · {locator})"))
    }

    /// That another document states something else.
    pub(super) fn conflict(&self, other: &OtherStatement) -> String {
        let amount = self.amount(other.value, &other.unit);
        let as_of = other.valid_as_of.map_or_else(String::new, |date| self.as_of(date));
        self.pick(
            format!("  注意：另有来源给出不同的数值 {amount}{as_of}"),
            format!("  Note: another source states {amount}{as_of}"),
        )
    }

    /// That there is no such fact: codes, period and channel, and no number of any kind beside them.
    pub(super) fn not_found(&self, missing: &Normalized) -> String {
        let Normalized { metric_code, entity, channel, key, .. } = missing;
        let period = key.period;
        self.pick(
            format!("没有找到：{metric_code} / {entity} / {period}（渠道 {channel}）在事实库中没有记录。"),
            format!("Not found: {metric_code} / {entity} / {period} (channel {channel}) is not in the fact store."),
        )
    }

    /// That a reading of it waits for a person: why, and where to look, and nothing of what it states.
    pub(super) fn waiting(&self, waiting: &Waiting) -> String {
        let Waiting { reasons, see } = waiting;
        let reasons = self.list(reasons);
        self.pick(
            format!("  有读数待人工审核（{reasons}），审核前不作答；查看：{see}"),
            format!("  A reading of it waits for review ({reasons}) and does not answer before; see: {see}"),
        )
    }

    /// What follows when nothing at all was found.
    pub(super) fn no_guess(&self) -> &'static str {
        self.pick(
            "为避免误导，这里不给出推测的数字；可以换个期间或实体再问。",
            "No figure is guessed in its place; try another period or entity.",
        )
    }

    /// That an operation is not computed, and what is given instead.
    pub(super) fn not_computed(&self, operation: Operation, names_facts: bool) -> String {
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
    pub(super) fn difference(&self, difference: &Difference, from: Period, to: Period) -> String {
        // The difference of two percentages is in percentage points; "%" would read as a share of the first.
        let is_percent =
            self.profile().units.get(&difference.unit).is_some_and(|u| u.label.get(self.lang()).starts_with('%'));
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
