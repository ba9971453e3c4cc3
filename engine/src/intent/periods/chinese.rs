//! The Chinese words of time, as data, found by their first character, longest first. A word that is part of an ordinary
//! one (成本年, 年金, 季节) is left out here; what a word means where it stands is not known.

use super::words::Key::{
    self, And, Before, Beyond, Compare, Complete, Each, End, Era, Filler, From, Full, Measure, MonthMark, Of, Open,
    Past, Spoils, To, Today, Vague,
};
use super::words::Unit;

const SLICE: Key = Key::Slice { alone: true };
const SEASON: Key = Key::Slice { alone: false };
const FISCAL: Key = Key::YearMark { fiscal: true };
const CALENDAR: Key = Key::YearMark { fiscal: false };
const QUARTER: Key = Key::Unit(Unit::Quarter);
const THREE_YEARS_AGO: Key = away(-3);
const YEAR_BEFORE_LAST: Key = away(-2);
const LAST_YEAR: Key = away(-1);
const THIS_YEAR: Key = away(0);
const NEXT_YEAR: Key = away(1);
const YEAR_AFTER_NEXT: Key = away(2);
const THREE_YEARS_AHEAD: Key = away(3);

const fn away(offset: i16) -> Key {
    Key::Relative { unit: Unit::Year, offset, fiscal: false }
}

/// The units of 上个季度 and its like.
const UNITS: [(&str, Unit, bool); 13] = [
    ("财政年度", Unit::Year, true),
    ("会计年度", Unit::Year, true),
    ("财年", Unit::Year, true),
    ("年度", Unit::Year, false),
    ("年", Unit::Year, false),
    ("季度", Unit::Quarter, false),
    ("季", Unit::Quarter, false),
    ("月份", Unit::Month, false),
    ("月", Unit::Month, false),
    ("星期", Unit::Other, false),
    ("周", Unit::Other, false),
    ("期", Unit::Other, false),
    ("半年", Unit::Half, false),
];

/// The longest Chinese word of time that `text` begins with, and its length in bytes. `before` is the character that
/// stands in front of it: 成本年 is no 本年.
pub(super) fn word(text: &str, before: Option<char>) -> Option<(Key, usize)> {
    let first = text.chars().next()?;
    if before.is_some_and(|before| belongs_to(before, first)) {
        return None;
    }
    let listed = starting_with(first)
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
        Era => "理表销收办码价扣发缴".contains(next), // 2024年代理渠道
        Open => "年天日".contains(next),              // 至今年 is 至 and 今年
        Key::Unit(Unit::Other) => "年转边期".contains(next),
        _ => false,
    }
}

/// 上个季度, 本财年, 这个月: a step and a unit.
fn stepped(text: &str, first: char) -> Option<(Key, usize)> {
    let steps: &[(&str, i16)] = match first {
        '上' => &[("上上个", -2), ("上上", -2), ("上一个", -1), ("上个", -1), ("上一", -1), ("上", -1)],
        '本' => &[("本", 0)],
        '这' => &[("这一个", 0), ("这个", 0), ("这一", 0), ("这", 0)],
        '当' => &[("当前", 0), ("当", 0)],
        '下' => &[("下一个", 1), ("下个", 1), ("下一", 1), ("下", 1)],
        _ => return None,
    };
    steps.iter().find_map(|&(step, offset)| {
        let tail = text.strip_prefix(step)?;
        let &(word, unit, fiscal) = UNITS.iter().find(|(word, ..)| tail.starts_with(word))?;
        let key = if unit == Unit::Other { Key::Unit(unit) } else { Key::Relative { unit, offset, fiscal } };
        if continues(key, &tail[word.len()..]) {
            return None;
        }
        // 上期, 本周 and 当年 point at something that the question alone does not fix.
        let key = if unit == Unit::Other || (step, unit) == ("当", Unit::Year) { Beyond } else { key };
        Some((key, step.len() + word.len()))
    })
}

