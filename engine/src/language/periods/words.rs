//! What a word can mean for a period, and how the lists write it down. The words themselves stand in
//! `engine/data/language/periods/english.tsv` and `chinese.tsv`; what a word means where it stands is decided by the grammar.

/// A stretch of time as people count it. Lists name it as it is called here, in small letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumString)]
#[strum(serialize_all = "lowercase")]
pub(super) enum Unit {
    Year,
    Half,
    Quarter,
    Month,
    /// Days, weeks, decades: counted by people, reported by nobody.
    Other,
}

/// What a word can mean for a period. Lists name a meaning that holds nothing as it is called here, in small letters and with
/// hyphens (`first-quarter`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumString)]
#[strum(serialize_all = "kebab-case")]
pub(super) enum Key {
    /// An English unit, or a Chinese one that only counts (季度).
    #[strum(disabled)]
    Unit(Unit),
    /// 年, 年度, 财年 after a number.
    #[strum(disabled)]
    YearMark {
        fiscal: bool,
    },
    /// 月, 月份 after a number.
    MonthMark,
    /// 日, 号 after a number.
    DayMark,
    /// 季报 after a number.
    QuarterReport,
    /// 半年度, 半年报, 中报: the first half, when a year stands by it.
    HalfReport,
    /// FY.
    Fy,
    /// fiscal, financial.
    Fiscal,
    /// calendar, CY.
    Calendar,
    /// The letters of H1 and HY1.
    LetterH,
    /// The letter of Q1.
    LetterQ,
    /// The letter of 9M.
    LetterM,
    /// A month's name; `weak` when the word has another meaning or is an abbreviation.
    #[strum(disabled)]
    Month {
        month: i8,
        weak: bool,
    },
    /// 上半年, 下半年.
    #[strum(disabled)]
    Half(i8),
    /// 上下半年.
    Halves,
    /// 首季.
    FirstQuarter,
    /// 末季, 最后一个季度.
    LastQuarter,
    /// first … fourth, spelled.
    #[strum(disabled)]
    Ordinal(u32),
    /// 第.
    Nth,
    /// final.
    Final,
    /// A count spelled in English.
    #[strum(disabled)]
    Count(u32),
    /// few, several, 几.
    Vague,
    /// this, last, next, or 上个 and its like.
    #[strum(disabled)]
    Step(i16),
    /// 去年, 上季度: a unit and how many of it away. `fiscal` when 财年 says so.
    #[strum(disabled)]
    Relative {
        unit: Unit,
        offset: i16,
        fiscal: bool,
    },
    /// past, 近, 最近, 过去.
    Past,
    /// latest, 最新.
    Latest,
    /// ago.
    Ago,
    /// full, whole, 全年.
    Full,
    /// complete, 完整.
    Complete,
    /// and, 和, vs: joins a list.
    And,
    /// to, 至: joins a range.
    To,
    From,
    Between,
    /// of, 的.
    Of,
    /// in, for, during.
    In,
    /// the.
    The,
    /// 个.
    Measure,
    /// each, 每, 各.
    Each,
    /// compared, 比: sets two sides against each other.
    Compare,
    /// since, early, mid: what follows is no longer the whole of the period.
    Spoils,
    /// onwards, 以来, 起, 初: what came before is no longer the whole of the period.
    Open,
    /// 前, before: either of the two, or a count of the first ones.
    Before,
    /// end, 末, 底: the last day stands for the period.
    End,
    /// ended, ending.
    Ended,
    /// same, 同期: a period that another one determines.
    Same,
    /// today, 今天: a filler beside a period.
    Today,
    /// YTD, yesterday, 年初至今: time that no period expresses.
    Beyond,
    /// 历年, 近年来: years that nobody counts.
    Years,
    /// Weekdays, holidays, 春节: some days of a time. `alone` when they say so without a year beside them.
    #[strum(disabled)]
    Slice {
        alone: bool,
    },
    /// 年代, 世纪 after a number.
    Era,
    /// A word that must not be taken apart (同比, 以上, 当前).
    Filler,
}

impl Key {
    /// The meaning that a list writes behind a word: the name of a variant, then what it holds (`relative year -1`, `month 5
    /// weak`). None for what is no meaning.
    pub(super) fn listed(meaning: &str) -> Option<Self> {
        let (name, held) = meaning.split_once(' ').unwrap_or((meaning, ""));
        Some(match name {
            "unit" => Self::Unit(held.parse().ok()?),
            "year-mark" => Self::YearMark { fiscal: held == "fiscal" },
            "relative" => {
                let (unit, offset) = held.split_once(' ')?;
                Self::Relative { unit: unit.parse().ok()?, offset: offset.parse().ok()?, fiscal: false }
            }
            "month" => {
                Self::Month { month: held.trim_end_matches(" weak").parse().ok()?, weak: held.ends_with("weak") }
            }
            "half" => Self::Half(held.parse().ok()?),
            "step" => Self::Step(held.parse().ok()?),
            "slice" => Self::Slice { alone: held == "alone" },
            _ => meaning.parse().ok()?,
        })
    }
}
