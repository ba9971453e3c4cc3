//! Sentences that say what a colour means: `Figures in yellow are estimates`, `Estimates are shaded grey`, `蓝色字体为预算数`.
//! Only their form is known here: which colour is named, and the words said of it. What the words mean is for the profile,
//! and a sentence of any other form says nothing.

use std::sync::LazyLock;

use regex::Regex;

use crate::files::grid::Rgb;
use crate::language::lists::{WordList, words};

/// The names of colours, in small letters.
const NAMES: [(Name, &[&str]); 8] = [
    (Name::Red, &["red", "红", "紅"]),
    (Name::Orange, &["orange", "amber", "橙", "橘"]),
    (Name::Yellow, &["yellow", "黄", "黃"]),
    (Name::Green, &["green", "绿", "綠"]),
    (Name::Blue, &["blue", "蓝", "藍"]),
    (Name::Purple, &["purple", "violet", "紫"]),
    (Name::Pink, &["pink", "粉"]),
    (Name::Grey, &["grey", "gray", "灰"]),
];

/// `Figures in COLOUR are WORDS`, `COLOUR: WORDS`.
static COLOR_FIRST: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?x)^(?:the\s+)?(?:(?:figures?|numbers?|values?|cells?|data|items?|amounts?|entries|rows?|columns?|those|text)\s+)?
        (?:(?:shown|shaded|highlighted|marked|printed|displayed|colou?red|set|written|filled|given)\s+)?
        (?:in\s+|with\s+)?(?:a\s+)?(?:light\s+|pale\s+|dark\s+|bright\s+)?
        (?P<color>red|orange|amber|yellow|green|blue|purple|violet|pink|gr[ea]y)
        (?:\s+(?:figures?|numbers?|values?|cells?|data|text|type|fonts?|ink|fill|shading|background|highlight(?:ing)?|colou?r))*
        (?:\s+(?:are|is|denotes?|indicates?|represents?|means?|marks?|shows?|stands?\s+for)\s+|\s*(?:=|:|\s-|–|—)\s*)
        (?P<words>.+)$",
    )
    .ok()
});
/// `WORDS are shown in COLOUR`.
static COLOR_LAST: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?x)^(?P<words>.+?)\s+(?:are|is)\s+
        (?:(?:shown|shaded|highlighted|marked|printed|displayed|colou?red|set|written|filled|given)\s+)?
        (?:in\s+|with\s+)?(?:a\s+)?(?:light\s+|pale\s+|dark\s+|bright\s+)?
        (?P<color>red|orange|amber|yellow|green|blue|purple|violet|pink|gr[ea]y)
        (?:\s+(?:cells?|text|type|fonts?|ink|fill|shading|background|highlight(?:ing)?|colou?r))*$",
    )
    .ok()
});
/// `黄色底纹为预测数`.
static HAN_COLOR_FIRST: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?x)^(?:表中|其中)?(?:以|用|标注?为?|填充)?[浅淺深淡]?(?P<color>[红紅橙橘黄黃绿綠蓝藍紫粉灰])[红紅]?[色底字]
        (?:底纹|底色|色|填充|背景|字体?|标注|标记|标示|标识|高亮|阴影|单元格|部分|区域|数字|数据|数值|数|者|行|列|格|的)*
        [均皆]?(?:为|為|表示|代表|是|指|即|\s*[=:：]\s*|—+)(?P<words>.+)$",
    )
    .ok()
});
/// `预测数以黄色标示`.
static HAN_COLOR_LAST: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?x)^(?P<words>.+?)[均都皆]?(?:以|用|标注?为?|填充为?|显示为|为)[浅淺深淡]?(?P<color>[红紅橙橘黄黃绿綠蓝藍紫粉灰])
        [红紅]?[色底字]?(?:底纹|底色|填充|背景|字体?|标注|标记|标示|标识|显示|表示|高亮|阴影|单元格)*$",
    )
    .ok()
});

/// What people call a colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Name {
    Red,
    Orange,
    Yellow,
    Green,
    Blue,
    Purple,
    Pink,
    Grey,
}

/// The clauses of a text, each of which may say something of one colour.
pub(super) fn clauses(text: &str) -> impl Iterator<Item = &str> {
    text.split([';', '；', '。', ',', '，', '\n']).flat_map(|clause| clause.split(". "))
}

/// The colour that a clause names, and the words that it says of it, in small letters.
pub(super) fn named(clause: &str) -> Option<(Name, String)> {
    let lower = clause.to_lowercase();
    // Most texts name no colour, and are not looked at further.
    if !NAMES.iter().any(|(_, names)| names.iter().any(|name| lower.contains(name))) {
        return None;
    }
    let forms = [&COLOR_FIRST, &COLOR_LAST, &HAN_COLOR_FIRST, &HAN_COLOR_LAST];
    let clause = without_lead(lower.trim().trim_end_matches('.'));
    let found = forms.into_iter().find_map(|form| form.as_ref()?.captures(clause))?;
    let color = found.name("color")?.as_str();
    let (name, _) = NAMES.iter().find(|(_, names)| names.contains(&color))?;
    Some((*name, found.name("words")?.as_str().trim().to_owned()))
}

/// Words that announce a note about colours.
static LEADS: LazyLock<WordList> = words!("marks/legend_leads.txt");

/// A clause without the word that announces a note.
fn without_lead(clause: &str) -> &str {
    let bare = clause.trim_start_matches(['*', '†', '※', ' ']);
    let Some((lead, rest)) = bare.split_once([':', '：']) else { return bare };
    if LEADS.contains(lead.trim()) { rest.trim_start() } else { bare }
}

impl Name {
    /// Whether people may call a colour so. Neighbouring names share the hues between them.
    pub(super) fn fits(self, color: Rgb) -> bool {
        let [red, green, blue] = color.0.map(i32::from);
        let (most, least) = (red.max(green).max(blue), red.min(green).min(blue));
        let chroma = most - least;
        if self == Self::Grey {
            return chroma < GREY_CHROMA && (GREY_DARK..GREY_LIGHT).contains(&most);
        }
        if chroma < GREY_CHROMA {
            return false;
        }
        // The hue in degrees, as in the HSL colour model.
        let part = |from: i32, to: i32, base: i32| (base + 60 * (to - from) / chroma).rem_euclid(360);
        let hue = match most {
            _ if most == red => part(blue, green, 0),
            _ if most == green => part(red, blue, 120),
            _ => part(green, red, 240),
        };
        match self {
            Self::Red => !(16..345).contains(&hue),
            Self::Orange => (14..=46).contains(&hue),
            Self::Yellow => (42..=68).contains(&hue),
            Self::Green => (66..=172).contains(&hue),
            Self::Blue => (172..=252).contains(&hue),
            Self::Purple => (248..=315).contains(&hue),
            Self::Pink => !(16..300).contains(&hue),
            Self::Grey => false,
        }
    }
}

/// Colours whose channels differ by less have no hue that people would name.
/// Measured: nothing changes at 9 or 16, nor at half or twice as much.
const GREY_CHROMA: i32 = 12;
/// Darker ones are black, and lighter ones white.
/// Measured: nothing changes at 0x30 or 0x55, nor at half or twice as much.
const GREY_DARK: i32 = 0x40;
/// The lightest grey; what is lighter is white.
/// Measured: nothing changes at 0xBB or 0x14D, nor at half or twice as much.
const GREY_LIGHT: i32 = 0xFA;

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