/// Words of time, by first character in code point order; those of one character longest first.
static LISTED: &[(char, &[(&str, Key)])] = &[
    (
        '上',
        &[
            ("上下半年", Key::Halves),
            ("上年同期", Beyond),
            ("上半年度", Key::Half(1)),
            ("上半财年", Key::Half(1)),
            ("上半年", Key::Half(1)),
            ("上旬", Open),
            ("上一自然年", Beyond),
            ("上个自然年", Beyond),
            ("上一个自然年", Beyond),
        ],
    ),
    ('下', &[("下半年度", Key::Half(2)), ("下半财年", Key::Half(2)), ("下半年", Key::Half(2)), ("下旬", Open)]),
    ('与', &[("与", And)]),
    ('世', &[("世纪", Era)]),
    ('个', &[("个", Measure)]),
    ('中', &[("中报", Key::HalfReport), ("中期", Open), ("中旬", Open)]),
    ('为', &[("为止", Open)]),
    ('之', &[("之前", Open), ("之后", Open)]),
    (
        '今',
        &[
            ("今年以来", Beyond),
            ("今年累计", Beyond),
            ("今年度", THIS_YEAR),
            ("今年", THIS_YEAR),
            ("今天", Today),
            ("今日", Today),
        ],
    ),
    ('从', &[("从", From)]),
    ('以', &[("以来", Open), ("以前", Open), ("以后", Open), ("以及", And), ("以上", Filler), ("以下", Filler)]),
    ('会', &[("会计年度", FISCAL)]),
    ('假', &[("假期", SEASON), ("假日", SEASON)]),
    ('元', &[("元月份", Key::Month { month: 1, weak: false }), ("元月", Key::Month { month: 1, weak: false })]),
    ('全', &[("全年度", Full), ("全年", Full)]),
    ('冬', &[("冬季", SEASON)]),
    ('几', &[("几", Vague)]),
    ('初', &[("初", Open)]),
    ('到', &[("到目前为止", Beyond), ("到今天", Open), ("到现在", Open), ("到", To)]),
    (
        '前',
        &[
            ("前半年", Key::Half(1)),
            ("前年度", YEAR_BEFORE_LAST),
            ("前年", YEAR_BEFORE_LAST),
            ("前一年", Beyond),
            ("前", Before),
        ],
    ),
    ('半', &[("半年度", Key::HalfReport), ("半年报", Key::HalfReport), ("半年", Key::Unit(Unit::Half))]),
    ('历', &[("历年", Beyond)]),
    ('去', &[("去年同期", Beyond), ("去年度", LAST_YEAR), ("去年", LAST_YEAR)]),
    ('及', &[("及", And)]),
    ('号', &[("号", Key::DayMark)]),
    ('各', &[("各", Each)]),
    ('同', &[("同期", Beyond), ("同比", Filler), ("同", And)]),
    ('后', &[("后半年", Key::Half(2)), ("后年", YEAR_AFTER_NEXT), ("后", Open)]),
    ('周', &[("周均", Beyond), ("周末", SLICE), ("周", Key::Unit(Unit::Other))]),
    ('和', &[("和", And)]),
    ('国', &[("国庆", SEASON)]),
    ('夏', &[("夏季", SEASON)]),
    ('大', &[("大前年", THREE_YEARS_AGO), ("大后年", THREE_YEARS_AHEAD), ("大约", Spoils)]),
    ('天', &[("天", Key::Unit(Unit::Other))]),
    ('季', &[("季报", Key::QuarterReport), ("季度", QUARTER), ("季", QUARTER)]),
    ('完', &[("完整", Complete)]),
    ('对', &[("对比", Compare)]),
    ('工', &[("工作日", SLICE)]),
    ('左', &[("左右", Open)]),
    ('年', &[("年初至今", Beyond), ("年代", Era), ("年度", CALENDAR), ("年", CALENDAR)]),
    ('底', &[("底", End)]),
    ('开', &[("开始", Open)]),
    ('往', &[("往年", Beyond)]),
    ('或', &[("或", And)]),
    (
        '截',
        &[
            ("截至目前", Beyond),
            ("截止目前", Beyond),
            ("截至今天", Beyond),
            ("截至今日", Beyond),
            ("截至", Filler),
            ("截止", Filler),
        ],
    ),
    ('整', &[("整年", Full)]),
    ('日', &[("日历年", Key::Calendar), ("日均", Beyond), ("日", Key::DayMark)]),
    ('早', &[("早于", Spoils)]),
    ('明', &[("明年度", NEXT_YEAR), ("明年", NEXT_YEAR), ("明天", Beyond)]),
    ('星', &[("星期", Key::Unit(Unit::Other))]),
    ('春', &[("春节", SEASON), ("春季", SEASON)]),
    ('昨', &[("昨天", Beyond), ("昨日", Beyond)]),
    ('晚', &[("晚于", Spoils)]),
    (
        '最',
        &[
            ("最近一期", Beyond),
            ("最新一期", Beyond),
            ("最后一个季度", Key::LastQuarter),
            ("最后一季", Key::LastQuarter),
            ("最后半年", Key::Half(2)),
            ("最后一个月", SLICE),
            ("最近", Past),
            ("最新", Key::Latest),
        ],
    ),
    ('月', &[("月份", MonthMark), ("月", MonthMark)]),
    ('末', &[("末季度", Key::LastQuarter), ("末季", Key::LastQuarter), ("末", End)]),
    ('本', &[("本年累计", Beyond), ("本年度累计", Beyond), ("本自然年", Beyond)]),
    ('来', &[("来年", NEXT_YEAR)]),
    ('次', &[("次年", Beyond)]),
    ('每', &[("每日", Beyond), ("每", Each)]),
    ('比', &[("比", Compare)]),
    ('环', &[("环比", Filler)]),
    ('的', &[("的", Of)]),
    ('目', &[("目前", Filler)]),
    ('相', &[("相比", Compare)]),
    ('秋', &[("秋季", SEASON)]),
    ('第', &[("第", Key::Nth)]),
    ('自', &[("自然年度", Key::Calendar), ("自然年", Key::Calendar), ("自从", Spoils), ("自", From)]),
    ('至', &[("至今", Open), ("至", To)]),
    ('节', &[("节假日", SLICE)]),
    ('财', &[("财政年度", FISCAL), ("财务年度", FISCAL), ("财年", FISCAL), ("财季", QUARTER)]),
    ('起', &[("起", Open)]),
    ('跟', &[("跟", And)]),
    ('较', &[("较", Compare)]),
    ('迄', &[("迄今", Open)]),
    ('过', &[("过去", Past)]),
    ('近', &[("近年来", Beyond), ("近年", Beyond), ("近期", Beyond), ("近", Past)]),
    ('首', &[("首季度", Key::FirstQuarter), ("首季", Key::FirstQuarter)]),
    ('黄', &[("黄金周", SEASON)]),
];

/// The listed words that begin with a character.
fn starting_with(first: char) -> &'static [(&'static str, Key)] {
    LISTED.binary_search_by_key(&first, |(c, _)| *c).map_or(&[], |at| LISTED[at].1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_in_order() {
        assert!(LISTED.is_sorted_by(|(a, _), (b, _)| a < b));
        for (first, words) in LISTED {
            assert!(words.iter().all(|(word, _)| word.starts_with(*first)), "{first}");
            for (at, (word, _)) in words.iter().enumerate() {
                let hidden = words[..at].iter().any(|(longer, _)| word.starts_with(longer));
                assert!(!hidden, "{word} is hidden by a shorter word");
            }
        }
    }
}
