//! A model's words, and all that may be learned of them. [`ModelText`] is sealed: only this module opens it, to say whether
//! numbers stand in it, to read an order of known candidates, or to check an account against the passages that it cites.
//! Nothing here knows a fact, and nothing that comes out states a number as one.

mod model_text;
mod prose;
mod ranking;

pub use model_text::{ModelText, Prose};
pub(crate) use prose::without_marks;
pub use prose::{CheckedProse, Grounds, PROSE_CHARS_MAX, UnsupportedNumbers, check_prose};
pub use ranking::ranking;
