//! From office documents to exact facts: every format is read into one [`StyledGrid`], a layout gives each value its
//! header cells, the profile gives the headers their meaning, and what comes out is a fact with its cell or a review that
//! says why not. Nothing here knows a store, a question or a narrative document.
//!
//! ```text
//! bytes ─ read ─ StyledGrid ─ layout ─ header paths ─ meaning ─ Reading: fact or review ─ cross-check
//! ```
//!
//! Nothing is guessed on the way: a header, unit, colour or number that is not understood ends in a review with its cell,
//! its text and the reason.

mod colors;
pub mod cross_check;
mod extract;
mod json;
pub mod layout;
pub mod meaning;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
mod values;

pub use extract::{Counts, ExtractedGrid, Extraction, Tables, extract};
pub use json::{Detail, write_lines};
pub use layout::{HeaderAt, Kind, Layout, Table};
pub use meaning::Context;
pub use meaning::outcomes::OtherValue;
