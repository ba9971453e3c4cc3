//! The marks by which people tell what a cell or a line is: that there is no value, that a note follows, that a sum stands
//! here. They are conventions of writing tables, in Chinese and English; no word of any business is among them, and the lists
//! stand in `engine/data/language/marks`. Texts are given in half width (see [`crate::text::half_width`]) and trimmed.

mod absent;
mod footnote;
mod mark;
mod note;
mod total;

pub(crate) use absent::is_absent;
pub(crate) use footnote::{Place, without_footnotes};
pub(crate) use mark::{explained_mark, marks_behind};
pub(crate) use note::{is_note, is_numbered_note, without_note_word};
pub(crate) use total::{is_sum, is_total, of_total, subtotals};

#[cfg(test)]
mod tests;
