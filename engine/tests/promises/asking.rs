//! Questions: some that state exactly which scope they mean, in both languages, and some that are any text at all. What
//! the first kind means is known from how it was made, not from the engine.

use engine::fact::FactKey;
use engine::question::Question;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

use crate::company::{CHANNELS, ENTITIES, METRICS, Named, PERIODS, TODAY, key};

/// A question with what it asks for, as indices into the company's lists.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    pub(crate) text: String,
    pub(crate) metrics: Vec<usize>,
    pub(crate) entities: Vec<usize>,
    pub(crate) periods: Vec<usize>,
    pub(crate) channel: usize,
}

impl Asked {
    /// The facts it asks for, in the order of an answer; what it leaves out is the group and the latest full year.
    pub(crate) fn scope(&self) -> Vec<FactKey> {
        let or_first = |axis: &[usize]| if axis.is_empty() { vec![0] } else { axis.to_vec() };
        let mut keys = Vec::new();
        for entity in or_first(&self.entities) {
            for metric in &self.metrics {
                for period in or_first(&self.periods) {
                    keys.push(key(*metric, entity, period, self.channel));
                }
            }
        }
        keys
    }

    pub(crate) fn question(&self) -> Question {
        question(&self.text)
    }
}

/// A question on the usual day.
pub(crate) fn question(text: &str) -> Question {
    Question::new(text, TODAY).unwrap()
}

/// Questions that name one to two metrics, none to two entities and periods, and perhaps a channel.
pub(crate) fn scoped() -> impl Strategy<Value = Asked> {
    axes(0).prop_flat_map(worded)
}

/// Questions whose every slot is named, each once.
pub(crate) fn single() -> impl Strategy<Value = Asked> {
    let axes = (0..METRICS.len(), 0..ENTITIES.len(), 0..PERIODS.len(), 0..CHANNELS.len());
    axes.prop_map(|(m, e, p, c)| (vec![m], vec![e], vec![p], c)).prop_flat_map(worded)
}

type Axes = (Vec<usize>, Vec<usize>, Vec<usize>, usize);

fn axes(least: usize) -> impl Strategy<Value = Axes> {
    let some = |list: &[Named], least| subsequence((0..list.len()).collect::<Vec<_>>(), least..=2).prop_shuffle();
    (some(&METRICS, 1), some(&ENTITIES, least), some(&PERIODS, least), 0..CHANNELS.len())
}

fn worded((metrics, entities, periods, channel): Axes) -> impl Strategy<Value = Asked> {
    let english = select(vec!["What was {m}{e}{p}{c}?", "{m}{e}{p}{c}", "please tell me {m}{e}{p}{c}"]);
    let chinese = select(vec!["{e}{p}{c}{m}是多少？", "请问{p}{e}{c}的{m}", "{e}{p}{c}{m}"]);
    prop_oneof![chinese.prop_map(|template| (template, true)), english.prop_map(|template| (template, false))].prop_map(
        move |(template, zh)| {
            let words = |list: &[Named], axis: &[usize], before: &str| {
                let (joiner, before) = if zh { ("和", "") } else { (" and ", before) };
                let words: Vec<&str> = axis.iter().map(|i| if zh { list[*i].1 } else { list[*i].2 }).collect();
                if words.concat().is_empty() { String::new() } else { format!("{before}{}", words.join(joiner)) }
            };
            let text = template
                .replace("{m}", &words(&METRICS, &metrics, ""))
                .replace("{e}", &words(&ENTITIES, &entities, " of "))
                .replace("{p}", &words(&PERIODS, &periods, " in "))
                .replace("{c}", &words(&CHANNELS, &[channel], " through "));
            let (metrics, entities, periods) = (metrics.clone(), entities.clone(), periods.clone());
            Asked { text, metrics, entities, periods, channel }
        },
    )
}

/// Any text: words of the company among numbers, signs and letters of every script.
pub(crate) fn any_text() -> impl Strategy<Value = String> {
    let known: Vec<&str> = [&METRICS[..], &ENTITIES, &PERIODS, &CHANNELS]
        .into_iter()
        .flatten()
        .flat_map(|(a, b, c)| [*a, *b, *c])
        .collect();
    let other = vec![
        "和",
        "、",
        " and ",
        " vs ",
        "竞安",
        "jingan",
        "why",
        "为什么",
        "同比",
        "growth",
        "average",
        "合计",
        "排名",
        "去年",
        "last year",
        "Singapore",
        "台湾",
        "per share",
        "2022-2024",
        "FY",
        "９９",
        "٣",
        "½",
        "三百万",
        "twenty",
        "\u{200B}",
        "\0",
        "\n",
        "?",
        "%",
        "e\u{301}",
    ];
    let piece = prop_oneof![
        5 => select(known).prop_map(str::to_owned),
        3 => select(other).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
        1 => "\\PC{0,6}",
    ];
    let pieces = proptest::collection::vec((piece, select(vec!["", " "])), 1..12);
    pieces
        .prop_map(|pieces| pieces.into_iter().flat_map(|(piece, gap)| [piece, gap.to_owned()]).collect::<String>())
        .prop_filter("a question says something", |text| Question::new(text.as_str(), TODAY).is_ok())
}
