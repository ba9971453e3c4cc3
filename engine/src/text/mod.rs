//! Text as the engine compares it: one normalised [`view`](TextView) of a question that leads back to the original
//! bytes, and one [`Lexicon`] that finds known terms in it; the letters that a character shows; and how a name is written for a
//! shell, and any text for a terminal. Nothing here knows what a term means.

mod han;
mod letter_shapes;
pub(crate) mod letters;
mod lexicon;
mod printable;
mod shell;
mod view;
mod width;

pub(crate) use han::fold_han;
pub(crate) use lexicon::joined;
pub use lexicon::{Lexicon, LexiconBuilder, Mention, VocabularyTooLarge};
pub use printable::{is_printable, json, printable, printable_around_colours, printable_line, write_json};
pub use shell::pasted;
pub use view::TextView;
pub(crate) use width::half_width;
