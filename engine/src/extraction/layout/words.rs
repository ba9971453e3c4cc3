//! The words and marks by which people tell titles, notes, totals, units and periods apart, in Chinese and English. These
//! are conventions of writing tables; no word of any business is among them.

use std::borrow::Cow;

/// Full-width forms as ASCII, and every dash that stands for a minus as `-`.
pub(super) fn fold(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let folded = text.chars().map(|c| match c {
        '\u{2212}' | '\u{FE63}' | '\u{2010}'..='\u{2013}' => '-',
        '\u{FF01}'..='\u{FF5E}' => u32::from(c).checked_sub(0xFEE0).and_then(char::from_u32).unwrap_or(c),
        '\u{3000}' => ' ',
        '\u{2019}' => '\'',
        c => c,
    });
    Cow::Owned(folded.collect())
}

/// Whether a character is a Chinese one.
pub(super) fn is_han(c: char) -> bool {
    matches!(c, '\u{4E00}'..='\u{9FFF}' | '\u{3400}'..='\u{4DBF}' | '〇')
}

/// Whether a text is one of the words that `|` separates, whatever its case.
fn one_of(text: &str, words: &str) -> bool {
    words.split('|').any(|word| text.eq_ignore_ascii_case(word))
}

/// The rest behind the first of some words that a text begins with, whatever its case.
fn after<'t>(text: &'t str, words: &str) -> Option<&'t str> {
    let begins = |word: &&str| text.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word));
    words.split('|').find(begins).and_then(|word| text.get(word.len()..))
}

/// Whether a folded text is a mark for an absent value.
pub(super) fn is_nothing(text: &str) -> bool {
    const WORDS: &str = "n/a|na|n.a.|n.a|n.m.|n.m|nm|#n/a|nil|none|null|nan|tbd|tbc|pending|无|不适用|不適用|暂无|待定|待补|待确认|未披露|空缺";
    !text.is_empty()
        && (text.chars().all(|c| matches!(c, '-' | '—' | '―' | '─' | '_' | '.' | '…' | '/')) || one_of(text, WORDS))
}

/// A text without the footnote marks behind it: `Revenue (1)`, `2024¹`, `EBITDA*`, `收入[2]`.
pub(super) fn without_marks(text: &str) -> &str {
    let is_mark = |c: char| matches!(c, '*' | '†' | '‡' | '§' | '#' | '^' | '※' | '¹' | '²' | '³' | '\u{2070}'..='\u{2079}' | '①'..='⑳');
    let bare = text.trim_end_matches(is_mark).trim_end();
    for (open, close) in [('(', ')'), ('[', ']')] {
        let Some((head, inside)) = bare.strip_suffix(close).and_then(|rest| rest.rsplit_once(open)) else { continue };
        let is_number = (1..=2).contains(&inside.len()) && inside.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if is_number && inside.bytes().any(|byte| byte.is_ascii_digit() || inside.len() == 1) && !head.trim().is_empty()
        {
            return head.trim_end();
        }
    }
    bare
}

const CURRENCIES: &str = "us$|hk$|a$|s$|c$|nt$|usd|cny|rmb|eur|gbp|jpy|hkd|sgd|aud|cad|chf|krw|inr|$|¥|€|£|₩|₹|人民币|美元|港元|\
    港币|欧元|日元|英镑|新台币";

/// A text without the currency in front of it.
pub(super) fn without_currency(text: &str) -> &str {
    after(text, CURRENCIES).map_or(text, str::trim_start)
}

