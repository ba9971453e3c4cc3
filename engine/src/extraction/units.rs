//! Units as documents write them: the profile's own spellings, and notations composed of a scale and a currency ("in
//! thousands of US dollars", `(US$'000)`, 人民币亿元). A notation is matched to a unit of the profile or kept in the
//! document's words; no value is ever converted.
//!
//! Signs that several currencies share ($, ¥, 元) mean the one that is stated apart, else a unit that the profile itself
//! spells with the sign. A scale alone ("in millions") and a currency alone ("US$") complete each other where they stand
//! apart; a scale beside the currency that is nearest wins.

use std::collections::HashMap;
use std::ops::Range;

use crate::code::UnitCode;
use crate::profile::{Profile, currencies};
use crate::text::TextView;

/// A unit, scale or currency that a text states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Statement {
    /// As the document writes it.
    pub(crate) words: String,
    /// The unit that the profile spells exactly so.
    exact: Option<UnitCode>,
    measure: Measure,
}

/// What a notation is made of.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
struct Measure {
    /// The power of ten; none when only a base is stated.
    scale: Option<u8>,
    base: Option<Base>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Base {
    /// A currency by its key.
    Currency(&'static str),
    /// A sign that several currencies share.
    Shared(char),
    Percent,
    BasisPoints,
    PercentagePoints,
    /// A unit that only the profile knows.
    Own(UnitCode),
}

/// A stretch of a text that states a unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct UnitMention {
    /// Bytes of the text it was found in.
    pub(crate) span: Range<usize>,
    pub(crate) statement: Statement,
}

/// Where a text stands, which says how much a short notation may mean there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Setting {
    /// Around the digits of a value: `m` is million, 万 is ten thousand.
    Value,
    /// In a header or title: short notations count only in brackets, behind "in" or 单位, or alone.
    Text,
    /// In the name of a sheet, where a short notation is rather an abbreviation of something else.
    Name,
}

impl Statement {
    /// The same statement in the words of the document.
    pub(crate) fn in_words(self, words: String) -> Self {
        Self { words, ..self }
    }
}

/// Every unit notation, ready to be found.
#[derive(Debug)]
pub(crate) struct UnitReader {
    /// Pieces by their first character, the longest first.
    pieces: HashMap<char, Vec<(String, Piece)>>,
    measures: HashMap<Measure, UnitCode>,
    exact: HashMap<String, UnitCode>,
}

#[derive(Debug, Clone)]
enum Piece {
    Scale(u8),
    /// A scale that means something else elsewhere: `m`, `k`, 万.
    ShortScale(u8),
    Base(Base),
    /// A sign or unit too short to count without brackets: 元, 人.
    ShortBase(Base),
}

const SCALES: [(&str, u8); 29] = [
    ("thousand", 3),
    ("thousands", 3),
    ("'000", 3),
    ("’000", 3),
    ("‘000", 3),
    ("'000s", 3),
    ("000s", 3),
    ("million", 6),
    ("millions", 6),
    ("mn", 6),
    ("mln", 6),
    ("billion", 9),
    ("billions", 9),
    ("bn", 9),
    ("bln", 9),
    ("trillion", 12),
    ("trillions", 12),
    ("hundred million", 8),
    ("十万", 5),
    ("百万", 6),
    ("千万", 7),
    ("十亿", 9),
    ("百亿", 10),
    ("千亿", 11),
    ("万亿", 12),
    ("crore", 7),
    ("crores", 7),
    ("lakh", 5),
    ("lakhs", 5),
];
const SHORT_SCALES: [(&str, u8); 11] = [
    ("k", 3),
    ("m", 6),
    ("mm", 6),
    ("b", 9),
    ("tn", 12),
    ("000", 3),
    ("百", 2),
    ("千", 3),
    ("万", 4),
    ("亿", 8),
    ("兆", 12),
];
const SIGNS: [(&str, char); 8] = [
    ("$", '$'),
    ("dollar", '$'),
    ("dollars", '$'),
    ("¥", '¥'),
    ("元", '元'),
    ("圆", '元'),
    ("块", '元'),
    ("cents", 'c'),
];
const PERCENTS: [&str; 6] = ["%", "pct", "percent", "per cent", "百分比", "percentage"];
const POINTS: [&str; 9] =
    ["pp", "pps", "ppt", "ppts", "pts", "percentage points", "percentage point", "百分点", "个百分点"];
