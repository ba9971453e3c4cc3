//! Numbers as people write them. [`exact`] reads a cell that is nothing but a number and guesses at nothing; `notation` one with
//! words, signs and footnote marks around its digits; `inexact` tells what is no exact number; `stated` finds every number of a text, in digits, Chinese numerals and
//! English words, to compare two texts; `numeric_content` says whether a text speaks of numbers at all. They share the digits
//! of `han`, the words of `english` and the scales and shares of `units`.

mod english;
pub mod exact;
mod han;
pub mod inexact;
pub(crate) mod notation;
pub(crate) mod numeric_content;
pub(crate) mod stated;

pub(crate) use english::{EnglishNumber, english_number, english_numbers};
pub(crate) use han::han_digit;

/// Which sign stands before the decimals of numbers that documents hold as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DecimalMark {
    /// `1,234.5`.
    #[default]
    Point,
    /// `1.234,5`.
    Comma,
}