/// Whether a text is the unit behind a number: `%`, `m`, `million`, `万元`, `US$ m`.
pub(super) fn is_unit(text: &str) -> bool {
    const UNITS: &str = "%|‰|x|k|m|mn|mm|bn|b|tn|t|pp|ppt|ppts|pts|bp|bps|thousand|thousands|million|millions|mil|\
        billion|billions|trillion|percent|times|people|persons|fte|ftes|seconds|mins|minutes|days|hours|months|years|\
        kw|mw|gw|kwh|mwh|gwh|twh|kv|mva|km|kg|tonnes|tons|mt|cents|倍|元|千|万|亿|兆|千元|万元|百万|百万元|千万|千万元|\
        亿元|万亿|万亿元|十亿|十亿元|个百分点|百分点|个基点|人|千人|万人|家|个|户|千户|万户|天|次|件|宗|台|秒|分钟|小时|千瓦|万千瓦|兆瓦|\
        吉瓦|千瓦时|万千瓦时|亿千瓦时|兆瓦时|吉瓦时|太瓦时|千伏|兆伏安|米|千米|公里|吨|千吨|万吨|平方米|万平方米|立方米|美分";
    let text = text.trim_matches([' ', ')', '(', '.', '*']);
    let rest = without_currency(text);
    rest.is_empty() && !text.is_empty()
        || one_of(rest, UNITS)
        || rest.split_once(' ').is_some_and(|(scale, unit)| is_unit(scale) && is_unit(unit))
        || CURRENCIES
            .split('|')
            .any(|currency| strip_end(rest, currency).is_some_and(|scale| one_of(scale.trim(), UNITS)))
}

fn strip_end<'t>(text: &'t str, end: &str) -> Option<&'t str> {
    let at = text.len().checked_sub(end.len())?;
    text.get(at..).filter(|tail| tail.eq_ignore_ascii_case(end)).and_then(|_| text.get(..at))
}

/// Bytes behind the word that announces a unit, from which on it begins a sentence (`Unit economics of retail stores …`).
const UNIT_LINE_REST_MAX: usize = 40;

/// Whether a text states the unit or currency of everything below it: `单位：百万元`, `(US$ millions)`, `in thousands`.
pub(super) fn is_unit_line(text: &str) -> bool {
    const LEADS: &str = "单位|货币单位|金额单位|计量单位|币种|unit:|units:|unit |units |currency|amounts in|figures in|all amounts|\
        all figures";
    let folded = fold(text);
    let text = folded.trim();
    if after(text, LEADS)
        .is_some_and(|rest| rest.starts_with([':', ' ', '(']) || rest.is_empty() || rest.len() < UNIT_LINE_REST_MAX)
    {
        return true;
    }
    let bare = text.trim_matches(['(', ')', ' ']);
    let stated = after(bare, "expressed in |in ").unwrap_or(bare);
    let scaled = strip_end(stated, " in millions").or_else(|| strip_end(stated, " in thousands")).unwrap_or(stated);
    let unit = scaled.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '%' && c != '$');
    let parts = unit.split([' ', ',', '/', '\'']).filter(|part| !part.is_empty());
    !unit.is_empty()
        && (is_unit(unit) || parts.clone().count() <= 4 && parts.clone().all(|part| is_unit(part) || part == "000"))
}

/// Whether a text announces itself as a note: `Note:`, `注：`, `* restated`, `Source:`, `资料来源`.
pub(super) fn is_note(text: &str) -> bool {
    const LEADS: &str = "footnotes|footnote|notes|note|nb|n.b.|sources|source|remarks|remark|disclaimer|comments|comment|\
        legend|附注|备注|注释|注|说明|资料来源|数据来源|来源|信息来源|图例|免责声明|声明";
    let folded = fold(text);
    let text = folded.trim();
    if text.starts_with(['*', '†', '‡', '※', '¹', '²', '³', '①', '②', '③', '④', '⑤']) {
        return true;
    }
    after(text, LEADS).is_some_and(|rest| {
        let number = rest.trim_start().trim_start_matches(|c: char| c.is_ascii_digit() || c == '(');
        rest.is_empty()
            || rest.starts_with([':', '.'])
            || number.len() < rest.trim_start().len()
            || rest.starts_with(" - ")
    })
}