const BASIS_POINTS: [&str; 6] = ["bps", "bp", "basis points", "basis point", "基点", "个基点"];
/// What may stand between the pieces of one notation.
const LINKS: [&str; 7] = ["", " ", " in ", " of ", "-", " - ", "/"];
/// Pieces of the longest notation: 百万 元 人民币.
const PIECES_MAX: usize = 3;

impl UnitReader {
    /// The notations of a profile's units beside those that everybody writes.
    pub(crate) fn new(profile: &Profile) -> Self {
        let mut reader = Self { pieces: HashMap::new(), measures: HashMap::new(), exact: HashMap::new() };
        for (key, term) in currencies().filter(|(_, term)| !SIGNS.iter().any(|(sign, _)| sign == term)) {
            reader.add(term, Piece::Base(Base::Currency(key)));
        }
        SIGNS.iter().for_each(|(text, sign)| reader.add(text, Piece::ShortBase(Base::Shared(*sign))));
        SCALES.iter().for_each(|(text, scale)| reader.add(text, Piece::Scale(*scale)));
        SHORT_SCALES.iter().for_each(|(text, scale)| reader.add(text, Piece::ShortScale(*scale)));
        PERCENTS.iter().for_each(|text| reader.add(text, Piece::Base(Base::Percent)));
        POINTS.iter().for_each(|text| reader.add(text, Piece::Base(Base::PercentagePoints)));
        BASIS_POINTS.iter().for_each(|text| reader.add(text, Piece::Base(Base::BasisPoints)));
        let spelled: Vec<(UnitCode, String)> = profile
            .units
            .iter()
            .flat_map(|(code, unit)| {
                let names = std::iter::once(code.as_str()).chain(unit.label.all());
                names.chain(unit.aliases.iter().map(String::as_str)).map(|name| (code.clone(), TextView::fold(name)))
            })
            .collect();
        let mut own = Vec::new();
        for (code, name) in spelled {
            match reader.whole(&name) {
                Some(measure) => drop(reader.measures.entry(measure).or_insert_with(|| code.clone())),
                None => own.push((code.clone(), name.clone())),
            }
            reader.exact.entry(name).or_insert(code);
        }
        for (code, name) in own {
            let base = Base::Own(code.clone());
            let short = name.chars().count() < 2;
            reader.add(&name, if short { Piece::ShortBase(base.clone()) } else { Piece::Base(base.clone()) });
            reader.measures.insert(Measure { scale: Some(0), base: Some(base) }, code);
        }
        for pieces in reader.pieces.values_mut() {
            pieces.sort_by_key(|(text, _)| std::cmp::Reverse(text.len()));
        }
        reader
    }

    fn add(&mut self, text: &str, piece: Piece) {
        let folded = TextView::fold(text);
        if let Some(first) = folded.chars().next() {
            self.pieces.entry(first).or_default().push((folded, piece));
        }
    }

    /// What a text that is nothing but a notation is made of.
    fn whole(&self, folded: &str) -> Option<Measure> {
        let mut ends = Vec::new();
        self.extend(folded, 0, &Parsed::default(), 0, &mut ends);
        ends.into_iter().find(|(end, _)| *end == folded.len()).map(|(_, parsed)| parsed.measure.normal())
    }

    /// Every unit that a text (the text of a [`TextView`]) states, left to right. `taken` holds spans that belong to
    /// something else, in order.
    pub(crate) fn find(&self, text: &str, taken: &[Range<usize>], setting: Setting) -> Vec<UnitMention> {
        let mut mentions = Vec::new();
        let mut at = 0;
        let mut before: Option<char> = None;
        while let Some(first) = text.get(at..).and_then(|rest| rest.chars().next()) {
            let free = !taken.iter().any(|span| span.start < at && at < span.end);
            let found = if free && begins(before, first) { self.longest(text, at, taken, setting) } else { None };
            let end = found.as_ref().map_or(at + first.len_utf8(), |(end, _)| *end);
            if let Some((end, measure)) = found {
                let words = text.get(at..end).unwrap_or_default();
                let exact = self.exact.get(words).cloned();
                let statement = Statement { words: words.to_owned(), exact, measure: measure.normal() };
                mentions.push(UnitMention { span: at..end, statement });
            }
            before = text.get(..end).and_then(|text| text.chars().next_back());
            at = end;
        }
        mentions
    }

