//! How reports and questions write: periods, numbers, units, and the marks by which people tell notes, totals and absent
//! values apart, in Chinese and English. One recogniser of each, used by questions, headers, captions, cells and prose; where
//! two places have to differ, the difference is an argument or a field of the result. It knows no company: what a word means
//! under a profile is read above it.

pub(crate) mod headings;
pub(crate) mod lists;
pub(crate) mod marks;
pub mod numbers;
pub mod periods;
pub(crate) mod units;
