//! Words of headers and titles that are no words of the profile and few enough to stand in code. Whole vocabularies are
//! data files.

/// Words of headers that are no words of the profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Phrase {
    /// Says nothing about the values.
    Filler,
    /// Says nothing in a title, and makes another quantity in a header.
    OfTitles,
    /// A sum of a part.
    Subtotal,
}

/// The words of subtotals.
pub(super) const SUBTOTALS: [&str; 6] = ["subtotal", "sub-total", "sub total", "subtotals", "小计", "小計"];

/// The wordings of a year that the headers beside them name.
pub(super) const CURRENT_YEARS: [&str; 9] = [
    "本年",
    "本年度",
    "本财年",
    "当年",
    "this year",
    "current year",
    "the current year",
    "this fiscal year",
    "this financial year",
];