    /// The unit that all of a text states, such as the suffix of a value; none when it says anything else.
    pub(crate) fn read(&self, words: &str, setting: Setting) -> Option<Statement> {
        let folded = TextView::fold(words);
        let mentions = self.find(&folded, &[], setting);
        match <[UnitMention; 1]>::try_from(mentions) {
            Ok([UnitMention { span, statement }]) if span == (0..folded.len()) => {
                Some(Statement { words: words.to_owned(), ..statement })
            }
            _ => None,
        }
    }

    fn longest(&self, text: &str, at: usize, taken: &[Range<usize>], setting: Setting) -> Option<(usize, Measure)> {
        let mut ends = Vec::new();
        self.extend(text, at, &Parsed::default(), 0, &mut ends);
        let fits = |end: usize, parsed: &Parsed| {
            let rest = text.get(end..).unwrap_or_default();
            let last = text.get(..end).and_then(|text| text.chars().next_back());
            let ends_word = rest.chars().next().is_none_or(|next| !joined(last, next));
            // "Hong Kong dollars" is more than the place in it.
            let holds = |span: &Range<usize>| at <= span.start && span.end <= end && span.len() < end - at;
            let untaken = taken.iter().all(|span| span.end <= at || end <= span.start || holds(span));
            let counts = match setting {
                Setting::Value => true,
                Setting::Text => !parsed.short || in_brackets(text, at, end),
                Setting::Name => !parsed.short,
            };
            // "% of" and "percentage of" begin another quantity.
            let share = parsed.measure.base == Some(Base::Percent)
                && ["of ", "change", "growth"].iter().any(|word| rest.trim_start().starts_with(word));
            ends_word && untaken && counts && !share
        };
        let longest = ends.into_iter().filter(|(end, parsed)| fits(*end, parsed)).max_by_key(|(end, _)| *end);
        longest.map(|(end, parsed)| (end, parsed.measure))
    }

    /// Every notation that begins with what was parsed and goes on at `at`.
    fn extend(&self, text: &str, at: usize, parsed: &Parsed, pieces: usize, ends: &mut Vec<(usize, Parsed)>) {
        for link in LINKS.iter().filter(|link| pieces > 0 || link.is_empty()) {
            let Some(rest) = text.get(at..).and_then(|rest| rest.strip_prefix(link)) else { continue };
            let Some(first) = rest.chars().next() else { continue };
            let start = at + link.len();
            for (words, piece) in self.pieces.get(&first).into_iter().flatten() {
                if !rest.starts_with(words.as_str()) {
                    continue;
                }
                if let Some(parsed) = parsed.with(piece) {
                    let end = start + words.len();
                    if pieces + 1 < PIECES_MAX {
                        self.extend(text, end, &parsed, pieces + 1, ends);
                    }
                    ends.push((end, parsed));
                }
            }
        }
    }

    /// The unit that statements mean together, the nearest first; the document's words where the profile has no such
    /// unit, none where nothing is stated. `expected` is the metric's unit, which decides where a notation that the
    /// profile spells for two units could mean either.
    pub(crate) fn resolve(&self, statements: &[&Statement], expected: &UnitCode) -> Option<Result<UnitCode, String>> {
        let (first, rest) = statements.split_first()?;
        if first.exact.as_ref() == Some(expected) {
            return Some(Ok(expected.clone()));
        }
        let mut measure = first.measure.clone();
        if measure.base.is_none() {
            // The next statement of a currency says of what; a different scale beside it would be another unit.
            let base = rest.iter().find(|statement| statement.measure.base.is_some());
            let fits = |other: &Measure| other.scale.is_none_or(|scale| scale == 0 || Some(scale) == measure.scale);
            measure.base = base.filter(|base| fits(&base.measure)).and_then(|base| base.measure.base.clone());
        } else if measure.scale.is_none_or(|scale| scale == 0) && measure.is_money() {
            let scale = rest.iter().find(|statement| statement.measure.base.is_none());
            measure.scale = scale.map_or(measure.scale, |statement| statement.measure.scale);
        }
        if let Some(Base::Shared(_)) = measure.base {
            // The sign repeats a currency that is stated apart, with its scale where the sign has none.
            let named = rest.iter().find(|statement| matches!(statement.measure.base, Some(Base::Currency(_))));
            if let Some(named) = named {
                let scale = measure.scale.filter(|scale| *scale > 0);
                measure = Measure { scale: scale.or(named.measure.scale), base: named.measure.base.clone() };
            }
        }
        let unit = if measure.base.is_some() { self.measures.get(&measure.normal()) } else { None };
        Some(unit.or(first.exact.as_ref()).cloned().ok_or_else(|| first.words.clone()))
    }
}

