//! How reports and questions write: periods, numbers, units, and the marks by which people tell notes, totals and absent
//! values apart, in Chinese and English. One recogniser of each, used by questions, headers, captions, cells and prose; where
//! two places have to differ, the difference is an argument or a field of the result. It knows no company: a profile stands
//! above it and asks it, too, whether one of its terms would be read as a period.
//!
//! | module | what it reads | words |
//! |---|---|---|
//! | `lists` | the lists themselves | `engine/data/language` |
//! | `units` | notations of units (`US$'000`, 亿元), lines that state one | `units/` |
//! | `marks` | no value, footnotes, notes, sums | `marks/` |
//! | [`numbers`] | exact cells, cells with notations, every number of a text | `numbers/` |
//! | [`periods`] | every wording of a period, days in headers, what looks like a period | `periods/` |
//! | `labels` | how confidential something is said to be | `labels/` |
//! | `headings` | words that head columns: labels, remarks, scenarios | `headings/` |
//! | `asides` | remarks beside a figure that leave it what it is | `headings/` |
//!
//! A module uses those above it in the table.

pub(crate) mod asides;
pub(crate) mod headings;
pub(crate) mod labels;
pub(crate) mod lists;
pub(crate) mod marks;
pub mod numbers;
pub mod periods;
pub(crate) mod units;