/// Whether a text begins with the number of a footnote: `(1) …`, `[2] …`, `1) …`.
pub(super) fn is_numbered_note(text: &str) -> bool {
    let folded = fold(text);
    let text = folded.trim_start();
    let rest = text.trim_start_matches(['(', '[']);
    let behind = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = rest.len() - behind.len();
    let lettered = text.len() > rest.len() && rest.starts_with(|c: char| c.is_ascii_lowercase());
    let behind = if lettered { rest.get(1..).unwrap_or_default() } else { behind };
    (lettered || (1..=2).contains(&digits)) && behind.starts_with([')', ']']) && behind.len() > 1
}

/// Whether a label is that of a sum: `Total assets`, `Subtotal`, `流动资产合计`, `小计`.
pub(super) fn is_total(text: &str) -> bool {
    without_total(text).is_some()
}

/// What a total's label says it is the total of: `Total assets` is one of `assets`; none for other labels.
pub(super) fn without_total(text: &str) -> Option<&str> {
    const FRONT: &str = "grand total|sub-total|subtotal|sub total|totals|total|合计|小计|总计";
    const BACK: &str = " grand total| subtotal| sub-total| total|合计|小计|总计|总额|共计|合 计";
    let text = text.trim();
    if let Some(rest) = after(text, FRONT)
        && !rest.starts_with(|c: char| c.is_ascii_alphanumeric())
    {
        let rest = rest.trim_start_matches([' ', ':', '：', '-']);
        return Some(after(rest, "of ").unwrap_or(rest));
    }
    BACK.split('|')
        .find_map(|word| strip_end(text, word))
        .or_else(|| one_of(text, "合 计|小 计|总 计|共计").then_some(""))
}

/// Whether a text says what kind of figures stand below: `Actual`, `Budget`, `实际`, `Var %`.
pub(super) fn is_scenario(text: &str) -> bool {
    const WORDS: &str = "actual|actuals|budget|forecast|estimate|estimated|plan|planned|target|outlook|prior|previous|\
        current|restated|adjusted|reported|audited|unaudited|preliminary|proforma|pro forma|consensus|\
        change|variance|var|var.|diff|difference|growth|input|draft|guidance|act|bud|fcst|final|实际|实际数|\
        预算|预算数|预测|计划|目标|调整后|调整前|重述|重述后|审计|经审计|未经审计|初步|差异|变动|变化|增减|估计|实绩|完成数|草稿|追溯调整后";
    let folded = fold(text);
    let bare = without_marks(folded.trim()).trim_matches(['%', '(', ')', ' ', ':', '率', '额', '值']);
    one_of(bare, WORDS)
}

/// Whether the word above a column of labels says no more than what kind of labels they are.
pub(super) fn is_corner(text: &str) -> bool {
    const WORDS: &str = "item|items|line item|metric|metrics|kpi|kpis|indicator|indicators|measure|region|segment|\
        segments|product|products|name|entity|entities|company|category|department|country|business|\
        business unit|description|account|particulars|division|type|group|market|customer|project|team|\
        site|period|year|quarter|month|unit|units|currency|单位|计量单位|币种|项目|指标|指标名称|地区|区域|分部|业务分部|产品|公司|公司名称|名称|科目|会计科目|类别|部门|业务|主体|期间|年度|\
        季度|月份|业务板块|板块|客户|行业|品种|子公司";
    let folded = fold(text);
    one_of(without_marks(folded.trim()).trim_end_matches([':', ' ']), WORDS)
}

/// Whether the word above a column promises remarks or states rather than labels.
pub(super) fn is_attribute(text: &str) -> bool {
    const WORDS: &str = "status|state|rating|comment|comments|remark|remarks|progress|trend|outlook|risk|rag|owner|状态|进展|\
        进度|评级|备注|说明|负责人|趋势|展望|风险|是否达标";
    let folded = fold(text);
    one_of(without_marks(folded.trim()), WORDS)
}