impl Measure {
    /// A base without a scale is stated in ones.
    fn normal(mut self) -> Self {
        if self.base.is_some() {
            self.scale = self.scale.or(Some(0));
        }
        self
    }

    fn is_money(&self) -> bool {
        matches!(self.base, Some(Base::Currency(_) | Base::Shared(_)))
    }
}

/// A notation as far as it was parsed.
#[derive(Debug, Clone, Default)]
struct Parsed {
    measure: Measure,
    /// Whether it counts only where nothing else can be meant.
    short: bool,
    /// Whether a piece that stands for itself has been parsed.
    solid: bool,
}

impl Parsed {
    /// The notation with one more piece; none when the two do not make one.
    fn with(&self, piece: &Piece) -> Option<Self> {
        let mut next = self.clone();
        match piece {
            Piece::Scale(scale) | Piece::ShortScale(scale) => {
                if next.measure.scale.is_some()
                    || matches!(next.measure.base, Some(Base::Percent | Base::BasisPoints | Base::PercentagePoints))
                {
                    return None;
                }
                next.measure.scale = Some(*scale);
                // A scale alone is a unit of its own only where nothing else can be meant.
                next.short = !next.solid;
            }
            Piece::Base(base) | Piece::ShortBase(base) => {
                next.measure.base = Some(match (&next.measure.base, base) {
                    (None, base) => base.clone(),
                    // 人民币亿元: the sign repeats the currency.
                    (Some(Base::Currency(key)), Base::Shared(_)) => Base::Currency(key),
                    (Some(Base::Shared(_)), Base::Currency(key)) => Base::Currency(key),
                    _ => return None,
                });
                let short = matches!(piece, Piece::ShortBase(_)) && next.measure.scale.is_none() && !next.solid;
                next.short = short;
                next.solid = !short;
            }
        }
        Some(next)
    }
}

/// Whether a notation stands alone: all of the text, in brackets, or behind the words that announce a unit.
fn in_brackets(text: &str, start: usize, end: usize) -> bool {
    const OPENS: [&str; 13] = ["(", "[", ",", ":", "/", "|", "-", "单位", "unit", "units", " in", "以", "币种"];
    const CLOSES: [&str; 9] = [")", "]", ",", ":", ";", "/", "|", "计", "为单位"];
    let before = text.get(..start).unwrap_or_default().trim_end();
    let after = text.get(end..).unwrap_or_default().trim_start();
    let opens = before.is_empty() || before == "in" || OPENS.iter().any(|sign| before.ends_with(sign));
    let closes = after.is_empty() || CLOSES.iter().any(|sign| after.starts_with(sign));
    opens && closes
}

fn begins(before: Option<char>, first: char) -> bool {
    !joined(before, first)
}

