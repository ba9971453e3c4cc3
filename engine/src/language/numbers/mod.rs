//! Numbers as reports write them: [`exact`] reads a cell that is nothing but a number, [`notation`] one with words, signs and
//! footnote marks around its digits.

pub mod exact;
pub(crate) mod notation;
pub(crate) mod numeric_content;
pub(crate) mod stated;