/// Whether a text is a span of time and nothing else: `5 years`, `6个月`.
pub(super) fn is_duration(text: &str) -> bool {
    const SPANS: &str = "day|days|week|weeks|month|months|quarter|quarters|year|years|y|yr|yrs|天|日|周|个月|年|季度";
    let folded = fold(text);
    let text = folded.trim();
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < text.len() && one_of(rest.trim_start_matches([' ', '-']), SPANS)
}

/// Whether a word is the name of a month, in full or short.
pub(super) fn is_month(word: &str) -> bool {
    const MONTHS: [&str; 12] = [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ];
    word.len() >= 3 && (word == "sept" || MONTHS.iter().any(|month| *month == word || month.get(..3) == Some(word)))
}

/// Whether a lower-case word makes the words around it a period.
pub(super) fn period_word(word: &str) -> bool {
    is_month(word) || ["ytd", "mtd", "qtd", "ltm", "ttm", "yoy", "qoq", "mom", "fytd"].contains(&word)
}

/// Whether a lower-case word stands in periods beside what makes them one.
pub(super) fn beside_period(word: &str) -> bool {
    const WORDS: &str = "fy|cy|q|h|year|years|quarter|quarters|half|month|months|week|ended|ending|end|as|at|of|the|to|\
        for|from|and|first|second|third|fourth|full|fiscal|financial|calendar|actual|actuals|budget|\
        forecast|estimate|plan|restated|audited|unaudited|change|vs|growth|prior|three|nine";
    one_of(word, WORDS) || one_of(word, "six|twelve|a|e|f|b|s|t")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_told_from_labels_that_begin_alike() {
        let texts = "Note: restated | Notes | Note 1 – basis | 注：未经审计 | * restated | Source: company | \
            资料来源：年报 | 备注： | 注1：x | ¹ see page 4 | 说明：口径 | Sources:";
        for text in texts.split(" | ") {
            assert!(is_note(text), "{text}");
        }
        let texts = "Notes payable | 注册资本 | Sourcecode licences | 来源于经营的现金 | Revenue | 说明书收入 | \
            Remarkable items";
        for text in texts.split(" | ") {
            assert!(!is_note(text), "{text}");
        }
        assert!(
            is_numbered_note("(1) Excludes one-offs") && is_numbered_note("[2] x") && is_numbered_note("（2）重述")
        );
        assert!(
            is_numbered_note("1) x")
                && is_numbered_note("(a) x")
                && !is_numbered_note("(1)")
                && !is_numbered_note("1. x")
        );
    }

    #[test]
    fn unit_lines_are_told_from_titles() {
        let texts = "(US$ millions) | 单位：百万元 | 单位:亿元 币种:人民币 | in thousands | US$m | ($ in millions) | \
            Unit: RMB million | （人民币百万元） | (in millions of | % | RMB'000 | Currency: USD | 人民币亿元 | \
            US$ millions, %";
        for text in texts.split(" | ") {
            assert_eq!(is_unit_line(text), text != "(in millions of", "{text}");
        }
        let texts = "Income statement | 主要指标 | Unit economics of retail stores in the whole group, by region | \
            Revenue (US$m)";
        for text in texts.split(" | ") {
            assert!(!is_unit_line(text), "{text}");
        }
    }

    #[test]
    fn totals_name_what_they_sum() {
        assert_eq!(without_total("Total assets"), Some("assets"));
        assert_eq!(without_total("流动资产合计"), Some("流动资产"));
        assert_eq!(without_total("Subtotal"), Some(""));
        assert_eq!(without_total("合 计"), Some(""));
        assert_eq!(without_total("Totally new business"), None);
        assert_eq!(without_total("Revenue"), None);
    }

    #[test]
    fn footnote_marks_are_taken_off() {
        for (text, bare) in [
            ("Revenue*", "Revenue"),
            ("Revenue (1)", "Revenue"),
            ("2024¹", "2024"),
            ("收入[2]", "收入"),
            ("(1)", "(1)"),
            ("Margin (%)", "Margin (%)"),
            ("Sales (ex. tax)", "Sales (ex. tax)"),
        ] {
            assert_eq!(without_marks(text), bare);
        }
    }
}
