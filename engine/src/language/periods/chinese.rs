//! The Chinese words of time, from `chinese.tsv` and `chinese_steps.tsv` in `engine/data/language/periods`, found by their first
//! character, longest first. A word that is part of an ordinary one (成本年, 年金, 季节) is left out here; what a word means where it
//! stands is not known.

use std::sync::LazyLock;

use super::words::{Key, Unit};
use crate::language::lists::{self, list};

/// The words that begin with one character, the longest first.
type Beginning<T> = (char, Vec<(&'static str, T)>);

/// The list, ready to be searched.
struct Words {
    /// Words with a meaning of their own, in order of their first characters.
    listed: Vec<Beginning<Key>>,
    /// Steps such as 上个, in the same order.
    steps: Vec<Beginning<i16>>,
    /// What a step may count, and whether it says that it is fiscal; the longest first.
    units: Vec<(&'static str, (Unit, bool))>,
}

static WORDS: LazyLock<Words> = LazyLock::new(|| {
    let listed = lists::meanings(list!("periods/chinese.tsv"));
    let listed = listed.filter_map(|(word, meaning)| Some((word, Key::listed(meaning)?)));
    let (mut steps, mut units) = (Vec::new(), Vec::new());
    for (word, meaning) in lists::meanings(list!("periods/chinese_steps.tsv")) {
        match Key::listed(meaning.trim_end_matches(" fiscal")) {
            Some(Key::Step(offset)) => steps.push((word, offset)),
            Some(Key::Unit(unit)) => units.push((word, (unit, meaning.ends_with(" fiscal")))),
            _ => {}
        }
    }
    units.sort_by_key(|(word, _)| std::cmp::Reverse(word.len()));
    Words { listed: by_first(listed.collect()), steps: by_first(steps), units }
});

/// Words by their first characters.
fn by_first<T>(mut words: Vec<(&'static str, T)>) -> Vec<Beginning<T>> {
    words.sort_by_key(|(word, _)| (word.chars().next(), std::cmp::Reverse(word.len())));
    let mut beginnings: Vec<Beginning<T>> = Vec::new();
    for (word, meaning) in words {
        let Some(first) = word.chars().next() else { continue };
        match beginnings.last_mut().filter(|(earlier, _)| *earlier == first) {
            Some((_, words)) => words.push((word, meaning)),
            None => beginnings.push((first, vec![(word, meaning)])),
        }
    }
    beginnings
}

/// The words that begin with `first`.
fn with_first<T>(beginnings: &[Beginning<T>], first: char) -> &[(&'static str, T)] {
    beginnings.binary_search_by_key(&first, |(c, _)| *c).map_or(&[], |at| beginnings[at].1.as_slice())
}

/// The longest Chinese word of time that `text` begins with, and its length in bytes. `before` is the character that
/// stands in front of it: 成本年 is no 本年.
pub(super) fn word(text: &str, before: Option<char>) -> Option<(Key, usize)> {
    let first = text.chars().next()?;
    if before.is_some_and(|before| belongs_to(before, first)) {
        return None;
    }
    let listed = with_first(&WORDS.listed, first)
        .iter()
        .find(|&&(word, key)| text.strip_prefix(word).is_some_and(|rest| !continues(key, rest)))
        .map(|&(word, key)| (key, word.len()));
    let stepped = stepped(text, first);
    match (listed, stepped) {
        (Some(listed), Some(stepped)) => Some(if stepped.1 > listed.1 { stepped } else { listed }),
        (listed, stepped) => listed.or(stepped),
    }
}

/// Whether `first` is the tail of an ordinary word that ends here rather than the head of a word of time.
fn belongs_to(before: char, first: char) -> bool {
    let heads = match first {
        '本' => "成资日基版样根剧",
        '上' => "以线网之晚早",
        '下' => "以线之旗名地当",
        '前' => "目以之此税",
        '明' => "说表证声透文",
        '来' => "以未近从",
        '当' => "相应适每",
        '后' => "以之今此税售",
        '一' => "统唯同任",
        '月' => "岁",
        _ => return false,
    };
    heads.contains(before)
}

/// Whether the word's last character begins another word instead: 年金, 年化, 月饼, 季节, 年中国.
fn continues(key: Key, rest: &str) -> bool {
    let Some(next) = rest.chars().next() else { return false };
    match key {
        Key::YearMark { .. } | Key::Relative { unit: Unit::Year, .. } => {
            "化龄限级轻薪假".contains(next) || next == '金' && !rest[3..].starts_with(['融', '额', '价', '属', '钱'])
        }
        Key::MonthMark | Key::Relative { unit: Unit::Month, .. } => "饼球亮台额".contains(next),
        Key::LastQuarter | Key::FirstQuarter | Key::Unit(Unit::Quarter) | Key::Relative { unit: Unit::Quarter, .. } => {
            "节风票军".contains(next)
        }
        Key::Era => "理表销收办码价扣发缴".contains(next), // 2024年代理渠道
        Key::Open => "年天日".contains(next),              // 至今年 is 至 and 今年
        Key::Unit(Unit::Other) => "年转边期".contains(next),
        _ => false,
    }
}

/// 上个季度, 本财年, 这个月: a step and a unit.
fn stepped(text: &str, first: char) -> Option<(Key, usize)> {
    with_first(&WORDS.steps, first).iter().find_map(|&(step, offset)| {
        let tail = text.strip_prefix(step)?;
        let &(word, (unit, fiscal)) = WORDS.units.iter().find(|(word, _)| tail.starts_with(word))?;
        let key = if unit == Unit::Other { Key::Unit(unit) } else { Key::Relative { unit, offset, fiscal } };
        if continues(key, &tail[word.len()..]) {
            return None;
        }
        // 上期, 本周 and 当年 point at something that the question alone does not fix.
        let key = if unit == Unit::Other || (step, unit) == ("当", Unit::Year) { Key::Beyond } else { key };
        Some((key, step.len() + word.len()))
    })
}