/// Whether two neighbouring characters belong to one word of an alphabetic script.
fn joined(before: Option<char>, after: char) -> bool {
    let is_word = |c: char| (c.is_alphanumeric() || c == '_') && !crate::lang::is_cjk(c);
    before.is_some_and(is_word) && is_word(after)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const PROFILE: &str = r#"
        schema = 1
        [home]
        company = "X"
        entity = "G"
        [metrics.A]
        unit = "USD_M"
        [entities.G]
        [units.USD_M]
        label = { zh = "百万美元", en = "US$m" }
        [units.USD_K]
        aliases = ["US$k"]
        [units.USD]
        aliases = ["US$", "美元"]
        [units.CNY_100M]
        aliases = ["人民币亿元"]
        [units.CNY_M]
        aliases = ["百万元"]
        [units.PCT]
        aliases = ["%"]
        [units.COUNT_K]
        aliases = ["thousand", "千人"]
        [units.PEOPLE]
        aliases = ["人", "people"]
        [units.GWH]
        aliases = ["GWh"]
    "#;

    fn reader() -> UnitReader {
        UnitReader::new(&Profile::parse("p.toml", PROFILE).unwrap())
    }

    /// What the texts, nearest first, state together for a metric stated in `expected`.
    fn stated(texts: &[&str], expected: &str) -> String {
        let reader = reader();
        let found: Vec<UnitMention> =
            texts.iter().flat_map(|text| reader.find(&TextView::fold(text), &[], Setting::Text)).collect();
        let statements: Vec<&Statement> = found.iter().map(|mention| &mention.statement).collect();
        match reader.resolve(&statements, &UnitCode::new(expected)) {
            None => "nothing".to_owned(),
            Some(Ok(unit)) => unit.to_string(),
            Some(Err(words)) => format!("? {words}"),
        }
    }

    #[test]
    fn notations_of_both_languages_mean_the_profiles_units() {
        for (texts, expected, unit) in [
            (&["NBV (US$m)"][..], "USD_M", "USD_M"),
            (&["US$ million"], "USD_M", "USD_M"),
            (&["USD millions"], "USD_M", "USD_M"),
            (&["in millions of US dollars"], "USD_M", "USD_M"),
            (&["US dollars in millions"], "USD_M", "USD_M"),
            (&["in thousands of US dollars"], "USD_M", "USD_K"),
            (&["(US$'000)"], "USD_M", "USD_K"),
            (&["USDm"], "USD_M", "USD_M"),
            (&["单位：百万美元"], "USD_M", "USD_M"),
            (&["千美元"], "USD_M", "USD_K"),
            (&["人民币亿元"], "USD_M", "CNY_100M"),
            (&["单位：亿元人民币"], "USD_M", "CNY_100M"),
            (&["单位：百万元"], "CNY_M", "CNY_M"),
            (&["in millions", "US$"], "USD_M", "USD_M"),
            (&["(US$)", "in millions"], "USD_M", "USD_M"),
            (&["(US$)", "US$m"], "USD_M", "USD"),
            (&["ROE (%)", "US$m"], "PCT", "PCT"),
            (&["in thousands"], "COUNT_K", "COUNT_K"),
            (&["thousand", "US$"], "USD_K", "USD_K"),
            (&["千人"], "COUNT_K", "COUNT_K"),
            (&["Staff (人)"], "PEOPLE", "PEOPLE"),
            (&["GWh"], "GWH", "GWH"),
            (&["in millions"], "USD_M", "? millions"),
            (&["HK$m"], "USD_M", "? hk$m"),
            (&["bps"], "PCT", "? bps"),
            (&["(pp)"], "PCT", "? pp"),
            (&["亿美元"], "USD_M", "? 亿美元"),
        ] {
            assert_eq!(stated(texts, expected), unit, "{texts:?}");
        }
    }

    #[test]
    fn ordinary_words_state_no_unit() {
        for text in [
            "万科",
            "多元化",
            "单元",
            "m",
            "the member",
            "人均",
            "% of premium",
            "percentage change",
            "Plan B results",
            "market",
        ] {
            let nothing = text == "m";
            assert_eq!(stated(&[text], "USD_M") == "nothing", !nothing, "{text}: {}", stated(&[text], "USD_M"));
        }
    }

    #[test]
    fn the_words_around_a_value_are_read_more_freely() {
        let reader = reader();
        let read = |words: &str| reader.read(words, Setting::Value).is_some();
        for words in ["m", "US$", "亿元", "亿", "bps", "pp", "%", "k", "元", "人", "GWh", "US$ m"] {
            assert!(read(words), "{words}");
        }
        for words in ["x", "about", "m about", "年", "~", ">"] {
            assert!(!read(words), "{words}");
        }
    }
}
