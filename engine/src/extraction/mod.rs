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
pub mod grid;
mod json;
pub mod layout;
pub mod meaning;
mod read;
pub mod reading;
mod room;
mod sweep;
mod units;
mod values;

pub use extract::{Counts, ExtractContext, ExtractedGrid, Extraction, extract};
pub use grid::{CORRECTED, Cell, CellAt, CellValue, GridPlace, Rgb, Span, StyledGrid};
pub use json::write_lines;
pub use layout::{Kind, Layout, Table};
pub use meaning::Context;
pub use meaning::confidence::{Step, Unseen};
pub use meaning::outcomes::OtherValue;
pub use read::TableFormat;
pub use reading::{Candidate, Confidence, Decided, FactReading, Reading, ReviewReading, ReviewReason};
pub(crate) use values::shows_another;
